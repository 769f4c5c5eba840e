// Scalar loads whose destination runs from s101 into FLAT_SCRATCH, XNACK_MASK and VCC: all of it is written. The loads
// are words, since the assembler has no such tuple. s9 collects the differences from in[i] = i + 1.
//
//   out = s9 + 0x600d
//   s[4:5] in   s[6:7] out
// Decisions: D-REG-1.
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  s_mov_b32 s9, 0
  s_waitcnt lgkmcnt(0)
.macro load size, first, offset               // size: log2 of the dwords
  .long 0xc0020002 | \size << 18 | \first << 6, \offset
  s_waitcnt lgkmcnt(0)
.endm
.macro check register, value
  s_sub_u32 s10, \register, \value
  s_or_b32 s9, s9, s10
.endm
.macro clear
  s_mov_b64 s[100:101], 0
  s_mov_b64 flat_scratch, 0
  s_mov_b64 xnack_mask, 0
  s_mov_b64 vcc, 0
.endm
.macro check_end value, all                   // s100 on: value, ...; all: as far as VCC, else to FLAT_SCRATCH
  check s100, \value
  check s101, \value+1
  check flat_scratch_lo, \value+2
  check flat_scratch_hi, \value+3
  check xnack_mask_lo, (\value+4)*\all
  check xnack_mask_hi, (\value+5)*\all
  check vcc_lo, (\value+6)*\all
  check vcc_hi, (\value+7)*\all
  clear
.endm
  clear
  load 2, 100, 0                              // s_load_dwordx4
  check_end 1, 0
  load 3, 100, 16                             // s_load_dwordx8
  check_end 5, 1
  load 3, 96, 32
  check s96, 9
  check s99, 12
  check_end 13, 0
  load 4, 88, 64                              // s_load_dwordx16
  check s88, 17
  check_end 29, 0
  load 4, 92, 128
  check s92, 33
  check_end 41, 1
  s_mov_b64 exec, 1
  s_add_u32 s9, s9, 0x600d
  v_mov_b32 v0, 0
  v_mov_b32 v1, s9
  global_store_dword v0, v1, s[6:7]
  s_endpgm
