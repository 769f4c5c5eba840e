// SPDX-License-Identifier: Apache-2.0
#include "tools.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"

extern char **environ;

const char *wl_tool(const char *variable, const char *standard) {
  const char *v = getenv(variable);
  return v && *v ? v : standard;
}

static const size_t most_text = (size_t)1 << 30;  // bytes: a file of holes may have any size

// The rest of a stream as a string. length: gets its bytes; may be NULL. NULL: out of memory, or not readable.
static char *read_stream(FILE *f, size_t *length) {
  char *text = NULL;
  size_t size = 0, capacity = 0, got = 1;
  while (got) {
    if (size + 1 >= capacity) {
      char *more = realloc(text, capacity = capacity ? 2 * capacity : 65536);
      if (!more) break;
      text = more;
    }
    size += got = fread(text + size, 1, capacity - size - 1, f);
    if (size > most_text) break;
  }
  if (got || ferror(f)) {
    free(text);
    return NULL;
  }
  text[size] = 0;
  if (length) *length = size;
  return text;
}

char *wl_read_text(const char *path, size_t *length, wl_error *error) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    wl_fail(error, "%s: %s", path, strerror(errno));
    return NULL;
  }
  char *text = read_stream(f, length);
  fclose(f);
  if (!text) wl_fail(error, "%s: cannot be read, or has more than %zu bytes", path, most_text);
  return text;
}

char *wl_read_file(const char *path, size_t *length, wl_error *error) {
  struct stat s;
  if (!stat(path, &s) && !S_ISREG(s.st_mode)) {
    wl_fail(error, "%s: no file", path);
    return NULL;
  }
  return wl_read_text(path, length, error);
}

// ---- running a tool ----------------------------------------------------------------------------

// Copies the tool's messages to stderr.
static void show_log(FILE *log) {
  char line[512];
  rewind(log);
  while (fgets(line, sizeof line, log)) fputs(line, stderr);
}

static bool is_error(const char *line) { return strstr(line, "error") || strstr(line, "ERROR"); }

// The first line of a tool's messages that speaks of an error; else the first that is no remark.
static void find_error(FILE *log, char *first, size_t size) {
  char line[512];
  bool found = false;
  first[0] = 0;
  rewind(log);
  while (!found && fgets(line, sizeof line, log)) {
    line[strcspn(line, "\n")] = 0;
    found = is_error(line);
    const bool other = !*first && *line && !strstr(line, "warning:") && !strstr(line, "note:") && *line != ' ';
    if (found || other) wl_text(first, size, "%s", line);
  }
}

// A program may ask a tool for anything: .incbin "/dev/zero", .fill 0x7fffffff.
static const rlim_t tool_memory = UINT64_C(4) << 30, tool_file = UINT64_C(1) << 30;  // bytes

static void limit(pid_t pid, enum __rlimit_resource what, rlim_t most) {
  struct rlimit now;
  if (prlimit(pid, what, NULL, &now) || now.rlim_cur <= most) return;
  now.rlim_cur = most;
  prlimit(pid, what, &now, NULL);
}

// Waits for the end of a tool. false: it took too long, and was ended.
static bool wait_for(pid_t pid, unsigned long seconds, int *status) {
  const time_t end = time(NULL) + (time_t)seconds;
  const int handle = pidfd_open(pid, 0);
  struct pollfd over = {.fd = handle, .events = POLLIN};
  int ready = handle < 0;
  while (!ready && time(NULL) < end) {
    ready = poll(&over, 1, 1000);
    if (ready < 0 && errno == EINTR) ready = 0;
  }
  if (handle >= 0) close(handle);
  if (!ready) kill(pid, SIGKILL);
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) continue;
  return ready;
}

static bool spawn(const char *const *argv, const char *source, FILE *output, FILE *log, wl_error *error) {
  posix_spawn_file_actions_t actions;
  pid_t pid;
  int status = 0;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(log), STDERR_FILENO);
  int failed = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return wl_fail(error, "%s: cannot run %s: %s", source, argv[0], strerror(failed));
  limit(pid, RLIMIT_AS, tool_memory);
  limit(pid, RLIMIT_FSIZE, tool_file);
  const unsigned long seconds = strtoul(wl_tool("WAVELOCK_TOOL_SECONDS", "600"), NULL, 10);
  if (!wait_for(pid, seconds, &status))
    return wl_fail(error, "%s: %s was ended after %lu s (WAVELOCK_TOOL_SECONDS)", source, argv[0], seconds);
  if (WIFEXITED(status) && !WEXITSTATUS(status)) return true;
  char first[384];
  find_error(log, first, sizeof first);
  if (WIFSIGNALED(status))
    return wl_fail(error, "%s: %s was ended by signal %d (%s)%s%s", source, argv[0], WTERMSIG(status),
                   strsignal(WTERMSIG(status)), *first ? ": " : "", first);
  return wl_fail(error, "%s: %s failed: %s", source, argv[0], *first ? first : "no message");
}

bool wl_tool_run(const char *const *argv, const char *source, FILE *output, FILE *messages, wl_error *error) {
  FILE *log = messages ? messages : tmpfile();
  if (!log) return wl_fail(error, "%s: a temporary file: %s", source, strerror(errno));
  const bool good = spawn(argv, source, output ? output : log, log, error);
  if (!good && !messages) show_log(log);
  if (!messages) fclose(log);
  if (output) rewind(output);
  return good;
}

bool wl_make_folders(const char *path, wl_error *error) {
  char part[PATH_MAX];
  wl_text(part, sizeof part, "%s", path);
  for (char *p = part + 1;; p++) {
    if (*p && *p != '/') continue;
    char c = *p;
    *p = 0;
    if (mkdir(part, 0777) && errno != EEXIST) return wl_fail(error, "%s: %s", part, strerror(errno));
    struct stat s;
    if (!c) return (!stat(part, &s) && S_ISDIR(s.st_mode)) || wl_fail(error, "%s: %s", part, strerror(ENOTDIR));
    *p = c;
  }
}

void wl_remove_folder(const char *folder) {
  struct dirent **entries;
  const int count = scandir(folder, &entries, NULL, NULL);
  for (int i = 0; i < count; i++) {
    char path[PATH_MAX];
    const char *name = entries[i]->d_name;
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && wl_text(path, sizeof path, "%s/%s", folder, name) &&
        unlink(path))
      wl_remove_folder(path);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  rmdir(folder);
}

bool wl_take_name(const char *made, const char *path) {
  struct stat s;
  if (!lstat(path, &s) && S_ISDIR(s.st_mode)) wl_remove_folder(path);
  return !rename(made, path);
}

// ---- hashes ------------------------------------------------------------------------------------

const wl_hash wl_hash_start = {UINT64_C(0xCBF29CE484222325), UINT64_C(0x84222325CBF29CE4)};

void wl_hash_mix(wl_hash *h, const void *data, size_t size) {
  const unsigned char *p = data;
  for (size_t i = 0; i < size; i++) {
    h->a = (h->a ^ p[i]) * UINT64_C(0x100000001B3);
    h->b = (h->b ^ p[i] ^ 0x5A) * UINT64_C(0x100000001B3) + 1;
  }
}

void wl_hash_text(wl_hash *h, const char *text) { wl_hash_mix(h, text, strlen(text) + 1); }

void wl_hash_sized(wl_hash *h, const void *data, size_t size) {
  wl_hash_mix(h, &size, sizeof size);
  wl_hash_mix(h, data, size);
}

static bool hash_file(wl_hash *h, const char *path, wl_error *error) {
  size_t size;
  char *text = wl_read_text(path, &size, error);
  if (text) wl_hash_sized(h, text, size);
  free(text);
  return text != NULL;
}

bool wl_hash_output(wl_hash *h, const char *const *argv, const char *source, const char *keep, FILE *messages,
                    wl_error *error) {
  FILE *output = tmpfile(), *f = NULL;
  char *text = NULL, part[PATH_MAX];
  size_t size = 0;
  if (!output) return wl_fail(error, "%s: a temporary file: %s", source, strerror(errno));
  bool good = wl_tool_run(argv, source, output, messages, error);
  if (good && !(text = read_stream(output, &size))) good = wl_fail(error, "%s: out of memory", source);
  fclose(output);
  if (good) wl_hash_sized(h, text, size);
  if (good && keep && wl_text(part, sizeof part, "%s.%d", keep, (int)gettid()) && (f = fopen(part, "wb"))) {
    const bool written = fwrite(text, 1, size, f) == size;
    if (fclose(f) || !written || rename(part, keep)) unlink(part);
  }
  free(text);
  return good;
}

// Mixes in path, size, time and inode of a file: these change with it, and it need not be read.
static void mix_stat(wl_hash *h, const char *path, const struct stat *st) {
  const int64_t facts[] = {st->st_size, st->st_mtim.tv_sec, st->st_mtim.tv_nsec, (int64_t)st->st_ino};
  wl_hash_text(h, path);
  wl_hash_mix(h, facts, sizeof facts);
}

bool wl_find_tool(const char *name, char *path, size_t size) {
  const char *rest = strchr(name, '/') ? NULL : getenv("PATH");
  if (!rest) return wl_text(path, size, "%s", name) && !access(path, X_OK);
  for (bool more = true; more;) {
    const int length = (int)strcspn(rest, ":");
    more = rest[length] != 0;
    if (wl_text(path, size, "%.*s%s%s", length, rest, length ? "/" : "", name) && !access(path, X_OK)) return true;
    rest += length + more;
  }
  return false;
}

bool wl_hash_tool(wl_hash *h, const char *name, const char *source, const char *cache, wl_error *error) {
  char path[PATH_MAX], kept[PATH_MAX], start[2] = "";
  struct stat st;
  wl_hash id = wl_hash_start;
  FILE *f = wl_find_tool(name, path, sizeof path) && !stat(path, &st) ? fopen(path, "rb") : NULL;
  if (!f) return wl_fail(error, "%s: cannot run %s: %s", source, name, strerror(errno));
  const bool script = fread(start, 1, 2, f) == 2 && !memcmp(start, "#!", 2);
  fclose(f);
  mix_stat(&id, path, &st);
  if (!wl_text(kept, sizeof kept, "%s/tool-%016" PRIx64 ".version", cache, id.a))
    return wl_fail(error, "%s: path too long", cache);
  wl_hash_text(h, path);
  if (!script && !access(kept, R_OK)) return hash_file(h, kept, error);
  return wl_hash_output(h, (const char *const[]){name, "--version", NULL}, source, script ? NULL : kept, NULL, error) &&
         (!script || hash_file(h, path, error));
}

static void hash_folder(wl_hash *h, const char *folder) {
  struct dirent **entries;
  const int count = scandir(folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char path[PATH_MAX];
    struct stat st;
    if (wl_text(path, sizeof path, "%s/%s", folder, entries[i]->d_name) && !stat(path, &st) && S_ISREG(st.st_mode))
      mix_stat(h, path, &st);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
}

const char *wl_device_libraries(void) {
  return wl_tool("WAVELOCK_DEVICE_LIBS", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
}

const char *wl_linker_folder(void) { return wl_tool("WAVELOCK_LLVM_BIN", "/usr/lib/llvm-16/bin"); }

bool wl_hash_clang(wl_hash *h, wl_target target, const char *source, const char *cache, wl_error *error) {
  char linker[PATH_MAX];
  wl_text(linker, sizeof linker, "%s/ld.lld", wl_linker_folder());
  wl_hash_text(h, wl_clang_target(target));
  hash_folder(h, wl_device_libraries());
  // Without a linker in that folder clang finds another.
  return wl_hash_tool(h, wl_tool("WAVELOCK_CLANG", "clang-16"), source, cache, error) &&
         (access(linker, X_OK) || wl_hash_tool(h, linker, source, cache, error));
}
