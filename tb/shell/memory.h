// SPDX-License-Identifier: Apache-2.0
// Global memory.
//
// It takes every request. The access takes place between the edge of the request and the next one, in the order of
// acceptance over all ports. The response comes after the port's latency: in order on the instruction port, out of
// order on the scalar and the vector port unless a knob forbids it.
#ifndef WAVELOCK_SHELL_MEMORY_H
#define WAVELOCK_SHELL_MEMORY_H

#include <vector>

#include "transaction.h"
#include "wavelock/model.h"

struct wl_unit;  // probe/unit.h

namespace wavelock {

class Memory : public Target {
 public:
  // mem is borrowed. unit: the handle of the DUT's probe, which hears of the accesses, or NULL.
  Memory(wl_mem *mem, wl_unit *unit, uint64_t seed, const wl_memory_knobs &knobs);

  void connect(Initiator *to) { to_ = to; }
  uint32_t accept(Transaction *t) override;
  // Between two edges, with the number of the first: bursts are counted by it.
  void between_edges(uint64_t clock) {
    if (first_ || !accepted_.empty()) step(clock);
  }
  // Transactions of the scalar and the vector port to unmapped lines since the last call.
  wl_unmapped take_unmapped();

 private:
  struct Side {
    Profile profile;
    Random random;
    uint64_t last;  // clock of the last response
  };

  void step(uint64_t clock);
  void deliver(uint64_t clock);
  void perform(Transaction *t);
  void access(Transaction *t);
  uint64_t response_clock(Side *s, uint64_t clock);
  void insert(Transaction *t);

  wl_mem *const mem_;
  wl_unit *const unit_;
  Initiator *to_ = nullptr;
  wl_unmapped unmapped_ = {};
  Side side_[kPorts];
  std::vector<Transaction *> accepted_;  // since the last edge
  Transaction *first_ = nullptr;         // responses to come: by their clocks, then by their accesses
};

}  // namespace wavelock
#endif
