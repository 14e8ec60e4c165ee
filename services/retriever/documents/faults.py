"""How a file that cannot be read is refused."""

from __future__ import annotations

from services.common.errors import ErrorReason, InvalidArgument


def unreadable(detail: str) -> InvalidArgument:
    """FORMAT_UNREADABLE with a reason for a person to read; `detail` holds nothing of the file's text."""
    return InvalidArgument(
        "file", detail, reason=ErrorReason.ERROR_REASON_FORMAT_UNREADABLE, metadata={"detail": detail}
    )
