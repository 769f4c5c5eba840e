// SPDX-License-Identifier: Apache-2.0
// How fast the memory behind a port is, and when it makes the port wait: all of it from one seed.
#ifndef WAVELOCK_RTL_PROFILE_H
#define WAVELOCK_RTL_PROFILE_H

#include <cstdint>

namespace wavelock {

enum Port { kImem, kSmem, kVmem, kPorts };

// splitmix64: the whole state is one word, so that each port and each purpose has a stream of its own.
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

// Numbers of cycles. Seed 0 is a fast memory that never refuses; any other picks a temper for each port, from steady to
// erratic, so that a few seeds cover both "everything waits for memory" and "memory is never the bottleneck".
struct Profile {
  uint32_t min_latency = 2, max_latency = 2;  // from a request's transfer to its response
  uint32_t busy_in_8 = 0, max_busy = 0;       // in 8 requests: so many are followed by 1..max_busy cycles without ready
  uint32_t max_open = 0, max_shut = 0;        // ready comes and goes by itself; 0: it stays

  Profile(uint64_t seed, Port port) {
    if (seed == 0) return;
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
