"""Floors keep what they state: no more false accepts than the rate, with a bound for what was not seen."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from services.cli.floors import (
    Scored,
    TooFew,
    accept_floor,
    evidence_floor,
    lower_bound,
    risk_by_coverage,
    upper_bound,
)

RATE = Decimal("0.10")


def refused(*cosines: float) -> list[Scored]:
    return [Scored(is_answerable=False, best=one) for one in cosines]


def answered(*cosines: float) -> list[Scored]:
    return [Scored(is_answerable=True, best=one, right=one) for one in cosines]


@pytest.mark.parametrize(
    ("events", "of", "confidence", "bound"),
    [
        # Without an event the bound is 1 - (1 - confidence) ** (1 / n): the "rule of three".
        (0, 59, "0.95", 1 - 0.05 ** (1 / 59)),
        (0, 10, "0.975", 0.3085),
        # Two-sided 95 % limits of the published table (Clopper and Pearson 1934; R: binom.test), one side at 97.5 %.
        (1, 10, "0.975", 0.4450),
        (5, 10, "0.975", 0.8129),
        (10, 10, "0.975", 1.0),
        (3, 20, "0.95", 0.3437),
    ],
)
def test_the_upper_bound_is_clopper_and_pearsons(events: int, of: int, confidence: str, bound: float) -> None:
    assert upper_bound(events, of, Decimal(confidence)) == pytest.approx(bound, abs=5e-5)


@pytest.mark.parametrize(("events", "of", "bound"), [(0, 10, 0.0), (1, 10, 0.0025), (5, 10, 0.1871), (10, 10, 0.6915)])
def test_the_lower_bound_is_clopper_and_pearsons(events: int, of: int, bound: float) -> None:
    assert lower_bound(events, of, Decimal("0.975")) == pytest.approx(bound, abs=5e-5)


def test_the_floor_is_the_lowest_whose_bound_stays_within_the_rate() -> None:
    found = accept_floor([*refused(*(0.005 * one for one in range(100))), *answered(0.3, 0.5, 0.9)], RATE)
    below = sum(0.005 * one >= float(found.floor) - 0.01 for one in range(100))
    assert found.bound <= RATE
    assert upper_bound(below, 100) > RATE
    assert found.of == 100
    assert found.accepted == sum(0.005 * one >= float(found.floor) for one in range(100))
    assert found.kept == Decimal("0.6666")


def test_too_few_questions_to_refuse_give_no_floor() -> None:
    with pytest.raises(TooFew, match="29"):
        accept_floor([*refused(*[0.1] * 28), *answered(0.9)], RATE)
    assert accept_floor([*refused(*[0.1] * 29), *answered(0.9)], RATE).accepted == 0


def test_a_floor_keeps_its_rate_on_questions_that_it_was_not_measured_on() -> None:
    source = random.Random(7)
    kept = 0
    for _ in range(200):
        found = accept_floor(refused(*(source.betavariate(4, 6) for _ in range(80))), RATE)
        fresh = [source.betavariate(4, 6) for _ in range(4000)]
        kept += sum(one >= float(found.floor) for one in fresh) / len(fresh) <= float(RATE)
    # 95 % confidence: of 200, 190 are expected; fewer than 180 come about once in 500 runs.
    assert kept >= 180


def test_the_evidence_floor_lets_one_passage_in_twenty_go() -> None:
    found = evidence_floor(answered(*(0.2 + 0.005 * one for one in range(100))))
    assert 94 <= found.kept <= 97
    assert found.of == 100
    assert found.bound < Decimal(found.kept) / found.of


def test_without_a_passage_that_answers_there_is_no_evidence_floor() -> None:
    with pytest.raises(TooFew):
        evidence_floor([*refused(0.5), Scored(is_answerable=True, best=0.4)])


def test_risk_is_the_share_of_accepted_questions_whose_best_passage_does_not_answer() -> None:
    scored = [*answered(0.9, 0.7), *refused(0.8), Scored(is_answerable=True, best=0.6, right=0.5)]
    assert risk_by_coverage(scored) == [(0.25, 0.0), (0.5, 0.5), (0.75, 1 / 3), (1.0, 0.5)]
