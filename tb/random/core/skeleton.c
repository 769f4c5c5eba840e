// SPDX-License-Identifier: Apache-2.0
#include "skeleton.h"

uint32_t random_weighted(rng *r, const uint32_t *weights, uint32_t count) {
  uint32_t total = 0, which = 0;
  for (uint32_t n = 0; n < count; n++) total += weights[n];
  uint32_t at = rng_below(r, total);
  while (at >= weights[which]) at -= weights[which++];
  return which;
}

uint32_t random_turn(uint32_t place, uint32_t of, uint32_t taken, uint32_t variants) {
  const uint32_t first = place * (2 * of + 1) * 0x85EBCA6B;
  return ((uint32_t)((uint64_t)first * variants >> 32) + taken) % variants;
}

// The multiples of the golden ratio are spread evenly.
uint32_t random_place(uint32_t name, uint64_t seed) { return name + (uint32_t)seed * 0x9E3779B9; }

uint32_t skeleton_part(const skeleton *s, rng *r) {
  const uint32_t most = s->left / 2 < 40 ? s->left / 2 : 40;
  return 1 + rng_below(r, most ? most : 1);
}

void skeleton_block(skeleton *s, uint32_t length, uint32_t most_depth, skeleton_step *step, void *of) {
  s->depth++;
  const uint32_t until = s->emitted + length;
  while (s->emitted < until && s->left && step(of, s->depth < most_depth)) continue;
  s->depth--;
}
