"""The history of a slot does not depend on the order in which its statements arrive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from services.memory import timeline
from services.memory.model import Attribute, Fact, FactId, Reading, Saying, Slot, Standing, StatementId, Value

DAY_ZERO = datetime(2025, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return DAY_ZERO + timedelta(days=number)


@dataclass(frozen=True)
class Said:
    """`value` was said on day `said` and claimed from day `since`."""

    said: int
    value: str
    since: int


def place(history: Sequence[Fact], one: Said, attribute: Attribute = Attribute.RENT) -> tuple[Fact, ...]:
    reading = Reading(Slot(attribute), "", Value(text=one.value), 0, 1)
    saying = Saying(StatementId(UUID(int=one.said)), day(one.said), day(one.since), 0, 1)
    return timeline.place(history, reading, saying, lambda: FactId(uuid4()))[0]


def arrange(statements: Sequence[Said], attribute: Attribute = Attribute.RENT) -> tuple[Fact, ...]:
    history: tuple[Fact, ...] = ()
    for one in statements:
        history = place(history, one, attribute)
    return history


def shape(history: Sequence[Fact]) -> list[tuple[object, ...]]:
    """A history without its ids; links by position."""
    place_of = {fact.fact_id: index for index, fact in enumerate(history)}
    return [
        (
            fact.value.text,
            fact.valid_from,
            fact.valid_to,
            fact.statement_count,
            place_of.get(fact.superseded_by) if fact.superseded_by else None,
            place_of.get(fact.supersedes) if fact.supersedes else None,
        )
        for fact in history
    ]


@st.composite
def statements(draw: st.DrawFn) -> list[Said]:
    """Up to eight statements on different days, about one of three values, some of them about an earlier day."""
    days = draw(st.lists(st.integers(1, 60), min_size=1, max_size=8, unique=True))
    return [Said(one, draw(st.sampled_from("abc")), one - draw(st.sampled_from((0, 0, 0, 5, 20)))) for one in days]


@given(statements(), st.randoms(use_true_random=False))
def test_any_order_gives_one_history(said: list[Said], shuffler: Random) -> None:
    in_order = sorted(said, key=lambda one: one.said)
    shuffled = list(said)
    shuffler.shuffle(shuffled)
    assert shape(arrange(shuffled)) == shape(arrange(in_order))


@given(statements(), st.sampled_from((Attribute.RENT, Attribute.NAME_FOR)))
def test_the_latest_statement_holds_and_nothing_overlaps(said: list[Said], attribute: Attribute) -> None:
    history = arrange(said, attribute)
    latest = max(said, key=lambda one: one.said)
    assert [fact.value.text for fact in history if fact.holds(day(100))] == [latest.value]
    for moment in range(-25, 65):
        assert sum(fact.holds(day(moment)) for fact in history) <= 1
    assert sum(fact.statement_count for fact in history) == len(said)
    for earlier, later in pairwise(history):
        assert earlier.value != later.value
    for fact in history[:-1]:
        taker = next(one for one in history if one.fact_id == fact.superseded_by)
        taken = min(one.since for one in taker.sayings)
        assert fact.valid_to == (taken if fact.valid_from is None else max(taken, fact.valid_from))


@given(statements())
def test_a_name_has_stood_always(said: list[Said]) -> None:
    """The first fact of a name has no start, so some name stands on every day there was."""
    history = arrange(said, Attribute.NAME_FOR)
    assert history[0].valid_from is None
    assert all(fact.valid_from is not None for fact in history[1:])


@given(statements(), st.integers(0, 7), statements())
def test_what_is_retracted_never_holds_again(before: list[Said], which: int, after: list[Said]) -> None:
    """Nor does what it had replaced, unless it is said again later."""
    history = arrange(before)
    index = which % len(history)
    retracted = history[index].fact_id
    history = tuple(
        replace(fact, standing=Standing.RETRACTED) if fact.fact_id == retracted else fact for fact in history
    )
    ended_before = {fact.fact_id: fact.valid_to for fact in history if fact.valid_to is not None}
    for one in (one for one in after if one.said not in {other.said for other in before}):
        history = place(history, one)
    for fact in history:
        if (ended := ended_before.get(fact.fact_id)) is not None:
            assert fact.valid_to is not None
            assert fact.valid_to <= max(ended, fact.valid_from or ended)
        if fact.fact_id == retracted:
            assert not any(fact.holds(day(moment)) for moment in range(-25, 101))


def test_saying_it_again_makes_no_second_fact() -> None:
    (fact,) = arrange([Said(1, "a", 1), Said(5, "a", 5), Said(3, "A ", 3)])
    assert (fact.statement_count, fact.valid_from, fact.valid_to) == (3, day(1), None)


def test_a_late_statement_takes_its_place_in_the_middle() -> None:
    """a on days 1 and 5; then b, said on day 3, arrives: a until 3, b until 5, a since 5."""
    history = arrange([Said(1, "a", 1), Said(5, "a", 5), Said(3, "b", 3)])
    assert [(fact.value.text, fact.valid_from, fact.valid_to) for fact in history] == [
        ("a", day(1), day(3)),
        ("b", day(3), day(5)),
        ("a", day(5), None),
    ]


def test_what_was_closed_by_a_forgotten_statement_stays_closed() -> None:
    """a, then b; b is erased; a again later is a new fact, and the gap stays unknown."""
    a, b = arrange([Said(1, "a", 1), Said(5, "b", 5)])
    assert a.superseded_by == b.fact_id
    left = replace(a, superseded_by=None)
    history = place([left], Said(9, "a", 9))
    assert [(fact.valid_from, fact.valid_to) for fact in history] == [(day(1), day(5)), (day(9), None)]
    assert not any(fact.holds(day(6)) for fact in history)
