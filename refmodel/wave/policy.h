// SPDX-License-Identifier: Apache-2.0
// The wait policy: when a wave may issue an instruction, and what its program must have waited for.
//
// GFX9's wait counters (wait_counters.c) are one policy, control words in the program (control.c) are another. Each is
// a struct wl_wait_policy.
#ifndef WAVELOCK_WAVE_POLICY_H
#define WAVELOCK_WAVE_POLICY_H

#include "isa/state.h"
#include "wave/result.h"

struct wl_wait_policy {
  // A wave starts, or nothing of it is in flight at the entry of its trap handler.
  void (*reset)(struct wl_wave *w);

  // ---- the compute unit, in lockstep. insn is resolved (resolve.h).
  bool (*can_issue)(const struct wl_wave *w, const struct wl_insn *insn);
  // Why it cannot issue, as "at s_waitcnt vmcnt(0), VM_CNT is 2". false: it can, and text is as it was.
  bool (*explain)(const struct wl_wave *w, const struct wl_insn *insn, char *text, size_t size);
  void (*on_issue)(struct wl_wave *w, const struct wl_insn *insn);
  // What insn (NULL: a message) held of these counters (WL_HOLDS_*) is free.
  void (*on_complete)(struct wl_wave *w, const struct wl_insn *insn, uint32_t counters);
  // Whether nothing that the wave has issued holds a counter.
  bool (*idle)(const struct wl_wave *w);

  // ---- the program, in lockstep and standalone (control-flow.md 5.4)
  // Whether insn, which the wave is about to issue at pc, uses a register that has not been waited for.
  bool (*unwaited)(const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc, char why[WL_WHY]);
  // How such an instruction races (D-WAIT-34), in lockstep.
  wl_race (*race)(const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc);
  // The same for the stack entry of a fork or join, which has executed and has changed CSP from old_csp.
  bool (*unwaited_stack)(const struct wl_wave *w, const struct wl_insn *insn, uint32_t old_csp, uint64_t pc,
                         char why[WL_WHY]);
  // The program has issued insn, which was at pc. While the wave's list of hazards is empty, only instructions with
  // WL_UNWAITED need this call.
  void (*on_program)(struct wl_wave *w, const struct wl_insn *insn, uint64_t pc);
};

extern const struct wl_wait_policy wl_wait_counters;  // GFX9 (wait_counters.c)
extern const struct wl_wait_policy wl_control_words;  // of waves with control words (control.c)

#endif
