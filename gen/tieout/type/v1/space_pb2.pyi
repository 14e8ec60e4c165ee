from google.type import decimal_pb2 as _decimal_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Space(_message.Message):
    __slots__ = ("space_id", "model", "revision", "width", "pooling", "normalised", "floor", "calibration_version")
    SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    POOLING_FIELD_NUMBER: _ClassVar[int]
    NORMALISED_FIELD_NUMBER: _ClassVar[int]
    FLOOR_FIELD_NUMBER: _ClassVar[int]
    CALIBRATION_VERSION_FIELD_NUMBER: _ClassVar[int]
    space_id: str
    model: str
    revision: str
    width: int
    pooling: str
    normalised: bool
    floor: _decimal_pb2.Decimal
    calibration_version: str
    def __init__(self, space_id: _Optional[str] = ..., model: _Optional[str] = ..., revision: _Optional[str] = ..., width: _Optional[int] = ..., pooling: _Optional[str] = ..., normalised: _Optional[bool] = ..., floor: _Optional[_Union[_decimal_pb2.Decimal, _Mapping]] = ..., calibration_version: _Optional[str] = ...) -> None: ...

class Vectors(_message.Message):
    __slots__ = ("space_id", "width", "data", "count")
    SPACE_ID_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    space_id: str
    width: int
    data: bytes
    count: int
    def __init__(self, space_id: _Optional[str] = ..., width: _Optional[int] = ..., data: _Optional[bytes] = ..., count: _Optional[int] = ...) -> None: ...
