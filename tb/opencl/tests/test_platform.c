// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, chapter 4: platforms, devices and what they say of themselves, contexts.
#include "device_test.h"

static cl_int ask_context(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetContextInfo((cl_context)(uintptr_t)object, name, size, value, needed);
}

static cl_ulong ulong_of(cl_uint name) {
  cl_ulong value;
  query_fixed(ask_device, on.device, name, sizeof value, &value);
  return value;
}

// A version "OpenCL major.minor ...", of at least 1.2.
static void at_least_12(const char *text, const char *before) {
  int major, minor;
  assert_int_equal(strncmp(text, before, strlen(before)), 0);
  assert_int_equal(sscanf(text + strlen(before), "%d.%d", &major, &minor), 2);
  assert_true(major * 10 + minor >= 12);
  assert_non_null(strchr(text + strlen(before), ' '));
}

static void platform_ids(void **state) {
  (void)state;
  cl_platform_id platforms[2];
  cl_uint count = 0;
  OK(clGetPlatformIDs(0, NULL, &count));
  assert_true(count >= 1);
  OK(clGetPlatformIDs(1, platforms, NULL));
  assert_non_null(platforms[0]);
  EXPECT(clGetPlatformIDs(0, platforms, NULL), CL_INVALID_VALUE);
  EXPECT(clGetPlatformIDs(0, platforms, &count), CL_INVALID_VALUE);
  EXPECT(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clGetPlatformIDs(1, NULL, NULL), CL_INVALID_VALUE);
}

static void platform_info(void **state) {
  (void)state;
  char text[4096];
  query_text(ask_platform, on.platform, CL_PLATFORM_PROFILE, sizeof text, text);
  assert_string_equal(text, "FULL_PROFILE");
  query_text(ask_platform, on.platform, CL_PLATFORM_VERSION, sizeof text, text);
  at_least_12(text, "OpenCL ");
  query_text(ask_platform, on.platform, CL_PLATFORM_NAME, sizeof text, text);
  assert_true(strlen(text) > 0);
  query_text(ask_platform, on.platform, CL_PLATFORM_VENDOR, sizeof text, text);
  query_text(ask_platform, on.platform, CL_PLATFORM_EXTENSIONS, sizeof text, text);
  EXPECT(clGetPlatformInfo(on.platform, CL_DEVICE_NAME, sizeof text, text, NULL), CL_INVALID_VALUE);
}

static void device_ids(void **state) {
  (void)state;
  cl_device_id devices[16], one;
  cl_uint count, again;
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
  assert_in_range(count, 1, COUNT(devices));
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, COUNT(devices), devices, &again));
  assert_int_equal(again, count);
  for (cl_uint i = 0; i < count; i++)
    for (cl_uint j = 0; j < i; j++) assert_ptr_not_equal(devices[i], devices[j]);
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 1, &one, &again));
  assert_ptr_equal(one, devices[0]);
  assert_int_equal(again, count);
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 1, &one, NULL));
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_DEFAULT, 1, &one, &again));
  assert_int_equal(again, 1);

  // Each device is found by each of its types, and by a type that has others in it.
  bool seen[COUNT(devices)] = {false};
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, COUNT(devices), devices, NULL));
  for (cl_device_type type = CL_DEVICE_TYPE_CPU; type <= CL_DEVICE_TYPE_ACCELERATOR; type <<= 1) {
    cl_device_id of_type[COUNT(devices)];
    cl_uint here = 0;
    const cl_int code = clGetDeviceIDs(on.platform, type, COUNT(of_type), of_type, &here);
    if (code == CL_DEVICE_NOT_FOUND) continue;
    OK(code);
    assert_true(here > 0);
    for (cl_uint i = 0; i < here; i++) {
      cl_device_type is;
      OK(clGetDeviceInfo(of_type[i], CL_DEVICE_TYPE, sizeof is, &is, NULL));
      assert_true(is & type);
      for (cl_uint j = 0; j < count; j++) seen[j] |= devices[j] == of_type[i];
    }
  }
  for (cl_uint j = 0; j < count; j++) assert_true(seen[j]);
  const cl_device_type any = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
  OK(clGetDeviceIDs(on.platform, any, 0, NULL, &again));
  assert_int_equal(again, count);
}

static void device_ids_refused(void **state) {
  (void)state;
  cl_device_id one;
  cl_uint count;
  EXPECT(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 0, &one, NULL), CL_INVALID_VALUE);
  EXPECT(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 0, &one, &count), CL_INVALID_VALUE);
  EXPECT(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 1, NULL, NULL), CL_INVALID_VALUE);
}

static void platform_refused(void **state) {
  (void)state;
  cl_device_id one;
  char text[64];
  const cl_platform_id wrong = (cl_platform_id)(void *)on.queue;
  EXPECT(clGetDeviceIDs(wrong, CL_DEVICE_TYPE_ALL, 1, &one, NULL), CL_INVALID_PLATFORM);
  EXPECT(clGetPlatformInfo(wrong, CL_PLATFORM_NAME, sizeof text, text, NULL), CL_INVALID_PLATFORM);
}

// Device types that exist.
static void device_type_not_found(void **state) {
  (void)state;
  cl_device_id one;
  for (cl_device_type type = CL_DEVICE_TYPE_CPU; type <= CL_DEVICE_TYPE_CUSTOM; type <<= 1)
    ONE_OF(clGetDeviceIDs(on.platform, type, 1, &one, NULL), CL_SUCCESS, CL_DEVICE_NOT_FOUND);
}

static void device_type_refused(void **state) {
  (void)state;
  cl_device_id one;
  EXPECT(clGetDeviceIDs(on.platform, 0, 1, &one, NULL), CL_INVALID_DEVICE_TYPE);
  EXPECT(clGetDeviceIDs(on.platform, (cl_device_type)1 << 20, 1, &one, NULL), CL_INVALID_DEVICE_TYPE);
}

static void device_is(void **state) {
  (void)state;
  cl_device_type type;
  query_fixed(ask_device, on.device, CL_DEVICE_TYPE, sizeof type, &type);
  const cl_device_type some = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
  assert_true((type & some) && !(type & ~(some | CL_DEVICE_TYPE_DEFAULT)));
  cl_platform_id platform;
  query_fixed(ask_device, on.device, CL_DEVICE_PLATFORM, sizeof platform, &platform);
  assert_ptr_equal(platform, on.platform);
  uint_of(CL_DEVICE_VENDOR_ID);
  assert_true(bool_of(CL_DEVICE_AVAILABLE));
  assert_true(bool_of(CL_DEVICE_COMPILER_AVAILABLE));
  assert_true(bool_of(CL_DEVICE_LINKER_AVAILABLE));
  bool_of(CL_DEVICE_ENDIAN_LITTLE);
  bool_of(CL_DEVICE_ERROR_CORRECTION_SUPPORT);
  bool_of(CL_DEVICE_HOST_UNIFIED_MEMORY);
  bool_of(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC);
  cl_device_exec_capabilities can;
  query_fixed(ask_device, on.device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can);
  assert_true(can & CL_EXEC_KERNEL);
  cl_command_queue_properties queues;
  query_fixed(ask_device, on.device, CL_DEVICE_QUEUE_PROPERTIES, sizeof queues, &queues);
  assert_true(queues & CL_QUEUE_PROFILING_ENABLE);
}

static void device_texts(void **state) {
  (void)state;
  char text[4096];
  query_text(ask_device, on.device, CL_DEVICE_NAME, sizeof text, text);
  assert_true(strlen(text) > 0);
  query_text(ask_device, on.device, CL_DEVICE_VENDOR, sizeof text, text);
  query_text(ask_device, on.device, CL_DEVICE_BUILT_IN_KERNELS, sizeof text, text);
  query_text(ask_device, on.device, CL_DEVICE_PROFILE, sizeof text, text);
  assert_string_equal(text, "FULL_PROFILE");
  query_text(ask_device, on.device, CL_DEVICE_VERSION, sizeof text, text);
  at_least_12(text, "OpenCL ");
  query_text(ask_device, on.device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text);
  at_least_12(text, "OpenCL C ");
}

static void driver_version(void **state) {
  (void)state;
  char text[256];
  int major, minor;
  query_text(ask_device, on.device, CL_DRIVER_VERSION, sizeof text, text);
  assert_int_equal(sscanf(text, "%d.%d", &major, &minor), 2);
}

static void device_extensions(void **state) {
  (void)state;
  char text[4096];
  query_text(ask_device, on.device, CL_DEVICE_EXTENSIONS, sizeof text, text);
  static const char *const required[] = {"cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
                                         "cl_khr_local_int32_base_atomics", "cl_khr_local_int32_extended_atomics",
                                         "cl_khr_byte_addressable_store"};
  for (size_t i = 0; i < COUNT(required); i++) assert_true(has_extension(required[i]));
}

static void device_work_sizes(void **state) {
  (void)state;
  assert_true(uint_of(CL_DEVICE_MAX_COMPUTE_UNITS) >= 1);
  const cl_uint dimensions = uint_of(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
  assert_in_range(dimensions, 3, 16);
  size_t sizes[16], needed;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, &needed));
  assert_int_equal(needed, dimensions * sizeof *sizes);
  EXPECT(clGetDeviceInfo(on.device, CL_DEVICE_MAX_WORK_ITEM_SIZES, needed - 1, sizes, NULL), CL_INVALID_VALUE);
  for (cl_uint i = 0; i < dimensions; i++) assert_true(sizes[i] >= 1);
  assert_true(size_of(CL_DEVICE_MAX_WORK_GROUP_SIZE) >= 1);
}

static void device_vector_widths(void **state) {
  (void)state;
  static const cl_uint plain[] = {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,  CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
                                  CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,   CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
                                  CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
                                  CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,    CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
                                  CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,     CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT};
  for (size_t i = 0; i < COUNT(plain); i++) assert_in_range(uint_of(plain[i]), 1, 64);
  const bool doubles = has_extension("cl_khr_fp64"), halves = has_extension("cl_khr_fp16");
  assert_int_equal(uint_of(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE) != 0, doubles);
  assert_int_equal(uint_of(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE) != 0, doubles);
  assert_int_equal(uint_of(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF) != 0, halves);
  assert_int_equal(uint_of(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF) != 0, halves);
}

static void device_floats(void **state) {
  (void)state;
  cl_device_fp_config can;
  query_fixed(ask_device, on.device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can);
  cl_device_fp_config least = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  assert_true((can & least) == least);
  query_fixed(ask_device, on.device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof can, &can);
  least = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM;
  if (has_extension("cl_khr_fp64")) assert_true((can & least) == least);
  else assert_int_equal(can, 0);
  if (has_extension("cl_khr_fp16")) {
    query_fixed(ask_device, on.device, CL_DEVICE_HALF_FP_CONFIG, sizeof can, &can);
    assert_true(can & CL_FP_INF_NAN);
    assert_true(can & (CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO));
  }
}

static void device_memory(void **state) {
  (void)state;
  const cl_uint bits = uint_of(CL_DEVICE_ADDRESS_BITS);
  assert_true(bits == 32 || bits == 64);
  const cl_ulong all = ulong_of(CL_DEVICE_GLOBAL_MEM_SIZE), most = ulong_of(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  assert_true(most <= all);
  assert_true(most >= all / 4 && most >= 128 << 20);
  cl_device_mem_cache_type cache;
  query_fixed(ask_device, on.device, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, sizeof cache, &cache);
  assert_in_range(cache, CL_NONE, CL_READ_WRITE_CACHE);
  ulong_of(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  uint_of(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  assert_true(ulong_of(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 64 << 10);
  assert_true(uint_of(CL_DEVICE_MAX_CONSTANT_ARGS) >= 8);
  cl_device_local_mem_type local;
  query_fixed(ask_device, on.device, CL_DEVICE_LOCAL_MEM_TYPE, sizeof local, &local);
  assert_in_range(local, CL_LOCAL, CL_GLOBAL);
  assert_true(ulong_of(CL_DEVICE_LOCAL_MEM_SIZE) >= 32 << 10);
  assert_true(size_of(CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024);
  // Both have the value for long16.
  assert_true(uint_of(CL_DEVICE_MEM_BASE_ADDR_ALIGN) >= 1024);
  assert_true(uint_of(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE) >= 128);
  assert_true(size_of(CL_DEVICE_PRINTF_BUFFER_SIZE) >= 1 << 20);
  assert_true(size_of(CL_DEVICE_PROFILING_TIMER_RESOLUTION) >= 1);
  uint_of(CL_DEVICE_MAX_CLOCK_FREQUENCY);
}

static void device_images(void **state) {
  (void)state;
  static const struct {
    cl_uint name;
    size_t least;
  } sizes[] = {{CL_DEVICE_IMAGE2D_MAX_WIDTH, 8192},   {CL_DEVICE_IMAGE2D_MAX_HEIGHT, 8192},
               {CL_DEVICE_IMAGE3D_MAX_WIDTH, 2048},   {CL_DEVICE_IMAGE3D_MAX_HEIGHT, 2048},
               {CL_DEVICE_IMAGE3D_MAX_DEPTH, 2048},   {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 65536},
               {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 2048}},
    counts[] = {
        {CL_DEVICE_MAX_READ_IMAGE_ARGS, 128}, {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 8}, {CL_DEVICE_MAX_SAMPLERS, 16}};
  const bool images = bool_of(CL_DEVICE_IMAGE_SUPPORT);
  for (size_t i = 0; i < COUNT(sizes); i++) {
    const size_t size = size_of(sizes[i].name);
    if (images) assert_true(size >= sizes[i].least);
  }
  for (size_t i = 0; i < COUNT(counts); i++) {
    const cl_uint count = uint_of(counts[i].name);
    if (images) assert_true(count >= counts[i].least);
  }
}

static void device_partitions(void **state) {
  (void)state;
  cl_device_id parent = on.device;
  query_fixed(ask_device, on.device, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent);
  assert_null(parent);
  const cl_uint most = uint_of(CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
  assert_true(most <= uint_of(CL_DEVICE_MAX_COMPUTE_UNITS));
  cl_device_partition_property list[16] = {1};
  size_t needed;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_PARTITION_PROPERTIES, sizeof list, list, &needed));
  assert_true(needed >= sizeof *list && needed % sizeof *list == 0);
  cl_device_affinity_domain domains;
  query_fixed(ask_device, on.device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains, &domains);
  OK(clGetDeviceInfo(on.device, CL_DEVICE_PARTITION_TYPE, sizeof list, list, &needed));
  if (needed) assert_int_equal(list[0], 0);
}

static void device_is_not_counted(void **state) {
  (void)state;
  assert_int_equal(uint_of(CL_DEVICE_REFERENCE_COUNT), 1);
  OK(clRetainDevice(on.device));
  assert_int_equal(uint_of(CL_DEVICE_REFERENCE_COUNT), 1);
  OK(clReleaseDevice(on.device));
  OK(clReleaseDevice(on.device));
  assert_int_equal(uint_of(CL_DEVICE_REFERENCE_COUNT), 1);
}

static void device_info_refused(void **state) {
  (void)state;
  cl_ulong value;
  EXPECT(clGetDeviceInfo(on.device, CL_CONTEXT_DEVICES, sizeof value, &value, NULL), CL_INVALID_VALUE);
  EXPECT(clGetDeviceInfo(on.device, 0xffffffff, sizeof value, &value, NULL), CL_INVALID_VALUE);
}

static void sub_devices_refused(void **state) {
  (void)state;
  cl_device_id sub[4];
  cl_uint count;
  const cl_device_partition_property unknown[] = {0x7fff, 1, 0}, none[] = {0};
  EXPECT(clCreateSubDevices(on.device, unknown, COUNT(sub), sub, &count), CL_INVALID_VALUE);
  EXPECT(clCreateSubDevices(on.device, none, COUNT(sub), sub, &count), CL_INVALID_VALUE);
  EXPECT(clCreateSubDevices(on.device, NULL, COUNT(sub), sub, &count), CL_INVALID_VALUE);
}

// What a device does not list is refused with CL_INVALID_VALUE.
static void sub_devices_unsupported(void **state) {
  (void)state;
  cl_device_id sub[4];
  cl_uint count;
  cl_device_partition_property list[16] = {0};
  OK(clGetDeviceInfo(on.device, CL_DEVICE_PARTITION_PROPERTIES, sizeof list, list, NULL));
  const cl_device_partition_property ways[3][5] = {
      {CL_DEVICE_PARTITION_EQUALLY, 1, 0},
      {CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0},
      {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}};
  for (size_t i = 0; i < COUNT(ways); i++) {
    bool listed = false;
    for (size_t j = 0; list[j]; j++) listed |= list[j] == ways[i][0];
    if (!listed) EXPECT(clCreateSubDevices(on.device, ways[i], COUNT(sub), sub, &count), CL_INVALID_VALUE);
  }
}

static void context_info(void **state) {
  (void)state;
  const cl_context_properties with[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)on.platform, 0};
  cl_context context = clCreateContext(with, 1, &on.device, NULL, NULL, &error);
  OK(error);
  cl_uint count;
  query_fixed(ask_context, context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count);
  assert_int_equal(count, 1);
  query_fixed(ask_context, context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count);
  assert_int_equal(count, 1);
  cl_device_id device;
  query_fixed(ask_context, context, CL_CONTEXT_DEVICES, sizeof device, &device);
  assert_ptr_equal(device, on.device);
  cl_context_properties found[3];
  query_fixed(ask_context, context, CL_CONTEXT_PROPERTIES, sizeof found, found);
  assert_memory_equal(found, with, sizeof with);
  OK(clRetainContext(context));
  OK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 2);
  OK(clReleaseContext(context));
  OK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
  assert_int_equal(count, 1);
  EXPECT(clGetContextInfo(context, CL_DEVICE_NAME, sizeof found, found, NULL), CL_INVALID_VALUE);
  OK(clReleaseContext(context));
}

// Without properties there is none, or the zero that ends a list.
static void context_without_properties(void **state) {
  (void)state;
  cl_context_properties found[3] = {1, 1, 1};
  size_t needed = 1;
  OK(clGetContextInfo(on.context, CL_CONTEXT_PROPERTIES, sizeof found, found, &needed));
  assert_true(needed == 0 || (needed == sizeof *found && found[0] == 0));
}

static void context_of_all_devices(void **state) {
  (void)state;
  cl_device_id devices[16], found[16];
  cl_uint count;
  size_t needed;
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, COUNT(devices), devices, &count));
  cl_context context = clCreateContext(NULL, count, devices, NULL, NULL, NULL);
  assert_non_null(context);
  OK(clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof found, found, &needed));
  assert_int_equal(needed, count * sizeof *found);
  assert_memory_equal(found, devices, needed);
  if (needed > 1) EXPECT(clGetContextInfo(context, CL_CONTEXT_DEVICES, needed - 1, found, NULL), CL_INVALID_VALUE);
  OK(clReleaseContext(context));
}

static void context_ignores_duplicates(void **state) {
  (void)state;
  const cl_device_id twice[] = {on.device, on.device};
  cl_context context = clCreateContext(NULL, 2, twice, NULL, NULL, &error);
  OK(error);
  cl_uint count;
  OK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
  assert_int_equal(count, 1);
  OK(clReleaseContext(context));
}

static void CL_CALLBACK notify(const char *text, const void *data, size_t size, void *user) {
  (void)text, (void)data, (void)size, (void)user;
}

static void context_with_notify(void **state) {
  (void)state;
  int mine = 0;
  cl_context context = clCreateContext(NULL, 1, &on.device, notify, &mine, &error);
  OK(error);
  OK(clReleaseContext(context));
  context = clCreateContext(NULL, 1, &on.device, notify, NULL, &error);
  OK(error);
  OK(clReleaseContext(context));
}

static void context_refused(void **state) {
  (void)state;
  int mine = 0;
  const cl_device_id none[] = {on.device, NULL};
  NONE(clCreateContext(NULL, 0, &on.device, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateContext(NULL, 1, NULL, NULL, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateContext(NULL, 1, &on.device, NULL, &mine, &error), CL_INVALID_VALUE);
  NONE(clCreateContext(NULL, 2, none, NULL, NULL, &error), CL_INVALID_DEVICE);
  assert_null(clCreateContext(NULL, 0, NULL, NULL, NULL, NULL));
}

static void context_properties_refused(void **state) {
  (void)state;
  const cl_context_properties platform = (cl_context_properties)on.platform;
  const cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, platform, 0x7ffffff, 1, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, platform, CL_CONTEXT_PLATFORM, platform, 0};
  NONE(clCreateContext(unknown, 1, &on.device, NULL, NULL, &error), CL_INVALID_PROPERTY);
  NONE(clCreateContext(twice, 1, &on.device, NULL, NULL, &error), CL_INVALID_PROPERTY);
  NONE(clCreateContextFromType(twice, CL_DEVICE_TYPE_ALL, NULL, NULL, &error), CL_INVALID_PROPERTY);
}

static void context_with_user_sync(void **state) {
  (void)state;
  const cl_context_properties platform = (cl_context_properties)on.platform;
  const cl_context_properties with[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_PLATFORM, platform, 0};
  const cl_context_properties neither[] = {CL_CONTEXT_INTEROP_USER_SYNC, 7, CL_CONTEXT_PLATFORM, platform, 0};
  cl_context_properties found[5];
  cl_context context = clCreateContext(with, 1, &on.device, NULL, NULL, &error);
  OK(error);
  query_fixed(ask_context, context, CL_CONTEXT_PROPERTIES, sizeof found, found);
  assert_memory_equal(found, with, sizeof with);
  OK(clReleaseContext(context));
  NONE(clCreateContext(neither, 1, &on.device, NULL, NULL, &error), CL_INVALID_PROPERTY);
}

static void context_platform_refused(void **state) {
  (void)state;
  const cl_context_properties none[] = {CL_CONTEXT_PLATFORM, 0, 0};
  NONE(clCreateContext(none, 1, &on.device, NULL, NULL, &error), CL_INVALID_PLATFORM);
  NONE(clCreateContextFromType(none, CL_DEVICE_TYPE_ALL, NULL, NULL, &error), CL_INVALID_PLATFORM);
}

static void context_from_type(void **state) {
  (void)state;
  const cl_context_properties with[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)on.platform, 0};
  cl_uint count, all;
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 0, NULL, &all));
  cl_context context = clCreateContextFromType(with, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
  OK(error);
  OK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
  assert_int_equal(count, all);
  OK(clReleaseContext(context));
  context = clCreateContextFromType(with, CL_DEVICE_TYPE_DEFAULT, NULL, NULL, NULL);
  assert_non_null(context);
  OK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof count, &count, NULL));
  assert_int_equal(count, 1);
  OK(clReleaseContext(context));
}

static void context_from_type_refused(void **state) {
  (void)state;
  int mine = 0;
  const cl_context_properties platform = (cl_context_properties)on.platform;
  const cl_context_properties with[] = {CL_CONTEXT_PLATFORM, platform, 0};
  const cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, platform, 0x7ffffff, 1, 0};
  NONE(clCreateContextFromType(with, CL_DEVICE_TYPE_ALL, NULL, &mine, &error), CL_INVALID_VALUE);
  NONE(clCreateContextFromType(with, 0, NULL, NULL, &error), CL_INVALID_DEVICE_TYPE);
  NONE(clCreateContextFromType(unknown, CL_DEVICE_TYPE_ALL, NULL, NULL, &error), CL_INVALID_PROPERTY);
  cl_uint customs;
  if (clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_CUSTOM, 0, NULL, &customs) == CL_DEVICE_NOT_FOUND)
    NONE(clCreateContextFromType(with, CL_DEVICE_TYPE_CUSTOM, NULL, NULL, &error), CL_DEVICE_NOT_FOUND);
}

static void extension_functions(void **state) {
  (void)state;
  assert_null(clGetExtensionFunctionAddressForPlatform(on.platform, "clNoSuchFunctionEXT"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(platform_ids),
      cmocka_unit_test(platform_info),
      cmocka_unit_test(device_ids),
      cmocka_unit_test(device_ids_refused),
      cmocka_unit_test(platform_refused),
      cmocka_unit_test(device_type_not_found),
      cmocka_unit_test(device_type_refused),
      cmocka_unit_test(device_is),
      cmocka_unit_test(device_texts),
      cmocka_unit_test(driver_version),
      cmocka_unit_test(device_extensions),
      cmocka_unit_test(device_work_sizes),
      cmocka_unit_test(device_vector_widths),
      cmocka_unit_test(device_floats),
      cmocka_unit_test(device_memory),
      cmocka_unit_test(device_images),
      cmocka_unit_test(device_partitions),
      cmocka_unit_test(device_is_not_counted),
      cmocka_unit_test(device_info_refused),
      cmocka_unit_test(sub_devices_refused),
      cmocka_unit_test(sub_devices_unsupported),
      cmocka_unit_test(context_info),
      cmocka_unit_test(context_without_properties),
      cmocka_unit_test(context_of_all_devices),
      cmocka_unit_test(context_ignores_duplicates),
      cmocka_unit_test(context_with_notify),
      cmocka_unit_test(context_refused),
      cmocka_unit_test(context_properties_refused),
      cmocka_unit_test(context_with_user_sync),
      cmocka_unit_test(context_platform_refused),
      cmocka_unit_test(context_from_type),
      cmocka_unit_test(context_from_type_refused),
      cmocka_unit_test(extension_functions),
  };
  return RUN(tests);
}
