// SPDX-License-Identifier: Apache-2.0
// The model against MPFR and doubles: one part of a campaign, or a slice of all. scripts/wl/campaigns/exhaustive.py
// calls it, keeps the journal and prints the table (docs/exhaustive.md).
//
// usage: wavelock-exhaustive --list            each operation and its plans: name, plan, parts, cases of one part,
//                                              stated worst error, percentage and number of results that are not the
//                                              nearest
//        wavelock-exhaustive --digest          of the sources that determine the results (digest.h)
//        wavelock-exhaustive NAME PLAN PART    runs a part
//        wavelock-exhaustive --slice CASES     runs about so many cases of each plan
//        wavelock-exhaustive --cost CASES      the same, to measure them: name, plan, processor time of a case in ns,
//                                              of the plan in hours
//
// A part ends with a line: name, plan, part, cases, wrong, approximate results, those not nearest, worst error in ulp,
// its first source, cases whose exceptions were compared. An operation that the unit does not have has the line: name,
// "absent". Fields end with tabs. Lines with # show wrong cases. The slice also prints whether a flipped bit was
// noticed: name, "planted", 1 or 0.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "digest.h"
#include "run.h"

enum { SLICE_PARTS = 64 };

static void print_tally(const struct operation *o, const struct plan *p, unsigned part, const struct tally *t) {
  printf("%s\t%s\t%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.6f\t%" PRIx64 "\t%" PRIu64 "\n", o->name,
         p->name, part, t->cases, t->wrong, t->approximated, t->not_nearest, ldexp((double)t->worst, -64), t->worst_at,
         t->flagged);
}

static int list(void) {
  for (unsigned i = 0; i < operation_count; i++) {
    const struct operation *const o = &operations[i];
    struct plan plans[PLANS];
    const unsigned count = plans_of(o, plans);
    if (!is_offered(o)) printf("%s\tabsent\n", o->name);
    for (unsigned k = 0; is_offered(o) && k < count; k++) {
      printf("%s\t%s\t%u\t%" PRIu64 "\t%g\t%g\t%" PRIu64 "\n", o->name, plans[k].name, plans[k].parts, plans[k].cases,
             o->bound, o->not_nearest, o->misses);
    }
  }
  return EXIT_SUCCESS;
}

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// The n-th of numbers that lie evenly below `below`.
static uint64_t evenly(uint64_t n, double step, uint64_t below) {
  const double x = (double)n * step;
  return (uint64_t)((x - floor(x)) * (double)below);
}

// Instructions that follow one another, as in a part, at several places of the plan.
static int cost(uint64_t cases) {
  enum { PLACES = 64 };
  for (unsigned i = 0; i < operation_count; i++) {
    const struct operation *const o = &operations[i];
    struct plan plans[PLANS];
    const unsigned count = is_offered(o) ? plans_of(o, plans) : 0;
    for (unsigned k = 0; k < count; k++) {
      const struct plan *const p = &plans[k];
      struct extent e = {.count = (cases + PLACES * WL_LANES - 1) / (PLACES * WL_LANES)};
      const double start = processor_time();
      for (unsigned n = 0; n < PLACES; n++) {
        e.first = evenly(n, M_SQRT2, p->cases / WL_LANES - e.count);
        (void)run_part(o, p, (unsigned)evenly(n, (1 + sqrt(5)) / 2, p->parts), e, false);
      }
      const double each = (processor_time() - start) / (double)(PLACES * e.count * WL_LANES);
      printf("%s\t%s\t%.1f\t%.4f\n", o->name, p->name, each, each * (double)p->parts * (double)p->cases / 3600e9);
      fflush(stdout);
    }
  }
  return EXIT_SUCCESS;
}

static int slice(uint64_t cases) {
  for (unsigned i = 0; i < operation_count; i++) {
    const struct operation *const o = &operations[i];
    struct plan plans[PLANS];
    const unsigned count = plans_of(o, plans);
    if (!is_offered(o)) {
      printf("%s\tabsent\n", o->name);
      continue;
    }
    for (unsigned k = 0; k < count; k++) {
      const struct plan *const p = &plans[k];
      const unsigned parts = p->parts < SLICE_PARTS ? p->parts : SLICE_PARTS;
      const struct extent e = {.count = (cases / parts + WL_LANES - 1) / WL_LANES, .spread = true};
      for (unsigned n = 0; n < parts; n++) {
        const unsigned part = (unsigned)((uint64_t)n * p->parts / parts);
        const struct tally t = run_part(o, p, part, e, false);
        print_tally(o, p, part, &t);
      }
    }
    // The first instruction is judged lane by lane, the second by all lanes at once where that can be.
    bool noticed = true;
    for (uint64_t first = 0; first < 2; first++) {
      noticed &= run_part(o, &plans[0], 0, (struct extent){.first = first, .count = 1}, true).wrong == 1;
    }
    printf("%s\tplanted\t%d\n", o->name, noticed);
  }
  return EXIT_SUCCESS;
}

static int run_one(const char *name, const char *plan, const char *part) {
  for (unsigned i = 0; i < operation_count; i++) {
    struct plan plans[PLANS];
    const unsigned count = plans_of(&operations[i], plans);
    for (unsigned k = 0; k < count; k++) {
      if (strcmp(name, operations[i].name) != 0 || strcmp(plan, plans[k].name) != 0) continue;
      const unsigned n = (unsigned)strtoul(part, NULL, 10);
      const struct extent all = {.count = plans[k].cases / WL_LANES};
      const struct tally t = run_part(&operations[i], &plans[k], n, all, false);
      print_tally(&operations[i], &plans[k], n, &t);
      return EXIT_SUCCESS;
    }
  }
  fprintf(stderr, "ERROR: found \"%s %s\", expected an operation and a plan of --list\n", name, plan);
  return EXIT_FAILURE;
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "--list") == 0) return list();
  if (count == 2 && strcmp(words[1], "--digest") == 0) return puts(campaign_digest) < 0;
  if (count == 3 && strcmp(words[1], "--slice") == 0) return slice(strtoull(words[2], NULL, 10));
  if (count == 3 && strcmp(words[1], "--cost") == 0) return cost(strtoull(words[2], NULL, 10));
  if (count == 4) return run_one(words[1], words[2], words[3]);
  fprintf(stderr, "usage: wavelock-exhaustive --list | --digest | --slice CASES | --cost CASES | NAME PLAN PART\n");
  return EXIT_FAILURE;
}
