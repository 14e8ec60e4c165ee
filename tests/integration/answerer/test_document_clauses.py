"""Questions in other words than the paper's, weighed with the real model: the one clause answers, or none does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from decimal import Decimal

import pytest
import pytest_asyncio

from services.answerer.documents.clauses import nearness_of
from services.answerer.documents.core import answer_from_passages
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.model import Polarity, SearchHit, SearchSummary, Vectors
from services.common.local_embedder import SPACE_ID, WIDTH, LocalEmbedder
from tests.unit.answerer.document_vault import TODAY, Paper

TERMS = (
    Paper("terms.pdf", "Deposit terms", "Tidewell Bank", institution="Tidewell Bank", effective=date(2026, 1, 5))
    .prose(
        "A second owner can be added only at a branch, with the first owner present.",
        "We may take what you owe us from your account, but never from federal benefit payments.",
        "You must report an error within 45 days after we send the statement.",
        "A check deposit of more than $5,000 may be held for up to seven (7) business days.",
        "An account is inactive when nobody has used it for 24 months.",
        "Headings are there to help the reader and do not change what these terms mean.",
        "The bank may record calls for training and as evidence of what was asked.",
    )
    .table(
        ["Service", "Fee"],
        ["Monthly upkeep", "$11.00[1]"],
        ["Stop payment", "$27.00"],
        notes={"1": "Not charged when the average daily balance is $900 or more."},
    )
)  # fmt: skip
POLICY = (
    Paper("policy.pdf", "Renters policy", "Cobble Mutual", institution="Cobble Mutual", effective=date(2026, 2, 1))
    .prose(
        "We do not pay for damage caused by bed bugs, mice or other vermin.",
        "Letting the home to paying guests for more than 20 nights a year ends the cover for theft.",
        "Spoiled food after a power cut is covered up to $350.",
        "Tell the police about a theft within 24 hours, and us within ten days.",
        "An action against us must be started within two years after the loss.",
        "The shortage is $88.10. You may pay it in full by March 3, 2027, and the surcharge is removed.",
    )
)  # fmt: skip


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def model() -> AsyncIterator[LocalEmbedder]:
    """The published model."""
    embedder = LocalEmbedder()
    await embedder.warm_up()
    yield embedder
    await embedder.close()


async def ask(model: LocalEmbedder, question: str, *papers: Paper) -> DocumentAnswer | DocumentRefusal:
    """What the papers answer once the nearness of their clauses is known."""
    hits = [SearchHit(passage=passage) for paper in papers for passage in paper.passages]
    documents = [paper.document for paper in papers]
    found = answer_from_passages(question, TODAY, hits, SearchSummary(), documents)
    if isinstance(found, DocumentAnswer) or not found.unweighed:
        return found
    embedded = await model.embed([question, *found.unweighed])
    vectors = Vectors(SPACE_ID, WIDTH, embedded.vectors.astype("<f4").tobytes(), len(embedded.vectors))
    nearness = nearness_of(found.unweighed, vectors)
    return answer_from_passages(question, TODAY, hits, SearchSummary(), documents, nearness=nearness)


@pytest.mark.parametrize(
    ("question", "clause", "polarity"),
    [
        ("can I add my brother as a second owner on the website?", "A second owner can be added only", "UNSPECIFIED"),
        ("will the bank grab what I owe from my social security money?", "We may take what you owe us", "UNSPECIFIED"),
        ("mice chewed my sofa, will Cobble pay?", "We do not pay for damage caused by bed bugs", "NO"),
        ("can I airbnb the flat for five weeks a year and still be covered for theft?", "Letting the home", "NO"),
        ("what makes an account inactive?", "An account is inactive when", "UNSPECIFIED"),
        ("how do I avoid the monthly upkeep fee?", "Not charged when the average daily balance", "UNSPECIFIED"),
    ],
)
async def test_a_rule_is_quoted_though_it_is_asked_for_in_other_words(
    model: LocalEmbedder, question: str, clause: str, polarity: str
) -> None:
    found = await ask(model, question, TERMS, POLICY)
    assert isinstance(found, DocumentAnswer), found
    assert found.quotation.startswith(clause)
    assert found.polarity is Polarity[polarity]
    assert found.quotation in found.passage.text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how long have I got to flag a mistake on my statement?", Decimal(45)),
        ("my cheque is for $8,000, how long could they sit on it?", Decimal(7)),
        ("How fast must I report a theft to the police, in hours?", Decimal(24)),
        ("food went bad in a blackout, what is the most they pay?", Decimal(350)),
    ],
)
async def test_a_number_is_read_from_the_clause_that_stands_apart(
    model: LocalEmbedder, question: str, value: Decimal
) -> None:
    found = await ask(model, question, TERMS, POLICY)
    assert isinstance(found, DocumentAnswer), found
    assert found.value == value
    assert found.figures, "a number is a figure"
    assert found.figures[-1].value == value


@pytest.mark.parametrize(
    "question",
    [
        "my cheque is for $300, how long could they sit on it?",
        "can I paint the bedroom?",
        "how long is the warranty on the fridge?",
        "how much is the gym membership?",
        "is my car insured against hail?",
        "how long may I stay abroad?",
    ],
)
async def test_what_no_clause_says_is_refused(model: LocalEmbedder, question: str) -> None:
    assert isinstance(await ask(model, question, TERMS, POLICY), DocumentRefusal)


@pytest.mark.parametrize(
    ("question", "paper", "sentence"),
    [
        ("can I add my brother as a second owner on the website?", TERMS, "A second owner"),
        ("mice chewed my sofa, will Cobble pay?", POLICY, "We do not pay for damage"),
        ("how long have I got to flag a mistake on my statement?", TERMS, "You must report an error"),
    ],
)
async def test_the_next_clause_does_not_step_in_for_the_one_that_is_gone(
    model: LocalEmbedder, question: str, paper: Paper, sentence: str
) -> None:
    lines = [line for line in paper.passages[0].text.split("\n")[1:] if not line.startswith(sentence)]
    without = Paper(paper.name, paper.title, institution=paper.institution, effective=paper.effective).prose(*lines)
    assert isinstance(await ask(model, question, without), DocumentRefusal)


LEASE = (
    Paper("lease.pdf", "Lease of 14 Quarry Row", "Slate Homes", institution="Slate Homes")
    .prose(
        "The term begins on June 1, 2026 and ends on May 31, 2028.",
        "Rent is $1,240.00 per month, due on the first day of the month.",
        "A guest who stays more than 10 days in any six months must be added to this lease.",
        "The tenant may leave early by giving 90 days' notice in writing.",
        "Rent is collected on the 3rd of each month, or on the working day before.",
        "The landlord cannot enter the flat without telling the tenant 12 hours before, except in an emergency.",
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("When does my lease run out?", date(2028, 5, 31)),
        ("Start of my lease?", date(2026, 6, 1)),
        ("when does the lease begin", date(2026, 6, 1)),
    ],
)
async def test_the_end_and_the_start_of_a_time_are_told_apart(model: LocalEmbedder, question: str, day: date) -> None:
    found = await ask(model, question, LEASE)
    assert isinstance(found, DocumentAnswer), found
    assert found.value == day


async def test_the_day_of_the_month_is_quoted_and_no_other_date_taken_for_it(model: LocalEmbedder) -> None:
    found = await ask(model, "on which day of the month is the rent collected?", LEASE)
    assert isinstance(found, DocumentAnswer), found
    assert "3rd of each month" in found.quotation


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How much is my rent?", Decimal("1240.00")),
        ("my brother wants to stay over - how many days before he has to go on the lease?", Decimal(10)),
        ("How much notice do I have to give, in days?", Decimal(90)),
    ],
)
async def test_plain_facts_of_a_contract_are_found(model: LocalEmbedder, question: str, value: Decimal) -> None:
    found = await ask(model, question, LEASE)
    assert isinstance(found, DocumentAnswer), found
    assert found.value == value


async def test_cannot_without_states_no_side(model: LocalEmbedder) -> None:
    found = await ask(model, "Does the landlord need to tell me before entering the flat?", LEASE)
    if isinstance(found, DocumentAnswer):
        assert found.polarity is Polarity.UNSPECIFIED
