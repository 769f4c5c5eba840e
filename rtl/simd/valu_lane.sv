// One lane of the SIMD: the function units and the result registers behind them.
// When en_i is 0 nothing is computed and the results stand; when it is 1 only the unit of the
// operation's group works. hi_o is the second result row (64-bit results, v_swap), bit_o the lane's
// mask bit (carry, compare).
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

  logic [64:0] res;
  always_comb begin
    res = 65'd0;
    if (en_i) begin
      unique case (ctl_i.op[7:5])
        valu_pkg::GrpLogic: begin
          res[31:0] = valu_logic_pkg::compute(ctl_i.op, lane_i, mask_i, ctl_i.neg[1:0],
                                              ctl_i.abs[1:0], a_i, b_i, c_i);
          res[63:32] = b_i;  // the other half of v_swap_b32
        end
        valu_pkg::GrpAdd: begin
          {res[64], res[31:0]} =
              valu_add_pkg::compute(ctl_i.op, ctl_i.clamp, mask_i, a_i, b_i, c_i);
        end
        valu_pkg::GrpShift: res[63:0] = valu_shift_pkg::compute(ctl_i.op, a_i, b_i, b_hi_i, c_i);
        valu_pkg::GrpMul: begin
          res[63:0] = valu_mul_pkg::compute(ctl_i.op, ctl_i.clamp, a_i, b_i, c_i, c_hi_i);
          res[64] = valu_mul_pkg::carry(ctl_i.op, a_i, b_i, c_i, c_hi_i);
        end
        valu_pkg::GrpFma: begin
          res[31:0] = valu_fma_pkg::compute(ctl_i.op, ctl_i.neg, ctl_i.abs, ctl_i.omod, ctl_i.clamp,
                                            mode_i, a_i, b_i, c_i);
        end
        valu_pkg::GrpFpMisc: begin
          res[31:0] = valu_fpmisc_pkg::compute(ctl_i.op, ctl_i.neg, ctl_i.abs, ctl_i.omod,
                                               ctl_i.clamp, mode_i, a_i, b_i, c_i);
        end
        valu_pkg::GrpCmp: begin
          res[64] = valu_cmp_pkg::compute(ctl_i.op, ctl_i.cond, ctl_i.neg[1:0], ctl_i.abs[1:0],
                                          !mode_i[valu_pkg::ModeDenorm32], a_i, b_i,
                                          a_hi_i, b_hi_i);
        end
        default: res[31:0] = a_i;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) {bit_o, hi_o, lo_o} <= res;
  end
endmodule
