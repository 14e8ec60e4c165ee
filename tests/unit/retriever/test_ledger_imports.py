"""Any split of an update into pages, and any re-delivery in order, leaves the same rows."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from services.retriever.ledger.imports import apply_file, pending_links
from services.retriever.ledger.plaid import read_plaid
from services.retriever.model import (
    Account,
    AccountId,
    ImportOptions,
    Item,
    LedgerFormat,
    LedgerState,
    ParsedFile,
    Revision,
    RowId,
    SourceRow,
    Upsert,
)

EMPTY = LedgerState(Revision(0), {}, {}, {}, {}, {}, {})
ACCOUNT = {"account_id": "chk", "name": "Checking", "type": "depository", "subtype": "checking"}


@dataclass(frozen=True)
class Event:
    """One change as a bank makes it: a row appears, posts, is corrected or vanishes."""

    added: tuple[dict[str, Any], ...] = ()
    modified: tuple[dict[str, Any], ...] = ()
    removed: tuple[str, ...] = ()


def plaid_row(key: str, amount: int, *, pending: bool = False, link: str | None = None) -> dict[str, Any]:
    return {
        "transaction_id": key,
        "account_id": "chk",
        "amount": amount,
        "iso_currency_code": "USD",
        "date": "2026-05-05",
        "name": f"SHOP {key[0]}",
        "pending": pending,
        "pending_transaction_id": link,
    }


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    events: list[Event] = []
    for number in range(draw(st.integers(1, 8))):
        pending, posted = f"p{number}", f"t{number}"
        events.append(Event(added=(plaid_row(pending, 10 + number, pending=True),)))
        fate = draw(st.sampled_from(["stays", "posts", "posts unlisted", "posts unlinked", "vanishes"]))
        if fate.startswith("posts"):
            link = None if fate == "posts unlinked" else pending
            removed = () if fate == "posts unlisted" else (pending,)
            events.append(Event(added=(plaid_row(posted, 20 + number, link=link),), removed=removed))
            if draw(st.booleans()):
                events.append(Event(modified=(plaid_row(posted, 30 + number, link=link),)))
            if draw(st.booleans()):
                events.append(Event(removed=(posted,)))
        elif fate == "vanishes":
            events.append(Event(removed=(pending,)))
    return events


def import_pages(state: LedgerState, pages: list[list[Event]]) -> LedgerState:
    sync = [
        {
            "added": [row for event in events for row in event.added],
            "modified": [row for event in events for row in event.modified],
            "removed": [{"transaction_id": key} for event in events for key in event.removed],
        }
        for events in pages
    ]
    parsed = read_plaid(json.dumps({"accounts": [ACCOUNT], "sync": sync}).encode(), ImportOptions())
    outcome = apply_file(state, parsed)
    return LedgerState(Revision(0), outcome.accounts, {}, outcome.rows, {}, {}, {})


def contents(state: LedgerState) -> dict[str, tuple[RowId, SourceRow]]:
    return {row.source_transaction_id: (row_id, row) for row_id, row in state.rows.items()}


@settings(max_examples=150, deadline=None)
@given(histories(), st.data())
def test_any_split_into_pages_and_files_gives_the_same_rows(events: list[Event], data: st.DataObject) -> None:
    one_by_one = EMPTY
    for event in events:
        one_by_one = import_pages(one_by_one, [[event]])
    cuts = data.draw(st.lists(st.integers(1, 3), min_size=len(events), max_size=len(events)))
    files: list[list[list[Event]]] = [[[]]]
    for event, cut in zip(events, cuts, strict=True):
        if cut == 1:
            files[-1].append([event])
        else:
            files.append([[event]])
    split = EMPTY
    for pages in files:
        split = import_pages(split, pages)
    assert contents(split) == contents(one_by_one)


@settings(max_examples=150, deadline=None)
@given(histories(), st.data())
def test_a_re_delivery_from_an_older_cursor_changes_nothing(events: list[Event], data: st.DataObject) -> None:
    whole = import_pages(EMPTY, [[event] for event in events])
    start = data.draw(st.integers(0, len(events) - 1))
    again = import_pages(whole, [[event] for event in events[start:]])
    assert {key: row for key, (_, row) in contents(again).items()} == {
        key: row for key, (_, row) in contents(whole).items()
    }


def test_links_to_pending_rows_are_named_before_anything_is_read() -> None:
    page = {"added": [plaid_row("t1", 5, link="p1"), plaid_row("t2", 5)], "removed": ["p9"]}
    parsed = read_plaid(json.dumps(page).encode(), ImportOptions())
    assert pending_links(parsed) == {"p1"}


def test_amounts_of_raw_json_are_exact_or_refused() -> None:
    amounts = ["0.1", "2.675", "123456789.123456789", "1e3", "0.1000000000000000055", "1e15", '"NaN"', "null"]
    rows = ",".join(
        f'{{"transaction_id": "t{n}", "account_id": "a", "amount": {amount}, "date": "2026-05-05", '
        '"iso_currency_code": "USD", "name": "X"}'
        for n, amount in enumerate(amounts)
    )
    parsed = read_plaid(f'{{"added": [{rows}]}}'.encode(), ImportOptions())
    read = [change.row.amount for change in parsed.changes if isinstance(change, Upsert)]
    assert read == [Decimal("0.1"), Decimal("2.675"), Decimal("123456789.123456789"), Decimal(1000)]
    assert [one.position for one in parsed.refused] == [5, 6, 7, 8]


def test_a_name_that_is_made_up_does_not_take_the_place_of_one_that_was_given() -> None:
    made = Account(AccountId("acc_a"), "account:1", "item", "Sparkasse checking 2051", mask="2051",
                   account_subtype="checking", institution="Sparkasse")  # fmt: skip
    file = ParsedFile(LedgerFormat.MT940, Item("item"), (made,), (), (), ImportOptions())
    for known, name in (("Household", "Household"), ("account:1", made.name)):
        state = replace(EMPTY, accounts={made.account_id: replace(made, name=known)})
        assert apply_file(state, file).accounts[made.account_id].name == name
    named = replace(file, accounts=(replace(made, name="Giro"),))
    state = replace(EMPTY, accounts={made.account_id: replace(made, name="Household")})
    assert apply_file(state, named).accounts[made.account_id].name == "Giro"
