"""The `tieout` command. Each subcommand imports what it needs when it runs, so that `--help` is quick."""

from __future__ import annotations

import os
from pathlib import Path

import click

from services.cli.state import PROCESSES, state_directory

# gRPC's own chatter about connections that come and go is nothing for a terminal.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

USER = click.option(
    "--user", envvar="TIEOUT_USER", default="me", show_default=True, help="Whose data: any name, or a UUID."
)
AS_OF = click.option("--as-of", metavar="DATE", help="“Today” of the question, YYYY-MM-DD or RFC 3339. Default: now.")
FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where keys, database and addresses are kept. Default: TIEOUT_STATE_DIR, or .tieout in the checkout.",
)
@click.pass_context
def cli(context: click.Context, state: Path | None) -> None:
    """Answers about a person's own money, every number tied to its source."""
    context.obj = state or state_directory()


@cli.command()
@click.option("--any-port", is_flag=True, help="Listen on free ports; stack.json says which.")
@click.pass_obj
def up(state: Path, any_port: bool) -> None:
    """Start PostgreSQL, the five services and the worker, and keep them running until Ctrl-C."""
    from services.cli.stack import run_up

    run_up(state, fixed_ports=not any_port)


@cli.command()
@click.argument("service", type=click.Choice(PROCESSES))
def serve(service: str) -> None:
    """Run one service in this process, with settings from TIEOUT_<SERVICE>_… variables."""
    from services.cli.serving import serve_here

    serve_here(service)


@cli.command()
@click.option("--dsn", envvar="TIEOUT_ADMIN_DSN", help="An administrator's DSN. Default: the embedded PostgreSQL.")
@click.pass_obj
def migrate(state: Path, dsn: str | None) -> None:
    """Bring the database to the newest schema and let it know the key of `tieout token`."""
    from services.cli.stack import run_migrate

    for name in run_migrate(state, dsn):
        click.echo(name)


@cli.command()
@USER
@click.option("--minutes", type=click.IntRange(1, 1440), default=15, show_default=True, help="How long it is good.")
@click.pass_obj
def token(state: Path, user: str, minutes: int) -> None:
    """Print a session token, as a calling back end would mint one."""
    from datetime import timedelta

    from services.common.tokens import TokenMinter, to_user_id

    click.echo(TokenMinter.load(state).mint(to_user_id(user), timedelta(minutes=minutes)).reveal())


@cli.command("import")
@FILE
@USER
@click.option(
    "--account", default="", help="Account to import into, for files that name none. Default: the file's name."
)
@click.option("--currency", default="", help="ISO 4217 code for rows that state none.")
@click.option("--date-order", type=click.Choice(["YMD", "DMY", "MDY"]), help="Where the file fits more than one.")
@click.option("--positive", type=click.Choice(["in", "out"]), help="What a positive amount means, where unclear.")
@click.option("--preview", is_flag=True, help="Say what is understood of the file and store nothing.")
@click.pass_obj
def import_(
    state: Path, file: Path, user: str, account: str, currency: str, date_order: str, positive: str, preview: bool
) -> None:
    """Import a ledger FILE: Plaid pages, OFX, QIF, CSV, camt.053 or MT940."""
    from services.cli.commands import import_file

    import_file(
        state,
        user,
        file,
        account=account,
        currency=currency,
        date_order=date_order,
        positive=positive,
        preview=preview,
    )


@cli.command()
@FILE
@USER
@click.pass_obj
def upload(state: Path, file: Path, user: str) -> None:
    """Upload a document FILE: HTML, Markdown or plain text."""
    from services.cli.commands import upload_file

    upload_file(state, user, file)


@cli.command()
@click.argument("text")
@USER
@click.pass_obj
def remember(state: Path, text: str, user: str) -> None:
    """Tell it something about yourself: “my gym is Iron Temple”."""
    from services.cli.commands import remember_text

    remember_text(state, user, text)


@cli.command()
@click.argument("question")
@USER
@AS_OF
@click.option("--time-zone", default="", help="IANA time zone in which days are meant. Default: UTC.")
@click.option("--json", "as_json", is_flag=True, help="The whole answer as protobuf JSON.")
@click.pass_obj
def ask(state: Path, question: str, user: str, as_of: str | None, time_zone: str, as_json: bool) -> None:
    """Ask a QUESTION. A refusal is an answer too: exit code 0."""
    from services.cli.commands import ask_question

    ask_question(state, user, question, as_of=as_of, time_zone=time_zone, as_json=as_json)


@cli.command()
@click.argument("answer_id")
@USER
@click.pass_obj
def verify(state: Path, answer_id: str, user: str) -> None:
    """Have an answer computed again. Exit code 1 when it is broken."""
    from services.cli.commands import verify_answer

    raise SystemExit(verify_answer(state, user, answer_id))


@cli.command()
@click.argument("address")
@click.option("--service", default="", help="Name to check: liveness, readiness, a full service name. Default: all.")
@click.option("--timeout", type=float, default=1.0, show_default=True, help="Seconds.")
def probe(address: str, service: str, timeout: float) -> None:
    """Check the health of the process at ADDRESS (its admin or data listener).

    Exit codes as of grpc-health-probe: 0 serving, 2 no connection, 3 the check failed or timed out, 4 not serving.
    """
    from services.cli.probing import probe_address

    code, text = probe_address(address, service, timeout)
    click.echo(f"status: {text}", err=code != 0)
    raise SystemExit(code)


@cli.command()
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where predictions go.")
@click.option("--users", default="", help="Only these users, separated by commas.")
@click.option("--limit", type=click.IntRange(1), help="Only the first N questions.")
@click.option("--keep", is_flag=True, help="Keep the state directory (database, logs) after the run.")
def bench(directory: Path, out: Path, users: str, limit: int | None, keep: bool) -> None:
    """Answer the questions of a benchmark DIRECTORY on a temporary stack and write predictions."""
    from services.cli.bench import run_bench

    run_bench(directory, out, [user for user in users.split(",") if user], limit, keep=keep)


@cli.command()
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the file.")
@click.option("--space", default="", help="Space to measure. Default: the one in which questions are embedded now.")
@click.option(
    "--rate",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.10,
    show_default=True,
    help="The rate of false accepts that the floor's bound may not exceed.",
)
@click.option("--chart", type=click.Path(dir_okay=False, path_type=Path), help="PNG of risk against coverage.")
@click.option("--users", default="", help="Only these users, separated by commas.")
def calibrate(directory: Path, out: Path, space: str, rate: float, chart: Path | None, users: str) -> None:
    """Measure an embedding space on the labelled questions of a benchmark DIRECTORY and write its calibration.

    The retriever reads the file from the folder that TIEOUT_RETRIEVER_CALIBRATIONS names.
    """
    from services.cli.calibrate import run_calibrate

    run_calibrate(directory, out, space, rate, chart, [user for user in users.split(",") if user])


@cli.command()
@click.argument("space", default="")
@click.option("--dsn", envvar="TIEOUT_ADMIN_DSN", help="An administrator's DSN. Default: the embedded PostgreSQL.")
@click.option("--follow", is_flag=True, help="Tell how far it has come until nothing is missing.")
@click.pass_obj
def backfill(state: Path, space: str, dsn: str | None, follow: bool) -> None:
    """Have the worker make the vectors that passages lack, after a change of the model: in SPACE, or in all.

    Texts that a model refused before are tried again. Exit code 0 when nothing is missing, 1 when something is.
    """
    from services.cli.backfill import run_backfill

    raise SystemExit(run_backfill(state, dsn, space, follow=follow))


@cli.command("retire-space")
@click.argument("space")
@click.option("--dsn", envvar="TIEOUT_ADMIN_DSN", help="An administrator's DSN. Default: the embedded PostgreSQL.")
@click.option("--follow", is_flag=True, help="Wait until the worker has removed its vectors.")
@click.pass_obj
def retire_space(state: Path, space: str, dsn: str | None, follow: bool) -> None:
    """Give up the SPACE of a hosted model that no embedder is set to any more: the worker removes its vectors.

    Exit code 0 when they are gone, 1 while some are there (run it again, or with --follow), 2 for no such space.
    """
    from services.cli.backfill import run_retire

    raise SystemExit(run_retire(state, dsn, space, follow=follow))


@cli.command()
def demo() -> None:
    """Two people's data, a dozen questions, every answer checked; then everything stops."""
    from services.cli.demo import run_demo

    raise SystemExit(run_demo())


def main() -> None:
    """Run the command line."""
    cli(prog_name="tieout")


if __name__ == "__main__":
    main()
