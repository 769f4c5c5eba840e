// SPDX-License-Identifier: Apache-2.0
// What a filter makes of the components of texels (image.md 10.6, 10.7): the weighted sum, the comparison and the
// border colour. The functions are of one lane; MODE has no influence.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane. With no_inline_task Verilator emits
// one function that all lanes share.
package image_lerp_pkg;
  // verilator lint_off UNUSEDPARAM
  parameter logic [31:0] LerpNan = 32'h7fc00000;
  // verilator lint_on UNUSEDPARAM

  // a * (256 - weight) / 256 + b * weight / 256 of f32 numbers, rounded once to nearest even. With weight 0 it is a.
  //
  // The term with the greater exponent has 31 places behind its last bit. If the other is shifted by more, the sum has
  // at least 53 bits, and its lowest one may be sticky.
  function automatic logic [31:0] lerp(input logic [31:0] a, input logic [31:0] b, input logic [7:0] weight);
    /* verilator no_inline_task */
    logic [7:0]  ea, eb, e;
    logic [63:0] pa, pb, sum;
    logic [6:0]  unused_flags;
    logic        sign;
    unused_flags = '0;
    ea = a[30:23] == '0 ? 8'd1 : a[30:23];
    eb = b[30:23] == '0 ? 8'd1 : b[30:23];
    e = ea > eb ? ea : eb;
    pa = {1'b0, {8'd0, fp_pkg::significand(a)} * {23'd0, 9'd256 - {1'b0, weight}}, 31'd0};
    pb = {1'b0, {8'd0, fp_pkg::significand(b)} * {24'd0, weight}, 31'd0};
    pa = fp_pkg::shift_jam(pa, {4'd0, e - ea});
    pb = fp_pkg::shift_jam(pb, {4'd0, e - eb});
    sign = pa >= pb ? a[31] : b[31];
    if (a[31] == b[31]) sum = pa + pb;
    else if (pa == pb) {sign, sum} = '0;
    else sum = pa > pb ? pa - pb : pb - pa;
    if (weight == '0) lerp = a;
    else if (fp_pkg::is_nan(a) || fp_pkg::is_nan(b)) lerp = LerpNan;
    else if (fp_pkg::is_inf(a)) lerp = fp_pkg::is_inf(b) && a[31] != b[31] ? LerpNan : a;
    else if (fp_pkg::is_inf(b)) lerp = b;
    else lerp = 32'(fp_pkg::round_pack(fp_pkg::F32, sign, {6'd0, e} - 14'sd128, sum, fp_pkg::RoundNearest, 1'b0,
                                       1'b0, unused_flags));
  endfunction

  // given FUNC texel of f32 numbers (D-IMG-27), where given is the reference. unit: it is clamped to 0..1, as of UNORM
  // and SRGB.
  // func: image_pkg::compare_e.
  function automatic logic compare(input logic [2:0] func, input logic [31:0] given, input logic [31:0] texel,
                                   input logic unit);
    /* verilator no_inline_task */
    logic [31:0] x, y;
    logic        unordered, less, equal;
    unordered = fp_pkg::is_nan(given) || fp_pkg::is_nan(texel);
    x = given;
    if (unit && given[31]) x = '0;
    if (unit && !given[31] && given > fp_pkg::One) x = fp_pkg::One;
    x = fp_pkg::sort_key(x);
    y = fp_pkg::sort_key(texel);
    less = !unordered && x < y;
    equal = !unordered && x == y;
    case (func)
      image_pkg::Never: compare = 1'b0;
      image_pkg::Less: compare = less;
      image_pkg::Equal: compare = equal;
      image_pkg::LessEqual: compare = less || equal;
      image_pkg::Greater: compare = !(unordered || less || equal);
      image_pkg::NotEqual: compare = !equal;
      image_pkg::GreaterEqual: compare = !(unordered || less);
      default: compare = 1'b1;
    endcase
  endfunction

  // The border colour W, Z, Y, X of a texel. one: the value 1 of the format. BC_SWIZZLE moves W alone: the other three
  // are equal.
  function automatic logic [127:0] border(input logic [1:0] color_type, input logic [2:0] bc_swizzle,
                                          input logic [31:0] one);
    logic [1:0] w;
    case (bc_swizzle)
      3'd1: w = 2'd1;
      3'd2, 3'd3: w = 2'd0;
      3'd5: w = 2'd2;
      default: w = 2'd3;
    endcase
    border = color_type == 2'd2 ? {4{one}} : 128'd0;
    if (color_type != 2'd0) border[{w, 5'd0} +: 32] = one;
  endfunction
endpackage
