// SPDX-License-Identifier: Apache-2.0
// Transforms of libclfft on the first device, against a naive discrete Fourier transform in double. Lengths with the
// radices 2, 3, 5 and 7, several at once, two dimensions; single and double precision; there and back.
#include "device.h"

#include <clFFT.h>
#include <complex.h>
#include <float.h>
#include <math.h>

enum { LARGEST = 1024 };  // complex numbers of a case

typedef struct {
  size_t rows, columns, batch;  // rows 1: one dimension
} shape;

static const double PI = 3.14159265358979323846;

// out[k] = sum of in[n] e^(-2 pi i k n / length), elements `step` apart.
static void naive(const double complex *in, double complex *out, size_t length, size_t step) {
  for (size_t k = 0; k < length; k++) {
    double complex sum = 0;
    for (size_t n = 0; n < length; n++) sum += in[n * step] * cexp(-2 * PI * I * (double)(k * n % length) / length);
    out[k * step] = sum;
  }
}

static void naive_shape(const double complex *in, double complex *out, shape s) {
  static double complex half[LARGEST];
  for (size_t b = 0; b < s.batch; b++) {
    const size_t at = b * s.rows * s.columns;
    for (size_t r = 0; r < s.rows; r++) naive(in + at + r * s.columns, half + at + r * s.columns, s.columns, 1);
    for (size_t c = 0; c < s.columns; c++) naive(half + at + c, out + at + c, s.rows, s.columns);
  }
}

static void store(bool twice, void *to, const double complex *from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (twice) ((double complex *)to)[i] = from[i];
    else ((float complex *)to)[i] = from[i];
  }
}

// The largest error in units of the norm of the expected numbers.
static double error_of(bool twice, const void *got, const double complex *expected, size_t count) {
  double worst = 0, norm = 0;
  for (size_t i = 0; i < count; i++) {
    const double complex one = twice ? ((const double complex *)got)[i] : ((const float complex *)got)[i];
    const double off = cabs(one - expected[i]);
    if (!(off <= worst)) worst = off;  // also NaN
    norm += creal(expected[i]) * creal(expected[i]) + cimag(expected[i]) * cimag(expected[i]);
  }
  return worst / sqrt(norm);
}

static void transform(place *p, clfftPlanHandle plan, clfftDirection direction, cl_mem *m) {
  cl_event event;
  must(clfftEnqueueTransform(plan, direction, 1, &p->queue, 0, NULL, &event, m, NULL, NULL), "clfftEnqueueTransform");
  must(clWaitForEvents(1, &event), "clWaitForEvents");
  must(clReleaseEvent(event), "clReleaseEvent");
}

static void run(place *p, shape s, bool twice) {
  static double complex in[LARGEST], expected[LARGEST];
  static double complex bytes[LARGEST];
  const size_t count = s.rows * s.columns * s.batch, size = count * (twice ? sizeof *in : sizeof(float complex));
  const size_t lengths[2] = {s.columns, s.rows};
  // The sum of the roundings of a transform grows with the logarithm of its length (a radix is at most 8 elements).
  const double bound = (twice ? DBL_EPSILON : FLT_EPSILON) * 4 * (1 + log2((double)(s.rows * s.columns)));
  char what[100];
  unsigned random = 1;
  clfftPlanHandle plan;
  for (size_t i = 0; i < count; i++) {
    random = random * 1664525 + 1013904223;
    in[i] = (int)(random >> 20) % 100 + I * ((int)(random >> 12) % 100);
  }
  naive_shape(in, expected, s);
  store(twice, bytes, in, count);
  cl_mem m = buffer_of(p, bytes, size);
  must(clfftCreateDefaultPlan(&plan, p->context, s.rows > 1 ? CLFFT_2D : CLFFT_1D, lengths), "clfftCreateDefaultPlan");
  must(clfftSetPlanPrecision(plan, twice ? CLFFT_DOUBLE : CLFFT_SINGLE), "clfftSetPlanPrecision");
  must(clfftSetLayout(plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED), "clfftSetLayout");
  must(clfftSetResultLocation(plan, CLFFT_INPLACE), "clfftSetResultLocation");
  must(clfftSetPlanBatchSize(plan, s.batch), "clfftSetPlanBatchSize");
  must(clfftBakePlan(plan, 1, &p->queue, NULL, NULL), "clfftBakePlan");

  transform(p, plan, CLFFT_FORWARD, &m);
  must(clEnqueueReadBuffer(p->queue, m, CL_TRUE, 0, size, bytes, 0, NULL, NULL), "clEnqueueReadBuffer");
  const double there = error_of(twice, bytes, expected, count);
  transform(p, plan, CLFFT_BACKWARD, &m);
  take(p, m, bytes, size);
  const double back = error_of(twice, bytes, in, count);
  snprintf(what, sizeof what, "%zu x %zu, %zu of them, %s: errors %.3g and %.3g, bound %.3g", s.rows, s.columns,
           s.batch, twice ? "double" : "float", there, back, bound);
  check(there <= bound && back <= bound, what);
  must(clfftDestroyPlan(&plan), "clfftDestroyPlan");
}

int main(void) {
  static const shape shapes[] = {{1, 16, 1}, {1, 64, 2}, {1, 60, 3}, {1, 105, 1}, {1, 512, 1}, {8, 12, 1}, {16, 16, 2}};
  place p = open_place();
  clfftSetupData setup;
  must(clfftInitSetupData(&setup), "clfftInitSetupData");
  must(clfftSetup(&setup), "clfftSetup");
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) run(&p, shapes[i], false);
  if (has_extension(&p, "cl_khr_fp64"))
    for (size_t i = 0; i < 3; i++) run(&p, shapes[i], true);
  must(clfftTeardown(), "clfftTeardown");
  return close_place(&p);
}
