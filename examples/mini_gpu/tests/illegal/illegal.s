// SPDX-License-Identifier: Apache-2.0
// Each wave stores 1 for its lanes. Then wave 1 executes a word that is no instruction, and wave 0 stores 2.
  WAVE  r0
  LI    r1, 8
  MUL   r1, r0, r1
  LANE  r2
  ADD   r1, r1, r2
  LI    r3, 1
  LI    r4, 2
  ST    r3, b0[r1]
  FENCE
  EQ    p0, r0, r3        // all lanes of wave 1
  IF    p0
  BRN   bad
  POP
  ST    r4, b0[r1]
  END
bad:
  .word 0xF900            // at byte 30
