// SPDX-License-Identifier: Apache-2.0
// Lanes 0 to 4 store to one place, where the highest active one's value stays. FENCE orders accesses of one place.
  LANE  r0
  LI    r1, 1
  LI    r3, 10
  ADD   r3, r0, r3        // 10 to 14
  ST    r3, b0[r15]       // b0[0] = 14
  AND   r4, r0, r1
  NE    p0, r4, r15
  IF    p0
    ST  r3, b0[r1]        // lanes 1 and 3: b0[1] = 13
  POP
  LI    r2, 2
  LI    r5, 77
  ST    r5, b0[r2]
  FENCE
  IF    p0
  ELSE
    ST  r0, b0[r2]        // behind it, lanes 0, 2 and 4: b0[2] = 4
  POP
  SHR   r6, r0, r1        // 0, 0, 1, 1, 2
  LI    r7, 4
  ADD   r6, r6, r7
  ST    r3, b0[r6]        // two lanes each, in one line: b0[4] = 11, b0[5] = 13, b0[6] = 14
  FENCE
  LD    r8, b0[r15]
  LD    r9, b0[r1]
  LD    r10, b0[r2]
  LD    r11, b0[r6]
  ST    r8, b1[r0]
  LI    r12, 8
  ADD   r0, r0, r12
  ST    r9, b1[r0]
  ADD   r0, r0, r12
  ST    r10, b1[r0]
  ADD   r0, r0, r12
  ST    r11, b1[r0]
  FENCE
  ST    r5, b0[r15]       // behind the load of this place
  END
