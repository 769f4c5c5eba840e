// SPDX-License-Identifier: Apache-2.0
// SDWA and DPP: which opcodes have these forms (D-VEC-33, D-VEC-40), and their second dwords.
#include <string.h>

#include "program.h"

static bool short_format(const opcode *o) { return o->format == VOP1 || o->format == VOP2 || o->format == VOPC; }

bool has_sdwa(const opcode *o) { return has_dpp(o) && !strchr(o->operands, '/'); }

bool has_dpp(const opcode *o) { return short_format(o) && !strpbrk(o->operands, "lF|"); }

void sdwa_selects(program *p, insn *i, const opcode *o, uint32_t sources) {
  static const char *const selects[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
  static const char *const unused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
  if (!sources) return;
  if (o->format != VOPC) {
    append(i, " dst_sel:%s", selects[rng_below(&p->random, 7)]);
    append(i, " dst_unused:%s", unused[rng_below(&p->random, 3)]);
  }
  // Parts of floats are mostly denormals, so whole floats come more often than by chance.
  for (uint32_t n = 0; n < sources; n++)
    append(i, " src%u_sel:%s", n, selects[rng_percent(&p->random, 25) ? 6 : rng_below(&p->random, 7)]);
}

// A DPP_CTRL value that is not reserved, and the assembler's word for it.
static uint32_t dpp_ctrl(program *p, char *text, size_t size) {
  static const char *const rows[] = {"row_shl", "row_shr", "row_ror"};
  static const struct {
    const char *name;
    uint32_t code;
  } others[] = {{"wave_shl:1", 0x130}, {"wave_rol:1", 0x134},      {"wave_shr:1", 0x138},   {"wave_ror:1", 0x13C},
                {"row_mirror", 0x140}, {"row_half_mirror", 0x141}, {"row_bcast:15", 0x142}, {"row_bcast:31", 0x143}};
  const uint32_t kind = rng_below(&p->random, 10);
  if (kind < 3) {
    const uint32_t c = rng_below(&p->random, 256);
    snprintf(text, size, "quad_perm:[%u,%u,%u,%u]", c & 3, c >> 2 & 3, c >> 4 & 3, c >> 6);
    return c;
  }
  if (kind < 6) {
    const uint32_t n = rng_range(&p->random, 1, 15);
    snprintf(text, size, "%s:%u", rows[kind - 3], n);
    return 0x100 + 16 * (kind - 3) + n;
  }
  const uint32_t which = rng_below(&p->random, 8);
  snprintf(text, size, "%s", others[which].name);
  return others[which].code;
}

uint32_t dpp_control(program *p, char *text, size_t size) {
  const uint32_t ctrl = dpp_ctrl(p, text, size), all = rng_percent(&p->random, 40);
  const uint32_t rows = all ? 15 : rng_below(&p->random, 16), banks = all ? 15 : rng_below(&p->random, 16);
  const bool bound = rng_percent(&p->random, 50);
  const size_t used = strlen(text);
  // The assembler's "bound_ctrl:0" sets the bit to 1.
  snprintf(text + used, size - used, " row_mask:0x%x bank_mask:0x%x%s", rows, banks, bound ? " bound_ctrl:0" : "");
  return wl_to_field(WL_DPP_ROW_MASK, rows) | wl_to_field(WL_DPP_BANK_MASK, banks) |
         wl_to_field(WL_DPP_BOUND_CTRL, bound) | wl_to_field(WL_DPP_CTRL, ctrl);
}

void dpp_words(program *p, const opcode *o) {
  insn i = {.unit = UNIT_VALU, .dpp = true}, names = {.text = ""};
  char control[80];
  uint32_t r[2] = {0, 0};
  const bool compare = o->format == VOPC;
  uint32_t flags = 0;
  for (uint32_t n = 0; compare && n < 2; n++) {
    // NEG and ABS of integers are ignored fields: some of them are set.
    const uint32_t neg = rng_percent(&p->random, knob(p, KNOB_MODIFIER));
    const uint32_t abs = rng_percent(&p->random, knob(p, KNOB_MODIFIER));
    flags |= wl_to_field(n ? WL_DPP_SRC1_NEG : WL_DPP_SRC0_NEG, neg);
    flags |= wl_to_field(n ? WL_DPP_SRC1_ABS : WL_DPP_SRC0_ABS, abs);
    append(&names, "%s%s%s", n ? ", " : "", neg ? "-" : "", abs ? "|" : "");
    r[n] = vgpr_source(p, &names, 1);
    append(&names, "%s", abs ? "|" : "");
    touch_vgprs(&i, r[n], 1, false);
  }
  const uint32_t second = dpp_control(p, control, sizeof control) | flags | r[0];
  const uint32_t first = compare ? vopc_word(o->number, WL_SRC_DPP, r[1]) : vop1_word(o->number, 0, WL_SRC_DPP);
  append(&i, ".long 0x%08x, 0x%08x  // %s_dpp %s%s %s", first, second, o->name, compare ? "vcc, " : "", names.text,
         control);
  if (compare) touch_sgprs(&i, VCC, 2, true);
  if (strchr(o->operands, 'e')) touch_sgprs(&i, EXEC, 2, true);
  i.permuted = compare ? (uint16_t)(r[0] + 1) : 0;
  emit(p, &i);
}

void cndmask_words(program *p, const opcode *o) {
  insn i = {.unit = UNIT_VALU}, names = {.text = ""};
  vector_destination(p, &names, 1, false);
  const uint32_t to = names.touches[0].first;
  touch_vgprs(&i, to, 1, true);
  uint32_t r[2], second = wl_to_field(WL_SDWA_DST_SEL, rng_below(&p->random, 7)) |
                          wl_to_field(WL_SDWA_DST_UNUSED, rng_below(&p->random, 3));
  for (uint32_t n = 0; n < 2; n++) {
    append(&names, ", ");
    r[n] = vgpr_source(p, &names, 1);
    touch_vgprs(&i, r[n], 1, false);
    const uint32_t fields = wl_to_field(WL_SDWA_SRC_SEL, rng_below(&p->random, 7)) |
                            wl_to_field(WL_SDWA_SRC_SEXT, rng_below(&p->random, 2)) |
                            wl_to_field(WL_SDWA_SRC_NEG, rng_percent(&p->random, 25)) |
                            wl_to_field(WL_SDWA_SRC_ABS, rng_percent(&p->random, 25));
    second |= fields << 8 * n;
  }
  touch_sgprs(&i, VCC, 2, false);
  append(&i, ".long 0x%08x, 0x%08x  // %s_sdwa %s, vcc", vop2_word(o->number, to, WL_SRC_SDWA, r[1]),
         second | wl_to_field(WL_SDWA_SRC0, r[0]), o->name, names.text);
  emit(p, &i);
}
