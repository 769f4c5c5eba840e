// SPDX-License-Identifier: Apache-2.0
// A model has the policies that its unit has: GFX9's wait counters, and control words if they are configured.
#include "control/control.h"

wl_model *wl_model_new(const wl_config *config, wl_mem *mem) {
  return wl_model_open(config, mem, config->control ? &wl_control_words : NULL);
}
