// SPDX-License-Identifier: Apache-2.0
#include "ports.h"

#include <cstring>

#include "dpi_layout.h"

namespace wavelock {

Ports::Transaction::Transaction(tlm::tlm_mm_interface *owner) : tlm_generic_payload(owner) {
  set_extension(new Tag);  // the payload deletes it
  set_data_ptr(reinterpret_cast<unsigned char *>(line));
  set_data_length(sizeof line);
  set_streaming_width(sizeof line);
  set_byte_enable_length(sizeof enable);
}

Ports::Ports(sc_core::sc_module_name name, uint64_t seed, const wl_memory_knobs &knobs, sc_core::sc_time clock)
    : sc_module(name),
      socket("socket", kPorts),
      clock_(clock),
      side_{{Profile(seed, kImem, knobs), Random(seed, 0x20 + kImem), 0, true, 1, {}},
            {Profile(seed, kSmem, knobs), Random(seed, 0x20 + kSmem), 0, true, 1, {}},
            {Profile(seed, kVmem, knobs), Random(seed, 0x20 + kVmem), 0, true, 1, {}}} {
  for (int port = 0; port < kPorts; port++) socket[port].register_nb_transport_bw(this, &Ports::nb_transport_bw, port);
}

Ports::~Ports() = default;

Ports::Transaction *Ports::allocate() {
  if (unused_.empty()) {
    pool_.emplace_back(new Transaction(this));
    unused_.push_back(pool_.back().get());
  }
  Transaction *t = unused_.back();
  unused_.pop_back();
  return t;
}

void Ports::free(tlm::tlm_generic_payload *t) { unused_.push_back(static_cast<Transaction *>(t)); }

Ports::Transaction *Ports::begin(int port, int id, wl_mem_op op, uint64_t address) {
  Transaction *t = allocate();
  t->acquire();
  Tag *tag = t->get_extension<Tag>();
  tag->port = port;
  tag->id = id;
  side_[port].ids.set(static_cast<size_t>(id));
  tag->op = op;
  t->set_address(address);
  t->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return t;
}

void Ports::send(int port, Transaction *t) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  in_flight_++;
  if (socket[port]->nb_transport_fw(*t, phase, delay) != tlm::TLM_UPDATED || phase != tlm::END_REQ)
    SC_REPORT_FATAL("/wavelock/ports", "memory answered BEGIN_REQ with something other than END_REQ");
  side_[port].busy = static_cast<uint32_t>(delay / clock_);
}

void Ports::Transaction::write(uint64_t be, const uint32_t data[16]) {
  memcpy(line, data, sizeof line);
  for (unsigned i = 0; i < kLineBytes; i++) enable[i] = be >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  set_byte_enable_ptr(enable);
}

void Ports::request(int port, int id, wl_mem_op op, uint64_t address, uint64_t be, const uint32_t data[16]) {
  Transaction *t = begin(port, id, op, address);
  t->set_command(op == WL_MEM_LOAD ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  if (op == WL_MEM_LOAD) t->set_byte_enable_ptr(nullptr);
  else t->write(be, data);
  send(port, t);
}

void Ports::request_atomic(int port, int id, wl_mem_atomic atomic, bool wide, uint64_t address, uint64_t be,
                           const uint32_t data[16], const uint32_t compare[16]) {
  Transaction *t = begin(port, id, WL_MEM_ATOMIC, address);
  // TLM-2.0 has no command for an atomic: it is the extension's.
  t->set_command(tlm::TLM_IGNORE_COMMAND);
  t->write(be, data);
  Tag *tag = t->get_extension<Tag>();
  tag->atomic = atomic;
  tag->wide = wide;
  memcpy(tag->compare, compare, sizeof tag->compare);
  send(port, t);
}

tlm::tlm_sync_enum Ports::nb_transport_bw(int port, tlm::tlm_generic_payload &t, tlm::tlm_phase &phase,
                                          sc_core::sc_time &) {
  if (phase != tlm::BEGIN_RESP) SC_REPORT_FATAL("/wavelock/ports", "unexpected phase from memory");
  side_[port].arrived.push_back(static_cast<Transaction *>(&t));
  responses_ |= 1u << port;
  return tlm::TLM_COMPLETED;
}

unsigned Ports::ready() {
  unsigned bits = 0;
  for (int port = 0; port < kPorts; port++) {
    Side &s = side_[port];
    if (s.profile.max_open && --s.until_turn == 0) {
      s.open = !s.open;
      s.until_turn = 1 + s.random.below(s.open ? s.profile.max_open : s.profile.max_shut);
    }
    if (s.busy) s.busy--;
    else if (s.open) bits |= 1u << port;
  }
  return bits;
}

bool Ports::owes(int port, uint64_t line) const {
  for (const auto &t : pool_)
    if (t->get_ref_count() && t->get_extension<Tag>()->port == port &&
        t->get_address() / kLineBytes == line / kLineBytes)
      return true;
  return false;
}

int Ports::take(int port, uint32_t data[16], uint64_t *line) {
  Side &s = side_[port];
  Transaction *t = s.arrived.front();
  s.arrived.pop_front();
  if (s.arrived.empty()) responses_ &= ~(1u << port);
  memcpy(data, t->line, sizeof t->line);
  *line = t->get_address();
  const unsigned id = static_cast<unsigned>(t->get_extension<Tag>()->id);
  s.ids.reset(id);
  const int result = static_cast<int>(response::kId.put(id) | response::kError.put(!t->is_response_ok()));
  in_flight_--;
  t->release();
  return result;
}

}  // namespace wavelock
