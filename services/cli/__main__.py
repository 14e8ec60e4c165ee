"""The `tieout` command. Each subcommand imports what it needs when it runs, so that `--help` is quick."""

from __future__ import annotations

from pathlib import Path

import click

from services.cli.state import PROCESSES, state_directory

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
@click.pass_obj
def up(state: Path) -> None:
    """Start PostgreSQL, the five services and the worker, and keep them running until Ctrl-C."""
    from services.cli.stack import run_up

    run_up(state)


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


def main() -> None:
    """Run the command line."""
    cli(prog_name="tieout")


if __name__ == "__main__":
    main()
