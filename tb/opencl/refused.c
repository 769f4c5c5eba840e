// SPDX-License-Identifier: Apache-2.0
#include "refused.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "context.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

// ---- one line a function -------------------------------------------------------------------------

enum { UNCHECKED = -1 };

static cl_int invalid(const void *handle, int kind) {
  static const cl_int codes[] = {
      [OF_CONTEXT] = CL_INVALID_CONTEXT, [OF_QUEUE] = CL_INVALID_COMMAND_QUEUE, [OF_MEMORY] = CL_INVALID_MEM_OBJECT,
      [OF_PROGRAM] = CL_INVALID_PROGRAM, [OF_KERNEL] = CL_INVALID_KERNEL,       [OF_EVENT] = CL_INVALID_EVENT};
  cl_lock();
  const bool good = kind == UNCHECKED || (kind == OF_DEVICE     ? is_device(handle)
                                          : kind == OF_PLATFORM ? !handle || handle == the_platform()
                                                                : object_is(handle, (object_kind)kind));
  cl_unlock();
  return good                  ? CL_SUCCESS
         : kind == OF_DEVICE   ? CL_INVALID_DEVICE
         : kind == OF_PLATFORM ? CL_INVALID_PLATFORM
                               : codes[kind];
}

// Says the function's name, the first time. The code: of a handle that is invalid, else `code`.
static cl_int refusal(const char *function, atomic_flag *said, const void *handle, int kind, cl_int code) {
  const cl_int bad = invalid(handle, kind);
  if (!atomic_flag_test_and_set(said)) fprintf(stderr, "wavelock: %s is not supported\n", function);
  if (bad) return cl_refuse(bad, function, "the handle %p is none, or was released", handle);
  return cl_refuse(code, function, "the platform does not have it");
}

// A function whose parameter `o` is a handle of this kind, if it is to be checked.
#define REFUSE(function, parameters, kind, code)                   \
  cl_int CL_API_CALL function parameters {                         \
    static atomic_flag said = ATOMIC_FLAG_INIT;                    \
    return refusal(#function, &said, (const void *)o, kind, code); \
  }
// The same for one that returns a handle.
#define REFUSE_NEW(type, function, parameters, kind, code)                         \
  type CL_API_CALL function parameters {                                           \
    static atomic_flag said = ATOMIC_FLAG_INIT;                                    \
    const cl_int refused = refusal(#function, &said, (const void *)o, kind, code); \
    if (errcode_ret) *errcode_ret = refused;                                       \
    return NULL;                                                                   \
  }

#define WAITS cl_uint num_events, const cl_event *waits, cl_event *event
#define INFO size_t size, void *value, size_t *size_ret

// ---- native and built-in kernels, parts of devices -----------------------------------------------

REFUSE(clEnqueueNativeKernel,
       (cl_command_queue o, void(CL_CALLBACK *call)(void *), void *args, size_t size, cl_uint count, const cl_mem *list,
        const void **places, WAITS),
       OF_QUEUE, CL_INVALID_OPERATION)
// No device has the kernels that are named.
REFUSE_NEW(cl_program, clCreateProgramWithBuiltInKernels,
           (cl_context o, cl_uint count, const cl_device_id *devices, const char *names, cl_int *errcode_ret),
           OF_CONTEXT, CL_INVALID_VALUE)
REFUSE(clCreateSubDevicesEXT,
       (cl_device_id o, const cl_device_partition_property_ext *properties, cl_uint num_entries, cl_device_id *devices,
        cl_uint *num_devices),
       OF_DEVICE, CL_INVALID_VALUE)
REFUSE(clRetainDeviceEXT, (cl_device_id o), OF_DEVICE, CL_INVALID_OPERATION)
REFUSE(clReleaseDeviceEXT, (cl_device_id o), OF_DEVICE, CL_INVALID_OPERATION)

// ---- what is shared with OpenGL, EGL and Direct3D ------------------------------------------------
//
// No context was made of one of them, so a valid context or queue is of the wrong context.

#define OBJECTS cl_uint num_objects, const cl_mem *objects
#define TEXTURE cl_GLenum target, cl_GLint level, cl_GLuint texture
#define ADAPTERS cl_uint set, cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices
REFUSE_NEW(cl_mem, clCreateFromGLBuffer, (cl_context o, cl_mem_flags flags, cl_GLuint b, cl_int *errcode_ret),
           UNCHECKED, CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromGLTexture, (cl_context o, cl_mem_flags flags, TEXTURE, cl_int *errcode_ret), UNCHECKED,
           CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromGLTexture2D, (cl_context o, cl_mem_flags flags, TEXTURE, cl_int *errcode_ret), UNCHECKED,
           CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromGLTexture3D, (cl_context o, cl_mem_flags flags, TEXTURE, cl_int *errcode_ret), UNCHECKED,
           CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromGLRenderbuffer, (cl_context o, cl_mem_flags flags, cl_GLuint r, cl_int *errcode_ret),
           UNCHECKED, CL_INVALID_CONTEXT)
REFUSE(clGetGLObjectInfo, (cl_mem o, cl_gl_object_type *type, cl_GLuint *name), OF_MEMORY, CL_INVALID_GL_OBJECT)
REFUSE(clGetGLTextureInfo, (cl_mem o, cl_gl_texture_info what, INFO), OF_MEMORY, CL_INVALID_GL_OBJECT)
REFUSE(clEnqueueAcquireGLObjects, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clEnqueueReleaseGLObjects, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clGetGLContextInfoKHR, (const cl_context_properties *o, cl_gl_context_info what, INFO), UNCHECKED,
       CL_INVALID_OPERATION)
REFUSE_NEW(cl_event, clCreateEventFromGLsyncKHR, (cl_context o, cl_GLsync sync, cl_int *errcode_ret), UNCHECKED,
           CL_INVALID_CONTEXT)

REFUSE_NEW(cl_mem, clCreateFromEGLImageKHR,
           (cl_context o, CLeglDisplayKHR display, CLeglImageKHR image, cl_mem_flags flags,
            const cl_egl_image_properties_khr *properties, cl_int *errcode_ret),
           OF_CONTEXT, CL_INVALID_OPERATION)
REFUSE(clEnqueueAcquireEGLObjectsKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_OPERATION)
REFUSE(clEnqueueReleaseEGLObjectsKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_OPERATION)
REFUSE_NEW(cl_event, clCreateEventFromEGLSyncKHR,
           (cl_context o, CLeglSyncKHR sync, CLeglDisplayKHR display, cl_int *errcode_ret), OF_CONTEXT,
           CL_INVALID_OPERATION)

REFUSE(clGetDeviceIDsFromD3D10KHR, (cl_platform_id o, cl_uint source, void *object, ADAPTERS), OF_PLATFORM,
       CL_DEVICE_NOT_FOUND)
REFUSE_NEW(cl_mem, clCreateFromD3D10BufferKHR, (cl_context o, cl_mem_flags flags, void *r, cl_int *errcode_ret),
           UNCHECKED, CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromD3D10Texture2DKHR,
           (cl_context o, cl_mem_flags flags, void *r, cl_uint n, cl_int *errcode_ret), UNCHECKED, CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromD3D10Texture3DKHR,
           (cl_context o, cl_mem_flags flags, void *r, cl_uint n, cl_int *errcode_ret), UNCHECKED, CL_INVALID_CONTEXT)
REFUSE(clEnqueueAcquireD3D10ObjectsKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clEnqueueReleaseD3D10ObjectsKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clGetDeviceIDsFromD3D11KHR, (cl_platform_id o, cl_uint source, void *object, ADAPTERS), OF_PLATFORM,
       CL_DEVICE_NOT_FOUND)
REFUSE_NEW(cl_mem, clCreateFromD3D11BufferKHR, (cl_context o, cl_mem_flags flags, void *r, cl_int *errcode_ret),
           UNCHECKED, CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromD3D11Texture2DKHR,
           (cl_context o, cl_mem_flags flags, void *r, cl_uint n, cl_int *errcode_ret), UNCHECKED, CL_INVALID_CONTEXT)
REFUSE_NEW(cl_mem, clCreateFromD3D11Texture3DKHR,
           (cl_context o, cl_mem_flags flags, void *r, cl_uint n, cl_int *errcode_ret), UNCHECKED, CL_INVALID_CONTEXT)
REFUSE(clEnqueueAcquireD3D11ObjectsKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clEnqueueReleaseD3D11ObjectsKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clGetDeviceIDsFromDX9MediaAdapterKHR,
       (cl_platform_id o, cl_uint num_adapters, cl_uint *types, void *adapters, ADAPTERS), OF_PLATFORM,
       CL_DEVICE_NOT_FOUND)
REFUSE_NEW(cl_mem, clCreateFromDX9MediaSurfaceKHR,
           (cl_context o, cl_mem_flags flags, cl_uint type, void *surface, cl_uint plane, cl_int *errcode_ret),
           UNCHECKED, CL_INVALID_CONTEXT)
REFUSE(clEnqueueAcquireDX9MediaSurfacesKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)
REFUSE(clEnqueueReleaseDX9MediaSurfacesKHR, (cl_command_queue o, OBJECTS, WAITS), OF_QUEUE, CL_INVALID_CONTEXT)

// ---- what OpenCL 3.0 makes optional --------------------------------------------------------------

REFUSE_NEW(cl_mem, clCreatePipe,
           (cl_context o, cl_mem_flags flags, cl_uint size, cl_uint count, const cl_pipe_properties *properties,
            cl_int *errcode_ret),
           OF_CONTEXT, CL_INVALID_OPERATION)
REFUSE(clGetPipeInfo, (cl_mem o, cl_pipe_info what, INFO), UNCHECKED, CL_INVALID_MEM_OBJECT)
REFUSE(clSetProgramReleaseCallback, (cl_program o, void(CL_CALLBACK *call)(cl_program, void *), void *data), OF_PROGRAM,
       CL_INVALID_OPERATION)

// ---- what there is to say of extensions ------------------------------------------------------------

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);

// clGetPlatformInfo is what the loader asks for.
__attribute__((visibility("default"))) void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  const struct {
    const char *name;
    void *address;
  } functions[] = {{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
                   {"clGetPlatformInfo", (void *)clGetPlatformInfo},
                   {"clGetKernelSubGroupInfoKHR", (void *)clGetKernelSubGroupInfoKHR}};
  for (size_t i = 0; name && i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(name, functions[i].name)) return functions[i].address;
  return NULL;
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return platform == the_platform() ? clGetExtensionFunctionAddress(name) : NULL;
}
