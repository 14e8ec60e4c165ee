"""A model behind an OpenAI-compatible embeddings endpoint as the service's provider of vectors: space H.

What comes back is believed after it has been checked. Each request carries one text more than was asked for, the
canary, whose vector was recorded when the space was first used: a reply whose canary lies elsewhere is of another
model, whatever it calls itself. A reply that does not pass is a failure of the endpoint, counted by its breaker, and no
vector. A request that is refused as wrong is sent again as the canary alone: where that is taken, it is a text that was
refused, and the endpoint is well.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import numpy as np
import openai

from services.common import deadline, telemetry
from services.common.errors import FailedPrecondition, Internal, TieoutError, Unavailable
from services.common.openai_endpoint import Endpoint
from services.embedder.model import (
    Availability,
    Matrix,
    ModelOutput,
    Space,
    TextKind,
    TextRefused,
    arrange,
    cosine,
    is_same_model,
)
from services.embedder.ports import SpaceRegistry

PART = "hosted embedder"
CANARY = "Tieout agrees every number in an answer to its source: 1,234.56 USD on 30 November."
# Servers round differently from day to day and machine to machine; vectors of two models are nearly orthogonal.
SAME_COSINE = 0.99
# One request. A reply of 1,024 numbers a text is read in about ten milliseconds.
BATCH_TEXTS = 32
# Of what a question's caller has left, so that the local model can still answer in the same call.
SHARE = 0.5
# Less time than this is not worth the try, and its failure would say nothing about the endpoint.
LEAST_SECONDS = 0.1
# How endpoints say that something of a request is wrong: too long a text, or one that they do not like.
WRONG = frozenset((400, 413, 422))
# Between two looks at whether the endpoint has to be tried again.
TRY_PERIOD = timedelta(seconds=1)
# The same where the space was given up, which an operator has to put right.
RETIRED_PERIOD = timedelta(minutes=1)


class HostedModel:
    """Space H. Available while its breaker is closed, no rest was asked for, and the recorded canary is known."""

    def __init__(
        self,
        endpoint: Endpoint,
        space: Space,
        registry: SpaceRegistry,
        *,
        question_timeout: timedelta,
        model_in_replies: str = "",
        ask_width: bool = True,
    ) -> None:
        self._endpoint = endpoint
        self._space = space
        self._registry = registry
        self._question_seconds = question_timeout.total_seconds()
        self._model_in_replies = model_in_replies or endpoint.model
        self._ask_width = ask_width
        self._recorded: Matrix | None = None

    @property
    def space(self) -> Space:
        """The space of its vectors."""
        return self._space

    @property
    def available(self) -> bool:
        """Whether a call goes through and its vectors can be proven."""
        return self._recorded is not None and self._endpoint.available

    @property
    def breaker(self) -> Availability:
        """State of the breaker before it."""
        return Availability(self._endpoint.breaker.state)

    @property
    def retry_delay(self) -> timedelta | None:
        """Until a call is let through: the breaker's wait or the one that the endpoint asked for."""
        return self._endpoint.retry_after

    async def embed(self, texts: Sequence[str], kind: TextKind) -> ModelOutput:
        """Raises `Unavailable` whatever is wrong, within half of the time left where the texts are a question.

        `TextRefused` when the endpoint is well and takes one of the texts not.
        """
        started = time.perf_counter()
        recorded = self._recorded
        if recorded is None:
            raise Unavailable(PART)
        vectors = [
            await self._request(texts[start : start + BATCH_TEXTS], kind, recorded)
            for start in range(0, len(texts), BATCH_TEXTS)
        ]
        return ModelOutput(np.concatenate(vectors), 0, timedelta(), timedelta(seconds=time.perf_counter() - started))

    async def keep_trying(self) -> None:
        """For ever: prove the endpoint before its first use, and try it again when its breaker may close.

        So a question is never the call that finds out whether the endpoint is back.
        """
        while True:
            if (self._recorded is None or self.breaker is not Availability.CLOSED) and not self.retry_delay:
                try:
                    await self.prove()
                except FailedPrecondition:
                    telemetry.log.error("hosted_space_retired", space_id=self._space.space_id)
                    await asyncio.sleep(RETIRED_PERIOD.total_seconds())
                except TieoutError as error:
                    telemetry.log.warning("hosted_embedder_not_proven", reason=error.reason_name)
            await asyncio.sleep(TRY_PERIOD.total_seconds())

    async def prove(self) -> None:
        """Embed the canary and compare it with the recorded one, which is this one when the space is new."""
        recorded = self._recorded
        if recorded is None:
            recorded = await self._registry.find_canary(self._space)
        # A new space is recorded after two replies that agree, so that one odd reply does not decide what it is.
        first = (await self._request((), TextKind.PASSAGE, recorded))[0]
        if recorded is None:
            await self._request((), TextKind.PASSAGE, first)
            recorded = await self._registry.record_canary(self._space, first)
            if cosine(first, recorded) < SAME_COSINE:
                raise Unavailable(PART)
        self._recorded = recorded

    async def _request(self, texts: Sequence[str], kind: TextKind, recorded: Matrix | None) -> Matrix:
        """Vectors of the texts, or of the canary alone where there are none, each of length 1."""
        try:
            async with self._endpoint.call(self._seconds(kind)) as client:
                try:
                    vectors = await self._read(client, texts, recorded)
                except openai.APIStatusError as refusal:
                    if not texts or refusal.status_code not in WRONG:
                        raise
                    # Under the same guard: if the canary alone is refused as well, the breaker counts one failure.
                    await self._read(client, (), recorded)
                    raise TextRefused(self._space.space_id) from None
        except Internal as nonsense:
            telemetry.log.error("hosted_embedder_refused", space_id=self._space.space_id, what=nonsense.message)
            raise Unavailable(PART) from nonsense
        return vectors[1:] if texts else vectors

    async def _read(self, client: openai.AsyncOpenAI, texts: Sequence[str], recorded: Matrix | None) -> Matrix:
        """One HTTP request: the vectors of the canary and the texts, proven to be of this space."""
        width: dict[str, Any] = {"dimensions": self._space.width} if self._ask_width else {}
        # Raw: the client would look at each number by itself, and hold up the loop for it.
        response = await client.embeddings.with_raw_response.create(
            model=self._endpoint.model, input=[CANARY, *texts], encoding_format="float", **width
        )
        reply = response.http_response.json()
        if not is_same_model(reply.get("model"), self._model_in_replies):
            raise Internal("the reply names another model")
        items = [(item["index"], item["embedding"]) for item in reply["data"]]
        vectors = arrange(items, len(texts) + 1, self._space.width)
        if recorded is not None and cosine(vectors[0], recorded) < SAME_COSINE:
            raise Internal("the canary's vector is another model's")
        return vectors

    def _seconds(self, kind: TextKind) -> float | None:
        if kind is TextKind.PASSAGE:
            return None
        seconds = deadline.within(self._question_seconds, share=SHARE)
        if seconds < LEAST_SECONDS:
            raise Unavailable(PART)
        return seconds
