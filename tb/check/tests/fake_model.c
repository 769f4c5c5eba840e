// SPDX-License-Identifier: Apache-2.0
#include "fake_model.h"

#include <stdio.h>
#include <string.h>

#include "wavelock/decode.h"
#include "wavelock/encoding.h"
#include "wavelock/opcodes.h"
#include "wavelock/registers.h"
#include "wavelock/wave_view.h"

fake_model fake;

wl_model *wl_model_new(const wl_config *config, wl_mem *mem) {
  (void)mem;
  return config->waves <= FAKE_WAVES && config->phys_vgprs <= FAKE_ROWS && config->lds_entries <= FAKE_LDS
             ? (wl_model *)&fake
             : NULL;
}
void wl_model_free(wl_model *m) { (void)m; }

void wl_model_pure(wl_model *m, bool pure) { (void)m, (void)pure; }
wl_isa wl_model_isa(const wl_model *m) { return (void)m, WL_GFX900; }

void wl_model_at_issue(wl_model *m, wl_block block) {
  (void)m;
  fake.at_issue |= 1u << block;
}

wl_result wl_model_wave_start(wl_model *m, uint32_t slot, const wl_wave_init *init) {
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

wl_result wl_model_issue(wl_model *m, uint32_t slot, uint32_t tag, wl_effect *effect) {
  (void)m, (void)tag;
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

wl_result wl_model_request(wl_model *m, const wl_transaction *t, wl_transaction *predicted, char why[160]) {
  (void)m;
  *predicted = *t;
  predicted->byte_enable = fake.predicted_enable;
  memcpy(predicted->data, fake.predicted, 64);
  memcpy(predicted->compare, fake.predicted_compare, 64);
  return answer(why);
}
wl_result wl_model_clock(wl_model *m, uint32_t slot, uint32_t tag, uint64_t cycle, char why[160]) {
  (void)m, (void)slot, (void)tag;
  fake.clock = cycle;
  return answer(why);
}
wl_result wl_model_perform(wl_model *m, const wl_transaction *t, bool error, uint32_t rdata[16], char why[160]) {
  (void)m, (void)t, (void)error;
  memcpy(rdata, fake.predicted, 64);
  return answer(why);
}
wl_result wl_model_lds(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]) {
  (void)m;
  *predicted = *a;
  predicted->byte_enable ^= fake.lds_enable;
  memcpy(predicted->data, fake.predicted, 16);
  if (a->op == WL_MEM_STORE) memcpy(fake.lds + a->row * 16 + a->bank * 4, fake.predicted, 16);
  return answer(why);
}
wl_result wl_model_lds_transfer(wl_model *m, const wl_lds_access *a, wl_lds_access *predicted, char why[160]) {
  return wl_model_lds(m, a, predicted, why);
}
wl_result wl_model_write_back_vgpr(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t row, uint32_t pass,
                                   uint32_t *mask, uint32_t data[16], char why[160]) {
  (void)m, (void)unit, (void)slot, (void)tag, (void)row, (void)pass;
  *mask = fake.predicted_lanes;
  memcpy(data, fake.predicted, 64);
  return answer(why);
}
wl_result wl_model_write_back_sgpr(wl_model *m, uint32_t slot, uint32_t tag, uint32_t first, uint32_t count,
                                   uint32_t data[16], char why[160]) {
  (void)m, (void)slot, (void)tag, (void)first;
  memcpy(data, fake.predicted, count * 4);
  return answer(why);
}
wl_result wl_model_return(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  (void)m, (void)unit, (void)slot, (void)tag;
  return answer(why);
}
wl_result wl_model_barrier_release(wl_model *m, uint32_t group, char why[160]) {
  (void)m, (void)group;
  return answer(why);
}
bool wl_model_barrier_ready(const wl_model *m, uint32_t group) {
  (void)m, (void)group;
  return fake.barrier_ready;
}

wl_result wl_model_operands_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, char why[160]) {
  (void)m, (void)unit, (void)slot, (void)tag;
  return answer(why);
}
// ---- control words: waves that never stall
void wl_model_control_sizes(wl_model *m, const wl_control_sizes *sizes) { (void)m, (void)sizes; }
void wl_model_control_unit(wl_model *m, uint32_t slot, wl_unit_cycles unit) { (void)m, (void)slot, (void)unit; }
bool wl_model_control_candidate(wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  return !fake.no_candidate;
}
bool wl_model_control_edge(wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  return false;
}
int wl_model_stays(const wl_model *m, bool *open) {
  (void)m;
  *open = false;
  return -1;
}
void wl_model_rule3(wl_model *m, uint32_t slot, wl_rule3 decides) { (void)m, (void)slot, (void)decides; }
bool wl_model_stay_is(wl_model *m, uint32_t slot, uint32_t stay) {
  (void)m, (void)slot, (void)stay;
  return false;
}
wl_result wl_model_valu_done(wl_model *m, uint32_t slot, char why[160]) {
  (void)m, (void)slot;
  return answer(why);
}
wl_result wl_model_write_valu_vgpr(wl_model *m, uint32_t slot, uint32_t row, uint32_t pass, uint32_t *mask,
                                   uint32_t data[16], char why[160]) {
  (void)m, (void)slot, (void)row, (void)pass;
  *mask = fake.predicted_lanes;
  memcpy(data, fake.predicted, 64);
  return answer(why);
}
wl_result wl_model_write_valu_sgpr(wl_model *m, uint32_t slot, uint32_t first, uint32_t count, uint32_t data[16],
                                   char why[160]) {
  (void)m, (void)slot, (void)first;
  memcpy(data, fake.predicted, count * 4);
  return answer(why);
}
wl_result wl_model_vgpr_read(wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, uint32_t row, uint32_t pass,
                             char why[160]) {
  (void)m, (void)unit, (void)slot, (void)tag, (void)row, (void)pass;
  return answer(why);
}
wl_result wl_model_reuse_hit(const wl_model *m, uint32_t operand, uint32_t number, char why[160]) {
  (void)m, (void)operand, (void)number;
  return answer(why);
}

wl_result wl_model_lds_cycles(const wl_model *m, uint32_t slot, uint32_t tag, uint32_t *cycles, uint32_t *conflicts,
                              char why[160]) {
  (void)m, (void)slot, (void)tag;
  *cycles = fake.predicted[0];
  *conflicts = fake.predicted[1];
  return answer(why);
}
wl_result wl_model_message(wl_model *m, uint32_t slot, wl_message *predicted, char why[160]) {
  (void)m;
  *predicted = (wl_message){slot, fake.predicted[0] != 0, fake.predicted[1], fake.predicted[2]};
  return answer(why);
}
wl_result wl_model_export(wl_model *m, uint32_t slot, uint32_t tag, wl_export_beat *predicted, char why[160]) {
  (void)m, (void)slot, (void)tag;
  *predicted = fake.beat;
  return answer(why);
}
wl_result wl_model_resume(wl_model *m, uint32_t slot, char why[160]) {
  (void)m, (void)slot;
  return answer(why);
}
wl_result wl_model_trap(wl_model *m, uint32_t slot, char why[160]) {
  (void)m, (void)slot;
  return answer(why);
}

bool wl_model_next_unit(const wl_model *m, uint32_t slot, wl_block *unit) {
  (void)m, (void)slot;
  *unit = WL_UNIT_VALU;
  return true;
}
wl_wait_rows wl_model_wait_rows(wl_model *m, uint32_t slot) { return (void)m, (void)slot, (wl_wait_rows){0, 0}; }
int wl_model_clause(const wl_model *m) { return (void)m, -1; }
bool wl_model_could_issue(wl_model *m, uint32_t slot) {
  (void)m, (void)slot;
  return true;
}
void wl_model_state_regs(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  *out = fake.state_regs[slot];
}
void wl_model_take_issued(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  const wl_state_regs before = *out;
  *out = fake.state_regs[slot];
  wl_wave_keep_deferred(out, &before);
}
bool wl_model_take_deferred(const wl_model *m, uint32_t slot, wl_state_regs *out) {
  (void)m;
  const bool same = wl_wave_same_deferred(out, &fake.state_regs[slot]);
  wl_wave_keep_deferred(out, &fake.state_regs[slot]);
  return !same;
}
const uint32_t *wl_model_sgprs(const wl_model *m, uint32_t slot) {
  (void)m;
  return fake.sgpr[slot];
}
const uint32_t *wl_model_phys_vgpr(const wl_model *m, uint32_t row) {
  (void)m;
  return fake.vgpr[row];
}
const uint32_t *wl_model_lds_words(const wl_model *m) {
  (void)m;
  return fake.lds;
}
void wl_model_waiting_for(const wl_model *m, uint32_t slot, char *text, size_t size) {
  (void)m;
  snprintf(text, size, "slot %u waits for the test", slot);
}

bool wl_mem_mapped(const wl_mem *m, uint64_t addr) {
  (void)m, (void)addr;
  return !fake.unmapped;
}
// The checker's own memory is NULL here, and zero; the DUT's is another.
bool wl_mem_read(const wl_mem *m, uint64_t addr, void *to, size_t size) {
  (void)addr;
  memset(to, 0, size);
  if (m) memcpy(to, fake.stored, size < sizeof fake.stored ? size : sizeof fake.stored);
  return !fake.unmapped;
}
bool wl_mem_differ(const wl_mem *a, const wl_mem *b, uint64_t *addr, uint64_t *bytes) {
  (void)a, (void)b;
  *addr = 0x1234;
  *bytes = 4096;
  return fake.memory_differs;
}

void wl_model_unmapped(wl_model *m, wl_unmapped *out) {
  (void)m;
  *out = fake.wild;
  fake.wild = (wl_unmapped){0};
}

void wl_model_traced(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, const wl_effect *e,
                     wl_traced *out) {
  (void)m, (void)unit, (void)slot, (void)tag, (void)e;
  *out = (wl_traced){0};
}
void wl_model_accessed(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, wl_traced *out) {
  (void)m, (void)unit, (void)slot, (void)tag, (void)out;
}
bool wl_model_traced_vector(const wl_model *m, uint32_t slot, wl_traced_vector *out) {
  (void)m, (void)slot, (void)out;
  return false;
}
void wl_model_on_issue(wl_model *m,
                       void (*hear)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                                    const wl_state_regs *before),
                       void *to) {
  (void)m, (void)hear, (void)to;
}
