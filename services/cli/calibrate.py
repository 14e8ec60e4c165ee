"""`tieout calibrate`: how near questions are to passages in one embedding space, measured through the services."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from services.cli import floors
from services.cli.bench import Tally, load_user
from services.cli.floors import Scored, TooFew
from services.cli.session import CallFailed, Session, parse_instant
from services.cli.stack import StackError, temporary_stack
from services.cli.state import SERVICES
from services.common import calibration
from services.common.calibration import Benchmark, CalibratedSpace, Calibration
from services.common.tokens import TokenMinter, to_user_id
from tieout.embedder.v1 import embedder_service_pb2
from tieout.retriever.v1 import search_pb2
from tieout.type.v1 import space_pb2

# Two readings of a question have a passage each: neither is a question that the papers do not answer.
NEITHER = frozenset({"ambiguous"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line of questions.jsonl. Without `evidence` its papers do not answer it; `papers` are file names."""

    user: str
    as_of: str
    text: str
    evidence: tuple[str, ...]
    papers: frozenset[str]


def run_calibrate(
    directory: Path, out: Path, space_id: str, rate: float, chart: Path | None, users: Sequence[str]
) -> None:
    """Measure a space on a benchmark with a temporary stack, write its calibration, and draw it where asked to."""
    console = Console(stderr=True)
    labelled = [one for one in read_labelled(directory) if not users or one.user in users]
    if not labelled:
        raise click.ClickException("no labelled question of these users")
    try:
        space, scored = asyncio.run(_measure(directory, labelled, space_id, console))
        found = calibrate(scored, space, Benchmark(_name(directory), digest(directory)), Decimal(str(rate)))
    except (StackError, CallFailed, TooFew) as error:
        raise click.ClickException(str(error)) from None
    console.print(f"written to {calibration.write(found, out)}")
    click.echo(describe(found))
    if chart is not None:
        from services.cli.charts import draw_calibration

        draw_calibration(chart, scored, found)
        console.print(f"drawn in {chart}")


def read_labelled(directory: Path) -> Iterator[Labelled]:
    """The questions that are answered by a passage, and those that no passage answers."""
    for line in (directory / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        content = json.loads(line)
        expect = content["expect"]
        evidence = tuple(expect.get("evidence", ()))
        is_refused = expect["status"] == "refused" and expect.get("reason") not in NEITHER
        if is_refused or (expect["status"] == "answered" and evidence):
            papers = frozenset(one for one in (expect.get("document"), *expect.get("documents", ())) if one)
            shown = () if is_refused else tuple(map(_squeeze, evidence))
            yield Labelled(content["user"], content["as_of"], content["question"], shown, papers)


def digest(directory: Path) -> str:
    """SHA-256 over the names and bytes of the questions and of all papers, in the order of their paths."""
    whole = hashlib.sha256()
    for file in (directory / "questions.jsonl", *sorted((directory / "users").glob("*/documents/*"))):
        content = file.read_bytes()
        whole.update(f"{file.relative_to(directory).as_posix()}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def score(question: Labelled, hits: Sequence[search_pb2.SearchHit]) -> Scored | None:
    """How near the best passage is, and the best one that answers. None where no passage was compared.

    A passage answers when it is of an expected paper and holds as much of the evidence as any does.
    """
    cosines = [(hit.vector_score, hit.passage) for hit in hits if hit.HasField("vector_score")]
    if not cosines:
        return None
    best = max(cosine for cosine, _ in cosines)
    if not question.evidence:
        return Scored(is_answerable=False, best=best)
    held = [
        (sum(one in _squeeze(passage.text) for one in question.evidence), cosine)
        for cosine, passage in cosines
        if not question.papers or passage.document_name in question.papers
    ]
    most = max((count for count, _ in held), default=0)
    right = max((cosine for count, cosine in held if count == most), default=None) if most else None
    return Scored(is_answerable=True, best=best, right=right)


def calibrate(scored: Sequence[Scored], space: space_pb2.Space, benchmark: Benchmark, rate: Decimal) -> Calibration:
    """The calibration of a space. Raises `TooFew`."""
    return Calibration(
        CalibratedSpace(space.space_id, space.model, space.revision, space.width),
        benchmark,
        datetime.now(UTC).date(),
        floors.accept_floor(scored, rate),
        floors.evidence_floor(scored),
        {
            "passages that answer": floors.quantiles([one.right for one in scored if one.right is not None]),
            "best passages of questions to refuse": floors.quantiles(
                [one.best for one in scored if not one.is_answerable]
            ),
        },
    )


def describe(found: Calibration) -> str:
    """What was found, as lines for people."""
    accept, evidence = found.accept, found.evidence
    return (
        f"{found.space.space_id} on {found.benchmark.name} ({found.benchmark.sha256[:12]})\n"
        f"accept from {accept.floor}: {accept.accepted} of {accept.of} questions to refuse reach it, at most"
        f" {accept.bound} at {accept.confidence} confidence (stated: {accept.rate});"
        f" {accept.kept} of the questions to answer do\n"
        f"evidence from {evidence.floor}: {evidence.kept} of {evidence.of} passages that answer reach it,"
        f" at least {evidence.bound}"
    )


async def _measure(
    directory: Path, labelled: Sequence[Labelled], space_id: str, console: Console
) -> tuple[space_pb2.Space, list[Scored]]:
    scored: list[Scored] = []
    async with AsyncExitStack() as opened:
        stack = await opened.enter_async_context(temporary_stack(console.print))
        minter = TokenMinter.load(stack.state)
        targets = {name: stack.addresses[name].data for name in SERVICES}
        space: space_pb2.Space | None = None
        for user in dict.fromkeys(one.user for one in labelled):
            session = await opened.enter_async_context(Session(targets, minter, to_user_id(user)))
            space = space or _chosen(await session.list_spaces(), space_id)
            await load_user(session, directory / "users" / user, Tally())
            for question in (one for one in labelled if one.user == user):
                vector = await session.embed_question(question.text, space.space_id)
                found = await session.search_uncalibrated(question.text, vector, parse_instant(question.as_of))
                if found.summary.missing_vector_count:
                    raise click.ClickException(f"{user}: passages without a vector in {space.space_id}")
                if (one := score(question, found.hits)) is not None:
                    scored.append(one)
            console.print(f"{user}: {len(scored)} questions so far")
    assert space is not None, "there is a question"
    return space, scored


def _chosen(listed: embedder_service_pb2.ListSpacesResponse, space_id: str) -> space_pb2.Space:
    wanted = space_id or listed.question_space_id
    for one in listed.spaces:
        if one.space.space_id == wanted:
            return one.space
    known = ", ".join(one.space.space_id for one in listed.spaces)
    raise click.ClickException(f"no space {wanted!r}; there are: {known}")


def _name(directory: Path) -> str:
    return "/".join(directory.absolute().parts[-2:])


def _squeeze(text: Any) -> str:
    return " ".join(str(text).split())
