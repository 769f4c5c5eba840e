// A fork and two joins. The second join pops an empty stack: its saved CSP is 7, a value that CSP never had.
// Decisions: D-FLOW-15.
.globl main
main:
  s_mov_b64 s[32:33], 15
  s_mov_b32 s26, 7
  s_cbranch_i_fork s[32:33], join
join:
  s_cbranch_join s26
  s_endpgm
