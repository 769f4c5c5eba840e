// SPDX-License-Identifier: Apache-2.0
#include "gfx9/gfx9.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gfx9/disasm.h"
#include "wavelock/decode.h"
#include "wavelock/encoding.h"
#include "wavelock/wave_view.h"

// ---- sizes ---------------------------------------------------------------------------------------

const wl_model_size wl_gfx9_sizes[WL_GFX9_SIZES] = {
    {"waves", 1, WL_MAX_WAVES, true},
    {"groups", 1, WL_MAX_GROUPS, true},
    {"wave_lanes", WL_LANES, WL_LANES, false},
    {"lanes", 16, 16, true},
    {"vector_bits", 32, 32, false},
    {"phys_vgprs", 1, 1 << 16, true},
    {"sgprs", WL_SGPRS, WL_SGPRS, true},
    {"line_bytes", 64, 64, false},
    {"lds_entries", 1, 1 << 16, true},
    {"gds_entries", 0, 1 << 16, true},
    {"entry_bytes", 16, 16, false},
    {"isa", 0, INT32_MAX, true},  // wl_gfx9_unit
    {"rdna", 0, 1, true},
    {"vcc_alias", 0, 1, true},
    {"sramecc", 0, 1, false},
    {"images", 0, 3, false},
};

bool wl_gfx9_unit(uint32_t isa, wl_config *config, char why[160]) {
  if (!wl_isa_of_number(isa, &config->isa)) {
    snprintf(why, 160, "the DUT has instruction set %u; the checker knows 900 and 906 (gfx900, gfx906)", isa);
    return false;
  }
  if (config->sramecc && config->isa != WL_GFX906) {
    snprintf(why, 160, "the DUT reported size \"sramecc\" as 1, expected 0: gfx900 has no SRAM-ECC");
    return false;
  }
  return true;
}

// ---- why waves wait --------------------------------------------------------------------------------

#define WAIT(reason) [WL_WAIT_##reason - WL_WAIT_OWN]
const wl_model_wait wl_gfx9_waits[WL_GFX9_WAITS] = {
    WAIT(PASSES) = {"passes", "issues, and no unit gets it", WL_WAITS_ISSUES_ALL},
    WAIT(FETCH) = {"fetch", "its next instruction is being fetched", WL_WAITS_FETCH},
    WAIT(BUSY) = {"valu", "its vector ALU instruction is in flight", WL_WAITS_EXECUTES},
    WAIT(HALT) = {"halt", "halted", WL_WAITS_FOR_OWN},
    WAIT(BARRIER) = {"barrier", "at its group's barrier", WL_WAITS_FOR_OWN},
    WAIT(SLEEP) = {"sleep", "s_sleep", WL_WAITS_FOR_OWN},
    WAIT(NOP) = {"nop", "s_nop", WL_WAITS_FOR_OWN},
    WAIT(CLAUSE) = {"clause", "another wave's clause runs", WL_WAITS_FOR_OWN},
    WAIT(TRAP) = {"trap", "its trap handler begins when nothing is in flight", WL_WAITS_FOR_OWN},
    WAIT(UNIT) = {"unit", "the unit that it needs takes no instruction", WL_WAITS_STALLED},
    WAIT(ARBITER) = {"arbiter", "another wave is selected", WL_WAITS_STALLED},
    WAIT(MESSAGE) = {"message", "the host has messages to take first", WL_WAITS_STALLED},
    WAIT(SHARED) = {"shared", "a shared VGPR is being written", WL_WAITS_STALLED},
    WAIT(DIRECT) = {"direct", "LDS_DIRECT cannot be read", WL_WAITS_STALLED},
    WAIT(STORE_READ) = {"store_read", "a store has not read its data", WL_WAITS_STALLED},
    WAIT(STALL) = {"stall", "STALL of the control word", WL_WAITS_FOR_OWN},
    WAIT(CONTROL) = {"control", "a barrier of the control word", WL_WAITS_FOR_OWN},
    WAIT(POLICY) = {"policy", "the issue policy", WL_WAITS_FOR_OWN},
    WAIT(DRAIN) = {"drain", "it ends when nothing is in flight", WL_WAITS_FOR_OWN},
    WAIT(VM_CNT) = {"vm_cnt", "s_waitcnt for VM_CNT", WL_WAITS_FOR_OWN},
    WAIT(EXP_CNT) = {"exp_cnt", "s_waitcnt for EXP_CNT", WL_WAITS_FOR_OWN},
    WAIT(LGKM_CNT) = {"lgkm_cnt", "s_waitcnt for LGKM_CNT", WL_WAITS_FOR_OWN},
    WAIT(FULL) = {"full", "a wait counter is at its maximum", WL_WAITS_STALLED},
    WAIT(RETURN) = {"return", "it reads what a completion changes", WL_WAITS_FOR_OWN},
    WAIT(VS_CNT) = {"vs_cnt", "s_waitcnt_vscnt for VS_CNT", WL_WAITS_FOR_OWN},
    WAIT(STORE) = {"store", "a store is in flight before s_barrier", WL_WAITS_FOR_OWN},
    WAIT(BARRIER_FULL) = {"barrier_full", "a barrier of the control word is at its maximum", WL_WAITS_FOR_OWN},
};
_Static_assert((int)WL_GFX9_WAITS <= (int)WL_MODEL_WAITS, "reasons of a model");

// ---- wave state registers --------------------------------------------------------------------------

#define WORD(field) (uint32_t)(offsetof(wl_state_regs, field) / 4)
#define ALL 0xFFFFFFFFu

#define REGISTER_64(name, bits, array, low, high, sentence) \
  _Static_assert(WORD(high) == WORD(low) + 1, #name " is in two words that are no neighbours");
#include "probe/state.def"

// clang-format off
const wl_model_row wl_gfx9_rows[WL_GFX9_ROWS] = {
#define REGISTER_64(name, bits, array, low, high, sentence) \
  {#name, sentence, WORD(low), {ALL, ALL}, 0, bits, true, false},
#define REGISTER_32(name, bits, array, word, sentence) {#name, sentence, WORD(word), {ALL, 0}, 0, bits, true, false},
#define REGISTER_8(name, bits, array, word, from, mask, sentence) \
  {#name, sentence, WORD(word), {mask, 0}, from, bits, true, WORD(word) == WORD(counters)},
#define STATUS_ROW(name, bits, mask, sentence) {#name, sentence, WORD(status), {mask, 0}, 0, bits, true, false},
#include "probe/state.def"
};
// clang-format on
_Static_assert(WL_GFX9_ROWS <= (int)WL_MODEL_ROWS, "rows of a model");

bool wl_gfx9_has_row(const wl_config *unit, uint32_t row) {
  return row == WL_GFX9_ROW_VS_CNT ? unit->rdna : row < WL_GFX9_ROW_STALL || unit->control;
}

uint32_t wl_gfx9_standing(const wl_state_regs *s) {
  return (wl_wave_halted(s) ? WL_STANDS_HALTED : 0u) | (wl_wave_in_barrier(s) ? WL_STANDS_IN_BARRIER : 0u) |
         (wl_wave_violated(s) ? WL_STANDS_VIOLATED : 0u);
}

bool wl_gfx9_state_scalar(wl_state_regs *to, uint32_t number, uint32_t value) {
  if (!wl_is_state_sgpr(number)) return false;
  wl_wave_put_vcc(to, number, value);
  return true;
}

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format, ...) {
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

static uint64_t wide(uint32_t low, uint32_t high) { return low | (uint64_t)high << 32; }

// VCC, EXEC and M0 where the instruction names them as its destination, and every register that has changed.
void wl_gfx9_state_text(const wl_traced *traced, const wl_state_regs *a, const wl_state_regs *b, char *text,
                        size_t size) {
  const uint32_t first = traced->state_reg_first, end = first + traced->state_reg_count;
  const uint64_t exec = wide(b->exec_lo, b->exec_hi), vcc = wide(b->vcc_lo, b->vcc_hi);
  const bool names_exec = first <= WL_EXEC_HI && end > WL_EXEC, names_vcc = first <= WL_VCC_HI && end > WL_VCC;
  const bool names_m0 = first <= WL_M0 && end > WL_M0;
  *text = 0;
  if (wide(a->exec_lo, a->exec_hi) != exec || names_exec) add(text, size, " exec=%016" PRIx64, exec);
  if (wide(a->vcc_lo, a->vcc_hi) != vcc || names_vcc) add(text, size, " vcc=%016" PRIx64, vcc);
  if (a->m0 != b->m0 || names_m0) add(text, size, " m0=%08x", b->m0);
  if (wl_wave_scc(a) != wl_wave_scc(b)) add(text, size, " scc=%u", wl_wave_scc(b));
  if (a->mode != b->mode) add(text, size, " mode=%08x", b->mode);
}

// ---- instructions --------------------------------------------------------------------------------

void wl_gfx9_text(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  disassemble(unit->isa, pc, words, text, size);
}

static wl_block block_of(wl_format format) {
  switch (format) {
    case WL_FMT_SMEM: return WL_UNIT_SMEM;
    case WL_FMT_VOP1:
    case WL_FMT_VOP2:
    case WL_FMT_VOPC:
    case WL_FMT_VOP3:
    case WL_FMT_VOP3P:
    case WL_FMT_VINTRP: return WL_UNIT_VALU;
    case WL_FMT_DS: return WL_UNIT_LDS;
    case WL_FMT_FLAT:
    case WL_FMT_MUBUF:
    case WL_FMT_MTBUF:
    case WL_FMT_MIMG: return WL_UNIT_VMEM;
    case WL_FMT_EXP: return WL_UNIT_EXPORT;
    default: return WL_UNIT_SCALAR;
  }
}

bool wl_gfx9_instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                         wl_instruction *out) {
  wl_decoded d;
  const bool privileged = true;  // a handler's instructions have names, too
  wl_decode_words(words, unit->isa, unit->rdna, sgpr_size ? sgpr_size : WL_SGPR_COUNT,
                  vgpr_size ? vgpr_size : WL_BEFORE_VGPRS, privileged, &d);
  const wl_format format = wl_format_of(words[0]);
  *out = (wl_instruction){.size = d.size,
                          .block = block_of(format),
                          .halves = format == WL_FMT_FLAT && wl_field(words[0], WL_FLAT_SEG) == WL_SEG_FLAT};
  if (!d.legal) return false;
  out->ends = !strncmp(d.name, "s_endpgm", 8);
  snprintf(out->name, sizeof out->name, "%s%s", d.name, d.dpp ? "_dpp" : d.sdwa ? "_sdwa" : "");
  return true;
}

static const wl_control_ops control = {
#define CONTROL_OP(result, name, function, parameters, sentence) .name = function,
#include "wavelock/model_ops.def"
};

const wl_model_ops wl_gfx9_ops = {
    .size = sizeof wl_gfx9_ops,
    .version = WL_MODEL_OPS_VERSION,
    .isa = "GFX9",
    .control = &control,
    .sizes = wl_gfx9_sizes,
    .size_count = WL_GFX9_SIZES,
    .row_count = WL_GFX9_ROWS,
    .rows = wl_gfx9_rows,
    .waits = wl_gfx9_waits,
    .wait_count = WL_GFX9_WAITS,
#define OP(level, result, name, function, parameters, sentence) .name = function,
#include "wavelock/model_ops.def"
};
