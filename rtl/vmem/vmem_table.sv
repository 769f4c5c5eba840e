// SPDX-License-Identifier: Apache-2.0
// The GLOBAL opcodes: one row an opcode (gfx9-encoding.md 3, buffer-memory.md 10). Combinational. An opcode that is not
// listed in D-MEM-33 has a row of zeros. The same numbers of MUBUF are the same accesses (buffer-memory.md 6).
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
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

  vmem_pkg::vmem_row_t row;
  assign row_o = row;

  // The columns: in the unit, operation, bytes of a lane, part, destination.
  always_comb case (op_i)
    op_pkg::GlobalLoadUbyte:           row = {1'b1, cu_pkg::MemLoad,  5'd1,  Whole, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadSbyte:           row = {1'b1, cu_pkg::MemLoad,  5'd1,  Sext, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadUshort:          row = {1'b1, cu_pkg::MemLoad,  5'd2,  Whole, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadSshort:          row = {1'b1, cu_pkg::MemLoad,  5'd2,  Sext, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadDword:           row = {1'b1, cu_pkg::MemLoad,  5'd4,  Whole, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadDwordx2:         row = {1'b1, cu_pkg::MemLoad,  5'd8,  Whole, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadDwordx3:         row = {1'b1, cu_pkg::MemLoad,  5'd12, Whole, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadDwordx4:         row = {1'b1, cu_pkg::MemLoad,  5'd16, Whole, cu_pkg::ToVgpr};
    op_pkg::GlobalStoreByte:           row = {1'b1, cu_pkg::MemStore, 5'd1,  Whole, cu_pkg::ToNothing};
    op_pkg::GlobalStoreByteD16Hi:      row = {1'b1, cu_pkg::MemStore, 5'd1,  High, cu_pkg::ToNothing};
    op_pkg::GlobalStoreShort:          row = {1'b1, cu_pkg::MemStore, 5'd2,  Whole, cu_pkg::ToNothing};
    op_pkg::GlobalStoreShortD16Hi:     row = {1'b1, cu_pkg::MemStore, 5'd2,  High, cu_pkg::ToNothing};
    op_pkg::GlobalStoreDword:          row = {1'b1, cu_pkg::MemStore, 5'd4,  Whole, cu_pkg::ToNothing};
    op_pkg::GlobalStoreDwordx2:        row = {1'b1, cu_pkg::MemStore, 5'd8,  Whole, cu_pkg::ToNothing};
    op_pkg::GlobalStoreDwordx3:        row = {1'b1, cu_pkg::MemStore, 5'd12, Whole, cu_pkg::ToNothing};
    op_pkg::GlobalStoreDwordx4:        row = {1'b1, cu_pkg::MemStore, 5'd16, Whole, cu_pkg::ToNothing};
    op_pkg::GlobalLoadUbyteD16:        row = {1'b1, cu_pkg::MemLoad,  5'd1,  Low16, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadUbyteD16Hi:      row = {1'b1, cu_pkg::MemLoad,  5'd1,  High16, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadSbyteD16:        row = {1'b1, cu_pkg::MemLoad,  5'd1,  Sext16, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadSbyteD16Hi:      row = {1'b1, cu_pkg::MemLoad,  5'd1,  SextHi, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadShortD16:        row = {1'b1, cu_pkg::MemLoad,  5'd2,  Low16, cu_pkg::ToVgpr};
    op_pkg::GlobalLoadShortD16Hi:      row = {1'b1, cu_pkg::MemLoad,  5'd2,  High16, cu_pkg::ToVgpr};
    default: row = '0;
  endcase
endmodule
