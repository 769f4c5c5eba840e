// SPDX-License-Identifier: Apache-2.0
// A fixed execution unit of the vector ALU, one of valu_pkg::unit_e. What it computes for a lane is in its package. The
// registers here are the same for all of them. Contract of a unit: docs/blocks.md, "Execution units".
//
// A request is answered Latency cycles later. All of the arithmetic stands in front of the first registers. For a
// latency above one the registers behind it are for synthesis to retime.
//
// coverage off toggle rsp_o.sdst_kind[1], rsp_q[0].sdst_kind[1]: SdstValue is of UnitLane alone.
// coverage off toggle rsp_o.sdst[0], rsp_q[0].sdst[0]: Only UnitLane writes single SGPRs. A mask goes to a pair:
//   valu_decode.sv refuses an odd register.
// coverage off toggle excp_o[6], excp_q[0][6]: Only v_rcp_iflag_f32, which UnitRoot has, divides integers by zero.
module valu_unit #(
  parameter valu_pkg::unit_e Unit = valu_pkg::UnitLogic,
  parameter int unsigned Latency = 1,              // its `first` in exec_units_pkg is 2 more
  parameter int unsigned Step = 1,                 // it takes a pass every Step cycles: its `step` there
  parameter int unsigned Lanes = cu_pkg::NumLanes  // of a pass
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    req_valid_i,
  input  exec_pkg::exec_pass_t    req_i,
  // A unit reads what its operations need.
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::valu_control_t ctl_i,
  input  valu_pkg::fp_mode_t      fp_mode_i,
  input  logic                    step_i,
  input  logic [15:0]             mask_i,
  input  cu_pkg::pass_t           a_i,
  input  cu_pkg::pass_t           b_i,
  input  cu_pkg::pass_t           c_i,
  input  cu_pkg::pass_t           a_hi_i,
  input  cu_pkg::pass_t           b_hi_i,
  input  cu_pkg::pass_t           c_hi_i,
  // verilator lint_on UNUSEDSIGNAL
  output logic                    rsp_valid_o,
  output exec_pkg::exec_pass_t    rsp_o,
  output cu_pkg::pass_t           lo_o,    // 0 in a unit that writes no VGPR
  output cu_pkg::pass_t           hi_o,    // 0 in a unit that writes no second VGPR
  output logic [15:0]             bits_o,  // 0 in a unit that gives no mask
  output logic [6:0]              excp_o   // exceptions of the lanes; 0 in a unit without float operations
);
  // The results that it has.
  localparam bit HasLo = Unit != valu_pkg::UnitCompare;
  localparam bit HasHi = Unit == valu_pkg::UnitSad || Unit == valu_pkg::UnitMqsad ||
                         Unit == valu_pkg::UnitShift || Unit == valu_pkg::UnitMul;
  localparam bit HasBits = Unit == valu_pkg::UnitAdd || Unit == valu_pkg::UnitMul || Unit == valu_pkg::UnitFma ||
                           Unit == valu_pkg::UnitCompare;
  localparam bit HasExcp = Unit == valu_pkg::UnitFma || Unit == valu_pkg::UnitConvert ||
                           Unit == valu_pkg::UnitFpMisc || Unit == valu_pkg::UnitCompare;

  // The sum of a mixed operation: v_mad_mix rounds twice, v_fma_mix of gfx906 once (numerics.md 3.1).
  localparam valu_fma_pkg::op_e MixSum = cu_pkg::Gfx906 ? valu_fma_pkg::FmaF32 : valu_fma_pkg::MadF32;

  // Register 0 takes the results, the last one gives the response.
  logic [Latency-1:0]   valid_q;
  exec_pkg::exec_pass_t rsp_q [Latency];
  // verilator lint_off UNUSEDSIGNAL
  logic [511:0]         lo_q [Latency];
  logic [511:0]         hi_q [Latency];
  logic [15:0]          bits_q [Latency];
  logic [6:0]           excp_q [Latency];
  // verilator lint_on UNUSEDSIGNAL
  assign rsp_valid_o = valid_q[Latency-1];
  assign rsp_o = rsp_q[Latency-1];
  assign lo_o = HasLo ? lo_q[Latency-1] : '0;
  assign hi_o = HasHi ? hi_q[Latency-1] : '0;
  assign bits_o = HasBits ? bits_q[Latency-1] : '0;
  assign excp_o = HasExcp ? excp_q[Latency-1] : '0;

  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::sdwa_t sdwa;  // the destination's fields; of packed operations OP_SEL and OP_SEL_HI
  // verilator lint_on UNUSEDSIGNAL
  assign sdwa = ctl_i.ext.sdwa;
  // verilator lint_off UNUSEDSIGNAL
  logic [2:0] op_sel, op_sel_hi;
  // verilator lint_on UNUSEDSIGNAL
  assign op_sel = {sdwa.src2_sel[0], sdwa.src1_sel[0], sdwa.src0_sel[0]};
  assign op_sel_hi = {sdwa.src2_sel[1], sdwa.src1_sel[1], sdwa.src0_sel[1]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= Latency'({valid_q, req_valid_i});
  end

  always_ff @(posedge clk_i) begin
    cu_pkg::pass_t lo, hi;
    logic [15:0] bits, lanes;
    // What the function of a lane gives. A variable of its own: of {a, b} = f(x) Verilator calls f twice.
    logic [32:0] sum;
    logic [39:0] fp;
    logic [7:0] compared;
    logic [38:0] x, y, z, half;
    logic is_f16, is_plain, is_mix;  // of UnitFma and UnitFpMisc
    logic [36:0] f16;                // what fp_pkg calls control
    logic [63:0] pair;
    logic [6:0] flags, excp;         // of a lane, of all
    // coverage off block: Latency is 1 in each unit of vector_units.sv. tb/bench/exec has units with more.
    for (int unsigned n = 1; n < Latency; n++) begin
      // coverage off if, else: Latency is 1 in each unit of vector_units.sv. tb/bench/exec has units with more.
      if (valid_q[n-1]) begin
        rsp_q[n] <= rsp_q[n-1];
        lo_q[n] <= lo_q[n-1];
        hi_q[n] <= hi_q[n-1];
        bits_q[n] <= bits_q[n-1];
        excp_q[n] <= excp_q[n-1];
      end
    end
    if (req_valid_i) begin
      is_f16 = Unit == valu_pkg::UnitFma ? valu_fma_pkg::is_f16(ctl_i.op) : valu_fpmisc_pkg::is_f16(ctl_i.op);
      is_plain = Unit == valu_pkg::UnitFma ? valu_fma_pkg::is_plain_f16(ctl_i.op) :
                                             valu_fpmisc_pkg::is_plain_f16(ctl_i.op);
      is_mix = valu_fma_pkg::is_mix(ctl_i.op);
      // For packed operations ABS means NEG_HI. Other operations duplicate the half, because the arithmetic handles
      // both halves together.
      if (is_f16) begin
        f16 = {
            ctl_i.pk ? op_sel : 3'd0,
            ctl_i.pk ? op_sel_hi : 3'd0,
            ctl_i.neg,
            ctl_i.pk ? ctl_i.abs : 3'd0,
            ctl_i.pk ? 3'd0 : ctl_i.abs,
            fp_mode_i,
            ctl_i.omod,
            ctl_i.clamp,
            !ctl_i.pk || {op_sel, op_sel_hi} != 6'o07 || {ctl_i.neg, ctl_i.abs} != 6'd0,
            ctl_i.omod == 2'd0 && !ctl_i.clamp && is_plain,
            ctl_i.pk,
            ctl_i.op
        };
      end
      lanes = req_i.lanes;
      lo = '0;
      hi = '0;
      bits = '0;
      flags = '0;
      excp = '0;
      for (int unsigned i = 0; i < Lanes; i++) begin
        if (lanes[i[3:0]]) begin
          unique case (Unit)
            valu_pkg::UnitAdd: begin
              sum = valu_add_pkg::compute(
                  ctl_i.op, ctl_i.clamp, mask_i[i[3:0]], a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32]);
              lo[32*i +: 32] = sum[31:0];
              bits = bits | 16'(sum[32]) << i[3:0];
            end
            valu_pkg::UnitSad, valu_pkg::UnitMqsad: begin
              pair = valu_sad_pkg::compute(
                  ctl_i.op, ctl_i.clamp, step_i, {a_hi_i[32*i +: 24], a_i[32*i +: 32]}, b_i[32*i +: 32],
                  {c_hi_i[32*i +: 32], c_i[32*i +: 32]});
              {hi[32*i +: 32], lo[32*i +: 32]} = pair;
            end
            valu_pkg::UnitShift: begin
              pair = valu_shift_pkg::compute(
                  ctl_i.op, a_i[32*i +: 32], b_i[32*i +: 32], b_hi_i[32*i +: 32], c_i[32*i +: 32]);
              {hi[32*i +: 32], lo[32*i +: 32]} = pair;
            end
            valu_pkg::UnitMul: begin
              if (cu_pkg::Gfx906 && ctl_i.pk) begin
                pair = {32'd0, valu_mul_pkg::dot(
                    ctl_i.op, ctl_i.clamp, op_sel[1:0], op_sel_hi[1:0], a_i[32*i +: 32], b_i[32*i +: 32],
                    c_i[32*i +: 32])};
              end else begin
                pair = valu_mul_pkg::compute(
                    ctl_i.op, ctl_i.clamp, a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32], c_hi_i[32*i +: 32]);
              end
              {hi[32*i +: 32], lo[32*i +: 32]} = pair;
              bits[i] = valu_mul_pkg::carry(
                  ctl_i.op, a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32], c_hi_i[32*i +: 32]);
            end
            valu_pkg::UnitFma: begin
              if (is_f16) begin
                half = valu_fma_pkg::compute_f16(f16, a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32]);
                {flags, lo[32*i +: 32]} = half;
              end else begin
                if (cu_pkg::Gfx906 && ctl_i.op == valu_fma_pkg::Dot2F32F16) begin
                  fp = {1'b0, valu_fma_pkg::dot2(
                      ctl_i.neg, ctl_i.abs[1:0], ctl_i.clamp, fp_mode_i, op_sel[1:0], op_sel_hi[1:0],
                      a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32])};
                end else begin
                  x = {7'd0, a_i[32*i +: 32]};
                  y = {7'd0, b_i[32*i +: 32]};
                  z = {7'd0, c_i[32*i +: 32]};
                  if (is_mix) begin
                    x = valu_fma_pkg::mixed(x[31:0], op_sel_hi[0], op_sel[0], !fp_mode_i.denorm_f32[0]);
                    y = valu_fma_pkg::mixed(y[31:0], op_sel_hi[1], op_sel[1], !fp_mode_i.denorm_f32[0]);
                    z = valu_fma_pkg::mixed(z[31:0], op_sel_hi[2], op_sel[2], !fp_mode_i.denorm_f32[0]);
                  end
                  if (cu_pkg::Gfx906 && is_mix && ctl_i.op != valu_fma_pkg::MixF32) begin
                    fp = {1'b0, valu_fma_pkg::fused_half(
                        ctl_i.op, ctl_i.neg, ctl_i.abs, ctl_i.clamp, fp_mode_i, x[31:0], y[31:0], z[31:0],
                        c_hi_i[32*i +: 32])};
                  end else begin
                    fp = valu_fma_pkg::compute(
                        is_mix ? MixSum : ctl_i.op, mask_i[i[3:0]], ctl_i.neg, ctl_i.abs, ctl_i.omod,
                        ctl_i.clamp && ctl_i.op != valu_fma_pkg::MixloF16 && ctl_i.op != valu_fma_pkg::MixhiF16,
                        fp_mode_i, x[31:0], y[31:0], z[31:0]);
                  end
                  if (is_mix) begin
                    fp[38:32] = fp[38:32] | x[38:32] | y[38:32] | z[38:32];
                    if (!cu_pkg::Gfx906) begin
                      fp[38:0] = valu_fma_pkg::finish_mix(
                          ctl_i.op, ctl_i.clamp, fp_mode_i, fp[38:0], c_hi_i[32*i +: 32]);
                    end
                  end
                end
                {flags, lo[32*i +: 32]} = fp[38:0];
                bits = bits | 16'(fp[39]) << i[3:0];
              end
            end
            valu_pkg::UnitConvert: begin
              fp[38:0] = valu_convert_pkg::compute(
                  ctl_i.op, ctl_i.neg[1:0], ctl_i.abs[1:0], ctl_i.omod, ctl_i.clamp, fp_mode_i, a_i[32*i +: 32],
                  b_i[32*i +: 32], c_i[32*i +: 32]);
              {flags, lo[32*i +: 32]} = fp[38:0];
            end
            valu_pkg::UnitFpMisc: begin
              if (is_f16) begin
                half = valu_fpmisc_pkg::compute_f16(f16, a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32]);
                {flags, lo[32*i +: 32]} = half;
              end else begin
                fp[38:0] = valu_fpmisc_pkg::compute(
                    ctl_i.op, ctl_i.neg, ctl_i.abs, ctl_i.omod, ctl_i.clamp, fp_mode_i, a_i[32*i +: 32],
                    b_i[32*i +: 32], c_i[32*i +: 32]);
                {flags, lo[32*i +: 32]} = fp[38:0];
              end
            end
            valu_pkg::UnitCompare: begin
              compared = valu_cmp_pkg::compute(
                  ctl_i.op, ctl_i.cond, ctl_i.neg[1:0], ctl_i.abs[1:0], ctl_i.clamp, !fp_mode_i.denorm_f32[0],
                  !fp_mode_i.denorm_wide[0], a_i[32*i +: 32], b_i[32*i +: 32], a_hi_i[32*i +: 32], b_hi_i[32*i +: 32]);
              flags = compared[7:1];
              bits = bits | 16'(compared[0]) << i[3:0];
            end
            valu_pkg::UnitInt16:
              if (ctl_i.pk) begin
                lo[32*i +: 32] = valu_int16_pkg::compute_pk(
                    ctl_i.op, ctl_i.clamp, op_sel, op_sel_hi, a_i[32*i +: 32], b_i[32*i +: 32], c_i[32*i +: 32]);
              end else begin
                lo[32*i +: 32] = valu_int16_pkg::compute(
                    ctl_i.op, ctl_i.clamp, a_i[32*i +: 16], b_i[32*i +: 16], c_i[32*i +: 16]);
              end
            default:  // UnitLogic
              lo[32*i +: 32] = valu_logic_pkg::compute(
                  ctl_i.op, {req_i.pass, 4'(i)}, mask_i[i[3:0]], ctl_i.neg[1:0], ctl_i.abs[1:0], a_i[32*i +: 32],
                  b_i[32*i +: 32], c_i[32*i +: 32]);
          endcase
          if (HasExcp) excp = excp | flags;
          if (HasLo && ctl_i.sdwa) begin
            lo[32*i +: 32] = valu_sdwa_pkg::insert_result(lo[32*i +: 32], c_hi_i[32*i +: 32], sdwa.dst_unused,
                                                          sdwa.dst_sel);
          end
        end
      end
      rsp_q[0] <= req_i;
      lo_q[0] <= lo;
      hi_q[0] <= hi;
      bits_q[0] <= bits;
      excp_q[0] <= excp;
    end
  end

  if (Step > 1) begin : g_paced
    logic [3:0] busy_q;  // cycles until it takes the next pass
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q <= '0;
      end else begin
        if (busy_q != '0) busy_q <= busy_q - 4'd1;
        if (req_valid_i && !step_i) begin
          busy_q <= 4'(Step - 1);
          a_paced: assert (busy_q == '0);
        end
      end
    end
  end
endmodule
