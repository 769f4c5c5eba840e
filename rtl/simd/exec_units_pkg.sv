// SPDX-License-Identifier: Apache-2.0
// The list of execution units: a row for each unit of valu_pkg::unit_e. vector_units.sv has their instances.
//
// A row says when a unit answers (docs/blocks.md, "Execution units"):
//   fixed  its VGPR write of pass p comes exactly in cycle issue + first + p * step, and it takes every request.
//          It gets a pass every `step` cycles. A DPP instruction writes DppReadCycles later. A pass with a second pair
//          of result VGPRs needs a step of two: the second pair is requested and written a cycle after the first.
//          `first` has the stages of cu_pkg::ValuDelay in it.
//   else   variable: `first` and `step` mean nothing.
package exec_units_pkg;
  // A DPP instruction first reads all of source 0.
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned DppReadCycles = 5;
  // verilator lint_on UNUSEDPARAM

  // The largest first + 3 * step of the rows below.
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned LastWrite = 15 + 3 * 12 + cu_pkg::ValuDelay;
  // verilator lint_on UNUSEDPARAM

  localparam logic [4:0] Delay = 5'(cu_pkg::ValuDelay);

  typedef struct packed {
    logic       fixed;
    logic [4:0] first;
    logic [3:0] step;  // 1..15
  } row_t;

  // A request follows the issue by two cycles. So a unit with one result register has first = 3, if there is no delay.
  function automatic row_t row(input logic [3:0] unit);
    // fixed, first, step
    unique case (unit)
      valu_pkg::UnitMqsad: row = {1'b1, 5'd3 + Delay, 4'd2};
      valu_pkg::UnitRoot:  row = {1'b1, 5'd11 + Delay, 4'd8};  // 28 digits, four in a cycle; first and last cycle
      valu_pkg::UnitTrans, valu_pkg::UnitF64: row = {1'b1, 5'd7 + Delay, 4'd4};
      valu_pkg::UnitRoot64: row = {1'b1, 5'd15 + Delay, 4'd12};  // 55 digits, five in a cycle
      default:             row = {1'b1, 5'd3 + Delay, 4'd1};
    endcase
  endfunction
endpackage
