// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include <cstring>

#include "atomic.h"
#include "probe/probe.h"

namespace wavelock {

Memory::Memory(wl_mem *mem, wl_unit *unit, uint64_t seed, const wl_memory_knobs &knobs)
    : mem_(mem),
      unit_(unit),
      side_{{Profile(seed, kImem, knobs), Random(seed, 0x10 + kImem), 0},
            {Profile(seed, kSmem, knobs), Random(seed, 0x10 + kSmem), 0},
            {Profile(seed, kVmem, knobs), Random(seed, 0x10 + kVmem), 0}} {}

uint32_t Memory::accept(Transaction *t) {
  accepted_.push_back(t);
  Side &s = side_[t->port];
  if (!s.profile.busy_in_8 || s.random.below(8) >= s.profile.busy_in_8) return 0;
  return 1 + s.random.below(s.profile.max_busy);
}

void Memory::step(uint64_t clock) {
  deliver(clock);
  for (Transaction *t : accepted_) {
    perform(t);
    t->due = response_clock(&side_[t->port], clock);
    insert(t);
  }
  accepted_.clear();
  deliver(clock);
}

void Memory::deliver(uint64_t clock) {
  while (first_ && first_->due <= clock) {
    Transaction *t = first_;
    first_ = t->next;
    to_->arrive(t);
  }
}

void Memory::insert(Transaction *t) {
  Transaction **at = &first_;
  while (*at && (*at)->due <= t->due) at = &(*at)->next;
  t->next = *at;
  *at = t;
}

// The response is there at the edge behind this one.
uint64_t Memory::response_clock(Side *s, uint64_t clock) {
  const Profile &p = s->profile;
  uint64_t at = clock + p.min_latency - 1 + s->random.below(p.max_latency - p.min_latency + 1);
  if (!p.reorder && at < s->last) at = s->last;
  if (p.burst > 1 && at % p.burst) at += p.burst - at % p.burst;
  s->last = at;
  return at;
}

void Memory::perform(Transaction *t) {
  access(t);
  if (t->port == kImem) return;
  if (t->error && unmapped_.count++ == 0) unmapped_.address = t->address;
  if (unit_) wl_probe_mem_performed(unit_, t->port == kSmem ? WL_SRC_SMEM : WL_SRC_VMEM, t->id, t->error, t->line);
}

wl_unmapped Memory::take_unmapped() {
  const wl_unmapped taken = unmapped_;
  unmapped_ = {};
  return taken;
}

// An unmapped line reads as zero and drops its writes.
void Memory::access(Transaction *t) {
  uint8_t *page = t->op == WL_MEM_LOAD ? const_cast<uint8_t *>(wl_mem_page(mem_, t->address))
                                       : wl_mem_page_to_write(mem_, t->address);
  const uint64_t offset = t->address % WL_PAGE;
  t->error = !page || offset > WL_PAGE - kLineBytes;
  if (t->error) {
    if (t->op != WL_MEM_STORE) memset(t->line, 0, sizeof t->line);
    return;
  }
  uint8_t *at = page + offset;
  auto *data = reinterpret_cast<unsigned char *>(t->line);
  if (t->op == WL_MEM_LOAD) {
    memcpy(data, at, kLineBytes);
  } else if (t->op == WL_MEM_ATOMIC) {
    atomic_line(t->atomic, t->wide, t->be, data, t->compare, at);
  } else {
    for (unsigned i = 0; i < kLineBytes; i++)
      if (t->be >> i & 1) at[i] = data[i];
  }
}

}  // namespace wavelock
