"""Lists of facts, one to a line ("Policy number: 48-112"), as the tables of two columns that they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from services.common.printed import CURRENCY_SIGNS, is_nil
from services.retriever.documents.model import Block, Paragraph, SourceCell, SourceTable

MAX_VALUE_WORDS = 8
# A label is a name: it starts with a capital or a number sign and has no verb's length.
_FACT = re.compile(r"(?P<label>[A-Z#№][^:.;!?\n]{1,48}):(?:\s+|(?=[$€£]))(?P<value>\S.*)")
_SENTENCE = re.compile(r"[a-z]{2,}[.!?;]$|[.;!?]\s+[A-Z]")
MAX_LABEL_WORDS = 7
# Numbers of accounts and of papers: columns are not called so.
CODE = re.compile(r"(?<![\d,.$€£-])(?!(?:19|20)\d\d\b)(?:\d{3,}-\d{2,}|\d{5,}\b(?![,.%]))|\b[A-Z]{1,4}(?:-\d{2,})+")
FULL_DAY = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}|\b\d{1,2} [A-Z][a-z]+ \d{4}"
    r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b",
    re.IGNORECASE,
)


def gather_facts(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; two facts or more in a row, one of which states a number or that there is none, are a table."""
    gathered: list[Block] = []
    run: list[tuple[Paragraph, str, str]] = []

    def close() -> None:
        if len(run) > 1 and any(is_nil(value) or any(map(str.isdigit, value)) for _, _, value in run):
            gathered.append(
                SourceTable(
                    tuple(
                        (SourceCell(label, place=paragraph.place), SourceCell(value, place=paragraph.place))
                        for paragraph, label, value in run
                    ),
                    header_row_count=0,
                )
            )
        else:
            gathered.extend(paragraph for paragraph, _, _ in run)
        run.clear()

    for block in blocks:
        facts = [fact_of(line) for line in block.text.split("\n")] if isinstance(block, Paragraph) else []
        if isinstance(block, Paragraph) and all(facts):
            lines = block.text.split("\n")
            run.extend((replace(block, text=line), *fact) for line, fact in zip(lines, facts, strict=True) if fact)
        else:
            close()
            gathered.append(block)
    close()
    return gathered


def fact_of(text: str) -> tuple[str, str] | None:
    """Label and value of a line that is a fact; None where it is none."""
    found = _FACT.fullmatch(text.strip())
    if found is None:
        return None
    label, value = found["label"].strip(), found["value"].strip()
    if len(label.split()) > MAX_LABEL_WORDS or len(value.split()) > MAX_VALUE_WORDS or _SENTENCE.search(value):
        return None
    return label, value


def are_facts(values: Sequence[str]) -> bool:
    """Whether labels and what they are called stand here: a name, a day, a term, and no column of amounts alone."""
    amounts = [text for text in values if "%" in text or any(sign in text for sign in CURRENCY_SIGNS)]
    days = [text for text in values if text not in amounts and (FULL_DAY.search(text) or CODE.search(text))]
    # No name of a column is one for days and for amounts.
    return bool(days) and len(days) < len(values) and (not amounts or any(map(FULL_DAY.search, days)))
