"""Names in a question: which of several candidates is meant, what is left out, what only describes."""

from __future__ import annotations

import re
from dataclasses import replace

from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Named
from services.answerer.grammar.reading import Decline, Declined, Planned
from services.answerer.grammar.scopes import main_currency, unsupported
from services.answerer.grammar.text import NAME
from services.answerer.model import Candidate, EntityKind, LedgerFilter, RefusalReason, ResolvedName


def settle_names(draft: Draft) -> None:
    """Leave one candidate to each name, or decline: a name that fits two equally is ambiguous."""
    settled = []
    for named in draft.names:
        candidates = _by_context(draft, named)
        if len(candidates) > 1:
            raise Decline(
                Declined(
                    RefusalReason.AMBIGUOUS,
                    mention=named.text,
                    choices=candidates,
                )
            )
        settled.append(replace(named, candidates=candidates))
    draft.names = settled


def _by_context(draft: Draft, named: Named) -> tuple[Candidate, ...]:
    kinds = {one.kind for one in named.candidates}
    drop: set[EntityKind] = set()
    if kinds - {EntityKind.INSTITUTION, EntityKind.DOCUMENT}:
        drop |= {EntityKind.INSTITUTION, EntityKind.DOCUMENT}
    income = draft.has(Cue.INCOME, Cue.PAID_ME, Cue.RECEIVED, Cue.WAGES)
    if EntityKind.PAYER in kinds and EntityKind.MERCHANT in kinds:
        drop.add(EntityKind.MERCHANT if income else EntityKind.PAYER)
    if EntityKind.PAYER in kinds and EntityKind.PERSON in kinds:
        drop.add(EntityKind.PERSON if draft.has(Cue.INCOME, Cue.WAGES) else EntityKind.PAYER)
    if EntityKind.COUNTRY in kinds and len(kinds - drop) > 1:
        placed = re.search(r"\bin (?:the )?$", draft.working[: named.position]) is not None
        drop |= kinds - {EntityKind.COUNTRY} if placed else {EntityKind.COUNTRY}
    left = tuple(one for one in named.candidates if one.kind not in drop)
    if named.text.lower() == "gas" and not re.search(
        r"\b(?:electric\w*|bills?|utilit\w*|heating|water)\b", draft.working
    ):
        # In North America what a car runs on is gas.
        fuel = tuple(one for one in left if one.category_ids == ("TRANSPORTATION_GAS",))
        left = fuel if len(fuel) == 1 and main_currency(draft) in ("USD", "CAD") else left
    if {one.kind for one in left} == {EntityKind.CATEGORY} and len(left) > 1:
        wider = max(left, key=lambda one: len(one.category_ids))
        if all(set(one.category_ids) <= set(wider.category_ids) for one in left):
            return (wider,)
    return left


def resolved(named: Named) -> ResolvedName:
    """A name as the plan keeps it."""
    return ResolvedName(named.text, named.candidates[0], named.source, named.source_id)


# --- what is left out ------------------------------------------------------------------------------------------------

MARK = f"[{chr(NAME)}-{chr(NAME + 0x3FF)}]"
_LEFT_OUT = re.compile(
    rf"\s*(?:at |on |from |for |to )?(?:the |my |our |any |all )*{MARK}(?:(?:,| and| or| nor| plus)+ (?:the |my "
    rf"|our )?{MARK})*"
)
# What stands behind the name that it leaves out.
_BEHIND = r"aside|excluded|excepted|left out|not (?:included|counted)|omitted|ignored|removed"
_PLACES = (EntityKind.MERCHANT, EntityKind.PERSON, EntityKind.PAYER)


def take_exclusions(draft: Draft) -> None:
    """Names that the question leaves out go from `names` to `excluded`; what says so goes from the cues.

    "Costco, not Costa" only says which of two is meant: nothing of Costco is left out.
    """
    for found in [one for one in draft.cues if one.cue is Cue.EXCEPT]:
        after = found.position + len(found.words)
        if re.match(_BEHIND, found.words):
            start, end = found.position - 2, found.position
        else:
            match = _LEFT_OUT.match(draft.working, after)
            if match is None:
                continue
            start, end = match.start(), match.end()
        left_out = [one for one in draft.names if start <= one.position < end]
        if not left_out:
            continue
        draft.names = [one for one in draft.names if one not in left_out]
        draft.cues = [
            one
            for one in draft.cues
            if one is not found and not (start <= one.position < end and one.cue in (Cue.AND, Cue.OR, Cue.EXCEPT))
        ]
        draft.excluded += left_out
        draft.removed.append(found)
    if not draft.excluded:
        return
    kinds, left = {one.kind for one in draft.names} - {EntityKind.ACCOUNT}, {one.kind for one in draft.excluded}
    same = {one.candidates[0].entity_id for one in draft.names} & {
        one.candidates[0].entity_id for one in draft.excluded
    }
    if same or not left <= {EntityKind.MERCHANT, EntityKind.CATEGORY, EntityKind.PERSON, EntityKind.PAYER}:
        raise unsupported()
    if kinds and kinds <= set(_PLACES):
        if not left <= set(_PLACES):
            raise unsupported()
        draft.excluded = []
    elif not left <= {EntityKind.MERCHANT, EntityKind.CATEGORY}:
        raise unsupported()


def take_description(draft: Draft) -> None:
    """A category beside a merchant, with a comma or the like between: the merchant is meant."""
    merchants, categories = draft.of_kind(EntityKind.MERCHANT), draft.of_kind(EntityKind.CATEGORY)
    if len(merchants) != 1 or len(categories) != 1 or draft.has(Cue.SHARE, Cue.AND, Cue.OR, Cue.THAN, Cue.MINUS):
        return
    first, second = sorted((merchants[0], categories[0]), key=lambda one: one.position)
    between = draft.working[first.position + 1 : second.position]
    aside = re.search(r"[,:;(.?!]|\s[-–—]+\s|\bthat's\b|\bi mean\b", between)
    if aside is None or first.position < 0:
        return
    draft.names = [one for one in draft.names if one is not categories[0]]
    draft.described = categories


def with_description(draft: Draft, planned: Planned) -> Planned:
    """Where the merchant's rows in the category that describes it are fewer than its rows, nothing says which."""
    ids = tuple(one for named in draft.described for one in named.candidates[0].category_ids)
    if not ids:
        return planned
    narrowed = replace(
        planned.plan,
        selections=tuple(
            replace(one, filter=replace(one.filter or LedgerFilter(), category_ids=ids))
            for one in planned.plan.selections
        ),
    )
    return replace(planned, others=(*planned.others, narrowed))
