"""Reads the TAT-QA benchmark: filings, questions, and which passages hold the blocks that answer a question.

TAT-QA: Zhu et al., "TAT-QA: A Question Answering Benchmark on a Hybrid of Tabular and Textual Content in Finance",
ACL 2021, CC BY 4.0. The folder has `dev/questions.jsonl`, `dev/users/<filing>/documents/*.html` and `blocks.jsonl`,
which names for each question its vault of ten filings, its fixed part (`train`, `test`) and the blocks that answer it.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import html

FILE = "filing.html"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a filing that answers: its table (`paragraph` empty), or the paragraph that starts so."""

    paragraph: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question, asked of the vault that its filing is in."""

    question_id: str
    text: str
    filing: str
    vault: str
    part: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Filing:
    """One filing: its bytes and its paragraphs, squeezed."""

    name: str
    content: bytes
    paragraphs: tuple[str, ...]

    def holds(self, block: Block, text: str, *, has_cells: bool) -> bool:
        """Whether a passage of this filing is a part of the block: rows of the table, or sentences of the paragraph."""
        if not block.paragraph:
            return has_cells or (" | " in text and not any(len(one) > len(text) / 2 for one in self._found(text)))
        whole = next((_bare(one) for one in self.paragraphs if one.startswith(squeeze(block.paragraph))), "")
        lines = [_bare(squeeze(line)) for line in text.splitlines()[1:]]
        # A paragraph that was read as a heading stands in the first line of what it heads.
        return bool(whole) and (
            any(len(line) > 3 and (line in whole or whole in line) for line in lines)
            or whole in text.partition("\n")[0]
        )

    def _found(self, text: str) -> list[str]:
        return [one for one in self.paragraphs if one in squeeze(text)]


def read_questions(folder: Path) -> list[Question]:
    """All questions in the order of `blocks.jsonl`."""
    texts = {one["id"]: one["question"] for one in _lines(folder / "dev" / "questions.jsonl")}
    return [
        Question(
            one["id"],
            texts[one["id"]],
            one["filing"],
            one["vault"],
            one["part"],
            tuple(Block(block.get("paragraph", "")) for block in one["blocks"]),
        )
        for one in _lines(folder / "blocks.jsonl")
    ]


def read_filings(folder: Path) -> dict[str, Filing]:
    """Filings by name."""
    filings = {}
    for path in sorted((folder / "dev" / "users").iterdir()):
        content = (path / "documents" / FILE).read_bytes()
        tree = html.document_fromstring(content.decode())
        paragraphs = tuple(squeeze(one.text_content()) for one in tree.iter("p"))
        filings[path.name] = Filing(path.name, content, paragraphs)
    return filings


def vaults(questions: Sequence[Question]) -> dict[str, list[str]]:
    """The filings of each vault, also those that no question is asked of alone."""
    held: dict[str, set[str]] = defaultdict(set)
    for question in questions:
        held[question.vault].add(question.filing)
    return {vault: sorted(names) for vault, names in sorted(held.items())}


def _bare(text: str) -> str:
    """The text without the mark of a note or list item before it."""
    return re.sub(r"^(?:- |Note [^:]{1,8}: |\([^)]{1,4}\) ?|\*+ ?)", "", text)


def squeeze(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
