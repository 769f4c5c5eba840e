// SPDX-License-Identifier: Apache-2.0
// Vector memory of RDNA: range rules of buffers, and a counter of stores (docs/rdna-buffer.md).
+define+WL_RDNA_MEMORY
