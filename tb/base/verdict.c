// SPDX-License-Identifier: Apache-2.0
#include "verdict.h"

#include "wavelock/device.h"

const char wl_no_fault_text[] = "a wave was expected to halt on a fault and none did";

const char *wl_verdict_name(wl_verdict v) {
  static const char *const names[] = {
      [WL_PASS] = "PASS",     [WL_MISMATCH] = "MISMATCH", [WL_ILLEGAL] = "ILLEGAL", [WL_HAZARD] = "HAZARD",
      [WL_EXPECT] = "EXPECT", [WL_HANG] = "HANG",         [WL_ERROR] = "ERROR",
  };
  return (unsigned)v < sizeof names / sizeof *names ? names[v] : "?";
}
