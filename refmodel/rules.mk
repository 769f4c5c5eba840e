# Sources and tests of the golden model, relative to the root of the tree. Each test is one program.
MODEL_SRCS := $(sort $(wildcard refmodel/src/*.c))
MODEL_TESTS := $(sort $(wildcard refmodel/tests/test_*.c))
