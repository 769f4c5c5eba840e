# SPDX-License-Identifier: Apache-2.0
# build/libwavelock-opencl.so: an OpenCL driver on the device API, for the loader of ocl-icd (docs/opencl.md).
OPENCL_SRCS := $(wildcard tb/opencl/*.c)
# Of the tool it has all but its command line.
OPENCL_TOOL := $(filter-out tb/cli/main.c,$(TB_SRCS))

# Host programs that test it. Each is linked with the loader, for any OpenCL; and without one, with the driver on the
# model, under the sanitizers: $(1) variant, $(2) its flags, $(3) name.
OPENCL_TESTS := $(basename $(notdir $(wildcard tb/opencl/tests/*.c)))
# Not alone: the model is the only device of such a program.
OPENCL_TESTS_ALONE := $(filter-out test_devices,$(OPENCL_TESTS))
define OPENCL_TEST
$(BUILD)/opencl/tests/$(1): $(call objects,obj,tb/opencl/tests/$(1).c)
	@mkdir -p $$(@D)
	$(Q)$(CC) -o $$@.part $$^ -lOpenCL -lcmocka -lpthread && mv $$@.part $$@
endef
define OPENCL_TEST_ALONE
$(BUILD)/opencl/$(1)/$(3): $(call objects,$(1),tb/opencl/tests/$(3).c $(OPENCL_SRCS) $(OPENCL_TOOL) \
  $(TB_BACKEND_NONE) $(MODEL_SRCS)) $(BUILD)/obj/build.o $(SIZES_OBJ)
	@mkdir -p $$(@D)
	$(Q)$(CC) $(2) -o $$@.part $$^ $(LIBS) -lcmocka -lpthread && mv $$@.part $$@
endef
