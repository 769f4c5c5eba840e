// SPDX-License-Identifier: Apache-2.0
// The rounding f32 operations of one lane: add, multiply, fused and unfused multiply-add, ldexp,
// fract, div_fmas, conversions to f32 (numerics.md 3.1, 3.4, 4, 6).
//
// All of them are (x * y + z) * 2^n with one rounding at the end. Product (48 bits) and z are
// aligned in 64 bits with their leading ones at bits 60 and 61; what an alignment shifts out stays
// as a sticky bit. v_mad and v_mac round the product first.
// One function of the simulator's for all sixteen lanes: hence no_inline_task, and cases that are not
// unique, since assertions would prove in each lane that constants differ.
package valu_fma_pkg;
  // The exponent of ldexp, cut to where all larger ones give the same result.
  function automatic logic signed [11:0] scale(input logic [31:0] n);
    if (!n[31] && n[30:9] != 22'd0) scale = 12'sd511;
    else if (n[31] && n[30:9] != 22'h3fffff) scale = -12'sd512;
    else scale = {n[31], n[31], n[9:0]};
  endfunction

  // round((x * y + z) * 2^adjust); two_roundings: round(round(x * y) + z). No NaN comes in.
  // A positive adjust needs a z that is 0 or normal: against a denormal z, which is not normalized,
  // the alignment may lose bits of the product that count only after the scaling.
  function automatic logic [31:0] mul_add(input logic [31:0] x, input logic [31:0] y,
      input logic [31:0] z, input logic signed [11:0] adjust, input logic two_roundings,
      input logic [1:0] round, input logic flush_out);
    logic [63:0] p, c;
    logic signed [11:0] ep, ez, d;
    logic sign, infinite, invalid;
    logic [31:0] product;
    sign = x[31] ^ y[31];
    infinite = fp_pkg::is_inf(x) || fp_pkg::is_inf(y);
    invalid = infinite && (x[30:0] == 31'd0 || y[30:0] == 31'd0);
    p = {2'd0, {24'd0, fp_pkg::significand(x)} * {24'd0, fp_pkg::significand(y)}, 14'd0};
    ep = fp_pkg::exponent(x) + fp_pkg::exponent(y) - 12'sd127;
    if (two_roundings && !infinite) begin
      product = fp_pkg::round_pack(sign, ep, p, round, 1'b1);
      infinite = fp_pkg::is_inf(product);
      p = {3'd0, fp_pkg::significand(product), 37'd0};
      ep = fp_pkg::exponent(product);
    end
    if (invalid || (infinite && fp_pkg::is_inf(z) && sign != z[31])) mul_add = fp_pkg::DefaultNan;
    else if (infinite) mul_add = {sign, 31'h7f800000};
    else if (fp_pkg::is_inf(z)) mul_add = z;
    else begin
      c = {3'd0, fp_pkg::significand(z), 37'd0};
      ez = fp_pkg::exponent(z);
      if (p == 64'd0) ep = ez;
      if (c == 64'd0) ez = ep;
      d = ep - ez;
      if (d >= 12'sd0) c = fp_pkg::shift_jam(c, d);
      else begin
        p = fp_pkg::shift_jam(p, -d);
        ep = ez;
      end
      if (sign == z[31]) p = p + c;
      else if (p > c) p = p - c;
      else if (p < c) begin
        p = c - p;
        sign = z[31];
      end else begin
        p = 64'd0;
        sign = round == 2'd2;
      end
      mul_add = fp_pkg::round_pack(sign, ep + adjust, p, round, flush_out);
    end
  endfunction

  function automatic logic [31:0] from_int(input logic [7:0] op, input logic [31:0] x,
                                           input logic [1:0] round);
    logic sign;
    logic [31:0] magnitude;
    sign = x[31] && op == valu_pkg::OpCvtF32I32;
    if (sign) magnitude = -x;
    else magnitude = op[2] ? {24'd0, x[{op[1:0], 3'd0} +: 8]} : x;   // op[2]: byte op[1:0]
    from_int = fp_pkg::round_pack(sign, 12'sd158, {3'd0, magnitude, 29'd0}, round, 1'b0);
  endfunction

  function automatic logic [31:0] arithmetic(input logic [7:0] op, input logic mask,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c, input logic [1:0] round,
      input logic flush_out);
    logic [31:0] x, y, z;
    logic signed [11:0] adjust;
    logic nan_a, nan_b, nan_c;
    nan_a = fp_pkg::is_nan(a);
    nan_b = fp_pkg::is_nan(b) && op != valu_pkg::OpLdexpF32 && op != valu_pkg::OpFractF32;
    nan_c = fp_pkg::is_nan(c) && (op == valu_pkg::OpFmaF32 || op == valu_pkg::OpMadF32 ||
                                   op == valu_pkg::OpDivFmasF32);
    x = a;
    y = b;
    z = c;
    adjust = 12'sd0;
    case (op)
      valu_pkg::OpAddF32, valu_pkg::OpSubF32: begin
        x = fp_pkg::One;
        y = a;
        z = {b[31] ^ (op == valu_pkg::OpSubF32), b[30:0]};
      end
      valu_pkg::OpSubrevF32: begin
        x = fp_pkg::One;
        z = {!a[31], a[30:0]};
      end
      valu_pkg::OpMulF32: z = {a[31] ^ b[31], 31'd0};
      valu_pkg::OpLdexpF32: begin
        x = fp_pkg::One;
        y = a;
        z = {a[31], 31'd0};
        adjust = scale(b);
      end
      valu_pkg::OpDivFmasF32: begin
        // VCC says that div_scale scaled one operand of the quotient; z is its estimate.
        if (mask) adjust = z[30:0] >= fp_pkg::Two[30:0] ? 12'sd64 : -12'sd64;
      end
      valu_pkg::OpFractF32: begin
        x = fp_pkg::One;
        y = a;
        z = fp_pkg::round_integral(a, 2'd3) ^ 32'h80000000;
      end
      default: ;
    endcase
    if (nan_a) arithmetic = fp_pkg::quiet(a);
    else if (nan_b) arithmetic = fp_pkg::quiet(b);
    else if (nan_c) arithmetic = fp_pkg::quiet(c);
    else begin
      arithmetic = mul_add(x, y, z, adjust, op == valu_pkg::OpMadF32, round, flush_out);
      if (op == valu_pkg::OpFractF32 && arithmetic == fp_pkg::One) arithmetic = fp_pkg::BelowOne;
    end
  endfunction

  // Only the part of MODE that matters here is read.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [31:0] compute(input logic [7:0] op, input logic mask,
      input logic [2:0] neg, input logic [2:0] abs, input logic [1:0] omod, input logic clamp,
      input logic [31:0] mode, input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [31:0] x, y, z;
    logic flush_in, flush_out;
    logic [1:0] omod32;
    compute = 32'd0;
    x = a;
    y = b;
    z = c;
    flush_in = 1'b0;
    flush_out = 1'b0;
    // OMOD counts only with IEEE and output denormals of the result's type off.
    omod32 = mode[valu_pkg::ModeIeee] || mode[valu_pkg::ModeDenorm32 + 1] ? 2'd0 : omod;
    case (op)
      valu_pkg::OpCvtF32I32, valu_pkg::OpCvtF32U32, valu_pkg::OpCvtF32Ub0,
      valu_pkg::OpCvtF32Ub1, valu_pkg::OpCvtF32Ub2, valu_pkg::OpCvtF32Ub3: begin
        compute = from_int(op, a, mode[valu_pkg::ModeRound32 +: 2]);
      end
      default: begin
        flush_in = (!mode[valu_pkg::ModeDenorm32] && op != valu_pkg::OpDivFmasF32) ||
                   op == valu_pkg::OpMadF32;
        flush_out = !mode[valu_pkg::ModeDenorm32 + 1] || op == valu_pkg::OpMadF32;
        x = fp_pkg::flush(fp_pkg::modify(a, neg[0], abs[0]), flush_in);
        if (op != valu_pkg::OpLdexpF32) begin
          y = fp_pkg::flush(fp_pkg::modify(b, neg[1], abs[1]), flush_in);
        end
        z = fp_pkg::flush(fp_pkg::modify(c, neg[2], abs[2]), flush_in);
        compute = arithmetic(op, mask, x, y, z, mode[valu_pkg::ModeRound32 +: 2], flush_out);
      end
    endcase
    compute = fp_pkg::finish(compute, omod32, clamp, mode[valu_pkg::ModeRound32 +: 2],
                             mode[valu_pkg::ModeDx10Clamp]);
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
