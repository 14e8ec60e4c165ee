"""Passages fit the embedding model with their heading path, are cut at structure, and lose nothing."""

from __future__ import annotations

from services.retriever.documents.chunking import PARENT_MAX, PASSAGE_MAX, PASSAGE_MIN
from services.retriever.documents.model import ParsedDocument
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens

SENTENCE = "The bank may change the fee for account number {} after thirty days of notice in writing to the holder."


def read(text: str) -> ParsedDocument:
    return read_document(text.encode(), "file", count_tokens)


def long_agreement(sections: int, sentences: int) -> str:
    parts = ["<html><body><h1>Deposit agreement</h1><p>Pelican Bank. Effective March 1, 2026.</p>"]
    number = 0
    for section in range(sections):
        parts.append(f"<h2>Section {section}</h2>")
        for _ in range(sentences):
            parts.append(f"<p>{SENTENCE.format(number)}</p>")
            number += 1
    return "".join(parts) + "</body></html>"


def rate_table(rows: int) -> str:
    head = "<tr><th>Product</th><th>Rate</th><th>Minimum balance</th></tr>"
    body = "".join(f"<tr><td>Certificate {n}</td><td>{n}.25%</td><td>${n},000</td></tr>" for n in range(1, rows + 1))
    return f"<html><body><h1>Rates</h1><h2>Certificates</h2><table>{head}{body}</table></body></html>"


def test_no_passage_is_longer_than_the_models_window_and_most_are_full() -> None:
    document = read(long_agreement(8, 12))
    counts = [passage.token_count for passage in document.passages]
    assert max(counts) <= PASSAGE_MAX
    assert all(passage.token_count == count_tokens(passage.text) for passage in document.passages)
    assert sum(count >= PASSAGE_MIN for count in counts) >= 0.8 * len(counts)


def test_every_sentence_is_in_exactly_one_passage() -> None:
    document = read(long_agreement(6, 10))
    text = "\n".join(passage.text for passage in document.passages)
    assert all(text.count(SENTENCE.format(number)) == 1 for number in range(60))


def test_each_passage_starts_with_its_heading_path() -> None:
    document = read(long_agreement(4, 12))
    for passage in document.passages:
        assert passage.text.split("\n")[0].startswith("Deposit agreement > Pelican Bank")
        assert passage.heading_path[0] == "Deposit agreement"


def test_parents_hold_their_passages_and_stay_readable() -> None:
    document = read(long_agreement(12, 14))
    assert len(document.parents) > 1
    assert all(parent.token_count <= PARENT_MAX for parent in document.parents)
    assert all(parent.token_count >= 600 for parent in document.parents[:-1])
    for passage in document.passages:
        body = passage.text.split("\n", 1)[1].split("\n")[-1]
        assert body in document.parents[passage.parent_index].text


def test_later_parts_of_a_long_table_repeat_its_head_and_no_row_is_cut() -> None:
    document = read(rate_table(200))
    parts = [passage for passage in document.passages if passage.cells]
    assert len(parts) > 5
    assert all("Product | Rate | Minimum balance" in passage.text for passage in parts)
    assert all(passage.token_count <= PASSAGE_MAX for passage in parts)
    text = "\n".join(passage.text for passage in parts)
    assert all(f"Certificate {n} | {n}.25% | ${n},000" in text for n in range(1, 201))
    late = next(cell for cell in parts[-1].cells if cell.row_path == ("Certificate 200",))
    assert late.column_path == ("Rate",)


def test_a_sentence_that_is_too_long_is_cut_and_nothing_of_it_is_lost() -> None:
    words = " ".join(f"word{n}" for n in range(900))
    document = read(f"<html><body><h1>Note</h1><p>{words}</p></body></html>")
    assert all(passage.token_count <= PASSAGE_MAX for passage in document.passages)
    text = " ".join(passage.text for passage in document.passages)
    assert all(f"word{n}" in text.split() for n in range(900))


def test_a_very_wide_table_names_its_columns_at_each_value() -> None:
    names = [f"Amount of the quarterly instalment for tranche number {n}" for n in range(20)]
    head = "".join(f"<th>{name}</th>" for name in ["Loan", *names])
    body = "".join(f"<td>{value}</td>" for value in ["First", *(f"${n}.00" for n in range(20))])
    document = read(f"<html><body><h1>Plan</h1><table><tr>{head}</tr><tr>{body}</tr></table></body></html>")
    text = "\n".join(passage.text for passage in document.passages)
    assert f"{names[19]}: $19.00" in text


def test_a_row_that_is_too_long_is_told_in_parts_that_each_name_it() -> None:
    names = [f"State {n}" for n in range(60)]
    head = "".join(f"<th>{name}</th>" for name in ["Month", *names])
    body = "".join(f"<td>{value}</td>" for value in ["November", *(f"{n}4,512" for n in range(60))])
    document = read(f"<html><body><h1>Checks</h1><table><tr>{head}</tr><tr>{body}</tr></table></body></html>")
    parts = [passage for passage in document.passages if passage.cells]
    assert len(parts) > 1
    assert all(passage.token_count <= PASSAGE_MAX for passage in document.passages)
    assert all("November" in passage.text for passage in parts)
    for passage in parts:
        for cell in passage.cells:
            assert f"{cell.column_path[0]}: {cell.printed}" in passage.text
    assert [cell.column_path[0] for passage in parts for cell in passage.cells] == names


def test_a_word_a_heading_and_a_note_of_any_length_stay_within_the_window() -> None:
    word = "/".join(f"part{n}" for n in range(400))
    note = " ".join(f"condition{n}" for n in range(300))
    table = "<table><tr><th>Service</th><th>Fee</th></tr><tr><td>Wire</td><td>$18<sup>1</sup></td></tr></table>"
    document = read(
        f"<html><body><h1>Fees</h1><h2>{word}</h2><p>{word}</p>{table}<p><sup>1</sup> {note}</p></body></html>"
    )
    assert all(passage.token_count <= PASSAGE_MAX for passage in document.passages)
    text = "".join(passage.text for passage in document.passages)
    assert "part399" in text
    assert "condition299" in text
    (cell,) = [cell for passage in document.passages for cell in passage.cells]
    assert cell.footnotes[0].endswith("condition299")
