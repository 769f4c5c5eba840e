// SPDX-License-Identifier: Apache-2.0
// Scalar memory instructions other than s_load: by V#, by 64 times a register, stores, atomics, caches, clocks. They
// reach the wave's private memory, or with loads the edge values.
#include <stdlib.h>
#include <string.h>

#include "program.h"

// Bytes that an instruction may reach, and how far the SGPR pair of its base points into them.
enum { PRIVATE_SPAN = 12224, PRIVATE_BEFORE = 4096, EDGE_SPAN = 4080, EDGE_BEFORE = EDGE_BYTES / 2 };
enum { MOST_BYTES = 64, UNIT_OF_SCRATCH = 64, ITS_OFFSET = 89 };

typedef struct {
  bool buffer, scratch, store, atomic, load;
  uint32_t count, result;  // registers of data, and of what an atomic returns
} kind;

static bool has(const opcode *o, char c) { return strchr(o->operands, c) != NULL; }

static kind kind_of(const opcode *o) {
  kind k = {.buffer = has(o, 'Q'), .scratch = has(o, 'z'), .atomic = has(o, '*')};
  const char *result = strchr(o->operands, '='), *data = strpbrk(o->operands, "1248");
  if (result) k.result = (uint32_t)strtoul(result + 1, NULL, 10);
  k.load = result && !k.atomic;
  k.store = data && !k.load && !k.atomic;
  k.count = k.load ? k.result : data ? (uint32_t)strtoul(data, NULL, 10) : 0;
  return k;
}

static void sgprs(insn *i, uint32_t first, uint32_t count) {
  if (first < VCC) append(i, count == 1 ? " s%u" : " s[%u:%u]", first, first + count - 1);
  else append(i, count == 2 ? " vcc" : first == VCC ? " vcc_lo" : " vcc_hi");
}

static uint32_t up_to(program *p, uint32_t most) { return rng_below(&p->random, most + 1); }

// The V# in s[quad:quad+3]; its base lies `back` bytes before the pair. `at`: the offset of the access.
static void resource(program *p, uint32_t quad, uint32_t pair, uint32_t back, uint32_t at, uint32_t dwords) {
  const uint32_t stride = rng_percent(&p->random, 50) ? 0 : 1 + rng_below(&p->random, 64), unit = stride ? stride : 1;
  const uint32_t records =
      rng_percent(&p->random, 60) ? (at + 4 * up_to(p, dwords) + up_to(p, unit)) / unit : edge_value(&p->random);
  scalar_op(p, quad, pair, "s_sub_u32 s%u, s%u, 0x%x", quad, pair, back);
  scalar_op(p, quad + 1, pair + 1, "s_subb_u32 s%u, s%u, 0", quad + 1, pair + 1);
  // CACHE_SWIZZLE and SWIZZLE_ENABLE have no effect here, nor has the last word.
  scalar_op(p, quad + 1, quad + 1, "s_or_b32 s%u, s%u, 0x%x", quad + 1, quad + 1,
            stride << 16 | rng_below(&p->random, 4) << 30);
  scalar_op(p, quad + 2, quad + 2, "s_mov_b32 s%u, 0x%x", quad + 2, records);
  scalar_op(p, quad + 3, quad + 3, "s_mov_b32 s%u, 0x%x", quad + 3, (uint32_t)rng_next(&p->random));
}

// The operands that make the offset: an immediate, a register, or both.
static void offset_text(program *p, char *text, size_t size, int at, bool scratch, uint32_t *reg) {
  const uint32_t form = asks(p, FIELD_ADDRESS, KIND_IMMEDIATE) ? 0
                        : asks(p, FIELD_ADDRESS, KIND_SUM)     ? 1
                        : asks(p, FIELD_ADDRESS, KIND_SGPR)    ? 2
                                                               : rng_below(&p->random, 3);
  const uint32_t unit = scratch ? UNIT_OF_SCRATCH : 1;
  *reg = SCALARS;
  if (form == 0 || at < 0) {
    snprintf(text, size, "%d", at);
    return;
  }
  // Only a multiple of the unit can stand in the register alone.
  const bool both = form == 1 || at % (int)unit;
  const uint32_t value = both ? up_to(p, (uint32_t)at / unit) : (uint32_t)at / unit;
  const bool m0 = !p->indexing && rng_percent(&p->random, 40);
  *reg = m0 ? M0 : ITS_OFFSET;
  const char *name = m0 ? "m0" : "s89";
  if (m0) scalar_op(p, M0, M0, "s_movk_i32 m0, 0x%x", value);
  else emit_text(p, "s_movk_i32 s89, 0x%x", value);
  if (both) snprintf(text, size, "%s offset:%d", name, at - (int)(value * unit));
  else snprintf(text, size, "%s", name);
}

// An instruction without an address, as words: IMM and SOE have no effect.
static void without_address(program *p, insn *i, const opcode *o, uint32_t sdst) {
  const bool sum = asks(p, FIELD_ADDRESS, KIND_SUM), imm = sum || asks(p, FIELD_ADDRESS, KIND_IMMEDIATE);
  append(i, ".long 0x%08x, 0  // %s", smem_word(o->number, sdst, 0, imm) | wl_to_field(WL_SMEM_SOE, sum), o->name);
}

// What the clocks give depends on the schedule, so it is overwritten.
static void clock_value(program *p, const opcode *o) {
  const uint32_t r = plain_pair(p);
  insn i = {.unit = UNIT_SMEM};
  if (p->asked) without_address(p, &i, o, r);
  else append(&i, "%s s[%u:%u]", o->name, r, r + 1);
  touch_sgprs(&i, r, 2, true);
  emit(p, &i);
  insn after = {.unit = UNIT_SALU};
  append(&after, "s_mov_b64 s[%u:%u], 0x%x", r, r + 1, edge_value(&p->random));
  touch_sgprs(&after, r, 2, true);
  emit(p, &after);
}

void scalar_memory(program *p, const opcode *o) {
  const kind k = kind_of(o);
  if (has(o, 'T')) {
    clock_value(p, o);
    return;
  }
  insn i = {.unit = UNIT_SMEM};
  if (!*o->operands) {  // of a cache
    if (p->asked) without_address(p, &i, o, 0);
    else append(&i, "%s", o->name);
    emit(p, &i);
    return;
  }
  append(&i, "%s", o->name);
  const bool edge = k.load && (p->access != ACCESS_OWN || rng_percent(&p->random, 50));
  const uint32_t pair = edge ? 80 : 82, before = edge ? EDGE_BEFORE : PRIVATE_BEFORE;
  const uint32_t span = (edge ? EDGE_SPAN : PRIVATE_SPAN) - MOST_BYTES;
  const uint32_t any = FORK_STACK + 4 * rng_below(&p->random, (p->plain_sgprs - FORK_STACK) / 4), shift = up_to(p, 63);
  const uint32_t quad = p->last_sgprs ? (p->sgprs - 4) & ~3u : any;
  int at = (int)up_to(p, span - (k.buffer ? 63 : 0)) - (k.buffer ? 0 : (int)before);
  if (p->asked && at < 0) at += (int)before;  // a register has no negative offset
  if (k.scratch && asks(p, FIELD_ADDRESS, KIND_SGPR)) at -= at % UNIT_OF_SCRATCH;
  if (k.buffer) resource(p, quad, pair, before - shift, (uint32_t)at, k.count ? k.count : 1);
  char offset[32];
  uint32_t reg;
  offset_text(p, offset, sizeof offset, at, k.scratch, &reg);

  const bool returns = k.atomic && rng_percent(&p->random, 50);
  const uint32_t align = k.count < 4 ? k.count : 4;
  if (strstr(o->name, "probe")) append(&i, " 0x%x,", rng_below(&p->random, 128));
  if (k.count) {
    const uint32_t from = (k.load || returns) && p->fork_depth ? FORK_STACK : 0;
    uint32_t r = from + rng_below(&p->random, (p->plain_sgprs - from - k.count) / align + 1) * align;
    if ((k.load || returns) && k.count <= 2 && rng_percent(&p->random, 30)) r = VCC + (k.count == 1) * up_to(p, 1);
    sgprs(&i, r, k.count);
    append(&i, ",");
    if (!k.load) touch_sgprs(&i, r, k.count, false);
    if (k.load || returns) touch_sgprs(&i, r, k.result, true);
  }
  sgprs(&i, k.buffer ? quad : pair, k.buffer ? 4 : 2);
  touch_sgprs(&i, k.buffer ? quad : pair, k.buffer ? 4 : 2, false);
  append(&i, ", %s", offset);
  if (reg != SCALARS) touch_sgprs(&i, reg, 1, false);
  if (returns) append(&i, " glc");
  i.stores = k.store || k.atomic;
  i.reads_private = k.load && !edge;
  // Scalar and vector accesses in flight together reach memory in any order.
  i.ordered = (i.stores || i.reads_private) && (rng_percent(&p->random, 60) || p->taken);
  emit(p, &i);
}
