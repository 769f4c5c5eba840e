// SPDX-License-Identifier: Apache-2.0
// The operands of the last instruction of the wave that the report is about, as the model had them before it.
#ifndef WAVELOCK_LOCKSTEP_OPERANDS_H
#define WAVELOCK_LOCKSTEP_OPERANDS_H

#include "internal.h"

enum { MAX_OPERANDS = 24 };

typedef struct {
  char name[16];
  uint64_t value;         // scalar, of `digits` hexadecimal digits
  int digits;             // 0: a VGPR
  const uint32_t *lanes;  // VGPR
} operand;

typedef struct {
  char instruction[128];
  uint32_t count;
  operand operand[MAX_OPERANDS];
  bool renumbered;   // GPR-index mode or shared registers: the VGPR numbers are those of the instruction's fields
  bool overwritten;  // a load that may have written one of its own operands since
  bool fork, join;
  uint32_t csp;         // before it
  uint32_t jump, stay;  // lanes of a fork
} operands;

// False: there is no such instruction, or not one that the model knows.
bool last_operands(const wl_checker *c, operands *o);

#endif
