// SPDX-License-Identifier: Apache-2.0
// What memory computes of an atomic, as the L2 of the chip does (buffer-memory.md 8).
#ifndef WAVELOCK_SHELL_ATOMIC_H
#define WAVELOCK_SHELL_ATOMIC_H

#include <cstdint>
#include <cstring>

#include "profile.h"
#include "wavelock/memory_operation.h"

namespace wavelock {

// The new value of a word. Unsigned: uint32_t or uint64_t; Signed: the same with a sign.
template <typename Unsigned, typename Signed>
inline Unsigned atomic_word(wl_mem_atomic atomic, Unsigned old, Unsigned data, Unsigned compare) {
  const Signed signed_old = static_cast<Signed>(old), signed_data = static_cast<Signed>(data);
  switch (atomic) {
    case WL_ATOMIC_SWAP: return data;
    case WL_ATOMIC_CMPSWAP: return old == compare ? data : old;
    case WL_ATOMIC_ADD: return old + data;
    case WL_ATOMIC_SUB: return old - data;
    case WL_ATOMIC_SMIN: return signed_old < signed_data ? old : data;
    case WL_ATOMIC_UMIN: return old < data ? old : data;
    case WL_ATOMIC_SMAX: return signed_old > signed_data ? old : data;
    case WL_ATOMIC_UMAX: return old > data ? old : data;
    case WL_ATOMIC_AND: return old & data;
    case WL_ATOMIC_OR: return old | data;
    case WL_ATOMIC_XOR: return old ^ data;
    case WL_ATOMIC_INC: return old >= data ? 0 : old + 1;
    case WL_ATOMIC_DEC: return old == 0 || old > data ? data : old - 1;
  }
  return old;
}

template <typename Unsigned, typename Signed>
inline void atomic_words(wl_mem_atomic atomic, uint64_t be, unsigned char *line, const void *compare,
                         unsigned char *at) {
  for (unsigned i = 0; i < kLineBytes; i += sizeof(Unsigned)) {
    Unsigned old, data, other;
    memcpy(&old, at + i, sizeof old);
    memcpy(&data, line + i, sizeof data);
    memcpy(&other, static_cast<const unsigned char *>(compare) + i, sizeof other);
    constexpr uint64_t kWhole = (1ull << sizeof(Unsigned)) - 1;
    if ((be >> i & kWhole) == kWhole) {
      const Unsigned result = atomic_word<Unsigned, Signed>(atomic, old, data, other);
      memcpy(at + i, &result, sizeof result);
    }
    memcpy(line + i, &old, sizeof old);
  }
}

// An atomic on the line at memory. It changes each aligned word (wide: of 8 bytes, else of 4) whose bytes are all
// among be, a bit a byte. `line` has the data. It gets the line as it was before.
inline void atomic_line(wl_mem_atomic atomic, bool wide, uint64_t be, unsigned char *line, const uint32_t compare[16],
                        unsigned char *at) {
  if (wide) atomic_words<uint64_t, int64_t>(atomic, be, line, compare, at);
  else atomic_words<uint32_t, int32_t>(atomic, be, line, compare, at);
}

}  // namespace wavelock
#endif
