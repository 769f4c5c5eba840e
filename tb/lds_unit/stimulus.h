// SPDX-License-Identifier: Apache-2.0
// Random work for the data share: waves with their windows and registers, and DS instructions of every opcode of the
// unit.
#ifndef WAVELOCK_LDS_UNIT_STIMULUS_H
#define WAVELOCK_LDS_UNIT_STIMULUS_H

#include "bench.h"

struct DsInstruction {
  Words words;
  Registers registers;
};

// Rows that a wave begins with: v0..v2 addresses, v3.. data.
constexpr uint32_t ADDRESS_ROWS = 3, ROWS = 28;

// A window, a place in a group, M0, MODE, alignment mode and EXEC.
wl_wave_init random_wave(Random &random, uint32_t *m0);
// Registers for it. Addresses meet in banks, lie past the end, are misaligned, or anything.
void random_rows(Random &random, const wl_wave_init &wave, uint32_t rows[ROWS][WL_LANES]);
DsInstruction random_instruction(Random &random);

Words owner_write(uint32_t dwords, uint32_t stride, uint32_t index, bool relative, uint32_t data);

#endif
