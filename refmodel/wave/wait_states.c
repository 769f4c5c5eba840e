// SPDX-License-Identifier: Apache-2.0
// The wait-state table: its numbers, and in which register producer and consumer meet.
#include "wave/wait_states.h"

#include <stdio.h>

#include "decode/second_names.h"
#include "isa/access.h"
#include "execute/vector.h"
#include "isa/isa.h"
#include "wave/code.h"
#include "wave/effects.h"
#include "wave/model.h"

// Wait states by row of the table in control-flow.md 7. Row 13 arises where VCC has two names (D-WAIT-30).
enum { ROWS = 17 };
static const uint8_t required[ROWS] = {[1] = 2, [2] = 2,  [3] = 2,  [4] = 2,  [5] = 5,  [6] = 4,  [7] = 4,  [8] = 1,
                                       [9] = 5, [10] = 1, [11] = 2, [12] = 5, [13] = 1, [14] = 1, [15] = 1, [16] = 1};

// ---- the register in which producer and consumer meet ---------------------------------------------
// p is the producer, insn the consumer. reg gets the name of the register.

static bool scalar_written(const struct wl_insn *p, uint32_t first, uint32_t count, char reg[16]) {
  if (!wl_overlap(p->sdst, p->sdst_regs, first, count)) return false;
  const uint32_t n = first > p->sdst ? first : p->sdst;
  if (n >= WL_EXEC) snprintf(reg, 16, "exec");
  else if (n == WL_M0) snprintf(reg, 16, "m0");
  else if (n >= WL_TTMP) snprintf(reg, 16, "ttmp%u", n - WL_TTMP);
  else if (n >= WL_VCC) snprintf(reg, 16, "vcc");
  else snprintf(reg, 16, "s%u", n);
  return true;
}

// The same for a row of SGPRs that may straddle the second names. p is of the vector ALU, and writes no such tuple.
static bool tuple_written(const struct wl_insn *p, const struct wl_wave *w, const struct wl_operand *o, char reg[16]) {
  const uint32_t first = o->reg, second = w->second_end - WL_SECOND_NAMES;
  if (!wl_straddles(w->second_end, first, o->regs)) return scalar_written(p, first, o->regs, reg);
  return scalar_written(p, first, second - first, reg) ||
         scalar_written(p, WL_FLAT_SCRATCH, first + o->regs - second, reg);
}

// Row 13: a constant operand of insn is the VCC that p wrote, by the other name.
static bool vcc_by_other_name(const struct wl_insn *p, const struct wl_insn *insn, char reg[16]) {
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    const struct wl_operand *o = &insn->src[i];
    if (wl_reads_vcc_as_constant(insn, i) && wl_by_other_name(p, insn, i) && scalar_written(p, o->reg, o->regs, reg))
      return true;
  }
  return false;
}

// The physical VGPR from which the VGPR numbers of insn count.
static uint32_t first_vgpr(const struct wl_wave *w, const struct wl_insn *insn) {
  return insn->absolute_vgprs ? 0 : w->vgpr_base;
}

// Whether two ranges of physical VGPRs meet. The VGPR is named by its number from base.
static bool vgprs_meet(uint32_t a, uint32_t a_count, uint32_t b, uint32_t b_count, uint32_t base, char reg[16]) {
  if (!wl_overlap(a, a_count, b, b_count)) return false;
  snprintf(reg, 16, "v%u", (a > b ? a : b) - base);
  return true;
}

// Whether p writes (a vector store: reads) one of the VGPRs first.. of insn.
static bool uses_vgpr(const struct wl_insn *p, const struct wl_wave *w, const struct wl_insn *insn, uint32_t first,
                      uint32_t count, char reg[16]) {
  const uint32_t at = first_vgpr(w, p), base = first_vgpr(w, insn), number = base + first;
  if (p->unit != WL_UNIT_VALU) return vgprs_meet(at + p->src[1].reg, p->src[1].regs, number, count, base, reg);
  return vgprs_meet(at + p->vdst, p->vdst_regs, number, count, base, reg) ||
         ((p->flags & WL_INSN_WRITES_SRC0) && vgprs_meet(at + p->src[0].reg, 1, number, count, base, reg));
}

// Row 8 counts by lanes (D-WAIT-32): insn writes one that the store reads. exec: of the store.
static bool overwrites(const struct wl_insn *p, uint64_t exec, const struct wl_wave *w, const struct wl_insn *insn,
                       char reg[16]) {
  if ((exec & wl_written_lanes(w, insn)) == 0) return false;
  return uses_vgpr(p, w, insn, insn->vdst, insn->vdst_regs, reg) ||
         ((insn->flags & WL_INSN_WRITES_SRC0) && uses_vgpr(p, w, insn, insn->src[0].reg, 1, reg));
}

// Row 11: p writes a lane, whichever, of SRC0 of a DPP instruction, whose values come from other lanes (D-WAIT-12,
// D-WAIT-32). exec: of p.
static bool moves_what_is_written(const struct wl_insn *p, uint64_t exec, const struct wl_wave *w,
                                  const struct wl_insn *insn, char reg[16]) {
  const struct wl_operand *o = &insn->src[0];
  const bool writes = p->flags & WL_INSN_ONE_LANE || wl_vector_lanes_of(p, exec) != 0;
  return o->kind == WL_OPERAND_VGPR && writes && uses_vgpr(p, w, insn, o->reg, o->regs, reg);
}

// Whether p and insn, which decoding marked as producer and consumer of the row, meet in a register. exec: of p.
static bool meet(uint32_t row, const struct wl_insn *p, uint64_t exec, const struct wl_wave *w,
                 const struct wl_insn *insn, char reg[16]) {
  switch (row) {
    case 1:
    case 2: snprintf(reg, 16, "hwreg(%u)", wl_hwreg_id(p)); return wl_hwreg_id(p) == wl_hwreg_id(insn);
    case 3:
    case 4: snprintf(reg, 16, "mode"); return true;
    case 5:
      if (wl_reads_flag(insn, WL_SRC_VCCZ) && scalar_written(p, WL_VCC, 2, reg)) return true;
      snprintf(reg, 16, "exec");
      return wl_reads_flag(insn, WL_SRC_EXECZ) && (p->producer_rows & WL_ROW(12));
    case 6: return insn->src[1].reg < WL_M0 && scalar_written(p, insn->src[1].reg, 1, reg);
    case 7: return scalar_written(p, WL_VCC, 2, reg);
    case 8: return overwrites(p, exec, w, insn, reg);
    case 9:
      // SADDR, the V# or T#; SOFFSET, FLAT_SCRATCH or the S#; M0 of LDS = 1 (D-WAIT-26, D-WAIT-28, D-IMG-37).
      if (wl_moves_lds(insn) && scalar_written(p, insn->src[1].reg, 1, reg)) return true;
      return tuple_written(p, w, &insn->src[2], reg) || tuple_written(p, w, &insn->src[3], reg);
    case 11: return moves_what_is_written(p, exec, w, insn, reg);
    case 12: snprintf(reg, 16, "exec"); return true;
    case 13: return vcc_by_other_name(p, insn, reg);
    case 14: snprintf(reg, 16, "trapsts"); return true;
    default: snprintf(reg, 16, "m0"); return true;  // 10, 15, 16
  }
}

// The pc of a remembered instruction.
static uint64_t address_of(const struct wl_model *m, const struct wl_wait_states *h, const struct wl_insn *insn) {
  const bool copied = insn >= h->copy && insn < h->copy + WL_REMEMBERED;
  return copied ? h->copy_pc[insn - h->copy] : wl_code_address(m, insn);
}

// The wait states that an instruction takes itself.
static uint32_t states_of(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_nop) ? wl_field((uint32_t)insn->simm, WL_NOP_COUNT) + 1 : 1;
}

// Rows of which a remembered instruction is a producer: usually none that a consumer has.
static uint32_t remembered_rows(const struct wl_wait_states *h) {
  uint32_t rows = 0;
#pragma GCC unroll 8
  for (uint32_t n = 0; n < WL_REMEMBERED; n++) rows |= h->last[n]->producer_rows;
  return rows;
}

static __attribute__((noinline)) bool too_early(const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows,
                                                uint64_t pc, char why[160]) {
  const struct wl_wait_states *h = &w->model->wait_states[w->slot];
  char reg[16];
  uint32_t states = 0;
  uint64_t exec = wl_exec(w);
  for (uint32_t back = 1; rows != 0 && back < WL_REMEMBERED && states < 5; back++) {
    const uint64_t at = (h->count - back) % WL_REMEMBERED;
    const struct wl_insn *p = h->last[at];
    if (p->kind != WL_KIND_PLAIN) exec = h->exec[at];
    for (uint32_t both = rows & p->producer_rows; both != 0; both &= both - 1) {
      const uint32_t row = (uint32_t)__builtin_ctz(both);
      if (states >= required[row] || !meet(row, p, exec, w, insn, reg)) continue;
      const unsigned long long where = address_of(w->model, h, p);
      const char *does = row == 8 ? "stores" : "writes";
      snprintf(why, 160, "wait states, row %u: %s at 0x%llx %s %s, %s at 0x%llx needs %u between, has %u", row, p->name,
               where, does, reg, insn->name, (unsigned long long)pc, required[row], states);
      return true;
    }
    states += states_of(p);
  }
  return false;
}

wl_wait_rows wl_wait_states_met(const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_wait_states *h = &w->model->wait_states[w->slot];
  const uint32_t possible = insn->consumer_rows & remembered_rows(h) & ~WL_ROW(0) & (WL_ROW(ROWS) - 1);
  wl_wait_rows met = {0, 0};
  char reg[16];
  uint32_t apart = 0;
  uint64_t exec = wl_exec(w);
  for (uint32_t back = 1; possible != 0 && back < WL_REMEMBERED && apart <= 6; back++) {
    const uint64_t at = (h->count - back) % WL_REMEMBERED;
    const struct wl_insn *p = h->last[at];
    if (p->kind != WL_KIND_PLAIN) exec = h->exec[at];
    for (uint32_t both = possible & p->producer_rows; both != 0; both &= both - 1) {
      const uint32_t row = (uint32_t)__builtin_ctz(both);
      if (apart - required[row] > 1 || !meet(row, p, exec, w, insn, reg)) continue;
      *(apart == required[row] ? &met.enough : &met.more) |= WL_ROW(row);
    }
    apart += states_of(p);
  }
  return met;
}

bool wl_wait_states_check(const struct wl_wave *w, const struct wl_insn *insn, uint32_t rows, uint64_t pc,
                          char why[160]) {
  const struct wl_wait_states *h = &w->model->wait_states[w->slot];
  uint32_t possible = rows & ~WL_ROW(0);
  if (possible != 0) possible &= remembered_rows(h);
  if (possible != 0 && too_early(w, insn, possible, pc, why)) return true;
  if (h->partial_vcc == NULL || !(rows & WL_ROW(0))) return false;
  snprintf(why, 160, "VCCZ: %s at 0x%llx writes half of vcc, %s at 0x%llx uses VCCZ before all of it is written",
           h->partial_vcc, (unsigned long long)h->partial_vcc_pc, insn->name, (unsigned long long)pc);
  return true;
}

// ---- the last instructions ------------------------------------------------------------------------

static const struct wl_insn nothing = {.kind = WL_KIND_PLAIN};

void wl_wait_states_reset(struct wl_wait_states *h) {
  for (uint32_t n = 0; n < WL_REMEMBERED; n++) h->last[n] = &nothing;
  h->count = 0;
  h->partial_vcc = NULL;
}

void wl_wait_states_note_copy(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn,
                              uint64_t pc) {
  const uint64_t n = h->count % WL_REMEMBERED;
  h->copy[n] = *insn;
  h->copy_pc[n] = pc;
  wl_wait_states_note(h, w, &h->copy[n]);
}

void wl_wait_states_note_discarded(struct wl_wait_states *h) { h->last[h->count++ % WL_REMEMBERED] = &nothing; }

void wl_wait_states_note_vcc(struct wl_wait_states *h, const struct wl_wave *w, const struct wl_insn *insn,
                             uint64_t pc) {
  const bool skipped = insn->unit == WL_UNIT_SCALAR && (insn->flags & WL_INSN_IF_SCC) && w->scc == 0;
  if (skipped) return;
  h->partial_vcc = insn->sdst_regs == 1 ? insn->name : NULL;
  h->partial_vcc_pc = pc;
}

void wl_wait_states_note_push(struct wl_wait_states *h, const struct wl_wave *w, uint32_t csp) {
  if (wl_first_name(w->second_end, 4 * csp + 3) == WL_VCC_HI) h->partial_vcc = NULL;
}

void wl_wait_states_keep(const struct wl_model *m, struct wl_wait_states *h) {
  for (uint64_t n = h->count < WL_REMEMBERED ? 0 : h->count - WL_REMEMBERED; n < h->count; n++) {
    const uint64_t at = n % WL_REMEMBERED;
    if (h->last[at] == &h->copy[at]) continue;
    h->copy_pc[at] = address_of(m, h, h->last[at]);
    h->copy[at] = *h->last[at];
    h->last[at] = &h->copy[at];
  }
}
