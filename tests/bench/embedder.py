"""How many single texts a second `Embed` answers at 64 callers, beside `encode` of sentence-transformers.

    python tests/bench/embedder.py [--callers 64] [--seconds 10] [--rounds 3] [--json FILE]

Both by turns in one run, so that a busy machine slows both: first `SentenceTransformer.encode([text])` as 64 threads of
one process would call it, then `Embed` of one text, over sockets, as 64 callers of the service: as a passage, and as a
question, which the service also keeps for a day. Texts are short and none comes twice. The service runs as it is
shipped, on the same cores as its callers.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import numpy as np

CHECKOUT = Path(__file__).parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "gen")]

from services.cli.stack import Stack, temporary_stack  # noqa: E402 - the import roots are set above.
from services.common.client import Peer, channel_options  # noqa: E402
from services.common.encoders import packaged_model_path  # noqa: E402
from services.common.tokens import TokenMinter, to_user_id  # noqa: E402
from tests.bench.processes import quantile  # noqa: E402
from tieout.embedder.v1 import embedder_service_pb2, embedder_service_pb2_grpc  # noqa: E402

KINDS = {"passage": embedder_service_pb2.TEXT_KIND_PASSAGE, "question": embedder_service_pb2.TEXT_KIND_QUESTION}
CHANNELS = 8
WANTED = 4.0
_numbers = itertools.count()


def text() -> str:
    """A question that nobody asked before."""
    return f"what does it cost to stop payment number {next(_numbers)}?"


def by_encode(encode: Callable[[list[str]], Any], callers: int, seconds: float) -> float:
    """Texts a second of the reference, called by that many threads."""
    ends = time.perf_counter() + seconds
    counts = [0] * callers

    def keep_calling(place: int) -> None:
        while time.perf_counter() < ends:
            encode([text()])
            counts[place] += 1

    started = time.perf_counter()
    threads = [threading.Thread(target=keep_calling, args=(place,)) for place in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - started)


async def by_service(stubs: list[Any], metadata: Any, kind: Any, callers: int, seconds: float) -> dict[str, float]:
    """Texts a second of the service, and what a call took in ms."""
    started = time.perf_counter()
    taken: list[float] = []

    async def keep_calling(stub: Any) -> None:
        while time.perf_counter() < started + seconds:
            request = embedder_service_pb2.EmbedRequest(texts=[text()], kind=kind)
            begun = time.perf_counter()
            await stub.Embed(request, metadata=metadata, timeout=60)
            taken.append((time.perf_counter() - begun) * 1000)

    await asyncio.gather(*(keep_calling(stubs[place % len(stubs)]) for place in range(callers)))
    rate = len(taken) / (time.perf_counter() - started)
    return {"per_second": rate, "p50_ms": quantile(taken, 0.5), "p99_ms": quantile(taken, 0.99)}


async def measure(stack: Stack, callers: int, seconds: float, rounds: int) -> dict[str, Any]:
    """Each in turn, `rounds` times; the median counts."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(packaged_model_path()), device="cpu")
    model.encode([text()])

    def encode(texts: list[str]) -> Any:
        return model.encode(texts, show_progress_bar=False)

    token = TokenMinter.load(stack.state).mint(to_user_id("bench")).reveal()
    metadata = (("authorization", f"Bearer {token}"),)
    peer = Peer("embedder", stack.target("embedder"), "tieout.embedder.v1.EmbedderService", ("Embed",))
    channels = [grpc.aio.insecure_channel(peer.target, options=channel_options(peer)) for _ in range(CHANNELS)]
    stubs: list[Any] = [embedder_service_pb2_grpc.EmbedderServiceStub(channel) for channel in channels]
    await near(stubs[0], metadata, model)
    for kind in KINDS.values():
        await by_service(stubs, metadata, kind, callers, 1)
    runs: list[dict[str, Any]] = []
    for _ in range(rounds):
        reference = await asyncio.to_thread(by_encode, encode, callers, seconds)
        served = {name: await by_service(stubs, metadata, kind, callers, seconds) for name, kind in KINDS.items()}
        runs.append({"encode_per_second": reference, **served, "load": os.getloadavg()[0]})
    for channel in channels:
        await channel.close()
    ratios = {
        name: statistics.median(run[name]["per_second"] / run["encode_per_second"] for run in runs) for name in KINDS
    }
    return {"callers": callers, "cores": os.cpu_count(), "runs": runs, "ratios": ratios}


async def near(stub: Any, metadata: Any, model: Any) -> None:
    """Both make the same vectors, or there is nothing to compare."""
    asked = text()
    request = embedder_service_pb2.EmbedRequest(texts=[asked], kind=KINDS["passage"])
    response = await stub.Embed(request, metadata=metadata)
    cosine = float(np.frombuffer(response.vectors.data, "<f4") @ model.encode([asked], normalize_embeddings=True)[0])
    assert cosine > 0.9999, cosine


async def main() -> int:
    """Start, measure, print; 1 where the service is under four times the reference."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--callers", type=int, default=64)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", type=Path)
    chosen = options.parse_args()
    async with temporary_stack() as stack:
        found = await measure(stack, chosen.callers, chosen.seconds, chosen.rounds)
    for run in found["runs"]:
        served = "; ".join(
            f"Embed of a {name} {run[name]['per_second']:.0f} a second, p50 {run[name]['p50_ms']:.1f} ms,"
            f" p99 {run[name]['p99_ms']:.1f} ms"
            for name in KINDS
        )
        sys.stdout.write(f"encode {run['encode_per_second']:.0f} a second; {served}; load {run['load']:.1f}\n")
    told = ", ".join(f"{name} {ratio:.1f}" for name, ratio in found["ratios"].items())
    sys.stdout.write(f"times sentence-transformers at {found['callers']} callers, median: {told}\n")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=1))
    return 0 if found["ratios"]["passage"] >= WANTED else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
