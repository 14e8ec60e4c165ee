"""Habits 2 and 12: reasons are a proto enum with an example each, and what is generated from it is up to date."""

from __future__ import annotations

import grpc
import pytest

from scripts import gen_errors_doc
from services.common.errors import DOMAIN, REASON_PREFIX, ErrorReason

REASONS = gen_errors_doc.reasons(gen_errors_doc.SOURCE.read_text(encoding="utf-8"))


def test_the_page_of_errors_is_up_to_date() -> None:
    """Run `python -m scripts.gen_errors_doc` when this fails."""
    assert gen_errors_doc.TARGET.read_text(encoding="utf-8") == gen_errors_doc.render(REASONS)


def test_every_reason_is_documented() -> None:
    """The comments, the generated enum and the page speak of the same values."""
    names = {name.removeprefix(REASON_PREFIX): number for name, number in ErrorReason.items() if number}
    assert {reason.name: reason.number for reason in REASONS} == names


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.name)
def test_an_example_is_a_real_error_info(reason: gen_errors_doc.Reason) -> None:
    """Its own reason, our domain, text values, and a status that gRPC knows."""
    assert reason.example["reason"] == reason.name
    assert reason.example["domain"] == DOMAIN
    assert all(isinstance(value, str) for value in reason.example["metadata"].values())
    assert hasattr(grpc.StatusCode, reason.code)
    assert len(reason.name) <= 63
