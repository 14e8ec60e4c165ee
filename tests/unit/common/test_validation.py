"""Text that no store can keep is refused by the path of its field, wherever in a message it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast
from uuid import uuid4

import pytest
from google.protobuf.message import Message

from services.common.errors import InvalidArgument
from services.common.interceptors.call import Call
from services.common.interceptors.validation import ValidationStep
from tieout.embedder.v1 import embedder_service_pb2 as embedder
from tieout.graph.v1 import entity_pb2
from tieout.graph.v1 import graph_service_pb2 as graph
from tieout.retriever.v1 import retriever_service_pb2 as retriever

CALL = Call("/tieout.test.v1.TestService/Test", cast("Any", None), {})
NUL = "a\0b"


def _support(**fields: Any) -> Message:
    node = entity_pb2.Node(node_id="account:a", entity_id="a", **fields)
    return graph.UpsertEvidenceRequest(
        request_id=str(uuid4()), supports=[graph.Support(support_id="r", source_id="a", nodes=[node, node])]
    )


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (lambda: retriever.SearchRequest(query=NUL), "query"),
        (lambda: embedder.EmbedRequest(texts=["a", NUL], space_id="s", kind="TEXT_KIND_QUESTION"), "texts[1]"),
        (lambda: _support(display_name=NUL), "supports[0].nodes[0].display_name"),
    ],
)
def test_a_nul_is_refused_where_it_stands(make: Callable[[], Message], path: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        ValidationStep().on_request(CALL, make())
    assert [one.field for one in caught.value.violations] == [path]


def test_bytes_and_numbers_may_hold_zeros() -> None:
    """Only text is meant: vectors and chunks of files are full of them."""
    search = retriever.SearchRequest(query="fees")
    search.vector.data = bytes(8)
    for message in (search, _support(display_name="a"), retriever.UploadDocumentRequest(chunk=b"\0\0")):
        ValidationStep().on_request(CALL, message)
