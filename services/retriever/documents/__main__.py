"""The process that strangers' files are opened in: reads one from standard input, or draws some of its pages.

    python -m services.retriever.documents read
    python -m services.retriever.documents draw DOTS_PER_INCH PAGE:LEFT,TOP,RIGHT,BOTTOM[;...]...

Writes the reading as JSON, or each picture as PNG after its length (4 bytes; 0: not drawn); how far it has come goes to
standard error. It has a bound on processor time and memory, no file to write to and none of the service's secrets.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Sequence

from services.retriever.documents.reading_model import PROGRESS

# 1,000 pages of text take 40 s; what takes longer is made to.
CPU_SECONDS = {"read": 180, "draw": 20}
MEMORY_BYTES = 3 * 1024 * 1024 * 1024
_STEP_SECONDS = 0.2


def main(arguments: Sequence[str]) -> None:
    """Limit this process, then read or draw."""
    task = arguments[0]
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS[task], CPU_SECONDS[task] + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from services.common.errors import InvalidArgument

    content = sys.stdin.buffer.read()
    try:
        answer = _read(content) if task == "read" else _draw(content, arguments[1:])
    except InvalidArgument as error:
        answer = json.dumps({"refused": error.metadata.get("detail", "")}).encode()
    except MemoryError:
        answer = json.dumps({"refused": "reading it takes more memory than a file is given"}).encode()
    sys.stdout.buffer.write(answer)


# Readers are imported below the limits, so that they hold for all that their libraries do.


def _read(content: bytes) -> bytes:
    from services.retriever.documents.file_reader import read_file
    from services.retriever.documents.reading_model import to_json

    return to_json(*read_file(content, follow=_Follower()))


def _draw(content: bytes, arguments: Sequence[str]) -> bytes:
    from services.retriever.documents.page_drawing import draw_pages

    dots_per_inch, *asked = arguments
    wanted = []
    for one in asked:
        page, _, boxes = one.partition(":")
        corners = (tuple(map(float, box.split(","))) for box in boxes.split(";"))
        wanted.append((int(page), [(left, top, right, bottom) for left, top, right, bottom in corners]))
    pictures = draw_pages(content, wanted, int(dots_per_inch))
    return b"".join(len(one).to_bytes(4, "big") + one for one in pictures)


class _Follower:
    """Says how far the reading has come, not more often than somebody can follow."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, page: int, count: int) -> None:
        now = time.monotonic()
        if now >= self._next or page == count:
            self._next = now + _STEP_SECONDS
            sys.stderr.write(f"{PROGRESS}{page} {count}\n")
            sys.stderr.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
