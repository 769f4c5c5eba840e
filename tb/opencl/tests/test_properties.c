// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0: lists of properties of buffers, images, queues and samplers as they were given, and the end of a context.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl_test.h"

enum { MOST = 16 };  // elements of a list of properties

static const cl_image_format bytes4 = {CL_RGBA, CL_UNORM_INT8};
static const cl_image_desc small = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};

static cl_int ask_memory(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetMemObjectInfo((cl_mem)(uintptr_t)object, name, size, value, needed);
}

static cl_int ask_queue(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetCommandQueueInfo((cl_command_queue)(uintptr_t)object, name, size, value, needed);
}

static cl_int ask_sampler(const void *object, cl_uint name, size_t size, void *value, size_t *needed) {
  return clGetSamplerInfo((cl_sampler)(uintptr_t)object, name, size, value, needed);
}

// The query gives the elements of the list, its 0 at the end among them, in their order; nothing for NULL.
static void list_is(query ask, const void *object, cl_uint name, const cl_ulong *expected) {
  cl_ulong found[MOST];
  size_t count = 0;
  while (expected && count + 1 < MOST && expected[count]) count += 2;
  assert_int_equal(query_list(ask, object, name, sizeof *found, found, MOST), expected ? count + 1 : 0);
  for (size_t i = 0; expected && i <= count; i++) assert_int_equal(found[i], expected[i]);
}

// ---- buffers -------------------------------------------------------------------------------------

static void buffers(void **state) {
  NEEDS_3;
  static const cl_mem_properties none[] = {0};
  const cl_uchar bytes[64] = {1, 2, 3};
  cl_uchar back[sizeof bytes] = {0};
  cl_bool shared;
  cl_mem x = clCreateBufferWithProperties(on.context, NULL, CL_MEM_COPY_HOST_PTR, sizeof bytes,
                                          (void *)(uintptr_t)bytes, &error);
  OK(error);
  list_is(ask_memory, x, CL_MEM_PROPERTIES, NULL);
  read_all(x, sizeof back, back);
  assert_memory_equal(back, bytes, sizeof bytes);
  query_fixed(ask_memory, x, CL_MEM_USES_SVM_POINTER, sizeof shared, &shared);
  assert_int_equal(shared, CL_FALSE);
  OK(clReleaseMemObject(x));

  x = clCreateBufferWithProperties(on.context, none, CL_MEM_READ_ONLY, 4096, NULL, &error);
  OK(error);
  list_is(ask_memory, x, CL_MEM_PROPERTIES, none);
  cl_mem_flags flags;
  query_fixed(ask_memory, x, CL_MEM_FLAGS, sizeof flags, &flags);
  assert_int_equal(flags, CL_MEM_READ_ONLY);
  const cl_buffer_region half = {0, 2048};
  cl_mem part = clCreateSubBuffer(x, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
  OK(error);
  list_is(ask_memory, part, CL_MEM_PROPERTIES, NULL);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(x));

  x = buffer_of(64, NULL);
  list_is(ask_memory, x, CL_MEM_PROPERTIES, NULL);
  OK(clReleaseMemObject(x));
  x = clCreateBufferWithProperties(on.context, NULL, 0, 64, NULL, NULL);
  assert_non_null(x);
  OK(clReleaseMemObject(x));
}

static void buffers_refused(void **state) {
  NEEDS_3;
  static const cl_mem_properties unknown[] = {CL_QUEUE_PROPERTIES, 0, 0};
  const cl_mem_flags both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  char bytes[64] = "";
  NONE(clCreateBufferWithProperties(NULL, NULL, 0, 64, NULL, &error), CL_INVALID_CONTEXT);
  NONE(clCreateBufferWithProperties(on.context, unknown, 0, 64, NULL, &error), CL_INVALID_PROPERTY);
  NONE(clCreateBufferWithProperties(on.context, NULL, both, 64, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateBufferWithProperties(on.context, NULL, 0, 0, NULL, &error), CL_INVALID_BUFFER_SIZE);
  NONE(clCreateBufferWithProperties(on.context, NULL, 0, 64, bytes, &error), CL_INVALID_HOST_PTR);
  NONE(clCreateBufferWithProperties(on.context, NULL, CL_MEM_USE_HOST_PTR, 64, NULL, &error), CL_INVALID_HOST_PTR);
  assert_null(clCreateBufferWithProperties(on.context, unknown, 0, 64, NULL, NULL));
}

// More than there is: refused, here or when it is used first.
static void buffers_of_too_much(void **state) {
  NEEDS_3;
  enum { COUNT_OF = 32 };
  cl_mem buffers[COUNT_OF] = {NULL};
  cl_ulong most, all;
  size_t count = 0;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
  OK(clGetDeviceInfo(on.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all, NULL));
  while (count < COUNT_OF && count <= all / most &&
         (buffers[count] = clCreateBufferWithProperties(on.context, NULL, 0, most, NULL, &error)))
    count++;
  ONE_OF(error, CL_SUCCESS, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  for (size_t i = 0; i < count; i++) OK(clReleaseMemObject(buffers[i]));
}

// ---- images --------------------------------------------------------------------------------------

static void images(void **state) {
  NEEDS_3;
  NEEDS_IMAGES;
  static const cl_mem_properties none[] = {0};
  const cl_mem_properties *const lists[] = {NULL, none};
  size_t width;
  for (size_t i = 0; i < COUNT(lists); i++) {
    cl_mem image = clCreateImageWithProperties(on.context, lists[i], 0, &bytes4, &small, NULL, &error);
    OK(error);
    list_is(ask_memory, image, CL_MEM_PROPERTIES, lists[i]);
    OK(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof width, &width, NULL));
    assert_int_equal(width, 4);
    OK(clReleaseMemObject(image));
  }
  cl_mem image = clCreateImage(on.context, 0, &bytes4, &small, NULL, &error);
  OK(error);
  list_is(ask_memory, image, CL_MEM_PROPERTIES, NULL);
  OK(clReleaseMemObject(image));
}

static void images_refused(void **state) {
  NEEDS_3;
  NEEDS_IMAGES;
  static const cl_mem_properties unknown[] = {CL_QUEUE_PROPERTIES, 0, 0};
  static const cl_image_format none = {0x7777, CL_UNORM_INT8};
  const cl_context c = on.context;
  const cl_mem_flags both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  const cl_mem_flags copy = CL_MEM_COPY_HOST_PTR;
  cl_image_desc flat = small, large = small, other = small;
  flat.image_height = 0;
  large.image_width = (size_t)1 << 40;
  other.image_type = CL_MEM_OBJECT_BUFFER;
  NONE(clCreateImageWithProperties(NULL, NULL, 0, &bytes4, &small, NULL, &error), CL_INVALID_CONTEXT);
  NONE(clCreateImageWithProperties(c, unknown, 0, &bytes4, &small, NULL, &error), CL_INVALID_PROPERTY);
  NONE(clCreateImageWithProperties(c, NULL, both, &bytes4, &small, NULL, &error), CL_INVALID_VALUE);
  NONE(clCreateImageWithProperties(c, NULL, 0, NULL, &small, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  NONE(clCreateImageWithProperties(c, NULL, 0, &none, &small, NULL, &error), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  NONE(clCreateImageWithProperties(c, NULL, 0, &bytes4, NULL, NULL, &error), CL_INVALID_IMAGE_DESCRIPTOR);
  NONE(clCreateImageWithProperties(c, NULL, 0, &bytes4, &other, NULL, &error), CL_INVALID_IMAGE_DESCRIPTOR);
  assert_null(clCreateImageWithProperties(c, NULL, 0, &bytes4, &flat, NULL, &error));
  ONE_OF(error, CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImageWithProperties(c, NULL, 0, &bytes4, &large, NULL, &error), CL_INVALID_IMAGE_SIZE);
  NONE(clCreateImageWithProperties(c, NULL, copy, &bytes4, &small, NULL, &error), CL_INVALID_HOST_PTR);
  assert_null(clCreateImageWithProperties(c, unknown, 0, &bytes4, &small, NULL, NULL));
}

// A 2D image of a buffer, where the device has no such images.
static void images_of_buffers_refused(void **state) {
  NEEDS_3;
  NEEDS_IMAGES;
  cl_image_desc of_buffer = small;
  of_buffer.image_row_pitch = 16;
  of_buffer.buffer = buffer_of(64, NULL);
  cl_uint alignment;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof alignment, &alignment, NULL));
  if (!alignment)
    NONE(clCreateImageWithProperties(on.context, NULL, 0, &bytes4, &of_buffer, NULL, &error), CL_INVALID_OPERATION);
  OK(clReleaseMemObject(of_buffer.buffer));
}

// A format that the text has and the device may lack.
static void formats_refused(void **state) {
  NEEDS_3;
  NEEDS_IMAGES;
  static const cl_image_format depth = {CL_DEPTH, CL_UNORM_INT16};
  cl_mem image = clCreateImageWithProperties(on.context, NULL, 0, &depth, &small, NULL, &error);
  ONE_OF(error, CL_SUCCESS, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  assert_int_equal(image != NULL, error == CL_SUCCESS);
  if (image) OK(clReleaseMemObject(image));
}

static void images_of_too_much(void **state) {
  NEEDS_3;
  NEEDS_IMAGES;
  static const cl_image_format floats4 = {CL_RGBA, CL_FLOAT};
  size_t most[3];
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof *most, &most[0], NULL));
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE3D_MAX_HEIGHT, sizeof *most, &most[1], NULL));
  OK(clGetDeviceInfo(on.device, CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof *most, &most[2], NULL));
  const cl_image_desc large = {
      .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = most[0], .image_height = most[1], .image_depth = most[2]};
  NONE(clCreateImageWithProperties(on.context, NULL, 0, &floats4, &large, NULL, &error),
       CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

// ---- queues, samplers ----------------------------------------------------------------------------

static void queues(void **state) {
  NEEDS_3;
  static const cl_queue_properties none[] = {0};
  static const cl_queue_properties timed[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  static const cl_queue_properties zero[] = {CL_QUEUE_PROPERTIES, 0, 0};
  const cl_queue_properties *const lists[] = {NULL, none, timed};
  for (size_t i = 0; i < COUNT(lists); i++) {
    cl_command_queue queue = clCreateCommandQueueWithProperties(on.context, on.device, lists[i], &error);
    OK(error);
    list_is(ask_queue, queue, CL_QUEUE_PROPERTIES_ARRAY, lists[i]);
    OK(clReleaseCommandQueue(queue));
  }
  cl_queue_properties found[MOST];
  cl_command_queue queue = clCreateCommandQueueWithProperties(on.context, on.device, zero, &error);
  OK(error);
  assert_int_equal(query_list(ask_queue, queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof *found, found, MOST), 3);
  assert_memory_equal(found, zero, sizeof zero);
  OK(clReleaseCommandQueue(queue));
  queue = clCreateCommandQueue(on.context, on.device, CL_QUEUE_PROFILING_ENABLE, &error);
  OK(error);
  list_is(ask_queue, queue, CL_QUEUE_PROPERTIES_ARRAY, NULL);
  OK(clReleaseCommandQueue(queue));
}

static void samplers(void **state) {
  NEEDS_3;
  NEEDS_IMAGES;
  static const cl_sampler_properties none[] = {0};
  static const cl_sampler_properties linear[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_ADDRESSING_MODE,
                                                 CL_ADDRESS_CLAMP_TO_EDGE, 0};
  const cl_sampler_properties *const lists[] = {NULL, none, linear};
  for (size_t i = 0; i < COUNT(lists); i++) {
    cl_sampler sampler = clCreateSamplerWithProperties(on.context, lists[i], &error);
    OK(error);
    list_is(ask_sampler, sampler, CL_SAMPLER_PROPERTIES, lists[i]);
    OK(clReleaseSampler(sampler));
  }
  cl_sampler sampler = clCreateSampler(on.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  OK(error);
  list_is(ask_sampler, sampler, CL_SAMPLER_PROPERTIES, NULL);
  OK(clReleaseSampler(sampler));
}

// ---- the end of a context ------------------------------------------------------------------------

static int calls;
static int order[8];

static void CL_CALLBACK ended(cl_context context, void *user) {
  (void)context;
  order[calls++] = (int)(intptr_t)user;
}

static void end_of_a_context(void **state) {
  NEEDS_3;
  calls = 0;
  cl_context context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  for (intptr_t i = 1; i <= 3; i++) OK(clSetContextDestructorCallback(context, ended, (void *)i));
  OK(clSetContextDestructorCallback(context, ended, NULL));
  OK(clRetainContext(context));
  OK(clReleaseContext(context));
  assert_int_equal(calls, 0);

  // What was made in it keeps it.
  cl_mem x = clCreateBuffer(context, 0, 64, NULL, &error);
  OK(error);
  cl_command_queue queue = clCreateCommandQueue(context, on.device, 0, &error);
  OK(error);
  OK(clReleaseContext(context));
  assert_int_equal(calls, 0);
  OK(clReleaseCommandQueue(queue));
  assert_int_equal(calls, 0);
  OK(clReleaseMemObject(x));
  assert_int_equal(calls, 4);
  static const int expected[] = {0, 3, 2, 1};
  assert_memory_equal(order, expected, sizeof expected);
}

static void end_of_a_context_refused(void **state) {
  NEEDS_3;
  EXPECT(clSetContextDestructorCallback(NULL, ended, NULL), CL_INVALID_CONTEXT);
  EXPECT(clSetContextDestructorCallback(on.context, NULL, NULL), CL_INVALID_VALUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(buffers),
      cmocka_unit_test(buffers_refused),
      cmocka_unit_test(buffers_of_too_much),
      cmocka_unit_test(images),
      cmocka_unit_test(images_refused),
      cmocka_unit_test(images_of_buffers_refused),
      cmocka_unit_test(formats_refused),
      cmocka_unit_test(images_of_too_much),
      cmocka_unit_test(queues),
      cmocka_unit_test(samplers),
      cmocka_unit_test(end_of_a_context),
      cmocka_unit_test(end_of_a_context_refused),
  };
  return RUN(tests);
}
