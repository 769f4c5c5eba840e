// SPDX-License-Identifier: Apache-2.0
// Float arithmetic of f64 (numerics.md 1 to 3, 10), in the shape of fp_pkg with wider vectors:
//   number  {sign, exp[13:0], sig[109:0]}: sig * 2^(exp - 107), finite. The leading one of an operand is bit 107. Sums
//           and products may have bits 108 and 109 too. Bit 0 may be sticky.
//   result  {flags[6:0], value[63:0]}
// A function computes on two parts of a significand, bits 109:64 and 63:0: simulation is slow beyond 64 bits.
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
    logic [45:0] h;
    logic [63:0] l;
    e = exp;
    h = sig[109:64];
    l = sig[63:0];
    if (h == 46'd0 && l[63:46] == 18'd0) begin h = l[45:0]; l = 64'd0; e = e - 14'sd64; end
    if (h[45:14] == 32'd0) begin h = {h[13:0], l[63:32]}; l = l << 32; e = e - 14'sd32; end
    if (h[45:30] == 16'd0) begin h = {h[29:0], l[63:48]}; l = l << 16; e = e - 14'sd16; end
    if (h[45:38] == 8'd0) begin h = {h[37:0], l[63:56]}; l = l << 8; e = e - 14'sd8; end
    if (h[45:42] == 4'd0) begin h = {h[41:0], l[63:60]}; l = l << 4; e = e - 14'sd4; end
    if (h[45:44] == 2'd0) begin h = {h[43:0], l[63:62]}; l = l << 2; e = e - 14'sd2; end
    if (!h[45]) begin h = {h[44:0], l[63]}; l = l << 1; e = e - 14'sd1; end
    normalize = {e, h, l};
  endfunction

  // How far the leading one of a denormal number is below the hidden bit.
  function automatic logic [5:0] zeros(input logic [51:0] fraction);
    logic [52:0] s;
    s = {1'b0, fraction};
    zeros = 6'd0;
    if (s[52:21] == 32'd0) begin s = s << 32; zeros = 6'd32; end
    if (s[52:37] == 16'd0) begin s = s << 16; zeros = zeros + 6'd16; end
    if (s[52:45] == 8'd0) begin s = s << 8; zeros = zeros + 6'd8; end
    if (s[52:49] == 4'd0) begin s = s << 4; zeros = zeros + 6'd4; end
    if (s[52:51] == 2'd0) begin s = s << 2; zeros = zeros + 6'd2; end
    if (!s[52]) zeros = zeros + 6'd1;
  endfunction

  // The exponent and the significand of a finite operand: the leading one is bit 52, also of a denormal.
  function automatic logic signed [13:0] exponent(input logic [63:0] x);
    if (x[62:52] == 11'd0) exponent = -14'sd1022 - {8'd0, zeros(x[51:0])};
    else exponent = {3'd0, x[62:52]} - 14'sd1023;
  endfunction
  function automatic logic [52:0] significand(input logic [63:0] x);
    if (x[62:52] == 11'd0) significand = {1'b0, x[51:0]} << zeros(x[51:0]);
    else significand = {1'b1, x[51:0]};
  endfunction

  // The number of a finite operand.
  function automatic logic [124:0] unpack(input logic [63:0] x);
    unpack = {x[63], exponent(x), 2'd0, significand(x), 55'd0};
  endfunction

  // Right shift. Bit 0 of the result is sticky: it is set if a 1 was shifted out.
  function automatic logic [109:0] shift_jam(input logic [109:0] x, input logic [13:0] amount);
    logic [63:0] h, l;
    logic lost;
    h = {18'd0, x[109:64]};
    l = x[63:0];
    if (amount == 14'd0) lost = 1'b0;
    else if (amount > 14'd109) begin
      lost = h != 64'd0 || l != 64'd0;
      h = 64'd0;
      l = 64'd0;
    end else begin
      lost = 1'b0;
      if (amount[6]) begin
        lost = l != 64'd0;
        l = h;
        h = 64'd0;
      end
      if (amount[5:0] != 6'd0) begin
        lost = lost || (l << (6'd0 - amount[5:0])) != 64'd0;
        l = (l >> amount[5:0]) | (h << (6'd0 - amount[5:0]));
        h = h >> amount[5:0];
      end
    end
    shift_jam = {h[45:0], l[63:1], l[0] || lost};
  endfunction

  // The value of a finite result that is too large.
  function automatic logic [63:0] overflow(input logic sign, input logic [1:0] mode);
    overflow = {sign, fp_pkg::stays_finite(mode, sign) ? 63'h7fefffffffffffff : Inf[62:0]};
  endfunction

  // As fp_pkg::round_pack.
  function automatic logic [70:0] round_pack(input logic [124:0] number, input logic [1:0] mode,
                                             input logic flush_out);
    logic sign;
    logic signed [13:0] e;
    logic [45:0] h;
    logic [63:0] l, magnitude;
    logic [109:0] denormal;
    logic [123:0] normal;
    logic [6:0] flags;
    sign = number[124];
    flags = 7'd0;
    magnitude = 64'd0;
    if (number[109:64] != 46'd0 || number[63:0] != 64'd0) begin
      // The leading one goes to bit 109, the last bit is bit 57. e is the exponent field that it needs.
      normal = normalize(number[123:110] + 14'sd1025, number[109:0]);
      e = normal[123:110];
      h = normal[109:64];
      l = normal[63:0];
      if (e < 14'sd1 && flush_out) begin
        flags = fp_pkg::Inexact | fp_pkg::Underflow;
        if (e == 14'sd0 && h == '1 && l[63:57] == '1 &&
            fp_pkg::round_up(mode, sign, 1'b1, l[56], l[55:0] != 56'd0)) begin
          magnitude = 64'h0010000000000000;
          flags = fp_pkg::Inexact;
        end
      end else begin
        if (e < 14'sd1) begin
          denormal = shift_jam({h, l}, 14'sd1 - e);
          h = denormal[109:64];
          l = denormal[63:0];
          e = 14'sd1;
        end
        // The hidden bit adds one to the exponent field; the carry of rounding can add another.
        if (e > 14'sd2046) magnitude = Inf;
        else begin
          magnitude = {11'd0, h, l[63:57]} + {1'b0, e[10:0] - 11'd1, 52'd0} +
                      {63'd0, fp_pkg::round_up(mode, sign, l[57], l[56], l[55:0] != 56'd0)};
        end
        if (l[56:0] != 57'd0) flags = fp_pkg::Inexact;
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
    logic sign, p_less, p_greater;
    logic signed [13:0] ez, ep, d;
    logic [52:0] mx, my, mz;
    logic [63:0] low, middle, high;  // of the product: sums of weight 2^0, 2^32 and 2^64
    logic [45:0] ph, ch;
    logic [63:0] pl, cl;
    logic [109:0] shifted;
    mx = significand(x);
    my = significand(y);
    mz = significand(z);
    ep = exponent(x) + exponent(y);
    ez = exponent(z);
    sign = x[63] ^ y[63];
    low = {32'd0, mx[31:0]} * {32'd0, my[31:0]};
    middle = {43'd0, mx[52:32]} * {32'd0, my[31:0]} + {43'd0, my[52:32]} * {32'd0, mx[31:0]} + {32'd0, low[63:32]};
    high = {43'd0, mx[52:32]} * {43'd0, my[52:32]} + {32'd0, middle[63:32]};
    ph = {1'b0, high[41:0], middle[31:29]};
    pl = {middle[28:0], low[31:0], 3'd0};
    ch = {2'd0, mz[52:9]};
    cl = {mz[8:0], 55'd0};
    if (mx == 53'd0 || my == 53'd0) ep = ez;
    if (mz == 53'd0) ez = ep;
    d = ep - ez;
    if (d > 14'sd0) begin
      shifted = shift_jam({ch, cl}, d);
      ch = shifted[109:64];
      cl = shifted[63:0];
    end else if (d < 14'sd0) begin
      shifted = shift_jam({ph, pl}, -d);
      ph = shifted[109:64];
      pl = shifted[63:0];
      ep = ez;
    end
    p_less = ph < ch || (ph == ch && pl < cl);
    p_greater = ph > ch || (ph == ch && pl > cl);
    if (sign == z[63]) begin
      pl = pl + cl;
      ph = ph + ch + {45'd0, pl < cl};
    end else if (p_greater) begin
      ph = ph - ch - {45'd0, pl < cl};
      pl = pl - cl;
    end else if (p_less) begin
      ph = ch - ph - {45'd0, cl < pl};
      pl = cl - pl;
      sign = z[63];
    end else begin
      ph = 46'd0;
      pl = 64'd0;
      sign = round == fp_pkg::RoundDown;
    end
    mul_add = {sign, ep + adjust, ph, pl};
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
