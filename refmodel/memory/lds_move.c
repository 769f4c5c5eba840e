// SPDX-License-Identifier: Apache-2.0
// MUBUF between memory and the LDS: where in the LDS (buffer-memory.md 9; D-MEM-12, D-MEM-31, D-MEM-77).
#include "memory/memory.h"

void wl_lds_move_fill(const struct wl_wave *w, struct wl_pending *p) {
  const uint32_t first = (w->sgpr[WL_M0] & 0xffff) + (uint32_t)p->insn.simm;
  uint64_t inside = 0;
  p->lds_first = w->lds_base + (first & ~3u);
  for (uint32_t l = 0; l < WL_LANES; l++) inside |= (uint64_t)((first & ~3u) + 4 * l + 4 <= w->lds_size) << l;
  p->exec &= inside;
  p->lanes[0][0] = p->exec;
}

void wl_lds_move(struct wl_memory *m, struct wl_pending *p, uint64_t lanes) {
  const struct wl_access *a = p->access;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctzll(lanes);
    uint8_t *at = m->lds + p->lds_first + 4 * l;
    const uint32_t value = wl_load_value(a->bytes, a->sign, a->half, p->data[0][l], 0);
    if (a->mem_op == WL_MEM_LOAD) memcpy(at, &value, 4);
    else memcpy(&p->data[0][l], at, 4);
  }
}
