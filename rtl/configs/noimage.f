// SPDX-License-Identifier: Apache-2.0
// A unit without image instructions.
+define+WL_IMAGES=0
