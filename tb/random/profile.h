// SPDX-License-Identifier: Apache-2.0
// Weights and knobs of random programs, read from a text file of "name value" lines.
#ifndef WAVELOCK_RANDOM_PROFILE_H
#define WAVELOCK_RANDOM_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

// Weights: groups of opcodes (opcodes.def), then kinds of block.
// clang-format off
#define RANDOM_GROUPS(X) \
  X(SCALAR, scalar) X(SCALAR_WIDE, scalar_wide) X(SCALAR_COMPARE, scalar_compare) X(SCALAR_EXEC, scalar_exec) \
  X(SMEM, smem) X(VECTOR_INT, vector_int) X(VECTOR_FLOAT, vector_float) X(VECTOR_CONVERT, vector_convert) \
  X(VECTOR_COMPARE, vector_compare) X(VECTOR_WIDE, vector_wide) X(VECTOR_LANE, vector_lane) \
  X(VECTOR_SHORT, vector_short) X(VECTOR_PACKED, vector_packed) X(LDS, lds) X(LDS_ATOMIC, lds_atomic) \
  X(LDS_CROSS, lds_cross) X(SCALAR_MEMORY, scalar_memory) X(BUFFER, buffer) X(BUFFER_ATOMIC, buffer_atomic) \
  X(FORMAT, format) X(GLOBAL_ATOMIC, global_atomic) X(FLAT, flat) X(FLAT_ATOMIC, flat_atomic) \
  X(SCRATCH, scratch) X(EXPORT, export) X(IMAGE, image) X(SAMPLE, sample) X(IMAGE_ATOMIC, image_atomic) \
  X(GLOBAL, global) \
  X(BRANCH, branch) X(LOOP, loop) X(FORK, fork) X(CALL, call) X(EXEC, exec) X(MODE, mode) X(GETREG, getreg) \
  X(GPR_INDEX, gpr_index) X(MOVREL, movrel) X(VSKIP, vskip) X(BARRIER, barrier) X(STRIDE, stride) X(SHARE, share) \
  X(EARLY_END, early_end) X(GDS, gds) \
  X(DIRECT, direct) X(OWNER, owner) X(REDUCE, reduce) X(SHARED, shared) X(CONTROL, control) X(MISC, misc) X(RAW, raw) \
  X(BORDER, border) X(MEM_VIOLATION, mem_violation) X(COUNTERS, counters) X(M0, m0) X(CODE, code) X(CLASS, class) \
  X(FLOAT_CASE, float_case) X(CLAUSE, clause) X(FLAG, flag) X(LIMIT, limit) X(APERTURE, aperture) \
  X(STORE_LOAD, store_load)
// clang-format on

// Knobs: name, and the value of a knob that the file does not name.
// clang-format off
#define RANDOM_KNOBS(X) \
  X(WAVES, waves, 1)                    /* most waves of the workgroup, 1..16 */ \
  X(GROUPS, groups, 1)                  /* most workgroups of the grid, 1..64 */ \
  X(VGPRS_MIN, vgprs_min, 24)           /* VGPRs of a wave */ \
  X(VGPRS_MAX, vgprs_max, 64) \
  X(LONG_FORM, long_form, 40)           /* percent of VOP1/2/C that take the VOP3 form */ \
  X(SDWA, sdwa, 10)                     /* percent of VOP1/2/C that take the SDWA form where they have one */ \
  X(DPP, dpp, 10)                       /* percent that take the DPP form */ \
  X(SCALAR_SOURCE, scalar_source, 35)   /* percent of vector sources that are scalars, where they may be */ \
  X(MODIFIER, modifier, 25)             /* percent of float sources with NEG, and percent with ABS */ \
  X(OUTPUT, output, 20)                 /* percent of VOP3 and SDWA forms with CLAMP, and percent with OMOD */ \
  X(FLOAT_VALUES, float_values, 0)      /* percent of edge values, and of float literals, that are hard for floats */ \
  X(RECENT, recent, 40)                 /* percent of register sources taken from the last results */ \
  X(USE_SGPR, use_sgpr, 50)             /* weights of a scalar source */ \
  X(USE_INTEGER, use_integer, 20) \
  X(USE_FLOAT, use_float, 10) \
  X(USE_LITERAL, use_literal, 10) \
  X(USE_STATE_REGISTER, use_state_register, 10) \
  X(WRITE_STATE_REGISTER, write_state_register, 8) /* percent of scalar destinations: VCC, M0, EXEC, ... */ \
  X(EXTRA_WAIT, extra_wait, 3)          /* percent of instructions with an s_waitcnt that they do not need */ \
  X(TRAPS, traps, 0)                    /* percent of programs with a trap handler */ \
  X(TAKEN, taken, 0)                    /* percent of programs launched twice, whose waves are taken and restored */ \
  X(LAUNCHES, launches, 0)              /* percent of programs with two launches */ \
  X(FAULTS, faults, 0)                  /* percent of programs whose waves end in faults */ \
  X(ALIGNED, aligned, 0)                /* percent of programs in an alignment mode but UNALIGNED */ \
  X(MISALIGNED, misaligned, 15)         /* percent of LDS and GDS strides, and of first addresses, that may be any */ \
  X(FIRST, first, 0)                    /* percent of programs that begin with an instruction of any kind */ \
  X(LAST, last, 0)                      /* percent with one just before the end of the waves */ \
  X(AIMS, aims, 0)                      /* percent with pairs of events that shall meet in one cycle */ \
  X(COND_DBG, cond_dbg, 0)              /* percent of programs with debug conditions set */ \
  X(WAIT_STATES, wait_states, 1)        /* 1: programs keep the wait states of control-flow.md 7 */
// clang-format on

enum {
#define X(id, name) GROUP_##id,
  RANDOM_GROUPS(X)
#undef X
      GROUP_COUNT
};
enum {
#define X(id, name, value) KNOB_##id,
  RANDOM_KNOBS(X)
#undef X
      KNOB_COUNT
};

typedef struct {
  uint32_t weight[GROUP_COUNT];
  uint32_t knob[KNOB_COUNT];
} profile;

// The number of a weight or a knob of this name; -1: there is none.
int profile_group(const char *name);
int profile_knob(const char *name);

// Reads a profile. A weight that the file does not name is 0. false: the message is on stderr.
bool profile_read(profile *p, const char *path);

#endif
