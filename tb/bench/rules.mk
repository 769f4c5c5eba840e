# SPDX-License-Identifier: Apache-2.0
# Benches of one block. First the variables of each, then the rules for UNIT_BENCHES: those with a part of the RTL,
# Verilated alone. The bench lds_unit has the module of that name in tb/bench/lds:
#
#   BENCH_SV_lds_unit       the sources, on which it depends
#   BENCH_READ_lds_unit     what Verilator is to read, where that is something else
#   BENCH_FLAGS_lds_unit    options of Verilator
#   BENCH_CFLAGS_lds_unit   options for the compiler of its code (VERILATED_OPT)
#   BENCH_DEFINES_lds_unit  macros for its C++
#   BENCH_LINK_lds_unit     objects and archives that the program has beside the bench's *.cc
#   BENCH_LIBS_lds_unit     its libraries
#
# They give build/wavelock-lds-unit.
UNIT_BENCHES := lds_unit exec_unit format_unit latency_unit sample_unit vmem_unit vector_unit trace_unit
BENCH_PACKAGES := build/op_pkg.sv $(wildcard rtl/*_pkg.sv rtl/*/*_pkg.sv)
# Verilator reads the packages of a bench in the order of rtl/files.f.
bench_packages_first = $(shell grep _pkg.sv rtl/files.f) $(filter-out %_pkg.sv,$(1))

# The data share beside the model.
BENCH_SV_lds_unit := $(BENCH_PACKAGES) $(wildcard rtl/common/*.sv rtl/lds/*.sv) rtl/probe/lds_report.sv \
  tb/bench/lds/lds_unit.sv
BENCH_READ_lds_unit := -f rtl/files.f rtl/probe/lds_report.sv tb/bench/lds/lds_unit.sv
BENCH_DEFINES_lds_unit := $(filter -DWL_LDS_ENTRIES=%,$(CONFIG_DEFINES))
BENCH_FLAGS_lds_unit := $(BENCH_DEFINES_lds_unit)
BENCH_LINK_lds_unit := $(BUILD)/libwavelock.a
BENCH_LIBS_lds_unit := -lm

# Operand read, writeback and VGPR file with a unit of random latency: packages and modules of the product, with the
# bench's own list of units.
BENCH_SV_exec_unit := build/op_pkg.sv rtl/isa/isa_pkg.sv rtl/common/bits_pkg.sv rtl/common/fp_pkg.sv \
  rtl/cu_pkg.sv rtl/control/policy_pkg.sv rtl/issue/operand_pkg.sv \
  $(addprefix rtl/simd/,vgpr_pkg.sv valu_pkg.sv exec_pkg.sv) \
  $(addprefix rtl/simd/,$(addsuffix _pkg.sv,valu_lane valu_sad valu_sdwa valu_int16 valu_dpp valu_add valu_cmp \
    valu_convert valu_fma valu_fpmisc valu_logic valu_mul valu_shift)) tb/bench/exec/exec_units_pkg.sv \
  $(addprefix rtl/simd/,valu_lane.sv valu_unit.sv vector_read.sv vector_writeback.sv exec_contract.sv vgpr_file.sv) \
  rtl/control/reuse_entry.sv rtl/control/reuse_entries.sv \
  $(addprefix tb/bench/exec/,random_unit.sv exec_unit.sv)
BENCH_FLAGS_exec_unit := --assert
BENCH_DEFINES_exec_unit := -DVL_USER_STOP

# What a unit declares of each opcode's execution unit beside the model's latency classes.
BENCH_SV_latency_unit := $(BENCH_PACKAGES) rtl/simd/valu_table.sv rtl/simd/valu_decode.sv \
  tb/bench/latency/latency_unit.sv
BENCH_READ_latency_unit := $(call bench_packages_first,$(BENCH_SV_latency_unit))
BENCH_FLAGS_latency_unit := $(CONFIG_DEFINES)
# All functions of the packages are compiled, few run.
BENCH_CFLAGS_latency_unit := -O0
BENCH_LINK_latency_unit := $(BUILD)/libwavelock.a

# The formats of vector memory, and its addresses.
BENCH_SV_format_unit := $(addprefix rtl/,common/bits_pkg.sv common/fp_pkg.sv cu_pkg.sv \
  $(addprefix vmem/vmem_,$(addsuffix .sv,srgb_pkg format_pkg format_load_pkg format_store))) \
  tb/bench/format/format_unit.sv
BENCH_SV_vmem_unit := $(addprefix rtl/,isa/isa_pkg.sv cu_pkg.sv common/mem_pkg.sv vmem/vmem_pkg.sv \
  vmem/vmem_address.sv) tb/bench/vmem/vmem_unit.sv
BENCH_LINK_vmem_unit := $(BUILD)/obj/tb/bench/vmem/formulas.o

# The arithmetic of images.
BENCH_SV_sample_unit := $(addprefix rtl/,common/fp_pkg.sv cu_pkg.sv common/mem_pkg.sv vmem/vmem_srgb_pkg.sv \
  vmem/vmem_format_pkg.sv $(addprefix image/image_,$(addsuffix .sv,log_pkg pkg lerp_pkg axis_pkg level_pkg))) \
  tb/bench/sample/sample_unit.sv

# The issue logic of trace mode beside its model.
BENCH_SV_trace_unit := build/op_pkg.sv $(addprefix rtl/,common/bits_pkg.sv common/fp_pkg.sv isa/isa_pkg.sv cu_pkg.sv \
  control/policy_pkg.sv common/mem_pkg.sv issue/operand_pkg.sv scalar/scalar_pkg.sv lds/lds_pkg.sv \
  vmem/vmem_pkg.sv image/image_pkg.sv image/mimg_pkg.sv fetch/fetch_pkg.sv issue/mem_issue_pkg.sv \
  issue/issue_pkg.sv control/control_pkg.sv \
  control/control_state.sv control/issue_policy_control.sv wave/wave_select.sv) tb/bench/trace/trace_unit.sv
BENCH_FLAGS_trace_unit := -DWL_CONTROL_WORDS
BENCH_LINK_trace_unit := $(SASS_CLASSES) $(patsubst %.c,$(BUILD)/obj/%.o,tb/bench/trace/main.c $(SASS_LIB))
BENCH_LIBS_trace_unit := -ljansson

# The model's floats against MPFR. What determines the results (docs/exhaustive.md) is the floats of the model, and the
# comparison.
EXHAUSTIVE_SRCS := $(sort $(wildcard tb/bench/exhaustive/*.c))
FLOAT_MODEL := $(wildcard refmodel/execute/fp*.[ch] refmodel/execute/vector*.[ch] refmodel/isa/vop*.def) \
  refmodel/execute/exceptions.c
EXHAUSTIVE_DIGESTED := $(FLOAT_MODEL) $(filter-out %/main.c %/digest.h,$(wildcard tb/bench/exhaustive/*.[ch]))
# Loops over lanes become vectors; the exception flags of the host are not used.
$(BUILD)/obj/tb/bench/exhaustive/%.o: CFLAGS += -O3 -fno-trapping-math

# The vector ALU beside the model. It has the operands of the comparison with MPFR, without its judge.
BENCH_SV_vector_unit := $(BENCH_PACKAGES) \
  $(addprefix rtl/simd/,$(addsuffix .sv,valu_table valu_lane valu_root valu_quarter_rate valu_unit vector_units \
    valu_decode vector_read vector_writeback)) \
  rtl/control/reuse_entry.sv rtl/control/reuse_entries.sv tb/bench/vector/vector_unit.sv
BENCH_READ_vector_unit := $(call bench_packages_first,$(BENCH_SV_vector_unit))
BENCH_FLAGS_vector_unit := --assert -fno-dfg --output-split 20000 $(CONFIG_DEFINES)
VECTOR_UNIT_SRCS := $(addprefix tb/bench/vector/,main.c compare.c) \
  $(addprefix tb/bench/exhaustive/,cases.c draw.c machine.c number.c oracle.c)
BENCH_LINK_vector_unit := $(VECTOR_UNIT_SRCS:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/wavelock-vector-unit-digest.o \
  $(BUILD)/libwavelock.a
BENCH_LIBS_vector_unit := -lmpfr -lgmp -lm
VECTOR_UNIT_DIGESTED := $(FLOAT_MODEL) $(filter build/% rtl/simd/% rtl/common/% rtl/isa/%,$(BENCH_SV_vector_unit)) \
  $(addprefix tb/bench/exhaustive/,cases.c draw.c machine.c oracle.c) \
  $(addprefix tb/bench/vector/,compare.c dut.cc vector_unit.sv)
# These look into the model.
$(addprefix $(BUILD)/obj/tb/bench/,exhaustive/%.o vector/%.o): INCLUDES_tb += -Irefmodel

# The model's decoder beside LLVM's. Mutated code objects, descriptions and argument strings.
DECODE_LIBS := $(shell llvm-config-16 --ldflags --libs)
DECODE_SRCS := $(addprefix tb/bench/decode/,compare.c differences.c extension.c llvm.c main.c model.c relaxed.c words.c)
FUZZ_SRCS := tb/bench/fuzz/main.c tb/bench/fuzz/mutate.c

# Verilator compiles by a makefile of its own, in place: its folder is made anew each time, and what it made gets its
# name at the end. Benches are not split: Verilator would emit many tiny files. -fno-reorder: tb/top/rules.mk.
# $(1): the bench; $(2): its folder.
BENCH_MAKEFLAGS := --no-print-directory VM_PARALLEL_BUILDS=0 CXX='$(CCACHE) $(CXX)'
define BENCH
BENCH_$(1) := $(patsubst $(2)/%.cc,$(BUILD)/$(1)/%.o,$(wildcard $(2)/*.cc))
BENCH_RUNTIME_$(1) := $(addprefix $(BUILD)/$(1)/,verilated.o verilated_threads.o)

$(BUILD)/$(1)/V$(1)__ALL.a: $(BENCH_SV_$(1)) rtl/files.f tb/bench/rules.mk
	@rm -rf $$(@D)/verilated && mkdir -p $$(@D)/verilated && : >$$@.new
	+$$(Q)$$(VERILATE) --cc --build --prefix V$(1) --top-module $(1) --no-timing -Wall -O3 -fno-reorder \
	  --x-assign fast --x-initial fast $(BENCH_FLAGS_$(1)) \
	  -CFLAGS "$(or $(BENCH_CFLAGS_$(1)),$(VERILATED_OPT)) -w $(BENCH_DEFINES_$(1))" \
	  -MAKEFLAGS "$$(BENCH_MAKEFLAGS)" --Mdir $$(@D)/verilated $(or $(BENCH_READ_$(1)),$(BENCH_SV_$(1))) >$$(@D)/log || \
	  { cat $$(@D)/log; false; }
	$$(Q)touch -r $$@.new $$(@D)/verilated/$$(@F) && mv $$(@D)/verilated/$$(@F) $$@ && rm $$@.new

$$(BENCH_$(1)): $(BUILD)/$(1)/%.o: $(2)/%.cc $(BUILD)/$(1)/V$(1)__ALL.a
	$$(COMPILING)
	$$(Q)$$(CCACHE) $$(CXX) -std=c++17 -O2 -Wall -Wextra -Werror $(BENCH_DEFINES_$(1)) -Irefmodel/include -Itb \
	  -isystem $$(@D)/verilated -isystem $$(VERILATOR_ROOT)/include -MMD $$(TO_OBJECT)
# Verilator's runtime has warnings.
$$(BENCH_RUNTIME_$(1)): $(BUILD)/$(1)/%.o: $$(VERILATOR_ROOT)/include/%.cpp
	$$(COMPILING)
	$$(Q)$$(CCACHE) $$(CXX) -std=c++17 -O2 -w $(BENCH_DEFINES_$(1)) -I$$(VERILATOR_ROOT)/include \
	  -I$$(VERILATOR_ROOT)/include/vltstd -MMD $$(TO_OBJECT)

$(BUILD)/wavelock-$(subst _,-,$(1)): $$(BENCH_$(1)) $(BUILD)/$(1)/V$(1)__ALL.a $$(BENCH_RUNTIME_$(1)) $(BENCH_LINK_$(1))
	$$(Q)$$(CXX) -o $$@.part $$^ -lpthread $(BENCH_LIBS_$(1)) && mv $$@.part $$@
endef
$(foreach b,$(UNIT_BENCHES),$(eval $(call BENCH,$(b),tb/bench/$(b:_unit=))))
