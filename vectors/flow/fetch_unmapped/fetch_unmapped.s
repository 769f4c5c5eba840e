// A wave that fetches from an unmapped page halts with a memory violation, with its PC on that instruction. The other
// waves of the group have stored by then.
//
//   how 0:   a jump to an unmapped page
//   how 1:   a jump to the end of the address space
//   how 2:   a jump to the last two dwords of a page with no page behind it
//
// With how 2 the two dwords are an s_nop and `word`, and MODE is `mode`. The instruction in `word` is of one of three
// kinds:
// - it goes on past the page;
// - it has 8 bytes, and its second dword is missing;
// - it leaves the page in time: s[30:31] is the address to return to.
//
//   out[i] for work-item i: i; i + 1000 for wave 3 when it has returned
// Decisions: D-ILL-4.
.globl main
main:
  s_load_dwordx8 s[4:11], s[0:1], 0x0     // out, code, how, word, mode
  v_lshlrev_b32 v1, 2, v0
  v_readfirstlane_b32 s12, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v0, s[4:5]
  s_cmp_eq_u32 s12, 192                   // wave 3 faults, last: it sleeps first
  s_cbranch_scc0 .Lend
  s_waitcnt vmcnt(0)
  s_sleep 20
  s_getpc_b64 s[30:31]
here:
  s_cmp_eq_u32 s8, 1
  s_cbranch_scc1 .Lend_of_space
  s_cmp_eq_u32 s8, 2
  s_cbranch_scc1 .Lpage_end
  s_add_u32 s31, s31, 0x100
  s_setpc_b64 s[30:31]
.Lend_of_space:
  s_mov_b64 s[30:31], -4
  s_setpc_b64 s[30:31]
.Lpage_end:
  s_add_u32 s30, s30, .Lback-here
  s_addc_u32 s31, s31, 0
  s_mov_b64 s[14:15], exec
  s_mov_b64 exec, 1
  v_mov_b32 v2, s9
  v_mov_b32 v3, 0
  global_store_dword v3, v2, s[6:7] offset:4092
  s_waitcnt vmcnt(0)
  s_mov_b64 exec, s[14:15]
  s_add_u32 s6, s6, 4088
  s_addc_u32 s7, s7, 0
  s_icache_inv
  s_getreg_b32 s16, hwreg(1)
  s_setreg_b32 hwreg(1), s10
  s_nop 1
  s_setpc_b64 s[6:7]
.Lback:
  s_setreg_b32 hwreg(1), s16
  s_nop 1
  v_add_u32 v0, 0x3e8, v0
  global_store_dword v1, v0, s[4:5]
.Lend:
  s_endpgm
.p2align 8
handler:                                  // of a step
  s_rfe_b64 ttmp[0:1]
