"""The order of the interceptors is a decision; a change of it has to change this test and its reasons."""

from __future__ import annotations

import pytest

from services.common.admission import Limit
from services.common.interceptors import chain
from services.common.interceptors.admission import AdmissionStep
from services.common.interceptors.auth import AuthStep
from services.common.interceptors.chain import Chain
from services.common.interceptors.deadline import DeadlineStep
from services.common.interceptors.errors import ErrorsStep
from services.common.interceptors.limits import LimitsStep
from services.common.interceptors.policy import MethodPolicy, Policies
from services.common.interceptors.request_id import RequestIdStep
from services.common.interceptors.telemetry import TelemetryStep
from services.common.interceptors.validation import ValidationStep

ORDER = {
    RequestIdStep: "everything below has an id to log and to send back",
    TelemetryStep: "every end is counted, also that of a refused call",
    ErrorsStep: "what any step below raises becomes a status that telemetry sees",
    DeadlineStep: "checking a job's token and waiting for a permit spend the call's budget",
    AuthStep: "nobody unknown takes a permit or has a payload looked at",
    AdmissionStep: "load is shed before any work on the payload",
    ValidationStep: "a handler sees only requests that keep the rules of the proto",
    LimitsStep: "an answer that does not fit is refused with a reason",
}


def test_the_chain_is_this_one_in_this_order() -> None:
    """Named, ordered, and each with its reason, which the module repeats."""
    steps = Chain(Policies({}), {}).steps
    assert [type(step) for step in steps] == list(ORDER)
    documented = [line.split()[1] for line in (chain.__doc__ or "").splitlines() if line[:1].isdigit()]
    assert documented == [type(step).__module__.rsplit(".", 1)[1] for step in steps]


def test_probes_pass_without_token_permit_or_deadline() -> None:
    """1 and 2: health must answer under full load and without a key."""
    assert [type(step) for step in Chain(Policies({}), {}).infrastructure] == [RequestIdStep, TelemetryStep, ErrorsStep]


def test_a_permit_class_without_a_limit_stops_the_start() -> None:
    """A typo in a policy is found before the first call, not at it."""
    policies = Policies({"Ask": MethodPolicy(permit="aks")})
    with pytest.raises(ValueError, match="aks"):
        Chain(policies, {}, {"ask": Limit()})
