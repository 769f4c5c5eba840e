// SPDX-License-Identifier: Apache-2.0
// Blocks: straight-line code, and control flow and modes around it.
#include <string.h>

#include "program.h"

enum { MAX_FORKS = 4, MAX_LOOPS = 2, MAX_DEPTH = 6 };

uint32_t random_part(program *p) { return skeleton_part(&p->body, &p->random); }

static void exec_shape(program *p) {
  const uint32_t kind = rng_below(&p->random, 16);
  insn i = {.unit = UNIT_SALU};
  p->exec_due = 0;
  if (kind < 8) {
    append(&i, "s_mov_b64 exec, -1");
  } else if (kind == 8) {
    append(&i, "s_mov_b64 exec, 0");
  } else if (kind == 9) {
    append(&i, "s_bfm_b64 exec, %u, ", rng_below(&p->random, 64));
    append(&i, "%u", rng_below(&p->random, 64));
  } else if (kind == 10) {
    append(&i, "s_mov_b32 exec_%s, ", rng_percent(&p->random, 50) ? "lo" : "hi");
    append(&i, "0x%x", edge_value(&p->random));
  } else if (kind == 11) {
    append(&i, "s_lshl_b64 exec, 1, %u", rng_below(&p->random, 64));
  } else if (kind == 12) {
    append(&i, "s_wqm_b64 exec, exec");
  } else {
    append(&i, "s_mov_b64 exec, ");
    scalar_source(p, &i, 64, false);
  }
  touch_sgprs(&i, EXEC, 2, kind == 12 ? false : true);
  const uint32_t due = p->exec_due;
  emit(p, &i);
  // A full EXEC may stay; any other is replaced after some instructions.
  p->exec_due = kind < 8 ? due : 5 + rng_below(&p->random, 20);
}

// A load into some lanes of a VGPR. Then an instruction changes the other lanes of it without a wait (D-WAIT-6).
static void lanes_apart(program *p) {
  const uint32_t n = p->vgprs, r = rng_below(&p->random, plain_vgprs(p)), pair = plain_pair(p);
  insn save = {.unit = UNIT_SALU}, load = {.unit = UNIT_VMEM};
  vector_op(p, r, r, "v_mov_b32 v%u, v%u", r, r);  // nothing is in flight to it
  append(&save, "s_mov_b64 s[%u:%u], exec", pair, pair + 1);
  touch_sgprs(&save, EXEC, 2, false);
  touch_sgprs(&save, pair, 2, true);
  emit(p, &save);
  for (uint32_t half = 0; half < 2; half++)
    emit_text(p, "s_and_b32 exec_%s, exec_%s, 0x%x", half ? "hi" : "lo", half ? "hi" : "lo", edge_value(&p->random));
  if (rng_percent(&p->random, 50)) {
    append(&load, "global_load_dword v%u, v%u, s[80:81]", r, n - 6);
    touch_vgprs(&load, n - 6, 1, false);
    touch_sgprs(&load, 80, 2, false);
  } else {
    load.unit = UNIT_LDS;
    append(&load, "ds_read_b32 v%u, v%u", r, n - 2);
    touch_vgprs(&load, n - 2, 1, false);
  }
  touch_vgprs(&load, r, 1, true);
  emit(p, &load);
  emit_text(p, "s_andn2_b64 exec, s[%u:%u], exec", pair, pair + 1);
  emit_text(p, rng_percent(&p->random, 50) ? "v_add_u32 v%u, v%u, v%u" : "v_mul_u32_u24 v%u, v%u, v%u", r, r, n - 1);
  p->valu_vgpr[r] = p->slot;
  emit_text(p, "s_mov_b64 exec, s[%u:%u]", pair, pair + 1);
}

void mode_of_wave(program *p, uint32_t offset, uint32_t size) {
  insn i = {.unit = UNIT_SALU, .hwreg_write = true};
  emit_text(p, "s_lshr_b32 s89, 0x%x, s86", (uint32_t)rng_next(&p->random));
  append(&i, "s_setreg_b32 hwreg(HW_REG_MODE, %u, %u), s89", offset, size);
  emit(p, &i);
}

static void mode(program *p) {
  static const struct {
    uint8_t offset, size;
    // SHARED stays 0: with it, vector operands would be shared registers.
  } fields[] = {{0, 2}, {2, 2}, {0, 4},  {4, 2},   {6, 2},  {4, 4},  {8, 1},
                {9, 1}, {8, 2}, {0, 10}, {10, 12}, {23, 4}, {23, 1}, {12, 9}};
  const uint32_t f = rng_below(&p->random, sizeof fields / sizeof *fields);
  insn i = {.unit = UNIT_SALU, .hwreg_write = true};
  if (p->modes && rng_percent(&p->random, 50)) {
    mode_of_wave(p, fields[f].offset, fields[f].size);
    return;
  }
  if (rng_percent(&p->random, 50)) {
    append(&i, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, %u, %u), ", fields[f].offset, fields[f].size);
    append(&i, "0x%x", (uint32_t)rng_next(&p->random));
  } else {
    const uint32_t r = rng_below(&p->random, p->plain_sgprs);
    append(&i, "s_setreg_b32 hwreg(HW_REG_MODE, %u, %u), s%u", fields[f].offset, fields[f].size, r);
    touch_sgprs(&i, r, 1, false);
  }
  emit(p, &i);
}

// s_setreg of a register that it cannot change: all but MODE.
static void setreg(program *p) {
  static const uint8_t ids[] = {WL_HWREG_STATUS,    WL_HWREG_TRAPSTS,     WL_HWREG_HW_ID,        WL_HWREG_GPR_ALLOC,
                                WL_HWREG_LDS_ALLOC, WL_HWREG_IB_STS,      WL_HWREG_SH_MEM_BASES, WL_HWREG_TBA_LO,
                                WL_HWREG_TMA_LO,    WL_HWREG_SHARED_VGPRS};
  const uint32_t id = ids[rng_below(&p->random, sizeof ids)], offset = rng_below(&p->random, 32);
  const uint32_t size = 1 + rng_below(&p->random, 32), r = rng_below(&p->random, p->sgprs);
  insn i = {.unit = UNIT_SALU, .hwreg_write = true};
  append(&i, "s_setreg_b32 hwreg(%u, %u, %u), s%u", id, offset, size, r);
  touch_sgprs(&i, r, 1, false);
  emit(p, &i);
}

// What a register tells of the place of a wave, or of the time at which it is read.
static bool of_the_run(uint32_t id) {
  return id == WL_HWREG_HW_ID || id == WL_HWREG_GPR_ALLOC || id == WL_HWREG_LDS_ALLOC || id == WL_HWREG_TRAPSTS;
}

static void getreg(program *p) {
  static const uint8_t ids[] = {WL_HWREG_MODE,      WL_HWREG_MODE,      WL_HWREG_MODE,         WL_HWREG_STATUS,
                                WL_HWREG_STATUS,    WL_HWREG_TRAPSTS,   WL_HWREG_HW_ID,        WL_HWREG_GPR_ALLOC,
                                WL_HWREG_LDS_ALLOC, WL_HWREG_LDS_ALLOC, WL_HWREG_SH_MEM_BASES, WL_HWREG_TBA_LO,
                                WL_HWREG_TBA_HI,    WL_HWREG_TMA_LO,    WL_HWREG_TMA_HI,       WL_HWREG_SHARED_VGPRS};
  const bool whole = rng_percent(&p->random, 40);
  const uint32_t id = ids[rng_below(&p->random, sizeof ids)], offset = whole ? 0 : rng_below(&p->random, 32);
  const uint32_t size = whole ? 32 : 1 + rng_below(&p->random, 32);
  if (p->taken && of_the_run(id)) return;
  insn i = {.unit = UNIT_SALU, .hwreg_read = true};
  append(&i, "s_getreg_b32 ");
  scalar_destination(p, &i, 32, false);
  append(&i, ", hwreg(%u, %u, %u)", id, offset, size);
  emit(p, &i);
}

static void forward_branch(program *p) {
  static const char *const branches[] = {"s_branch",
                                         "s_cbranch_scc0",
                                         "s_cbranch_scc1",
                                         "s_cbranch_vccz",
                                         "s_cbranch_vccnz",
                                         "s_cbranch_execz",
                                         "s_cbranch_execnz",
                                         "s_cbranch_cdbgsys",
                                         "s_cbranch_cdbguser",
                                         "s_cbranch_cdbgsys_or_user",
                                         "s_cbranch_cdbgsys_and_user"};
  const uint32_t label = p->body.labels++, which = rng_below(&p->random, sizeof branches / sizeof *branches);
  const uint32_t length = random_part(p);
  insn i = {.unit = UNIT_FLOW};
  settle(p);
  append(&i, "%s .L%u", branches[which], label);
  i.reads_vccz = which == 3 || which == 4;
  emit(p, &i);
  p->divergent++;
  random_block(p, length);
  p->divergent--;
  emit_label(p, label);
}

static void loop(program *p) {
  static const char *const leave[] = {"s_cbranch_scc0", "s_cbranch_vccz", "s_cbranch_vccnz", "s_cbranch_execz"};
  if (p->loop_depth == MAX_LOOPS || p->fork_depth > 2) return;
  const uint32_t label = p->body.labels++, end = p->body.labels++, counter = 87 + p->loop_depth,
                 length = random_part(p);
  const bool leaves = rng_percent(&p->random, 40);
  emit_text(p, "s_movk_i32 s%u, %u", counter, 1 + rng_below(&p->random, 4));
  emit_label(p, label);
  p->loop_depth++;
  p->divergent += leaves;
  random_block(p, length);
  p->divergent -= leaves;
  p->loop_depth--;
  settle(p);
  if (leaves) {
    insn i = {.unit = UNIT_FLOW};
    const uint32_t which = rng_below(&p->random, 4);
    append(&i, "%s .L%u", leave[which], end);
    i.reads_vccz = which == 1 || which == 2;
    emit(p, &i);
  }
  emit_text(p, "s_sub_u32 s%u, s%u, 1", counter, counter);
  emit_text(p, "s_cmp_lg_u32 s%u, 0", counter);
  emit_text(p, "s_cbranch_scc1 .L%u", label);
  if (leaves) emit_label(p, end);
}

void address_of(program *p, uint32_t label, bool before) {
  const uint32_t here = p->body.labels++;
  emit_text(p, "s_getpc_b64 s[84:85]");
  fprintf(p->out, ".L%u:\n", here);
  if (before) {
    emit_text(p, "s_sub_u32 s84, s84, .L%u-.L%u", here, label);
    emit_text(p, "s_subb_u32 s85, s85, 0");
  } else {
    emit_text(p, "s_add_u32 s84, s84, .L%u-.L%u", label, here);
    emit_text(p, "s_addc_u32 s85, s85, 0");
  }
}

// The code of the lanes that take the fork. It lies behind the other lanes' code, or with backward before the fork.
static void taken_side(program *p, uint32_t taken, uint32_t join, bool backward) {
  emit_label(p, taken);
  random_block(p, random_part(p));
  if (!backward) return;
  settle(p);
  emit_text(p, "s_branch .L%u", join);
}

static void fork(program *p) {
  // s[100:101] belong to the last level.
  if (p->fork_depth == (p->sgprs < SGPRS ? 1 : MAX_FORKS - (p->access != ACCESS_OWN))) return;
  const uint32_t level = p->fork_depth, taken = p->body.labels++, join = p->body.labels++, start = p->body.labels++;
  const uint32_t saved = p->saved_exec + 2 * level;
  const bool computed = p->call_depth == 0 && rng_percent(&p->random, 30), backward = rng_percent(&p->random, 30);
  p->divergent++;
  settle(p);
  if (backward) {
    emit_text(p, "s_branch .L%u", start);
    p->fork_depth++;
    taken_side(p, taken, join, true);
    p->fork_depth--;
    emit_label(p, start);
  }
  emit_text(p, "s_mov_b64 s[%u:%u], exec", saved, saved + 1);
  emit_text(p, "s_getreg_b32 s%u, hwreg(HW_REG_MODE, 29, 3)", p->saved_csp + level);
  if (computed) address_of(p, taken, backward);
  char mask[16];
  const uint32_t r = FORK_STACK + rng_below(&p->random, (p->plain_sgprs - FORK_STACK) / 2) * 2;
  snprintf(mask, sizeof mask, rng_percent(&p->random, 20) ? "vcc" : "s[%u:%u]", r, r + 1);
  if (computed) {
    emit_text(p, "s_cbranch_g_fork %s, s[84:85]", mask);
  } else {
    emit_text(p, "s_cbranch_i_fork %s, .L%u", mask, taken);
  }
  p->fork_depth++;
  random_block(p, random_part(p));
  if (!backward) {
    settle(p);
    emit_text(p, "s_branch .L%u", join);
    taken_side(p, taken, join, false);
  }
  emit_label(p, join);
  p->fork_depth--;
  emit_text(p, "s_cbranch_join s%u", p->saved_csp + level);
  emit_text(p, "s_mov_b64 exec, s[%u:%u]", saved, saved + 1);
  p->divergent--;
}

static void call(program *p) {
  if (p->call_depth) return;
  const uint32_t label = p->body.labels++, end = p->body.labels++;
  const uint32_t kind = rng_below(&p->random, 3), length = 1 + rng_below(&p->random, 8);
  settle(p);
  p->call_depth++;
  if (kind == 0) {
    emit_text(p, "s_call_b64 s[84:85], .L%u", label);
  } else {
    address_of(p, label, false);
    emit_text(p, kind == 1 ? "s_swappc_b64 s[84:85], s[84:85]" : "s_setpc_b64 s[84:85]");
  }
  random_straight(p, length);
  settle(p);
  emit_text(p, "s_branch .L%u", end);
  emit_label(p, label);
  random_straight(p, length);
  settle(p);
  // s_setpc_b64 leaves no return address.
  if (kind != 2) emit_text(p, "s_setpc_b64 s[84:85]");
  emit_label(p, end);
  p->call_depth--;
}

void vector_step(program *p) {
  static const uint8_t groups[] = {GROUP_VECTOR_INT,  GROUP_VECTOR_FLOAT, GROUP_VECTOR_CONVERT, GROUP_VECTOR_COMPARE,
                                   GROUP_VECTOR_WIDE, GROUP_VECTOR_SHORT, GROUP_VECTOR_PACKED};
  uint32_t weights[sizeof groups], total = 0;
  for (uint32_t g = 0; g < sizeof groups; g++) total += weights[g] = p->profile.weight[groups[g]];
  if (total) random_opcode(p, groups[random_weighted(&p->random, weights, sizeof groups)]);
}

static void gpr_index(program *p) {
  static const char *const enables[] = {"SRC0", "SRC1", "SRC2", "DST"};
  const uint32_t length = 1 + rng_below(&p->random, 8), enable = rng_below(&p->random, 16);
  // A small index stays within the plain registers. A large one leads past the last VGPR from any register.
  const bool past = rng_percent(&p->random, 15);
  const uint32_t index = past ? rng_range(&p->random, p->vgprs, 255) : rng_below(&p->random, 8);
  char list[48] = "";
  for (uint32_t b = 0; b < 4; b++) {
    if (enable >> b & 1)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? "," : "", enables[b]);
  }
  const uint32_t how = rng_below(&p->random, 5);
  settle(p);
  emit_text(p, "s_movk_i32 s89, 0x%x", index | (rng_below(&p->random, 128) << 8));
  if (how == 0) {
    emit_text(p, "s_mov_b32 m0, 0x%x",
              index | wl_to_field(WL_M0_GPR_INDEX_ENABLES, enable) | rng_below(&p->random, 16) << 8);
    emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 1");
  } else if (how < 3) {
    emit_text(p, "s_set_gpr_idx_on s89, gpr_idx(%s)", list);
  } else {
    emit_text(p, "s_set_gpr_idx_on 0, gpr_idx()");
    emit_text(p, "s_set_gpr_idx_mode gpr_idx(%s)", list);
    emit_text(p, "s_set_gpr_idx_idx s89");
  }
  p->indexing = true;
  p->index_writes = enable >> 3 & 1;
  p->index = index;
  for (uint32_t n = 0; n < length; n++) vector_step(p);
  p->indexing = false;
  if (how == 1) {
    emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 0");
    p->setreg_slot = p->slot;
  } else {
    emit_text(p, "s_set_gpr_idx_off");
  }
}

static void movrel(program *p) {
  const bool wide = rng_percent(&p->random, 40), destination = rng_percent(&p->random, 50);
  const uint32_t step = wide ? 2 : 1, from = p->fork_depth ? FORK_STACK : 0;
  const uint32_t last = (destination ? p->plain_sgprs : p->sgprs) - step;
  uint32_t sum = from + rng_below(&p->random, (last - from) / step + 1) / 1 * step;
  if (destination && second_names(p) < SCALARS && rng_percent(&p->random, 20))
    sum = second_names(p) + rng_below(&p->random, 6 / step) * step;
  const uint32_t number = from + rng_below(&p->random, (sum - from) / step + 1) * step;
  // The hardware takes the sum's low seven bits only.
  const uint32_t m0 = (sum - number) | rng_below(&p->random, 1 << 20) << 7;
  emit_text(p, "s_mov_b32 m0, 0x%x", m0);
  insn i = {.unit = UNIT_SALU, .takes_m0 = true};
  p->m0_slot = p->slot;
  touch_sgprs(&i, M0, 1, false);
  if (destination) {
    append(&i, wide ? "s_movreld_b64 s[%u:%u], " : "s_movreld_b32 s%u, ", number, number + 1);
    scalar_source(p, &i, wide ? 64 : 32, true);
    touch_sgprs(&i, sum, step, true);
  } else {
    append(&i, wide ? "s_movrels_b64 " : "s_movrels_b32 ");
    scalar_destination(p, &i, wide ? 64 : 32, false);
    append(&i, wide ? ", s[%u:%u]" : ", s%u", number, number + 1);
    touch_sgprs(&i, sum, step, false);
    touch_sgprs(&i, number, step, false);
  }
  emit(p, &i);
}

// Straight-line code that no other wave interrupts, or its first instructions. A trap would end the clause early.
static void clause(program *p) {
  enum { MOST = 128 };
  if (p->traps || p->violation.kind) return;
  const uint32_t length = p->body.labels++, labels = p->body.labels;
  emit_text(p, ".long 0x%08x + .Lclause%u  // clause", sopp_word(WL_OP_clause, 0), length);
  const uint32_t first = p->body.emitted;
  random_straight(p, 1 + rng_below(&p->random, 16));
  if (p->body.emitted == first) emit_text(p, "s_nop 0");
  uint32_t n = p->body.emitted - first < MOST ? p->body.emitted - first : MOST;
  if (p->body.labels != labels) n = 1;  // what is jumped over does not count
  if (rng_percent(&p->random, 30)) n = 1 + rng_below(&p->random, n);
  fprintf(p->out, ".set .Lclause%u, %u\n", length, n);
}

static void set_vskip(program *p, bool on) {
  if (rng_percent(&p->random, 30)) {
    emit_text(p, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), %u", on);
    p->setreg_slot = p->slot;
  } else {
    emit_text(p, "s_setvskip %d, %u", on ? -1 : 0, rng_below(&p->random, 32));
  }
  p->vskip_slot = p->slot;
}

static void vskip(program *p) {
  const uint32_t length = 1 + rng_below(&p->random, 8);
  settle(p);
  set_vskip(p, true);
  p->skipping = true;
  random_straight(p, length);
  p->skipping = false;
  settle(p);
  set_vskip(p, false);
}

static void barrier(program *p) {
  // Every wave of the workgroup must execute it.
  if (p->divergent || p->call_depth || p->skipping) return;
  emit_wait_all(p);
  emit_text(p, "s_barrier");
}

static void any_step(program *p, int last_group) {
  if (p->waves > 1 && last_group > GROUP_GLOBAL && everybody(p)) taken_place(p);
  if (p->violation.kind && !p->violation.done && p->body.left <= p->violation.left && everybody(p)) random_violation(p);
  const int kind = (int)random_weighted(&p->random, p->profile.weight, (uint32_t)last_group + 1);
  switch (kind) {
    case GROUP_BRANCH: forward_branch(p); break;
    case GROUP_LOOP: loop(p); break;
    case GROUP_FORK: fork(p); break;
    case GROUP_CALL: call(p); break;
    case GROUP_EXEC:
      if (!p->indexing && !p->shared_fields && !p->skipping && rng_percent(&p->random, 25)) lanes_apart(p);
      else exec_shape(p);
      break;
    case GROUP_MODE: mode(p); break;
    case GROUP_GETREG:
      if (rng_percent(&p->random, 25)) {
        setreg(p);
      } else {
        getreg(p);
      }
      break;
    case GROUP_GPR_INDEX: gpr_index(p); break;
    case GROUP_MOVREL: movrel(p); break;
    case GROUP_VSKIP: vskip(p); break;
    case GROUP_BARRIER: barrier(p); break;
    case GROUP_STRIDE:
      if (!p->call_depth && p->access == ACCESS_OWN) random_stride(p);
      break;
    case GROUP_SHARE: random_share(p); break;
    case GROUP_EARLY_END: random_early_end(p); break;
    case GROUP_GDS: random_gds(p); break;
    case GROUP_DIRECT: random_direct(p); break;
    case GROUP_OWNER: random_owner(p); break;
    case GROUP_REDUCE: random_reduce(p); break;
    case GROUP_SHARED: random_shared(p); break;
    case GROUP_CONTROL: random_control(p); break;
    case GROUP_MISC: random_misc(p); break;
    case GROUP_RAW: random_raw(p); break;
    case GROUP_BORDER: random_border(p); break;
    case GROUP_MEM_VIOLATION: random_mem_violation(p); break;
    case GROUP_COUNTERS: random_counters(p); break;
    case GROUP_M0: random_m0(p); break;
    case GROUP_CODE: random_code(p); break;
    case GROUP_CLASS: random_class(p); break;
    case GROUP_FLOAT_CASE: random_float_case(p); break;
    case GROUP_CLAUSE: clause(p); break;
    case GROUP_FLAG: random_flag(p); break;
    case GROUP_LIMIT: random_limit(p); break;
    case GROUP_APERTURE: random_aperture(p); break;
    case GROUP_STORE_LOAD: random_store_load(p); break;
    case GROUP_EXPORT: random_export(p); break;
    default: random_opcode(p, kind); break;
  }
  if (p->exec_due && !--p->exec_due && !p->indexing) exec_shape(p);
}

static bool step(void *of, bool nest) {
  program *p = of;
  const int last_group = nest ? GROUP_COUNT - 1 : GROUP_GLOBAL;
  if (p->unit.given) unit_try(p, any_step, last_group);
  else any_step(p, last_group);
  return true;
}

void random_straight(program *p, uint32_t length) {
  for (uint32_t n = 0; n < length; n++) step(p, false);
}

void random_block(program *p, uint32_t length) { skeleton_block(&p->body, length, MAX_DEPTH, step, p); }

static void first(program *p, int unused) {
  (void)unused;
  random_first(p);
}

static void last(program *p, int unused) {
  (void)unused;
  random_last(p);
}

// Waves of the workgroup that end at once: the first p->gone. A launch takes longer than they run: it sets 16 SGPRs
// more than the program needs (descriptor). The other waves find what they know at its place in any program.
static void gone_waves(program *p) {
  const uint32_t label = p->body.labels++;
  emit_text(p, "v_readfirstlane_b32 s86, v0");
  emit_text(p, "s_cmp_ge_u32 s86, 0x%x", 64 * p->gone);
  emit_text(p, "s_cbranch_scc1 .L%u", label);
  emit_text(p, "s_endpgm");
  fprintf(p->out, ".L%u:\n", label);
  emit_text(p, "s_mov_b64 s[0:1], s[4:5]");
  emit_text(p, "s_mov_b32 s2, s16");
}

// The last wave sets the LDS of the waves that have ended, by v[n-2] = 16 times the lane.
static void lds_of_gone(program *p) {
  const uint32_t label = p->body.labels++;
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_lg_u32 s89, %u", p->waves - 1);
  emit_text(p, "s_cbranch_scc1 .L%u", label);
  for (uint32_t q = 0; q < 4 * p->gone; q++)
    emit_text(p, "ds_write_b128 v%u, v[%u:%u] offset:%u", p->vgprs - 2, 4 * (q % 4), 4 * (q % 4) + 3,
              q * LDS_BYTES / 4);
  emit_label(p, label);
}

static void prologue(program *p) {
  const uint32_t n = p->vgprs;
  if (p->gone) gone_waves(p);
  if (p->taken) taken_start(p);
  else if (p->unit.given) unit_try(p, first, 0);
  else random_first(p);
  if (p->again) fprintf(p->out, ".L%u:\n", p->start = p->body.labels++);
  emit_text(p, "s_load_dwordx4 s[80:83], s[0:1], 0x0");
  emit_text(p, "v_readfirstlane_b32 s86, v0");
  emit_text(p, "s_lshr_b32 s86, s86, 6");
  emit_text(p, "v_and_b32 v%u, 63, v0", n - 1);
  emit_text(p, "s_mul_i32 s84, s2, %u", p->waves);
  emit_text(p, "s_add_u32 s84, s84, s86");
  emit_text(p, "s_lshl_b32 s88, s84, 16");
  emit_text(p, "s_mul_i32 s84, s84, 0x%x", PRIVATE_BYTES);
  emit_text(p, "s_waitcnt lgkmcnt(0)");
  emit_text(p, "s_add_u32 s80, s80, 0x%x", EDGE_BYTES / 2);
  emit_text(p, "s_addc_u32 s81, s81, 0");
  emit_text(p, "s_add_u32 s84, s84, 0x%x", taken_private(p) + 0x1000);
  emit_text(p, "s_add_u32 s82, s82, s84");
  emit_text(p, "s_addc_u32 s83, s83, 0");
  random_stride(p);
  for (uint32_t v = 0; v < plain_vgprs(p) && !p->alignment; v++) {
    if (v % 8 == 7) random_stride(p);
    emit_text(p, "global_load_dword v%u, v%u, s[80:81] offset:%d", v, n - 6, (int)rng_below(&p->random, 2000) - 2048);
  }
  // Each wave gets other scalars.
  emit_text(p, "s_lshl_b32 s89, s86, 4");
  for (uint32_t s = 0; s < PLAIN_SGPRS; s += 16)
    emit_text(p, "s_load_dwordx16 s[%u:%u], s[80:81], s89 offset:%u", s, s + 15, rng_below(&p->random, 430) * 4);
  emit_text(p, "s_or_b32 s86, s86, s88");
  settle(p);
  for (uint32_t v = 0; v < plain_vgprs(p) && p->alignment; v++) {
    emit_text(p, "v_mul_lo_u32 v%u, s%u, v%u", v, rng_below(&p->random, p->plain_sgprs), n - 1);
    emit_text(p, "v_xor_b32 v%u, 0x%x, v%u", v, edge_value(&p->random), v);
  }
  if (p->modes) mode_of_wave(p, 0, 10);
  // All registers and the LDS are set, so that no value comes from an earlier wave.
  static const char *const pairs[] = {"vcc", "flat_scratch", "xnack_mask", "s[88:89]"};
  for (uint32_t n = 0; n < 4; n++) emit_text(p, "s_mov_b64 %s, s[%u:%u]", pairs[n], 8 * n, 8 * n + 1);
  emit_text(p, "s_mov_b32 m0, s36");
  emit_text(p, "s_mov_b32 s87, s44");
  for (uint32_t s = 90; s < p->sgprs; s += 2) emit_text(p, "s_mov_b64 s[%u:%u], s[%u:%u]", s, s + 1, s - 50, s - 49);
  emit_text(p, "v_lshlrev_b32 v%u, 4, v%u", n - 2, n - 1);
  if (p->gone) lds_of_gone(p);
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_lshl_b32 s89, s89, 12");
  emit_text(p, "v_add_u32 v%u, s89, v%u", n - 2, n - 2);
  for (uint32_t q = 0; q < 4 && p->lds_bytes; q++)
    emit_text(p, "ds_write_b128 v%u, v[%u:%u] offset:%u", n - 2, 4 * q, 4 * q + 3, q * LDS_BYTES / 4);
  if (p->lds_bytes > p->lds_tail) {
    emit_text(p, "s_bfm_b64 exec, %u, 0", (p->lds_bytes - p->lds_tail - LDS_TAIL) / 4);
    emit_text(p, "v_lshlrev_b32 v%u, 2, v%u", n - 2, n - 1);
    emit_text(p, "v_add_u32 v%u, 0x%x, v%u", n - 2, p->lds_tail + LDS_TAIL, n - 2);
    emit_text(p, "v_add_u32 v%u, 0x9e3779b9, v%u", n - 4, n - 1);
    emit_text(p, "ds_write_b32 v%u, v%u", n - 2, n - 4);
    emit_text(p, "s_mov_b64 exec, -1");
  }
  random_stride(p);
  settle(p);
}

// For programs whose code changes: a routine with a literal, called at the start. The first launch calls it again at
// its end and then changes the literal, without invalidating the cache. The second launch must run the changed routine.
static void changed_code(program *p) {
  const uint32_t d = plain_pair(p), end = p->body.labels++;
  p->changed = p->body.labels++;
  emit_text(p, "s_call_b64 s[84:85], .L%u", p->changed);
  emit_text(p, "s_branch .L%u", end);
  fprintf(p->out, ".L%u:\n", p->changed);
  emit_text(p, ".long 0x%08x, 0x13579bdf  // s_mov_b32 s%u, 0x13579bdf", sop1_word(WL_OP_s_mov_b32, d, WL_SRC_LITERAL),
            d);
  emit_text(p, "s_setpc_b64 s[84:85]");
  emit_label(p, end);
}

static void change_code(program *p) {
  address_of(p, p->changed, true);  // a whole program away: too far for s_call_b64
  emit_text(p, "s_swappc_b64 s[84:85], s[84:85]");
  meet(p);
  address_of(p, p->changed, true);
  emit_text(p, "s_mov_b64 exec, 1");
  emit_text(p, "v_mov_b32 v0, 0");
  emit_text(p, "v_mov_b32 v1, 0x2468ace0");
  emit_text(p, "global_store_dword v0, v1, s[84:85] offset:4");
  emit_wait_all(p);
}

void random_program(program *p) {
  prologue(p);
  if (p->changes) changed_code(p);
  cover_points(p);
  aim_first(p);
  cover_opcodes(p);
  while (p->body.left) step(p, true);
  if (p->violation.kind && !p->violation.done) random_violation(p);
  emit_wait_all(p);
  if (p->changes) change_code(p);
  if (p->profile.weight[GROUP_RAW]) random_raw_end(p);
  aim_last(p);
  if (p->faults) random_faults(p);
  cover_meetings(p);
  if (p->taken) {
    taken_end(p);
  } else {
    if (p->unit.given) unit_try(p, last, 0);
    else random_last(p);
    if (!p->unit.given) leave_state(p);
    aim_end(p);
    random_end(p);
  }
  control_handler(p);
}
