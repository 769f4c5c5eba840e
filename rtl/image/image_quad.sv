// SPDX-License-Identifier: Apache-2.0
// The derivatives of a coordinate in each quad of 16 lanes (image.md 11.2, D-IMG-32): lane 1 less lane 0, and lane 2
// less lane 0. All four lanes have them. Combinational; with go_i = 0 all outputs are 0.
module image_quad (
  input  logic         go_i,
  input  logic [511:0] coordinate_i,  // f32; those of inactive lanes count
  output logic [511:0] dh_o,          // f32; of a NaN a NaN
  output logic [511:0] dv_o
);
  // x - y of f32 numbers, rounded to nearest even.
  function automatic logic [31:0] difference(input logic [31:0] x, input logic [31:0] y);
    /* verilator no_inline_task */
    if (fp_pkg::is_nan(x) || fp_pkg::is_nan(y)) difference = fp_pkg::DefaultNan;
    else difference = 32'(fp_pkg::mul_add(fp_pkg::F32, x, fp_pkg::One, y ^ 32'h80000000, 12'sd0, 1'b0,
                                          fp_pkg::RoundNearest, 1'b0, 1'b0));
  endfunction

  logic [31:0] origin;
  always_comb begin
    dh_o = '0;
    dv_o = '0;
    origin = '0;
    if (go_i) begin
      for (int unsigned q = 0; q < cu_pkg::NumLanes / 4; q++) begin
        origin = coordinate_i[128 * q +: 32];
        dh_o[128 * q +: 128] = {4{difference(coordinate_i[128 * q + 32 +: 32], origin)}};
        dv_o[128 * q +: 128] = {4{difference(coordinate_i[128 * q + 64 +: 32], origin)}};
      end
    end
  end
endmodule
