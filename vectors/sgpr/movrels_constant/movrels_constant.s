// The source of s_movrels is an SGPR. A constant or a literal is refused, whatever M0 adds to its code. Wave 0, with an
// SGPR, goes on.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
.macro from m0_value, words:vararg
  s_mov_b32 m0, \m0_value
  s_nop 0
  .long \words
.endm
  case 0, from 3, 0xbe942a05                  // s_movrels_b32 s20, s5
  case 1, from 0, 0xbe942a80                  // s20, 0
  case 2, from 4, 0xbe942a85                  // s20, 5
  case 3, from 2, 0xbe942ac1                  // s20, -1
  case 4, from 100, 0xbe942af0                // s20, 0.5
  case 5, from 6, 0xbe942aff, 0x12345678      // s20, literal
  case 6, from 4, 0xbe942b82                  // s_movrels_b64 s[20:21], 2
  case 7, from 100, 0xbe942bf2                // s[20:21], 1.0
  end_cases
