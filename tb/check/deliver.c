// SPDX-License-Identifier: Apache-2.0
// The functions of probe.h: each counts its event and calls the handler.
#include "check/internal.h"

// How often the event of the injected kind is delivered.
__attribute__((cold, noinline)) static int fault_times(wl_checker *c) {
  if (c->cycle < c->options.event_cycle) return 1;
  if (c->fault_skip) {
    c->fault_skip--;
    return 1;
  }
  c->fault_event = -1;
  return c->fault_times;
}

static int times(wl_checker *c, event_kind kind) {
  c->events++;
  return c->fault_event == (int)kind ? fault_times(c) : 1;
}

// The checker for this event, or NULL. The first event that is not of time zero ends time zero.
__attribute__((cold, noinline)) static wl_checker *checker_for_event(void) {
  wl_checker *c = current_checker;
  if (active_checker) return active_checker;
  return c && c->options.mode != WL_CHECK_OFF && checker_start(c) ? c : NULL;
}

// Defines the function of an event, which calls the handler at once. The first event of a run and events of the
// injected kind go through a function of their own. Otherwise the compiler would save registers for these rare cases
// each time.
#define EVENT(linkage, name, kind, parameters, arguments, handler)                 \
  __attribute__((cold, noinline)) static void name##_first_or_faulted parameters { \
    wl_checker *c = checker_for_event();                                           \
    if (!c) return;                                                                \
    for (int left = times(c, kind); left > 0; left--) handler;                     \
  }                                                                                \
  linkage void name parameters {                                                   \
    wl_checker *c = active_checker;                                                \
    if (__builtin_expect(c != NULL && c->fault_event != (int)(kind), 1)) {         \
      c->events++;                                                                 \
      handler;                                                                     \
    } else {                                                                       \
      name##_first_or_faulted arguments;                                           \
    }                                                                              \
  }

void wl_probe_config(const char *name, int value) {
  int left = current_checker ? times(current_checker, EV_CONFIG) : 1;
  for (; left > 0; left--) dut_config(name, value);
}

void wl_probe_state_row(const char *name, int id) {
  int left = current_checker ? times(current_checker, EV_STATE_ROW) : 1;
  for (; left > 0; left--) dut_state_row(name, id);
}

EVENT(, wl_probe_ready, EV_READY, (unsigned fetched, unsigned reading, unsigned units, int selected),
      (fetched, reading, units, selected), on_ready(c, fetched, reading, units, selected))

EVENT(, wl_probe_wave_start, EV_WAVE_START, (int slot, long long pc, long long exec, int mode, const uint32_t *start),
      (slot, pc, exec, mode, start), on_wave_start(c, slot, (uint64_t)pc, (uint64_t)exec, (uint32_t)mode, start))

EVENT(static, deliver_mem_request, EV_MEM_REQUEST, (int unit, int id, const wl_transaction *t), (unit, id, t),
      on_mem_request(c, unit, id, t))

void wl_probe_mem_request(int unit, int id, int slot, int tag, int write, long long line, long long be, int component,
                          long long lanes, const uint32_t *data) {
  wl_transaction t = {
      .unit = unit == WL_SRC_SMEM ? WL_UNIT_SMEM : WL_UNIT_VMEM,
      .slot = (uint32_t)slot,
      .tag = (uint32_t)tag,
      .op = write ? WL_MEM_STORE : WL_MEM_LOAD,
      .line = (uint64_t)line,
      .byte_enable = (uint64_t)be,
      .component = (uint32_t)component,
      .lanes = (uint64_t)lanes,
  };
  // Bytes that are not enabled may hold anything on the port; in the model they are 0.
  if (write) {
    for (uint32_t i = 0; i < LINE_WORDS; i++) t.data[i] = data[i] & byte_mask(word_enables(t.byte_enable, i));
  }
  deliver_mem_request(unit, id, &t);
}

EVENT(, wl_probe_mem_performed, EV_MEM_PERFORMED, (int unit, int id, int error, const uint32_t *data),
      (unit, id, error, data), on_mem_performed(c, unit, id, error != 0, data))

EVENT(static, deliver_lds, EV_LDS, (const wl_lds_access *a), (a), on_lds(c, a))

void wl_probe_lds(int slot, int tag, int kind, int quad, int access, int bank, int row, int be, const uint32_t *data) {
  wl_lds_access a = {
      .slot = (uint32_t)slot,
      .tag = (uint32_t)tag,
      .kind = (wl_lds_kind)kind,
      .quad = (uint32_t)quad,
      .access = (uint32_t)access,
      .bank = (uint32_t)bank,
      .row = (uint32_t)row,
      .byte_enable = kind != WL_LDS_READ ? (uint32_t)be : 0xFFFF,  // a read serves the whole entry
  };
  for (uint32_t i = 0; i < ENTRY_WORDS; i++) a.data[i] = data[i] & byte_mask(word_enables(a.byte_enable, i));
  deliver_lds(&a);
}

EVENT(, wl_probe_sgpr, EV_SGPR, (int source, int slot, int tag, int first, int count, const uint32_t *data),
      (source, slot, tag, first, count, data), on_sgpr(c, source, slot, (uint32_t)tag, first, count, data))

EVENT(, wl_probe_vgpr, EV_VGPR, (int source, int slot, int tag, int vgpr, int pass, int lanes, const uint32_t *data),
      (source, slot, tag, vgpr, pass, lanes, data),
      on_vgpr(c, source, slot, (uint32_t)tag, vgpr, pass, (uint32_t)lanes, data))

EVENT(, wl_probe_valu_done, EV_VALU_DONE, (int slot), (slot), on_valu_done(c, slot))

EVENT(, wl_probe_mem_return, EV_MEM_RETURN, (int unit, int slot, int tag, int viol), (unit, slot, tag, viol),
      on_mem_return(c, unit, slot, (uint32_t)tag, viol != 0))

EVENT(, wl_probe_operands_read, EV_OPERANDS_READ, (int slot, int tag), (slot, tag),
      on_operands_read(c, slot, (uint32_t)tag))

EVENT(, wl_probe_lds_cycles, EV_LDS_CYCLES, (int slot, int tag, int cycles, int conflicts),
      (slot, tag, cycles, conflicts), on_lds_cycles(c, slot, (uint32_t)tag, (uint32_t)cycles, (uint32_t)conflicts))

EVENT(, wl_probe_message, EV_MESSAGE, (int slot, int kind, int simm, int m0), (slot, kind, simm, m0),
      on_message(c, slot, kind != 0, (uint32_t)simm & 0xFFFF, (uint32_t)m0))

EVENT(, wl_probe_resume, EV_RESUME, (int slot), (slot), on_resume(c, slot))

EVENT(, wl_probe_trap, EV_TRAP, (int slot), (slot), on_trap(c, slot))

EVENT(, wl_probe_barrier_release, EV_BARRIER_RELEASE, (int group), (group), on_barrier_release(c, group))

EVENT(, wl_probe_issue, EV_ISSUE, (int slot, long long pc, int w0, int w1, int tag), (slot, pc, w0, w1, tag),
      on_issue(c, slot, (uint64_t)pc, (uint32_t)w0, (uint32_t)w1, (uint32_t)tag))

EVENT(, wl_probe_wave_end, EV_WAVE_END, (int slot, int why), (slot, why), on_wave_end(c, slot, why))

EVENT(, wl_probe_cycle, EV_CYCLE, (long long cycle, const uint32_t *state_regs), (cycle, state_regs),
      on_cycle(c, (uint64_t)cycle, state_regs))

EVENT(, wl_probe_cycle_as_expected, EV_CYCLE, (long long cycle), (cycle), on_cycle(c, (uint64_t)cycle, NULL))

EVENT(, wl_probe_valu_lanes, EV_VGPR, (int slot, int vgpr, int pass, unsigned lanes, const uint32_t *data),
      (slot, vgpr, pass, lanes, data), on_valu_lanes(c, slot, vgpr, pass, lanes, data))
