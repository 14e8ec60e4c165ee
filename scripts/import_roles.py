"""The import-linter contract `roles`: what each of the eight modules of a service may import.

Layers alone can't say it: a module that is not one of the eight counts as `core`, whatever its name, and what a module
may take from outside (`grpc`, `psycopg`, the generated stubs, `torch`) depends on its role as well. Only direct imports
are judged; import-linter's own contracts in .importlinter judge the indirect ones.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output

ROLES = frozenset({"model", "ports", "core", "adapters", "convert", "servicer", "settings", "__main__"})
MAY_IMPORT = {
    "model": {"model"},
    "ports": {"ports", "model"},
    "core": {"core", "ports", "model"},
    "adapters": {"adapters", "ports", "model"},
    "convert": {"convert", "model"},
    "servicer": {"servicer", "convert", "core", "model"},
    "settings": {"settings", "model"},
    "__main__": ROLES,
}

WIRE = {"buf", "google", "grpc", "grpc_status", "protovalidate", "tieout"}
DRIVER = {"pgvector", "psycopg", "psycopg_pool"}
DATABASE = DRIVER | {"services.common.db"}
NEURAL = {"openvino", "sentence_transformers", "torch", "transformers"}
MAY_NOT_TAKE = {
    "model": WIRE | DATABASE | NEURAL,
    "ports": WIRE | DATABASE | NEURAL,
    "core": WIRE | DATABASE | NEURAL,
    "settings": WIRE | DRIVER | NEURAL,
    "adapters": NEURAL,
    "convert": DATABASE | NEURAL,
    "servicer": DATABASE | NEURAL,
    "__main__": NEURAL,
}
MODEL_TAKES = sys.stdlib_module_names | {"numpy"}
DOMAIN_TAKES_FROM_COMMON = {
    "model": {"erasure", "errors", "printed", "types"},
    "ports": {"erasure", "errors", "identity", "types"},
    "core": {"deadline", "erasure", "errors", "identity", "printed", "telemetry", "types"},
}

# The places that may load a model, and the one folder that may open the database.
NEURAL_MODULES = {
    "services.common.encoders",
    "services.common.openvino_export",
    "services.embedder.adapters.cross_encoder",
    "services.embedder.adapters.segment_product",
}
DATABASE_PACKAGE = "services.common.db"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a module of ours stands: its service (`common` included), and its role where the service has roles."""

    service: str
    role: str | None


def place(module: str) -> Place | None:
    """Return the place of a module, or None for one that is not under `services`."""
    root, _, rest = module.partition(".")
    if root != "services" or not rest:
        return None
    service, *inside = rest.split(".")
    if service in {"common", "cli"} or not inside:
        return Place(service, None)
    # A large role may be split over files: `document_servicer` keeps the rules of `servicer`.
    named = (part if part in ROLES else part.rpartition("_")[2] for part in inside)
    return Place(service, next((role for role in named if role in ROLES), "core"))


def fault(importer: str, imported: str) -> str | None:
    """Return why `importer` may not import `imported`, or None where it may."""
    source, target = place(importer), place(imported)
    if source is None:
        return None
    outside = imported.partition(".")[0]
    if outside in NEURAL:
        return None if importer in NEURAL_MODULES else "only the encoders and the reranker adapter load models"
    if source.service == "common":
        return _fault_in_common(importer, imported, target)
    if target is not None and target.service != "common":
        return _fault_between_services(source, target)
    return _fault_by_role(source, imported, target)


def _fault_in_common(importer: str, imported: str, target: Place | None) -> str | None:
    if target is not None and target.service != "common":
        return "common imports no service"
    if imported.partition(".")[0] in {"psycopg", "psycopg_pool"} and not _within(importer, DATABASE_PACKAGE):
        return f"in common, only {DATABASE_PACKAGE} imports the driver"
    return None


def _fault_between_services(source: Place, target: Place) -> str | None:
    if source.service == "cli":
        if target.service != "cli" and target.role not in {None, "__main__"}:
            return "cli imports a service's __main__ builder and nothing deeper"
        return None
    if source.service != target.service:
        return "a service never imports another; they meet through the stubs and services.common.client"
    if source.role is None or target.role is None or target.role in MAY_IMPORT[source.role]:
        return None
    return f"{source.role} may import {', '.join(sorted(MAY_IMPORT[source.role]))}"


def _fault_by_role(source: Place, imported: str, target: Place | None) -> str | None:
    if source.role is None:
        return None
    for forbidden in MAY_NOT_TAKE[source.role]:
        if _within(imported, forbidden):
            return f"{source.role} may not take {forbidden}"
    if target is None:
        outside = imported.partition(".")[0]
        if source.role == "model" and outside not in MODEL_TAKES:
            return "model takes the standard library and numpy"
        return None
    from_common = DOMAIN_TAKES_FROM_COMMON.get(source.role)
    part = imported.removeprefix("services.common").lstrip(".").partition(".")[0]
    if from_common is not None and part and part not in from_common:
        return f"{source.role} takes {', '.join(sorted(from_common))} from common"
    return None


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


class RolesContract(Contract):
    """Check every direct import under `services` against the tables above."""

    type_name = "roles"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - the base class decides
        faults = [
            (importer, imported, why)
            for importer in sorted(graph.modules)
            if place(importer) is not None
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if (why := fault(importer, imported)) is not None
        ]
        lines = {
            (importer, imported): [
                detail["line_number"] for detail in graph.get_import_details(importer=importer, imported=imported)
            ]
            for importer, imported, _ in faults
        }
        metadata: dict[str, Any] = {"faults": faults, "lines": lines}
        return ContractCheck(kept=not faults, metadata=metadata)

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported, why in check.metadata["faults"]:
            numbers = ", ".join(str(number) for number in check.metadata["lines"][importer, imported])
            output.print_error(f"{importer} (line {numbers}) imports {imported}: {why}", bold=False)
