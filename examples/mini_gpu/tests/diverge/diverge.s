// SPDX-License-Identifier: Apache-2.0
// Work-item i of 16. Branches are nested as deep as the stack is, and b0[i] says which of them it took. b1[i] has the
// sum of the numbers to i, by a loop that each lane leaves after i turns.
  WAVE  r0
  LI    r1, 8
  MUL   r0, r0, r1
  LANE  r1
  ADD   r0, r0, r1        // i
  LI    r1, 1
  LI    r2, 2
  LI    r3, 4
  LI    r4, 8
  AND   r5, r0, r1
  NE    p0, r5, r15       // p0 to p3: the bits of i
  AND   r5, r0, r2
  NE    p1, r5, r15
  AND   r5, r0, r3
  NE    p2, r5, r15
  AND   r5, r0, r4
  NE    p3, r5, r15
  LI    r6, 0
  IF    p0
    ADD r6, r6, r1
    IF  p1
      ADD r6, r6, r2
      IF  p2
        ADD r6, r6, r3
        IF  p3
          BRZ none        // no lane of the first wave has bit 3
          ADD r6, r6, r4
none:   ELSE
          LI  r7, 16
          ADD r6, r6, r7
        POP
      ELSE
        LI  r7, 32
        ADD r6, r6, r7
      POP
    ELSE
      LI  r7, 64
      ADD r6, r6, r7
    POP
  ELSE
    LI  r6, 128
  POP
  ST    r6, b0[r0]

  LI    r8, 0
  ADD   r9, r0, r8
  NE    p0, r9, r15
  IF    p0
loop:
    ADD r8, r8, r9
    SUB r9, r9, r1
    NE  p0, r9, r15
    KEEP p0
    BRN loop
  POP
  ST    r8, b1[r0]
  END
