"""The head of the packaged cross-encoder: question and passage, read together, are compared number by number.

Both are encoded in one pass, so each token has seen both texts; then the question's tokens and the passage's are
averaged apart, brought to length 1 and multiplied. A linear layer with equal weights on that product is their cosine:
training starts from what the embedding model knows of likeness; a head on the first token would start from nothing.
"""

from __future__ import annotations

from typing import Any

import torch
from sentence_transformers.base.modules import Module


class SegmentProduct(Module):
    """Token embeddings of a pair, shape (pairs, tokens, width), to the product of both means, shape (pairs, width)."""

    config_keys: list[str] = []  # noqa: RUF012 - the base class names it so

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def forward(self, features: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Adds `sentence_embedding`. The second text is where `token_type_ids` is 1."""
        tokens, mask = features["token_embeddings"], features["attention_mask"].unsqueeze(-1)
        second = features["token_type_ids"].unsqueeze(-1)
        means = [_mean(tokens, (mask * of).to(tokens.dtype)) for of in (1 - second, second)]
        features["sentence_embedding"] = means[0] * means[1]
        return features

    def save(self, output_path: str, *_: Any, **__: Any) -> None:
        """It has no weights: its configuration is empty."""
        self.save_config(output_path)


def _mean(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    total = (tokens * mask).sum(1)
    return torch.nn.functional.normalize(total / mask.sum(1).clamp(min=1e-6), dim=1)
