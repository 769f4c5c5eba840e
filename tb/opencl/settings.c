// SPDX-License-Identifier: Apache-2.0
#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/build.h"
#include "cli/tools.h"
#include "base/error.h"
#include "base/sizes.h"
#include "device/threads.h"

// Instructions on the model of a launch that only a test expects something of: it may have failed because it does not
// end.
static const uint64_t most_expected = 1000000000;

typedef struct {
  uint64_t from, to;
} range;

typedef struct {
  launch_settings said;
  uint64_t max_instructions, run_instructions, threads;
  wl_injection flip;
  char event[WL_EVENT_TEXT];
  uint64_t inject_cycle;
  range *launches;  // SAMPLE_LAUNCHES
  size_t launch_count;
  char out[PATH_MAX], capture[PATH_MAX];
} all_settings;

static all_settings all;
static launch_told told;

void settings_refuse(const char *name, const char *format, ...) {
  char text[600];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fflush(stdout);
  fprintf(stderr, "ERROR: %s: %s\n", name, text);
  _exit(WL_ERROR);
}

void settings_check_names(void) {
  // Behind WAVELOCK_. Those from LLD on belong to other tools and to the tests of the tree.
  static const char *const names[] = {"CACHE",        "CACHE_SIZE",  "CAPTURE",     "CLANG",      "DEVICE",
                                      "DEVICE_LIBS",  "HANG_CYCLES", "INJECT",      "KEEP_GOING", "LLVM_BIN",
                                      "LLVM_EXTRACT", "LLVM_LINK",   "LLVM_SPIRV",  "LOCKSTEP",   "MAX_INSTRUCTIONS",
                                      "MEMCHECK",     "OUT",         "SEED",        "VERBOSE",    "LLD",
                                      "LLVM_MC",      "SYMBOLIZER",  "TEST_DEVICE", "TEST_ONLY",  "TEST_PLATFORM",
                                      "TEST_TELL",    "THREADS",     "TOOL_SECONDS"};
  static const char start[] = "WAVELOCK_";
  for (char **at = environ; at && *at; at++) {
    if (strncmp(*at, start, sizeof start - 1) != 0) continue;
    const char *name = *at + sizeof start - 1;
    const size_t length = strcspn(name, "=");
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      known |= strlen(names[i]) == length && !strncmp(names[i], name, length);
    char whole[80];
    wl_text(whole, sizeof whole, "%s%.*s", start, (int)length, name);
    if (!known) settings_refuse(whole, "there is no such variable: docs/opencl.md has the table");
  }
}

// NULL: not set, or set to nothing.
static const char *variable(const char *name) {
  const char *text = getenv(name);
  return text && *text ? text : NULL;
}

// A number at the beginning of *at, which moves behind it. false: none is there.
static bool take_number(const char **at, uint64_t *v) {
  char *end;
  if (!isdigit((unsigned char)**at)) return false;
  errno = 0;
  *v = strtoull(*at, &end, 10);
  *at = end;
  return !errno && *v <= INT64_MAX;
}

// Whether it is set.
static bool number(const char *name, uint64_t *to) {
  const char *text = variable(name), *at = text;
  if (text && (!take_number(&at, to) || *at))
    settings_refuse(name, "found \"%s\", expected a number from 0 to 2^63 - 1", text);
  return text != NULL;
}

bool settings_flag(const char *name) {
  const char *text = variable(name);
  if (text && strcmp(text, "0") != 0 && strcmp(text, "1") != 0)
    settings_refuse(name, "found \"%s\", expected 0 or 1", text);
  return text && *text == '1';
}

// An absolute path: the host program may change its folder.
static const char *absolute(const char *name, const char *path, char to[PATH_MAX]) {
  char here[PATH_MAX] = "";
  if (*path != '/' && !getcwd(here, sizeof here)) settings_refuse(name, "the current folder: %s", strerror(errno));
  if (!wl_text(to, PATH_MAX, "%s%s%s", here, *here ? "/" : "", path))
    settings_refuse(name, "the path \"%s\" is too long", path);
  return to;
}

bool settings_cache(char path[PATH_MAX]) {
  const char *said = variable("WAVELOCK_CACHE");
  return said && absolute("WAVELOCK_CACHE", said, path);
}

uint64_t settings_cache_size(void) {
  static const char name[] = "WAVELOCK_CACHE_SIZE", units[] = "KMGT";
  const char *text = variable(name), *at = text;
  uint64_t size = 1024;
  if (!text) return size << 20;
  bool good = take_number(&at, &size);
  const char *unit = good && *at ? strchr(units, *at) : NULL;
  const int shift = unit ? 10 * (int)(unit - units + 1) : 20;
  if (unit) at += 1 + (strcmp(at + 1, "iB") ? 0 : 2);
  if (!good || *at || size > UINT64_MAX >> shift)
    settings_refuse(name, "found \"%s\", expected a number of MiB, or one with K, M, G or T, as 500M", text);
  return size << shift;
}

// A folder that nobody asked for, where none can be made, is no reason to stop.
static void read_folders(void) {
  const char *out = variable("WAVELOCK_OUT"), *capture = variable("WAVELOCK_CAPTURE");
  char own[300];
  wl_error error;
  wl_text(own, sizeof own, "runs/opencl/%s-%ld", program_invocation_short_name, (long)getpid());
  if (!out || strcmp(out, "none") != 0) all.said.out = absolute("WAVELOCK_OUT", out ? out : own, all.out);
  if (capture) all.said.capture = absolute("WAVELOCK_CAPTURE", capture, all.capture);
  if (capture && !wl_make_folders(all.said.capture, &error)) settings_refuse("WAVELOCK_CAPTURE", "%s", error.text);
  if (!all.said.out || wl_make_folders(all.said.out, &error)) return;
  if (out) settings_refuse("WAVELOCK_OUT", "%s", error.text);
  fprintf(stderr, "wavelock: no results are written: %s\n", error.text);
  all.said.out = NULL;
}

static void read_inject(void) {
  static const char name[] = "WAVELOCK_INJECT";
  wl_error error;
  all.said.inject = variable(name);
  if (all.said.inject && !wl_inject_parse(all.said.inject, &all.flip, all.event, &all.inject_cycle, &error))
    settings_refuse(name, "%s", error.text);
}

// "3,7-9"
static bool read_list(const char *at) {
  do {
    range one, *more = realloc(all.launches, (all.launch_count + 1) * sizeof *more);
    if (!more) return false;
    all.launches = more;
    if (!take_number(&at, &one.from)) return false;
    one.to = one.from;
    if (*at == '-' && (at++, !take_number(&at, &one.to) || one.to < one.from)) return false;
    if (!one.from) return false;
    all.launches[all.launch_count++] = one;
  } while (*at++ == ',');
  return !at[-1];
}

static void read_sampling(void) {
  static const char name[] = "WAVELOCK_LOCKSTEP";
  const char *text = variable(name), *colon = text ? strchr(text, ':') : NULL, *at = colon ? colon + 1 : "";
  const size_t length = colon ? (size_t)(colon - text) : 0;
  bool good = true;
  if (!text || !strcmp(text, "all")) return;
  if (length == 6 && !strncmp(text, "launch", 6)) {
    all.said.sample = SAMPLE_LAUNCHES;
    good = read_list(at);
  } else if ((length == 5 && !strncmp(text, "every", 5)) || (length == 6 && !strncmp(text, "groups", 6))) {
    all.said.sample = *text == 'e' ? SAMPLE_EVERY : SAMPLE_GROUPS;
    good = take_number(&at, &all.said.every) && !*at && all.said.every && all.said.every <= 1u << 20;
  } else {
    good = false;
  }
  if (!good)
    settings_refuse(name, "found \"%s\", expected all, every:N, launch:LIST as launch:3,7-9, or groups:N, from 1 on",
                    text);
}

const launch_settings *settings(void) {
  static bool done;
  if (done) return &all.said;
  done = true;
  all.said.seed = 1;
  number("WAVELOCK_SEED", &all.said.seed);
  number("WAVELOCK_HANG_CYCLES", &all.said.hang_cycles);
  if (!number("WAVELOCK_MAX_INSTRUCTIONS", &all.max_instructions)) all.run_instructions = WL_LONG_RUN_INSTRUCTIONS;
  if (number("WAVELOCK_THREADS", &all.threads) && all.threads > WL_MAX_THREADS)
    settings_refuse("WAVELOCK_THREADS", "found %" PRIu64 ", expected 0 to %d", all.threads, WL_MAX_THREADS);
  all.said.keep_going = settings_flag("WAVELOCK_KEEP_GOING");
  all.said.memcheck = settings_flag("WAVELOCK_MEMCHECK");
  read_folders();
  read_inject();
  read_sampling();
  return &all.said;
}

launch_told *settings_told(void) { return &told; }

bool settings_in_lockstep(uint64_t number) {
  switch (settings()->sample) {
    case SAMPLE_EVERY: return number % all.said.every == 0;
    case SAMPLE_LAUNCHES:
      for (size_t i = 0; i < all.launch_count; i++)
        if (all.launches[i].from <= number && number <= all.launches[i].to) return true;
      return false;
    case SAMPLE_ALL:
    case SAMPLE_GROUPS: break;
  }
  return true;
}

// Whether the unit runs what clang makes.
static bool has_gfx9(wl_error *error) {
  return !wl_unit_ops ||
         wl_fail(error, "OpenCL C is for GFX9, and this unit has the instruction set %s", wl_unit_ops->isa);
}

wl_device *settings_open(wl_device_kind kind, wl_error *error) {
  const launch_settings *s = settings();
  const wl_device_options options = {.seed = s->seed,
                                     .hang_cycles = s->hang_cycles,
                                     .run_cycles = s->hang_cycles ? 0 : WL_LONG_RUN,
                                     .max_instructions = all.max_instructions,
                                     .run_instructions = all.run_instructions,
                                     .threads = (uint32_t)all.threads,
                                     .guard_pages = true,
                                     .keep_before = s->out || s->capture,
                                     .bounds = s->memcheck};
  wl_backend_options unit = {.check = {.mode = WL_CHECK_DEFAULT,
                                       .memcheck = s->memcheck,
                                       .test = told.test,
                                       .run_dir = s->out ? told.folder : NULL,
                                       .build = wl_build,
                                       .code = &told.code,
                                       .seed = s->seed}};
  if (kind != WL_DEVICE_MODEL) {
    unit.inject = all.flip;
    unit.check.event_fault = *all.event ? all.event : NULL;
    unit.check.event_cycle = all.inject_cycle;
  }
  if (!has_gfx9(error)) return NULL;
  wl_device *d = wl_device_open_unit(kind, &options, &unit, error);
  if (d || !s->inject || kind == WL_DEVICE_MODEL) return d;
  // Whether it is the fault that this unit does not take.
  unit.inject.on = false;
  unit.check.event_fault = NULL;
  wl_device *without = wl_device_open_unit(kind, &options, &unit, NULL);
  if (without) settings_refuse("WAVELOCK_INJECT", "%s", error->text);
  return NULL;
}

wl_device *settings_open_model(wl_error *error) {
  const wl_device_options options = {.seed = settings()->seed,
                                     .max_instructions = all.max_instructions ? all.max_instructions : most_expected,
                                     .guard_pages = true};
  return has_gfx9(error) ? wl_device_open(WL_DEVICE_MODEL, &options, error) : NULL;
}

void settings_for_make(uint64_t spent, char *text, size_t size) {
  const char *fault = settings()->inject, *at = fault ? strrchr(fault, '@') : NULL;
  char seed[32] = "", inject[160] = "", hang[48] = "";
  if (all.said.seed != 1) wl_text(seed, sizeof seed, " SEED=%" PRIu64, all.said.seed);
  if (at && all.inject_cycle >= spent)
    wl_text(inject, sizeof inject, " INJECT=%.*s@%" PRIu64, (int)(at - fault), fault, all.inject_cycle - spent);
  if (all.said.hang_cycles) wl_text(hang, sizeof hang, " HANG_CYCLES=%" PRIu64, all.said.hang_cycles);
  wl_text(text, size, "%s%s%s%s", seed, inject, hang, wl_build_variables);
}
