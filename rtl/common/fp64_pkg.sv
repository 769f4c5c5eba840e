// SPDX-License-Identifier: Apache-2.0
// Operands of f64 and what is computed on them (numerics.md 1 to 3, 10). fp_pkg rounds the results, and has the flags.
//
// A function computes on two parts of a wide significand, bits 109:64 and 63:0: simulation is slow beyond 64 bits.
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

  function automatic logic invalid_product(input logic [63:0] x, input logic [63:0] y);
    invalid_product = (is_inf(x) && is_zero(y)) || (is_inf(y) && is_zero(x));
  endfunction

  // (x * y + z) * 2^adjust of finite operands, rounded once.
  function automatic logic [63:0] mul_add(input logic [63:0] x, input logic [63:0] y, input logic [63:0] z,
      input logic signed [13:0] adjust, input logic [1:0] round, input logic flush_out, output logic [6:0] flags);
    logic sign, p_less, p_greater;
    logic signed [13:0] ex, ey, ez, ep, d;
    logic [52:0] sx, sy, sz;
    logic [63:0] low, middle, high;  // of the product: sums of weight 2^0, 2^32 and 2^64
    logic [45:0] ph, ch;             // product or sum, and z: times 2^(exp - 107)
    logic [63:0] pl, cl;
    logic [109:0] shifted;
    sx = unpack(x, ex);
    sy = unpack(y, ey);
    sz = unpack(z, ez);
    sign = x[63] ^ y[63];
    ep = ex + ey;
    low = {32'd0, sx[31:0]} * {32'd0, sy[31:0]};
    middle = {43'd0, sx[52:32]} * {32'd0, sy[31:0]} + {43'd0, sy[52:32]} * {32'd0, sx[31:0]} + {32'd0, low[63:32]};
    high = {43'd0, sx[52:32]} * {43'd0, sy[52:32]} + {32'd0, middle[63:32]};
    ph = {1'b0, high[41:0], middle[31:29]};
    pl = {middle[28:0], low[31:0], 3'd0};
    ch = {2'd0, sz[52:9]};
    cl = {sz[8:0], 55'd0};
    if (sx == 53'd0 || sy == 53'd0) ep = ez;
    if (sz == 53'd0) ez = ep;
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
    // 64 bits of the sum go on, the last of them sticky. At least 56 of them are behind the leading one.
    if (ph == 46'd0 && pl[63:46] == 18'd0) begin ph = pl[45:0]; pl = 64'd0; ep = ep - 14'sd64; end
    if (ph[45:14] == 32'd0) begin ph = {ph[13:0], pl[63:32]}; pl = pl << 32; ep = ep - 14'sd32; end
    if (ph[45:30] == 16'd0) begin ph = {ph[29:0], pl[63:48]}; pl = pl << 16; ep = ep - 14'sd16; end
    if (ph[45:38] == 8'd0) begin ph = {ph[37:0], pl[63:56]}; pl = pl << 8; ep = ep - 14'sd8; end
    mul_add = fp_pkg::round_pack(fp_pkg::F64, sign, ep + adjust, {ph, pl[63:47], pl[46:0] != 47'd0}, round, flush_out,
                                 1'b0, flags);
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
