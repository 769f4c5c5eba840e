// SPDX-License-Identifier: Apache-2.0
// A part of the launches in lockstep, the rest on the model: WAVELOCK_LOCKSTEP. The part runs on a device of its own.
#include <stdlib.h>

#include "base/error.h"
#include "launch.h"

static wl_device *lockstep;  // NULL: not opened yet

bool sampled(const ndrange *n) { return settings_in_lockstep(n->number); }

// splitmix64
static uint64_t draw(uint64_t *state) {
  uint64_t v = *state += UINT64_C(0x9E3779B97F4A7C15);
  v = (v ^ v >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  v = (v ^ v >> 27) * UINT64_C(0x94D049BB133111EB);
  return v ^ v >> 31;
}

// One workgroup of each of `count` equal parts of the grid.
static uint64_t *draw_groups(uint64_t seed, uint64_t all, uint64_t count) {
  uint64_t *list = malloc(count * sizeof *list), state = seed;
  for (uint64_t i = 0; list && i < count; i++) {
    const uint64_t from = all / count * i + all % count * i / count;
    const uint64_t to = all / count * (i + 1) + all % count * (i + 1) / count;
    list[i] = from + draw(&state) % (to - from);
  }
  return list;
}

bool sample_run(ndrange *n, wl_launch_result *result, wl_error *error) {
  const launch_settings *s = settings();
  uint64_t all = 1;
  for (int i = 0; i < 3; i++) all *= launch_groups(n, i);
  if (s->sample == SAMPLE_GROUPS && s->every < all) {
    n->group_count = s->every;
    if (!(n->groups = draw_groups(s->seed * 1000003 + n->number, all, s->every)))
      return wl_fail(error, "out of memory for a list of %zu workgroups", n->group_count);
  }
  return (lockstep || (lockstep = settings_open(WL_DEVICE_LOCKSTEP, error))) &&
         launch_again(lockstep, n, n->groups, n->group_count, result, NULL, error);
}
