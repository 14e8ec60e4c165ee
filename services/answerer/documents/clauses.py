"""Which clause of the documents a question is about: by the words that both say, and by how near they are in meaning.

A clause is a sentence, or a note with the cells that it hangs on. Words weigh by how few clauses hold them. Nearness is
the cosine of the question and the clause in the embedder's space; it orders what words alone leave open, and never
answers by itself.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from rapidfuzz import fuzz

from services.answerer.documents.assurance import MOST_LEAD, Signs
from services.answerer.documents.matching import SAID_OTHERWISE, Matcher
from services.answerer.documents.question import Term
from services.answerer.documents.terms import fold, notions, stem, text_notions
from services.answerer.documents.views import CellView, SentenceView, Sheet
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS
from services.answerer.model import Vectors

Nearness = Mapping[str, float]
"""Cosine of the question and a clause, −1 to 1, by the clause's text as it was embedded (`Clause.full_text`)."""

MOST_WEIGHED = 40
"""Clauses that are embedded for a question: short ones, about a third of a second on two cores."""
MOST_UNWANTED = 8
"""How many of them do not answer, and are there to be nearer than one that does."""
MONEY_NOTIONS = frozenset(("=fee",))
_SURROUNDINGS = 0.6
_SYNONYM = 0.8
# What a common word of talk weighs beside one that names something.
_OF_LIGHT = 0.25
_SAME_WORDING = 85.0
# The mark of a note before its text.
_MARK = re.compile(r"^(?:[A-Z0-9*†‡§]{1,2}[.):]?) (?=[A-Z])")
# Parts of a sentence that could stand alone.
_PARTS = re.compile(r";\s+")
# A pronoun among the first words, before anything that it could stand for.
_REFERS = re.compile(
    r"(?:(?:you|we|i|the [a-z]+) (?:may|can|must|will|should) [a-z]+ )?"
    r"(?:it|they|(?:this|these|such|that) (?:is|are|was|were|does|do|may|can|will|must|means|applies|apply|ends?))\b",
    re.IGNORECASE,
)

# Orders to whoever reads by machine; they rule nothing.
_ORDER = re.compile(
    r"(?:^|[:;,.(-]\s*|\bto )(?:please )?(?:ignore|disregard|forget) (?:all |any |the |these |your )*"
    r"(?:prior|previous|earlier|above|preceding|other)\b|"
    r"^\W*(?:assistant|system|ai|note to (?:\w+ )?(?:readers?|assistants?|models?|machines?|systems?))\s*:|"
    r"\b(?:automated|machine) (?:readers?|assistants?)\b|\b(?:language model|ai assistant|chatbot)s?\b|"
    r"\bwhatever is asked\b|\[citation id",
    re.IGNORECASE,
)


def nearness_of(texts: Sequence[str], vectors: Vectors) -> Nearness:
    """Nearness of each text to the question, whose vector comes first; all have length 1."""
    rows = np.frombuffer(vectors.data, dtype="<f4").reshape(vectors.count, vectors.width)
    return dict(zip(texts, (rows[1:] @ rows[0]).tolist(), strict=True))


def is_order(text: str) -> bool:
    """Whether a text gives orders to whoever reads it by machine, and rules nothing."""
    return _ORDER.search(text) is not None


@dataclass(frozen=True)
class Clause:
    """A sentence, or a note with the cells that it hangs on."""

    view: SentenceView
    cells: tuple[CellView, ...] = ()
    before: SentenceView | None = None
    """The sentence before it, where a pronoun points back ("You may pay it in full by …")."""
    is_part: bool = False
    """Whether it is only what stands between two semicolons; such parts are for numbers, not for quotations."""

    @cached_property
    def labels(self) -> frozenset[str]:
        """Notions of the row and column labels of the cells that it hangs on."""
        return frozenset().union(*(one.row | one.column for one in self.cells)) if self.cells else frozenset()

    @cached_property
    def around(self) -> frozenset[str]:
        """Notions of its headings, of what its document says of itself, and of what its pronoun stands for."""
        referred = self.before.held if self.before is not None else frozenset()
        return self.view.around | self.view.sheet.identity | referred

    @cached_property
    def full_text(self) -> str:
        """The clause with what it cannot be understood without."""
        if not self.cells:
            return f"{self.before.text} {self.view.text}" if self.before is not None else self.view.text
        labels = " – ".join(self.cells[0].cell.row_path[-1:] + self.cells[0].cell.column_path[-1:])
        return f"{labels}: {self.view.text}"

    def has_wording_of(self, other: Clause) -> bool:
        """Whether it is the same clause in another version or product: the words agree, numbers may not."""
        return fuzz.ratio(self.view.text, other.view.text) >= _SAME_WORDING


@dataclass(frozen=True)
class Weighed:
    """A clause with what speaks for it.

    `own`: the weighted share (0 to 1) of the question's terms that the clause says itself, or the labels of the cells
    that it hangs on. `said`: with what its headings and its document say, at a discount. `unsaid`: terms that nothing
    of these says. `nearness`: None where it was not asked for.
    """

    clause: Clause
    own: float
    said: float
    unsaid: tuple[Term, ...]
    nearness: float | None = None

    @property
    def score(self) -> float:
        """How much speaks for it in all; 0 to 1.75."""
        return max(0.0, self.nearness or 0.0) + 0.5 * self.own + 0.25 * self.said


class Clauses:
    """All clauses of the documents that govern, weighed against one question."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._vocabularies: dict[str, frozenset[str]] = {}
        self._nearest = 0.0
        self.all = _clauses(matcher)

    def weigh(self, nearness: Nearness | None) -> list[Weighed]:
        """Every clause with its shares, the best first."""
        terms = self._matcher.asked.terms
        weights = [self._shares[term] for term in terms]
        found = [_weighed(clause, terms, weights, nearness) for clause in self.all]
        self._nearest = max((one.nearness for one in found if one.nearness is not None), default=0.0)
        return sorted(found, key=lambda one: -one.score)

    def to_embed(self, is_wanted: Callable[[Weighed], bool]) -> tuple[str, ...]:
        """The clauses whose nearness is worth knowing: of the kind that is wanted, those that share words with the
        question, and those of the passages that the search put first; of others, those that share most words."""
        weighed = self.weigh(None)
        wanted = [one for one in weighed if is_wanted(one)]
        if not wanted:
            return ()
        by_words = [one.clause.full_text for one in wanted if one.said]
        texts = {one.clause.full_text for one in wanted}
        by_rank = [clause.full_text for clause in self.all if clause.full_text in texts]
        # The one list finds what is said in the same words, the other what is not.
        mixed = [text for pair in zip(by_words, by_rank, strict=False) for text in pair]
        unwanted = [one.clause.full_text for one in weighed if one.own and one.clause.full_text not in texts]
        chosen = list(dict.fromkeys([*mixed, *by_rank]))[: MOST_WEIGHED - MOST_UNWANTED]
        return tuple(dict.fromkeys([*chosen, *unwanted[:MOST_UNWANTED]]))

    def is_unknown(self, term: Term) -> bool:
        """Whether no passage that was found says it, in no way."""
        return not any(term.is_in(one.view.held | one.around | one.labels) for one in self.all) and not any(
            term.is_in(cell.row | cell.column | cell.around | cell.notes) for cell in self._matcher.views.cells
        )

    def belongs_elsewhere(self, weighed: Weighed) -> bool:
        """Whether the question names another document than the clause's: one is called so, and the clause's never says
        the word."""
        own = weighed.clause.view.sheet
        others = [sheet for sheet in self._matcher.sheets() if sheet is not own]
        return any(
            term.is_in(sheet.identity) and not term.is_in(self._vocabulary(own))
            for term in weighed.unsaid
            for sheet in others
        )

    def is_beside_the_point(self, weighed: Weighed) -> bool:
        """Whether the question names a thing, or a kind of product, that a table has a row for and the clause does not.

        "The parking rent" is not "the rent" where a table has parking; what no row is called is a paraphrase.
        """
        rows = [cell.row for cell in self._matcher.views.cells]
        unsaid = [term for term in weighed.unsaid if not term.means & MONEY_NOTIONS]
        if any(term.is_in(row) for term in unsaid for row in rows):
            return True
        own = self._vocabulary(weighed.clause.view.sheet)
        return not all(notions(word) & own for word in self._matcher.asked.products)

    def signs(self, best: Weighed, others: Sequence[Weighed]) -> Signs:
        """What speaks for and against a clause; `others` answer otherwise. Nearness is known for all."""
        shares = self._shares
        unsaid = {term: self.is_unknown(term) for term in best.unsaid}
        nearness = best.nearness or 0.0
        next_score = max((one.score for one in others), default=-1.0)
        next_nearness = max((one.nearness or 0.0 for one in others), default=-1.0)
        naming = {
            sheet.document_id: sum(share for term, share in shares.items() if term.is_in(sheet.naming))
            for sheet in self._matcher.sheets()
        }
        cells = (sum(share for term, share in shares.items() if term.is_in(labels)) for labels in self._cell_labels)
        return Signs(
            nearness=nearness,
            said=best.said,
            lead=min(MOST_LEAD, best.score - next_score),
            nearness_lead=min(MOST_LEAD, nearness - next_nearness),
            unknown=sum(shares[term] for term, is_unknown in unsaid.items() if is_unknown),
            elsewhere=sum(shares[term] for term, is_unknown in unsaid.items() if not is_unknown),
            misnamed=max(naming.values(), default=0.0) - naming.get(best.clause.view.sheet.document_id, 0.0),
            in_a_cell=max(cells, default=0.0),
            nearer=max(0.0, self._nearest - nearness),
        )

    @cached_property
    def _shares(self) -> dict[Term, float]:
        """The weight of each term of the question, as a share of all."""
        weights = {term: self._weight(term) for term in self._matcher.asked.terms}
        total = sum(weights.values()) or 1.0
        return {term: weight / total for term, weight in weights.items()}

    @cached_property
    def _cell_labels(self) -> frozenset[frozenset[str]]:
        """Notions of the labels of each cell."""
        return frozenset(cell.row | cell.column for cell in self._matcher.views.cells)

    def _vocabulary(self, sheet: Sheet) -> frozenset[str]:
        """Notions of all that was found of a document."""
        if sheet.document_id not in self._vocabularies:
            of_clauses = (one.view.held | one.around | one.labels for one in self.all if one.view.sheet is sheet)
            of_cells = (one.row | one.column | one.around for one in self._matcher.views.cells if one.sheet is sheet)
            self._vocabularies[sheet.document_id] = frozenset().union(*of_clauses, *of_cells)
        return self._vocabularies[sheet.document_id]

    def _weight(self, term: Term) -> float:
        """The fewer clauses hold a term, the more it tells (BM25's inverse document frequency); talk tells little."""
        held = sum(1 for one in self.all if term.is_in(one.view.held | one.labels))
        share = _OF_LIGHT if term.word in LIGHT_WORDS or term.word in GENERIC_WORDS else 1.0
        return share * math.log(1 + (len(self.all) - held + 0.5) / (held + 0.5))


def _weighed(clause: Clause, terms: tuple[Term, ...], weights: list[float], nearness: Nearness | None) -> Weighed:
    total = sum(weights) or 1.0
    own = around = 0.0
    unsaid = []
    itself = clause.view.held | clause.labels
    for term, weight in zip(terms, weights, strict=True):
        otherwise = SAID_OTHERWISE.get(term.word)
        if term.is_in(itself) or (otherwise is not None and otherwise.search(clause.view.text)):
            own += weight * (1.0 if stem(fold(term.word)) in itself else _SYNONYM)
        elif term.is_in(itself | clause.around):
            around += weight
        else:
            unsaid.append(term)
    near = nearness.get(clause.full_text) if nearness is not None else None
    return Weighed(clause, own / total, (own + _SURROUNDINGS * around) / total, tuple(unsaid), near)


def _clauses(matcher: Matcher) -> tuple[Clause, ...]:
    """Sentences and notes in the order of the search, each text of a document once."""
    sheets = set(map(id, matcher.sheets()))
    hung: dict[str, list[tuple[str, CellView]]] = {}
    for cell in matcher.views.cells:
        if id(cell.sheet) in sheets:
            hung.setdefault(cell.sheet.document_id, []).extend((note, cell) for note in cell.cell.footnotes)
    found: dict[tuple[str, str], Clause] = {}
    before: SentenceView | None = None
    for view, _ in matcher.sentences():
        key = (view.sheet.document_id, view.text)
        if key not in found and not is_order(view.text):
            notes = hung.get(view.sheet.document_id, [])
            refers = before is not None and before.passage is view.passage and _REFERS.match(view.text) is not None
            body = _MARK.sub("", view.text.rstrip("."))
            hangs_on = tuple(cell for note, cell in notes if body in note)
            found[key] = Clause(view, hangs_on, before if refers else None)
            parts = _PARTS.split(view.text)
            for part in parts if len(parts) > 1 else ():
                own = replace(view, text=part, held=text_notions(part))
                found.setdefault((view.sheet.document_id, part), Clause(own, hangs_on, None, True))
        before = view
    return tuple(found.values())
