# Everything a newcomer or a maintainer types. `make play` and `make test` set up all they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# Tests wait half of their time: for sockets, processes, a browser.
WORKERS := $(shell $(PYTHON) -c 'import os; print(3 * (os.cpu_count() or 2) // 2)')
CATALOGUES := $(basename $(notdir $(wildcard bot/texts/locales/*.po)))

.PHONY: help play cluster run test lint format messages bench bench-tables bench-cluster mutate clean
help:           ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "SCOUT needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV), once; this takes a minute or more."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

play: $(STAMP)  ## the real bot in your browser: no Discord account, no token
	$(BIN)/python -m bot play $(ARGS)

cluster: $(STAMP) ## the same as four processes on PostgreSQL, which must be installed
	$(BIN)/python -m bot play --cluster 4 $(ARGS)

run: $(STAMP)   ## the real bot on Discord: needs DISCORD_TOKEN in .env
	$(BIN)/python -m bot run

test: $(STAMP)  ## every test
	$(BIN)/python -m engine.players.fast
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

lint: $(STAMP)  ## format check, lint, types, import directions
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP) ## put the code in its one layout
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

messages: $(STAMP) ## bring the catalogues up to date with what the code says
	mkdir -p build
	$(BIN)/pybabel -q extract -k N_ -k NP_:1c,2 -k pgettext:1c,2 --no-location --sort-output \
	  --add-comments=Translators: -o build/scout.pot bot
	for one in $(CATALOGUES); do $(BIN)/pybabel -q update -w 100 --no-fuzzy-matching --ignore-obsolete \
	  -i build/scout.pot -l $$one -o bot/texts/locales/$$one.po || exit 1; done

bench: $(STAMP) ## measured speeds, as quoted in the READMEs of what is measured
	$(BIN)/python -m pytest tests/benchmarks --benchmark-enable --benchmark-only -p no:xdist $(ARGS)

bench-tables: $(STAMP) ## 200 tables at once against the real bot; takes some ten minutes
	$(BIN)/python -m tests.benchmarks.tables --rate 15 --runs 3 $(ARGS)
	$(BIN)/python -m tests.benchmarks.tables --rate 40 --text-only --runs 3 $(ARGS)
	$(BIN)/python -m tests.benchmarks.tables --sleeping 5000 $(ARGS)

SAMPLE ?= 600
bench-cluster: $(STAMP) ## several processes on a PostgreSQL of their own: speed, and what they outlive
	$(BIN)/python -m tests.benchmarks.cluster speed $(ARGS)
	$(BIN)/python -m tests.benchmarks.cluster kills

mutate: $(STAMP) ## faults planted in the engine's core, SAMPLE=600 by chance; takes an hour
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[mutate]'
	$(BIN)/mutmut run 'engine.fairness.*'  # writes all mutants down, and which tests reach them
	$(BIN)/python -m tests.mutants --size $(SAMPLE)

clean:          ## forget the environment and caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks *.egg-info build mutants
