// Records of the thread trace still wait for the host when their wave, the only one, halts on an illegal instruction.
// The records are sent.
// Decisions: D-FLOW-9, D-ILL-2.
.globl main
main:
.set n, 0
.rept 6
  s_mov_b32 m0, 0x40+n
  s_nop 0
  s_ttracedata
  .set n, n+1
.endr
refused:
  .long 0xbf9f0000                            // SOPP 31: there is none
  s_endpgm
