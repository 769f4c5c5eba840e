// SPDX-License-Identifier: Apache-2.0
// exp, log, sin and cos: a fixed execution unit at quarter rate. Its arithmetic exists for four lanes. A pass of 16
// lanes takes four cycles, lowest lanes first. What it computes for a lane is in valu_trans_pkg.
// Contract of a unit: docs/blocks.md, "Execution units".
module valu_trans #(
  parameter int unsigned Lanes = (cu_pkg::NumLanes + 3) / 4  // in a cycle
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
  output cu_pkg::pass_t           lo_o,
  output logic [6:0]              excp_o  // exceptions of the lanes
);
  // The pass whose lanes are computed while busy_q is set. Of the operands the lanes of this cycle come first.
  logic busy_q;
  logic [1:0] cycle_q;
  cu_pkg::exec_pass_t pass_q;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t ctl_q;  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  valu_pkg::fp_mode_t fp_mode_q;
  logic [15:0] lanes_q;
  cu_pkg::pass_t a_q, c_hi_q;

  logic valid_q, finish;
  cu_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q;
  logic [6:0] excp_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign excp_o = excp_q;
  assign finish = busy_q && cycle_q == 2'd3;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (req_valid_i) busy_q <= 1'b1;
      else if (finish) busy_q <= 1'b0;
      valid_q <= finish;
      a_one_pass: assert (!req_valid_i || !busy_q || finish);
    end
  end

  always_ff @(posedge clk_i) begin
    logic [127:0] lo;
    logic [38:0] result;
    logic [6:0] flags, excp;
    if (busy_q) begin
      lo = '0;
      excp = cycle_q == 2'd0 ? '0 : excp_q;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (lanes_q[i]) begin
          result = valu_trans_pkg::compute(
              ctl_q.op, ctl_q.neg[0], ctl_q.abs[0], ctl_q.omod, ctl_q.clamp, fp_mode_q, a_q[32*i +: 32]);
          {flags, lo[32*i +: 32]} = result;
          excp = excp | flags;
          if (ctl_q.sdwa) begin
            lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], c_hi_q[32*i +: 32],
                                                          ctl_q.ext.sdwa.dst_unused, ctl_q.ext.sdwa.dst_sel);
          end
        end
      end
      lo_q <= {lo, lo_q[511:128]};
      excp_q <= excp;
      if (finish) rsp_q <= pass_q;
    end
    if (req_valid_i) begin
      pass_q <= req_i;
      ctl_q <= ctl_i;
      fp_mode_q <= fp_mode_i;
    end
    // One assignment a register: of two, simulation would copy it in every cycle.
    if (req_valid_i || busy_q) begin
      lanes_q <= req_valid_i ? req_i.lanes : lanes_q >> 4;
      a_q <= req_valid_i ? a_i : a_q >> 128;
      c_hi_q <= req_valid_i ? c_hi_i : c_hi_q >> 128;
      cycle_q <= req_valid_i ? 2'd0 : cycle_q + 2'd1;
    end
  end
endmodule
