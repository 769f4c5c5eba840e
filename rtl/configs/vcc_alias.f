// SPDX-License-Identifier: Apache-2.0
// Second names: VCC, XNACK_MASK and FLAT_SCRATCH are the wave's last SGPRs too (docs/spec/gfx9-encoding.md 4.1).
+define+WL_VCC_ALIAS
