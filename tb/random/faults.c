// SPDX-License-Identifier: Apache-2.0
// Programs whose waves end in faults, in the program or in the trap handler. Causes: operands past the end of a
// register file or of an allocation, two values on the constant bus, reserved sources, fetches from unmapped pages. One
// wave faults for certain.
#include <string.h>

#include "program.h"

static void words(program *p, const char *what, uint32_t a, uint32_t b) {
  emit_text(p, ".long 0x%08x, 0x%08x  // %s", a, b, what);
}

// s_movreld past s101 or past the allocation.
static void movreld(program *p) {
  const bool wide = rng_percent(&p->random, 40);
  const uint32_t step = wide ? 2 : 1, last = VCC + 2 - step, count = (last - p->sgprs) / step + 1;
  const uint32_t sum = p->sgprs + step * rng_below(&p->random, count),
                 number = rng_below(&p->random, p->plain_sgprs / 2) * 2;
  emit_text(p, "s_mov_b32 m0, 0x%x", (sum - number) | rng_below(&p->random, 1 << 20) << 7);
  emit_text(p, "s_nop 0");
  emit_text(p, wide ? "s_movreld_b64 s[%u:%u], 0" : "s_movreld_b32 s%u, 0", number, number + 1);
}

// s_movrels of a constant or a literal.
static void movrels(program *p) {
  const uint32_t code = rng_percent(&p->random, 20) ? WL_SRC_LITERAL : WL_SRC_ZERO + rng_below(&p->random, 81),
                 wide = rng_below(&p->random, 2);
  emit_text(p, "s_mov_b32 m0, %u", 2 * rng_below(&p->random, 30));
  emit_text(p, "s_nop 0");
  words(p, "s_movrels of a constant", sop1_word(wide ? WL_OP_s_movrels_b64 : WL_OP_s_movrels_b32, FORK_STACK, code), 0);
}

// Two different scalars among the sources of a VOP3 instruction.
static void constant_bus(program *p) {
  static const uint16_t ops[] = {WL_OP_v_add3_u32,     WL_OP_v_bfi_b32,      WL_OP_v_fma_f32,     WL_OP_v_mad_f32,
                                 WL_OP_v_mad_u32_u24,  WL_OP_v_bfe_u32,      WL_OP_v_bfe_i32,     WL_OP_v_perm_b32,
                                 WL_OP_v_lshl_add_u32, WL_OP_v_add_lshl_u32, WL_OP_v_lshl_or_b32, WL_OP_v_and_or_b32,
                                 WL_OP_v_or3_b32};
  static const uint8_t places[][2] = {{0, 1}, {0, 2}, {1, 2}};
  const uint32_t op = ops[rng_below(&p->random, sizeof ops / sizeof *ops)], at = rng_below(&p->random, 3);
  uint32_t source[3], first = rng_below(&p->random, p->plain_sgprs);
  for (uint32_t n = 0; n < 3; n++)
    source[n] = rng_percent(&p->random, 50) ? WL_SRC_VGPR + rng_below(&p->random, p->vgprs) : WL_SRC_ZERO;
  source[places[at][0]] = first;
  source[places[at][1]] = rng_percent(&p->random, 50) ? (first + 1) % p->plain_sgprs : VCC + rng_below(&p->random, 2);
  words(p, "two scalars", vop3_word(op, 0), vop3_sources(source));
}

// The numbers of registers of ADDR, DATA0, DATA1 and VDST; 0: the opcode has no such operand. What an atomic of MUBUF
// returns lies in its data.
static void memory_fields(const opcode *o, uint32_t count[4]) {
  uint32_t data = 1;
  memset(count, 0, 4 * sizeof *count);
  for (const char *c = o->operands; *c && *c != 'u' && *c != 'b'; c++) {
    if (*c == '*' && o->format == MUBUF) break;
    if (*c == '=') count[3] = (uint32_t)(*++c - '0');
    else if (*c == 'a' || *c == 'g') count[0] = o->format == DS || o->format == SCRATCH ? 1 : 2;
    else if (*c >= '1' && *c <= '4') count[data++] = (uint32_t)(*c - '0');
  }
}

// A memory instruction with a VGPR operand that ends one register past the allocation. Mostly an operand of several
// registers.
static void memory_operand(program *p) {
  const uint32_t least = rng_percent(&p->random, 80) ? 2 : 1;
  uint32_t count[4], field[4], at;
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
    memory_fields(o, count);
    at = rng_below(&p->random, 4);
  } while (o->format < DS || count[at] < least);
  if (p->vgprs == VGPRS && count[at] == 1) return;
  for (uint32_t n = 0; n < 4; n++) field[n] = rng_below(&p->random, 8);
  field[at] = p->vgprs + 1 - count[at];
  if (o->format == DS) words(p, o->name, ds_word(o->number, 0), ds_registers(field[3], field[2], field[1], field[0]));
  else if (o->format == MUBUF || o->format == MTBUF)
    words(p, o->name,
          (o->format == MUBUF ? mubuf_word(o->number, 0) : mtbuf_word(o->number, buffer_format(p), 0)) |
              WL_MUBUF_IDXEN | WL_MUBUF_OFFEN,
          mubuf_registers(WL_SRC_ZERO, rng_below(&p->random, p->plain_sgprs / 4), field[count[3] ? 3 : 1], field[0]));
  else
    words(p, o->name, flat_word(o->number, segment(o), 0) | (count[3] ? WL_FLAT_GLC : 0),
          flat_registers(field[3], WL_SADDR_NONE, field[1], field[0]));
}

// Codes that a program may not name, and tuples that end behind VCC.
static void scalar_operand(program *p) {
  static const uint8_t codes[] = {WL_TTMP, WL_TTMP + 7, WL_TTMP + 14, WL_TTMP + 15, WL_M0 + 1,
                                  209,     230,         WL_SRC_SDWA,  WL_SRC_DPP,   WL_SRC_LDS_DIRECT};
  const uint32_t code = codes[rng_below(&p->random, sizeof codes)], size = 1 + rng_below(&p->random, 4);
  const uint32_t first = WL_TTMP - (1u << size) + (size > 1 ? 4 : 2), nop = sopp_word(WL_OP_s_nop, 0);
  switch (rng_below(&p->random, 5)) {
    case 0: words(p, "s_mov_b32 of a reserved code", sop1_word(WL_OP_s_mov_b32, FORK_STACK, code), nop); break;
    case 1: words(p, "s_mov_b64 of 124", sop1_word(WL_OP_s_mov_b64, FORK_STACK, WL_M0), nop); break;
    case 2:
      words(p, "s_mov_b32 to a reserved code",
            sop1_word(WL_OP_s_mov_b32, WL_TTMP + rng_below(&p->random, 16), WL_SRC_ZERO), nop);
      break;
    case 3: words(p, "s_load that ends behind VCC", smem_word(WL_OP_s_load_dword + size, first, 80, true), 0); break;
    default: words(p, "v_mov_b32 of a reserved code", vop1_word(WL_OP_v_mov_b32, 0, code), nop); break;
  }
}

// A scalar memory instruction whose tuple does not begin at a multiple of its size, or of 4 if that is larger.
static void scalar_tuple(program *p) {
  static const struct {
    uint8_t op, count;
  } kinds[] = {{WL_OP_s_load_dwordx2, 2},         {WL_OP_s_load_dwordx4, 4},   {WL_OP_s_load_dwordx8, 8},
               {WL_OP_s_load_dwordx8, 8},         {WL_OP_s_load_dwordx16, 16}, {WL_OP_s_load_dwordx16, 16},
               {WL_OP_s_store_dwordx2, 2},        {WL_OP_s_store_dwordx4, 4},  {WL_OP_s_buffer_load_dwordx8, 8},
               {WL_OP_s_buffer_load_dwordx16, 16}};
  const uint32_t k = in_turn(p, TURN_TUPLE, sizeof kinds / sizeof *kinds), unit = kinds[k].count > 2 ? 4 : 2;
  const uint32_t off = unit == 2 ? 1 : rng_percent(&p->random, 70) ? 2 : 1 + 2 * rng_below(&p->random, 2);
  const uint32_t first = unit * rng_below(&p->random, (p->plain_sgprs - kinds[k].count) / unit) + off;
  words(p, "a tuple that begins at no multiple", smem_word(kinds[k].op, first, 80, true), 0);
}

// A V# or a pair in the first registers behind the last legal ones: behind the allocation, or over s101.
static void past_sgprs(program *p) {
  const uint32_t first = p->sgprs & ~3u;  // of a group of four: s96, or s100, which reaches over s101
  const uint32_t quad = rng_percent(&p->random, 60) ? first : WL_XNACK_MASK + 4 * rng_below(&p->random, 2);
  const uint32_t turn = in_turn(p, TURN_QUAD, 5), k = p->sgprs < SGPRS ? p->sgprs : WL_TTMP;
  const uint32_t registers = mubuf_registers(WL_SRC_ZERO, quad / 4, 0, 0);
  switch (turn) {
    case 0: words(p, "a V# past the last SGPR, MUBUF", mubuf_word(WL_OP_buffer_load_dword, 0), registers); break;
    case 1:
      words(p, "a V# past the last SGPR, MTBUF", mtbuf_word(rng_below(&p->random, 16), buffer_format(p), 0), registers);
      break;
    case 2:
      words(p, "a V# past the last SGPR, SMEM", smem_word(WL_OP_s_buffer_load_dword, FORK_STACK, quad, true), 0);
      break;
    case 3:
      words(p, "an SADDR past the last SGPR", flat_word(WL_OP_global_load_dword, WL_SEG_GLOBAL, 0),
            flat_registers(0, k, 0, p->vgprs - 6));
      break;
    default: words(p, "a base past the last SGPR", smem_word(WL_OP_s_load_dword, FORK_STACK, k, true), 0); break;
  }
}

static void vector_operand(program *p) {
  if (p->vgprs == VGPRS) return;
  const uint32_t past = WL_SRC_VGPR + p->vgprs;
  uint32_t source[3] = {WL_SRC_VGPR, WL_SRC_VGPR, WL_SRC_VGPR};
  source[rng_below(&p->random, 3)] = past;
  words(p, "a VGPR past the allocation", vop3_word(WL_OP_v_add3_u32, 0), vop3_sources(source));
}

static void jump(program *p, const char *pair, uint32_t low) {
  emit_text(p, "s_mov_b32 %s%u, 0x%x", pair, low, 0x70000000 + 4 * rng_below(&p->random, 1024));
  emit_text(p, "s_movk_i32 %s%u, %u", pair, low + 1, rng_below(&p->random, 2));
  emit_text(p, "s_setpc_b64 %s[%u:%u]", pair, low, low + 1);
}

static void jump_away(program *p) { jump(p, "s", 84); }

static void user_fault(program *p) {
  static void (*const kinds[])(program *) = {scalar_tuple, memory_operand, movreld,        scalar_operand,
                                             scalar_tuple, movrels,        memory_operand, constant_bus,
                                             past_sgprs,   vector_operand, scalar_tuple,   jump_away};
  kinds[in_turn(p, TURN_FAULT, sizeof kinds / sizeof *kinds)](p);
}

void random_faults(program *p) {
  uint32_t certain = rng_below(&p->random, p->waves);
  while (p->ended >> certain & 1) certain = (certain + 1) % p->waves;
  emit_text(p, "s_and_b32 s89, s86, 15");
  for (uint32_t w = 0; w < p->waves; w++) {
    const uint32_t next = p->body.labels++;
    if (w != certain && rng_percent(&p->random, 20)) continue;
    emit_text(p, "s_cmp_lg_u32 s89, %u", w);
    emit_text(p, "s_cbranch_scc1 .L%u", next);
    for (uint32_t n = rng_percent(&p->random, 30) ? rng_below(&p->random, 5) : 0; n > 0; n--)
      emit_text(p, "s_ttracedata");
    if (p->traps && rng_percent(&p->random, 50)) {
      emit_text(p, "s_trap %u", FAULT_TRAP);
    } else {
      user_fault(p);
    }
    emit_wait_all(p);
    if (w == certain) emit_text(p, ".long 0x%08x", illegal_word());
    else emit_text(p, "s_endpgm");
    fprintf(p->out, ".L%u:\n", next);
  }
}

// One operand that even a handler may not name, or a fetch fault.
static void handler_fault(program *p) {
  const uint32_t nop = sopp_word(WL_OP_s_nop, 0);
  const struct {
    const char *what;
    uint32_t first, second;
  } refused[] = {{"s_mov_b64 of 124", sop1_word(WL_OP_s_mov_b64, 20, WL_M0), nop},
                 {"s_mov_b64 to 124", sop1_word(WL_OP_s_mov_b64, WL_M0, WL_SRC_ZERO), nop},
                 {"s_mov_b32 of 125", sop1_word(WL_OP_s_mov_b32, 20, WL_M0 + 1), nop},
                 {"s_mov_b32 to 125", sop1_word(WL_OP_s_mov_b32, WL_M0 + 1, WL_SRC_ZERO), nop},
                 {"s_load_dwordx2 to 124", smem_word(WL_OP_s_load_dwordx2, WL_M0, 80, true), 0},
                 {"s_load_dwordx8 to 120", smem_word(WL_OP_s_load_dwordx8, WL_TTMP + 12, 80, true), 0},
                 {"s_load_dword by ttmp0 as offset", smem_word(WL_OP_s_load_dword, 100, 80, false), WL_TTMP},
                 {"s_mov_b64 of 107", sop1_word(WL_OP_s_mov_b64, 20, WL_VCC_HI), nop},
                 {"s_load_dwordx4 to 104 and on", smem_word(WL_OP_s_load_dwordx8, WL_XNACK_MASK, 80, true), 0},
                 {"s_load_dwordx2 from 124", smem_word(WL_OP_s_load_dwordx2, 20, WL_M0, true), 0}};
  if (rng_percent(&p->random, 40)) {
    jump(p, "ttmp", 2);
  } else {
    const uint32_t n = rng_below(&p->random, sizeof refused / sizeof *refused);
    words(p, refused[n].what, refused[n].first, refused[n].second);
  }
}

void fault_in_handler(program *p) {
  const uint32_t none = p->body.labels++;
  emit_text(p, "s_cmp_lg_u32 ttmp2, %u", FAULT_TRAP);
  emit_text(p, "s_cbranch_scc1 .L%u", none);
  emit_text(p, "s_and_b32 ttmp3, s86, 15");
  for (uint32_t w = 0; w < p->waves; w++) {
    const uint32_t next = p->body.labels++;
    emit_text(p, "s_cmp_lg_u32 ttmp3, %u", w);
    emit_text(p, "s_cbranch_scc1 .L%u", next);
    handler_fault(p);
    fprintf(p->out, ".L%u:\n", next);
  }
  fprintf(p->out, ".L%u:\n", none);
}
