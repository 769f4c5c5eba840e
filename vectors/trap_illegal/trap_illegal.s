// Outside of the trap handler the TTMPs do not exist.
.globl main
main:
  s_trap 1
refused:
  s_mov_b32 s0, ttmp0
  s_endpgm
.p2align 8
handler:
  s_add_u32 ttmp0, ttmp0, 4
  s_addc_u32 ttmp1, ttmp1, 0
  s_rfe_b64 ttmp[0:1]
