// SPDX-License-Identifier: Apache-2.0
// The model as a black box: one vector instruction on 64 lanes, encoded here, decoded and executed by the model.
#ifndef WAVELOCK_EXHAUSTIVE_MACHINE_H
#define WAVELOCK_EXHAUSTIVE_MACHINE_H

#include "isa/state.h"
#include "oracle.h"

enum { SOURCE_VGPR = 2, DESTINATION_VGPR = 10, VGPRS = 16, FLAG_SGPR = 8, SOURCE_SGPR = 20 };

// One instruction. Source i is v[2 * i + SOURCE_VGPR] and the next, or SGPRs where `scalar` is i.
struct instruction {
  uint32_t mode, neg, abs, omod, clamp, op_sel, op_sel_hi, literal;
  int scalar;  // source in SGPRs, the same in all lanes; -1: none
};

// An opcode's format and number, by its name in docs/spec/gfx9-opcodes.tsv.
struct opcode {
  wl_format format;
  unsigned number;
};

struct machine {
  struct wl_wave wave;
  uint32_t rows[VGPRS][WL_LANES];
};

void machine_start(struct machine *m);
bool find_opcode(const char *name, struct opcode *out);
enum known { KNOWN, UNKNOWN, REFUSED };
// Decodes it for the level of the host that is in use. UNKNOWN: the unit has no such opcode. REFUSED: it is illegal.
enum known decode_instruction(const struct operation *o, const struct opcode *opcode, const struct instruction *i,
                              struct wl_insn *out);
void execute_instruction(struct machine *m, const struct wl_insn *insn, uint32_t mode);

#endif
