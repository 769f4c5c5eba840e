// SPDX-License-Identifier: Apache-2.0
// The Verilated vector ALU (vector_unit.sv) with registers around it. One a process.
#ifndef WAVELOCK_VECTOR_UNIT_DUT_H
#define WAVELOCK_VECTOR_UNIT_DUT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DUT_LANES = 64, DUT_VGPRS = 24 };

// An instruction as it issues: its words and what it reads beside VGPRs.
struct dut_instruction {
  uint32_t words[2], mode;
  uint64_t vcc, scalar;  // scalar: every SGPR source
};

// What an instruction gives beside VGPRs.
struct dut_answer {
  uint64_t mask;        // of a compare or a flag, in the active lanes
  unsigned exceptions;  // TRAPSTS.EXCP of the active lanes
};

// The instruction set of the unit: 900 or 906.
uint32_t dut_isa(void);
// Whether the decoder accepts it.
bool dut_accepts(const struct dut_instruction *i);
// Executes it `count` times, with the active lanes execs[0], execs[1] and so on. Lanes must not repeat. rows are the
// DUT_VGPRS VGPRs from v0 on. Ends the program with a message if an instruction does not end or uses other VGPRs.
void dut_execute(const struct dut_instruction *i, unsigned count, const uint64_t *execs, uint32_t (*rows)[DUT_LANES],
                 struct dut_answer *answers);

#ifdef __cplusplus
}
#endif
#endif
