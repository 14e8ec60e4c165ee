"""Makes labelled pairs: a question with right passages, and with wrong ones of its vault that a search ranks high.

And with single blocks of the right passages (clauses, rows of tables), right ones and others of the same passage.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scripts.reranker.papers import Vault
from scripts.reranker.tatqa import FILE, Filing, Question, squeeze
from services.common.encoders import Encoder
from services.common.errors import InvalidArgument
from services.common.local_embedder import WIDTH
from services.retriever.documents.blocks import best_first, blocks_of
from services.retriever.documents.lexemes import lexemes, query_lexemes
from services.retriever.documents.model import PassageBlock
from services.retriever.documents.ranking import bm25, fuse
from services.retriever.documents.reading import read_document
from services.retriever.documents.tokens import count_tokens

BATCH = 16


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, a passage, and 1.0 where the passage answers it, else 0.0."""

    question: str
    passage: str
    label: float


@dataclass(frozen=True, slots=True)
class Held:
    """One passage of a vault: the document that it is of, its text, its blocks, and whether it is rows of a table."""

    document: str
    text: str
    has_cells: bool
    blocks: tuple[PassageBlock, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One question over a vault's passages; `right` are positions in `passages`.

    `answers` says whether a block of a right passage is one that answers; None where that is not known.
    """

    question: str
    passages: tuple[Held, ...]
    right: frozenset[int]
    answers: Callable[[Held, PassageBlock], bool | None]


def read_passages(content: bytes, name: str, document: str) -> list[Held]:
    """The passages that the retriever would store."""
    return [
        Held(document, one.text, bool(one.cells), tuple(blocks_of(one.text, one.cells)))
        for one in read_document(content, name, count_tokens).passages
    ]


def tatqa_tasks(questions: Sequence[Question], filings: dict[str, Filing], vaults: dict[str, list[str]]) -> list[Task]:
    """Each question over its vault of ten filings."""
    cut = {name: read_passages(filing.content, FILE, name) for name, filing in filings.items()}
    held = {vault: tuple(one for name in names for one in cut[name]) for vault, names in vaults.items()}
    tasks = []
    for question in questions:
        filing = filings[question.filing]
        right = frozenset(
            at
            for at, one in enumerate(held[question.vault])
            if one.document == question.filing
            and any(filing.holds(block, one.text, has_cells=one.has_cells) for block in question.blocks)
        )
        tasks.append(Task(question.text, held[question.vault], right, _paragraphs_that_answer(question, filing)))
    return tasks


def _paragraphs_that_answer(question: Question, filing: Filing) -> Callable[[Held, PassageBlock], bool | None]:
    def answers(passage: Held, block: PassageBlock) -> bool | None:
        if passage.has_cells:
            # The benchmark names the table and not its rows.
            return None
        return any(filing.holds(one, f"\n{block.line}", has_cells=False) for one in question.blocks)

    return answers


def paper_tasks(vaults: Sequence[Vault]) -> list[Task]:
    """Each question over its invented person's papers; those whose words were cut over two passages are left out."""
    tasks = []
    for vault in vaults:
        held = tuple(one for name, text in vault.papers.items() for one in read_passages(text.encode(), name, name))
        for asked in vault.questions:
            needle = squeeze(asked.needle)
            right = frozenset(
                at for at, one in enumerate(held) if one.document == asked.paper and needle in squeeze(one.text)
            )
            if right:
                tasks.append(Task(asked.text, held, right, _blocks_that_hold([needle])))
    return tasks


def vault_tasks(bench: Path) -> list[Task]:
    """Each question of a benchmark folder (tests/eval/FORMAT.md) over its user's papers.

    Right are the passages of the expected papers that hold most of the evidence. Papers that cannot be read, and
    questions without evidence in those that can, are left out.
    """
    held: dict[str, tuple[Held, ...]] = {}
    tasks = []
    for line in (bench / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        user, expect = question["user"], question["expect"]
        if user not in held:
            held[user] = tuple(_read_folder(bench / "users" / user / "documents"))
        papers = {expect.get("document"), *expect.get("documents", [])}
        wanted = [squeeze(one) for one in expect.get("evidence", [])]
        counts = {
            at: sum(one in squeeze(passage.text) for one in wanted)
            for at, passage in enumerate(held[user])
            if passage.document in papers
        }
        most = max(counts.values(), default=0)
        if most:
            right = frozenset(at for at, count in counts.items() if count == most)
            tasks.append(Task(question["question"], held[user], right, _blocks_that_hold(wanted)))
    return tasks


def _blocks_that_hold(needles: Sequence[str]) -> Callable[[Held, PassageBlock], bool | None]:
    """Those that hold most of these; not known where none of the passage holds one."""

    def count(block: PassageBlock) -> int:
        text = squeeze(block.text if len(block.over) > 1 else block.line)
        return sum(one in text for one in needles)

    def answers(passage: Held, block: PassageBlock) -> bool | None:
        most = max(map(count, passage.blocks), default=0)
        return count(block) == most if most else None

    return answers


def _read_folder(folder: Path) -> list[Held]:
    held = []
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            held += read_passages(file.read_bytes(), file.name, file.name)
        except InvalidArgument:
            continue
    return held


def mine(
    tasks: Sequence[Task], encoder: Encoder, *, right: int, hard: int, easy: int, depth: int, seed: int
) -> list[Pair]:
    """Right passages of each question, `hard` wrong ones of the `depth` ranked highest, and `easy` others of the vault.

    The rank is the retriever's: BM25 and cosine by reciprocal rank fusion. Higher ranks are drawn more often. With hard
    ones alone a model learns nothing at first: what words have in common tells them no more from the right ones.
    """
    rng = random.Random(seed)
    vectors: dict[int, Any] = {}
    words: dict[int, list[list[str]]] = {}
    asked = encode(encoder, [one.question for one in tasks])
    pairs = []
    for task, vector in zip(tasks, asked, strict=True):
        key = id(task.passages)
        if key not in vectors:
            texts = [one.text for one in task.passages]
            vectors[key] = encode(encoder, texts)
            words[key] = [lexemes(text) for text in texts]
        order = rank(task.question, words[key], vectors[key] @ vector)
        others = [at for at in order if at not in task.right]
        chosen = _draw(others[:depth], hard, rng)
        chosen += rng.sample([at for at in others if at not in chosen], min(easy, len(others) - len(chosen)))
        found = [at for at in order if at in task.right][:right]
        pairs += [Pair(task.question, task.passages[at].text, 1.0) for at in found]
        pairs += [Pair(task.question, task.passages[at].text, 0.0) for at in chosen]
        pairs += _block_pairs(task, found, chosen)
    return pairs


def _block_pairs(task: Task, right: Sequence[int], wrong: Sequence[int]) -> list[Pair]:
    """A block that answers, of each right passage that has others; two of those; and the best of a wrong passage."""
    pairs = []
    terms = query_lexemes(task.question)
    alike = dict.fromkeys(terms, 1.0)
    for at in right:
        passage = task.passages[at]
        ordered = best_first(passage.blocks, terms, alike, 1)
        known = [(block, task.answers(passage, block)) for block in ordered]
        answering = [block for block, answers in known if answers]
        others = [block for block, answers in known if answers is False]
        if not answering or not others:
            continue
        pairs.append(Pair(task.question, answering[0].text, 1.0))
        pairs += [Pair(task.question, block.text, 0.0) for block in others[:2]]
        elsewhere = next((task.passages[one].blocks for one in wrong if task.passages[one].blocks), ())
        pairs += [Pair(task.question, block.text, 0.0) for block in best_first(elsewhere, terms, alike, 1)[:1]]
    return pairs


def encode(encoder: Encoder, texts: Sequence[str]) -> Any:
    """One unit vector a text, in their order; texts of like length together, so that little is padding."""
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    vectors = np.empty((len(texts), WIDTH), np.float32)
    for start in range(0, len(order), BATCH):
        places = order[start : start + BATCH]
        vectors[places] = encoder.encode([texts[at] for at in places])[0]
    return vectors


def rank(question: str, words: Sequence[Sequence[str]], cosines: Any) -> list[int]:
    """Positions of passages, best first, as the retriever fuses them."""
    scores = bm25(query_lexemes(question), words)
    by_keyword = [at for at in sorted(range(len(scores)), key=lambda at: -scores[at]) if scores[at] > 0]
    fused = fuse([by_keyword, [int(at) for at in np.argsort(-cosines, kind="stable")]])
    return sorted(fused, key=lambda at: -fused[at])


def _draw(ranked: Sequence[int], count: int, rng: random.Random) -> list[int]:
    left = list(ranked)
    drawn: list[int] = []
    while left and len(drawn) < count:
        place = min(int(rng.expovariate(0.4)), len(left) - 1)
        drawn.append(left.pop(place))
    return drawn
