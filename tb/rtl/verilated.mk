# SPDX-License-Identifier: Apache-2.0
# Compiles what Verilator left in DIR, and its runtime from ROOT, to $(DIR)/verilated.a. Called by rules.mk.
include $(DIR)/Vcu_top_classes.mk

GENERATED := $(patsubst %,$(DIR)/%.o,$(VM_CLASSES_FAST) $(VM_SUPPORT_FAST) $(VM_CLASSES_SLOW) $(VM_SUPPORT_SLOW))
RUNTIME := $(patsubst %,$(DIR)/%.o,$(VM_GLOBAL_FAST) $(VM_GLOBAL_SLOW))

$(DIR)/verilated.a: $(GENERATED) $(RUNTIME)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# Neither the generated code nor Verilator's runtime is ours to keep free of warnings.
$(GENERATED): $(DIR)/%.o: $(DIR)/%.cpp tb/rtl/rules.mk
	$(Q)$(COMPILE) -w -MMD -MP -c -o $@ $<
$(RUNTIME): $(DIR)/%.o: $(ROOT)/include/%.cpp tb/rtl/rules.mk
	$(Q)$(COMPILE) -w -MMD -MP -c -o $@ $<

-include $(wildcard $(DIR)/*.d)
