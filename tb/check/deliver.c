// SPDX-License-Identifier: Apache-2.0
// The functions of probe.h, made from events.def: each counts its event and calls the handler.
#include "check/internal.h"

#include <stdio.h>

static void tell(const wl_observer *list, const wl_observed *o) {
  for (; list; list = list->next)
    if (list->wants[o->when] >> o->event & 1) list->event(list->to, o);
}

__attribute__((cold, noinline)) void arch_observe(const arch_state *c, wl_moment when, wl_probe_event event,
                                                  const wl_probe_argument *arguments) {
  tell(c->observers, &(wl_observed){.when = when, .event = (int)event, .argument = arguments, .arch = c});
}

// Whether events go to the checker at once.
static void listen(wl_checker *c) {
  const bool at_once = c->arch.model && c->fault_event < 0 && !c->arch.unit->seen && !*c->arch.not_judged &&
                       !c->arch.any_order && !c->records;
  c->arch.unit->listener = at_once ? c : NULL;
}

// How often the event of the injected kind is delivered.
static int fault_times(wl_checker *c) {
  if (c->arch.cycle < c->arch.options.event_cycle) return 1;
  if (c->fault_skip) {
    c->fault_skip--;
    return 1;
  }
  c->fault_event = -1;
  listen(c);
  return c->fault_times;
}

static int times(wl_unit *unit, wl_probe_event event, const wl_probe_argument *arguments) {
  wl_checker *c = unit->checker;
  if (unit->seen) tell(unit->observers, &(wl_observed){.event = (int)event, .argument = arguments, .unit = unit});
  if (!c || *c->arch.not_judged) return 1;
  c->arch.events++;
  return c->fault_event == (int)event ? fault_times(c) : 1;
}

// The checker for this event, or NULL. The first event that is not of time zero ends time zero.
static wl_checker *checker_for_event(wl_unit *unit) {
  wl_checker *c = unit->checker;
  if (!c || c->arch.options.mode == WL_CHECK_OFF || (!c->arch.model && !checker_start(c))) return NULL;
  if (__builtin_expect(*c->arch.not_judged != 0, 0)) return NULL;
  listen(c);
  return c;
}

// ---- handlers ------------------------------------------------------------------------------------
// Each event: first the architecture, then what watches the run, then the policies that the unit follows.

// An event of a level or policy that the unit did not declare.
__attribute__((cold, noinline)) static void undeclared(wl_checker *c, wl_probe_event event, wl_capability level) {
  diverge(&c->arch, WL_ERROR, -1, wl_probe_name((int)event),
          "wl_probe_%s: the DUT did not declare the capability \"%s\"", wl_probe_name((int)event),
          wl_capability_name((int)level));
}

static inline bool declared(wl_checker *c, wl_probe_event event, wl_capability level) {
  if (__builtin_expect(can(&c->arch, level), 1)) return true;
  undeclared(c, event, level);
  return false;
}

static inline wl_capability level_of(int source) {
  switch (source) {
    case WL_SRC_SMEM:
    case WL_SRC_VMEM: return WL_CAN_memory;
    case WL_SRC_LDS: return WL_CAN_lds;
    default: return WL_CAN_registers;
  }
}

static inline void on_ready(wl_checker *c, int fetched, int reading, int units, int selected) {
  if (declared(c, WL_EVENT_ready, WL_CAN_arbiter))
    arbiter_ready(&c->arch, (uint32_t)fetched, (uint32_t)reading, (uint32_t)units, selected, &c->arbiter);
}

static void on_wave_start(wl_checker *c, int slot, long long pc, long long exec, int mode, const uint32_t *start) {
  if (!arch_wave_start(&c->arch, slot, (uint64_t)pc, (uint64_t)exec, (uint32_t)mode, start)) return;
  if (c->arch.dispatch[slot].init.control && can(&c->arch, WL_CAN_control)) control_start(&c->control, &c->arch, slot);
  arbiter_start(&c->arbiter, slot);
  lds_timing_start(&c->lds_timing, slot);
  barrier_latency_look(&c->barrier_latency, &c->arch, c->arch.wave[slot].group);
}

static void on_mem_performed(wl_checker *c, int port, int id, int error, const uint32_t *data) {
  // The testbench's memory reports for every unit.
  if (can(&c->arch, WL_CAN_memory)) arch_mem_performed(&c->arch, port, id, error != 0, data);
}

static void on_mem_request(wl_checker *c, int port, int id, int slot, int tag, int op, long long line, long long be,
                           int component, long long lanes, const uint32_t *data) {
  if (!declared(c, WL_EVENT_mem_request, WL_CAN_memory)) return;
  arch_mem_request(&c->arch, port, id, slot, (uint32_t)tag, op, (uint64_t)line, (uint64_t)be, (uint32_t)component,
                   (uint64_t)lanes, data);
  OBSERVE(&c->arch, WL_AFTER, mem_request, {.number = port}, {.number = id}, {.number = slot}, {.number = tag},
          {.number = op}, {.number = line}, {.number = be}, {.number = component}, {.number = lanes}, {.words = data});
}

static void on_mem_atomic(wl_checker *c, int port, int id, int slot, int tag, int atomic, int wide, long long line,
                          long long be, long long lanes, const uint32_t *data, const uint32_t *compare) {
  if (!declared(c, WL_EVENT_mem_atomic, WL_CAN_memory)) return;
  arch_mem_atomic(&c->arch, port, id, slot, (uint32_t)tag, atomic, wide, (uint64_t)line, (uint64_t)be, (uint64_t)lanes,
                  data, compare);
  OBSERVE(&c->arch, WL_AFTER, mem_atomic, {.number = port}, {.number = id}, {.number = slot}, {.number = tag},
          {.number = atomic}, {.number = wide}, {.number = line}, {.number = be}, {.number = lanes}, {.words = data},
          {.words = compare});
}

static void on_clock(wl_checker *c, int slot, int tag) {
  if (declared(c, WL_EVENT_clock, WL_CAN_memory)) arch_clock(&c->arch, slot, (uint32_t)tag);
}

enum { LDS_WORDS = 4, LDS_WIDE_WORDS = 16 };  // of the data of lds and lds_wide
static void on_lds(wl_checker *c, int slot, int tag, int op, int quad, int access, int bank, int row, int be,
                   const uint32_t *data) {
  if (!declared(c, WL_EVENT_lds, WL_CAN_lds)) return;
  arch_lds(&c->arch, slot, (uint32_t)tag, op, (uint32_t)quad, (uint32_t)access, (uint32_t)bank, (uint32_t)row,
           (uint32_t)be, LDS_WORDS, data);
  OBSERVE(&c->arch, WL_AFTER, lds, {.number = slot}, {.number = tag}, {.number = op}, {.number = quad},
          {.number = access}, {.number = bank}, {.number = row}, {.number = be}, {.words = data});
}

static void on_lds_wide(wl_checker *c, int slot, int tag, int op, int quad, int access, int bank, int row, long long be,
                        const uint32_t *data) {
  if (!declared(c, WL_EVENT_lds_wide, WL_CAN_lds)) return;
  arch_lds(&c->arch, slot, (uint32_t)tag, op, (uint32_t)quad, (uint32_t)access, (uint32_t)bank, (uint32_t)row,
           (uint64_t)be, LDS_WIDE_WORDS, data);
}

static void on_lds_transfer(wl_checker *c, int slot, int tag, int op, int bank, int row, int be, const uint32_t *data) {
  if (!declared(c, WL_EVENT_lds_transfer, WL_CAN_lds)) return;
  arch_lds_transfer(&c->arch, slot, (uint32_t)tag, op, (uint32_t)bank, (uint32_t)row, (uint32_t)be, data);
}

static inline void on_sgpr(wl_checker *c, int source, int slot, int tag, int first, int count, const uint32_t *data) {
  if (!declared(c, WL_EVENT_sgpr, level_of(source))) return;
  if (__builtin_expect(c->arch.mirror != NULL, 0)) mirror_sgprs(&c->arch, slot, first, count, data);
  arch_sgpr(&c->arch, source, slot, (uint32_t)tag, first, count, data);
}

// The write is not in the usual slot.
static __attribute__((noinline)) void on_valu_lanes_elsewhere(wl_checker *c, int slot, int vgpr, int pass,
                                                              uint32_t lanes, const uint32_t *data) {
  writeback_slots_look(&c->writeback_slots, &c->arch, slot, vgpr, pass);
  arch_valu_lanes(&c->arch, slot, vgpr, pass, lanes, data);
}

// The most frequent event.
static inline void on_valu_lanes(wl_checker *c, int slot, int vgpr, int pass, uint32_t lanes, const uint32_t *data) {
  if (__builtin_expect((uint32_t)slot >= c->arch.config.waves, 0))
    arch_any_valu_lanes(&c->arch, slot, vgpr, pass, lanes, data);
  else if (!writeback_slots_usual(&c->writeback_slots, &c->arch, slot, pass))
    on_valu_lanes_elsewhere(c, slot, vgpr, pass, lanes, data);
  else arch_valu_lanes(&c->arch, slot, vgpr, pass, lanes, data);
}

static inline void on_vgpr(wl_checker *c, int source, int slot, int tag, int vgpr, int pass, int lanes,
                           const uint32_t *data) {
  if (!declared(c, WL_EVENT_vgpr, level_of(source))) return;
  if (__builtin_expect(c->arch.mirror != NULL, 0)) mirror_lanes(&c->arch, vgpr, pass, (uint32_t)lanes, data);
  if (source == WL_SRC_VALU) on_valu_lanes(c, slot, vgpr, pass, (uint32_t)lanes, data);
  else arch_vgpr(&c->arch, source, slot, (uint32_t)tag, vgpr, pass, (uint32_t)lanes, data);
}

static void on_valu_done(wl_checker *c, int slot) {
  if (declared(c, WL_EVENT_valu_done, WL_CAN_registers)) arch_valu_done(&c->arch, slot);
}

static void on_operands_read(wl_checker *c, int slot, int tag, int source) {
  if (declared(c, WL_EVENT_operands_read, WL_CAN_lds)) arch_operands_read(&c->arch, source, slot, (uint32_t)tag);
}

static void on_vgpr_read(wl_checker *c, int source, int slot, int tag, int vgpr, int pass) {
  if (declared(c, WL_EVENT_vgpr_read, WL_CAN_control))
    control_vgpr_read(&c->arch, source, slot, (uint32_t)tag, vgpr, pass);
}

static void on_reuse_hit(wl_checker *c, int vgpr, int pass, int operand, const uint32_t *data) {
  if (declared(c, WL_EVENT_reuse_hit, WL_CAN_control)) control_reuse_hit(&c->arch, vgpr, pass, operand, data);
}

static void on_control(wl_checker *c, int slot, int field) {
  if (declared(c, WL_EVENT_control, WL_CAN_control)) control_field(&c->control, &c->arch, slot, (uint32_t)field);
}

static void on_lds_cycles(wl_checker *c, int slot, int tag, int cycles, int conflicts) {
  if (!declared(c, WL_EVENT_lds_cycles, WL_CAN_lds_timing)) return;
  if (lds_timing_served(&c->lds_timing, &c->arch, slot, (uint32_t)tag, (uint32_t)cycles, (uint32_t)conflicts))
    OBSERVE(&c->arch, WL_AFTER, lds_cycles, {.number = slot}, {.number = tag}, {.number = cycles},
            {.number = conflicts});
}

static void on_mem_return(wl_checker *c, int source, int slot, int tag, int viol) {
  if (!declared(c, WL_EVENT_mem_return, level_of(source))) return;
  if (!arch_mem_return(&c->arch, source, slot, (uint32_t)tag, viol != 0)) return;
  OBSERVE(&c->arch, WL_AFTER, mem_return, {.number = source}, {.number = slot}, {.number = tag}, {.number = viol});
  if (source == WL_SRC_LDS && can(&c->arch, WL_CAN_lds_timing))
    lds_timing_return(&c->lds_timing, &c->arch, slot, (uint32_t)tag);
  arbiter_return(&c->arbiter, (uint32_t)slot, block_of(source), (uint32_t)tag);
}

static void on_export(wl_checker *c, int slot, int tag, int target, int flags, long long exec, int component, int pass,
                      const uint32_t *data) {
  if (declared(c, WL_EVENT_export, WL_CAN_exports))
    arch_export(&c->arch, slot, (uint32_t)tag, (uint32_t)target, (uint32_t)flags, (uint64_t)exec, (uint32_t)component,
                (uint32_t)pass, data);
}

static void on_message(wl_checker *c, int slot, int kind, int simm, int m0) {
  if (arch_message(&c->arch, slot, kind != 0, (uint32_t)simm, (uint32_t)m0)) arbiter_message(&c->arbiter, &c->arch);
}

static void on_resume(wl_checker *c, int slot) { arch_resume(&c->arch, slot); }

static void on_barrier_release(wl_checker *c, int group) {
  OBSERVE(&c->arch, WL_BEFORE, barrier_release, {.number = group});
  if (arch_barrier_release(&c->arch, group)) barrier_latency_release(&c->barrier_latency, (uint32_t)group);
}

static void on_trap(wl_checker *c, int slot) {
  if (arch_trap(&c->arch, slot)) arbiter_trap(&c->arbiter, &c->arch, (uint32_t)slot);
}

static bool on_issue(wl_checker *c, int slot, long long pc, int w0, int w1, int tag, int exec_unit) {
  arch_state *a = &c->arch;
  if (__builtin_expect(c->control.waves != 0, 0)) control_unit(a, slot, exec_unit);
  OBSERVE(a, WL_BEFORE, issue, {.number = slot}, {.number = pc}, {.number = w0}, {.number = w1}, {.number = tag},
          {.number = exec_unit});
  if (!arch_issue(a, slot, (uint64_t)pc, (uint32_t)w0, (uint32_t)w1, (uint32_t)tag)) return false;
  const wl_effect *e = &a->effect;
  if (__builtin_expect(c->control.waves >> slot & 1, 0)) control_issue(&c->control, a, slot, e);
  OBSERVE(a, WL_AFTER, issue, {.number = slot}, {.number = pc}, {.number = w0}, {.number = w1}, {.number = tag},
          {.number = exec_unit});
  if (can(a, WL_CAN_arbiter)) arbiter_issue(&c->arbiter, a, (uint32_t)slot, (uint32_t)tag, e);
  if (can(a, WL_CAN_writeback_slots) && a->wave[slot].valu_pending)
    writeback_slots_issue(&c->writeback_slots, a, slot, exec_unit, e);
  if (__builtin_expect(e->barrier, 0)) barrier_latency_arrive(&c->barrier_latency, a, a->wave[slot].group);
  return true;
}

// record_event has taken them.
static void on_retire(wl_checker *c, int slot, long long pc, int w0, int w1, int flags, int order) {
  (void)slot, (void)pc, (void)w0, (void)w1, (void)flags, (void)order;
  undeclared(c, WL_EVENT_retire, WL_CAN_retire);
}

static void on_retire_end(wl_checker *c, int slot) {
  (void)slot;
  undeclared(c, WL_EVENT_retire_end, WL_CAN_retire);
}

static void on_wave_end(wl_checker *c, int slot, int why) {
  if (!arch_wave_end(&c->arch, slot, why)) return;
  control_end(&c->control, slot);
  OBSERVE(&c->arch, WL_AFTER, wave_end, {.number = slot}, {.number = why});
  barrier_latency_look(&c->barrier_latency, &c->arch, c->arch.wave[slot].group);
}

static inline __attribute__((always_inline)) void close_cycle(wl_checker *c, long long number,
                                                              const uint32_t *state_regs) {
  arch_state *a = &c->arch;
  if (__builtin_expect(state_regs && c->control.waves, 0)) control_take_stay(&c->control, a, state_regs);
  arch_cycle(a, (uint64_t)number, state_regs);
  if (__builtin_expect(state_regs && a->mirror, 0)) mirror_cycle(a, state_regs);
  barrier_latency_close(&c->barrier_latency, a);
  if (__builtin_expect(c->control.waves != 0, 0)) control_edge(&c->control, a);
  if (can(a, WL_CAN_arbiter)) arbiter_close(&c->arbiter, a);
  arch_cycle_end(a);
}

static __attribute__((noinline)) void on_cycle(wl_checker *c, long long number, const uint32_t *state_regs) {
  close_cycle(c, number, state_regs);
}

// ---- events that waited --------------------------------------------------------------------------

void deliver_kept(wl_checker *c, const kept_event *k) {
  const long long *n = k->number;
  const uint32_t *a = k->words[0], *b = k->words[1];
  switch ((int)k->event) {
    case WL_EVENT_mem_performed: on_mem_performed(c, (int)n[0], (int)n[1], (int)n[2], a); return;
    case WL_EVENT_mem_request:
      on_mem_request(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], n[5], n[6], (int)n[7], n[8], a);
      return;
    case WL_EVENT_mem_atomic:
      on_mem_atomic(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5], n[6], n[7], n[8], a, b);
      return;
    case WL_EVENT_clock: on_clock(c, (int)n[0], (int)n[1]); return;
    case WL_EVENT_lds:
      on_lds(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5], (int)n[6], (int)n[7], a);
      return;
    case WL_EVENT_lds_wide:
      on_lds_wide(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5], (int)n[6], n[7], a);
      return;
    case WL_EVENT_lds_transfer:
      on_lds_transfer(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5], a);
      return;
    case WL_EVENT_sgpr: on_sgpr(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], a); return;
    case WL_EVENT_vgpr: on_vgpr(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5], a); return;
    case WL_EVENT_valu_done: on_valu_done(c, (int)n[0]); return;
    case WL_EVENT_operands_read: on_operands_read(c, (int)n[0], (int)n[1], (int)n[2]); return;
    case WL_EVENT_mem_return: on_mem_return(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3]); return;
    case WL_EVENT_export:
      on_export(c, (int)n[0], (int)n[1], (int)n[2], (int)n[3], n[4], (int)n[5], (int)n[6], a);
      return;
    case WL_EVENT_barrier_release: on_barrier_release(c, (int)n[0]); return;
    case WL_EVENT_wave_end: on_wave_end(c, (int)n[0], (int)n[1]); return;
  }
}

bool deliver_issue(wl_checker *c, int slot, long long pc, int w0, int w1) {
  return on_issue(c, slot, pc, w0, w1, 0, -1);
}

#define SIZE_INT(name) 0
#define SIZE_LONG(name) 0
#define SIZE_TEXT(name) 0
#define SIZE_ITSELF(name)
#define SIZE_WORDS(n) n SIZE_ITSELF
#define SIZE_A(type, name) SIZE_##type(name), SIZE_B
#define SIZE_B(type, name) SIZE_##type(name), SIZE_A
#define SIZE_A_END
#define SIZE_B_END
#define SIZES(sequence) WL_ENDED(SIZE_A sequence)

const uint16_t *words_of_arguments(wl_probe_event event) {
  enum { STATE_WORDS = WL_MAX_WAVES * STATE_REG_WORDS };
  static const uint16_t words[WL_EVENTS][KEPT_ARGUMENTS] = {
#define EVENT(name, phase, arguments, sentence) {SIZES(arguments)},
#include "probe/events.def"
  };
  return words[event];
}

// ---- delivery ------------------------------------------------------------------------------------

#define VALUE_INT(name) \
  { .number = name }
#define VALUE_LONG(name) \
  { .number = name }
#define VALUE_TEXT(name) \
  { .text = name }
#define VALUE_ARRAY(name) \
  { .words = name }
#define VALUE_WORDS(n) VALUE_ARRAY
#define VALUE_A(type, name) VALUE_##type(name), VALUE_B
#define VALUE_B(type, name) VALUE_##type(name), VALUE_A
#define VALUE_A_END
#define VALUE_B_END
#define VALUES(sequence) WL_ENDED(VALUE_A sequence)

// clang-format off
// Before the first cycle an event describes the unit, which needs no checker.
#define DELIVER_TIME_ZERO(name, arguments)                                         \
  void wl_probe_##name(wl_unit *unit WL_PARAMETERS(arguments)) {                   \
    const wl_probe_argument values[KEPT_ARGUMENTS] = {VALUES(arguments)};                        \
    if (!unit) wl_unit_no_handle(WL_EVENT_##name);                                 \
    if (!unit) return;                                                             \
    for (int left = times(unit, WL_EVENT_##name, values); left > 0; left--)        \
      describe_##name(unit WL_ARGUMENTS(arguments));                               \
  }
// The first event of a run, events while one is to be faulted, and watched events go through a function of their own.
// Otherwise the compiler would save registers for these rare cases each time.
#define DELIVER_IN_CYCLE(name, arguments)                                          \
  __attribute__((cold, noinline)) static void name##_slowly(wl_unit *unit WL_PARAMETERS(arguments)) {  \
    const wl_probe_argument values[KEPT_ARGUMENTS] = {VALUES(arguments)};                        \
    if (!unit) wl_unit_no_handle(WL_EVENT_##name);                                 \
    wl_checker *c = unit ? checker_for_event(unit) : NULL;                         \
    if (!c && unit && unit->seen)                                                  \
      tell(unit->observers, &(wl_observed){.event = WL_EVENT_##name, .argument = values, .unit = unit});  \
    if (!c) return;                                                                \
    for (int left = times(unit, WL_EVENT_##name, values); left > 0; left--) {      \
      if (c->records && record_event(c, WL_EVENT_##name, values)) continue;        \
      if (c->arch.any_order && WL_EVENT_##name == WL_EVENT_cycle) none_comes(c);   \
      on_##name(c WL_ARGUMENTS(arguments));                                        \
      if (c->arch.any_order) delivered(c, WL_EVENT_##name, values);                \
    }                                                                              \
  }                                                                                \
  void wl_probe_##name(wl_unit *unit WL_PARAMETERS(arguments)) {                   \
    wl_checker *c = unit ? unit->listener : NULL;                                  \
    if (__builtin_expect(c != NULL, 1)) {                                          \
      c->arch.events++;                                                                 \
      on_##name(c WL_ARGUMENTS(arguments));                                        \
    } else {                                                                       \
      name##_slowly(unit WL_ARGUMENTS(arguments));                                 \
    }                                                                              \
  }
#define DELIVER_START DELIVER_IN_CYCLE
#define DELIVER_RESULT DELIVER_IN_CYCLE
#define DELIVER_FLOW DELIVER_IN_CYCLE
#define DELIVER_ISSUE DELIVER_IN_CYCLE
#define DELIVER_END DELIVER_IN_CYCLE
#define DELIVER_CLOSE DELIVER_IN_CYCLE
#define DELIVER_ANY DELIVER_IN_CYCLE
#define EVENT(name, phase, arguments, sentence) DELIVER_##phase(name, arguments)
#include "probe/events.def"
// clang-format on

void wl_probe_waits(wl_unit *unit, const uint32_t *reasons, const uint32_t *exec) {
  if (!unit) return;
  wl_checker *c = unit->checker;
  if (unit->asks_waits) {
    memcpy(c->arch.reasons, reasons, sizeof c->arch.reasons);
    c->arch.has_reasons = true;
  }
  const bool judges = c && c->arch.model && c->arch.options.mode != WL_CHECK_OFF;
  const wl_observed_cycle now = {.reasons = reasons,
                                 .exec = exec,
                                 .arch = judges ? &c->arch : NULL,
                                 .selected = judges ? c->arbiter.selected : -1};
  for (const wl_observer *o = unit->observers; o; o = o->next)
    if (o->cycle) o->cycle(o->to, &now);
}

void wl_probe_line(wl_unit *unit, int waves) {
  for (const wl_observer *o = unit ? unit->observers : NULL; o; o = o->next)
    if (o->line) o->line(o->to, (uint32_t)waves);
}

// Without a checker, and at time zero, it stays in the description of the unit.
void wl_probe_unknown(wl_unit *unit, const char *name, const char *argument, int word) {
  wl_checker *c = unit ? unit->checker : NULL;
  char place[32] = "";
  if (word >= 0) snprintf(place, sizeof place, ", word %d", word);
  if (c && c->arch.model)
    diverge(&c->arch, WL_MISMATCH, -1, name, "X or Z in an argument of wl_probe_%s: %s%s", name, argument, place);
  else if (unit && !*unit->description.error)
    snprintf(unit->description.error, sizeof unit->description.error, "X or Z in an argument of wl_probe_%s: %s%s",
             name, argument, place);
}

// ---- direct_compare.h ----------------------------------------------------------------------------

void wl_probe_cycle_as_expected(wl_unit *unit, long long cycle) {
  wl_checker *c = unit->listener;
  if (__builtin_expect(c != NULL, 1)) {
    c->arch.events++;
    close_cycle(c, cycle, NULL);
  } else {
    cycle_slowly(unit, cycle, NULL);
  }
}

void wl_probe_valu_lanes(wl_unit *unit, int slot, int vgpr, int pass, unsigned lanes, const uint32_t *data) {
  wl_checker *c = unit->listener;
  if (__builtin_expect(c != NULL, 1)) {
    c->arch.events++;
    on_valu_lanes(c, slot, vgpr, pass, lanes, data);
  } else {
    vgpr_slowly(unit, WL_SRC_VALU, slot, 0, vgpr, pass, (int)lanes, data);
  }
}

// ---- sweeps --------------------------------------------------------------------------------------

int wl_probe_sweep(wl_unit *unit) {
  if (!unit || !unit->checker || !unit->checker->arch.sweep_asked) return 0;
  return sweep_ask(&unit->checker->arch);
}

// The architecture of the checker that has asked for a sweep, or NULL.
static arch_state *sweeping(const wl_unit *unit) {
  return unit && unit->checker && unit->checker->arch.sweep_asked ? &unit->checker->arch : NULL;
}

void wl_probe_sweep_sgpr(wl_unit *unit, int slot, const uint32_t *words) {
  if (sweeping(unit)) swept_sgpr(sweeping(unit), slot, words);
}

void wl_probe_sweep_vgpr(wl_unit *unit, int vgpr, int pass, const uint32_t *words) {
  if (sweeping(unit)) swept_vgpr(sweeping(unit), vgpr, pass, words);
}

void wl_probe_sweep_lds(wl_unit *unit, int bank, int row, const uint32_t *words) {
  if (sweeping(unit)) swept_lds(sweeping(unit), bank, row, LDS_WORDS, words);
}

void wl_probe_sweep_lds_wide(wl_unit *unit, int bank, int row, const uint32_t *words) {
  if (sweeping(unit)) swept_lds(sweeping(unit), bank, row, LDS_WIDE_WORDS, words);
}

void wl_probe_sweep_vgprs(wl_unit *unit, int first, int count, const uint32_t *words) {
  if (sweeping(unit)) swept_vgprs(sweeping(unit), first, count, words);
}

void wl_probe_sweep_lds_bank(wl_unit *unit, int bank, int rows, const uint32_t *words) {
  if (sweeping(unit)) swept_lds_bank(sweeping(unit), bank, rows, words);
}
