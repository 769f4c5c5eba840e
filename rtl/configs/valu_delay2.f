// SPDX-License-Identifier: Apache-2.0
// Results of the vector ALU come 2 cycles later.
+define+WL_VALU_DELAY=2
