"""What a method is allowed: how long, which permit, who may call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class MethodPolicy:
    """The rules of one method."""

    deadline: timedelta = timedelta(seconds=30)
    """The longest that a call may run, also when the caller asks for more or sets nothing."""
    permit: str = "default"
    """The class that it takes its admission permit from."""
    jobs: bool = False
    """Whether a worker's leased job may call it too."""


class Policies:
    """The policy of each method, by its bare name ("QueryLedger"); `default` for the rest."""

    def __init__(self, methods: Mapping[str, MethodPolicy], default: MethodPolicy | None = None) -> None:
        self._methods = dict(methods)
        self._default = default or MethodPolicy()

    def of(self, method: str) -> MethodPolicy:
        """The policy of `/package.Service/Method`."""
        return self._methods.get(method.rsplit("/", 1)[1], self._default)

    def __iter__(self) -> Iterator[MethodPolicy]:
        yield self._default
        yield from self._methods.values()
