// SPDX-License-Identifier: Apache-2.0
// Compares and v_cmp_class_f32: a fixed execution unit of one cycle. It writes no VGPR.
// Contract of a unit: docs/blocks.md, "Execution units".
module valu_compare #(
  parameter int unsigned Lanes = cu_pkg::NumLanes  // of a pass
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  cu_pkg::exec_pass_t      req_i,
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::valu_control_t ctl_i,  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::fp_mode_t      fp_mode_i,
  // verilator lint_on UNUSEDSIGNAL
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           b_i,
  input  cu_pkg::pass_t           a_hi_i,
  input  cu_pkg::pass_t           b_hi_i,
  output logic                    rsp_valid_o,
  output cu_pkg::exec_pass_t      rsp_o,
  output logic [15:0]             bits_o
);
  logic valid_q;
  cu_pkg::exec_pass_t rsp_q;
  logic [15:0] bits_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign bits_o = bits_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= req_valid_i;
  end
  always_ff @(posedge clk_i) begin
    logic [15:0] bits;
    if (req_valid_i) begin
      bits = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (req_i.lanes[i]) begin
          bits[i] = valu_cmp_pkg::compute(ctl_i.op, ctl_i.cond, ctl_i.neg[1:0], ctl_i.abs[1:0],
                                          !fp_mode_i.denorm_f32[0], a_i[32*i +: 32], b_i[32*i +: 32],
                                          a_hi_i[32*i +: 32], b_hi_i[32*i +: 32]);
        end
      end
      rsp_q <= req_i;
      bits_q <= bits;
    end
  end
endmodule
