"""An OpenAI-compatible HTTP endpoint of somebody else's: the hosted embedder, the language model.

    endpoint = Endpoint("hosted embedder", settings, Breaker("hosted embedder"))     # inside the running loop
    async with endpoint.call() as client:                            # raises TieoutError only, see `call`
        response = await client.embeddings.create(model=endpoint.model, input=texts)
        ...check the response here: what is raised in the block counts as the endpoint's failure...
    await endpoint.close()

Each call is one HTTP request, tried once: who may repeat it is decided above. It ends within the endpoint's own limit
and the caller's budget, whatever drips in; a reply is read up to a size and never from another address than the one
configured. `Retry-After` is kept to: until then nothing is sent. Neither texts nor keys are logged, nor is a reply.

API: https://platform.openai.com/docs/api-reference ; Retry-After: RFC 9110, section 10.2.3.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NoReturn

import httpx2
import openai

from services.common import deadline, telemetry
from services.common.breaker import CLOSED, Breaker
from services.common.errors import DEFAULT_RETRY, DeadlineExceeded, Internal, TieoutError, Unavailable

# What we keep of a caller's budget to make an answer of the failure.
MARGIN = timedelta(milliseconds=50)
MAX_REPLY_BYTES = 8 * 1024 * 1024
# A longer wait is a mistake or malice; the breaker's own rhythm takes over after it.
MAX_REST = timedelta(hours=1)
CONNECT_SECONDS = 5.0
# More than the calls that a service lets run at once: to wait for one of ours would look like a slow endpoint.
CONNECTIONS = 256
# Sent where no key is configured: servers on the own network ask for none, and the client wants some.
NO_KEY = "none"

_duration = telemetry.meter.create_histogram(
    "tieout.runtime.hosted_call.duration",
    unit="s",
    description="Requests to a hosted part, by part and outcome.",
    explicit_bucket_boundaries_advisory=telemetry.DURATION_BOUNDS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointSettings:
    """Where it is. An empty base URL: the part is not configured, and nothing is said about it."""

    base_url: str = ""
    """The API's address up to and with its version ("https://api.example.com/v1")."""
    api_key_file: Path | None = None
    """File that holds the key; read at each call, so that a mounted secret may change. None: no key is asked for."""
    model: str = ""
    """The model's name at this endpoint."""
    timeout: timedelta = timedelta(seconds=10)
    """The longest that one request may take, from connecting to the last byte."""

    def __post_init__(self) -> None:
        if self.base_url and not self.model:
            raise ValueError("a base URL needs a model")

    @property
    def configured(self) -> bool:
        """Whether there is such a part."""
        return bool(self.base_url)


class Endpoint:
    """One client, its breaker, and the rest that the endpoint asked for. Made inside the running loop."""

    def __init__(
        self,
        part: str,
        settings: EndpointSettings,
        breaker: Breaker,
        *,
        max_reply_bytes: int = MAX_REPLY_BYTES,
    ) -> None:
        self.part = part
        self.model = settings.model
        self.breaker = breaker
        self._key_file = settings.api_key_file
        self._timeout = settings.timeout.total_seconds()
        self._max_reply_bytes = max_reply_bytes
        self._rests_until = -math.inf
        # Both may log requests in full, and OPENAI_LOG would make them.
        for library in ("openai", "httpx2", "httpcore2"):
            logging.getLogger(library).setLevel(logging.WARNING)
        self._http = httpx2.AsyncClient(
            timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
            limits=httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS),
            follow_redirects=False,
            event_hooks={"response": [self._bound]},
        )
        self._client = openai.AsyncOpenAI(
            base_url=settings.base_url,
            api_key=self._read_key,
            max_retries=0,
            http_client=self._http,
            # A reply's size is bounded as it is sent.
            default_headers={"Accept-Encoding": "identity"},
        )
        # Taken from the environment otherwise, where they belong to some other program's account.
        self._client.organization = self._client.project = None

    @property
    def retry_after(self) -> timedelta | None:
        """Until a call is let through. None while calls are."""
        waits = [self._rests_until - time.monotonic()]
        if (wait := self.breaker.retry_after) is not None:
            waits.append(wait.total_seconds())
        return timedelta(seconds=max(waits)) if max(waits) > 0 else None

    @property
    def available(self) -> bool:
        """Whether calls go through now; a breaker that waits for its probe is not counted on."""
        return self.retry_after is None and self.breaker.state == CLOSED

    @asynccontextmanager
    async def call(self, timeout: float | None = None) -> AsyncIterator[openai.AsyncOpenAI]:
        """The client for one request, within `timeout` seconds (None: its own limit) and what is left of the caller's.

        Raises `Unavailable` when the endpoint is left alone, late, away, ill or set up wrongly; `Internal` when it
        answers nonsense; `DeadlineExceeded` before any work when no time is left. The breaker counts the first two.
        """
        rest = self._rests_until - time.monotonic()
        if rest > 0:
            raise Unavailable(self.part, timedelta(seconds=rest))
        own = self._timeout if timeout is None else min(timeout, self._timeout)
        budget = deadline.within(own, MARGIN.total_seconds())
        if budget <= 0:
            raise DeadlineExceeded(metadata={"dependency": self.part})
        async with self.breaker.guard():
            outcome, started = "cancelled", time.perf_counter()
            try:
                async with asyncio.timeout(budget):
                    yield self._client
                outcome = "ok"
            except Exception as error:  # noqa: BLE001 - told apart and raised again as one of ours
                outcome = type(error).__name__
                self._fail(error)
            finally:
                _duration.record(time.perf_counter() - started, {"part": self.part, "outcome": outcome})

    async def close(self) -> None:
        """End the connections."""
        await self._http.aclose()

    async def _read_key(self) -> str:
        if self._key_file is None:
            return NO_KEY
        try:
            key = (await asyncio.to_thread(self._key_file.read_text, "utf-8")).strip()
        except (OSError, UnicodeDecodeError) as error:
            raise self._misconfigured(type(error).__name__) from None
        if not key:
            raise self._misconfigured("empty key file")
        return key

    async def _bound(self, response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise Internal(f"{self.part} compresses its replies")
        assert isinstance(response.stream, httpx2.AsyncByteStream), "the client is an asynchronous one"
        response.stream = _Bounded(response.stream, self.part, self._max_reply_bytes)

    def _fail(self, error: Exception) -> NoReturn:
        """Raise what the failure means. Its own text may repeat a request, a key or a reply, and goes no further."""
        match error:
            case TieoutError():
                raise error
            case openai.APIStatusError():
                raise self._refused(error.status_code, error.response.headers) from None
            case openai.APIConnectionError() | httpx2.TransportError() | TimeoutError() | OSError():
                telemetry.log.warning("hosted_call", part=self.part, error=type(error).__name__)
                raise Unavailable(self.part) from None
            case _:
                # Whatever the client or the reader of a reply trips over was in the reply.
                telemetry.log.warning("hosted_nonsense", part=self.part, error=type(error).__name__)
                raise Internal(f"{self.part} answered nonsense: {type(error).__name__}") from None

    def _refused(self, status: int, headers: Mapping[str, str]) -> Unavailable:
        asked = _read_retry_after(headers)
        if asked is not None:
            self._rests_until = time.monotonic() + asked.total_seconds()
        if status >= 500 or status in (408, 409, 425, 429):
            telemetry.log.warning("hosted_call", part=self.part, status=status)
            return Unavailable(self.part, asked or DEFAULT_RETRY)
        return self._misconfigured(f"status {status}")

    def _misconfigured(self, what: str) -> Unavailable:
        """Only an operator can put it right (key, address, model, width); said as such, and counted like an outage."""
        telemetry.log.error("hosted_misconfigured", part=self.part, what=what)
        return Unavailable(self.part)


class _Bounded(httpx2.AsyncByteStream):
    """A reply's body that ends with `Internal` where it grows over the limit."""

    def __init__(self, stream: httpx2.AsyncByteStream, part: str, max_bytes: int) -> None:
        self._stream = stream
        self._part = part
        self._left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise Internal(f"{self._part} answered too much")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def _read_retry_after(headers: Mapping[str, str]) -> timedelta | None:
    """Seconds or a date; None where it is missing, over or cannot be read."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            moment = parsedate_to_datetime(text)
        except ValueError:
            return None
        seconds = (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return timedelta(seconds=min(seconds, MAX_REST.total_seconds())) if seconds > 0 else None
