// SPDX-License-Identifier: Apache-2.0
// The other float operations of one lane (numerics.md 3.2, 3.4, 6): minimum, maximum, median, rounding to an integral
// number, exponent and mantissa, faces of a cube, div_fixup. An f16 operand is widened to f32, which is exact; not for
// minimum, maximum and median.
// With no_inline_task Verilator emits one function that all 16 lanes share. `case`, not `unique case`: the
// generated uniqueness checks would run per lane.
package valu_fpmisc_pkg;
  typedef enum logic [4:0] {
    MinF32, MaxF32, Min3F32, Max3F32, Med3F32, TruncF32, CeilF32, RndneF32, FloorF32, DivFixupF32,
    FrexpExpF32, FrexpMantF32,
    CubeidF32, CubescF32, CubetcF32, CubemaF32,
    MinF16 = 5'd16, MaxF16, Min3F16, Max3F16, Med3F16, TruncF16, CeilF16, RndneF16, FloorF16,
    DivFixupF16, FrexpExpF16, FrexpMantF16
  } op_e;

  function automatic logic is_f16(input logic [4:0] op);
    is_f16 = is_plain_f16(op) || is_ternary_f16(op) || f32_of(op) != op;
  endfunction

  // Minimum or maximum of two numbers.
  function automatic logic is_plain_f16(input logic [4:0] op);
    is_plain_f16 = op == valu_fpmisc_pkg::MinF16 || op == valu_fpmisc_pkg::MaxF16;
  endfunction

  // Minimum, maximum or median of three numbers.
  function automatic logic is_ternary_f16(input logic [4:0] op);
    is_ternary_f16 = op == valu_fpmisc_pkg::Min3F16 || op == valu_fpmisc_pkg::Max3F16 ||
                     op == valu_fpmisc_pkg::Med3F16;
  endfunction

  // The f32 operation of an f16 one that is no minimum, maximum or median.
  function automatic logic [4:0] f32_of(input logic [4:0] op);
    case (op)
      valu_fpmisc_pkg::TruncF16: f32_of = valu_fpmisc_pkg::TruncF32;
      valu_fpmisc_pkg::CeilF16: f32_of = valu_fpmisc_pkg::CeilF32;
      valu_fpmisc_pkg::RndneF16: f32_of = valu_fpmisc_pkg::RndneF32;
      valu_fpmisc_pkg::FloorF16: f32_of = valu_fpmisc_pkg::FloorF32;
      valu_fpmisc_pkg::DivFixupF16: f32_of = valu_fpmisc_pkg::DivFixupF32;
      valu_fpmisc_pkg::FrexpExpF16: f32_of = valu_fpmisc_pkg::FrexpExpF32;
      valu_fpmisc_pkg::FrexpMantF16: f32_of = valu_fpmisc_pkg::FrexpMantF32;
      default: f32_of = op;
    endcase
  endfunction

  localparam logic [31:0] Three = 32'h40400000;
  localparam logic [31:0] Four  = 32'h40800000;
  localparam logic [31:0] Five  = 32'h40a00000;

  function automatic logic [31:0] min_max(input logic [31:0] x, input logic [31:0] y, input logic largest,
                                          input logic ieee);
    min_max = 32'(fp_pkg::min_max({x, 32'd0}, {y, 32'd0}, 1'b0, largest, ieee, 1'b0, 1'b0) >> 32);
  endfunction

  // Minimum or maximum of two or three numbers, or the median. med3 with a NaN is min3.
  function automatic logic [31:0] min_max_med(input logic [4:0] op, input logic [31:0] x,
      input logic [31:0] y, input logic [31:0] z, input logic ieee);
    logic median, largest;
    logic [31:0] both;
    median = op == valu_fpmisc_pkg::Med3F32 &&
             !(fp_pkg::is_nan(x) || fp_pkg::is_nan(y) || fp_pkg::is_nan(z));
    largest = op == valu_fpmisc_pkg::MaxF32 || op == valu_fpmisc_pkg::Max3F32 || median;
    both = min_max(x, y, largest, ieee);
    if (op == valu_fpmisc_pkg::MinF32 || op == valu_fpmisc_pkg::MaxF32) min_max_med = both;
    else if (median) min_max_med = min_max(min_max(x, y, 1'b0, ieee), min_max(both, z, 1'b0, ieee), 1'b1, ieee);
    else min_max_med = min_max(both, z, largest, ieee);
  endfunction

  function automatic logic [38:0] integral(input logic [4:0] op, input logic [31:0] x, input logic ieee);
    logic [31:0] value;
    logic [1:0] round;
    case (op)
      valu_fpmisc_pkg::TruncF32: round = fp_pkg::RoundZero;
      valu_fpmisc_pkg::CeilF32:  round = fp_pkg::RoundUp;
      valu_fpmisc_pkg::RndneF32: round = fp_pkg::RoundNearest;
      default: round = fp_pkg::RoundDown;
    endcase
    value = fp_pkg::is_nan(x) ? fp_pkg::nan_out(x, ieee) : fp_pkg::round_integral(x, round);
    integral = {!fp_pkg::is_nan(x) && value != x ? fp_pkg::Inexact : 7'd0, value};
  endfunction

  // x is mantissa * 2^exponent, with the mantissa in [0.5, 1). A zero, an infinity and a NaN are their own mantissa
  // and have the exponent 0.
  function automatic logic [31:0] frexp(input logic [4:0] op, input logic [31:0] x, input logic ieee);
    // verilator lint_off UNUSEDSIGNAL
    logic [63:0] number;
    // verilator lint_on UNUSEDSIGNAL
    logic [11:0] exponent;
    number = fp_pkg::unpack(fp_pkg::F32, x);
    exponent = number[62:51] + 12'd1;
    if (x[30:0] == 31'd0 || x[30:23] == 8'hff) begin
      if (op == valu_fpmisc_pkg::FrexpExpF32) frexp = 32'd0;
      else frexp = fp_pkg::is_nan(x) ? fp_pkg::nan_out(x, ieee) : x;
    end else if (op == valu_fpmisc_pkg::FrexpExpF32) frexp = {{20{exponent[11]}}, exponent};
    else frexp = {x[31], 8'd126, number[47:25]};
  endfunction

  // The face of a cube that the vector (x, y, z) points to, its coordinates there, and twice its distance. Denormals
  // compare as zeros, whatever MODE says. A NaN among x and y leaves the x face, one in z excludes the z face.
  function automatic logic [31:0] cube(input logic [4:0] op, input logic [31:0] x, input logic [31:0] y,
      input logic [31:0] z, input logic [1:0] round, input logic ieee);
    logic [31:0] ax, ay, az, major, value;
    logic face_z, face_y, neg;
    ax = fp_pkg::flush_denormal({1'b0, x[30:0]}, 1'b1);
    ay = fp_pkg::flush_denormal({1'b0, y[30:0]}, 1'b1);
    az = fp_pkg::flush_denormal({1'b0, z[30:0]}, 1'b1);
    face_z = !fp_pkg::is_nan(x) && !fp_pkg::is_nan(y) && !fp_pkg::is_nan(z) && az >= ax && az >= ay;
    face_y = !face_z && !fp_pkg::is_nan(x) && !fp_pkg::is_nan(y) && ay >= ax;
    major = x;
    if (face_z) major = z;
    else if (face_y) major = y;
    neg = major[31] && major[30:23] != 8'd0 && !fp_pkg::is_nan(major);
    case (op)
      valu_fpmisc_pkg::CubeidF32: begin
        if (face_z) value = neg ? Five : Four;
        else if (face_y) value = neg ? Three : fp_pkg::Two;
        else value = neg ? fp_pkg::One : 32'd0;
      end
      valu_fpmisc_pkg::CubescF32: begin
        if (face_z) value = {x[31] ^ neg, x[30:0]};
        else if (face_y) value = x;
        else value = {z[31] ^ !neg, z[30:0]};
      end
      valu_fpmisc_pkg::CubetcF32: value = face_y ? {z[31] ^ neg, z[30:0]} : {!y[31], y[30:0]};
      default: begin
        if (major[30:23] == 8'd0) value = {major[31] && round == fp_pkg::RoundDown, 31'd0};
        else value = fp_pkg::output_modifiers(fp_pkg::F32, major, 2'd1, 1'b0, round, 1'b0, 1'b0);
      end
    endcase
    cube = fp_pkg::is_nan(value) ? fp_pkg::nan_out(value, ieee) : value;
  endfunction

  // The quotient of numerator n and denominator d, from its estimate q. d and n are flushed, q is not. A zero q means
  // a quotient too small (D-NUM-47).
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [38:0] div_fixup(input logic [31:0] q, input logic [31:0] d, input logic [31:0] n,
      input logic [1:0] round, input logic flush_out);
    // verilator lint_on UNUSEDSIGNAL
    logic sign;
    logic zero_d, zero_n, inf_d, inf_n;
    sign = d[31] ^ n[31];
    zero_d = d[30:0] == 31'd0;
    zero_n = n[30:0] == 31'd0;
    inf_d = fp_pkg::is_inf(d);
    inf_n = fp_pkg::is_inf(n);
    if (fp_pkg::is_nan(n)) div_fixup = {7'd0, fp_pkg::nan_out(n, 1'b1)};
    else if (fp_pkg::is_nan(d)) div_fixup = {7'd0, fp_pkg::nan_out(d, 1'b1)};
    else if ((zero_d && zero_n) || (inf_d && inf_n)) div_fixup = {fp_pkg::Invalid, fp_pkg::DefaultNan};
    else if (zero_d || inf_n) div_fixup = {inf_n ? 7'd0 : fp_pkg::DivByZero, sign, 31'h7f800000};
    else if (inf_d || zero_n) div_fixup = {7'd0, sign, 31'd0};
    else if ({1'b0, d[30:23]} > {1'b0, n[30:23]} + 9'd150) begin
      // Below half of the least denormal number.
      div_fixup = fp_pkg::round_pack32(fp_pkg::F32, sign, -12'sd200, {3'd1, 48'd0}, round, flush_out, 1'b0);
    end else if (q[30:23] == 8'hff) begin
      div_fixup = {fp_pkg::Overflow | fp_pkg::Inexact,
                   32'(fp_pkg::overflow(fp_pkg::F32, sign, fp_pkg::stays_finite(round, sign)))};
    end else div_fixup = {q[30:23] == 8'd0 ? fp_pkg::Underflow : 7'd0, sign, q[30:0]};
  endfunction

  // {flags, value} of the f16 quotient of numerator n and denominator d, both widened and flushed, from its estimate,
  // whose magnitude is q.
  function automatic logic [22:0] div_fixup_f16(input logic [14:0] q, input logic [31:0] d, input logic [31:0] n,
      input logic to_max);
    logic sign;
    logic zero_d, zero_n, inf_d, inf_n;
    sign = d[31] ^ n[31];
    zero_d = d[30:0] == 31'd0;
    zero_n = n[30:0] == 31'd0;
    inf_d = fp_pkg::is_inf(d);
    inf_n = fp_pkg::is_inf(n);
    if (fp_pkg::is_nan(n)) div_fixup_f16 = {7'd0, 16'(fp_pkg::narrow(fp_pkg::nan_out(n, 1'b1)))};
    else if (fp_pkg::is_nan(d)) div_fixup_f16 = {7'd0, 16'(fp_pkg::narrow(fp_pkg::nan_out(d, 1'b1)))};
    else if ((zero_d && zero_n) || (inf_d && inf_n)) begin
      div_fixup_f16 = {fp_pkg::Invalid, 16'(fp_pkg::narrow(fp_pkg::DefaultNan))};
    end else if (zero_d || inf_n) div_fixup_f16 = {inf_n ? 7'd0 : fp_pkg::DivByZero, sign, 15'h7c00};
    else if (inf_d || zero_n) div_fixup_f16 = {7'd0, sign, 15'd0};
    else if (q == 15'h7c00) div_fixup_f16 = {7'd0, 16'(fp_pkg::overflow(fp_pkg::F16, sign, to_max))};
    else div_fixup_f16 = {7'd0, sign, q};
  endfunction

  // A fp_pkg result. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [38:0] compute(input logic [4:0] op, input logic [2:0] neg,
      input logic [2:0] abs, input logic [1:0] omod, input logic clamp, input logic [10:0] fp_mode,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [31:0] x, y, z, value;
    logic is_cube, flush_in, dx10, ieee;
    logic [1:0] denorm, round, act;
    logic [6:0] flags;
    logic [38:0] result;
    // verilator lint_off UNUSEDSIGNAL
    logic ovfl;
    logic [1:0] denorm16, round16;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm16, denorm, round16, round} = fp_mode;
    is_cube = op == valu_fpmisc_pkg::CubeidF32 || op == valu_fpmisc_pkg::CubescF32 ||
              op == valu_fpmisc_pkg::CubetcF32 || op == valu_fpmisc_pkg::CubemaF32;
    flush_in = !denorm[0] && !is_cube;
    x = fp_pkg::input_modifiers(a, neg[0], abs[0]);
    if (op != valu_fpmisc_pkg::DivFixupF32) x = fp_pkg::flush_denormal(x, flush_in);
    y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), flush_in);
    z = fp_pkg::flush_denormal(fp_pkg::input_modifiers(c, neg[2], abs[2]), flush_in);
    case (op)
      valu_fpmisc_pkg::TruncF32, valu_fpmisc_pkg::CeilF32, valu_fpmisc_pkg::RndneF32, valu_fpmisc_pkg::FloorF32: begin
        result = integral(op, x, ieee);
      end
      valu_fpmisc_pkg::DivFixupF32: result = div_fixup(x, y, z, round, !denorm[1]);
      valu_fpmisc_pkg::FrexpExpF32, valu_fpmisc_pkg::FrexpMantF32: result = {7'd0, frexp(op, x, ieee)};
      valu_fpmisc_pkg::CubeidF32, valu_fpmisc_pkg::CubescF32, valu_fpmisc_pkg::CubetcF32,
      valu_fpmisc_pkg::CubemaF32: begin
        result = {7'd0, cube(op, x, y, z, round, ieee)};
      end
      default: result = {7'd0, min_max_med(op, x, y, z, ieee)};
    endcase
    {flags, value} = result;
    if (!is_cube) flags = flags | fp_pkg::operand_flags(a);
    case (op)
      valu_fpmisc_pkg::FrexpExpF32: flags = flags & fp_pkg::InputDenormal;
      valu_fpmisc_pkg::MinF32, valu_fpmisc_pkg::MaxF32: flags = flags | fp_pkg::operand_flags(b);
      valu_fpmisc_pkg::Min3F32, valu_fpmisc_pkg::Max3F32, valu_fpmisc_pkg::Med3F32, valu_fpmisc_pkg::DivFixupF32: begin
        flags = flags | fp_pkg::operand_flags(b) | fp_pkg::operand_flags(c);
      end
      default: ;
    endcase
    // OMOD acts only if IEEE and the output denormals of the result's type are off; on a cube only IEEE matters.
    if (ieee || (denorm[1] && !is_cube)) act = 2'd0;
    else act = omod;
    value = fp_pkg::output_modifiers(fp_pkg::F32, value, act, clamp, round, dx10, 1'b0);
    compute = {flags, value};
  endfunction

  // An f16 number is greater than another, -0 below +0. Neither is a NaN.
  function automatic logic greater_f16(input logic [15:0] x, input logic [15:0] y);
    greater_f16 = (x ^ (x[15] ? 16'hffff : 16'h8000)) > (y ^ (y[15] ? 16'hffff : 16'h8000));
  endfunction

  // Minimum or maximum of two f16 numbers: fp_pkg::min_max of operands that are flushed.
  function automatic logic [15:0] min_max_f16(input logic [15:0] x, input logic [15:0] y, input logic largest,
                                              input logic ieee);
    if (ieee && fp_pkg::is_nan_f16(x) && !x[9]) min_max_f16 = x | 16'h0200;
    else if (ieee && fp_pkg::is_nan_f16(y) && !y[9]) min_max_f16 = y | 16'h0200;
    else if (fp_pkg::is_nan_f16(x)) min_max_f16 = y;
    else if (fp_pkg::is_nan_f16(y)) min_max_f16 = x;
    else min_max_f16 = greater_f16(x, y) == largest ? x : y;
  endfunction

  // min_max_med of f16 numbers.
  function automatic logic [15:0] min_max_med_f16(input logic [4:0] op, input logic [15:0] x, input logic [15:0] y,
      input logic [15:0] z, input logic ieee);
    logic median, largest;
    logic [15:0] both;
    median = op == valu_fpmisc_pkg::Med3F16 &&
             !(fp_pkg::is_nan_f16(x) || fp_pkg::is_nan_f16(y) || fp_pkg::is_nan_f16(z));
    largest = op == valu_fpmisc_pkg::MaxF16 || op == valu_fpmisc_pkg::Max3F16 || median;
    both = min_max_f16(x, y, largest, ieee);
    if (is_plain_f16(op)) min_max_med_f16 = both;
    else if (median) begin
      min_max_med_f16 = min_max_f16(min_max_f16(x, y, 1'b0, ieee), min_max_f16(both, z, 1'b0, ieee), 1'b1, ieee);
    end else min_max_med_f16 = min_max_f16(both, z, largest, ieee);
  endfunction

  // {flags, value} of an f16 operation that is no minimum, maximum or median, without output modifiers. The argument
  // fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [22:0] other_f16(input logic [4:0] op, input logic [10:0] fp_mode, input logic [15:0] a,
                                            input logic [15:0] b, input logic [15:0] c);
    /* verilator no_inline_task */
    logic [4:0] wide;  // the f32 operation
    logic [31:0] x, y, z;
    logic ieee, ovfl;
    logic [6:0] flags;
    logic [38:0] result;
    logic [22:0] half;
    // verilator lint_off UNUSEDSIGNAL
    logic [31:0] value;
    logic dx10;
    logic [1:0] denorm, round, denorm32, round32;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    wide = f32_of(op);
    x = fp_pkg::operand_f16(a, 1'b0, 1'b0, !denorm[0]);
    y = fp_pkg::operand_f16(b, 1'b0, 1'b0, !denorm[0]);
    z = fp_pkg::operand_f16(c, 1'b0, 1'b0, !denorm[0]);
    flags = fp_pkg::operand_flags_f16(a[14:0]);
    case (op)
      valu_fpmisc_pkg::FrexpExpF16: begin
        value = {16'd0, 16'(frexp(wide, x, ieee))};
        flags = flags & fp_pkg::InputDenormal;
      end
      valu_fpmisc_pkg::FrexpMantF16: value = fp_pkg::narrow(frexp(wide, x, ieee));
      valu_fpmisc_pkg::DivFixupF16: begin
        half = div_fixup_f16(a[14:0], y, z, ovfl);
        value = {16'd0, half[15:0]};
        flags = flags | half[22:16] | fp_pkg::operand_flags_f16(b[14:0]) | fp_pkg::operand_flags_f16(c[14:0]);
      end
      default: begin
        result = integral(wide, x, ieee);
        value = fp_pkg::narrow(result[31:0]);
        flags = flags | result[38:32];
      end
    endcase
    other_f16 = {flags, value[15:0]};
  endfunction

  // {flags, value} of one half, without output modifiers. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [22:0] half_f16(input logic [4:0] op, input logic [10:0] fp_mode, input logic [15:0] a,
                                           input logic [15:0] b, input logic [15:0] c);
    /* verilator no_inline_task */
    logic [15:0] x, y, z;
    logic ieee, three;
    logic [6:0] flags;
    logic [22:0] other;
    // verilator lint_off UNUSEDSIGNAL
    logic dx10, ovfl;
    logic [1:0] denorm, round, denorm32, round32;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    three = is_ternary_f16(op);
    x = !denorm[0] && a[14:10] == 5'd0 ? {a[15], 15'd0} : a;
    y = !denorm[0] && b[14:10] == 5'd0 ? {b[15], 15'd0} : b;
    z = !denorm[0] && c[14:10] == 5'd0 ? {c[15], 15'd0} : c;
    flags = fp_pkg::operand_flags_f16(a[14:0]) | fp_pkg::operand_flags_f16(b[14:0]);
    if (three) flags = flags | fp_pkg::operand_flags_f16(c[14:0]);
    half_f16 = {flags, min_max_med_f16(op, x, y, z, ieee)};
    if (!is_plain_f16(op) && !three) begin
      other = other_f16(op, fp_mode, a, b, c);
      half_f16 = other;
    end
  endfunction

  // compute_f16 of any operation with any operands.
  function automatic logic [38:0] special_f16(input logic [36:0] control, input logic [31:0] x, input logic [31:0] y,
                                              input logic [31:0] z);
    /* verilator no_inline_task */
    // verilator lint_off UNUSEDSIGNAL
    logic moved, plain;
    logic [2:0] lo, hi, neg, neg_hi, abs;
    // verilator lint_on UNUSEDSIGNAL
    logic pk;
    logic [2:0] modifiers;
    logic [10:0] fp_mode;
    logic [4:0] op;
    logic [22:0] low, high;
    {lo, hi, neg, neg_hi, abs, fp_mode, modifiers, moved, plain, pk, op} = control;
    low = half_f16(op, fp_mode, x[15:0], y[15:0], z[15:0]);
    high = 23'd0;
    if (pk) high = half_f16(op, fp_mode, x[31:16], y[31:16], z[31:16]);
    special_f16 = {low[22:16] | high[22:16], high[15:0], low[15:0]};
    special_f16[31:0] = fp_pkg::modified_f16(special_f16[31:0], modifiers, fp_mode);
  endfunction

  // The fp_pkg result of an f16 operation, or with pk of a packed one. The argument control is as in fp_pkg. Without
  // pk zeros are above the result.
  function automatic logic [38:0] compute_f16(input logic [36:0] control, input logic [31:0] a, input logic [31:0] b,
                                              input logic [31:0] c);
    /* verilator no_inline_task */
    // verilator lint_off UNUSEDSIGNAL
    logic [2:0] modifiers;
    logic [10:0] fp_mode;
    logic [31:0] normal;
    // verilator lint_on UNUSEDSIGNAL
    logic moved, plain, pk, largest;
    logic [2:0] lo, hi, neg, neg_hi, abs;
    logic [4:0] op;
    logic [31:0] x, y, z;
    {lo, hi, neg, neg_hi, abs, fp_mode, modifiers, moved, plain, pk, op} = control;
    x = a;
    y = b;
    z = c;
    if (moved) begin
      x = fp_pkg::halves_f16(a, lo[0], hi[0], neg[0], neg_hi[0], abs[0]);
      y = fp_pkg::halves_f16(b, lo[1], hi[1], neg[1], neg_hi[1], abs[1]);
      z = fp_pkg::halves_f16(c, lo[2], hi[2], neg[2], neg_hi[2], abs[2]);
    end
    normal = fp_pkg::normal_f16(x) & fp_pkg::normal_f16(y);
    if (plain && normal[15] && normal[31]) begin
      largest = op == valu_fpmisc_pkg::MaxF16;
      compute_f16 = 39'd0;
      compute_f16[15:0] = greater_f16(x[15:0], y[15:0]) == largest ? x[15:0] : y[15:0];
      if (pk) compute_f16[31:16] = greater_f16(x[31:16], y[31:16]) == largest ? x[31:16] : y[31:16];
    end else compute_f16 = special_f16(control, x, y, z);
  endfunction
endpackage
