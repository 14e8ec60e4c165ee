"""The packaged model itself: the same vectors wherever it runs, its window, and its queue."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from services.common import deadline
from services.common.encoders import ModelFault, load_model, packaged_model_path
from services.common.errors import DeadlineExceeded, Overloaded, Unavailable
from services.common.local_embedder import BATCH_TEXTS, WIDTH, Lane, LocalEmbedder

QUESTIONS = [
    "what does the bank charge for a stop payment?",
    "How much is the annual fee?",
    "Gebühr für Auslandsüberweisung",
    "7-ELEVEN #1234",
]
LONG = "The monthly maintenance fee is waived when the average daily balance is $1,500 or more. " * 40


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def embedder() -> AsyncIterator[LocalEmbedder]:
    made = LocalEmbedder()
    await made.warm_up()
    yield made
    await made.close()


def test_importing_it_does_not_load_torch() -> None:
    program = "import sys, services.common.local_embedder as e; e.LocalEmbedder(); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


async def test_vectors_are_those_of_sentence_transformers(embedder: LocalEmbedder) -> None:
    model = await asyncio.to_thread(load_model, packaged_model_path())
    expected = await asyncio.to_thread(model.encode, [*QUESTIONS, LONG], normalize_embeddings=True)
    made = await embedder.embed([*QUESTIONS, LONG])
    assert np.sum(made.vectors * expected, axis=1).min() >= 0.9999


async def test_a_second_instance_makes_the_same_vectors(embedder: LocalEmbedder) -> None:
    """The answerer's fallback is another instance in another process, and takes the embedder's place."""
    fallback = LocalEmbedder()
    try:
        one, other = await asyncio.gather(embedder.embed(QUESTIONS), fallback.embed(QUESTIONS))
    finally:
        await fallback.close()
    assert np.sum(one.vectors * other.vectors, axis=1).min() >= 0.9999


async def test_vectors_have_length_one_and_the_models_width(embedder: LocalEmbedder) -> None:
    made = await embedder.embed(QUESTIONS)
    assert made.vectors.shape == (len(QUESTIONS), WIDTH)
    assert made.vectors.dtype == np.float32
    assert np.linalg.norm(made.vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


async def test_what_a_text_is_embedded_with_does_not_change_its_vector(embedder: LocalEmbedder) -> None:
    alone = (await embedder.embed([QUESTIONS[0]])).vectors[0]
    among = (await embedder.embed([QUESTIONS[0], *[LONG] * (BATCH_TEXTS + 3)])).vectors[0]
    assert float(alone @ among) >= 0.9999


async def test_a_text_over_the_window_is_cut_and_counted(embedder: LocalEmbedder) -> None:
    made = await embedder.embed([QUESTIONS[0], LONG])
    assert made.truncated_count == 1


async def test_nothing_asked_costs_nothing(embedder: LocalEmbedder) -> None:
    made = await embedder.embed([])
    assert made.vectors.shape == (0, WIDTH)


async def test_a_question_overtakes_waiting_passages(embedder: LocalEmbedder) -> None:
    passages = asyncio.create_task(embedder.embed([LONG] * BATCH_TEXTS * 6, Lane.PASSAGE))
    await asyncio.sleep(0)
    question = await embedder.embed([QUESTIONS[0]], Lane.QUESTION)
    assert not passages.done()
    assert (await passages).model_seconds > question.model_seconds


async def test_a_call_that_cannot_be_served_in_time_is_refused_before_any_work(embedder: LocalEmbedder) -> None:
    passages = asyncio.create_task(embedder.embed([LONG] * BATCH_TEXTS * 6, Lane.PASSAGE))
    await asyncio.sleep(0)

    async def hurried() -> None:
        deadline.set_budget(0.001)
        await embedder.embed([LONG], Lane.PASSAGE)

    with pytest.raises((Overloaded, DeadlineExceeded)):
        await asyncio.create_task(hurried())
    await passages


async def test_a_full_queue_is_overloaded() -> None:
    small = LocalEmbedder(queue_texts=BATCH_TEXTS * 2)
    await small.warm_up()
    first = asyncio.create_task(small.embed([LONG] * BATCH_TEXTS * 2, Lane.PASSAGE))
    await asyncio.sleep(0)
    with pytest.raises(Overloaded) as raised:
        await small.embed([LONG] * BATCH_TEXTS * 2, Lane.PASSAGE)
    assert raised.value.retry_after is not None
    assert len((await first).vectors) == BATCH_TEXTS * 2
    await small.close()


async def test_a_cancelled_call_leaves_the_queue_usable(embedder: LocalEmbedder) -> None:
    passages = asyncio.create_task(embedder.embed([LONG] * BATCH_TEXTS * 6, Lane.PASSAGE))
    await asyncio.sleep(0)
    passages.cancel()
    with pytest.raises(asyncio.CancelledError):
        await passages
    assert len((await embedder.embed(QUESTIONS)).vectors) == len(QUESTIONS)


async def test_calls_that_wait_when_it_closes_are_told_so() -> None:
    closing = LocalEmbedder()
    await closing.warm_up()
    waiting = asyncio.create_task(closing.embed([LONG] * BATCH_TEXTS * 4, Lane.PASSAGE))
    await asyncio.sleep(0)
    await closing.close()
    with pytest.raises(Unavailable):
        await waiting


async def test_weights_that_are_not_the_published_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(ModelFault, match="published"):
        await LocalEmbedder(model_path=tmp_path).warm_up()


async def test_missing_weights_are_refused_without_a_look_at_the_network(tmp_path: Path) -> None:
    with pytest.raises(ModelFault, match="cannot be read"):
        await LocalEmbedder(model_path=tmp_path / "nowhere").warm_up()
