// SPDX-License-Identifier: Apache-2.0
// The f32 operations that round once or twice: add, multiply, fma, mad and others. A fixed execution unit of one
// cycle.
// Contract of a unit: docs/blocks.md, "Execution units".
module valu_fma #(
  parameter int unsigned Lanes = cu_pkg::NumLanes  // of a pass
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  cu_pkg::exec_pass_t      req_i,
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::valu_control_t ctl_i,  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  logic [15:0]             mask_i,
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           b_i,
  input  cu_pkg::pass_t           c_i,
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    rsp_valid_o,
  output cu_pkg::exec_pass_t      rsp_o,
  output cu_pkg::pass_t           lo_o,
  output logic [15:0]             bits_o  // v_div_scale
);
  logic valid_q;
  cu_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q;
  logic [15:0] bits_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign bits_o = bits_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= req_valid_i;
  end
  always_ff @(posedge clk_i) begin
    cu_pkg::pass_t lo;
    logic [15:0] bits;
    // verilator lint_off UNUSEDSIGNAL
    logic [6:0] flags;  // no exceptions yet: D-NUM-41
    // verilator lint_on UNUSEDSIGNAL
    if (req_valid_i) begin
      lo = '0;
      bits = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (req_i.lanes[i]) begin
          {bits[i], flags, lo[32*i +: 32]} = valu_fma_pkg::compute(
              ctl_i.op, mask_i[i], ctl_i.neg, ctl_i.abs, ctl_i.omod, ctl_i.clamp, fp_mode_i, a_i[32*i +: 32],
              b_i[32*i +: 32], c_i[32*i +: 32]);
          if (ctl_i.sdwa) begin
            lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], c_hi_i[32*i +: 32], ctl_i.ext[15:0]);
          end
        end
      end
      rsp_q <= req_i;
      lo_q <= lo;
      bits_q <= bits;
    end
  end
endmodule
