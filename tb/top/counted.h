// SPDX-License-Identifier: Apache-2.0
// The counts of the unit that counts (docs/coverage.md). scripts/wl/cover/counted.py has Verilator's code call these.
#pragma once
#include <atomic>
#include <cstdint>

// Toggles count from the end of reset on. Before, signals get their first values.
inline bool wl_toggles_count;

// One more. One thread runs the unit, so this need not be atomic.
static inline void count_one(std::atomic<uint32_t> &count) {
  count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

static inline void count_toggle(std::atomic<uint32_t> &count) {
  if (wl_toggles_count) count_one(count);
}

// Counts the bits of mask in which now differs from before. counts[0] belongs to bit `first`. Returns before with the
// bits of mask as they are now.
template <class Now, class Word>
static Word toggled(std::atomic<uint32_t> *counts, Now now, Word before, uint64_t mask, unsigned first) {
  uint64_t changed = (now ^ before) & mask;
  for (; changed; changed &= changed - 1) count_toggle(counts[__builtin_ctzll(changed) - first]);
  return static_cast<Word>((before & ~mask) | (now & mask));
}
