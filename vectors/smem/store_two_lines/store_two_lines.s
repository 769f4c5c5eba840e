// Scalar stores that reach into a second line. Memory answers the first line in a cycle, and does not take the second
// one for up to 60 cycles: the data of the second is still to be sent.
// Decisions: D-MEM-50.
//
//   out: 64 dwords; each store writes across a line of 64 bytes
.globl store_two_lines
store_two_lines:
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  s_mov_b32 s8, 0x11111111
  s_mov_b32 s9, 0x22222222
  s_mov_b32 s10, 0x33333333
  s_mov_b32 s11, 0x44444444
  s_waitcnt lgkmcnt(0)
  s_store_dwordx4 s[8:11], s[2:3], 0x38       // two dwords in each line
  s_store_dwordx4 s[8:11], s[2:3], 0x74       // three, one
  s_store_dwordx4 s[8:11], s[2:3], 0xbc       // one, three
  s_store_dwordx2 s[10:11], s[2:3], 0xf8      // one line
  s_dcache_wb
  s_waitcnt lgkmcnt(0)
  s_endpgm
