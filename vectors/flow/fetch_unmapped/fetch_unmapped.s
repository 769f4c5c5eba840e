// A wave that fetches from a page that is not mapped halts with a memory violation, PC on the instruction; the other waves of
// the group have stored by then. how 0: a jump; 1: the end of the code, reached in line; 2: the second dword of an
// instruction of 8 bytes; 3: a jump to the end of the address space.   out[i] for work-item i: i
.globl main
.p2align 12
main:
  s_load_dwordx4 s[4:7], s[0:1], 0x0      // out, how
  v_lshlrev_b32 v1, 2, v0
  v_readfirstlane_b32 s8, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v0, s[4:5]
  s_cmp_eq_u32 s8, 192                    // wave 3 faults, last: it sleeps first
  s_cbranch_scc0 .Lend
  s_waitcnt vmcnt(0)
  s_sleep 20
  s_getpc_b64 s[10:11]
.Lhere:
  s_cmp_eq_u32 s6, 0
  s_cbranch_scc1 .Ljump
  s_cmp_eq_u32 s6, 3
  s_cbranch_scc1 .Lend_of_space
  s_cmp_eq_u32 s6, 2
  s_cbranch_scc1 .Lhalf
  s_add_u32 s10, s10, .Llast-.Lhere
  s_addc_u32 s11, s11, 0
  s_setpc_b64 s[10:11]
.Lhalf:
  s_add_u32 s10, s10, .Llast+4-.Lhere
  s_addc_u32 s11, s11, 0
  v_writelane_b32 v4, s10, 0              // the last dword of the code becomes one that has a second
  v_writelane_b32 v5, s11, 0
  v_mov_b32 v6, 0x8014ff14                // s_add_u32 s20, s20, literal
  s_mov_b64 exec, 1
  global_store_dword v[4:5], v6, off
  s_waitcnt vmcnt(0)
  s_icache_inv
  s_setpc_b64 s[10:11]
.Ljump:
  s_add_u32 s11, s11, 0x100
  s_setpc_b64 s[10:11]
.Lend_of_space:
  s_mov_b64 s[10:11], -4
  s_setpc_b64 s[10:11]
.Lend:
  s_endpgm
.org main + 0xff8
.Llast:
  s_nop 0
  s_nop 0
