// SPDX-License-Identifier: Apache-2.0
// Missing waits: what the program's s_waitcnt have not yet made safe (control-flow.md 5.4).
#ifndef WAVELOCK_WAVE_HAZARD_H
#define WAVELOCK_WAVE_HAZARD_H

#include "isa/state.h"
#include "wave/result.h"

// Registers that memory instructions and exports still use, as far as the program's s_waitcnt tell: destinations of
// loads, and operands of GDS instructions and exports. EXEC is an operand of each export (D-WAIT-29). Instructions of
// one kind complete in order (control-flow.md 5.3); a kind is a wl_block, or one of these. VGPRs count by lanes
// (D-WAIT-6, D-WAIT-32). A load of FLAT is listed twice: with the lanes that went to memory as WL_UNIT_VMEM, and with
// those that went to the LDS (D-WAIT-31). A load with LDS = 1 is listed with the dwords of the LDS that it
// writes. WL_HAZARD_VS: what counts in VS_CNT. It writes no register, and none of it is listed; vmcnt(n) does not count
// it.
enum {
  WL_HAZARD_EXP = WL_BLOCKS,                              // GDS, for its operands
  WL_HAZARD_COLOR,                                        // exports, a kind for each wl_export_type
  WL_HAZARD_EXP_END = WL_HAZARD_COLOR + WL_EXPORT_TYPES,  // the kinds before this one hold EXP_CNT
  WL_HAZARD_GDS = WL_HAZARD_EXP_END,                      // for its destination
  WL_HAZARD_FLAT_LGKM,                                    // the lanes of FLAT in the LDS
  WL_HAZARD_VS,
  WL_HAZARD_KINDS
};
enum { WL_IN_VGPRS, WL_IN_SGPRS, WL_IN_LDS, WL_IN_NOTHING };
struct wl_unwaited {
  uint8_t kind;  // of those that hold EXP_CNT: an operand that is read
  uint8_t in;    // WL_IN_*
  uint16_t first, count;
  uint32_t number;   // of the instruction among those of its kind
  uint64_t lanes;    // of VGPRs: those that were active at its issue
  const char *name;  // of the instruction, which is at pc
  uint64_t pc;
};
struct wl_hazards {
  uint32_t issued[WL_HAZARD_KINDS];
  uint32_t count;
  struct wl_unwaited list[128];
  // WL_IN_LDS, by number mod 128: the byte of the LDS array of lane 0, and the lanes that have a dword, 4 bytes apart.
  struct {
    uint64_t first, lanes;
  } lds[128];
};

void wl_hazard_reset(struct wl_hazards *h);
// Whether insn, which w is about to issue at pc, uses a listed register.
bool wl_hazard_check(const struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc,
                     char why[WL_WHY]);
// How it races, if it does use one (D-WAIT-34).
wl_race wl_hazard_race(const struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc);
// The same for the stack entry that a fork or join has used, which its operands do not name. It changed CSP from
// old_csp.
bool wl_hazard_stack(const struct wl_hazards *h, const struct wl_wave *w, uint32_t old_csp, uint32_t csp,
                     const char *name, uint64_t pc, char why[WL_WHY]);
// A memory instruction issues, or an export. It has not executed: FLAT may overwrite its address. While the list is
// empty, call this only for instructions with WL_UNWAITED: only they add an entry.
void wl_hazard_issue(struct wl_hazards *h, const struct wl_wave *w, const struct wl_insn *insn, uint64_t pc);
// The wait of an s_waitcnt is over.
void wl_hazard_wait(struct wl_hazards *h, const struct wl_insn *insn);

#endif
