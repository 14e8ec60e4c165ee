"""What the contracts say can be asked, read from the descriptors, so that a new RPC or field cannot be forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tieout.answerer.v1 import answerer_service_pb2
from tieout.embedder.v1 import embedder_service_pb2
from tieout.graph.v1 import graph_service_pb2
from tieout.memory.v1 import memory_service_pb2
from tieout.retriever.v1 import retriever_service_pb2

SERVICES = {
    "embedder": embedder_service_pb2,
    "retriever": retriever_service_pb2,
    "graph": graph_service_pb2,
    "memory": memory_service_pb2,
    "answerer": answerer_service_pb2,
}


@dataclass(frozen=True, slots=True)
class Field:
    """A leaf of a request. `path` is as an error names it, without places in lists: "annotations.row_id"."""

    path: str
    descriptor: FieldDescriptor


@dataclass(frozen=True, slots=True)
class Rpc:
    """One method of one service."""

    service: str
    descriptor: MethodDescriptor

    @property
    def name(self) -> str:
        """Bare name, "QueryLedger"."""
        return str(self.descriptor.name)

    @property
    def id(self) -> str:
        """Name among all services, "retriever.QueryLedger"."""
        return f"{self.service}.{self.name}"

    @property
    def method(self) -> str:
        """Full name, "tieout.retriever.v1.RetrieverService/QueryLedger"."""
        return f"{self.descriptor.containing_service.full_name}/{self.name}"

    @property
    def request(self) -> Any:
        """Class of its requests."""
        return GetMessageClass(self.descriptor.input_type)

    @property
    def response(self) -> Any:
        """Class of its responses."""
        return GetMessageClass(self.descriptor.output_type)

    @property
    def is_upload(self) -> bool:
        """Whether it takes a stream of messages."""
        return bool(self.descriptor.client_streaming)

    @property
    def is_stream(self) -> bool:
        """Whether it answers with a stream of messages."""
        return bool(self.descriptor.server_streaming)

    @property
    def erases(self) -> bool:
        """Whether it takes something of its caller's away."""
        return self.name.startswith(("Erase", "Forget", "Retract"))

    @property
    def writes(self) -> bool:
        """Whether it changes what is kept: such requests carry a request id."""
        return any(field.path.endswith("request_id") for field in fields(self)) and self.name != "PreviewImport"


RPCS = tuple(
    Rpc(service, method)
    for service, module in SERVICES.items()
    for described in module.DESCRIPTOR.services_by_name.values()
    for method in described.methods
)
BY_ID = {rpc.id: rpc for rpc in RPCS}


def fields(rpc: Rpc) -> tuple[Field, ...]:
    """All leaves of a request, however deep."""
    return tuple(_leaves(rpc.descriptor.input_type, ""))


def text_fields(rpc: Rpc) -> tuple[Field, ...]:
    """Its leaves that hold text."""
    return tuple(one for one in fields(rpc) if one.descriptor.type == FieldDescriptor.TYPE_STRING)


def _leaves(message: Descriptor, prefix: str) -> Iterator[Field]:
    for descriptor in message.fields:
        path = f"{prefix}{descriptor.name}"
        if descriptor.message_type is None:
            yield Field(path, descriptor)
        else:
            yield from _leaves(descriptor.message_type, f"{path}.")


def put(messages: Sequence[Message], path: str, *values: Any) -> list[Message]:
    """Copies of a request's messages with other values at `path`; a list on the way is entered at its first element.

    The messages of an upload are one after another: the first one that has the field's oneof set, or none, is changed.
    """
    copies = [_copy(message) for message in messages]
    head = path.split(".", maxsplit=1)[0]
    target = next((one for one in copies if _carries(one, head)), copies[0])
    *parents, last = path.split(".")
    place: Any = target
    for name in parents:
        place = getattr(place, name)
        if hasattr(place, "add"):
            place = place[0] if len(place) else place.add()
    descriptor = place.DESCRIPTOR.fields_by_name[last]
    if descriptor.is_repeated:
        del getattr(place, last)[:]
        getattr(place, last).extend(values)
    else:
        setattr(place, last, values[0])
    return copies


def get(messages: Sequence[Message], path: str) -> Any:
    """The value at a path, the first one of lists on the way."""
    head = path.split(".", maxsplit=1)[0]
    place: Any = next((one for one in messages if _carries(one, head)), messages[0])
    for name in path.split("."):
        if hasattr(place, "add"):
            place = place[0]
        place = getattr(place, name)
    return place


def _carries(message: Message, name: str) -> bool:
    descriptor = message.DESCRIPTOR.fields_by_name[name]
    return descriptor.containing_oneof is None or descriptor.is_repeated or message.HasField(name)


def _copy(message: Message) -> Message:
    copy = type(message)()
    copy.CopyFrom(message)
    return copy
