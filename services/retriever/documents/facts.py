"""Lists of facts, one to a line ("Policy number: 48-112"), as the tables of two columns that they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from services.common.printed import is_nil
from services.retriever.documents.model import Block, Paragraph, SourceCell, SourceTable

MAX_VALUE_WORDS = 8
# A label is a name: it starts with a capital or a number sign and has no verb's length.
_FACT = re.compile(r"(?P<label>[A-Z#№][^:.;!?\n]{1,48}):(?:\s+|(?=[$€£]))(?P<value>\S.*)")
_SENTENCE = re.compile(r"[a-z]{2,}[.!?;]$|[.;!?]\s+[A-Z]")
MAX_LABEL_WORDS = 7


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
        fact = fact_of(block.text) if isinstance(block, Paragraph) else None
        if fact is None or not isinstance(block, Paragraph):
            close()
            gathered.append(block)
        else:
            run.append((block, *fact))
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
