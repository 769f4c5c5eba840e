# SPDX-License-Identifier: Apache-2.0
# The tool without the unit and the checker. It needs the model library, libelf, msgpack-c, jansson and
# LLVM's disassembler.
TB_SRCS := $(addprefix tb/,args.c cl_options.c device.c dispatch.c expect.c find.c inject.c json_locate.c kernarg.c \
             launch.c loader.c main.c metadata.c missing.c renamed.c run.c testcase.c toolchain.c value.c watch.c \
             exposed_hazards.c)
# One of these goes in: the model-only build, or the build with the unit (and check/, rtl/).
# The first has what the tool needs of the checker besides.
TB_BACKEND_NONE := tb/backend_none.c tb/check/report/disasm.c tb/check/report/trace.c tb/check/report/values.c \
                   tb/verdict.c
TB_BACKEND_RTL := tb/backend_rtl.c
TB_CFLAGS := -D_GNU_SOURCE -Irefmodel/include -Itb/include -Itb
TB_LIBS := -lelf -lmsgpackc -ljansson -lm

# Each test is one program: its source, TB_TEST_SRCS and the model library.
TB_TESTS := tb/tests/test_loader.c tb/tests/test_testcase.c tb/tests/test_dispatch.c tb/tests/test_device.c \
            tb/tests/test_toolchain.c tb/tests/test_missing.c
TB_TEST_SRCS := $(filter-out tb/main.c,$(TB_SRCS)) $(TB_BACKEND_NONE)
TB_TEST_LIBS := -lcmocka
