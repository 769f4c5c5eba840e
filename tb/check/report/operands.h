// SPDX-License-Identifier: Apache-2.0
// The operands of the last instruction of the report's wave, as the model had them before the instruction.
#ifndef WAVELOCK_CHECK_OPERANDS_H
#define WAVELOCK_CHECK_OPERANDS_H

#include "check/internal.h"

enum { MAX_OPERANDS = 24, STACK_ENTRY = 4 };  // STACK_ENTRY: SGPRs of an entry of the fork stack

typedef struct {
  char name[16];
  uint64_t value;         // of a scalar register, printed with `digits` hexadecimal digits
  int digits;             // 0: a VGPR
  const uint32_t *lanes;  // VGPR
} operand;

typedef struct {
  char instruction[128];
  uint32_t count;
  operand operand[MAX_OPERANDS];
  bool renumbered;   // GPR-index mode or shared VGPRs: the VGPR numbers are those in the instruction's fields
  bool overwritten;  // a load that may have written one of its own operands by now
  bool fork, join;
  uint32_t csp;         // MODE.CSP before the instruction
  uint32_t jump, stay;  // of a fork: lanes that jump, lanes that go on
} operands;

// False: the wave has issued no instruction, or its last one is not legal.
bool last_operands(const wl_checker *c, operands *o);

#endif
