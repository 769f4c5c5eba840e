// Opcodes that scalar formats do not have, and codes that are no destination of a mask. Sixteen waves, one in each
// slot.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  case 0, .long 0x9a820100                      // SOP2 53
  case 1, .long 0xae820100                      // SOP2 92
  case 2, .long 0xbf150100                      // SOPC 21
  case 3, .long 0xbf7f0100                      // SOPC 127
  case 4, .long 0xbb820000                      // SOPK 23
  case 5, .long 0xbc820000                      // SOPK 25
  case 6, .long 0xbf800000 | 35 << 16           // SOPP 35
  case 7, .long 0xbeff2a00 | 56 << 8            // SOP1
  case 8, .long 0xd0c20080, 0x00020100          // v_cmp, mask to 128
  case 9, .long 0xd0c20003, 0x00020100          // v_cmp, mask to s3
  case 10, .long 0x9a820100
  case 11, .long 0xae820100
  case 12, .long 0xbf150100
  case 13, .long 0xbf7f0100
  case 14, .long 0xbb820000
  case 15, .long 0xd0c200ff, 0x00020100
  end_cases
