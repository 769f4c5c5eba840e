// SPDX-License-Identifier: Apache-2.0
// The slice of an array that a sample takes, of 16 lanes (image.md 10.4). The coordinate is rounded to the nearest
// number of a slice of the view, ties to even (D-IMG-25). Combinational; with go_i = 0 the output is 0.
module image_slice (
  input  logic         go_i,
  input  logic [511:0] coordinate_i,  // f32
  input  logic [12:0]  base_array_i,  // of T#
  input  logic [12:0]  depth_i,
  output logic [207:0] slice_o        // number in the whole image: 13 bits per lane
);
  logic [12:0] last;
  assign last = image_pkg::last_slice(depth_i, base_array_i);

  // A coordinate as a number from 0 to most.
  function automatic logic [12:0] nearest(input logic [31:0] coordinate, input logic [12:0] most);
    /* verilator no_inline_task */
    logic [31:0] whole;
    logic [23:0] number;
    whole = fp_pkg::round_integral(coordinate, fp_pkg::RoundNearest);
    number = fp_pkg::significand(whole) >> (8'd150 - whole[30:23]);
    if (fp_pkg::is_nan(coordinate) || whole[31] || whole[30:0] == '0) nearest = '0;
    else if (whole[30:23] > 8'd149 || number > {11'd0, most}) nearest = most;
    else nearest = number[12:0];
  endfunction

  always_comb begin
    slice_o = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        slice_o[13 * l +: 13] = base_array_i + nearest(coordinate_i[32 * l +: 32], last);
      end
    end
  end
endmodule
