// SPDX-License-Identifier: Apache-2.0
// The wait policy: when a wave may issue an instruction, and what its program must have waited for.
//
// GFX9's wait counters (wait_counters.c) are one policy. A unit may have a second one, which a wave chooses at its
// launch: wl_model_open has it. Each is a struct wl_wait_policy. Code that runs a
// wave asks wl_policy (model.h) and knows neither.
#ifndef WAVELOCK_WAVE_POLICY_H
#define WAVELOCK_WAVE_POLICY_H

#include "isa/state.h"
#include "memory/memory.h"
#include "wave/result.h"

struct wl_wait_policy {
  // ---- a model and its waves. Only a second policy has the first three.
  bool (*open)(wl_model *m);  // a model that has it; false: out of memory
  void (*close)(wl_model *m);
  void (*start)(struct wl_wave *w);  // a wave that chose it
  // A wave starts, or nothing of it is in flight at the entry of its trap handler.
  void (*reset)(struct wl_wave *w);
  // The edge of a cycle, in lockstep. Returns whether wave state registers have changed. NULL: nothing happens.
  bool (*edge)(struct wl_wave *w);

  // ---- the instruction stream, in lockstep and standalone
  bool (*slot)(uint64_t pc);  // whether an instruction may stand at pc
  // The wave looks at the slot at its PC. e gets the field that goes with the instruction, if there is one. NULL:
  // nobody asks.
  void (*field)(struct wl_wave *w, wl_effect *e);
  // Names the error in the slot at the wave's PC, or in insn, which it holds, under this policy. NULL: no error.
  const char *(*malformed)(const struct wl_wave *w, const struct wl_insn *insn);
  uint64_t (*next_pc)(const struct wl_wave *w, const struct wl_insn *insn);  // of the instruction behind insn
  // What the program lacks before insn, which the wave is about to issue: WL_OK; WL_HAZARD_PENDING, WL_HAZARD_STATES,
  // WL_HAZARD_CONTROL or WL_ILLEGAL_CONTROL with a sentence in why. discarded: by VSKIP; else insn is resolved.
  wl_result (*judge)(struct wl_wave *w, const struct wl_insn *insn, bool discarded, char why[WL_WHY]);
  // insn has executed, or was discarded.
  void (*done)(struct wl_wave *w, const struct wl_insn *insn);

  // ---- the compute unit, in lockstep. insn is resolved (resolve.h), but in `held` and in `begin` of a discarded one.
  // WL_OK, or why the wave may issue nothing now, be it legal or not.
  wl_result (*held)(const struct wl_wave *w, const struct wl_insn *insn, char why[WL_WHY]);
  bool (*can_issue)(const struct wl_wave *w, const struct wl_insn *insn);
  // Why it cannot issue, as "at s_waitcnt vmcnt(0), VM_CNT is 2". false: it can, and text is as it was.
  bool (*explain)(const struct wl_wave *w, const struct wl_insn *insn, char *text, size_t size);
  void (*begin)(struct wl_wave *w, const struct wl_insn *insn, bool discarded);  // it issues
  void (*on_issue)(struct wl_wave *w, const struct wl_insn *insn);               // and is in flight, or has waited
  // Releases the counters in `counters` (WL_HOLDS_*) that insn (NULL: a message) held.
  void (*on_complete)(struct wl_wave *w, const struct wl_insn *insn, uint32_t counters);
  // Whether nothing that the wave has issued holds a counter. busy: what does, as "VM_CNT 1, EXP_CNT 0".
  bool (*idle)(const struct wl_wave *w);
  void (*busy)(const struct wl_wave *w, char *text, size_t size);
  // The rows of the wait-state table that insn meets. NULL: the policy does not know the table.
  wl_wait_rows (*rows)(const struct wl_wave *w, const struct wl_insn *insn);

  // ---- instructions that read and write registers behind their issue, in cycles that the model follows. NULL: all
  // happens at the issue.
  // A vector ALU instruction is in flight. WL_BAD_EVENT: too many, with the reason.
  wl_result (*vector)(struct wl_wave *w, const struct wl_insn *insn, char why[WL_WHY]);
  // A memory instruction, or an export, reads its operands later: sets.followed. false: out of memory.
  bool (*memory)(struct wl_wave *w, struct wl_pending *p, const struct wl_insn *insn);
  void (*exported)(struct wl_wave *w, struct wl_sending *s, const struct wl_insn *insn);
  // Such a memory instruction: its operands have been read, and it is what they say; or the result of wl_model_issue.
  wl_result (*operands)(struct wl_wave *w, struct wl_pending *p, char why[WL_WHY]);
  // It writes or returns. true: sooner than it may, with the reason.
  bool (*early)(const struct wl_wave *w, const struct wl_pending *p, char why[WL_WHY]);
  bool (*loaded)(struct wl_wave *w, uint32_t code, uint32_t value);  // it writes an SGPR; false: too many in this cycle
  void (*returned)(struct wl_wave *w, const struct wl_pending *p);
  // Such an export: whether the registers of its next beat have been read; all beats have been sent.
  bool (*beat)(const struct wl_sending *s);
  void (*sent)(struct wl_wave *w, const struct wl_sending *s);
  // Second policy only: a wave of the unit, whichever its policy, issues a vector ALU instruction.
  void (*beside)(const struct wl_wave *w, const struct wl_insn *insn, uint32_t field);

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

extern const struct wl_wait_policy wl_wait_counters;  // GFX9

#endif
