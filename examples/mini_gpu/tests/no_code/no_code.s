// SPDX-License-Identifier: Apache-2.0
// A branch to the page before the program.
  LANE r0
  ST   r0, b0[r0]
  FENCE
  BRA  -4
