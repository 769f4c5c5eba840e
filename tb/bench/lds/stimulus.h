// SPDX-License-Identifier: Apache-2.0
// Random work for the data share: waves with their part of the LDS and their VGPRs, and DS instructions of every
// opcode.
#ifndef WAVELOCK_LDS_UNIT_STIMULUS_H
#define WAVELOCK_LDS_UNIT_STIMULUS_H

#include "bench.h"

struct DsInstruction {
  Words words;
  Registers registers;
};

// VGPRs that a wave starts with: v0..v2 have addresses, v3.. data.
constexpr uint32_t ADDRESS_VGPRS = 3, INIT_VGPRS = 28;

// A part of the LDS, a place in a group, M0, MODE, alignment mode and EXEC.
wl_wave_init random_wave(Random &random, uint32_t *m0);
// VGPRs for it: addresses that share banks, lie past the end, are misaligned, or are arbitrary.
void random_vgprs(Random &random, const wl_wave_init &wave, uint32_t vgprs[INIT_VGPRS][WL_LANES]);
DsInstruction random_instruction(Random &random);

Words owner_write(uint32_t dwords, uint32_t stride, uint32_t index, bool relative, uint32_t data);

#endif
