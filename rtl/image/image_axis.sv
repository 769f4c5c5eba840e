// SPDX-License-Identifier: Apache-2.0
// One axis of a sample, of 16 lanes: from the coordinate to the index of the first texel, and to the weight of the
// second (image.md 10.3, 10.4). The index of the second is one more. The indices are those before the clamp mode, which
// image_wrap applies. Combinational; with go_i = 0 all outputs are 0.
module image_axis (
  input  logic         go_i,
  input  logic [511:0] coordinate_i,  // f32
  input  logic [239:0] size_i,        // N: 15 bits per lane, at least 1
  input  logic [2:0]   mode_i,        // image_pkg::clamp_e
  input  logic         norm_i,        // the unit of coordinates is N, not a texel
  input  logic [15:0]  linear_i,      // lanes with two texels: a linear filter, or gather4
  input  logic         trunc_i,       // TRUNC_COORD
  input  logic [95:0]  offset_i,      // of texels: 6 bits per lane, signed
  output logic [271:0] index_o,       // 17 bits per lane, signed
  output logic [127:0] weight_o       // of the second texel in 1/256: 8 bits per lane; of other lanes 0
);
  logic periodic, half_border, cuts;
  assign periodic = norm_i && (mode_i == image_pkg::Wrap || mode_i == image_pkg::Mirror);
  assign half_border = mode_i == image_pkg::ClampHalfBorder || mode_i == image_pkg::MirrorOnceHalfBorder;
  assign cuts = trunc_i && !half_border;

  logic [14:0]        size;
  logic signed [24:0] place;
  logic signed [24:0] last;  // of the half-border modes
  logic [16:0]        index;
  logic               linear;
  always_comb begin
    index_o = '0;
    weight_o = '0;
    size = '0;
    place = '0;
    last = '0;
    index = '0;
    linear = 1'b0;
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        size = size_i[15 * l +: 15];
        linear = linear_i[l];
        place = image_pkg::fixed(coordinate_i[32 * l +: 32], norm_i ? size : 15'd1, periodic, cuts && !linear);
        if (half_border) begin
          last = {2'd0, size, 8'd0};
          if (place < 25'sd0) place = mode_i == image_pkg::MirrorOnceHalfBorder ? -place : 25'sd0;
          if (place > last) place = last;
        end
        if (linear) begin
          place = place - 25'sd128;
          weight_o[8 * l +: 8] = place[7:0];
        end
        index = cuts && !linear ? place[16:0] : place[24:8];
        if (half_border && !linear && index[14:0] == size) index = index - 17'd1;
        index_o[17 * l +: 17] = index + {{11{offset_i[6 * l + 5]}}, offset_i[6 * l +: 6]};
      end
    end
  end
endmodule
