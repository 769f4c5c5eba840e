// SPDX-License-Identifier: Apache-2.0
// One lane of the SIMD: the function units and the result registers.
//
// A result is in lo_o, hi_o and bit_o one cycle after en_i. hi_o is the result's second VGPR (64-bit results,
// v_swap_b32); bit_o is the lane's mask bit (carry, compare). With en_i = 0 the results stay as they are and no
// unit switches; with en_i = 1 only the unit of the operation's group switches.
// Two inputs have a second use: c_hi_i is the old destination if ctl_i.preserve is set, and mask_i is the
// step of v_mqsad_u32_u8.
module valu_lane (
  input  logic                    clk_i,
  input  logic                    en_i,
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::valu_control_t ctl_i,  // the fields about VGPRs and passes are unused
  // verilator lint_on UNUSEDSIGNAL
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  logic [5:0]              lane_i,
  input  logic                    mask_i,
  input  logic [31:0]             a_i,
  input  logic [31:0]             b_i,
  input  logic [31:0]             c_i,
  input  logic [31:0]             a_hi_i,
  input  logic [31:0]             b_hi_i,
  input  logic [31:0]             c_hi_i,
  output logic [31:0]             lo_o,
  output logic [31:0]             hi_o,
  output logic                    bit_o
);
  // With no_inline_module Verilator keeps one object per lane.
  /* verilator no_inline_module */

  valu_pkg::sdwa_t sdwa;
  assign sdwa = ctl_i.ext[15:0];

  logic [31:0] a, b, c;
  logic [64:0] res;
  always_comb begin
    a = a_i;
    b = b_i;
    c = c_i;
    res = 65'd0;
    if (en_i) begin
      if (ctl_i.sdwa) begin
        a = valu_sdwa_pkg::select_source(a_i, sdwa.src0_sel, sdwa.sext[0]);
        b = valu_sdwa_pkg::select_source(b_i, sdwa.src1_sel, sdwa.sext[1]);
        c = valu_sdwa_pkg::select_source(c_i, sdwa.src2_sel, 1'b0);
      end
      unique case (ctl_i.unit)
        valu_pkg::UnitLogic: begin
          res[31:0] = valu_logic_pkg::compute(ctl_i.op, lane_i, mask_i, ctl_i.neg[1:0],
                                              ctl_i.abs[1:0], a, b, c);
        end
        valu_pkg::UnitAdd: begin
          {res[64], res[31:0]} = valu_add_pkg::compute(ctl_i.op, ctl_i.clamp, mask_i, a, b, c);
        end
        valu_pkg::UnitSad, valu_pkg::UnitMqsad: begin
          res[63:0] = valu_sad_pkg::compute(ctl_i.op, ctl_i.clamp, mask_i, {a_hi_i[23:0], a}, b,
                                            {c_hi_i, c});
        end
        valu_pkg::UnitShift: res[63:0] = valu_shift_pkg::compute(ctl_i.op, a, b, b_hi_i, c);
        valu_pkg::UnitMul: begin
          res[63:0] = valu_mul_pkg::compute(ctl_i.op, ctl_i.clamp, a, b, c, c_hi_i);
          res[64] = valu_mul_pkg::carry(ctl_i.op, a, b, c, c_hi_i);
        end
        valu_pkg::UnitFma: begin
          res[31:0] = valu_fma_pkg::compute(ctl_i.op, mask_i, ctl_i.neg, ctl_i.abs, ctl_i.omod,
                                            ctl_i.clamp, fp_mode_i, a, b, c);
        end
        valu_pkg::UnitConvert: begin
          res[31:0] = valu_convert_pkg::compute(ctl_i.op, ctl_i.neg[0], ctl_i.abs[0], ctl_i.omod,
                                                ctl_i.clamp, fp_mode_i, a, b);
        end
        valu_pkg::UnitFpMisc: begin
          res[31:0] = valu_fpmisc_pkg::compute(ctl_i.op, ctl_i.neg, ctl_i.abs, ctl_i.omod,
                                               ctl_i.clamp, fp_mode_i, a, b, c);
        end
        valu_pkg::UnitCompare: begin
          res[64] = valu_cmp_pkg::compute(ctl_i.op, ctl_i.cond, ctl_i.neg[1:0], ctl_i.abs[1:0],
                                          !fp_mode_i.denorm_f32[0], a, b,
                                          a_hi_i, b_hi_i);
        end
        valu_pkg::UnitInt16: begin
          if (ctl_i.pk) begin
            res[31:0] = valu_int16_pkg::compute_pk(ctl_i.op, ctl_i.clamp,
                {sdwa.src2_sel[0], sdwa.src1_sel[0], sdwa.src0_sel[0]},
                {sdwa.src2_sel[1], sdwa.src1_sel[1], sdwa.src0_sel[1]},
                a, b, c);
          end else begin
            res[31:0] = valu_int16_pkg::compute(ctl_i.op, ctl_i.clamp, a[15:0], b[15:0], c[15:0]);
          end
        end
        default: res[63:0] = {b, a};  // UnitLane: v_swap_b32 writes both, v_writelane_b32 the low one
      endcase
      if (ctl_i.sdwa) begin
        res[31:0] = valu_sdwa_pkg::insert_result(res[31:0], c_hi_i, sdwa.dst_sel, sdwa.dst_unused);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) {bit_o, hi_o, lo_o} <= res;
  end
endmodule
