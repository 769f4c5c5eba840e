// SPDX-License-Identifier: Apache-2.0
// A hand-made DUT: it follows the fake model, except where a test makes it differ.
#ifndef WAVELOCK_TEST_UNIT_H
#define WAVELOCK_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "check/checker.h"
#include "fake_model.h"
#include "check/internal.h"
#include "declare.h"
#include "probe/probe.h"
#include "wavelock/opcodes.h"

// First dwords of instructions. EXTRA: their operands.
#define SOPP_WORD(name, simm) (0xBF800000u | (uint32_t)WL_OP_##name << 16 | (simm))

// State of the DUT before the next edge. unit_cycle reports `now` and then makes it `next`.
typedef struct {
  wl_state_regs state_regs[FAKE_WAVES];
  uint32_t sgpr[FAKE_WAVES][WL_SGPRS];
  uint32_t vgpr[FAKE_ROWS][WL_LANES];
  uint32_t lds[(FAKE_LDS + FAKE_GDS) * 16];
} unit_state;
typedef struct {
  wl_checker *checker;
  unit_state now, next;
  bool late_state_regs;         // the next edge does not take over the fake model's wave state registers
  bool as_expected;             // the last cycle was closed with wl_probe_cycle_as_expected
  uint64_t cycle, ready_cycle;  // ready_cycle: 1 + the last cycle of wl_probe_ready
  wl_checker_result result;
} test_unit;
extern test_unit unit;
extern wl_unit *dut;                           // its handle
extern wl_mem *unit_memory, *unit_dut_memory;  // the checker's and the DUT's
extern bool unit_direct;                       // closes cycles and answers sweeps by direct_compare.h
extern int unit_capabilities;                  // that unit_new declares
extern int unit_exec_unit;                     // of unit_issue
extern bool unit_vcc_alias;                    // the DUT has second names
extern bool unit_control;                      // waves follow control words

void unit_describe(void);                          // config and state rows
extern wl_observer *unit_observer;                 // that unit_new adds; NULL: none
void unit_new(const wl_checker_options *options);  // a checker and time zero; NULL: default options
void unit_free(void);
void unit_cycle(void);      // closes a cycle and answers a sweep
void unit_start(int slot);  // dispatches and starts a wave: s0, s1 and v0 are initial
void unit_dispatch(int slot, wl_wave_init *init);
void unit_begin(int slot, const wl_wave_init *init);  // reports the start of a wave, and closes the cycle
void unit_issue(int slot, uint32_t word);             // a 4-byte instruction, with the effect set in the fake model
void unit_sgpr(int source, int slot, int first, int count, const uint32_t *data);
void unit_vgpr(int source, int slot, int row, int pass, uint32_t lanes, const uint32_t *data);
void unit_lds(int bank, int row, const uint32_t *data);
void unit_end(int slot);       // s_endpgm and wave_end
wl_verdict unit_finish(void);  // closes cycles while the checker is busy; the verdict

#endif
