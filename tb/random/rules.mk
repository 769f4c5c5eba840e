# SPDX-License-Identifier: Apache-2.0
# The generator of random programs: build/wavelock-random. It shares the names of encodings with the model, and no code.
RANDOM_SRCS := $(addprefix tb/random/,aim.c buffer.c control.c corners.c cover.c cover_points.c cover_words.c ds.c \
  emit.c encode.c export.c faults.c flat.c floats.c flow.c forms.c generate.c image.c limits.c main.c opcode.c \
  operand.c profile.c violation.c raw.c scalar_memory.c share.c shared.c taken.c unit.c core/skeleton.c \
  table/access.c table/blocks.c table/by_table.c table/counts.c table/make.c table/read.c) tb/base/output.c
# Its programs are of the build's instruction set. They are for the build's memory, names of VCC and images, if
# --memory, --vcc-alias and --images do not say otherwise.
$(BUILD)/obj/tb/random/%.o: INCLUDES_tb += $(or $(filter -DWL_ISA=%,$(CONFIG_DEFINES)),-DWL_ISA=900) \
  $(or $(filter -DWL_IMAGES=%,$(CONFIG_DEFINES)),-DWL_IMAGES=3) \
  -DWL_RDNA=$(if $(filter -DWL_RDNA_MEMORY,$(CONFIG_DEFINES)),1,0) \
  -DWL_VCC_ALIAS=$(if $(filter -DWL_VCC_ALIAS,$(CONFIG_DEFINES)),1,0)
