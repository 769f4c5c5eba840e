// SPDX-License-Identifier: Apache-2.0
// The opcodes of FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF: one row a number (gfx9-encoding.md 3, buffer-memory.md 6, 8,
// 10). The same number is the same access in all. An opcode that the unit does not have has a row of zeros.
// Combinational.
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
//
// coverage off toggle row_o.destination[1], row.destination[1]: The rows have VGPRs or nothing as the destination. A
//   load into the LDS is one by its LDS bit.
module vmem_table (
  input  logic [6:0]          op_i,
  output vmem_pkg::vmem_row_t row_o
);
  // The part of a register: {sign-extended, D16, high}.
  localparam vmem_pkg::part_t Whole  = 3'b000;
  localparam vmem_pkg::part_t Sext   = 3'b100;
  localparam vmem_pkg::part_t High   = 3'b001;
  localparam vmem_pkg::part_t Low16  = 3'b010;
  localparam vmem_pkg::part_t High16 = 3'b011;
  localparam vmem_pkg::part_t Sext16 = 3'b110;
  localparam vmem_pkg::part_t SextHi = 3'b111;

  // Operation, bytes, part and destination of an atomic.
  localparam logic [11:0] Word4 = {mem_pkg::MemAtomic, 5'd4, Whole, mem_pkg::ToVgpr};
  localparam logic [11:0] Word8 = {mem_pkg::MemAtomic, 5'd8, Whole, mem_pkg::ToVgpr};

  // The formats of an opcode: {MTBUF, MUBUF, GLOBAL, SCRATCH, FLAT}, and whether it converts.
  localparam logic [5:0] All     = 6'b01111_0;
  localparam logic [5:0] NoScr   = 6'b01101_0;  // not SCRATCH
  localparam logic [5:0] Buffer  = 6'b01000_0;
  localparam logic [5:0] Convert = 6'b01000_1;
  localparam logic [5:0] Typed   = 6'b11000_1;

  vmem_pkg::vmem_row_t row;
  assign row_o = row;

  // The columns: formats and conversion, operation, bytes of a lane in registers, part, destination, what an atomic
  // does.
  always_comb case (op_i)
    op_pkg::GlobalLoadUbyte:           row = {All, mem_pkg::MemLoad,   5'd1,  Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadSbyte:           row = {All, mem_pkg::MemLoad,   5'd1,  Sext,   mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadUshort:          row = {All, mem_pkg::MemLoad,   5'd2,  Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadSshort:          row = {All, mem_pkg::MemLoad,   5'd2,  Sext,   mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadDword:           row = {All, mem_pkg::MemLoad,   5'd4,  Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadDwordx2:         row = {All, mem_pkg::MemLoad,   5'd8,  Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadDwordx3:         row = {All, mem_pkg::MemLoad,   5'd12, Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadDwordx4:         row = {All, mem_pkg::MemLoad,   5'd16, Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalStoreByte:           row = {All, mem_pkg::MemStore,  5'd1,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreByteD16Hi:      row = {All, mem_pkg::MemStore,  5'd1,  High,   mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreShort:          row = {All, mem_pkg::MemStore,  5'd2,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreShortD16Hi:     row = {All, mem_pkg::MemStore,  5'd2,  High,   mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreDword:          row = {All, mem_pkg::MemStore,  5'd4,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreDwordx2:        row = {All, mem_pkg::MemStore,  5'd8,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreDwordx3:        row = {All, mem_pkg::MemStore,  5'd12, Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalStoreDwordx4:        row = {All, mem_pkg::MemStore,  5'd16, Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalLoadUbyteD16:        row = {All, mem_pkg::MemLoad,   5'd1,  Low16,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadUbyteD16Hi:      row = {All, mem_pkg::MemLoad,   5'd1,  High16, mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadSbyteD16:        row = {All, mem_pkg::MemLoad,   5'd1,  Sext16, mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadSbyteD16Hi:      row = {All, mem_pkg::MemLoad,   5'd1,  SextHi, mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadShortD16:        row = {All, mem_pkg::MemLoad,   5'd2,  Low16,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::GlobalLoadShortD16Hi:      row = {All, mem_pkg::MemLoad,   5'd2,  High16, mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatX:         row = {Typed, mem_pkg::MemLoad,  5'd4,  Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatXy:        row = {Typed, mem_pkg::MemLoad,  5'd8,  Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatXyz:       row = {Typed, mem_pkg::MemLoad,  5'd12, Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatXyzw:      row = {Typed, mem_pkg::MemLoad,  5'd16, Whole,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferStoreFormatX:        row = {Typed, mem_pkg::MemStore, 5'd4,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreFormatXy:       row = {Typed, mem_pkg::MemStore, 5'd8,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreFormatXyz:      row = {Typed, mem_pkg::MemStore, 5'd12, Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreFormatXyzw:     row = {Typed, mem_pkg::MemStore, 5'd16, Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferLoadFormatD16X:      row = {Typed, mem_pkg::MemLoad,  5'd2,  Low16,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatD16Xy:     row = {Typed, mem_pkg::MemLoad,  5'd4,  Low16,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatD16Xyz:    row = {Typed, mem_pkg::MemLoad,  5'd6,  Low16,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferLoadFormatD16Xyzw:   row = {Typed, mem_pkg::MemLoad,  5'd8,  Low16,  mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferStoreFormatD16X:     row = {Typed, mem_pkg::MemStore, 5'd2,  Low16,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreFormatD16Xy:    row = {Typed, mem_pkg::MemStore, 5'd4,  Low16,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreFormatD16Xyz:   row = {Typed, mem_pkg::MemStore, 5'd6,  Low16,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreFormatD16Xyzw:  row = {Typed, mem_pkg::MemStore, 5'd8,  Low16,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferLoadFormatD16HiX:    row = {Convert, mem_pkg::MemLoad,  5'd2,  High16, mem_pkg::ToVgpr, 4'd0};
    op_pkg::BufferStoreFormatD16HiX:   row = {Convert, mem_pkg::MemStore, 5'd2,  High16, mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferStoreLdsDword:       row = {Buffer, mem_pkg::MemStore, 5'd4,  Whole,  mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferWbinvl1:             row = {Buffer, mem_pkg::MemLoad, 5'd0, Whole, mem_pkg::ToNothing, 4'd0};
    op_pkg::BufferWbinvl1Vol:          row = {Buffer, mem_pkg::MemLoad, 5'd0, Whole, mem_pkg::ToNothing, 4'd0};
    op_pkg::GlobalAtomicSwap:          row = {NoScr, Word4, mem_pkg::AtomicSwap};
    op_pkg::GlobalAtomicCmpswap:       row = {NoScr, Word4, mem_pkg::AtomicCmpswap};
    op_pkg::GlobalAtomicAdd:           row = {NoScr, Word4, mem_pkg::AtomicAdd};
    op_pkg::GlobalAtomicSub:           row = {NoScr, Word4, mem_pkg::AtomicSub};
    op_pkg::GlobalAtomicSmin:          row = {NoScr, Word4, mem_pkg::AtomicSmin};
    op_pkg::GlobalAtomicUmin:          row = {NoScr, Word4, mem_pkg::AtomicUmin};
    op_pkg::GlobalAtomicSmax:          row = {NoScr, Word4, mem_pkg::AtomicSmax};
    op_pkg::GlobalAtomicUmax:          row = {NoScr, Word4, mem_pkg::AtomicUmax};
    op_pkg::GlobalAtomicAnd:           row = {NoScr, Word4, mem_pkg::AtomicAnd};
    op_pkg::GlobalAtomicOr:            row = {NoScr, Word4, mem_pkg::AtomicOr};
    op_pkg::GlobalAtomicXor:           row = {NoScr, Word4, mem_pkg::AtomicXor};
    op_pkg::GlobalAtomicInc:           row = {NoScr, Word4, mem_pkg::AtomicInc};
    op_pkg::GlobalAtomicDec:           row = {NoScr, Word4, mem_pkg::AtomicDec};
    op_pkg::GlobalAtomicSwapX2:        row = {NoScr, Word8, mem_pkg::AtomicSwap};
    op_pkg::GlobalAtomicCmpswapX2:     row = {NoScr, Word8, mem_pkg::AtomicCmpswap};
    op_pkg::GlobalAtomicAddX2:         row = {NoScr, Word8, mem_pkg::AtomicAdd};
    op_pkg::GlobalAtomicSubX2:         row = {NoScr, Word8, mem_pkg::AtomicSub};
    op_pkg::GlobalAtomicSminX2:        row = {NoScr, Word8, mem_pkg::AtomicSmin};
    op_pkg::GlobalAtomicUminX2:        row = {NoScr, Word8, mem_pkg::AtomicUmin};
    op_pkg::GlobalAtomicSmaxX2:        row = {NoScr, Word8, mem_pkg::AtomicSmax};
    op_pkg::GlobalAtomicUmaxX2:        row = {NoScr, Word8, mem_pkg::AtomicUmax};
    op_pkg::GlobalAtomicAndX2:         row = {NoScr, Word8, mem_pkg::AtomicAnd};
    op_pkg::GlobalAtomicOrX2:          row = {NoScr, Word8, mem_pkg::AtomicOr};
    op_pkg::GlobalAtomicXorX2:         row = {NoScr, Word8, mem_pkg::AtomicXor};
    op_pkg::GlobalAtomicIncX2:         row = {NoScr, Word8, mem_pkg::AtomicInc};
    op_pkg::GlobalAtomicDecX2:         row = {NoScr, Word8, mem_pkg::AtomicDec};
    default: row = '0;
  endcase
endmodule
