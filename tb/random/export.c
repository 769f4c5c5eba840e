// SPDX-License-Identifier: Apache-2.0
// Exports (control-flow.md 11).
#include "program.h"

enum { FIELDS = 4 };

static uint32_t target(program *p, wl_export_type *type) {
  uint32_t t;
  do {
    t = rng_below(&p->random, WL_EXP_PARAM0 + 32);
    if (t >= WL_EXP_PARAM0 && rng_percent(&p->random, 50)) t %= WL_EXP_PARAM0 / 2;
  } while (!wl_export_type_of(t, type));
  return t;
}

// As words, since the assembler sets what is ignored to 0 and has COMPR with some enables only.
static void one_export(program *p) {
  const uint32_t en = rng_below(&p->random, 1 << FIELDS);
  const uint32_t ignored = (WL_EXP_DONE | WL_EXP_VM | WL_BITS(25, 13)) & (uint32_t)rng_next(&p->random);
  const bool compressed = rng_percent(&p->random, 30);
  wl_export_type type;
  const uint32_t w0 = exp_word(target(p, &type), en, compressed) | ignored;
  uint32_t w1 = 0;
  insn i = {.unit = UNIT_EXPORT, .late = 1 + type};
  for (uint32_t c = 0; c < FIELDS; c++) {
    const bool sent = compressed ? c < 2 && en >> 2 * c & 3 : en >> c & 1;
    const uint32_t r = rng_below(&p->random, sent ? plain_vgprs(p) : VGPRS);
    w1 |= r << 8 * c;
    if (sent) touch_vgprs(&i, r, 1, false);
  }
  append(&i, ".long 0x%08x, 0x%08x  // exp", w0, w1);
  touch_sgprs(&i, EXEC, 2, false);
  emit(p, &i);
}

void random_export(program *p) {
  const uint32_t count = rng_percent(&p->random, 15) ? 9 : 1 + rng_below(&p->random, 3);
  for (uint32_t n = 0; n < count; n++) one_export(p);
}
