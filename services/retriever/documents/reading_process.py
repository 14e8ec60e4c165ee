"""Opens files of formats with large readers in a process of their own: bounded, without secrets, killed when late."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from services.common import deadline
from services.common.telemetry import log
from services.retriever.documents.faults import unreadable
from services.retriever.documents.file_reader import is_binary, read_file
from services.retriever.documents.model import MediaType, Place, Reading
from services.retriever.documents.reading_model import PROGRESS, from_json

WALL_SECONDS = 280.0
DRAW_SECONDS = 8.0
# What the caller has left for storing once a file is read.
MARGIN_SECONDS = 5.0
RUNNING = 2
_LATE = frozenset({-signal.SIGXCPU, -signal.SIGKILL})
_CHUNK = 64 * 1024

Follow = Callable[[int, int], object]
"""Is told how many pages of how many have been read."""


class ReadingProcess:
    """Starts at most `running` readers at once; further files wait for their turn."""

    def __init__(self, running: int = RUNNING) -> None:
        self._permits = asyncio.Semaphore(running)
        # Somebody looks at a page while long files are read.
        self._drawing = asyncio.Semaphore(running)

    async def read(self, content: bytes, follow: Follow | None = None) -> tuple[MediaType, Reading]:
        """What a file is and what it says. Text formats are read in a thread: their readers are bounded as they are.

        Raises `InvalidArgument` (FORMAT_UNREADABLE) for what is not read, what takes too long or too much memory.
        """
        if not is_binary(content):
            return await asyncio.to_thread(read_file, content)
        async with self._permits:
            answer = await self._run(content, ["read"], deadline.within(WALL_SECONDS, MARGIN_SECONDS), follow)
        reading = await asyncio.to_thread(_parse, answer)
        if reading is None:
            raise unreadable("its reader failed on it")
        return reading

    async def draw(self, content: bytes, wanted: Sequence[Sequence[Place]], dots_per_inch: int) -> list[bytes]:
        """For each list of places, all on one page, that page as PNG with them outlined; empty where it is not drawn.

        Raises `InvalidArgument` (FORMAT_UNREADABLE) where the file cannot be opened or drawing takes too long.
        """
        pages = [f"{places[0].page}:{';'.join(','.join(map(str, place.box)) for place in places)}" for places in wanted]
        async with self._drawing:
            seconds = deadline.within(DRAW_SECONDS, 1.0)
            answer = await self._run(content, ["draw", str(dots_per_inch), *pages], seconds, None)
        if answer.startswith(b"{"):
            _parse(answer)
        pictures = []
        while answer:
            size = int.from_bytes(answer[:4], "big")
            pictures.append(answer[4 : 4 + size])
            answer = answer[4 + size :]
        if len(pictures) != len(wanted):
            raise unreadable("its pages cannot be drawn")
        return pictures

    async def _run(self, content: bytes, arguments: Sequence[str], seconds: float, follow: Follow | None) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "services.retriever.documents",
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(),
        )
        try:
            async with asyncio.timeout(seconds):
                answer, said, _ = await asyncio.gather(
                    _stream(process.stdout).read(), _listen(_stream(process.stderr), follow), _feed(process, content)
                )
                await process.wait()
        except TimeoutError:
            raise unreadable("reading it takes longer than a file is given") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode in _LATE:
            raise unreadable("reading it takes longer than a file is given")
        if process.returncode:
            log.warning("reader failed", exit_code=process.returncode, at=_last_frame(said))
            raise unreadable("its reader failed on it")
        return answer


def _stream(stream: asyncio.StreamReader | None) -> asyncio.StreamReader:
    assert stream is not None, "asked for as a pipe"
    return stream


async def _feed(process: asyncio.subprocess.Process, content: bytes) -> None:
    assert process.stdin is not None, "asked for as a pipe"
    # A reader that has died takes no more; its exit code says why.
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(content)
        await process.stdin.drain()
        process.stdin.close()
        await process.stdin.wait_closed()


async def _listen(stream: asyncio.StreamReader, follow: Follow | None) -> str:
    """Hand on how far the reader has come; the end of what else it said."""
    said = rest = ""
    while chunk := await stream.read(_CHUNK):
        *lines, rest = (rest + chunk.decode("utf-8", "replace")).split("\n")
        for line in lines:
            numbers = re.fullmatch(r"(\d{1,9}) (\d{1,9})", line.removeprefix(PROGRESS))
            if numbers is None or not line.startswith(PROGRESS):
                said = (said + line + "\n")[-_CHUNK:]
            elif follow is not None:
                follow(int(numbers[1]), int(numbers[2]))
        rest = rest[-_CHUNK:]
    return said + rest


def _parse(answer: bytes) -> tuple[MediaType, Reading] | None:
    try:
        fields = json.loads(answer)
        if "refused" in fields:
            raise unreadable(str(fields["refused"]))
        return from_json(answer)
    except (ValueError, KeyError, TypeError):
        return None


def environment() -> dict[str, str]:
    """What Python needs to start, and nothing of what the service was told."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL", "HOME", "TZ")}
    # One thread of linear algebra: nothing here multiplies matrices, and each thread reserves memory. One of text
    # recognition: its threads wait for each other more than they gain on two cores.
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
    return kept | threads | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _last_frame(said: str) -> str:
    """Where a traceback ends: file and line, and nothing that may hold text of the document."""
    frames = re.findall(r'File "[^"]*?([\w.]+)", line (\d+)', said)
    return ":".join(frames[-1]) if frames else ""
