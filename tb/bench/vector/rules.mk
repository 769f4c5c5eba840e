# SPDX-License-Identifier: Apache-2.0
# The Verilated vector ALU beside the model: build/wavelock-vector-unit. The operands are those of the comparison with
# MPFR (tb/bench/exhaustive), without its judge.
BENCH_SV_vector_unit := $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv) \
  $(addprefix rtl/simd/,valu_table.sv valu_decode.sv valu_lane.sv valu_root.sv valu_quarter.sv valu_unit.sv \
    vector_units.sv vector_read.sv vector_writeback.sv) \
  rtl/control/reuse_entry.sv rtl/control/reuse_entries.sv \
  tb/bench/vector/vector_unit.sv
VECTOR_UNIT_SRCS := $(addprefix tb/bench/vector/,main.c compare.c) \
  $(addprefix tb/bench/exhaustive/,cases.c draw.c machine.c number.c oracle.c)
VECTOR_UNIT_OBJS := $(BUILD)/vector_unit/dut.o $(VECTOR_UNIT_SRCS:%.c=$(BUILD)/obj/%.o) \
  $(BUILD)/obj/wavelock-vector-unit-digest.o
VECTOR_UNIT_DIGESTED := $(FLOAT_MODEL) $(filter rtl/simd/% rtl/common/% rtl/isa/%,$(BENCH_SV_vector_unit)) \
  $(addprefix tb/bench/exhaustive/,cases.c draw.c machine.c oracle.c) \
  $(addprefix tb/bench/vector/,compare.c dut.cc vector_unit.sv)
BENCH_READ_vector_unit := $(shell grep _pkg.sv rtl/files.f) $(filter-out %_pkg.sv,$(BENCH_SV_vector_unit))
BENCH_FLAGS_vector_unit = --assert -fno-dfg --output-split 20000 $(UNIT_DEFINES)
$(eval $(call BENCH,vector_unit))

# They share the operations with tb/bench/exhaustive.
$(BUILD)/obj/tb/bench/vector/%.o: INCLUDES_tb += -Irefmodel

$(BUILD)/wavelock-vector-unit: $(VECTOR_UNIT_OBJS) $(BENCH_vector_unit) $(BUILD)/libwavelock.a
	$(Q)$(CXX) -o $@.part $^ -lmpfr -lgmp -lpthread -lm && mv $@.part $@
