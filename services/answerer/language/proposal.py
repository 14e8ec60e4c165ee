"""A reading that a model proposes for a question that the grammar does not read: plain words for its unknown ones.

The model says only what a verb asks for, out of a few movements of money. Code puts the plain verb in its place, and
the question is read as every question is: the same resolver finds its names, the same grammar accounts for each of its
words and makes the plan. So the model cannot name a merchant, a day, an amount or a tenant, nor leave a word out.
docs/decisions/0102-a-model-proposes-a-verb.md
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from services.answerer.asked import Draft
from services.answerer.closure import escape
from services.answerer.model import Measure, Plan

# Base form and past form.
_VERBS = {
    "spending": ("spend", "spent"),
    "income": ("earn", "earned"),
    "refunds": ("get back in refunds", "got back in refunds"),
    "cash_withdrawals": ("withdraw in cash", "withdrew in cash"),
}
_MEASURES = {
    "sum": Measure.SUM,
    "count": Measure.COUNT,
    "average": Measure.AVERAGE,
    "maximum": Measure.MAXIMUM,
    "minimum": Measure.MINIMUM,
    "first": Measure.FIRST,
    "last": Measure.LAST,
    "list": Measure.LIST,
}
# Where the verb of a question about oneself stands; elsewhere an unknown word may narrow what is asked.
_AFTER_DID = re.compile(r"\b(?:did|do) (?:i|we) $", re.IGNORECASE)
_AFTER_I = re.compile(r"\b(?:(?:have|had) (?:i|we)|(?:i|we)(?:['’](?:ve|d)| have| had)?) $", re.IGNORECASE)
_PARTICLE = re.compile(r"[a-z]+( (?:out|away|up|down|off|through))?(?= |[?.!]*$)")


@dataclass(frozen=True, slots=True)
class Proposed:
    """A question in plain words: `verb` stands where the words `unknown` stood. `measure` is what the model said."""

    question: str
    unknown: str
    verb: str
    measure: str = ""

    def is_of(self, plan: Plan) -> bool:
        """Whether the plan that the grammar made measures what the model said."""
        return _MEASURES.get(self.measure) is plan.measure

    def marked(self, draft: Draft) -> Draft:
        """An answer that rests on this reading says so: in its plan's reading and beside its text."""
        assert draft.plan is not None
        said = f"“{escape(self.unknown)}” read as “{self.verb}” by a language model"
        plan = replace(draft.plan, reading=f"{draft.plan.reading}; {said}")
        return replace(draft, plan=plan, notices=(*draft.notices, f"The question has {said}."))


def in_plain_words(question: str, unknown: str, rows: str) -> Proposed | None:
    """The question with a plain verb where `unknown` stands; None where that is no verb of the person's own."""
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
    return Proposed(f"{before}{verb}{after}", found[0], verb)
