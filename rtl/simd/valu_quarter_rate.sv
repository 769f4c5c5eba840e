// SPDX-License-Identifier: Apache-2.0
// A quarter-rate execution unit of the vector ALU, fixed: valu_pkg::UnitTrans or UnitF64. Its arithmetic exists for
// four lanes. A pass of 16 lanes takes four cycles, lowest lanes first. What it computes for a lane is in its package.
// Contract of a unit: docs/blocks.md, "Execution units".
//
// coverage off toggle ctl_q.is128, ctl_q.pk, ctl_q.swap: UnitTrans and UnitF64 have no operation of 128 bits, none of
//   two halves, and no swap.
// coverage off toggle rsp_o.sdst_kind[1], rsp_q.sdst_kind[1], pass_q.sdst_kind[1]: SdstValue is of UnitLane alone.
// coverage off toggle rsp_o.sdst[0], rsp_q.sdst[0], pass_q.sdst[0]: Only UnitLane writes single SGPRs. A mask goes to a
//   pair: valu_decode.sv refuses an odd register.
// coverage off toggle excp_o[6], excp_q[6]: Only v_rcp_iflag_f32, which UnitRoot has, divides integers by zero.
module valu_quarter_rate #(
  parameter valu_pkg::unit_e Unit = valu_pkg::UnitF64,
  parameter int unsigned Lanes = (cu_pkg::NumLanes + 3) / 4  // in a cycle
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  exec_pkg::exec_pass_t    req_i,
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  // A unit reads what its operations need.
  // verilator lint_off UNUSEDSIGNAL
  input  logic [15:0]             mask_i,
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           b_i,
  input  cu_pkg::pass_t           c_i,
  input  cu_pkg::pass_t           a_hi_i,
  input  cu_pkg::pass_t           b_hi_i,
  // verilator lint_on UNUSEDSIGNAL
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    rsp_valid_o,
  output exec_pkg::exec_pass_t    rsp_o,
  output cu_pkg::pass_t           lo_o,
  output cu_pkg::pass_t           hi_o,    // 0 unless UnitF64
  output logic [15:0]             bits_o,  // 0 unless UnitF64
  output logic [6:0]              excp_o   // exceptions of the lanes
);
  localparam bit IsF64 = Unit == valu_pkg::UnitF64;

  // The pass whose lanes are computed while busy_q is set. The operands of this cycle's lanes come first.
  logic busy_q;
  logic [1:0] cycle_q;
  exec_pkg::exec_pass_t pass_q;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t ctl_q;  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  valu_pkg::fp_mode_t fp_mode_q;
  logic [15:0] lanes_q;
  cu_pkg::pass_t a_q, c_hi_q;
  // verilator lint_off UNUSEDSIGNAL
  logic [15:0] mask_q;
  cu_pkg::pass_t b_q, c_q, a_hi_q, b_hi_q;
  // verilator lint_on UNUSEDSIGNAL

  logic valid_q, finish;
  exec_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q;
  // verilator lint_off UNUSEDSIGNAL
  cu_pkg::pass_t hi_q;
  logic [15:0] bits_q;
  // verilator lint_on UNUSEDSIGNAL
  logic [6:0] excp_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign hi_o = IsF64 ? hi_q : '0;
  assign bits_o = IsF64 ? bits_q : '0;
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
    logic [71:0] wide;
    logic [38:0] result;
    logic [3:0] bits;
    logic [6:0] flags, excp;
    if (busy_q) begin
      lo = '0;
      hi = '0;
      bits = '0;
      excp = cycle_q == 2'd0 ? '0 : excp_q;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (lanes_q[i]) begin
          if (IsF64) begin
            valu_f64_pkg::compute(
                ctl_q.op, ctl_q.cond, mask_q[i], ctl_q.neg, ctl_q.abs, ctl_q.omod, ctl_q.clamp, fp_mode_q,
                {a_hi_q[32*i +: 32], a_q[32*i +: 32]}, {b_hi_q[32*i +: 32], b_q[32*i +: 32]},
                {c_hi_q[32*i +: 32], c_q[32*i +: 32]}, wide);
            {bits[i], flags, hi[32*i +: 32], lo[32*i +: 32]} = wide;
          end else begin
            result = valu_trans_pkg::compute(
                ctl_q.op, ctl_q.neg[0], ctl_q.abs[0], ctl_q.omod, ctl_q.clamp, fp_mode_q, a_q[32*i +: 32]);
            {flags, lo[32*i +: 32]} = result;
            if (ctl_q.sdwa) begin
              lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], c_hi_q[32*i +: 32],
                                                            ctl_q.ext.sdwa.dst_unused, ctl_q.ext.sdwa.dst_sel);
            end
          end
          excp = excp | flags;
        end
      end
      lo_q <= {lo, lo_q[511:128]};
      excp_q <= excp;
      if (IsF64) begin
        hi_q <= {hi, hi_q[511:128]};
        bits_q <= {bits, bits_q[15:4]};
      end
      if (finish) rsp_q <= pass_q;
    end
    if (req_valid_i) begin
      pass_q <= req_i;
      ctl_q <= ctl_i;
      fp_mode_q <= fp_mode_i;
    end
    // One assignment a register: of two, simulation would copy it in every cycle.
    if (req_valid_i || busy_q) begin
      cycle_q <= req_valid_i ? 2'd0 : cycle_q + 2'd1;
      lanes_q <= req_valid_i ? req_i.lanes : lanes_q >> 4;
      a_q <= req_valid_i ? a_i : a_q >> 128;
      c_hi_q <= req_valid_i ? c_hi_i : c_hi_q >> 128;
      if (IsF64) begin
        mask_q <= req_valid_i ? mask_i : mask_q >> 4;
        b_q <= req_valid_i ? b_i : b_q >> 128;
        c_q <= req_valid_i ? c_i : c_q >> 128;
        a_hi_q <= req_valid_i ? a_hi_i : a_hi_q >> 128;
        b_hi_q <= req_valid_i ? b_hi_i : b_hi_q >> 128;
      end
    end
  end
endmodule
