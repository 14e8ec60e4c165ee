"""The ghz configurations fit the contracts: ghz itself is a program that users bring."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from services.common.addresses import DATA_PORTS

CONFIGURATIONS = sorted((Path(__file__).resolve().parents[3] / "deploy" / "loadtest").glob("*.json"))


def test_there_is_one_for_each_service() -> None:
    assert {json.loads(path.read_text(encoding="utf-8"))["call"].split(".")[1] for path in CONFIGURATIONS} == set(
        DATA_PORTS
    )


@pytest.mark.parametrize("path", CONFIGURATIONS, ids=lambda path: str(path.stem))
def test_what_it_sends_is_a_request_of_that_method(path: Path) -> None:
    configuration: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    _, service, *_, method = configuration["call"].split(".")
    module = importlib.import_module(f"tieout.{service}.v1.{service}_service_pb2")
    (descriptor,) = module.DESCRIPTOR.services_by_name.values()
    request = GetMessageClass(descriptor.methods_by_name[method].input_type)
    for data in configuration["data"]:
        ParseDict(data, request())
    assert configuration["host"].endswith(f":{DATA_PORTS[service]}")


@pytest.mark.parametrize("path", CONFIGURATIONS, ids=lambda path: str(path.stem))
def test_it_is_an_open_loop_over_several_connections(path: Path) -> None:
    configuration: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert configuration["async"] is True
    assert configuration["connections"] >= 8
    assert configuration["skip-first"] >= configuration["rps"]
