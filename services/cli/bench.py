"""`tieout bench`: load a benchmark's users, ask its questions, write predictions. It never reads what is expected."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from services.cli.prediction import failed, predict
from services.cli.session import CallFailed, Session, parse_instant
from services.cli.stack import Stack, StackError, temporary_stack
from services.cli.state import SERVICES
from services.common.tokens import TokenMinter, to_user_id

# Reasons of an upload or import that say "not a file that is read here" and nothing worse.
UNREADABLE = ("FORMAT_UNREADABLE", "FORMAT_AMBIGUOUS")
DRAIN_SECONDS = 300.0
ERRORS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Question:
    """One line of questions.jsonl, without what is expected."""

    question_id: str
    user: str
    as_of: str
    text: str


@dataclass(slots=True)
class Tally:
    """What a run came to."""

    skipped: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)


def run_bench(directory: Path, out: Path, users: Sequence[str], limit: int | None, *, keep: bool) -> None:
    """Answer a benchmark on a temporary stack; ends with exit code 1 when a question came to no answer."""
    console = Console(stderr=True)
    questions = list(read_questions(directory / "questions.jsonl", users))[:limit]
    if not questions:
        raise click.ClickException("no question of these users")
    try:
        tally = asyncio.run(_run(directory, questions, out, console, keep=keep))
    except (StackError, CallFailed) as error:
        raise click.ClickException(str(error)) from None
    _summarise(tally, out, console)
    if tally.errors:
        raise SystemExit(1)


def read_questions(path: Path, users: Sequence[str] = ()) -> Iterator[Question]:
    """The questions of these users (none named: all). `expect` is dropped where the line is read."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                content = json.loads(line)
                if not users or content["user"] in users:
                    yield Question(content["id"], content["user"], content["as_of"], content["question"])


async def _run(directory: Path, questions: Sequence[Question], out: Path, console: Console, *, keep: bool) -> Tally:
    tally = Tally()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    async with AsyncExitStack() as opened:
        stack = await opened.enter_async_context(temporary_stack(console.print, keep=keep))
        minter = TokenMinter.load(stack.state)
        users = list(dict.fromkeys(question.user for question in questions))
        sessions = {user: await opened.enter_async_context(_session(stack, minter, user)) for user in users}
        progress = opened.enter_context(Progress(*columns, console=console))
        loading = progress.add_task("loading users", total=len(users))
        for user in users:
            await load_user(sessions[user], directory / "users" / user, tally)
            progress.advance(loading)
        asking = progress.add_task("asking", total=len(questions))
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("w", encoding="utf-8") as file:
            for question in questions:
                _write(file, await _ask(sessions[question.user], question, tally))
                progress.advance(asking)
        if keep:
            console.print(f"kept: TIEOUT_STATE_DIR={stack.state}")
    return tally


def _session(stack: Stack, minter: TokenMinter, user: str) -> Session:
    return Session({name: stack.addresses[name].data for name in SERVICES}, minter, to_user_id(user))


async def load_user(session: Session, directory: Path, tally: Tally) -> None:
    """Ledger, documents and statements of one user, in this order; then wait until all of it is indexed."""
    ledger = directory / "transactions.json"
    if ledger.exists():
        await session.import_file(ledger)
    for path in sorted((directory / "documents").glob("*")):
        try:
            await session.upload(path)
        except CallFailed as error:
            if error.failure.reason not in UNREADABLE:
                raise
            tally.skipped[path.suffix.lower() or "(none)"] += 1
    statements = directory / "statements.jsonl"
    for line in statements.read_text(encoding="utf-8").splitlines() if statements.exists() else ():
        if line.strip():
            said = json.loads(line)
            await session.remember(said["text"], parse_instant(said["at"]))
    if waiting := await session.drain(DRAIN_SECONDS):
        raise click.ClickException(f"{waiting} jobs of {directory.name} still wait after {DRAIN_SECONDS:.0f} s")


async def _ask(session: Session, question: Question, tally: Tally) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        answer = await session.ask(question.text, parse_instant(question.as_of))
        latency = (time.perf_counter() - started) * 1000
        tally.latencies.append(latency)
        prediction = await predict(question.question_id, answer, latency, session.list_rows, session.find_rows)
    except CallFailed as error:
        tally.errors.append(f"{question.question_id}: {error}")
        return failed(question.question_id, str(error), (time.perf_counter() - started) * 1000)
    if prediction["status"] == "answered":
        tally.answered += 1
    else:
        tally.refused[prediction["reason"]] += 1
    return prediction


def _write(file: TextIO, prediction: dict[str, Any]) -> None:
    file.write(json.dumps(prediction, ensure_ascii=False) + "\n")


def _summarise(tally: Tally, out: Path, console: Console) -> None:
    refused = ", ".join(f"{count} {reason}" for reason, count in tally.refused.most_common())
    console.print(f"{tally.answered} answered, {tally.refused.total()} refused ({refused}), {len(tally.errors)} failed")
    if tally.latencies:
        ordered = sorted(tally.latencies)
        console.print(f"Ask: p50 {ordered[len(ordered) // 2]:.1f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.1f} ms")
    if tally.skipped:
        files = ", ".join(f"{count} {suffix}" for suffix, count in sorted(tally.skipped.items()))
        console.print(f"documents that cannot be read yet: {files}")
    for error in tally.errors[:ERRORS_SHOWN]:
        console.print(error, style="red", markup=False)
    console.print(f"written to {out}")
