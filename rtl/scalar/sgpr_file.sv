// SPDX-License-Identifier: Apache-2.0
// SGPR file: 128 words for each wave slot, in rows of four. VCC, M0 and EXEC are in wave_state.sv. Each read port
// reads a pair, combinationally.
// Each write port writes a row: issue (scalar ALU, fork push), vector ALU results, scalar loads with the dispatcher.
// Two ports that write one word in one cycle are a program error: the port that is later in this list wins. Power-on
// contents are zero.
module sgpr_file (
  input  logic                       clk_i,
  input  cu_pkg::sgpr_addrs_t        raddr_i,
  output cu_pkg::sgpr_data_t         rdata_o,
  input  logic                       issue_valid_i,
  input  front_pkg::sgpr_row_write_t issue_i,
  input  logic                       valu_valid_i,
  input  front_pkg::sgpr_row_write_t valu_i,
  input  logic                       load_valid_i,
  input  front_pkg::sgpr_row_write_t load_i,
  input  cu_pkg::fault_t             fault_i
);
  logic [31:0] mem_q [2048];  // {slot, number}

  initial begin
    for (int i = 0; i < 2048; i++) mem_q[i] = '0;
  end

  for (genvar g = 0; g < cu_pkg::SgprReads; g++) begin : g_read
    assign rdata_o.pair[g] = {mem_q[{raddr_i.pair[g], 1'b1}], mem_q[{raddr_i.pair[g], 1'b0}]};
  end

  logic        fault;
  logic [10:0] fault_addr;
  logic [31:0] fault_mask;
  assign fault = fault_i.valid && fault_i.row == cu_pkg::RowSgpr;
  assign fault_addr = {fault_i.wave, fault_i.index[6:0]};
  assign fault_mask = 32'd1 << fault_i.bit_pos[4:0];

  // An injected fault flips its bit of the value that the cycle writes to the same word.
  always_ff @(posedge clk_i) begin
    if (fault) mem_q[fault_addr] <= mem_q[fault_addr] ^ fault_mask;
    if (issue_valid_i) begin
      for (int i = 0; i < 4; i++) begin
        if (issue_i.we[i]) begin
          mem_q[{issue_i.slot, issue_i.row, i[1:0]}] <= issue_i.data[32*i +: 32] ^
              (fault && fault_addr == {issue_i.slot, issue_i.row, i[1:0]} ? fault_mask : '0);
        end
      end
    end
    if (valu_valid_i) begin
      for (int i = 0; i < 4; i++) begin
        if (valu_i.we[i]) begin
          mem_q[{valu_i.slot, valu_i.row, i[1:0]}] <= valu_i.data[32*i +: 32] ^
              (fault && fault_addr == {valu_i.slot, valu_i.row, i[1:0]} ? fault_mask : '0);
        end
      end
    end
    if (load_valid_i) begin
      for (int i = 0; i < 4; i++) begin
        if (load_i.we[i]) begin
          mem_q[{load_i.slot, load_i.row, i[1:0]}] <= load_i.data[32*i +: 32] ^
              (fault && fault_addr == {load_i.slot, load_i.row, i[1:0]} ? fault_mask : '0);
        end
      end
    end
  end

  logic unused_fault;
  assign unused_fault = ^{fault_i.index[15:7], fault_i.lane, fault_i.bit_pos[5]};
endmodule
