"""Load on a whole stack of this machine, by an open loop; prints a table and writes JSON.

    python -m tests.load smoke                       # each call a little, no failure allowed
    python -m tests.load rate --call ask             # as deploy/loadtest/ask.json says
    python -m tests.load knee --call ask             # more and more, until answers come too late
    python -m tests.load spike --call ask            # ten times the rate for a while, and how long it takes to recover
    python -m tests.load soak --call ask --minutes 60
    python -m tests.load slow --call ask             # with an embedder that answers nothing for a while
    python -m tests.load rolling --call ask          # each process replaced in turn; no call may be lost (--replicas 1)

What is sent is in `deploy/loadtest/<call>.json`, which ghz reads too. The generator shares the machine with what it
loads.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import grpc
import yaml
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from services.cli.session import REPEATABLE, Session
from services.cli.stack import SPARE, Stack, temporary_stack
from services.cli.state import PROCESSES, SERVICES
from services.common.client import Peer, channel_options
from services.common.errors import decode
from services.common.tokens import TokenMinter, to_user_id
from tests.e2e.steps import load, person
from tests.fixtures.proxy import Proxy
from tests.load.generator import OK, Outcome, Phase, arrivals, run, summarise

CHECKOUT = Path(__file__).resolve().parents[2]
CONFIGURATIONS = CHECKOUT / "deploy" / "loadtest"
SEED = 20261130
DRAINING = {f"TIEOUT_{name.upper()}_DRAIN_DELAY": "3s" for name in SERVICES}
# How long a new process has been ready before the next old one goes; clients find it meanwhile.
MIN_READY_SECONDS: int = yaml.safe_load((CHECKOUT / "deploy/kustomize/base/pod.yaml").read_text())["spec"][
    "minReadySeconds"
]
# A slow answer is not a lost one.
PATIENT_SECONDS = 60.0
LONGEST_SECONDS = 3600.0
# Beyond this an answer is late, whatever it says.
LATE_SECONDS = 1.0
# The knee: what share of the offered calls must still come back in time.
KEPT = 0.98

Call = Callable[[int], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Plan:
    """One of deploy/loadtest."""

    service: str
    name: str
    requests: tuple[Any, ...]
    per_second: float
    timeout: float
    connections: int


def read_plan(call: str) -> Plan:
    """The configuration of that name, its requests as messages."""
    told: dict[str, Any] = json.loads((CONFIGURATIONS / f"{call}.json").read_text(encoding="utf-8"))
    _, service, *_, method = told["call"].split(".")
    module = importlib.import_module(f"tieout.{service}.v1.{service}_service_pb2")
    (descriptor,) = module.DESCRIPTOR.services_by_name.values()
    request = GetMessageClass(descriptor.methods_by_name[method].input_type)
    messages = tuple(ParseDict(data, request()) for data in told["data"])
    return Plan(service, method, messages, told["rps"], float(told["timeout"].rstrip("s")), told["connections"])


@asynccontextmanager
async def calls(stack: Stack, plan: Plan) -> AsyncIterator[Call]:
    """Calls as a back end makes them: the shipped channel options, several connections, a token a user."""
    full_name = f"tieout.{plan.service}.v1.{plan.service.title()}Service"
    module = importlib.import_module(f"tieout.{plan.service}.v1.{plan.service}_service_pb2_grpc")
    repeatable = tuple({*REPEATABLE.get(full_name, ()), plan.name})
    peer = Peer(plan.service, stack.target(plan.service), full_name, repeatable)
    token = TokenMinter.load(stack.state).mint(to_user_id("ines")).reveal()
    async with AsyncExitStack() as opened:
        methods = []
        for _ in range(plan.connections):
            channel = grpc.aio.insecure_channel(peer.target, options=channel_options(peer))
            await opened.enter_async_context(channel)
            methods.append(getattr(getattr(module, f"{plan.service.title()}ServiceStub")(channel), plan.name))

        async def call(number: int) -> str:
            try:
                await methods[number % len(methods)](
                    plan.requests[number % len(plan.requests)],
                    timeout=plan.timeout,
                    metadata=(("authorization", f"Bearer {token}"),),
                )
            except grpc.aio.AioRpcError as error:
                failure = decode(error)
                return f"{failure.code.name} {failure.reason or ''}".strip()
            return OK

        for number in range(len(plan.requests) * plan.connections):  # warm-up, not counted
            await call(number)
        yield call


async def measure(call: Call, phases: Sequence[Phase], title: str, results: list[dict[str, Any]]) -> list[Outcome]:
    """Run the phases, print a line and keep the result."""
    outcomes = await run(list(arrivals(phases, SEED)), call)
    result = {"title": title, **summarise(outcomes, sum(phase.seconds for phase in phases), LATE_SECONDS)}
    results.append(result)
    print(_line(result), flush=True)
    return outcomes


def _line(result: dict[str, Any]) -> str:
    times = "  ".join(f"{name} {result[f'{name}_ms']:8.1f}" for name in ("p50", "p95", "p99", "p99.9"))
    codes = ", ".join(f"{code} {count}" for code, count in result["codes"].items())
    offered, good = result["offered_per_second"], result["goodput_per_second"]
    return f"{result['title']:24} {offered:7.1f}/s offered {good:7.1f}/s good  {times} ms  {codes}"


async def smoke(stack: Stack, _: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    fine = True
    for path in sorted(CONFIGURATIONS.glob("*.json")):
        async with calls(stack, read_plan(path.stem)) as call:
            outcomes = await measure(call, [Phase(5, 4)], path.stem, results)
        fine = fine and all(one.code == OK for one in outcomes)
    return fine


async def rate(stack: Stack, options: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    plan = read_plan(options.call)
    async with calls(stack, plan) as call:
        await measure(call, [Phase(options.rate or plan.per_second, options.seconds)], options.call, results)
    return True


async def knee(stack: Stack, options: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    """Half as much again at each step; the knee is the last at which nearly all came back in time."""
    best = 0.0
    async with calls(stack, read_plan(options.call)) as call:
        for offered in (5.0 * 1.5**step for step in range(20)):
            await measure(call, [Phase(offered, 10)], f"{options.call} at {offered:.0f}/s", results)
            if results[-1]["goodput_per_second"] < KEPT * results[-1]["offered_per_second"]:
                break
            best = results[-1]["goodput_per_second"]
    print(f"knee: {best:.0f} a second within {LATE_SECONDS:.0f} s")
    results.append({"title": "knee", "goodput_per_second": best})
    return best > 0


async def spike(stack: Stack, options: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    usual = options.rate or read_plan(options.call).per_second / 5
    async with calls(stack, read_plan(options.call)) as call:
        outcomes = await measure(
            call, [Phase(usual, 10), Phase(10 * usual, 5), Phase(usual, 30)], f"{options.call}, spike", results
        )
    late = [one.due - 15 for one in outcomes if one.due > 15 and (one.code != OK or one.seconds > LATE_SECONDS)]
    print(f"recovered {max(late, default=0.0):.1f} s after the spike")
    results.append({"title": "recovery", "seconds": round(max(late, default=0.0), 1)})
    return max(late, default=0.0) < 29


async def soak(stack: Stack, options: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    """Minute by minute, with what each process holds in memory."""
    usual = options.rate or read_plan(options.call).per_second / 5
    async with calls(stack, read_plan(options.call)) as call:
        for minute in range(options.minutes):
            await measure(call, [Phase(usual, 60)], f"{options.call}, minute {minute + 1}", results)
            results[-1]["resident_mib"] = {name: _resident_mib(stack.pid(name)) for name in PROCESSES}
            print(f"  resident MiB: {results[-1]['resident_mib']}", flush=True)
    return True


async def slow(stack: Stack, options: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    """The answerer's embedder falls silent: connections stay open and nothing comes back."""
    plan = read_plan(options.call)
    usual = options.rate or plan.per_second / 5
    proxy: Proxy = options.proxy
    async with calls(stack, plan) as call:
        await measure(call, [Phase(usual, 10)], f"{options.call}, before", results)
        proxy.silence()
        silent = await measure(call, [Phase(usual, 20)], f"{options.call}, embedder silent", results)
        proxy.resume()
        await measure(call, [Phase(usual, 10)], f"{options.call}, after", results)
    return all(one.code == OK for one in silent)


async def rolling(stack: Stack, options: argparse.Namespace, results: list[dict[str, Any]]) -> bool:
    """Each process of each service in turn gets SIGTERM and a successor, as in a rolling update."""
    plan = replace(read_plan(options.call), timeout=PATIENT_SECONDS)
    usual = options.rate or plan.per_second / 10
    if options.replicas == 2:
        await asyncio.gather(*(stack.spawn(service + SPARE) for service in SERVICES))
        await asyncio.gather(*(stack.ready(service + SPARE) for service in SERVICES))
    steps: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    async with calls(stack, plan) as call:
        start, stop = loop.time(), asyncio.Event()
        loading = asyncio.create_task(run(arrivals([Phase(usual, LONGEST_SECONDS)], SEED), call, stop))
        try:
            for service in options.services or SERVICES:
                taking_turns = replace_both(stack, service) if options.replicas == 2 else replace_one(stack, service)
                steps += [{"seconds": round(loop.time() - start, 1), "step": step} async for step in taking_turns]
        finally:
            stop.set()
            outcomes = await loading
    lost = [asdict(one) for one in outcomes if one.code != OK]
    title = f"{options.call}, rolling, {options.replicas} a service"
    results.append({"title": title, **summarise(outcomes, loop.time() - start, LATE_SECONDS)})
    results[-1] |= {"lost": lost, "steps": steps, "load": os.getloadavg()[0]}
    print(_line(results[-1]))
    for one in sorted([*lost, *steps] if lost else [], key=lambda one: one.get("due") or one["seconds"]):
        print(f"  {one}")
    return not lost


async def replace_both(stack: Stack, service: str) -> AsyncIterator[str]:
    """One of two goes and its successor comes, then the other; yields what was done. Kubernetes lets the successor
    come first, so that this asks more."""
    for name in (service, service + SPARE):
        await stack.end(name)
        yield f"{name} has ended"
        await stack.spawn(name)
        await stack.ready(name)
        yield f"{name} is ready"
        await asyncio.sleep(MIN_READY_SECONDS)


async def replace_one(stack: Stack, service: str) -> AsyncIterator[str]:
    """The only one goes when its successor has been ready for a while, and back again; yields what was done."""
    for comes, goes in ((service + SPARE, service), (service, service + SPARE)):
        await stack.spawn(comes)
        await stack.ready(comes)
        yield f"{comes} is ready"
        await asyncio.sleep(MIN_READY_SECONDS)
        await stack.end(goes)
        yield f"{goes} has ended"


PLANS = {one.__name__: one for one in (smoke, rate, knee, spike, soak, slow, rolling)}


def _resident_mib(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


async def main(options: argparse.Namespace) -> int:
    results: list[dict[str, Any]] = []
    environment = dict(DRAINING) if options.plan == "rolling" else {}
    async with AsyncExitStack() as opened:
        if options.plan == "slow":
            # The answerer alone goes through it; where it leads is known once the stack has its addresses.
            options.proxy = await opened.enter_async_context(Proxy("127.0.0.1", 0))
            environment["TIEOUT_ANSWERER_EMBEDDER_TARGET"] = options.proxy.target
        stack = await opened.enter_async_context(
            temporary_stack(spares=options.plan == "rolling", environment=environment)
        )
        if options.plan == "slow":
            host, _, port = stack.addresses["embedder"].data.partition(":")
            options.proxy.lead_to(host, int(port))
        session = Session(
            {name: stack.target(name) for name in SERVICES}, TokenMinter.load(stack.state), to_user_id("ines")
        )
        async with session:
            await load(session, person("ines"))
        fine = await PLANS[options.plan](stack, options, results)
    out = CHECKOUT / "build" / "load" / f"{options.plan}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps({"plan": options.plan, "cores": os.cpu_count(), "results": results}, indent=1) + "\n")
    print(f"written to {out.relative_to(CHECKOUT)}")
    return 0 if fine else 1


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("plan", choices=PLANS)
    parser.add_argument("--call", default="ask", choices=sorted(path.stem for path in CONFIGURATIONS.glob("*.json")))
    parser.add_argument("--rate", type=float, help="calls a second; default: the configuration's, or a fifth of it")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--services", nargs="*", choices=SERVICES, help="rolling: only these")
    parser.add_argument("--replicas", type=int, default=2, choices=(1, 2), help="rolling: processes of each service")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(parse())))
