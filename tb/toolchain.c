// Default descriptor of a bare .s: kernarg pointer in s[0:1], workgroup ids X, Y, Z in s2, s3, s4, work-item ids in v0,
// v1, v2, 64 VGPRs, all 102 SGPRs, 256 bytes of arguments, no scratch, LDS as the launch asks.
#include "toolchain.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error.h"

enum { INCLUDE_DEPTH = 8 };

extern char **environ;

static const char default_descriptor[] =
    "\n.section .rodata,\"a\",@progbits\n.p2align 6\n.amdhsa_kernel %s\n"
    "  .amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
    "  .amdhsa_system_sgpr_workgroup_id_x 1\n"
    "  .amdhsa_system_sgpr_workgroup_id_y 1\n"
    "  .amdhsa_system_sgpr_workgroup_id_z 1\n"
    "  .amdhsa_system_vgpr_workitem_id 2\n"
    "  .amdhsa_next_free_vgpr 64\n"
    "  .amdhsa_next_free_sgpr 102\n"
    "  .amdhsa_kernarg_size 256\n"
    ".end_amdhsa_kernel\n";

static const char *tool(const char *variable, const char *standard) {
  const char *v = getenv(variable);
  return v && *v ? v : standard;
}

static char *read_text(const char *path, wl_error *error) {
  FILE *f = fopen(path, "rb");
  char *text = NULL;
  size_t size = 0, room = 0;
  if (!f) {
    wl_fail(error, "%s: %s", path, strerror(errno));
    return NULL;
  }
  for (;;) {
    if (size + 1 >= room) {
      char *more = realloc(text, room = room ? 2 * room : 65536);
      if (!more) break;
      text = more;
    }
    size_t got = fread(text + size, 1, room - size - 1, f);
    if (!got) break;
    size += got;
  }
  bool good = text && !ferror(f);
  fclose(f);
  if (good) {
    text[size] = 0;
    return text;
  }
  free(text);
  wl_fail(error, "%s: cannot be read", path);
  return NULL;
}

// ---- cache key ---------------------------------------------------------------------------------

typedef struct {
  uint64_t a, b;
} hash;  // two FNV-1a streams with different offsets

static void mix(hash *h, const char *text) {
  for (const unsigned char *p = (const unsigned char *)text;; p++) {
    h->a = (h->a ^ *p) * UINT64_C(0x100000001B3);
    h->b = (h->b ^ *p ^ 0x5A) * UINT64_C(0x100000001B3) + 1;
    if (!*p) break;  // the terminator is mixed in too, so that texts do not run together
  }
}

// Mixes a file and, as far as they are found beside it, the files that it includes.
static bool mix_file(hash *h, const char *path, int depth, wl_error *error) {
  char *text = read_text(path, error);
  if (!text) return false;
  mix(h, text);
  const char *slash = strrchr(path, '/');
  for (const char *p = text; depth && (p = strstr(p, "include")); p++) {
    const char *open = p + strlen("include"), *close;
    open += strspn(open, " \t");
    if (*open != '"' || !(close = strchr(open + 1, '"'))) continue;
    char name[PATH_MAX];
    wl_text(name, sizeof name, "%.*s%.*s", slash ? (int)(slash + 1 - path) : 0, path, (int)(close - open - 1),
            open + 1);
    if (!access(name, R_OK)) mix_file(h, name, depth - 1, NULL);
  }
  free(text);
  return true;
}

// ---- running a tool ----------------------------------------------------------------------------

// Copies what the tool said to stderr and puts its first error line into first.
static void report_log(const char *log, char *first, size_t size) {
  char line[512];
  FILE *f = fopen(log, "r");
  first[0] = 0;
  while (f && fgets(line, sizeof line, f)) {
    fputs(line, stderr);
    line[strcspn(line, "\n")] = 0;
    if (!*first && strstr(line, "error")) wl_text(first, size, "%s", line);
  }
  if (f) fclose(f);
}

static bool run(const char *const *argv, const char *source, const char *log, wl_error *error) {
  posix_spawn_file_actions_t actions;
  pid_t pid;
  int status = 0;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  int failed = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return wl_fail(error, "%s: cannot run %s: %s", source, argv[0], strerror(failed));
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (WIFEXITED(status) && !WEXITSTATUS(status)) return true;
  char first[384];
  report_log(log, first, sizeof first);
  return wl_fail(error, "%s: %s failed: %s", source, argv[0], *first ? first : "no message");
}

bool wl_make_folders(const char *path, wl_error *error) {
  char part[PATH_MAX];
  wl_text(part, sizeof part, "%s", path);
  for (char *p = part + 1;; p++) {
    if (*p && *p != '/') continue;
    char c = *p;
    *p = 0;
    if (mkdir(part, 0777) && errno != EEXIST) return wl_fail(error, "%s: %s", part, strerror(errno));
    if (!c) return true;
    *p = c;
  }
}

// ---- building ----------------------------------------------------------------------------------

static bool word_at(const char *p, const char *word) {
  size_t n = strlen(word);
  return !strncmp(p, word, n) && isspace((unsigned char)p[n]);
}

bool wl_toolchain_entry(const char *text, char *name, size_t size) {
  bool main_label = false;
  for (const char *p = text; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
    p += strspn(p, " \t");
    main_label |= !strncmp(p, "main:", 5);
    if (!word_at(p, ".globl") && !word_at(p, ".global")) continue;
    p += strcspn(p, " \t");
    p += strspn(p, " \t");
    size_t length = strcspn(p, " \t\r\n,;/#");
    if (!length || length >= size) continue;
    memcpy(name, p, length);
    name[length] = 0;
    return true;
  }
  if (main_label) wl_text(name, size, "main");
  return main_label;
}

// The text handed to the assembler: the user's file by .include (so that messages name it), and what it lacks.
static bool write_wrapper(const char *path, const char *wrapper, wl_error *error) {
  char *text = read_text(path, error), entry[256], full[PATH_MAX];
  if (!text) return false;
  bool has_descriptor = strstr(text, ".amdhsa_kernel") != NULL;
  bool has_entry = wl_toolchain_entry(text, entry, sizeof entry);
  free(text);
  if (!has_descriptor && !has_entry)
    return wl_fail(error, "%s: no .amdhsa_kernel block, no .globl symbol and no label main: nothing to start", path);
  if (!realpath(path, full)) return wl_fail(error, "%s: %s", path, strerror(errno));
  FILE *f = fopen(wrapper, "w");
  if (!f) return wl_fail(error, "%s: %s", wrapper, strerror(errno));
  fprintf(f, ".text\n.p2align 8\n");
  if (!has_descriptor) fprintf(f, ".globl %s\n.type %s,@function\n", entry, entry);
  fprintf(f, ".include \"%s\"\n", full);
  if (!has_descriptor) fprintf(f, default_descriptor, entry);
  return fclose(f) == 0 || wl_fail(error, "%s: %s", wrapper, strerror(errno));
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

// stem: cache file without its ending; made: the finished file under a name of this process.
static bool assemble(const char *path, const char *stem, const char *made, wl_error *error) {
  char wrapper[PATH_MAX], relocatable[PATH_MAX], log[PATH_MAX], folder[PATH_MAX];
  wl_text(wrapper, sizeof wrapper, "%s.%d.s", stem, (int)getpid());
  wl_text(relocatable, sizeof relocatable, "%s.%d.o", stem, (int)getpid());
  wl_text(log, sizeof log, "%s.%d.log", stem, (int)getpid());
  wl_text(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  wl_text(slash ? slash : folder, 2, "%s", slash ? "" : ".");
  const char *mc[] = {tool("WAVELOCK_LLVM_MC", "llvm-mc-16"),
                      "-triple=amdgcn-amd-amdhsa",
                      "-mcpu=gfx900",
                      "-mattr=-xnack",
                      "-filetype=obj",
                      "-I",
                      *folder ? folder : "/",
                      wrapper,
                      "-o",
                      relocatable,
                      NULL};
  const char *ld[] = {tool("WAVELOCK_LLD", "ld.lld-16"), "-shared", relocatable, "-o", made, NULL};
  bool good = write_wrapper(path, wrapper, error) && run(mc, path, log, error) && run(ld, path, log, error);
  unlink(wrapper);
  unlink(relocatable);
  unlink(log);
  return good;
}

static bool compile(const char *path, const char *stem, const char *made, wl_error *error) {
  char log[PATH_MAX], libraries[PATH_MAX], linker[PATH_MAX];
  wl_text(log, sizeof log, "%s.%d.log", stem, (int)getpid());
  wl_text(linker, sizeof linker, "-B%s", tool("WAVELOCK_LLVM_BIN", "/usr/lib/llvm-16/bin"));
  wl_text(libraries, sizeof libraries, "--rocm-device-lib-path=%s",
          tool("WAVELOCK_DEVICE_LIBS", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"));
  const char *cc[] = {tool("WAVELOCK_CLANG", "clang-16"),
                      "-x",
                      "cl",
                      "-cl-std=CL2.0",
                      "-target",
                      "amdgcn-amd-amdhsa",
                      "-mcpu=gfx900:xnack-",
                      "-O2",
                      "-mcode-object-version=5",
                      "-cl-kernel-arg-info",
                      linker,
                      libraries,
                      path,
                      "-o",
                      made,
                      NULL};
  bool good = run(cc, path, log, error);
  unlink(log);
  return good;
}

bool wl_toolchain_build(const char *path, const char *cache, char *object, size_t object_size, wl_error *error) {
  bool is_cl = ends_with(path, ".cl"), is_s = ends_with(path, ".s");
  if (!is_cl && !is_s) {
    if (!ends_with(path, ".co") && !ends_with(path, ".hsaco") && !ends_with(path, ".so"))
      return wl_fail(error, "%s: expected a program ending in .s, .cl, .co, .hsaco or .so", path);
    wl_text(object, object_size, "%s", path);
    return true;
  }
  // What the result depends on besides the source; the digit changes when the commands here change.
  const char *recipe = is_cl ? "cl-1" : default_descriptor;
  hash h = {UINT64_C(0xCBF29CE484222325), UINT64_C(0x84222325CBF29CE4)};
  mix(&h, recipe);
  mix(&h, is_cl ? tool("WAVELOCK_CLANG", "clang-16") : tool("WAVELOCK_LLVM_MC", "llvm-mc-16"));
  mix(&h, is_cl ? tool("WAVELOCK_DEVICE_LIBS", "") : tool("WAVELOCK_LLD", "ld.lld-16"));
  if (!mix_file(&h, path, INCLUDE_DEPTH, error) || !wl_make_folders(cache, error)) return false;

  char stem[PATH_MAX], made[PATH_MAX];
  const char *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  wl_text(stem, sizeof stem, "%s/%.*s-%016" PRIx64 "%016" PRIx64, cache, (int)strcspn(base, "."), base, h.a, h.b);
  if (!wl_text(object, object_size, "%s.co", stem) || strlen(stem) > sizeof stem - 32)
    return wl_fail(error, "%s: the name of its object in %s is too long", path, cache);
  if (!access(object, R_OK)) return true;
  wl_text(made, sizeof made, "%s.%d.co", stem, (int)getpid());
  bool good = is_cl ? compile(path, stem, made, error) : assemble(path, stem, made, error);
  if (good && rename(made, object)) good = wl_fail(error, "%s: %s", object, strerror(errno));
  if (!good) unlink(made);
  return good;
}
