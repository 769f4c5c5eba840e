# The front door. `make help` lists the targets and variables.
#
# What is compiled where: build/obj (C, optimised), build/asan (C under the sanitizers), build/{bare,lockstep,trace} (Verilated
# unit, tb/rtl/rules.mk). The tool comes in four builds of one main.c:
#   build/wavelock         lockstep: RTL with its probe, checker, model
#   build/wavelock-trace   the same, able to write a waveform
#   build/wavelock-bare    the RTL alone: no probe in it, nothing checked
#   build/wavelock-model   the model alone: neither Verilator nor SystemC in it
# build/wavelock-random writes random programs for them (tb/random); build/wavelock-decode holds the model's decoder against
# LLVM's (tb/decode), build/wavelock-lds-unit the LDS alone against the model (tb/lds_unit), build/wavelock-fuzz reads and runs
# mutated input under the sanitizers (tb/fuzz).

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --jobs=$(shell nproc)
# Another unit is another build: its own folder.
LDS_ENTRIES ?=
WINDOWS ?=
HAS_WINDOWS := $(filter-out 0,$(WINDOWS))
BUILD := build$(if $(LDS_ENTRIES),/lds$(LDS_ENTRIES))$(if $(HAS_WINDOWS),/windows)
CC := gcc
CXX := g++
CCACHE := $(shell command -v ccache)
Q := $(if $(V),,@)

# A machine that lacks something is set up first; make then starts over. Only help and clean need nothing.
ifneq ($(filter-out help clean,$(MAKECMDGOALS)),)
include $(BUILD)/setup.mk
endif
$(BUILD)/setup.mk: scripts/setup
	@mkdir -p $(BUILD)
	@scripts/setup
	@touch $@

ifneq ($(wildcard $(BUILD)/setup.mk),)
include refmodel/rules.mk tb/rules.mk tb/lockstep/rules.mk tb/rtl/rules.mk tb/random/rules.mk tb/decode/rules.mk tb/lds_unit/rules.mk tb/fuzz/rules.mk

# ---- C -------------------------------------------------------------------------------------------
WARNINGS := -Wall -Wextra -Werror
# The model's insides are for the model alone.
INCLUDES_refmodel := -Irefmodel/include -Irefmodel/src
INCLUDES_tb := -Irefmodel/include -Itb/include -Itb -Itb/lockstep -Itb/rtl $(CHECKER_CFLAGS) $(TB_CFLAGS)
CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g -ffp-contract=off -fno-math-errno $(WARNINGS)
SANITIZE := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LIBS := $(TB_LIBS) $(CHECKER_LIBS) -lm

# Sources -> objects of a variant (obj, asan).
objects = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

# $(1) variant, $(2) its flags, $(3) level of the host, as .avx2, or none, $(4) its flags
define C_RULE
$(BUILD)/$(1)/%$(3).o: %.c | $(BUILD)/setup.mk
	@mkdir -p $$(@D)
	$(Q)$(CCACHE) $(CC) $(CFLAGS) $(4) $(2) $$(INCLUDES_$$(firstword $$(subst /, ,$$<))) -MMD -MP -c -o $$@ $$<
endef
define C_RULES
$(call C_RULE,$(1),$(2))
$(foreach h,$(HOSTS),$(call C_RULE,$(1),$(2),.$(h),$(call HOST_CFLAGS,$(h)))
)
endef
$(eval $(call C_RULES,obj,))
$(eval $(call C_RULES,asan,$(SANITIZE)))
-include $(shell find $(BUILD)/obj $(BUILD)/asan -name '*.d' 2>/dev/null)

MODEL_OBJS := $(call objects,obj,$(MODEL_SRCS))
$(BUILD)/libwavelock.a: $(MODEL_OBJS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# What a report says it was built from. Written only when it changes, so that nothing is linked again for nothing.
$(BUILD)/build.c: FORCE
	@text="git $$(git describe --always --dirty --abbrev=12 2>/dev/null || echo none), $$($(VERILATOR) --version | cut -d' ' -f1,2), \
	$$($(CC) --version | head -n 1), LLVM $$(llvm-config-16 --version)"; \
	printf '#include "build.h"\nconst char wl_build[] = "%s";\n' "$$text" >$@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/obj/build.o: $(BUILD)/build.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -Itb -c -o $@ $<
.PHONY: FORCE

TOOL_OBJS := $(call objects,obj,$(TB_SRCS)) $(BUILD)/obj/build.o
$(BUILD)/wavelock-model: $(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_NONE)) $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@ $^ $(LIBS)

$(BUILD)/wavelock-random: $(call objects,obj,$(RANDOM_SRCS))
	$(Q)$(CC) -o $@ $^

# The whole tool without main.c, under the sanitizers.
$(BUILD)/wavelock-fuzz: $(call objects,asan,$(FUZZ_SRCS) $(filter-out tb/main.c,$(TB_SRCS)) $(TB_BACKEND_NONE) $(MODEL_SRCS))
	$(Q)$(CC) $(SANITIZE) -o $@ $^ $(LIBS)

$(BUILD)/wavelock-decode: $(call objects,obj,$(DECODE_SRCS)) $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@ $^ $(LIBS)

RTL_OBJS := $(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_RTL) $(CHECKER_SRCS)) $(BUILD)/libwavelock.a
define TOOL
$(BUILD)/wavelock$(2): $(RTL_OBJS) $(3) $(VERILATED_LIB_$(1))
	$(Q)$(CXX) -o $$@ $(3) $(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_RTL)) \
	  -Wl,--start-group $(call objects,obj,$(CHECKER_SRCS)) $(VERILATED_LIB_$(1)) $(BUILD)/libwavelock.a -Wl,--end-group \
	  $(LIBS) $(VERILATED_LDLIBS)
endef
$(eval $(call TOOL,lockstep,))
$(eval $(call TOOL,trace,-trace))
$(eval $(call TOOL,bare,-bare))
# With an assertion that fails where it is told to: scripts/test_ends.py.
$(eval $(call TOOL,lockstep,-asserts,$(BUILD)/lockstep/systemc/tests/assertion.o))

# Launches on one unit, through the device API: the tool's objects with a test in place of main.
LAUNCH_TEST := $(BUILD)/test_launches
LAUNCH_TEST_OBJS := $(call objects,obj,tb/tests/test_launches.c) $(filter-out %/tb/main.o,$(RTL_OBJS))
$(LAUNCH_TEST): $(LAUNCH_TEST_OBJS) $(VERILATED_LIB_lockstep)
	$(Q)$(CXX) -o $@ -Wl,--start-group $^ -Wl,--end-group $(LIBS) $(VERILATED_LDLIBS) -lcmocka

# The directed vectors of the integer opcodes are written from their table.
EDGES := build/vectors/.written
$(EDGES): scripts/edges.py $(wildcard scripts/edge/*.py) vectors/decode/gfx9-decode-vectors.tsv
	$(Q)rm -rf $(@D) && python3 $< --write $(@D) && touch $@

# Unit tests: one cmocka program a file; each once optimised, once under the sanitizers.
# $(1) variant, $(2) compiler flags, $(3) test source, $(4) sources it is linked with
define UNIT_TEST
UNIT_TESTS_$(1) += $(BUILD)/$(1)/$(basename $(3))
$(BUILD)/$(1)/$(basename $(3)): $(call objects,$(1),$(3) $(4))
	$(Q)$(CC) $(2) -o $$@ $$^ $(LIBS) -lcmocka -lmpfr -lgmp
endef
define UNIT_TESTS
$(foreach t,$(MODEL_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(MODEL_SRCS))))
$(foreach t,$(TB_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(filter-out tb/main.c,$(TB_SRCS)) $(TB_BACKEND_NONE) $(MODEL_SRCS))))
$(foreach t,$(CHECKER_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(CHECKER_TEST_SRCS))))
$(foreach t,$(CHECKER_MODEL_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(CHECKER_SRCS) $(MODEL_SRCS))))
endef
$(eval $(call UNIT_TESTS,obj,))
$(eval $(call UNIT_TESTS,asan,$(SANITIZE)))
endif

# ---- what people type ------------------------------------------------------------------------------
TEST ?=
KERNEL ?=
SEED ?= 1
CHECK ?= default
HAZARDS ?= error
MEMCHECK ?=
INJECT ?=
WAVES ?=
TRACE ?=
KEEP_GOING ?= 0
CONFLICTS ?=
HANG_CLOCKS ?= 1000000
MAX_CLOCKS ?= 0
GRID ?=
GROUP ?=
OFFSET ?=
LDS ?=
ALIGNMENT ?=
ARGS ?=
SEEDS ?= 20
FIRST ?= 1
COUNT ?= 1000
PROFILE ?= default
RUN ?=
FRESH ?=
HOURS ?=
JOBS ?=

OPTIONS = $(TEST) --seed $(SEED) --keep-going $(KEEP_GOING) --hang-clocks $(HANG_CLOCKS) --max-clocks $(MAX_CLOCKS) --hazards $(HAZARDS) \
  $(if $(TRACE),--trace $(TRACE)) \
  $(if $(MEMCHECK),--memcheck $(MEMCHECK)) $(if $(KERNEL),--kernel $(KERNEL)) $(if $(GRID),--grid $(GRID)) $(if $(GROUP),--group $(GROUP)) $(if $(OFFSET),--offset $(OFFSET)) $(if $(LDS),--lds $(LDS)) \
  $(if $(ALIGNMENT),--alignment $(ALIGNMENT)) \
  $(if $(ARGS),--args '$(ARGS)') $(if $(findstring =,$(WINDOWS)),--windows $(WINDOWS))

.PHONY: help sim run waves test lds-unit lint formal random nightly fuzz plant opcodes cover bench tools clean list
help:  ## this list
	@echo "usage: make TARGET [VARIABLE=value ...]"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'\t' '{printf "%-10s %s\n", $$1, $$2}'
	@echo
	@echo "variables"
	@sed -n 's/^#V \([A-Z_]*\) *\(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'\t' '{printf "%-14s %s\n", $$1, $$2}'
#V TEST        a test by name (make list), or the path of a test.json, .s or .cl file
#V KERNEL      kernel of a .cl file that has more than one
#V SEED        seed of memory latencies and of inputs (1)
#V CHECK       default | every (sweep all state each clock) | off (the RTL alone)
#V HAZARDS     error | warn | off: missing waits and wait states of the program (error)
#V MEMCHECK    unmapped | off: accesses to unmapped memory are a HAZARD (unmapped for a .s, .cl or code object; a test says it)
#V INJECT      fault in the RTL: <state row>[:wave][:index][:lane][:bit]@<clock>, or drop:<event>@<clock>, repeat:<event>@<clock>
#V WAVES       1: after a failing run, write the waveform around the failure
#V TRACE       a file: a line an instruction with the registers it wrote and the memory it touched (docs/trace.md)
#V KEEP_GOING  divergences to report after the first (0)
#V CONFLICTS   1: at the end of a run, what LDS bank conflicts cost, by instruction (docs/lds.md)
#V HANG_CLOCKS clocks without a wave starting or ending, or that one wave waits, after which the run is a HANG (1000000)
#V MAX_CLOCKS  stop after so many clocks: an ERROR (0: never)
#V GRID        work-items of a .s or .cl file: x[,y[,z]]
#V GROUP       work-items of a workgroup: x[,y[,z]]
#V OFFSET      what the global ids of a .cl file begin at: x[,y[,z]]
#V LDS         bytes of dynamic LDS
#V ALIGNMENT   dword | dword_strict | strict | unaligned: misaligned DS reads and writes (as the test says, else unaligned)
#V ARGS        arguments of a .s or .cl file
#V SEEDS       random programs (20)
#V FIRST       seed of the first of them (1)
#V COUNT       instructions of a random program (1000); accesses of make lds-unit; cases of make fuzz
#V PROFILE     weights of random programs: a name in tb/random/profiles, or a file (default)
#V LDS_ENTRIES 16-byte entries of an LDS bank, as 256 for the 16 KiB of the R700: builds below build/lds256 (1024)
#V WINDOWS     1: a unit that leaves wait states to the program, below build/windows; 5=6,9=0 states of rows (docs/wait-states.md)
#V HOURS       of a nightly run (8 where SEEDS is not given)
#V JOBS        programs of a nightly run at the same time (one a core)
#V RUN         name of a nightly run: its folder in runs/nightly (the date; goes on with an unfinished one)
#V FRESH       1: throw away what the folder of the nightly run holds
#V V           1: print the build commands

sim: $(if $(filter off,$(CHECK)),$(BUILD)/wavelock-bare,$(BUILD)/wavelock) | $(EDGES)  ## run TEST on RTL and model in lockstep
	@$(if $(TEST),,echo "make sim: which? TEST=... (make list)" >&2; exit 6)
	$(Q)WAVES=$(WAVES) scripts/sim $< $(OPTIONS) --check $(CHECK) $(if $(INJECT),--inject $(INJECT)) \
	  $(if $(filter-out 0,$(CONFLICTS)),--conflicts)

run: $(BUILD)/wavelock-model | $(EDGES)  ## run TEST on the model alone
	@$(if $(TEST),,echo "make run: which? TEST=... (make list)" >&2; exit 6)
	$(Q)$< --device model $(OPTIONS)

waves: $(BUILD)/wavelock-trace | $(EDGES)  ## run TEST in lockstep and leave a waveform, opened where there is a display
	@$(if $(TEST),,echo "make waves: which? TEST=... (make list)" >&2; exit 6)
	$(Q)WAVES=all scripts/sim $< $(OPTIONS) --check $(CHECK) $(if $(INJECT),--inject $(INJECT))

list: $(BUILD)/wavelock-model $(EDGES)  ## the tests of vectors/, and those written from tables
	$(Q)$< --list

test: tools $(EDGES) $(BUILD)/wavelock-random $(BUILD)/wavelock-decode $(BUILD)/wavelock-lds-unit $(LAUNCH_TEST) $(BUILD)/wavelock-fuzz $(UNIT_TESTS_obj) $(UNIT_TESTS_asan) $(SYSTEMC_TESTS) $(BUILD)/wavelock-asserts  ## everything that must pass: unit tests, sanitizers, lint, lockstep, faults
	$(Q)scripts/test $(foreach t,$(UNIT_TESTS_obj) $(UNIT_TESTS_asan),--cmocka $(t))

formal:  ## proofs of the fork/join unit, the barrier and others, each with broken copies that must fail
	$(Q)scripts/formal.py

lint:  ## Verilator -Wall and yosys on the RTL, clang's warnings on the C
	$(Q)scripts/lint

random: $(BUILD)/wavelock $(BUILD)/wavelock-random  ## random programs in lockstep; failures stay in runs/random
	$(Q)scripts/random_programs.py $(FIRST) $(shell expr $(FIRST) + $(SEEDS) - 1) --profile $(PROFILE) --count $(COUNT) --tool $<

# Only what was asked for: a nightly run has other defaults than `make random`.
asked = $(if $(filter command environment,$(firstword $(origin $(1)))),$(2) $($(1)))
nightly: $(BUILD)/wavelock $(BUILD)/wavelock-random  ## random programs for HOURS or SEEDS, goes on after a kill: docs/nightly.md
	$(Q)scripts/nightly.py $(if $(RUN),--name $(RUN)) $(if $(filter-out 0,$(FRESH)),--fresh) $(if $(HOURS),--hours $(HOURS)) $(if $(JOBS),--jobs $(JOBS)) \
	  $(call asked,SEEDS,--seeds) $(call asked,FIRST,--first) $(call asked,PROFILE,--profile) $(call asked,COUNT,--count)

lds-unit: $(BUILD)/wavelock-lds-unit  ## the LDS alone against the model: COUNT accesses of banks (300000)
	$(Q)$< --seed $(SEED) $(call asked,COUNT,--count)

fuzz: $(BUILD)/wavelock-fuzz  ## mutate COUNT code objects and descriptions, and a tenth of argument strings (100000): docs/nightly.md
	$(Q)$< --seed $(SEED) $(call asked,COUNT,--count)

plant: $(BUILD)/wavelock $(BUILD)/wavelock-random  ## plant bugs in a copy of the RTL and show that random programs find each
	$(Q)scripts/plant.py

opcodes: tools $(BUILD)/wavelock-random $(EDGES)  ## write docs/opcodes.md: what has and what executes each opcode
	$(Q)scripts/opcodes.py --write

cover: $(BUILD)/wavelock $(EDGES)  ## run TEST in lockstep and print what it executed: opcodes, operand kinds, EXEC classes
	@$(if $(TEST),,echo "make cover: which? TEST=... (make list)" >&2; exit 6)
	$(Q)$< --device lockstep $(OPTIONS) --coverage $(BUILD)/cover.tsv && scripts/coverage.py $(BUILD)/cover.tsv

bench: tools  ## measure the checker's cost, the model's speed, the builds; prints ratios with their spread
	$(Q)scripts/bench.py $(BENCH)

tools: $(BUILD)/wavelock $(BUILD)/wavelock-bare $(BUILD)/wavelock-trace $(BUILD)/wavelock-model  ## build everything
clean:  ## remove build/ and runs/
	rm -rf $(BUILD) runs
