"""Requirement 4: a budget only ever shrinks, and work gets what is left of it."""

from __future__ import annotations

import asyncio

from services.common import deadline


async def test_background_work_has_no_budget() -> None:
    """Outside a call each piece of work has its own limit."""
    assert deadline.remaining() is None
    assert deadline.within(7.0, margin=1.0, share=0.5) == 7.0


async def test_a_budget_bounds_and_never_grows() -> None:
    """`within` gives the shorter of one's own limit and what is left less the margin; never less than nothing."""

    async def call() -> None:
        deadline.set_budget(2.0)
        deadline.set_budget(100.0)
        left = deadline.remaining()
        assert left is not None
        assert 1.5 < left <= 2.0
        assert deadline.within(0.5) == 0.5
        assert 0.5 < deadline.within(60.0, margin=1.0) <= 1.0
        assert deadline.within(60.0, margin=5.0) == 0.0
        # Of two seconds less one, a quarter; one's own limit may be shorter still.
        assert deadline.within(60.0, margin=1.0, share=0.25) <= 0.25
        assert deadline.within(0.05, share=0.25) == 0.05

    await asyncio.create_task(call())
    assert deadline.remaining() is None
