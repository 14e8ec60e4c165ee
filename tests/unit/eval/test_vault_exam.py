"""The vault exam expects only what its papers show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.eval.vault_exam import generate
from tests.eval.vault_exam.asking import Person
from tests.eval.vault_exam.latent import Grid


@pytest.mark.parametrize("part", generate.PARTS)
def test_every_evidence_string_stands_in_its_paper(part: str, tmp_path: Path) -> None:
    asked, faults = generate.write(tmp_path, part)
    assert faults == []
    assert asked > 60


def test_evidence_that_a_paper_does_not_show_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that can't fail proves nothing: one cell changed after the questions were asked must show."""

    def tampered(part: str) -> Iterator[Person]:
        for person in people(part):
            grid = next(b.grid for paper in person.papers for b in paper.blocks if b.grid)
            for i, line in enumerate(grid.body):
                grid.body[i] = type(line)(tuple("0" if c.strip(".,0123456789€$£%") == "" else c for c in line.cells))
            yield person

    people = generate.people
    monkeypatch.setattr(generate, "people", tampered)
    assert generate.write(tmp_path, "practice")[1] != []


@pytest.mark.parametrize("part", generate.PARTS)
def test_the_same_questions_are_asked_every_time(part: str) -> None:
    once, again = (json.dumps([p.questions for p in generate.people(part)]) for _ in range(2))
    assert once == again


@pytest.mark.parametrize("part", generate.PARTS)
def test_about_a_quarter_must_be_refused_and_no_question_is_asked_twice(part: str) -> None:
    asked = [q for p in generate.people(part) for q in p.questions]
    refused = sum(q["expect"]["status"] == "refused" for q in asked)
    assert 0.2 < refused / len(asked) < 0.35
    assert len({q["id"] for q in asked}) == len(asked)


def test_practice_and_sealed_share_neither_papers_nor_wordings() -> None:
    practice, sealed = (list(generate.people(part)) for part in ("practice", "sealed"))
    papers, questions = (
        [{x.name for p in part for x in p.papers} for part in (practice, sealed)],
        [{q["question"].casefold() for p in part for q in p.questions} for part in (practice, sealed)],
    )
    assert not papers[0] & papers[1]
    assert len(questions[0] & questions[1]) <= 2  # "What's my deductible?" is asked everywhere


@pytest.mark.parametrize(
    ("typed", "comma", "value"),
    [
        ("(1,234)", False, "-1234"),
        ("€ 1.234,50", True, "1234.50"),
        ("1 180,00 €", True, "1180.00"),
        ("(6.4)%", False, "-6.4"),
        ("£29.00^2", False, "29.00"),
    ],
)
def test_a_printed_figure_is_read_once_and_with_its_sign(typed: str, comma: bool, value: str) -> None:
    assert str(Grid(f"Item | Price\nFee | {typed}", comma=comma)["Fee", "Price"].value) == value
