"""Answers a question from passages of the user's documents, without a language model, or says why not.

A cell answers when everything that the question names is said by its row, its column, what stands around the table or
the document's own head; a sentence when it says it itself. Whatever is left over, on either side, speaks against it.
Nothing here does I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from services.answerer.documents.arithmetic import calculate
from services.answerer.documents.clauses import Nearness
from services.answerer.documents.doubts import doubt
from services.answerer.documents.listing import list_names
from services.answerer.documents.lookup import look_up
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, DocumentRefusal
from services.answerer.documents.prose import answer_in_prose, clauses_to_weigh, is_for_prose, rule_in_cell
from services.answerer.documents.question import AskedQuestion, Term, Wanted, read_question
from services.answerer.documents.quotation import quote
from services.answerer.documents.refusal import refuse
from services.answerer.documents.rephrased import answer_in_cell, cells_to_weigh
from services.answerer.documents.scope import is_live, is_of_the_user_alone, is_out_of_scope
from services.answerer.documents.terms import nearest_word, notions
from services.answerer.documents.views import Views, lay_out
from services.answerer.model import Document, GateStratum, SearchHit, SearchSummary

Finder = Callable[[Matcher, DocumentCalibration], DocumentAnswer | DocumentRefusal | None]

# Measured as docs/decisions/0042-answers-from-documents.md says.
CALIBRATION = DocumentCalibration("2026-11-v1", ((GateStratum.LOOKUP, 0.75), (GateStratum.DOCUMENT, 0.85)))


def answer_from_passages(
    question_text: str,
    as_of: date,
    hits: Sequence[SearchHit],
    summary: SearchSummary,
    documents: Sequence[Document],
    calibration: DocumentCalibration = CALIBRATION,
    nearness: Nearness | None = None,
) -> DocumentAnswer | DocumentRefusal:
    """What the passages answer, or the reason why they do not. `as_of` is the question's day.

    `documents` are all that the user has, where they are known, so that a name that none of them bears is told apart
    from a row that is not there. `nearness`: of the clauses that an earlier refusal named as unweighed.
    """
    views = lay_out(hits, documents)
    asked = _without_typing_errors(read_question(question_text), views)
    matcher = Matcher(asked, views, as_of)
    # No schedule or policy says what its reader did.
    is_alone = asked.wanted is Wanted.YES_NO and is_of_the_user_alone(question_text)
    if is_alone or is_out_of_scope(question_text) or is_live(question_text):
        return refuse(matcher, summary, documents)
    finders: list[Finder] = [rule_in_cell, quote] if is_for_prose(matcher) else [list_names, calculate, look_up, quote]
    for find in finders:
        outcome = find(matcher, calibration)
        if isinstance(outcome, DocumentAnswer):
            kept = outcome if find in (list_names, calculate) else doubt(matcher, outcome)
            if kept is not None and outcome.score >= outcome.threshold:
                return kept
        elif outcome is not None:
            # A calculation or a table that knows what is missing speaks before what comes after it.
            return outcome
    told = answer_in_prose(matcher, calibration, nearness)
    if told is not None and (kept := doubt(matcher, told)) is not None:
        return kept
    rephrased = answer_in_cell(matcher, calibration, nearness)
    if rephrased is not None and isinstance(kept := doubt(matcher, rephrased, of_neighbours=False), DocumentAnswer):
        return kept
    refusal = refuse(matcher, summary, documents)
    if nearness is not None:
        return refusal
    unweighed = (*clauses_to_weigh(matcher, calibration), *cells_to_weigh(matcher))
    return replace(refusal, unweighed=tuple(dict.fromkeys(unweighed)))


def _without_typing_errors(asked: AskedQuestion, views: Views) -> AskedQuestion:
    """A word that no passage holds, and that is one letter away from just one that some passage does, is that one."""
    corrected = []
    for term in asked.terms:
        held = (
            term.word in views.vocabulary
            or any(term.is_in(sheet.identity) for sheet in views.sheets)
            or any(term.is_in(one.held) for one in views.sentences)
            or any(term.is_in(one.row | one.column) for one in views.cells)
        )
        near = None if held or term.parts else nearest_word(term.word, views.vocabulary)
        corrected.append(Term(near, notions(near)) if near else term)
    return replace(asked, terms=tuple(corrected))
