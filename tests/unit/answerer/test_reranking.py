"""Passages after a cross-encoder has read the best of them: it is weighed with the search, and nothing is lost."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from services.answerer.model import Passage, SearchHit
from services.answerer.reranking import TOP, lost_in_the_middle, rerank, to_rerank


def fused_hits(count: int) -> tuple[SearchHit, ...]:
    """Hits as a search gives them: the lower the rank, the less both legs say for it."""
    return tuple(
        SearchHit(
            Passage(chunk_id=f"c{rank}", text=f"passage {rank}"),
            keyword_score=9.0 - rank / 4,
            vector_score=0.6 - rank / 100,
            fused_score=2 / (60 + rank),
            fused_rank=rank,
        )
        for rank in range(1, count + 1)
    )


def ranks(hits: tuple[SearchHit, ...]) -> list[int]:
    return [hit.fused_rank for hit in hits]


def test_a_passage_that_answers_comes_first_though_the_search_had_it_lower() -> None:
    hits = rerank(fused_hits(4), [0.02, 0.05, 0.97, 0.01])
    assert ranks(hits)[0] == 3
    assert hits[0].rerank_score == 0.97


def test_where_the_cross_encoder_has_no_opinion_the_order_of_the_search_stays() -> None:
    assert ranks(rerank(fused_hits(6), [0.3] * 6)) == [1, 2, 3, 4, 5, 6]


def test_only_the_best_of_the_search_are_read_and_the_rest_stay_behind_them_in_order() -> None:
    hits = fused_hits(TOP + 3)
    assert to_rerank(hits) == [f"passage {rank}" for rank in range(1, TOP + 1)]
    ordered = rerank(hits, [0.1] * (TOP - 1) + [0.99])
    assert ranks(ordered)[0] == TOP
    assert ranks(ordered)[TOP:] == [TOP + 1, TOP + 2, TOP + 3]
    assert [hit.rerank_score for hit in ordered[TOP:]] == [None] * 3


def test_a_passage_whose_vector_is_still_to_be_made_is_neither_first_nor_lost_for_it() -> None:
    hits = fused_hits(4)
    waiting = (*hits[:1], replace(hits[1], vector_score=None), *hits[2:])
    assert ranks(rerank(waiting, [0.5] * 4)) == [1, 2, 3, 4]
    assert ranks(rerank(waiting, [0.1, 0.9, 0.1, 0.1]))[0] == 2


@pytest.mark.parametrize("extreme", [0.0, 1.0])
def test_certain_scores_are_no_infinity(extreme: float) -> None:
    assert sorted(ranks(rerank(fused_hits(3), [extreme] * 3))) == [1, 2, 3]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 8])
def test_every_passage_is_kept_once_in_both_orders(count: int) -> None:
    rng = random.Random(count)
    hits = fused_hits(count)
    ordered = rerank(hits, [rng.random() for _ in hits])
    assert sorted(ranks(ordered)) == sorted(ranks(lost_in_the_middle(ordered))) == list(range(1, count + 1))


def test_a_reader_that_overlooks_the_middle_has_the_best_at_both_ends() -> None:
    assert ranks(lost_in_the_middle(fused_hits(6))) == [1, 3, 5, 6, 4, 2]
