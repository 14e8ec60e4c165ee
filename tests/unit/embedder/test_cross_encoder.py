"""The reranker adapter with a real, tiny cross-encoder that is made here: random weights rank nothing, but they run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from services.common import deadline
from services.common.breaker import OPEN, Breaker
from services.common.encoders import packaged_model_path
from services.common.errors import DeadlineExceeded, Unavailable
from services.embedder.adapters.cross_encoder import CrossEncoderReranker

PASSAGES = ["Stop payment order: $28.00", "Paper statement: $2.00", "Lakehead Credit Union"]


class OutOfMemory:
    """A model as torch leaves it."""

    def predict(self, *_: object, **__: object) -> None:
        raise RuntimeError("out of memory")


@pytest.fixture(scope="module")
def model_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    path = tmp_path_factory.mktemp("cross-encoder")
    torch.manual_seed(11)
    tokenizer = AutoTokenizer.from_pretrained(str(packaged_model_path()))
    config = BertConfig(
        vocab_size=tokenizer.vocab_size,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    config.num_labels = 1
    BertForSequenceClassification(config).save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reranker(model_path: Path) -> AsyncIterator[CrossEncoderReranker]:
    made = CrossEncoderReranker(str(model_path), "", Breaker("reranker"))
    await made.warm_up()
    yield made
    await made.close()


async def test_each_passage_gets_a_score_in_its_place(reranker: CrossEncoderReranker) -> None:
    forward = await reranker.score("stop payment fee", PASSAGES)
    backward = await reranker.score("stop payment fee", PASSAGES[::-1])
    assert len(forward.scores) == 3
    assert forward.scores == pytest.approx(backward.scores[::-1], abs=1e-5)
    assert len(set(forward.scores)) == 3


async def test_the_scores_say_whose_they_are(reranker: CrossEncoderReranker, model_path: Path) -> None:
    assert (await reranker.score("fee", PASSAGES)).model == str(model_path)
    assert (await reranker.score("fee", PASSAGES)).model_time > timedelta(0)


async def test_a_call_without_time_is_not_worked_on(reranker: CrossEncoderReranker) -> None:
    async def too_late() -> None:
        deadline.set_budget(0.0)
        await reranker.score("fee", PASSAGES)

    with pytest.raises(DeadlineExceeded):
        await asyncio.create_task(too_late())


async def test_before_it_is_loaded_it_is_unavailable(model_path: Path) -> None:
    cold = CrossEncoderReranker(str(model_path), "", Breaker("reranker"))
    with pytest.raises(Unavailable):
        await cold.score("fee", PASSAGES)
    await cold.close()


async def test_a_model_that_fails_again_and_again_is_left_alone(model_path: Path) -> None:
    breaker = Breaker("reranker", fail_max=2)
    broken = CrossEncoderReranker(str(model_path), "", breaker)
    broken._model = OutOfMemory()  # type: ignore[assignment]
    for _ in range(3):
        with pytest.raises(Unavailable):
            await broken.score("fee", PASSAGES)
    assert breaker.state == OPEN
    await broken.close()
