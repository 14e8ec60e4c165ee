"""Train the verifier: a cross-encoder that says whether an answer from papers rests on what answers the question.

    .venv/bin/pip install accelerate datasets       # at the versions of the group `train`
    for part in practice more blind blind2 fresh; do
        .venv/bin/python -m tests.eval.vault_exam.generate build/vault_exam/$part --part $part; done
    .venv/bin/python -m tests.eval.verifier.train build/verifier --tatqa BENCH/tatqa --vault tests/eval/vault/dev \\
        build/vault_exam/{practice,more,blind,blind2,fresh}     # half an hour on two cores; writes build/verifier/model

It starts from the packaged reranker. Of each question a few texts are drawn: what answers, the likeliest others, and
those in the same row or column. The loss is the cross-entropy of choosing among them and "none of them", whose score
is 0, so that a question without an answer has a right choice too; and of each text alone. Data: see `groups`; TAT-QA is
Zhu et al., ACL 2021, CC BY 4.0. `measure` says what a model is worth on people that it was not trained on.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from services.common.encoders import default_cache, open_encoder, packaged_model_path
from services.embedder.adapters import packed_weights
from services.embedder.adapters.cross_encoder import PACKAGED_FOLDER
from tests.eval.verifier.claims import as_part
from tests.eval.verifier.groups import Group, of_filings, of_papers, of_vaults

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

PAIR_TOKENS = 128
"""Of a question and a text together; what is longer is cut."""
TEXTS = 8
"""Texts of a question in one step."""
HARD, LIKELIEST = 0.75, 20
"""The share of wrong texts that is drawn from so many of the highest ranks."""
PARTS = 0.2
"""The share of questions without an answer that are asked for a calculation's parts."""
MOST_RIGHT, MOST_BESIDE = 2, 3
BATCH = 6
TOGETHER = 16
RECIPE = "recipe.json"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the verifier.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--tatqa", type=Path, default=None)
    parser.add_argument("--vault", type=Path, nargs="*", default=[], help="benchmark folders with papers")
    parser.add_argument("--start", type=Path, default=None, help="a model that was trained before; else the reranker")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--frozen", type=int, default=1, help="layers, from below, that stay as they are")
    parser.add_argument("--learning-rate", type=float, default=5e-5)
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()
    encoder = open_encoder(packaged_model_path(), threads=chosen.threads)
    filings = of_filings(chosen.tatqa) if chosen.tatqa is not None else iter(())
    groups = list(chain(*(of_vaults(folder, encoder) for folder in chosen.vault), filings, of_papers()))
    chosen.out.mkdir(parents=True, exist_ok=True)
    recipe = {name: value for name, value in vars(chosen).items() if name not in {"out", "tatqa", "threads", "start"}}
    recipe |= {"vault": [folder.name for folder in chosen.vault], "tatqa": chosen.tatqa is not None, "batch": BATCH}
    if chosen.start is not None:
        recipe["after"] = json.loads((chosen.start.parent / RECIPE).read_text(encoding="utf-8"))
    recipe |= {"questions": len(groups), "without_an_answer": sum(not one.right for one in groups)}
    (chosen.out / RECIPE).write_text(json.dumps(recipe, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(groups)} questions\n")
    train(groups, chosen)


def draw(group: Group, rng: random.Random) -> tuple[list[str], list[float]]:
    """Texts of a group for one step, and 1.0 for each that answers."""
    right = rng.sample(sorted(group.right), min(MOST_RIGHT, len(group.right)))
    wrong = [place for place in range(len(group.texts)) if place not in group.right]
    count = TEXTS - len(right)
    hard = wrong[:LIKELIEST]
    picked = rng.sample(hard, min(len(hard), round(count * HARD)))
    rest = [place for place in wrong if place not in picked]
    picked += rng.sample(rest, min(len(rest), count - len(picked)))
    beside = [place for place in wrong if any(_is_beside(group.texts[place], group.texts[one]) for one in right)]
    rng.shuffle(beside)
    likeliest = dict.fromkeys([*sorted(group.near), *beside[:MOST_BESIDE], *picked])
    is_part = group.is_worked_out if right else rng.random() < PARTS
    places = [*right, *list(likeliest)[: len(picked)]]
    texts = [as_part(group.texts[place]) if is_part else group.texts[place] for place in places]
    labels = [float(place in group.right) for place in places]
    if right:
        # The same text for what it is not: the answer itself, or a part of it.
        texts[-1], labels[-1] = group.texts[right[0]] if is_part else as_part(group.texts[right[0]]), 0.0
    return texts, labels


def _is_beside(one: str, other: str) -> bool:
    """Whether two texts are of cells in one row or in one column of a table."""
    mine, its = one.rpartition(" = ")[0].split(" | "), other.rpartition(" = ")[0].split(" | ")
    return len(mine) > 2 and len(its) > 2 and (mine[1] == its[1] or mine[2:] == its[2:])


def train(groups: Sequence[Group], chosen: argparse.Namespace) -> None:
    """Fit the model on the groups, each drawn once an epoch; saved in `chosen.out / "model"`."""
    from datasets import Dataset
    from sentence_transformers import CrossEncoder
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments

    path = chosen.start or packed_weights.unpack(PACKAGED_FOLDER, default_cache(), packaged_model_path())
    limits = {"model_max_length": PAIR_TOKENS}
    encoder = CrossEncoder(str(path), device="cpu", trust_remote_code=True, processor_kwargs=limits)
    body: Any = encoder[0].model
    for part in (body.embeddings, *body.encoder.layer[: chosen.frozen]):
        for weight in part.parameters():
            weight.requires_grad = False
    rng = random.Random(chosen.seed)
    rows: dict[str, list[Any]] = {"question": [], "texts": [], "labels": []}
    for _ in range(chosen.epochs):
        for group in rng.sample(groups, len(groups)):
            texts, labels = draw(group, rng)
            rows["question"].append(group.question)
            rows["texts"].append(texts)
            rows["labels"].append(labels)
    arguments = CrossEncoderTrainingArguments(
        output_dir=str(chosen.out / "steps"),
        num_train_epochs=1,
        per_device_train_batch_size=BATCH,
        learning_rate=chosen.learning_rate,
        warmup_steps=0.08,
        weight_decay=0.01,
        seed=chosen.seed,
        bf16=True,
        use_cpu=True,
        save_strategy="no",
        logging_steps=50,
        report_to="none",
        disable_tqdm=True,
    )
    trainer = CrossEncoderTrainer(
        model=encoder, args=arguments, train_dataset=Dataset.from_dict(rows), loss=_choice_loss(encoder)
    )
    trainer.train()
    encoder.save_pretrained(str(chosen.out / "model"), create_model_card=False)


def _choice_loss(encoder: CrossEncoder) -> Any:
    import torch
    from torch.nn import functional

    class ChoiceLoss(torch.nn.Module):
        """Cross-entropy of the right choice among a question's texts and none of them, and of each text alone."""

        def __init__(self) -> None:
            super().__init__()
            self.model = encoder

        def forward(self, inputs: list[Any], labels: list[torch.Tensor], **_: Any) -> torch.Tensor:
            questions, listed = inputs
            pairs = [(question, text) for question, texts in zip(questions, listed, strict=True) for text in texts]
            # Texts of like length together, so that little is padding.
            order = sorted(range(len(pairs)), key=lambda place: len(pairs[place][1]))
            parts = [order[at : at + TOGETHER] for at in range(0, len(order), TOGETHER)]
            read = [self.model(self.model.preprocess([pairs[place] for place in part])) for part in parts]
            scores = torch.cat([part["scores"].view(-1).float() for part in read])[torch.tensor(order).argsort()]
            total, start = scores.new_zeros(()), 0
            for right in labels:
                mine, wanted = scores[start : start + len(right)], right.float()
                start += len(right)
                whole = torch.logsumexp(torch.cat((mine.new_zeros(1), mine)), 0)
                chosen = torch.logsumexp(mine[wanted > 0], 0) if wanted.any() else mine.new_zeros(())
                total = total + whole - chosen + functional.binary_cross_entropy_with_logits(mine, wanted)
            return total / len(labels)

    return ChoiceLoss()


if __name__ == "__main__":
    main()
