"""Forms and statements of plain text are read as cells: leaders, colons in columns, pairs side by side, code."""

from __future__ import annotations

import pytest

from services.retriever.documents.model import Cell, MediaType, ParsedDocument
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens


def parsed(text: str) -> ParsedDocument:
    return read_document(text.encode(), "paper.txt", count_tokens)


def cells(document: ParsedDocument) -> dict[tuple[str, ...], Cell]:
    return {(*cell.row_path, *cell.column_path): cell for passage in document.passages for cell in passage.cells}


def test_dots_lead_from_a_label_to_its_value_and_to_a_blank_one() -> None:
    found = cells(
        parsed(
            "Kestrel Mooring Trust\nDUES FROM JUNE 2031\n\n"
            "Winter berth ................. £410.00\n"
            "Summer berth.................. £265.50\n"
            "Slipway . . . . . . . . . . .  No charge\n"
            "Mast crane ...................\n"
            "Moving a boat that its owner\n"
            "  has left behind ............ 4 % of its value\n"
        )
    )
    assert found["Winter berth",].number == 410
    assert found["Winter berth",].unit == "GBP"
    assert found["Summer berth",].printed == "£265.50"
    assert found["Slipway",].printed == "No charge"
    assert found["Mast crane",].printed == ""
    assert found["Moving a boat that its owner has left behind",].printed == "4 % of its value"


def test_a_short_line_among_leaders_is_the_section_of_those_below_it() -> None:
    found = cells(
        parsed(
            "Dues\n\n"
            "Trailers\n"
            "  A week ......... £12.00\n"
            "  A season ....... £88.00\n"
            "Canoes\n"
            "  A week ......... £3.00\n"
            "  A season ....... £21.00\n"
        )
    )
    assert found["Trailers", "A week"].printed == "£12.00"
    assert found["Canoes", "A season"].printed == "£21.00"


def test_names_over_leaders_head_their_columns() -> None:
    found = cells(
        parsed(
            "Dues\n\n"
            "Service                 Member     Guest\n"
            "Shower ................ £0.50      £1.00\n"
            "Laundry ............... £4.00      £5.50\n"
        )
    )
    assert found["Laundry", "Guest"].printed == "£5.50"


def test_colons_in_a_column_part_labels_from_values_and_a_missing_one_is_blank() -> None:
    found = cells(
        parsed("Cover note\n\nHull          : £18,000\nRigging       : £2,400\nTender        :\nExcess        : £150\n")
    )
    assert found["Hull",].number == 18000
    assert found["Tender",].printed == ""


def test_pairs_side_by_side_are_facts_each() -> None:
    found = cells(
        parsed(
            "WAGE SLIP\nWorker: Ines Falk          Number: 3381\nPaid on: 30 June 2031      Tax code: B4\n\n"
            "Work              Hours      Rate       Sum\n"
            "Yard             120.00     18.50  2,220.00\n"
            "Night watch        8.00     24.00    192.00\n\n"
            "To be paid                         2,412.00\n"
        )
    )
    assert found["Number",].printed == "3381"
    assert found["Paid on",].printed == "30 June 2031"
    assert found["Night watch", "Sum"].printed == "192.00"
    assert found["To be paid", "Sum"].printed == "2,412.00"


def test_the_first_of_several_facts_heads_no_column() -> None:
    found = cells(
        parsed(
            "Berth contract\n\n"
            "Harbour          Westerkade\n"
            "Renter           Ines Falk\n"
            "Rent             €1,840.00\n"
            "Paid by          March 1, 2031\n"
        )
    )
    assert found["Harbour",].printed == "Westerkade"
    assert found["Rent",].printed == "€1,840.00"


@pytest.mark.parametrize("fence", ["```\n{}```\n", "<pre>\n{}</pre>\n"])
def test_columns_in_code_are_a_table(fence: str) -> None:
    code = "Service        Price\n-------------  ------\nLaunching      £35.00\nHauling out    £55.00\n"
    document = parsed(f"# Yard\n\nAll **prices** by length:\n\n{fence.format(code)}\nAsk at the *office*.\n")
    found = cells(document)
    assert document.media_type is MediaType.MARKDOWN
    assert found["Hauling out", "Price"].printed == "£55.00"
    assert all("Launching" not in passage.heading_path[-1] for passage in document.passages)


def test_hidden_parts_of_code_are_left_out() -> None:
    page = (
        "<html><body><h1>Yard</h1><pre>Launching     £35.00\n"
        '<span style="display:none">Launching     £0.00\n</span>Hauling out   £55.00\n</pre></body></html>'
    )
    found = cells(parsed(page))
    assert found["Launching",].printed == "£35.00"
    assert "£0.00" not in {cell.printed for cell in found.values()}


def test_a_saved_message_with_few_headers_is_a_message() -> None:
    document = parsed(
        "From: office@harbour.example\nTo: ines@falk.example\nSubject: Your berth\n"
        "Date: Fri, 6 Jun 2031 09:00:00 +0000\n\n"
        "Hello Ines,\n\nRent          €1,840.00\nDeposit         €200.00\n"
    )
    assert document.media_type is MediaType.EML
    assert cells(document)["Deposit",].printed == "€200.00"


def test_a_long_line_under_the_title_is_not_lost_with_the_heading_path() -> None:
    dots = "." * 220
    document = parsed(
        f"Dues\n\nWinter berth {dots} of the members who stay £410.00 and pay.\n\nSummer is cheaper than winter.\n"
    )
    assert any("£410.00" in passage.text for passage in document.passages)


def test_an_ellipsis_in_a_sentence_leads_to_nothing() -> None:
    document = parsed(
        "Letter\n\nWe waited ... and then the crane came.\nIt lifted 3 boats that day, and none was lost.\n"
    )
    assert not cells(document)
