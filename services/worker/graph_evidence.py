"""What rows, accounts and documents say to the graph. Pure, but for the job that carries it there.

A row names its merchant (or person, or payer), its category with the primary one above it, and its account. A day of
an account ties the merchants that were charged on it, weakly. An account is held at its institution. A document is
about its institution, about the accounts there, and about what its title names.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import combinations
from typing import Protocol

from services.worker.model import Account, Document, Kind, Node, Relation, Row, Support

# Primary categories of Plaid's personal finance categories; a detailed id starts with its primary one.
PRIMARY_CATEGORIES = frozenset(
    {
        "INCOME",
        "LOAN_DISBURSEMENTS",
        "LOAN_PAYMENTS",
        "TRANSFER_IN",
        "TRANSFER_OUT",
        "BANK_FEES",
        "ENTERTAINMENT",
        "FOOD_AND_DRINK",
        "GENERAL_MERCHANDISE",
        "HOME_IMPROVEMENT",
        "MEDICAL",
        "PERSONAL_CARE",
        "GENERAL_SERVICES",
        "GOVERNMENT_AND_NON_PROFIT",
        "TRANSPORTATION",
        "TRAVEL",
        "RENT_AND_UTILITIES",
        "OTHER",
    }
)
# What the graph takes (tieout.graph.v1): files may hold longer names and ids, and titles may name more.
MAX_NAME = 500
MAX_ID = 200
MAX_NODES = 50
MAX_EDGES = 100
# A day with more merchants than this says little about any two of them.
MAX_MERCHANTS_A_DAY = 6
# Words that many institutions share.
_GENERIC = frozenset(
    word
    for line in (
        "the of and bank banks banking credit union federal national savings trust financial finance group holdings",
        "company co corp corporation inc incorporated llc ltd limited plc ag sa nv na n a fsb fcu cu services mutual",
    )
    for word in line.split()
)


def supports_of_rows(rows: Iterable[Row]) -> list[Support]:
    """One support a row, and one a day and account with few merchants on it."""
    supports = []
    days: dict[tuple[str, date], dict[str, None]] = defaultdict(dict)
    for row in rows:
        supports.append(_support_of_row(row))
        if row.merchant_id:
            days[row.account_id, row.date][row.merchant_id] = None
    for (account_id, day), merchants in days.items():
        if 2 <= len(merchants) <= MAX_MERCHANTS_A_DAY:
            # A day's support names no nodes: rows alone say how often a merchant occurs.
            pairs = combinations(sorted(Node(Kind.MERCHANT, one, "").node_id for one in merchants), 2)
            edges = tuple((first, Relation.SAME_DAY, second) for first, second in pairs)
            supports.append(Support(f"day:{account_id}:{day.isoformat()}", account_id, (), edges))
    return supports


def support_of_account(account: Account) -> Support:
    """The account itself, held at its institution where that is known."""
    node = Node(Kind.ACCOUNT, account.account_id, account.name or account.account_id)
    institution = institution_node(account.institution)
    if institution is None:
        return Support(f"account:{account.account_id}", account.account_id, (node,))
    held = (node.node_id, Relation.HELD_AT, institution.node_id)
    return Support(f"account:{account.account_id}", account.account_id, (node, institution), (held,))


def support_of_document(document: Document, accounts: Sequence[Account]) -> Support:
    """The document, about its institution, the accounts there, and what its title names."""
    node = Node(Kind.DOCUMENT, document.document_id, document.name or document.document_id)
    about: dict[str, Node] = {one.node_id: one for one in document.named}
    institution = institution_node(document.institution)
    edges = []
    if institution is not None:
        about[institution.node_id] = institution
        for account in accounts:
            if _same_institution(document.institution, account):
                held = Node(Kind.ACCOUNT, account.account_id, account.name or account.account_id)
                about[held.node_id] = held
                edges.append((held.node_id, Relation.HELD_AT, institution.node_id))
    edges += [(node.node_id, Relation.DOCUMENT_ABOUT, one) for one in about]
    return Support(f"{document.document_id}:title", document.document_id, (node, *about.values()), tuple(edges))


def bounded(support: Support) -> Support:
    """The support within the limits of the graph: names are cut, nodes beyond the limits are left out with their
    edges."""
    nodes = [node for node in support.nodes if len(node.entity_id) <= MAX_ID][:MAX_NODES]
    kept = {node.node_id for node in nodes}
    left_out = {node.node_id for node in support.nodes} - kept
    return Support(
        support.support_id,
        support.source_id,
        tuple(Node(node.kind, node.entity_id, node.name[:MAX_NAME]) for node in nodes),
        tuple(edge for edge in support.edges if not left_out & {edge[0], edge[2]})[:MAX_EDGES],
    )


def institution_node(name: str) -> Node | None:
    """The institution of this name; None for an empty one. Words that many share are no part of its id."""
    words = distinctive_words(name)
    return Node(Kind.INSTITUTION, " ".join(words), name) if words else None


def distinctive_words(name: str) -> list[str]:
    """The folded words of an institution's name that tell it from others; all of them where none does."""
    words = _fold(name).split()
    return [word for word in words if word not in _GENERIC] or words


def primary_category(category_id: str) -> str:
    """The primary id above a detailed one; empty where there is none, or where it is primary itself."""
    above = [one for one in PRIMARY_CATEGORIES if category_id.startswith(f"{one}_")]
    return max(above, key=len, default="")


def _support_of_row(row: Row) -> Support:
    account = Node(Kind.ACCOUNT, row.account_id, row.account_name or row.account_id)
    nodes = [account]
    edges = []
    for party in _parties(row):
        nodes.append(party)
        edges.append((party.node_id, Relation.ON_ACCOUNT, account.node_id))
    if row.category_id:
        category = _category(row.category_id)
        nodes.append(category)
        edges += [(party.node_id, Relation.IN_CATEGORY, category.node_id) for party in _parties(row)]
        if above := primary_category(row.category_id):
            nodes.append(_category(above))
            edges.append((category.node_id, Relation.PART_OF, _category(above).node_id))
    return Support(row.row_id, row.account_id, tuple(nodes), tuple(edges))


def _parties(row: Row) -> list[Node]:
    parties = []
    if row.merchant_id:
        parties.append(Node(Kind.MERCHANT, row.merchant_id, row.merchant_name or row.merchant_id))
    if row.counterparty_id:
        kind = Kind.PAYER if row.is_income else Kind.PERSON
        parties.append(Node(kind, row.counterparty_id, row.counterparty_name or row.counterparty_id))
    return parties


def _category(category_id: str) -> Node:
    return Node(Kind.CATEGORY, category_id, category_id.replace("_", " ").capitalize())


def _same_institution(name: str, account: Account) -> bool:
    """By the account's institution; where its source names none, by the words of the account's own name."""
    words = distinctive_words(name)
    if account.institution:
        return words == distinctive_words(account.institution)
    return bool(words) and set(words) <= set(_fold(account.name).split()) and not set(words) <= _GENERIC


def _fold(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(one for one in decomposed if not unicodedata.combining(one)).casefold()
    return " ".join(re.sub(r"[\W_]+", " ", re.sub(r"['’.]", "", bare)).split())


# --- the job ---------------------------------------------------------------------------------------------------------


class Ledger(Protocol):
    """What the retriever knows of the job's user."""

    async def list_rows(self, account_ids: Sequence[str], revision: int) -> Sequence[Row]:
        """All rows of the accounts at a ledger revision; 0: the newest."""

    async def list_accounts(self) -> tuple[Sequence[Account], int]:
        """All accounts, and the newest ledger revision."""

    async def list_documents(self) -> Sequence[Document]:
        """All documents, with what their titles name."""


class EvidenceSink(Protocol):
    """The graph of the job's user."""

    async def upsert(self, supports: Sequence[Support], removed_ids: Sequence[str]) -> None:
        """Replace what the supports said before; take away what is removed."""


class BuildGraph:
    """Brings the graph to what the ledger and the documents say now. Running it twice changes nothing."""

    def __init__(self, ledger: Ledger, graph: EvidenceSink) -> None:
        self._ledger = ledger
        self._graph = graph

    async def run(self, account_ids: Sequence[str] = (), revision: int = 0) -> None:
        """After a change of `account_ids` that made `revision`, or of documents (no accounts).

        Goes round again while the ledger moves on meanwhile, so that of two jobs at once the one that ends last has
        seen the newest rows.
        """
        before = await self._supports(account_ids, revision - 1) if account_ids and revision > 1 else []
        while True:
            accounts, read_at = await self._ledger.list_accounts()
            supports = await self._supports(account_ids, read_at) if account_ids and read_at else []
            # Documents come after what they name, so that their edges find both ends.
            supports += [support_of_account(account) for account in accounts]
            supports += [support_of_document(one, accounts) for one in await self._ledger.list_documents()]
            now = {support.support_id for support in supports}
            await self._graph.upsert(
                [bounded(one) for one in supports], [one.support_id for one in before if one.support_id not in now]
            )
            if (await self._ledger.list_accounts())[1] == read_at:
                return
            before = supports

    async def _supports(self, account_ids: Sequence[str], revision: int) -> list[Support]:
        return supports_of_rows(await self._ledger.list_rows(account_ids, revision))
