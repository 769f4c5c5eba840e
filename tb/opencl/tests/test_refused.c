// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2: images, samplers and native kernels on a device without them; every function with handles that are NULL,
// that belong to another object, or that were released.
#include "opencl_test.h"

static cl_mem buffer;
static cl_program program;
static cl_kernel kernel;
static const size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
static char room[64];

static int open_objects(void **state) {
  open_bench(state);
  buffer = buffer_of(sizeof room, room);
  program = program_of("kernel void none(int n) {}\n", "");
  kernel = kernel_of(program, "none");
  return 0;
}

static int close_objects(void **state) {
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
  OK(clReleaseMemObject(buffer));
  return close_bench(state);
}

// ---- without images -------------------------------------------------------------------------------------------------
static const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
static const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};

static void no_images(void **state) {
  (void)state;
  if (has_images()) skip();
  NONE(clCreateImage(on.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error), CL_INVALID_OPERATION);
  NONE(clCreateImage2D(on.context, CL_MEM_READ_WRITE, &format, 4, 4, 0, NULL, &error), CL_INVALID_OPERATION);
  NONE(clCreateImage3D(on.context, CL_MEM_READ_WRITE, &format, 4, 4, 2, 0, 0, NULL, &error), CL_INVALID_OPERATION);
  assert_null(clCreateImage(on.context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL));
}

static void no_image_formats(void **state) {
  (void)state;
  if (has_images()) skip();
  cl_uint count = 1;
  OK(clGetSupportedImageFormats(on.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
  assert_int_equal(count, 0);
}

static void image_formats_refused(void **state) {
  (void)state;
  cl_uint count;
  cl_image_format one;
  const cl_mem_flags both = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  EXPECT(clGetSupportedImageFormats(on.context, both, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_VALUE);
  EXPECT(clGetSupportedImageFormats(on.context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count), CL_INVALID_VALUE);
  EXPECT(clGetSupportedImageFormats(on.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &one, &count), CL_INVALID_VALUE);
}

static void no_samplers(void **state) {
  (void)state;
  if (has_images()) skip();
  NONE(clCreateSampler(on.context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error), CL_INVALID_OPERATION);
  assert_null(clCreateSampler(on.context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, NULL));
}

static void no_kernels_with_images(void **state) {
  (void)state;
  if (has_images()) skip();
  const char *text = "kernel void read(read_only image2d_t i, global float4 *o) { *o = read_imagef(i, (int2)(0)); }\n";
  cl_program built = clCreateProgramWithSource(on.context, 1, &text, NULL, &error);
  OK(error);
  EXPECT(clBuildProgram(built, 0, NULL, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
  OK(clReleaseProgram(built));
}

// A buffer is no image. Both codes hold where the device has no images; of clEnqueueFillImage the first alone.
#define NO_IMAGE(call)                                      \
  (has_images() ? (void)EXPECT(call, CL_INVALID_MEM_OBJECT) \
                : (void)ONE_OF(call, CL_INVALID_MEM_OBJECT, CL_INVALID_OPERATION))

static void buffer_is_no_image(void **state) {
  (void)state;
  size_t pitch;
  NO_IMAGE(clEnqueueReadImage(on.queue, buffer, CL_TRUE, zero, one, 0, 0, room, 0, NULL, NULL));
  NO_IMAGE(clEnqueueWriteImage(on.queue, buffer, CL_TRUE, zero, one, 0, 0, room, 0, NULL, NULL));
  EXPECT(clEnqueueFillImage(on.queue, buffer, room, zero, one, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  NO_IMAGE(clEnqueueCopyImage(on.queue, buffer, buffer, zero, zero, one, 0, NULL, NULL));
  NO_IMAGE(clEnqueueCopyImageToBuffer(on.queue, buffer, buffer, zero, one, 0, 0, NULL, NULL));
  NO_IMAGE(clEnqueueCopyBufferToImage(on.queue, buffer, buffer, 0, zero, one, 0, NULL, NULL));
  assert_null(
      clEnqueueMapImage(on.queue, buffer, CL_TRUE, CL_MAP_READ, zero, one, &pitch, NULL, 0, NULL, NULL, &error));
  NO_IMAGE(error);
  EXPECT(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof pitch, &pitch, NULL), CL_INVALID_MEM_OBJECT);
}

static void CL_CALLBACK native(void *arguments) { (void)arguments; }

static void no_native_kernels(void **state) {
  (void)state;
  cl_device_exec_capabilities can;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, NULL));
  if (can & CL_EXEC_NATIVE_KERNEL) skip();
  EXPECT(clEnqueueNativeKernel(on.queue, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL), CL_INVALID_OPERATION);
}

// ---- NULL -----------------------------------------------------------------------------------------------------------
static void null_device(void **state) {
  (void)state;
  cl_uint count;
  EXPECT(clGetDeviceInfo(NULL, CL_DEVICE_NAME, sizeof room, room, NULL), CL_INVALID_DEVICE);
  EXPECT(clRetainDevice(NULL), CL_INVALID_DEVICE);
  EXPECT(clReleaseDevice(NULL), CL_INVALID_DEVICE);
  const cl_device_partition_property ways[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  EXPECT(clCreateSubDevices(NULL, ways, 0, NULL, &count), CL_INVALID_DEVICE);
}

static void null_platform(void **state) {
  (void)state;
  EXPECT(clUnloadPlatformCompiler(NULL), CL_INVALID_PLATFORM);
}

static void null_context(void **state) {
  (void)state;
  const char *text = "";
  const unsigned char *binary = (const unsigned char *)room;
  const size_t size = sizeof room;
  cl_int status;
  cl_uint count;
  const cl_int code = CL_INVALID_CONTEXT;
  EXPECT(clRetainContext(NULL), code);
  EXPECT(clReleaseContext(NULL), code);
  EXPECT(clGetContextInfo(NULL, CL_CONTEXT_DEVICES, sizeof room, room, NULL), code);
  NONE(clCreateCommandQueue(NULL, on.device, 0, &error), code);
  NONE(clCreateBuffer(NULL, 0, 4, NULL, &error), code);
  NONE(clCreateImage(NULL, 0, &format, &desc, NULL, &error), code);
  NONE(clCreateImage2D(NULL, 0, &format, 4, 4, 0, NULL, &error), code);
  NONE(clCreateImage3D(NULL, 0, &format, 4, 4, 2, 0, 0, NULL, &error), code);
  EXPECT(clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), code);
  NONE(clCreateSampler(NULL, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error), code);
  NONE(clCreateProgramWithSource(NULL, 1, &text, NULL, &error), code);
  NONE(clCreateProgramWithBinary(NULL, 1, &on.device, &size, &binary, &status, &error), code);
  NONE(clCreateProgramWithBuiltInKernels(NULL, 1, &on.device, "none", &error), code);
  NONE(clLinkProgram(NULL, 0, NULL, "", 1, &program, NULL, NULL, &error), code);
  NONE(clCreateUserEvent(NULL, &error), code);
}

static void null_queue(void **state) {
  (void)state;
  cl_event gate = clCreateUserEvent(on.context, &error), event;
  OK(error);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  size_t pitch;
  const cl_int code = CL_INVALID_COMMAND_QUEUE;
  EXPECT(clRetainCommandQueue(NULL), code);
  EXPECT(clReleaseCommandQueue(NULL), code);
  EXPECT(clGetCommandQueueInfo(NULL, CL_QUEUE_DEVICE, sizeof room, room, NULL), code);
  EXPECT(clFlush(NULL), code);
  EXPECT(clFinish(NULL), code);
  EXPECT(clEnqueueReadBuffer(NULL, buffer, CL_TRUE, 0, 4, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBuffer(NULL, buffer, CL_TRUE, 0, 4, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueReadBufferRect(NULL, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBufferRect(NULL, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBuffer(NULL, buffer, buffer, 0, 8, 4, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(NULL, buffer, buffer, zero, one, one, 4, 0, 4, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueFillBuffer(NULL, buffer, "a", 1, 0, 4, 0, NULL, NULL), code);
  NONE(clEnqueueMapBuffer(NULL, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error), code);
  EXPECT(clEnqueueUnmapMemObject(NULL, buffer, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueMigrateMemObjects(NULL, 1, &buffer, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, one, NULL, 0, NULL, NULL), code);
  EXPECT(clEnqueueTask(NULL, kernel, 0, NULL, NULL), code);
  EXPECT(clEnqueueNativeKernel(NULL, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL), code);
  EXPECT(clEnqueueMarkerWithWaitList(NULL, 0, NULL, NULL), code);
  EXPECT(clEnqueueBarrierWithWaitList(NULL, 0, NULL, NULL), code);
  EXPECT(clEnqueueMarker(NULL, &event), code);
  EXPECT(clEnqueueBarrier(NULL), code);
  EXPECT(clEnqueueWaitForEvents(NULL, 1, &gate), code);
  EXPECT(clEnqueueReadImage(NULL, buffer, CL_TRUE, zero, one, 0, 0, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteImage(NULL, buffer, CL_TRUE, zero, one, 0, 0, room, 0, NULL, NULL), code);
  EXPECT(clEnqueueFillImage(NULL, buffer, room, zero, one, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyImage(NULL, buffer, buffer, zero, zero, one, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyImageToBuffer(NULL, buffer, buffer, zero, one, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferToImage(NULL, buffer, buffer, 0, zero, one, 0, NULL, NULL), code);
  NONE(clEnqueueMapImage(NULL, buffer, CL_TRUE, CL_MAP_READ, zero, one, &pitch, NULL, 0, NULL, NULL, &error), code);
  OK(clReleaseEvent(gate));
}

static void CL_CALLBACK of_buffer(cl_mem memory, void *user) { (void)memory, (void)user; }

static void CL_CALLBACK of_event(cl_event event, cl_int status, void *user) { (void)event, (void)status, (void)user; }

static void null_memory(void **state) {
  (void)state;
  const cl_buffer_region region = {0, 4};
  const cl_int code = CL_INVALID_MEM_OBJECT;
  EXPECT(clRetainMemObject(NULL), code);
  EXPECT(clReleaseMemObject(NULL), code);
  EXPECT(clGetMemObjectInfo(NULL, CL_MEM_SIZE, sizeof room, room, NULL), code);
  EXPECT(clGetImageInfo(NULL, CL_IMAGE_WIDTH, sizeof room, room, NULL), code);
  EXPECT(clSetMemObjectDestructorCallback(NULL, of_buffer, NULL), code);
  NONE(clCreateSubBuffer(NULL, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), code);
}

static void null_program_and_kernel(void **state) {
  (void)state;
  cl_uint count;
  EXPECT(clRetainProgram(NULL), CL_INVALID_PROGRAM);
  EXPECT(clReleaseProgram(NULL), CL_INVALID_PROGRAM);
  EXPECT(clBuildProgram(NULL, 0, NULL, "", NULL, NULL), CL_INVALID_PROGRAM);
  EXPECT(clCompileProgram(NULL, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
  EXPECT(clGetProgramInfo(NULL, CL_PROGRAM_SOURCE, sizeof room, room, NULL), CL_INVALID_PROGRAM);
  EXPECT(clGetProgramBuildInfo(NULL, on.device, CL_PROGRAM_BUILD_LOG, sizeof room, room, NULL), CL_INVALID_PROGRAM);
  NONE(clCreateKernel(NULL, "none", &error), CL_INVALID_PROGRAM);
  EXPECT(clCreateKernelsInProgram(NULL, 0, NULL, &count), CL_INVALID_PROGRAM);
  EXPECT(clRetainKernel(NULL), CL_INVALID_KERNEL);
  EXPECT(clReleaseKernel(NULL), CL_INVALID_KERNEL);
  EXPECT(clSetKernelArg(NULL, 0, 4, room), CL_INVALID_KERNEL);
  EXPECT(clGetKernelInfo(NULL, CL_KERNEL_NUM_ARGS, sizeof room, room, NULL), CL_INVALID_KERNEL);
  EXPECT(clGetKernelArgInfo(NULL, 0, CL_KERNEL_ARG_NAME, sizeof room, room, NULL), CL_INVALID_KERNEL);
  EXPECT(clGetKernelWorkGroupInfo(NULL, on.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof room, room, NULL),
         CL_INVALID_KERNEL);
  EXPECT(clEnqueueNDRangeKernel(on.queue, NULL, 1, NULL, one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
  EXPECT(clEnqueueTask(on.queue, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
}

static void null_event_and_sampler(void **state) {
  (void)state;
  EXPECT(clRetainEvent(NULL), CL_INVALID_EVENT);
  EXPECT(clReleaseEvent(NULL), CL_INVALID_EVENT);
  EXPECT(clSetUserEventStatus(NULL, CL_COMPLETE), CL_INVALID_EVENT);
  EXPECT(clGetEventInfo(NULL, CL_EVENT_CONTEXT, sizeof room, room, NULL), CL_INVALID_EVENT);
  EXPECT(clGetEventProfilingInfo(NULL, CL_PROFILING_COMMAND_END, sizeof room, room, NULL), CL_INVALID_EVENT);
  EXPECT(clSetEventCallback(NULL, CL_COMPLETE, of_event, NULL), CL_INVALID_EVENT);
  EXPECT(clRetainSampler(NULL), CL_INVALID_SAMPLER);
  EXPECT(clReleaseSampler(NULL), CL_INVALID_SAMPLER);
  EXPECT(clGetSamplerInfo(NULL, CL_SAMPLER_CONTEXT, sizeof room, room, NULL), CL_INVALID_SAMPLER);
}

static void null_extension_function(void **state) {
  (void)state;
  assert_null(clGetExtensionFunctionAddressForPlatform(on.platform, "nothing"));
  assert_null(clGetExtensionFunctionAddress("nothing"));
}

// ---- handles of another object --------------------------------------------------------------------------------------
#define AS(type, handle) ((type)(void *)(handle))

static void other_objects(void **state) {
  (void)state;
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  cl_device_id wrong = AS(cl_device_id, on.context);
  EXPECT(clGetDeviceInfo(wrong, CL_DEVICE_NAME, sizeof room, room, NULL), CL_INVALID_DEVICE);
  NONE(clCreateCommandQueue(on.context, wrong, 0, &error), CL_INVALID_DEVICE);
  NONE(clCreateContext(NULL, 1, &wrong, NULL, NULL, &error), CL_INVALID_DEVICE);
  EXPECT(clGetPlatformInfo(AS(cl_platform_id, on.queue), CL_PLATFORM_NAME, sizeof room, room, NULL),
         CL_INVALID_PLATFORM);
  EXPECT(clRetainContext(AS(cl_context, on.queue)), CL_INVALID_CONTEXT);
  EXPECT(clReleaseContext(AS(cl_context, on.device)), CL_INVALID_CONTEXT);
  NONE(clCreateBuffer(AS(cl_context, on.queue), 0, 4, NULL, &error), CL_INVALID_CONTEXT);
  EXPECT(clFinish(AS(cl_command_queue, on.context)), CL_INVALID_COMMAND_QUEUE);
  EXPECT(clReleaseCommandQueue(AS(cl_command_queue, buffer)), CL_INVALID_COMMAND_QUEUE);
  EXPECT(clEnqueueReadBuffer(on.queue, AS(cl_mem, kernel), CL_TRUE, 0, 4, room, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  EXPECT(clReleaseMemObject(AS(cl_mem, program)), CL_INVALID_MEM_OBJECT);
  EXPECT(clReleaseProgram(AS(cl_program, kernel)), CL_INVALID_PROGRAM);
  EXPECT(clBuildProgram(AS(cl_program, on.context), 0, NULL, "", NULL, NULL), CL_INVALID_PROGRAM);
  NONE(clCreateKernel(AS(cl_program, buffer), "none", &error), CL_INVALID_PROGRAM);
  EXPECT(clReleaseKernel(AS(cl_kernel, program)), CL_INVALID_KERNEL);
  EXPECT(clSetKernelArg(AS(cl_kernel, program), 0, 4, room), CL_INVALID_KERNEL);
  EXPECT(clGetKernelWorkGroupInfo(kernel, wrong, CL_KERNEL_WORK_GROUP_SIZE, sizeof room, room, NULL),
         CL_INVALID_DEVICE);
  EXPECT(clReleaseEvent(AS(cl_event, on.queue)), CL_INVALID_EVENT);
  EXPECT(clWaitForEvents(1, (cl_event *)(void *)&kernel), CL_INVALID_EVENT);
  EXPECT(clEnqueueMarkerWithWaitList(on.queue, 1, (cl_event *)(void *)&buffer, NULL), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT(clReleaseSampler(AS(cl_sampler, gate)), CL_INVALID_SAMPLER);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clReleaseEvent(gate));
}

// ---- released handles -----------------------------------------------------------------------------------------------
static void released_objects(void **state) {
  (void)state;
  cl_mem gone = buffer_of(4, NULL);
  OK(clReleaseMemObject(gone));
  EXPECT(clReleaseMemObject(gone), CL_INVALID_MEM_OBJECT);
  EXPECT(clEnqueueReadBuffer(on.queue, gone, CL_TRUE, 0, 4, room, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  OK(clReleaseEvent(gate));
  EXPECT(clReleaseEvent(gate), CL_INVALID_EVENT);
  EXPECT(clRetainEvent(gate), CL_INVALID_EVENT);
  EXPECT(clWaitForEvents(1, &gate), CL_INVALID_EVENT);
  EXPECT(clEnqueueMarkerWithWaitList(on.queue, 1, &gate, NULL), CL_INVALID_EVENT_WAIT_LIST);
  cl_kernel second = kernel_of(program, "none");
  OK(clReleaseKernel(second));
  EXPECT(clReleaseKernel(second), CL_INVALID_KERNEL);
  cl_command_queue queue = clCreateCommandQueue(on.context, on.device, 0, &error);
  OK(error);
  OK(clReleaseCommandQueue(queue));
  EXPECT(clFinish(queue), CL_INVALID_COMMAND_QUEUE);
  const char *text = "";
  cl_program empty = clCreateProgramWithSource(on.context, 1, &text, NULL, &error);
  OK(error);
  OK(clReleaseProgram(empty));
  EXPECT(clBuildProgram(empty, 0, NULL, "", NULL, NULL), CL_INVALID_PROGRAM);
  cl_context context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  OK(clReleaseContext(context));
  EXPECT(clReleaseContext(context), CL_INVALID_CONTEXT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_images),
      cmocka_unit_test(no_image_formats),
      cmocka_unit_test(image_formats_refused),
      cmocka_unit_test(no_samplers),
      cmocka_unit_test(no_kernels_with_images),
      cmocka_unit_test(buffer_is_no_image),
      cmocka_unit_test(no_native_kernels),
      cmocka_unit_test(null_device),
      cmocka_unit_test(null_platform),
      cmocka_unit_test(null_context),
      cmocka_unit_test(null_queue),
      cmocka_unit_test(null_memory),
      cmocka_unit_test(null_program_and_kernel),
      cmocka_unit_test(null_event_and_sampler),
      cmocka_unit_test(null_extension_function),
      cmocka_unit_test(other_objects),
      cmocka_unit_test(released_objects),
  };
  return RUN_WITH(tests, open_objects, close_objects);
}
