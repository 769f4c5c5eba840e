# SPDX-License-Identifier: Apache-2.0
# Mutated code objects, descriptions and argument strings, read and run under the sanitizers: build/wavelock-fuzz.
FUZZ_SRCS := tb/bench/fuzz/main.c tb/bench/fuzz/mutate.c
