// SPDX-License-Identifier: Apache-2.0
#include "check/ops.h"

#include <stdio.h>
#include <string.h>

#include "wavelock/control.h"

// ---- what a model lacks --------------------------------------------------------------------------

enum {
#define CAPABILITY(name, kind, sentence) LEVEL_##name = 1 << WL_CAN_##name,
#include "probe/events.def"
  LEVEL_MAY = 0,
  LEVEL_MUST = 1 << WL_CAPABILITIES,
  LEVEL_ALONE = LEVEL_MUST << 1,
};

static const struct {
  const char *name;
  size_t at;  // of the pointer, in the table
  uint32_t levels;
  const char *level;
} rows[] =
    {
#define OP(level, result, name, function, parameters, sentence) \
  {#name, offsetof(wl_model_ops, name), LEVEL_##level, #level},
#include "wavelock/model_ops.def"
},
  control_rows[] = {
#define CONTROL_OP(result, name, function, parameters, sentence) \
  {#name, offsetof(wl_control_ops, name), LEVEL_control, "control"},
#include "wavelock/model_ops.def"
};
enum { ROWS = sizeof rows / sizeof *rows, CONTROL_ROWS = sizeof control_rows / sizeof *control_rows };

static bool is_null(const void *table, size_t at) {
  void (*function)(void);
  memcpy(&function, (const char *)table + at, sizeof function);
  return !function;
}

// ---- sizes and rows ------------------------------------------------------------------------------

const unit_size unit_sizes[WL_UNIT_SIZES] = {
#define SIZE(name, owner, standard, least, most, sentence) {#name, SIZE_OF_##owner, standard, least, most},
#include "probe/events.def"
};

const wl_model_size *ops_size(const wl_model_ops *ops, uint32_t size) {
  for (uint32_t i = 0; i < ops->size_count; i++)
    if (!strcmp(ops->sizes[i].name, unit_sizes[size].name)) return &ops->sizes[i];
  return NULL;
}

static uint32_t most(const wl_model_ops *ops, uint32_t size) {
  const wl_model_size *taken = ops_size(ops, size);
  return taken ? taken->most : unit_sizes[size].standard;
}

void ops_largest(const wl_model_ops *ops, wl_config *config) {
  *config = (wl_config){.waves = most(ops, WL_SIZE_waves),
                        .phys_vgprs = most(ops, WL_SIZE_phys_vgprs),
                        .lds_entries = most(ops, WL_SIZE_lds_entries),
                        .gds_entries = most(ops, WL_SIZE_gds_entries),
                        .wave_lanes = most(ops, WL_SIZE_wave_lanes),
                        .pass_lanes = most(ops, WL_SIZE_lanes),
                        .vector_bits = most(ops, WL_SIZE_vector_bits),
                        .sgprs = most(ops, WL_SIZE_sgprs),
                        .groups = most(ops, WL_SIZE_groups),
                        .line_bytes = most(ops, WL_SIZE_line_bytes),
                        .entry_bytes = most(ops, WL_SIZE_entry_bytes)};
}

static bool sizes_good(const wl_model_ops *ops, wl_error *error) {
  for (uint32_t i = 0; i < ops->size_count; i++) {
    const wl_model_size *s = &ops->sizes[i];
    bool known = false;
    for (uint32_t k = 0; k < WL_UNIT_SIZES; k++) known |= !strcmp(unit_sizes[k].name, s->name);
    if (!known) return wl_fail(error, "the model of %.64s takes a size \"%.64s\" that no unit has", ops->isa, s->name);
    if (s->least > s->most)
      return wl_fail(error, "the model of %.64s takes size \"%s\" from %u to %u", ops->isa, s->name, s->least, s->most);
  }
  return true;
}

static bool row_wrong(const wl_model_ops *ops, uint32_t i) {
  const wl_model_row *row = &ops->rows[i];
  for (uint32_t k = 0; k < i; k++)
    if (!strcmp(row->name, ops->rows[k].name)) return true;
  const uint32_t words = sizeof(wl_state_regs) / sizeof(uint32_t);
  return !*row->name || strlen(row->name) >= ROW_NAME || !row->mask[0] || row->word + (row->mask[1] != 0) >= words ||
         row->shift >= 32 || (row->mask[1] && row->shift);
}

static bool rows_good(const wl_model_ops *ops, wl_error *error) {
  if (ops->row_count > WL_MODEL_ROWS)
    return wl_fail(error, "the model of %.64s has %u rows of state, more than %d", ops->isa, ops->row_count,
                   WL_MODEL_ROWS);
  for (uint32_t i = 0; i < ops->row_count; i++)
    if (row_wrong(ops, i))
      return wl_fail(error,
                     "the model of %.64s has a row of state \"%.64s\" whose name is not its own or too long, or whose "
                     "words, masks and shift fit no word",
                     ops->isa, ops->rows[i].name);
  return true;
}

const wl_model_wait *ops_wait(const wl_model_ops *ops, uint32_t reason) {
  static const wl_model_wait empty = {"empty", "no wave", WL_WAITS_FOR_OWN},
                             issues = {"issues", "issues", WL_WAITS_ISSUES_ALL},
                             other = {"undeclared", "a reason that the model does not declare", WL_WAITS_FOR_OWN};
  if (reason < WL_WAIT_OWN) return reason == WL_WAIT_EMPTY ? &empty : &issues;
  return reason - WL_WAIT_OWN < ops->wait_count ? &ops->waits[reason - WL_WAIT_OWN] : &other;
}

static bool waits_good(const wl_model_ops *ops, wl_error *error) {
  if (ops->wait_count > WL_MODEL_WAITS)
    return wl_fail(error, "the model of %.64s has %u reasons for which waves wait, more than %d", ops->isa,
                   ops->wait_count, WL_MODEL_WAITS);
  for (uint32_t i = 0; i < ops->wait_count; i++)
    if (!ops->waits[i].name || !*ops->waits[i].name || !ops->waits[i].about)
      return wl_fail(error, "the model of %.64s has a reason for which waves wait without a name: number %u", ops->isa,
                     WL_WAIT_OWN + i);
  return true;
}

bool ops_good(const wl_model_ops *ops, wl_error *error) {
  if (ops->size != sizeof *ops || ops->version != WL_MODEL_OPS_VERSION) {
    wl_fail(error, "the table of the model has version %u and %u bytes; the checker knows version %d with %zu bytes",
            ops->version, ops->size, WL_MODEL_OPS_VERSION, sizeof *ops);
    return false;
  }
  if (!ops->isa || !*ops->isa) {
    wl_fail(error, "the table of the model does not name its instruction set");
    return false;
  }
  for (uint32_t i = 0; i < ROWS; i++) {
    if (!(rows[i].levels & LEVEL_MUST) || !is_null(ops, rows[i].at)) continue;
    wl_fail(error, "the model of %s has no function \"%s\", which every model has", ops->isa, rows[i].name);
    return false;
  }
  return sizes_good(ops, error) && rows_good(ops, error) && waits_good(ops, error);
}

static bool lacks(const wl_model_ops *ops, const char *level, const char *function, char why[256]) {
  snprintf(why, 256, "the model of %.64s has no level \"%s\", which the DUT declares: its function \"%s\" is missing",
           ops->isa, level, function);
  return false;
}

bool ops_have(const wl_model_ops *ops, uint32_t capabilities, char why[256]) {
  if ((capabilities & LEVEL_state) && !ops->row_count) {
    snprintf(why, 256, "the model of %.64s declares no row of state, and the DUT declares the level \"state\"",
             ops->isa);
    return false;
  }
  for (uint32_t i = 0; i < ROWS; i++)
    if ((rows[i].levels & capabilities) && is_null(ops, rows[i].at))
      return lacks(ops, rows[i].level, rows[i].name, why);
  for (uint32_t i = 0; i < CONTROL_ROWS && (capabilities & LEVEL_control); i++)
    if (!ops->control || is_null(ops->control, control_rows[i].at))
      return lacks(ops, control_rows[i].level, control_rows[i].name, why);
  return true;
}

bool ops_run_alone(const wl_model_ops *ops, wl_error *error) {
  for (uint32_t i = 0; i < ROWS; i++) {
    if ((rows[i].levels & (LEVEL_ALONE | LEVEL_registers)) && is_null(ops, rows[i].at))
      return wl_fail(error, "the model of %.64s does not run alone: its function \"%s\" is missing", ops->isa,
                     rows[i].name);
  }
  return true;
}

// ---- what the checker does without a function ----------------------------------------------------
// An event of no level may come: it is refused.

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define EVENT_OP(level, name, function, parameters, sentence)             \
  static wl_result no_##name parameters {                                 \
    snprintf(why, 160, "the model has no function \"" #name "\" for it"); \
    return WL_BAD_EVENT;                                                  \
  }
#include "wavelock/model_ops.def"

static const uint32_t zeros[WL_SGPRS];
static const uint32_t *no_registers(const wl_model *m, uint32_t number) { return zeros; }
static bool nothing_deferred(const wl_model *m, uint32_t slot, wl_state_regs *out) { return false; }
static void one_way(wl_model *m, bool pure) {}
static void always_at_issue(wl_model *m, wl_block block) {}
static void no_unmapped(wl_model *m, wl_unmapped *out) { *out = (wl_unmapped){0}; }
static const uint32_t *no_lds_words(const wl_model *m) { return NULL; }
static bool never(const wl_model *m, uint32_t number) { return false; }
static uint32_t stands_not(const wl_state_regs *s) { return 0; }
static bool each_row(const wl_config *unit, uint32_t row) { return true; }
static bool no_state_scalar(wl_state_regs *to, uint32_t number, uint32_t value) { return false; }
static bool never_issues(wl_model *m, uint32_t slot) { return false; }
static bool no_next_unit(const wl_model *m, uint32_t slot, wl_block *unit) { return false; }
static int no_clause(const wl_model *m) { return -1; }
static void not_traced(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, const wl_effect *e,
                       wl_traced *out) {
  *out = (wl_traced){0};
}
static void no_access(const wl_model *m, wl_block unit, uint32_t slot, uint32_t tag, wl_traced *out) {}
static bool no_vector(const wl_model *m, uint32_t slot, wl_traced_vector *out) { return false; }
static wl_wait_rows no_wait_rows(wl_model *m, uint32_t slot) { return (wl_wait_rows){0}; }
static void no_turn(wl_model *m, bool (*go_on)(void *to, uint64_t instructions), void *to) {}
static void no_issue(wl_model *m,
                     void (*report)(void *to, uint32_t slot, const wl_effect *e, const wl_traced *traced,
                                    const wl_state_regs *before),
                     void *to) {}
static void no_message_out(wl_model *m, void (*report)(void *to, const wl_message *message), void *to) {}
static void no_export_out(wl_model *m, void (*report)(void *to, const wl_export *sent), void *to) {}
static void not_watched(const wl_model *m, wl_watched_access *a) {}
static bool any_unit(uint32_t isa, wl_config *config, char why[160]) { return true; }
static void in_hexadecimal(const wl_config *unit, uint64_t pc, const uint32_t words[2], char *text, size_t size) {
  if (words[1]) snprintf(text, size, "0x%08x 0x%08x", words[0], words[1]);
  else snprintf(text, size, "0x%08x", words[0]);
}
static bool no_instruction(const wl_config *unit, const uint32_t words[2], uint32_t sgpr_size, uint32_t vgpr_size,
                           wl_instruction *out) {
  *out = (wl_instruction){.size = sizeof *words};
  return false;
}
static bool no_operands(const wl_before *before, wl_operands *out) { return false; }
static void it_waits(const wl_model *m, uint32_t slot, char *text, size_t size) {
  snprintf(text, size, "it has not ended");
}

static const wl_model_ops without = {
#define OP(level, result, name, function, parameters, sentence)
#define EVENT_OP(level, name, function, parameters, sentence) .name = no_##name,
#include "wavelock/model_ops.def"
    .sgprs = no_registers,
    .phys_vgpr = no_registers,
    .take_deferred = nothing_deferred,
    .pure = one_way,
    .at_issue = always_at_issue,
    .unmapped = no_unmapped,
    .lds_words = no_lds_words,
    .standing = stands_not,
    .has_row = each_row,
    .state_scalar = no_state_scalar,
    .barrier_ready = never,
    .could_issue = never_issues,
    .next_unit = no_next_unit,
    .clause = no_clause,
    .traced = not_traced,
    .accessed = no_access,
    .traced_vector = no_vector,
    .wait_rows = no_wait_rows,
    .wave_live = never,
    .on_turn = no_turn,
    .on_issue = no_issue,
    .on_message = no_message_out,
    .on_export = no_export_out,
    .ignore_hazards = one_way,
    .watched = not_watched,
    .unit = any_unit,
    .text = in_hexadecimal,
    .instruction = no_instruction,
    .operands = no_operands,
    .waiting_for = it_waits,
};

wl_model_ops ops_complete(const wl_model_ops *ops) {
  wl_model_ops to = *ops;
  if (!to.take_issued) to.take_issued = to.state_regs;
#define OP(level, result, name, function, parameters, sentence) \
  if (!to.name) to.name = without.name;
#include "wavelock/model_ops.def"
  return to;
}
