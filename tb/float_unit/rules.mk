# SPDX-License-Identifier: Apache-2.0
# The Verilated execution units alone: build/wavelock-float-unit, build/gfx906/wavelock-float-unit.
FLOAT_UNIT_DIR := $(BUILD)/float_unit
FLOAT_UNIT_SV := $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv) \
  $(addprefix rtl/simd/,valu_table.sv valu_lane.sv valu_root.sv valu_quarter.sv valu_unit.sv \
    vector_units.sv) \
  tb/float_unit/float_unit.sv
FLOAT_UNIT_RUNTIME := $(addprefix $(FLOAT_UNIT_DIR)/,verilated.o verilated_threads.o)

$(FLOAT_UNIT_DIR)/Vfloat_unit__ALL.a: $(FLOAT_UNIT_SV) rtl/files.f tb/float_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vfloat_unit --top-module float_unit --no-timing --assert -Wall -O3 \
	  --x-assign fast --x-initial fast $(UNIT_DEFINES) -CFLAGS "-O1 -w" \
	  -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) \
	  $$(grep _pkg.sv rtl/files.f) $(filter-out %_pkg.sv,$(FLOAT_UNIT_SV)) >$(@D)/log || \
	  { cat $(@D)/log; false; }

$(FLOAT_UNIT_DIR)/main.o: tb/float_unit/main.cc $(FLOAT_UNIT_DIR)/Vfloat_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -isystem $(FLOAT_UNIT_DIR) \
	  -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(FLOAT_UNIT_RUNTIME): $(FLOAT_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(FLOAT_UNIT_DIR)/main.d

$(BUILD)/wavelock-float-unit: $(FLOAT_UNIT_DIR)/main.o $(FLOAT_UNIT_RUNTIME) $(FLOAT_UNIT_DIR)/Vfloat_unit__ALL.a
	$(Q)$(CXX) -o $@.part $(FLOAT_UNIT_DIR)/main.o $(FLOAT_UNIT_DIR)/Vfloat_unit__ALL.a $(FLOAT_UNIT_RUNTIME) \
	  -lpthread && mv $@.part $@
