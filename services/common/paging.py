"""Page tokens that only their own user can use again (AIP-158): opaque, sealed over tenant, query and place.

token = tokens.seal(identity, "ListRows", {"query": …, "position": 100})
content = tokens.open(identity, "ListRows", request.page_token)      # InvalidArgument (PAGE_TOKEN_INVALID) otherwise
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
import zlib
from typing import Any

from services.common.errors import ErrorReason, InvalidArgument
from services.common.identity import Identity
from services.common.types import Secret

MAX_LENGTH = 8192
_MAC_BYTES = 16
_MAX_CONTENT = 65536


class PageTokens:
    """Seals and opens page tokens with one key. All processes of a service need the same key; without one it is made
    here and the tokens are good for this process only."""

    def __init__(self, key: Secret | None = None) -> None:
        self._key = key.reveal().encode() if key else secrets.token_bytes(32)

    def seal(self, identity: Identity, method: str, content: dict[str, Any]) -> str:
        """A token for the next page of `method`; "" when the content is too large for one."""
        packed = zlib.compress(json.dumps(content, separators=(",", ":"), sort_keys=True).encode(), 9)
        token = base64.urlsafe_b64encode(self._mac(identity, method, packed) + packed).decode().rstrip("=")
        return token if len(token) <= MAX_LENGTH else ""

    def open(self, identity: Identity, method: str, token: str) -> dict[str, Any]:
        """What `seal` was given, for the same user and method; anything else raises `InvalidArgument`."""
        try:
            raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise _invalid() from None
        mac, packed = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(identity, method, packed)):
            raise _invalid()
        content: dict[str, Any] = json.loads(zlib.decompressobj().decompress(packed, _MAX_CONTENT))
        return content

    def _mac(self, identity: Identity, method: str, packed: bytes) -> bytes:
        bound = identity.user_id.bytes + method.encode() + b"\0" + packed
        return hmac.digest(self._key, bound, hashlib.sha256)[:_MAC_BYTES]


def _invalid() -> InvalidArgument:
    return InvalidArgument(
        "page_token", "not one that this query gave out", reason=ErrorReason.ERROR_REASON_PAGE_TOKEN_INVALID
    )
