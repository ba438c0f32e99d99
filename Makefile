# Everything sets itself up: a virtual environment in .venv, the packages, a browser. The second time is quick.
PYTHON := $(shell command -v python3 || command -v python || echo python3)
BIN := .venv/bin
TESTS ?= tests
# Tests often wait for a browser or a program: three times as many at once as there are processors keep these busy.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(min(16, 3 * (os.cpu_count() or 2)))")

.DEFAULT_GOAL := help
.PHONY: help demo test check docs wheel mutants bench setup packages clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1@\2/p' Makefile | awk -F@ '{ printf "%-14s %s\n", $$1, $$2 }'

demo: setup ## Run a program on the sample shop, then once more from its recording; no key, no network
	@$(BIN)/askonce demo

test: ## Run the tests (TESTS=tests/shop for some of them, LONG=1 for those that take long as well)
	@$(PYTHON) scripts/setup.py --for-tests
	@PYTHONDONTWRITEBYTECODE= NODE_COMPILE_CACHE="$(CURDIR)/.pytest_cache/node" ASKONCE_BROWSER="$${ASKONCE_BROWSER:-$$(command -v chromium-headless-shell)}" \
		$(BIN)/pytest --workers $(WORKERS) $(if $(LONG),--hypothesis-profile=thorough,-m "not long") $(TESTS)

check: packages ## Formatting, lint, types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/mypy
	$(BIN)/python scripts/stubs.py --check
	$(BIN)/lint-imports

docs: ## Build the documentation into site/ (SERVE=1 to read it at http://127.0.0.1:8000 while you write)
	@$(PYTHON) scripts/setup.py --no-browser --for-docs
	@$(BIN)/python scripts/docs_pages.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(if $(SERVE),serve,build) --strict

wheel: packages ## Build the package and try its wheel in empty environments (QUICK=1 with one Python)
	@$(BIN)/python scripts/wheel.py $(if $(QUICK),--quick)

mutants: packages ## Mutation tests of one room (ROOM=values, QUICK=1 for a sample)
	@$(BIN)/python scripts/mutants.py $(or $(ROOM),$(error name a room: make mutants ROOM=values)) $(if $(QUICK),--quick)

bench: setup ## Measure rounds, tokens, finding, replays and reports
	$(BIN)/python benchmarks/overhead.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/act_cost.py
	$(BIN)/python benchmarks/finding.py
	$(BIN)/python benchmarks/replay.py
	$(BIN)/python benchmarks/phone_replay.py
	$(BIN)/python benchmarks/report.py --quick

setup:
	@$(PYTHON) scripts/setup.py

packages:
	@$(PYTHON) scripts/setup.py --no-browser

clean: ## Remove the virtual environment, caches and runs
	rm -rf .venv .mutants site askonce_run .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist .mypy_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +
