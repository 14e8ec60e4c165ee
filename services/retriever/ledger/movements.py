"""What kind of movement a row with a category is."""

from __future__ import annotations

from decimal import Decimal

from services.retriever.model import MovementKind

K = MovementKind
WITHOUT_MERCHANT = frozenset(
    {
        K.FEE,
        K.FEE_REFUND,
        K.INTEREST_CHARGED,
        K.INTEREST_EARNED,
        K.TRANSFER,
        K.CARD_PAYMENT,
        K.CASH_WITHDRAWAL,
        K.DEPOSIT,
    }
)
_ACCOUNT_TRANSFERS = ("ACCOUNT_TRANSFER", "OTHER_TRANSFER_IN", "OTHER_TRANSFER_OUT", "WIRE")


def kind_of_category(category_id: str, amount: Decimal, *, names_someone: bool) -> MovementKind:
    """The kind of a row by its category and side. `names_someone`: its descriptor names a person."""
    out = amount >= 0
    if category_id == "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT":
        return K.CARD_PAYMENT
    if category_id == "BANK_FEES_INTEREST_CHARGE":
        return K.INTEREST_CHARGED
    if category_id.startswith("BANK_FEES_"):
        return K.FEE if out else K.FEE_REFUND
    if category_id == "INCOME_INTEREST_EARNED":
        return K.INTEREST_EARNED
    if category_id.startswith("INCOME_"):
        return K.INCOME
    if category_id == "TRANSFER_OUT_WITHDRAWAL":
        return K.CASH_WITHDRAWAL
    if category_id in ("TRANSFER_IN_DEPOSIT", "TRANSFER_IN_CASH_ADVANCES_AND_LOANS"):
        return K.DEPOSIT
    if category_id.startswith(("TRANSFER_IN_", "TRANSFER_OUT_")):
        return K.PERSON_PAYMENT if names_someone and category_id.endswith(_ACCOUNT_TRANSFERS) else K.TRANSFER
    if category_id.startswith("LOAN_PAYMENTS_"):
        return K.LOAN_PAYMENT if out else K.REFUND
    return K.PURCHASE if out else K.REFUND
