"""Which amounts a ledger takes: those that `google.type.Money` can carry, sums of a million of them included."""

from __future__ import annotations

import re
from decimal import Decimal

MOST = Decimal(10) ** 12
DECIMALS = 9
_CURRENCY = re.compile(r"[A-Z0-9]{2,12}")


def is_storable(amount: Decimal, currency: str) -> bool:
    """Whether an amount is below a trillion with at most nine decimals, in a currency with a code."""
    if not amount.is_finite() or abs(amount) >= MOST or _CURRENCY.fullmatch(currency) is None:
        return False
    exponent = amount.normalize().as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -DECIMALS
