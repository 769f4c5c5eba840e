// SPDX-License-Identifier: Apache-2.0
// The unit list of the bench, in place of rtl/simd/exec_units_pkg.sv: UnitMul answers after three cycles, so
// that its writes would meet those of the others. A variable unit has the number of UnitFma.
package exec_units_pkg;
  localparam int unsigned DppReadCycles = 5;

  typedef struct packed {
    logic       fixed;
    logic [3:0] first;
    logic [1:0] step;
  } row_t;

  function automatic row_t row(input logic [3:0] unit);
    unique case (unit)
      // fixed, first, step
      valu_pkg::UnitFma:   row = {1'b0, 4'd0, 2'd0};
      valu_pkg::UnitMul:   row = {1'b1, 4'd5, 2'd1};
      valu_pkg::UnitMqsad: row = {1'b1, 4'd3, 2'd2};
      default:             row = {1'b1, 4'd3, 2'd1};
    endcase
  endfunction
endpackage
