// SPDX-License-Identifier: Apache-2.0
// Cases that plain random choices rarely reach. Addresses: borders of 4 GiB, lanes far apart, unmapped lines. Counters
// that are read or filled while they fall. M0 written by several waves at once. Loads right behind stores of the same
// bytes. Code that one wave changes while others fetch it. Compares by class.
#include <string.h>

#include "program.h"

static const opcode *any_of(program *p, int format, bool loads) {
  const opcode *o;
  do {
    o = &opcodes[rng_below(&p->random, opcode_count)];
  } while ((int)o->format != format || (loads && o->operands[0] != '='));
  return o;
}

// s[84:85] = address.
static void base(program *p, uint64_t address) {
  emit_text(p, "s_mov_b32 s84, 0x%x", (uint32_t)address);
  emit_text(p, "s_mov_b32 s85, 0x%x", (uint32_t)(address >> 32));
}

// ---- borders of 4 GiB: only loads ----

void wide_address(program *p, uint32_t r, uint64_t first, uint32_t stride, bool apart) {
  const uint32_t lane = p->vgprs - 1;
  base(p, first);
  vector_op(p, r + 1, lane, "v_and_b32 v%u, %u, v%u", r + 1, apart, lane);
  vector_op(p, r + 1, r + 1, "v_add_u32 v%u, s85, v%u", r + 1, r + 1);
  vector_op(p, r, lane, "v_mul_u32_u24 v%u, %u, v%u", r, stride, lane);
  insn low = {.unit = UNIT_VALU}, high = {.unit = UNIT_VALU};
  append(&low, "v_add_co_u32_e32 v%u, vcc, s84, v%u", r, r);
  touch_vgprs(&low, r, 1, true);
  touch_sgprs(&low, VCC, 2, true);
  emit(p, &low);
  append(&high, "v_addc_co_u32_e32 v%u, vcc, 0, v%u, vcc", r + 1, r + 1);
  touch_vgprs(&high, r + 1, 1, true);
  touch_sgprs(&high, VCC, 2, false);
  touch_sgprs(&high, VCC, 2, true);
  emit(p, &high);
}

void random_border(program *p) {
  static const uint8_t strides[] = {4, 4, 8, 16, 12, 1, 0};
  const uint32_t kind = rng_below(&p->random, 4), stride = strides[rng_below(&p->random, sizeof strides)];
  // The first lane begins at most 1100 bytes before the border, so the last lane ends within one page behind it.
  const uint64_t first = BORDER - rng_below(&p->random, 1100) + ((uint64_t)rng_below(&p->random, 2) << 32);
  if (kind == 0) {
    const opcode *o = any_of(p, SMEM, true);
    const int offset = (int)rng_below(&p->random, 2048) - 1024;
    base(p, BORDER - 4 * rng_below(&p->random, 16) - (uint64_t)(int64_t)offset);
    scalar_load(p, o, 84, offset);
    return;
  }
  const opcode *o = any_of(p, GLOBAL, true);
  const uint32_t r = rng_below(&p->random, plain_vgprs(p) - 1);
  const int offset = (int)rng_below(&p->random, 2000) - 1000;
  if (kind == 1) {
    // An SGPR base and a 32-bit offset of at least 2 GiB.
    const uint32_t far = rng_range(&p->random, 0x80000000, 0xFFFFF000);
    base(p, first - far - (uint64_t)(int64_t)offset);
    vector_op(p, r, p->vgprs - 1, "v_mul_u32_u24 v%u, %u, v%u", r, stride, p->vgprs - 1);
    vector_op(p, r, r, "v_add_u32 v%u, 0x%x, v%u", r, far, r);
    global_access(p, o, r, 84, offset);
  } else {
    wide_address(p, r, (kind == 3 ? first & 0x4FFFFFFFF : first) - (uint64_t)(int64_t)offset, stride, kind == 3);
    global_access(p, o, r, 0, offset);
  }
}

// ---- memory violations ----

// An access to unmapped memory. Some loads begin in the last mapped page behind a border.
static void unmapped(program *p) {
  const bool store = p->access != ACCESS_LOAD && rng_percent(&p->random, 50);
  const opcode *o;
  do {
    o = any_of(p, GLOBAL, false);
  } while ((o->operands[0] != '=') != store);
  const bool half = !store && rng_percent(&p->random, 30);
  const uint32_t place = rng_below(&p->random, half ? 300 : 0x10000000);
  base(p, half ? BORDER + 4096 - place : UINT64_C(0x7A0000000000) + place);
  const uint32_t r = rng_below(&p->random, plain_vgprs(p));
  vector_op(p, r, p->vgprs - 1, "v_lshlrev_b32 v%u, %u, v%u", r, rng_below(&p->random, 5), p->vgprs - 1);
  global_access(p, o, r, 84, 0);
}

static void trap(program *p) {
  if (p->traps && rng_percent(&p->random, 70)) random_trap(p);  // the handler clears TRAPSTS.MEM_VIOL
}

void random_mem_violation(program *p) {
  const uint32_t length = 1 + rng_below(&p->random, 6);
  settle(p);
  if (!everybody(p) || p->waves == 1) {
    for (uint32_t n = 0; n < length; n++) {
      if (rng_percent(&p->random, 50)) unmapped(p);
      else past_lds(p);
    }
    trap(p);
    return;
  }
  // Half of the waves violate global memory and half the LDS, at the same time.
  const uint32_t other = p->body.labels++, end = p->body.labels++;
  meet(p);
  emit_text(p, "s_bitcmp1_b32 s86, %u", rng_percent(&p->random, 70) ? 0 : 1);
  emit_text(p, "s_cbranch_scc1 .L%u", other);
  for (uint32_t n = 0; n < length; n++) {
    unmapped(p);
    trap(p);
  }
  settle(p);
  emit_text(p, "s_branch .L%u", end);
  emit_label(p, other);
  for (uint32_t n = 0; n < 3 * length; n++) past_lds(p);
  trap(p);
  emit_label(p, end);
}

// ---- counters ----

// Reads the counters while they fall. The values depend on the schedule: they go to s89, which nothing reads.
static void look(program *p, uint32_t times) {
  for (uint32_t n = 0; n < times; n++) {
    insn i = {.unit = UNIT_SALU, .hwreg_read = true};
    append(&i, "s_getreg_b32 s89, hwreg(7, 0, 32)");
    emit(p, &i);
  }
}

// Fills LGKM_CNT. LDS atomics of all lanes on one dword take many cycles; scalar loads of several dwords count two.
static void fill_lgkm(program *p, uint32_t slow, bool loads) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p));
  emit_text(p, "v_readfirstlane_b32 s89, v%u", p->vgprs - 2);
  emit_text(p, "s_and_b32 s89, s89, 0xfffffff8");
  vector_op(p, r, p->vgprs - 2, "v_mov_b32 v%u, s89", r);
  for (uint32_t n = 0; n < slow; n++) {
    insn i = {.unit = UNIT_LDS, .stores = true};
    append(&i, "ds_or_b32 v%u, v%u", r, p->vgprs - 1);
    touch_vgprs(&i, r, 1, false);
    emit(p, &i);
  }
  if (!loads) return;
  for (uint32_t n = slow; n + 1 < 15; n += 2) {
    const uint32_t d = FORK_STACK + 4 * (n / 2);
    insn i = {.unit = UNIT_SMEM};
    append(&i, "s_load_dwordx4 s[%u:%u], s[80:81], 0x%x", d, d + 3, 4 * rng_below(&p->random, 400));
    touch_sgprs(&i, d, 4, true);
    emit(p, &i);
  }
  if (slow % 2 == 0) {
    insn i = {.unit = UNIT_SMEM};
    append(&i, "s_load_dword s%u, s[80:81], 0x0", FORK_STACK + 32);
    touch_sgprs(&i, FORK_STACK + 32, 1, true);
    emit(p, &i);
  }
}

// GDS instructions for longer than EXP_CNT counts: they change the common part, each wave by the same operation.
static void fill_exp(program *p) {
  const uint32_t r = rng_below(&p->random, plain_vgprs(p));
  emit_text(p, "s_mov_b32 m0, 0x%x", (GDS_BYTES - GDS_COMMON) << 16);
  p->m0_slot = p->slot;
  vector_op(p, r, p->vgprs - 1, "v_mov_b32 v%u, 0", r);
  for (uint32_t n = 0; n < 12; n++) {
    insn i = {.unit = UNIT_LDS, .gds = true};
    append(&i, "%s v%u, v%u offset:256 gds", gds_common_name(p), r, p->vgprs - 1);
    touch_vgprs(&i, r, 1, false);
    touch_vgprs(&i, p->vgprs - 1, 1, false);
    touch_sgprs(&i, M0, 1, false);
    emit(p, &i);
  }
}

// Instructions of a unit behind a counter at its limit: EXP_CNT of exports, LGKM_CNT of all others.
static void fill_and_wait(program *p, cover_full unit) {
  const uint32_t n = p->vgprs;
  if (unit == FULL_EXPORT) {
    fill_exp(p);
    for (uint32_t k = 0; k < 3; k++) {
      insn i = {.unit = UNIT_EXPORT, .late = 1 + WL_EXPORT_COLOR};
      append(&i, "exp null v%u, off, off, off", n - 1);
      touch_vgprs(&i, n - 1, 1, false);
      touch_sgprs(&i, EXEC, 2, false);
      emit(p, &i);
    }
    return;
  }
  // Instructions of the LDS would wait for its operands before they fill the counter.
  fill_lgkm(p, 0, true);
  for (uint32_t k = 0; k < 3; k++) {
    const uint32_t d = FORK_STACK + 36 + k, v = rng_below(&p->random, plain_vgprs(p));
    insn i = {.unit = UNIT_FLOW};
    switch (unit) {
      case FULL_SCALAR:
        i.takes_m0 = true;
        append(&i, "s_sendmsg 0x%x", rng_below(&p->random, 0x10000));
        break;
      case FULL_SMEM:
        i.unit = UNIT_SMEM;
        append(&i, "s_load_dword s%u, s[80:81], 0x0", d);
        touch_sgprs(&i, d, 1, true);
        break;
      case FULL_LDS:
        i.unit = UNIT_LDS;
        i.stores = true;
        append(&i, "ds_or_b32 v%u, v%u", n - 2, n - 1);
        touch_vgprs(&i, n - 2, 1, false);
        break;
      default:
        i.unit = UNIT_VMEM;
        i.flat = i.reads_private = true;
        append(&i, "flat_load_dword v%u, v[%u:%u]", v, n - 5, n - 4);
        touch_vgprs(&i, n - 5, 2, false);
        touch_vgprs(&i, v, 1, true);
        break;
    }
    emit(p, &i);
  }
}

void full_counter(program *p, cover_full unit) {
  const uint32_t again = p->body.labels++;
  settle(p);
  emit_text(p, "s_mov_b32 s87, 8");  // its code is in the cache then, and the counter fills quickly
  emit_label(p, again);
  fill_and_wait(p, unit);
  settle(p);
  emit_text(p, "s_sub_u32 s87, s87, 1");
  emit_text(p, "s_cmp_lg_u32 s87, 0");
  emit_text(p, "s_cbranch_scc1 .L%u", again);
}

void random_counters(program *p) {
  const uint32_t kind = rng_below(&p->random, 3);
  settle(p);
  if (kind == 0 && p->access != ACCESS_LOAD) {
    fill_lgkm(p, 2 + rng_below(&p->random, 4), true);
    for (uint32_t n = 0; n < 3; n++) {
      insn i = {.unit = UNIT_FLOW, .takes_m0 = true};
      append(&i, "s_sendmsg 0x%x", rng_below(&p->random, 0x10000));
      emit(p, &i);
    }
  } else if (kind == 1 && p->access != ACCESS_LOAD && p->profile.weight[GROUP_GDS]) {
    random_opcode(p, GROUP_LDS_ATOMIC);
    random_gds(p);
  } else {
    const uint32_t loads = 1 + rng_below(&p->random, 6);
    for (uint32_t n = 0; n < loads; n++) {
      if (rng_percent(&p->random, 50)) scalar_load(p, any_of(p, SMEM, true), 80, (int)rng_below(&p->random, 1000));
      else global_access(p, any_of(p, GLOBAL, true), p->vgprs - 6, 80, -1000);
    }
  }
  look(p, 2 + rng_below(&p->random, 12));
}

// ---- M0 from a lane and from the scalar side ----

void random_m0(program *p) {
  const uint32_t length = 4 + rng_below(&p->random, 12);
  for (uint32_t n = 0; n < length; n++) {
    const bool lane = rng_percent(&p->random, 40);
    insn i = {.unit = lane ? UNIT_VALU : UNIT_SALU};
    append(&i, lane ? "v_readlane_b32 m0, " : rng_percent(&p->random, 50) ? "s_movk_i32 m0, " : "s_addk_i32 m0, ");
    if (lane) vgpr_source(p, &i, 1);
    append(&i, lane ? ", %u" : "0x%x", lane ? rng_below(&p->random, 64) : rng_below(&p->random, 0x10000));
    touch_sgprs(&i, M0, 1, true);
    emit(p, &i);
  }
}

// ---- compares by class: modifiers on the float, sign extension of the mask ----

void random_class(program *p) {
  const uint32_t sdwa = knob(p, KNOB_SDWA), modifier = knob(p, KNOB_MODIFIER), length = 1 + rng_below(&p->random, 4);
  const opcode *o;
  p->profile.knob[KNOB_SDWA] = 70;
  p->profile.knob[KNOB_MODIFIER] = 50;
  for (uint32_t n = 0; n < length; n++) {
    do {
      o = any_of(p, VOPC, false);
    } while (!strchr(o->operands, '%'));
    vector_opcode(p, o);
  }
  p->profile.knob[KNOB_SDWA] = sdwa;
  p->profile.knob[KNOB_MODIFIER] = modifier;
}

// ---- loaded values that look like addresses ----

// FLAT loads into their own addresses, in all lanes from memory, of values that are the upper half of an address of the
// LDS or of scratch. The LDS is busy, so its half of the instruction may come after the value.
void random_aperture(program *p) {
  if (p->access != ACCESS_OWN || p->indexing || p->skipping || p->shared_fields) return;
  const uint32_t n = p->vgprs, r = rng_below(&p->random, plain_vgprs(p) - 2), times = 1 + rng_below(&p->random, 2);
  const uint32_t wide = rng_below(&p->random, 2);
  insn store = {.unit = UNIT_VMEM, .stores = true};
  settle(p);
  emit_text(p, "s_mov_b64 exec, -1");
  vector_op(p, r + 2, r + 2, "v_mov_b32 v%u, 0x%x", r + 2, rng_percent(&p->random, 70) ? LDS_HIGH : LANE_HIGH);
  append(&store, "global_store_dword v%u, v%u, s[82:83]", n - 3, r + 2);
  touch_vgprs(&store, r + 2, 1, false);
  emit(p, &store);
  settle(p);
  for (uint32_t time = 0; time < times; time++) {
    insn load = {.unit = UNIT_VMEM, .flat = true, .reads_private = true};
    fill_lgkm(p, 3 + rng_below(&p->random, 4), false);
    vector_op(p, r, n - 5, "v_mov_b32 v%u, v%u", r, n - 5);
    vector_op(p, r + 1, n - 4, "v_mov_b32 v%u, v%u", r + 1, n - 4);
    if (wide) append(&load, "flat_load_dwordx2 v[%u:%u], v[%u:%u]", r, r + 1, r, r + 1);
    else append(&load, "flat_load_dword v%u, v[%u:%u]", r + 1, r, r + 1);
    touch_vgprs(&load, r, 2, false);
    touch_vgprs(&load, wide ? r : r + 1, 1 + wide, true);
    emit(p, &load);
  }
  settle(p);
  p->exec_due = 1;
}

// ---- a load right behind a store of the same bytes ----

// An access to the lanes' private memory: by the address v[at:at+1], or for GLOBAL with `by_offset` by the offset
// v[at]. data: the first VGPR that it loads or stores.
typedef struct {
  const opcode *of;
  bool by_offset;
  uint32_t at, data;
} private_access;

static void vgprs(insn *i, const char *before, uint32_t first, uint32_t count) {
  append(i, count == 1 ? "%sv%u" : "%sv[%u:%u]", before, first, first + count - 1);
}

static void set_address(program *p, private_access a) {
  const uint32_t from = p->vgprs - (a.by_offset ? 3 : 5);
  vector_op(p, a.at, from, "v_mov_b32 v%u, v%u", a.at, from);
  if (!a.by_offset) vector_op(p, a.at + 1, from + 1, "v_mov_b32 v%u, v%u", a.at + 1, from + 1);
}

// The number of VGPRs that a row of loads or stores names.
static uint32_t data_count(const opcode *o) { return (uint32_t)(o->operands[o->operands[0] == '=' ? 1 : 2] - '0'); }

// Emits it without a wait for stores.
static void access_private(program *p, private_access a, int offset) {
  const bool load = a.of->operands[0] == '=';
  const uint32_t count = data_count(a.of);
  insn i = {.unit = UNIT_VMEM, .flat = a.of->format == FLAT, .stores = !load};
  append(&i, "%s", a.of->name);
  if (load) vgprs(&i, " ", a.data, count);
  vgprs(&i, load ? ", " : " ", a.at, 2 - a.by_offset);
  if (!load) vgprs(&i, ", ", a.data, count);
  if (a.by_offset) append(&i, ", s[82:83]");
  else if (!i.flat) append(&i, ", off");
  append(&i, " offset:%d", offset);
  touch_vgprs(&i, a.at, 2 - a.by_offset, false);
  touch_vgprs(&i, a.data, count, load);
  if (a.by_offset) touch_sgprs(&i, 82, 2, false);
  if (i.flat) touch_sgprs(&i, WL_FLAT_SCRATCH, 2, false);
  if (!load && count > 2) {
    i.wide_store = (uint8_t)(a.data + 1);
    i.wide_count = (uint8_t)count;
  }
  emit(p, &i);
}

// A store or a load of GLOBAL or FLAT.
static const opcode *store_or_load(program *p, bool load) {
  const bool flat = rng_percent(&p->random, 50) && !(p->rdna && load);
  const opcode *o;
  do {
    o = any_of(p, flat ? FLAT : GLOBAL, load);
  } while (strchr(o->operands, '*') || (o->operands[0] == '=') != load);
  return o;
}

// A store, and right behind it a load of the same bytes or of some beside them. It overwrites its own address, or the
// address or the data of the store.
void random_store_load(program *p) {
  enum { DATA = 4, MOST_OFFSET = 4096, NEAR = 64 };
  static const int8_t beside[] = {0, 0, 0, 0, 1, 2, 4, 8, -1, -4, 60, NEAR};
  if (p->access != ACCESS_OWN || p->indexing || p->skipping || p->shared_fields) return;
  const uint32_t times = 1 + rng_below(&p->random, 3), end = plain_vgprs(p);
  for (uint32_t time = 0; time < times; time++) {
    const uint32_t r = rng_below(&p->random, end - DATA - 3);
    private_access store = {.of = store_or_load(p, false), .at = r + DATA, .data = r};
    private_access load = {.of = store_or_load(p, true), .at = r + DATA + 2};
    const uint32_t over[] = {load.at, load.at, store.at, store.data}, count = data_count(load.of);
    store.by_offset = store.of->format == GLOBAL && rng_percent(&p->random, 50);
    load.by_offset = load.of->format == GLOBAL && rng_percent(&p->random, 50);
    load.data = over[rng_below(&p->random, 4)] + rng_below(&p->random, 2);
    load.data -= load.data < count ? 0 : rng_below(&p->random, count);
    if (load.data + count > end) load.data = end - count;
    const int offset = NEAR + (int)rng_below(&p->random, MOST_OFFSET - 2 * NEAR);
    set_address(p, store);
    set_address(p, load);
    access_private(p, store, offset);
    access_private(p, load, offset + beside[rng_below(&p->random, sizeof beside)]);
  }
}

// ---- code that changes ----

// The code of one wave: two cache lines a round. The first ends with a barrier; then comes s_mov_b32 of a literal, in
// the second line, or with `split` over the border of the lines. One wave changes a dword of it in all tracks: the
// literal, or with `first` the opcode, to s_mov_b32 of another register. It invalidates the cache before its own
// barrier. The other waves wait at their barriers; their second lines are fetched already or in flight. Only with one
// workgroup: the waves of another would execute the code while it changes.
typedef struct {
  bool split, first;
  uint32_t to, old, rounds;
} change;

enum { LINE_WORDS = 16, ROUND_BYTES = 128 };

static void round_of_track(program *p, const change *c, bool changes, uint32_t round, uint32_t end) {
  const uint32_t nop = sopp_word(WL_OP_s_nop, 0), words = LINE_WORDS - 2 - c->split;  // before the second barrier
  const uint32_t late = rng_percent(&p->random, 60) ? 0 : rng_below(&p->random, words - 1);
  emit_text(p, "s_barrier");
  if (changes) {
    const uint32_t at = 4 * (LINE_WORDS - c->split + !c->first) + round * ROUND_BYTES;
    emit_text(p, "global_store_dword v0, v1, s[84:85] offset:%u", at);
    if (p->rdna) wait_stores(p, 0);  // as long as s_waitcnt
    else emit_text(p, "s_waitcnt vmcnt(0)");
    emit_text(p, "s_icache_inv");
    fprintf(p->out, "  .fill %u, 4, 0x%x\n", words - 4, nop);
  } else {
    fprintf(p->out, "  .fill %u, 4, 0x%x\n", late, nop);
    fprintf(p->out, "  .long 0x%x  // s_branch to the barrier\n", sopp_word(WL_OP_s_branch, words - 1 - late));
    fprintf(p->out, "  .fill %u, 4, 0x%x\n", words - 1 - late, nop);
  }
  emit_text(p, "s_barrier");
  emit_text(p, ".long 0x%08x, 0x%08x  // s_mov_b32 s%u, 0x%x", sop1_word(WL_OP_s_mov_b32, c->to, WL_SRC_LITERAL),
            c->old, c->to, c->old);
  if (round + 1 == c->rounds) emit_text(p, "s_branch .L%u", end);
  else emit_text(p, ".long 0x%x  // s_branch to the next round", sopp_word(WL_OP_s_branch, LINE_WORDS - 3 + c->split));
  fprintf(p->out, ".p2align 7\n");
}

void random_code(program *p) {
  if (!everybody(p) || p->waves == 1 || p->groups > 1) return;
  const uint32_t tracks = p->body.labels++, end = p->body.labels++, who = rng_below(&p->random, p->waves);
  change c = {.split = rng_percent(&p->random, 50), .to = plain_pair(p)};
  c.first = rng_percent(&p->random, 50);
  c.old = (uint32_t)rng_next(&p->random) | 0x100;
  c.rounds = c.split ? 1 + rng_below(&p->random, 8) : 1;
  const uint32_t track = c.rounds * ROUND_BYTES;
  settle(p);
  address_of(p, tracks, false);
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mul_u32_u24 v0, 0x%x, v%u", track, p->vgprs - 1);
  emit_text(
      p, "v_mov_b32 v1, 0x%x",
      c.first ? sop1_word(WL_OP_s_mov_b32, c.to ^ 1, WL_SRC_LITERAL) : c.old ^ (1 + rng_below(&p->random, 0x7FFFFFFF)));
  emit_text(p, "s_bfm_b64 exec, %u, 0", p->waves);
  // No fork is open, so the registers of CSP are free.
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_mul_i32 s89, s89, 0x%x", track);
  const uint32_t to = p->saved_csp;
  emit_text(p, "s_add_u32 s%u, s84, s89", to);
  emit_text(p, "s_addc_u32 s%u, s85, 0", to + 1);
  emit_text(p, "s_setpc_b64 s[%u:%u]", to, to + 1);
  fprintf(p->out, ".p2align 7\n.L%u:\n", tracks);
  for (uint32_t w = 0; w < p->waves; w++) {
    for (uint32_t round = 0; round < c.rounds; round++) round_of_track(p, &c, w == who, round, end);
  }
  emit_label(p, end);
  p->valu_unnamed = p->slot;
  p->exec_due = 1;
}
