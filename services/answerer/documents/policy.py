"""Whether something may be done, is covered, is charged for: decided by a clause, and said only where it is certain."""

from __future__ import annotations

import re
from decimal import Decimal

from services.answerer.documents.question import AskedQuestion, Wanted
from services.answerer.documents.terms import content_words, fold, notions, text_notions
from services.answerer.documents.vocabulary import NUMBER_WORDS
from services.answerer.model import Polarity
from services.common.printed import find_numbers


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ASKED_LATER = re.compile(
    r"[-–,;:.?]\s+(?:so\s+|and\s+|but\s+)?(?:can|could|may|do|does|did|is|are|am|was|were|will|would|must|has|have)\s+"
    r"(?!.*\b(?:how (?:much|many|long)|what|when|which|who)\b)",
    re.IGNORECASE,
)
_ASKED_SHORTLY = re.compile(
    r"^\W*(?:is it |would it be |it's |its )?(?:ok|okay|fine|alright|all right|allowed|possible|permitted) "
    r"(?:to|if|for)\b|"
    r"\b(?:allowed|permitted|covered|possible|reimbursed|refundable|included)\s*\?*$",
    re.IGNORECASE,
)
# "…, sign included" says how the answer is wanted.
_ADJUNCT = re.compile(r",\s*(?:\w+ ){1,3}included\W*$", re.IGNORECASE)
_OTHER_KIND = re.compile(r"\b(?:how|what|when|which|who|whose|where|why|by how much)\b", re.IGNORECASE)
_REFUSED = re.compile(
    r"\b(?:not (?:be )?(?:allowed|permitted|covered|available|offered|accepted|possible|included|insured|eligible|"
    r"entitled|refunded|refundable|transferable)|prohibited|forbidden|excluded|excludes|ineligible|declined|"
    r"void|voids|ends the|ends cover|is lost|are lost|forfeit(?:ed|s)?|non-?refundable)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|never|cannot|can't|won't|don't|doesn't|isn't|aren't)\s+(?:be\s+|been\s+|yet\s+)?([a-z]+)", re.IGNORECASE
)
_NO_SUCH = re.compile(r"\b(?:no|without(?: any| a)?|none of(?: the)?)\s+([a-z]+(?:[ -][a-z]+)?)", re.IGNORECASE)
_GRANTED = re.compile(
    r"\b(?:may|can)\s+(?:also\s+|always\s+|still\s+)?(?:be\s+)?([a-z]+)|"
    r"\b(?:is|are|will be)\s+(?:also\s+|fully\s+|always\s+)?"
    r"(allowed|permitted|covered|included|available|accepted|offered|eligible|entitled|refunded|insured|free)\b|"
    r"\b(covers|allows|permits|includes|accepts|refunds)\b",
    re.IGNORECASE,
)
_OBLIGED = re.compile(r"\b(?:must|shall|have to|has to|is required|are required|need to|needs to)\b", re.IGNORECASE)
_LIMITED = re.compile(
    r"\b(?:only|unless|except|until|if|provided|as long as|subject to|but|however|when|where|while|other than|"
    r"up to|at most|no more than|within|at least)\b",
    re.IGNORECASE,
)
_PERMISSION = _word_set(
    "allow allowed permit permitted cover covered insure insured offer offered accept accepted use used take taken "
    "make made get given include included available pay paid lend transfer transferred add added let"
)
_ASKS_IF_REFUSED = re.compile(
    r"\b(?:forbidden|prohibited|excluded|banned|against the rules|ineligible|refuse[ds]?|declined?)\b", re.IGNORECASE
)
_TURNED = re.compile(r"\b(?:not|never|without|free|avoid|waived?|n't|unless|except|lose)\b|n't\b", re.IGNORECASE)
_ASKS_IF_OBLIGED = re.compile(
    r"\b(?:have to|must|needs?(?: to)?|required|obliged|necessary|mandatory)\b", re.IGNORECASE
)
# "Cannot take it back without going to court": what is denied, or what is wanted, turns on the second word.
_DENIED_WITHOUT = re.compile(
    r"(?:\b(?:not|never|cannot|no|nobody|none)\b|n't\b)[^.;]*\b(?:without|unless|until|except|other than)\b",
    re.IGNORECASE,
)
_AMOUNT_OR_LENGTH = (
    r"(?P<{0}value>(?:[$€£]\s?)?[\d,.]+|[a-z]+)"
    r"(?:\s+(?:consecutive |calendar |business )?(?P<{0}length>nights?|days?|weeks?|months?|years?))?"
)
_BOUND = re.compile(
    r"\b(?P<more>more than|over|above|exceeds?|exceeding|longer than|greater than|after|at least)\s+"
    + _AMOUNT_OR_LENGTH.format("")
    + r"|\b(?P<less>less than|under|below|fewer than|up to|within|no more than|at most|not more than|shorter than)\s+"
    + _AMOUNT_OR_LENGTH.format("least_"),
    re.IGNORECASE,
)
_INCLUSIVE = ("at least", "up to", "within", "no more", "at most", "not more")
_LENGTH = re.compile(
    r"\b(?P<value>\d+|[a-z]+)[ -](?:full |whole |consecutive )?(?P<length>nights?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_DAYS = {"night": Decimal(1), "day": Decimal(1), "week": Decimal(7), "month": Decimal(30), "year": Decimal(365)}
_USER = re.compile(r"\b(?:i|we|my|somebody|someone|a (?:buyer|member|customer|guest|friend|parent))\b", re.IGNORECASE)
_HOUSE = re.compile(
    r"\b(?:they|the (?:bank|lender|insurer|company|landlord|issuer|broker|fund|scheme)|you)\b", re.IGNORECASE
)


def asks_yes_or_no(asked: AskedQuestion) -> bool:
    """Whether "yes" or "no" would answer."""
    if asked.wanted is Wanted.YES_NO:
        return True
    is_short = _ASKED_SHORTLY.search(asked.text) and not _ADJUNCT.search(asked.text)
    if is_short and not _OTHER_KIND.match(asked.text.lstrip()):
        return True
    later = _ASKED_LATER.search(asked.text)
    return later is not None and not _OTHER_KIND.search(asked.text)


def polarity(asked: AskedQuestion, clause: str) -> Polarity:
    """What a clause says to a question of yes or no; `UNSPECIFIED` where it depends, or the two turn differently."""
    if asked.negated or _TURNED.search(_predicate(asked.text)):
        return Polarity.UNSPECIFIED
    if _ASKS_IF_OBLIGED.search(asked.text) and _DENIED_WITHOUT.search(clause):
        return Polarity.UNSPECIFIED
    holds = premise_holds(asked.text, clause)
    if holds is False or _is_limited(clause, holds is True):
        return Polarity.UNSPECIFIED
    says = _says(asked, clause)
    if says is Polarity.UNSPECIFIED or not _ASKS_IF_REFUSED.search(asked.text):
        return says
    return Polarity.YES if says is Polarity.NO else Polarity.NO


def premise_holds(question: str, clause: str) -> bool | None:
    """Whether an amount or a length that the question gives is on the side of the bound that the clause is about.

    None where the clause has no bound of that kind, or the question gives no such number.
    """
    results = []
    for bound in _BOUND.finditer(clause):
        is_more = bound["more"] is not None
        part = "" if is_more else "least_"
        limit = _amount(bound[f"{part}value"], bound[f"{part}length"])
        given = _given(question, limit[1]) if limit is not None else []
        if limit is None or len(given) != 1:
            continue
        inclusive = bound[0].lower().startswith(_INCLUSIVE)
        if is_more:
            results.append(given[0] >= limit[0] if inclusive else given[0] > limit[0])
        else:
            results.append(given[0] <= limit[0] if inclusive else given[0] < limit[0])
    return all(results) if results else None


def is_of_other_side(question: str, clause: str) -> bool:
    """Whether the question asks what the user may do and the clause says what the house may, or the other way round."""
    subject = re.match(
        r"\W*(?:and |so |but )?(?:can|could|may|will|would)\s+((?:the |a |my )?\w+)", question, re.IGNORECASE
    )
    grants = re.match(r"\W*((?:the |a |any )?\w+)\s+(?:may|can|will)\b", clause, re.IGNORECASE)
    if not subject or not grants:
        return False
    asker = "user" if _USER.match(subject[1]) else "house" if _HOUSE.match(subject[1]) else ""
    granted = "user" if fold(grants[1]) == "you" else "house" if fold(grants[1]) == "we" else ""
    return bool(asker and granted) and asker != granted


def _predicate(question: str) -> str:
    """The question without the negation that only says politely "isn't it"."""
    return re.sub(r"^(?:is|are|do|does|can|could|won|would)n'?t\b", "", fold(question))


def _is_limited(clause: str, premise_said: bool) -> bool:
    """Whether the clause holds under conditions of which the question says nothing."""
    rest = _BOUND.sub(" ", clause) if premise_said else clause
    if premise_said:
        # "when the dwelling has been vacant for …" is the condition whose number the question gives.
        rest = re.sub(r"\b(?:when|if|where|while)\b", " ", rest, count=1, flags=re.IGNORECASE)
    return _LIMITED.search(rest) is not None or ";" in clause


def _says(asked: AskedQuestion, clause: str) -> Polarity:
    said = text_notions(asked.text)
    if _ASKS_IF_OBLIGED.search(asked.text):
        if re.search(
            r"\b(?:need not|not required|not have to|no need|optional|not necessary)\b", clause, re.IGNORECASE
        ):
            return Polarity.NO
        return Polarity.YES if _OBLIGED.search(clause) and not _NOT.search(clause) else Polarity.UNSPECIFIED
    if _REFUSED.search(clause):
        return Polarity.NO
    negated = [word.lower() for word in _NOT.findall(clause)]
    if negated:
        fits = all(word in _PERMISSION or notions(word) & said for word in negated)
        return Polarity.NO if fits else Polarity.UNSPECIFIED
    absent = [content_words(words) for words in _NO_SUCH.findall(clause)]
    if absent:
        fits = all(any(notions(word) & said for word in words) for words in absent if words)
        return Polarity.NO if fits else Polarity.UNSPECIFIED
    granted = [next(word for word in match if word).lower() for match in _GRANTED.findall(clause)]
    if granted and any(word in _PERMISSION or notions(word) & said for word in granted):
        return Polarity.YES
    return Polarity.UNSPECIFIED


def _amount(value: str | None, length: str | None) -> tuple[Decimal, str] | None:
    if value is None:
        return None
    if length:
        number = NUMBER_WORDS.get(fold(value)) if value[:1].isalpha() else value.replace(",", "").rstrip(".")
        if number is None:
            return None
        return Decimal(number) * _DAYS[length.lower().removesuffix("s")], "days"
    numbers = find_numbers(value)
    if len(numbers) == 1 and numbers[0].currency:
        return numbers[0].value, numbers[0].currency
    return None


def _given(question: str, unit: str) -> list[Decimal]:
    """Amounts of money, or lengths in days, that the question gives."""
    if unit == "days":
        lengths = (_amount(match["value"], match["length"]) for match in _LENGTH.finditer(question))
        return [length[0] for length in lengths if length is not None]
    return [number.value for number in find_numbers(question) if number.currency == unit]
