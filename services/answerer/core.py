"""From a question to an answer: plan, resolve, evidence, gate, calculate, compose, close (design: one pass, no loops).

Every step is either deterministic or a call to a peer that may be down; what a missing peer means is decided here.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from services.answerer import closure, gate, grammar
from services.answerer.asked import ABSENT, Asked, Draft, Event, Peers
from services.answerer.citing import rules_of, token_of
from services.answerer.compose import Words, entities_of, say_answer
from services.answerer.dates import label as days_label
from services.answerer.dates.bank_holidays import country_of
from services.answerer.documents.answers import document_refusal, grounded_in_documents, notices_of_pictures
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal
from services.answerer.execution import Outcome, execute
from services.answerer.figures import Calculation
from services.answerer.grammar import Decline, Declined, GraphStep, OwnName, Planned
from services.answerer.language.writer import Writer
from services.answerer.memory_answers import answer_from_facts, fact_citation
from services.answerer.model import (
    Answer,
    AnswerState,
    AnswerValue,
    AskEvidence,
    AskStatus,
    AskText,
    Candidate,
    Citation,
    Coverage,
    EntityKind,
    Evidence,
    FactAttribute,
    Gate,
    Grounded,
    GroupKey,
    LedgerFilter,
    LedgerGroup,
    MatchKind,
    Measure,
    Mention,
    MovementKind,
    NameList,
    NameSpan,
    Passage,
    PathEvidence,
    Plan,
    QueryLedgerResponse,
    Question,
    Reading,
    RecallResponse,
    RefusalReason,
    ReplayResponse,
    ResolutionSource,
    ResolvedName,
    ResolveNamesResponse,
    Subject,
    VerifyAnswerResponse,
)
from services.answerer.offers import (
    Offer,
    Offered,
    as_readings,
    compute,
    left_out_of,
    left_out_offers,
    nearest_readings,
    say_offers,
)
from services.answerer.ports import AnswerStore
from services.answerer.reconciliation import Comparison, is_comparable, read_comparison, reconcile
from services.answerer.refusals import reading_figures, refuse
from services.answerer.searching import Searching
from services.answerer.sources import sources_of
from services.answerer.together import both
from services.answerer.verification import Verification
from services.answerer.walking import walk
from services.common import telemetry
from services.common.erasure import Receipt, Source
from services.common.errors import InvalidArgument, NotFound
from services.common.identity import Identity
from services.common.types import RequestKey, zone_from_proto

MAX_READINGS = 4
# Characters of a reading that an answer names beside its own.
MAX_READING = 300
# Letters that a beginning of a name needs to be taken for it.
SHORTEST_NAME = 3
# Refusals that only say that nothing was understood or found.
OVERRULED = (RefusalReason.UNSUPPORTED, RefusalReason.BELOW_FLOOR)
_OWN = re.compile(r"\b(?:my|our)\s", re.IGNORECASE)
_PERSONAL = re.compile(r"\b(?:i|i've|we|we've|me|us)\b", re.IGNORECASE)


class Answerer:
    """The use cases of the answerer service."""

    def __init__(
        self,
        peers: Peers,
        store: AnswerStore,
        *,
        writer: Writer | None = None,
        keep_question: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._peers = peers
        self._store = store
        self._writer = writer
        self._keep_question = keep_question
        self._now = now
        self._known_rules: dict[str, Citation] = {}
        self._searching = Searching(peers, writer)
        self._verification = Verification(peers, now)

    # --- asking

    async def ask(self, identity: Identity, question: Question, key: RequestKey | None = None) -> Answer:
        """Answer or refuse. The same `key` again gives the same answer."""
        if key is not None and (earlier := await self._store.find_by_request(identity, key)) is not None:
            return earlier
        answer: Answer | None = None
        async for event in self._events(identity, question, key):
            if isinstance(event, Answer):
                answer = event
        assert answer is not None, "the last event is the answer"
        return answer

    def ask_stream(self, identity: Identity, question: Question) -> AsyncGenerator[Event, None]:
        """The same as events: stages, evidence, closed text, and the answer last. Closing it stops the work."""
        return self._events(identity, question, None)

    async def _events(
        self, identity: Identity, question: Question, key: RequestKey | None
    ) -> AsyncGenerator[Event, None]:
        asked = self._begin(identity, question)
        yield AskStatus("resolve")
        with asked.watch.stage("resolve"):
            await self._resolve(asked)
            asked.previous = await self._previous(identity, question)
        yield AskStatus("plan")
        with asked.watch.stage("plan"):
            reading = self._read(asked)
        if isinstance(reading, Declined) and (meant := grammar.without_slips(question.text, asked.spans)):
            reading = await self._read_as(asked, meant) or reading
        yield AskStatus("search" if isinstance(reading, Declined) else "query")
        draft = await self._draft(asked, reading)
        if isinstance(reading, Declined):
            draft = await self._proposed(asked, reading, draft)
        if draft.evidence:
            yield AskEvidence(draft.evidence)
        yield AskStatus("compose")
        draft = self._closed(draft)
        if self._writer is not None:
            draft = await self._writer.phrase(asked, draft)
        yield AskText(draft.composed.pieces)
        answer = self._answer(asked, draft)
        text = question.text if self._keep_question else ""
        with asked.watch.stage("store"):
            answer = await self._store.save(identity, answer, sources_of(answer), text, key)
        yield answer

    async def _read_as(self, asked: Asked, text: str) -> Planned | None:
        """The question with its slips undone, which may have stood beside a name and hidden it."""
        question = asked.question
        with asked.watch.stage("resolve"):
            asked.question = replace(question, text=text)
            await self._resolve(asked)
        reading = self._read(asked)
        if isinstance(reading, Planned):
            return reading
        asked.question = question
        return None

    async def _proposed(self, asked: Asked, declined: Declined, refused: Draft) -> Draft:
        """What a model's plan for an unknown verb comes to, said as such; the refusal where it comes to nothing."""
        own, reason = asked.question, refused.refusal.reason if refused.refusal is not None else None
        if self._writer is None or declined.reason is not RefusalReason.UNSUPPORTED or reason not in OVERRULED:
            return refused
        proposed = await self._writer.propose(asked, declined.mention)
        reading = await self._read_as(asked, proposed.question) if proposed is not None else None
        asked.question = own
        if (
            proposed is None
            or reading is None
            or reading.graph is not None
            or not proposed.is_of(reading.plan, asked.today)
        ):
            return refused
        try:
            draft = await self._from_ledger(asked, reading.plan, reading.others)
        except Decline:
            return refused
        return proposed.marked(draft) if draft.grounded is not None else refused

    def _begin(self, identity: Identity, question: Question) -> Asked:
        if not question.text.strip():
            raise InvalidArgument("question.text", "a question")
        zone = zone_from_proto(question.time_zone, "question.time_zone")
        as_of = question.as_of_time or self._now()
        return Asked(identity, question, as_of, as_of.astimezone(zone).date())

    async def _resolve(self, asked: Asked) -> None:
        """Names of the retriever and facts of the memory, at the same time; the memory may be missing."""
        names, recalled = await both(
            self._peers.ledger.resolve_names(asked.identity, asked.question.text, (), asked.today),
            self._recall(asked),
        )
        asked.coverage = names.coverage or Coverage()
        asked.revision = names.ledger_revision
        asked.spans = names.spans
        asked.recalled = recalled
        if recalled is not None:
            asked.own_names = await self._own_names(asked, recalled)

    async def _previous(self, identity: Identity, question: Question) -> Plan | None:
        """The plan of the answer that is followed up; an erased one has none."""
        if not question.previous_answer_id:
            return None
        try:
            answer_id = UUID(question.previous_answer_id)
        except ValueError:
            raise InvalidArgument("question.previous_answer_id", "the UUID of an answer") from None
        return (await self.get(identity, answer_id)).plan

    async def _recall(self, asked: Asked) -> RecallResponse | None:
        try:
            return await self._peers.memory.recall(asked.identity, asked.question.text)
        except ABSENT:
            asked.miss("memory", "what you told me was not looked at")
            return None

    async def _own_names(self, asked: Asked, recalled: RecallResponse) -> tuple[OwnName, ...]:
        """What the user's own names ("my gym") stand for: a fact names, the retriever decides which merchant it is."""
        named = [
            one
            for one in recalled.facts
            if one.fact is not None
            and one.fact.attribute is FactAttribute.NAME_FOR
            and one.end > one.start
            and one.fact.value is not None
            and one.fact.value.text
            and one.score >= gate.OWN_NAME_FLOOR
            and not _is_proper_name(asked, one.start, one.end)
        ]
        if not named:
            return ()
        said = [one.fact.value.text for one in named if one.fact is not None and one.fact.value is not None]
        # "My TriMet card is my bus pass": the words that only say what kind of thing it is are no part of its name.
        mentions = [Mention(text[:200] or "?") for one in said for text in (one, _bare_name(one))]
        found = (await self._peers.ledger.resolve_names(asked.identity, "", mentions[:20], asked.today)).mentions
        own = []
        for place, one in enumerate(named):
            candidates = next((each.candidates for each in found[2 * place : 2 * place + 2] if each.candidates), ())
            best = tuple(each for each in candidates if each.match == candidates[0].match)
            if best and one.fact is not None:
                own.append(OwnName(one.start, one.end, best, one.fact.fact_id))
        return tuple(own)

    def _read(
        self, asked: Asked, spans: Sequence[NameSpan] | None = None, own: Sequence[OwnName] | None = None
    ) -> Planned | Declined:
        question = asked.question
        return grammar.read(
            question.text,
            asked.today,
            asked.spans if spans is None else spans,
            asked.own_names if own is None else own,
            asked.coverage,
            time_zone=question.time_zone or "UTC",
            day_first=_day_first(question.locale),
            country=country_of(question.locale, question.time_zone),
            home_currency=question.home_currency_code,
            previous=asked.previous,
        )

    # --- evidence and calculation

    async def _draft(self, asked: Asked, reading: Planned | Declined) -> Draft:
        comparison = read_comparison(asked.question.text)
        if comparison is not None and asked.coverage.document_count:
            return await self._reconciled(asked, comparison)
        if isinstance(reading, Declined):
            return await self._without_plan(asked, reading)
        plan = reading.plan
        if plan.subject is Subject.MEMORY:
            return await self._from_memory(asked, plan)
        has_rows = bool(asked.coverage.accounts)
        is_personal = has_rows and _PERSONAL.search(asked.question.text) is not None
        if asked.coverage.document_count and reading.graph is None and not is_personal:
            # "The wire fee?" of somebody who has documents asks for a printed price, not for what was paid; where
            # there are no rows, everything does.
            found = await self._searching.find(asked)
            if isinstance(found, DocumentAnswer) or (
                found is not None and (_knows_the_document(found) or not has_rows)
            ):
                return self._from_documents(asked, found)
        try:
            await self._check_shortened(asked, plan)
            if reading.graph is not None:
                return await self._with_graph(asked, plan, reading.graph)
            near = (*reading.near, *self._plain_sense(asked, plan))
            return await self._from_ledger(asked, plan, reading.others, near)
        except Decline as decline:
            return await self._declined(asked, decline.declined, plan)

    def _plain_sense(self, asked: Asked, plan: Plan) -> tuple[Plan, ...]:
        """ "The pharmacy" may be any, though one was named "my pharmacy": the question as if nothing had been said."""
        text = asked.question.text
        own = [_OWN.search(text[max(one.start - 4, 0) : one.end]) for one in asked.own_names]
        if all(own):
            return ()
        plain = self._read(asked, own=())
        same = isinstance(plain, Planned) and plain.plan.rule == plan.rule and not plain.others and plain.graph is None
        return (plain.plan,) if isinstance(plain, Planned) and same else ()

    async def _check_shortened(self, asked: Asked, plan: Plan) -> None:
        """A person's name in part ("Chase") may be a bank's or a shop's word too: then nothing says who is meant."""
        for name in plan.names:
            candidate = name.candidate
            if (
                candidate is None
                or candidate.kind is not EntityKind.PERSON
                or candidate.match is not MatchKind.SHORTENED
            ):
                continue
            said = LedgerFilter(text=name.text)
            theirs = replace(said, counterparty_ids=(candidate.entity_id,))
            every = await self._peers.ledger.query(asked.identity, said, asked.today, page_size=1)
            own = await self._peers.ledger.query(asked.identity, theirs, asked.today, page_size=1)
            if _rows_of(every) > _rows_of(own):
                raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=name.text))

    async def _from_ledger(
        self, asked: Asked, plan: Plan, others: Sequence[Plan] = (), near: Sequence[Plan] = ()
    ) -> Draft:
        with asked.watch.stage("query"):
            outcome, left_out = await both(self._execute(asked, plan), self._left_out(asked, plan))
            same: list[Plan] = []
            for other in others:
                again = await self._execute(asked, other)
                if _kinds(other) != _kinds(plan) and not (_has_rows(again) and _has_rows(outcome)):
                    # Another kind of movement that has no rows is nothing that could have been meant.
                    plan, outcome = (other, again) if _has_rows(again) else (plan, outcome)
                elif again.value != outcome.value:
                    return self._two_readings(asked, [(plan, outcome), (other, again)])
                else:
                    same.append(other)
            offers = [*nearest_readings(plan, outcome, near), *left_out]
            figures, offered, equal = await compute(
                # Sums and counts are compared and said without their rows.
                lambda one: self._execute(
                    asked,
                    one,
                    outcome.revision,
                    brief=one.measure in (Measure.SUM, Measure.COUNT),
                    held=outcome.beside,
                ),
                outcome,
                offers,
            )
        draft = await self._ledger_draft(asked, plan, replace(outcome, figures=figures), offered)
        return replace(draft, notices=(*draft.notices, *_other_readings(plan, (*same, *equal))))

    async def _left_out(self, asked: Asked, plan: Plan) -> list[Offer]:
        """What a question about a category leaves out although it is near."""
        chosen = left_out_of(plan)
        if chosen is None:
            return []
        found = await self._peers.ledger.query(
            asked.identity,
            chosen,
            asked.today,
            group_by=GroupKey.MERCHANT,
            revision=asked.revision,
            without_rows=True,
            without_coverage=True,
        )
        return left_out_offers(plan, chosen, found.groups)

    async def _rules(self, asked: Asked, rule_ids: Sequence[str]) -> tuple[Citation, ...]:
        """The rules' texts, which are the same for all and for ever under one version."""
        tokens = [token_of(one) for one in rule_ids]
        unknown = [one for one in tokens if one not in self._known_rules]
        if unknown:
            try:
                found = await self._peers.documents.get_evidence(asked.identity, unknown)
            except ABSENT:
                return ()
            self._known_rules.update({one.token: one for one in found if one.rule is not None})
        return tuple(self._known_rules[one] for one in tokens if one in self._known_rules)

    async def _execute(
        self,
        asked: Asked,
        plan: Plan,
        revision: int | None = None,
        *,
        brief: bool = False,
        held: Mapping[LedgerFilter, LedgerGroup] | None = None,
    ) -> Outcome:
        return await execute(
            self._peers.ledger,
            asked.identity,
            plan,
            revision=asked.revision if revision is None else revision,
            currency=asked.question.home_currency_code,
            coverage=asked.coverage,
            brief=brief,
            held=held,
        )

    async def _ledger_draft(self, asked: Asked, plan: Plan, outcome: Outcome, offered: Sequence[Offered] = ()) -> Draft:
        facts = _facts_of(plan, asked.recalled)
        rules = await self._rules(asked, rules_of(plan, outcome, offered))
        with asked.watch.stage("compose"):
            words = Words(entities_of((plan, *(one.plan for one in offered)), outcome.coverage))
            say_answer(words, plan, outcome, (*rules, *facts))
            say_offers(words, offered)
            composed = words.done()
        value_figure = outcome.value_figures[0].figure_id if _is_number(outcome.value) and outcome.value_figures else ""
        sets = [Evidence(row_set=outcome.row_set)] if outcome.row_set is not None else []
        evidence = (*sets, *(Evidence(fact=one.fact) for one in facts))
        return Draft(
            composed,
            grounded=Grounded(outcome.value, value_figure, outcome.row_set),
            figures=outcome.figures,
            plan=replace(plan, reading=_reading_of(plan)),
            gate=gate.LEDGER,
            revision=outcome.revision,
            notices=_notices(plan, asked.coverage),
            evidence=evidence,
            other_readings=as_readings(offered, outcome.coverage),
        )

    def _two_readings(self, asked: Asked, results: Sequence[tuple[Plan, Outcome]]) -> Draft:
        readings = tuple(_reading(plan, outcome) for plan, outcome in results)
        return self._refusal(asked, Declined(RefusalReason.AMBIGUOUS), readings=readings)

    async def _with_graph(self, asked: Asked, plan: Plan, step: GraphStep) -> Draft:
        """A walk names what the plan needs; what is said of rows then comes from the ledger."""
        try:
            with asked.watch.stage("walk"):
                walked = await walk(self._peers.graph, asked.identity, plan, step)
        except ABSENT:
            asked.miss("graph", "what is near what was not looked at")
            return self._refusal(asked, Declined(RefusalReason.DEGRADED, needs="graph"))
        ends = [path.nodes[-1] for path in walked.paths if path.nodes]
        if not ends:
            return self._refusal(asked, Declined(RefusalReason.NO_DATA, mention=step.start_name))
        paths = tuple(
            Evidence(
                path=PathEvidence(
                    tuple(node.display_name for node in path.nodes),
                    tuple(node.node_id for node in path.nodes),
                    tuple(dict.fromkeys(one for edge in path.edges for one in edge.support_ids)),
                )
            )
            for path in walked.paths
        )
        if step.fills:
            if len(ends) > 1:
                choices = tuple(Candidate(EntityKind.ACCOUNT, one.entity_id, one.display_name) for one in ends)
                return self._refusal(asked, Declined(RefusalReason.AMBIGUOUS, mention=step.start_name, choices=choices))
            draft = await self._from_ledger(asked, _on_account(plan, ends[0].entity_id, ends[0].display_name))
            return replace(draft, evidence=(*draft.evidence, *paths))
        if step.end_kind is EntityKind.ACCOUNT:
            draft = await self._from_ledger(asked, plan)
            return replace(draft, evidence=(*draft.evidence, *paths))
        about = step.end_kind is EntityKind.DOCUMENT
        passages = await self._naming(asked, step.start_name, [one.entity_id for one in ends]) if about else {}
        words = Words().name(step.start_name, step.start_id)
        words.say(" is named in " if about else " is often paid on the same day as ")
        for index, node in enumerate(ends):
            words.say(", " if index else "").name(node.display_name, node.node_id)
            if (passage := passages.get(node.entity_id)) is not None:
                words.say(" ").cite(Citation(passage.citation, passage=passage))
        names = NameList(tuple(node.display_name for node in ends))
        return Draft(
            words.say(".").done(),
            grounded=Grounded(AnswerValue(names=names)),
            plan=replace(plan, reading=_reading_of(plan)),
            gate=gate.LEDGER,
            revision=asked.revision,
            evidence=(*paths, *(Evidence(passage=one) for one in passages.values())),
        )

    async def _naming(self, asked: Asked, name: str, document_ids: Sequence[str]) -> dict[str, Passage]:
        """The best passage for a name in each of these documents; a document without one is left out."""
        try:
            found = await self._peers.documents.search(asked.identity, name, asked.today, keyword_only=True)
        except ABSENT:
            asked.miss("documents", "passages were not looked at")
            return {}
        best: dict[str, Passage] = {}
        for hit in found.hits:
            if hit.passage is not None and hit.passage.document_id in document_ids:
                best.setdefault(hit.passage.document_id, hit.passage)
        return best

    async def _from_memory(self, asked: Asked, plan: Plan) -> Draft:
        if asked.recalled is None:
            return self._refusal(asked, Declined(RefusalReason.DEGRADED, needs="memory"))
        found = answer_from_facts(plan, asked.recalled, asked.question.text)
        if isinstance(found, Declined):
            if asked.coverage.document_count and found.reason is RefusalReason.NO_DATA:
                return await self._without_plan(asked, found)
            return self._refusal(asked, found)
        return Draft(
            found.composed,
            grounded=Grounded(found.value, found.value_figure_id),
            figures=found.figures,
            plan=plan,
            gate=gate.memory(found.score),
            evidence=(Evidence(fact=found.evidence),),
        )

    async def _without_plan(self, asked: Asked, declined: Declined) -> Draft:
        """No plan over rows: the documents may answer; else the reason stands."""
        if asked.coverage.document_count:
            found = await self._searching.find(asked)
            if isinstance(found, DocumentAnswer):
                return self._from_documents(asked, found)
            # Documents have their own reading of what is out of scope; that of rows knows no deductible.
            has_rows = bool(asked.coverage.accounts)
            if found is not None and (not has_rows or _document_reason_stands(found, declined)):
                return self._from_documents(asked, found)
        return await self._declined(asked, declined, None)

    async def _declined(self, asked: Asked, declined: Declined, plan: Plan | None) -> Draft:
        if declined.needs and asked.is_missing(declined.needs):
            return self._refusal(asked, replace(declined, reason=RefusalReason.DEGRADED), plan=plan)
        readings: tuple[Reading, ...] = ()
        nearest: tuple[str, ...] = ()
        if declined.reason is RefusalReason.AMBIGUOUS and declined.choices:
            with asked.watch.stage("query"):
                readings = await self._readings(asked, declined)
        if declined.reason is RefusalReason.NO_DATA and declined.mention and plan is None:
            nearest = await self._nearest(asked, declined.mention)
            shortened = declined.mention.casefold()
            alike = [one for one in nearest if len(shortened) >= SHORTEST_NAME and one.casefold().startswith(shortened)]
            if len(alike) > 1:
                declined = replace(declined, reason=RefusalReason.AMBIGUOUS)
                readings = tuple(Reading(one) for one in alike)
        return self._refusal(asked, declined, nearest=nearest, readings=readings, plan=plan)

    async def _readings(self, asked: Asked, declined: Declined) -> tuple[Reading, ...]:
        """What the question comes to for each thing that a name may stand for."""
        place = asked.question.text.lower().find(declined.mention.lower())
        readings = []
        for choice in declined.choices[:MAX_READINGS]:
            own = [OwnName(place, place + len(declined.mention), (choice,), "")] if place >= 0 else []
            rest = [
                one for one in asked.own_names if not any(one.start < each.end and each.start < one.end for each in own)
            ]
            reading = self._read(asked, own=[*own, *rest])
            described = Reading(choice.display_name)
            if isinstance(reading, Planned) and reading.plan.subject is Subject.LEDGER and reading.graph is None:
                try:
                    described = _reading(reading.plan, await self._execute(asked, reading.plan), choice.display_name)
                except Decline:
                    described = Reading(choice.display_name, reading.plan)
            readings.append(described)
        return tuple(readings)

    async def _nearest(self, asked: Asked, mention: str) -> tuple[str, ...]:
        found: ResolveNamesResponse = await self._peers.ledger.resolve_names(
            asked.identity, "", [Mention(mention.removeprefix("my ")[:200] or mention[:200])], asked.today
        )
        return tuple(dict.fromkeys(name for one in found.mentions for name in one.nearest_names))[:3]

    def _refusal(
        self,
        asked: Asked,
        declined: Declined,
        *,
        nearest: Sequence[str] = (),
        readings: Sequence[Reading] = (),
        plan: Plan | None = None,
    ) -> Draft:
        calculation = Calculation()
        shown = []
        for reading in readings:
            if reading.figure is None:
                shown.append(reading)
                continue
            new = calculation.take([replace(reading.figure, input_ids=(), side=True)])
            shown.append(replace(reading, figure=calculation.figures[-1]) if new else reading)
        refusal, composed = refuse(declined, asked.coverage, nearest_names=nearest, readings=shown)
        return Draft(composed, refusal=refusal, figures=reading_figures(shown), plan=plan, revision=asked.revision)

    # --- documents and rows together

    async def _reconciled(self, asked: Asked, comparison: Comparison) -> Draft:
        """What a document states against what the rows say; the reason of the side that is missing."""
        of_papers = replace(asked, question=replace(asked.question, text=comparison.for_documents))
        stated = await self._searching.find(of_papers)
        if stated is None:
            return self._refusal(asked, Declined(RefusalReason.NO_DATA, mention=comparison.thing))
        if isinstance(stated, DocumentRefusal):
            return self._from_documents(asked, stated)
        if not is_comparable(stated):
            base = f"what each {comparison.thing} was charged on"
            passages = (stated.passage,)
            missing = DocumentRefusal(RefusalReason.NOT_IN_DATA, missing=base, held_instead=stated.quotation)
            return self._from_documents(asked, replace(missing, passages=passages))
        of_rows = asked
        reading: Planned | Declined = Declined(RefusalReason.UNSUPPORTED)
        for text in comparison.for_rows:
            of_rows = replace(asked, question=replace(asked.question, text=text), own_names=())
            with asked.watch.stage("resolve"):
                await self._resolve(of_rows)
            reading = self._read(of_rows)
            if isinstance(reading, Planned):
                break
        if isinstance(reading, Declined):
            return await self._declined(of_rows, reading, None)
        plan = reading.plan
        if plan.subject is not Subject.LEDGER or plan.measure is not Measure.LIST or reading.graph is not None:
            return self._refusal(asked, Declined(RefusalReason.UNSUPPORTED))
        try:
            with asked.watch.stage("query"):
                outcome = await self._execute(of_rows, plan)
        except Decline as decline:
            return await self._declined(of_rows, decline.declined, plan)
        rows = outcome.row_set
        if rows is None or not rows.row_count:
            return self._refusal(asked, Declined(RefusalReason.NO_DATA, mention=comparison.thing), plan=plan)
        currencies = {one.amount.currency for one in rows.rows if one.amount}
        if len(rows.rows) < rows.row_count or currencies != {stated.currency}:
            return self._refusal(asked, Declined(RefusalReason.UNSUPPORTED), plan=plan)
        with asked.watch.stage("compose"):
            told = reconcile(comparison, stated, plan, rows, rows.rows)
        return Draft(
            told.composed,
            grounded=Grounded(told.value, "", told.row_set),
            figures=told.figures,
            plan=told.plan,
            gate=Gate(stated.stratum, stated.score, stated.threshold, gate.LEDGER.calibration_version),
            revision=outcome.revision,
            notices=(*_notices(plan, of_rows.coverage), *notices_of_pictures(told.passages)),
            evidence=(*(Evidence(passage=one) for one in told.passages), Evidence(row_set=told.row_set)),
        )

    def _from_documents(self, asked: Asked, found: DocumentAnswer | DocumentRefusal) -> Draft:
        with asked.watch.stage("compose"):
            if isinstance(found, DocumentRefusal):
                refusal, composed, readings = document_refusal(found, asked.coverage)
                return Draft(composed, refusal=refusal, figures=reading_figures(readings), revision=asked.revision)
            told = grounded_in_documents(found, asked.today)
        return Draft(
            told.composed,
            grounded=Grounded(told.value, told.value_figure_id),
            figures=told.figures,
            plan=told.plan,
            gate=Gate(found.stratum, found.score, found.threshold, told.calibration),
            revision=asked.revision,
            notices=told.notices,
            evidence=tuple(Evidence(passage=one) for one in told.passages),
        )

    # --- closing

    def _closed(self, draft: Draft) -> Draft:
        """The draft if everything in it has a source; a refusal otherwise. What was wrong is logged without content."""
        try:
            closure.check(draft.composed.pieces, draft.composed.text, draft.figures, draft.composed.citations)
        except closure.NotClosed as fault:
            telemetry.log.error(
                "answer_not_closed", faults=list(fault.faults), rule=draft.plan.rule if draft.plan else ""
            )
            refusal, composed = refuse(Declined(RefusalReason.UNSUPPORTED), Coverage())
            return Draft(composed, refusal=refusal, plan=draft.plan, revision=draft.revision)
        return draft

    def _answer(self, asked: Asked, draft: Draft) -> Answer:
        return Answer(
            answer_id=str(uuid4()),
            grounded=draft.grounded,
            refusal=draft.refusal,
            text=draft.composed.text,
            pieces=draft.composed.pieces,
            citations=draft.composed.citations,
            figures=draft.figures,
            plan=draft.plan,
            ledger_revision=draft.revision,
            coverage=asked.coverage,
            degraded=tuple(asked.degraded),
            gate=draft.gate,
            timings=asked.watch.timings(),
            state=AnswerState.CURRENT,
            create_time=self._now(),
            notices=draft.notices,
            other_readings=draft.other_readings,
        )

    # --- answers given before

    async def get(self, identity: Identity, answer_id: UUID) -> Answer:
        """An answer given before, or its tombstone."""
        answer = await self._store.get(identity, answer_id)
        if answer is None:
            raise NotFound(f"answers/{answer_id}")
        return answer

    async def verify(self, identity: Identity, answer_id: UUID) -> VerifyAnswerResponse:
        """Compute an answer again, on the rows that it used and on today's."""
        return await self._verification.verify(identity, await self.get(identity, answer_id))

    async def replay(self, identity: Identity, answer_id: UUID) -> ReplayResponse:
        """The figures and the value of an answer, computed again from its plan on the versions that it used.

        Raises `FailedPrecondition` where they are erased, or a document or fact is not as it was.
        """
        return await self._verification.replay(identity, await self.get(identity, answer_id))

    # --- erasing

    async def erase(self, identity: Identity, key: RequestKey, source: Source, erasure_id: str) -> Receipt:
        """Take part in an erasure; for a user's own call, begin one."""
        return await self._store.erase(identity, key, source, erasure_id)


# --- helpers of the pipeline -----------------------------------------------------------------------------------------


def _day_first(locale: str) -> bool:
    """Whether 3/4/2025 is 3 April: everywhere but where the month comes first."""
    return bool(locale) and locale.replace("_", "-").lower() not in ("en-us", "en", "es-us", "en-ph", "fil-ph")


def _is_proper_name(asked: Asked, start: int, end: int) -> bool:
    """Whether a longer name of the retriever's holds the words: "Big Shop Ltd" is not "my big shop"."""
    return any(
        span.start <= start and end <= span.end and span.end - span.start > end - start and span.candidates
        for span in asked.spans
    )


_KIND_WORDS = re.compile(
    r"^(?:my|our|the)\s+|\s+(?:card|account|store|shop|place|branch|app|subscription)$", re.IGNORECASE
)


def _bare_name(text: str) -> str:
    return _KIND_WORDS.sub("", text).strip() or text


def _on_account(plan: Plan, account_id: str, name: str) -> Plan:
    selections = tuple(
        replace(
            one,
            filter=replace(one.filter or LedgerFilter(), account_ids=(account_id,)),
            label=f"{one.label} on {name}",
        )
        for one in plan.selections
    )
    candidate = Candidate(EntityKind.ACCOUNT, account_id, name)
    named = ResolvedName(name, candidate, ResolutionSource.GRAPH, f"account:{account_id}")
    return replace(plan, selections=selections, names=(*plan.names, named))


def _facts_of(plan: Plan, recalled: RecallResponse | None) -> tuple[Citation, ...]:
    """The statements that the plan's own names ("my gym") rest on."""
    used = {one.source_id for one in plan.names if one.source is ResolutionSource.MEMORY}
    held = {one.fact.fact_id: one.fact for one in (recalled.facts if recalled else ()) if one.fact is not None}
    return tuple(fact_citation(held[fact_id]) for fact_id in sorted(used & held.keys()))


def _kinds(plan: Plan) -> tuple[MovementKind, ...]:
    chosen = plan.selections[0].filter
    return chosen.kinds if chosen is not None else ()


def _has_rows(outcome: Outcome) -> bool:
    return outcome.row_set is not None and outcome.row_set.row_count > 0


def _rows_of(response: QueryLedgerResponse) -> int:
    return response.total.row_set.row_count if response.total is not None and response.total.row_set is not None else 0


def _is_number(value: AnswerValue) -> bool:
    return value.money is not None or value.money_by_currency is not None or value.number is not None


def _reading_of(plan: Plan) -> str:
    return "; ".join(f"{one.label}, {one.period_label}" if one.period_label else one.label for one in plan.selections)


def _reading(plan: Plan, outcome: Outcome, description: str = "") -> Reading:
    figure = outcome.value_figures[0] if _is_number(outcome.value) and outcome.value_figures else None
    return Reading(description or f"{plan.rule.replace('.', ' ')}: {_reading_of(plan)}", plan, figure)


def _other_readings(plan: Plan, same: Sequence[Plan]) -> tuple[str, ...]:
    """The readings beside the one that was taken, which come to the same: nothing had to be asked."""
    said = dict.fromkeys(_reading_of(one) for one in same)
    return tuple(
        f"Read as {closure.escape(one, MAX_READING)}, it comes to the same." for one in said if one != _reading_of(plan)
    )


def _notices(plan: Plan, coverage: Coverage) -> tuple[str, ...]:
    """Accounts that start inside the period, and history that is still to come."""
    notices = []
    for selection in plan.selections[:1]:
        chosen = selection.filter or LedgerFilter()
        start = chosen.period.start_date if chosen.period is not None else None
        end = (chosen.period.end_date if chosen.period is not None else None) or plan.as_of_date
        for account in coverage.accounts:
            if chosen.account_ids and account.account_id not in chosen.account_ids:
                continue
            first = account.first_date
            if start is not None and end is not None and first is not None and start < first <= end:
                notices.append(f"{closure.escape(account.account_name)} starts on {days_label(first, first)}.")
    if coverage.history_loading:
        notices.append("Older history of some accounts is still loading.")
    return tuple(notices)


def _knows_the_document(found: DocumentRefusal) -> bool:
    """Whether a refusal comes from a document that governs the question, and not from having found none."""
    return found.reason in (
        RefusalReason.AMBIGUOUS,
        RefusalReason.CONFLICT,
        RefusalReason.NOT_IN_DATA,
        RefusalReason.OUT_OF_COVERAGE,
    ) and bool(found.passages or found.readings)


def _document_reason_stands(found: DocumentRefusal, declined: Declined) -> bool:
    """Which of two refusals says more: the rows' reason stands where the documents only found nothing."""
    if declined.reason in (RefusalReason.OUT_OF_SCOPE, RefusalReason.AMBIGUOUS):
        return False
    if declined.reason is RefusalReason.UNSUPPORTED:
        return True
    return _knows_the_document(found)
