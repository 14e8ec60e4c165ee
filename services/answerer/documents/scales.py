"""The scale of a table that prints none on its own cells: stated beside it, or shown by the text that quotes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from services.answerer.model import Cell, Scale
from services.common.printed import PrintedNumber, find_numbers
from services.common.printed import Scale as PrintedScale

_CODES = "usd|eur|gbp|rmb|chf|cad|aud|nzd|sgd|hkd|inr|jpy|sek|nok|dkk|zar|pln|czk"
_STATED = re.compile(
    r"\b(?:in|expressed in|rounded to(?: the nearest)?)\s+(?:(?:us|u\.s\.) )?(?:(?:[acs]|nz|hk)?[$€£₹¥] ?|dollars in |"
    rf"(?:{_CODES}) |(?:swiss )?francs in )?(?P<word>thousand|million|billion)s?\b|\bin '?(?P<zeros>000)'?s?\b"
    rf"|(?:[$€£₹¥]|\b(?:{_CODES}|us\$))\s?(?:in )?(?P<short>'000s?|000s|thousands?|millions?|billions?|mn|m|bn|"
    r"k)\b(?!\w)",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": Scale.THOUSAND, "thousands": Scale.THOUSAND, "'000": Scale.THOUSAND, "'000s": Scale.THOUSAND,
    "000": Scale.THOUSAND, "000s": Scale.THOUSAND, "k": Scale.THOUSAND,
    "million": Scale.MILLION, "millions": Scale.MILLION, "mn": Scale.MILLION, "m": Scale.MILLION,
    "billion": Scale.BILLION, "billions": Scale.BILLION, "bn": Scale.BILLION,
}  # fmt: skip
_POWER = {Scale.THOUSAND: 3, Scale.MILLION: 6, Scale.BILLION: 9}
# What such a line counts is no amount of money, or is printed in full.
_UNSCALED = re.compile(
    r"\bper[- ]|\beps\b|\bratio\b|\bdays?\b|\b(?:in|of) years\b|\bnumber of\b|\bemployees\b|\bbps\b|\bcents?\b|"
    r"\bshares?\b(?!.*\bcapital\b)"
    r"|\bage\b|\bheadcount\b|\bmultiple\b|\btimes\b|(?:,\s*|\()(?:number|no\.?|count|#)(?=\)|$|\s)",
    re.IGNORECASE,
)
FAR_BEYOND = 50
_HEADS = re.compile(
    r"\b(?:employees|headcount|staff|stores|branches|restaurants|customers|subscribers|vessels)\b"
    # The label says itself that it counts: "Cafés, number", "Shops (no.)", "Number of sites".
    r"|(?:,\s*|\()(?:number|no\.?|count|#)\)?$|^number of\b",
    re.IGNORECASE,
)
_PERCENT_LABEL = re.compile(r"\(\s?%\s?\)|^%$|\bpercent(?:age)? of\b|\bas a % of\b|% (?:of|to)\b", re.IGNORECASE)


def stated_scale(texts: Iterable[str]) -> Scale:
    """The one scale that the texts state; unspecified where they state none, or two."""
    found: dict[bool, set[Scale]] = {True: set(), False: set()}
    for text in texts:
        for is_aside, scale in _statements(text):
            found[is_aside].add(scale)
    chosen = found[True] or found[False]
    return next(iter(chosen)) if len(chosen) == 1 else Scale.UNSPECIFIED


@lru_cache(maxsize=20_000)
def _statements(text: str) -> tuple[tuple[bool, Scale], ...]:
    """The scales that a text states, each with whether an aside in parentheses does, which says it of whole tables."""
    plain = text.replace("’", "'").replace("‘", "'")
    return tuple(
        (
            plain.rfind("(", 0, match.start()) > plain.rfind(")", 0, match.start()),
            _SCALES[(match["word"] or match["zeros"] or match["short"]).lower()],
        )
        for match in _STATED.finditer(plain)
    )


@lru_cache(maxsize=20_000)
def _quoted(text: str) -> tuple[PrintedNumber, ...]:
    """The amounts that a text quotes with a scale word."""
    if "illion" not in text and "thousand" not in text and " bn" not in text and " mn" not in text:
        return ()
    return tuple(
        number
        for number in find_numbers(text)
        if number.scale in (PrintedScale.THOUSAND, PrintedScale.MILLION, PrintedScale.BILLION)
        and len(str(number.value).replace(".", "").strip("0")) > 1
    )


def scaled(cells: Sequence[Cell], near: Iterable[str], prose: Sequence[str]) -> list[Cell]:
    """The cells of one table with the scale that is stated `near` it or shown by the `prose` of its document."""
    # A count is of no currency either, whatever the table's head says.
    cells = [replace(cell, scale=Scale.UNSPECIFIED, unit="") if _is_head_count(cell) else cell for cell in cells]
    bare = [cell for cell in cells if cell.number and cell.scale is Scale.UNSPECIFIED]
    if not bare or any(cell.scale in _POWER for cell in cells):
        return _with_percent(cells)
    own = [label for cell in cells for label in (*cell.column_path, *cell.row_path[:1], cell.table_caption)]
    scale = stated_scale(dict.fromkeys((*own, *near))) or stated_scale(prose) or _shown_scale(bare, prose)
    if not scale:
        return _with_percent(cells)
    return _with_percent([replace(cell, scale=scale) if is_amount(cell) else cell for cell in cells])


def is_scale_untold(cells: Sequence[Cell], prose: Sequence[str]) -> bool:
    """Whether a table's amounts are in thousands or more for all that is known, and nothing says in which of them.

    The table is in no scale, and the text beside it speaks of amounts far beyond any in it ("$36.5 million").
    """
    amounts = [abs(Decimal(cell.number)) for cell in cells if is_amount(cell)]
    if not amounts or any(cell.scale in _POWER for cell in cells):
        return False
    told = [abs(number.value).scaleb(_POWER[Scale(int(number.scale))]) for text in prose for number in _quoted(text)]
    return max(told, default=Decimal(0)) > FAR_BEYOND * max(amounts)


def _is_head_count(cell: Cell) -> bool:
    """Whether a line that a table's scale was taken for counts people or places, which are printed in full."""
    return (
        cell.scale in _POWER
        and not re.search(r"[$€£]", cell.printed)
        and any(_HEADS.search(label.strip()) for label in cell.row_path)
    )


def is_amount(cell: Cell) -> bool:
    """Whether a cell in no scale yet holds what a table's scale would hold for: no count, no rate, no year."""
    labels = " ".join((*cell.row_path, *cell.column_path))
    if not cell.number or cell.scale is not Scale.UNSPECIFIED or _UNSCALED.search(labels):
        return False
    return not _PERCENT_LABEL.search(labels) and re.fullmatch(r"(?:19|20)\d{2}", cell.printed.strip()) is None


def _with_percent(cells: Sequence[Cell]) -> list[Cell]:
    """Cells whose labels say percent, or whose column has the sign at its ends only, are percentages."""
    columns: dict[tuple[str, ...], list[Cell]] = {}
    for cell in cells:
        if cell.number:
            columns.setdefault(cell.column_path, []).append(cell)
    by_ends = {
        path
        for path, held in columns.items()
        if len(held) > 3
        and held[0].scale is held[-1].scale is Scale.PERCENT
        and all(abs(Decimal(cell.number)) <= 100 and not cell.unit for cell in held)
    }
    return [
        replace(cell, scale=Scale.PERCENT)
        if cell.number
        and cell.scale is Scale.UNSPECIFIED
        and not cell.unit
        and (
            cell.column_path in by_ends
            or any(_PERCENT_LABEL.search(one) for one in (*cell.row_path[-1:], *cell.column_path))
        )
        and "bps" not in cell.printed.lower()
        else cell
        for cell in cells
    ]


def _shown_scale(cells: Sequence[Cell], prose: Sequence[str]) -> Scale:
    """The scale in which the text quotes the cells' numbers ("$24.2 million" for 24,193 printed)."""
    quoted = {(number.value, number.scale): number for text in prose for number in _quoted(text)}
    if not quoted:
        return Scale.UNSPECIFIED
    votes: Counter[Scale] = Counter()
    for cell in cells:
        if not is_amount(cell):
            continue
        value = abs(Decimal(cell.number))
        for scale in (Scale.THOUSAND, Scale.MILLION):
            if any(_is_quoted(value.scaleb(_POWER[scale]), number) for number in quoted.values()):
                votes[scale] += 1
    if not votes:
        return Scale.UNSPECIFIED
    (scale, count), *others = votes.most_common()
    return scale if count >= 2 and (not others or count > 2 * others[0][1]) else Scale.UNSPECIFIED


def _is_quoted(value: Decimal, number: PrintedNumber) -> bool:
    power = _POWER[Scale(int(number.scale))]
    exponent = number.value.as_tuple().exponent
    step = Decimal(1).scaleb(power + (exponent if isinstance(exponent, int) else 0))
    return abs(value - abs(number.value).scaleb(power)) <= step / 2
