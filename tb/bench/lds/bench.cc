// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vlds_unit.h"

namespace {
constexpr uint32_t sopp(uint32_t op, uint32_t simm) { return 0xBF800000u | op << 16 | simm; }
const uint32_t s_endpgm = sopp(WL_OP_s_endpgm, 0), s_nop = sopp(WL_OP_s_nop, 4);
const uint32_t s_mov_m0_literal =
    0xBE800000u | wl_to_field(WL_SOP_SDST, WL_M0) | WL_OP_s_mov_b32 << 8 | wl_to_field(WL_SOP_SSRC0, WL_SRC_LITERAL);
// Without a wait for VM_CNT; EXP_CNT and LGKM_CNT are added.
const uint32_t s_waitcnt = sopp(WL_OP_s_waitcnt, WL_WAITCNT_VM_LOW | WL_WAITCNT_VM_HIGH);
const uint32_t direct_vgpr = WAVE_VGPRS - 1;
const uint32_t v_mov_direct =
    0x7E000000u | wl_to_field(WL_VOP_VDST, direct_vgpr) | WL_OP_v_mov_b32 << 9 | WL_SRC_LDS_DIRECT;
constexpr uint32_t kPassLanes = 16, kDrainCycles = 100000;
// Widths of a bank's row, byte enables and words in the ports of lds_unit.sv.
constexpr uint32_t kRowBits = 11, kEnableBits = 16, kAllBytes = 0xFFFF, kWords = 4, kBanks = 4;

uint32_t masked(uint32_t word, uint32_t enables) {
  uint32_t mask = 0;
  for (uint32_t b = 0; b < 4; b++) mask |= (enables >> b & 1) * 0xFFu << 8 * b;
  return word & mask;
}

wl_config sizes() {
  wl_config config = {};
  config.waves = WAVES;
  config.phys_vgprs = WAVES * WAVE_VGPRS;
  config.lds_entries = LDS_BYTES / 64;
  config.gds_entries = GDS_BYTES / 64;
  config.isa = WL_GFX900;
  return config;
}
}  // namespace

Bench::Bench(uint64_t seed) : top_(new Vlds_unit), random_(seed), mem_(wl_mem_new()) {
  const wl_config config = sizes();
  model_ = mem_ ? wl_model_new(&config, mem_) : nullptr;
  if (!model_) {
    fprintf(stderr, "out of memory for the model\n");
    exit(1);
  }
  for (uint32_t s = 0; s < WAVES; s++) wave_[s].pc = 0x100000000ull + (static_cast<uint64_t>(s) << 32);
  top_->rst_ni = 0;
  for (int i = 0; i < 4; i++) {
    top_->clk_i = i & 1;
    top_->eval();
  }
  top_->rst_ni = 1;
}

Bench::~Bench() {
  wl_model_free(model_);
  wl_mem_free(mem_);
}

void Bench::fail(uint32_t slot, uint32_t tag, const char *format, ...) {
  if (failed_) return;
  failed_ = true;
  const Wave &w = wave_[slot % WAVES];
  const Words &words = w.words[tag % TAGS];
  printf(
      "cycle %llu, wave %u, 0x%08x 0x%08x, EXEC 0x%016llx, M0 0x%08x, LDS 0x%x + 0x%x, alignment mode %u, wave %u of "
      "its group: ",
      static_cast<unsigned long long>(counts.cycles), slot, words.w0, words.w1,
      static_cast<unsigned long long>(w.init.exec), w.m0, w.init.lds_base, w.init.lds_size, w.init.alignment_mode,
      w.init.wave_in_group);
  va_list args;
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  printf("\naddresses, if it has them (a lane is masked by EXEC):");
  for (uint32_t l = 0; l < WL_LANES; l++)
    printf("%s%08x", l % 8 ? " " : "\n  ",
           vgpr_file_[slot % WAVES * WAVE_VGPRS + wl_field(words.w1, WL_DS_ADDR) % WAVE_VGPRS][l]);
  printf("\n");
}

// ---- the model's waves ---------------------------------------------------------------------------

void Bench::begin(uint32_t slot, const wl_wave_init &init) {
  wl_wave_init i = init;
  i.pc = wave_[slot].pc;
  if (wl_model_wave_start(model_, slot, &i) != WL_OK) fail(slot, 0, "the model does not start the wave");
}

wl_result Bench::execute(uint32_t slot, Words words, uint32_t tag, wl_effect *effect) {
  Wave &w = wave_[slot];
  if (!wl_mem_mapped(mem_, w.pc + 4096)) wl_mem_map(mem_, w.pc & ~0xFFFull, 1 << 20);
  const uint32_t both[2] = {words.w0, words.w1};
  wl_mem_write(mem_, w.pc, both, sizeof both);
  wl_result r = wl_model_issue(model_, slot, tag, effect);
  if (r != WL_ILLEGAL_INST) w.pc += effect->size;
  return r;
}

void Bench::scalar(uint32_t slot, uint32_t w0, uint32_t w1) {
  wl_effect effect;
  wl_result r = execute(slot, {w0, w1}, 0, &effect);
  if (r != WL_OK) fail(slot, 0, "the model reports for 0x%08x: %s", w0, effect.why);
}

void Bench::start(uint32_t slot, wl_wave_init init, uint32_t m0, const uint32_t (*vgprs)[WL_LANES], uint32_t count) {
  Wave &w = wave_[slot];
  // The model gives a wave at most three initial VGPRs: short waves write the others.
  wl_wave_init fill = {};
  fill.exec = ~0ull;
  fill.group = slot;
  fill.waves_in_group = 1;
  fill.sgpr_size = 16;
  fill.vgpr_size = 4;
  for (uint32_t r = 0; r < count; r++) {
    fill.vgpr_base = slot * WAVE_VGPRS + (r & ~3u);
    if (r % 4 == 0 && r + 4 <= count) {
      // Four VGPRs: the last one by a wave whose VGPRs begin one later.
      fill.vgpr_count = 3;
      memcpy(fill.vgpr, vgprs[r], sizeof fill.vgpr);
      begin(slot, fill);
      scalar(slot, s_endpgm, 0);
    } else if (r % 4 == 3) {
      fill.vgpr_base = slot * WAVE_VGPRS + r - 2;
      memcpy(fill.vgpr, vgprs[r - 2], sizeof fill.vgpr);
      begin(slot, fill);
      scalar(slot, s_endpgm, 0);
    }
    memcpy(vgpr_file_[slot * WAVE_VGPRS + r], vgprs[r], sizeof vgpr_file_[0]);
  }
  init.group = slot;
  init.sgpr_size = 16;
  init.vgpr_base = slot * WAVE_VGPRS;
  init.vgpr_size = WAVE_VGPRS;
  init.vgpr_count = 0;
  // The model needs the whole group: its other waves start and end first.
  for (uint32_t i = 0; i < init.waves_in_group; i++) {
    if (i == init.wave_in_group) continue;
    wl_wave_init other = init;
    other.wave_in_group = i;
    begin(slot, other);
    scalar(slot, s_endpgm, 0);
  }
  w.init = init;
  w.m0 = m0;
  w.live = true;
  begin(slot, init);
  scalar(slot, s_mov_m0_literal, m0);
  scalar(slot, s_nop, 0);
}

void Bench::end(uint32_t slot) {
  scalar(slot, s_endpgm, 0);
  wave_[slot].live = false;
}

bool Bench::model_legal(uint32_t slot, Words words) {
  wl_wave_init init = {};
  wl_effect effect;
  init.group = slot;
  init.waves_in_group = 1;
  init.sgpr_size = 16;
  init.vgpr_base = slot * WAVE_VGPRS;
  init.vgpr_size = WAVE_VGPRS;
  begin(slot, init);
  wl_result r = execute(slot, words, 0, &effect);
  char why[160];
  // EXEC is 0: a legal instruction completes at once.
  if (r != WL_ILLEGAL_INST) {
    wl_model_return(model_, WL_UNIT_LDS, slot, 0, why);
    scalar(slot, s_endpgm, 0);
    return true;
  }
  // The halted wave stays in its slot, so a new model is made.
  wl_model_free(model_);
  const wl_config config = sizes();
  model_ = wl_model_new(&config, mem_);
  return false;
}

// ---- the DUT -------------------------------------------------------------------------------------

bool Bench::legal(Words words) {
  top_->w0_i = words.w0;
  top_->w1_i = words.w1;
  top_->issue_valid_i = 0;
  top_->direct_valid_i = 0;
  top_->clk_i = 0;
  top_->eval();
  return top_->legal_o;
}

void Bench::present(uint32_t slot, Words words, uint32_t tag) {
  const Wave &w = wave_[slot];
  top_->w0_i = words.w0;
  top_->w1_i = words.w1;
  top_->slot_i = slot;
  top_->tag_i = tag;
  top_->exec_i = w.init.exec;
  top_->vgpr_base_i = slot * WAVE_VGPRS;
  top_->lds_base_i = w.init.lds_base;
  top_->lds_size_i = w.init.lds_size;
  top_->wave_in_group_i = w.init.wave_in_group;
  top_->m0_i = w.m0;
  top_->mode_i = w.init.mode;
  top_->alignment_mode_i = w.init.alignment_mode;
}

void Bench::check_accesses() {
  access_count = 0;
  for (uint32_t b = 0; b < kBanks; b++) {
    if (!(top_->lds_valid_o >> b & 1)) continue;
    wl_lds_access a = {}, expected = {};
    char why[160] = "";
    a.slot = top_->lds_slot_o;
    a.tag = top_->lds_tag_o;
    a.op = static_cast<wl_mem_op>(top_->lds_kind_o);
    a.quad = top_->lds_quad_o;
    a.access = top_->lds_access_o;
    a.bank = b;
    a.row = static_cast<uint32_t>(top_->lds_row_o >> kRowBits * b) & ((1u << kRowBits) - 1);
    const uint32_t enables =
        a.op == WL_MEM_LOAD ? kAllBytes : static_cast<uint32_t>(top_->lds_be_o >> kEnableBits * b) & kAllBytes;
    a.byte_enable = enables;
    for (uint32_t i = 0; i < kWords; i++) a.data[i] = masked(top_->lds_data_o[kWords * b + i], enables >> 4 * i & 0xF);
    access[access_count++] = {a.bank, a.row, a.quad, enables};
    counts.accesses++;
    if (wl_model_lds(model_, &a, &expected, why) != WL_OK) {
      fail(a.slot, a.tag, "bank %u row %u for quad %u, access %u, op %d: %s", b, a.row, a.quad, a.access, a.op, why);
    } else if (a.byte_enable != expected.byte_enable || memcmp(a.data, expected.data, sizeof a.data) != 0) {
      fail(a.slot, a.tag,
           "bank %u row %u for quad %u, access %u, op %d: bytes 0x%04x of %08x_%08x_%08x_%08x, expected 0x%04x of "
           "%08x_%08x_%08x_%08x",
           b, a.row, a.quad, a.access, a.op, enables, a.data[3], a.data[2], a.data[1], a.data[0],
           static_cast<uint32_t>(expected.byte_enable), expected.data[3], expected.data[2], expected.data[1],
           expected.data[0]);
    }
  }
}

void Bench::check_write() {
  if (!top_->write_valid_o || !top_->write_ready_i) return;
  const uint32_t slot = top_->write_slot_o, tag = top_->write_tag_o, row = top_->write_row_o;
  const uint32_t pass = top_->write_pass_o, lanes = top_->write_lanes_o;
  const uint32_t written = (top_->write_halves_o & 1 ? 0xffffu : 0) | (top_->write_halves_o & 2 ? 0xffff0000u : 0);
  uint32_t mask = 0, data[kPassLanes];
  char why[160] = "";
  counts.writes++;
  if (wl_model_write_back_vgpr(model_, WL_UNIT_LDS, slot, tag, row, pass, &mask, data, why) != WL_OK) {
    fail(slot, tag, "write of physical VGPR %u, pass %u: %s", row, pass, why);
    return;
  }
  if (mask != lanes)
    fail(slot, tag, "physical VGPR %u, pass %u: lanes 0x%04x, expected 0x%04x", row, pass, lanes, mask);
  for (uint32_t i = 0; i < kPassLanes; i++) {
    if (!(lanes >> i & 1)) continue;
    uint32_t &held = vgpr_file_[row][kPassLanes * pass + i];
    const uint32_t word = (held & ~written) | (top_->write_data_o[i] & written);
    if (word != data[i])
      fail(slot, tag, "v%u of lane %u is 0x%08x, expected 0x%08x", row % WAVE_VGPRS, kPassLanes * pass + i, word,
           data[i]);
    held = word;
  }
}

void Bench::check_cycles() {
  char why[160] = "";
  if (top_->operands_read_o) {
    const uint32_t slot = top_->operands_read_slot_o, tag = top_->operands_read_tag_o;
    wave_[slot].unread[tag] = false;
    if (top_->operands_read_gds_o && wl_model_operands_read(model_, WL_UNIT_LDS, slot, tag, why) != WL_OK)
      fail(slot, tag, "operands are read: %s", why);
  }
  if (!top_->cycles_valid_o) return;
  const uint32_t slot = top_->lds_slot_o, tag = top_->lds_tag_o;
  const uint32_t cycles = top_->cycles_o, conflicts = top_->conflicts_o;
  uint32_t expected = 0, expected_conflicts = 0;
  counts.service_cycles += cycles;
  counts.conflicts += conflicts;
  last_cycles = cycles;
  last_conflicts = conflicts;
  if (wl_model_lds_cycles(model_, slot, tag, &expected, &expected_conflicts, why) != WL_OK)
    fail(slot, tag, "cycles of service: %s", why);
  else if (cycles != expected || conflicts != expected_conflicts)
    fail(slot, tag, "%u cycles of service, %u of conflicts; expected %u and %u", cycles, conflicts, expected,
         expected_conflicts);
}

void Bench::check_done() {
  if (!top_->done_o) return;
  const uint32_t slot = top_->done_slot_o, tag = top_->done_tag_o;
  const bool viol = top_->done_viol_o;
  Wave &w = wave_[slot];
  char why[160] = "";
  wl_state_regs before, after;
  wl_model_state_regs(model_, slot, &before);
  if (wl_model_return(model_, WL_UNIT_LDS, slot, tag, why) != WL_OK) fail(slot, tag, "completes: %s", why);
  wl_model_state_regs(model_, slot, &after);
  const bool was = before.trapsts & WL_TRAPSTS_MEM_VIOL, is = after.trapsts & WL_TRAPSTS_MEM_VIOL;
  counts.violations += viol;
  if (viol ? !is : is > was)
    fail(slot, tag, "completes with%s a violation, the model has %s", viol ? "" : "out", viol ? "none" : "one");
  if (w.overflow[tag] && !viol)
    fail(slot, tag, "the owner write passes the end of the LDS and the DUT had no violation");
  w.busy[tag] = false;
  w.in_flight--;
  bool passed = false;
  for (uint32_t t = 0; t < TAGS; t++) passed |= w.busy[t] && w.is_gds[t] != w.is_gds[tag] && w.order[t] < w.order[tag];
  counts.passed[w.is_gds[tag]] += passed;
}

// Closes a cycle. issue: an instruction stands at the issue port. True: the DUT took it.
bool Bench::step(bool issue) {
  top_->issue_valid_i = issue;
  top_->read_ready_i = !random_.percent(stall_percent);
  top_->write_ready_i = !random_.percent(stall_percent);
  top_->clk_i = 0;
  top_->eval();
  const bool taken = issue && top_->issue_ready_o, read = top_->read_valid_o && top_->read_ready_i;
  const uint32_t row = top_->read_row_o, pass = top_->read_pass_o;
  check_accesses();
  check_write();
  check_cycles();
  check_done();
  uint32_t data[kPassLanes];
  if (read) memcpy(data, vgpr_file_[row] + kPassLanes * pass, sizeof data);
  top_->clk_i = 1;
  top_->eval();
  if (read)
    for (uint32_t i = 0; i < kPassLanes; i++) top_->read_data_i[i] = data[i];
  counts.cycles++;
  return taken;
}

bool Bench::cycle(int slot, Words words, const Registers &registers) {
  top_->direct_valid_i = 0;
  if (slot < 0) return step(false);
  Wave &w = wave_[slot];
  const uint32_t tag = w.next_tag;
  uint32_t unread = 0;
  if (w.busy[tag]) return step(false);
  present(static_cast<uint32_t>(slot), words, tag);
  if (!step(true)) return false;
  // The program has a wait for every instruction that is complete.
  for (uint32_t t = 0; t < TAGS; t++) unread += w.unread[t] && w.is_gds[t];
  scalar(static_cast<uint32_t>(slot),
         s_waitcnt | wl_to_field(WL_WAITCNT_EXP, unread) | wl_to_field(WL_WAITCNT_LGKM, w.in_flight), 0);
  for (uint32_t t = 0; t < TAGS; t++) w.uncovered[t] = w.uncovered[t] && !w.covered_by(t, w.in_flight);
  w.words[tag] = words;
  w.registers[tag] = registers;
  w.busy[tag] = w.unread[tag] = w.uncovered[tag] = true;
  w.is_gds[tag] = registers.gds;
  w.order[tag] = counts.instructions;
  w.number[tag] = ++w.issued[registers.gds];
  w.next_tag = (tag + 1) % TAGS;
  w.in_flight++;
  counts.instructions++;
  wl_effect effect;
  wl_result r = execute(static_cast<uint32_t>(slot), words, tag, &effect);
  w.overflow[tag] = r == WL_LDS_OVERFLOW;
  if (r != WL_OK && r != WL_LDS_OVERFLOW) fail(static_cast<uint32_t>(slot), tag, "the model reports: %s", effect.why);
  return true;
}

void Bench::direct(uint32_t slot) {
  Wave &w = wave_[slot];
  present(slot, {0, 0}, 0);
  top_->direct_valid_i = 0;
  top_->issue_valid_i = 0;
  top_->clk_i = 0;
  top_->eval();
  if (top_->direct_busy_o) {
    step(false);
    return;
  }
  top_->direct_valid_i = 1;
  top_->eval();
  const uint32_t value = top_->direct_data_o;
  step(false);
  top_->direct_valid_i = 0;
  w.words[0] = {v_mov_direct, 0};
  scalar(slot, v_mov_direct, 0);
  counts.direct++;
  const uint32_t *row = wl_model_phys_vgpr(model_, slot * WAVE_VGPRS + direct_vgpr);
  for (uint32_t i = 0; i < WL_LANES; i++) {
    if (!(w.init.exec >> i & 1)) continue;
    if (row[i] != value) fail(slot, 0, "LDS_DIRECT of lane %u is 0x%08x, expected 0x%08x", i, value, row[i]);
  }
}

uint32_t Bench::pending(uint32_t slot) const {
  const Wave &w = wave_[slot];
  uint32_t set = 0;
  for (uint32_t t = 0; w.in_flight && t < TAGS; t++) {
    if (w.busy[t] || (w.uncovered[t] && !w.covered_by(t, w.in_flight))) set |= w.registers[t].writes;
    if (w.unread[t]) set |= w.registers[t].reads;
  }
  return set;
}

void Bench::drain() {
  uint32_t left = 1;
  for (uint32_t n = 0; left && !failed_; n++) {
    left = 0;
    for (const Wave &w : wave_) left += w.in_flight;
    if (left) cycle();
    if (n == kDrainCycles) fail(0, 0, "%u instructions do not complete", left);
  }
}
