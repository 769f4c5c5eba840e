# SPDX-License-Identifier: Apache-2.0
# Sources and tests of the golden model, relative to the root of the tree. Each test is one program.
#
# What executes vector instructions is compiled for several levels of the host (refmodel/src/vector_host.h): object x.avx2.o is
# x.c at that level. An encoding is a source, so that an edit of its isa/*.def compiles its objects alone.
VECTOR_SRCS := $(wildcard refmodel/src/vector_vop*.c) refmodel/src/vector_execute.c
HOST_base :=
ifneq ($(filter x86_64-%,$(shell $(CC) -dumpmachine)),)
HOST_avx2 := -mavx2 -mfma -mbmi -mbmi2 -mpopcnt
HOST_avx512 := $(HOST_avx2) -mavx512f -mavx512bw -mavx512vl -mavx512dq
endif
HOSTS := base $(if $(HOST_avx2),avx2 avx512)
# Every loop over lanes is to become vector code. The host's exception flags mean nothing here. Variables would make half of the
# compiler's time.
HOST_CFLAGS = -O3 -fno-trapping-math -g1 -DWL_HOST=$(1) $(HOST_$(1))

MODEL_SRCS := $(sort $(filter-out $(VECTOR_SRCS),$(wildcard refmodel/src/*.c)) $(foreach h,$(HOSTS),$(VECTOR_SRCS:.c=.$(h).c)))
MODEL_TESTS := $(sort $(wildcard refmodel/tests/test_*.c))
