"""Client streams that carry a file: a header, then chunks. The file lands on disk, so an upload costs little memory.

    async def UploadDocument(self, requests, _context):
        async with receive(requests, LIMITS) as upload:
            document = await self._core.store(identity.current(), upload.header, upload.file)

Chunks are best 64 to 256 KiB (the proto caps them). Size and SHA-256 are the header's promise and are checked before
the block runs.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import IO, Any, Generic, Protocol, TypeVar

from services.common.errors import DeadlineExceeded, ErrorReason, InvalidArgument

# Files up to this stay in memory.
SPOOL_BYTES = 1024 * 1024
# A file in crumbs costs a message each; so many more than 16 KiB chunks would need is nobody's real client.
CRUMB_BYTES = 16 * 1024
SPARE_CHUNKS = 64
# What is read of a refused upload before the refusal goes out.
DISCARD_BYTES = 1024 * 1024
DISCARD_SECONDS = 0.25


class Header(Protocol):
    """What every upload header says."""

    size_bytes: int
    sha256: str


H = TypeVar("H", bound=Header)
H_co = TypeVar("H_co", bound=Header, covariant=True)


class Part(Protocol[H_co]):
    """One message of an upload: a oneof named `part` of `header` and `chunk`."""

    @property
    def header(self) -> H_co:
        """First message."""
        ...

    @property
    def chunk(self) -> bytes:
        """All later ones."""
        ...

    def WhichOneof(self, oneof_group: Any, /) -> Any:  # noqa: N802 - protobuf's name
        """Which of the two it is."""
        ...


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """What is taken."""

    max_bytes: int = 64 * 1024 * 1024
    """The whole file."""
    idle: timedelta = timedelta(seconds=30)
    """The longest silence between two messages."""


@dataclass(frozen=True, slots=True)
class Upload(Generic[H]):
    """A file that came complete. `file` stands at its start and is gone after the block."""

    header: H
    file: IO[bytes]
    size_bytes: int
    sha256: bytes


@asynccontextmanager
async def receive(messages: AsyncIterator[Part[H]], limits: UploadLimits | None = None) -> AsyncIterator[Upload[H]]:
    """Take a whole upload. Raises `InvalidArgument` (UPLOAD_MALFORMED, UPLOAD_TOO_LARGE, UPLOAD_HASH_MISMATCH) or
    `DeadlineExceeded` (UPLOAD_IDLE); nothing is left behind in either case."""
    limits = limits or UploadLimits()
    with tempfile.SpooledTemporaryFile(max_size=SPOOL_BYTES) as file:
        try:
            upload = await _store(messages, limits, file)
        except InvalidArgument:
            await _discard(messages)
            raise
        yield upload


async def _store(messages: AsyncIterator[Part[H]], limits: UploadLimits, file: IO[bytes]) -> Upload[H]:
    first = await _next(messages, limits)
    if first is None or first.WhichOneof("part") != "header":
        raise _malformed(1, "the first message is the header")
    header = first.header
    announced = header.size_bytes
    if announced > limits.max_bytes:
        raise _too_large(limits)
    most_chunks = announced // CRUMB_BYTES + SPARE_CHUNKS
    digest, size, sequence = hashlib.sha256(), 0, 1

    def store(chunk: bytes) -> None:
        digest.update(chunk)
        file.write(chunk)

    while (message := await _next(messages, limits)) is not None:
        sequence += 1
        if message.WhichOneof("part") != "chunk":
            raise _malformed(sequence, "all messages after the first are chunks")
        if sequence > most_chunks:
            raise _malformed(sequence, "the chunks are too small; send 64 to 256 KiB each")
        size += len(message.chunk)
        if size > limits.max_bytes:
            raise _too_large(limits)
        if size > announced:
            raise _mismatch(size)
        # Disk and hash in a thread: a slow disk must not stop the loop.
        await asyncio.to_thread(store, message.chunk)
    if size != announced or digest.hexdigest() != header.sha256:
        raise _mismatch(size)
    file.seek(0)
    return Upload(header, file, size, digest.digest())


async def _discard(messages: AsyncIterator[Part[H]]) -> None:
    """Read on for a moment. A client of grpcio that is just writing when its call is refused makes INTERNAL of the
    refusal (2 of 100 with small chunks); one that has finished, or waits for the window, gets the reason."""
    left = DISCARD_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_SECONDS):
            while left > 0:
                with suppress(InvalidArgument):  # More of what the proto's rules refuse.
                    message = await anext(messages, None)
                    if message is None:
                        return
                    left -= max(1, len(message.chunk))


async def _next(messages: AsyncIterator[Part[H]], limits: UploadLimits) -> Part[H] | None:
    idle = asyncio.timeout(limits.idle.total_seconds())
    try:
        async with idle:
            return await anext(messages, None)
    except TimeoutError:
        if not idle.expired():
            raise
        seconds = f"{limits.idle.total_seconds():g}"
        raise DeadlineExceeded(
            f"No chunk came for {seconds} seconds.",
            reason=ErrorReason.ERROR_REASON_UPLOAD_IDLE,
            metadata={"idle_seconds": seconds},
        ) from None


def _malformed(sequence: int, rule: str) -> InvalidArgument:
    reason = ErrorReason.ERROR_REASON_UPLOAD_MALFORMED
    return InvalidArgument("part", rule, reason=reason, metadata={"sequence": str(sequence)})


def _too_large(limits: UploadLimits) -> InvalidArgument:
    reason = ErrorReason.ERROR_REASON_UPLOAD_TOO_LARGE
    metadata = {"limit_bytes": str(limits.max_bytes)}
    return InvalidArgument("header.size_bytes", f"at most {limits.max_bytes} bytes", reason=reason, metadata=metadata)


def _mismatch(size: int) -> InvalidArgument:
    reason = ErrorReason.ERROR_REASON_UPLOAD_HASH_MISMATCH
    metadata = {"received_bytes": str(size)}
    return InvalidArgument(
        "header.sha256", "size and SHA-256 are not those of the file", reason=reason, metadata=metadata
    )
