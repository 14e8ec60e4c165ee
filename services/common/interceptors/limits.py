"""No message over the size limit leaves: the caller would see a transport error without a reason."""

from __future__ import annotations

from google.protobuf.message import Message

from services.common.errors import MessageTooLarge
from services.common.interceptors.call import Call, Step

MAX_MESSAGE_BYTES = 4 * 1024 * 1024


class LimitsStep(Step):
    """Refuses responses over 4 MiB by their reason (requests over it are refused by the transport)."""

    def on_response(self, call: Call, message: Message) -> None:
        if message.ByteSize() > MAX_MESSAGE_BYTES:
            raise MessageTooLarge(MAX_MESSAGE_BYTES)
