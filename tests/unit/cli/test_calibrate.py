"""What counts as a passage that answers, what names a benchmark, and a chart that can be looked at."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from PIL import Image

from services.cli.calibrate import Labelled, calibrate, describe, digest, read_labelled, score
from services.cli.charts import draw_calibration
from services.cli.floors import Scored
from services.common import calibration
from services.common.calibration import Benchmark
from tieout.retriever.v1.search_pb2 import SearchHit
from tieout.type.v1.evidence_pb2 import Passage
from tieout.type.v1.space_pb2 import Space

SPACE = Space(space_id="acme-512", model="acme", revision="1", width=512)
ASKED = Labelled("u1", "2026-10-31", "What is the overdraft fee?", ("Overdraft", "$27.00"), frozenset({"fees.pdf"}))


def hit(text: str, cosine: float | None, name: str = "fees.pdf") -> SearchHit:
    return SearchHit(passage=Passage(text=text, document_name=name), vector_score=cosine)


def test_the_passage_of_the_expected_paper_with_the_most_evidence_answers() -> None:
    hits = [
        hit("Overdraft of $27.00 at another bank", 0.9, "other.pdf"),
        hit("Overdraft is explained here", 0.8),
        hit("Overdraft |  $27.00", 0.6),
        hit("Overdraft | $27.00 again", 0.5),
        hit("Overdraft | $27.00 by keyword only", None),
    ]
    assert score(ASKED, hits) == Scored(is_answerable=True, best=0.9, right=0.6)
    assert score(ASKED, hits[:1]) == Scored(is_answerable=True, best=0.9)
    assert score(ASKED, hits[4:]) is None


def test_of_a_question_to_refuse_only_the_best_passage_counts() -> None:
    asked = Labelled("u1", "2026-10-31", "What is the moon made of?", (), frozenset())
    assert score(asked, [hit("x", 0.2), hit("y", 0.4)]) == Scored(is_answerable=False, best=0.4)


def benchmark(folder: Path) -> Path:
    papers = folder / "users" / "u1" / "documents"
    papers.mkdir(parents=True)
    (papers / "fees.md").write_text("# Fees\n", encoding="utf-8")
    answered = {"status": "answered", "evidence": ["Overdraft  fee"], "document": "fees.md"}
    expected = (answered, {"status": "refused", "reason": "no_data"}, {"status": "refused", "reason": "ambiguous"})
    lines = [
        json.dumps({"id": str(at), "user": "u1", "as_of": "2026-10-31", "question": f"q{at}", "expect": one})
        for at, one in enumerate((*expected, {"status": "answered"}))
    ]
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_what_has_two_readings_or_names_no_evidence_is_no_label(tmp_path: Path) -> None:
    found = list(read_labelled(benchmark(tmp_path)))
    assert [(one.text, one.evidence) for one in found] == [("q0", ("Overdraft fee",)), ("q1", ())]


def test_a_benchmark_is_named_by_its_questions_and_its_papers(tmp_path: Path) -> None:
    folder = benchmark(tmp_path)
    before = digest(folder)
    assert before == digest(folder)
    paper = folder / "users" / "u1" / "documents" / "fees.md"
    paper.write_text("# Fee\n", encoding="utf-8")
    changed = digest(folder)
    paper.rename(paper.with_name("other.md"))
    assert len({before, changed, digest(folder)}) == 3


def test_what_was_measured_is_written_drawn_and_told(tmp_path: Path) -> None:
    scored = [
        *(Scored(is_answerable=False, best=0.3 + 0.004 * one) for one in range(60)),
        *(Scored(is_answerable=True, best=0.5 + 0.004 * one, right=0.4 + 0.006 * one) for one in range(60)),
    ]
    found = calibrate(scored, SPACE, Benchmark("vault/x", "0" * 64), Decimal("0.10"))
    calibration.write(found, tmp_path)
    assert calibration.load(packaged=tmp_path)["acme-512"] == found
    assert f"accept from {found.accept.floor}" in describe(found)
    draw_calibration(tmp_path / "charts" / "risk.png", scored, found)
    with Image.open(tmp_path / "charts" / "risk.png") as image:
        assert image.format == "PNG"
        assert image.width > 1000
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 10
