// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vlds_unit.h"

namespace {
const uint32_t s_endpgm = 0xBF810000, s_nop = 0xBF800004, s_mov_m0_literal = 0xBEFC00FF;
const uint32_t s_waitcnt = 0xBF8CC00F;  // vmcnt(63); expcnt and lgkmcnt are added
const uint32_t direct_row = WINDOW - 1, v_mov_direct = 0x7E0002FE | direct_row << 17;

uint32_t masked(uint32_t word, uint32_t enables) {
  uint32_t mask = 0;
  for (uint32_t b = 0; b < 4; b++) mask |= (enables >> b & 1) * 0xFFu << 8 * b;
  return word & mask;
}
}  // namespace

Bench::Bench(uint64_t seed) : top_(new Vlds_unit), random_(seed), mem_(wl_mem_new()) {
  const wl_config config = {WAVES, WAVES * WINDOW, LDS_BYTES / 64, GDS_BYTES / 64};
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
    printf("%s%08x", l % 8 ? " " : "\n  ", pool_[slot % WAVES * WINDOW + (words.w1 & 0xFF) % WINDOW][l]);
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
  if (r != WL_OK) fail(slot, 0, "the model says of 0x%08x: %s", w0, effect.why);
}

void Bench::start(uint32_t slot, wl_wave_init init, uint32_t m0, const uint32_t (*rows)[WL_LANES], uint32_t count) {
  Wave &w = wave_[slot];
  // A wave begins with three initial rows at most: short waves write the others.
  wl_wave_init fill = {};
  fill.exec = ~0ull;
  fill.group = slot;
  fill.waves_in_group = 1;
  fill.sgpr_size = 16;
  fill.vgpr_size = 4;
  for (uint32_t r = 0; r < count; r++) {
    fill.vgpr_base = slot * WINDOW + (r & ~3u);
    if (r % 4 == 0 && r + 4 <= count) {
      // Four rows: the last by a window that begins one row on.
      fill.vgpr_count = 3;
      memcpy(fill.vgpr, rows[r], sizeof fill.vgpr);
      begin(slot, fill);
      scalar(slot, s_endpgm, 0);
    } else if (r % 4 == 3) {
      fill.vgpr_base = slot * WINDOW + r - 2;
      memcpy(fill.vgpr, rows[r - 2], sizeof fill.vgpr);
      begin(slot, fill);
      scalar(slot, s_endpgm, 0);
    }
    memcpy(pool_[slot * WINDOW + r], rows[r], sizeof pool_[0]);
  }
  init.group = slot;
  init.sgpr_size = 16;
  init.vgpr_base = slot * WINDOW;
  init.vgpr_size = WINDOW;
  init.vgpr_count = 0;
  // The model wants to see a group whole: its other waves come and go first.
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
  init.vgpr_base = slot * WINDOW;
  init.vgpr_size = WINDOW;
  begin(slot, init);
  wl_result r = execute(slot, words, 0, &effect);
  char why[160];
  // EXEC is 0: a legal one returns at once.
  if (r != WL_ILLEGAL_INST) {
    wl_model_return(model_, WL_UNIT_LDS, slot, 0, why);
    scalar(slot, s_endpgm, 0);
    return true;
  }
  // The halted wave stays in its slot: a new model has room again.
  wl_model_free(model_);
  const wl_config config = {WAVES, WAVES * WINDOW, LDS_BYTES / 64, GDS_BYTES / 64};
  model_ = wl_model_new(&config, mem_);
  return false;
}

// ---- the unit ------------------------------------------------------------------------------------

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
  top_->vgpr_base_i = slot * WINDOW;
  top_->lds_base_i = w.init.lds_base;
  top_->lds_size_i = w.init.lds_size;
  top_->wave_in_group_i = w.init.wave_in_group;
  top_->m0_i = w.m0;
  top_->mode_i = w.init.mode;
  top_->alignment_mode_i = w.init.alignment_mode;
}

void Bench::check_accesses() {
  access_count = 0;
  for (uint32_t b = 0; b < 4; b++) {
    if (!(top_->lds_valid_o >> b & 1)) continue;
    wl_lds_access a = {}, expected = {};
    char why[160] = "";
    a.slot = top_->lds_slot_o;
    a.tag = top_->lds_tag_o;
    a.kind = static_cast<wl_lds_kind>(top_->lds_kind_o);
    a.quad = top_->lds_quad_o;
    a.access = top_->lds_access_o;
    a.bank = b;
    a.row = static_cast<uint32_t>(top_->lds_row_o >> 11 * b) & 0x7FF;
    a.byte_enable = a.kind == WL_LDS_READ ? 0xFFFF : static_cast<uint32_t>(top_->lds_be_o >> 16 * b) & 0xFFFF;
    for (uint32_t i = 0; i < 4; i++) a.data[i] = masked(top_->lds_data_o[4 * b + i], a.byte_enable >> 4 * i & 0xF);
    access[access_count++] = {a.bank, a.row, a.quad, a.byte_enable};
    counts.accesses++;
    if (wl_model_lds(model_, &a, &expected, why) != WL_OK) {
      fail(a.slot, a.tag, "bank %u row %u for quad %u, access %u, kind %d: %s", b, a.row, a.quad, a.access, a.kind,
           why);
    } else if (a.byte_enable != expected.byte_enable || memcmp(a.data, expected.data, sizeof a.data) != 0) {
      fail(a.slot, a.tag,
           "bank %u row %u for quad %u, access %u, kind %d: bytes 0x%04x of %08x_%08x_%08x_%08x, expected 0x%04x of "
           "%08x_%08x_%08x_%08x",
           b, a.row, a.quad, a.access, a.kind, a.byte_enable, a.data[3], a.data[2], a.data[1], a.data[0],
           expected.byte_enable, expected.data[3], expected.data[2], expected.data[1], expected.data[0]);
    }
  }
}

void Bench::check_write() {
  if (!top_->write_valid_o || !top_->write_ready_i) return;
  const uint32_t slot = top_->write_slot_o, tag = top_->write_tag_o, row = top_->write_row_o;
  const uint32_t pass = top_->write_pass_o, lanes = top_->write_lanes_o;
  uint32_t mask = 0, data[16];
  char why[160] = "";
  counts.writes++;
  if (wl_model_write_back_vgpr(model_, WL_UNIT_LDS, slot, tag, row, pass, &mask, data, why) != WL_OK) {
    fail(slot, tag, "write of row %u, pass %u: %s", row, pass, why);
    return;
  }
  if (mask != lanes) fail(slot, tag, "row %u, pass %u: lanes 0x%04x, expected 0x%04x", row, pass, lanes, mask);
  for (uint32_t i = 0; i < 16; i++) {
    if (!(lanes >> i & 1)) continue;
    const uint32_t word = top_->write_data_o[i];
    if (word != data[i])
      fail(slot, tag, "v%u of lane %u is 0x%08x, expected 0x%08x", row % WINDOW, 16 * pass + i, word, data[i]);
    pool_[row][16 * pass + i] = word;
  }
}

void Bench::check_cycles() {
  char why[160] = "";
  if (top_->captured_gds_o) {
    const uint32_t slot = top_->captured_slot_o, tag = top_->captured_tag_o;
    if (wl_model_operands_read(model_, slot, tag, why) != WL_OK) fail(slot, tag, "operands are read: %s", why);
    wave_[slot].registers[tag].gds = false;
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
  if (wl_model_return(model_, WL_UNIT_LDS, slot, tag, why) != WL_OK) fail(slot, tag, "returns: %s", why);
  wl_model_state_regs(model_, slot, &after);
  const uint32_t was = before.trapsts >> 8 & 1, is = after.trapsts >> 8 & 1;
  counts.violations += viol;
  if (viol ? !is : is > was)
    fail(slot, tag, "returns with%s a violation, the model says %s", viol ? "" : "out", viol ? "none" : "one");
  if (w.overflow[tag] && !viol) fail(slot, tag, "the owner write passes the LDS and the unit saw no violation");
  w.busy[tag] = false;
  w.under_way--;
}

// Closes a cycle whose inputs stand. True if the unit took the instruction offered.
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
  uint32_t data[16];
  if (read) memcpy(data, pool_[row] + 16 * pass, sizeof data);
  top_->clk_i = 1;
  top_->eval();
  if (read)
    for (uint32_t i = 0; i < 16; i++) top_->read_data_i[i] = data[i];
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
  // What has returned, the program has waited for.
  for (uint32_t t = 0; t < TAGS; t++) unread += w.busy[t] && w.registers[t].gds;
  scalar(static_cast<uint32_t>(slot), s_waitcnt | unread << 4 | w.under_way << 8, 0);
  for (uint32_t t = 0; t < TAGS; t++) w.untold[t] = w.untold[t] && !w.told_by(t, w.under_way);
  w.words[tag] = words;
  w.registers[tag] = registers;
  w.busy[tag] = w.untold[tag] = true;
  w.is_gds[tag] = registers.gds;
  w.number[tag] = ++w.issued[registers.gds];
  w.next_tag = (tag + 1) % TAGS;
  w.under_way++;
  counts.instructions++;
  wl_effect effect;
  wl_result r = execute(static_cast<uint32_t>(slot), words, tag, &effect);
  w.overflow[tag] = r == WL_LDS_OVERFLOW;
  if (r != WL_OK && r != WL_LDS_OVERFLOW) fail(static_cast<uint32_t>(slot), tag, "the model says: %s", effect.why);
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
  const uint32_t *row = wl_model_phys_vgpr(model_, slot * WINDOW + direct_row);
  for (uint32_t i = 0; i < WL_LANES; i++) {
    if (!(w.init.exec >> i & 1)) continue;
    if (row[i] != value) fail(slot, 0, "LDS_DIRECT of lane %u is 0x%08x, expected 0x%08x", i, value, row[i]);
  }
}

uint32_t Bench::pending(uint32_t slot) const {
  const Wave &w = wave_[slot];
  uint32_t set = 0;
  for (uint32_t t = 0; w.under_way && t < TAGS; t++) {
    if (w.busy[t] || (w.untold[t] && !w.told_by(t, w.under_way))) set |= w.registers[t].writes;
    if (w.busy[t] && w.registers[t].gds) set |= w.registers[t].reads;
  }
  return set;
}

void Bench::drain() {
  uint32_t left = 1;
  for (uint32_t n = 0; left && !failed_; n++) {
    left = 0;
    for (const Wave &w : wave_) left += w.under_way;
    if (left) cycle();
    if (n == 100000) fail(0, 0, "%u instructions do not return", left);
  }
}
