"""Calls to peers that do not wait for each other."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")


async def both(first: Coroutine[Any, Any, A], second: Coroutine[Any, Any, B]) -> tuple[A, B]:
    """Both at the same time; when one fails, the other is stopped and its failure is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            one, two = group.create_task(first), group.create_task(second)
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return one.result(), two.result()


async def every(calls: Sequence[Coroutine[Any, Any, A]]) -> list[A]:
    """All at the same time, in their order; when one fails, the others are stopped."""
    if len(calls) == 1:
        return [await calls[0]]
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in calls]
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [one.result() for one in tasks]
