// SPDX-License-Identifier: Apache-2.0
// MUBUF between memory and the LDS: where in the LDS (buffer-memory.md 9; D-MEM-12, D-MEM-31, D-MEM-77).
#include "memory/memory.h"

uint64_t wl_lds_move_lanes(const struct wl_wave *w, const struct wl_insn *insn, uint64_t *first) {
  const uint32_t offset = ((w->sgpr[WL_M0] & 0xffff) + (uint32_t)insn->simm) & ~3u;
  uint64_t inside = 0;
  for (uint32_t l = 0; l < WL_LANES; l++) inside |= (uint64_t)(offset + 4 * l + 4 <= w->lds_size) << l;
  *first = w->lds_base + offset;
  return wl_exec(w) & inside;
}

void wl_lds_move_fill(const struct wl_wave *w, struct wl_pending *p) {
  p->exec = p->lanes[0][0] = wl_lds_move_lanes(w, &p->insn, &p->lds_first);
}

void wl_lds_move(struct wl_memory *m, struct wl_pending *p, uint64_t lanes) {
  const struct wl_access *a = p->access;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t *at = m->lds + p->lds_first + 4 * l;
    if (__builtin_expect(m->marks != NULL, 0))
      wl_marks_access(m, p, a->mem_op == WL_MEM_LOAD ? WL_MEM_STORE : WL_MEM_LOAD, p->lds_first + 4 * l, 4, l);
    const uint32_t value = wl_load_value(a->bytes, a->sign, a->half, p->data[0][l], 0);
    if (a->mem_op == WL_MEM_LOAD) memcpy(at, &value, 4);
    else memcpy(&p->data[0][l], at, 4);
  }
}
