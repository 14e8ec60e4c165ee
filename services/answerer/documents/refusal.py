"""Why the documents do not answer, as exactly as can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from services.answerer.documents.clauses import MONEY_NOTIONS
from services.answerer.documents.lookup import describe
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentReading, DocumentRefusal
from services.answerer.documents.question import Term, Wanted
from services.answerer.documents.scope import (
    is_forecast,
    is_of_the_user_alone,
    is_out_of_scope,
    is_out_of_scope_unless_said,
)
from services.answerer.documents.terms import fold, notions, words
from services.answerer.documents.views import CellView, Sheet
from services.answerer.documents.vocabulary import ORGANISATION_WORDS, PRODUCT_WORDS
from services.answerer.model import Document, RefusalReason, SearchSummary

MOST_READINGS = 5
# What a cell of money is without saying so.
_PRICES = frozenset(("rent", "fee", "fees", "charge", "charges", "cost", "price", "premium", "payment", "amount"))
_NAMED = re.compile(r"(?<=[a-z,:] )[A-Z][\w'’-]{2,}|^[A-Z][\w'’-]{2,}(?=[:'’])")
_WHOSE = re.compile(r"\b(?:on|from|at|with|by|under|my|our) (?:(?:the|my|our|an?) )?([a-z]{3,})\b", re.IGNORECASE)
# What a product is called stands before its kind ("gas bill", "life policy").
_KINDS = PRODUCT_WORDS | frozenset(
    (
        "bill",
        "policy",
        "plan",
        "account",
        "card",
        "loan",
        "mortgage",
        "insurance",
        "lease",
        "fund",
        "cover",
        "statement",
    )
)

# Kinds of which there is a paper each.
_PAPERS = frozenset(("bill", "policy", "insurance", "contract", "mortgage", "loan", "lease", "statement", "pension"))
_CAPITALISED = re.compile(r"\b[A-Z][\w'’&]{2,}")
_SMALL_WORD = re.compile(r"\b[a-z][\w'’&]{2,}")


def refuse(matcher: Matcher, summary: SearchSummary, documents: Sequence[Document]) -> DocumentRefusal:
    """The reason that fits best: not a question for papers, another period, several answers, a row that is not there,
    or nothing at all about it."""
    asked = matcher.asked
    is_outside = is_out_of_scope(asked.text) or is_out_of_scope_unless_said(asked.text)
    if is_outside or is_forecast(asked.text, matcher.as_of):
        return DocumentRefusal(RefusalReason.OUT_OF_SCOPE)
    names = tuple(document.title or document.display_name for document in documents)[:5]
    if not matcher.views.sheets:
        return DocumentRefusal(RefusalReason.NO_DATA, mention=_mention(asked.terms), nearest_names=names)
    unknown = tuple(term for term in asked.terms if not _is_said_anywhere(matcher, term))
    stranger = tuple(term for term in unknown if is_a_name(asked.text, term))
    called = _called_by_name(matcher)
    if not called and (stranger := stranger or _of_no_paper(matcher)):
        return DocumentRefusal(RefusalReason.NO_DATA, mention=_mention(stranger), nearest_names=names)
    named = called or [sheet for sheet in matcher.views.sheets if any(_names(term, sheet) for term in asked.terms)]
    if not named and len(unknown) == 1:
        # A fee that a paper of fees has no row for; of more that nobody says, it is another paper's.
        named = [sheet for sheet in matcher.views.sheets if any(term.is_in(sheet.identity) for term in asked.terms)]
    passages = tuple(view.passage for view, _ in _nearest(matcher)[:1])
    if not is_of_the_user_alone(asked.text):
        elsewhere = _in_another_period(matcher, named, unknown)
        if elsewhere is not None:
            return elsewhere
        readings = _readings(matcher)
        if len(readings) > 1:
            return DocumentRefusal(RefusalReason.AMBIGUOUS, readings=readings[:MOST_READINGS])
    else:
        return DocumentRefusal(
            RefusalReason.NOT_IN_DATA,
            missing=_mention(asked.terms),
            held_instead=_titles(named),
            passages=passages,
        )
    if named or (asked.terms and not unknown) or _is_mostly_said(matcher, unknown):
        return DocumentRefusal(
            RefusalReason.NOT_IN_DATA,
            missing=_mention(unknown or asked.terms),
            held_instead=_titles(named),
            passages=passages,
        )
    if unknown:
        return DocumentRefusal(RefusalReason.NO_DATA, mention=_mention(unknown), nearest_names=names)
    return DocumentRefusal(
        RefusalReason.BELOW_FLOOR,
        best_score=round(max((score for _, score in _nearest(matcher)), default=0.0), 4),
        floor=summary.floor,
        space_id=summary.space_id,
        passages=passages,
    )


def _names(term: Term, sheet: Sheet) -> bool:
    """Whether a term is what the document is called or says of itself; that it is of fees tells no two apart."""
    return term.is_in(sheet.identity) and not term.means & MONEY_NOTIONS


def _called_by_name(matcher: Matcher) -> list[Sheet]:
    """Documents whose own or whose institution's proper name the question says: they are there, and do not say more."""
    small = {word for text in _printed(matcher) for word in _SMALL_WORD.findall(text)}

    def proper_names(sheet: Sheet) -> set[str]:
        said = " ".join((sheet.institution, sheet.title, re.sub(r"[_.-]+", " ", sheet.name)))
        names = {fold(word).removesuffix("'s") for word in _CAPITALISED.findall(said)}
        return {name for name in names if name not in small and name not in _KINDS and name not in ORGANISATION_WORDS}

    said = {term.word for term in matcher.asked.terms}
    return [sheet for sheet in matcher.views.sheets if said & proper_names(sheet)]


def _printed(matcher: Matcher) -> Iterator[str]:
    for sentence in matcher.views.sentences:
        yield sentence.text
    for view in matcher.views.cells:
        yield from (*view.cell.row_path, *view.cell.column_path, view.cell.printed)


def _of_no_paper(matcher: Matcher) -> tuple[Term, ...]:
    """What tells a product from others of its kind ("gas bill", "home insurance"), where no document is of both."""
    said = words(fold(matcher.asked.text))
    by_word = {term.word: term for term in matcher.asked.terms}
    pairs = [(by_word[one], notions(kind)) for one, kind in pairwise(said) if one in by_word and kind in _PAPERS]
    sheets = matcher.views.sheets
    return tuple(
        term
        for term, kind in pairs
        if not any(kind & sheet.identity and term.is_in(sheet.identity) for sheet in sheets)
        and not any(
            term.is_in(view.row | view.column) and kind & (view.row | view.column | view.sheet.identity)
            for view in matcher.views.cells
        )
        and not any(term.is_in(view.held) and kind & view.held for view in matcher.views.sentences)
    )


def _in_another_period(matcher: Matcher, named: Sequence[Sheet], unknown: Sequence[Term]) -> DocumentRefusal | None:
    """The documents hold what is asked for, of other periods only."""
    asked = matcher.asked
    if not (asked.years or asked.months):
        return None
    sheets = named or matcher.views.sheets
    missing = [
        year
        for year in asked.years
        if not any(year in view.years | view.row_years for view in matcher.views.cells if view.sheet in sheets)
        and not any(sheet.covers_year(year, matcher.as_of) for sheet in sheets)
    ]
    in_period = {id(view) for view, _ in matcher.cells()}
    fits = [(view, matcher.fit_cell(view)) for view in matcher.views.cells]
    about = [view for view, fit in fits if not fit.missing and fit.row_strong]
    held = [view for view in about if id(view) in in_period]
    is_known = not unknown or (bool(named) and len(unknown) * 2 < len(asked.terms))
    if not (missing and is_known) and (held or not about):
        return None
    if not missing and any(_is_version_of(sheet, view.sheet, matcher) for view in about for sheet in sheets):
        # The paper of that period is there, beside others of its institution's, and has no such row.
        return None
    period = [str(year) for year in missing or asked.years] + [f"{month:02d}" for month in asked.months]
    years = sorted({year for sheet in named or matcher.views.sheets for year in sheet.years})
    return DocumentRefusal(
        RefusalReason.OUT_OF_COVERAGE,
        missing="-".join(period),
        held_instead=", ".join(map(str, years)),
        passages=tuple(view.passage for view in about[:1]),
    )


def _is_version_of(sheet: Sheet, other: Sheet, matcher: Matcher) -> bool:
    """Whether a document is the asked period's print of what another one is of another period."""
    asked = matcher.asked
    is_of_period = set(asked.years) <= sheet.years and set(asked.months) <= sheet.months
    return is_of_period and sheet is not other and bool(sheet.institution) and sheet.institution == other.institution


def _numbers_of_names(matcher: Matcher) -> list[str]:
    """Bare numbers that end a name ("Level 6", "payment 60"): another number is another thing."""
    asked = matcher.asked
    names = {term.word for term in (*asked.terms, *asked.optional)}
    return [
        number.printed
        for number in asked.numbers
        if not number.currency
        and number.printed.isdecimal()
        and (before := words(fold(asked.text[: number.start])))
        and before[-1] in names
        and asked.text[: number.start].rstrip().lower().endswith(before[-1])
    ]


def _says_numbers(view: CellView, numbers: Sequence[str]) -> bool:
    labels = " ".join((*view.cell.row_path, *view.cell.column_path))
    return all(re.search(rf"\b{number}\b", labels) for number in numbers)


def _is_of_product(view: CellView, products: Sequence[str]) -> bool:
    held = view.row | view.column | view.around | view.sheet.identity
    return all(notions(product) & held for product in products)


def _readings(matcher: Matcher) -> tuple[DocumentReading, ...]:
    """The cells that say all that the question names, by what they print: of several, nothing says which is meant."""
    if matcher.asked.wanted in (Wanted.YES_NO, Wanted.TEXT):
        return ()
    numbers = _numbers_of_names(matcher)
    about = [
        (view, fit)
        for view, fit in matcher.cells()
        if fit.row_strong + (not fit.missing)
        and _is_of_product(view, matcher.asked.products)
        and _says_numbers(view, numbers)
        and all(term.word in _PRICES for term in fit.missing)
        and fit.strong
        and view.cell.printed.strip()
        and matcher.is_wanted(view)
    ]
    if not about:
        return ()
    most = max(_said(fit) for _, fit in about)
    best = {view.cell.printed.strip(): view for view, fit in reversed(about) if _said(fit) == most}
    return tuple(DocumentReading(describe(view), printed, view.passage) for printed, view in reversed(best.items()))


def _said(fit: Fit) -> tuple[int, int]:
    return len(fit.strong), fit.near


def is_a_name(question: str, term: Term) -> bool:
    """Whether a word is the name of something: written as one, said of whose it is, or before the kind of a product."""
    if term.parts:
        return False
    if any(fold(name).removesuffix("'s") == term.word for name in _NAMED.findall(question)):
        return True
    said = words(fold(question))
    if term.word in (word.lower() for word in _WHOSE.findall(question)):
        return True
    return any(word == term.word and after in _KINDS for word, after in pairwise(said))


def _is_mostly_said(matcher: Matcher, unknown: Sequence[Term]) -> bool:
    """Whether one table or sentence says most of what the question names."""
    asked = len(matcher.asked.terms)
    return bool(asked) and len(unknown) * 2 <= asked and any(fit.row_strong for _, fit in matcher.cells())


def _titles(sheets: Sequence[Sheet]) -> str:
    return "; ".join(dict.fromkeys(sheet.title or sheet.name for sheet in sheets))


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
