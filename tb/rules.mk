# SPDX-License-Identifier: Apache-2.0
# The tool without the unit and the checker: device API, test descriptions, command line. It needs the model library,
# libelf, msgpack-c, jansson, libpng and LLVM's disassembler.
# The table of GFX9's model, and its words for people. They need LLVM's C interface: LLVM itself is loaded at the first
# disassembly.
GFX9_SRCS := $(addprefix tb/gfx9/,disasm.c operands.c ops.c)
TB_DEVICE := tb/base/signals.c $(addprefix tb/object/,loader.c metadata.c) \
             $(addprefix tb/device/,allocator.c device.c dispatch.c exposed_hazards.c image.c kernarg.c memory_knobs.c \
               standalone.c threads.c)
TB_TESTCASE := $(addprefix tb/testcase/,args.c arguments.c expect.c expectations.c exports.c find.c images.c \
                 json_locate.c picture.c reader.c renamed.c testcase.c texels.c value.c)
TB_CLI := $(addprefix tb/cli/,cl_options.c execute.c findings.c fits.c images.c inject.c judge.c launch.c layout.c \
            load.c main.c missing.c result.c run.c summary.c toolchain.c tools.c)
TB_VIEWS := $(addprefix tb/observe/views/,folder.c konata.c perfetto.c pipe.c stats.c views.c)
TB_DEBUG := $(addprefix tb/observe/debug/,alone.c breaks.c commands.c edit.c formats.c gdb.c packet.c places.c \
              prompt.c registers.c session.c show.c snapshots.c)
TB_SERVE := tb/random/serve/serve.c tb/random/serve/maker.c
TB_SRCS := $(TB_DEVICE) $(TB_TESTCASE) $(TB_CLI) $(TB_VIEWS) $(TB_DEBUG) $(TB_SERVE)
# One of these goes in: the model-only build, or the build with the unit (and check/, observe/, shell/, top/).
# The first has what the tool needs of the checker besides.
TB_BACKEND_NONE := tb/device/backend_none.c $(addprefix tb/base/,output.c verdict.c) $(GFX9_SRCS) \
                   $(addprefix tb/check/,ops.c arch/state_table.c report/source.c report/unmapped.c report/values.c) \
                   tb/observe/trace.c
TB_BACKEND_RTL := tb/shell/backend_rtl.c $(addprefix tb/observe/,instructions.c observers.c own_points.c probe_check.c)
TB_CFLAGS := -D_GNU_SOURCE -Irefmodel/include -Itb/include -Itb
TB_LIBS := -lelf -lmsgpackc -ljansson -lpng -lm

# Each test is one program: its source, the tool without main.c and the model library.
TB_TESTS := $(addprefix tb/device/tests/,test_device.c test_dispatch.c test_image.c test_loader.c test_standalone.c) \
            $(addprefix tb/testcase/tests/,test_images.c test_testcase.c) \
            $(addprefix tb/cli/tests/,test_missing.c test_toolchain.c) \
            tb/observe/debug/tests/test_packet.c tb/observe/views/tests/test_views.c
