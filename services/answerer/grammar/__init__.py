"""From a question's words to a typed plan, without a model: the same words always make the same plan.

`read` takes what the other services know of the words (names, facts, coverage) and does no I/O.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from services.answerer.dates import Unit
from services.answerer.grammar.cue import Cue
from services.answerer.grammar.draft import Draft, Leftover, OwnName, slips_of, take_apart
from services.answerer.grammar.follow_up import OPENING, asks_of_those, continue_plan, is_follow_up, narrow_plan
from services.answerer.grammar.naming import settle_names, take_description, take_exclusions, with_description
from services.answerer.grammar.planning import Context, near_readings
from services.answerer.grammar.reading import Decline, Declined, GraphStep, Planned
from services.answerer.grammar.recalling import account_of, graph_question, recall
from services.answerer.grammar.rules import LEDGER_RULES
from services.answerer.grammar.scopes import covered
from services.answerer.grammar.surroundings import without_surroundings
from services.answerer.model import (
    AnswerForm,
    Candidate,
    Coverage,
    EntityKind,
    MatchKind,
    NameSpan,
    Plan,
    RefusalReason,
)

__all__ = ["Decline", "Declined", "GraphStep", "OwnName", "Planned", "read", "without_slips"]

_YES_NO = re.compile(r"^[^\w\ue000-\uebff]*(?:is|are|was|were|do|does|did|has|have|had)\b(?! you)")
_NAME_PLACE = re.compile(r"\b(?:at|from|to|with|by|on|for|in|did|does|do|is|my|our)(?: the| my| our| a| an)?\s*$")
_OWN_PLACE = re.compile(r"\b(?:my|our)\s*$")


def read(
    question: str,
    today: date,
    spans: Sequence[NameSpan],
    own_names: Sequence[OwnName],
    coverage: Coverage,
    *,
    time_zone: str = "UTC",
    day_first: bool = False,
    country: str = "",
    home_currency: str = "",
    previous: Plan | None = None,
) -> Planned | Declined:
    """The plan of `question`, or why there is none. `today` is the question's day in `time_zone`.

    `previous` is the plan that a question may go on from.
    """

    def take(text: str, names: Sequence[NameSpan] = spans) -> Context:
        names = [one for one in names if text[one.start : one.end].strip()]
        draft = take_apart(
            text,
            today,
            names,
            own_names,
            coverage,
            day_first=day_first,
            country=country,
            home_currency=home_currency,
        )
        return Context(draft, time_zone)

    context = take(question)
    if previous is not None and asks_of_those(question) is not None:
        return _declining(lambda: _about_those(question, previous, take, spans))
    if previous is not None and is_follow_up(context.draft) and context.draft.outside is None:
        return _declining(lambda: continue_plan(context, previous))
    reading = _declining(lambda: _decide(context))
    if isinstance(reading, Planned) or reading.reason not in _UNREAD:
        return reading
    for text in without_surroundings(context.draft):
        again = _declining(lambda text=text: _decide(take(text)))  # type: ignore[misc]
        if isinstance(again, Planned):
            return again
    reading = _said_why(context, reading, take)
    if reading.reason is RefusalReason.UNSUPPORTED and not reading.nearest:
        return replace(reading, nearest=_nearest_question(context.draft))
    return reading


def _about_those(
    question: str,
    previous: Plan,
    take: Callable[[str, Sequence[NameSpan]], Context],
    spans: Sequence[NameSpan],
) -> Planned | Declined:
    """A question about the rows of the answer before."""
    text, start, end = asks_of_those(question) or (question, 0, 0)
    moved = len(text) - len(question)
    placed = [
        one if one.end <= start else replace(one, start=one.start + moved, end=one.end + moved)
        for one in spans
        if one.end <= start or one.start >= end
    ]
    context = take(text, placed)
    asked = _decide(context)
    return narrow_plan(context, asked, previous) if isinstance(asked, Planned) else asked


def without_slips(question: str, spans: Sequence[NameSpan]) -> str:
    """The question with its slips of the keyboard undone; empty where it has none."""
    found = slips_of(question, spans)
    text = question
    for start, end, meant in sorted(found, reverse=True):
        text = text[:start] + meant + text[end:]
    return text if found else ""


# Why a question may not be read that is clear once what stands around it is left out.
_UNREAD = (
    RefusalReason.UNSUPPORTED,
    RefusalReason.NO_DATA,
    RefusalReason.OUT_OF_SCOPE,
    RefusalReason.AMBIGUOUS,
    RefusalReason.NOT_IN_DATA,
)


def _nearest_question(draft: Draft) -> str:
    """A question about the same thing that has a plan; empty where no single merchant or category is named."""
    for named in draft.of_kind(EntityKind.MERCHANT, EntityKind.CATEGORY):
        if len(named.candidates) == 1 and named.candidates[0].row_count:
            place = "at" if named.kind is EntityKind.MERCHANT else "on"
            return f"How much did I spend {place} {named.candidates[0].display_name}?"
    return ""


def _declining(read_it: Callable[[], Planned | Declined]) -> Planned | Declined:
    try:
        return read_it()
    except Decline as declined:
        return declined.declined


def _said_why(context: Context, declined: Declined, take: Callable[[str, Sequence[NameSpan]], Context]) -> Declined:
    """The reason that tells most: a name nobody knows, days that are not covered, then that there is no plan."""
    draft = context.draft
    unclear = declined.reason is RefusalReason.AMBIGUOUS and bool(declined.choices)
    if not unclear and declined.reason not in (RefusalReason.UNSUPPORTED, RefusalReason.NO_DATA):
        return declined
    for start, end in _unknown_names(draft) if not declined.needs else ():
        stranger = NameSpan(start, end, (_STRANGER,))
        if isinstance(_declining(lambda one=stranger: _decide(take(draft.question, (one, *draft.spans)))), Planned):  # type: ignore[misc]
            return Declined(RefusalReason.NO_DATA, mention=draft.question[start:end])
    if _is_longer_name(draft):
        return Declined(RefusalReason.NO_DATA, mention=declined.mention or _longer_name(draft))
    if unclear:
        return declined
    if not draft.leftovers or declined.reason is RefusalReason.UNSUPPORTED:
        for span in draft.periods:
            if span.unit is not Unit.ALL:
                try:
                    covered(draft, span.days)
                except Decline as outside:
                    return outside.declined
    return declined


# Something that may stand where a merchant stands.
_STRANGER = Candidate(EntityKind.MERCHANT, "stranger", "stranger", match=MatchKind.EXACT, row_count=1)


def _unknown_names(draft: Draft) -> Iterator[tuple[int, int]]:
    """Stretches of the question that may be a name nobody knows: words that nothing explains, alone, and with the name
    that they stand beside ("Target Optical")."""
    if not draft.leftovers:
        return
    run = _longest_run(draft.leftovers)
    start, end = run[0].start, run[-1].end
    beside = [one for one in draft.spans if one.candidates]
    before = next((one for one in beside if one.end < start and draft.question[one.end : start].isspace()), None)
    if before is not None:
        yield before.start, end
    yield start, end
    after = next((one for one in beside if one.start > end and draft.question[end : one.start].isspace()), None)
    if after is not None:
        yield start, after.end


def _longer_name(draft: Draft) -> str:
    """The words from a merchant's name to the name behind it."""
    placed = sorted((one for one in draft.spans if one.candidates), key=lambda one: one.start)
    for one, following in itertools.pairwise(placed):
        if draft.question[one.end : following.start].isspace():
            return draft.question[one.start : following.end]
    return ""


def _is_longer_name(draft: Draft) -> bool:
    """A merchant's name with another word of a name right behind it: another business ("Target Optical")."""
    for named in draft.of_kind(EntityKind.MERCHANT):
        after = named.position + 1
        follows = re.match(r" [\ue000-\ue3ff]", draft.working[after : after + 2])
        other = next((one for one in draft.names if one.position == after + 1), None) if follows else None
        if other is not None and other.kind is EntityKind.CATEGORY:
            return True
        unknown = next((one for one in draft.leftovers if one.position == after + 1), None)
        if unknown is not None and len(draft.names) == 1 and named.candidates[0].match is not MatchKind.EXACT:
            return True
    return False


def _decide(context: Context) -> Planned | Declined:
    draft = context.draft
    outside = draft.outside
    if outside is not None and outside.reason is RefusalReason.OUT_OF_SCOPE and not draft.has(Cue.RECALL):
        return Declined(outside.reason)
    if not draft.names and not draft.amounts and _DANGLING.search(draft.working):
        return Declined(RefusalReason.AMBIGUOUS, mention=draft.question.strip())
    if (planned := recall(context)) is not None:
        return planned
    if outside is not None:
        return Declined(outside.reason, missing=outside.missing, instead=outside.instead)
    _check_places(draft)
    settle_names(draft)
    take_exclusions(draft)
    take_description(draft)
    _check_referents(draft)
    if (planned := graph_question(context)) is not None:
        return planned
    step = account_of(draft)
    if draft.leftovers:
        return _unexplained(draft)
    if draft.has(Cue.CATEGORY_WORD, Cue.EXCEPT, Cue.NEGATION, Cue.WHICH_ACCOUNT):
        return Declined(RefusalReason.UNSUPPORTED)
    for rule in LEDGER_RULES:
        planned = rule(context)
        if planned is not None:
            _check_form(draft, planned)
            return replace(with_description(draft, planned), graph=step, near=near_readings(context, rule))
    return Declined(RefusalReason.UNSUPPORTED)


# Where one exact amount may stand: it says which row, and nothing of a total.
_BY_AMOUNT = ("when", "exact", "count", "exists", "list", "first", "last")


def _check_form(draft: Draft, planned: Planned) -> None:
    """A question for yes or no is not answered with an amount, a date or a percentage."""
    if any(one.exact for one in draft.amounts) and planned.plan.rule not in _BY_AMOUNT:
        raise Decline(Declined(RefusalReason.UNSUPPORTED))
    forms = (AnswerForm.MONEY, AnswerForm.DATE, AnswerForm.PERCENT)
    if planned.plan.form in forms and _YES_NO.match(draft.working):
        asks_more = draft.has(Cue.HOW_MUCH, Cue.IN_PERCENT, Cue.CHANGE, Cue.WHEN, Cue.DIFFERENCE, Cue.WHICH, Cue.TOTAL)
        if not asks_more and not re.search(r"\b(?:what|whats|what's)\b", draft.working):
            raise Decline(Declined(RefusalReason.UNSUPPORTED))


_DANGLING = re.compile(
    r"\b(?:that|this|the|which) (?:payment|charge|purchase|transaction|one|thing|amount|other"
    r" one)\b(?: to| at| from)?,? (?:the one|that|which|i|we)\b"
    r"|\bthe (?:one|thing|stuff|place|shop|store) (?:that )?(?:i|we|you)(?:'ve)? (?:\w+"
    r" )?(?:mention\w*|talk\w*|discuss\w*|said|told|ask\w*|meant|spoke)\b"
    r"|^\W*(?:and |so |but )?(?:when|where|who|what|how much|how many \w+) (?:was|is|were|are)"
    r" (?:that|it|this|those|they|the last one)\b"
    r"|\b(?:than|as|like) the (?:last|previous|other|first|next) one\b"
)
_MEASURED = frozenset(
    (Cue.HOW_MUCH, Cue.COUNT, Cue.AVERAGE, Cue.LIST, Cue.LARGEST, Cue.SPEND, Cue.TOTAL, Cue.INCOME, Cue.FEES)
)


def _check_referents(draft: Draft) -> None:
    """ "There" and "it" need something said before them in the same question."""
    if (
        OPENING.match(draft.working)
        and not draft.names
        and (draft.leftovers or not _MEASURED & {found.cue for found in draft.cues})
    ):
        raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=draft.question.strip()))
    for pointer in draft.cues:
        if pointer.cue not in (Cue.THERE, Cue.IT):
            continue
        if pointer.cue is Cue.THERE and re.search(
            r"\b(?:are|were|was|is|been)(?: \w+)? there\b|\bthere (?:are|were|was|is|been|any|a)\b", draft.working
        ):
            continue
        if draft.amounts and re.match(r"\S+ [\ue800-\uebff]", draft.working[pointer.position :]):
            continue
        before = [one for one in draft.names if one.position < pointer.position]
        things = [
            one
            for one in draft.cues
            if one.position < pointer.position
            and one.cue
            not in (Cue.THERE, Cue.IT, Cue.HOW_MUCH, Cue.WHICH, Cue.AND, Cue.OR, Cue.SPEND, Cue.TOTAL, Cue.EXISTS)
        ]
        spoken = [one for one in draft.cues if one.cue is Cue.SPEND and one.position < pointer.position - 12]
        ahead = [one for one in draft.names if one.position > pointer.position]
        amounts = re.search(r"[\ue800-\uebff]", draft.working[: pointer.position])
        if not before and not things and not spoken and not amounts and not (ahead and pointer.cue is Cue.IT):
            raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=pointer.words))


# "The Target card" is a card, and "on the metro" a ride, though there is a shop of that name.
_CARD_OF = re.compile(
    r"\b(?:on|with|using|from|by|to|off) (?:the |my |our )?([\ue000-\ue3ff]) (?:credit |debit |store )?cards?\b"
)
_RIDE = re.compile(r"\b(?:on|by|for) the ([\ue000-\ue3ff])")
_RIDES = frozenset(("metro", "subway", "tube", "underground", "tram", "bus", "train", "ferry", "rail"))


def _check_places(draft: Draft) -> None:
    """A merchant's name that stands for something else where it stands: then the merchant is not what is asked."""
    for match in _CARD_OF.finditer(draft.working):
        named = next((one for one in draft.names if one.position == match.start(1)), None)
        if named is not None and named.kind is EntityKind.MERCHANT:
            raise Decline(Declined(RefusalReason.NO_DATA, mention=f"{named.text} card"))
    for match in _RIDE.finditer(draft.working):
        named = next((one for one in draft.names if one.position == match.start(1)), None)
        if named is not None and named.kind is EntityKind.MERCHANT and named.text.lower() in _RIDES:
            raise Decline(Declined(RefusalReason.AMBIGUOUS, mention=named.text))


_OF_GOODS = re.compile(
    r"\b(?:buy|bought|ordered?|eat|drink|purchased?)\b|\b(?:did|do) (?:i|we) (?:get|have)\b"
    r"|\b(?:have|had) (?:i|we) got\b"
)
# Words of a time, of a text or of a habit: what is asked with them is no name that nobody has.
_NO_NAME = frozenset(
    """day days week weeks weekend weekends month months quarter year years fortnight ending ended beginning middle mid
    name names description descriptions descriptor memo reference text word fill bank holiday holidays birthday
    anniversary financial fiscal since yet""".split()  # noqa: SIM905
)


def _unexplained(draft: Draft) -> Declined:
    """What unexplained words are: a name that is not the user's, something inside a payment, or no question of ours."""
    run = _longest_run(draft.leftovers)
    before = draft.working[: run[0].position]
    counted = re.search(r"\bhow (?:many|much)(?: of)?\s*$", before) or (
        re.search(r"[\uf8ff]{6,}\s*$", before) and draft.has(Cue.COUNT)
    )
    if counted and _OF_GOODS.search(draft.question.lower()):
        return Declined(
            RefusalReason.NOT_IN_DATA,
            missing="items on a receipt",
            instead="the amount and the merchant of each payment",
        )
    mention = draft.question[run[0].start : run[-1].end]
    named = any(one.kind is EntityKind.MERCHANT for one in draft.names)
    capital = any(one.word[:1].isupper() for one in run) and run[0].position > 0
    if {"bank", "holiday"} <= {one.word.lower() for one in run}:
        return Declined(RefusalReason.AMBIGUOUS, mention=f"{mention}: a locale or time zone says of which country")
    if any(one.word.lower() in _NO_NAME for one in run) and not any(one.word[:1].isupper() for one in run):
        return Declined(RefusalReason.UNSUPPORTED, mention=mention)
    if _OWN_PLACE.search(before):
        return Declined(RefusalReason.NO_DATA, mention=f"my {mention}", needs="memory")
    if named and re.search(r"\b(?:on|for)(?: the| a| my)?\s*$", before) and not capital:
        return Declined(
            RefusalReason.NOT_IN_DATA, mention, "items on a receipt", "the amount and the merchant of each payment"
        )
    if capital or _NAME_PLACE.search(before):
        return Declined(RefusalReason.NO_DATA, mention=mention)
    return Declined(RefusalReason.UNSUPPORTED, mention=mention)


def _longest_run(leftovers: list[Leftover]) -> list[Leftover]:
    runs: list[list[Leftover]] = []
    for one in leftovers:
        if runs and one.start - runs[-1][-1].end <= 3:
            runs[-1].append(one)
        else:
            runs.append([one])
    return max(runs, key=len)
