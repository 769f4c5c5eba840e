// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2, 5.2.2 to 5.2.4, 5.4.2 to 5.4.4: read, write, copy, fill, their forms for rectangles, map, unmap, migrate.
#include "opencl_test.h"

enum { SIZE = 256 };
static cl_mem buffer, other;
static unsigned char pattern[SIZE], found[SIZE], expected[SIZE];

static int open_buffers(void **state) {
  open_bench(state);
  for (int i = 0; i < SIZE; i++) pattern[i] = (unsigned char)(i * 7 + 3);
  buffer = buffer_of(SIZE, pattern);
  other = buffer_of(SIZE, pattern);
  return 0;
}

static int close_buffers(void **state) {
  OK(clReleaseMemObject(buffer));
  OK(clReleaseMemObject(other));
  return close_bench(state);
}

// Before each test: both buffers have the pattern.
static int fresh(void **state) {
  (void)state;
  memcpy(expected, pattern, SIZE);
  memset(found, 0, SIZE);
  OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 0, SIZE, pattern, 0, NULL, NULL));
  OK(clEnqueueWriteBuffer(on.queue, other, CL_TRUE, 0, SIZE, pattern, 0, NULL, NULL));
  return 0;
}

static void holds(cl_mem which) {
  unsigned char all[SIZE];
  read_all(which, SIZE, all);
  assert_memory_equal(all, expected, SIZE);
}

static cl_mem with_flags(cl_mem_flags flags) {
  cl_mem made = clCreateBuffer(on.context, flags, SIZE, NULL, &error);
  OK(error);
  return made;
}

static cl_uint map_count(cl_mem which) {
  cl_uint count;
  OK(clGetMemObjectInfo(which, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
  return count;
}

// ---- read and write -------------------------------------------------------------------------------------------------
static void read_write(void **state) {
  (void)state;
  static const size_t ranges[][2] = {{0, SIZE}, {0, 1}, {1, 1}, {3, 5}, {SIZE - 1, 1}, {SIZE - 7, 7}, {64, 128}};
  for (size_t i = 0; i < COUNT(ranges); i++) {
    const size_t at = ranges[i][0], size = ranges[i][1];
    unsigned char data[SIZE + 2];
    fresh(NULL);
    memset(data, 0xee, sizeof data);
    OK(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, at, size, data + 1, 0, NULL, NULL));
    assert_memory_equal(data + 1, pattern + at, size);
    assert_int_equal(data[0], 0xee);
    assert_int_equal(data[1 + size], 0xee);
    memset(data, (int)(0x90 + i), sizeof data);
    OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, at, size, data + 1, 0, NULL, NULL));
    memset(expected + at, (int)(0x90 + i), size);
    holds(buffer);
  }
}

static void not_blocking(void **state) {
  (void)state;
  unsigned char data[3][16];
  cl_event event;
  for (int i = 0; i < 3; i++) {
    memset(data[i], 0x30 + i, 16);
    OK(clEnqueueWriteBuffer(on.queue, buffer, CL_FALSE, 16 * (size_t)i, 16, data[i], 0, NULL, NULL));
    memset(expected + 16 * i, 0x30 + i, 16);
  }
  OK(clEnqueueReadBuffer(on.queue, buffer, CL_FALSE, 0, SIZE, found, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  assert_memory_equal(found, expected, SIZE);
}

// A blocking write has taken the data when it returns.
static void blocking_write_takes_data(void **state) {
  (void)state;
  unsigned char data[SIZE];
  memset(data, 0x11, SIZE);
  memset(expected, 0x11, SIZE);
  OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 0, SIZE, data, 0, NULL, NULL));
  memset(data, 0x22, SIZE);
  OK(clFinish(on.queue));
  holds(buffer);
}

static void read_write_refused(void **state) {
  (void)state;
  static const size_t beyond[][2] = {{0, SIZE + 1}, {1, SIZE},         {SIZE, 1},    {SIZE + 1, 1},
                                     {SIZE - 1, 2}, {8, SIZE_MAX - 7}, {SIZE_MAX, 1}};
  for (size_t i = 0; i < COUNT(beyond); i++) {
    const size_t at = beyond[i][0], size = beyond[i][1];
    EXPECT(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, at, size, found, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, at, size, found, 0, NULL, NULL), CL_INVALID_VALUE);
  }
  EXPECT(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, SIZE, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 0, SIZE, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  holds(buffer);
}

// A size of 0, which OpenCL 1.2 refuses: 3.0 has no error for it within the buffer.
static void nothing(void **state) {
  (void)state;
  cl_event event;
  OK(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, 0, found, 0, NULL, NULL));
  OK(clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 8, 0, found, 0, NULL, NULL));
  OK(clEnqueueCopyBuffer(on.queue, buffer, other, 0, 4, 0, 0, NULL, &event));
  OK(clEnqueueCopyBuffer(on.queue, buffer, buffer, 4, 4, 0, 0, NULL, NULL));
  OK(clWaitForEvents(1, &event));
  assert_int_equal(status_of(event), CL_COMPLETE);
  OK(clReleaseEvent(event));
  holds(buffer);
  holds(other);
  EXPECT(clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, 0, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
}

static const size_t zero[3] = {0, 0, 0}, small[3] = {4, 2, 2};

static void null_refused(void **state) {
  (void)state;
  const cl_int code = CL_INVALID_MEM_OBJECT;
  EXPECT(clEnqueueReadBuffer(on.queue, NULL, CL_TRUE, 0, 4, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBuffer(on.queue, NULL, CL_TRUE, 0, 4, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueReadBufferRect(on.queue, NULL, CL_TRUE, zero, zero, small, 0, 0, 0, 0, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBufferRect(on.queue, NULL, CL_TRUE, zero, zero, small, 0, 0, 0, 0, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBuffer(on.queue, NULL, other, 0, 0, 1, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, NULL, 0, 0, 1, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(on.queue, NULL, other, zero, zero, small, 0, 0, 0, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, NULL, zero, zero, small, 0, 0, 0, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueFillBuffer(on.queue, NULL, "a", 1, 0, 4, 0, NULL, NULL), code);
  NONE(clEnqueueMapBuffer(on.queue, NULL, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error), code);
  EXPECT(clEnqueueUnmapMemObject(on.queue, NULL, found, 0, NULL, NULL), code);
}

static void host_access_refused(void **state) {
  (void)state;
  cl_mem reads = with_flags(CL_MEM_HOST_READ_ONLY), writes = with_flags(CL_MEM_HOST_WRITE_ONLY);
  cl_mem none = with_flags(CL_MEM_HOST_NO_ACCESS);
  cl_mem cannot_read[] = {writes, none}, cannot_write[] = {reads, none};
  for (int i = 0; i < 2; i++) {
    EXPECT(clEnqueueReadBuffer(on.queue, cannot_read[i], CL_TRUE, 0, 4, found, 0, NULL, NULL), CL_INVALID_OPERATION);
    EXPECT(clEnqueueWriteBuffer(on.queue, cannot_write[i], CL_TRUE, 0, 4, found, 0, NULL, NULL), CL_INVALID_OPERATION);
    EXPECT(
        clEnqueueReadBufferRect(on.queue, cannot_read[i], CL_TRUE, zero, zero, small, 0, 0, 0, 0, found, 0, NULL, NULL),
        CL_INVALID_OPERATION);
    EXPECT(clEnqueueWriteBufferRect(on.queue, cannot_write[i], CL_TRUE, zero, zero, small, 0, 0, 0, 0, found, 0, NULL,
                                    NULL),
           CL_INVALID_OPERATION);
    NONE(clEnqueueMapBuffer(on.queue, cannot_read[i], CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error),
         CL_INVALID_OPERATION);
    NONE(clEnqueueMapBuffer(on.queue, cannot_write[i], CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, &error),
         CL_INVALID_OPERATION);
    NONE(clEnqueueMapBuffer(on.queue, cannot_write[i], CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4, 0, NULL, NULL,
                            &error),
         CL_INVALID_OPERATION);
  }
  // The flags are for the host alone: copies and fills are by the device.
  OK(clEnqueueCopyBuffer(on.queue, buffer, none, 0, 0, SIZE, 0, NULL, NULL));
  OK(clEnqueueCopyBuffer(on.queue, none, other, 0, 0, SIZE, 0, NULL, NULL));
  OK(clEnqueueFillBuffer(on.queue, none, "ab", 2, 0, 8, 0, NULL, NULL));
  OK(clFinish(on.queue));
  OK(clReleaseMemObject(reads));
  OK(clReleaseMemObject(writes));
  OK(clReleaseMemObject(none));
}

// What the flags do not exclude.
static void host_access_granted(void **state) {
  (void)state;
  cl_mem reads = with_flags(CL_MEM_HOST_READ_ONLY), writes = with_flags(CL_MEM_HOST_WRITE_ONLY);
  OK(clEnqueueCopyBuffer(on.queue, buffer, reads, 0, 0, SIZE, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(on.queue, reads, CL_TRUE, 0, SIZE, found, 0, NULL, NULL));
  assert_memory_equal(found, pattern, SIZE);
  unsigned char *at = clEnqueueMapBuffer(on.queue, reads, CL_TRUE, CL_MAP_READ, 8, 8, 0, NULL, NULL, &error);
  OK(error);
  assert_memory_equal(at, pattern + 8, 8);
  OK(clEnqueueUnmapMemObject(on.queue, reads, at, 0, NULL, NULL));
  OK(clEnqueueWriteBuffer(on.queue, writes, CL_TRUE, 0, SIZE, pattern, 0, NULL, NULL));
  at = clEnqueueMapBuffer(on.queue, writes, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 8, 8, 0, NULL, NULL, &error);
  OK(error);
  memset(at, 0x5b, 8);
  memset(expected + 8, 0x5b, 8);
  OK(clEnqueueUnmapMemObject(on.queue, writes, at, 0, NULL, NULL));
  OK(clEnqueueCopyBuffer(on.queue, writes, other, 0, 0, SIZE, 0, NULL, NULL));
  holds(other);
  OK(clReleaseMemObject(reads));
  OK(clReleaseMemObject(writes));
}

// A part has the flags of its buffer.
static void host_access_of_parts(void **state) {
  (void)state;
  const cl_buffer_region region = {0, 16};
  cl_mem whole = with_flags(CL_MEM_HOST_NO_ACCESS);
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  OK(error);
  EXPECT(clEnqueueReadBuffer(on.queue, part, CL_TRUE, 0, 4, found, 0, NULL, NULL), CL_INVALID_OPERATION);
  EXPECT(clEnqueueWriteBuffer(on.queue, part, CL_TRUE, 0, 4, found, 0, NULL, NULL), CL_INVALID_OPERATION);
  NONE(clEnqueueMapBuffer(on.queue, part, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error), CL_INVALID_OPERATION);
  NONE(clEnqueueMapBuffer(on.queue, part, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, &error), CL_INVALID_OPERATION);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(whole));
}

static void other_context(void **state) {
  (void)state;
  cl_context context = clCreateContext(NULL, 1, &on.device, NULL, NULL, &error);
  OK(error);
  cl_mem far = clCreateBuffer(context, 0, SIZE, NULL, &error);
  OK(error);
  const cl_int code = CL_INVALID_CONTEXT;
  EXPECT(clEnqueueReadBuffer(on.queue, far, CL_TRUE, 0, 4, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBuffer(on.queue, far, CL_TRUE, 0, 4, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueReadBufferRect(on.queue, far, CL_TRUE, zero, zero, small, 0, 0, 0, 0, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBufferRect(on.queue, far, CL_TRUE, zero, zero, small, 0, 0, 0, 0, found, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBuffer(on.queue, far, buffer, 0, 0, 4, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, far, 0, 0, 4, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(on.queue, far, buffer, zero, zero, small, 0, 0, 0, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, far, zero, zero, small, 0, 0, 0, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueFillBuffer(on.queue, far, "a", 1, 0, 4, 0, NULL, NULL), code);
  NONE(clEnqueueMapBuffer(on.queue, far, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error), code);
  EXPECT(clEnqueueMigrateMemObjects(on.queue, 1, &far, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueUnmapMemObject(on.queue, far, found, 0, NULL, NULL), code);
  OK(clReleaseMemObject(far));
  OK(clReleaseContext(context));
}

// ---- copy -----------------------------------------------------------------------------------------------------------
static void copies(void **state) {
  (void)state;
  static const size_t ranges[][3] = {{0, 0, SIZE}, {0, 1, 1}, {5, 100, 31}, {SIZE - 1, 0, 1}, {0, SIZE - 9, 9}};
  for (size_t i = 0; i < COUNT(ranges); i++) {
    const size_t from = ranges[i][0], to = ranges[i][1], size = ranges[i][2];
    fresh(NULL);
    OK(clEnqueueFillBuffer(on.queue, other, "\x5a", 1, 0, SIZE, 0, NULL, NULL));
    OK(clEnqueueCopyBuffer(on.queue, buffer, other, from, to, size, 0, NULL, NULL));
    memset(expected, 0x5a, SIZE);
    memcpy(expected + to, pattern + from, size);
    holds(other);
  }
}

static void copy_in_one_buffer(void **state) {
  (void)state;
  OK(clEnqueueCopyBuffer(on.queue, buffer, buffer, 0, 128, 128, 0, NULL, NULL));
  memcpy(expected + 128, pattern, 128);
  holds(buffer);
  OK(clEnqueueCopyBuffer(on.queue, buffer, buffer, 20, 10, 10, 0, NULL, NULL));
  memcpy(expected + 10, pattern + 20, 10);
  holds(buffer);
}

static void copy_overlaps(void **state) {
  (void)state;
  static const size_t ranges[][3] = {{0, 0, SIZE}, {0, 1, 2}, {1, 0, 2}, {10, 19, 10}, {19, 10, 10}, {5, 5, 1}};
  for (size_t i = 0; i < COUNT(ranges); i++)
    EXPECT(clEnqueueCopyBuffer(on.queue, buffer, buffer, ranges[i][0], ranges[i][1], ranges[i][2], 0, NULL, NULL),
           CL_MEM_COPY_OVERLAP);
  holds(buffer);
}

static size_t align(void) {
  cl_uint bits;
  OK(clGetDeviceInfo(on.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
  return bits / 8;
}

// Two parts of one buffer that share bytes.
static void copy_overlaps_of_parts(void **state) {
  (void)state;
  const size_t step = align();
  cl_mem whole = clCreateBuffer(on.context, 0, 4 * step, NULL, &error);
  OK(error);
  const cl_buffer_region regions[] = {{0, 3 * step}, {step, 3 * step}};
  cl_mem parts[2];
  for (int i = 0; i < 2; i++) {
    parts[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[i], &error);
    OK(error);
  }
  EXPECT(clEnqueueCopyBuffer(on.queue, parts[0], parts[1], step, 0, step, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyBuffer(on.queue, parts[0], parts[1], step, 1, step, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyBuffer(on.queue, parts[0], parts[0], 0, 1, 2, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  OK(clEnqueueCopyBuffer(on.queue, parts[0], parts[1], 0, 0, step, 0, NULL, NULL));
  OK(clFinish(on.queue));
  for (int i = 0; i < 2; i++) OK(clReleaseMemObject(parts[i]));
  OK(clReleaseMemObject(whole));
}

static void copy_refused(void **state) {
  (void)state;
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, other, 1, 0, SIZE, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, other, 0, 1, SIZE, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, other, 0, 0, SIZE + 1, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, other, SIZE + 1, 0, 1, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueCopyBuffer(on.queue, buffer, other, 8, 0, SIZE_MAX - 7, 0, NULL, NULL), CL_INVALID_VALUE);
  holds(other);
}

// ---- fill -----------------------------------------------------------------------------------------------------------
static void fills(void **state) {
  (void)state;
  for (size_t size = 1; size <= 128; size *= 2) {
    fresh(NULL);
    unsigned char data[128];
    for (size_t i = 0; i < size; i++) data[i] = (unsigned char)(200 + 3 * i);
    const size_t count = (SIZE - size) / size > 3 ? 3 : (SIZE - size) / size;
    OK(clEnqueueFillBuffer(on.queue, buffer, data, size, size, count * size, 0, NULL, NULL));
    for (size_t i = 0; i < count; i++) memcpy(expected + size + i * size, data, size);
    memset(data, 0, sizeof data);  // the pattern was copied
    holds(buffer);
  }
}

// A pattern may be changed as soon as the call has returned.
static void fill_copies_its_pattern(void **state) {
  (void)state;
  cl_event gate = clCreateUserEvent(on.context, &error);
  OK(error);
  unsigned char data[4] = {1, 2, 3, 4};
  OK(clEnqueueFillBuffer(on.queue, buffer, data, 4, 0, SIZE, 1, &gate, NULL));
  memset(data, 9, sizeof data);
  OK(clSetUserEventStatus(gate, CL_COMPLETE));
  OK(clReleaseEvent(gate));
  for (int i = 0; i < SIZE; i++) expected[i] = (unsigned char)(1 + i % 4);
  holds(buffer);
}

// 0 bytes are a multiple of any pattern.
static void fill_of_nothing(void **state) {
  (void)state;
  cl_event event;
  OK(clEnqueueFillBuffer(on.queue, buffer, "abcd", 4, 8, 0, 0, NULL, &event));
  OK(clWaitForEvents(1, &event));
  OK(clReleaseEvent(event));
  OK(clEnqueueFillBuffer(on.queue, buffer, "abcd", 4, SIZE, 0, 0, NULL, NULL));
  holds(buffer);
}

static void fill_refused(void **state) {
  (void)state;
  const unsigned char data[256] = {0};
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, NULL, 4, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 0, 0, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 3, 0, 12, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 256, 0, 256, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 4, 2, 16, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 4, 0, 15, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 4, 0, SIZE + 4, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 4, SIZE, 4, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueFillBuffer(on.queue, buffer, data, 4, 8, SIZE_MAX - 7, 0, NULL, NULL), CL_INVALID_VALUE);
  holds(buffer);
}

// ---- rectangles -----------------------------------------------------------------------------------------------------
// The bytes of a rectangle, from one memory to another; pitches of 0 have their defaults.
static void rect(unsigned char *to, const size_t *to_at, size_t to_row, size_t to_slice, const unsigned char *from,
                 const size_t *from_at, size_t from_row, size_t from_slice, const size_t *region) {
  if (!to_row) to_row = region[0];
  if (!to_slice) to_slice = to_row * region[1];
  if (!from_row) from_row = region[0];
  if (!from_slice) from_slice = from_row * region[1];
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      memcpy(to + (to_at[2] + z) * to_slice + (to_at[1] + y) * to_row + to_at[0],
             from + (from_at[2] + z) * from_slice + (from_at[1] + y) * from_row + from_at[0], region[0]);
}

static const struct {
  size_t at[3], host[3], region[3], row, slice, host_row, host_slice;
} rects[] = {{{0, 0, 0}, {0, 0, 0}, {16, 1, 1}, 0, 0, 0, 0},   {{0, 0, 0}, {0, 0, 0}, {8, 4, 2}, 0, 0, 0, 0},
             {{1, 2, 1}, {0, 0, 0}, {3, 2, 2}, 8, 64, 0, 0},   {{2, 1, 0}, {1, 1, 1}, {5, 3, 2}, 8, 40, 10, 60},
             {{0, 0, 3}, {3, 0, 0}, {4, 2, 1}, 8, 64, 16, 64}, {{7, 7, 3}, {0, 0, 0}, {1, 1, 1}, 8, 64, 0, 0},
             {{1, 1, 1}, {1, 1, 1}, {2, 2, 2}, 2, 0, 0, 8}};

static void read_rects(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(rects); i++) {
    memset(found, 0xcc, SIZE);
    memset(expected, 0xcc, SIZE);
    OK(clEnqueueReadBufferRect(on.queue, buffer, i % 2, rects[i].at, rects[i].host, rects[i].region, rects[i].row,
                               rects[i].slice, rects[i].host_row, rects[i].host_slice, found, 0, NULL, NULL));
    OK(clFinish(on.queue));
    rect(expected, rects[i].host, rects[i].host_row, rects[i].host_slice, pattern, rects[i].at, rects[i].row,
         rects[i].slice, rects[i].region);
    assert_memory_equal(found, expected, SIZE);
  }
}

static void write_rects(void **state) {
  (void)state;
  unsigned char data[SIZE];
  for (int i = 0; i < SIZE; i++) data[i] = (unsigned char)~i;
  for (size_t i = 0; i < COUNT(rects); i++) {
    fresh(NULL);
    OK(clEnqueueWriteBufferRect(on.queue, buffer, i % 2, rects[i].at, rects[i].host, rects[i].region, rects[i].row,
                                rects[i].slice, rects[i].host_row, rects[i].host_slice, data, 0, NULL, NULL));
    rect(expected, rects[i].at, rects[i].row, rects[i].slice, data, rects[i].host, rects[i].host_row,
         rects[i].host_slice, rects[i].region);
    holds(buffer);
  }
}

// A slice pitch of a read or a write has at least the rows of the region, or is one of whole rows.
static void rects_of_odd_slices(void **state) {
  (void)state;
  static const size_t slices[] = {36, 56};  // 4 rows and a half; 7 of 8 rows
  static const size_t regions[][3] = {{8, 4, 3}, {8, 8, 3}};
  for (size_t i = 0; i < COUNT(slices); i++) {
    const size_t *region = regions[i], slice = slices[i];
    fresh(NULL);
    memset(found, 0xcc, SIZE);
    memset(expected, 0xcc, SIZE);
    OK(clEnqueueReadBufferRect(on.queue, buffer, CL_TRUE, zero, zero, region, 8, slice, 8, 64, found, 0, NULL, NULL));
    rect(expected, zero, 8, 64, pattern, zero, 8, slice, region);
    assert_memory_equal(found, expected, SIZE);
    memset(found, 0x44, SIZE);
    OK(clEnqueueWriteBufferRect(on.queue, buffer, CL_TRUE, zero, zero, region, 8, slice, 8, 64, found, 0, NULL, NULL));
    memcpy(expected, pattern, SIZE);
    rect(expected, zero, 8, slice, found, zero, 8, 64, region);
    holds(buffer);
  }
}

static void copy_rects(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(rects); i++) {
    fresh(NULL);
    OK(clEnqueueFillBuffer(on.queue, other, "\0", 1, 0, SIZE, 0, NULL, NULL));
    OK(clEnqueueCopyBufferRect(on.queue, buffer, other, rects[i].at, rects[i].host, rects[i].region, rects[i].row,
                               rects[i].slice, rects[i].host_row, rects[i].host_slice, 0, NULL, NULL));
    memset(expected, 0, SIZE);
    rect(expected, rects[i].host, rects[i].host_row, rects[i].host_slice, pattern, rects[i].at, rects[i].row,
         rects[i].slice, rects[i].region);
    holds(other);
  }
}

// Two rectangles of one buffer whose bytes lie among each other, and share none.
static void copy_rect_beside(void **state) {
  (void)state;
  const size_t from[3] = {0, 0, 0}, to[3] = {8, 0, 0}, region[3] = {8, 8, 1};
  OK(clEnqueueCopyBufferRect(on.queue, buffer, buffer, from, to, region, 16, 0, 16, 0, 0, NULL, NULL));
  rect(expected, to, 16, 0, pattern, from, 16, 0, region);
  holds(buffer);
  fresh(NULL);
  const size_t behind[3] = {4, 1, 0}, block[3] = {4, 1, 4};
  OK(clEnqueueCopyBufferRect(on.queue, buffer, buffer, from, behind, block, 8, 64, 8, 64, 0, NULL, NULL));
  rect(expected, behind, 8, 64, pattern, from, 8, 64, block);
  holds(buffer);
}

static void copy_rect_overlaps(void **state) {
  (void)state;
  const size_t from[3] = {0, 0, 0}, to[3] = {7, 0, 0}, below[3] = {0, 7, 0}, region[3] = {8, 8, 1};
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, buffer, from, to, region, 16, 0, 16, 0, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, buffer, to, from, region, 16, 0, 16, 0, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, buffer, from, below, region, 16, 0, 16, 0, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, buffer, from, from, region, 16, 0, 16, 0, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
  holds(buffer);
}

static void copy_rect_overlaps_of_parts(void **state) {
  (void)state;
  const size_t step = align();
  cl_mem whole = clCreateBuffer(on.context, 0, 4 * step, NULL, &error);
  OK(error);
  const cl_buffer_region regions[] = {{0, 3 * step}, {step, 3 * step}};
  const size_t second[3] = {0, 1, 0}, region[3] = {4, 2, 1};
  cl_mem parts[2];
  for (int i = 0; i < 2; i++) {
    parts[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[i], &error);
    OK(error);
  }
  EXPECT(clEnqueueCopyBufferRect(on.queue, parts[0], parts[1], second, zero, region, step, 0, step, 0, 0, NULL, NULL),
         CL_MEM_COPY_OVERLAP);
  OK(clFinish(on.queue));
  for (int i = 0; i < 2; i++) OK(clReleaseMemObject(parts[i]));
  OK(clReleaseMemObject(whole));
}

static void rects_refused(void **state) {
  (void)state;
  static const struct {
    size_t at[3], region[3], row, slice;
  } wrong[] = {{{0, 0, 0}, {0, 1, 1}, 0, 0},           {{0, 0, 0}, {1, 0, 1}, 0, 0},    {{0, 0, 0}, {1, 1, 0}, 0, 0},
               {{0, 0, 0}, {SIZE + 1, 1, 1}, 0, 0},    {{1, 0, 0}, {SIZE, 1, 1}, 0, 0}, {{0, 0, 0}, {16, 17, 1}, 0, 0},
               {{0, 1, 0}, {16, 16, 1}, 0, 0},         {{0, 0, 1}, {8, 8, 4}, 0, 0},    {{0, 0, 0}, {8, 8, 2}, 7, 0},
               {{0, 0, 0}, {8, 8, 2}, 8, 60},          {{0, 0, SIZE}, {1, 1, 1}, 1, 1}, {{0, 0, 0}, {8, 2, 1}, SIZE, 0},
               {{0, 0, SIZE_MAX / 8}, {8, 1, 2}, 8, 8}};
  const cl_int code = CL_INVALID_VALUE;
  for (size_t i = 0; i < COUNT(wrong); i++) {
    const size_t *at = wrong[i].at, *region = wrong[i].region, row = wrong[i].row, slice = wrong[i].slice;
    EXPECT(clEnqueueReadBufferRect(on.queue, buffer, CL_TRUE, at, zero, region, row, slice, 0, 0, found, 0, NULL, NULL),
           code);
    EXPECT(
        clEnqueueWriteBufferRect(on.queue, buffer, CL_TRUE, at, zero, region, row, slice, 0, 0, found, 0, NULL, NULL),
        code);
    EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, other, at, zero, region, row, slice, 0, 0, 0, NULL, NULL), code);
    EXPECT(clEnqueueCopyBufferRect(on.queue, other, buffer, zero, at, region, 0, 0, row, slice, 0, NULL, NULL), code);
  }
  holds(buffer);
  holds(other);
}

// A slice pitch of a copy has at least the rows of the region, and is one of whole rows.
static void copy_rects_refused_by_slices(void **state) {
  (void)state;
  static const size_t slices[] = {36, 56}, regions[][3] = {{8, 4, 2}, {8, 8, 2}};
  for (size_t i = 0; i < COUNT(slices); i++) {
    const size_t *region = regions[i], slice = slices[i];
    EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, other, zero, zero, region, 8, slice, 8, 64, 0, NULL, NULL),
           CL_INVALID_VALUE);
    EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, other, zero, zero, region, 8, 64, 8, slice, 0, NULL, NULL),
           CL_INVALID_VALUE);
  }
  holds(other);
}

static void rects_refused_by_host(void **state) {
  (void)state;
  static const size_t wrong[][2] = {{3, 0}, {4, 5}, {8, 12}};
  const cl_int code = CL_INVALID_VALUE;
  for (size_t i = 0; i < COUNT(wrong); i++) {
    const size_t row = wrong[i][0], slice = wrong[i][1];
    EXPECT(
        clEnqueueReadBufferRect(on.queue, buffer, CL_TRUE, zero, zero, small, 0, 0, row, slice, found, 0, NULL, NULL),
        code);
    EXPECT(
        clEnqueueWriteBufferRect(on.queue, buffer, CL_TRUE, zero, zero, small, 0, 0, row, slice, found, 0, NULL, NULL),
        code);
  }
  EXPECT(clEnqueueReadBufferRect(on.queue, buffer, CL_TRUE, zero, zero, small, 0, 0, 0, 0, NULL, 0, NULL, NULL), code);
  EXPECT(clEnqueueWriteBufferRect(on.queue, buffer, CL_TRUE, zero, zero, small, 0, 0, 0, 0, NULL, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, buffer, zero, small, small, 8, 0, 16, 0, 0, NULL, NULL), code);
  EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, buffer, zero, small, small, 8, 32, 8, 64, 0, NULL, NULL), code);
}

static void rects_refused_by_null(void **state) {
  (void)state;
  const cl_int code = CL_INVALID_VALUE;
  for (int i = 0; i < 3; i++) {
    const size_t *a = i == 0 ? NULL : zero, *b = i == 1 ? NULL : zero, *c = i == 2 ? NULL : small;
    EXPECT(clEnqueueReadBufferRect(on.queue, buffer, CL_TRUE, a, b, c, 0, 0, 0, 0, found, 0, NULL, NULL), code);
    EXPECT(clEnqueueWriteBufferRect(on.queue, buffer, CL_TRUE, a, b, c, 0, 0, 0, 0, found, 0, NULL, NULL), code);
    EXPECT(clEnqueueCopyBufferRect(on.queue, buffer, other, a, b, c, 0, 0, 0, 0, 0, NULL, NULL), code);
  }
}

// ---- map ------------------------------------------------------------------------------------------------------------
static void maps(void **state) {
  (void)state;
  unsigned char *at =
      clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 16, 64, 0, NULL, NULL, &error);
  OK(error);
  assert_int_equal(map_count(buffer), 1);
  assert_memory_equal(at, pattern + 16, 64);
  memset(at + 8, 0x77, 8);
  memset(expected + 24, 0x77, 8);
  OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
  OK(clFinish(on.queue));
  assert_int_equal(map_count(buffer), 0);
  holds(buffer);
}

static void map_for_reading(void **state) {
  (void)state;
  unsigned char *first = clEnqueueMapBuffer(on.queue, buffer, CL_FALSE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &error);
  OK(error);
  unsigned char *second = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 100, 10, 0, NULL, NULL, &error);
  OK(error);
  assert_int_equal(map_count(buffer), 2);
  assert_memory_equal(first, pattern, SIZE);
  assert_memory_equal(second, pattern + 100, 10);
  OK(clEnqueueUnmapMemObject(on.queue, buffer, first, 0, NULL, NULL));
  OK(clEnqueueUnmapMemObject(on.queue, buffer, second, 0, NULL, NULL));
  OK(clFinish(on.queue));
  assert_int_equal(map_count(buffer), 0);
}

static void map_for_writing(void **state) {
  (void)state;
  static const cl_map_flags ways[] = {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION};
  for (size_t i = 0; i < COUNT(ways); i++) {
    unsigned char *at = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, ways[i], 8, 32, 0, NULL, NULL, &error);
    OK(error);
    memset(at, (int)(0x40 + i), 32);
    memset(expected + 8, (int)(0x40 + i), 32);
    OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
    holds(buffer);
  }
}

// Two regions without a common byte may both be mapped for writing.
static void map_side_by_side(void **state) {
  (void)state;
  unsigned char *at[2];
  for (size_t i = 0; i < 2; i++) {
    at[i] = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_WRITE, 64 * i, 64, 0, NULL, NULL, &error);
    OK(error);
  }
  for (int i = 0; i < 2; i++) {
    memset(at[i], 0x60 + i, 64);
    memset(expected + 64 * i, 0x60 + i, 64);
  }
  for (int i = 0; i < 2; i++) OK(clEnqueueUnmapMemObject(on.queue, buffer, at[i], 0, NULL, NULL));
  holds(buffer);
}

static void map_of_host_memory(void **state) {
  (void)state;
  static unsigned char data[SIZE];
  memcpy(data, pattern, SIZE);
  cl_mem host = clCreateBuffer(on.context, CL_MEM_USE_HOST_PTR, SIZE, data, &error);
  OK(error);
  OK(clEnqueueFillBuffer(on.queue, host, "\x21", 1, 0, 32, 0, NULL, NULL));
  unsigned char *at = clEnqueueMapBuffer(on.queue, host, CL_TRUE, CL_MAP_READ, 16, 32, 0, NULL, NULL, &error);
  OK(error);
  assert_ptr_equal(at, data + 16);
  for (int i = 0; i < 16; i++) assert_int_equal(at[i], 0x21);
  assert_memory_equal(at + 16, pattern + 32, 16);
  OK(clEnqueueUnmapMemObject(on.queue, host, at, 0, NULL, NULL));
  OK(clFinish(on.queue));
  OK(clReleaseMemObject(host));
}

static void map_of_allocated_memory(void **state) {
  (void)state;
  cl_mem host = with_flags(CL_MEM_ALLOC_HOST_PTR);
  unsigned char *at = clEnqueueMapBuffer(on.queue, host, CL_TRUE, CL_MAP_WRITE, 0, SIZE, 0, NULL, NULL, &error);
  OK(error);
  memcpy(at, pattern, SIZE);
  OK(clEnqueueUnmapMemObject(on.queue, host, at, 0, NULL, NULL));
  holds(host);
  OK(clReleaseMemObject(host));
}

static void map_of_a_part(void **state) {
  (void)state;
  const size_t step = align();
  cl_mem whole = clCreateBuffer(on.context, 0, 2 * step, NULL, &error);
  OK(error);
  const cl_buffer_region region = {step, step};
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  OK(error);
  unsigned char *at = clEnqueueMapBuffer(on.queue, part, CL_TRUE, CL_MAP_WRITE, 4, 4, 0, NULL, NULL, &error), four[4];
  OK(error);
  memcpy(at, "wxyz", 4);
  OK(clEnqueueUnmapMemObject(on.queue, part, at, 0, NULL, NULL));
  OK(clEnqueueReadBuffer(on.queue, whole, CL_TRUE, step + 4, 4, four, 0, NULL, NULL));
  assert_memory_equal(four, "wxyz", 4);
  OK(clReleaseMemObject(part));
  OK(clReleaseMemObject(whole));
}

static void map_twice_unmap_twice(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    void *at = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, NULL, NULL, &error);
    OK(error);
    OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
    OK(clFinish(on.queue));
    EXPECT(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL), CL_INVALID_VALUE);
  }
}

static void map_refused(void **state) {
  (void)state;
  static const struct {
    cl_map_flags flags;
    size_t at, size;
  } wrong[] = {{CL_MAP_READ, 0, SIZE + 1},
               {CL_MAP_READ, 1, SIZE},
               {CL_MAP_READ, SIZE, 1},
               {CL_MAP_READ, 0, 0},
               {1 << 10, 0, 4},
               {CL_MAP_READ, 8, SIZE_MAX - 7},
               {CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4},
               {CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4}};
  for (size_t i = 0; i < COUNT(wrong); i++)
    NONE(clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, wrong[i].flags, wrong[i].at, wrong[i].size, 0, NULL, NULL,
                            &error),
         CL_INVALID_VALUE);
  assert_int_equal(map_count(buffer), 0);
}

static void map_overlap_refused(void **state) {
  (void)state;
  void *at = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, &error);
  OK(error);
  NONE(clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_WRITE, 63, 1, 0, NULL, NULL, &error), CL_INVALID_OPERATION);
  OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
}

// The parts of a buffer are the same memory.
static void map_overlap_of_parts_refused(void **state) {
  (void)state;
  const size_t step = align();
  cl_mem whole = clCreateBuffer(on.context, 0, 3 * step, NULL, &error);
  OK(error);
  const cl_buffer_region regions[] = {{0, 2 * step}, {step, 2 * step}};
  cl_mem parts[2];
  for (int i = 0; i < 2; i++) {
    parts[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[i], &error);
    OK(error);
  }
  void *at = clEnqueueMapBuffer(on.queue, parts[0], CL_TRUE, CL_MAP_WRITE, step, step, 0, NULL, NULL, &error);
  OK(error);
  NONE(clEnqueueMapBuffer(on.queue, parts[1], CL_TRUE, CL_MAP_WRITE, 0, 1, 0, NULL, NULL, &error),
       CL_INVALID_OPERATION);
  NONE(clEnqueueMapBuffer(on.queue, whole, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 2 * step - 1, 1, 0, NULL, NULL,
                          &error),
       CL_INVALID_OPERATION);
  void *beside = clEnqueueMapBuffer(on.queue, parts[1], CL_TRUE, CL_MAP_WRITE, step, step, 0, NULL, NULL, &error);
  OK(error);
  OK(clEnqueueUnmapMemObject(on.queue, parts[0], at, 0, NULL, NULL));
  OK(clEnqueueUnmapMemObject(on.queue, parts[1], beside, 0, NULL, NULL));
  OK(clFinish(on.queue));
  for (int i = 0; i < 2; i++) OK(clReleaseMemObject(parts[i]));
  OK(clReleaseMemObject(whole));
}

// Other transfers may use a pointer to a mapped region.
static void map_as_host_memory(void **state) {
  (void)state;
  OK(clEnqueueFillBuffer(on.queue, other, "\0", 1, 0, SIZE, 0, NULL, NULL));
  unsigned char *from = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &error);
  OK(error);
  OK(clEnqueueWriteBuffer(on.queue, other, CL_TRUE, 0, SIZE, from, 0, NULL, NULL));
  OK(clEnqueueUnmapMemObject(on.queue, buffer, from, 0, NULL, NULL));
  holds(other);
  OK(clEnqueueFillBuffer(on.queue, other, "\x33", 1, 0, SIZE, 0, NULL, NULL));
  unsigned char *to = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, SIZE, 0, NULL, NULL, &error);
  OK(error);
  OK(clEnqueueReadBuffer(on.queue, other, CL_TRUE, 0, SIZE, to, 0, NULL, NULL));
  OK(clEnqueueUnmapMemObject(on.queue, buffer, to, 0, NULL, NULL));
  memset(expected, 0x33, SIZE);
  holds(buffer);
}

static void unmap_refused(void **state) {
  (void)state;
  EXPECT(clEnqueueUnmapMemObject(on.queue, buffer, found, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueUnmapMemObject(on.queue, buffer, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
  void *at = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, NULL, NULL, &error);
  OK(error);
  EXPECT(clEnqueueUnmapMemObject(on.queue, other, at, 0, NULL, NULL), CL_INVALID_VALUE);
  OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
}

static void map_without_code(void **state) {
  (void)state;
  void *at = clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, NULL, NULL, NULL);
  assert_non_null(at);
  OK(clEnqueueUnmapMemObject(on.queue, buffer, at, 0, NULL, NULL));
  assert_null(clEnqueueMapBuffer(on.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, NULL, NULL, NULL));
}

// ---- migrate --------------------------------------------------------------------------------------------------------
static void migrates(void **state) {
  (void)state;
  const cl_mem both[] = {buffer, other};
  OK(clEnqueueMigrateMemObjects(on.queue, 2, both, 0, 0, NULL, NULL));
  OK(clEnqueueMigrateMemObjects(on.queue, 2, both, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
  holds(buffer);
  holds(other);
}

static void migrate_without_content(void **state) {
  (void)state;
  OK(clEnqueueMigrateMemObjects(on.queue, 1, &other, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL));
  OK(clEnqueueMigrateMemObjects(on.queue, 1, &other,
                                CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL));
  OK(clFinish(on.queue));
}

static void migrate_refused(void **state) {
  (void)state;
  EXPECT(clEnqueueMigrateMemObjects(on.queue, 0, &buffer, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueMigrateMemObjects(on.queue, 1, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  EXPECT(clEnqueueMigrateMemObjects(on.queue, 1, &buffer, 1 << 10, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void migrate_null(void **state) {
  (void)state;
  const cl_mem none[] = {buffer, NULL};
  EXPECT(clEnqueueMigrateMemObjects(on.queue, 2, none, 0, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(read_write),
      TEST(not_blocking),
      TEST(blocking_write_takes_data),
      TEST(read_write_refused),
      TEST(nothing),
      TEST(null_refused),
      TEST(host_access_refused),
      TEST(host_access_granted),
      TEST(host_access_of_parts),
      TEST(other_context),
      TEST(copies),
      TEST(copy_in_one_buffer),
      TEST(copy_overlaps),
      TEST(copy_overlaps_of_parts),
      TEST(copy_refused),
      TEST(fills),
      TEST(fill_copies_its_pattern),
      TEST(fill_of_nothing),
      TEST(fill_refused),
      TEST(read_rects),
      TEST(write_rects),
      TEST(rects_of_odd_slices),
      TEST(copy_rects),
      TEST(copy_rect_beside),
      TEST(copy_rect_overlaps),
      TEST(copy_rect_overlaps_of_parts),
      TEST(rects_refused),
      TEST(copy_rects_refused_by_slices),
      TEST(rects_refused_by_host),
      TEST(rects_refused_by_null),
      TEST(maps),
      TEST(map_for_reading),
      TEST(map_for_writing),
      TEST(map_side_by_side),
      TEST(map_of_host_memory),
      TEST(map_of_allocated_memory),
      TEST(map_of_a_part),
      TEST(map_twice_unmap_twice),
      TEST(map_refused),
      TEST(map_overlap_refused),
      TEST(map_overlap_of_parts_refused),
      TEST(map_as_host_memory),
      TEST(unmap_refused),
      TEST(map_without_code),
      TEST(migrates),
      TEST(migrate_without_content),
      TEST(migrate_refused),
      TEST(migrate_null),
  };
  return RUN_WITH(tests, open_buffers, close_buffers);
}
