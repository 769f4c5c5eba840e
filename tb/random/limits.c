// SPDX-License-Identifier: Apache-2.0
// Where something begins or ends: the LDS of a workgroup, a program.
#include <string.h>

#include "program.h"

// ---- the end of the LDS ----

// Behind it SCC is 1 in the last wave of a workgroup. The end of the LDS is that wave's own, or no wave reads it but
// between barriers.
static void is_last_wave(program *p) {
  emit_text(p, "s_and_b32 s89, s86, 15");
  emit_text(p, "s_cmp_eq_u32 s89, %u", p->waves - 1);
}

void random_limit(program *p) {
  enum { BEFORE = 32 };  // bytes that the first lane lies before the end
  static const uint8_t strides[] = {4, 4, 8, 16, 1};
  if (!everybody(p) || p->shared_fields) return;
  const uint32_t over = p->labels++, times = 2 + rng_below(&p->random, 6);
  const uint32_t end = (p->lds_bytes + LDS_UNIT - 1) & ~(LDS_UNIT - 1u), r = rng_below(&p->random, plain_vgprs(p));
  settle(p);
  if (p->waves > 1) {
    meet(p);
    is_last_wave(p);
    emit_text(p, "s_cbranch_scc0 .L%u", over);
  }
  emit_text(p, "s_mov_b64 exec, -1");
  for (uint32_t n = 0; n < times; n++) {
    const uint32_t stride = strides[rng_below(&p->random, sizeof strides)];
    vector_op(p, r, p->vgprs - 1, "v_mul_u32_u24 v%u, %u, v%u", r, stride, p->vgprs - 1);
    vector_op(p, r, r, "v_add_u32 v%u, 0x%x, v%u", r, end - BEFORE, r);
    at_limit(p, r);
  }
  emit_label(p, over);
  if (p->waves > 1) meet(p);
  p->exec_due = 1;
}

// ---- the first and the last instruction of a program ----

// By the program's place, not by its random numbers: programs of one seed begin with the same ones in all profiles, and
// places of seeds in sequence lie apart.
static bool by_place(const program *p, uint32_t odd, uint32_t percent) {
  return (uint64_t)(p->place * odd) * 100 >> 32 < percent;
}

void random_first(program *p) {
  static const char *const kinds[] = {"s_nop 7",
                                      "s_sleep 1",
                                      "s_icache_inv",
                                      "s_setprio 3",
                                      "s_sendmsg 0x1",
                                      "s_ttracedata",
                                      "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)",
                                      "s_load_dwordx8 s[8:15], s[0:1], 0x0",
                                      "v_rcp_f64 v[2:3], v[2:3]",
                                      "v_mov_b32 v1, v0",
                                      "v_readfirstlane_b32 s89, v0",
                                      "ds_read_b32 v1, v0",
                                      "exp null v0, off, off, off"};
  if (!by_place(p, 1, knob(p, KNOB_FIRST))) return;
  const bool meets = by_place(p, 5, 50);  // before the other waves of the workgroup are there
  emit_text(p, "%s", meets ? "s_barrier" : kinds[rng_below(&p->random, sizeof kinds / sizeof *kinds)]);
  emit_text(p, "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)");
}

static void last_message(program *p, const char *text) {
  insn i = {.unit = UNIT_FLOW, .takes_m0 = true};
  append(&i, "%s", text);
  emit(p, &i);
}

void random_last(program *p) {
  if (!by_place(p, 3, knob(p, KNOB_LAST))) return;
  const uint32_t n = p->vgprs, r = rng_below(&p->random, plain_vgprs(p));
  insn i = {.unit = UNIT_VMEM, .stores = true};
  if (rng_percent(&p->random, 70)) emit_text(p, "s_mov_b64 exec, -1");
  switch (rng_below(&p->random, 10)) {
    case 0:
    case 1: last_message(p, "s_ttracedata"); break;
    case 2: last_message(p, "s_sendmsg 0x1"); break;
    case 3: random_export(p); break;
    case 4:
      append(&i, "global_store_dword v%u, v%u, s[82:83]", n - 3, r);
      touch_vgprs(&i, r, 1, false);
      emit(p, &i);
      break;
    case 5:
      append(&i, "global_load_dword v%u, v%u, s[80:81]", r, n - 6);
      i.stores = false;
      touch_vgprs(&i, r, 1, true);
      emit(p, &i);
      break;
    case 6:
      i.unit = UNIT_LDS;
      append(&i, "ds_write_b32 v%u, v%u", n - 2, r);
      touch_vgprs(&i, r, 1, false);
      emit(p, &i);
      break;
    case 7: emit_text(p, "s_load_dwordx8 s[8:15], s[80:81], 0x0"); break;
    case 8: vector_step(p); break;
    default: random_misc(p); break;
  }
}
