// SPDX-License-Identifier: Apache-2.0
#include "operands.h"

#include <stdio.h>

#include "wavelock/decode.h"

static uint32_t sgpr_before(const wl_checker *c, uint32_t code) {
  const before_issue *b = &c->first_before;
  const uint32_t *s = (const uint32_t *)&b->state_regs;
  switch (code) {
    case 106:
    case 107: return s[offsetof(wl_state_regs, vcc_lo) / 4 + code - 106];
    case 124: return b->state_regs.m0;
    case 126:
    case 127: return s[offsetof(wl_state_regs, exec_lo) / 4 + code - 126];
    default: return code - b->sgpr_first < b->sgpr_count ? b->sgpr[code - b->sgpr_first] : c->first_sgpr[code];
  }
}

static uint64_t pair_before(const wl_checker *c, uint32_t code) {
  return sgpr_before(c, code) | (uint64_t)sgpr_before(c, code + 1) << 32;
}

static const uint32_t *vgpr_before(const wl_checker *c, uint32_t number) {
  const before_issue *b = &c->first_before;
  for (uint32_t i = 0; i < b->rows; i++) {
    if (b->row[i] == c->first_wave.vgpr_base + number) return b->value[i];
  }
  return c->first_vgpr + (size_t)number * WL_LANES;
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

static void add_sgprs(const wl_checker *c, operands *o, uint32_t first, uint32_t count) {
  char name[16];
  if (first == 106 && count == 2) {
    add_value(o, "vcc", pair_before(c, first), 16);
  } else if (first == 126 && count == 2) {
    add_value(o, "exec", pair_before(c, first), 16);
  } else if (count == 2) {
    const bool trap = first >= 108 && first < 124;
    const uint32_t n = first - (trap ? 108 : 0);
    snprintf(name, sizeof name, "%s[%u:%u]", trap ? "ttmp" : "s", n, n + 1);
    add_value(o, name, pair_before(c, first), 16);
  } else {
    for (uint32_t i = first; i < first + count && i < WL_SGPRS; i++) {
      static const char *const specials[] = {
          [106 - 106] = "vcc_lo", "vcc_hi", [124 - 106] = "m0", [126 - 106] = "exec_lo", "exec_hi"};
      const char *state_regs = i >= 106 && specials[i - 106] ? specials[i - 106] : NULL;
      if (state_regs) snprintf(name, sizeof name, "%s", state_regs);
      else snprintf(name, sizeof name, "%s%u", i >= 108 ? "ttmp" : "s", i - (i >= 108 ? 108 : 0));
      add_value(o, name, sgpr_before(c, i), 8);
    }
  }
}

static void add_vgprs(const wl_checker *c, operands *o, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count && i < c->first_wave.vgpr_size && i < 256; i++) {
    operand *to = add(o);
    *to = (operand){.lanes = vgpr_before(c, i)};
    snprintf(to->name, sizeof to->name, "v%u", i);
  }
}

bool last_operands(const wl_checker *c, operands *o) {
  const wave_state *w = &c->first_wave;
  const wl_state_regs *before = &c->first_before.state_regs;
  wl_decoded d;
  memset(o, 0, sizeof *o);
  if (!w->issued || !c->first_vgpr) return false;
  const history_entry *h = &w->history[(w->issued - 1) % HISTORY];
  wl_decode_words(h->words, w->sgpr_size, w->vgpr_size, before->status >> 5 & 1, &d);
  if (!d.legal) return false;
  disassemble(h->pc, h->words, o->instruction, sizeof o->instruction);
  const bool vector = d.format[0] == 'V' || !strcmp(d.format, "DS") || !strcmp(d.format, "FLAT");
  o->renumbered = d.format[0] == 'V' && (before->mode & (1u << 27 | 1u << 22));
  for (uint32_t i = 0; i < 3; i++) {
    const wl_decoded_operand *s = &d.src[i];
    if (s->kind == WL_DECODED_SGPR) add_sgprs(c, o, s->reg, s->regs);
    if (s->kind == WL_DECODED_VGPR) add_vgprs(c, o, s->reg, s->regs);
    if (s->kind == WL_DECODED_VGPR && d.format[0] != 'V' && d.vdst_rows)
      o->overwritten |= s->reg < d.vdst + d.vdst_rows && d.vdst < s->reg + s->regs;
    if (s->kind == WL_DECODED_FLAG && s->reg == 253) add_value(o, "scc", before->status & 1, 1);
  }
  if (d.reads_vcc) add_value(o, "vcc", pair_before(c, 106), 16);
  if (vector) add_value(o, "exec", pair_before(c, 126), 16);
  o->fork = !strcmp(d.name, "s_cbranch_i_fork") || !strcmp(d.name, "s_cbranch_g_fork");
  o->join = !strcmp(d.name, "s_cbranch_join");
  o->csp = before->mode >> 29;
  if (o->fork || o->join) add_value(o, "exec", pair_before(c, 126), 16);
  if (o->fork) {
    const uint64_t exec = pair_before(c, 126);
    const wl_decoded_operand *s = &d.src[0];
    const uint64_t mask = s->kind == WL_DECODED_SGPR ? pair_before(c, s->reg) : s->value;
    o->jump = (uint32_t)__builtin_popcountll(mask & exec);
    o->stay = (uint32_t)__builtin_popcountll(~mask & exec);
  }
  if (o->join && o->csp) add_sgprs(c, o, 4 * (o->csp - 1), 4);
  return true;
}
