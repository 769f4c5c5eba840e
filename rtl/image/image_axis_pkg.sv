// SPDX-License-Identifier: Apache-2.0
// An axis of a sample: from the coordinate to the texels and the weight of the second one (image.md 10.3 to 10.5). The
// functions are of one lane; MODE has no influence.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane. With no_inline_task Verilator emits
// one function that all lanes share.
package image_axis_pkg;
  // {border, texel} of an index before the clamp mode (image.md 10.5). size: N, at least 1. mode: image_pkg::clamp_e.
  // The remainder by N or 2N is a true one: N is no power of two.
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

  // The texels of a lane along an axis: {the second one is border, the first one is, their indices of 14 bits, weight
  // of the second one in 1/256}. With a point filter there is no second one, and the weight is 0.
  // coordinate: f32. size: N, at least 1. mode: image_pkg::clamp_e. norm: the unit of the coordinate is N, not a texel.
  // linear: the filter is, or it is gather4. trunc: TRUNC_COORD. offset: of texels, signed.
  function automatic logic [37:0] texels(input logic [31:0] coordinate, input logic [14:0] size, input logic [2:0] mode,
                                     input logic norm, input logic linear, input logic trunc,
                                     input logic [5:0] offset);
    /* verilator no_inline_task */
    logic               half_border, cuts;
    logic signed [24:0] place, last;  // last: of the half-border modes
    logic [16:0]        index;
    logic [14:0]        first, second;
    half_border = mode == image_pkg::ClampHalfBorder || mode == image_pkg::MirrorOnceHalfBorder;
    cuts = trunc && !half_border && !linear;
    place = image_pkg::fixed(coordinate, norm ? size : 15'd1,
                             norm && (mode == image_pkg::Wrap || mode == image_pkg::Mirror), cuts);
    last = {2'd0, size, 8'd0};
    if (half_border) begin
      if (place < 25'sd0) place = mode == image_pkg::MirrorOnceHalfBorder ? -place : 25'sd0;
      if (place > last) place = last;
    end
    if (linear) place = place - 25'sd128;
    index = cuts ? place[16:0] : place[24:8];
    if (half_border && !linear && index[14:0] == size) index = index - 17'd1;
    index = index + {{11{offset[5]}}, offset};
    first = wrapped(index, size, mode);
    second = '0;
    if (linear) second = wrapped(index + 17'd1, size, mode);
    texels = {second[14], first[14], second[13:0], first[13:0], linear ? place[7:0] : 8'd0};
  endfunction

  // The slice that an f32 coordinate means: the nearest of 0 to most, ties to even (D-IMG-25).
  function automatic logic [12:0] slice(input logic [31:0] coordinate, input logic [12:0] most);
    /* verilator no_inline_task */
    logic [31:0] whole;
    logic [23:0] number;
    whole = fp_pkg::round_integral(coordinate, fp_pkg::RoundNearest);
    number = fp_pkg::significand(whole) >> (8'd150 - whole[30:23]);
    if (fp_pkg::is_nan(coordinate) || whole[31] || whole[30:0] == '0) slice = '0;
    else if (whole[30:23] > 8'd149 || number > {11'd0, most}) slice = most;
    else slice = number[12:0];
  endfunction

  // The row of an image in which a level begins (image.md 8.1). height: of level 0.
  function automatic logic [16:0] first_row(input logic [14:0] height, input logic [3:0] level);
    logic [14:0] padded;  // height of a level, half of that before, rounded up
    first_row = '0;
    padded = height;
    for (int unsigned i = 1; i < 16; i++) begin
      if (i[3:0] <= level) first_row = first_row + {2'd0, padded};
      padded = (padded + 15'd1) >> 1;
    end
  endfunction

  // The layout of an image (image.md 8.1): {texels of a row in memory, rows of a slice, height of level 0, log2 of the
  // bytes of an element}. Fields as in T#; is_1d: of TYPE 8 and 12.
  function automatic logic [51:0] layout(input logic is_1d, input logic [13:0] width, input logic [13:0] height,
                                         input logic [15:0] pitch, input logic mipmapped, input logic [2:0] shift);
    logic [14:0] lines;
    logic [16:0] across, rows, alignment;  // alignment: texels of 256 bytes
    lines = is_1d ? 15'd1 : {1'b0, height} + 15'd1;
    alignment = 17'd256 >> shift;
    across = {1'b0, pitch} + 17'd1;
    rows = {2'd0, lines};
    if (mipmapped) begin
      rows = across;
      across = ({3'd0, width} + alignment) & ~(alignment - 17'd1);
    end
    layout = {across, rows, lines, shift};
  endfunction

  // The address of a dword of a texel in such a layout, canonical (D-MEM-44). base: address / 256. level: of the whole
  // image. z: or the slice of the whole image.
  function automatic logic [63:0] address(input logic [39:0] base, input logic [51:0] layout_of,
                                          input logic [3:0] level, input logic [13:0] x, input logic [13:0] y,
                                          input logic [12:0] z, input logic [1:0] dword);
    /* verilator no_inline_task */
    logic [47:0] row, offset;
    row = {35'd0, z} * {31'd0, layout_of[34:18]} + {31'd0, first_row(layout_of[17:3], level)} + {34'd0, y};
    offset = (row * {31'd0, layout_of[51:35]} + {34'd0, x}) << layout_of[2:0];
    address = mem_pkg::canonical({base, 8'd0} + offset + {44'd0, dword, 2'd0});
  endfunction
endpackage
