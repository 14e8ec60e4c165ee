"""What an answer rests on, so that an erasure finds it."""

from __future__ import annotations

from services.answerer.model import Answer, Plan, ResolutionSource
from services.common.erasure import Scope, Source


def _accounts_of(plan: Plan | None) -> set[str]:
    """The accounts whose rows a plan may read; "" where it may read all."""
    chosen = [one.filter for one in plan.selections] if plan is not None else []
    return {account for one in chosen for account in (one.account_ids if one is not None else ()) or ("",)}


def sources_of(answer: Answer) -> tuple[Source, ...]:
    """What an erasure of would touch the answer: accounts of its rows, documents, statements, facts.

    A set too large to name its rows counts for every account.
    """
    found: dict[tuple[Scope, str], None] = {}
    accounts = [one.account_id for one in answer.coverage.accounts] if answer.coverage is not None else []
    sets = [one.row_set for one in answer.citations if one.row_set is not None]
    if answer.grounded is not None and answer.grounded.row_set is not None:
        sets.append(answer.grounded.row_set)
    for row_set in sets:
        for account_id in row_set.account_ids or dict.fromkeys(row.account_id for row in row_set.rows):
            found[Scope.ACCOUNT, account_id] = None
        if row_set.row_count > len(row_set.rows) and not row_set.account_ids:
            found.update(dict.fromkeys((Scope.ACCOUNT, one) for one in accounts))
    named = set().union(*(_accounts_of(one.plan) for one in answer.other_readings))
    found.update(dict.fromkeys((Scope.ACCOUNT, one) for one in (accounts if "" in named else sorted(named))))
    if any(one.rows is not None for one in answer.figures) and not sets:
        found.update(dict.fromkeys((Scope.ACCOUNT, one) for one in accounts))
    for citation in answer.citations:
        if citation.passage is not None:
            found[Scope.DOCUMENT, citation.passage.document_id] = None
        if citation.fact is not None:
            found[Scope.FACT, citation.fact.fact_id] = None
            found[Scope.STATEMENT, citation.token.removeprefix("[Citation ID: memory:").removesuffix("]")] = None
    for name in answer.plan.names if answer.plan is not None else ():
        if name.source is ResolutionSource.MEMORY and name.source_id:
            found[Scope.FACT, name.source_id] = None
    return tuple(Source(scope, source_id) for scope, source_id in found)
