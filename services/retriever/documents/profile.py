"""What a document says of itself: title, institution, since when it holds, and which product it is a version of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import takewhile

from services.common.printed import MONTH, MONTHS, parse_date
from services.retriever.documents.lexemes import lexemes
from services.retriever.documents.model import Block, Heading, Paragraph, Profile, SourceTable
from services.retriever.documents.notes import split_marks

# Title, institution and dateline stand at the top; further down such words belong to the text.


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TOP_BLOCKS = 12
CONTEXT_WORDS = 40
CONTEXT_LENGTH = 160
CONTEXT_SEPARATOR = " · "

_ORGANISATION = re.compile(
    r"((?:[A-Z][\w&.'’-]*|of|and|the|&|[A-Z]{2,})(?:\s+(?:[A-Z][\w&.'’-]*|of|and|the|&))*?\s+"
    r"(?:Bank(?:ing)?|Credit Union|Savings|Mutual|Insurance|Assurance|Fund|Trust|Group|Holdings|Financial|"
    r"Capital|Securities|Brokerage|"
    r"Lending|Mortgage|Loans?|Investments?|Advisors|Partners|Company|Corporation|Corp|Office|Authority|"
    r"Agency|Department|Ministry|Revenue|"
    r"Association|Society|Co|Inc|LLC|Ltd|Limited|PLC|N\.A|AG|GmbH|S\.A|Industries|Instruments|Systems|"
    r"Technologies|Payments|Wealth|Pension)"
    r"(?:\s+(?:Bank|Group|Company|Corporation|Corp|Office|Authority|Agency|Association|Fund|Trust|Co|Inc|"
    r"LLC|Ltd|Limited|PLC))*"
    r"(?:,?\s+(?:N\.A|Inc|LLC|Ltd|PLC|Corp|Co)\b)?\.?)(?![\w&])",
)  # fmt: skip
_DATE_TEXT = (
    rf"(?:(?:{MONTH})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?\s+(?:of\s+)?(?:{MONTH})\.?,?\s+\d{{4}}"
    rf"|\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}}|(?:{MONTH})\.?\s+\d{{4}})"
)
# Best first: a stated start wins over a date of issue.
_EFFECTIVE = tuple(
    re.compile(pattern.replace("DATE", f"({_DATE_TEXT})"), re.IGNORECASE)
    for pattern in (
        r"\beffective(?:\s+(?:as of|from|date|on|since))*[:\s]+DATE",
        r"\b(?:in force|valid|applicable|applies|apply|holds?|good)\s+(?:from|since|as of|on (?:and|or) after)\s+DATE",
        r"\b(?:policy|cover|coverage)\s+period\W+(?:is\s+)?(?:from\s+)?DATE",
        r"\b(?:on or after|on and after|starting|beginning|from and after)\s+DATE",
        r"\b(?:edition|version|issue|schedule|rates?|prices?|fees?|terms?)\s+(?:of|as of|from|dated)\s+DATE",
        r"\b(?:as of|as at|current as of)\s+DATE",
        r"\b(?:revised|updated|last updated|rev\.?|dated|issued|published)[:\s]+(?:on\s+|in\s+)?DATE",
    )
)
_STATEMENT_PERIOD = re.compile(
    rf"\b(?:statement|billing|pay)\s+period[:\s]+({_DATE_TEXT})\s*(?:-|–|to|through)\s*({_DATE_TEXT})", re.IGNORECASE
)
_SERIES_WORDS = _words("statement payslip paystub slip invoice receipt bill")
_VERSION_WORDS = _words(
    "effective edition version revised revision superseded old new current previous draft final copy "
    "updated v1 v2 v3 v4 of the a an and for "
    "from as html htm md txt pdf document doc"
)


def read_profile(blocks: Sequence[Block], display_name: str, margins: Sequence[str] = ()) -> Profile:
    """Find out what the top of the document says. `display_name` helps to tell products apart and nothing else.

    `margins` are heads and feet of pages: whose paper it is stands there more often than in the text.
    """
    top = [block for block in blocks if isinstance(block, Heading | Paragraph)][:TOP_BLOCKS]
    texts = [split_marks(block.text, frozenset())[0] for block in top]
    title = _title(top, texts)
    institution = _institution(margins, "") or _institution(texts, title)
    effective = _effective_date([*texts, *_stated_pairs(blocks)])
    family = _family(title, texts, top) - frozenset(lexemes(institution))
    if _STATEMENT_PERIOD.search("\n".join(texts)) or family & _SERIES_WORDS:
        # Statements and slips follow each other; the newest one does not replace the others.
        family = frozenset()
    before_table = sum(isinstance(block, Heading | Paragraph) for block in _before_table(blocks))
    context = _context(title, texts[:before_table], top[:before_table]) if title else ()
    if not title:
        title = re.sub(r"\.[a-z]{2,5}$", "", display_name)
    return Profile(title, institution, effective, family, context or (title,))


def name_words(display_name: str) -> frozenset[str]:
    """The words of a file's name that are not about its date or version."""
    return _without_dates(re.sub(r"[_\-.]+", " ", display_name))


def _before_table(blocks: Sequence[Block]) -> list[Block]:
    return list(takewhile(lambda block: not isinstance(block, SourceTable), blocks))


def _stated_pairs(blocks: Sequence[Block]) -> list[str]:
    """The rows of a first table of labels and values ("Policy period", "Date issued") as lines."""
    table = next((block for block in blocks[:TOP_BLOCKS] if isinstance(block, SourceTable)), None)
    if table is None or table.header_row_count or any(len(row) != 2 for row in table.rows):
        return []
    return [f"{label.text}: {value.text}" for label, value in table.rows]


def _title(top: Sequence[Block], texts: Sequence[str]) -> str:
    for level in range(1, 4):
        for block, text in zip(top, texts, strict=True):
            if isinstance(block, Heading) and block.level == level:
                return text
    return next((text for text in texts[:1] if len(text.split()) <= 14), "")


def _institution(texts: Sequence[str], title: str) -> str:
    for text in texts:
        # Capitals all over say nothing about names, so they are read as if each word had one.
        spelled = text.title().replace("N.A", "N.A") if text.isupper() else text
        match = _ORGANISATION.search(spelled)
        if match and not match[1].lower().startswith(("the ", "of ", "and ")):
            return match[1].strip(" .,") + ("." if match[1].rstrip().endswith("N.A.") else "")
    head = re.split(r"\s[–—|-]\s|:\s", title)[0]
    return head if head != title and len(head.split()) <= 4 and all(word[:1].isupper() for word in head.split()) else ""


def _effective_date(texts: Sequence[str]) -> date | None:
    joined = "\n".join(texts)
    for pattern in _EFFECTIVE:
        for match in pattern.finditer(joined):
            found = parse_date(match[1])
            if found:
                return found
    period = _STATEMENT_PERIOD.search(joined)
    return parse_date(period[2]) if period else None


def _family(title: str, texts: Sequence[str], top: Sequence[Block]) -> frozenset[str]:
    """Words of the title and of a subtitle right below it."""
    words = set(_without_dates(title))
    for block, text in list(zip(top, texts, strict=True))[1:3]:
        if isinstance(block, Heading) and block.level <= 2 and len(text.split()) <= 10:
            words |= _without_dates(text)
    return frozenset(words)


def _without_dates(text: str) -> frozenset[str]:
    return frozenset(
        word
        for word in lexemes(text)
        if word not in _VERSION_WORDS
        and word not in MONTHS
        and not word.isdecimal()
        and not re.fullmatch(r"fy\d+|\d+", word)
    )


def _context(title: str, texts: Sequence[str], top: Sequence[Block]) -> tuple[str, ...]:
    """The title, and the short lines right under it that say whose, of what and of when the document is."""
    lines: list[str] = []
    words = 0
    started = False
    for block, text in zip(top, texts, strict=True):
        if text == title and not started:
            started = True
            continue
        if not started or (isinstance(block, Heading) and block.level > 1):
            if started:
                break
            continue
        first = re.split(r"(?<=[a-z)]\.)\s+(?=[A-Z])", text)[0] if len(text.split()) > 20 else text
        words += len(first.split())
        if words > CONTEXT_WORDS or len(lines) == 3 or len(first.split()) > 20 or len(first) > CONTEXT_LENGTH:
            break
        lines.append(first)
    return (title, CONTEXT_SEPARATOR.join(lines)) if lines else (title,)
