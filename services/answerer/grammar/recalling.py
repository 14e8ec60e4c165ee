"""Rules for what the user said, and for what only the graph holds."""

from __future__ import annotations

import re

from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.planning import Context, only, unique
from services.answerer.grammar.reading import Decline, Declined, GraphStep, Planned
from services.answerer.grammar.scopes import SEMANTICS, unsupported, whole_coverage
from services.answerer.model import (
    AnswerForm,
    EntityKind,
    FactAttribute,
    FactQuery,
    LedgerFilter,
    Measure,
    Netting,
    Plan,
    RefusalReason,
    ResolutionSource,
    Selection,
    Subject,
)


def recall(context: Context) -> Planned | None:
    """What the user said: an amount, a day, a place."""
    draft = context.draft
    attribute = None
    if _asks_what_a_name_means(draft):
        attribute = FactAttribute.NAME_FOR
    elif draft.has(Cue.PAY_DAY) and not draft.of_kind(EntityKind.PAYER):
        attribute = FactAttribute.PAY_DAY
    elif draft.has(Cue.GOAL):
        attribute = FactAttribute.SAVINGS_GOAL
    elif draft.has(Cue.BUDGET):
        attribute = FactAttribute.BUDGET
    elif draft.has(Cue.HOME):
        attribute = FactAttribute.HOME
    elif draft.has(Cue.RECALL):
        attribute = _recalled(draft)
    if attribute is None:
        if draft.has(Cue.RECALL):
            raise Decline(Declined(RefusalReason.NO_DATA, mention=_tail(draft), needs="memory"))
        return None
    if draft.has(Cue.SPEND, Cue.COUNT, Cue.AVERAGE, Cue.DIFFERENCE, Cue.MORE) and not draft.has(
        Cue.RECALL, Cue.PAY_DAY
    ):
        return None
    qualifier = " ".join(one.word for one in draft.leftovers)
    if draft.names:
        qualifier = " ".join([*(one.text for one in draft.names), qualifier]).strip()
    plan = Plan(
        subject=Subject.MEMORY,
        measure=Measure.RECALL,
        fact=FactQuery(attribute, qualifier),
        as_of_date=draft.today,
        time_zone=context.time_zone,
        semantics_version=SEMANTICS,
        rule="recall",
        reading="what you said",
    )
    return Planned(plan)


def _asks_what_a_name_means(draft: Draft) -> bool:
    """ "Who is my landlord?", "Which shop do I call my big shop?": an own name alone, and nothing about money."""
    own = [one for one in draft.names if one.source is ResolutionSource.MEMORY]
    if len(own) != 1 or len(draft.names) != 1 or draft.periods or draft.amounts or draft.leftovers:
        return False
    asking = {Cue.WHO, Cue.WHICH, Cue.WHERE, Cue.RECALL, Cue.SHOPS}
    cues = {found.cue for found in draft.cues}
    return cues <= asking and bool(re.search(r"\b(?:who|what|what's|who's|which|where)\b", draft.working))


def _recalled(draft: Draft) -> FactAttribute | None:
    text = draft.working
    for attribute, pattern in (
        (FactAttribute.SAVINGS_GOAL, r"\b(?:sav(?:e|ed|ing|ings)|put aside|set aside|goal|target)\b"),
        (FactAttribute.RENT, r"\brent\b"),
        (FactAttribute.PAY_DAY, r"\b(?:get paid|paid on|pay ?day)\b"),
        (FactAttribute.BUDGET, r"\b(?:budget|keep to|spend at most|limit)\b"),
        (FactAttribute.INCOME, r"\b(?:earn|salary|make|income|wage)\b"),
        (FactAttribute.HOME, r"\b(?:live|home|address)\b"),
    ):
        if re.search(pattern, text) or any(re.search(pattern, one.text.lower()) for one in draft.names):
            return attribute
    return None


def _tail(draft: Draft) -> str:
    return " ".join(one.word for one in draft.leftovers)


def graph_question(context: Context) -> Planned | None:
    """Questions that a walk over the graph answers."""
    draft = context.draft
    names = unique(draft.names)
    if draft.has(Cue.ABOUT_DOCUMENT):
        if len(names) != 1 or draft.leftovers or draft.periods:
            raise unsupported()
        only(draft, Cue.ABOUT_DOCUMENT, Cue.EXISTS, Cue.LIST)
        return _walk(context, names[0], EntityKind.DOCUMENT, "graph.documents")
    if draft.has(Cue.SAME_DAY):
        if len(names) != 1 or draft.leftovers or draft.periods:
            raise unsupported()
        only(draft, Cue.SAME_DAY, Cue.LIST)
        return _walk(context, names[0], EntityKind.MERCHANT, "graph.same_day")
    if draft.has(Cue.WHICH_ACCOUNT) and names and not draft.leftovers:
        only(draft, Cue.WHICH_ACCOUNT, Cue.EXISTS, Cue.LIST)
        if len(names) != 1 or draft.periods or draft.has(Cue.HOW_MUCH, Cue.TOTAL):
            raise unsupported()
        return _walk(context, names[0], EntityKind.ACCOUNT, "graph.account")
    return None


def _walk(context: Context, named: Named, end: EntityKind, rule: str) -> Planned:
    candidate = named.candidates[0]
    if candidate.kind not in (
        EntityKind.MERCHANT,
        EntityKind.ACCOUNT,
        EntityKind.PERSON,
        EntityKind.PAYER,
        EntityKind.INSTITUTION,
    ):
        raise unsupported()
    step = GraphStep(candidate.kind, candidate.entity_id, candidate.display_name, end)
    selection = Selection(LedgerFilter(), Netting.UNSPECIFIED, candidate.display_name)
    if end is EntityKind.ACCOUNT:
        chosen = (
            LedgerFilter(merchant_ids=(candidate.entity_id,))
            if candidate.kind is EntityKind.MERCHANT
            else LedgerFilter(counterparty_ids=(candidate.entity_id,))
        )
        selection = Selection(chosen, Netting.UNSPECIFIED, candidate.display_name, whole_coverage(context.draft)[1])
    plan = context.plan(rule, Measure.LIST, selection, form=AnswerForm.NAMES)
    return Planned(plan, graph=step)


def account_of(draft: Draft) -> GraphStep | None:
    """ "The account that I pay Netflix from": takes Netflix out of the names and says where to walk."""
    found = draft.get(Cue.ACCOUNT_OF)
    if found is None:
        return None
    inside = [one for one in draft.names if found.position <= one.position < found.position + len(found.words) + 1]
    if len(inside) != 1 or inside[0].kind not in (EntityKind.MERCHANT, EntityKind.PAYER, EntityKind.PERSON):
        raise unsupported()
    draft.names = [one for one in draft.names if one is not inside[0]]
    candidate = inside[0].candidates[0]
    return GraphStep(candidate.kind, candidate.entity_id, candidate.display_name, EntityKind.ACCOUNT, "account")
