// SPDX-License-Identifier: Apache-2.0
// Reciprocals and roots, by a digit recurrence in 16 lanes: a fixed execution unit with one pass at a time. It takes a
// pass and works on it for `Cycles` cycles. In the next cycle it rounds and can take another pass.
//
// y has the digits found so far, p = m * y, and w is what is left of n, moved to the weight of the next digit. A digit
// is one bit: 1 if its trial can be taken from w. The trial is m for a reciprocal. For a root it is 4 * p + m, because
// (2y + 1)^2 = 4 * y^2 + 4 * y + 1. If w is not 0 at the end, the result is not exact. m and n: valu_root_pkg.
// Contract of a unit: docs/blocks.md, "Execution units".
//
// coverage off toggle rsp_o.cmpx, rsp_o.sdst[6:0], rsp_o.sdst_kind[1:0], rsp_q.cmpx, rsp_q.sdst[6:0],
//   rsp_q.sdst_kind[1:0], pass_q.cmpx, pass_q.sdst[6:0], pass_q.sdst_kind[1:0], ctl_q.abs[2:1], ctl_q.neg[2:1],
//   ctl_q.is64[2:1], ctl_q.cond[3:0], ctl_q.is128, ctl_q.pk, ctl_q.swap, ctl_q.op[4]: The rows of valu_table.sv with
//   UnitRoot and UnitRoot64 have source 0 alone, V32 or V64 as the destination, and no condition. valu_root_pkg::op_e
//   has ten values.
module valu_root #(
  parameter bit Wide = 1'b0,                       // f64; else f32 and f16
  parameter int unsigned Lanes = cu_pkg::NumLanes  // of a pass
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  exec_pkg::exec_pass_t    req_i,
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  cu_pkg::pass_t           a_i,
  // verilator lint_off UNUSEDSIGNAL
  input  cu_pkg::pass_t           a_hi_i,  // of f64
  // verilator lint_on UNUSEDSIGNAL
  input  cu_pkg::pass_t           c_hi_i,
  output logic                    rsp_valid_o,
  output exec_pkg::exec_pass_t    rsp_o,
  output cu_pkg::pass_t           lo_o,
  output cu_pkg::pass_t           hi_o,    // 0 unless Wide
  output logic [6:0]              excp_o   // exceptions of the lanes
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
  // The distance of two lanes' w or p in their registers. In simulation a lane that has words of its own is faster.
  localparam int unsigned Slot = Wide ? 128 : 64;
  logic busy_q;
  logic [CountBits-1:0] cycles_q;
  exec_pkg::exec_pass_t pass_q;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t ctl_q;  // not all of its fields
  // verilator lint_on UNUSEDSIGNAL
  valu_pkg::fp_mode_t fp_mode_q;
  cu_pkg::pass_t old_q;  // the destination as it was, for SDWA
  // One vector for all lanes: simulation keeps track of each element of an array in every cycle.
  logic [Lanes*Bits-1:0] x_q;
  // verilator lint_off UNUSEDSIGNAL
  logic [Lanes*13-1:0] exponent_q;  // of f64
  // verilator lint_on UNUSEDSIGNAL
  logic [15:0] denormal_q;
  logic root_q;
  logic [Lanes*MBits-1:0] m_q;
  logic [Lanes*Slot-1:0] w_q;
  logic [Lanes*Slot-1:0] p_q;
  logic [Lanes*Digits-1:0] y_q;

  logic valid_q, finish;
  exec_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t lo_q, hi_q;
  logic [6:0] excp_q;
  assign rsp_valid_o = valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = lo_q;
  assign hi_o = Wide ? hi_q : '0;
  assign excp_o = excp_q;
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
    logic [MBits-1:0] m;
    logic [MBits:0] rest;
    logic [70:0] result;
    logic [38:0] short_result;
    // verilator lint_off UNUSEDSIGNAL
    logic [77:0] number;  // of an operand; one of f32 in the low bits
    // verilator lint_on UNUSEDSIGNAL
    logic [Digits-1:0] y;
    logic [Lanes*Bits-1:0] next_x;
    logic [Lanes*13-1:0] next_exponent;
    logic [Lanes*MBits-1:0] next_m;
    logic [Lanes*Slot-1:0] next_w;
    logic [Lanes*Slot-1:0] next_p;
    logic [Lanes*Digits-1:0] next_y;
    logic [15:0] next_denormal;
    logic [6:0] flags, excp;
    if (finish) begin
      lo = '0;
      hi = '0;
      excp = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (pass_q.lanes[i]) begin
          if (Wide) begin
            valu_root_pkg::finish64(
                ctl_q.op, ctl_q.omod, ctl_q.clamp, fp_mode_q, 64'(x_q[Bits*i +: Bits]), exponent_q[13*i +: 13],
                denormal_q[i], 55'(y_q[Digits*i +: Digits]), w_q[Slot*i +: Slot] != '0, result);
            {flags, hi[32*i +: 32], lo[32*i +: 32]} = result;
          end else begin
            short_result = valu_root_pkg::finish(
                ctl_q.op, ctl_q.omod, ctl_q.clamp, fp_mode_q, 32'(x_q[Bits*i +: Bits]), denormal_q[i],
                28'(y_q[Digits*i +: Digits]), w_q[Slot*i +: Slot] != '0);
            {flags, lo[32*i +: 32]} = short_result;
          end
          excp = excp | flags;
          if (ctl_q.sdwa) begin
            lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], old_q[32*i +: 32],
                                                          ctl_q.ext.sdwa.dst_unused, ctl_q.ext.sdwa.dst_sel);
          end
        end
      end
      rsp_q <= pass_q;
      lo_q <= lo;
      hi_q <= hi;
      excp_q <= excp;
    end else if (busy_q) begin
      next_w = w_q;
      next_p = p_q;
      next_y = y_q;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (pass_q.lanes[i]) begin
          w = WBits'(w_q[Slot*i +: Slot]);
          p = PBits'(p_q[Slot*i +: Slot]);
          y = y_q[Digits*i +: Digits];
          m = m_q[MBits*i +: MBits];
          if (Wide && !root_q) begin
            // For a reciprocal w is below 2 * m, and p is not needed: simulation is fast with no more than 64 bits.
            rest = w[MBits:0];
            for (int unsigned n = 0; n < DigitsPerCycle; n++) begin
              digit = rest >= {1'b0, m};
              if (digit) rest = rest - {1'b0, m};
              rest = rest << 1;
              y = {y[Digits-2:0], digit};
            end
            w = WBits'(rest);
          end else begin
            for (int unsigned n = 0; n < DigitsPerCycle; n++) begin
              trial = WBits'(m);
              if (root_q) trial = trial + {2'd0, p, 2'd0};
              digit = w >= trial;
              if (digit) w = w - trial;
              w = root_q ? w << 2 : w << 1;
              p = p << 1;
              if (digit) p = p + PBits'(m);
              y = {y[Digits-2:0], digit};
            end
          end
          next_w[Slot*i +: Slot] = Slot'(w);
          next_p[Slot*i +: Slot] = Slot'(p);
          next_y[Digits*i +: Digits] = y;
        end
      end
      w_q <= next_w;
      p_q <= next_p;
      y_q <= next_y;
      cycles_q <= cycles_q - 1'b1;
    end
    if (req_valid_i) begin
      next_denormal = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        exponent = '0;
        if (Wide) begin
          number = valu_root_pkg::operand64({a_hi_i[32*i +: 32], a_i[32*i +: 32]}, ctl_i.neg[0], ctl_i.abs[0],
                                   !fp_mode_i.denorm_wide[0]);
          x = number[Bits-1:0];
          {denormal, exponent} = number[77:64];
          next_m[MBits*i +: MBits] = MBits'(valu_root_pkg::divisor64(ctl_i.op, 64'(x)));
          next_w[Slot*i +: Slot] = Slot'(valu_root_pkg::dividend64(ctl_i.op, 64'(x)));
        end else begin
          number = 78'(valu_root_pkg::operand(
              ctl_i.op, a_i[32*i +: 32], ctl_i.neg[0], ctl_i.abs[0], !fp_mode_i.denorm_wide[0]));
          x = number[Bits-1:0];
          denormal = number[32];
          next_m[MBits*i +: MBits] = MBits'(valu_root_pkg::divisor(ctl_i.op, 32'(x)));
          next_w[Slot*i +: Slot] = Slot'(valu_root_pkg::dividend(ctl_i.op, 32'(x)));
        end
        next_x[Bits*i +: Bits] = x;
        next_exponent[13*i +: 13] = exponent;
        next_denormal[i] = denormal;
      end
      x_q <= next_x;
      exponent_q <= next_exponent;
      denormal_q <= next_denormal;
      m_q <= next_m;
      w_q <= next_w;
      p_q <= '0;
      y_q <= '0;
      pass_q <= req_i;
      ctl_q <= ctl_i;
      root_q <= valu_root_pkg::is_sqrt(ctl_i.op) || valu_root_pkg::is_rsq(ctl_i.op);
      fp_mode_q <= fp_mode_i;
      if (ctl_i.sdwa) old_q <= c_hi_i;
      cycles_q <= CountBits'(Cycles);
    end
  end
endmodule
