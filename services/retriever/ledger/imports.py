"""What a file changes: its rows laid over the live ones, in the file's order, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from services.retriever.ledger import ids
from services.retriever.model import (
    Account,
    AccountId,
    LedgerState,
    ParsedFile,
    Removal,
    RowId,
    SourceChange,
    SourceRow,
)

_Key = tuple[AccountId, str]
"""By which a row is known: its account and its key there. No two live rows have the same."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The live rows after a file, and what became of each of its rows."""

    rows: Mapping[RowId, SourceRow]
    accounts: Mapping[AccountId, Account]
    touched_accounts: tuple[AccountId, ...]
    brought: AbstractSet[RowId]
    """Live rows that the file holds, changed or not."""
    added: int
    changed: int
    removed: int
    unchanged: int
    notices: tuple[str, ...]


def pending_links(parsed: ParsedFile) -> frozenset[str]:
    """Ids that posted rows name as their pending ones: rows may be gone by now whose words carry over."""
    return frozenset(
        change.row.pending_transaction_id
        for change in parsed.changes
        if not isinstance(change, Removal) and change.row.pending_transaction_id
    )


def apply_file(state: LedgerState, parsed: ParsedFile, changes: Iterable[SourceChange] | None = None) -> Outcome:
    """Lay a file over the live rows.

    Changes hold in order: an upsert inserts or replaces by its key, a removal deletes, and a posted row takes the place
    of the pending row that it names, whether or not that is listed as removed, keeping its row id. The second copy of
    an account that is linked twice is left out.

    `changes`: the file's, instead of `parsed.changes`, for a large file whose rows need the room of its changes.
    """
    accounts, mapping, notices = _match_accounts(state, parsed)
    live = dict(state.rows)
    by_source = {(row.account_id, row.source_key): row_id for row_id, row in live.items()}
    before = dict(by_source)
    by_transaction = {row.source_transaction_id: row_id for row_id, row in live.items() if row.source_transaction_id}
    replaced = {row.pending_transaction_id for row in live.values() if row.pending_transaction_id}
    gone: dict[str, RowId] = dict(state.closed)
    brought: set[RowId] = set()
    equal = met = 0

    def drop(transaction: str) -> RowId | None:
        row_id = by_transaction.pop(transaction, None)
        if row_id is None:
            return None
        old = live.pop(row_id)
        by_source.pop((old.account_id, old.source_key), None)
        brought.discard(row_id)
        gone[transaction] = row_id
        return row_id

    for change in parsed.changes if changes is None else changes:
        if isinstance(change, Removal):
            drop(change.source_transaction_id)
            continue
        account, row = mapping.get(change.account), change.row
        if not row.source_transaction_id and row.source_key.rpartition("#")[2] not in ("", "1"):
            equal += 1
        if account is None:
            continue
        if not row.source_transaction_id and (account, row.source_key) in before:
            met += 1
        if row.source_transaction_id and row.source_transaction_id in replaced:
            continue  # Sent again from before the row posted.
        row_id = by_source.get((account, row.source_key))
        if row_id is None and row.pending_transaction_id:
            row_id = drop(row.pending_transaction_id) or gone.get(row.pending_transaction_id)
            if row_id in live:
                row_id = None
        elif row.pending_transaction_id:
            drop(row.pending_transaction_id)
        if row.pending_transaction_id:
            replaced.add(row.pending_transaction_id)
        row_id = row_id or ids.row_id(account, row.source_key)
        row, known = replace(row, account_id=account, row_id=row_id), live.get(row_id)
        live[row_id] = known if known == row else row
        by_source[account, row.source_key] = row_id
        if row.source_transaction_id:
            by_transaction[row.source_transaction_id] = row_id
        brought.add(row_id)

    said = (*notices, *_say_how_equal_rows_count(equal, met))
    return _count(state, before, live, brought, accounts, mapping, said)


def _say_how_equal_rows_count(equal: int, met: int) -> tuple[str, ...]:
    """What a person should know of rows that have no id of their bank's: they are known by their content and by their
    place among equal ones. `equal` of the file equal another one of it; `met` are in the ledger already."""
    notices = []
    if equal:
        notices.append(
            "Rows that equal another one of the file in account, day, amount and text, each kept as one of its own: "
            f"{equal}."
        )
    if met:
        notices.append(
            f"Rows that an earlier file holds too: {met}. Where the files hold equal rows, the larger count counts."
        )
    return tuple(notices)


def _count(
    state: LedgerState,
    before: Mapping[_Key, RowId],
    live: dict[RowId, SourceRow],
    brought: set[RowId],
    accounts: Mapping[AccountId, Account],
    mapping: Mapping[str, AccountId | None],
    notices: tuple[str, ...],
) -> Outcome:
    added = changed = unchanged = 0
    for row_id, row in live.items():
        known = before.get((row.account_id, row.source_key))
        if known is None:
            added += 1
        elif state.rows[known] != row:
            changed += 1
        elif row_id in brought:
            unchanged += 1
    removed = len(before) - (len(live) - added)
    touched = tuple(sorted({account for account in mapping.values() if account is not None}))
    return Outcome(live, accounts, touched, brought, added, changed, removed, unchanged, notices)


def _match_accounts(
    state: LedgerState, parsed: ParsedFile
) -> tuple[dict[AccountId, Account], dict[str, AccountId | None], tuple[str, ...]]:
    """Accounts after the file; the file's account ids → ours, None for the second copy of an account linked twice."""
    accounts = dict(state.accounts)
    by_source = {account.source_account_id: account for account in accounts.values()}
    by_identity = {identity: account for account in accounts.values() if (identity := _identity(account))}
    mapping: dict[str, AccountId | None] = {}
    notices: list[str] = []
    for account in parsed.accounts:
        known = by_source.get(account.source_account_id)
        if known is not None:
            merged = _merge(known, account)
            accounts[known.account_id] = merged
            mapping[account.source_account_id] = known.account_id
            continue
        identity = _identity(account)
        twin = by_identity.get(identity) if identity else None
        if twin is not None:
            mapping[account.source_account_id] = None
            notices.append(
                f"The account {account.name!r} ending in {account.mask} is linked twice; "
                "the rows of the second link are left out."
            )
            continue
        accounts[account.account_id] = account
        by_source[account.source_account_id] = account
        if identity:
            by_identity[identity] = account
        mapping[account.source_account_id] = account.account_id
    return accounts, mapping, tuple(notices)


def _identity(account: Account) -> tuple[str, ...]:
    if not account.mask:
        return ()
    return (account.institution, account.mask, account.name, account.account_subtype)


def _is_composed(account: Account) -> bool:
    """Whether a name was made of what else is known of an account, because its file gives none."""
    described = " ".join(part for part in (account.institution, account.account_subtype, account.mask) if part)
    return account.name in (account.source_account_id, account.source_account_id.removeprefix("file:"), described)


def _merge(known: Account, stated: Account) -> Account:
    """What the file states of a known account; what it does not state stays."""
    return replace(
        known,
        name=known.name if _is_composed(stated) and not _is_composed(known) else stated.name,
        official_name=stated.official_name or known.official_name,
        mask=stated.mask or known.mask,
        account_type=stated.account_type or known.account_type,
        account_subtype=stated.account_subtype or known.account_subtype,
        currency=stated.currency or known.currency,
        institution=stated.institution or known.institution,
    )
