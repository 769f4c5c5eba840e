# SPDX-License-Identifier: Apache-2.0
# The surroundings of a unit, without a simulator.
SHELL_SRCS := $(addprefix tb/shell/,dpi.cc host.cc launcher.cc memory.cc ports.cc shell.cc sink.cc)
SHELL_CXXFLAGS = -std=c++17 -D_GNU_SOURCE -O2 -g -fPIC -fvisibility=hidden $(WARNINGS) -Irefmodel/include \
  -Itb/include -Itb
SHELL_OBJS := $(SHELL_SRCS:%.cc=$(BUILD)/obj/%.o)
$(SHELL_OBJS): $(BUILD)/obj/%.o: %.cc $(BUILD)/flags tb/shell/rules.mk | $(BUILD)/setup.mk
	$(COMPILING)
	$(Q)$(CCACHE) $(CXX) $(SHELL_CXXFLAGS) -MMD $(TO_OBJECT)
