# SPDX-License-Identifier: Apache-2.0
# Sources and tests of the golden model, relative to the root of the tree. Each test is one program.

# Its layers, each a folder, lowest first. The two ways to run it, standalone and lockstep, do not know each other.
MODEL_LAYERS := isa decode execute memory wave control standalone lockstep

# The files that execute vector instructions are compiled once per level of the host (refmodel/execute/vector_host.h):
# object x.avx2.o is x.c at level avx2. Each encoding has its own file, so that an edit of one isa/*.def compiles only
# that one.
VECTOR_SRCS := $(wildcard refmodel/execute/vector_vop*.c) refmodel/execute/vector_execute.c
# The level pure computes floats on integers: the compiler may use no float register (scripts/wl/checks/pure.py looks).
# Two lanes in one integer register it may not have either: GCC 12 then drops the upper half of products
# (v_mul_hi_u32_u24).
MACHINE := $(shell $(CC) -dumpmachine)
HOST_pure := -DWL_PURE $(if $(filter x86_64-% aarch64-%,$(MACHINE)),-mgeneral-regs-only) -fno-tree-vectorize
HOST_base :=
ifneq ($(filter x86_64-%,$(MACHINE)),)
HOST_avx2 := -mavx2 -mfma -mf16c -mbmi -mbmi2 -mpopcnt
HOST_avx512 := $(HOST_avx2) -mavx512f -mavx512bw -mavx512vl -mavx512dq
endif
HOSTS := pure base $(if $(HOST_avx2),avx2 avx512)
# LEVELS=all: a model for any host. LEVELS=host: a model for the host that builds it. Besides pure it has one level, the
# best of this host, and an edit compiles a third as much. On a host that lacks this level it runs at pure, slowly.
# The door says who has which (scripts/wl/door/verbs.py).
LEVELS ?= all
$(if $(filter-out all host,$(LEVELS)),$(error LEVELS: found "$(LEVELS)", expected all or host))
# The host has a level whose options add nothing to what the compiler says of it.
macros = $(shell $(CC) -march=native $(1) -dM -E -x c /dev/null | md5sum)
NATIVE := $(if $(filter host,$(LEVELS)),$(call macros,))
HOST_LEVEL := $(if $(NATIVE),$(lastword base $(foreach h,$(filter avx%,$(HOSTS)),$(if $(subst \
  $(NATIVE),,$(call macros,$(HOST_$(h)))),,$(h)))))

# -O3 vectorises the loops over lanes; the host's floating-point exception flags are not used. -g1 leaves out variables,
# which would take half of the compiler's time.
HOST_CFLAGS = -O3 -ftree-slp-vectorize -fno-trapping-math -g1 -DWL_HOST=$(1) $(HOST_$(1))

MODEL_FILES := $(wildcard $(MODEL_LAYERS:%=refmodel/%/*.c))
# Rows of dwords have no float: the level pure uses those of base.
ROW_SRCS := refmodel/memory/rows.c
MODEL_SRCS := $(sort $(filter-out $(VECTOR_SRCS) $(ROW_SRCS),$(MODEL_FILES)) \
  $(foreach h,$(HOSTS),$(VECTOR_SRCS:.c=.$(h).c)) \
  $(foreach h,$(filter-out pure,$(HOSTS)),$(ROW_SRCS:.c=.$(h).c)))
# A model for this host alone is made of HOST_SRCS. vector_bind.c chooses among the levels.
BIND_SRC := refmodel/execute/vector_bind.c
HOST_SRCS := $(filter-out $(BIND_SRC) $(foreach h,$(filter-out pure $(HOST_LEVEL),$(HOSTS)),$(VECTOR_SRCS:.c=.$(h).c)),\
  $(MODEL_SRCS)) $(BIND_SRC:.c=.only-$(HOST_LEVEL).c)
MODEL_TESTS := $(sort $(wildcard refmodel/tests/test_*.c))

# Floats on integers: small functions that are faster where they are inlined. No vectors, which
# scripts/wl/checks/pure.py refuses.
$(BUILD)/obj/refmodel/execute/fp_%.o: CFLAGS += -O3 -fno-tree-vectorize

# What tests of floats spend their time in.
$(BUILD)/asan/refmodel/execute/fp%.o: private SANITIZE += -O1
