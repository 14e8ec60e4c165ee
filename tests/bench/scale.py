"""What a small user's `Ask` takes among 1,000 users and beside a very large one, against the same among 10.

    python tests/bench/scale.py [--users 1000] [--rows 1000] [--passages 200] [--large 40000] [--rounds 5] [--json FILE]

Two stacks, one with 10 users and one with all of them, are asked the same questions by turns, so that a busy machine
slows both alike. One user's rows and papers are imported as they would be; the other users' are copies of them made in
SQL, table by table, so that every row and index has its real shape. Vectors are clustered unit vectors from a fixed
seed, other ones for each user. The large user has `--large` rows and as many passages. Then vector search is compared
with the true neighbours, for every user; and each table's size is divided by the users. Both stacks are temporary.
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
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import numpy as np
import psycopg
from pgvector import HalfVector
from pgvector.psycopg import register_vector
from psycopg import sql

CHECKOUT = Path(__file__).parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "gen")]

from services.cli.session import Session  # noqa: E402 - the import roots are set above, so that it runs as a script.
from services.cli.stack import Stack, temporary_stack  # noqa: E402
from services.cli.state import SERVICES  # noqa: E402
from services.common.local_embedder import SPACE_ID, WIDTH  # noqa: E402
from services.common.tokens import TokenMinter  # noqa: E402
from services.common.types import UserId  # noqa: E402
from tests.bench.ask_latency import AS_OF, QUESTIONS, ledger_of  # noqa: E402
from tests.bench.documents import papers_of, questions_of  # noqa: E402
from tests.bench.processes import quantile  # noqa: E402
from tieout.retriever.v1 import retriever_service_pb2, retriever_service_pb2_grpc  # noqa: E402
from tieout.type.v1.space_pb2 import Vectors  # noqa: E402

SEED = 20261130
FEW = 10
DRAIN_SECONDS = 900.0
CLUSTERS = 20
NEAREST = 10
WANTED_RATIO = 1.3
TEMPLATE = UserId(uuid.UUID(int=0xA << 124 | 4 << 76 | 8 << 60))
LARGE = UserId(uuid.UUID(int=0xB << 124 | 4 << 76 | 8 << 60))

USERS_TABLES = """
SELECT c.oid::regclass::text, array_agg(a.attname::text ORDER BY a.attnum)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relkind = 'r' AND n.nspname IN ('retriever', 'graph', 'memory', 'answerer')
GROUP BY c.oid HAVING 'user_id' = ANY (array_agg(a.attname))
"""
# Another document of the same content: ids, segments and passages are moved on by as many as there are.
MOVED = {
    "document_id": "md5(document_id::text || copy)::uuid",
    "passage_id": "passage_id + copy * %(passages)s",
    "first_passage_id": "first_passage_id + copy * %(passages)s",
    "last_passage_id": "last_passage_id + copy * %(passages)s",
    "segment": "segment + copy * %(segments)s",
    "caller_key": "caller_key || ' ' || copy",
    "display_name": "display_name || ' ' || copy",
    # Of the papers of a family only the one in force is searched: each copy is a family of its own.
    "family_id": "md5(family_id::text || copy)::uuid",
    "passage_ids": "ARRAY(SELECT one + copy * %(passages)s FROM unnest(passage_ids) AS one)",
}
DOCUMENT_TABLES = ("document", "parent", "passage", "cell", "posting")


def small(number: int) -> UserId:
    """The user of that number; 0 is the one whose rows were imported."""
    return UserId(uuid.UUID(int=TEMPLATE.int + number))


async def import_for(stack: Stack, user: UserId, rows: int, papers: Sequence[tuple[str, str]]) -> None:
    """The real way, and wait until the worker has done what follows."""
    with tempfile.TemporaryDirectory() as directory:
        async with session(stack, user) as calls:
            ledger = Path(directory) / "transactions.json"
            ledger.write_bytes(ledger_of(rows))
            assert (await calls.import_file(ledger)).added_count == rows
            for name, text in papers:
                (Path(directory) / name).write_text(text, encoding="utf-8")
                await calls.upload(Path(directory) / name)
            assert await calls.drain(DRAIN_SECONDS) == 0


def session(stack: Stack, user: UserId) -> Session:
    """Calls as that user."""
    return Session({name: stack.addresses[name].data for name in SERVICES}, TokenMinter.load(stack.state), user)


def copy_users(connection: psycopg.Connection[Any], count: int) -> None:
    """Users 1 to `count` - 1: whatever the first one has, in every table but the vectors."""
    users = [small(number) for number in range(1, count)]
    for name, columns in connection.execute(USERS_TABLES).fetchall():
        if "vector_" in name:
            continue
        listed = sql.SQL(", ").join(map(sql.Identifier, columns))
        values = sql.SQL(", ").join(
            sql.SQL("u.id") if column == "user_id" else sql.SQL("t.{}").format(sql.Identifier(column))
            for column in columns
        )
        query = sql.SQL("INSERT INTO {} ({}) SELECT {} FROM {} AS t, unnest(%s::uuid[]) AS u(id) WHERE t.user_id = %s")
        table = sql.Identifier(*name.split("."))
        connection.execute(query.format(table, listed, values, table), (users, TEMPLATE))


def grow_papers(connection: psycopg.Connection[Any], passages: int) -> None:
    """The large user's papers: the template's, so often that there are about so many passages."""
    found = connection.execute(
        "SELECT last_passage_id, last_segment, passage_count FROM retriever.document_writer WHERE user_id = %s",
        (TEMPLATE,),
    ).fetchone()
    assert found is not None
    last, segments, held = found
    copies = max(1, passages // held)
    tables = dict(connection.execute(USERS_TABLES).fetchall())
    for short in DOCUMENT_TABLES:
        columns = tables[f"retriever.{short}"]
        values = ", ".join("%(large)s" if one == "user_id" else MOVED.get(one, f'"{one}"') for one in columns)
        listed = ", ".join(f'"{one}"' for one in columns)
        connection.execute(
            f"INSERT INTO retriever.{short} ({listed}) SELECT {values}"
            f" FROM retriever.{short}, generate_series(0, %(copies)s - 1) AS copy WHERE user_id = %(template)s",
            {"large": LARGE, "template": TEMPLATE, "passages": last, "segments": segments, "copies": copies},
        )
    connection.execute(
        "INSERT INTO retriever.document_writer SELECT %(large)s, passage_count * %(n)s, length_sum * %(n)s,"
        " last_passage_id * %(n)s, last_segment * %(n)s FROM retriever.document_writer WHERE user_id = %(template)s",
        {"large": LARGE, "n": copies, "template": TEMPLATE},
    )


def fill_vectors(connection: psycopg.Connection[Any], source: np.random.Generator) -> None:
    """For every passage one that lies near one of twenty centres of its user's."""
    register_vector(connection)
    table = f"retriever.vector_{WIDTH}"
    connection.execute(f"DELETE FROM {table} WHERE space_id = %s", (SPACE_ID,))
    passages: dict[uuid.UUID, list[int]] = defaultdict(list)
    for user, passage in connection.execute("SELECT user_id, passage_id FROM retriever.passage ORDER BY 1, 2"):
        passages[user].append(passage)
    into = f"COPY {table} (user_id, space_id, passage_id, embedding) FROM STDIN WITH (FORMAT binary)"
    with connection.cursor().copy(into) as copy:
        copy.set_types(["uuid", "text", "int8", "halfvec"])
        for user, held in passages.items():
            centres = source.normal(size=(CLUSTERS, WIDTH))
            made = centres[source.integers(CLUSTERS, size=len(held))] + source.normal(0, 0.5, (len(held), WIDTH))
            made /= np.linalg.norm(made, axis=1, keepdims=True)
            for passage, vector in zip(held, made.astype(np.float32), strict=True):
                copy.write_row((user, SPACE_ID, passage, HalfVector(vector)))


async def fill(stack: Stack, users: int, chosen: argparse.Namespace) -> None:
    """A stack with that many small users, and the large one where there are more than a few."""
    papers = list(papers_of(chosen.passages))
    await import_for(stack, TEMPLATE, chosen.rows, papers)
    if users > FEW:
        await import_for(stack, LARGE, chosen.large, [])
    # What it would do meanwhile for a thousand users is not asked here.
    await stack.end("worker")
    await asyncio.to_thread(fill_by_copies, stack, users, chosen)


def fill_by_copies(stack: Stack, users: int, chosen: argparse.Namespace) -> None:
    """All that is not imported."""
    with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
        # Neither triggers nor references: the rows are copies of some that were checked.
        connection.execute("SET session_replication_role = replica")
        copy_users(connection, users)
        if users > FEW:
            grow_papers(connection, chosen.large)
        fill_vectors(connection, np.random.default_rng(SEED))
        connection.execute("VACUUM (ANALYZE)")


async def ask_both(few: Stack, many: Stack, users: int, rounds: int) -> dict[str, Any]:
    """The same questions to both by turns, as ten users of each; the first round is not counted."""
    source = random.Random(SEED)
    sampled = [small(number) for number in source.sample(range(1, users), FEW - 1)]
    taken: dict[str, dict[str, list[float]]] = {kind: {"few": [], "many": []} for kind in ("ledger", "documents")}
    outcomes: dict[str, list[str]] = {"few": [], "many": []}
    asked = [("ledger", one) for one in QUESTIONS] + [("documents", one) for one in questions_of(5)]
    async with AsyncExitStack() as opened:
        pairs = [
            {
                "few": await opened.enter_async_context(session(few, small(place + 1))),
                "many": await opened.enter_async_context(session(many, user)),
            }
            for place, user in enumerate(sampled)
        ]
        for number in range(rounds + 1):
            for kind, question in asked:
                for pair in pairs:
                    for name in source.sample(["few", "many"], 2):
                        started = time.perf_counter()
                        answer = await pair[name].ask(question, AS_OF)
                        if number:
                            taken[kind][name].append((time.perf_counter() - started) * 1000)
                            outcomes[name].append(answer.WhichOneof("outcome") or "")
    assert outcomes["few"].count("grounded") == outcomes["many"].count("grounded"), "both hold the same data"
    found: dict[str, Any] = {"asked": len(outcomes["few"]), "grounded": outcomes["few"].count("grounded")}
    for kind, both in taken.items():
        figures = {name: {share: quantile(both[name], share) for share in (0.5, 0.95)} for name in both}
        found[kind] = figures | {"ratio_p95": figures["many"][0.95] / figures["few"][0.95]}
    return found


async def recall(stack: Stack, users: int) -> dict[str, Any]:
    """The share of the true ten nearest that `Search` finds, the lowest and the mean of all users."""
    source = np.random.default_rng(SEED + 1)
    minter = TokenMinter.load(stack.state)
    shares: list[float] = []
    taken: dict[str, list[float]] = {"small": [], "large": []}
    with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
        register_vector(connection)
        async with grpc.aio.insecure_channel(stack.addresses["retriever"].data) as channel:
            stub: Any = retriever_service_pb2_grpc.RetrieverServiceStub(channel)
            for user in (*(small(number) for number in range(users)), LARGE):
                rows = connection.execute(
                    f"SELECT embedding FROM retriever.vector_{WIDTH} WHERE user_id = %s AND space_id = %s",
                    (user, SPACE_ID),
                ).fetchall()
                held = np.stack([row[0].to_numpy() for row in rows]).astype(np.float32)
                near = held[source.integers(len(held))] + source.normal(0, 0.02, WIDTH)
                probe = (near / np.linalg.norm(near)).astype(np.float32)
                asked = probe.astype(np.float16).astype(np.float32)
                true = np.sort(held @ asked / np.linalg.norm(held, axis=1) / np.linalg.norm(asked))[-NEAREST:]
                request = retriever_service_pb2.SearchRequest(
                    query="zzz", page_size=NEAREST, uncalibrated=True,
                    vector=Vectors(space_id=SPACE_ID, width=WIDTH, count=1, data=probe.astype("<f4").tobytes()),
                )  # fmt: skip
                metadata = (("authorization", f"Bearer {minter.mint(user).reveal()}"),)
                started = time.perf_counter()
                response = await stub.Search(request, metadata=metadata, timeout=60)
                taken["large" if user == LARGE else "small"].append((time.perf_counter() - started) * 1000)
                # By their scores, to the fourth digit: passages of equal distance are equally near.
                shares.append(sum(hit.vector_score >= true[0] - 1e-4 for hit in response.hits) / NEAREST)
    times = {name: quantile(values, 0.5) for name, values in taken.items()}
    return {"users": len(shares), "lowest": min(shares), "mean": sum(shares) / len(shares), "p50_ms": times}


def sizes(stack: Stack, users: int) -> Iterator[tuple[str, int, int, float]]:
    """Table, rows, bytes with its indexes, and kilobytes of one small user: its share of the rows."""
    with psycopg.connect(stack.database.admin_dsn(), autocommit=True) as connection:
        for name, _ in connection.execute(USERS_TABLES).fetchall():
            table = sql.Identifier(*name.split("."))
            query = sql.SQL("SELECT count(*), count(*) FILTER (WHERE user_id = %s), pg_total_relation_size(%s) FROM {}")
            found = connection.execute(query.format(table), (small(1), name)).fetchone()
            assert found is not None
            rows, own, held = found
            if rows > users:
                yield name, rows, held, held * own / rows / 1000


async def main() -> int:
    """Start, fill, measure, print; 1 where a small user pays for the others or a neighbour is not found."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--users", type=int, default=1000)
    options.add_argument("--rows", type=int, default=1000)
    options.add_argument("--passages", type=int, default=200)
    options.add_argument("--large", type=int, default=40_000)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    async with temporary_stack() as few, temporary_stack() as many:
        started = time.perf_counter()
        await fill(few, FEW, chosen)
        await fill(many, chosen.users, chosen)
        say(f"{chosen.users} users and a large one filled in {time.perf_counter() - started:.0f} s")
        asked = await ask_both(few, many, chosen.users, chosen.rounds)
        say(f"{asked['asked']} questions to each, {asked['grounded']} answered, load {os.getloadavg()[0]:.1f}")
        for kind in ("ledger", "documents"):
            one = asked[kind]
            say(
                f"Ask, {kind:9}: among {FEW} p50 {one['few'][0.5]:.1f} ms, p95 {one['few'][0.95]:.1f} ms;"
                f" among {chosen.users} p50 {one['many'][0.5]:.1f} ms, p95 {one['many'][0.95]:.1f} ms;"
                f" p95 {one['ratio_p95']:.2f} times"
            )
        found = await recall(many, chosen.users)
        say(
            f"vector search against exact, {found['users']} users: recall lowest {found['lowest']:.3f}, mean"
            f" {found['mean']:.3f}; Search p50 {found['p50_ms']['small']:.1f} ms, of the large one"
            f" {found['p50_ms']['large']:.1f} ms"
        )
        held = list(sizes(many, chosen.users))
        for name, rows, size, own in sorted(held, key=lambda one: -one[2]):
            say(f"  {name:28} {rows:10} rows  {size / 1e6:8.1f} MB  {own:8.1f} kB a small user")
        say(f"  {'together':44} {sum(one[2] for one in held) / 1e6:8.1f} MB  {sum(one[3] for one in held):8.1f} kB")
    if chosen.json:
        chosen.json.write_text(json.dumps({"asked": asked, "recall": found, "sizes": held}, indent=1))
    fine = found["lowest"] == 1.0 and all(asked[kind]["ratio_p95"] <= WANTED_RATIO for kind in ("ledger", "documents"))
    return 0 if fine else 1


def say(line: str) -> None:
    """At once, as a run takes minutes."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
