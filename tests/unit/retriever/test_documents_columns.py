"""What stands side by side on a page is read one after the other; what is one table stays one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from services.retriever.documents.model import Block, SourceTable
from services.retriever.documents.pdf_reader import read_pdf
from tests.unit.retriever.pdf_files import HEAD, drawn, flowing, lines, table, text, title

NOTICE = [
    "Anyone who keeps a locker with the depot pays",
    "rent for a whole quarter in advance. The rent is",
    "collected on the second Monday, together with",
    "what was used in the quarter before. A renter who",
    "gives the locker up gets nothing back for the rest",
    "of a quarter, unless the depot closes the hall or",
    "moves the locker to a place that is hard to reach.",
]
RENTS = [("Small locker", "€31.00"), ("Tall locker", "€48.50"), ("Spare key", "€9.00"), ("Late return", "€14.20")]
BOATS = [("Rowing boat", "€12.00"), ("Sailing dinghy", "€27.50"), ("Paddle board", "€8.00")]


def put(canvas: Canvas, x: float, right: float, top: float, rows: Sequence[tuple[str, str]], step: float = 16) -> None:
    """Labels from `x`, values up to `right`."""
    for index, (label, value) in enumerate(rows):
        canvas.drawString(x, top - step * index, label)
        canvas.drawRightString(right, top - step * index, value)


def page_of(*parts: Callable[[Canvas], object]) -> bytes:
    """One page with a title and a line over its whole width."""

    def page(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 15)
        canvas.drawString(72, 740, "Depot on the quay")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(
            72,
            715,
            "This sheet states what the depot charges, and it is valid until another one is hung up beside the door.",
        )
        for part in parts:
            canvas.setFont("Helvetica", 10)
            part(canvas)

    return drawn(page)


def seen(content: bytes) -> list[object]:
    """Texts, and tables as rows of texts, in the order of reading."""

    def shown(block: Block) -> object:
        if isinstance(block, SourceTable):
            return [tuple(cell.text for cell in row) for row in block.rows]
        return block.text

    return [shown(block) for block in read_pdf(content).blocks][2:]


def ruled(canvas: Canvas, x: float, right: float, top: float, count: int, *, grid: bool, step: float = 16) -> None:
    """Lines under rows, or a whole grid around them."""
    for index in range(-1, count):
        canvas.line(x - 4, top - 4 - step * index, right + 4, top - 4 - step * index)
    if grid:
        for at in (x - 4, (x + right) / 2 + 20, right + 4):
            canvas.line(at, top - 4 + step, at, top - 4 - step * (count - 1))


@pytest.mark.parametrize("lining", ["none", "lines", "grid"])
@pytest.mark.parametrize("step", [14, 17])
@pytest.mark.parametrize("is_left", [True, False])
def test_a_table_beside_running_text_holds_none_of_it(lining: str, step: float, *, is_left: bool) -> None:
    x, right, prose_x = (76, 262, 300) if is_left else (350, 530, 72)

    def draw(canvas: Canvas) -> None:
        put(canvas, x, right, 680, RENTS, step)
        if lining != "none":
            ruled(canvas, x, right, 680, len(RENTS), grid=lining == "grid", step=step)
        lines(canvas, prose_x, 680, NOTICE)

    found = seen(page_of(draw))
    assert sorted(found, key=str) == sorted([RENTS, " ".join(NOTICE)], key=str)
    assert (found[0] == RENTS) == is_left


def test_text_that_is_wrapped_beside_a_table_goes_on_below_it() -> None:
    wide = "and only after the harbour office has agreed to it in writing, which it does once a year in the spring."

    def draw(canvas: Canvas) -> None:
        put(canvas, 380, 530, 680, RENTS)
        lines(canvas, 72, 680, NOTICE[:4])
        canvas.drawString(72, 624, "gives the locker up may hand it to a neighbour,")
        canvas.drawString(72, 610, wide)

    whole = " ".join([*NOTICE[:4], "gives the locker up may hand it to a neighbour,", wide])
    found = seen(page_of(draw))
    assert RENTS in found
    assert whole in found


@pytest.mark.parametrize("lining", ["none", "lines"])
def test_a_table_over_both_columns_ends_them(lining: str) -> None:
    head = ("Craft", "Weekday", "Weekend")
    rows = [("Rowing boat", "€12.00", "€15.00"), ("Dinghy", "€27.50", "€33.00"), ("Board", "€8.00", "€9.50")]

    def draw(canvas: Canvas) -> None:
        lines(canvas, 72, 680, NOTICE)
        lines(canvas, 330, 680, NOTICE[::-1])
        for index, row in enumerate([head, *rows]):
            canvas.setFont("Helvetica-Bold" if not index else "Helvetica", 10)
            for x, part in zip((72, 350, 470), row, strict=True):
                canvas.drawString(x, 550 - 17 * index, part)
        if lining == "lines":
            ruled(canvas, 72, 530, 550, 4, grid=False, step=17)
        canvas.setFont("Helvetica", 10)
        lines(canvas, 72, 460, NOTICE[2:])
        lines(canvas, 330, 460, NOTICE[1:6])

    assert seen(page_of(draw)) == [
        " ".join(NOTICE),
        " ".join(NOTICE[::-1]),
        [head, *rows],
        " ".join(NOTICE[2:]),
        " ".join(NOTICE[1:6]),
    ]


def test_tables_side_by_side_with_a_title_over_each_are_two() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 11)
        canvas.drawString(72, 690, "Lockers")
        canvas.drawString(330, 690, "Boats for an hour")
        canvas.setFont("Helvetica", 10)
        put(canvas, 72, 280, 670, RENTS)
        put(canvas, 330, 530, 670, BOATS)

    assert seen(page_of(draw)) == ["Lockers", RENTS, "Boats for an hour", BOATS]


@pytest.mark.parametrize("heads", [("Item", "Price"), ("Craft", "For an hour"), None])
def test_tables_side_by_side_on_the_same_lines_are_two(heads: tuple[str, str] | None) -> None:
    first = [("Item", "Price"), *RENTS] if heads else RENTS
    second = [heads, *BOATS[:2]] if heads else BOATS

    def draw(canvas: Canvas) -> None:
        put(canvas, 72, 280, 670, first)
        put(canvas, 330, 530, 670, second)

    assert seen(page_of(draw)) == [first, second]


def test_tables_side_by_side_with_several_columns_of_numbers_are_two() -> None:
    years = ("", "2031", "2032")

    def draw(canvas: Canvas) -> None:
        for x, rows in ((72, RENTS), (330, BOATS)):
            put(canvas, x, x + 140, 654, rows)
            for index, (_, value) in enumerate(rows):
                canvas.drawRightString(x + 200, 654 - 16 * index, value)
            for at, year in ((x + 140, "2031"), (x + 200, "2032")):
                canvas.drawRightString(at, 670, year)

    assert seen(page_of(draw)) == [
        [years, *((label, value, value) for label, value in rows)] for rows in (RENTS, BOATS)
    ]


def test_a_sheet_of_three_narrow_columns_is_read_column_by_column() -> None:
    parts = [
        ("Lockers", RENTS),
        ("Boats", BOATS),
        ("Workshop", [("Bench", "€5.00"), ("Crane", "€61.00"), ("Paint", "€7.80")]),
    ]

    def draw(canvas: Canvas) -> None:
        for index, (name, rows) in enumerate(parts):
            x = 72 + 165 * index
            canvas.setFont("Helvetica-Bold", 9)
            canvas.drawString(x, 690, name)
            canvas.setFont("Helvetica", 8)
            put(canvas, x, x + 145, 676, rows, 12)

    assert seen(page_of(draw)) == [one for name, rows in parts for one in (name, rows)]


@pytest.mark.parametrize("is_filled", [True, False])
@pytest.mark.parametrize("is_table", [True, False])
def test_a_box_beside_the_text_is_read_apart(*, is_filled: bool, is_table: bool) -> None:
    facts = [("Rent", "€31.00"), ("Deposit", "€50.00"), ("Notice", "6 weeks"), ("Key", "€9.00")]

    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(0.92)
        canvas.rect(390, 600, 150, 95, stroke=not is_filled, fill=is_filled)
        canvas.setFillGray(0)
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(400, 681, "In short")
        canvas.setFont("Helvetica", 9)
        if is_table:
            put(canvas, 400, 530, 664, facts, 15)
        else:
            lines(canvas, 400, 664, [f"{label}: {value}" for label, value in facts], 15)
        canvas.setFont("Helvetica", 10)
        lines(canvas, 72, 686, NOTICE)
        canvas.drawString(
            72,
            560,
            "The depot is closed on the day before each of the two regattas, and on the day after the second one.",
        )

    found = seen(page_of(draw))
    assert found[:2] == [" ".join(NOTICE), "In short"]
    assert (
        found[-1]
        == "The depot is closed on the day before each of the two regattas, and on the day after the second one."
    )
    assert found[2:-1] == ([facts] if is_table else [f"{label}: {value}" for label, value in facts])


@pytest.mark.parametrize("side", ["TOP", "MIDDLE"])
def test_a_table_whose_last_column_is_sentences_stays_one(side: str) -> None:
    words = [
        f"It is asked for whenever a renter {what}, and whoever has paid it once in a season does not pay it again "
        "before the next one begins."
        for what in ("opens a locker", "needs a tall one", "has lost a key", "comes too late")
    ]
    rows = [(label, value, why) for (label, value), why in zip(RENTS, words, strict=True)]
    content = flowing(
        title("Depot"),
        text("Valid from March."),
        table(
            [("Item", "Price", "When"), *((label, value, text(why)) for label, value, why in rows)],
            HEAD,
            ("VALIGN", (0, 0), (-1, -1), side),
            widths=(120, 60, 250),
        ),
    )
    assert seen(content) == [[("Item", "Price", "When"), *rows]]


def test_a_table_of_words_and_numbers_in_turn_stays_one() -> None:
    rows = [
        ("Item", "Price", "Kept at", "Longest"),
        ("Small locker", "€31.00", "Hall", "12 months"),
        ("Tall locker", "€48.50", "Hall", "6 months"),
        ("Rowing boat", "€12.00", "Pier", "3 months"),
        ("Sailing dinghy", "€27.50", "Pier", "9 months"),
    ]
    content = flowing(title("Depot"), text("Valid from March."), table(rows, HEAD, widths=(120, 80, 110, 80)))
    assert seen(content) == [rows]


def test_a_page_made_of_thousands_of_scraps_ends_in_bounded_work() -> None:
    def scraps(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 3)
        for index in range(100 * 40):
            canvas.drawString(10 + index % 40 * 14.5, 780 - index // 40 * 6, f"ab{index % 7}")

    started = time.process_time()
    assert read_pdf(drawn(scraps)).blocks
    assert time.process_time() - started < 60
