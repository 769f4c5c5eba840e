// SPDX-License-Identifier: Apache-2.0
// FLAT and SCRATCH on the wave's private memory, and FLAT on its LDS too. Before an access by way of FLAT_SCRATCH
// scalar instructions set it, so that the lanes' scratch lies in private memory.
#include <string.h>

#include "program.h"

// How far s[82:83] points into private memory. Bytes of a lane's scratch: 64 lanes of it and the shift fit in there.
enum { PRIVATE_BEFORE = 4096, LANE_BYTES = 180, MOST_SHIFT = 700, LONGEST = 16 };
enum { SMALL = 64, MOST_FLAT = 4096, MOST_LDS = 2048 };  // values of a small address; of offsets

static void set_flat_scratch(program *p) {
  const uint32_t lo = WL_FLAT_SCRATCH, hi = WL_FLAT_SCRATCH + 1;
  const uint32_t shift = rng_below(&p->random, MOST_SHIFT) & (rng_percent(&p->random, 60) ? ~3u : ~0u);
  scalar_op(p, lo, 82, "s_sub_u32 flat_scratch_lo, s82, 0x%x", PRIVATE_BEFORE - shift);
  scalar_op(p, hi, 83, "s_subb_u32 flat_scratch_hi, s83, 0");
}

// In some lanes v[to] = v[from], by the mask in an SGPR pair.
static void in_some_lanes(program *p, uint32_t to, uint32_t from, uint32_t mask) {
  insn i = {.unit = UNIT_VALU};
  append(&i, "v_cndmask_b32_e64 v%u, v%u, v%u, s[%u:%u]", to, to, from, mask, mask + 1);
  touch_vgprs(&i, to, 1, false);
  touch_vgprs(&i, from, 1, false);
  touch_vgprs(&i, to, 1, true);
  touch_sgprs(&i, mask, 2, false);
  emit(p, &i);
}

// Where the lanes of a FLAT instruction are; with LDS or LANES some of them mostly in private memory, as with MEMORY.
typedef enum { MEMORY, LDS, LANES } place;

void flat_access(program *p, const opcode *o) {
  const uint32_t n = p->vgprs, r = rng_below(&p->random, plain_vgprs(p) - 1);
  const bool atomic = strchr(o->operands, '*'), wide = atomic && strstr(o->name, "_x2");
  // The modes that move registers of vector instructions remap VGPRs, so no VGPR value is guaranteed.
  const bool moved = p->indexing || p->shared_fields;
  place at = moved ? MEMORY : rng_below(&p->random, 3);
  if (wide && at == LANES) at = LDS;  // a memory violation
  const bool set = at != MEMORY || (atomic && !moved);
  const uint32_t most = at == MEMORY ? MOST_FLAT : at == LDS ? MOST_LDS : LANE_BYTES - LONGEST - SMALL;
  const uint32_t unit = wide ? 8 : atomic ? 4 : 1, offset = rng_below(&p->random, most / unit) * unit;
  if (at == MEMORY && set) {
    vector_op(p, r, n - 5, "v_mov_b32 v%u, v%u", r, n - 5);
    vector_op(p, r + 1, n - 4, "v_mov_b32 v%u, v%u", r + 1, n - 4);
  } else if (set) {
    const uint32_t from = at == LDS ? n - 2 : n - 3;
    vector_op(p, r, from, "v_and_b32 v%u, %d, v%u", r, at == LDS ? -1 : SMALL - 1, from);
    vector_op(p, r + 1, r + 1, "v_mov_b32 v%u, 0x%x", r + 1, at == LDS ? LDS_HIGH : LANE_HIGH);
    if (rng_percent(&p->random, 60)) {
      const uint32_t mask = plain_pair(p);
      in_some_lanes(p, r, n - 5, mask);
      in_some_lanes(p, r + 1, n - 4, mask);
    }
  }
  if (atomic && set && rng_percent(&p->random, 90)) vector_op(p, r, r, "v_and_b32 v%u, -%u, v%u", r, unit, r);
  if (at == LANES) set_flat_scratch(p);

  insn i = {.unit = UNIT_VMEM, .flat = true, .flat_lds = at == LDS};
  append(&i, "%s", o->name);
  const bool returns = flat_operands(p, &i, o, set ? r : n - 5, 2);
  append(&i, " offset:%u%s", offset, returns ? " glc" : "");
  touch_sgprs(&i, WL_FLAT_SCRATCH, 2, false);
  i.reads_private = !i.stores;
  i.ordered = i.lds_done = at == LDS;
  emit(p, &i);
}

void flat_at_limit(program *p, const opcode *o, uint64_t first, uint32_t stride) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p) - 1);
  const uint32_t offset = rng_percent(&p->random, 50) ? 0 : 8 * rng_below(&p->random, MOST_FLAT / 8);
  insn i = {.unit = UNIT_VMEM, .flat = true, .flat_lds = true, .ordered = true, .lds_done = true};
  set_flat_scratch(p);
  wide_address(p, r, first - offset, stride, false);
  append(&i, "%s", o->name);
  const bool returns = flat_operands(p, &i, o, r, 2);
  append(&i, " offset:%u%s", offset, returns ? " glc" : "");
  touch_sgprs(&i, WL_FLAT_SCRATCH, 2, false);
  i.reads_private = !i.stores;
  emit(p, &i);
}

void scratch_access(program *p, const opcode *o) {
  const bool scalar =
      p->asked ? asks(p, FIELD_ADDRESS, KIND_SGPR) : p->indexing || p->shared_fields || rng_percent(&p->random, 40);
  insn i = {.unit = UNIT_VMEM};
  append(&i, "%s", o->name);
  set_flat_scratch(p);
  if (scalar) {
    const uint32_t reg =
        rng_percent(&p->random, 50) ? 89 : FORK_STACK + rng_below(&p->random, p->plain_sgprs - FORK_STACK);
    // With an SGPR the offset is not negative (buffer-memory.md 10).
    const uint32_t offset = rng_below(&p->random, 4096), byte = rng_below(&p->random, LANE_BYTES - LONGEST);
    scalar_op(p, reg, reg, "s_mov_b32 s%u, 0x%x", reg, byte - offset);
    flat_operands(p, &i, o, 0, 0);
    append(&i, ", s%u offset:%u", reg, offset);
    touch_sgprs(&i, reg, 1, false);
  } else {
    const uint32_t r = rng_below(&p->random, plain_vgprs(p)), n = p->vgprs;
    int offset = (int)rng_below(&p->random, 8192) - 4096;
    const bool local = goes_to_lds(p, o, &offset);
    const uint32_t byte = rng_below(&p->random, LANE_BYTES - LONGEST - SMALL);
    vector_op(p, r, n - 3, "v_and_b32 v%u, %d, v%u", r, SMALL - 1, n - 3);
    vector_op(p, r, r, "v_add_u32 v%u, 0x%x, v%u", r, byte - (uint32_t)offset, r);
    if (local) {
      append(&i, " v%u, off offset:%d", r, offset);
      touch_vgprs(&i, r, 1, false);
      touch_sgprs(&i, WL_FLAT_SCRATCH, 2, false);
      i.reads_private = true;
      load_to_lds(p, &i);
      return;
    }
    flat_operands(p, &i, o, r, 1);
    append(&i, ", off offset:%d", offset);
  }
  touch_sgprs(&i, WL_FLAT_SCRATCH, 2, false);
  i.reads_private = !i.stores;
  emit(p, &i);
}
