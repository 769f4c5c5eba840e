// SPDX-License-Identifier: Apache-2.0
// The unit list of the bench, in place of rtl/simd/exec_units_pkg.sv: a fixed unit of three cycles has the number of
// UnitMul, a variable unit that of UnitFma. The others are the product's.
package exec_units_pkg;
  localparam int unsigned DppReadCycles = 5;

  typedef struct packed {
    logic       fixed;
    logic [4:0] first;
    logic [3:0] step;
  } row_t;

  function automatic row_t row(input logic [3:0] unit);
    unique case (unit)
      // fixed, first, step
      valu_pkg::UnitFma:   row = {1'b0, 5'd0, 4'd0};
      valu_pkg::UnitMul:   row = {1'b1, 5'd5, 4'd1};
      valu_pkg::UnitMqsad: row = {1'b1, 5'd3, 4'd2};
      default:             row = {1'b1, 5'd3, 4'd1};
    endcase
  endfunction
endpackage
