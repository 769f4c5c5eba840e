// SPDX-License-Identifier: Apache-2.0
// Operands of f64 and what is computed on them (numerics.md 1 to 3, 10). fp_pkg rounds the results, and has the flags.
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

  // The significand of a finite operand, whose value is sig * 2^(exp - 52). The leading one is bit 52.
  function automatic logic [52:0] unpack(input logic [63:0] x, output logic signed [13:0] exp);
    logic signed [13:0] e;
    logic [52:0] s;
    e = {3'd0, x[62:52]} - 14'sd1023;
    s = {1'b1, x[51:0]};
    if (x[62:52] == 11'd0) begin
      // A zero, or a denormal whose leading one goes to bit 52.
      e = e + 14'sd1;
      s[52] = 1'b0;
      if (s[52:21] == 32'd0) begin s = s << 32; e = e - 14'sd32; end
      if (s[52:37] == 16'd0) begin s = s << 16; e = e - 14'sd16; end
      if (s[52:45] == 8'd0) begin s = s << 8; e = e - 14'sd8; end
      if (s[52:49] == 4'd0) begin s = s << 4; e = e - 14'sd4; end
      if (s[52:51] == 2'd0) begin s = s << 2; e = e - 14'sd2; end
      if (!s[52]) begin s = s << 1; e = e - 14'sd1; end
    end
    exp = e;
    unpack = s;
  endfunction

  // Right shift. Bit 0 of the result is sticky: it is set if a 1 was shifted out.
  function automatic logic [109:0] shift_jam(input logic [109:0] x, input logic [13:0] amount);
    if (amount > 14'd109) shift_jam = {109'd0, x != 110'd0};
    else begin
      shift_jam = x >> amount[6:0];
      if ((shift_jam << amount[6:0]) != x) shift_jam[0] = 1'b1;
    end
  endfunction

  function automatic logic invalid_product(input logic [63:0] x, input logic [63:0] y);
    invalid_product = (is_inf(x) && is_zero(y)) || (is_inf(y) && is_zero(x));
  endfunction

  // (x * y + z) * 2^adjust of finite operands, rounded once.
  function automatic logic [63:0] mul_add(input logic [63:0] x, input logic [63:0] y, input logic [63:0] z,
      input logic signed [13:0] adjust, input logic [1:0] round, input logic flush_out, output logic [6:0] flags);
    logic sign;
    logic signed [13:0] ex, ey, ez, ep, d;
    logic [52:0] sx, sy, sz;
    logic [109:0] p, c;  // product or sum, and z: times 2^(exp - 107)
    sx = unpack(x, ex);
    sy = unpack(y, ey);
    sz = unpack(z, ez);
    sign = x[63] ^ y[63];
    ep = ex + ey;
    p = {1'b0, {53'd0, sx} * {53'd0, sy}, 3'd0};
    c = {2'd0, sz, 55'd0};
    if (p == 110'd0) ep = ez;
    if (c == 110'd0) ez = ep;
    d = ep - ez;
    if (d >= 14'sd0) c = shift_jam(c, d);
    else begin
      p = shift_jam(p, -d);
      ep = ez;
    end
    if (sign == z[63]) p = p + c;
    else if (p > c) p = p - c;
    else if (p < c) begin
      p = c - p;
      sign = z[63];
    end else begin
      p = 110'd0;
      sign = round == fp_pkg::RoundDown;
    end
    // Of the sum 64 bits go on, the last of them sticky. At least 56 of them are behind the leading one.
    if (p[109:46] == 64'd0) begin p = p << 64; ep = ep - 14'sd64; end
    if (p[109:78] == 32'd0) begin p = p << 32; ep = ep - 14'sd32; end
    if (p[109:94] == 16'd0) begin p = p << 16; ep = ep - 14'sd16; end
    if (p[109:102] == 8'd0) begin p = p << 8; ep = ep - 14'sd8; end
    mul_add = fp_pkg::round_pack(fp_pkg::F64, sign, ep + adjust, {p[109:47], p[46:0] != 47'd0}, round, flush_out, 1'b0,
                                 flags);
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

  // verilator lint_on UNUSEDSIGNAL
endpackage
