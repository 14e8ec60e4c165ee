"""Writes the exam as a benchmark folder: `python -m tests.eval.exam.generate OUT [--part practice|more|sealed|blind]`."""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.eval.exam import handwritten
from tests.eval.exam.asking import FAMILIES, WEIGHT, Examiner, World
from tests.eval.exam.blind_people import BLIND
from tests.eval.exam.latent import Event, Spec, make_events
from tests.eval.exam.people import PRACTICE, SEALED
from tests.eval.exam.plan import Undefined
from tests.eval.exam.rendering import INJECTIONS

SEEDS = {"practice": 20_260, "more": 31_007, "sealed": 91_733, "blind": 57_119}
PEOPLE = {"sealed": lambda: SEALED, "blind": lambda: BLIND}
REFUSALS = (("out_of_scope", 9), ("not_in_data", 9), ("ambiguous", 3), ("outside", 9), ("stranger", 9), ("unclear", 3))


def with_notes(spec: Spec, events: list[Event], seed: int) -> list[Event]:
    """Some descriptors carry text that strangers wrote to be obeyed."""
    rng = random.Random(f"{seed}/{spec.user}/notes")
    at = rng.sample(
        [i for i, e in enumerate(events) if e.kind in ("purchase", "p2p_out") and (spec.as_of - e.date).days < 300], 6
    )
    out = list(events)
    for i, note in zip(at, INJECTIONS, strict=True):
        out[i] = replace(out[i], note=note)
    return out


def world(spec: Spec, seed: int) -> World:
    return World(spec, with_notes(spec, make_events(spec, seed), seed), seed)


def shifted(spec: Spec, seed: int) -> list[dt.date]:
    """Other todays: the edges of months, quarters and years, and plain days, inside the last half year of the data."""
    end = spec.as_of
    days = [end - dt.timedelta(days=n) for n in range(1, 200)]
    edges = [
        d
        for d in days
        if d.day in (1, 2) or (d + dt.timedelta(days=1)).day == 1 or (d.month, d.day) in ((1, 5), (2, 28), (12, 30))
    ]
    mondays = [d for d in days if d.weekday() < 2]
    rng = random.Random(f"{seed}/{spec.user}/todays")
    return rng.sample(edges, min(4, len(edges))) + rng.sample(mondays, 3)


def questions(w: World, part: str, rounds: int) -> tuple[list[dict[str, Any]], list[str]]:
    seed = SEEDS[part]
    x = Examiner(w, seed, part in ("sealed", "blind"), part == "more", part == "blind")
    todays = shifted(w.spec, seed)
    out: list[dict[str, Any]] = []
    families = [f for f in FAMILIES for _ in range(WEIGHT.get(f, 1))]
    for _ in range(rounds):
        for f in families:
            x.today(w.spec.as_of if x.rng.random() < 0.82 else x.rng.choice(todays))
            if q := x.draw(f):
                out.append(q)
        for kind, n in REFUSALS:
            for _ in range(n):
                x.today(w.spec.as_of)
                q = getattr(x, kind)() if hasattr(x, kind) else x.refusal(kind)
                if q:
                    out.append(q)
    for written in {"practice": handwritten.PRACTICE, "sealed": handwritten.SEALED}.get(part, []):
        if written.user == w.spec.user:
            try:
                out.append(x.written(written))
            except Undefined as reason:
                x.disagree.append(f"{w.spec.user} {written.text}: {reason}")
    x.rng.shuffle(out)
    for q in out:  # an id that stays when other questions come or go
        q["id"] = f"{w.spec.user}-{hashlib.blake2s((q['as_of'] + q['question']).encode(), digest_size=3).hexdigest()}"
    return out, x.disagree


def write(out: Path, part: str, rounds: int = 1) -> tuple[int, list[str]]:
    """Write the users and questions of a part; returns how many questions, and where the two computations disagree."""
    total, faults = [], []
    for spec in PEOPLE.get(part, lambda: PRACTICE)():
        w = world(spec, SEEDS[part])
        folder = out / "users" / spec.user
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "transactions.json").write_text(json.dumps(w.ledger, ensure_ascii=False), "utf-8")
        (folder / "statements.jsonl").write_text(
            "".join(json.dumps({"at": at, "text": text}) + "\n" for at, text in spec.statements), "utf-8"
        )
        made, bad = questions(w, part, rounds)
        total += made
        faults += bad
    (out / "questions.jsonl").write_text("".join(json.dumps(q, ensure_ascii=False) + "\n" for q in total), "utf-8")
    return len(total), faults


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("out", type=Path)
    cli.add_argument("--part", choices=tuple(SEEDS), default="practice")
    cli.add_argument("--rounds", type=int, default=1)
    a = cli.parse_args()
    n, faults = write(a.out, a.part, a.rounds)
    print(f"{n} questions in {a.out}")
    if faults:
        raise SystemExit("the two computations disagree:\n" + "\n".join(faults[:20]))


if __name__ == "__main__":
    main()
