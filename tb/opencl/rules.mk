# SPDX-License-Identifier: Apache-2.0
# build/libwavelock-opencl.so: an OpenCL driver on the device API, for the loader of ocl-icd (docs/opencl.md).
OPENCL_SRCS := $(wildcard tb/opencl/*.c)
# The source of the functions that the device libraries lack lies in the driver as text.
OPENCL_SUBGROUPS := $(BUILD)/obj/opencl_subgroups.o
# It has all of the tool but its command line.
OPENCL_TOOL := $(filter-out tb/cli/main.c,$(TB_SRCS))

# Host programs that test it. Each is linked with the loader, for any OpenCL; and without one, with the driver under the
# sanitizers: $(1) variant, $(2) its flags, $(3) name. The model is the only device of these, but of the one that tests
# several devices; the Verilated unit in it is not instrumented.
OPENCL_TESTS := $(basename $(notdir $(wildcard tb/opencl/tests/*.c)))
OPENCL_TESTS_ALONE := $(filter-out test_devices,$(OPENCL_TESTS))
define OPENCL_TEST
$(BUILD)/opencl/tests/$(1): $(call objects,obj,tb/opencl/tests/$(1).c)
	@mkdir -p $$(@D)
	$(Q)$(CC) -o $$@.part $$^ -lOpenCL -lcmocka -lpthread -lm && mv $$@.part $$@
endef
define OPENCL_TEST_ALONE
$(BUILD)/opencl/$(1)/$(3): $(call objects,$(1),tb/opencl/tests/$(3).c $(OPENCL_SRCS) $(OPENCL_TOOL) \
  $(TB_BACKEND_NONE) $(MODEL_SRCS)) $(OPENCL_SUBGROUPS) $(BUILD)/obj/build.o $(SIZES_OBJ)
	@mkdir -p $$(@D)
	$(Q)$(CC) $(2) -o $$@.part $$^ $(LIBS) -lcmocka -lpthread && mv $$@.part $$@
endef
define OPENCL_TEST_DEVICES
$(BUILD)/opencl/$(1)/test_devices: $(call objects,$(1),tb/opencl/tests/test_devices.c $(OPENCL_SRCS) $(OPENCL_TOOL) \
  $(TB_BACKEND_RTL) $(CHECKER_SRCS) $(MODEL_SRCS)) $(OPENCL_SUBGROUPS) $(BUILD)/obj/build.o $(SIZES_OBJ) $(SHELL_OBJS) \
  $(VERILATED_LIB_lockstep)
	@mkdir -p $$(@D)
	$(Q)$(CXX) $(2) -o $$@.part -Wl,--start-group $$^ -Wl,--end-group $(LIBS) $(VERILATED_LDLIBS) -lcmocka -lpthread && \
	  mv $$@.part $$@
endef
