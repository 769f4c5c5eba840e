// The probe's functions: each event enters here once, is counted, and is handed to its handler.
#include "internal.h"

// How often the event that the injected event fault is about is to be delivered.
__attribute__((cold, noinline)) static int fault_times(wl_checker *c) {
  if (c->clock < c->options.event_clock) return 1;
  if (c->fault_skip) {
    c->fault_skip--;
    return 1;
  }
  c->fault_event = -1;
  return c->fault_times;
}

static inline int times(wl_checker *c, event_kind kind) {
  c->events++;
  return __builtin_expect(c->fault_event == (int)kind, 0) ? fault_times(c) : 1;
}

// With the first event after it, time zero is over.
__attribute__((cold, noinline)) static wl_checker *begin(void) {
  wl_checker *c = current_checker;
  return c && c->options.mode != WL_CHECK_OFF && checker_start(c) ? c : NULL;
}

// The checker that hears this event, or NULL.
static inline wl_checker *hear(void) { return __builtin_expect(listening != NULL, 1) ? listening : begin(); }

// Delivers an event once, as good as always.
#define DELIVER(kind, call)                        \
  do {                                             \
    wl_checker *c = hear();                        \
    if (!c) return;                                \
    int left = times(c, kind);                     \
    if (__builtin_expect(left != 1, 0)) {          \
      for (; left > 0; left--) { call; }           \
      return;                                      \
    }                                              \
    call;                                          \
  } while (0)

void wl_probe_config(const char *name, int value) {
  int left = current_checker ? times(current_checker, EV_CONFIG) : 1;
  for (; left > 0; left--) unit_config(name, value);
}

void wl_probe_state_row(const char *name, int id) {
  int left = current_checker ? times(current_checker, EV_STATE_ROW) : 1;
  for (; left > 0; left--) unit_state_row(name, id);
}

void wl_probe_ready(unsigned fetched, unsigned reading, unsigned units, int tried) {
  DELIVER(EV_READY, on_ready(c, fetched, reading, units, tried));
}

void wl_probe_wave_start(int slot, long long pc, long long exec, int mode, const uint32_t *sizes) {
  DELIVER(EV_WAVE_START, on_wave_start(c, slot, (uint64_t)pc, (uint64_t)exec, (uint32_t)mode, sizes));
}

void wl_probe_mem_request(int unit, int id, int slot, int token, int write, long long line, long long be,
                          int component, long long lanes, const uint32_t *data) {
  wl_transaction t = {
    .unit = unit == WL_SRC_SMEM ? WL_UNIT_SMEM : WL_UNIT_VMEM, .slot = (uint32_t)slot, .token = (uint32_t)token,
    .write = write != 0, .line = (uint64_t)line, .byte_enable = (uint64_t)be,
    .component = (uint32_t)component, .lanes = (uint64_t)lanes,
  };
  // Bytes that are not enabled may be anything on the port; the model knows them as 0.
  if (write) {
    for (uint32_t i = 0; i < 16; i++) t.data[i] = data[i] & byte_mask((uint32_t)(t.byte_enable >> (4 * i)) & 0xF);
  }
  DELIVER(EV_MEM_REQUEST, on_mem_request(c, unit, id, &t));
}

void wl_probe_mem_performed(int unit, int id, int error, const uint32_t *data) {
  DELIVER(EV_MEM_PERFORMED, on_mem_performed(c, unit, id, error != 0, data));
}

void wl_probe_lds(int slot, int token, int kind, int quad, int access, int bank, int row, int be,
                  const uint32_t *data) {
  wl_lds_access a = {
    .slot = (uint32_t)slot, .token = (uint32_t)token, .kind = (wl_lds_kind)kind, .quad = (uint32_t)quad,
    .access = (uint32_t)access, .bank = (uint32_t)bank, .row = (uint32_t)row,
    .byte_enable = kind != WL_LDS_READ ? (uint32_t)be : 0xFFFF,  // a read serves the whole entry
  };
  for (uint32_t i = 0; i < 4; i++) a.data[i] = data[i] & byte_mask((a.byte_enable >> (4 * i)) & 0xF);
  DELIVER(EV_LDS, on_lds(c, &a));
}

void wl_probe_sgpr(int source, int slot, int token, int first, int count, const uint32_t *data) {
  DELIVER(EV_SGPR, on_sgpr(c, source, slot, (uint32_t)token, first, count, data));
}

void wl_probe_vgpr(int source, int slot, int token, int row, int quarter, int lanes, const uint32_t *data) {
  DELIVER(EV_VGPR, on_vgpr(c, source, slot, (uint32_t)token, row, quarter, (uint32_t)lanes, data));
}

void wl_probe_valu_done(int slot) { DELIVER(EV_VALU_DONE, on_valu_done(c, slot)); }

void wl_probe_mem_return(int unit, int slot, int token, int viol) {
  DELIVER(EV_MEM_RETURN, on_mem_return(c, unit, slot, (uint32_t)token, viol != 0));
}

void wl_probe_operands_read(int slot, int token) {
  DELIVER(EV_OPERANDS_READ, on_operands_read(c, slot, (uint32_t)token));
}

void wl_probe_lds_cycles(int slot, int token, int cycles, int conflicts) {
  DELIVER(EV_LDS_CYCLES, on_lds_cycles(c, slot, (uint32_t)token, (uint32_t)cycles, (uint32_t)conflicts));
}

void wl_probe_message(int slot, int kind, int simm, int m0) {
  DELIVER(EV_MESSAGE, on_message(c, slot, kind != 0, (uint32_t)simm & 0xFFFF, (uint32_t)m0));
}

void wl_probe_resume(int slot) { DELIVER(EV_RESUME, on_resume(c, slot)); }

void wl_probe_trap(int slot) { DELIVER(EV_TRAP, on_trap(c, slot)); }

void wl_probe_barrier_release(int group) { DELIVER(EV_BARRIER_RELEASE, on_barrier_release(c, group)); }

void wl_probe_issue(int slot, long long pc, int w0, int w1, int token) {
  DELIVER(EV_ISSUE, on_issue(c, slot, (uint64_t)pc, (uint32_t)w0, (uint32_t)w1, (uint32_t)token));
}

void wl_probe_wave_end(int slot, int why) { DELIVER(EV_WAVE_END, on_wave_end(c, slot, why)); }

void wl_probe_clock(long long clock, const uint32_t *special) {
  DELIVER(EV_CLOCK, on_clock(c, (uint64_t)clock, special));
}

void wl_probe_clock_as_expected(long long clock) { DELIVER(EV_CLOCK, on_clock(c, (uint64_t)clock, NULL)); }
