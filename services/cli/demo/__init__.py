"""`tieout demo`: two people's data, questions, answers with what they rest on, and a check of every one."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

import click
import grpc

from services.cli.demo.script import AS_OF, PEOPLE, QUESTIONS, Asked, Expected, Person
from services.cli.render import answer_text, document_text, import_text, refusal_name, remembered_text, value_text
from services.cli.session import CallFailed, Session, parse_instant
from services.cli.stack import Stack, StackError, temporary_stack
from services.cli.state import SERVICES
from services.common.tokens import TokenMinter, to_user_id
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2
from tieout.retriever.v1 import import_pb2

# Statements were made before the questions, whenever the demonstration runs.
SAID_ON = "2026-07-01"
DRAIN_SECONDS = 60.0


def run_demo() -> int:
    """The exit code: 0 only if every answer was the expected one."""
    try:
        faults = asyncio.run(_run())
    except (StackError, CallFailed) as error:
        raise click.ClickException(str(error)) from None
    return int(bool(faults))


async def _run() -> list[str]:
    started = time.monotonic()
    faults: list[str] = []
    _title("PostgreSQL, five services and a worker")
    async with AsyncExitStack() as opened:
        stack = await opened.enter_async_context(temporary_stack(click.echo))
        minter = TokenMinter.load(stack.state)
        sessions = {
            person.name: await opened.enter_async_context(_session(stack, minter, person.name)) for person in PEOPLE
        }
        for person in PEOPLE:
            await _load(person, sessions[person.name])
        answers = {}
        for asked in QUESTIONS:
            answers[asked] = await _ask(asked, sessions[asked.person], faults)
        await _check_fence(answers, sessions, faults)
        _title("stopping")
    checks = len(QUESTIONS) + 2
    click.echo(f"{checks - len(faults)} of {checks} as expected, {time.monotonic() - started:.1f} s")
    for fault in faults:
        click.secho(f"NOT AS EXPECTED  {fault}", fg="red")
    return faults


def _session(stack: Stack, minter: TokenMinter, name: str) -> Session:
    return Session({one: stack.addresses[one].data for one in SERVICES}, minter, to_user_id(name))


async def _load(person: Person, session: Session) -> None:
    _title(f"{person.name}: {person.about}")
    for ledger in person.ledgers:
        options = import_pb2.ImportOptions(
            account_name=ledger.account_name, currency_code=ledger.currency, time_zone=person.time_zone
        )
        click.echo(import_text(ledger.path.name, await session.import_file(ledger.path, options)))
    for document in person.documents:
        click.echo(document_text(await session.upload(document)))
    for statement in person.statements:
        click.echo(f"“{statement}” " + remembered_text(await session.remember(statement, parse_instant(SAID_ON))))
    if waiting := await session.drain(DRAIN_SECONDS):
        raise StackError(f"{waiting} jobs of {person.name} still wait after {DRAIN_SECONDS:.0f} s; is the worker ill?")


async def _ask(asked: Asked, session: Session, faults: list[str]) -> answer_pb2.Answer:
    _title(f"{asked.person} asks: {asked.question}")
    click.secho(f"({asked.shows})", dim=True)
    person = next(one for one in PEOPLE if one.name == asked.person)
    started = time.perf_counter()
    answer = await session.ask(asked.question, parse_instant(AS_OF, person.time_zone), person.time_zone)
    click.echo(answer_text(answer))
    click.secho(f"  {(time.perf_counter() - started) * 1000:.0f} ms", dim=True)
    fault = find_fault(asked.expected, answer)
    if fault:
        click.secho(f"  NOT AS EXPECTED: {fault}", fg="red")
        faults.append(f"{asked.person}: {asked.question} {fault}")
    return answer


async def _check_fence(
    answers: dict[Asked, answer_pb2.Answer], sessions: dict[str, Session], faults: list[str]
) -> None:
    """An answer of Ines's can be checked by her, and does not exist for Tomas."""
    first = answers[QUESTIONS[0]].answer_id
    _title(f"ines has her first answer computed again, and tomas tries the same with its id {first}")
    verdict = (await sessions["ines"].verify(first)).verdict
    click.echo(f"ines:  {answerer_service_pb2.Verdict.Name(verdict)}")
    if verdict != answerer_service_pb2.VERDICT_HOLDS:
        faults.append("ines: her first answer does not hold when it is computed again")
    try:
        await sessions["tomas"].verify(first)
        faults.append("tomas: he can verify an answer of ines's")
    except CallFailed as error:
        click.echo(f"tomas: {error}")
        if error.failure.code != grpc.StatusCode.NOT_FOUND:
            faults.append(f"tomas: {error}")


def find_fault(expected: Expected, answer: answer_pb2.Answer) -> str:
    """What an answer is that it should not be; empty when it is the expected one."""
    refusal = refusal_name(answer)
    if expected.refusal or refusal:
        return "" if refusal == expected.refusal else f"expected {expected.refusal or expected.value}, not {refusal}"
    value = value_text(answer.grounded.value)
    if expected.value.startswith("…"):
        if expected.value[1:] not in value:
            return f"expected words that hold “{expected.value[1:]}”, not “{value}”"
    elif value != expected.value:
        return f"expected {expected.value}, not {value}"
    row_count = answer.grounded.row_set.row_count
    if expected.rows is not None and row_count != expected.rows:
        return f"expected {expected.rows} rows, not {row_count}"
    # Names of documents are what they name; everything else rests on a row, a passage or a statement.
    if not answer.citations and answer.grounded.value.WhichOneof("value") != "names":
        return "no citation"
    if expected.cites and not any(expected.cites in str(one) for one in answer.citations):
        return f"no citation holds “{expected.cites}”"
    return ""


def _title(text: str) -> None:
    click.echo()
    click.secho(text, bold=True)
