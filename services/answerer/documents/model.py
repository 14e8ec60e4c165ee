"""What answering from documents gives: an answer or a refusal, before it is composed. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from services.answerer.model import Cell, Figure, FigureUnit, GateStratum, Passage, Polarity, RefusalReason, Scale


class ValueKind(StrEnum):
    """What the value of an answer is."""

    MONEY = "money"
    NUMBER = "number"
    FIGURE = "figure"
    DATE = "date"
    TEXT = "text"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """What the documents answer.

    `value` by kind: Decimal (money, number, figure), date, str (text), tuple of str (list). `currency` for money,
    `unit` for numbers, `scale` for figures. `quotation` stands word for word in `passage`, the first of `passages`,
    which are all to cite. `figures` is the calculation, inputs before what uses them; leaves are `CELL` (a number
    printed in a passage, with its citation) and `CONSTANT`; `value_figure_id` is the figure that is the value, empty
    for words and dates. `notes` are the footnotes that hang on the cells, to be given beside the answer. `date_named`
    is the date of the version that governs. `score` is 0 to 1, at least `threshold`.
    """

    kind: ValueKind
    value: Decimal | date | str | tuple[str, ...]
    quotation: str
    passage: Passage
    reading: str
    score: float
    threshold: float
    stratum: GateStratum
    unit: FigureUnit = FigureUnit.UNSPECIFIED
    currency: str = ""
    scale: Scale = Scale.UNSPECIFIED
    polarity: Polarity = Polarity.UNSPECIFIED
    passages: tuple[Passage, ...] = ()
    cells: tuple[Cell, ...] = ()
    figures: tuple[Figure, ...] = ()
    value_figure_id: str = ""
    notes: tuple[str, ...] = ()
    counted: str = ""
    """What a number counts that `unit` has no name for ("hours", "billing cycles"); empty where it has."""
    date_named: date | None = None


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """One way to read an ambiguous question, with what it would come to as printed."""

    description: str
    printed: str
    passage: Passage


@dataclass(frozen=True, slots=True)
class Lead:
    """Words to look for in one paper: what passages of it that were found name, and none of them holds."""

    words: str
    document_id: str


@dataclass(frozen=True, slots=True)
class DocumentRefusal:
    """Why the documents do not answer, with what the detail of that reason carries.

    `mention`: words that fit nothing (NO_DATA). `missing`: what the document does not say, or the period that it does
    not hold (NOT_IN_DATA, OUT_OF_COVERAGE); `held_instead`: what it holds. `readings` (AMBIGUOUS). `best_score`,
    `floor`, `space_id` (BELOW_FLOOR). `passages`: what was looked at, where that helps. `unweighed`: texts whose
    nearness to the question, once known, may still give an answer.
    """

    reason: RefusalReason
    mention: str = ""
    missing: str = ""
    held_instead: str = ""
    nearest_names: tuple[str, ...] = ()
    readings: tuple[DocumentReading, ...] = ()
    best_score: float = 0.0
    floor: Decimal | None = None
    space_id: str = ""
    passages: tuple[Passage, ...] = ()
    unweighed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentCalibration:
    """The gate for documents: the score that an answer needs, by stratum, and the version that measured it."""

    version: str
    thresholds: tuple[tuple[GateStratum, float], ...]

    def threshold(self, stratum: GateStratum) -> float:
        """The score needed in a stratum; 1.01, which nothing reaches, in one that is not calibrated."""
        return dict(self.thresholds).get(stratum, 1.01)
