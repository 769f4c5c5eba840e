// SPDX-License-Identifier: Apache-2.0
// b1 is nowhere: a load of it gives 0, a store does nothing.
  LANE r0
  LI   r1, 5
  LD   r1, b1[r0]
  ST   r0, b1[r0]
  ST   r1, b0[r0]
  END
