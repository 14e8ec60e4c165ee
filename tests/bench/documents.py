"""How long `UploadDocument`, `Search` and an `Ask` of documents take, over a whole stack on this machine, and how large
their indexes are.

    python tests/bench/documents.py [--vault tests/eval/vault/dev] [--people v01,v05] [--passages 2000] [--rounds 1]

First the papers and questions of a benchmark, each person's apart; then one person with so many passages, made from a
fixed seed. One caller, one call after the other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import psycopg

CHECKOUT = Path(__file__).parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "gen")]

from services.cli.bench import read_questions  # noqa: E402 - the import roots are set above, so that it runs as a script.
from services.cli.session import CallFailed, Session, parse_instant  # noqa: E402
from services.cli.stack import Stack, temporary_stack  # noqa: E402
from services.cli.state import SERVICES  # noqa: E402
from services.common.tokens import TokenMinter, to_user_id  # noqa: E402
from services.common.types import UserId  # noqa: E402
from tests.bench import processes  # noqa: E402
from tests.bench.processes import quantile  # noqa: E402
from tieout.embedder.v1 import embedder_service_pb2, embedder_service_pb2_grpc  # noqa: E402
from tieout.retriever.v1 import retriever_service_pb2, retriever_service_pb2_grpc  # noqa: E402

SEED = 20261130
AS_OF = "2026-10-31T20:00:00Z"
DRAIN_SECONDS = 900.0
SECTIONS_OF_A_PAPER = 25
TABLES = ("document", "passage", "cell", "posting", "vector_384")
FEES = (
    "wire transfer", "overdraft", "stop payment", "cash advance", "late payment", "foreign transaction",
    "paper statement", "account closing", "returned deposit", "safe deposit box", "cashier's check", "dormant account",
)  # fmt: skip
BANKS = ("Alder", "Brook", "Cove", "Dune", "Elm", "Fern", "Glade", "Heath", "Isle", "Jetty", "Knoll", "Ledge")
PHRASES = (
    "is charged once in each statement period in which it occurs",
    "is waived where the average daily balance is kept above the minimum",
    "does not apply to accounts that were opened before the effective date",
    "is posted on the business day after the event and shown on the statement",
    "may be refunded within sixty days where the bank was at fault",
    "is shared between the holders of a joint account in equal parts",
)


@dataclass
class Taken:
    """Milliseconds by what was called, and how the asked ended."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    ends: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    async def call(self, name: str, call: Callable[[], Awaitable[Any]]) -> Any:
        """Time one call."""
        started = time.perf_counter()
        found = await call()
        self.times[name].append((time.perf_counter() - started) * 1000)
        return found


def papers_of(passages: int) -> Iterator[tuple[str, str]]:
    """Markdown files with fee tables and paragraphs, about so many passages in all: each section is two."""
    source = random.Random(SEED)
    for number in range(max(1, passages // (2 * SECTIONS_OF_A_PAPER))):
        bank = f"{source.choice(BANKS)} {number} Bank"
        parts = [f"# {bank} - Schedule of fees\n\nEffective 1 March 2026\n"]
        for section in range(SECTIONS_OF_A_PAPER):
            fees = source.sample(FEES, 6)
            rows = "".join(f"| {fee.capitalize()} | ${source.randrange(1, 60)}.00 | each |\n" for fee in fees)
            said = " ".join(f"The {source.choice(FEES)} fee {source.choice(PHRASES)}." for _ in range(12))
            parts.append(
                f"\n## {bank} account type {section}\n\n| Fee | Amount | Per |\n|---|---|---|\n{rows}\n{said}\n"
            )
        yield f"{bank} fees.md", "".join(parts)


def questions_of(count: int) -> list[str]:
    """Questions that those papers answer or nearly answer."""
    source = random.Random(SEED + 1)
    return [
        f"What is the {source.choice(FEES)} fee of {source.choice(BANKS)} {source.randrange(40)} Bank"
        f" for account type {source.randrange(SECTIONS_OF_A_PAPER)}?"
        for _ in range(count)
    ]


@asynccontextmanager
async def person(stack: Stack, minter: TokenMinter, user: UserId) -> AsyncIterator[tuple[Session, Any, Any]]:
    """A session of the user, and a function for each of Search and Embed."""
    async with Session({name: stack.addresses[name].data for name in SERVICES}, minter, user) as session:
        metadata = (("authorization", f"Bearer {minter.mint(user).reveal()}"),)
        retriever_channel = grpc.aio.insecure_channel(stack.addresses["retriever"].data)
        embedder_channel = grpc.aio.insecure_channel(stack.addresses["embedder"].data)
        async with retriever_channel, embedder_channel:
            retriever: Any = retriever_service_pb2_grpc.RetrieverServiceStub(retriever_channel)
            embedder: Any = embedder_service_pb2_grpc.EmbedderServiceStub(embedder_channel)

            async def search(text: str, vector: Any = None) -> Any:
                request = retriever_service_pb2.SearchRequest(query=text, page_size=50, vector=vector)
                return await retriever.Search(request, metadata=metadata)

            async def embed(text: str) -> Any:
                kind = embedder_service_pb2.TEXT_KIND_QUESTION
                request = embedder_service_pb2.EmbedRequest(texts=[text], kind=kind)
                return (await embedder.Embed(request, metadata=metadata)).vectors

            yield session, search, embed


async def ask_all(people: Any, questions: Sequence[tuple[str, str]], taken: Taken) -> None:
    """Search by keyword, embed, search by vector, ask: each question in turn."""
    session, search, embed = people
    for text, as_of in questions:
        await taken.call("Search, keywords", lambda text=text: search(text))  # type: ignore[misc]
        vector = await taken.call("Embed the question", lambda text=text: embed(text))  # type: ignore[misc]
        await taken.call("Search, fused", lambda text=text, vector=vector: search(text, vector))  # type: ignore[misc]
        instant = parse_instant(as_of)
        try:
            answer = await taken.call("Ask", lambda text=text, instant=instant: session.ask(text, instant))  # type: ignore[misc]
        except CallFailed as error:
            taken.ends[error.failure.code.name] += 1
            continue
        taken.ends[answer.WhichOneof("outcome") or ""] += 1


async def measure_vault(
    stack: Stack, minter: TokenMinter, vault: Path, names: Sequence[str], rounds: int, taken: Taken
) -> int:
    """Upload each person's papers and ask what is asked of them."""
    asked = list(read_questions(vault / "questions.jsonl", names))
    for user in dict.fromkeys(one.user for one in asked):
        async with person(stack, minter, to_user_id(user)) as people:
            for path in sorted((vault / "users" / user / "documents").glob("*")):
                try:
                    await taken.call("UploadDocument", lambda path=path: people[0].upload(path))  # type: ignore[misc]
                except CallFailed:
                    taken.ends["not read"] += 1
            await people[0].drain(DRAIN_SECONDS)
            for _ in range(rounds):
                await ask_all(people, [(one.text, one.as_of) for one in asked if one.user == user], taken)
    return len(asked) * rounds


async def measure_large(stack: Stack, minter: TokenMinter, passages: int, rounds: int, taken: Taken) -> int:
    """One person with so many passages."""
    async with person(stack, minter, UserId(uuid.UUID(int=SEED))) as people:
        with tempfile.TemporaryDirectory() as directory:
            for name, text in papers_of(passages):
                path = Path(directory) / name
                path.write_text(text, encoding="utf-8")
                await taken.call("UploadDocument", lambda path=path: people[0].upload(path))  # type: ignore[misc]
        started = time.perf_counter()
        await people[0].drain(DRAIN_SECONDS)
        taken.times["until all vectors are there"].append((time.perf_counter() - started) * 1000)
        questions = questions_of(20 * rounds)
        await ask_all(people, [(one, AS_OF) for one in questions], taken)
    return len(questions)


def sizes(stack: Stack) -> Iterator[str]:
    """Rows, and the size of each table and of its indexes."""
    with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE)")
        yield "on disk                     rows        table      indexes"
        for table in TABLES:
            found = connection.execute(
                f"SELECT (SELECT count(*) FROM retriever.{table}), pg_table_size('retriever.{table}'),"
                f" pg_indexes_size('retriever.{table}')"
            ).fetchall()
            ((count, held, indexes),) = found
            yield f"  {table:22} {count:8}  {held / 1e6:8.1f} MB  {indexes / 1e6:8.1f} MB"


def table(taken: Taken, stages: dict[str, list[float]]) -> Iterator[str]:
    """What was found, as lines for people."""
    for name, values in taken.times.items():
        yield (
            f"  {name:28} p50 {quantile(values, 0.5):8.1f} ms  p95 {quantile(values, 0.95):8.1f} ms"
            f"  p99 {quantile(values, 0.99):8.1f} ms  ({len(values)})"
        )
    yield f"  {', '.join(f'{count} {end}' for end, count in taken.ends.items())}"
    for stage, values in stages.items():
        times = f"p50 {quantile(values, 0.5):8.1f} ms  p99 {quantile(values, 0.99):8.1f} ms"
        yield f"    Ask, {stage:18} {times}  ({len(values)})"


async def main() -> None:
    """Start, measure, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--vault", type=Path, default=CHECKOUT / "tests/eval/vault/dev")
    options.add_argument("--people", default="", help="of the vault, with commas; none: all")
    options.add_argument("--passages", type=int, default=2000)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    found: dict[str, Any] = {}
    async with temporary_stack() as stack:
        minter = TokenMinter.load(stack.state)
        for name in ("papers", "passages"):
            taken, ends, spent = Taken(), processes.log_ends(stack), processes.cpu(stack)
            if name == "papers":
                asked = await measure_vault(
                    stack, minter, chosen.vault, chosen.people.split(",") if chosen.people else (), chosen.rounds, taken
                )
            else:
                asked = await measure_large(stack, minter, chosen.passages, chosen.rounds, taken)
            told = processes.calls(stack, ends)
            sys.stdout.write(
                f"{name} ({chosen.vault if name == 'papers' else chosen.passages}), load {os.getloadavg()[0]:.1f}\n"
            )
            sys.stdout.writelines(f"{line}\n" for line in table(taken, told["Ask"].stages))
            lines = processes.tables(spent, processes.cpu(stack), asked, told, processes.memory(stack))
            sys.stdout.writelines(f"{line}\n" for line in lines)
            sys.stdout.flush()
            found[name] = {"times": taken.times, "ends": taken.ends}
        sys.stdout.writelines(f"{line}\n" for line in sizes(stack))
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    asyncio.run(main())
