// SPDX-License-Identifier: Apache-2.0
// Texts of verdicts that the checker and the runner both print.
#ifndef WAVELOCK_VERDICT_H
#define WAVELOCK_VERDICT_H

// Why a run is EXPECT that should have halted a wave on a fault.
extern const char wl_no_fault_text[];

#endif
