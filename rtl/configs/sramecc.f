// SPDX-License-Identifier: Apache-2.0
// SRAM-ECC, with ISA=gfx906: a D16 load clears the half that it does not name (D-MEM-81).
+define+WL_SRAMECC
