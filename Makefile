# Two commands do all the set-up: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGES := src/mecenate/server/web/index.html
unexport PYTHONDONTWRITEBYTECODE # hundreds of processes start in the tests: none should compile all of Python's modules anew
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/.svelte-kit/*' 2>/dev/null)

# uv takes a third of pip's time. Where it is not to be had, or finds no packages where pip does, pip installs.
define install
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt -e '$(1)' 2>/dev/null || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt -e '$(1)'
	@touch $@
endef

.PHONY: play terminal test web screenshots soak lint compiled checked wheels embed constraints clean

play:
	@$(MAKE) --no-print-directory --jobs 2 $(VENV)/installed $(PAGES)
	@$(BIN)/mecenate serve --open

terminal: $(VENV)/installed
	@$(BIN)/mecenate play

# `lint` and `checked` are among the tests. A test has one core: more threads for its matrices only wait for each other.
test: export OPENBLAS_NUM_THREADS = 1
test: $(VENV)/installed-dev $(PAGES) compiled
	@$(BIN)/pytest -n 2 --dist worksteal

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

$(VENV)/uv: $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv || \
		echo "Without uv, pip installs: that takes a little longer."
	@touch $@

$(VENV)/installed: $(VENV)/uv pyproject.toml constraints.txt
	@echo "Installing Mecenate into $(VENV) ..."
	$(call install,.[compile])

$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing what the tests need ..."
	$(call install,.[dev])

$(VENV)/installed-wheels: $(VENV)/installed
	@echo "Installing what building wheels needs ..."
	$(call install,.[wheels])

# The newest versions that pyproject.toml allows, for every Python and system; `make test` afterwards tells whether they will do.
constraints: $(VENV)/uv
	@$(BIN)/uv pip compile pyproject.toml --all-extras --group tools --universal --python-version 3.11 --upgrade --quiet \
		--no-annotate --strip-extras --custom-compile-command 'make constraints' --output-file constraints.txt

clean:
	rm -rf $(VENV) build dist web/node_modules src/mecenate/server/web
