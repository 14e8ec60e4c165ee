"""What the grammar makes of a question: a plan, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from services.answerer.model import Candidate, EntityKind, Plan, RefusalReason


@dataclass(frozen=True, slots=True)
class GraphStep:
    """A walk over the graph that a plan needs first: from a named thing to what is meant.

    `fills` says what the end of the walk is for: "" it is the answer itself, "account" it is the account of the plan's
    selections.
    """

    start_kind: EntityKind
    start_id: str
    start_name: str
    end_kind: EntityKind
    fills: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """A reading. `others` are readings as good as `plan`: where they come to something else, none is clearly meant.

    `near` are readings that the policy puts behind `plan`: they are offered beside it.
    """

    plan: Plan
    others: tuple[Plan, ...] = ()
    near: tuple[Plan, ...] = ()
    graph: GraphStep | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """No plan, and why. `mention` fits nothing, or each of `choices`; `needs` is the part that might know it."""

    reason: RefusalReason
    mention: str = ""
    missing: str = ""
    instead: str = ""
    nearest: str = ""
    choices: tuple[Candidate, ...] = ()
    needs: str = ""


class Decline(Exception):
    """Ends the way to an answer with its reason."""

    def __init__(self, declined: Declined) -> None:
        super().__init__(declined.reason.name)
        self.declined = declined
