// SPDX-License-Identifier: Apache-2.0
// The execution units alone: one opcode at a time, as its row of valu_table has it. Driven by main.cc.
module float_unit (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         req_valid_i,
  input  logic [9:0]   opcode_i,   // number of the VOP3 form
  input  logic [2:0]   neg_i,
  input  logic [2:0]   abs_i,
  input  logic [1:0]   omod_i,
  input  logic         clamp_i,
  input  logic [10:0]  fp_mode_i,
  input  logic [15:0]  mask_i,
  input  logic [15:0]  lanes_i,    // lanes that are active
  input  logic [5:0]   op_sel_i,   // VOP3P: OP_SEL_HI, OP_SEL
  input  logic [511:0] a_i,
  input  logic [511:0] b_i,
  input  logic [511:0] c_i,
  input  logic [511:0] a_hi_i,
  input  logic [511:0] b_hi_i,
  input  logic [511:0] c_hi_i,
  output logic         in_unit_o,  // the table has the opcode
  output logic         rsp_valid_o,
  output logic [511:0] lo_o,
  output logic [511:0] hi_o,
  output logic [15:0]  bits_o,
  output logic [6:0]   excp_o,     // exceptions of all lanes
  output logic [7:0]   first_o,    // of the unit's row
  output logic [7:0]   step_o
);
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_row_t row;
  exec_units_pkg::row_t unit_row;
  exec_pkg::exec_pass_t rsp;
  // verilator lint_on UNUSEDSIGNAL
  valu_table u_table (.opcode_i, .row_o(row));
  assign in_unit_o = row.forms != '0;
  assign unit_row = exec_units_pkg::row(row.unit);
  assign first_o = {3'd0, unit_row.first};
  assign step_o = {4'd0, unit_row.step};

  valu_pkg::valu_control_t ctl;
  exec_pkg::exec_pass_t pass;
  always_comb begin
    ctl = '0;
    ctl.unit = row.unit;
    ctl.op = row.op;
    ctl.cond = row.cond;
    ctl.vdst_count = row.dst.vgprs;
    ctl.abs = abs_i & {row.src2.is_float, row.src1.is_float, row.src0.is_float};
    ctl.neg = neg_i & {row.src2.is_float, row.src1.is_float, row.src0.is_float};
    if (row.mods.op_sel == valu_pkg::OpSelPacked || row.mods.op_sel == valu_pkg::OpSelMix ||
        row.mods.op_sel == valu_pkg::OpSelMixHalf) begin
      ctl.pk = 1'b1;
      ctl.ext.sdwa.src0_sel = {1'b0, op_sel_i[3], op_sel_i[0]};
      ctl.ext.sdwa.src1_sel = {1'b0, op_sel_i[4], op_sel_i[1]};
      ctl.ext.sdwa.src2_sel = {1'b0, op_sel_i[5], op_sel_i[2]};
    end
    if (row.mods.omod) ctl.omod = omod_i;
    if (row.mods.clamp) ctl.clamp = clamp_i;
    pass = '0;
    pass.lanes = lanes_i;
    pass.last = 1'b1;
  end

  // verilator lint_off UNUSEDSIGNAL
  logic ready, variable_valid;
  exec_pkg::exec_pass_t variable_rsp;
  cu_pkg::pass_t variable_lo, variable_hi;
  logic [15:0] variable_bits;
  logic [6:0] variable_excp;
  // verilator lint_on UNUSEDSIGNAL
  vector_units u_units (
    .clk_i, .rst_ni, .req_valid_i, .req_ready_o(ready), .req_i(pass), .ctl_i(ctl), .fp_mode_i, .step_i(1'b0), .mask_i,
    .lane_i(6'd0), .a_i, .b_i, .c_i, .a_hi_i, .b_hi_i, .c_hi_i,
    .fixed_valid_o(rsp_valid_o), .fixed_o(rsp), .fixed_lo_o(lo_o), .fixed_hi_o(hi_o), .fixed_bits_o(bits_o),
    .fixed_excp_o(excp_o),
    .variable_valid_o(variable_valid), .variable_ready_i(1'b1), .variable_o(variable_rsp),
    .variable_lo_o(variable_lo), .variable_hi_o(variable_hi), .variable_bits_o(variable_bits),
    .variable_excp_o(variable_excp)
  );
endmodule
