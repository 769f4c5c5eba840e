// The last tuple of scalar memory ends with VCC. A tuple that reaches into the TTMPs is refused, and so is a pair at a
// TTMP or at M0, and EXEC as data or as SADDR. Waves 0 to 4 go on.
// Decisions: D-REG-1, D-REG-6, D-REG-7, D-REG-8, D-ENC-2, D-ENC-4, D-ENC-7, D-MEM-36.
.include "../../include/refused.inc"
.globl main
main:
  start_cases
  case 0, .long 0xc00e1900, 0                 // s_load_dwordx8 s[100:107], s[0:1], 0x0
  case 1, .long 0xc0121700, 0                 // s_load_dwordx16 s[92:107]
  case 2, .long 0xc00a1a00, 0                 // s_load_dwordx4 s[104:107]
  case 3, .long 0xc04a1a03, 0                 // s_store_dwordx4 s[104:107], s[6:7], 0x0
  case 4, s_load_dwordx2 vcc, s[0:1], 0x0
  case 5, .long 0xc00e1a00, 0                 // s_load_dwordx8 s[104:111]
  case 6, .long 0xc0121800, 0                 // s_load_dwordx16 s[96:111]
  case 7, .long 0xc0121900, 0                 // s_load_dwordx16 s[100:115]
  case 8, .long 0xc02e1a02, 0                 // s_buffer_load_dwordx8 s[104:111], s[4:7], 0x0
  case 9, .long 0xc0061f80, 0                 // s_load_dwordx2 exec
  case 10, .long 0xc04a1b03, 0                // s_store_dwordx4 ttmp[0:3]
  case 11, .long 0xc2861b03, 0                // s_atomic_cmpswap_x2 ttmp[0:3]
  case 12, .long 0xbe8c016c                   // s_mov_b64 s[12:13], ttmp[0:1]
  case 13, .long 0xd0c2006c, 0x00020100       // v_cmp to ttmp[0:1]
  case 14, .long 0xdc508000, 0x047e0001       // global_load_dword v4, v1, exec
  case 15, .long 0xbe8c1e7c                   // s_swappc_b64 s[12:13] from M0
  end_cases
