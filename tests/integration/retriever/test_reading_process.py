"""Strangers' files are read in a process of their own: whatever they are, the service answers and stays up."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from services.common import deadline
from services.common.errors import InvalidArgument
from services.retriever.documents import reading_process
from services.retriever.documents.model import MediaType, SourceTable
from services.retriever.documents.reading_process import ReadingProcess
from tests.unit.retriever.pdf_files import GRID, HEAD, drawn, flowing, lines, table, text, title

SECONDS = 60


def long_agreement(paragraphs: int) -> bytes:
    return flowing(
        title("Agreement"), *[text("The bank may close an unused account. " * 15) for _ in range(paragraphs)]
    )


async def test_a_pdf_comes_back_from_its_process_with_its_tables() -> None:
    content = flowing(title("Fees"), table([["Service", "Fee"], ["Overdraft", "$35"]], GRID, HEAD))
    media_type, reading = await ReadingProcess().read(content)
    assert media_type is MediaType.PDF
    assert any(isinstance(block, SourceTable) and block.rows[1][1].text == "$35" for block in reading.blocks)


async def test_the_loop_goes_on_while_files_are_read() -> None:
    process = ReadingProcess(running=1)
    reading = asyncio.gather(*(process.read(long_agreement(40)) for _ in range(2)))
    ticks = 0
    while not (await asyncio.wait({reading}, timeout=0.01))[0]:
        ticks += 1
    assert len(await reading) == 2
    assert ticks > 10


async def test_a_file_that_takes_too_long_is_refused_and_its_process_is_gone() -> None:
    content = long_agreement(1500)
    async with asyncio.timeout(SECONDS):
        context = asyncio.create_task(_read_within(content, 0.5 + reading_process.MARGIN_SECONDS))
        with pytest.raises(InvalidArgument, match="longer than a file is given"):
            await context


async def _read_within(content: bytes, seconds: float) -> None:
    deadline.set_budget(seconds)
    await ReadingProcess().read(content)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"%PDF-1.7 and no more", "damaged"),
        (drawn(lambda canvas: lines(canvas, 72, 700, ["secret"]), encrypt="open sesame"), "password"),
        (b"PK\x03\x04 and no more", "ZIP"),
    ],
)
async def test_a_refusal_comes_back_with_its_reason(content: bytes, reason: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        await ReadingProcess().read(content)
    assert caught.value.reason_name == "FORMAT_UNREADABLE"
    assert reason in caught.value.metadata["detail"]


async def test_a_reader_that_dies_refuses_its_file_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "services" / "retriever" / "documents"
    package.mkdir(parents=True)
    (package / "__main__.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    for folder in (package, package.parent, package.parent.parent):
        (folder / "__init__.py").touch()
    with monkeypatch.context() as changed:
        changed.setattr(sys, "path", [str(tmp_path), *sys.path])
        with pytest.raises(InvalidArgument, match="its reader failed"):
            await ReadingProcess().read(b"%PDF-1.7 whatever")
    media_type, _ = await ReadingProcess().read(drawn(lambda canvas: lines(canvas, 72, 700, ["The fee is $35."])))
    assert media_type is MediaType.PDF


async def test_the_process_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIEOUT_RETRIEVER_DATABASE_DSN", "postgresql://secret")
    assert not any(name.startswith("TIEOUT") for name in reading_process.environment())


async def test_damaged_files_are_read_or_refused() -> None:
    content = flowing(
        title("Fees"), text("The overdraft fee is $35."), table([["Service", "Fee"], ["Wire", "$25"]], GRID)
    )
    chance = random.Random(5)
    process = ReadingProcess()
    for _ in range(12):
        damaged = bytearray(content)
        for _ in range(chance.choice((1, 8, 64))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        cut = chance.choice((len(damaged), chance.randrange(len(damaged))))
        said = await outcome(process, bytes(damaged[:cut]))
        assert said != "its reader failed on it"


async def outcome(process: ReadingProcess, content: bytes) -> str:
    """The format and the number of tables, or why the file is refused."""
    try:
        async with asyncio.timeout(SECONDS):
            media_type, reading = await process.read(content)
    except InvalidArgument as refusal:
        return refusal.metadata["detail"]
    return f"{media_type.name} {sum(isinstance(one, SourceTable) for one in reading.blocks)}"
