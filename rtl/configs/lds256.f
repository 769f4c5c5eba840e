// SPDX-License-Identifier: Apache-2.0
// 256 entries of 16 bytes in each bank of the LDS: the 16 KiB of the R700.
+define+WL_LDS_ENTRIES=256
