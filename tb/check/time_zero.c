// SPDX-License-Identifier: Apache-2.0
// Time zero: what the unit says of itself, and whether the checker can work with it. The unit may report before the
// checker exists, so its handle keeps the description.
#include "check/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const size_names[WL_UNIT_SIZES] = {
    "waves",      "lanes",       "phys_vgprs",  "lds_entries",     "gds_entries", "groups",    "sgprs",
    "isa",        "rdna",        "vcc_alias",   "dpp_read_cycles", "lds_read",    "vmem_read", "export_read",
    "lds_return", "vmem_return", "smem_return", "sramecc",         "prio_bound"};
enum {
  SIZES_ALWAYS = 0x3FF,   // which every unit reports
  MAX_ENTRIES = 1 << 16,  // of a register file, and of a bank
};

__attribute__((format(printf, 2, 3))) static void wrong(wl_unit *unit, const char *format, ...) {
  wl_unit_description *d = &unit->description;
  if (d->error[0]) return;
  va_list args;
  va_start(args, format);
  vsnprintf(d->error, sizeof d->error, format, args);
  va_end(args);
}

// Reports an event of time zero that comes later.
static bool is_late(wl_unit *unit, const char *event, const char *name) {
  wl_checker *c = unit->checker;
  if (!c || !c->arch.model) return false;
  diverge(&c->arch, WL_ERROR, -1, event, "%s \"%s\" was reported after time zero", event, name);
  return true;
}

void describe_version(wl_unit *unit, int number) {
  if (is_late(unit, "version", "")) return;
  if (unit->description.version) wrong(unit, "the DUT reported its version of the probe interface twice");
  unit->description.version = (uint32_t)number;
}

void describe_config(wl_unit *unit, const char *name, int value) {
  wl_unit_description *d = &unit->description;
  if (is_late(unit, "config", name)) return;
  for (uint32_t i = 0; i < WL_UNIT_SIZES; i++) {
    if (strcmp(name, size_names[i])) continue;
    if (d->sizes_reported >> i & 1) wrong(unit, "the DUT reported its size \"%s\" twice", name);
    if (value < 0) wrong(unit, "the DUT reported size \"%s\" as %d", name, value);
    d->sizes_reported |= 1u << i;
    d->size[i] = (uint32_t)value;
    return;
  }
  wrong(unit, "the DUT reported a size \"%s\" = %d that the checker does not know", name, value);
}

void describe_state_row(wl_unit *unit, const char *name, int id) {
  wl_unit_description *d = &unit->description;
  if (is_late(unit, "state_row", name)) return;
  for (uint32_t i = 0; i < d->row_count; i++) {
    if (!strcmp(d->row[i].name, name)) {
      wrong(unit, "the DUT reported its state row \"%s\" twice", name);
      return;
    }
  }
  bool known = false;
  for (uint32_t i = 0; i < STATE_ROWS; i++) known |= !strcmp(state_table[i].row.name, name);
  if (!known) {
    wrong(unit, "the DUT has a state row \"%s\" that the state table does not compare", name);
    return;
  }
  snprintf(d->row[d->row_count].name, sizeof d->row[0].name, "%s", name);
  d->row[d->row_count++].id = id;
}

void describe_capability(wl_unit *unit, const char *name) {
  wl_unit_description *d = &unit->description;
  if (is_late(unit, "capability", name)) return;
  for (int i = 0; i < WL_CAPABILITIES; i++) {
    if (strcmp(name, wl_capability_name(i))) continue;
    if (d->capabilities >> i & 1) wrong(unit, "the DUT declared its capability \"%s\" twice", name);
    d->capabilities |= 1u << i;
    return;
  }
  wrong(unit, "the DUT declared a capability \"%s\" that the checker does not know", name);
}

void describe_exec_unit(wl_unit *unit, int number, const char *name, int fixed, int first, int step) {
  wl_unit_description *d = &unit->description;
  if (is_late(unit, "exec_unit", name)) return;
  if (number < 0 || number >= WL_EXEC_UNITS) {
    wrong(unit, "the DUT reported execution unit \"%s\" as number %d; there are 0 to %d", name, number,
          WL_EXEC_UNITS - 1);
    return;
  }
  if (d->exec_units >> number & 1) wrong(unit, "the DUT reported execution unit %d twice", number);
  if (first < 0 || step < 0) wrong(unit, "the DUT reported execution unit \"%s\" with negative cycles", name);
  d->exec_units |= 1u << number;
  snprintf(d->exec_unit[number].name, sizeof d->exec_unit[0].name, "%s", name);
  d->exec_unit[number].fixed = fixed != 0;
  d->exec_unit[number].first = (uint32_t)first;
  d->exec_unit[number].step = (uint32_t)step;
}

static int row_id(const wl_unit_description *d, const char *name) {
  for (uint32_t i = 0; i < d->row_count; i++) {
    if (!strcmp(d->row[i].name, name)) return d->row[i].id;
  }
  return -1;
}

int wl_checker_row_id(const wl_checker *c, const char *name) { return row_id(&c->arch.unit->description, name); }

// Levels that the values of another one, or a policy's rule, follow from.
static const struct {
  wl_capability of, needs;
} needed[] = {{WL_CAN_memory, WL_CAN_registers},
              {WL_CAN_lds, WL_CAN_registers},
              {WL_CAN_state, WL_CAN_registers},
              {WL_CAN_state, WL_CAN_memory},
              {WL_CAN_arbiter, WL_CAN_registers},
              {WL_CAN_arbiter, WL_CAN_memory},
              {WL_CAN_control, WL_CAN_registers},
              {WL_CAN_control, WL_CAN_memory},
              {WL_CAN_control, WL_CAN_lds},
              {WL_CAN_control, WL_CAN_exports},
              {WL_CAN_control, WL_CAN_state},
              {WL_CAN_control, WL_CAN_arbiter},
              {WL_CAN_control, WL_CAN_writeback_slots},
              {WL_CAN_arbiter, WL_CAN_lds},
              {WL_CAN_lds_timing, WL_CAN_lds},
              {WL_CAN_writeback_slots, WL_CAN_registers},
              {WL_CAN_one_vector_in_flight, WL_CAN_registers},
              {WL_CAN_scalar_at_issue, WL_CAN_registers},
              {WL_CAN_issue_first, WL_CAN_registers},
              {WL_CAN_keeps_registers, WL_CAN_registers},
              {WL_CAN_flat_halves, WL_CAN_memory},
              {WL_CAN_flat_halves, WL_CAN_lds},
              {WL_CAN_arbiter, WL_CAN_one_vector_in_flight},
              {WL_CAN_arbiter, WL_CAN_state_at_issue},
              {WL_CAN_arbiter, WL_CAN_flat_halves},
              {WL_CAN_lds_timing, WL_CAN_flat_halves},
              {WL_CAN_writeback_slots, WL_CAN_one_vector_in_flight},
              {WL_CAN_control, WL_CAN_scalar_at_issue}};

static void check_capabilities(wl_unit *u) {
  const uint32_t can = u->description.capabilities;
  for (uint32_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    if ((can >> needed[i].of & 1) && !(can >> needed[i].needs & 1))
      wrong(u, "the DUT declares the capability \"%s\" without \"%s\", which it needs",
            wl_capability_name((int)needed[i].of), wl_capability_name((int)needed[i].needs));
  }
  const uint32_t kept_and_cleared = 1u << WL_CAN_keeps_registers | 1u << WL_CAN_clears_registers;
  if ((can & kept_and_cleared) == kept_and_cleared)
    wrong(u, "the DUT declares the capabilities \"keeps_registers\" and \"clears_registers\"");
  // What an issue, or an instruction in flight, is part of.
  const uint32_t of_issues = 1u << WL_CAN_arbiter | 1u << WL_CAN_lds_timing | 1u << WL_CAN_barrier_latency |
                             1u << WL_CAN_writeback_slots | 1u << WL_CAN_one_vector_in_flight |
                             1u << WL_CAN_state_at_issue | 1u << WL_CAN_scalar_at_issue | 1u << WL_CAN_issue_first |
                             1u << WL_CAN_flat_halves | 1u << WL_CAN_control;
  if ((can >> WL_CAN_retire & 1) && (can & of_issues))
    wrong(u, "the DUT declares the capability \"%s\", and with \"retire\" it has no issues",
          wl_capability_name(__builtin_ctz(can & of_issues)));
  // With several in flight, what the state registers have of each at its valu_done is not kept.
  const uint32_t both = 1u << WL_CAN_registers | 1u << WL_CAN_state_at_issue;
  if ((can & both) == both && !(can >> WL_CAN_one_vector_in_flight & 1))
    wrong(u,
          "the DUT declares the capability \"state_at_issue\" with \"registers\", and then it needs "
          "\"one_vector_in_flight\"");
}

// The level that reports a row of the state table.
static wl_capability level_of_row(const state_entry *row) {
  switch (row->how) {
    case COMPARE_STATE_REGS: return WL_CAN_state;
    case COMPARE_SGPR:
    case COMPARE_VGPR: return WL_CAN_registers;
    case COMPARE_LDS: break;
  }
  return WL_CAN_lds;
}

void not_checked(const wl_checker *c, char *text, size_t size) {
  *text = 0;
  for (int i = 0; i < WL_CAPABILITIES && c->arch.model; i++) {
    size_t used = strlen(text);
    if (can(&c->arch, (wl_capability)i) || wl_capability_is_choice(i)) continue;
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", wl_capability_name(i));
    used = strlen(text);
    if (i == WL_CAN_keeps_registers && c->arch.unknown_words)
      snprintf(text + used, size - used, " (%llu words of sweeps were not known)",
               (unsigned long long)c->arch.unknown_words);
  }
}

// The policy that a size belongs to; WL_CAPABILITIES: none, every unit may have it.
static int policy_of_size(uint32_t size) {
  if (size == SIZE_DPP_READ_CYCLES) return WL_CAN_writeback_slots;
  if (size >= SIZE_LDS_READ && size <= SIZE_SMEM_RETURN) return WL_CAN_control;
  return size == SIZE_PRIO_BOUND ? WL_CAN_arbiter : WL_CAPABILITIES;
}

// A size is reported if the checker reads it, and only then.
static void check_sizes_reported(wl_unit *u) {
  const wl_unit_description *d = &u->description;
  for (uint32_t i = 0; i < WL_UNIT_SIZES; i++) {
    const int policy = policy_of_size(i);
    const bool reported = d->sizes_reported >> i & 1, follows = d->capabilities >> policy & 1;
    if (!reported && (SIZES_ALWAYS >> i & 1 || follows))
      wrong(u, "the DUT did not report its size \"%s\"", size_names[i]);
    if (reported && policy < WL_CAPABILITIES && !follows)
      wrong(u, "the DUT reported its size \"%s\", which nobody reads: it does not declare the policy \"%s\"",
            size_names[i], wl_capability_name(policy));
  }
  if (d->exec_units && !(d->capabilities >> WL_CAN_writeback_slots & 1))
    wrong(u, "the DUT reported its execution units, which nobody reads: it does not declare the policy \"%s\"",
          wl_capability_name(WL_CAN_writeback_slots));
}

// A size that the checker holds within bounds.
static void check_bounds(wl_unit *u, uint32_t i, uint32_t least, uint32_t most) {
  const uint32_t size = u->description.size[i];
  if (size >= least && size <= most) return;
  if (least == most)
    wrong(u, "the DUT reported size \"%s\" as %u; the checker holds %u alone", size_names[i], size, least);
  else wrong(u, "the DUT reported size \"%s\" as %u; the checker holds %u to %u", size_names[i], size, least, most);
}

static void check_flag(wl_unit *u, uint32_t i) {
  if (u->description.size[i] > 1)
    wrong(u, "the DUT reported size \"%s\" as %u, expected 0 or 1", size_names[i], u->description.size[i]);
}

// Perhaps the unit's probe has another handle.
static void no_version(wl_unit *u) {
  char paths[WL_UNIT_PATHS], handles[2 * WL_UNIT_PATHS] = "";
  wl_unit_paths(paths, sizeof paths);
  wl_unit_other_handles(handles, sizeof handles);
  wrong(u,
        "the DUT did not report its version of the probe interface to the unit registered as \"%s\"; the checker has "
        "version %d (docs/probe.md). Registered: %s%s",
        u->path, WL_PROBE_VERSION, paths, handles);
}

// The sizes that the model gets, but for its instruction set.
static wl_config config_of(const wl_unit_description *d) {
  return (wl_config){.waves = d->size[SIZE_WAVES],
                     .phys_vgprs = d->size[SIZE_VGPR_ROWS],
                     .lds_entries = d->size[SIZE_LDS_ENTRIES],
                     .gds_entries = d->size[SIZE_GDS_ENTRIES],
                     .rdna = d->size[SIZE_RDNA] != 0,
                     .vcc_alias = d->size[SIZE_VCC_ALIAS] != 0,
                     .control = (d->capabilities >> WL_CAN_control & 1) != 0,
                     .sramecc = d->size[SIZE_SRAMECC] != 0,
                     .clears = (d->capabilities >> WL_CAN_clears_registers & 1) != 0};
}

const char *wl_unit_description_error(wl_unit *u, const wl_model_ops *ops) {
  const wl_unit_description *d = &u->description;
  const uint32_t *size = d->size;
  if (!d->version) no_version(u);
  else if (d->version != WL_PROBE_VERSION)
    wrong(u, "the DUT has version %u of the probe interface, the checker has version %d (docs/probe.md)", d->version,
          WL_PROBE_VERSION);
  check_sizes_reported(u);
  for (uint32_t i = 0; i < STATE_ROWS; i++) {
    const bool needed_row = d->capabilities >> level_of_row(&state_table[i]) & 1;
    if (needed_row && row_id(d, state_table[i].row.name) < 0)
      wrong(u, "state row \"%s\" is in the state table and the DUT does not report it", state_table[i].row.name);
  }
  check_capabilities(u);
  if (d->exec_units & (d->exec_units + 1))
    wrong(u, "the DUT did not report its execution unit %d; it reported a higher number",
          __builtin_ctz(~d->exec_units));
  if ((d->capabilities >> WL_CAN_arbiter & 1) && size[SIZE_PRIO_BOUND] < 1)
    wrong(u, "the DUT reported size \"prio_bound\" as 0, expected at least 1");
  check_bounds(u, SIZE_WAVES, 1, WL_MAX_WAVES);
  check_bounds(u, SIZE_LANES, PASS_LANES, PASS_LANES);
  check_bounds(u, SIZE_VGPR_ROWS, 1, MAX_ENTRIES);
  check_bounds(u, SIZE_LDS_ENTRIES, 1, MAX_ENTRIES);
  check_bounds(u, SIZE_GDS_ENTRIES, 0, MAX_ENTRIES);
  check_bounds(u, SIZE_GROUPS, 1, WL_MAX_GROUPS);
  check_bounds(u, SIZE_SGPRS, WL_SGPRS, WL_SGPRS);
  check_flag(u, SIZE_SRAMECC);
  check_flag(u, SIZE_RDNA);
  check_flag(u, SIZE_VCC_ALIAS);
  wl_config config = config_of(d);
  char why[256];
  if (ops->unit && !ops->unit(size[SIZE_ISA], &config, why)) wrong(u, "%s", why);
  if (!ops_have(ops, d->capabilities, why)) wrong(u, "%s", why);
  return d->error;
}

// The harness gives out the unit's slots, registers and LDS by sizes of its own.
static void check_harness(wl_checker *c) {
  const wl_config *h = &c->harness;
  if (!h->waves) return;
  const wl_unit_description *d = &c->arch.unit->description;
  const struct {
    const char *name;
    uint32_t probe, harness;
  } sizes[] = {{"waves", d->size[SIZE_WAVES], h->waves},
               {"phys_vgprs", d->size[SIZE_VGPR_ROWS], h->phys_vgprs},
               {"lds_entries", d->size[SIZE_LDS_ENTRIES], h->lds_entries},
               {"gds_entries", d->size[SIZE_GDS_ENTRIES], h->gds_entries},
               {"isa", c->arch.config.isa, h->isa},
               {"rdna", d->size[SIZE_RDNA], h->rdna},
               {"vcc_alias", d->size[SIZE_VCC_ALIAS], h->vcc_alias},
               {"sramecc", d->size[SIZE_SRAMECC], h->sramecc}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].probe != sizes[i].harness)
      wrong(c->arch.unit, "the DUT's probe reported size \"%s\" as %u, and the bench was told %u", sizes[i].name,
            sizes[i].probe, sizes[i].harness);
}

void wl_checker_harness(wl_checker *c, const wl_config *sizes) { c->harness = *sizes; }

// What the checker keeps of a unit that does not follow a policy. False: out of memory.
static bool open_without(arch_state *c) {
  const bool registers = can(c, WL_CAN_registers);
  c->flat_whole = can(c, WL_CAN_memory) && can(c, WL_CAN_lds) && !can(c, WL_CAN_flat_halves);
  c->any_order = registers && !can(c, WL_CAN_issue_first) && !can(c, WL_CAN_retire);
  const bool order = can(c, WL_CAN_one_vector_in_flight) && can(c, WL_CAN_scalar_at_issue);
  return (!registers || order || flights_open(c)) && (!registers || can(c, WL_CAN_keeps_registers) || known_open(c)) &&
         (can(c, WL_CAN_state_at_issue) || late_open(c));
}

bool checker_start(wl_checker *c) {
  const wl_unit_description *d = &c->arch.unit->description;
  const uint32_t *size = d->size;
  if (c->arch.stop) return false;
  wl_unit_description_error(c->arch.unit, c->arch.options.ops);
  char why[160];
  c->arch.config = config_of(d);
  c->arch.ops.unit(size[SIZE_ISA], &c->arch.config, why);
  check_harness(c);
  if (!d->error[0]) {
    c->arch.capabilities = d->capabilities;
    c->arch.state_reg_bytes = c->arch.config.waves * (uint32_t)sizeof(wl_state_regs);
    c->arch.cycle_words = can(&c->arch, WL_CAN_state) ? c->arch.state_reg_bytes / (uint32_t)sizeof(uint32_t) : 0;
    c->arch.vgpr = calloc((size_t)c->arch.config.phys_vgprs * WL_LANES, 4);
    c->arch.first_vgpr = calloc((size_t)MAX_VGPRS * WL_LANES, 4);
    c->arch.model = c->arch.ops.create(&c->arch.config, c->arch.mem);
    if (c->arch.model) c->arch.ops.pure(c->arch.model, c->arch.options.pure);
    if (c->arch.model && can(&c->arch, WL_CAN_control)) control_open(&c->arch);
    if (c->arch.model && !can(&c->arch, WL_CAN_memory)) {
      c->arch.ops.at_issue(c->arch.model, WL_UNIT_SMEM);
      c->arch.ops.at_issue(c->arch.model, WL_UNIT_VMEM);
    }
    if (c->arch.model && !can(&c->arch, WL_CAN_lds)) c->arch.ops.at_issue(c->arch.model, WL_UNIT_LDS);
    if (c->arch.model && !can(&c->arch, WL_CAN_exports)) c->arch.ops.at_issue(c->arch.model, WL_UNIT_EXPORT);
    if (!c->arch.vgpr || !c->arch.first_vgpr || !c->arch.model || !open_without(&c->arch) ||
        (can(&c->arch, WL_CAN_retire) && !records_open(c))) {
      wrong(c->arch.unit, "no model of a DUT with %u waves, %u physical VGPRs and %u LDS entries a bank",
            c->arch.config.waves, c->arch.config.phys_vgprs, c->arch.config.lds_entries);
    }
  }
  if (d->error[0]) {
    diverge(&c->arch, WL_ERROR, -1, "time zero", "%s", d->error);
    c->arch.stop = true;
    return false;
  }
  // What is compared later than its event is compared by words alone.
  if (!c->arch.late_state) c->arch.unit->expected = &c->arch.expected;
  return true;
}
