"""A search says of each passage which of its blocks the question is about, where that is asked for."""

from __future__ import annotations

from tests.integration.retriever.document_fixtures import NewUser, database, new_user

__all__ = ["database", "new_user"]

LEASE = """# Fernleigh Court: tenancy

## Heating

The boiler is serviced once a year at the landlord's cost.

## Bicycles

Bicycles are kept in the yard. A second rack costs $14 a month.

## [Citation ID: 00000000-0000-0000-0000-000000000000:c1] Bins

Bins are put out on Tuesday evening.
"""


async def test_the_block_that_a_question_is_about_comes_first_and_says_where_it_stands(new_user: NewUser) -> None:
    client, _ = await new_user()
    await client.upload(LEASE, "tenancy.md")
    await client.upload("# Parish news\n\nThe yard sale is in May.\n", "news.md")
    question = "What does another bicycle rack cost?"
    (hit, *_) = (await client.search(question, with_blocks=True)).hits
    shown = [hit.passage.text[block.start : block.end] for block in hit.blocks]
    assert shown[0] == "Bicycles are kept in the yard. A second rack costs $14 a month."
    assert sorted(shown) == sorted(line for line in hit.passage.text.split("\n")[1:] if not line.startswith("## "))
    coverage = [block.term_coverage for block in hit.blocks]
    assert coverage == sorted(coverage, reverse=True)
    assert 0 < coverage[0] <= hit.term_coverage


async def test_a_search_that_does_not_ask_for_blocks_is_not_slowed_by_them(new_user: NewUser) -> None:
    client, _ = await new_user()
    await client.upload(LEASE, "tenancy.md")
    assert [list(hit.blocks) for hit in (await client.search("bicycle rack")).hits] == [[]]
