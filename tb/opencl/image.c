// SPDX-License-Identifier: Apache-2.0
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "buffer.h"

// ---- checks --------------------------------------------------------------------------------------

bool image_is(cl_mem m) { return object_is(m, OF_MEMORY) && m->type != CL_MEM_OBJECT_BUFFER; }

cl_int image_check(cl_mem m, cl_context context, const char *function) {
  if (!image_is(m)) return cl_refuse(CL_INVALID_MEM_OBJECT, function, "%p is no image", (void *)m);
  return memory_check(m, context, function);
}

cl_int image_check_region(cl_mem m, const size_t *origin, const size_t *region, const char *function) {
  if (!origin || !region) return cl_refuse(CL_INVALID_VALUE, function, "no origin, or no region");
  for (int i = 0; i < 3; i++) {
    const size_t size = m->image.size[i];
    if (region[i] && origin[i] < size && region[i] <= size - origin[i]) continue;
    return cl_refuse(CL_INVALID_VALUE, function, "%zu from %zu on along axis %d of an image that has %zu", region[i],
                     origin[i], i, size);
  }
  return CL_SUCCESS;
}

rect image_rect(cl_mem m, const image_steps *steps, const size_t origin[3]) {
  return (rect){origin[0] * m->image.format.bytes + origin[1] * steps->row + origin[2] * steps->slice, steps->row,
                steps->slice};
}

uint8_t *image_host_memory(cl_mem m) {
  image_shape *s = &m->image;
  const size_t bytes = s->size[0] * s->format.bytes + (s->size[1] - 1) * s->host.row + (s->size[2] - 1) * s->host.slice;
  if (m->host_ptr) return m->host_ptr;
  if (!s->own_host &&
      (s->own_host = aligned_alloc(CL_ALIGNMENT, (bytes + CL_ALIGNMENT - 1) / CL_ALIGNMENT * CL_ALIGNMENT)))
    memset(s->own_host, 0, bytes);
  return s->own_host;
}

void image_bytes(cl_mem m, const size_t region[3], size_t bytes[3]) {
  memcpy(bytes, region, 3 * sizeof *bytes);
  bytes[0] *= m->image.format.bytes;
}

// ---- what a kernel gets --------------------------------------------------------------------------

void image_object(cl_mem m, uint64_t address, uint32_t words[IMAGE_OBJECT_BYTES / 4]) {
  const image_format *f = &m->image.format;
  wl_image unit = m->image.unit;
  unit.address = address;
  wl_image_object(&unit, f->hsa_type, f->hsa_order, words);
}

// ---- descriptions --------------------------------------------------------------------------------

// What an image is to be, from the arguments of a function that makes one.
typedef struct {
  cl_context context;
  const cl_mem_properties *properties;
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *desc;
  void *host_ptr;
  const char *function;
  cl_int bad_size, bad_pitch;  // the codes of sizes of 0, and of pitches that do not fit
} making;

static const cl_mem_object_type all_types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                               CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                               CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

static bool is_type(cl_mem_object_type type) {
  for (size_t i = 0; i < sizeof all_types / sizeof *all_types; i++)
    if (all_types[i] == type) return true;
  return false;
}

static bool is_array(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

static cl_int check_description(const making *m) {
  const cl_image_desc *d = m->desc;
  const cl_int bad = CL_INVALID_IMAGE_DESCRIPTOR;
  if (!d) return cl_refuse(bad, m->function, "no description");
  if (!is_type(d->image_type)) return cl_refuse(bad, m->function, "0x%x is no type of images", d->image_type);
  if (d->num_mip_levels || d->num_samples)
    return cl_refuse(bad, m->function, "%u mip levels and %u samples, expected 0", d->num_mip_levels, d->num_samples);
  const bool linear = d->image_type == CL_MEM_OBJECT_IMAGE2D && d->buffer;
  if (!linear && d->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return d->buffer ? cl_refuse(bad, m->function, "a buffer, and the type 0x%x is none of a buffer", d->image_type)
                     : CL_SUCCESS;
  if (!buffer_is(d->buffer) || d->buffer->context != m->context)
    return cl_refuse(bad, m->function, "%p is no buffer of the context", (void *)d->buffer);
  return CL_SUCCESS;
}

// Sizes as origins count, each with its limit.
static cl_int check_sizes(const making *m, image_shape *s) {
  const cl_image_desc *d = m->desc;
  const cl_mem_object_type type = d->image_type;
  const bool deep = type == CL_MEM_OBJECT_IMAGE3D;
  const size_t side = deep ? IMAGE_MAX_SIZE_3D : IMAGE_MAX_SIZE;
  size_t most[3] = {type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? IMAGE_MAX_OF_BUFFER : side, 1, 1};
  s->size[0] = d->image_width;
  s->size[1] = s->size[2] = 1;
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) s->size[1] = d->image_array_size, most[1] = IMAGE_MAX_SLICES;
  if (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || deep)
    s->size[1] = d->image_height, most[1] = side;
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) s->size[2] = d->image_array_size, most[2] = IMAGE_MAX_SLICES;
  if (deep) s->size[2] = d->image_depth, most[2] = IMAGE_MAX_SIZE_3D;
  for (int i = 0; i < 3; i++) {
    if (!s->size[i]) return cl_refuse(m->bad_size, m->function, "a size of 0 along axis %d", i);
    if (s->size[i] > most[i])
      return cl_refuse(CL_INVALID_IMAGE_SIZE, m->function, "%zu along axis %d, at most %zu", s->size[i], i, most[i]);
  }
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER && s->size[0] > d->buffer->size / s->format.bytes)
    return cl_refuse(CL_INVALID_IMAGE_DESCRIPTOR, m->function, "%zu elements of %u bytes, of a buffer of %zu bytes",
                     s->size[0], s->format.bytes, d->buffer->size);
  return CL_SUCCESS;
}

// A 2D image of a buffer: rows as the buffer has them, which the unit has to be able to address.
static cl_int check_rows(const making *m, const image_shape *s, size_t row) {
  const cl_image_desc *d = m->desc;
  const size_t align = (size_t)IMAGE_PITCH_ALIGN * s->format.bytes;
  const cl_mem b = d->buffer;
  size_t bytes = 0;
  if (row % align || (uintptr_t)b->host_ptr % align)
    return cl_refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, m->function,
                     "a row pitch of %zu bytes, memory of the host at %p: expected multiples of %zu bytes", row,
                     b->host_ptr, align);
  if (b->offset % WL_IMAGE_ALIGN)
    return cl_refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, m->function,
                     "a sub-buffer at byte %zu, expected a multiple of %d", b->offset, WL_IMAGE_ALIGN);
  if (row / s->format.bytes > WL_IMAGE_MAX_PITCH || !rect_add(&bytes, row, s->size[1]) || bytes > b->size)
    return cl_refuse(CL_INVALID_IMAGE_SIZE, m->function, "%zu rows of %zu bytes, of a buffer of %zu bytes", s->size[1],
                     row, b->size);
  return CL_SUCCESS;
}

// The pitches of the host's memory, or of the buffer.
static cl_int check_pitches(const making *m, image_shape *s) {
  const cl_image_desc *d = m->desc;
  const bool linear = d->buffer && d->image_type == CL_MEM_OBJECT_IMAGE2D;
  const bool array = is_array(d->image_type), slices = array || d->image_type == CL_MEM_OBJECT_IMAGE3D;
  const size_t width = s->size[0] * s->format.bytes;
  const size_t height = d->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : s->size[1];
  const size_t row = d->image_row_pitch ? d->image_row_pitch : width, slice = slices ? d->image_slice_pitch : 0;
  size_t least = 0;
  if (!m->host_ptr && ((d->image_row_pitch && !linear) || slice))
    return cl_refuse(m->bad_pitch, m->function, "pitches of %zu and %zu bytes without a host_ptr", d->image_row_pitch,
                     slice);
  if (row < width || row % s->format.bytes)
    return cl_refuse(m->bad_pitch, m->function, "a row pitch of %zu bytes, of %zu elements of %u bytes", row,
                     s->size[0], s->format.bytes);
  if (!rect_add(&least, row, height) || (slice && (slice < least || slice % row)))
    return cl_refuse(m->bad_pitch, m->function, "a slice pitch of %zu bytes, of %zu rows of %zu bytes", slice, height,
                     row);
  const cl_int code = linear ? check_rows(m, s, row) : CL_SUCCESS;
  if (code) return code;
  s->row_pitch = row;
  s->slice_pitch = slices ? (slice ? slice : least) : 0;
  s->host = (image_steps){d->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? s->slice_pitch : row, s->slice_pitch};
  return CL_SUCCESS;
}

// The layout in the devices' memory. Returns its bytes.
static size_t lay_out(const making *m, image_shape *s) {
  static const struct {
    cl_mem_object_type cl;
    uint32_t unit;
  } units[] = {{CL_MEM_OBJECT_IMAGE1D, WL_IMAGE_1D},
               {CL_MEM_OBJECT_IMAGE1D_BUFFER, WL_IMAGE_1D_BUFFER},
               {CL_MEM_OBJECT_IMAGE1D_ARRAY, WL_IMAGE_1D_ARRAY},
               {CL_MEM_OBJECT_IMAGE2D, WL_IMAGE_2D},
               {CL_MEM_OBJECT_IMAGE2D_ARRAY, WL_IMAGE_2D_ARRAY},
               {CL_MEM_OBJECT_IMAGE3D, WL_IMAGE_3D}};
  const cl_mem_object_type type = m->desc->image_type;
  const uint32_t width = (uint32_t)s->size[0], second = (uint32_t)s->size[1], third = (uint32_t)s->size[2];
  uint64_t bytes;
  wl_error error;
  s->unit = (wl_image){.width = width, .data_format = s->format.data_format, .num_format = s->format.num_format};
  memcpy(s->unit.dst_sel, s->format.dst_sel, sizeof s->unit.dst_sel);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (units[i].cl == type) s->unit.type = units[i].unit;
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) s->unit.slices = second;
  else s->unit.height = second;
  if (m->desc->buffer) s->unit.pitch = (uint32_t)(s->row_pitch / s->format.bytes);
  if (type == CL_MEM_OBJECT_IMAGE3D) s->unit.depth = third;
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) s->unit.slices = third;
  if (!wl_image_layout(&s->unit, &bytes, &error)) return 0;  // the limits are within the unit's
  s->steps.row = (size_t)s->unit.pitch * s->format.bytes;
  s->steps.slice = s->steps.row * second;
  return bytes;
}

static cl_int check_host(const making *m) {
  const bool from_host = m->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (!m->host_ptr == !from_host) return CL_SUCCESS;
  return cl_refuse(CL_INVALID_HOST_PTR, m->function,
                   m->host_ptr ? "a host_ptr without CL_MEM_USE_HOST_PTR and without CL_MEM_COPY_HOST_PTR"
                               : "no host_ptr for CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR");
}

static cl_int check_flags(const making *m, cl_mem_flags *flags) {
  *flags = m->flags;
  const bool good = memory_flags_good(m->flags);
  const bool part =
      good && m->desc &&
      (m->desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER || m->desc->image_type == CL_MEM_OBJECT_IMAGE2D);
  if (good && (!part || !buffer_is(m->desc->buffer) || memory_inherit(flags, m->desc->buffer->flags)))
    return CL_SUCCESS;
  return cl_refuse(CL_INVALID_VALUE, m->function,
                   part ? "the flags 0x%llx are none of an image of a buffer, or the buffer's exclude them"
                        : "the flags 0x%llx exclude each other, or are none of an image",
                   (unsigned long long)m->flags);
}

static cl_int check_format(const making *m, image_format *format) {
  const cl_int code = image_format_find(m->format, m->desc->image_type, format);
  if (!code) return code;
  if (!m->format) return cl_refuse(code, m->function, "no format");
  return cl_refuse(code, m->function, "order 0x%x with type 0x%x: %s", m->format->image_channel_order,
                   m->format->image_channel_data_type,
                   code == CL_IMAGE_FORMAT_NOT_SUPPORTED ? "the devices do not have it in images of this type"
                                                         : "OpenCL 3.0 has no such pair");
}

// ---- objects -------------------------------------------------------------------------------------

// The contents at the host's pointer, as the image has them.
static bool copy_host(cl_mem m, const void *host_ptr) {
  static const size_t first[3];
  const rect from = image_rect(m, &m->image.host, first), to = image_rect(m, &m->image.steps, first);
  size_t region[3];
  uint8_t *host = buffer_pointer(m);
  if (!host) return false;
  image_bytes(m, m->image.size, region);
  for (size_t i = 0; i < region[1] * region[2]; i++)
    memcpy(host + rect_row(&to, region, i), (const uint8_t *)host_ptr + rect_row(&from, region, i), region[0]);
  m->current = ON_HOST;
  return true;
}

// With the lock held.
static cl_int make(const making *from, cl_mem *made) {
  image_shape s = {0};
  cl_mem_flags flags;
  cl_int code;
  if (!object_is(from->context, OF_CONTEXT))
    return cl_refuse(CL_INVALID_CONTEXT, from->function, "%p is no context", (void *)from->context);
  if (!cl_has_images()) return cl_refuse(CL_INVALID_OPERATION, from->function, "the devices have no images");
  if ((code = memory_check_properties(from->properties, from->function)) || (code = check_flags(from, &flags)) ||
      (code = check_description(from)) || (code = check_format(from, &s.format)) || (code = check_sizes(from, &s)) ||
      (code = check_host(from)) || (code = check_pitches(from, &s)))
    return code;
  const size_t bytes = lay_out(from, &s);
  const cl_mem parent = from->desc->buffer;
  if (!bytes || (!parent && (bytes > cl_largest_buffer || bytes > memory_left())))
    return cl_refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, from->function,
                     "%zu bytes, at most %llu (CL_DEVICE_MAX_MEM_ALLOC_SIZE), of the device %llu are left", bytes,
                     (unsigned long long)cl_largest_buffer, (unsigned long long)memory_left());
  cl_mem m = memory_new(from->context, from->desc->image_type, parent, 0, bytes, flags);
  if (!m) return cl_refuse(CL_OUT_OF_HOST_MEMORY, from->function, "out of memory");
  m->image = s;
  if (from->flags & CL_MEM_USE_HOST_PTR) m->host_ptr = from->host_ptr;
  if ((from->host_ptr && !copy_host(m, from->host_ptr)) || !property_list_copy(from->properties, &m->given)) {
    object_release(m);
    return cl_refuse(CL_OUT_OF_HOST_MEMORY, from->function, "out of memory for an image of %zu bytes", bytes);
  }
  *made = m;
  return CL_SUCCESS;
}

static cl_mem create(const making *from, cl_int *errcode_ret) {
  cl_mem m = NULL;
  cl_lock();
  const cl_int code = make(from, &m);
  cl_unlock();
  if (errcode_ret) *errcode_ret = code;
  return m;
}

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                 const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return create(&(making){context, NULL, flags, image_format, image_desc, host_ptr, __func__,
                          CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_DESCRIPTOR},
                errcode_ret);
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *image_format,
                                               const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return create(&(making){context, properties, flags, image_format, image_desc, host_ptr, __func__,
                          CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_DESCRIPTOR},
                errcode_ret);
}

// OpenCL 1.1, 5.3.1: sizes and pitches have one code.
cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                   size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr,
                                   cl_int *errcode_ret) {
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                              .image_width = image_width,
                              .image_height = image_height,
                              .image_row_pitch = image_row_pitch};
  return create(&(making){context, NULL, flags, image_format, &desc, host_ptr, __func__, CL_INVALID_IMAGE_SIZE,
                          CL_INVALID_IMAGE_SIZE},
                errcode_ret);
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                   size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch,
                                   size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret) {
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                              .image_width = image_width,
                              .image_height = image_height,
                              // A depth of 1 is refused as one of 0 is.
                              .image_depth = image_depth > 1 ? image_depth : 0,
                              .image_row_pitch = image_row_pitch,
                              .image_slice_pitch = image_slice_pitch};
  return create(&(making){context, NULL, flags, image_format, &desc, host_ptr, __func__, CL_INVALID_IMAGE_SIZE,
                          CL_INVALID_IMAGE_SIZE},
                errcode_ret);
}

// ---- queries -------------------------------------------------------------------------------------

static cl_int image_info(const char *function, cl_mem m, cl_image_info param_name, size_t param_value_size,
                         void *param_value, size_t *param_value_size_ret) {
  const image_shape *s = &m->image;
  const bool deep = m->type == CL_MEM_OBJECT_IMAGE3D;
  const bool high = deep || m->type == CL_MEM_OBJECT_IMAGE2D || m->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  const size_t slices = s->size[m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : 2];
  switch (param_name) {
    case CL_IMAGE_FORMAT:
      return cl_answer(function, &s->format.cl, sizeof s->format.cl, param_value_size, param_value,
                       param_value_size_ret);
    case CL_IMAGE_ELEMENT_SIZE: return CL_ANSWER(size_t, s->format.bytes);
    case CL_IMAGE_ROW_PITCH: return CL_ANSWER(size_t, s->row_pitch);
    case CL_IMAGE_SLICE_PITCH: return CL_ANSWER(size_t, s->slice_pitch);
    case CL_IMAGE_WIDTH: return CL_ANSWER(size_t, s->size[0]);
    case CL_IMAGE_HEIGHT: return CL_ANSWER(size_t, high ? s->size[1] : 0);
    case CL_IMAGE_DEPTH: return CL_ANSWER(size_t, deep ? s->size[2] : 0);
    case CL_IMAGE_ARRAY_SIZE: return CL_ANSWER(size_t, is_array(m->type) ? slices : 0);
    case CL_IMAGE_BUFFER: return CL_ANSWER(cl_mem, m->parent);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES: return CL_ANSWER(cl_uint, 0);
    default: return cl_unknown_name(function, param_name);
  }
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void *param_value,
                                  size_t *param_value_size_ret) {
  cl_lock();
  const cl_int code = image_is(image)
                          ? image_info(__func__, image, param_name, param_value_size, param_value, param_value_size_ret)
                          : cl_refuse(CL_INVALID_MEM_OBJECT, __func__, "%p is no image", (void *)image);
  cl_unlock();
  return code;
}

// All formats are read and written, in one kernel where the devices have that.
cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                              cl_uint num_entries, cl_image_format *image_formats,
                                              cl_uint *num_image_formats) {
  const bool both = flags & CL_MEM_KERNEL_READ_AND_WRITE;
  cl_lock();
  const bool good = object_is(context, OF_CONTEXT);
  cl_unlock();
  if (!good) return cl_refuse(CL_INVALID_CONTEXT, __func__, "%p is no context", (void *)context);
  if (!memory_flags_good(flags & ~(cl_mem_flags)CL_MEM_KERNEL_READ_AND_WRITE))
    return cl_refuse(CL_INVALID_VALUE, __func__, "flags 0x%llx exclude each other, or are none of an image",
                     (unsigned long long)flags);
  if (!is_type(image_type)) return cl_refuse(CL_INVALID_VALUE, __func__, "0x%x is no type of images", image_type);
  if (image_formats && !num_entries) return cl_refuse(CL_INVALID_VALUE, __func__, "no room for a format");
  const bool some = cl_has_images() && (!both || cl_has_read_write_images());
  const cl_uint count = some ? image_format_list(image_type, num_entries, image_formats) : 0;
  if (num_image_formats) *num_image_formats = count;
  return CL_SUCCESS;
}
