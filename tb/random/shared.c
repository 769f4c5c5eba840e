// SPDX-License-Identifier: Apache-2.0
// Shared registers (MODE.SHARED, lds.md 2): vector operands that are physical VGPRs, the same for all waves. Every
// wave has a part of them and reaches it by the index in M0. It reads another wave's part between barriers. All waves
// write the same values to the common registers, so they may access these at the same time.
#include <stdarg.h>
#include <string.h>

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

static uint32_t value_of(uint32_t number) { return 0x9E3779B9 * (number + 1); }

// Plain registers from v[r] on take the values of common registers.
static void copy_values(program *p, uint32_t r, uint32_t number, uint32_t count) {
  for (uint32_t n = 0; n < count; n++) {
    insn i = {.unit = UNIT_VALU};
    append(&i, "v_mov_b32 v%u, 0x%x", r + n, value_of(number + n));
    touch_vgprs(&i, r + n, 1, true);
    emit(p, &i);
  }
}

enum { SRC0 = 1 << WL_ENABLE_SRC0, SRC1 = 1 << WL_ENABLE_SRC1, SRC2 = 1 << WL_ENABLE_SRC2, VDST = 1 << WL_ENABLE_VDST };

// One instruction while these fields are absolute. It reads or writes plain registers from v[r] on.
__attribute__((format(printf, 6, 7))) static void absolute(program *p, uint32_t fields, uint32_t r, uint32_t count,
                                                           bool write, const char *format, ...) {
  insn i = {.unit = UNIT_VALU, .dpp = strstr(format, "_dpp") != NULL};
  char text[96];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  append(&i, "%s", text);
  if (count) touch_vgprs(&i, r, count, false);
  if (count && write) touch_vgprs(&i, r, count, true);
  shared_on(p, fields);
  emit(p, &i);
  shared_off(p);
}

// Writes a common register. Its value follows from its number.
static void set_common(program *p, uint32_t number) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p)), kind = rng_below(&p->random, 6);
  switch (kind) {
    case 0:
      copy_values(p, r, number, 1);
      absolute(p, SRC0, r, 1, true, "v_swap_b32 v%u, v%u", r, number);
      break;
    case 1:  // slow
      copy_values(p, r, number, 1);
      absolute(p, VDST, r, 1, false, "v_mul_lo_u32 v%u, 1, v%u", number, r);
      break;
    case 2: absolute(p, SRC0 | SRC1 | VDST, 0, 0, false, "v_and_b32 v%u, v%u, v%u", number, number, number); break;
    case 3:  // a half: reads the other
      copy_values(p, r, number, 1);
      absolute(p, VDST, r, 1, false,
               "v_mov_b32_sdwa v%u, v%u dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1", number, r);
      break;
    default: absolute(p, VDST, 0, 0, false, "v_mov_b32 v%u, 0x%x", number, value_of(number)); break;
  }
}

// Writes two common registers, or with `all` four, by one instruction.
static void set_common_tuple(program *p, uint32_t number, bool all) {
  const uint32_t r = SHARED_COMMON + rng_below(&p->random, plain_vgprs(p) - 2 * SHARED_COMMON);
  const uint32_t end = number + (all ? 3 : 1);
  copy_values(p, r, number, all ? 4 : 2);
  if (all) {  // no byte of the reference counts: the accumulators
    absolute(p, VDST, r, 4, false, "v_mqsad_u32_u8 v[%u:%u], v[%u:%u], 0, v[%u:%u]", number, end, r, r + 1, r, r + 3);
  } else if (rng_percent(&p->random, 50)) {
    absolute(p, VDST, r, 2, false, "v_lshlrev_b64 v[%u:%u], 0, v[%u:%u]", number, end, r, r + 1);
  } else {
    absolute(p, SRC1 | VDST, 0, 0, false, "v_lshrrev_b64 v[%u:%u], 0, v[%u:%u]", number, end, number, end);
  }
}

// Reads a common register as any of three sources, across lanes, into an SGPR, or as an operand of a compare.
static void read_common(program *p, uint32_t number) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p)), kind = rng_below(&p->random, 6);
  const uint32_t pair = plain_pair(p);
  insn i = {.unit = UNIT_VALU};
  switch (kind) {
    case 0:
      absolute(p, SRC0, r, 1, true, "v_mov_b32_dpp v%u, v%u row_ror:%u row_mask:0xf bank_mask:0xf", r, number,
               1 + rng_below(&p->random, 15));
      break;
    case 1:
      append(&i, "v_readlane_b32 s%u, v%u, %u", pair, number, rng_below(&p->random, 64));
      touch_sgprs(&i, pair, 1, true);
      shared_on(p, SRC0);
      emit(p, &i);
      shared_off(p);
      break;
    case 2:
      append(&i, "v_cmp_gt_u32_e64 s[%u:%u], v%u, v%u", pair, pair + 1, r, number);
      touch_vgprs(&i, r, 1, false);
      touch_sgprs(&i, pair, 2, true);
      shared_on(p, SRC1);
      emit(p, &i);
      shared_off(p);
      break;
    case 3: absolute(p, SRC0, r, 1, true, "v_add3_u32 v%u, v%u, v%u, v%u", r, number, r, r); break;
    case 4: absolute(p, SRC1, r, 1, true, "v_add3_u32 v%u, v%u, v%u, v%u", r, r, number, r); break;
    default: absolute(p, SRC2, r, 1, true, "v_add3_u32 v%u, v%u, v%u, v%u", r, r, r, number); break;
  }
}

// Reads two common registers, or with `all` four, by one source.
static void read_common_tuple(program *p, uint32_t number, bool all) {
  const uint32_t r = SHARED_COMMON + rng_below(&p->random, plain_vgprs(p) - 2 * SHARED_COMMON - 2);
  const uint32_t end = number + (all ? 3 : 1), field = rng_below(&p->random, 3);
  insn i = {.unit = UNIT_VALU};
  if (all) {
    append(&i, "v_mqsad_u32_u8 v[%u:%u], v[%u:%u], v%u, v[%u:%u]", r, r + 3, r + 4, r + 5, r + 4, number, end);
    touch_vgprs(&i, r + 4, 2, false);
    touch_vgprs(&i, r, 4, true);
  } else {
    append(&i, "v_fma_f64 v[%u:%u]", r, r + 1);
    for (uint32_t n = 0; n < 3; n++) append(&i, ", v[%u:%u]", n == field ? number : r, n == field ? end : r + 1);
    touch_vgprs(&i, r, 2, false);
    touch_vgprs(&i, r, 2, true);
  }
  shared_on(p, all ? SRC2 : 1u << field);
  emit(p, &i);
  shared_off(p);
}

// The waves come from a barrier, so their instructions on these registers follow each other closely.
static void common_registers(program *p) {
  const uint32_t length = 4 + rng_below(&p->random, 9);
  const bool last = rng_percent(&p->random, 30), all = !last && rng_percent(&p->random, 30);
  const uint32_t count = last ? SHARED_LAST : SHARED_COMMON, first = last ? p->shared_global - SHARED_LAST : 0;
  const uint32_t tuple = all || last ? first : rng_below(&p->random, count - 1);
  if (everybody(p)) meet(p);
  emit_text(p, "s_mov_b64 exec, -1");
  for (uint32_t n = 0; n < count; n++)
    absolute(p, VDST, 0, 0, false, "v_mov_b32 v%u, 0x%x", first + n, value_of(first + n));
  for (uint32_t n = 0; n < length; n++) {
    const uint32_t number = tuple + rng_below(&p->random, all ? 4 : 2);
    switch (rng_below(&p->random, 4)) {
      case 0: set_common(p, number); break;
      case 1: set_common_tuple(p, tuple, all); break;
      case 2: read_common(p, number); break;
      default: read_common_tuple(p, tuple, all); break;
    }
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
  if (kind < 4) {
    common_registers(p);
  } else if (kind < 7 && everybody(p)) {
    meet(p);
    part(p, fields & 7, rng_below(&p->random, p->waves));
    meet(p);
  } else if (kind < 9 && p->waves * p->groups == 1) {
    p->shared_first = SHARED_COMMON;
    p->shared_count = p->shared_part;
    shared_on(p, fields);
    some_steps(p);
    shared_off(p);
  } else {
    part(p, fields, 0);
  }
}
