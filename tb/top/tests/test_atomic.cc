// SPDX-License-Identifier: Apache-2.0
// What memory makes of a word: values worked by hand from the table of buffer-memory.md 8.
#include <cstdio>
#include <cstring>

#include "shell/atomic.h"

using namespace wavelock;

namespace {

struct Case {
  wl_mem_atomic atomic;
  uint64_t old, data, compare, result;
};

const uint64_t kTop32 = 0x80000000, kAll32 = 0xffffffff;
const uint64_t kTop64 = 0x8000000000000000, kAll64 = ~0ull;

const Case kNarrow[] = {
    {WL_ATOMIC_SWAP, 5, 9, 5, 9},
    {WL_ATOMIC_CMPSWAP, 5, 9, 5, 9},
    {WL_ATOMIC_CMPSWAP, 5, 9, 9, 5},
    {WL_ATOMIC_CMPSWAP, 5, 5, 9, 5},
    {WL_ATOMIC_ADD, kAll32, 2, 0, 1},
    {WL_ATOMIC_SUB, 1, 2, 0, kAll32},
    {WL_ATOMIC_SUB, 9, 2, 0, 7},
    {WL_ATOMIC_SMIN, kTop32, 1, 0, kTop32},
    {WL_ATOMIC_SMIN, 1, kAll32, 0, kAll32},
    {WL_ATOMIC_UMIN, kTop32, 1, 0, 1},
    {WL_ATOMIC_UMIN, 1, kAll32, 0, 1},
    {WL_ATOMIC_SMAX, kTop32, 1, 0, 1},
    {WL_ATOMIC_SMAX, 1, kAll32, 0, 1},
    {WL_ATOMIC_UMAX, kTop32, 1, 0, kTop32},
    {WL_ATOMIC_UMAX, 1, kAll32, 0, kAll32},
    {WL_ATOMIC_AND, 0xc, 0xa, 0, 8},
    {WL_ATOMIC_OR, 0xc, 0xa, 0, 0xe},
    {WL_ATOMIC_XOR, 0xc, 0xa, 0, 6},
    {WL_ATOMIC_INC, 4, 5, 0, 5},
    {WL_ATOMIC_INC, 5, 5, 0, 0},
    {WL_ATOMIC_INC, 6, 5, 0, 0},
    {WL_ATOMIC_INC, kTop32 - 1, kAll32, 0, kTop32},  // unsigned
    {WL_ATOMIC_INC, kAll32, kAll32, 0, 0},
    {WL_ATOMIC_DEC, 0, 5, 0, 5},
    {WL_ATOMIC_DEC, 6, 5, 0, 5},
    {WL_ATOMIC_DEC, 5, 5, 0, 4},
    {WL_ATOMIC_DEC, 1, 5, 0, 0},
    {WL_ATOMIC_DEC, 5, kTop32, 0, 4},  // unsigned
    {WL_ATOMIC_DEC, kTop32, 5, 0, 5},
};

const Case kWide[] = {
    {WL_ATOMIC_SWAP, 5, kTop64, 0, kTop64},
    {WL_ATOMIC_CMPSWAP, 0x100000005, 9, 0x100000005, 9},
    {WL_ATOMIC_CMPSWAP, 0x100000005, 9, 5, 0x100000005},            // the upper half counts
    {WL_ATOMIC_CMPSWAP, 0x100000005, 9, 0x100000006, 0x100000005},  // the lower half too
    {WL_ATOMIC_ADD, kAll32, 1, 0, 0x100000000},                     // a carry over bit 31
    {WL_ATOMIC_ADD, kAll64, 2, 0, 1},
    {WL_ATOMIC_SUB, 0x100000000, 1, 0, kAll32},
    {WL_ATOMIC_SMIN, kTop64, 1, 0, kTop64},
    {WL_ATOMIC_SMIN, kTop32, 1, 0, 1},  // bit 31 is no sign
    {WL_ATOMIC_UMIN, kTop64, 1, 0, 1},
    {WL_ATOMIC_SMAX, kAll64, 0, 0, 0},
    {WL_ATOMIC_SMAX, kTop32, 1, 0, kTop32},
    {WL_ATOMIC_UMAX, kAll64, 0, 0, kAll64},
    {WL_ATOMIC_AND, 0xc00000000000000c, 0xa00000000000000a, 0, 0x8000000000000008},
    {WL_ATOMIC_OR, 0xc00000000000000c, 0xa00000000000000a, 0, 0xe00000000000000e},
    {WL_ATOMIC_XOR, 0xc00000000000000c, 0xa00000000000000a, 0, 0x6000000000000006},
    {WL_ATOMIC_INC, kAll32, kAll64, 0, 0x100000000},
    {WL_ATOMIC_INC, kAll64, kAll64, 0, 0},
    {WL_ATOMIC_DEC, 0x100000000, kAll64, 0, kAll32},
    {WL_ATOMIC_DEC, 0, kAll64, 0, kAll64},
    {WL_ATOMIC_DEC, 0x100000000, 5, 0, 5},
};

int failures = 0;

void put(unsigned char *line, unsigned at, uint64_t value, unsigned size) { memcpy(line + at, &value, size); }

// The word at each place of a line, alone: it gets the result, all other bytes stay, and the line as it was comes back.
void one(const Case &c, unsigned size) {
  for (unsigned at = 0; at < kLineBytes; at += size) {
    unsigned char memory[kLineBytes], line[kLineBytes], before[kLineBytes];
    uint32_t compare[16];
    memset(memory, 0x5a, sizeof memory);
    memset(line, 0xc3, sizeof line);
    memset(compare, 0x5a, sizeof compare);
    put(memory, at, c.old, size);
    put(line, at, c.data, size);
    put(reinterpret_cast<unsigned char *>(compare), at, c.compare, size);
    const uint64_t be = ((1ull << size) - 1) << at;
    memcpy(before, memory, sizeof before);
    atomic_line(c.atomic, size == 8, be, line, compare, memory);
    unsigned char expected[kLineBytes];
    memcpy(expected, before, sizeof expected);
    put(expected, at, c.result, size);
    if (!memcmp(memory, expected, sizeof expected) && !memcmp(line, before, sizeof before)) continue;
    printf("atomic %d of %u bytes at %u: 0x%llx, data 0x%llx: not as expected\n", c.atomic, size, at,
           static_cast<unsigned long long>(c.old), static_cast<unsigned long long>(c.data));
    failures++;
  }
}

// Only a word whose bytes are all enabled changes.
void whole_words() {
  for (unsigned size = 4; size <= 8; size += 4) {
    unsigned char memory[kLineBytes] = {}, line[kLineBytes];
    const uint32_t compare[16] = {};
    memset(line, 0x11, sizeof line);
    const uint64_t be = ~(1ull << size | 1ull << (3 * size - 1));
    atomic_line(WL_ATOMIC_ADD, size == 8, be, line, compare, memory);
    for (unsigned i = 0; i < kLineBytes; i++)
      failures += memory[i] != (i / size == 1 || i / size == 2 ? 0 : 0x11) || line[i] != 0;
  }
}

}  // namespace

int main() {
  for (const Case &c : kNarrow) one(c, 4);
  for (const Case &c : kWide) one(c, 8);
  whole_words();
  printf("%zu cases, %d failures\n", sizeof kNarrow / sizeof *kNarrow + sizeof kWide / sizeof *kWide, failures);
  return failures != 0;
}
