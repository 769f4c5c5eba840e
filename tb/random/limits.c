// SPDX-License-Identifier: Apache-2.0
// Where something begins or ends: the LDS, apertures, buffers, the registers of a wave, a program. What a wave leaves
// behind for the next one in its slot.
#include <string.h>

#include "program.h"

uint32_t in_turn(program *p, kind_in_turn of, uint32_t variants) {
  return random_turn(p->place, (uint32_t)of, p->turns[of]++, variants);
}

static const opcode *any_of(program *p, uint32_t format, const char *operand) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (o->format != format || !strstr(o->operands, operand));
  return o;
}

uint32_t access_of(const opcode *o) { return strchr(o->operands, '*') ? 2 : o->operands[0] != '='; }

// A load, a store or an atomic, by this number.
static const opcode *any_with_access(program *p, uint32_t format, const char *operand, uint32_t access) {
  const opcode *o;
  do {
    o = any_of(p, format, operand);
  } while (access_of(o) != access);
  return o;
}

// ---- one wave alone: the end of the LDS and of the GDS, the borders of the apertures of FLAT ----

// Behind it SCC is 1 in the last wave of a workgroup. The end of the LDS is that wave's own, or no wave reads it but
// between barriers.
static void is_last_wave(program *p) {
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_eq_u32 s89, %u", p->waves - 1);
}

enum { BEFORE = 32 };  // bytes that the first lane lies before the limit

// Loads from memory to the LDS, where each lane has a dword.
static void transfer_at_limit(program *p, uint32_t end) {
  const opcode *o;
  do {
    o = any_of(p, GLOBAL, "=1 a");
  } while (strcmp(o->operands, "=1 a"));
  const int offset = (int)rng_below(&p->random, 256) - 128;
  insn i = {.unit = UNIT_VMEM};
  scalar_op(p, M0, M0, "s_mov_b32 m0, 0x%x", end - BEFORE * (1 + rng_below(&p->random, 7)) - (uint32_t)offset);
  append(&i, "%s v%u, s[80:81] offset:%d", o->name, p->vgprs - 6, offset);
  touch_vgprs(&i, p->vgprs - 6, 1, false);
  touch_sgprs(&i, 80, 2, false);
  load_to_lds(p, &i);
}

// FLAT around the end of the LDS, or around where an aperture begins or ends.
static void flat_around(program *p, uint32_t end) {
  static const uint32_t borders[] = {LDS_HIGH, 0, LDS_HIGH + 1, 0, LANE_HIGH, 0, LANE_HIGH + 1, 0};  // 0: the LDS ends
  uint32_t high = borders[in_turn(p, TURN_BORDER, sizeof borders / sizeof *borders)];
  // Lanes far within scratch read what other waves write. A wave that is taken reads it at another time.
  if (p->taken && high >= LANE_HIGH) high = 0;
  const uint64_t at = high ? (uint64_t)high << 32 : (uint64_t)LDS_HIGH << 32 | end;
  flat_at_limit(p, any_with_access(p, FLAT, "a", in_turn(p, TURN_FLAT, 3)), at - BEFORE,
                4u << rng_below(&p->random, 3));
}

static void one_wave_at_limits(program *p) {
  static const uint8_t strides[] = {4, 4, 8, 16, 1};
  const uint32_t over = p->body.labels++, times = 3 + rng_below(&p->random, 4);
  const uint32_t end = (p->lds_bytes + LDS_UNIT - 1) & ~(LDS_UNIT - 1u), r = rng_below(&p->random, plain_vgprs(p));
  settle(p);
  if (p->waves > 1) {
    meet(p);
    is_last_wave(p);
    emit_text(p, "s_cbranch_scc0 .L%u", over);
  }
  emit_text(p, "s_mov_b64 exec, -1");
  for (uint32_t n = 0; n < times; n++) {
    const uint32_t kind = in_turn(p, TURN_ALONE, 8);
    switch (kind) {
      case 0:
      case 1: flat_around(p, end); break;
      case 2: transfer_at_limit(p, end); break;
      case 3: gds_limit(p); break;
      case 4: limit_by_number(p, end); break;
      default: {
        const uint32_t stride = strides[rng_below(&p->random, sizeof strides)];
        vector_op(p, r, p->vgprs - 1, "v_mul_u32_u24 v%u, %u, v%u", r, stride, p->vgprs - 1);
        vector_op(p, r, r, "v_add_u32 v%u, 0x%x, v%u", r, end - BEFORE, r);
        at_limit(p, r, kind == 5);
        break;
      }
    }
  }
  emit_label(p, over);
  if (p->waves > 1) meet(p);
  p->exec_due = 1;
}

// ---- the end of a buffer ----

static void buffers_at_limit(program *p) {
  const uint32_t times = 2 + rng_below(&p->random, 3);
  for (uint32_t n = 0; n < times; n++) {
    // Each kind with each access with each format comes once in 27 times, and neighbours differ in all three.
    const uint32_t turn = in_turn(p, TURN_BUFFER, 27), access = (turn + turn / 3) % 3;
    const bool typed = access != 2 && (turn + turn / 9) % 3 == 2;  // no format of MTBUF is an atomic
    buffer_limit(p, any_with_access(p, typed ? MTBUF : MUBUF, " a", access), turn % 3);
  }
}

// ---- the last registers of a wave ----

// The reserved ones are among them, so they are made anew.
static void last_vgprs(program *p) {
  const uint32_t n = p->vgprs, r = rng_below(&p->random, plain_vgprs(p)), times = 3 + rng_below(&p->random, 4);
  settle(p);
  emit_text(p, "s_mov_b64 exec, -1");
  vector_op(p, r, n - 6, "v_mov_b32 v%u, v%u", r, n - 6);
  p->last_vgprs = true;
  for (uint32_t k = 0; k < times; k++) {
    const opcode *load = any_of(p, GLOBAL, "=");
    if (k % 3 == 2 && load->operands[0] == '=') global_access(p, load, r, 80, 0);
    else vector_step(p);
  }
  p->last_vgprs = false;
  emit_text(p, "s_mov_b64 exec, -1");
  vector_op(p, n - 1, n - 1, "v_mbcnt_lo_u32_b32 v%u, -1, 0", n - 1);
  vector_op(p, n - 1, n - 1, "v_mbcnt_hi_u32_b32 v%u, -1, v%u", n - 1, n - 1);
  random_stride(p);
  p->exec_due = 1;
}

// A load from an address in the last pair.
static void last_base(program *p) {
  const uint32_t pair = p->sgprs - 2, format = rng_percent(&p->random, 50) ? SMEM : GLOBAL;
  insn i = {.unit = UNIT_SALU};
  append(&i, "s_mov_b64 s[%u:%u], s[80:81]", pair, pair + 1);
  touch_sgprs(&i, pair, 2, true);
  emit(p, &i);
  const opcode *o;
  do {
    o = any_of(p, format, "=");
  } while (o->operands[0] != '=');
  if (format == SMEM) scalar_load(p, o, pair, (int)rng_below(&p->random, 1000));
  else global_access(p, o, p->vgprs - 6, pair, -1000);
}

static void last_sgprs(program *p) {
  enum { BASE = GROUP_COUNT };  // no group
  static const uint8_t groups[] = {GROUP_SMEM, GROUP_SCALAR_WIDE, GROUP_BUFFER,        BASE,
                                   GROUP_SMEM, GROUP_SCALAR,      GROUP_SCALAR_MEMORY, GROUP_FORMAT};
  const uint32_t times = 3 + rng_below(&p->random, 4);
  p->last_sgprs = true;
  for (uint32_t k = 0; k < times; k++) {
    const uint32_t group = groups[in_turn(p, TURN_SGPRS, sizeof groups)];
    if (group == BASE) last_base(p);
    else random_opcode(p, group);
  }
  p->last_sgprs = false;
}

void random_limit(program *p) {
  if (!everybody(p) || p->shared_fields || p->loop_depth) return;
  switch (in_turn(p, TURN_LIMIT, 5)) {
    case 0:
    case 1: one_wave_at_limits(p); break;
    case 2: last_vgprs(p); break;
    case 3: last_sgprs(p); break;
    default: buffers_at_limit(p); break;
  }
}

// ---- the first and the last instruction of a program ----

// By the program's place, not by its random numbers: programs of one seed begin with the same ones in all profiles, and
// places of seeds in sequence lie apart.
static bool by_place(const program *p, uint32_t odd, uint32_t percent) {
  return (uint64_t)(p->place * odd) * 100 >> 32 < percent;
}

// What is there at the start of a wave. The values go where nothing reads them.
static void read_state(program *p) {
  static const char *const reads[] = {"s_getreg_b32 s89, hwreg(HW_REG_MODE)",
                                      "s_getreg_b32 s89, hwreg(HW_REG_STATUS)",
                                      "s_getreg_b32 s89, hwreg(HW_REG_TRAPSTS)",
                                      "s_mov_b64 s[88:89], vcc",
                                      "s_mov_b64 s[88:89], flat_scratch",
                                      "s_mov_b64 s[88:89], exec",
                                      "s_mov_b32 s89, m0",
                                      "s_cselect_b32 s89, 1, 0",
                                      "s_mov_b64 s[88:89], s[92:93]",
                                      "v_cndmask_b32_e32 v1, v2, v3, vcc",
                                      "v_mov_b32 v1, v2",
                                      "v_add_f32 v2, v3, v4",
                                      "v_rcp_f16 v3, v1",
                                      "ds_read_b64 v[4:5], v0",
                                      "ds_read_addtid_b32 v6"};
  enum { READS = sizeof reads / sizeof *reads };
  const uint32_t first = rng_below(&p->random, READS), count = 3 + rng_below(&p->random, 4);
  for (uint32_t n = 0; n < count; n++) emit_text(p, "%s", reads[(first + 4 * n) % READS]);
  emit_text(p, "s_waitcnt lgkmcnt(0)");
}

void random_first(program *p) {
  static const char *const kinds[] = {"s_nop 7",
                                      "s_sleep 1",
                                      "s_icache_inv",
                                      "s_setprio 3",
                                      "s_sendmsg 0x1",
                                      "s_ttracedata",
                                      "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)",
                                      "s_load_dwordx8 s[8:15], s[0:1], 0x0",
                                      "v_rcp_f64 v[2:3], v[2:3]",
                                      "v_mov_b32 v1, v0",
                                      "v_readfirstlane_b32 s89, v0",
                                      "ds_read_b32 v1, v0",
                                      "global_load_dword v1, v0, s[0:1]",
                                      "exp null v0, off, off, off"};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  const bool reads_first = by_place(p, 9, 50), meets = by_place(p, 5, 50);  // meets: before the others are there
  if (p->again && reads_first) read_state(p);
  if (by_place(p, 1, knob(p, KNOB_FIRST))) {
    emit_text(p, "%s", meets ? "s_barrier" : kinds[(uint64_t)(p->place * 0x85EBCA6Bu) * KINDS >> 32]);
    emit_text(p, "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)");
  }
  if (p->again && !reads_first) read_state(p);
}

void random_again(program *p) {
  enum { FIELD = 16, ODD = 0x6C62272E };
  const uint32_t place = p->place;
  p->place += ODD;  // other instructions than in the first kernel
  fprintf(p->out, ".globl again\n.p2align 6\n.fill %u, 4, 0x%x\n.type again,@function\nagain:\n",
          rng_below(&p->random, FIELD), sopp_word(WL_OP_s_nop, 0));
  random_first(p);
  address_of(p, p->start, true);
  emit_text(p, "s_setpc_b64 s[84:85]");
  fprintf(p->out, ".Lagain_end:\n.size again, .Lagain_end-again\n");
  p->place = place;
}

static void last_message(program *p, const char *text) {
  insn i = {.unit = UNIT_FLOW, .takes_m0 = true};
  append(&i, "%s", text);
  emit(p, &i);
}

// ---- state that is left behind ----

// First exceptions and operations in flight; then what scalar instructions write.
static void leave_operation(program *p, uint32_t kind) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p) - 1), n = p->vgprs;
  insn i = {.unit = UNIT_VMEM};
  switch (kind) {
    case 0: vector_op(p, r, r, "v_rcp_f32 v%u, 0", r); break;
    case 1: vector_op(p, r, r, "v_sqrt_f16 v%u, -1.0", r); break;
    case 2: past_lds(p); break;
    case 3:
      append(&i, "global_load_dwordx2 v[%u:%u], v%u, s[80:81]", r, r + 1, n - 6);
      touch_vgprs(&i, r, 2, true);
      emit(p, &i);
      break;
    case 4:
      i.stores = true;
      append(&i, "global_store_dword v%u, v%u, s[82:83]", n - 3, r);
      touch_vgprs(&i, r, 1, false);
      emit(p, &i);
      break;
    default: random_export(p); break;
  }
}

// Loads of the same SGPRs, of a burst before it, may be in flight.
static void left_load(program *p) {
  insn i = {.unit = UNIT_SMEM};
  append(&i, "s_load_dwordx8 s[16:23], s[80:81], 0x0");
  touch_sgprs(&i, 16, 8, true);
  emit(p, &i);
}

void leave_state(program *p) {
  enum { OPERATIONS = 6, ANY_MODE = WL_BITS(9, 0) | WL_MODE_EXCP_EN | WL_MODE_FP16_OVFL };
  static const char *const writes[] = {"s_mov_b32 m0, 0x12345678",
                                       "s_mov_b64 vcc, 0x5a5a5a5a",
                                       "s_mov_b64 flat_scratch, -1",
                                       "s_mov_b64 exec, 0",
                                       "s_cmp_eq_u32 0, 0",
                                       "s_setprio 3",
                                       "s_wakeup",
                                       "s_mov_b64 s[92:93], 0x13579bdf"};
  static const uint32_t modes[] = {WL_MODE_GPR_IDX_EN, WL_MODE_VSKIP, WL_MODE_CSP, WL_MODE_GPR_IDX_EN | WL_MODE_VSKIP};
  enum { WRITES = sizeof writes / sizeof *writes + 1 };  // with a load of SGPRs
  if (!p->again) return;
  const uint32_t first = rng_below(&p->random, OPERATIONS), write = rng_below(&p->random, WRITES);
  emit_text(p, "s_mov_b64 exec, -1");
  for (uint32_t n = 0; n < OPERATIONS / 2; n++) leave_operation(p, (first + 2 * n + n / 2) % OPERATIONS);
  for (uint32_t n = 0; n < WRITES / 2; n++) {
    const uint32_t k = (write + 2 * n) % WRITES;
    if (k < WRITES - 1) emit_text(p, "%s", writes[k]);
    else left_load(p);
  }
  insn i = {.unit = UNIT_SALU, .hwreg_write = true};
  append(&i, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 32), 0x%x",
         ((uint32_t)rng_next(&p->random) & ANY_MODE) | modes[in_turn(p, TURN_MODE, sizeof modes / sizeof *modes)]);
  emit(p, &i);
}

// A trace message, a message, exports, a store, a load, an LDS instruction, scalar memory, any vector instruction or
// any of control, by its kind. number: its place in the burst.
static void last_of(program *p, uint32_t kind, uint32_t number) {
  const uint32_t n = p->vgprs, r = rng_below(&p->random, plain_vgprs(p)), s = 8 + 8 * number;
  insn i = {.unit = UNIT_VMEM, .stores = true};
  switch (kind) {
    case 0:
    case 1: last_message(p, "s_ttracedata"); return;
    case 2: last_message(p, "s_sendmsg 0x1"); return;
    case 3: random_export(p); return;
    case 4:
      append(&i, "global_store_dword v%u, v%u, s[82:83]", n - 3, r);
      touch_vgprs(&i, r, 1, false);
      break;
    case 5:
      append(&i, "global_load_dword v%u, v%u, s[80:81]", r, n - 6);
      i.stores = false;
      touch_vgprs(&i, r, 1, true);
      break;
    case 6:
      i.unit = UNIT_LDS;
      append(&i, rng_percent(&p->random, 50) ? "ds_write_b32 v%u, v%u" : "ds_or_b32 v%u, v%u", n - 2, r);
      touch_vgprs(&i, r, 1, false);
      break;
    case 7:
      i.unit = UNIT_SMEM;
      i.stores = rng_percent(&p->random, 30);
      if (i.stores) append(&i, "s_store_dwordx2 s[%u:%u], s[82:83], 0x%x", s, s + 1, 8 * number);
      else append(&i, "s_load_dwordx8 s[%u:%u], s[80:81], 0x0", s, s + 7);
      touch_sgprs(&i, s, i.stores ? 2 : 8, !i.stores);
      break;
    case 8: vector_step(p); return;
    default: random_misc(p); return;
  }
  emit(p, &i);
}

// Half of them are bursts, so that a queue is full or half full when the wave ends; of messages with M0 changed
// between.
void random_last(program *p) {
  enum { LONGEST = 8 };
  if (!by_place(p, 3, knob(p, KNOB_LAST))) return;
  const uint32_t kind = (uint64_t)(p->place * 0xC2B2AE35u) * 10 >> 32;
  const uint32_t length = rng_percent(&p->random, 50) ? 1 : 2 + rng_below(&p->random, LONGEST - 1);
  if (rng_percent(&p->random, 70)) emit_text(p, "s_mov_b64 exec, -1");
  for (uint32_t number = 0; number < length; number++) {
    if (number && kind < 3 && rng_percent(&p->random, 30))
      scalar_op(p, M0, M0, "s_mov_b32 m0, 0x%x", (uint32_t)rng_next(&p->random));
    last_of(p, rng_percent(&p->random, 90) ? kind : rng_below(&p->random, 10), number);
  }
}
