"""The search tokeniser keeps codes, and passages are scored, fused and collapsed as documented."""

from __future__ import annotations

import math
import uuid
from datetime import UTC, date, datetime

import pytest

from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.model import Hit, Passage, StoredDocument, StoredPassage
from services.retriever.documents.ranking import (
    bm25,
    build_postings,
    collapse,
    first_page,
    fuse,
    is_keyword_confident,
    term_coverage,
)
from services.retriever.documents.versions import governing, is_version_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BRK.B", ["brk", "b", "brk.b"]),
        ("7-ELEVEN #1234", ["7", "eleven", "7eleven", "1234"]),
        ("AT&T", ["at", "t", "att"]),
        ("SQ *BLUE BOTTLE", ["sq", "blue", "bottle"]),
        ("$1,234.50", ["1234.50", "1234.5"]),
        ("35.00", ["35.00", "35"]),
        ("27.24%", ["27.24"]),
        ("fees, charges; policies", ["fee", "charge", "policy"]),
        ("business status gas", ["business", "status", "gas"]),
        ("CAFÉ René", ["cafe", "rene"]),
        ("Müller’s", ["muller"]),
        ("PA-31-20559", ["pa", "31", "20559", "pa3120559"]),
    ],
)
def test_words_codes_and_amounts_become_these_lexemes(text: str, expected: list[str]) -> None:
    assert lexemes(text) == expected


def test_a_decomposed_letter_is_the_composed_one() -> None:
    assert lexemes("Cafe\u0301") == lexemes("Café")


def test_function_words_leave_a_question_and_names_in_capitals_stay() -> None:
    assert query_lexemes("What does IT charge me for the wire?") == ["it", "charge", "wire"]
    assert query_lexemes("WHAT DOES IT CHARGE") == ["charge"]


def test_bm25_is_the_formula() -> None:
    texts = [["fee", "wire"], ["fee", "fee", "atm", "atm"], ["rate"]]
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    average = 7 / 3
    expected = [
        idf * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / average)),
        idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / average)),
        0.0,
    ]
    assert bm25(["fee", "nowhere"], texts) == pytest.approx(expected)


def test_postings_hold_every_lexeme_with_its_passages() -> None:
    passages = [Passage("c1", 0, (), "fee fee wire", 3), Passage("c2", 0, (), "wire", 1)]
    postings, length_sum = build_postings(passages)
    assert length_sum == 4
    assert postings["fee"].positions == (0,)
    assert postings["fee"].frequencies == (2,)
    assert postings["wire"].positions == (0, 1)
    assert postings["wire"].lengths == (3, 1)


def test_fusion_adds_reciprocal_ranks_with_k_60() -> None:
    scores = fuse([[1, 2], [2, 3]])
    assert scores == {1: 1 / 61, 2: 1 / 62 + 1 / 61, 3: 1 / 62}


def test_what_one_leg_puts_first_is_shown_whatever_many_the_other_leg_shares() -> None:
    shared = list(range(100, 170))
    legs = [shared, [1, *shared, 2]]
    fused = fuse(legs)
    order = sorted(fused, key=lambda one: (-fused[one], one))
    assert 1 not in order[:50]
    page = first_page(order, legs, 50)
    assert set(page) == {1, *order[:49]}
    assert page == [one for one in order if one in page]
    assert 2 not in page


@pytest.mark.parametrize("size", [1, 3, 5, 50])
def test_a_first_page_is_full_and_no_longer_and_a_short_list_is_shown_whole(size: int) -> None:
    legs = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
    order = [1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12]
    assert len(first_page(order, legs, size)) == min(size, 12)
    assert first_page(order, [[], []], 4) == [1, 7, 2, 8]
    # One that was shown as part of another has no place of its own.
    assert first_page([1, 2, 3], [[99], [3]], 5) == [1, 2, 3]


def test_coverage_is_the_share_of_the_questions_words_by_rarity() -> None:
    weights = {"fee": 0.5, "overdraft": 2.0}
    assert term_coverage(frozenset({"overdraft"}), ["fee", "overdraft"], weights, 10) == pytest.approx(0.8)
    unseen = math.log(1 + 10.5 / 0.5)
    covered = term_coverage(frozenset({"fee"}), ["fee", "unicorn"], weights, 10)
    assert covered == pytest.approx(0.5 / (0.5 + unseen))


def hit(text: str, *, coverage: float = 1.0, chunk: str = "c1", score: float = 1.0) -> Hit:
    passage = StoredPassage(1, uuid.uuid4(), chunk, "doc", 1, None, (), text, 0)
    return Hit(passage, keyword_score=score, term_coverage=coverage)


def test_one_word_never_settles_a_search_and_a_covered_question_does() -> None:
    assert is_keyword_confident([hit("x")], ["overdraft", "fee"])
    assert not is_keyword_confident([hit("x")], ["overdraft"])
    assert not is_keyword_confident([hit("x", coverage=0.5)], ["overdraft", "fee"])
    assert not is_keyword_confident([], ["overdraft", "fee"])


def test_keywords_do_not_settle_a_search_where_two_passages_are_near_each_other() -> None:
    terms = ["overdraft", "fee"]
    assert is_keyword_confident([hit("x", score=3.0), hit("y", score=2.0)], terms)
    assert not is_keyword_confident([hit("x", score=2.9), hit("y", score=2.0)], terms)


def test_near_identical_passages_are_shown_once_and_other_numbers_are_not_identical() -> None:
    first = hit("The overdraft fee of this account is $35 for each item that is paid.", chunk="c1")
    same = hit("The overdraft fee of this account is $35 for each item that is paid", chunk="c2")
    other = hit("The overdraft fee of this account is $30 for each item that is paid.", chunk="c3")
    shown = collapse([first, same, other])
    assert [one.passage.chunk_id for one in shown] == ["c1", "c3"]
    assert shown[0].collapsed_chunk_ids == ("c2",)


def test_a_passage_joins_the_first_that_it_is_nearly_the_same_as() -> None:
    words = "The overdraft fee of this account is charged once for each item that is paid when the balance is low"
    texts = [words, "Something else without a number", f"{words} now", f"{words} today", "Something else"]
    shown = collapse([hit(text, chunk=f"c{place}") for place, text in enumerate(texts)])
    assert [one.passage.chunk_id for one in shown] == ["c0", "c1", "c4"]
    assert shown[0].collapsed_chunk_ids == ("c2", "c3")


def document(effective: date | None, family: uuid.UUID, name: str = "d") -> StoredDocument:
    return StoredDocument(
        uuid.uuid4(),
        1,
        name,
        name,
        name,
        "Bank",
        "text/html",
        effective,
        "",
        1,
        1,
        0,
        datetime.now(UTC),
        family_id=family,
    )


OLD, NEW, LATER = date(2024, 3, 1), date(2026, 3, 1), date(2027, 1, 1)


@pytest.mark.parametrize(
    ("question", "as_of", "expected"),
    [
        ("overdraft fee", date(2026, 10, 31), [NEW]),
        ("overdraft fee", date(2025, 10, 31), [OLD]),
        ("overdraft fee in 2024", date(2026, 10, 31), [OLD, NEW]),
        ("overdraft fee in the previous list", date(2026, 10, 31), [OLD, NEW, LATER]),
        ("what will the overdraft fee be after the renewal", date(2026, 10, 31), [NEW, LATER]),
        ("overdraft fee", None, [LATER]),
    ],
)
def test_the_version_in_force_governs_unless_the_question_asks_for_another(
    question: str, as_of: date | None, expected: list[date]
) -> None:
    family = uuid.uuid4()
    documents = [document(day, family) for day in (OLD, NEW, LATER)]
    assert [one.effective_date for one in governing(documents, question, as_of)] == expected


def test_documents_of_no_common_family_are_all_searched() -> None:
    documents = [document(OLD, uuid.uuid4()), document(NEW, uuid.uuid4()), document(None, uuid.uuid4())]
    assert len(governing(documents, "overdraft fee", date(2026, 10, 31))) == 3


@pytest.mark.parametrize(
    ("names", "families", "dates", "expected"),
    [
        (("Fees 2024.html", "Fees 2026.html"), ({"checking"}, {"checking"}), (OLD, NEW), True),
        (("Everyday fees.html", "Summit fees.html"), ({"fee"}, {"fee"}), (OLD, NEW), False),
        (("Fees.html", "Fees.html"), ({"checking"}, {"saving"}), (OLD, NEW), False),
        (("Fees.html", "Fees.html"), ({"checking"}, {"checking"}), (NEW, NEW), False),
        (("Fees.html", "Fees.html"), ({"checking"}, {"checking"}), (None, NEW), False),
        (("a.txt", "a.txt"), (set(), set()), (OLD, NEW), False),
    ],
)
def test_two_products_are_no_versions_of_each_other(
    names: tuple[str, str],
    families: tuple[set[str], set[str]],
    dates: tuple[date | None, date | None],
    expected: bool,
) -> None:
    one, other = (
        (name, "Bank", frozenset(family), day) for name, family, day in zip(names, families, dates, strict=True)
    )
    assert is_version_of(*one, *other) is expected
