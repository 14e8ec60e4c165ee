"""A ledger in memory for the answerer's tests: rows by hand, names by exact words, sets computed the plain way."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from services.answerer.grammar.text import fold
from services.answerer.model import (
    AccountCoverage,
    AmountSide,
    Candidate,
    Coverage,
    CurrencyTotal,
    EntityKind,
    GroupKey,
    GroupOrder,
    LedgerFilter,
    LedgerGroup,
    LedgerRow,
    ListRecurringResponse,
    ListRowsResponse,
    MatchKind,
    Mention,
    MovementKind,
    NameSpan,
    QueryLedgerResponse,
    RecurringCharge,
    ResolvedMention,
    ResolveNamesResponse,
    RowOrder,
    RowSet,
)
from services.common.identity import Identity
from services.common.types import Money

CATEGORIES = {
    "coffee": ("FOOD_AND_DRINK_COFFEE",),
    "coffee shops": ("FOOD_AND_DRINK_COFFEE",),
    "groceries": ("FOOD_AND_DRINK_GROCERIES",),
    "eating out": ("FOOD_AND_DRINK_RESTAURANT", "FOOD_AND_DRINK_FAST_FOOD"),
    "restaurants": ("FOOD_AND_DRINK_RESTAURANT",),
    "food and drink": ("FOOD_AND_DRINK_COFFEE", "FOOD_AND_DRINK_GROCERIES", "FOOD_AND_DRINK_RESTAURANT"),
    "transport": ("TRANSPORTATION_PUBLIC_TRANSIT",),
    "rent": ("RENT_AND_UTILITIES_RENT",),
    "clothes": ("GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",),
    "gym": ("PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS",),
    "flights": ("TRAVEL_FLIGHTS",),
}
CHECKING = AccountCoverage(
    "acc-checking",
    "Everyday Current",
    date(2024, 1, 2),
    date(2026, 6, 17),
    40,
    False,
    "GBP",
    "depository",
    "checking",
    "11",
)
SAVINGS = AccountCoverage(
    "acc-savings", "Rainy Day Saver", date(2024, 3, 5), date(2026, 6, 1), 9, False, "GBP", "depository", "savings", "22"
)
CARD = AccountCoverage(
    "acc-card", "Amber Card", date(2024, 1, 9), date(2026, 6, 18), 30, False, "GBP", "credit", "credit card", "33"
)
ACCOUNTS = (CHECKING, SAVINGS, CARD)
TODAY = date(2026, 6, 18)


@dataclass
class FakeLedger:
    """Rows of one user. `names` maps folded words to what they stand for."""

    rows: list[LedgerRow]
    accounts: tuple[AccountCoverage, ...] = ACCOUNTS
    charges: tuple[RecurringCharge, ...] = ()
    home_country: str = "GB"
    documents: int = 0
    names: dict[str, list[Candidate]] = field(default_factory=dict)
    revision: int = 1
    tokens: Iterator[int] = field(default_factory=itertools.count)
    """No page token is made twice, as by several processes of a retriever."""

    def __post_init__(self) -> None:
        self._collect()

    def _collect(self) -> None:
        counts: dict[tuple[EntityKind, str, str], int] = defaultdict(int)
        for row in self.rows:
            if row.merchant_id:
                counts[EntityKind.MERCHANT, row.merchant_id, row.merchant_name] += 1
            if row.counterparty_id:
                kind = EntityKind.PERSON if row.kind is MovementKind.PERSON_PAYMENT else EntityKind.PAYER
                counts[kind, row.counterparty_id, row.counterparty_name] += 1
        for (kind, entity, name), count in counts.items():
            self._add(name, Candidate(kind, entity, name, MatchKind.EXACT, 1.0, (), count))
        for account in self.accounts:
            self._add(
                account.account_name,
                Candidate(EntityKind.ACCOUNT, account.account_id, account.account_name, MatchKind.EXACT, 1.0, (), 1),
            )
        for words, ids in CATEGORIES.items():
            held = sum(row.category_id in ids for row in self.rows)
            self._add(words, Candidate(EntityKind.CATEGORY, words, words, MatchKind.EXACT, 1.0, ids, held))
        for country, code in (("france", "FR"), ("spain", "ES")):
            held = sum(row.country_code == code for row in self.rows)
            if held:
                self._add(country, Candidate(EntityKind.COUNTRY, code, country.title(), MatchKind.EXACT, 1.0, (), held))

    def _add(self, words: str, candidate: Candidate) -> None:
        self.names.setdefault(_key(words), []).append(candidate)

    # --- the port

    async def resolve_names(
        self, identity: Identity, question: str, mentions: Sequence[Mention], as_of: date
    ) -> ResolveNamesResponse:
        found = tuple(ResolvedMention(one.text, tuple(self.names.get(_key(one.text), ())), ()) for one in mentions)
        return ResolveNamesResponse(self.spans(question), found, self.coverage(as_of), self.revision)

    async def query(
        self,
        identity: Identity,
        chosen: LedgerFilter,
        as_of: date,
        *,
        group_by: GroupKey = GroupKey.UNSPECIFIED,
        order: RowOrder = RowOrder.UNSPECIFIED,
        revision: int = 0,
        page_size: int = 0,
        with_row_ids: bool = False,
        without_rows: bool = False,
        max_groups: int = 0,
        group_order: GroupOrder = GroupOrder.UNSPECIFIED,
        without_coverage: bool = False,
        with_out_set: bool = False,
    ) -> QueryLedgerResponse:
        rows = self._select(chosen, as_of, order)
        groups: dict[str, list[LedgerRow]] = defaultdict(list)
        for row in rows:
            groups[_group(row, group_by)[0]].append(row)
        labels = {_group(row, group_by)[0]: _group(row, group_by)[1] for row in rows}
        shown = (0 if without_rows else page_size or 50, with_row_ids)
        made = [self._set(key, labels[key], inside, *shown) for key, inside in groups.items() if key]
        made.sort(key=lambda one: (_rank(one, group_order), one.key))
        whole = self._set("", "", rows, *shown)
        if with_out_set and whole.in_set is not None:
            outward = [row for row in rows if _amount(row) > 0]
            whole = replace(whole, out_set=self._row_set(outward, 0, with_row_ids) if outward else None)
        return QueryLedgerResponse(
            whole,
            tuple(made[: max_groups or None]) if group_by is not GroupKey.UNSPECIFIED else (),
            revision or self.revision,
            "v1",
            None if without_coverage else self.coverage(as_of),
        )

    async def list_rows(
        self,
        identity: Identity,
        chosen: LedgerFilter,
        as_of: date,
        *,
        order: RowOrder = RowOrder.UNSPECIFIED,
        revision: int = 0,
        page_size: int = 0,
        page_token: str = "",
    ) -> ListRowsResponse:
        rows = self._select(chosen, as_of, order)
        return ListRowsResponse(tuple(rows[: page_size or 100]), "", len(rows), revision or self.revision)

    async def list_recurring(
        self, identity: Identity, as_of: date, *, revision: int = 0, merchant_id: str = ""
    ) -> ListRecurringResponse:
        charges = tuple(one for one in self.charges if merchant_id in ("", one.merchant_id))
        return ListRecurringResponse(charges, revision or self.revision, "v1")

    async def get_coverage(self, identity: Identity, as_of: date) -> tuple[Coverage, int]:
        return self.coverage(as_of), self.revision

    # --- how

    def coverage(self, as_of: date) -> Coverage:
        """From the first row to the question's day."""
        days = [row.date for row in self.rows if row.date is not None]
        return Coverage(min(days, default=None), as_of if days else None, False, self.accounts, self.documents)

    def spans(self, question: str) -> tuple[NameSpan, ...]:
        """The longest runs of words that are a name."""
        words = [(m.start(), m.end()) for m in re.finditer(r"[^\W_]+(?:['&.+][^\W_]+)*\+?", fold(question))]
        out: list[NameSpan] = []
        place = 0
        while place < len(words):
            for length in range(min(5, len(words) - place), 0, -1):
                start, end = words[place][0], words[place + length - 1][1]
                text = _key(question[start:end])
                found = self.names.get(text) or self.names.get(text.removesuffix("'s"))
                if found:
                    if text not in self.names:
                        end -= 2
                    out.append(NameSpan(start, end, tuple(found)))
                    place += length
                    break
            else:
                place += 1
        return tuple(out)

    def _select(self, chosen: LedgerFilter, as_of: date, order: RowOrder) -> list[LedgerRow]:
        rows = [row for row in self.rows if row.date is not None and row.date <= as_of and self._holds(row, chosen)]
        rows.sort(key=lambda row: (row.date or as_of, row.row_id), reverse=order is RowOrder.NEWEST)
        if order in (RowOrder.LARGEST, RowOrder.SMALLEST):
            rows.sort(key=lambda row: abs(_amount(row)), reverse=order is RowOrder.LARGEST)
        return rows

    def _holds(self, row: LedgerRow, chosen: LedgerFilter) -> bool:
        amount, day, size = _amount(row), row.date, abs(_amount(row))
        assert day is not None
        bounds, period = chosen.amount, chosen.period
        return all(
            (
                not chosen.merchant_ids or row.merchant_id in chosen.merchant_ids,
                not chosen.category_ids or row.category_id in chosen.category_ids,
                row.category_id not in chosen.excluded_category_ids,
                row.merchant_id not in chosen.excluded_merchant_ids,
                not chosen.kinds or row.kind in chosen.kinds,
                not chosen.account_ids or row.account_id in chosen.account_ids,
                not chosen.counterparty_ids or row.counterparty_id in chosen.counterparty_ids,
                not chosen.currency_code or (row.amount is not None and row.amount.currency == chosen.currency_code),
                bounds is None or bounds.over is None or size > bounds.over,
                bounds is None or bounds.under is None or size < bounds.under,
                bounds is None or bounds.at_least is None or size >= bounds.at_least,
                bounds is None or bounds.at_most is None or size <= bounds.at_most,
                period is None or period.start_date is None or day >= period.start_date,
                period is None or period.end_date is None or day <= period.end_date,
                not chosen.weekdays or day.isoweekday() in chosen.weekdays,
                chosen.side is not AmountSide.OUT or amount > 0,
                chosen.side is not AmountSide.IN or amount < 0,
                not chosen.country_codes or row.country_code in chosen.country_codes,
                not chosen.abroad or row.country_code not in ("", self.home_country),
                not chosen.merchant_only or bool(row.merchant_id),
                not chosen.row_ids or row.row_id in chosen.row_ids,
                not chosen.text or fold(chosen.text) in fold(row.descriptor),
            )
        )

    def _set(self, key: str, label: str, rows: Sequence[LedgerRow], page_size: int, with_ids: bool) -> LedgerGroup:
        by_currency: dict[str, list[LedgerRow]] = defaultdict(list)
        for row in rows:
            assert row.amount is not None
            by_currency[row.amount.currency].append(row)
        totals = tuple(_total(code, inside) for code, inside in sorted(by_currency.items()))
        dated = sorted(rows, key=lambda row: (row.date or TODAY, row.row_id))
        inward = [row for row in rows if _amount(row) < 0]
        return LedgerGroup(
            key,
            label,
            totals,
            self._row_set(rows, page_size, with_ids),
            dated[0] if dated else None,
            dated[-1] if dated else None,
            self._row_set(inward, 0, with_ids) if inward and with_ids else None,
        )

    def _row_set(self, rows: Sequence[LedgerRow], page_size: int, with_ids: bool) -> RowSet:
        digest = hashlib.sha256("\n".join(sorted(row.row_id for row in rows)).encode()).hexdigest()
        token = f"page-{next(self.tokens)}" if len(rows) > page_size else ""
        found = RowSet(len(rows), digest, self.revision, tuple(rows[:page_size]), token)
        if not with_ids:
            return found
        return replace(
            found,
            row_ids=tuple(row.row_id for row in rows),
            source_transaction_ids=tuple(row.source_transaction_id for row in rows),
            account_ids=tuple(sorted({row.account_id for row in rows})),
        )


def _key(words: str) -> str:
    return " ".join(fold(words).split())


def _amount(row: LedgerRow) -> Decimal:
    assert row.amount is not None
    return row.amount.amount


def _rank(group: LedgerGroup, order: GroupOrder) -> Decimal:
    net = sum((one.row_sum.amount for one in group.totals if one.row_sum is not None), Decimal(0))
    rows = Decimal(group.row_set.row_count if group.row_set is not None else 0)
    return {
        GroupOrder.UNSPECIFIED: -net,
        GroupOrder.NET_SMALLEST: net,
        GroupOrder.MOST_ROWS: -rows,
        GroupOrder.FEWEST_ROWS: rows,
    }[order]


def _total(code: str, rows: Sequence[LedgerRow]) -> CurrencyTotal:
    amounts = [_amount(row) for row in rows]
    out, into = [one for one in amounts if one > 0], [-one for one in amounts if one < 0]
    return CurrencyTotal(
        Money(sum(amounts, Decimal(0)), code),
        Money(sum(out, Decimal(0)), code),
        Money(sum(into, Decimal(0)), code),
        len(rows),
        len(out),
        len(into),
        min(rows, key=lambda row: abs(_amount(row))),
        max(rows, key=lambda row: abs(_amount(row))),
    )


def _group(row: LedgerRow, key: GroupKey) -> tuple[str, str]:
    assert row.date is not None
    match key:
        case GroupKey.MERCHANT:
            return row.merchant_id, row.merchant_name
        case GroupKey.CATEGORY:
            return row.category_id, row.category_id
        case GroupKey.MONTH:
            return f"{row.date:%Y-%m}", f"{row.date:%Y-%m}"
        case GroupKey.ACCOUNT:
            return row.account_id, row.account_name
        case GroupKey.COUNTERPARTY:
            return row.counterparty_id, row.counterparty_name
    return "", ""


def make_row(
    place: int,
    day: date,
    amount: str,
    name: str,
    category: str = "",
    kind: MovementKind = MovementKind.PURCHASE,
    account: AccountCoverage = CHECKING,
    currency: str = "GBP",
    country: str = "",
    descriptor: str = "",
) -> LedgerRow:
    """One row; `name` is a merchant's, or a person's or payer's for kinds that have one."""
    who = kind in (MovementKind.PERSON_PAYMENT, MovementKind.INCOME)
    bank = kind in (
        MovementKind.TRANSFER,
        MovementKind.CARD_PAYMENT,
        MovementKind.CASH_WITHDRAWAL,
        MovementKind.FEE,
        MovementKind.INTEREST_CHARGED,
        MovementKind.INTEREST_EARNED,
    )
    entity = re.sub(r"\W+", "-", fold(name))
    return LedgerRow(
        row_id=f"r{place:04}",
        source_transaction_id=f"t{place:04}",
        account_id=account.account_id,
        account_name=account.account_name,
        date=day,
        amount=Money(Decimal(amount), currency),
        descriptor=descriptor or name.upper(),
        merchant_id="" if who or bank else f"m-{entity}",
        merchant_name="" if who or bank else name,
        counterparty_id=f"c-{entity}" if who else "",
        counterparty_name=name if who else "",
        category_id=category,
        kind=kind,
        country_code=country,
        from_revision=1,
        citation=f"[Citation ID: {account.account_id}:r{place:04}]",
    )


def sample_rows() -> list[LedgerRow]:
    """A made-up user: a café, a grocer, a clothes shop with a refund, people, an employer, fees, cash, transfers."""
    kind = MovementKind
    said = [
        (date(2024, 1, 2), "9.50", "Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
        (date(2025, 5, 3), "4.10", "Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
        (date(2025, 10, 4), "5.20", "Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
        (date(2026, 5, 2), "6.30", "Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
        (date(2026, 5, 9), "3.70", "Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
        (date(2026, 6, 6), "4.40", "Juniper Roast", "FOOD_AND_DRINK_COFFEE"),
        (date(2025, 10, 11), "61.15", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
        (date(2026, 5, 12), "48.02", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
        (date(2026, 5, 26), "120.40", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
        (date(2026, 6, 10), "77.77", "Marlpit Grocers", "FOOD_AND_DRINK_GROCERIES"),
        (date(2026, 5, 15), "32.00", "Osteria Blu", "FOOD_AND_DRINK_RESTAURANT"),
        (date(2026, 5, 16), "900.00", "Holt Lettings", "RENT_AND_UTILITIES_RENT"),
        (date(2026, 4, 16), "900.00", "Holt Lettings", "RENT_AND_UTILITIES_RENT"),
        (date(2026, 5, 20), "2.80", "Tramway", "TRANSPORTATION_PUBLIC_TRANSIT"),
        (date(2026, 5, 21), "2.80", "Tramway", "TRANSPORTATION_PUBLIC_TRANSIT"),
        (date(2026, 2, 11), "88.00", "Fenwick & Daughters", "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES"),
        (date(2026, 5, 28), "29.99", "Ironhouse", "PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS"),
        (date(2026, 5, 27), "11.99", "Streamly", "ENTERTAINMENT_TV_AND_MOVIES"),
        (date(2026, 4, 27), "9.99", "Streamly", "ENTERTAINMENT_TV_AND_MOVIES"),
        (date(2026, 3, 27), "9.99", "Streamly", "ENTERTAINMENT_TV_AND_MOVIES"),
    ]
    rows = [make_row(place, day, amount, name, category) for place, (day, amount, name, category) in enumerate(said, 1)]
    rows += [
        make_row(
            101,
            date(2026, 3, 3),
            "-20.00",
            "Fenwick & Daughters",
            "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES",
            kind.REFUND,
        ),
        make_row(102, date(2026, 5, 1), "15.00", "Priya Anand", kind=kind.PERSON_PAYMENT),
        make_row(103, date(2026, 5, 3), "-40.00", "Priya Anand", kind=kind.PERSON_PAYMENT),
        make_row(104, date(2026, 5, 29), "-2100.00", "Lintel Studio", "INCOME_WAGES", kind.INCOME),
        make_row(105, date(2026, 4, 29), "-2100.00", "Lintel Studio", "INCOME_WAGES", kind.INCOME),
        make_row(106, date(2026, 5, 30), "1.75", "ATM FEE", "BANK_FEES_ATM_FEES", kind.FEE),
        make_row(107, date(2026, 5, 30), "60.00", "CASH", "TRANSFER_OUT_WITHDRAWAL", kind.CASH_WITHDRAWAL),
        make_row(108, date(2026, 5, 31), "3.20", "INTEREST", "BANK_FEES_INTEREST_CHARGE", kind.INTEREST_CHARGED, CARD),
        make_row(109, date(2026, 5, 5), "200.00", "TO SAVER", "TRANSFER_OUT_ACCOUNT_TRANSFER", kind.TRANSFER),
        make_row(
            110, date(2026, 5, 5), "-200.00", "FROM CURRENT", "TRANSFER_IN_ACCOUNT_TRANSFER", kind.TRANSFER, SAVINGS
        ),
        make_row(
            111, date(2026, 5, 18), "150.00", "CARD PAYMENT", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT", kind.CARD_PAYMENT
        ),
        make_row(
            112,
            date(2026, 5, 18),
            "-150.00",
            "PAYMENT THANK YOU",
            "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
            kind.CARD_PAYMENT,
            CARD,
        ),
        make_row(113, date(2026, 5, 31), "-1.10", "INTEREST", "INCOME_INTEREST_EARNED", kind.INTEREST_EARNED, SAVINGS),
        make_row(114, date(2026, 5, 23), "41.00", "Casa Lola", "FOOD_AND_DRINK_RESTAURANT", account=CARD, country="ES"),
        make_row(115, date(2026, 5, 24), "7.00", "Kiosko Sol", "FOOD_AND_DRINK_COFFEE", account=CARD, country="ES"),
    ]
    return rows
