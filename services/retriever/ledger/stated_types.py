"""What a bank says of the type of a movement, as the category that has its kind, for rows whose text says nothing.

The text goes first, because it tells a foreign fee from an overdraft fee, and because banks state "transfer" for all
that went over the wire.
"""

from __future__ import annotations

from enum import Enum

from services.retriever.ledger.descriptors import is_business, read_kind


class StatedType(Enum):
    """A type that formats state, with its categories for money out and money in; "" where it means nothing there."""

    FEE = ("BANK_FEES_OTHER_BANK_FEES", "BANK_FEES_OTHER_BANK_FEES")
    INTEREST = ("BANK_FEES_INTEREST_CHARGE", "INCOME_INTEREST_EARNED")
    DIVIDEND = ("", "INCOME_DIVIDENDS")
    CASH = ("TRANSFER_OUT_WITHDRAWAL", "TRANSFER_IN_DEPOSIT")
    DEPOSIT = ("", "TRANSFER_IN_DEPOSIT")
    WAGES = ("", "INCOME_WAGES")
    DIRECT_DEPOSIT = ("", "INCOME_OTHER_INCOME")
    TRANSFER = ("TRANSFER_OUT_ACCOUNT_TRANSFER", "TRANSFER_IN_ACCOUNT_TRANSFER")
    CARD_PAYMENT = ("LOAN_PAYMENTS_CREDIT_CARD_PAYMENT", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT")


def category_of(
    stated: StatedType | None, descriptor: str, details: str, *, money_out: bool, credit_account: bool
) -> str:
    """The category of a row by its stated type; "" where its text decides, or nothing does."""
    if stated is None:
        return ""
    if read_kind(descriptor, details, money_out=money_out, credit_account=credit_account) is not None:
        return ""
    if stated is StatedType.TRANSFER and is_business(descriptor):
        return ""
    return stated.value[0 if money_out else 1]
