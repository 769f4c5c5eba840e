// SPDX-License-Identifier: Apache-2.0
// The DS opcodes: one row an opcode (gfx9-encoding.md 3, lds.md 3.4 and 5.1; the R700 operations 224..231 of lds.md 6).
// Combinational. An opcode that D-LDS-19 leaves out has no row.
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
module lds_table (
  input  logic [7:0]        op_i,
  output lds_pkg::lds_row_t row_o
);
  // What an instruction does to its entries.
  localparam logic [4:0] Rd    = {lds_pkg::Read, mem_pkg::MemLoad};
  localparam logic [4:0] Wr    = {lds_pkg::Write, mem_pkg::MemStore};
  localparam logic [4:0] At    = {lds_pkg::Atomic, mem_pkg::MemAtomic};
  localparam logic [4:0] Src2  = {lds_pkg::AtomicSrc2, mem_pkg::MemAtomic};
  localparam logic [4:0] Count = {lds_pkg::AppendConsume, mem_pkg::MemAtomic};
  localparam logic [4:0] Lanes = {lds_pkg::LaneExchange, mem_pkg::MemLoad};
  localparam logic [4:0] Nop   = {lds_pkg::DsNop, mem_pkg::MemLoad};

  // The address: its source, and whether the instruction has an address VGPR.
  localparam logic [2:0] Vgpr  = {lds_pkg::AddrFromVgpr, 1'b1};
  localparam logic [2:0] NoAdr = {lds_pkg::AddrFromVgpr, 1'b0};
  localparam logic [2:0] Lane  = {lds_pkg::AddrFromLane, 1'b0};
  localparam logic [2:0] OwnW  = {lds_pkg::AddrOwnerWrite, 1'b0};
  localparam logic [2:0] OwnR  = {lds_pkg::AddrOwnerRead, 1'b1};

  // Accesses: one, two, two with offsets of 64 elements.
  localparam lds_pkg::accesses_t One   = 2'b00;
  localparam lds_pkg::accesses_t Two   = 2'b10;
  localparam lds_pkg::accesses_t Two64 = 2'b11;

  // The part of a register: {sign-extended, D16, high}.
  localparam lds_pkg::part_t Whole  = 3'b000;
  localparam lds_pkg::part_t Sext   = 3'b100;
  localparam lds_pkg::part_t High   = 3'b001;
  localparam lds_pkg::part_t Low16  = 3'b010;
  localparam lds_pkg::part_t High16 = 3'b011;
  localparam lds_pkg::part_t Sext16 = 3'b110;
  localparam lds_pkg::part_t SextHi = 3'b111;

  // Data operands, return, global data share.
  localparam logic [1:0] D0 = 2'd0, D1 = 2'd1, D2 = 2'd2;
  localparam logic NoRtn = 1'b0, Rtn = 1'b1;
  localparam logic NoG = 1'b0, G = 1'b1;

  lds_pkg::lds_row_t row;
  assign row_o = row;

  // The columns: kind, address, bytes, accesses, part, data operands, return, global data share, operation.
  always_comb case (op_i)
    op_pkg::DsAddU32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpAdd};
    op_pkg::DsSubU32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpSub};
    op_pkg::DsRsubU32:             row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpRsub};
    op_pkg::DsIncU32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpInc};
    op_pkg::DsDecU32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpDec};
    op_pkg::DsMinI32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMinI};
    op_pkg::DsMaxI32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMaxI};
    op_pkg::DsMinU32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMinU};
    op_pkg::DsMaxU32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMaxU};
    op_pkg::DsAndB32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpAnd};
    op_pkg::DsOrB32:               row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpOr};
    op_pkg::DsXorB32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpXor};
    op_pkg::DsMskorB32:            row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, NoRtn, G,   lds_pkg::OpMskor};
    op_pkg::DsWriteB32:            row = {Wr,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsWrite2B32:           row = {Wr,    Vgpr,  5'd4,  Two,   Whole,  D2, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsWrite2st64B32:       row = {Wr,    Vgpr,  5'd4,  Two64, Whole,  D2, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsCmpstB32:            row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, NoRtn, G,   lds_pkg::OpCmpst};
    op_pkg::DsCmpstF32:            row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, NoRtn, G,   lds_pkg::OpCmpstF};
    op_pkg::DsMinF32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMinF};
    op_pkg::DsMaxF32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMaxF};
    op_pkg::DsNop:                 row = {Nop,   NoAdr, 5'd0,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsAddF32:              row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpAddF};
    op_pkg::DsWriteAddtidB32:      row = {Wr,    Lane,  5'd4,  One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsWriteB8:             row = {Wr,    Vgpr,  5'd1,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsWriteB16:            row = {Wr,    Vgpr,  5'd2,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsAddRtnU32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpAdd};
    op_pkg::DsSubRtnU32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpSub};
    op_pkg::DsRsubRtnU32:          row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpRsub};
    op_pkg::DsIncRtnU32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpInc};
    op_pkg::DsDecRtnU32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpDec};
    op_pkg::DsMinRtnI32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMinI};
    op_pkg::DsMaxRtnI32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMaxI};
    op_pkg::DsMinRtnU32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMinU};
    op_pkg::DsMaxRtnU32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMaxU};
    op_pkg::DsAndRtnB32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpAnd};
    op_pkg::DsOrRtnB32:            row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpOr};
    op_pkg::DsXorRtnB32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpXor};
    op_pkg::DsMskorRtnB32:         row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpMskor};
    op_pkg::DsWrxchgRtnB32:        row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpWrite};
    op_pkg::DsWrxchg2RtnB32:       row = {At,    Vgpr,  5'd4,  Two,   Whole,  D2, Rtn,   G,   lds_pkg::OpWrite};
    op_pkg::DsWrxchg2st64RtnB32:   row = {At,    Vgpr,  5'd4,  Two64, Whole,  D2, Rtn,   G,   lds_pkg::OpWrite};
    op_pkg::DsCmpstRtnB32:         row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpCmpst};
    op_pkg::DsCmpstRtnF32:         row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpCmpstF};
    op_pkg::DsMinRtnF32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMinF};
    op_pkg::DsMaxRtnF32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMaxF};
    op_pkg::DsWrapRtnB32:          row = {At,    Vgpr,  5'd4,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpWrap};
    op_pkg::DsAddRtnF32:           row = {At,    Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpAddF};
    op_pkg::DsReadB32:             row = {Rd,    Vgpr,  5'd4,  One,   Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsRead2B32:            row = {Rd,    Vgpr,  5'd4,  Two,   Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsRead2st64B32:        row = {Rd,    Vgpr,  5'd4,  Two64, Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadI8:              row = {Rd,    Vgpr,  5'd1,  One,   Sext,   D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadU8:              row = {Rd,    Vgpr,  5'd1,  One,   Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadI16:             row = {Rd,    Vgpr,  5'd2,  One,   Sext,   D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadU16:             row = {Rd,    Vgpr,  5'd2,  One,   Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsSwizzleB32:          row = {Lanes, Vgpr,  5'd4,  One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpSwizzle};
    op_pkg::DsPermuteB32:          row = {Lanes, Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   NoG, lds_pkg::OpPermute};
    op_pkg::DsBpermuteB32:         row = {Lanes, Vgpr,  5'd4,  One,   Whole,  D1, Rtn,   NoG, lds_pkg::OpBpermute};
    op_pkg::DsAddU64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpAdd};
    op_pkg::DsSubU64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpSub};
    op_pkg::DsRsubU64:             row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpRsub};
    op_pkg::DsIncU64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpInc};
    op_pkg::DsDecU64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpDec};
    op_pkg::DsMinI64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMinI};
    op_pkg::DsMaxI64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMaxI};
    op_pkg::DsMinU64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMinU};
    op_pkg::DsMaxU64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMaxU};
    op_pkg::DsAndB64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpAnd};
    op_pkg::DsOrB64:               row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpOr};
    op_pkg::DsXorB64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpXor};
    op_pkg::DsMskorB64:            row = {At,    Vgpr,  5'd8,  One,   Whole,  D2, NoRtn, G,   lds_pkg::OpMskor};
    op_pkg::DsWriteB64:            row = {Wr,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsWrite2B64:           row = {Wr,    Vgpr,  5'd8,  Two,   Whole,  D2, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsWrite2st64B64:       row = {Wr,    Vgpr,  5'd8,  Two64, Whole,  D2, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsCmpstB64:            row = {At,    Vgpr,  5'd8,  One,   Whole,  D2, NoRtn, G,   lds_pkg::OpCmpst};
    op_pkg::DsCmpstF64:            row = {At,    Vgpr,  5'd8,  One,   Whole,  D2, NoRtn, G,   lds_pkg::OpCmpstF};
    op_pkg::DsMinF64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMinF};
    op_pkg::DsMaxF64:              row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, NoRtn, G,   lds_pkg::OpMaxF};
    op_pkg::DsWriteB8D16Hi:        row = {Wr,    Vgpr,  5'd1,  One,   High,   D1, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsWriteB16D16Hi:       row = {Wr,    Vgpr,  5'd2,  One,   High,   D1, NoRtn, G,   lds_pkg::OpNone};
    op_pkg::DsReadU8D16:           row = {Rd,    Vgpr,  5'd1,  One,   Low16,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadU8D16Hi:         row = {Rd,    Vgpr,  5'd1,  One,   High16, D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadI8D16:           row = {Rd,    Vgpr,  5'd1,  One,   Sext16, D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadI8D16Hi:         row = {Rd,    Vgpr,  5'd1,  One,   SextHi, D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadU16D16:          row = {Rd,    Vgpr,  5'd2,  One,   Low16,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsReadU16D16Hi:        row = {Rd,    Vgpr,  5'd2,  One,   High16, D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsAddRtnU64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpAdd};
    op_pkg::DsSubRtnU64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpSub};
    op_pkg::DsRsubRtnU64:          row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpRsub};
    op_pkg::DsIncRtnU64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpInc};
    op_pkg::DsDecRtnU64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpDec};
    op_pkg::DsMinRtnI64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMinI};
    op_pkg::DsMaxRtnI64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMaxI};
    op_pkg::DsMinRtnU64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMinU};
    op_pkg::DsMaxRtnU64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMaxU};
    op_pkg::DsAndRtnB64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpAnd};
    op_pkg::DsOrRtnB64:            row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpOr};
    op_pkg::DsXorRtnB64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpXor};
    op_pkg::DsMskorRtnB64:         row = {At,    Vgpr,  5'd8,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpMskor};
    op_pkg::DsWrxchgRtnB64:        row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpWrite};
    op_pkg::DsWrxchg2RtnB64:       row = {At,    Vgpr,  5'd8,  Two,   Whole,  D2, Rtn,   G,   lds_pkg::OpWrite};
    op_pkg::DsWrxchg2st64RtnB64:   row = {At,    Vgpr,  5'd8,  Two64, Whole,  D2, Rtn,   G,   lds_pkg::OpWrite};
    op_pkg::DsCmpstRtnB64:         row = {At,    Vgpr,  5'd8,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpCmpst};
    op_pkg::DsCmpstRtnF64:         row = {At,    Vgpr,  5'd8,  One,   Whole,  D2, Rtn,   G,   lds_pkg::OpCmpstF};
    op_pkg::DsMinRtnF64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMinF};
    op_pkg::DsMaxRtnF64:           row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpMaxF};
    op_pkg::DsReadB64:             row = {Rd,    Vgpr,  5'd8,  One,   Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsRead2B64:            row = {Rd,    Vgpr,  5'd8,  Two,   Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsRead2st64B64:        row = {Rd,    Vgpr,  5'd8,  Two64, Whole,  D0, Rtn,   G,   lds_pkg::OpNone};
    op_pkg::DsCondxchg32RtnB64:    row = {At,    Vgpr,  5'd8,  One,   Whole,  D1, Rtn,   G,   lds_pkg::OpCondxchg};
    op_pkg::DsAddSrc2U32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpAdd};
    op_pkg::DsSubSrc2U32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpSub};
    op_pkg::DsRsubSrc2U32:         row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpRsub};
    op_pkg::DsIncSrc2U32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpInc};
    op_pkg::DsDecSrc2U32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpDec};
    op_pkg::DsMinSrc2I32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMinI};
    op_pkg::DsMaxSrc2I32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMaxI};
    op_pkg::DsMinSrc2U32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMinU};
    op_pkg::DsMaxSrc2U32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMaxU};
    op_pkg::DsAndSrc2B32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpAnd};
    op_pkg::DsOrSrc2B32:           row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpOr};
    op_pkg::DsXorSrc2B32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpXor};
    op_pkg::DsWriteSrc2B32:        row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpWrite};
    op_pkg::DsMinSrc2F32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMinF};
    op_pkg::DsMaxSrc2F32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMaxF};
    op_pkg::DsAddSrc2F32:          row = {Src2,  Vgpr,  5'd4,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpAddF};
    op_pkg::DsReadAddtidB32:       row = {Rd,    Lane,  5'd4,  One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    op_pkg::DsConsume:             row = {Count, NoAdr, 5'd4,  One,   Whole,  D0, Rtn,   G,   lds_pkg::OpSub};
    op_pkg::DsAppend:              row = {Count, NoAdr, 5'd4,  One,   Whole,  D0, Rtn,   G,   lds_pkg::OpAdd};
    op_pkg::DsAddSrc2U64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpAdd};
    op_pkg::DsSubSrc2U64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpSub};
    op_pkg::DsRsubSrc2U64:         row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpRsub};
    op_pkg::DsIncSrc2U64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpInc};
    op_pkg::DsDecSrc2U64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpDec};
    op_pkg::DsMinSrc2I64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMinI};
    op_pkg::DsMaxSrc2I64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMaxI};
    op_pkg::DsMinSrc2U64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMinU};
    op_pkg::DsMaxSrc2U64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMaxU};
    op_pkg::DsAndSrc2B64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpAnd};
    op_pkg::DsOrSrc2B64:           row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpOr};
    op_pkg::DsXorSrc2B64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpXor};
    op_pkg::DsWriteSrc2B64:        row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpWrite};
    op_pkg::DsMinSrc2F64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMinF};
    op_pkg::DsMaxSrc2F64:          row = {Src2,  Vgpr,  5'd8,  One,   Whole,  D0, NoRtn, G,   lds_pkg::OpMaxF};
    op_pkg::DsWriteB96:            row = {Wr,    Vgpr,  5'd12, One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsWriteB128:           row = {Wr,    Vgpr,  5'd16, One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerWrite1:         row = {Wr,    OwnW,  5'd4,  One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerWrite2:         row = {Wr,    OwnW,  5'd8,  One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerWrite3:         row = {Wr,    OwnW,  5'd12, One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerWrite4:         row = {Wr,    OwnW,  5'd16, One,   Whole,  D1, NoRtn, NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerRead1:          row = {Rd,    OwnR,  5'd4,  One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerRead2:          row = {Rd,    OwnR,  5'd8,  One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerRead3:          row = {Rd,    OwnR,  5'd12, One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    op_pkg::DsOwnerRead4:          row = {Rd,    OwnR,  5'd16, One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    op_pkg::DsReadB96:             row = {Rd,    Vgpr,  5'd12, One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    op_pkg::DsReadB128:            row = {Rd,    Vgpr,  5'd16, One,   Whole,  D0, Rtn,   NoG, lds_pkg::OpNone};
    default: row = '0;
  endcase
endmodule
