// SPDX-License-Identifier: Apache-2.0
// The vector ALU's RTL, Verilated alone, against the model: float opcodes. One part of a campaign, or a slice of all.
// scripts/wl/campaigns/exhaustive.py calls it, keeps the journal and prints the table (docs/exhaustive.md).
//
// usage: wavelock-vector-unit --list [--count N] [--all 1] [--seed N]    each operation and its plans
//        wavelock-vector-unit --digest                                   of the sources that determine the results
//        wavelock-vector-unit --slice CASES [--seed N]                   runs about so many cases of each plan
//        wavelock-vector-unit NAME PLAN PART [--seed N] [--first N] [--instructions N]    runs a part, or instructions
//                                                                                         of 64 cases of it
//
// --count: cases of an operation with drawn operands. --all 1: all 2^32 inputs of the functions of f32 too.
// Output is as of tb/bench/exhaustive/main.c; the fields that MPFR is for are 0.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/exhaustive/digest.h"
#include "bench/vector/compare.h"
#include "bench/vector/dut.h"

enum { EXIT_ERROR = 6, SLICE_PARTS = 64 };

struct options {
  uint64_t count, all, seed, first, instructions;
};

static void print_counts(const struct operation *o, const struct plan *p, unsigned part, struct counts t) {
  printf("%s\t%s\t%u\t%" PRIu64 "\t%" PRIu64 "\t0\t0\t0\t0\t%" PRIu64 "\n", o->name, p->name, part, t.cases, t.wrong,
         t.cases);
  fflush(stdout);
}

static bool is_offered(const struct operation *o) {
  static struct program program;
  const struct instruction plain = {.scalar = -1, .op_sel_hi = 7};
  wl_isa isa;
  return decode_program(o, &plain, &program) != UNKNOWN && wl_isa_of_number(dut_isa(), &isa) && is_of(&program, isa);
}

static unsigned plans(const struct operation *o, const struct options *given, struct plan out[PLANS]) {
  return plans_of_unit(o, given->count, given->all, out);
}

static int list(const struct options *given) {
  for (unsigned i = 0; i < operation_count; i++) {
    const struct operation *const o = &operations[i];
    struct plan p[PLANS];
    const unsigned count = plans(o, given, p);
    if (count && !is_offered(o)) printf("%s\tabsent\n", o->name);
    for (unsigned k = 0; is_offered(o) && k < count; k++) {
      printf("%s\t%s\t%u\t%" PRIu64 "\t0\t0\t0\n", o->name, p[k].name, p[k].parts, p[k].cases);
    }
  }
  return EXIT_SUCCESS;
}

static bool notices(const struct operation *o, const struct plan *p, enum flip flip) {
  const struct extent one = {.count = 1};
  return compare_part(o, p, 0, &one, flip).wrong == 1;
}

static int slice(const struct options *given, uint64_t cases) {
  for (unsigned i = 0; i < operation_count; i++) {
    const struct operation *const o = &operations[i];
    struct plan p[PLANS];
    const unsigned count = plans(o, given, p);
    if (count && !is_offered(o)) {
      printf("%s\tabsent\n", o->name);
      continue;
    }
    for (unsigned k = 0; k < count; k++) {
      const unsigned parts = p[k].parts < SLICE_PARTS ? p[k].parts : SLICE_PARTS;
      const uint64_t instructions = cases / WL_LANES / parts;
      const struct extent e = {.seed = given->seed, .count = instructions ? instructions : 1, .spread = true};
      for (unsigned part = 0; part < parts; part++) {
        print_counts(o, &p[k], part, compare_part(o, &p[k], part, &e, FLIP_NONE));
      }
    }
    if (!count) continue;
    printf("%s\tplanted\t%d\n", o->name, notices(o, &p[0], FLIP_RESULT) && notices(o, &p[0], FLIP_EXCEPTION));
  }
  return EXIT_SUCCESS;
}

static int run_one(const struct options *given, const char *name, const char *plan, unsigned part) {
  for (unsigned i = 0; i < operation_count; i++) {
    struct plan p[PLANS];
    const unsigned count = plans_of_unit(&operations[i], given->count, true, p);
    for (unsigned k = 0; k < count; k++) {
      if (strcmp(name, operations[i].name) != 0 || strcmp(plan, p[k].name) != 0) continue;
      if (!is_offered(&operations[i])) {
        fprintf(stderr, "ERROR: %s: the unit is gfx%u, which does not have it\n", name, dut_isa());
        return EXIT_ERROR;
      }
      const struct extent e = {.seed = given->seed, .first = given->first, .count = given->instructions};
      print_counts(&operations[i], &p[k], part, compare_part(&operations[i], &p[k], part, &e, FLIP_NONE));
      return EXIT_SUCCESS;
    }
  }
  fprintf(stderr, "ERROR: found \"%s %s\", expected an operation and a plan of --list\n", name, plan);
  return EXIT_ERROR;
}

static bool number(const char *text, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno;
}

static int usage(void) {
  fprintf(stderr,
          "usage: wavelock-vector-unit --list [--count N] [--all 1] [--seed N]\n"
          "       wavelock-vector-unit --digest\n"
          "       wavelock-vector-unit --slice CASES [--seed N]\n"
          "       wavelock-vector-unit NAME PLAN PART [--seed N] [--first N] [--instructions N]\n");
  return EXIT_ERROR;
}

int main(int argc, char **argv) {
  struct options given = {.count = 10000000};
  const struct {
    const char *name;
    uint64_t *to;
  } known[] = {{"--count", &given.count},
               {"--all", &given.all},
               {"--seed", &given.seed},
               {"--first", &given.first},
               {"--instructions", &given.instructions}};
  int words = 1;  // before the options
  while (words < argc && (words == 1 || strncmp(argv[words], "--", 2) != 0)) words++;
  for (int i = words; i < argc; i += 2) {
    bool good = false;
    for (unsigned k = 0; k < sizeof known / sizeof *known; k++) {
      if (i + 1 < argc && strcmp(argv[i], known[k].name) == 0) good = number(argv[i + 1], known[k].to);
    }
    if (!good) return usage();
  }
  uint64_t value;
  if (words == 2 && strcmp(argv[1], "--list") == 0) return list(&given);
  if (words == 2 && strcmp(argv[1], "--digest") == 0) return puts(campaign_digest) < 0;
  if (words == 3 && strcmp(argv[1], "--slice") == 0 && number(argv[2], &value)) return slice(&given, value);
  if (words == 4 && number(argv[3], &value)) return run_one(&given, argv[1], argv[2], (unsigned)value);
  return usage();
}
