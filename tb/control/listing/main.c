// SPDX-License-Identifier: Apache-2.0
// wavelock-sass: checks, converts and runs listings with Maxwell control words (maxwell-control.md 6.3, 8.12).
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "fix.h"
#include "listing.h"
#include "memory.h"
#include "rules.h"
#include "timeline.h"
#include "trace.h"

enum { CLEAN, FOUND, UNREADABLE };
enum { MOST_SLOW = 1000000, MOST_LOOPS = 1000, MOST_DEPTH = 1000, MOST_SEEDS = 1000000, FIRST_CYCLES = 400 };

static const char usage[] =
    "usage: wavelock-sass check FILE [--json] [--strict] [--classes FILE] [--fix OUT]\n"
    "       wavelock-sass print --form maxas|cuobjdump|cuasm FILE [--classes FILE]\n"
    "       wavelock-sass run FILE [--warps N] [--seed S] [--seeds N] [--latency min|max|random] [--loops N]\n"
    "                     [--slow LINE=O:L] [--depth QUEUE=N,...] [--cycles N] [--konata OUT] [--json] [--classes "
    "FILE]\n";

typedef struct {
  const char *command, *file, *classes, *fix, *form, *latency, *depth, *konata;
  const char *warps, *seed, *seeds, *loops, *cycles, *slow;
  bool json, strict;
} options;

// What cannot be read, in the form that was asked for. Returns the exit code.
static int unreadable(const options *o, const char *path, const sass_error *error) {
  if (o->json) {
    json_t *all =
        json_pack("{s:{s:i,s:i,s:s}}", "error", "line", error->line, "col", error->column, "text", error->text);
    json_dumpf(all, stdout, JSON_INDENT(1));
    fputc('\n', stdout);
    json_decref(all);
  } else {
    fputs(path, stderr);
    if (error->line) fprintf(stderr, ":%d", error->line);
    if (error->column) fprintf(stderr, ":%d", error->column);
    fprintf(stderr, ": %s\n", error->text);
  }
  return UNREADABLE;
}

// The whole file, with a 0 behind it; NULL after an error.
static char *read_file(const char *path, size_t *size, sass_error *error) {
  FILE *f = fopen(path, "rb");
  char *text = NULL;
  size_t room = 0;
  *size = 0;
  errno = f ? 0 : errno;
  while (f && !ferror(f) && !feof(f)) {
    if (*size + 1 >= room) text = sass_allocated(realloc(text, room = room ? 2 * room : 1 << 16));
    *size += fread(text + *size, 1, room - *size - 1, f);
  }
  if (!f || ferror(f)) {
    sass_fail(error, 0, 0, "%s", strerror(errno));
    free(text);
    text = NULL;
  } else {
    text[*size] = 0;
  }
  if (f) fclose(f);
  return text;
}

// Without the path, which stands before it.
static const char *reason(const wl_error *why) {
  const char *at = strstr(why->text, "cannot be written");
  return at ? at : why->text;
}

static bool write_file(const char *path, const char *text, sass_error *error) {
  wl_error why;
  return wl_output_write(path, NULL, text, strlen(text), &why) || sass_fail(error, 0, 0, "%s", reason(&why));
}

// Findings are about the mended listing where it is mended.
static int check(const options *o, const char *text, size_t size, const sass_classes *classes) {
  sass_error error;
  sass_listing *listing = sass_listing_read(text, size, classes, &error);
  if (!listing) return unreadable(o, o->file, &error);
  const char *shown = o->file;
  if (o->fix) {
    shown = o->fix;
    char *mended = sass_fix(&listing, classes, o->strict);
    const bool good = write_file(o->fix, mended, &error);
    free(mended);
    if (!good) {
      sass_listing_free(listing);
      return unreadable(o, o->fix, &error);
    }
  }
  sass_findings findings = sass_check(listing, o->strict);
  if (o->json) sass_findings_json(&findings, stdout);
  else sass_findings_print(&findings, shown, stdout);
  const int code = sass_findings_count(&findings, SASS_ERROR) ? FOUND : CLEAN;
  sass_findings_free(&findings);
  sass_listing_free(listing);
  return code;
}

static int print(const options *o, const char *text, size_t size, const sass_classes *classes) {
  sass_error error;
  sass_listing *listing = sass_listing_read(text, size, classes, &error);
  if (!listing) return unreadable(o, o->file, &error);
  int form = 0;
  while (strcmp(o->form, sass_form_names[form])) form++;
  const bool fits = sass_listing_fits(listing, (sass_form)form, &error);
  if (fits) sass_listing_print(listing, (sass_form)form, stdout);
  sass_listing_free(listing);
  return fits ? CLEAN : unreadable(o, o->file, &error);
}

// What is wrong with the command line.
typedef struct {
  const char *option, *found;  // NULL: none
  char expected[80];           // "": nothing is wrong
} refusal;

// A number of an option, or the default where it is not given. False: not a number within the bounds.
static bool number(refusal *wrong, const char *option, const char *text, long least, long most, long otherwise,
                   long *to) {
  *to = otherwise;
  if (!text) return true;
  char *end;
  errno = 0;
  *to = strtol(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && !errno && *to >= least && *to <= most) return true;
  *wrong = (refusal){.option = option, .found = text};
  snprintf(wrong->expected, sizeof wrong->expected, "a number from %ld to %ld", least, most);
  return false;
}

// "shared=50,global=8" into the table.
static refusal set_depths(sass_classes *classes, const char *text) {
  refusal wrong = {.option = "--depth", .found = text, .expected = "QUEUE=N,... of queues of the table, N from 0 on"};
  static char one[64];
  while (text && *text) {
    const size_t length = strcspn(text, ",");
    snprintf(one, sizeof one, "%.*s", (int)length, text);
    char *value = strchr(one, '=');
    if (!value) return wrong;
    *value++ = 0;
    sass_queue *queue = sass_classes_queue(classes, one);
    long depth;
    if (!queue) return wrong;
    if (!number(&wrong, "--depth", value, 0, MOST_DEPTH, 0, &depth)) return wrong;
    queue->depth = (int)depth;
    text += length + (text[length] == ',');
  }
  return (refusal){0};
}

typedef struct {
  sass_trace_options trace;
  long seeds, cycles;
} run_options;

static refusal run_options_of(const options *o, run_options *run) {
  static const char *const latencies[] = {"random", "min", "max"};
  long warps, seed, loops;
  refusal wrong = {0};
  if (!number(&wrong, "--warps", o->warps, 1, SASS_WARPS, 1, &warps) ||
      !number(&wrong, "--seed", o->seed, 0, LONG_MAX, 1, &seed) ||
      !number(&wrong, "--seeds", o->seeds, 1, MOST_SEEDS, 1, &run->seeds) ||
      !number(&wrong, "--loops", o->loops, 1, MOST_LOOPS, 2, &loops) ||
      !number(&wrong, "--cycles", o->cycles, 0, LONG_MAX, FIRST_CYCLES, &run->cycles))
    return wrong;
  int slow[3] = {0}, length = 0;
  if (o->slow && (sscanf(o->slow, "%d=%d:%d%n", &slow[0], &slow[1], &slow[2], &length) < 3 || o->slow[length] ||
                  slow[0] < 1 || slow[1] < 1 || slow[2] < 1 || slow[1] > MOST_SLOW || slow[2] > MOST_SLOW))
    return (refusal){"--slow", o->slow, "LINE=O:L, numbers from 1 on"};
  int latency = 0;
  while (o->latency && latency < 3 && strcmp(o->latency, latencies[latency])) latency++;
  if (latency == 3) return (refusal){"--latency", o->latency, "min, max or random"};
  run->trace = (sass_trace_options){.warps = (int)warps,
                                    .seed = (uint64_t)seed,
                                    .latency = (sass_latency_mode)latency,
                                    .loops = (int)loops,
                                    .slow_line = slow[0],
                                    .slow_read = slow[1],
                                    .slow_result = slow[2]};
  return wrong;
}

// Whether a line has an instruction whose latency --slow can replace. 0: not asked for.
static bool can_be_slow(const sass_listing *listing, int line) {
  for (int n = 0; n < listing->count; n++)
    if (listing->instructions[n].line == line && listing->instructions[n].class->result == SASS_VARIABLE) return true;
  return !line;
}

static bool write_konata(const char *path, const sass_trace *trace, sass_error *error) {
  wl_error why;
  FILE *f = wl_output_open(path, NULL, &why);
  if (f) sass_konata_print(trace, f);
  return (f && wl_output_close(f, path, NULL, &why)) || sass_fail(error, 0, 0, "%s", reason(&why));
}

static int refuse(const refusal *wrong) {
  fputs("wavelock-sass: ", stderr);
  if (wrong->option) fprintf(stderr, "%s: ", wrong->option);
  if (wrong->found) fprintf(stderr, "found \"%s\", ", wrong->found);
  fprintf(stderr, "expected %s\n%s", wrong->expected, usage);
  return UNREADABLE;
}

// The timeline and the log show the first seed.
static int run(const options *o, const run_options *run, const char *text, size_t size, const sass_classes *classes) {
  sass_error error;
  sass_listing *listing = sass_listing_read(text, size, classes, &error);
  if (!listing) return unreadable(o, o->file, &error);
  if (!can_be_slow(listing, run->trace.slow_line)) {
    sass_listing_free(listing);
    return refuse(&(refusal){"--slow", o->slow, "the line of an instruction of variable latency"});
  }
  sass_findings findings = {0};
  json_t *runs = json_array();
  bool good = true;
  for (long n = 0; n < run->seeds && good; n++) {
    sass_trace_options options = run->trace;
    options.seed += (uint64_t)n;
    sass_trace *trace = sass_trace_new(listing, classes, &options);
    sass_trace_run(trace);
    if (o->konata && !n) good = write_konata(o->konata, trace, &error);
    if (good && o->json) json_array_append_new(runs, sass_run_json(trace));
    if (good && !o->json) sass_summary_print(trace, stdout);
    if (good && !o->json && !n) sass_timeline_print(trace, run->cycles, stdout);
    sass_trace_findings(trace, &findings);
    sass_trace_free(trace);
  }
  sass_findings_sort(&findings);
  int code = sass_findings_count(&findings, SASS_ERROR) ? FOUND : CLEAN;
  if (!good) {
    code = unreadable(o, o->konata, &error);
  } else if (o->json) {
    json_t *all = json_pack("{s:O,s:o}", "runs", runs, "findings", sass_findings_list(&findings));
    json_dumpf(all, stdout, JSON_INDENT(1));
    fputc('\n', stdout);
    json_decref(all);
  } else {
    sass_findings_print(&findings, o->file, stdout);
  }
  json_decref(runs);
  sass_findings_free(&findings);
  sass_listing_free(listing);
  return code;
}

// Whether all of the output has left. If not, says why.
static bool printed(void) {
  if (!fflush(stdout) && !ferror(stdout)) return true;
  fprintf(stderr, "wavelock-sass: standard output: %s\n", strerror(errno));
  return false;
}

typedef enum { CHECK = 1, PRINT = 2, RUN = 4 } command;

static int command_of(const options *o) {
  return !strcmp(o->command, "check")   ? CHECK
         : !strcmp(o->command, "print") ? PRINT
         : !strcmp(o->command, "run")   ? RUN
                                        : 0;
}

static refusal parse(int argc, char **argv, options *o) {
  *o = (options){.command = argc > 1 ? argv[1] : ""};
  const struct {
    const char *name;
    int commands;
    const char **value;  // or
    bool *flag;
  } known[] = {
      {"--classes", CHECK | PRINT | RUN, &o->classes, NULL},
      {"--fix", CHECK, &o->fix, NULL},
      {"--json", CHECK | RUN, NULL, &o->json},
      {"--strict", CHECK, NULL, &o->strict},
      {"--form", PRINT, &o->form, NULL},
      {"--warps", RUN, &o->warps, NULL},
      {"--seed", RUN, &o->seed, NULL},
      {"--seeds", RUN, &o->seeds, NULL},
      {"--latency", RUN, &o->latency, NULL},
      {"--loops", RUN, &o->loops, NULL},
      {"--depth", RUN, &o->depth, NULL},
      {"--slow", RUN, &o->slow, NULL},
      {"--cycles", RUN, &o->cycles, NULL},
      {"--konata", RUN, &o->konata, NULL},
  };
  const int command = command_of(o), count = (int)(sizeof known / sizeof *known);
  refusal wrong = {0};
  if (!command) return (refusal){NULL, argc > 1 ? argv[1] : NULL, "a command: check, print or run"};
  for (int n = 2; n < argc; n++) {
    int k = 0;
    while (k < count && (strcmp(argv[n], known[k].name) || !(known[k].commands & command))) k++;
    if (k < count && known[k].flag) {
      *known[k].flag = true;
    } else if (k < count) {
      if (n + 1 == argc) return (refusal){argv[n], NULL, "a value"};
      *known[k].value = argv[++n];
    } else if (argv[n][0] == '-' || o->file) {
      wrong.found = argv[n];
      snprintf(wrong.expected, sizeof wrong.expected, o->file ? "one FILE and options of %s" : "an option of %s",
               o->command);
      return wrong;
    } else {
      o->file = argv[n];
    }
  }
  if (!o->file) return (refusal){NULL, NULL, "a FILE"};
  if (command != PRINT) return wrong;
  for (int form = 0; o->form && form < SASS_FORMS; form++)
    if (!strcmp(o->form, sass_form_names[form])) return wrong;
  return (refusal){"--form", o->form, "maxas, cuobjdump or cuasm"};
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--help")) return fputs(usage, stdout) < 0;
  options o;
  refusal wrong = parse(argc, argv, &o);
  run_options run_how;
  if (!*wrong.expected && command_of(&o) == RUN) wrong = run_options_of(&o, &run_how);
  if (*wrong.expected) return refuse(&wrong);
  sass_error error = {0};
  sass_classes *classes = sass_classes_new();
  size_t size = 0;
  char *text = NULL, *more = NULL;
  int code;
  if (o.classes && !(more = read_file(o.classes, &size, &error))) code = unreadable(&o, o.classes, &error);
  else if (more && !sass_classes_add(classes, more, size, &error)) code = unreadable(&o, o.classes, &error);
  else if (!(text = read_file(o.file, &size, &error))) code = unreadable(&o, o.file, &error);
  else if (command_of(&o) == RUN)
    code = *(wrong = set_depths(classes, o.depth)).expected ? refuse(&wrong) : run(&o, &run_how, text, size, classes);
  else code = command_of(&o) == CHECK ? check(&o, text, size, classes) : print(&o, text, size, classes);
  free(text);
  free(more);
  sass_classes_free(classes);
  return printed() ? code : UNREADABLE;
}
