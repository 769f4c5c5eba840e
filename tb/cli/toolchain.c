// SPDX-License-Identifier: Apache-2.0
// The default descriptor of a .s without .amdhsa_kernel:
//   s[0:1]      address of the arguments, 256 bytes
//   s2, s3, s4  workgroup ids X, Y, Z
//   v0, v1, v2  work-item ids X, Y, Z
// It has 64 VGPRs, all 102 SGPRs, no scratch, and the LDS of the launch.
#include "toolchain.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output.h"
#include "tools.h"

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

// ---- cache key ---------------------------------------------------------------------------------
//
// The key covers the program, the files that it includes, the commands and the tools. For a .cl clang preprocesses the
// text, with all includes. llvm-mc has no such output, so its search for .include and .incbin is repeated here.

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

static bool is_there(const char *path) {
  struct stat st;
  return !stat(path, &st) && !S_ISDIR(st.st_mode) && !access(path, R_OK);
}

// No device or pipe, which may have no end.
static bool is_file(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

// Adds the files that a text includes, by llvm-mc's search: the name as it is, then in the main file's folder. The name
// of a missing file is mixed in, for the file may appear later. false: a macro makes a name, what has the name is no
// file, or out of memory.
static bool add_included(wl_hash *h, file_list *files, const char *text, const char *folder) {
  for (const char *p = strchr(text, '.'); p; p = strchr(p, '.')) {
    const int length = directive(++p);
    if (!length) continue;
    const char *open = length > 0 ? p + length + strspn(p + length, " \t") : p;
    const size_t n = *open == '"' ? strcspn(open + 1, "\"\\\n") : 0;
    char plain[PATH_MAX], below[PATH_MAX];
    if (*open != '"' || open[1 + n] != '"' || !wl_text(plain, sizeof plain, "%.*s", (int)n, open + 1) ||
        !wl_text(below, sizeof below, "%s/%s", folder, plain))
      return false;
    const char *found = is_there(plain) ? plain : is_there(below) ? below : NULL;
    wl_hash_text(h, found ? found : plain);
    if (found && (!is_file(found) || !add_file(files, found))) return false;
  }
  return true;
}

// Mixes in an assembly program and all that it includes. *known: whether all includes are known.
static bool mix_assembly(wl_hash *h, const char *path, const char *folder, bool *known, wl_error *error) {
  file_list files = {0};
  bool good = add_file(&files, path) || wl_fail(error, "%s: out of memory", path);
  *known = true;
  for (size_t i = 0; good && i < files.count; i++) {
    size_t size;
    char *text = wl_read_text(files.path[i], &size, error);
    if (!(good = text != NULL)) break;
    wl_hash_sized(h, text, size);
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

// Whether an assembly text is for version 2 of code objects (kernel-launch.md 2.1): one with its directives, and
// without .amdhsa_kernel of later versions.
static bool is_version2(const char *text) {
  static const char *const words[] = {".hsa_code_object_version", ".amdgpu_hsa_kernel", ".amd_kernel_code_t"};
  if (strstr(text, ".amdhsa_kernel")) return false;
  for (const char *p = text; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
    p += strspn(p, " \t");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (word_at(p, words[i])) return true;
  }
  return false;
}

// Writes the text for the assembler: the user's file by .include, so that messages name it, and a descriptor if it has
// none.
static bool write_wrapper(const char *path, FILE *f, wl_error *error) {
  char *text = wl_read_text(path, NULL, error), entry[256], full[PATH_MAX];
  if (!text) return false;
  if (!strncmp(text, "\xEF\xBB\xBF", 3)) {
    free(text);
    return wl_fail(error, "%s:1:1: begins with a byte order mark, which llvm-mc does not take: save it without", path);
  }
  bool has_descriptor = strstr(text, ".amdhsa_kernel") != NULL || is_version2(text);
  bool has_entry = wl_toolchain_entry(text, entry, sizeof entry);
  free(text);
  if (!has_descriptor && !has_entry)
    return wl_fail(error,
                   "%s: no .amdhsa_kernel block, no .amd_kernel_code_t, no .globl symbol and no label main: nothing to "
                   "start",
                   path);
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

// What llvm-mc is told of the target: the processor, and its features on or off.
static const struct {
  const char *processor, *features;
} targets[WL_TARGETS] = {
    [WL_TARGET_GFX900] = {"-mcpu=gfx900", "-mattr=-xnack"},
    [WL_TARGET_GFX906] = {"-mcpu=gfx906", "-mattr=-xnack,-sramecc"},
    [WL_TARGET_GFX906_SRAMECC] = {"-mcpu=gfx906", "-mattr=-xnack,+sramecc"},
};

static wl_assembler *assembler;  // in this process; NULL: llvm-mc and ld.lld

void wl_toolchain_assembler(wl_assembler *a) { assembler = a; }

static bool assemble_here(const char *path, wl_target target, const char *made, wl_error *error) {
  char folder[PATH_MAX], message[384], *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f) return wl_fail(error, "%s: out of memory", path);
  bool good = write_wrapper(path, f, error);
  if (fclose(f) && good) good = wl_fail(error, "%s: out of memory", path);
  folder_of(path, folder, sizeof folder);
  if (good && !assembler(text, path, targets[target].processor + strlen("-mcpu="),
                         targets[target].features + strlen("-mattr="), folder, made, message, sizeof message))
    good = wl_fail(error, "%s: the assembler failed: %s", path, message);
  free(text);
  return good;
}

// stem: for the names of intermediate files. made: the code object, under a name of this process.
static bool assemble(const char *path, wl_target target, bool version2, const char *stem, const char *made,
                     wl_error *error) {
  char wrapper[PATH_MAX], relocatable[PATH_MAX], folder[PATH_MAX];
  wl_text(wrapper, sizeof wrapper, "%s.s", stem);
  wl_text(relocatable, sizeof relocatable, "%s.o", stem);
  folder_of(path, folder, sizeof folder);
  const char *mc[] = {wl_tool("WAVELOCK_LLVM_MC", "llvm-mc-16"),
                      "-triple=amdgcn-amd-amdhsa",
                      targets[target].processor,
                      targets[target].features,
                      "-filetype=obj",
                      "-I",
                      folder,
                      wrapper,
                      "-o",
                      relocatable,
                      version2 ? "--amdhsa-code-object-version=2" : NULL,
                      NULL};
  const char *ld[] = {wl_tool("WAVELOCK_LLD", "ld.lld-16"), "-shared", relocatable, "-o", made, NULL};
  bool good = write_wrapper_file(path, wrapper, error) && wl_tool_run(mc, path, NULL, NULL, error) &&
              wl_tool_run(ld, path, NULL, NULL, error);
  unlink(wrapper);
  unlink(relocatable);
  return good;
}

// Runs clang on a .cl. Without h it makes the object `made`. With h it only preprocesses, and mixes in text and macros.
static bool clang(const char *path, wl_target target, const wl_cl_options *options, const char *made, wl_hash *h,
                  wl_error *error) {
  char libraries[PATH_MAX], linker[PATH_MAX];
  wl_text(linker, sizeof linker, "-B%s", wl_linker_folder());
  wl_text(libraries, sizeof libraries, "--rocm-device-lib-path=%s", wl_device_libraries());
  const char *const first[] = {wl_tool("WAVELOCK_CLANG", "clang-16"),
                               "-x",
                               "cl",
                               "-cl-std=CL2.0",
                               "-target",
                               "amdgcn-amd-amdhsa",
                               wl_clang_target(target),
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
  const bool good = h ? wl_hash_output(h, cc, path, NULL, NULL, error) : wl_tool_run(cc, path, NULL, NULL, error);
  free(cc);
  return good;
}

// The key of the object of a .cl.
static bool key_of_cl(wl_hash *h, const char *path, wl_target target, const wl_cl_options *options, const char *cache,
                      wl_error *error) {
  wl_hash_text(h, "cl-4");  // change it when the command above changes
  for (size_t i = 0; options && i < options->count; i++) wl_hash_text(h, options->word[i]);
  return wl_hash_clang(h, target, path, cache, error) && clang(path, target, options, NULL, h, error);
}

static bool key_of_assembly(wl_hash *h, const char *path, wl_target target, const char *cache, bool *known,
                            wl_error *error) {
  char folder[PATH_MAX];
  folder_of(path, folder, sizeof folder);
  wl_hash_text(h, default_descriptor);
  wl_hash_text(h, wl_clang_target(target));
  if (assembler) wl_hash_text(h, "in this process");
  else if (!wl_hash_tool(h, wl_tool("WAVELOCK_LLVM_MC", "llvm-mc-16"), path, cache, error) ||
           !wl_hash_tool(h, wl_tool("WAVELOCK_LLD", "ld.lld-16"), path, cache, error))
    return false;
  return mix_assembly(h, path, folder, known, error);
}

enum { SUM = 32 };  // digits

// The sum of an object and of what it was made from: a file of the cache may be damaged, or another one's.
static bool sum_of(wl_hash key, const char *object, char sum[SUM + 2], wl_error *error) {
  size_t size;
  char *bytes = wl_read_file(object, &size, error);
  if (!bytes) return false;
  wl_hash_sized(&key, bytes, size);
  free(bytes);
  snprintf(sum, SUM + 2, "%016" PRIx64 "%016" PRIx64 "\n", key.a, key.b);
  return true;
}

// Whether the object belongs to the key, as its sum beside it says.
static bool is_whole(const wl_hash *key, const char *object, const char *beside) {
  char sum[SUM + 2], *kept = wl_read_file(beside, NULL, NULL);
  const bool good = kept && sum_of(*key, object, sum, NULL) && !strcmp(kept, sum);
  free(kept);
  return good;
}

// Gives an object its name, with its sum.
static bool keep(const wl_hash *key, const char *made, const char *object, const char *beside, wl_error *error) {
  char sum[SUM + 2], made_sum[PATH_MAX + 8];
  wl_text(made_sum, sizeof made_sum, "%s.sum", made);
  if (!sum_of(*key, made, sum, error) || !wl_output_write(made_sum, NULL, sum, SUM + 1, error)) return false;
  if (wl_take_name(made, object) && wl_take_name(made_sum, beside)) return true;
  wl_fail(error, "%s: %s", object, strerror(errno));
  unlink(made_sum);
  return false;
}

bool wl_toolchain_build(const char *path, const char *cache, char *object, size_t object_size, wl_error *error) {
  return wl_toolchain_compile(path, WL_TARGET_GFX900, NULL, cache, object, object_size, error);
}

bool wl_toolchain_compile(const char *path, wl_target target, const wl_cl_options *options, const char *cache,
                          char *object, size_t object_size, wl_error *error) {
  bool is_cl = ends_with(path, ".cl"), is_s = ends_with(path, ".s"), known = true;
  if (options && options->count && !is_cl) return wl_fail(error, "%s: build options are for OpenCL C (.cl)", path);
  if (!is_cl && !is_s) {
    if (!ends_with(path, ".co") && !ends_with(path, ".hsaco") && !ends_with(path, ".so"))
      return wl_fail(error, "%s: expected a program ending in .s, .cl, .co, .hsaco or .so", path);
    wl_text(object, object_size, "%s", path);
    return true;
  }
  wl_hash h = wl_hash_start;
  char stem[PATH_MAX], made[PATH_MAX], sum[PATH_MAX];
  const char *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  if (access(path, R_OK)) return wl_fail(error, "%s: %s", path, strerror(errno));
  // 64 bytes for the hash and the endings.
  if (!wl_text(stem, sizeof stem - 64, "%s/%.*s-%d", cache, (int)strcspn(base, "."), base, (int)getpid()) ||
      strlen(stem) + 64 > object_size)
    return wl_fail(error, "%s: the name of its object in %s is too long", path, cache);
  if (!wl_make_folders(cache, error)) return false;
  if (!(is_cl ? key_of_cl(&h, path, target, options, cache, error)
              : key_of_assembly(&h, path, target, cache, &known, error)))
    return false;
  wl_text(object, object_size, "%s/%.*s-%016" PRIx64 "%016" PRIx64 ".co", cache, (int)strcspn(base, "."), base, h.a,
          h.b);
  wl_text(sum, sizeof sum, "%s.sum", object);
  if (known && is_whole(&h, object, sum)) return true;
  wl_text(made, sizeof made, "%s.co", stem);
  bool good, version2 = false;
  if (is_s) {
    char *text = wl_read_text(path, NULL, error);
    if (!text) return false;
    version2 = is_version2(text);
    free(text);
  }
  if (is_cl) good = clang(path, target, options, made, NULL, error);
  else if (assembler && !version2) good = assemble_here(path, target, made, error);
  else good = assemble(path, target, version2, stem, made, error);
  good = good && keep(&h, made, object, sum, error);
  if (!good) unlink(made);
  return good;
}

// ---- images ------------------------------------------------------------------------------------

// Gives an image the name of its contents.
static bool name_image(const char *made, const char *cache, const char *base, char *image, size_t image_size,
                       wl_error *error) {
  wl_hash h = wl_hash_start;
  size_t size;
  char *bytes = wl_read_file(made, &size, error);
  if (!bytes) return false;
  wl_hash_sized(&h, bytes, size);
  free(bytes);
  wl_text(image, image_size, "%s/%.*s-%016" PRIx64 "%016" PRIx64 ".bin", cache, (int)strcspn(base, "."), base, h.a,
          h.b);
  return wl_take_name(made, image) || wl_fail(error, "%s: %s", image, strerror(errno));
}

bool wl_toolchain_image(const char *path, const char *assembler, const char *cache, char *image, size_t image_size,
                        wl_error *error) {
  char made[PATH_MAX];
  const char *const argv[] = {assembler, path, made, NULL}, *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  if (ends_with(path, ".bin")) return wl_text(image, image_size, "%s", path) || wl_fail(error, "%s: too long", path);
  if (!ends_with(path, ".s") || !*assembler)
    return wl_fail(error, "%s: expected a program ending in %s: the unit has an instruction set of its own", path,
                   *assembler ? ".s or .bin" : ".bin, for unit.json names no assembler");
  if (access(path, R_OK)) return wl_fail(error, "%s: %s", path, strerror(errno));
  // 64 bytes for the hash and the endings.
  if (!wl_text(made, sizeof made - 64, "%s/%.*s-%d.bin", cache, (int)strcspn(base, "."), base, (int)getpid()) ||
      strlen(made) + 64 > image_size)
    return wl_fail(error, "%s: the name of its image in %s is too long", path, cache);
  const bool good = wl_make_folders(cache, error) && wl_tool_run(argv, path, NULL, NULL, error) &&
                    name_image(made, cache, base, image, image_size, error);
  if (!good) unlink(made);
  return good;
}
