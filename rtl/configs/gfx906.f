// SPDX-License-Identifier: Apache-2.0
// The instruction set gfx906.
+define+WL_ISA=906
