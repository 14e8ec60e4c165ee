"""Other words for the questions of `ledger/dev`: the same expected answers, wordings and periods said differently, edge days as today.

`python -m tests.eval.exam.paraphrase OUT [--part practice|sealed]`. A question is taken apart into what it asks of (merchant, category,
person, source, account, amount) and when. Where a word is left that the taking apart does not account for, the question is left out.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import re
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.eval.exam import wordings
from tests.eval.exam.latent import month_end
from tests.eval.exam.periods import WORDS, back, nth

DEV = Path(__file__).parents[1] / "ledger" / "dev"
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
MON = "(?:" + "|".join(MONTHS) + ")"
DATE = rf"(?:{MON} \d{{1,2}}\b(?:, \d{{4}})?|\d{{1,2}} {MON}(?: \d{{4}})?)"
Q = dict[str, Any]

# Which bank words the family, and what a merchant question turns into when the dev tag says only "trap".
FAMILY = {
    "sum_m": "sum_m",
    "net_m": "net_m",
    "gross_m": "gross_m",
    "refund_m": "refund_m",
    "count_m": "count_m",
    "avg_m": "avg_m",
    "max_m": "max_m",
    "min_m": "min_m",
    "first": "first",
    "last": "last",
    "since": "days_since",
    "list_m": "list_m",
    "sum_c": "sum_c",
    "count_c": "count_c",
    "max_c": "max_c",
    "max_where": "max_where",
    "sum_t": "sum_t",
    "share_c": "share_c",
    "share_m": "share_m",
    "top1_c": "top1_c",
    "income": "income",
    "income_from": "income_from",
    "income_last": "income_last",
    "income_count": "income_count",
    "fees": "fees",
    "interest": "interest",
    "feesint": "feesint",
    "int_earned": "int_earned",
    "cash": "cash",
    "cash_n": "cash_n",
    "subs_list": "subs_list",
    "subs_cost": "subs_cost",
    "subs_count": "subs_count",
    "hike_date": "hike_date",
    "hike_amt": "hike_amt",
    "hike_names": "hike_names",
    "over_count": "over_count",
    "over_list": "over_list",
    "over_sum": "over_sum",
    "under_count": "under_count",
    "acct_t": "acct_t",
    "acct_c": "acct_c",
    "foreign": "foreign",
    "peak_t": "peak_t",
    "peak_c": "peak_c",
    "p2p_in": "p2p_in",
    "p2p_out": "p2p_out",
    "savings": "moved_in",
    "cardpay": "card_paid",
    "outflow": "outflow",
    "exists": "exists",
    "which_m": "which_m",
    "diff_m": "diff_m",
    "avg_c_month": "avg_month_c",
    "avg_t_month": "avg_month_t",
    "avg_week": "avg_week_c",
    "refund_t": "refund_t",
    "topn": "top",
    "topn_c": "top_c",
    "weekend_t": "weekday_t",
    "weekend_c": "weekday_c",
    "weekday_c": "weekday_c",
    "diff_c": "diff_p",
    "which_p": "which_p",
    "pct_c": "pct_c",
}
CATEGORY_OF = {
    "taxis and rideshares": ["rideshares", "taxis", "cabs"],
    "eating out": ["dining out", "eating out"],
    "groceries": ["groceries"],
    "pharmacies": ["pharmacies", "drugstores"],
    "restaurants": ["restaurants"],
    "food and drink": ["food and drink"],
    "fast food": ["fast food"],
    "clothes": ["clothing", "clothes"],
    "entertainment": ["entertainment"],
    "public transit": ["public transport", "public transit"],
    "haircuts and beauty": ["hair and beauty"],
    "charity": ["charity"],
    "coffee": ["coffee", "coffee shops"],
    "medical care": ["healthcare"],
    "utilities": ["utilities"],
    "transport": ["transport"],
    "parking": ["parking"],
    "gym": ["the gym"],
}
GLUE = set(
    [
        "a",
        "about",
        "add",
        "after",
        "all",
        "amount",
        "an",
        "and",
        "any",
        "anything",
        "ask",
        "at",
        "average",
        "back",
        "bank",
        "be",
        "before",
        "beauty",
        "big",
        "biggest",
        "bill",
        "bother",
        "bought",
        "buy",
        "by",
        "called",
        "can",
        "card",
        "cash",
        "cat",
        "charge",
        "charged",
        "charges",
        "combined",
        "converted",
        "cost",
        "costs",
        "count",
        "could",
        "counting",
        "cut",
        "date",
        "day",
        "days",
        "deposit",
        "deposits",
        "did",
        "do",
        "does",
        "earliest",
        "earn",
        "earned",
        "everything",
        "exactly",
        "expense",
        "fees",
        "feel",
        "for",
        "from",
        "get",
        "gives",
        "go",
        "got",
        "had",
        "has",
        "have",
        "hey",
        "higher",
        "highest",
        "hi",
        "how",
        "i",
        "income",
        "in",
        "including",
        "interest",
        "into",
        "is",
        "it",
        "just",
        "kind",
        "largest",
        "last",
        "least",
        "less",
        "like",
        "list",
        "long",
        "many",
        "me",
        "merchant",
        "merchants",
        "min",
        "money",
        "month",
        "monthly",
        "more",
        "most",
        "much",
        "my",
        "need",
        "net",
        "not",
        "number",
        "of",
        "often",
        "ok",
        "on",
        "once",
        "one",
        "only",
        "or",
        "other",
        "out",
        "over",
        "overall",
        "paid",
        "part",
        "pay",
        "payment",
        "payments",
        "per",
        "percent",
        "percentage",
        "pls",
        "please",
        "pull",
        "purchase",
        "purchases",
        "quick",
        "raise",
        "refunds",
        "rent",
        "s",
        "saturdays",
        "say",
        "share",
        "shop",
        "should",
        "show",
        "since",
        "single",
        "size",
        "smallest",
        "so",
        "sorry",
        "spend",
        "spending",
        "spent",
        "sum",
        "sundays",
        "sums",
        "t",
        "taken",
        "tell",
        "than",
        "thanks",
        "that",
        "the",
        "there",
        "thing",
        "this",
        "through",
        "time",
        "times",
        "to",
        "top",
        "total",
        "totals",
        "transactions",
        "transfer",
        "u",
        "up",
        "us",
        "was",
        "week",
        "weekly",
        "weekends",
        "went",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "with",
        "withdrawals",
        "withdrawn",
        "would",
        "you",
        "your",
        "years",
        "add",
        "gross",
        "subtract",
        "don't",
        "came",
        "ignoring",
        "subtracted",
        "net",
        "really",
        "after",
        "refunded",
        "earned",
        "accounts",
        "put",
        "toward",
        "moved",
        "move",
        "atm",
        "take",
        "use",
        "earning",
        "sources",
        "received",
        "gas",
        "ran",
        "subscriptions",
        "subscription",
        "recurring",
        "active",
        "live",
        "increases",
        "price",
        "increase",
        "went",
        "got",
        "expensive",
        "ones",
        "one",
        "raised",
        "rise",
        "merchant",
        "took",
        "takes",
        "gets",
        "largest",
        "first",
        "order",
        "exactly",
        "basis",
        "blew",
        "lot",
        "see",
        "never",
        "was",
        "it's",
        "money's",
        "visit",
        "below",
        "above",
        "under",
        "than",
        "bigger",
        "stay",
        "single",
        "more",
        "greater",
        "send",
        "sent",
        "sent",
        "sends",
        "ever",
        "anything",
        "bought",
        "transferred",
        "outflow",
        "accounts",
        "including",
        "people",
        "cash",
        "left",
        "cost",
        "in-all",
        "included",
        "what's",
        "when's",
        "i've",
        "let's",
        "shopped",
        "here'd",
        "nothing",
        "else",
        "every",
        "refund",
        "are",
        "minus",
        "plus",
        "change",
        "make",
        "goes",
        "two",
        "avg",
        "something",
        "higher",
        "which",
        "groceries",
        "no",
        "off",
        "foreign",
        "countries",
        "outside",
        "country",
        "mcuh",
        "moeny",
        "waht",
        "purchses",
        "mnoth",
        "spned",
        "sent",
    ]
)


def fold(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


def say(d: dt.date, rng: random.Random, year: bool = True) -> str:
    m, y = f"{d:%B}", f" {d.year}" if year else ""
    return rng.choice(
        (
            f"{d.day} {m}{y}",
            f"the {nth(d.day)} of {m}{y}",
            f"{m} {d.day}" + (f", {d.year}" if year else ""),
            f"{m} {nth(d.day)}" + (f", {d.year}" if year else ""),
        )
    )


def read_date(text: str, as_of: dt.date) -> dt.date:
    m = re.search(rf"({MON})", text)
    assert m
    month = MONTHS.index(m.group(1)) + 1
    year = re.search(r"\d{4}", text)
    day = int(re.findall(r"\b\d{1,2}\b", text)[0])
    if year:
        return dt.date(int(year.group()), month, day)
    d = dt.date(as_of.year, month, day)
    return d if d <= as_of else d.replace(year=as_of.year - 1)


def period(text: str, as_of: dt.date, rng: random.Random) -> tuple[str, str, bool] | None:
    """(the phrase found, another phrase for the same days, whether it names absolute days); None where there is none."""
    low = re.search
    pick = rng.choice
    if (
        m := low(rf"(?:in |for |, )?(?:the )?(?:month of )?\b({MON}) (\d{{4}})\b", text, re.I)
        if not low(rf"{DATE}", text, re.I)
        else None
    ):
        a = dt.date(int(m.group(2)), [x.lower() for x in MONTHS].index(m.group(1).lower()) + 1, 1)
        return (
            m.group(0),
            pick(
                (
                    f"in {a:%B} {a.year}",
                    f"during {a:%B} {a.year}",
                    f"for {a:%b} {a.year}",
                    f"from {a:%B} 1 to {a:%B} {month_end(a.year, a.month).day}, {a.year}",
                    f"in the month of {a:%B} {a.year}",
                )
            ),
            True,
        )
    if m := low(rf"between ({DATE}) and ({DATE})", text, re.I):
        b, e = read_date(m.group(1).title(), as_of), read_date(m.group(2).title(), as_of)
        return (
            m.group(0),
            pick(
                (
                    f"from {say(b, rng)} to {say(e, rng)}",
                    f"from {say(b, rng)} through {say(e, rng)}",
                    f"between {say(b, rng)} and {say(e, rng)}",
                    f"from {b} to {e}",
                )
            ),
            True,
        )
    if m := low(rf"\b(?:since|from) ({DATE})(?: onwards)?", text, re.I):
        x = read_date(m.group(1).title(), as_of)
        return (
            m.group(0),
            pick(
                (
                    f"since {say(x, rng, False)}",
                    f"from {say(x, rng)} onwards",
                    f"from {say(x, rng)} to today",
                    f"since {say(x, rng)}",
                )
            ),
            False,
        )
    if m := low(rf"\bon ({DATE})", text, re.I):
        x = read_date(m.group(1).title(), as_of)
        return m.group(0), f"on {say(x, rng)}", True
    if m := low(r"(?:in )?(?:the )?Q([1-4]) (\d{4})", text, re.I):
        q, y = int(m.group(1)), m.group(2)
        name = ["first", "second", "third", "fourth"][q - 1]
        return (
            m.group(0),
            pick(
                (
                    f"in the {name} quarter of {y}",
                    f"in Q{q} of {y}",
                    f"from {MONTHS[q * 3 - 3]} to {MONTHS[q * 3 - 1]} {y}",
                    f"from {MONTHS[q * 3 - 3]} through {MONTHS[q * 3 - 1]} {y}",
                )
            ),
            True,
        )
    if m := low(r"in the (first|second) half of (\d{4})", text, re.I):
        h, y = m.group(1).lower(), m.group(2)
        return (
            m.group(0),
            pick(
                (
                    f"in H{1 if h == 'first' else 2} {y}",
                    f"from {'January' if h == 'first' else 'July'} to {'June' if h == 'first' else 'December'} {y}",
                    f"in the {h} six months of {y}",
                )
            ),
            True,
        )
    if m := low(r"(?:in|over) the last (\d+) days", text, re.I):
        n = m.group(1)
        return (
            m.group(0),
            pick(
                (
                    f"in the past {n} days",
                    f"over the last {n} days",
                    f"during the past {n} days",
                    f"in the {n} days up to and including today",
                )
            ),
            False,
        )
    if m := low(r"over the last (\d+) (months|weeks)|last (\d+) (weeks)", text, re.I):
        n, unit = int(m.group(1) or m.group(3)), m.group(2) or m.group(4)
        return (
            m.group(0),
            pick((f"in the past {n} {unit}", f"over the last {WORDS.get(n, n)} {unit}", f"in the last {n} {unit}")),
            False,
        )
    if m := low(r"in the (\d{4})/(\d\d) tax year", text, re.I):
        return (
            m.group(0),
            pick((f"in tax year {m.group(1)}/{m.group(2)}", f"from 6 April {m.group(1)} to 5 April 20{m.group(2)}")),
            True,
        )
    if m := low(r"in the whole of (\d{4})|\bin (\d{4})\b", text, re.I):
        y = m.group(1) or m.group(2)
        return (
            m.group(0),
            pick((f"in {y}", f"over the whole of {y}", f"in all of {y}", f"from January to December {y}")),
            True,
        )
    for found, others in FIXED.items():
        if m := low(rf"\b{found}\b", text, re.I):
            text2 = pick(others)
            if found == "last month":
                before, k = back(as_of, 1)
                text2 = pick((*others, f"in {MONTHS[k - 1]} {before}", f"in {MONTHS[k - 1]}"))
            if found == "last year":
                text2 = pick((*others, f"in {as_of.year - 1}"))
            return m.group(0), text2, False
    if m := low(rf"\b(?:in|for) ({MON})\b", text, re.I):
        return m.group(0), pick((f"in {m.group(1)}", f"during {m.group(1)}", f"for {m.group(1)}")), False
    return None


FIXED = {
    "last month": ("the previous month", "in the last calendar month"),
    "this month so far": ("so far this month", "since the start of this month"),
    "this month": ("so far this month", "since the start of this month"),
    "year to date": ("so far this year", "since January 1", "YTD"),
    "this year": ("so far this year", "year to date", "since the start of the year"),
    "last year": ("in the last calendar year",),
    "this week": ("so far this week",),
    "last week": ("in the last full week", "the previous week"),
    "since the start of summer": ("since the beginning of summer", "since the start of summer"),
    "since my data starts": ("since my data starts", "in total", "overall"),
    "so far": ("so far", "in total", "to date"),
}

# Written for single questions: memory, traps and refusals that no bank words.
BY_HAND: dict[str, list[str]] = {
    "d1-m01": [
        "student loan servicer, total for July to December 2025",
        "How much did my student loan servicer get from me in H2 2025?",
    ],
    "d1-m02": ["count of my bus pass purchases so far this year"],
    "d1-m03": ["at my local café, what's the least I paid in one go last month?"],
    "d1-m04": ["what savings target did I tell you", "How much did I tell you I want to save up?"],
    "d1-m05": ["what was the amount I told you I'd save for a car"],
    "d1-m06": ["total at my dentist for 2025"],
    "d2-m01": ["What did the big shop come to in the fourth quarter of 2024 after refunds?"],
    "d2-m02": ["How long, in days, since we paid our eye shop?"],
    "d3-m01": ["my ride to work, total for May 2025"],
    "d4-m01": ["How much did I spend at the Burnside shop from October to December 2024?"],
    "d4-m02": ["How many times did I buy something at my lunch place in the past 3 months?"],
    "d5-m01": ["average purchase at my big shop for November 2025?"],
    "d6-m02": ["What did I spend at my fuel stop last month?"],
    "d6-m03": ["How much did my morning place cost me last month?"],
    "d6-m04": ["What day of the month did I say was payday?", "which day do i get paid on, i told you"],
    "d6-m05": ["how much rent did I tell you I pay?"],
    "d1-014": ["How much did Chase get from me overall?"],
    "d1-017": ["what did I spend in that place"],
    "d1-021": ["number of lattes bought last month?"],
    "d1-025": ["How much went on oat milk so far this year?"],
    "d1-039": ["What did I pay in sales tax over 2025?"],
    "d1-047": ["have I ever bought from Old Navy?", "did i ever shop at old navy"],
    "d1-056": ["total sent to Maria?"],
    "d2-025": ["Who charged me $1,234.56?", "$1,234.56 - which shop was that?"],
    "d2-028": ["When in May 2026 did Netflix charge me the second time?"],
    "d2-044": ["Did Netflix charge me twice in April 2026? How many payments were there?"],
    "d2-055": ["When did I pay $1,234.56?", "what day was the $1,234.56 charge"],
    "d2-014": ["How much is in my account at the moment?"],
    "d2-036": ["what's left in Joint Checking"],
    "d2-041": ["what has my neighbour spent at Planet Fitness"],
    "d2-043": ["how much do I tip at restaurants on average?"],
    "d2-045": ["last month's spending from my checking account?"],
    "d2-047": ["and what about the month before that?"],
    "d2-056": ["average household grocery spending?"],
    "d3-001": ["Give me last month's spending all in euros, converted"],
    "d3-004": ["and that other place?"],
    "d3-012": ["Any stock I should be buying?"],
    "d3-014": ["am I going to run out of cash before I'm paid?"],
    "d3-022": ["What was in my latest Zalando order?"],
    "d3-030": ["bigger than the last one?"],
    "d3-019": ["Total per currency of what I spent from 31 July 2025 to 24 September 2025"],
    "d3-040": ["euro spending over the last three months", "What did I spend in euros in the past 3 months?"],
    "d3-044": ["dollar spending over the last three months", "What did I spend in US dollars in the past 3 months?"],
    "d3-046": ["Income so far this year, each currency separately"],
    "d3-050": ["fees from the bank since 27 March, by currency"],
    "d4-004": ["total spend across 2023?"],
    "d4-014": ["the rate on my Double Cash Card?"],
    "d4-018": ["are my Cascade Family Clinic payments deductible"],
    "d4-035": ["explain APR"],
    "d4-036": ["what do other people on this app spend on coffee"],
    "d4-040": ["total paid to Chase?"],
    "d4-045": ["credit card spending last month?"],
    "d4-047": ["balance right after my last CVS purchase?"],
    "d4-057": ["the thing we discussed, how much was it"],
    "d4-059": ["my net worth please"],
    "d5-005": ["total cost of that?"],
    "d5-009": ["when was I last in Costco"],
    "d5-014": ["tips for raising my credit score"],
    "d5-017": ["total sent to Hannah"],
    "d5-023": ["credit limit on my card?"],
    "d5-030": ["When in January 2026 was Disney+ charged for the second time?"],
    "d5-034": ["World Cup 2022 winner?"],
    "d5-040": ["opening balance on the 1st of this month?"],
    "d6-007": ["was there a discount on my last Trader Joe's receipt?"],
    "d6-011": ["list user h3's transactions"],
    "d6-019": ["Should I buy Home Depot shares?"],
    "d6-021": ["total tips last month?"],
    "d6-022": ["so how much did i spend there then"],
    "d6-012": ["was I charged twice by Spotify in April 2026", "Did Spotify bill me two times in April 2026?"],
    "d3-025": ["How many times did I take cash out, all time?"],
    "d4-051": ["how many days ago did I last buy something at Target?"],
    "d2-011": ["Since when has Netflix cost more?"],
    "d6-035": ["when did planet fitness put the price up"],
    "d3-039": ["by how much did Adobe raise the price"],
    "d4-046": ["How much dearer did Netflix get with the increase?"],
    "d1-010": ["income from September 6 onwards?", "What did I earn since September 6?"],
    "d5-002": ["predict my rent two years from now"],
    "d1-005": ["Is it worth keeping Larkspur Café?"],
    "d1-012": ["invest or clear debt first?"],
    "d1-002": ["forecast my grocery spend for next month"],
}


class Taken:
    """A dev question taken apart."""

    def __init__(self, q: Q, names: dict[str, list[str]], rng: random.Random) -> None:
        self.q, self.as_of = q, dt.date.fromisoformat(q["as_of"])
        text = re.sub(
            r"^(?:ok so|hey,?|Quick one:|Sorry to bother you,|I feel like I blew a lot on)\s+", "", q["question"]
        )
        text = re.sub("mnoth", "month", text)
        self.slots: dict[str, str] = {}
        self.absolute = False
        two = re.findall(rf"{MON} \d{{4}}", text) if q["tags"][0] in ("diff_c", "which_p", "pct_c") else []
        found = None if two else period(text, self.as_of, rng)
        if len(two) == 2:
            bare = q["tags"][0] == "pct_c"
            self.slots |= {"p": two[0] if bare else f"in {two[0]}", "p2": two[1] if bare else f"in {two[1]}"}
            for phrase in two:
                text = text.replace(phrase, " ", 1)
        if found:
            old, new, self.absolute = found
            text = text.replace(old, " ", 1)
            self.slots["p"] = new
        low = fold(text)
        for slot, pool in (
            ("m", names["merchant"]),
            ("who", names["person"]),
            ("src", names["source"]),
            ("a", names["account"]),
            ("c", list(CATEGORY_OF)),
        ):
            hits = sorted(
                (n for n in pool if re.search(rf"(?<!\w){re.escape(fold(n))}(?!\w)", low)), key=len, reverse=True
            )
            if slot == "m" and hits and q["tags"][0] in ("which_m", "diff_m"):
                two = [h for h in hits if not any(h != o and fold(h) in fold(o) for o in hits)][:2]
                two.sort(key=lambda n: low.find(fold(n)))
                for key, n in zip(("m", "m2"), two, strict=False):
                    self.slots[key] = n
                    low = low.replace(fold(n), " ", 1)
                continue
            if hits:
                self.slots[slot] = rng.choice(CATEGORY_OF[hits[0]]) if slot == "c" else hits[0]
                low = low.replace(fold(hits[0]), " ", 1)
        if q["tags"][0].startswith("income_") and "m" in self.slots:
            self.slots["src"] = self.slots.pop("m")
        if m := re.search(r"[$£€]\s?[\d,]+(?:\.\d\d)?", low):
            self.slots["x"] = m.group(0)
            low = low.replace(m.group(0), " ", 1)
        if m := re.search(r"\b(?:top|my|which) (\d+)\b", low):
            self.slots["n"] = m.group(1)
            low = low.replace(m.group(1), " ", 1)
        for word, said in (
            ("saturdays and sundays", "weekends"),
            ("on weekends", "weekends"),
            ("weekends", "weekends"),
            ("on weekdays", "weekdays"),
            ("monday to friday only", "weekdays"),
        ):
            if word in low:
                self.slots["d"] = said
                low = low.replace(word, " ")
                break
        self.left = [w for w in re.findall(r"[a-z0-9'&]+", low) if w not in GLUE and w.rstrip("'s") not in GLUE]


def family(q: Q, t: Taken) -> str | None:
    tag, low = q["tags"][0], q["question"].lower()
    if tag == "trap" and "m" in t.slots:
        if q["expect"].get("kind") == "number":
            return "count_m" if "how many" in low and "wrong-premise" not in q["tags"] else None
        if q["expect"].get("kind") == "money":
            return "net_m" if "net" in low or "refund" in low else "sum_m"
        return None
    if tag == "trap":
        return "p2p_out" if "who" in t.slots else "sum_c" if "coffee-case" in q["tags"] and "c" in t.slots else None
    if tag == "refuse" and ({"out_of_coverage", "near-name"} & set(q["tags"])) and q["expect"]["reason"] != "ambiguous":
        count = "how many" in low or "how often" in low or "number of" in low or low.startswith("count")
        if "when" in low or "date" in low:
            return "last" if "m" in t.slots else None
        if "income" in low or "earn" in low:
            return "income"
        if "m" in t.slots:
            return "count_m" if count else "sum_m"
        return (
            None
            if count
            else "sum_c"
            if "c" in t.slots
            else "sum_t"
            if re.search(r"total|overall|all in", low)
            else None
        )
    return FAMILY.get(tag)


def names_of(folder: Path) -> dict[str, list[str]]:
    """The names that occur in a ledger, for taking questions apart."""
    ledger = json.loads((folder / "transactions.json").read_text("utf-8"))
    rows = [r for p in ledger["sync"] for r in [*p["added"], *p["modified"]]]
    merchants = {
        r["merchant_name"]
        for r in rows
        if r["merchant_name"] and (not r["merchant_name"].isupper() or len(r["merchant_name"]) < 6)
    }
    return {
        "merchant": sorted(merchants | EXTRA),
        "person": PEOPLE,
        "source": SOURCES,
        "account": sorted(a["name"] for a in ledger["accounts"]),
    }


EXTRA = {
    "Target Optical",
    "Amazon Prime",
    "Amazon Web Services",
    "Uber Eats",
    "Uber",
    "Amazon",
    "Target",
    "Adobe Inn",
    "Costco",
    "Aldi",
    "Beanfield Tea",
    "Bootle Motors",
    "Chevrolet Service Center",
    "The Oregonian",
    "CodeCafe Pro",
    "Dunkin'",
    "Dunkin' Donuts",
    "Café Zürich",
    "Whole Foods",
    "Cafe Mondo Streaming",
    "TriMet",
    "CVS",
}
PEOPLE = ["Ellen Novak", "Sam Ortiz", "Jonas Weber", "Lena Brandt", "Priya Raman", "Owen Clarke", "Hannah Price"]
SOURCES = [
    "Kestrel Tutoring",
    "Willamette Library",
    "Valley Freight",
    "Harborlight Labs",
    "Marlowe & Finch LLP",
    "Tualatin Valley Hospital",
]


def shift(t: Taken, rng: random.Random) -> dt.date:
    """Another today on which the same answer holds: later days for absolute periods, the edge of the same month for 'last month'."""
    q = t.q
    low = q["question"].lower()
    first = t.as_of.replace(day=1)
    if re.search(r"last (month|year|quarter)\b", low) and q["tags"][0] not in ("refuse", "since"):
        return rng.choice((first, month_end(first.year, first.month)))
    if (
        t.absolute
        and q["expect"]["status"] == "answered"
        and re.search(r"\d{4}", low)
        and "pending" not in q["tags"]
        and "p" in t.slots
        and not re.search(rf"({MON}) {t.as_of.year}", q["question"])
    ):
        return rng.choice((month_end(t.as_of.year, t.as_of.month), t.as_of + dt.timedelta(days=rng.randint(1, 20))))
    return t.as_of


def paraphrases(part: str, each: int = 2) -> Iterator[Q]:
    sealed = part == "sealed"
    names = {d.name: names_of(d) for d in sorted((DEV / "users").iterdir())}
    asked = [json.loads(line) for line in (DEV / "questions.jsonl").read_text("utf-8").splitlines()]
    for i, q in enumerate(asked):
        if (i % 10 >= 7) != sealed:
            continue
        rng = random.Random(f"paraphrase/{part}/{q['id']}")
        made: list[tuple[str, str, dt.date, str]] = [
            (text, "by-hand", dt.date.fromisoformat(q["as_of"]), "") for text in BY_HAND.get(q["id"], [])
        ]
        t = Taken(q, names[q["user"]], rng)
        fam = family(q, t)
        if fam and not t.left:
            bank = wordings.bank(fam, sealed)
            fits = [
                w
                for w in bank
                if set(re.findall(r"\{(\w+)\}", w)) - {"p"} == set(t.slots) - {"p"}
                and not ("p" in t.slots and "{p}" not in w)
                and not ("transaction" in w and "refund" in q["tags"])
            ]
            rng.shuffle(fits)
            for w in fits[:each]:
                t2 = Taken(q, names[q["user"]], rng)
                style = rng.choice(wordings.STYLES)
                text = _fill(
                    w.replace(
                        "between {p} and {p2}",
                        "between "
                        + t2.slots.get("p", "").removeprefix("in ")
                        + " and "
                        + t2.slots.get("p2", "").removeprefix("in "),
                    ),
                    t2.slots,
                )
                today = shift(t2, rng) if rng.random() < 0.3 else t2.as_of
                said = wordings.styled(
                    text, rng, [t2.slots[k] for k in ("m", "m2", "who", "src", "a") if k in t2.slots], style
                )
                made.append((said, style, today, fam))
        for k, (text, style, today, fam2) in enumerate(dict.fromkeys(made)):
            tags = ["paraphrase", fam2 or q["tags"][0], *q["tags"], style] + (
                ["as-of-shift"] if today.isoformat() != q["as_of"] else []
            )
            yield {
                **q,
                "id": f"{q['id']}-{k + 1}",
                "as_of": today.isoformat(),
                "question": text,
                "tags": list(dict.fromkeys(tags)),
            }


def _fill(text: str, slots: dict[str, str]) -> str:
    if slots.get("c") in wordings.PURCHASE_WORDS:
        text = re.sub(
            r"\{c\}(?= (?:purchase|transaction|charge|merchant|spend|bill|payment|shop|month))",
            wordings.PURCHASE_WORDS[slots["c"]],
            text,
        )
    text = re.sub(r"\{(\w+)\}", lambda m: slots.get(m.group(1), ""), text)
    text = re.sub(r"\s+([?,.;:])", r"\1", re.sub(r"\s+", " ", text)).strip(" ,")
    return re.sub(r"^([?.!]\s*)+", "", text)


def write(out: Path, part: str) -> int:
    made = list(paraphrases(part))
    (out / "users").mkdir(parents=True, exist_ok=True)
    for folder in (DEV / "users").iterdir():
        shutil.copytree(folder, out / "users" / folder.name, dirs_exist_ok=True)
    (out / "questions.jsonl").write_text("".join(json.dumps(q, ensure_ascii=False) + "\n" for q in made), "utf-8")
    return len(made)


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("out", type=Path)
    cli.add_argument("--part", choices=("practice", "sealed"), default="practice")
    a = cli.parse_args()
    print(f"{write(a.out, a.part)} questions in {a.out}")


if __name__ == "__main__":
    main()
