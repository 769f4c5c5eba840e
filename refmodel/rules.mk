# Sources and tests of the golden model, relative to the root of the tree. Included by the top Makefile.
MODEL_SRCS := $(sort $(wildcard refmodel/src/*.c))
MODEL_TESTS := $(sort $(wildcard refmodel/tests/test_*.c))
MODEL_CFLAGS := -std=c11 -Wall -Wextra -Werror -Irefmodel/include -Irefmodel/src
MODEL_OPT ?= -O2 -g
MODEL_DIR ?= build/model
MODEL_CC ?= $(CC)

$(MODEL_DIR)/%.o: refmodel/src/%.c $(wildcard refmodel/src/*.h refmodel/isa/*.def refmodel/include/wavelock/*.h)
	@mkdir -p $(@D)
	$(MODEL_CC) $(MODEL_CFLAGS) $(MODEL_OPT) -fPIC -c $< -o $@

$(MODEL_DIR)/libwavelock.a: $(MODEL_SRCS:refmodel/src/%.c=$(MODEL_DIR)/%.o)
	rm -f $@
	$(AR) rcs $@ $^

$(MODEL_DIR)/tests/%: refmodel/tests/%.c $(MODEL_DIR)/libwavelock.a $(wildcard refmodel/tests/*.h)
	@mkdir -p $(@D)
	$(MODEL_CC) $(MODEL_CFLAGS) $(MODEL_OPT) $< $(MODEL_DIR)/libwavelock.a -lcmocka -lmpfr -lgmp -lm -o $@

.PHONY: model model-test
model: $(MODEL_DIR)/libwavelock.a
model-test: $(MODEL_TESTS:refmodel/tests/%.c=$(MODEL_DIR)/tests/%)
	@set -e; for t in $^; do echo "$$t"; "$$t"; done
