// SPDX-License-Identifier: Apache-2.0
// The unit's three memory ports as TLM-2.0 initiators.
//
// Towards the unit: whether a port is ready is decided one clock ahead; a request that has transferred goes to memory
// at once; a response that has come is offered for one clock, one a port and clock.
#ifndef WAVELOCK_RTL_PORTS_H
#define WAVELOCK_RTL_PORTS_H

#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "memory.h"
#include "profile.h"

namespace wavelock {

class Ports : public sc_core::sc_module, private tlm::tlm_mm_interface {
 public:
  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged<Ports>> socket;

  Ports(sc_core::sc_module_name name, uint64_t seed, sc_core::sc_time clock);
  ~Ports() override;

  // A 64-byte line, as mem_req_t of cu_pkg. be: of writes; a read gets the whole line.
  void request(int port, int id, bool write, uint64_t address, uint64_t be, const uint32_t data[16]);
  // Once a clock, after its requests. Bit p: port p is ready in the next clock.
  unsigned ready();
  // Bit p: port p has a response to take.
  unsigned responses() const { return responses_; }
  // id in [7:0], error in [8]. line: its address.
  int take(int port, uint32_t data[16], uint64_t *line);
  // Memory owes the unit this line.
  bool owes(int port, uint64_t line) const;
  // Nothing is under way.
  bool idle() const { return under_way_ == 0; }

 private:
  struct Transaction : tlm::tlm_generic_payload {
    uint32_t line[16];
    unsigned char enable[64];
    explicit Transaction(tlm::tlm_mm_interface *owner);
  };
  struct Side {
    Profile profile;
    Random random;
    uint32_t busy = 0;        // cycles until memory takes the next request
    bool open = true;         // ready of its own accord
    uint32_t until_turn = 1;  // cycles until open changes
    std::deque<Transaction *> arrived;
  };

  tlm::tlm_sync_enum nb_transport_bw(int port, tlm::tlm_generic_payload &t, tlm::tlm_phase &phase,
                                     sc_core::sc_time &delay);
  void free(tlm::tlm_generic_payload *t) override;
  Transaction *allocate();

  const sc_core::sc_time clock_;
  Side side_[kPorts];
  std::vector<std::unique_ptr<Transaction>> pool_;
  std::vector<Transaction *> unused_;
  unsigned responses_ = 0;
  unsigned under_way_ = 0;
};

}  // namespace wavelock
#endif
