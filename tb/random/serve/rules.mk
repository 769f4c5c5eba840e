# SPDX-License-Identifier: Apache-2.0
# build/wavelock-programs.so: the generator of random programs, LLVM's assembler and its linker, for wavelock --serve.
# LLVM's C++ interface wants no exceptions and no run-time types.
PROGRAMS_SRCS := tb/random/serve/programs.c $(filter-out tb/random/main.c,$(RANDOM_SRCS))
PROGRAMS_CXXFLAGS := -std=c++17 -O2 -fPIC -fvisibility=hidden -fno-exceptions -fno-rtti $(WARNINGS) -Itb \
  -isystem $(shell llvm-config-16 --includedir)
PROGRAMS_LIBS := $(shell llvm-config-16 --ldflags) -llldELF -llldCommon $(shell llvm-config-16 --libs --link-shared) \
  -lzstd -lz
