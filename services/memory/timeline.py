"""The history of one slot: which fact held when, whatever order its statements came in.

A fact is a run of sayings of the same value that no other value interrupts. Each saying claims the slot from its
`since` on, and a later said one takes over from an earlier said one; so a fact ends where the first claim of anything
said after it begins. What is retracted or erased still ends what it had replaced: nothing comes back by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from services.memory.model import Fact, FactId, Reading, Saying, Standing, Value
from services.memory.names import fold

_EVER = datetime.min.replace(tzinfo=UTC)


def place(
    history: Sequence[Fact], reading: Reading, saying: Saying, new_id: Callable[[], FactId]
) -> tuple[tuple[Fact, ...], FactId]:
    """The slot's whole history with one more saying in its place, and the fact that the saying supports.

    `history` is all that the slot has, retracted facts included; for a slot of many values, all of the same value.
    Of a fact that is cut in two, the later part keeps the id.
    """
    runs = _only_lasting_ends(sorted(history, key=_said_at))
    before = [run for run in runs if _said_at(run) <= saying.stated_at]
    after = runs[len(before) :]
    last = before[-1] if before else None
    if last is not None and _same(last.value, reading.value) and _open_to(last, saying):
        grown = last.said_again(saying)
        return arrange([*before[:-1], grown, *after]), grown.fact_id
    if last is not None and (later := [one for one in last.sayings if one.stated_at > saying.stated_at]):
        # The other value was said in the middle of this run.
        earlier = [one for one in last.sayings if one.stated_at <= saying.stated_at]
        before[-1] = _cut(last, earlier, fact_id=new_id())
        after = [_cut(last, later), *after]
    if after and _same(after[0].value, reading.value) and _open_to(after[0], saying):
        grown = after[0].said_again(saying)
        return arrange([*before, grown, *after[1:]]), grown.fact_id
    made = Fact(
        fact_id=new_id(),
        slot=reading.slot,
        qualifier=reading.qualifier,
        value=reading.value,
        # What ended the one before, though it is erased by now, ends this one as well.
        valid_to=last.valid_to if last is not None and _ends_after(last, saying.since) else None,
        sayings=(saying,),
    )
    return arrange([*before, made, *after]), made.fact_id


def end(history: Sequence[Fact], value: Value | None, at: datetime) -> tuple[Fact, ...]:
    """The facts that held the value at `at`, ended then. None: whatever the slot held."""
    return tuple(
        replace(fact, valid_to=max(at, fact.valid_from or at))
        for fact in history
        if fact.holds(at) and (value is None or _same(fact.value, value))
    )


def arrange(runs: Sequence[Fact]) -> tuple[Fact, ...]:
    """Spans and links of a slot's facts, given in the order in which they were first said.

    A `valid_to` that is given stands for an erased fact or a denial: the fact ends then at the latest.
    """
    starts = [_start(run) for run in runs]
    taken_by = [_taker(starts, position) for position in range(len(runs))]
    arranged = []
    for position, run in enumerate(runs):
        taker = taken_by[position]
        valid_from = None if position == 0 and run.slot.attribute.timeless else starts[position]
        takes_from = [
            earlier for earlier in range(position) if taken_by[earlier] == position and _was_held(runs[earlier])
        ]
        arranged.append(
            replace(
                run,
                valid_from=valid_from,
                valid_to=_end(run.valid_to, None if taker is None else starts[taker], valid_from),
                superseded_by=runs[taker].fact_id if taker is not None else None,
                supersedes=runs[takes_from[-1]].fact_id if takes_from else None,
            )
        )
    return tuple(arranged)


def _only_lasting_ends(runs: Sequence[Fact]) -> list[Fact]:
    """The facts without the ends that follow from one another. What is left was set by what is no fact (any more)."""
    starts = [_start(run) for run in runs]
    lasting = []
    for position, run in enumerate(runs):
        taker = _taker(starts, position)
        follows = _end(None, None if taker is None else starts[taker], run.valid_from)
        kept = run.valid_to if run.valid_to is not None and (follows is None or run.valid_to < follows) else None
        lasting.append(replace(run, valid_to=kept))
    return lasting


def _end(lasting: datetime | None, taken: datetime | None, start: datetime | None) -> datetime | None:
    ends = [end for end in (lasting, taken) if end is not None]
    if not ends:
        return None
    return min(ends) if start is None else max(min(ends), start)


def _taker(starts: Sequence[datetime], position: int) -> int | None:
    later = range(position + 1, len(starts))
    return min(later, key=lambda index: (starts[index], index), default=None)


def _same(left: Value, right: Value) -> bool:
    """Whether two values are the same; words as names are compared."""
    if left.text is not None and right.text is not None:
        return fold(left.text) == fold(right.text) and replace(left, text=None) == replace(right, text=None)
    return left == right


def _said_at(run: Fact) -> datetime:
    return run.sayings[0].stated_at if run.sayings else _start(run)


def _start(run: Fact) -> datetime:
    if run.sayings:
        return min(saying.since for saying in run.sayings)
    return run.valid_from or _EVER


def _was_held(run: Fact) -> bool:
    return run.standing is Standing.HELD


def _open_to(run: Fact, saying: Saying) -> bool:
    """Whether saying the value again can rest on this fact: it stands, and had not ended by then."""
    return _was_held(run) and (run.valid_to is None or saying.since < run.valid_to)


def _ends_after(run: Fact, instant: datetime) -> bool:
    return run.valid_to is not None and run.valid_to > instant


def _cut(run: Fact, sayings: Sequence[Saying], fact_id: FactId | None = None) -> Fact:
    part = replace(run, sayings=tuple(sayings), statement_count=len(sayings))
    if fact_id is None:
        return part
    return replace(part, fact_id=fact_id, recorded_at=None)
