// SPDX-License-Identifier: Apache-2.0
#include "compiler.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/tools.h"
#include "context.h"
#include "device/error.h"
#include "formats.h"

// ---- files ---------------------------------------------------------------------------------------

bool read_blob(const char *path, blob *b) {
  b->data = wl_read_text(path, &b->size, NULL);
  return b->data != NULL;
}

static bool write_file(const char *path, const void *data, size_t size) {
  FILE *f = fopen(path, "wb");
  if (!f) return false;
  const bool good = !size || fwrite(data, 1, size, f) == size;
  return fclose(f) == 0 && good;
}

static bool writable(const char *folder) {
  return wl_make_folders(folder, NULL) && !access(folder, R_OK | W_OK | X_OK);
}

// The folder of the results. false: no place can be written.
static bool cache_folder(char *path, size_t size, FILE *log) {
  const char *own = getenv("WAVELOCK_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  const char *temporary = getenv("TMPDIR");
  struct stat st;
  if (own && *own && wl_text(path, size, "%s", own) && writable(path)) return true;
  if (!(own && *own) && xdg && *xdg == '/' && wl_text(path, size, "%s/wavelock/opencl", xdg) && writable(path))
    return true;
  if (!(own && *own) && !(xdg && *xdg) && home && *home && wl_text(path, size, "%s/.cache/wavelock/opencl", home) &&
      writable(path))
    return true;
  // Nobody else may put files into it.
  if (wl_text(path, size, "%s/wavelock-opencl-%d", temporary && *temporary ? temporary : "/tmp", (int)getuid()) &&
      (!mkdir(path, 0700) || errno == EEXIST) && !lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == getuid() &&
      !(st.st_mode & 022) && writable(path))
    return true;
  fprintf(log, "wavelock: no folder for compiled programs can be written: set WAVELOCK_CACHE\n");
  return false;
}

// Removes a folder of ours and all below it.
static void remove_folder(const char *folder) {
  struct dirent **entries;
  const int count = scandir(folder, &entries, NULL, NULL);
  for (int i = 0; i < count; i++) {
    char path[PATH_MAX];
    const char *name = entries[i]->d_name;
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && wl_text(path, sizeof path, "%s/%s", folder, name) &&
        unlink(path))
      remove_folder(path);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  rmdir(folder);
}

// What a step works with: the cache, and a folder of its own in it, which goes when the step ends.
typedef struct {
  FILE *log;
  char cache[PATH_MAX], work[PATH_MAX + 32];
  bool has_work;
  wl_hash key;
  wl_error error;
} step;

static bool begin(step *s, const char *what, FILE *log) {
  *s = (step){.log = log, .key = wl_hash_start};
  wl_hash_text(&s->key, what);  // change it when the command changes
  if (!cache_folder(s->cache, sizeof s->cache, log)) return false;
  if (wl_hash_clang(&s->key, WL_GFX900, "the build", s->cache, &s->error)) return true;
  fprintf(log, "wavelock: %s\n", s->error.text);
  return false;
}

static bool need_work(step *s) {
  if (s->has_work) return true;
  wl_text(s->work, sizeof s->work, "%s/work-XXXXXX", s->cache);
  s->has_work = mkdtemp(s->work) != NULL;
  if (!s->has_work) fprintf(s->log, "wavelock: %s: %s\n", s->work, strerror(errno));
  return s->has_work;
}

static void end(step *s) {
  if (s->has_work) remove_folder(s->work);
}

// The path of a result of this step.
static bool result_path(const step *s, const char *ending, char *path, size_t size) {
  return wl_text(path, size, "%s/%016" PRIx64 "%016" PRIx64 "%s", s->cache, s->key.a, s->key.b, ending);
}

// Whether a result begins as its kind does. After a loss of power a file may be empty.
static bool is_whole(const char *path, const char *ending) {
  char start[4];
  FILE *f = fopen(path, "rb");
  const bool read = f && fread(start, 1, sizeof start, f) == sizeof start;
  if (f) fclose(f);
  return read && !memcmp(start, strcmp(ending, ".co") ? "BC\xC0\xDE" : "\177ELF", sizeof start);
}

// Whether the result is there; its messages then go to the log.
static bool found(const step *s, const char *ending, char *path, size_t size) {
  char log[PATH_MAX];
  blob messages;
  if (!result_path(s, ".log", log, sizeof log) || !result_path(s, ending, path, size) || !is_whole(path, ending) ||
      !read_blob(log, &messages))
    return false;
  fputs(messages.data, s->log);
  free(messages.data);
  return true;
}

// Gives the file `made` in the folder of work its place in the cache. messages: what the log got of this step.
static bool keep(step *s, const char *made, const char *messages, const char *ending, char *path, size_t size) {
  char log[PATH_MAX], new_log[PATH_MAX], from[PATH_MAX];
  if (result_path(s, ".log", log, sizeof log) && result_path(s, ending, path, size) &&
      wl_text(new_log, sizeof new_log, "%s/log", s->work) && wl_text(from, sizeof from, "%s/%s", s->work, made) &&
      write_file(new_log, messages, strlen(messages)) && !rename(new_log, log) && !rename(from, path))
    return true;
  fprintf(s->log, "wavelock: %s: %s\n", s->cache, strerror(errno));
  return false;
}

// Where the host's headers lie below the folder of work, so deep that a name may lead up from there.
static const char header_folder[] = "h/h/h/h";

// ---- tools ---------------------------------------------------------------------------------------

// Where a name of ours in messages ends that begins at p: a file of the folder of work, or a source in the cache.
static const char *name_of_ours(const step *s, const char *p, const char **instead) {
  const size_t cache = strlen(s->cache), work = s->has_work ? strlen(s->work) : 0;
  *instead = "";
  if (work && !strncmp(p, s->work, work) && p[work] == '/') {
    p += work + 1;
    return strncmp(p, header_folder, sizeof header_folder - 1) ? p : p + sizeof header_folder;
  }
  if (!strncmp(p, s->cache, cache) && p[cache] == '/') p += cache + 1;
  *instead = "program.cl";
  return strspn(p, "0123456789abcdef") == 32 && !strncmp(p + 32, ".cl", 3) ? p + 35 : NULL;
}

// What clang 16 writes behind a limit that is exceeded: the message has all of it already.
static const char twice[] = " () exceeds limit () in ''";

// Writes messages to the log, with the names that the user knows. *copy: gets them; the caller frees it.
static void pass_on(step *s, FILE *messages, char **copy) {
  size_t size, room = 0;
  FILE *to = open_memstream(copy, &size);
  char *line = NULL;
  rewind(messages);
  while (to && getline(&line, &room, messages) >= 0) {
    char *end = strstr(line, twice);
    if (end) memmove(end, end + sizeof twice - 1, strlen(end + sizeof twice - 1) + 1);
    for (const char *p = line; *p;) {
      const char *instead, *behind = name_of_ours(s, p, &instead);
      if (behind) fputs(instead, to);
      else fputc(*p, to);
      p = behind ? behind : p + 1;
    }
  }
  free(line);
  if (!to || fclose(to)) *copy = NULL;
  if (*copy) fputs(*copy, s->log);
}

// Runs a tool. words: its command, which is freed; good: whether it is whole.
static bool run(step *s, wl_cl_options *words, bool good, char **messages) {
  FILE *f = tmpfile();
  *messages = NULL;
  if (!f) good = wl_fail(&s->error, "a temporary file: %s", strerror(errno));
  good = good && wl_tool_run((const char *const *)words->word, "the build", NULL, f, &s->error);
  if (f) {
    pass_on(s, f, messages);
    fclose(f);
  }
  // The tool's own messages are in the log; it has none when it did not run.
  if (!good && !(*messages && **messages)) fprintf(s->log, "wavelock: %s\n", s->error.text);
  if (good && !*messages) good = (*messages = strdup("")) != NULL;
  wl_cl_options_free(words);
  return good;
}

static bool add(wl_cl_options *words, const char *const *more, wl_error *error) {
  bool good = true;
  for (; good && *more; more++) good = wl_cl_options_word(words, *more, error);
  return good;
}

static bool add_joined(wl_cl_options *words, wl_error *error, const char *a, const char *b) {
  char word[2 * PATH_MAX];
  return wl_text(word, sizeof word, "%s%s", a, b) ? wl_cl_options_word(words, word, error)
                                                  : wl_fail(error, "path too long: %s", b);
}

// ---- compiling -----------------------------------------------------------------------------------

// The device libraries without their printf: it hides clang's own, which puts records into a buffer. *folder: a folder
// in the cache, made when it is not there.
static bool libraries(step *s, char *folder, size_t size) {
  char part[PATH_MAX + 64], from[PATH_MAX], to[PATH_MAX + 300], *messages;
  struct dirent **entries;
  wl_hash id = wl_hash_start;
  if (!wl_hash_clang(&id, WL_GFX900, "the build", s->cache, &s->error) ||
      !wl_text(folder, size, "%s/libraries-%016" PRIx64, s->cache, id.a))
    return false;
  if (!access(folder, R_OK)) return true;
  if (!need_work(s) || !wl_text(part, sizeof part, "%s/libraries", s->work) || mkdir(part, 0777)) return false;
  const int count = scandir(wl_device_libraries(), &entries, NULL, NULL);
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    if (*name != '.' && strcmp(name, "opencl.bc") != 0 &&
        wl_text(from, sizeof from, "%s/%s", wl_device_libraries(), name) &&
        wl_text(to, sizeof to, "%s/%s", part, name) && symlink(from, to))
      fprintf(s->log, "wavelock: %s: %s\n", to, strerror(errno));
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  wl_text(from, sizeof from, "%s/opencl.bc", wl_device_libraries());
  wl_text(to, sizeof to, "%s/opencl.bc", part);
  wl_cl_options words = {0};
  const char *const command[] = {
      wl_tool("WAVELOCK_LLVM_EXTRACT", "llvm-extract-16"), "--delete", "--func=printf", from, "-o", to, NULL};
  const bool good = run(s, &words, add(&words, command, &s->error), &messages);
  free(messages);
  // Another process may have been faster.
  return good && (!rename(part, folder) || !access(folder, R_OK));
}

// Whether the text alone does not say what the compiler reads: it may include files, or the time.
static bool has_more(const char *text) {
  static const char *const words[] = {"include", "__DATE__", "__TIME", "?\?/"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(text, words[i])) return true;
  // A line that goes on may split such a word.
  for (const char *p = text; (p = strchr(p, '\\')); p++)
    if (p[1] == '\n' || p[1] == '\r') return true;
  return false;
}

enum { HEADER_DEPTH = 3 };  // of header_folder

static bool header_name_fits(const char *name) {
  int depth = 0, least = 0;
  for (const char *p = name; *p;) {
    const size_t length = strcspn(p, "/");
    if (length == 2 && !strncmp(p, "..", 2)) depth--;
    else if (length && !(length == 1 && *p == '.')) depth++;
    if (depth < least) least = depth;
    p += length + (p[length] == '/');
  }
  return *name && *name != '/' && least >= -HEADER_DEPTH;
}

static bool write_sources(step *s, const char *source, const header *headers, size_t count) {
  char path[PATH_MAX];
  if (!need_work(s)) return false;
  bool good = wl_text(path, sizeof path, "%s/%s", s->work, header_folder) && wl_make_folders(path, &s->error);
  for (size_t i = 0; good && i < count; i++) {
    if (!header_name_fits(headers[i].name)) {
      fprintf(s->log, "wavelock: \"%.200s\" cannot be the name of a header that the host gives\n", headers[i].name);
      return false;
    }
    good = wl_text(path, sizeof path, "%s/%s/%s", s->work, header_folder, headers[i].name);
    char *slash = good ? strrchr(path, '/') : NULL;
    if (slash) *slash = 0;
    good = good && wl_make_folders(path, &s->error);
    if (slash) *slash = '/';
    good = good && write_file(path, headers[i].text, strlen(headers[i].text));
  }
  good = good && wl_text(path, sizeof path, "%s/program.cl", s->work) && write_file(path, source, strlen(source));
  if (!good) fprintf(s->log, "wavelock: %s: %s\n", path, *s->error.text ? s->error.text : strerror(errno));
  return good;
}

// clang's option for the extensions of the devices, and no others. cl_khr_icd is none of the language.
static void extension_option(char *word, size_t size) {
  size_t used = (size_t)snprintf(word, size, "-cl-ext=-all");
  for (const char *p = cl_extensions; *p;) {
    const int length = (int)strcspn(p, " ");
    if (length && strncmp(p, "cl_khr_icd", (size_t)length) != 0 && used < size)
      used += (size_t)snprintf(word + used, size - used, ",+%.*s", length, p);
    p += length + (p[length] == ' ');
  }
}

// The words of the command that do not depend on the folder of work.
static bool common_words(step *s, const program_options *o, wl_cl_options *words) {
  char extensions[1024];
  extension_option(extensions, sizeof extensions);
  const char *const first[] = {"-x",
                               "cl",
                               "-cl-std=CL1.2",
                               "-target",
                               "amdgcn-amd-amdhsa",
                               wl_clang_target(WL_GFX900),
                               o->plain ? "-O0" : "-O2",
                               "-mcode-object-version=5",
                               "-cl-kernel-arg-info",
                               "-gline-tables-only",  // for reports; the code is the same
                               "-fdebug-compilation-dir=.",
                               "-Xclang",
                               extensions,
                               "-D__OPENCL_VERSION__=120",
                               NULL};
  // A source is text: what it includes by a name alone may lie in the folder in which the host program runs.
  static const char *const last[] = {"-I", ".", NULL};
  return add(words, first, &s->error) &&
         (!o->words.count || add(words, (const char *const *)o->words.word, &s->error)) && add(words, last, &s->error);
}

// Runs clang on a source file. preprocess: mixes the preprocessed text into the key, in place of making bitcode in the
// file "made" of the folder of work.
static bool clang(step *s, const program_options *o, const char *source, bool headers, bool preprocess,
                  char **messages) {
  char libs[PATH_MAX], folder[PATH_MAX + 64], made[PATH_MAX + 64], map[PATH_MAX + 128], name[PATH_MAX + 128];
  wl_cl_options words = {0};
  wl_text(folder, sizeof folder, "%s/%s/", s->work, header_folder);
  wl_text(map, sizeof map, "-ffile-prefix-map=%s=", folder);
  wl_text(name, sizeof name, "-fmacro-prefix-map=%s=program.cl", source);
  wl_text(made, sizeof made, "%s/made", s->work);
  const char *const tool[] = {wl_tool("WAVELOCK_CLANG", "clang-16"), name, NULL};
  const char *const include[] = {"-I", folder, map, NULL};  // before the user's folders
  const char *const compile[] = {"-emit-llvm", "-c", "-Xclang", "-disable-llvm-passes", "-o", made, source, NULL};
  const char *const only_text[] = {"-E", "-P", "-dD", source, NULL};
  bool good = libraries(s, libs, sizeof libs) && add(&words, tool, &s->error) &&
              (!headers || add(&words, include, &s->error)) && common_words(s, o, &words) &&
              add_joined(&words, &s->error, "--rocm-device-lib-path=", libs) &&
              add(&words, preprocess ? only_text : compile, &s->error);
  if (!preprocess) return run(s, &words, good, messages);
  FILE *f = good ? tmpfile() : NULL;
  good = f && wl_hash_output(&s->key, (const char *const *)words.word, "the build", NULL, f, &s->error);
  if (f) fclose(f);
  wl_cl_options_free(&words);
  return good;
}

// Puts the source beside its result: the line tables of the code object name it, and reports then show its lines.
static bool keep_source(step *s, char *path, size_t size) {
  char from[PATH_MAX + 64];
  return result_path(s, ".cl", path, size) && wl_text(from, sizeof from, "%s/program.cl", s->work) &&
         !rename(from, path);
}

static bool compile_step(step *s, const char *source, const program_options *o, const header *headers, size_t count,
                         char *path, size_t size) {
  wl_cl_options words = {0};
  bool good = common_words(s, o, &words);
  for (size_t i = 0; i < words.count; i++) wl_hash_text(&s->key, words.word[i]);
  wl_cl_options_free(&words);
  wl_hash_text(&s->key, source);
  for (size_t i = 0; i < count; i++) {
    wl_hash_text(&s->key, headers[i].name);
    wl_hash_text(&s->key, headers[i].text);
  }
  char file[PATH_MAX + 64], *messages = NULL;
  bool known = good && !has_more(source);
  if (good && !known) {
    // What does not preprocess is compiled for its messages.
    if (!write_sources(s, source, headers, count)) return false;
    wl_text(file, sizeof file, "%s/program.cl", s->work);
    known = clang(s, o, file, count, true, NULL);
  }
  if (known && found(s, ".bc", path, size)) return true;
  good = good && (s->has_work || write_sources(s, source, headers, count)) &&
         (known ? keep_source(s, file, sizeof file) : wl_text(file, sizeof file, "%s/program.cl", s->work)) &&
         clang(s, o, file, count, false, &messages) && (!known || keep(s, "made", messages, ".bc", path, size));
  if (good && !known) good = wl_text(path, size, "%s/made", s->work);
  free(messages);
  return good;
}

bool compile_source(const char *source, const program_options *o, const header *headers, size_t header_count,
                    blob *bitcode, FILE *log) {
  *bitcode = (blob){0};
  if (o->rounded) {
    fprintf(log,
            "error: -cl-fp32-correctly-rounded-divide-sqrt: the devices do not have "
            "CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, since the root of a float takes denormals for zeros\n");
    return false;
  }
  char path[PATH_MAX];
  step s;
  const bool good = begin(&s, "compile-2", log) &&
                    compile_step(&s, source, o, headers, header_count, path, sizeof path) && read_blob(path, bitcode);
  end(&s);
  return good;
}

// ---- linking -------------------------------------------------------------------------------------

// A function that is not called, and keeps the library's function that gives records of printf their place.
static const char printf_source[] =
    "global char *__printf_alloc(unsigned size);\n"
    "__attribute__((used)) global char *__wavelock_printf(unsigned size) { return __printf_alloc(size); }\n";

static bool calls_printf(const blob *in, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (memmem(in[i].data, in[i].size, "printf", 6)) return true;
  return false;
}

// Links bitcode to the file "linked" in the folder of work.
static bool join(step *s, const blob *in, size_t count, char **messages) {
  char path[PATH_MAX + 64];
  wl_cl_options words = {0};
  const char *const tool[] = {wl_tool("WAVELOCK_LLVM_LINK", "llvm-link-16"), NULL};
  bool good = need_work(s) && add(&words, tool, &s->error);
  for (size_t i = 0; good && i < count; i++) {
    wl_text(path, sizeof path, "%s/%zu.bc", s->work, i);
    good = write_file(path, in[i].data, in[i].size) && wl_cl_options_word(&words, path, &s->error);
  }
  wl_text(path, sizeof path, "%s/linked", s->work);
  good = good && wl_cl_options_word(&words, "-o", &s->error) && wl_cl_options_word(&words, path, &s->error);
  return run(s, &words, good, messages);
}

// Makes "linked" text, with marks in the formats of printf.
static bool mark(step *s) {
  char linked[PATH_MAX + 64], text[PATH_MAX + 64], *messages;
  wl_cl_options words = {0};
  blob b = {0};
  wl_text(linked, sizeof linked, "%s/linked", s->work);
  wl_text(text, sizeof text, "%s/text", s->work);
  const char *const command[] = {wl_tool("WAVELOCK_LLVM_DIS", "llvm-dis-16"), linked, "-o", text, NULL};
  bool good = run(s, &words, add(&words, command, &s->error), &messages) && read_blob(text, &b);
  free(messages);
  FILE *f = good ? fopen(linked, "w") : NULL;
  good = f && mark_formats(b.data, f);
  if (f && fclose(f)) good = false;
  free(b.data);
  return good;
}

static bool link_key(step *s, const blob *in, size_t count) {
  for (size_t i = 0; i < count; i++) wl_hash_sized(&s->key, in[i].data, in[i].size);
  if (wl_hash_tool(&s->key, wl_tool("WAVELOCK_LLVM_LINK", "llvm-link-16"), "the build", s->cache, &s->error))
    return true;
  fprintf(s->log, "wavelock: %s\n", s->error.text);
  return false;
}

static bool link_step(step *s, const blob *in, size_t count, bool plain, bool prints, char *path, size_t size) {
  char linked[PATH_MAX + 64], made[PATH_MAX + 64], linker[PATH_MAX], *first = NULL, *second = NULL, *all = NULL;
  if (!link_key(s, in, count)) return false;
  if (found(s, ".co", path, size)) return true;
  if (!join(s, in, count, &first) || (prints && !mark(s))) return free(first), false;
  wl_cl_options words = {0};
  wl_text(linked, sizeof linked, "%s/linked", s->work);
  wl_text(made, sizeof made, "%s/made", s->work);
  wl_text(linker, sizeof linker, "-B%s", wl_linker_folder());
  const char *const command[] = {wl_tool("WAVELOCK_CLANG", "clang-16"),
                                 "-x",
                                 "ir",
                                 "-target",
                                 "amdgcn-amd-amdhsa",
                                 wl_clang_target(WL_GFX900),
                                 plain ? "-O0" : "-O2",
                                 "-mcode-object-version=5",
                                 "-nogpulib",
                                 linker,
                                 "-o",
                                 made,
                                 linked,
                                 NULL};
  bool good = run(s, &words, add(&words, command, &s->error), &second);
  if (good && asprintf(&all, "%s%s", first, second) < 0) all = NULL;
  good = good && all && keep(s, "made", all, ".co", path, size);
  free(first);
  free(second);
  free(all);
  return good;
}

bool link_program(const blob *in, size_t count, bool plain, char *path, size_t path_size, FILE *log) {
  static const program_options none = {0};
  blob *all = calloc(count + 1, sizeof *all), *last = all + count;
  step s = {0};
  bool good = all != NULL;
  if (good) memcpy(all, in, count * sizeof *all);
  if (good && calls_printf(in, count)) good = compile_source(printf_source, &none, NULL, 0, last, log);
  good = good && begin(&s, plain ? "link-plain-3" : "link-3", log) &&
         link_step(&s, all, count + (last->data != NULL), plain, last->data != NULL, path, path_size);
  end(&s);
  if (all) free(last->data);
  free(all);
  return good;
}

bool link_library(const blob *in, size_t count, blob *library, FILE *log) {
  char path[PATH_MAX], *messages = NULL;
  step s;
  *library = (blob){0};
  bool good = begin(&s, "library-1", log) && link_key(&s, in, count);
  if (good && !found(&s, ".bc", path, sizeof path))
    good = join(&s, in, count, &messages) && keep(&s, "linked", messages, ".bc", path, sizeof path);
  good = good && read_blob(path, library);
  free(messages);
  end(&s);
  return good;
}

bool keep_object(const void *data, size_t size, char *path, size_t path_size, FILE *log) {
  char made[PATH_MAX + 64];
  step s = {.log = log, .key = wl_hash_start};
  wl_hash_text(&s.key, "object-1");
  wl_hash_sized(&s.key, data, size);
  bool good = cache_folder(s.cache, sizeof s.cache, log);
  if (good && !found(&s, ".co", path, path_size)) {
    good = need_work(&s) && wl_text(made, sizeof made, "%s/made", s.work) && write_file(made, data, size) &&
           keep(&s, "made", "", ".co", path, path_size);
  }
  end(&s);
  return good;
}
