// SPDX-License-Identifier: Apache-2.0
// Instructions as bare words, with fields that the assembler refuses or never varies. Ignored fields are random. Some
// operand codes are reserved or misaligned, and some opcodes are not in the compute unit. Model and RTL must agree on
// which words are illegal. Such a program ends at its first illegal word; its last instruction always is illegal.
#include <string.h>

#include "program.h"

// MODE at the start of a wave: denormals of f16 and f64 are kept.
static const uint32_t mode_default =
    WL_MODE_DENORM16_64_IN | WL_MODE_DENORM16_64_OUT | WL_MODE_DX10_CLAMP | WL_MODE_IEEE;

// Where the opcodes of a format end: further ones are other formats.
enum { SOP2_OPS = 96, SOPK_OPS = 29, VOP2_OPS = 62 };

static bool rarely(program *p) { return rng_below(&p->random, 100) < 1; }

// The code of a scalar source, 8 bits.
static uint32_t scalar_code(program *p, bool pair) {
  static const uint8_t pairs[] = {WL_FLAT_SCRATCH, WL_XNACK_MASK, VCC, EXEC};
  const uint32_t kind = rng_below(&p->random, 20);
  uint32_t code;
  if (rarely(p)) return rng_below(&p->random, 256);
  if (kind < 9) {
    code = rng_below(&p->random, p->sgprs);
  } else if (kind < 12) {
    code = pairs[rng_below(&p->random, 4)];
    code += rng_below(&p->random, 2);
  } else if (kind < 16) {
    return WL_SRC_ZERO + rng_below(&p->random, 81);
  } else if (kind < 18) {
    return WL_SRC_HALF + rng_below(&p->random, 9);
  } else if (kind < 19) {
    return rng_percent(&p->random, 50) ? WL_SRC_SHARED_BASE + rng_below(&p->random, 5)
                                       : WL_SRC_VCCZ + rng_below(&p->random, 3);
  } else {
    return pair ? WL_SRC_INT_64 + 1 : M0;
  }
  return pair ? code & ~1u : code;
}

// The code of a scalar destination, 7 bits. The generator keeps SGPRs from 80 on for itself.
static uint32_t scalar_result(program *p, bool pair) {
  static const uint8_t pairs[] = {WL_FLAT_SCRATCH, WL_XNACK_MASK, VCC, EXEC, VCC, VCC};
  uint32_t code = rng_below(&p->random, p->plain_sgprs);
  if (rarely(p)) return WL_TTMP + rng_below(&p->random, 18);
  if (rng_below(&p->random, 10) == 0) {
    code = pairs[rng_below(&p->random, 6)];
    code += rng_below(&p->random, 2);
  }
  return pair && !rarely(p) ? code & ~1u : code;
}

static uint32_t vgpr_number(program *p, uint32_t count) {
  return rarely(p) ? rng_below(&p->random, 256) : rng_below(&p->random, p->vgprs - count + 1);
}

static uint32_t vector_code(program *p, bool pair) {
  if (rng_below(&p->random, 3)) return WL_SRC_VGPR + vgpr_number(p, pair ? 2 : 1);
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
    if ((*c == 'l' || *c == 'F') && !source--) return true;
    if (*c == 'S' && !source--) return c[1] == 'S';
    if (*c == 'S' && c[1] == 'S') c++;
    if (strchr("fihsvxyq", *c)) source--;
  }
  return false;
}

static bool has(const opcode *o, char c) { return strchr(o->operands, c) != NULL; }

static bool wide_result(const opcode *o) { return o->operands[0] && o->operands[0] == o->operands[1]; }

// Whether random operands could make the opcode jump, or write a register of the generator.
static bool jumps(const opcode *o, uint32_t number) {
  switch (o->format) {
    case SOP1:
      return number == WL_OP_s_setpc_b64 || number == WL_OP_s_swappc_b64 || number == WL_OP_s_cbranch_join ||
             number == WL_OP_s_movreld_b32 || number == WL_OP_s_movreld_b64;
    case SOP2: return number == WL_OP_s_cbranch_g_fork;
    case SOPK: return number == WL_OP_s_cbranch_i_fork || number == WL_OP_s_call_b64;
    default: return false;
  }
}

static uint32_t scalar_word(program *p, const opcode *o, uint32_t op) {
  const uint32_t s0 = scalar_code(p, wide_operand(o, 0)), s1 = scalar_code(p, wide_operand(o, 1));
  const uint32_t d = scalar_result(p, wide_result(o));
  switch (o->format) {
    case SOP1: return sop1_word(op, d, s0);
    case SOP2: return sop2_word(op % SOP2_OPS, d, s0, s1);
    case SOPC: return sopc_word(op, s0, s1);
    default: return sopk_word(op % SOPK_OPS, d, edge_value(&p->random));
  }
}

static void vop3(program *p, const opcode *o, uint32_t op, uint32_t w[3]) {
  const uint32_t promoted = o->format == VOP2 || o->format == VOP2S   ? WL_VOP3_VOP2
                            : o->format == VOP1 || o->format == VOP1S ? WL_VOP3_VOP1
                                                                      : 0;
  uint32_t code[3];
  const uint32_t scalar = rng_below(&p->random, 4);
  for (uint32_t i = 0; i < 3; i++) {
    const bool pair = wide_operand(o, i);
    // Mostly one scalar at most: the constant bus has room for one.
    code[i] = scalar == i || rarely(p) ? vector_code(p, pair) : WL_SRC_VGPR + vgpr_number(p, pair ? 2 : 1);
    if (has(o, 'w') && code[i] <= WL_LAST_REGISTER && !rarely(p)) code[i] = VCC;
  }
  if (has(o, 'r')) {
    code[2] = scalar_result(p, true);
    if (code[0] < WL_SRC_VGPR) code[0] = WL_SRC_ZERO;
    if (code[1] < WL_SRC_VGPR) code[1] = WL_SRC_INT_64 + 1;
  }
  if (has(o, 'x')) code[1] = scalar == 0 ? WL_SRC_ZERO + rng_below(&p->random, 64) : scalar_code(p, false);
  if (has(o, 'y')) code[0] = scalar_code(p, false);
  if (has(o, 'x') && !has(o, 'y')) code[0] = WL_SRC_VGPR + vgpr_number(p, 1);
  uint32_t d = vgpr_number(p, wide_result(o) ? 2 : 1);
  if (o->format == VOPC) d = scalar_result(p, true);
  if (o->operands[0] == 'D') d = scalar_result(p, false);
  const bool carry = has(o, 'c') && o->format != VOPC;
  const uint32_t high = carry ? scalar_result(p, true) : rng_below(&p->random, 128);
  w[0] = vop3_word(op + promoted, d) | wl_to_field(WL_VOP3_CLAMP, rng_below(&p->random, 2)) |
         wl_to_field(WL_VOP3_SDST, high);
  w[1] = vop3_sources(code) | rng_below(&p->random, 32) << 27;  // NEG, OMOD
}

// VOP3P: NEG, NEG_HI and both OP_SEL fields are random.
static void vop3p(program *p, const opcode *o, uint32_t op, uint32_t w[3]) {
  vop3(p, o, op & 127, w);
  w[0] = vop3p_word(w[0]);
}

// The fields of SDWA's source 0 but its register number, which goes to *number: SEL, SEXT, NEG, ABS, SGPR.
static uint32_t sdwa_source(program *p, bool scalar, uint32_t *number) {
  const uint32_t sel = rarely(p) ? 7 : rng_below(&p->random, 7);
  do {
    *number = scalar ? scalar_code(p, false) : vgpr_number(p, 1);
  } while (scalar && *number == WL_SRC_LITERAL && !rarely(p));
  const uint32_t modifiers = rng_below(&p->random, 8) * (WL_SDWA_SRC_SEXT & -WL_SDWA_SRC_SEXT);
  return wl_to_field(WL_SDWA_SRC0_IS_SGPR, scalar) | modifiers | wl_to_field(WL_SDWA_SRC_SEL, sel);
}

// The second dword of SDWA. *other: the register number of source 1, for the first dword.
static uint32_t sdwa_word(program *p, const opcode *o, uint32_t *other) {
  const uint32_t scalar = has(o, 'r') ? 2 : rng_below(&p->random, 5);
  uint32_t number, word = sdwa_source(p, scalar == 1, other) << 8;
  word |= sdwa_source(p, scalar == 0, &number);
  word |= number;
  if (o->format == VOPC) {
    static const uint8_t masks[] = {VCC, EXEC};
    const bool vcc_or_exec = rng_percent(&p->random, 30);
    const uint32_t d = vcc_or_exec ? masks[rng_below(&p->random, 2)] : rng_below(&p->random, p->plain_sgprs) & ~1u;
    word |= wl_to_field(WL_SDWA_SDST, d);
    return word | wl_to_field(WL_SDWA_SD, rng_below(&p->random, 2));
  }
  const uint32_t unused = rarely(p) ? 3 : rng_below(&p->random, 3);
  word |= wl_to_field(WL_SDWA_DST_SEL, rarely(p) ? 7 : rng_below(&p->random, 7));
  // CLAMP and OMOD are one random number.
  return word | rng_below(&p->random, 8) << 13 | wl_to_field(WL_SDWA_DST_UNUSED, unused);
}

static uint32_t dpp_word(program *p) {
  char text[80];
  uint32_t word = dpp_control(p, text, sizeof text);
  // Reserved values of DPP_CTRL, and the reserved bits behind it.
  if (rarely(p)) word = wl_with_field(word, WL_DPP_CTRL | WL_DPP_RESERVED, rng_below(&p->random, 1 << 11));
  word |= wl_to_field(WL_DPP_SRC0, vgpr_number(p, 1));
  // NEG and ABS of both sources are one random number.
  return word | rng_below(&p->random, 16) << 20;
}

static void vector_words(program *p, const opcode *o, uint32_t op, uint32_t *count, uint32_t w[3]) {
  const bool lng = o->format == VOP3 || o->format == VOP3P || rng_percent(&p->random, 40);
  const uint32_t pair = wide_operand(o, 0);
  uint32_t source0 = has(o, 'r') || has(o, 'K') ? WL_SRC_ZERO + rng_below(&p->random, 81) : vector_code(p, pair);
  uint32_t source1 = vgpr_number(p, wide_operand(o, 1) ? 2 : 1);
  const uint32_t d = vgpr_number(p, 1);
  w[1] = edge_value(&p->random);
  if (has_sdwa(o) && rng_percent(&p->random, 25)) {
    source0 = WL_SRC_SDWA;
    w[1] = sdwa_word(p, o, &source1);
  } else if (has_dpp(o) && rng_percent(&p->random, 25)) {
    source0 = WL_SRC_DPP;
    w[1] = dpp_word(p);
  }
  const bool more = source0 == WL_SRC_LITERAL || source0 == WL_SRC_SDWA || source0 == WL_SRC_DPP;
  *count = lng || has(o, 'K') || more ? 2 : 1;
  if (o->format == VOP3P) {
    vop3p(p, o, op, w);
  } else if (lng) {
    vop3(p, o, op, w);
  } else if (o->format == VOP1 || o->format == VOP1S) {
    w[0] = vop1_word(op, o->operands[0] == 'D' ? scalar_result(p, false) : d, source0);
  } else if (o->format == VOPC) {
    w[0] = vopc_word(op, source0, source1);
  } else {
    w[0] = vop2_word(op % VOP2_OPS, d, source0, source1);
  }
}

static void memory_words(program *p, const opcode *o, uint32_t op, uint32_t w[3]) {
  const uint32_t n = p->vgprs, random = (uint32_t)rng_next(&p->random);
  const uint32_t d = vgpr_number(p, 4), a = vgpr_number(p, 4), b = vgpr_number(p, 4);
  if (o->format == DS) {
    w[0] = ds_word(op, random) | wl_to_field(WL_DS_GDS, rarely(p));
    w[1] = ds_registers(d, b, a, random >> 16 & 1 ? n - 2 : a);
  } else if (o->format == SMEM) {
    const uint32_t sdst = rng_below(&p->random, 16) * 4 + (rarely(p) ? 1 : 0);
    const uint32_t forms = random >> 16 & 3;  // SOE, IMM
    // Without IMM the offset is the number of a register.
    const uint32_t offset =
        forms & 2 ? wl_to_field(WL_SMEM_OFFSET, random) : wl_to_field(WL_SMEM_OFFSET_SGPR, scalar_code(p, false));
    const uint32_t sbase = random >> 23 & 1 ? 80 : 2 * rng_below(&p->random, 51);
    w[0] = smem_word(op, sdst, sbase, forms >> 1) | (random >> 21 & 3) << 15 | wl_to_field(WL_SMEM_SOE, forms & 1);
    w[1] = wl_to_field(WL_SMEM_SOFFSET, scalar_code(p, false)) | offset;
  } else if (o->format == MUBUF || o->format == MTBUF) {
    const uint32_t quad = rarely(p) ? rng_below(&p->random, 32) : rng_below(&p->random, p->sgprs / 4);
    // OFFSET, OFFEN, IDXEN, GLC and an ignored bit behind it, SLC.
    // MTBUF has neither of the last two.
    // No load to the LDS: it would write to that of any wave.
    const bool to_lds = op >= WL_OP_buffer_load_ubyte && op <= WL_OP_buffer_load_dword;
    w[0] = mubuf_word(op, random) | (random >> 12 & 15) << 12 | (random >> 16 & 1) << 17 |
           wl_to_field(WL_MUBUF_LDS, rarely(p) && !to_lds) | wl_to_field(WL_MUBUF_RESERVED, rarely(p));
    if (o->format == MTBUF) w[0] = mtbuf_word(op, buffer_format(p), random) | (random >> 12 & 7) << 12;
    w[1] = mubuf_registers(scalar_code(p, false), quad, d, a) | (random >> 17 & 3) << 21 |
           wl_to_field(WL_MUBUF_TFE, rarely(p));
  } else {
    const bool scalar = random >> 13 & 1;
    const uint32_t seg = rarely(p) ? random >> 18 & 3 : segment(o);
    w[0] = flat_word(op, seg, random) | (random >> 16 & 3) << 16;
    w[1] = flat_registers(d, scalar ? 80 : WL_SADDR_NONE, a, scalar ? n - 6 : n - 5) | (random >> 20 & 1) << 23;
  }
}

static void one(program *p) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
    // No stores: one to a random address could change the program.
  } while ((o->format >= MUBUF || o->format == SMEM) && (!has(o, '=') || has(o, '*')));
  uint32_t op = o->number, w[3] = {0}, count = 1;
  if (rarely(p) && o->format < MUBUF && o->format != SMEM)
    op = rng_below(&p->random, o->format == VOP3 ? WL_VOP3_END : 256);
  // No owner writes: one past the allocation ends the run.
  if (o->format == DS && op >= WL_OP_owner_write_b32 && op <= WL_OP_owner_write_b128) return;
  if (o->format <= SOPK) {
    if (jumps(o, o->format == SOP2 ? op % SOP2_OPS : o->format == SOPK ? op % SOPK_OPS : op)) return;
    w[0] = scalar_word(p, o, op);
    const bool literal = wl_field(w[0], WL_SOP_SSRC0) == WL_SRC_LITERAL ||
                         (o->format != SOP1 && wl_field(w[0], WL_SOP_SSRC1) == WL_SRC_LITERAL);
    const bool setreg_imm = o->format == SOPK && wl_field(w[0], WL_SOPK_OP) == WL_OP_s_setreg_imm32_b32;
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
  if (p->body.left) p->body.left--;
}

void random_raw(program *p) {
  if (p->body.depth || p->fork_depth) return;
  const uint32_t length = 1 + rng_below(&p->random, 8), n = p->vgprs;
  settle(p);
  for (uint32_t i = 0; i < length; i++) one(p);
  // The registers on which the generator relies are set again.
  emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 32), 0x%x", mode_default);
  emit_text(p, "s_nop 4");
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mbcnt_lo_u32_b32 v%u, -1, 0", n - 1);
  emit_text(p, "v_mbcnt_hi_u32_b32 v%u, -1, v%u", n - 1, n - 1);
  p->exec_due = 0;
  random_stride(p);
}

void random_raw_end(program *p) { emit_text(p, ".long 0x%08x", illegal_word()); }
