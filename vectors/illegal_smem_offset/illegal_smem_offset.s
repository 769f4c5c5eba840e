// EXEC cannot be the offset register of a scalar load (D-ENC-3): the wave halts there.
// Decisions: D-ENC-3.
.text
.globl illegal_smem_offset
.p2align 8
.type illegal_smem_offset,@function
illegal_smem_offset:
refused:
  s_load_dword s12, s[0:1], exec_lo
  s_endpgm
