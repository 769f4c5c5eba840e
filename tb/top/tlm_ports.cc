// SPDX-License-Identifier: Apache-2.0
#include "tlm_ports.h"

namespace wavelock {

TlmPorts::Payload::Payload(tlm::tlm_mm_interface *owner) : tlm_generic_payload(owner) {
  set_extension(new Tag);  // the payload deletes it
  set_data_length(kLineBytes);
  set_streaming_width(kLineBytes);
  set_byte_enable_length(sizeof enable);
}

TlmPorts::TlmPorts(sc_core::sc_module_name name, Initiator *ports, sc_core::sc_time clock)
    : sc_module(name), socket("socket", kPorts), ports_(ports), clock_(clock) {
  for (int port = 0; port < kPorts; port++)
    socket[port].register_nb_transport_bw(this, &TlmPorts::nb_transport_bw, port);
}

TlmPorts::~TlmPorts() = default;

TlmPorts::Payload *TlmPorts::allocate() {
  if (unused_.empty()) {
    pool_.emplace_back(new Payload(this));
    unused_.push_back(pool_.back().get());
  }
  Payload *p = unused_.back();
  unused_.pop_back();
  return p;
}

void TlmPorts::free(tlm::tlm_generic_payload *p) { unused_.push_back(static_cast<Payload *>(p)); }

uint32_t TlmPorts::accept(Transaction *t) {
  Payload *p = allocate();
  p->acquire();
  p->get_extension<Tag>()->transaction = t;
  p->set_address(t->address);
  p->set_data_ptr(reinterpret_cast<unsigned char *>(t->line));
  p->set_command(t->op == WL_MEM_LOAD    ? tlm::TLM_READ_COMMAND
                 : t->op == WL_MEM_STORE ? tlm::TLM_WRITE_COMMAND
                                         : tlm::TLM_IGNORE_COMMAND);
  p->set_byte_enable_ptr(t->op == WL_MEM_LOAD ? nullptr : p->enable);
  for (unsigned i = 0; t->op != WL_MEM_LOAD && i < kLineBytes; i++)
    p->enable[i] = t->be >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  p->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  if (socket[t->port]->nb_transport_fw(*p, phase, delay) != tlm::TLM_UPDATED || phase != tlm::END_REQ)
    SC_REPORT_FATAL("/wavelock/ports", "memory answered BEGIN_REQ with something other than END_REQ");
  return static_cast<uint32_t>(delay / clock_);
}

tlm::tlm_sync_enum TlmPorts::nb_transport_bw(int, tlm::tlm_generic_payload &p, tlm::tlm_phase &phase,
                                             sc_core::sc_time &) {
  if (phase != tlm::BEGIN_RESP) SC_REPORT_FATAL("/wavelock/ports", "unexpected phase from memory");
  Transaction *t = p.get_extension<Tag>()->transaction;
  t->error = !p.is_response_ok();
  p.release();
  ports_->arrive(t);
  return tlm::TLM_COMPLETED;
}

TlmMemory::TlmMemory(sc_core::sc_module_name name, Target *memory, sc_core::sc_time clock)
    : sc_module(name), socket("socket", kPorts), memory_(memory), clock_(clock) {
  for (int port = 0; port < kPorts; port++)
    socket[port].register_nb_transport_fw(this, &TlmMemory::nb_transport_fw, port);
}

tlm::tlm_sync_enum TlmMemory::nb_transport_fw(int, tlm::tlm_generic_payload &p, tlm::tlm_phase &phase,
                                              sc_core::sc_time &delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // END_RESP needs no action
  Transaction *t = p.get_extension<Tag>()->transaction;
  p.acquire();
  t->payload = &p;
  delay = clock_ * memory_->accept(t);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void TlmMemory::arrive(Transaction *t) {
  auto *p = static_cast<tlm::tlm_generic_payload *>(t->payload);
  tlm::tlm_phase response = tlm::BEGIN_RESP;
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  p->set_response_status(t->error ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
  socket[t->port]->nb_transport_bw(*p, response, none);
  p->release();
}

}  // namespace wavelock
