// SPDX-License-Identifier: Apache-2.0
// A stand-in for the model: tests set the state after an instruction by hand, then report the instruction.
#ifndef WAVELOCK_FAKE_MODEL_H
#define WAVELOCK_FAKE_MODEL_H

#include "wavelock/control.h"
#include "wavelock/model_ops.h"

enum { FAKE_WAVES = 16, FAKE_ROWS = 8 * FAKE_WAVES, FAKE_LDS = 8, FAKE_GDS = 4 };

typedef struct {
  wl_state_regs state_regs[WL_MAX_WAVES];
  uint32_t sgpr[WL_MAX_WAVES][WL_SGPRS];
  uint32_t vgpr[FAKE_ROWS][WL_LANES];
  uint32_t lds[(FAKE_LDS + FAKE_GDS) * 16];  // the GDS behind the LDS
  wl_result issue_result;                    // of the next `issue`, then WL_OK
  wl_effect effect;                          // of the next `issue`, then a plain scalar instruction of 4 bytes
  uint32_t at_issue;                         // blocks of `at_issue`, a bit each
  bool refuse;                               // the next other event is WL_BAD_EVENT; so is each start of a wave
  wl_result other_result;                    // of the next other event, then WL_OK
  bool no_candidate;                         // `control->candidate`
  uint32_t lds_enable;                       // byte enables of the next LDS access that are not the DUT's
  uint64_t predicted_enable;
  uint32_t predicted[16];          // data of the next request, line at memory, LDS access or write back
  uint32_t predicted_compare[16];  // of the next atomic
  uint32_t predicted_lanes;
  uint32_t lds_lanes;  // not 0: those of the LDS half of FLAT, whose value is lds_value
  uint32_t lds_value;
  uint64_t more_lanes;  // of wl_wave_init.more
  bool half_stays;      // the return of an LDS half is refused
  wl_export_beat beat;  // each that the model predicts
  uint64_t clock;       // the cycle of the last `clock`
  bool barrier_ready;
  wl_unmapped wild;  // of the next `unmapped`, then none
  // Not NULL: the model executes it, from 0x1000 on: s_barrier of two waves, s_endpgm, and what changes nothing but PC.
  const uint32_t *program;
  uint32_t at_barrier;  // waves of `program`, a bit each
} fake_model;
extern fake_model fake;
extern const wl_model_ops fake_ops;

#endif
