# SPDX-License-Identifier: Apache-2.0
# The Verilated data share beside the model: build/wavelock-lds-unit.
LDS_UNIT_DIR := $(BUILD)/lds_unit
LDS_UNIT_SV := $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv rtl/common/*.sv rtl/lds/*.sv) \
  rtl/probe/lds_report.sv tb/lds_unit/lds_unit.sv
LDS_UNIT_SRCS := $(addprefix tb/lds_unit/,main.cc bench.cc stimulus.cc)
LDS_UNIT_OBJS := $(LDS_UNIT_SRCS:tb/lds_unit/%.cc=$(LDS_UNIT_DIR)/%.o)
LDS_UNIT_DEFINES := $(if $(LDS_ENTRIES),-DWL_LDS_ENTRIES=$(LDS_ENTRIES))
LDS_UNIT_RUNTIME := $(LDS_UNIT_DIR)/verilated.o $(LDS_UNIT_DIR)/verilated_threads.o

$(LDS_UNIT_DIR)/Vlds_unit__ALL.a: $(LDS_UNIT_SV) rtl/files.f tb/lds_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vlds_unit --top-module lds_unit --no-timing -Wall -O3 \
	  --x-assign fast --x-initial fast $(LDS_UNIT_DEFINES) \
	  -CFLAGS "-O2 -w" -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) -f rtl/files.f \
	  rtl/probe/lds_report.sv tb/lds_unit/lds_unit.sv >$(@D)/log || { cat $(@D)/log; false; }

$(LDS_UNIT_DIR)/%.o: tb/lds_unit/%.cc $(LDS_UNIT_DIR)/Vlds_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror $(LDS_UNIT_DEFINES) -Irefmodel/include \
	  -isystem $(LDS_UNIT_DIR) -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(LDS_UNIT_RUNTIME): $(LDS_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(LDS_UNIT_OBJS:.o=.d)

$(BUILD)/wavelock-lds-unit: $(LDS_UNIT_OBJS) $(LDS_UNIT_RUNTIME) $(LDS_UNIT_DIR)/Vlds_unit__ALL.a $(BUILD)/libwavelock.a
	$(Q)$(CXX) -o $@.part $(LDS_UNIT_OBJS) $(LDS_UNIT_DIR)/Vlds_unit__ALL.a $(LDS_UNIT_RUNTIME) \
	  $(BUILD)/libwavelock.a -lpthread -lm && mv $@.part $@
