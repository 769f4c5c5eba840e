// SPDX-License-Identifier: Apache-2.0
// What a run on the model alone tells who follows it.
#ifndef WAVELOCK_FOLLOWER_H
#define WAVELOCK_FOLLOWER_H

#include "wavelock/device.h"
#include "wavelock/model.h"

// Follows the model alone, as a debugger does.
typedef struct {
  void *to;
  void (*opened)(void *to, wl_model *model, const wl_config *sizes, const wl_mem *memory);
  void (*wave_starts)(void *to, uint32_t slot, const wl_wave_init *init);
  void (*waves_started)(void *to);  // all that fit now
} wl_model_follower;

#endif
