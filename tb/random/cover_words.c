// SPDX-License-Identifier: Apache-2.0
// Instructions for holes of coverage, as words: a scalar or vector opcode with a kind of operand in one field. Its
// other operands are such that the constant bus is free for that one. All points are legal (tb/check/report),
// also points that the assembler refuses.
#include <string.h>

#include "program.h"

static bool has(const opcode *o, char c) { return strchr(o->operands, c) != NULL; }

uint32_t operand_code(program *p, cover_kind kind) {
  switch (kind) {
    case KIND_SGPR: return rng_below(&p->random, p->sgprs);
    case KIND_STATE: return VCC;
    case KIND_INTEGER: return WL_SRC_ZERO + rng_below(&p->random, 81);
    case KIND_FLOAT: return WL_SRC_HALF + rng_below(&p->random, 9);
    case KIND_LITERAL: return WL_SRC_LITERAL;
    case KIND_FLAG: return WL_SRC_SCC;
    case KIND_DIRECT: return WL_SRC_LDS_DIRECT;
    case KIND_SDWA: return WL_SRC_SDWA;
    case KIND_DPP: return WL_SRC_DPP;
    default: return WL_SRC_VGPR + rng_below(&p->random, p->vgprs);
  }
}

// The code of a source of so many registers, which the instruction touches.
static uint32_t source(program *p, insn *i, cover_kind kind, uint32_t regs) {
  uint32_t code = operand_code(p, kind);
  if (kind == KIND_VGPR) {
    const uint32_t r = rng_below(&p->random, p->vgprs - regs + 1);
    touch_vgprs(i, r, regs, false);
    return WL_SRC_VGPR + r;
  }
  if (kind == KIND_SGPR) code = code / regs * regs;
  if (code < SCALARS) touch_sgprs(i, code, regs, false);
  if (kind == KIND_DIRECT) {
    i->takes_m0 = i->lds_done = true;
    touch_sgprs(i, M0, 1, false);
  }
  return code;
}

// The code of a scalar destination of 32 or 64 bits.
static uint32_t destination(program *p, insn *i, bool state, uint32_t regs, bool also_read) {
  uint32_t code = state ? VCC : plain_pair(p);
  if (regs == 1) code += rng_below(&p->random, 2);
  if (also_read) touch_sgprs(i, code, regs, false);
  touch_sgprs(i, code, regs, true);
  return code;
}

static void emit_words(program *p, insn *i, const opcode *o, uint32_t count, const uint32_t w[2]) {
  append(i, ".long 0x%08x", w[0]);
  if (count == 2) append(i, ", 0x%08x", w[1]);
  append(i, "  // %s", o->name);
  emit(p, i);
}

static void scalar_words(program *p, const cover_hole *h) {
  const opcode *o = h->of;
  insn i = {.unit = UNIT_SALU, .conditional = has(o, '?')};
  uint32_t code[2] = {0, 0}, sdst = 0, sources = 0, w[2] = {0, edge_value(&p->random)};
  const bool state = h->field == FIELD_SDST && h->kind == KIND_STATE;
  for (const char *c = o->operands; *c; c++) {
    const uint32_t regs = c[1] == *c ? 2 : 1;
    switch (*c) {
      case 'D':
      case 'M': sdst = destination(p, &i, state, regs, *c == 'M'); break;
      case 'R': sdst = source(p, &i, state ? KIND_STATE : KIND_SGPR, 1); break;
      case 'S':
        code[sources] = source(p, &i, h->field == sources ? h->kind : KIND_SGPR, regs);
        sources++;
        break;
      default: break;
    }
    c += regs - 1;
  }
  if (o->group == GROUP_SCALAR_EXEC) {
    touch_sgprs(&i, EXEC, 2, false);
    touch_sgprs(&i, EXEC, 2, true);
  }
  switch (o->format) {
    case SOP1: w[0] = sop1_word(o->number, sdst, code[0]); break;
    case SOP2: w[0] = sop2_word(o->number, sdst, code[0], code[1]); break;
    case SOPC: w[0] = sopc_word(o->number, code[0], code[1]); break;
    default: w[0] = sopk_word(o->number, sdst, edge_value(&p->random)); break;
  }
  emit_words(p, &i, o, 1 + (h->kind == KIND_LITERAL), w);
}

// The operands of a vector instruction.
typedef struct {
  uint32_t code[3], sources;
  uint32_t vdst, sdst;  // VDST, which may be an SGPR; SDST of VOP3
} vector_operands;

// Registers of a source by its class (opcodes.def).
static uint32_t registers_of(char class) { return class == 'q' ? 4 : strchr("lF", class) ? 2 : 1; }

static void vector_source_of(program *p, insn *i, const cover_hole *h, char class, vector_operands *v) {
  const bool lane = class == 'x' || class == 'y';  // scalars, of which a constant leaves the constant bus free
  const cover_kind kind = h->field == v->sources ? h->kind : lane ? KIND_INTEGER : KIND_VGPR;
  v->code[v->sources++] = source(p, i, kind, registers_of(class));
  if (class == 'x') i->lane_select = true;
}

// A lane mask: the register that the hole asks for, or VCC. A second one would not be on the constant bus.
static void mask(program *p, insn *i, const cover_hole *h, vector_operands *v) {
  uint32_t code = VCC;
  if (h->lng && h->kind == KIND_SGPR) {
    if (h->field == FIELD_SRC2) code = rng_below(&p->random, p->sgprs) & ~1u;
    else code = v->code[h->field] &= ~1u;
  }
  touch_sgprs(i, code, 2, false);
  v->code[v->sources++] = code;
}

static void vector_operand(program *p, insn *i, const cover_hole *h, const char **at, vector_operands *v) {
  const opcode *o = h->of;
  const char c = **at;
  const bool lng = h->lng || o->format == VOP3;
  uint32_t wide = 1;
  switch (c) {
    case 'V':
      while ((*at)[1] == 'V') wide++, (*at)++;
      v->vdst = rng_below(&p->random, plain_vgprs(p) - wide + 1);
      touch_vgprs(i, v->vdst, wide, true);
      break;
    case 'B': {
      const uint32_t r = rng_below(&p->random, plain_vgprs(p));
      touch_vgprs(i, r, 1, false);
      touch_vgprs(i, r, 1, true);
      if (at[0] == o->operands) v->vdst = r;
      else v->code[v->sources++] = WL_SRC_VGPR + r;  // v_swap_b32
      break;
    }
    case 'D': v->vdst = destination(p, i, false, 1, false); break;
    case 'c': {
      const uint32_t code = destination(p, i, !lng, 2, false);
      if (o->format == VOPC) v->vdst = code;
      else v->sdst = code;
      if (has(o, 'e')) touch_sgprs(i, EXEC, 2, true);
      break;
    }
    case 'r': mask(p, i, h, v); break;
    case 'd': vector_source_of(p, i, h, o->operands[strlen(o->operands) - 1], v); break;
    case 'f':
    case 'F':
    case 'h':
    case 'i':
    case 's':
    case 'l':
    case 'v':
    case 'q':
    case 'x':
    case 'y': vector_source_of(p, i, h, c, v); break;
    default: break;
  }
}

static void vector_words(program *p, const cover_hole *h) {
  const opcode *o = h->of;
  insn i = {.unit = UNIT_VALU, .div_fmas = has(o, 'w')};
  vector_operands v = {.sources = 0};
  if (h->kind == KIND_DIRECT) direct_address(p);
  if (has(o, 'w')) touch_sgprs(&i, VCC, 2, false);
  for (const char *c = o->operands; *c; c++) vector_operand(p, &i, h, &c, &v);
  const uint32_t promoted = o->format == VOP2 ? WL_VOP3_VOP2 : o->format == VOP1 ? WL_VOP3_VOP1 : 0;
  const bool more = h->kind == KIND_LITERAL || has(o, 'K');
  uint32_t w[2] = {0, edge_value(&p->random)};
  if (h->lng || o->format == VOP3 || o->format == VOP3P) {
    w[0] = vop3_word(o->number + promoted, v.vdst) | wl_to_field(WL_VOP3_SDST, v.sdst);
    if (o->format == VOP3P) w[0] = vop3p_word(w[0]);
    w[1] = vop3_sources(v.code);
    emit_words(p, &i, o, 2, w);
    return;
  }
  const uint32_t second = v.code[1] & 0xFF;
  switch (o->format) {
    case VOP1:
    case VOP1S: w[0] = vop1_word(o->number, v.vdst, v.code[0]); break;
    case VOPC: w[0] = vopc_word(o->number, v.code[0], second); break;
    default: w[0] = vop2_word(o->number, v.vdst, v.code[0], second); break;
  }
  emit_words(p, &i, o, 1 + more, w);
}

void cover_in_words(program *p, const cover_hole *hole) {
  if (hole->of->format <= SOPK) scalar_words(p, hole);
  else vector_words(p, hole);
}
