"""Tables understood: spans spread out, header rows and row labels found, every body cell with its paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from services.common.printed import (
    AFFIXES,
    CURRENCY_CODES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    SCALE_WORDS,
    PrintedNumber,
    Scale,
    find_numbers,
    is_year,
)
from services.retriever.documents.model import Cell, Note, SourceTable, Table, TableRow
from services.retriever.documents.notes import split_marks
from services.retriever.documents.table_heads import column_path, count_head_rows, fill_spanning_heads
from services.retriever.documents.table_slots import MONTH_NAME, PERIOD, Slot, is_value, spread

_PER_SHARE = re.compile(r"\bper[- ](?:\w+ )?(?:share|unit)\b|\bEPS\b", re.IGNORECASE)
_UNIT_WORD = r"(thousands?|millions?|billions?)"
_SCALE_PHRASE = re.compile(
    rf"\bin {_UNIT_WORD}\b|\b(thousands|millions|billions) of\b|[(,]\s*(?:[$€£]\s*)?{_UNIT_WORD}\s*[),;]"
    # "Statement of profit or loss, R thousand"; "Turnover – kr million".
    rf"|[(,;:–—-]\s*(?:in\s+)?(?:\S{{1,3}}\s+)?{_UNIT_WORD}\s*(?:$|[),;.\n])"
    rf"|['’‘$€£]\s?{_UNIT_WORD}\b"
    rf"|\b(?:us |u\.s\. )?(?:dollars?|euros?|pounds?|amounts?|figures|\$|usd|eur|gbp)\s+(?:in )?{_UNIT_WORD}\b"
    r"|[$€£]?\s?['’‘]?(000)['’]?s?\b(?!\d)(?<![\d,]000)|[$€£]\s?(mn?|bn)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"\d{{4}}-\d\d?-\d\d?|\d\d?[/.-]\d\d?(?:[/.-](?:\d\d){{1,2}})?|{MONTH_NAME}\.?\s+\d\d?(?:,?\s+\d{{4}})?"
    rf"|\d\d?\.?\s+{MONTH_NAME}(?:\.?\s+\d{{4}})?",
    re.IGNORECASE,
)
# "Effective rate", "Yield on loans", but not "Interest rate swaps"; a margin of 52,963 is an amount.
_RATE = re.compile(
    r"\b(?:margin|ratio|rate|yield|apr|apy)s?\b"
    r"(?!\s+(?!(?:of|on|for|to|in|at|per|and|or|before|after|over|under|above|below|from|by|during|as|used|charged|applied)\b)[a-z])",
    re.IGNORECASE,
)
LARGEST_RATE = 1000
_PERIOD_ONLY = re.compile(
    rf"(?:(?:fiscal|year|quarter|half|months?|weeks?|ended|ending|as|of|at|for|the|first|second|third|fourth|three|six|nine"
    rf"|twelve|{MONTH_NAME}|Q[1-4]|\d{{1,2}}|(?:19|20)\d{{2}}),?\s*)*(?:19|20)\d{{2}}",
    re.IGNORECASE,
)
# A year in a row's label is a period only where the label says so: "2021 Fennec Hatch" is a car.
_ROW_PERIOD = re.compile(
    rf"^(?:FY\s?)?(?:19|20)\d{{2}}$|^{MONTH_NAME}\b|\b(?:in|for|ended|ending|fiscal|as of|at|FY|Q[1-4])\b.*(?:19|"
    rf"20)\d{{2}}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TableSetting:
    """What stands around a table: `lead` is the paragraph right above it, `notes` the footnotes in reach."""

    headings: tuple[str, ...] = ()
    lead: str = ""
    notes: dict[str, Note] = field(default_factory=dict)
    known_marks: frozenset[str] = frozenset()
    decimal_comma: bool = False
    currency: str = ""
    unit_note: str = ""
    """A unit that the document states in brackets, the same wherever it states one ("(in thousands)")."""


def understand(source: SourceTable, setting: TableSetting) -> Table | None:
    """The table, or None where there is nothing that a cell could be named by."""
    grid = spread(source, setting.known_marks)
    if not grid or len(grid[0]) < 2:
        return None
    head_count = source.header_row_count or count_head_rows(grid)
    grid = _join_affixes(grid, head_count)
    if len(grid[0]) < 2:
        return None
    head, body = grid[:head_count], grid[head_count:]
    head = fill_spanning_heads(head)
    label_count = _count_label_columns(body)
    columns = [column_path(head, column) for column in range(len(grid[0]))]
    caption = split_marks(source.caption, setting.known_marks)[0]
    reader = _BodyReader(head, columns, label_count, caption, setting)
    rows = tuple(row for row in (reader.read(slots) for slots in _without_repeated_head(head, body)) if row is not None)
    if not rows:
        return None
    header = " | ".join(" > ".join(path) for path in columns)
    return Table(caption, header if any(columns) else "", reader.with_column_units(rows))


# "Amounts in US dollars": of plain numbers only those with the decimals of money are meant.
_AMOUNTS_IN = re.compile(
    r"\b(?:amounts?|figures|values|prices|fees|balances)(?: are| is)?(?: all)?(?: shown| stated| given| expressed)?"
    r" in ([^.;:()]{3,40})",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"[-−–(]?\s?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}\)?")
_NO_AMOUNT = re.compile(
    r"\b(?:rate|percent(?:age)?|yield|apr|apy|ratio|factor|index|points?|shares?|units?|quantity|number|count|days|months|years|hours)\b",
    re.IGNORECASE,
)


def _join_affixes(grid: list[list[Slot]], head_count: int) -> list[list[Slot]]:
    """Currency and percent signs that have cells of their own go to their numbers; columns that held only them go."""
    body = grid[head_count:]
    joined = [_join_row(row) for row in body]
    width = len(grid[0])
    emptied = {
        column
        for column in range(1, width)
        if all(not row[column].text for row in joined) and any(row[column].text in AFFIXES for row in body)
    }
    if not emptied:
        spacers = {c for c in range(1, width) if _is_spacer(grid, head_count, c)}
        kept = [c for c in range(width) if c not in spacers]
        return [[row[c] for c in kept] for row in [*grid[:head_count], *joined]]
    emptied |= {c for c in range(1, width) if _is_spacer(grid, head_count, c)}
    kept = [column for column in range(width) if column not in emptied]
    heads = [_fit_head(row, kept, width) for row in grid[:head_count]]
    return heads + [[row[column] for column in kept] for row in joined]


def _is_spacer(grid: list[list[Slot]], head_count: int, column: int) -> bool:
    """A column without any text, but for head cells that a neighbour shares."""
    if any(row[column].text for row in grid[head_count:]):
        return False
    return all(not row[column].text or _is_shared(row, column) for row in grid[:head_count])


def _is_shared(row: list[Slot], column: int) -> bool:
    origin = row[column].origin
    return any(row[near].origin == origin for near in (column - 1, column + 1) if 0 <= near < len(row))


def _fit_head(row: list[Slot], kept: list[int], width: int) -> list[Slot]:
    """A head row over the columns that are left; one that is as short as they are belongs to them from the right."""
    filled = [slot for slot in row if slot.text]
    if any(slot.spans_columns for slot in row) or not filled:
        return [row[column] for column in kept]
    cells = row[: max(index for index, slot in enumerate(row) if slot.text) + 1]
    if len(cells) < width and len(cells) <= len(kept):
        return [Slot() for _ in range(len(kept) - len(cells))] + cells
    picked = [row[column] for column in kept]
    if sum(1 for slot in picked if slot.text) < len(filled):
        # The head names the sign's column and not the number's: each name goes to the next column that is kept.
        names = {
            next((at for at in kept if at >= column), kept[-1]): row[column]
            for column in range(width)
            if row[column].text
        }
        return [names.get(column, Slot()) for column in kept]
    return picked


def _join_row(row: list[Slot]) -> list[Slot]:
    joined = [replace(slot) for slot in row]
    for index, slot in enumerate(joined):
        if slot.text in CURRENCY_SIGNS or slot.text in CURRENCY_CODES or slot.text == "(":
            target = next((later for later in joined[index + 1 :] if later.text), None)
            if index and target is not None and find_numbers(target.text):
                target.text, slot.text = (
                    f"{slot.text}{target.text}" if slot.text in CURRENCY_SIGNS else f"{slot.text} {target.text}",
                    "",
                )
                if target.text.startswith("( "):
                    target.text = "(" + target.text[2:]
        elif slot.text in ("%", ")", ")%", ") %"):
            source = next((before for before in reversed(joined[:index]) if before.text), None)
            if source is not None and find_numbers(source.text):
                source.text, slot.text = source.text + slot.text.replace(" ", ""), ""
    return joined


def _count_label_columns(body: list[list[Slot]]) -> int:
    """The first column names rows; so do the next ones while the one before them spans or repeats over rows."""
    count, width = 1, len(body[0]) if body else 1
    while count < width - 1:
        previous, this = [row[count - 1] for row in body], [row[count] for row in body]
        spans = any(slot.spans_rows for slot in previous)
        ditto = [slot.text for slot in previous].count("") > 0 and previous[0].text and all(slot.text for slot in this)
        if not (spans or ditto) or any(is_value(slot.text) for slot in this):
            break
        count += 1
    if count == 1 and width > 2 and _is_dated(body):
        # A day names no row of a statement without what happened on it.
        count = 2
    marked = 0
    while (
        marked < width - 1
        and body
        and all(row[marked].is_header for row in body if row[marked].text)
        and any(r[marked].text for r in body)
    ):
        marked += 1
    return max(count, marked)


def _is_dated(body: list[list[Slot]]) -> bool:
    """Whether the first column holds days and the second words."""
    days = [row[0].text for row in body if row[0].text]
    words = [row[1].text for row in body if row[1].text]
    stated = sum(is_value(text) for text in words)
    return len(days) > 1 and all(map(_DAY.fullmatch, days)) and len(words) * 2 > len(days) and stated * 5 < len(words)


def _without_repeated_head(head: list[list[Slot]], body: list[list[Slot]]) -> list[list[Slot]]:
    names = [tuple(slot.text for slot in row) for row in head]
    return [row for row in body if tuple(slot.text for slot in row) not in names]


class _BodyReader:
    """Reads body rows from the top; remembers the section that the rows stand under."""

    def __init__(
        self,
        head: list[list[Slot]],
        columns: list[tuple[str, ...]],
        label_count: int,
        caption: str,
        setting: TableSetting,
    ) -> None:
        self._head = head
        self._columns = columns
        self._label_count = label_count
        stub = " ".join(dict.fromkeys(name for path in columns[:label_count] for name in path))
        around_caption = caption or (setting.lead if _SCALE_PHRASE.search(setting.lead) else "")
        # What stands over the row labels ("Charge", "Annual percentage rate") says what the table is of.
        self._caption = " – ".join(part for part in (around_caption, stub) if part)
        self._setting = setting
        self._section: list[tuple[int, str]] = []
        self._labels: list[str] = [""] * label_count
        around = "\n".join((caption, setting.lead, *_table_wide_units(head, label_count)))
        self._scale = (
            _stated_scale(around) or _stated_scale(" ".join(setting.headings[-1:])) or _stated_scale(setting.unit_note)
        )
        self._currency = _stated_currency(around) or setting.currency
        self._amounts_in = _stated_amounts(around)
        self._excepts_shares = "per share" in around.lower() or "per-share" in around.lower()

    def read(self, slots: list[Slot]) -> TableRow | None:
        labels, values = slots[: self._label_count], slots[self._label_count :]
        if not any(slot.text for slot in slots):
            return None
        if self._is_section(slots):
            text = next(slot.text for slot in slots if slot.text)
            indent = labels[0].indent
            self._section = [one for one in self._section if one[0] < indent] + [(indent, text.rstrip(":"))]
            return TableRow(text, ())
        self._leave_deeper_sections(labels[0])
        path = self._row_path(labels)
        marks = [mark for slot in labels for mark in slot.marks]
        cells = tuple(self._cell(path, self._label_count + offset, slot, marks) for offset, slot in enumerate(values))
        notes = self._notes([*marks, *(mark for slot in values for mark in slot.marks)])
        line = " | ".join([*(text for text in path[len(self._section) :]), *(slot.text for slot in values)])
        return TableRow(line, cells, notes)

    def with_column_units(self, rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
        """A currency that the first row of a column prints holds for the plain numbers below it."""
        by_column: dict[tuple[str, ...], str] = {}
        for row in rows:
            for cell in row.cells:
                if cell.unit in CURRENCY_CODES and not by_column.get(cell.column_path):
                    by_column[cell.column_path] = cell.unit
        stated = set(by_column.values())
        one = stated.pop() if len(stated) == 1 else ""
        return tuple(
            replace(
                row,
                cells=tuple(self._with_currency(cell, by_column.get(cell.column_path, ""), one) for cell in row.cells),
            )
            for row in rows
        )

    def _with_currency(self, cell: Cell, own: str, other: str) -> Cell:
        """The cell with the currency that its own column prints, or the only one that other columns do."""
        currency = own or other
        bare = cell.number is not None and not cell.unit and cell.scale not in (Scale.PERCENT, Scale.BASIS_POINT)
        has_sign = any(slot in cell.printed for slot in CURRENCY_SIGNS)
        if not bare or not currency or has_sign or not re.fullmatch(r"[\d.,()\s−-]+", cell.printed):
            return cell
        names = " ".join((*cell.row_path, *cell.column_path))
        if not own and not self._scale and (not _AMOUNT.fullmatch(cell.printed.strip()) or _NO_AMOUNT.search(names)):
            return cell
        # Counts stand beside amounts; only a statement of amounts has them all in one currency.
        return (
            replace(cell, unit=currency)
            if self._scale or self._currency or _PER_SHARE.search(" ".join(cell.row_path))
            else cell
        )

    def _is_section(self, slots: list[Slot]) -> bool:
        filled = {slot.origin for slot in slots if slot.text}
        if len(filled) != 1 or len(slots) < 2:
            return False
        slot = next(slot for slot in slots if slot.text)
        if slot.spans_columns and all(one.origin == slot.origin for one in slots):
            return True
        if len(slots) < 3 or slots[0].text != slot.text:
            return False
        # A period with nothing beside it is that of the rows below; a name with nothing beside it may be blank.
        return (
            slot.text.endswith(":")
            or slot.is_header
            or is_year(slot.text)
            or _PERIOD_ONLY.fullmatch(slot.text) is not None
        )

    def _leave_deeper_sections(self, label: Slot) -> None:
        if self._section and label.indent and any(one[0] for one in self._section):
            self._section = [one for one in self._section if one[0] < label.indent]
        if re.match(r"(?:grand |sub)?total\b", label.text, re.IGNORECASE) and len(self._section) > 1:
            self._section = self._section[:-1]

    def _row_path(self, labels: list[Slot]) -> tuple[str, ...]:
        for index, slot in enumerate(labels):
            if slot.text:
                self._labels[index] = slot.text
            elif index == len(labels) - 1:
                self._labels[index] = ""
        texts = [
            slot.text or (self._labels[index] if index < len(labels) - 1 else "") for index, slot in enumerate(labels)
        ]
        path = [text for _, text in self._section] + [text for text in texts if text]
        return tuple(text for index, text in enumerate(path) if index == 0 or text != path[index - 1])

    def _notes(self, marks: Sequence[str]) -> tuple[Note, ...]:
        known = self._setting.notes
        return tuple(known[mark] for mark in dict.fromkeys(marks) if mark in known)

    def _cell(self, path: tuple[str, ...], column: int, slot: Slot, row_marks: Sequence[str]) -> Cell:
        column_path = self._columns[column]
        column_marks = [mark for row in self._head for mark in row[column].marks]
        numbers = find_numbers(slot.text, decimal_comma=self._setting.decimal_comma)
        number = numbers[0] if len(numbers) == 1 and not is_year(slot.text) else None
        names = " ".join((*path, *column_path))
        unit, scale = "", Scale.UNSPECIFIED
        if number is not None:
            scale = number.scale or self._scale_of(path, column_path, number)
            unit = (
                number.currency
                or _bracket_currency(names)
                or ("" if scale in (Scale.PERCENT, Scale.BASIS_POINT) else _bracket_unit(path))
            )
            if not unit and self._currency and scale not in (Scale.PERCENT, Scale.BASIS_POINT) and self._scale:
                unit = self._currency
            if not unit and self._amounts_in and scale is Scale.UNSPECIFIED and _AMOUNT.fullmatch(slot.text.strip()):
                unit = "" if _NO_AMOUNT.search(names) else self._amounts_in
        period = next((one for one in (" ".join(column_path), self._caption) if PERIOD.search(one)), "")
        period = next((label for label in reversed(path) if _ROW_PERIOD.search(label)), period)
        return Cell(
            path,
            column_path,
            slot.text,
            None if number is None else number.value,
            unit,
            scale,
            period,
            tuple(note.text for note in self._notes([*slot.marks, *row_marks, *column_marks])),
            self._caption,
            slot.place,
        )

    def _scale_of(self, path: tuple[str, ...], column_path: tuple[str, ...], number: PrintedNumber) -> Scale:
        currency = number.currency
        own = " ".join(path[-1:])
        names = " ".join((*path[-1:], *column_path))
        if not currency and re.search(r"(?<!\d)\s?%|\bpercent(?:age)?\b|\bper cent\b", names, re.IGNORECASE):
            return Scale.PERCENT
        if not currency and re.search(r"\b(?:bps|basis points)\b", names, re.IGNORECASE):
            return Scale.BASIS_POINT
        if _RATE.search(own) and abs(number.value) < LARGEST_RATE:
            return Scale.UNSPECIFIED
        bracket = re.search(r"\(([^)]*)\)", own)
        if bracket:
            for word in re.findall(r"[a-z]+", bracket[1].lower()):
                if word in SCALE_WORDS:
                    return SCALE_WORDS[word]
            if _bracket_unit(path) and not currency:
                return Scale.UNSPECIFIED
        if _PER_SHARE.search(" ".join((*path, *column_path))) or (
            self._excepts_shares and _is_share_count(own) and not self._scale
        ):
            return Scale.UNSPECIFIED
        return _stated_scale(" ".join(column_path)) or self._scale


def _is_share_count(label: str) -> bool:
    return re.search(r"\bshares? outstanding\b", label, re.IGNORECASE) is not None


def _stated_scale(text: str) -> Scale:
    match = _SCALE_PHRASE.search(text)
    if not match:
        return Scale.UNSPECIFIED
    word = next((group for group in match.groups() if group), "thousand").lower()
    return {"000": Scale.THOUSAND, "m": Scale.MILLION}.get(word) or SCALE_WORDS.get(word, Scale.THOUSAND)


def _stated_currency(text: str) -> str:
    for code in re.findall(r"\b[A-Z]{3}\b", text):
        if code in CURRENCY_CODES:
            return str(code)
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in CURRENCY_WORDS:
            return CURRENCY_WORDS[word]
    return next((code for sign, code in CURRENCY_SIGNS.items() if sign in text), "")


def _stated_amounts(text: str) -> str:
    """The currency in which the text says that all amounts are; empty where it says none."""
    match = _AMOUNTS_IN.search(text)
    return _stated_currency(match[1]) if match else ""


def stated_units(texts: Iterable[str]) -> str:
    """The one unit in brackets that a document's paragraphs state; empty where they state none or several."""
    found = {
        match[0]
        for text in texts
        for match in re.finditer(r"\([^()]{0,60}\)", text)
        if re.search(r"\bin (?:thousand|million|billion)s?\b", match[0], re.IGNORECASE)
    }
    return found.pop() if len({_stated_scale(one) for one in found}) == 1 else ""


def _table_wide_units(head: list[list[Slot]], label_count: int) -> list[str]:
    """Units over the labels, and units that stand alone in a head row: they hold for every column."""
    units = [
        row[column].text for row in head for column in range(label_count) if _SCALE_PHRASE.search(row[column].text)
    ]
    for row in head:
        filled = {slot.origin: slot.text for slot in row if slot.text}
        units += [text for text in filled.values() if len(filled) == 1 and _SCALE_PHRASE.search(text)]
    return units


def _bracket_currency(names: str) -> str:
    for inside in re.findall(r"\(([^)]*)\)", names):
        if inside.strip() in CURRENCY_SIGNS:
            return CURRENCY_SIGNS[inside.strip()]
        if inside.strip() in CURRENCY_CODES:
            return str(inside.strip())
    return ""


def _bracket_unit(path: tuple[str, ...]) -> str:
    """A unit that the row's own label states in brackets: "Fleet (tractors, thousands)" → tractors."""
    bracket = re.search(r"\(([^)]*)\)\s*$", path[-1]) if path else None
    if not bracket or _stated_currency(bracket[1]):
        return ""
    words = [word.strip() for word in re.split(r"[,;]", bracket[1].lower())]
    units = [
        word
        for word in words
        if re.fullmatch(r"[a-z ]{3,20}", word) and word not in SCALE_WORDS and f"in {word}" not in words
    ]
    known = (
        "days",
        "months",
        "years",
        "hours",
        "points",
        "shares",
        "units",
        "people",
        "employees",
        "customers",
        "stores",
    )
    return next((word for word in units if word in known or len(words) > 1), "")
