"""Requirement 24: an update changes the fields that its mask names, and no other (AIP-161)."""

from __future__ import annotations

import uuid

import grpc
import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from services.common.errors import decode
from tests.integration.retriever.ledger_fixtures import new_user, retriever, user
from tests.integration.retriever.ledger_service import LedgerClient, account, page, row
from tieout.retriever.v1 import retriever_service_pb2 as pb
from tieout.type.v1.ledger_pb2 import LedgerRow

__all__ = ["new_user", "retriever", "user"]


async def annotated(client: LedgerClient, mask: tuple[str, ...], **fields: object) -> LedgerRow:
    """The one row of this user after an update of these fields under that mask."""
    (known,) = await client.rows()
    annotation = pb.RowAnnotation(row_id=known.row_id, **fields)  # type: ignore[arg-type]
    request = pb.AnnotateRowsRequest(
        request_id=str(uuid.uuid4()), annotations=[annotation], update_mask=FieldMask(paths=mask)
    )
    await client.stub.AnnotateRows(request, metadata=client.metadata)
    found: LedgerRow
    (found,) = await client.rows()
    return found


async def test_a_mask_names_what_is_changed_and_an_empty_one_what_is_not_empty(user: LedgerClient) -> None:
    """24: a field outside of the mask stays though the request has a value for it; one inside is emptied by none."""
    await user.sync(page([row("a", "2026-03-02", "4.50", "SQ *BLUE BEAN")]), accounts=[account("chk")])
    first = await annotated(user, (), note="with Bo", tags=["work"])
    assert (first.note, list(first.tags)) == ("with Bo", ["work"])
    second = await annotated(user, ("tags",), note="not this", tags=["home"])
    assert (second.note, list(second.tags)) == ("with Bo", ["home"])
    third = await annotated(user, ("note",))
    assert (third.note, list(third.tags)) == ("", ["home"])
    fourth = await annotated(user, (), note="again")
    assert (fourth.note, list(fourth.tags)) == ("again", ["home"])


@pytest.mark.parametrize("path", ["row_id", "amount", "splits.amount", "*", ""])
async def test_a_mask_of_what_is_no_field_of_the_callers_is_refused(path: str, user: LedgerClient) -> None:
    """24: nothing is stored then, also not what was named rightly beside it."""
    await user.sync(page([row("a", "2026-03-02", "4.50", "SQ *BLUE BEAN")]), accounts=[account("chk")])
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await annotated(user, ("note", path), note="mine")
    failed = decode(refused.value)
    assert (failed.code.name, failed.reason) == ("INVALID_ARGUMENT", "FIELD_INVALID")
    assert [one.field for one in failed.violations] == ["update_mask"]
    (known,) = await user.rows()
    assert known.note == ""
