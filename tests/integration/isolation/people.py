"""Invented people: each with names, amounts and words that occur with nobody else, so that a stray one is noticed."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

AS_OF = "2026-10-31T23:59:59+00:00"
SAID_AT = "2026-07-01T12:00:00+00:00"
_SYLLABLES = (
    "bex",
    "dro",
    "fal",
    "gim",
    "hul",
    "jat",
    "kov",
    "lum",
    "mip",
    "nar",
    "pol",
    "quen",
    "rud",
    "sil",
    "tav",
    "vob",
)
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody has and says. `word` is in every name of theirs."""

    word: str
    number: int

    @property
    def merchant(self) -> str:
        """Bought from three times in October."""
        return f"{self.word} Coffee"

    @property
    def books(self) -> str:
        """Bought from once; renamed by the user."""
        return f"{self.word} Books"

    @property
    def gym(self) -> str:
        """Paid monthly; the user calls it "my gym"."""
        return f"{self.word} Barbell"

    @property
    def landlord(self) -> str:
        """Paid from the checking account."""
        return f"{self.word} Apartments"

    @property
    def payer(self) -> str:
        """Pays the wages."""
        return f"{self.word} Logistics"

    @property
    def bank(self) -> str:
        """Wrote the fee schedule."""
        return f"{self.word} Credit Union"

    @property
    def fee(self) -> str:
        """What the bank charges for a stop payment."""
        return f"{43000 + self.number}.33"

    @property
    def goal(self) -> str:
        """What is to be saved."""
        return f"{6100000 + 13 * self.number}"

    @property
    def prices(self) -> tuple[str, str, str]:
        """Of the three purchases: too large to be a number of milliseconds in a log."""
        base = 40000 + 10 * self.number
        return f"{base}.37", f"{base + 1}.41", f"{base + 2}.19"

    @property
    def spent(self) -> str:
        """All three together, in cents exactly."""
        cents = sum(int(price.replace(".", "")) for price in self.prices)
        return f"{cents // 100}.{cents % 100:02d}"

    @property
    def statements(self) -> tuple[str, ...]:
        """What is said."""
        return (
            f"My gym is {self.gym}.",
            f"I want to save ${self.goal} for a {self.word} boat.",
            "I get paid on the 15th of the month.",
        )

    @property
    def questions(self) -> tuple[str, ...]:
        """Answered from rows, from a statement and rows, from a document, by a walk over the graph, and refused."""
        return (
            f"How much did I spend at {self.merchant} in October 2026?",
            "How much did my gym cost me in October 2026?",
            f"What does {self.bank} charge for a stop payment?",
            f"How much did I spend in October 2026 on the account that I pay {self.landlord} from?",
            f"How much did I say I want to save for a {self.word} boat?",
            "How much did I spend at Moose Lodge in October 2026?",
        )

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no stranger and no log may ever see."""
        return (self.word, *self.prices, self.fee, self.spent, self.goal)

    def plaid(self) -> bytes:
        """Pages of a sync: a checking account and a card."""
        checking, card = f"chk-{self.word}", f"card-{self.word}"
        accounts = [
            account(checking, f"{self.word} Checking"),
            account(card, f"{self.word} Card", type="credit", subtype="credit card"),
        ]
        rows = [
            self._row("2026-07-01", "-2310.40", f"{self.payer} Payroll", checking, "INCOME_WAGES"),
            *(self._row(f"2026-{month:02d}-05", "42.00", self.gym, card, _GYM, True) for month in (8, 9, 10)),
            *(
                self._row(f"2026-{month:02d}-01", "1150.00", self.landlord, checking, _RENT, True)
                for month in (8, 9, 10)
            ),
            *(
                self._row(day, price, self.merchant, card, "FOOD_AND_DRINK_COFFEE", True)
                for day, price in zip(("2026-10-02", "2026-10-09", "2026-10-16"), self.prices, strict=True)
            ),
            self._row("2026-09-20", "18.99", self.books, card, "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS", True),
        ]
        return json.dumps({"accounts": accounts, "sync": [page(rows)]}).encode()

    def savings(self) -> bytes:
        """A bank's CSV."""
        return (
            "Date,Description,Amount,Balance\n"
            f"07/16/2026,TRANSFER FROM {self.word.upper()} CHECKING,200.00,3200.00\n"
            "07/31/2026,INTEREST PAID,9.87,3209.87\n"
            "10/30/2026,INTEREST PAID,11.05,3220.92\n"
        ).encode()

    def fees(self, aside: str = "") -> bytes:
        """The bank's fee schedule; `aside` is one more paragraph of it."""
        return (
            f"<html><head><title>{self.bank} - Schedule of Fees</title></head>"
            f"<body><h1>{self.bank}: Schedule of Fees</h1>"
            f"<p>{self.bank}. Effective March 1, 2026.</p>{aside}<table><caption>Account fees</caption>"
            "<tr><th>Service</th><th>Fee</th></tr>"
            f"<tr><td>Stop payment order</td><td>${self.fee}</td></tr>"
            "<tr><td>Paper statement</td><td>$2.00</td></tr></table>"
            f"<p>The monthly fee is waived when the {self.word} balance is $750 or more.</p></body></html>"
        ).encode()

    def notes(self) -> bytes:
        """Another document."""
        return (
            f"# Notes of {self.word}\n\nThe {self.word} dinghy lies at the north pier and wants new paint.\n".encode()
        )

    def _row(
        self, day: str, amount: str, name: str, account_id: str, category: str, merchant: bool = False
    ) -> dict[str, Any]:
        return {
            "transaction_id": f"{account_id}-{day}-{name}",
            "account_id": account_id,
            "amount": amount,
            "iso_currency_code": "USD",
            "date": day,
            "name": name,
            "merchant_name": name if merchant else None,
            "original_description": f"{name.upper()} DULUTH MN",
            "pending": False,
            "personal_finance_category": {"primary": "", "detailed": category, "confidence_level": "VERY_HIGH"},
        }


_GYM, _RENT = "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS", "RENT_AND_UTILITIES_RENT"


def account(account_id: str, name: str, **fields: Any) -> dict[str, Any]:
    """A Plaid account."""
    return {
        "account_id": account_id,
        "name": name,
        "type": "depository",
        "subtype": "checking",
        "balances": {"iso_currency_code": "USD"},
        **fields,
    }


def page(added: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The only page of a sync."""
    return {"added": list(added), "modified": [], "removed": [], "next_cursor": "c1", "has_more": False}


def make_person() -> Person:
    """Somebody new."""
    number = next(_numbers)
    chosen = random.Random(number).sample(_SYLLABLES, 4)
    return Person("".join(chosen).capitalize(), number)


@dataclass
class Holdings:
    """Ids of what a person has, as the services gave them out. Lists are never empty after loading."""

    accounts: list[str] = field(default_factory=list)
    savings_account: str = ""
    card: str = ""
    imports: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    row_citations: list[str] = field(default_factory=list)
    set_citations: list[str] = field(default_factory=list)
    merchants: list[str] = field(default_factory=list)
    recurring: str = ""
    counterparties: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    passage_citations: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)
    supports: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    erasures: list[str] = field(default_factory=list)
