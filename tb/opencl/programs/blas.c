// SPDX-License-Identifier: Apache-2.0
// Routines of libclblast on the first device, against naive loops. All numbers are small integers, so no sum is rounded
// and every result must be the same, whatever the order of its additions.
#include "device.h"

#include <clblast_c.h>

enum { VECTOR = 777, ROWS = 45, COLUMNS = 33, INNER = 27 };

static unsigned random_state = 1;

// -4 .. 4
static int small(void) {
  random_state = random_state * 1664525 + 1013904223;
  return (int)(random_state >> 16) % 9 - 4;
}

#define CASES(T, PREFIX, precision)                                                                                   \
  static void fill_##T(T *x, size_t count) {                                                                          \
    for (size_t i = 0; i < count; i++) x[i] = small();                                                                \
  }                                                                                                                   \
  static void vectors_##T(place *p) {                                                                                 \
    static T x[VECTOR], y[VECTOR], got[VECTOR];                                                                       \
    T dot = 0, sum = 0, one;                                                                                          \
    unsigned largest = 0, index;                                                                                      \
    bool same = true;                                                                                                 \
    fill_##T(x, VECTOR), fill_##T(y, VECTOR);                                                                         \
    x[700] = -9;                                                                                                      \
    for (size_t i = 0; i < VECTOR; i++) {                                                                             \
      dot += x[i] * y[i];                                                                                             \
      sum += x[i] < 0 ? -x[i] : x[i];                                                                                 \
      if ((x[i] < 0 ? -x[i] : x[i]) > (x[largest] < 0 ? -x[largest] : x[largest])) largest = i;                       \
    }                                                                                                                 \
    cl_mem mx = buffer_of(p, x, sizeof x), my = buffer_of(p, y, sizeof y), mr = buffer_of(p, &dot, sizeof dot);       \
    must(CLBlast##PREFIX##dot(VECTOR, mr, 0, mx, 0, 1, my, 0, 1, &p->queue, NULL), precision " dot");                 \
    must(clEnqueueReadBuffer(p->queue, mr, CL_TRUE, 0, sizeof one, &one, 0, NULL, NULL), "clEnqueueReadBuffer");      \
    check(one == dot, precision " dot");                                                                              \
    must(CLBlast##PREFIX##asum(VECTOR, mr, 0, mx, 0, 1, &p->queue, NULL), precision " asum");                         \
    must(clEnqueueReadBuffer(p->queue, mr, CL_TRUE, 0, sizeof one, &one, 0, NULL, NULL), "clEnqueueReadBuffer");      \
    check(one == sum, precision " asum");                                                                             \
    must(CLBlasti##PREFIX##amax(VECTOR, mr, 0, mx, 0, 1, &p->queue, NULL), precision " amax");                        \
    must(clEnqueueReadBuffer(p->queue, mr, CL_TRUE, 0, sizeof index, &index, 0, NULL, NULL), "clEnqueueReadBuffer");  \
    check(index == largest, precision " amax");                                                                       \
    must(CLBlast##PREFIX##axpy(VECTOR, 3, mx, 0, 1, my, 0, 1, &p->queue, NULL), precision " axpy");                   \
    take(p, my, got, sizeof got);                                                                                     \
    for (size_t i = 0; i < VECTOR; i++) same = same && got[i] == 3 * x[i] + y[i];                                     \
    check(same, precision " axpy");                                                                                   \
    take(p, mx, got, sizeof got);                                                                                     \
    check(!memcmp(got, x, sizeof x), precision ": x after the routines");                                             \
    must(clReleaseMemObject(mr), "clReleaseMemObject");                                                               \
  }                                                                                                                   \
  /* a: ROWS x INNER, b: INNER x COLUMNS, each as it is or turned */                                                  \
  static void matrices_##T(place *p, bool turn_a, bool turn_b) {                                                      \
    static T a[ROWS * INNER], b[INNER * COLUMNS], c[ROWS * COLUMNS], got[ROWS * COLUMNS], row[ROWS];                  \
    const CLBlastTranspose ta = turn_a ? CLBlastTransposeYes : CLBlastTransposeNo;                                    \
    const CLBlastTranspose tb = turn_b ? CLBlastTransposeYes : CLBlastTransposeNo;                                    \
    const size_t lda = turn_a ? ROWS : INNER, ldb = turn_b ? INNER : COLUMNS;                                         \
    bool same = true;                                                                                                 \
    fill_##T(a, ROWS *INNER), fill_##T(b, INNER *COLUMNS), fill_##T(c, ROWS *COLUMNS);                                \
    cl_mem ma = buffer_of(p, a, sizeof a), mb = buffer_of(p, b, sizeof b), mc = buffer_of(p, c, sizeof c);            \
    must(CLBlast##PREFIX##gemm(CLBlastLayoutRowMajor, ta, tb, ROWS, COLUMNS, INNER, 2, ma, 0, lda, mb, 0, ldb, 5, mc, \
                               0, COLUMNS, &p->queue, NULL),                                                          \
         precision " gemm");                                                                                          \
    take(p, mc, got, sizeof got);                                                                                     \
    for (size_t i = 0; i < ROWS; i++)                                                                                 \
      for (size_t j = 0; j < COLUMNS; j++) {                                                                          \
        T sum = 0;                                                                                                    \
        for (size_t k = 0; k < INNER; k++)                                                                            \
          sum += (turn_a ? a[k * ROWS + i] : a[i * INNER + k]) * (turn_b ? b[j * INNER + k] : b[k * COLUMNS + j]);    \
        same = same && got[i * COLUMNS + j] == 2 * sum + 5 * c[i * COLUMNS + j];                                      \
      }                                                                                                               \
    check(same, precision " gemm");                                                                                   \
    if (!turn_a) { /* b's first INNER numbers are a vector */                                                         \
      cl_mem mr = buffer_of(p, c, sizeof row);                                                                        \
      must(CLBlast##PREFIX##gemv(CLBlastLayoutRowMajor, ta, ROWS, INNER, 3, ma, 0, INNER, mb, 0, 1, 2, mr, 0, 1,      \
                                 &p->queue, NULL),                                                                    \
           precision " gemv");                                                                                        \
      take(p, mr, row, sizeof row);                                                                                   \
      same = true;                                                                                                    \
      for (size_t i = 0; i < ROWS; i++) {                                                                             \
        T sum = 0;                                                                                                    \
        for (size_t k = 0; k < INNER; k++) sum += a[i * INNER + k] * b[k];                                            \
        same = same && row[i] == 3 * sum + 2 * c[i];                                                                  \
      }                                                                                                               \
      check(same, precision " gemv");                                                                                 \
    }                                                                                                                 \
    must(clReleaseMemObject(ma), "clReleaseMemObject");                                                               \
    must(clReleaseMemObject(mb), "clReleaseMemObject");                                                               \
  }

CASES(float, S, "single")
CASES(double, D, "double")

int main(void) {
  place p = open_place();
  vectors_float(&p);
  matrices_float(&p, false, false);
  matrices_float(&p, true, true);
  if (has_extension(&p, "cl_khr_fp64")) {
    vectors_double(&p);
    matrices_double(&p, false, true);
  }
  must(CLBlastClearCache(), "CLBlastClearCache");
  return close_place(&p);
}
