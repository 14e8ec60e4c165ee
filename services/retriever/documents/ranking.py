"""How passages are scored, fused and shown. Pure functions; the database does the same BM25 in SQL.

BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with Lucene's never negative idf.
Reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009, k = 60.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from services.retriever.documents.lexemes import lexemes
from services.retriever.documents.model import Hit, Passage, Posting

K1, B = 1.2, 0.75
RRF_K = 60
MAX_FREQUENCY = 32_767
NEAR_IDENTICAL = 0.92
# Texts that share less than this of what stands between their blanks never come near it in lexemes.
ROUGHLY_ALIKE = 0.5
# Of each leg the first page holds its best, one for so many places, whatever the other leg says of them.
PLACES_A_LEADER = 5
_NUMBER = re.compile(r"\d[\d.,]*")
# Measured on the train part of TAT-QA, see docs/decisions/0041-search.md.
CONFIDENT_COVERAGE = 0.6
CONFIDENT_TERMS = 2
CONFIDENT_LEAD = 1.5


def build_postings(passages: Sequence[Passage]) -> tuple[dict[str, Posting], int]:
    """Posting lists of a document's passages, and the sum of their lengths in lexemes."""
    gathered: dict[str, list[tuple[int, int, int]]] = {}
    length_sum = 0
    for position, passage in enumerate(passages):
        counts = Counter(lexemes(passage.text))
        length = sum(counts.values())
        length_sum += length
        for lexeme, count in counts.items():
            gathered.setdefault(lexeme, []).append((position, min(count, MAX_FREQUENCY), length))
    return {
        lexeme: Posting(tuple(e[0] for e in entries), tuple(e[1] for e in entries), tuple(e[2] for e in entries))
        for lexeme, entries in sorted(gathered.items())
    }, length_sum


def inverse_document_frequency(passage_count: int, holding: int) -> float:
    """ln(1 + (N − n + ½) / (n + ½)); for a word that no passage holds it is the largest."""
    return math.log(1 + (passage_count - holding + 0.5) / (holding + 0.5))


def bm25(terms: Sequence[str], texts: Sequence[Sequence[str]]) -> list[float]:
    """The score of each text (a list of lexemes) for distinct terms: the reference that the SQL is tested against."""
    lengths = [len(text) for text in texts]
    average = sum(lengths) / len(texts) if texts else 1.0
    counts = [Counter(text) for text in texts]
    scores = [0.0] * len(texts)
    for term in terms:
        holding = sum(1 for count in counts if term in count)
        if not holding:
            continue
        idf = inverse_document_frequency(len(texts), holding)
        for index, count in enumerate(counts):
            frequency = count[term]
            scores[index] += idf * frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * lengths[index] / average))
    return scores


def fuse(legs: Sequence[Sequence[int]]) -> dict[int, float]:
    """Reciprocal rank fusion of ranked ids, best first in each leg."""
    scores: dict[int, float] = {}
    for leg in legs:
        for rank, one in enumerate(leg, start=1):
            scores[one] = scores.get(one, 0.0) + 1 / (RRF_K + rank)
    return scores


def first_page(order: Sequence[int], legs: Sequence[Sequence[int]], size: int) -> list[int]:
    """The first `size` of a fused order, in that order, among them the best of each leg.

    By reciprocal ranks alone, what one leg puts second and the other does not know comes after whatever both put
    among their first sixty: a passage in other words than the question's, in a paper of a hundred passages.
    """
    leading = {one for leg in legs for one in leg[: size // PLACES_A_LEADER]}
    left = size - sum(one in leading for one in order)
    shown = []
    for one in order:
        left -= one not in leading
        if one in leading or left >= 0:
            shown.append(one)
    return shown


def term_coverage(
    held: frozenset[str], terms: Sequence[str], weights: Mapping[str, float], passage_count: int
) -> float:
    """The share of the question's words that a passage holds, each weighted by how rare it is in the collection."""
    unseen = inverse_document_frequency(passage_count, 0)
    total = sum(weights.get(term, unseen) for term in terms)
    return sum(weights.get(term, 0.0) for term in terms if term in held) / total if total else 0.0


def is_keyword_confident(hits: Sequence[Hit], terms: Sequence[str]) -> bool:
    """Whether keywords settle a search: the best hit holds most of what the question says, and no other comes near it.

    `hits` are in the keyword leg's order, near-identical ones shown once.
    """
    if len(terms) < CONFIDENT_TERMS or not hits or hits[0].term_coverage < CONFIDENT_COVERAGE:
        return False
    return len(hits) == 1 or hits[0].keyword_score >= CONFIDENT_LEAD * hits[1].keyword_score


def collapse(hits: Sequence[Hit]) -> list[Hit]:
    """Near-identical passages, of the same numbers and nearly the same words, are shown once, as the best of them.

    For display only: nothing is added up over hits.
    """
    shown: list[Hit] = []
    # Numbers and bare words tell nearly all passages apart; taking lexemes from a text costs a hundred times as much.
    by_numbers: dict[tuple[str, ...], list[int]] = {}
    rough: dict[str, frozenset[str]] = {}
    exact: dict[str, frozenset[str]] = {}

    def are_alike(one: str, other: str) -> bool:
        for text in (one, other):
            if text not in rough:
                rough[text] = frozenset(text.casefold().split())
        if _shared(rough[one], rough[other]) < ROUGHLY_ALIKE:
            return False
        for text in (one, other):
            if text not in exact:
                exact[text] = frozenset(lexemes(text))
        return _shared(exact[one], exact[other]) >= NEAR_IDENTICAL

    for hit in hits:
        text = hit.passage.text
        places = by_numbers.setdefault(tuple(_NUMBER.findall(text)), [])
        place = next((one for one in places if are_alike(shown[one].passage.text, text)), None)
        if place is None:
            places.append(len(shown))
            shown.append(hit)
        else:
            kept = shown[place]
            shown[place] = replace(kept, collapsed_chunk_ids=(*kept.collapsed_chunk_ids, hit.passage.chunk_id))
    return shown


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's index."""
    return len(one & other) / max(1, len(one | other))
