# SPDX-License-Identifier: Apache-2.0
# The Verilated formats of vector memory alone: build/wavelock-format-unit.
FORMAT_UNIT_DIR := $(BUILD)/format_unit
FORMAT_UNIT_SV := $(addprefix rtl/,isa/op_pkg.sv isa/isa_pkg.sv common/bits_pkg.sv common/fp_pkg.sv \
  simd/valu_pkg.sv lds/lds_pkg.sv vmem/vmem_pkg.sv vmem/vmem_format_pkg.sv cu_pkg.sv \
  vmem/vmem_format_load.sv vmem/vmem_format_store.sv) tb/format_unit/format_unit.sv
FORMAT_UNIT_RUNTIME := $(addprefix $(FORMAT_UNIT_DIR)/,verilated.o verilated_threads.o)

$(FORMAT_UNIT_DIR)/Vformat_unit__ALL.a: $(FORMAT_UNIT_SV) tb/format_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vformat_unit --top-module format_unit --no-timing -Wall -O3 \
	  --x-assign fast --x-initial fast -CFLAGS "-O2 -w" \
	  -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) $(FORMAT_UNIT_SV) >$(@D)/log || \
	  { cat $(@D)/log; false; }

$(FORMAT_UNIT_DIR)/main.o: tb/format_unit/main.cc $(FORMAT_UNIT_DIR)/Vformat_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -isystem $(FORMAT_UNIT_DIR) \
	  -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(FORMAT_UNIT_RUNTIME): $(FORMAT_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(FORMAT_UNIT_DIR)/main.d

$(BUILD)/wavelock-format-unit: $(FORMAT_UNIT_DIR)/main.o $(FORMAT_UNIT_RUNTIME) $(FORMAT_UNIT_DIR)/Vformat_unit__ALL.a
	$(Q)$(CXX) -o $@.part $(FORMAT_UNIT_DIR)/main.o $(FORMAT_UNIT_DIR)/Vformat_unit__ALL.a $(FORMAT_UNIT_RUNTIME) \
	  -lpthread && mv $@.part $@
