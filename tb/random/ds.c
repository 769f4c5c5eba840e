// SPDX-License-Identifier: Apache-2.0
// The data share. A wave has 4096 bytes of LDS of its own, and a part of the GDS; v[n-2] has the lanes' addresses. All
// waves of a workgroup also access the same LDS, between barriers. Writes and returning atomics stay in the wave's own
// parts. Where waves meet, they change one place by an operation that commutes. So no value depends on their order.
#include <string.h>

#include "program.h"

static bool has(const opcode *o, char c) { return strchr(o->operands, c) != NULL; }
static void separate(insn *i) { append(i, "%s", strchr(i->text, ' ') ? ", " : " "); }

static void vgprs(insn *i, uint32_t first, uint32_t count) {
  separate(i);
  append(i, count == 1 ? "v%u" : "v[%u:%u]", first, first + count - 1);
  touch_vgprs(i, first, count, false);
}

static uint32_t distance(const opcode *o) {
  uint32_t step = 0;
  const char *u = strchr(o->operands, 'u');
  if (u) sscanf(u, "u%u", &step);
  return step;
}

// Appends the name and the registers of an instruction. address: the VGPR of its address, if it has one.
static void operands(program *p, insn *i, const opcode *o, uint32_t address) {
  append(i, "%s", o->name);
  for (const char *c = o->operands; *c && *c != 'u' && *c != 'b'; c++) {
    if (*c == '=') {
      const uint32_t n = (uint32_t)(*++c - '0');
      separate(i);
      vector_destination(p, i, n, false);
      c += c[1] == 'd';
    } else if (*c == 'a') {
      vgprs(i, address, 1);
    } else if (*c == 'g') {
      separate(i);
      vgpr_source(p, i, 1);
    } else if (*c >= '1' && *c <= '4') {
      const uint32_t n = (uint32_t)(*c - '0');
      vgprs(i, rng_below(&p->random, p->vgprs - n + 1), n);
      i->stores = true;
    }
  }
}

// Atomics need natural alignment: most of their offsets are multiples of 8, which suits all of them.
static uint32_t byte_offset(program *p, const opcode *o, uint32_t most) {
  const uint32_t offset = rng_below(&p->random, most + 1);
  return has(o, '*') && rng_percent(&p->random, 90) ? offset & ~7u : offset;
}

// Appends the offsets. space: bytes behind each lane's address that are the lane's, less 16 for the access itself.
static void offsets(program *p, insn *i, const opcode *o, uint32_t space) {
  const uint32_t step = distance(o);
  if (step) {
    const uint32_t most = space / step < 255 ? space / step : 255;
    append(i, " offset0:%u", rng_below(&p->random, most + 1));
    append(i, " offset1:%u", rng_below(&p->random, most + 1));
  } else if (has(o, 'b')) {
    // The distance to the other operand in dwords. With bit 15 the address's upper bits are the distance: 0.
    append(i, " offset:%u",
           rng_percent(&p->random, 10) ? 0x8000 | rng_below(&p->random, 0x8000)
                                       : rng_below(&p->random, space / 8 + 1) * 2);
  } else {
    append(i, " offset:%u", byte_offset(p, o, space));
  }
}

void wave_m0(program *p, bool grid, uint32_t scale, uint32_t shift, uint32_t add) {
  emit_text(p, grid ? "s_lshr_b32 s89, s86, 16" : "s_and_b32 s89, s86, 15");
  emit_text(p, "s_mul_i32 s89, s89, 0x%x", scale << shift);
  insn i = {.unit = UNIT_SALU};
  append(&i, "s_add_u32 m0, s89, 0x%x", add);
  touch_sgprs(&i, M0, 1, true);
  emit(p, &i);
}

// ds_append, ds_consume: the offset is the whole address, so one wave alone executes them, on its own part.
static void counter(program *p, const opcode *o) {
  const uint32_t wave = rng_below(&p->random, p->waves), label = p->body.labels++;
  if (p->waves > 1) {
    emit_wait_all(p);
    emit_text(p, "s_and_b32 s89, s86, 15");
    emit_text(p, "s_cmp_lg_u32 s89, %u", wave);
    emit_text(p, "s_cbranch_scc1 .L%u", label);
  }
  insn i = {.unit = UNIT_LDS};
  operands(p, &i, o, 0);
  append(&i, " offset:%u", wave * LDS_BYTES + rng_below(&p->random, LDS_BYTES / 4) * 4);
  emit(p, &i);
  if (p->waves > 1) emit_label(p, label);
}

void data_share(program *p, const opcode *o) {
  insn i = {.unit = UNIT_LDS};
  if (has(o, 'p')) {
    counter(p, o);
    return;
  }
  if (has(o, 't')) {
    const uint32_t add = rng_below(&p->random, LDS_BYTES / 2);
    i.takes_m0 = true;
    wave_m0(p, false, LDS_BYTES, 0, add | rng_below(&p->random, 16) << 20);
    touch_sgprs(&i, M0, 1, false);
  }
  operands(p, &i, o, p->vgprs - 2);
  // A wave that is alone in its workgroup may leave the allocation, and may use negative src2 distances.
  const bool far = p->waves == 1 && !distance(o) && p->access == ACCESS_OWN && rng_percent(&p->random, 8);
  if (has(o, 'g') || (far && *o->operands)) {
    append(&i, " offset:%u", rng_below(&p->random, 0x10000) & (has(o, 'g') ? 0xFFFF : 0xFFF8));
  } else if (has(o, 't')) {
    append(&i, " offset:%u", rng_below(&p->random, LDS_BYTES / 2 - 256));
  } else if (*o->operands) {
    offsets(p, &i, o, has(o, 'b') || !distance(o) ? 1999 : 2040);
  }
  emit(p, &i);
}

void past_lds(program *p) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (o->format != DS || !has(o, 'a') || has(o, 'b') || (p->access == ACCESS_LOAD && !has(o, '=')));
  const uint32_t r = rng_below(&p->random, plain_vgprs(p));
  insn address = {.unit = UNIT_VALU}, i = {.unit = UNIT_LDS};
  append(&address, "v_mov_b32 v%u, 0x%x", r, 0x20000 + 16 * rng_below(&p->random, 0x1000));
  touch_vgprs(&address, r, 1, true);
  emit(p, &address);
  operands(p, &i, o, r);
  emit(p, &i);
}

void at_limit(program *p, uint32_t r, bool src2) {
  const uint32_t what = in_turn(p, TURN_SHARE, 3);  // a load, a store or an atomic
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (o->format != DS || !has(o, 'a') || has(o, 'b') != src2 || (!src2 && access_of(o) != what));
  insn i = {.unit = UNIT_LDS};
  operands(p, &i, o, r);
  if (src2) append(&i, " offset:%u", (rng_below(&p->random, 5) + 0x7FFF) & 0x7FFF);  // -1 to 3 dwords
  else if (distance(o)) append(&i, " offset0:%u", rng_below(&p->random, 3));
  else append(&i, " offset:%u", rng_below(&p->random, 9));
  emit(p, &i);
}

// By lane number and M0, or by the offset alone.
void limit_by_number(program *p, uint32_t end) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (o->format != DS || (!has(o, 't') && !has(o, 'p')));
  insn i = {.unit = UNIT_LDS};
  uint32_t offset = end - 4 + 4 * rng_below(&p->random, 3);
  if (has(o, 't')) {
    offset = rng_below(&p->random, LDS_BYTES / 4);
    scalar_op(p, M0, M0, "s_mov_b32 m0, 0x%x", (end - offset - 4 * (1 + rng_below(&p->random, 63))) & 0xFFFF);
    i.takes_m0 = true;
    touch_sgprs(&i, M0, 1, false);
  }
  operands(p, &i, o, 0);
  append(&i, " offset:%u", offset & 0xFFFF);
  emit(p, &i);
}

// ---- GDS ----

// Whether the GDS has the opcode. It has no accesses of 96 and 128 bits.
static bool in_gds(const opcode *o) {
  const uint32_t n = o->number;
  return o->format == DS && *o->operands && !has(o, 'g') && !has(o, 't') && n != WL_OP_ds_write_b96 &&
         n != WL_OP_ds_write_b128 && n != WL_OP_ds_read_b96 && n != WL_OP_ds_read_b128;
}

static const opcode *any_gds(program *p) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (!in_gds(o));
  return o;
}

// v<r> = lane * stride
static void lane_times(program *p, uint32_t r, uint32_t stride) {
  insn i = {.unit = UNIT_VALU};
  append(&i, "v_mul_u32_u24 v%u, %u, v%u", r, stride, p->vgprs - 1);
  touch_vgprs(&i, p->vgprs - 1, 1, false);
  touch_vgprs(&i, r, 1, true);
  emit(p, &i);
}

const char *gds_common_name(const program *p) { return p->vgprs & 4 ? "ds_add_u32" : "ds_xor_b32"; }

// A commuting atomic on the common part of the GDS, which no wave loads from.
static void gds_common(program *p) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p));
  emit_text(p, "s_mov_b32 m0, 0x%x", (GDS_BYTES - GDS_COMMON) << 16 | rng_below(&p->random, 0x10000));
  p->m0_slot = p->slot;
  lane_times(p, r, 4 * rng_below(&p->random, 2));
  insn i = {.unit = UNIT_LDS, .gds = true};
  append(&i, "%s v%u, ", gds_common_name(p), r);
  touch_vgprs(&i, r, 1, false);
  vgpr_source(p, &i, 1);
  append(&i, " offset:%u gds", 4 * rng_below(&p->random, 64));
  touch_sgprs(&i, M0, 1, false);
  emit(p, &i);
}

void gds_limit(program *p) {
  enum { FIRST = 32 };  // bytes from the first lane to the end
  const uint32_t r = rng_below(&p->random, plain_vgprs(p));
  emit_text(p, "s_mov_b32 m0, 0x%x", (GDS_BYTES - GDS_COMMON) << 16);
  p->m0_slot = p->slot;
  lane_times(p, r, 4);
  insn i = {.unit = UNIT_LDS, .gds = true};
  append(&i, "%s v%u, ", gds_common_name(p), r);
  touch_vgprs(&i, r, 1, false);
  vgpr_source(p, &i, 1);
  append(&i, " offset:%u gds", GDS_COMMON - FIRST);
  touch_sgprs(&i, M0, 1, false);
  emit(p, &i);
}

// Bytes of the part that every wave of the grid has of its own.
static uint32_t gds_part(const program *p) { return (GDS_BYTES - GDS_COMMON) / (p->waves * p->groups) & ~15u; }

// An access to the wave's own part, behind M0's address, which lies `first` bytes in it.
static void own_gds(program *p, const opcode *o, uint32_t part, uint32_t first) {
  uint32_t stride = lds_stride(p);
  while (63 * stride + 16 + first > part) stride = stride % 4 ? stride / 2 : stride / 2 & ~3u;
  const uint32_t r = rng_below(&p->random, plain_vgprs(p)), space = part - 16 - first - 63 * stride;
  insn i = {.unit = UNIT_LDS, .gds = true};
  if (has(o, 'p')) {
    operands(p, &i, o, 0);
    append(&i, " offset:%u", rng_below(&p->random, (part - first) / 4) * 4);
  } else {
    lane_times(p, r, stride);
    operands(p, &i, o, r);
    if (p->waves * p->groups == 1 && !p->taken && !distance(o) && rng_percent(&p->random, 8)) {
      append(&i, " offset:%u", rng_below(&p->random, 0x10000) & 0xFFF8);
    } else {
      offsets(p, &i, o, space);
    }
  }
  append(&i, " gds");
  touch_sgprs(&i, M0, 1, false);
  emit(p, &i);
}

enum { LEAST_PART = 32 };

static void own_m0(program *p, uint32_t part, uint32_t first) {
  wave_m0(p, true, part, 16, first << 16 | rng_below(&p->random, 0x10000));
}

bool gds_access(program *p, const opcode *o) {
  const uint32_t part = gds_part(p);
  if (part < LEAST_PART) return false;
  if (!*o->operands) {  // ds_nop: the assembler has it in the LDS alone
    insn i = {.unit = UNIT_LDS, .gds = true};
    append(&i, ".long 0x%08x, 0  // %s gds", ds_word(o->number, 0) | WL_DS_GDS, o->name);
    emit(p, &i);
    return true;
  }
  if (!in_gds(o)) return false;
  own_m0(p, part, 0);
  own_gds(p, o, part, 0);
  return true;
}

void random_gds(program *p) {
  const uint32_t part = gds_part(p), length = 1 + rng_below(&p->random, 4);
  if (part < LEAST_PART || rng_percent(&p->random, 20)) {
    gds_common(p);
    return;
  }
  const uint32_t first = lds_first(p);
  own_m0(p, part, first);
  for (uint32_t n = 0; n < length; n++) own_gds(p, any_gds(p), part, first);
}

// ---- LDS_DIRECT ----

static bool takes_direct(const opcode *o) {
  const char *first = o->operands + strspn(o->operands, "VBDc ");
  const bool lane_read = o->operands[0] == 'D' && *first == 'v';
  const bool vector = o->format == VOP1 || o->format == VOP2 || o->format == VOP2S || o->format == VOPC ||
                      o->format == VOP3 || o->format == VOP3P;
  return lane_read || (vector && *first && strchr("fhis", *first) && !strpbrk(o->operands, "xy@"));
}

void random_direct(program *p) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while (!takes_direct(o));
  direct_address(p);
  p->direct = true;
  vector_opcode(p, o);
}

void direct_address(program *p) {
  static const uint8_t types[] = {0, 1, 2, 2, 2, 4, 5, 3, 7};
  const uint32_t type = types[rng_below(&p->random, sizeof types)];
  if (p->lds_bytes > p->lds_tail && rng_percent(&p->random, 25)) {
    // Around the end of what the program asks for, whose last dwords are constants, or around that of the allocation,
    // which is a whole number of units (D-LAUNCH-16).
    const uint32_t last = rng_percent(&p->random, 50) ? p->lds_bytes : (p->lds_bytes + LDS_UNIT - 1) & ~(LDS_UNIT - 1u);
    const uint32_t end = last - 4 - rng_below(&p->random, 2) * 8 + rng_below(&p->random, 8);
    emit_text(p, "s_mov_b32 m0, 0x%x", type << 16 | (end & 0xFFFF) | rng_below(&p->random, 4) << 20);
    p->m0_slot = p->slot;
  } else {
    wave_m0(p, false, LDS_BYTES, 0, type << 16 | rng_below(&p->random, LDS_BYTES) | rng_below(&p->random, 4) << 20);
  }
}

// ---- R700 owner operations ----

// Writes n dwords of each lane to the thread's own space. stride: dst_stride in dwords. relative: threads are numbered
// in the workgroup.
static void write_own(program *p, uint32_t n, uint32_t stride, bool relative) {
  const uint32_t r = rng_below(&p->random, p->vgprs - n + 1);
  const uint32_t index = rng_below(&p->random, stride / 4) * 4;
  insn i = {.unit = UNIT_LDS, .stores = true};
  const uint32_t offset =
      wl_to_field(WL_OWNER_GROUP, relative) | wl_to_field(WL_OWNER_STRIDE, stride) | wl_to_field(WL_OWNER_INDEX, index);
  append(&i, ".long 0x%08x, 0x%08x  // owner write", ds_word(WL_OP_owner_write_b32 + n - 1, offset),
         ds_registers(0, 0, r, 0));
  touch_vgprs(&i, r, n, false);
  emit(p, &i);
}

static void owner_write(program *p, uint32_t stride, bool relative) {
  write_own(p, 1 + rng_below(&p->random, 4), stride, relative);
}

// Reads n dwords at the lanes' addresses, which owner reads take in dwords.
static void read_own(program *p, uint32_t n) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p) - n + 1);
  const uint32_t a = rng_below(&p->random, plain_vgprs(p));
  insn address = {.unit = UNIT_VALU};
  append(&address, "v_lshrrev_b32 v%u, 2, v%u", a, p->vgprs - 2);
  touch_vgprs(&address, p->vgprs - 2, 1, false);
  touch_vgprs(&address, a, 1, true);
  emit(p, &address);
  insn i = {.unit = UNIT_LDS};
  const uint32_t broadcast = rng_percent(&p->random, 30), offset = rng_below(&p->random, 256);
  const uint32_t fields = wl_to_field(WL_OWNER_READ_BROADCAST, broadcast) | wl_to_field(WL_OWNER_READ_OFFSET, offset);
  append(&i, ".long 0x%08x, 0x%08x  // owner read", ds_word(WL_OP_owner_read_b32 + n - 1, fields),
         ds_registers(r, 0, 0, a));
  touch_vgprs(&i, a, 1, false);
  touch_vgprs(&i, r, n, true);
  emit(p, &i);
}

static void owner_read(program *p) { read_own(p, 1 + rng_below(&p->random, 4)); }

// A dst_stride at which the spaces of this many waves fit into the LDS.
static uint32_t any_stride(program *p, uint32_t waves) {
  const uint32_t most = p->lds_tail / (256 * waves);
  return 4 + 4 * rng_below(&p->random, most > 64 ? 16 : most / 4);
}

void owner_access(program *p, uint32_t number) {
  const uint32_t n = number % 4 + 1;
  if (number >= WL_OP_owner_read_b32) read_own(p, n);
  else if (p->waves == 1) write_own(p, n, any_stride(p, 1), rng_percent(&p->random, 50));
  else write_own(p, n, LDS_BYTES / 256, true);  // a wave's space is its own part of the LDS
}

void random_owner(program *p) {
  if (p->access == ACCESS_LOAD || rng_percent(&p->random, 50)) {
    owner_read(p);
  } else if (p->waves == 1) {
    owner_write(p, any_stride(p, 1), rng_percent(&p->random, 50));
  } else {
    // With this stride a wave's space is its own part of the LDS.
    owner_write(p, LDS_BYTES / 256, true);
  }
}

// ---- all waves of a workgroup ----

static void tail_address(program *p, uint32_t stride) {
  const uint32_t a = p->vgprs - 2;
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mul_u32_u24 v%u, %u, v%u", a, stride, p->vgprs - 1);
  emit_text(p, "v_add_u32 v%u, 0x%x, v%u", a, p->lds_tail, a);
}

static void commute(program *p) {
  static const char *const names[] = {"add_u", "sub_u", "min_i", "max_i", "min_u", "max_u", "and_b", "or_b", "xor_b"};
  const uint32_t which = rng_below(&p->random, 9), wide = rng_below(&p->random, 2), n = p->vgprs;
  const uint32_t length = 1 + rng_below(&p->random, 6), r = rng_below(&p->random, plain_vgprs(p) - 1);
  tail_address(p, 8);
  for (uint32_t k = 0; k < 2; k++) emit_text(p, "v_mov_b32 v%u, 0x%x", r + k, edge_value(&p->random));
  emit_text(p, "ds_write_b64 v%u, v[%u:%u]", n - 2, r, r + 1);
  meet(p);
  tail_address(p, (wide ? 8 : 4) * rng_below(&p->random, 2));
  for (uint32_t k = 0; k < length; k++) {
    insn i = {.unit = UNIT_LDS, .stores = true};
    append(&i, "ds_%s%u v%u, ", names[which], wide ? 64 : 32, n - 2);
    touch_vgprs(&i, n - 2, 1, false);
    vgpr_source(p, &i, 1u + wide);
    emit(p, &i);
  }
  meet(p);
  tail_address(p, 8);
  insn i = {.unit = UNIT_LDS};
  append(&i, "ds_read_b64 v[%u:%u], v%u", r, r + 1, n - 2);
  touch_vgprs(&i, r, 2, true);
  emit(p, &i);
}

// Waves poll, at any priority, a dword of the LDS for what one of them writes behind some instructions of its own.
// Nothing but their number depends on how often they read it. Writes s89.
static void poll(program *p) {
  const uint32_t again = p->body.labels++, polls = p->body.labels++, done = p->body.labels++;
  const uint32_t flag = rng_below(&p->random, plain_vgprs(p) - 1), place = flag + 1;
  const uint32_t at = p->lds_tail + 4 * rng_below(&p->random, LDS_TAIL / 4);
  const uint32_t writer = (uint32_t)__builtin_ctz(~p->ended);  // a wave that there is
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mov_b32 v%u, 0x%x", place, at);
  emit_text(p, "v_mov_b32 v%u, 0", flag);
  emit_text(p, "ds_write_b32 v%u, v%u", place, flag);
  meet(p);
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_lg_u32 s89, %u", writer);
  emit_text(p, "s_cbranch_scc1 .L%u", polls);
  p->divergent++;
  emit_text(p, "s_setprio %u", rng_below(&p->random, 2));
  random_straight(p, 1 + rng_below(&p->random, 8));
  settle(p);
  p->divergent--;
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mov_b32 v%u, 0x%x", place, at);
  emit_text(p, "v_mov_b32 v%u, 1", flag);
  emit_text(p, "ds_write_b32 v%u, v%u", place, flag);
  emit_text(p, "s_branch .L%u", done);
  emit_label(p, polls);
  emit_text(p, "s_setprio %u", rng_below(&p->random, 4));
  emit_label(p, again);
  emit_text(p, "ds_read_b32 v%u, v%u", flag, place);
  emit_text(p, "s_waitcnt lgkmcnt(0)");
  emit_text(p, "v_readfirstlane_b32 s89, v%u", flag);
  emit_text(p, "s_cmp_eq_u32 s89, 0");
  emit_text(p, "s_cbranch_scc1 .L%u", again);
  emit_label(p, done);
}

void random_reduce(program *p) {
  if (!everybody(p) || p->waves == 16) return;
  settle(p);
  meet(p);
  if (!p->shared_fields && rng_percent(&p->random, 25)) {
    poll(p);
  } else if (rng_percent(&p->random, 50)) {
    commute(p);
  } else {
    const uint32_t stride = any_stride(p, p->waves), writes = 1 + rng_below(&p->random, 4),
                   reads = 1 + rng_below(&p->random, 4);
    // With one stride the threads' spaces do not overlap.
    for (uint32_t n = 0; n < writes; n++) owner_write(p, stride, true);
    meet(p);
    for (uint32_t n = 0; n < reads; n++) owner_read(p);
  }
  meet(p);
  random_stride(p);
  p->exec_due = 1;
}
