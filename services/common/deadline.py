"""How long this call may still take. The deadline interceptor sets it; SQL, model queue and peer calls spend it."""

from __future__ import annotations

import time
from contextvars import ContextVar

_ends_at: ContextVar[float | None] = ContextVar("deadline", default=None)


def set_budget(seconds: float) -> None:
    """Give the running task `seconds` from now. An earlier deadline stays: a budget never grows."""
    ends_at = time.monotonic() + seconds
    earlier = _ends_at.get()
    _ends_at.set(ends_at if earlier is None else min(ends_at, earlier))


def remaining() -> float | None:
    """Seconds left, never negative; `None` where no deadline was set (background work)."""
    ends_at = _ends_at.get()
    return None if ends_at is None else max(0.0, ends_at - time.monotonic())


def within(own: float, margin: float = 0.0, share: float = 1.0) -> float:
    """The timeout in seconds for one piece of work: `own`, or what is left less `margin` if that is shorter.

    Of what is left it is at most `share` (0 to 1): work that can be done without leaves time to do without it.
    """
    left = remaining()
    return own if left is None else max(0.0, min(own, (left - margin) * share))
