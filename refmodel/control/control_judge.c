// SPDX-License-Identifier: Apache-2.0
// The rules of maxwell-control.md 8.10, along the path that a wave executes.
//
// Each wave has a list of instructions that a later one may still meet, oldest first. An issue looks through it once: a
// vector ALU instruction leaves the list when its time is over, any other when a wait covers it.
#include "control/control_judge.h"

#include <stdarg.h>
#include <stdio.h>

#include "decode/vector.h"
#include "isa/access.h"
#include "isa/isa.h"
#include "control/control.h"
#include "control/flight.h"

enum { PASSES = 4, VISIBLE = 2, LEAST_BRANCH = 5, LONG_STALL = 12 };
// Orders of completion, beside WL_IN_ORDER_*, and of operand reads: each type of export has one.
enum { ORDER_VECTOR = 16 };
enum { READS_LDS = 1, READS_GDS = 2, READS_VMEM = 4, READS_EXPORT = 8 };

static struct wl_control_judge *judge_of(const struct wl_wave *w) { return &w->model->control->judge[w->slot]; }
static const wl_control_sizes *sizes_of(const struct wl_wave *w) { return &w->model->control->sizes; }

// ---- times of an instruction ----------------------------------------------------------------------

wl_unit_cycles wl_latency_cycles(wl_latency latency, uint32_t valu_delay) {
  enum { DPP = 5 };
  static const wl_unit_cycles cycles[WL_LATENCIES] = {
      [WL_LATENCY_USUAL] = {3, 1, DPP},          [WL_LATENCY_MQSAD] = {3, 2, DPP},
      [WL_LATENCY_TRANSCENDENTAL] = {7, 4, DPP}, [WL_LATENCY_ROOT] = {11, 8, DPP},
      [WL_LATENCY_ROOT_F64] = {15, 12, DPP},     [WL_LATENCY_F64] = {7, 4, DPP}};
  wl_unit_cycles unit = cycles[latency];
  unit.first += valu_delay;
  return unit;
}

// The unit that lockstep says, else that of this project.
static wl_unit_cycles unit_of(const struct wl_wave *w, const struct wl_insn *insn) {
  if (insn->unit != WL_UNIT_VALU || wl_control_at(w)->unit.step != 0) return wl_control_at(w)->unit;
  return wl_latency_cycles(wl_latency_of(insn), w->model->config.valu_delay);
}

static uint16_t vgpr_of(const struct wl_operand *o) { return o->kind == WL_OPERAND_VGPR ? o->reg : WL_NO_VGPR; }

static struct wl_vector_cycles vector_cycles(const struct wl_insn *insn, const wl_unit_cycles *unit) {
  return (struct wl_vector_cycles){.first = (uint8_t)unit->first,
                                   .step = (uint8_t)unit->step,
                                   .dpp = (uint8_t)(insn->extra == WL_EXTRA_DPP ? unit->dpp : 0),
                                   .pairs = insn->vdst_regs == 4,
                                   .src0 = vgpr_of(&insn->src[0]),
                                   .src1 = vgpr_of(&insn->src[1]),
                                   .src2 = vgpr_of(&insn->src[2]),
                                   .vdst = insn->vdst,
                                   .src0_regs = insn->src[0].regs,
                                   .src1_regs = insn->src[1].regs};
}

static bool is_long(const wl_unit_cycles *unit) { return unit->step >= 4; }  // D-CTRL-40

static bool within(uint32_t r, uint32_t first, uint32_t count) { return r - first < count; }

// The first and the last cycle in which pass p of VGPR r is read, which is a source or the old destination. With DPP
// and with pairs a register may be read twice.
static void read_cycles(const struct wl_vector_cycles *v, uint32_t r, uint32_t p, int *first, int *last) {
  const bool src0 = within(r, v->src0, v->src0_regs), src1 = within(r, v->src1, v->src1_regs);
  *first = *last = (int)(1 + v->dpp + p * v->step);
  if (v->dpp != 0 && src0) *first = (int)(1 + p);
  if (v->dpp != 0 && src0 && !src1 && !within(r, v->vdst, 1)) *last = (int)(1 + p);
  if (!v->pairs) return;
  *last += src0 || src1 || within(r, v->src2 + 2u, 2);
  *first += !src0 && !src1 && within(r, v->src2 + 2u, 2);
}

static int write_cycle(const struct wl_vector_cycles *v, uint32_t r, uint32_t p) {
  return (int)(v->first + v->dpp + p * v->step + (v->pairs && within(r, v->vdst + 2u, 2)));
}

// Its SGPRs, VCC, EXEC and M0.
static int scalar_cycle(const struct wl_vector_cycles *v) {
  return (int)(v->first + v->dpp + (PASSES - 1u) * v->step + v->pairs);
}

// The least cycles from the issue of a memory instruction or export to its first read of a VGPR, and to its return.
// FLAT has two halves.
static int least_read(const wl_control_sizes *s, const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_EXPORT) return (int)s->export_read;
  if (wl_is_flat(insn)) return (int)(s->lds_read < s->vmem_read ? s->lds_read : s->vmem_read);
  return (int)(insn->unit == WL_UNIT_LDS ? s->lds_read : s->vmem_read);
}

static int least_return(const wl_control_sizes *s, const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_SMEM) return (int)s->smem_return;
  if (wl_is_flat(insn)) return (int)(s->lds_return < s->vmem_return ? s->lds_return : s->vmem_return);
  return (int)(insn->unit == WL_UNIT_LDS ? s->lds_return : s->vmem_return);
}

// ---- queues (8.8) -----------------------------------------------------------------------------------

static uint8_t order_of(const struct wl_insn *insn) {
  return insn->unit == WL_UNIT_VALU ? ORDER_VECTOR : insn->in_order;
}

static uint16_t read_order_of(const struct wl_insn *insn) {
  wl_export_type type;
  switch (insn->unit) {
    case WL_UNIT_LDS: return wl_is_gds(insn) ? READS_GDS : READS_LDS;
    case WL_UNIT_VMEM: return wl_is_flat(insn) ? 0 : READS_VMEM;
    case WL_UNIT_EXPORT:
      (void)wl_export_type_of(wl_field(insn->words[0], WL_EXP_TARGET), &type);
      return (uint16_t)(READS_EXPORT << type);
    default: return 0;
  }
}

// ---- findings ---------------------------------------------------------------------------------------

// The first finding of an issue. One that no wait mends goes before the others.
struct finding {
  wl_result result;
  char *why;
};

__attribute__((format(printf, 3, 4))) static void found(struct finding *f, wl_result result, const char *format, ...) {
  if (f->result != WL_OK) return;
  va_list args;
  va_start(args, format);
  vsnprintf(f->why, WL_WHY, format, args);
  va_end(args);
  f->result = result;
}

// What one issue is judged by.
struct issue {
  const struct wl_wave *w;
  const struct wl_insn *insn;
  struct wl_uses uses;
  struct wl_vector_cycles vector;  // of unit VALU
  uint64_t pc;
  struct finding *to;
};

// The producer p and this instruction meet in a register: "ID: p at .. does reg, insn at .. does_now it".
static void meets(const struct issue *i, const char *id, const struct wl_judged *p, const char *does, const char *reg,
                  const char *does_now) {
  found(i->to, WL_HAZARD_CONTROL, "%s: %s at 0x%llx %s %s, %s at 0x%llx %s it: no wait covers it", id, p->name,
        (unsigned long long)p->pc, does, reg, i->insn->name, (unsigned long long)i->pc, does_now);
}

static void meets_early(const struct issue *i, const char *id, const struct wl_judged *p, const char *does,
                        const char *reg, const char *does_now, int needs) {
  const int has = p->since;
  if (has >= needs) return;
  found(i->to, WL_HAZARD_CONTROL, "%s: %s at 0x%llx %s %s, %s at 0x%llx %s it: needs %d, has %d", id, p->name,
        (unsigned long long)p->pc, does, reg, i->insn->name, (unsigned long long)i->pc, does_now, needs, has);
}

// ---- an older instruction of the vector ALU ----------------------------------------------------------

// The distance that a read of VGPR r needs: each pass after it is written.
static int read_needs(const struct issue *i, const struct wl_judged *p, uint32_t r) {
  int needs = 0;
  for (uint32_t pass = 0; pass < PASSES; pass++) {
    int first = least_read(sizes_of(i->w), i->insn), last;
    if (i->insn->unit == WL_UNIT_VALU) read_cycles(&i->vector, r, pass, &first, &last);
    const int needed = write_cycle(&p->vector, r, pass) - first + 1;
    if (needed > needs) needs = needed;
  }
  return needs;
}

// The distance that a write of VGPR r needs so that it comes after that of p.
static int write_needs(const struct issue *i, const struct wl_judged *p, uint32_t r) {
  int needs = 0;
  for (uint32_t pass = 0; pass < PASSES; pass++) {
    const bool vector = i->insn->unit == WL_UNIT_VALU;
    const int now = vector ? write_cycle(&i->vector, r, pass) : least_return(sizes_of(i->w), i->insn);
    const int needed = write_cycle(&p->vector, r, pass) - now + 1;
    if (needed > needs) needs = needed;
  }
  return needs;
}

// The distance that a load into VGPR r needs so that p has read it.
static int load_needs(const struct issue *i, const struct wl_judged *p, uint32_t r) {
  int first, last;
  read_cycles(&p->vector, r, PASSES - 1, &first, &last);
  return last - least_return(sizes_of(i->w), i->insn);
}

// The register of the set that needs the longest distance, and that distance.
static int longest(const struct issue *i, const struct wl_judged *p, struct wl_vgprs s, char reg[16],
                   int (*needs)(const struct issue *, const struct wl_judged *, uint32_t)) {
  int most = 0;
  for (uint32_t r = 0; r < 256; r++) {
    if (r % 64 == 0 && s.word[r / 64] == 0) {
      r += 63;
      continue;
    }
    if (!wl_has_vgpr(s, r)) continue;
    const int needed = needs(i, p, r);
    if (needed <= most) continue;
    most = needed;
    snprintf(reg, 16, "v%u", r);
  }
  return most;
}

static int scalar_write_needs(const struct issue *i, const struct wl_judged *p) {
  int now = 0;
  if (i->insn->unit == WL_UNIT_VALU) now = scalar_cycle(&i->vector);
  if (i->insn->unit == WL_UNIT_SMEM) now = least_return(sizes_of(i->w), i->insn);
  return scalar_cycle(&p->vector) - now + 1;
}

static void against_vector(const struct issue *i, const struct wl_judged *p) {
  const struct wl_uses *u = &i->uses;
  const struct wl_vgprs raw = wl_common_vgprs(p->uses.written, u->read),
                        waw = wl_common_vgprs(p->uses.written, u->written);
  const struct wl_vgprs war = wl_common_vgprs(p->uses.read, u->written);
  const struct wl_scalars scalar_raw = wl_common_scalars(p->uses.scalars_written, u->scalars_read);
  const struct wl_scalars scalar_waw = wl_common_scalars(p->uses.scalars_written, u->scalars_written);
  const bool loads = i->insn->unit == WL_UNIT_LDS || i->insn->unit == WL_UNIT_VMEM;
  char reg[16];
  if (wl_any_vgpr(raw)) {
    const int needs = longest(i, p, raw, reg, read_needs);
    meets_early(i, "C-RAW", p, "writes", reg, "reads", needs);
  }
  if (wl_any_scalar(scalar_raw)) {
    wl_name_scalar(scalar_raw, reg);
    meets_early(i, "C-RAW", p, "writes", reg, "reads", scalar_cycle(&p->vector) + 1);
  }
  if (wl_any_vgpr(waw)) {
    const int needs = longest(i, p, waw, reg, write_needs);
    meets_early(i, "C-WAW", p, "writes", reg, "writes", needs);
  }
  if (wl_any_scalar(scalar_waw)) {
    wl_name_scalar(scalar_waw, reg);
    meets_early(i, "C-WAW", p, "writes", reg, "writes", scalar_write_needs(i, p));
  }
  if (loads && wl_any_vgpr(war)) {
    const int needs = longest(i, p, war, reg, load_needs);
    meets_early(i, "C-WAR", p, "reads", reg, "overwrites", needs);
  }
}

// ---- an older memory instruction or export -------------------------------------------------------------

static void against_memory(const struct issue *i, const struct wl_judged *p) {
  const struct wl_uses *u = &i->uses;
  const struct wl_vgprs read = wl_common_vgprs(p->uses.written, u->read);
  const struct wl_vgprs written = wl_common_vgprs(p->uses.written, u->written);
  const struct wl_vgprs overwritten = wl_common_vgprs(p->uses.read, u->written);
  const struct wl_scalars scalar_read = wl_common_scalars(p->uses.scalars_written, u->scalars_read);
  const struct wl_scalars scalar_written = wl_common_scalars(p->uses.scalars_written, u->scalars_written);
  char reg[16];
  if (wl_any_vgpr(read)) {
    wl_name_vgpr(read, reg);
    meets(i, "C-VAR", p, "loads", reg, "reads");
  }
  if (wl_any_scalar(scalar_read)) {
    wl_name_scalar(scalar_read, reg);
    meets(i, "C-VAR", p, "loads", reg, "reads");
  }
  if (wl_any_vgpr(written) && (p->order & order_of(i->insn)) == 0) {
    wl_name_vgpr(written, reg);
    meets(i, "C-VAR", p, "loads", reg, "overwrites");
  }
  if (wl_any_scalar(scalar_written)) {
    wl_name_scalar(scalar_written, reg);
    meets(i, "C-VAR", p, "loads", reg, "overwrites");
  }
  if (wl_any_vgpr(overwritten) && (p->read_order & read_order_of(i->insn)) == 0) {
    wl_name_vgpr(overwritten, reg);
    meets(i, "C-WAR", p, "reads", reg, "overwrites");
  }
}

// The nearest producer first.
static void against_all(const struct issue *i, const struct wl_control_judge *j) {
  for (uint32_t n = j->count; n-- > 0;) {
    if (j->list[n].unit == WL_UNIT_VALU) against_vector(i, &j->list[n]);
    else against_memory(i, &j->list[n]);
  }
}

// ---- pairs (8.7) ---------------------------------------------------------------------------------------

enum { ALONE, VECTOR, SCALAR, NOP, BRANCH, MEMORY };

static bool is_branch(const struct wl_insn *insn) {
  return insn->kind == WL_KIND_FLOW && !wl_is_fork_or_join(insn) && !wl_is_trap(insn) && !wl_is_rfe(insn) &&
         !wl_is(insn, WL_FMT_SOP1, WL_OP_s_getpc_b64);
}

static uint8_t kind_of(const struct wl_insn *insn) {
  if (insn->unit == WL_UNIT_VALU) return VECTOR;
  if (insn->unit == WL_UNIT_EXPORT) return ALONE;
  if (insn->unit != WL_UNIT_SCALAR) return MEMORY;
  if (wl_is(insn, WL_FMT_SOPP, WL_OP_s_nop)) return NOP;
  if (is_branch(insn)) return BRANCH;
  const bool setreg =
      wl_is(insn, WL_FMT_SOPK, WL_OP_s_setreg_b32) || wl_is(insn, WL_FMT_SOPK, WL_OP_s_setreg_imm32_b32);
  return insn->format == WL_FMT_SOPP || setreg || wl_is_fork_or_join(insn) || wl_is_rfe(insn) ? ALONE : SCALAR;
}

// s_setvskip says whether a vector instruction behind it is executed, so it is no first of a pair.
static bool may_be_first(const struct wl_insn *insn) {
  const uint8_t kind = kind_of(insn);
  return kind == VECTOR || (kind == SCALAR && !wl_is(insn, WL_FMT_SOPC, WL_OP_s_setvskip));
}

static bool may_be_second(uint8_t first, uint8_t second) {
  return second == MEMORY || (first == VECTOR && second != VECTOR && second != ALONE);
}

uint8_t wl_control_first(const struct wl_insn *insn) { return may_be_first(insn) ? kind_of(insn) : ALONE; }

bool wl_control_pairs(uint8_t first, const struct wl_insn *second) {
  return first != ALONE && second->kind != WL_KIND_ILLEGAL && may_be_second(first, kind_of(second));
}

static void judge_pair(const struct issue *i, const struct wl_judged_first *a, uint32_t field) {
  const struct wl_uses *u = &i->uses;
  const struct wl_vgprs read = wl_common_vgprs(a->uses.written, u->read);
  const struct wl_vgprs written = wl_common_vgprs(a->uses.written, u->written);
  const struct wl_scalars scalar_read = wl_common_scalars(a->uses.scalars_written, u->scalars_read);
  const struct wl_scalars scalar_written = wl_common_scalars(a->uses.scalars_written, u->scalars_written);
  char reg[16] = "", what[32] = "";
  if (!may_be_second(a->kind, kind_of(i->insn))) snprintf(what, sizeof what, "is no second of it");
  else if (wl_field(field, WL_CTRL_STALL) == 0) snprintf(what, sizeof what, "has stall 0 too");
  else if (wl_any_vgpr(read)) wl_name_vgpr(read, reg), snprintf(what, sizeof what, "reads its %s", reg);
  else if (wl_any_scalar(scalar_read))
    wl_name_scalar(scalar_read, reg), snprintf(what, sizeof what, "reads its %s", reg);
  else if (wl_any_vgpr(written)) wl_name_vgpr(written, reg), snprintf(what, sizeof what, "writes %s too", reg);
  else if (wl_any_scalar(scalar_written))
    wl_name_scalar(scalar_written, reg), snprintf(what, sizeof what, "writes %s too", reg);
  else return;
  found(i->to, WL_ILLEGAL_CONTROL, "C-DUAL: %s at 0x%llx has stall 0, %s at 0x%llx %s", a->name,
        (unsigned long long)a->pc, i->insn->name, (unsigned long long)i->pc, what);
}

// ---- rules of one instruction ----------------------------------------------------------------------------

static bool reuse_fits(const struct issue *i, uint32_t slot) {
  const struct wl_operand *o = &i->insn->src[slot];
  return i->insn->unit == WL_UNIT_VALU && o->kind == WL_OPERAND_VGPR && o->regs == 1 &&
         !wl_has_vgpr(i->uses.written, o->reg);
}

static void judge_illegal(const struct issue *i, uint32_t field, bool long_valu) {
  const char *name = i->insn->name;
  const unsigned long long pc = i->pc;
  const uint32_t stall = wl_field(field, WL_CTRL_STALL), reuse = wl_field(field, WL_CTRL_REUSE);
  const uint32_t write = wl_field(field, WL_CTRL_WRITE), read = wl_field(field, WL_CTRL_READ);
  const bool yield = !wl_field(field, WL_CTRL_STAY), nop = kind_of(i->insn) == NOP;
  bool may_write, may_read;
  if (stall >= LONG_STALL && !yield)
    found(i->to, WL_ILLEGAL_CONTROL, "C-YIELD: %s at 0x%llx has stall %u without Y", name, pc, stall);
  if (stall == 0 && yield && !nop)
    found(i->to, WL_ILLEGAL_CONTROL, "C-YIELD: %s at 0x%llx has stall 0 with Y", name, pc);
  wl_control_may_set(i->insn, long_valu, &may_write, &may_read);
  if (write != WL_NO_BARRIER && !may_write)
    found(i->to, WL_ILLEGAL_CONTROL, "C-SET: %s at 0x%llx sets write barrier %u and has no write to wait for", name, pc,
          write);
  if (read != WL_NO_BARRIER && !may_read)
    found(i->to, WL_ILLEGAL_CONTROL, "C-SET: %s at 0x%llx sets read barrier %u and has no read to wait for", name, pc,
          read);
  if (stall == 0 && !yield && !may_be_first(i->insn))
    found(i->to, WL_ILLEGAL_CONTROL, "C-DUAL: %s at 0x%llx has stall 0 and is no first of a pair", name, pc);
  for (uint32_t slot = 0; slot < 3; slot++) {
    if (reuse >> slot & 1 && !reuse_fits(i, slot))
      found(i->to, WL_ILLEGAL_CONTROL, "C-REUSE: %s at 0x%llx has U%u: no VGPR of 32 bits that it keeps", name, pc,
            slot + 1);
  }
}

static void judge_least(const struct issue *i, uint32_t field) {
  const uint8_t kind = i->insn->kind;
  const uint32_t cycles = wl_control_cycles(field);
  const bool leaves =
      kind == WL_KIND_END || kind == WL_KIND_BARRIER || is_branch(i->insn) || wl_is_fork_or_join(i->insn);
  if (!leaves || cycles >= LEAST_BRANCH) return;
  found(i->to, WL_HAZARD_CONTROL, "C-MIN: %s at 0x%llx: needs %d, has %u", i->insn->name, (unsigned long long)i->pc,
        LEAST_BRANCH, cycles);
}

// ---- waits and distances -----------------------------------------------------------------------------------

enum { FAR = 1000 };  // more than any rule needs

static void at_least(struct wl_judged *p, uint32_t cycles) {
  if (p->since < cycles) p->since = (uint16_t)(cycles < FAR ? cycles : FAR);
}

// The next instruction issues. vector: of the vector ALU, which has a pace (D-CTRL-45). A pace counts from its own
// instruction on: it says nothing of the time since one that issued in between.
static void advance(struct wl_control_judge *j, bool vector) {
  for (uint32_t n = 0; n < j->count; n++) {
    struct wl_judged *p = &j->list[n];
    at_least(p, p->since + j->cycles);
    if (vector && p->at_vector >= 0) at_least(p, (uint32_t)p->at_vector + j->vector_pace);
  }
}

// A wait on the write barrier of list[n] lasts until it returns, and then that is done. For older ones it is time.
static void lasts(struct wl_control_judge *j, uint32_t n) {
  const struct wl_judged *s = &j->list[n];
  for (uint32_t older = 0; older < n; older++) {
    struct wl_judged *p = &j->list[older];
    at_least(p, s->lasts + (p->unit == WL_UNIT_VALU ? s->since_vector[p->number] : 0u));
  }
}

// The wait of an instruction for its barriers.
static void wait_for(struct wl_control_judge *j, const struct issue *i, uint32_t field) {
  const uint32_t mask = wl_field(field, WL_CTRL_WAIT);
  for (uint32_t n = 0; mask != 0 && n < j->count; n++) {
    struct wl_judged *p = &j->list[n];
    const bool write = p->write != WL_NO_BARRIER && (mask >> p->write & 1);
    const bool read = p->read != WL_NO_BARRIER && (mask >> p->read & 1);
    if (!write && !read) continue;
    if (p->since < VISIBLE) {
      found(i->to, WL_HAZARD_CONTROL,
            "C-EARLY: %s at 0x%llx sets barrier %u, %s at 0x%llx waits for it: needs %d, has %u", p->name,
            (unsigned long long)p->pc, write ? p->write : p->read, i->insn->name, (unsigned long long)i->pc, VISIBLE,
            p->since);
      continue;
    }
    p->was_read = true;
    if (!write) continue;
    p->done = true;
    lasts(j, n);
  }
}

// What is complete says the same of older instructions of its queue.
static void spread(struct wl_control_judge *j) {
  uint32_t done = 0, was_read = 0;
  for (uint32_t n = j->count; n-- > 0;) {
    struct wl_judged *p = &j->list[n];
    p->done |= (p->order & done) != 0;
    p->was_read |= p->done || (p->read_order & was_read) != 0;
    if (p->done) done |= p->order;
    if (p->was_read) was_read |= p->read_order;
  }
}

// Drops what no later instruction can meet.
static void drop(struct wl_control_judge *j) {
  uint32_t kept = 0;
  for (uint32_t n = 0; n < j->count; n++) {
    struct wl_judged *p = &j->list[n];
    if (p->was_read && p->unit != WL_UNIT_VALU) p->uses.read = (struct wl_vgprs){{0}};
    const bool over = p->unit == WL_UNIT_VALU && p->since > p->lasts;
    const bool pending = wl_any_vgpr(p->uses.read) || wl_any_vgpr(p->uses.written) ||
                         wl_any_scalar(p->uses.scalars_written) || p->write != WL_NO_BARRIER ||
                         (p->read != WL_NO_BARRIER && !p->was_read);
    if (p->done || over || !pending) continue;
    if (kept != n) j->list[kept] = *p;
    kept++;
  }
  j->count = kept;
}

// An instruction of the vector ALU, of memory or an export has issued.
static void add(struct wl_control_judge *j, const struct issue *i, const struct wl_sets *sets) {
  const struct wl_insn *insn = i->insn;
  const bool vector = insn->unit == WL_UNIT_VALU;
  if (j->count == WL_JUDGED) memmove(&j->list[0], &j->list[1], --j->count * sizeof j->list[0]);
  struct wl_judged *added = &j->list[j->count++];
  *added =
      (struct wl_judged){.name = insn->name,
                         .pc = i->pc,
                         .uses = i->uses,
                         .unit = insn->unit,
                         .order = order_of(insn),
                         .read_order = read_order_of(insn),
                         .write = sets->write,
                         .read = sets->read,
                         .store = sets->store,
                         .at_vector = -1,
                         .lasts = (uint16_t)(vector ? scalar_cycle(&i->vector) : least_return(sizes_of(i->w), insn)),
                         .vector = i->vector};
  if (vector) added->number = (uint8_t)(j->vectors++ % WL_VECTORS);
  for (uint32_t n = 0; n < j->count; n++) {
    struct wl_judged *p = &j->list[n];
    if (vector) p->at_vector = (int16_t)p->since;
    if (p->unit == WL_UNIT_VALU) added->since_vector[p->number] = p->since;
  }
}

// Its place as the first of a pair.
static struct wl_judged_first first_of(const struct issue *i, uint32_t field) {
  const bool zero = wl_field(field, WL_CTRL_STALL) == 0 && wl_field(field, WL_CTRL_STAY);
  return (struct wl_judged_first){.name = zero && may_be_first(i->insn) ? i->insn->name : NULL,
                                  .pc = i->pc,
                                  .kind = kind_of(i->insn),
                                  .uses = i->uses};
}

wl_result wl_control_judge(struct wl_wave *w, const struct wl_insn *insn, bool discarded, uint32_t field,
                           char why[WL_WHY]) {
  struct wl_control_judge *j = judge_of(w);
  const bool vector = insn->unit == WL_UNIT_VALU && !discarded;
  struct finding f = {WL_OK, why};
  struct issue i = {.w = w, .insn = insn, .pc = w->pc, .to = &f};
  wl_unit_cycles unit = {0};
  advance(j, vector);
  if (vector) {
    unit = unit_of(w, insn);
    i.vector = vector_cycles(insn, &unit);
  }
  if (!discarded) {
    wl_uses_of(w, insn, &i.uses);
    judge_illegal(&i, field, is_long(&unit));
    if (j->first.name != NULL) judge_pair(&i, &j->first, field);
  }
  wait_for(j, &i, field);
  for (uint32_t n = 0; insn->kind == WL_KIND_BARRIER && n < j->count; n++) j->list[n].done |= j->list[n].store;
  spread(j);
  drop(j);
  j->cycles = discarded ? wl_control_cycles(field) : wl_control_cycles_of(insn, field);
  j->first.name = NULL;
  if (discarded) return f.result;
  judge_least(&i, field);
  against_all(&i, j);
  j->first = first_of(&i, field);
  if (vector) j->vector_pace = PASSES * unit.step + i.vector.dpp;
  if (insn->unit == WL_UNIT_SCALAR) return f.result;
  const struct wl_sets sets = wl_control_sets(insn, field, is_long(&unit));
  add(j, &i, &sets);
  return f.result;
}

bool wl_control_judge_stack(const struct wl_wave *w, const struct wl_insn *insn, uint32_t old_csp, uint64_t pc,
                            char why[WL_WHY]) {
  const uint32_t csp = wl_csp(w);
  const bool push = wl_pushed(w, old_csp);
  struct finding f = {WL_OK, why};
  struct issue i = {.w = w, .insn = insn, .pc = pc, .to = &f};
  if (csp == old_csp) return false;
  if (push) i.uses.scalars_written = wl_stack_entry(w, old_csp);
  else i.uses.scalars_read = wl_stack_entry(w, csp);
  against_all(&i, judge_of(w));
  return f.result != WL_OK;
}
