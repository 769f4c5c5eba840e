// SPDX-License-Identifier: Apache-2.0
// Atomics at memory: their values, worked from buffer-memory.md 8.
#include "program.h"

#include "memory/memory.h"

// Values of 4 and of 8 bytes. inc and dec wrap at the operand and at 0; signed and unsigned disagree at the top bit.
static void values(void **state) {
  (void)state;
  const uint64_t top32 = 0x80000000, top64 = 1ull << 63, ones32 = 0xffffffff, ones64 = ~0ull;
  const struct {
    wl_mem_atomic what;
    bool wide;
    uint64_t t, data, compare, expected;
  } list[] = {
      {WL_ATOMIC_SWAP, false, 1, 2, 0, 2},
      {WL_ATOMIC_SWAP, true, 1, ones64, 0, ones64},
      {WL_ATOMIC_CMPSWAP, false, 5, 7, 5, 7},
      {WL_ATOMIC_CMPSWAP, false, 5, 7, 6, 5},
      {WL_ATOMIC_CMPSWAP, false, 5, 5, 7, 5},  // the first register is the new value, not the one to compare with
      {WL_ATOMIC_CMPSWAP, true, 1ull << 32, 9, 1ull << 32, 9},
      {WL_ATOMIC_CMPSWAP, true, 1ull << 32, 9, 0, 1ull << 32},
      {WL_ATOMIC_ADD, false, ones32, 2, 0, 1},
      {WL_ATOMIC_ADD, true, ones32, 2, 0, 0x100000001},
      {WL_ATOMIC_ADD, true, ones64, 2, 0, 1},
      {WL_ATOMIC_SUB, false, 1, 2, 0, ones32},
      {WL_ATOMIC_SUB, true, 0x100000000, 1, 0, ones32},
      {WL_ATOMIC_SUB, true, 1, 2, 0, ones64},
      {WL_ATOMIC_SMIN, false, 1, top32, 0, top32},
      {WL_ATOMIC_SMIN, false, ones32, 0, 0, ones32},
      {WL_ATOMIC_SMIN, true, 1, top32, 0, 1},
      {WL_ATOMIC_SMIN, true, 1, top64, 0, top64},
      {WL_ATOMIC_UMIN, false, 1, top32, 0, 1},
      {WL_ATOMIC_UMIN, false, ones32, 0, 0, 0},
      {WL_ATOMIC_UMIN, true, top64, 2, 0, 2},
      {WL_ATOMIC_SMAX, false, 1, top32, 0, 1},
      {WL_ATOMIC_SMAX, false, ones32, 0, 0, 0},
      {WL_ATOMIC_SMAX, true, 1, top32, 0, top32},
      {WL_ATOMIC_SMAX, true, 1, top64, 0, 1},
      {WL_ATOMIC_UMAX, false, 1, top32, 0, top32},
      {WL_ATOMIC_UMAX, false, 3, 2, 0, 3},
      {WL_ATOMIC_UMAX, true, 1, top64, 0, top64},
      {WL_ATOMIC_AND, false, 0xc, 0xa, 0, 8},
      {WL_ATOMIC_AND, true, 0xcull << 60, 0xaull << 60, 0, 8ull << 60},
      {WL_ATOMIC_OR, false, 0xc, 0xa, 0, 0xe},
      {WL_ATOMIC_OR, true, 0xcull << 60, 0xaull << 60, 0, 0xeull << 60},
      {WL_ATOMIC_XOR, false, 0xc, 0xa, 0, 6},
      {WL_ATOMIC_XOR, true, 0xcull << 60, 0xaull << 60, 0, 6ull << 60},
      {WL_ATOMIC_INC, false, 4, 5, 0, 5},
      {WL_ATOMIC_INC, false, 5, 5, 0, 0},
      {WL_ATOMIC_INC, false, 6, 5, 0, 0},
      {WL_ATOMIC_INC, false, ones32, ones32, 0, 0},
      {WL_ATOMIC_INC, false, 0, 0, 0, 0},
      {WL_ATOMIC_INC, true, ones32, ones64, 0, 0x100000000},
      {WL_ATOMIC_INC, true, ones64, ones64, 0, 0},
      {WL_ATOMIC_DEC, false, 0, 5, 0, 5},
      {WL_ATOMIC_DEC, false, 6, 5, 0, 5},
      {WL_ATOMIC_DEC, false, 5, 5, 0, 4},
      {WL_ATOMIC_DEC, false, 1, top32, 0, 0},
      {WL_ATOMIC_DEC, false, top32, 3, 0, 3},
      {WL_ATOMIC_DEC, true, 0x100000000, ones64, 0, ones32},
      {WL_ATOMIC_DEC, true, 0, ones64, 0, ones64},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    const uint64_t is = wl_atomic_value(list[i].what, list[i].wide, list[i].t, list[i].data, list[i].compare);
    if (is != list[i].expected) fail_msg("case %zu: 0x%llx", i, (unsigned long long)is);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
