// SPDX-License-Identifier: Apache-2.0
#include "retarget.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "joined.h"

// Address spaces by what they are for: as SPIR has them, and as AMDGPU does.
enum { SPIR_PRIVATE = 0, SPIR_GLOBAL = 1, SPIR_CONSTANT = 2, SPIR_LOCAL = 3, SPIR_GENERIC = 4 };
enum { FLAT = 0, GLOBAL = 1, LOCAL = 3, CONSTANT = 4, PRIVATE = 5 };

// What clang 16 writes for amdgcn-amd-amdhsa.
static const char target[] =
    "target datalayout = \"e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-"
    "v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7\"\n"
    "target triple = \"amdgcn-amd-amdhsa\"\n";

// A value that stands for another in the function that is written.
typedef struct {
  char *name, *instead;
} stand_in;

typedef struct {
  const char *text;  // of the module
  FILE *to;
  bool flush;
  stand_in *renames;
  size_t rename_count;
  char *first;      // instructions with which the function begins; NULL: none, or written
  unsigned values;  // that were made so far
  bool copies;      // a structure is copied
  bool sized;       // the module copies or sets memory by a number of bytes
  bool failed;      // out of memory, or a line that is not known
  FILE *log;
} retargeting;

static unsigned space_of(unsigned spir) {
  static const unsigned spaces[] = {[SPIR_PRIVATE] = PRIVATE,
                                    [SPIR_GLOBAL] = GLOBAL,
                                    [SPIR_CONSTANT] = CONSTANT,
                                    [SPIR_LOCAL] = LOCAL,
                                    [SPIR_GENERIC] = FLAT};
  return spir < sizeof spaces / sizeof *spaces ? spaces[spir] : spir;
}

static bool is(const char *p, const char *end, const char *word) {
  const size_t length = strlen(word);
  return (size_t)(end - p) >= length && !memcmp(p, word, length);
}

static const char *find(const char *p, const char *end, const char *what) {
  return memmem(p, (size_t)(end - p), what, strlen(what));
}

static void put(FILE *to, const char *from, const char *end) { fwrite(from, 1, (size_t)(end - from), to); }

// ---- names ---------------------------------------------------------------------------------------

static bool is_name(char c) { return isalnum((unsigned char)c) || strchr("_.$-", c); }

// The end of the name that begins at p, behind its % or @.
static const char *name_end(const char *p, const char *end) {
  if (p < end && *p == '"') {
    const char *quote = memchr(p + 1, '"', (size_t)(end - p - 1));
    return quote ? quote + 1 : end;
  }
  while (p < end && *p && is_name(*p)) p++;
  return p;
}

// A number with so many characters behind it, as a name in a mangled name has it.
static const char *sized_end(const char *p, const char *end) {
  char *behind;
  const unsigned long length = strtoul(p, &behind, 10);
  return length < (size_t)(end - behind) ? behind + length : end;
}

// A function of the library: its name has the address spaces of the parameters' pointers, that of private ones alone
// is not there.
static void put_mangled(FILE *to, const char *p, const char *end) {
  const char *types = sized_end(p + 2, end);
  put(to, p, types);
  for (p = types; p < end;) {
    const char *next = p + 1;
    if (isdigit((unsigned char)*p)) {
      next = sized_end(p, end);
    } else if (is(p, end, "Dv") || *p == 'S') {
      while (next < end && next[-1] != '_') next++;
    } else if (is(p, end, "U3AS") && end - p > 4 && isdigit((unsigned char)p[4])) {
      fprintf(to, "U3AS%u", space_of((unsigned)(p[4] - '0')));
      p += 5;
      continue;
    }
    put(to, p, next);
    if (*p == 'P' && !is(next, end, "U3AS")) fprintf(to, "U3AS%d", PRIVATE);
    p = next;
  }
}

// An intrinsic function: its name has the address spaces of pointers as ".p0".
static void put_intrinsic(FILE *to, const char *p, const char *end) {
  while (p < end) {
    const bool pointer =
        end - p > 2 && p[0] == '.' && p[1] == 'p' && isdigit((unsigned char)p[2]) && (end - p == 3 || p[3] == '.');
    if (pointer) fprintf(to, ".p%u", space_of((unsigned)(p[2] - '0')));
    else fputc(*p, to);
    p += pointer ? 3 : 1;
  }
}

static void put_global(FILE *to, const char *p, const char *end) {
  fputc('@', to);
  if (is(p, end, "_Z")) put_mangled(to, p, end);
  else if (is(p, end, "llvm.")) put_intrinsic(to, p, end);
  else put(to, p, end);
}

static void put_value(const retargeting *r, FILE *to, const char *p, const char *end) {
  for (size_t i = 0; i < r->rename_count; i++) {
    const char *name = r->renames[i].name;
    if (strlen(name) == (size_t)(end - p) && !memcmp(name, p, (size_t)(end - p))) {
      fputs(r->renames[i].instead, to);
      return;
    }
  }
  put(to, p, end);
}

static void add_rename(retargeting *r, const char *name, const char *end, char *instead) {
  stand_in *more = realloc(r->renames, (r->rename_count + 1) * sizeof *more);
  char *copy = strndup(name, (size_t)(end - name));
  if (more) r->renames = more;
  if (more && copy && instead) {
    r->renames[r->rename_count++] = (stand_in){copy, instead};
    return;
  }
  free(copy);
  free(instead);
  r->failed = true;
}

static void end_function(retargeting *r) {
  for (size_t i = 0; i < r->rename_count; i++) {
    free(r->renames[i].name);
    free(r->renames[i].instead);
  }
  r->rename_count = 0;
  free(r->first);
  r->first = NULL;
}

// ---- words ---------------------------------------------------------------------------------------

// The number in "addrspace(1)" at p. NULL: there is none, else what is behind it.
static const char *read_space(const char *p, const char *end, unsigned *space) {
  if (!is(p, end, "addrspace(")) return NULL;
  char *behind;
  *space = (unsigned)strtoul(p + 10, &behind, 10);
  return behind < end && *behind == ')' ? behind + 1 : NULL;
}

// A part of a line.
static void put_words(const retargeting *r, FILE *to, const char *p, const char *end) {
  unsigned space, last = FLAT;  // last: of the pointer type before
  while (p < end) {
    const char *next = p + 1;
    if (*p == '"') {
      next = name_end(p, end);
      put(to, p, next);
    } else if (*p == '@') {
      next = name_end(p + 1, end);
      put_global(to, p + 1, next);
    } else if (*p == '%') {
      next = name_end(p + 1, end);
      put_value(r, to, p, next);
    } else if (!is_name(*p)) {
      fputc(*p, to);
    } else {
      const char *behind;
      next = name_end(p, end);
      const size_t length = (size_t)(next - p);
      if (length == 3 && is(p, end, "ptr")) {
        behind = is(next, end, " ") ? read_space(next + 1, end, &space) : NULL;
        last = space_of(behind ? space : SPIR_PRIVATE);
        fputs("ptr", to);
        if (last) fprintf(to, " addrspace(%u)", last);
        if (behind) next = behind;
      } else if ((behind = read_space(p, end, &space))) {
        fprintf(to, "addrspace(%u)", space_of(space));
        next = behind;
      } else if (length == 9 && is(p, end, "spir_func")) {
        if (is(next, end, " ")) next++;
      } else if (length == 4 && is(p, end, "null") && (last == PRIVATE || last == LOCAL)) {
        // Byte 0 of private and of local memory may be a variable's: the null of OpenCL C is another pointer.
        fprintf(to, "addrspacecast (ptr null to ptr addrspace(%u))", last);
      } else {
        put(to, p, next);
      }
    }
    p = next;
  }
}

// The end of what begins at p in a list: its comma, or the bracket behind the list.
static const char *item_end(const char *p, const char *end) {
  int depth = 0;
  for (; p < end; p++) {
    if (*p == '"') p = name_end(p, end) - 1;
    else if (strchr("([{<", *p)) depth++;
    else if (strchr(")]}>", *p) && !depth--) break;
    else if (*p == ',' && !depth) break;
  }
  return p;
}

// ---- functions -----------------------------------------------------------------------------------

// Where a line has the parameters or arguments of a function of the library whose first one is an image. NULL: nowhere.
static const char *image_list(const retargeting *r, const char *line, const char *end) {
  const char *at = find(line, end, "@_Z");
  if (!at) return NULL;
  const char *behind = name_end(at + 1, end), *types = sized_end(at + 3, behind);
  if (behind == end || *behind != '(' || !isdigit((unsigned char)*types)) return NULL;
  while (isdigit((unsigned char)*types)) types++;
  if (!is(types, behind, "ocl_image")) return NULL;
  // A function of the program's own is defined in the text.
  for (const char *p = r->text; (p = strstr(p, "\ndeclare ")); p++) {
    const char *line_end = p + 1 + strcspn(p + 1, "\n"), *name = find(p, line_end, "@_Z");
    if (name && is(name, line_end, "@_Z") && !strncmp(name, at, (size_t)(behind + 1 - at))) return behind + 1;
  }
  return NULL;
}

// The declaration of such a function, and a line that calls one. An image is constant memory for AMDGPU.
static void put_image_declaration(const retargeting *r, const char *line, const char *list, const char *end) {
  put_words(r, r->to, line, list);
  fprintf(r->to, "ptr addrspace(%d)", CONSTANT);
  put_words(r, r->to, item_end(list, end), end);
}

static void put_image_call(retargeting *r, const char *line, const char *list, const char *end) {
  const char *item = item_end(list, end);
  fprintf(r->to, "  %%wl.image.%u = addrspacecast ", r->values);
  put_words(r, r->to, list, item);
  fprintf(r->to, " to ptr addrspace(%d)\n", CONSTANT);
  put_words(r, r->to, line, list);
  fprintf(r->to, "ptr addrspace(%d) %%wl.image.%u", CONSTANT, r->values++);
  put_words(r, r->to, item, end);
}

// A parameter of a kernel, from p to its end. A structure lies in the kernel's arguments, and is copied to where the
// kernel has it.
static void put_parameter(retargeting *r, FILE *first, const char *p, const char *end) {
  const char *type = find(p, end, " byval("), *name = end;
  if (!type) {
    put_words(r, r->to, p, end);
    return;
  }
  const char *type_end = item_end(type + 7, end), *align = find(type_end, end, " align ");
  const unsigned alignment = align ? (unsigned)strtoul(align + 7, NULL, 10) : 1, number = r->values++;
  while (name > p && *name != '%') name--;
  fprintf(r->to, "%sptr addrspace(%d) byref(", *p == ' ' ? " " : "", CONSTANT);
  put_words(r, r->to, type + 7, type_end);
  fprintf(r->to, ") align %u ", alignment);
  put(r->to, name, end);
  fprintf(first, "  %%wl.copy.%u = alloca ", number);
  put_words(r, first, type + 7, type_end);
  fprintf(first, ", align %u, addrspace(%d)\n", alignment, PRIVATE);
  fprintf(first,
          "  call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) align %u %%wl.copy.%u, ptr addrspace(4) align %u ",
          alignment, number, alignment);
  put(first, name, end);
  fputs(", i64 ptrtoint (ptr getelementptr (", first);
  put_words(r, first, type + 7, type_end);
  fputs(", ptr null, i64 1) to i64), i1 false)\n", first);
  char *instead = NULL;
  if (asprintf(&instead, "%%wl.copy.%u", number) < 0) instead = NULL;
  add_rename(r, name, end, instead);
  r->copies = true;
}

// The work-items of a work-group that a kernel requires, by the metadata behind its parameters; 0: it does not.
static unsigned long required_items(const retargeting *r, const char *p, const char *end) {
  static const char required[] = " !reqd_work_group_size !";
  const char *at = find(p, end, required);
  char node[32];
  if (!at) return 0;
  snprintf(node, sizeof node, "\n!%lu = !{i32 ", strtoul(at + sizeof required - 1, NULL, 10));
  const char *value = strstr(r->text, node);
  unsigned long items = 1;
  for (size_t i = 0, skip = strlen(node); value && i < 3; i++, skip = strlen(", i32 ")) {
    char *behind;
    items *= strtoul(value + skip, &behind, 10);
    value = behind;
  }
  return value ? items : 0;
}

static void put_kernel(retargeting *r, const char *line, const char *end) {
  const char *name = memchr(line, '@', (size_t)(end - line)), *p = name ? name_end(name + 1, end) : end;
  size_t size;
  FILE *first = open_memstream(&r->first, &size);
  if (!first || p == end) {
    r->failed = true;
    if (first) fclose(first);
    return;
  }
  fputs("define protected amdgpu_kernel void ", r->to);
  put(r->to, name, p);
  while (*p != ')') {
    fputc(*p++, r->to);
    const char *behind = item_end(p, end);
    put_parameter(r, first, p, behind);
    p = behind;
    if (p >= end) break;
  }
  if (p < end) fputc(*p++, r->to);
  const unsigned long required = required_items(r, p, end);
  fprintf(r->to, " \"amdgpu-flat-work-group-size\"=\"%lu,%lu\"", required ? required : 1,
          required ? required : NARROW_GROUP);
  put_words(r, r->to, p, end);
  if (fclose(first)) r->failed = true;
}

// The name of a variable in "%1 = getelementptr inbounds [9 x i8], ptr addrspace(2) @.str, i64 0, i64 0": the address
// is the variable's.
static void note_variable(retargeting *r, const char *line, const char *end) {
  const char *value = line + strspn(line, " "), *value_end = name_end(value + 1, end);
  const char *name = find(line, end, " @");
  if (*value != '%' || !is(value_end, end, " = getelementptr ") || !name) return;
  const char *p = name_end(name + 2, end);
  for (const char *q = p; q < end;) {
    if (!is(q, end, ", i64 0") && !is(q, end, ", i32 0")) return;
    q += 7;
  }
  char *instead = strndup(name + 1, (size_t)(p - name - 1));
  add_rename(r, value, value_end, instead);
}

// The type and the name, in a line that calls a kernel of the module: as a function, as llvm-spirv writes it. NULL: the
// line calls none.
static const char *kernel_call(const retargeting *r, const char *line, const char *end) {
  static const char kernel[] = "\ndefine spir_kernel void @", result[] = "void @";
  const char *call = find(line, end, " call "), *callee = call ? find(call, end, result) : NULL;
  if (!callee) return NULL;
  const char *name = callee + sizeof result - 1;
  const size_t length = (size_t)(name_end(name, end) - name);
  if (is(name, end, "_Z") || is(name, end, "llvm.")) return NULL;
  for (const char *p = r->text; (p = strstr(p, kernel));) {
    p += sizeof kernel - 1;
    if (!strncmp(p, name, length) && p[length] == '(') return callee;
  }
  return NULL;
}

static void put_instruction(retargeting *r, const char *line, const char *end) {
  const char *value = line + strspn(line, " "), *from = line;
  const bool label = *value != ';' && line == value;
  if (r->first && !label && value < end) {
    fputs(r->first, r->to);
    free(r->first);
    r->first = NULL;
  }
  const char *list = image_list(r, line, end);
  if (list) {
    put_image_call(r, line, list, end);
    return;
  }
  const char *callee = kernel_call(r, line, end);
  if (callee) {
    // Such a call is inlined: its own attributes may forbid that.
    const char *own = find(callee, end, ") #");
    put_words(r, r->to, line, callee);
    fputs("amdgpu_kernel ", r->to);
    put_words(r, r->to, callee, own ? own + 1 : end);
    return;
  }
  // The value that is made keeps its name.
  if (*value == '%') {
    from = name_end(value + 1, end);
    put(r->to, line, from);
  }
  if (find(from, end, " = alloca ")) {
    const char *more = find(from, end, ", !");
    put_words(r, r->to, from, more ? more : end);
    fprintf(r->to, ", addrspace(%d)", PRIVATE);
    if (more) put(r->to, more, end);
    return;
  }
  put_words(r, r->to, from, end);
  note_variable(r, line, end);
}

// ---- lines ---------------------------------------------------------------------------------------

// Whether a line has a digit behind `what` that is none of OpenCL's address spaces.
static bool has_other_space(const char *line, const char *end, const char *what) {
  for (const char *p = line; (p = find(p, end, what));) {
    p += strlen(what);
    if (p == end || *p < '0' + SPIR_PRIVATE || *p > '0' + SPIR_GENERIC) return true;
    if (p[-1] == '(' && p[1] != ')') return true;
  }
  return false;
}

// Whether a line lays out pointers that have 8 bytes in the module and 4 here.
static bool lays_out_pointers(const char *line, const char *end) {
  static const char *const forms[] = {" x ptr]",
                                      " x ptr addrspace(3)]",
                                      " x ptr>",
                                      " x ptr addrspace(3)>",
                                      ", ptr,",
                                      ", ptr }",
                                      "{ ptr,",
                                      "{ ptr }",
                                      ", ptr addrspace(3),",
                                      ", ptr addrspace(3) }",
                                      "{ ptr addrspace(3),",
                                      "{ ptr addrspace(3) }"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (find(line, end, forms[i])) return true;
  return false;
}

// Why a line cannot be written for the devices. NULL: it can.
static const char *unknown(const retargeting *r, const char *line, const char *end) {
  static const char *const starts[] = {" ", "}", "%", "@", "!", ";", "target ", "source_filename ", "attributes "};
  const bool defines = is(line, end, "define "), declares = is(line, end, "declare ");
  const char *name = find(line, end, "@_Z"), *behind = name ? name_end(name + 1, end) : end;
  const char *image = name && behind < end ? find(name, behind, "ocl_image") : NULL;
  bool known = line == end || defines || declares || ((is_name(*line) || *line == '"') && *name_end(line, end) == ':');
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) known |= is(line, end, starts[i]);
  if (!known) return "a line of no kind that is known";
  if (*line == '!' || *line == ';') return NULL;
  if (has_other_space(line, end, "addrspace(") || has_other_space(line, end, "U3AS"))
    return "an address space that OpenCL C does not have";
  if (find(line, end, "spir_kernel ") && !is(line, end, "define spir_kernel "))
    return "a kernel that is called, or is not of this module alone";
  if (declares && image && isalpha((unsigned char)*sized_end(name + 3, behind)))
    return "an image behind another parameter of a function of the library";
  if (find(line, end, " byval(") && kernel_call(r, line, end)) return "a structure for a kernel that another one calls";
  const bool layout = *line == '%' || *line == '@' || find(line, end, " = alloca ");
  if (r->sized && layout && lays_out_pointers(line, end))
    return "pointers to private or local memory in an array or a structure, in a module that counts bytes";
  return NULL;
}

// A variable of the program. Other modules do not replace it; local memory has no values at first.
static void put_variable(const retargeting *r, const char *line, const char *end) {
  const char *behind = find(line, end, " = "), *zero = find(line, end, " zeroinitializer");
  const bool local = find(line, end, " addrspace(3) global ");
  if (!behind) {
    put_words(r, r->to, line, end);
    return;
  }
  put_words(r, r->to, line, behind + 3);
  if (is(behind + 3, end, "addrspace(")) fputs("protected ", r->to);
  put_words(r, r->to, behind + 3, local && zero ? zero : end);
  if (local && zero) {
    fputs(" undef", r->to);
    put_words(r, r->to, zero + 16, end);
  }
}

static void put_line(retargeting *r, const char *line, const char *end) {
  static const char group[] = " = { ";
  const char *list, *why = unknown(r, line, end);
  if (why) {
    fprintf(r->log, "error: %s: %.*s\n", why, (int)(end - line < 400 ? end - line : 400), line);
    r->failed = true;
  }
  if (*line == ';' || is(line, end, "target ")) return;
  if (is(line, end, "attributes ")) {
    const char *words = find(line, end, group);
    put(r->to, line, words ? words + sizeof group - 1 : end);
    // OpenCL has no recursion. Without the word clang 16 knows no size of the private memory of a kernel that calls.
    if (words)
      fprintf(r->to, "convergent norecurse %s",
              r->flush ? "\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\" " : "");
    if (words) put(r->to, words + sizeof group - 1, end);
  } else if (is(line, end, "define spir_kernel ")) {
    put_kernel(r, line, end);
  } else if (is(line, end, "define spir_func ")) {
    fputs("define hidden ", r->to);
    put_words(r, r->to, line + 17, end);
  } else if (*line == '@') {
    put_variable(r, line, end);
  } else if (*line == '}') {
    end_function(r);
    put(r->to, line, end);
  } else if (is(line, end, "declare ") && !find(line, end, "@llvm.")) {
    // Hidden, so that the linker takes one that nobody has for an error.
    fputs("declare hidden ", r->to);
    line += 8;
    if ((list = image_list(r, line, end))) put_image_declaration(r, line, list, end);
    else put_words(r, r->to, line, end);
  } else if (*line == ' ') {
    put_instruction(r, line, end);
  } else if (*line == '!') {
    put(r->to, line, end);
  } else {
    put_words(r, r->to, line, end);
  }
  fputc('\n', r->to);
}

bool retarget(const char *text, bool flush, FILE *to, FILE *log) {
  retargeting r = {.text = text, .to = to, .flush = flush, .log = log};
  r.sized = strstr(text, "@llvm.memcpy.") || strstr(text, "@llvm.memset.") || strstr(text, "@llvm.memmove.");
  fputs(target, to);
  for (const char *line = text, *end; *line; line = end + (*end == '\n')) {
    end = line + strcspn(line, "\n");
    put_line(&r, line, end);
  }
  end_function(&r);
  free(r.renames);
  if (r.copies && !strstr(text, "@llvm.memcpy.p0.p2.i64("))
    fputs("declare void @llvm.memcpy.p5.p4.i64(ptr addrspace(5), ptr addrspace(4), i64, i1)\n", to);
  return !r.failed && !ferror(to);
}
