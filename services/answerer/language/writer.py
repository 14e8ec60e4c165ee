"""The model's part in answering one question: asked within a budget, believed in nothing, done without at any time.

The answer is ready before the model is asked. What it gives too late, not at all, or in a form that does not tie out
leaves the answer as it is; the answer then says that the part did not take part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from services.answerer import closure, reranking
from services.answerer.asked import Asked, Draft
from services.answerer.language import prompt
from services.answerer.language.prompt import Prompt
from services.answerer.language.proposal import Proposed, ProposedPlan, in_plain_words, proposed_by
from services.answerer.language.slots import fill, template_of
from services.answerer.language.wording import NotWorded
from services.answerer.model import Passage, SearchHit
from services.answerer.ports import LanguageModel, Reranker
from services.common import deadline, telemetry
from services.common.errors import TieoutError

PART = "language model"
PHRASE, SEARCH, PLAN = "phrase", "search", "plan"
ROLES = (PHRASE, SEARCH, PLAN)
# What answering still needs behind the model: to store the answer; before that, to search or query and to compose.
RESERVE_SECONDS = {PHRASE: 1.0, SEARCH: 4.0, PLAN: 4.0}
# Less is not worth asking.
LEAST_SECONDS = 0.1
MAX_REPLY = 4000
MAX_IMAGINED = 1000
LEAST_ORDERED = 3

_roles = telemetry.meter.create_counter(
    "tieout.answerer.language",
    description="What became of each thing asked of the language model, by role and outcome ('used', or why not).",
)


class _Unusable(Exception):
    """A reply that is not the object that was asked for."""


class Writer:
    """The roles of the model. `roles` are those that it has; `seconds` is its share of a question, in all of them.

    `reranker` says which passages of an answer are the best, where there are enough for their order to matter.
    """

    def __init__(
        self,
        model: LanguageModel,
        reranker: Reranker | None = None,
        *,
        window: int,
        seconds: float,
        roles: frozenset[str],
    ) -> None:
        self._model = model
        self._reranker = reranker
        self._window = window
        self._seconds = seconds
        self._roles = roles

    async def phrase(self, asked: Asked, draft: Draft) -> Draft:
        """The draft in other words with the same figures, names, quotations and citations; else as it is."""
        template = template_of(draft.composed.pieces) if draft.grounded is not None else None
        if PHRASE not in self._roles or template is None:
            return draft
        passages = await self._best_first(asked, [one.passage for one in draft.evidence if one.passage is not None])
        wanted = prompt.phrase(asked.question.text, template, passages, self._window)
        reply = await self._ask(asked, PHRASE, wanted)
        if reply is None:
            return draft
        try:
            pieces = fill(template, reply["text"])
            composed = replace(draft.composed, pieces=pieces)
            closure.check(pieces, composed.text, draft.figures, composed.citations)
        except (NotWorded, closure.NotClosed) as fault:
            _drop(asked, PHRASE, fault.reason if isinstance(fault, NotWorded) else "not closed")
            return draft
        _count(PHRASE, "used")
        return replace(draft, composed=composed)

    async def _best_first(self, asked: Asked, passages: Sequence[Passage]) -> Sequence[Passage]:
        """The best stand at the two ends of what a model reads; of two, each is at an end in any order."""
        if self._reranker is None or len(passages) < LEAST_ORDERED:
            return passages
        hits = [SearchHit(passage=one) for one in passages]
        try:
            with asked.watch.stage("rerank"):
                scores = await self._reranker.rerank(asked.identity, asked.question.text, reranking.to_rerank(hits))
        except TieoutError:
            asked.miss("reranker", "the language model read the passages in the order of the answer")
            return passages
        return [hit.passage for hit in reranking.rerank(hits, scores) if hit.passage is not None]

    async def imagine(self, asked: Asked) -> str:
        """A passage that could answer, for its vector only; empty where there is none. It is never shown or kept."""
        if SEARCH not in self._roles:
            return ""
        reply = await self._ask(asked, SEARCH, prompt.search(asked.question.text, self._window))
        if reply is None:
            return ""
        _count(SEARCH, "used")
        return closure.escape(reply["passage"], MAX_IMAGINED)

    async def propose(self, asked: Asked, unknown: str) -> Proposed | None:
        """The plan that a model makes of the question; None where it does not know the verb, or is not asked."""
        # Asked only where an answer could be of use.
        if PLAN not in self._roles or not in_plain_words(asked.question.text, unknown, "spending"):
            return None
        reply = await self._ask(asked, PLAN, prompt.plan(asked.question.text, unknown, self._window))
        if reply is None:
            return None
        proposed = proposed_by(asked.question.text, unknown, ProposedPlan(**reply | {"names": tuple(reply["names"])}))
        _count(PLAN, "used" if proposed else "no plan")
        return proposed

    async def _ask(self, asked: Asked, role: str, wanted: Prompt | None) -> dict[str, Any] | None:
        """The reply by key; None, and noted, where there is none in time."""
        if wanted is None:
            _count(role, "window")
            return None
        spent = sum(asked.watch.seconds.get(_stage(one), 0.0) for one in ROLES)
        left = deadline.within(self._seconds - spent, RESERVE_SECONDS[role])
        if left < LEAST_SECONDS:
            _miss(asked, role, "late")
            return None
        try:
            with asked.watch.stage(_stage(role)):
                said = await self._model.complete(
                    wanted.instructions, wanted.data, wanted.schema, wanted.reply_tokens, left
                )
            return _read(said, wanted)
        except TieoutError as error:
            _miss(asked, role, type(error).__name__)
        except _Unusable:
            _drop(asked, role, "malformed")
        return None


def _stage(role: str) -> str:
    """The stage under which an answer's timings show that the model was asked."""
    return f"language.{role}"


def _miss(asked: Asked, role: str, why: str) -> None:
    _count(role, why)
    asked.miss(PART, "the answer was made without it")


def _drop(asked: Asked, role: str, why: str) -> None:
    _count(role, why)
    asked.miss(PART, "what it wrote was not used")


def _read(said: str, wanted: Prompt) -> dict[str, Any]:
    """The one object that was asked for, with what the schema says for all of its keys and no other."""
    text = said.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text[3:-3].removeprefix("json")
    if len(text) > MAX_REPLY:
        raise _Unusable
    try:
        reply = json.loads(text)
    except (ValueError, RecursionError):
        raise _Unusable from None
    properties = wanted.schema["properties"]
    if not isinstance(reply, dict) or reply.keys() != properties.keys():
        raise _Unusable
    if not all(_is_of(properties[key], value) for key, value in reply.items()):
        raise _Unusable
    return reply


def _is_of(schema: Mapping[str, Any], value: object) -> bool:
    if schema["type"] == "array":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return isinstance(value, str) and value in schema.get("enum", (value,))


def _count(role: str, outcome: str) -> None:
    _roles.add(1, {"role": role, "outcome": outcome})
