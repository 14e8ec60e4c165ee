"""Glyphs of a page to its lines: words with their places, stretches that belong together, raised marks in place."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from services.retriever.documents.html_reader import MARK_CLOSE, MARK_OPEN
from services.retriever.documents.pdf_page import Box, Glyph

# In parts of the font's size: what parts words, and what parts stretches of a line.
WORD_GAP = 0.2
STRETCH_GAP = 1.15
NUMBER_GAP = 0.75
ASCENT, DESCENT = 0.78, 0.22
_MARK = re.compile(
    r"\s*[\[(]?(?:\d{1,2}|[a-z]|[ivx]{1,4}|[*†‡§¶#]{1,3})(?:\s*,\s*(?:\d{1,2}|[a-z]))*[\])]?\s*", re.IGNORECASE
)
_RAISED_WORD = re.compile(r"st|nd|rd|th|TM|SM|[®©℠™]")
_LEADER = re.compile(r"[.·•_…‥]{4,}|(?:[.·…] ?){5,}")


@dataclass(slots=True)
class Word:
    """A word and where it stands. Raised marks are in its text, between `MARK_OPEN` and `MARK_CLOSE`."""

    text: str
    x0: float
    x1: float


@dataclass(slots=True)
class Stretch:
    """Words of one line without a wide gap between them."""

    words: list[Word]
    baseline: float
    size: float
    bold: bool

    @property
    def x0(self) -> float:
        """Left end."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return self.words[-1].x1

    @property
    def text(self) -> str:
        """The words, parted by one space."""
        return " ".join(word.text for word in self.words)

    @property
    def box(self) -> Box:
        """Where it stands."""
        return (self.x0, self.baseline - ASCENT * self.size, self.x1, self.baseline + DESCENT * self.size)


@dataclass(slots=True)
class Row:
    """All that stands on one baseline, from left to right."""

    baseline: float
    stretches: list[Stretch] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it, parted by two spaces where the gap is wide."""
        return "  ".join(stretch.text for stretch in self.stretches)

    @property
    def size(self) -> float:
        """The largest font size."""
        return max(stretch.size for stretch in self.stretches)

    @property
    def bold(self) -> bool:
        """Whether all of it is."""
        return all(stretch.bold for stretch in self.stretches)

    @property
    def box(self) -> Box:
        """Where it stands."""
        return bounds(stretch.box for stretch in self.stretches)


@dataclass(slots=True)
class Aside:
    """A line that runs up or down the page, with its box on the page."""

    row: Row
    turns: int
    box: Box


@dataclass(slots=True)
class _Run:
    """Glyphs of one baseline without a wide gap between them."""

    glyphs: list[Glyph]
    baseline: float

    @property
    def size(self) -> float:
        return max(glyph.size for glyph in self.glyphs)

    @property
    def text(self) -> str:
        return "".join(glyph.text for glyph in self.glyphs)


def read_rows(glyphs: Sequence[Glyph]) -> list[Row]:
    """The rows of a page from top to bottom."""
    runs = [run for cluster in _clusters(glyphs) for run in _runs(cluster)]
    rows: list[Row] = []
    for run in sorted(_with_marks(runs), key=lambda one: (one.baseline, one.glyphs[0].x0)):
        stretches = _stretches(run)
        if not stretches:
            continue
        last = rows[-1] if rows else None
        if last is not None and abs(last.baseline - run.baseline) <= 0.25 * min(last.stretches[-1].size, run.size):
            last.stretches.extend(stretches)
        else:
            rows.append(Row(run.baseline, stretches))
    for row in rows:
        row.stretches.sort(key=lambda one: one.x0)
    return rows


def lines_of(words: Iterable[tuple[Stretch, Word]]) -> list[Row]:
    """The words of a cell as its lines, with the type of the stretches that they are from."""
    lines: dict[float, list[tuple[Stretch, Word]]] = {}
    for stretch, word in words:
        lines.setdefault(stretch.baseline, []).append((stretch, word))
    rows = []
    for baseline, found in sorted(lines.items()):
        found.sort(key=lambda one: one[1].x0)
        stretch = max((one for one, _ in found), key=lambda one: one.size)
        bold = all(one.bold for one, _ in found)
        rows.append(Row(baseline, [Stretch([word for _, word in found], baseline, stretch.size, bold)]))
    return rows


def bounds(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _clusters(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Glyphs by baseline, where a font's own jitter counts for nothing."""
    clusters: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda one: one.baseline):
        last = clusters[-1] if clusters else None
        if last and glyph.baseline - last[0].baseline <= max(0.8, 0.12 * min(glyph.size, last[0].size)):
            last.append(glyph)
        else:
            clusters.append([glyph])
    return clusters


def _runs(cluster: list[Glyph]) -> list[_Run]:
    runs: list[_Run] = []
    current: list[Glyph] = []
    end = 0.0
    for glyph in sorted(cluster, key=lambda one: one.x0):
        if glyph.text == " ":
            if current:
                current.append(glyph)
            continue
        if current and glyph.x0 - end > _stretch_gap(current, glyph) * max(glyph.size, current[-1].size):
            runs.append(_run(current))
            current = []
        current.append(glyph)
        end = max(end, glyph.x1) if len(current) > 1 else glyph.x1
    if any(glyph.text != " " for glyph in current):
        runs.append(_run(current))
    return runs


def _stretch_gap(glyphs: Sequence[Glyph], following: Glyph) -> float:
    """What gap parts these from the following, in parts of their size: less does between a number and the next."""
    last = next(glyph.text for glyph in reversed(glyphs) if glyph.text != " ")
    numbers = (last.isdigit() or last in "%)") and (following.text.isdigit() or following.text in "$€£(")
    return NUMBER_GAP if numbers else STRETCH_GAP


def _run(glyphs: list[Glyph]) -> _Run:
    while glyphs[-1].text == " ":
        glyphs.pop()
    return _Run(glyphs, glyphs[0].baseline)


def _with_marks(runs: list[_Run]) -> list[_Run]:
    """The runs, with each raised mark in the run that it stands on."""
    marks = [run for run in runs if len(run.glyphs) <= 8 and (_MARK.fullmatch(run.text) or _is_raised_word(run))]
    marked = {id(run) for run in marks}
    hosts = sorted((run for run in runs if id(run) not in marked or len(run.glyphs) > 1), key=lambda one: one.baseline)
    baselines = [run.baseline for run in hosts]
    largest = max((run.size for run in hosts), default=0.0)
    taken: set[int] = set()
    for mark in marks:
        # A mark stands less than one size above the line that it belongs to.
        first, last = bisect_right(baselines, mark.baseline), bisect_right(baselines, mark.baseline + largest)
        host = _host(mark, hosts[first:last])
        if host is not None:
            taken.add(id(mark))
            for glyph in mark.glyphs:
                glyph.raised = not _is_raised_word(mark)
            host.glyphs = sorted([*host.glyphs, *mark.glyphs], key=lambda one: one.x0)
    return [run for run in runs if id(run) not in taken]


def _is_raised_word(run: _Run) -> bool:
    """A raised text that belongs to the word before it: 25th, Brand™."""
    return _RAISED_WORD.fullmatch(run.text) is not None


def _host(mark: _Run, hosts: list[_Run]) -> _Run | None:
    first, last = mark.glyphs[0], mark.glyphs[-1]
    best: tuple[float, _Run] | None = None
    for host in hosts:
        rise = host.baseline - mark.baseline
        if host is mark or not 0.15 * host.size <= rise <= 0.72 * host.size or mark.size > host.size:
            continue
        if mark.size > 0.86 * host.size and rise < 0.25 * host.size:
            continue
        left, right = host.glyphs[0].x0, max(glyph.x1 for glyph in host.glyphs)
        if left - 1.2 * host.size <= first.x0 and last.x1 <= right + max(0.8 * host.size, last.x1 - first.x0 + 1):
            distance = max(first.x0 - right, left - last.x1, 0.0)
            if best is None or distance < best[0]:
                best = (distance, host)
    return best[1] if best is not None else None


def _stretches(run: _Run) -> list[Stretch]:
    """A run's words; dots that lead the eye part it as a wide gap does."""
    stretches: list[Stretch] = []
    words: list[Word] = []
    plain = [glyph for glyph in run.glyphs if not glyph.raised and glyph.text != " "]
    if not plain:
        return []
    size = max(glyph.size for glyph in plain)
    bold = sum(glyph.bold for glyph in plain) * 2 > len(plain)
    for word in _words(run.glyphs):
        if _LEADER.fullmatch(word.text):
            if words:
                stretches.append(Stretch(words, run.baseline, size, bold))
            words = []
            continue
        leader = re.search(r"[.·…]{5,}$", word.text)
        if leader:
            word.text = word.text[: leader.start()]
            stretches.append(Stretch([*words, word], run.baseline, size, bold))
            words = []
            continue
        words.append(word)
    if words:
        stretches.append(Stretch(words, run.baseline, size, bold))
    return [_right_to_left(one) for one in stretches]


def _words(glyphs: Sequence[Glyph]) -> list[Word]:
    words: list[Word] = []
    letters: list[str] = []
    start = end = 0.0
    raised = spaced = False

    def close() -> None:
        nonlocal letters, raised
        if raised:
            letters.append(MARK_CLOSE)
        text = unicodedata.normalize("NFC", "".join(letters))
        if text:
            words.append(Word(text, start, end))
        letters, raised = [], False

    for glyph in glyphs:
        if glyph.text == " ":
            spaced = bool(letters)
            continue
        gap = glyph.x0 - end
        parts = gap > WORD_GAP * glyph.size and not (glyph.raised and gap < 0.5 * glyph.size)
        if letters and (parts or (spaced and gap > -0.1 * glyph.size and not glyph.raised)):
            close()
        if not letters:
            start, end = glyph.x0, glyph.x1
        if glyph.raised != raised:
            letters.append(MARK_OPEN if glyph.raised else MARK_CLOSE)
            raised = glyph.raised
        letters.append(glyph.text)
        end = max(end, glyph.x1)
        spaced = False
    if letters:
        close()
    return words


def _right_to_left(stretch: Stretch) -> Stretch:
    """Hebrew and Arabic stand from right to left, numbers in them from left to right."""
    text = "".join(word.text for word in stretch.words)
    letters = [unicodedata.bidirectional(char) for char in text]
    if (
        sum(kind in ("R", "AL") for kind in letters) * 2 <= sum(kind in ("R", "AL", "L") for kind in letters)
        or not text
    ):
        return stretch
    for word in stretch.words:
        if any(unicodedata.bidirectional(char) in ("R", "AL") for char in word.text):
            word.text = re.sub(r"[0-9][0-9.,/:%]*", lambda match: match[0][::-1], word.text[::-1])
    # Places run from left to right still; only the order in which words are read turns.
    texts = [word.text for word in reversed(stretch.words)]
    for word, turned in zip(stretch.words, texts, strict=True):
        word.text = turned
    return stretch
