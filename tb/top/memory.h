// SPDX-License-Identifier: Apache-2.0
// Global memory as a TLM-2.0 target, approximately timed.
//
// A request is accepted with TLM_UPDATED/END_REQ; the annotated delay is the back-pressure. Half a clock later the
// access at memory takes place, in the order of acceptance over all ports. The response comes after the port's
// latency: in order on the instruction port, out of order on the scalar and the vector port unless a knob forbids it.
#ifndef WAVELOCK_RTL_MEMORY_H
#define WAVELOCK_RTL_MEMORY_H

#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "profile.h"
#include "wavelock/memory_operation.h"
#include "wavelock/model.h"

struct wl_unit;  // probe/unit.h

namespace wavelock {

// The transaction's port, its id on the port, which is its name in the probe's events, and its operation.
//
// An atomic has TLM_IGNORE_COMMAND. Memory computes it (atomic.h): in one step the line is read and the enabled words
// are written. The last three are of an atomic.
struct Tag : tlm::tlm_extension<Tag> {
  int port = 0, id = 0;
  wl_mem_op op = WL_MEM_LOAD;
  wl_mem_atomic atomic = WL_ATOMIC_SWAP;
  bool wide = false;
  uint32_t compare[16] = {};
  tlm::tlm_extension_base *clone() const override { return new Tag(*this); }
  void copy_from(const tlm::tlm_extension_base &from) override { *this = static_cast<const Tag &>(from); }
};

class Memory : public sc_core::sc_module {
 public:
  sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<Memory>> socket;

  // mem is borrowed. unit: the handle of the DUT's probe, or NULL.
  Memory(sc_core::sc_module_name name, wl_mem *mem, wl_unit *unit, uint64_t seed, const wl_memory_knobs &knobs,
         sc_core::sc_time clock);

  // Transactions of the scalar and the vector port to unmapped lines since the last call.
  wl_unmapped take_unmapped();

 private:
  struct Side {
    Profile profile;
    Random random;
    sc_core::sc_time last;  // of the responses, where they keep their order
  };

  tlm::tlm_sync_enum nb_transport_fw(int port, tlm::tlm_generic_payload &t, tlm::tlm_phase &phase,
                                     sc_core::sc_time &delay);
  unsigned transport_dbg(int port, tlm::tlm_generic_payload &t);
  void on_phase(tlm::tlm_generic_payload &t, const tlm::tlm_phase &phase);
  void perform(tlm::tlm_generic_payload &t);
  sc_core::sc_time until_response(Side *s);
  void access(tlm::tlm_generic_payload &t);

  wl_mem *mem_;
  wl_unit *const unit_;
  const sc_core::sc_time clock_;
  wl_unmapped unmapped_ = {};
  Side side_[kPorts];
  tlm_utils::peq_with_cb_and_phase<Memory> queue_;
};

}  // namespace wavelock
#endif
