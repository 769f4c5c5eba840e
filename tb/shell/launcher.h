// SPDX-License-Identifier: Apache-2.0
// Starts waves: initial registers through the DUT's init ports (one SGPR and one pass of a VGPR a cycle), then the
// wave.
#ifndef WAVELOCK_SHELL_LAUNCHER_H
#define WAVELOCK_SHELL_LAUNCHER_H

#include "check/checker.h"
#include "device/dispatch.h"

namespace wavelock {

class Launcher {
 public:
  // Both are borrowed. d NULL: no further wave is started. The checker, if any, gets each wave before the DUT does.
  void begin(wl_dispatcher *d, wl_checker *c);
  // Once a cycle. vgpr_taken: the DUT took the pass that was offered. Returns kInitSgpr, kInitVgpr and kLaunch of the
  // next cycle (dpi_layout.h): which of the calls below come.
  unsigned cycle(bool vgpr_taken);
  void init_sgpr(int *slot_index, int *data);
  void init_vgpr(int *row_pass, uint32_t data[16]);
  const wl_wave_init &launch(int *slot);
  void wave_ended(int slot);
  void close();                                      // no further workgroup is started
  bool idle() const { return !loading_ && !look_; }  // starts nothing until a wave ends

 private:
  wl_dispatcher *dispatcher_ = nullptr;
  wl_checker *checker_ = nullptr;
  bool look_ = false;     // the dispatcher may have a wave to start
  bool loading_ = false;  // the initial registers of the wave below are being written
  uint32_t slot_ = 0;
  wl_wave_init init_ = {};
  uint32_t sgprs_ = 0;                              // offered
  uint32_t passes_offered_ = 0, passes_taken_ = 0;  // of the VGPRs
};

}  // namespace wavelock
#endif
