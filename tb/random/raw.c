// SPDX-License-Identifier: Apache-2.0
// Instructions as bare words, with fields that the assembler refuses or never varies. Ignored fields are random. Some
// operand codes are reserved or misaligned, and some opcodes are not in the compute unit. Model and RTL must agree on
// which words are illegal. Such a program ends at its first illegal word; its last instruction always is illegal.
#include <string.h>

#include "program.h"

enum { MODE_DEFAULT = 0x3C0 };

static bool rarely(program *p) { return rng_below(&p->random, 100) < 1; }

// The code of a scalar source, 8 bits.
static uint32_t scalar_code(program *p, bool pair) {
  static const uint8_t specials[] = {102, 104, 106, 126};
  const uint32_t kind = rng_below(&p->random, 20);
  uint32_t code;
  if (rarely(p)) return rng_below(&p->random, 256);
  if (kind < 9) {
    code = rng_below(&p->random, p->sgprs);
  } else if (kind < 12) {
    code = specials[rng_below(&p->random, 4)];
    code += rng_below(&p->random, 2);
  } else if (kind < 16) {
    return 128 + rng_below(&p->random, 81);
  } else if (kind < 18) {
    return 240 + rng_below(&p->random, 9);
  } else if (kind < 19) {
    return rng_percent(&p->random, 50) ? 235 + rng_below(&p->random, 5) : 251 + rng_below(&p->random, 3);
  } else {
    return pair ? 193 : 124;
  }
  return pair ? code & ~1u : code;
}

// The code of a scalar destination, 7 bits. The generator keeps SGPRs from 80 on for itself.
static uint32_t scalar_result(program *p, bool pair) {
  static const uint8_t specials[] = {102, 104, 106, 126, 106, 106};
  uint32_t code = rng_below(&p->random, PLAIN_SGPRS);
  if (rarely(p)) return 108 + rng_below(&p->random, 18);
  if (rng_below(&p->random, 10) == 0) {
    code = specials[rng_below(&p->random, 6)];
    code += rng_below(&p->random, 2);
  }
  return pair && !rarely(p) ? code & ~1u : code;
}

static uint32_t vgpr_number(program *p, uint32_t count) {
  return rarely(p) ? rng_below(&p->random, 256) : rng_below(&p->random, p->vgprs - count + 1);
}

static uint32_t vector_code(program *p, bool pair) {
  if (rng_below(&p->random, 3)) return 256 + vgpr_number(p, pair ? 2 : 1);
  return scalar_code(p, pair);
}

static void words(program *p, uint32_t count, const uint32_t w[3]) {
  char text[64];
  int used = snprintf(text, sizeof text, ".long 0x%08x", w[0]);
  for (uint32_t i = 1; i < count; i++) used += snprintf(text + used, sizeof text - (size_t)used, ", 0x%08x", w[i]);
  emit_text(p, "%s", text);
}

static bool wide_operand(const opcode *o, uint32_t source) {
  for (const char *c = o->operands; *c; c++) {
    if (*c == 'l' && !source--) return true;
    if (*c == 'S' && !source--) return c[1] == 'S';
    if (*c == 'S' && c[1] == 'S') c++;
    if (strchr("fihsvxyq", *c)) source--;
  }
  return false;
}

static bool has(const opcode *o, char c) { return strchr(o->operands, c) != NULL; }

static bool wide_result(const opcode *o) { return o->operands[0] && o->operands[0] == o->operands[1]; }

static bool jumps(const opcode *o, uint32_t number) {
  switch (o->format) {
    case SOP1: return number == 29 || number == 30 || number == 46 || number == 44 || number == 45;
    case SOP2: return number == 41;
    case SOPK: return number == 16 || number == 21;
    default: return false;
  }
}

static uint32_t scalar_word(program *p, const opcode *o, uint32_t op) {
  const uint32_t s0 = scalar_code(p, wide_operand(o, 0)), s1 = scalar_code(p, wide_operand(o, 1));
  const uint32_t d = scalar_result(p, wide_result(o));
  switch (o->format) {
    case SOP1: return 0x17Du << 23 | d << 16 | (op & 255) << 8 | s0;
    case SOP2: return 2u << 30 | op % 96 << 23 | d << 16 | s1 << 8 | s0;
    case SOPC: return 0x17Eu << 23 | (op & 127) << 16 | s1 << 8 | s0;
    default: return 0xBu << 28 | op % 29 << 23 | d << 16 | (edge_value(&p->random) & 0xFFFF);
  }
}

static void vop3(program *p, const opcode *o, uint32_t op, uint32_t w[3]) {
  const uint32_t promoted = o->format == VOP2 || o->format == VOP2S   ? 256
                            : o->format == VOP1 || o->format == VOP1S ? 320
                                                                      : 0;
  uint32_t code[3];
  const uint32_t scalar = rng_below(&p->random, 4);
  for (uint32_t i = 0; i < 3; i++) {
    const bool pair = wide_operand(o, i);
    // Mostly one scalar at most: the constant bus has room for one.
    code[i] = scalar == i || rarely(p) ? vector_code(p, pair) : 256 + vgpr_number(p, pair ? 2 : 1);
    if (has(o, 'w') && code[i] < 128 && !rarely(p)) code[i] = VCC;
  }
  if (has(o, 'r')) {
    code[2] = scalar_result(p, true);
    if (code[0] < 256) code[0] = 128;
    if (code[1] < 256) code[1] = 193;
  }
  if (has(o, 'x')) code[1] = scalar == 0 ? 128 + rng_below(&p->random, 64) : scalar_code(p, false);
  if (has(o, 'y')) code[0] = scalar_code(p, false);
  if (has(o, 'x') && !has(o, 'y')) code[0] = 256 + vgpr_number(p, 1);
  uint32_t d = vgpr_number(p, wide_result(o) ? 2 : 1);
  if (o->format == VOPC) d = scalar_result(p, true);
  if (o->operands[0] == 'D') d = scalar_result(p, false);
  const bool carry = has(o, 'c') && o->format != VOPC;
  const uint32_t high = carry ? scalar_result(p, true) : rng_below(&p->random, 128);
  w[0] = 0x34u << 26 | ((op + promoted) & 1023) << 16 | rng_below(&p->random, 2) << 15 | high << 8 | d;
  w[1] = rng_below(&p->random, 32) << 27 | code[2] << 18 | code[1] << 9 | code[0];
}

// VOP3P: NEG, NEG_HI and both OP_SEL fields are random.
static void vop3p(program *p, const opcode *o, uint32_t op, uint32_t w[3]) {
  vop3(p, o, op & 127, w);
  w[0] = (w[0] & 0x7FFFFF) | 0x1A7u << 23;
}

// The fields of SDWA's source 0 but its register number, which goes to *number: SEL, SEXT, NEG, ABS, SGPR.
static uint32_t sdwa_source(program *p, bool scalar, uint32_t *number) {
  const uint32_t sel = rarely(p) ? 7 : rng_below(&p->random, 7);
  do {
    *number = scalar ? scalar_code(p, false) : vgpr_number(p, 1);
  } while (scalar && *number == 255 && !rarely(p));
  return (uint32_t)scalar << 23 | rng_below(&p->random, 8) << 19 | sel << 16;
}

// The second dword of SDWA. *other: the register number of source 1, for the first dword.
static uint32_t sdwa_word(program *p, const opcode *o, uint32_t *other) {
  const uint32_t scalar = has(o, 'r') ? 2 : rng_below(&p->random, 5);
  uint32_t number, word = sdwa_source(p, scalar == 1, other) << 8;
  word |= sdwa_source(p, scalar == 0, &number);
  word |= number;
  if (o->format == VOPC) {
    static const uint8_t specials[] = {VCC, EXEC};
    const bool special = rng_percent(&p->random, 30);
    const uint32_t d = special ? specials[rng_below(&p->random, 2)] : rng_below(&p->random, PLAIN_SGPRS) & ~1u;
    word |= d << 8;
    return word | rng_below(&p->random, 2) << 15;
  }
  const uint32_t unused = rarely(p) ? 3 : rng_below(&p->random, 3);
  word |= (rarely(p) ? 7 : rng_below(&p->random, 7)) << 8;
  return word | rng_below(&p->random, 8) << 13 | unused << 11;
}

static uint32_t dpp_word(program *p) {
  char text[80];
  uint32_t word = dpp_control(p, text, sizeof text);
  // Reserved values of DPP_CTRL, and the reserved bits behind it.
  if (rarely(p)) word = (word & ~0x7FF00u) | rng_below(&p->random, 1 << 11) << 8;
  word |= vgpr_number(p, 1);
  return word | rng_below(&p->random, 16) << 20;
}

static void vector_words(program *p, const opcode *o, uint32_t op, uint32_t *count, uint32_t w[3]) {
  const bool lng = o->format == VOP3 || o->format == VOP3P || rng_percent(&p->random, 40);
  const uint32_t pair = wide_operand(o, 0);
  uint32_t source0 = has(o, 'r') || has(o, 'K') ? 128 + rng_below(&p->random, 81) : vector_code(p, pair);
  uint32_t source1 = vgpr_number(p, wide_operand(o, 1) ? 2 : 1);
  const uint32_t d = vgpr_number(p, 1);
  w[1] = edge_value(&p->random);
  if (has_sdwa(o) && rng_percent(&p->random, 25)) {
    source0 = 249;
    w[1] = sdwa_word(p, o, &source1);
  } else if (has_dpp(o) && rng_percent(&p->random, 25)) {
    source0 = 250;
    w[1] = dpp_word(p);
  }
  *count = lng || has(o, 'K') || source0 == 255 || source0 == 249 || source0 == 250 ? 2 : 1;
  if (o->format == VOP3P) {
    vop3p(p, o, op, w);
  } else if (lng) {
    vop3(p, o, op, w);
  } else if (o->format == VOP1 || o->format == VOP1S) {
    w[0] = 0x3Fu << 25 | (o->operands[0] == 'D' ? scalar_result(p, false) : d) << 17 | (op & 255) << 9 | source0;
  } else if (o->format == VOPC) {
    w[0] = 0x3Eu << 25 | (op & 255) << 17 | source1 << 9 | source0;
  } else {
    w[0] = op % 62 << 25 | d << 17 | source1 << 9 | source0;
  }
}

static void memory_words(program *p, const opcode *o, uint32_t op, uint32_t w[3]) {
  const uint32_t n = p->vgprs, random = (uint32_t)rng_next(&p->random);
  const uint32_t d = vgpr_number(p, 4), a = vgpr_number(p, 4), b = vgpr_number(p, 4);
  if (o->format == DS) {
    w[0] = 0x36u << 26 | (op & 255) << 17 | (uint32_t)rarely(p) << 16 | (random & 0xFFFF);
    w[1] = d << 24 | b << 16 | a << 8 | (random >> 16 & 1 ? n - 2 : a);
  } else if (o->format == SMEM) {
    const uint32_t sdst = rng_below(&p->random, 16) * 4 + (rarely(p) ? 1 : 0);
    const uint32_t forms = random >> 16 & 3;  // SOE, IMM
    // Without IMM the offset is the number of a register.
    const uint32_t offset = forms & 2 ? random & 0x1FFFFF : scalar_code(p, false) & 127;
    w[0] = 0x30u << 26 | (op & 255) << 18 | (forms >> 1) << 17 | (random >> 21 & 3) << 15 | (forms & 1) << 14 |
           sdst << 6 | (random >> 23 & 1 ? 40 : rng_below(&p->random, 51));
    w[1] = (scalar_code(p, false) & 127) << 25 | offset;
  } else {
    const bool scalar = random >> 13 & 1;
    w[0] = 0x37u << 26 | (op & 127) << 18 | (random >> 16 & 3) << 16 | (rarely(p) ? random >> 18 & 3 : 2) << 14 |
           (random & 0x1FFF);
    w[1] = d << 24 | (random >> 20 & 1) << 23 | (scalar ? 80u : 0x7Fu) << 16 | a << 8 | (scalar ? n - 6 : n - 5);
  }
}

static void one(program *p) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
    // No stores: one to a random address could change the program.
  } while (o->format == GLOBAL && o->operands[0] != '=');
  uint32_t op = o->number, w[3] = {0}, count = 1;
  if (rarely(p) && o->format != GLOBAL) op = rng_below(&p->random, o->format == VOP3 ? 1024 : 256);
  // No owner writes: one past the allocation ends the run.
  if (o->format == DS && (op & 0xFC) == 224) return;
  if (o->format <= SOPK) {
    if (jumps(o, o->format == SOP2 ? op % 96 : o->format == SOPK ? op % 29 : op)) return;
    w[0] = scalar_word(p, o, op);
    const bool literal = (w[0] & 255) == 255 || (o->format != SOP1 && (w[0] >> 8 & 255) == 255);
    const bool setreg_imm = o->format == SOPK && (w[0] >> 23 & 31) == 20;
    if ((literal && o->format != SOPK) || setreg_imm) w[count++] = edge_value(&p->random);
  } else if (o->format >= VOP1 && o->format <= VOP3P) {
    vector_words(p, o, op, &count, w);
  } else {
    memory_words(p, o, op, w);
    count = 2;
  }
  words(p, count, w);
  emit_wait_all(p);
  emit_text(p, "s_mov_b64 vcc, vcc");  // VCCZ follows writes of all of VCC only
  emit_text(p, "s_nop 4");
  if (p->left) p->left--;
}

void random_raw(program *p) {
  if (p->depth || p->fork_depth) return;
  const uint32_t length = 1 + rng_below(&p->random, 8), n = p->vgprs;
  settle(p);
  for (uint32_t i = 0; i < length; i++) one(p);
  // The registers on which the generator relies are set again.
  emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 32), 0x%x", MODE_DEFAULT);
  emit_text(p, "s_nop 4");
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mbcnt_lo_u32_b32 v%u, -1, 0", n - 1);
  emit_text(p, "v_mbcnt_hi_u32_b32 v%u, -1, v%u", n - 1, n - 1);
  p->exec_due = 0;
  random_stride(p);
}

void random_raw_end(program *p) { emit_text(p, ".long 0xbf9f0000"); }
