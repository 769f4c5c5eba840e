// SPDX-License-Identifier: Apache-2.0
// Entries of the dispatch table that are refused: native kernels, what OpenCL 3.0 makes optional, extensions.
#ifndef WAVELOCK_OPENCL_REFUSED_H
#define WAVELOCK_OPENCL_REFUSED_H

#include "object.h"

// Functions that no header declares where Direct3D is not: as those of <CL/cl_d3d10.h>, <CL/cl_d3d11.h> and
// <CL/cl_dx9_media_sharing.h>, with the numbers of their enumerations.
cl_int CL_API_CALL clGetDeviceIDsFromD3D10KHR(cl_platform_id platform, cl_uint source, void *object, cl_uint set,
                                              cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices);
cl_mem CL_API_CALL clCreateFromD3D10BufferKHR(cl_context context, cl_mem_flags flags, void *resource,
                                              cl_int *errcode_ret);
cl_mem CL_API_CALL clCreateFromD3D10Texture2DKHR(cl_context context, cl_mem_flags flags, void *resource,
                                                 cl_uint subresource, cl_int *errcode_ret);
cl_mem CL_API_CALL clCreateFromD3D10Texture3DKHR(cl_context context, cl_mem_flags flags, void *resource,
                                                 cl_uint subresource, cl_int *errcode_ret);
cl_int CL_API_CALL clEnqueueAcquireD3D10ObjectsKHR(cl_command_queue queue, cl_uint num_objects, const cl_mem *objects,
                                                   cl_uint num_events, const cl_event *waits, cl_event *event);
cl_int CL_API_CALL clEnqueueReleaseD3D10ObjectsKHR(cl_command_queue queue, cl_uint num_objects, const cl_mem *objects,
                                                   cl_uint num_events, const cl_event *waits, cl_event *event);
cl_int CL_API_CALL clGetDeviceIDsFromD3D11KHR(cl_platform_id platform, cl_uint source, void *object, cl_uint set,
                                              cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices);
cl_mem CL_API_CALL clCreateFromD3D11BufferKHR(cl_context context, cl_mem_flags flags, void *resource,
                                              cl_int *errcode_ret);
cl_mem CL_API_CALL clCreateFromD3D11Texture2DKHR(cl_context context, cl_mem_flags flags, void *resource,
                                                 cl_uint subresource, cl_int *errcode_ret);
cl_mem CL_API_CALL clCreateFromD3D11Texture3DKHR(cl_context context, cl_mem_flags flags, void *resource,
                                                 cl_uint subresource, cl_int *errcode_ret);
cl_int CL_API_CALL clEnqueueAcquireD3D11ObjectsKHR(cl_command_queue queue, cl_uint num_objects, const cl_mem *objects,
                                                   cl_uint num_events, const cl_event *waits, cl_event *event);
cl_int CL_API_CALL clEnqueueReleaseD3D11ObjectsKHR(cl_command_queue queue, cl_uint num_objects, const cl_mem *objects,
                                                   cl_uint num_events, const cl_event *waits, cl_event *event);
cl_int CL_API_CALL clGetDeviceIDsFromDX9MediaAdapterKHR(cl_platform_id platform, cl_uint num_adapters,
                                                        cl_uint *adapter_types, void *adapters, cl_uint set,
                                                        cl_uint num_entries, cl_device_id *devices,
                                                        cl_uint *num_devices);
cl_mem CL_API_CALL clCreateFromDX9MediaSurfaceKHR(cl_context context, cl_mem_flags flags, cl_uint adapter_type,
                                                  void *surface_info, cl_uint plane, cl_int *errcode_ret);
cl_int CL_API_CALL clEnqueueAcquireDX9MediaSurfacesKHR(cl_command_queue queue, cl_uint num_objects,
                                                       const cl_mem *objects, cl_uint num_events, const cl_event *waits,
                                                       cl_event *event);
cl_int CL_API_CALL clEnqueueReleaseDX9MediaSurfacesKHR(cl_command_queue queue, cl_uint num_objects,
                                                       const cl_mem *objects, cl_uint num_events, const cl_event *waits,
                                                       cl_event *event);

#endif
