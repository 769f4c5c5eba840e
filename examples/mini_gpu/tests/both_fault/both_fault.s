// SPDX-License-Identifier: Apache-2.0
// Each wave executes a word that is no instruction.
  LI    r1, 1
  .word 0xF900            // at byte 2
