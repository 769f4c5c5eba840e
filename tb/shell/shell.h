// SPDX-License-Identifier: Apache-2.0
// The surroundings of a DUT without its simulator: memory behind its ports, launcher, host, sink, and the control of a
// run. The simulator has the clock. At each edge the DUT's wrapper calls what wavelock/bench.h declares; between two
// edges the simulator calls between_edges.
#ifndef WAVELOCK_SHELL_SHELL_H
#define WAVELOCK_SHELL_SHELL_H

#include <string>

#include "check/checker.h"
#include "host.h"
#include "launcher.h"
#include "memory.h"
#include "ports.h"
#include "rtl.h"
#include "sink.h"

namespace wavelock {

class Shell {
 public:
  // unit: the handle of the DUT's probe, NULL: it has none. Memory is connected to the ports.
  Shell(wl_mem *mem, wl_unit *unit, const wl_rtl_options &options);
  Shell(const Shell &) = delete;
  Shell &operator=(const Shell &) = delete;

  // Whose DUT is evaluated; NULL: none, or it is being made.
  static Shell *running;

  void set_checker(wl_checker *c) { checker_ = c; }
  uint64_t ended() const { return ended_; }            // the cycle in which the last launch ended
  const wl_config &config() const { return config_; }  // the DUT's sizes, from time zero on
  // An assertion of the DUT failed, or the DUT called $stop or $finish.
  void stop(const std::string &why);
  // The simulation cannot go on.
  void broken(const std::string &why);

  // Called by the DUT's wrapper. Words are laid out as in dpi_layout.h.
  void set_config(const wl_config &c) { config_ = c; }
  const wl_exposed_hazard *exposed_hazards() const { return options_.exposed_hazards; }
  unsigned cycle(unsigned status);
  // Hands the next response of a port to the DUT.
  int take(int port, uint32_t data[16]);

  Ports ports;
  Launcher launcher;
  Host host;
  Sink sink;

 protected:
  ~Shell() = default;

  enum class State { kReset, kRun, kDrain, kPause };

  // Time zero is over.
  void out_of_reset() { state_ = State::kPause; }
  // A run begins. Cycles go on until pause; then finish fills in the rest of the result. d and result are borrowed.
  void begin(wl_dispatcher *d, wl_launch_result *result);
  void finish();
  // Not in reset: memory is accessed.
  void between_edges() { memory_.between_edges(cycle_ + kResetEdges - 1); }
  // The run is over: no cycle before the next one.
  virtual void pause() = 0;
  // What decides the verdict is over: memory drains.
  virtual void at_end() {}
  uint64_t hang_limit() const;
  bool checker_found() const { return checker_ && wl_checker_found(checker_); }

  static constexpr uint32_t kResetEdges = 3;  // edges of the clock before cycle 0

  const wl_rtl_options options_;
  Memory memory_;
  State state_ = State::kReset;
  uint64_t cycle_ = 0;  // the current cycle: the next rising edge ends it

 private:
  void wave_ended(unsigned slot, unsigned why);
  void look_for_end(bool active);
  void watch(uint64_t limit);
  void cut_short(wl_verdict verdict, const std::string &why, int slot = -1);
  std::string waves_left() const;
  void end_faulted(const std::string &more);
  void end(wl_verdict verdict, const std::string &why);
  void drain();
  bool checker_stops() const { return checker_ && wl_checker_stop(checker_); }
  bool checker_busy() const { return checker_ && wl_checker_busy(checker_); }

  wl_config config_ = {};
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
};

}  // namespace wavelock
#endif
