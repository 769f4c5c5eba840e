# SPDX-License-Identifier: Apache-2.0
# The front door: `make help`. It hands what was typed to scripts/wavelock, which judges, builds and runs. The rules of
# the build are in mk/build.mk.
#
# What was typed goes there as one text in the environment (WAVELOCK_TYPED). No shell reads it, and '$' means nothing.
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory
VERBS := help list sim run random check test waves debug replay shrink diff cover nightly tools install clean

export WAVELOCK_TYPED := $(MAKEOVERRIDES)
export WAVELOCK_GOALS := $(MAKECMDGOALS)
MAKEOVERRIDES :=
$(foreach v,$(filter-out MAKEFLAGS -*-%,$(.VARIABLES)),$(if $(filter command,$(firstword $(origin $v))),$(eval \
  unexport $v)))

# pyenv's python3 is a script that looks for Python: looking takes four times as long as starting. On a machine without
# Python the setup speaks first.
PYTHON := $(shell command -v python3)
PYTHON := $(if $(findstring /shims/,$(PYTHON)),$(or $(wildcard /usr/bin/python3),$(PYTHON)),$(PYTHON))
# After help, verbs are what it is to tell of.
door = $(if $(and $(filter help,$(firstword $(MAKECMDGOALS))),$(filter-out help,$@)),@:,+@$(if \
  $(PYTHON),,scripts/setup && )exec $(or $(PYTHON),python3) scripts/wavelock)

.PHONY: $(VERBS) FORCE
$(VERBS): ; $(door) $@
# A file of the build by its name.
build/%: FORCE ; $(door) $@
FORCE Makefile: ;
# What is no verb.
.DEFAULT: ; $(door) '$(subst ','\'',$@)'
