// SPDX-License-Identifier: Apache-2.0
// The architectural state of a wave, and what every layer reads of it.
#ifndef WAVELOCK_ISA_STATE_H
#define WAVELOCK_ISA_STATE_H

#include "isa/insn.h"
#include "wavelock/control.h"
#include "wavelock/mem.h"

enum { WL_FORK_ENTRIES = 8 };  // of the fork stack, four SGPRs each: CSP has three bits

// Messages in flight of the wave in a slot, oldest first. Entry n is at n % WL_MESSAGES.
enum { WL_MESSAGES = 256 };
struct wl_messages {
  uint32_t sent, taken;
  wl_message list[WL_MESSAGES];
};

// What the second wait policy (wave/policy.h) keeps of an instruction, from its issue to its return
// (maxwell-control.md 8.8).
struct wl_sets {
  bool followed;        // it has issued under this policy; else all is 0
  bool store;           // it counts in ST
  uint8_t write, read;  // barriers; WL_NO_BARRIER: none
  uint64_t cycle;       // of the issue, in lockstep
};

// Exports of the wave in a slot of which beats are left to send, oldest first (control-flow.md 11).
enum { WL_EXPORTS = WL_EXP_CNT_MAX };
struct wl_sending {
  wl_export what;
  uint32_t tag;
  uint32_t sent;        // beats
  struct wl_sets sets;  // where it is followed, these too:
  uint32_t read;        // beats whose registers have been read
  uint16_t vgpr[4];     // by VSRC
};
struct wl_exports {
  uint32_t count;
  struct wl_sending list[WL_EXPORTS];
};

// Words of wl_state_regs that are fields of a wave, by the same name.
#define WL_NOT_KEPT(name, sentence)
#define WL_KEPT_WORDS(KEPT, CONTROL) WL_STATE_WORDS(WL_NOT_KEPT, KEPT, CONTROL)
#define WL_KEPT_FIELD(name, sentence) uint32_t name;

struct wl_wave {
  uint32_t sgpr[WL_SGPRS];     // by operand code; VCC, TTMPs, M0 and EXEC are kept here too
  uint32_t (*vgpr)[WL_LANES];  // v0 of this wave in the VGPR file
  struct wl_memory *memory;    // what memory instructions access (memory/)
  struct wl_model *model;      // for the layers from wave/ on
  uint64_t pc;                 // of the instruction being executed
  uint64_t next_pc;            // pc + size before fn; branches overwrite it
  WL_KEPT_WORDS(WL_KEPT_FIELD, WL_KEPT_FIELD)
  bool second;         // the launch chose the second wait policy; in force outside of the trap handler
  uint32_t scc;        // 0 or 1
  uint32_t user_prio;  // 0..3
  uint32_t vm_cnt, exp_cnt, lgkm_cnt, vs_cnt;
  uint32_t slot;
  uint32_t group, wave_in_group, waves_in_group;
  uint32_t sgpr_size;                    // SGPRs from this number up to s101 are illegal
  uint32_t second_end;                   // wl_second_end: what sgpr[] has under second names is not used
  uint32_t vgpr_base, vgpr_size;         // first physical VGPR, and number
  uint32_t lds_base, lds_size;           // bytes
  uint8_t *lds;                          // its part of the LDS
  uint32_t alignment_mode;               // WL_ALIGN_*
  uint32_t shared_global, shared_temps;  // as in wl_wave_init
  bool valid, in_barrier;
  bool halt;          // STATUS.HALT; it stops the wave only while priv is false
  bool faulted;       // an illegal instruction or a fetch fault: never issues again
  bool priv;          // in the trap handler
  bool trap_enabled;  // the wave has a trap handler
  bool trap_due;      // the trap handler comes before the next instruction: single step, or an exception
  bool asleep;        // the last instruction was s_sleep
  uint32_t sleep;     // its count
  uint32_t cond_dbg;  // WL_COND_DBG_*
  uint64_t tba, tma;
  const char *halted_by;  // mnemonic
  wl_result event;        // set by an instruction that breaks a program rule: WL_CSP_OVERFLOW, WL_CSP_UNDERFLOW
  struct wl_messages messages;
  struct wl_exports exports;
};

static inline uint64_t wl_sgpr64(const struct wl_wave *w, uint32_t code) {
  return w->sgpr[code] | (uint64_t)w->sgpr[code + 1] << 32;
}

static inline void wl_set_sgpr64(struct wl_wave *w, uint32_t code, uint64_t value) {
  w->sgpr[code] = (uint32_t)value;
  w->sgpr[code + 1] = (uint32_t)(value >> 32);
}

// The `count` SGPRs from `first` on, which may straddle the second names. space: of as many words.
static inline const uint32_t *wl_sgpr_tuple(const struct wl_wave *w, uint32_t first, uint32_t count, uint32_t *space) {
  if (__builtin_expect(!wl_straddles(w->second_end, first, count), 1)) return &w->sgpr[first];
  for (uint32_t i = 0; i < count; i++) space[i] = w->sgpr[wl_first_name(w->second_end, first + i)];
  return space;
}

static inline uint64_t wl_exec(const struct wl_wave *w) { return wl_sgpr64(w, WL_EXEC); }
static inline uint64_t wl_vcc(const struct wl_wave *w) { return wl_sgpr64(w, WL_VCC); }

static inline uint64_t wl_pc_mask(uint64_t pc) { return pc & 0xfffffffffffcull; }  // 48 bits, dword-aligned
static inline uint32_t wl_csp(const struct wl_wave *w) { return wl_field(w->mode, WL_MODE_CSP); }
// Whether a fork or join that changed CSP from old_csp has pushed.
static inline bool wl_pushed(const struct wl_wave *w, uint32_t old_csp) {
  return wl_csp(w) == (old_csp + 1) % WL_FORK_ENTRIES;
}
// Whether the wave is stopped. HALT has no effect in the trap handler.
static inline bool wl_halted(const struct wl_wave *w) { return w->faulted || (w->halt && !w->priv); }
// Whether the second wait policy is in force now (maxwell-control.md 8.1).
static inline bool wl_in_second(const struct wl_wave *w) { return w->second && !w->priv; }
// Whether the trap handler follows an instruction that is issued now (D-FLOW-23, D-FLOW-24).
static inline bool wl_single_step(const struct wl_wave *w) {
  return (w->mode & WL_MODE_DEBUG_EN) != 0 && w->trap_enabled && !w->priv;
}
// Whether an instruction that is issued now may raise an exception that traps (D-FLOW-26).
static inline bool wl_exceptions_trap(const struct wl_wave *w) {
  return wl_field(w->mode, WL_MODE_EXCP_EN) & WL_TRAPSTS_EXCEPTIONS && w->trap_enabled && !w->priv;
}
// Whether one of these exceptions traps when they enter TRAPSTS: one that is not there yet (control-flow.md 6.1).
static inline bool wl_would_trap(const struct wl_wave *w, uint32_t exceptions) {
  return wl_exceptions_trap(w) && wl_field(w->mode, WL_MODE_EXCP_EN) & exceptions & ~w->trapsts;
}
static inline void wl_raise(struct wl_wave *w, uint32_t exceptions) {
  if (wl_would_trap(w, exceptions)) w->trap_due = true;
  w->trapsts |= exceptions;
}
// Whether VSKIP discards the instruction (control-flow.md 2.4).
static inline bool wl_discarded(const struct wl_wave *w, const struct wl_insn *insn) {
  return (w->mode & WL_MODE_VSKIP) && wl_is_vector_format((wl_format)insn->format);
}

#endif
