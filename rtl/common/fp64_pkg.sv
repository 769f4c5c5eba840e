// SPDX-License-Identifier: Apache-2.0
// Float arithmetic of f64 (numerics.md 1 to 3, 10), in the shape of fp_pkg with wider vectors:
//   number  {sign, exp[13:0], sig[109:0]}: sig * 2^(exp - 107), finite. The leading one of an operand is bit 107. Sums
//           and products may have bits 108 and 109 too. Bit 0 may be sticky.
//   result  {flags[6:0], value[63:0]}
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane.
package fp64_pkg;
  // verilator lint_off UNUSEDPARAM
  parameter logic [63:0] DefaultNan = 64'hfff8000000000000;
  parameter logic [63:0] Inf        = 64'h7ff0000000000000;
  parameter logic [63:0] One        = 64'h3ff0000000000000;
  parameter logic [63:0] BelowOne   = 64'h3fefffffffffffff;
  parameter logic [63:0] Two        = 64'h4000000000000000;
  // verilator lint_on UNUSEDPARAM

  // The functions take whole numbers and use a part.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic is_nan(input logic [63:0] x);
    is_nan = x[62:0] > Inf[62:0];
  endfunction

  function automatic logic is_inf(input logic [63:0] x);
    is_inf = x[62:0] == Inf[62:0];
  endfunction

  function automatic logic is_zero(input logic [63:0] x);
    is_zero = x[62:0] == 63'd0;
  endfunction

  function automatic logic is_denormal(input logic [63:0] x);
    is_denormal = x[62:52] == 11'd0 && x[51:0] != 52'd0;
  endfunction

  function automatic logic is_signalling(input logic [63:0] x);
    is_signalling = is_nan(x) && !x[51];
  endfunction

  function automatic logic [63:0] nan_out(input logic [63:0] x, input logic quiet);
    nan_out = x | {12'd0, quiet, 51'd0};
  endfunction

  function automatic logic [6:0] operand_flags(input logic [63:0] x);
    operand_flags = (is_signalling(x) ? fp_pkg::Invalid : 7'd0) | (is_denormal(x) ? fp_pkg::InputDenormal : 7'd0);
  endfunction

  function automatic logic [63:0] input_modifiers(input logic [63:0] x, input logic neg, input logic abs);
    input_modifiers = {(x[63] && !abs) ^ neg, x[62:0]};
  endfunction

  function automatic logic [63:0] flush_denormal(input logic [63:0] x, input logic on);
    flush_denormal = on && x[62:52] == 11'd0 ? {x[63], 63'd0} : x;
  endfunction

  // {exp, sig} with the leading one of sig at bit 109; the value is the same.
  function automatic logic [123:0] normalize(input logic signed [13:0] exp, input logic [109:0] sig);
    logic signed [13:0] e;
    logic [109:0] s;
    e = exp;
    s = sig;
    if (s[109:46] == 64'd0) begin s = s << 64; e = e - 14'sd64; end
    if (s[109:78] == 32'd0) begin s = s << 32; e = e - 14'sd32; end
    if (s[109:94] == 16'd0) begin s = s << 16; e = e - 14'sd16; end
    if (s[109:102] == 8'd0) begin s = s << 8; e = e - 14'sd8; end
    if (s[109:106] == 4'd0) begin s = s << 4; e = e - 14'sd4; end
    if (s[109:108] == 2'd0) begin s = s << 2; e = e - 14'sd2; end
    if (!s[109]) begin s = s << 1; e = e - 14'sd1; end
    normalize = {e, s};
  endfunction

  // The number of a finite operand.
  function automatic logic [124:0] unpack(input logic [63:0] x);
    logic signed [13:0] e;
    logic [109:0] s;
    logic [123:0] normal;
    // A denormal: the exponent of the least normal number. Its leading one goes to bit 107.
    normal = normalize(-14'sd1022, {3'd0, x[51:0], 55'd0});
    {e, s} = normal;
    if (x[62:52] == 11'd0) unpack = {x[63], e + 14'sd2, s >> 2};
    else unpack = {x[63], {3'd0, x[62:52]} - 14'sd1023, 3'd1, x[51:0], 55'd0};
  endfunction

  // Right shift. Bit 0 of the result is sticky: it is set if a 1 was shifted out.
  function automatic logic [109:0] shift_jam(input logic [109:0] x, input logic [13:0] amount);
    if (amount > 14'd109) shift_jam = {109'd0, x != 110'd0};
    else begin
      shift_jam = x >> amount[6:0];
      if ((shift_jam << amount[6:0]) != x) shift_jam[0] = 1'b1;
    end
  endfunction

  // The value of a finite result that is too large.
  function automatic logic [63:0] overflow(input logic sign, input logic [1:0] mode);
    overflow = {sign, fp_pkg::stays_finite(mode, sign) ? 63'h7fefffffffffffff : Inf[62:0]};
  endfunction

  // As fp_pkg::round_pack.
  function automatic logic [70:0] round_pack(input logic [124:0] number, input logic [1:0] mode,
                                             input logic flush_out);
    logic sign;
    logic signed [13:0] exp, e;
    logic [109:0] sig, s;
    logic [123:0] normal;
    logic [63:0] magnitude;
    logic [6:0] flags;
    {sign, exp, sig} = number;
    flags = 7'd0;
    magnitude = 64'd0;
    if (sig != 110'd0) begin
      // The leading one goes to bit 109, the last bit is bit 57. e is the exponent field that it needs.
      normal = normalize(exp + 14'sd1025, sig);
      {e, s} = normal;
      if (e < 14'sd1 && flush_out) begin
        flags = fp_pkg::Inexact | fp_pkg::Underflow;
        if (e == 14'sd0 && s[109:57] == '1 && fp_pkg::round_up(mode, sign, 1'b1, s[56], s[55:0] != 56'd0)) begin
          magnitude = 64'h0010000000000000;
          flags = fp_pkg::Inexact;
        end
      end else begin
        if (e < 14'sd1) begin
          s = shift_jam(s, 14'sd1 - e);
          e = 14'sd1;
        end
        // The hidden bit adds one to the exponent field; the carry of rounding can add another.
        if (e > 14'sd2046) magnitude = Inf;
        else begin
          magnitude = {11'd0, s[109:57]} + {1'b0, e[10:0] - 11'd1, 52'd0} +
                      {63'd0, fp_pkg::round_up(mode, sign, s[57], s[56], s[55:0] != 56'd0)};
        end
        if (s[56:0] != 57'd0) flags = fp_pkg::Inexact;
        if (magnitude[63:52] == 12'd0) flags = flags | fp_pkg::Underflow;
        if (magnitude >= Inf) flags = fp_pkg::Inexact | fp_pkg::Overflow;
      end
    end
    round_pack = {flags, flags[3] ? overflow(sign, mode) : {sign, magnitude[62:0]}};
  endfunction

  function automatic logic invalid_product(input logic [63:0] x, input logic [63:0] y);
    invalid_product = (is_inf(x) && is_zero(y)) || (is_inf(y) && is_zero(x));
  endfunction

  // (x * y + z) * 2^adjust before it is rounded, of finite operands.
  function automatic logic [124:0] mul_add(input logic [63:0] x, input logic [63:0] y, input logic [63:0] z,
                                           input logic signed [13:0] adjust, input logic [1:0] round);
    logic sign_x, sign_y, sign, sign_z;
    logic signed [13:0] ex, ey, ez, ep, d;
    logic [109:0] sx, sy, p, c;
    logic [124:0] number;
    number = unpack(x);
    {sign_x, ex, sx} = number;
    number = unpack(y);
    {sign_y, ey, sy} = number;
    number = unpack(z);
    {sign_z, ez, c} = number;
    sign = sign_x ^ sign_y;
    ep = ex + ey;
    p = {1'b0, {53'd0, sx[107:55]} * {53'd0, sy[107:55]}, 3'd0};
    if (p == 110'd0) ep = ez;
    if (c == 110'd0) ez = ep;
    d = ep - ez;
    if (d >= 14'sd0) c = shift_jam(c, d);
    else begin
      p = shift_jam(p, -d);
      ep = ez;
    end
    if (sign == sign_z) p = p + c;
    else if (p > c) p = p - c;
    else if (p < c) begin
      p = c - p;
      sign = sign_z;
    end else begin
      p = 110'd0;
      sign = round == fp_pkg::RoundDown;
    end
    mul_add = {sign, ep + adjust, p};
  endfunction

  // Rounds to an integral number. x is no NaN.
  function automatic logic [63:0] round_integral(input logic [63:0] x, input logic [1:0] mode);
    logic [5:0] shift;  // fraction bits
    logic [63:0] unit, fraction, base;
    logic away;
    if (x[62:52] >= 11'd1075 || is_zero(x)) round_integral = x;
    else if (x[62:52] < 11'd1023) begin
      away = fp_pkg::round_up(mode, x[63], 1'b0, x[62:52] == 11'd1022, x[62:52] != 11'd1022 || x[51:0] != 52'd0);
      round_integral = {x[63], away ? One[62:0] : 63'd0};
    end else begin
      shift = 6'(11'd1075 - x[62:52]);
      unit = 64'd1 << shift;
      fraction = x & (unit - 64'd1);
      base = x - fraction;
      // One is odd, and its last bit is the hidden one.
      away = fp_pkg::round_up(mode, x[63], shift == 6'd52 || (x & unit) != 64'd0, (fraction & (unit >> 1)) != 64'd0,
                              (fraction & ((unit >> 1) - 64'd1)) != 64'd0);
      round_integral = away ? base + unit : base;
    end
  endfunction

  // Output modifiers of a result: OMOD, which changes the exponent alone (numerics.md 2), then CLAMP to [0, 1].
  function automatic logic [63:0] output_modifiers(input logic [63:0] x, input logic [1:0] omod, input logic clamp,
                                                   input logic [1:0] mode, input logic dx10);
    logic [11:0] e;
    logic [63:0] value;
    case (omod)
      2'd1: e = {1'b0, x[62:52]} + 12'd1;
      2'd2: e = {1'b0, x[62:52]} + 12'd2;
      default: e = {1'b0, x[62:52]} - 12'd1;
    endcase
    if (omod == 2'd0 || x[62:52] == 11'd2047) value = x;
    else if (x[62:52] == 11'd0) value = 64'd0;
    else if (e >= 12'd2047) value = overflow(x[63], mode);
    else value = {x[63], e[10:0], e == 12'd0 ? 52'd0 : x[51:0]};
    if (!clamp) output_modifiers = value;
    else if (is_nan(value)) output_modifiers = dx10 ? 64'd0 : value;
    else if (value[63]) output_modifiers = 64'd0;
    else output_modifiers = value > One ? One : value;
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
