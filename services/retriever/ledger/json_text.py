"""JSON whose text can be stored: escapes may spell what no UTF-8 holds and what PostgreSQL does not keep."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

# Stands where something could not be read (Unicode 16, 5.22). No id holds it.
UNREADABLE = "\ufffd"
_SUSPECT = re.compile(r"\\u(?:0000|d[89a-f])", re.IGNORECASE)
_UNKEPT = re.compile("[\0\ud800-\udfff]")


def read_json(content: bytes) -> Any:
    """The document, its numbers as `Decimal`. U+0000 and lone surrogates become U+FFFD, in keys and values.

    Raises `ValueError` or `RecursionError` for what is no JSON.
    """
    text = content.decode(json.detect_encoding(content), "replace")
    document = json.loads(text, parse_float=Decimal, parse_int=Decimal)
    return _cleaned(document) if _SUSPECT.search(text) else document


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return _UNKEPT.sub(UNREADABLE, value)
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(one) for key, one in value.items()}
    return value
