# SPDX-License-Identifier: Apache-2.0
# The front door. `make help` lists the targets and variables.
#
# One make of this tree builds at a time. What people type (below) calls make again under a lock (scripts/build). That
# make, BUILDING, has the rules. What was typed reaches scripts by the environment: no shell reads it.
#
# What is compiled where: build/obj (C, optimised), build/asan (C under the sanitizers), build/gcov (the model, with
# counts), build/{bare,lockstep,trace,counted} (Verilated unit, tb/top/rules.mk). The tool comes in five builds of one
# main.c:
#   build/wavelock         lockstep: RTL with its probe, checker, model
#   build/wavelock-trace   the same, able to write a waveform
#   build/wavelock-bare    the RTL alone: no probe in it, nothing checked
#   build/wavelock-counted  as wavelock, and counts the lines of RTL and model that ran (docs/coverage.md)
#   build/wavelock-model   the model alone: neither Verilator nor SystemC in it
# Further programs:
#   build/wavelock-random    writes random programs for them (tb/random)
#   build/wavelock-points    lists the functional coverage points (tb/observe)
#   build/wavelock-programs.so  makes and assembles programs in the tool's process (tb/random/serve)
#   build/wavelock-decode    compares the model's decoder with LLVM's (tb/bench/decode)
#   build/wavelock-sass      checks, converts and runs listings with Maxwell control words (tb/control/listing)
#   build/wavelock-trace-unit  the issue logic of trace mode in lockstep with its model (tb/bench/trace)
#   build/wavelock-access    says what instructions read and write, for control_words.py (tb/control)
#   build/wavelock-lds-unit  compares the LDS alone with the model (tb/bench/lds)
#   build/wavelock-exec-unit runs the execution units' frame with a unit of random latency (tb/bench/exec)
#   build/wavelock-float-unit runs the execution units alone (tb/bench/float)
#   build/wavelock-format-unit  runs the formats of vector memory alone (tb/bench/format)
#   build/wavelock-vmem-unit runs the addresses of vector memory alone (tb/bench/vmem)
#   build/wavelock-vector-unit  compares the vector ALU alone with the model (tb/bench/vector)
#   build/wavelock-fuzz      reads and runs mutated input under the sanitizers (tb/bench/fuzz)
#   build/wavelock-sass-fuzz reads, mends and prints mutated listings under the sanitizers (tb/bench/fuzz/listing)
#   build/wavelock-exhaustive compares the model's floats with MPFR (tb/bench/exhaustive)
# Libraries: build/libwavelock.a, the model, and build/libwavelock-device.a, the device API on it.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# A make below another takes its jobs from that one.
JOBS_HERE := $(if $(findstring --jobserver,$(shell echo "$$MAKEFLAGS")),,--jobs=$(shell nproc))
MAKEFLAGS += --no-builtin-rules $(JOBS_HERE)

# A variable on the command line is one that `make help` lists, or one of the rules'.
# The former are text: '$$' means nothing in them.
TYPED := $(shell sed -n 's/^#V \([A-Z_]*\).*/\1/p' $(firstword $(MAKEFILE_LIST)))
RULES := BUILDING MUTANTS READ_ONLY CC CXX CCACHE CFLAGS SANITIZE VERILATOR VERILATOR_ROOT VERILATED_OPT VERILATED_SPLIT
GIVEN := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $v))),$v))
quote = '$(subst ','\'',$(1))'
# A call that is refused leaves no results of an earlier one: scripts/wl/runs/runner.py.
forget = $(if $(filter sim run waves,$(MAKECMDGOALS)),$(shell f=$(call quote,$(or $(OUT),runs)/junit.xml); \
  mv -f "$$f" "$$f.before" 2>/dev/null))
$(foreach v,$(filter-out $(TYPED) $(RULES) MAKEFLAGS -*-%,$(GIVEN)),$(forget)$(error \
  $(shell scripts/wavelock door.near variable $(call quote,$v) $(TYPED))))
$(foreach v,$(filter $(TYPED),$(GIVEN)),$(eval override $v := $$(value $v))$(eval export $v))

# What the environment has by such a name was not typed: tcsh exports GROUP, and CHECK=off left there would check
# nothing. It has no effect, and scripts/wl/door/sim.py refuses what a target would use. These say where and how things
# run.
OF_ENVIRONMENT := DESTDIR JOBS OUT PREFIX SETUP V
ifndef BUILDING
STRAYS := $(foreach v,$(filter-out $(OF_ENVIRONMENT),$(TYPED)),$(if $(filter environment,$(origin $v)),$v))
endif
GIVEN_HERE := $(filter $(TYPED),$(GIVEN))
$(foreach v,$(STRAYS),$(eval undefine $v)$(eval unexport $v))

# Another unit is another build: its own folder.
CONFIG ?=
LDS_ENTRIES ?=
EXPOSED_HAZARDS ?=
HAS_EXPOSED_HAZARDS := $(filter-out 0,$(EXPOSED_HAZARDS))
UNIT ?=
ISA ?=
HAS_ISA := $(filter-out gfx900,$(ISA))
MEMORY ?=
HAS_MEMORY := $(filter-out gfx9,$(MEMORY))
VCC_ALIAS ?=
HAS_VCC_ALIAS := $(filter-out 0,$(VCC_ALIAS))
CONTROL_WORDS ?=
HAS_CONTROL_WORDS := $(filter-out 0,$(CONTROL_WORDS))
VALU_DELAY ?=
HAS_VALU_DELAY := $(filter-out 0,$(VALU_DELAY))
KIND := $(subst $() $(),-,$(strip $(HAS_ISA) $(HAS_MEMORY) $(if $(HAS_VCC_ALIAS),alias) \
  $(if $(HAS_CONTROL_WORDS),control) $(if $(HAS_VALU_DELAY),d$(VALU_DELAY))))
SIZES := $(if $(CONFIG),/$(CONFIG))$(if $(LDS_ENTRIES),/lds$(LDS_ENTRIES))$(if $(KIND),/$(KIND))
# A unit beside the tree, as ../unit, is built below build/ too.
BUILD := build$(if $(UNIT),/$(subst ..,up,$(UNIT)))$(SIZES)$(if $(HAS_EXPOSED_HAZARDS),/exposed)
CC := gcc
CXX := g++
CCACHE := $(shell command -v ccache)
Q := $(if $(V),,@)
DIRECTED := build/vectors/.written

ifdef BUILDING
# A make below this one is given what it needs, not what was typed.
MAKEOVERRIDES :=
# A machine that lacks something is set up first; make then starts over.
include $(BUILD)/setup.mk
$(BUILD)/setup.mk: scripts/setup scripts/wl/checks/tools.py
	@mkdir -p $(BUILD)
	@scripts/setup
	@CC='$(CC)' CXX='$(CXX)' VERILATOR='$(VERILATOR)' scripts/wavelock checks.tools
	@touch $@

ifneq ($(wildcard $(BUILD)/setup.mk),)
include mk/whole.mk refmodel/rules.mk tb/rules.mk docs/spec/rules.mk
include $(foreach folder,check top random random/serve control control/listing opencl bench,tb/$(folder)/rules.mk)

# ---- C -------------------------------------------------------------------------------------------
WARNINGS := -Wall -Wextra -Werror
# The model's insides are for the model alone.
INCLUDES_refmodel := -Irefmodel/include -Irefmodel
INCLUDES_tb := -Irefmodel/include -Itb/include -Itb -Itb/top $(CHECKER_CFLAGS) $(TB_CFLAGS)
# Objects go into programs and into shared libraries; the linker makes the former as fast as without -fPIC.
# Words of a struct are copied and compared singly: joining them in vectors takes more instructions in the checker.
CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g -fPIC -fvisibility=hidden -fno-tree-slp-vectorize -ffp-contract=off \
  -fno-math-errno $(WARNINGS)
# -g1: a report has its lines, and a quarter of the compiler's time is saved.
SANITIZE := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
THREADS := -O1 -g1 -fsanitize=thread -fno-omit-frame-pointer
# Not optimised: the counts are those of the source's lines.
COUNTED := -O0 --coverage
LIBS := $(TB_LIBS) $(CHECKER_LIBS) -lm

# Sources -> objects of a variant (obj, asan).
objects = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

# Other flags make other objects.
$(BUILD)/flags: $(if $(READ_ONLY),,FORCE)
	@mkdir -p $(@D)
	@echo '$(CFLAGS) / $(SANITIZE) / $(THREADS) / $(COUNTED)' | cmp -s - $@ || \
	  echo '$(CFLAGS) / $(SANITIZE) / $(THREADS) / $(COUNTED)' >$@

# $(1) variant, $(2) its flags, $(3) level of the host, as .avx2, or none, $(4) its flags
define C_RULE
$(BUILD)/$(1)/%$(3).o: %.c $(BUILD)/flags | $(BUILD)/setup.mk
	$$(COMPILING)
	$(Q)$(CCACHE) $(CC) $$(CFLAGS) $(4) $(2) $$(INCLUDES_$$(firstword $$(subst /, ,$$<))) -MMD $$(TO_OBJECT)
endef
define C_RULES
$(call C_RULE,$(1),$(2))
$(foreach h,$(HOSTS),$(call C_RULE,$(1),$(2),.$(h),$(call HOST_CFLAGS,$(h)))
)
endef
$(eval $(call C_RULES,obj,))
$(eval $(call C_RULES,asan,$(SANITIZE)))
$(eval $(call C_RULES,tsan,$(THREADS)))
$(eval $(call C_RULES,gcov,$(COUNTED)))
OBJECT_FOLDERS := $(wildcard $(addprefix $(BUILD)/,obj asan tsan gcov $(VERILATED_VARIANTS:%=%/systemc) \
  $(UNIT_BENCHES)))
$(if $(OBJECT_FOLDERS),$(eval $(call KNOWN,$(OBJECT_FOLDERS),$(wildcard $(BUILD)/*.a $(BUILD)/*/*.a))))

MODEL_OBJS := $(call objects,obj,$(MODEL_SRCS))
$(BUILD)/libwavelock.a: $(MODEL_OBJS)
	$(Q)$(TO_ARCHIVE)

# The device API on the model. Names that are not its own are hidden.
DEVICE_OBJS := $(call objects,obj,$(TB_DEVICE) $(TB_BACKEND_NONE)) $(BUILD)/obj/sizes.o
$(BUILD)/libwavelock-device.a: $(DEVICE_OBJS)
	$(Q)$(CC) -r -nostdlib -o $@.part.o $^
	$(Q)objcopy --wildcard $(foreach n,wl_device_* wl_code_* wl_verdict_name,-G '$n') $@.part.o
	$(Q)rm -f $@.part && $(AR) rcs $@.part $@.part.o && rm $@.part.o && mv $@.part $@

BUILD_VARIABLES = $(if $(UNIT), UNIT=$(UNIT))$(if $(CONFIG), CONFIG=$(CONFIG))$(if \
  $(LDS_ENTRIES), LDS_ENTRIES=$(LDS_ENTRIES))$(if $(HAS_ISA), ISA=$(HAS_ISA))$(if \
  $(HAS_MEMORY), MEMORY=$(HAS_MEMORY))$(if $(HAS_VCC_ALIAS), VCC_ALIAS=1)$(if \
  $(HAS_CONTROL_WORDS), CONTROL_WORDS=1)$(if $(HAS_VALU_DELAY), VALU_DELAY=$(VALU_DELAY))
# What a report says it was built from. Written only when it changes, so that nothing is linked again for nothing. Files
# that are not committed have no revision: the sum of all that the tool is made of tells two of them apart.
BUILT_FROM := rtl $(UNIT) refmodel $(addprefix tb/,base check cli device include object observe probe \
  random/serve testcase top)
$(BUILD)/build.c: $(if $(READ_ONLY),,FORCE)
	@sum=$$(find $(BUILT_FROM) -type f ! -path '*/tests/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum); \
	text="git $$(git describe --always --dirty --abbrev=12 2>/dev/null || echo none), \
	sources $$(echo "$$sum" | cut -c1-12), \
	$$($(VERILATOR) --version | cut -d' ' -f1,2), \
	$$($(CC) --version | head -n 1), LLVM $$(llvm-config-16 --version)"; \
	printf '#include "build.h"\nconst char wl_build[] = "%s";\nconst char wl_build_variables[] = "%s";\n' \
	  "$$text" "$(BUILD_VARIABLES)" >$@.new; \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/obj/build.o: $(BUILD)/build.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb/cli -MMD $(TO_OBJECT)

# The sizes of the RTL, for the model and the coverage points.
$(BUILD)/sizes.c: rtl/cu_pkg.sv scripts/wl/generate/unit_sizes.py $(CONFIG_FILE)
	$(Q)VERILATOR='$(VERILATOR)' scripts/wavelock generate.unit_sizes $(UNIT_DEFINES) $(CONFIG_DEFINES) >$@.part
	$(Q)mv $@.part $@
SIZES_OBJ := $(BUILD)/obj/sizes.o
$(SIZES_OBJ): $(BUILD)/sizes.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb -Irefmodel/include -MMD $(TO_OBJECT)

# A program may run while it is linked anew: it gets its name when it is whole.
TOOL_OBJS := $(call objects,obj,$(TB_SRCS)) $(BUILD)/obj/build.o $(SIZES_OBJ)
$(BUILD)/wavelock-model: $(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_NONE)) $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@.part $^ $(LIBS) && mv $@.part $@

$(BUILD)/wavelock-random: $(call objects,obj,$(RANDOM_SRCS))
	$(Q)$(CC) -o $@.part $^ && mv $@.part $@

# For wavelock --serve, which finds it beside the tool. It has the generator in it: neither is built without the other.
$(BUILD)/wavelock-random: | $(BUILD)/wavelock-programs.so
$(BUILD)/obj/tb/random/serve/assembler.o: $(addprefix tb/random/serve/,assembler.cc assembler.h rules.mk)
	$(COMPILING)
	$(Q)$(CCACHE) $(CXX) $(PROGRAMS_CXXFLAGS) -MMD $(TO_OBJECT)
$(BUILD)/wavelock-programs.so: $(call objects,obj,$(PROGRAMS_SRCS)) $(BUILD)/obj/tb/random/serve/assembler.o
	$(Q)$(CXX) -shared -o $@.part $^ $(PROGRAMS_LIBS) && mv $@.part $@

# The whole tool without main.c, under the sanitizers.
TOOL_SRCS := $(filter-out tb/cli/main.c,$(TB_SRCS)) $(TB_BACKEND_NONE) $(MODEL_SRCS)
$(BUILD)/wavelock-fuzz: $(call objects,asan,$(FUZZ_SRCS) $(TOOL_SRCS)) $(SIZES_OBJ)
	$(Q)$(CC) $(SANITIZE) -o $@.part $^ $(LIBS) && mv $@.part $@

$(BUILD)/wavelock-decode: $(call objects,obj,$(DECODE_SRCS)) $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@.part $^ $(LIBS) $(DECODE_LIBS) && mv $@.part $@

# Every functional coverage point of the unit (docs/coverage.md).
$(BUILD)/wavelock-points: $(call objects,obj,$(POINTS_SRCS)) $(SIZES_OBJ) $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@.part $^ -lm && mv $@.part $@
$(BUILD)/points.tsv: $(BUILD)/wavelock-points
	$(Q)$< >$@.part && mv $@.part $@

$(BUILD)/wavelock-access: $(call objects,obj,$(ACCESS_SRCS)) $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@.part $^ -lm && mv $@.part $@

# The table of classes lies in the program as text.
$(BUILD)/sass_classes.c: tb/control/listing/classes.txt
	$(Q){ echo 'const char sass_classes_text[] ='; sed 's/["\\]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@.part
	$(Q)mv $@.part $@
$(SASS_CLASSES): $(BUILD)/sass_classes.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -MMD $(TO_OBJECT)
$(BUILD)/wavelock-sass: $(call objects,obj,$(SASS_SRCS)) $(SASS_CLASSES)
	$(Q)$(CC) -o $@.part $^ -ljansson && mv $@.part $@
$(BUILD)/wavelock-sass-fuzz: $(call objects,asan,$(SASS_FUZZ_SRCS)) $(SASS_CLASSES)
	$(Q)$(CC) $(SANITIZE) -o $@.part $^ -ljansson && mv $@.part $@

# The digest of what determines the results of a campaign: $(1) its program, $(2) the files.
define DIGEST
$(BUILD)/$(1)-digest.c: $(2) scripts/wl/generate/digest.py
	$(Q)printf '#include "bench/exhaustive/digest.h"\nconst char campaign_digest[] = "%s";\n' \
	  $$$$(scripts/wavelock generate.digest --text '$(UNIT_DEFINES)' $(2)) >$$@.part && mv $$@.part $$@
$(BUILD)/obj/$(1)-digest.o: $(BUILD)/$(1)-digest.c
	$$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb -MMD $$(TO_OBJECT)
endef
$(eval $(call DIGEST,wavelock-exhaustive,$(EXHAUSTIVE_DIGESTED)))
$(eval $(call DIGEST,wavelock-vector-unit,$(VECTOR_UNIT_DIGESTED)))

$(BUILD)/wavelock-exhaustive: $(call objects,obj,$(EXHAUSTIVE_SRCS)) $(BUILD)/obj/wavelock-exhaustive-digest.o \
  $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@.part $^ -lmpfr -lgmp -lm && mv $@.part $@

RTL_OBJS := $(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_RTL) $(CHECKER_SRCS)) $(BUILD)/libwavelock.a
# The tool for coverage of code. The model in it is counted, too, and gcov needs the notes of this very build.
COUNTED_MODEL := $(call objects,gcov,$(MODEL_SRCS))
$(BUILD)/wavelock-counted: $(filter-out %/libwavelock.a,$(RTL_OBJS)) $(VERILATED_LIB_counted) $(COUNTED_MODEL)
	$(Q)$(CXX) --coverage -o $@.part -Wl,--start-group $^ -Wl,--end-group $(LIBS) $(VERILATED_LDLIBS)
	$(Q)tar -C $(BUILD)/gcov -cf $@.notes $(COUNTED_MODEL:$(BUILD)/gcov/%.o=%.gcno)
	$(Q)objcopy --add-section .gcov_notes=$@.notes $@.part && rm $@.notes && mv $@.part $@
define TOOL
$(BUILD)/wavelock$(2): $(RTL_OBJS) $(3) $(VERILATED_LIB_$(1))
	$(Q)$(CXX) -o $$@.part $(3) $(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_RTL)) \
	  -Wl,--start-group $(call objects,obj,$(CHECKER_SRCS)) $(VERILATED_LIB_$(1)) $(BUILD)/libwavelock.a -Wl,--end-group \
	  $(LIBS) $(VERILATED_LDLIBS) && mv $$@.part $$@
endef
$(eval $(call TOOL,lockstep,))
$(eval $(call TOOL,trace,-trace))
$(eval $(call TOOL,bare,-bare))
$(if $(MUTANTS),$(eval $(call TOOL,mutants/$(MUTANTS),-mutants-$(MUTANTS))))
# With an assertion that fails where the test asks for it: scripts/tests/test_ends.py.
$(eval $(call TOOL,lockstep,-asserts,$(BUILD)/lockstep/systemc/tests/assertion.o))

# Its functions call each other, not the loader's of the same names.
$(BUILD)/libwavelock-opencl.so: $(call objects,obj,$(OPENCL_SRCS)) $(filter-out %/tb/cli/main.o,$(RTL_OBJS)) \
  $(VERILATED_LIB_lockstep) tb/opencl/exports.map
	$(Q)$(CXX) -shared -o $@.part -Wl,--start-group $(filter-out %.map,$^) -Wl,--end-group -Wl,-z,defs \
	  -Wl,-Bsymbolic-functions,--version-script=tb/opencl/exports.map \
	  $(LIBS) $(VERILATED_LDLIBS) && mv $@.part $@

# Its host programs (scripts/tests/test_opencl.py): on any OpenCL, under the sanitizers.
$(foreach t,$(OPENCL_TESTS),$(eval $(call OPENCL_TEST,$(t))))
$(foreach t,$(OPENCL_TESTS_ALONE),$(eval $(call OPENCL_TEST_ALONE,asan,$(SANITIZE),$(t))) \
  $(eval $(call OPENCL_TEST_ALONE,tsan,$(THREADS),$(t))))
$(eval $(call OPENCL_TEST_DEVICES,asan,$(SANITIZE)))
$(eval $(call OPENCL_TEST_DEVICES,tsan,$(THREADS)))
.PHONY: opencl-tests opencl-tests-asan opencl-tests-tsan
opencl-tests: $(BUILD)/libwavelock-opencl.so $(addprefix $(BUILD)/opencl/tests/,$(OPENCL_TESTS))
opencl-tests-asan opencl-tests-tsan: opencl-tests-%: $(addprefix $(BUILD)/opencl/%/,$(OPENCL_TESTS))

# Launches on one unit, through the device API: the tool's objects with a test in place of main.
$(BUILD)/test_launches: $(call objects,obj,tb/device/tests/test_launches.c) $(filter-out %/tb/cli/main.o,$(RTL_OBJS)) \
  $(VERILATED_LIB_lockstep)
	$(Q)$(CXX) -o $@.part -Wl,--start-group $^ -Wl,--end-group $(LIBS) $(VERILATED_LDLIBS) -lcmocka && mv $@.part $@

# What scripts write of the vectors: the directed ones from their tables, descriptions, values of the third reading. A
# run may read them meanwhile. One after the other: they share folders.
READING := $(wildcard scripts/wl/vectors/directed/*.py scripts/wl/reading/*.py) scripts/wl/runs/descriptions.py \
  docs/spec/gfx9-decode-vectors.tsv docs/spec/gfx906-opcodes.tsv
BY_HAND := $(sort $(shell find vectors -path vectors/sass -prune -o -regex '[-+./0-9A-Z_a-z]*' \
  '(' -name '*.json' -o -name '*.s' -o -name '*.inc' ')' -print))
$(BY_HAND):
# A file that comes or goes changes the list.
build/vectors/.by-hand: $(if $(READ_ONLY),,FORCE)
	$(Q)mkdir -p $(@D) && printf '%s\n' $(BY_HAND) >$@.part && \
	  if cmp -s $@.part $@; then rm $@.part; else mv $@.part $@; fi
build/vectors/.directed: scripts/wl/vectors/directed_vectors.py $(READING)
	$(Q)scripts/wavelock vectors.directed_vectors --write $(@D) && touch $@
build/vectors/.described: scripts/wl/vectors/write_vectors.py $(wildcard scripts/wl/vectors/*.py) $(READING) \
  vectors/control/distance/distance.s
	$(Q)scripts/wavelock vectors.write_vectors $(@D) && touch $@
build/vectors/.read: scripts/wl/vectors/program_vectors.py $(READING) $(BY_HAND) build/vectors/.by-hand \
  | build/vectors/.described
	$(Q)scripts/wavelock vectors.program_vectors && touch $@
$(DIRECTED): build/vectors/.directed build/vectors/.described build/vectors/.read
	$(Q)touch $@

# The slice of the cases of formats, which several tests read.
build/format_cases: scripts/wl/vectors/format_cases.py scripts/wl/reading/formats.py
	$(Q)scripts/wavelock vectors.format_cases --slice $@.part && mv $@.part $@

# Unit tests: one cmocka program a file; each once optimised, once under the sanitizers.
# $(1) variant, $(2) compiler flags, $(3) test source, $(4) sources it is linked with, $(5) objects
define UNIT_TEST
UNIT_TESTS_$(1) += $(BUILD)/$(1)/$(basename $(3))
$(BUILD)/$(1)/$(basename $(3)): $(call objects,$(1),$(3) $(4)) $(5)
	$(Q)$(CC) $(2) -o $$@.part $$^ $(LIBS) -lcmocka -lmpfr -lgmp && mv $$@.part $$@
endef
define UNIT_TESTS
$(foreach t,$(MODEL_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(MODEL_SRCS))))
$(foreach t,$(TB_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(TOOL_SRCS),$(SIZES_OBJ))))
$(foreach t,$(SASS_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(SASS_LIB),$(SASS_CLASSES))))
$(foreach t,$(CHECKER_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(CHECKER_TEST_SRCS))))
$(foreach t,$(CHECKER_MODEL_TESTS),$(eval $(call UNIT_TEST,$(1),$(2),$(t),$(CHECKER_SRCS) $(MODEL_SRCS))))
endef
$(eval $(call UNIT_TESTS,obj,))
$(eval $(call UNIT_TESTS,asan,$(SANITIZE)))

# What scripts/wl/mutation/comparisons.py links with its own copies of some sources.
.PHONY: comparisons
comparisons: $(call objects,obj,$(MODEL_TESTS) $(CHECKER_TESTS) $(CHECKER_MODEL_TESTS) $(CHECKER_TEST_SRCS)) \
  $(BUILD)/libwavelock.a

.PHONY: everything tools unit-tests
# What `make install` copies and the documents name.
everything: tools $(addprefix $(BUILD)/,libwavelock.a libwavelock-device.a libwavelock-opencl.so wavelock-random \
  wavelock-sass wavelock-access wavelock-decode wavelock-counted wavelock-exhaustive wavelock-fuzz wavelock-sass-fuzz \
  wavelock-points $(subst _,-,$(UNIT_BENCHES:%=wavelock-%)))
tools: $(addprefix $(BUILD)/,wavelock wavelock-bare wavelock-trace wavelock-model points.tsv)
# What scripts/wl/door/test.py runs of these: their names go into a file.
unit-tests:
	@printf '%s\n' $(UNIT_TESTS_obj) $(UNIT_TESTS_asan) >$(BUILD)/unit-tests.part
	@mv $(BUILD)/unit-tests.part $(BUILD)/unit-tests
endif

else
# ---- what people type ------------------------------------------------------------------------------
# What the targets do not use is refused: scripts/wl/door/sim.py has the table.
# On a machine without Python the setup speaks first.
REFUSED := $(if $(and $(shell command -v python3),$(GIVEN_HERE)$(STRAYS)),$(shell \
  scripts/wavelock --judge $(foreach g,$(MAKECMDGOALS),$(call quote,$g)) -- $(GIVEN_HERE) -- $(STRAYS)))
$(if $(REFUSED),$(forget)$(error $(REFUSED)))
$(if $(CONFIG),$(if $(and $(if $(findstring /,$(CONFIG)),,1),$(wildcard rtl/configs/$(CONFIG).f)),,$(forget)$(error \
  CONFIG: found "$(CONFIG)", expected one of $(patsubst rtl/configs/%.f,%,$(wildcard rtl/configs/*.f)))))
$(if $(and $(CONFIG),$(filter-out gfx906,$(or $(ISA),gfx900))),$(if $(shell \
  grep WL_SRAMECC rtl/configs/$(CONFIG).f),$(forget)$(error CONFIG=$(CONFIG) is of gfx906: expected ISA=gfx906)))
$(if $(and $(CONFIG),$(LDS_ENTRIES)),$(if $(shell grep WL_LDS_ENTRIES rtl/configs/$(CONFIG).f),$(forget)$(error \
  CONFIG=$(CONFIG) and LDS_ENTRIES both size the LDS: expected one of them)))
$(if $(LDS_ENTRIES),$(if $(filter $(subst $() $(),_,$(LDS_ENTRIES)),2 4 8 16 32 64 128 256 512 1024),,$(forget)$(error \
  LDS_ENTRIES: found "$(LDS_ENTRIES)", expected a power of two from 2 to 1024)))
$(if $(UNIT),$(if $(wildcard $(UNIT)/files.f),,$(forget)$(error \
  UNIT: found "$(UNIT)", expected a folder with files.f, probe.f and cu_top.sv (docs/second-unit.md))))
$(if $(UNIT),$(if $(LDS_ENTRIES)$(HAS_EXPOSED_HAZARDS)$(KIND),$(forget)$(error UNIT=$(UNIT): LDS_ENTRIES, \
  EXPOSED_HAZARDS, ISA, MEMORY, VCC_ALIAS, CONTROL_WORDS and VALU_DELAY are for the unit in rtl/)))
$(if $(ISA),$(if $(filter $(subst $() $(),_,$(ISA)),gfx900 gfx906),,$(forget)$(error \
  ISA: found "$(ISA)", expected gfx900 or gfx906)))
$(if $(MEMORY),$(if $(filter $(subst $() $(),_,$(MEMORY)),gfx9 rdna),,$(forget)$(error \
  MEMORY: found "$(MEMORY)", expected gfx9 or rdna)))
$(if $(VCC_ALIAS),$(if $(filter $(subst $() $(),_,$(VCC_ALIAS)),0 1),,$(forget)$(error \
  VCC_ALIAS: found "$(VCC_ALIAS)", expected 0 or 1)))
$(if $(CONTROL_WORDS),$(if $(filter $(subst $() $(),_,$(CONTROL_WORDS)),0 1),,$(forget)$(error \
  CONTROL_WORDS: found "$(CONTROL_WORDS)", expected 0 or 1)))
$(if $(VALU_DELAY),$(if $(filter $(subst $() $(),_,$(VALU_DELAY)),0 1 2 3 4 5),,$(forget)$(error \
  VALU_DELAY: found "$(VALU_DELAY)", expected 0 to 5)))
$(if $(and $(HAS_CONTROL_WORDS),$(HAS_EXPOSED_HAZARDS)),$(forget)$(error \
  CONTROL_WORDS=1 and EXPOSED_HAZARDS: a unit has one of them (D-CTRL-31)))
$(if $(filter-out 0 1,$(EXPOSED_HAZARDS)),$(if $(findstring =,$(EXPOSED_HAZARDS)),,$(forget)$(error \
  EXPOSED_HAZARDS: found "$(EXPOSED_HAZARDS)", expected 0, 1 or <row>=N,...)))

build = +$(Q)BUILD=$(BUILD) scripts/build
door = $(Q)WAVELOCK_TYPED='$(GIVEN_HERE)' scripts/wavelock $@

.PHONY: help sim run waves test cycles lds-unit exec-unit format-unit vmem-unit vector-unit lint format formal random
.PHONY: nightly fuzz sass-fuzz sass-listings mutate double-mutants control-clocks exhaustive opcodes cover bench install
.PHONY: debug replay diff shrink tools clean list probe-check control-random code-coverage FORCE
help:  ## this list
	@echo "usage: make TARGET [VARIABLE=value ...]"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'\t' '{printf "%-14s %s\n", $$1, $$2}'
	@echo
	@echo "variables"
	@sed -n 's/^#V \([A-Z_]*\) *\(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'\t' '{printf "%-16s %s\n", $$1, $$2}'
#V TEST        a test by name (make list) or path (test.json, .s, .cl); several: names, a folder, a pattern as lds*,
#V             a tag as tag:lds
#V KERNEL      kernel of a .cl file that has more than one
#V SEED        seed of memory latencies, of inputs and of registers without a reset (1)
#V CHECK       default | every (sweep all state each cycle) | off (the RTL alone)
#V HAZARDS     error | warn | off: missing waits and wait states of the program (as the test says)
#V MEMCHECK    1 | unmapped | off: accesses outside what is allocated are a HAZARD (as the test says; of a program: 1)
#V UNINIT      error | count | off: reads of memory that nobody has written are a HAZARD, or counted (as the test says)
#V RACES       1: two waves that race for a byte are a HAZARD (as the test says)
#V PURE        1: the model computes floats on integers alone, not on the host's float units (0)
#V INJECT      fault in the RTL: <state row>[:wave][:index][:lane][:bit]@<cycle>, drop: or repeat:<event>@<cycle>
#V WAVES       1: run a failing test again for the waveform around the failure; auto[:before,after]: write it at once,
#V             these cycles (2000,200)
#V TRACE       a file: one line per instruction, with the registers and memory that it wrote and read (docs/trace.md)
#V KEEP_GOING  divergences to report after the first (0)
#V CONFLICTS   1: at the end of a run, what LDS bank conflicts cost, and transactions of vector memory, by instruction
#V STATS       1: at the end of a run, where its cycles went: issue slots, lanes, hottest instructions (docs/views.md)
#V PIPE        a file: the stages of each instruction, for the viewer Konata (docs/views.md)
#V PERFETTO    a file: instructions, why waves wait and counters, for Perfetto (docs/views.md)
#V VIEWER      a folder: the run for AMD's ROCprof Compute Viewer (docs/views.md)
#V GDB         of debug: serve GDB at this port of 127.0.0.1, or at the path of a socket; else there is a prompt
#V DEVICE      of debug: lockstep | model (lockstep)
#V HANG_CYCLES cycles that a wave waits, or without one starting or ending, and it is a HANG (1000000, 100000000)
#V MAX_CYCLES  stop after so many cycles: an ERROR (0: never)
#V MAX_INSTRUCTIONS of the model alone, after which the run is a HANG (10000000000 without a wave starting or ending)
#V GRID        work-items of a .s or .cl file: x[,y[,z]]
#V GROUP       work-items of a workgroup: x[,y[,z]]
#V OFFSET      what the global ids of a .cl file begin at: x[,y[,z]]
#V LDS         bytes of dynamic LDS
#V SCRATCH     bytes of private memory of a work-item, where the kernel states too little: deep recursion
#V ALIGNMENT   dword | dword_strict | strict | unaligned: misaligned DS accesses (as the test says)
#V ARGS        arguments of a .s or .cl file: docs/kernels.md
#V MEMORY_KNOBS latency and back-pressure, as "latency=[2,80] vector.burst=50": vectors/README.md (as the test says)
#V CLFLAGS     build options of a .cl file, as -DN=4 -Ifolder
#V SEEDS       1..20: one run per seed; a number: so many from SEED (random, nightly: from FIRST; random: 20;
#V             code-coverage without TEST: 2 of each profile from FIRST)
#V FIRST       seed of the first of them (1)
#V COUNT       instructions of random, code-coverage (1000) and exec-unit; accesses of lds-unit; requests of vmem-unit;
#V             cases of fuzz, sass-fuzz; operands of vector-unit; mutants of each BLOCK (300; 0: all)
#V BLOCK       of mutate: folders of rtl/, as "lds flow": mutants that are switched on at run time (docs/mutation.md)
#V PROFILE     weights of random programs: a name in tb/random/profiles, or a file (default; code-coverage: all)
#V CONFIG      sizes of the unit, as small, or sramecc of gfx906: a file in rtl/configs, builds below build/small (the
#V             default sizes)
#V LDS_ENTRIES 16-byte entries of an LDS bank, as 256 for the 16 KiB of the R700: builds below build/lds256 (1024)
#V ISA         gfx900 | gfx906: the instruction set; gfx906 builds below build/gfx906 (gfx900)
#V MEMORY      gfx9 | rdna: range rules of buffers, and a counter of stores; rdna builds below build/rdna (gfx9)
#V VCC_ALIAS   1: VCC, XNACK_MASK and FLAT_SCRATCH are the wave's last SGPRs too; builds below build/alias (0)
#V CONTROL_WORDS 1: waves may take their waits from control words in the program; builds below build/control (0)
#V VALU_DELAY  cycles that vector ALU results take longer, 0 to 5; 3 builds below build/d3 (0)
#V EXPOSED_HAZARDS 1: the program keeps wait states, below build/exposed; 5=6,9=0: states of rows (docs/wait-states.md)
#V UNIT        folder of another compute unit, as examples/tiny_cu: built below build/ by its path (docs/second-unit.md)
#V PLUS        plus arguments of the unit, as "+tiny_cu_bug": for its $test$plusargs and $value$plusargs
#V HOURS       of a nightly run (8 where SEEDS is not given)
#V KINDS       of jobs of a nightly run, as "random vectors" (all; random alone with SEEDS, PROFILE, COUNT or INJECT)
#V LAUNCHER    what starts the workers of a nightly run: local | command ... | ssh HOST... | slurm ... | lsf ... (local)
#V JOBS        runs at the same time (one a core, of test one more); with LAUNCHER workers, with ssh on each host
#V RUN         of nightly: its name and folder in runs/nightly (the date; goes on with an unfinished one). Of replay,
#V             diff and shrink: the folder of a run, as runs/fork_join-1
#V SHRINK      of nightly: seconds in which a failure of each group is made small (300); 0: none is; of shrink:
#V             seconds for a .cl file (300)
#V CLOCK       of diff: the number of a cycle
#V FRESH       1: throw away what the folder of the nightly run holds
#V OUT         folder for results: each run of sim or waves gets a folder there; random/ and nightly/ lie there (runs)
#V ALL         1: vector-unit runs all 2^32 inputs of rcp, rsq, sqrt, exp, log, sin and cos of f32 too (0)
#V RECORD      1: exhaustive and vector-unit write what is whole into docs/exhaustive.tsv, docs/vector-unit.tsv (0)
#V ONLY        of make test, cycles, exhaustive, vector-unit: the parts whose name contains this; * and ? as of files
#V LISTINGS    of make sass-listings and nightly: a folder
#V COVER       of make random and nightly: a file of coverage points that the programs shall hit: docs/coverage.md
#V RANK        of make nightly: 1 prints the shortest list of jobs found that reaches the night's coverage
#V PREFIX      of make install: an absolute path (/usr/local)
#V DESTDIR     of make install: a folder to put before PREFIX
#V BENCH       options of make bench: --pairs N, --builds
#V SETUP       no: print the line that installs missing Debian packages, and never run it (as root it runs)
#V V           1: print the build commands

sim:  ## run TEST on RTL and model in lockstep
	$(build) $(BUILD)/wavelock$(if $(filter auto%,$(WAVES)),-trace,$(if $(filter off,$(CHECK)),-bare)) $(DIRECTED)
	$(if $(WAVES),+)$(door)

run:  ## run TEST on the model alone
	$(build) $(BUILD)/wavelock-model $(DIRECTED)
	$(door)

waves:  ## run TEST in lockstep and leave a waveform, opened where there is a display
	$(build) $(BUILD)/wavelock-trace $(DIRECTED)
	$(door)

debug:  ## stop in a run of TEST at a prompt, or serve GDB; steps forward and back: docs/debug.md
	$(build) $(BUILD)/wavelock$(if $(filter model,$(DEVICE)),-model) $(DIRECTED)
	$(door)

replay:  ## run the stored run RUN again and say whether it ends the same
	+$(door)

shrink:  ## make the program of the failed run RUN small: docs/shrink.md
	+$(door)

diff:  ## both states of the stored run RUN at the beginning of cycle CLOCK, side by side: docs/replay.md
	+$(door)

cover:  ## run TEST in lockstep and print what it covers and its holes: docs/coverage.md
	$(build) $(BUILD)/wavelock $(BUILD)/points.tsv $(DIRECTED)
	$(door)

code-coverage:  ## lines and toggles of the RTL, lines and branches of the model, by TEST or all: docs/coverage.md
	$(build) $(BUILD)/wavelock-counted $(BUILD)/wavelock-random $(DIRECTED)
	+$(door)

list:  ## the tests of vectors/, and those written from tables, with their tags
	$(build) $(BUILD)/wavelock-model $(DIRECTED)
	$(Q)scripts/wavelock door.tags $(BUILD)/wavelock-model

test:  ## everything that must pass: lint, unit tests, sanitizers, lockstep, faults
	+$(Q)scripts/wavelock door.test

formal:  ## proofs of the fork/join unit, the barrier and others, each with broken copies that must fail
	$(build) $(BUILD)/setup.mk
	$(Q)scripts/wavelock checks.formal

lint:  ## compilers' warnings on RTL and C, formatters, style, names, sentences, references, tool versions
	$(build) $(BUILD)/setup.mk
	$(Q)scripts/wavelock checks.lint

format:  ## apply the formatters: clang-format to C and C++, black to Python
	$(build) $(BUILD)/setup.mk
	$(Q)scripts/wavelock checks.format

probe-check:  ## say in words what is wrong with the events of UNIT's probe: docs/second-unit.md
	$(build) $(BUILD)/wavelock
	$(door)

random:  ## random programs in lockstep; failures stay in runs/random
	$(build) $(BUILD)/wavelock $(BUILD)/wavelock-random
	$(door)

nightly:  ## a night of jobs for HOURS, goes on after a kill, also on other machines: docs/nightly.md
	$(build) $(BUILD)/wavelock $(BUILD)/wavelock-random $(BUILD)/points.tsv
	+$(door)

cycles:  ## run the vectors in lockstep and make their cycles the baseline, vectors/cycles.tsv: docs/nightly.md
	+$(Q)scripts/wavelock door.test --cycles

lds-unit:  ## the LDS alone against the model: COUNT accesses of banks (300000)
	$(build) $(BUILD)/wavelock-lds-unit
	$(door)

exec-unit:  ## execution units with one of random latency: COUNT instructions (20000), and planted errors
	$(build) $(BUILD)/wavelock-exec-unit
	$(door)

format-unit:  ## formats of buffers in the RTL alone: all cases of format_cases.py, minutes
	$(build) $(BUILD)/wavelock-format-unit
	$(door)

vmem-unit:  ## addresses of vector memory in the RTL alone: COUNT requests (200000), and planted errors
	$(build) $(BUILD)/wavelock-vmem-unit
	$(door)

vector-unit:  ## the vector ALU alone against the model: COUNT operands a float opcode (10000000): docs/exhaustive.md
	$(build) $(BUILD)/wavelock-vector-unit
	$(door)

fuzz:  ## mutate COUNT code objects and descriptions, and a tenth of argument strings (100000): docs/nightly.md
	$(build) $(BUILD)/wavelock-fuzz
	$(door)

sass-fuzz:  ## mutate COUNT listings with control words (1000000); read, check, mend and print: docs/control-words.md
	$(build) $(BUILD)/wavelock-sass-fuzz
	$(door)

sass-listings:  ## each listing below the folder LISTINGS through wavelock-sass, as a table: docs/control-words.md
	$(build) $(BUILD)/wavelock-sass
	$(door)

exhaustive:  ## the model's floats against MPFR: hours, goes on where it stopped: docs/exhaustive.md
	$(build) $(BUILD)/wavelock-exhaustive
	$(door)

mutate:  ## mutants of BLOCK at run time, COUNT of them: docs/mutation.md; without BLOCK a table
	$(build) $(if $(BLOCK),,$(BUILD)/wavelock $(DIRECTED)) $(BUILD)/wavelock-random
	$(if $(BLOCK),+)$(Q)$(if $(BLOCK),scripts/wavelock mutation.mutate_block --make,scripts/wavelock mutation.mutate)

double-mutants:  ## change the model alone and show that a vector notices each change: docs/nightly.md
	$(build) $(BUILD)/wavelock $(BUILD)/wavelock-model $(DIRECTED)
	+$(Q)scripts/wavelock mutation.double_mutants

control-clocks:  ## kernels with wait counters and with control words: a table of clocks: docs/control-words.md
	$(build) $(BUILD)/wavelock-access $(DIRECTED)
	+$(Q)scripts/wavelock control.control_clocks

control-random:  ## random programs with control words: all field values, and the judge: docs/control-words-unit.md
	$(build) $(BUILD)/wavelock-random
	+$(Q)status=0; for delay in 0 3; do \
	  scripts/wavelock control.control_random --valu-delay $$delay --instructions 1000000 $(or $(SEED),1) || status=1; \
	  scripts/wavelock control.control_property --valu-delay $$delay --batches 150 --from $(or $(SEED),1) || status=1; \
	done; exit $$status

opcodes:  ## write build/docs/opcodes.md: what has and what executes each opcode
	$(build) tools $(BUILD)/wavelock-random $(BUILD)/wavelock-exhaustive $(DIRECTED)
	$(Q)scripts/wavelock checks.opcodes --write

bench:  ## measure the checker's cost, the speed of model and unit, the builds; prints ratios with their spread
	$(build) tools
	$(door)

install:  ## copy the command, the libraries of model and device API, the OpenCL driver, headers to PREFIX
	$(build) $(BUILD)/wavelock $(BUILD)/libwavelock.a $(BUILD)/libwavelock-device.a $(BUILD)/libwavelock-opencl.so
	$(Q)scripts/install $(BUILD)

tools:  ## build everything
	$(build) everything
clean:  ## remove build/ and runs/
	rm -rf $(BUILD) runs

# A file of the build by its name.
build/%: FORCE
	$(build) $@

# What is no target.
TARGETS := $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' $(firstword $(MAKEFILE_LIST)))
.DEFAULT:
	@scripts/wavelock door.near target $(call quote,$@) $(TARGETS) >&2; exit 2
endif
