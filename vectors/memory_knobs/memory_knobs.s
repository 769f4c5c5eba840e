// Three loads one after the other, two by the scalar port and one by the vector port. The knobs of the memory say how
// long each takes (vectors/README.md). out[i] = in[i] + in[0] + in[1].
//
//   s[4:5] in   s[6:7] out   v0 lane
.globl main
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
first:
  s_load_dword s8, s[4:5], 0x0
  s_waitcnt lgkmcnt(0)
second:
  s_load_dword s9, s[4:5], 0x4
  s_waitcnt lgkmcnt(0)
third:
  global_load_dword v2, v1, s[4:5]
  s_waitcnt vmcnt(0)
fourth:
  s_add_u32 s8, s8, s9
  v_add_u32 v2, s8, v2
  global_store_dword v1, v2, s[6:7]
  s_endpgm
