# SPDX-License-Identifier: Apache-2.0
# Operand read, writeback and VGPR file with a unit of random latency: build/wavelock-exec-unit.
EXEC_UNIT_DIR := $(BUILD)/exec_unit
# Packages and modules of the product, with the bench's own list of units.
EXEC_UNIT_SV := rtl/isa/op_pkg.sv rtl/isa/isa_pkg.sv rtl/common/bits_pkg.sv rtl/common/fp_pkg.sv \
  rtl/simd/valu_pkg.sv rtl/lds/lds_pkg.sv rtl/vmem/vmem_pkg.sv rtl/cu_pkg.sv \
  $(addprefix rtl/simd/,$(addsuffix _pkg.sv,valu_lane valu_sad valu_sdwa valu_int16 valu_dpp valu_add valu_cmp \
    valu_convert valu_fma valu_fpmisc valu_logic valu_mul valu_shift)) tb/exec_unit/exec_units_pkg.sv \
  $(addprefix rtl/simd/,valu_lane.sv valu_unit.sv vector_read.sv vector_writeback.sv exec_contract.sv vgpr_file.sv) \
  $(addprefix tb/exec_unit/,random_unit.sv exec_unit.sv)
EXEC_UNIT_RUNTIME := $(addprefix $(EXEC_UNIT_DIR)/,verilated.o verilated_threads.o)

$(EXEC_UNIT_DIR)/Vexec_unit__ALL.a: $(EXEC_UNIT_SV) rtl/files.f tb/exec_unit/rules.mk
	@mkdir -p $(@D)
	+$(Q)$(VERILATOR) --cc --build --prefix Vexec_unit --top-module exec_unit --no-timing --assert -Wall -O3 \
	  --x-assign fast --x-initial fast -CFLAGS "-O2 -w -DVL_USER_STOP" \
	  -MAKEFLAGS "$(BENCH_MAKEFLAGS)" --Mdir $(@D) $(EXEC_UNIT_SV) >$(@D)/log || \
	  { cat $(@D)/log; false; }

$(EXEC_UNIT_DIR)/main.o: tb/exec_unit/main.cc $(EXEC_UNIT_DIR)/Vexec_unit__ALL.a
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -isystem $(EXEC_UNIT_DIR) \
	  -isystem $(VERILATOR_ROOT)/include -MMD -MP -c -o $@ $<
# Verilator's runtime has warnings.
$(EXEC_UNIT_RUNTIME): $(EXEC_UNIT_DIR)/%.o: $(VERILATOR_ROOT)/include/%.cpp
	@mkdir -p $(@D)
	$(Q)$(CCACHE) $(CXX) -std=c++17 -O2 -w -DVL_USER_STOP -I$(VERILATOR_ROOT)/include \
	  -I$(VERILATOR_ROOT)/include/vltstd -c -o $@ $<
-include $(EXEC_UNIT_DIR)/main.d

$(BUILD)/wavelock-exec-unit: $(EXEC_UNIT_DIR)/main.o $(EXEC_UNIT_RUNTIME) $(EXEC_UNIT_DIR)/Vexec_unit__ALL.a
	$(Q)$(CXX) -o $@.part $(EXEC_UNIT_DIR)/main.o $(EXEC_UNIT_DIR)/Vexec_unit__ALL.a $(EXEC_UNIT_RUNTIME) -lpthread && \
	  mv $@.part $@
