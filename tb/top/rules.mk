# SPDX-License-Identifier: Apache-2.0
# The Verilated DUT in its SystemC surroundings, in variants:
#   bare      no probe, no assertions
#   lockstep  the probe (rtl/probe) and the assertions
#   trace     as lockstep, with the rules of time (rtl/probe/rules.f), and able to write a waveform
#   counted   as lockstep, with the rules of time, and counts which lines run and which signals toggle
#             (docs/coverage.md)
# With MUTANTS=<name> there is one more, mutants/<name>: with the rules of time, of the sources in
# build/mutants/<name>/unit, whose mutants can be switched on (docs/mutation.md).
# Gives VERILATED_LIB_<variant>, to be linked with VERILATED_LDLIBS by $(CXX). The working directory is the root.
# Only Verilator knows the names of the files that it generates, so a second make (verilated.mk) compiles them.

BUILD ?= build
CXX ?= g++
VERILATOR ?= verilator
CCACHE ?= $(shell command -v ccache)
MUTANTS ?=
VERILATED_VARIANTS := bare lockstep trace counted $(if $(MUTANTS),mutants/$(MUTANTS))
# The level of optimization. Whoever waits for the first waveform waits for the compiler, and runs with a waveform are
# slow anyway: trace has -O1.
VERILATED_OPT ?= -O2
VERILATED_LEVEL_trace := $(VERILATED_OPT:-O2=-O1)
# An edit of the RTL compiles the functions that it changes, each with the others of its file. Smaller ones compile
# faster.
VERILATED_SPLIT ?= 3000

VERILATOR_ROOT := $(or $(VERILATOR_ROOT),$(shell $(VERILATOR) --getenv VERILATOR_ROOT))
VERILATED_INCLUDES = -I$(UP)tb/top -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
# Verilator keeps 200 MiB in small pieces. Huge pages, and caches for the pieces that it gives back, save a fifth of its
# time.
VERILATE := GLIBC_TUNABLES=$(subst $() ,:,$(addprefix glibc.malloc.,hugetlb=1 top_pad=67108864 tcache_count=65535 \
  tcache_max=1032)) $(VERILATOR)
# They come before other libraries. When a program starts, the loader looks for 8,000 names of SystemC and the C++
# library, library by library.
VERILATED_LDLIBS := -lsystemc -lstdc++ -lz -lpthread

# The configuration of the unit, which sets parameters of rtl/cu_pkg.sv: its macros are the C++ code's, too.
CONFIG_FILES := $(FRAGMENTS:%=rtl/configs/%.f)
CONFIG_DEFINES := $(sort $(patsubst +define+%,-D%,$(filter +define+%,$(if $(FRAGMENTS),$(shell cat $(CONFIG_FILES))))))

# The unit: rtl/, or a folder of its own (docs/your-unit.md). files.f lists its sources, UNIT_PROBE its probe's;
# UNIT_TOP has the module cu_top. Paths in the lists of another unit begin anew at the root
# (scripts/wl/runs/unit_folder.py).
UNIT_FOLDER := $(or $(UNIT),rtl)
UNIT_FILES := $(if $(UNIT),$(BUILD)/unit,rtl)/files.f
UNIT_PROBE := $(if $(UNIT),$(BUILD)/unit/probe.f,rtl/probe/files.f)
# Rules of time, which cost about 0.8 % of a lockstep run: what may be slower has them.
UNIT_RULES := $(if $(UNIT),,-f rtl/probe/rules.f)
UNIT_TOP := $(if $(UNIT),$(UNIT),tb/top)/cu_top.sv
UNIT_SOURCES := $(filter %.sv %.svh %.v %.vh %.vlt,$(shell find $(UNIT_FOLDER) -name '*.*v*') \
  $(shell cat $(UNIT_FILES) $(UNIT_PROBE)))
VERILATED_SV_lockstep := $(sort $(UNIT_SOURCES) $(UNIT_FILES) $(UNIT_PROBE) $(UNIT_TOP))
VERILATED_SV_bare := $(filter-out rtl/probe/% tb/probe/% $(UNIT_PROBE),$(VERILATED_SV_lockstep))
VERILATED_SV_trace := $(VERILATED_SV_lockstep)
UNCOUNTED := tb/top/coverage.vlt $(if $(UNIT),$(BUILD)/unit/coverage.vlt)
VERILATED_SV_counted := $(VERILATED_SV_lockstep) $(UNCOUNTED) scripts/wl/cover/counted.py
MUTANTS_UNIT := $(BUILD)/mutants/$(MUTANTS)/unit
MUTANTS_STATE := scripts/wl/mutation/state.py
VERILATED_SV_mutants/$(MUTANTS) := $(VERILATED_SV_lockstep) \
  $(if $(MUTANTS),$(shell find $(MUTANTS_UNIT) -type f))
# What the probe's half of the classes includes.
VERILATED_HEADERS_lockstep := tb/top/probe_direct.h tb/probe/state.def
VERILATED_HEADERS_trace := $(VERILATED_HEADERS_lockstep)
VERILATED_HEADERS_counted := $(VERILATED_HEADERS_lockstep) tb/top/counted.h
VERILATED_HEADERS_mutants/$(MUTANTS) := $(VERILATED_HEADERS_lockstep) tb/top/mutants.h

# Reordering the statements of blocks takes 60 % of Verilator's time, and makes no run faster. What is unused stops no
# experiment: lint refuses it (scripts/wl/checks/lint.py).
VERILATED_FLAGS := --cc --prefix Vcu_top --top-module cu_top --no-timing -Wall -Wno-UNUSED \
  -O3 -fno-dfg -fno-reorder --x-assign fast --x-initial unique --output-split $(VERILATED_SPLIT) \
  $(CONFIG_DEFINES)
VERILATED_FLAGS_bare := -f $(UNIT_FILES)
VERILATED_FLAGS_lockstep := --assert -f $(UNIT_FILES) -f $(UNIT_PROBE)
# Structs by their fields. The width must hold memory lines, which are 512 bits.
VERILATED_FLAGS_trace := $(VERILATED_FLAGS_lockstep) $(UNIT_RULES) --trace-fst --trace-structs --trace-max-width 1024
# Verilator 5.006 splits a block into copies, and counts in one that reads what the others have written. -fno-split: the
# block stays whole, and the counts are right.
VERILATED_FLAGS_counted := $(UNCOUNTED) $(VERILATED_FLAGS_lockstep) $(UNIT_RULES) --coverage-line --coverage-toggle \
  -fno-split

# Mutants trigger lint warnings, so lint is off for this build.
VERILATED_FLAGS_mutants/$(MUTANTS) := --assert -f $(MUTANTS_UNIT)/files.f -f $(UNIT_PROBE) $(UNIT_RULES) -Wno-lint \
  -Wno-UNOPTFLAT

VERILATED_DEFINES := -DVL_TIME_CONTEXT -DVL_USER_STOP -DVL_USER_FATAL -DVL_USER_FINISH \
  $(if $(filter -DWL_EXPOSED_HAZARDS,$(CONFIG_DEFINES)),-DWL_RTL_EXPOSED_HAZARDS) \
  $(if $(filter -DWL_CONTROL_WORDS,$(CONFIG_DEFINES))$(UNIT),-DWL_RTL_CONTROL_WORDS) $(CONFIG_DEFINES)
VERILATED_DEFINES_bare :=
VERILATED_DEFINES_lockstep := -DWL_RTL_PROBE
VERILATED_DEFINES_trace := -DWL_RTL_PROBE -DWL_RTL_TRACE
VERILATED_DEFINES_counted := -DWL_RTL_PROBE -DWL_RTL_COVERAGE
VERILATED_DEFINES_mutants/$(MUTANTS) := -DWL_RTL_PROBE -DWL_RTL_MUTANTS
# What generated code includes besides.
VERILATED_MORE_mutants/$(MUTANTS) = -include $(UP)tb/top/mutants.h
VERILATED_MORE_counted = -include $(UP)tb/top/counted.h
# What changes generated code before it is compiled.
VERILATED_AFTER_counted := scripts/wavelock cover.counted

# UP is the way to the root, with a slash at its end, of what does not run there.
# $(1): the level.
VERILATED_CXXFLAGS = -std=c++17 -fPIC -fvisibility=hidden $(1) $(VERILATED_INCLUDES) $(VERILATED_DEFINES)

# Parsing Verilator's headers takes longer than compiling most of the files that include them. The compiled header
# differs each time, so ccache uses the sum in its place. Each level has its own.
VERILATED_PCH = $(BUILD)/pch/verilated$(1).h
define PCH_RULE
$(VERILATED_PCH).gch: tb/top/verilated_pch.h tb/top/rules.mk
	$$(Q)mkdir -p $$(@D)
	$$(Q)cp tb/top/verilated_pch.h $(VERILATED_PCH).part && mv $(VERILATED_PCH).part $(VERILATED_PCH)
	$$(Q){ echo "$(VERILATED_CXXFLAGS)"; $$(CXX) --version; cat $(VERILATED_PCH); } | sha256sum >$$@.sum.part
	$$(Q)$$(CXX) $(VERILATED_CXXFLAGS) -x c++-header $(VERILATED_PCH) -o $$@.part
	$$(Q)mv $$@.sum.part $$@.sum && mv $$@.part $$@
endef
$(foreach level,$(sort $(VERILATED_OPT) $(VERILATED_LEVEL_trace)),$(eval $(call PCH_RULE,$(level))))
VERILATED_CXX = $(if $(CCACHE),CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines$(comma)time_macros $(CCACHE)) \
  $(CXX) $(VERILATED_CXXFLAGS) -include $(UP)$(VERILATED_PCH) -fpch-preprocess
comma := ,

SYSTEMC_SRCS := $(wildcard tb/top/*.cc)
SYSTEMC_FLAGS := -Wall -Wextra -Werror -Itb -Itb/include -Itb/top -Irefmodel/include

# The way from a folder to the root: ../../ of a/b.
way_up = $(subst $() ,,$(patsubst %,../,$(subst /, ,$(1))))
define VERILATED_RULES
VERILATED_DIR_$(1) := $$(BUILD)/$(1)/verilated
VERILATED_CXX_$(1) = $$(call VERILATED_CXX,$$(or $$(VERILATED_LEVEL_$(1)),$$(VERILATED_OPT)))
VERILATED_GCH_$(1) := $$(call VERILATED_PCH,$$(or $$(VERILATED_LEVEL_$(1)),$$(VERILATED_OPT))).gch
VERILATED_LIB_$(1) := $$(BUILD)/$(1)/libwavelock_rtl.a
SYSTEMC_OBJS_$(1) := $$(SYSTEMC_SRCS:tb/top/%.cc=$$(BUILD)/$(1)/systemc/%.o)

# Verilator writes all files anew. One that is as it was keeps its time, and what is compiled of it stays. The stamp has
# the time at which Verilator began.
$$(BUILD)/$(1)/verilated.stamp: $$(VERILATED_SV_$(1)) $$(CONFIG_FILES) tb/top/rules.mk
	$$(Q)rm -rf $$(VERILATED_DIR_$(1)).new && mkdir -p $$(VERILATED_DIR_$(1)) && touch $$@.part
	$$(Q)$$(VERILATE) $$(VERILATED_FLAGS) $$(VERILATED_FLAGS_$(1)) $$(UNIT_TOP) --Mdir $$(VERILATED_DIR_$(1)).new
	$$(if $$(VERILATED_AFTER_$(1)),$$(Q)$$(VERILATED_AFTER_$(1)) $$(VERILATED_DIR_$(1)).new)
	$$(Q)cd $$(VERILATED_DIR_$(1)).new && for f in *; do cmp -s $$$$f ../verilated/$$$$f || mv $$$$f ../verilated; done
	$$(Q)rm -rf $$(VERILATED_DIR_$(1)).new && mv $$@.part $$@

# make looks at the time of a header after Verilator has run: what includes it is compiled in the same make. A header
# that stayed as it was is older than the stamp, so whoever only asks what is up to date does without the rule.
ifeq ($$(READ_ONLY),)
$$(VERILATED_DIR_$(1))/%.h: $$(BUILD)/$(1)/verilated.stamp ;
endif

$$(VERILATED_DIR_$(1))/verilated.a: private UP := $$(call way_up,$$(VERILATED_DIR_$(1)))
$$(VERILATED_DIR_$(1))/verilated.a: $$(BUILD)/$(1)/verilated.stamp tb/top/verilated.mk $$(VERILATED_GCH_$(1)) \
  $$(VERILATED_HEADERS_$(1))
	+$$(Q)$$(MAKE) --no-print-directory -C $$(@D) -f $$(UP)tb/top/verilated.mk UP=$$(UP) ROOT=$$(VERILATOR_ROOT) \
	  COMPILE="$$(VERILATED_CXX_$(1)) $$(VERILATED_MORE_$(1))" Q="$$(Q)"
	$$(Q)test $$@ -nt $$< || touch -r $$< $$@

$$(BUILD)/$(1)/systemc/%.o: tb/top/%.cc $$(VERILATED_GCH_$(1)) | $$(BUILD)/$(1)/verilated.stamp
	$$(COMPILING)
	$$(Q)$$(VERILATED_CXX_$(1)) $$(SYSTEMC_FLAGS) $$(VERILATED_DEFINES_$(1)) -isystem $$(VERILATED_DIR_$(1)) \
	  -MD $$(TO_OBJECT)

$$(VERILATED_LIB_$(1)): $$(SYSTEMC_OBJS_$(1)) $$(VERILATED_DIR_$(1))/verilated.a
	$$(Q)rm -f $$@.part
	$$(Q)printf 'create $$@.part\naddlib $$(VERILATED_DIR_$(1))/verilated.a\naddmod %s\nsave\nend\n' \
	  "$$$$(echo $$(SYSTEMC_OBJS_$(1)) | tr ' ' ,)" | $$(AR) -M && mv $$@.part $$@
endef
$(foreach v,$(VERILATED_VARIANTS),$(eval $(call VERILATED_RULES,$(v))))

# The sum of the state of a unit with mutants, which the bench includes.
ifneq ($(MUTANTS),)
MUTANTS_SUM := $(BUILD)/mutants/$(MUTANTS)/verilated/mutants_state.h
$(MUTANTS_SUM): $(BUILD)/mutants/$(MUTANTS)/verilated.stamp $(MUTANTS_STATE)
	$(Q)scripts/wavelock mutation.state $(@D) Vcu_top $(if $(UNIT),$(MUTANTS_UNIT)/registers.txt) && touch $@
$(BUILD)/mutants/$(MUTANTS)/systemc/bench.o: $(MUTANTS_SUM)
endif

# The memory without a unit, directly and by TLM; links against the model's library for wl_mem.
SYSTEMC_TESTS := $(BUILD)/test_memory $(BUILD)/test_atomic $(BUILD)/test_as_expected
$(BUILD)/test_memory: $(BUILD)/lockstep/systemc/tests/test_memory.o $(BUILD)/lockstep/systemc/tlm_ports.o \
  $(addprefix $(BUILD)/obj/tb/,shell/memory.o shell/ports.o device/memory_knobs.o) $(BUILD)/libwavelock.a
	$(Q)$(CXX) -o $@.part $^ $(VERILATED_LDLIBS) && mv $@.part $@
$(BUILD)/test_atomic: $(BUILD)/lockstep/systemc/tests/test_atomic.o
	$(Q)$(CXX) -o $@.part $^ && mv $@.part $@
# The direct compare of every cycle, with a stand-in for the checker.
$(BUILD)/test_as_expected: $(BUILD)/lockstep/systemc/tests/test_as_expected.o $(BUILD)/obj/tb/probe/direct_compare.o
	$(Q)$(CXX) -o $@.part $^ && mv $@.part $@
# It compares all rows, those of control words too.
$(BUILD)/lockstep/systemc/tests/test_as_expected.o: private VERILATED_CXXFLAGS += -DWL_RTL_CONTROL_WORDS
