# SPDX-License-Identifier: Apache-2.0
# Compiles what Verilator left in DIR, and its runtime from ROOT, to $(DIR)/verilated.a. Called by rules.mk.
include $(DIR)/Vcu_top_classes.mk

GENERATED := $(patsubst %,$(DIR)/%.o,$(VM_CLASSES_FAST) $(VM_SUPPORT_FAST))
# A quarter of the code runs only while a unit is made. Not optimised, it compiles in a third of the time.
ONCE := $(patsubst %,$(DIR)/%.o,$(VM_CLASSES_SLOW) $(VM_SUPPORT_SLOW))
RUNTIME := $(patsubst %,$(DIR)/%.o,$(VM_GLOBAL_FAST) $(VM_GLOBAL_SLOW))

$(DIR)/verilated.a: $(GENERATED) $(ONCE) $(RUNTIME)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# Neither the generated code nor Verilator's runtime is ours to keep free of warnings.
$(GENERATED): $(DIR)/%.o: $(DIR)/%.cpp tb/rtl/rules.mk
	$(Q)$(COMPILE) -w -MMD -MP -c -o $@ $<
$(ONCE): $(DIR)/%.o: $(DIR)/%.cpp tb/rtl/rules.mk tb/rtl/verilated_once.h
	$(Q)$(COMPILE) -include tb/rtl/verilated_once.h -w -MMD -MP -c -o $@ $<
$(RUNTIME): $(DIR)/%.o: $(ROOT)/include/%.cpp tb/rtl/rules.mk
	$(Q)$(COMPILE) -w -MMD -MP -c -o $@ $<

-include $(wildcard $(DIR)/*.d)
