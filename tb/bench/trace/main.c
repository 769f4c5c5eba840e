// SPDX-License-Identifier: Apache-2.0
// The issue logic of trace mode (trace_unit.sv) in lockstep with its model (tb/control/listing/issue.c):
// maxwell-control.md 8.12. usage: wavelock-trace-unit [--random CYCLES] [--warps N] [--seed S] [--seeds N] [--latency
// min|max|random]
//                            [--loops N] [FILE...]
//
// Each FILE is a listing. All of its warps run until they end, once for each seed. --random drives the ports with
// anything that they allow: barriers reach 63, units are busy at any time.
// Then the unit gets other inputs than the model now and then, in each of the ways of `plants`: each must be noticed.
// Without FILE and --random it is --random 300000.
// In every cycle it compares what was tried and what issued, and STALL, BAR, INC, YLD and STAY of all slots
// (D-CTRL-59).
// Exit code: 0 all agreed, 1 not so, 2 a file or an option is wrong.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dut.h"
#include "control/listing/listing.h"
#include "control/listing/memory.h"
#include "control/listing/trace.h"
#include "control/listing/walk.h"

enum { RANDOM_CYCLES = 300000 };
enum { AGREED, DIFFERENT, BAD_INPUT };

static const char *const latencies[] = {"random", "min", "max"};

typedef struct {
  long runs, cycles, instructions, pairs, stays, limited;
} counts;

typedef struct {
  long warps, seed, seeds, loops, random;
  int latency;
} options;

static void count(counts *n, const sass_choice *c) {
  n->cycles++;
  n->instructions += c->issued + c->pair;
  n->pairs += c->pair;
  n->stays += c->stays;
  n->limited += c->limited;
}

// One run of a listing; false: a difference.
static bool run(const sass_listing *listing, const sass_classes *classes, const sass_trace_options *o, counts *n) {
  sass_trace *trace = sass_trace_new(listing, classes, o);
  dut *unit = dut_new();
  bool good = true;
  n->runs++;
  while (good && sass_trace_begin(trace)) {
    const sass_choice choice = sass_trace_choice(trace);
    dut_drive(unit, sass_trace_inputs(trace));
    good = dut_agrees(unit, &choice, sass_trace_state(trace), sass_trace_cycles(trace), true);
    dut_edge(unit);
    sass_trace_end(trace, &choice);
    count(n, &choice);
  }
  dut_free(unit);
  sass_trace_free(trace);
  return good;
}

// ---- random inputs -----------------------------------------------------------------------------

typedef struct {
  uint64_t seed, drawn;
} dice;

static uint32_t below(dice *d, uint32_t n) { return (uint32_t)((sass_mix(d->seed, d->drawn++) >> 32) * n >> 32); }
static bool one_in(dice *d, uint32_t n) { return below(d, n) == 0; }

// What inputs are like for some cycles: counts run full and empty, one warp goes on for long, units are busy or not.
typedef struct {
  int warps;
  uint32_t signals;                // tries to find a setter that has none, a cycle
  uint32_t waits, yields, busies;  // one in so many
  uint32_t barriers;               // that are set
} weather;

enum { WEATHER_CYCLES = 1024 };

static weather any_weather(dice *d) {
  static const uint32_t rare[] = {2, 6, 20, 100000};
  return (weather){.warps = 1 + (int)below(d, 1 + below(d, SASS_WARPS)),
                   .signals = 4 * below(d, 5),
                   .waits = rare[below(d, 4)],
                   .yields = rare[below(d, 4)],
                   .busies = rare[below(d, 4)],
                   .barriers = 1 + below(d, SASS_BARRIERS)};
}

static sass_control any_field(dice *d, const weather *w) {
  static const uint8_t stalls[] = {0, 0, 1, 1, 1, 1, 2, 3, 5, 12, 15};
  sass_control c = {0};
  c.stall = one_in(d, 4) ? (uint8_t)below(d, 16) : stalls[below(d, sizeof stalls)];
  c.yield = one_in(d, w->yields);
  c.write = one_in(d, 2) ? (uint8_t)below(d, w->barriers) : SASS_NO_BARRIER;
  c.read = one_in(d, 3) ? (uint8_t)below(d, w->barriers) : SASS_NO_BARRIER;
  if (one_in(d, w->waits)) c.wait = (uint8_t)(1 << below(d, SASS_BARRIERS));
  if (one_in(d, 3 * w->waits)) c.wait |= (uint8_t)below(d, 1 << SASS_BARRIERS);
  c.reuse = (uint8_t)below(d, 8);
  return c;
}

static int any_unit(dice *d) { return one_in(d, 4) ? SASS_NO_UNIT : (int)below(d, SASS_UNITS); }

static sass_offer any_offer(dice *d, const weather *w) {
  sass_offer o = {.control = any_field(d, w), .unit = any_unit(d)};
  o.has_partner = !o.control.stall && !o.control.yield && !one_in(d, 4);
  o.partner_unit = any_unit(d);
  o.partner_control = any_field(d, w);
  if (!sass_least_cycles(&o.partner_control)) o.partner_control.stall = 1;
  return o;
}

typedef struct {
  int by[SASS_WARPS][SASS_BARRIERS];  // setters without signal
} pending;

static void set(pending *p, int slot, const sass_control *c) {
  if (c->write < SASS_BARRIERS) p->by[slot][c->write]++;
  if (c->read < SASS_BARRIERS) p->by[slot][c->read]++;
}

// Up to `tries` signals of setters that have none.
static void draw_signals(dice *d, pending *p, uint32_t tries, sass_issue_inputs *in) {
  in->signal_count = 0;
  for (uint32_t n = 0; n < tries && in->signal_count < SASS_SIGNALS; n++) {
    const int slot = (int)below(d, SASS_WARPS), barrier = (int)below(d, SASS_BARRIERS);
    if (!p->by[slot][barrier]) continue;
    p->by[slot][barrier]--;
    in->signals[in->signal_count++] = (sass_signal){slot, barrier};
  }
}

// What the unit gets and the model does not, one cycle in PLANT_CYCLES.
static const char *const plants[] = {"none",    "lost signal",      "shorter stall", "'Y'",
                                     "no wait", "no write barrier", "other unit",    "not ready",
                                     "ready",   "no offer",         "no partner"};
enum { PLANTS = sizeof plants / sizeof *plants, PLANT_CYCLES = 50, PLANTED_CYCLES = 20000 };

static sass_issue_inputs planted(dice *d, const sass_issue_inputs *in, int plant) {
  sass_issue_inputs to = *in;
  if (!plant || !one_in(d, PLANT_CYCLES)) return to;
  for (int s = 0; s < SASS_WARPS; s++) {
    sass_offer *o = &to.offers[s];
    if (plant == 2 && o->control.stall) o->control.stall--;
    if (plant == 3) o->control.yield = !o->control.yield;
    if (plant == 4) o->control.wait = 0;
    if (plant == 5) o->control.write = SASS_NO_BARRIER;
    if (plant == 6) o->unit = (o->unit + 1) % SASS_UNITS;
    if (plant == 9) o->offered = false;
    if (plant == 10) o->has_partner = false;
  }
  if (plant == 1 && to.signal_count) to.signal_count--;
  for (int u = 0; u < SASS_UNITS; u++) to.ready[u] = plant == 7 ? u == 0 : plant == 8 || to.ready[u];
  return to;
}

// Drives what the ports allow: signals have their setters. False: the unit differs from the model.
static bool random_cycles(long cycles, uint64_t seed, int plant, counts *n) {
  dice d = {.seed = seed}, faults = {.seed = ~seed};
  dut *unit = dut_new();
  sass_issue model;
  sass_issue_reset(&model);
  sass_issue_inputs in = {0};
  pending setters = {0};
  weather now;
  bool good = true;
  for (long cycle = 0; cycle < cycles && good; cycle++) {
    if (cycle % WEATHER_CYCLES == 0) {
      now = any_weather(&d);
      for (int s = 0; s < SASS_WARPS; s++) in.offers[s] = any_offer(&d, &now);
    }
    for (int s = 0; s < SASS_WARPS; s++) in.offers[s].offered = s < now.warps && !one_in(&d, 16);
    in.ready[0] = true;
    for (int u = 1; u < SASS_UNITS; u++) in.ready[u] = !one_in(&d, now.busies);
    draw_signals(&d, &setters, now.signals, &in);
    const sass_choice choice = sass_issue_choose(&model, &in);
    const sass_issue_inputs seen = planted(&faults, &in, plant);
    dut_drive(unit, &seen);
    good = dut_agrees(unit, &choice, &model, cycle, !plant);
    dut_edge(unit);
    sass_issue_edge(&model, &in, &choice);
    count(n, &choice);
    if (!choice.issued) continue;
    sass_offer *offer = &in.offers[choice.slot];
    set(&setters, choice.slot, &offer->control);
    if (choice.pair) set(&setters, choice.slot, &offer->partner_control);
    *offer = any_offer(&d, &now);
  }
  dut_free(unit);
  return good;
}

static bool random_inputs(const options *o, counts *n) {
  if (!random_cycles(o->random, (uint64_t)o->seed, 0, n)) {
    printf("reproduce: wavelock-trace-unit --random %ld --seed %ld\n", o->random, o->seed);
    return false;
  }
  bool good = true;
  for (int plant = 1; plant < PLANTS; plant++) {
    counts nothing = {0};
    if (!random_cycles(PLANTED_CYCLES, (uint64_t)o->seed, plant, &nothing)) continue;
    printf("planted and not noticed: %s\n", plants[plant]);
    good = false;
  }
  return good;
}

// ---- listings ----------------------------------------------------------------------------------

static int bad(const char *what) {
  fprintf(stderr, "wavelock-trace-unit: found \"%s\"\n", what);
  return BAD_INPUT;
}

// NULL: the file cannot be read, or it is no listing.
static sass_listing *read_listing(const char *path, const sass_classes *classes) {
  FILE *f = fopen(path, "rb");
  char *text = NULL;
  size_t size = 0, room = 0;
  while (f && !ferror(f) && !feof(f)) {
    if (size + 1 >= room) text = sass_allocated(realloc(text, room = room ? 2 * room : 1 << 16));
    size += fread(text + size, 1, room - size - 1, f);
  }
  if (f) fclose(f);
  if (!text) return NULL;
  text[size] = 0;
  sass_error error;
  sass_listing *listing = sass_listing_read(text, size, classes, &error);
  free(text);
  return listing;
}

static bool run_seeds(const char *file, const sass_listing *listing, const sass_classes *classes, const options *o,
                      counts *n) {
  for (long seed = o->seed; seed < o->seed + o->seeds; seed++) {
    const sass_trace_options how = {.warps = (int)o->warps,
                                    .seed = (uint64_t)seed,
                                    .latency = (sass_latency_mode)o->latency,
                                    .loops = (int)o->loops};
    if (run(listing, classes, &how, n)) continue;
    printf("reproduce: wavelock-trace-unit --warps %ld --seed %ld --latency %s --loops %ld %s\n", o->warps, seed,
           latencies[o->latency], o->loops, file);
    return false;
  }
  return true;
}

static bool number(const char *text, long least, long most, long *to) {
  char *end;
  *to = strtol(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && *to >= least && *to <= most;
}

// Options; the files stay, at the front of argv. Returns how many, or -1: *wrong says what.
static int parse(int argc, char **argv, options *o, const char **wrong) {
  const struct {
    const char *name;
    long least, most, *to;
  } numbers[] = {{"--warps", 1, SASS_WARPS, &o->warps},
                 {"--seed", 0, 1000000000, &o->seed},
                 {"--seeds", 1, 1000000, &o->seeds},
                 {"--loops", 1, 1000, &o->loops},
                 {"--random", 1, 1000000000, &o->random}};
  enum { NUMBERS = sizeof numbers / sizeof *numbers };
  int files = 0;
  for (int n = 1; n < argc; n++) {
    *wrong = argv[n];
    int k = 0;
    while (k < NUMBERS && strcmp(argv[n], numbers[k].name)) k++;
    const bool latency = !strcmp(argv[n], "--latency");
    if (k == NUMBERS && !latency && argv[n][0] == '-') return -1;
    if (k == NUMBERS && !latency) {
      argv[files++] = argv[n];
      continue;
    }
    if (++n == argc) return -1;
    *wrong = argv[n];
    if (!latency && !number(argv[n], numbers[k].least, numbers[k].most, numbers[k].to)) return -1;
    if (!latency) continue;
    for (o->latency = 0; o->latency < 3 && strcmp(argv[n], latencies[o->latency]);) o->latency++;
    if (o->latency == 3) return -1;
  }
  if (!files && !o->random) o->random = RANDOM_CYCLES;
  return files;
}

int main(int argc, char **argv) {
  options o = {.warps = 4, .seed = 1, .seeds = 1, .loops = 2};
  const char *wrong;
  const int files = parse(argc, argv, &o, &wrong);
  if (files < 0) return bad(wrong);
  counts n = {0};
  bool good = !o.random || random_inputs(&o, &n);
  sass_classes *classes = sass_classes_new();
  for (int f = 0; f < files && good; f++) {
    sass_listing *listing = read_listing(argv[f], classes);
    if (!listing) return bad(argv[f]);
    good = run_seeds(argv[f], listing, classes, &o, &n);
    sass_listing_free(listing);
  }
  sass_classes_free(classes);
  printf("%s: %ld runs, %ld cycles, %ld instructions, %ld pairs, %ld times rule 3, %ld times the limit of 63\n",
         good ? "PASS" : "MISMATCH", n.runs, n.cycles, n.instructions, n.pairs, n.stays, n.limited);
  return good ? AGREED : DIFFERENT;
}
