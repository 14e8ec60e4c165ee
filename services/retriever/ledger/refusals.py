"""Why a row of a file is not stored, in words for a person that hold no amount and no name."""

from __future__ import annotations

NO_DATE = "the date is missing or can't be read"
NO_AMOUNT = "the amount is missing or can't be read"
AMBIGUOUS_AMOUNT = "the amount can be read in two ways: a comma or point before three digits"
NOT_STORABLE = "the amount or its currency can't be stored"
NO_DIRECTION = "it says neither credit nor debit"
NOT_A_LINE = "the statement line can't be read"
NOT_BOOKED = "the bank has not booked it yet; it comes again when it is"
NOT_CLOSING = "its statement does not close: opening balance and rows do not come to the closing balance"
OUTSIDE = "it stands outside of a statement"
TRUNCATED = "the file ends inside this row"
A_TRADE = "a trade of securities, not a movement of money on a bank account"
CORRECTION = "it corrects a row that is not in this file"


class RowRefusal(ValueError):
    """A row that can't be read. Its text is one of the reasons above."""
