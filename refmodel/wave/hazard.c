// SPDX-License-Identifier: Apache-2.0
// Missing waits: the program uses the destination of a load, or overwrites an operand of a GDS instruction or of an
// export, before an s_waitcnt guarantees that it may.
//
// The check goes by the program's s_waitcnt, not by the arrival of data: it finds a missing wait at any memory latency.
// VMEM, LDS and GDS instructions each complete in order, SMEM in any order (control-flow.md 5.3). The lanes of FLAT
// that went to memory are of VMEM. Those in the LDS complete in any order, and are not counted among LDS: of those as
// many as an s_waitcnt leaves may still be in flight (D-WAIT-31). VGPRs count by lanes (D-WAIT-6). A GDS instruction
// that is complete has read its operands. An export is complete when it has been sent; exports of one type are sent in
// order (D-EXP-7).
#include "wave/hazard.h"

#include <stdio.h>

#include "decode/vector.h"
#include "execute/operands.h"
#include "isa/access.h"
#include "isa/isa.h"
#include "memory/memory.h"
#include "wave/effects.h"
#include "wave/model.h"

// Whether it holds EXP_CNT, so that its registers must not be written.
static bool holds_exp(const struct wl_unwaited *u) { return u->kind >= WL_HAZARD_EXP && u->kind < WL_HAZARD_EXP_END; }

static uint32_t kind_of(const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_EXPORT) {
    wl_export_type type;
    wl_export_type_of(wl_field(insn->words[0], WL_EXP_TARGET), &type);
    return WL_HAZARD_COLOR + (uint32_t)type;
  }
  if (insn->holds & WL_HOLDS_VS) return WL_HAZARD_VS;
  return wl_is_gds(insn) ? WL_HAZARD_GDS : insn->unit;
}

// h->issued keeps counting: only differences of instruction numbers are used.
void wl_hazard_reset(struct wl_hazards *h) { h->count = 0; }

// The lanes of a FLAT instruction in the LDS.
static uint64_t lds_lanes(const struct wl_wave *w, const struct wl_insn *insn) {
  const struct wl_insn half = wl_flat_half(insn, WL_UNIT_LDS);
  return wl_flat_lanes(w, &half);
}

// The lanes of source i that insn reads: those that are active, or all where a lane reads another, or one (D-WAIT-6).
static uint64_t read_lanes(const struct wl_wave *w, const struct wl_insn *insn, int i) {
  const uint64_t exec = wl_exec(w);
  if (insn->unit == WL_UNIT_LDS && wl_access_row(insn)->what == WL_DS_LANES) return ~0ull;
  if (insn->unit != WL_UNIT_VALU) return exec;
  if (insn->extra == WL_EXTRA_DPP && i == 0) return ~0ull;
  switch (insn->vop->form) {
    case WL_FORM_READLANE: return 1ull << (wl_scalar32(w, &insn->src[1]) & 63);
    case WL_FORM_READFIRST: return exec != 0 ? exec & -exec : 1;
    default: return exec;
  }
}

// The lanes of insn's VDST that must not stand over what u has there: those that it uses, without those that are
// written in order with u. Two loads of one kind write a register in order, or a half of it (D-WAIT-7). Compilers rely
// on it: both sides of a divergent branch may load the same register, and two loads may fill its halves.
static uint64_t destination_lanes(const struct wl_unwaited *u, const struct wl_wave *w, const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_VALU)
    return holds_exp(u) || insn->flags & WL_INSN_ONE_LANE ? wl_written_lanes(w, insn) : wl_exec(w);
  if (u->kind != kind_of(insn)) return wl_exec(w);
  return wl_is_flat(insn) ? lds_lanes(w, insn) : 0;
}

// v0: the number of the wave's v0 among those in which `first` counts.
static bool overlap(const struct wl_unwaited *u, bool sgpr, uint32_t first, uint32_t count, uint32_t v0) {
  const uint32_t begin = u->first + (sgpr ? 0 : v0);
  return u->in == (sgpr ? WL_IN_SGPRS : WL_IN_VGPRS) && count != 0 && first < begin + u->count && begin < first + count;
}

// The same for the `count` SGPRs of w from `first` on, each under its first name.
static bool overlap_sgprs(const struct wl_unwaited *u, const struct wl_wave *w, uint32_t first, uint32_t count) {
  const uint32_t end = w->second_end, second = end - WL_SECOND_NAMES;
  if (!wl_straddles(end, first, count)) return overlap(u, true, wl_first_name(end, first), count, 0);
  return overlap(u, true, first, second - first, 0) || overlap(u, true, WL_FLAT_SCRATCH, first + count - second, 0);
}

static void name_registers(const struct wl_unwaited *u, char text[24]) {
  const uint32_t first = u->first, last = first + u->count - 1u;
  const bool sgpr = u->in == WL_IN_SGPRS, ttmp = sgpr && first >= WL_TTMP;
  const char *file = !sgpr ? "v" : ttmp ? "ttmp" : "s";
  const uint32_t base = ttmp ? WL_TTMP : 0;
  if (u->in == WL_IN_LDS) {
    snprintf(text, 24, "the LDS");
  } else if (sgpr && first >= WL_EXEC) {
    snprintf(text, 24, "exec%s", first != last ? "" : first == WL_EXEC ? "_lo" : "_hi");
  } else if (sgpr && first >= WL_VCC && last <= WL_VCC_HI) {
    snprintf(text, 24, "vcc%s", first != last ? "" : first == WL_VCC ? "_lo" : "_hi");
  } else if (first == last) {
    snprintf(text, 24, "%s%u", file, first - base);
  } else {
    snprintf(text, 24, "%s[%u:%u]", file, first - base, last - base);
  }
}

// Writes the sentence: both instructions, the register and the counter. does: what the instruction at pc does with the
// register. Returns true.
static bool explain(char why[WL_WHY], const char *name, uint64_t pc, const char *does, const struct wl_unwaited *u) {
  const bool exp = holds_exp(u);
  char registers[24];
  name_registers(u, registers);
  snprintf(why, WL_WHY, "missing wait, %s: %s at 0x%llx %s %s, %s at 0x%llx %s it",
           exp                       ? "expcnt"
           : u->kind == WL_UNIT_VMEM ? "vmcnt"
                                     : "lgkmcnt",
           u->name, (unsigned long long)u->pc, exp ? "reads" : "loads", registers, name, (unsigned long long)pc, does);
  return true;
}

bool wl_hazard_stack(const struct wl_hazards *h, const struct wl_wave *w, uint32_t old_csp, uint32_t csp,
                     const char *name, uint64_t pc, char why[WL_WHY]) {
  const bool push = csp == ((old_csp + 1) & 7);
  const uint32_t entry = push ? old_csp : csp;
  for (uint32_t i = 0; csp != old_csp && i < h->count; i++) {
    if (overlap_sgprs(&h->list[i], w, 4 * entry, 4))
      return explain(why, name, pc, push ? "overwrites" : "reads", &h->list[i]);
    if (overlap(&h->list[i], true, WL_EXEC, 2, 0)) return explain(why, name, pc, "overwrites", &h->list[i]);
  }
  return false;
}

static bool reads_vcc(const struct wl_insn *insn) {
  if (insn->flags & WL_INSN_READS_VCC && insn->unit == WL_UNIT_VALU) return true;
  if (wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccz) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_cbranch_vccnz)) return true;
  for (int i = 0; i < WL_SOURCES; i++) {
    if (insn->src[i].kind == WL_OPERAND_FLAG && insn->src[i].reg == WL_SRC_VCCZ) return true;
  }
  return false;
}

// Whether insn writes the EXEC that an export reads (D-WAIT-29). The sentence names the half that it writes.
static bool writes_exec(const struct wl_unwaited *u, const struct wl_insn *insn, uint64_t pc, char why[WL_WHY]) {
  struct wl_unwaited written = *u;
  if (!overlap(u, true, WL_EXEC, 2, 0)) return false;
  if (insn->flags & WL_INSN_WRITES_EXEC) return explain(why, insn->name, pc, "overwrites", u);
  if (!overlap(u, true, insn->sdst, insn->sdst_regs, 0)) return false;
  if (insn->sdst_regs == 1) written.first = insn->sdst;
  if (insn->sdst_regs == 1) written.count = 1;
  return explain(why, insn->name, pc, "overwrites", &written);
}

// Whether bytes of the LDS array hold a dword that a listed load writes.
static bool in_dwords(const struct wl_hazards *h, const struct wl_unwaited *u, uint64_t at, uint32_t bytes) {
  const uint64_t first = h->lds[u->number % 128].first, lanes = h->lds[u->number % 128].lanes;
  for (uint64_t byte = at; byte < at + bytes; byte++) {
    if ((byte - first) / 4 < WL_LANES && (lanes >> (byte - first) / 4 & 1)) return true;
  }
  return false;
}

// Whether a DS instruction, or the half of FLAT in the LDS, reads such a dword. exec: its active lanes.
static bool ds_reads(const struct wl_hazards *h, const struct wl_unwaited *u, const struct wl_wave *w,
                     const struct wl_insn *insn, uint64_t exec) {
  const struct wl_access *a = wl_access_row(insn);
  uint64_t address[WL_LANES];
  if (a->mem_op == WL_MEM_STORE) return false;
  for (uint32_t access = 0; access < wl_ds_accesses(insn, a); access++) {
    uint64_t lanes = wl_ds_addresses(w, insn, a, access, a->what == WL_DS_COUNT ? exec & -exec : exec, address);
    for (; lanes != 0; lanes &= lanes - 1) {
      if (in_dwords(h, u, address[__builtin_ctzll(lanes)], a->bytes)) return true;
    }
  }
  return false;
}

static bool reads_lds(const struct wl_hazards *h, const struct wl_unwaited *u, const struct wl_wave *w,
                      const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_LDS && !wl_is_gds(insn)) return ds_reads(h, u, w, insn, wl_exec(w));
  if (wl_is_flat(insn)) {
    const struct wl_insn half = wl_flat_half(insn, WL_UNIT_LDS);
    return ds_reads(h, u, w, &half, wl_flat_lanes(w, &half));
  }
  if (insn->unit == WL_UNIT_VALU && insn->src[0].kind == WL_OPERAND_FLAG && insn->src[0].reg == WL_SRC_LDS_DIRECT)
    return in_dwords(h, u, w->lds_base + (w->sgpr[WL_M0] & 0xfffc), 4);
  if (!wl_moves_lds(insn) || insn->mem_op == WL_MEM_LOAD) return false;
  uint64_t first, lanes = wl_lds_move_lanes(w, insn, &first);
  for (; lanes != 0; lanes &= lanes - 1) {
    if (in_dwords(h, u, first + 4u * (uint32_t)__builtin_ctzll(lanes), 4)) return true;
  }
  return false;
}

bool wl_hazard_check(const struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                     char why[WL_WHY]) {
  const uint32_t v0 = insn->absolute_vgprs ? w->vgpr_base : 0;
  for (uint32_t n = 0; n < h->count; n++) {
    const struct wl_unwaited *u = &h->list[n];
    if (__builtin_expect(u->in == WL_IN_LDS, 0)) {
      if (reads_lds(h, u, w, insn)) return explain(why, insn->name, pc, "reads", u);
      continue;
    }
    for (int i = 0; i < WL_SOURCES; i++) {
      const struct wl_operand *o = &insn->src[i];
      const bool written = i == 0 && (insn->flags & WL_INSN_WRITES_SRC0) != 0;
      if (o->kind != WL_OPERAND_VGPR && o->kind != WL_OPERAND_SGPR) continue;
      if (holds_exp(u) && !written) continue;
      const bool sgpr = o->kind == WL_OPERAND_SGPR;
      if (sgpr ? !overlap_sgprs(u, w, o->reg, o->regs) : !overlap(u, false, o->reg, o->regs, v0)) continue;
      if (!sgpr && (u->lanes & read_lanes(w, insn, i)) == 0) continue;
      return explain(why, insn->name, pc, holds_exp(u) ? "overwrites" : "reads", u);
    }
    if (holds_exp(u) && writes_exec(u, insn, pc, why)) return true;
    if (overlap_sgprs(u, w, insn->sdst, insn->sdst_regs)) return explain(why, insn->name, pc, "overwrites", u);
    if (reads_vcc(insn) && overlap(u, true, WL_VCC, 2, 0)) return explain(why, insn->name, pc, "reads", u);
    const uint32_t tfe = wl_tfe_vgpr(insn);
    const bool meets =
        overlap(u, false, insn->vdst, insn->vdst_regs, v0) || (tfe != 0 && overlap(u, false, tfe, 1, v0));
    if (meets && (u->lanes & destination_lanes(u, w, insn)) != 0) return explain(why, insn->name, pc, "overwrites", u);
  }
  return false;
}

// Whether the memory instruction of a listed register may still be at work. One that the unit under test does not
// report may.
static bool in_flight(const struct wl_wave *w, const struct wl_unwaited *u) {
  const struct wl_memory *m = w->memory;
  if (w->model->at_issue != 0) return true;
  if (u->kind >= WL_HAZARD_COLOR && u->kind < WL_HAZARD_EXP_END) return w->exports.count != 0;
  for (const struct wl_pending *p = m->in_flight[w->slot]; p != NULL; p = p->next) {
    if (p->pc == u->pc && !(u->kind == WL_HAZARD_EXP && p->operands_read)) return true;
  }
  return false;
}

// Whether insn uses a listed register of an instruction in flight: one that it has yet to read, or one that it loads.
// What is loaded to the LDS is in the order of the accesses there.
static bool uses_in_flight(const struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                           bool operands) {
  struct wl_hazards left = *h;
  char why[WL_WHY];
  left.count = 0;
  for (uint32_t n = 0; n < h->count; n++) {
    const struct wl_unwaited *u = &h->list[n];
    if (u->in != WL_IN_LDS && holds_exp(u) == operands && in_flight(w, u)) left.list[left.count++] = *u;
  }
  return wl_hazard_check(&left, w, insn, pc, why);
}

wl_race wl_hazard_race(const struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  struct wl_insn reads = *insn;
  if (uses_in_flight(h, w, insn, pc, true)) return WL_RACE;
  // Scalar registers are read and written at the issue.
  if (insn->unit == WL_UNIT_SCALAR || insn->unit == WL_UNIT_SMEM) return WL_RACE_NONE;
  if (insn->unit == WL_UNIT_VALU) return uses_in_flight(h, w, insn, pc, false) ? WL_RACE_WITH_LOADS : WL_RACE_NONE;
  // Loads write in the order in which the unit under test reports it.
  reads.vdst_regs = reads.sdst_regs = 0;
  return uses_in_flight(h, w, &reads, pc, false) ? WL_RACE : WL_RACE_NONE;
}

// lanes: of VGPRs.
static void add(struct wl_hazards *h, uint32_t kind, uint32_t first, uint32_t count, uint64_t lanes, const char *name,
                uint64_t pc) {
  const uint32_t capacity = sizeof h->list / sizeof h->list[0];
  if (count == 0 || lanes == 0) return;
  if (h->count == capacity) {
    // More entries than the counters can hold instructions: the oldest is complete.
    memmove(&h->list[0], &h->list[1], (capacity - 1) * sizeof h->list[0]);
    h->count--;
  }
  h->list[h->count++] = (struct wl_unwaited){.kind = (uint8_t)kind,
                                             .in = kind == WL_UNIT_SMEM ? WL_IN_SGPRS : WL_IN_VGPRS,
                                             .first = (uint16_t)first,
                                             .count = (uint16_t)count,
                                             .number = h->issued[kind],
                                             .lanes = lanes,
                                             .name = name,
                                             .pc = pc};
}

static void add_lds(struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  uint64_t first;
  const uint64_t lanes = wl_lds_move_lanes(w, insn, &first);
  add(h, WL_UNIT_VMEM, 0, 1, ~0ull, insn->name, pc);
  struct wl_unwaited *u = &h->list[h->count - 1];
  u->in = WL_IN_LDS;
  h->lds[u->number % 128].first = first;
  h->lds[u->number % 128].lanes = lanes;
}

// The SGPRs that a scalar memory instruction writes: two entries where they straddle the second names.
static void add_sgprs(struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  const uint32_t first = insn->sdst, count = insn->sdst_regs, second = w->second_end - WL_SECOND_NAMES;
  const uint32_t before = wl_straddles(w->second_end, first, count) ? second - first : count;
  add(h, WL_UNIT_SMEM, first, before, ~0ull, insn->name, pc);
  add(h, WL_UNIT_SMEM, WL_FLAT_SCRATCH, count - before, ~0ull, insn->name, pc);
}

// The VGPRs that a GDS instruction or an export reads.
static void add_operands(struct wl_hazards *h, uint32_t kind, uint64_t lanes, const struct wl_insn *insn, uint64_t pc) {
  for (int i = 0; i < WL_SOURCES; i++) {
    if (insn->src[i].kind == WL_OPERAND_VGPR) add(h, kind, insn->src[i].reg, insn->src[i].regs, lanes, insn->name, pc);
  }
}

// The VGPRs that a load writes. The register of TFE comes right behind the data, but of cmpswap.
static void add_vgprs(struct wl_hazards *h, uint32_t kind, const struct wl_wave *w, const struct wl_insn *insn,
                      uint64_t pc) {
  const uint32_t behind = insn->vdst + insn->vdst_regs, tfe = wl_tfe_vgpr(insn);
  add(h, kind, insn->vdst, insn->vdst_regs + (tfe == behind && tfe != 0), wl_exec(w), insn->name, pc);
  if (tfe > behind) add(h, kind, tfe, 1, wl_exec(w), insn->name, pc);
}

// The VGPRs that a FLAT load writes, by where its lanes go.
static __attribute__((noinline)) void add_flat(struct wl_hazards *h, const struct wl_wave *w,
                                               const struct wl_insn *insn, uint64_t pc) {
  const uint64_t shared = lds_lanes(w, insn);
  add(h, WL_UNIT_VMEM, insn->vdst, insn->vdst_regs, wl_exec(w) & ~shared, insn->name, pc);
  add(h, WL_HAZARD_FLAT_LGKM, insn->vdst, insn->vdst_regs, shared, insn->name, pc);
}

void wl_hazard_issue(struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc) {
  const uint32_t kind = kind_of(insn);
  h->issued[kind]++;
  if (insn->unit == WL_UNIT_EXPORT) {
    add(h, kind, WL_EXEC, 2, ~0ull, insn->name, pc);
    h->list[h->count - 1].in = WL_IN_SGPRS;
    add_operands(h, kind, wl_exec(w), insn, pc);
    return;
  }
  if (kind == WL_HAZARD_VS) return;
  if (insn->mem_destination == WL_TO_LDS) {
    add_lds(h, w, insn, pc);
    return;
  }
  if (kind == WL_UNIT_SMEM) add_sgprs(h, w, insn, pc);
  else if (wl_is_flat(insn)) add_flat(h, w, insn, pc);
  else add_vgprs(h, kind, w, insn, pc);
  if (kind != WL_HAZARD_GDS) return;
  h->issued[WL_HAZARD_EXP]++;
  add(h, WL_HAZARD_EXP, 0, 1, ~0ull, insn->name, pc);  // it may have no operand, and holds EXP_CNT all the same
  h->list[h->count - 1].in = WL_IN_NOTHING;
  add_operands(h, WL_HAZARD_EXP, wl_exec(w), insn, pc);
}

// Whether the wait of an s_waitcnt tells that the instruction is complete. exp_counts: what holds EXP_CNT is of one
// kind.
static bool covered(const struct wl_hazards *h, const struct wl_unwaited *u, const struct wl_insn *insn,
                    bool exp_counts) {
  const uint32_t vm = wl_wait_vm(insn), exp = wl_wait_exp(insn), lgkm = wl_wait_lgkm(insn);
  const uint32_t younger = h->issued[u->kind] - u->number;
  switch (u->kind) {
    case WL_UNIT_VMEM: return younger >= vm;
    case WL_UNIT_SMEM:
    case WL_HAZARD_FLAT_LGKM: return lgkm == 0;
    default: break;
  }
  const bool counted = exp == 0 || (exp_counts && younger >= exp);
  if (u->kind == WL_HAZARD_EXP) return counted || younger >= lgkm;  // it counts on both
  return holds_exp(u) ? counted : younger >= lgkm;                  // else LDS, GDS
}

void wl_hazard_wait(struct wl_hazards *h, const struct wl_insn *insn) {
  uint32_t kept = 0, exp_kinds = 0;
  for (uint32_t i = 0; i < h->count; i++) {
    if (holds_exp(&h->list[i])) exp_kinds |= 1u << h->list[i].kind;
  }
  const bool exp_counts = (exp_kinds & (exp_kinds - 1)) == 0;  // D-EXP-8
  for (uint32_t i = 0; i < h->count; i++) {
    if (!covered(h, &h->list[i], insn, exp_counts)) h->list[kept++] = h->list[i];
  }
  h->count = kept;
}
