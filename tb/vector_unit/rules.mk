# SPDX-License-Identifier: Apache-2.0
# The Verilated vector ALU beside the model: build/wavelock-vector-unit. The operands are those of the comparison with
# MPFR (refmodel/exhaustive), without its judge.
VECTOR_UNIT_DIR := $(BUILD)/vector_unit
VECTOR_UNIT_SV := $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv) \
  $(addprefix rtl/simd/,valu_table.sv valu_decode.sv valu_lane.sv valu_root.sv valu_quarter.sv valu_unit.sv \
    vector_units.sv vector_read.sv vector_writeback.sv) \
  tb/vector_unit/vector_unit.sv
VECTOR_UNIT_SRCS := $(addprefix tb/vector_unit/,main.c compare.c) \
  $(addprefix refmodel/exhaustive/,cases.c draw.c machine.c number.c oracle.c)
VECTOR_UNIT_OBJS := $(VECTOR_UNIT_DIR)/dut.o $(VECTOR_UNIT_SRCS:%.c=$(BUILD)/obj/%.o) \
  $(BUILD)/obj/wavelock-vector-unit-digest.o
VECTOR_UNIT_DIGESTED := $(FLOAT_MODEL) $(filter rtl/simd/% rtl/common/% rtl/isa/%,$(VECTOR_UNIT_SV)) \
  $(addprefix refmodel/exhaustive/,cases.c draw.c machine.c oracle.c) \
  $(addprefix tb/vector_unit/,compare.c dut.cc vector_unit.sv)
VECTOR_UNIT_RUNTIME := $(addprefix $(VECTOR_UNIT_DIR)/,verilated.o verilated_threads.o)

$(VECTOR_UNIT_DIR)/Vvector_unit__ALL.a: $(VECTOR_UNIT_SV) rtl/files.f tb/vector_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vvector_unit --top-module vector_unit --no-timing --assert -Wall -O3 -fno-dfg \
	  --x-assign fast --x-initial fast --output-split 20000 $(UNIT_DEFINES) -CFLAGS "-O2 -w" \
	  -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) \
	  $$(grep _pkg.sv rtl/files.f) $(filter-out %_pkg.sv,$(VECTOR_UNIT_SV)) >$(@D)/log || \
	  { cat $(@D)/log; false; }

$(VECTOR_UNIT_DIR)/dut.o: tb/vector_unit/dut.cc $(VECTOR_UNIT_DIR)/Vvector_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -isystem $(VECTOR_UNIT_DIR) \
	  -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(VECTOR_UNIT_RUNTIME): $(VECTOR_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(VECTOR_UNIT_DIR)/dut.d

# They share the operations with refmodel/exhaustive.
$(BUILD)/obj/tb/vector_unit/%.o: INCLUDES_tb += -Irefmodel

$(BUILD)/wavelock-vector-unit: $(VECTOR_UNIT_OBJS) $(VECTOR_UNIT_RUNTIME) $(VECTOR_UNIT_DIR)/Vvector_unit__ALL.a \
  $(BUILD)/libwavelock.a
	$(Q)$(CXX) -o $@.part $(VECTOR_UNIT_OBJS) $(VECTOR_UNIT_DIR)/Vvector_unit__ALL.a $(VECTOR_UNIT_RUNTIME) \
	  $(BUILD)/libwavelock.a -lmpfr -lgmp -lpthread -lm && mv $@.part $@
