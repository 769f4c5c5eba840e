# SPDX-License-Identifier: Apache-2.0
# The lockstep checker. It needs the headers of refmodel/include and tb/include, LLVM's C interface and jansson. LLVM
# itself is loaded at the first disassembly.
CHECKER_SRCS := tb/device/verdict.c $(addprefix tb/lockstep/,arbitration.c checker.c conflicts.c coverage.c cycle.c \
                  direct_compare.c disasm.c diverge.c events.c hazards.c memory.c operands.c probe.c registers.c \
                  report.c report_json.c source.c state_table.c sweep.c trace.c values.c)
CHECKER_CFLAGS := -Irefmodel/include -Itb/include -Itb -Itb/lockstep -I$(shell llvm-config-16 --includedir)
CHECKER_LIBS := -ljansson

# One program per test: its source and the sources it is linked with. The model is a stand-in.
CHECKER_TESTS := $(addprefix tb/lockstep/tests/,test_checker.c test_conflicts.c test_coverage.c test_direct_compare.c \
                   test_faults.c test_hang.c test_hazards.c test_memory_events.c test_values.c)
# Linked with the model instead of the stand-in.
CHECKER_MODEL_TESTS := tb/lockstep/tests/test_with_model.c tb/lockstep/tests/test_schedule.c \
                       tb/lockstep/tests/test_arbitration.c
CHECKER_TEST_SRCS := tb/lockstep/tests/fake_model.c tb/lockstep/tests/unit.c $(CHECKER_SRCS)
