"""Answers a question from passages of the user's documents, without a language model, or says why not.

A cell answers when everything that the question names is said by its row, its column, what stands around the table or
the document's own head; a sentence when it says it itself. Whatever is left over, on either side, speaks against it.
Nothing here does I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from datetime import date
from functools import cached_property

from services.answerer.documents.arithmetic import calculate
from services.answerer.documents.charges import bases_to_look_for, charge_in_percent, charges_to_weigh
from services.answerer.documents.clauses import Nearness
from services.answerer.documents.demands import is_unmet
from services.answerer.documents.doubts import doubt, is_of_untold_scale
from services.answerer.documents.extremes import row_of_extreme
from services.answerer.documents.holders import paid_by_one, who_pays
from services.answerer.documents.joined import joined
from services.answerer.documents.lasting import last_day_of_paper
from services.answerer.documents.listing import list_names
from services.answerer.documents.lookup import edge_in_column, look_up, rate_of_paper
from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, DocumentRefusal, Lead
from services.answerer.documents.papers import at_the_same_place, compared, of_one_paper, read_paper_questions
from services.answerer.documents.prose import answer_in_prose, clauses_to_weigh, is_for_prose, rule_in_cell
from services.answerer.documents.question import AskedQuestion, Term, Wanted, read_question
from services.answerer.documents.quotation import quote
from services.answerer.documents.refusal import refuse
from services.answerer.documents.repeated import Repetition, multiplied, read_repetition
from services.answerer.documents.rephrased import answer_in_cell, cells_to_weigh
from services.answerer.documents.restated import one_print
from services.answerer.documents.schedules import left_of_debt, rows_to_look_for
from services.answerer.documents.scope import is_live, is_of_the_user_alone, is_out_of_scope
from services.answerer.documents.terms import nearest_word, notions
from services.answerer.documents.transactions import find_entry
from services.answerer.documents.views import Views, lay_out
from services.answerer.model import Document, GateStratum, SearchHit, SearchSummary

Finder = Callable[[Matcher, DocumentCalibration], DocumentAnswer | DocumentRefusal | None]

# Measured as docs/decisions/0042-answers-from-documents.md says.
CALIBRATION = DocumentCalibration("2026-11-v1", ((GateStratum.LOOKUP, 0.75), (GateStratum.DOCUMENT, 0.85)))


# What these find is no single cell that the words of the question could speak against.
_MADE: tuple[Finder, ...] = (
    who_pays,
    paid_by_one,
    left_of_debt,
    last_day_of_paper,
    joined,
    list_names,
    calculate,
    row_of_extreme,
    edge_in_column,
)


class Inquiry:
    """One question and the passages found for it, read and laid out once.

    `by_words` comes first; where its refusal names texts as unweighed, `with_nearness` may answer after all.
    `documents` are all that the user has, where they are known, so that a name that none of them bears is told apart
    from a row that is not there. `as_of` is the question's day.
    """

    def __init__(
        self,
        question_text: str,
        as_of: date,
        hits: Sequence[SearchHit],
        summary: SearchSummary,
        documents: Sequence[Document],
        calibration: DocumentCalibration = CALIBRATION,
    ) -> None:
        self._matcher = read_matcher(question_text, as_of, hits, documents)
        self._summary = summary
        self._documents = documents
        self._calibration = calibration

    def by_words(self) -> DocumentAnswer | DocumentRefusal:
        """What the words of cells and sentences answer, or why they do not."""
        found = self._answer_by_words
        if isinstance(found, DocumentAnswer):
            return found
        matcher = self._matcher
        unweighed: list[str] = []
        if found is None:
            unweighed = [
                *clauses_to_weigh(matcher, self._calibration),
                *cells_to_weigh(matcher),
                *charges_to_weigh(matcher),
            ]
        if (of_papers := self._of_papers) is not None:
            return of_papers
        for repetition, inquiry in self._once:
            once = inquiry.by_words()
            if isinstance(once, DocumentRefusal):
                unweighed += once.unweighed
            elif (answer := multiplied(matcher, repetition, once)) is not None:
                return answer
        # A cell without labels has no words to be near by.
        texts = dict.fromkeys(text for text in unweighed if text.strip())
        return replace(found or self._refusal, unweighed=tuple(texts))

    def with_nearness(self, nearness: Nearness) -> DocumentAnswer | DocumentRefusal:
        """The same, once it is known how near each of the unweighed texts is to the question."""
        found = self._answer_by_words
        if isinstance(found, DocumentAnswer):
            return found
        matcher = self._matcher
        if found is None:
            told = answer_in_prose(matcher, self._calibration, nearness)
            if told is not None and not is_unmet(matcher, told) and (kept := doubt(matcher, told)) is not None:
                return kept
            cell = answer_in_cell(matcher, self._calibration, nearness)
            if cell is not None and not is_unmet(matcher, cell):
                kept = doubt(matcher, cell, of_neighbours=False)
                if isinstance(kept, DocumentAnswer):
                    return kept
            charged = charge_in_percent(matcher, self._calibration, nearness)
            if charged is not None and not is_unmet(matcher, charged):
                return charged
        for repetition, inquiry in self._once:
            once = inquiry.with_nearness(nearness)
            if isinstance(once, DocumentAnswer) and (answer := multiplied(matcher, repetition, once)) is not None:
                return answer
        return found or self._refusal

    def leads(self, nearness: Nearness | None = None) -> tuple[Lead, ...]:
        """What to look for once more before refusing: what the passages name and none of them holds."""
        text = self._matcher.asked.text
        if is_out_of_scope(text) or is_of_the_user_alone(text) or is_live(text):
            return ()
        found = [*rows_to_look_for(self._matcher), *bases_to_look_for(self._matcher, nearness)]
        for _, inquiry in self._once:
            found += inquiry.leads(nearness)
        return tuple(dict.fromkeys(found))

    @cached_property
    def _once(self) -> list[tuple[Repetition, Inquiry]]:
        """The question for one time, where it asks for several and papers can say so."""
        if is_out_of_scope(self._matcher.asked.text) or is_of_the_user_alone(self._matcher.asked.text):
            return []
        found = []
        for repetition in read_repetition(self._matcher.asked.text):
            once = self._about(self._matcher.about(read_question(repetition.once)))
            found.append((repetition, once))
        return found

    @cached_property
    def _of_papers(self) -> DocumentAnswer | None:
        """What several papers, each asked alone, come to together or against each other."""
        for question in read_paper_questions(self._matcher):
            of_each = [
                self._about(of_one_paper(self._matcher, question, group)).by_words() for group in question.sheets
            ]
            answers = [one if isinstance(one, DocumentAnswer) else None for one in of_each]
            found = at_the_same_place(self._matcher, answers, question.sheets, self._calibration)
            if len(found) != len(answers):
                continue
            answer = compared(self._matcher, question, found)
            if answer is not None and not is_unmet(self._matcher, answer):
                return answer
        return None

    def _about(self, matcher: Matcher) -> Inquiry:
        """The same inquiry about another question."""
        once = copy(self)
        once.__dict__ = {
            "_matcher": matcher,
            "_summary": self._summary,
            "_documents": self._documents,
            "_calibration": self._calibration,
        }
        return once

    @cached_property
    def _answer_by_words(self) -> DocumentAnswer | DocumentRefusal | None:
        """What needs no nearness: an answer, or a refusal that nothing could change."""
        matcher, text = self._matcher, self._matcher.asked.text
        # No schedule or policy says what its reader did.
        is_alone = matcher.asked.wanted is Wanted.YES_NO and is_of_the_user_alone(text)
        if is_alone or is_out_of_scope(text) or is_live(text):
            return refuse(matcher, self._summary, self._documents)
        by_cells: list[Finder] = [
            who_pays,
            paid_by_one,
            self._entry,
            left_of_debt,
            last_day_of_paper,
            joined,
            list_names,
            calculate,
            row_of_extreme,
            edge_in_column,
            rate_of_paper,
            look_up,
            quote,
        ]
        finders: list[Finder] = [last_day_of_paper, rule_in_cell, quote] if is_for_prose(matcher) else by_cells
        for find in finders:
            outcome = find(matcher, self._calibration)
            if isinstance(outcome, DocumentAnswer):
                is_made = find in _MADE and not is_of_untold_scale(matcher, outcome)
                kept = outcome if is_made else doubt(matcher, outcome)
                if kept is not None and outcome.score >= outcome.threshold and not is_unmet(matcher, outcome):
                    return kept
            elif outcome is not None and matcher.asked.wanted is not Wanted.DATE:
                # A calculation or a table that knows what is missing speaks before what comes after it. A day stands
                # in a sentence as often as in a cell.
                return self._refusal if is_of_the_user_alone(text) else outcome
        return None

    def _entry(self, matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
        return find_entry(matcher, calibration, self._documents)

    @cached_property
    def _refusal(self) -> DocumentRefusal:
        return refuse(self._matcher, self._summary, self._documents)


def answer_from_passages(
    question_text: str,
    as_of: date,
    hits: Sequence[SearchHit],
    summary: SearchSummary,
    documents: Sequence[Document],
    *,
    nearness: Nearness | None = None,
) -> DocumentAnswer | DocumentRefusal:
    """What an `Inquiry` finds, in one call. `nearness`: of the texts that an earlier refusal named as unweighed."""
    inquiry = Inquiry(question_text, as_of, hits, summary, documents)
    return inquiry.by_words() if nearness is None else inquiry.with_nearness(nearness)


def read_matcher(question_text: str, as_of: date, hits: Sequence[SearchHit], documents: Sequence[Document]) -> Matcher:
    """A question, read, beside the passages found for it, laid out."""
    question_text, views = one_print(question_text, lay_out(hits, documents))
    return Matcher(_without_typing_errors(read_question(question_text), views), views, as_of)


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
