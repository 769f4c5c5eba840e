# SPDX-License-Identifier: Apache-2.0
# The lockstep checker. It needs the headers of refmodel/include and tb/include, LLVM's C interface and jansson; LLVM itself is loaded when
# a text is asked for.
CHECKER_SRCS := $(addprefix tb/lockstep/,arbitration.c checker.c cycle.c conflicts.c coverage.c disasm.c diverge.c events.c hazards.c in_place.c memory.c \
                  operands.c probe.c source.c trace.c values.c registers.c report.c report_json.c state_table.c sweep.c)
CHECKER_CFLAGS := -Irefmodel/include -Itb/include -Itb -Itb/lockstep -I$(shell llvm-config-16 --includedir)
CHECKER_LIBS := -ljansson

# Each test is one program of its own: its source and the sources it is linked with (the model is a stand-in).
CHECKER_TESTS := tb/lockstep/tests/test_checker.c tb/lockstep/tests/test_memory_events.c tb/lockstep/tests/test_faults.c \
                 tb/lockstep/tests/test_coverage.c tb/lockstep/tests/test_hazards.c tb/lockstep/tests/test_conflicts.c \
                 tb/lockstep/tests/test_in_place.c tb/lockstep/tests/test_values.c tb/lockstep/tests/test_hang.c
# Linked with the model instead of the stand-in.
CHECKER_MODEL_TESTS := tb/lockstep/tests/test_with_model.c tb/lockstep/tests/test_schedule.c \
                       tb/lockstep/tests/test_arbitration.c
CHECKER_TEST_SRCS := tb/lockstep/tests/fake_model.c tb/lockstep/tests/unit.c $(CHECKER_SRCS)
