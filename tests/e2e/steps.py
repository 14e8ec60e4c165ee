"""What the end-to-end tests do again and again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from services.cli.demo.script import PEOPLE, QUESTIONS, Asked, Person
from services.cli.session import Session, parse_instant
from tieout.answerer.v1 import answer_pb2
from tieout.retriever.v1 import import_pb2

DRAIN_SECONDS = 60.0
SAID_ON = "2026-07-01"

OpenSession = Callable[[str], AbstractAsyncContextManager[Session]]
"""`async with open_session("ines") as session`: calls as that user."""


def person(name: str) -> Person:
    """One of the demonstration's people."""
    return next(one for one in PEOPLE if one.name == name)


async def load(session: Session, who: Person) -> None:
    """Ledgers, documents and statements; returns when the worker has nothing left to do."""
    for ledger in who.ledgers:
        options = import_pb2.ImportOptions(
            account_name=ledger.account_name, currency_code=ledger.currency, time_zone=who.time_zone
        )
        await session.import_file(ledger.path, options)
    for document in who.documents:
        await session.upload(document)
    for statement in who.statements:
        await session.remember(statement, parse_instant(SAID_ON))
    assert await session.drain(DRAIN_SECONDS) == 0


async def ask(session: Session, asked: Asked) -> answer_pb2.Answer:
    """A question of the demonstration, on its day."""
    zone = person(asked.person).time_zone
    return await session.ask(asked.question, parse_instant("2026-10-31", zone), zone)


def question(start: str) -> Asked:
    """The demonstration's question that starts with these words."""
    return next(one for one in QUESTIONS if one.question.startswith(start))
