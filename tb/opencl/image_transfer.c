// SPDX-License-Identifier: Apache-2.0
// Commands that read, write, copy and fill images.
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "transfer.h"

#define OBJECT(m) \
  (transfer_side) { .memory = (m) }

// ---- images and memory of the host ---------------------------------------------------------------

// The layout of the host's rows: the default for pitches of 0.
static cl_int lay_out_host(const transfer_call *call, cl_mem m, const size_t bytes[3], size_t row, size_t slice,
                           rect *to) {
  const bool lines = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;  // a slice is a row
  const bool slices = lines || m->type == CL_MEM_OBJECT_IMAGE2D_ARRAY || m->type == CL_MEM_OBJECT_IMAGE3D;
  size_t least = 0, size;
  if (!row) row = bytes[0];
  if (row < bytes[0])
    return cl_refuse(CL_INVALID_VALUE, call->function, "a row pitch of %zu bytes, the rows have %zu", row, bytes[0]);
  if (slice && !slices)
    return cl_refuse(CL_INVALID_VALUE, call->function, "a slice pitch of %zu bytes, expected 0", slice);
  if (!rect_add(&least, row, lines ? 1 : bytes[1]) || (slice && slice < least))
    return cl_refuse(CL_INVALID_VALUE, call->function, "a slice pitch of %zu bytes, the rows of a slice have %zu",
                     slice, least);
  if (!slice) slice = least;
  *to = (rect){0, lines ? slice : row, slice};
  return rect_span(to, bytes, &size)
             ? CL_SUCCESS
             : cl_refuse(CL_INVALID_VALUE, call->function, "the region is larger than any memory");
}

// Between `image`, which is one of the sides, and the host.
static cl_int with_host(const transfer_call *call, transfer_side from, transfer_side to, const size_t *origin,
                        const size_t *region, size_t row, size_t slice) {
  cl_int code;
  cl_lock();
  transfer *t = transfer_new(call, from, to, &code);
  if (t) {
    transfer_side *image = from.is_host ? &t->to : &t->from, *host = from.is_host ? &t->from : &t->to;
    if (!(code = image_check(image->memory, call->queue->context, call->function)) &&
        !(code = transfer_check_host(t, call)) &&
        !(code = image_check_region(image->memory, origin, region, call->function))) {
      image_bytes(image->memory, region, t->region);
      image->at = image_rect(image->memory, &image->memory->image.steps, origin);
      code = lay_out_host(call, image->memory, t->region, row, slice, &host->at);
    }
    code = transfer_end(t, call, code);
  }
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking_read, const size_t *origin,
                                      const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
                                      cl_uint num_events, const cl_event *waits, cl_event *event) {
  return with_host(TRANSFER_CALL(CL_COMMAND_READ_IMAGE, blocking_read), OBJECT(image), TRANSFER_HOST(ptr), origin,
                   region, row_pitch, slice_pitch);
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking_write,
                                       const size_t *origin, const size_t *region, size_t input_row_pitch,
                                       size_t input_slice_pitch, const void *ptr, cl_uint num_events,
                                       const cl_event *waits, cl_event *event) {
  return with_host(TRANSFER_CALL(CL_COMMAND_WRITE_IMAGE, blocking_write), TRANSFER_HOST(ptr), OBJECT(image), origin,
                   region, input_row_pitch, input_slice_pitch);
}

// ---- images and memory objects -------------------------------------------------------------------

static cl_int check_copy(transfer *t, const transfer_call *call, const size_t *src_origin, const size_t *dst_origin,
                         const size_t *region) {
  const cl_mem from = t->from.memory, to = t->to.memory;
  cl_int code = image_check(from, call->queue->context, call->function);
  if (code || (code = image_check(to, call->queue->context, call->function))) return code;
  if (memcmp(&from->image.format.cl, &to->image.format.cl, sizeof(cl_image_format)) != 0)
    return cl_refuse(CL_IMAGE_FORMAT_MISMATCH, call->function, "the images have different formats");
  if ((code = image_check_region(from, src_origin, region, call->function)) ||
      (code = image_check_region(to, dst_origin, region, call->function)))
    return code;
  image_bytes(from, region, t->region);
  t->from.at = image_rect(from, &from->image.steps, src_origin);
  t->to.at = image_rect(to, &to->image.steps, dst_origin);
  return transfer_overlaps(t) ? cl_refuse(CL_MEM_COPY_OVERLAP, call->function, "the regions overlap") : CL_SUCCESS;
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem src_image, cl_mem dst_image,
                                      const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                      cl_uint num_events, const cl_event *waits, cl_event *event) {
  const transfer_call *call = TRANSFER_CALL(CL_COMMAND_COPY_IMAGE, CL_FALSE);
  cl_int code;
  cl_lock();
  transfer *t = transfer_new(call, OBJECT(src_image), OBJECT(dst_image), &code);
  if (t) code = transfer_end(t, call, check_copy(t, call, src_origin, dst_origin, region));
  cl_unlock();
  return code;
}

// The region of an image, and a buffer in which its rows and slices are tight.
static cl_int check_buffer(const transfer_call *call, transfer *t, transfer_side *image, transfer_side *buffer,
                           const size_t *origin, const size_t *region, size_t offset) {
  const cl_mem m = image->memory, b = buffer->memory;
  size_t size;
  cl_int code = image_check(m, call->queue->context, call->function);
  if (code || (code = buffer_check(b, call->queue->context, call->function))) return code;
  if (m->parent == b) return cl_refuse(CL_INVALID_MEM_OBJECT, call->function, "the image is one of the buffer itself");
  if ((code = image_check_region(m, origin, region, call->function))) return code;
  image_bytes(m, region, t->region);
  image->at = image_rect(m, &m->image.steps, origin);
  buffer->at = (rect){offset, t->region[0], t->region[0] * region[1]};
  const bool good = rect_span(&buffer->at, t->region, &size);
  return good ? buffer_check_region(b, offset, size, call->function)
              : cl_refuse(CL_INVALID_VALUE, call->function, "the region is larger than any memory");
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem src_image, cl_mem dst_buffer,
                                              const size_t *src_origin, const size_t *region, size_t dst_offset,
                                              cl_uint num_events, const cl_event *waits, cl_event *event) {
  const transfer_call *call = TRANSFER_CALL(CL_COMMAND_COPY_IMAGE_TO_BUFFER, CL_FALSE);
  cl_int code;
  cl_lock();
  transfer *t = transfer_new(call, OBJECT(src_image), OBJECT(dst_buffer), &code);
  if (t) code = transfer_end(t, call, check_buffer(call, t, &t->from, &t->to, src_origin, region, dst_offset));
  cl_unlock();
  return code;
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem src_buffer, cl_mem dst_image,
                                              size_t src_offset, const size_t *dst_origin, const size_t *region,
                                              cl_uint num_events, const cl_event *waits, cl_event *event) {
  const transfer_call *call = TRANSFER_CALL(CL_COMMAND_COPY_BUFFER_TO_IMAGE, CL_FALSE);
  cl_int code;
  cl_lock();
  transfer *t = transfer_new(call, OBJECT(src_buffer), OBJECT(dst_image), &code);
  if (t) code = transfer_end(t, call, check_buffer(call, t, &t->to, &t->from, dst_origin, region, src_offset));
  cl_unlock();
  return code;
}

// ---- fill ----------------------------------------------------------------------------------------

enum { LARGEST_ELEMENT = 16 };

typedef struct {
  command head;
  cl_mem memory;  // used
  rect at;
  size_t region[3];
  uint8_t element[LARGEST_ELEMENT];
} fill;

static cl_int run_fill(command *c, cl_ulong *clocks) {
  fill *f = (fill *)c;
  const size_t bytes = f->memory->image.format.bytes, rows = f->region[1] * f->region[2];
  wl_error error = {""};
  uint8_t *row = malloc(f->region[0]);
  bool good = row || wl_fail(&error, "out of memory");
  (void)clocks;
  for (size_t at = 0; good && at < f->region[0]; at += bytes) memcpy(row + at, f->element, bytes);
  for (size_t i = 0; good && i < rows; i++)
    good = buffer_write(f->memory, rect_row(&f->at, f->region, i), row, f->region[0], &error);
  free(row);
  return good ? CL_SUCCESS : cl_refuse(CL_OUT_OF_RESOURCES, "fill", "%s", error.text);
}

static void done_fill(command *c) { object_unuse(((fill *)c)->memory); }

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *fill_color,
                                      const size_t *origin, const size_t *region, cl_uint num_events,
                                      const cl_event *waits, cl_event *event) {
  cl_int code;
  cl_lock();
  fill *f = command_new(sizeof *f, queue, CL_COMMAND_FILL_IMAGE, num_events, waits, __func__, &code);
  if (f) {
    if ((code = image_check(image, queue->context, __func__))) {
    } else if (!fill_color) {
      code = cl_refuse(CL_INVALID_VALUE, __func__, "no color");
    } else {
      code = image_check_region(image, origin, region, __func__);
    }
    if (code) {
      command_drop(&f->head);
    } else {
      object_use(image);
      f->memory = image;
      f->at = image_rect(image, &image->image.steps, origin);
      image_bytes(image, region, f->region);
      image_format_pack(&image->image.format, fill_color, f->element);
      f->head.run = run_fill;
      f->head.done = done_fill;
      code = command_enqueue(&f->head, false, event);
    }
  }
  cl_unlock();
  return code;
}
