// SPDX-License-Identifier: Apache-2.0
// The execution unit of a vector ALU instruction, and what the compute unit declares of it at time zero. Driven by
// main.cc. Combinational.
module latency_unit (
  input  logic [31:0] w0_i,
  input  logic [31:0] w1_i,
  output logic        legal_o,
  output logic        fixed_o,
  output logic [31:0] first_o,
  output logic [31:0] step_o,
  output logic [31:0] dpp_o,  // cycles by which DPP delays the writes
  output logic [31:0] isa_o,  // parameters of the unit
  output logic [31:0] valu_delay_o
);
  // The decoder says more than is needed here.
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_dec_t     dec;
  valu_pkg::valu_control_t ctl;
  // verilator lint_on UNUSEDSIGNAL
  valu_decode u_decode (.go_i(1'b1), .w0_i, .w1_i, .dec_o(dec));
  assign ctl = dec.ctl;

  exec_units_pkg::row_t row;
  assign row = exec_units_pkg::row(ctl.unit);
  assign legal_o = dec.legal;
  assign fixed_o = row.fixed;
  assign first_o = 32'(row.first);
  assign step_o = 32'(row.step);
  assign dpp_o = exec_units_pkg::DppReadCycles;
  assign isa_o = cu_pkg::Isa;
  assign valu_delay_o = cu_pkg::ValuDelay;
endmodule
