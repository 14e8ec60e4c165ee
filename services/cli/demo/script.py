"""What the demonstration loads and asks, and what has to come out. Amounts were added up by hand from `data/`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"
AS_OF = "2026-10-31"


@dataclass(frozen=True, slots=True)
class Ledger:
    """A ledger file, and what the caller knows of it that the file does not say."""

    path: Path
    account_name: str = ""
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """One user's data."""

    name: str
    about: str
    time_zone: str
    ledgers: tuple[Ledger, ...]
    documents: tuple[Path, ...] = ()
    statements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """What an answer has to be: the value of an answer with the number of rows behind it, or the reason of a refusal.

    `value` is as `value_text` writes it. `cites` is a word that some cited passage, statement or row must hold.
    """

    value: str = ""
    rows: int | None = None
    refusal: str = ""
    cites: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with what it shows."""

    person: str
    question: str
    shows: str
    expected: Expected


PEOPLE = (
    Person(
        "ines",
        "two accounts at Lakehead Credit Union (Plaid pages), savings at Pinewood (a bank's CSV), one fee schedule",
        "America/Chicago",
        ledgers=(
            Ledger(DATA / "ines" / "lakehead_plaid.json"),
            Ledger(DATA / "ines" / "pinewood_savings.csv", "Pinewood Savings", "USD"),
        ),
        documents=(DATA / "ines" / "lakehead-fees-2026.html",),
        statements=(
            "My gym is Northshore Barbell.",
            "I want to save $6,000 for a kayak trip.",
            "I get paid on the 15th of the month.",
        ),
    ),
    Person(
        "tomas",
        "one current account in pounds (a bank's CSV with day before month)",
        "Europe/London",
        ledgers=(Ledger(DATA / "tomas" / "brightwater_current.csv", "Brightwater Current", "GBP"),),
    ),
)

QUESTIONS = (
    Asked(
        "ines",
        "How much did I spend on coffee last month?",
        "a category over two shops, a refund taken off",
        Expected("20.05 USD", rows=6),
    ),
    Asked(
        "ines",
        "How many Moose & Bean Coffee purchases were there in October 2026?",
        "two equal charges of one day are two purchases; “SQ *MOOSE & BEAN COFFEE” is the same shop",
        Expected("6 count", rows=6),
    ),
    Asked(
        "ines",
        "How much did I spend at Harbor Noodle House in October 2026?",
        "the pending 23.40 became 27.40 with the tip, and counts once",
        Expected("27.40 USD", rows=1),
    ),
    Asked(
        "ines",
        "How much did I spend at Copper Kettle Books in October 2026?",
        "a descriptor that gives orders is text",
        Expected("24.50 USD", rows=1),
    ),
    Asked(
        "ines",
        "What was my average monthly spend on groceries over the last 3 months?",
        "a figure made of figures: a complete sum by calendar months",
        Expected("205.00 USD", rows=10),
    ),
    Asked(
        "ines",
        "What was my largest grocery purchase since July 3?",
        "one row",
        Expected("92.46 USD", rows=1),
    ),
    Asked(
        "ines",
        "When did I last buy fuel?",
        "a day; the bank's 75.00 hold was taken back and is gone",
        Expected("2026-10-19", rows=1),
    ),
    Asked(
        "ines",
        "How much did my gym cost me over the last 3 months?",
        "only what Ines said makes this possible",
        Expected("126.00 USD", rows=3, cites="Northshore Barbell"),
    ),
    Asked(
        "ines",
        "How much did I say I want to save for a kayak trip?",
        "a number that she stated, with her words",
        Expected("6000.00 USD", cites="kayak"),
    ),
    Asked(
        "ines",
        "What does Lakehead charge for a stop payment?",
        "a cell of the fee schedule",
        Expected("28.00 USD", cites="Stop payment order"),
    ),
    Asked(
        "ines",
        "Price of sending money abroad by wire at a branch",
        "other words than the schedule's: found by meaning, then read by row and column",
        Expected("46.00 USD", cites="Outgoing international wire"),
    ),
    Asked(
        "ines",
        "How is the monthly maintenance fee waived?",
        "the clause itself, quoted",
        Expected("…waived when the average daily balance is $750 or more", cites="waived"),
    ),
    Asked(
        "ines",
        "How much did I spend in October 2026 on the account that I pay Birchwood Apartments from?",
        "only a walk over the graph, from the landlord to the account, makes this possible",
        Expected("1216.40 USD", rows=2),
    ),
    Asked(
        "ines",
        "Which documents do I have about Lakehead Visa?",
        "another walk: from the account over its institution to what that institution wrote",
        Expected("…Schedule of Fees"),
    ),
    Asked(
        "ines",
        "How much did I spend on coffee in March 2026?",
        "a part is never passed off as the whole",
        Expected(refusal="OUT_OF_COVERAGE"),
    ),
    Asked(
        "ines",
        "How many lattes did I buy last month?",
        "bank rows hold no items",
        Expected(refusal="NOT_IN_DATA"),
    ),
    Asked(
        "ines",
        "How much did I spend at Moose Lodge in October 2026?",
        "the nearest name is not the name",
        Expected(refusal="NO_DATA"),
    ),
    Asked("ines", "Should I cancel Framelight?", "no advice", Expected(refusal="OUT_OF_SCOPE")),
    Asked(
        "tomas",
        "How much did I spend at Tramway Bakery in October 2026?",
        "another user, another currency",
        Expected("12.70 GBP", rows=3),
    ),
    Asked(
        "tomas",
        "How much did I spend at Moose & Bean Coffee in October 2026?",
        "Ines's shop does not exist for Tomas",
        Expected(refusal="NO_DATA"),
    ),
    Asked(
        "tomas",
        "How much did my gym cost me in October 2026?",
        "nor does what she said",
        Expected(refusal="NO_DATA"),
    ),
    Asked(
        "tomas",
        "What does Lakehead charge for a stop payment?",
        "nor her fee schedule",
        Expected(refusal="NO_DATA"),
    ),
)
