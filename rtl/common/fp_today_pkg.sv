// SPDX-License-Identifier: Apache-2.0
// Float arithmetic of the opcodes that follow the rules of today, which numerics.md replaces (D-NUM-2, 4, 6, 9, 11).
package fp_today_pkg;
  // verilator lint_off UNUSEDPARAM
  parameter logic [31:0] DefaultNan = 32'h7fc00000;
  parameter logic [31:0] One        = 32'h3f800000;
  parameter logic [31:0] BelowOne   = 32'h3f7fffff;
  parameter logic [31:0] Two        = 32'h40000000;
  // Rounding modes, as in MODE.
  parameter logic [1:0] RoundNearest = 2'd0;  // ties to even
  parameter logic [1:0] RoundUp      = 2'd1;
  parameter logic [1:0] RoundDown    = 2'd2;
  parameter logic [1:0] RoundZero    = 2'd3;
  // verilator lint_on UNUSEDPARAM

  // The functions take whole numbers and use a part.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic is_nan(input logic [31:0] x);
    is_nan = x[30:0] > 31'h7f800000;
  endfunction

  function automatic logic is_inf(input logic [31:0] x);
    is_inf = x[30:0] == 31'h7f800000;
  endfunction

  function automatic logic [31:0] quiet_nan(input logic [31:0] x);
    quiet_nan = x | 32'h00400000;
  endfunction

  // Input modifiers: ABS, then NEG, on the sign bit alone.
  function automatic logic [31:0] input_modifiers(input logic [31:0] x, input logic neg, input logic abs);
    input_modifiers = {(x[31] && !abs) ^ neg, x[30:0]};
  endfunction

  // A denormal becomes a zero of its sign.
  function automatic logic [31:0] flush_denormal(input logic [31:0] x, input logic on);
    flush_denormal = on && x[30:23] == 8'd0 ? {x[31], 31'd0} : x;
  endfunction

  // The keys compare unsigned as the numbers do. Both zeros have the same key.
  function automatic logic [31:0] sort_key(input logic [31:0] x);
    sort_key = x[31] ? 32'h80000000 - {1'b0, x[30:0]} : 32'h80000000 + {1'b0, x[30:0]};
  endfunction

  // Minimum or maximum of two f32 or f64 numbers, -0 below +0 (numerics.md 3.2 and 9). An f32 number is in bits
  // 63:32, above zeros. With ieee a signalling NaN is the result, quieted: x before y. Any other NaN loses
  // against a number. With flush denormals compare as zeros of their sign. Of equal operands y is the result.
  function automatic logic [63:0] min_max(input logic [63:0] x, input logic [63:0] y, input logic is_f64,
      input logic largest, input logic ieee, input logic flush);
    logic [63:0] quiet_bit, x_key, y_key;
    quiet_bit = is_f64 ? 64'h0008000000000000 : 64'h0040000000000000;
    x_key = order_key(x, is_f64, flush);
    y_key = order_key(y, is_f64, flush);
    if (ieee && is_nan_wide(x, is_f64) && (x & quiet_bit) == 64'd0) min_max = x | quiet_bit;
    else if (ieee && is_nan_wide(y, is_f64) && (y & quiet_bit) == 64'd0) min_max = y | quiet_bit;
    else if (is_nan_wide(x, is_f64)) min_max = y;
    else if (is_nan_wide(y, is_f64)) min_max = x;
    else min_max = (largest ? x_key > y_key : x_key < y_key) ? x : y;
  endfunction
  function automatic logic is_nan_wide(input logic [63:0] x, input logic is_f64);
    is_nan_wide = x[62:0] > (is_f64 ? 63'h7ff0000000000000 : 63'h7f80000000000000);
  endfunction
  // The keys compare unsigned as the numbers do, -0 below +0.
  function automatic logic [63:0] order_key(input logic [63:0] x, input logic is_f64, input logic flush);
    logic zero;
    zero = flush && (is_f64 ? x[62:52] == 11'd0 : x[62:55] == 8'd0);
    order_key = {x[63], zero ? 63'd0 : x[62:0]} ^ (x[63] ? 64'hffffffffffffffff : 64'h8000000000000000);
  endfunction

  // The 24-bit significand with its hidden bit, and its exponent (1 for denormals).
  function automatic logic [23:0] significand(input logic [31:0] x);
    significand = {x[30:23] != 8'd0, x[22:0]};
  endfunction
  function automatic logic signed [11:0] exponent(input logic [31:0] x);
    exponent = {4'd0, x[30:23] == 8'd0 ? 8'd1 : x[30:23]};
  endfunction

  // Right shift. Bit 0 of the result is sticky: it is set if a 1 was shifted out.
  function automatic logic [63:0] shift_jam(input logic [63:0] x, input logic [11:0] amount);
    if (amount == 12'd0) shift_jam = x;
    else if (amount > 12'd63) shift_jam = {63'd0, x != 64'd0};
    else begin
      shift_jam = x >> amount[5:0];
      if ((x << (6'd0 - amount[5:0])) != 64'd0) shift_jam[0] = 1'b1;
    end
  endfunction

  function automatic logic round_up(input logic [1:0] mode, input logic sign, input logic lsb,
                                    input logic guard, input logic sticky);
    unique case (mode)
      RoundNearest: round_up = guard && (sticky || lsb);
      RoundUp: round_up = !sign && (guard || sticky);
      RoundDown: round_up = sign && (guard || sticky);
      default: round_up = 1'b0;
    endcase
  endfunction

  // Overflow gives the largest finite number instead of infinity.
  function automatic logic stays_finite(input logic [1:0] mode, input logic sign);
    stays_finite = mode == RoundZero || (mode == RoundUp && sign) || (mode == RoundDown && !sign);
  endfunction

  // Rounds sig * 2^(exp-127-60) to f32. Bit 0 of sig may be sticky. With flush_out a result that is denormal
  // after rounding becomes a zero of its sign.
  function automatic logic [31:0] round_pack(input logic sign, input logic signed [11:0] exp,
      input logic [63:0] sig, input logic [1:0] mode, input logic flush_out);
    logic [63:0] s;
    logic signed [11:0] e;
    logic [31:0] magnitude;
    s = sig;
    e = exp + 12'sd3;
    if (s == 64'd0) round_pack = {sign, 31'd0};
    else begin
      // The leading one goes to bit 63, whose weight is 2^(e-127).
      if (s[63:32] == 32'd0) begin s = s << 32; e = e - 12'sd32; end
      if (s[63:48] == 16'd0) begin s = s << 16; e = e - 12'sd16; end
      if (s[63:56] == 8'd0) begin s = s << 8; e = e - 12'sd8; end
      if (s[63:60] == 4'd0) begin s = s << 4; e = e - 12'sd4; end
      if (s[63:62] == 2'd0) begin s = s << 2; e = e - 12'sd2; end
      if (!s[63]) begin s = s << 1; e = e - 12'sd1; end
      if (e < 12'sd1) begin
        s = shift_jam(s, 12'sd1 - e);
        e = 12'sd1;
      end
      // The hidden bit adds one to the exponent field; the carry of rounding can add another.
      if (e > 12'sd254) magnitude = 32'h7f800000;
      else begin
        magnitude = {1'b0, e[7:0] - 8'd1, 23'd0} + {8'd0, s[63:40]} +
                    {31'd0, round_up(mode, sign, s[40], s[39], s[38:0] != 39'd0)};
      end
      if (magnitude >= 32'h7f800000) begin
        round_pack = {sign, stays_finite(mode, sign) ? 31'h7f7fffff : 31'h7f800000};
      end else round_pack = flush_denormal({sign, magnitude[30:0]}, flush_out);
    end
  endfunction

  // The 48-bit product and z are aligned in 64 bits, with their leading ones at bits 60 and 61. Bits that the
  // alignment shifts out are kept as a sticky bit.
  // Result: round((x * y + z) * 2^adjust); with two_roundings round(round(x * y) + z). No operand is a NaN.
  // With a positive adjust z must be 0 or normal. A denormal z is not normalized, so the alignment could lose
  // bits of the product that matter after the scaling.
  function automatic logic [31:0] mul_add(input logic [31:0] x, input logic [31:0] y,
      input logic [31:0] z, input logic signed [11:0] adjust, input logic two_roundings,
      input logic [1:0] round, input logic flush_out);
    logic [63:0] p, c;
    logic signed [11:0] ep, ez, d;
    logic sign, infinite, invalid;
    logic [31:0] product;
    sign = x[31] ^ y[31];
    infinite = is_inf(x) || is_inf(y);
    invalid = infinite && (x[30:0] == 31'd0 || y[30:0] == 31'd0);
    p = {2'd0, {24'd0, significand(x)} * {24'd0, significand(y)}, 14'd0};
    ep = exponent(x) + exponent(y) - 12'sd127;
    if (two_roundings && !infinite) begin
      product = round_pack(sign, ep, p, round, 1'b1);
      infinite = is_inf(product);
      p = {3'd0, significand(product), 37'd0};
      ep = exponent(product);
    end
    if (invalid || (infinite && is_inf(z) && sign != z[31])) mul_add = DefaultNan;
    else if (infinite) mul_add = {sign, 31'h7f800000};
    else if (is_inf(z)) mul_add = z;
    else begin
      c = {3'd0, significand(z), 37'd0};
      ez = exponent(z);
      if (p == 64'd0) ep = ez;
      if (c == 64'd0) ez = ep;
      d = ep - ez;
      if (d >= 12'sd0) c = shift_jam(c, d);
      else begin
        p = shift_jam(p, -d);
        ep = ez;
      end
      if (sign == z[31]) p = p + c;
      else if (p > c) p = p - c;
      else if (p < c) begin
        p = c - p;
        sign = z[31];
      end else begin
        p = 64'd0;
        sign = round == RoundDown;
      end
      mul_add = round_pack(sign, ep + adjust, p, round, flush_out);
    end
  endfunction

  // Rounds to an integral f32. x is no NaN.
  function automatic logic [31:0] round_integral(input logic [31:0] x, input logic [1:0] mode);
    logic [4:0] shift;   // fraction bits
    logic [31:0] unit, fraction, base;
    logic away;
    if (x[30:23] >= 8'd150 || x[30:0] == 31'd0) round_integral = x;
    else if (x[30:23] < 8'd127) begin
      unique case (mode)
        RoundUp: away = !x[31];
        RoundNearest: away = x[30:0] > 31'h3f000000;
        RoundDown: away = x[31];
        default: away = 1'b0;
      endcase
      round_integral = {x[31], away ? One[30:0] : 31'd0};
    end else begin
      shift = 5'(8'd150 - x[30:23]);
      unit = 32'd1 << shift;
      fraction = x & (unit - 32'd1);
      base = x - fraction;
      unique case (mode)
        RoundUp: away = !x[31] && fraction != 32'd0;
        RoundNearest: away = fraction > (unit >> 1) ||
                             (fraction == (unit >> 1) && (shift == 5'd23 || (x & unit) != 32'd0));
        RoundDown: away = x[31] && fraction != 32'd0;
        default: away = 1'b0;
      endcase
      round_integral = away ? base + unit : base;
    end
  endfunction

  // OMOD: 1 is x2, 2 is x4, 3 is /2. x is no denormal, the result is none, and every zero is positive.
  function automatic logic [31:0] apply_omod(input logic [31:0] x, input logic [1:0] omod,
                                             input logic [1:0] mode);
    logic [8:0] e;
    apply_omod = x;
    if (omod != 2'd0 && x[30:23] != 8'hff) begin
      e = {1'b0, x[30:23]};
      unique case (omod)
        2'd1: e = e + 9'd1;
        2'd2: e = e + 9'd2;
        default: e = e - 9'd1;
      endcase
      if (x[30:23] == 8'd0 || e == 9'd0) apply_omod = 32'd0;
      else if (e >= 9'd255) begin
        apply_omod = {x[31], stays_finite(mode, x[31]) ? 31'h7f7fffff : 31'h7f800000};
      end else apply_omod = {x[31], e[7:0], x[22:0]};
    end
  endfunction

  // CLAMP to [0, 1].
  function automatic logic [31:0] apply_clamp(input logic [31:0] x, input logic dx10);
    if (is_nan(x)) apply_clamp = dx10 ? 32'd0 : x;
    else if (x[31]) apply_clamp = 32'd0;
    else apply_clamp = x > One ? One : x;
  endfunction

  // Output modifiers of an f32 result.
  function automatic logic [31:0] output_modifiers(input logic [31:0] x, input logic [1:0] omod,
                                         input logic clamp, input logic [1:0] mode,
                                         input logic dx10);
    output_modifiers = apply_omod(x, omod, mode);
    if (clamp) output_modifiers = apply_clamp(output_modifiers, dx10);
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
