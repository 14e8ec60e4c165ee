"""Words of questions, which are never names by themselves, and words for kinds of account."""

from __future__ import annotations

from functools import cache

from services.retriever.ledger import vocabulary
from services.retriever.ledger.tables import WORDS, read_words

# Everyday words beyond this rank may be a business's name; below it they are taken for words.
COMMON_RANK = 1500

CALENDAR = WORDS["calendar"]

QUESTION_WORDS = read_words("question_words.txt")
_NAMELIKE = read_words("namelike_words.txt")

# Words for accounts → subtypes (folded) that they fit; "credit" as type fits every card.
ACCOUNT_WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("credit", "card"): ("credit card", "type:credit"),
    ("credit", "cards"): ("credit card", "type:credit"),
    ("credit", "card", "account"): ("credit card", "type:credit"),
    ("my", "card"): ("credit card", "type:credit"),
    ("my", "cards"): ("credit card", "type:credit"),
    ("the", "card"): ("credit card", "type:credit"),
    ("charge", "card"): ("credit card", "type:credit"),
    ("checking",): ("checking",),
    ("checking", "account"): ("checking",),
    ("checking", "accounts"): ("checking",),
    ("chequing", "account"): ("checking",),
    ("current", "account"): ("checking",),
    ("current", "accounts"): ("checking",),
    ("debit", "card"): ("checking",),
    ("debit", "account"): ("checking",),
    ("bank", "account"): ("checking",),
    ("giro",): ("checking",),
    ("girokonto",): ("checking",),
    ("savings",): ("savings", "cash isa", "isa"),
    ("savings", "account"): ("savings", "cash isa", "isa"),
    ("savings", "accounts"): ("savings", "cash isa", "isa"),
    ("saving", "account"): ("savings", "cash isa", "isa"),
    ("my", "isa"): ("isa", "cash isa"),
    ("brokerage",): ("brokerage",),
    ("brokerage", "account"): ("brokerage",),
    ("money", "market"): ("money market",),
    ("money", "market", "account"): ("money market",),
}
ACCOUNT_DESCRIPTIVE = WORDS["account words"]


@cache
def is_question_word(word: str) -> bool:
    """Whether a folded word is one that people ask with, or a common one that is no part of names."""
    if word in QUESTION_WORDS or word in CALENDAR or word.isdigit():
        return True
    if word in _NAMELIKE:
        return False
    rank = vocabulary.rank(word)
    return rank is not None and rank < COMMON_RANK
