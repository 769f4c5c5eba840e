// SPDX-License-Identifier: Apache-2.0
// The model as a black box: one vector instruction on 64 lanes, encoded here, decoded and executed by the model.
#ifndef WAVELOCK_EXHAUSTIVE_MACHINE_H
#define WAVELOCK_EXHAUSTIVE_MACHINE_H

#include "isa/state.h"
#include "oracle.h"

enum { SOURCE_VGPR = 2, DESTINATION_VGPR = 10, VGPRS = 24, FLAG_SGPR = 8, SOURCE_SGPR = 20 };

// One instruction. Source i is v[2 * i + SOURCE_VGPR] and the next, or SGPRs where `scalar` is i.
struct instruction {
  uint32_t mode, neg, abs, omod, clamp, op_sel, op_sel_hi, literal;
  int scalar;  // source in SGPRs, the same in all lanes; -1: none
};

// What executes an operation: one instruction, or the steps of a division.
enum { STEPS = 12 };
struct program {
  struct wl_insn insns[STEPS];
  uint32_t modes[STEPS];
  unsigned count;
};

// A step of a division: VOP3 without modifiers but NEG.
struct step {
  const char *name;
  uint16_t vdst, src[SOURCES];  // a VGPR; operand codes
  uint8_t neg;
  bool flag;       // the mask goes to VCC
  bool denormals;  // f32 denormals are on, whatever MODE says
};

struct machine {
  struct wl_wave wave;
  uint32_t rows[VGPRS][WL_LANES];
};

void machine_start(struct machine *m);
enum known { KNOWN, UNKNOWN, REFUSED };
// Decodes it for the level of the host that is in use. UNKNOWN: the unit has no such opcode, or the list of opcodes has
// not. REFUSED: it is illegal.
enum known decode_program(const struct operation *o, const struct instruction *i, struct program *out);
// Whether a unit of this instruction set has all its opcodes.
bool is_of(const struct program *p, wl_isa isa);
// Executes it with these lanes active: the exceptions that TRAPSTS then has.
unsigned execute_lanes(struct machine *m, const struct program *p, uint64_t lanes);
// Executes it in all lanes. TRAPSTS has all exceptions before: the model need not find out what is raised.
void execute_results(struct machine *m, const struct program *p);
// The exceptions that an opcode may raise, by the last column of docs/spec/float-opcodes.md.
unsigned listed_exceptions(const char *name);

#endif
