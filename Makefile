# Everything a newcomer needs: `make demo` and `make test` set up what they use.

PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
PIP_LOG := $(VENV)/pip.log
# Test processes; 0 runs them in one.
WORKERS ?= 2

DEMO := --store .docgrain/demo
ASK := $(BIN)/docgrain search --tenant acme --group legal $(DEMO)

.PHONY: help setup demo test lint types format bench ui lock clean
.DEFAULT_GOAL := help

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make .venv with the versions of requirements.lock

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "docgrain needs Python 3.11 or later: make PYTHON=/path/to/python3.11"; exit 2; }
	@echo "Setting up $(VENV) with $(PYTHON) (a few minutes the first time) ..."
	@$(PYTHON) -m venv $(VENV)
	@{ $(BIN)/python -m pip install --disable-pip-version-check -r requirements.lock && \
		$(BIN)/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	} > $(PIP_LOG) 2>&1 || { tail -n 20 $(PIP_LOG); echo "pip failed; all it said is in $(PIP_LOG)"; exit 1; }
	@touch $@

demo: setup ## Run the main job on the samples, then ask and score
	$(BIN)/docgrain run evals/samples $(DEMO)
	$(ASK) "How soon must we report missing castings to Halvorsted?"
	$(ASK) "Which law applies to the distribution agreement with Orrimund?"
	$(BIN)/docgrain search --tenant acme --group support --budget 600 $(DEMO) \
		"Gateway loses its MQTT connection every minute"
	$(BIN)/docgrain eval acme/supply --strategy all $(DEMO)

test: setup ## Run the tests
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile

lint: setup ## Check style, formatting and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo

types: setup ## Check types, strictly
	$(BIN)/mypy

format: setup ## Mend style and formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Time cutting beside other splitters, a run and a search beside their bare parts
	$(BIN)/python -m bench

ui: setup ## Open the Dagster UI on the demo's store
	$(BIN)/docgrain ui $(DEMO)

lock: ## Write requirements.lock anew from pyproject.toml
	@rm -rf $(VENV)-lock
	@$(PYTHON) -m venv $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' 2> $(VENV)-lock/pip.log \
		|| { tail -n 20 $(VENV)-lock/pip.log; exit 1; }
	@{ echo "# Written by make lock from pyproject.toml: docgrain[dev] with everything it needs."; \
		$(VENV)-lock/bin/python -m pip freeze --all --exclude pip --exclude-editable --disable-pip-version-check \
		2>/dev/null; } > requirements.lock
	@rm -rf $(VENV)-lock

clean: ## Remove .venv, the demo's store and what tools left behind
	rm -rf $(VENV) .docgrain/demo build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
