// SPDX-License-Identifier: Apache-2.0
// The command `wavelock`: its options (options.def), and the line that repeats a run.
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "command.h"
#include "base/error.h"
#include "inject.h"
#include "testcase/renamed.h"
#include "run.h"
#include "random/serve/serve.h"
#include "testcase/testcase.h"
#include "base/signals.h"
#include "toolchain.h"

enum {
#define OPTION(name, argument, help, ...) +1
  OPTIONS = 0
#include "options.def"
};

typedef struct {
  wl_run_options run;
  bool list, options, version, sizes, help, device_named, exposed_hazards, limited;
  char trace[1024], state[1024], event[WL_EVENT_TEXT], reproduce[8192];
  const char *noted[OPTIONS];  // their values; NULL: not given
  wl_error error;
} command;

typedef struct row row;

struct row {
  const char *name, *argument, *help;
  enum { OF_TEXT, OF_FLAG, OF_NUMBER, OF_WORDS, OF_SIZES, OF_READ } kind;
  size_t at, size;  // the field of command
  uint64_t first, most;
  const char *const *words;  // the last is NULL
  bool (*read)(command *c, const row *o, const char *text);
  size_t given;  // the field of command; 0: none
  int place;     // in the line that repeats a run; 0: not in it
  const char *variable, *standard;
  enum { BOTH, UNIT, MODEL } runs;  // that take it (scripts/wl/door/variables.py)
};

static bool number(command *c, const row *o, const char *text, uint64_t max, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, text[0] == '0' && tolower((unsigned char)text[1]) == 'x' ? 16 : 10);
  if (isdigit((unsigned char)*text) && !*end && !errno && *to <= max) return true;
  return wl_fail(&c->error, "--%s: found \"%s\", expected a number from 0 to %llu", o->name, text,
                 (unsigned long long)max);
}

// "x", "x,y" or "x,y,z", each from least to most. A number that is missing is least.
static bool triple(command *c, const row *o, const char *text, uint64_t least, uint64_t most, uint64_t to[3]) {
  const char *p = text;
  to[0] = to[1] = to[2] = least;
  for (int i = 0; i < 3; i++) {
    char *end;
    errno = 0;
    unsigned long long v = strtoull(p, &end, 0);
    if (!isdigit((unsigned char)*p) || errno || v < least || v > most || (*end && *end != ',')) break;
    to[i] = v;
    if (!*end) return true;
    p = end + 1;
  }
  return wl_fail(&c->error, "--%s: found \"%s\", expected one to three numbers from %llu like 256 or 16,16", o->name,
                 text, (unsigned long long)least);
}

static bool sizes(command *c, const row *o, const char *text, uint32_t to[3]) {
  uint64_t wide[3];
  if (!triple(c, o, text, 1, UINT32_MAX, wide)) return false;
  for (int i = 0; i < 3; i++) to[i] = (uint32_t)wide[i];
  return true;
}

static bool choice(command *c, const row *o, const char *text, uint64_t *to) {
  char list[100] = "";
  for (int i = 0; o->words[i]; i++) {
    size_t used = strlen(list);
    wl_text(list + used, sizeof list - used, "%s%s", i ? ", " : "", o->words[i]);
    if (strcmp(text, o->words[i])) continue;
    *to = (uint64_t)i;
    return true;
  }
  return wl_fail(&c->error, "--%s: found \"%s\", expected one of %s", o->name, text, list);
}

// FILE, FILE:from-to or FILE:from-to,from-to
static bool waves(command *c, const row *o, const char *text) {
  (void)o;
  wl_backend_options *u = &c->run.unit;
  const char *colon = strrchr(text, ':');
  unsigned long long from[2] = {0}, to[2] = {0};
  int length = 0, both = 0;
  bool ranged = colon && sscanf(colon, ":%llu-%llu%n", &from[0], &to[0], &length) == 2;
  if (ranged && sscanf(colon + length, ",%llu-%llu%n", &from[1], &to[1], &both) == 2) length += both;
  ranged = ranged && !colon[length];
  if (!wl_text(c->trace, sizeof c->trace, "%.*s", ranged ? (int)(colon - text) : (int)strlen(text), text) || !*c->trace)
    return wl_fail(&c->error, "--waves: found \"%s\", expected FILE, FILE:from-to or FILE:from-to,from-to", text);
  u->trace_path = c->trace;
  for (int i = 0; ranged && i < (both ? 2 : 1); i++) {
    if (from[i] > to[i]) return wl_fail(&c->error, "--waves: %llu-%llu is an empty range of cycles", from[i], to[i]);
    if (i && from[1] <= to[0])
      return wl_fail(&c->error, "--waves: the second range begins at cycle %llu, expected after cycle %llu", from[1],
                     to[0]);
    u->trace_from[i] = from[i];
    u->trace_to[i] = to[i];
  }
  return true;
}

// FILE or FILE:before,after
static bool waves_auto(command *c, const row *o, const char *text) {
  enum { DIGITS = 9 };
  (void)o;
  wl_backend_options *u = &c->run.unit;
  const char *colon = strrchr(text, ':');
  unsigned long long before = 2000, after = 200;
  int length = 0;
  const bool given = colon && strspn(colon + 1, "0123456789") <= DIGITS &&
                     sscanf(colon, ":%llu,%9llu%n", &before, &after, &length) == 2 && !colon[length];
  if (!wl_text(c->trace, sizeof c->trace, "%.*s", given ? (int)(colon - text) : (int)strlen(text), text) || !*c->trace)
    return wl_fail(&c->error, "--waves-auto: found \"%s\", expected FILE or FILE:before,after", text);
  u->trace_path = c->trace;
  u->waves_auto = true;
  u->waves_before = before;
  u->waves_after = after;
  return true;
}

static bool state(command *c, const row *o, const char *text) {
  const char *colon = strrchr(text, ':');
  if (!colon || !wl_text(c->state, sizeof c->state, "%.*s", (int)(colon - text), text) || !*c->state)
    return wl_fail(&c->error, "--state: found \"%s\", expected FILE:CYCLE", text);
  c->run.unit.state_path = c->state;
  if (!number(c, o, colon + 1, INT64_MAX, &c->run.unit.state_cycle)) return false;
  return c->run.unit.state_cycle || wl_fail(&c->error, "--state: cycle 0 is the reset, expected a cycle from 1 on");
}

static bool inject(command *c, const row *o, const char *text) {
  (void)o;
  wl_backend_options *u = &c->run.unit;
  wl_injection state;
  char event[WL_EVENT_TEXT];
  uint64_t cycle;
  if (!wl_inject_parse(text, &state, event, &cycle, &c->error)) return false;
  if (!*event) {
    if (u->inject.on) return wl_fail(&c->error, "--inject: expected one bit flip per run");
    u->inject = state;
    return true;
  }
  if (u->check.event_fault) return wl_fail(&c->error, "--inject: expected one event fault per run");
  memcpy(c->event, event, sizeof c->event);
  u->check.event_fault = c->event;
  u->check.event_cycle = cycle;
  return true;
}

static bool offset(command *c, const row *o, const char *text) {
  return triple(c, o, text, 0, INT64_MAX, c->run.offset);
}

// "1" is another word for "bounds".
static bool memcheck(command *c, const row *o, const char *text) {
  uint64_t i;
  if (!choice(c, o, text, &i)) return false;
  c->run.memcheck = i == 3 ? WL_MEMCHECK_BOUNDS : (wl_memcheck)(WL_MEMCHECK_OFF + i);
  return true;
}

static bool memory_knobs(command *c, const row *o, const char *text) {
  wl_error why;
  return wl_memory_knobs_parse(text, &c->run.unit.memory, &why) || wl_fail(&c->error, "--%s: %s", o->name, why.text);
}

static bool exposed_hazards(command *c, const row *o, const char *text) {
  (void)o;
  return wl_exposed_hazards_parse(text, c->run.unit.exposed_hazards, &c->error);
}

static bool dump(command *c, const row *o, const char *text) {
  wl_run_options *r = &c->run;
  if (r->dump_count == WL_MAX_DUMPS) return wl_fail(&c->error, "--%s: at most %d buffers", o->name, WL_MAX_DUMPS);
  r->dumps[r->dump_count++] = text;
  return true;
}

#define FIELD(field) .at = offsetof(command, field), .size = sizeof(((command *)0)->field)
#define TAKES(...) \
  .words = (const char *const[]) { __VA_ARGS__, NULL }
#define TEXT(field) .kind = OF_TEXT, FIELD(field)
#define FLAG(field) .kind = OF_FLAG, FIELD(field)
#define NUMBER(field, max) .kind = OF_NUMBER, FIELD(field), .most = (max)
#define WORDS(field, from, ...) .kind = OF_WORDS, FIELD(field), .first = (from), TAKES(__VA_ARGS__)
#define SIZES(field) .kind = OF_SIZES, FIELD(field)
#define READ(function) .kind = OF_READ, .read = function
#define OWN_TEXT(field) TEXT(run.field)
#define OWN_FLAG(field) FLAG(run.field)
#define OWN_NUMBER(field, max) NUMBER(run.field, max)
#define OWN_WORDS(field, from, ...) WORDS(run.field, from, __VA_ARGS__)
#define OWN_SIZES(field) SIZES(run.field)
#define OWN_READ(field) READ(field)
#define OWN(kind, type, field, ...) OWN_##kind(field __VA_OPT__(, ) __VA_ARGS__), GIVEN(run.has_##field)
#define GIVEN(field) .given = offsetof(command, field)
#define MAKE(order, name, takers, left_out) .place = order, .variable = name, .runs = takers, .standard = left_out

static const row rows[OPTIONS] = {
#define OPTION(name, argument, help, ...) {name, argument, help, __VA_ARGS__},
#include "options.def"
};

enum { FOUND = 256 };  // what getopt_long returns for each of them

static const struct option long_options[OPTIONS + 1] = {
#define OPTION(name, argument, help, ...) {name, sizeof argument > 1, NULL, FOUND},
#include "options.def"
};

// The argument goes from column 32 on, on a line of its own behind an option that is too long.
static void print_option(const char *name, const char *argument, const char *help) {
  enum { COLUMN = 32 };
  const int length = *help ? printf("  --%s%s%s", name, *argument ? " " : "", argument) : 0;
  if (!*help) return;
  printf("%*s", length < COLUMN ? COLUMN - length : length == COLUMN ? 2 : 0, "");
  if (length > COLUMN) printf("\n%*s", COLUMN, "");
  for (const char *end; (end = strchr(help, '\n')); help = end + 1)
    printf("%.*s\n%*s", (int)(end - help), help, COLUMN, "");
  printf("%s\n", help);
}

static void print_usage(void) {
#define SAY(text) fputs(text, stdout);
#define OPTION(name, argument, help, ...) print_option(name, argument, help);
#include "options.def"
}

// For scripts, a line an option: its name, its variable of make, the runs that take it, its place in the line that
// repeats a run, and its values. "-": none. Place 0: it is not in the line.
static void print_options(void) {
  static const char *const takers[] = {"both", "unit", "model"};
  for (const row *o = rows; o < rows + OPTIONS; o++) {
    printf("--%s\t%s\t%s\t%d\t", o->name, o->variable ? o->variable : "-", takers[o->runs], o->place);
    for (int i = 0; o->words && o->words[i]; i++) printf("%s%s", i ? "|" : "", o->words[i]);
    if (o->kind == OF_NUMBER) printf("0..%llu", (unsigned long long)o->most);
    else if (!o->words) printf("%s", *o->argument ? o->argument : "-");
    printf("\n");
  }
}

// Stores a number in a field of a command: a flag, an enum or 32 bits, or 64 bits.
static void put(command *c, const row *o, uint64_t v) {
  void *field = (char *)c + o->at;
  if (o->size == sizeof(bool)) memcpy(field, &(bool){v}, sizeof(bool));
  else if (o->size == sizeof(uint32_t)) memcpy(field, &(uint32_t){(uint32_t)v}, sizeof(uint32_t));
  else memcpy(field, &v, sizeof v);
}

static bool apply(command *c, const row *o, const char *text) {
  uint64_t v = 0;
  switch (o->kind) {
    case OF_TEXT: memcpy((char *)c + o->at, &text, sizeof text); break;
    case OF_FLAG: put(c, o, true); break;
    case OF_NUMBER:
      if (!number(c, o, text, o->most, &v)) return false;
      put(c, o, v);
      break;
    case OF_WORDS:
      if (!choice(c, o, text, &v)) return false;
      put(c, o, o->first + v);
      break;
    case OF_SIZES:
      if (!sizes(c, o, text, (uint32_t *)((char *)c + o->at))) return false;
      break;
    case OF_READ:
      if (!o->read(c, o, text)) return false;
  }
  if (o->given) memcpy((char *)c + o->given, &(bool){true}, sizeof(bool));
  return true;
}

bool wl_quoted(char *to, size_t size, const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./%";
  if (*text && !text[strspn(text, plain)]) return wl_text(to, size, "%s", text);
  bool fits = wl_text(to, size, "'");
  for (const char *p = text; *p; p++) {
    size_t used = strlen(to);
    const char one[2] = {*p, 0};
    fits = wl_text(to + used, size - used, "%s", *p == '\'' ? "'\\''" : one) && fits;
  }
  size_t used = strlen(to);
  return wl_text(to + used, size - used, "'") && fits;
}

// The variables that were given and that this kind of run takes, as arguments of make. false: they do not fit.
static bool noted_text(const command *c, char *text, size_t size) {
  const bool model = c->run.kind == WL_DEVICE_MODEL;
  bool fits = true;
  *text = 0;
  for (int place = 1; place <= OPTIONS; place++)
    for (const row *o = rows; o < rows + OPTIONS; o++) {
      const char *given = c->noted[o - rows];
      char word[4096];
      if (o->place != place || !given || !strcmp(given, o->standard)) continue;
      if (o->runs != BOTH && (o->runs == MODEL) != model) continue;
      fits = wl_quoted(word, sizeof word, given) && fits;
      fits = wl_text(text + strlen(text), size - strlen(text), " %s=%s", o->variable, word) && fits;
    }
  return fits;
}

typedef struct {
  const char *roots;
  wl_verdict verdict;
} listing;

static void print_test(void *to, const char *name, const char *path) {
  listing *l = to;
  wl_error error = {""};
  wl_testcase *t = wl_testcase_read(path, l->roots, &error);
  if (!t) l->verdict = WL_ERROR;
  printf("%-24s %s\n", name, t ? t->about : error.text);
  wl_testcase_free(t);
}

static int list(const command *c) {
  listing l = {.roots = c->run.vectors, .verdict = WL_PASS};
  if (wl_testcase_each(c->run.vectors, print_test, &l)) return l.verdict;
  fprintf(stderr, "ERROR: there is no test in %s\n", c->run.vectors);
  return WL_ERROR;
}

static bool parse(command *c, int argc, char **argv) {
  int option, index = 0;
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":", long_options, &index)) != -1) {
    if (option != FOUND) {
      const char *word = argv[optind - 1], *now = wl_renamed_option(word + strspn(word, "-"));
      if (now) return wl_fail(&c->error, "%.*s: this option is now --%s", (int)strcspn(word, "="), word, now);
      return wl_fail(&c->error, "%s: unknown option or missing value; see wavelock --help", word);
    }
    if (!apply(c, &rows[index], optarg)) return false;
    c->noted[index] = optarg;
  }
  if (c->list || c->options || c->version || c->sizes || c->help) return true;
  if (optind != argc - 1)
    return wl_fail(&c->error, "expected one TEST, found %d; see wavelock --help and wavelock --list", argc - optind);
  c->run.test = argv[optind];
  return true;
}

// Chooses the device if none was named. Checks the options against each other and against the device.
static bool settle(command *c) {
  wl_run_options *r = &c->run;
  wl_checker_options *check = &r->unit.check;
  const bool probe = wl_backend_rtl && wl_backend_rtl->has_probe();
  const bool faults = r->unit.inject.on || check->event_fault;
  if (c->limited) r->device.run_instructions = 0;
  if (!c->device_named) {
    const bool checks = probe && check->mode != WL_CHECK_OFF;
    r->kind = !wl_backend_rtl ? WL_DEVICE_MODEL : checks ? WL_DEVICE_LOCKSTEP : WL_DEVICE_RTL;
  }
  if (r->kind != WL_DEVICE_MODEL && !wl_backend_rtl)
    return wl_fail(&c->error, "--device %s: this build has the model alone: --device model",
                   r->kind == WL_DEVICE_RTL ? "rtl" : "lockstep");
  const bool model = r->kind == WL_DEVICE_MODEL, rtl = r->kind == WL_DEVICE_RTL, lockstep = !model && !rtl;
  const bool exposed = !model && wl_backend_rtl->has_exposed_hazards(), views = wl_views_wanted(&r->views);
  const struct {
    bool wrong;
    const char *why;
  } rules[] = {
      {model && (faults || r->unit.trace_path), "--inject and --waves need a unit under test: --device lockstep"},
      {model && r->has_memory, "--memory-knobs needs a unit under test: the model alone has no memory times"},
      {rtl && check->event_fault,
       "--inject of an event needs the checker: --device lockstep, --check default or every"},
      {rtl && faults && !probe, "--inject: this build of the unit has no probe, which knows where the registers are"},
      {rtl && r->trace, "--trace needs the model: --device lockstep or model"},
      {rtl && r->device.pure, "--pure needs the model: --device lockstep or model"},
      {rtl && (r->uninit > WL_UNINIT_OFF || r->races),
       "--uninit and --races need the model: --device lockstep or model"},
      {r->unit.observe.probe_check && (model || !probe),
       "--probe-check needs a unit with a probe: --device lockstep or rtl, not wavelock-bare"},
      {model && r->unit.plus, "--plus needs a unit under test: --device lockstep"},
      {!lockstep && r->unit.state_path, "--state needs the checker: --device lockstep"},
      {!lockstep && r->unit.observe.coverage, "--coverage needs the checker: --device lockstep"},
      {!lockstep && r->unit.observe.conflicts, "--conflicts needs the checker: --device lockstep"},
      {!lockstep && views, "--stats, --pipe, --perfetto and --viewer need the probe: --device lockstep"},
      {r->unit.observe.probe_check && views,
       "--stats, --pipe, --perfetto, --viewer: not with --probe-check, which watches the events"},
      {r->debugged && rtl, "--debug needs the model: --device lockstep or model"},
      {r->debugged && (r->unit.trace_path || r->unit.state_path || r->trace || r->unit.observe.coverage || r->run_dir ||
                       r->unit.observe.probe_check || r->unit.observe.conflicts || views),
       "--debug goes back and forth: not with options that write or print what the run did"},
      {c->exposed_hazards && !exposed,
       "--exposed-hazards: this device has interlocks for all hazards, a unit of CONFIG=exposed_hazards has not"},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].wrong) return wl_fail(&c->error, "%s", rules[i].why);
  r->debug.snapshot_cycles = r->unit.snapshot_cycles;
  char noted[sizeof c->reproduce], test[1024];
  const bool fits = noted_text(c, noted, sizeof noted) && wl_quoted(test, sizeof test, r->test);
  // A line that is cut off would repeat another run: then there is none.
  if (!fits || !wl_text(c->reproduce, sizeof c->reproduce, "make %s TEST=%s SEED=%llu%s%s",
                        r->kind == WL_DEVICE_MODEL ? "run" : "sim", test, (unsigned long long)r->device.seed, noted,
                        wl_build_variables))
    *c->reproduce = 0;
  const char *own = wl_backend_rtl ? wl_backend_rtl->command() : NULL;
  r->reproduce = check->reproduce = own ? own : *c->reproduce ? c->reproduce : NULL;
  check->test = r->test;
  check->seed = r->device.seed;
  check->run_dir = r->run_dir;
  return true;
}

// Where compiled kernels are kept: in the tree, or the user's cache for an installed command.
static const char *default_cache(char *to, size_t size) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (access("build", F_OK) && cache && *cache == '/' && wl_text(to, size, "%s/wavelock", cache)) return to;
  if (access("build", F_OK) && home && *home == '/' && wl_text(to, size, "%s/.cache/wavelock", home)) return to;
  return "build/kernels";
}

static void debugged(void *to, wl_debug *d) {
  const wl_run_options *run = to;
  wl_run(run, d);
}

// The sizes that the unit reports at time zero, as wavelock-random --unit reads them.
static int print_sizes(void) {
  wl_error error;
  wl_device *d = wl_device_open(wl_backend_rtl ? WL_DEVICE_RTL : WL_DEVICE_MODEL, NULL, &error);
  if (!d) {
    fprintf(stderr, "ERROR: %s\n", error.text);
    return WL_ERROR;
  }
  const wl_config *u = wl_device_sizes(d);
  printf("waves %" PRIu32 "\nvgprs %" PRIu32 "\nlds %" PRIu32 "\ngds %" PRIu32 "\nimages %" PRIu32 "\n", u->waves,
         u->phys_vgprs, 64 * u->lds_entries, 64 * u->gds_entries, u->images);
  wl_device_close(d);
  return WL_PASS;
}

static int run_command(int argc, char **argv) {
  static command c;
  char cache[1024];
  int option, index = 0;
  c.run = (wl_run_options){.vectors = "vectors:build/vectors",
                           .cache = default_cache(cache, sizeof cache),
                           .device = {.seed = 1, .run_instructions = WL_LONG_RUN_INSTRUCTIONS},
                           .unit = {.check = {.mode = WL_CHECK_DEFAULT, .build = wl_build}}};
  bool good = parse(&c, argc, argv);
  if (good && c.help) {
    print_usage();
    return WL_PASS;
  }
  if (good && c.options) {
    print_options();
    return WL_PASS;
  }
  if (good && c.version) {
    printf("%s\n", wl_build);
    return WL_PASS;
  }
  if (good && c.sizes) return print_sizes();
  if (good && c.list) return list(&c);
  if (good && settle(&c)) {
    if (c.run.debugged) return wl_debug_session(&c.run.debug, debugged, &c.run);
    wl_watch_signals();
    return wl_run(&c.run, NULL);
  }
  // A command line that is refused leaves no result of an earlier one.
  while (!good && !c.run.run_dir && (option = getopt_long(argc, argv, ":", long_options, &index)) != -1)
    if (option == FOUND && !strcmp(rows[index].name, "run-dir")) c.run.run_dir = optarg;
  wl_run_forget(c.run.run_dir);
  fprintf(stderr, "ERROR: %s\n", c.error.text);
  return WL_ERROR;
}

int wl_command(int argc, char **argv) {
  const int code = run_command(argc, argv);
  if (!fflush(stdout) && !ferror(stdout)) return code;
  fprintf(stderr, "ERROR: standard output cannot be written: %s\n", strerror(errno));
  return code ? code : WL_ERROR;
}

int main(int argc, char **argv) {
  if (argc < 2 || strcmp(argv[1], "--serve")) return wl_command(argc, argv);
  argv[1] = argv[0];
  return wl_serve(&(wl_served){run_command, wl_run_launched, wl_toolchain_assembler, argv + 1});
}
