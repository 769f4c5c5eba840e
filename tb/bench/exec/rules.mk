# SPDX-License-Identifier: Apache-2.0
# Operand read, writeback and VGPR file with a unit of random latency: build/wavelock-exec-unit.
# Packages and modules of the product, with the bench's own list of units.
BENCH_SV_exec_unit := rtl/isa/op_pkg.sv rtl/isa/isa_pkg.sv rtl/common/bits_pkg.sv rtl/common/fp_pkg.sv \
  rtl/simd/valu_pkg.sv rtl/lds/lds_pkg.sv rtl/vmem/vmem_pkg.sv rtl/cu_pkg.sv \
  $(addprefix rtl/simd/,$(addsuffix _pkg.sv,valu_lane valu_sad valu_sdwa valu_int16 valu_dpp valu_add valu_cmp \
    valu_convert valu_fma valu_fpmisc valu_logic valu_mul valu_shift)) tb/bench/exec/exec_units_pkg.sv \
  $(addprefix rtl/simd/,valu_lane.sv valu_unit.sv vector_read.sv vector_writeback.sv exec_contract.sv vgpr_file.sv) \
  rtl/control/reuse_entry.sv rtl/control/reuse_entries.sv \
  $(addprefix tb/bench/exec/,random_unit.sv exec_unit.sv)
BENCH_FLAGS_exec_unit := --assert
BENCH_DEFINES_exec_unit := -DVL_USER_STOP
$(eval $(call BENCH,exec_unit))

$(BUILD)/wavelock-exec-unit: $(BUILD)/exec_unit/main.o $(BENCH_exec_unit)
	$(Q)$(CXX) -o $@.part $^ -lpthread && mv $@.part $@
