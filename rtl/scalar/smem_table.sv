// SPDX-License-Identifier: Apache-2.0
// The SMEM opcodes: one row an opcode (gfx9-encoding.md 3 and 7, buffer-memory.md 13). Combinational. An opcode that is
// not in the unit has a row of zeros.
//
// `case`, not `unique case`, and a block that does nothing else: so Verilator makes it one look-up in an array.
module smem_table (
  input  logic [7:0]           op_i,
  output front_pkg::smem_row_t row_o
);
  // Short names of the columns.
  localparam front_pkg::smem_form_e None    = front_pkg::FormNone;
  localparam front_pkg::smem_form_e Pair    = front_pkg::FormPair;
  localparam front_pkg::smem_form_e Scratch = front_pkg::FormScratch;
  localparam front_pkg::smem_form_e Buffer  = front_pkg::FormBuffer;
  localparam front_pkg::smem_kind_e Access  = front_pkg::SmemAccess;
  localparam front_pkg::smem_kind_e Nothing = front_pkg::SmemNothing;
  localparam cu_pkg::mem_op_e       Load    = cu_pkg::MemLoad;
  localparam cu_pkg::mem_op_e       Store   = cu_pkg::MemStore;

  front_pkg::smem_row_t row;
  assign row_o = row;

  // The columns: in the unit, address, what it does, operation, dwords as a power of 2.
  always_comb case (op_i)
    op_pkg::SmemLoadDword:           row = {1'b1, Pair,    Access,  Load,  3'd0};
    op_pkg::SmemLoadDwordx2:         row = {1'b1, Pair,    Access,  Load,  3'd1};
    op_pkg::SmemLoadDwordx4:         row = {1'b1, Pair,    Access,  Load,  3'd2};
    op_pkg::SmemLoadDwordx8:         row = {1'b1, Pair,    Access,  Load,  3'd3};
    op_pkg::SmemLoadDwordx16:        row = {1'b1, Pair,    Access,  Load,  3'd4};
    op_pkg::SmemScratchLoadDword:    row = {1'b1, Scratch, Access,  Load,  3'd0};
    op_pkg::SmemScratchLoadDwordx2:  row = {1'b1, Scratch, Access,  Load,  3'd1};
    op_pkg::SmemScratchLoadDwordx4:  row = {1'b1, Scratch, Access,  Load,  3'd2};
    op_pkg::SmemBufferLoadDword:     row = {1'b1, Buffer,  Access,  Load,  3'd0};
    op_pkg::SmemBufferLoadDwordx2:   row = {1'b1, Buffer,  Access,  Load,  3'd1};
    op_pkg::SmemBufferLoadDwordx4:   row = {1'b1, Buffer,  Access,  Load,  3'd2};
    op_pkg::SmemBufferLoadDwordx8:   row = {1'b1, Buffer,  Access,  Load,  3'd3};
    op_pkg::SmemBufferLoadDwordx16:  row = {1'b1, Buffer,  Access,  Load,  3'd4};
    op_pkg::SmemStoreDword:          row = {1'b1, Pair,    Access,  Store, 3'd0};
    op_pkg::SmemStoreDwordx2:        row = {1'b1, Pair,    Access,  Store, 3'd1};
    op_pkg::SmemStoreDwordx4:        row = {1'b1, Pair,    Access,  Store, 3'd2};
    op_pkg::SmemScratchStoreDword:   row = {1'b1, Scratch, Access,  Store, 3'd0};
    op_pkg::SmemScratchStoreDwordx2: row = {1'b1, Scratch, Access,  Store, 3'd1};
    op_pkg::SmemScratchStoreDwordx4: row = {1'b1, Scratch, Access,  Store, 3'd2};
    op_pkg::SmemBufferStoreDword:    row = {1'b1, Buffer,  Access,  Store, 3'd0};
    op_pkg::SmemBufferStoreDwordx2:  row = {1'b1, Buffer,  Access,  Store, 3'd1};
    op_pkg::SmemBufferStoreDwordx4:  row = {1'b1, Buffer,  Access,  Store, 3'd2};
    op_pkg::SmemDcacheInv:           row = {1'b1, None,    Nothing, Load,  3'd0};
    op_pkg::SmemDcacheWb:            row = {1'b1, None,    Nothing, Load,  3'd0};
    op_pkg::SmemDcacheInvVol:        row = {1'b1, None,    Nothing, Load,  3'd0};
    op_pkg::SmemDcacheWbVol:         row = {1'b1, None,    Nothing, Load,  3'd0};
    op_pkg::SmemAtcProbe:            row = {1'b1, Pair,    Nothing, Load,  3'd0};
    op_pkg::SmemAtcProbeBuffer:      row = {1'b1, Buffer,  Nothing, Load,  3'd0};
    op_pkg::SmemDcacheDiscard:       row = {1'b1, Pair,    Nothing, Load,  3'd0};
    op_pkg::SmemDcacheDiscardX2:     row = {1'b1, Pair,    Nothing, Load,  3'd0};
    default: row = '0;
  endcase
endmodule
