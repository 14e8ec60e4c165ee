"""Rules of this repository that no linter knows: each is shown to catch what it forbids, then held everywhere."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from scripts import import_roles

CHECKOUT = Path(__file__).resolve().parents[2]
MIGRATIONS = CHECKOUT / "services" / "common" / "db" / "migrations"
SERVICES = ("embedder", "retriever", "graph", "memory", "answerer")
MODULES = ("model", "ports", "core", "adapters", "convert", "servicer", "settings", "__main__")
MIGRATION_OWNERS = ("admin", "tieout", *SERVICES)

# The promises of README.md. Each needs a test that is named after it, `test_promise_4_...`.
PROMISES = frozenset(range(1, 9))

MONEY_WORDS = re.compile(
    r"amount|balance|cents|cost|currency|decimal|fee|money|nanos|price|spen[dt]|total", re.IGNORECASE
)
MACHINE_PATH = re.compile(r"(?<![\w.:/-])/(?:work|tmp|root|home)/\w")
BINARY_SUFFIXES = {".pdf", ".docx", ".xlsx", ".png", ".binpb", ".gz", ".zip"}


@dataclass(frozen=True, slots=True)
class Rule:
    """What a Python file may not do, where the rule holds, and a line that breaks it."""

    name: str
    holds_in: Callable[[str], bool]
    lines: Callable[[ast.AST], Iterator[int]]
    broken_by: str


def _calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Yield each call with the dotted text of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, ast.unparse(node.func)


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def _opens_connections(tree: ast.AST) -> Iterator[int]:
    for call, name in _calls(tree):
        if re.search(r"(psycopg|\bConnection|\bAsyncConnection)\.connect$|(^|\.)(Async)?(Null)?ConnectionPool$", name):
            yield call.lineno


def _builds_status(tree: ast.AST) -> Iterator[int]:
    yield from (
        line for line, name in _imports(tree) if re.match(r"google\.rpc\.(status_pb2|code_pb2)|grpc_status", name)
    )
    for call, name in _calls(tree):
        if name.endswith((".abort", ".set_code", ".set_details")):
            yield call.lineno


def _handles_signals(tree: ast.AST) -> Iterator[int]:
    for call, name in _calls(tree):
        if name in {"signal.signal", "signal.sigwait", "signal.set_wakeup_fd"} or name.endswith(".add_signal_handler"):
            yield call.lineno


def _makes_money_float(tree: ast.AST) -> Iterator[int]:
    for call, name in _calls(tree):
        if name == "float" and any(MONEY_WORDS.search(ast.unparse(argument)) for argument in call.args):
            yield call.lineno
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            name = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
            if MONEY_WORDS.search(name) and re.search(r"\bfloat\b", ast.unparse(node.annotation)):
                yield node.lineno


def _sleeps(tree: ast.AST) -> Iterator[int]:
    yield from (call.lineno for call, name in _calls(tree) if name in {"time.sleep", "sleep"})


def _mocks(tree: ast.AST) -> Iterator[int]:
    yield from (line for line, name in _imports(tree) if name.startswith(("unittest.mock", "mock.", "pytest_mock")))


def _is_unfinished(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None and "NotImplementedError" in ast.unparse(node.exc):
            yield node.lineno


def _under(*folders: str, but: tuple[str, ...] = ()) -> Callable[[str], bool]:
    return lambda path: path.startswith(folders) and not path.startswith(but)


RULES = (
    Rule(
        "only services.common.db opens a connection",
        _under("services/", but=("services/common/db/",)),
        _opens_connections,
        "pool = psycopg_pool.AsyncConnectionPool(dsn)",
    ),
    Rule(
        "only services.common.errors builds a status",
        _under("services/", but=("services/common/errors.py", "services/common/interceptors/errors.py")),
        _builds_status,
        "await context.abort(grpc.StatusCode.INTERNAL, 'no')",
    ),
    Rule(
        "only services.common.runtime handles signals",
        _under("services/", but=("services/common/runtime.py",)),
        _handles_signals,
        "loop.add_signal_handler(signal.SIGTERM, stop)",
    ),
    Rule(
        "money is never a float",
        _under("services/retriever/", "services/answerer/", "services/memory/", "services/graph/", "services/common/"),
        _makes_money_float,
        "total = float(row.amount)",
    ),
    Rule("tests wait for conditions and never sleep", _under("tests/"), _sleeps, "time.sleep(1)"),
    Rule(
        "tests use small fakes or the real thing, not mocks", _under("tests/"), _mocks, "from unittest.mock import Mock"
    ),
    Rule(
        "nothing is left unfinished",
        _under("services/", "scripts/"),
        _is_unfinished,
        "raise NotImplementedError('soon')",
    ),
)


@cache
def _tracked() -> tuple[str, ...]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout
    return tuple(name for name in listing.split("\0") if name and (CHECKOUT / name).is_file())


@cache
def _sources() -> dict[str, ast.AST]:
    own = (name for name in _tracked() if name.endswith(".py") and not name.startswith(("gen/", "tests/eval/")))
    return {name: ast.parse((CHECKOUT / name).read_text(encoding="utf-8"), filename=name) for name in own}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rule_catches_what_it_forbids(rule: Rule) -> None:
    assert list(rule.lines(ast.parse(rule.broken_by))) == [1]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rule_holds_in_every_file(rule: Rule) -> None:
    broken = [f"{name}:{line}" for name, tree in _sources().items() if rule.holds_in(name) for line in rule.lines(tree)]
    assert not broken, rule.name


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("services.graph.core", "services.memory.model"),
        ("services.graph.core", "services.graph.adapters.pg"),
        ("services.graph.walker", "services.graph.adapters.pg"),
        ("services.graph.adapters.pg", "services.graph.walker"),
        ("services.graph.core", "tieout"),
        ("services.graph.model", "rapidfuzz"),
        ("services.graph.servicer", "psycopg"),
        ("services.graph.convert", "services.common.db.tenant"),
        ("services.graph.core", "services.common.client"),
        ("services.graph.adapters.pg", "torch"),
        ("services.common.client", "services.graph"),
        ("services.common.client", "psycopg"),
        ("services.cli.ask", "services.graph.core"),
    ],
)
def test_import_roles_refuse(importer: str, imported: str) -> None:
    assert import_roles.fault(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("services.graph.core", "services.graph.walker"),
        ("services.graph.walker", "services.graph.model"),
        ("services.graph.core", "services.common.errors"),
        ("services.graph.model", "numpy"),
        ("services.graph.adapters.pg", "services.common.db.tenant"),
        ("services.graph.__main__", "services.graph.adapters.pg"),
        ("services.common.encoders", "torch"),
        ("services.common.db.tenant", "psycopg"),
        ("services.cli.up", "services.graph.__main__"),
        ("tests.e2e.test_demo", "services.graph.core"),
    ],
)
def test_import_roles_allow(importer: str, imported: str) -> None:
    assert import_roles.fault(importer, imported) is None


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_has_the_same_eight_modules(service: str) -> None:
    folder = CHECKOUT / "services" / service
    missing = [name for name in MODULES if not (folder / f"{name}.py").is_file() and not (folder / name).is_dir()]
    assert not missing


def test_modules_are_named_by_what_they_hold() -> None:
    vague = re.compile(r"(^|_)(utils?|helpers?|managers?|misc|common_stuff)$")
    names = (PurePosixPath(name) for name in _sources())
    assert not [
        str(name) for name in names if vague.search(name.stem) or any(vague.search(part) for part in name.parts)
    ]


def test_every_package_folder_has_an_init() -> None:
    folders = {PurePosixPath(name).parent for name in _sources() if name.startswith("services/")}
    assert not [str(folder) for folder in folders if not (CHECKOUT / folder / "__init__.py").is_file()]


def test_migrations_are_one_linear_history_with_owners() -> None:
    names = sorted(path.name for path in MIGRATIONS.glob("*.sql"))
    assert names
    form = re.compile(rf"(\d{{4}})_({'|'.join(MIGRATION_OWNERS)})_[a-z0-9_]+\.sql")
    matches = {name: form.fullmatch(name) for name in names}
    assert not [name for name, match in matches.items() if match is None]
    numbers = [match[1] for match in matches.values() if match is not None]
    assert len(numbers) == len(set(numbers))


def test_money_columns_are_numeric() -> None:
    inexact = re.compile(
        r"^\s*\w*(amount|balance|price|money)\w*\s+(real|double precision|float\d*|money)\b", re.IGNORECASE
    )
    assert inexact.search("    amount double precision NOT NULL,")
    lines = (
        (path.name, line) for path in MIGRATIONS.glob("*.sql") for line in path.read_text(encoding="utf-8").splitlines()
    )
    assert not [f"{name}: {line.strip()}" for name, line in lines if inexact.search(line)]


def test_no_file_names_a_folder_of_one_machine() -> None:
    assert MACHINE_PATH.search("open('" + "/".join(("", "work", "main")) + "')")
    found = []
    for name in _tracked():
        if PurePosixPath(name).suffix in BINARY_SUFFIXES:
            continue
        text = (CHECKOUT / name).read_text(errors="replace")
        found += [f"{name}: {match.group()}" for match in MACHINE_PATH.finditer(text)]
    assert not found


def test_every_promise_has_a_test() -> None:
    names = (
        node.name
        for path, tree in _sources().items()
        if path.startswith("tests/")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    tested = {int(match[1]) for name in names if (match := re.match(r"test_promise_(\d+)_", name))}
    assert tested == PROMISES
