// SPDX-License-Identifier: Apache-2.0
// The whole model: its waves, registers, memories, workgroups and decoded code.
#ifndef WAVELOCK_WAVE_MODEL_H
#define WAVELOCK_WAVE_MODEL_H

#include "memory/memory.h"
#include "wave/hazard.h"
#include "wave/policy.h"
#include "wave/wait_states.h"

struct wl_group {
  uint32_t size, launched, ended;
  uint32_t members;  // bit wave_in_group of each launched wave
};

// The clause of the unit (clause.h).
struct wl_clause {
  bool open;
  uint32_t slot, number;
  uint64_t pc;   // of `clause`
  uint64_t end;  // wl_wait_states.count of the wave behind the last instruction
};

enum { WL_CODE_BUCKETS = 256 };

struct wl_model {
  wl_config config;
  const struct wl_wait_policy *policy;  // of waves that choose none, and of all trap handlers
  const struct wl_wait_policy *second;  // that waves may choose; NULL: none
  struct wl_control *control;           // of a second policy: its state
  struct wl_memory memory;
  struct wl_wave wave[WL_MAX_WAVES];
  struct wl_hazards hazards[WL_MAX_WAVES];
  struct wl_wait_states wait_states[WL_MAX_WAVES];
  bool ignore_hazards;                // in wl_model_run
  bool pure;                          // wl_model_pure
  uint32_t at_issue;                  // bit wl_block: wl_model_at_issue
  const struct wl_pending *lds_open;  // the DS instruction that is served in part, if any
  struct wl_group group[WL_MAX_GROUPS];
  struct wl_clause clause;
  uint32_t last_issue;                   // slot + 1 of the wave that issued last; 0: none, or it entered its handler
  const struct wl_wait_policy *last_by;  // by this policy
  uint32_t (*vgpr)[WL_LANES];            // the VGPR file
  struct wl_decoded_page *code[WL_CODE_BUCKETS];
  struct wl_decoded_page *recent_code;
  uint64_t pages_gone;  // wl_mem_gone when code was last looked through for what is unmapped
  void (*on_message)(void *to, const wl_message *message);
  void *on_message_to;
  void (*on_export)(void *to, const wl_export *sent);
  void *on_export_to;
  bool (*on_turn)(void *to, uint64_t instructions);
  void *on_turn_to;
  void (*on_issue)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced, const wl_state_regs *before);
  void *on_issue_to;
};

static inline bool wl_wave_live(const wl_model *m, uint32_t slot) {
  return slot < m->config.waves && m->wave[slot].valid;
}

// The policy of what the wave issues now.
static inline const struct wl_wait_policy *wl_policy(const struct wl_wave *w) {
  return __builtin_expect(wl_in_second(w), 0) ? w->model->second : w->model->policy;
}

// ---- wave.c
// As wl_model_new, of a unit whose waves may choose a second policy; NULL: there is none.
wl_model *wl_model_open(const wl_config *config, wl_mem *mem, const struct wl_wait_policy *second);
// The wave stops for good: sets HALT and these bits of TRAPSTS.
void wl_wave_fault(struct wl_wave *w, uint32_t trapsts);
void wl_wave_end(struct wl_wave *w);
// The wave's oldest message leaves. false: none is in flight.
bool wl_take_message(struct wl_wave *w, wl_message *message);
// Export number i of those in flight has been sent whole.
void wl_drop_export(struct wl_wave *w, uint32_t i);

#endif
