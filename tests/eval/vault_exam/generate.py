"""Writes the vault exam as a benchmark folder: `python -m tests.eval.vault_exam.generate OUT [--part NAME]`."""

from __future__ import annotations

import argparse
import importlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.eval.vault_exam.asking import Person
from tests.eval.vault_exam.render import rendered
from tests.eval.vault_exam.shown import flat, shown

PARTS = {
    "practice": ("leeds", "milwaukee", "eindhoven", "durham"),
    "more": ("galway", "calgary"),
    "sealed": ("cardiff", "tulsa", "lisbon"),
    "blind": ("atlanta", "melbourne"),
    "blind2": ("dublin", "denver", "singapore"),
    "fresh": ("manchester", "toronto", "bengaluru"),
    "blind3": ("phoenix", "glasgow", "capetown"),
}
NO_LEDGER = {"accounts": [], "sync": [{"added": [], "modified": [], "removed": [], "has_more": False}]}


def people(part: str) -> Iterator[Person]:
    for name in PARTS[part]:
        yield importlib.import_module(f"tests.eval.vault_exam.{part}.{name}").person()


def write(out: Path, part: str) -> tuple[int, list[str]]:
    """Write users and questions; returns how many questions, and the evidence that the written papers do not show."""
    shutil.rmtree(out / "users", ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    questions, faults = [], []
    for p in people(part):
        folder = out / "users" / p.user / "documents"
        folder.mkdir(parents=True)
        (folder.parent / "transactions.json").write_text(json.dumps(NO_LEDGER), "utf-8")
        (folder.parent / "statements.jsonl").write_text("", "utf-8")
        texts: dict[str, str] = {}
        for paper in p.papers:
            data = rendered(paper, folder)
            (folder / paper.name).write_bytes(data)
            texts[paper.name] = shown(paper.name, data)
        for question, paper_name, string in p.proofs:
            # A raised mark of a PDF stands in its text as a plain figure: it may follow any word of the string.
            loose = r"\s?(?:\d|[*†‡])?\s?".join(re.escape(w) for w in flat(string).split(" "))
            if flat(string) not in texts[paper_name] and not re.search(loose, texts[paper_name]):
                faults.append(f"{p.user} {question!r}: {paper_name} does not show {string!r}")
        questions += p.questions
    (out / "questions.jsonl").write_text("".join(json.dumps(q, ensure_ascii=False) + "\n" for q in questions), "utf-8")
    return len(questions), faults


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("out", type=Path)
    cli.add_argument("--part", choices=tuple(PARTS), default="practice")
    a = cli.parse_args()
    n, faults = write(a.out, a.part)
    print(f"{n} questions in {a.out}")
    if faults:
        raise SystemExit("evidence that is not shown:\n" + "\n".join(faults))


if __name__ == "__main__":
    main()
