// SPDX-License-Identifier: Apache-2.0
// Decoded code, one page at a time.
//
// When code changes in memory:
// - In lockstep, wl_code_fetch compares the words that it decoded with memory for each instruction.
// - The run loop sees new code at the next s_icache_inv or call of wl_model_run. Then wl_code_refresh compares all
// pages
//   with memory and drops pages that differ. The ISA promises a program no more (control-flow.md 2.1, s_icache_inv).
//
// A page is kept until its memory is unmapped: it goes when a wave starts while none runs (wl_code_drop_unmapped).
//
// Legality depends on the register allocation of the wave, and the functions of memory instructions on its alignment
// mode: a page is decoded once for each of them.
#include "wave/code.h"

#include <stdlib.h>

#include "decode/decode.h"
#include "decode/second_names.h"
#include "decode/wait_rows.h"
#include "execute/flow.h"
#include "execute/vector.h"
#include "isa/isa.h"
#include "memory/view.h"

static uint32_t bucket(uint64_t base) {
  return (uint32_t)(base / WL_PAGE * 0x9e3779b97f4a7c15ull >> 56) % WL_CODE_BUCKETS;
}

// Reads the page's words from memory. Its instructions have to be decoded again.
static void load_page(struct wl_model *m, struct wl_decoded_page *c) {
  c->mapped = wl_mem_read(m->memory.mem, c->base, c->words, WL_PAGE);
  c->next_mapped = wl_mem_read(m->memory.mem, wl_pc_mask(c->base + WL_PAGE), &c->next_word, 4);
  for (uint32_t i = 0; i < WL_CODE_INSNS; i++) c->insn[i].kind = WL_KIND_UNDECODED;
  for (uint32_t i = WL_CODE_INSNS; i < WL_CODE_INSNS + 2; i++) c->insn[i].kind = WL_KIND_PAGE_END;
}

static inline bool serves(const struct wl_decoded_page *c, const struct wl_wave *w, uint64_t base) {
  return c->base == base && c->sgpr_size == w->sgpr_size && c->vgpr_size == w->vgpr_size &&
         c->alignment_mode == w->alignment_mode;
}

struct wl_decoded_page *wl_code_page(struct wl_model *m, const struct wl_wave *w, uint64_t pc) {
  const uint64_t base = pc & ~(uint64_t)(WL_PAGE - 1);
  struct wl_decoded_page *c = m->recent_code;
  if (c != NULL && serves(c, w, base)) return c;
  struct wl_decoded_page **head = &m->code[bucket(base)];
  for (c = *head; c != NULL; c = c->next) {
    if (serves(c, w, base)) break;
  }
  if (c == NULL) {
    c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    c->base = base;
    c->sgpr_size = w->sgpr_size;
    c->vgpr_size = w->vgpr_size;
    c->second_end = w->second_end;
    c->alignment_mode = w->alignment_mode;
    c->pure = m->pure;
    c->checked = wl_accesses_checked(&m->memory);
    c->watched = wl_watched(&m->memory);
    c->viewed = wl_mem_viewed(m->memory.mem) != NULL;
    c->marked = m->memory.marks != NULL;
    c->isa = m->config.isa;
    c->rdna = m->config.rdna;
    c->next = *head;
    *head = c;
    load_page(m, c);
  }
  m->recent_code = c;
  return c;
}

static bool word_at(const struct wl_decoded_page *c, uint32_t index, uint32_t *word) {
  if (index < WL_CODE_INSNS) {
    *word = c->words[index];
    return c->mapped;
  }
  *word = c->next_word;
  return c->next_mapped;
}

// Gives the instruction the function that executes it.
static void bind(struct wl_insn *insn, const struct wl_decoded_page *c) {
  switch (insn->unit) {
    case WL_UNIT_SCALAR: wl_scalar_bind(insn); break;
    case WL_UNIT_VALU: wl_vector_bind(insn, c->pure); break;
    case WL_UNIT_EXPORT: insn->fn = wl_send_export; break;
    default: insn->fn = wl_memory_fn(insn, c->alignment_mode); break;
  }
  if (c->checked && (insn->unit == WL_UNIT_SMEM || insn->unit == WL_UNIT_VMEM)) insn->fn = wl_checked_now;
  if (c->marked && insn->unit == WL_UNIT_LDS) insn->fn = wl_lds_now;
  if (c->watched && insn->unit == WL_UNIT_LDS) insn->fn = wl_checked_now;
  if (c->viewed && (insn->unit == WL_UNIT_SMEM || insn->unit == WL_UNIT_VMEM || wl_is_gds(insn)))
    insn->fn = wl_viewed_now;
  if (c->watched && (wl_is_waitcnt(insn) || wl_is_waitcnt_vs(insn))) insn->fn = wl_watched_wait;
}

// Whether it accesses the LDS, so that absolute data may be concerned.
static bool uses_lds(const struct wl_insn *insn) {
  return insn->unit == WL_UNIT_LDS || wl_is_flat(insn) || wl_moves_lds(insn) || wl_reads_flag(insn, WL_SRC_LDS_DIRECT);
}

// For waves with second names. An instruction that is illegal for them stays as it is written.
static void name_registers(struct wl_insn *insn, const struct wl_decoded_page *c) {
  if (insn->kind == WL_KIND_ILLEGAL || insn->sgpr_end > c->sgpr_size) return;
  wl_to_first_names(insn, c->second_end);
  // A fork may push an entry that has VCC, which is for wl_wait_states_note_push.
  if (wl_is_fork_or_join(insn) && c->second_end <= 4 * WL_FORK_ENTRIES) insn->kind = WL_KIND_SLOW;
}

void wl_code_decode(struct wl_decoded_page *c, uint32_t index) {
  struct wl_insn *insn = &c->insn[index];
  uint32_t w0, w1 = 0;
  if (!word_at(c, index, &w0) || (wl_insn_size(w0) == 8 && !word_at(c, index + 1, &w1))) {
    memset(insn, 0, sizeof *insn);
    insn->kind = WL_KIND_FETCH_FAULT;
    insn->name = "fetch fault";
    insn->size = 4;
    return;
  }
  wl_decode(insn, c->isa, c->rdna, w0, w1);
  if (c->second_end != 0) name_registers(insn, c);
  if (insn->kind != WL_KIND_ILLEGAL) bind(insn, c);
  // Instructions outside this allocation may still be legal: in GPR-index mode, with PRIV (TTMPs), or discarded by
  // VSKIP. wl_resolve decides at execution.
  const bool forbidden = insn->sgpr_end > c->sgpr_size || insn->vgpr_end > c->vgpr_size;
  if (insn->kind != WL_KIND_ILLEGAL && (insn->needs_priv || forbidden)) insn->kind = WL_KIND_SLOW;
  if (c->marked && insn->kind == WL_KIND_PLAIN && uses_lds(insn)) insn->kind = WL_KIND_SLOW;
  // wl_check_direct needs its pc.
  if (insn->kind == WL_KIND_PLAIN && wl_reads_flag(insn, WL_SRC_LDS_DIRECT)) insn->kind = WL_KIND_SLOW;
  const bool first = insn->producer_rows & (WL_ROW(0) | WL_FOLLOWED | WL_UNWAITED),
             second = insn->consumer_rows & ~WL_FOLLOWED;
  if (insn->kind == WL_KIND_PLAIN && (first || second || wl_writes_exec(insn))) insn->kind = WL_KIND_WATCHED;
}

static bool page_changed(struct wl_model *m, const struct wl_decoded_page *c) {
  const uint8_t *page = wl_mem_page(m->memory.mem, wl_canonical(c->base));
  const uint8_t *next = wl_mem_page(m->memory.mem, wl_canonical(c->base + WL_PAGE));
  if (c->mapped != (page != NULL) || c->next_mapped != (next != NULL)) return true;
  return (page != NULL && memcmp(page, c->words, WL_PAGE) != 0) ||
         (next != NULL && memcmp(next, &c->next_word, 4) != 0);
}

void wl_code_refresh(struct wl_model *m) {
  const bool checked = wl_accesses_checked(&m->memory), watched = wl_watched(&m->memory);
  const bool marked = m->memory.marks != NULL;
  struct wl_view *view = wl_mem_viewed(m->memory.mem);
  for (uint32_t b = 0; b < WL_CODE_BUCKETS; b++) {
    for (struct wl_decoded_page *c = m->code[b]; c != NULL; c = c->next) {
      const bool bound = c->checked == checked && c->watched == watched && c->marked == marked;
      if (!bound || page_changed(m, c)) load_page(m, c);
      else if (view != NULL) wl_view_read(view, c->base, WL_PAGE + 4);
      c->checked = checked;
      c->watched = watched;
      c->marked = marked;
    }
  }
}

// Whether its code is gone. A page that was decoded where nothing was mapped has none.
static bool is_gone(const struct wl_model *m, const struct wl_decoded_page *c) {
  return c->mapped && wl_mem_page(m->memory.mem, wl_canonical(c->base)) == NULL;
}

void wl_code_drop_unmapped(struct wl_model *m) {
  for (uint32_t b = 0; b < WL_CODE_BUCKETS; b++) {
    struct wl_decoded_page **at = &m->code[b];
    while (*at != NULL) {
      struct wl_decoded_page *c = *at;
      if (!is_gone(m, c)) {
        at = &c->next;
        continue;
      }
      *at = c->next;
      free(c);
    }
  }
  m->recent_code = NULL;
}

void wl_model_pure(wl_model *m, bool pure) {
  wl_code_free(m);
  m->pure = pure;
}

void wl_code_free(struct wl_model *m) {
  for (uint32_t b = 0; b < WL_CODE_BUCKETS; b++) {
    while (m->code[b] != NULL) {
      struct wl_decoded_page *next = m->code[b]->next;
      free(m->code[b]);
      m->code[b] = next;
    }
  }
  m->recent_code = NULL;
}

uint64_t wl_code_address(const struct wl_model *m, const struct wl_insn *insn) {
  for (uint32_t b = 0; b < WL_CODE_BUCKETS; b++) {
    for (const struct wl_decoded_page *c = m->code[b]; c != NULL; c = c->next) {
      if (insn >= c->insn && insn < c->insn + WL_CODE_INSNS) return c->base + 4 * (uint64_t)(insn - c->insn);
    }
  }
  return 0;
}

// Whether memory still holds the words that the instruction was decoded from. page: the page of pc; NULL: not mapped.
static __attribute__((noinline)) bool is_current(struct wl_model *m, const struct wl_insn *insn, uint64_t pc,
                                                 const uint8_t *page) {
  const bool faulted = insn->kind == WL_KIND_FETCH_FAULT;
  uint32_t now[2] = {0, 0};
  if (page == NULL) return faulted;
  memcpy(&now[0], page + pc % WL_PAGE, 4);
  if (!faulted && now[0] != insn->words[0]) return false;
  if ((faulted ? wl_insn_size(now[0]) : insn->size) == 8) {
    const uint64_t second = wl_pc_mask(pc + 4);
    page = wl_mem_page(m->memory.mem, wl_canonical(second));
    if (page == NULL) return faulted;
    memcpy(&now[1], page + second % WL_PAGE, 4);
  }
  return !faulted && insn->words[1] == now[1];
}

// wl_code_fetch in any case. page: the page of pc; NULL: not mapped.
static __attribute__((noinline)) const struct wl_insn *fetch_any(struct wl_model *m, const struct wl_wave *w,
                                                                 const uint8_t *page) {
  const uint64_t pc = w->pc;
  struct wl_decoded_page *c = wl_code_page(m, w, pc);
  if (c == NULL) return NULL;
  const uint32_t index = (uint32_t)(pc % WL_PAGE) / 4;
  const struct wl_insn *insn = &c->insn[index];
  if (insn->kind == WL_KIND_UNDECODED) wl_code_decode(c, index);
  if (!is_current(m, insn, pc, page)) {
    load_page(m, c);
    wl_code_decode(c, index);
  }
  return insn;
}

const struct wl_insn *wl_code_fetch(struct wl_model *m, const struct wl_wave *w) {
  const uint8_t *page = wl_mem_page(m->memory.mem, wl_canonical(w->pc));
  const uint32_t offset = (uint32_t)(w->pc % WL_PAGE);
  const struct wl_decoded_page *c = m->recent_code;
  if (page == NULL || c == NULL || !serves(c, w, w->pc - offset)) return fetch_any(m, w, page);
  // Usually it is decoded, the page has all of it, and it is as before.
  const struct wl_insn *insn = &c->insn[offset / 4];
  const bool there = insn->kind != WL_KIND_UNDECODED && insn->kind != WL_KIND_FETCH_FAULT;
  if (there && offset + insn->size <= WL_PAGE && memcmp(page + offset, insn->words, 4) == 0 &&
      (insn->size == 4 || memcmp(page + offset + 4, &insn->words[1], 4) == 0))
    return insn;
  return fetch_any(m, w, page);
}
