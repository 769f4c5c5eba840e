// SPDX-License-Identifier: Apache-2.0
// wavelock-fuzz: mutates users' input (code objects, descriptions, arguments) and runs on the model what is accepted.
// All cases run in one process, under the sanitizers. A case follows from kind, seed and number. A crash, a hang, much
// memory, and a refusal without a message end the run with the line that repeats the case.
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "mutate.h"
#include "cli/run.h"
#include "testcase/testcase.h"
#include "cli/toolchain.h"

enum {
  MAX_BYTES = 1 << 18,  // of a mutated file
  SECONDS = 60,         // a case that takes longer hangs
  INSTRUCTIONS = 4000,  // of a run
  RUN_BYTES = 1 << 20,  // of all buffers and images of a description; larger ones do not run
  LEAKS_EVERY = 500     // cases between two checks for leaks
};

// From gcc's sanitizer/common_interface_defs.h and lsan_interface.h. clang does not find these headers.
void __sanitizer_set_death_callback(void (*callback)(void));
void __sanitizer_set_report_fd(void *fd);
int __lsan_do_recoverable_leak_check(void);
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

typedef enum { ELVES, DESCRIPTIONS, ARGUMENTS, KINDS } kind;
static const char *const kind_names[KINDS] = {"elf", "json", "args"};

// Good tests: the input that is mutated. Programs are compiled and descriptions read once.
static struct {
  const char *path, *beside;  // beside: a file that it reads
  json_t *json;               // "program" is the object below
  char name[32], object[32];  // files in the work folder
  uint8_t *elf;
  size_t elf_size;
} seeds[] = {{.path = "vectors/smoke/test.json"},
             {.path = "vectors/saxpy/test.json"},
             {.path = "vectors/matmul/test.json"},
             {.path = "vectors/reduce/test.json"},
             {.path = "vectors/trap/test.json", .beside = "out.reading"},
             {.path = "vectors/message/test.json"},
             {.path = "vectors/fork_join/test.json", .beside = "out.reading"},
             {.path = "build/vectors/flow/fault_two/test.json"},
             {.path = "build/vectors/kernels/by_value/test.json"},
             {.path = "build/vectors/kernels/half_arithmetic/test.json"},
             {.path = "build/vectors/kernels/inits/test.json", .beside = "table.bin"},
             {.path = "build/vectors/kernels/launches/test.json"},
             {.path = "build/vectors/kernels/offset/test.json"},
             {.path = "build/vectors/kernels/same_buffer/test.json"},
             {.path = "tb/device/tests/relocated.json"},
             {.path = "vectors/image/words/test.json"},
             {.path = "vectors/image/described/test.json"},
             {.path = "vectors/launch/got/test.json"},
             {.path = "vectors/launch/version2/test.json"},
             {.path = "build/vectors/flow/nop_cycles/test.json"},
             {.path = "build/vectors/flow/missing_wait/load.json"}};
static const char roots[] = "vectors:build/vectors";
enum { SEEDS = sizeof seeds / sizeof *seeds };

// Results of the cases of a kind. refused: when read. large: not run.
typedef struct {
  uint64_t refused, large, verdicts[WL_ERROR + 1];
} tally;

static char folder[] = "/tmp/wavelock_fuzz_XXXXXX";
static int out = STDOUT_FILENO;  // the tool's own output
static kind now;
static uint64_t seed = 1, number;  // the current case
static uint64_t cases = 1;         // how many cases, up to this one, a message is about

const char *__asan_default_options(void) {
  return "handle_abort=1:allocator_may_return_null=0:quarantine_size_mb=16:max_allocation_size_mb=600:"
         "hard_rss_limit_mb=1600";
}
const char *__ubsan_default_options(void) { return "print_stacktrace=1"; }

static void repeat(void) {
  dprintf(out, "repeat: build/wavelock-fuzz %s --seed %" PRIu64 " --first %" PRIu64 " --count %" PRIu64 "%s%s)\n",
          kind_names[now], seed, number + 1 - cases, cases, "   (input: ", folder);
}

static void hangs(int signal) {
  (void)signal;
  dprintf(out, "no end after %d s\n", SECONDS);
  abort();
}

__attribute__((noreturn)) static void stop(const char *why) {
  dprintf(out, "%s\n", why);
  repeat();
  _exit(1);
}

static void write_file(const char *path, const void *data, size_t size) {
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(data, 1, size, f) != size || fclose(f)) stop("the work folder cannot be written");
}

// ---- good input --------------------------------------------------------------------------------

static size_t read_file(const char *path, uint8_t *to) {
  FILE *f = fopen(path, "rb");
  const size_t size = f ? fread(to, 1, MAX_BYTES, f) : 0;
  if (f) fclose(f);
  return size;
}

// Copies the file beside a seed into the work folder.
static bool copy_beside(int i) {
  static uint8_t data[MAX_BYTES];
  char from[256], to[64];
  if (!wl_testcase_beside(roots, seeds[i].path, seeds[i].beside, from, sizeof from)) return false;
  wl_text(to, sizeof to, "%s/%s", folder, seeds[i].beside);
  const size_t size = read_file(from, data);
  write_file(to, data, size);
  return size != 0;
}

static bool read_seed(int i, wl_error *error) {
  char object[1024];
  wl_testcase *t = wl_testcase_read(seeds[i].path, roots, error);
  bool good = t && wl_toolchain_build(t->program, "build/kernels", object, sizeof object, error);
  wl_testcase_free(t);
  if (!good || (seeds[i].beside && !copy_beside(i)) || !(seeds[i].elf = malloc(MAX_BYTES))) return false;
  if (!(seeds[i].elf_size = read_file(object, seeds[i].elf))) return false;
  wl_text(seeds[i].name, sizeof seeds[i].name, "%d.json", i);
  wl_text(seeds[i].object, sizeof seeds[i].object, "%d.co", i);
  seeds[i].json = json_load_file(seeds[i].path, 0, NULL);
  return seeds[i].json && !json_object_set_new(seeds[i].json, "program", json_string(seeds[i].object)) &&
         !chdir(folder) && !json_dump_file(seeds[i].json, seeds[i].name, 0);
}

static wl_verdict run(const char *test, const char *args) {
  const wl_run_options o = {.test = test,
                            .vectors = ".",
                            .cache = "cache",
                            .args = args,
                            .kind = WL_DEVICE_MODEL,
                            .device = {.seed = 1, .max_instructions = INSTRUCTIONS},
                            .unit = {.check = {.mode = WL_CHECK_DEFAULT}},
                            .run_dir = ".",
                            .reproduce = test};
  return wl_run(&o, NULL);
}

// Compiles the seeds and runs each: it must pass before it is mutated.
static bool prepare(void) {
  char root[1024];
  wl_error error = {""};
  if (!getcwd(root, sizeof root) || !mkdtemp(folder)) return false;
  for (int i = 0; i < SEEDS; i++) {
    if (chdir(root) || !read_seed(i, &error)) {
      dprintf(out, "%s: %s (run from the root of the tree)\n", seeds[i].path, error.text);
      return false;
    }
    write_file(seeds[i].object, seeds[i].elf, seeds[i].elf_size);
    if (run(seeds[i].name, NULL) == WL_PASS) continue;
    dprintf(out, "%s does not pass as it is\n", seeds[i].path);
    return false;
  }
  return true;
}

// The output of the runs is hidden, or shown again.
static bool hide(void) {
  int nowhere = open("/dev/null", O_WRONLY);
  out = dup(STDOUT_FILENO);
  return nowhere >= 0 && out >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0;
}
static bool show(void) {
  fflush(stdout);
  return dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0;
}

// ---- cases -------------------------------------------------------------------------------------

// Whether a description with arguments is accepted and small enough to run. If not, it is counted.
static bool worth_running(const char *path, const char *args, tally *count) {
  wl_error error = {""};
  uint64_t bytes = 0;
  wl_testcase *t = wl_testcase_read(path, NULL, &error);
  const bool accepted = t && (!args || wl_testcase_override(t, args, &error));
  for (uint32_t i = 0; accepted && i < t->arg_count; i++)
    bytes += wl_type_size(t->args[i].type) * t->args[i].count + t->args[i].image_bytes;
  wl_testcase_free(t);
  if (!accepted && !*error.text) stop("refused without a word");
  if (!accepted) fprintf(stderr, "refused: %s\n", error.text);
  count->refused += !accepted;
  count->large += accepted && bytes > RUN_BYTES;
  return accepted && bytes <= RUN_BYTES;
}

// A mutated code object, with its description or with default arguments.
static void elf_case(fuzz_rng *r, tally *count) {
  static uint8_t data[MAX_BYTES];
  const uint64_t i = fuzz_below(r, SEEDS);
  memcpy(data, seeds[i].elf, seeds[i].elf_size);
  const bool described = fuzz_below(r, 16) != 0;
  write_file(described ? seeds[i].object : "case.co", data, fuzz_bytes(r, data, seeds[i].elf_size));
  count->verdicts[run(described ? seeds[i].name : "case.co", NULL)]++;
  if (described) write_file(seeds[i].object, seeds[i].elf, seeds[i].elf_size);
}

static void json_case(fuzz_rng *r, tally *count) {
  static char text[MAX_BYTES];
  json_t *copy = json_deep_copy(seeds[fuzz_below(r, SEEDS)].json);
  const bool values = fuzz_below(r, 4) != 0;
  if (values) fuzz_json(r, copy);
  char *dumped = json_dumps(copy, JSON_INDENT(1));
  size_t size = dumped ? strlen(dumped) : 0;
  if (size > MAX_BYTES) size = MAX_BYTES;
  if (dumped) memcpy(text, dumped, size);
  if (!values || !fuzz_below(r, 8)) size = fuzz_text(r, text, size, sizeof text);
  free(dumped);
  json_decref(copy);
  write_file("case.json", text, size);
  if (worth_running("case.json", NULL, count)) count->verdicts[run("case.json", NULL)]++;
}

static void args_case(fuzz_rng *r, tally *count) {
  static const char *const inits[] = {
      "zero", "iota", "random", "edge", "[1,2,3]", "random[3,9]", "iota[-7,0.5]", "file:table.bin",
      "&y",   "1",    "0x7f",   "64",   "65",      "-1",          "nan"};
  enum { NUMBERS = 9, INITS = sizeof inits / sizeof *inits };  // NUMBERS: index of the first number
  const uint64_t i = fuzz_below(r, SEEDS);
  const json_t *list = json_object_get(seeds[i].json, "args");
  char text[1024] = "";
  size_t size = 0;
  for (uint64_t n = 1 + fuzz_below(r, 3); n && json_array_size(list); n--) {
    json_t *a = json_array_get(list, fuzz_below(r, json_array_size(list)));
    const char *name = json_string_value(json_object_iter_value(json_object_iter(a)));
    const bool scalar = json_object_get(a, "scalar") != NULL;
    const char *init = inits[scalar ? NUMBERS + fuzz_below(r, INITS - NUMBERS) : fuzz_below(r, INITS - 2)];
    const json_int_t elements = json_integer_value(json_object_get(a, "count"));
    if (!scalar && !fuzz_below(r, 3))
      wl_text(text + size, sizeof text - size, "%s@%lld=%s ", name, (long long)elements + (int)fuzz_below(r, 3) - 1,
              init);
    else wl_text(text + size, sizeof text - size, "%s=%s ", name, init);
    size = strlen(text);
  }
  if (fuzz_below(r, 2)) size = fuzz_text(r, text, size, sizeof text - 1);
  text[size] = 0;
  write_file("args.txt", text, strlen(text));
  if (worth_running(seeds[i].name, text, count)) count->verdicts[run(seeds[i].name, text)]++;
}

static void report(const tally *t, uint64_t count) {
  uint64_t ran = 0;
  dprintf(out, "%s: seed %" PRIu64 ", %" PRIu64 " cases", kind_names[now], seed, count);
  if (now != ELVES) dprintf(out, ", %" PRIu64 " refused when read, %" PRIu64 " too large to run", t->refused, t->large);
  for (int v = 0; v <= WL_ERROR; v++) {
    if (t->verdicts[v]) dprintf(out, ", %" PRIu64 " %s", t->verdicts[v], wl_verdict_name((wl_verdict)v));
    ran += v != WL_ERROR ? t->verdicts[v] : 0;
  }
  dprintf(out, "\n");
  if (!ran && count > 1) stop("none of them ran");
}

static void fuzz(kind k, uint64_t first, uint64_t count) {
  static void (*const one[KINDS])(fuzz_rng *, tally *) = {elf_case, json_case, args_case};
  tally t = {0};
  now = k;
  for (number = first; number < first + count; number++) {
    fuzz_rng r = {seed};
    r.state = fuzz_next(&r) ^ number * UINT64_C(0xD1342543DE82EF95);
    r.state = fuzz_next(&r) + (uint64_t)k;
    alarm(SECONDS);
    one[k](&r, &t);
    if (number % LEAKS_EVERY != LEAKS_EVERY - 1 && number + 1 != first + count) continue;
    cases = number % LEAKS_EVERY + 1 < count ? number % LEAKS_EVERY + 1 : count;
    if (__lsan_do_recoverable_leak_check()) stop("memory was lost");
    cases = 1;
  }
  alarm(0);
  report(&t, count);
}

// ---- the command -------------------------------------------------------------------------------

static bool parse(int argc, char **argv, bool asked[KINDS], uint64_t *first, uint64_t *count) {
  for (int i = 1; i < argc; i++) {
    uint64_t *to = !strcmp(argv[i], "--seed")    ? &seed
                   : !strcmp(argv[i], "--first") ? first
                   : !strcmp(argv[i], "--count") ? count
                                                 : NULL;
    int k = 0;
    while (k < KINDS && strcmp(argv[i], kind_names[k]) != 0) k++;
    if (k < KINDS) {
      asked[k] = asked[KINDS] = true;
      continue;
    }
    char *end = NULL;
    errno = 0;
    if (to && i + 1 < argc) *to = strtoull(argv[++i], &end, 10);
    if (!to || !end || *end || end == argv[i] || *argv[i] == '-' || errno) return false;
  }
  return *count != 0;
}

int main(int argc, char **argv) {
  bool asked[KINDS + 1] = {false};  // the last: any kind is named
  uint64_t first = 0, count = 100000;
  if (!parse(argc, argv, asked, &first, &count)) {
    fprintf(stderr,
            "usage: wavelock-fuzz [elf] [json] [args] [--seed N] [--first N] [--count N]\n"
            "Runs --count (100000) code objects, as many descriptions and a tenth of argument strings.\n"
            "With kinds named it runs --count of each. With --count 1 it shows the output of the run.\n");
    return WL_ERROR;
  }
  if (!hide() || !prepare() || (count == 1 && !show())) return WL_ERROR;
  __sanitizer_set_report_fd((void *)(intptr_t)out);
  __sanitizer_set_death_callback(repeat);
  signal(SIGALRM, hangs);
  for (int k = 0; k < KINDS; k++)
    if (asked[k] || !asked[KINDS])
      fuzz((kind)k, first, k == ARGUMENTS && !asked[KINDS] && count >= 10 ? count / 10 : count);
  return execlp("rm", "rm", "-rf", folder, (char *)NULL);
}
