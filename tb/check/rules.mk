# SPDX-License-Identifier: Apache-2.0
# The lockstep checker. It needs the headers of refmodel/include and tb/include, and jansson.
CHECKER_SRCS := $(addprefix tb/base/,output.c verdict.c) $(addprefix tb/probe/,direct_compare.c events.c unit.c) \
                $(addprefix tb/check/,checker.c deliver.c harness.c kept.c ops.c records.c time_zero.c) \
                $(addprefix tb/check/arch/,cycle.c diverge.c flights.c hazards.c known.c late_state.c memory.c \
                  mirror.c registers.c state_table.c sweep.c waves.c) \
                $(addprefix tb/check/policy/,arbiter.c barrier_latency.c control.c lds_timing.c writeback_slots.c) \
                $(addprefix tb/check/report/,before.c json.c source.c state.c text.c unmapped.c values.c) \
                $(addprefix tb/observe/,coincidence.c conflicts.c coverage.c points.c points_buffer.c points_float.c \
                  points_image.c points_limit.c points_opcode.c trace.c transactions.c) $(GFX9_SRCS)
# The list of functional coverage points, without the checker.
POINTS_SRCS := $(addprefix tb/observe/,points.c points_buffer.c points_float.c points_image.c points_limit.c \
                 points_main.c points_opcode.c)
CHECKER_CFLAGS := -Irefmodel/include -Itb/include -Itb -I$(shell llvm-config-16 --includedir)
CHECKER_LIBS := -ljansson

# One program per test: its source and the sources it is linked with. The checker's model is a stand-in.
CHECKER_TESTS := $(addprefix tb/check/tests/,test_capabilities.c test_checker.c test_conflicts.c test_control_events.c \
                   test_coverage.c test_direct_compare.c test_faults.c test_foreign.c test_hang.c test_hazards.c \
                   test_memory_events.c test_model_ops.c test_policies.c test_records.c test_reported.c \
                   test_transactions.c test_values.c test_vcc_alias.c)
# Linked with the model instead of the stand-in.
CHECKER_MODEL_TESTS := $(addprefix tb/check/tests/,test_arbiter.c test_schedule.c test_with_model.c)
CHECKER_TEST_SRCS := tb/check/tests/fake_model.c tb/check/tests/unit.c $(CHECKER_SRCS) $(MODEL_SRCS)
