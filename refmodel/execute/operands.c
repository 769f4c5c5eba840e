// SPDX-License-Identifier: Apache-2.0
// LDS_DIRECT (lds.md 5.3).
#include "execute/operands.h"

#include "isa/access.h"

uint32_t wl_lds_direct(const struct wl_wave *w) {
  static const struct {
    uint8_t bytes;
    bool sign;
  } types[8] = {[0] = {1, false}, [1] = {2, false}, [2] = {4, false}, [4] = {1, true}, [5] = {2, true}};
  const uint32_t m0 = w->sgpr[WL_M0], type = wl_field(m0, WL_M0_DIRECT_TYPE), bytes = types[type].bytes;
  uint32_t raw = 0;
  if (bytes == 0) return 0;
  const uint32_t at = wl_field(m0, WL_M0_DIRECT_ADDRESS) & ~(bytes - 1);
  if (at + bytes > w->lds_size) return 0;
  memcpy(&raw, w->lds + at, bytes);
  return wl_load_value(bytes, types[type].sign, WL_WHOLE, raw, 0);
}
