// SPDX-License-Identifier: Apache-2.0
// gfx906 with SRAM-ECC: a D16 load clears the half that it does not name (D-MEM-81).
+define+WL_ISA=906
+define+WL_SRAMECC
