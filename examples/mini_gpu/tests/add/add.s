// SPDX-License-Identifier: Apache-2.0
// b2[i] = b0[i] + b1[i] for each work-item i of groups of 12: waves of 8 and of 4, the last group has 4.
  GROUP r0
  LI    r1, 12
  MUL   r0, r0, r1
  WAVE  r1
  LI    r2, 8
  MUL   r1, r1, r2
  ADD   r0, r0, r1
  LANE  r1
  ADD   r0, r0, r1        // i
  LD    r3, b0[r0]
  LD    r4, b1[r0]
  ADD   r4, r3, r4
  ST    r4, b2[r0]
  END
