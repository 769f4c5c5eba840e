// SPDX-License-Identifier: Apache-2.0
// Memory transactions, LDS accesses and the completion of memory instructions.
#include <stdio.h>

#include "check/arch/arch.h"

static uint32_t port_of(int unit) { return unit == WL_SRC_VMEM; }

static bool id_good(arch_state *c, int unit, int id, const char *event) {
  if ((unit == WL_SRC_SMEM || unit == WL_SRC_VMEM) && id >= 0 && id < MEM_IDS) return true;
  diverge(c, WL_ERROR, -1, event, "%s from unit %d with id %d", event, unit, id);
  return false;
}

// The bytes of an array whose enables are set; the others are 0.
static inline void enabled(uint32_t *to, const uint32_t *from, uint64_t enables, uint32_t words) {
  if (enables == ~0ull >> (64 - 4 * words)) {
    memcpy(to, from, 4 * words);
    return;
  }
  for (uint32_t i = 0; i < words; i++) to[i] = from[i] & byte_mask(word_enables(enables, i));
}

// A line of another size than 64 bytes: whether the transaction is of one.
__attribute__((cold, noinline)) static bool line_good(arch_state *c, const wl_transaction *t, const char *event) {
  const uint32_t bytes = c->config.line_bytes;
  if (t->line % bytes == 0 && !(t->byte_enable >> bytes)) return true;
  diverge(c, WL_ERROR, (int)t->slot, event, "%s of slot %u: line 0x%llx, byte enables 0x%llx; a line has %u bytes",
          event, t->slot, (unsigned long long)t->line, (unsigned long long)t->byte_enable, bytes);
  return false;
}

// A transaction that memory accepted, against the model's. event: its name.
static inline __attribute__((always_inline)) void request(arch_state *c, int source, int id, const wl_transaction *t,
                                                          const char *event) {
  const uint32_t port = port_of(source);
  const int slot = (int)t->slot;
  if (in_flight(c, port, (uint32_t)id)) {
    diverge(c, WL_ILLEGAL, slot, event, "slot %d: transaction id %d is in flight already", slot, id);
    return;
  }
  wl_transaction *expected = &c->transaction[port][id];
  char why[160];
  if (__builtin_expect(c->config.line_bytes != LINE_BYTES, 0) && !line_good(c, t, event)) return;
  if (c->ops.request(c->model, t, expected, why) != WL_OK) {
    if (may_come_first(c)) return;
    diverge(c, WL_ILLEGAL, slot, event, "slot %d, tag %u: %s of line 0x%llx: %s", slot, t->tag, wl_mem_op_text(t->op),
            (unsigned long long)t->line, why);
    return;
  }
  c->in_flight[port][id / 64] |= 1ull << (id % 64);
  c->unanswered[port][id / 64] |= 1ull << (id % 64);
  c->progress[slot] = c->cycle;
  c->words_compared += 2;
  if (t->byte_enable != expected->byte_enable) {
    const uint32_t rtl[2] = {(uint32_t)t->byte_enable, (uint32_t)(t->byte_enable >> 32)};
    const uint32_t model[2] = {(uint32_t)expected->byte_enable, (uint32_t)(expected->byte_enable >> 32)};
    divergence *d = diverge(c, WL_MISMATCH, slot, "byte enables",
                            "slot %d: %s of line 0x%llx has byte enables 0x%016llx, expected 0x%016llx", slot,
                            wl_mem_op_text(t->op), (unsigned long long)t->line, (unsigned long long)t->byte_enable,
                            (unsigned long long)expected->byte_enable);
    diverge_words(d, 0, rtl, model, 2);
  }
  if (t->op == WL_MEM_LOAD) return;
  c->words_compared += LINE_WORDS;
  if (__builtin_expect(memcmp(t->data, expected->data, LINE_BYTES) != 0, 0)) {
    divergence *d = diverge(c, WL_MISMATCH, slot, "write data", "slot %d: write data of line 0x%llx differs", slot,
                            (unsigned long long)t->line);
    diverge_words(d, 0, t->data, expected->data, LINE_WORDS);
  }
  if (t->op == WL_MEM_STORE) return;
  c->words_compared += LINE_WORDS;
  if (memcmp(t->compare, expected->compare, LINE_BYTES) != 0) {
    divergence *d = diverge(c, WL_MISMATCH, slot, "compare data", "slot %d: compare data of line 0x%llx differs", slot,
                            (unsigned long long)t->line);
    diverge_words(d, 0, t->compare, expected->compare, LINE_WORDS);
  }
}

void arch_mem_request(arch_state *c, int source, int id, int slot, uint32_t tag, int op, uint64_t line, uint64_t be,
                      uint32_t component, uint64_t lanes, const uint32_t *data) {
  if (!id_good(c, source, id, "mem_request") || !slot_good(c, slot, "mem_request")) return;
  if (op != WL_PROBE_LOAD && op != WL_PROBE_STORE) {
    diverge(c, WL_ERROR, slot, "mem_request", "mem_request of slot %d with operation %d%s", slot, op,
            op == WL_PROBE_ATOMIC ? ": an atomic is a mem_atomic" : "");
    return;
  }
  _Static_assert(
      (int)WL_PROBE_LOAD == WL_MEM_LOAD && (int)WL_PROBE_STORE == WL_MEM_STORE && (int)WL_PROBE_ATOMIC == WL_MEM_ATOMIC,
      "mem_request has the numbers of wl_mem_op");
  wl_transaction t = {.unit = source == WL_SRC_SMEM ? WL_UNIT_SMEM : WL_UNIT_VMEM,
                      .slot = (uint32_t)slot,
                      .tag = tag,
                      .op = (wl_mem_op)op,
                      .line = line,
                      .byte_enable = be,
                      .component = component,
                      .lanes = lanes};
  // Bytes that are not enabled may hold anything on the port; in the model they are 0.
  if (op == WL_PROBE_STORE) enabled(t.data, data, be, LINE_WORDS);
  request(c, source, id, &t, "mem_request");
}

void arch_mem_atomic(arch_state *c, int source, int id, int slot, uint32_t tag, int atomic, int wide, uint64_t line,
                     uint64_t be, uint64_t lanes, const uint32_t *data, const uint32_t *compare) {
  if (!id_good(c, source, id, "mem_atomic") || !slot_good(c, slot, "mem_atomic")) return;
  if (atomic < WL_PROBE_SWAP || atomic > WL_PROBE_DEC || wide < 0 || wide > 1) {
    diverge(c, WL_ERROR, slot, "mem_atomic", "mem_atomic of slot %d with atomic %d, wide %d", slot, atomic, wide);
    return;
  }
  _Static_assert((int)WL_PROBE_SWAP == WL_ATOMIC_SWAP && (int)WL_PROBE_CMPSWAP == WL_ATOMIC_CMPSWAP &&
                     (int)WL_PROBE_ADD == WL_ATOMIC_ADD && (int)WL_PROBE_SUB == WL_ATOMIC_SUB &&
                     (int)WL_PROBE_SMIN == WL_ATOMIC_SMIN && (int)WL_PROBE_UMIN == WL_ATOMIC_UMIN &&
                     (int)WL_PROBE_SMAX == WL_ATOMIC_SMAX && (int)WL_PROBE_UMAX == WL_ATOMIC_UMAX &&
                     (int)WL_PROBE_AND == WL_ATOMIC_AND && (int)WL_PROBE_OR == WL_ATOMIC_OR &&
                     (int)WL_PROBE_XOR == WL_ATOMIC_XOR && (int)WL_PROBE_INC == WL_ATOMIC_INC &&
                     (int)WL_PROBE_DEC == WL_ATOMIC_DEC,
                 "mem_atomic has the numbers of wl_mem_atomic");
  wl_transaction t = {.unit = source == WL_SRC_SMEM ? WL_UNIT_SMEM : WL_UNIT_VMEM,
                      .slot = (uint32_t)slot,
                      .tag = tag,
                      .op = WL_MEM_ATOMIC,
                      .line = line,
                      .byte_enable = be,
                      .lanes = lanes,
                      .atomic = (wl_mem_atomic)atomic,
                      .wide = wide != 0};
  enabled(t.data, data, be, LINE_WORDS);
  if (atomic == WL_PROBE_CMPSWAP) enabled(t.compare, compare, be, LINE_WORDS);
  request(c, source, id, &t, "mem_atomic");
}

void arch_clock(arch_state *c, int slot, uint32_t tag) {
  char why[160];
  if (!slot_good(c, slot, "clock")) return;
  if (c->ops.clock(c->model, (uint32_t)slot, tag, c->cycle, why) == WL_OK) c->progress[slot] = c->cycle;
  else if (!may_come_first(c))
    diverge(c, WL_ILLEGAL, slot, "clock", "slot %d: instruction %u samples the clock: %s", slot, tag, why);
}

// Counts accesses to unmapped memory by the model's addresses. Memory's answer has been compared with what the model
// maps.
__attribute__((cold, noinline)) void count_unmapped(arch_state *c) {
  wl_unmapped u;
  c->ops.unmapped(c->model, &u);
  if (!u.count) return;
  c->unmapped.count += u.count;
  c->unmapped.in_lds += u.in_lds;
  if (c->unmapped.count != u.count) return;
  c->unmapped = u;
  divergence *d = &c->unmapped_first;
  *d = (divergence){.verdict = WL_HAZARD, .cycle = c->cycle, .slot = (int)u.slot, .row = "memory"};
  c->reports->unmapped(c, &u, d->what, sizeof d->what);
  if (c->options.memcheck && !c->divergences && !c->faulted) keep_wave(c, d->slot);
}

// The line that a store or an atomic has left in the DUT's memory, against the model's. A wrong byte at memory is seen
// in this cycle, and at the instruction that stored it.
static void compare_line(arch_state *c, const wl_transaction *t) {
  const uint32_t bytes = c->config.line_bytes;
  uint32_t dut[LINE_WORDS], model[LINE_WORDS];
  // What only one of the two has mapped has been reported.
  if (!wl_mem_read(c->options.memory, t->line, dut, bytes) || !wl_mem_read(c->mem, t->line, model, bytes)) return;
  c->words_compared += bytes / 4;
  if (__builtin_expect(memcmp(dut, model, bytes) == 0, 1)) return;
  divergence *d =
      diverge(c, WL_MISMATCH, (int)t->slot, "stored line", "slot %u: line 0x%llx at memory differs after a%s", t->slot,
              (unsigned long long)t->line, t->op == WL_MEM_STORE ? " store" : "n atomic");
  diverge_words(d, 0, dut, model, bytes / 4);
}

void arch_mem_performed(arch_state *c, int unit, int id, bool error, const uint32_t *data) {
  if (!id_good(c, unit, id, "mem_performed")) return;
  uint32_t port = port_of(unit);
  if (!in_flight(c, port, (uint32_t)id)) {
    if (may_come_first(c)) return;
    diverge(c, WL_ILLEGAL, -1, "mem_performed", "access at memory of %s transaction %d, which is not in flight",
            port ? "vector" : "scalar", id);
    return;
  }
  const wl_transaction *t = &c->transaction[port][id];
  int slot = (int)t->slot;
  unsigned long long line = t->line;
  c->in_flight[port][id / 64] &= ~(1ull << (id % 64));
  if (error == wl_mem_mapped(c->mem, t->line)) {
    diverge(c, WL_MISMATCH, slot, "memory", "slot %d: line 0x%llx is %smapped and memory answered %s", slot, line,
            error ? "" : "not ", error ? "with an error" : "without error");
  }
  uint32_t expected[LINE_WORDS] = {0};  // the model fills in as many as a line has
  char why[160];
  if (c->ops.perform(c->model, t, error, expected, why) != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "mem_performed", "slot %d: line 0x%llx: %s", slot, line, why);
    return;
  }
  if (__builtin_expect(error, 0)) count_unmapped(c);
  if (error) return;
  // When a record is complete, memory may have later stores to the line; it is compared at the end.
  if (t->op != WL_MEM_LOAD && c->options.memory && !can(c, WL_CAN_retire)) compare_line(c, t);
  if (t->op == WL_MEM_STORE) return;
  uint32_t read[LINE_WORDS], differ = 0;
  enabled(read, data, t->byte_enable, LINE_WORDS);
  for (uint32_t i = 0; i < LINE_WORDS; i++) differ |= read[i] ^ expected[i];
  c->words_compared += LINE_WORDS;
  if (__builtin_expect(differ != 0, 0)) {
    divergence *d =
        diverge(c, WL_MISMATCH, slot, "read data", "slot %d: data read from line 0x%llx differs", slot, line);
    diverge_words(d, 0, read, expected, LINE_WORDS);
  }
}

// One bank served one entry, for a quad of a DS instruction or for a transfer of vector memory. words: of the entry.
static inline __attribute__((always_inline)) void arch_entry(arch_state *c, wl_lds_access *a, bool transfer,
                                                             uint32_t words, const uint32_t *data) {
  static const char *const done[] = {"read", "written", "changed atomically"};
  const int slot = (int)a->slot;
  enabled(a->data, data, a->byte_enable, words);
  if (a->bank >= LDS_BANKS || a->row >= c->config.lds_entries + c->config.gds_entries ||
      (uint32_t)a->op > (transfer ? WL_MEM_STORE : WL_MEM_ATOMIC) || a->quad >= QUADS || a->access >= ACCESSES) {
    diverge(c, WL_ERROR, slot, "LDS", "%s event of slot %d: op %d, quad %d, access %d, bank %d, row %d",
            transfer ? "lds_transfer" : "lds", slot, (int)a->op, (int)a->quad, (int)a->access, (int)a->bank,
            (int)a->row);
    return;
  }
  const uint32_t dword = lds_dword(a->bank, a->row, words);
  if (c->sweep_due && a->op != WL_MEM_LOAD) undo_keep(c, COMPARE_LDS, dword, words, c->ops.lds_words(c->model) + dword);
  wl_lds_access expected;
  char why[160];
  const wl_result r = (transfer ? c->ops.lds_transfer : c->ops.lds)(c->model, a, &expected, why);
  if (r == WL_HAZARD_ABSOLUTE) {
    program_hazard(c, slot, expected.pc, why);
  } else if (r != WL_OK) {
    if (may_come_first(c)) return;
    char by[24] = "vector memory";
    if (!transfer) snprintf(by, sizeof by, "quad %u", a->quad);
    diverge(c, WL_ILLEGAL, slot, "LDS", "slot %d: bank %u row %u %s by %s: %s", slot, a->bank, a->row, done[a->op], by,
            why)
        ->index = dword;
    return;
  }
  c->words_compared += words + 1;  // with the byte enables
  c->unswept = true;
  if (a->op != WL_MEM_LOAD) {
    c->lds_write_cycle = c->cycle + 1;
    c->lds_write = *a;
  }
  if (a->byte_enable != expected.byte_enable) {
    const uint32_t rtl[2] = {(uint32_t)a->byte_enable, (uint32_t)(a->byte_enable >> 32)};
    const uint32_t model[2] = {(uint32_t)expected.byte_enable, (uint32_t)(expected.byte_enable >> 32)};
    divergence *d =
        diverge(c, WL_MISMATCH, slot, "LDS",
                "slot %d: bank %u row %u served with byte enables 0x%0*llx, expected 0x%0*llx", slot, a->bank, a->row,
                (int)words, (unsigned long long)a->byte_enable, (int)words, (unsigned long long)expected.byte_enable);
    diverge_words(d, dword, rtl, model, words > 8 ? 2 : 1);
  } else if (memcmp(a->data, expected.data, words * 4) != 0) {
    uint32_t i = 0;
    while (a->data[i] == expected.data[i]) i++;
    divergence *d =
        diverge(c, WL_MISMATCH, slot, "LDS", "slot %d: bank %u row %u %s as 0x%08x in dword %u, expected 0x%08x", slot,
                a->bank, a->row, done[a->op], a->data[i], i, expected.data[i]);
    diverge_words(d, dword, a->data, expected.data, words);
  }
}

// Entries of another size than 16 bytes. words: of data, that the event has.
__attribute__((cold, noinline)) static void arch_any_entry(arch_state *c, wl_lds_access *a, bool transfer,
                                                           const char *event, uint32_t words, const uint32_t *data) {
  if (c->entry_words > words) {
    diverge(c, WL_ERROR, (int)a->slot, "LDS", "%s event of slot %u: an entry has %u bytes, and the event %u", event,
            a->slot, c->config.entry_bytes, 4 * words);
    return;
  }
  arch_entry(c, a, transfer, c->entry_words, data);
}

void arch_lds(arch_state *c, int slot, uint32_t tag, int op, uint32_t quad, uint32_t access, uint32_t bank,
              uint32_t row, uint64_t be, uint32_t words, const uint32_t *data) {
  if (!slot_good(c, slot, "lds")) return;
  wl_lds_access a = {.slot = (uint32_t)slot,
                     .tag = tag,
                     .op = (wl_mem_op)op,
                     .quad = quad,
                     .access = access,
                     .bank = bank,
                     .row = row,
                     // a read serves the whole entry
                     .byte_enable = op != WL_MEM_LOAD ? be : ~0ull >> (64 - 4 * c->entry_words)};
  if (__builtin_expect(c->entry_words == ENTRY_WORDS, 1)) arch_entry(c, &a, false, ENTRY_WORDS, data);
  else arch_any_entry(c, &a, false, "lds", words, data);
}

void arch_lds_transfer(arch_state *c, int slot, uint32_t tag, int op, uint32_t bank, uint32_t row, uint32_t be,
                       const uint32_t *data) {
  if (!slot_good(c, slot, "lds_transfer")) return;
  wl_lds_access a = {
      .slot = (uint32_t)slot, .tag = tag, .op = (wl_mem_op)op, .bank = bank, .row = row, .byte_enable = be};
  if (__builtin_expect(c->entry_words == ENTRY_WORDS, 1)) arch_entry(c, &a, true, ENTRY_WORDS, data);
  else arch_any_entry(c, &a, true, "lds_transfer", ENTRY_WORDS, data);
}

// The row of a wrong memory violation: GFX9's, where the bit is. Another model need not have one.
static const char *violation_row(const arch_state *c) {
  for (uint32_t i = 0; i < c->ops.row_count; i++)
    if (!strcmp(c->ops.rows[i].name, "TRAPSTS")) return c->ops.rows[i].name;
  return "mem_return";
}

bool arch_mem_return(arch_state *c, int unit, int slot, uint32_t tag, bool viol) {
  static const char *const names[] = {
      [WL_SRC_SMEM] = "scalar memory", [WL_SRC_LDS] = "LDS", [WL_SRC_VMEM] = "vector memory"};
  if (!slot_good(c, slot, "mem_return")) return false;
  if (unit != WL_SRC_SMEM && unit != WL_SRC_LDS && unit != WL_SRC_VMEM) {
    diverge(c, WL_ERROR, slot, "mem_return", "mem_return of slot %d from unit %d", slot, unit);
    return false;
  }
  const wl_block u = block_of(unit);
  char why[160];
  if (c->ops.mem_return(c->model, u, (uint32_t)slot, tag, why) != WL_OK) {
    if (may_come_first(c)) return false;
    diverge(c, WL_ILLEGAL, slot, "mem_return", "slot %d: %s instruction %u completes: %s", slot, names[unit], tag, why);
    return false;
  }
  if (__builtin_expect(whole_flat(c, unit, (uint32_t)slot, tag), 0)) {
    c->flat[slot] &= ~(1ull << tag);
    if (c->ops.mem_return(c->model, WL_UNIT_LDS, (uint32_t)slot, LDS_HALF + tag, why) != WL_OK) {
      diverge(c, WL_ILLEGAL, slot, "mem_return", "slot %d: the LDS half of FLAT instruction %u completes: %s", slot,
              tag, why);
      return false;
    }
  }
  const bool before = stands(c, &c->next[slot], WL_STANDS_VIOLATED);
  c->progress[slot] = c->cycle;
  refresh_state_regs(c, (uint32_t)slot);
  if (__builtin_expect(c->late_state != NULL, 0)) late_done(c, (uint32_t)slot);
  // MEM_VIOL is sticky. A newly set bit is compared here; the compare at the close of each cycle sees all of them.
  const bool after = stands(c, &c->next[slot], WL_STANDS_VIOLATED);
  if (viol ? !after : after > before) {
    diverge(c, WL_MISMATCH, slot, violation_row(c),
            "slot %d: %s instruction %u completes with%s a memory violation, the model has %s", slot, names[unit], tag,
            viol ? "" : "out", viol ? "none" : "one");
  }
  return true;
}

void arch_operands_read(arch_state *c, int source, int slot, uint32_t tag) {
  char why[160];
  if (!slot_good(c, slot, "operands_read")) return;
  const wl_block unit = source == WL_SRC_VMEM ? WL_UNIT_VMEM : WL_UNIT_LDS;
  if (c->ops.operands_read(c->model, unit, (uint32_t)slot, tag, why) != WL_OK) {
    diverge(c, WL_ILLEGAL, slot, "operands_read", "slot %d: operands of %s instruction %u are read: %s", slot,
            unit == WL_UNIT_VMEM ? "vector memory" : "LDS or GDS", tag, why);
    return;
  }
  count_unmapped(c);  // with control words addresses are judged now
  OBSERVE(c, WL_AFTER, operands_read, {.number = slot}, {.number = tag}, {.number = source});
  refresh_state_regs(c, (uint32_t)slot);
}
