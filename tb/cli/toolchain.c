// SPDX-License-Identifier: Apache-2.0
// The default descriptor of a .s without .amdhsa_kernel:
//   s[0:1]      address of the arguments, 256 bytes
//   s2, s3, s4  workgroup ids X, Y, Z
//   v0, v1, v2  work-item ids X, Y, Z
// It has 64 VGPRs, all 102 SGPRs, no scratch, and the LDS of the launch.
#include "toolchain.h"

#include <ctype.h>
#include <dirent.h>
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

#include "device/error.h"

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
  }
  if (got || ferror(f)) {
    free(text);
    return NULL;
  }
  text[size] = 0;
  if (length) *length = size;
  return text;
}

static char *read_text(const char *path, size_t *length, wl_error *error) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    wl_fail(error, "%s: %s", path, strerror(errno));
    return NULL;
  }
  char *text = read_stream(f, length);
  fclose(f);
  if (!text) wl_fail(error, "%s: cannot be read", path);
  return text;
}

// ---- running a tool ----------------------------------------------------------------------------

// Copies the tool's messages to stderr, and its first error line into first.
static void report_log(FILE *log, char *first, size_t size) {
  char line[512];
  first[0] = 0;
  rewind(log);
  while (fgets(line, sizeof line, log)) {
    fputs(line, stderr);
    line[strcspn(line, "\n")] = 0;
    if (!*first && strstr(line, "error")) wl_text(first, size, "%s", line);
  }
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
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && !WEXITSTATUS(status)) return true;
  char first[384];
  report_log(log, first, sizeof first);
  return wl_fail(error, "%s: %s failed: %s", source, argv[0], *first ? first : "no message");
}

// Runs a tool. output: gets its standard output, and is rewound; NULL: not needed. On failure its messages go to
// stderr, and the first one into error.
static bool run(const char *const *argv, const char *source, FILE *output, wl_error *error) {
  FILE *log = tmpfile();
  if (!log) return wl_fail(error, "%s: a temporary file: %s", source, strerror(errno));
  const bool good = spawn(argv, source, output ? output : log, log, error);
  fclose(log);
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

// ---- cache key ---------------------------------------------------------------------------------
//
// The key covers the program, the files that it includes, the commands and the tools. For a .cl clang preprocesses the
// text, with all includes. llvm-mc has no such output, so its search for .include and .incbin is repeated here.

typedef struct {
  uint64_t a, b;
} hash;  // two FNV-1a streams with different offsets

static const hash start_of_hash = {UINT64_C(0xCBF29CE484222325), UINT64_C(0x84222325CBF29CE4)};

static void mix(hash *h, const void *data, size_t size) {
  const unsigned char *p = data;
  for (size_t i = 0; i < size; i++) {
    h->a = (h->a ^ p[i]) * UINT64_C(0x100000001B3);
    h->b = (h->b ^ p[i] ^ 0x5A) * UINT64_C(0x100000001B3) + 1;
  }
}

// The terminator is part of it: "ab", "c" and "a", "bc" differ.
static void mix_text(hash *h, const char *text) { mix(h, text, strlen(text) + 1); }

static void mix_sized(hash *h, const void *data, size_t size) {
  mix(h, &size, sizeof size);
  mix(h, data, size);
}

static bool mix_file(hash *h, const char *path, wl_error *error) {
  size_t size;
  char *text = read_text(path, &size, error);
  if (text) mix_sized(h, text, size);
  free(text);
  return text != NULL;
}

// Mixes in the output of a tool. keep: a file for the output, if it can be written; NULL: none.
static bool mix_output(hash *h, const char *const *argv, const char *source, const char *keep, wl_error *error) {
  FILE *output = tmpfile(), *f = NULL;
  char *text = NULL, part[PATH_MAX];
  size_t size = 0;
  if (!output) return wl_fail(error, "%s: a temporary file: %s", source, strerror(errno));
  bool good = run(argv, source, output, error);
  if (good && !(text = read_stream(output, &size))) good = wl_fail(error, "%s: out of memory", source);
  fclose(output);
  if (good) mix_sized(h, text, size);
  if (good && keep && wl_text(part, sizeof part, "%s.%d", keep, (int)getpid()) && (f = fopen(part, "wb"))) {
    const bool written = fwrite(text, 1, size, f) == size;
    if (fclose(f) || !written || rename(part, keep)) unlink(part);
  }
  free(text);
  return good;
}

// Mixes in path, size, time and inode of a file: these change with it, and it need not be read.
static void mix_stat(hash *h, const char *path, const struct stat *st) {
  const int64_t facts[] = {st->st_size, st->st_mtim.tv_sec, st->st_mtim.tv_nsec, (int64_t)st->st_ino};
  mix_text(h, path);
  mix(h, facts, sizeof facts);
}

// The file that runs when a tool is called by a name.
static bool find_tool(const char *name, char *path, size_t size) {
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

// Mixes in the tool's version, and the text of a script. The version of a program is kept in the cache while the file
// does not change.
static bool mix_tool(hash *h, const char *name, const char *source, const char *cache, wl_error *error) {
  char path[PATH_MAX], kept[PATH_MAX], start[2] = "";
  struct stat st;
  hash id = start_of_hash;
  FILE *f = find_tool(name, path, sizeof path) && !stat(path, &st) ? fopen(path, "rb") : NULL;
  if (!f) return wl_fail(error, "%s: cannot run %s: %s", source, name, strerror(errno));
  const bool script = fread(start, 1, 2, f) == 2 && !memcmp(start, "#!", 2);
  fclose(f);
  mix_stat(&id, path, &st);
  if (!wl_text(kept, sizeof kept, "%s/tool-%016" PRIx64 ".version", cache, id.a))
    return wl_fail(error, "%s: path too long", cache);
  mix_text(h, path);
  if (!script && !access(kept, R_OK)) return mix_file(h, kept, error);
  return mix_output(h, (const char *const[]){name, "--version", NULL}, source, script ? NULL : kept, error) &&
         (!script || mix_file(h, path, error));
}

// The bitcode libraries that clang links.
static void mix_libraries(hash *h, const char *folder) {
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

// A list without repetitions.
typedef struct {
  char **path;
  size_t count, capacity;
} file_list;

static bool add_file(file_list *l, const char *path) {
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp(l->path[i], path)) return true;
  if (l->count == l->capacity) {
    char **more = realloc(l->path, (l->capacity = l->capacity ? 2 * l->capacity : 16) * sizeof *more);
    if (!more) return false;
    l->path = more;
  }
  return (l->path[l->count] = strdup(path)) && ++l->count;
}

// The length of the directive at p, behind its '.'. 0: no include directive. -1: it depends on a macro's argument.
static int directive(const char *p) {
  static const char *const names[] = {"include", "incbin"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t same = 0;
    while (names[i][same] && tolower((unsigned char)p[same]) == names[i][same]) same++;
    if (!names[i][same]) return (int)same;
    if (p[same] == '\\') return -1;
  }
  return 0;
}

static bool is_file(const char *path) {
  struct stat st;
  return !stat(path, &st) && !S_ISDIR(st.st_mode) && !access(path, R_OK);
}

// Adds the files that a text includes, by llvm-mc's search: the name as it is, then in the main file's folder. The name
// of a missing file is mixed in, for the file may appear later. false: a macro makes a name, or out of memory.
static bool add_included(hash *h, file_list *files, const char *text, const char *folder) {
  for (const char *p = strchr(text, '.'); p; p = strchr(p, '.')) {
    const int length = directive(++p);
    if (!length) continue;
    const char *open = length > 0 ? p + length + strspn(p + length, " \t") : p;
    const size_t n = *open == '"' ? strcspn(open + 1, "\"\\\n") : 0;
    char plain[PATH_MAX], below[PATH_MAX];
    if (*open != '"' || open[1 + n] != '"' || !wl_text(plain, sizeof plain, "%.*s", (int)n, open + 1) ||
        !wl_text(below, sizeof below, "%s/%s", folder, plain))
      return false;
    const char *found = is_file(plain) ? plain : is_file(below) ? below : NULL;
    mix_text(h, found ? found : plain);
    if (found && !add_file(files, found)) return false;
  }
  return true;
}

// Mixes in an assembly program and all that it includes. *known: whether all includes are known.
static bool mix_assembly(hash *h, const char *path, const char *folder, bool *known, wl_error *error) {
  file_list files = {0};
  bool good = add_file(&files, path) || wl_fail(error, "%s: out of memory", path);
  *known = true;
  for (size_t i = 0; good && i < files.count; i++) {
    size_t size;
    char *text = read_text(files.path[i], &size, error);
    if (!(good = text != NULL)) break;
    mix_sized(h, text, size);
    *known &= add_included(h, &files, text, folder);
    free(text);
  }
  for (size_t i = 0; i < files.count; i++) free(files.path[i]);
  free(files.path);
  return good;
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

// Writes the text for the assembler: the user's file by .include, so that messages name it, and a descriptor if it has
// none.
static bool write_wrapper(const char *path, FILE *f, wl_error *error) {
  char *text = read_text(path, NULL, error), entry[256], full[PATH_MAX];
  if (!text) return false;
  if (!strncmp(text, "\xEF\xBB\xBF", 3)) {
    free(text);
    return wl_fail(error, "%s:1:1: begins with a byte order mark, which llvm-mc does not take: save it without", path);
  }
  bool has_descriptor = strstr(text, ".amdhsa_kernel") != NULL;
  bool has_entry = wl_toolchain_entry(text, entry, sizeof entry);
  free(text);
  if (!has_descriptor && !has_entry)
    return wl_fail(error, "%s: no .amdhsa_kernel block, no .globl symbol and no label main: nothing to start", path);
  if (!realpath(path, full)) return wl_fail(error, "%s: %s", path, strerror(errno));
  fprintf(f, ".text\n.p2align 8\n");
  if (!has_descriptor) fprintf(f, ".globl %s\n.type %s,@function\n", entry, entry);
  fprintf(f, ".include \"");
  for (const char *p = full; *p; p++) fprintf(f, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
  fprintf(f, "\"\n");
  if (!has_descriptor) fprintf(f, default_descriptor, entry);
  return !ferror(f) || wl_fail(error, "%s: the text for the assembler: %s", path, strerror(errno));
}

static bool write_wrapper_file(const char *path, const char *wrapper, wl_error *error) {
  FILE *f = fopen(wrapper, "w");
  if (!f) return wl_fail(error, "%s: %s", wrapper, strerror(errno));
  const bool good = write_wrapper(path, f, error);
  return (fclose(f) == 0 || wl_fail(error, "%s: %s", wrapper, strerror(errno))) && good;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

// The folder of a file, for -I.
static void folder_of(const char *path, char *folder, size_t size) {
  const char *slash = strrchr(path, '/');
  if (!slash) wl_text(folder, size, ".");
  else wl_text(folder, size, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

// What LLVM is told of the target: the processor, with its features off; the features in the assembler's form.
static const struct {
  const char *processor, *features, *id;
} targets[WL_ISAS] = {
    [WL_GFX900] = {"-mcpu=gfx900", "-mattr=-xnack", "-mcpu=gfx900:xnack-"},
    [WL_GFX906] = {"-mcpu=gfx906", "-mattr=-xnack,-sramecc", "-mcpu=gfx906:sramecc-:xnack-"},
};

static wl_assembler *assembler;  // in this process; NULL: llvm-mc and ld.lld

void wl_toolchain_assembler(wl_assembler *a) { assembler = a; }

static bool assemble_here(const char *path, wl_isa isa, const char *made, wl_error *error) {
  char folder[PATH_MAX], message[384], *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f) return wl_fail(error, "%s: out of memory", path);
  bool good = write_wrapper(path, f, error);
  if (fclose(f) && good) good = wl_fail(error, "%s: out of memory", path);
  folder_of(path, folder, sizeof folder);
  if (good && !assembler(text, path, targets[isa].processor + strlen("-mcpu="),
                         targets[isa].features + strlen("-mattr="), folder, made, message, sizeof message))
    good = wl_fail(error, "%s: the assembler failed: %s", path, message);
  free(text);
  return good;
}

// stem: for the names of intermediate files. made: the code object, under a name of this process.
static bool assemble(const char *path, wl_isa isa, const char *stem, const char *made, wl_error *error) {
  char wrapper[PATH_MAX], relocatable[PATH_MAX], folder[PATH_MAX];
  wl_text(wrapper, sizeof wrapper, "%s.s", stem);
  wl_text(relocatable, sizeof relocatable, "%s.o", stem);
  folder_of(path, folder, sizeof folder);
  const char *mc[] = {tool("WAVELOCK_LLVM_MC", "llvm-mc-16"),
                      "-triple=amdgcn-amd-amdhsa",
                      targets[isa].processor,
                      targets[isa].features,
                      "-filetype=obj",
                      "-I",
                      folder,
                      wrapper,
                      "-o",
                      relocatable,
                      NULL};
  const char *ld[] = {tool("WAVELOCK_LLD", "ld.lld-16"), "-shared", relocatable, "-o", made, NULL};
  bool good = write_wrapper_file(path, wrapper, error) && run(mc, path, NULL, error) && run(ld, path, NULL, error);
  unlink(wrapper);
  unlink(relocatable);
  return good;
}

static const char *device_libraries(void) {
  return tool("WAVELOCK_DEVICE_LIBS", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
}

static const char *linker_folder(void) { return tool("WAVELOCK_LLVM_BIN", "/usr/lib/llvm-16/bin"); }

// Runs clang on a .cl. Without h it makes the object `made`. With h it only preprocesses, and mixes in text and macros.
static bool clang(const char *path, wl_isa isa, const wl_cl_options *options, const char *made, hash *h,
                  wl_error *error) {
  char libraries[PATH_MAX], linker[PATH_MAX];
  wl_text(linker, sizeof linker, "-B%s", linker_folder());
  wl_text(libraries, sizeof libraries, "--rocm-device-lib-path=%s", device_libraries());
  const char *const first[] = {tool("WAVELOCK_CLANG", "clang-16"),
                               "-x",
                               "cl",
                               "-cl-std=CL2.0",
                               "-target",
                               "amdgcn-amd-amdhsa",
                               targets[isa].id,
                               "-O2",
                               "-mcode-object-version=5",
                               "-cl-kernel-arg-info",
                               "-gline-tables-only",  // for reports; the code is the same
                               "-fdebug-compilation-dir=.",
                               linker,
                               libraries};
  const char *const last[] = {path, h ? "-E" : "-o", h ? "-dD" : made, NULL};
  const size_t more = options ? options->count : 0;
  const char **cc = malloc(sizeof first + sizeof last + more * sizeof *cc);
  if (!cc) return wl_fail(error, "%s: out of memory", path);
  memcpy(cc, first, sizeof first);
  for (size_t i = 0; i < more; i++) cc[sizeof first / sizeof *first + i] = options->word[i];
  memcpy(cc + sizeof first / sizeof *first + more, last, sizeof last);
  const bool good = h ? mix_output(h, cc, path, NULL, error) : run(cc, path, NULL, error);
  free(cc);
  return good;
}

// The key of the object of a .cl.
static bool key_of_cl(hash *h, const char *path, wl_isa isa, const wl_cl_options *options, const char *cache,
                      wl_error *error) {
  char linker[PATH_MAX];
  wl_text(linker, sizeof linker, "%s/ld.lld", linker_folder());
  mix_text(h, "cl-3");  // change it when the command above changes
  mix_text(h, targets[isa].id);
  for (size_t i = 0; options && i < options->count; i++) mix_text(h, options->word[i]);
  mix_libraries(h, device_libraries());
  // Without a linker in that folder clang finds another.
  return mix_tool(h, tool("WAVELOCK_CLANG", "clang-16"), path, cache, error) &&
         (access(linker, X_OK) || mix_tool(h, linker, path, cache, error)) && clang(path, isa, options, NULL, h, error);
}

static bool key_of_assembly(hash *h, const char *path, wl_isa isa, const char *cache, bool *known, wl_error *error) {
  char folder[PATH_MAX];
  folder_of(path, folder, sizeof folder);
  mix_text(h, default_descriptor);
  mix_text(h, targets[isa].id);
  if (assembler) mix_text(h, "in this process");
  else if (!mix_tool(h, tool("WAVELOCK_LLVM_MC", "llvm-mc-16"), path, cache, error) ||
           !mix_tool(h, tool("WAVELOCK_LLD", "ld.lld-16"), path, cache, error))
    return false;
  return mix_assembly(h, path, folder, known, error);
}

bool wl_toolchain_build(const char *path, const char *cache, char *object, size_t object_size, wl_error *error) {
  return wl_toolchain_compile(path, WL_GFX900, NULL, cache, object, object_size, error);
}

bool wl_toolchain_compile(const char *path, wl_isa isa, const wl_cl_options *options, const char *cache, char *object,
                          size_t object_size, wl_error *error) {
  bool is_cl = ends_with(path, ".cl"), is_s = ends_with(path, ".s"), known = true;
  if (options && options->count && !is_cl) return wl_fail(error, "%s: build options are for OpenCL C (.cl)", path);
  if (!is_cl && !is_s) {
    if (!ends_with(path, ".co") && !ends_with(path, ".hsaco") && !ends_with(path, ".so"))
      return wl_fail(error, "%s: expected a program ending in .s, .cl, .co, .hsaco or .so", path);
    wl_text(object, object_size, "%s", path);
    return true;
  }
  hash h = start_of_hash;
  char stem[PATH_MAX], made[PATH_MAX];
  const char *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  if (access(path, R_OK)) return wl_fail(error, "%s: %s", path, strerror(errno));
  // 64 bytes for the hash and the endings.
  if (!wl_text(stem, sizeof stem - 64, "%s/%.*s-%d", cache, (int)strcspn(base, "."), base, (int)getpid()) ||
      strlen(stem) + 64 > object_size)
    return wl_fail(error, "%s: the name of its object in %s is too long", path, cache);
  if (!wl_make_folders(cache, error)) return false;
  if (!(is_cl ? key_of_cl(&h, path, isa, options, cache, error) : key_of_assembly(&h, path, isa, cache, &known, error)))
    return false;
  wl_text(object, object_size, "%s/%.*s-%016" PRIx64 "%016" PRIx64 ".co", cache, (int)strcspn(base, "."), base, h.a,
          h.b);
  if (known && !access(object, R_OK)) return true;
  wl_text(made, sizeof made, "%s.co", stem);
  bool good = is_cl       ? clang(path, isa, options, made, NULL, error)
              : assembler ? assemble_here(path, isa, made, error)
                          : assemble(path, isa, stem, made, error);
  if (good && rename(made, object)) good = wl_fail(error, "%s: %s", object, strerror(errno));
  if (!good) unlink(made);
  return good;
}
