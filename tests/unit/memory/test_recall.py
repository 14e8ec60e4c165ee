"""Where a question names what was said, and which own names it uses that never were."""

from __future__ import annotations

import unicodedata

import pytest

from services.memory.model import Attribute
from services.memory.recall import recall
from tests.unit.memory.conftest import Remember

ALL = tuple(Attribute)
SAID = [
    ("2025-01-01", "My gym is Planet Fitness."),
    ("2025-01-01", "My local café is Larkspur Café."),
    ("2025-01-01", "When we say the big shop we mean Whole Foods."),
    ("2025-01-01", "Fuel stop means Chevron."),
    ("2025-01-01", "My vet is Rose City Vet."),
    ("2025-01-01", "I get paid on the 15th."),
    ("2025-01-01", "My rent is $2,100."),
    ("2025-01-01", "I want to have $3,000 saved by June 2026."),
    ("2025-01-01", "My budget for groceries is $400 a month."),
    ("2025-01-01", "The cabin trip is shared with Ann."),
]


@pytest.mark.parametrize(
    ("question", "words", "value", "score"),
    [
        ("What did I spend at my gym last month?", "my gym", "Planet Fitness", 1.0),
        ("My gym's charges in May", "My gym's", "Planet Fitness", 1.0),
        ("smallest charge at MY LOCAL CAFE", "MY LOCAL CAFE", "Larkspur Café", 1.0),
        ("our big shop, this year", "our big shop", "Whole Foods", 1.0),
        ("what did the big shop cost us", "the big shop", "Whole Foods", 0.95),
        ("fuel stop spend in May", "fuel stop", "Chevron", 0.9),
        ("fuel stops in May", "fuel stops", "Chevron", 0.6),
        ("vet bills in May", "vet", "Rose City Vet", 0.6),
    ],
)
def test_a_name_is_found_where_it_stands(
    remember: Remember, question: str, words: str, value: str, score: float
) -> None:
    (found,) = [
        one for one in recall(question, remember(SAID), ALL, 20).facts if one.fact.slot.attribute is Attribute.NAME_FOR
    ]
    assert (question[found.start : found.end], found.fact.value.text, found.score) == (words, value, score)


def test_positions_count_code_points(remember: Remember) -> None:
    """Also behind emoji and where é is written as two code points."""
    question = unicodedata.normalize("NFD", "🏋️🏋️ my local café?")
    (found,) = recall(question, remember(SAID), ALL, 20).facts
    assert question[found.start : found.end] == unicodedata.normalize("NFD", "my local café")


@pytest.mark.parametrize(
    "question",
    [
        "What did my sister's gym cost?",
        "How much is their gym?",
        "my old gym in 2024",
        "How much at Rose City Vet?",
        "gymnastics in May",
    ],
)
def test_another_thing_is_not_taken_for_it(remember: Remember, question: str) -> None:
    assert recall(question, remember(SAID), ALL, 20).facts == ()


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("What did I tell you my rent is?", Attribute.RENT),
        ("Which day of the month did I say I get paid?", Attribute.PAY_DAY),
        ("when is my payday", Attribute.PAY_DAY),
        ("How much did I say I want to have saved?", Attribute.SAVINGS_GOAL),
        ("What's my savings goal?", Attribute.SAVINGS_GOAL),
        ("What is my grocery budget?", Attribute.BUDGET),
    ],
)
def test_a_question_about_what_was_said_finds_its_fact(remember: Remember, question: str, attribute: Attribute) -> None:
    recalled = recall(question, remember(SAID), ALL, 20)
    assert [(one.fact.slot.attribute, one.score) for one in recalled.facts] == [(attribute, 1.0)]
    assert recalled.unknown_names == ()


@pytest.mark.parametrize(
    "question",
    [
        "What did I say I want to save for a car?",
        "What's my restaurant budget?",
        "What did I say my office rent is?",
    ],
)
def test_a_purpose_that_was_never_said_finds_nothing(remember: Remember, question: str) -> None:
    assert recall(question, remember(SAID), ALL, 20).facts == ()


def test_a_slot_with_a_purpose_is_offered_where_none_is_asked(remember: Remember) -> None:
    (found,) = recall("What budget did I set?", remember(SAID), ALL, 20).facts
    assert (found.fact.slot.key, found.score) == ("groceries", 0.8)


def test_a_note_is_near_and_never_named(remember: Remember) -> None:
    (found,) = recall("What did I say about the cabin?", remember(SAID), ALL, 20).facts
    assert (found.fact.slot.attribute, found.start, found.end) == (Attribute.NOTE, 0, 0)
    assert 0 < found.score <= 0.5


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("how much did I spend at my dentist last year", "dentist"),
        ("Our plumber's invoices in May", "plumber"),
        ("my old gym in 2024", "gym"),
        ("total at my corner shop", "corner shop"),
        ("my student loan servicer minus my vet", "student loan servicer"),
    ],
)
def test_an_own_name_that_was_never_said_is_told(remember: Remember, question: str, name: str) -> None:
    (unknown,) = recall(question, remember(SAID), ALL, 20).unknown_names
    assert unknown.name == name
    assert question[unknown.start : unknown.end].casefold().startswith(("my ", "our "))
    assert question[unknown.start : unknown.end].casefold().removesuffix("'s").endswith(name)


@pytest.mark.parametrize(
    "question",
    [
        "what is my rent",
        "my account",
        "my spending last month",
        "my credit card payments",
        "my Netflix charges",
        "my Chase card",
        "what's my average purchase at Aldi",
        "my most expensive month",
        "since my data starts",
        "my last 5 purchases",
        "which of my subscriptions went up in price",
        "my saturdays",
        "my biggest expense in 2025",
        "my coffee habit",
        "did I get my tax refund",
        "my phone bill",
        "my savings account balance",
        "my 2024 groceries",
    ],
)
def test_what_everybody_has_is_no_own_name(remember: Remember, question: str) -> None:
    assert recall(question, remember([]), ALL, 20).unknown_names == ()


def test_the_longest_name_wins(remember: Remember) -> None:
    facts = remember([("2025-01-01", "My shop is Aldi."), ("2025-01-01", "My big shop is Tesco.")])
    (found,) = recall("what did my big shop cost", facts, ALL, 20).facts
    assert found.fact.value.text == "Tesco"


def test_a_known_name_is_not_told_as_unknown_where_only_other_facts_are_asked(remember: Remember) -> None:
    recalled = recall("my rent and my gym and my dentist", remember(SAID), (Attribute.RENT,), 20)
    assert [one.fact.slot.attribute for one in recalled.facts] == [Attribute.RENT]
    assert [one.name for one in recalled.unknown_names] == ["dentist"]
