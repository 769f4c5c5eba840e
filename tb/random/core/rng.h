// SPDX-License-Identifier: Apache-2.0
// The generator's random numbers: xoshiro256**, seeded by SplitMix64. They are the same on every machine.
#ifndef WAVELOCK_RANDOM_RNG_H
#define WAVELOCK_RANDOM_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t s[4];
} rng;

static inline void rng_seed(rng *r, uint64_t seed) {
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    r->s[i] = z ^ z >> 31;
  }
}

static inline uint64_t rng_next(rng *r) {
  const uint64_t m = r->s[1] * 5, result = (m << 7 | m >> 57) * 9, t = r->s[1] << 17;
  r->s[2] ^= r->s[0];
  r->s[3] ^= r->s[1];
  r->s[1] ^= r->s[2];
  r->s[0] ^= r->s[3];
  r->s[2] ^= t;
  r->s[3] = r->s[3] << 45 | r->s[3] >> 19;
  return result;
}

// 0..n-1, n > 0
static inline uint32_t rng_below(rng *r, uint32_t n) { return (uint32_t)((rng_next(r) >> 32) * n >> 32); }
// from..to, both included
static inline uint32_t rng_range(rng *r, uint32_t from, uint32_t to) { return from + rng_below(r, to - from + 1); }
static inline bool rng_percent(rng *r, uint32_t percent) { return rng_below(r, 100) < percent; }

#endif
