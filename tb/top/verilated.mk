# SPDX-License-Identifier: Apache-2.0
# Compiles what Verilator left in the working directory, and its runtime from ROOT, to verilated.a. Called by rules.mk.
# UP is the way from here to the root of the tree, with a slash at its end. FROM: the folder of the generated code, if
# it is another one. Names are relative to this folder. A file that is the same in two variants, as those of most
# packages, is then the same to ccache, and compiled once.
include Vcu_top_classes.mk $(UP)mk/whole.mk
$(if $(FROM),$(eval vpath %.cpp $(FROM)))

GENERATED := $(patsubst %,%.o,$(VM_CLASSES_FAST) $(VM_SUPPORT_FAST))
# A quarter of the code runs only while a unit is made. Not optimised, it compiles in a third of the time. The packages'
# share is some lines in each of about forty files, which include the whole unit: they are compiled as one.
PACKAGES := $(strip $(foreach c,$(VM_CLASSES_SLOW),$(if $(findstring _pkg__,$(c)),$(c))))
ONCE := $(patsubst %,%.o,$(filter-out $(PACKAGES),$(VM_CLASSES_SLOW)) $(VM_SUPPORT_SLOW) \
  $(if $(PACKAGES),packages__Slow))
RUNTIME := $(patsubst %,%.o,$(VM_GLOBAL_FAST) $(VM_GLOBAL_SLOW))
RULES := $(UP)tb/top/rules.mk

verilated.a: $(GENERATED) $(ONCE) $(RUNTIME)
	$(Q)$(TO_ARCHIVE)

# The part of it that runs in every cycle, for mk/fast.mk.
generated.a: $(GENERATED)
	$(Q)$(TO_ARCHIVE)

packages__Slow.cpp: Vcu_top_classes.mk
	$(Q)printf '#include "%s.cpp"\n' $(PACKAGES) >$@.part && mv $@.part $@

# Neither the generated code nor Verilator's runtime is ours to keep free of warnings.
$(GENERATED): %.o: %.cpp $(RULES)
	$(COMPILING)
	$(Q)$(COMPILE) -w -MMD $(TO_OBJECT)
$(ONCE): %.o: %.cpp $(RULES) $(UP)tb/top/verilated_once.h
	$(COMPILING)
	$(Q)$(COMPILE) -include $(UP)tb/top/verilated_once.h -w -MMD $(TO_OBJECT)
$(RUNTIME): %.o: $(ROOT)/include/%.cpp $(RULES)
	$(COMPILING)
	$(Q)$(COMPILE) -w -MMD $(TO_OBJECT)

$(eval $(call KNOWN,.,))
