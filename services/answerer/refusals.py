"""Refusals: the typed reason, the smallest thing that would fix it, and both in words."""

from __future__ import annotations

from collections.abc import Sequence

from services.answerer.compose import Composed, Words
from services.answerer.dates import label
from services.answerer.grammar import Declined
from services.answerer.model import (
    AmbiguousDetail,
    Coverage,
    DegradedDetail,
    Figure,
    NoDataDetail,
    NotInDataDetail,
    OutOfCoverageDetail,
    Reading,
    Refusal,
    RefusalReason,
    UnsupportedDetail,
)


def refuse(
    declined: Declined,
    coverage: Coverage,
    *,
    nearest_names: Sequence[str] = (),
    readings: Sequence[Reading] = (),
) -> tuple[Refusal, Composed]:
    """The refusal that a declined reading comes to."""
    match declined.reason:
        case RefusalReason.NO_DATA:
            return _no_data(declined, nearest_names)
        case RefusalReason.OUT_OF_COVERAGE:
            return _out_of_coverage(coverage)
        case RefusalReason.NOT_IN_DATA:
            return _not_in_data(declined)
        case RefusalReason.AMBIGUOUS:
            return _ambiguous(declined, readings)
        case RefusalReason.OUT_OF_SCOPE:
            return Refusal(RefusalReason.OUT_OF_SCOPE), _text(
                "I answer from your own transactions, documents and what you told me. Advice, forecasts, general"
                " knowledge, other people and actions are not part of that."
            )
        case RefusalReason.DEGRADED:
            return _degraded(declined)
    return _unsupported(declined)


def _text(words: str) -> Composed:
    return Words().say(words).done()


def _no_data(declined: Declined, nearest_names: Sequence[str]) -> tuple[Refusal, Composed]:
    words = Words().say("Nothing of yours matches")
    if declined.mention:
        words.say(" “").plan(declined.mention, "mention").say("”")
    elif declined.missing:
        words.say(f": there are no {declined.missing}" if declined.missing == "rows" else f" {declined.missing}")
    words.say(".")
    if nearest_names:
        words.say(" The nearest names that you have: ")
        for index, name in enumerate(nearest_names):
            words.say(", " if index else "").name(name, "nearest_name")
        words.say(".")
    detail = NoDataDetail(declined.mention or declined.missing, tuple(nearest_names))
    return Refusal(RefusalReason.NO_DATA, no_data=detail), words.done()


def _out_of_coverage(coverage: Coverage) -> tuple[Refusal, Composed]:
    words = Words().say("That period is not, or not fully, covered.")
    if coverage.first_date is not None and coverage.last_date is not None:
        words.say(" Your data covers ").plan(label(coverage.first_date, coverage.last_date), "coverage")
        for index, account in enumerate(one for one in coverage.accounts if one.first_date is not None):
            words.say("; " if index else ": ").name(account.account_name, account.account_id)
            if account.first_date is not None:
                words.say(" since ").plan(label(account.first_date, account.first_date), "coverage")
        words.say(".")
    if coverage.history_loading:
        words.say(" Older history is still loading.")
    return Refusal(RefusalReason.OUT_OF_COVERAGE, out_of_coverage=OutOfCoverageDetail(coverage)), words.done()


def _not_in_data(declined: Declined) -> tuple[Refusal, Composed]:
    words = Words().say("Your data does not hold ").label(declined.missing or "that").say(".")
    if declined.instead:
        words.say(" It holds ").label(declined.instead).say(".")
    detail = NotInDataDetail(declined.missing, declined.instead)
    return Refusal(RefusalReason.NOT_IN_DATA, not_in_data=detail), words.done()


def _ambiguous(declined: Declined, readings: Sequence[Reading]) -> tuple[Refusal, Composed]:
    words = Words().say("Several readings fit the question")
    if declined.mention:
        words.say(": “").plan(declined.mention, "mention").say("”")
    words.say(".")
    for reading in readings:
        words.say("\n• ").plan(reading.description, "reading")
        if reading.figure is not None:
            words.say(": ").figure(reading.figure)
    return Refusal(RefusalReason.AMBIGUOUS, ambiguous=AmbiguousDetail(tuple(readings))), words.done()


def _degraded(declined: Declined) -> tuple[Refusal, Composed]:
    words = Words().say(f"Only the {declined.needs} knows that, and it cannot be reached now.")
    return Refusal(RefusalReason.DEGRADED, degraded=DegradedDetail(declined.needs)), words.done()


def _unsupported(declined: Declined) -> tuple[Refusal, Composed]:
    words = Words().say("I have no plan for that question")
    if declined.mention:
        words.say(": I do not know what “").plan(declined.mention, "mention").say("” asks for")
    words.say(".")
    if declined.nearest:
        words.say(" What works: ").plan(declined.nearest, "nearest_question")
    detail = UnsupportedDetail(declined.nearest)
    return Refusal(RefusalReason.UNSUPPORTED, unsupported=detail), words.done()


def reading_figures(readings: Sequence[Reading]) -> tuple[Figure, ...]:
    """The figures that the readings show."""
    return tuple(one.figure for one in readings if one.figure is not None)
