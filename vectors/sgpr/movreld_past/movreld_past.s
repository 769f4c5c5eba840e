// s_movreld ends at s101. An index that leads to FLAT_SCRATCH, XNACK_MASK or VCC is refused, of 32 bits and of 64.
// Waves 0 and 1, which write s101 and s[100:101], go on.
// Decisions: D-REG-18.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
.macro to sum, opcode, destination
  s_mov_b32 m0, \sum - 90
  s_nop 0
  \opcode \destination, 0
.endm
  case 0, to 101, s_movreld_b32, s90
  case 1, to 100, s_movreld_b64, s[90:91]
  case 2, to 102, s_movreld_b32, s90
  case 3, to 103, s_movreld_b32, s90
  case 4, to 104, s_movreld_b32, s90
  case 5, to 105, s_movreld_b32, s90
  case 6, to 106, s_movreld_b32, s90
  case 7, to 107, s_movreld_b32, s90
  case 8, to 102, s_movreld_b64, s[90:91]
  case 9, to 104, s_movreld_b64, s[90:91]
  case 10, to 106, s_movreld_b64, s[90:91]
  end_cases
