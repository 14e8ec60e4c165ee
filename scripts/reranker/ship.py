"""Put a trained cross-encoder into the repository: int8 weights, configuration, and the recipe that it was made by.

    python -m scripts.reranker.ship OUT

`recipe.json` holds what `train` recorded and the float32 scores of fixed pairs, which a test holds the int8 weights to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from scripts.reranker.pairs import paper_tasks
from scripts.reranker.papers import write_vaults
from services.common.encoders import packaged_model_path
from services.embedder.adapters import packed_weights
from services.embedder.adapters.cross_encoder import PACKAGED_FOLDER

# Papers of another seed than those that were trained on.
SEED = 4242
RECIPE = "recipe.json"


def main() -> None:
    out = Path(sys.argv[1])
    packed_weights.pack(out / "model", PACKAGED_FOLDER, packaged_model_path())
    recipe = json.loads((out / RECIPE).read_text(encoding="utf-8")) | {"float32_scores": _scores(out)}
    (PACKAGED_FOLDER / RECIPE).write_text(json.dumps(recipe, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _scores(out: Path) -> list[dict[str, object]]:
    from sentence_transformers import CrossEncoder

    model: CrossEncoder = CrossEncoder(str(out / "model"), device="cpu", trust_remote_code=True)
    pairs = []
    for task in paper_tasks(write_vaults(1, SEED))[:8]:
        wrong = next(at for at in range(len(task.passages)) if at not in task.right)
        pairs += [(task.question, task.passages[at].text) for at in (min(task.right), wrong)]
    scores = model.predict(pairs, show_progress_bar=False, convert_to_numpy=True)
    return [
        {"question": question, "passage": passage, "score": round(float(score), 6)}
        for (question, passage), score in zip(pairs, scores, strict=True)
    ]


if __name__ == "__main__":
    main()
