// SPDX-License-Identifier: Apache-2.0
// The DUT in SystemC: its clock and reset, and what reaches into it. The model that Verilator made is no module: the
// bench evaluates it at each edge of the clock, in one process with one timed event a cycle.
#ifndef WAVELOCK_RTL_BENCH_H
#define WAVELOCK_RTL_BENCH_H

#include "Vcu_top.h"  // before SystemC: Verilator's library would take its time from there

#include <string>
#include <systemc>
#include <vector>

#include "bits.h"
#include "flip.h"
#include "probe_direct.h"
#include "shell/shell.h"
#include "tlm_ports.h"
#ifdef WL_RTL_COVERAGE
#include "counts.h"
#endif
#ifdef WL_RTL_MUTANTS
#include "mutants.h"
#endif
#ifdef WL_RTL_TRACE
#include "snapshots.h"
#include "trace.h"
#endif

namespace wavelock {

class Bench : public sc_core::sc_module, public Shell {
 public:
  Bench(sc_core::sc_module_name name, wl_mem *mem, const wl_rtl_options &options);

  void reset();  // to the first cycle out of reset
  void run(wl_dispatcher *d, wl_launch_result *result);
  // Flips the bit at the edge that begins the cycle. False: no register of the DUT holds the bit.
  bool inject(uint64_t cycle, const StateBit &bit);
  // Row number i of what the unit keeps beside the state table; NULL past the end.
  const wl_state_row *kept_row(uint32_t i) const { return i < kept_rows_.size() ? &kept_rows_[i] : nullptr; }
  bool read_dut(wl_dut_state *to) const;  // the DUT's state now; false: has_places is
  bool has_places() const;                // the unit's probe says where the registers lie
  bool waves(wl_rtl_window *window, std::string *why);
#ifdef WL_RTL_COVERAGE
  void leave_counts() { counts_.end(unit_.contextp()); }
#endif

 private:
  void tick();
  void fall();
  void rise();
  void evaluate(bool clock);
  void snapshot();
  void report_state();
  void inject_now();
  void pause() override;
  void at_end() override;

  TlmPorts initiator_;
  TlmMemory target_;
  Vcu_top unit_;
  Bits bits_;
#ifdef WL_RTL_COVERAGE
  Counts counts_;
#endif
#ifdef WL_RTL_MUTANTS
  Mutants mutants_{options_.plus};
#endif
#ifdef WL_RTL_TRACE
  Trace trace_;
  Snapshots snapshots_;
#endif

#ifdef WL_RTL_PROBE
  wl_unit_state places_ = {};
  std::map<std::string, wl_kept_row> kept_;
#endif
  std::vector<wl_state_row> kept_rows_;
  bool paused_ = false;  // the run has ended, and SystemC stops behind this event
  bool reports_state_;   // options_.state_cycle is to come
  bool begins_;          // an observer hears of the beginning of cycles
  struct {
    bool pending = false;
    uint64_t cycle = 0;
    Place place;
  } injection_;
};

}  // namespace wavelock
#endif
