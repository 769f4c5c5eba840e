# SPDX-License-Identifier: Apache-2.0
# The bench in a simulator of one's own.
PLAIN_OBJS := $(BUILD)/obj/tb/plain/rtl.o
$(PLAIN_OBJS): $(BUILD)/obj/%.o: %.cc $(BUILD)/flags tb/plain/rules.mk | $(BUILD)/setup.mk
	$(COMPILING)
	$(Q)$(CCACHE) $(CXX) $(SHELL_CXXFLAGS) -MMD $(TO_OBJECT)
