// SPDX-License-Identifier: Apache-2.0
// A clamp mode on the indices of an axis, of 16 lanes (image.md 10.5): which texel an index is, or that it is border.
// The remainder by N or 2N is a true one: N is no power of two. Combinational; with go_i = 0 all outputs are 0.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane.
module image_wrap (
  input  logic         go_i,
  input  logic         second_i,  // the texels behind those of index_i
  input  logic [271:0] index_i,   // as image_axis gives them: 17 bits per lane, signed
  input  logic [239:0] size_i,    // N: 15 bits per lane, at least 1
  input  logic [2:0]   mode_i,    // image_pkg::clamp_e
  output logic [223:0] texel_o,   // 14 bits per lane; of border 0
  output logic [15:0]  border_o
);
  // {border, texel} of an index.
  function automatic logic [14:0] wrapped(input logic [16:0] index, input logic [14:0] size, input logic [2:0] mode);
    /* verilator no_inline_task */
    logic [15:0] from_edge, period, left;  // from_edge: how far it is from 0 or, to the left, from -1
    logic [15:0] texel;
    logic        border;
    from_edge = index[16] ? ~index[15:0] : index[15:0];
    period = mode == image_pkg::Mirror ? {size, 1'b0} : {1'b0, size};
    left = '0;
    texel = from_edge;
    border = 1'b0;
    case (mode)
      image_pkg::Wrap, image_pkg::Mirror: begin
        left = from_edge % period;
        texel = index[16] ? period - 16'd1 - left : left;
        if (texel >= {1'b0, size}) texel = period - 16'd1 - texel;
      end
      image_pkg::ClampLastTexel: begin
        if (index[16]) texel = '0;
        else if (texel >= {1'b0, size}) texel = {1'b0, size} - 16'd1;
      end
      image_pkg::MirrorOnceLastTexel: if (texel >= {1'b0, size}) texel = {1'b0, size} - 16'd1;
      image_pkg::ClampHalfBorder, image_pkg::ClampBorder: border = index[16] || texel >= {1'b0, size};
      default: border = texel >= {1'b0, size};
    endcase
    wrapped = border ? {1'b1, 14'd0} : {1'b0, texel[13:0]};
  endfunction

  always_comb begin
    texel_o = '0;
    border_o = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        {border_o[l], texel_o[14 * l +: 14]} =
            wrapped(index_i[17 * l +: 17] + {16'd0, second_i}, size_i[15 * l +: 15], mode_i);
      end
    end
  end
endmodule
