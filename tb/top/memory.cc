// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include <cstring>

#include "atomic.h"
#include "probe/probe.h"

namespace wavelock {

Memory::Memory(sc_core::sc_module_name name, wl_mem *mem, wl_unit *unit, uint64_t seed, const wl_memory_knobs &knobs,
               sc_core::sc_time clock)
    : sc_module(name),
      socket("socket", kPorts),
      mem_(mem),
      unit_(unit),
      clock_(clock),
      side_{{Profile(seed, kImem, knobs), Random(seed, 0x10 + kImem), {}},
            {Profile(seed, kSmem, knobs), Random(seed, 0x10 + kSmem), {}},
            {Profile(seed, kVmem, knobs), Random(seed, 0x10 + kVmem), {}}},
      queue_("queue", this, &Memory::on_phase) {
  for (int port = 0; port < kPorts; port++) {
    socket[port].register_nb_transport_fw(this, &Memory::nb_transport_fw, port);
    socket[port].register_transport_dbg(this, &Memory::transport_dbg, port);
  }
}

tlm::tlm_sync_enum Memory::nb_transport_fw(int port, tlm::tlm_generic_payload &t, tlm::tlm_phase &phase,
                                           sc_core::sc_time &delay) {
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // END_RESP needs no action
  t.acquire();
  queue_.notify(t, phase, delay + clock_ / 2);
  Side &s = side_[port];
  delay = sc_core::SC_ZERO_TIME;
  if (s.profile.busy_in_8 && s.random.below(8) < s.profile.busy_in_8)
    delay = clock_ * (1 + s.random.below(s.profile.max_busy));
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

sc_core::sc_time Memory::until_response(Side *s) {
  const Profile &p = s->profile;
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  sc_core::sc_time delay = clock_ * (p.min_latency - 1 + s->random.below(p.max_latency - p.min_latency + 1));
  if (!p.reorder && now + delay < s->last) delay = s->last - now;
  if (p.burst > 1) {
    const auto late = static_cast<uint32_t>(static_cast<uint64_t>((now + delay) / clock_) % p.burst);
    if (late) delay += clock_ * (p.burst - late);
  }
  s->last = now + delay;
  return delay;
}

void Memory::on_phase(tlm::tlm_generic_payload &t, const tlm::tlm_phase &phase) {
  const int port = t.get_extension<Tag>()->port;
  if (phase == tlm::BEGIN_REQ) {
    perform(t);
    queue_.notify(t, tlm::BEGIN_RESP, until_response(&side_[port]));
  } else {
    tlm::tlm_phase response = tlm::BEGIN_RESP;
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    socket[port]->nb_transport_bw(t, response, none);
    t.release();
  }
}

void Memory::perform(tlm::tlm_generic_payload &t) {
  access(t);
  const Tag *tag = t.get_extension<Tag>();
  if (!t.is_response_ok() && tag->port != kImem && unmapped_.count++ == 0) unmapped_.address = t.get_address();
#ifdef WL_RTL_PROBE
  if (tag->port != kImem)
    wl_probe_mem_performed(unit_, tag->port == kSmem ? WL_SRC_SMEM : WL_SRC_VMEM, tag->id, !t.is_response_ok(),
                           reinterpret_cast<const uint32_t *>(t.get_data_ptr()));
#endif
}

wl_unmapped Memory::take_unmapped() {
  const wl_unmapped taken = unmapped_;
  unmapped_ = {};
  return taken;
}

// An unmapped line reads as zero and drops its writes. An atomic comes from Ports, with an enable for each byte.
void Memory::access(tlm::tlm_generic_payload &t) {
  const uint64_t address = t.get_address();
  uint8_t *page = t.is_read() ? const_cast<uint8_t *>(wl_mem_page(mem_, address)) : wl_mem_page_to_write(mem_, address);
  unsigned char *data = t.get_data_ptr();
  const unsigned length = t.get_data_length();
  if (!page || length > WL_PAGE - address % WL_PAGE) {
    if (!t.is_write()) memset(data, 0, length);
    t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  uint8_t *at = page + address % WL_PAGE;
  const unsigned char *enable = t.get_byte_enable_ptr();
  if (t.is_read()) {
    memcpy(data, at, length);
  } else if (const Tag *tag = t.get_extension<Tag>(); tag && tag->op == WL_MEM_ATOMIC) {
    atomic_line(tag->atomic, tag->wide, enable, data, tag->compare, at);
  } else if (enable) {
    for (unsigned i = 0; i < length; i++)
      if (enable[i % t.get_byte_enable_length()]) at[i] = data[i];
  } else {
    memcpy(at, data, length);
  }
  t.set_response_status(tlm::TLM_OK_RESPONSE);
}

unsigned Memory::transport_dbg(int, tlm::tlm_generic_payload &t) {
  access(t);
  return t.is_response_ok() ? t.get_data_length() : 0;
}

}  // namespace wavelock
