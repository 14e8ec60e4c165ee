"""Mutual TLS between services, from files that may be replaced while calls run.

Three PEM files, as cert-manager and `kubectl create secret` lay them out: the certificate chain, its key, and the
authorities that the other side is checked against. Both sides read them again when they change: a server at the next
handshake (gRPC asks for its certificate each time), a client by a new channel, since gRPC gives it no such question
(grpc#41779). To rotate an authority, publish old and new in the authority file first. TLS 1.2 or newer, as gRPC has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from services.common import telemetry


@dataclass(frozen=True, slots=True)
class TlsSettings:
    """Where the files are. All three or none: without them calls are plain, for one machine only."""

    certificate_file: Path | None = None
    """This service's certificate chain; its subject alternative name is the name that callers dial."""
    key_file: Path | None = None
    """The private key of it."""
    authority_file: Path | None = None
    """Certificates of the authorities that callers and peers are checked against, one or several."""
    reload: timedelta = timedelta(seconds=10)
    """Between two looks at the files for channels to peers."""

    def __post_init__(self) -> None:
        if len({path is None for path in (self.certificate_file, self.key_file, self.authority_file)}) > 1:
            raise ValueError("certificate_file, key_file and authority_file are set together or not at all")

    @property
    def enabled(self) -> bool:
        """Whether calls are encrypted and both sides known."""
        return self.certificate_file is not None


@dataclass(frozen=True, slots=True)
class PemFiles:
    """What the files held at one moment."""

    chain: bytes
    key: bytes
    authorities: bytes


class Certificates:
    """The files of one process. `current` is the newest consistent content."""

    def __init__(self, settings: TlsSettings) -> None:
        if settings.certificate_file is None or settings.key_file is None or settings.authority_file is None:
            raise ValueError("TLS is not configured")
        self._files = (settings.certificate_file, settings.key_file, settings.authority_file)
        self._current = self._read()
        try:
            _check(self._current)
        except ValueError as error:
            raise OSError(f"{settings.certificate_file}, {settings.key_file}: {error}") from error

    def current(self) -> PemFiles:
        """The files as they are, or as they last were while a replacement is half done.

        Raises `OSError` at construction only: a file that breaks later is logged, and the last good
        content stays in use until its certificate expires.
        """
        try:
            found = self._read()
            if found != self._current:
                _check(found)
                self._current = found
                telemetry.log.info("certificates_replaced")
        except (OSError, ValueError) as error:
            telemetry.log.warning("certificates_unreadable", exception=type(error).__name__)
        return self._current

    def server_credentials(self) -> grpc.ServerCredentials:
        """For a listener that lets in only callers with a certificate of the authorities."""
        used = self._current

        def fetch() -> grpc.ServerCertificateConfiguration | None:
            nonlocal used
            newest = self.current()
            if newest == used:
                return None
            used = newest
            return _server_configuration(newest)

        # None says that nothing has changed, which the stubs do not know.
        return grpc.dynamic_ssl_server_credentials(_server_configuration(used), fetch, True)  # type: ignore[arg-type]

    def _read(self) -> PemFiles:
        return PemFiles(*(path.read_bytes() for path in self._files))


def channel_credentials(files: PemFiles) -> grpc.ChannelCredentials:
    """For a channel that shows its certificate and accepts servers of the authorities only."""
    return grpc.ssl_channel_credentials(files.authorities, files.key, files.chain)


def caller_names(auth_context: Mapping[str, Iterable[bytes]]) -> list[str]:
    """The subject alternative names of a caller's certificate, sorted; empty without TLS."""
    return sorted(name.decode(errors="replace") for name in auth_context.get("x509_subject_alternative_name", ()))


def _server_configuration(files: PemFiles) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(files.key, files.chain)], files.authorities)


def _check(files: PemFiles) -> None:
    """Raise `ValueError` where key and certificate are no pair, as in the middle of a replacement."""
    certificate = x509.load_pem_x509_certificates(files.chain)[0]
    key = load_pem_private_key(files.key, None)
    x509.load_pem_x509_certificates(files.authorities)
    form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if certificate.public_key().public_bytes(*form) != key.public_key().public_bytes(*form):
        raise ValueError("the key is not the certificate's")
