"""Reads one file from standard input and writes what it says as JSON: the process that strangers' files are read in.

It has a bound on processor time and memory, no file to write to and none of the service's secrets.
"""

from __future__ import annotations

import json
import resource
import sys

# An hour's worth of 1,000 pages takes 40 s; what takes longer is made to.
CPU_SECONDS = 180
MEMORY_BYTES = 3 * 1024 * 1024 * 1024


def main() -> None:
    """Limit this process, then read."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Imported below the limits, so that they hold for all that a reader's libraries do.
    from services.common.errors import InvalidArgument
    from services.retriever.documents.file_reader import read_file
    from services.retriever.documents.reading_model import to_json

    content = sys.stdin.buffer.read()
    try:
        answer = to_json(*read_file(content))
    except InvalidArgument as error:
        answer = json.dumps({"refused": error.metadata.get("detail", "")}).encode()
    except MemoryError:
        answer = json.dumps({"refused": "reading it takes more memory than a file is given"}).encode()
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    main()
