"""Reads files of formats with large readers in a process of their own: bounded, without secrets, killed when late."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys

from services.common import deadline
from services.common.telemetry import log
from services.retriever.documents.faults import unreadable
from services.retriever.documents.file_reader import is_binary, read_file
from services.retriever.documents.model import MediaType, Reading
from services.retriever.documents.reading_model import from_json

WALL_SECONDS = 280.0
# What the caller has left for storing once a file is read.
MARGIN_SECONDS = 5.0
RUNNING = 2
_LATE = frozenset({-signal.SIGXCPU, -signal.SIGKILL})


class ReadingProcess:
    """Starts at most `running` readers at once; further files wait for their turn."""

    def __init__(self, running: int = RUNNING) -> None:
        self._permits = asyncio.Semaphore(running)

    async def read(self, content: bytes) -> tuple[MediaType, Reading]:
        """What a file is and what it says. Text formats are read in a thread: their readers are bounded as they are.

        Raises `InvalidArgument` (FORMAT_UNREADABLE) for what is not read, what takes too long or too much memory.
        """
        if not is_binary(content):
            return await asyncio.to_thread(read_file, content)
        async with self._permits:
            answer = await self._run(content)
        reading = await asyncio.to_thread(_parse, answer)
        if reading is None:
            raise unreadable("its reader failed on it")
        return reading

    async def _run(self, content: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "services.retriever.documents",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(),
        )
        try:
            limit = deadline.within(WALL_SECONDS, MARGIN_SECONDS)
            answer, said = await asyncio.wait_for(process.communicate(content), limit)
        except TimeoutError:
            raise unreadable("reading it takes longer than a file is given") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode in _LATE:
            raise unreadable("reading it takes longer than a file is given")
        if process.returncode:
            log.warning("reader failed", exit_code=process.returncode, at=_last_frame(said.decode("utf-8", "replace")))
            raise unreadable("its reader failed on it")
        return answer


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
    # One thread of linear algebra: nothing here multiplies matrices, and each thread reserves memory.
    return kept | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}


def _last_frame(said: str) -> str:
    """Where a traceback ends: file and line, and nothing that may hold text of the document."""
    frames = re.findall(r'File "[^"]*?([\w.]+)", line (\d+)', said)
    return ":".join(frames[-1]) if frames else ""
