// SPDX-License-Identifier: Apache-2.0
// The sink of exports (control-flow.md 11), which stands for the render backends and the parameter cache. It keeps what
// the DUT sends, and takes some of it late.
#ifndef WAVELOCK_SHELL_SINK_H
#define WAVELOCK_SHELL_SINK_H

#include <map>

#include "dpi_layout.h"
#include "profile.h"
#include "wavelock/device.h"
#include "wavelock/encoding.h"

namespace wavelock {

class Sink {
 public:
  explicit Sink(uint64_t seed);

  void begin(wl_launch_result *result);  // borrowed; gets the exports
  // A beat: 16 lanes of one register. target_flags: as kTarget and the fields after it of dpi_layout.h.
  void beat(unsigned slot, unsigned target_flags, uint64_t exec, unsigned component, unsigned pass,
            const uint32_t data[16]);
  // Once a cycle, after its events. Returns kExportReady of the next cycle.
  unsigned cycle() {
    if (max_open_ && --until_turn_ == 0) turn();
    return ready_;
  }

 private:
  void turn();

  Random random_;
  uint32_t max_open_ = 0, max_shut_ = 0;  // cycles; 0: always ready
  unsigned ready_ = answer::kExportReady.put(1);
  uint32_t until_turn_ = 1;
  wl_launch_result *result_ = nullptr;
  // Exports of which beats are to come, by slot and type: those of one wave and one type come one after the other
  // (D-EXP-7).
  std::map<std::pair<unsigned, wl_export_type>, wl_export> open_;
};

}  // namespace wavelock
#endif
