// SPDX-License-Identifier: Apache-2.0
#include "context.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/sizes.h"
#include "features.h"
#include "il.h"
#include "image.h"
#include "joined.h"
#include "queue.h"
#include "settings.h"
#include "svm.h"

// ---- platform and devices ------------------------------------------------------------------------

static const char *const kind_names[] = {
    [WL_DEVICE_MODEL] = "model", [WL_DEVICE_RTL] = "rtl", [WL_DEVICE_LOCKSTEP] = "lockstep"};
static const char *const device_names[] = {
    [WL_DEVICE_MODEL] = "Wavelock model", [WL_DEVICE_RTL] = "Wavelock RTL", [WL_DEVICE_LOCKSTEP] = "Wavelock lockstep"};

static struct _cl_platform_id platform = {.head = {.dispatch = &cl_dispatch, .kind = OF_PLATFORM, .references = 1}};
struct _cl_device_id the_devices[CL_DEVICES];
static unsigned device_count;  // a build without the unit has the model alone
static pthread_once_t devices_once = PTHREAD_ONCE_INIT;

cl_platform_id the_platform(void) { return &platform; }

// WAVELOCK_DEVICE: names with commas between, the first device first. The others follow, but not after "only:".
static void make_devices(void) {
  static const char only[] = "only:";
  wl_device_kind order[CL_DEVICES] = {WL_DEVICE_LOCKSTEP, WL_DEVICE_RTL, WL_DEVICE_MODEL};
  settings_check_names();
  const char *asked = getenv("WAVELOCK_DEVICE");
  const bool alone = asked && !strncmp(asked, only, sizeof only - 1);
  unsigned count = 0;
  if (alone) asked += sizeof only - 1;
  while (asked && *asked) {
    const size_t length = strcspn(asked, ",");
    unsigned i = count;
    while (i < CL_DEVICES && (strlen(kind_names[order[i]]) != length || strncmp(kind_names[order[i]], asked, length)))
      i++;
    if (i == CL_DEVICES) {
      settings_refuse("WAVELOCK_DEVICE",
                      "found \"%.*s\", expected lockstep, rtl and model, each once, or only: before them", (int)length,
                      asked);
    }
    const wl_device_kind kind = order[i];
    memmove(order + count + 1, order + count, (i - count) * sizeof *order);
    order[count++] = kind;
    asked += length + (asked[length] == ',');
  }
  for (unsigned i = 0; i < (alone ? count : CL_DEVICES); i++) {
    if (order[i] != WL_DEVICE_MODEL && !wl_backend_rtl) continue;
    the_devices[device_count] =
        (struct _cl_device_id){.head = {.dispatch = &cl_dispatch, .kind = OF_DEVICE, .references = 1},
                               .index = device_count,
                               .kind = order[i],
                               .name = device_names[order[i]]};
    device_count++;
  }
  if (!device_count)
    settings_refuse("WAVELOCK_DEVICE", "found \"%s\", expected a device that this build has",
                    getenv("WAVELOCK_DEVICE"));
}

bool is_device(const void *handle) {
  bool is = false;
  pthread_once(&devices_once, make_devices);
  for (unsigned i = 0; i < device_count; i++) is |= handle == &the_devices[i];
  return is;
}

// For a lockstep device that runs samples in lockstep, this is the model that runs all.
wl_device *device_open(cl_device_id d, wl_error *error) {
  const bool samples = d->kind == WL_DEVICE_LOCKSTEP && settings()->sample != SAMPLE_ALL;
  if (!d->device) d->device = settings_open(samples ? WL_DEVICE_MODEL : d->kind, error);
  return d->device;
}

const cl_ulong cl_global_memory = UINT64_C(2) << 30, cl_largest_buffer = UINT64_C(1) << 30;
cl_ulong cl_local_memory(void) { return UINT64_C(64) * wl_rtl_sizes.lds_entries; }

size_t cl_max_group(void) {
  const size_t waves = wl_rtl_sizes.waves < WIDE_GROUP / WL_LANES ? wl_rtl_sizes.waves : WIDE_GROUP / WL_LANES;
  return waves * WL_LANES;
}

wl_target cl_target(void) { return wl_target_of(&wl_rtl_sizes); }
bool cl_has_images(void) { return wl_rtl_sizes.images; }
bool cl_has_read_write_images(void) { return has_feature("__opencl_c_read_write_images"); }
bool cl_has_sub_groups(void) { return has_feature("cl_khr_subgroups"); }

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  if ((platforms && !num_entries) || (!platforms && !num_platforms))
    return cl_refuse(CL_INVALID_VALUE, __func__, "no room for a platform and no place for their number");
  if (platforms) platforms[0] = the_platform();
  if (num_platforms) *num_platforms = 1;
  return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                                                 cl_platform_id *platforms,
                                                                                 cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

#define VERSION "OpenCL 3.0 Wavelock"
static const cl_version version = CL_MAKE_VERSION(3, 0, 0);

// What extensions are listed by: those of the platform are all of the devices, and its own.
enum { PLATFORM_EXTENSIONS = OF_PLATFORM_ALONE | OF_DEVICES };

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id p, cl_platform_info param_name, size_t param_value_size,
                                     void *param_value, size_t *param_value_size_ret) {
  const char *const function = __func__;
  const char *text = NULL;
  if (p && p != the_platform()) return cl_refuse(CL_INVALID_PLATFORM, function, "%p is no platform", (void *)p);
  switch (param_name) {
    case CL_PLATFORM_PROFILE: text = "FULL_PROFILE"; break;
    case CL_PLATFORM_VERSION: text = VERSION; break;
    case CL_PLATFORM_NAME: text = "Wavelock"; break;
    case CL_PLATFORM_VENDOR: text = "Wavelock"; break;
    case CL_PLATFORM_ICD_SUFFIX_KHR: text = "WAVELOCK"; break;
    case CL_PLATFORM_NUMERIC_VERSION: return CL_ANSWER(cl_version, version);
    case CL_PLATFORM_EXTENSIONS:
      return answer_feature_names(function, PLATFORM_EXTENSIONS, param_value_size, param_value, param_value_size_ret);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return answer_features(function, PLATFORM_EXTENSIONS, param_value_size, param_value, param_value_size_ret);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION: return CL_ANSWER(cl_ulong, TIMER_RESOLUTION);
    default: return cl_unknown_name(function, param_name);
  }
  return cl_answer_text(function, text, param_value_size, param_value, param_value_size_ret);
}

static bool is_device_type(cl_device_type type) {
  const cl_device_type known = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                               CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CUSTOM;
  return type == CL_DEVICE_TYPE_ALL || (type && !(type & ~known));
}

// How many of the devices, from the first, are of this type.
static cl_uint count_of_type(cl_device_type type) {
  const bool all = type == CL_DEVICE_TYPE_ALL || (type & CL_DEVICE_TYPE_GPU);
  pthread_once(&devices_once, make_devices);
  return all ? device_count : type & CL_DEVICE_TYPE_DEFAULT ? 1 : 0;
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id p, cl_device_type type, cl_uint num_entries, cl_device_id *devices,
                                  cl_uint *num_devices) {
  if (p && p != the_platform()) return cl_refuse(CL_INVALID_PLATFORM, __func__, "%p is no platform", (void *)p);
  if (!is_device_type(type))
    return cl_refuse(CL_INVALID_DEVICE_TYPE, __func__, "0x%llx is no device type", (unsigned long long)type);
  if ((devices && !num_entries) || (!devices && !num_devices))
    return cl_refuse(CL_INVALID_VALUE, __func__, "no room for a device and no place for their number");
  const cl_uint count = count_of_type(type);
  for (cl_uint i = 0; devices && i < count && i < num_entries; i++) devices[i] = &the_devices[i];
  if (num_devices) *num_devices = count;
  return count ? CL_SUCCESS : cl_refuse(CL_DEVICE_NOT_FOUND, __func__, "all devices are of type CL_DEVICE_TYPE_GPU");
}

// What both the float and the double arithmetic of the unit do. The root of a float is not rounded correctly.
enum {
  FP_CONFIG =
      CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA
};

// The orders and scopes of atomic operations, or of fences, by the features of OpenCL C. What is beside them is of
// every device (OpenCL 3.0, 4.2).
static cl_device_atomic_capabilities atomics(cl_device_atomic_capabilities always) {
  static const struct {
    const char *name;
    cl_device_atomic_capabilities can;
  } more[] = {{"__opencl_c_atomic_order_acq_rel", CL_DEVICE_ATOMIC_ORDER_ACQ_REL},
              {"__opencl_c_atomic_order_seq_cst", CL_DEVICE_ATOMIC_ORDER_SEQ_CST},
              {"__opencl_c_atomic_scope_device", CL_DEVICE_ATOMIC_SCOPE_DEVICE},
              {"__opencl_c_atomic_scope_all_devices", CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES}};
  cl_device_atomic_capabilities all = always | CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (has_feature(more[i].name)) all |= more[i].can;
  return all;
}

// Versions of OpenCL C that the compiler takes.
static cl_int answer_versions(const char *function, size_t room, void *to, size_t *size_ret) {
  static const cl_name_version versions[] = {{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
                                             {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
                                             {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
                                             {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"}};
  return cl_answer(function, versions, sizeof versions, room, to, size_ret);
}

static const cl_command_queue_properties queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id d, cl_device_info param_name, size_t param_value_size,
                                   void *param_value, size_t *param_value_size_ret) {
  const size_t group_sizes[3] = {cl_max_group(), cl_max_group(), cl_max_group()};
  const char *const function = __func__;
  const char *text = NULL;
  const unsigned images = cl_has_images();
  if (!is_device(d)) return cl_refuse(CL_INVALID_DEVICE, function, "%p is no device", (void *)d);
  switch (param_name) {
    case CL_DEVICE_NAME: text = d->name; break;
    case CL_DEVICE_VENDOR: text = "Wavelock"; break;
    case CL_DRIVER_VERSION: text = "1.0"; break;
    case CL_DEVICE_IL_VERSION: text = cl_il_version(); break;
    case CL_DEVICE_PROFILE: text = "FULL_PROFILE"; break;
    case CL_DEVICE_VERSION: text = VERSION; break;
    // The newest of which the devices have all that it may have.
    case CL_DEVICE_OPENCL_C_VERSION: text = "OpenCL C 1.2 Wavelock"; break;
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: text = ""; break;

    case CL_DEVICE_NUMERIC_VERSION: return CL_ANSWER(cl_version, version);
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: return CL_ANSWER(cl_version, CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return answer_versions(function, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_OPENCL_C_FEATURES:
      return answer_features(function, OF_LANGUAGE, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_EXTENSIONS:
      return answer_feature_names(function, OF_DEVICES, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return answer_features(function, OF_DEVICES, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_ILS_WITH_VERSION:
      return cl_answer(function, il_versions, *cl_il_version() ? sizeof il_versions : 0, param_value_size, param_value,
                       param_value_size_ret);
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
      return cl_answer(function, NULL, 0, param_value_size, param_value, param_value_size_ret);

    case CL_DEVICE_TYPE: return CL_ANSWER(cl_device_type, CL_DEVICE_TYPE_GPU);
    // No number of PCI, which have 16 bits, nor one of Khronos: Wavelock has neither (docs/opencl-differences.md).
    case CL_DEVICE_VENDOR_ID: return CL_ANSWER(cl_uint, 0x57564c4b);
    case CL_DEVICE_PLATFORM: return CL_ANSWER(cl_platform_id, the_platform());
    case CL_DEVICE_REFERENCE_COUNT: return CL_ANSWER(cl_uint, 1);
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: return CL_ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    case CL_DEVICE_PIPE_SUPPORT:
    case CL_DEVICE_HOST_UNIFIED_MEMORY: return CL_ANSWER(cl_bool, CL_FALSE);
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
      return CL_ANSWER(cl_bool, has_feature("__opencl_c_generic_address_space"));
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
      return CL_ANSWER(cl_bool, has_feature("__opencl_c_work_group_collective_functions"));
    // The unit issues of each wave on its own.
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS: return CL_ANSWER(cl_bool, cl_has_sub_groups());
    case CL_DEVICE_IMAGE_SUPPORT: return CL_ANSWER(cl_bool, images);
    case CL_DEVICE_EXECUTION_CAPABILITIES: return CL_ANSWER(cl_device_exec_capabilities, CL_EXEC_KERNEL);
    case CL_DEVICE_QUEUE_PROPERTIES: return CL_ANSWER(cl_command_queue_properties, queue_properties);
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES: return CL_ANSWER(cl_command_queue_properties, 0);
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES: return CL_ANSWER(cl_device_device_enqueue_capabilities, 0);
    case CL_DEVICE_SVM_CAPABILITIES: return CL_ANSWER(cl_device_svm_capabilities, cl_svm_capabilities());
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES: return CL_ANSWER(cl_device_atomic_capabilities, atomics(0));
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
      return CL_ANSWER(cl_device_atomic_capabilities,
                       atomics(CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM));
    // There are no queues on a device, and no pipes.
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_MAX_PIPE_ARGS:
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE: return CL_ANSWER(cl_uint, 0);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: return CL_ANSWER(cl_uint, images * IMAGE_PITCH_ALIGN);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return CL_ANSWER(size_t, TIMER_RESOLUTION);
    case CL_DEVICE_PRINTF_BUFFER_SIZE: return CL_ANSWER(size_t, CL_PRINTF_BUFFER);

    case CL_DEVICE_MAX_COMPUTE_UNITS: return CL_ANSWER(cl_uint, 1);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return CL_ANSWER(cl_uint, CL_CLOCK_MHZ);
    case CL_DEVICE_ADDRESS_BITS: return CL_ANSWER(cl_uint, 64);
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return CL_ANSWER(cl_uint, 3);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return cl_answer(function, group_sizes, sizeof group_sizes, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return CL_ANSWER(size_t, cl_max_group());
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return CL_ANSWER(size_t, WL_LANES);
    case CL_DEVICE_MAX_NUM_SUB_GROUPS: return CL_ANSWER(cl_uint, cl_has_sub_groups() ? cl_max_group() / WL_LANES : 0);
    case CL_DEVICE_MAX_PARAMETER_SIZE: return CL_ANSWER(size_t, CL_MAX_ARGUMENTS);
    // Two numbers of 16 bits are what a lane computes at once.
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF: return CL_ANSWER(cl_uint, 2);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: return CL_ANSWER(cl_uint, 1);
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_HALF_FP_CONFIG: return CL_ANSWER(cl_device_fp_config, FP_CONFIG);

    case CL_DEVICE_GLOBAL_MEM_SIZE: return CL_ANSWER(cl_ulong, cl_global_memory);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return CL_ANSWER(cl_ulong, cl_largest_buffer);
    case CL_DEVICE_MAX_CONSTANT_ARGS: return CL_ANSWER(cl_uint, CL_MAX_ARGUMENTS / 8);
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return CL_ANSWER(cl_device_mem_cache_type, CL_NONE);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return CL_ANSWER(cl_ulong, 0);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return CL_ANSWER(cl_uint, CL_LINE);
    case CL_DEVICE_LOCAL_MEM_TYPE: return CL_ANSWER(cl_device_local_mem_type, CL_LOCAL);
    case CL_DEVICE_LOCAL_MEM_SIZE: return CL_ANSWER(cl_ulong, cl_local_memory());
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return CL_ANSWER(cl_uint, 8 * CL_ALIGNMENT);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return CL_ANSWER(cl_uint, CL_ALIGNMENT);
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: return CL_ANSWER(cl_uint, 0);  // the type's own
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return CL_ANSWER(size_t, has_feature("__opencl_c_program_scope_global_variables") ? CL_MAX_VARIABLES : 0);

    case CL_DEVICE_MAX_READ_IMAGE_ARGS: return CL_ANSWER(cl_uint, images * IMAGE_MAX_READ);
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS: return CL_ANSWER(cl_uint, images * IMAGE_MAX_WRITE);
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
      return CL_ANSWER(cl_uint, cl_has_read_write_images() ? IMAGE_MAX_WRITE : 0);
    case CL_DEVICE_MAX_SAMPLERS: return CL_ANSWER(cl_uint, images * IMAGE_MAX_SAMPLERS);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT: return CL_ANSWER(size_t, images * IMAGE_MAX_SIZE);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH: return CL_ANSWER(size_t, images * IMAGE_MAX_SIZE_3D);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return CL_ANSWER(size_t, images * IMAGE_MAX_OF_BUFFER);
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: return CL_ANSWER(size_t, images * IMAGE_MAX_SLICES);

    case CL_DEVICE_PARENT_DEVICE: return CL_ANSWER(cl_device_id, NULL);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: return CL_ANSWER(cl_uint, 0);
    case CL_DEVICE_PARTITION_PROPERTIES: return CL_ANSWER(cl_device_partition_property, 0);
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: return CL_ANSWER(cl_device_affinity_domain, 0);
    case CL_DEVICE_PARTITION_TYPE:
      return cl_answer(function, NULL, 0, param_value_size, param_value, param_value_size_ret);
    default: return cl_unknown_name(function, param_name);
  }
  return cl_answer_text(function, text, param_value_size, param_value, param_value_size_ret);
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id d, cl_ulong *device_timestamp, cl_ulong *host_timestamp) {
  if (!is_device(d)) return cl_refuse(CL_INVALID_DEVICE, __func__, "%p is no device", (void *)d);
  if (!device_timestamp || !host_timestamp) return cl_refuse(CL_INVALID_VALUE, __func__, "no place for a time");
  cl_lock();
  *device_timestamp = timer_of_devices(host_timestamp);
  cl_unlock();
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id d, cl_ulong *host_timestamp) {
  if (!is_device(d)) return cl_refuse(CL_INVALID_DEVICE, __func__, "%p is no device", (void *)d);
  if (!host_timestamp) return cl_refuse(CL_INVALID_VALUE, __func__, "no place for the time");
  *host_timestamp = timer_of_host();
  return CL_SUCCESS;
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id d, const cl_device_partition_property *properties,
                                      cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret) {
  (void)properties, (void)num_devices, (void)out_devices, (void)num_devices_ret;
  if (!is_device(d)) return cl_refuse(CL_INVALID_DEVICE, __func__, "%p is no device", (void *)d);
  return cl_refuse(CL_INVALID_VALUE, __func__, "a device of one compute unit supports no partition");
}

// Only parts of devices are counted.
static cl_int count_device(cl_device_id d, const char *function) {
  return is_device(d) ? CL_SUCCESS : cl_refuse(CL_INVALID_DEVICE, function, "%p is no device", (void *)d);
}

cl_int CL_API_CALL clRetainDevice(cl_device_id d) { return count_device(d, __func__); }

cl_int CL_API_CALL clReleaseDevice(cl_device_id d) { return count_device(d, __func__); }

// ---- contexts ------------------------------------------------------------------------------------

bool context_has(cl_context c, cl_device_id d) {
  for (cl_uint i = 0; i < c->device_count; i++)
    if (c->device[i] == d) return true;
  return false;
}

static void free_context(cl_context c) {
  free(c->properties);
  object_free(c);
}

static void destroyed(void *data) {
  cl_context c = data;
  object_call_destructors(c);
  cl_lock();
  free_context(c);
  cl_unlock();
}

static void destroy_context(object *o) {
  cl_context c = (cl_context)o;
  if (c->head.destructors) cl_defer(destroyed, c);
  else free_context(c);
}

// Counts the words of a list of properties with its final 0. CL_SUCCESS, or what is wrong with it.
static cl_int check_properties(const cl_context_properties *properties, size_t *count, const char *function) {
  bool platform_given = false, sync_given = false;
  *count = 0;
  if (!properties) return CL_SUCCESS;
  for (; properties[*count]; *count += 2) {
    const cl_context_properties name = properties[*count], value = properties[*count + 1];
    bool *given = name == CL_CONTEXT_PLATFORM            ? &platform_given
                  : name == CL_CONTEXT_INTEROP_USER_SYNC ? &sync_given
                                                         : NULL;
    if (!given) return cl_refuse(CL_INVALID_PROPERTY, function, "property 0x%llx", (unsigned long long)name);
    if (*given) return cl_refuse(CL_INVALID_PROPERTY, function, "property 0x%llx twice", (unsigned long long)name);
    *given = true;
    if (name == CL_CONTEXT_PLATFORM && (cl_platform_id)value != the_platform())
      return cl_refuse(CL_INVALID_PLATFORM, function, "%p is no platform", (void *)value);
    if (name == CL_CONTEXT_INTEROP_USER_SYNC && value != CL_TRUE && value != CL_FALSE)
      return cl_refuse(CL_INVALID_PROPERTY, function, "CL_CONTEXT_INTEROP_USER_SYNC is neither true nor false");
  }
  ++*count;
  return CL_SUCCESS;
}

// The devices are good.
static cl_context make_context(const cl_context_properties *properties, size_t property_count, cl_uint num_devices,
                               const cl_device_id *devices, cl_int *errcode_ret, const char *function) {
  cl_context_properties *copy = property_count ? malloc(property_count * sizeof *copy) : NULL;
  cl_lock();
  cl_context c = copy || !property_count ? object_new(OF_CONTEXT, sizeof *c, destroy_context) : NULL;
  if (c) {
    for (cl_uint i = 0; i < num_devices; i++)
      if (!context_has(c, devices[i])) c->device[c->device_count++] = devices[i];
    if (copy) memcpy(copy, properties, property_count * sizeof *copy);
    c->properties = copy;
    c->property_count = property_count;
  }
  cl_unlock();
  if (c) return cl_made(errcode_ret, c);
  free(copy);
  return cl_refuse_new(errcode_ret, CL_OUT_OF_HOST_MEMORY, function, "out of memory");
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                       const cl_device_id *devices,
                                       void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *),
                                       void *user_data, cl_int *errcode_ret) {
  size_t count;
  const cl_int code = check_properties(properties, &count, __func__);
  if (code) {
    if (errcode_ret) *errcode_ret = code;
    return NULL;
  }
  if (!devices || !num_devices) return cl_refuse_new(errcode_ret, CL_INVALID_VALUE, __func__, "no devices");
  if (!pfn_notify && user_data)
    return cl_refuse_new(errcode_ret, CL_INVALID_VALUE, __func__, "user_data without a callback");
  for (cl_uint i = 0; i < num_devices; i++)
    if (!is_device(devices[i]))
      return cl_refuse_new(errcode_ret, CL_INVALID_DEVICE, __func__, "%p is no device", (void *)devices[i]);
  return make_context(properties, count, num_devices, devices, errcode_ret, __func__);
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                               void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t,
                                                                             void *),
                                               void *user_data, cl_int *errcode_ret) {
  size_t count;
  cl_device_id devices[CL_DEVICES];
  const cl_int code = check_properties(properties, &count, __func__);
  if (code) {
    if (errcode_ret) *errcode_ret = code;
    return NULL;
  }
  if (!pfn_notify && user_data)
    return cl_refuse_new(errcode_ret, CL_INVALID_VALUE, __func__, "user_data without a callback");
  if (!is_device_type(type))
    return cl_refuse_new(errcode_ret, CL_INVALID_DEVICE_TYPE, __func__, "0x%llx is no device type",
                         (unsigned long long)type);
  const cl_uint found = count_of_type(type);
  if (!found)
    return cl_refuse_new(errcode_ret, CL_DEVICE_NOT_FOUND, __func__, "all devices are of type CL_DEVICE_TYPE_GPU");
  for (cl_uint i = 0; i < found; i++) devices[i] = &the_devices[i];
  return make_context(properties, count, found, devices, errcode_ret, __func__);
}

cl_int CL_API_CALL clRetainContext(cl_context c) {
  return object_retained(c, OF_CONTEXT, CL_INVALID_CONTEXT, __func__);
}

cl_int CL_API_CALL clReleaseContext(cl_context c) {
  return object_released(c, OF_CONTEXT, CL_INVALID_CONTEXT, __func__);
}

cl_int CL_API_CALL clGetContextInfo(cl_context c, cl_context_info param_name, size_t param_value_size,
                                    void *param_value, size_t *param_value_size_ret) {
  const char *const function = __func__;
  cl_int code;
  cl_lock();
  if (!object_is(c, OF_CONTEXT)) code = cl_refuse(CL_INVALID_CONTEXT, function, "%p is no context", (void *)c);
  else switch (param_name) {
      case CL_CONTEXT_REFERENCE_COUNT: code = CL_ANSWER(cl_uint, c->head.references); break;
      case CL_CONTEXT_NUM_DEVICES: code = CL_ANSWER(cl_uint, c->device_count); break;
      case CL_CONTEXT_DEVICES:
        code = cl_answer(function, c->device, c->device_count * sizeof *c->device, param_value_size, param_value,
                         param_value_size_ret);
        break;
      case CL_CONTEXT_PROPERTIES:
        code = cl_answer(function, c->properties, c->property_count * sizeof *c->properties, param_value_size,
                         param_value, param_value_size_ret);
        break;
      default: code = cl_unknown_name(function, param_name);
    }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context c, void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                                  void *user_data) {
  const destructor one = {.call.context = pfn_notify, .data = user_data};
  return object_add_destructor(c, OF_CONTEXT, CL_INVALID_CONTEXT, pfn_notify ? &one : NULL, __func__);
}
