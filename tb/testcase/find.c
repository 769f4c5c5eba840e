// SPDX-License-Identifier: Apache-2.0
// Finds a test by its name, or makes one of a program.
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/error.h"
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

static bool is_folder(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISDIR(st.st_mode);
}

// ---- roots: their folders lie over each other ----------------------------------------------------

// Puts the first folder of a list with colons into root. Returns the rest of the list, NULL at its end.
static const char *split(const char *roots, char *root, size_t size) {
  const char *end = strchrnul(roots, ':');
  wl_text(root, size, "%.*s", (int)(end - roots), roots);
  return *end ? end + 1 : NULL;
}

// The path of a file or a folder in the first root that has it. name: its path below the root.
static bool in_roots(const char *roots, const char *name, bool (*is)(const char *), char *path, size_t size) {
  char root[512];
  while (roots) {
    roots = split(roots, root, sizeof root);
    if (*root && wl_text(path, size, "%s/%s", root, name) && is(path)) return true;
  }
  return false;
}

// Takes "folder/.." out of a path. Returns false if it leads out of where it begins.
static bool stays_inside(char *path) {
  char *to = path, *end;
  for (char *from = path; *from; from = end) {
    end = from + strcspn(from, "/");
    const size_t length = (size_t)(end - from);
    end += *end == '/';
    if (length == 2 && !strncmp(from, "..", 2)) {
      if (to == path) return false;
      for (to--; to > path && to[-1] != '/'; to--)
        ;
    } else if (length && (length > 1 || *from != '.')) {
      memmove(to, from, (size_t)(end - from));
      to += end - from;
    }
  }
  *to = 0;
  return true;
}

bool wl_testcase_beside(const char *roots, const char *description, const char *name, char *path, size_t size) {
  const char *slash = *name == '/' ? NULL : strrchr(description, '/');
  char root[512], below[1024], found[1024];
  const bool fits = wl_text(path, size, "%.*s%s", slash ? (int)(slash + 1 - description) : 0, description, name);
  if (!fits || !slash || is_file(path)) return fits;
  for (const char *rest = roots; rest;) {
    rest = split(rest, root, sizeof root);
    const size_t length = strlen(root);
    if (strncmp(path, root, length) != 0 || path[length] != '/') continue;
    if (wl_text(below, sizeof below, "%s", path + length + 1) && stays_inside(below) &&
        in_roots(roots, below, is_file, found, sizeof found))
      return wl_text(path, size, "%s", found);
  }
  return true;
}

// ---- listing -----------------------------------------------------------------------------------

typedef struct {
  const char *roots;
  void (*f)(void *to, const char *name, const char *path);
  void *to;
  uint32_t count;
} walk;

typedef struct {
  char **names;
  size_t count, space;
} entries;

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// The names in a folder of all roots, sorted, each once. The caller frees them.
static entries entries_of(const char *roots, const char *below) {
  entries e = {0};
  char root[512], folder[1024];
  while (roots) {
    roots = split(roots, root, sizeof root);
    DIR *d = *root && wl_text(folder, sizeof folder, "%s/%s", root, below) ? opendir(folder) : NULL;
    for (struct dirent *entry; d && (entry = readdir(d));) {
      if (*entry->d_name == '.') continue;
      if (e.count == e.space) {
        char **more = realloc(e.names, (e.space = 2 * e.space + 64) * sizeof *more);
        if (!more) break;
        e.names = more;
      }
      if ((e.names[e.count] = strdup(entry->d_name))) e.count++;
    }
    if (d) closedir(d);
  }
  if (e.count) qsort(e.names, e.count, sizeof *e.names, by_name);
  size_t kept = 0;
  for (size_t i = 0; i < e.count; i++) {
    if (kept && !strcmp(e.names[kept - 1], e.names[i])) free(e.names[i]);
    else e.names[kept++] = e.names[i];
  }
  e.count = kept;
  return e;
}

static void walk_folder(walk *w, const char *below, int depth) {
  entries e = entries_of(w->roots, below);
  for (size_t i = 0; i < e.count; i++) {
    char name[512], first[600], path[1024];
    const bool fits = wl_text(name, sizeof name, "%s%s%s", below, *below ? "/" : "", e.names[i]) &&
                      wl_text(first, sizeof first, "%s/test.json", name);
    if (fits && depth && in_roots(w->roots, name, is_folder, path, sizeof path)) {
      if (in_roots(w->roots, first, is_file, path, sizeof path)) {
        w->f(w->to, name, path);
        w->count++;
      } else {
        walk_folder(w, name, depth - 1);
      }
    } else if (fits && ends_with(name, ".json") && in_roots(w->roots, name, is_file, path, sizeof path)) {
      name[strlen(name) - 5] = 0;
      w->f(w->to, name, path);
      w->count++;
    }
    free(e.names[i]);
  }
  free(e.names);
}

uint32_t wl_testcase_each(const char *roots, void (*f)(void *to, const char *name, const char *path), void *to) {
  walk w = {.roots = roots, .f = f, .to = to};
  walk_folder(&w, "", FOLDER_DEPTH);
  return w.count;
}

// ---- near names --------------------------------------------------------------------------------

enum { MOST = 63, FAR = MOST + 1 };

uint32_t wl_name_distance(const char *a, const char *b) {
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

// Whether a name, with or without its folder, begins with the wanted text. A pattern counts up to its first
// wildcard. Such names are nearer than all others.
static bool begins(const char *wanted, const char *name) {
  size_t length = strcspn(wanted, "*?[");
  const char *last = strrchr(name, '/');
  return length && (!strncasecmp(name, wanted, length) || (last && !strncasecmp(last + 1, wanted, length)));
}

static void consider(void *to, const char *name, const char *path) {
  nearest *n = to;
  (void)path;
  uint32_t d = wl_name_distance(n->wanted, name) + (begins(n->wanted, name) ? 0 : FAR);
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
  if (is_file(name)) {
    wl_fail(error, "%s: neither a description (.json) nor a program (.s, .cl, .co, .hsaco, .so, .bin; by make .comp)",
            name);
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
         ends_with(name, ".so") || ends_with(name, ".bin");
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
  if (!(t = wl_testcase_read(path, roots, error))) return NULL;
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
