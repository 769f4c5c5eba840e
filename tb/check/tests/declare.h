// SPDX-License-Identifier: Apache-2.0
// What a unit says at time zero beside its sizes and rows.
#ifndef WAVELOCK_TEST_DECLARE_H
#define WAVELOCK_TEST_DECLARE_H

#include "check/checker.h"
#include "probe/probe.h"

enum {
  CHOICES = 1 << WL_CAN_control | 1 << WL_CAN_retire | 1 << WL_CAN_clears_registers,  // for tests of their own
  EVERYTHING = ((1 << WL_CAPABILITIES) - 1) & ~CHOICES,
  DECLARED = EVERYTHING & ~(1 << WL_CAN_writeback_slots),  // execution units are for tests that report them
};

// The version, and these capabilities.
static inline void declare(wl_unit *dut, int capabilities) {
  wl_probe_version(dut, WL_PROBE_VERSION);
  for (int i = 0; i < WL_CAPABILITIES; i++)
    if (capabilities >> i & 1) wl_probe_capability(dut, wl_capability_name(i));
}

// The rows of the state table, from number `first` on.
static inline void declare_rows(wl_unit *dut, const wl_model_ops *ops, uint32_t first) {
  wl_state_row row;
  for (uint32_t i = first; wl_state_table(ops, i, &row); i++) wl_probe_state_row(dut, row.name, (int)i);
}

#endif
