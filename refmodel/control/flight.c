// SPDX-License-Identifier: Apache-2.0
// Operands that are read pass by pass, and vector ALU instructions in flight (maxwell-control.md 8.6).
#include "control/flight.h"

#include "execute/vector.h"
#include "wavelock/wave_view.h"

static uint64_t pass_lanes(uint32_t pass) { return 0xffffull << (WL_PASS_LANES * pass); }

void wl_flights_reset(struct wl_wave *w) {
  struct wl_flights *f = wl_flights_of(w);
  f->cycle = 0;
  f->count = f->late_count = f->raised = 0;
  f->kept = false;
}

// ---- operands ------------------------------------------------------------------------------------

// The first row of operand i: an address of MIMG has the rows of three.
static uint32_t first_row(const struct wl_insn *insn, uint32_t i) {
  return (insn->format == WL_FMT_MIMG && i == 1 ? 3 : i) * WL_SOURCE_ROWS;
}

static void use_rows(struct wl_sampled *s, uint32_t row, uint32_t vgpr, uint32_t count) {
  for (uint32_t r = 0; r < count; r++) {
    s->vgpr[row + r] = (uint16_t)(vgpr + r);
    s->used |= 1u << (row + r);
  }
}

void wl_sample_begin(struct wl_sampled *s, const struct wl_wave *w, const struct wl_insn *insn) {
  memset(s, 0, offsetof(struct wl_sampled, row));
  s->insn = *insn;
  s->exec = wl_exec(w);
  s->pc = w->pc;
  s->mode = w->mode;
  s->issued = wl_flights_of(w)->cycle;
  memcpy(s->sgpr, w->sgpr, sizeof s->sgpr);
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    struct wl_operand *o = &s->insn.src[i];
    if (o->kind != WL_OPERAND_VGPR) continue;
    use_rows(s, first_row(insn, i), o->reg, o->regs);
    o->reg = (uint16_t)first_row(insn, i);
  }
}

void wl_sample_read(struct wl_sampled *s, const struct wl_wave *w, uint32_t row, uint32_t pass) {
  const uint32_t at = WL_PASS_LANES * pass;
  memcpy(&s->row[row][at], &w->vgpr[s->vgpr[row]][at], WL_PASS_LANES * sizeof s->row[0][0]);
  s->read[row] |= (uint8_t)(1u << pass);
}

void wl_sampled_wave(struct wl_wave *to, const struct wl_wave *w, struct wl_sampled *s) {
  memcpy(to, w, offsetof(struct wl_wave, messages));
  memcpy(to->sgpr, s->sgpr, sizeof to->sgpr);
  to->vgpr = s->row;
  to->pc = s->pc;
  to->mode = s->mode;
  wl_set_sgpr64(to, WL_EXEC, s->exec);
}

// ---- vector ALU ----------------------------------------------------------------------------------

// The result is of all lanes at once: v_readlane_b32, v_readfirstlane_b32.
static bool of_whole_wave(const struct wl_insn *insn) { return insn->sdst_regs != 0 && !insn->vop->mask_out; }

static void add_scalar(struct wl_flight *f, uint32_t code) {
  f->scalar[f->scalars].code = (uint8_t)code;
  f->scalar[f->scalars].due = !wl_is_state_sgpr(code);
  f->scalar[f->scalars++].value = 0;
}

bool wl_flight_begin(struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_flights *all = wl_flights_of(w);
  if (all->count == WL_VALU_IN_FLIGHT) return false;
  struct wl_flight *f = &all->list[all->count++];
  memset(&f->first, 0, sizeof *f - offsetof(struct wl_flight, first));
  wl_sample_begin(&f->at, w, insn);
  struct wl_insn *to = &f->at.insn;
  // Scalar operands have the values of the issue. The lane mask that is read is taken from the SGPRs.
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    struct wl_operand *o = &to->src[i];
    if (o->kind != WL_OPERAND_SGPR && o->kind != WL_OPERAND_FLAG) continue;
    if (insn->vop->mask_in && i == 2) continue;
    o->value = o->regs == 2 ? wl_scalar64(w, o) : wl_scalar32(w, o);
    o->kind = WL_OPERAND_CONST;
  }
  use_rows(&f->at, WL_RESULT_ROW, insn->vdst, insn->vdst_regs);
  to->vdst = WL_RESULT_ROW;
  f->first = all->first;
  f->step = all->step;
  f->more = insn->extra == WL_EXTRA_DPP && insn->src[0].kind == WL_OPERAND_VGPR ? all->dpp : 0;
  f->lanes = insn->flags & WL_INSN_ONE_LANE ? 1ull << (wl_scalar32(w, &insn->src[1]) & 63) : wl_vector_lanes(w, insn);
  for (uint32_t i = 0; i < insn->sdst_regs; i++) add_scalar(f, insn->sdst + i);
  for (uint32_t i = 0; i < 2 && (insn->flags & WL_INSN_WRITES_EXEC); i++) add_scalar(f, WL_EXEC + i);
  return true;
}

bool wl_flight_result(const struct wl_flight *f, uint32_t row, uint32_t *index) {
  *index = row - WL_RESULT_ROW;
  if (row >= WL_RESULT_ROW) return *index < f->at.insn.vdst_regs;
  *index = 0;
  return row == 0 && (f->at.insn.flags & WL_INSN_WRITES_SRC0);
}

uint32_t wl_flight_due(const struct wl_flight *f, uint32_t index, uint32_t pass) {
  return f->first + f->more + pass * f->step + index / 2;
}

uint32_t wl_flight_end(const struct wl_flight *f) {
  const uint32_t regs = f->at.insn.vdst_regs;
  return wl_flight_due(f, regs != 0 ? regs - 1 : 0, WL_PASSES - 1);
}

// Executes the instruction for these lanes, and gathers its scalar results.
static void execute(struct wl_flight *f, const struct wl_wave *w, uint64_t lanes) {
  struct wl_wave x;
  wl_sampled_wave(&x, w, &f->at);
  x.trapsts = 0;
  x.trap_enabled = false;
  wl_set_sgpr64(&x, WL_EXEC, lanes);
  f->at.insn.fn(&x, &f->at.insn);
  f->raised |= x.trapsts & WL_TRAPSTS_EXCEPTIONS;
  for (uint32_t i = 0; i < f->scalars; i++) f->scalar[i].value |= x.sgpr[f->scalar[i].code];
}

// Reads part k of a pass: rows 2k and 2k + 1 of SRC2 and of the destination, where they have more than two.
static void read_pass(struct wl_flight *f, const struct wl_wave *w, uint32_t pass, uint32_t part) {
  const bool dpp = f->more != 0;
  for (uint32_t left = f->at.used; left != 0; left &= left - 1) {
    const uint32_t row = (uint32_t)__builtin_ctz(left), source = row / WL_SOURCE_ROWS;
    if (source == 0 && dpp) continue;
    if (source >= 2 && row % WL_SOURCE_ROWS / 2 != part && f->at.insn.vdst_regs > 2) continue;
    wl_sample_read(&f->at, w, row, pass);
  }
}

static void compute_pass(struct wl_flight *f, const struct wl_wave *w, uint32_t pass, uint32_t part) {
  const struct wl_insn *insn = &f->at.insn;
  if (of_whole_wave(insn)) {
    if (pass == WL_PASSES - 1) execute(f, w, f->at.exec);
    return;
  }
  const uint32_t at = pass * WL_PASS_LANES;
  uint32_t kept[2][WL_PASS_LANES];
  for (uint32_t r = 0; r < 2; r++) memcpy(kept[r], &f->at.row[WL_RESULT_ROW + r][at], sizeof kept[r]);
  const uint64_t active = insn->flags & WL_INSN_ONE_LANE ? f->at.exec : f->lanes;
  execute(f, w, active & pass_lanes(pass));
  for (uint32_t r = 0; r < 2 && part == 1; r++) memcpy(&f->at.row[WL_RESULT_ROW + r][at], kept[r], sizeof kept[r]);
}

// The reads of a cycle, `age` cycles after the issue.
static void read_in_cycle(struct wl_flight *f, const struct wl_wave *w, uint32_t age) {
  struct wl_insn *insn = &f->at.insn;
  if (insn->extra == WL_EXTRA_DPP && f->more != 0 && age >= 1 && age <= WL_PASSES) {
    wl_sample_read(&f->at, w, 0, age - 1);
    if (age == WL_PASSES) {  // the lanes are in their places from now on
      uint32_t permuted[WL_LANES];
      struct wl_wave x;
      wl_sampled_wave(&x, w, &f->at);
      wl_dpp_permute(&x, insn, f->at.row[0], permuted);
      memcpy(f->at.row[0], permuted, sizeof permuted);
      insn->extra = WL_EXTRA_NONE;
    }
  }
  const uint32_t begin = 1 + f->more, since = age - begin, pass = since / f->step, part = since % f->step;
  if (age < begin || pass >= WL_PASSES || part >= (insn->vdst_regs > 2 ? 2u : 1u)) return;
  read_pass(f, w, pass, part);
  compute_pass(f, w, pass, part);
  f->computed |= (uint8_t)(1u << pass);
}

// ---- scalar results ------------------------------------------------------------------------------

bool wl_flight_late(struct wl_wave *w, uint32_t code, uint32_t value) {
  struct wl_flights *f = wl_flights_of(w);
  if (f->late_count == WL_LATE_SGPRS) return false;
  f->late[f->late_count].code = (uint8_t)code;
  f->late[f->late_count++].value = value;
  return true;
}

void wl_flight_keep(const struct wl_wave *w) {
  struct wl_flights *f = wl_flights_of(w);
  f->kept = f->late_count != 0;
  if (!f->kept) return;
  memcpy(f->before, w->sgpr, sizeof f->before);
  f->old_csp = wl_csp(w);
}

void wl_flight_overwrite(const struct wl_wave *w, const struct wl_insn *insn) {
  struct wl_flights *f = wl_flights_of(w);
  if (!f->kept) return;
  f->kept = false;
  const bool writes_exec = (insn->flags & WL_INSN_WRITES_EXEC) || wl_csp(w) != f->old_csp;
  const uint32_t regs = (insn->flags & WL_INSN_IF_SCC) && w->scc == 0 ? 0 : insn->sdst_regs;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < f->late_count; i++) {
    const uint32_t code = f->late[i].code;
    bool written = w->sgpr[code] != f->before[code];
    for (uint32_t r = 0; r < regs; r++) written |= wl_first_name(w->second_end, insn->sdst + r) == code;
    written |= (code == WL_EXEC || code == WL_EXEC_HI) && writes_exec;
    if (!written) f->late[kept++] = f->late[i];
  }
  f->late_count = kept;
}

bool wl_flight_edge(struct wl_wave *w) {
  struct wl_flights *f = wl_flights_of(w);
  const bool changed = (f->late_count | f->raised) != 0;
  for (uint32_t i = 0; i < f->late_count; i++) w->sgpr[f->late[i].code] = f->late[i].value;
  w->trapsts |= f->raised;
  f->late_count = f->raised = 0;
  f->cycle++;
  for (uint32_t i = 0; i < f->count; i++) read_in_cycle(&f->list[i], w, (uint32_t)(f->cycle - f->list[i].at.issued));
  return changed;
}

// ---- reuse entries -------------------------------------------------------------------------------

void wl_reuse_issued(const struct wl_wave *w, const struct wl_insn *insn, uint32_t field) {
  struct wl_reuse *reuse = &w->model->control->reuse;
  const bool leaves = wl_field(field, WL_CTRL_STAY) && insn->extra == WL_EXTRA_NONE;
  const uint32_t base = insn->absolute_vgprs ? 0 : w->vgpr_base;
  for (uint32_t s = 0; s < WL_REUSE_ENTRIES; s++) {
    const struct wl_operand *o = &insn->src[s];
    const bool flagged = wl_field(field, WL_CTRL_REUSE) >> s & 1;
    reuse->now[s] = reuse->left[s];
    if (o->kind == WL_OPERAND_VGPR) reuse->left[s] = leaves && flagged && o->regs == 1 ? base + o->reg + 1 : 0;
  }
}
