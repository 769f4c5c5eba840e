// SPDX-License-Identifier: Apache-2.0
// Writes a random program, DIR/random.s, and its test description, DIR/test.json. The same seed,
// profile and count give the same files on every machine.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "generate.h"
#include "program.h"
#include "table/by_table.h"

#define VIOLATIONS "vmcnt, lgkmcnt, smem, overwrite, expcnt, join, fork, opcode, sgpr or vgpr"

static const char usage[] =
    "usage: wavelock-random --seed N --profile FILE --count N --out DIR [--violation KIND] [--memory M]\n"
    "                       [--cover HOLES] [--aim PAIR] [--shift N] [--unit FILE]\n"
    "  --seed N          seed of the random choices (1)\n"
    "  --profile FILE    weights and knobs (tb/random/profiles/default.txt)\n"
    "  --count N         instructions (1000)\n"
    "  --out DIR         existing folder for random.s and test.json\n"
    "  --violation KIND  the program breaks one rule, and stdout says where:\n"
    "                    " VIOLATIONS
    "\n"
    "  --cover HOLES     points of coverage that the program shall hit: lines GROUP, NAME, FILL (docs/coverage.md)\n"
    "  --aim PAIR        two events that shall meet in one cycle (tb/probe/coincidence.def)\n"
    "  --shift N         cycles by which the second comes later than by itself, -1000 to 1000\n"
    "  --memory M        gfx9 or rdna: the memory of the unit (as the build has it)\n"
    "  --images N        0 to 3: stages of image instructions that the unit has (as the build)\n"
    "  --vcc-alias N     1: VCC, XNACK_MASK and FLAT_SCRATCH have second names; 0: they have none (as the build)\n"
    "  --unit FILE       a unit with sizes of its own, and what it lacks: lines waves N, vgprs N, lds BYTES, gds "
    "BYTES,\n"
    "                    images N, lacks PATTERN (docs/your-unit.md)\n"
    "  --table FILE      programs of another instruction set, with options of their own (docs/random.md)\n";

FILE *random_create(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  wl_error error;
  FILE *f = wl_output_open(path, NULL, &error);
  if (!f) fprintf(stderr, "%s\n", error.text);
  return f;
}

static bool has_borders(const program *p) {
  return p->profile.weight[GROUP_BORDER] || p->profile.weight[GROUP_MEM_VIOLATION];
}

static uint32_t bytes_of_args(const program *p) { return 16 + 16 * has_borders(p) + 8 * p->taken; }

// Where waves end at once, 16 SGPRs of the user stand before the workgroup: the kernel arguments are in s[4:5].
static void descriptor(const program *p, const char *kernel, uint32_t lds_bytes, uint32_t vgprs) {
  fprintf(p->out,
          "\n.rodata\n.p2align 6\n.amdhsa_kernel %s\n%s"
          "  .amdhsa_user_sgpr_kernarg_segment_ptr 1\n  .amdhsa_group_segment_fixed_size %u\n"
          "  .amdhsa_next_free_vgpr %u\n  .amdhsa_next_free_sgpr %u\n"
          "  .amdhsa_reserve_vcc 0\n  .amdhsa_reserve_flat_scratch 0\n  .amdhsa_kernarg_size %u\n.end_amdhsa_kernel\n",
          kernel,
          p->gone ? "  .amdhsa_user_sgpr_dispatch_ptr 1\n  .amdhsa_user_sgpr_queue_ptr 1\n"
                    "  .amdhsa_user_sgpr_dispatch_id 1\n  .amdhsa_user_sgpr_count 16\n"
                    "  .amdhsa_system_vgpr_workitem_id 2\n"
                  : "",
          lds_bytes, vgprs, p->sgprs, bytes_of_args(p));
}

typedef struct {
  FILE *file;
  uint32_t count;
} values;

static void add_value(void *to, uint32_t value) {
  values *list = to;
  const uint32_t n = list->count++;
  fprintf(list->file, "%s%u", n ? n % 12 ? ", " : ",\n      " : "\n      ", value);
}

// The edge values, in pairs of words: two words, or f64, two f32, four f16 that are hard for floats.
static void edge_words(program *p, values *to) {
  for (uint32_t pair = 0; pair < EDGE_BYTES / 8; pair++) {
    if (!float_here(p)) {
      for (uint32_t n = 0; n < 2; n++) add_value(to, edge_value(&p->random));
      continue;
    }
    const uint32_t format = rng_below(&p->random, 3);
    const uint64_t whole = float_value(&p->random, 'F');
    for (uint32_t n = 0; n < 2; n++) {
      const uint32_t low = (uint32_t)float_value(&p->random, format == 1 ? 'f' : 'h');
      const uint32_t high = format == 2 ? (uint32_t)float_value(&p->random, 'h') << 16 : 0;
      add_value(to, format == 0 ? (uint32_t)(whole >> 32 * n) : low | high);
    }
  }
}

// A program HANGs when no wave starts or ends for so long. It is short, so that a loop without an end is found soon.
enum { HANG_CYCLES = 1000000 };

static void test(program *p, FILE *f, unsigned long long seed, const char *profile_path, unsigned long long count) {
  const char *base = strrchr(profile_path, '/');
  static const char *const debug[] = {"", ", \"cond_dbg\": \"user\"", ", \"cond_dbg\": \"sys\"",
                                      ", \"cond_dbg\": \"both\""};
  fprintf(
      f,
      "{\n  \"about\": \"random program: seed %llu, profile %s, %llu instructions\",\n  \"program\": \"random.s\",\n"
      "%s%s%s  \"launch\": {\"grid\": [%u], \"group\": [%u], \"hang_cycles\": %u%s%s",
      seed, base ? base + 1 : profile_path, count, WL_ISA == 906 ? "  \"isa\": \"gfx906\",\n" : "",
      p->rdna ? "  \"memory_unit\": \"rdna\",\n" : "", p->alias ? "  \"vcc_alias\": true,\n" : "",
      64 * p->waves * p->groups, 64 * p->waves, HANG_CYCLES, p->traps ? ", \"trap_handler\": \"handler\"" : "",
      debug[p->cond_dbg]);
  if (p->taken) fprintf(f, ", \"tma\": \"out\"");
  if (p->alignment) fprintf(f, ", \"alignment_mode\": \"%s\"", p->alignment);
  if (p->shared_global) fprintf(f, ", \"shared_global\": %u, \"shared_temps\": %u", p->shared_global, p->shared_temps);
  fprintf(f, "}");
  if (p->again)
    fprintf(f, ",\n  \"kernel\": \"random\",\n  \"launches\": [{}, {\"kernel\": \"again\", \"grid\": [%u]}]",
            64 * p->waves * rng_range(&p->random, 1, p->groups));
  if (p->taken)
    fprintf(
        f,
        ",\n  \"kernel\": \"random\",\n  \"launches\": [{}, {\"kernel\": \"turn\", \"grid\": [%u], \"group\": [64]}, "
        "{\"grid\": [%u]},\n    {\"kernel\": \"turn\", \"grid\": [%u], \"group\": [64]}]",
        64 * TURN_WAVES, 128 * p->waves * p->groups, 64 * TURN_WAVES);
  fprintf(f, ",\n  \"args\": [\n    {\"buffer\": \"edge\", \"type\": \"u32\", \"count\": %u, \"init\": {\"values\": [",
          EDGE_BYTES / 4 + p->table_words);
  values list = {f, 0};
  edge_words(p, &list);
  float_tables(p, add_value, &list);
  fprintf(f, "]}},\n    {\"buffer\": \"out\", \"type\": \"u32\", \"count\": %u}",
          (p->taken ? taken_bytes(p) : (p->waves * p->groups + 1) * PRIVATE_BYTES) / 4);
  for (uint64_t n = 0; n < 2 && has_borders(p); n++)
    fprintf(f,
            ",\n    {\"buffer\": \"border%u\", \"type\": \"u32\", \"count\": 2048, \"init\": \"random\", \"address\": "
            "\"0x%llx\"}",
            (unsigned)n, (unsigned long long)(BORDER - 4096 + (n << 32)));
  if (p->taken) fprintf(f, ",\n    {\"buffer\": \"kept\", \"type\": \"u32\", \"count\": %u}", taken_compared(p) / 4);
  fprintf(f, "\n  ],\n  \"expect\": {");
  if (p->violation.kind) {
    violation_expect(p, f);
  } else {
    fprintf(f, "%s\"buffers\": [{\"buffer\": \"edge\", \"unchanged\": true}%s]",
            p->profile.weight[GROUP_RAW] || p->faults ? "\"fault\": true, " : "",
            p->taken ? ", {\"buffer\": \"kept\", \"constant\": 0}" : "");
  }
  fprintf(f, "}\n}\n");
}

static bool number(const char *text, unsigned long long most, unsigned long long *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, 0);
  return *text >= '0' && *text <= '9' && !*end && !errno && *to <= most;
}

// A number from the name of a profile, for places of programs in a list of holes.
static uint32_t place_of(const char *path) {
  uint32_t place = 0;
  for (const char *c = strrchr(path, '/'); c && *c; c++) place = 31 * place + (uint8_t)*c;
  return place * 0x85EBCA6B;
}

int random_generate(int argc, char **argv) {
  enum { MOST_SHIFT = 1000 };
  if (table_asked(argc, argv)) return table_generate(argc, argv);
  unsigned long long seed = 1, count = 1000, shift;
  static program p;
  memset(&p, 0, sizeof p);  // of the program before
  const char *profile_path = "tb/random/profiles/default.txt", *folder = NULL, *holes = NULL;
  p.rdna = WL_RDNA;
  p.alias = WL_VCC_ALIAS;
  p.images = WL_IMAGES;
  bool aimed = false;
  for (int a = 1; a + 1 < argc; a += 2) {
    const char *option = argv[a], *value = argv[a + 1], *expected = "";
    bool good = true;
    if (!strcmp(option, "--seed")) {
      good = number(value, UINT64_MAX, &seed);
      expected = "a number of at most 64 bits";
    } else if (!strcmp(option, "--count")) {
      good = number(value, 1000000, &count) && count;
      expected = "a number from 1 to 1000000";
    } else if (!strcmp(option, "--profile")) {
      profile_path = value;
    } else if (!strcmp(option, "--cover")) {
      holes = value;
    } else if (!strcmp(option, "--aim")) {
      good = aimed = aim_find(&p, value);
      expected = "a pair of tb/probe/coincidence.def";
    } else if (!strcmp(option, "--shift")) {
      good = p.aim.shifted = number(value + (*value == '-'), MOST_SHIFT, &shift);
      p.aim.shift = *value == '-' ? -(int)shift : (int)shift;
      expected = "a number from -1000 to 1000";
    } else if (!strcmp(option, "--out")) {
      folder = value;
    } else if (!strcmp(option, "--memory")) {
      p.rdna = !strcmp(value, "rdna");
      good = p.rdna || !strcmp(value, "gfx9");
      expected = "gfx9 or rdna";
    } else if (!strcmp(option, "--images")) {
      unsigned long long images = 0;
      good = number(value, 3, &images);
      p.images = (uint32_t)images;
      expected = "a number from 0 to 3";
    } else if (!strcmp(option, "--vcc-alias")) {
      p.alias = !strcmp(value, "1");
      good = p.alias || !strcmp(value, "0");
      expected = "0 or 1";
    } else if (!strcmp(option, "--unit")) {
      if (!unit_read(&p, value)) return 2;
    } else if (!strcmp(option, "--violation")) {
      good = violation_find(&p, value);
      expected = VIOLATIONS;
    } else if (!strcmp(option, "--plant")) {
      fprintf(stderr, "wavelock-random: --plant: this option is now --violation\n");
      return 2;
    } else {
      fprintf(stderr, "wavelock-random: %s: there is no such option\n%s", option, usage);
      return 2;
    }
    if (!good) {
      fprintf(stderr, "wavelock-random: %s: found \"%s\", expected %s\n", option, value, expected);
      return 2;
    }
  }
  if (argc % 2 == 0 || !folder) {
    fputs(usage, stderr);
    return 2;
  }
  if (!profile_read(&p.profile, profile_path)) return 2;
  if (!p.images) p.profile.weight[GROUP_IMAGE] = p.profile.weight[GROUP_SAMPLE] = 0;
  if (p.images < 2) p.profile.weight[GROUP_IMAGE_ATOMIC] = 0;
  const uint32_t place = p.place = random_place(place_of(profile_path), seed);
  if (holes && !cover_read(&p, holes, place)) return 2;
  if (p.violation.kind && p.profile.weight[GROUP_RAW]) {
    fprintf(stderr, "wavelock-random: --violation: the programs of %s always end in an illegal instruction\n",
            profile_path);
    return 2;
  }
  if (p.unit.given &&
      (p.violation.kind || p.profile.weight[GROUP_RAW] || p.profile.weight[GROUP_SHARED] || holes || aimed)) {
    fprintf(stderr,
            "wavelock-random: --unit: it has no --violation, --cover or --aim, and no profile with raw or shared\n");
    return 2;
  }
  if (!unit_fit(&p)) {
    fprintf(stderr, "%s: a program needs a wave of %u VGPRS, and the unit has not as many\n", profile_path,
            knob(&p, KNOB_VGPRS_MIN));
    return 2;
  }
  rng_seed(&p.random, seed);
  p.body.left = (uint32_t)count;
  p.vgprs = rng_range(&p.random, knob(&p, KNOB_VGPRS_MIN), knob(&p, KNOB_VGPRS_MAX)) / 4 * 4;
  p.groups = rng_range(&p.random, 1, knob(&p, KNOB_GROUPS));
  // A workgroup must fit into the VGPR file.
  const uint32_t most = knob(&p, KNOB_WAVES), shared = p.profile.weight[GROUP_SHARED] ? 128 : 0;
  if (p.unit.given && p.vgprs > p.unit.vgprs) p.vgprs = p.unit.vgprs / 4 * 4;
  uint32_t fit = ((p.unit.given ? p.unit.vgprs : PHYS_VGPRS) - shared) / p.vgprs;
  if (p.unit.given && fit > p.unit.waves) fit = p.unit.waves;
  if (p.unit.given && unit_has_lds(&p) && fit > (p.unit.lds - LDS_TAIL - 4 * LDS_CONSTANTS) / LDS_BYTES)
    fit = (p.unit.lds - LDS_TAIL - 4 * LDS_CONSTANTS) / LDS_BYTES;
  p.waves = rng_range(&p.random, 1, most < fit ? most : fit);
  const uint32_t meet = p.profile.weight[GROUP_RAW] ? 0 : cover_waves(&p, fit, place);
  p.meets = meet;
  if (meet) p.waves = meet;
  else if (!p.profile.weight[GROUP_RAW] && !p.violation.kind && !shared) aim_prepare(&p, fit, place);
  if (!p.unit.given) taken_prepare(&p);
  p.sgprs = rng_percent(&p.random, p.alias ? 75 : 25) ? 96 : SGPRS;
  // Owner writes with long strides need 16 KiB.
  p.lds_tail = p.waves * LDS_BYTES;
  if (p.waves < 4 && p.profile.weight[GROUP_OWNER] && rng_percent(&p.random, 50)) p.lds_tail = 4 * LDS_BYTES;
  p.lds_bytes = p.lds_tail + (p.waves < 16 ? LDS_TAIL + 4 * rng_range(&p.random, 4, LDS_CONSTANTS) : 0);
  if (p.unit.given && p.lds_bytes > p.unit.lds) {  // 16 KiB for one wave, or a unit without LDS
    p.lds_tail = unit_has_lds(&p) ? p.waves * LDS_BYTES : 0;
    p.lds_bytes = unit_has_lds(&p) ? p.lds_tail + LDS_TAIL + 16 : 0;
  }
  p.traps |= rng_percent(&p.random, knob(&p, KNOB_TRAPS)) && !p.profile.weight[GROUP_RAW] && !p.aim.no_traps;
  p.clears = p.traps && p.profile.weight[GROUP_FLAG];
  p.faults |= rng_percent(&p.random, knob(&p, KNOB_FAULTS)) && !p.profile.weight[GROUP_RAW] && !meet && !p.taken;
  p.again = rng_percent(&p.random, knob(&p, KNOB_LAUNCHES)) && !p.faults && !p.violation.kind && !p.taken;
  p.changes = p.again && p.groups == 1;
  static const char *const alignments[] = {"dword", "dword_strict", "strict"};
  if (rng_percent(&p.random, knob(&p, KNOB_ALIGNED))) p.alignment = alignments[rng_below(&p.random, 3)];
  if (rng_percent(&p.random, knob(&p, KNOB_COND_DBG))) p.cond_dbg = 1 + rng_below(&p.random, 3);
  if (shared) {
    p.shared_temps = p.waves * p.groups == 1 ? rng_below(&p.random, 25) : 0;
    p.shared_global = 128 - 2 * p.shared_temps;
    p.shared_part = (p.shared_global - SHARED_COMMON - SHARED_LAST) / (p.waves * p.groups);
    if (p.shared_part > 16) p.shared_part = 16;
  }
  if (p.unit.count) {
    p.traps = p.traps && unit_has(&p, "s_rfe_b64 s[0:1]") && unit_has(&p, "s_setreg_imm32_b32 hwreg(3), 0");
    p.faults = p.again = p.changes = p.clears = false;
    p.cond_dbg = 0;
  }
  p.modes = !p.unit.count && p.waves > 1 && rng_percent(&p.random, 50);
  const bool other = meet || p.aim.count || p.violation.kind || shared || p.again || p.taken;
  if (!other && !p.profile.weight[GROUP_RAW] && p.waves > 2 && !p.unit.given && rng_percent(&p.random, 20)) {
    p.gone = rng_range(&p.random, 1, p.waves - 2);
    p.ended = (1u << p.gone) - 1;
  }
  violation_prepare(&p);
  const bool aliased = second_names(&p) < SCALARS, less = p.sgprs < SGPRS;
  p.plain_sgprs = aliased ? 72 : PLAIN_SGPRS;
  p.saved_csp = aliased ? 74 : 90;
  p.saved_exec = aliased ? 76 : 94;
  p.saved_base = aliased ? 78 : less ? 92 : 100;
  p.slot = 100;  // no producer of a wait state is near
  p.out = random_create(folder, "random.s");
  FILE *json = random_create(folder, "test.json");
  if (!p.out || !json) return 2;
  fprintf(p.out, ".text\n.globl random\n.p2align 8\n.type random,@function\nrandom:\n");
  random_program(&p);
  if (!unit_has_any(&p)) {
    fprintf(stderr, "wavelock-random: the unit lacks all that the profile %s asks for\n", profile_path);
    return 2;
  }
  fprintf(p.out, ".Lend:\n.size random, .Lend-random\n");
  if (p.taken) taken_turn(&p, bytes_of_args(&p) - 8);
  if (p.again) random_again(&p);
  descriptor(&p, "random", p.lds_bytes, p.vgprs);
  if (p.taken) descriptor(&p, "turn", 0, 20);
  if (p.again) {
    // The waves of the second launch may have more VGPRs, so that theirs begin elsewhere.
    const uint32_t more = rng_range(&p.random, p.vgprs, 2 * p.vgprs) / 4 * 4;
    descriptor(&p, "again", p.lds_bytes, more <= VGPRS && more * p.waves <= fit * p.vgprs ? more : p.vgprs);
  }
  test(&p, json, seed, profile_path, count);
  if (p.violation.kind) violation_report(&p);
  // A part that was taken back may stand behind the end.
  const bool cut = !p.unit.given || (!fflush(p.out) && !ftruncate(fileno(p.out), ftell(p.out)));
  const bool written = cut && !ferror(p.out) && !ferror(json);
  return fclose(p.out) == 0 && fclose(json) == 0 && written ? 0 : 2;
}
