"""The manifests as the real kubectl renders them: valid for Kubernetes, and true to what the services read and need."""

from __future__ import annotations

import dataclasses
import importlib
import os
import re
import subprocess
import tomllib
import typing
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from scripts.kubectl import kubectl
from services.cli.state import PROCESSES, SERVICES
from services.common.runtime import RuntimeSettings
from services.common.settings import load

CHECKOUT = Path(__file__).resolve().parents[2]
DEPLOY = CHECKOUT / "deploy"
KUSTOMIZE = DEPLOY / "kustomize"
COMPONENTS = sorted(path.name for path in (KUSTOMIZE / "components").iterdir())
KUBERNETES = "1.37"
RENDERED = ["base", "overlays/dev", "overlays/prod"]
# Pods of components, which are there where they are laid over.
LAID_OVER = ("pgbouncer", "indexer")
HOSTED = {"hosted-embedder": ("embedder", "HOSTED"), "language-model": ("answerer", "LANGUAGE")}
# Cleanup of handlers that were cut, and the last export of telemetry.
AFTER_GRACE = timedelta(seconds=2 + 3)

Manifest = dict[str, Any]


@cache
def render(folder: Path) -> tuple[Manifest, ...]:
    """What `kubectl kustomize` makes of a folder."""
    done = subprocess.run([kubectl(), "kustomize", folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return tuple(one for one in yaml.safe_load_all(done.stdout) if one)


def of_kind(manifests: tuple[Manifest, ...], kind: str) -> dict[str, Manifest]:
    return {one["metadata"]["name"]: one for one in manifests if one["kind"] == kind}


def pods(manifests: tuple[Manifest, ...]) -> Iterator[tuple[str, Manifest]]:
    """Name and pod spec of everything that runs."""
    for one in manifests:
        if one["kind"] in {"Deployment", "StatefulSet", "Job"}:
            yield one["metadata"]["name"], one["spec"]["template"]["spec"]


def variables(container: Manifest) -> dict[str, str]:
    """A container's environment; what comes from a Secret or a field as a word of its own."""
    return {one["name"]: str(one.get("value", "from-elsewhere")) for one in container["env"]}


def known_variables(settings: type[Any], prefix: str) -> Iterator[str]:
    """Every variable that a settings class reads."""
    hints = typing.get_type_hints(settings)
    for field in dataclasses.fields(settings):
        if dataclasses.is_dataclass(hints[field.name]):
            inner = field.metadata.get("prefix", "")
            yield from known_variables(hints[field.name], prefix + (f"{inner}_" if inner else ""))
        else:
            yield prefix + field.name.upper()


def settings_of(service: str) -> type[Any]:
    return typing.cast("type[Any]", importlib.import_module(f"services.{service}.settings").Settings)


def with_component(tmp_path: Path, *components: str, more: str = "") -> Path:
    """A folder that lays components over the base, as an overlay of one's own would."""
    # kustomize takes relative paths only.
    parts = ("base", *(f"components/{component}" for component in components))
    base, *laid = (os.path.relpath(KUSTOMIZE / part, tmp_path) for part in parts)
    (tmp_path / "kustomization.yaml").write_text(f"resources: [{base}]\ncomponents: [{', '.join(laid)}]\n{more}")
    return tmp_path


def of_config(manifests: tuple[Manifest, ...], container: Manifest) -> dict[str, str]:
    """What a container's environment gets from ConfigMaps."""
    maps = of_kind(manifests, "ConfigMap")
    return {
        one["prefix"] + name: value
        for one in container.get("envFrom", ())
        for name, value in maps[one["configMapRef"]["name"]]["data"].items()
    }


def selected_by(policy: Manifest, labels: dict[str, str]) -> bool:
    """Whether a network policy is about pods with these labels."""
    selector = policy["spec"]["podSelector"]
    expressions = selector.get("matchExpressions", ())
    return selector.get("matchLabels", {}).items() <= labels.items() and all(
        labels.get(one["key"]) in one["values"] for one in expressions
    )


@pytest.mark.parametrize("folder", RENDERED)
def test_everything_rendered_is_valid_for_kubernetes(folder: str) -> None:
    for manifest in render(KUSTOMIZE / folder):
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


@pytest.mark.parametrize("component", COMPONENTS)
def test_a_component_alone_over_the_base_is_valid_and_has_a_readme(component: str, tmp_path: Path) -> None:
    for manifest in render(with_component(tmp_path, component)):
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)
    assert (KUSTOMIZE / "components" / component / "README.md").read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("folder", RENDERED)
def test_every_pod_runs_without_rights_and_within_limits(folder: str) -> None:
    """Non-root, no capabilities, a read-only root, the runtime's seccomp profile, a memory limit, no service token."""
    for name, pod in pods(render(KUSTOMIZE / folder)):
        security = pod["securityContext"]
        assert security["runAsNonRoot"] is True, name
        assert security["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert pod["automountServiceAccountToken"] is False, name
        for container in pod["containers"]:
            own = container["securityContext"]
            assert own["capabilities"] == {"drop": ["ALL"]}, name
            assert own["allowPrivilegeEscalation"] is False, name
            # PostgreSQL of the development overlay writes beside its volume.
            assert own.get("readOnlyRootFilesystem") is True or name == "postgresql", name
            assert {"cpu", "memory"} <= container["resources"]["requests"].keys(), name
            assert "memory" in container["resources"]["limits"], name


@pytest.mark.parametrize("process", PROCESSES)
def test_the_kubelet_probes_the_admin_port_by_number(process: str) -> None:
    """Native gRPC probes take no name; liveness asks no dependency, readiness does."""
    (container,) = of_kind(render(KUSTOMIZE / "base"), "Deployment")[process]["spec"]["template"]["spec"]["containers"]
    (admin,) = (port["containerPort"] for port in container["ports"] if port["name"] == "admin")
    assert container["livenessProbe"]["grpc"] == {"port": admin, "service": "liveness"}
    assert container["startupProbe"]["grpc"] == {"port": admin, "service": "liveness"}
    assert container["readinessProbe"]["grpc"] == {"port": admin, "service": "readiness"}


@pytest.mark.parametrize("process", PROCESSES)
def test_a_pod_has_time_to_drain(process: str) -> None:
    pod = of_kind(render(KUSTOMIZE / "base"), "Deployment")[process]["spec"]["template"]["spec"]
    environment = {name: value for name, value in variables(pod["containers"][0]).items() if "DATABASE" not in name}
    runtime = load(RuntimeSettings, process, environment)
    needed = 2 * runtime.drain_delay + runtime.grace + AFTER_GRACE
    assert timedelta(seconds=pod["terminationGracePeriodSeconds"]) > needed


@pytest.mark.parametrize("folder", RENDERED)
@pytest.mark.parametrize("process", PROCESSES)
def test_a_service_reads_every_variable_that_it_is_given(process: str, folder: str) -> None:
    """And is given all that it must have: a typing error would otherwise be a default in production."""
    (container,) = of_kind(render(KUSTOMIZE / folder), "Deployment")[process]["spec"]["template"]["spec"]["containers"]
    environment = variables(container)
    prefix = f"TIEOUT_{process.upper()}_"
    given = {name for name in environment if name.startswith("TIEOUT_")}
    assert given <= set(known_variables(settings_of(process), prefix))
    settings = load(settings_of(process), process, environment)
    assert settings.runtime.admin_address == "0.0.0.0:57200"


@pytest.mark.parametrize("folder", RENDERED)
def test_peers_are_dialled_at_headless_services_that_exist(folder: str) -> None:
    manifests = render(KUSTOMIZE / folder)
    services = of_kind(manifests, "Service")
    for name in SERVICES:
        assert services[name]["spec"]["clusterIP"] == "None", f"{name}: gRPC would stay on one pod"
    for name, pod in pods(manifests):
        for container in pod["containers"]:
            for variable, value in variables(container).items() if "env" in container else ():
                if variable.endswith("_TARGET"):
                    scheme, host, port = re.fullmatch(r"(dns:///)(\w+):(\d+)", value).groups()  # type: ignore[union-attr]
                    assert scheme, name
                    assert int(port) in {one["port"] for one in services[host]["spec"]["ports"]}, variable


@pytest.mark.parametrize("folder", RENDERED)
def test_selectors_and_accounts_meet_what_they_name(folder: str) -> None:
    manifests = render(KUSTOMIZE / folder)
    labels = [
        one["spec"]["template"]["metadata"]["labels"]
        for one in manifests
        if one["kind"] in {"Deployment", "StatefulSet", "Job"}
    ]
    selectors = [one["spec"]["selector"]["matchLabels"] for one in of_kind(manifests, "PodDisruptionBudget").values()]
    selectors += [one["spec"]["selector"] for one in of_kind(manifests, "Service").values()]
    for policy in of_kind(manifests, "NetworkPolicy").values():
        named = policy["spec"]["podSelector"].get("matchExpressions", [])
        selectors += [{one["key"]: value} for one in named for value in one["values"] if value not in LAID_OVER]
    for selector in selectors:
        assert any(selector.items() <= found.items() for found in labels), selector
    accounts = of_kind(manifests, "ServiceAccount")
    for name, pod in pods(manifests):
        assert pod.get("serviceAccountName", "default") in {*accounts, "default"}, name
    assert set(PROCESSES) <= set(of_kind(manifests, "PodDisruptionBudget"))


def test_each_service_gets_its_own_roles_secret_and_no_other() -> None:
    for process in PROCESSES:
        (container,) = of_kind(render(KUSTOMIZE / "base"), "Deployment")[process]["spec"]["template"]["spec"][
            "containers"
        ]
        secrets = {
            one["valueFrom"]["secretKeyRef"]["name"]
            for one in container["env"]
            if "secretKeyRef" in one.get("valueFrom", {})
        }
        assert secrets == {f"tieout-{process}"}


def test_mutual_tls_reaches_every_process_and_the_mounted_files() -> None:
    for process in PROCESSES:
        pod = of_kind(render(KUSTOMIZE / "overlays/prod"), "Deployment")[process]["spec"]["template"]["spec"]
        settings = load(RuntimeSettings, process, variables(pod["containers"][0]))
        assert settings.tls.enabled, process
        mounts = {one["mountPath"]: one["name"] for one in pod["containers"][0]["volumeMounts"]}
        volume = next(one for one in pod["volumes"] if one["name"] == mounts["/etc/tieout/tls"])
        assert volume["secret"]["secretName"] == f"tieout-tls-{process}"


@pytest.mark.parametrize("component", HOSTED)
def test_a_hosted_part_is_configured_by_a_map_and_its_key_is_a_mounted_file(component: str, tmp_path: Path) -> None:
    """As its README says: the overlay names the endpoint, the Secret holds the key, and the service reads both."""
    process, group = HOSTED[component]
    mine = ["BASE_URL=https://models.example.org/v1", "MODEL=mine", *(["DIMENSIONS=768"] if group == "HOSTED" else [])]
    more = f"configMapGenerator:\n  - {{name: {component}, literals: {mine}}}\n"
    manifests = render(with_component(tmp_path, component, more=more))
    pod = of_kind(manifests, "Deployment")[process]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    given = of_config(manifests, container)
    environment = variables(container) | given
    read = set(known_variables(settings_of(process), f"TIEOUT_{process.upper()}_"))
    assert {name for name in environment if name.startswith("TIEOUT_")} <= read
    settings = load(settings_of(process), process, environment)
    hosted = getattr(settings, group.lower())
    assert (hosted.configured, hosted.base_url, hosted.model) == (True, "https://models.example.org/v1", "mine")
    mounts = {one["mountPath"]: one for one in container["volumeMounts"]}
    mount = mounts[str(hosted.api_key_file.parent)]
    assert mount["readOnly"] is True
    volume = next(one for one in pod["volumes"] if one["name"] == mount["name"])
    assert volume["secret"]["secretName"] == f"tieout-{component}"
    assert hosted.api_key_file.name == "key"
    assert not [name for name in environment if name.endswith("API_KEY")], "no key in the environment"


def test_the_retriever_reads_the_calibrations_of_hosted_spaces_where_there_are_any(tmp_path: Path) -> None:
    manifests = render(with_component(tmp_path, "hosted-embedder"))
    pod = of_kind(manifests, "Deployment")["retriever"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    folder = load(settings_of("retriever"), "retriever", variables(container)).calibrations
    name = next(one["name"] for one in container["volumeMounts"] if one["mountPath"] == str(folder))
    assert next(one for one in pod["volumes"] if one["name"] == name)["configMap"]["optional"] is True


@pytest.mark.parametrize("component", HOSTED)
def test_a_hosted_part_is_let_out_to_public_addresses_and_nobody_else_is(component: str, tmp_path: Path) -> None:
    manifests = render(with_component(tmp_path, component, "network-policies"))
    policies = of_kind(manifests, "NetworkPolicy").values()

    def is_let_out(labels: dict[str, str]) -> bool:
        rules = [rule for one in policies if selected_by(one, labels) for rule in one["spec"].get("egress", ())]
        blocks = [to["ipBlock"] for rule in rules for to in rule.get("to", ()) if "ipBlock" in to]
        assert all({"10.0.0.0/8", "169.254.0.0/16"} <= set(block["except"]) for block in blocks)
        return bool(blocks)

    labels = {
        name: one["spec"]["template"]["metadata"]["labels"] for name, one in of_kind(manifests, "Deployment").items()
    }
    assert [name for name in labels if is_let_out(labels[name])] == [HOSTED[component][0]]


def test_the_indexer_reaches_postgresql_and_the_collector(tmp_path: Path) -> None:
    laid = render(with_component(tmp_path, "indexes", "network-policies", "opentelemetry"))
    indexer = of_kind(laid, "Deployment")["indexer"]["spec"]["template"]
    open_to = {
        name
        for name, one in of_kind(laid, "NetworkPolicy").items()
        if selected_by(one, indexer["metadata"]["labels"]) and one["spec"].get("egress")
    }
    assert open_to == {"dns", "to-postgresql", "to-collector"}
    assert "OTEL_EXPORTER_OTLP_ENDPOINT" in variables(indexer["spec"]["containers"][0])


@pytest.mark.parametrize("component", [one for one in COMPONENTS if one != "network-policies"])
def test_no_component_closes_a_pod_that_was_open(component: str, tmp_path: Path) -> None:
    """A policy that opens one way closes all others, so all of them stand with the one that closes everything."""
    assert not of_kind(render(with_component(tmp_path, component)), "NetworkPolicy")


def test_images_are_targets_of_the_dockerfile_that_run_as_nobody() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    stages = {name: parent for parent, name in re.findall(r"^FROM (\S+) AS (\S+)$", text, re.MULTILINE)}
    for folder in ("overlays/dev", "overlays/prod"):
        for name, pod in pods(render(KUSTOMIZE / folder)):
            if name in {*PROCESSES, "migrate"}:
                image = pod["containers"][0]["image"].rpartition(":")[0].rpartition("/")[2]
                assert stages[image] == "run", f"{image} is not built on the stage that drops root"
    run = text[text.index(" AS run") :]
    assert "USER 10001:10001" in run[: run.index("\nFROM")]
    groups = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    assert set(re.findall(r"--group (\w+)", text)) <= groups.keys()


def test_compose_gives_services_what_they_read() -> None:
    stack = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    stages = set(re.findall(r"^FROM \S+ AS (\S+)$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE))
    for process in PROCESSES:
        service = stack["services"][process]
        given = {name for name in service["environment"] if name.startswith("TIEOUT_")}
        assert given <= set(known_variables(settings_of(process), f"TIEOUT_{process.upper()}_")), process
        from_file = {f"TIEOUT_{process.upper()}_DATABASE_DSN": "postgresql://"}
        load(settings_of(process), process, {**service["environment"], **from_file})
        assert service["build"]["target"] in stages
        assert service["read_only"] is True
        for target in (value for name, value in service["environment"].items() if name.endswith("_TARGET")):
            assert target.removeprefix("dns:///").partition(":")[0] in stack["services"]
