// SPDX-License-Identifier: Apache-2.0
// Programs whose waves end in faults, in the program or in the trap handler: operands past the end of a register file
// or of an allocation, two values on the constant bus, reserved sources, fetches from unmapped pages. One wave faults
// for certain.
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
                 number = rng_below(&p->random, PLAIN_SGPRS / 2) * 2;
  emit_text(p, "s_mov_b32 m0, 0x%x", (sum - number) | rng_below(&p->random, 1 << 20) << 7);
  emit_text(p, "s_nop 0");
  emit_text(p, wide ? "s_movreld_b64 s[%u:%u], 0" : "s_movreld_b32 s%u, 0", number, number + 1);
}

// s_movrels of a constant or a literal.
static void movrels(program *p) {
  const uint32_t code = rng_percent(&p->random, 20) ? 255 : 128 + rng_below(&p->random, 81),
                 wide = rng_below(&p->random, 2);
  emit_text(p, "s_mov_b32 m0, %u", 2 * rng_below(&p->random, 30));
  emit_text(p, "s_nop 0");
  words(p, "s_movrels of a constant", 0xBE800000 | FORK_STACK << 16 | (42 + wide) << 8 | code, 0);
}

// Two different scalars among the sources of a VOP3 instruction.
static void constant_bus(program *p) {
  static const uint16_t numbers[] = {511, 458, 459, 449, 451, 456, 457, 493, 509, 510, 512, 513, 514};
  static const uint8_t places[][2] = {{0, 1}, {0, 2}, {1, 2}};
  const uint32_t op = numbers[rng_below(&p->random, sizeof numbers / sizeof *numbers)], at = rng_below(&p->random, 3);
  uint32_t source[3], first = rng_below(&p->random, PLAIN_SGPRS);
  for (uint32_t n = 0; n < 3; n++)
    source[n] = rng_percent(&p->random, 50) ? 256 + rng_below(&p->random, p->vgprs) : 128;
  source[places[at][0]] = first;
  source[places[at][1]] = rng_percent(&p->random, 50) ? (first + 1) % PLAIN_SGPRS : VCC + rng_below(&p->random, 2);
  words(p, "two scalars", 0xD0000000 | op << 16, source[0] | source[1] << 9 | source[2] << 18);
}

// The numbers of registers of ADDR, DATA0, DATA1 and VDST; 0: the opcode has no such operand.
static void memory_fields(const opcode *o, uint32_t count[4]) {
  uint32_t data = 1;
  memset(count, 0, 4 * sizeof *count);
  for (const char *c = o->operands; *c && *c != 'u' && *c != 'b'; c++) {
    if (*c == '=') count[3] = (uint32_t)(*++c - '0');
    else if (*c == 'a' || *c == 'g') count[0] = o->format == GLOBAL ? 2 : 1;
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
  } while ((o->format != DS && o->format != GLOBAL) || count[at] < least);
  if (p->vgprs == VGPRS && count[at] == 1) return;
  for (uint32_t n = 0; n < 4; n++) field[n] = rng_below(&p->random, 8);
  field[at] = p->vgprs + 1 - count[at];
  words(p, o->name, o->format == DS ? 0x36u << 26 | o->number << 17 : 0x37u << 26 | o->number << 18 | 2 << 14,
        field[3] << 24 | (o->format == DS ? field[2] : 0x7F) << 16 | field[1] << 8 | field[0]);
}

// Codes that a program may not name, and tuples that end behind VCC.
static void scalar_operand(program *p) {
  static const uint8_t codes[] = {108, 115, 122, 123, 125, 209, 230, 249, 250, 254};
  const uint32_t code = codes[rng_below(&p->random, sizeof codes)], size = 1 + rng_below(&p->random, 4);
  const uint32_t first = 108 - (1u << size) + (size > 1 ? 4 : 2);
  switch (rng_below(&p->random, 5)) {
    case 0: words(p, "s_mov_b32 of a reserved code", 0xBE800000 | FORK_STACK << 16 | code, 0xBF800000); break;
    case 1: words(p, "s_mov_b64 of 124", 0xBE80017C | FORK_STACK << 16, 0xBF800000); break;
    case 2:
      words(p, "s_mov_b32 to a reserved code", 0xBE800080 | (108 + rng_below(&p->random, 16)) << 16, 0xBF800000);
      break;
    case 3: words(p, "s_load that ends behind VCC", 0xC0020000 | size << 18 | first << 6 | 40, 0); break;
    default: words(p, "v_mov_b32 of a reserved code", 0x7E000200 | code, 0xBF800000); break;
  }
}

static void vector_operand(program *p) {
  if (p->vgprs == VGPRS) return;
  const uint32_t past = 256 + p->vgprs;
  uint32_t source[3] = {256, 256, 256};
  source[rng_below(&p->random, 3)] = past;
  words(p, "a VGPR past the allocation", 0xD1FF0000, source[0] | source[1] << 9 | source[2] << 18);
}

static void jump(program *p, const char *pair, uint32_t low) {
  emit_text(p, "s_mov_b32 %s%u, 0x%x", pair, low, 0x7000 + 4 * rng_below(&p->random, 1024));
  emit_text(p, "s_movk_i32 %s%u, %u", pair, low + 1, rng_below(&p->random, 2));
  emit_text(p, "s_setpc_b64 %s[%u:%u]", pair, low, low + 1);
}

static void user_fault(program *p) {
  switch (rng_below(&p->random, 9)) {
    case 0: movreld(p); break;
    case 1: movrels(p); break;
    case 2: constant_bus(p); break;
    case 3:
    case 4:
    case 5: memory_operand(p); break;
    case 6: scalar_operand(p); break;
    case 7: vector_operand(p); break;
    default: jump(p, "s", 84); break;
  }
}

void random_faults(program *p) {
  const uint32_t certain = rng_below(&p->random, p->waves);
  emit_text(p, "s_and_b32 s89, s86, 15");
  for (uint32_t w = 0; w < p->waves; w++) {
    const uint32_t next = p->labels++;
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
    emit_text(p, w == certain ? ".long 0xbf9f0000" : "s_endpgm");
    fprintf(p->out, ".L%u:\n", next);
  }
}

// One operand that even a handler may not name, or a fetch fault.
static void handler_fault(program *p) {
  static const struct {
    const char *what;
    uint32_t first, second;
  } refused[] = {{"s_mov_b64 of 124", 0xBE94017C, 0xBF800000},
                 {"s_mov_b64 to 124", 0xBEFC0180, 0xBF800000},
                 {"s_mov_b32 of 125", 0xBE94007D, 0xBF800000},
                 {"s_mov_b32 to 125", 0xBEFD0080, 0xBF800000},
                 {"s_load_dwordx2 to 124", 0xC0061F28, 0},
                 {"s_load_dwordx8 to 120", 0xC00E1E28, 0},
                 {"s_load_dword by ttmp0 as offset", 0xC0001928, 108},
                 {"s_mov_b64 of 107", 0xBE94016B, 0xBF800000},
                 {"s_load_dwordx4 to 104 and on", 0xC00E1A28, 0},
                 {"s_load_dwordx2 from 124", 0xC006053E, 0}};
  if (rng_percent(&p->random, 40)) {
    jump(p, "ttmp", 2);
  } else {
    const uint32_t n = rng_below(&p->random, sizeof refused / sizeof *refused);
    words(p, refused[n].what, refused[n].first, refused[n].second);
  }
}

void fault_in_handler(program *p) {
  const uint32_t none = p->labels++;
  emit_text(p, "s_cmp_lg_u32 ttmp2, %u", FAULT_TRAP);
  emit_text(p, "s_cbranch_scc1 .L%u", none);
  emit_text(p, "s_and_b32 ttmp3, s86, 15");
  for (uint32_t w = 0; w < p->waves; w++) {
    const uint32_t next = p->labels++;
    emit_text(p, "s_cmp_lg_u32 ttmp3, %u", w);
    emit_text(p, "s_cbranch_scc1 .L%u", next);
    handler_fault(p);
    fprintf(p->out, ".L%u:\n", next);
  }
  fprintf(p->out, ".L%u:\n", none);
}
