// SPDX-License-Identifier: Apache-2.0
// Vector memory between memory and the LDS: where in the LDS, and what is written there (buffer-memory.md 9; D-MEM-12,
// D-MEM-31, D-MEM-77).
#include "memory/memory.h"

uint64_t wl_lds_move_lanes(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  const int32_t offset = ((int32_t)(w->sgpr[WL_M0] & 0xffff) + insn->simm) & ~3;
  uint64_t inside = 0;
  for (int32_t l = 0; l < WL_LANES; l++)
    inside |= (uint64_t)(offset + 4 * l >= 0 && offset + 4 * l + 4 <= (int64_t)w->lds_size) << l;
  *first = w->lds_base + (uint64_t)(int64_t)offset;
  return wl_exec(w) & inside;
}

void wl_lds_move_fill(const struct wl_wave *w, struct wl_pending *p) {
  p->exec = p->lanes[0][0] = wl_lds_move_lanes(w, &p->insn, &p->lds_first);
}

// X of a lane, as a load to a VGPR has it.
static uint32_t format_x(const struct wl_pending *p, uint32_t lane) {
  const uint32_t element[4] = {p->data[0][lane], p->data[1][lane], p->data[2][lane], p->data[3][lane]};
  uint32_t component[4];
  wl_format_load(&p->format, element, component);
  return p->at.reached[0] >> lane & 1 ? component[0] : 0;
}

void wl_lds_move(struct wl_memory *m, struct wl_pending *p, uint64_t lanes) {
  const struct wl_access *a = p->access;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t *at = m->lds + p->lds_first + 4 * l;
    if (__builtin_expect(m->marks != NULL, 0))
      wl_marks_access(m, p, a->mem_op == WL_MEM_LOAD ? WL_MEM_STORE : WL_MEM_LOAD, p->lds_first + 4 * l, 4, l);
    const uint32_t value =
        a->components != 0 ? format_x(p, l) : wl_load_value(a->bytes, a->sign, a->half, p->data[0][l], 0);
    if (a->mem_op == WL_MEM_LOAD) memcpy(at, &value, 4);
    else memcpy(&p->data[0][l], at, 4);
  }
}
