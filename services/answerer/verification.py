"""Answers given before, computed again: whether they still hold, and that they come to the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

from services.answerer.asked import Peers
from services.answerer.execution import Outcome, execute
from services.answerer.figures import Calculation, figures_digest, number
from services.answerer.grammar import Decline, GraphStep
from services.answerer.model import (
    Answer,
    AnswerState,
    AnswerValue,
    Figure,
    FigureDifference,
    Plan,
    ReplayResponse,
    Subject,
    Verdict,
    VerifyAnswerResponse,
)
from services.answerer.offers import beside
from services.answerer.reconciliation import RULE as RECONCILIATION
from services.answerer.walking import WALKED, walk
from services.common.errors import ErrorReason, FailedPrecondition, NotFound
from services.common.identity import Identity


class Verification:
    """Verifies and replays answers. `now` is the day of an answer that has no plan."""

    def __init__(self, peers: Peers, now: Callable[[], datetime]) -> None:
        self._peers = peers
        self._now = now

    async def verify(self, identity: Identity, answer: Answer) -> VerifyAnswerResponse:
        """Compute an answer again, on the rows that it used and on today's."""
        _, newest = await self._peers.ledger.get_coverage(identity, _plan_day(answer.plan) or self._now().date())
        base = VerifyAnswerResponse(answered_revision=answer.ledger_revision, current_revision=newest)
        if answer.state is AnswerState.ERASED or answer.plan is None:
            return replace(base, verdict=Verdict.NOT_VERIFIABLE)
        answered = figures_digest(answer.figures)
        base = replace(base, answered_digest=answered)
        if answer.plan.subject is Subject.DOCUMENTS:
            return await self._verify_passages(identity, answer, base)
        if answer.plan.rule == RECONCILIATION and answer.refusal is None:
            return await self._is_still_reconciled(identity, answer, base, newest)
        if answer.refusal is not None:
            # It holds while there is still nothing to answer.
            current = await self._replay(identity, answer, newest) if answer.plan.subject is Subject.LEDGER else None
            verdict = Verdict.HOLDS if current is None else Verdict.STALE
            return replace(base, verdict=verdict, replay_digest=answered)
        if answer.plan.subject is Subject.MEMORY:
            still = await self._is_still_said(identity, answer)
            return replace(base, verdict=Verdict.HOLDS if still else Verdict.STALE, replay_digest=answered)
        if answer.plan.rule in WALKED:
            still = await self._is_still_near(identity, answer)
            return replace(base, verdict=Verdict.HOLDS if still else Verdict.STALE, replay_digest=answered)
        replayed = await self._replay(identity, answer, answer.ledger_revision)
        if replayed is None:
            return replace(base, verdict=Verdict.NOT_VERIFIABLE)
        again = _compare(answer, replayed.figures, replayed.value)
        base = replace(base, replay_digest=again.replay_digest)
        if not again.equal:
            return replace(base, verdict=Verdict.BROKEN, differences=_differences(answer.figures, replayed.figures))
        current = await self._replay(identity, answer, newest)
        if current is not None and figures_digest(current.figures) == answered:
            return replace(base, verdict=Verdict.HOLDS)
        differences = _differences(answer.figures, current.figures if current is not None else ())
        return replace(base, verdict=Verdict.STALE, differences=differences)

    async def replay(self, identity: Identity, answer: Answer) -> ReplayResponse:
        """The figures and the value of an answer, computed again from its plan on the versions that it used.

        Raises `FailedPrecondition` where they are erased, or a document or fact is not as it was.
        """
        if answer.state is AnswerState.ERASED:
            raise _not_replayable("ERASED")
        if answer.plan is None:  # Refused before anything was computed.
            return _compare(answer, (), None)
        if answer.plan.subject is not Subject.LEDGER or answer.plan.rule in (*WALKED, RECONCILIATION):
            # What such an answer says stands printed in its sources: it is the same while they are.
            if (await self.verify(identity, answer)).verdict is not Verdict.HOLDS:
                raise _not_replayable("SOURCES_CHANGED")
            return _compare(answer, answer.figures, answer.grounded.value if answer.grounded else None)
        outcome = await self._replay(identity, answer, answer.ledger_revision)
        if outcome is None and answer.refusal is None:
            raise _not_replayable("VERSIONS_ERASED")
        return _compare(answer, outcome.figures if outcome else (), outcome.value if outcome else None)

    async def _replay(self, identity: Identity, answer: Answer, revision: int) -> Outcome | None:
        """The plan once more, and behind it the readings that the answer offers."""
        assert answer.plan is not None
        currency = next((one.currency_code for one in answer.figures if one.currency_code), "")
        plans = [answer.plan, *(one.plan for one in answer.other_readings if one.plan is not None)]
        try:
            first, *others = [
                await execute(self._peers.ledger, identity, plan, revision=revision, currency=currency)
                for plan in plans
            ]
        except (Decline, NotFound):
            return None
        calculation = Calculation(first.figures)
        for one in others:
            beside(calculation, one)
        return replace(first, figures=calculation.figures)

    async def _is_still_said(self, identity: Identity, answer: Answer) -> bool:
        """Whether the fact of the answer is still the current one of its slot."""
        assert answer.plan is not None
        assert answer.plan.fact is not None
        facts = [one.fact for one in answer.citations if one.fact is not None]
        recalled = await self._peers.memory.recall(
            identity, facts[0].quotation or "what I said", attributes=[answer.plan.fact.attribute], limit=100
        )
        current = {one.fact.fact_id for one in recalled.facts if one.fact is not None}
        return all(one.fact_id in current for one in facts)

    async def _is_still_near(self, identity: Identity, answer: Answer) -> bool:
        """Whether the same walk ends where it ended."""
        assert answer.plan is not None
        candidate = answer.plan.names[0].candidate
        assert candidate is not None
        step = GraphStep(candidate.kind, candidate.entity_id, candidate.display_name, WALKED[answer.plan.rule])
        walked = await walk(self._peers.graph, identity, answer.plan, step)
        value = answer.grounded.value if answer.grounded is not None else None
        names = value.names.names if value is not None and value.names is not None else ()
        return tuple(path.nodes[-1].display_name for path in walked.paths if path.nodes) == names

    async def _verify_passages(
        self, identity: Identity, answer: Answer, base: VerifyAnswerResponse
    ) -> VerifyAnswerResponse:
        """A document's figures rest on its printed cells: they hold while the passages say what they said."""
        cited = {one.token: one.passage for one in answer.citations if one.passage is not None}
        found = await self._peers.documents.get_evidence(identity, list(cited)) if cited else ()
        now = {one.token: one.passage for one in found if one.passage is not None}
        if cited and not now:
            return replace(base, verdict=Verdict.NOT_VERIFIABLE)
        same = all(token in now and now[token].text == passage.text for token, passage in cited.items())
        verdict = Verdict.HOLDS if same else Verdict.STALE
        return replace(base, verdict=verdict, replay_digest=figures_digest(answer.figures))

    async def _is_still_reconciled(
        self, identity: Identity, answer: Answer, base: VerifyAnswerResponse, newest: int
    ) -> VerifyAnswerResponse:
        """It holds while the passages say what they said and the set of rows is the same."""
        papers = await self._verify_passages(identity, answer, base)
        if papers.verdict is not Verdict.HOLDS:
            return papers
        again = await self._replay(identity, answer, newest)
        before = answer.grounded.row_set if answer.grounded is not None else None
        now = again.row_set if again is not None else None
        same = before is not None and now is not None and before.digest == now.digest
        return replace(papers, verdict=Verdict.HOLDS if same else Verdict.STALE)


def _differences(answered: Sequence[Figure], current: Sequence[Figure]) -> tuple[FigureDifference, ...]:
    """Figures that come out otherwise, by id; one that is gone counts as zero."""
    now = {one.figure_id: one for one in current}
    out = []
    for one in answered:
        again = now.get(one.figure_id)
        value = number(again) if again is not None else Decimal(0)
        if again is None or value != number(one):
            out.append(FigureDifference(one.figure_id, number(one), value))
    return tuple(out)


def _compare(answer: Answer, figures: Sequence[Figure], value: AnswerValue | None) -> ReplayResponse:
    """An answer beside what it comes to again."""
    answered, again = figures_digest(answer.figures), figures_digest(figures)
    equal = again == answered and _said(value) == _said(answer.grounded.value if answer.grounded else None)
    return ReplayResponse(tuple(figures), value, answer.ledger_revision, again, answered, equal)


def _said(value: AnswerValue | None) -> AnswerValue | None:
    """The value without the token of its next page, which another process of the retriever makes otherwise."""
    if value is None or value.rows is None:
        return value
    return replace(value, rows=replace(value.rows, next_page_token=""))


def _not_replayable(state: str) -> FailedPrecondition:
    return FailedPrecondition(
        ErrorReason.ERROR_REASON_STATE_NOT_ALLOWED,
        "What this answer was computed from is not there any more.",
        {"state": state},
    )


def _plan_day(plan: Plan | None) -> date | None:
    return plan.as_of_date if plan is not None else None
