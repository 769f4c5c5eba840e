// SPDX-License-Identifier: Apache-2.0
// What the prompt shows of the program, the waves, memory and the run.
#include <inttypes.h>
#include <string.h>

#include "check/report/source.h"
#include "observe/debug/session.h"
#include "probe/probe.h"
#include "observe/views/view.h"

enum { CODE_LINES = 32, LINE_BYTES_SHOWN = 32 };

void show_place(const wl_debug *d, FILE *out, uint32_t slot) {
  char text[160], place[160], source[1][SOURCE_TEXT] = {""};
  if (!slot_live(d, slot)) {
    fprintf(out, d->now.live ? "slot %u: no wave\n" : "no wave is live\n", slot);
    return;
  }
  const uint64_t pc = pc_of_slot(d, slot);
  code_text(d, pc, text, sizeof text);
  place_text(d, pc, place, sizeof place);
  source_places(d->code, &pc, 1, source);
  fprintf(out, "slot %u: 0x%012" PRIx64 "%s%s%s  %s%s%s\n", slot, pc, *place ? " <" : "", place, *place ? ">" : "",
          text, *source[0] ? "   " : "", source[0]);
}

// Addresses of instructions from a symbol or the beginning of the page on, so that they are not cut.
static uint64_t begin_before(const wl_debug *d, uint64_t around, uint32_t before) {
  uint64_t list[CODE_LINES], pc = around / WL_PAGE * WL_PAGE;
  char name[160];
  uint32_t n = 0, words[2];
  place_text(d, around, name, sizeof name);
  char *plus = strrchr(name, '+');
  if (*name) {
    if (plus) *plus = 0;
    uint64_t start;
    if (place_parse(d, name, &start) && start <= around) pc = start;
  }
  while (pc < around && code_words(d, pc, words)) {
    list[n++ % CODE_LINES] = pc;
    pc += code_size(d, words);
  }
  if (pc != around || !n) return around;
  const uint32_t back = n < before ? n : before;
  return back ? list[(n - back) % CODE_LINES] : around;
}

void show_code(const wl_debug *d, FILE *out, uint64_t around, uint32_t before, uint32_t count) {
  uint64_t pcs[CODE_LINES];
  static char source[CODE_LINES][SOURCE_TEXT];
  char last[SOURCE_TEXT] = "", name[160];
  uint32_t n = 0, words[2];
  uint64_t pc = begin_before(d, around, before);
  for (; n < count && n < CODE_LINES && code_words(d, pc, words); pc += code_size(d, words)) pcs[n++] = pc;
  source_places(d->code, pcs, n, source);
  for (uint32_t i = 0; i < n; i++) {
    char text[160];
    code_text(d, pcs[i], text, sizeof text);
    place_text(d, pcs[i], name, sizeof name);
    if (*name && !strchr(name, '+')) fprintf(out, "%s:\n", name);
    if (*source[i] && strcmp(last, source[i]) != 0) {
      char line[200];
      source_line(source[i], line, sizeof line);
      fprintf(out, "  %s  %s\n", source[i], line);
      memcpy(last, source[i], sizeof last);
    }
    fprintf(out, "%s 0x%012" PRIx64 "  %s", pcs[i] == around ? "=>" : "  ", pcs[i], text);
    const char *between = "   <- slot";
    for (uint32_t slots = d->now.live; slots; slots &= slots - 1) {
      const uint32_t slot = (uint32_t)__builtin_ctz(slots);
      if (pc_of_slot(d, slot) != pcs[i]) continue;
      fprintf(out, "%s %u", between, slot);
      between = ",";
    }
    fprintf(out, "\n");
  }
  if (!n) fprintf(out, "0x%012" PRIx64 " is not mapped\n", around);
}

void show_waves(const wl_debug *d, FILE *out) {
  if (!d->now.live) fprintf(out, "no wave is live\n");
  for (uint32_t slots = d->now.live; slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    const uint64_t issued = d->now.wave[slot].issued;
    char waits[200] = "";
    fprintf(out, "%c ", slot == d->shared->slot ? '*' : ' ');
    show_place(d, out, slot);
    fprintf(out, "    %" PRIu64 " instruction%s issued", issued, issued == 1 ? "" : "s");
    if (d->has_reasons) fprintf(out, "; in the cycle before: %s", view_wait(d->now.ops, d->reasons[slot])->about);
    if (d->now.model) d->now.ops->waiting_for(d->now.model, slot, waits, sizeof waits);
    fprintf(out, "%s%s\n", *waits ? "; " : "", waits);
  }
}

void show_status(const wl_debug *d, FILE *out) {
  fprintf(out, "%s %" PRIu64 "%s", debug_unit(d), d->position, d->ended ? ", the run has ended" : "");
  if (has_dut(d))
    fprintf(out, ": %" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " events, %" PRIu64 " words compared",
            d->now.cycles, d->now.instructions, d->now.events, d->now.words_compared);
  fprintf(out, "\n");
  if (d->now.found) fprintf(out, "found in cycle %" PRIu64 ": %s\n", d->now.found_cycle, d->now.found);
  if (d->ended) fprintf(out, "%s\n", d->verdict);
  fprintf(out, "%u snapshot%s:", d->snapshot_count, d->snapshot_count == 1 ? "" : "s");
  for (uint32_t i = 0; i < d->snapshot_count; i++) fprintf(out, " %" PRIu64, d->snapshots[i].position);
  fprintf(out, "\n");
}

static void memory_line(FILE *out, uint64_t at, const uint8_t *bytes, uint32_t count, const char *behind) {
  fprintf(out, "  0x%012" PRIx64, at);
  for (uint32_t i = 0; i < count; i += 4) {
    uint32_t word = 0;
    const uint32_t n = count - i < 4 ? count - i : 4;
    memcpy(&word, bytes + i, n);
    fprintf(out, " %0*" PRIx32, (int)(2 * n), word);
  }
  fprintf(out, "%s\n", behind);
}

bool show_memory(const wl_debug *d, FILE *out, thing_kind kind, uint64_t at, uint32_t bytes, char why[DEBUG_TEXT]) {
  static uint8_t of[SIDES][DEBUG_BYTES];
  const debug_thing thing = {.kind = kind, .at = at, .bytes = bytes};
  if (bytes > DEBUG_BYTES) {
    snprintf(why, DEBUG_TEXT, "found \"%u\" bytes, expected at most %d", bytes, DEBUG_BYTES);
    return false;
  }
  if (!thing_read(d, &thing, SIDE_EXPECTED, of[SIDE_EXPECTED])) {
    snprintf(why, DEBUG_TEXT, "0x%" PRIx64 ": not all of the %u bytes %s", at, bytes,
             kind == THING_LDS ? "lie in the LDS and the GDS" : "are mapped");
    return false;
  }
  const bool dut = thing_read(d, &thing, SIDE_DUT, of[SIDE_DUT]);
  for (uint32_t i = 0; i < bytes; i += LINE_BYTES_SHOWN) {
    const uint32_t n = bytes - i < LINE_BYTES_SHOWN ? bytes - i : LINE_BYTES_SHOWN;
    const bool same = !dut || !memcmp(of[SIDE_DUT] + i, of[SIDE_EXPECTED] + i, n);
    if (!same) memory_line(out, at + i, of[SIDE_DUT] + i, n, "  DUT");
    memory_line(out, at + i, of[SIDE_EXPECTED] + i, n, same ? "" : "  expected   <-");
  }
  return true;
}
