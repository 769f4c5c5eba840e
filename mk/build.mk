# SPDX-License-Identifier: Apache-2.0
# The rules of the build. The front door starts this make (scripts/wl/door/build.py): one at a time in a folder of the
# build, with the unit's variables and BUILD, its folder.
#
# What is compiled where: build/obj (C, optimised), build/asan (C under the sanitizers), build/gcov (the model, with
# counts), build/{bare,lockstep,trace,counted} (Verilated unit, tb/top/rules.mk). The tool comes in six builds of one
# main.c:
#   build/wavelock         lockstep: RTL with its probe, checker, model
#   build/wavelock-trace   the same, able to write a waveform
#   build/wavelock-bare    the RTL alone: no probe in it, nothing checked
#   build/wavelock-fast    as wavelock, laid out by a profile: for long runs (mk/fast.mk)
#   build/wavelock-counted  as wavelock, and counts the lines of RTL and model that ran (docs/coverage.md)
#   build/wavelock-model   the model alone: neither Verilator nor SystemC in it
# Further programs:
#   build/wavelock-random    writes random programs for them (tb/random)
#   build/wavelock-points    lists the functional coverage points (tb/observe)
#   build/wavelock-programs.so  makes and assembles programs in the tool's process (tb/random/serve)
#   build/wavelock-decode    compares the model's decoder with LLVM's (tb/bench/decode)
#   build/wavelock-sass      checks, converts and runs listings with Maxwell control words (tb/control/listing)
#   build/wavelock-trace-unit  the issue logic of trace mode in lockstep with its model (tb/bench/trace)
#   build/wavelock-shader    compiles and runs compute shaders by the drivers of Mesa (tb/shader)
#   build/wavelock-access    says what instructions read and write, for control_words.py (tb/control)
#   build/wavelock-lds-unit  compares the LDS alone with the model (tb/bench/lds)
#   build/wavelock-exec-unit runs the execution units' frame with a unit of random latency (tb/bench/exec)
#   build/wavelock-format-unit  runs the formats of vector memory alone (tb/bench/format)
#   build/wavelock-latency-unit  compares what a unit declares of execution units with the model (tb/bench/latency)
#   build/wavelock-sample-unit  compares the arithmetic of images with the chapter's reference (tb/bench/sample)
#   build/wavelock-vmem-unit runs the addresses of vector memory alone (tb/bench/vmem)
#   build/wavelock-vector-unit  compares the vector ALU alone with the model (tb/bench/vector)
#   build/wavelock-fuzz      reads and runs mutated input under the sanitizers (tb/bench/fuzz)
#   build/wavelock-sass-fuzz reads, mends and prints mutated listings under the sanitizers (tb/bench/fuzz/listing)
#   build/wavelock-exhaustive compares the model's floats with MPFR (tb/bench/exhaustive)
# Libraries: build/libwavelock.a, the model; build/libwavelock-device.a, the device API on it;
# build/libwavelock-check.a and .so, the checker with the probe's functions and the model; build/libwavelock-bench.so,
# the tool for other simulators.

.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# Another unit is another build: its own folder.
BUILD ?= build
CONFIG ?=
UNIT ?=
FRAGMENTS := $(sort $(CONFIG))
CC := gcc
CXX := g++
# An object of another clone is a hit: all paths are relative, and the debug information names no clone. A debugger
# finds the sources from the root of the tree in which it runs.
CCACHE := $(if $(shell command -v ccache),PWD=/proc/self/cwd CCACHE_NOHASHDIR=1 ccache)
Q := $(if $(V),,@)
DIRECTED := build/vectors/.written

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
ifneq ($(UNIT),)
include $(BUILD)/unit/model.mk
endif
include $(foreach folder,check shell plain top random random/serve shader control control/listing opencl \
  bench,tb/$(folder)/rules.mk)

# ---- C -------------------------------------------------------------------------------------------
WARNINGS := -Wall -Wextra -Werror
# The model's insides are for the model alone.
INCLUDES_refmodel := -Irefmodel/include -Irefmodel
INCLUDES_tb := -Irefmodel/include -Itb/include -Itb -Itb/top $(CHECKER_CFLAGS) $(TB_CFLAGS)
# Objects go into programs and into shared libraries; the linker makes the former as fast as without -fPIC.
# Nobody replaces a function that a library exports, so calls of it are as fast as of one that is hidden.
# Words of a struct are copied and compared singly: joining them in vectors takes more instructions in the checker.
CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g -fPIC -fvisibility=hidden -fno-semantic-interposition -fno-tree-slp-vectorize \
  -ffp-contract=off -fno-math-errno $(WARNINGS)
# -g1: a report has its lines, and a quarter of the compiler's time is saved. -Og: another half, against -O1.
SANITIZE := -Og -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
THREAD_SANITIZER := -O1 -g1 -fsanitize=thread -fno-omit-frame-pointer
# Not optimised, so that the counts belong to lines of the source.
COUNTED := -O0 --coverage
LIBS := $(TB_LIBS) $(CHECKER_LIBS) -lm

# Sources -> objects of a variant (obj, asan).
objects = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

# Other flags make other objects.
$(BUILD)/flags: $(if $(READ_ONLY),,FORCE)
	@mkdir -p $(@D)
	@echo '$(CFLAGS) / $(SANITIZE) / $(THREAD_SANITIZER) / $(COUNTED)' | cmp -s - $@ || \
	  echo '$(CFLAGS) / $(SANITIZE) / $(THREAD_SANITIZER) / $(COUNTED)' >$@

# $(1) variant, $(2) its flags, $(3) level of the host, as .avx2, or none, $(4) its flags
define C_RULE
$(BUILD)/$(1)/%$(3).o: %.c $(BUILD)/flags | $(BUILD)/setup.mk
	$$(COMPILING)
	$(Q)$(CCACHE) $(CC) $$(CFLAGS) $(4) $(2) $$(INCLUDES_$$(firstword $$(subst /, ,$$<))) -MMD $$(TO_OBJECT)
endef
define C_RULES
$(call C_RULE,$(1),$(2))
$(foreach h,$(HOSTS),$(call C_RULE,$(1),$(2),.$(h),$(call HOST_CFLAGS,$(h)))
$(call C_RULE,$(1),$(2),.only-$(h),-DWL_LEVEL=$(h))
)
endef
$(eval $(call C_RULES,obj,))
$(eval $(call C_RULES,asan,$$(SANITIZE)))
$(eval $(call C_RULES,tsan,$(THREAD_SANITIZER)))
$(eval $(call C_RULES,gcov,$(COUNTED)))
OBJECT_FOLDERS := $(wildcard $(addprefix $(BUILD)/,obj asan tsan gcov $(VERILATED_VARIANTS:%=%/systemc) \
  $(UNIT_BENCHES)))
$(if $(OBJECT_FOLDERS),$(eval $(call KNOWN,$(OBJECT_FOLDERS),$(wildcard $(BUILD)/*.a $(BUILD)/*/*.a))))

MODEL_OBJS := $(call objects,obj,$(MODEL_SRCS))
$(BUILD)/libwavelock.a: $(MODEL_OBJS)
	$(Q)$(TO_ARCHIVE)

# The model of a unit with an instruction set of its own.
UNIT_MODEL_OBJS := $(UNIT_MODEL:%.c=$(BUILD)/obj/unit/%.o)

# The device API on the model. Names that are not its own are hidden.
DEVICE_OBJS := $(call objects,obj,$(TB_DEVICE) $(TB_BACKEND_NONE)) $(BUILD)/obj/sizes.o $(UNIT_MODEL_OBJS)
$(BUILD)/libwavelock-device.a: $(DEVICE_OBJS)
	$(Q)$(CC) -r -nostdlib -o $@.part.o $^
	$(Q)objcopy --wildcard $(foreach n,wl_device_* wl_code_* wl_verdict_name,-G '$n') $@.part.o
	$(Q)rm -f $@.part && $(AR) rcs $@.part $@.part.o && rm $@.part.o && mv $@.part $@

# The checker for benches outside the tree. What no public header declares is hidden (pragma visibility there), and
# local in the archive: names such as `diverge` are the caller's, too. The list of points is a tool's, not a checker's.
CHECK_OBJS := $(call objects,obj,$(filter-out tb/observe/%,$(CHECKER_SRCS))) $(MODEL_OBJS)
$(BUILD)/libwavelock-check.a: $(CHECK_OBJS)
	$(Q)$(CC) -r -nostdlib -o $@.part.o $^
	$(Q)objcopy --localize-hidden $@.part.o
	$(Q)rm -f $@.part && $(AR) rcs $@.part $@.part.o && rm $@.part.o && mv $@.part $@
# The number is WL_CHECKER_VERSION.
$(BUILD)/libwavelock-check.so: $(CHECK_OBJS)
	$(Q)$(CC) -shared -o $@.part $^ -Wl,-z,defs -Wl,-Bsymbolic-functions -Wl,-soname,libwavelock-check.so.1 \
	  $(CHECKER_LIBS) -lm && mv $@.part $@

BUILD_VARIABLES = $(if $(UNIT), UNIT=$(UNIT))$(if $(FRAGMENTS), CONFIG=$(if $(word \
  2,$(FRAGMENTS)),'$(FRAGMENTS)',$(FRAGMENTS)))
# What a report says it was built from. Written only when it changes, so that nothing is linked again for nothing. Files
# that are not committed have no revision: the sum of all that the tool is made of tells two of them apart.
BUILT_FROM := rtl $(if $(UNIT),$(UNIT) $(UNIT_SOURCES)) refmodel $(addprefix tb/,base check cli device gfx9 include \
  object observe probe plain random/serve shell testcase top)
$(BUILD)/build.c: $(if $(READ_ONLY),,FORCE)
	@sum=$$(find $(BUILT_FROM) -type f ! -path '*/tests/*' ! -name unit.json -print0 | LC_ALL=C sort -z | \
	  xargs -0 sha256sum | sha256sum); \
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

# The names of the opcodes, for every unit.
build/op_pkg.sv: scripts/wl/generate/opcode_names.py scripts/wl/tree/opcodes.py docs/spec/gfx9-decode-vectors.tsv \
  docs/spec/gfx906-opcodes.tsv
	$(Q)scripts/wavelock generate.opcode_names && touch $@

# The sizes of the RTL, for the model and the coverage points; the model of a unit with an instruction set of its own
# (docs/your-unit.md). Its files see the public headers alone.
$(BUILD)/sizes.c: rtl/cu_pkg.sv scripts/wl/generate/unit_sizes.py $(CONFIG_FILES) $(if $(UNIT),$(BUILD)/unit/model.mk)
	$(Q)VERILATOR='$(VERILATOR)' scripts/wavelock generate.unit_sizes $(if $(UNIT_MODEL),--model) \
	  $(if $(UNIT_ASSEMBLER),--assembler=$(UNIT)/$(UNIT_ASSEMBLER)) $(CONFIG_DEFINES) >$@.part
	$(Q)mv $@.part $@
$(UNIT_MODEL_OBJS): $(BUILD)/obj/unit/%.o: $(UNIT)/%.c $(BUILD)/flags | $(BUILD)/setup.mk
	$(COMPILING)
	$(Q)$(CCACHE) $(CC) $(CFLAGS) -Irefmodel/include -MMD $(TO_OBJECT)
SIZES_OBJ := $(BUILD)/obj/sizes.o $(UNIT_MODEL_OBJS)
$(BUILD)/obj/sizes.o: $(BUILD)/sizes.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb -Irefmodel/include -MMD $(TO_OBJECT)

# With LEVELS=host the tools have the model for this host, and their build says so. HERE replaces the model and the name
# of the build among objects, $(1), by those for this host.
HERE = $(1)
ifneq ($(HOST_LEVEL),)
HERE = $(patsubst $(BUILD)/libwavelock.a,$(BUILD)/libwavelock-$(HOST_LEVEL).a,$(patsubst \
  $(BUILD)/obj/build.o,$(BUILD)/$(HOST_LEVEL)/build.o,$(1)))
$(BUILD)/libwavelock-$(HOST_LEVEL).a: $(call objects,obj,$(HOST_SRCS))
	$(Q)$(TO_ARCHIVE)
$(BUILD)/$(HOST_LEVEL)/build.c: $(BUILD)/build.c
	$(Q)mkdir -p $(@D) && sed '/wl_build\[\]/s/";/, model for $(HOST_LEVEL) alone";/' $< >$@.part && mv $@.part $@
$(BUILD)/$(HOST_LEVEL)/build.o: $(BUILD)/$(HOST_LEVEL)/build.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb/cli -MMD $(TO_OBJECT)
endif
# A change of LEVELS links the tools anew.
$(BUILD)/levels: $(if $(READ_ONLY),,FORCE)
	@mkdir -p $(@D) && echo '$(HOST_LEVEL)' | cmp -s - $@ || echo '$(HOST_LEVEL)' >$@

# A program may run while it is linked anew: it gets its name when it is whole.
TOOL_OBJS := $(call objects,obj,$(TB_SRCS)) $(BUILD)/obj/build.o $(SIZES_OBJ)
MODEL_TOOL_OBJS := $(call HERE,$(TOOL_OBJS) $(call objects,obj,$(TB_BACKEND_NONE)) $(BUILD)/libwavelock.a)
$(BUILD)/wavelock-model: $(MODEL_TOOL_OBJS) $(BUILD)/levels
	$(Q)$(CC) -o $@.part $(MODEL_TOOL_OBJS) $(LIBS) && mv $@.part $@

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

$(BUILD)/wavelock-shader: $(call objects,obj,$(SHADER_SRCS))
	$(Q)$(CC) -o $@.part $^ -lvulkan && mv $@.part $@

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
	  $$$$(scripts/wavelock generate.digest --text '$(CONFIG_DEFINES)' $(2)) >$$@.part && mv $$@.part $$@
$(BUILD)/obj/$(1)-digest.o: $(BUILD)/$(1)-digest.c
	$$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb -MMD $$(TO_OBJECT)
endef
$(eval $(call DIGEST,wavelock-exhaustive,$(EXHAUSTIVE_DIGESTED)))
$(eval $(call DIGEST,wavelock-vector-unit,$(VECTOR_UNIT_DIGESTED)))

$(BUILD)/wavelock-exhaustive: $(call objects,obj,$(EXHAUSTIVE_SRCS)) $(BUILD)/obj/wavelock-exhaustive-digest.o \
  $(BUILD)/libwavelock.a
	$(Q)$(CC) -o $@.part $^ -lmpfr -lgmp -lm && mv $@.part $@

BACKEND_OBJS := $(call objects,obj,$(TB_BACKEND_RTL)) $(SHELL_OBJS)
RTL_OBJS := $(TOOL_OBJS) $(BACKEND_OBJS) $(call objects,obj,$(CHECKER_SRCS)) $(BUILD)/libwavelock.a
# The bench for other simulators: the tool, with the checker in it. What no public header declares is hidden.
# The number is WL_BENCH_VERSION.
$(BUILD)/libwavelock-bench.so: $(RTL_OBJS) $(PLAIN_OBJS) tb/plain/exports.map
	$(Q)$(CXX) -shared -o $@.part -Wl,--start-group $(filter-out %.map,$^) -Wl,--end-group -Wl,-z,defs \
	  -Wl,-Bsymbolic-functions,--version-script=tb/plain/exports.map -Wl,-soname,libwavelock-bench.so.1 \
	  $(LIBS) && mv $@.part $@

# The tool for coverage of code. The model in it is counted, too, and gcov needs the notes of this very build.
COUNTED_MODEL := $(call objects,gcov,$(MODEL_SRCS))
$(BUILD)/wavelock-counted: $(filter-out %/libwavelock.a,$(RTL_OBJS)) $(VERILATED_LIB_counted) $(COUNTED_MODEL)
	$(Q)$(CXX) --coverage -o $@.part -Wl,--start-group $^ -Wl,--end-group $(VERILATED_LDLIBS) $(LIBS)
	$(Q)tar -C $(BUILD)/gcov -cf $@.notes $(COUNTED_MODEL:$(BUILD)/gcov/%.o=%.gcno)
	$(Q)objcopy --add-section .gcov_notes=$@.notes $@.part && rm $@.notes && mv $@.part $@
define TOOL
$(BUILD)/wavelock$(2): $(call HERE,$(RTL_OBJS)) $(3) $(VERILATED_LIB_$(1)) $(BUILD)/levels
	$(Q)$(CXX) -o $$@.part $(3) $(call HERE,$(TOOL_OBJS)) $(BACKEND_OBJS) -Wl,--start-group \
	  $(call objects,obj,$(CHECKER_SRCS)) $(VERILATED_LIB_$(1)) $(call HERE,$(BUILD)/libwavelock.a) -Wl,--end-group \
	  $(VERILATED_LDLIBS) $(LIBS) && mv $$@.part $$@
endef
$(eval $(call TOOL,lockstep,))
$(eval $(call TOOL,trace,-trace))
$(eval $(call TOOL,bare,-bare))
$(if $(MUTANTS),$(eval $(call TOOL,mutants/$(MUTANTS),-mutants-$(MUTANTS))))
# With an assertion that fails where the test asks for it: scripts/tests/test_ends.py.
$(eval $(call TOOL,lockstep,-asserts,$(BUILD)/lockstep/systemc/tests/assertion.o))
include mk/fast.mk

$(BUILD)/opencl_subgroups.c: tb/opencl/subgroups.cl
	$(Q){ echo 'extern const char opencl_subgroups[];'; echo 'const char opencl_subgroups[] ='; \
	  sed 's/["\\]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@.part
	$(Q)mv $@.part $@
$(OPENCL_SUBGROUPS): $(BUILD)/opencl_subgroups.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -MMD $(TO_OBJECT)
# Its functions call each other, not the loader's of the same names.
$(BUILD)/libwavelock-opencl.so: $(call objects,obj,$(OPENCL_SRCS)) $(OPENCL_SUBGROUPS) \
  $(filter-out %/tb/cli/main.o,$(RTL_OBJS)) $(VERILATED_LIB_lockstep) tb/opencl/exports.map
	$(Q)$(CXX) -shared -o $@.part -Wl,--start-group $(filter-out %.map,$^) -Wl,--end-group -Wl,-z,defs \
	  -Wl,-Bsymbolic-functions,--version-script=tb/opencl/exports.map \
	  $(VERILATED_LDLIBS) $(LIBS) && mv $@.part $@

# Its host programs (scripts/tests/test_opencl.py): on any OpenCL, under the sanitizers.
$(foreach t,$(OPENCL_TESTS),$(eval $(call OPENCL_TEST,$(t))))
$(foreach t,$(OPENCL_TESTS_ALONE),$(eval $(call OPENCL_TEST_ALONE,asan,$(SANITIZE),$(t))) \
  $(eval $(call OPENCL_TEST_ALONE,tsan,$(THREAD_SANITIZER),$(t))))
$(eval $(call OPENCL_TEST_DEVICES,asan,$(SANITIZE)))
$(eval $(call OPENCL_TEST_DEVICES,tsan,$(THREAD_SANITIZER)))
.PHONY: opencl-tests opencl-tests-asan opencl-tests-tsan
opencl-tests: $(BUILD)/libwavelock-opencl.so $(addprefix $(BUILD)/opencl/tests/,$(OPENCL_TESTS))
opencl-tests-asan opencl-tests-tsan: opencl-tests-%: $(addprefix $(BUILD)/opencl/%/,$(OPENCL_TESTS))

# Launches on one unit, through the device API: the tool's objects with a test in place of main.
$(BUILD)/test_launches: $(call objects,obj,tb/device/tests/test_launches.c) $(filter-out %/tb/cli/main.o,$(RTL_OBJS)) \
  $(VERILATED_LIB_lockstep)
	$(Q)$(CXX) -o $@.part -Wl,--start-group $^ -Wl,--end-group $(VERILATED_LDLIBS) $(LIBS) -lcmocka && mv $@.part $@

# What scripts write of the vectors: the directed ones from their tables, descriptions, values of the third reading. A
# run may read them meanwhile. One after the other: they share folders.
READING := $(wildcard scripts/wl/vectors/directed/*.py scripts/wl/reading/*.py) scripts/wl/runs/descriptions.py \
  docs/spec/gfx9-decode-vectors.tsv docs/spec/gfx906-opcodes.tsv docs/spec/image_check.py
FAMILIES := $(sort $(shell find vectors -name family.txt) $(wildcard vectors/sass/*.txt))
BY_HAND := $(FAMILIES) $(sort $(shell find vectors -path vectors/sass -prune -o -regex '[-+./0-9A-Z_a-z]*' \
  '(' -name '*.json' -o -name '*.s' -o -name '*.inc' ')' -print))
$(BY_HAND):
# A file that comes or goes changes the list.
build/vectors/.by-hand: $(if $(READ_ONLY),,FORCE)
	$(Q)mkdir -p $(@D) && printf '%s\n' $(BY_HAND) >$@.part && \
	  if cmp -s $@.part $@; then rm $@.part; else mv $@.part $@; fi
build/vectors/.directed: scripts/wl/vectors/directed_vectors.py $(READING)
	$(Q)scripts/wavelock vectors.directed_vectors --write $(@D) && touch $@
build/vectors/.described: scripts/wl/vectors/write_vectors.py $(wildcard scripts/wl/vectors/*.py) $(READING) \
  vectors/control/distance/distance.s vectors/wait_states/pairs.txt $(FAMILIES) build/vectors/.by-hand
	$(Q)scripts/wavelock vectors.write_vectors $(@D) && touch $@
build/vectors/.read: scripts/wl/vectors/program_vectors.py $(READING) $(BY_HAND) build/vectors/.by-hand \
  build/vectors/.described
	$(Q)scripts/wavelock vectors.program_vectors && touch $@
$(DIRECTED): build/vectors/.directed build/vectors/.described build/vectors/.read
	$(Q)touch $@

# The slices of the cases of formats and of images, which tests read.
build/format_cases: scripts/wl/vectors/format_cases.py scripts/wl/reading/formats.py
	$(Q)scripts/wavelock vectors.format_cases --slice $@.part && mv $@.part $@
build/image_cases: scripts/wl/vectors/image_cases.py docs/spec/image_check.py
	$(Q)scripts/wavelock vectors.image_cases $@.part && mv $@.part $@

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

# What scripts/wl/mutation/comparisons.py links with its own copies of some sources: tests, and the sources of each.
.PHONY: comparisons
comparisons: $(call objects,obj,$(MODEL_TESTS) $(CHECKER_TESTS) $(CHECKER_MODEL_TESTS) $(CHECKER_TEST_SRCS) \
  $(MODEL_SRCS))
	@printf '%s\n' '$(MODEL_TESTS): $(MODEL_SRCS)' '$(CHECKER_TESTS): $(CHECKER_TEST_SRCS)' \
	  '$(CHECKER_MODEL_TESTS): $(CHECKER_SRCS) $(MODEL_SRCS)' >$(BUILD)/comparisons.links.part
	@mv $(BUILD)/comparisons.links.part $(BUILD)/comparisons.links

.PHONY: everything tools unit-tests
# What `make install` copies and the documents name.
everything: tools $(addprefix $(BUILD)/,libwavelock.a libwavelock-device.a libwavelock-check.a libwavelock-check.so \
  libwavelock-bench.so libwavelock-opencl.so wavelock-random wavelock-fast \
  wavelock-sass wavelock-access wavelock-decode wavelock-counted wavelock-exhaustive wavelock-fuzz wavelock-sass-fuzz \
  wavelock-points $(subst _,-,$(UNIT_BENCHES:%=wavelock-%)))
tools: $(addprefix $(BUILD)/,wavelock wavelock-bare wavelock-trace wavelock-model points.tsv)
# What scripts/wl/door/test.py runs of these: their names go into a file.
unit-tests:
	@printf '%s\n' $(UNIT_TESTS_obj) $(UNIT_TESTS_asan) >$(BUILD)/unit-tests.part
	@mv $(BUILD)/unit-tests.part $(BUILD)/unit-tests
endif
