# SPDX-License-Identifier: Apache-2.0
# The Verilated addresses of vector memory alone: build/wavelock-vmem-unit.
VMEM_UNIT_DIR := $(BUILD)/vmem_unit
VMEM_UNIT_SV := $(addprefix rtl/,simd/valu_pkg.sv lds/lds_pkg.sv vmem/vmem_pkg.sv isa/isa_pkg.sv cu_pkg.sv \
  vmem/vmem_address.sv) tb/vmem_unit/vmem_unit.sv
VMEM_UNIT_OBJS := $(VMEM_UNIT_DIR)/main.o $(BUILD)/obj/tb/vmem_unit/formulas.o
VMEM_UNIT_RUNTIME := $(addprefix $(VMEM_UNIT_DIR)/,verilated.o verilated_threads.o)

$(VMEM_UNIT_DIR)/Vvmem_unit__ALL.a: $(VMEM_UNIT_SV) tb/vmem_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vvmem_unit --top-module vmem_unit --no-timing -Wall -O3 \
	  --x-assign fast --x-initial fast -CFLAGS "-O2 -w" \
	  -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) $(VMEM_UNIT_SV) >$(@D)/log || \
	  { cat $(@D)/log; false; }

$(VMEM_UNIT_DIR)/main.o: tb/vmem_unit/main.cc $(VMEM_UNIT_DIR)/Vvmem_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -isystem $(VMEM_UNIT_DIR) \
	  -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(VMEM_UNIT_RUNTIME): $(VMEM_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(VMEM_UNIT_DIR)/main.d

$(BUILD)/wavelock-vmem-unit: $(VMEM_UNIT_OBJS) $(VMEM_UNIT_RUNTIME) $(VMEM_UNIT_DIR)/Vvmem_unit__ALL.a
	$(Q)$(CXX) -o $@.part $(VMEM_UNIT_OBJS) $(VMEM_UNIT_DIR)/Vvmem_unit__ALL.a $(VMEM_UNIT_RUNTIME) \
	  -lpthread && mv $@.part $@
