# SPDX-License-Identifier: Apache-2.0
# The issue logic of trace mode, Verilated, beside its model: build/wavelock-trace-unit. It needs jansson.
TRACE_UNIT_DIR := $(BUILD)/trace_unit
TRACE_UNIT_SV := $(addprefix rtl/,common/bits_pkg.sv isa/op_pkg.sv isa/isa_pkg.sv simd/valu_pkg.sv lds/lds_pkg.sv \
  vmem/vmem_pkg.sv cu_pkg.sv front/front_pkg.sv front/control_state.sv \
  front/issue_policy_control.sv front/wave_select.sv trace/trace_unit.sv)
TRACE_UNIT_OBJS := $(TRACE_UNIT_DIR)/dut.o $(SASS_CLASSES) \
  $(patsubst %.c,$(BUILD)/obj/%.o,tb/trace_unit/main.c $(SASS_LIB))
TRACE_UNIT_RUNTIME := $(addprefix $(TRACE_UNIT_DIR)/,verilated.o verilated_threads.o)

$(TRACE_UNIT_DIR)/Vtrace_unit__ALL.a: $(TRACE_UNIT_SV) tb/trace_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vtrace_unit --top-module trace_unit --no-timing -Wall -O3 \
	  --x-assign fast --x-initial fast -DWL_CONTROL_WORDS -CFLAGS "-O2 -w" \
	  -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) $(TRACE_UNIT_SV) >$(@D)/log || \
	  { cat $(@D)/log; false; }

$(TRACE_UNIT_DIR)/dut.o: tb/trace_unit/dut.cc $(TRACE_UNIT_DIR)/Vtrace_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -Itb -isystem $(TRACE_UNIT_DIR) \
	  -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(TRACE_UNIT_RUNTIME): $(TRACE_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(TRACE_UNIT_DIR)/dut.d

$(BUILD)/wavelock-trace-unit: $(TRACE_UNIT_OBJS) $(TRACE_UNIT_RUNTIME) $(TRACE_UNIT_DIR)/Vtrace_unit__ALL.a
	$(Q)$(CXX) -o $@.part $(TRACE_UNIT_OBJS) $(TRACE_UNIT_DIR)/Vtrace_unit__ALL.a $(TRACE_UNIT_RUNTIME) \
	  -ljansson -lpthread && mv $@.part $@
