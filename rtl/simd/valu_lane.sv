// SPDX-License-Identifier: Apache-2.0
// Moves between lanes, VGPRs and SGPRs without arithmetic: a fixed execution unit of one cycle.
// Contract of a unit: docs/blocks.md, "Execution units".
//
// v_swap_b32 writes both VGPRs, v_writelane_b32 the first. The scalar result of v_readlane_b32 and
// v_readfirstlane_b32 is in lo_o[31:0] of the last response. EXEC does not matter to these two.
//
// coverage off toggle rsp_o.cmpx, rsp_o.sdst_kind[0], rsp_q.cmpx, rsp_q.sdst_kind[0]: UnitLane writes no mask.
module valu_lane (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 req_valid_i,
  input  exec_pkg::exec_pass_t req_i,
  input  logic [5:0]           lane_i,
  input  cu_pkg::pass_t        a_i,
  input  cu_pkg::pass_t        b_i,
  output logic                 rsp_valid_o,
  output exec_pkg::exec_pass_t rsp_o,
  output cu_pkg::pass_t        lo_o,
  output cu_pkg::pass_t        hi_o
);
  logic valid_q;
  exec_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q, hi_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign hi_o = hi_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= req_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (req_valid_i) begin
      rsp_q <= req_i;
      if (req_i.sdst_kind != valu_pkg::SdstValue) begin
        lo_q <= a_i;
        hi_q <= b_i;
      end else if (lane_i[5:4] == req_i.pass) begin
        lo_q <= 512'(a_i[{lane_i[3:0], 5'd0} +: 32]);
      end
    end
  end
endmodule
