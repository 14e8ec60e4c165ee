"""Protobuf to the service's own types and back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from google.protobuf.timestamp_pb2 import Timestamp
from google.type.decimal_pb2 import Decimal as DecimalMessage

from services.common.erasure import Scope, Source
from services.common.errors import InvalidArgument
from services.common.types import date_to_proto, instant_from_proto, instant_to_proto, money_to_proto
from services.memory.model import Attribute, Clock, Fact, FactId, Recollection, Value
from tieout.memory.v1 import fact_pb2
from tieout.memory.v1 import memory_service_pb2 as pb

SUBJECT = "user"


def fact_to_proto(fact: Fact, at: datetime) -> fact_pb2.Fact:
    """A fact, its state as of the valid time `at`."""
    message = fact_pb2.Fact(
        fact_id=str(fact.fact_id),
        subject=SUBJECT,
        attribute=fact_pb2.FactAttribute.Name(fact.slot.attribute),
        qualifier=fact.qualifier,
        value=_value_to_proto(fact.value),
        rank=fact_pb2.FactRank.Name(fact.rank),
        state=fact_pb2.FactState.Name(fact.state(at)),
        statement_id=str(fact.sayings[0].statement_id) if fact.sayings else "",
        quotation=fact.quotation,
        row_ids=fact.row_ids,
        input_fact_ids=map(str, fact.input_fact_ids),
        supersedes_fact_id=str(fact.supersedes or ""),
        superseded_by_fact_id=str(fact.superseded_by or ""),
        statement_count=fact.statement_count,
    )
    for field, instant in (
        (message.valid_from_time, fact.valid_from),
        (message.valid_to_time, fact.valid_to),
        (message.record_time, fact.recorded_at),
        (message.retract_time, fact.retracted_at),
        (message.stated_time, fact.sayings[0].stated_at if fact.sayings else None),
    ):
        if instant is not None:
            field.CopyFrom(instant_to_proto(instant))
    return message


def recollection_to_proto(recollection: Recollection, at: datetime) -> pb.RecallResponse:
    """What a question brought back."""
    return pb.RecallResponse(
        facts=[
            pb.RecalledFact(fact=fact_to_proto(one.fact, at), start=one.start, end=one.end, score=one.score)
            for one in recollection.facts
        ],
        unknown_names=[
            pb.UnknownName(start=one.start, end=one.end, name=one.name) for one in recollection.unknown_names
        ],
    )


def attributes_from_proto(numbers: Iterable[int]) -> tuple[Attribute, ...]:
    """The attributes of a filter; one that does not exist raises `InvalidArgument`."""
    try:
        return tuple(sorted({Attribute(number) for number in numbers}))
    except ValueError:
        raise InvalidArgument("attributes", "attributes of a fact, none unspecified") from None


def clock_from_proto(request: pb.RecallRequest | pb.ListFactsRequest) -> Clock:
    """The two times of a read."""
    return Clock(
        instant(request.as_of_valid_time) if request.HasField("as_of_valid_time") else None,
        instant(request.as_of_recorded_time) if request.HasField("as_of_recorded_time") else None,
    )


def instant(message: Timestamp, field: str = "time") -> datetime:
    """An instant; one outside the years 1 to 9999 raises `InvalidArgument`."""
    try:
        return instant_from_proto(message)
    except (ValueError, OverflowError):
        raise InvalidArgument(field, "an instant in the years 1 to 9999") from None


def fact_id_from_proto(text: str) -> FactId:
    """The id of a fact; the contract's rule has made sure that it is a UUID."""
    return FactId(UUID(text))


def target_from_proto(request: pb.ForgetRequest) -> Source:
    """What to forget."""
    if request.WhichOneof("target") == "fact_id":
        return Source(Scope.FACT, str(UUID(request.fact_id)))
    return Source(Scope.STATEMENT, str(UUID(request.statement_id)))


def checked_source(source: Source) -> Source:
    """A source whose id fits its kind: facts and statements have UUIDs. Raises `InvalidArgument`."""
    if source.scope in (Scope.FACT, Scope.STATEMENT):
        try:
            return Source(source.scope, str(UUID(source.source_id)))
        except ValueError:
            raise InvalidArgument(f"source.{source.scope.value}_id", "a UUID") from None
    return source


def _value_to_proto(value: Value) -> fact_pb2.FactValue:
    message = fact_pb2.FactValue(per=value.per)
    if value.money is not None:
        message.money.CopyFrom(money_to_proto(value.money))
    elif value.day is not None:
        message.date.CopyFrom(date_to_proto(value.day))
    elif value.number is not None:
        message.number.CopyFrom(DecimalMessage(value=_plain(value.number)))
    else:
        message.text = value.text or ""
    if value.due is not None:
        message.due_date.CopyFrom(date_to_proto(value.due))
    return message


def _plain(number: Decimal) -> str:
    return format(number, "f")
