// SPDX-License-Identifier: Apache-2.0
// What a unit says at time zero beside its sizes and rows.
#ifndef WAVELOCK_TEST_DECLARE_H
#define WAVELOCK_TEST_DECLARE_H

#include "probe/probe.h"

// The version, and every capability.
static inline void declare(wl_unit *dut) {
  wl_probe_version(dut, WL_PROBE_VERSION);
  for (int i = 0; i < WL_CAPABILITIES; i++) wl_probe_capability(dut, wl_capability_name(i));
}

#endif
