# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGES := src/mecenate/server/web/index.html
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/.svelte-kit/*' 2>/dev/null)

.PHONY: play terminal test web screenshots soak lint compiled checked wheels embed clean

play: $(VENV)/installed $(PAGES)
	@$(BIN)/mecenate serve --open

terminal: $(VENV)/installed
	@$(BIN)/mecenate play

test: $(VENV)/installed-dev
	@$(MAKE) --no-print-directory --jobs 2 compiled lint checked
	@$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

soak: embed
	@$(BIN)/mecenate soak
	@$(BIN)/python bench/platforms.py build/embed

lint: $(VENV)/installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/pyright

compiled: $(VENV)/installed
	@$(BIN)/mecenate warmup

embed: $(VENV)/installed-wheels
	@$(BIN)/python -m mecenate.compiler.embed build/embed

checked: $(PAGES)
	@$(BIN)/python web/build.py --check

web: $(PAGES)

screenshots: $(VENV)/installed-dev $(PAGES)
	@$(BIN)/python tests/web/screenshots.py build/screenshots

wheels: $(VENV)/installed-wheels $(PAGES)
	@$(BIN)/python hatch_build.py

$(PAGES): $(WEB) $(VENV)/bin/python
	@$(BIN)/python web/build.py

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Mecenate needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -c 'import runpy; why = runpy.run_path("src/mecenate/core/machine.py")["too_new"](); \
		why and print(f"{why}: without any, games run far slower. An older one: make PYTHON=python3.12 $(MAKECMDGOALS)")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	@echo "Installing Mecenate into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[compile]'
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/installed-wheels: $(VENV)/installed
	@echo "Installing what building wheels needs ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[wheels]'
	@touch $@

clean:
	rm -rf $(VENV) build dist web/node_modules src/mecenate/server/web
