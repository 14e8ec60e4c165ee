"""Cases C1 to C8 and C11 to C15 from the field, asked end to end.

C9 and C10, what strangers write into rows and papers, are in tests/integration/isolation/test_injections.py.
"""

from __future__ import annotations

import hashlib
import io
import re
from decimal import Decimal
from typing import Any
from uuid import uuid4

import openpyxl
import pypdfium2 as pdfium
import pytest
from openpyxl.styles import Font
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from services.common.types import money_from_proto
from tests.integration.answerer.conftest import NewUser, User
from tests.unit.retriever.pdf_files import GRID, HEAD, PageBreak, drawn, flowing, heading, table, text, title
from tieout.answerer.v1 import answer_pb2, answerer_service_pb2
from tieout.retriever.v1 import document_pb2, retriever_service_pb2, search_pb2
from tieout.type.v1 import erasure_pb2, evidence_pb2


async def upload(user: User, content: bytes | str, name: str, key: str = "") -> document_pb2.Document:
    data = content.encode() if isinstance(content, str) else content
    kind = retriever_service_pb2.UploadDocumentRequest
    header = retriever_service_pb2.UploadHeader(
        request_id=str(uuid4()),
        file_name=name,
        caller_key=key,
        size_bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )
    chunks = [kind(chunk=data[start : start + 65_536]) for start in range(0, len(data), 65_536)]
    response = await user.retriever.UploadDocument(iter([kind(header=header), *chunks]))
    document: document_pb2.Document = response.document
    return document


async def cells(user: User, query: str) -> list[evidence_pb2.Cell]:
    """Cells of the passages that a search finds."""
    request = retriever_service_pb2.SearchRequest(query=query, keyword_only=True, page_size=50)
    return [cell for hit in (await user.retriever.Search(request)).hits for cell in hit.passage.cells]


async def cited(user: User, answer: answer_pb2.Answer) -> list[evidence_pb2.Passage]:
    """The passages that an answer cites, as GetEvidence has them."""
    tokens = [one.token for one in answer.citations]
    request = retriever_service_pb2.GetEvidenceRequest(citations=tokens)
    return [one.passage for one in (await user.retriever.GetEvidence(request)).citations]


def amount(answer: answer_pb2.Answer) -> Decimal:
    """The money that an answer states."""
    assert answer.grounded.value.WhichOneof("value") == "money", answer.text
    return money_from_proto(answer.grounded.value.money, "money").amount


def html(table_rows: str, *, caption: str = "", after: str = "") -> str:
    """A bank's paper with one table."""
    return (
        f"<html><body><h1>Marrow Bank: account fees</h1><p>Effective March 1, 2026.</p><table>{caption}{table_rows}"
        f"</table>{after}</body></html>"
    )


def rows(*lines: tuple[str, ...], head: bool = True) -> str:
    """Rows of an HTML table, the first as its head."""
    marked = [("th" if head and not index else "td", line) for index, line in enumerate(lines)]
    return "".join(f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in line)}</tr>" for tag, line in marked)


async def test_c1_a_row_on_the_next_page_is_read_under_the_head_of_the_page_before(new_user: NewUser) -> None:
    """C1: head on page 1, row `Wire out, $30` on page 2: 30.00, cited on page 2 with the head of page 1."""
    user = await new_user(rows=())
    services = [[f"Service number {number}", f"${number}.00"] for number in range(1, 60)]
    content = flowing(
        title("Marrow Bank account fees"), table([["Service", "Fee"], *services, ["Wire out", "$30.00"]], GRID, HEAD)
    )
    await upload(user, content, "fees.pdf")
    answer = await user.ask("What is the fee for a wire out?")
    assert amount(answer) == Decimal(30)
    (passage,) = await cited(user, answer)
    (cell,) = [one for one in passage.cells if list(one.row_path) == ["Wire out"]]
    assert (cell.page, list(cell.column_path), cell.printed) == (2, ["Fee"], "$30.00")
    assert "Service | Fee" in passage.text


async def test_c2_a_row_far_down_a_long_table_keeps_the_names_of_its_columns(new_user: NewUser) -> None:
    """C2: 200 rows in several passages; a row of a late one is answered from the right column."""
    user = await new_user(rows=())
    lines = [(f"Branch {number:03}", f"{number}.25%", f"{number}.75%") for number in range(1, 201)]
    await upload(user, html(rows(("Branch", "Savings rate", "Loan rate"), *lines)), "rates.html")
    found = [cell for cell in await cells(user, "Branch 163 rate") if list(cell.row_path) == ["Branch 163"]]
    assert [(list(cell.column_path), cell.printed) for cell in found] == [
        (["Savings rate"], "163.25%"),
        (["Loan rate"], "163.75%"),
    ]
    answer = await user.ask("What is the loan rate at branch 163?")
    assert "163.75" in answer.text
    assert "163.25" not in answer.text


async def test_c3_currency_signs_in_cells_of_their_own_shift_no_column(new_user: NewUser) -> None:
    """C3: `Service, $, 2,670, $, 2,340` and `Other, , 514, , 372` under 2024 and 2023."""
    user = await new_user(rows=())
    content = html(
        "<tr><th></th><th colspan=2>2024</th><th colspan=2>2023</th></tr>"
        + rows(("Service", "$", "2,670", "$", "2,340"), ("Other", "", "514", "", "372"), head=False)
    )
    await upload(user, content, "revenue.html")
    found = {(cell.row_path[-1], cell.column_path[-1]): cell.number for cell in await cells(user, "service other 2023")}
    assert found == {
        ("Service", "2024"): "2670", ("Service", "2023"): "2340", ("Other", "2024"): "514", ("Other", "2023"): "372",
    }  # fmt: skip


async def test_c4_a_label_that_spans_rows_holds_for_each_of_them(new_user: NewUser) -> None:
    """C4: `Checking` over (Overdraft $35) and (Stop payment $15): the stop payment of checking is $15."""
    user = await new_user(rows=())
    content = html(
        rows(("Account", "Service", "Fee"))
        + "<tr><td rowspan=2>Checking</td><td>Overdraft</td><td>$35</td></tr>"
        + rows(("Stop payment", "$15"), head=False)
        + rows(("Savings", "Stop payment", "$20"), head=False)
    )
    await upload(user, content, "fees.html")
    assert amount(await user.ask("What is the stop payment fee for checking?")) == Decimal(15)


async def test_c5_a_raised_mark_is_no_digit_and_its_note_stands_beside_the_amount(new_user: NewUser) -> None:
    """C5: `$35` with a raised 2 is $35 with note 2's text, and not 352."""
    user = await new_user(rows=())
    content = html(
        rows(("Service", "Fee"), ("Overdraft", "$35<sup>2</sup>"), ("Wire", "$18")),
        after="<p><sup>2</sup> Waived for students.</p>",
    )
    await upload(user, content, "fees.html")
    answer = await user.ask("What is the overdraft fee?")
    assert amount(answer) == Decimal(35)
    assert "Waived for students" in answer.text
    assert "$352" not in answer.text


@pytest.mark.parametrize("printed", ["(2,500)", "−2,500", "-2,500"])
async def test_c6_the_scale_of_the_head_holds_and_is_shown(new_user: NewUser, printed: str) -> None:
    """C6: (2,500) under "In thousands" is minus 2,500 thousand."""
    user = await new_user(rows=())
    content = html(
        rows(("", "2025", "2024"), ("Operating cash flow", printed, "1,250")),
        caption="<caption>Cash flows (in thousands of US dollars)</caption>",
    )
    await upload(user, content, "cash.html")
    answer = await user.ask("What was operating cash flow in 2025?")
    cell = next(one for one in await cells(user, "operating cash flow") if one.column_path[-1] == "2025")
    assert (cell.number, cell.scale) == ("-2500", evidence_pb2.SCALE_THOUSAND)
    assert "-$2,500 thousand" in answer.text


@pytest.mark.parametrize(
    ("printed", "other", "number"),
    [("(500)", "1,200", "-500"), ("(1.234,56)", "2.000,00", "-1234.56"), ("-500", "700", "-500")],
)
async def test_c7_parentheses_and_signs_are_negative_once(
    new_user: NewUser, printed: str, other: str, number: str
) -> None:
    """C7: (500) is −500, and (1.234,56) in a paper with decimal commas −1234.56."""
    user = await new_user(rows=())
    await upload(user, html(rows(("Line", "Amount"), ("Adjustment", printed), ("Sales", other))), "lines.html")
    found = {cell.row_path[-1]: cell.number for cell in await cells(user, "adjustment sales amount")}
    assert found["Adjustment"] == number


async def test_c8_a_percentage_of_a_sheet_is_what_it_displays(new_user: NewUser) -> None:
    """C8: 0.075 with the format 0.0% is "7.5 %", of 200.00 it is 15.00."""
    user = await new_user(rows=())
    workbook = openpyxl.Workbook()
    sheet: Any = workbook.active
    for row in (["Service", "Fee"], ["Cash advance", 0.075], ["Foreign purchase", 0.03]):
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet["B2"].number_format = sheet["B3"].number_format = "0.0%"
    buffer = io.BytesIO()
    workbook.save(buffer)
    await upload(user, buffer.getvalue(), "Marrow card fees.xlsx")
    (cell,) = [one for one in await cells(user, "cash advance fee") if list(one.row_path) == ["Cash advance"]]
    assert (cell.printed, cell.number, cell.scale) == ("7.5%", "7.5", evidence_pb2.SCALE_PERCENT)
    answer = await user.ask("What is the fee for a cash advance of $200?")
    assert amount(answer) == Decimal(15)


async def test_c11_two_exact_words_are_found_by_keyword_and_the_answer_says_so(new_user: NewUser) -> None:
    """C11: a short question, whose vector would be under the floor, is settled by its words; none is asked for."""
    user = await new_user(rows=())
    await upload(user, html(rows(("Service", "Fee"), ("Coin counting", "$4"), ("Wire", "$18"))), "fees.html")
    search = await user.retriever.Search(retriever_service_pb2.SearchRequest(query="coin counting"))
    assert search.summary.state == search_pb2.SEARCH_STATE_KEYWORD_CONFIDENT
    answer = await user.ask("Coin counting?")
    assert "$4" in answer.text
    stages = [one.stage for one in answer.timings]
    assert "search" in stages
    assert "embed" not in stages


async def test_c12_a_search_in_two_documents_finds_passages_of_both(new_user: NewUser) -> None:
    """C12: documents A or B, not A and B."""
    user = await new_user(rows=())
    named = [await upload(user, html(rows(("Service", "Fee"), ("Wire", f"${n}"))), f"{n}.html") for n in (11, 12, 13)]
    ids = [one.document_id for one in named[:2]]
    request = retriever_service_pb2.SearchRequest(query="wire fee", document_ids=ids, keyword_only=True)
    hits = (await user.retriever.Search(request)).hits
    assert {hit.passage.document_id for hit in hits} == set(ids)


async def test_c13_a_replaced_paper_answers_no_more_and_an_erased_one_not_at_all(new_user: NewUser) -> None:
    """C13: v1 $35, v2 $30 under the same key: $30 only; erased: a refusal that cites nothing."""
    user = await new_user(rows=())
    question = "What is the overdraft fee?"

    def paper(fee: str) -> str:
        return html(rows(("Service", "Fee"), ("Overdraft", fee), ("Wire", "$18")))

    await upload(user, paper("$35"), "fees.html", "fees")
    first = await user.ask(question)
    second = await upload(user, paper("$30"), "fees.html", "fees")
    answer = await user.ask(question)
    assert (amount(first), amount(answer)) == (Decimal(35), Decimal(30))
    assert "$35" not in answer.text
    assert (await user.verify(first.answer_id)).verdict == answerer_service_pb2.VERDICT_STALE
    request = retriever_service_pb2.EraseSourceRequest(
        request_id=str(uuid4()), source=erasure_pb2.Source(document_id=second.document_id)
    )
    await user.retriever.EraseSource(request)
    gone = await user.ask(question)
    assert gone.refusal.reason
    assert not gone.citations


async def test_c14_every_number_stands_in_what_is_cited_for_it(new_user: NewUser) -> None:
    """C14: each digit of an answer is found in its cited passage or computed from cited cells."""
    user = await new_user(rows=())
    filler = "".join(f"<h2>Part {n}</h2><p>{'The bank keeps records of what it does. ' * 20}</p>" for n in range(6))
    content = html(rows(("Service", "Fee"), ("Overdraft", "$35"), ("Wire", "$18")))
    await upload(user, content.replace("<table>", f"{filler}<table>"), "fees.html")
    for question in ("What is the wire fee?", "How much more is an overdraft than a wire?"):
        answer = await user.ask(question)
        passages = {one.citation: one for one in await cited(user, answer)}
        leaves = [one for one in answer.figures if one.citation]
        assert leaves, answer.text
        for leaf in leaves:
            assert leaf.cell.printed in passages[leaf.citation].text
        stated = re.findall(r"\$(\d+)", re.sub(r"\[Citation ID: [^\]]*\]", "", answer.text))
        known = {str(int(Decimal(one.value.value))) for one in answer.figures}
        assert stated
        assert set(stated) <= known


async def test_c15_a_head_of_two_rows_names_each_column_by_both(new_user: NewUser) -> None:
    """C15: Monthly fee over Standard and Student; the monthly fee of student checking is $0."""
    user = await new_user(rows=())
    content = flowing(
        title("Marrow Bank account fees"),
        table(
            [
                ["Account", "Monthly fee", ""],
                ["", "Standard", "Student"],
                ["Checking", "$12.00", "$0.00"],
                ["Savings", "$5.00", "$2.00"],
            ],
            GRID,
            ("SPAN", (1, 0), (2, 0)),
            ("SPAN", (0, 0), (0, 1)),
            ("FONTNAME", (0, 0), (-1, 1), "Helvetica-Bold"),
        ),
    )
    await upload(user, content, "fees.pdf")
    found = {(cell.row_path[-1], tuple(cell.column_path)): cell.printed for cell in await cells(user, "monthly fee")}
    assert found["Checking", ("Monthly fee", "Student")] == "$0.00"
    assert amount(await user.ask("What is the monthly fee for student checking?")) == Decimal(0)


async def test_pages_that_are_pictures_are_named_in_the_upload_and_the_rest_answers(new_user: NewUser) -> None:
    """A scan between read pages: the response says which page was not read and why; questions use the others."""
    user = await new_user(rows=())

    def picture(canvas: Canvas) -> None:
        canvas.drawInlineImage(_grey(), 40, 40, 520, 700)

    part = flowing(title("Marrow Bank account fees"), heading("Fees"), text("The overdraft fee is $35."), PageBreak())
    merged = pdfium.PdfDocument(part)
    merged.import_pages(pdfium.PdfDocument(drawn(picture)))
    buffer = io.BytesIO()
    merged.save(buffer)
    document = await upload(user, buffer.getvalue(), "fees.pdf")
    assert document.page_count == 2
    assert [(one.page, one.reason) for one in document.unread_pages] == [(2, document_pb2.UNREAD_REASON_IMAGE_ONLY)]
    assert any("page 2" in notice for notice in document.notices)
    assert amount(await user.ask("What is the overdraft fee?")) == Decimal(35)


def _grey() -> Image.Image:
    return Image.new("L", (260, 350), 200)
