"""Requirement 20: both sides are known, and certificates are replaced while calls run."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
import trustme
from cryptography import x509

from services.common.client import Channels, Peer, PeerChannel
from services.common.errors import Unavailable
from services.common.tls import TlsSettings
from tests.fixtures.server import Running, StartServer
from tests.integration.runtime.conftest import Recorded
from tests.integration.runtime.echo import EchoServicer, EchoStub, call, serve_echo


class Files:
    """The three files of one side, replaced one after another as a mounted secret's are."""

    def __init__(self, directory: Path, name: str) -> None:
        directory.mkdir()
        self._name = name
        self.settings = TlsSettings(
            directory / "tls.crt", directory / "tls.key", directory / "ca.crt", reload=timedelta(milliseconds=20)
        )

    def trust(self, *authorities: trustme.CA) -> None:
        """Replace the authorities."""
        assert self.settings.authority_file is not None
        _replace(self.settings.authority_file, b"".join(one.cert_pem.bytes() for one in authorities))

    def issue(self, authority: trustme.CA) -> x509.Certificate:
        """Replace certificate and key by new ones of this authority; key first, so that for a moment they differ."""
        assert self.settings.certificate_file is not None
        assert self.settings.key_file is not None
        issued = authority.issue_cert("127.0.0.1", self._name)
        _replace(self.settings.key_file, issued.private_key_pem.bytes())
        chain = b"".join(blob.bytes() for blob in issued.cert_chain_pems)
        _replace(self.settings.certificate_file, chain)
        return x509.load_pem_x509_certificates(chain)[0]


def _replace(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA(organization_name="first")


@pytest.fixture
def of_server(tmp_path: Path, authority: trustme.CA) -> Files:
    return _issued(tmp_path / "server", "echo", authority)


@pytest.fixture
def of_caller(tmp_path: Path, authority: trustme.CA) -> Files:
    return _issued(tmp_path / "caller", "answerer", authority)


def _issued(directory: Path, name: str, authority: trustme.CA) -> Files:
    files = Files(directory, name)
    files.trust(authority)
    files.issue(authority)
    return files


@pytest_asyncio.fixture
async def server(start_server: StartServer, of_server: Files) -> Running:
    return await start_server(serve_echo(EchoServicer()), changes={"tls": of_server.settings})


@contextlib.asynccontextmanager
async def calling(
    server: Running, token: str, settings: TlsSettings | None
) -> AsyncIterator[tuple[EchoStub, PeerChannel]]:
    channels = Channels("test", settings)
    channel = channels.open(Peer("tested", server.target), lambda: f"Bearer {token}")
    try:
        yield EchoStub(channel), channel
    finally:
        await channels.close()


async def shown_certificate(server: Running, files: TlsSettings) -> x509.Certificate:
    """What the listener shows at a handshake of now."""
    context = ssl.create_default_context(cafile=str(files.authority_file))
    context.load_cert_chain(str(files.certificate_file), str(files.key_file))
    context.set_alpn_protocols(["h2"])
    host, _, port = server.target.partition(":")
    _, writer = await asyncio.open_connection(host, int(port), ssl=context)
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return x509.load_der_x509_certificate(shown)


async def test_a_caller_with_a_certificate_is_served_and_named_in_the_log(
    server: Running, of_caller: Files, token_a: str, recorded: Recorded
) -> None:
    """20: the log says by its certificate who called."""
    async with calling(server, token_a, of_caller.settings) as (echo, _):
        assert await call(echo, "UnaryUnary", "one") == ["one"]
    assert [line["peer_names"] for line in recorded.calls()] == [["127.0.0.1", "answerer"]]


async def test_a_caller_without_a_certificate_is_refused(server: Running, token_a: str, tmp_path: Path) -> None:
    """20: neither in the clear, nor encrypted without a certificate, nor with one of a stranger's authority."""
    stranger = _issued(tmp_path / "stranger", "answerer", trustme.CA(organization_name="stranger"))
    async with calling(server, token_a, None) as (echo, _):
        with pytest.raises(Unavailable):
            await call(echo, "UnaryUnary", "one")
    async with calling(server, token_a, stranger.settings) as (echo, _):
        with pytest.raises(Unavailable):
            await call(echo, "UnaryUnary", "one")


async def test_a_server_of_another_authority_is_refused(
    server: Running, of_caller: Files, authority: trustme.CA, token_a: str
) -> None:
    """20: the caller checks whom it reached before it sends a token."""
    of_caller.trust(trustme.CA(organization_name="stranger"))
    async with calling(server, token_a, of_caller.settings) as (echo, _):
        with pytest.raises(Unavailable):
            await call(echo, "UnaryUnary", "one")


async def test_certificates_and_authority_rotate_without_losing_a_call(
    server: Running, of_server: Files, of_caller: Files, authority: trustme.CA, token_a: str
) -> None:
    """20: the whole rotation of an authority, under load: trust both, replace certificates, trust the new one only."""
    second = trustme.CA(organization_name="second")
    async with calling(server, token_a, of_caller.settings) as (echo, channel):
        stop = asyncio.Event()

        async def load() -> int:
            count = 0
            while not stop.is_set():
                assert await call(echo, "UnaryUnary", "one") == ["one"]
                count += 1
            return count

        async def swapped() -> None:
            before = channel.channel
            async with asyncio.timeout(20):
                while channel.channel is before:
                    assert await call(echo, "UnaryUnary", "two") == ["two"]

        callers = [asyncio.create_task(load()) for _ in range(4)]
        for files in (of_server, of_caller):
            files.trust(authority, second)
        await swapped()
        issued = of_server.issue(second)
        of_caller.issue(second)
        await swapped()
        for files in (of_server, of_caller):
            files.trust(second)
        await swapped()
        assert await shown_certificate(server, of_caller.settings) == issued
        stop.set()
        assert min(await asyncio.gather(*callers)) > 0


async def test_a_key_without_its_certificate_changes_nothing(
    server: Running, of_server: Files, of_caller: Files, authority: trustme.CA, token_a: str
) -> None:
    """20: between the two halves of a replacement, and when it never ends, the last pair that fits is used."""
    before = await shown_certificate(server, of_caller.settings)
    assert of_server.settings.key_file is not None
    _replace(of_server.settings.key_file, authority.issue_cert("127.0.0.1").private_key_pem.bytes())
    assert await shown_certificate(server, of_caller.settings) == before
    async with calling(server, token_a, of_caller.settings) as (echo, _):
        assert await call(echo, "UnaryUnary", "one") == ["one"]


async def test_a_service_whose_certificate_does_not_fit_does_not_start(
    start_server: StartServer, of_server: Files, authority: trustme.CA
) -> None:
    """20: a start with a wrong pair fails with the files' names, not at the first handshake."""
    assert of_server.settings.key_file is not None
    _replace(of_server.settings.key_file, authority.issue_cert("127.0.0.1").private_key_pem.bytes())
    with pytest.raises(OSError, match=r"tls\.key"):
        await start_server(serve_echo(EchoServicer()), changes={"tls": of_server.settings})


def test_two_of_three_files_are_refused() -> None:
    """20: half of a configuration would mean calls in the clear."""
    with pytest.raises(ValueError, match="together"):
        TlsSettings(certificate_file=Path("tls.crt"), key_file=Path("tls.key"))
