// SPDX-License-Identifier: Apache-2.0
// EXP: what it sends has the values of its issue (control-flow.md 11, D-EXP-2 to D-EXP-5).
#include "execute/flow.h"

void wl_send_export(struct wl_wave *w, const struct wl_insn *insn) {
  const uint32_t w0 = insn->words[0];
  struct wl_sending *s = &w->exports.list[w->exports.count++];
  *s = (struct wl_sending){.what = {.slot = w->slot,
                                    .target = (uint8_t)wl_field(w0, WL_EXP_TARGET),
                                    .en = (uint8_t)wl_field(w0, WL_EXP_EN),
                                    .compr = (w0 & WL_EXP_COMPR) != 0,
                                    .done = (w0 & WL_EXP_DONE) != 0,
                                    .vm = (w0 & WL_EXP_VM) != 0,
                                    .exec = wl_exec(w)}};
  for (uint32_t i = 0; i < WL_SOURCES; i++) {
    if (insn->src[i].kind != WL_OPERAND_VGPR) continue;
    for (uint64_t lanes = s->what.exec; lanes != 0; lanes &= lanes - 1) {
      const int lane = __builtin_ctzll(lanes);
      s->what.data[i][lane] = w->vgpr[insn->src[i].reg][lane];
    }
  }
}
