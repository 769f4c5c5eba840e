// SPDX-License-Identifier: Apache-2.0
// Latency and back-pressure of the memory behind a port: what the run says of them, and the rest from one seed.
#ifndef WAVELOCK_SHELL_PROFILE_H
#define WAVELOCK_SHELL_PROFILE_H

#include <cstdint>

#include "device/memory_knobs.h"

namespace wavelock {

enum Port { kImem, kSmem, kVmem, kPorts };
constexpr unsigned kLineBytes = 64;  // of a transaction

// splitmix64: the state is one word, so each port and each purpose can have its own stream.
class Random {
 public:
  Random(uint64_t seed, uint64_t stream) : state_(seed * 0xd1342543de82ef95u + stream) { next(); }

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0..n-1
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(((next() >> 32) * n) >> 32); }

 private:
  uint64_t state_;
};

static_assert(static_cast<int>(kImem) == WL_KNOBS_INSTRUCTION && static_cast<int>(kSmem) == WL_KNOBS_SCALAR &&
                  static_cast<int>(kVmem) == WL_KNOBS_VECTOR,
              "a knob names a port");

// All in cycles. Seed 0: a fast memory that is always ready. Any other seed draws a profile for each port, from
// steady to erratic. A few seeds cover both extremes: all waves wait for memory, and no wave does. A knob that is given
// goes before what the seed draws, and changes nothing of the rest.
struct Profile {
  uint32_t min_latency = 2, max_latency = 2;  // from the transfer of a request to its response
  uint32_t busy_in_8 = 0, max_busy = 0;       // so many of 8 requests are followed by 1..max_busy cycles without ready
  uint32_t max_open = 0, max_shut = 0;  // longest times with and without ready, apart from requests; 0: always ready
  uint32_t burst = 1;                   // responses come from every so many-th cycle on
  bool reorder = true;                  // a response may pass an earlier one

  Profile(uint64_t seed, Port port, const wl_memory_knobs &knobs) : reorder(port != kImem) {
    if (seed != 0) draw(seed, port);
    give(&min_latency, &max_latency, wl_memory_knob(&knobs, port, WL_KNOB_LATENCY));
    give(&busy_in_8, &max_busy, wl_memory_knob(&knobs, port, WL_KNOB_BUSY));
    give(&max_open, &max_shut, wl_memory_knob(&knobs, port, WL_KNOB_SHUT));
    give(&burst, nullptr, wl_memory_knob(&knobs, port, WL_KNOB_BURST));
    if (const wl_knob *k = wl_memory_knob(&knobs, port, WL_KNOB_REORDER)) reorder &= k->value[0] != 0;
  }

 private:
  static void give(uint32_t *first, uint32_t *second, const wl_knob *k) {
    if (!k) return;
    *first = k->value[0];
    if (second) *second = k->value[1];
  }

  void draw(uint64_t seed, Port port) {
    Random r(seed, port);
    static constexpr uint32_t kSpan[] = {0, 3, 17, 80}, kBusy[] = {0, 1, 4}, kOpen[] = {0, 6, 60};
    min_latency = 1 + r.below(8);
    max_latency = min_latency + kSpan[r.below(4)];
    busy_in_8 = kBusy[r.below(3)];
    max_busy = 1 + r.below(6);
    max_open = kOpen[r.below(3)];
    max_shut = max_open ? 1 + r.below(8) : 0;
  }
};

}  // namespace wavelock
#endif
