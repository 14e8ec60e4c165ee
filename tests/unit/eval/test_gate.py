"""The gate fails where a figure misses its floor, and its file asks only for figures that the scorer has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.eval import gate, score

LEDGER = gate.Gate("ledger", "here", at_least={"coverage": 0.97}, at_most={"missing": 0})


def test_a_summary_at_its_floors_passes() -> None:
    assert LEDGER.misses({"coverage": 0.97, "missing": 0}) == []


@pytest.mark.parametrize(
    "summary",
    [
        {"coverage": 0.9699, "missing": 0},
        {"coverage": 0.98, "missing": 1},
        {"coverage": None, "missing": 0},
        {"missing": 0},
    ],
    ids=["below", "above", "nothing to measure", "not measured"],
)
def test_a_figure_that_misses_its_floor_fails(summary: dict[str, float | None]) -> None:
    assert len(LEDGER.misses(summary)) == 1


def test_every_gate_of_the_file_asks_for_figures_of_the_scorer() -> None:
    known = set(score.summary([]))  # type: ignore[no-untyped-call]
    gates = gate.read_gates()
    assert [one.name for one in gates][:1] == ["ledger-dev"]
    for one in gates:
        assert set(one.at_least) | set(one.at_most) <= known, one.name
        assert "wrong_of_answered" in one.at_most, one.name
        assert "coverage" in one.at_least, one.name
        assert one.at_most.get("missing") == 0, one.name


@pytest.mark.parametrize(
    "text",
    [
        "[a]\nfolder = 'x'\n",
        "[a]\n[a.at_least]\ncoverage = 1\n",
        "[a]\nfolder = 'x'\nfloor = 1\n[a.at_least]\ncoverage = 1\n",
    ],
    ids=["no floor", "no questions", "a word that none knows"],
)
def test_a_gate_that_could_not_fail_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "gates.toml").write_text(text)
    with pytest.raises((ValueError, TypeError)):
        gate.read_gates(tmp_path / "gates.toml")


def test_a_thinned_bench_keeps_every_nth_question_and_the_users(tmp_path: Path) -> None:
    folder = gate.bench_folder(gate.Gate("thin", "tests/eval/ledger/dev", every=100), tmp_path)
    assert len((folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()) == 4
    assert (folder / "users" / "d1" / "transactions.json").exists()
