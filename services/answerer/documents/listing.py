"""The names that a question asks for all together: the rows of a section, the rows that are negative, the items of a
sentence that lists them."""

from __future__ import annotations

import re
from dataclasses import replace

from services.answerer.documents.lookup import found_in_cell
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, ValueKind
from services.answerer.documents.question import Term
from services.answerer.documents.scope import is_out_of_scope
from services.answerer.documents.terms import text_notions
from services.answerer.documents.views import CellView

_ASKS = re.compile(
    r"^\W*(?:and |so )?(?:(?:please )?(?:name|list|show|give me)\b|what are (?:the|my|all)\b|"
    r"which (?:of )?(?:the |my |our |their )?[\w ]*?[a-z]{3,}s\b)",
    re.IGNORECASE,
)
_AT_A_LOSS = re.compile(r"\b(?:at a loss|loss-making|lost money|in the red|negative|under ?water)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|no|never|without|excluding)\b|n't\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:total|sum|net|subtotal)\b", re.IGNORECASE)
_SHAPING = frozenset(
    ("name", "names", "list", "which", "loss", "lost", "ran", "run", "running", "made", "red", "negative", "positions")
)
FEWEST = 2


def list_names(matcher: Matcher, calibration: DocumentCalibration) -> DocumentAnswer | None:
    """The labels of the rows that the question means; None where no one section or column is meant."""
    asked = matcher.asked
    if not _ASKS.match(asked.text) or is_out_of_scope(asked.text) or asked.numbers:
        return None
    terms = [term for term in asked.terms if term.word not in _SHAPING]
    rows = _losses(matcher, terms) if _AT_A_LOSS.search(asked.text) else _section(matcher, terms)
    labels = tuple(dict.fromkeys(view.cell.row_path[-1] for view in rows if view.cell.row_path))
    if len(labels) < FEWEST or len({view.table_key for view in rows}) != 1:
        return None
    found = found_in_cell(rows[0], Fit((), (), (), (), 0), calibration)
    passages = tuple(dict.fromkeys(view.passage for view in rows))
    return replace(
        found,
        kind=ValueKind.LIST,
        value=labels,
        quotation=labels[0],
        score=1.0,
        passages=passages,
        cells=tuple(view.cell for view in rows),
        notes=(),
    )


def _section(matcher: Matcher, terms: list[Term]) -> list[CellView]:
    """Rows under the one heading inside a table that says all that is asked, with the document's own words."""
    found: dict[tuple[object, ...], list[CellView]] = {}
    for view, _ in matcher.cells():
        heads = view.cell.row_path[:-1]
        if _NEGATED.search(" ".join(heads)) and not matcher.asked.negated:
            continue
        said = frozenset().union(*(text_notions(head) for head in heads)) if heads else frozenset()
        by_head = [term for term in terms if term.is_in(said)]
        rest = view.sheet.identity | view.around
        if by_head and all(term in by_head or term.is_in(rest) for term in terms):
            found.setdefault((view.table_key, heads), []).append(view)
    return next(iter(found.values())) if len(found) == 1 else []


def _losses(matcher: Matcher, terms: list[Term]) -> list[CellView]:
    """Rows with a negative number in the one column that the question can mean."""
    found: dict[tuple[object, ...], list[CellView]] = {}
    for view, _ in matcher.cells():
        if not view.cell.number or _TOTAL.search(" ".join(view.cell.row_path)):
            continue
        held = view.column | view.around | view.sheet.identity | text_notions(view.cell.table_caption)
        if all(term.is_in(held) for term in terms):
            found.setdefault((view.table_key, view.cell.column_path), []).append(view)
    columns = [views for views in found.values() if any(view.cell.number.startswith("-") for view in views)]
    below = [[view for view in views if view.cell.number.startswith("-")] for views in columns]
    # "Gain" in money and in percent name the same rows; columns of different years do not.
    named = {frozenset(view.cell.row_path for view in views) for views in below}
    return below[0] if len(named) == 1 else []
