"""Fixtures of the answerer's unit tests."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta

import pytest

from services.answerer.adapters.chat_model import ChatModel
from services.answerer.language.writer import PART, ROLES, Writer
from services.common.breaker import Breaker
from services.common.openai_endpoint import Endpoint, EndpointSettings
from tests.fixtures.hosted import StartHosted
from tests.unit.answerer.language_stage import Open, Stage
from tests.unit.answerer.peer_fakes import World


@pytest.fixture
async def stage(start_hosted: StartHosted) -> AsyncIterator[Open]:
    """`await stage(world, roles=…, seconds=…)`."""
    async with AsyncExitStack() as stack:

        async def open_(
            world: World | None = None,
            *,
            roles: tuple[str, ...] = ROLES,
            seconds: float = 4.0,
            clock: Callable[[], float] = time.monotonic,
        ) -> Stage:
            hosted = await start_hosted()
            breaker = Breaker(PART, fail_max=3, reset_timeout=timedelta(seconds=30), clock=clock)
            settings = EndpointSettings(base_url=hosted.base_url, model="writer", timeout=timedelta(seconds=seconds))
            endpoint = Endpoint(PART, settings, breaker, max_reply_bytes=256 * 1024)
            stack.push_async_callback(endpoint.close)
            writer = Writer(ChatModel(endpoint), window=4096, seconds=seconds, roles=frozenset(roles))
            return Stage(replace(world or World(), writer=writer), hosted, breaker)

        yield open_
