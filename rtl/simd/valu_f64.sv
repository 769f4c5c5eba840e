// SPDX-License-Identifier: Apache-2.0
// f64 operations but for reciprocals and roots: a fixed execution unit at quarter rate. Its arithmetic exists for four
// lanes. A pass of 16 lanes takes four cycles, lowest lanes first. What it computes for a lane is in valu_f64_pkg.
// Contract of a unit: docs/blocks.md, "Execution units".
module valu_f64 #(
  parameter int unsigned Lanes = (cu_pkg::NumLanes + 3) / 4  // in a cycle
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  cu_pkg::exec_pass_t      req_i,
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  logic [15:0]             mask_i,
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           b_i,
  input  cu_pkg::pass_t           c_i,
  input  cu_pkg::pass_t           a_hi_i,
  input  cu_pkg::pass_t           b_hi_i,
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    rsp_valid_o,
  output cu_pkg::exec_pass_t      rsp_o,
  output cu_pkg::pass_t           lo_o,
  output cu_pkg::pass_t           hi_o,
  output logic [15:0]             bits_o,
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
  logic [15:0] lanes_q, mask_q;
  cu_pkg::pass_t a_q, b_q, c_q, a_hi_q, b_hi_q, c_hi_q;

  logic valid_q, finish;
  cu_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q, hi_q;
  logic [15:0] bits_q;
  logic [6:0] excp_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign hi_o = hi_q;
  assign bits_o = bits_q;
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
    logic [127:0] lo, hi;
    logic [71:0] result;
    logic [3:0] bits;
    logic [6:0] flags, excp;
    if (busy_q) begin
      lo = '0;
      hi = '0;
      bits = '0;
      excp = cycle_q == 2'd0 ? '0 : excp_q;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (lanes_q[i]) begin
          valu_f64_pkg::compute(
              ctl_q.op, ctl_q.cond, mask_q[i], ctl_q.neg, ctl_q.abs, ctl_q.omod, ctl_q.clamp, fp_mode_q,
              {a_hi_q[32*i +: 32], a_q[32*i +: 32]}, {b_hi_q[32*i +: 32], b_q[32*i +: 32]},
              {c_hi_q[32*i +: 32], c_q[32*i +: 32]}, result);
          {bits[i], flags, hi[32*i +: 32], lo[32*i +: 32]} = result;
          excp = excp | flags;
        end
      end
      lo_q <= {lo, lo_q[511:128]};
      hi_q <= {hi, hi_q[511:128]};
      bits_q <= {bits, bits_q[15:4]};
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
      mask_q <= req_valid_i ? mask_i : mask_q >> 4;
      a_q <= req_valid_i ? a_i : a_q >> 128;
      b_q <= req_valid_i ? b_i : b_q >> 128;
      c_q <= req_valid_i ? c_i : c_q >> 128;
      a_hi_q <= req_valid_i ? a_hi_i : a_hi_q >> 128;
      b_hi_q <= req_valid_i ? b_hi_i : b_hi_q >> 128;
      c_hi_q <= req_valid_i ? c_hi_i : c_hi_q >> 128;
      cycle_q <= req_valid_i ? 2'd0 : cycle_q + 2'd1;
    end
  end
endmodule
