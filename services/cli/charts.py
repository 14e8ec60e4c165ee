"""Charts for people, as PNG. Drawn by matplotlib, which the dependency group `calibrate` brings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from services.cli.floors import Scored, risk_by_coverage
from services.common.calibration import Calibration


def draw_calibration(file: Path, scored: Sequence[Scored], found: Calibration) -> None:
    """Two panels: how scores are spread with both floors, and risk against coverage with the floor's point."""
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    spread, curve = figure.subplots(1, 2)
    right = [one.right for one in scored if one.right is not None]
    refused = [one.best for one in scored if not one.is_answerable]
    bins = [step / 40 for step in range(-4, 41)]
    spread.hist(right, bins, alpha=0.6, density=True, label=f"passage that answers ({len(right)})")
    spread.hist(refused, bins, alpha=0.6, density=True, label=f"best, question to refuse ({len(refused)})")
    spread.axvline(float(found.evidence.floor), color="gray", linestyle=":", label=f"evidence {found.evidence.floor}")
    spread.axvline(float(found.accept.floor), color="black", linestyle="--", label=f"accept {found.accept.floor}")
    spread.set(xlabel="cosine", ylabel="density", title="Scores")
    spread.legend(fontsize="small")
    points = risk_by_coverage(scored)
    curve.step([0.0, *(x for x, _ in points)], [points[0][1], *(y for _, y in points)], where="post")
    covered = sum(one.best >= float(found.accept.floor) for one in scored)
    wrong = sum(one.best >= float(found.accept.floor) and not one.is_right for one in scored)
    if covered:
        point = (covered / len(scored), wrong / covered)
        curve.plot(*point, "o", color="black")
        curve.annotate(f"accept {found.accept.floor}", point, xytext=(8, 8), textcoords="offset points")
    curve.set(
        xlim=(0, 1),
        ylim=(0, 1),
        xlabel="coverage: questions whose best passage reaches the floor",
        ylabel="risk: of those, the best passage does not answer",
        title="Risk against coverage",
    )
    figure.suptitle(f"{found.space.space_id} on {found.benchmark.name}")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
