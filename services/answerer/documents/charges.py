"""What a paper charges in percent: of an amount that the question states, or of what another cell of the paper prints.

A cell ("3% or $5, whichever is greater") or a sentence ("a late fee of 5% of the monthly payment") states a rate, what
it is taken of, and the least and the most that is charged. Of all that state one the likeliest is taken, by words and,
where it is known, by nearness; every amount that it prints has to have a part in the sum.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from services.answerer.documents.amounts import is_by_steps
from services.answerer.documents.bands import holds_amount
from services.answerer.documents.clauses import Nearness
from services.answerer.documents.doubts import is_older
from services.answerer.documents.figures import FigureList, exact
from services.answerer.documents.lines import PLAIN, best_lines, read_operand
from services.answerer.documents.lookup import describe, found_in_cell, number_answer
from services.answerer.documents.matching import Fit, Matcher
from services.answerer.documents.model import DocumentAnswer, DocumentCalibration, Lead
from services.answerer.documents.objections import bounds_in_prose, has_deductible, is_beyond_a_limit, part_of_other
from services.answerer.documents.question import Term, Wanted
from services.answerer.documents.quotation import found_in_sentence
from services.answerer.documents.refusal import is_a_name
from services.answerer.documents.rephrased import CALCULATES
from services.answerer.documents.scope import is_of_the_user_alone
from services.answerer.documents.terms import all_notions, content_words, fold, notions, stem, text_notions, words
from services.answerer.documents.views import CellView, SentenceView, Sheet
from services.answerer.documents.vocabulary import GENERIC_WORDS, LIGHT_WORDS, NUMBER_WORDS
from services.answerer.documents.weighing import labels_of
from services.answerer.model import Figure, FigureOp, FigureUnit, Passage, Scale
from services.common.printed import PrintedNumber, find_numbers
from services.common.printed import Scale as PrintedScale

BY_WORDS_SAID, BY_NEARNESS_SAID = 0.80, 0.40
APART, APART_NEAR = 0.15, 0.10
NEAR = 0.30
MOST_UNKNOWN, MOST_UNKNOWN_NEAR = 0.34, 0.67
BASE_NAMED = 0.72
_OWN = 0.35
_LITTLE = 0.25

_LEAST_BEFORE = re.compile(
    r"\b(?:at least|minimum(?: (?:charge|fee|amount))?(?: of| is)?:?|min\.?|(?:no|not|never) less than|lowest)\s*$",
    re.IGNORECASE,
)
_MOST_BEFORE = re.compile(
    r"\b(?:at most|maximum(?: (?:charge|fee|amount))?(?: of| is)?:?|max\.?|(?:no|not|never) more than|capped at|cap of|"
    r"up to|but not over)\s*$",
    re.IGNORECASE,
)
_LEAST_AFTER = re.compile(
    r"^\s*(?:minimum|min\b|at (?:the )?least|,? ?(?:if|where|when) (?:that|this|it) is (?:more|greater|higher))",
    re.IGNORECASE,
)
_MOST_AFTER = re.compile(
    r"^\s*(?:maximum|max\b|at (?:the )?most|,? ?(?:if|where|when) (?:that|this|it) is (?:less|lower|smaller))",
    re.IGNORECASE,
)
_GREATER = re.compile(
    r"\bwhichever is (?:the )?(?:greater|more|higher|larger)|\b(?:the )?(?:greater|higher) of\b", re.IGNORECASE
)
_LESSER = re.compile(
    r"\bwhichever is (?:the )?(?:less|lower|lesser|smaller)|\b(?:the )?(?:lesser|lower) of\b", re.IGNORECASE
)
_PLUS_BEFORE = re.compile(r"(?:\bplus|\+)\s*$", re.IGNORECASE)
_BASE = re.compile(
    r"^\s*of (?:the |each |every |any |your |an? |that |all |its |our )?(?P<base>[a-z][a-z '&/-]*?)"
    r"(?=\s*(?:[,.;:()]|$|\bor\b|\bwith\b|\bif\b|\bwhichever\b|\bwithout\b|\bwhen\b|\bsubject\b|\bplus\b|\bat\b|\bin\b|"
    r"\beach (?:calendar )?year|\bof [$€£\d]|\bis\b|\bfor each\b|\bevery\b))",
    re.IGNORECASE,
)
# A rate of so much a year is no charge that is made once.
_YEARLY_RATE = re.compile(
    r"\b(?:apr|apy|aer|interest|rates?|yield|returns?|per (?:year|annum)|a year|annual(?:ly)?|yearly|p\.a\.|"
    r"ongoing|expense ratio)\b",
    re.IGNORECASE,
)
_ASKS_YEAR = re.compile(
    r"\b(?:a year|yearly|annual(?:ly)?|per (?:year|annum)|(?:for|in|over) (?:a|one|the) year)\b", re.IGNORECASE
)
_DISCOUNT = re.compile(r"\b(?:discount|off|reduced|reduction|rebate|cash ?back|refund|bonus|lower)\b", re.IGNORECASE)
_AFTERWARDS = re.compile(r"\b(?:afterwards|thereafter|after that|from then)\b", re.IGNORECASE)
_ASKS_MONEY = re.compile(
    r"\b(?:in (?:dollars|euros?|pounds|money)|how much|how many (?:dollars|euros|pounds)|the most|most|biggest|"
    r"largest|maximum|cost|charge|fee|come to)\b|[$€£]",
    re.IGNORECASE,
)
_GENERIC_BASE = frozenset(
    (
        *("amount", "value", "transaction", "purchase", "withdrawal", "transfer", "advance", "price", "order", "trade"),
        *("sum", "total", "balance", "debt", "owe", "owed", "paid", "repaid", "early", "payment", "sale", "item"),
        *("transferred", "withdrawn", "converted", "exchanged", "spent", "borrowed", "overdue", "unpaid", "charged"),
        *("market", "portfolio", "instalment", "installment", "late"),
    )
)
_PAYMENT = re.compile(
    r"(?:(?:late|missed|overdue|unpaid|scheduled|regular) )?(?:payment|instal?lment|repayment)s?(?: due)?",
    re.IGNORECASE,
)
_SPAN = re.compile(
    rf"\b(?P<count>\d{{1,3}}|{'|'.join(NUMBER_WORDS)})[ -](?P<unit>day|week|month|year)s?\b", re.IGNORECASE
)
_IN_SPAN = re.compile(r"\b(?P<unit>month|year|week|day) (?P<count>\d{1,3})\b", re.IGNORECASE)
_BEYOND = re.compile(r"\b(?:more than|over|after|beyond|at least|past)\s*$", re.IGNORECASE)
_INSIDE = re.compile(
    r"\b(?:in|within|during|before)?\s*(?:the )?(?:first|under|less than|within|up to)\s*$", re.IGNORECASE
)
_INTEREST_ON = re.compile(r"\binterest\b.*\bon\b.*[$€£\d]", re.IGNORECASE)
_VAGUE = frozenset(("original", "initial", "full", "applicable", "relevant", "outstanding"))
_BARE = re.compile(r"[$€£\d]")
_LIMIT = re.compile(r"\b(?:up to|at most|no more than|maximum of|limited to)\s*$", re.IGNORECASE)
_ASKS_LIMIT = re.compile(
    r"\b(?:most|max(?:imum)?|biggest|largest|highest|up to|limit|how much (?:can|may|could) (?:i|we))\b", re.IGNORECASE
)
_EXTREME = frozenset(("biggest", "largest", "most", "highest", "maximum", "max"))
# What the reader of a page cut off.
_DANGLING = re.compile(r"\b(?:at least|at most|or|plus|minimum of|maximum of|up to|,)\s*$", re.IGNORECASE)
_OWN_SHARE = re.compile(r"\bco-?(?:pay(?:ment)?|insurance)\b|\byour share\b", re.IGNORECASE)
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_PLURAL_DAYS = frozenset(f"{unit}s" for unit in _DAYS)


@dataclass(frozen=True, slots=True)
class Charge:
    """A rate with all that it is charged by. `parts`: amounts beside it, each with what it does to the sum."""

    percent: PrintedNumber
    base: str
    parts: tuple[tuple[PrintedNumber, FigureOp, CellView | None], ...]
    stated_base: PrintedNumber | None
    text: str
    passage: Passage
    sheet: Sheet
    own: frozenset[str]
    around: frozenset[str]
    source: CellView | SentenceView
    label: str = ""

    @property
    def says(self) -> tuple[object, ...]:
        """What it comes to, whatever it is called."""
        return self.percent.value, tuple((number.value, op) for number, op, _ in self.parts), self.base.casefold()

    @property
    def to_embed(self) -> str:
        """The text whose nearness to the question speaks for it."""
        return labels_of(self.source) if isinstance(self.source, CellView) else f"{self.label} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class _Weighed:
    charge: Charge
    said: float
    own: float
    named: int
    unknown: tuple[Term, ...]
    asked: int
    nearness: float

    @property
    def score(self) -> float:
        return self.said + _OWN * self.own + self.nearness


def charges_to_weigh(matcher: Matcher) -> tuple[str, ...]:
    """Texts whose nearness would help to find the charge that the question is about; empty where it asks for none."""
    if not _is_asked(matcher):
        return ()
    return tuple(dict.fromkeys(charge.to_embed for charge in _charges(matcher)))[:32]


def charge_in_percent(
    matcher: Matcher, calibration: DocumentCalibration, nearness: Nearness | None = None
) -> DocumentAnswer | None:
    """What comes to be paid; None where no charge is surely meant, or an amount that it needs is not known."""
    if not _is_asked(matcher):
        return None
    chosen = _chosen(matcher, nearness)
    if chosen is None:
        return None
    charge, score = chosen
    made = FigureList()
    amount = _amount(matcher)
    bounds = _bounds(matcher, charge)
    if bounds is None:
        return None
    charge = replace(charge, parts=(*charge.parts, *bounds))
    base = made.constant(amount.value, "amount asked about") if amount is not None else _base(matcher, charge, made)
    if base is None:
        return None
    currency = amount.currency if amount is not None else base.currency_code
    view = charge.source if isinstance(charge.source, CellView) else None
    label = describe(view) if view is not None else charge.text
    rate = made.printed(charge.percent, charge.passage, label, view.cell if view else None)
    value = _value(made, base, rate, charge, currency, label)
    if value is None:
        return None
    if view is not None:
        found = found_in_cell(view, matcher.fit_cell(view), calibration)
    else:
        assert isinstance(charge.source, SentenceView)
        found = found_in_sentence(charge.source, Fit((), (), (), (), 0), calibration)
    found = replace(found, score=max(min(1.0, score), found.threshold), notes=())
    return number_answer(made, value, found)


def _bounds(matcher: Matcher, charge: Charge) -> tuple[tuple[PrintedNumber, FigureOp, CellView | None], ...] | None:
    """What other sentences of the paper set as its least and its most; None where they leave the charge unsure."""
    view = charge.source if isinstance(charge.source, CellView) else None
    if view is None:
        return ()
    amount = _amount(matcher)
    if part_of_other(matcher, view) is not False or (amount and is_beyond_a_limit(matcher, view, amount.value)):
        return None
    if _OWN_SHARE.search(" ".join((*view.cell.row_path, charge.text))) and has_deductible(matcher, view.sheet):
        return None
    bounds = bounds_in_prose(matcher, view)
    if bounds is None:
        return None
    return tuple((number, op, replace(view, passage=one.passage)) for number, one, op in bounds)


def bases_to_look_for(matcher: Matcher, nearness: Nearness | None = None) -> list[Lead]:
    """What the charge that is meant is taken of, where no cell that was found is called so."""
    chosen = _chosen(matcher, nearness) if _is_asked(matcher) and _amount(matcher) is None else None
    if chosen is None or chosen[0].stated_base is not None:
        return []
    name, sheet = _name_of_base(chosen[0]), chosen[0].sheet
    return [Lead(name, sheet.document_id)] if cell_called(matcher, name, sheet) is None else []


def _is_asked(matcher: Matcher) -> bool:
    asked = matcher.asked
    of_interest = asked.wanted is Wanted.RATE and _INTEREST_ON.search(asked.text) is not None
    if not of_interest and asked.wanted not in (Wanted.VALUE, Wanted.MONEY, Wanted.ANY):
        return False
    numbers = _numbers(matcher)
    if is_of_the_user_alone(asked.text) or len(numbers) > 1 or (numbers and not numbers[0].currency):
        return False
    if numbers:
        return True
    return not asked.years and _ASKS_MONEY.search(asked.text) is not None and CALCULATES.search(asked.text) is None


def _numbers(matcher: Matcher) -> list[PrintedNumber]:
    """The numbers of the question that count no time."""
    text = matcher.asked.text
    times = [match.span() for match in (*_SPAN.finditer(text), *_IN_SPAN.finditer(text))]
    return [one for one in matcher.asked.numbers if not any(low < one.end <= high for low, high in times)]


def _amount(matcher: Matcher) -> PrintedNumber | None:
    return next(iter(_numbers(matcher)), None)


# --- reading ---------------------------------------------------------------------------------------------------------


def _charges(matcher: Matcher) -> list[Charge]:
    return [charge for charge in (*_in_cells(matcher), *_in_sentences(matcher)) if _is_for(matcher, charge)]


def _in_cells(matcher: Matcher) -> Iterator[Charge]:
    for view, _ in matcher.cells():
        charge = read_charge(view.cell.printed, view.passage, view.sheet, view) if "%" in view.cell.printed else None
        if charge is None:
            continue
        row = [
            one for one in matcher.views.siblings(view) if one.cell.row_path == view.cell.row_path and one is not view
        ]
        beside = [(number, op, one) for one in row for number, op in _beside(one)]
        if not charge.parts or not beside:
            yield replace(charge, parts=(*charge.parts, *beside))


def _beside(view: CellView) -> Iterator[tuple[PrintedNumber, FigureOp]]:
    """What another column of the row adds: a least, a most, a fixed part."""
    numbers = find_numbers(view.cell.printed)
    if len(numbers) != 1 or numbers[0].scale is PrintedScale.PERCENT:
        return
    said = " ".join((*view.cell.column_path, view.cell.printed))
    number = numbers[0]
    if not number.currency and re.fullmatch(r"[A-Z]{3}", view.cell.unit):
        number = replace(number, currency=view.cell.unit)
    if re.search(r"\b(?:min(?:imum)?|at least|lowest)\b", said, re.IGNORECASE):
        yield number, FigureOp.MAX
    elif re.search(r"\b(?:max(?:imum)?|at most|cap(?:ped)?|highest)\b", said, re.IGNORECASE):
        yield number, FigureOp.MIN
    elif re.search(r"\b(?:fixed|flat|per (?:item|transaction|trade|order))\b", said, re.IGNORECASE):
        yield number, FigureOp.ADD


def _in_sentences(matcher: Matcher) -> Iterator[Charge]:
    sheets = set(map(id, matcher.sheets()))
    before: SentenceView | None = None
    for view in matcher.views.sentences:
        charge = None
        if id(view.sheet) in sheets and "%" in view.text:
            charge = read_charge(view.text, view.passage, view.sheet, view)
        if charge is not None:
            if _BARE.match(view.text) and before is not None and before.passage is view.passage:
                # A line that is a value has its name in the line before.
                charge = replace(charge, own=charge.own | before.held, label=before.text)
            yield charge
        before = view


def read_charge(text: str, passage: Passage, sheet: Sheet, source: CellView | SentenceView) -> Charge | None:
    """The charge that a text states; None where it states no rate, or two, or an amount that has no part in it."""
    numbers = find_numbers(text)
    percents = [one for one in numbers if one.scale is PrintedScale.PERCENT]
    if len(percents) != 1:
        return None
    percent = percents[0]
    named = _BASE.match(text[percent.end :])
    stated: PrintedNumber | None = None
    parts: list[tuple[PrintedNumber, FigureOp, CellView | None]] = []
    for number in numbers:
        if not number.currency:
            continue
        op = _part(text, number, percent)
        if op is not None:
            parts.append((number, op, None))
        elif named and number.start > percent.end and re.search(r"\bof\s*$", text[: number.start]):
            stated = number
        else:
            return None
    own = source.row | source.column | source.notes if isinstance(source, CellView) else source.held
    return Charge(
        percent, named["base"].strip() if named else "", tuple(parts), stated, text, passage, sheet, own,
        source.around, source,
    )  # fmt: skip


def _part(text: str, number: PrintedNumber, percent: PrintedNumber) -> FigureOp | None:
    before, after = text[: number.start], text[number.end :]
    if _LEAST_BEFORE.search(before) or _LEAST_AFTER.match(after):
        return FigureOp.MAX
    if _MOST_BEFORE.search(before) or _MOST_AFTER.match(after):
        return FigureOp.MIN
    if _PLUS_BEFORE.search(before):
        return FigureOp.ADD
    first, last = sorted((number, percent), key=lambda one: one.start)
    between = text[first.end : last.start]
    if not re.search(r"\bor\b|\band\b", between, re.IGNORECASE):
        return None
    if _GREATER.search(text):
        return FigureOp.MAX
    return FigureOp.MIN if _LESSER.search(text) else None


# --- choosing --------------------------------------------------------------------------------------------------------


def _is_for(matcher: Matcher, charge: Charge) -> bool:
    """Whether a charge can be what the question asks for: of its amount, its time and its kind."""
    asked, amount = matcher.asked, _amount(matcher)
    labels = charge.text
    if isinstance(charge.source, CellView):
        cell = charge.source.cell
        labels = " ".join((charge.text, *cell.row_path, *cell.column_path, cell.table_caption))
        # A step or band that the amount is not in is another line.
        bands = [
            part for part in (*cell.row_path, *cell.column_path) if any(one.currency for one in find_numbers(part))
        ]
        if bands and not (amount is not None and all(holds_amount(part, amount.value) for part in bands)):
            return False
        if bands and is_by_steps(matcher, charge.sheet):
            return False
        if any(word in matcher.excluded for word in words(fold(labels))):
            return False
    if charge.base:
        labels = labels.replace(charge.base, " ")
    if _YEARLY_RATE.search(labels) and not _ASKS_YEAR.search(asked.text):
        return False
    if amount is None:
        return bool(charge.base) and (
            charge.stated_base is not None
            or not _is_generic(charge.base)
            or _PAYMENT.fullmatch(charge.base) is not None
        )
    if charge.stated_base is not None or any(number.currency != amount.currency for number, _, _ in charge.parts):
        return False
    said = frozenset().union(*map(notions, content_words(asked.text)))
    return _is_generic(charge.base) or any(notions(word) & said for word in content_words(charge.base))


def _is_another(matcher: Matcher, charge: Charge) -> bool:
    """Whether the charge that the question is about is made at another time, is a discount or a limit, or is torn."""
    text = matcher.asked.text
    if _DANGLING.search(charge.text) or not _is_of_its_time(text, charge):
        return True
    if _DISCOUNT.search(charge.text) and not _DISCOUNT.search(text):
        return True
    # "You may repay up to 15%" states no charge.
    is_limit = _LIMIT.search(charge.text[: charge.percent.start]) is not None
    return is_limit and (_amount(matcher) is not None or _ASKS_LIMIT.search(text) is None)


def _is_generic(base: str) -> bool:
    return all(word in _GENERIC_BASE or stem(word) in _GENERIC_BASE for word in content_words(base))


def _is_of_its_time(question: str, charge: Charge) -> bool:
    """Whether a time that the question states is one that the charge is made at."""
    asked = [*_SPAN.finditer(question), *_IN_SPAN.finditer(question)]
    conditions = [
        (match, beyond)
        for match in _SPAN.finditer(charge.text)
        if (beyond := _condition(charge.text[: match.start()])) is not None
    ]
    if _AFTERWARDS.search(charge.text) and not asked:
        return False
    if not asked:
        return True
    if len(asked) > 1:
        return False
    if not conditions:
        # What names a plan may be said elsewhere; a time that something happens at may not.
        return _IN_SPAN.search(question) is None and not re.search(
            r"\b(?:late|overdue|early|after|within)\b", question, re.IGNORECASE
        )
    days = _in_days(asked[0])
    return len(conditions) == 1 and all((days > _in_days(match)) == beyond for match, beyond in conditions)


def _condition(before: str) -> bool | None:
    """True where the time has to be beyond what follows, False where within it; None where it is no condition."""
    if _BEYOND.search(before):
        return True
    return False if _INSIDE.search(before) else None


def _in_days(match: re.Match[str]) -> int:
    count = int(match["count"]) if match["count"].isdecimal() else NUMBER_WORDS[match["count"].lower()]
    return count * _DAYS[match["unit"].lower()]


def _chosen(matcher: Matcher, nearness: Nearness | None) -> tuple[Charge, float] | None:
    near = nearness or {}
    weights = _weights(matcher)
    weighed = [_weigh(matcher, charge, weights, near.get(charge.to_embed, 0.0)) for charge in _charges(matcher)]
    weighed = [one for one in weighed if not is_older(matcher, one.charge.sheet)]
    ranked = sorted(weighed, key=lambda one: -one.score)
    if not ranked:
        return None
    best = ranked[0]
    rival = next((one for one in ranked if one.charge.says != best.charge.says), None)
    margin = best.score - rival.score if rival is not None else 1.0
    by_nearness = nearness is not None
    if not best.named and not (by_nearness and best.nearness >= NEAR):
        return None
    if any(is_a_name(matcher.asked.text, term) for term in best.unknown) or _is_another(matcher, best.charge):
        return None
    # A percentage in a sentence, with no least and no most, may be of anything: its own words have to say so.
    is_bare = isinstance(best.charge.source, SentenceView) and not best.charge.parts
    is_near = by_nearness and best.nearness >= NEAR and not is_bare
    if len(best.unknown) > (MOST_UNKNOWN_NEAR if is_near else MOST_UNKNOWN) * best.asked:
        return None
    said, apart = (BY_NEARNESS_SAID, APART_NEAR) if is_near else (BY_WORDS_SAID, APART)
    return (best.charge, best.said) if best.said >= said and margin >= apart else None


def _weigh(matcher: Matcher, charge: Charge, weights: dict[Term, float | None], nearness: float) -> _Weighed:
    known = said = own = 0.0
    named = 0
    unknown: list[Term] = []
    prose = matcher.prose.get(charge.sheet.document_id, frozenset())
    asked = 0
    for term in matcher.asked.terms:
        if (
            term.word.startswith("~")
            or term.word in matcher.excluded
            or term.word in _DAYS
            or term.word in _PLURAL_DAYS
        ):
            continue
        is_light = (
            term.word in _EXTREME
            or term.word in GENERIC_WORDS
            or term.word in LIGHT_WORDS
            or "=fee" in term.means
            or term.word in PLAIN
        )
        weight = weights[term]
        worth = 0.0
        for held, value in (
            (charge.own, 1.0), (charge.sheet.naming, 0.9), (charge.around, 0.85), (charge.sheet.identity, 0.85),
            (prose, 0.4),
        ):  # fmt: skip
            if value > worth and term.is_in(held):
                worth = value
        if weight is None and not worth:
            if not is_light:
                unknown.append(term)
                asked += 1
            continue
        asked += not is_light
        weight = (weight if weight is not None else 1.0) * (_LITTLE if is_light else 1.0)
        known += weight
        said += weight * worth
        if term.is_in(charge.own):
            own += weight
            named += not is_light
    return _Weighed(
        charge, said / known if known else 0.0, own / known if known else 0.0, named, tuple(unknown), max(1, asked),
        nearness,
    )  # fmt: skip


def _weights(matcher: Matcher) -> dict[Term, float | None]:
    cells = matcher.views.cells
    rows = {(view.sheet.document_id, view.cell.row_path): view.row for view in cells}
    columns = {(view.sheet.document_id, view.cell.column_path): view.column for view in cells}
    units = [*rows.values(), *columns.values(), *(one.held for one in matcher.views.sentences)]
    names = [sheet.identity for sheet in matcher.views.sheets]
    found: dict[Term, float | None] = {}
    for term in matcher.asked.terms:
        held = sum(1 for unit in units if term.is_in(unit))
        known = held or any(term.is_in(name) for name in names)
        found[term] = math.log(1 + (len(units) - held + 0.5) / (held + 0.5)) if known else None
    return found


# --- what it is taken of ---------------------------------------------------------------------------------------------


def _base(matcher: Matcher, charge: Charge, made: FigureList) -> Figure | None:
    """The amount that the charge names, where one cell of its paper prints it."""
    if charge.stated_base is not None:
        return made.printed(charge.stated_base, charge.passage, charge.base)
    view = cell_called(matcher, _name_of_base(charge), charge.sheet)
    return made.cell(view) if view is not None else None


def _name_of_base(charge: Charge) -> str:
    return "monthly payment" if _PAYMENT.fullmatch(charge.base) else charge.base


def cell_called(matcher: Matcher, name: str, sheet: Sheet) -> CellView | None:
    """The one cell of a paper that is called so; of several columns the one that the question names."""
    named = [word for word in content_words(name) if word not in _GENERIC_BASE and word not in _VAGUE]
    head = named or content_words(name)[-1:]
    phrases = text_notions(name) - all_notions(content_words(name))
    lines = [
        line
        for line in matcher.lines
        if line.single.sheet is sheet
        and line.single.cell.number
        and (
            all(notions(word) & (line.single.row | line.single.column) for word in head)
            or phrases & (line.single.row | line.single.column)
        )
    ]
    same = [line for line in lines if named and line.row and _says_the_same(line.row[-1], named)]
    best = best_lines(same or lines, read_operand(name), 0.04, {}, frozenset())
    if not best or (not same and (best[0][1].score < BASE_NAMED or not best[0][1].in_label)):
        return None
    if len({(line.place, line.row) for line, _ in best}) > 1:
        return None
    views = [view for line, _ in best for view in line.cells.values()]
    row = [view for view in matcher.views.siblings(views[0]) if view.cell.row_path == views[0].cell.row_path]
    held = [view for view in row if view.cell.number and view.cell.unit and view.cell.scale is not Scale.PERCENT]
    in_column = [sum(1 for term in matcher.asked.terms if term.is_in(view.column)) for view in held]
    wording = [sum(1 for term in read_operand(name).terms if term.is_in(view.column)) for view in held]
    ranked = sorted(zip(in_column, wording, held, strict=True), key=lambda one: (-one[0], -one[1]))
    if not ranked:
        return None
    top = [view for said, worded, view in ranked if (said, worded) == ranked[0][:2]]
    return top[0] if len({view.cell.number for view in top}) == 1 else None


def _says_the_same(label: str, named: Sequence[str]) -> bool:
    """Whether a label says these words and, beside them, only what kind of amount it is."""
    told = [word for word in content_words(label) if word not in _GENERIC_BASE]
    return all(any(notions(word) & notions(one) for one in named) for word in told) and all(
        any(notions(word) & notions(one) for one in told) for word in named
    )


def _value(made: FigureList, base: Figure, rate: Figure, charge: Charge, currency: str, label: str) -> Figure | None:
    hundred = made.constant(Decimal(100), "percent")
    product = made.make(FigureOp.MULTIPLY, [base, rate], exact(base) * exact(rate), "amount × rate")
    value = made.make(
        FigureOp.DIVIDE, [product, hundred], exact(product) / 100, label, unit=FigureUnit.MONEY, rounding=2
    )
    made.figures[-1] = value = replace(value, currency_code=currency, scale=Scale.UNSPECIFIED)
    for number, op, view in charge.parts:
        if number.currency != currency:
            return None
        leaf = made.printed(
            number, view.passage if view else charge.passage, describe(view) if view else label,
            view.cell if view else charge.source.cell if isinstance(charge.source, CellView) else None,
        )  # fmt: skip
        first, second = exact(value), exact(leaf)
        total = (
            first + second if op is FigureOp.ADD else max(first, second) if op is FigureOp.MAX else min(first, second)
        )
        value = made.make(op, [value, leaf], total, label, like=leaf)
    return value
