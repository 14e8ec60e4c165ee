"""What a descriptor says of the kind of movement, for rows that have no category to go by, and whom it names.

Each rule has an id, so that an answer can say which one decided.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from services.retriever.ledger.brands import find_brand, trade_in_name
from services.retriever.ledger.folding import joined
from services.retriever.ledger.merchants import LEGAL_FORMS
from services.retriever.ledger.tables import WORDS
from services.retriever.model import MovementKind


@dataclass(frozen=True, slots=True)
class DescriptorRule:
    """A kind, and a category, for descriptors that match."""

    rule_id: str
    kind: MovementKind
    category_id: str
    pattern: re.Pattern[str]
    side: int
    """1: money out only, -1: money in only, 0: both."""
    credit_account: bool | None = None
    """Only on credit cards (True), or only elsewhere (False)."""


def _rule(
    rule_id: str, kind: MovementKind, category_id: str, pattern: str, *, side: int = 0, credit: bool | None = None
) -> DescriptorRule:
    return DescriptorRule(
        f"v1.{rule_id}", kind, category_id, re.compile(pattern, re.IGNORECASE | re.VERBOSE), side, credit
    )


_CARD = (
    r"(?:credit\s*ca?rd|credit\s*crd|visa|amex|american\s+express|mastercard|discover|barclaycard|"
    r"kreditkarte|crd|crcard)"
)
_PAID = (
    r"(?:payment|pymt|pmt|autopay|auto\s?pay|bill\s?pay(?:ment)?|bill\s+pmt|e-?pay(?:ment)?|dd|direct\s+debit|"
    r"abrechnung|ausgleich)"
)

# In order; the first that matches decides.
RULES: tuple[DescriptorRule, ...] = (
    _rule(
        "kind.fee-refund",
        MovementKind.FEE_REFUND,
        "BANK_FEES_OTHER_BANK_FEES",
        r"\bfees?\b.*\b(?:refund|reversal|reversed|rebate|waive[dr]?|credit|return)|(?:refund|reversal|rebate)\b.*\bfees?\b",
        side=-1,
    ),
    _rule(
        "kind.fee.overdraft",
        MovementKind.FEE,
        "BANK_FEES_OVERDRAFT_FEES",
        r"\boverdraft\b|\bod\s+fee\b|\bnsf\b|insufficient\s+funds|ueberziehung",
        side=1,
    ),
    _rule(
        "kind.fee.atm",
        MovementKind.FEE,
        "BANK_FEES_ATM_FEES",
        r"\batm\b.*\bfee\b|\bfee\b.*\batm\b|non-?network.*\bfee\b",
        side=1,
    ),
    _rule(
        "kind.fee.foreign",
        MovementKind.FEE,
        "BANK_FEES_FOREIGN_TRANSACTION_FEES",
        r"foreign\s+(?:transaction|exchange|currency|trans)\b.*(?:fee|charge)?|non-?sterling|intl?\s+transaction\s+fee|international\s+transaction\s+fee|auslandseinsatz",
        side=1,
    ),
    _rule(
        "kind.interest-charged",
        MovementKind.INTEREST_CHARGED,
        "BANK_FEES_INTEREST_CHARGE",
        r"\binterest\s+charged?\b|finance\s+charge|purchase\s+interest|\bdebit\s+interest\b|sollzins|^interest\b|\binterest$",
        side=1,
    ),
    _rule(
        "kind.interest-earned",
        MovementKind.INTEREST_EARNED,
        "INCOME_INTEREST_EARNED",
        r"\binterest\b|\bzinsen\b|habenzins|\bint\s+(?:pd|paid)\b|\bapy\s+earned\b",
        side=-1,
        credit=False,
    ),
    _rule(
        "kind.card-payment.received",
        MovementKind.CARD_PAYMENT,
        "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
        r"\bpayment\b|\bautopay\b|\bpymt\b|thank\s+you|direct\s+debit|lastschrift",
        side=-1,
        credit=True,
    ),
    _rule(
        "kind.card-payment",
        MovementKind.CARD_PAYMENT,
        "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
        rf"payment\s*(?:received)?\s*-?\s*thank\s+you|^card\s+payment\s*$|{_CARD}\b.*\b{_PAID}\b|\b{_PAID}\b.*\b{_CARD}\b(?!\s+\*)|crcardpmt|cardmember\s+serv",
        credit=False,
    ),
    _rule(
        "kind.cash",
        MovementKind.CASH_WITHDRAWAL,
        "TRANSFER_OUT_WITHDRAWAL",
        r"\batm\b(?!.*\bdeposit)|cash\s+withdrawal|\bcash\s*point\b|geldautomat|bargeld|counter\s+withdrawal|cash\s+advance|retrait\s+dab",
        side=1,
    ),
    _rule(
        "kind.tax-refund",
        MovementKind.INCOME,
        "INCOME_TAX_REFUND",
        r"\btax\s*(?:ref|refund|rebate)\b|irs\s+treas|hmrc.*(?:repayment|refund)|steuererstattung",
        side=-1,
    ),
    _rule(
        "kind.income.dividend",
        MovementKind.INCOME,
        "INCOME_DIVIDENDS",
        r"\bdividends?\b|\bdividende\b|\bdiv\s+pmt\b",
        side=-1,
    ),
    _rule(
        "kind.income.pension",
        MovementKind.INCOME,
        "INCOME_RETIREMENT_PENSION",
        r"\bpension\b|\bsoc(?:ial)?\s+sec(?:urity)?\b|\bssa\s+treas|\brente\b|\bretirement\s+(?:income|benefit)",
        side=-1,
    ),
    _rule(
        "kind.income.benefits",
        MovementKind.INCOME,
        "INCOME_UNEMPLOYMENT",
        r"unemployment|universal\s+credit|child\s+benefit|jobseeker|arbeitslosengeld|kindergeld|\bui\s+benefit",
        side=-1,
    ),
    _rule(
        "kind.income.wages",
        MovementKind.INCOME,
        "INCOME_WAGES",
        r"des:\s*(?:payroll|salary|dir\s*dep)|\bpayroll\b|\bsalary\b|\bpaychecks?\b|\bpay\s*check\b|\bwages?\b|\bgehalt\b|\blohn\b|"
        r"\bdir(?:ect)?\s+dep(?:osit)?\b|\bpay\s*slip\b|\breg\.?\s*salary\b",
        side=-1,
    ),
    _rule(
        "kind.transfer.own",
        MovementKind.TRANSFER,
        "TRANSFER_OUT_ACCOUNT_TRANSFER",
        r"online\s+(?:banking\s+)?transfer\s+(?:to|from)\s+(?:chk|sav|checking|savings|acct|account|xx|\.\.\.)|internal\s+transfer|\bown\s+account\b|"
        r"transfer\s+(?:to|from)\s+(?:my\s+)?(?:chk|sav|checking|savings?|current\s+account|cash\s+isa|isa|brokerage|money\s+market|account)\b|"
        r"\b(?:to|from)\s+(?:savings|checking)\b|\bsweep\b|umbuchung|uebertrag|\bsave\s+as\s+you\s+go\b|round\s?up\s+transfer|keep\s+the\s+change",
    ),
    _rule(
        "kind.income.invoice",
        MovementKind.INCOME,
        "INCOME_OTHER_INCOME",
        r"\binv(?:oice)?\b[\s#.:-]*[a-z]*\d|\brechnung\b|\brg\.?-?nr",
        side=-1,
    ),
    _rule(
        "kind.person",
        MovementKind.PERSON_PAYMENT,
        "TRANSFER_OUT_ACCOUNT_TRANSFER",
        r"\bzelle\b|\bvenmo\b|cash\s*app\b|faster\s+payments?\b|\bfps\b|\bfpo\b|\bfpi\b|sepa\s*(?:-|\s)(?:instant\s+)?(?:credit\s+)?(?:transfer|ueberweisung|überweisung)|"
        r"\bbizum\b|e-?transfer\b|\bbank\s+transfer\b|\bueberweisung\b|\büberweisung\b|\bp2p\b|paypal\s+(?:friends|transfer)|bank\s+credit",
    ),
    _rule(
        "kind.transfer",
        MovementKind.TRANSFER,
        "TRANSFER_OUT_ACCOUNT_TRANSFER",
        r"\btransfer\b|\bxfer\b|\btrf\b|\btfr\b",
    ),
    _rule(
        "kind.deposit",
        MovementKind.DEPOSIT,
        "TRANSFER_IN_DEPOSIT",
        r"\bdeposit\b|\beinzahlung\b|\bpaid\s+in\b|\bcheque?\b|\bcheck\b",
        side=-1,
    ),
    _rule(
        "kind.fee",
        MovementKind.FEE,
        "BANK_FEES_OTHER_BANK_FEES",
        r"\b(?:fee|fees)\s*$|\bservice\s+charge\b|\bmaintenance\s+fee|\b(?:wire|late|annual|account|monthly\s+service|maintenance|balance\s+transfer|"
        r"stop\s+payment|returned\s+item|inactivity|cash\s+advance|paper\s+statement)\s+fee\b|kontofuehrung|kontoführung|\bentgelt(?:abschluss)?\b|gebuehr|gebühr|bank\s+charges?",
        side=1,
    ),
)

_LEAD = (
    r"(?:zelle|venmo|cash\s*app|faster\s+payments?|fps|fpo|fpi|sepa(?:[\s-]+instant)?(?:[\s-]+credit)?[\s-]+(?:transfer|ueberweisung|überweisung)|"
    r"bank\s+transfer|interac\s+e-?transfer|e-?transfer|ueberweisung|überweisung|online\s+transfer|transfer|standing\s+order|bizum|p2p|wire(?:\s+transfer)?|"
    r"paypal|credit\s+transfer|ach(?:\s+credit)?|bank\s+credit|payment|giro)"
)
_COUNTERPARTY = re.compile(
    rf"\b{_LEAD}\s*(?:payment|transfer|instant|money)?\s*(?:(?:to|from|an|von)\b\s*:?|\*|-)\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_END_MARK = re.compile(
    r"\s+(?:on\s+\d|ref\b|reference\b|#|conf\b|confirmation\b|memo\b|for\b|payment\b|pmt\b|inv(?:oice)?\b|id\b|via\b|note\b|msg\b|des:|transaction\b|"
    r"verwendungszweck\b|[-/;|(\[]|\d).*$",
    re.IGNORECASE,
)
_EMPLOYER = re.compile(
    r"^(?P<name>.+?)\s*(?:\bdes:|\b(?:salary|payroll|wages|dir(?:ect)?\s+dep(?:osit)?|paychecks?|gehalt|lohn|pension|dividends?|tax\s*ref(?:und)?|"
    r"bacs|bank\s+giro|bgc|inv(?:oice)?\b|ppd|ach)\b).*$",
    re.IGNORECASE,
)
_PARTICLES = WORDS["name particles"]
_TITLES = WORDS["titles"]


def read_kind(descriptor: str, long_descriptor: str, *, money_out: bool, credit_account: bool) -> DescriptorRule | None:
    """The first rule that either text of a row matches, or None."""
    side = 1 if money_out else -1
    for rule in RULES:
        if rule.side in (0, side) and rule.credit_account in (None, credit_account):
            for text in (descriptor, long_descriptor):
                if text and rule.pattern.search(text):
                    return rule
    return None


def read_counterparty(*texts: str) -> str:
    """The name of whom money went to or came from in a transfer's descriptor, as written; "" where none is named.

    A free memo may follow the name without a mark between them: then a person is their first two words.
    """
    for text in texts:
        found = _COUNTERPARTY.search(" ".join(text.split()))
        if found is None:
            continue
        rest = found["rest"].strip(" *-:")
        marked = _END_MARK.sub("", rest).strip()
        words = marked.split()
        if not words or any(character.isdigit() for character in words[0]):
            continue
        if _END_MARK.search(rest) or is_business(marked):
            return " ".join(words[:5])
        return " ".join(_first_name(words))
    return ""


def _first_name(words: list[str]) -> list[str]:
    taken = 0
    real = 0
    for word in words:
        taken += 1
        folded = joined(word)
        if folded in _TITLES or folded in _PARTICLES:
            continue
        real += 1
        if real == 2:
            break
    return words[:taken]


def read_payer(*texts: str) -> str:
    """Who pays wages, an invoice, a pension: the name before or after the words that say so; "" where none is named."""
    for text in (" ".join(one.split()) for one in texts):
        found = _COUNTERPARTY.search(text)
        if found is not None:
            name = _END_MARK.sub("", found["rest"]).strip(" *-:")
        else:
            employer = _EMPLOYER.match(text)
            name = re.sub(r"\s+\d+$", "", employer["name"]).strip(" *-:") if employer is not None else ""
        if name:
            return name
    return ""


def read_issuer(descriptor: str) -> str:
    """The bank that a card payment's descriptor names ("CHASE CREDIT CRD AUTOPAY 8812"); "" where it names none."""
    words = descriptor.split()
    for length in (3, 2, 1):
        brand = find_brand(joined(" ".join(words[:length])))
        if brand is not None and not brand.category_id:
            return brand.name
    return ""


def is_business(name: str) -> bool:
    """Whether a counterparty's name is a business's: a legal form, a trade or a known brand is in it."""
    words = [joined(word) for word in name.split()]
    return (
        any(word in LEGAL_FORMS and word not in ("as", "se", "co", "ab", "sa") for word in words[1:])
        or bool(trade_in_name(name))
        or find_brand("".join(words)) is not None
    )
