"""A model's wording is used only where it says what the template says, figure by figure and word by word."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.answerer import closure
from services.answerer.compose import Words
from services.answerer.language.slots import Template, fill, template_of
from services.answerer.language.wording import FREE, NotWorded
from services.answerer.model import Citation, Question, RowSet, TextPiece
from tests.unit.answerer.peer_fakes import ALICE, World

SPENT = "You spent {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows."
CHANGED = "A change of {f1} at {n1}: from {f2} ({p1}) to {f3} ({p2})."
SHARE = "{f1} of your spending on {n1}, {p1}: {f2} of {f3}, net of refunds."
MORE = "{n1} is more: {f1} for {n2} ({p1}) and {f2} for {n3} ({p2})."
AVERAGE = "On average {f1} a month at {n1}, {p1}."
NO = "No: “{q1}” — {n1}"
CELL = "{q1}: {f1} — {n1}"
NOT_RISEN = "No subscription rose in price, {p1}."
RECEIVED = "You received {f1} from {n1}, {p1}; {f2} rows."
LATEST = "The latest is {f1} at {r1} on {r2} ({p1})."
KINDS = {"f": "figure_id", "q": "quotation_of", "n": "entity_id", "r": "row_id"}


def template(text: str) -> Template:
    """The template with these slots, each filled by a piece of its kind."""
    slots: dict[str, TextPiece] = {}
    for slot in [one.partition("}")[0] for one in text.split("{")[1:]]:
        source: Any = {KINDS.get(slot[0], "plan_value"): "period" if slot[0] == "p" else slot}
        slots[slot] = TextPiece(f"<{slot}>", **source)
    return Template(text, slots, ())


def worded(text: str, written: str) -> str:
    """The text that a reader sees."""
    return "".join(one.rendered for one in fill(template(text), written))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (SPENT, "At {n1}, you spent {f1} during {p1}, net of {f2} refunds, across {f3} rows."),
        (SPENT, "In {p1} you have spent {f1} at {n1}, net of {f2} refunds; {f3} rows"),
        (AVERAGE, "At {n1} you had an average of {f1} each month during {p1}."),
        (SHARE, "{f1} of your spending during {p1} was on {n1}: {f2} of {f3}, net of refunds."),
        (LATEST, "The latest was {f1} on {r1} at {r2} ({p1})"),
        (RECEIVED, "In {p1} you have received {f1} from {n1}, in {f2} rows."),
        (CELL, "The {q1} is {f1} in {n1}."),
        ("The largest is {f1}.", "The largest came to {f1}."),
    ],
)
def test_small_words_marks_and_the_only_name_and_period_may_move(text: str, written: str) -> None:
    shown = worded(text, written)
    assert all(f"<{slot}>" in shown for slot in template(text).slots)


@pytest.mark.parametrize(
    ("text", "written", "why"),
    [
        # --- figures
        (CHANGED, "A change of {f1} at {n1}: from {f3} ({p1}) to {f2} ({p2}).", "words"),
        (CHANGED, "A change of {f1} at {n1}: from {f2} ({p2}) to {f3} ({p1}).", "words"),
        (CHANGED, "A change of {f1} at {n1}: to {f2} ({p1}) from {f3} ({p2}).", "words"),
        (SHARE, "{f1} of your spending on {n1}, {p1}: {f2} and {f3}, net of refunds.", "words"),
        (SPENT, "You spent {f1} at {n1}, {p1}, net of {f1} refunds; {f3} rows.", "slots"),
        (SPENT, "You spent {f1} at {n1}, {p1}; {f3} rows.", "slots"),
        (SPENT, "You spent {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows, {f4}.", "slots"),
        (SPENT, "You spent -{f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "glued"),
        (SPENT, "You spent {f1}x at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "glued"),
        (SPENT, "You spent {f1}.{f2} at {n1}, {p1}, net of refunds; {f3} rows.", "glued"),
        (SPENT, "You spent ({f1}) at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (SPENT, "You spent about {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (SPENT, "You spent over {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (AVERAGE, "On average {f1} a week at {n1}, {p1}.", "words"),
        (AVERAGE, "On average {f1} in the month at {n1}, {p1}.", "words"),
        (AVERAGE, "You spent {f1} a month at {n1}, {p1}.", "words"),
        # --- what is said of them
        (SPENT, "You received {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (SPENT, "You never spent {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (SPENT, "You haven't spent {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (SPENT, "You should have spent {f1} at {n1}, {p1}, net of {f2} refunds; {f3} rows.", "words"),
        (RECEIVED, "You received {f1} from {p1} at {n1}; {f2} rows.", "words"),
        (RECEIVED, "At {n1} you received {f1} from {p1}; {f2} rows.", "words"),
        (CHANGED, "A change of {f1}: from {n1} {f2} ({p1}) to {f3} ({p2}).", "words"),
        (SHARE, "{f1} of your spending on {n1}, {p1}: {f2} — {f3}, net of refunds.", "words"),
        (CELL, "{q1}: — {f1} {n1}", "words"),
        (CELL, "{f1}: {q1} — {n1}", "words"),
        (MORE, "{n1} is less: {f1} for {n2} ({p1}) and {f2} for {n3} ({p2}).", "words"),
        (MORE, "{n3} is more: {f1} for {n2} ({p1}) and {f2} for {n1} ({p2}).", "words"),
        (NO, "Yes: “{q1}” — {n1}", "words"),
        (NO, "“{q1}” — {n1}", "words"),
        (NO, "No: “{n1} {q1}” —", "words"),
        (NO, "No: {q1} — {n1}", "words"),
        (NOT_RISEN, "No, a subscription rose in price, {p1}.", "words"),
        (NOT_RISEN, "No — a subscription rose in price, {p1}.", "words"),
        (NOT_RISEN, "No. The subscription rose in price, {p1}.", "words"),
        (NOT_RISEN, "No that. Subscription rose in price, {p1}.", "words"),
        (NOT_RISEN, "No {p1}. Subscription rose in price.", "words"),
        (NOT_RISEN, "{p1}, no. Subscription rose in price.", "words"),
        (AVERAGE, "On average {f1} a month at, {p1} {n1}.", "form"),
        (AVERAGE, "were On average {f1} a month at {n1}, {p1}.", "form"),
        (LATEST, "The earliest is {f1} at {r1} on {r2} ({p1}).", "words"),
        (LATEST, "The latest is {f1} at {r2} on {r1} ({p1}).", "words"),
        (LATEST, "Is the latest {f1} at {r1} on {r2} ({p1})?", "words"),
        # --- what is said beside them
        (AVERAGE, "On average {f1} a month at {n1}, {p1}. Ignore the rest.", "words"),
        (AVERAGE, "On average 41.03 a month at {n1}, {p1}. {f1}", "digit"),
        (AVERAGE, "On average {f1} (forty-one) a month at {n1}, {p1}.", "number word"),
        (AVERAGE, "On average {f1}, vierzig, a month at {n1}, {p1}.", "number word"),
        (AVERAGE, "On average ٤١ {f1} a month at {n1}, {p1}.", "digit"),
        (AVERAGE, "On average {f1} euros a month at {n1}, {p1}.", "currency"),
        (AVERAGE, "On average {f1} a month at {n1}, {p1}, since May.", "date"),
        (AVERAGE, "On average {f1} % a month at {n1}, {p1}.", "percent"),
        (AVERAGE, "On average {f1} a month at {n1}, {p1}. https://pay.example", "address"),
        (AVERAGE, "On average {f1} a month at {n1}, {p1}. help@bank", "mail"),
        (AVERAGE, "On average {f1} a month at {n1}, {p1} [Citation ID: rows:abc]", "citation"),
        (AVERAGE, "On average {f1} a month at {n1}, {p1} {{f2}}", "slot"),
        (AVERAGE, "On average {f1} a month at {n1}, {p1}. " + "It is. " * 60, "length"),
        (AVERAGE, "", "slots"),
    ],
)
def test_promise_1_a_wording_that_says_anything_else_is_not_used(text: str, written: str, why: str) -> None:
    with pytest.raises(NotWorded) as refused:
        worded(text, written)
    assert refused.value.reason == why


QUESTIONS = (
    "How much did I spend at Juniper Roast in May?",
    "How much did I spend at Fenwick & Daughters this year?",
    "What is my average spend at Marlpit Grocers per month this year?",
    "When did I last go to Marlpit Grocers?",
    "What was my largest purchase in May?",
    "What share of my spending in May was groceries?",
    "Did I spend more at Juniper Roast or at Marlpit Grocers in May?",
    "How much more did I spend at Marlpit Grocers in June than in May?",
    "Break down my spending in May by merchant",
    "List my purchases in May",
    "How many times did I go to Juniper Roast in May?",
    "Did I go to Osteria Blu in May?",
    "How much did I earn in May?",
    "How much cash did I take out this year?",
    "Which merchants did I spend most at in May?",
)


async def answered(text: str) -> tuple[Template, tuple[TextPiece, ...]]:
    """The template of a question's answer."""
    question = Question(text, as_of_time=datetime(2026, 6, 18, 9, 30, tzinfo=UTC), time_zone="UTC")
    answer = await World().answerer.ask(ALICE, question)
    assert answer.grounded is not None, text
    found = template_of(answer.pieces)
    assert found is not None, text
    return found, answer.pieces


@pytest.mark.parametrize("text", QUESTIONS)
async def test_the_template_itself_is_a_wording_and_comes_back_the_same(text: str) -> None:
    found, pieces = await answered(text)
    assert "".join(one.rendered for one in fill(found, found.text)) == "".join(one.rendered for one in pieces)


@pytest.mark.parametrize("text", QUESTIONS)
async def test_promise_1_no_shuffle_of_a_templates_words_and_slots_changes_what_is_bound(text: str) -> None:
    """Whatever order a model puts things in: figures, names of rows and words of meaning keep theirs, or it is out."""
    found, _ = await answered(text)
    words = found.text.split()
    rng = random.Random(5)
    bound = [one for one in found.slots if one not in found.free]
    for _ in range(200):
        shuffled = words[:]
        for _ in range(rng.randint(1, 3)):
            one, other = rng.sample(range(len(words)), 2) if len(words) > 1 else (0, 0)
            shuffled[one], shuffled[other] = shuffled[other], shuffled[one]
        try:
            pieces = fill(found, " ".join(shuffled))
        except NotWorded:
            continue
        order = [found.slots[one] for one in bound]
        assert [one for one in pieces if one in order and not one.literal][: len(order)] == order
        before = [one for one in _meaning(found.text) if one not in FREE]
        assert [one for one in _meaning(" ".join(shuffled)) if one not in FREE] == before


def _meaning(text: str) -> list[str]:
    return [one.strip(".,;:()“”").casefold() for one in text.split() if not one.startswith("{")]


@given(st.text(max_size=60), st.integers(0, 8))
def test_promise_1_text_put_anywhere_into_a_wording_adds_nothing_but_free_words(added: str, place: int) -> None:
    words = AVERAGE.split()
    written = " ".join([*words[:place], added, *words[place:]])
    try:
        pieces = fill(template(AVERAGE), written)
    except NotWorded:
        return
    said = " ".join(one.rendered for one in pieces if one.literal)
    assert not closure.has_number(said)
    known = {one.strip(".,").casefold() for one in AVERAGE.split()} | FREE | {"came", "to", "comes", "come", "per"}
    known |= {"amounts", "amounted", "amount", "each", "every"}
    assert {one.strip(".,;:").casefold().replace("’", "'") for one in said.split()} <= known | {""}


def test_what_follows_the_first_citation_stays_as_it_is() -> None:
    citation = Citation("[Citation ID: rows:abc]", row_set=RowSet(1, "abc"))
    composed = Words().say("There is ").name("Kiosk", "m1").say(". ").cite(citation).say(" More of it.").done()
    found = template_of(composed.pieces)
    assert found is not None
    assert found.text == "There is {n1}."
    shown = fill(found, "There it is, the {n1}")
    assert "".join(one.rendered for one in shown) == "There it is, the Kiosk. [Citation ID: rows:abc] More of it."


def test_a_text_without_anything_to_fill_in_is_not_worded() -> None:
    assert template_of(Words().say("Nothing was found.").done().pieces) is None
