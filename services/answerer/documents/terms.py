"""Words to notions: what a question asks for and what a label says, so that the two can be compared.

A notion is a stem or the name of a group of words that mean the same (Snowball's English stemmer,
https://snowballstem.org/algorithms/english/stemmer.html).
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer
from rapidfuzz.distance import OSA

from services.answerer.documents.vocabulary import NUMBER_WORDS, PHRASES, STOPWORDS, SYNONYMS

# A stemmer keeps the word that it is at in itself, and questions are answered by several threads at once.
_OF_THREAD = threading.local()
_PHRASES = tuple((re.compile(rf"\b(?:{pattern})\b"), name) for pattern, name in PHRASES)
_WORD = re.compile(r"[^\W_]+(?:['.&][^\W_]+)*")
LENGTH = re.compile(r"\b(\d{1,3}|[a-z]+)[ -](months?|years?|yr|mo)\b")
_SHORTEST_TYPO = 7
# "Shield B", "Class A": a letter that names one of several. "A" begins a sentence as well, before a word in lower case.
_LETTER = re.compile(
    r"\b([A-Z][a-z]+|[Pp]lan|[Cc]lass|[Tt]ier|[Oo]ption|[Pp]art) ([B-HJ-Z]|A(?! [a-z]))(?![\w&.'’$£€-])"
)
# Plans are named by stars ("Extra ★★").
_STARS = re.compile(r"[★☆⭐]+")
_COUNTED = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of a folded word."""
    stemmer = getattr(_OF_THREAD, "stemmer", None)
    if stemmer is None:
        stemmer = _OF_THREAD.stemmer = snowballstemmer.stemmer("english")
    return str(stemmer.stemWord(word))


def _groups() -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for group in SYNONYMS:
        for word in group:
            groups.setdefault(stem(word), set()).add(f"={group[0]}")
    return {word: frozenset(names) for word, names in groups.items()}


_GROUPS = _groups()


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Lower case without accents, plain quotes and hyphens."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    plain = _STARS.sub(lambda match: f" {_COUNTED.get(len(match[0]), 'many')}-star ", plain)
    return plain.replace("’", "'").replace("–", "-").replace("—", " - ").replace("‑", "-")


@lru_cache(maxsize=50_000)
def notions(word: str) -> frozenset[str]:
    """All that one folded word can stand for: its stem and its groups."""
    return frozenset((stem(word),)) | _GROUPS.get(stem(word), frozenset())


@lru_cache(maxsize=20_000)
def text_notions(text: str) -> frozenset[str]:
    """All notions of a document's text, the phrases that it holds included."""
    folded = fold(text)
    found: set[str] = set()
    for word in words(folded):
        found |= notions(word)
    for pattern, name in _PHRASES:
        if name and pattern.search(folded.replace("-", " ")):
            found |= notions(name)
    found |= {length for match in LENGTH.finditer(folded) if (length := length_notion(match[1], match[2]))}
    return frozenset(found) | {letter for _, letter in letters_named(text)}


def letters_named(text: str) -> tuple[tuple[str, str], ...]:
    """Each name that ends in a letter, as it stands, with the notion of its letter. `text` is not folded."""
    return tuple((match[0], f"§{match[2].lower()}") for match in _LETTER.finditer(text))


def length_notion(number: str, unit: str) -> str | None:
    """The notion of a stretch of months or years, the same for "5 years" and "60 months"; None for no number."""
    value = int(number) if number.isdecimal() else NUMBER_WORDS.get(number)
    return None if value is None else f"~{value * (12 if unit.startswith('y') else 1)} months"


def all_notions(texts: Iterable[str]) -> frozenset[str]:
    """The notions of several texts together."""
    return frozenset().union(*(text_notions(text) for text in texts))


@lru_cache(maxsize=20_000)
def words(folded: str) -> tuple[str, ...]:
    """The words of a folded text, numbers left out, possessives cut."""
    return tuple(
        re.sub(r"'s?$", "", word)
        for word in _WORD.findall(folded.replace("-", " "))
        if not any(char.isdigit() for char in word)
    )


def content_words(text: str) -> list[str]:
    """Words that name something, in order."""
    return [word for word in words(fold(text)) if word not in STOPWORDS and len(word) > 1]


@lru_cache(maxsize=20_000)
def take_phrases(folded: str) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """A question without its phrases, and each phrase's notion with the words that it was made of."""
    found: list[tuple[str, tuple[str, ...]]] = []

    def take(match: re.Match[str], name: str) -> str:
        if name:
            found.append((name, tuple(words(match[0]))))
        # "Paying my student loan off early" says which loan; "paying the loan off" does not.
        between = match.groupdict().get("between") or ""
        return f" {between} " if len(content_words(between)) > 1 else " "

    rest = folded.replace("-", " ")
    for pattern, name in _PHRASES:
        rest = pattern.sub(lambda match, name=name: take(match, name), rest)  # type: ignore[misc]
    return rest, tuple(found)


def nearest_word(word: str, vocabulary: Iterable[str]) -> str | None:
    """The one word of the documents that differs by a typing error, or None."""
    if len(word) < _SHORTEST_TYPO:
        return None
    near = {
        other
        for other in vocabulary
        if other[:1] == word[:1] and len(other) >= _SHORTEST_TYPO - 1 and OSA.distance(word, other, score_cutoff=1) <= 1
    }
    stems = {stem(other) for other in near}
    return min(near) if len(stems) == 1 else None
