// SPDX-License-Identifier: Apache-2.0
// Finds a test by its name, or makes one of a program.
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "device/error.h"
#include "renamed.h"
#include "testcase.h"

enum { FOLDER_DEPTH = 4 };

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static bool is_file(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

// ---- listing -----------------------------------------------------------------------------------

typedef struct {
  const char *root;
  void (*f)(void *to, const char *name, const char *path);
  void *to;
  uint32_t count;
} walk;

static void walk_folder(walk *w, const char *below, int depth) {
  struct dirent **entries;
  char folder[512];
  wl_text(folder, sizeof folder, "%s%s%s", w->root, *below ? "/" : "", below);
  int count = scandir(folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char *entry = entries[i]->d_name;
    char name[512], path[1024];
    struct stat st;
    bool fits = wl_text(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry) &&
                wl_text(path, sizeof path, "%s/%s", w->root, name);
    if (fits && *entry != '.' && !stat(path, &st)) {
      if (S_ISDIR(st.st_mode) && depth) {
        wl_text(path, sizeof path, "%s/%s/test.json", w->root, name);
        if (is_file(path)) {
          w->f(w->to, name, path);
          w->count++;
        } else {
          walk_folder(w, name, depth - 1);
        }
      } else if (ends_with(entry, ".json")) {
        name[strlen(name) - 5] = 0;
        w->f(w->to, name, path);
        w->count++;
      }
    }
    free(entries[i]);
  }
  if (count >= 0) free(entries);
}

// Puts the first folder of a list with colons into root. Returns the rest of the list, NULL at its end.
static const char *split(const char *roots, char *root, size_t size) {
  const char *end = strchrnul(roots, ':');
  wl_text(root, size, "%.*s", (int)(end - roots), roots);
  return *end ? end + 1 : NULL;
}

uint32_t wl_testcase_each(const char *roots, void (*f)(void *to, const char *name, const char *path), void *to) {
  char root[512];
  walk w = {.root = root, .f = f, .to = to};
  while (roots) {
    roots = split(roots, root, sizeof root);
    walk_folder(&w, "", FOLDER_DEPTH);
  }
  return w.count;
}

// ---- near names --------------------------------------------------------------------------------

enum { MOST = 63, FAR = MOST + 1 };

// Levenshtein distance of the first MOST characters.
static uint32_t distance(const char *a, const char *b) {
  uint32_t row[MOST + 1], n = (uint32_t)strnlen(a, MOST), m = (uint32_t)strnlen(b, MOST);
  for (uint32_t j = 0; j <= m; j++) row[j] = j;
  for (uint32_t i = 1; i <= n; i++) {
    uint32_t corner = row[0];
    row[0] = i;
    for (uint32_t j = 1; j <= m; j++) {
      uint32_t best = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[m];
}

typedef struct {
  const char *wanted;
  char name[3][128];
  uint32_t far[3];
} nearest;

// Whether a name, with or without its folder, begins with the wanted text. Of a pattern the text before the first
// wildcard counts. Such names are nearer than all others.
static bool begins(const char *wanted, const char *name) {
  size_t length = strcspn(wanted, "*?[");
  const char *last = strrchr(name, '/');
  return length && (!strncasecmp(name, wanted, length) || (last && !strncasecmp(last + 1, wanted, length)));
}

static void consider(void *to, const char *name, const char *path) {
  nearest *n = to;
  (void)path;
  uint32_t d = distance(n->wanted, name) + (begins(n->wanted, name) ? 0 : FAR);
  for (int i = 0; i < 3; i++) {
    if (d >= n->far[i]) continue;
    for (int j = 2; j > i; j--) {
      memcpy(n->name[j], n->name[j - 1], sizeof n->name[j]);
      n->far[j] = n->far[j - 1];
    }
    wl_text(n->name[i], sizeof n->name[i], "%s", name);
    n->far[i] = d;
    return;
  }
}

static bool is_there(const char *roots, const char *name);

static void unknown(const char *roots, const char *name, wl_error *error) {
  nearest n = {.wanted = name, .far = {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
  char list[400] = "", now[512];
  if (wl_renamed_test(name, now, sizeof now) && is_there(roots, now)) {
    wl_fail(error, "%s: this test is now %s", name, now);
    return;
  }
  uint32_t count = wl_testcase_each(roots, consider, &n);
  for (int i = 0; i < 3 && *n.name[i]; i++) {
    size_t used = strlen(list);
    wl_text(list + used, sizeof list - used, "%s%s", i ? ", " : "", n.name[i]);
  }
  if (count) wl_fail(error, "no test named %s in %s; near names: %s (all %u: make list)", name, roots, list, count);
  else wl_fail(error, "no test named %s: there is no test in %s", name, roots);
}

static bool is_program(const char *name) {
  return ends_with(name, ".s") || ends_with(name, ".cl") || ends_with(name, ".co") || ends_with(name, ".hsaco") ||
         ends_with(name, ".so");
}

// Whether folder/name (folder "": name as it is) is a test. path: the path of its description.
static bool is_test(const char *folder, const char *name, char *path, size_t size) {
  static const char *const forms[] = {"/test.json", ".json"};
  char stem[512];
  wl_text(stem, sizeof stem, "%s%s%s", folder, *folder ? "/" : "", name);
  while (*stem && stem[strlen(stem) - 1] == '/') stem[strlen(stem) - 1] = 0;
  for (int i = 0; i < 2; i++) {
    wl_text(path, size, "%s%s", stem, forms[i]);
    if (is_file(path)) return true;
  }
  return false;
}

// The same below one of the roots.
static bool is_below(const char *roots, const char *name, char *path, size_t size) {
  char root[512];
  while (roots) {
    roots = split(roots, root, sizeof root);
    if (is_test(root, name, path, size)) return true;
  }
  return false;
}

static bool is_there(const char *roots, const char *name) {
  char path[1024];
  return is_below(roots, name, path, sizeof path);
}

wl_testcase *wl_testcase_find(const char *roots, const char *name, wl_error *error) {
  char path[1024];
  wl_testcase *t = NULL;
  size_t length = strlen(name);
  if (is_program(name)) return wl_testcase_of_program(name, error);
  bool found = ends_with(name, ".json");
  if (found) wl_text(path, sizeof path, "%s", name);
  found = found || is_below(roots, name, path, sizeof path) || is_test("", name, path, sizeof path);
  if (!found || !length) {
    unknown(roots, name, error);
    return NULL;
  }
  if (!(t = wl_testcase_read(path, error))) return NULL;
  wl_text(t->name, sizeof t->name, "%s", name);
  return t;
}

// ---- programs without a description --------------------------------------------------------------

wl_testcase *wl_testcase_of_program(const char *path, wl_error *error) {
  wl_testcase *t = calloc(1, sizeof *t);
  if (!t || !is_file(path)) {
    if (!t) wl_fail(error, "%s: out of memory", path);
    else wl_fail(error, "%s: no such file", path);
    free(t);
    return NULL;
  }
  wl_text(t->name, sizeof t->name, "%s", path);
  wl_text(t->program, sizeof t->program, "%s", path);
  t->default_args = true;
  t->memcheck = WL_MEMCHECK_BOUNDS;
  t->grid[0] = t->group[0] = WL_LANES;
  t->grid[1] = t->grid[2] = t->group[1] = t->group[2] = 1;
  return t;
}
