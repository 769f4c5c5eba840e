// SPDX-License-Identifier: Apache-2.0
// Direct compare: for a probe that reads the DUT's arrays where the simulator keeps them (tb/top/probe_direct.cc).
// These functions do the work of those in probe.h, many words at a time. A probe needs only probe.h.
#ifndef WAVELOCK_PROBE_DIRECT_COMPARE_H
#define WAVELOCK_PROBE_DIRECT_COMPARE_H

#include "wavelock/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// The bits of slot 0 in the four masks of the word `trap`.
#define WL_TRAP_SLOT_0 UINT64_C(0x0001000100010001)

typedef struct wl_unit wl_unit;

// The wave state registers of all slots (state.def): an array per register, and masks, in which bit i belongs to
// slot i.
typedef struct {
#define REGISTER(name, bits, array, width) uint##width##_t array[WL_MAX_WAVES];
#include "probe/state.def"
  uint64_t trap;  // masks of 16 slots: TRAP_BIT of state.def, number 0 in the lowest bits
#define STATUS_BIT(array, field, number) uint16_t array;
#include "probe/state.def"
  uint64_t live_trap;          // all ones in `trap` for each valid slot
  uint16_t not_representable;  // slots with bits that the arrays cannot hold: they must be compared as words
  uint16_t control;            // slots with control words that are not zero
  // All ones for each valid slot, in the widths of the arrays.
  uint64_t live64[WL_MAX_WAVES];
  uint32_t live32[WL_MAX_WAVES];
  uint8_t live8[WL_MAX_WAVES];
  uint32_t status[WL_MAX_WAVES];  // as last put
} wl_state_reg_arrays;

// Puts the words of a slot into the arrays. A slot without a wave has all words zero, as in a wl_state_reg_arrays of
// zeros.
void wl_state_reg_arrays_put(wl_state_reg_arrays *a, uint32_t slot, const wl_state_regs *s);
// Gets the words of a slot from the arrays, except for bits that they cannot hold (not_representable).
void wl_state_reg_arrays_get(const wl_state_reg_arrays *a, uint32_t slot, wl_state_regs *s);

// State that the checker expects of the unit in the open cycle; NULL: nobody checks the unit.
const wl_state_reg_arrays *wl_unit_expected(const wl_unit *unit);
// wl_probe_cycle for a probe that has compared every register of every slot with these. It has found no difference and
// no slot that is not representable.
void wl_probe_cycle_as_expected(wl_unit *unit, long long cycle);

// wl_probe_vgpr of source WL_SRC_VALU.
void wl_probe_valu_lanes(wl_unit *unit, int slot, int vgpr, int pass, unsigned lanes, const uint32_t *data);

// wl_probe_sweep_vgpr of physical VGPRs first..first+count-1, 64 words each.
void wl_probe_sweep_vgprs(wl_unit *unit, int first, int count, const uint32_t *words);
// wl_probe_sweep_lds of rows 0..rows-1 of a bank, 4 words each.
void wl_probe_sweep_lds_bank(wl_unit *unit, int bank, int rows, const uint32_t *words);

#ifdef __cplusplus
}
#endif
#endif
