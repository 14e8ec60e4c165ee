"""Statements prepared once for each connection, several of them in one write and one wait.

What a driver does around a small query costs more than the query itself. psycopg's own pipeline writes statement by
statement, for each of which the server wakes, and waits at each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psycopg import abc, errors
from psycopg.adapt import PyFormat, Transformer
from psycopg.generators import fetch_many, send
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from services.common.db.connection import Connection

# Statements of one connection; each holds some hundred kilobytes of the server's memory.
MOST_PREPARED = 60

Asked = tuple[str, Sequence[Any]]
"""A statement with `$1`, `$2` … for values, and the values."""


async def fetch_together(connection: Connection, *asked: Asked) -> list[list[dict[str, Any]]]:
    """The rows of each statement, run one after the other as one implicit transaction.

    When this raises, whatever the reason, nobody knows which names the server has learned: the connection has to be
    closed.
    """
    return await connection.wait(_run(connection, asked))


def _run(connection: Connection, asked: Sequence[Asked]) -> abc.PQGen[list[list[dict[str, Any]]]]:
    pgconn, names = connection.pgconn, connection.prepared
    pgconn.enter_pipeline_mode()
    # What reads the result of each command; None where it has no rows.
    readers: list[abc.Transformer | None] = []
    for text, values in asked:
        transformer: abc.Transformer = Transformer(connection)
        content = transformer.dump_sequence(values, [PyFormat.AUTO] * len(values))
        key = text, tuple(transformer.types or ())
        if key not in names:
            names[key] = f"tieout_{next(connection.numbers)}".encode()
            pgconn.send_prepare(names[key], text.encode(), param_types=transformer.types)
            readers.append(None)
        names.move_to_end(key)
        pgconn.send_query_prepared(names[key], content, param_formats=transformer.formats)
        readers.append(transformer)
    while len(names) > MOST_PREPARED:
        pgconn.send_close_prepared(names.popitem(last=False)[1])
        readers.append(None)
    pgconn.pipeline_sync()
    yield from send(pgconn)
    results = []
    for _ in readers:
        results += yield from fetch_many(pgconn)
    yield from fetch_many(pgconn)  # The end of the transaction.
    pgconn.exit_pipeline_mode()
    for result in results:
        if result.status == ExecStatus.FATAL_ERROR:
            raise errors.error_from_result(result)
    return [_rows(reader, result) for reader, result in zip(readers, results, strict=True) if reader is not None]


def _rows(reader: abc.Transformer, result: PGresult) -> list[dict[str, Any]]:
    if result.status != ExecStatus.TUPLES_OK:
        return []
    names = [(result.fname(place) or b"").decode() for place in range(result.nfields)]
    reader.set_pgresult(result)
    return reader.load_rows(0, result.ntuples, lambda values: dict(zip(names, values, strict=True)))
