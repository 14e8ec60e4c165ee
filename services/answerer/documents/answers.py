"""What the documents gave, as an answer: its value, its words and its sources; or as a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from services.answerer.closure import escape
from services.answerer.compose import Composed, Words
from services.answerer.dates import label as days_label
from services.answerer.documents.core import CALIBRATION
from services.answerer.documents.model import DocumentAnswer, DocumentRefusal, ValueKind
from services.answerer.figures import render
from services.answerer.model import (
    AmbiguousDetail,
    AnswerForm,
    AnswerValue,
    BelowFloorDetail,
    Citation,
    ConflictDetail,
    Coverage,
    DocumentFigure,
    DocumentQuery,
    Figure,
    Measure,
    NameList,
    NoDataDetail,
    NotInDataDetail,
    NumberValue,
    OutOfCoverageDetail,
    Passage,
    Plan,
    Polarity,
    Reading,
    Refusal,
    RefusalReason,
    Subject,
    TextValue,
    UnsupportedDetail,
)
from services.common.types import Money

QUOTED = 600
_FORMS = {
    ValueKind.MONEY: AnswerForm.MONEY,
    ValueKind.NUMBER: AnswerForm.NUMBER,
    ValueKind.FIGURE: AnswerForm.NUMBER,
    ValueKind.DATE: AnswerForm.DATE,
    ValueKind.LIST: AnswerForm.NAMES,
    ValueKind.TEXT: AnswerForm.QUOTATION,
}


@dataclass(frozen=True, slots=True)
class FromDocuments:
    """An answer that passages carry."""

    value: AnswerValue
    composed: Composed
    figures: tuple[Figure, ...]
    value_figure_id: str
    plan: Plan
    passages: tuple[Passage, ...]
    calibration: str
    notices: tuple[str, ...] = ()


def grounded_in_documents(found: DocumentAnswer, today: date) -> FromDocuments:
    """The answer, quoted and cited."""
    figures = tuple(replace(one, rendered=one.rendered or render(one)) for one in found.figures)
    by_id = {one.figure_id: one for one in figures}
    cited = found.passages or (found.passage,)
    words = Words()
    figure = by_id.get(found.value_figure_id)
    named = _cell_name(found)
    if named and figure is not None:
        words.quote(named, found.passage.citation, QUOTED).say(": ").figure(figure)
    elif named:
        words.quote(named, found.passage.citation, QUOTED).say(": ")
    elif figure is not None:
        words.figure(figure).say(f" {found.counted}: " if found.counted else ": ")
    elif found.kind is ValueKind.DATE and isinstance(found.value, date):
        words.quote(days_label(found.value, found.value), found.passage.citation).say(": ")
    if found.polarity is not Polarity.UNSPECIFIED:
        words.say("Yes: " if found.polarity is Polarity.YES else "No: ")
    if figure is None or not named:
        words.say("“").quote(found.quotation, found.passage.citation, QUOTED).say("”")
    for note in found.notes:
        words.say(" (").quote(note, found.passage.citation, QUOTED).say(")")
    # A day in a name ("slip_2026-09.pdf") reads as one only where nothing is glued to it.
    words.say(" — ").name(found.passage.document_name.replace("_", " "), found.passage.document_id)
    for passage in cited:
        words.say(" ").cite(Citation(passage.citation, passage=passage))
    return FromDocuments(
        _value(found),
        words.done(),
        figures,
        found.value_figure_id,
        _plan(found, today),
        cited,
        CALIBRATION.version,
        _notices(found),
    )


def _cell_name(found: DocumentAnswer) -> str:
    """What the one cell that was read is called, by its row and its column ("Stop payment order – Fee"); else empty."""
    if len(found.cells) != 1 or found.quotation != found.cells[0].printed:
        return ""
    cell = found.cells[0]
    return " – ".join(part for path in (cell.row_path, cell.column_path) for part in path[-1:] if part.strip())


def _plan(found: DocumentAnswer, today: date) -> Plan:
    ids = tuple(dict.fromkeys(one.document_id for one in (found.passage, *found.passages)))
    return Plan(
        subject=Subject.DOCUMENTS,
        measure=Measure.QUOTE if found.kind is ValueKind.TEXT else Measure.LOOK_UP,
        form=_FORMS[found.kind],
        document=DocumentQuery(document_ids=ids),
        as_of_date=today,
        rule=f"documents.{found.kind}",
        reading=found.reading,
    )


def _notices(found: DocumentAnswer) -> tuple[str, ...]:
    told = []
    if found.date_named is not None:
        name = escape(found.passage.document_name)
        told.append(f"{name} holds since {days_label(found.date_named, found.date_named)}.")
    told += notices_of_pictures(found.passages or (found.passage,))
    return tuple(told)


def notices_of_pictures(passages: Sequence[Passage]) -> list[str]:
    """That a passage was read off a picture, a sentence for each document: such a digit may be another one."""
    names = dict.fromkeys(escape(one.document_name) for one in passages if one.recognized)
    return [f"{name} is a picture that was read by text recognition: compare it with the page." for name in names]


def _value(found: DocumentAnswer) -> AnswerValue:
    value = found.value
    if found.kind is ValueKind.MONEY and isinstance(value, Decimal):
        return AnswerValue(money=Money(value, found.currency))
    if found.kind is ValueKind.NUMBER and isinstance(value, Decimal):
        return AnswerValue(number=NumberValue(value, found.unit))
    if found.kind is ValueKind.FIGURE and isinstance(value, Decimal):
        return AnswerValue(document_figure=DocumentFigure(value, found.scale, found.currency))
    if isinstance(value, date):
        return AnswerValue(date=value)
    if isinstance(value, tuple):
        return AnswerValue(names=NameList(value))
    return AnswerValue(text=TextValue(str(value), found.polarity))


def document_refusal(found: DocumentRefusal, coverage: Coverage) -> tuple[Refusal, Composed, tuple[Reading, ...]]:
    """The refusal with its detail and its words."""
    words = Words()
    readings: tuple[Reading, ...] = ()
    match found.reason:
        case RefusalReason.AMBIGUOUS:
            readings = tuple(Reading(f"{one.description}: {one.printed}") for one in found.readings)
            words.say("Several readings fit the question:")
            for one in found.readings:
                words.say("\n• ").quote(f"{one.description}: {one.printed}", one.passage.citation).say(" ")
                words.cite(Citation(one.passage.citation, passage=one.passage))
            refusal = Refusal(found.reason, ambiguous=AmbiguousDetail(readings))
        case RefusalReason.CONFLICT:
            sources = tuple(Citation(one.citation, passage=one) for one in found.passages)
            words.say("Your documents disagree, and no rule says which of them holds.")
            _cite(words, found.passages)
            refusal = Refusal(found.reason, conflict=ConflictDetail(sources))
        case RefusalReason.NOT_IN_DATA:
            words.say("The document does not say ").plan(found.missing or found.mention or "that", "mention").say(".")
            if found.held_instead:
                words.say(" It says: ").plan(found.held_instead, "held_instead").say(".")
            _cite(words, found.passages)
            refusal = Refusal(found.reason, not_in_data=NotInDataDetail(found.missing, found.held_instead))
        case RefusalReason.OUT_OF_COVERAGE:
            words.say("Your documents do not cover ").plan(
                found.missing or found.mention or "that period", "mention"
            ).say(".")
            _cite(words, found.passages)
            refusal = Refusal(found.reason, out_of_coverage=OutOfCoverageDetail(coverage))
        case RefusalReason.BELOW_FLOOR:
            words.say("Nothing in your documents is near enough to the question to answer it.")
            best = Decimal(str(round(found.best_score, 4)))
            _cite(words, found.passages)
            refusal = Refusal(found.reason, below_floor=BelowFloorDetail(best, found.floor, found.space_id))
        case RefusalReason.NO_DATA:
            words.say("None of your documents matches")
            if found.mention:
                words.say(" “").plan(found.mention, "mention").say("”")
            words.say(".")
            refusal = Refusal(found.reason, no_data=NoDataDetail(found.mention, found.nearest_names))
        case RefusalReason.OUT_OF_SCOPE:
            words.say("That is not a question about your documents or rows.")
            refusal = Refusal(found.reason)
        case _:
            words.say("I have no plan for that question.")
            refusal = Refusal(RefusalReason.UNSUPPORTED, unsupported=UnsupportedDetail())
    return refusal, words.done(), readings


def _cite(words: Words, passages: Sequence[Passage]) -> None:
    for passage in passages[:3]:
        words.say(" ").cite(Citation(passage.citation, passage=passage))
