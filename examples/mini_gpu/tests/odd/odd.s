// SPDX-License-Identifier: Apache-2.0
// b1 begins one byte behind b0: elements lie at odd addresses, and element 31 and 95 of it in two lines each. Lane l
// copies element 28 + l to element 92 + l, and to b2.
  LANE r0
  LI   r1, 28
  ADD  r1, r0, r1
  LD   r2, b1[r1]
  LI   r3, 64
  ADD  r1, r1, r3
  ST   r2, b1[r1]
  FENCE
  LD   r4, b1[r1]
  ST   r4, b2[r0]
  END
