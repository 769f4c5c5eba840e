// One lane of the SIMD: combinational function units and the result registers behind them.
// When en_i is 0 nothing is computed and the results stand. Only the unit of the operation's group
// is enabled. hi_o is the second result row (64-bit results, v_swap), bit_o the lane's mask bit
// (carry, compare).
module valu_lane (
  input  logic               clk_i,
  input  logic               en_i,
  input  valu_pkg::ctl_t     ctl_i,
  input  valu_pkg::fpmode_t  mode_i,
  input  logic [5:0]         lane_i,
  input  logic               mask_i,
  input  logic [31:0]        a_i,
  input  logic [31:0]        b_i,
  input  logic [31:0]        c_i,
  input  logic [31:0]        a_hi_i,
  input  logic [31:0]        b_hi_i,
  input  logic [31:0]        c_hi_i,
  output logic [31:0]        lo_o,
  output logic [31:0]        hi_o,
  output logic               bit_o
);
  // Not inlined: the simulator then compiles the lane once and not sixteen times.
  /* verilator no_inline_module */

  logic [6:0] group_en;
  always_comb begin
    for (int unsigned g = 0; g < 7; g++) group_en[g] = en_i && ctl_i.op[7:5] == 3'(g);
  end

  logic [31:0] logic_lo, add_lo, fma_lo, misc_lo;
  logic [63:0] shift_res, mul_res;
  logic add_bit, mul_bit, cmp_bit;

  valu_logic u_logic (
    .en_i   (group_en[valu_pkg::GrpLogic]),
    .op_i   (ctl_i.op[4:0]),
    .lane_i,
    .mask_i,
    .a_i, .b_i, .c_i,
    .res_o  (logic_lo)
  );
  valu_add u_add (
    .en_i    (group_en[valu_pkg::GrpAdd]),
    .op_i    (ctl_i.op[4:0]),
    .clamp_i (ctl_i.clamp),
    .carry_i (mask_i),
    .a_i, .b_i, .c_i,
    .res_o   (add_lo),
    .carry_o (add_bit)
  );
  valu_shift u_shift (
    .en_i  (group_en[valu_pkg::GrpShift]),
    .op_i  (ctl_i.op[4:0]),
    .a_i, .b_i, .b_hi_i, .c_i,
    .res_o (shift_res)
  );
  valu_mul u_mul (
    .en_i    (group_en[valu_pkg::GrpMul]),
    .op_i    (ctl_i.op[4:0]),
    .clamp_i (ctl_i.clamp),
    .a_i, .b_i, .c_i, .c_hi_i,
    .res_o   (mul_res),
    .carry_o (mul_bit)
  );
  valu_fma u_fma (
    .en_i  (group_en[valu_pkg::GrpFma]),
    .ctl_i, .mode_i,
    .a_i, .b_i, .c_i,
    .res_o (fma_lo)
  );
  valu_fpmisc u_fpmisc (
    .en_i  (group_en[valu_pkg::GrpFpMisc]),
    .ctl_i, .mode_i,
    .a_i, .b_i, .c_i,
    .res_o (misc_lo)
  );
  valu_cmp u_cmp (
    .en_i  (group_en[valu_pkg::GrpCmp]),
    .ctl_i,
    .in_denorm_i (mode_i.in32_denorm),
    .a_i, .b_i, .a_hi_i, .b_hi_i,
    .res_o (cmp_bit)
  );

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      unique case (ctl_i.op[7:5])
        valu_pkg::GrpLogic: begin
          lo_o <= logic_lo;
          hi_o <= b_i;  // the other half of v_swap_b32
        end
        valu_pkg::GrpAdd: begin
          lo_o <= add_lo;
          bit_o <= add_bit;
        end
        valu_pkg::GrpShift: {hi_o, lo_o} <= shift_res;
        valu_pkg::GrpMul: begin
          {hi_o, lo_o} <= mul_res;
          bit_o <= mul_bit;
        end
        valu_pkg::GrpFma: lo_o <= fma_lo;
        valu_pkg::GrpFpMisc: lo_o <= misc_lo;
        valu_pkg::GrpCmp: bit_o <= cmp_bit;
        default: lo_o <= a_i;
      endcase
    end
  end
endmodule
