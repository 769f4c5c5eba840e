// SPDX-License-Identifier: Apache-2.0
// The DUT's three memory ports.
//
// Ready is decided one cycle ahead. A request that has transferred goes to memory at once. A response is offered for
// one cycle, at most one per port and cycle.
#ifndef WAVELOCK_SHELL_PORTS_H
#define WAVELOCK_SHELL_PORTS_H

#include <bitset>
#include <deque>
#include <memory>
#include <vector>

#include "dpi_layout.h"
#include "transaction.h"

namespace wavelock {

class Ports : public Initiator {
 public:
  Ports(uint64_t seed, const wl_memory_knobs &knobs);

  void connect(Target *memory) { memory_ = memory; }
  // A load or a store of a 64-byte line, as mem_req_t of rtl/common/mem_pkg.sv. be: bytes that a store writes. A
  // load gets the whole line.
  void request(int port, int id, wl_mem_op op, uint64_t address, uint64_t be, const uint32_t data[16]);
  // An atomic. It gets the whole line, as it was before.
  void request_atomic(int port, int id, wl_mem_atomic atomic, bool wide, uint64_t address, uint64_t be,
                      const uint32_t data[16], const uint32_t compare[16]);
  // Once a cycle, after its requests. Bit p: port p is ready in the next cycle.
  unsigned ready();
  // Bit p: port p has a response to take.
  unsigned responses() const { return responses_; }
  // The next response of the port: kId and kError of dpi_layout.h. line: its address.
  int take(int port, uint32_t data[16], uint64_t *line);
  // Whether memory owes the DUT this line.
  bool owes(int port, uint64_t line) const;
  // The DUT has yet to get the response to a request of the port with this id.
  bool in_use(int port, int id) const { return side_[port].ids[static_cast<size_t>(id)]; }
  // No transaction is in flight.
  bool idle() const { return in_flight_ == 0; }
  void arrive(Transaction *t) override;

 private:
  struct Side {
    Profile profile;
    Random random;
    uint32_t busy = 0;        // cycles until memory takes the next request
    bool open = true;         // ready, as far as the port's own profile goes
    uint32_t until_turn = 1;  // cycles until open changes
    std::deque<Transaction *> arrived;
    std::bitset<1u << response::kId.width> ids{};  // in use
  };

  Transaction *begin(int port, int id, wl_mem_op op, uint64_t address);
  void send(Transaction *t);

  Target *memory_ = nullptr;
  Side side_[kPorts];
  std::vector<std::unique_ptr<Transaction>> pool_;
  std::vector<Transaction *> unused_;
  unsigned responses_ = 0;
  unsigned in_flight_ = 0;
};

}  // namespace wavelock
#endif
