# SPDX-License-Identifier: Apache-2.0
# Decode parity with LLVM: build/wavelock-decode. It needs the model library and LLVM's C interface.
DECODE_LIBS := $(shell llvm-config-16 --ldflags --libs)
DECODE_SRCS := $(addprefix tb/bench/decode/,compare.c differences.c extension.c llvm.c main.c model.c relaxed.c words.c)
