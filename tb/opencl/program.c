// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/tools.h"
#include "base/error.h"
#include "queue.h"
#include "settings.h"

static void say_log(const char *log) {
  if (settings_flag("WAVELOCK_VERBOSE")) fputs(log, stderr);
}

static bool copy_blob(const blob *from, blob *to) {
  *to = (blob){malloc(from->size + 1), from->size};
  if (to->data && from->size) memcpy(to->data, from->data, from->size);
  return to->data != NULL;
}

// ---- code objects --------------------------------------------------------------------------------

code_object *code_object_new(const char *path, wl_error *error) {
  code_object *c = calloc(1, sizeof *c);
  if (!c) return wl_fail(error, "out of memory"), NULL;
  c->uses = 1;
  pthread_mutex_init(&c->widening, NULL);
  if (wl_text(c->path, sizeof c->path, "%s", path) && (c->object = wl_object_open_any(path, cl_target(), error)))
    return c;
  free(c);
  return NULL;
}

void code_object_use(code_object *c) { c->uses++; }

static void unload(void *data) {
  code_object *c = data;
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (c->loaded[i]) wl_device_unload(the_devices[i].device, c->loaded[i]);
}

static void destroyed(void *data) {
  code_object *c = data;
  worker_do(unload, c);
  wl_object_free(c->object);
  for (cl_uint i = 0; i < c->count; i++) free(c->bitcode[i].data);
  free(c->bitcode);
  free(c->wide_log);
  pthread_mutex_destroy(&c->widening);
  free(c);
}

void code_object_unuse(code_object *c) {
  if (--c->uses) return;
  if (c->wide) code_object_unuse(c->wide);
  cl_defer(destroyed, c);
}

void code_object_widen(code_object *c) {
  pthread_mutex_lock(&c->widening);
  if (!c->widened && c->count) {
    char path[PATH_MAX], *text = NULL;
    size_t size;
    wl_error error;
    blob object = {0};
    FILE *log = open_memstream(&text, &size);
    code_object *wide = NULL;
    if (log && link_program(c->bitcode, c->count, c->plain, true, &object, path, sizeof path, log) &&
        !(wide = code_object_new(path, &error)))
      fprintf(log, "wavelock: %s\n", error.text);
    const bool good = wide && diagnose(wide->object, log);
    if (log) fclose(log);
    free(object.data);
    if (text) say_log(text);
    cl_lock();
    if (wide && !good) code_object_unuse(wide);
    c->wide = good ? wide : NULL;
    c->wide_log = text;
    c->widened = true;
    cl_unlock();
  }
  pthread_mutex_unlock(&c->widening);
}

// ---- binaries ------------------------------------------------------------------------------------
//
// What the host gets is the code object or the bitcode, as other tools read it, with this behind it.

typedef struct {
  char magic[8];
  uint32_t version, type, arg_info, reserved;
  wl_hash hash;  // of the bytes before it
} binary_end;

static binary_end end_of(const blob *b, cl_program_binary_type type, bool arg_info) {
  binary_end e = {.version = 1, .type = type, .arg_info = arg_info, .hash = wl_hash_start};
  memcpy(e.magic, "WAVELOCK", 8);
  wl_hash_sized(&e.hash, b->data, b->size);
  wl_hash_mix(&e.hash, &e, offsetof(binary_end, hash));
  return e;
}

// Reads what a host gives. false: no binary of ours, and no code object for the devices.
static bool read_binary(const void *data, size_t size, program_build *to) {
  binary_end e;
  const bool ours = size > sizeof e && !memcmp((const char *)data + size - sizeof e, "WAVELOCK", 8);
  to->binary = (blob){.size = ours ? size - sizeof e : size};
  to->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (!(to->binary.data = malloc(to->binary.size))) return false;
  memcpy(to->binary.data, data, to->binary.size);
  if (ours) {
    memcpy(&e, (const char *)data + size - sizeof e, sizeof e);
    to->type = e.type;
    to->arg_info = e.arg_info;
    const binary_end expected = end_of(&to->binary, e.type, e.arg_info);
    return !memcmp(&e, &expected, sizeof e);
  }
  // Any other code object, if the loader takes it.
  char path[PATH_MAX], *text = NULL;
  size_t length;
  FILE *log = open_memstream(&text, &length);
  blob kept = {0};
  const bool good =
      log && size > 4 && !memcmp(data, "\177ELF", 4) && keep_object(&to->binary, &kept, path, sizeof path, log);
  code_object *c = good ? code_object_new(path, NULL) : NULL;
  if (log) fclose(log);
  free(text);
  free(kept.data);
  if (!c) return false;
  // Without metadata, or with those of version 2, nobody knows the arguments of its kernels.
  bool known = c->object->kernel_count > 0;
  for (uint32_t i = 0; i < c->object->kernel_count; i++) known &= c->object->kernels[i].has_metadata;
  cl_lock();
  code_object_unuse(c);
  cl_unlock();
  return known;
}

// ---- programs ------------------------------------------------------------------------------------

static void forget_build(program_build *b) {
  free(b->options);
  free(b->log);
  free(b->binary.data);
  if (b->code) code_object_unuse(b->code);
  *b = (program_build){.status = CL_BUILD_NONE};
}

static void destroy_program(object *o) {
  cl_program p = (cl_program)o;
  for (unsigned i = 0; i < CL_DEVICES; i++) {
    forget_build(&p->build[i]);
    forget_build(&p->given[i]);
  }
  object_unuse(p->context);
  free(p->source);
  free(p->module.data);
  free(p->constants);
  object_free(p);
}

// With the lock held. devices NULL: all of the context's.
static cl_program new_program(cl_context context, cl_uint count, const cl_device_id *devices) {
  cl_program p = object_new(OF_PROGRAM, sizeof *p, destroy_program);
  if (!p) return NULL;
  p->context = context;
  object_use(context);
  for (unsigned i = 0; i < CL_DEVICES; i++) p->build[i].status = CL_BUILD_NONE;
  for (cl_uint i = 0; i < (devices ? count : context->device_count); i++) {
    const cl_device_id d = devices ? devices[i] : context->device[i];
    cl_uint before = 0;
    while (before < p->device_count && p->device[before] != d) before++;
    if (before == p->device_count) p->device[p->device_count++] = d;
  }
  return p;
}

static bool program_has(cl_program p, cl_device_id d) {
  for (cl_uint i = 0; i < p->device_count; i++)
    if (p->device[i] == d) return true;
  return false;
}

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                 const size_t *lengths, cl_int *errcode_ret) {
  char *source = NULL;
  size_t size;
  if (!count || !strings) return cl_refuse_new(errcode_ret, CL_INVALID_VALUE, __func__, "no strings");
  for (cl_uint i = 0; i < count; i++)
    if (!strings[i]) return cl_refuse_new(errcode_ret, CL_INVALID_VALUE, __func__, "string %u is NULL", i);
  FILE *f = open_memstream(&source, &size);
  for (cl_uint i = 0; f && i < count; i++)
    fwrite(strings[i], 1, lengths && lengths[i] ? strnlen(strings[i], lengths[i]) : strlen(strings[i]), f);
  const bool whole = f && !fclose(f);
  cl_lock();
  const bool good = object_is(context, OF_CONTEXT);
  cl_program p = good && whole ? new_program(context, 0, NULL) : NULL;
  if (p) p->source = source;
  cl_unlock();
  if (p) return cl_made(errcode_ret, p);
  free(source);
  if (good) return cl_refuse_new(errcode_ret, CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
  return cl_refuse_new(errcode_ret, CL_INVALID_CONTEXT, __func__, "%p is no context", (void *)context);
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret) {
  const char *why = "";
  blob module = {0};
  cl_int code = CL_SUCCESS;
  cl_program p = NULL;
  cl_lock();
  if (!object_is(context, OF_CONTEXT)) why = "a bad context", code = CL_INVALID_CONTEXT;
  else if (!*cl_il_version()) why = "the devices have no translator of SPIR-V", code = CL_INVALID_OPERATION;
  else if (!il || !length) why = "no module", code = CL_INVALID_VALUE;
  else if (!(module.data = malloc(length + 1))) why = "out of memory", code = CL_OUT_OF_HOST_MEMORY;
  if (!code) {
    memcpy(module.data, il, length);
    module.size = length;
    if (!il_is_module(module.data, length)) why = "the bytes are no module of SPIR-V", code = CL_INVALID_VALUE;
    else if (!(p = new_program(context, 0, NULL))) why = "out of memory", code = CL_OUT_OF_HOST_MEMORY;
  }
  if (p) p->module = module;
  else free(module.data);
  cl_unlock();
  return p ? cl_made(errcode_ret, p) : cl_refuse_new(errcode_ret, code, __func__, "%s", why);
}

// With the lock held.
static cl_int set_constant(cl_program p, cl_uint id, size_t size, const void *value, const char **why) {
  *why = "the program is none of SPIR-V";
  if (!p->module.data) return CL_INVALID_PROGRAM;
  const size_t expected = il_constant_size(&p->module, id);
  *why = "the module has no such constant";
  if (!expected) return CL_INVALID_SPEC_ID;
  *why = "no value, or one of another size than the constant";
  if (!value || size != expected) return CL_INVALID_VALUE;
  size_t i = 0;
  while (i < p->constant_count && p->constants[i].id != id) i++;
  *why = "out of memory";
  il_constant *more = realloc(p->constants, (p->constant_count + 1) * sizeof *more);
  if (!more) return CL_OUT_OF_HOST_MEMORY;
  p->constants = more;
  if (i == p->constant_count) p->constant_count++;
  more[i] = (il_constant){.id = id, .size = size};
  memcpy(&more[i].value, value, size);
  return CL_SUCCESS;
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program p, cl_uint id, size_t size, const void *value) {
  const char *why = "a bad program";
  cl_lock();
  const cl_int code = !object_is(p, OF_PROGRAM) ? CL_INVALID_PROGRAM
                      : !*cl_il_version()       ? CL_INVALID_OPERATION
                                                : set_constant(p, id, size, value, &why);
  cl_unlock();
  return code ? cl_refuse(code, __func__, "constant %u of %zu bytes: %s", id, size, why) : CL_SUCCESS;
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                 const cl_device_id *device_list, const size_t *lengths,
                                                 const unsigned char **binaries, cl_int *binary_status,
                                                 cl_int *errcode_ret) {
  program_build given[CL_DEVICES] = {0};
  cl_int code = CL_SUCCESS;
  cl_program p = NULL;
  cl_lock();
  const char *why = "a bad context";
  if (!object_is(context, OF_CONTEXT)) code = CL_INVALID_CONTEXT;
  else if (!num_devices || !device_list) why = "no devices", code = CL_INVALID_VALUE;
  else if (!lengths || !binaries) why = "no binaries, or none of their lengths", code = CL_INVALID_VALUE;
  for (cl_uint i = 0; !code && i < num_devices; i++)
    if (!context_has(context, device_list[i])) why = "a device is none of the context", code = CL_INVALID_DEVICE;
  if (!code) object_use(context);
  cl_unlock();
  if (code) return cl_refuse_new(errcode_ret, code, __func__, "%s", why);
  for (cl_uint i = 0; i < num_devices; i++) {
    const bool none = !lengths[i] || !binaries[i];
    program_build *g = &given[device_list[i]->index];
    free(g->binary.data);
    const cl_int one = none                                      ? CL_INVALID_VALUE
                       : read_binary(binaries[i], lengths[i], g) ? CL_SUCCESS
                                                                 : CL_INVALID_BINARY;
    if (binary_status) binary_status[i] = one;
    if (one && !code) code = one;
  }
  cl_lock();
  if (!code && !(p = new_program(context, num_devices, device_list))) code = CL_OUT_OF_HOST_MEMORY;
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (p) p->given[i] = given[i];
    else free(given[i].binary.data);
  object_unuse(context);
  cl_unlock();
  if (p) return cl_made(errcode_ret, p);
  return cl_refuse_new(errcode_ret, code, __func__, "%s",
                       code == CL_OUT_OF_HOST_MEMORY ? "out of memory"
                       : code == CL_INVALID_VALUE    ? "a binary is NULL, or has no bytes"
                                                     : "a binary is damaged, or not for these devices");
}

cl_int CL_API_CALL clRetainProgram(cl_program p) {
  return object_retained(p, OF_PROGRAM, CL_INVALID_PROGRAM, __func__);
}

cl_int CL_API_CALL clReleaseProgram(cl_program p) {
  return object_released(p, OF_PROGRAM, CL_INVALID_PROGRAM, __func__);
}

// ---- building ------------------------------------------------------------------------------------

typedef void(CL_CALLBACK *notify)(cl_program, void *);

// A build, from the call on to its end.
typedef struct {
  options_use use;
  cl_program program;  // used
  cl_uint device_count;
  cl_device_id device[CL_DEVICES];
  program_options options;
  char *text;  // of the options
  header *headers;
  cl_uint header_count;
  // For a link: bitcode, a copy of each program's for each device.
  blob *in[CL_DEVICES];
  cl_uint in_count;
  bool in_arg_info;
  notify call;
  void *data;
  const char *function;
} job;

static void free_job(job *j) {
  for (cl_uint i = 0; i < CL_DEVICES; i++) {
    for (cl_uint k = 0; j->in[i] && k < j->in_count; k++) free(j->in[i][k].data);
    free(j->in[i]);
  }
  for (cl_uint i = 0; i < j->header_count; i++) {
    free((char *)j->headers[i].name);
    free((char *)j->headers[i].text);
  }
  free(j->headers);
  free(j->text);
  options_free(&j->options);
  free(j);
}

// Takes the code object of a file, whose bytes b has already.
static bool take_object(const char *path, program_build *b, FILE *log) {
  wl_error error;
  b->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (!(b->code = code_object_new(path, &error))) return fprintf(log, "wavelock: %s\n", error.text), false;
  return diagnose(b->code->object, log);
}

static bool link_executable(const blob *in, cl_uint count, bool plain, program_build *b, FILE *log) {
  char path[PATH_MAX];
  if (!link_program(in, count, plain, false, &b->binary, path, sizeof path, log) || !take_object(path, b, log))
    return false;
  code_object *c = b->code;
  c->plain = plain;
  bool good = (c->bitcode = calloc(count, sizeof *c->bitcode)) != NULL;
  for (; good && c->count < count; c->count++) good = copy_blob(&in[c->count], &c->bitcode[c->count]);
  if (!good) fputs("wavelock: out of memory\n", log);
  return good;
}

// Builds for one device.
static bool build_for(job *j, unsigned index, program_build *b, FILE *log) {
  const cl_program p = j->program;
  const program_build *given = &p->given[index];
  char path[PATH_MAX];
  if (j->use == FOR_LINK) {
    b->arg_info = j->in_arg_info;
    if (!j->options.library) return link_executable(j->in[index], j->in_count, false, b, log);
    b->type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return link_library(j->in[index], j->in_count, &b->binary, log);
  }
  if (!p->source && !p->module.data) {
    b->arg_info = given->arg_info;
    if (given->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return link_executable(&given->binary, 1, j->options.plain, b, log);
    return keep_object(&given->binary, &b->binary, path, sizeof path, log) && take_object(path, b, log);
  }
  blob bitcode;
  b->arg_info = p->source && j->options.arg_info;
  if (p->module.data ? !compile_module(&p->module, p->constants, p->constant_count, &j->options, &bitcode, log)
                     : !compile_source(p->source, &j->options, j->headers, j->header_count, &bitcode, log))
    return false;
  if (j->use == FOR_COMPILE) {
    b->type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    b->binary = bitcode;
    return true;
  }
  const bool good = link_executable(&bitcode, 1, j->options.plain, b, log);
  free(bitcode.data);
  return good;
}

// Whether a build for both devices has the same outcome.
static bool same_build(const job *j, unsigned a, unsigned b) {
  if (j->use != FOR_LINK && (j->program->source || j->program->module.data)) return true;
  const blob *x = j->use == FOR_LINK ? j->in[a] : &j->program->given[a].binary;
  const blob *y = j->use == FOR_LINK ? j->in[b] : &j->program->given[b].binary;
  if (j->use != FOR_LINK && j->program->given[a].type != j->program->given[b].type) return false;
  for (cl_uint i = 0; i < (j->use == FOR_LINK ? j->in_count : 1); i++)
    if (x[i].size != y[i].size || memcmp(x[i].data, y[i].data, x[i].size) != 0) return false;
  return true;
}

// Runs a build to its end, without the lock. Returns CL_SUCCESS or the use's failure.
static cl_int run_job(job *j) {
  static const cl_int failures[] = {[FOR_BUILD] = CL_BUILD_PROGRAM_FAILURE,
                                    [FOR_COMPILE] = CL_COMPILE_PROGRAM_FAILURE,
                                    [FOR_LINK] = CL_LINK_PROGRAM_FAILURE};
  program_build of[CL_DEVICES] = {0};
  bool all_good = true;
  for (cl_uint i = 0; i < j->device_count; i++) {
    const unsigned at = j->device[i]->index, first = j->device[0]->index;
    program_build *b = &of[at];
    if (i && same_build(j, first, at)) {
      *b = of[first];
      b->log = strdup(b->log ? b->log : "");
      if (b->binary.data && !copy_blob(&of[first].binary, &b->binary)) b->status = CL_BUILD_ERROR;
      if (b->code) {
        cl_lock();
        code_object_use(b->code);
        cl_unlock();
      }
    } else {
      size_t size;
      FILE *log = open_memstream(&b->log, &size);
      if (log && j->options.notes) fputs(j->options.notes, log);
      const bool good = log && build_for(j, at, b, log);
      if (log) fclose(log);
      b->status = good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
      if (b->log) say_log(b->log);
    }
    all_good &= b->status == CL_BUILD_SUCCESS;
  }
  cl_lock();
  for (cl_uint i = 0; i < j->device_count; i++) {
    program_build *b = &of[j->device[i]->index], *to = &j->program->build[j->device[i]->index];
    char *options = to->options;
    to->options = NULL;
    forget_build(to);
    if (b->status == CL_BUILD_SUCCESS) {
      *to = *b;
    } else {
      to->log = b->log;
      b->log = NULL;
      forget_build(b);
      to->status = CL_BUILD_ERROR;
    }
    to->options = options;
  }
  j->program->building--;
  cl_changed();
  cl_unlock();
  return all_good ? CL_SUCCESS : cl_refuse(failures[j->use], j->function, "%s", "the log of the build says why");
}

static void finish(job *j) {
  if (j->call) j->call(j->program, j->data);
  cl_lock();
  object_unuse(j->program);
  cl_unlock();
  free_job(j);
}

static void *job_thread(void *data) {
  run_job(data);
  finish(data);
  return NULL;
}

// Starts a build that start_job took on. With a callback it runs on a thread of its own.
static cl_int go(job *j) {
  pthread_t thread;
  if (j->call && !pthread_create(&thread, NULL, job_thread, j)) {
    pthread_detach(thread);
    return CL_SUCCESS;
  }
  const cl_int code = run_job(j);
  finish(j);
  return code;
}

// With the lock held. The devices of a call; CL_SUCCESS or the error.
static cl_int take_devices(job *j, cl_uint count, const cl_device_id *devices, cl_uint known, const cl_device_id *all) {
  if (!count != !devices) return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < (devices ? count : known); i++) {
    const cl_device_id d = devices ? devices[i] : all[i];
    cl_uint at = 0, before = 0;
    while (at < known && all[at] != d) at++;
    if (at == known) return CL_INVALID_DEVICE;
    while (before < j->device_count && j->device[before] != d) before++;
    if (before == j->device_count) j->device[j->device_count++] = d;
  }
  return CL_SUCCESS;
}

// With the lock held: from now on the program is being built.
static void start_job(job *j, cl_program p) {
  j->program = p;
  object_use(p);
  p->building++;
  for (cl_uint i = 0; i < j->device_count; i++) {
    program_build *b = &p->build[j->device[i]->index];
    forget_build(b);
    b->status = CL_BUILD_IN_PROGRESS;
    b->options = strdup(j->text ? j->text : "");
  }
}

static job *new_job(options_use use, const char *options, notify call, void *data, const char *function) {
  job *j = calloc(1, sizeof *j);
  if (!j) return NULL;
  *j = (job){.use = use, .text = strdup(options ? options : ""), .call = call, .data = data, .function = function};
  return j;
}

// The checks that clBuildProgram and clCompileProgram have in common. With the lock held.
static cl_int check_build(job *j, cl_program p, cl_uint count, const cl_device_id *devices, const char **why) {
  *why = "";
  if (!object_is(p, OF_PROGRAM)) return *why = "a bad program", CL_INVALID_PROGRAM;
  if (j->data && !j->call) return *why = "user_data without a callback", CL_INVALID_VALUE;
  const cl_int code = take_devices(j, count, devices, p->device_count, p->device);
  if (code) return *why = "bad devices, or a list without its length", code;
  if (p->kernel_count) return *why = "the program has kernels: release them first", CL_INVALID_OPERATION;
  if (p->building) return *why = "another build of the program has not ended", CL_INVALID_OPERATION;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clBuildProgram(cl_program p, cl_uint num_devices, const cl_device_id *devices, const char *options,
                                  notify pfn_notify, void *user_data) {
  const char *why = "";
  wl_error error;
  job *j = new_job(FOR_BUILD, options, pfn_notify, user_data, __func__);
  if (!j) return cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
  const bool good = options_parse(options, FOR_BUILD, &j->options, &error);
  cl_lock();
  cl_int code = check_build(j, p, num_devices, devices, &why);
  if (!code && p->linked) why = "the program was linked", code = CL_INVALID_OPERATION;
  for (cl_uint i = 0; !code && !p->source && !p->module.data && i < j->device_count; i++)
    if (!p->given[j->device[i]->index].binary.data) why = "no binary for one of the devices", code = CL_INVALID_BINARY;
  if (!code && !good) why = error.text, code = CL_INVALID_BUILD_OPTIONS;
  if (!code) start_job(j, p);
  cl_unlock();
  if (!code) return go(j);
  free_job(j);
  return cl_refuse(code, __func__, "%s", why);
}

// With the lock held. Copies the headers of the host.
static cl_int take_headers(job *j, cl_uint count, const cl_program *programs, const char **names, const char **why) {
  *why = "headers without their names, or names without headers";
  if (!count != !programs || !count != !names) return CL_INVALID_VALUE;
  if (count && !(j->headers = calloc(count, sizeof *j->headers))) return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < count; i++) {
    *why = "a header that is no program with source";
    if (!object_is(programs[i], OF_PROGRAM) || !programs[i]->source) return CL_INVALID_PROGRAM;
    *why = "a header without a name";
    if (!names[i]) return CL_INVALID_VALUE;
    j->headers[j->header_count++] = (header){strdup(names[i]), strdup(programs[i]->source)};
    if (!j->headers[i].name || !j->headers[i].text) return CL_OUT_OF_HOST_MEMORY;
  }
  return CL_SUCCESS;
}

cl_int CL_API_CALL clCompileProgram(cl_program p, cl_uint num_devices, const cl_device_id *devices, const char *options,
                                    cl_uint num_input_headers, const cl_program *input_headers,
                                    const char **header_include_names, notify pfn_notify, void *user_data) {
  const char *why = "";
  wl_error error;
  job *j = new_job(FOR_COMPILE, options, pfn_notify, user_data, __func__);
  if (!j) return cl_refuse(CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
  const bool good = options_parse(options, FOR_COMPILE, &j->options, &error);
  cl_lock();
  cl_int code = check_build(j, p, num_devices, devices, &why);
  if (!code && !p->source && !p->module.data)
    why = "the program has no source and is none of SPIR-V", code = CL_INVALID_OPERATION;
  if (!code) code = take_headers(j, num_input_headers, input_headers, header_include_names, &why);
  if (!code && !good) why = error.text, code = CL_INVALID_COMPILER_OPTIONS;
  if (!code) start_job(j, p);
  cl_unlock();
  if (!code) return go(j);
  free_job(j);
  return cl_refuse(code, __func__, "%s", why);
}

// The bitcode of a program for a device; NULL: it has none.
static const program_build *bitcode_of(cl_program p, unsigned index) {
  const program_build *const of[] = {&p->build[index], &p->given[index]};
  for (int i = 0; i < 2; i++)
    if (of[i]->binary.data &&
        (of[i]->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || of[i]->type == CL_PROGRAM_BINARY_TYPE_LIBRARY))
      return of[i];
  return NULL;
}

// With the lock held. Copies the inputs of a link. A device for which no program has bitcode is left out.
static cl_int take_inputs(job *j, cl_uint count, const cl_program *programs, const char **why) {
  cl_uint kept = 0;
  for (cl_uint i = 0; i < count; i++) {
    *why = "an input that is no program";
    if (!object_is(programs[i], OF_PROGRAM)) return CL_INVALID_PROGRAM;
    *why = "an input is being built";
    if (programs[i]->building) return CL_INVALID_OPERATION;
  }
  j->in_count = count;
  j->in_arg_info = true;
  for (cl_uint i = 0; i < j->device_count; i++) {
    const unsigned at = j->device[i]->index;
    cl_uint with = 0;
    for (cl_uint k = 0; k < count; k++) with += bitcode_of(programs[k], at) != NULL;
    *why = "some inputs, and not all, are compiled for a device";
    if (with && with < count) return CL_INVALID_OPERATION;
    if (!with) continue;
    *why = "out of memory";
    if (!(j->in[at] = calloc(count, sizeof *j->in[at]))) return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint k = 0; k < count; k++) {
      const program_build *b = bitcode_of(programs[k], at);
      j->in_arg_info &= b->arg_info;
      if (!copy_blob(&b->binary, &j->in[at][k])) return CL_OUT_OF_HOST_MEMORY;
    }
    j->device[kept++] = j->device[i];
  }
  j->device_count = kept;
  *why = "the inputs are not compiled";
  return kept ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                                     const char *options, cl_uint num_input_programs, const cl_program *input_programs,
                                     notify pfn_notify, void *user_data, cl_int *errcode_ret) {
  const char *why = "";
  wl_error error;
  cl_program p = NULL;
  job *j = new_job(FOR_LINK, options, pfn_notify, user_data, __func__);
  if (!j) return cl_refuse_new(errcode_ret, CL_OUT_OF_HOST_MEMORY, __func__, "out of memory");
  const bool good = options_parse(options, FOR_LINK, &j->options, &error);
  cl_int code = CL_SUCCESS;
  cl_lock();
  if (!object_is(context, OF_CONTEXT)) why = "a bad context", code = CL_INVALID_CONTEXT;
  else if (user_data && !pfn_notify) why = "user_data without a callback", code = CL_INVALID_VALUE;
  else if (!num_input_programs || !input_programs) why = "no input programs", code = CL_INVALID_VALUE;
  else if ((code = take_devices(j, num_devices, devices, context->device_count, context->device)))
    why = "bad devices, or a list without its length";
  else if (!good) why = error.text, code = CL_INVALID_LINKER_OPTIONS;
  if (!code) code = take_inputs(j, num_input_programs, input_programs, &why);
  if (!code && !(p = new_program(context, num_devices, devices))) why = "out of memory", code = CL_OUT_OF_HOST_MEMORY;
  if (p) {
    p->linked = true;
    start_job(j, p);
  }
  cl_unlock();
  if (code) {
    free_job(j);
    return cl_refuse_new(errcode_ret, code, __func__, "%s", why);
  }
  // Without a callback the program is there also when the link failed: it has the log.
  code = go(j);
  if (errcode_ret) *errcode_ret = code;
  return p;
}

cl_int CL_API_CALL clUnloadCompiler(void) { return CL_SUCCESS; }

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  if (platform != the_platform())
    return cl_refuse(CL_INVALID_PLATFORM, __func__, "%p is no platform", (void *)platform);
  return CL_SUCCESS;
}

// ---- queries -------------------------------------------------------------------------------------

// What a program is for a device: from a build, or as it was given.
static const program_build *binary_of(cl_program p, cl_device_id d) {
  const program_build *b = &p->build[d->index];
  return b->status == CL_BUILD_NONE ? &p->given[d->index] : b;
}

static size_t binary_size(const program_build *b) { return b->binary.data ? b->binary.size + sizeof(binary_end) : 0; }

static cl_int answer_binaries(const char *function, cl_program p, size_t room, void *to, size_t *size_ret) {
  unsigned char *const *places = to;
  if (size_ret) *size_ret = p->device_count * sizeof *places;
  if (to && room < p->device_count * sizeof *places)
    return cl_refuse(CL_INVALID_VALUE, function, "the value has %zu bytes, the room for it %zu",
                     p->device_count * sizeof *places, room);
  for (cl_uint i = 0; to && i < p->device_count; i++) {
    const program_build *b = binary_of(p, p->device[i]);
    if (!places[i] || !b->binary.data) continue;
    const binary_end end = end_of(&b->binary, b->type, b->arg_info);
    memcpy(places[i], b->binary.data, b->binary.size);
    memcpy(places[i] + b->binary.size, &end, sizeof end);
  }
  return CL_SUCCESS;
}

// The kernels of a program that was built; NULL: it was not.
static const wl_object *object_of(cl_program p) {
  for (cl_uint i = 0; i < p->device_count; i++)
    if (p->build[p->device[i]->index].code) return p->build[p->device[i]->index].code->object;
  return NULL;
}

static cl_int answer_names(const char *function, const wl_object *o, size_t room, void *to, size_t *size_ret) {
  char *names = NULL;
  size_t size;
  FILE *f = open_memstream(&names, &size);
  for (uint32_t i = 0; f && i < o->kernel_count; i++) fprintf(f, "%s%s", i ? ";" : "", o->kernels[i].info.name);
  if (!f || fclose(f)) return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  const cl_int code = cl_answer_text(function, names, room, to, size_ret);
  free(names);
  return code;
}

static cl_int program_info(const char *function, cl_program p, cl_program_info param_name, size_t param_value_size,
                           void *param_value, size_t *param_value_size_ret) {
  size_t sizes[CL_DEVICES];
  const wl_object *o = object_of(p);
  switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT: return CL_ANSWER(cl_uint, p->head.references);
    case CL_PROGRAM_CONTEXT: return CL_ANSWER(cl_context, p->context);
    case CL_PROGRAM_NUM_DEVICES: return CL_ANSWER(cl_uint, p->device_count);
    case CL_PROGRAM_DEVICES:
      return cl_answer(function, p->device, p->device_count * sizeof *p->device, param_value_size, param_value,
                       param_value_size_ret);
    case CL_PROGRAM_SOURCE:
      return cl_answer_text(function, p->source ? p->source : "", param_value_size, param_value, param_value_size_ret);
    case CL_PROGRAM_IL:
      return cl_answer(function, p->module.data, p->module.size, param_value_size, param_value, param_value_size_ret);
    case CL_PROGRAM_BINARY_SIZES:
      for (cl_uint i = 0; i < p->device_count; i++) sizes[i] = binary_size(binary_of(p, p->device[i]));
      return cl_answer(function, sizes, p->device_count * sizeof *sizes, param_value_size, param_value,
                       param_value_size_ret);
    case CL_PROGRAM_BINARIES: return answer_binaries(function, p, param_value_size, param_value, param_value_size_ret);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      if (!o)
        return cl_refuse(CL_INVALID_PROGRAM_EXECUTABLE, function, "the program was not built, or its build failed");
      if (param_name == CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT || param_name == CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT)
        return CL_ANSWER(cl_bool, CL_FALSE);
      return param_name == CL_PROGRAM_NUM_KERNELS
                 ? CL_ANSWER(size_t, o->kernel_count)
                 : answer_names(function, o, param_value_size, param_value, param_value_size_ret);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetProgramInfo(cl_program p, cl_program_info param_name, size_t param_value_size,
                                    void *param_value, size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(p, OF_PROGRAM)
                          ? program_info(__func__, p, param_name, param_value_size, param_value, param_value_size_ret)
                          : cl_refuse(CL_INVALID_PROGRAM, __func__, "%p is no program", (void *)p);
  cl_unlock();
  return code;
}

static cl_int build_info(const char *function, cl_program p, cl_device_id d, cl_program_build_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  if (!program_has(p, d)) return cl_refuse(CL_INVALID_DEVICE, function, "%p is no device of the program", (void *)d);
  const program_build *b = &p->build[d->index];
  switch (param_name) {
    case CL_PROGRAM_BUILD_STATUS: return CL_ANSWER(cl_build_status, b->status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return cl_answer_text(function, b->options ? b->options : "", param_value_size, param_value,
                            param_value_size_ret);
    case CL_PROGRAM_BUILD_LOG:
      return cl_answer_text(function, b->log ? b->log : "", param_value_size, param_value, param_value_size_ret);
    case CL_PROGRAM_BINARY_TYPE: return CL_ANSWER(cl_program_binary_type, binary_of(p, d)->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return CL_ANSWER(size_t, b->code ? (size_t)b->code->object->variable_bytes : 0);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program p, cl_device_id d, cl_program_build_info param_name,
                                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(p, OF_PROGRAM)
                          ? build_info(__func__, p, d, param_name, param_value_size, param_value, param_value_size_ret)
                          : cl_refuse(CL_INVALID_PROGRAM, __func__, "%p is no program", (void *)p);
  cl_unlock();
  return code;
}
