"""What names stand for, on a made-up ledger whose names lie near each other."""

from __future__ import annotations

import pytest

from services.retriever.ledger import categories
from services.retriever.ledger.names import NameIndex
from services.retriever.ledger.tables import read_sections
from services.retriever.model import EntityKind, MatchKind, Mention, NamedEntity, Revision

E = EntityKind


def merchant(name: str, category: str = "", **fields: object) -> NamedEntity:
    return NamedEntity(E.MERCHANT, f"m:{name}", name, 5, category_id=category, **fields)  # type: ignore[arg-type]


def account(account_id: str, name: str, subtype: str, mask: str = "") -> NamedEntity:
    kind = "credit" if subtype == "credit card" else "depository"
    return NamedEntity(E.ACCOUNT, account_id, name, 9, account_type=kind, account_subtype=subtype, mask=mask)


INDEX = NameIndex(
    Revision(1),
    [
        merchant("Harbor", "FOOD_AND_DRINK_RESTAURANT", former_names=("Harbor Fish & Chips",)),
        merchant("Marlow Foods Market", "FOOD_AND_DRINK_GROCERIES"),
        merchant("Rideco", "TRANSPORTATION_TAXIS_AND_RIDE_SHARES"),
        merchant("Rideco Meals", "FOOD_AND_DRINK_RESTAURANT"),
        merchant("Bäckerei Krüger", "FOOD_AND_DRINK_COFFEE"),
        merchant("Tilda's Books", "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS", aliases=("the corner bookshop",)),
        merchant("Quillstream+", "ENTERTAINMENT_TV_AND_MOVIES"),
        merchant("9-Twelve", "GENERAL_MERCHANDISE_CONVENIENCE_STORES"),
        merchant("Whole Meadow Foods", "FOOD_AND_DRINK_GROCERIES"),
        merchant("Next", "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES"),
        merchant("Zorblatt", "GENERAL_MERCHANDISE_ELECTRONICS"),
        merchant("Pepper Lane Coffee", "FOOD_AND_DRINK_COFFEE"),
        merchant("Vexley Dental", "MEDICAL_DENTAL_CARE"),
        merchant("Vexley Optical", "MEDICAL_EYE_CARE"),
        NamedEntity(E.PERSON, "p:1", "Priya Raman", 3),
        NamedEntity(E.PERSON, "p:2", "Priya Anand", 3),
        NamedEntity(E.PERSON, "p:3", "Marlow Jones", 3),
        NamedEntity(E.PERSON, "p:4", "Chad Oduya", 3),
        NamedEntity(E.PERSON, "p:5", "Chad Brook", 3),
        NamedEntity(E.PAYER, "y:1", "Northwind Labs Ltd", 3),
        account("a:1", "Joint Checking", "checking", "4821"),
        account("a:2", "Tomas' Checking", "checking", "1177"),
        account("a:3", "Zephyr Rewards Visa", "credit card"),
        account("a:4", "Total Savings", "savings"),
        NamedEntity(E.INSTITUTION, "ins:Marlow", "Marlow", 0),
        NamedEntity(E.COUNTRY, "PT", "PT", 4),
        NamedEntity(E.CATEGORY, "FOOD_AND_DRINK_COFFEE", "FOOD_AND_DRINK_COFFEE", 11),
        NamedEntity(E.CATEGORY, "TRANSPORTATION_GAS", "TRANSPORTATION_GAS", 2),
    ],
)


def found(question: str) -> list[tuple[str, list[str], MatchKind]]:
    return [
        (question[span.start : span.end], [one.display_name for one in span.candidates], span.candidates[0].match)
        for span in INDEX.find_spans(question)
    ]


@pytest.mark.parametrize(
    ("question", "words", "name", "match"),
    [
        ("What did Harbor cost me last month?", "Harbor", "Harbor", MatchKind.EXACT),
        ("how much at HARBOR", "HARBOR", "Harbor", MatchKind.EXACT),
        ("harbor's total in May", "harbor's", "Harbor", MatchKind.EXACT),
        ("Harbor, and nothing else", "Harbor", "Harbor", MatchKind.EXACT),
        ("spend at Harbor Fish & Chips in 2025", "Harbor Fish & Chips", "Harbor", MatchKind.FORMER_NAME),
        ("harbor fish and chips total", "harbor fish and chips", "Harbor", MatchKind.FORMER_NAME),
        ("what did I spend at marlow foods", "marlow foods", "Marlow Foods Market", MatchKind.DESCRIPTIVE),
        ("Rideco rides this year", "Rideco rides", "Rideco", MatchKind.DESCRIPTIVE),
        ("Rideco Meals this year", "Rideco Meals", "Rideco Meals", MatchKind.EXACT),
        ("what about backerei kruger", "backerei kruger", "Bäckerei Krüger", MatchKind.EXACT),
        ("what about BAECKEREI KRUEGER", "BAECKEREI KRUEGER", "Bäckerei Krüger", MatchKind.EXACT),
        ("tildas books last year", "tildas books", "Tilda's Books", MatchKind.EXACT),
        ("money at the corner bookshop", "the corner bookshop", "Tilda's Books", MatchKind.ALIAS),
        ("is quillstream plus still active", "quillstream plus", "Quillstream+", MatchKind.EXACT),
        ("9 twelve purchases", "9 twelve", "9-Twelve", MatchKind.EXACT),
        ("zorblat last week", "zorblat", "Zorblatt", MatchKind.FUZZY),
        ("Pepper Lane last week", "Pepper Lane", "Pepper Lane Coffee", MatchKind.DESCRIPTIVE),
        ("paid by Northwind Labs", "Northwind Labs", "Northwind Labs Ltd", MatchKind.DESCRIPTIVE),
        ("from Priya Raman", "Priya Raman", "Priya Raman", MatchKind.EXACT),
        ("from Tomas' Checking", "Tomas' Checking", "Tomas' Checking", MatchKind.EXACT),
        ("on my Zephyr card", "Zephyr card", "Zephyr Rewards Visa", MatchKind.DESCRIPTIVE),
        ("on my Visa in May", "Visa", "Zephyr Rewards Visa", MatchKind.DESCRIPTIVE),
        ("on my credit card", "credit card", "Zephyr Rewards Visa", MatchKind.EXACT),
        ("from the account ending in 4821", "account ending in 4821", "Joint Checking", MatchKind.EXACT),
        ("spending in Portugal", "Portugal", "Portugal", MatchKind.EXACT),
        ("how much on coffee shops", "coffee shops", "coffee", MatchKind.EXACT),
        ("petrol this year", "petrol", "fuel", MatchKind.EXACT),
        ("how much on gas", "gas", "fuel", MatchKind.EXACT),
        ("eating-out total", "eating-out", "eating out", MatchKind.EXACT),
        ("what did I spend at next in May", "next", "Next", MatchKind.EXACT),
        ("What did Next get from me", "Next", "Next", MatchKind.EXACT),
        ("Harbor purchses under $20", "Harbor", "Harbor", MatchKind.EXACT),
        ("size of the Harbor bill", "Harbor", "Harbor", MatchKind.EXACT),
        ("restaurants and eating out"[:11], "restaurants", "restaurants", MatchKind.EXACT),
        ("haircuts and beauty in May", "haircuts and beauty", "hair and beauty", MatchKind.EXACT),
        ("grocreies last month", "grocreies", "groceries", MatchKind.FUZZY),
        ("Zorblatt or Tilda's Books, cheers", "Tilda's Books", "Tilda's Books", MatchKind.EXACT),
        ("by how much does Harbor beat Rideco", "Harbor", "Harbor", MatchKind.EXACT),
        ("did the Zorblatt refund arrive, zorblatt arrived late", "Zorblatt", "Zorblatt", MatchKind.EXACT),
        ("my spending in the us", "us", "United States", MatchKind.EXACT),
        ("Total for Pepper Lane Coffee and Zorblatt", "Pepper Lane Coffee", "Pepper Lane Coffee", MatchKind.EXACT),
        ("my pet care spending in May", "pet care", "pet care", MatchKind.EXACT),
    ],
)
def test_a_name_is_found_in_its_question(question: str, words: str, name: str, match: MatchKind) -> None:
    assert (words, [name], match) in found(question)


@pytest.mark.parametrize(
    "question",
    [
        "How much did I spend at Harbor Freight?",
        "count my harbor freight purchases",
        "Rideco Freight total",
        "spend at Vexley Motors",
        "Zorblatt Optical last week",
        "money to Priya Lopez",
        "How much did I spend in total?",
        "all in, what did the whole of 2023 cost",
        "what will I spend next month",
        "what comes at next week's start",
        "how many lattes did I buy last month",
        "What is my balance?",
        "harder to save these days",
        "the ttoal of it",
        "How much did I spend at Whole Foods?",
        "what did Pepper Lane Bakery come to",
        "what did Pepper Lane Grill House come to",
    ],
)
def test_a_longer_or_foreign_name_is_no_name(question: str) -> None:
    assert found(question) == []


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("How much have I sent Priya?", {"Priya Raman", "Priya Anand"}),
        ("What did I pay Vexley?", {"Vexley Dental", "Vexley Optical"}),
        ("what did I spend from my checking account", {"Joint Checking", "Tomas' Checking"}),
        ("what did I pay Marlow in total", {"Marlow", "Marlow Foods Market", "Marlow Jones"}),
        ("vexxley total in May", {"Vexley Dental", "Vexley Optical"}),
        ("did Chad pay me back", {"Chad", "Chad Oduya", "Chad Brook"}),
    ],
)
def test_equal_fits_all_stand_with_the_same_match(question: str, names: set[str]) -> None:
    (span,) = INDEX.find_spans(question)
    assert {one.display_name for one in span.candidates} == names
    assert len({one.match for one in span.candidates}) == 1


def test_several_names_of_a_question_come_in_order() -> None:
    assert [one[0] for one in found("Harbor or Rideco Meals, which took more for coffee in May?")] == [
        "Harbor",
        "Rideco Meals",
        "coffee",
    ]


def test_offsets_are_code_points() -> None:
    question = "🍞 Bäckerei Krüger?"
    (span,) = INDEX.find_spans(question)
    assert question[span.start : span.end] == "Bäckerei Krüger"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the Harbor", ["Harbor"]),
        ("Harbor's", ["Harbor"]),
        ("Rideco", ["Rideco"]),
        ("rideco meal", ["Rideco Meals"]),
        ("Pepper", ["Pepper Lane Coffee"]),
        ("my joint account", ["Joint Checking"]),
        ("Whole Meadow", ["Whole Meadow Foods"]),
        ("Harbr", ["Harbor"]),
    ],
)
def test_a_mention_is_resolved_as_a_whole(text: str, names: list[str]) -> None:
    assert [one.display_name for one in INDEX.resolve(Mention(text)).candidates] == names


@pytest.mark.parametrize("text", ["Harbor Freight", "Blue Barn", "Costplus", "Ridex", "spa", "Marley Foods"])
def test_a_mention_that_nothing_fits_offers_near_names_and_never_takes_one(text: str) -> None:
    resolved = INDEX.resolve(Mention(text))
    assert resolved.candidates == ()
    assert len(resolved.nearest_names) <= 3


def test_a_mention_s_kinds_restrict_it() -> None:
    resolved = INDEX.resolve(Mention("Marlow", frozenset({E.PERSON})))
    assert [one.display_name for one in resolved.candidates] == ["Marlow Jones"]


@pytest.mark.parametrize(
    "question", ["How much did I spend at {} last month?", "{} total this year", "count my {} purchases"]
)
def test_no_known_business_is_taken_for_one_of_the_user_s(question: str) -> None:
    """Some 700 names of businesses that this user has never paid."""
    wrong = {}
    for brand in sorted(
        {entry.split("=")[0].strip() for _, entries in read_sections("brands.txt") for entry in entries}
    ):
        for form in (brand, brand.lower()):
            named = [
                one.display_name
                for span in INDEX.find_spans(question.format(form))
                for one in span.candidates
                if one.kind in (E.MERCHANT, E.PERSON, E.PAYER) and one.display_name.lower() != brand.lower()
            ]
            if named:
                wrong[form] = named
    assert wrong == {}


@pytest.mark.parametrize(
    "name", ["Harbor", "Marlow Foods Market", "Bäckerei Krüger", "Zorblatt", "Pepper Lane Coffee", "Priya Raman"]
)
def test_one_wrong_letter_names_the_same_or_nothing(name: str) -> None:
    kept = 0
    for place in range(1, len(name) - 1):
        for slip in (
            name[:place] + name[place + 1 :],
            name[:place] + name[place + 1] + name[place] + name[place + 2 :],
        ):
            for span in INDEX.find_spans(f"how much to {slip} in May"):
                for one in span.candidates:
                    assert one.kind is E.CATEGORY or one.display_name == name, slip
                    kept += one.display_name == name
    assert kept > len(name) // 2


def near(question: str, *entities: NamedEntity) -> list[str]:
    """The merchants near the category that a question names."""
    (span,) = NameIndex(Revision(1), entities).find_spans(question)
    return list(span.candidates[0].near_merchant_ids)


def test_a_category_names_the_merchants_that_are_in_it_or_sound_like_it_in_one_of_its_kind() -> None:
    restaurant, coffee = "FOOD_AND_DRINK_RESTAURANT", "FOOD_AND_DRINK_COFFEE"
    shops = [
        merchant("Luna Café", restaurant),
        merchant("Juniper Beans", coffee),
        merchant("Casa Lola", restaurant),
        merchant("Cafe Furniture", "HOME_IMPROVEMENT_FURNITURE"),
        NamedEntity(EntityKind.CATEGORY, coffee, coffee, 7),
    ]
    assert near("coffee", *shops) == ["m:Juniper Beans", "m:Luna Café"]
    assert near("coffee", *shops[2:]) == []
    many = [merchant(f"Café {place}", coffee) for place in range(1, 40)]
    assert len(near("coffee", *many, shops[-1])) == 20


def test_every_category_of_the_words_that_tell_little_is_one() -> None:
    assert {section for section, _ in read_sections("near_trades.txt")} <= categories.DETAILED
