# The two main commands are `make run` and `make test`; each installs what it needs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: install cluster run test check format soak wheels clean

install: .venv/installed

# Install what the workers and the clients of a Dask cluster need.
cluster: install
	@PYTHON=$(PYTHON) sh scripts/install '.[cluster]'

run: install
	@$(BIN)/tilewright serve

test: .venv/installed-test
	@sh scripts/programs
	@$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile

check: .venv/installed-test
	$(BIN)/ruff check src tests soak scripts conftest.py hatch_build.py
	$(BIN)/ruff format --check src tests soak scripts conftest.py hatch_build.py
	$(BIN)/mypy
	$(BIN)/lint-imports
	@sh scripts/check-javascript

format: .venv/installed-test
	$(BIN)/ruff check --fix src tests soak scripts conftest.py hatch_build.py
	$(BIN)/ruff format src tests soak scripts conftest.py hatch_build.py

soak: .venv/installed-test
	@sh scripts/programs
	@$(BIN)/python -m pytest soak

# Build the wheels of a release in the folder dist: a pure one, and one with compiled kernels.
wheels: install
	@$(BIN)/python scripts/build_wheels.py

clean:
	rm -rf .venv node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.venv/installed: pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) sh scripts/install .
	@touch $@

.venv/installed-test: pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) sh scripts/install '.[test]'
	@touch .venv/installed $@
