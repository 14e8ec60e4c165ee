"""What an erasure is: a scope, and a receipt that every store adds its line to; and their protobuf forms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from uuid import UUID

from services.common.errors import InvalidArgument
from services.common.types import instant_from_proto, instant_to_proto
from tieout.type.v1.erasure_pb2 import (
    ERASURE_STATE_DONE,
    ERASURE_STATE_PENDING,
    ErasedStore,
    ErasureReceipt,
)
from tieout.type.v1.erasure_pb2 import Source as SourceMessage

__all__ = ["Erased", "Receipt", "Scope", "Source", "receipt_from_proto", "receipt_to_proto", "source_from_proto"]


class Scope(Enum):
    """What is erased."""

    USER = "user"
    ACCOUNT = "account"
    IMPORT = "import"
    DOCUMENT = "document"
    STATEMENT = "statement"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class Source:
    """One thing that can be erased on its own; `source_id` is empty for the whole user."""

    scope: Scope
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class Erased:
    """What one store lost: records removed, records that stay without their text, and what a query found after."""

    service: str
    store: str
    erased_count: int
    redacted_count: int = 0
    remaining_count: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """The proof of an erasure. `completed_at` is None while some store has not reported."""

    erasure_id: UUID
    stores: tuple[Erased, ...]
    requested_at: datetime
    completed_at: datetime | None = None


def source_from_proto(message: SourceMessage, field: str = "source") -> Source:
    """The source of a request; one that names nothing raises `InvalidArgument(field)`."""
    which = message.WhichOneof("source")
    source_id = str(getattr(message, which)) if which else ""
    if not which or not source_id:
        raise InvalidArgument(field, "names what to erase")
    return Source(Scope(which.removesuffix("_id")), source_id)


def source_to_proto(source: Source) -> SourceMessage:
    """The inverse. The whole user is no source: raises `ValueError`."""
    if source.scope is Scope.USER:
        raise ValueError("the whole user is not a source")
    return SourceMessage(**{f"{source.scope.value}_id": source.source_id})


def receipt_to_proto(receipt: Receipt) -> ErasureReceipt:
    """The receipt with its stores ordered by service and store."""
    message = ErasureReceipt(
        erasure_id=str(receipt.erasure_id),
        state=ERASURE_STATE_PENDING if receipt.completed_at is None else ERASURE_STATE_DONE,
        stores=[
            ErasedStore(
                service=one.service,
                store=one.store,
                erased_count=one.erased_count,
                redacted_count=one.redacted_count,
                remaining_count=one.remaining_count,
            )
            for one in sorted(receipt.stores, key=lambda one: (one.service, one.store))
        ],
        request_time=instant_to_proto(receipt.requested_at),
    )
    if receipt.completed_at is not None:
        message.complete_time.CopyFrom(instant_to_proto(receipt.completed_at))
    return message


def receipt_from_proto(message: ErasureReceipt) -> Receipt:
    """The inverse of `receipt_to_proto`."""
    return Receipt(
        UUID(message.erasure_id),
        tuple(
            Erased(one.service, one.store, one.erased_count, one.redacted_count, one.remaining_count)
            for one in message.stores
        ),
        instant_from_proto(message.request_time),
        instant_from_proto(message.complete_time) if message.HasField("complete_time") else None,
    )
