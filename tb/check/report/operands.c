// SPDX-License-Identifier: Apache-2.0
#include "check/report/operands.h"

#include <stdio.h>

#include "wavelock/decode.h"
#include "wavelock/wave_view.h"

static uint32_t sgpr_before(const wl_checker *c, uint32_t code) {
  const before_issue *b = &c->arch.first_before;
  const uint32_t *s = (const uint32_t *)&b->state_regs;
  switch (code) {
    case WL_VCC:
    case WL_VCC_HI: return s[offsetof(wl_state_regs, vcc_lo) / 4 + code - WL_VCC];
    case WL_M0: return b->state_regs.m0;
    case WL_EXEC:
    case WL_EXEC_HI: return s[offsetof(wl_state_regs, exec_lo) / 4 + code - WL_EXEC];
    default: {
      const uint32_t i = wl_in_tuple(c->arch.first_wave.second_end, b->sgpr_first, b->sgpr_count, code);
      return i < b->sgpr_count ? b->sgpr[i] : c->arch.first_sgpr[code];
    }
  }
}

static uint64_t pair_before(const wl_checker *c, uint32_t code) {
  return sgpr_before(c, code) | (uint64_t)sgpr_before(c, code + 1) << 32;
}

static const uint32_t *vgpr_before(const wl_checker *c, uint32_t number) {
  const before_issue *b = &c->arch.first_before;
  for (uint32_t i = 0; i < b->vgprs; i++) {
    if (b->vgpr[i] == c->arch.first_wave.vgpr_base + number) return b->value[i];
  }
  return c->arch.first_vgpr + (size_t)number * WL_LANES;
}

static operand *add(operands *o) { return &o->operand[o->count < MAX_OPERANDS ? o->count++ : MAX_OPERANDS - 1]; }

static void add_value(operands *o, const char *name, uint64_t value, int digits) {
  for (uint32_t i = 0; i < o->count; i++) {
    if (!strcmp(o->operand[i].name, name)) return;
  }
  operand *to = add(o);
  *to = (operand){.value = value, .digits = digits};
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
static void add_sgprs(const wl_checker *c, operands *o, uint32_t first, uint32_t count) {
  const uint32_t second_end = c->arch.first_wave.second_end;
  char name[16];
  if (!wl_straddles(second_end, first, count)) first = wl_first_name(second_end, first);
  if (first == WL_VCC && count == 2) {
    add_value(o, "vcc", pair_before(c, first), 16);
  } else if (first == WL_EXEC && count == 2) {
    add_value(o, "exec", pair_before(c, first), 16);
  } else if (count == 2) {
    const bool trap = first >= WL_TTMP && first < WL_M0;
    const uint32_t n = first - (trap ? WL_TTMP : 0);
    snprintf(name, sizeof name, "%s[%u:%u]", trap ? "ttmp" : "s", n, n + 1);
    add_value(o, name, pair_before(c, first), 16);
  } else {
    for (uint32_t i = first; i < first + count && i < WL_SGPRS; i++) {
      const uint32_t code = wl_first_name(second_end, i);
      scalar_name(code, name, sizeof name);
      add_value(o, name, sgpr_before(c, code), 8);
    }
  }
}

static void add_vgprs(const wl_checker *c, operands *o, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count && i < c->arch.first_wave.vgpr_size && i < MAX_VGPRS; i++) {
    operand *to = add(o);
    *to = (operand){.lanes = vgpr_before(c, i)};
    snprintf(to->name, sizeof to->name, "v%u", i);
  }
}

bool last_operands(const wl_checker *c, operands *o) {
  const wave_state *w = &c->arch.first_wave;
  const wl_state_regs *before = &c->arch.first_before.state_regs;
  wl_decoded d;
  memset(o, 0, sizeof *o);
  if (!w->issued || !c->arch.first_vgpr) return false;
  const history_entry *h = &w->history[(w->issued - 1) % HISTORY];
  wl_decode_words(h->words, c->arch.config.isa, c->arch.config.rdna, w->sgpr_size, w->vgpr_size,
                  wl_wave_privileged(before), &d);
  if (!d.legal) return false;
  disassemble(c->arch.config.isa, h->pc, h->words, o->instruction, sizeof o->instruction);
  const bool vector = d.format[0] == 'V' || !strcmp(d.format, "DS") || !strcmp(d.format, "FLAT");
  o->renumbered = d.format[0] == 'V' && wl_wave_renumbers(before);
  for (uint32_t i = 0; i < 3; i++) {
    const wl_decoded_operand *s = &d.src[i];
    if (s->kind == WL_DECODED_SGPR) add_sgprs(c, o, s->reg, s->regs);
    if (s->kind == WL_DECODED_VGPR) add_vgprs(c, o, s->reg, s->regs);
    if (s->kind == WL_DECODED_VGPR && d.format[0] != 'V' && d.vdst_vgprs)
      o->overwritten |= s->reg < d.vdst + d.vdst_vgprs && d.vdst < s->reg + s->regs;
    if (s->kind == WL_DECODED_FLAG && s->reg == WL_SRC_SCC) add_value(o, "scc", wl_wave_scc(before), 1);
  }
  if (d.reads_vcc) add_value(o, "vcc", pair_before(c, WL_VCC), 16);
  if (vector) add_value(o, "exec", pair_before(c, WL_EXEC), 16);
  o->fork = !strcmp(d.name, "s_cbranch_i_fork") || !strcmp(d.name, "s_cbranch_g_fork");
  o->join = !strcmp(d.name, "s_cbranch_join");
  o->csp = wl_wave_fork_depth(before);
  if (o->fork || o->join) add_value(o, "exec", pair_before(c, WL_EXEC), 16);
  if (o->fork) {
    const uint64_t exec = pair_before(c, WL_EXEC);
    const wl_decoded_operand *s = &d.src[0];
    const uint64_t mask = s->kind == WL_DECODED_SGPR ? pair_before(c, wl_first_name(w->second_end, s->reg)) : s->value;
    o->jump = (uint32_t)__builtin_popcountll(mask & exec);
    o->stay = (uint32_t)__builtin_popcountll(~mask & exec);
  }
  if (o->join && o->csp) add_sgprs(c, o, STACK_ENTRY * (o->csp - 1), STACK_ENTRY);
  return true;
}
