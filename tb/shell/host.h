// SPDX-License-Identifier: Apache-2.0
// The host as the DUT sees it: takes messages, some of them late, and resumes waves that halted themselves.
#ifndef WAVELOCK_SHELL_HOST_H
#define WAVELOCK_SHELL_HOST_H

#include "dpi_layout.h"
#include "profile.h"
#include "wavelock/device.h"

namespace wavelock {

class Host {
 public:
  // halt_stays: no wave is resumed.
  Host(uint64_t seed, bool halt_stays);

  void begin(wl_launch_result *result);  // borrowed; gets the messages
  void message(unsigned slot, bool trace, uint32_t simm, uint32_t m0);
  void halted(unsigned slot);
  bool idle() const { return halted_ == 0; }                      // no wave is to be resumed
  bool owes(unsigned slot) const { return halted_ >> slot & 1; }  // this one is to be resumed
  // Once a cycle, after its events. Returns kMsgReady, kResume and kResumeSlot of the next cycle.
  unsigned cycle();

 private:
  Random random_;
  bool halt_stays_;
  uint32_t max_open_ = 0, max_shut_ = 0;  // cycles; 0: always ready
  bool open_ = true;
  uint32_t until_turn_ = 1;
  wl_launch_result *result_ = nullptr;
  unsigned halted_ = 0;               // waves to resume
  uint32_t wait_[WL_MAX_WAVES] = {};  // cycles until then
};

}  // namespace wavelock
#endif
