"""Questions are answered by several threads at once: the stem of a word is the same in each of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.answerer.documents.terms import stem

STARTS = ("fee", "overdraft", "charg", "relation", "nation", "statement", "hopeful")
ENDS = ("s", "ing", "ed", "ational", "fulness", "ization", "iveness", "ously", "ment", "ly", "")
WORDS = [f"{start}{end}" for start in STARTS for end in ENDS]
THREADS, ROUNDS = 8, 30


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads that take turns after every few instructions."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_threads_that_stem_at_once_do_not_mix_their_words(restless: None) -> None:
    uncached = stem.__wrapped__
    alone = [uncached(word) for word in WORDS]
    with ThreadPoolExecutor(THREADS) as threads:
        runs = [threads.submit(lambda: [uncached(word) for word in WORDS]) for _ in range(ROUNDS)]
        assert all(run.result() == alone for run in runs)
