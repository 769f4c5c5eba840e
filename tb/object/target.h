// SPDX-License-Identifier: Apache-2.0
// What code is made for: an instruction set, and SRAM-ECC on or off where the chip has it. XNACK is off in all
// (kernel-launch.md 1).
#ifndef WAVELOCK_TARGET_H
#define WAVELOCK_TARGET_H

#include "wavelock/model.h"

typedef enum { WL_TARGET_GFX900, WL_TARGET_GFX906, WL_TARGET_GFX906_SRAMECC, WL_TARGETS } wl_target;

// The target of a unit.
static inline wl_target wl_target_of(const wl_config *unit) {
  if (unit->isa == WL_GFX900) return WL_TARGET_GFX900;
  return unit->sramecc ? WL_TARGET_GFX906_SRAMECC : WL_TARGET_GFX906;
}

// clang's option for it: "-mcpu=" and its name.
static inline const char *wl_clang_target(wl_target t) {
  static const char *const options[WL_TARGETS] = {[WL_TARGET_GFX900] = "-mcpu=gfx900:xnack-",
                                                  [WL_TARGET_GFX906] = "-mcpu=gfx906:sramecc-:xnack-",
                                                  [WL_TARGET_GFX906_SRAMECC] = "-mcpu=gfx906:sramecc+:xnack-"};
  return options[t];
}

static inline const char *wl_target_name(wl_target t) { return wl_clang_target(t) + sizeof "-mcpu=" - 1; }

static inline wl_isa wl_target_isa(wl_target t) { return t == WL_TARGET_GFX900 ? WL_GFX900 : WL_GFX906; }

#endif
