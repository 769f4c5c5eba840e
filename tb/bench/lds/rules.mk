# SPDX-License-Identifier: Apache-2.0
# The Verilated data share beside the model: build/wavelock-lds-unit.
BENCH_SV_lds_unit := $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv rtl/common/*.sv rtl/lds/*.sv) \
  rtl/probe/lds_report.sv tb/bench/lds/lds_unit.sv
BENCH_READ_lds_unit := -f rtl/files.f rtl/probe/lds_report.sv tb/bench/lds/lds_unit.sv
BENCH_DEFINES_lds_unit := $(if $(LDS_ENTRIES),-DWL_LDS_ENTRIES=$(LDS_ENTRIES))
BENCH_FLAGS_lds_unit := $(BENCH_DEFINES_lds_unit)
$(eval $(call BENCH,lds_unit))

$(BUILD)/wavelock-lds-unit: $(addprefix $(BUILD)/lds_unit/,main.o bench.o stimulus.o) $(BENCH_lds_unit) \
  $(BUILD)/libwavelock.a
	$(Q)$(CXX) -o $@.part $^ -lpthread -lm && mv $@.part $@
