"""Bounds on the size of a row that a question states ("over $75", "between £10 and £20")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from services.answerer.dates import NUMBER_WORDS
from services.answerer.model import AmountRange

SIGNS = {"$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY"}
CODES = {
    "dollar": "USD",
    "usd": "USD",
    "buck": "USD",
    "euro": "EUR",
    "eur": "EUR",
    "pound": "GBP",
    "gbp": "GBP",
    "quid": "GBP",
    "sterling": "GBP",
    "yen": "JPY",
    "jpy": "JPY",
    "swiss franc": "CHF",
    "chf": "CHF",
    "cad": "CAD",
    "canadian dollar": "CAD",
    "aud": "AUD",
    "sek": "SEK",
    "nok": "NOK",
    "dkk": "DKK",
    "pln": "PLN",
    "zloty": "PLN",
}

_MONEY = (
    r"(?P<sign{n}>[$£€¥])?\s?(?P<number{n}>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:\s?(?P<word{n}>dollars?|bucks?|usd|euros?|eur|pounds?|gbp|quid|€|£)\b)?"
    r"(?![\d%])(?! ?(?:times|days?|weeks?|months?|years?|purchases?|charges?|payments?|transactions?|merchants?|%"
    r"|percent))"
)
# Money by a sign, a currency's name or cents.
_SAYS_MONEY = r"[$£€¥]|[\d.,]+\s?(?:dollars?|bucks?|usd|euros?|eur|pounds?|gbp|quid|€|£)\b|\d[\d,]*\.\d\d\b"
_ALONE = (
    r"(?P<sign1>[$£€¥])?\s?(?P<number1>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d|[.,]\d|%)"
    r"(?:\s?(?P<word1>dollars?|bucks?|usd|euros?|eur|pounds?|gbp|quid|€|£)\b)?"
)
_ONE, _TWO = _MONEY.format(n=1), _MONEY.format(n=2)
_OVER = (
    r"(?:over|above|more than|greater than|larger than|bigger than|higher than|beyond"
    r"|upwards of|topped|topping|surpass(?:es|ed|ing)?|exceed(?:s|ing|ed)?|in excess of"
    r"|north of|>)"
)
_UNDER = r"(?:under|below|less than|smaller than|lower than|cheaper than|fewer than|beneath|south of|<)"
_AT_LEAST = r"(?:at least|no less than|not less than|minimum of|a minimum of|>=)"
_AT_MOST = r"(?:at most|no more than|not more than|up to|not over|not exceeding|maximum of|a maximum of|<=)"
_PATTERNS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("between", rf"\b(?:between|from) {_ONE}(?: and | to |-){_TWO}"),
        ("at_least", rf"(?:of |for |that (?:were|was|are|is) |was |were )?(?<!\w){_AT_LEAST}\s?{_ONE}"),
        ("at_most", rf"(?:of |for |that (?:were|was|are|is) |was |were )?(?<!\w){_AT_MOST}\s?{_ONE}"),
        ("at_least", rf"(?:of |for )?(?<![\w.,]){_ONE} (?:or more|or over|or above|and (?:up|over|above|more)|plus)\b"),
        ("at_most", rf"(?:of |for )?(?<![\w.,]){_ONE} (?:or less|or under|or below|and (?:under|below|less))\b"),
        ("over", rf"(?:of |for |that (?:were|was|are|is) |was |were )?(?<!\w){_OVER}\s?{_ONE}"),
        ("under", rf"(?:of |for |that (?:were|was|are|is) |was |were )?(?<!\w){_UNDER}\s?{_ONE}"),
        # An amount alone is a key: the row of exactly that much. A sign, a currency or cents must say that it is money.
        (
            "exact",
            rf"(?:exactly |precisely )?(?<![\w.,])(?={_SAYS_MONEY}){_ALONE}",
        ),
    )
)


# "The fee is $0.00" states an amount and asks for no row of it, unlike "which fee was $5" and "the fee that was $5".
_STATED = re.compile(
    r"\b(?:the|every|each|all) (?:(?!that\b|which\b|who\b)[a-z]+ ){1,3}(?:is|are|was|were|costs?) (?:now )?$"
)


@dataclass(frozen=True, slots=True)
class AmountSpan:
    """A stretch of the text that bounds amounts. `currency` is empty where neither sign nor code was said."""

    start: int
    end: int
    bounds: AmountRange
    currency: str
    numbers: tuple[Decimal, ...]

    @property
    def exact(self) -> bool:
        """Whether one amount is said, and not a bound."""
        return (
            self.bounds.at_least is not None and self.bounds.at_least == self.bounds.at_most and len(self.numbers) == 1
        )


_SPELT = re.compile(
    r"\b(?P<count>an?|" + "|".join(NUMBER_WORDS) + r") (?P<size>hundred|thousand|grand)\b"
    r"(?= (?:dollars?|bucks?|euros?|pounds?|quid)\b)"
)


def spelt_amounts(text: str) -> Iterator[re.Match[str]]:
    """Round amounts in words ("a hundred pounds")."""
    return _SPELT.finditer(text)


def spelt_number(match: re.Match[str]) -> str:
    """The digits of one of `spelt_amounts`."""
    return str(NUMBER_WORDS.get(match["count"], 1) * (100 if match["size"] == "hundred" else 1000))


def find_amounts(text: str) -> list[AmountSpan]:
    """Every bound that `text` (in lower case) states, in order, without overlap."""
    found: list[AmountSpan] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if kind == "exact" and _STATED.search(text[: match.start()]):
                continue
            if all(match.end() <= one.start or match.start() >= one.end for one in found):
                found.append(_span(kind, match))
    return sorted(found, key=lambda one: one.start)


def currency_code(word: str) -> str:
    """ISO 4217 code of a currency's name, sign or code as people write it; empty for an unknown one."""
    plain = word.strip().lower()
    return SIGNS.get(plain) or CODES.get(plain) or CODES.get(plain.removesuffix("s")) or ""


def _span(kind: str, match: re.Match[str]) -> AmountSpan:
    first = Decimal(match["number1"].replace(",", ""))
    groups = match.groupdict()
    said = groups.get("sign1") or groups.get("word1") or groups.get("sign2") or groups.get("word2") or ""
    numbers: tuple[Decimal, ...] = (first,)
    if kind == "between":
        second = Decimal(match["number2"].replace(",", ""))
        bounds = AmountRange(at_least=min(first, second), at_most=max(first, second))
        numbers = (first, second)
    else:
        bounds = {
            "over": AmountRange(over=first),
            "under": AmountRange(under=first),
            "at_least": AmountRange(at_least=first),
            "at_most": AmountRange(at_most=first),
            "exact": AmountRange(at_least=first, at_most=first),
        }[kind]
    return AmountSpan(match.start(), match.end(), bounds, currency_code(said), numbers)
