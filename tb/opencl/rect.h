// SPDX-License-Identifier: Apache-2.0
// Regions of rows in memory: of a rectangle of a buffer, of a part of an image, of the host's memory. A region has
// three sizes: bytes of a row, rows of a slice, slices; none is 0.
#ifndef WAVELOCK_OPENCL_RECT_H
#define WAVELOCK_OPENCL_RECT_H

#include <stdbool.h>
#include <stddef.h>

// Where a region lies. Bytes.
typedef struct {
  size_t offset, row, slice;  // of the first byte; from row to row, and from slice to slice
} rect;

// *sum += a * b. false: more than a size_t has.
bool rect_add(size_t *sum, size_t a, size_t b);
// Bytes from the first to the last. false: more than there can be.
bool rect_span(const rect *r, const size_t region[3], size_t *size);
// The offset of row i of the region, counted through all slices.
size_t rect_row(const rect *r, const size_t region[3], size_t i);
// Whether two regions of the same memory, whose rows are in order, have a byte in common.
bool rect_overlap(const rect *a, const size_t a_region[3], const rect *b, const size_t b_region[3]);
// Rows without gaps on both sides are one row.
void rect_join(const rect *a, const rect *b, size_t region[3]);

#endif
