// SPDX-License-Identifier: Apache-2.0
// The arithmetic of images, one function of a lane at a time. Driven by main.cc with the cases of
// scripts/wl/vectors/image_cases.py, which says what each argument holds.
//
// plant_i: an error on the way to a function or back.
module sample_unit (
  input  logic [4:0]   op_i,
  input  logic [191:0] argument_i,  // six words, the first lowest
  input  logic [4:0]   plant_i,
  output logic [63:0]  result_o
);
  typedef enum logic [4:0] {
    Texels, Wrapped, Slice, Address, Lerp, Compare, Border, Logarithm, Difference, LevelF32, FixedLevel, Component,
    Half, Stored, IsImage, Extent, LastSlice
  } op_e;
  typedef enum logic [4:0] {
    None, OtherMode, NoNorm, NoLinear, NoTrunc, NoOffset, WeightBit, NextIndex, OneMoreSlice, FirstLevel, NoDword,
    NarrowRow, SwappedLerp, NoUnit, OtherCompare, NoSwizzle, NoSize, SwappedDifference, NoSign, OtherFormat,
    NextComponent, NoHalf, SwappedStore, AnyFormat, NextLevel, NoBaseArray
  } plant_e;

  logic [31:0] w0, w1, w2, w3, w4, w5;
  logic        unused_bits;
  assign {w5, w4, w3, w2, w1, w0} = argument_i;
  assign unused_bits = ^w5;

  logic [4:0]   dfmt;
  logic [3:0]   nfmt;
  logic [1:0]   component;
  logic [12:0]  at;
  logic [31:0]  bits, given, rho, other;
  logic [127:0] element, border;
  logic [24:0]  level;
  always_comb begin
    result_o = '0;
    dfmt = '0;
    nfmt = '0;
    component = '0;
    at = '0;
    bits = '0;
    given = '0;
    rho = '0;
    other = '0;
    element = '0;
    border = '0;
    level = '0;
    unique case (op_i)
      Texels: begin
        result_o[37:0] = image_axis_pkg::texels(
            w0, w1[14:0], plant_i == OtherMode ? w2[2:0] ^ 3'd4 : w2[2:0], w2[3] && plant_i != NoNorm,
            w2[4] && plant_i != NoLinear, w2[5] && plant_i != NoTrunc, plant_i == NoOffset ? 6'd0 : w3[5:0]);
        if (plant_i == WeightBit) result_o[0] = 1'b0;
      end
      Wrapped: result_o[14:0] = image_axis_pkg::wrapped(plant_i == NextIndex ? w0[16:0] + 17'd1 : w0[16:0],
                                                        w1[14:0], w2[2:0]);
      Slice: result_o[12:0] = image_axis_pkg::slice(w0, plant_i == OneMoreSlice ? w1[12:0] + 13'd1 : w1[12:0]);
      Address: result_o = image_axis_pkg::address(
          {w1[7:0], w0},
          image_axis_pkg::layout(w1[8], w2[13:0], w2[27:14], plant_i == NarrowRow ? w3[15:0] - 16'd1 : w3[15:0],
                                 w1[9], w1[12:10]),
          plant_i == FirstLevel ? 4'd0 : w1[16:13], w4[13:0], w4[27:14], w5[12:0],
          plant_i == NoDword ? 2'd0 : w1[18:17]);
      Lerp: result_o[31:0] = plant_i == SwappedLerp ? image_lerp_pkg::lerp(w1, w0, w2[7:0])
                                                    : image_lerp_pkg::lerp(w0, w1, w2[7:0]);
      Compare: result_o[0] = image_lerp_pkg::compare(plant_i == OtherCompare ? w2[2:0] ^ 3'd1 : w2[2:0], w0, w1,
                                                     w2[3] && plant_i != NoUnit);
      Border: begin
        border = image_lerp_pkg::border(w0[1:0], plant_i == NoSwizzle ? 3'd0 : w0[4:2], w1);
        result_o[31:0] = border[{w0[6:5], 5'd0} +: 32];
      end
      Logarithm: begin
        rho = image_level_pkg::scaled(w0, plant_i == NoSize ? 15'd1 : w1[14:0]);
        other = image_level_pkg::scaled(w2, w3[14:0]);
        result_o[12:0] = image_level_pkg::logarithm(other > rho ? other : rho);
      end
      Difference: begin
        result_o[31:0] = plant_i == SwappedDifference ? image_level_pkg::difference(w1, w0)
                                                      : image_level_pkg::difference(w0, w1);
        if (fp_pkg::is_nan(result_o[31:0])) result_o[31:0] = 32'h7fc00000;
      end
      LevelF32: result_o[31:0] = image_level_pkg::level_f32({w0[12] && plant_i != NoSign, w0[11:0]});
      FixedLevel: begin
        level = image_pkg::fixed(w0, 15'd1, 1'b0, 1'b0);
        result_o[12:0] = image_level_pkg::saturated(level);
      end
      Component: begin
        {dfmt, nfmt, component} = w0[10:0];
        if (plant_i == OtherFormat) nfmt = nfmt ^ 4'd1;
        if (plant_i == NextComponent) component = component + 2'd1;
        element = {w4, w3, w2, w1};
        at = vmem_format_pkg::place(dfmt, component);
        if (nfmt == vmem_format_pkg::Srgb && component == 2'd3) nfmt = vmem_format_pkg::Unorm;
        bits = (element[{at[12:11], 5'd0} +: 32] >> at[10:6]) & (32'hFFFFFFFF >> (6'd32 - at[5:0]));
        if (at[5:0] != '0) result_o[31:0] = vmem_format_pkg::loaded(bits, at[5:0], nfmt, 1'b0);
      end
      Half: result_o[15:0] = 16'(fp_pkg::to_f16(w0, plant_i == NoHalf ? fp_pkg::RoundZero : fp_pkg::RoundNearest,
                                                1'b0, 1'b0));
      Stored: begin
        {dfmt, nfmt} = w0[10:2];
        for (int unsigned c = 0; c < 4; c++) begin
          at = vmem_format_pkg::place(dfmt, c[1:0]);
          given = argument_i[32 * (plant_i == SwappedStore ? 4 - c : 1 + c) +: 32];
          bits = at[5:0] == '0 ? 32'd0 : vmem_format_pkg::stored(given, at[5:0], nfmt, 1'b0);
          element[{at[12:11], 5'd0} +: 32] = element[{at[12:11], 5'd0} +: 32] | (bits << at[10:6]);
        end
        result_o = element[63:0];
      end
      IsImage: result_o[0] = plant_i == AnyFormat || vmem_format_pkg::is_image(w0[9:4], w0[3:0]);
      Extent: result_o[17:0] = {image_pkg::log2_bytes(w0[19:14]),
                                image_pkg::level_extent(w0[13:0], plant_i == NextLevel ? w1[3:0] + 4'd1 : w1[3:0])};
      LastSlice: result_o[12:0] = image_pkg::last_slice(w0[12:0], plant_i == NoBaseArray ? 13'd0 : w1[12:0]);
      default: ;
    endcase
  end
endmodule
