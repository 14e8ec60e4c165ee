"""The subcommands that talk to a running stack."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click
from google.protobuf.json_format import MessageToJson

from services.cli.render import (
    answer_text,
    document_text,
    import_text,
    preview_text,
    remembered_text,
    verification_text,
)
from services.cli.session import CallFailed, Session, parse_instant
from services.cli.state import SERVICES, read_stack
from services.common.tokens import TokenMinter, to_user_id
from tieout.answerer.v1 import answerer_service_pb2
from tieout.retriever.v1 import import_pb2

T = TypeVar("T")


def import_file(
    state: Path,
    user: str,
    path: Path,
    *,
    account: str,
    currency: str,
    date_order: str | None,
    positive: str | None,
    preview: bool,
) -> None:
    """`tieout import`."""
    options = import_pb2.ImportOptions(
        account_key=account,
        currency_code=currency,
        date_order=f"DATE_ORDER_{date_order}" if date_order else None,
        sign_rule=f"SIGN_RULE_POSITIVE_{positive.upper()}" if positive else None,
    )
    if preview:
        found = _run(state, user, lambda session: session.preview_import(path, options))
        click.echo(preview_text(path.name, found))
        return
    tell = _tell_progress if sys.stderr.isatty() else lambda _: None
    click.echo(import_text(path.name, _run(state, user, lambda session: session.import_file(path, options, tell))))


def _tell_progress(progress: import_pb2.ImportProgress) -> None:
    stage = import_pb2.ImportStage.Name(progress.stage).removeprefix("IMPORT_STAGE_").lower()
    rows = f" {progress.row_count:,} of {progress.row_total:,} rows" if progress.row_total else ""
    click.echo(f"\r\033[K{stage}{rows}", nl=False, err=True)
    if stage == "storing" and progress.row_count == progress.row_total:
        click.echo("\r\033[K", nl=False, err=True)


def upload_file(state: Path, user: str, path: Path) -> None:
    """`tieout upload`."""
    click.echo(document_text(_run(state, user, lambda session: session.upload(path))))


def remember_text(state: Path, user: str, text: str) -> None:
    """`tieout remember`."""
    click.echo(remembered_text(_run(state, user, lambda session: session.remember(text))))


def ask_question(state: Path, user: str, text: str, *, as_of: str | None, time_zone: str, as_json: bool) -> None:
    """`tieout ask`."""
    try:
        instant = parse_instant(as_of, time_zone) if as_of else None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--as-of") from None
    answer = _run(state, user, lambda session: session.ask(text, instant, time_zone))
    click.echo(MessageToJson(answer, preserving_proto_field_name=True) if as_json else answer_text(answer))


def verify_answer(state: Path, user: str, answer_id: str) -> int:
    """`tieout verify`; the exit code."""
    response = _run(state, user, lambda session: session.verify(answer_id))
    click.echo(verification_text(response))
    return int(response.verdict == answerer_service_pb2.VERDICT_BROKEN)


def _run(state: Path, user: str, work: Callable[[Session], Awaitable[T]]) -> T:
    running = read_stack(state)
    if running is None:
        raise click.ClickException(f"no stack runs on {state}; start one with `tieout up`")
    targets = {name: running.addresses[name].data for name in SERVICES}
    minter = TokenMinter.load(state)

    async def run() -> T:
        async with Session(targets, minter, to_user_id(user)) as session:
            return await work(session)

    try:
        return asyncio.run(run())
    except CallFailed as error:
        raise click.ClickException(str(error)) from None
