# SPDX-License-Identifier: Apache-2.0
# The Verilated execution units alone: build/wavelock-float-unit, build/gfx906/wavelock-float-unit.
BENCH_SV_float_unit := $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv) \
  $(addprefix rtl/simd/,valu_table.sv valu_lane.sv valu_root.sv valu_quarter.sv valu_unit.sv \
    vector_units.sv) \
  tb/bench/float/float_unit.sv
BENCH_READ_float_unit := $(shell grep _pkg.sv rtl/files.f) $(filter-out %_pkg.sv,$(BENCH_SV_float_unit))
BENCH_FLAGS_float_unit = --assert $(UNIT_DEFINES)
BENCH_CFLAGS_float_unit := -O1
$(eval $(call BENCH,float_unit))

$(BUILD)/wavelock-float-unit: $(BUILD)/float_unit/main.o $(BENCH_float_unit)
	$(Q)$(CXX) -o $@.part $^ -lpthread && mv $@.part $@
