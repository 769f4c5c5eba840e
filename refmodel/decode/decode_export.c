// SPDX-License-Identifier: Apache-2.0
// Decoder of EXP: fields, and legality by the words alone (control-flow.md 11.1, D-EXP-1).
#include "decode/decode.h"

bool wl_decode_export(struct wl_insn *insn) {
  const uint32_t w0 = insn->words[0];
  const uint32_t sent = wl_export_registers(wl_field(w0, WL_EXP_EN), (w0 & WL_EXP_COMPR) != 0);
  wl_export_type type;
  insn->name = "exp";
  insn->unit = WL_UNIT_EXPORT;
  insn->kind = WL_KIND_SLOW;
  insn->holds = WL_HOLDS_EXP;
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    if (!(sent >> i & 1)) continue;
    insn->src[i] = (struct wl_operand){
        .kind = WL_OPERAND_VGPR, .regs = 1, .reg = (uint16_t)(insn->words[1] >> (8 * i) & 0xff), .value = 0};
  }
  return wl_export_type_of(wl_field(w0, WL_EXP_TARGET), &type);
}
