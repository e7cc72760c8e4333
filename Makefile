# The whole interface: make verify, make check, make test, make slow, make soak, make lint, make coverage, make oldest, make bench, make peers, make attack, make weaken,
# make browser, make formal, make checker, make docs, make paper, make dist, make tour, make release, make setup, make clean.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# Compiled modules are kept, whatever the environment says: the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup verify check test slow soak lint style types coverage oldest bench peers attack weaken browser formal checker docs paper dist tour release clean

setup: $(STAMP)

# cdd.gmp is built from source, against the headers of cddlib and GMP.
$(STAMP): pyproject.toml Makefile
	@PYTHON=$(PYTHON) sh .ci/headers
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@$(BIN)/python -m arrangements.warm
	@touch $@

verify: setup
	$(BIN)/arrangements verify

lint: style types

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/python -m tests.prose

types: setup
	$(BIN)/mypy

# What a contributor runs before every commit: under a minute. What make lint leaves out, and the tests of names, pages and layers.
check: lint
	$(BIN)/python -m pytest -n auto --dist worksteal tests/architecture tests/api tests/test_documentation.py tests/layers/test_configuration.py \
		tests/test_methods.py tests/decide/test_checker.py README.md

# Everything, with the tests that took longest. The types are checked beside the first tests, and told of at the end.
test: style
	@mkdir -p build
	@$(MAKE) --no-print-directory types >build/types.txt 2>&1 & types=$$!; \
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 20 --durations-min 2; failed=$$?; \
	wait $$types || failed=1; cat build/types.txt; exit $$failed

# What make test leaves out as it takes minutes: whole ranges, large files, ten kills of one audit.
slow: setup
	$(BIN)/python -m pytest -n auto --dist worksteal -m "slow and not peer and not bench" --durations 20 $(TESTS)

# make test in random order, RUNS times, the second half of them beside LOAD busy processes: whatever fails once is a fault. Hours.
soak: setup
	$(BIN)/python -m tests.soak --runs $(or $(RUNS),10) --load $(or $(LOAD),8) $(TESTS)

# Which lines no test runs, in processes of commands too; compiled kernels are not seen. Slow: the tests run traced.
coverage: setup
	@mkdir -p build/coverage && rm -f build/coverage/data*
	COVERAGE_PROCESS_START="$(CURDIR)/pyproject.toml" COVERAGE_FILE="$(CURDIR)/build/coverage/data" $(BIN)/python -m pytest -n auto --dist worksteal --timeout 1800 $(TESTS); failed=$$?; \
	$(BIN)/coverage combine --quiet && $(BIN)/coverage report && exit $$failed

# The tests with the lower bounds of pyproject.toml, in an environment of their own.
oldest: setup
	@sh .ci/oldest "$(CURDIR)/$(BIN)"

# What needs other programs (installed where that is permitted), a browser or a network; models are downloaded to a temporary folder.
peers: setup
	@PYTHON=$(PYTHON) sh .ci/peers
	$(BIN)/python -m pytest -m peer -s -rs

# Figures go to build/figures.json, or to FIGURES=FILE, and are compared with those of the last run there; ratios
# to SageMath, polymake and TOPCOM are among them where these are installed (make peers installs them).
bench: setup
	$(BIN)/python -m pytest -m bench -s $(if $(FIGURES),--figures $(FIGURES))
	$(BIN)/python -m pytest tests/interop tests/bench -m peer -s -rs $(if $(FIGURES),--figures $(FIGURES))

# Half an hour on two cores; the seeds are printed, and each failure says how to repeat it.
attack: setup
	$(BIN)/python -m pytest tests/fuzz -m attack --attack 200 -n 2 -rP

# Every condition of the checker of proofs is weakened in turn; the files of tests/decide/certificates must notice. Ten minutes.
weaken: setup
	$(BIN)/python -m tests.decide.certificates.weaken

# The page of `arrangements explore` in a real browser; `make test` runs the same where Chromium and Playwright are there.
browser: setup
	@sh .ci/chromium
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'
	$(BIN)/python -m pytest tests/explore

# The checker of proofs in one file, for reviewers.
checker: setup
	@mkdir -p build
	$(BIN)/python -m arrangements.proof.joined_checker > build/checker.py

# Coq is not a Python package: these proofs need Coq and python3, and no virtual environment.
formal:
	@sh .ci/coq
	@$(PYTHON) -m proofs.coq.check $(CERTIFICATE)
	@$(PYTHON) -m tests.coq.guard

# The book, without a network; a warning is an error. Pages of names that are gone are not kept.
docs: setup
	rm -rf docs/reference/python
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs

# The paper and the page of results as PDF in build/paper.
paper:
	@sh .ci/paper

# A wheel and a source archive in dist/, and wheels of pycddlib with cddlib and GMP inside, so that `pip install --find-links dist exact-arrangements`
# needs no compiler and no headers; then make tour. For PYTHONS="3.11 3.12 3.13", as far as they are here.
dist: setup
	@sh .ci/dist "$(CURDIR)/$(BIN)"

# The first page and its three doors, with what is in dist, in clean environments without a compiler: PYTHONS="3.11 3.12 3.13", INSTALLERS="pip uv pipx".
tour: setup
	@sh .ci/tour "$(CURDIR)/$(BIN)"

# The date into CHANGELOG.md and CITATION.cff, make test, make dist, a commit and a tag; DRY=1 builds and says what is missing.
release: setup
	$(BIN)/python .ci/release.py $(if $(DRY),--dry-run)

clean:
	rm -rf .venv .venv-peers build/formal build/docs docs/reference/python dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
