"""A plan that a model proposes for a question that the grammar does not read, and what it takes to be believed.

The model proposes the whole plan, in the words of its schema: which rows, what of them, over what, by what, and, word
for word out of the question, for which names and days. What it says that the unknown verb asks for is put in the verb's
place, and the question is read as every question is: the same resolver finds its names, the same grammar accounts for
each of its words and makes the plan. Both plans have to be the same. So the model cannot name a merchant, a day, an
amount or a tenant, nor leave a word out, and one that has not understood the question is not believed about its verb.
docs/decisions/0102-a-model-proposes-a-plan.md
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from services.answerer.asked import Draft
from services.answerer.closure import escape
from services.answerer.dates import find_periods
from services.answerer.model import GroupKey, Measure, Per, Plan

# Base form and past form.
_VERBS = {
    "spending": ("spend", "spent"),
    "income": ("earn", "earned"),
    "refunds": ("get back in refunds", "got back in refunds"),
    "cash_withdrawals": ("withdraw in cash", "withdrew in cash"),
}
# What can be wanted of rows; the rest is asked of papers and of what the person said.
MEASURES = {
    one.name.lower(): one
    for one in Measure
    if one not in (Measure.UNSPECIFIED, Measure.LOOK_UP, Measure.QUOTE, Measure.RECALL)
}
PER = {"none": Per.UNSPECIFIED, **{one.name.lower(): one for one in Per if one}}
GROUPS = {"none": GroupKey.UNSPECIFIED, **{one.name.lower(): one for one in GroupKey if one}}
_TO_DAYS = re.compile(r"^(?:in|on|during|over|for|within|of|from)\s+")
# Where the verb of a question about oneself stands; elsewhere an unknown word may narrow what is asked.
_AFTER_DID = re.compile(r"\b(?:did|do) (?:i|we) $", re.IGNORECASE)
_AFTER_I = re.compile(r"\b(?:(?:have|had) (?:i|we)|(?:i|we)(?:['’](?:ve|d)| have| had)?) $", re.IGNORECASE)
_PARTICLE = re.compile(r"[a-z]+( (?:out|away|up|down|off|through))?(?= |[?.!]*$)")


@dataclass(frozen=True, slots=True)
class ProposedPlan:
    """What the model said, by the fields of a plan; `names` and `period` are words of the question, or nothing."""

    rows: str
    measure: str
    per: str
    group_by: str
    period: str
    names: tuple[str, ...]

    def is_same(self, plan: Plan, question: str, today: date) -> bool:
        """Whether the plan that the grammar made of the question is this one."""
        chosen = (MEASURES.get(self.measure), PER.get(self.per), GROUPS.get(self.group_by))
        if chosen != (plan.measure, plan.per, plan.group_by):
            return False
        names = sorted(one.text.casefold() for one in plan.names)
        return names == sorted(one.casefold() for one in self.names) and self._says_days_of(question.casefold(), today)

    def _says_days_of(self, question: str, today: date) -> bool:
        said, found = self.period.casefold().strip(), find_periods(question, today)
        if not found or not said:
            return not found and not said
        words = question[found[0].start : found[0].end].strip()
        return len(found) == 1 and said in question and _TO_DAYS.sub("", said) == _TO_DAYS.sub("", words)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A question in plain words, `verb` where the words `unknown` stood, and the plan that the model made of it."""

    question: str
    unknown: str
    verb: str
    plan: ProposedPlan

    def is_of(self, plan: Plan, today: date) -> bool:
        """Whether the plan that the grammar made is the one that the model proposed."""
        return self.plan.is_same(plan, self.question, today)

    def marked(self, draft: Draft) -> Draft:
        """An answer that rests on this reading says so: in its plan's reading and beside its text."""
        assert draft.plan is not None
        said = f"“{escape(self.unknown)}” read as “{self.verb}” by a language model"
        plan = replace(draft.plan, reading=f"{draft.plan.reading}; {said}")
        return replace(draft, plan=plan, notices=(*draft.notices, f"The question has {said}."))


def proposed_by(question: str, unknown: str, plan: ProposedPlan) -> Proposed | None:
    """The question with the plan's verb where `unknown` stands; None where that is no verb of the person's own."""
    plain = in_plain_words(question, unknown, plan.rows)
    return Proposed(*plain, plan) if plain is not None else None


def in_plain_words(question: str, unknown: str, rows: str) -> tuple[str, str, str] | None:
    """The question with a plain verb for `rows`, the words that it stands for, and the verb; None where there is none.

    `unknown` has to be the verb of what the person did: elsewhere an unknown word may narrow what is asked.
    """
    place = question.find(unknown)
    if rows not in _VERBS or place < 0 or question.find(unknown, place + 1) >= 0 or not unknown.isalpha():
        return None
    found = _PARTICLE.match(question, place)
    if found is None:
        return None
    before, after = question[:place], question[found.end() :]
    base, past = _VERBS[rows]
    if _AFTER_DID.search(before):
        verb = base
    elif _AFTER_I.search(before):
        verb = past
    else:
        return None
    return f"{before}{verb}{after}", found[0], verb
