// SPDX-License-Identifier: Apache-2.0
// Predicates on the opcode of a decoded instruction. Every file that includes this is compiled again after an edit of
// isa/*.def, so no header of a layer does.
#ifndef WAVELOCK_ISA_H
#define WAVELOCK_ISA_H

#include "isa/insn.h"
#include "wavelock/opcodes.h"

// The unit that executes instructions of a format; WL_UNIT_SCALAR for a format that the compute unit does not have.
static inline wl_block wl_format_unit(wl_format format) {
  switch (format) {
    case WL_FMT_VOP2:
    case WL_FMT_VOP1:
    case WL_FMT_VOPC:
    case WL_FMT_VOP3:
    case WL_FMT_VOP3P: return WL_UNIT_VALU;
    case WL_FMT_SMEM: return WL_UNIT_SMEM;
    case WL_FMT_DS: return WL_UNIT_LDS;
    case WL_FMT_FLAT:
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF:
    case WL_FMT_MIMG: return WL_UNIT_VMEM;
    case WL_FMT_EXP: return WL_UNIT_EXPORT;
    default: return WL_UNIT_SCALAR;
  }
}

// Whether insn is the instruction with this opcode (WL_OP_*) in this format.
static inline bool wl_is(const struct wl_insn *insn, wl_format format, uint32_t op) {
  return insn->format == format && insn->op == op;
}
static inline bool wl_is_waitcnt(const struct wl_insn *insn) { return wl_is(insn, WL_FMT_SOPP, WL_OP_s_waitcnt); }
static inline bool wl_is_waitcnt_vs(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPK, WL_OP_s_waitcnt_vscnt);
}
static inline bool wl_is_trap(const struct wl_insn *insn) { return wl_is(insn, WL_FMT_SOPP, WL_OP_s_trap); }
static inline bool wl_is_rfe(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOP1, WL_OP_s_rfe_b64) || wl_is(insn, WL_FMT_SOP2, WL_OP_s_rfe_restore_b64);
}
// The counter values that an s_waitcnt waits for (control-flow.md 5.1).
static inline uint32_t wl_wait_vm(const struct wl_insn *insn) {
  const uint32_t simm = (uint32_t)insn->simm;
  return wl_field(simm, WL_WAITCNT_VM_LOW) | wl_field(simm, WL_WAITCNT_VM_HIGH) << 4;
}
static inline uint32_t wl_wait_exp(const struct wl_insn *insn) {
  return wl_field((uint32_t)insn->simm, WL_WAITCNT_EXP);
}
static inline uint32_t wl_wait_lgkm(const struct wl_insn *insn) {
  return wl_field((uint32_t)insn->simm, WL_WAITCNT_LGKM);
}
// The value of VS_CNT that an s_waitcnt_vscnt waits for: its SGPR, null, is 0 (buffer-memory.md 14.2).
static inline uint32_t wl_wait_vs(const struct wl_insn *insn) { return wl_field((uint32_t)insn->simm, WL_WAITCNT_VS); }
// A message that counts on LGKM_CNT.
static inline bool wl_is_message(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPP, WL_OP_s_sendmsg) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_sendmsghalt);
}
// A message or trace data: either takes a place in wl_messages.
static inline bool wl_sends(const struct wl_insn *insn) {
  return wl_is_message(insn) || wl_is(insn, WL_FMT_SOPP, WL_OP_s_ttracedata);
}
// Fork and join, which use an entry of the fork stack.
static inline bool wl_is_fork_or_join(const struct wl_insn *insn) {
  return wl_is(insn, WL_FMT_SOPK, WL_OP_s_cbranch_i_fork) || wl_is(insn, WL_FMT_SOP2, WL_OP_s_cbranch_g_fork) ||
         wl_is(insn, WL_FMT_SOP1, WL_OP_s_cbranch_join);
}

#endif
