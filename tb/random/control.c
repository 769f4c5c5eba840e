// SPDX-License-Identifier: Apache-2.0
// Sleep, messages, halt, traps and single step, and the trap handler.
#include "program.h"

static uint32_t trap_id(program *p) {
  // With a handler trap 0 does not occur: the handler takes it for a single step or an exception.
  return p->traps ? 1 + rng_below(&p->random, (p->taken ? TRAP_START : FAULT_TRAP) - 1) : rng_below(&p->random, 256);
}

void random_trap(program *p) {
  insn i = {.unit = UNIT_FLOW};
  append(&i, "s_trap %u", trap_id(p));
  emit(p, &i);
}

void random_misc(program *p) {
  insn i = {.unit = UNIT_FLOW};
  const uint32_t kind = rng_below(&p->random, 4);
  if (kind == 0) {
    i.idle = rng_below(&p->random, 8);
    append(&i, "s_nop %u", i.idle);
  } else if (kind == 1) {
    append(&i, "s_setprio %u", rng_below(&p->random, 4));
  } else if (kind == 2) {
    append(&i, "s_trap %u", trap_id(p));
  } else {
    append(&i, "s_icache_inv");
  }
  emit(p, &i);
}

// Single step: the trap handler is entered after every instruction.
static void single_step(program *p) {
  for (uint32_t on = 2; on-- > 0;) {
    insn i = {.unit = UNIT_SALU, .hwreg_write = true};
    append(&i, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), %u", on);
    emit(p, &i);
    if (on) random_straight(p, 1 + rng_below(&p->random, 8));
  }
}

void random_control(program *p) {
  const uint32_t kind = rng_below(&p->random, 32), any = rng_below(&p->random, 0x10000);
  insn i = {.unit = UNIT_FLOW};
  if (kind < 3) {
    append(&i, "s_sleep %u", rng_below(&p->random, 4));
  } else if (kind < 6) {
    append(&i, "s_wakeup");
  } else if (kind < 8) {
    append(&i, "s_setprio %u", any & 3);
  } else if (kind < 12) {
    i.takes_m0 = true;
    append(&i, "s_sendmsg 0x%x", any);
  } else if (kind < 14) {
    i.takes_m0 = true;
    append(&i, "s_ttracedata");
  } else if (kind < 15) {
    append(&i, "s_sethalt %u", rng_percent(&p->random, 30));
  } else if (kind < 16) {
    i.takes_m0 = true;
    append(&i, rng_percent(&p->random, 40) ? "s_sendmsghalt 0x%x" : "s_sendmsg 0x%x", any);
  } else if (kind < 17) {
    append(&i, "s_incperflevel %u", any & 15);
  } else if (kind < 18) {
    append(&i, "s_decperflevel %u", any & 15);
  } else if (kind < 19) {
    append(&i, "s_setkill %u", any & 1);
  } else if (kind < 22) {
    // A write of M0 just before a message.
    insn m0 = {.unit = UNIT_SALU};
    append(&m0, "s_mov_b32 m0, ");
    scalar_source(p, &m0, 32, true);
    touch_sgprs(&m0, M0, 1, true);
    emit(p, &m0);
    i.takes_m0 = true;
    append(&i, any & 1 ? "s_ttracedata" : "s_sendmsg 0x%x", any);
  } else if (kind < 24 && p->traps && !p->skipping) {
    single_step(p);
    return;
  } else if (kind < 28) {
    append(&i, "s_trap %u", trap_id(p));
  } else {
    random_misc(p);
    return;
  }
  emit(p, &i);
}

void random_end(program *p) {
  static const char *const ends[] = {"s_endpgm", "s_endpgm", "s_endpgm_saved"};
  const uint32_t which = rng_below(&p->random, 4);
  if (which < 3) emit_text(p, "%s", ends[which]);
  else emit_text(p, ".long 0x%08x  // s_endpgm_ordered_ps_done", sopp_word(WL_OP_s_endpgm_ordered_ps_done, 0));
}

// The handler writes TTMPs only, and restores SCC, by a comparison or by STATUS. Half of the handlers clear the
// exceptions, so that they trap again; with flag blocks all do, and they are short.
// Trap 0 is a single step or an exception: its PC is the next instruction's, so the handler does not advance it.
void control_handler(program *p) {
  static const char *const extras[] = {"s_mov_b64 ttmp[4:5], vcc",      "s_xor_b32 ttmp6, ttmp6, s86",
                                       "s_getreg_b32 ttmp7, hwreg(2)",  "s_add_u32 ttmp9, ttmp9, ttmp2",
                                       "s_mov_b64 ttmp[10:11], exec",   "s_load_dwordx4 ttmp[12:15], s[80:81], 0x10",
                                       "v_readfirstlane_b32 ttmp3, v0", "s_getreg_b32 ttmp7, hwreg(3)"};
  if (!p->traps) return;
  fprintf(p->out, ".p2align 8\nhandler:\n");
  emit_wait_all(p);
  const bool by_status = p->taken || rng_percent(&p->random, 50);
  // A single step or an exception comes right behind an s_setreg of STATUS, too.
  if (by_status) emit_text(p, "s_nop 0");
  emit_text(p, by_status ? "s_getreg_b32 ttmp8, hwreg(2)" : "s_cselect_b32 ttmp8, 1, 0");
  emit_text(p, "s_bfe_u32 ttmp2, ttmp1, 0x80010");
  if (p->faults) fault_in_handler(p);
  taken_in_handler(p);
  if (p->profile.weight[GROUP_MEM_VIOLATION]) {
    emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 8, 1), 0");
    emit_text(p, "s_nop 1");
  }
  if (p->clears || rng_percent(&p->random, 50)) {
    emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 7), 0");
    emit_text(p, "s_nop 1");
  }
  for (uint32_t n = 0; n < 8; n++) {
    // v0 may be an absolute operand here: then extra 6 would read a shared register.
    if (rng_percent(&p->random, p->clears ? 8 : 50) && !(n == 6 && p->shared_global) && !(n == 4 && p->taken))
      emit_text(p, "%s", extras[n]);
  }
  emit_wait_all(p);  // for the handler's own load
  if (rng_percent(&p->random, p->clears ? 8 : 50)) {
    emit_text(p, "s_movk_i32 ttmp11, 0x%x", rng_below(&p->random, EDGE_BYTES / 2 - 4));
    emit_text(p, "s_load_dword ttmp14, s[80:81], ttmp11");
    emit_wait_all(p);
  }
  emit_text(p, "s_cmp_eq_u32 ttmp2, 0");
  emit_text(p, "s_cbranch_scc1 .Lback");
  if (p->taken) fprintf(p->out, ".Lnext:\n");
  emit_text(p, "s_add_u32 ttmp0, ttmp0, 4");
  emit_text(p, "s_addc_u32 ttmp1, ttmp1, 0");
  fprintf(p->out, ".Lback:\n");
  if (by_status) {
    emit_text(p, "s_setreg_b32 hwreg(2, 0, 1), ttmp8");
    emit_text(p, "s_nop 1");
  } else {
    emit_text(p, "s_cmp_eq_u32 ttmp8, 1");
  }
  emit_text(p, rng_percent(&p->random, 50) ? "s_rfe_b64 ttmp[0:1]" : "s_rfe_restore_b64 ttmp[0:1], ttmp2");
}
