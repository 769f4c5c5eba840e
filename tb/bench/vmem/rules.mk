# SPDX-License-Identifier: Apache-2.0
# The Verilated addresses of vector memory alone: build/wavelock-vmem-unit.
BENCH_SV_vmem_unit := $(addprefix rtl/,simd/valu_pkg.sv lds/lds_pkg.sv vmem/vmem_pkg.sv isa/isa_pkg.sv cu_pkg.sv \
  vmem/vmem_address.sv) tb/bench/vmem/vmem_unit.sv
$(eval $(call BENCH,vmem_unit))

$(BUILD)/wavelock-vmem-unit: $(BUILD)/vmem_unit/main.o $(BUILD)/obj/tb/bench/vmem/formulas.o $(BENCH_vmem_unit)
	$(Q)$(CXX) -o $@.part $^ -lpthread && mv $@.part $@
