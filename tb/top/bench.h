// SPDX-License-Identifier: Apache-2.0
// The DUT, its memory and its cycle, and the control of a run.
#ifndef WAVELOCK_RTL_BENCH_H
#define WAVELOCK_RTL_BENCH_H

#include <string>
#include <systemc>
#include <vector>

#include "Vcu_top.h"
#include "bits.h"
#include "check/checker.h"
#include "flip.h"
#include "host.h"
#include "launcher.h"
#include "memory.h"
#include "ports.h"
#include "probe_direct.h"
#include "rtl.h"
#include "sink.h"
#ifdef WL_RTL_MUTANTS
#include "mutants.h"
#endif
#ifdef WL_RTL_TRACE
#include "snapshots.h"
#include "trace.h"
#endif

namespace wavelock {

class Bench : public sc_core::sc_module {
 public:
  Bench(sc_core::sc_module_name name, wl_mem *mem, const wl_rtl_options &options);

  void reset();  // to the first cycle out of reset
  void run(wl_dispatcher *d, wl_launch_result *result);
  void set_checker(wl_checker *c) { checker_ = c; }
  // Flips the bit at the edge that begins the cycle. False: no register of the DUT holds the bit.
  bool inject(uint64_t cycle, const StateBit &bit);
  // Row number i of what the unit keeps beside the state table; NULL past the end.
  const wl_state_row *kept_row(uint32_t i) const { return i < kept_rows_.size() ? &kept_rows_[i] : nullptr; }
  bool begins() const { return begins_; }    // an observer hears of the beginning of cycles
  bool read_dut(wl_dut_state *to) const;     // the DUT's state now; false: has_places is
  bool has_places() const;                   // the unit's probe says where the registers lie
  uint64_t ended() const { return ended_; }  // the cycle in which the last launch ended
  bool waves(wl_rtl_window *window, std::string *why);
  const wl_config &config() const { return config_; }  // the DUT's sizes, from time zero on

  // Called by the DUT's wrapper (cu_top.sv). Words are laid out as in dpi_layout.h.
  void set_config(const wl_config &c) { config_ = c; }
  const wl_exposed_hazard *exposed_hazards() const { return options_.exposed_hazards; }
  unsigned cycle(unsigned status);
  // Hands the next response of a port to the DUT.
  int take(int port, uint32_t data[16]);
  // An assertion of the DUT failed, or the DUT called $stop or $finish.
  void stop(const std::string &why);
  // The simulation cannot go on.
  void broken(const std::string &why);

  Ports ports;
  Launcher launcher;
  Host host;
  Sink sink;

 private:
  enum class State { kReset, kRun, kDrain, kPause };

  void tick();
  void snapshot();
  void report_state();
  void inject_now();
  void wave_ended(unsigned slot, unsigned why);
  void look_for_end(bool active);
  void watch(uint64_t limit);
  void cut_short(wl_verdict verdict, const std::string &why, int slot = -1);
  std::string waves_left() const;
  void end_faulted(const std::string &more);
  void end(wl_verdict verdict, const std::string &why);
  void drain();
  bool checker_stops() const;
  bool checker_busy() const;
  bool checker_found() const;

  const wl_rtl_options options_;
  Memory memory_;
  Vcu_top unit_;
  sc_core::sc_signal<bool> clk_{"clk"}, rst_n_{"rst_n", true};
  const sc_core::sc_time half_;
  Bits bits_;
#ifdef WL_RTL_MUTANTS
  Mutants mutants_{options_.plus};
#endif
#ifdef WL_RTL_TRACE
  Trace trace_;
  Snapshots snapshots_;
#endif

  wl_config config_ = {};
  State state_ = State::kReset;
  uint64_t cycle_ = 0;                 // the current cycle: the next rising edge ends it
  uint64_t start_ = 0, progress_ = 0;  // cycles: start of the run; last start or end of a wave
  uint64_t ended_ = 0;                 // cycle in which the last launch ended
  uint64_t watch_ = 0;                 // cycle of the next look at waves that wait
  uint32_t settle_ = 0;
  unsigned faulted_ = 0;      // slots of waves that faulted
  unsigned first_fault_ = 0;  // slot of the first of them
  uint32_t still_ = 0;        // cycles in a row without any activity
  wl_dispatcher *dispatcher_ = nullptr;
  wl_launch_result *result_ = nullptr;
  wl_checker *checker_ = nullptr;
#ifdef WL_RTL_PROBE
  wl_unit_state places_ = {};
  std::map<std::string, wl_kept_row> kept_;
#endif
  std::vector<wl_state_row> kept_rows_;
  bool reports_state_;  // options_.state_cycle is to come
  bool begins_;         // as begins()
  struct {
    bool pending = false;
    uint64_t cycle = 0;
    Place place;
  } injection_;
};

}  // namespace wavelock
#endif
