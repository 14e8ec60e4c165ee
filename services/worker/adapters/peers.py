"""The services that jobs call, each call under the identity of the running job."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import numpy as np

from services.common import identity
from services.common.client import Channels, Peer, job_credentials
from services.common.erasure import Scope, Source, source_to_proto
from services.common.errors import Internal
from services.worker.model import PassageVectors, SpaceStatus, VectorSpace
from tieout.embedder.v1 import embedder_service_pb2, embedder_service_pb2_grpc

# Passages of one batch take the model seconds on a small machine.
EMBED_SECONDS = 60.0
ERASE_TIMEOUT = timedelta(seconds=30)


def open_peer(channels: Channels, name: str, target: str, idempotent: Sequence[str] = ()) -> Any:
    """A channel to the service `name`."""
    service = f"tieout.{name}.v1.{name.capitalize()}Service"
    peer = Peer(name, target, service, tuple(idempotent), timeout=ERASE_TIMEOUT)
    return channels.open(peer, job_credentials(identity.current_or_none))


class PeerEmbedder:
    """Vectors from the embedder service."""

    def __init__(self, channel: Any) -> None:
        self._stub = embedder_service_pb2_grpc.EmbedderServiceStub(channel)

    async def list_spaces(self) -> Sequence[SpaceStatus]:
        """All spaces, with what is known of their state."""
        response = await self._stub.ListSpaces(embedder_service_pb2.ListSpacesRequest())
        return [
            SpaceStatus(
                VectorSpace(one.space.space_id, one.space.width),
                one.available,
                one.retry_delay.ToTimedelta() if one.HasField("retry_delay") else None,
            )
            for one in response.spaces
        ]

    async def embed(self, texts: Sequence[str], space: VectorSpace) -> PassageVectors:
        """Vectors of passages, never cached. Another space or width than asked for is `Internal`."""
        request = embedder_service_pb2.EmbedRequest(
            texts=texts, space_id=space.space_id, kind=embedder_service_pb2.TEXT_KIND_PASSAGE
        )
        vectors = (await self._stub.Embed(request, timeout=EMBED_SECONDS)).vectors
        if (vectors.space_id, vectors.width, vectors.count) != (space.space_id, space.width, len(texts)):
            raise Internal("the embedder answered in another space than it was asked for")
        matrix = np.frombuffer(vectors.data, "<f4").astype(np.float32).reshape(vectors.count, vectors.width)
        return PassageVectors(vectors.space_id, matrix)


class PeerParticipant:
    """One service's part in an erasure. `messages` and `stub` are the service's generated ones."""

    def __init__(self, messages: Any, stub: Any) -> None:
        self._messages = messages
        self._stub = stub

    async def erase(self, erasure: uuid.UUID, source: Source) -> None:
        """EraseUser or EraseSource with the erasure's id."""
        # A new id each time: a repeated job has to look again at what there is.
        request_id, erasure_id = str(uuid.uuid4()), str(erasure)
        if source.scope is Scope.USER:
            await self._stub.EraseUser(self._messages.EraseUserRequest(request_id=request_id, erasure_id=erasure_id))
        else:
            await self._stub.EraseSource(
                self._messages.EraseSourceRequest(
                    request_id=request_id, erasure_id=erasure_id, source=source_to_proto(source)
                )
            )
