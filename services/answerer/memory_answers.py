"""Answers from what the user said: the value of a fact, with the statement that it rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from services.answerer.compose import Composed, Words
from services.answerer.dates import label as days_label
from services.answerer.figures import Calculation
from services.answerer.gate import MEMORY_THRESHOLD
from services.answerer.grammar import Declined
from services.answerer.model import (
    AnswerValue,
    Citation,
    Fact,
    FactAttribute,
    FactEvidence,
    FactState,
    FactValue,
    Figure,
    FigureUnit,
    NumberValue,
    Plan,
    RecalledFact,
    RecallResponse,
    RefusalReason,
    TextValue,
)
from services.common.types import Money

_NOUN = {
    FactAttribute.RENT: "your rent",
    FactAttribute.PAY_DAY: "your pay day",
    FactAttribute.SAVINGS_GOAL: "what you want to have saved",
    FactAttribute.BUDGET: "your budget",
    FactAttribute.INCOME: "what you earn",
    FactAttribute.HOME: "where you live",
    FactAttribute.NAME_FOR: "that name",
    FactAttribute.NOTE: "that",
}


@dataclass(frozen=True, slots=True)
class FromFact:
    """An answer that a fact carries."""

    value: AnswerValue
    composed: Composed
    figures: tuple[Figure, ...]
    value_figure_id: str
    score: float
    evidence: FactEvidence


def answer_from_facts(plan: Plan, recalled: RecallResponse, question: str) -> FromFact | Declined:
    """The fact of the plan's slot, or why there is none."""
    assert plan.fact is not None
    attribute = plan.fact.attribute
    fitting = [
        one for one in recalled.facts if one.fact is not None and one.fact.attribute is attribute and _holds(one)
    ]
    # Words of the question that nothing else explains say which of several is meant.
    fitting = [one for one in fitting if _explains(one, plan.fact.qualifier)]
    if not fitting:
        return Declined(RefusalReason.NO_DATA, mention=_mention(plan, question), needs="memory")
    best = max(one.score for one in fitting)
    fitting = [one for one in fitting if one.score == best]
    if len({one.fact.fact_id for one in fitting if one.fact is not None}) > 1:
        return Declined(RefusalReason.AMBIGUOUS, mention=_mention(plan, question))
    found = fitting[0]
    if found.score < MEMORY_THRESHOLD and plan.fact.qualifier:
        return Declined(RefusalReason.NO_DATA, mention=_mention(plan, question), needs="memory")
    assert found.fact is not None
    return _answer(found.fact, max(found.score, MEMORY_THRESHOLD))


def _holds(one: RecalledFact) -> bool:
    return one.fact is not None and one.fact.state is FactState.CURRENT and one.end > one.start


def _explains(one: RecalledFact, qualifier: str) -> bool:
    assert one.fact is not None
    said = set(re.findall(r"\w+", f"{one.fact.quotation} {one.fact.qualifier}".lower()))
    asked = [word for word in re.findall(r"\w+", qualifier.lower()) if len(word) > 2]
    return all(word in said or word.rstrip("s") in said for word in asked)


def _mention(plan: Plan, question: str) -> str:
    assert plan.fact is not None
    return plan.fact.qualifier or _NOUN.get(plan.fact.attribute, question)


def fact_citation(fact: Fact) -> Citation:
    """The statement that a fact was said in."""
    token = f"[Citation ID: memory:{fact.statement_id}]"
    evidence = FactEvidence(fact.fact_id, fact.quotation, fact.stated_time or fact.record_time, token)
    return Citation(token, fact=evidence)


def _answer(fact: Fact, score: float) -> FromFact:
    cited = fact_citation(fact)
    token, evidence = cited.token, cited.fact
    assert evidence is not None
    calculation = Calculation()
    words = Words()
    if fact.attribute is FactAttribute.NAME_FOR:
        words.say("You said: “").quote(fact.qualifier, token).say("” is ")
    else:
        words.say(f"You said: {_NOUN.get(fact.attribute, 'that')} is ")
    value, figure = _value(fact.value or FactValue(), calculation, words, token)
    if fact.value is not None and fact.value.per:
        words.say(" a ").quote(fact.value.per, token)
    if fact.value is not None and fact.value.due_date is not None:
        words.say(", by ").quote(days_label(fact.value.due_date, fact.value.due_date), token)
    words.say(" (“").quote(fact.quotation, token).say("”). ").cite(cited)
    return FromFact(
        value, words.done(), calculation.figures, figure.figure_id if figure is not None else "", score, evidence
    )


def _value(held: FactValue, calculation: Calculation, words: Words, token: str) -> tuple[AnswerValue, Figure | None]:
    if held.money is not None:
        figure = calculation.fact(held.money.amount, FigureUnit.MONEY, held.money.currency, "as you said", token)
        words.figure(figure)
        return AnswerValue(money=Money(held.money.amount, held.money.currency)), figure
    if held.number is not None:
        figure = calculation.fact(Decimal(held.number), FigureUnit.UNSPECIFIED, "", "as you said", token)
        words.figure(figure)
        return AnswerValue(number=NumberValue(figure.value, FigureUnit.UNSPECIFIED)), figure
    if held.date is not None:
        words.quote(days_label(held.date, held.date), token)
        return AnswerValue(date=held.date), None
    words.quote(held.text, token)
    return AnswerValue(text=TextValue(held.text)), None
