// A loop of forks without their joins: the seventh push finds CSP at 6. The program makes EXEC wider in each round,
// which a correct program never does. The push is a program error (control-flow.md 3.3). Before it, entries at every
// place of the stack have been written.
.globl main
main:
  s_mov_b64 s[30:31], exec
  s_mov_b64 s[32:33], 15
  s_mov_b32 s26, 0
.Lagain:
  s_mov_b64 exec, s[30:31]
  s_add_u32 s26, s26, 1
push:
  s_cbranch_i_fork s[32:33], .Lagain
  s_endpgm
