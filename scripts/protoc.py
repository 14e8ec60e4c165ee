"""Run the pinned protoc over `protos/` without a network.

Everything that a `.proto` file of ours imports lies in an installed wheel: `google/protobuf` in grpcio-tools,
`google/type` and `google/rpc` in googleapis-common-protos, and `buf/validate` as a descriptor inside protovalidate.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import google.type.money_pb2
import grpc_tools
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc
from protovalidate._gen.buf.validate import validate_pb

CHECKOUT = Path(__file__).resolve().parent.parent
PROTOS = CHECKOUT / "protos"
VALIDATE = "buf/validate/validate.proto"
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"
COMMON_PROTOS = Path(google.type.money_pb2.__file__).parent.parent.parent


class ProtocFailed(RuntimeError):
    """protoc refused the sources; what was wrong is on standard error."""


def sources() -> list[str]:
    """Return the paths of our own `.proto` files, relative to `protos/`, in a stable order."""
    return sorted(str(path.relative_to(PROTOS)) for path in PROTOS.glob("tieout/**/*.proto"))


def run(*arguments: str) -> None:
    """Run protoc with every import root; raise `ProtocFailed` when it exits non-zero.

    Plugins are looked up beside the running interpreter first, so that the pinned ones are used.
    """
    path_before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), path_before))
    try:
        with _validate_descriptor() as validate_descriptor:
            exit_code = protoc.main(
                (
                    "protoc",
                    f"--descriptor_set_in={validate_descriptor}",
                    f"-I{PROTOS}",
                    f"-I{COMMON_PROTOS}",
                    f"-I{WELL_KNOWN}",
                    *arguments,
                ),
            )
    finally:
        os.environ["PATH"] = path_before
    if exit_code != 0:
        raise ProtocFailed(f"protoc exited with {exit_code}")


@contextlib.contextmanager
def _validate_descriptor() -> Iterator[Path]:
    """Write `buf/validate` and its imports as a descriptor set for as long as protoc needs it."""
    validate = FileDescriptorProto.FromString(validate_pb.desc().proto.to_binary())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "validate.binpb"
        path.write_bytes(FileDescriptorSet(file=[validate]).SerializeToString())
        yield path
