"""Of a passage's blocks those stand first that a question is about; each says where it is and what stands over it."""

from __future__ import annotations

import random

import pytest

from services.retriever.documents.blocks import best_first, blocks_of
from services.retriever.documents.lexemes import query_lexemes
from services.retriever.documents.model import Passage, PassageBlock
from services.retriever.documents.ranking import inverse_document_frequency
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens

CLUB = """# Harbour Rowing Club: rules for members

## Keys

A lost boathouse key is replaced for a fee of $22. The old lock is changed at the member's cost.

## Guests

- A guest may row three times a year.
- A guest pays $9 for each outing.

## Leaving

Membership ends on the last day of June; notice is due six weeks before.
"""
TARIFF = """# Northgate Water: tariff

| Service | Household | Trade |
|---|---|---|
| Meters: | | |
| Reading of a meter | $4.00 | $6.50 |
| Removal of a meter | $75.00 | $110.00 |
| Supply: | | |
| Reconnection | $48.00 | $95.00 |
| Standpipe hire, each week | | $31.00 |
"""


def passages(text: str, name: str = "paper.md") -> tuple[Passage, ...]:
    return read_document(text.encode(), name, count_tokens).passages


def ordered(question: str, passage: Passage) -> list[PassageBlock]:
    """The order among these blocks alone, as if no other passage were held."""
    terms = query_lexemes(question)
    return list(best_first(blocks_of(passage.text, passage.cells), terms, dict.fromkeys(terms, 1.0), 1))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What does it cost to replace a lost key?", "A lost boathouse key"),
        ("How much for each outing of a guest?", "- A guest pays $9"),
        ("By when must I give notice?", "Membership ends"),
        # Said by the heading only.
        ("What are the terms for leaving?", "Membership ends"),
    ],
)
def test_the_clause_that_a_question_is_about_is_shown_first(question: str, first: str) -> None:
    (passage,) = passages(CLUB)
    assert ordered(question, passage)[0].line.startswith(first)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("price of reconnection", "Reconnection |"),
        ("What is charged for the removal of my meter?", "Removal of a meter |"),
        ("standpipe for a week", "Standpipe hire, each week |"),
    ],
)
def test_the_row_that_a_question_is_about_is_shown_first_with_its_columns_over_it(question: str, first: str) -> None:
    (passage,) = passages(TARIFF)
    best = ordered(question, passage)[0]
    assert best.line.startswith(first)
    assert "Household" in best.over[1]


def test_a_word_that_few_passages_hold_counts_more_than_two_that_all_hold() -> None:
    (passage,) = passages("# Rules\n\n## All\n\nThe member pays the club fee.\n\nThe pontoon is closed at dusk.\n")
    question = "When may a member of the club use the pontoon?"
    weights = {
        term: inverse_document_frequency(200, 2 if term == "pontoon" else 190) for term in query_lexemes(question)
    }
    blocks = best_first(blocks_of(passage.text, passage.cells), query_lexemes(question), weights, 200)
    assert [block.line for block in blocks] == ["The pontoon is closed at dusk.", "The member pays the club fee."]


def test_blocks_that_hold_as_much_stay_as_they_stand_and_none_is_lost() -> None:
    for text in (CLUB, TARIFF):
        (passage,) = passages(text)
        assert ordered("zebra", passage) == blocks_of(passage.text, passage.cells)
        assert {block.term_coverage for block in ordered("zebra", passage)} == {0.0}


def test_headings_columns_and_sections_are_no_blocks_of_their_own_and_everything_else_is_one() -> None:
    (club,), (tariff,) = passages(CLUB), passages(TARIFF)
    assert [block.line[:12] for block in blocks_of(club.text, club.cells)] == [
        "A lost boath", "- A guest ma", "- A guest pa", "Membership e",
    ]  # fmt: skip
    assert [block.line.partition(" | ")[0] for block in blocks_of(tariff.text, tariff.cells)] == [
        "Reading of a meter", "Removal of a meter", "Reconnection", "Standpipe hire, each week",
    ]  # fmt: skip


def test_places_are_where_the_block_stands_in_the_text_of_its_passage_whatever_letters_it_holds() -> None:
    rng = random.Random(5)
    letters = "aé€ß中🙂 "
    lines = ["".join(rng.choices(letters, k=rng.randint(1, 30))).strip() or "x" for _ in range(40)]
    text = "\n".join(["Head", *lines])
    blocks = blocks_of(text, ())
    assert [text[block.start : block.end] for block in blocks] == lines


def test_a_passage_of_its_heading_alone_has_no_block() -> None:
    assert blocks_of("Only a heading", ()) == []
