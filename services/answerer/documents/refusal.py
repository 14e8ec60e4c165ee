"""Why the documents do not answer, as exactly as can be said."""

from __future__ import annotations

from collections.abc import Sequence

from services.answerer.documents.matching import Matcher
from services.answerer.documents.model import DocumentRefusal
from services.answerer.documents.question import Term
from services.answerer.documents.views import CellView
from services.answerer.model import Document, RefusalReason, SearchSummary


def refuse(matcher: Matcher, summary: SearchSummary, documents: Sequence[Document]) -> DocumentRefusal:
    """The reason that fits best: another period, a row that is not there, or nothing at all about it."""
    names = tuple(document.title or document.display_name for document in documents)[:5]
    if not matcher.views.sheets:
        return DocumentRefusal(RefusalReason.NO_DATA, mention=_mention(matcher.asked.terms), nearest_names=names)
    named = [sheet for sheet in matcher.views.sheets if any(term.is_in(sheet.identity) for term in matcher.asked.terms)]
    unknown = tuple(term for term in matcher.asked.terms if not _is_said_anywhere(matcher, term))
    passages = tuple(view.passage for view, _ in _nearest(matcher)[:1])
    missing_years = [
        year
        for year in matcher.asked.years
        if not any(year in view.years for view in matcher.views.cells if not named or view.sheet in named)
        and not any(sheet.covers_year(year, matcher.as_of) for sheet in named or matcher.views.sheets)
    ]
    if missing_years and not unknown:
        years = sorted({year for sheet in named or matcher.views.sheets for year in sheet.years})
        return DocumentRefusal(
            RefusalReason.OUT_OF_COVERAGE,
            missing=", ".join(map(str, missing_years)),
            held_instead=", ".join(map(str, years)),
            passages=passages,
        )
    best = max((hit_score for _, hit_score in _nearest(matcher)), default=0.0)
    if named:
        held = "; ".join(dict.fromkeys(sheet.title or sheet.name for sheet in named))
        return DocumentRefusal(
            RefusalReason.NOT_IN_DATA,
            missing=_mention(unknown or matcher.asked.terms),
            held_instead=held,
            passages=passages,
        )
    if unknown and len(unknown) * 2 >= len(matcher.asked.terms):
        return DocumentRefusal(RefusalReason.NO_DATA, mention=_mention(unknown), nearest_names=names)
    return DocumentRefusal(
        RefusalReason.BELOW_FLOOR,
        best_score=round(best, 4),
        floor=summary.floor,
        space_id=summary.space_id,
        passages=passages,
    )


def _mention(terms: Sequence[Term]) -> str:
    return " ".join(term.shown for term in terms)


def _is_said_anywhere(matcher: Matcher, term: Term) -> bool:
    views = matcher.views
    return (
        any(term.is_in(sheet.identity) for sheet in views.sheets)
        or any(term.is_in(view.row | view.column | view.around | view.notes) for view in views.cells)
        or any(term.is_in(view.held | view.around) for view in views.sentences)
    )


def _nearest(matcher: Matcher) -> list[tuple[CellView, float]]:
    cells = [(view, fit.score) for view, fit in matcher.cells() if fit.row_strong]
    return sorted(cells, key=lambda one: -one[1])
