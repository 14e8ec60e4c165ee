"""Dashboard and alerts speak of metrics that the services really have, and each alert has a page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
OBSERVABILITY = CHECKOUT / "deploy" / "observability"
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((OBSERVABILITY / "prometheus-rules.yaml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads((OBSERVABILITY / "grafana.json").read_text(encoding="utf-8"))["panels"]
EXPRESSIONS = [rule["expr"] for rule in RULES] + [one["expr"] for panel in PANELS for one in panel["targets"]]
METRIC = re.compile(r"\b(?:rpc|tieout)_[a-z_]+(?=[{)\[ ]|$)")
INSTRUMENT = re.compile(r'create_(?P<kind>\w+)\(\s*"(?P<name>[a-z_.]+)"(?P<rest>(?:[^()]|\([^()]*\))*?)\)', re.DOTALL)


def exposed() -> set[str]:
    """Names in Prometheus of every instrument in the code.

    Rules: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/
    """
    found = set()
    for path in (CHECKOUT / "services").rglob("*.py"):
        for one in INSTRUMENT.finditer(path.read_text(encoding="utf-8")):
            name = one["name"].replace(".", "_") + ("_seconds" if 'unit="s"' in one["rest"] else "")
            if one["kind"] == "histogram":
                found |= {name + part for part in ("_bucket", "_count", "_sum")}
            else:
                found.add(name + ("_total" if one["kind"] == "counter" else ""))
    return found


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_names_metrics_that_exist(expression: str) -> None:
    named = set(METRIC.findall(re.sub(r"by \([^)]*\)", "", expression)))
    assert named, expression
    assert named <= exposed()


def test_every_metric_is_on_the_dashboard() -> None:
    """One that nobody looks at should not be measured."""
    shown = {name for panel in PANELS for one in panel["targets"] for name in METRIC.findall(one["expr"])}
    missing = {name for name in exposed() if not any(name.startswith(_stem(one)) for one in shown)}
    assert not missing


def _stem(name: str) -> str:
    return re.sub(r"_(?:bucket|count|sum)$", "", name)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_says_what_is_wrong_and_where_to_read_on(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert rule["annotations"]["summary"].endswith(".")
    page, _, anchor = rule["annotations"]["runbook"].partition("#")
    headings = re.findall(r"^### (\w+)$", (CHECKOUT / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert anchor in [heading.lower() for heading in headings]
    assert rule["alert"] in headings
