# SPDX-License-Identifier: Apache-2.0
# Control words of Maxwell listings: build/wavelock-sass, apart from unit and model. It needs jansson.
SASS_LIB := $(addprefix tb/control/listing/,classes.c cuasm.c cuobjdump.c finding.c fix.c flow.c graph.c \
              issue.c konata.c listing.c mapping.c maxas.c names.c nodes.c operand.c rules.c timeline.c trace.c uses.c \
              walk.c word.c) tb/observe/views/konata.c
SASS_SRCS := $(SASS_LIB) tb/control/listing/main.c tb/base/output.c
# Mutated listings, under the sanitizers: build/wavelock-sass-fuzz.
SASS_FUZZ_SRCS := $(addprefix tb/bench/fuzz/listing/,main.c mutate.c) tb/bench/fuzz/mutate.c $(SASS_LIB)
# The table of classes, as text in the program.
SASS_CLASSES := $(BUILD)/obj/sass_classes.o

# Each test is one program: its source and the library.
SASS_TESTS := $(addprefix tb/control/listing/tests/,test_fix.c test_listing.c test_rules.c test_word.c)
