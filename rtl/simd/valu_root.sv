// SPDX-License-Identifier: Apache-2.0
// Reciprocals and roots, by a digit recurrence in 16 lanes: a fixed execution unit with one pass at a time. It takes a
// pass and works on it for `Cycles` cycles. In the next cycle it rounds and can take another pass.
//
// y has the digits found so far, p = m * y, and w is what is left of n, moved to the weight of the next digit. A digit
// is one bit: 1 if its trial can be taken from w. The trial is m for a reciprocal. For a root it is 4 * p + m, because
// (2y + 1)^2 = 4 * y^2 + 4 * y + 1. If w is not 0 at the end, the result is not exact. m and n: valu_root_pkg.
// Contract of a unit: docs/blocks.md, "Execution units".
module valu_root #(
  parameter bit Wide = 1'b0,                       // f64; else f32 and f16
  parameter int unsigned Lanes = cu_pkg::NumLanes  // of a pass
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  cu_pkg::exec_pass_t      req_i,
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  cu_pkg::pass_t           a_i,
  // verilator lint_off UNUSEDSIGNAL
  input  cu_pkg::pass_t           a_hi_i,   // of f64
  // verilator lint_on UNUSEDSIGNAL
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    rsp_valid_o,
  output cu_pkg::exec_pass_t      rsp_o,
  output cu_pkg::pass_t           lo_o,
  output cu_pkg::pass_t           hi_o      // 0 unless Wide
);
  // The pass: it is in the recurrence while busy_q is set, and cycles_q counts down.
  localparam int unsigned DigitsPerCycle = Wide ? 5 : 4;
  localparam int unsigned Cycles = Wide ? 11 : 7;
  localparam int unsigned Digits = Cycles * DigitsPerCycle;
  localparam int unsigned CountBits = $clog2(Cycles + 1);
  localparam int unsigned Bits = Wide ? 64 : 32;   // of an operand
  localparam int unsigned MBits = Wide ? 54 : 25;  // of m and n
  localparam int unsigned PBits = Digits + MBits - 1;
  localparam int unsigned WBits = PBits + 4;
  logic busy_q;
  logic [CountBits-1:0] cycles_q;
  cu_pkg::exec_pass_t pass_q;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t ctl_q;  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  valu_pkg::fp_mode_t fp_mode_q;
  cu_pkg::pass_t old_q;  // the destination as it was, for SDWA
  logic [Bits-1:0] x_q [Lanes];
  // verilator lint_off UNUSEDSIGNAL
  logic signed [12:0] exponent_q [Lanes];  // of f64
  // verilator lint_on UNUSEDSIGNAL
  logic [15:0] denormal_q;
  logic root_q;
  logic [MBits-1:0] m_q [Lanes];
  logic [WBits-1:0] w_q [Lanes];
  logic [PBits-1:0] p_q [Lanes];
  logic [Digits-1:0] y_q [Lanes];

  logic valid_q, finish;
  cu_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q, hi_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign hi_o = Wide ? hi_q : '0;
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
    cu_pkg::pass_t lo, hi;
    logic denormal, digit;
    logic [Bits-1:0] x;
    logic [12:0] exponent;
    logic [WBits-1:0] w, trial;
    logic [PBits-1:0] p;
    logic [70:0] result;
    logic [38:0] short_result;
    // verilator lint_off UNUSEDSIGNAL
    logic [77:0] number;  // of an operand; one of f32 in the low bits
    // verilator lint_on UNUSEDSIGNAL
    logic [Digits-1:0] y;
    // verilator lint_off UNUSEDSIGNAL
    logic [6:0] flags;  // the unit raises no exceptions yet
    // verilator lint_on UNUSEDSIGNAL
    if (finish) begin
      lo = '0;
      hi = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (pass_q.lanes[i]) begin
          if (Wide) begin
            result = valu_root_pkg::finish64(
                ctl_q.op, ctl_q.omod, ctl_q.clamp, fp_mode_q, 64'(x_q[i]), exponent_q[i],
                denormal_q[i], 55'(y_q[i]), w_q[i] != '0);
            {flags, hi[32*i +: 32], lo[32*i +: 32]} = result;
          end else begin
            short_result = valu_root_pkg::finish(
                ctl_q.op, ctl_q.omod, ctl_q.clamp, fp_mode_q, 32'(x_q[i]), denormal_q[i], 28'(y_q[i]),
                w_q[i] != '0);
            {flags, lo[32*i +: 32]} = short_result;
          end
          if (ctl_q.sdwa) begin
            lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], old_q[32*i +: 32],
                                                          ctl_q.ext.sdwa.dst_unused, ctl_q.ext.sdwa.dst_sel);
          end
        end
      end
      rsp_q <= pass_q;
      lo_q <= lo;
      hi_q <= hi;
    end else if (busy_q) begin
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (pass_q.lanes[i]) begin
          w = w_q[i];
          p = p_q[i];
          y = y_q[i];
          for (int unsigned n = 0; n < DigitsPerCycle; n++) begin
            trial = WBits'(m_q[i]);
            if (root_q) trial = trial + {2'd0, p, 2'd0};
            digit = w >= trial;
            if (digit) w = w - trial;
            w = root_q ? w << 2 : w << 1;
            p = p << 1;
            if (digit) p = p + PBits'(m_q[i]);
            y = {y[Digits-2:0], digit};
          end
          w_q[i] <= w;
          p_q[i] <= p;
          y_q[i] <= y;
        end
      end
      cycles_q <= cycles_q - 1'b1;
    end
    if (req_valid_i) begin
      for (int unsigned i = 0; i < Lanes; i++) begin
        exponent = '0;
        if (Wide) begin
          number = valu_root_pkg::operand64({a_hi_i[32*i +: 32], a_i[32*i +: 32]}, ctl_i.neg[0], ctl_i.abs[0],
                                   !fp_mode_i.denorm_wide[0]);
          x = number[Bits-1:0];
          {denormal, exponent} = number[77:64];
          m_q[i] <= MBits'(valu_root_pkg::divisor64(ctl_i.op, 64'(x)));
          w_q[i] <= WBits'(valu_root_pkg::dividend64(ctl_i.op, 64'(x)));
        end else begin
          number = 78'(valu_root_pkg::operand(
              ctl_i.op, a_i[32*i +: 32], ctl_i.neg[0], ctl_i.abs[0], !fp_mode_i.denorm_wide[0]));
          x = number[Bits-1:0];
          denormal = number[32];
          m_q[i] <= MBits'(valu_root_pkg::divisor(ctl_i.op, 32'(x)));
          w_q[i] <= WBits'(valu_root_pkg::dividend(ctl_i.op, 32'(x)));
        end
        x_q[i] <= x;
        exponent_q[i] <= exponent;
        denormal_q[i] <= denormal;
        p_q[i] <= '0;
        y_q[i] <= '0;
      end
      pass_q <= req_i;
      ctl_q <= ctl_i;
      root_q <= valu_root_pkg::is_sqrt(ctl_i.op) || valu_root_pkg::is_rsq(ctl_i.op);
      fp_mode_q <= fp_mode_i;
      if (ctl_i.sdwa) old_q <= c_hi_i;
      cycles_q <= CountBits'(Cycles);
    end
  end
endmodule
