// SPDX-License-Identifier: Apache-2.0
// One lane of the SIMD: the function units and the result registers behind them.
// When en_i is 0 nothing is computed and the results stand; when it is 1 only the unit of the
// operation's group works. hi_o is the second result row (64-bit results, v_swap), bit_o the lane's
// mask bit (carry, compare). Where ctl_i.keep, c_hi_i is the old value of the destination; of
// v_mqsad_u32_u8, mask_i is the step.
module valu_lane (
  input  logic        clk_i,
  input  logic        en_i,
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::ctl_t ctl_i,   // what names rows and passes is not for the lane
  // verilator lint_on UNUSEDSIGNAL
  input  logic [31:0] mode_i,
  input  logic [5:0]  lane_i,
  input  logic        mask_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  input  logic [31:0] a_hi_i,
  input  logic [31:0] b_hi_i,
  input  logic [31:0] c_hi_i,
  output logic [31:0] lo_o,
  output logic [31:0] hi_o,
  output logic        bit_o
);
  // A module of its own in the simulator's model as well, one object a lane.
  /* verilator no_inline_module */

  valu_pkg::sub_t sub;
  assign sub = ctl_i.ext[15:0];

  logic [31:0] a, b, c;
  logic [64:0] res;
  always_comb begin
    a = a_i;
    b = b_i;
    c = c_i;
    res = 65'd0;
    if (en_i) begin
      if (ctl_i.sub) begin
        a = valu_sub_pkg::pick(a_i, sub.sel0, sub.sext[0]);
        b = valu_sub_pkg::pick(b_i, sub.sel1, sub.sext[1]);
        c = valu_sub_pkg::pick(c_i, sub.sel2, 1'b0);
      end
      unique case (ctl_i.op[7:5])
        valu_pkg::GrpLogic: begin
          res[31:0] = valu_logic_pkg::compute(ctl_i.op, lane_i, mask_i, ctl_i.neg[1:0],
                                              ctl_i.abs[1:0], a, b, c);
          res[63:32] = b;  // the other half of v_swap_b32
        end
        valu_pkg::GrpAdd: begin
          if (ctl_i.op >= valu_pkg::OpQsadPk) begin
            res[63:0] = valu_sad_pkg::compute(ctl_i.op, ctl_i.clamp, mask_i, {a_hi_i[23:0], a}, b,
                                              {c_hi_i, c});
          end else begin
            {res[64], res[31:0]} =
                valu_add_pkg::compute(ctl_i.op, ctl_i.clamp, mask_i, a, b, c);
          end
        end
        valu_pkg::GrpShift: res[63:0] = valu_shift_pkg::compute(ctl_i.op, a, b, b_hi_i, c);
        valu_pkg::GrpMul: begin
          res[63:0] = valu_mul_pkg::compute(ctl_i.op, ctl_i.clamp, a, b, c, c_hi_i);
          res[64] = valu_mul_pkg::carry(ctl_i.op, a, b, c, c_hi_i);
        end
        valu_pkg::GrpFma: begin
          res[31:0] = valu_fma_pkg::compute(ctl_i.op, mask_i, ctl_i.neg, ctl_i.abs, ctl_i.omod,
                                            ctl_i.clamp, mode_i, a, b, c);
        end
        valu_pkg::GrpFpMisc: begin
          res[31:0] = valu_fpmisc_pkg::compute(ctl_i.op, ctl_i.neg, ctl_i.abs, ctl_i.omod,
                                               ctl_i.clamp, mode_i, a, b, c);
        end
        valu_pkg::GrpCmp: begin
          res[64] = valu_cmp_pkg::compute(ctl_i.op, ctl_i.cond, ctl_i.neg[1:0], ctl_i.abs[1:0],
                                          !mode_i[valu_pkg::ModeDenorm32], a, b,
                                          a_hi_i, b_hi_i);
        end
        default: begin
          if (ctl_i.pack) begin
            res[31:0] = valu_half_pkg::packed2(ctl_i.op, ctl_i.clamp,
                {sub.sel2[0], sub.sel1[0], sub.sel0[0]}, {sub.sel2[1], sub.sel1[1], sub.sel0[1]},
                a, b, c);
          end else begin
            res[31:0] = valu_half_pkg::compute(ctl_i.op, ctl_i.clamp, a, b, c[15:0]);
          end
        end
      endcase
      if (ctl_i.sub) begin
        res[31:0] = valu_sub_pkg::place(res[31:0], c_hi_i, sub.dst_sel, sub.dst_unused);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) {bit_o, hi_o, lo_o} <= res;
  end
endmodule
