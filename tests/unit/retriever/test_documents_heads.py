"""Every figure stands under what its column is called, though the file lost which head spans which columns."""

from __future__ import annotations

import pytest

from services.common.printed import Scale
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens

Path = tuple[str, ...]


def columns(*rows: str) -> list[Path]:
    """The column paths of the last row's figures. Cells are told apart by "|"."""
    body = "".join(f"<tr>{''.join(f'<td>{one.strip()}</td>' for one in row.split('|'))}</tr>" for row in rows)
    document = read_document(
        f"<html><body><h1>Report</h1><table>{body}</table></body></html>".encode(), "r.html", count_tokens
    )
    label = rows[-1].partition("|")[0].strip()
    return [
        cell.column_path
        for passage in document.passages
        for cell in passage.cells
        if cell.row_path[-1:] == (label,) and cell.printed
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ("| | Years ended 31 May | ", "| 2025 | 2024 | 2023", "Freight | 14 | 12 | 9"),
            [("Years ended 31 May", "2025"), ("Years ended 31 May", "2024"), ("Years ended 31 May", "2023")],
        ),
        (
            ("| | | Year ended | | ", "| 2025 | 2024 | 2023 | 2022 | 2021", "Freight | 5 | 4 | 3 | 2 | 1"),
            [("Year ended", str(year)) for year in range(2025, 2020, -1)],
        ),
        (
            (
                "| | Customers | | Share of households",
                "| May 2025 | May 2024 | May 2025 | May 2024",
                "North | 81 | 79 | 12% | 11%",
            ),
            [
                ("Customers", "May 2025"),
                ("Customers", "May 2024"),
                ("Share of households", "May 2025"),
                ("Share of households", "May 2024"),
            ],
        ),
        (
            ("| | Period to March | | Change |", "| 2025 | 2024 | $ | %", "Sales | $ 936 | $ 1,033 | $ (97) | (9.4%)"),
            [("Period to March", "2025"), ("Period to March", "2024"), ("Change", "$"), ("Change", "%")],
        ),
        (
            ("| | Held at 3 May 2025 | ", "| As reported | Before the change | Effect", "Loans | 708 | 657 | 51"),
            [("Held at 3 May 2025", one) for one in ("As reported", "Before the change", "Effect")],
        ),
    ],
    ids=["one of three", "one of five", "two of two", "years and their change", "no years"],
)
def test_a_head_over_the_middle_of_its_columns_names_all_of_them(rows: tuple[str, ...], expected: list[Path]) -> None:
    assert columns(*rows) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ("| | Years ended 31 May | ", "| Useful life | 2025 | 2024", "Vans | 7 | 14 | 12"),
            [("Useful life",), ("Years ended 31 May", "2025"), ("Years ended 31 May", "2024")],
        ),
        (
            ("| Years ended 31 May | | ", "| 2025 | 2024 | Variance", "Vans | 14 | 12 | 2"),
            [("Years ended 31 May", "2025"), ("Years ended 31 May", "2024"), ("Variance",)],
        ),
        (
            ("| | Restated | ", "| 2025 | 2024 | 2023", "Vans | 14 | 12 | 9"),
            [("2025",), ("Restated", "2024"), ("Restated", "2023")],
        ),
        (
            ("| | 2025 | 2024", "| Notes | $'000 | $'000", "Vans | 7 | 1,400 | 1,200"),
            [("Notes",), ("2025", "$'000"), ("2024", "$'000")],
        ),
        (
            (
                "| | Customers gained | | Share",
                "| May 2025 | May 2025 | May 2024 | May 2025",
                "North | 901 | 16 | 20 | 35%",
            ),
            [
                ("May 2025",),
                ("Customers gained", "May 2025"),
                ("Customers gained", "May 2024"),
                ("Share", "May 2025"),
            ],
        ),
        (
            ("| | Estimated", "| | life", "| Value | in years", "Brands | 1,400 | 12"),
            [("Value",), ("Estimated", "life", "in years")],
        ),
    ],
    ids=["a life", "a variance", "only restated", "notes", "how many there are", "a name of three lines"],
)
def test_a_column_of_another_kind_does_not_come_under_a_head_beside_it(
    rows: tuple[str, ...], expected: list[Path]
) -> None:
    assert columns(*rows) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ("| Total | Under 1 year | 1-3 years | 4–5 years | Over 5 years", "Leases | 98 | 37 | 36 | 12 | 13"),
            [("Total",), ("Under 1 year",), ("1-3 years",), ("4–5 years",), ("Over 5 years",)],
        ),
        (
            ("Days past due | 1–90 | 91–180 | >180 | Total", "Low risk | 1,347 | 125 | 313 | 1,785"),
            [("1–90",), ("91–180",), (">180",), ("Total",)],
        ),
        (
            ("(In thousands) | 2026 | 2027-2028 | Thereafter", "Leases | $19 | $4 | $7"),
            [("2026",), ("2027-2028",), ("Thereafter",)],
        ),
        (("| 2025 €m | 2024 €m", "Wages | 166 | 178"), [("2025 €m",), ("2024 €m",)]),
        (("| 2025 $'000 | 2024 $'000 restated", "Wages | 166 | 178"), [("2025 $'000",), ("2024 $'000 restated",)]),
        (
            ("Pension cost | | ", "| 2025 £m | 2024 £m", "Wages | 166 | 178"),
            [("2025 £m",), ("2024 £m",)],
        ),
    ],
    ids=["terms", "days late", "spans of years", "years in euros", "years in thousands", "under a title"],
)
def test_spans_and_years_with_a_unit_head_columns_though_they_begin_with_digits(
    rows: tuple[str, ...], expected: list[Path]
) -> None:
    assert [path[-1:] for path in columns(*rows)] == expected


def test_spans_in_the_body_of_a_table_stay_figures() -> None:
    assert columns("Buildings | 10-40 years | 20-30 years", "Vans | 3-7 years | 5-8 years") in ([], [(), ()])


def scales(*rows: str) -> dict[str, Scale]:
    """The scale of each row's figure."""
    body = "".join(f"<tr>{''.join(f'<td>{one.strip()}</td>' for one in row.split('|'))}</tr>" for row in rows)
    page = f"<html><body><h1>Report</h1><p>(in thousands)</p><table>{body}</table></body></html>"
    document = read_document(page.encode(), "r.html", count_tokens)
    return {cell.row_path[-1]: cell.scale for passage in document.passages for cell in passage.cells}


def test_a_rate_is_in_no_scale_of_amounts_and_what_is_named_after_a_rate_is() -> None:
    found = scales(
        "Item | 2025",
        "Interest rate swaps | 49,891",
        "Margin deposits | 712",
        "Gross margin | 52,963",
        "Effective interest rate | 4.5",
        "Yield on loans | 6.1",
        "Interest rate (1) | 3.9",
    )
    amounts = ("Interest rate swaps", "Margin deposits", "Gross margin")
    assert {name for name, scale in found.items() if scale is Scale.THOUSAND} == set(amounts)


def placed(*rows: str) -> dict[str, tuple[Path, Path]]:
    """Row and column path by what each figure prints."""
    body = "".join(f"<tr>{''.join(f'<td>{one.strip()}</td>' for one in row.split('|'))}</tr>" for row in rows)
    document = read_document(
        f"<html><body><h1>Report</h1><table>{body}</table></body></html>".encode(), "r.html", count_tokens
    )
    return {
        cell.printed: (cell.row_path, cell.column_path)
        for passage in document.passages
        for cell in passage.cells
        if cell.printed
    }


def test_names_in_the_middle_of_a_table_head_the_columns_below_them_and_none_above() -> None:
    found = placed(
        "(In thousands) | 31 May 2031 | Bought | Sold | 31 May 2032",
        "Ferries | 610 | 40 | 12 | 638",
        "Barges | 220 | 0 | 31 | 189",
        "(In thousands) | 31 May 2030 | Bought | Sold | 31 May 2031",
        "Ferries | 577 | 51 | 18 | 611",
        "Barges | 233 | 8 | 21 | 221",
    )
    assert found["638"] == (("Ferries",), ("31 May 2032",))
    assert found["577"] == (("Ferries",), ("31 May 2030",))
    assert found["221"] == (("Barges",), ("31 May 2031",))


def test_several_rows_of_names_in_the_middle_of_a_table_head_what_is_below_them() -> None:
    found = placed(
        "| | 13 Weeks Ended | ",
        "| August 30, | May 31, | February 28,",
        "| 2032 | 2032 | 2032",
        "Highest price | $41.20 | $39.75 | $44.10",
        "Lowest price | $33.05 | $31.00 | $36.40",
        "| | 13 Weeks Ended | ",
        "| August 31, | June 1, | March 1,",
        "| 2031 | 2031 | 2031",
        "Highest price | $38.15 | $37.60 | $40.05",
        "Lowest price | $29.90 | $30.10 | $32.25",
    )
    assert found["$39.75"][1][-2:] == ("May 31,", "2032")
    assert found["$37.60"][1][-2:] == ("June 1,", "2031")
    assert found["$32.25"] == (("Lowest price",), ("13 Weeks Ended", "March 1,", "2031"))


def test_a_year_with_nothing_beside_it_is_that_of_the_rows_below() -> None:
    found = placed(
        "| First quarter | Second quarter",
        "2032 | | ",
        "Tolls | $811 | $902",
        "Repairs | $77 | $64",
        "2031 | | ",
        "Tolls | $790 | $866",
        "Repairs | $81 | $59",
    )
    assert found["$902"] == (("2032", "Tolls"), ("Second quarter",))
    assert found["$81"] == (("2031", "Repairs"), ("First quarter",))


def test_a_title_in_the_corner_names_no_column() -> None:
    found = placed(
        "4.2 Workshops | | ",
        "Indicators | For the year ended 30 June | ",
        "| 2032 | 2031",
        "Water used (tonnes) | 4,118 | 3,907",
        "Waste (tonnes) | 212 | 240",
    )
    assert found["4,118"] == (("Water used (tonnes)",), ("For the year ended 30 June", "2032"))
    assert found["240"][1][-1] == "2031"


def test_a_row_of_words_among_values_starts_no_other_table() -> None:
    found = placed(
        "Berth | Summer | Winter",
        "Inner pier | $41 | $30",
        "Outer pier | by request | closed",
        "Slipway | $12 | $9",
        "Hall | $77 | $52",
    )
    assert found["$12"] == (("Slipway",), ("Summer",))
    assert found["closed"] == (("Outer pier",), ("Winter",))
