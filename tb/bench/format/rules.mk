# SPDX-License-Identifier: Apache-2.0
# The Verilated formats of vector memory alone: build/wavelock-format-unit.
BENCH_SV_format_unit := $(addprefix rtl/,isa/op_pkg.sv isa/isa_pkg.sv common/bits_pkg.sv common/fp_pkg.sv \
  simd/valu_pkg.sv lds/lds_pkg.sv vmem/vmem_pkg.sv vmem/vmem_format_pkg.sv cu_pkg.sv \
  vmem/vmem_format_load.sv vmem/vmem_format_store.sv) tb/bench/format/format_unit.sv
$(eval $(call BENCH,format_unit))

$(BUILD)/wavelock-format-unit: $(BUILD)/format_unit/main.o $(BENCH_format_unit)
	$(Q)$(CXX) -o $@.part $^ -lpthread && mv $@.part $@
