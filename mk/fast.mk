# SPDX-License-Identifier: Apache-2.0
# build/wavelock-fast: build/wavelock for long runs. A cycle of the unit executes more code than the instruction cache
# of the host holds. BOLT lays out the linked program anew: pieces of code that run in sequence lie in sequence. A
# profile says which pieces these are: counts of random programs (scripts/wl/generate/profile.py). Before that, clang
# compiles what Verilator generated, for x86-64-v3 if this host has that level: a tenth fewer instructions than GCC's
# portable code. The loader refuses such a tool on a host without the level. All else is linked from the objects of
# build/wavelock, and a test takes the same cycles in both. The profile depends on all objects, so it is never stale.
# The door builds the tool for runs that are long enough (scripts/wl/door/fast.py).
FAST := $(BUILD)/fast
FAST_CXX := clang++-16
# The loader of glibc lists the levels of its host.
FAST_LEVEL := $(firstword $(if $(filter x86_64-%,$(MACHINE)),$(shell \
  /lib64/ld-linux-x86-64.so.2 --help | grep -o 'x86-64-v3 .supported')))
FAST_UNIT := $(FAST)/unit$(FAST_LEVEL:%=-%)/generated.a
# It finds its libraries by its path, which may not be a link.
BOLT = $(realpath $(shell command -v llvm-bolt-16))
FAST_PROFILE := $(FAST)/profile.fdata
FAST_LIB := $(FAST)/libwavelock_rtl.a
FAST_OBJS := $(filter-out $(BUILD)/obj/build.o,$(RTL_OBJS)) $(FAST_LIB)
FAST_LAYOUT := -reorder-blocks=ext-tsp -reorder-functions=hfsort -split-functions -split-all-cold -split-eh -icf=1 \
  -plt=hot

$(FAST_UNIT): private UP := $(call way_up,$(dir $(FAST_UNIT)))
$(FAST_UNIT): private FROM := $(call way_up,$(dir $(FAST_UNIT)))$(VERILATED_DIR_lockstep)
$(FAST_UNIT): $(BUILD)/lockstep/verilated.stamp tb/top/verilated.mk mk/fast.mk $(VERILATED_HEADERS_lockstep)
	$(Q)mkdir -p $(@D)
	+$(Q)$(MAKE) --no-print-directory -C $(@D) -I $(FROM) -f $(UP)tb/top/verilated.mk UP=$(UP) FROM=$(FROM) \
	  ROOT=$(VERILATOR_ROOT) RULES="$(UP)tb/top/rules.mk $(UP)mk/fast.mk" Q="$(Q)" $(@F) \
	  COMPILE="$(CCACHE) $(FAST_CXX) $(call VERILATED_CXXFLAGS,-O2) $(FAST_LEVEL:%=-march=%)"
	$(Q)touch $@
# The objects of the archive alone take the place of others: those of earlier code stay in the folder.
$(FAST_LIB): $(FAST_UNIT) $(VERILATED_LIB_lockstep)
	$(Q)cp $(VERILATED_LIB_lockstep) $@.part
	$(Q)$(AR) r $@.part $$($(AR) t $(FAST_UNIT) | sed 's,^,$(dir $(FAST_UNIT)),') && mv $@.part $@

# Links to $(1), with the object $(2) that says what it was built from. BOLT needs relocations. It may reorder the table
# by which functions of libraries are bound at their first call, so they are bound at the start (-z now).
fast_link = $(CXX) -Wl,--emit-relocs,-z,now$(FAST_LEVEL:%=$(comma)-z$(comma)%) -o $(1) $(2) \
  -Wl,--start-group $(FAST_OBJS) -Wl,--end-group $(LIBS) $(VERILATED_LDLIBS)
# Runs BOLT, which says a lot.
bolt = $(BOLT) $(1) >$(FAST)/bolt.log 2>&1 || { cat $(FAST)/bolt.log >&2; false; }

# The tool that counts lies where the random programs of the unit find it (scripts/wl/runs/programs.py).
$(FAST_PROFILE): $(FAST_OBJS) scripts/wl/generate/profile.py mk/fast.mk | $(BUILD)/obj/build.o $(BUILD)/wavelock-random
	$(Q)rm -rf $(FAST)/counts && mkdir -p $(FAST)/counts
	$(Q)$(call fast_link,$(FAST)/linked,$(BUILD)/obj/build.o)
	$(Q)$(call bolt,$(FAST)/linked -instrument -instrumentation-file=$(FAST)/counts/of -instrumentation-file-append-pid \
	  -instrumentation-binpath=$(BUILD)/wavelock-counting -o $(BUILD)/wavelock-counting)
	$(Q)scripts/wavelock generate.profile $(BUILD)/wavelock-counting $(BUILD)/wavelock-random $(FAST)/counts $@.part
	$(Q)rm -rf $(FAST)/counts $(BUILD)/wavelock-counting && mv $@.part $@

$(FAST)/build.c: $(BUILD)/build.c $(FAST_PROFILE)
	$(Q)bolt=$$($(BOLT) --version | sed -n 's/.*LLVM version //p'); profile=$$(sha256sum <$(FAST_PROFILE) | cut -c1-12); \
	  unit="unit by clang$(FAST_LEVEL:%= for %) and BOLT $$bolt with profile $$profile"; \
	  sed "/wl_build\[\]/s/\";/, $$unit\";/" $< >$@.part && mv $@.part $@
$(FAST)/build.o: $(FAST)/build.c
	$(COMPILING)
	$(Q)$(CC) $(CFLAGS) -Itb/cli -MMD $(TO_OBJECT)

$(BUILD)/wavelock-fast: $(FAST_PROFILE) $(FAST)/build.o $(FAST_OBJS)
	$(Q)$(call fast_link,$(FAST)/linked,$(FAST)/build.o)
	$(Q)$(call bolt,$(FAST)/linked -data=$(FAST_PROFILE) $(FAST_LAYOUT) -o $@.part)
	$(Q)rm $(FAST)/linked && chmod 755 $@.part && mv $@.part $@
