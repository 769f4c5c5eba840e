// SPDX-License-Identifier: Apache-2.0
#include "memory_knobs.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"

enum { MOST_CYCLES = 10000, REQUESTS = 8 };

const char *const wl_knob_names[] = {"latency", "busy", "shut", "burst", "reorder", NULL};
const char *const wl_knob_ports[] = {"instruction", "scalar", "vector", NULL};

int wl_knob_numbers(wl_knob_kind kind) { return kind == WL_KNOB_REORDER ? 0 : kind == WL_KNOB_BURST ? 1 : 2; }

bool wl_memory_knob_set(wl_memory_knobs *k, wl_knob_port port, wl_knob_kind kind, uint64_t first, uint64_t second,
                        wl_error *error) {
  const uint64_t more = wl_knob_numbers(kind) == 2 ? second : 0;
  if (kind == WL_KNOB_LATENCY && (first < 1 || more < first || more > MOST_CYCLES))
    return wl_fail(error, "found %" PRIu64 " to %" PRIu64 " cycles, expected 1 to %d, the least first", first, more,
                   MOST_CYCLES);
  if (kind == WL_KNOB_BUSY && (first > REQUESTS || more > MOST_CYCLES || !first != !more))
    return wl_fail(error,
                   "found %" PRIu64 " of %d requests and %" PRIu64
                   " cycles, expected 1 to %d and 1 to %d, or 0 "
                   "and 0",
                   first, REQUESTS, more, REQUESTS, MOST_CYCLES);
  if (kind == WL_KNOB_SHUT && (first > MOST_CYCLES || more > MOST_CYCLES || !first != !more))
    return wl_fail(error,
                   "found %" PRIu64 " cycles with and %" PRIu64
                   " without ready, expected 1 to %d each, or "
                   "0 and 0",
                   first, more, MOST_CYCLES);
  if (kind == WL_KNOB_BURST && (first < 1 || first > MOST_CYCLES))
    return wl_fail(error, "found %" PRIu64 ", expected 1 to %d cycles", first, MOST_CYCLES);
  if (kind == WL_KNOB_REORDER && first && port == WL_KNOBS_INSTRUCTION)
    return wl_fail(error, "the instruction port answers in order");
  k->of[port][kind] = (wl_knob){true, {(uint32_t)first, (uint32_t)more}};
  return true;
}

// Index of the name with which text begins, and what follows it; the index of NULL: none.
static int named(const char *const *names, const char *text, char end, const char **after) {
  int i = 0;
  for (; names[i]; i++) {
    const size_t size = strlen(names[i]);
    *after = text + size + 1;
    if (!strncmp(text, names[i], size) && text[size] == end) break;
  }
  return i;
}

static bool setting(wl_memory_knobs *k, const char *word, wl_error *error) {
  const char *at = word, *value;
  const int port = named(wl_knob_ports, word, '.', &value);
  if (port < WL_KNOBS_ALL) at = value;
  const int kind = named(wl_knob_names, at, '=', &value);
  uint64_t first = 0, second = 0;
  int end = 0;
  wl_error why;
  if (kind == WL_KNOBS)
    return wl_fail(error,
                   "found \"%.60s\", expected one of latency=, busy=, shut=, burst=, reorder=, of all ports or, "
                   "as vector.latency=, of the instruction, scalar or vector port",
                   word);
  const int numbers = wl_knob_numbers((wl_knob_kind)kind);
  if (numbers == 2 && *value == '[') sscanf(value, "[%9" SCNu64 ",%9" SCNu64 "]%n", &first, &second, &end);
  if (numbers == 1) sscanf(value, "%9" SCNu64 "%n", &first, &end);
  if (numbers == 0) end = !strcmp(value, "true") ? 4 : !strcmp(value, "false") ? 5 : 0;
  if (numbers == 0) first = *value == 't';
  if (!end || value[end] || strchr(value, '-') || strchr(value, '+'))
    return wl_fail(error, "%.*s: found \"%.60s\", expected %s", (int)(value - 1 - word), word, value,
                   numbers == 2   ? "two numbers, as [2,80]"
                   : numbers == 1 ? "a number"
                                  : "true or false");
  if (wl_memory_knob_set(k, (wl_knob_port)port, (wl_knob_kind)kind, first, second, &why)) return true;
  return wl_fail(error, "%.*s: %.300s", (int)(value - 1 - word), word, why.text);
}

bool wl_memory_knobs_parse(const char *text, wl_memory_knobs *k, wl_error *error) {
  memset(k, 0, sizeof *k);
  for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
    char word[128];
    const size_t size = strcspn(at, " ");
    if (!wl_text(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word), at))
      return wl_fail(error, "found \"%.60s...\", expected words as latency=[2,80]", at);
    if (!setting(k, word, error)) return false;
    at += size;
  }
  return true;
}

void wl_memory_knobs_text(const wl_memory_knobs *k, char *to, size_t size) {
  *to = 0;
  for (int i = 0; i < WL_KNOBS_PORTS; i++) {
    const int port = i ? i - 1 : WL_KNOBS_ALL;  // those of all ports first
    for (int kind = 0; kind < WL_KNOBS; kind++) {
      const wl_knob *one = &k->of[port][kind];
      const int numbers = wl_knob_numbers((wl_knob_kind)kind);
      const size_t used = strlen(to);
      char value[40];
      if (!one->given) continue;
      if (numbers == 2) wl_text(value, sizeof value, "[%" PRIu32 ",%" PRIu32 "]", one->value[0], one->value[1]);
      else if (numbers == 1) wl_text(value, sizeof value, "%" PRIu32, one->value[0]);
      else wl_text(value, sizeof value, "%s", one->value[0] ? "true" : "false");
      wl_text(to + used, size - used, "%s%s%s%s=%s", used ? " " : "", i ? wl_knob_ports[port] : "", i ? "." : "",
              wl_knob_names[kind], value);
    }
  }
}
