// SPDX-License-Identifier: Apache-2.0
#include "compiler.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/tools.h"
#include "context.h"
#include "base/error.h"
#include "features.h"
#include "formats.h"
#include "joined.h"
#include "retarget.h"
#include "settings.h"

extern const char opencl_subgroups[];  // the text of subgroups.cl

// What a step works with: a folder of its own in the cache, which goes when the step ends.
typedef struct {
  FILE *log;
  char work[PATH_MAX], source[PATH_MAX];  // source: what clang compiles; "": none
  bool has_work;
  bool subgroups;      // the source may call a function of subgroups.cl
  bool vectors;        // takes_vectors
  wl_hash key, tools;  // tools: of clang, its linker and libraries
  wl_error error;
} step;

// A tool that a variable names has to be there. Without the variable its absence fails the build.
static bool no_tool(step *s, const char *variable) {
  if (*wl_tool(variable, "")) settings_refuse(variable, "%s", s->error.text);
  fprintf(s->log, "wavelock: %s: install it, or set %s\n", s->error.text, variable);
  return false;
}

static bool hash_tool(step *s, const char *variable, const char *standard) {
  return wl_hash_tool(&s->key, wl_tool(variable, standard), "the build", cache_folder(), &s->error) ||
         no_tool(s, variable);
}

static bool has_file(step *s, const char *variable, const char *folder, const char *name) {
  char path[PATH_MAX];
  if (wl_text(path, sizeof path, "%s/%s", folder, name) && !access(path, R_OK)) return true;
  if (*wl_tool(variable, "")) settings_refuse(variable, "%s: %s", path, strerror(errno));
  fprintf(s->log, "wavelock: %s: %s: install it, or set %s\n", path, strerror(errno), variable);
  return false;
}

static bool begin(step *s, const char *what, FILE *log) {
  *s = (step){.log = log, .key = wl_hash_start, .tools = wl_hash_start};
  wl_hash_text(&s->key, what);  // change it when the command changes
  if (!cache_folder()) return fputs("wavelock: no folder for compiled programs can be written\n", log), false;
  // Without a linker in the standard folder clang finds another.
  if ((*wl_tool("WAVELOCK_LLVM_BIN", "") && !has_file(s, "WAVELOCK_LLVM_BIN", wl_linker_folder(), "ld.lld")) ||
      !has_file(s, "WAVELOCK_DEVICE_LIBS", wl_device_libraries(), "opencl.bc"))
    return false;
  if (!wl_hash_clang(&s->tools, cl_target(), "the build", cache_folder(), &s->error))
    return no_tool(s, "WAVELOCK_CLANG");
  wl_hash_mix(&s->key, &s->tools, sizeof s->tools);
  return true;
}

static bool need_work(step *s) {
  if (!s->has_work && !(s->has_work = cache_new_folder(s->work, sizeof s->work)))
    fprintf(s->log, "wavelock: %s: %s\n", s->work, strerror(errno));
  return s->has_work;
}

static void end(step *s) {
  if (s->has_work) wl_remove_folder(s->work);
}

// Gives the file "made" in the folder of work its place in the cache. messages: what the log got of this step.
static bool keep(step *s, const char *made, const char *messages, const char *name, blob *b) {
  char from[PATH_MAX];
  if (wl_text(from, sizeof from, "%s/%s", s->work, made) && cache_keep(&s->key, name, s->work, from, messages, b))
    return true;
  const int why = errno;
  fprintf(s->log, "wavelock: %s: %s\n", access(from, R_OK) ? from : cache_folder(), strerror(why));
  return false;
}

static bool write_file(const char *path, const void *data, size_t size) {
  FILE *f = fopen(path, "wb");
  if (!f) return false;
  const bool good = !size || fwrite(data, 1, size, f) == size;
  return fclose(f) == 0 && good;
}

// Where the host's headers lie below the folder of work, so deep that a name may lead up from there.
static const char header_folder[] = "h/h/h/h";

// ---- tools ---------------------------------------------------------------------------------------

// Where a name of ours in messages ends that begins at p: a file in the folder of work, or a source that is kept.
static const char *name_of_ours(const step *s, const char *p) {
  const size_t cache = strlen(cache_folder()), work = s->has_work ? strlen(s->work) : 0;
  if (strncmp(p, cache_folder(), cache) != 0 || p[cache] != '/') return NULL;
  if (work && !strncmp(p, s->work, work) && p[work] == '/') {
    p += work + 1;
    return strncmp(p, header_folder, sizeof header_folder - 1) ? p : p + sizeof header_folder;
  }
  p += cache + 1;
  return strspn(p, "0123456789abcdef") == 32 && p[32] == '/' ? p + 33 : NULL;
}

// What clang 16 writes behind a limit that is exceeded: the message has all of it already.
static const char twice[] = " () exceeds limit () in ''";

// What a tool wrote, with the names that the user knows. NULL: out of memory. The caller frees it.
static char *known_names(const step *s, FILE *written) {
  size_t size, room = 0;
  char *copy = NULL, *line = NULL;
  ssize_t length;
  FILE *to = open_memstream(&copy, &size);
  rewind(written);
  while (to && (length = getline(&line, &room, written)) >= 0) {
    for (char *p = line; (p = memchr(p, 0, (size_t)(line + length - p)));) *p = ' ';
    char *end = strstr(line, twice);
    if (end) memmove(end, end + sizeof twice - 1, strlen(end + sizeof twice - 1) + 1);
    for (const char *p = line; *p;) {
      const char *behind = *p == '/' ? name_of_ours(s, p) : NULL;
      if (!behind) fputc(*p++, to);
      else p = behind;
    }
  }
  free(line);
  if (to && !fclose(to)) return copy;
  free(copy);
  return NULL;
}

// Runs a tool. words: its command, which is freed; good: whether it is whole. Its messages are not in the log yet.
static bool run_quietly(step *s, wl_cl_options *words, bool good, char **messages) {
  FILE *f = tmpfile();
  *messages = NULL;
  if (!f) good = wl_fail(&s->error, "a temporary file: %s", strerror(errno));
  good = good && wl_tool_run((const char *const *)words->word, "the build", NULL, f, &s->error);
  if (f) *messages = known_names(s, f);
  if (f) fclose(f);
  if (good && !*messages) good = (*messages = strdup("")) != NULL;
  wl_cl_options_free(words);
  return good;
}

static void log_messages(step *s, bool good, const char *messages) {
  if (messages) fputs(messages, s->log);
  // An error of the tool's own is in the log.
  if (!good && *s->error.text && !(messages && strstr(messages, "error")))
    fprintf(s->log, "wavelock: %s\n", s->error.text);
}

static bool run(step *s, wl_cl_options *words, bool good, char **messages) {
  good = run_quietly(s, words, good, messages);
  log_messages(s, good, *messages);
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

// Writes a module again as `to`, in which no call is merged with another one. LLVM 16 makes one of the same calls in
// both arms of a branch, which then has the lanes of both. It asks for `nomerge`, of the call and of its function, and
// not for `convergent`; clang writes it at calls of functions alone.
static bool keep_apart(const char *from, const char *to) {
  FILE *in = fopen(from, "r"), *out = fopen(to, "w");
  char *line = NULL;
  size_t room = 0;
  bool good = in && out;
  while (good && getline(&line, &room, in) >= 0) {
    char *behind = NULL;
    if (!strncmp(line, "attributes #", 12)) behind = strchr(line, '{');
    else if (strstr(line, "call ")) behind = strrchr(line, ')');
    const int first = behind ? (int)(behind + 1 - line) : 0;
    good = fprintf(out, "%.*s%s%s", first, line, behind ? " nomerge" : "", line + first) >= 0;
  }
  good = good && !ferror(in);
  free(line);
  if (in) fclose(in);
  return (!out || fclose(out) == 0) && good;
}

// The functions of sub-groups that the device libraries lack, as bitcode that is linked like those. *path: a result in
// the cache, made when it is not there.
static bool subgroups(step *s, char *path, size_t size) {
  static const char name[] = "subgroups.bc";
  char source[PATH_MAX], text[PATH_MAX], marked[PATH_MAX], made[PATH_MAX], *messages = NULL, *last = NULL;
  wl_cl_options words = {0}, more = {0};
  blob b;
  step own = {.log = s->log, .key = wl_hash_start};
  wl_hash_text(&own.key, "subgroups-5");
  wl_hash_text(&own.key, opencl_subgroups);
  wl_hash_mix(&own.key, &s->tools, sizeof s->tools);
  bool good = hash_tool(&own, "WAVELOCK_LLVM_LINK", "llvm-link-16") && cache_path(&own.key, false, name, path, size);
  if (good && cache_find(&own.key, name, &b, s->log)) return free(b.data), true;
  good = good && need_work(&own) && wl_text(source, sizeof source, "%s/subgroups.cl", own.work) &&
         wl_text(text, sizeof text, "%s/text", own.work) && wl_text(marked, sizeof marked, "%s/marked", own.work) &&
         wl_text(made, sizeof made, "%s/made", own.work) &&
         write_file(source, opencl_subgroups, strlen(opencl_subgroups));
  const char *const compile[] = {wl_tool("WAVELOCK_CLANG", "clang-16"),
                                 "-x",
                                 "cl",
                                 "-cl-std=CL2.0",
                                 "-target",
                                 "amdgcn-amd-amdhsa",
                                 wl_clang_target(cl_target()),
                                 "-mcode-object-version=5",
                                 "-O2",
                                 "-Xclang",
                                 "-disable-llvm-passes",
                                 "-nogpulib",
                                 "-emit-llvm",
                                 "-S",
                                 "-o",
                                 text,
                                 source,
                                 NULL};
  const char *const assemble[] = {wl_tool("WAVELOCK_LLVM_LINK", "llvm-link-16"), "-o", made, marked, NULL};
  good = good && run(&own, &words, add(&words, compile, &own.error), &messages) && keep_apart(text, marked) &&
         run(&own, &more, add(&more, assemble, &own.error), &last) && keep(&own, "made", messages, name, &b);
  if (good) free(b.data);
  free(messages);
  free(last);
  end(&own);
  return good;
}

// The device libraries without their printf: it hides clang's own, which puts records into a buffer. *folder: a result
// in the cache, made when it is not there.
static bool libraries(step *s, char *folder, size_t size) {
  char from[PATH_MAX], to[PATH_MAX], *messages = NULL;
  struct dirent **entries;
  blob b;
  step own = {.log = s->log, .key = wl_hash_start};
  wl_hash_text(&own.key, "libraries-1");
  wl_hash_mix(&own.key, &s->tools, sizeof s->tools);
  if (!hash_tool(&own, "WAVELOCK_LLVM_EXTRACT", "llvm-extract-16")) return false;
  if (!cache_path(&own.key, true, "", folder, size))
    return fprintf(s->log, "wavelock: %s: %s\n", cache_folder(), strerror(errno)), false;
  if (cache_find(&own.key, "opencl.bc", &b, s->log)) return free(b.data), true;
  const int count = scandir(wl_device_libraries(), &entries, NULL, NULL);
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    if (*name != '.' && strcmp(name, "opencl.bc") != 0 &&
        wl_text(from, sizeof from, "%s/%s", wl_device_libraries(), name) &&
        wl_text(to, sizeof to, "%s%s", folder, name) && symlink(from, to) && errno != EEXIST)
      fprintf(s->log, "wavelock: %s: %s\n", to, strerror(errno));
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  wl_cl_options words = {0};
  const bool work = need_work(&own) && wl_text(to, sizeof to, "%s/opencl.bc", own.work) &&
                    wl_text(from, sizeof from, "%s/opencl.bc", wl_device_libraries());
  const char *const command[] = {
      wl_tool("WAVELOCK_LLVM_EXTRACT", "llvm-extract-16"), "--delete", "--func=printf", from, "-o", to, NULL};
  const bool good = work && run(&own, &words, add(&words, command, &own.error), &messages) &&
                    keep(&own, "opencl.bc", messages, "opencl.bc", &b);
  if (good) free(b.data);
  free(messages);
  end(&own);
  return good;
}

// Whether the text alone does not say what the compiler reads: it may include files, or the time.
static bool has_more(const char *text) {
  static const char *const words[] = {"include", "import", "__DATE__", "__TIME", "?\?/"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(text, words[i])) return true;
  // A line that goes on may split such a word.
  for (const char *p = text; (p = strchr(p, '\\')); p++)
    if (p[1] == '\n' || p[1] == '\r') return true;
  return false;
}

// Whether a text may call a function of sub-groups: by its name, or by one that a macro puts together.
static bool names_subgroups(const char *text) {
  return strstr(text, "sub_group_") || (strstr(text, "##") && strstr(text, "sub"));
}

enum { HEADER_DEPTH = 3 };  // of header_folder

static bool header_name_fits(const char *name) {
  int depth = 0, least = 0;
  bool file = false;
  for (const char *p = name; *p;) {
    const size_t length = strcspn(p, "/");
    const bool up = length == 2 && !strncmp(p, "..", 2), here = length == 1 && *p == '.';
    file = length && !up && !here;
    depth += up ? -1 : file;
    if (depth < least) least = depth;
    p += length + (p[length] == '/');
    if (p[-1] == '/') file = false;
  }
  return file && *name != '/' && least >= -HEADER_DEPTH;
}

// The name of a source. What it includes is looked for beside it first: it must not find itself.
static const char *name_for(const char *source) {
  return strstr(source, "\"program.cl\"") ? "source.cl" : "program.cl";
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
  good = good && wl_text(path, sizeof path, "%s/%s", s->work, name_for(source)) &&
         write_file(path, source, strlen(source));
  if (good) memcpy(s->source, path, sizeof path);
  else fprintf(s->log, "wavelock: %s: %s\n", path, *s->error.text ? s->error.text : strerror(errno));
  return good;
}

// clang's options for the extensions and features of the devices, and no others. The features are of OpenCL C 3.0. A
// macro says that an extension is there, in each version; clang defines those that it knows in some.
static bool feature_words(step *s, unsigned standard, wl_cl_options *words) {
  char known[1024] = "-cl-ext=-all", macro[128];
  bool good = true;
  for (size_t i = 0; good && i < feature_count; i++) {
    const feature *f = &features[i];
    const bool language = f->kind == OF_LANGUAGE;
    if (f->way == BY_API || !feature_is(f) || (language && standard < 300)) continue;
    const size_t used = strlen(known);
    if (f->way == BY_CLANG) good = wl_text(known + used, sizeof known - used, ",+%s", f->name);
    if (f->way == BY_MACRO || !language)
      good = good && wl_text(macro, sizeof macro, "-D%s=1", f->name) && wl_cl_options_word(words, macro, &s->error);
  }
  return good && wl_cl_options_word(words, "-Xclang", &s->error) && wl_cl_options_word(words, known, &s->error);
}

// The words of the command that do not depend on the folder of work.
static bool common_words(step *s, const program_options *o, wl_cl_options *words) {
  const char *const first[] = {
      "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", wl_clang_target(cl_target()),
      // Without optimization clang drops the inline functions of C99.
      o->plain ? "-O0" : "-O2", o->plain ? "-fgnu89-inline" : "-fno-gnu89-inline", "-mcode-object-version=5",
      "-cl-kernel-arg-info",
      "-gline-tables-only",  // for reports; the code is the same
      "-fdebug-compilation-dir=.", "-D__OPENCL_VERSION__=300", cl_has_images() ? "-D__IMAGE_SUPPORT__=1" : NULL, NULL};
  // A source is text: what it includes by a name alone may lie in the folder in which the host program runs.
  static const char *const last[] = {"-I", ".", NULL};
  return add(words, first, &s->error) && feature_words(s, o->standard, words) &&
         (!o->words.count || add(words, (const char *const *)o->words.word, &s->error)) && add(words, last, &s->error);
}

// Runs clang on the source. messages NULL: mixes the preprocessed text into the key, in place of making bitcode in the
// file "made" of the folder of work.
static bool clang(step *s, const program_options *o, bool headers, char **messages) {
  char libs[PATH_MAX], own[PATH_MAX], folder[PATH_MAX + 64], made[PATH_MAX + 64], map[PATH_MAX + 128],
      name[PATH_MAX + 128];
  wl_cl_options words = {0};
  wl_text(folder, sizeof folder, "%s/%s/", s->work, header_folder);
  wl_text(map, sizeof map, "-ffile-prefix-map=%s=", folder);
  wl_text(name, sizeof name, "-fmacro-prefix-map=%s=%s", s->source, strrchr(s->source, '/') + 1);
  wl_text(made, sizeof made, "%s/made", s->work);
  const char *const tool[] = {wl_tool("WAVELOCK_CLANG", "clang-16"), name, NULL};
  const char *const include[] = {"-I", folder, map, NULL};  // before the user's folders
  static const char *const link_subgroups[] = {"-Xclang", "-mlink-builtin-bitcode", "-Xclang", NULL};
  const char *const compile[] = {"-emit-llvm", "-c", "-Xclang", "-disable-llvm-passes", "-o", made, s->source, NULL};
  const char *const only_text[] = {"-E", "-dD", s->source, NULL};
  bool good = libraries(s, libs, sizeof libs) && add(&words, tool, &s->error) &&
              (!headers || add(&words, include, &s->error)) && common_words(s, o, &words) &&
              add_joined(&words, &s->error, "--rocm-device-lib-path=", libs) &&
              (!s->subgroups || !messages ||
               (subgroups(s, own, sizeof own) && add(&words, link_subgroups, &s->error) &&
                wl_cl_options_word(&words, own, &s->error))) &&
              add(&words, messages ? compile : only_text, &s->error);
  if (messages) return run(s, &words, good, messages);
  FILE *text = good ? tmpfile() : NULL, *said = text ? tmpfile() : NULL;
  good = said && wl_tool_run((const char *const *)words.word, "the build", text, said, &s->error);
  char *all = good ? known_names(s, text) : NULL;  // with its lines: the result has their numbers
  if (all) wl_hash_text(&s->key, all);
  s->subgroups |= all && strstr(all, "sub_group_");
  free(all);
  if (text) fclose(text);
  if (said) fclose(said);
  wl_cl_options_free(&words);
  return all != NULL;
}

// Whether the result is there, and has the source.
static bool found(const step *s, const char *source, blob *b) {
  char path[PATH_MAX];
  blob kept = {0};
  const bool good = cache_path(&s->key, false, name_for(source), path, sizeof path) && read_blob(path, &kept) &&
                    kept.size == strlen(source) && !memcmp(kept.data, source, kept.size) &&
                    cache_find(&s->key, "program.bc", b, s->log);
  free(kept.data);
  return good;
}

// Puts the source where its result will be: the line tables of the code object name it, and reports then show its
// lines.
static bool place_source(step *s, const char *source) {
  char path[PATH_MAX];
  if (!cache_path(&s->key, true, name_for(source), path, sizeof path) || !wl_take_name(s->source, path))
    return fprintf(s->log, "wavelock: %s: %s\n", cache_folder(), strerror(errno)), false;
  memcpy(s->source, path, sizeof path);
  return true;
}

static bool compile_step(step *s, const char *source, const program_options *o, const header *headers, size_t count,
                         blob *b) {
  wl_cl_options words = {0};
  bool good = common_words(s, o, &words), more = has_more(source);
  s->subgroups = names_subgroups(source);
  for (size_t i = 0; i < o->words.count; i++) s->subgroups |= names_subgroups(o->words.word[i]);
  for (size_t i = 0; i < words.count; i++) {
    more |= has_more(words.word[i]);
    wl_hash_text(&s->key, words.word[i]);
  }
  wl_cl_options_free(&words);
  wl_hash_text(&s->key, cache_folder());  // which names the source
  wl_hash_text(&s->key, opencl_subgroups);
  wl_hash_text(&s->key, source);
  for (size_t i = 0; i < count; i++) {
    wl_hash_text(&s->key, headers[i].name);
    wl_hash_text(&s->key, headers[i].text);
    s->subgroups |= names_subgroups(headers[i].text);
  }
  char *messages = NULL, made[PATH_MAX];
  if (good && more) {
    // What does not preprocess is compiled for its messages.
    if (!write_sources(s, source, headers, count)) return false;
    more = !clang(s, o, count, NULL);
  }
  if (good && !more && found(s, source, b)) return true;
  good = good && (s->has_work || write_sources(s, source, headers, count)) && (more || place_source(s, source)) &&
         clang(s, o, count, &messages);
  if (good && more) good = wl_text(made, sizeof made, "%s/made", s->work) && read_blob(made, b);
  else good = good && keep(s, "made", messages, "program.bc", b);
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
  step s;
  const bool good = begin(&s, "compile-7", log) && hash_tool(&s, "WAVELOCK_LLVM_EXTRACT", "llvm-extract-16") &&
                    compile_step(&s, source, o, headers, header_count, bitcode);
  end(&s);
  return good;
}

// ---- SPIR-V --------------------------------------------------------------------------------------

static bool has_option(const program_options *o, const char *name) {
  for (size_t i = 0; i < o->words.count; i++)
    if (!strcmp(o->words.word[i], name)) return true;
  return false;
}

// A command that runs in the folder of work and makes a file there.
static bool run_step(step *s, const char *const *command) {
  wl_cl_options words = {0};
  char *messages = NULL;
  const bool good = run(s, &words, add(&words, command, &s->error), &messages);
  free(messages);
  return good;
}

// Makes LLVM's text of the module, "text" in the folder of work.
static bool translate(step *s, const blob *module, const il_constant *constants, size_t count) {
  char from[PATH_MAX + 64], bitcode[PATH_MAX + 64], text[PATH_MAX + 64];
  wl_cl_options words = {0};
  wl_text(from, sizeof from, "%s/module.spv", s->work);
  wl_text(bitcode, sizeof bitcode, "%s/module.bc", s->work);
  wl_text(text, sizeof text, "%s/text", s->work);
  if (!write_file(from, module->data, module->size))
    return fprintf(s->log, "wavelock: %s: %s\n", from, strerror(errno)), false;
  // With the names of OpenCL C 2.0 atomics keep their memory orders.
  const char *const command[] = {il_translator(), "-r", "--spirv-target-env=CL2.0", from, "-o", bitcode, NULL};
  // One word has all constants: another would take its place.
  char *values = NULL;
  size_t size;
  FILE *f = open_memstream(&values, &size);
  for (size_t i = 0; f && i < count; i++)
    fprintf(f, "%s%u:i%zu:%llu", i ? " " : "--spec-const=", constants[i].id, 8 * constants[i].size,
            (unsigned long long)constants[i].value);
  bool good =
      f && !fclose(f) && add(&words, command, &s->error) && (!count || wl_cl_options_word(&words, values, &s->error));
  free(values);
  char *messages = NULL;
  good = run(s, &words, good, &messages);
  free(messages);
  return good && run_step(s, (const char *const[]){wl_tool("WAVELOCK_LLVM_LINK", "llvm-link-16"), "-S", bitcode, "-o",
                                                   text, NULL});
}

// From "text" to "source", for the devices.
static bool retarget_text(step *s, bool flush) {
  char from[PATH_MAX + 64], to[PATH_MAX + 64];
  blob text = {0};
  wl_text(from, sizeof from, "%s/text", s->work);
  wl_text(to, sizeof to, "%s/source", s->work);
  FILE *f = read_blob(from, &text) ? fopen(to, "w") : NULL;
  if (!f) fprintf(s->log, "wavelock: %s: %s\n", to, strerror(errno));
  bool good = f && retarget(text.data, flush, f, s->log);
  if (f && fclose(f)) good = false;
  free(text.data);
  return good;
}

// From "source" to "made", with those functions of the libraries that it calls, as clang links them.
static bool link_libraries(step *s, const program_options *o, char **messages) {
  const bool fast = has_option(o, "-cl-fast-relaxed-math");
  const char *const files[] = {
      "opencl.bc",
      "ocml.bc",
      "ockl.bc",
      has_option(o, "-cl-denorms-are-zero") ? "oclc_daz_opt_on.bc" : "oclc_daz_opt_off.bc",
      fast || has_option(o, "-cl-unsafe-math-optimizations") ? "oclc_unsafe_math_on.bc" : "oclc_unsafe_math_off.bc",
      fast || has_option(o, "-cl-finite-math-only") ? "oclc_finite_only_on.bc" : "oclc_finite_only_off.bc",
      "oclc_correctly_rounded_sqrt_off.bc",
      "oclc_wavefrontsize64_on.bc",
      wl_target_isa(cl_target()) == WL_GFX900 ? "oclc_isa_version_900.bc" : "oclc_isa_version_906.bc",
      "oclc_abi_version_500.bc"};
  char folder[PATH_MAX], own[PATH_MAX], source[PATH_MAX + 64], made[PATH_MAX + 64];
  wl_cl_options words = {0};
  wl_text(source, sizeof source, "%s/source", s->work);
  wl_text(made, sizeof made, "%s/made", s->work);
  const char *const command[] = {
      wl_tool("WAVELOCK_LLVM_LINK", "llvm-link-16"), "--only-needed", "--internalize", "-o", made, source, NULL};
  bool good = libraries(s, folder, sizeof folder) && subgroups(s, own, sizeof own) && add(&words, command, &s->error) &&
              wl_cl_options_word(&words, own, &s->error);
  for (size_t i = 0; good && i < sizeof files / sizeof *files; i++)
    good = add_joined(&words, &s->error, folder, files[i]);
  return run(s, &words, good, messages);
}

bool compile_module(const blob *module, const il_constant *constants, size_t constant_count, const program_options *o,
                    blob *bitcode, FILE *log) {
  step s;
  char *messages = NULL;
  *bitcode = (blob){0};
  bool good = begin(&s, "module-10", log) && hash_tool(&s, "WAVELOCK_LLVM_SPIRV", il_translator()) &&
              hash_tool(&s, "WAVELOCK_LLVM_LINK", "llvm-link-16") &&
              hash_tool(&s, "WAVELOCK_LLVM_EXTRACT", "llvm-extract-16");
  wl_hash_text(&s.key, opencl_subgroups);
  wl_hash_sized(&s.key, module->data, module->size);
  for (size_t i = 0; i < constant_count; i++) {
    wl_hash_mix(&s.key, &constants[i].id, sizeof constants[i].id);
    wl_hash_mix(&s.key, &constants[i].value, sizeof constants[i].value);
  }
  for (size_t i = 0; i < o->words.count; i++) wl_hash_text(&s.key, o->words.word[i]);
  good = good && (cache_find(&s.key, "program.bc", bitcode, log) ||
                  (need_work(&s) && translate(&s, module, constants, constant_count) &&
                   retarget_text(&s, has_option(o, "-cl-denorms-are-zero")) && link_libraries(&s, o, &messages) &&
                   keep(&s, "made", messages, "program.bc", bitcode)));
  free(messages);
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

// Links bitcode to the file "linked" in the folder of work, as bitcode or as text.
static bool join(step *s, const blob *in, size_t count, bool text, char **messages) {
  char path[PATH_MAX + 64];
  wl_cl_options words = {0};
  const char *const tool[] = {wl_tool("WAVELOCK_LLVM_LINK", "llvm-link-16"), text ? "-S" : NULL, NULL};
  bool good = need_work(s) && add(&words, tool, &s->error);
  for (size_t i = 0; good && i < count; i++) {
    wl_text(path, sizeof path, "%s/%zu.bc", s->work, i);
    good = write_file(path, in[i].data, in[i].size) && wl_cl_options_word(&words, path, &s->error);
  }
  wl_text(path, sizeof path, "%s/linked", s->work);
  good = good && wl_cl_options_word(&words, "-o", &s->error) && wl_cl_options_word(&words, path, &s->error);
  return run(s, &words, good, messages);
}

// The functions of the device library that enqueue kernels.
static const char device_queue[] = " @__enqueue_kernel_";

// Changes the text "linked" for the code generator, and puts marks into the formats of printf.
static bool prepare(step *s, bool prints, bool wide) {
  char path[PATH_MAX + 64], *text = NULL;
  size_t size;
  blob b;
  wl_text(path, sizeof path, "%s/linked", s->work);
  if (read_blob(path, &b) && memmem(b.data, b.size, device_queue, sizeof device_queue - 1)) {
    fputs(
        "wavelock: error: the program has kernels that enqueue kernels, which the devices lack "
        "(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES is 0)\n",
        s->log);
    free(b.data);
    return false;
  }
  s->vectors = b.data && takes_vectors(b.data);
  FILE *f = b.data ? open_memstream(&text, &size) : NULL;
  bool good = f && prepare_joined(b.data, wide, f);
  if (f && fclose(f)) good = false;
  free(b.data);
  f = good ? fopen(path, "w") : NULL;
  good = f && (prints ? mark_formats(text, f) : fputs(text, f) >= 0);
  if (f && fclose(f)) good = false;
  free(text);
  if (!good) fprintf(s->log, "wavelock: %s: %s\n", path, strerror(errno));
  return good;
}

static bool link_key(step *s, const blob *in, size_t count) {
  for (size_t i = 0; i < count; i++) wl_hash_sized(&s->key, in[i].data, in[i].size);
  return hash_tool(s, "WAVELOCK_LLVM_LINK", "llvm-link-16");
}

// From the file "linked" to the code object "made", at this level of optimization.
static bool generate(step *s, bool plain, const char *level, char **messages) {
  char linked[PATH_MAX + 64], made[PATH_MAX + 64], linker[PATH_MAX];
  wl_cl_options words = {0};
  wl_text(linked, sizeof linked, "%s/linked", s->work);
  wl_text(made, sizeof made, "%s/made", s->work);
  wl_text(linker, sizeof linker, "-B%s", wl_linker_folder());
  const char *const command[] = {
      wl_tool("WAVELOCK_CLANG", "clang-16"), "-x", "ir", "-target", "amdgcn-amd-amdhsa", wl_clang_target(cl_target()),
      level, "-mcode-object-version=5", "-nogpulib", linker, "-o", made, linked,
      // Nothing is linked to it later: functions that no kernel needs get no code.
      "-mllvm", "-amdgpu-internalize-symbols",
      // A pass keeps a condition in a register in which a loop writes (optimizeVcndVcmpPair).
      "-mllvm", "-amdgpu-opt-exec-mask-pre-ra=0",
      // The fast allocator of LLVM 16 loads registers again before lanes are switched on.
      plain ? "-mllvm" : NULL, "-optimize-regalloc", NULL};
  // The component of a vector that each work-item chooses is read for the first one alone (isUniformMMO).
  static const char *const vectors[] = {"-mllvm", "-amdgpu-ir-lower-kernel-arguments=0", NULL};
  const bool good = add(&words, command, &s->error) && (!s->vectors || add(&words, vectors, &s->error));
  return run_quietly(s, &words, good, messages);
}

// What clang 16 says when it finds no register, though there are enough. With another order of instructions it does.
static const char no_registers[] = "no registers from class available to allocate";

static bool generate_or_less(step *s, bool plain, char **messages) {
  const char *const level = plain ? "-O0" : "-O2";
  char *again = NULL, *all = NULL;
  bool good = generate(s, plain, level, messages);
  if (good || !*messages || !strstr(*messages, no_registers)) {
    log_messages(s, good, *messages);
    return good;
  }
  free(*messages);
  s->error.text[0] = 0;
  good = generate(s, plain, "-O1", &again);
  if (asprintf(&all, "wavelock: note: clang's register allocation fails with %s (%s); built with -O1\n%s", level,
               no_registers, again ? again : "") < 0)
    all = NULL;
  free(again);
  log_messages(s, good, all);
  *messages = all;
  return good && all;
}

static bool link_step(step *s, const blob *in, size_t count, bool plain, bool prints, bool wide, blob *object) {
  char *first = NULL, *second = NULL, *all = NULL;
  wl_hash_mix(&s->key, &wide, sizeof wide);
  if (!link_key(s, in, count)) return false;
  if (cache_find(&s->key, "program.co", object, s->log)) return true;
  if (!join(s, in, count, true, &first) || !prepare(s, prints, wide)) return free(first), false;
  bool good = generate_or_less(s, plain, &second);
  if (good && asprintf(&all, "%s%s", first, second) < 0) all = NULL;
  good = good && all && keep(s, "made", all, "program.co", object);
  free(first);
  free(second);
  free(all);
  return good;
}

bool link_program(const blob *in, size_t count, bool plain, bool wide, blob *object, char *path, size_t size,
                  FILE *log) {
  static const program_options none = {.standard = 120};
  blob *all = calloc(count + 1, sizeof *all), *last = all + count;
  step s = {0};
  bool good = all != NULL;
  *object = (blob){0};
  if (good) memcpy(all, in, count * sizeof *all);
  if (good && calls_printf(in, count)) good = compile_source(printf_source, &none, NULL, 0, last, log);
  good = good && begin(&s, plain ? "link-plain-10" : "link-9", log) &&
         link_step(&s, all, count + (last->data != NULL), plain, last->data != NULL, wide, object) &&
         cache_path(&s.key, false, "program.co", path, size);
  end(&s);
  if (all) free(last->data);
  free(all);
  return good;
}

bool link_library(const blob *in, size_t count, blob *library, FILE *log) {
  char *messages = NULL;
  step s;
  *library = (blob){0};
  const bool good = begin(&s, "library-2", log) && link_key(&s, in, count) &&
                    (cache_find(&s.key, "program.bc", library, log) ||
                     (join(&s, in, count, false, &messages) && keep(&s, "linked", messages, "program.bc", library)));
  free(messages);
  end(&s);
  return good;
}

bool keep_object(const blob *in, blob *object, char *path, size_t size, FILE *log) {
  char made[PATH_MAX];
  step s = {.log = log, .key = wl_hash_start};
  *object = (blob){0};
  if (!cache_folder()) return false;
  wl_hash_text(&s.key, "object-2");
  wl_hash_sized(&s.key, in->data, in->size);
  const bool good = cache_find(&s.key, "program.co", object, log) ||
                    (need_work(&s) && wl_text(made, sizeof made, "%s/made", s.work) &&
                     write_file(made, in->data, in->size) && keep(&s, "made", "", "program.co", object));
  end(&s);
  return good && cache_path(&s.key, false, "program.co", path, size);
}
