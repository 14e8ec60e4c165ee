"""What rows, accounts and documents say to the graph."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from services.worker.graph_evidence import (
    MAX_EDGES,
    MAX_NAME,
    MAX_NODES,
    BuildGraph,
    bounded,
    institution_node,
    primary_category,
    support_of_account,
    support_of_document,
    supports_of_rows,
)
from services.worker.model import Account, Document, Kind, Node, Relation, Row, Support

COFFEE = Row(
    "r1", "acc1", "Everyday Checking", date(2026, 1, 5), "m1", "Blue Bean", category_id="FOOD_AND_DRINK_COFFEE"
)


def test_a_row_names_merchant_category_and_account() -> None:
    """The detailed category is a part of its primary one."""
    (support,) = supports_of_rows([COFFEE])
    assert (support.support_id, support.source_id) == ("r1", "acc1")
    assert {node.node_id: node.name for node in support.nodes} == {
        "account:acc1": "Everyday Checking",
        "merchant:m1": "Blue Bean",
        "category:FOOD_AND_DRINK_COFFEE": "Food and drink coffee",
        "category:FOOD_AND_DRINK": "Food and drink",
    }
    assert set(support.edges) == {
        ("merchant:m1", Relation.ON_ACCOUNT, "account:acc1"),
        ("merchant:m1", Relation.IN_CATEGORY, "category:FOOD_AND_DRINK_COFFEE"),
        ("category:FOOD_AND_DRINK_COFFEE", Relation.PART_OF, "category:FOOD_AND_DRINK"),
    }


def test_a_person_and_a_payer_are_not_the_same() -> None:
    """By the kind of the row."""
    person = Row("r1", "a", "A", date(2026, 1, 5), counterparty_id="c1", counterparty_name="Ann")
    payer = Row("r2", "a", "A", date(2026, 1, 5), counterparty_id="c2", counterparty_name="Acme", is_income=True)
    kinds = {node.name: node.kind for support in supports_of_rows([person, payer]) for node in support.nodes}
    assert (kinds["Ann"], kinds["Acme"]) == (Kind.PERSON, Kind.PAYER)


def test_merchants_of_one_day_are_tied_and_not_counted_twice() -> None:
    """One support for the account's day, without nodes; one merchant or a crowd of them ties nothing."""
    day = date(2026, 1, 5)
    rows = [Row(f"r{name}", "a", "A", day, name, name) for name in "xyx"]
    (tie,) = [support for support in supports_of_rows(rows) if not support.nodes]
    assert tie == Support("day:a:2026-01-05", "a", (), (("merchant:x", Relation.SAME_DAY, "merchant:y"),))
    crowd = [Row(f"r{number}", "a", "A", day, f"m{number}", "") for number in range(7)]
    assert all(support.nodes for support in supports_of_rows(crowd))
    apart = [Row("r1", "a", "A", day, "x", ""), Row("r2", "b", "B", day, "y", "")]
    assert all(support.nodes for support in supports_of_rows(apart))


@pytest.mark.parametrize(
    ("category", "primary"),
    [
        ("FOOD_AND_DRINK_COFFEE", "FOOD_AND_DRINK"),
        ("TRANSFER_IN_DEPOSIT", "TRANSFER_IN"),
        ("FOOD_AND_DRINK", ""),
        ("SOMETHING_ELSE", ""),
    ],
)
def test_the_primary_category_is_found(category: str, primary: str) -> None:
    assert primary_category(category) == primary


def test_an_institution_goes_by_the_words_that_tell_it() -> None:
    """Legal forms and what many share are no part of it; a name of nothing else keeps all its words."""
    names = ["Harborline Bank, N.A.", "HARBORLINE BANK", "The Harborline Financial Group"]
    assert {node.node_id for name in names if (node := institution_node(name))} == {"institution:harborline"}
    assert institution_node("First National Bank") != institution_node("Second National Bank")
    union = institution_node("Credit Union")
    assert union is not None
    assert union.entity_id == "credit union"
    assert institution_node("") is None


def test_a_document_is_about_the_accounts_of_its_institution() -> None:
    """By the institution that the bank names, else by the words of the account's name; not by words that many share."""
    document = Document("d1", "Schedule of fees", "Harborline Bank", (Node(Kind.MERCHANT, "m1", "Blue Bean"),))
    accounts = [
        Account("a1", "Everyday Checking", "HARBORLINE BANK NA"),
        Account("a2", "Harborline Savings"),
        Account("a3", "Bank Account"),
        Account("a4", "Harborline look-alike", "Other Bank"),
    ]
    support = support_of_document(document, accounts)
    about = {end for start, relation, end in support.edges if relation is Relation.DOCUMENT_ABOUT}
    assert about == {"institution:harborline", "account:a1", "account:a2", "merchant:m1"}
    held = {start for start, relation, _ in support.edges if relation is Relation.HELD_AT}
    assert held == {"account:a1", "account:a2"}
    assert support.source_id == "d1"


def test_an_account_without_an_institution_stands_alone() -> None:
    support = support_of_account(Account("a1", "Checking"))
    assert ([node.node_id for node in support.nodes], support.edges) == (["account:a1"], ())


class Ledger:
    """Revisions of one account's rows; `moves` more revisions appear while the job runs."""

    def __init__(self, revisions: Sequence[Sequence[Row]], start: int) -> None:
        self._revisions = revisions
        self.newest = start
        self.moves = len(revisions) - start

    async def list_rows(self, account_ids: Sequence[str], revision: int) -> Sequence[Row]:
        return self._revisions[revision - 1]

    async def list_accounts(self) -> tuple[Sequence[Account], int]:
        newest = self.newest
        if self.moves:
            self.moves -= 1
            self.newest += 1
        return [Account("a", "A")], newest

    async def list_documents(self) -> Sequence[Document]:
        return []


class Sink:
    """What the graph holds."""

    def __init__(self) -> None:
        self.supports: dict[str, Support] = {}

    async def upsert(self, supports: Sequence[Support], removed_ids: Sequence[str]) -> None:
        for one in removed_ids:
            self.supports.pop(one, None)
        self.supports |= {one.support_id: one for one in supports}


def row(row_id: str) -> Row:
    return Row(row_id, "a", "A", date(2026, 1, 5), f"m-{row_id}", row_id)


async def test_a_job_takes_away_the_rows_that_are_gone() -> None:
    """With the day that they alone made."""
    revisions = [[row("r1"), row("r2")], [row("r1")]]
    sink = Sink()
    await BuildGraph(Ledger(revisions[:1], 1), sink).run(["a"], 1)
    assert sorted(sink.supports) == ["account:a", "day:a:2026-01-05", "r1", "r2"]
    await BuildGraph(Ledger(revisions, 2), sink).run(["a"], 2)
    assert sorted(sink.supports) == ["account:a", "r1"]


async def test_a_job_ends_at_the_newest_rows() -> None:
    """Though the ledger moves on twice while it runs."""
    sink = Sink()
    await BuildGraph(Ledger([[row("r1")], [row("r1"), row("r2")], [row("r3")]], 1), sink).run(["a"], 1)
    assert sorted(sink.supports) == ["account:a", "r3"]


def test_what_the_graph_would_refuse_is_cut_or_left_out() -> None:
    """A name without end is cut, a node with such an id goes with its edges, and a crowd is cut to what is taken."""
    shop, category = Node(Kind.MERCHANT, "m1", "x" * 5000), Node(Kind.CATEGORY, "x" * 5000, "Odd")
    edges = (("merchant:m1", Relation.IN_CATEGORY, category.node_id), ("merchant:m1", Relation.ON_ACCOUNT, "account:a"))
    kept = bounded(Support("r1", "a", (shop, category), edges))
    assert kept.nodes == (Node(Kind.MERCHANT, "m1", "x" * MAX_NAME),)
    assert kept.edges == edges[1:]
    crowd = [Node(Kind.ACCOUNT, f"a{number}", "Jar") for number in range(300)]
    paper = bounded(support_of_document(Document("d", "All jars", named=tuple(crowd)), ()))
    assert (len(paper.nodes), len(paper.edges)) == (MAX_NODES, MAX_NODES - 1)
    assert len(paper.edges) <= MAX_EDGES
