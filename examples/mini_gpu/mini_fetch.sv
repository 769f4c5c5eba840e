// SPDX-License-Identifier: Apache-2.0
// The instruction at PC, from a buffer of one line. A line that is missing is fetched; PC stays until it is there.
module mini_fetch import mini_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        flush_i,     // the line may be of another program
  input  logic        wanted_i,    // there is a wave that executes
  input  logic [63:1] pc_i,
  output logic        valid_o,     // word_o is the instruction at pc_i
  output logic [15:0] word_o,      // 0 with fault_o
  output logic        fault_o,     // no memory is mapped there
  output logic        req_valid_o,
  input  logic        req_ready_i,
  output logic [57:0] req_line_o,  // address / 64
  input  logic        rsp_valid_i,
  input  fetch_rsp_t  rsp_i
);
  logic         valid_q, waiting_q, fault_q;
  logic [57:0]  line_q;
  logic [511:0] data_q;

  assign valid_o     = valid_q && line_q == pc_i[63:6];
  assign fault_o     = fault_q;
  assign word_o      = fault_q ? '0 : data_q[{pc_i[5:1], 4'b0}+:16];
  assign req_valid_o = wanted_i && !valid_o && !waiting_q;
  assign req_line_o  = pc_i[63:6];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      waiting_q <= 1'b0;
    end else begin
      if (req_valid_o && req_ready_i) waiting_q <= 1'b1;
      if (rsp_valid_i) begin
        waiting_q <= 1'b0;
        valid_q   <= 1'b1;
        line_q    <= pc_i[63:6];
        fault_q   <= rsp_i.error;
        data_q    <= rsp_i.data;
      end
      if (flush_i) valid_q <= 1'b0;
    end
  end
endmodule
