// SPDX-License-Identifier: Apache-2.0
// Rows of the scalar instruction tables (isa/sop*.def), for the decoder.
#ifndef WAVELOCK_SCALAR_H
#define WAVELOCK_SCALAR_H

#include "wave/machine.h"

typedef enum { WL_SCALAR_none, WL_SCALAR_b32, WL_SCALAR_b64, WL_SCALAR_i64, WL_SCALAR_own64 } wl_scalar_type;

// Operand rules beside those that hold for every scalar operand (D-FLOW-11, D-FLOW-12, D-REG-18).
typedef enum {
  WL_RULE_ANY,
  WL_RULE_NO_LITERAL,
  WL_RULE_MOVRELS,  // source: an SGPR number to which M0 is added
  WL_RULE_MOVRELD,  // the same for the destination
  WL_RULE_FORK,     // source 0: SGPR pair or VCC; source 1: SGPR pair
  WL_RULE_JOIN,     // source: one SGPR
  WL_RULE_RFE,      // PRIV = 1; source 0: SGPR pair
} wl_rule;

struct wl_scalar_row {
  const char *name;  // NULL: no such opcode
  wl_insn_fn fn;
  uint8_t dst, src[2];  // wl_scalar_type
  uint8_t kind, flags, rule;
};

// NULL: illegal opcode. format: SOP2, SOP1, SOPC, SOPK or SOPP.
const struct wl_scalar_row *wl_scalar_row(wl_format format, uint32_t op);

#endif
