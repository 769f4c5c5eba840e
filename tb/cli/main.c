// SPDX-License-Identifier: Apache-2.0
// The command `wavelock`: its options, and the line that repeats a run.
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build.h"
#include "device/error.h"
#include "inject.h"
#include "testcase/renamed.h"
#include "run.h"
#include "serve/serve.h"
#include "testcase/testcase.h"
#include "device/watch.h"

// A run on the model device is a HANG after this many instructions.

static const char usage[] =
    "usage: wavelock [options] TEST\n"
    "TEST is the name of a test, a path of a test.json, or a program (.s, .cl, .co) with default arguments.\n"
    "\n"
    "What runs\n"
    "  --device model|rtl|lockstep   the device (lockstep, if this build has it)\n"
    "  --seed N                      seed of random data, memory latencies and back-pressure (1)\n"
    "  --kernel NAME                 the kernel\n"
    "  --grid X[,Y[,Z]]              work-items of the grid\n"
    "  --group X[,Y[,Z]]             work-items of a workgroup\n"
    "  --offset X[,Y[,Z]]            first global id (0)\n"
    "  --lds BYTES                   dynamic LDS\n"
    "  --scratch BYTES               private memory of a work-item, where the kernel states too little\n"
    "  --alignment MODE              of DS accesses: dword, dword_strict, strict or unaligned (unaligned)\n"
    "  --args \"n=100 x=iota y@4096=random[0,100] z=[1,2,3] t=file:data.bin u=&x\"\n"
    "                                values of scalars; contents of buffers, with @ their sizes (docs/kernels.md)\n"
    "  --cl-options \"-DN=4 -Ifolder\" options for clang, for a .cl\n"
    "  --memory-knobs \"latency=[2,80] vector.burst=50 scalar.reorder=false\"\n"
    "                                latency and back-pressure of the memory, of all ports or of the instruction, "
    "scalar\n"
    "                                or vector port; the rest by the seed (vectors/README.md)\n"
    "Those from --kernel to --args and --memory-knobs replace what the test says. --cl-options come behind the "
    "test's.\n"
    "\n"
    "What is checked\n"
    "  --check every|default|off     how often whole register files are compared (default)\n"
    "  --hazards error|warn|off      missing waits and wait states of the program (as the test says)\n"
    "  --memcheck bounds|unmapped|off  an access outside what is allocated (bounds, or 1) or to unmapped memory is a\n"
    "                                HAZARD (programs: bounds; tests: as the test says)\n"
    "  --uninit error|count|off      reads of memory that nobody has written are a HAZARD, or counted (as the test "
    "says)\n"
    "  --races 0|1                   1: a race of two waves is a HAZARD (as the test says)\n"
    "  --pure 0|1                    1: the model computes floats on integers alone, not on the host's float units "
    "(0)\n"
    "  --keep-going N                number of divergences to report after the first (0)\n"
    "  --exposed-hazards ROW=N,...   wait states of the exposed hazards, as 5=6,vccz=0 (unit of make "
    "EXPOSED_HAZARDS=1)\n"
    "  --inject ROW[:WAVE][:INDEX][:LANE][:BIT]@CYCLE\n"
    "                                flip a bit of a state row\n"
    "  --inject drop:EVENT@CYCLE, --inject repeat:EVENT@CYCLE\n"
    "                                lose or repeat an event of the probe\n"
    "  --probe-check                 say in words what is wrong with the unit's events (docs/second-unit.md)\n"
    "  --plus \"+NAME +NAME=VALUE\"    plus arguments of the unit, for its $test$plusargs and $value$plusargs\n"
    "\n"
    "Limits\n"
    "  --hang-cycles N               HANG after N cycles in which one wave waits, or no wave starts or ends (1000000,\n"
    "                                and 100000000)\n"
    "  --max-cycles N                ERROR after N cycles (0: no limit)\n"
    "  --max-instructions N          HANG after N instructions, on the model device (10000000000 in which no wave "
    "starts\n"
    "                                or ends; 0: no limit)\n"
    "\n"
    "Output\n"
    "  --dump NAME                   print a buffer after the run; can be repeated\n"
    "  --trace FILE                  a line per instruction: cycle, slot, PC, registers written, memory accessed\n"
    "  --waves FILE[:FROM-TO[,FROM-TO]]\n"
    "                                waveform, of these cycles\n"
    "  --waves-auto FILE[:BEFORE,AFTER]\n"
    "                                waveform of a failure alone: so many cycles before and after it (2000,200)\n"
    "  --snapshot-cycles N           cycles between the snapshots of --waves-auto (one every 2 seconds)\n"
    "  --state FILE:CYCLE            states of DUT and model at the beginning of the cycle (docs/replay.md)\n"
    "  --coverage FILE               what issued in lockstep: opcodes, operand kinds, EXEC classes\n"
    "  --conflicts                   the cycles that LDS bank conflicts cost, and the transactions of vector memory, "
    "by\n"
    "                                instruction\n"
    "  --stats                       where the cycles of the run went (docs/views.md)\n"
    "  --pipe FILE                   the stages of each instruction, for the viewer Konata\n"
    "  --perfetto FILE               a trace for Perfetto: instructions, why waves wait, counters\n"
    "  --viewer DIR                  a folder for AMD's ROCprof Compute Viewer\n"
    "  --run-dir DIR                 folder for result.json and report.json\n"
    "  --debug                       stop at a prompt, which takes commands from stdin (docs/debug.md)\n"
    "  --gdb PORT|PATH               the same for GDB, at a port of 127.0.0.1 or a socket\n"
    "\n"
    "Other\n"
    "  --vectors DIR[:DIR]           folders of the tests (vectors:build/vectors)\n"
    "  --cache DIR                   folder of compiled kernels (build/kernels; without a folder build: wavelock in\n"
    "                                XDG_CACHE_HOME or ~/.cache)\n"
    "  --serve                       run many programs, each in a process of its own; alone (tb/serve/serve.h)\n"
    "  --list                        list the tests\n"
    "  --version                     what this tool was built from\n"
    "  --help                        this text\n"
    "\n"
    "Exit codes: 0 PASS, 1 MISMATCH, 2 ILLEGAL, 3 HAZARD, 4 EXPECT, 5 HANG, 6 ERROR; 130: stopped by SIGINT or "
    "SIGTERM.\n"
    "docs/verdicts.md explains the verdicts.\n";

enum { VARIABLES = 23 };  // variables of make in the line that repeats a run

typedef struct {
  wl_run_options run;
  bool list, version, help, device_named, exposed_hazards;
  char trace[1024], state[1024], event[WL_EVENT_TEXT], reproduce[8192];
  const char *noted[VARIABLES];  // their values; NULL: not given
  wl_error error;
} command;

static bool number(command *c, const char *option, const char *text, uint64_t max, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, text[0] == '0' && tolower((unsigned char)text[1]) == 'x' ? 16 : 10);
  if (isdigit((unsigned char)*text) && !*end && !errno && *to <= max) return true;
  return wl_fail(&c->error, "--%s: found \"%s\", expected a number from 0 to %llu", option, text,
                 (unsigned long long)max);
}

// "x", "x,y" or "x,y,z", each from least to most. A number that is missing is least.
static bool triple(command *c, const char *option, const char *text, uint64_t least, uint64_t most, uint64_t to[3]) {
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
  return wl_fail(&c->error, "--%s: found \"%s\", expected one to three numbers from %llu like 256 or 16,16", option,
                 text, (unsigned long long)least);
}

static bool sizes(command *c, const char *option, const char *text, uint32_t to[3]) {
  uint64_t wide[3];
  if (!triple(c, option, text, 1, UINT32_MAX, wide)) return false;
  for (int i = 0; i < 3; i++) to[i] = (uint32_t)wide[i];
  return true;
}

static bool choice(command *c, const char *option, const char *text, const char *const *names, int *to) {
  char list[100] = "";
  for (int i = 0; names[i]; i++) {
    size_t used = strlen(list);
    wl_text(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    if (strcmp(text, names[i])) continue;
    *to = i;
    return true;
  }
  return wl_fail(&c->error, "--%s: found \"%s\", expected one of %s", option, text, list);
}

// FILE, FILE:from-to or FILE:from-to,from-to
static bool waves(command *c, const char *text) {
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
static bool waves_auto(command *c, const char *text) {
  enum { DIGITS = 9 };
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

static bool state(command *c, const char *text) {
  const char *colon = strrchr(text, ':');
  if (!colon || !wl_text(c->state, sizeof c->state, "%.*s", (int)(colon - text), text) || !*c->state)
    return wl_fail(&c->error, "--state: found \"%s\", expected FILE:CYCLE", text);
  c->run.unit.state_path = c->state;
  if (!number(c, "state", colon + 1, INT64_MAX, &c->run.unit.state_cycle)) return false;
  return c->run.unit.state_cycle || wl_fail(&c->error, "--state: cycle 0 is that of the reset, expected one from 1 on");
}

static bool inject(command *c, const char *text) {
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

enum {
  DEVICE = 256,
  SEED,
  KERNEL,
  GRID,
  GROUP,
  OFFSET,
  LDS,
  SCRATCH,
  ALIGNMENT,
  ARGS,
  MEMORY_KNOBS,
  CL_OPTIONS,
  DUMP,
  CHECK,
  HAZARDS,
  MEMCHECK,
  UNINIT,
  RACES,
  INJECT,
  PURE,
  KEEP_GOING,
  WAVES,
  WAVES_AUTO,
  SNAPSHOT_CYCLES,
  TRACE,
  STATE,
  HANG,
  CYCLES,
  INSTRUCTIONS,
  DEBUG,
  GDB,
  RUN_DIR,
  VECTORS,
  CACHE,
  COVERAGE,
  CONFLICTS,
  STATS,
  PIPE,
  PERFETTO,
  VIEWER,
  EXPOSED_HAZARDS,
  PLUS,
  PROBE_CHECK,
  LIST,
  VERSION,
  HELP
};

static const struct option long_options[] = {{"device", 1, 0, DEVICE},
                                             {"seed", 1, 0, SEED},
                                             {"kernel", 1, 0, KERNEL},
                                             {"grid", 1, 0, GRID},
                                             {"group", 1, 0, GROUP},
                                             {"offset", 1, 0, OFFSET},
                                             {"lds", 1, 0, LDS},
                                             {"scratch", 1, 0, SCRATCH},
                                             {"alignment", 1, 0, ALIGNMENT},
                                             {"args", 1, 0, ARGS},
                                             {"memory-knobs", 1, 0, MEMORY_KNOBS},
                                             {"cl-options", 1, 0, CL_OPTIONS},
                                             {"dump", 1, 0, DUMP},
                                             {"check", 1, 0, CHECK},
                                             {"hazards", 1, 0, HAZARDS},
                                             {"memcheck", 1, 0, MEMCHECK},
                                             {"uninit", 1, 0, UNINIT},
                                             {"races", 1, 0, RACES},
                                             {"inject", 1, 0, INJECT},
                                             {"pure", 1, 0, PURE},
                                             {"keep-going", 1, 0, KEEP_GOING},
                                             {"waves", 1, 0, WAVES},
                                             {"waves-auto", 1, 0, WAVES_AUTO},
                                             {"snapshot-cycles", 1, 0, SNAPSHOT_CYCLES},
                                             {"trace", 1, 0, TRACE},
                                             {"state", 1, 0, STATE},
                                             {"hang-cycles", 1, 0, HANG},
                                             {"max-cycles", 1, 0, CYCLES},
                                             {"max-instructions", 1, 0, INSTRUCTIONS},
                                             {"debug", 0, 0, DEBUG},
                                             {"gdb", 1, 0, GDB},
                                             {"run-dir", 1, 0, RUN_DIR},
                                             {"vectors", 1, 0, VECTORS},
                                             {"cache", 1, 0, CACHE},
                                             {"coverage", 1, 0, COVERAGE},
                                             {"conflicts", 0, 0, CONFLICTS},
                                             {"stats", 0, 0, STATS},
                                             {"pipe", 1, 0, PIPE},
                                             {"perfetto", 1, 0, PERFETTO},
                                             {"viewer", 1, 0, VIEWER},
                                             {"exposed-hazards", 1, 0, EXPOSED_HAZARDS},
                                             {"plus", 1, 0, PLUS},
                                             {"probe-check", 0, 0, PROBE_CHECK},
                                             {"list", 0, 0, LIST},
                                             {"version", 0, 0, VERSION},
                                             {"help", 0, 0, HELP},
                                             {0, 0, 0, 0}};

// The variables in the line that repeats a run: the option, the variable of make, and the value that is left out. The
// last column has the runs that take it (USED_BY of scripts/sim).
static const struct {
  int option;
  const char *name, *standard;
  enum { OF_BOTH, OF_UNIT, OF_MODEL } runs;
} variables[VARIABLES] = {{KERNEL, "KERNEL", "", OF_BOTH},
                          {GRID, "GRID", "", OF_BOTH},
                          {GROUP, "GROUP", "", OF_BOTH},
                          {OFFSET, "OFFSET", "", OF_BOTH},
                          {LDS, "LDS", "", OF_BOTH},
                          {SCRATCH, "SCRATCH", "", OF_BOTH},
                          {ALIGNMENT, "ALIGNMENT", "", OF_BOTH},
                          {ARGS, "ARGS", "", OF_BOTH},
                          {MEMORY_KNOBS, "MEMORY_KNOBS", "", OF_UNIT},
                          {CL_OPTIONS, "CLFLAGS", "", OF_BOTH},
                          {CHECK, "CHECK", "default", OF_UNIT},
                          {HAZARDS, "HAZARDS", "error", OF_BOTH},
                          {MEMCHECK, "MEMCHECK", "", OF_BOTH},
                          {UNINIT, "UNINIT", "", OF_BOTH},
                          {RACES, "RACES", "", OF_BOTH},
                          {INJECT, "INJECT", "", OF_UNIT},
                          {EXPOSED_HAZARDS, "EXPOSED_HAZARDS", "", OF_UNIT},
                          {PLUS, "PLUS", "", OF_UNIT},
                          {PURE, "PURE", "0", OF_BOTH},
                          {KEEP_GOING, "KEEP_GOING", "0", OF_UNIT},
                          {HANG, "HANG_CYCLES", "1000000", OF_UNIT},
                          {CYCLES, "MAX_CYCLES", "0", OF_UNIT},
                          {INSTRUCTIONS, "MAX_INSTRUCTIONS", "", OF_MODEL}};

static bool apply(command *c, int option, const char *name, const char *text) {
  static const char *const devices[] = {"model", "rtl", "lockstep", NULL};
  static const char *const hazards[] = {"error", "warn", "off", NULL};
  static const char *const memchecks[] = {"off", "unmapped", "bounds", "1", NULL};
  static const char *const uninits[] = {"off", "count", "error", NULL};
  static const char *const pures[] = {"0", "1", NULL};
  static const char *const checks[] = {"off", "default", "every", NULL};
  wl_run_options *r = &c->run;
  uint64_t v = 0;
  int i = 0;
  switch (option) {
    case DEVICE:
      if (!choice(c, name, text, devices, &i)) return false;
      r->kind = (wl_device_kind)i;
      c->device_named = true;
      return true;
    case CHECK:
      if (!choice(c, name, text, checks, &i)) return false;
      r->unit.check.mode = (wl_check_mode)i;
      return true;
    case HAZARDS:
      if (!choice(c, name, text, hazards, &i)) return false;
      r->has_hazards = true;
      r->unit.check.hazards = (wl_hazard_mode)i;
      return true;
    case MEMCHECK:
      if (!choice(c, name, text, memchecks, &i)) return false;
      r->memcheck = i == 3 ? WL_MEMCHECK_BOUNDS : (wl_memcheck)(WL_MEMCHECK_OFF + i);
      return true;
    case UNINIT:
      if (!choice(c, name, text, uninits, &i)) return false;
      r->uninit = (wl_uninit)(WL_UNINIT_OFF + i);
      return true;
    case RACES:
      r->has_races = choice(c, name, text, pures, &i);
      r->races = i;
      return r->has_races;
    case PURE:
      if (!choice(c, name, text, pures, &i)) return false;
      r->device.pure = i;
      return true;
    case SEED: return number(c, name, text, INT64_MAX, &r->device.seed);
    case HANG: return number(c, name, text, INT64_MAX, &r->device.hang_cycles);
    case CYCLES: return number(c, name, text, INT64_MAX, &r->device.max_cycles);
    case INSTRUCTIONS:
      r->device.run_instructions = 0;
      return number(c, name, text, INT64_MAX, &r->device.max_instructions);
    case KEEP_GOING: return number(c, name, text, INT64_MAX, &r->unit.check.keep_going);
    case GRID: return sizes(c, name, text, r->grid);
    case GROUP: return sizes(c, name, text, r->group);
    case OFFSET: return r->has_offset = triple(c, name, text, 0, INT64_MAX, r->offset);
    case LDS:
      r->has_lds = number(c, name, text, 65536, &v);
      r->lds = (uint32_t)v;
      return r->has_lds;
    case SCRATCH:
      if (!number(c, name, text, WL_MAX_SCRATCH, &v)) return false;
      r->scratch = (uint32_t)v;
      return true;
    case ALIGNMENT:
      if (!choice(c, name, text, wl_alignment_names, &i)) return false;
      r->alignment = (wl_alignment)(WL_ALIGNMENT_DWORD + i);
      return true;
    case DUMP:
      if (r->dump_count == WL_MAX_DUMPS) return wl_fail(&c->error, "--dump: at most %d buffers", WL_MAX_DUMPS);
      r->dumps[r->dump_count++] = text;
      return true;
    case INJECT: return inject(c, text);
    case WAVES: return waves(c, text);
    case WAVES_AUTO: return waves_auto(c, text);
    case SNAPSHOT_CYCLES: return number(c, name, text, INT64_MAX, &r->unit.snapshot_cycles);
    case TRACE: r->trace = text; return true;
    case STATE: return state(c, text);
    case KERNEL: r->kernel = text; return true;
    case ARGS: r->args = text; return true;
    case CL_OPTIONS: r->cl_options = text; return true;
    case MEMORY_KNOBS: {
      wl_error why;
      r->has_memory = wl_memory_knobs_parse(text, &r->unit.memory, &why);
      return r->has_memory || wl_fail(&c->error, "--memory-knobs: %s", why.text);
    }
    case DEBUG: return r->debugged = true;
    case GDB: r->debug.gdb = text; return r->debugged = true;
    case RUN_DIR: r->run_dir = text; return true;
    case VECTORS: r->vectors = text; return true;
    case CACHE: r->cache = text; return true;
    case COVERAGE: r->unit.check.coverage = text; return true;
    case CONFLICTS: r->unit.check.conflicts = true; return true;
    case STATS: r->views.stats = true; return true;
    case PIPE: r->views.pipe = text; return true;
    case PERFETTO: r->views.perfetto = text; return true;
    case VIEWER: r->views.viewer = text; return true;
    case EXPOSED_HAZARDS:
      c->exposed_hazards = true;
      return wl_exposed_hazards_parse(text, r->unit.exposed_hazards, &c->error);
    case PLUS: r->unit.plus = text; return true;
    case PROBE_CHECK: r->unit.probe_check = true; return true;
    case LIST: c->list = true; return true;
    case VERSION: c->version = true; return true;
    case HELP: c->help = true; return true;
    default: return wl_fail(&c->error, "unknown option or missing value; see wavelock --help");
  }
}

// A text as one word of a shell, in quotes where they are needed. false: it does not fit.
static bool quoted(char *to, size_t size, const char *text) {
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

static void note(command *c, int option, const char *text) {
  for (size_t i = 0; i < VARIABLES; i++)
    if (variables[i].option == option) c->noted[i] = text;
}

// The variables that were given and that this kind of run takes, as arguments of make. false: they do not fit.
static bool noted_text(const command *c, char *text, size_t size) {
  bool fits = true;
  *text = 0;
  for (size_t i = 0; i < VARIABLES; i++) {
    const bool model = c->run.kind == WL_DEVICE_MODEL;
    char word[4096];
    if (!c->noted[i] || !strcmp(c->noted[i], variables[i].standard)) continue;
    if (variables[i].runs != OF_BOTH && (variables[i].runs == OF_MODEL) != model) continue;
    fits = quoted(word, sizeof word, c->noted[i]) && fits;
    fits = wl_text(text + strlen(text), size - strlen(text), " %s=%s", variables[i].name, word) && fits;
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
    if (option < DEVICE) {
      const char *word = argv[optind - 1], *now = wl_renamed_option(word + strspn(word, "-"));
      if (now) return wl_fail(&c->error, "%.*s: this option is now --%s", (int)strcspn(word, "="), word, now);
      return wl_fail(&c->error, "%s: unknown option or missing value; see wavelock --help", word);
    }
    if (!apply(c, option, long_options[index].name, optarg)) return false;
    if (optarg) note(c, option, optarg);
  }
  if (c->list || c->version || c->help) return true;
  if (optind != argc - 1)
    return wl_fail(&c->error, "expected one TEST, found %d; see wavelock --help and wavelock --list", argc - optind);
  c->run.test = argv[optind];
  return true;
}

// Chooses the device if none was named. Checks the options against each other and against the device.
static bool settle(command *c) {
  wl_run_options *r = &c->run;
  wl_checker_options *check = &r->unit.check;
  bool faults = r->unit.inject.on || check->event_fault;
  if (!c->device_named) {
    bool probe = wl_backend_rtl && wl_backend_rtl->has_probe() && check->mode != WL_CHECK_OFF;
    r->kind = !wl_backend_rtl ? WL_DEVICE_MODEL : probe ? WL_DEVICE_LOCKSTEP : WL_DEVICE_RTL;
  }
  if (r->kind != WL_DEVICE_MODEL && !wl_backend_rtl)
    return wl_fail(&c->error, "--device %s: this build has the model alone: --device model",
                   r->kind == WL_DEVICE_RTL ? "rtl" : "lockstep");
  if (r->kind == WL_DEVICE_MODEL && (faults || r->unit.trace_path))
    return wl_fail(&c->error, "--inject and --waves need a unit under test: --device lockstep");
  if (r->kind == WL_DEVICE_MODEL && r->has_memory)
    return wl_fail(&c->error, "--memory-knobs needs a unit under test: the model alone has no memory times");
  if (r->kind == WL_DEVICE_RTL && check->event_fault)
    return wl_fail(&c->error, "--inject of an event needs the checker: --device lockstep, --check default or every");
  if (r->kind == WL_DEVICE_RTL && faults && !wl_backend_rtl->has_probe())
    return wl_fail(&c->error, "--inject: this build of the unit has no probe, which knows where the registers are");
  if (r->kind == WL_DEVICE_RTL && r->trace)
    return wl_fail(&c->error, "--trace needs the model: --device lockstep or model");
  if (r->kind == WL_DEVICE_RTL && r->device.pure)
    return wl_fail(&c->error, "--pure needs the model: --device lockstep or model");
  if (r->kind == WL_DEVICE_RTL && (r->uninit > WL_UNINIT_OFF || r->races))
    return wl_fail(&c->error, "--uninit and --races need the model: --device lockstep or model");
  if (r->unit.probe_check && (r->kind == WL_DEVICE_MODEL || !wl_backend_rtl->has_probe()))
    return wl_fail(&c->error, "--probe-check needs a unit with a probe: --device lockstep or rtl, not wavelock-bare");
  if (r->kind == WL_DEVICE_MODEL && r->unit.plus)
    return wl_fail(&c->error, "--plus needs a unit under test: --device lockstep");
  if (r->kind != WL_DEVICE_LOCKSTEP && r->unit.state_path)
    return wl_fail(&c->error, "--state needs the checker: --device lockstep");
  if (r->kind != WL_DEVICE_LOCKSTEP && check->coverage)
    return wl_fail(&c->error, "--coverage needs the checker: --device lockstep");
  if (r->kind != WL_DEVICE_LOCKSTEP && check->conflicts)
    return wl_fail(&c->error, "--conflicts needs the checker: --device lockstep");
  if (r->kind != WL_DEVICE_LOCKSTEP && wl_views_wanted(&r->views))
    return wl_fail(&c->error, "--stats, --pipe, --perfetto and --viewer need the probe: --device lockstep");
  if (r->unit.probe_check && wl_views_wanted(&r->views))
    return wl_fail(&c->error,
                   "--stats, --pipe, --perfetto, --viewer: not with --probe-check, which watches the events");
  if (r->debugged && r->kind == WL_DEVICE_RTL)
    return wl_fail(&c->error, "--debug needs the model: --device lockstep or model");
  if (r->debugged && (r->unit.trace_path || r->unit.state_path || r->trace || check->coverage || r->run_dir ||
                      r->unit.probe_check || check->conflicts || wl_views_wanted(&r->views)))
    return wl_fail(&c->error, "--debug goes back and forth: not with options that write or print what the run did");
  r->debug.snapshot_cycles = r->unit.snapshot_cycles;
  bool has_exposed_hazards = r->kind != WL_DEVICE_MODEL && wl_backend_rtl && wl_backend_rtl->has_exposed_hazards();
  if (c->exposed_hazards && !has_exposed_hazards)
    return wl_fail(
        &c->error,
        "--exposed-hazards: this device has interlocks for all hazards; make EXPOSED_HAZARDS=1 builds a unit "
        "with exposed hazards");
  if (has_exposed_hazards && !c->exposed_hazards) note(c, EXPOSED_HAZARDS, "1");
  char noted[sizeof c->reproduce], test[1024];
  const bool fits = noted_text(c, noted, sizeof noted) && quoted(test, sizeof test, r->test);
  // A line that is cut off would repeat another run: then there is none.
  if (!fits || !wl_text(c->reproduce, sizeof c->reproduce, "make %s TEST=%s SEED=%llu%s%s",
                        r->kind == WL_DEVICE_MODEL ? "run" : "sim", test, (unsigned long long)r->device.seed, noted,
                        wl_build_variables))
    *c->reproduce = 0;
  r->reproduce = check->reproduce = *c->reproduce ? c->reproduce : NULL;
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

static int run_command(int argc, char **argv) {
  static command c;
  char cache[1024];
  int option;
  c.run = (wl_run_options){.vectors = "vectors:build/vectors",
                           .cache = default_cache(cache, sizeof cache),
                           .device = {.seed = 1, .run_instructions = WL_LONG_RUN_INSTRUCTIONS},
                           .unit = {.check = {.mode = WL_CHECK_DEFAULT, .build = wl_build}}};
  bool good = parse(&c, argc, argv);
  if (good && c.help) {
    fputs(usage, stdout);
    return WL_PASS;
  }
  if (good && c.version) {
    printf("%s\n", wl_build);
    return WL_PASS;
  }
  if (good && c.list) return list(&c);
  if (good && settle(&c)) {
    if (c.run.debugged) return wl_debug_session(&c.run.debug, debugged, &c.run);
    wl_watch_signals();
    return wl_run(&c.run, NULL);
  }
  // A command line that is refused leaves no result of an earlier one.
  while (!good && !c.run.run_dir && (option = getopt_long(argc, argv, ":", long_options, NULL)) != -1)
    if (option == RUN_DIR) c.run.run_dir = optarg;
  wl_run_forget(c.run.run_dir);
  fprintf(stderr, "ERROR: %s\n", c.error.text);
  return WL_ERROR;
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--serve")) return wl_serve(run_command);
  const int code = run_command(argc, argv);
  if (!fflush(stdout) && !ferror(stdout)) return code;
  fprintf(stderr, "ERROR: standard output cannot be written: %s\n", strerror(errno));
  return code ? code : WL_ERROR;
}
