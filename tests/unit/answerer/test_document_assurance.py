"""A clause answers where enough speaks for it and little against it; every sign moves the assurance its own way."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from services.answerer.documents.assurance import BAR, MOST_LEAD, Signs, assurance

PLAIN = Signs(
    nearness=0.7,
    said=0.7,
    lead=MOST_LEAD,
    nearness_lead=0.3,
    unknown=0.2,
    elsewhere=0.0,
    misnamed=0.0,
    in_a_cell=0.0,
    nearer=0.0,
)
FOR = ("nearness", "said", "lead", "nearness_lead")
AGAINST = ("unknown", "elsewhere", "misnamed", "in_a_cell", "nearer")
KINDS = ("ruling", "escape", "explanation", "date", "length", "count", "amount")


def test_every_sign_speaks_for_or_against() -> None:
    assert {field.name for field in fields(Signs)} == {*FOR, *AGAINST}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sign", FOR)
def test_what_speaks_for_a_clause_makes_it_surer(kind: str, sign: str) -> None:
    less = replace(PLAIN, **{sign: getattr(PLAIN, sign) - 0.2})
    assert assurance(kind, less) < assurance(kind, PLAIN)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sign", AGAINST)
def test_what_speaks_against_a_clause_makes_it_less_sure(kind: str, sign: str) -> None:
    more = replace(PLAIN, **{sign: getattr(PLAIN, sign) + 0.2})
    assert assurance(kind, more) < assurance(kind, PLAIN)


@pytest.mark.parametrize("kind", KINDS)
def test_a_far_clause_that_says_nothing_of_the_question_never_answers(kind: str) -> None:
    far = replace(PLAIN, nearness=0.3, said=0.0, unknown=1.0, nearness_lead=0.05, lead=0.05)
    assert assurance(kind, far) < BAR


@pytest.mark.parametrize("kind", KINDS)
def test_a_near_clause_that_stands_apart_and_says_it_answers(kind: str) -> None:
    near = replace(PLAIN, nearness=0.85, said=1.0, unknown=0.0)
    assert assurance(kind, near) >= BAR
