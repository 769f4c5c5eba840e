// SPDX-License-Identifier: Apache-2.0
#include "fake_model.h"

#include <stdio.h>
#include <string.h>

#include "gfx9/gfx9.h"
#include "wavelock/encoding.h"
#include "wavelock/opcodes.h"
#include "wavelock/registers.h"
#include "wavelock/wave_view.h"

fake_model fake;

static wl_model *fake_create(const wl_config *config, wl_mem *mem) {
  (void)mem;
  return config->waves <= FAKE_WAVES && config->phys_vgprs <= FAKE_ROWS && config->lds_entries <= FAKE_LDS
             ? (wl_model *)&fake
             : NULL;
}
static void fake_destroy(wl_model *m) { (void)m; }

static void fake_pure(wl_model *m, bool pure) { (void)m, (void)pure; }

static void fake_at_issue(wl_model *m, wl_block block) {
  (void)m;
  fake.at_issue |= 1u << block;
}

static wl_result fake_wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
  (void)m;
  if (fake.refuse) return WL_BAD_EVENT;
  fake.state_regs[slot] = (wl_state_regs){.pc_lo = (uint32_t)init->pc,
                                          .pc_hi = (uint32_t)(init->pc >> 32),
                                          .exec_lo = (uint32_t)init->exec,
                                          .exec_hi = (uint32_t)(init->exec >> 32),
                                          .mode = init->mode,
                                          .status = WL_STATUS_VALID | WL_STATUS_VCCZ};
  memcpy(fake.sgpr[slot], init->sgpr, init->sgpr_count * 4);
  for (uint32_t i = 0; i < init->vgpr_count; i++) memcpy(fake.vgpr[init->vgpr_base + i], init->vgpr[i], 256);
  for (uint32_t i = 0; i < init->more_count; i++) fake.more_lanes |= init->more[i].lanes;
  return WL_OK;
}

// What the model says of some instructions beside what the test sets.
static void from_word(uint32_t slot, wl_effect *e) {
  const uint32_t word = e->words[0];
  e->idle = wl_word_is_sopp(word, WL_OP_s_sleep)    ? WL_IDLE_SLEEP
            : wl_word_is_sopp(word, WL_OP_s_nop)    ? WL_IDLE_NOP
            : wl_word_is_sopp(word, WL_OP_s_wakeup) ? WL_IDLE_WAKEUP
                                                    : WL_IDLE_NONE;
  e->idle_count = wl_field(word, e->idle == WL_IDLE_SLEEP ? WL_SLEEP_COUNT : WL_NOP_COUNT);
  e->skipped = (fake.state_regs[slot].mode & WL_MODE_VSKIP) && wl_is_vector_format(wl_format_of(word));
  if (e->skipped) e->unit = WL_UNIT_SCALAR;
}

static wl_result execute(uint32_t slot, wl_effect *e) {
  wl_state_regs *s = &fake.state_regs[slot];
  const uint32_t word = fake.program[(s->pc_lo - 0x1000) / 4];
  *e = (wl_effect){.pc = s->pc_lo, .words = {word}};
  if (fake.at_barrier >> slot & 1) {
    snprintf(e->why, sizeof e->why, "it waits at a barrier");
    return WL_BAD_EVENT;
  }
  s->pc_lo += 4;
  if (wl_word_is_sopp(word, WL_OP_s_barrier)) {
    e->barrier = true;
    fake.at_barrier |= 1u << slot;
    s->status |= WL_STATUS_IN_BARRIER;
  } else if (wl_word_is_sopp(word, WL_OP_s_endpgm)) {
    e->end = WL_END_PGM;
    *s = (wl_state_regs){0};
  }
  return WL_OK;
}

static wl_result fake_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect) {
  (void)m, (void)tag;
  if (fake.program) return execute(slot, effect);
  wl_result r = fake.issue_result;
  *effect = fake.effect;
  effect->pc = (uint64_t)fake.state_regs[slot].pc_hi << 32 | (fake.state_regs[slot].pc_lo - 4);
  from_word(slot, effect);
  memset(&fake.effect, 0, sizeof fake.effect);
  fake.issue_result = WL_OK;
  return r;
}

static wl_result answer(char why[160]) {
  const wl_result result = fake.refuse ? WL_BAD_EVENT : fake.other_result;
  fake.refuse = false;
  fake.other_result = WL_OK;
  if (result != WL_OK) snprintf(why, 160, "nothing of the kind is pending");
  return result;
}

static wl_result fake_request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[160]) {
  (void)m;
  *predicted = *t;
  predicted->byte_enable = fake.predicted_enable;
  memcpy(predicted->data, fake.predicted, 64);
  memcpy(predicted->compare, fake.predicted_compare, 64);
  return answer(why);
}
static wl_result fake_clock(wl_model *m, uint32_t slot, uint32_t tag, uint64_t cycle, char why[160]) {
  (void)m, (void)slot, (void)tag;
  fake.clock = cycle;
  return answer(why);
}
static wl_result fake_perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[160]) {
  (void)m, (void)t, (void)error;
  memcpy(rdata, fake.predicted, 64);
  return answer(why);
}
static wl_result fake_lds(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]) {
  (void)m;
  *predicted = *a;
  predicted->byte_enable ^= fake.lds_enable;
  memcpy(predicted->data, fake.predicted, 16);
  if (a->op == WL_MEM_STORE) memcpy(fake.lds + a->row * 16 + a->bank * 4, fake.predicted, 16);
  return answer(why);
}
static wl_result fake_lds_transfer(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]) {
  return fake_lds(m, a, predicted, why);
}
static wl_result fake_write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t row,
                                      uint32_t pass, uint32_t *mask, uint32_t data[16], char why[160]) {
  (void)m, (void)slot, (void)tag, (void)row, (void)pass;
  const bool half = unit == WL_UNIT_LDS && fake.lds_lanes;
  *mask = half ? fake.lds_lanes : fake.predicted_lanes;
  for (uint32_t i = 0; i < 16; i++) data[i] = half ? fake.lds_value : fake.predicted[i];
  return *mask ? answer(why) : WL_BAD_EVENT;
}
static wl_result fake_write_back_sgpr(wl_model *m, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                                      uint32_t data[16], char why[160]) {
  (void)m, (void)slot, (void)tag, (void)first;
  memcpy(data, fake.predicted, count * 4);
  return answer(why);
}
static wl_result fake_mem_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  (void)m, (void)unit, (void)slot;
  if (fake.half_stays && tag >= 64) fake.refuse = true;
  return answer(why);
}
static wl_result fake_barrier_release(wl_model *m, uint32_t group, char why[160]) {
  (void)m, (void)group;
  if (!fake.program) return answer(why);
  if (fake.at_barrier != 3) {
    snprintf(why, 160, "waves 0x%x have arrived", fake.at_barrier);
    return WL_BAD_EVENT;
  }
  fake.at_barrier = 0;
  for (uint32_t slot = 0; slot < 2; slot++) fake.state_regs[slot].status &= ~(uint32_t)WL_STATUS_IN_BARRIER;
  return WL_OK;
}
static bool fake_barrier_ready(const wl_model *m, uint32_t group) {
  (void)m, (void)group;
  return fake.barrier_ready;
}

static wl_result fake_operands_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  (void)m, (void)unit, (void)slot, (void)tag;
  return answer(why);
}
// ---- control words: waves that never stall
static void fake_control_sizes(wl_model *m, const wl_control_sizes *sizes) { (void)m, (void)sizes; }
static void fake_control_unit(wl_model *m, uint32_t slot, wl_unit_cycles unit) { (void)m, (void)slot, (void)unit; }
static bool fake_control_candidate(wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  return !fake.no_candidate;
}
static bool fake_control_edge(wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  return false;
}
static int fake_control_stays(const wl_model *m, bool *open) {
  (void)m;
  *open = false;
  return -1;
}
static void fake_control_rule3(wl_model *m, uint32_t slot, wl_rule3 decides) { (void)m, (void)slot, (void)decides; }
static bool fake_control_stay_is(wl_model *m, uint32_t slot, uint32_t stay) {
  (void)m, (void)slot, (void)stay;
  return false;
}
static wl_result fake_valu_done(wl_model *m, uint32_t slot, char why[160]) {
  (void)m, (void)slot;
  return answer(why);
}
static wl_result fake_write_valu_vgpr(wl_model *m, uint32_t slot, uint32_t row, uint32_t pass, uint32_t *mask,
                                      uint32_t data[16], char why[160]) {
  (void)m, (void)slot, (void)row, (void)pass;
  *mask = fake.predicted_lanes;
  memcpy(data, fake.predicted, 64);
  return answer(why);
}
static wl_result fake_write_valu_sgpr(wl_model *m, uint32_t slot, uint32_t first, uint32_t count, uint32_t data[16],
                                      char why[160]) {
  (void)m, (void)slot, (void)first;
  memcpy(data, fake.predicted, count * 4);
  return answer(why);
}
static wl_result fake_control_vgpr_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t row,
                                        uint32_t pass, char why[160]) {
  (void)m, (void)unit, (void)slot, (void)tag, (void)row, (void)pass;
  return answer(why);
}
static wl_result fake_control_reuse_hit(const wl_model *m, uint32_t operand, uint32_t number, char why[160]) {
  (void)m, (void)operand, (void)number;
  return answer(why);
}

static wl_result fake_lds_cycles(const wl_model *m, uint32_t slot, uint32_t tag, uint32_t *cycles, uint32_t *conflicts,
                                 char why[160]) {
  (void)m, (void)slot, (void)tag;
  *cycles = fake.predicted[0];
  *conflicts = fake.predicted[1];
  return answer(why);
}
static wl_result fake_message(wl_model *m, uint32_t slot, wl_message *predicted, char why[160]) {
  (void)m;
  *predicted = (wl_message){slot, fake.predicted[0] != 0, fake.predicted[1], fake.predicted[2]};
  return answer(why);
}
static wl_result fake_export_beat(wl_model *m, uint32_t slot, uint32_t tag, wl_export_beat *predicted, char why[160]) {
  (void)m, (void)slot, (void)tag;
  *predicted = fake.beat;
  return answer(why);
}
static wl_result fake_resume(wl_model *m, uint32_t slot, char why[160]) {
  (void)m, (void)slot;
  return answer(why);
}
static wl_result fake_trap(wl_model *m, uint32_t slot, char why[160]) {
  (void)m, (void)slot;
  return answer(why);
}

static bool fake_next_unit(const wl_model *m, uint32_t slot, wl_block *unit) {
  (void)m, (void)slot;
  *unit = WL_UNIT_VALU;
  return true;
}
static int fake_clause(const wl_model *m) { return (void)m, -1; }
static bool fake_could_issue(wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  return true;
}
static void fake_state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  *out = fake.state_regs[slot];
}
static void fake_take_issued(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  const wl_state_regs before = *out;
  *out = fake.state_regs[slot];
  wl_wave_keep_deferred(out, &before);
}
static bool fake_take_deferred(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  const bool same = wl_wave_same_deferred(out, &fake.state_regs[slot]);
  wl_wave_keep_deferred(out, &fake.state_regs[slot]);
  return !same;
}
static const uint32_t *fake_sgprs(const wl_model *m, uint32_t slot) {
  (void)m;
  return fake.sgpr[slot];
}
static const uint32_t *fake_phys_vgpr(const wl_model *m, uint32_t row) {
  (void)m;
  return fake.vgpr[row];
}
static const uint32_t *fake_lds_words(const wl_model *m) {
  (void)m;
  return fake.lds;
}
static void fake_waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size) {
  (void)m;
  snprintf(text, size, "slot %u waits for the test", slot);
}

static void fake_unmapped(wl_model *m, wl_unmapped *out) {
  (void)m;
  *out = fake.wild;
  fake.wild = (wl_unmapped){0};
}

static const wl_control_ops control = {
    .sizes = fake_control_sizes,
    .unit = fake_control_unit,
    .vgpr_read = fake_control_vgpr_read,
    .reuse_hit = fake_control_reuse_hit,
    .candidate = fake_control_candidate,
    .stays = fake_control_stays,
    .rule3 = fake_control_rule3,
    .stay_is = fake_control_stay_is,
    .edge = fake_control_edge,
};

const wl_model_ops fake_ops = {
    .size = sizeof fake_ops,
    .version = WL_MODEL_OPS_VERSION,
    .isa = "the stand-in",
    .control = &control,
    .sizes = wl_gfx9_sizes,
    .size_count = WL_GFX9_SIZES,
    .row_count = WL_GFX9_ROWS,
    .rows = wl_gfx9_rows,
    .create = fake_create,
    .destroy = fake_destroy,
    .wave_start = fake_wave_start,
    .issue = fake_issue,
    .state_regs = fake_state_regs,
    .sgprs = fake_sgprs,
    .phys_vgpr = fake_phys_vgpr,
    .take_issued = fake_take_issued,
    .take_deferred = fake_take_deferred,
    .write_valu_vgpr = fake_write_valu_vgpr,
    .write_valu_sgpr = fake_write_valu_sgpr,
    .valu_done = fake_valu_done,
    .pure = fake_pure,
    .at_issue = fake_at_issue,
    .request = fake_request,
    .perform = fake_perform,
    .mem_return = fake_mem_return,
    .write_back_vgpr = fake_write_back_vgpr,
    .write_back_sgpr = fake_write_back_sgpr,
    .clock = fake_clock,
    .unmapped = fake_unmapped,
    .lds_words = fake_lds_words,
    .lds = fake_lds,
    .lds_transfer = fake_lds_transfer,
    .operands_read = fake_operands_read,
    .lds_cycles = fake_lds_cycles,
    .export_beat = fake_export_beat,
    .barrier_release = fake_barrier_release,
    .barrier_ready = fake_barrier_ready,
    .message = fake_message,
    .resume = fake_resume,
    .trap = fake_trap,
    .could_issue = fake_could_issue,
    .next_unit = fake_next_unit,
    .clause = fake_clause,
    .waiting_for = fake_waiting_for,
    // It has the instructions of GFX9.
    .unit = wl_gfx9_unit,
    .standing = wl_gfx9_standing,
    .has_row = wl_gfx9_has_row,
    .state_scalar = wl_gfx9_state_scalar,
    .state_text = wl_gfx9_state_text,
    .text = wl_gfx9_text,
    .instruction = wl_gfx9_instruction,
    .operands = wl_gfx9_operands,
};
