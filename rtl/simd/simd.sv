// SPDX-License-Identifier: Apache-2.0
// The SIMD: the VGPR file and 16 lanes. A wave of 64 lanes takes four passes.
//
// Request: an instruction is accepted in a cycle with req_valid_i and req_ready_o. Each pass then goes through
// operand read (vector_read), its execution unit (vector_units) and writeback (vector_writeback). cu_pkg::ValuDelay
// stages may stand in front of the writeback (valu_delay). Without them: for the units of one
// cycle the write of the last pass comes with done_valid_o, six cycles after the request, and an instruction can start
// every four cycles. The contract of the units and a timing picture: docs/blocks.md, "Execution units".
//
// A memory unit reads by a port of its own. Its writes share the second write port of the VGPR file: a write waits
// while the vector ALU uses that port, or writes the same index by the first port.
//
// coverage off toggle unit_ready: Fixed units take every request: vector_units.sv ties req_ready_o to 1. tb/bench/exec
//   has a variable unit.
// coverage off toggle mrd_ready_o: The read port of the memory units is their own: simd.sv ties mrd_ready_o to 1.
// coverage off toggle variable.*, variable_bits[15:0], variable_excp[6:0], variable_ready, variable_valid: No execution
//   unit is variable: variable_valid_i and variable_i are 0, so these are constant.
module simd (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  req_valid_i,
  output logic                  req_ready_o,
  input  valu_pkg::valu_req_t   req_i,
  output logic                  done_valid_o,
  output valu_pkg::valu_rsp_t   done_o,
  input  logic                  mrd_valid_i,
  output logic                  mrd_ready_o,
  input  vgpr_pkg::vgpr_read_t  mrd_i,
  output cu_pkg::pass_t         mrd_data_o,
  input  logic                  mwr_valid_i,
  output logic                  mwr_ready_o,
  input  vgpr_pkg::vgpr_write_t mwr_i
);
  logic                                 reserve_valid, reserve_dpp, reserve_pairs, reserve_ok;
  logic [3:0]                           reserve_unit;
  logic [5:0]                           read_valid;
  logic [6*vgpr_pkg::VgprIndexBits-1:0] read_index;
  logic [7*512-1:0]                     file_data, read_data;  // of the file; as the readers have it
  logic                                 unit_valid, unit_ready, unit_step;
  exec_pkg::exec_pass_t                 unit;
  valu_pkg::valu_control_t              unit_ctl;
  valu_pkg::fp_mode_t                   unit_fp_mode;
  logic [15:0]                          unit_mask;
  logic [5:0]                           unit_lane;
  cu_pkg::pass_t                        unit_a, unit_b, unit_c, unit_a_hi, unit_b_hi, unit_c_hi;
  logic                                 fixed_valid, variable_valid, variable_ready, late_valid;
  exec_pkg::exec_pass_t                 fixed, variable, late;
  cu_pkg::pass_t                        fixed_lo, fixed_hi, variable_lo, variable_hi, late_lo, late_hi;
  logic [15:0]                          fixed_bits, variable_bits, late_bits;
  logic [6:0]                           fixed_excp, variable_excp, late_excp;
  logic [1:0]                           write_valid;
  vgpr_pkg::vgpr_write_t                write0, write1;

  vector_read u_read (
    .clk_i, .rst_ni, .req_valid_i, .req_ready_o, .req_i,
    .reserve_valid_o(reserve_valid), .reserve_unit_o(reserve_unit), .reserve_dpp_o(reserve_dpp),
    .reserve_pairs_o(reserve_pairs),
    .reserve_ok_i(reserve_ok),
    .read_valid_o(read_valid), .read_index_o(read_index), .read_data_i(read_data[6*512-1:0]),
    .write_valid_i(write_valid), .write0_i(write0.vgpr), .write1_i(write1.vgpr),
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

  exec_contract u_contract (
    .clk_i, .rst_ni, .req_valid_i(unit_valid), .req_ready_i(unit_ready), .req_i(unit), .ctl_i(unit_ctl),
    .a_i(unit_a), .b_i(unit_b), .c_i(unit_c), .a_hi_i(unit_a_hi), .b_hi_i(unit_b_hi), .c_hi_i(unit_c_hi),
    .variable_valid_i(variable_valid), .variable_ready_i(variable_ready), .variable_i(variable),
    .variable_lo_i(variable_lo), .variable_hi_i(variable_hi)
  );

  valu_delay u_delay (
    .clk_i, .rst_ni,
    .valid_i(fixed_valid), .pass_i(fixed), .lo_i(fixed_lo), .hi_i(fixed_hi), .bits_i(fixed_bits), .excp_i(fixed_excp),
    .valid_o(late_valid), .pass_o(late), .lo_o(late_lo), .hi_o(late_hi), .bits_o(late_bits), .excp_o(late_excp)
  );

  vector_writeback u_writeback (
    .clk_i, .rst_ni,
    .reserve_valid_i(reserve_valid), .reserve_unit_i(reserve_unit), .reserve_dpp_i(reserve_dpp),
    .reserve_pairs_i(reserve_pairs),
    .reserve_ok_o(reserve_ok),
    .fixed_valid_i(late_valid), .fixed_i(late), .fixed_lo_i(late_lo), .fixed_hi_i(late_hi),
    .fixed_bits_i(late_bits), .fixed_excp_i(late_excp),
    .variable_valid_i(variable_valid), .variable_ready_o(variable_ready), .variable_i(variable),
    .variable_lo_i(variable_lo), .variable_hi_i(variable_hi), .variable_bits_i(variable_bits),
    .variable_excp_i(variable_excp),
    .mwr_valid_i, .mwr_ready_o, .mwr_i,
    .write_valid_o(write_valid), .write0_o(write0), .write1_o(write1),
    .done_valid_o, .done_o
  );

  assign mrd_ready_o = 1'b1;
  assign mrd_data_o = read_data[6*512 +: 512];

  vgpr_file u_vgpr (
    .clk_i,
    .rd_valid_i({mrd_valid_i, read_valid}), .rd_index_i({mrd_i, read_index}),
    .rd_data_o(file_data),
    .wr_valid_i(write_valid), .wr0_i(write0), .wr1_i(write1)
  );

  if (cu_pkg::ExposedHazards) begin : g_exposed_hazards
    vgpr_before u_before (
      .clk_i, .accept_i(req_valid_i && req_ready_o), .req_i,
      .wr_valid_i(write_valid), .wr0_i(write0), .wr1_i(write1),
      .rd_valid_i(read_valid[0]), .rd_i(read_index[vgpr_pkg::VgprIndexBits-1:0]),
      .now_i(file_data[511:0]), .data_o(read_data[511:0])
    );
    assign read_data[7*512-1:512] = file_data[7*512-1:512];
  end else begin : g_interlocked
    assign read_data = file_data;
  end
endmodule
