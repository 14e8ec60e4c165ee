"""What a caller of a hosted part gets, whatever the part does: an answer or one of our errors, in time."""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from services.common import deadline
from services.common.breaker import CLOSED, OPEN, Breaker
from services.common.errors import DeadlineExceeded, Internal, TieoutError, Unavailable
from services.common.openai_endpoint import Endpoint, EndpointSettings, _read_retry_after
from services.common.settings import SettingsError, group, load
from tests.fixtures.hosted import Fault, HostedServer, Request, StartHosted

PART = "hosted embedder"
AILING = (Fault.RESET, Fault.TRUNCATED, Fault.RATE_LIMITED, Fault.RATE_LIMITED_SILENTLY, Fault.SERVER_ERROR)
LATE = (Fault.HANG, Fault.DRIP)


@dataclass(frozen=True, slots=True)
class Settings:
    """Of a service with a hosted part."""

    hosted: EndpointSettings = group("HOSTED")


def open_endpoint(
    hosted: HostedServer,
    *,
    timeout: float = 5.0,
    fail_max: int = 5,
    key_file: Path | None = None,
    max_bytes: int = 10**6,
) -> Endpoint:
    """An endpoint at the scripted server."""
    settings = EndpointSettings(
        base_url=hosted.base_url, model="embed-1", api_key_file=key_file, timeout=timedelta(seconds=timeout)
    )
    return Endpoint(PART, settings, Breaker(PART, fail_max=fail_max), max_reply_bytes=max_bytes)


async def embed(endpoint: Endpoint, text: str = "a fee") -> int:
    """One request; the number of vectors that came."""
    async with endpoint.call() as client:
        response = await client.embeddings.create(
            model=endpoint.model, input=[text], dimensions=384, encoding_format="float"
        )
        return len(response.data)
    raise AssertionError("the call swallowed an exception")


async def read_what_is_not_there(endpoint: Endpoint) -> None:
    """A reader that trips over a reply."""
    async with endpoint.call():
        raise KeyError("choices")


async def test_a_healthy_endpoint_gets_the_key_of_now_and_one_request(
    start_hosted: StartHosted, tmp_path: Path
) -> None:
    """A mounted key may be exchanged while the service runs."""
    hosted, key_file = await start_hosted(key="second"), tmp_path / "key"
    endpoint = open_endpoint(hosted, key_file=key_file)
    key_file.write_text("first\n")
    with pytest.raises(Unavailable):
        await embed(endpoint)
    key_file.write_text("second\n")
    assert await embed(endpoint) == 1
    assert [one.headers["authorization"] for one in hosted.requests] == ["Bearer first", "Bearer second"]
    await endpoint.close()


async def test_without_a_key_file_no_key_of_the_environment_is_sent(
    start_hosted: StartHosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that lies in the environment belongs to another account."""
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "sk-of-somebody-else")
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted)
    await embed(endpoint)
    assert "sk-of-somebody-else" not in str(hosted.requests[0].headers)
    await endpoint.close()


@pytest.mark.parametrize("fault", AILING)
async def test_an_ailing_endpoint_is_unavailable_after_one_request(fault: Fault, start_hosted: StartHosted) -> None:
    """It is not tried again here: one layer retries, and it is not this one."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, fail_max=1)
    hosted.embeddings.script(fault)
    with pytest.raises(Unavailable) as raised:
        await embed(endpoint)
    assert raised.value.metadata == {"dependency": PART}
    assert len(hosted.requests) == 1
    assert endpoint.breaker.state == OPEN
    assert not endpoint.available
    await endpoint.close()


async def test_nobody_listening_is_unavailable(start_hosted: StartHosted) -> None:
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted)
    await hosted.refuse()
    with pytest.raises(Unavailable):
        await embed(endpoint)
    await hosted.accept()
    assert await embed(endpoint) == 1
    await endpoint.close()


@pytest.mark.parametrize("fault", LATE)
@pytest.mark.parametrize("by", ["own limit", "caller"])
async def test_a_late_endpoint_costs_no_more_than_its_share(fault: Fault, by: str, start_hosted: StartHosted) -> None:
    """Bytes that drip in do not buy time."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, timeout=0.3 if by == "own limit" else 60.0)
    if by == "caller":
        deadline.set_budget(0.3)
    hosted.embeddings.script(fault)
    started = time.monotonic()
    with pytest.raises(Unavailable):
        await asyncio.wait_for(embed(endpoint), 30.0)
    assert time.monotonic() - started < 10.0
    await endpoint.close()


async def test_without_time_nothing_is_sent_and_nothing_is_counted(start_hosted: StartHosted) -> None:
    """A caller in a hurry says nothing about the endpoint."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, fail_max=1)
    deadline.set_budget(0.0)
    with pytest.raises(DeadlineExceeded):
        await embed(endpoint)
    assert not hosted.requests
    assert endpoint.breaker.state == CLOSED
    await endpoint.close()


async def test_retry_after_is_kept_to(start_hosted: StartHosted) -> None:
    """Until the time that the endpoint asked for nothing is sent, and callers learn how long that is."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted)
    hosted.embeddings.script(Fault.RATE_LIMITED)
    for _ in range(3):
        with pytest.raises(Unavailable) as raised:
            await embed(endpoint)
        assert raised.value.retry_after is not None
        assert timedelta(0) < raised.value.retry_after <= timedelta(seconds=1)
    assert len(hosted.requests) == 1
    assert endpoint.breaker.state == CLOSED
    assert not endpoint.available
    endpoint._rests_until = 0.0
    assert await embed(endpoint) == 1
    assert endpoint.retry_after is None
    await endpoint.close()


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7),
        ("0.5", 0.5),
        ("Fri, 01 Jan 2100 00:00:00 GMT", 3600),
        ("86400000", 3600),
        ("inf", 3600),
        ("0", None),
        ("-1", None),
        ("nan", None),
        ("soon", None),
        ("", None),
        ("Mon, 01 Jan 2001 00:00:00 GMT", None),
    ],
)
def test_retry_after_is_read_in_both_forms_and_never_longer_than_an_hour(header: str, seconds: float | None) -> None:
    read = _read_retry_after({"retry-after": header})
    assert (read is None) == (seconds is None)
    if read is not None and seconds is not None:
        assert read.total_seconds() == seconds


async def test_what_only_an_operator_can_put_right_is_logged_as_such_and_counted(
    start_hosted: StartHosted, tmp_path: Path
) -> None:
    """The log names the status and no key; the caller sees a part that is not available."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, fail_max=2, key_file=tmp_path / "missing")
    with capture_logs() as logs:
        with pytest.raises(Unavailable):
            await embed(endpoint)
        (tmp_path / "missing").write_text("sk-secret")
        hosted.embeddings.script(Fault.UNAUTHORIZED)
        with pytest.raises(Unavailable):
            await embed(endpoint, "a text that nobody else may read")
    wrong = [one for one in logs if one["event"] == "hosted_misconfigured"]
    assert [one["what"] for one in wrong] == ["FileNotFoundError", "status 401"]
    assert "sk-" not in str(logs)
    assert "nobody else" not in str(logs)
    assert endpoint.breaker.state == OPEN
    await endpoint.close()


async def test_nonsense_is_a_failure_that_repeats_none_of_it(start_hosted: StartHosted) -> None:
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, fail_max=2)
    hosted.embeddings.script(Fault.MALFORMED)
    with pytest.raises(Internal) as raised:
        await embed(endpoint)
    assert "embedding" not in raised.value.message.removeprefix(PART)
    with pytest.raises(Internal):
        await read_what_is_not_there(endpoint)
    assert endpoint.breaker.state == OPEN
    await endpoint.close()


async def test_a_reply_is_read_up_to_its_limit_only(start_hosted: StartHosted) -> None:
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, max_bytes=500)
    with pytest.raises(Internal, match="too much"):
        await embed(endpoint)
    await endpoint.close()


@pytest.mark.parametrize(
    "head", ["HTTP/1.1 307 Temporary Redirect\r\nLocation: {elsewhere}", "HTTP/1.1 200 OK\r\n{gzip}"]
)
async def test_texts_go_to_no_other_address_and_replies_do_not_swell(head: str, start_hosted: StartHosted) -> None:
    """A redirect would carry a user's text elsewhere; a small compressed reply may be a large one."""
    elsewhere = await start_hosted()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = gzip.compress(b"{}")
        compressed = f"Content-Encoding: gzip\r\nContent-Length: {len(body)}"
        said = head.format(elsewhere=f"{elsewhere.base_url}/embeddings", gzip=compressed)
        writer.write(said.encode() + b"\r\nConnection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        settings = EndpointSettings(base_url=f"http://127.0.0.1:{port}/v1", model="embed-1")
        endpoint = Endpoint(PART, settings, Breaker(PART))
        with pytest.raises(TieoutError):
            await embed(endpoint)
        await endpoint.close()
    assert not elsewhere.requests


async def test_many_calls_at_once_do_not_wait_for_each_other(start_hosted: StartHosted) -> None:
    """Or a slow endpoint would be blamed for a queue of ours: all of them are on their way at the same time."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, timeout=30.0)
    count, arrived = 100, asyncio.Event()

    def hang_until_all_are_there(_request: Request) -> Fault:
        if len(hosted.embeddings.requests) == count:
            arrived.set()
        return Fault.HANG

    hosted.embeddings.always(hang_until_all_are_there)
    calls = [asyncio.create_task(embed(endpoint)) for _ in range(count)]
    await asyncio.wait_for(arrived.wait(), 30)
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    await endpoint.close()


async def test_a_cancelled_call_is_cancelled_and_not_counted(start_hosted: StartHosted) -> None:
    """The caller went away; the connection is given up and the next call gets its own reply."""
    hosted = await start_hosted()
    endpoint = open_endpoint(hosted, fail_max=1)
    arrived = asyncio.Event()

    def hang(_request: Request) -> Fault:
        arrived.set()
        return Fault.HANG

    hosted.embeddings.script(hang)
    task = asyncio.create_task(embed(endpoint))
    await asyncio.wait_for(arrived.wait(), 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert endpoint.breaker.state == CLOSED
    assert await embed(endpoint) == 1
    await endpoint.close()


def test_the_libraries_below_log_no_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their debug lines hold texts and headers."""
    monkeypatch.setenv("OPENAI_LOG", "debug")
    for library in ("openai", "httpx2", "httpcore2"):
        logging.getLogger(library).setLevel(logging.DEBUG)
    Endpoint(PART, EndpointSettings(base_url="http://127.0.0.1:9/v1", model="m"), Breaker(PART))
    assert not any(logging.getLogger(one).isEnabledFor(logging.INFO) for one in ("openai", "httpx2", "httpcore2"))


def test_a_base_url_without_a_model_is_refused_at_start() -> None:
    with pytest.raises(SettingsError, match="needs a model"):
        load(Settings, "embedder", {"TIEOUT_EMBEDDER_HOSTED_BASE_URL": "http://127.0.0.1:9/v1"})
    assert not load(Settings, "embedder", {}).hosted.configured
