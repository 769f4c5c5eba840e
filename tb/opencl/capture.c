// SPDX-License-Identifier: Apache-2.0
// A launch as a test folder: make sim repeats it without the host program (vectors/README.md).
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/tools.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/output.h"
#include "launch.h"
#include "testcase/testcase.h"

enum { MOST_ELEMENTS = 1 << 26, FILE_NAME = WL_NAME + 8 };

// How the test has a root object.
typedef struct {
  bool given;  // its argument stands in the list
  bool typed;
  wl_type type;
  uint8_t *after;  // contents after the launch, as a model has them; NULL: unknown, or they are on n->device
  bool changed;    // they are others than before, and the test expects them
} captured;

typedef struct {
  const ndrange *n;
  const char *folder;
  captured *parts;
  bool part;   // of the launch: the workgroups that ran in lockstep
  bool named;  // the launch names its arguments: the test has more
  wl_error *error;
} capturing;

static cl_uint part_of(const capturing *c, cl_uint i) {
  cl_uint p = 0;
  while (c->n->parts[p].root != c->n->arguments[i].memory->root) p++;
  return p;
}

// ---- files ---------------------------------------------------------------------------------------

static bool write_file(const capturing *c, const char *name, const char *end, const void *bytes, size_t size) {
  char path[PATH_MAX + 96];
  wl_text(path, sizeof path, "%s/%s%s", c->folder, name, end);
  return wl_output_write(path, NULL, bytes, size, c->error);
}

// The section of a file that has this image offset. NULL: none.
static const Elf64_Shdr *section_at(const uint8_t *bytes, size_t size, uint64_t at) {
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)bytes;
  const Elf64_Shdr *s = (const Elf64_Shdr *)(bytes + e->e_shoff);
  if (e->e_shoff > size || e->e_shnum > (size - e->e_shoff) / sizeof *s) return NULL;
  for (unsigned i = 0; i < e->e_shnum; i++)
    if ((s[i].sh_flags & SHF_ALLOC) && s[i].sh_type != SHT_NOBITS && at >= s[i].sh_addr &&
        at - s[i].sh_addr < s[i].sh_size && s[i].sh_offset <= size && s[i].sh_size <= size - s[i].sh_offset)
      return &s[i];
  return NULL;
}

// A pointer that the loader makes moves with the code: what it adds to the address of the code is in the relocation.
static void set_pointers(uint8_t *bytes, size_t size, const wl_object *o, uint64_t base, const uint8_t *variables) {
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)bytes;
  const Elf64_Shdr *s = (const Elf64_Shdr *)(bytes + e->e_shoff);
  for (unsigned i = 0; i < e->e_shnum; i++) {
    if (s[i].sh_type != SHT_RELA || s[i].sh_offset > size || s[i].sh_size > size - s[i].sh_offset) continue;
    Elf64_Rela *r = (Elf64_Rela *)(bytes + s[i].sh_offset);
    for (uint64_t k = 0; k < s[i].sh_size / sizeof *r; k++) {
      uint64_t value;
      if (r[k].r_offset < o->variables || r[k].r_offset + sizeof value > o->variables_end) continue;
      memcpy(&value, variables + r[k].r_offset - o->variables, sizeof value);
      r[k].r_info = ELF64_R_INFO(0, WL_RELOC_RELATIVE64);
      r[k].r_addend = (Elf64_Sxword)(value - base);
    }
  }
}

// The variables of the program as the launch found them, in a copy of its file.
static bool set_variables(const capturing *c, uint8_t *bytes, size_t size) {
  const wl_object *o = c->n->code->object;
  const uint64_t count = o->variables_end - o->variables;
  if (!count) return true;
  uint8_t *variables = malloc(count);
  bool good = (variables || wl_fail(c->error, "out of memory for the variables of the program")) &&
              launch_variables_before(c->n, variables, c->error);
  for (uint64_t i = 0; good && i < count; i++) {
    const Elf64_Shdr *s = section_at(bytes, size, o->variables + i);
    if (s) bytes[s->sh_offset + o->variables + i - s->sh_addr] = variables[i];
    else if (variables[i]) good = wl_fail(c->error, "the file of the program has no room for a variable that is not 0");
  }
  if (good) set_pointers(bytes, size, o, launch_code_base(c->n), variables);
  free(variables);
  return good;
}

static bool copy_program(const capturing *c) {
  const char *path = c->n->code->path;
  FILE *f = fopen(path, "rb");
  long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
  char *bytes = size > 0 ? malloc((size_t)size) : NULL;
  if (f) rewind(f);
  const bool read = bytes && fread(bytes, 1, (size_t)size, f) == (size_t)size;
  const bool good = (read || wl_fail(c->error, "%.400s: cannot be read", path)) &&
                    set_variables(c, (uint8_t *)bytes, (size_t)size) &&
                    write_file(c, "program.co", "", bytes, (size_t)size);
  if (f) fclose(f);
  free(bytes);
  return good;
}

// ---- arguments -----------------------------------------------------------------------------------

// A type whose elements fill the buffer, and are not too many for a test.
static bool choose_type(const capturing *c, cl_uint p, wl_type likely) {
  const size_t size = c->n->parts[p].size;
  wl_type type = size % wl_type_size(likely) ? WL_U8 : likely;
  if (size / wl_type_size(type) > MOST_ELEMENTS && size % 8 == 0) type = WL_U64;
  c->parts[p].type = type;
  return size / wl_type_size(type) <= MOST_ELEMENTS ||
         wl_fail(c->error, "buffer %s of %zu bytes is too large for a test", c->n->parts[p].name, size);
}

// How the test has each root buffer: as the argument that is all of it and comes first, or beside the arguments.
static bool choose_types(capturing *c) {
  for (cl_uint i = 0; i < c->n->kernel->count; i++) {
    if (!c->n->arguments[i].memory) continue;
    const cl_uint p = part_of(c, i);
    if (c->parts[p].typed) continue;
    c->parts[p].typed = true;
    c->named |= !c->n->parts[p].whole;
    const wl_arg_info *info = c->n->kernel->info[i];
    const bool image = argument_kind_of(info) == ARGUMENT_IMAGE;
    if (!choose_type(c, p, image ? WL_U32 : wl_testcase_type(info->type_name, 1))) return false;
  }
  for (cl_uint p = 0; p < c->n->part_count; p++) {
    if (c->parts[p].typed) continue;
    c->named = true;
    if (!choose_type(c, p, WL_U32)) return false;
  }
  c->named |= !c->n->part_count;
  return true;
}

static json_t *whole_json(const capturing *c, cl_uint p) {
  const launch_part *part = &c->n->parts[p];
  char address[24], file[FILE_NAME];
  wl_text(address, sizeof address, "0x%" PRIx64, part->address);
  wl_text(file, sizeof file, "%s.in", part->name);
  return json_pack("{s:s, s:s, s:I, s:s, s:{s:s}}", "buffer", part->name, "type", wl_type_name(c->parts[p].type),
                   "count", (json_int_t)(part->size / wl_type_size(c->parts[p].type)), "address", address, "init",
                   "file", file);
}

static json_t *argument_json(const capturing *c, cl_uint i) {
  const wl_arg_info *info = c->n->kernel->info[i];
  const kernel_argument *a = &c->n->arguments[i];
  const char *name = c->n->names[i];
  const argument_kind kind = argument_kind_of(info);
  if (kind == ARGUMENT_LOCAL) return json_pack("{s:s, s:I}", "local", name, "bytes", (json_int_t)a->size);
  if (kind != ARGUMENT_BUFFER) {
    // The pointer of an image or a sampler: what it points to has its address in the test too.
    const uint8_t *value = kind == ARGUMENT_VALUE ? a->value : (const uint8_t *)c->n->launch.kernarg + info->offset;
    const size_t size = kind == ARGUMENT_VALUE ? a->size : 8;
    json_t *bytes = json_array();
    for (size_t b = 0; b < size; b++) json_array_append_new(bytes, json_integer(value[b]));
    return json_pack("{s:s, s:o}", "scalar", name, "bytes", bytes);
  }
  if (!a->memory) return json_pack("{s:s, s:b}", "buffer", name, "null", 1);
  const cl_uint p = part_of(c, i);
  if (c->n->parts[p].whole && !c->parts[p].given) {
    c->parts[p].given = true;
    return whole_json(c, p);
  }
  json_t *same = json_pack("{s:s, s:s}", "buffer", name, "same_as", c->n->parts[p].name);
  if (launch_offset(a)) json_object_set_new(same, "offset", json_integer((json_int_t)launch_offset(a)));
  return same;
}

// ---- the description -----------------------------------------------------------------------------

static json_t *sizes_json(const wl_launch *l) {
  json_t *j = json_pack("{s:[i, i, i], s:[i, i, i]}", "grid", 0, 0, 0, "group", 0, 0, 0);
  for (size_t i = 0; i < 3; i++) {
    json_array_set_new(json_object_get(j, "grid"), i, json_integer(l->grid[i]));
    json_array_set_new(json_object_get(j, "group"), i, json_integer(l->group[i]));
  }
  if (l->offset[0] || l->offset[1] || l->offset[2])
    json_object_set_new(
        j, "offset",
        json_pack("[o, o, o]", wl_json_wide(l->offset[0]), wl_json_wide(l->offset[1]), wl_json_wide(l->offset[2])));
  if (l->scratch) json_object_set_new(j, "scratch", json_integer(l->scratch));
  const uint32_t last = l->grid[2] > 1 ? 3 : l->grid[1] > 1 ? 2 : 1;
  if (l->dimensions != last) json_object_set_new(j, "dimensions", json_integer(l->dimensions));
  return j;
}

static json_t *groups_json(const ndrange *n) {
  json_t *list = json_array();
  for (size_t i = 0; i < n->group_count; i++) json_array_append_new(list, json_integer((json_int_t)n->groups[i]));
  return list;
}

static json_t *expect_json(const capturing *c) {
  json_t *list = json_array();
  for (cl_uint p = 0; p < c->n->part_count; p++) {
    const char *name = c->n->parts[p].name;
    char file[FILE_NAME];
    wl_text(file, sizeof file, "%s.out", name);
    json_array_append_new(list, c->parts[p].changed ? json_pack("{s:s, s:s}", "buffer", name, "file", file)
                                                    : json_pack("{s:s, s:b}", "buffer", name, "unchanged", 1));
  }
  if (!c->n->part_count) json_array_append_new(list, json_pack("{s:s, s:b}", "buffer", "no.buffer", "unchanged", 1));
  return json_pack("{s:o}", "buffers", list);
}

// Removes an earlier run's description: it does not describe files of this one. No folder: there is none.
static bool remove_description(const capturing *c) {
  char path[PATH_MAX + 96];
  wl_text(path, sizeof path, "%s/test.json", c->folder);
  return !unlink(path) || errno == ENOENT || errno == ENOTDIR || wl_fail(c->error, "%.400s: %s", path, strerror(errno));
}

// A description is UTF-8, and its names are the program's.
static bool is_utf8(const capturing *c, const char *what, const char *name) {
  json_t *as_it_is = json_string(name), *shown = wl_json_text(name);
  if (!as_it_is)
    wl_fail(c->error, "the name of %s %.200s is not UTF-8, which a description is", what, json_string_value(shown));
  const bool good = as_it_is != NULL;
  json_decref(as_it_is);
  json_decref(shown);
  return good;
}

static bool names_are_utf8(const capturing *c) {
  bool good = is_utf8(c, "kernel", c->n->of->info.name);
  for (cl_uint i = 0; good && i < c->n->kernel->count; i++) good = is_utf8(c, "argument", c->n->names[i]);
  return good;
}

static bool write_description(const capturing *c) {
  const cl_kernel k = c->n->kernel;
  json_t *args = json_array(), *names = json_array(), *launch = sizes_json(&c->n->launch);
  char about[256], path[PATH_MAX + 96];
  // A test expects something of a buffer.
  if (!c->n->part_count)
    json_array_append_new(args, json_pack("{s:s, s:s, s:i}", "buffer", "no.buffer", "type", "u32", "count", 1));
  for (cl_uint p = 0; p < c->n->part_count; p++)
    if (!c->n->parts[p].whole) json_array_append_new(args, whole_json(c, p));
  for (cl_uint i = 0; i < k->count; i++) {
    json_array_append_new(args, argument_json(c, i));
    json_array_append_new(names, json_string(c->n->names[i]));
  }
  wl_text(about, sizeof about, "launch %" PRIu64 " of %.100s: kernel %.100s", c->n->number,
          program_invocation_short_name, c->n->of->info.name);
  json_t *j = json_pack("{s:o, s:s, s:s, s:o, s:o}", "about", wl_json_text(about), "program", "program.co", "kernel",
                        c->n->of->info.name, "args", args, "expect", expect_json(c));
  json_t *driver = c->named ? json_object() : json_incref(launch);
  if (c->named) {
    json_object_set(launch, "args", names);
    json_object_set_new(j, "launches", json_pack("[O]", launch));
  }
  for (uint32_t i = 0; i < c->n->of->arg_count; i++)
    if (!strcmp(c->n->of->args[i].kind, "hidden_printf_buffer"))
      json_object_set_new(driver, "printf", json_integer(CL_PRINTF_BUFFER));
  if (c->part) json_object_set_new(driver, "groups", groups_json(c->n));
  if (json_object_size(driver)) json_object_set(j, "launch", driver);
  json_decref(driver);
  if (settings()->memcheck) json_object_set_new(j, "memcheck", json_string("bounds"));
  wl_text(path, sizeof path, "%s/test.json", c->folder);
  const bool good = wl_json_write(j, path, NULL, JSON_INDENT(2), c->error);
  json_decref(launch);
  json_decref(names);
  json_decref(j);
  return good;
}

// ---- what the model makes of it ------------------------------------------------------------------

// Runs the launch on a model of its own and takes the contents after it; of none, if the model does not come to an end
// either.
static bool run_again(capturing *c) {
  static wl_device *model;
  const cl_uint count = c->n->part_count;
  wl_launch_result result;
  uint8_t **after = calloc(count + 1, sizeof *after);
  bool good = after != NULL;
  for (cl_uint p = 0; good && p < count; p++) good = (after[p] = malloc(c->n->parts[p].size)) != NULL;
  if (!good) wl_fail(c->error, "out of memory for the contents of the buffers");
  good = good && (model || (model = settings_open_model(c->error))) &&
         launch_again(model, c->n, c->part ? c->n->groups : NULL, c->n->group_count, &result, after, c->error);
  for (cl_uint p = 0; after && p < count; p++) {
    if (good && result.verdict == WL_PASS) c->parts[p].after = after[p];
    else free(after[p]);
  }
  free(after);
  return good;
}

// The files of a buffer. expect: the contents after the launch count.
static bool write_part(const capturing *c, cl_uint p, bool expect) {
  const launch_part *part = &c->n->parts[p];
  captured *to = &c->parts[p];
  uint8_t *before = malloc(part->size);
  bool good = (before || wl_fail(c->error, "out of memory for %zu bytes of buffer %s", part->size, part->name)) &&
              launch_before(c->n, p, 0, before, part->size, c->error) &&
              write_file(c, part->name, ".in", before, part->size);
  if (good && expect && !to->after)
    good = ((to->after = malloc(part->size)) ||
            wl_fail(c->error, "out of memory for %zu bytes of buffer %s", part->size, part->name)) &&
           wl_device_read(c->n->device, part->address, to->after, part->size, c->error);
  to->changed = good && expect && memcmp(before, to->after, part->size) != 0;
  if (to->changed) good = write_file(c, part->name, ".out", to->after, part->size);
  free(before);
  free(to->after);
  to->after = NULL;
  return good;
}

bool capture_write(const ndrange *n, const char *folder, bool again, bool part, const wl_launch_result *found,
                   wl_error *error) {
  const bool hangs = found->verdict == WL_HANG;
  capturing c = {.n = n, .folder = folder, .part = part && n->groups, .error = error};
  c.parts = calloc(n->part_count + 1, sizeof *c.parts);
  bool good = (c.parts || wl_fail(error, "out of memory")) && remove_description(&c) && names_are_utf8(&c) &&
              wl_make_folders(folder, error) && choose_types(&c) && copy_program(&c) &&
              (hangs || !again || run_again(&c));
  for (cl_uint p = 0; good && p < n->part_count; p++) good = write_part(&c, p, !hangs && (!again || c.parts[p].after));
  good = good && write_description(&c);
  for (cl_uint p = 0; c.parts && p < n->part_count; p++) free(c.parts[p].after);
  free(c.parts);
  return good;
}
