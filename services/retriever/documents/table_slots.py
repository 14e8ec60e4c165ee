"""A table as a grid of places, spans spread out, and what can be told from a place's text alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from services.common.printed import AFFIXES, find_numbers, is_nil, is_year
from services.retriever.documents.model import Place, SourceCell, SourceTable
from services.retriever.documents.notes import split_marks

MAX_CELLS = 200_000
_UNIT_ONLY = re.compile(
    r"\(?\s*(?:(?:us|u\.s\.|[a-z]{3})?\s?[$€£]|[a-z]{3}|dollars?|euros?|pounds?|amounts?|"
    r"figures)?[\s'’‘]*(?:expressed )?(?:in )?[\s'’‘]*"
    r"(?:0{3}s?|thousands?|millions?|billions?|mn?|bn)(?: of [a-z. ]+)?(?:,? except [a-z ,-]+)?\s*\)?|"
    r"notes?|\(?unaudited\)?",
    re.IGNORECASE,
)
MONTH_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)"
)
PERIOD = re.compile(
    rf"\b(?:19|20)\d{{2}}\b|\bFY\s?\d{{2}}\b|\bQ[1-4]\b|\b(?:months?|quarter|year|half)\b|\b{MONTH_NAME}\b",
    re.IGNORECASE,
)
# "2017/2018", "2019 (1)", "52 weeks ended 30 Mar 2019 £m": the head of a column although it begins with digits.
PERIOD_HEAD = re.compile(
    r"(?:19|20)\d{2}\s?/\s?(?:(?:19|20)\d{2}|\d{2})|(?:19|20)\d{2}\s?\(\w{1,2}\)|\d{1,2} (?:weeks|months|"
    r"days) ended\b.*|\d{1,2},"
    r"|(?:19|20)\d{2}\s(?:and|to|vs\.?|versus|over|compared (?:to|with))\s(?:19|20)\d{2}"
    # "2019 €m", "2018 $’000 restated"
    r"|(?:19|20)\d{2}\s+\(?(?:[a-z]{1,3})?[$€£]?\s?['’‘]?(?:0{3}s?|mn?|bn|millions?|thousands?|[$€£])\)?(?:\s+restated\w?)?",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Slot:
    """One place of the grid. `origin` tells the places of one merged cell apart from equal neighbours."""

    text: str = ""
    marks: tuple[str, ...] = ()
    is_header: bool = False
    indent: int = 0
    origin: tuple[int, int] = (-1, -1)
    spans_columns: bool = False
    spans_rows: bool = False
    place: Place | None = None


def spread(source: SourceTable, known: frozenset[str]) -> list[list[Slot]]:
    taken: dict[tuple[int, int], Slot] = {}
    width = 0
    for index, cells in enumerate(source.rows):
        column = 0
        for cell in cells:
            while (index, column) in taken:
                column += 1
            text, marks = split_marks(cell.text, known)
            text = re.sub(r"[\s\u00a0]+", " ", text).strip()
            if re.fullmatch(r"(?:1 9|2 0) \d \d", text):
                # A year set with spaces between its digits.
                text = text.replace(" ", "")
            for below in range(min(cell.row_span, len(source.rows) - index)):
                for right in range(cell.column_span):
                    taken.setdefault((index + below, column + right), _slot(cell, text, marks, (index, column)))
            column += cell.column_span
            width = max(width, column)
        if len(taken) > MAX_CELLS:
            return []
    height = len(source.rows)
    return [
        [taken.get((index, column), Slot(origin=(index, column))) for column in range(width)] for index in range(height)
    ]


def _slot(cell: SourceCell, text: str, marks: tuple[str, ...], origin: tuple[int, int]) -> Slot:
    return Slot(text, marks, cell.is_header, cell.indent, origin, cell.column_span > 1, cell.row_span > 1, cell.place)


def is_unit(text: str) -> bool:
    """Whether the text says nothing but what the numbers are in: "$'000", "(in millions)", "%"."""
    return text in AFFIXES or (len(text.split()) <= 8 and _UNIT_ONLY.fullmatch(text.strip()) is not None)


def is_value(text: str) -> bool:
    if is_unit(text) or PERIOD_HEAD.fullmatch(text.strip()):
        return False
    return (
        bool(text)
        and not is_year(text)
        and (is_nil(text) or (bool(find_numbers(text)) and re.match(r"[^A-Za-z]*\d", text) is not None))
    )
