"""Plain text to blocks: headings, paragraphs, and columns that are aligned as the tables that they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from services.common.printed import find_numbers, is_nil, is_year
from services.retriever.documents.facts import are_facts, fact_of
from services.retriever.documents.model import Block, Heading, Paragraph, Reading, SourceCell, SourceTable

_RULE = re.compile(r"\s*([-=_*~─═+| ])(?:\1|[-=_+| ])*\s*")
_GAP = re.compile(r"(?: {2,}|\t+)")
_ITEM = re.compile(r"\s*(?:[-*•–]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+")
# Dots, or the like, that lead the eye from a label to its value.
_LEADER = re.compile(r"(?<=\S) ?(?:\.{4,}|(?:\. ){3,}\.?|_{4,}|·{4,}|…{2,})(?: *(?:\.{2,}|…))*\s*")
_STARTS_VALUE = re.compile(r"[(+-]?\s?(?:[A-Z]{3}\s?)?[$€£]?\s?\d")
# "Excess    : £250": a colon that stands apart on either side, with nothing after it where the value is blank.
_COLON = re.compile(
    r"(?P<label>[A-Z#№](?:(?! {2})[^:\t]){1,48}?)(?P<before>\s*):(?P<after>\s*)(?P<value>(?:(?! {2})[^\t])*)"
)
MAX_HEADING_WORDS = 12
# Wider lines are no page's columns, and finding columns costs width times lines.
MAX_TABLE_WIDTH = 400
MAX_COLUMNS = 60


def read_plain(text: str) -> Reading:
    """Read a text file. Blank lines part blocks; a ruled or capitalised short line above a block is its heading."""
    lines = [line.expandtabs(8).rstrip() for line in re.split(r"\r\n|\r|\n|\f", text.replace("\0", ""))]
    blocks: list[Block] = []
    for index, group in enumerate(_groups(lines)):
        blocks.extend(_read_group(group, is_first=index == 0))
    return Reading(tuple(blocks))


def _groups(lines: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return _with_totals(_with_underlined_headings([group for group in groups if group]))


def _with_totals(groups: list[list[str]]) -> list[list[str]]:
    """A line that a blank one parts from a table, with its values right under the table's, is a row of it."""
    joined: list[list[str]] = []
    for group in groups:
        if len(group) == 1 and joined and len(joined[-1]) > 1 and _is_total(joined[-1], group[0]):
            joined[-1].append(group[0])
        else:
            joined.append(group)
    return joined


def _is_total(table: Sequence[str], line: str) -> bool:
    parts = [part for part in _GAP.split(line.strip()) if part.strip()]
    if len(parts) < 2 or not all(_STARTS_VALUE.match(part) for part in parts[1:]) or _STARTS_VALUE.match(parts[0]):
        return False
    ends = [len(one) for one in table if _GAP.search(one.strip()) and _STARTS_VALUE.match(_GAP.split(one.strip())[-1])]
    return ends.count(len(line)) > 1


def _with_underlined_headings(groups: list[list[str]]) -> list[list[str]]:
    """A rule right under one short line makes that line a group of its own."""
    parted: list[list[str]] = []
    for group in groups:
        while len(group) > 2 and _is_rule(group[1]) and not _GAP.search(group[0].strip()):
            parted.append(group[:2])
            group = group[2:]  # noqa: PLW2901 - what is left of it
        parted.append(group)
    return parted


def _read_group(group: list[str], *, is_first: bool) -> list[Block]:
    texts = [line for line in group if not _is_rule(line)]
    if not texts:
        return []
    if len(texts) == 1 and len(group) > 1:
        return [Heading(2, _squeeze(texts[0]))]
    if any(_leads(line) for line in group):
        return _read_leaders(group, is_first=is_first)
    colons = _read_colons(texts)
    if colons:
        return colons
    pairs = [_pairs(line) for line in group]
    if any(len(parts) > 1 for parts in pairs):
        first = next(index for index, parts in enumerate(pairs) if parts)
        end = next((index for index in range(first, len(pairs)) if not pairs[index]), len(pairs))
        return [
            *(_read_group(group[:first], is_first=is_first) if first else []),
            *(Paragraph(_squeeze(fact)) for parts in pairs[first:end] for fact in parts),
            *(_read_group(group[end:], is_first=False) if end < len(group) else []),
        ]
    start, end = _table_span(group)
    if end - start >= 2:
        return [
            *_read_prose(group[:start], is_first=is_first),
            *_read_table(group[start:end]),
            *_read_prose(group[end:], is_first=False),
        ]
    return _read_prose(group, is_first=is_first)


def _leads(line: str) -> bool:
    found = _LEADER.search(line)
    return found is not None and any(char.isalpha() for char in line[: found.start()])


def _read_leaders(group: list[str], *, is_first: bool) -> list[Block]:
    """Lines whose labels are led to their values by dots, with short lines between them as sections of one table."""
    leading = [index for index, line in enumerate(group) if _leads(line)]
    start, end = leading[0], leading[-1] + 1
    head = start
    if start and len(_GAP.split(group[start - 1].strip())) > 1 and not _is_rule(group[start - 1]):
        head = start - 1
    rows: list[list[str]] = [_GAP.split(group[index].strip()) for index in range(head, start)]
    indents = [0] * len(rows)
    if start and head == start and len(leading) < end - start and _is_short(group[start - 1]):
        # Where lines part the others, the line above them all is one of those.
        head = start = start - 1
    waiting = ""
    for line in group[start:end]:
        indent = len(line) - len(line.lstrip())
        if not _leads(line):
            if waiting:
                rows.append([waiting])
                indents.append(indent)
            waiting = line.strip()
            continue
        label, *values = _LEADER.split(line.strip())
        if waiting and label[:1].islower():
            label, waiting = f"{waiting} {label}", ""
        if waiting:
            rows.append([waiting])
            indents.append(0)
            waiting = ""
        rows.append([label, *(part for value in values for part in (_GAP.split(value.strip())))])
        indents.append(indent)
    width = max(map(len, rows))
    table = SourceTable(
        tuple(
            tuple(
                SourceCell(
                    _squeeze(text),
                    is_header=index < start - head,
                    column_span=width if len(row) == 1 else 1,
                    indent=indent if column == 0 else 0,
                )
                for column, text in enumerate(row if len(row) == 1 else [*row, *[""] * (width - len(row))])
            )
            for index, (row, indent) in enumerate(zip(rows, indents, strict=True))
        ),
        header_row_count=start - head,
    )
    return [*_read_prose(group[:head], is_first=is_first), table, *_read_prose(group[end:], is_first=False)]


def _read_colons(lines: Sequence[str]) -> list[Block]:
    """Labels and values that colons part, set in columns: "Excess    : £250". A missing value is a blank cell."""
    found = [_COLON.fullmatch(line.strip()) for line in lines]
    rows = [one for one in found if one is not None]
    spaced = sum(len(one["before"]) > 0 or len(one["after"]) > 1 for one in rows)
    if len(rows) < 2 or len(rows) < len(lines) or spaced < max(2, 0.5 * len(rows)):
        return []
    cells = ((SourceCell(one["label"].strip()), SourceCell(_squeeze(one["value"]))) for one in rows)
    return [SourceTable(tuple(cells), header_row_count=0)]


def _pairs(line: str) -> list[str]:
    """The facts of a line, side by side where there are several; empty where it says anything else."""
    parts: list[str] = []
    for part in _GAP.split(line.strip()):
        if parts and parts[-1].endswith(":"):
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    return parts if all(map(fact_of, parts)) else []


def _read_prose(lines: Sequence[str], *, is_first: bool) -> list[Block]:
    lines = [line for line in lines if not _is_rule(line)]
    if not lines:
        return []
    head, rest = lines[0], lines[1:]
    parts = _GAP.split(head.strip())
    if not rest and len(parts) == 2 and _STARTS_VALUE.match(parts[1]) and any(map(str.isalpha, parts[0])):
        return [SourceTable((tuple(SourceCell(_squeeze(part)) for part in parts),), header_row_count=0)]
    if is_first and _is_short(head):
        title, *tail = (part for part in _GAP.split(head.strip()) if part.strip())
        return [Heading(1, _squeeze(title)), *(Paragraph(_squeeze(part)) for part in tail), *_paragraphs(rest)]
    if (
        _is_short(head)
        and (head.isupper() or (not rest and head.strip().endswith(":")))
        and not _GAP.search(head.strip())
    ):
        return [Heading(2, _squeeze(head).rstrip(":")), *_paragraphs(rest)]
    if (
        not rest
        and _is_short(head)
        and head.strip()[:1].isupper()
        and head.strip()[-1:] not in ".:;,!?"
        and not find_numbers(head)
    ):
        return [Heading(2, _squeeze(head))]
    return _paragraphs(lines)


def _paragraphs(lines: Sequence[str]) -> list[Block]:
    """Wrapped lines are one paragraph; list items, and lines that stand alone ("Key: value"), are their own."""
    blocks: list[Block] = []
    width = max((len(line.strip()) for line in lines), default=0)
    before = ""
    for line in lines:
        last = blocks[-1] if blocks else None
        is_full, before = len(before.strip()) >= max(40, width * 0.7), line
        if _ITEM.match(line):
            blocks.append(Paragraph(_squeeze(_ITEM.sub("", line, count=1)), is_item=True))
        elif isinstance(last, Paragraph) and is_full and _continues(last.text, line):
            blocks[-1] = Paragraph(f"{last.text} {_squeeze(line)}", last.is_item)
        else:
            blocks.append(Paragraph(_squeeze(line)))
    return blocks


def _continues(text: str, line: str) -> bool:
    if re.match(r"\s*[A-Z][\w /()&'-]{1,40}:\s", line):
        return False
    return text[-1:] not in ".!?:" or len(text.rpartition("\n")[2]) > 60


def _table_span(group: Sequence[str]) -> tuple[int, int]:
    """First and one past the last line of the longest run of lines that have columns."""
    best = (0, 0)
    start = 0
    for index, line in enumerate([*group, ""]):
        if line and (_is_rule(line) or _GAP.search(line.strip()) or "|" in line):
            continue
        if index - start > best[1] - best[0]:
            best = (start, index)
        start = index + 1
    start, end = best
    while start < end and _is_rule(group[start]):
        start += 1
    while end > start and _is_rule(group[end - 1]):
        end -= 1
    lines = [line for line in group[start:end] if not _is_rule(line)]
    is_ruled = any(_is_rule(line) for line in group[start:end])
    return (start, end) if len(lines) >= 2 and _looks_tabular(lines, is_ruled=is_ruled) else (0, 0)


def _looks_tabular(lines: Sequence[str], *, is_ruled: bool) -> bool:
    """Two columns or more, mostly filled, whose right ones hold values; below a ruled head they may hold words."""
    if max(map(len, lines)) > MAX_TABLE_WIDTH:
        return False
    spans = _column_spans(lines)
    if not 2 <= len(spans) <= MAX_COLUMNS:
        return False
    right = [text for line in lines for text in _cut(line, spans)[1:] if text]
    values = sum(1 for text in right if is_nil(text) or is_year(text) or any(char.isdigit() for char in text))
    return len(right) >= len(lines) / 2 and (is_ruled or values >= len(lines) / 2)


def _read_table(group: Sequence[str]) -> list[Block]:
    rule = next((index for index, line in enumerate(group) if _is_rule(line)), 0)
    lines = [line for line in group if not _is_rule(line)]
    if all("|" in line for line in lines):
        rows = [[_squeeze(cell) for cell in line.strip().strip("|").split("|")] for line in lines]
    else:
        spans = _column_spans(lines)
        rows = [_cut(line, spans) for line in lines]
    heads = rule if rule and _is_head(rows[:rule], rows[rule:]) else (1 if _is_head(rows[:1], rows[1:]) else 0)
    indents = [len(line) - len(line.lstrip()) for line in lines]
    table = SourceTable(
        tuple(
            tuple(
                SourceCell(text, is_header=index < heads, indent=indents[index] if column == 0 else 0)
                for column, text in enumerate(row)
            )
            for index, row in enumerate(rows)
        ),
        header_row_count=heads,
    )
    return [table]


def _is_head(head: Sequence[Sequence[str]], body: Sequence[Sequence[str]]) -> bool:
    if not head or not body:
        return False
    values = [text for row in head for text in row[1:] if text]
    stated = [text for row in body for text in row[1:] if text]
    if not values or not stated:
        return False
    if any(find_numbers(text) and not is_year(text) and not re.search(r"[A-Za-z]{3}", text) for text in values):
        return False
    if len(head[0]) == 2 and are_facts(stated):
        return False
    return any(find_numbers(text) or is_nil(text) for text in stated)


def _column_spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Columns are runs of positions that no line leaves blank for two in a row.

    Words that only one space parts in every line belong together; a position belongs to a gap when it is blank in all
    lines, and a gap counts when some line has two blanks there.
    """
    width = max(len(line) for line in lines)
    blank = [all(position >= len(line) or line[position] == " " for line in lines) for position in range(width)]
    spans: list[tuple[int, int]] = []
    start: int | None = None
    for position in range(width + 1):
        if position < width and not blank[position]:
            start = position if start is None else start
        elif start is not None:
            spans.append((start, position))
            start = None
    merged: list[tuple[int, int]] = []
    for span in spans:
        if merged and not any(_is_parted(line, merged[-1], span) for line in lines):
            merged[-1] = (merged[-1][0], span[1])
        else:
            merged.append(span)
    return merged


def _is_parted(line: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    before, after = line[left[0] : left[1]].rstrip(), line[right[0] : right[1]]
    if not before or not after.strip():
        return False
    gap = right[0] + len(after) - len(after.lstrip()) - (left[0] + len(before))
    return gap >= 2


def _cut(line: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    bounds = [span[0] for span in spans]
    return [
        _squeeze(line[(bounds[index] if index else 0) : (bounds[index + 1] if index + 1 < len(bounds) else None)])
        for index in range(len(bounds))
    ]


def _is_rule(line: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= 3 and _RULE.fullmatch(stripped) is not None and any(char in "-=_*~─═" for char in stripped)


def _is_short(line: str) -> bool:
    return len(line.split()) <= MAX_HEADING_WORDS and len(line.strip()) <= 110


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
