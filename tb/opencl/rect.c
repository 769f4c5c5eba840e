// SPDX-License-Identifier: Apache-2.0
#include "rect.h"

bool rect_add(size_t *sum, size_t a, size_t b) {
  size_t product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

bool rect_span(const rect *r, const size_t region[3], size_t *size) {
  *size = region[0];
  return rect_add(size, region[1] - 1, r->row) && rect_add(size, region[2] - 1, r->slice);
}

size_t rect_row(const rect *r, const size_t region[3], size_t i) {
  return r->offset + i / region[1] * r->slice + i % region[1] * r->row;
}

bool rect_overlap(const rect *a, const size_t a_region[3], const rect *b, const size_t b_region[3]) {
  const size_t a_rows = a_region[1] * a_region[2], b_rows = b_region[1] * b_region[2];
  for (size_t i = 0, j = 0; i < a_rows && j < b_rows;) {
    const size_t from = rect_row(a, a_region, i), to = rect_row(b, b_region, j);
    if (from < to + b_region[0] && to < from + a_region[0]) return true;
    if (from < to) i++;
    else j++;
  }
  return false;
}

void rect_join(const rect *a, const rect *b, size_t r[3]) {
  if (r[1] > 1 && (a->row != r[0] || b->row != r[0])) return;
  if (r[2] > 1 && (a->slice != r[0] * r[1] || b->slice != r[0] * r[1])) return;
  r[0] *= r[1] * r[2];
  r[1] = r[2] = 1;
}
