"""Measure what the verifier tells of answers from papers: right and wrong ones by how far they are ahead.

    python -m tests.eval.verifier.measure MODEL VAULT_DIR...

Each question of the folders is answered as `measure_vault` does, and the model reads what each answer rests on beside
what rivals it (`claims`). People that the model was trained on say nothing (docs/decisions/0115).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

from services.answerer.documents.core import Inquiry, read_matcher
from services.answerer.documents.model import DocumentAnswer
from services.common.encoders import Encoder, open_encoder, packaged_model_path
from tests.eval import measure_vault, score
from tests.eval.measure_vault import Vault, _prediction
from tests.eval.verifier.claims import Basis, claims_of, lead_of

STEPS = (-99.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.3, 1.6, 2.0)


def led(folder: Path, encoder: Encoder, model: Any) -> Iterator[tuple[Basis, float, bool]]:
    """Of every answer that the questions of a folder get: what it rests on, its lead, and whether it is right."""
    vaults: dict[str, Vault] = {}
    for question in map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()):
        user = question["user"]
        if user not in vaults:
            vaults[user] = Vault(folder / "users" / user, encoder)
        with patch.object(measure_vault, "Inquiry", wraps=Inquiry) as asked:
            found = vaults[user].ask(question["question"], date.fromisoformat(question["as_of"][:10]))
        if not isinstance(found, DocumentAnswer):
            continue
        text, day, hits, _, documents = asked.call_args.args[:5]
        claims = claims_of(read_matcher(text, day, hits, documents), found)
        scores = model.score(text, claims.texts)
        outcome, _ = score.judge(question, _prediction(found))  # type: ignore[no-untyped-call]
        yield claims.basis, lead_of(claims, scores), outcome == "right"


class Model:
    """A cross-encoder that `train` saved."""

    def __init__(self, path: Path) -> None:
        import torch
        from sentence_transformers import CrossEncoder

        self._head = torch.nn.Identity()
        # Its head is a class of this package.
        self._model = CrossEncoder(str(path), device="cpu", trust_remote_code=True)

    def score(self, question: str, texts: tuple[str, ...]) -> list[float]:
        """Log-odds of each text, against none of them answering."""
        pairs = [(question, text) for text in texts]
        found: list[float] = self._model.predict(
            pairs, activation_fn=self._head, show_progress_bar=False, convert_to_numpy=True
        ).tolist()
        return found


def main() -> None:
    encoder, model = open_encoder(packaged_model_path()), Model(Path(sys.argv[1]))
    for folder in map(Path, sys.argv[2:]):
        answers = list(led(folder, encoder, model))
        for step in STEPS:
            kept = Counter((basis.value, is_right) for basis, lead, is_right in answers if lead >= step)
            by = {basis.value: f"{kept[basis.value, True]} and {kept[basis.value, False]}" for basis in Basis}
            right = sum(count for (_, is_right), count in kept.items() if is_right)
            line = {"vault": folder.name, "lead": step, "right": right, "wrong": sum(kept.values()) - right, **by}
            sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
