# SPDX-License-Identifier: Apache-2.0
# The model against MPFR: build/wavelock-exhaustive.
EXHAUSTIVE_SRCS := $(sort $(wildcard tb/bench/exhaustive/*.c))
# What determines its results (docs/exhaustive.md): the floats of the model, and the comparison. The vector ALU's bench
# has the same, but its own comparison.
FLOAT_MODEL := $(wildcard refmodel/execute/fp*.[ch] refmodel/execute/vector*.[ch] refmodel/isa/vop*.def) \
  refmodel/execute/exceptions.c
EXHAUSTIVE_DIGESTED := $(FLOAT_MODEL) $(filter-out %/main.c %/digest.h,$(wildcard tb/bench/exhaustive/*.[ch]))
# Loops over lanes become vectors; the exception flags of the host are not used.
$(BUILD)/obj/tb/bench/exhaustive/%.o: CFLAGS += -O3 -fno-trapping-math
# It looks into the model.
$(BUILD)/obj/tb/bench/exhaustive/%.o: INCLUDES_tb += -Irefmodel
