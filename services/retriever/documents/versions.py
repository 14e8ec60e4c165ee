"""Which documents are versions of each other, and which of them governs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from uuid import UUID

from services.retriever.documents.model import NewDocument, Profile, StoredDocument
from services.retriever.documents.profile import name_words

_OLDER = re.compile(
    r"\b(?:superseded|previous(?:ly)?|prior|former(?:ly)?|earlier|old(?:er)?|outdated|used to|"
    r"last year(?:'s)?|before|back in|"
    r"compared?|versus|vs|difference|between|change[ds]?|increase[ds]?|decrease[ds]?|rise|rose|drop(?:ped)?|"
    r"went (?:up|down)|"
    r"go(?:ne)? (?:up|down)|how much (?:more|less))\b",
    re.IGNORECASE,
)
_NEWER = re.compile(
    r"\b(?:upcoming|future|coming|next|new(?:er)?|will|from \w+ (?:on|onwards)|after|once|renewal)\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b((?:19|20)\d{2})\b|\bfy\s?'?(\d{2})\b", re.IGNORECASE)


def is_version_of(
    name: str, institution: str, family: frozenset[str], effective_date: date | None,
    other_name: str, other_institution: str, other_family: frozenset[str], other_date: date | None,
) -> bool:  # fmt: skip
    """Whether two documents are versions of one: same institution, same product words, different dates.

    Their files' names may differ, but not so that each names something that the other one does not: then they are two
    products. A wrong yes hides a document, so doubt means no.
    """
    if not family or family != other_family or not institution or institution != other_institution:
        return False
    if effective_date is None or other_date is None or effective_date == other_date:
        return False
    words, other_words = name_words(name), name_words(other_name)
    return words <= other_words or other_words <= words


def find_family(new: NewDocument, profile: Profile, others: Sequence[StoredDocument]) -> UUID | None:
    """The family of the documents that a new one is a version of, or None."""
    effective_date = new.effective_date or profile.effective_date
    for other in others:
        if is_version_of(
            new.display_name, profile.institution, profile.family, effective_date,
            other.display_name, other.institution, other.family_words, other.effective_date,
        ):  # fmt: skip
            return other.family_id
    return None


def asked_years(question: str) -> frozenset[int]:
    """Calendar years that a question names."""
    return frozenset(int(year) if year else 2000 + int(short) for year, short in _YEAR.findall(question))


def governing(documents: Sequence[StoredDocument], question: str, as_of: date | None) -> list[StoredDocument]:
    """The documents to search: of each family the version in force, unless the question asks for another one.

    In force is the newest effective date that is not after `as_of`. A question that names years gets the versions of
    those years (in force at some time in them), one that compares or speaks of former terms gets all.
    """
    families: dict[object, list[StoredDocument]] = {}
    for document in documents:
        families.setdefault(document.family_id or document.document_id, []).append(document)
    years = asked_years(question)
    chosen: list[StoredDocument] = []
    for versions in families.values():
        chosen.extend(_chosen(sorted(versions, key=_start), question, years, as_of))
    return chosen


def _chosen(
    versions: list[StoredDocument], question: str, years: frozenset[int], as_of: date | None
) -> Iterable[StoredDocument]:
    if len(versions) == 1 or _OLDER.search(question):
        return versions
    in_force = [one for one in versions if as_of is None or _start(one) <= as_of]
    current = in_force[-1] if in_force else versions[0]
    later = versions[versions.index(current) + 1 :]
    if years:
        named = [one for index, one in enumerate(versions) if _was_in_force(versions, index, years)]
        # The current one too: its text may speak of an earlier year.
        return [one for one in versions if one in named or one is current]
    return [current, *later] if _NEWER.search(question) else [current]


def _was_in_force(versions: Sequence[StoredDocument], index: int, years: frozenset[int]) -> bool:
    start = _start(versions[index]).year
    end = _start(versions[index + 1]).year if index + 1 < len(versions) else 9999
    return any(start <= year <= end for year in years)


def _start(document: StoredDocument) -> date:
    return document.effective_date or date.min
