// SPDX-License-Identifier: Apache-2.0
// Points of limits, of first and last instructions, of what a wave leaves behind, and of exceptions that no other
// hides. As in points_buffer.c this is a reading of the specification for counting only.
#include <string.h>

#include "observe/points.h"
#include "wavelock/opcodes.h"
#include "wavelock/wave_view.h"

// ---- memory ---------------------------------------------------------------------------------------

// place_* of the bytes from `at` on, where the limit is the first byte that is out of range; place_COUNT: elsewhere.
uint32_t wl_points_place(uint64_t at, uint64_t bytes, uint64_t limit) {
  if (at + bytes == limit) return place_LAST;
  if (at == limit) return place_BEYOND;
  return at < limit && at + bytes > limit ? place_ACROSS : place_COUNT;
}

static uint32_t access_kind(uint32_t mem_op) {
  return mem_op == WL_MEM_LOAD ? access_READ : mem_op == WL_MEM_STORE ? access_WRITE : access_ATOMIC;
}

// DS instructions with one address a lane, and FLAT.
static void lds_limit(wl_points *p, const arch_state *a, uint32_t slot, const wl_decoded *d) {
  static const char *const others[] = {"read2", "write2", "xchg2", "src2", "owner", "permute", "swizzle"};
  enum { SHARED_HIGH = 0x10000 };
  const wl_state_regs *before = &a->at_issue[slot].state_regs;
  const bool flat = d->flat;
  if (d->src[0].kind != WL_DECODED_VGPR || d->gds) return;
  for (size_t n = 0; n < sizeof others / sizeof *others; n++)
    if (strstr(d->name, others[n])) return;
  const uint32_t *low = wl_points_vgpr(a, slot, d->src[0].reg), *high = low + (flat ? WL_LANES : 0);
  uint32_t found = 0;
  for (uint64_t left = (uint64_t)before->exec_hi << 32 | before->exec_lo; left; left &= left - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(left);
    const uint64_t sum = ((uint64_t)(flat ? high[lane] : 0) << 32 | low[lane]) + (uint32_t)d->simm;
    if (flat && sum >> 32 != SHARED_HIGH) continue;
    found |= 1u << wl_points_place((uint32_t)sum, a->effect.mem_bytes, a->dispatch[slot].init.lds_size);
  }
  for (found &= (1u << place_COUNT) - 1; found; found &= found - 1)
    wl_points_count(p, POINTS_limit, flat ? limited_FLAT : limited_LDS, access_kind(d->mem_op),
                    (uint32_t)__builtin_ctz(found), 0);
}

// ---- registers ------------------------------------------------------------------------------------

static void tuple(wl_points *p, const wave_state *w, bool vgpr, uint32_t role, uint32_t first, uint32_t count) {
  static const uint8_t sizes[] = {
      [1] = 1 + size_1, [2] = 1 + size_2, [3] = 1 + size_3, [4] = 1 + size_4, [8] = 1 + size_8, [16] = 1 + size_16};
  const uint32_t last = vgpr ? w->vgpr_size : w->sgpr_size, end = first + count;
  if (count >= sizeof sizes || !sizes[count] || first >= last) return;
  if (end == last) wl_points_count(p, POINTS_tuple, vgpr ? file_VGPR : file_SGPR, role, sizes[count] - 1u, reach_LAST);
  if (!vgpr && end > last) wl_points_count(p, POINTS_tuple, file_SGPR, role, sizes[count] - 1u, reach_ACROSS);
}

static void tuples(wl_points *p, const wave_state *w, const wl_decoded *d) {
  for (uint32_t i = 0; i < WL_DECODED_SOURCES; i++) {
    const wl_decoded_operand *s = &d->src[i];
    if (s->kind == WL_DECODED_VGPR || s->kind == WL_DECODED_SGPR)
      tuple(p, w, s->kind == WL_DECODED_VGPR, role_OPERAND, s->reg, s->regs);
  }
  if (d->vdst_vgprs) tuple(p, w, true, role_RESULT, d->vdst, d->vdst_vgprs);
  if (d->sdst_regs && !d->movrel) tuple(p, w, false, role_RESULT, d->sdst, d->sdst_regs);
}

// Whether tuples of this size lie there. A tuple goes past s101 where it begins at a multiple of four (D-REG-1,
// D-REG-5).
bool wl_points_tuple_exists(const uint32_t at[4]) {
  if (at[0] == file_VGPR) return at[2] <= size_4 && at[3] == reach_LAST;
  // The longest operand is T#, which lies in s0 to s99 (D-IMG-2).
  if (at[1] == role_OPERAND && at[2] > size_4) return at[2] == size_8 && at[3] == reach_LAST;
  if (at[2] == size_3) return false;
  return at[3] == reach_LAST || at[2] >= size_4;
}

// ---- exceptions -----------------------------------------------------------------------------------

// A wave issues nothing before its vector ALU instruction is done: what has come since its last issue is of that.
static void flags(wl_points *p, const arch_state *a, uint32_t slot) {
  point_wave *w = wl_points_wave(p, slot);
  const uint32_t now = a->at_issue[slot].state_regs.trapsts & WL_TRAPSTS_EXCEPTIONS;
  if (w->floats && !w->flags) {
    const int width = w->floats->from >= 0 ? w->floats->from : w->floats->to;
    for (uint32_t found = now; width >= 0 && found; found &= found - 1)
      wl_points_count(p, POINTS_flag, (uint32_t)width, (uint32_t)__builtin_ctz(found), 0, 0);
  }
  w->flags = now;
  w->floats = NULL;
}

// ---- the first and the last instruction -----------------------------------------------------------

static uint32_t kind_of(const wl_effect *e) {
  const wl_format f = wl_format_of(e->words[0]);
  const uint32_t op = wl_op_of(f, e->words[0]);
  if (e->barrier) return work_BARRIER;
  if (f == WL_FMT_SOPP && (op == WL_OP_s_sendmsg || op == WL_OP_s_ttracedata)) return work_MESSAGE;
  return work_SCALAR + e->unit;
}

void wl_points_edges(wl_points *p, const arch_state *a, uint32_t slot, const wl_decoded *d, bool plain) {
  const wl_effect *e = &a->effect;
  point_wave *w = wl_points_wave(p, slot);
  if (e->end == WL_END_PGM && w->issued) wl_points_count(p, POINTS_edge, edge_LAST, w->work, 0, 0);
  flags(p, a, slot);
  w->work = kind_of(e);
  if (!w->issued) wl_points_count(p, POINTS_edge, edge_FIRST, w->work, 0, 0);
  w->issued = true;
  if (!plain) return;
  tuples(p, &a->wave[slot], d);
  if (e->unit == WL_UNIT_LDS || (e->unit == WL_UNIT_VMEM && d->flat)) lds_limit(p, a, slot, d);
}

// ---- what a wave leaves ---------------------------------------------------------------------------

static uint32_t leaves(const wl_state_regs *s, uint32_t first_mode) {
  const uint32_t floats = WL_MODE_ROUND32 | WL_MODE_ROUND16_64 | WL_BITS(9, 4) | WL_MODE_FP16_OVFL;
  const uint32_t changed = s->mode ^ first_mode;
  return (uint32_t)((changed & floats) != 0) << left_FLOAT |
         (uint32_t)((changed & WL_MODE_EXCP_EN) != 0) << left_ENABLES |
         (uint32_t)((s->mode & WL_MODE_GPR_IDX_EN) != 0) << left_INDEX |
         (uint32_t)((s->mode & WL_MODE_VSKIP) != 0) << left_VSKIP |
         (uint32_t)((s->mode & WL_MODE_CSP) != 0) << left_CSP |
         (uint32_t)((s->trapsts & WL_TRAPSTS_EXCEPTIONS) != 0) << left_EXCEPTION |
         (uint32_t)wl_wave_violated(s) << left_VIOLATION | (uint32_t)(!s->exec_lo && !s->exec_hi) << left_EXEC |
         (uint32_t)((s->status & WL_STATUS_SCC) != 0) << left_SCC |
         (uint32_t)(wl_wave_priority(s) != 0) << left_PRIORITY;
}

void wl_points_slots(wl_points *p, const arch_state *a) {
  for (uint32_t s = 0; s < a->config.waves; s++) {
    point_wave *w = wl_points_wave(p, s);
    const bool lives = a->live >> s & 1;
    if (lives && !w->lives) {
      for (uint32_t found = w->left; found; found &= found - 1)
        wl_points_count(p, POINTS_reuse, (uint32_t)__builtin_ctz(found), 0, 0, 0);
      w->issued = false;
      w->flags = 0;
    }
    if (lives) w->left = leaves(&a->now[s], a->dispatch[s].init.mode);
    w->lives = lives;
  }
}
