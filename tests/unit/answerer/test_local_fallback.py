"""The answerer's own local model: when it may be used, and that its vectors are those of the embedder service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import numpy as np
import pytest
import pytest_asyncio

from services.answerer.adapters.local_fallback import LocalFallback
from services.common.errors import Unavailable
from services.common.identity import Identity
from services.common.local_embedder import SPACE_ID, WIDTH, LocalEmbedder
from services.common.types import Secret, UserId

A = Identity(UserId(UUID("a1000000-0000-4000-8000-000000000001")), Secret("a"))
TEXTS = ["what does a wire cost?", "The overdraft fee is $30.00 per item.", "fee " * 400]


@pytest_asyncio.fixture
async def local() -> AsyncIterator[LocalEmbedder]:
    embedder = LocalEmbedder()
    yield embedder
    await embedder.close()


async def test_until_it_is_warm_a_question_does_not_wait_for_it(local: LocalEmbedder) -> None:
    with pytest.raises(Unavailable):
        await LocalFallback(local).embed(A, "a fee")
    await local.warm_up()
    made = await LocalFallback(local).embed(A, "a fee")
    assert (made.vectors.space_id, made.vectors.width, made.vectors.count, made.missed_space_id) == (
        SPACE_ID,
        WIDTH,
        1,
        "",
    )


async def test_it_makes_vectors_of_no_other_space(local: LocalEmbedder) -> None:
    await local.warm_up()
    with pytest.raises(Unavailable):
        await LocalFallback(local).embed_together(A, ["a fee"], "embed-1-768-00000000")


async def test_both_engines_give_the_same_vectors(local: LocalEmbedder) -> None:
    """The embedder service may run one and the answerer the other: cosine 0.9999 at least."""
    reference = LocalEmbedder(engine="sentence-transformers")
    await local.warm_up()
    mine = await LocalFallback(local).embed_together(A, TEXTS, SPACE_ID)
    theirs = await reference.embed(TEXTS)
    await reference.close()
    vectors = np.frombuffer(mine.data, "<f4").reshape(mine.count, mine.width)
    assert np.sum(vectors * theirs.vectors, axis=1).min() >= 0.9999
