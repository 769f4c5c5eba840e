// SPDX-License-Identifier: Apache-2.0
// wavelock-sass-fuzz: mutates listings, and reads, checks, mends and prints them under the sanitizers, all in one
// process. With --classes it mutates tables of classes, and does and runs the same with good listings. A case follows
// from seed, number and the listings of the folder. The run ends at a case that
//   - crashes, does not end or loses memory,
//   - is refused without a line of the text and a reason,
//   - is another listing when it is printed in one of the forms and read again, or has other findings then,
//   - has an error behind --fix that can be mended, or other instructions.
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control/listing/fix.h"
#include "bench/fuzz/listing/mutate.h"
#include "control/listing/memory.h"
#include "control/listing/rules.h"
#include "control/listing/trace.h"

enum {
  MOST_BYTES = 1 << 15,  // of a mutated text
  SECONDS = 60,          // a case that takes longer hangs
  LEAKS_EVERY = 5000,    // cases between two checks for leaks
  LONG_BYTES = 4096,     // a longer listing is taken
  LONG_EVERY = 64,       // once in so many times
  SLOW_EVERY = 8         // cases of which one has latencies that a stall cannot say
};

// From gcc's sanitizer/common_interface_defs.h and lsan_interface.h. clang does not find these headers.
void __sanitizer_set_death_callback(void (*callback)(void));
int __lsan_do_recoverable_leak_check(void);
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

// The good listings, by name.
static struct {
  char *name, *text;
  size_t size;
} *seeds;
static size_t seed_count;

static const char *const folders[] = {"vectors/sass", "build/vectors/sass"};
static bool tables;                // tables of classes are mutated, not listings
static uint64_t seed = 1, number;  // the current case
static uint64_t cases = 1;         // how many cases, up to this one, a message is about
static sass_text now;              // its text, once mutated
static FILE *nowhere;
// The built-in classes, and a table with which --fix has to insert NOPs.
static sass_classes *usual, *slow;
static const char slow_classes[] = "class x32 lat 40 dual first reuse\nclass cmp lat 6 predicate 50 dual first reuse\n";

const char *__asan_default_options(void) { return "handle_abort=1:quarantine_size_mb=16"; }
const char *__ubsan_default_options(void) { return "print_stacktrace=1"; }

static void repeat(void) {
  printf("repeat: build/wavelock-sass-fuzz%s --seed %" PRIu64 " --first %" PRIu64 " --count %" PRIu64 "\n",
         tables ? " --classes" : "", seed, number + 1 - cases, cases);
  fflush(stdout);
}

static void hangs(int signal) {
  (void)signal;
  static const char text[] = "no end after 60 s\n";
  if (write(STDOUT_FILENO, text, sizeof text - 1) > 0) abort();
  abort();
}

__attribute__((noreturn, format(printf, 1, 2))) static void stop(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  printf("\n---- the text\n%.*s\n----\n", (int)now.size, now.text);
  repeat();
  _exit(1);
}

// ---- good listings -----------------------------------------------------------------------------

static void add_seed(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return;
  seeds = sass_room(seeds, seed_count, sizeof *seeds);
  char *text = sass_allocated(malloc(MOST_BYTES));
  const size_t size = fread(text, 1, MOST_BYTES, f);
  seeds[seed_count].name = sass_allocated(strdup(path));
  seeds[seed_count].text = text;
  seeds[seed_count++].size = size;
  fclose(f);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

// The listings of a folder and of those below, in the order of their names.
static void read_folder(const char *path) {
  struct dirent **list = NULL;
  const int count = scandir(path, &list, NULL, by_name);
  for (int n = 0; n < count; n++) {
    char *below = NULL;
    struct stat status;
    const char *form = strrchr(list[n]->d_name, '.');
    const bool named = form && form != list[n]->d_name;
    if (asprintf(&below, "%s/%s", path, list[n]->d_name) < 0) abort();
    if (list[n]->d_name[0] == '.' || stat(below, &status)) {
    } else if (S_ISDIR(status.st_mode)) {
      read_folder(below);
    } else {
      for (int f = 0; f < SASS_FORMS && named; f++)
        if (!strcmp(form + 1, sass_form_names[f])) add_seed(below);
    }
    free(below);
    free(list[n]);
  }
  free(list);
}

static size_t choose(fuzz_rng *r) {
  size_t n = (size_t)fuzz_below(r, seed_count);
  if (seeds[n].size > LONG_BYTES && fuzz_below(r, LONG_EVERY)) n = (size_t)fuzz_below(r, seed_count);
  return n;
}

// ---- what is wrong -----------------------------------------------------------------------------

// The line and the column of a refusal name a character of the text, or of the end of a line.
static void judge_refusal(const char *text, size_t size, const sass_error *error) {
  int line = 1;
  const char *p = text, *end = text + size;
  if (!error->text[0]) stop("refused without a reason");
  if (!error->line || (!error->column && !strcmp(error->text, "no instruction found"))) return;
  for (; line < error->line; line++) {
    p = memchr(p, '\n', (size_t)(end - p));
    if (!p++) stop("refused at line %d, which the text does not have: %s", error->line, error->text);
  }
  const char *next = memchr(p, '\n', (size_t)(end - p));
  const long length = (next ? next : end) - p;
  if (error->column < 1 || error->column > length + 1)
    stop("refused at %d:%d, which the text does not have: %s", error->line, error->column, error->text);
}

static char *printed(const sass_listing *l, sass_form form, size_t *size) {
  char *text = NULL;
  FILE *to = sass_allocated(open_memstream(&text, size));
  sass_listing_print(l, form, to);
  fclose(to);
  return text;
}

static bool is_padding(const sass_instruction *i) {
  return !strcmp(i->name, "NOP") && !i->operand_count && sass_field(&i->control) == sass_field(&sass_padding);
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

// What differs between an instruction and itself behind printing and reading, or NULL.
static const char *difference(const sass_instruction *a, const sass_instruction *b, sass_form form) {
  sass_control x = a->control, y = b->control;
  // The other forms have the flags of the operands alone.
  if (form != SASS_CUOBJDUMP) x.reuse = y.reuse = 0;
  if (sass_field(&x) != sass_field(&y)) return "the control field";
  if (!same_text(a->name, b->name)) return "the opcode";
  if (a->guard != b->guard || a->negated != b->negated) return "the guard";
  if (a->operand_count != b->operand_count) return "the number of operands";
  for (int o = 0; o < a->operand_count; o++) {
    const sass_operand *p = &a->operands[o], *q = &b->operands[o];
    if (!same_text(p->text, q->text)) return "the text of an operand";
    if (p->kind != q->kind) return "the kind of an operand";
    if (!same_text(p->label, q->label)) return "a label";
    if (p->value != q->value || p->reuse != q->reuse) return "an operand";
  }
  if (sass_reuse_flags(a) != sass_reuse_flags(b)) return "the reuse flags";
  if (a->write_count != b->write_count || a->read_count != b->read_count) return "what it reads and writes";
  if (form == SASS_CUOBJDUMP && (a->has_encoding != b->has_encoding || a->encoding != b->encoding))
    return "the encoding";
  return NULL;
}

typedef struct {
  int i, other;
  const char *rule;
  sass_severity severity;
} found;

static int order(const void *a, const void *b) {
  const found *x = a, *y = b;
  if (x->i != y->i) return x->i - y->i;
  if (x->other != y->other) return x->other - y->other;
  return strcmp(x->rule, y->rule);
}

static int at_line(const sass_listing *l, int line) {
  for (int n = 0; n < l->count; n++)
    if (l->instructions[n].line == line) return n;
  return -1;
}

// Findings by instruction, without those that only one of the forms can have.
static int findings_of(const sass_listing *l, bool strict, found **list) {
  sass_findings all = sass_check(l, strict);
  int count = 0;
  *list = sass_allocated(calloc((size_t)all.count + 1, sizeof **list));
  for (int n = 0; n < all.count; n++) {
    const sass_finding *f = &all.list[n];
    if (!strcmp(f->rule, "UNSCHEDULED") || !strcmp(f->rule, "REUSE-OPERAND") || !strcmp(f->rule, "REUSE-BIT3"))
      continue;
    (*list)[count++] = (found){at_line(l, f->line), f->other ? at_line(l, f->other) : -1, f->rule, f->severity};
  }
  sass_findings_free(&all);
  qsort(*list, (size_t)count, sizeof **list, order);
  return count;
}

static void judge_findings(const sass_listing *l, const sass_listing *again, bool strict, const char *form) {
  found *a, *b;
  const int count = findings_of(l, strict, &a), others = findings_of(again, strict, &b);
  for (int n = 0; n < count || n < others; n++) {
    if (n < count && n < others && !order(&a[n], &b[n]) && a[n].severity == b[n].severity) continue;
    stop("printed as %s it has other findings: %s of instruction %d, %s of instruction %d", form,
         n < count ? a[n].rule : "none", n < count ? a[n].i : -1, n < others ? b[n].rule : "none",
         n < others ? b[n].i : -1);
  }
  free(a);
  free(b);
}

// Whether a name that is not mapped has a mapped neighbour: a print has no mapping (maxwell-control.md 3.4).
static bool mixes_names(const sass_listing *l) {
  bool mapping = false, own = false;
  for (int n = 0; n < l->line_count; n++) mapping |= strstr(l->lines[n], "_MAPPING>") != NULL;
  for (int n = 0; n < l->count; n++) {
    for (int w = 0; w < l->instructions[n].write_count; w++) own |= l->instructions[n].writes[w] >= SASS_OWN;
    for (int r = 0; r < l->instructions[n].read_count; r++) own |= l->instructions[n].reads[r].number >= SASS_OWN;
  }
  return mapping && own;
}

// Prints in a form and reads again: the same instructions, labels, targets and findings.
static void judge_form(const sass_listing *l, sass_form form, bool strict, const sass_classes *classes) {
  sass_error error;
  size_t size = 0;
  if (!sass_listing_fits(l, form, &error)) return;
  char *text = printed(l, form, &size);
  sass_listing *again = sass_listing_read(text, size, classes, &error);
  const char *name = sass_form_names[form];
  if (!again) stop("printed as %s it cannot be read: %d:%d: %s\n%s", name, error.line, error.column, error.text, text);
  if (again->form != form) stop("printed as %s it is read as %s\n%s", name, sass_form_names[again->form], text);
  // One function: maxas has no more.
  const bool whole = l->function_count == 1;
  int other = 0;
  for (int n = 0; n < l->count; n++, other++) {
    const sass_instruction *a = &l->instructions[n], *b = &again->instructions[other];
    while (other < again->count && form == SASS_CUOBJDUMP && n && a->function != a[-1].function && is_padding(b) &&
           b->function != a->function)
      b = &again->instructions[++other];
    if (other == again->count) stop("printed as %s instruction %d is missing\n%s", name, n, text);
    const char *differs = difference(a, b, form);
    if (differs) stop("printed as %s instruction %d is another: %s\n%s", name, n, differs, text);
    const sass_operand *target = a->operand_count ? &a->operands[a->operand_count - 1] : NULL;
    bool inside;
    if (whole && target && target->kind == SASS_TARGET) {
      const int x = sass_target(l, n, target, &inside), y = sass_target(again, other, target, &inside);
      if (x != y && (x >= 0 || again->count == l->count))
        stop("printed as %s instruction %d goes to %d, not %d\n%s", name, n, y, x, text);
    }
  }
  for (; other < again->count; other++)
    if (form != SASS_CUOBJDUMP || !is_padding(&again->instructions[other]))
      stop("printed as %s it has more instructions\n%s", name, text);
  if (l->label_count != again->label_count) stop("printed as %s it has other labels\n%s", name, text);
  for (int n = 0; n < l->label_count; n++)
    if (strcmp(l->labels[n].name, again->labels[n].name) ||
        (whole && l->labels[n].at != again->labels[n].at && l->labels[n].at < l->count))
      stop("printed as %s label %s is another\n%s", name, l->labels[n].name, text);
  if (l->count == again->count && (whole || form != SASS_MAXAS) && !mixes_names(l))
    judge_findings(l, again, strict, name);
  sass_listing_free(again);
  free(text);
}

// Mends: no error is left that has a mend, and the instructions are the same but for NOPs.
static void judge_mended(sass_listing *before, const char *text, size_t size, bool strict,
                         const sass_classes *classes) {
  sass_error error;
  sass_listing *l = sass_listing_read(text, size, classes, &error);
  char *mended = sass_fix(&l, classes, strict);
  sass_findings findings = sass_check(l, strict);
  for (int n = 0; n < findings.count; n++) {
    const sass_finding *f = &findings.list[n];
    const bool long_stall = classes != usual && f->shortage;  // and the text names an address
    if (f->severity == SASS_ERROR && strcmp(f->rule, "TARGET") && strcmp(f->rule, "S2R-SHARE") && !long_stall)
      stop("behind --fix: %d: %s: %s\n%s", f->line, f->rule, f->text, mended);
  }
  sass_findings_print(&findings, "x", nowhere);
  sass_findings_json(&findings, nowhere);
  sass_findings_free(&findings);
  int n = 0;
  for (int other = 0; other < l->count; other++) {
    const sass_instruction *b = &l->instructions[other], *a = n < before->count ? &before->instructions[n] : NULL;
    bool same = a && !strcmp(a->name, b->name) && a->guard == b->guard && a->negated == b->negated &&
                a->operand_count == b->operand_count;
    if (same) n++;
    else if (strcmp(b->name, "NOP")) stop("--fix changes instruction %d\n%s", n, mended);
  }
  if (n < before->count) stop("--fix drops instruction %d\n%s", n, mended);
  sass_listing_free(l);
  free(mended);
}

// ---- cases -------------------------------------------------------------------------------------

// Whether the case was read.
static bool one(fuzz_rng *r) {
  static char text[MOST_BYTES];
  const size_t first = choose(r), second = choose(r);
  memcpy(text, seeds[first].text, seeds[first].size);
  size_t size = seeds[first].size;
  now = (sass_text){text, size};
  now.size = size =
      sass_mutate(r, SASS_LISTING, text, size, sizeof text, (sass_text){seeds[second].text, seeds[second].size});
  const bool strict = fuzz_below(r, 2);
  const sass_classes *classes = fuzz_below(r, SLOW_EVERY) ? usual : slow;
  sass_error error = {.line = -1};
  sass_listing *l = sass_listing_read(text, size, classes, &error);
  if (!l) {
    judge_refusal(text, size, &error);
    return false;
  }
  for (int form = 0; form < SASS_FORMS; form++) judge_form(l, (sass_form)form, strict, classes);
  judge_mended(l, text, size, strict, classes);
  sass_listing_free(l);
  return true;
}

static void judge_run(const sass_listing *l, const sass_classes *classes) {
  sass_trace *trace = sass_trace_new(l, classes, &(sass_trace_options){.warps = 2, .seed = number, .loops = 1});
  sass_findings findings = {0};
  sass_trace_run(trace);
  sass_trace_findings(trace, &findings);
  sass_findings_free(&findings);
  sass_trace_free(trace);
}

// Whether the table was taken. A good listing may be refused then: its opcodes are others.
static bool one_table(fuzz_rng *r) {
  static char text[MOST_BYTES + 1];
  static const char *const good[] = {
      sass_classes_text, slow_classes, "class slow lat 20 predicate 25\nopcodes slow to 2 : NEW OTHER\n",
      "unit half pace 3\nqueue shared depth 2\nclass smem lat var rlat 9 read war error unit half takes 9 90\n"};
  const char *first = good[fuzz_below(r, sizeof good / sizeof *good)];
  size_t size = strlen(first);
  memcpy(text, first, size);
  size = sass_mutate(r, SASS_TABLE, text, size, MOST_BYTES, (sass_text){sass_classes_text, strlen(sass_classes_text)});
  text[size] = 0;
  now = (sass_text){text, size};
  const size_t n = choose(r);
  const bool strict = fuzz_below(r, 2);
  sass_classes *classes = sass_classes_new();
  sass_error error = {.line = -1};
  const bool taken = sass_classes_add(classes, text, size, &error);
  if (!taken) {
    judge_refusal(text, size, &error);
  } else {
    sass_listing *l = sass_listing_read(seeds[n].text, seeds[n].size, classes, &error);
    if (l) {
      for (int form = 0; form < SASS_FORMS; form++) judge_form(l, (sass_form)form, strict, classes);
      judge_mended(l, seeds[n].text, seeds[n].size, strict, classes);
      judge_run(l, classes);
    } else {
      judge_refusal(seeds[n].text, seeds[n].size, &error);
    }
    sass_listing_free(l);
  }
  sass_classes_free(classes);
  return taken;
}

static bool parse(int argc, char **argv, uint64_t *first, uint64_t *count) {
  for (int n = 1; n < argc; n++) {
    uint64_t *to = !strcmp(argv[n], "--seed")    ? &seed
                   : !strcmp(argv[n], "--first") ? first
                   : !strcmp(argv[n], "--count") ? count
                                                 : NULL;
    char *end = NULL;
    errno = 0;
    if (!strcmp(argv[n], "--classes")) {
      tables = true;
      continue;
    }
    if (to && n + 1 < argc) *to = strtoull(argv[++n], &end, 10);
    if (!to || !end || *end || end == argv[n] || *argv[n] == '-' || errno) return false;
  }
  return *count != 0;
}

int main(int argc, char **argv) {
  uint64_t first = 0, count = 1000000, good = 0;
  if (!parse(argc, argv, &first, &count)) {
    fputs(
        "usage: wavelock-sass-fuzz [--classes] [--seed N] [--first N] [--count N]\n"
        "Mutates the listings of vectors/sass (--count: 1000000), or with --classes tables of classes.\n",
        stderr);
    return 2;
  }
  nowhere = sass_allocated(fopen("/dev/null", "w"));
  for (size_t n = 0; n < sizeof folders / sizeof *folders; n++) read_folder(folders[n]);
  if (!seed_count) {
    fputs("vectors/sass: no listings (run from the root of the tree)\n", stderr);
    return 2;
  }
  sass_error error;
  usual = sass_classes_new();
  slow = sass_classes_new();
  if (!sass_classes_add(slow, slow_classes, sizeof slow_classes - 1, &error)) stop("%s", error.text);
  __sanitizer_set_death_callback(repeat);
  signal(SIGALRM, hangs);
  for (number = first; number < first + count; number++) {
    fuzz_rng r = {seed};
    r.state = fuzz_next(&r) ^ number * UINT64_C(0xD1342543DE82EF95);
    alarm(SECONDS);
    good += tables ? one_table(&r) : one(&r);
    if (number % LEAKS_EVERY != LEAKS_EVERY - 1 && number + 1 != first + count) continue;
    cases = number % LEAKS_EVERY + 1 < count ? number % LEAKS_EVERY + 1 : count;
    if (__lsan_do_recoverable_leak_check()) stop("memory was lost");
    cases = 1;
  }
  alarm(0);
  printf("seed %" PRIu64 ", %" PRIu64 " %s: %" PRIu64 " refused, %" PRIu64 " %s\n", seed, count,
         tables ? "tables" : "listings", count - good, good,
         tables ? "taken, each with a listing" : "read, checked, mended and printed");
  sass_classes_free(usual);
  sass_classes_free(slow);
  return 0;
}
