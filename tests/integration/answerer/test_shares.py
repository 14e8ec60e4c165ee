"""What the answerer gives each peer of the time that a caller has left, as it is built for production."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from services.answerer.__main__ import build
from services.answerer.settings import Settings
from services.common.client import Channels, Peer, PeerChannel
from services.common.db.tenant import DatabaseSettings
from tests.fixtures.pg import Copy
from tests.fixtures.server import SETTINGS
from tests.integration.answerer.conftest import NOWHERE


async def test_promise_6_no_part_that_only_helps_may_take_the_time_of_the_plainer_answer(
    pg: Copy, state_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that is silent in turn leaves two thirds; the one that answers nothing can be without may take all."""
    opened: list[Peer] = []

    class Watched(Channels):
        def open(self, peer: Peer, *rest: Any) -> PeerChannel:
            opened.append(peer)
            return super().open(peer, *rest)

    monkeypatch.setattr("services.answerer.__main__.Channels", Watched)
    spec = await build(
        Settings(
            jwt_public_key_file=state_directory / "keys" / "jwt_public.pem",
            runtime=SETTINGS,
            database=DatabaseSettings(pg.dsn("answerer"), pool_max=2),
            retriever_target=NOWHERE,
            embedder_target=NOWHERE,
            memory_target=NOWHERE,
            graph_target=NOWHERE,
            local_fallback=False,
        )
    )
    for close in spec.close:
        await close()
    # The embedder twice: for vectors and for the order of passages, each behind a breaker of its own.
    assert sorted((peer.name, peer.share < 0.5) for peer in opened) == [
        ("embedder", True),
        ("embedder", True),
        ("graph", True),
        ("memory", True),
        ("retriever", False),
    ]
