// SPDX-License-Identifier: Apache-2.0
// What atomics of VMEM and SMEM write to memory (buffer-memory.md 8).
#include "memory/memory.h"

uint64_t wl_atomic_value(wl_mem_atomic what, bool wide, uint64_t t, uint64_t data, uint64_t compare) {
  const uint64_t mask = wide ? UINT64_MAX : UINT32_MAX;
  const uint32_t above = wide ? 0 : 32;
  const bool below = (int64_t)(t << above) < (int64_t)(data << above);
  switch (what) {
    case WL_ATOMIC_SWAP: return data;
    case WL_ATOMIC_CMPSWAP: return t == compare ? data : t;
    case WL_ATOMIC_ADD: return (t + data) & mask;
    case WL_ATOMIC_SUB: return (t - data) & mask;
    case WL_ATOMIC_SMIN: return below ? t : data;
    case WL_ATOMIC_UMIN: return t < data ? t : data;
    case WL_ATOMIC_SMAX: return below ? data : t;
    case WL_ATOMIC_UMAX: return t < data ? data : t;
    case WL_ATOMIC_AND: return t & data;
    case WL_ATOMIC_OR: return t | data;
    case WL_ATOMIC_XOR: return t ^ data;
    case WL_ATOMIC_INC: return t >= data ? 0 : t + 1;
    case WL_ATOMIC_DEC: return t == 0 || t > data ? data : t - 1;
    default: return t;
  }
}

struct wl_atomic_operands wl_atomic_operands(const struct wl_access *a, uint32_t (*data)[WL_LANES], uint32_t lane) {
  const uint32_t regs = a->bytes / 4u;
  struct wl_atomic_operands o = {data[0][lane], 0};
  if (regs == 2) o.data |= (uint64_t)data[1][lane] << 32;
  if (a->atomic != WL_ATOMIC_CMPSWAP) return o;
  o.compare = data[regs][lane];
  if (regs == 2) o.compare |= (uint64_t)data[3][lane] << 32;
  return o;
}

uint64_t wl_atomic_at(const struct wl_access *a, uint8_t *word, struct wl_atomic_operands o) {
  uint64_t old = 0;
  memcpy(&old, word, a->bytes);
  const uint64_t value = wl_atomic_value((wl_mem_atomic)a->atomic, a->bytes == 8, old, o.data, o.compare);
  memcpy(word, &value, a->bytes);
  return old;
}
