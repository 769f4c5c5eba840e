// SPDX-License-Identifier: Apache-2.0
// Pieces of f32 arithmetic that the lane's float units share (numerics.md 1 to 3).
// Rounding modes: 0 nearest even, 1 up, 2 down, 3 toward zero.
package fp_pkg;
  // verilator lint_off UNUSEDPARAM
  parameter logic [31:0] DefaultNan = 32'h7fc00000;
  parameter logic [31:0] One        = 32'h3f800000;
  parameter logic [31:0] BelowOne   = 32'h3f7fffff;
  parameter logic [31:0] Two        = 32'h40000000;
  // verilator lint_on UNUSEDPARAM

  // Functions take whole numbers and look at the part they need.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic is_nan(input logic [31:0] x);
    is_nan = x[30:0] > 31'h7f800000;
  endfunction

  function automatic logic is_inf(input logic [31:0] x);
    is_inf = x[30:0] == 31'h7f800000;
  endfunction

  function automatic logic [31:0] quiet(input logic [31:0] x);
    quiet = x | 32'h00400000;
  endfunction

  // Input modifiers: ABS, then NEG, on the sign bit alone.
  function automatic logic [31:0] modify(input logic [31:0] x, input logic neg, input logic abs);
    modify = {(x[31] && !abs) ^ neg, x[30:0]};
  endfunction

  // A denormal becomes a zero of its sign.
  function automatic logic [31:0] flush(input logic [31:0] x, input logic on);
    flush = on && x[30:23] == 8'd0 ? {x[31], 31'd0} : x;
  endfunction

  // Unsigned order of the keys is the order of the numbers; both zeros have one key.
  function automatic logic [31:0] sort_key(input logic [31:0] x);
    sort_key = x[31] ? 32'h80000000 - {1'b0, x[30:0]} : 32'h80000000 + {1'b0, x[30:0]};
  endfunction

  // 24-bit significand with its hidden bit, and the exponent that goes with it (denormals: 1).
  function automatic logic [23:0] significand(input logic [31:0] x);
    significand = {x[30:23] != 8'd0, x[22:0]};
  endfunction
  function automatic logic signed [11:0] exponent(input logic [31:0] x);
    exponent = {4'd0, x[30:23] == 8'd0 ? 8'd1 : x[30:23]};
  endfunction

  // Right shift that keeps "something was lost" in bit 0.
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
      2'd0: round_up = guard && (sticky || lsb);
      2'd1: round_up = !sign && (guard || sticky);
      2'd2: round_up = sign && (guard || sticky);
      default: round_up = 1'b0;
    endcase
  endfunction

  // True when a magnitude past the largest number becomes that number and not infinity.
  function automatic logic stays_finite(input logic [1:0] mode, input logic sign);
    stays_finite = mode == 2'd3 || (mode == 2'd1 && sign) || (mode == 2'd2 && !sign);
  endfunction

  // Rounds sig * 2^(exp-127-60) to f32. Bit 0 of sig may stand for anything below it. A result
  // that is denormal after rounding becomes a zero of its sign when flush_out is set.
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
      // The hidden bit adds one to the exponent field, and so may the carry of the rounding.
      if (e > 12'sd254) magnitude = 32'h7f800000;
      else begin
        magnitude = {1'b0, e[7:0] - 8'd1, 23'd0} + {8'd0, s[63:40]} +
                    {31'd0, round_up(mode, sign, s[40], s[39], s[38:0] != 39'd0)};
      end
      if (magnitude >= 32'h7f800000) begin
        round_pack = {sign, stays_finite(mode, sign) ? 31'h7f7fffff : 31'h7f800000};
      end else round_pack = flush({sign, magnitude[30:0]}, flush_out);
    end
  endfunction

  // f32 to an integral f32: rounding 0 toward zero, 1 up, 2 nearest even, 3 down. No NaN.
  function automatic logic [31:0] round_integral(input logic [31:0] x, input logic [1:0] how);
    logic [4:0] shift;   // fraction bits
    logic [31:0] unit, fraction, base;
    logic away;
    if (x[30:23] >= 8'd150 || x[30:0] == 31'd0) round_integral = x;
    else if (x[30:23] < 8'd127) begin
      unique case (how)
        2'd1: away = !x[31];
        2'd2: away = x[30:0] > 31'h3f000000;
        2'd3: away = x[31];
        default: away = 1'b0;
      endcase
      round_integral = {x[31], away ? One[30:0] : 31'd0};
    end else begin
      shift = 5'(8'd150 - x[30:23]);
      unit = 32'd1 << shift;
      fraction = x & (unit - 32'd1);
      base = x - fraction;
      unique case (how)
        2'd1: away = !x[31] && fraction != 32'd0;
        2'd2: away = fraction > (unit >> 1) ||
                     (fraction == (unit >> 1) && (shift == 5'd23 || (x & unit) != 32'd0));
        2'd3: away = x[31] && fraction != 32'd0;
        default: away = 1'b0;
      endcase
      round_integral = away ? base + unit : base;
    end
  endfunction

  // OMOD: 1 x2, 2 x4, 3 /2. No denormal comes in and none goes out; every zero is positive.
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
  function automatic logic [31:0] finish(input logic [31:0] x, input logic [1:0] omod,
                                         input logic clamp, input logic [1:0] mode,
                                         input logic dx10);
    finish = apply_omod(x, omod, mode);
    if (clamp) finish = apply_clamp(finish, dx10);
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
