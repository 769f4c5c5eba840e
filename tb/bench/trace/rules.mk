# SPDX-License-Identifier: Apache-2.0
# The issue logic of trace mode, Verilated, beside its model: build/wavelock-trace-unit. It needs jansson.
BENCH_SV_trace_unit := $(addprefix rtl/,common/bits_pkg.sv isa/op_pkg.sv isa/isa_pkg.sv simd/valu_pkg.sv \
  lds/lds_pkg.sv vmem/vmem_pkg.sv cu_pkg.sv wave/front_pkg.sv control/control_pkg.sv \
  control/control_state.sv control/issue_policy_control.sv wave/wave_select.sv) tb/bench/trace/trace_unit.sv
BENCH_FLAGS_trace_unit := -DWL_CONTROL_WORDS
$(eval $(call BENCH,trace_unit))

$(BUILD)/wavelock-trace-unit: $(BUILD)/trace_unit/dut.o $(SASS_CLASSES) \
  $(patsubst %.c,$(BUILD)/obj/%.o,tb/bench/trace/main.c $(SASS_LIB)) $(BENCH_trace_unit)
	$(Q)$(CXX) -o $@.part $^ -ljansson -lpthread && mv $@.part $@
