// SPDX-License-Identifier: Apache-2.0
// Ten loads, each of eight lines and most of them in flight together. Their registers are used in another order, and
// one is loaded twice: the second value stays. Wave w stores rows of 8 elements, from 80 * w on.
  WAVE  r0
  LANE  r1
  LI    r2, 32
  MUL   r1, r1, r2        // a line for each lane
  LI    r2, 16
  MUL   r2, r0, r2
  ADD   r1, r1, r2        // the wave's half of the line
  LI    r15, 1
  LD    r3, b0[r1]
  ADD   r2, r1, r15
  LD    r4, b0[r2]
  ADD   r2, r2, r15
  LD    r5, b0[r2]
  ADD   r2, r2, r15
  LD    r6, b0[r2]
  ADD   r2, r2, r15
  LD    r7, b0[r2]
  ADD   r2, r2, r15
  LD    r8, b0[r2]
  ADD   r2, r2, r15
  LD    r9, b0[r2]
  ADD   r2, r2, r15
  LD    r10, b0[r2]
  ADD   r2, r2, r15
  LD    r11, b0[r2]
  ADD   r2, r2, r15
  LD    r3, b0[r2]        // r3 again, 9 elements further
  LI    r12, 80
  MUL   r0, r0, r12
  LANE  r12
  ADD   r0, r0, r12
  LI    r12, 8
  ST    r11, b1[r0]
  ADD   r0, r0, r12
  ST    r4, b1[r0]
  ADD   r0, r0, r12
  ST    r10, b1[r0]
  ADD   r0, r0, r12
  ST    r3, b1[r0]
  ADD   r0, r0, r12
  ST    r9, b1[r0]
  ADD   r0, r0, r12
  ST    r5, b1[r0]
  ADD   r0, r0, r12
  ST    r8, b1[r0]
  ADD   r0, r0, r12
  ST    r6, b1[r0]
  ADD   r0, r0, r12
  SUB   r7, r7, r3
  ST    r7, b1[r0]
  END
