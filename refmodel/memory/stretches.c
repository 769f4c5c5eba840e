// SPDX-License-Identifier: Apache-2.0
// The bytes that a memory instruction in flight accesses.
#include "memory/memory.h"

// Adds bytes of a lane to its stretches.
static void add(struct wl_stretch *to, uint32_t *count, uint64_t at, uint32_t bytes) {
  if (*count != 0 && to[*count - 1].at + to[*count - 1].bytes == at) to[*count - 1].bytes += bytes;
  else if (*count < WL_STRETCHES) to[(*count)++] = (struct wl_stretch){at, bytes};
}

// The texels that a lane fetches, in their order.
static uint32_t texel_stretches(const struct wl_texels *t, uint32_t bytes, uint32_t lane, struct wl_stretch *to) {
  uint32_t count = 0;
  for (uint32_t n = 0; n < WL_TEXELS; n++) {
    if (t->lanes[n] >> lane & 1) add(to, &count, t->address[n][lane], bytes);
  }
  return count;
}

uint32_t wl_lane_stretches(const struct wl_pending *p, uint32_t lane, struct wl_stretch to[WL_STRETCHES]) {
  const struct wl_places *at = &p->at;
  const struct wl_texels *texels = wl_texels_of(p);
  if (texels != NULL) return texel_stretches(texels, p->access->bytes, lane, to);
  const bool atomic = p->access->mem_op == WL_MEM_ATOMIC;  // one component has all bytes
  const uint32_t size = atomic || p->access->bytes < 4 ? p->access->bytes : 4;
  const uint32_t front = !atomic && at->cut[lane] < size ? at->cut[lane] : size;
  uint32_t count = 0;
  for (uint32_t k = 0; k < WL_BEHIND_CUT; k++) {
    const uint32_t behind = WL_BEHIND_CUT + k;
    if (at->reached[k] >> lane & 1) add(to, &count, at->address[k][lane], front);
    if (at->reached[behind] >> lane & 1) add(to, &count, at->address[behind][lane], size - front);
  }
  return count;
}

uint32_t wl_scalar_stretches(const struct wl_pending *p, struct wl_stretch to[WL_STRETCHES]) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->access->bytes && p->access->what != WL_SMEM_CLOCK; i++) {
    if (p->at.reached[0] >> i & 1) add(to, &count, wl_wrap(&p->at, 0, p->at.address[0][0] + i), 1);
  }
  return count;
}
