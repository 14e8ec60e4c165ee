"""Makes OpenVINO's form of the packaged model: `python -m services.common.openvino_export MODEL_FOLDER TARGET_FOLDER`.

Run once by `encoders`, in a process of its own. The graph holds the encoder, mean pooling over the attention mask, and
normalisation, as sentence-transformers' three modules do (Reimers and Gurevych 2019, arXiv:1908.10084).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from services.common.encoders import import_openvino, load_model


def export(source: Path, target: Path) -> None:
    """Write `model.xml` and `model.bin`, weights as they are (float32)."""
    openvino = import_openvino()
    import torch

    model = load_model(source)

    class Sentence(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.transformer: Any = model[0].auto_model

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            states = self.transformer(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
            mask = attention_mask.unsqueeze(-1).to(states.dtype)
            pooled = (states * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(pooled, p=2, dim=1)

    example = dict(model.tokenizer(["one text", "and a longer one"], padding=True, return_tensors="pt"))
    example.pop("token_type_ids", None)
    graph = openvino.convert_model(Sentence().eval(), example_input=example)
    openvino.save_model(graph, target / "model.xml", compress_to_fp16=False)


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(sys.argv[2]))
