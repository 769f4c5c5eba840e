// SPDX-License-Identifier: Apache-2.0
// Waves with control words: operands of memory instructions and exports that have been read (maxwell-control.md 8.6).
#include <stdio.h>
#include <stdlib.h>

#include "isa/isa.h"
#include "control/flight.h"

static uint64_t pass_lanes(uint32_t pass) { return 0xffffull << (WL_PASS_LANES * pass); }

uint32_t wl_export_beats_read(const struct wl_sending *s) {
  uint32_t read = s->read;
  while (read < WL_SOURCES * WL_PASSES && !(s->what.exec & pass_lanes(read % WL_PASSES))) read++;
  return read;
}

bool wl_control_early(const struct wl_wave *w, const struct wl_pending *p, char why[WL_WHY]) {
  const wl_control_sizes *z = &w->model->control->sizes;
  const uint32_t age = (uint32_t)(wl_flights_of(w)->cycle - p->sets.cycle);
  const uint32_t least = p->insn.unit == WL_UNIT_LDS    ? z->lds_return
                         : p->insn.unit == WL_UNIT_VMEM ? z->vmem_return
                                                        : z->smem_return;
  if (age >= least) return false;
  wl_bad(why, "%s writes or returns %u cycles after its issue, expected %u or later", p->insn.name, age, least);
  return true;
}

// The first operand that active lanes have not read. false: there is none.
static bool unread(const struct wl_pending *p, const struct wl_sampled *s, uint32_t *vgpr, uint32_t *pass) {
  for (uint32_t row = 0; row < WL_RESULT_ROW; row++) {
    // The addresses of FLAT decide which lanes a half has. An access that is ignored (D-MEM-63) reads nothing.
    const uint64_t lanes = row < WL_SOURCE_ROWS && wl_is_flat(&p->insn) ? s->exec : p->exec;
    for (*pass = 0; *pass < WL_PASSES && (s->used >> row & 1); ++*pass) {
      *vgpr = s->vgpr[row];
      if ((lanes & pass_lanes(*pass)) && !(s->read[row] >> *pass & 1)) return true;
    }
  }
  return false;
}

wl_result wl_control_operands(struct wl_wave *w, struct wl_pending *p, char why[WL_WHY]) {
  struct wl_sampled *s = p->operands;
  struct wl_wave x;
  uint32_t vgpr, pass;
  wl_result result = WL_OK;
  wl_sampled_wave(&x, w, s);
  wl_pending_refill(&x, p, &s->insn);
  const int thread = wl_owner_overflow(&x, &s->insn);
  if (unread(p, s, &vgpr, &pass)) {
    result = wl_bad(why, "%s: pass %u of v%u was not read", p->insn.name, pass, vgpr);
  } else if (thread >= 0) {
    snprintf(why, WL_WHY, "%s of thread %d writes past the group's LDS", p->insn.name, thread);
    result = WL_LDS_OVERFLOW;
  }
  free(s);
  if (__builtin_expect(wl_accesses_checked(&w->model->memory), 0)) wl_check_access(&w->model->memory, w->slot, p, NULL);
  if (__builtin_expect(wl_may_be_outside(&x, p), 0)) wl_note_outside_lds(&x, p, NULL);
  return result;
}
