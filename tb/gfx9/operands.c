// SPDX-License-Identifier: Apache-2.0
// The operands of an instruction, as its wave had them before it.
#include "gfx9/gfx9.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wavelock/decode.h"
#include "wavelock/wave_view.h"

enum { STACK_ENTRY = 4 };  // SGPRs of an entry of the fork stack

static uint32_t second_end(const wl_before *b) { return wl_second_end(b->unit->vcc_alias, b->sgpr_size); }

static uint32_t sgpr_before(const wl_before *b, uint32_t code) {
  const uint32_t *s = (const uint32_t *)&b->state_regs;
  switch (code) {
    case WL_VCC:
    case WL_VCC_HI: return s[offsetof(wl_state_regs, vcc_lo) / 4 + code - WL_VCC];
    case WL_M0: return b->state_regs.m0;
    case WL_EXEC:
    case WL_EXEC_HI: return s[offsetof(wl_state_regs, exec_lo) / 4 + code - WL_EXEC];
    default: return b->sgpr[code];
  }
}

static uint64_t pair_before(const wl_before *b, uint32_t code) {
  return sgpr_before(b, code) | (uint64_t)sgpr_before(b, code + 1) << 32;
}

static wl_operand *add(wl_operands *o) { return &o->operand[o->count < WL_OPERANDS ? o->count++ : WL_OPERANDS - 1]; }

static void add_value(wl_operands *o, const char *name, uint64_t value, int digits) {
  for (uint32_t i = 0; i < o->count; i++) {
    if (!strcmp(o->operand[i].name, name)) return;
  }
  wl_operand *to = add(o);
  *to = (wl_operand){.value = value, .digits = digits};
  snprintf(to->name, sizeof to->name, "%s", name);
}

// The name of a scalar register by its operand code.
static void scalar_name(uint32_t code, char *name, size_t size) {
  switch (code) {
    case WL_VCC: snprintf(name, size, "vcc_lo"); break;
    case WL_VCC_HI: snprintf(name, size, "vcc_hi"); break;
    case WL_M0: snprintf(name, size, "m0"); break;
    case WL_EXEC: snprintf(name, size, "exec_lo"); break;
    case WL_EXEC_HI: snprintf(name, size, "exec_hi"); break;
    default: snprintf(name, size, "%s%u", code >= WL_TTMP ? "ttmp" : "s", code - (code >= WL_TTMP ? WL_TTMP : 0));
  }
}

// first: as the instruction has it. The names are first names (D-REG-23).
static void add_sgprs(const wl_before *b, wl_operands *o, uint32_t first, uint32_t count) {
  const uint32_t end = second_end(b);
  char name[16];
  if (!wl_straddles(end, first, count)) first = wl_first_name(end, first);
  if (first == WL_VCC && count == 2) {
    add_value(o, "vcc", pair_before(b, first), 16);
  } else if (first == WL_EXEC && count == 2) {
    add_value(o, "exec", pair_before(b, first), 16);
  } else if (count == 2) {
    const bool trap = first >= WL_TTMP && first < WL_M0;
    const uint32_t n = first - (trap ? WL_TTMP : 0);
    snprintf(name, sizeof name, "%s[%u:%u]", trap ? "ttmp" : "s", n, n + 1);
    add_value(o, name, pair_before(b, first), 16);
  } else {
    for (uint32_t i = first; i < first + count && i < WL_SGPRS; i++) {
      const uint32_t code = wl_first_name(end, i);
      scalar_name(code, name, sizeof name);
      add_value(o, name, sgpr_before(b, code), 8);
    }
  }
}

static void add_vgprs(const wl_before *b, wl_operands *o, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count && i < b->vgpr_size && i < WL_BEFORE_VGPRS; i++) {
    wl_operand *to = add(o);
    *to = (wl_operand){.lanes = b->vgpr[i]};
    snprintf(to->name, sizeof to->name, "v%u", i);
  }
}

__attribute__((format(printf, 2, 3))) static void note(wl_operands *o, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(o->note[o->notes++], sizeof o->note[0], format, args);
  va_end(args);
}

static void fork_or_join(const wl_before *b, const wl_decoded *d, wl_operands *o) {
  const bool fork = !strcmp(d->name, "s_cbranch_i_fork") || !strcmp(d->name, "s_cbranch_g_fork");
  const bool join = !strcmp(d->name, "s_cbranch_join");
  if (!fork && !join) return;
  const uint32_t csp = wl_wave_fork_depth(&b->state_regs);
  const uint64_t exec = pair_before(b, WL_EXEC);
  add_value(o, "exec", exec, 16);
  if (fork) {
    const wl_decoded_operand *s = &d->src[0];
    const uint64_t mask = s->kind == WL_DECODED_SGPR ? pair_before(b, wl_first_name(second_end(b), s->reg)) : s->value;
    note(o, "fork: %u lanes jump, %u go on; CSP was %u: it pushes s[%u:%u]",
         (uint32_t)__builtin_popcountll(mask & exec), (uint32_t)__builtin_popcountll(~mask & exec), csp,
         STACK_ENTRY * csp, STACK_ENTRY * csp + STACK_ENTRY - 1);
  }
  if (join && csp) {
    add_sgprs(b, o, STACK_ENTRY * (csp - 1), STACK_ENTRY);
    note(o, "join: CSP was %u: it pops s[%u:%u], unless its operand is CSP", csp, STACK_ENTRY * (csp - 1),
         STACK_ENTRY * csp - 1);
  }
  note(o, "(entry n of the fork stack is s[4*n:4*n+3]: EXEC, then PC; s[0:3] is entry 0)");
}

bool wl_gfx9_operands(const wl_before *b, wl_operands *o) {
  wl_decoded d;
  wl_decode_words(b->words, b->unit->isa, b->unit->rdna, b->sgpr_size, b->vgpr_size, wl_wave_privileged(&b->state_regs),
                  &d);
  if (!d.legal) return false;
  bool overwritten = false;  // a load that may have written one of its own operands by now
  const bool vector = d.format[0] == 'V' || !strcmp(d.format, "DS") || !strcmp(d.format, "FLAT");
  for (uint32_t i = 0; i < 3; i++) {
    const wl_decoded_operand *s = &d.src[i];
    if (s->kind == WL_DECODED_SGPR) add_sgprs(b, o, s->reg, s->regs);
    if (s->kind == WL_DECODED_VGPR) add_vgprs(b, o, s->reg, s->regs);
    if (s->kind == WL_DECODED_VGPR && d.format[0] != 'V' && d.vdst_vgprs)
      overwritten |= s->reg < d.vdst + d.vdst_vgprs && d.vdst < s->reg + s->regs;
    if (s->kind == WL_DECODED_FLAG && s->reg == WL_SRC_SCC) add_value(o, "scc", wl_wave_scc(&b->state_regs), 1);
  }
  if (d.reads_vcc) add_value(o, "vcc", pair_before(b, WL_VCC), 16);
  if (vector) add_value(o, "exec", pair_before(b, WL_EXEC), 16);
  if (overwritten) note(o, "(it loads registers that it also reads: they may hold the loaded value already)");
  if (d.format[0] == 'V' && wl_wave_renumbers(&b->state_regs))
    note(o, "(GPR-index mode or shared VGPRs: the VGPR numbers are those in the instruction)");
  fork_or_join(b, &d, o);
  return true;
}
