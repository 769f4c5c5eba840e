// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "launch.h"
#include "svm.h"

// ---- kernels -------------------------------------------------------------------------------------

static void destroy_kernel(object *o) {
  cl_kernel k = (cl_kernel)o;
  for (cl_uint i = 0; i < k->count; i++) free(k->arguments[i].value);
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (k->code[i]) code_object_unuse(k->code[i]);
  k->program->kernel_count--;
  object_unuse(k->program);
  free(k->arguments);
  free(k->info);
  free(k->shared);
  object_free(k);
}

static bool is_hidden(const wl_arg_info *a) { return !strncmp(a->kind, "hidden_", 7); }

static const struct wl_kernel *find(const code_object *c, const char *name) {
  for (uint32_t i = 0; i < c->object->kernel_count; i++)
    if (!strcmp(c->object->kernels[i].info.name, name)) return &c->object->kernels[i];
  return NULL;
}

// Whether two builds of a kernel take the same arguments.
static bool same_definition(const struct wl_kernel *a, const struct wl_kernel *b) {
  if (a->arg_count < b->arg_count) return same_definition(b, a);
  for (uint32_t i = 0; i < a->arg_count; i++) {
    const wl_arg_info *x = &a->args[i], *y = &b->args[i];
    if (is_hidden(x) && (i >= b->arg_count || is_hidden(y))) continue;
    if (i >= b->arg_count || strcmp(x->kind, y->kind) != 0 || strcmp(x->type_name, y->type_name) != 0 ||
        x->offset != y->offset || x->size != y->size)
      return false;
  }
  return true;
}

// A kernel of p with room for as many arguments; its builds are set by the caller. With the lock held. NULL: out of
// memory.
static cl_kernel empty_kernel(cl_program p, uint32_t arguments) {
  const wl_arg_info **info = calloc(arguments + 1, sizeof *info);
  kernel_argument *values = calloc(arguments + 1, sizeof *values);
  cl_kernel k = info && values ? object_new(OF_KERNEL, sizeof *k, destroy_kernel) : NULL;
  if (!k) {
    free(info);
    free(values);
    return NULL;
  }
  k->program = p;
  k->info = info;
  k->arguments = values;
  object_use(p);
  p->kernel_count++;
  return k;
}

static void set_build(cl_kernel k, unsigned device, const struct wl_kernel *of, code_object *code) {
  k->of[device] = of;
  k->code[device] = code;
  code_object_use(code);
}

// Another kernel of the same builds, without arguments that are set. With the lock held. NULL: out of memory.
static cl_kernel copy_kernel(cl_kernel from) {
  cl_kernel k = empty_kernel(from->program, from->count);
  if (!k) return NULL;
  k->count = from->count;
  k->arg_info = from->arg_info;
  memcpy(k->info, from->info, from->count * sizeof *from->info);
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (from->of[i]) set_build(k, i, from->of[i], from->code[i]);
  return k;
}

// With the lock held. NULL with *code and *why.
static cl_kernel new_kernel(cl_program p, const char *name, cl_int *code, const char **why) {
  const struct wl_kernel *any = NULL;
  bool built = false;
  *code = CL_INVALID_KERNEL_DEFINITION;
  *why = "the builds for the devices differ in the arguments of the kernel";
  for (cl_uint i = 0; i < p->device_count; i++) {
    const program_build *b = &p->build[p->device[i]->index];
    const struct wl_kernel *k = b->code ? find(b->code, name) : NULL;
    built |= b->code != NULL;
    if (any && k && !same_definition(any, k)) return NULL;
    if (k) any = k;
  }
  *code = built ? CL_INVALID_KERNEL_NAME : CL_INVALID_PROGRAM_EXECUTABLE;
  *why = built ? "the program has no kernel of that name" : "the program was not built, or its build failed";
  if (!any) return NULL;
  *code = CL_OUT_OF_HOST_MEMORY;
  *why = "out of memory";
  cl_kernel k = empty_kernel(p, any->arg_count);
  if (!k) return NULL;
  for (uint32_t i = 0; i < any->arg_count; i++)
    if (!is_hidden(&any->args[i])) k->info[k->count++] = &any->args[i];
  for (cl_uint i = 0; i < p->device_count; i++) {
    const unsigned at = p->device[i]->index;
    const program_build *b = &p->build[at];
    const struct wl_kernel *of = b->code ? find(b->code, name) : NULL;
    if (!of) continue;
    set_build(k, at, of, b->code);
    k->arg_info |= b->arg_info;
  }
  *code = CL_SUCCESS;
  return k;
}

cl_kernel CL_API_CALL clCreateKernel(cl_program p, const char *name, cl_int *errcode_ret) {
  cl_kernel k = NULL;
  cl_int code = CL_INVALID_PROGRAM;
  const char *why = "a bad program";
  cl_lock();
  if (object_is(p, OF_PROGRAM)) {
    if (name) k = new_kernel(p, name, &code, &why);
    else why = "no name", code = CL_INVALID_VALUE;
  }
  cl_unlock();
  if (!k) return cl_refuse_new(errcode_ret, code, __func__, "%s: %s", name ? name : "NULL", why);
  return cl_made(errcode_ret, k);
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program p, cl_uint num_kernels, cl_kernel *kernels,
                                            cl_uint *num_kernels_ret) {
  const wl_object *o = NULL;
  cl_int code = CL_SUCCESS;
  const char *why = "a bad program";
  cl_lock();
  if (!object_is(p, OF_PROGRAM)) code = CL_INVALID_PROGRAM;
  for (cl_uint i = 0; !code && i < p->device_count; i++)
    if (!o && p->build[p->device[i]->index].code) o = p->build[p->device[i]->index].code->object;
  if (!code && !o) why = "the program was not built, or its build failed", code = CL_INVALID_PROGRAM_EXECUTABLE;
  if (!code && kernels && num_kernels < o->kernel_count)
    why = "the program has more kernels than there is room for", code = CL_INVALID_VALUE;
  for (uint32_t i = 0; !code && kernels && i < o->kernel_count; i++) {
    kernels[i] = new_kernel(p, o->kernels[i].info.name, &code, &why);
    for (; code && i; i--) object_release(kernels[i - 1]);
  }
  if (!code && num_kernels_ret) *num_kernels_ret = o->kernel_count;
  cl_unlock();
  return code ? cl_refuse(code, __func__, "%s", why) : CL_SUCCESS;
}

// The arguments of the host are set as they are in k.
static bool copy_arguments(cl_kernel to, cl_kernel k) {
  for (cl_uint i = 0; i < k->count; i++) {
    const kernel_argument *from = &k->arguments[i];
    uint8_t *value = from->value ? malloc(from->size + 1) : NULL;
    if (from->value && !value) return false;
    if (value) memcpy(value, from->value, from->size);
    to->arguments[i] = *from;
    to->arguments[i].value = value;
  }
  return true;
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  cl_kernel k = NULL;
  cl_int code = CL_INVALID_KERNEL;
  cl_lock();
  if (object_is(source_kernel, OF_KERNEL)) {
    code = CL_OUT_OF_HOST_MEMORY;
    if ((k = copy_kernel(source_kernel)) &&
        !(copy_arguments(k, source_kernel) &&
          kernel_set_shared(k, source_kernel->shared, source_kernel->shared_count))) {
      object_release(k);
      k = NULL;
    }
  }
  cl_unlock();
  if (k) return cl_made(errcode_ret, k);
  if (code == CL_OUT_OF_HOST_MEMORY) return cl_refuse_new(errcode_ret, code, __func__, "out of memory");
  return cl_refuse_new(errcode_ret, code, __func__, "%p is no kernel", (void *)source_kernel);
}

cl_int CL_API_CALL clRetainKernel(cl_kernel k) { return object_retained(k, OF_KERNEL, CL_INVALID_KERNEL, __func__); }

cl_int CL_API_CALL clReleaseKernel(cl_kernel k) { return object_released(k, OF_KERNEL, CL_INVALID_KERNEL, __func__); }

// ---- arguments -----------------------------------------------------------------------------------

argument_kind argument_kind_of(const wl_arg_info *a) {
  static const char *const kinds[] = {[ARGUMENT_VALUE] = "by_value",
                                      [ARGUMENT_BUFFER] = "global_buffer",
                                      [ARGUMENT_LOCAL] = "dynamic_shared_pointer",
                                      [ARGUMENT_IMAGE] = "image",
                                      [ARGUMENT_SAMPLER] = "sampler"};
  argument_kind kind = ARGUMENT_VALUE;
  while (kind < ARGUMENT_UNKNOWN && strcmp(a->kind, kinds[kind]) != 0) kind++;
  return kind;
}

static bool is_buffer(const wl_arg_info *a) { return argument_kind_of(a) == ARGUMENT_BUFFER; }

static bool is_local(const wl_arg_info *a) { return argument_kind_of(a) == ARGUMENT_LOCAL; }

// Whether an argument of this type may be an image of that one. The name of a type of the source may be any.
static bool type_fits(const wl_arg_info *info, cl_mem_object_type type) {
  static const struct {
    const char *name;
    cl_mem_object_type type;
  } types[] = {{"image1d_t", CL_MEM_OBJECT_IMAGE1D},
               {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER},
               {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
               {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
               {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
               {"image3d_t", CL_MEM_OBJECT_IMAGE3D}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(info->type_name, types[i].name)) return types[i].type == type;
  return true;
}

static cl_int check_image(const wl_arg_info *info, cl_context context, size_t size, const cl_mem *value,
                          const char **why) {
  *why = "the size of an image's argument is that of a cl_mem";
  if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
  *why = "an image's argument has no value";
  if (!value) return CL_INVALID_ARG_VALUE;
  *why = "the value is no image of the program's context";
  if (!image_is(*value) || (*value)->context != context) return CL_INVALID_MEM_OBJECT;
  *why = "the image is of another type than the argument";
  if (!type_fits(info, (*value)->type)) return CL_INVALID_ARG_VALUE;
  const bool reads = !strcmp(info->access, "read_only"), writes = !strcmp(info->access, "write_only");
  *why = "the flags of the image exclude the access of the argument";
  if ((reads && ((*value)->flags & CL_MEM_WRITE_ONLY)) || (writes && ((*value)->flags & CL_MEM_READ_ONLY)))
    return CL_INVALID_ARG_VALUE;
  return CL_SUCCESS;
}

static cl_int check_sampler(cl_context context, size_t size, const cl_sampler *value, const char **why) {
  *why = "the size of a sampler's argument is that of a cl_sampler";
  if (size != sizeof(cl_sampler)) return CL_INVALID_ARG_SIZE;
  *why = "a sampler's argument has no value";
  if (!value) return CL_INVALID_ARG_VALUE;
  *why = "the value is no sampler of the program's context";
  return object_is(*value, OF_SAMPLER) && (*value)->context == context ? CL_SUCCESS : CL_INVALID_SAMPLER;
}

// With the lock held.
static cl_int set_argument(cl_kernel k, cl_uint index, size_t size, const void *value, const char **why) {
  const wl_arg_info *info = k->info[index];
  const argument_kind kind = argument_kind_of(info);
  kernel_argument new = {.set = true, .size = size};
  if (kind == ARGUMENT_IMAGE) {
    const cl_int code = check_image(info, k->program->context, size, value, why);
    if (code) return code;
    new.memory = *(const cl_mem *)value;
  } else if (kind == ARGUMENT_SAMPLER) {
    const cl_int code = check_sampler(k->program->context, size, value, why);
    if (code) return code;
    new.sampler = *(const cl_sampler *)value;
  } else if (kind == ARGUMENT_BUFFER) {
    *why = "the size of a buffer's argument is that of a cl_mem";
    if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
    new.memory = value ? *(const cl_mem *)value : NULL;
    *why = "the value is no buffer of the program's context";
    if (new.memory && (!buffer_is(new.memory) || new.memory->context != k->program->context))
      return CL_INVALID_MEM_OBJECT;
  } else if (kind == ARGUMENT_LOCAL) {
    *why = "a local argument has a size and no value";
    if (value) return CL_INVALID_ARG_VALUE;
    if (!size || size > UINT32_MAX) return CL_INVALID_ARG_SIZE;
  } else {
    *why = "an argument by value has no value, or is of no kind that is known";
    if (!value || kind != ARGUMENT_VALUE) return CL_INVALID_ARG_VALUE;
    *why = "the size is not that of the argument's type";
    if (size != info->size) return CL_INVALID_ARG_SIZE;
    *why = "out of memory";
    if (!(new.value = malloc(size + 1))) return CL_OUT_OF_HOST_MEMORY;
    memcpy(new.value, value, size);
  }
  free(k->arguments[index].value);
  k->arguments[index] = new;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel k, cl_uint index, size_t size, const void *value) {
  const char *why = "";
  cl_int code;
  cl_lock();
  if (!object_is(k, OF_KERNEL)) why = "a bad kernel", code = CL_INVALID_KERNEL;
  else if (index >= k->count) why = "the kernel has fewer arguments", code = CL_INVALID_ARG_INDEX;
  else code = set_argument(k, index, size, value, &why);
  cl_unlock();
  return code ? cl_refuse(code, __func__, "argument %u of %zu bytes: %s", index, size, why) : CL_SUCCESS;
}

// With the lock held.
static cl_int set_pointer(cl_kernel k, cl_uint index, const void *pointer, const char **why) {
  size_t offset = 0;
  const cl_mem m = pointer ? svm_find(pointer, &offset) : NULL;
  *why = "the kernel has fewer arguments";
  if (index >= k->count) return CL_INVALID_ARG_INDEX;
  *why = "the argument is no pointer to global or constant memory";
  if (!is_buffer(k->info[index])) return CL_INVALID_ARG_VALUE;
  *why = "the pointer is none into shared virtual memory of the program's context";
  if (pointer && (!m || m->context != k->program->context)) return CL_INVALID_ARG_VALUE;
  k->arguments[index] = (kernel_argument){.set = true, .size = sizeof pointer, .memory = m, .offset = offset};
  return CL_SUCCESS;
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel k, cl_uint index, const void *pointer) {
  const char *why = "a bad kernel";
  cl_lock();
  const cl_int code = object_is(k, OF_KERNEL) ? set_pointer(k, index, pointer, &why) : CL_INVALID_KERNEL;
  cl_unlock();
  return code ? cl_refuse(code, __func__, "argument %u, pointer %p: %s", index, pointer, why) : CL_SUCCESS;
}

bool kernel_set_shared(cl_kernel k, void *const *pointers, size_t count) {
  void **copy = malloc(count * sizeof *copy + 1);
  if (!copy) return false;
  if (count) memcpy(copy, pointers, count * sizeof *copy);
  free(k->shared);
  k->shared = copy;
  k->shared_count = count;
  return true;
}

// With the lock held.
static cl_int set_exec_info(cl_kernel k, cl_kernel_exec_info name, size_t size, const void *value, const char **why) {
  *why = "a size without a value, or one that is not of the information";
  if (!value && size) return CL_INVALID_VALUE;
  if (name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM) {
    if (size != sizeof(cl_bool)) return CL_INVALID_VALUE;
    *why = "no device has fine-grained system memory";
    return *(const cl_bool *)value ? CL_INVALID_OPERATION : CL_SUCCESS;
  }
  if (name != CL_KERNEL_EXEC_INFO_SVM_PTRS) {
    *why = "an unknown param_name";
    return CL_INVALID_VALUE;
  }
  if (size % sizeof(void *)) return CL_INVALID_VALUE;
  for (size_t i = 0; i < size / sizeof(void *); i++) {
    size_t offset;
    const cl_mem m = svm_find(((void *const *)value)[i], &offset);
    *why = "a pointer is none into shared virtual memory of the program's context";
    if (!m || m->context != k->program->context) return CL_INVALID_VALUE;
  }
  *why = "out of memory";
  return kernel_set_shared(k, value, size / sizeof(void *)) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel k, cl_kernel_exec_info name, size_t size, const void *value) {
  const char *why = "a bad kernel";
  cl_lock();
  const cl_int code = object_is(k, OF_KERNEL) ? set_exec_info(k, name, size, value, &why) : CL_INVALID_KERNEL;
  cl_unlock();
  return code ? cl_refuse(code, __func__, "param_name 0x%x of %zu bytes: %s", name, size, why) : CL_SUCCESS;
}

cl_int kernel_arguments_copy(cl_kernel k, kernel_argument **arguments, const char *function) {
  cl_int code = CL_SUCCESS;
  kernel_argument *copy = calloc(k->count + 1, sizeof *copy);
  if (!copy) return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  for (cl_uint i = 0; !code && i < k->count; i++) {
    const kernel_argument *a = &k->arguments[i];
    if (!a->set) code = cl_refuse(CL_INVALID_KERNEL_ARGS, function, "argument %u has not been set", i);
    else if (a->memory && !object_is(a->memory, OF_MEMORY))
      code = cl_refuse(CL_INVALID_KERNEL_ARGS, function, "the memory object of argument %u was released", i);
    else if (a->sampler && !object_is(a->sampler, OF_SAMPLER))
      code = cl_refuse(CL_INVALID_KERNEL_ARGS, function, "the sampler of argument %u was released", i);
    if (code) break;
    copy[i] = *a;
    copy[i].value = NULL;
    if (a->memory) object_use(a->memory);
    if (a->sampler) object_use(a->sampler);
    if (!a->value) continue;
    if ((copy[i].value = malloc(a->size + 1))) memcpy(copy[i].value, a->value, a->size);
    else code = cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  }
  if (code) kernel_arguments_free(k, copy);
  else *arguments = copy;
  return code;
}

void kernel_arguments_free(cl_kernel k, kernel_argument *arguments) {
  for (cl_uint i = 0; arguments && i < k->count; i++) {
    free(arguments[i].value);
    if (arguments[i].memory) object_unuse(arguments[i].memory);
    if (arguments[i].sampler) object_unuse(arguments[i].sampler);
  }
  free(arguments);
}

// ---- queries -------------------------------------------------------------------------------------

// One of the kernel's builds: what does not depend on the device.
static const struct wl_kernel *any_of(cl_kernel k) {
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (k->of[i]) return k->of[i];
  return NULL;
}

static cl_int answer_attributes(const char *function, const struct wl_kernel *k, size_t room, void *to,
                                size_t *size_ret) {
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (!f) return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  const uint32_t *const groups[] = {k->reqd_group, k->hint_group};
  static const char *const names[] = {"reqd_work_group_size", "work_group_size_hint"};
  const char *between = "";
  for (int i = 0; i < 2; i++) {
    if (!groups[i][0]) continue;
    fprintf(f, "%s%s(%u,%u,%u)", between, names[i], groups[i][0], groups[i][1], groups[i][2]);
    between = " ";
  }
  if (k->vec_type_hint) fprintf(f, "%svec_type_hint(%s)", between, k->vec_type_hint);
  if (fclose(f)) return cl_refuse(CL_OUT_OF_HOST_MEMORY, function, "out of memory");
  const cl_int code = cl_answer_text(function, text, room, to, size_ret);
  free(text);
  return code;
}

static cl_int kernel_info(const char *function, cl_kernel k, cl_kernel_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret) {
  switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
      return cl_answer_text(function, any_of(k)->info.name, param_value_size, param_value, param_value_size_ret);
    case CL_KERNEL_NUM_ARGS: return CL_ANSWER(cl_uint, k->count);
    case CL_KERNEL_REFERENCE_COUNT: return CL_ANSWER(cl_uint, k->head.references);
    case CL_KERNEL_CONTEXT: return CL_ANSWER(cl_context, k->program->context);
    case CL_KERNEL_PROGRAM: return CL_ANSWER(cl_program, k->program);
    case CL_KERNEL_ATTRIBUTES:
      // Kernels of other programs have an empty text (OpenCL 3.0, 5.9.4).
      if (!k->program->source && !k->program->linked)
        return cl_answer_text(function, "", param_value_size, param_value, param_value_size_ret);
      return answer_attributes(function, any_of(k), param_value_size, param_value, param_value_size_ret);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetKernelInfo(cl_kernel k, cl_kernel_info param_name, size_t param_value_size, void *param_value,
                                   size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(k, OF_KERNEL)
                          ? kernel_info(__func__, k, param_name, param_value_size, param_value, param_value_size_ret)
                          : cl_refuse(CL_INVALID_KERNEL, __func__, "%p is no kernel", (void *)k);
  cl_unlock();
  return code;
}

static cl_kernel_arg_address_qualifier address_qualifier(const wl_arg_info *a) {
  switch (argument_kind_of(a)) {
    case ARGUMENT_LOCAL: return CL_KERNEL_ARG_ADDRESS_LOCAL;
    case ARGUMENT_IMAGE: return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case ARGUMENT_BUFFER:
      return strcmp(a->address_space, "constant") != 0 ? CL_KERNEL_ARG_ADDRESS_GLOBAL : CL_KERNEL_ARG_ADDRESS_CONSTANT;
    default: return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

static cl_kernel_arg_access_qualifier access_qualifier(const wl_arg_info *a) {
  if (argument_kind_of(a) != ARGUMENT_IMAGE) return CL_KERNEL_ARG_ACCESS_NONE;
  return !strcmp(a->access, "write_only")   ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
         : !strcmp(a->access, "read_write") ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                            : CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

static cl_kernel_arg_type_qualifier type_qualifier(const wl_arg_info *a) {
  cl_kernel_arg_type_qualifier q = CL_KERNEL_ARG_TYPE_NONE;
  if (a->is_const || (is_buffer(a) && !strcmp(a->address_space, "constant"))) q |= CL_KERNEL_ARG_TYPE_CONST;
  if (a->is_restrict) q |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (a->is_volatile) q |= CL_KERNEL_ARG_TYPE_VOLATILE;
  return q;
}

static cl_int arg_info(const char *function, cl_kernel k, cl_uint index, cl_kernel_arg_info param_name,
                       size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  if (index >= k->count)
    return cl_refuse(CL_INVALID_ARG_INDEX, function, "argument %u of a kernel with %u arguments", index, k->count);
  const wl_arg_info *a = k->info[index];
  if (param_name < CL_KERNEL_ARG_ADDRESS_QUALIFIER || param_name > CL_KERNEL_ARG_NAME)
    return cl_unknown_name(function, param_name);
  if (!k->arg_info)
    return cl_refuse(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, function,
                     "the program was not built from source with -cl-kernel-arg-info");
  switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: return CL_ANSWER(cl_kernel_arg_address_qualifier, address_qualifier(a));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: return CL_ANSWER(cl_kernel_arg_access_qualifier, access_qualifier(a));
    case CL_KERNEL_ARG_TYPE_QUALIFIER: return CL_ANSWER(cl_kernel_arg_type_qualifier, type_qualifier(a));
    case CL_KERNEL_ARG_TYPE_NAME:
      return cl_answer_text(function, a->type_name, param_value_size, param_value, param_value_size_ret);
    default: return cl_answer_text(function, a->name, param_value_size, param_value, param_value_size_ret);
  }
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel k, cl_uint index, cl_kernel_arg_info param_name,
                                      size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(k, OF_KERNEL) ? arg_info(__func__, k, index, param_name, param_value_size, param_value,
                                                         param_value_size_ret)
                                              : cl_refuse(CL_INVALID_KERNEL, __func__, "%p is no kernel", (void *)k);
  cl_unlock();
  return code;
}

static cl_ulong local_memory(cl_kernel k, const struct wl_kernel *of) {
  cl_ulong size = of->info.group_segment_size;
  for (cl_uint i = 0; i < k->count; i++) {
    const cl_ulong align = k->info[i]->pointee_align ? k->info[i]->pointee_align : 16;
    if (is_local(k->info[i]) && k->arguments[i].set) size = (size + align - 1) / align * align + k->arguments[i].size;
  }
  return size;
}

// The index of d, or of the kernel's only device.
static cl_int find_build(cl_kernel k, cl_device_id d, unsigned *at, const char *function) {
  *at = CL_DEVICES;
  for (unsigned i = 0; i < CL_DEVICES; i++)
    if (k->of[i] && (!d || d == &the_devices[i])) *at = i;
  if (!d && k->program->device_count > 1)
    return cl_refuse(CL_INVALID_DEVICE, function, "no device, and the program has %u", k->program->device_count);
  if (*at == CL_DEVICES)
    return cl_refuse(CL_INVALID_DEVICE, function, "the kernel was not built for the device %p", (void *)d);
  return CL_SUCCESS;
}

static cl_int group_info(const char *function, cl_kernel k, cl_device_id d, cl_kernel_work_group_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  unsigned at;
  size_t group[3];
  const cl_int code = find_build(k, d, &at, function);
  if (code) return code;
  const struct wl_kernel *of = k->of[at];
  switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE: return CL_ANSWER(size_t, kernel_most_items(k, at));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
      for (int i = 0; i < 3; i++) group[i] = of->reqd_group[i];
      return cl_answer(function, group, sizeof group, param_value_size, param_value, param_value_size_ret);
    case CL_KERNEL_LOCAL_MEM_SIZE: return CL_ANSWER(cl_ulong, local_memory(k, of));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return CL_ANSWER(size_t, WL_LANES);
    case CL_KERNEL_PRIVATE_MEM_SIZE: return CL_ANSWER(cl_ulong, of->info.private_segment_size);
    case CL_KERNEL_GLOBAL_WORK_SIZE:
      return cl_refuse(CL_INVALID_VALUE, function, "CL_KERNEL_GLOBAL_WORK_SIZE is of built-in kernels alone");
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id d, cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(k, OF_KERNEL)
                          ? group_info(__func__, k, d, param_name, param_value_size, param_value, param_value_size_ret)
                          : cl_refuse(CL_INVALID_KERNEL, __func__, "%p is no kernel", (void *)k);
  cl_unlock();
  return code;
}

// ---- sub-groups ----------------------------------------------------------------------------------
//
// A sub-group is a wave: of the work-items of a work-group, 64 that follow each other.

// Work-items of a local size of 1 to 3 numbers. 0: the size is not good.
static size_t items_of(size_t size, const size_t *local) {
  size_t items = 1;
  if (!local || size % sizeof *local || size < sizeof *local || size > 3 * sizeof *local) return 0;
  for (size_t i = 0; i < size / sizeof *local; i++) items *= local[i];
  return items;
}

// The local size with so many sub-groups, in one dimension; 0: there is none.
static size_t size_of_sub_groups(cl_kernel k, unsigned device, size_t count) {
  const size_t size = count > kernel_most_items(k, device) / WL_LANES ? 0 : count * WL_LANES;
  const uint32_t *required = k->of[device]->reqd_group;
  return !required[0] || (required[0] == size && required[1] == 1 && required[2] == 1) ? size : 0;
}

static cl_int sub_group_info(const char *function, cl_kernel k, cl_device_id d, cl_kernel_sub_group_info param_name,
                             size_t input_size, const void *input, size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  unsigned at;
  const cl_int code = find_build(k, d, &at, function);
  if (code) return code;
  if (!cl_has_sub_groups()) return cl_refuse(CL_INVALID_OPERATION, function, "the devices have no sub-groups");
  if (param_name == CL_KERNEL_MAX_NUM_SUB_GROUPS)
    return CL_ANSWER(size_t, (kernel_most_items(k, at) + WL_LANES - 1) / WL_LANES);
  if (param_name == CL_KERNEL_COMPILE_NUM_SUB_GROUPS) return CL_ANSWER(size_t, 0);
  if (param_name == CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT) {
    size_t count, local[3], room = param_value_size / sizeof *local;
    if (!input || input_size != sizeof count)
      return cl_refuse(CL_INVALID_VALUE, function, "a number of sub-groups of %zu bytes at %p", input_size, input);
    memcpy(&count, input, sizeof count);
    local[0] = size_of_sub_groups(k, at, count);
    local[1] = local[2] = local[0] ? 1 : 0;
    // The room says how many dimensions there are.
    room = !param_value || room > 3 ? 3 : room ? room : 1;
    return cl_answer(function, local, room * sizeof *local, param_value_size, param_value, param_value_size_ret);
  }
  if (param_name != CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE && param_name != CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE)
    return cl_unknown_name(function, param_name);
  const size_t items = items_of(input_size, input);
  if (!items) return cl_refuse(CL_INVALID_VALUE, function, "a local size of %zu bytes at %p", input_size, input);
  if (param_name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE)
    return CL_ANSWER(size_t, items < WL_LANES ? items : WL_LANES);
  return CL_ANSWER(size_t, (items + WL_LANES - 1) / WL_LANES);
}

static cl_int ask_sub_groups(const char *function, cl_kernel k, cl_device_id d, cl_kernel_sub_group_info param_name,
                             size_t input_size, const void *input, size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = object_is(k, OF_KERNEL) ? sub_group_info(function, k, d, param_name, input_size, input,
                                                               param_value_size, param_value, param_value_size_ret)
                                              : cl_refuse(CL_INVALID_KERNEL, function, "%p is no kernel", (void *)k);
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel k, cl_device_id d, cl_kernel_sub_group_info param_name,
                                           size_t input_value_size, const void *input_value, size_t param_value_size,
                                           void *param_value, size_t *param_value_size_ret) {
  return ask_sub_groups(__func__, k, d, param_name, input_value_size, input_value, param_value_size, param_value,
                        param_value_size_ret);
}

cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel k, cl_device_id d, cl_kernel_sub_group_info param_name,
                                              size_t input_value_size, const void *input_value, size_t param_value_size,
                                              void *param_value, size_t *param_value_size_ret) {
  return ask_sub_groups(__func__, k, d, param_name, input_value_size, input_value, param_value_size, param_value,
                        param_value_size_ret);
}
