// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "program.h"

void append(insn *i, const char *format, ...) {
  const size_t used = strlen(i->text), room = sizeof i->text - used;
  va_list list;
  va_start(list, format);
  const int size = vsnprintf(i->text + used, room, format, list);
  va_end(list);
  assert(size >= 0 && (size_t)size < room && "insn.text is full");
}

static void note(insn *i, bool vgpr, uint32_t first, uint32_t count, bool write) {
  assert(i->touch_count < MAX_TOUCHES && "insn.touches is full");
  assert(first + count <= (vgpr ? (uint32_t)VGPRS : (uint32_t)SCALARS) && "no such register");
  i->touches[i->touch_count++] = (touch){vgpr, write, (uint8_t)first, (uint8_t)count};
}

void touch_sgprs(insn *i, uint32_t first, uint32_t count, bool write) { note(i, false, first, count, write); }
void touch_vgprs(insn *i, uint32_t first, uint32_t count, bool write) { note(i, true, first, count, write); }

// What i touches by a second name it touches by the first (gfx9-encoding.md, D-REG-21).
static void by_first_names(const program *p, insn *i) {
  const uint32_t first = second_names(p);
  for (int t = 0; t < i->touch_count; t++) {
    touch *o = &i->touches[t];
    if (o->vgpr || o->first >= p->sgprs || (uint32_t)o->first + o->count <= first) continue;
    assert(o->first >= first && "a tuple begins in SGPRs of one name");
    o->first = (uint8_t)(o->first - first + WL_FLAT_SCRATCH);
  }
}

static void wait_for(program *p, uint32_t vm, uint32_t exp, uint32_t lgkm);

// An export may read EXEC until it has been sent (D-WAIT-29).
static void exec_written(program *p) {
  if (p->exp_kinds >> 1) wait_for(p, WL_VM_CNT_MAX, 0, WL_LGKM_CNT_MAX);
}

static void line(program *p, const char *text) {
  const char *first = strchr(text, ' ');
  if (first && !strncmp(first, " exec", 5)) exec_written(p);
  if (!unit_has(p, text)) p->lacking = true;
  fprintf(p->out, "  %s\n", text);
  p->slot++;
  p->body.emitted++;
}

enum { NO_WAIT = 63 };  // of VM_CNT and VS_CNT

void wait_stores(program *p, uint32_t vs) {
  char text[64];
  snprintf(text, sizeof text, ".long 0x%08x  // s_waitcnt_vscnt null, %u", sopk_word(OP_WAITCNT_VSCNT, NULL_SDST, vs),
           vs);
  line(p, text);
  if (vs == 0) p->stores_issued = 0;
}
// Whether a wait for this count covers the older ones: counts other than 0 do while all are of one kind (D-EXP-8;
// control-flow.md 5.3).
static bool lgkm_counts(const program *p, uint32_t lgkm) {
  return lgkm == 0 || !(p->flat_out || (p->lds_out && p->gds_out));
}
static bool exp_counts(const program *p, uint32_t exp) { return exp == 0 || !(p->exp_kinds & (p->exp_kinds - 1)); }

static void wait_for(program *p, uint32_t vm, uint32_t exp, uint32_t lgkm) {
  char text[64];
  snprintf(text, sizeof text, "s_waitcnt vmcnt(%u) expcnt(%u) lgkmcnt(%u)", vm, exp, lgkm);
  line(p, text);
  for (uint32_t r = 0; r < VGPRS; r++) {
    if (p->vgpr_vm[r] && p->vm_issued - p->vgpr_vm[r] >= vm) p->vgpr_vm[r] = 0;
    const bool counts = lgkm_counts(p, lgkm);
    if (p->vgpr_lds[r] && counts && p->lds_issued - p->vgpr_lds[r] >= lgkm) p->vgpr_lds[r] = 0;
    if (p->vgpr_gds[r] && counts && p->gds_issued - p->vgpr_gds[r] >= lgkm) p->vgpr_gds[r] = 0;
    if (p->vgpr_exp[r] && exp_counts(p, exp) && p->exp_issued - p->vgpr_exp[r] >= exp) p->vgpr_exp[r] = 0;
  }
  if (lgkm == 0) {
    memset(p->sgpr_smem, 0, sizeof p->sgpr_smem);
    p->smem_out = p->smem_stores = p->lds_out = p->gds_out = p->flat_out = false;
  }
  if (exp == 0) p->exp_kinds = 0;
  if (vm == 0 && !p->rdna) p->stores_issued = 0;
  if (vm == 0 && lgkm == 0 && !(p->rdna && p->stores_issued)) p->flat_lds_out = false;
}

void emit_wait_all(program *p) {
  if (p->rdna) wait_stores(p, 0);
  wait_for(p, 0, 0, 0);
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Whether i counts in VS_CNT: a store, or an atomic that returns nothing (buffer-memory.md 14.2).
static bool counts_as_store(const program *p, const insn *i) {
  bool writes = false;
  for (int t = 0; t < i->touch_count; t++) writes |= i->touches[t].vgpr && i->touches[t].write;
  return p->rdna && i->unit == UNIT_VMEM && i->stores && !writes;
}

// Whether i goes behind the stores in flight without a wait. Loads of the vector port find what an earlier store of the
// wave wrote (D-MEM-40, D-MEM-56).
static bool behind_stores(program *p, const insn *i) {
  return i->unit == UNIT_VMEM && !(p->rdna && i->flat) && rng_percent(&p->random, 80);
}

// For how many stores i has to wait.
static uint32_t stores_to_wait_for(program *p, const insn *i) {
  if (!p->rdna) return NO_WAIT;
  const bool behind = behind_stores(p, i);
  if (i->ordered || (i->reads_private && p->stores_issued && !behind)) return 0;
  return rng_percent(&p->random, knob(p, KNOB_EXTRA_WAIT)) ? rng_below(&p->random, 16) : NO_WAIT;
}

// Which loads in flight of VGPR r, which o is of, i has to wait for: not for those that return before its own
// (D-WAIT-7).
typedef struct {
  bool vm, lds, gds;
} loads;
static loads loads_of(const program *p, const insn *i, const touch *o, uint32_t r) {
  const bool in_order = o->write && !p->flat_lds_out && !i->flat_lds;
  const bool one_kind = p->vgpr_sampled[r] == i->samples;  // D-IMG-36
  return (loads){.vm = p->vgpr_vm[r] && !(in_order && one_kind && i->unit == UNIT_VMEM),
                 .lds = p->vgpr_lds[r] && !(in_order && i->unit == UNIT_LDS && !i->gds),
                 .gds = p->vgpr_gds[r] && !(in_order && i->gds)};
}

// Waits until no load to a register of i is in flight, but of those before it in order.
static void wait_loads(program *p, const insn *i) {
  uint32_t vm = 63, exp = 7, lgkm = 15;
  const bool counts = !p->smem_out && lgkm_counts(p, 1);
  for (int t = 0; t < i->touch_count; t++) {
    const touch *o = &i->touches[t];
    for (uint32_t r = o->first; r < (uint32_t)o->first + o->count; r++) {
      if (!o->vgpr) {
        if (p->sgpr_smem[r]) lgkm = 0;
        continue;
      }
      const loads out = loads_of(p, i, o, r);
      if (out.vm) vm = least(vm, p->vm_issued - p->vgpr_vm[r]);
      if (o->write && p->vgpr_exp[r]) exp = least(exp, exp_counts(p, 1) ? p->exp_issued - p->vgpr_exp[r] : 0);
      // Counting waits hold for LDS or GDS, while the other and SMEM are not in flight.
      if (out.lds) lgkm = least(lgkm, counts ? p->lds_issued - p->vgpr_lds[r] : 0);
      if (out.gds) lgkm = least(lgkm, counts ? p->gds_issued - p->vgpr_gds[r] : 0);
    }
  }
  uint32_t vs = stores_to_wait_for(p, i);
  if (i->reads_private && p->stores_issued && !p->rdna && !behind_stores(p, i)) vm = 0;
  if (i->unit == UNIT_VMEM && (i->reads_private || i->stores) && p->smem_stores) lgkm = 0;
  if (i->ordered && p->smem_out) lgkm = 0;
  if (i->ordered) vm = 0;
  if (i->lds_done) lgkm = 0;
  if (rng_percent(&p->random, knob(p, KNOB_EXTRA_WAIT))) {
    vm = least(vm, rng_below(&p->random, 8));
    lgkm = least(lgkm, p->smem_out ? 0 : rng_below(&p->random, 8));
  }
  // The greatest counts mean no wait.
  for (int t = 0; t < i->touch_count; t++) {
    const touch *o = &i->touches[t];
    for (uint32_t r = o->first; o->vgpr && r < (uint32_t)o->first + o->count; r++) {
      const loads out = loads_of(p, i, o, r);
      if (out.vm) vm = least(vm, 62);
      if (out.lds || out.gds) lgkm = least(lgkm, 14);
      if (p->vgpr_exp[r] && o->write) exp = least(exp, 6);
    }
  }
  // The LDS half of FLAT is in no order with DS. Its memory half is waited for as all vector memory is, by VM_CNT alone
  // (D-WAIT-31). While FLAT is in flight counts of LGKM_CNT other than 0 say nothing (control-flow.md 5.3).
  if (p->flat_lds_out && (vm < 63 || lgkm < 15 || i->unit == UNIT_LDS)) vm = lgkm = vs = 0;
  if (p->flat_out && lgkm < 15) lgkm = 0;
  if (p->rdna && vs < NO_WAIT) wait_stores(p, vs);
  if (vm < 63 || exp < 7 || lgkm < 15) wait_for(p, vm, exp, lgkm);
}

// since: the issue slot behind the producer; 0: there is none. *missing: the wait states that are still due.
static void at_least(program *p, uint32_t since, uint32_t states, uint32_t *missing) {
  if (since && p->slot - since < states && *missing < states - (p->slot - since)) *missing = states - (p->slot - since);
}

// Emits the wait states (control-flow.md 7) that i needs as the consumer of earlier instructions.
static void wait_states(program *p, const insn *i) {
  uint32_t missing = 0;
  if (i->hwreg_read || i->hwreg_write) at_least(p, p->setreg_slot, 2, &missing);  // rows 1, 2
  if (i->hwreg_read || (i->unit >= UNIT_VALU && i->unit <= UNIT_EXPORT))
    at_least(p, p->vskip_slot, 2, &missing);  // rows 3, 4
  for (int t = 0; t < i->touch_count; t++) {
    const touch *o = &i->touches[t];
    for (uint32_t r = o->first; r < (uint32_t)o->first + o->count; r++) {
      if (o->vgpr) {
        if (o->write && i->unit == UNIT_VALU) at_least(p, p->wide_store[r], 1, &missing);  // row 8
      } else if (!o->write) {
        if (i->unit == UNIT_VMEM) at_least(p, p->valu_sgpr[r], 5, &missing);                              // row 9
        if (i->lane_select) at_least(p, p->valu_sgpr[r], 4, &missing);                                    // row 6
        if (i->div_fmas) at_least(p, p->valu_sgpr[r], 4, &missing);                                       // row 7
        if (i->unit == UNIT_VALU && r >= VCC && r <= VCC + 1) at_least(p, p->valu_sgpr[r], 1, &missing);  // row 13
      }
    }
  }
  if (i->gds || i->takes_m0) at_least(p, p->m0_slot, 1, &missing);  // rows 10, 15, 16
  if (i->dpp) {
    if (i->permuted) at_least(p, p->valu_vgpr[i->permuted - 1u], 2, &missing);  // row 11: SRC0 alone (D-WAIT-12)
    at_least(p, p->valu_unnamed, 2, &missing);
    for (uint32_t r = EXEC; r <= EXEC + 1; r++) at_least(p, p->valu_sgpr[r], 5, &missing);  // row 12
  }
  if (i->reads_flags && i->unit == UNIT_VALU) {  // row 5
    for (uint32_t r = VCC; r <= VCC + 1; r++) at_least(p, p->valu_sgpr[r], 5, &missing);
    for (uint32_t r = EXEC; r <= EXEC + 1; r++) at_least(p, p->valu_sgpr[r], 5, &missing);
  }
  if (!missing || !knob(p, KNOB_WAIT_STATES)) return;
  char text[32];
  snprintf(text, sizeof text, "s_nop %u", missing - 1);
  line(p, text);
  p->slot += missing - 1;
}

// What later instructions must know of i.
static void remember(program *p, const insn *i) {
  if (i->unit == UNIT_VMEM && !counts_as_store(p, i)) p->vm_issued++;
  if (i->unit == UNIT_LDS) {
    if (i->gds) p->gds_out = true;
    else p->lds_out = true;
    p->lds_issued += !i->gds;
  }
  if (i->flat) p->flat_out = true;
  if (i->flat_lds) p->flat_lds_out = true;
  if (i->unit == UNIT_SMEM) p->smem_out = true;
  if (i->unit == UNIT_SMEM && (i->stores || (p->taken && i->reads_private))) p->smem_stores = true;
  if (i->stores && i->unit == UNIT_VMEM) p->stores_issued++;
  p->gds_issued += i->gds;
  const bool late = i->gds || i->unit == UNIT_EXPORT;
  if (late) {
    p->exp_issued++;
    p->exp_kinds |= 1u << i->late;
  }
  if (i->unit == UNIT_VALU && p->shared_fields) p->valu_unnamed = p->slot;
  for (int t = 0; t < i->touch_count; t++) {
    const touch *o = &i->touches[t];
    for (uint32_t r = o->first; late && o->vgpr && !o->write && r < (uint32_t)o->first + o->count; r++)
      p->vgpr_exp[r] = p->exp_issued;
    if (!o->write) continue;
    for (uint32_t r = o->first; r < (uint32_t)o->first + o->count; r++) {
      if (o->vgpr) {
        if (i->unit == UNIT_VMEM) p->vgpr_vm[r] = p->vm_issued;
        if (i->unit == UNIT_VMEM) p->vgpr_sampled[r] = i->samples;
        if (i->unit == UNIT_LDS && !i->gds) p->vgpr_lds[r] = p->lds_issued;
        if (i->gds) p->vgpr_gds[r] = p->gds_issued;
        if (i->unit == UNIT_VALU && p->indexing) p->valu_unnamed = p->slot;
        if (i->unit == UNIT_VALU) p->valu_vgpr[r] = p->slot;
        p->recent_v[rng_below(&p->random, 8)] = (uint8_t)r;
      } else {
        if (i->unit == UNIT_SMEM) p->sgpr_smem[r] = true;
        if (i->unit == UNIT_VALU) p->valu_sgpr[r] = p->slot;
        if (i->unit == UNIT_SALU && r == M0) p->m0_slot = p->slot;
        if (r < SGPRS) p->recent_s[rng_below(&p->random, 8)] = (uint8_t)r;
        if (r >= EXEC && !p->exec_due) p->exec_due = 1 + rng_below(&p->random, 10);
      }
    }
  }
  for (int t = 0; t < i->touch_count; t++) {
    const touch *o = &i->touches[t];
    const uint32_t end = (uint32_t)o->first + o->count;
    if (o->vgpr || !o->write || o->first > VCC + 1 || end <= VCC) continue;
    if (o->first > VCC || end == VCC + 1) p->half_vcc = true;
    else if (!i->conditional && !(p->skipping && i->unit == UNIT_VALU)) p->half_vcc = false;
  }
  for (uint32_t r = 0; r < i->wide_count; r++) p->wide_store[i->wide_store - 1u + r] = p->slot;
  if (i->hwreg_write) p->setreg_slot = p->slot;
}

// VCCZ follows writes of all of VCC only (control-flow.md 2.3).
static void refresh_vccz(program *p, const insn *i) {
  if (!i->reads_vccz || !p->half_vcc || !knob(p, KNOB_WAIT_STATES)) return;
  line(p, "s_mov_b64 vcc, vcc");
  p->half_vcc = false;
}

void emit(program *p, insn *i) {
  if (p->waves == 1) taken_place(p);
  by_first_names(p, i);
  wait_loads(p, i);
  refresh_vccz(p, i);
  for (int t = 0; t < i->touch_count; t++) {
    const touch *o = &i->touches[t];
    if (!o->vgpr && o->write && (uint32_t)o->first + o->count > EXEC) exec_written(p);
  }
  wait_states(p, i);
  line(p, i->text);
  p->slot += i->idle;
  remember(p, i);
  if (p->body.left) p->body.left--;
}

static void one_op(program *p, insn *i, const char *format, va_list list) {
  char text[96];
  vsnprintf(text, sizeof text, format, list);
  append(i, "%s", text);
  emit(p, i);
}

void scalar_op(program *p, uint32_t to, uint32_t from, const char *format, ...) {
  insn i = {.unit = UNIT_SALU};
  va_list list;
  touch_sgprs(&i, from, 1, false);
  touch_sgprs(&i, to, 1, true);
  va_start(list, format);
  one_op(p, &i, format, list);
  va_end(list);
}

void vector_op(program *p, uint32_t to, uint32_t from, const char *format, ...) {
  insn i = {.unit = UNIT_VALU};
  va_list list;
  touch_vgprs(&i, from, 1, false);
  touch_vgprs(&i, to, 1, true);
  va_start(list, format);
  one_op(p, &i, format, list);
  va_end(list);
}

void emit_text(program *p, const char *format, ...) {
  char text[256];
  va_list list;
  va_start(list, format);
  const int size = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  assert(size >= 0 && (size_t)size < sizeof text && "the text of an instruction is full");
  line(p, text);
}

void wrote_vcc(program *p) { p->valu_sgpr[VCC] = p->valu_sgpr[VCC + 1] = p->slot; }

void settle(program *p) {
  emit_wait_all(p);
  p->half_vcc = true;
  if (knob(p, KNOB_WAIT_STATES)) {
    line(p, "s_nop 4");
    p->slot += 4;
  }
}

void emit_label(program *p, uint32_t label) {
  emit_wait_all(p);
  p->half_vcc = true;
  fprintf(p->out, ".L%u:\n", label);
  if (knob(p, KNOB_WAIT_STATES)) {
    line(p, "s_nop 4");
    p->slot += 4;
  }
}
