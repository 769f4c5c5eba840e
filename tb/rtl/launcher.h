// SPDX-License-Identifier: Apache-2.0
// Starts waves: registers through the unit's init ports (an SGPR and a pass of a VGPR a cycle), then the wave.
#ifndef WAVELOCK_RTL_LAUNCHER_H
#define WAVELOCK_RTL_LAUNCHER_H

#include "checker.h"
#include "dispatch.h"

namespace wavelock {

// The unit's inputs of the next cycle: answer_t of cu_top.sv without the memory ports.
enum Answer : unsigned { kInitSgpr = 1u << 6, kInitVgpr = 1u << 7, kLaunch = 1u << 8, kFault = 1u << 9 };

class Launcher {
 public:
  // Both are borrowed. d NULL: start nothing more. The checker, if any, hears of each wave before the unit does.
  void begin(wl_dispatcher *d, wl_checker *c);
  // Once a cycle; vgpr_taken: the unit took the pass that was offered. The bits say which of the calls below come.
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
  bool look_ = false;     // a wave may have got a place since the last look
  bool loading_ = false;  // the wave below is being loaded
  uint32_t slot_ = 0;
  wl_wave_init init_ = {};
  uint32_t sgprs_ = 0;                              // offered
  uint32_t passes_offered_ = 0, passes_taken_ = 0;  // of the VGPRs
};

}  // namespace wavelock
#endif
