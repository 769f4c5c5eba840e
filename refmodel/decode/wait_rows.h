// SPDX-License-Identifier: Apache-2.0
// The rows of the wait-state table (control-flow.md 7) of which an instruction can be producer or consumer.
#ifndef WAVELOCK_DECODE_WAIT_ROWS_H
#define WAVELOCK_DECODE_WAIT_ROWS_H

#include "isa/insn.h"

// Bits of wl_insn.producer_rows and .consumer_rows: row n of the table. Row 0 is the rule of VCCZ: its producers write
// all of VCC or half of it, its consumers use VCCZ.
#define WL_ROW(n) (1u << (n))

enum {
  // Rows of which nearly every vector instruction is a consumer. The run loop does not check them for every
  // instruction, but for some instructions after each of their few producers.
  WL_FOLLOWED = WL_ROW(4) | WL_ROW(8),
  // In producer_rows, beside the rows: the instruction has registers that must be waited for.
  WL_UNWAITED = WL_ROW(24),
};

void wl_mark_wait_rows(struct wl_insn *insn);  // fills producer_rows and consumer_rows from the other fields

static inline bool wl_overlap(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count) {
  return a < b + b_count && b < a + a_count;
}
static inline bool wl_writes_exec(const struct wl_insn *insn) {
  return wl_overlap(insn->sdst, insn->sdst_regs, WL_EXEC, 2) || (insn->flags & WL_INSN_WRITES_EXEC);
}
static inline bool wl_reads_flag(const struct wl_insn *insn, uint32_t code) {
  for (int i = 0; i < WL_SOURCES; i++) {
    if (insn->src[i].kind == WL_OPERAND_FLAG && insn->src[i].reg == code) return true;
  }
  return false;
}
// The hardware register of s_getreg or s_setreg.
static inline uint8_t wl_hwreg_id(const struct wl_insn *insn) {
  return (uint8_t)wl_field((uint32_t)insn->simm, WL_HWREG_ID);
}

#endif
