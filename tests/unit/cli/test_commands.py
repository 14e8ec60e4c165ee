"""The command line without a stack: its help, its errors, its state."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jwt
import pytest
from click.testing import CliRunner
from google.type.date_pb2 import Date
from google.type.money_pb2 import Money

from services.cli.__main__ import cli
from services.cli.bench import read_questions
from services.cli.demo import find_fault
from services.cli.demo.script import PEOPLE, QUESTIONS, Expected
from services.cli.render import preview_text
from services.cli.session import parse_instant
from services.cli.state import Addresses, RunningStack, read_stack, remove_stack, write_stack
from services.common import tokens
from tieout.answerer.v1 import answer_pb2
from tieout.retriever.v1 import import_pb2, retriever_service_pb2
from tieout.type.v1 import ledger_pb2

COMMANDS = (
    "ask",
    "backfill",
    "bench",
    "calibrate",
    "demo",
    "import",
    "migrate",
    "probe",
    "remember",
    "retire-space",
    "serve",
    "token",
    "up",
    "upload",
    "verify",
)


def test_help_names_every_command() -> None:
    result = CliRunner().invoke(cli, ["--help"])
    assert result.exit_code == 0
    assert sorted(cli.commands) == sorted(COMMANDS)
    assert all(name in result.output for name in COMMANDS)


@pytest.mark.parametrize("module", ["torch", "grpc", "psycopg"])
def test_the_command_line_itself_is_light(module: str) -> None:
    program = f"import sys, services.cli.__main__; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_asking_without_a_stack_says_how_to_start_one(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["--state", str(tmp_path), "ask", "how much?"])
    assert result.exit_code == 1
    assert "tieout up" in result.output


def test_a_token_is_for_the_named_user_and_time(tmp_path: Path) -> None:
    tokens.create_keys(tmp_path)
    result = CliRunner().invoke(cli, ["--state", str(tmp_path), "token", "--user", "ines", "--minutes", "5"])
    claims = jwt.decode(result.output.strip(), options={"verify_signature": False})
    assert claims["sub"] == str(tokens.to_user_id("ines"))
    assert claims["exp"] - claims["iat"] == 300
    verifier = tokens.TokenVerifier.load(tmp_path / "keys" / "jwt_public.pem")
    assert verifier.verify(result.output.strip()).user_id == tokens.to_user_id("ines")


def test_probing_nothing_is_no_connection() -> None:
    result = CliRunner().invoke(cli, ["probe", "127.0.0.1:1", "--timeout", "0.1"])
    assert result.exit_code == 2


def test_a_stack_file_is_found_while_its_supervisor_lives(tmp_path: Path) -> None:
    stack = RunningStack(os.getpid(), {"answerer": Addresses("127.0.0.1:1", "127.0.0.1:2")})
    write_stack(tmp_path, stack)
    assert read_stack(tmp_path) == stack
    remove_stack(tmp_path)
    assert read_stack(tmp_path) is None


def test_a_stack_file_of_a_dead_supervisor_is_nothing(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    write_stack(tmp_path, RunningStack(ended.pid, {}))
    assert read_stack(tmp_path) is None


def test_a_day_means_its_end_where_the_person_is() -> None:
    assert parse_instant("2026-10-31").isoformat() == "2026-10-31T23:59:59+00:00"
    assert parse_instant("2026-10-31", "America/Chicago").isoformat() == "2026-10-31T23:59:59-05:00"
    assert parse_instant("2026-10-31T08:00:00Z").isoformat() == "2026-10-31T08:00:00+00:00"


def test_an_instant_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        parse_instant("2026-10-31T08:00:00")


def test_questions_are_read_without_what_is_expected(tmp_path: Path) -> None:
    lines = [
        {"id": "u1-1", "user": "u1", "as_of": "2026-10-31", "question": "how much?", "expect": {"value": "SECRET"}},
        {"id": "u2-1", "user": "u2", "as_of": "2026-10-31", "question": "when?", "expect": {"value": "SECRET"}},
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert [one.question_id for one in read_questions(path)] == ["u1-1", "u2-1"]
    assert [one.question_id for one in read_questions(path, ["u2"])] == ["u2-1"]
    assert "SECRET" not in repr(list(read_questions(path)))


def test_the_demonstration_asks_what_it_promises() -> None:
    refusals = {one.expected.refusal for one in QUESTIONS if one.expected.refusal}
    assert len(QUESTIONS) >= 10
    assert len(refusals) >= 2
    assert {one.person for one in QUESTIONS} == {person.name for person in PEOPLE}
    assert sum(len(person.statements) for person in PEOPLE) == 3
    assert all(ledger.path.exists() for person in PEOPLE for ledger in person.ledgers)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (Expected("5.00 USD"), answer_pb2.Answer(refusal=answer_pb2.Refusal(reason=answer_pb2.REFUSAL_REASON_NO_DATA))),
        (Expected(refusal="NO_DATA"), answer_pb2.Answer(grounded=answer_pb2.Grounded())),
        (
            Expected(refusal="NO_DATA"),
            answer_pb2.Answer(refusal=answer_pb2.Refusal(reason=answer_pb2.REFUSAL_REASON_UNSUPPORTED)),
        ),
        (
            Expected("x"),
            answer_pb2.Answer(
                grounded=answer_pb2.Grounded(value=answer_pb2.AnswerValue(text=answer_pb2.TextValue(text="x")))
            ),
        ),
    ],
)
def test_another_answer_than_the_expected_is_a_fault(expected: Expected, answer: answer_pb2.Answer) -> None:
    assert find_fault(expected, answer)


def test_a_preview_shows_rows_what_was_inferred_and_what_has_to_be_chosen() -> None:
    row = ledger_pb2.LedgerRow(
        date=Date(year=2026, month=5, day=2),
        amount=Money(currency_code="USD", units=4, nanos=500_000_000),
        merchant_name="Blue Bean Coffee",
        kind=ledger_pb2.MOVEMENT_KIND_PURCHASE,
        category_id="FOOD_AND_DRINK_COFFEE",
        category_inferred=True,
    )
    report = import_pb2.ImportReport(format=import_pb2.LEDGER_FORMAT_CSV, added_count=1)
    preview = retriever_service_pb2.PreviewImportResponse(report=report, rows=[row], choices=["date_order: DMY or MDY"])
    text = preview_text("bank.csv", preview)
    assert text.startswith("bank.csv (CSV): 1 new; nothing is stored")
    assert "Blue Bean Coffee  purchase  FOOD_AND_DRINK_COFFEE (inferred)" in text
    assert "4.50" in text
    assert text.endswith("? choose date_order: DMY or MDY")
