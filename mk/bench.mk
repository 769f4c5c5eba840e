# SPDX-License-Identifier: Apache-2.0
# A part of the RTL, Verilated alone: $(1) its bench, as lds_unit: the module of that name in tb/bench/lds.
#
#   BENCH_SV_$(1)       the sources, on which it depends
#   BENCH_READ_$(1)     what Verilator is to read, where that is something else
#   BENCH_FLAGS_$(1)    options of Verilator
#   BENCH_CFLAGS_$(1)   options for the compiler of its code (VERILATED_OPT)
#   BENCH_DEFINES_$(1)  macros for all C++
#
# Gives BENCH_$(1), the archive and the runtime that the bench is linked with, and compiles the bench's *.cc
# to build/$(1)/*.o. Verilator compiles by a makefile of its own, in place: its folder is made anew each time, and what
# it made gets its name at the end. The code of a bench is one file: most of it would be files of a few lines that
# include all of the bench.
BENCH_MAKEFLAGS := --no-print-directory VM_PARALLEL_BUILDS=0 CXX='$(CCACHE) $(CXX)'
define BENCH
BENCH_$(1) := $(BUILD)/$(1)/V$(1)__ALL.a $(addprefix $(BUILD)/$(1)/,verilated.o verilated_threads.o)

$(BUILD)/$(1)/V$(1)__ALL.a: $(BENCH_SV_$(1)) rtl/files.f tb/bench/$(1:_unit=)/rules.mk mk/bench.mk
	@rm -rf $$(@D)/verilated && mkdir -p $$(@D)/verilated && : >$$@.new
	+$$(Q)$$(VERILATOR) --cc --build --prefix V$(1) --top-module $(1) --no-timing -Wall -O3 --x-assign fast \
	  --x-initial fast $(BENCH_FLAGS_$(1)) -CFLAGS "$(or $(BENCH_CFLAGS_$(1)),$(VERILATED_OPT)) -w $(BENCH_DEFINES_$(1))" \
	  -MAKEFLAGS "$$(BENCH_MAKEFLAGS)" --Mdir $$(@D)/verilated $(or $(BENCH_READ_$(1)),$(BENCH_SV_$(1))) >$$(@D)/log || \
	  { cat $$(@D)/log; false; }
	$$(Q)touch -r $$@.new $$(@D)/verilated/$$(@F) && mv $$(@D)/verilated/$$(@F) $$@ && rm $$@.new

$(patsubst tb/bench/$(1:_unit=)/%.cc,$(BUILD)/$(1)/%.o,$(wildcard tb/bench/$(1:_unit=)/*.cc)): \
  $(BUILD)/$(1)/%.o: tb/bench/$(1:_unit=)/%.cc $(BUILD)/$(1)/V$(1)__ALL.a
	$$(COMPILING)
	$$(Q)$$(CCACHE) $$(CXX) -std=c++17 -O2 -Wall -Wextra -Werror $(BENCH_DEFINES_$(1)) -Irefmodel/include -Itb \
	  -isystem $$(@D)/verilated -isystem $$(VERILATOR_ROOT)/include -MMD $$(TO_OBJECT)
# Verilator's runtime has warnings.
$(addprefix $(BUILD)/$(1)/,verilated.o verilated_threads.o): $(BUILD)/$(1)/%.o: $$(VERILATOR_ROOT)/include/%.cpp
	$$(COMPILING)
	$$(Q)$$(CCACHE) $$(CXX) -std=c++17 -O2 -w $(BENCH_DEFINES_$(1)) -I$$(VERILATOR_ROOT)/include \
	  -I$$(VERILATOR_ROOT)/include/vltstd -MMD $$(TO_OBJECT)
endef
