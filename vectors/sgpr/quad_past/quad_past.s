// The last group of four SGPRs that may hold a V# is s[96:99]. A V# at s100, which would reach into FLAT_SCRATCH, at
// XNACK_MASK, at a TTMP or at EXEC is refused in every format. Waves 0 to 3, with s[96:99], s101 and M0, go on.
// Decisions: D-MEM-1, D-MEM-66, D-MEM-73, D-REG-7, D-REG-19.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  s_mov_b64 s[96:97], 0                        // a V# of no records
  s_mov_b64 s[98:99], 0
  s_mov_b64 s[100:101], 0
  s_mov_b64 flat_scratch, 0
  s_mov_b64 xnack_mask, 0
  s_mov_b64 vcc, 0
  s_mov_b32 m0, 0
  case 0, buffer_load_dword v10, off, s[96:99], s101
  case 1, tbuffer_load_format_x v10, off, s[96:99], m0 format:4
  case 2, s_buffer_load_dwordx2 s[100:101], s[96:99], 0x0
  case 3, buffer_store_dwordx4 v[2:5], off, s[96:99], vcc_hi
  case 4, .long 0xe0500000, 0x80190100        // buffer_load_dword, s[100:103]
  case 5, .long 0xea200000, 0x80190100        // tbuffer_load_format_x
  case 6, .long 0xe07c0000, 0x80190200        // buffer_store_dwordx4
  case 7, .long 0xe1080000, 0x80190200        // buffer_atomic_add
  case 8, .long 0xc0220532, 0                 // s_buffer_load_dword s20
  case 9, .long 0xc0620532, 0                 // s_buffer_store_dword s20
  case 10, .long 0xc10a0532, 0                // s_buffer_atomic_add s20
  case 11, .long 0xe0500000, 0x801a0100       // buffer_load_dword, XNACK_MASK and VCC
  case 12, .long 0xea200000, 0x801b0100       // tbuffer_load_format_x, TTMP0 to TTMP3
  case 13, .long 0xe0500000, 0x801f0100       // buffer_load_dword, M0 to EXEC_HI
  case 14, .long 0xc0220534, 0                // s_buffer_load_dword, XNACK_MASK and VCC
  case 15, .long 0xe0500000, 0x7e180100       // buffer_load_dword, s[96:99], EXEC_LO as SOFFSET
  end_cases
