"""Replies that no healthy server sends: each is a failure of the endpoint, and none becomes a vector."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from services.common.breaker import OPEN, Breaker
from services.common.errors import Unavailable
from services.common.openai_endpoint import Endpoint, EndpointSettings
from services.embedder.adapters.hosted_model import HostedModel
from services.embedder.model import Matrix, Space, TextKind, hosted_space

SPACE = hosted_space("embed-1", "", 384)
ONE = [1.0, *[0.0] * 383]
ITEM = {"object": "embedding", "index": 0, "embedding": ONE}


class Known:
    """A registry that has the canary already."""

    async def find_canary(self, space: Space) -> Matrix | None:
        return np.array(ONE, np.float32)

    async def record_canary(self, space: Space, canary: Matrix) -> Matrix:
        raise AssertionError("it is known")


@asynccontextmanager
async def replying(first: str, then: str) -> AsyncIterator[HostedModel]:
    """A model in use, whose endpoint gives one reply for its proof and another from then on."""
    replies = [first]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.partition("content-length: ")[2].split("\r\n")[0]))
        body = (replies.pop() if replies else then).encode()
        headers = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close"
        writer.write(f"HTTP/1.1 200 OK\r\n{headers}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        endpoint = Endpoint("hosted", EndpointSettings(base_url=url, model="embed-1"), Breaker("hosted", fail_max=1))
        model = HostedModel(endpoint, SPACE, Known(), question_timeout=timedelta(seconds=5))
        await model.prove()
        yield model
        await endpoint.close()


def reply(data: Any, **more: Any) -> str:
    """A reply of the right form around some data."""
    return json.dumps({"object": "list", "data": data, "model": "embed-1", **more})


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        '"text"',
        "{}",
        '{"data": null}',
        reply({}),
        reply("two"),
        reply([]),
        reply([1, 2]),
        reply([ITEM, {}]),
        reply([ITEM, {"index": 1}]),
        reply([ITEM, {"index": 1, "embedding": None}]),
        reply([ITEM, {"index": 1, "embedding": "AACAPw=="}]),
        reply([ITEM, {"index": 1, "embedding": {"0": 1.0}}]),
        reply([ITEM, {"index": 1, "embedding": [ONE]}]),
        reply([ITEM, {"index": 1, "embedding": ["x"] * 384}]),
        reply([ITEM, {"index": 1, "embedding": ONE[:-1]}]),
        reply([ITEM, {"index": 1.0, "embedding": ONE}]),
        reply([ITEM, {"index": "1", "embedding": ONE}]),
        reply([ITEM, {"index": -1, "embedding": ONE}]),
        reply([ITEM, {"index": 10**30, "embedding": ONE}]),
        reply([ITEM, {"index": 1, "embedding": [1e400, *ONE[1:]]}]),
        "[" * 100_000,
        '{"error": {"message": "quota"}}',
        "<html><body>Sign in</body></html>",
    ],
)
async def test_no_odd_reply_becomes_a_vector_or_an_unforeseen_error(body: str) -> None:
    async with replying(reply([ITEM]), body) as model:
        assert model.available
        with pytest.raises(Unavailable):
            await model.embed(["a fee"], TextKind.QUESTION)
        assert model.breaker.value == OPEN
        assert not model.available


async def test_a_reply_that_only_names_less_than_it_could_is_fine() -> None:
    """Neither the model's name, nor usage, nor the kinds of the objects are needed."""
    items = [{"index": 1, "embedding": [0, 2, *[0] * 382]}, {"index": 0, "embedding": ONE}]
    async with replying(reply([ITEM]), json.dumps({"data": items})) as model:
        made = await model.embed(["a fee"], TextKind.QUESTION)
    assert made.vectors[0].tolist() == [0.0, 1.0, *[0.0] * 382]
