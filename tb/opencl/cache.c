// SPDX-License-Identifier: Apache-2.0
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "settings.h"

static const char log_name[] = "wavelock.log";  // nothing that a source includes
// All that a result may consist of, beside links: nothing else in the folder is ever removed.
static const char *const files[] = {"program.cl", "source.cl",    "program.bc", "program.co",
                                    "opencl.bc",  "subgroups.bc", log_name};
enum { FILES = sizeof files / sizeof *files, KEY = 32, PAUSE = 3600 };  // PAUSE: seconds between two looks at the size
static const char work_name[] = "wavelock-work-";

static char chosen[PATH_MAX];  // "": none
static pthread_once_t once = PTHREAD_ONCE_INIT;

// ---- files ---------------------------------------------------------------------------------------

bool read_blob(const char *path, blob *b) {
  b->data = wl_read_file(path, &b->size, NULL);
  return b->data != NULL;
}

// ---- the size ------------------------------------------------------------------------------------

typedef struct {
  char name[KEY + 1];
  struct timespec used;
  uint64_t size;
} result;

static bool is_key(const char *name) { return strlen(name) == KEY && strspn(name, "0123456789abcdef") == KEY; }

static int by_use(const void *a, const void *b) {
  const struct timespec *x = &((const result *)a)->used, *y = &((const result *)b)->used;
  if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

// How much room a result takes, and when it was used last.
static void measure(const char *folder, result *r) {
  char path[PATH_MAX + 64];
  struct stat st;
  wl_text(path, sizeof path, "%s/%s", folder, r->name);
  r->size = 0;
  r->used = stat(path, &st) ? (struct timespec){0} : st.st_mtim;
  for (int i = 0; i < FILES; i++)
    if (wl_text(path, sizeof path, "%s/%s/%s", folder, r->name, files[i]) && !stat(path, &st)) {
      r->size += (uint64_t)st.st_blocks * 512;
      if (i == FILES - 1) r->used = st.st_mtim;
    }
}

static void remove_result(const char *folder, const result *r) {
  struct dirent **entries;
  char path[PATH_MAX], name[PATH_MAX];
  struct stat st;
  if (!wl_text(path, sizeof path, "%s/%s", folder, r->name)) return;
  const int count = scandir(path, &entries, NULL, NULL);
  for (int i = 0; i < count; i++) {
    bool ours =
        wl_text(name, sizeof name, "%s/%s", path, entries[i]->d_name) && !lstat(name, &st) && S_ISLNK(st.st_mode);
    for (int k = 0; k < FILES; k++) ours |= !strcmp(entries[i]->d_name, files[k]);
    if (ours) unlink(name);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  rmdir(path);
}

// Removes what was not used for longest until the rest fits, and what processes that were killed left. Only where no
// process uses the folder.
static void shrink(const char *folder, uint64_t limit) {
  struct dirent **entries;
  char path[PATH_MAX];
  const int count = scandir(folder, &entries, NULL, NULL);
  result *results = calloc(count > 0 ? (size_t)count : 1, sizeof *results);
  size_t found = 0;
  uint64_t size = 0;
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    if (!strncmp(name, work_name, sizeof work_name - 1) && wl_text(path, sizeof path, "%s/%s", folder, name)) {
      wl_remove_folder(path);
    } else if (results && is_key(name)) {
      memcpy(results[found].name, name, KEY + 1);
      measure(folder, &results[found]);
      size += results[found++].size;
    }
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  if (found) qsort(results, found, sizeof *results, by_use);
  for (size_t i = 0; i < found && size > limit; i++) {
    remove_result(folder, &results[i]);
    size -= results[i].size;
  }
  free(results);
}

// ---- the folder ----------------------------------------------------------------------------------

// Whether clang can write there. Its names in results are cut at the first =.
static bool usable(const char *folder, wl_error *why) {
  if (strchr(folder, '=')) return wl_fail(why, "%s: a = in the path of compiled programs", folder);
  return wl_make_folders(folder, why) &&
         (!access(folder, R_OK | W_OK | X_OK) || wl_fail(why, "%s: %s", folder, strerror(errno)));
}

// Nobody else may put files into a folder of ours in one for all.
static bool own_folder(const char *folder, wl_error *why) {
  struct stat st;
  if ((!mkdir(folder, 0700) || errno == EEXIST) && !lstat(folder, &st) && S_ISDIR(st.st_mode) &&
      st.st_uid == getuid() && !(st.st_mode & 022))
    return usable(folder, why);
  return wl_fail(why, "%s: no folder of this user alone", folder);
}

static void choose(void) {
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *temporary = getenv("TMPDIR");
  wl_error why, second;
  char path[PATH_MAX];
  bool fits;
  if (settings_cache(path)) {
    if (!usable(path, &why)) settings_refuse("WAVELOCK_CACHE", "%s", why.text);
  } else {
    if (xdg && *xdg == '/') fits = wl_text(path, sizeof path, "%s/wavelock/opencl", xdg);
    else fits = home && *home == '/' && wl_text(path, sizeof path, "%s/.cache/wavelock/opencl", home);
    if (!fits) wl_fail(&why, "neither XDG_CACHE_HOME nor HOME is the path of a folder");
    if (!fits || !usable(path, &why)) {
      const char *instead = temporary && *temporary == '/' ? temporary : "/tmp";
      fits = wl_text(path, sizeof path, "%s/wavelock-opencl-%d", instead, (int)getuid());
      const bool good = fits ? own_folder(path, &second) : wl_fail(&second, "%s: the path is too long", instead);
      fprintf(stderr, "wavelock: %s: compiled programs ", why.text);
      if (good) fprintf(stderr, "are kept in %s\n", path);
      else fprintf(stderr, "cannot be kept, set WAVELOCK_CACHE (%s)\n", second.text);
      if (!good) return;
    }
  }
  memcpy(chosen, path, sizeof chosen);
}

// A process has a lock until it ends. Who is alone may remove results.
static void start(void) {
  const uint64_t limit = settings_cache_size();
  char path[PATH_MAX + 16];
  struct stat st;
  choose();
  wl_text(path, sizeof path, "%s/lock", chosen);
  const int lock = *chosen ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
  if (lock < 0) return;
  if (limit && !flock(lock, LOCK_EX | LOCK_NB) && !fstat(lock, &st) &&
      (uint64_t)(time(NULL) - st.st_mtim.tv_sec) >= PAUSE) {
    shrink(chosen, limit);
    futimens(lock, NULL);
  }
  while (flock(lock, LOCK_SH) && errno == EINTR) continue;
}

const char *cache_folder(void) {
  pthread_once(&once, start);
  return *chosen ? chosen : NULL;
}

bool cache_new_folder(char *path, size_t size) {
  const char *folder = cache_folder();
  return folder && wl_make_folders(folder, NULL) && wl_text(path, size, "%s/%sXXXXXX", folder, work_name) &&
         mkdtemp(path);
}

// ---- results -------------------------------------------------------------------------------------

bool cache_path(const wl_hash *key, bool make, const char *name, char *path, size_t size) {
  if (!wl_text(path, size, "%s/%016" PRIx64 "%016" PRIx64, cache_folder(), key->a, key->b)) return false;
  struct stat st;
  if (make && mkdir(path, 0777)) {
    if (errno != EEXIST) return false;
    const bool damage = stat(path, &st) || !S_ISDIR(st.st_mode);
    if (damage && (unlink(path) || mkdir(path, 0777))) return false;
  }
  const size_t length = strlen(path);
  return wl_text(path + length, size - length, "/%s", name);
}

// The first line of a log. It says what the result and the messages are: a file may be damaged, or empty after a loss
// of power.
static void write_sum(const blob *b, const char *messages, char sum[KEY + 2]) {
  wl_hash h = wl_hash_start;
  wl_hash_sized(&h, b->data, b->size);
  wl_hash_text(&h, messages);
  snprintf(sum, KEY + 2, "%016" PRIx64 "%016" PRIx64 "\n", h.a, h.b);
}

// Counts as use. A source has another key than the code object that names it: it stays as long.
static void used(const char *log, const blob *b) {
  char path[PATH_MAX];
  const char *folder = cache_folder(), *p = b->data, *end = p + b->size;
  const size_t length = strlen(folder);
  utimensat(AT_FDCWD, log, NULL, 0);
  for (; (p = memmem(p, (size_t)(end - p), folder, length)); p += length)
    if (end - p > (ptrdiff_t)length + KEY + 1 && strspn(p + length + 1, "0123456789abcdef") == KEY &&
        wl_text(path, sizeof path, "%.*s/%s", (int)length + KEY + 1, p, log_name))
      utimensat(AT_FDCWD, path, NULL, 0);
}

bool cache_find(const wl_hash *key, const char *name, blob *b, FILE *log) {
  char path[PATH_MAX], log_path[PATH_MAX], sum[KEY + 2];
  blob messages = {0};
  *b = (blob){0};
  const bool there = cache_path(key, false, name, path, sizeof path) &&
                     cache_path(key, false, log_name, log_path, sizeof log_path) && read_blob(path, b) &&
                     read_blob(log_path, &messages);
  const char *text = messages.data;
  if (there) write_sum(b, messages.size > KEY ? text + KEY + 1 : "", sum);
  const bool good = there && messages.size > KEY && !strncmp(text, sum, KEY + 1);
  if (good) {
    fputs(text + KEY + 1, log);
    used(log_path, b);
  } else {
    free(b->data);
    *b = (blob){0};
  }
  free(messages.data);
  return good;
}

bool cache_keep(const wl_hash *key, const char *name, const char *work, const char *made, const char *messages,
                blob *b) {
  char path[PATH_MAX], log[PATH_MAX], new_log[PATH_MAX], sum[KEY + 2];
  *b = (blob){0};
  if (!cache_path(key, true, name, path, sizeof path) || !cache_path(key, false, log_name, log, sizeof log) ||
      !wl_text(new_log, sizeof new_log, "%s/log", work) || !read_blob(made, b))
    return false;
  write_sum(b, messages, sum);
  FILE *f = fopen(new_log, "wb");
  const bool written = f && fputs(sum, f) >= 0 && fputs(messages, f) >= 0;
  if (f && !fclose(f) && written && wl_take_name(made, path) && wl_take_name(new_log, log)) return used(log, b), true;
  free(b->data);
  *b = (blob){0};
  return false;
}
