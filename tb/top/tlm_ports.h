// SPDX-License-Identifier: Apache-2.0
// The way from the DUT's ports to memory by TLM-2.0, approximately timed: a request is accepted with
// TLM_UPDATED/END_REQ, and the annotated delay is the back-pressure.
#ifndef WAVELOCK_RTL_TLM_PORTS_H
#define WAVELOCK_RTL_TLM_PORTS_H

#include <memory>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "shell/memory.h"

namespace wavelock {

// The transaction. TLM-2.0 has no words for an atomic: its command is TLM_IGNORE_COMMAND, and the transaction has the
// rest.
struct Tag : tlm::tlm_extension<Tag> {
  Transaction *transaction = nullptr;
  tlm::tlm_extension_base *clone() const override { return new Tag(*this); }
  void copy_from(const tlm::tlm_extension_base &from) override { *this = static_cast<const Tag &>(from); }
};

class TlmPorts : public sc_core::sc_module, public Target, private tlm::tlm_mm_interface {
 public:
  sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged<TlmPorts>> socket;

  TlmPorts(sc_core::sc_module_name name, Initiator *ports, sc_core::sc_time clock);
  ~TlmPorts() override;

  uint32_t accept(Transaction *t) override;

 private:
  struct Payload : tlm::tlm_generic_payload {
    unsigned char enable[kLineBytes];
    explicit Payload(tlm::tlm_mm_interface *owner);
  };

  tlm::tlm_sync_enum nb_transport_bw(int port, tlm::tlm_generic_payload &p, tlm::tlm_phase &phase,
                                     sc_core::sc_time &delay);
  void free(tlm::tlm_generic_payload *p) override;
  Payload *allocate();

  Initiator *const ports_;
  const sc_core::sc_time clock_;
  std::vector<std::unique_ptr<Payload>> pool_;
  std::vector<Payload *> unused_;
};

class TlmMemory : public sc_core::sc_module, public Initiator {
 public:
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<TlmMemory>> socket;

  TlmMemory(sc_core::sc_module_name name, Target *memory, sc_core::sc_time clock);

  void arrive(Transaction *t) override;

 private:
  tlm::tlm_sync_enum nb_transport_fw(int port, tlm::tlm_generic_payload &p, tlm::tlm_phase &phase,
                                     sc_core::sc_time &delay);

  Target *const memory_;
  const sc_core::sc_time clock_;
};

}  // namespace wavelock
#endif
