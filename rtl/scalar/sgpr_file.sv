// SPDX-License-Identifier: Apache-2.0
// SGPR file: 128 words for each wave slot, in rows of four. VCC, M0 and EXEC are in wave_state.sv. Each read port
// reads a pair, others a row when they are asked for, combinationally. Without read_i the pairs are 0. Numbers are
// first names (gfx9-encoding.md D-REG-21).
// Each write port writes a row: scalar loads with the dispatcher, vector ALU results, issue (scalar ALU, fork push).
// Two ports may write one word in one cycle: the port that is later in this list wins (maxwell-control.md D-CTRL-38).
// Power-on contents are zero.
module sgpr_file (
  input  logic                      clk_i,
  input  logic                      read_i,
  input  sgpr_pkg::sgpr_addrs_t     raddr_i,
  output sgpr_pkg::sgpr_data_t      rdata_o,
  input  sgpr_pkg::sgpr_row_addr_t  row_addr_i,
  output logic [127:0]              row_data_o,
  input  sgpr_pkg::sgpr_row_addr_t  ssharp_addr_i,
  output logic [127:0]              ssharp_data_o,
  input  logic                      issue_valid_i,
  input  sgpr_pkg::sgpr_row_write_t issue_i,
  input  logic                      valu_valid_i,
  input  sgpr_pkg::sgpr_row_write_t valu_i,
  input  logic                      load_valid_i,
  input  sgpr_pkg::sgpr_row_write_t load_i
);
  localparam int unsigned High = sgpr_pkg::SgprHalves - 1;  // of words 2 and 3 of a row; low: 0
  localparam int unsigned Words = 128 * cu_pkg::NumWaves;
  logic [31:0] mem_q [Words];  // {slot, number}

  initial begin
    for (int unsigned i = 0; i < Words; i++) mem_q[i] = '0;
  end

  always_comb begin
    rdata_o = '0;
    row_data_o = '0;
    ssharp_data_o = '0;
    if (read_i) begin
      for (int unsigned i = 0; i < sgpr_pkg::SgprReads; i++) begin
        rdata_o.pair[i] = {mem_q[{raddr_i.pair[i], 1'b1}], mem_q[{raddr_i.pair[i], 1'b0}]};
      end
    end
    if (row_addr_i.valid) begin
      row_data_o = {mem_q[{row_addr_i.row[High], 2'd3}], mem_q[{row_addr_i.row[High], 2'd2}],
                    mem_q[{row_addr_i.row[0], 2'd1}], mem_q[{row_addr_i.row[0], 2'd0}]};
    end
    if (ssharp_addr_i.valid) begin
      ssharp_data_o = {mem_q[{ssharp_addr_i.row[High], 2'd3}], mem_q[{ssharp_addr_i.row[High], 2'd2}],
                       mem_q[{ssharp_addr_i.row[0], 2'd1}], mem_q[{ssharp_addr_i.row[0], 2'd0}]};
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_valid_i) begin
      for (int i = 0; i < 4; i++) begin
        if (load_i.we[i]) begin
          mem_q[{load_i.slot, load_i.row[(i < 2 ? 0 : sgpr_pkg::HighRow) +: 5], i[1:0]}] <= load_i.data[32*i +: 32];
        end
      end
    end
    if (valu_valid_i) begin
      for (int i = 0; i < 4; i++) begin
        if (valu_i.we[i]) begin
          mem_q[{valu_i.slot, valu_i.row[(i < 2 ? 0 : sgpr_pkg::HighRow) +: 5], i[1:0]}] <= valu_i.data[32*i +: 32];
        end
      end
    end
    if (issue_valid_i) begin
      for (int i = 0; i < 4; i++) begin
        if (issue_i.we[i]) begin
          mem_q[{issue_i.slot, issue_i.row[(i < 2 ? 0 : sgpr_pkg::HighRow) +: 5], i[1:0]}] <= issue_i.data[32*i +: 32];
        end
      end
    end
  end
endmodule
