// SPDX-License-Identifier: Apache-2.0
// Time zero: what the unit says of itself, and whether the checker can work with it. The unit may report before the
// checker exists, so its handle keeps the description.
#include "check/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    if (strcmp(name, unit_sizes[i].name)) continue;
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
  if (d->row_count == WL_UNIT_ROWS) {
    wrong(unit, "the DUT reported more than %d state rows", WL_UNIT_ROWS);
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

// Without state_at_issue the words are up to date where nothing of a wave is in flight. Rows of the model say it.
static void check_counts(wl_unit *u, const wl_model_ops *ops) {
  const uint32_t can = u->description.capabilities;
  const uint32_t in_flight = can & (1u << WL_CAN_memory | 1u << WL_CAN_lds | 1u << WL_CAN_exports);
  if (!(can >> WL_CAN_state & 1) || (can & (1u << WL_CAN_state_at_issue | 1u << WL_CAN_retire)) || !in_flight) return;
  for (uint32_t i = 0; i < ops->row_count; i++)
    if (ops->rows[i].counts) return;
  wrong(u,
        "the DUT declares the levels \"state\" and \"%s\" without the policy \"state_at_issue\", and the model of "
        "%.64s has no row that counts instructions in flight",
        wl_capability_name(__builtin_ctz(in_flight)), ops->isa);
}

// The level that reports row i of the state table.
static wl_capability level_of_row(const wl_model_ops *ops, uint32_t i) {
  if (i < ops->row_count) return WL_CAN_state;
  return i - ops->row_count == COMPARE_LDS ? WL_CAN_lds : WL_CAN_registers;
}

// The table has each row of the unit. The unit has each row of the table whose level it declares, unless the model does
// not demand it.
static void check_rows(wl_unit *u, const wl_model_ops *ops) {
  const wl_unit_description *d = &u->description;
  wl_state_row row;
  for (uint32_t k = 0; k < d->row_count; k++) {
    bool known = false;
    for (uint32_t i = 0; wl_state_table(ops, i, &row); i++) known |= !strcmp(row.name, d->row[k].name);
    if (!known) wrong(u, "the DUT has a state row \"%s\" that the state table does not compare", d->row[k].name);
  }
  for (uint32_t i = 0; wl_state_table(ops, i, &row); i++) {
    const bool may = i < ops->row_count && !ops->rows[i].must;
    if (!may && (d->capabilities >> level_of_row(ops, i) & 1) && row_id(d, row.name) < 0)
      wrong(u, "state row \"%s\" is in the state table and the DUT does not report it", row.name);
  }
}

// The rows of the model that the unit lacks, a bit each.
static uint32_t rows_missing(const wl_unit_description *d, const wl_model_ops *ops) {
  uint32_t missing = 0;
  for (uint32_t i = 0; i < ops->row_count; i++) missing |= (uint32_t)(row_id(d, ops->rows[i].name) < 0) << i;
  return missing;
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
  for (uint32_t i = 0; i < c->arch.ops.row_count && c->arch.model && can(&c->arch, WL_CAN_state); i++) {
    const size_t used = strlen(text);
    if (c->arch.rows_missing >> i & 1)
      snprintf(text + used, size - used, "%sstate row %s", used ? ", " : "", c->arch.ops.rows[i].name);
  }
  if (strlen(text) == size - 1) memcpy(text + size - 4, "...", 4);
}

// A size lies between two bounds. whose: who holds it to them.
static void check_bounds(wl_unit *u, uint32_t i, const char *whose, const char *holds, uint32_t least, uint32_t most) {
  const uint32_t size = u->description.size[i];
  const bool reported = u->description.sizes_reported >> i & 1;
  const char *name = unit_sizes[i].name;
  char most_text[24] = "";
  if (size >= least && size <= most) return;
  if (least == most) snprintf(most_text, sizeof most_text, "%u alone", least);
  else snprintf(most_text, sizeof most_text, "%u to %u", least, most);
  if (reported) wrong(u, "the DUT reported size \"%s\" as %u; %s %s %s", name, size, whose, holds, most_text);
  else
    wrong(u, "the DUT did not report its size \"%s\", which is %u then; %s %s %s", name, size, whose, holds, most_text);
}

// A size is reported if somebody reads it, and only then; and both the checker and the model have to hold it.
static void check_size(wl_unit *u, const wl_model_ops *ops, uint32_t i) {
  const wl_unit_description *d = &u->description;
  const unit_size *size = &unit_sizes[i];
  const wl_model_size *taken = ops_size(ops, i);
  const bool reported = d->sizes_reported >> i & 1, policy = size->owner < WL_CAPABILITIES;
  const bool follows = policy && (d->capabilities >> size->owner & 1);
  char model[80];
  if (!reported && (follows || (taken && taken->must))) wrong(u, "the DUT did not report its size \"%s\"", size->name);
  if (reported && policy && !follows)
    wrong(u, "the DUT reported its size \"%s\", which nobody reads: it does not declare the policy \"%s\"", size->name,
          wl_capability_name(size->owner));
  if (reported && size->owner == SIZE_OF_MODEL && !taken)
    wrong(u, "the DUT reported its size \"%s\", which nobody reads: the model of %.64s does not have it", size->name,
          ops->isa);
  if (policy && !follows) return;
  check_bounds(u, i, "the checker", "holds", size->least, size->most);
  snprintf(model, sizeof model, "the model of %.64s", ops->isa);
  if (taken) check_bounds(u, i, model, "takes", taken->least, taken->most);
}

// The sizes that the model gets, but for its instruction set.
static wl_config config_of(const wl_unit_description *d) {
  return (wl_config){.waves = d->size[WL_SIZE_waves],
                     .phys_vgprs = d->size[WL_SIZE_phys_vgprs],
                     .lds_entries = d->size[WL_SIZE_lds_entries],
                     .gds_entries = d->size[WL_SIZE_gds_entries],
                     .rdna = d->size[WL_SIZE_rdna] != 0,
                     .vcc_alias = d->size[WL_SIZE_vcc_alias] != 0,
                     .control = (d->capabilities >> WL_CAN_control & 1) != 0,
                     .sramecc = d->size[WL_SIZE_sramecc] != 0,
                     .images = d->size[WL_SIZE_images],
                     .clears = (d->capabilities >> WL_CAN_clears_registers & 1) != 0,
                     .wave_lanes = d->size[WL_SIZE_wave_lanes],
                     .pass_lanes = d->size[WL_SIZE_lanes],
                     .vector_bits = d->size[WL_SIZE_vector_bits],
                     .sgprs = d->size[WL_SIZE_sgprs],
                     .groups = d->size[WL_SIZE_groups],
                     .line_bytes = d->size[WL_SIZE_line_bytes],
                     .entry_bytes = d->size[WL_SIZE_entry_bytes]};
}

static void check_sizes(wl_unit *u, const wl_model_ops *ops) {
  wl_unit_description *d = &u->description;
  for (uint32_t i = 0; i < WL_UNIT_SIZES; i++) {
    if (!(d->sizes_reported >> i & 1)) d->size[i] = unit_sizes[i].standard;
    check_size(u, ops, i);
  }
  static const wl_unit_size powers[] = {WL_SIZE_line_bytes, WL_SIZE_entry_bytes};
  for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
    if (d->size[powers[i]] & (d->size[powers[i]] - 1))
      wrong(u, "the DUT reported size \"%s\" as %u, which is no power of two", unit_sizes[powers[i]].name,
            d->size[powers[i]]);
  const wl_config config = config_of(d);
  if (wl_wide_lanes(&config)) check_bounds(u, WL_SIZE_lanes, "a pass of lanes of more than 32 bits", "has", 1, 8);
  if (d->exec_units && !(d->capabilities >> WL_CAN_writeback_slots & 1))
    wrong(u, "the DUT reported its execution units, which nobody reads: it does not declare the policy \"%s\"",
          wl_capability_name(WL_CAN_writeback_slots));
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

static void take_rows(arch_state *c) {
  c->rows_missing = rows_missing(&c->unit->description, &c->ops);
  uint32_t *has = (uint32_t *)&c->row_bits, *counts = (uint32_t *)&c->counts;
  for (uint32_t i = 0; i < c->ops.row_count; i++) {
    const wl_model_row *row = &c->ops.rows[i];
    const bool two = row->mask[1] != 0;
    if (!(c->rows_missing >> i & 1)) {
      has[row->word] |= row->mask[0];
      if (two) has[row->word + 1] |= row->mask[1];
    }
    if (row->counts) counts[row->word] |= row->mask[0];
    if (row->counts && two) counts[row->word + 1] |= row->mask[1];
  }
}

// The sizes that the checker's arrays and masks follow from.
static void take_sizes(arch_state *c) {
  wl_state_regs nowhere = {0};
  c->wave_mask = ~0ull >> (64 - c->config.wave_lanes);
  c->wide = wl_wide_lanes(&c->config);
  c->entry_words = c->config.entry_bytes / 4;
  c->passes = (c->config.wave_lanes + c->config.pass_lanes - 1) / c->config.pass_lanes;
  c->whole_passes = c->config.pass_lanes == PASS_LANES && c->config.wave_lanes % PASS_LANES == 0 ? c->passes : 0;
  for (uint32_t i = 0; i < c->config.sgprs; i++)
    c->state_scalars[i / 32] |= (uint32_t)c->ops.state_scalar(&nowhere, i, 0) << (i % 32);
  take_rows(c);
  c->state_reg_bytes = c->config.waves * (uint32_t)sizeof(wl_state_regs);
  // With records late_state.c counts what it compares.
  const uint32_t *bits = (const uint32_t *)&c->row_bits;
  for (uint32_t i = 0; i < STATE_REG_WORDS && can(c, WL_CAN_state) && !can(c, WL_CAN_retire); i++)
    c->cycle_words += bits[i] != 0 ? c->config.waves : 0;
}

const char *wl_unit_description_error(wl_unit *u, const wl_model_ops *ops) {
  const wl_unit_description *d = &u->description;
  if (!d->version) no_version(u);
  else if (d->version != WL_PROBE_VERSION)
    wrong(u, "the DUT has version %u of the probe interface, the checker has version %d (docs/probe.md)", d->version,
          WL_PROBE_VERSION);
  check_sizes(u, ops);
  check_rows(u, ops);
  check_capabilities(u);
  check_counts(u, ops);
  if (d->exec_units & (d->exec_units + 1))
    wrong(u, "the DUT did not report its execution unit %d; it reported a higher number",
          __builtin_ctz(~d->exec_units));
  wl_config config = config_of(d);
  char why[256];
  if (ops->unit && !ops->unit(d->size[WL_SIZE_isa], &config, why)) wrong(u, "%s", why);
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
  } sizes[] = {{"waves", d->size[WL_SIZE_waves], h->waves},
               {"phys_vgprs", d->size[WL_SIZE_phys_vgprs], h->phys_vgprs},
               {"lds_entries", d->size[WL_SIZE_lds_entries], h->lds_entries},
               {"gds_entries", d->size[WL_SIZE_gds_entries], h->gds_entries},
               {"isa", c->arch.config.isa, h->isa},
               {"rdna", d->size[WL_SIZE_rdna], h->rdna},
               {"vcc_alias", d->size[WL_SIZE_vcc_alias], h->vcc_alias},
               {"sramecc", d->size[WL_SIZE_sramecc], h->sramecc}};
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
  if (c->arch.stop) return false;
  wl_unit_description_error(c->arch.unit, c->arch.options.ops);
  char why[160];
  c->arch.config = config_of(d);
  c->arch.ops.unit(d->size[WL_SIZE_isa], &c->arch.config, why);
  check_harness(c);
  if (!d->error[0]) {
    c->arch.capabilities = d->capabilities;
    take_sizes(&c->arch);
    const size_t registers = (size_t)c->arch.config.phys_vgprs * WL_LANES << c->arch.wide;
    c->arch.vgpr = calloc(registers + PASS_LANES, 4);
    c->arch.first_vgpr = calloc((size_t)MAX_VGPRS * WL_LANES << c->arch.wide, 4);
    if (c->arch.mirror) c->arch.mirror->vgpr = calloc(registers, 4);
    c->arch.model = c->arch.ops.create(&c->arch.config, c->arch.mem);
    if (c->arch.model) c->arch.ops.pure(c->arch.model, c->arch.options.pure);
    if (c->arch.model && can(&c->arch, WL_CAN_control)) control_open(&c->arch);
    if (c->arch.model && !can(&c->arch, WL_CAN_memory)) {
      c->arch.ops.at_issue(c->arch.model, WL_UNIT_SMEM);
      c->arch.ops.at_issue(c->arch.model, WL_UNIT_VMEM);
    }
    if (c->arch.model && !can(&c->arch, WL_CAN_lds)) c->arch.ops.at_issue(c->arch.model, WL_UNIT_LDS);
    if (c->arch.model && !can(&c->arch, WL_CAN_exports)) c->arch.ops.at_issue(c->arch.model, WL_UNIT_EXPORT);
    const bool mirrored = !c->arch.mirror || c->arch.mirror->vgpr;
    if (!c->arch.vgpr || !c->arch.first_vgpr || !mirrored || !c->arch.model || !open_without(&c->arch) ||
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
