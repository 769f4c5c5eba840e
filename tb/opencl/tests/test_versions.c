// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0, chapter 4: what platforms and devices say of versions and of what is optional, and timers.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "device_test.h"

enum { MOST = 256 };  // elements of a list of names

static cl_bitfield bits_of(cl_uint name) {
  cl_bitfield value;
  query_fixed(ask_device, on.device, name, sizeof value, &value);
  return value;
}

static const char *text_of(cl_uint name) {
  static char text[16384];
  query_text(ask_device, on.device, name, sizeof text, text);
  return text;
}

// ---- names with versions -------------------------------------------------------------------------

typedef struct {
  cl_name_version of[MOST];
  size_t count;
} names;

static names names_of(query ask, const void *object, cl_uint name) {
  static names found;
  found.count = query_list(ask, object, name, sizeof *found.of, found.of, MOST);
  for (size_t i = 0; i < found.count; i++)
    assert_in_range(strnlen(found.of[i].name, CL_NAME_VERSION_MAX_NAME_SIZE), 1, CL_NAME_VERSION_MAX_NAME_SIZE - 1);
  return found;
}

// The element of the name; NULL: there is none. With a version: the one that has it, too.
static const cl_name_version *element(const names *list, const char *name, const cl_version *version) {
  for (size_t i = 0; i < list->count; i++)
    if (!strcmp(list->of[i].name, name) && (!version || list->of[i].version == *version)) return &list->of[i];
  return NULL;
}

// No name stands twice, with versions: no pair.
static void none_twice(const names *list, bool with_version) {
  for (size_t i = 0; i < list->count; i++)
    for (size_t j = 0; j < i; j++)
      if (!strcmp(list->of[i].name, list->of[j].name) && (!with_version || list->of[i].version == list->of[j].version))
        fail_msg("%s twice", list->of[i].name);
}

// The list has exactly the words of the text. A text of intermediate languages has their versions, too.
static void words_are(const names *list, const char *text, const char *separators, bool with_version) {
  char copy[16384], word[128], *rest = copy;
  size_t count = 0;
  strcpy(copy, text);
  for (char *part; (part = strsep(&rest, separators));) {
    bool there = false;
    if (!*part) continue;
    count++;
    for (size_t i = 0; i < list->count && !there; i++) {
      const cl_version v = list->of[i].version;
      if (with_version)
        snprintf(word, sizeof word, "%s_%u.%u", list->of[i].name, CL_VERSION_MAJOR(v), CL_VERSION_MINOR(v));
      there = !strcmp(with_version ? word : list->of[i].name, part);
    }
    if (!there) fail_msg("%s is missing in the list with versions", part);
  }
  assert_int_equal(count, list->count);
}

// "OpenCL 3.0 more" or "OpenCL C 1.2 more" and what says the same as a number.
static cl_version version_in(const char *text, const char *before) {
  unsigned major, minor;
  char space;
  assert_int_equal(strncmp(text, before, strlen(before)), 0);
  assert_int_equal(sscanf(text + strlen(before), "%u.%u%c", &major, &minor, &space), 3);
  assert_int_equal(space, ' ');
  return CL_MAKE_VERSION(major, minor, 0);
}

static void same_version(cl_version version, cl_version other) {
  assert_int_equal(CL_VERSION_MAJOR(version), CL_VERSION_MAJOR(other));
  assert_int_equal(CL_VERSION_MINOR(version), CL_VERSION_MINOR(other));
}

static void platform_version(void **state) {
  NEEDS_3;
  cl_version version;
  char text[256];
  query_fixed(ask_platform, on.platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version, &version);
  query_text(ask_platform, on.platform, CL_PLATFORM_VERSION, sizeof text, text);
  same_version(version, version_in(text, "OpenCL "));
  assert_true(CL_VERSION_MAJOR(version) >= 3);
}

static void platform_extensions(void **state) {
  NEEDS_3;
  char text[16384];
  const names list = names_of(ask_platform, on.platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION);
  query_text(ask_platform, on.platform, CL_PLATFORM_EXTENSIONS, sizeof text, text);
  words_are(&list, text, " ", false);
  none_twice(&list, false);
  for (size_t i = 0; i < list.count; i++) assert_true(list.of[i].version > 0);

  // An extension of all devices is one of the platform.
  cl_device_id devices[16];
  cl_uint count;
  names of_devices[16];
  OK(clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, COUNT(devices), devices, &count));
  for (cl_uint d = 0; d < count; d++)
    of_devices[d] = names_of(ask_device, devices[d], CL_DEVICE_EXTENSIONS_WITH_VERSION);
  for (size_t i = 0; i < of_devices[0].count; i++) {
    const char *name = of_devices[0].of[i].name;
    cl_uint have = 0;
    for (cl_uint d = 0; d < count; d++) have += element(&of_devices[d], name, NULL) != NULL;
    if (have == count && !element(&list, name, NULL)) fail_msg("%s is no extension of the platform", name);
  }
}

static void device_version(void **state) {
  NEEDS_3;
  same_version(uint_of(CL_DEVICE_NUMERIC_VERSION), version_in(text_of(CL_DEVICE_VERSION), "OpenCL "));
}

static void device_extensions(void **state) {
  NEEDS_3;
  const names list = names_of(ask_device, on.device, CL_DEVICE_EXTENSIONS_WITH_VERSION);
  words_are(&list, text_of(CL_DEVICE_EXTENSIONS), " ", false);
  none_twice(&list, false);
  for (size_t i = 0; i < list.count; i++) assert_true(list.of[i].version > 0);
}

static void built_in_kernels(void **state) {
  NEEDS_3;
  const names list = names_of(ask_device, on.device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION);
  words_are(&list, text_of(CL_DEVICE_BUILT_IN_KERNELS), ";", false);
  none_twice(&list, false);
}

static void intermediate_languages(void **state) {
  NEEDS_3;
  const names list = names_of(ask_device, on.device, CL_DEVICE_ILS_WITH_VERSION);
  words_are(&list, text_of(CL_DEVICE_IL_VERSION), " ", true);
  none_twice(&list, true);
}

static void language_versions(void **state) {
  NEEDS_3;
  const names list = names_of(ask_device, on.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  static const cl_version least[] = {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
                                     CL_MAKE_VERSION(3, 0, 0)};
  const cl_version highest = version_in(text_of(CL_DEVICE_OPENCL_C_VERSION), "OpenCL C ");
  bool there = false;
  none_twice(&list, true);
  for (size_t i = 0; i < list.count; i++) {
    assert_string_equal(list.of[i].name, "OpenCL C");
    there |= CL_VERSION_MAJOR(list.of[i].version) == CL_VERSION_MAJOR(highest) &&
             CL_VERSION_MINOR(list.of[i].version) == CL_VERSION_MINOR(highest);
  }
  assert_true(there);
  assert_true(highest >= CL_MAKE_VERSION(1, 2, 0));
  for (size_t k = 0; k < COUNT(least); k++) assert_non_null(element(&list, "OpenCL C", &least[k]));
}

// A feature is listed where the query that belongs to it says so, and only there.
static void features(void **state) {
  NEEDS_3;
  const cl_bitfield memory = bits_of(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  const bool images = has_images();
  const struct {
    const char *name;
    bool has;
  } rows[] = {
      {"__opencl_c_atomic_order_acq_rel", memory & CL_DEVICE_ATOMIC_ORDER_ACQ_REL},
      {"__opencl_c_atomic_order_seq_cst", memory & CL_DEVICE_ATOMIC_ORDER_SEQ_CST},
      {"__opencl_c_atomic_scope_device", memory & CL_DEVICE_ATOMIC_SCOPE_DEVICE},
      {"__opencl_c_atomic_scope_all_devices", memory & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES},
      {"__opencl_c_device_enqueue", bits_of(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) & CL_DEVICE_QUEUE_SUPPORTED},
      {"__opencl_c_generic_address_space", bool_of(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT)},
      {"__opencl_c_fp64", bits_of(CL_DEVICE_DOUBLE_FP_CONFIG) != 0},
      {"__opencl_c_images", images},
      {"__opencl_c_int64", true},
      {"__opencl_c_pipes", bool_of(CL_DEVICE_PIPE_SUPPORT)},
      {"__opencl_c_program_scope_global_variables", size_of(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) > 0},
      {"__opencl_c_read_write_images", uint_of(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) > 0},
      {"__opencl_c_subgroups", uint_of(CL_DEVICE_MAX_NUM_SUB_GROUPS) > 0},
      {"__opencl_c_work_group_collective_functions", bool_of(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT)},
  };
  const names list = names_of(ask_device, on.device, CL_DEVICE_OPENCL_C_FEATURES);
  none_twice(&list, true);
  for (size_t i = 0; i < list.count; i++) {
    assert_int_equal(strncmp(list.of[i].name, "__opencl_c_", 11), 0);
    assert_true(CL_VERSION_MAJOR(list.of[i].version) >= 3);
  }
  for (size_t k = 0; k < COUNT(rows); k++)
    if ((element(&list, rows[k].name, NULL) != NULL) != rows[k].has)
      fail_msg("%s: the query says %d", rows[k].name, rows[k].has);
  if (element(&list, "__opencl_c_3d_image_writes", NULL)) assert_true(images);
}

// ---- what is optional ----------------------------------------------------------------------------

static bool power_of_two(size_t n) { return n && !(n & (n - 1)); }

// A device that has it has at least so much; one without has 0.
static void amount(cl_uint name, bool has, cl_uint least) {
  const cl_uint found = uint_of(name);
  if (has ? found < least : found != 0) fail_msg("query 0x%x: %u", name, found);
}

static void pipes(void **state) {
  NEEDS_3;
  const bool has = bool_of(CL_DEVICE_PIPE_SUPPORT);
  amount(CL_DEVICE_MAX_PIPE_ARGS, has, 16);
  amount(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, has, 1);
  amount(CL_DEVICE_PIPE_MAX_PACKET_SIZE, has, 1024);
  if (has) assert_true(bool_of(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT));
}

static void queues_on_the_device(void **state) {
  NEEDS_3;
  const cl_bitfield can = bits_of(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES);
  const cl_bitfield properties = bits_of(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES);
  const cl_bitfield both = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  const bool has = can & CL_DEVICE_QUEUE_SUPPORTED;
  assert_int_equal(can & ~(cl_bitfield)(CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT), 0);
  if (can & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT) assert_true(has);
  if (has) assert_true(bool_of(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT));
  assert_int_equal(properties & both, has ? both : 0);
  assert_int_equal(properties & ~both, 0);
  amount(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, has, 16 << 10);
  amount(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, has, 256 << 10);
  amount(CL_DEVICE_MAX_ON_DEVICE_QUEUES, has, 1);
  amount(CL_DEVICE_MAX_ON_DEVICE_EVENTS, has, 1024);
  assert_true(bits_of(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE);
}

static void images(void **state) {
  NEEDS_3;
  const bool of_buffers = has_extension("cl_khr_image2d_from_buffer");
  const cl_uint alignments[] = {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT};
  for (size_t i = 0; i < COUNT(alignments); i++) {
    const cl_uint found = uint_of(alignments[i]);
    assert_true(of_buffers ? power_of_two(found) : !found);
  }
  const cl_uint both = uint_of(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS);
  if (both) assert_true(has_images() && both >= 64);
}

// A wider scope and a stronger order have those below them.
static void atomics(void **state) {
  NEEDS_3;
  static const struct {
    cl_uint name;
    cl_bitfield least;
  } queries[] = {
      {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
      {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
       CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP}};
  static const cl_bitfield pairs[][2] = {
      {CL_DEVICE_ATOMIC_ORDER_SEQ_CST, CL_DEVICE_ATOMIC_ORDER_ACQ_REL},
      {CL_DEVICE_ATOMIC_ORDER_ACQ_REL, CL_DEVICE_ATOMIC_ORDER_RELAXED},
      {CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES, CL_DEVICE_ATOMIC_SCOPE_DEVICE},
      {CL_DEVICE_ATOMIC_SCOPE_DEVICE, CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
  };
  for (size_t q = 0; q < COUNT(queries); q++) {
    const cl_bitfield found = bits_of(queries[q].name);
    assert_int_equal(found & queries[q].least, queries[q].least);
    assert_int_equal(found >> 7, 0);
    for (size_t p = 0; p < COUNT(pairs); p++)
      if (found & pairs[p][0]) assert_true(found & pairs[p][1]);
  }
  const cl_uint alignments[] = {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT,
                                CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT,
                                CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT};
  for (size_t i = 0; i < COUNT(alignments); i++) {
    const cl_uint found = uint_of(alignments[i]);
    assert_true(!found || power_of_two(found));
  }
}

static void shared_memory(void **state) {
  NEEDS_3;
  const cl_bitfield can = bits_of(CL_DEVICE_SVM_CAPABILITIES);
  const cl_bitfield fine = CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM;
  assert_int_equal(can & ~(fine | CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS), 0);
  if (can & fine) assert_true(can & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  if (can & CL_DEVICE_SVM_ATOMICS) assert_true(can & fine);
}

static void variables_of_programs(void **state) {
  NEEDS_3;
  const size_t most = size_of(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  const size_t preferred = size_of(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE);
  assert_true(most ? most >= 64 << 10 : !preferred);
}

static void sub_groups(void **state) {
  NEEDS_3;
  const cl_uint most = uint_of(CL_DEVICE_MAX_NUM_SUB_GROUPS);
  const bool apart = bool_of(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS);
  if (!most) assert_false(apart || has_extension("cl_khr_subgroups"));
  if (has_extension("cl_khr_subgroups")) assert_true(most && apart);
}

static void groups(void **state) {
  NEEDS_3;
  bool_of(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
  assert_in_range(size_of(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1, size_of(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  text_of(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED);
}

static void device_info_refused(void **state) {
  NEEDS_3;
  char room[64];
  EXPECT(clGetDeviceInfo(on.device, CL_PLATFORM_NUMERIC_VERSION, sizeof room, room, NULL), CL_INVALID_VALUE);
  EXPECT(clGetPlatformInfo(on.platform, CL_DEVICE_NUMERIC_VERSION, sizeof room, room, NULL), CL_INVALID_VALUE);
}

// ---- timers --------------------------------------------------------------------------------------

static cl_ulong resolution(void) {
  cl_ulong value;
  query_fixed(ask_platform, on.platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof value, &value);
  return value;
}

static void timers(void **state) {
  NEEDS_3;
  cl_ulong device, host, before, after, later;
  if (!resolution()) {
    EXPECT(clGetHostTimer(on.device, &host), CL_INVALID_OPERATION);
    EXPECT(clGetDeviceAndHostTimer(on.device, &device, &host), CL_INVALID_OPERATION);
    return;
  }
  OK(clGetHostTimer(on.device, &before));
  OK(clGetDeviceAndHostTimer(on.device, &device, &host));
  OK(clGetHostTimer(on.device, &after));
  assert_true(before <= host && host <= after);
  OK(clGetDeviceAndHostTimer(on.device, &later, &host));
  assert_true(device <= later && after <= host);
}

// Events take their times from the timer of the device.
static void times_of_events(void **state) {
  NEEDS_3;
  if (!resolution()) skip();
  cl_ulong before, after, host, queued, submitted, start, end;
  cl_event event;
  const cl_int seven = 7;
  cl_mem x = buffer_of(4096, NULL);
  OK(clFinish(on.queue));
  OK(clGetDeviceAndHostTimer(on.device, &before, &host));
  OK(clEnqueueFillBuffer(on.queue, x, &seven, sizeof seven, 0, 4096, 0, NULL, &event));
  OK(clFinish(on.queue));
  OK(clGetDeviceAndHostTimer(on.device, &after, &host));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, NULL));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_SUBMIT, sizeof submitted, &submitted, NULL));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
  OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
  assert_true(before <= queued && queued <= submitted && submitted <= start && start <= end && end <= after);
  OK(clReleaseEvent(event));
  OK(clReleaseMemObject(x));
}

static void timers_refused(void **state) {
  NEEDS_3;
  cl_ulong time;
  EXPECT(clGetHostTimer(NULL, &time), CL_INVALID_DEVICE);
  EXPECT(clGetDeviceAndHostTimer(NULL, &time, &time), CL_INVALID_DEVICE);
  if (!resolution()) skip();
  EXPECT(clGetHostTimer(on.device, NULL), CL_INVALID_VALUE);
  EXPECT(clGetDeviceAndHostTimer(on.device, NULL, &time), CL_INVALID_VALUE);
  EXPECT(clGetDeviceAndHostTimer(on.device, &time, NULL), CL_INVALID_VALUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(platform_version),
      cmocka_unit_test(platform_extensions),
      cmocka_unit_test(device_version),
      cmocka_unit_test(device_extensions),
      cmocka_unit_test(built_in_kernels),
      cmocka_unit_test(intermediate_languages),
      cmocka_unit_test(language_versions),
      cmocka_unit_test(features),
      cmocka_unit_test(pipes),
      cmocka_unit_test(queues_on_the_device),
      cmocka_unit_test(images),
      cmocka_unit_test(atomics),
      cmocka_unit_test(shared_memory),
      cmocka_unit_test(variables_of_programs),
      cmocka_unit_test(sub_groups),
      cmocka_unit_test(groups),
      cmocka_unit_test(device_info_refused),
      cmocka_unit_test(timers),
      cmocka_unit_test(times_of_events),
      cmocka_unit_test(timers_refused),
  };
  return RUN(tests);
}
