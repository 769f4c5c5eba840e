// SPDX-License-Identifier: Apache-2.0
// The unit list of the bench, in place of rtl/simd/exec_units_pkg.sv. Units of several cycles: their writes would meet
// those of the others. Units that take a pass every two or four cycles have the numbers of UnitInt16 and UnitConvert,
// and a variable unit that of UnitFma.
package exec_units_pkg;
  localparam int unsigned DppReadCycles = 5;
  localparam int unsigned LastWrite = 6 + 3 * 4;  // the largest first + 3 * step

  typedef struct packed {
    logic       fixed;
    logic [4:0] first;
    logic [3:0] step;  // 1..15
  } row_t;

  function automatic row_t row(input logic [3:0] unit);
    unique case (unit)
      // fixed, first, step
      valu_pkg::UnitFma:     row = {1'b0, 5'd0, 4'd1};
      valu_pkg::UnitMul:     row = {1'b1, 5'd5, 4'd1};
      valu_pkg::UnitMqsad:   row = {1'b1, 5'd3, 4'd2};
      valu_pkg::UnitInt16:   row = {1'b1, 5'd4, 4'd2};
      valu_pkg::UnitConvert: row = {1'b1, 5'd6, 4'd4};
      default:               row = {1'b1, 5'd3, 4'd1};
    endcase
  endfunction
endpackage
