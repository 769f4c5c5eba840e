// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.3.3 to 5.3.7: images are read, written, filled, copied and mapped.
#include "image_test.h"

static unsigned char bytes[MOST], more[MOST];

static int open_images(void **state) {
  make_bytes(bytes, sizeof bytes, 3);
  make_bytes(more, sizeof more, 101);
  return open_bench(state);
}

// A part of each kind of image, that begins and ends inside of it where it can.
static void inner(const image_kind *kind, size_t origin[3], size_t region[3]) {
  for (int i = 0; i < 3; i++) {
    origin[i] = kind->size[i] > 2;
    region[i] = kind->size[i] > 2 ? kind->size[i] - 2 : kind->size[i];
  }
}

static size_t at(const size_t size[3], size_t x, size_t y, size_t z) { return (z * size[1] + y) * size[0] + x; }

// Puts a region of elements of `b` bytes into another one; both are without gaps.
static void move_region(unsigned char *to, const size_t to_size[3], const size_t to_origin[3],
                        const unsigned char *from, const size_t from_size[3], const size_t from_origin[3],
                        const size_t region[3], size_t b) {
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(to + b * at(to_size, to_origin[0], to_origin[1] + y, to_origin[2] + z),
             from + b * at(from_size, from_origin[0], from_origin[1] + y, from_origin[2] + z), b * region[0]);
}

static void holds(cl_mem image, const image_kind *kind, size_t b, const unsigned char *expected) {
  static unsigned char found[MOST];
  memset(found, 0x55, sizeof found);
  read_image(image, kind->size, found);
  assert_memory_equal(found, expected, b * texels(kind->size));
}

static const cl_image_format *const formats[] = {&bytes4, &byte1, &floats4};

// ---- read and write -------------------------------------------------------------------------------------------------
static void new_images(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t f = 0; f < COUNT(formats); f++) {
      cl_mem image = image_with(&kinds[k], formats[f], 0, bytes);
      holds(image, &kinds[k], element_bytes(formats[f]), bytes);
      OK(clReleaseMemObject(image));
    }
  }
}

static void write_whole(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t f = 0; f < COUNT(formats); f++) {
      cl_mem image = image_with(&kinds[k], formats[f], 0, NULL);
      write_image(image, kinds[k].size, more);
      holds(image, &kinds[k], element_bytes(formats[f]), more);
      OK(clReleaseMemObject(image));
    }
  }
}

// Contents that the host wrote last, and contents of the device.
static void read_write_parts(void **state) {
  NEEDS_IMAGES;
  static unsigned char found[MOST], expected[MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t i = 0; i < 2 * COUNT(formats); i++) {
      const size_t f = i / 2;
      const size_t b = element_bytes(formats[f]);
      size_t origin[3], region[3];
      cl_mem image = image_with(&kinds[k], formats[f], 0, bytes);
      if (i % 2) OK(clEnqueueMigrateMemObjects(on.queue, 1, &image, 0, 0, NULL, NULL));
      inner(&kinds[k], origin, region);
      OK(clEnqueueReadImage(on.queue, image, CL_TRUE, origin, region, 0, 0, found, 0, NULL, NULL));
      move_region(expected, region, zero, bytes, kinds[k].size, origin, region, b);
      assert_memory_equal(found, expected, b * texels(region));
      OK(clEnqueueWriteImage(on.queue, image, CL_TRUE, origin, region, 0, 0, more, 0, NULL, NULL));
      memcpy(expected, bytes, sizeof expected);
      move_region(expected, kinds[k].size, origin, more, region, zero, region, b);
      holds(image, &kinds[k], b, expected);
      OK(clReleaseMemObject(image));
    }
  }
}

// Rows and slices of the host are further apart than they are long; what lies between stays.
static void host_pitches(void **state) {
  NEEDS_IMAGES;
  static unsigned char host[4 * MOST], expected[4 * MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const image_kind *kind = &kinds[k];
    const size_t *size = kind->size;
    const size_t row = 4 * size[0] + 5, slice = kind->slices == 2 ? row * (size[1] + 1) + 3
                                                : kind->slices    ? row + 7
                                                                  : 0;
    const size_t step = kind->slices == 1 ? slice : row;
    cl_mem image = image_with(kind, &bytes4, 0, bytes);
    memset(host, 0x77, sizeof host);
    memset(expected, 0x77, sizeof expected);
    OK(clEnqueueReadImage(on.queue, image, CL_TRUE, zero, size, row, slice, host, 0, NULL, NULL));
    for (size_t z = 0; z < size[2]; z++)
      for (size_t y = 0; y < size[1]; y++)
        memcpy(expected + z * slice + y * step, bytes + 4 * at(size, 0, y, z), 4 * size[0]);
    assert_memory_equal(host, expected, sizeof host);
    write_image(image, size, more);
    OK(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, size, row, slice, host, 0, NULL, NULL));
    holds(image, kind, 4, bytes);
    OK(clReleaseMemObject(image));
  }
}

static void read_write_refused(void **state) {
  NEEDS_IMAGES;
  static unsigned char room[MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const image_kind *kind = &kinds[k];
    const size_t *size = kind->size;
    const cl_int code = CL_INVALID_VALUE;
    cl_mem image = image_with(kind, &bytes4, 0, bytes);
    for (int axis = 0; axis < 3; axis++) {
      size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
      region[axis] = 0;
      EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, origin, region, 0, 0, room, 0, NULL, NULL), code);
      EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, origin, region, 0, 0, room, 0, NULL, NULL), code);
      region[axis] = size[axis] + 1;
      EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, origin, region, 0, 0, room, 0, NULL, NULL), code);
      EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, origin, region, 0, 0, room, 0, NULL, NULL), code);
      region[axis] = 1;
      origin[axis] = size[axis];
      EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, origin, region, 0, 0, room, 0, NULL, NULL), code);
      origin[axis] = SIZE_MAX;
      EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, origin, region, 0, 0, room, 0, NULL, NULL), code);
    }
    const size_t row = 4 * size[0];
    EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, zero, size, row - 1, 0, room, 0, NULL, NULL), code);
    EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, size, row - 1, 0, room, 0, NULL, NULL), code);
    const size_t slice = kind->slices == 2 ? row * size[1] - 1 : kind->slices ? row - 1 : row;
    EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, zero, size, 0, slice, room, 0, NULL, NULL), code);
    EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, size, 0, slice, room, 0, NULL, NULL), code);
    EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, zero, size, 0, 0, NULL, 0, NULL, NULL), code);
    EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, size, 0, 0, NULL, 0, NULL, NULL), code);
    EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, NULL, size, 0, 0, room, 0, NULL, NULL), code);
    EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, NULL, 0, 0, room, 0, NULL, NULL), code);
    holds(image, kind, 4, bytes);
    OK(clReleaseMemObject(image));
  }
}

// ---- all functions: handles, contexts, wait lists, events -----------------------------------------------------------
typedef struct {
  cl_mem image, other, buffer;
  cl_uint wait_count;
  const cl_event *waits;
  cl_event *event;
} objects;

static void *mapped;

// Each command with these objects, `what` of eight. A map leaves its pointer in `mapped`.
enum { COMMANDS = 7 };
static cl_int command(int what, cl_command_queue q, const objects *o) {
  static unsigned char room[MOST];
  static const cl_uint color[4];
  cl_int code = CL_SUCCESS;
  size_t row, slice;
  switch (what) {
    case 0: return clEnqueueReadImage(q, o->image, CL_FALSE, zero, one, 0, 0, room, o->wait_count, o->waits, o->event);
    case 1: return clEnqueueWriteImage(q, o->image, CL_FALSE, zero, one, 0, 0, room, o->wait_count, o->waits, o->event);
    case 2: return clEnqueueFillImage(q, o->image, color, zero, one, o->wait_count, o->waits, o->event);
    case 3: return clEnqueueCopyImage(q, o->image, o->other, zero, zero, one, o->wait_count, o->waits, o->event);
    case 4: return clEnqueueCopyImageToBuffer(q, o->image, o->buffer, zero, one, 0, o->wait_count, o->waits, o->event);
    case 5: return clEnqueueCopyBufferToImage(q, o->buffer, o->image, 0, zero, one, o->wait_count, o->waits, o->event);
    default:
      mapped = clEnqueueMapImage(q, o->image, CL_FALSE, CL_MAP_READ, zero, one, &row, &slice, o->wait_count, o->waits,
                                 o->event, &code);
      return code;
  }
}

static objects good_objects(void) {
  return (objects){.image = image_with(&kinds[3], &bytes4, 0, bytes),
                   .other = image_with(&kinds[3], &bytes4, 0, more),
                   .buffer = buffer_of(64, NULL)};
}

static void release(const objects *o) {
  OK(clFinish(on.queue));
  OK(clReleaseMemObject(o->image));
  OK(clReleaseMemObject(o->other));
  OK(clReleaseMemObject(o->buffer));
}

static void handles_refused(void **state) {
  NEEDS_IMAGES;
  const objects good = good_objects();
  for (int what = 0; what < COMMANDS; what++) {
    objects bad = good;
    EXPECT(command(what, NULL, &good), CL_INVALID_COMMAND_QUEUE);
    bad.image = NULL;
    EXPECT(command(what, on.queue, &bad), CL_INVALID_MEM_OBJECT);
    bad.image = good.buffer;
    EXPECT(command(what, on.queue, &bad), CL_INVALID_MEM_OBJECT);
    bad = good;
    bad.wait_count = 1;
    EXPECT(command(what, on.queue, &bad), CL_INVALID_EVENT_WAIT_LIST);
  }
  objects bad = good;
  bad.other = bad.buffer;
  EXPECT(command(3, on.queue, &bad), CL_INVALID_MEM_OBJECT);
  bad.buffer = good.image;
  EXPECT(command(4, on.queue, &bad), CL_INVALID_MEM_OBJECT);
  EXPECT(command(5, on.queue, &bad), CL_INVALID_MEM_OBJECT);
  unsigned char room[16];
  EXPECT(clEnqueueReadBuffer(on.queue, good.image, CL_TRUE, 0, 4, room, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  EXPECT(clEnqueueFillBuffer(on.queue, good.image, "a", 1, 0, 4, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
  NONE(clEnqueueMapBuffer(on.queue, good.image, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error),
       CL_INVALID_MEM_OBJECT);
  release(&good);
}

static void contexts_refused(void **state) {
  NEEDS_IMAGES;
  const objects good = good_objects();
  cl_context far = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  const cl_image_desc desc = description(&kinds[3]);
  cl_mem image = clCreateImage(far, 0, &bytes4, &desc, NULL, &error);
  OK(error);
  cl_event gate = clCreateUserEvent(far, &error);
  OK(error);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  for (int what = 0; what < COMMANDS; what++) {
    objects bad = good;
    bad.image = image;
    EXPECT(command(what, on.queue, &bad), CL_INVALID_CONTEXT);
    bad = good;
    bad.wait_count = 1;
    bad.waits = &gate;
    EXPECT(command(what, on.queue, &bad), CL_INVALID_CONTEXT);
  }
  OK(clReleaseEvent(gate));
  OK(clReleaseMemObject(image));
  OK(clReleaseContext(far));
  release(&good);
}

static void events_tell_the_command(void **state) {
  NEEDS_IMAGES;
  static const cl_command_type types[COMMANDS] = {
      CL_COMMAND_READ_IMAGE,           CL_COMMAND_WRITE_IMAGE,          CL_COMMAND_FILL_IMAGE, CL_COMMAND_COPY_IMAGE,
      CL_COMMAND_COPY_IMAGE_TO_BUFFER, CL_COMMAND_COPY_BUFFER_TO_IMAGE, CL_COMMAND_MAP_IMAGE};
  const objects good = good_objects();
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  for (int what = 0; what < COMMANDS; what++) {
    objects o = good;
    cl_event event;
    cl_command_type type;
    o.event = &event;
    o.wait_count = 1;
    o.waits = &gate;
    OK(command(what, on.queue, &o));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, types[what]);
    assert_true(status_of(event) > CL_COMPLETE);
    OK(clReleaseEvent(event));
  }
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clFinish(on.queue));
  OK(clEnqueueUnmapMemObject(on.queue, good.image, mapped, 0, NULL, NULL));
  OK(clReleaseEvent(gate));
  release(&good);
}

// A blocking command behind an event with an error.
static void blocking_after_an_error(void **state) {
  NEEDS_IMAGES;
  unsigned char room[4];
  size_t row;
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  OK(clSetUserEventStatus(gate, -5));
  cl_mem image = image_with(&kinds[3], &bytes4, 0, bytes);
  const cl_int code = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  EXPECT(clEnqueueReadImage(on.queue, image, CL_TRUE, zero, one, 0, 0, room, 1, &gate, NULL), code);
  EXPECT(clEnqueueWriteImage(on.queue, image, CL_TRUE, zero, one, 0, 0, room, 1, &gate, NULL), code);
  NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_READ, zero, one, &row, NULL, 1, &gate, NULL, &error), code);
  OK(clReleaseEvent(gate));
  OK(clReleaseMemObject(image));
}

static cl_mem with_flags(cl_mem_flags flags) { return image_with(&kinds[3], &bytes4, flags, NULL); }

static void host_access_refused(void **state) {
  NEEDS_IMAGES;
  static unsigned char room[MOST];
  cl_mem reads = with_flags(CL_MEM_HOST_READ_ONLY), writes = with_flags(CL_MEM_HOST_WRITE_ONLY);
  cl_mem none = with_flags(CL_MEM_HOST_NO_ACCESS), cannot_read[] = {writes, none}, cannot_write[] = {reads, none};
  const cl_int code = CL_INVALID_OPERATION;
  static const cl_map_flags writing[] = {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION};
  static const cl_uint color[4];
  size_t row;
  for (int i = 0; i < 2; i++) {
    EXPECT(clEnqueueReadImage(on.queue, cannot_read[i], CL_TRUE, zero, one, 0, 0, room, 0, NULL, NULL), code);
    EXPECT(clEnqueueWriteImage(on.queue, cannot_write[i], CL_TRUE, zero, one, 0, 0, room, 0, NULL, NULL), code);
    NONE(
        clEnqueueMapImage(on.queue, cannot_read[i], CL_TRUE, CL_MAP_READ, zero, one, &row, NULL, 0, NULL, NULL, &error),
        code);
    for (int w = 0; w < 2; w++)
      NONE(clEnqueueMapImage(on.queue, cannot_write[i], CL_TRUE, writing[w], zero, one, &row, NULL, 0, NULL, NULL,
                             &error),
           code);
  }
  // The flags are for the host alone.
  OK(clEnqueueFillImage(on.queue, none, color, zero, one, 0, NULL, NULL));
  OK(clEnqueueCopyImage(on.queue, none, writes, zero, zero, one, 0, NULL, NULL));
  OK(clFinish(on.queue));
  OK(clReleaseMemObject(reads));
  OK(clReleaseMemObject(writes));
  OK(clReleaseMemObject(none));
}

// ---- copies ---------------------------------------------------------------------------------------------------------
static void copies(void **state) {
  NEEDS_IMAGES;
  static unsigned char expected[MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t f = 0; f < COUNT(formats); f++) {
      const size_t b = element_bytes(formats[f]);
      size_t origin[3], region[3];
      cl_mem from = image_with(&kinds[k], formats[f], 0, bytes), to = image_with(&kinds[k], formats[f], 0, more);
      inner(&kinds[k], origin, region);
      OK(clEnqueueCopyImage(on.queue, from, to, origin, zero, region, 0, NULL, NULL));
      memcpy(expected, more, sizeof expected);
      move_region(expected, kinds[k].size, zero, bytes, kinds[k].size, origin, region, b);
      holds(to, &kinds[k], b, expected);
      OK(clReleaseMemObject(from));
      OK(clReleaseMemObject(to));
    }
  }
}

// A slice of one type is an image of another.
static void copies_of_slices(void **state) {
  NEEDS_IMAGES;
  static const size_t region[3] = {4, 3, 1};
  static unsigned char expected[MOST];
  for (size_t k = 3; k < COUNT(kinds); k++) {
    for (size_t l = 3; l < COUNT(kinds); l++) {
      const image_kind *from = &kinds[k], *to = &kinds[l];
      const size_t from_origin[3] = {1, 1, from->size[2] - 1}, to_origin[3] = {0, 1, to->size[2] / 2};
      cl_mem source = image_with(from, &bytes4, 0, bytes), target = image_with(to, &bytes4, 0, more);
      OK(clEnqueueCopyImage(on.queue, source, target, from_origin, to_origin, region, 0, NULL, NULL));
      memcpy(expected, more, sizeof expected);
      move_region(expected, to->size, to_origin, bytes, from->size, from_origin, region, 4);
      holds(target, to, 4, expected);
      OK(clReleaseMemObject(source));
      OK(clReleaseMemObject(target));
    }
  }
}

static void copies_in_one_image(void **state) {
  NEEDS_IMAGES;
  static const size_t half[3] = {5, 7, 1}, right[3] = {6, 0, 0}, rows[3] = {11, 3, 1}, below[3] = {0, 4, 0},
                      close[3] = {4, 0, 0}, step[3] = {0, 2, 0};
  static unsigned char expected[MOST];
  const image_kind *kind = &kinds[3];
  cl_mem image = image_with(kind, &bytes4, 0, bytes);
  memcpy(expected, bytes, sizeof expected);
  OK(clEnqueueCopyImage(on.queue, image, image, zero, right, half, 0, NULL, NULL));
  move_region(expected, kind->size, right, bytes, kind->size, zero, half, 4);
  holds(image, kind, 4, expected);
  OK(clEnqueueCopyImage(on.queue, image, image, below, zero, rows, 0, NULL, NULL));
  move_region(expected, kind->size, zero, expected, kind->size, below, rows, 4);
  holds(image, kind, 4, expected);
  EXPECT(clEnqueueCopyImage(on.queue, image, image, zero, close, half, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyImage(on.queue, image, image, step, zero, rows, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyImage(on.queue, image, image, zero, zero, one, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  holds(image, kind, 4, expected);
  OK(clReleaseMemObject(image));
}

static void copies_refused(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const size_t *size = kinds[k].size;
    cl_mem image = image_with(&kinds[k], &bytes4, 0, bytes), other = image_with(&kinds[k], &bytes4, 0, more);
    const cl_image_format floats = {CL_RGBA, CL_UNORM_INT8};
    cl_mem norms = image_with(&kinds[k], &floats, 0, NULL);
    EXPECT(clEnqueueCopyImage(on.queue, image, norms, zero, zero, one, 0, NULL, NULL), CL_IMAGE_FORMAT_MISMATCH);
    for (int axis = 0; axis < 3; axis++) {
      size_t beyond[3] = {0, 0, 0}, region[3] = {1, 1, 1};
      beyond[axis] = size[axis];
      region[axis] = 0;
      EXPECT(clEnqueueCopyImage(on.queue, image, other, beyond, zero, one, 0, NULL, NULL), CL_INVALID_VALUE);
      EXPECT(clEnqueueCopyImage(on.queue, image, other, zero, beyond, one, 0, NULL, NULL), CL_INVALID_VALUE);
      EXPECT(clEnqueueCopyImage(on.queue, image, other, zero, zero, region, 0, NULL, NULL), CL_INVALID_VALUE);
    }
    EXPECT(clEnqueueCopyImage(on.queue, image, other, NULL, zero, one, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(clEnqueueCopyImage(on.queue, image, other, zero, NULL, one, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(clEnqueueCopyImage(on.queue, image, other, zero, zero, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    OK(clReleaseMemObject(image));
    OK(clReleaseMemObject(other));
    OK(clReleaseMemObject(norms));
  }
}

static void copies_with_buffers(void **state) {
  NEEDS_IMAGES;
  enum { FIRST = 20 };
  static unsigned char expected[MOST], found[MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t f = 0; f < COUNT(formats); f++) {
      const size_t b = element_bytes(formats[f]);
      size_t origin[3], region[3];
      cl_mem image = image_with(&kinds[k], formats[f], 0, bytes), buffer = buffer_of(MOST, more);
      inner(&kinds[k], origin, region);
      OK(clEnqueueCopyImageToBuffer(on.queue, image, buffer, origin, region, FIRST, 0, NULL, NULL));
      memcpy(expected, more, sizeof expected);
      move_region(expected + FIRST, region, zero, bytes, kinds[k].size, origin, region, b);
      read_all(buffer, MOST, found);
      assert_memory_equal(found, expected, MOST);
      OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 0, MOST, more, 0, NULL, NULL));
      OK(clEnqueueCopyBufferToImage(on.queue, buffer, image, FIRST, origin, region, 0, NULL, NULL));
      memcpy(expected, bytes, sizeof expected);
      move_region(expected, kinds[k].size, origin, more + FIRST, region, zero, region, b);
      holds(image, &kinds[k], b, expected);
      OK(clReleaseMemObject(image));
      OK(clReleaseMemObject(buffer));
    }
  }
}

static void copies_with_buffers_refused(void **state) {
  NEEDS_IMAGES;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const size_t *size = kinds[k].size, all = 4 * texels(size);
    cl_mem image = image_with(&kinds[k], &bytes4, 0, bytes), buffer = buffer_of(all, NULL), parent;
    const cl_int code = CL_INVALID_VALUE;
    EXPECT(clEnqueueCopyImageToBuffer(on.queue, image, buffer, zero, size, 1, 0, NULL, NULL), code);
    EXPECT(clEnqueueCopyBufferToImage(on.queue, buffer, image, 1, zero, size, 0, NULL, NULL), code);
    EXPECT(clEnqueueCopyImageToBuffer(on.queue, image, buffer, zero, one, SIZE_MAX, 0, NULL, NULL), code);
    for (int axis = 0; axis < 3; axis++) {
      size_t beyond[3] = {0, 0, 0}, region[3] = {1, 1, 1};
      beyond[axis] = size[axis];
      region[axis] = 0;
      EXPECT(clEnqueueCopyImageToBuffer(on.queue, image, buffer, beyond, one, 0, 0, NULL, NULL), code);
      EXPECT(clEnqueueCopyImageToBuffer(on.queue, image, buffer, zero, region, 0, 0, NULL, NULL), code);
      EXPECT(clEnqueueCopyBufferToImage(on.queue, buffer, image, 0, beyond, one, 0, NULL, NULL), code);
      EXPECT(clEnqueueCopyBufferToImage(on.queue, buffer, image, 0, zero, region, 0, NULL, NULL), code);
    }
    OK(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof parent, &parent, NULL));
    if (parent) {
      EXPECT(clEnqueueCopyImageToBuffer(on.queue, image, parent, zero, one, 64, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
      EXPECT(clEnqueueCopyBufferToImage(on.queue, parent, image, 64, zero, one, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    }
    OK(clReleaseMemObject(image));
    OK(clReleaseMemObject(buffer));
  }
}

// The elements of an image of a buffer are the buffer's bytes.
static void image_of_a_buffer(void **state) {
  NEEDS_IMAGES;
  unsigned char found[64];
  cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer_of(64, bytes)};
  cl_mem image = clCreateImage(on.context, 0, &bytes4, &d, NULL, &error);
  OK(error);
  OK(clEnqueueWriteBuffer(on.queue, d.buffer, CL_TRUE, 8, 16, more, 0, NULL, NULL));
  read_image(image, (size_t[3]){16, 1, 1}, found);
  assert_memory_equal(found, bytes, 8);
  assert_memory_equal(found + 8, more, 16);
  assert_memory_equal(found + 24, bytes + 24, 40);
  OK(clEnqueueWriteImage(on.queue, image, CL_TRUE, (size_t[3]){2, 0, 0}, (size_t[3]){4, 1, 1}, 0, 0, bytes + 8, 0, NULL,
                         NULL));
  read_all(d.buffer, 64, found);
  assert_memory_equal(found, bytes, 64);
  OK(clReleaseMemObject(image));
  OK(clReleaseMemObject(d.buffer));
}

// ---- fill -----------------------------------------------------------------------------------------------------------
static void fills_of_all_formats(void **state) {
  NEEDS_IMAGES;
  static const float floats[4] = {0.25f, -0.75f, 2.5f, 1};
  static const cl_int ints[4] = {-5, 100, -70000, 2000000000};
  static const cl_uint uints[4] = {5, 300, 70000, 4000000000u};
  cl_image_format list[256];
  cl_uint count;
  OK(clGetSupportedImageFormats(on.context, 0, CL_MEM_OBJECT_IMAGE2D, COUNT(list), list, &count));
  for (cl_uint i = 0; i < count; i++) {
    const cl_channel_type type = list[i].image_channel_data_type;
    const size_t told = color_bytes(&list[i]);
    unsigned char expected[16], found[16];
    const void *color = is_signed(type) ? (const void *)ints : is_unsigned(type) ? (const void *)uints : floats;
    make_element(&list[i], color, expected);
    cl_mem image = image_with(&kinds[3], &list[i], 0, NULL);
    OK(clEnqueueFillImage(on.queue, image, color, (size_t[3]){2, 3, 0}, one, 0, NULL, NULL));
    OK(clEnqueueReadImage(on.queue, image, CL_TRUE, (size_t[3]){2, 3, 0}, one, 0, 0, found, 0, NULL, NULL));
    if (memcmp(found, expected, told) != 0)
      print_error("order 0x%x type 0x%x\n", list[i].image_channel_order, list[i].image_channel_data_type);
    assert_memory_equal(found, expected, told);
    OK(clReleaseMemObject(image));
  }
}

static void fills_of_all_kinds(void **state) {
  NEEDS_IMAGES;
  static const cl_uint color[4] = {11, 22, 33, 44};
  static unsigned char expected[MOST], filled[MOST];
  for (size_t i = 0; i < MOST; i++) filled[i] = (unsigned char)color[i % 4];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    size_t origin[3], region[3];
    cl_mem image = image_with(&kinds[k], &bytes4, 0, bytes);
    inner(&kinds[k], origin, region);
    OK(clEnqueueFillImage(on.queue, image, color, origin, region, 0, NULL, NULL));
    memcpy(expected, bytes, sizeof expected);
    move_region(expected, kinds[k].size, origin, filled, region, zero, region, 4);
    holds(image, &kinds[k], 4, expected);
    OK(clEnqueueFillImage(on.queue, image, color, zero, kinds[k].size, 0, NULL, NULL));
    holds(image, &kinds[k], 4, filled);
    OK(clReleaseMemObject(image));
  }
}

static void fills_refused(void **state) {
  NEEDS_IMAGES;
  static const cl_uint color[4];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    cl_mem image = image_with(&kinds[k], &bytes4, 0, bytes);
    const cl_int code = CL_INVALID_VALUE;
    EXPECT(clEnqueueFillImage(on.queue, image, NULL, zero, one, 0, NULL, NULL), code);
    EXPECT(clEnqueueFillImage(on.queue, image, color, NULL, one, 0, NULL, NULL), code);
    EXPECT(clEnqueueFillImage(on.queue, image, color, zero, NULL, 0, NULL, NULL), code);
    for (int axis = 0; axis < 3; axis++) {
      size_t beyond[3] = {0, 0, 0}, region[3] = {1, 1, 1};
      beyond[axis] = kinds[k].size[axis];
      region[axis] = 0;
      EXPECT(clEnqueueFillImage(on.queue, image, color, beyond, one, 0, NULL, NULL), code);
      EXPECT(clEnqueueFillImage(on.queue, image, color, zero, region, 0, NULL, NULL), code);
    }
    holds(image, &kinds[k], 4, bytes);
    OK(clReleaseMemObject(image));
  }
}

// ---- map ------------------------------------------------------------------------------------------------------------
// A region of elements of four bytes, row by row between a mapping and elements without gaps.
static void move_mapped(const image_kind *kind, unsigned char *map, size_t row, size_t slice, const size_t region[3],
                        unsigned char *tight, bool from_map) {
  const size_t step = kind->slices == 1 ? slice : row;
  for (size_t z = 0; z < region[2]; z++) {
    for (size_t y = 0; y < region[1]; y++) {
      unsigned char *there = map + z * slice + y * step, *here = tight + 4 * at(region, 0, y, z);
      if (from_map) memcpy(here, there, 4 * region[0]);
      else memcpy(there, here, 4 * region[0]);
    }
  }
}

static cl_mem image_to_map(const image_kind *kind, cl_mem_flags flags, unsigned char *host) {
  cl_image_desc desc = description(kind);
  if (!(flags & CL_MEM_USE_HOST_PTR) || kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return image_with(kind, &bytes4, flags & ~(cl_mem_flags)CL_MEM_USE_HOST_PTR, bytes);
  desc.image_row_pitch = 4 * kind->size[0] + 8;
  desc.image_slice_pitch = kind->slices ? desc.image_row_pitch * (kind->slices == 2 ? kind->size[1] + 1 : 2) : 0;
  move_mapped(kind, host, desc.image_row_pitch, desc.image_slice_pitch, kind->size, bytes, false);
  cl_mem image = clCreateImage(on.context, flags, &bytes4, &desc, host, &error);
  OK(error);
  return image;
}

// Contents that the host wrote last, and contents of the device.
static void maps(void **state) {
  NEEDS_IMAGES;
  static const cl_mem_flags flags[] = {0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR};
  static unsigned char host[4 * MOST], found[MOST], expected[MOST];
  for (size_t k = 0; k < COUNT(kinds); k++) {
    for (size_t i = 0; i < 2 * COUNT(flags); i++) {
      const size_t f = i / 2;
      const image_kind *kind = &kinds[k];
      size_t origin[3], region[3], row = 0, slice = 77;
      cl_uint count;
      if (kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && flags[f]) continue;
      cl_mem image = image_to_map(kind, flags[f], host);
      if (i % 2) OK(clEnqueueMigrateMemObjects(on.queue, 1, &image, 0, 0, NULL, NULL));
      inner(kind, origin, region);
      unsigned char *map =
          clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice, 0, NULL, NULL, &error);
      OK(error);
      assert_true(row >= 4 * region[0]);
      if (!kind->slices) assert_int_equal(slice, 0);
      if (flags[f] == CL_MEM_USE_HOST_PTR) assert_in_range(map - host, 0, sizeof host);
      move_mapped(kind, map, row, slice, region, found, true);
      move_region(expected, region, zero, bytes, kind->size, origin, region, 4);
      assert_memory_equal(found, expected, 4 * texels(region));
      OK(clGetMemObjectInfo(image, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
      assert_int_equal(count, 1);
      OK(clEnqueueUnmapMemObject(on.queue, image, map, 0, NULL, NULL));
      OK(clFinish(on.queue));
      map = clEnqueueMapImage(on.queue, image, CL_TRUE, k % 2 ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE, origin,
                              region, &row, &slice, 0, NULL, NULL, &error);
      OK(error);
      move_mapped(kind, map, row, slice, region, more, false);
      OK(clEnqueueUnmapMemObject(on.queue, image, map, 0, NULL, NULL));
      memcpy(expected, bytes, sizeof expected);
      move_region(expected, kind->size, origin, more, region, zero, region, 4);
      holds(image, kind, 4, expected);
      OK(clReleaseMemObject(image));
    }
  }
}

// What is written beside a mapping meanwhile stays.
static void maps_leave_the_rest(void **state) {
  NEEDS_IMAGES;
  static const size_t left[3] = {4, 7, 1}, right[3] = {5, 0, 0}, rest[3] = {6, 7, 1};
  static unsigned char expected[MOST];
  const image_kind *kind = &kinds[3];
  size_t row;
  cl_mem image = image_with(kind, &bytes4, 0, bytes);
  unsigned char *map =
      clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_WRITE, zero, left, &row, NULL, 0, NULL, NULL, &error);
  OK(error);
  OK(clEnqueueWriteImage(on.queue, image, CL_TRUE, right, rest, 0, 0, more, 0, NULL, NULL));
  move_mapped(kind, map, row, 0, left, more + 500, false);
  OK(clEnqueueUnmapMemObject(on.queue, image, map, 0, NULL, NULL));
  memcpy(expected, bytes, sizeof expected);
  move_region(expected, kind->size, right, more, rest, zero, rest, 4);
  move_region(expected, kind->size, zero, more + 500, left, zero, left, 4);
  holds(image, kind, 4, expected);
  OK(clReleaseMemObject(image));
}

static void maps_refused(void **state) {
  NEEDS_IMAGES;
  size_t row, slice;
  const cl_int code = CL_INVALID_VALUE;
  const cl_map_flags reads = CL_MAP_READ;
  for (size_t k = 0; k < COUNT(kinds); k++) {
    cl_mem image = image_with(&kinds[k], &bytes4, 0, bytes);
    NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, 1 << 5, zero, one, &row, &slice, 0, NULL, NULL, &error), code);
    NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, zero, one, &row,
                           &slice, 0, NULL, NULL, &error),
         code);
    NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, reads, NULL, one, &row, &slice, 0, NULL, NULL, &error), code);
    NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, reads, zero, NULL, &row, &slice, 0, NULL, NULL, &error), code);
    NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, reads, zero, one, NULL, &slice, 0, NULL, NULL, &error), code);
    if (kinds[k].slices)
      NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, reads, zero, one, &row, NULL, 0, NULL, NULL, &error), code);
    for (int axis = 0; axis < 3; axis++) {
      size_t beyond[3] = {0, 0, 0}, region[3] = {1, 1, 1};
      beyond[axis] = kinds[k].size[axis];
      region[axis] = 0;
      NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, reads, beyond, one, &row, &slice, 0, NULL, NULL, &error), code);
      NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, reads, zero, region, &row, &slice, 0, NULL, NULL, &error), code);
    }
    OK(clReleaseMemObject(image));
  }
}

// 5.4.3: two maps to write have no element in common; other columns of the same rows are other elements.
static void maps_that_overlap(void **state) {
  NEEDS_IMAGES;
  static const size_t left[3] = {5, 7, 1}, right[3] = {5, 0, 0};
  size_t row;
  cl_mem image = image_with(&kinds[3], &bytes4, 0, bytes);
  void *first =
      clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_WRITE, zero, left, &row, NULL, 0, NULL, NULL, &error);
  OK(error);
  void *second =
      clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_WRITE, right, left, &row, NULL, 0, NULL, NULL, &error);
  OK(error);
  NONE(clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_WRITE, right, one, &row, NULL, 0, NULL, NULL, &error),
       CL_INVALID_OPERATION);
  EXPECT(clEnqueueUnmapMemObject(on.queue, image, bytes, 0, NULL, NULL), CL_INVALID_VALUE);
  OK(clEnqueueUnmapMemObject(on.queue, image, first, 0, NULL, NULL));
  OK(clEnqueueUnmapMemObject(on.queue, image, second, 0, NULL, NULL));
  holds(image, &kinds[3], 4, bytes);
  OK(clReleaseMemObject(image));
}

static void migrates(void **state) {
  NEEDS_IMAGES;
  cl_mem image = image_with(&kinds[4], &bytes4, 0, bytes);
  OK(clEnqueueMigrateMemObjects(on.queue, 1, &image, 0, 0, NULL, NULL));
  holds(image, &kinds[4], 4, bytes);
  size_t row, slice;
  unsigned char found[MOST];
  unsigned char *map = clEnqueueMapImage(on.queue, image, CL_TRUE, CL_MAP_READ, zero, kinds[4].size, &row, &slice, 0,
                                         NULL, NULL, &error);
  OK(error);
  move_mapped(&kinds[4], map, row, slice, kinds[4].size, found, true);
  assert_memory_equal(found, bytes, 4 * texels(kinds[4].size));
  OK(clEnqueueUnmapMemObject(on.queue, image, map, 0, NULL, NULL));
  OK(clReleaseMemObject(image));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(new_images),
      cmocka_unit_test(write_whole),
      cmocka_unit_test(read_write_parts),
      cmocka_unit_test(host_pitches),
      cmocka_unit_test(read_write_refused),
      cmocka_unit_test(handles_refused),
      cmocka_unit_test(contexts_refused),
      cmocka_unit_test(events_tell_the_command),
      cmocka_unit_test(blocking_after_an_error),
      cmocka_unit_test(host_access_refused),
      cmocka_unit_test(copies),
      cmocka_unit_test(copies_of_slices),
      cmocka_unit_test(copies_in_one_image),
      cmocka_unit_test(copies_refused),
      cmocka_unit_test(copies_with_buffers),
      cmocka_unit_test(copies_with_buffers_refused),
      cmocka_unit_test(image_of_a_buffer),
      cmocka_unit_test(fills_of_all_formats),
      cmocka_unit_test(fills_of_all_kinds),
      cmocka_unit_test(fills_refused),
      cmocka_unit_test(maps),
      cmocka_unit_test(maps_leave_the_rest),
      cmocka_unit_test(maps_refused),
      cmocka_unit_test(maps_that_overlap),
      cmocka_unit_test(migrates),
  };
  return RUN_WITH(tests, open_images, close_bench);
}
