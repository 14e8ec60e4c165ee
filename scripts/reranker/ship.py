"""Put a trained cross-encoder into the repository: int8 weights, configuration, and the recipe that it was made by.

    python -m scripts.reranker.ship OUT [--step 500] [--figures FIGURES.json]

`--step` takes a model that was saved on the way. `recipe.json` holds what `train` recorded, the figures of a file, and
the float32 scores of fixed pairs, which a test holds the int8 weights to.
"""

from __future__ import annotations

import argparse
import json
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
    parser = argparse.ArgumentParser(description="Ship a trained reranker.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--step", type=int, default=0, help="0: the last one")
    parser.add_argument("--figures", type=Path, default=None, help="JSON")
    chosen = parser.parse_args()
    model = chosen.out / (f"model-{chosen.step}" if chosen.step else "model")
    packed_weights.pack(model, PACKAGED_FOLDER, packaged_model_path())
    recipe = json.loads((chosen.out / RECIPE).read_text(encoding="utf-8"))
    if chosen.step:
        recipe["stop_after"] = chosen.step
    if chosen.figures is not None:
        recipe["figures"] = json.loads(chosen.figures.read_text(encoding="utf-8"))
    recipe["float32_scores"] = _scores(model)
    (PACKAGED_FOLDER / RECIPE).write_text(json.dumps(recipe, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _scores(path: Path) -> list[dict[str, object]]:
    from sentence_transformers import CrossEncoder

    model: CrossEncoder = CrossEncoder(str(path), device="cpu", trust_remote_code=True)
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
