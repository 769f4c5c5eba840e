// SPDX-License-Identifier: Apache-2.0
// Shared registers (MODE.SHARED, lds.md 2): vector operands that are physical VGPRs, the same for all waves. Every
// wave has a part of them and reaches it by the index in M0. It reads another wave's part between barriers. All waves
// write the same values to the common registers, so they may access these at the same time.
#include "program.h"

uint32_t shared_register(program *p, uint32_t count) {
  // A tuple lies among the global registers or among the temporaries. Only programs of one wave use the temporaries,
  // and without an index.
  if (p->shared_temps >= count && p->shared_first == SHARED_COMMON && rng_percent(&p->random, 30))
    return p->shared_global + rng_below(&p->random, p->shared_temps - count + 1);
  return p->shared_first + rng_below(&p->random, p->shared_count - count + 1);
}

static void shared_on(program *p, uint32_t fields) {
  emit_text(p, ".long 0x%08x  // shared_on", sopp_word(WL_OP_shared_on, fields));
  p->shared_fields = fields;
  p->indexing = true;  // keeps M0
}

static void shared_off(program *p) {
  emit_text(p, ".long 0x%08x  // shared_off", sopp_word(WL_OP_shared_off, 0));
  p->shared_fields = 0;
  p->indexing = false;
}

static void some_steps(program *p) {
  const uint32_t length = 1 + rng_below(&p->random, 8);
  for (uint32_t n = 0; n < length; n++) vector_step(p);
}

// Writes a common register by v_mov or v_swap. Its value follows from its number.
static void set_common(program *p, uint32_t number) {
  const uint32_t value = 0x9E3779B9 * (number + 1), r = rng_below(&p->random, plain_vgprs(p));
  if (rng_percent(&p->random, 60)) {
    shared_on(p, 1 << WL_ENABLE_VDST);
    emit_text(p, "v_mov_b32 v%u, 0x%x", number, value);
  } else {
    insn i = {.unit = UNIT_VALU};
    append(&i, "v_mov_b32 v%u, 0x%x", r, value);
    touch_vgprs(&i, r, 1, true);
    emit(p, &i);
    shared_on(p, 1 << WL_ENABLE_SRC0);
    emit_text(p, "v_swap_b32 v%u, v%u", r, number);
  }
  shared_off(p);
}

// Reads a common register as any of three sources.
static void read_common(program *p, uint32_t number) {
  const uint32_t field = rng_below(&p->random, 3), r = rng_below(&p->random, plain_vgprs(p));
  insn i = {.unit = UNIT_VALU};
  shared_on(p, 1u << field);
  append(&i, "v_add3_u32 v%u", r);
  for (uint32_t n = 0; n < 3; n++) append(&i, ", v%u", n == field ? number : r);
  touch_vgprs(&i, r, 1, false);
  touch_vgprs(&i, r, 1, true);
  emit(p, &i);
  shared_off(p);
}

static void common_registers(program *p) {
  const uint32_t which = rng_below(&p->random, SHARED_COMMON + SHARED_LAST), length = 1 + rng_below(&p->random, 8);
  const uint32_t number = which < SHARED_COMMON ? which : p->shared_global - 1 - (which - SHARED_COMMON);
  if (everybody(p)) meet(p);
  emit_text(p, "s_mov_b64 exec, -1");
  set_common(p, number);
  for (uint32_t n = 0; n < length; n++) {
    if (rng_percent(&p->random, 40)) set_common(p, number);
    else read_common(p, number);
  }
  p->exec_due = 1;
}

// s89 = the number in the grid of this wave, or of the wave at a distance behind it in its workgroup.
static void wave_number(program *p, uint32_t distance) {
  emit_text(p, "s_lshr_b32 s89, s86, 16");
  if (!distance) return;
  emit_text(p, "s_and_b32 s85, s86, 15");
  emit_text(p, "s_sub_u32 s89, s89, s85");
  emit_text(p, "s_add_u32 s85, s85, %u", distance);
  emit_text(p, "s_sub_u32 s84, s85, %u", p->waves);
  emit_text(p, "s_cmp_ge_u32 s85, %u", p->waves);
  emit_text(p, "s_cselect_b32 s85, s84, s85");
  emit_text(p, "s_add_u32 s89, s89, s85");
}

// Instructions on a wave's part, by index.
static void part(program *p, uint32_t fields, uint32_t distance) {
  wave_number(p, distance);
  emit_text(p, "s_mul_i32 s89, s89, %u", p->shared_part);
  emit_text(p, "s_add_u32 m0, s89, 0x%x",
            SHARED_COMMON | wl_to_field(WL_M0_GPR_INDEX_ENABLES, fields) | rng_below(&p->random, 16) << 20);
  emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 1");
  p->shared_first = 0;
  p->shared_count = p->shared_part;
  shared_on(p, fields);
  some_steps(p);
  shared_off(p);
  emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 0");
  p->setreg_slot = p->slot;
}

void random_shared(program *p) {
  if (!p->shared_global || p->skipping || p->indexing) return;
  const uint32_t kind = rng_below(&p->random, 10), fields = rng_below(&p->random, 16);
  settle(p);
  if (kind < 3) {
    common_registers(p);
  } else if (kind < 6 && everybody(p)) {
    meet(p);
    part(p, fields & 7, rng_below(&p->random, p->waves));
    meet(p);
  } else if (kind < 8 && p->waves * p->groups == 1) {
    p->shared_first = SHARED_COMMON;
    p->shared_count = p->shared_part;
    shared_on(p, fields);
    some_steps(p);
    shared_off(p);
  } else {
    part(p, fields, 0);
  }
}
