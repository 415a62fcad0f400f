# Each target sets up what it needs: a virtual environment of its own in .venv, on Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
# Tests start hundreds of processes, and each would compile the program anew.
unexport PYTHONDONTWRITEBYTECODE
CHECKED := tests/core tests/reading tests/speech tests/proof tests/project/test_walls.py tests/games/test_rules.py \
	tests/games/test_properties.py tests/games/test_suites.py tests/tsewnart tests/resistance \
	--ignore-glob='*_examples.py' --ignore-glob='*_formats.py' --ignore-glob='*_leaks.py'

.PHONY: demo check test deep crash browser golden pictures lint bench mutation catalogue font clean

demo: .venv/installed
	$(BIN)/adjudicator demo

# Before a commit, in a minute: lint, types, and what needs no disk nor another process (rules, cases, words, walls).
check: lint .venv/test-installed
	$(BIN)/python -m pytest -n auto --dist worksteal -q $(CHECKED)

# Before a push: all tests, each of what takes long by a sample.
test: .venv/test-installed
	$(BIN)/python -m pytest -n auto --dist worksteal

# What is too long for every day. All tests whole, with new examples each time (those that fail are kept in .hypothesis);
# every command that writes killed or refused something at each of its system calls; 200,000 hostile order files through
# whole commands; 10,000 hostile mails; 120 campaigns of 60 days against the model of the clock. Some hours on two processors.
deep: .venv/test-installed crash
	$(BIN)/python -m pytest -n auto --dist worksteal --deep
	PYTHONPATH=tests $(BIN)/python tests/support/hostile.py --files 200000 --jobs 2
	PYTHONPATH=tests $(BIN)/python tests/support/hostile_mails.py --mails 10000 --jobs 2
	PYTHONPATH=tests $(BIN)/python tests/support/clock_model.py --campaigns 120 --days 60 --jobs 2

# Kill every command that writes, and refuse it something, at each of its system calls on a campaign: some minutes.
crash: .venv/test-installed
	tests/strace.sh
	PYTHONPATH=tests $(BIN)/python tests/support/killing.py

# A browser for tests/reports/test_browser.py, once more: a machine may lose the one that it had.
browser: .venv/test-installed
	tests/browser.sh $(BIN)

# What was looked at and found good (tests/golden), written anew: read the difference before you commit it.
golden: .venv/test-installed
	$(BIN)/python -m pytest --golden -q

# The pictures with which the READMEs begin (docs/pictures): look at them before you commit them.
pictures: .venv/test-installed
	PYTHONPATH=tests $(BIN)/python tests/support/showcase.py

lint: .venv/lint-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/bench-installed
	$(BIN)/python benchmarks/bench.py

mutation: .venv/mutation-installed
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

# The catalogues as programs read them, from the .po files that people edit.
catalogue: .venv/babel-installed
	set -e; for file in adjudicator/locale/*/LC_MESSAGES/*.po; do \
		$(BIN)/pybabel compile -i $$file -o $${file%.po}.mo -l $$(basename $${file%/LC_MESSAGES/*}); done

# The font that pictures are drawn with, and the table of what it has, of an installed DejaVu Sans 2.37; the same bytes of the
# same file (tests/support/fontsubset.py says which).
FONT ?= /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
font: .venv/test-installed
	PYTHONPATH=tests $(BIN)/python tests/support/fontsubset.py $(FONT)

clean:
	rm -rf .venv dist build .pytest_cache .hypothesis .mypy_cache .ruff_cache mutants

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --editable .
	touch $@

# With a browser for tests/reports/test_browser.py: the one on the PATH, else the system's, else Playwright's own; with
# strace for tests/desk/test_kill.py, Dovecot for tests/mail; and with what checks the scripts of pages (tests/project/test_scripts.py).
.venv/test-installed: .venv/bin/python pyproject.toml tests/scripts/package-lock.json
	$(BIN)/pip install --quiet --editable '.[test]'
	tests/browser.sh $(BIN)
	tests/strace.sh
	tests/dovecot.sh
	tests/scripts.sh $(BIN)
	touch $@

.venv/babel-installed: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet 'babel==2.18.0'
	touch $@

.venv/lint-installed: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --editable '.[test,lint]'
	touch $@

.venv/bench-installed: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --editable '.[test,bench]'
	touch $@

.venv/mutation-installed: .venv/bin/python pyproject.toml
	$(BIN)/pip install --quiet --editable '.[test,mutation]'
	touch $@
