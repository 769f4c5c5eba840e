// SPDX-License-Identifier: Apache-2.0
#include "ports.h"

#include <cstring>

namespace wavelock {

Ports::Ports(uint64_t seed, const wl_memory_knobs &knobs)
    : side_{{Profile(seed, kImem, knobs), Random(seed, 0x20 + kImem), 0, true, 1, {}},
            {Profile(seed, kSmem, knobs), Random(seed, 0x20 + kSmem), 0, true, 1, {}},
            {Profile(seed, kVmem, knobs), Random(seed, 0x20 + kVmem), 0, true, 1, {}}} {}

Transaction *Ports::begin(int port, int id, wl_mem_op op, uint64_t address) {
  if (unused_.empty()) {
    pool_.emplace_back(new Transaction);
    unused_.push_back(pool_.back().get());
  }
  Transaction *t = unused_.back();
  unused_.pop_back();
  t->port = port;
  t->id = id;
  t->op = op;
  t->address = address;
  t->under_way = true;
  side_[port].ids.set(static_cast<size_t>(id));
  return t;
}

void Ports::send(Transaction *t) {
  in_flight_++;
  side_[t->port].busy = memory_->accept(t);
}

void Ports::request(int port, int id, wl_mem_op op, uint64_t address, uint64_t be, const uint32_t data[16]) {
  Transaction *t = begin(port, id, op, address);
  if (op == WL_MEM_STORE) {
    t->be = be;
    memcpy(t->line, data, sizeof t->line);
  }
  send(t);
}

void Ports::request_atomic(int port, int id, wl_mem_atomic atomic, bool wide, uint64_t address, uint64_t be,
                           const uint32_t data[16], const uint32_t compare[16]) {
  Transaction *t = begin(port, id, WL_MEM_ATOMIC, address);
  t->be = be;
  memcpy(t->line, data, sizeof t->line);
  t->atomic = atomic;
  t->wide = wide;
  memcpy(t->compare, compare, sizeof t->compare);
  send(t);
}

void Ports::arrive(Transaction *t) {
  side_[t->port].arrived.push_back(t);
  responses_ |= 1u << t->port;
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
    if (t->under_way && t->port == port && t->address / kLineBytes == line / kLineBytes) return true;
  return false;
}

int Ports::take(int port, uint32_t data[16], uint64_t *line) {
  Side &s = side_[port];
  Transaction *t = s.arrived.front();
  s.arrived.pop_front();
  if (s.arrived.empty()) responses_ &= ~(1u << port);
  memcpy(data, t->line, sizeof t->line);
  *line = t->address;
  const unsigned id = static_cast<unsigned>(t->id);
  s.ids.reset(id);
  const int result = static_cast<int>(response::kId.put(id) | response::kError.put(t->error));
  in_flight_--;
  t->under_way = false;
  unused_.push_back(t);
  return result;
}

}  // namespace wavelock
