// SPDX-License-Identifier: Apache-2.0
// The SMEM opcodes: one row an opcode (gfx9-encoding.md 3 and 7, buffer-memory.md 13). Combinational. An opcode that is
// not in the unit has a row of zeros.
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
module smem_table (
  input  logic [7:0]          op_i,
  output smem_pkg::smem_row_t row_o
);
  // Short names of the columns.
  localparam smem_pkg::smem_form_e None    = smem_pkg::FormNone;
  localparam smem_pkg::smem_form_e Pair    = smem_pkg::FormPair;
  localparam smem_pkg::smem_form_e Scratch = smem_pkg::FormScratch;
  localparam smem_pkg::smem_form_e Buffer  = smem_pkg::FormBuffer;
  localparam smem_pkg::smem_kind_e Access  = smem_pkg::SmemAccess;
  localparam smem_pkg::smem_kind_e Nothing = smem_pkg::SmemNothing;
  localparam smem_pkg::smem_kind_e Time    = smem_pkg::SmemTime;
  localparam smem_pkg::smem_kind_e Real    = smem_pkg::SmemRealtime;
  localparam mem_pkg::mem_op_e     Load    = mem_pkg::MemLoad;
  localparam mem_pkg::mem_op_e     Store   = mem_pkg::MemStore;
  localparam mem_pkg::mem_op_e     Atomic  = mem_pkg::MemAtomic;
  localparam mem_pkg::mem_atomic_e Plain   = mem_pkg::AtomicSwap;  // no atomic

  smem_pkg::smem_row_t row;
  assign row_o = row;

  // The columns: in the unit, address, what it does, operation, dwords as a power of 2, atomic.
  always_comb case (op_i)
    op_pkg::SmemLoadDword:           row = {1'b1, Pair,    Access,  Load,   3'd0, Plain};
    op_pkg::SmemLoadDwordx2:         row = {1'b1, Pair,    Access,  Load,   3'd1, Plain};
    op_pkg::SmemLoadDwordx4:         row = {1'b1, Pair,    Access,  Load,   3'd2, Plain};
    op_pkg::SmemLoadDwordx8:         row = {1'b1, Pair,    Access,  Load,   3'd3, Plain};
    op_pkg::SmemLoadDwordx16:        row = {1'b1, Pair,    Access,  Load,   3'd4, Plain};
    op_pkg::SmemScratchLoadDword:    row = {1'b1, Scratch, Access,  Load,   3'd0, Plain};
    op_pkg::SmemScratchLoadDwordx2:  row = {1'b1, Scratch, Access,  Load,   3'd1, Plain};
    op_pkg::SmemScratchLoadDwordx4:  row = {1'b1, Scratch, Access,  Load,   3'd2, Plain};
    op_pkg::SmemBufferLoadDword:     row = {1'b1, Buffer,  Access,  Load,   3'd0, Plain};
    op_pkg::SmemBufferLoadDwordx2:   row = {1'b1, Buffer,  Access,  Load,   3'd1, Plain};
    op_pkg::SmemBufferLoadDwordx4:   row = {1'b1, Buffer,  Access,  Load,   3'd2, Plain};
    op_pkg::SmemBufferLoadDwordx8:   row = {1'b1, Buffer,  Access,  Load,   3'd3, Plain};
    op_pkg::SmemBufferLoadDwordx16:  row = {1'b1, Buffer,  Access,  Load,   3'd4, Plain};
    op_pkg::SmemStoreDword:          row = {1'b1, Pair,    Access,  Store,  3'd0, Plain};
    op_pkg::SmemStoreDwordx2:        row = {1'b1, Pair,    Access,  Store,  3'd1, Plain};
    op_pkg::SmemStoreDwordx4:        row = {1'b1, Pair,    Access,  Store,  3'd2, Plain};
    op_pkg::SmemScratchStoreDword:   row = {1'b1, Scratch, Access,  Store,  3'd0, Plain};
    op_pkg::SmemScratchStoreDwordx2: row = {1'b1, Scratch, Access,  Store,  3'd1, Plain};
    op_pkg::SmemScratchStoreDwordx4: row = {1'b1, Scratch, Access,  Store,  3'd2, Plain};
    op_pkg::SmemBufferStoreDword:    row = {1'b1, Buffer,  Access,  Store,  3'd0, Plain};
    op_pkg::SmemBufferStoreDwordx2:  row = {1'b1, Buffer,  Access,  Store,  3'd1, Plain};
    op_pkg::SmemBufferStoreDwordx4:  row = {1'b1, Buffer,  Access,  Store,  3'd2, Plain};
    op_pkg::SmemDcacheInv:           row = {1'b1, None,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemDcacheWb:            row = {1'b1, None,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemDcacheInvVol:        row = {1'b1, None,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemDcacheWbVol:         row = {1'b1, None,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemMemtime:             row = {1'b1, None,    Time,    Load,   3'd1, Plain};
    op_pkg::SmemMemrealtime:         row = {1'b1, None,    Real,    Load,   3'd1, Plain};
    op_pkg::SmemAtcProbe:            row = {1'b1, Pair,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemAtcProbeBuffer:      row = {1'b1, Buffer,  Nothing, Load,   3'd0, Plain};
    op_pkg::SmemDcacheDiscard:       row = {1'b1, Pair,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemDcacheDiscardX2:     row = {1'b1, Pair,    Nothing, Load,   3'd0, Plain};
    op_pkg::SmemBufferAtomicSwap:    row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicSwap};
    op_pkg::SmemBufferAtomicCmpswap: row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicCmpswap};
    op_pkg::SmemBufferAtomicAdd:     row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicAdd};
    op_pkg::SmemBufferAtomicSub:     row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicSub};
    op_pkg::SmemBufferAtomicSmin:    row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicSmin};
    op_pkg::SmemBufferAtomicUmin:    row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicUmin};
    op_pkg::SmemBufferAtomicSmax:    row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicSmax};
    op_pkg::SmemBufferAtomicUmax:    row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicUmax};
    op_pkg::SmemBufferAtomicAnd:     row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicAnd};
    op_pkg::SmemBufferAtomicOr:      row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicOr};
    op_pkg::SmemBufferAtomicXor:     row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicXor};
    op_pkg::SmemBufferAtomicInc:     row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicInc};
    op_pkg::SmemBufferAtomicDec:     row = {1'b1, Buffer,  Access,  Atomic, 3'd0, mem_pkg::AtomicDec};
    op_pkg::SmemBufferAtomicSwapX2:  row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicSwap};
    op_pkg::SmemBufferAtomicCmpswapX2: row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicCmpswap};
    op_pkg::SmemBufferAtomicAddX2:   row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicAdd};
    op_pkg::SmemBufferAtomicSubX2:   row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicSub};
    op_pkg::SmemBufferAtomicSminX2:  row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicSmin};
    op_pkg::SmemBufferAtomicUminX2:  row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicUmin};
    op_pkg::SmemBufferAtomicSmaxX2:  row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicSmax};
    op_pkg::SmemBufferAtomicUmaxX2:  row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicUmax};
    op_pkg::SmemBufferAtomicAndX2:   row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicAnd};
    op_pkg::SmemBufferAtomicOrX2:    row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicOr};
    op_pkg::SmemBufferAtomicXorX2:   row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicXor};
    op_pkg::SmemBufferAtomicIncX2:   row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicInc};
    op_pkg::SmemBufferAtomicDecX2:   row = {1'b1, Buffer,  Access,  Atomic, 3'd1, mem_pkg::AtomicDec};
    op_pkg::SmemAtomicSwap:          row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicSwap};
    op_pkg::SmemAtomicCmpswap:       row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicCmpswap};
    op_pkg::SmemAtomicAdd:           row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicAdd};
    op_pkg::SmemAtomicSub:           row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicSub};
    op_pkg::SmemAtomicSmin:          row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicSmin};
    op_pkg::SmemAtomicUmin:          row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicUmin};
    op_pkg::SmemAtomicSmax:          row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicSmax};
    op_pkg::SmemAtomicUmax:          row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicUmax};
    op_pkg::SmemAtomicAnd:           row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicAnd};
    op_pkg::SmemAtomicOr:            row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicOr};
    op_pkg::SmemAtomicXor:           row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicXor};
    op_pkg::SmemAtomicInc:           row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicInc};
    op_pkg::SmemAtomicDec:           row = {1'b1, Pair,    Access,  Atomic, 3'd0, mem_pkg::AtomicDec};
    op_pkg::SmemAtomicSwapX2:        row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicSwap};
    op_pkg::SmemAtomicCmpswapX2:     row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicCmpswap};
    op_pkg::SmemAtomicAddX2:         row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicAdd};
    op_pkg::SmemAtomicSubX2:         row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicSub};
    op_pkg::SmemAtomicSminX2:        row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicSmin};
    op_pkg::SmemAtomicUminX2:        row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicUmin};
    op_pkg::SmemAtomicSmaxX2:        row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicSmax};
    op_pkg::SmemAtomicUmaxX2:        row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicUmax};
    op_pkg::SmemAtomicAndX2:         row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicAnd};
    op_pkg::SmemAtomicOrX2:          row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicOr};
    op_pkg::SmemAtomicXorX2:         row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicXor};
    op_pkg::SmemAtomicIncX2:         row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicInc};
    op_pkg::SmemAtomicDecX2:         row = {1'b1, Pair,    Access,  Atomic, 3'd1, mem_pkg::AtomicDec};
    default: row = '0;
  endcase
endmodule
