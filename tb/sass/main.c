// SPDX-License-Identifier: Apache-2.0
// wavelock-sass: checks and converts listings with Maxwell control words (maxwell-control.md 6.3).
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "listing.h"
#include "memory.h"
#include "rules.h"

enum { CLEAN, FOUND, UNREADABLE };

static const char usage[] =
    "usage: wavelock-sass check FILE [--json] [--strict] [--classes FILE] [--fix OUT]\n"
    "       wavelock-sass print --form maxas|cuobjdump|cuasm FILE [--classes FILE]\n";

typedef struct {
  const char *command, *file, *classes, *fix, *form;
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

static bool write_file(const char *path, const char *text, sass_error *error) {
  FILE *f = fopen(path, "wb");
  const bool written = f && fputs(text, f) >= 0;
  const bool closed = f && !fclose(f);
  return (written && closed) || sass_fail(error, 0, 0, "%s", strerror(errno));
}

// The findings are those of the mended listing where it is mended.
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
  sass_listing_print(listing, (sass_form)form, stdout);
  sass_listing_free(listing);
  return CLEAN;
}

// Whether all of the output has left. If not, says why.
static bool printed(void) {
  if (!fflush(stdout) && !ferror(stdout)) return true;
  fprintf(stderr, "wavelock-sass: standard output: %s\n", strerror(errno));
  return false;
}

static int refuse(const char *found) {
  fprintf(stderr, "wavelock-sass: found \"%s\"\n%s", found, usage);
  return UNREADABLE;
}

// NULL: *o is whole. Else the argument that is wrong, or what is missing.
static const char *parse(int argc, char **argv, options *o) {
  *o = (options){.command = argc > 1 ? argv[1] : "no command"};
  const bool checks = !strcmp(o->command, "check");
  if (!checks && strcmp(o->command, "print")) return o->command;
  for (int n = 2; n < argc; n++) {
    const char **value = !strcmp(argv[n], "--classes")           ? &o->classes
                         : checks && !strcmp(argv[n], "--fix")   ? &o->fix
                         : !checks && !strcmp(argv[n], "--form") ? &o->form
                                                                 : NULL;
    if (value && n + 1 < argc) *value = argv[++n];
    else if (checks && !strcmp(argv[n], "--json")) o->json = true;
    else if (checks && !strcmp(argv[n], "--strict")) o->strict = true;
    else if (value || argv[n][0] == '-' || o->file) return argv[n];
    else o->file = argv[n];
  }
  if (!o->file) return "no FILE";
  if (checks) return NULL;
  if (!o->form) return "no --form";
  for (int form = 0; form < SASS_FORMS; form++)
    if (!strcmp(o->form, sass_form_names[form])) return NULL;
  return o->form;
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--help")) return fputs(usage, stdout) < 0;
  options o;
  const char *wrong = parse(argc, argv, &o);
  if (wrong) return refuse(wrong);
  sass_error error = {0};
  sass_classes *classes = sass_classes_new();
  size_t size = 0;
  char *text = NULL, *more = NULL;
  int code;
  if (o.classes && !(more = read_file(o.classes, &size, &error))) code = unreadable(&o, o.classes, &error);
  else if (more && !sass_classes_add(classes, more, &error)) code = unreadable(&o, o.classes, &error);
  else if (!(text = read_file(o.file, &size, &error))) code = unreadable(&o, o.file, &error);
  else code = strcmp(o.command, "print") ? check(&o, text, size, classes) : print(&o, text, size, classes);
  free(text);
  free(more);
  sass_classes_free(classes);
  return printed() ? code : UNREADABLE;
}
