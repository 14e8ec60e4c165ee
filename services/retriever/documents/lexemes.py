"""The search tokeniser: words folded for case, accents and plural; codes, tickers and amounts stay whole as well."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MAX_LEXEME = 64
_CHUNK = re.compile(r"[^\s|·,;:!?()\[\]{}<>\"“”«»…]+")
_AMOUNT = re.compile(r"[$€£¥]?[-+]?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d+)%?")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "’": "'", "‘": "'", "\u00a0": " ", "\u00ad": None})
_STOPWORDS = _words(
    "a an the of to in on at by for from with without and or is are was were be been being am do does did "
    "has have had will would "
    "can could should shall may might must this that these those it its i me my mine we us our you your "
    "they them their he she his "
    "her what which who whom whose when where why how there here as if then than so not no any some all "
    "much many please tell "
    "about into out up over under per s t"
)


def lexemes(text: str) -> list[str]:
    """Every lexeme of the text in order, repeats included.

    A word with marks inside gives its pieces and itself: `BRK.B` → brk, b, brk.b; `7-ELEVEN #1234` → 7, eleven,
    7eleven, 1234. An amount gives its plain number, with and without decimals that are zero.
    """
    found: list[str] = []
    for chunk in _chunks(text):
        found.extend(_of_chunk(chunk))
    return found


def query_lexemes(text: str) -> list[str]:
    """The distinct lexemes of a question that can tell passages apart, in order.

    Function words go, but for those written in capitals inside a question that is not: `IT` there is a name.
    """
    shouting = text.upper() == text
    kept: dict[str, None] = {}
    for chunk in _chunks(text, fold=False):
        named = len(chunk) > 1 and chunk.isupper() and not shouting
        if not named and _fold(chunk).strip(".'") in _STOPWORDS:
            continue
        for lexeme in _of_chunk(_fold(chunk)):
            if named or lexeme not in _STOPWORDS:
                kept[lexeme] = None
    return list(kept)


def fold_plural(word: str) -> str:
    """Harman's S stemmer (JASIS 42(1), 1991): -ies → -y, -es → -e, -s → nothing, with its exceptions."""
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1] if not word.endswith(("sses", "shes", "ches", "xes")) else word[:-2]
    if word.endswith("s") and not word.endswith(("us", "ss", "is")):
        return word[:-1]
    return word


def _chunks(text: str, *, fold: bool = True) -> list[str]:
    plain = text.translate(_DASHES)
    return [_fold(chunk) if fold else chunk for chunk in _CHUNK.findall(re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", plain))]


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _of_chunk(chunk: str) -> list[str]:
    if chunk.isalpha():
        # So are most, and they need no taking apart.
        return [fold_plural(chunk)[:MAX_LEXEME]]
    bare = chunk.strip(".'*#&-/_~=+^\\`@")
    amount = _AMOUNT.fullmatch(bare)
    if amount:
        return _of_amount(amount[1])
    pieces = re.findall(r"[^\W_]+", bare)
    if len(pieces) < 2:
        return [fold_plural(piece)[:MAX_LEXEME] for piece in pieces]
    if re.fullmatch(r"[^\W_]+'s", bare):
        return [fold_plural(pieces[0])[:MAX_LEXEME]]
    joined = bare if re.fullmatch(r"[^\W\d_]+(?:\.[^\W\d_]+)+", bare) else "".join(pieces)
    whole = [joined[:MAX_LEXEME]] if len(joined) <= MAX_LEXEME else []
    return [fold_plural(piece)[:MAX_LEXEME] for piece in pieces] + whole


def _of_amount(digits: str) -> list[str]:
    plain = digits.replace(",", "").lstrip("0") or "0"
    if plain.startswith("."):
        plain = "0" + plain
    short = format(Decimal(plain).normalize(), "f")
    return [plain] if short == plain else [plain, short]
