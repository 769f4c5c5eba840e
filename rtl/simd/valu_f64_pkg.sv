// SPDX-License-Identifier: Apache-2.0
// The f64 operations of one lane but for reciprocals and roots (numerics.md 2 to 4, 6).
//
// What rounds is (x * y + z) * 2^n with one rounding at the end (fp64_pkg), or a conversion of a number.
// With no_inline_task Verilator emits one function that all lanes share; a task, because its result has more than 64
// bits. `case`, not `unique case`: the generated uniqueness checks would run per lane.
package valu_f64_pkg;
  typedef enum logic [4:0] {
    LdexpF64, FractF64, TruncF64, CeilF64, RndneF64, FloorF64, FrexpExpF64, FrexpMantF64, TrigPreopF64,
    I32F64, U32F64, F32F64, F64I32, F64U32, F64F32, ClassF64,
    AddF64, MulF64, MinF64, MaxF64, CmpF64,
    FmaF64,
    DivFmasF64,   // fma, scaled by 2^128 or 2^-128 where the mask bit is set
    DivScaleF64,  // a, which is b (the denominator) or c (the numerator), scaled so that the quotient is safe
    DivFixupF64
  } op_e;

  // The exponent of ldexp, limited to a range outside which the result does not change.
  function automatic logic signed [13:0] scale(input logic [31:0] n);
    if (!n[31] && n[30:12] != 19'd0) scale = 14'sd4095;
    else if (n[31] && n[30:12] != 19'h7ffff) scale = -14'sd4096;
    else scale = {n[31], n[12:0]};
  endfunction

  // {mask bit, flags, value} of (a * b + c) and what is made of it. The operands are flushed.
  function automatic logic [71:0] arithmetic(input logic [4:0] op, input logic mask, input logic [63:0] a,
      input logic [63:0] b, input logic [63:0] c, input logic [1:0] round, input logic flush_out, input logic ieee);
    logic [63:0] x, y, z, sum, value;
    logic signed [13:0] adjust;
    logic nan_b, nan_c, flag, inf_product;
    logic [14:0] scaling;
    logic [6:0] flags, sum_flags;
    nan_b = fp64_pkg::is_nan(b) && op != valu_f64_pkg::LdexpF64 && op != valu_f64_pkg::FractF64 &&
            op != valu_f64_pkg::DivScaleF64;
    nan_c = fp64_pkg::is_nan(c) && (op == valu_f64_pkg::FmaF64 || op == valu_f64_pkg::DivFmasF64);
    x = a;
    y = fp64_pkg::One;
    z = {a[63], 63'd0};
    adjust = 14'sd0;
    flag = 1'b0;
    case (op)
      valu_f64_pkg::AddF64: z = b;
      valu_f64_pkg::MulF64: begin
        y = b;
        z = {a[63] ^ b[63], 63'd0};
      end
      valu_f64_pkg::LdexpF64: adjust = scale(b[31:0]);
      valu_f64_pkg::FractF64: z = fp64_pkg::round_integral(a, fp_pkg::RoundDown) ^ {1'b1, 63'd0};
      valu_f64_pkg::DivScaleF64: begin
        scaling = fp_pkg::div_scale(fp_pkg::F64, b[62:52], c[62:52], a == b, a == c && a != b);
        {flag, adjust} = scaling;
      end
      default: begin
        y = b;
        z = c;
        // The mask bit says that v_div_scale scaled an operand of the quotient. z is the estimate.
        if (op == valu_f64_pkg::DivFmasF64 && mask) begin
          adjust = z[62:0] >= fp64_pkg::Two[62:0] ? 14'sd128 : -14'sd128;
        end
      end
    endcase
    flags = 7'd0;
    inf_product = fp64_pkg::is_inf(x) || fp64_pkg::is_inf(y);
    if (op == valu_f64_pkg::DivScaleF64 && (fp64_pkg::is_zero(b) || fp64_pkg::is_zero(c))) begin
      value = fp64_pkg::DefaultNan;
    end else if (fp64_pkg::is_nan(a)) begin
      value = fp64_pkg::nan_out(a, ieee || op == valu_f64_pkg::DivScaleF64);
    end else if (nan_b) value = fp64_pkg::nan_out(b, ieee);
    else if (nan_c && !fp64_pkg::invalid_product(x, y)) value = fp64_pkg::nan_out(c, ieee);
    else if (fp64_pkg::invalid_product(x, y) ||
             (inf_product && fp64_pkg::is_inf(z) && x[63] ^ y[63] ^ z[63])) begin
      {flags, value} = {fp_pkg::Invalid, fp64_pkg::DefaultNan};
    end else if (inf_product) value = {x[63] ^ y[63], fp64_pkg::Inf[62:0]};
    else if (fp64_pkg::is_inf(z)) value = z;
    else begin
      sum = fp64_pkg::mul_add(x, y, z, adjust, round, flush_out, sum_flags);
      value = sum;
      flags = sum_flags;
      if (op == valu_f64_pkg::FractF64) begin
        // Below 1, and an exact 0 is +0 in every rounding mode.
        if (value == fp64_pkg::One) value = fp64_pkg::BelowOne;
        if (fp64_pkg::is_zero(value)) value = 64'd0;
      end
    end
    arithmetic = {flag, flags, value};
  endfunction

  // The quotient of numerator n and denominator d, from its estimate q. d and n are flushed, q is not. A zero q means
  // a quotient too small (D-NUM-47).
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [70:0] div_fixup(input logic [63:0] q, input logic [63:0] d, input logic [63:0] n,
      input logic [1:0] round, input logic flush_out);
    // verilator lint_on UNUSEDSIGNAL
    logic sign, zero_d, zero_n, inf_d, inf_n;
    sign = d[63] ^ n[63];
    zero_d = fp64_pkg::is_zero(d);
    zero_n = fp64_pkg::is_zero(n);
    inf_d = fp64_pkg::is_inf(d);
    inf_n = fp64_pkg::is_inf(n);
    if (fp64_pkg::is_nan(n)) div_fixup = {7'd0, fp64_pkg::nan_out(n, 1'b1)};
    else if (fp64_pkg::is_nan(d)) div_fixup = {7'd0, fp64_pkg::nan_out(d, 1'b1)};
    else if ((zero_d && zero_n) || (inf_d && inf_n)) div_fixup = {fp_pkg::Invalid, fp64_pkg::DefaultNan};
    else if (zero_d || inf_n) div_fixup = {inf_n ? 7'd0 : fp_pkg::DivByZero, sign, fp64_pkg::Inf[62:0]};
    else if (inf_d || zero_n) div_fixup = {7'd0, sign, 63'd0};
    else if ({1'b0, d[62:52]} > {1'b0, n[62:52]} + 12'd1075) begin
      // Below half of the least denormal number.
      div_fixup = {fp_pkg::Underflow | fp_pkg::Inexact, sign,
                   63'(!flush_out && fp_pkg::round_up(round, sign, 1'b0, 1'b0, 1'b1))};
    end else if (q[62:52] == 11'd2047) begin
      div_fixup = {fp_pkg::Overflow | fp_pkg::Inexact,
                   fp_pkg::overflow(fp_pkg::F64, sign, fp_pkg::stays_finite(round, sign))};
    end else div_fixup = {q[62:52] == 11'd0 ? fp_pkg::Underflow : 7'd0, sign, q[62:0]};
  endfunction

  // {flags, integer} of a number, cut toward zero and saturated. x is flushed.
  function automatic logic [38:0] integer_of(input logic [63:0] x, input logic is_signed);
    logic [63:0] whole;
    logic [31:0] magnitude, limit;
    logic exact, fits;
    whole = fp64_pkg::round_integral(x, fp_pkg::RoundZero);
    exact = whole == x;
    // Below 2^32 all of the integer's bits are in the significand.
    magnitude = x[62:52] < 11'd1023 ? 32'd0 : 32'({1'b1, x[51:21]} >> (11'd1054 - x[62:52]));
    fits = x[62:52] < 11'd1055;
    if (is_signed) begin
      limit = x[63] ? 32'h80000000 : 32'h7fffffff;
      fits = fits && magnitude <= limit;
    end else begin
      limit = x[63] ? 32'd0 : 32'hffffffff;
      fits = fits && (!x[63] || magnitude == 32'd0);
    end
    if (fp64_pkg::is_nan(x)) integer_of = {fp_pkg::Invalid, 32'd0};
    else if (!fits) integer_of = {fp_pkg::Invalid, limit};
    else integer_of = {exact ? 7'd0 : fp_pkg::Inexact, x[63] ? -magnitude : magnitude};
  endfunction

  // The bits of 2 / pi that v_trig_preop_f64 asks for.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [70:0] trig_preop(input logic [63:0] x, input logic [31:0] segment, input logic flush_out);
    // verilator lint_on UNUSEDSIGNAL
    logic [11:0] s;
    logic [52:0] bits;
    logic [6:0] flags;
    logic [63:0] value;
    logic signed [13:0] exp;
    logic [1200:0] two_by_pi;  // its fraction
    two_by_pi = {
      241'h145f306dc9c882a53f84eafa3ea69bb81b6c52b3278872083fca2c757bd77,
      240'h8ac36e48dc74849ba5c00c925dd413a32439fc3bd63962534e7dd1046bea,
      240'h5d768909d338e04d68befc827323ac7306a673e93908bf177bf250763ff1,
      240'h2fffbc0b301fde5e2316b414da3eda6cfd9e4f96136e9e8c7ecd3cbfd45a,
      240'hea4f758fd7cbe2f67a0e73ef14a525d4d7f6bf623f1aba10ac06608df8f6
    };
    s = 12'd53 * {7'd0, segment[4:0]} + (x[62:52] > 11'd1077 ? {1'b0, x[62:52] - 11'd1077} : 12'd0);
    bits = s > 12'd1200 ? 53'd0 : 53'((two_by_pi << s[10:0]) >> 1148);
    exp = -14'sd1 - {2'd0, s} + (x[62:52] >= 11'd1968 ? 14'sd128 : 14'sd0);
    value = fp_pkg::round_pack(fp_pkg::F64, 1'b0, exp, {2'd0, bits, 9'd0}, fp_pkg::RoundZero, flush_out, 1'b0, flags);
    trig_preop = {flags, value};
  endfunction

  // A conversion from f64 to f32 and from f32 to f64. x is flushed.
  function automatic logic [38:0] narrow(input logic [63:0] x, input logic [1:0] round, input logic flush_out);
    logic signed [13:0] e;
    logic [52:0] s;
    logic [6:0] flags;
    // verilator lint_off UNUSEDSIGNAL
    logic [63:0] value;
    // verilator lint_on UNUSEDSIGNAL
    s = fp64_pkg::unpack(x, e);
    value = fp_pkg::round_pack(fp_pkg::F32, x[63], e, {2'd0, s, 9'd0}, round, flush_out, 1'b0, flags);
    if (fp64_pkg::is_nan(x)) narrow = {7'd0, x[63], 9'h1ff, x[50:29]};
    else if (fp64_pkg::is_inf(x)) narrow = {7'd0, x[63], 31'h7f800000};
    else narrow = {flags, value[31:0]};
  endfunction
  function automatic logic [63:0] widen(input logic [31:0] x, input logic quiet);
    logic sign;
    // verilator lint_off UNUSEDSIGNAL
    logic signed [11:0] e;
    logic [50:0] s;
    logic [63:0] number;
    // verilator lint_on UNUSEDSIGNAL
    number = fp_pkg::unpack(fp_pkg::F32, x);
    {sign, e, s} = number;
    if (x[30:23] == 8'hff) widen = {sign, 11'h7ff, x[22:0], 29'd0} | {12'd0, quiet && x[22:0] != 23'd0, 51'd0};
    else if (x[30:0] == 31'd0) widen = {sign, 63'd0};
    else widen = {sign, 11'(e + 12'sd1023), s[47:25], 29'd0};
  endfunction
  function automatic logic [63:0] from_integer(input logic [31:0] x, input logic is_signed);
    logic sign;
    logic [31:0] magnitude;
    // verilator lint_off UNUSEDSIGNAL
    logic [6:0] flags;  // exact
    // verilator lint_on UNUSEDSIGNAL
    sign = is_signed && x[31];
    magnitude = sign ? -x : x;
    from_integer = fp_pkg::round_pack(fp_pkg::F64, sign, 14'sd31, {2'd0, magnitude, 30'd0}, fp_pkg::RoundNearest, 1'b0,
                                      1'b0, flags);
  endfunction

  // The relation of x to y: one bit of {unordered, greater, equal, less}.
  function automatic logic [3:0] relate(input logic [63:0] x, input logic [63:0] y);
    logic less, equal;
    equal = x == y || (fp64_pkg::is_zero(x) && fp64_pkg::is_zero(y));
    less = x[63] != y[63] ? x[63] : (x[62:0] < y[62:0]) ^ x[63];
    if (fp64_pkg::is_nan(x) || fp64_pkg::is_nan(y)) relate = 4'b1000;
    else relate = {1'b0, !less && !equal, equal, less && !equal};
  endfunction

  // The class of a number is one of set (numerics.md 3.3).
  function automatic logic class_f64(input logic [63:0] x, input logic [9:0] set);
    logic [3:0] number;
    if (fp64_pkg::is_nan(x)) number = {3'd0, x[51]};
    else if (x[62:52] == 11'd2047) number = x[63] ? 4'd2 : 4'd9;
    else if (x[62:52] != 11'd0) number = x[63] ? 4'd3 : 4'd8;
    else if (x[51:0] != 52'd0) number = x[63] ? 4'd4 : 4'd7;
    else number = x[63] ? 4'd5 : 4'd6;
    class_f64 = set[number];
  endfunction

  // {flags, value} of a number that is made integral.
  function automatic logic [70:0] integral(input logic [63:0] x, input logic [1:0] mode, input logic ieee);
    logic [63:0] value;
    value = fp64_pkg::is_nan(x) ? fp64_pkg::nan_out(x, ieee) : fp64_pkg::round_integral(x, mode);
    integral = {!fp64_pkg::is_nan(x) && value != x ? fp_pkg::Inexact : 7'd0, value};
  endfunction

  // The flags of an operation that its operands raise, and those that its result raised.
  function automatic logic [6:0] all_flags(input logic [4:0] op, input logic [3:0] cond, input logic clamp,
      input logic [63:0] a, input logic [63:0] b, input logic [63:0] c, input logic [6:0] of_result);
    all_flags = of_result | fp64_pkg::operand_flags(a);
    case (op)
      valu_f64_pkg::FmaF64, valu_f64_pkg::DivFmasF64, valu_f64_pkg::DivScaleF64, valu_f64_pkg::DivFixupF64:
        all_flags = all_flags | fp64_pkg::operand_flags(b) | fp64_pkg::operand_flags(c);
      valu_f64_pkg::AddF64, valu_f64_pkg::MulF64, valu_f64_pkg::MinF64, valu_f64_pkg::MaxF64, valu_f64_pkg::CmpF64:
        all_flags = all_flags | fp64_pkg::operand_flags(b);
      default: ;
    endcase
    case (op)
      valu_f64_pkg::TrigPreopF64, valu_f64_pkg::F64I32, valu_f64_pkg::F64U32,
      valu_f64_pkg::ClassF64: all_flags = 7'd0;
      valu_f64_pkg::F64F32: all_flags = fp_pkg::operand_flags(a[31:0]);
      valu_f64_pkg::FrexpExpF64, valu_f64_pkg::DivScaleF64: all_flags = all_flags & fp_pkg::InputDenormal;
      valu_f64_pkg::CmpF64: begin
        // As in valu_cmp_pkg.
        if (clamp && (fp64_pkg::is_nan(a) || fp64_pkg::is_nan(b))) all_flags = all_flags | fp_pkg::Invalid;
        if (cond == 4'b0000 || cond == 4'b1111) all_flags = 7'd0;
      end
      default: ;
    endcase
  endfunction

  // result: {mask bit, flags, value}. The argument fp_mode is a valu_pkg::fp_mode_t.
  task automatic compute(input logic [4:0] op, input logic [3:0] cond, input logic mask,
      input logic [2:0] neg, input logic [2:0] abs, input logic [1:0] omod, input logic clamp,
      input logic [10:0] fp_mode, input logic [63:0] a, input logic [63:0] b, input logic [63:0] c,
      output logic [71:0] result);
    /* verilator no_inline_task */
    logic [63:0] x, y, z, value;
    logic [71:0] all;
    logic [70:0] wide;
    logic [38:0] narrowed;
    logic [31:0] x32, word;
    logic signed [13:0] e;
    // verilator lint_off UNUSEDSIGNAL
    logic [52:0] s;
    // verilator lint_on UNUSEDSIGNAL
    logic [6:0] flags;
    logic flag, dx10, ieee, flush_in, flush_out, is_word;
    logic [1:0] denorm, denorm32, round, round32;
    // verilator lint_off UNUSEDSIGNAL
    logic ovfl;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    flush_in = !denorm[0] && op != valu_f64_pkg::DivFmasF64 && op != valu_f64_pkg::ClassF64;
    flush_out = !denorm[1];
    x = fp64_pkg::flush_denormal(fp64_pkg::input_modifiers(a, neg[0], abs[0]),
                                 flush_in && op != valu_f64_pkg::DivFixupF64 && op != valu_f64_pkg::TrigPreopF64);
    // v_ldexp_f64 has an integer there.
    y = fp64_pkg::flush_denormal(fp64_pkg::input_modifiers(b, neg[1], abs[1]),
                                 flush_in && op != valu_f64_pkg::LdexpF64);
    z = fp64_pkg::flush_denormal(fp64_pkg::input_modifiers(c, neg[2], abs[2]), flush_in);
    x32 = fp_pkg::flush_denormal(fp_pkg::input_modifiers(a[31:0], neg[0], abs[0]), !denorm32[0]);
    flag = 1'b0;
    flags = 7'd0;
    value = 64'd0;
    word = 32'd0;
    is_word = 1'b0;  // the result is the 32 bits of word
    case (op)
      valu_f64_pkg::MinF64: value = fp_pkg::min_max(x, y, 1'b1, 1'b0, ieee, 1'b0, 1'b0);
      valu_f64_pkg::MaxF64: value = fp_pkg::min_max(x, y, 1'b1, 1'b1, ieee, 1'b0, 1'b0);
      valu_f64_pkg::TruncF64: begin
        wide = integral(x, fp_pkg::RoundZero, ieee);
        {flags, value} = wide;
      end
      valu_f64_pkg::CeilF64: begin
        wide = integral(x, fp_pkg::RoundUp, ieee);
        {flags, value} = wide;
      end
      valu_f64_pkg::RndneF64: begin
        wide = integral(x, fp_pkg::RoundNearest, ieee);
        {flags, value} = wide;
      end
      valu_f64_pkg::FloorF64: begin
        wide = integral(x, fp_pkg::RoundDown, ieee);
        {flags, value} = wide;
      end
      valu_f64_pkg::DivFixupF64: begin
        wide = div_fixup(x, y, z, round, flush_out);
        {flags, value} = wide;
      end
      valu_f64_pkg::TrigPreopF64: begin
        wide = trig_preop(x, b[31:0], flush_out);
        {flags, value} = wide;
      end
      valu_f64_pkg::FrexpMantF64: begin
        if (fp64_pkg::is_nan(x)) value = fp64_pkg::nan_out(x, ieee);
        else if (fp64_pkg::is_inf(x) || fp64_pkg::is_zero(x)) value = x;
        else begin
          s = fp64_pkg::unpack(x, e);
          value = {x[63], 11'd1022, s[51:0]};
        end
      end
      valu_f64_pkg::FrexpExpF64: begin
        is_word = 1'b1;
        s = fp64_pkg::unpack(x, e);
        if (x[62:52] != 11'd2047 && !fp64_pkg::is_zero(x)) word = {{18{e[13]}}, e} + 32'd1;
      end
      valu_f64_pkg::I32F64: begin
        is_word = 1'b1;
        narrowed = integer_of(x, 1'b1);
        {flags, word} = narrowed;
      end
      valu_f64_pkg::U32F64: begin
        is_word = 1'b1;
        narrowed = integer_of(x, 1'b0);
        {flags, word} = narrowed;
      end
      valu_f64_pkg::F32F64: begin
        is_word = 1'b1;
        narrowed = narrow(x, round32, !denorm32[1]);
        {flags, word} = narrowed;
        word = fp_pkg::output_modifiers(fp_pkg::F32, word, ieee || denorm32[1] ? 2'd0 : omod, clamp, round32, dx10,
                                        1'b0);
      end
      valu_f64_pkg::F64I32: value = from_integer(a[31:0], 1'b1);
      valu_f64_pkg::F64U32: value = from_integer(a[31:0], 1'b0);
      valu_f64_pkg::F64F32: value = widen(x32, ieee);
      valu_f64_pkg::CmpF64: flag = (relate(x, y) & cond) != 4'd0;
      valu_f64_pkg::ClassF64: flag = class_f64(x, b[9:0]);
      default: begin
        all = arithmetic(op, mask, x, y, z, round, flush_out, ieee);
        {flag, flags, value} = all;
      end
    endcase
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    value = fp_pkg::modify(fp_pkg::F64, value, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10, 1'b0);
    flags = all_flags(op, cond, clamp, a, b, c, flags);
    result = {flag, flags, is_word ? {32'd0, word} : value};
  endtask
endpackage
