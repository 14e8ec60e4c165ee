"""Whether rows agree with what a document states: "was I charged the overdraft fee my bank states?".

The question is taken apart into one for the documents and one for the rows; each is answered by the path that answers
it alone. Amounts are compared exactly, row by row; the answer cites the document and the whole set of rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.compose import Composed, Words, row_set_citation
from services.answerer.dates import label as days_label
from services.answerer.documents.model import DocumentAnswer, ValueKind
from services.answerer.figures import Calculation, number
from services.answerer.model import (
    AnswerForm,
    AnswerValue,
    Citation,
    DocumentQuery,
    Figure,
    LedgerFilter,
    LedgerRow,
    Passage,
    Plan,
    Polarity,
    RowSet,
    TextValue,
)
from services.common.printed import MONTH

RULE = "reconciliation"
SHOWN_ROWS = 5
QUOTED = 300

_WHOSE = r"(?:(?:my|the|its|their|our)\s+)"
_PAPERS = (
    r"(?:fee schedules?|schedules? of (?:fees|charges)|fee lists?|price lists?|schedules?|lease(?: agreement)?|"
    r"(?:rental|loan|card|account|tenancy) agreement|agreement|contract|tariff|policy|terms|documents?|letter|"
    r"invoice|plan)"
)
_HOUSES = r"(?:bank|card issuer|credit union|lender|insurer|broker|landlord|provider|company)"
_STATES = r"(?:states?|says?|lists?|prints?|shows?|quotes?|gives?|stated|sets? out|allows?|specif(?:y|ies)|asks? for)"
# "(that) my bank states", "than its schedule says": what the paper says, at its end what it is.
_SAYS = re.compile(
    rf"\b(?:(?:than|that|which|as|what)\s+)*{_WHOSE}?(?P<paper>{_PAPERS}|{_HOUSES}(?:'s {_PAPERS})?)\s+{_STATES}\b",
    re.IGNORECASE,
)
_IN = re.compile(rf"\b(?:in|on|of|from|with|to|under|per)\s+{_WHOSE}?(?P<paper>{_PAPERS})\b", re.IGNORECASE)
_THE_PAPER = re.compile(rf"\b{_WHOSE}(?P<paper>{_PAPERS})$", re.IGNORECASE)
_AGREES = re.compile(
    r"\b(?:match(?:es)?|equals?|agrees? with|(?:the )?same (?:as)?|tie(?:s)?(?: out)? (?:to|with)|fits?)\b",
    re.IGNORECASE,
)
_PAID = re.compile(
    rf"^(?:did|does|has|have) {_WHOSE}(?:{_HOUSES}) (?:charged?|billed?|taken?|took) (?:me|us)\b|"
    r"\b(?:charged?|billed?) (?:me|us)\b|^(?:was|were|am|are) (?:i|we) (?:being )?(?:charged|billed|paying)\b|"
    r"^(?:did|do|have) (?:i|we) (?:pay|paid|been charged|get charged)\b|"
    r"\bwhat (?:i|we) (?:actually )?(?:paid|pay|was charged|were charged|got charged)\b|"
    r"\b(?:i|we) (?:paid|was charged)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    rf"\b(?:(?:in|during|for|since|on) )?"
    rf"(?:(?:last|this) (?:month|year|week|quarter)|(?:{MONTH})\b(?: \d{{4}})?|\d{{4}})",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"^(?:was|were|did|does|do|is|are|has|have|am)\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?P<side>more|less|higher|lower)\b(?=.*\bthan\b)", re.IGNORECASE)
_FILLER = re.compile(
    r"\b(?:was|were|did|does|do|is|are|has|have|am|i|we|me|us|my|our|the|an?|that|which|for|in|on|to|than|as|what|exactly|"
    r"only|just|right|correct|same|more|less|higher|lower|of|it|been|being|amount|with)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class Comparison:
    """A question that compares rows with a document.

    `for_documents` asks what is stated; each of `for_rows` lists what was paid, in one of the ways in which charges are
    named. `asks`: "same", "more" or "less".
    """

    thing: str
    for_documents: str
    for_rows: tuple[str, ...]
    asks: str = "same"


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The answer: what is said, with the figures of both sides."""

    value: AnswerValue
    composed: Composed
    figures: tuple[Figure, ...]
    value_figure_id: str
    plan: Plan
    row_set: RowSet
    passages: tuple[Passage, ...]


def read_comparison(question: str) -> Comparison | None:
    """The two questions that a comparison is made of; None where the question compares nothing with a document."""
    text = re.sub(r"\s+", " ", question.replace("’", "'")).strip(" ?!.")
    if not _YES_NO.match(text) or not _PAID.search(text):
        return None
    period = next((match[0] for match in _PERIOD.finditer(text)), "")
    rest = text.replace(period, " ") if period else text
    says = _SAYS.search(rest)
    if says is None and _AGREES.search(rest):
        says = _IN.search(rest) or _THE_PAPER.search(rest.strip())
    if says is None:
        return None
    side = _MORE.search(text)
    rest = rest[: says.start()] + " " + rest[says.end() :]
    rest = _FILLER.sub(" ", _AGREES.sub(" ", _PAID.sub(" ", rest)))
    thing = " ".join(rest.split())
    if not thing or len(thing.split()) > _MOST_WORDS:
        return None
    paper = says["paper"]
    of_paper = f" in the {paper}" if re.fullmatch(_PAPERS, paper, re.IGNORECASE) else ""
    when = f" {period}" if period else ""
    asks = "same" if side is None else "more" if side["side"].lower() in ("more", "higher") else "less"
    return Comparison(
        thing,
        f"How much is the {_as_fee(thing)}{of_paper}?",
        tuple(f"List {way}{when}" for way in dict.fromkeys((f"my {_as_fees(thing)}", f"what I paid for {thing}"))),
        asks,
    )


def is_comparable(stated: DocumentAnswer) -> bool:
    """Whether what the document states is an amount of money; a rate says nothing of a row without its base."""
    return stated.kind is ValueKind.MONEY and isinstance(stated.value, Decimal)


def reconcile(
    comparison: Comparison, stated: DocumentAnswer, plan: Plan, row_set: RowSet, rows: Sequence[LedgerRow]
) -> Reconciled:
    """Compare each row with the stated amount. `rows` are all of the set, at least one, in the document's currency."""
    assert isinstance(stated.value, Decimal)
    by_id = plan.selections[0].filter or LedgerFilter()
    made = Calculation()
    renamed = made.take(stated.figures)
    printed = next(one for one in made.figures if one.figure_id == renamed[stated.value_figure_id])
    paid = [made.row_amount(row, replace(by_id, row_ids=(row.row_id,)), row.descriptor) for row in rows]
    differing = [(row, figure) for row, figure in zip(rows, paid, strict=True) if number(figure) != stated.value]
    over = [one for one in differing if number(one[1]) > stated.value]
    under = [one for one in differing if number(one[1]) < stated.value]
    held = {"same": not differing, "more": bool(over), "less": bool(under)}[comparison.asks]
    said = Polarity.YES if held else Polarity.NO
    words = Words()
    words.say("Yes: " if held else "No: ").quote(stated.reading, stated.passage.citation, QUOTED).say(" is ")
    words.figure(printed).say(" ").cite(Citation(stated.passage.citation, passage=stated.passage))
    if not differing:
        words.say(", and you paid just that")
        shown = list(zip(rows, paid, strict=True))[:SHOWN_ROWS]
    else:
        words.say(", but you paid otherwise" if comparison.asks == "same" else ", and you paid")
        shown = differing[:SHOWN_ROWS]
    differences = []
    for row, figure in shown:
        words.say("\n• ").row(days_label(row.date, row.date) if row.date else "", row).say(" ").row(row.descriptor, row)
        words.say(": ").figure(figure)
        if number(figure) != stated.value:
            differences.append(made.subtract(figure, printed, "paid less stated"))
            words.say(", a difference of ").figure(differences[-1])
    words.say("\n").cite(row_set_citation(row_set))
    passages = stated.passages or (stated.passage,)
    return Reconciled(
        AnswerValue(text=TextValue("yes" if held else "no", said)),
        words.done(),
        made.figures,
        "",
        replace(
            plan,
            form=AnswerForm.YES_NO,
            rule=RULE,
            document=DocumentQuery(document_ids=tuple(dict.fromkeys(one.document_id for one in passages))),
        ),
        row_set,
        passages,
    )


def _as_fee(thing: str) -> str:
    """How a schedule heads what is charged for: "overdraft fee"."""
    return f"{re.sub(r'(?<=[a-z]{3})(?<!s)s$', '', _without_charge(thing))} fee" if _is_service(thing) else thing


def _as_fees(thing: str) -> str:
    """How rows of it are asked for: "overdraft fees"."""
    return f"{_as_fee(thing)}s" if _is_service(thing) else thing


def _is_service(thing: str) -> bool:
    """Whether it is something that a fee is charged for, and not a payment by its own name."""
    return re.search(r"\b(?:rent|premium|salary|instal?lment|repayment|mortgage|bill|subscription)s?\b", thing) is None


def _without_charge(thing: str) -> str:
    return re.sub(r"\s+(?:fee|charge|price|cost)s?$", "", thing, flags=re.IGNORECASE)
