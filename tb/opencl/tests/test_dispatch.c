// SPDX-License-Identifier: Apache-2.0
// The loader's table, which every handle begins with. No entry is null. Entries of what OpenCL 3.0 makes optional and
// of extensions return the error that their text has for a device without what they are for. The calls do not pass
// through the loader, which may refuse them itself. What other platforms have of these is their own matter: it is
// skipped.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include "opencl_test.h"

#include <CL/cl_icd.h>

static const cl_icd_dispatch *table;
static cl_mem buffer;
static cl_program program;
static cl_kernel kernel;
static char room[64];

static bool other;  // the platform is another than Wavelock

static int open_objects(void **state) {
  char name[256];
  open_bench(state);
  table = *(const cl_icd_dispatch *const *)(const void *)on.platform;
  OK(clGetPlatformInfo(on.platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
  other = strcmp(name, "Wavelock") != 0;
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

static void one_table(void **state) {
  (void)state;
  const void *const handles[] = {on.device, on.context, on.queue, buffer, program, kernel};
  for (size_t i = 0; i < COUNT(handles); i++) assert_ptr_equal(*(const void *const *)handles[i], table);
}

static void no_entry_is_null(void **state) {
  (void)state;
  if (other) skip();
  const void *entries[sizeof *table / sizeof(void *)];
  memcpy(entries, table, sizeof entries);
  for (size_t i = 0; i < COUNT(entries); i++)
    if (!entries[i]) fail_msg("entry %zu of the table is null", i);
}

// The functions that the loader finds by their name are in the table: here one of each way to call.
static void entries_work(void **state) {
  (void)state;
  cl_uint count;
  char name[256];
  OK(table->clGetDeviceIDs(on.platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
  OK(table->clGetDeviceInfo(on.device, CL_DEVICE_NAME, sizeof name, name, NULL));
  OK(table->clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, 4, room, 0, NULL, NULL));
  OK(table->clRetainMemObject(buffer));
  OK(table->clReleaseMemObject(buffer));
  EXPECT(table->clRetainMemObject(NULL), CL_INVALID_MEM_OBJECT);
}

// Each call ends so with the handle, and with the other code without one.
#define REFUSES(call_with, call_without, code, code_without) \
  do {                                                       \
    EXPECT(call_with, code);                                 \
    EXPECT(call_without, code_without);                      \
  } while (0)
#define NO_QUEUE CL_INVALID_COMMAND_QUEUE
#define NOT_HERE CL_INVALID_OPERATION

static void version_20(void **state) {
  (void)state;
  if (other) skip();
  void *pointers[] = {room};
  const cl_icd_dispatch *t = table;
  NONE(t->clCreatePipe(on.context, 0, 4, 4, NULL, &error), NOT_HERE);
  NONE(t->clCreatePipe(NULL, 0, 4, 4, NULL, &error), CL_INVALID_CONTEXT);
  EXPECT(t->clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, sizeof room, room, NULL), CL_INVALID_MEM_OBJECT);
  assert_null(t->clSVMAlloc(NULL, 0, 16, 0));
  t->clSVMFree(NULL, room);
  EXPECT(t->clEnqueueSVMFree(NULL, 1, pointers, NULL, NULL, 0, NULL, NULL), NO_QUEUE);
  EXPECT(t->clEnqueueSVMMemcpy(NULL, CL_TRUE, room, room + 8, 4, 0, NULL, NULL), NO_QUEUE);
  EXPECT(t->clEnqueueSVMMemFill(NULL, room, "a", 1, 4, 0, NULL, NULL), NO_QUEUE);
  EXPECT(t->clEnqueueSVMMap(NULL, CL_TRUE, CL_MAP_READ, room, 4, 0, NULL, NULL), NO_QUEUE);
  EXPECT(t->clEnqueueSVMUnmap(NULL, room, 0, NULL, NULL), NO_QUEUE);
  NONE(t->clCreateSamplerWithProperties(NULL, NULL, &error), CL_INVALID_CONTEXT);
  EXPECT(t->clSetKernelArgSVMPointer(NULL, 0, room), CL_INVALID_KERNEL);
  EXPECT(t->clSetKernelExecInfo(NULL, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers), CL_INVALID_KERNEL);
}

static void version_21(void **state) {
  (void)state;
  if (other) skip();
  const void *pointers[] = {room};
  const cl_icd_dispatch *t = table;
  NONE(t->clCloneKernel(NULL, &error), CL_INVALID_KERNEL);
  NONE(t->clCreateProgramWithIL(NULL, room, sizeof room, &error), CL_INVALID_CONTEXT);
  EXPECT(t->clEnqueueSVMMigrateMem(NULL, 1, pointers, NULL, 0, 0, NULL, NULL), NO_QUEUE);
  REFUSES(t->clSetDefaultDeviceCommandQueue(on.context, on.device, on.queue),
          t->clSetDefaultDeviceCommandQueue(NULL, on.device, on.queue), NOT_HERE, CL_INVALID_CONTEXT);
}

static void CL_CALLBACK of_program(cl_program of, void *user) { (void)of, (void)user; }

static void version_22(void **state) {
  (void)state;
  if (other) skip();
  const cl_icd_dispatch *t = table;
  REFUSES(t->clSetProgramReleaseCallback(program, of_program, NULL),
          t->clSetProgramReleaseCallback(NULL, of_program, NULL), NOT_HERE, CL_INVALID_PROGRAM);
  EXPECT(t->clSetProgramSpecializationConstant(NULL, 0, 4, room), CL_INVALID_PROGRAM);
}

static void device_fission(void **state) {
  (void)state;
  if (other) skip();
  const cl_device_partition_property_ext ways[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 1, CL_PROPERTIES_LIST_END_EXT};
  cl_uint count;
  REFUSES(table->clCreateSubDevicesEXT(on.device, ways, 0, NULL, &count),
          table->clCreateSubDevicesEXT(NULL, ways, 0, NULL, &count), CL_INVALID_VALUE, CL_INVALID_DEVICE);
  REFUSES(table->clRetainDeviceEXT(on.device), table->clRetainDeviceEXT(NULL), NOT_HERE, CL_INVALID_DEVICE);
  REFUSES(table->clReleaseDeviceEXT(on.device), table->clReleaseDeviceEXT(NULL), NOT_HERE, CL_INVALID_DEVICE);
}

// The context was not made of one of OpenGL: extension specification of 1.2, 9.6 and 9.7.
static void open_gl(void **state) {
  (void)state;
  if (other) skip();
  const cl_icd_dispatch *t = table;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)on.platform, 0};
  cl_gl_object_type type;
  cl_GLuint name;
  NONE(t->clCreateFromGLBuffer(on.context, 0, 1, &error), CL_INVALID_CONTEXT);
  NONE(t->clCreateFromGLTexture(on.context, 0, 0, 0, 1, &error), CL_INVALID_CONTEXT);
  NONE(t->clCreateFromGLTexture2D(on.context, 0, 0, 0, 1, &error), CL_INVALID_CONTEXT);
  NONE(t->clCreateFromGLTexture3D(on.context, 0, 0, 0, 1, &error), CL_INVALID_CONTEXT);
  NONE(t->clCreateFromGLRenderbuffer(on.context, 0, 1, &error), CL_INVALID_CONTEXT);
  NONE(t->clCreateEventFromGLsyncKHR(on.context, NULL, &error), CL_INVALID_CONTEXT);
  REFUSES(t->clGetGLObjectInfo(buffer, &type, &name), t->clGetGLObjectInfo(NULL, &type, &name), CL_INVALID_GL_OBJECT,
          CL_INVALID_MEM_OBJECT);
  REFUSES(t->clGetGLTextureInfo(buffer, CL_GL_TEXTURE_TARGET, sizeof room, room, NULL),
          t->clGetGLTextureInfo(NULL, CL_GL_TEXTURE_TARGET, sizeof room, room, NULL), CL_INVALID_GL_OBJECT,
          CL_INVALID_MEM_OBJECT);
  REFUSES(t->clEnqueueAcquireGLObjects(on.queue, 1, &buffer, 0, NULL, NULL),
          t->clEnqueueAcquireGLObjects(NULL, 1, &buffer, 0, NULL, NULL), CL_INVALID_CONTEXT, NO_QUEUE);
  REFUSES(t->clEnqueueReleaseGLObjects(on.queue, 1, &buffer, 0, NULL, NULL),
          t->clEnqueueReleaseGLObjects(NULL, 1, &buffer, 0, NULL, NULL), CL_INVALID_CONTEXT, NO_QUEUE);
  EXPECT(t->clGetGLContextInfoKHR(properties, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof room, room, NULL), NOT_HERE);
}

static void egl(void **state) {
  (void)state;
  if (other) skip();
  const cl_icd_dispatch *t = table;
  NONE(t->clCreateFromEGLImageKHR(on.context, NULL, NULL, 0, NULL, &error), NOT_HERE);
  NONE(t->clCreateFromEGLImageKHR(NULL, NULL, NULL, 0, NULL, &error), CL_INVALID_CONTEXT);
  REFUSES(t->clEnqueueAcquireEGLObjectsKHR(on.queue, 1, &buffer, 0, NULL, NULL),
          t->clEnqueueAcquireEGLObjectsKHR(NULL, 1, &buffer, 0, NULL, NULL), NOT_HERE, NO_QUEUE);
  REFUSES(t->clEnqueueReleaseEGLObjectsKHR(on.queue, 1, &buffer, 0, NULL, NULL),
          t->clEnqueueReleaseEGLObjectsKHR(NULL, 1, &buffer, 0, NULL, NULL), NOT_HERE, NO_QUEUE);
  NONE(t->clCreateEventFromEGLSyncKHR(on.context, NULL, NULL, &error), NOT_HERE);
  NONE(t->clCreateEventFromEGLSyncKHR(NULL, NULL, NULL, &error), CL_INVALID_CONTEXT);
}

// Direct3D: <CL/cl_icd.h> has no types for them here. The context was not made of one of its devices.
typedef cl_int(CL_API_CALL *adapters)(cl_platform_id, cl_uint, void *, cl_uint, cl_uint, cl_device_id *, cl_uint *);
typedef cl_int(CL_API_CALL *media_adapters)(cl_platform_id, cl_uint, cl_uint *, void *, cl_uint, cl_uint,
                                            cl_device_id *, cl_uint *);
typedef cl_mem(CL_API_CALL *of_buffer)(cl_context, cl_mem_flags, void *, cl_int *);
typedef cl_mem(CL_API_CALL *of_texture)(cl_context, cl_mem_flags, void *, cl_uint, cl_int *);
typedef cl_mem(CL_API_CALL *of_surface)(cl_context, cl_mem_flags, cl_uint, void *, cl_uint, cl_int *);
typedef cl_int(CL_API_CALL *hand_over)(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *,
                                       cl_event *);

static void direct_3d(void **state) {
  (void)state;
  if (other) skip();
  const cl_icd_dispatch *t = table;
  cl_uint count, types[1] = {0};
  const adapters of_object[] = {(adapters)t->clGetDeviceIDsFromD3D10KHR, (adapters)t->clGetDeviceIDsFromD3D11KHR};
  for (size_t i = 0; i < COUNT(of_object); i++)
    EXPECT(of_object[i](on.platform, 0, room, 0, 0, NULL, &count), CL_DEVICE_NOT_FOUND);
  EXPECT(((media_adapters)t->clGetDeviceIDsFromDX9MediaAdapterKHR)(on.platform, 1, types, room, 0, 0, NULL, &count),
         CL_DEVICE_NOT_FOUND);
  const of_buffer buffers[] = {(of_buffer)t->clCreateFromD3D10BufferKHR, (of_buffer)t->clCreateFromD3D11BufferKHR};
  for (size_t i = 0; i < COUNT(buffers); i++) NONE(buffers[i](on.context, 0, room, &error), CL_INVALID_CONTEXT);
  const of_texture textures[] = {
      (of_texture)t->clCreateFromD3D10Texture2DKHR, (of_texture)t->clCreateFromD3D10Texture3DKHR,
      (of_texture)t->clCreateFromD3D11Texture2DKHR, (of_texture)t->clCreateFromD3D11Texture3DKHR};
  for (size_t i = 0; i < COUNT(textures); i++) NONE(textures[i](on.context, 0, room, 0, &error), CL_INVALID_CONTEXT);
  NONE(((of_surface)t->clCreateFromDX9MediaSurfaceKHR)(on.context, 0, 0, room, 0, &error), CL_INVALID_CONTEXT);
  const hand_over calls[] = {
      (hand_over)t->clEnqueueAcquireD3D10ObjectsKHR,     (hand_over)t->clEnqueueReleaseD3D10ObjectsKHR,
      (hand_over)t->clEnqueueAcquireD3D11ObjectsKHR,     (hand_over)t->clEnqueueReleaseD3D11ObjectsKHR,
      (hand_over)t->clEnqueueAcquireDX9MediaSurfacesKHR, (hand_over)t->clEnqueueReleaseDX9MediaSurfacesKHR};
  for (size_t i = 0; i < COUNT(calls); i++)
    REFUSES(calls[i](on.queue, 1, &buffer, 0, NULL, NULL), calls[i](NULL, 1, &buffer, 0, NULL, NULL),
            CL_INVALID_CONTEXT, NO_QUEUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_table),      cmocka_unit_test(no_entry_is_null), cmocka_unit_test(entries_work),
      cmocka_unit_test(version_20),     cmocka_unit_test(version_21),       cmocka_unit_test(version_22),
      cmocka_unit_test(device_fission), cmocka_unit_test(open_gl),          cmocka_unit_test(egl),
      cmocka_unit_test(direct_3d),
  };
  return RUN_WITH(tests, open_objects, close_objects);
}
