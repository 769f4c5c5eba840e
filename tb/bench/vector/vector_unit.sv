// SPDX-License-Identifier: Apache-2.0
// The vector ALU alone: decoder, operand read, execution units, writeback. dut.cc stands for the issue stage and the
// VGPR file.
//
// A scalar source is the literal or scalar_i. A VGPR has its architectural number.
module vector_unit (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          req_valid_i,
  output logic          req_ready_o,
  input  logic [31:0]   w0_i,
  input  logic [31:0]   w1_i,
  input  logic [31:0]   mode_i,
  input  logic [63:0]   exec_i,
  input  logic [63:0]   vcc_i,
  input  logic [63:0]   scalar_i,
  output logic          legal_o,
  output logic [31:0]   isa_o,        // the instruction set that the unit is built for: cu_pkg::Isa
  // VGPR file: the data of a read comes a cycle later; an index is {VGPR, pass}
  output logic [5:0]    read_valid_o,
  output logic [31:0]   read_index_o [6],
  input  cu_pkg::pass_t read_data_i [6],
  output logic [1:0]    write_valid_o,
  output logic [31:0]   write_index_o [2],
  output logic [15:0]   write_lanes_o [2],
  output cu_pkg::pass_t write_data_o [2],
  // end of an instruction
  output logic          done_valid_o,
  output logic [63:0]   done_mask_o,  // what it writes to VCC, an SGPR pair or EXEC
  output logic [6:0]    done_excp_o
);
  // The decoder says more than one instruction at a time needs.
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_dec_t dec;
  // verilator lint_on UNUSEDSIGNAL
  valu_decode u_decode (.go_i(1'b1), .w0_i, .w1_i, .dec_o(dec));
  assign legal_o = dec.legal;
  assign isa_o = cu_pkg::Isa;

  function automatic logic [63:0] scalar(input logic [8:0] code);
    scalar = code == 9'(isa_pkg::SrcLiteral) ? {32'd0, w1_i} : scalar_i;
  endfunction

  valu_pkg::valu_req_t req;
  always_comb begin
    req = '0;
    req.exec = exec_i;
    req.mask_in = vcc_i;
    req.is_vgpr = {dec.src2.code[8], dec.src1.code[8], dec.src0.code[8]};
    req.vgpr[0] = cu_pkg::phys_vgpr_t'(dec.src0.code[7:0]);
    req.vgpr[1] = cu_pkg::phys_vgpr_t'(dec.src1.code[7:0]);
    req.vgpr[2] = cu_pkg::phys_vgpr_t'(dec.src2.code[7:0]);
    req.scalar = {scalar(dec.src2.code), scalar(dec.src1.code), scalar(dec.src0.code)};
    req.vdst = cu_pkg::phys_vgpr_t'(dec.vdst);
    req.mode = mode_i;
    req.sdst_kind = dec.sdst_kind;
    req.sdst = dec.sdst;
    req.cmpx = dec.cmpx;
    req.ctl = dec.ctl;
  end

  logic                                 reserve_valid, reserve_dpp, reserve_pairs, reserve_ok;
  logic [3:0]                           reserve_unit;
  logic [6*vgpr_pkg::VgprIndexBits-1:0] read_index;
  logic                                 unit_valid, unit_ready, unit_step;
  exec_pkg::exec_pass_t                 unit;
  valu_pkg::valu_control_t              unit_ctl;
  valu_pkg::fp_mode_t                   unit_fp_mode;
  logic [15:0]                          unit_mask;
  logic [5:0]                           unit_lane;
  cu_pkg::pass_t                        unit_a, unit_b, unit_c, unit_a_hi, unit_b_hi, unit_c_hi;
  logic                                 fixed_valid, variable_valid, variable_ready;
  exec_pkg::exec_pass_t                 fixed, variable;
  cu_pkg::pass_t                        fixed_lo, fixed_hi, variable_lo, variable_hi;
  logic [15:0]                          fixed_bits, variable_bits;
  logic [6:0]                           fixed_excp, variable_excp;
  // verilator lint_off UNUSEDSIGNAL
  vgpr_pkg::vgpr_write_t                write0, write1;
  valu_pkg::valu_rsp_t                  done;
  logic                                 mwr_ready;
  // verilator lint_on UNUSEDSIGNAL

  vector_read u_read (
    .clk_i, .rst_ni, .req_valid_i, .req_ready_o, .req_i(req),
    .reserve_valid_o(reserve_valid), .reserve_unit_o(reserve_unit), .reserve_dpp_o(reserve_dpp),
    .reserve_pairs_o(reserve_pairs),
    .reserve_ok_i(reserve_ok),
    .read_valid_o, .read_index_o(read_index),
    .write_valid_i('0), .write0_i('0), .write1_i('0),
    .read_data_i({read_data_i[5], read_data_i[4], read_data_i[3], read_data_i[2], read_data_i[1], read_data_i[0]}),
    .unit_valid_o(unit_valid), .unit_ready_i(unit_ready), .unit_o(unit), .unit_ctl_o(unit_ctl),
    .unit_fp_mode_o(unit_fp_mode), .unit_step_o(unit_step), .unit_mask_o(unit_mask), .unit_lane_o(unit_lane),
    .unit_a_o(unit_a), .unit_b_o(unit_b), .unit_c_o(unit_c),
    .unit_a_hi_o(unit_a_hi), .unit_b_hi_o(unit_b_hi), .unit_c_hi_o(unit_c_hi)
  );

  vector_units u_units (
    .clk_i, .rst_ni, .req_valid_i(unit_valid), .req_ready_o(unit_ready), .req_i(unit), .ctl_i(unit_ctl),
    .fp_mode_i(unit_fp_mode), .step_i(unit_step), .mask_i(unit_mask), .lane_i(unit_lane),
    .a_i(unit_a), .b_i(unit_b), .c_i(unit_c), .a_hi_i(unit_a_hi), .b_hi_i(unit_b_hi), .c_hi_i(unit_c_hi),
    .fixed_valid_o(fixed_valid), .fixed_o(fixed), .fixed_lo_o(fixed_lo), .fixed_hi_o(fixed_hi),
    .fixed_bits_o(fixed_bits), .fixed_excp_o(fixed_excp),
    .variable_valid_o(variable_valid), .variable_ready_i(variable_ready), .variable_o(variable),
    .variable_lo_o(variable_lo), .variable_hi_o(variable_hi), .variable_bits_o(variable_bits),
    .variable_excp_o(variable_excp)
  );

  vector_writeback u_writeback (
    .clk_i, .rst_ni,
    .reserve_valid_i(reserve_valid), .reserve_unit_i(reserve_unit), .reserve_dpp_i(reserve_dpp),
    .reserve_pairs_i(reserve_pairs),
    .reserve_ok_o(reserve_ok),
    .fixed_valid_i(fixed_valid), .fixed_i(fixed), .fixed_lo_i(fixed_lo), .fixed_hi_i(fixed_hi),
    .fixed_bits_i(fixed_bits), .fixed_excp_i(fixed_excp),
    .variable_valid_i(variable_valid), .variable_ready_o(variable_ready), .variable_i(variable),
    .variable_lo_i(variable_lo), .variable_hi_i(variable_hi), .variable_bits_i(variable_bits),
    .variable_excp_i(variable_excp),
    .mwr_valid_i(1'b0), .mwr_ready_o(mwr_ready), .mwr_i('0),
    .write_valid_o, .write0_o(write0), .write1_o(write1),
    .done_valid_o, .done_o(done)
  );

  for (genvar i = 0; i < 6; i++) begin : g_read
    assign read_index_o[i] = 32'(read_index[vgpr_pkg::VgprIndexBits*i +: vgpr_pkg::VgprIndexBits]);
  end
  assign write_index_o = '{32'({write0.vgpr, write0.pass}), 32'({write1.vgpr, write1.pass})};
  assign write_lanes_o = '{write0.lanes, write1.lanes};
  assign write_data_o = '{write0.data, write1.data};
  assign done_mask_o = done.sdata;
  assign done_excp_o = done.excp;
endmodule
