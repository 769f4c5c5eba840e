// SPDX-License-Identifier: Apache-2.0
// Memory that several waves use: the lanes' addresses, and the barriers and waits that order the accesses. Between a
// wave's store and another wave's load of the same place lie waits and a barrier. So values never depend on the
// schedule.
#include "program.h"

uint32_t lds_first(program *p) {
  return rng_percent(&p->random, knob(p, KNOB_MISALIGNED)) ? rng_below(&p->random, 16) : 0;
}

uint32_t lds_stride(program *p) {
  static const uint8_t aligned[] = {4, 4, 8, 16, 32, 0, 12, 20},
                       others[] = {1, 1, 2, 3, 5, 6, 7, 9, 10, 13, 17, 18, 26, 31};
  return rng_percent(&p->random, knob(p, KNOB_MISALIGNED)) ? others[rng_below(&p->random, sizeof others)]
                                                           : aligned[rng_below(&p->random, sizeof aligned)];
}

void lane_addresses(program *p, uint32_t wave) {
  static const uint8_t private[] = {4, 4, 8, 16, 64, 1, 0, 12, 33}, edge[] = {4, 4, 8, 16, 32, 0, 1};
  const uint32_t n = p->vgprs, a = private[rng_below(&p->random, sizeof private)];
  const uint32_t b = lds_stride(p), first = lds_first(p), c = edge[rng_below(&p->random, sizeof edge)];
  settle(p);
  p->private_stride = a;
  emit_text(p, "s_mov_b64 s[84:85], exec");
  emit_text(p, "s_mov_b64 exec, -1");
  emit_text(p, "v_mul_u32_u24 v%u, %u, v%u", n - 3, a, n - 1);
  emit_text(p, "v_mul_u32_u24 v%u, %u, v%u", n - 6, c, n - 1);
  emit_text(p, "v_mul_u32_u24 v%u, %u, v%u", n - 2, b, n - 1);
  emit_text(p, "s_and_b32 s89, s%u, 15", wave);
  emit_text(p, "s_lshl_b32 s89, s89, 12");
  if (first) emit_text(p, "s_or_b32 s89, s89, %u", first);
  emit_text(p, "v_add_u32 v%u, s89, v%u", n - 2, n - 2);
  emit_text(p, "v_mov_b32 v%u, s83", n - 4);
  emit_text(p, "v_add_co_u32_e32 v%u, vcc, s82, v%u", n - 5, n - 3);
  emit_text(p, "v_addc_co_u32_e32 v%u, vcc, 0, v%u, vcc", n - 4, n - 4);
  wrote_vcc(p);
  p->valu_unnamed = p->slot;
  emit_text(p, "s_mov_b64 exec, s[84:85]");
}

void random_stride(program *p) {
  if (!p->skipping && !p->indexing) lane_addresses(p, 86);
}

bool everybody(const program *p) {
  return !p->divergent && !p->call_depth && !p->fork_depth && !p->skipping && !p->indexing && p->access == ACCESS_OWN;
}

void meet(program *p) {
  emit_wait_all(p);
  emit_text(p, "s_barrier");
}

// s89 = the wave at a distance behind this one in its workgroup; s[82:83] = that wave's private memory.
static void turn_to(program *p, uint32_t distance) {
  emit_text(p, "s_and_b32 s85, s86, 15");
  emit_text(p, "s_add_u32 s89, s85, %u", distance);
  emit_text(p, "s_sub_u32 s84, s89, %u", p->waves);
  emit_text(p, "s_cmp_ge_u32 s89, %u", p->waves);
  emit_text(p, "s_cselect_b32 s89, s84, s89");
  emit_text(p, "s_sub_u32 s84, s89, s85");
  emit_text(p, "s_mul_i32 s84, s84, 0x%x", PRIVATE_BYTES);
  emit_text(p, "s_ashr_i32 s85, s84, 31");
  emit_text(p, "s_add_u32 s82, s82, s84");
  emit_text(p, "s_addc_u32 s83, s83, s85");
}

// s[82:83] = the memory behind all private memories. Every wave of the grid may store to it, none loads from it.
static void turn_to_common(program *p) {
  emit_text(p, "s_lshr_b32 s84, s86, 16");
  emit_text(p, "s_sub_u32 s84, %u, s84", p->waves * p->groups);
  emit_text(p, "s_mul_i32 s84, s84, 0x%x", PRIVATE_BYTES);
  emit_text(p, "s_add_u32 s82, s82, s84");
  emit_text(p, "s_addc_u32 s83, s83, 0");
}

void random_share(program *p) {
  if (!everybody(p)) return;
  const bool load = rng_percent(&p->random, 70);
  const uint32_t kept = p->saved_base;
  settle(p);
  emit_text(p, "s_mov_b64 s[%u:%u], s[82:83]", kept, kept + 1);
  if (load) {
    meet(p);
    turn_to(p, rng_below(&p->random, p->waves));
    lane_addresses(p, 89);
  } else {
    turn_to_common(p);
    lane_addresses(p, 86);
  }
  p->access = load ? ACCESS_LOAD : ACCESS_STORE;
  random_block(p, random_part(p));
  p->access = ACCESS_OWN;
  settle(p);
  // No wave stores while another still loads.
  if (load) meet(p);
  emit_text(p, "s_mov_b64 s[82:83], s[%u:%u]", kept, kept + 1);
  lane_addresses(p, 86);
}

// The wave of a group that ends here. One wave is left to fault.
static uint32_t ending_wave(program *p) {
  uint32_t wave = rng_below(&p->random, p->waves);
  if (p->faults && (p->ended | 1u << wave) == (1u << p->waves) - 1) wave = (uint32_t)__builtin_ctz(p->ended);
  p->ended |= 1u << wave;
  return wave;
}

void random_early_end(program *p) {
  if (!everybody(p) || p->waves == 1 || p->loop_depth || p->meets) return;
  const uint32_t label = p->body.labels++;
  settle(p);
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_lg_u32 s89, %u", ending_wave(p));
  emit_text(p, "s_cbranch_scc1 .L%u", label);
  leave_state(p);
  random_end(p);
  emit_label(p, label);
}
