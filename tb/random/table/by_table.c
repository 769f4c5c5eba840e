// SPDX-License-Identifier: Apache-2.0
// wavelock-random --table: programs of any instruction set. The same table, seed, profile and count give the same files
// on every machine.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "by_table.h"
#include "random/generate.h"
#include "maker.h"

static const char usage[] =
    "usage: wavelock-random --table FILE --seed N --out DIR [--profile NAME] [--count N]\n"
    "       wavelock-random --table FILE --rows A..B [--profile NAME] [--count N]\n"
    "  --table FILE    the instruction set (docs/random.md, A table of your own)\n"
    "  --seed N        seed of the random choices (1)\n"
    "  --profile NAME  a profile of the table (its first one)\n"
    "  --count N       instructions (1000)\n"
    "  --out DIR       existing folder for random.s and test.json\n"
    "  --rows A..B     how often each row comes in the programs of these seeds, and what it never has\n";

typedef struct {
  const char *table, *profile, *out;
  unsigned long long seed, count, first, last;
  bool rows;
} request;

bool table_asked(int argc, char **argv) {
  for (int a = 1; a < argc; a += 2) {
    if (!strcmp(argv[a], "--table")) return true;
  }
  return false;
}

static bool number(const char *text, unsigned long long most, const char **end, unsigned long long *to) {
  char *behind;
  errno = 0;
  *to = strtoull(text, &behind, 0);
  *end = behind;
  return *text >= '0' && *text <= '9' && !errno && *to <= most;
}

static bool arguments(int argc, char **argv, request *r) {
  for (int a = 1; a + 1 < argc; a += 2) {
    const char *option = argv[a], *value = argv[a + 1], *expected = "", *end = "";
    bool good = true;
    if (!strcmp(option, "--table")) {
      r->table = value;
    } else if (!strcmp(option, "--profile")) {
      r->profile = value;
    } else if (!strcmp(option, "--out")) {
      r->out = value;
    } else if (!strcmp(option, "--seed")) {
      good = number(value, UINT64_MAX, &end, &r->seed) && !*end;
      expected = "a number of at most 64 bits";
    } else if (!strcmp(option, "--count")) {
      good = number(value, 1000000, &end, &r->count) && !*end && r->count;
      expected = "a number from 1 to 1000000";
    } else if (!strcmp(option, "--rows")) {
      r->rows = true;
      good = number(value, UINT32_MAX, &end, &r->first) && !strncmp(end, "..", 2) &&
             number(end + 2, UINT32_MAX, &end, &r->last) && !*end && r->first <= r->last;
      expected = "seeds, as 1..100";
    } else {
      fprintf(stderr, "wavelock-random: %s: programs of a table have no such option\n%s", option, usage);
      return false;
    }
    if (!good) {
      fprintf(stderr, "wavelock-random: %s: found \"%s\", expected %s\n", option, value, expected);
      return false;
    }
  }
  if (argc % 2 && (r->out != NULL) != r->rows) return true;
  fputs(usage, stderr);
  return false;
}

// The launch: whole workgroups, or a last wave of each workgroup or of the grid that is not full.
static void launch(maker *m, uint32_t *grid, uint32_t *group) {
  const uint32_t lanes = m->t->lanes;
  *group = lanes * m->waves;
  *grid = *group * m->groups;
  if (lanes == 1 || !rng_percent(&m->random, knob_of(m, KNOB_OF_PARTIAL))) return;
  const uint32_t less = rng_range(&m->random, 1, lanes - 1);
  if (rng_below(&m->random, 2)) *grid -= less;
  else *grid = (*group -= less) * m->groups;
}

static void write_test(maker *m, FILE *f, const request *r, bool faults) {
  const table *t = m->t;
  uint32_t grid, group, written = 0;
  const char *base = strrchr(t->path, '/');
  bool read = false;
  launch(m, &grid, &group);
  // A wave lives long in a long program: it is no hang.
  const unsigned long long hang_cycles = t->hang_cycles * (1 + (r->count - 1) / 1000);
  fprintf(f,
          "{\n  \"about\": \"random program: seed %llu, profile %s of %s, %llu instructions\",\n"
          "  \"program\": \"random.s\",\n"
          "  \"launch\": {\"grid\": [%u], \"group\": [%u], \"hang_cycles\": %llu},\n  \"args\": [",
          r->seed, m->profile->name, base ? base + 1 : t->path, r->count, grid, group, hang_cycles);
  for (uint32_t n = 0; n < t->buffer_count; n++) {
    const table_buffer *b = &t->buffers[n];
    const uint32_t count = b->elements * (b->own ? m->waves * m->groups : 1);
    fprintf(f, "%s\n    {\"buffer\": \"%s\", \"type\": \"u%u\", \"count\": %u, \"init\": ", n ? "," : "", b->name,
            t->bits, count);
    read |= !b->own;
    if (b->own) {
      fputs("\"random\"}", f);
      continue;
    }
    fputs("{\"values\": [", f);
    for (uint32_t k = 0; k < count; k++)
      fprintf(f, "%s%u", k ? k % 16 ? ", " : ",\n      " : "\n      ", table_value(&m->random, t->bits));
    fputs("]}}", f);
  }
  // A description must expect something: where no buffer is only read, there is one more that nobody uses.
  if (!read)
    fprintf(f, "%s\n    {\"buffer\": \"unused\", \"type\": \"u%u\", \"count\": 1}", t->buffer_count ? "," : "",
            t->bits);
  fprintf(f, "\n  ],\n  \"expect\": {%s\"buffers\": [", faults ? "\"fault\": true, " : "");
  for (uint32_t n = 0; n < t->buffer_count; n++) {
    if (!t->buffers[n].own)
      fprintf(f, "%s{\"buffer\": \"%s\", \"unchanged\": true}", written++ ? ", " : "", t->buffers[n].name);
  }
  fprintf(f, "%s]}\n}\n", read ? "" : "{\"buffer\": \"unused\", \"unchanged\": true}");
}

// Makes the program of a seed. Without files it is only counted.
static void make(const table *t, const table_profile *profile, row_counts *counts, const request *r, FILE *out,
                 FILE *json) {
  static maker m;
  memset(&m, 0, sizeof m);
  m.t = t;
  m.profile = profile;
  m.counts = counts;
  m.out = out;
  rng_seed(&m.random, r->seed);
  const uint32_t waves = profile->knob[KNOB_OF_WAVES], groups = profile->knob[KNOB_OF_GROUPS];
  m.waves = rng_range(&m.random, 1, waves ? waves : t->waves);
  m.groups = rng_range(&m.random, 1, groups ? groups : t->groups);
  const bool faults = rng_percent(&m.random, profile->knob[KNOB_OF_FAULTS]);
  table_program(&m, (uint32_t)r->count, faults);
  if (json) write_test(&m, json, r, faults);
}

int table_generate(int argc, char **argv) {
  static table t;
  static row_counts counts[MOST_ROWS];
  request r = {.seed = 1, .count = 1000};
  if (!arguments(argc, argv, &r) || !table_read(&t, r.table)) return 2;
  const table_profile *profile = table_find_profile(&t, r.profile);
  if (!profile) return 2;
  memset(counts, 0, sizeof counts);
  if (r.rows) {
    for (r.seed = r.first; r.seed <= r.last; r.seed++) make(&t, profile, counts, &r, NULL, NULL);
    table_print_counts(&t, counts, r.last - r.first + 1);
    return 0;
  }
  FILE *out = random_create(r.out, "random.s"), *json = out ? random_create(r.out, "test.json") : NULL;
  if (!json) return 2;
  make(&t, profile, counts, &r, out, json);
  const bool written = !ferror(out) && !ferror(json);
  return fclose(out) == 0 && fclose(json) == 0 && written ? 0 : 2;
}
