// SPDX-License-Identifier: Apache-2.0
// Reciprocals, by a digit recurrence in 16 lanes: a fixed execution unit that has one pass at a time. It takes a pass
// and works on it for valu_rcp_pkg::Cycles cycles. In the next cycle it rounds and can take another pass.
// Contract of a unit: docs/blocks.md, "Execution units".
module valu_rcp #(
  parameter int unsigned Lanes = cu_pkg::NumLanes  // of a pass
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  cu_pkg::exec_pass_t      req_i,
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    rsp_valid_o,
  output cu_pkg::exec_pass_t      rsp_o,
  output cu_pkg::pass_t           lo_o
);
  // The pass: it is in the recurrence while busy_q is set, and cycles_q counts down.
  localparam int unsigned CountBits = $clog2(valu_rcp_pkg::Cycles + 1);
  logic busy_q;
  logic [CountBits-1:0] cycles_q;
  cu_pkg::exec_pass_t pass_q;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t ctl_q;  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  valu_pkg::fp_mode_t fp_mode_q;
  cu_pkg::pass_t old_q;  // the destination as it was, for SDWA
  logic [31:0] x_q [Lanes];
  logic [15:0] denormal_q;
  logic [52:0] state_q [Lanes];

  logic valid_q, finish;
  cu_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign finish = busy_q && cycles_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (req_valid_i) busy_q <= 1'b1;
      else if (finish) busy_q <= 1'b0;
      valid_q <= finish;
      if (req_valid_i) a_one_pass: assert (!busy_q || finish);
    end
  end
  always_ff @(posedge clk_i) begin
    cu_pkg::pass_t lo;
    if (finish) begin
      lo = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (pass_q.lanes[i]) begin
          lo[32*i +: 32] = 32'(valu_rcp_pkg::finish(ctl_q.op, ctl_q.omod, ctl_q.clamp, fp_mode_q, x_q[i],
                                                    denormal_q[i], state_q[i]));
          if (ctl_q.sdwa) begin
            lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], old_q[32*i +: 32],
                                                          ctl_q.ext.sdwa.dst_unused, ctl_q.ext.sdwa.dst_sel);
          end
        end
      end
      rsp_q <= pass_q;
      lo_q <= lo;
    end else if (busy_q) begin
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (pass_q.lanes[i]) state_q[i] <= valu_rcp_pkg::step(state_q[i], fp_pkg::significand(x_q[i]));
      end
      cycles_q <= cycles_q - 1'b1;
    end
    if (req_valid_i) begin
      for (int unsigned i = 0; i < Lanes; i++) begin
        x_q[i] <= valu_rcp_pkg::operand(a_i[32*i +: 32], ctl_i.neg[0], ctl_i.abs[0]);
        denormal_q[i] <= fp_pkg::is_denormal(a_i[32*i +: 32]);
        state_q[i] <= valu_rcp_pkg::start();
      end
      pass_q <= req_i;
      ctl_q <= ctl_i;
      fp_mode_q <= fp_mode_i;
      if (ctl_i.sdwa) old_q <= c_hi_i;
      cycles_q <= CountBits'(valu_rcp_pkg::Cycles);
    end
  end
endmodule
