# The two main commands are `make run` and `make test`; each installs what it needs.
PYTHON ?= python3
BIN := .venv/bin
# Run one more test process than there are cores, but at most four: many tests wait for a browser or another process.
WORKERS := $(shell n=$$(nproc 2>/dev/null || echo 1); echo $$((n < 4 ? n + 1 : 4)))

.PHONY: install cluster run test check format soak docs wheels package check-automation clean

install: .venv/installed

# Install what the workers and the clients of a Dask cluster need.
cluster: install
	@PYTHON=$(PYTHON) sh scripts/install '.[all,cluster]'

run: install
	@$(BIN)/tilewright serve

# The file conftest.py determines the order of the test files; without the last option, xdist would start files
# with few tests last.
test: .venv/installed-test
	@sh scripts/programs
	@sh scripts/node-packages
	@$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder

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
	@$(BIN)/python -m pytest tests --long -m long

# Build the wheels of a release in the folder dist: a pure one, and one with compiled kernels.
wheels: install
	@$(BIN)/python scripts/build_wheels.py

# Build the source distribution and the pure wheel in the folder dist, and check both.
package: .venv/installed-release
	@rm -rf dist
	@$(BIN)/python -m build --outdir dist .
	@$(BIN)/twine check --strict dist/*
	@$(BIN)/check-wheel-contents dist/*.whl

# Check the container files, the workflows and the citation file.
check-automation: .venv/installed-release
	@sh scripts/check-automation

# Build the documentation site in the folder site; a warning is an error.
docs: .venv/installed-docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in the folder site; start with site/index.html."

clean:
	rm -rf .venv dist site node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.venv/installed: pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) sh scripts/install '.[all]'
	@touch $@

.venv/installed-test: pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) sh scripts/install '.[test]'
	@touch .venv/installed $@

.venv/installed-docs: pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) sh scripts/install '.[docs]'
	@touch .venv/installed $@

.venv/installed-release: pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) sh scripts/install '.[all,release]'
	@touch .venv/installed $@
