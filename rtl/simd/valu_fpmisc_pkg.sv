// SPDX-License-Identifier: Apache-2.0
// The other float operations of one lane: minimum, maximum, median, rounding to an integral number,
// conversions to integers and between f16 and f32 (numerics.md 3.2, 3.4, 4).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_fpmisc_pkg;
  function automatic logic [31:0] min_max(input logic [31:0] x, input logic [31:0] y, input logic largest,
                                          input logic ieee);
    min_max = 32'(fp_pkg::min_max({x, 32'd0}, {y, 32'd0}, 1'b0, largest, ieee, 1'b0) >> 32);
  endfunction

  // Minimum or maximum of two or three numbers, or the median. med3 with a NaN is min3.
  function automatic logic [31:0] min_max_med(input logic [7:0] op, input logic [31:0] x,
      input logic [31:0] y, input logic [31:0] z, input logic ieee);
    logic median, largest;
    logic [31:0] both, key;
    median = op == valu_pkg::OpMed3F32 &&
             !(fp_pkg::is_nan(x) || fp_pkg::is_nan(y) || fp_pkg::is_nan(z));
    largest = op == valu_pkg::OpMaxF32 || op == valu_pkg::OpMax3F32 || median;
    both = min_max(x, y, largest, ieee);
    if (op == valu_pkg::OpMinF32 || op == valu_pkg::OpMaxF32) min_max_med = both;
    else begin
      min_max_med = min_max(both, z, largest, ieee);
      if (median) begin
        key = fp_pkg::sort_key(min_max_med);
        if (key == fp_pkg::sort_key(x)) min_max_med = min_max(y, z, 1'b1, ieee);
        else if (key == fp_pkg::sort_key(y)) min_max_med = min_max(x, z, 1'b1, ieee);
        else min_max_med = both;
      end
    end
  endfunction

  // To an integer, saturated. The number is held with 24 fraction bits and rounded as the operation says.
  function automatic logic [31:0] to_int(input logic [7:0] op, input logic [31:0] x);
    logic [63:0] fixed;
    logic big;
    fixed = {16'd0, fp_pkg::significand(x), 24'd0};
    big = x[30:23] >= 8'd159;
    if (x[30:23] >= 8'd150) fixed = fixed << (big ? 4'd0 : 4'(x[30:23] - 8'd150));
    else fixed = fp_pkg::shift_jam(fixed, {4'd0, 8'd150 - x[30:23]});
    unique case (op)
      valu_pkg::OpCvtRpi: fixed = fixed + (x[31] ? 64'h7fffff : 64'h800000);
      valu_pkg::OpCvtFlr: fixed = fixed + (x[31] ? 64'hffffff : 64'd0);
      default: ;
    endcase
    fixed = fixed >> 24;
    if (op == valu_pkg::OpCvtU32F32) begin
      if (fp_pkg::is_nan(x) || x[31]) to_int = 32'd0;
      else to_int = big || fixed[63:32] != 32'd0 ? 32'hffffffff : fixed[31:0];
    end else if (op == valu_pkg::OpCvtI32F32 && fp_pkg::is_nan(x)) to_int = 32'd0;
    else if (big || fixed >= 64'h80000000) to_int = x[31] ? 32'h80000000 : 32'h7fffffff;
    else to_int = x[31] ? -fixed[31:0] : fixed[31:0];
  endfunction

  function automatic logic [31:0] to_f16(input logic [31:0] x, input logic [1:0] round,
      input logic flush_out, input logic ovfl, input logic [1:0] omod, input logic clamp,
      input logic dx10);
    logic signed [11:0] e;
    logic [63:0] s;
    logic [15:0] h;
    e = fp_pkg::exponent(x) - 12'sd112;
    s = {fp_pkg::significand(x), 40'd0};
    if (fp_pkg::is_nan(x)) h = {x[31], 6'h3f, x[21:13]};
    else if (fp_pkg::is_inf(x)) h = {x[31], 15'h7c00};
    else begin
      if (e < 12'sd1) begin
        s = fp_pkg::shift_jam(s, 12'sd1 - e);
        e = 12'sd1;
      end
      if (e > 12'sd30) h = 16'h7c00;
      else begin
        h = {1'b0, e[4:0] - 5'd1, 10'd0} + {5'd0, s[63:53]} +
            {15'd0, fp_pkg::round_up(round, x[31], s[53], s[52], s[51:0] != 52'd0)};
      end
      if (h >= 16'h7c00) begin
        h = fp_pkg::stays_finite(round, x[31]) || ovfl ? 16'h7bff : 16'h7c00;
      end
      if (h[14:10] == 5'd0 && flush_out) h = 16'd0;
      h[15] = x[31];
    end
    if (omod != 2'd0) h = omod_f16(h, omod, round, ovfl);
    if (clamp) begin
      if (h[14:0] > 15'h7c00) h = dx10 ? 16'd0 : h;
      else if (h[15]) h = 16'd0;
      else if (h > 16'h3c00) h = 16'h3c00;
    end
    to_f16 = {16'd0, h};
  endfunction

  // OMOD of an f16 result, as fp_pkg::apply_omod.
  function automatic logic [15:0] omod_f16(input logic [15:0] x, input logic [1:0] omod,
                                           input logic [1:0] round, input logic ovfl);
    logic [5:0] e;
    e = {1'b0, x[14:10]};
    unique case (omod)
      2'd1: e = e + 6'd1;
      2'd2: e = e + 6'd2;
      default: e = e - 6'd1;
    endcase
    if (x[14:10] == 5'h1f) omod_f16 = x;
    else if (x[14:10] == 5'd0 || e == 6'd0) omod_f16 = 16'd0;
    else if (e >= 6'd31) begin
      omod_f16 = {x[15], fp_pkg::stays_finite(round, x[15]) || ovfl ?
                         15'h7bff : 15'h7c00};
    end else omod_f16 = {x[15], e[4:0], x[9:0]};
  endfunction

  // Exact. A NaN keeps its payload and becomes quiet.
  function automatic logic [31:0] from_f16(input logic [15:0] x, input logic flush_in);
    logic [9:0] f;
    logic [7:0] e;
    f = x[9:0];
    e = {3'd0, x[14:10]} + 8'd112;
    if (x[14:10] == 5'h1f) begin
      from_f16 = {x[15], 8'hff, f != 10'd0 ? {1'b1, f[8:0]} : 10'd0, 13'd0};
    end else if (x[14:10] != 5'd0) from_f16 = {x[15], e, f, 13'd0};
    else if (f == 10'd0 || flush_in) from_f16 = {x[15], 31'd0};
    else begin
      // A denormal is f * 2^-24. Its leading one becomes the hidden bit.
      e = 8'd112;
      for (int unsigned n = 0; n < 9; n++) begin
        if (!f[9]) begin
          f = f << 1;
          e = e - 8'd1;
        end
      end
      from_f16 = {x[15], e, f[8:0], 14'd0};
    end
  endfunction

  // The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [31:0] compute(input logic [7:0] op, input logic [2:0] neg,
      input logic [2:0] abs, input logic [1:0] omod, input logic clamp, input logic [10:0] fp_mode,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [31:0] x, y, z;
    logic flush_in, f32_result, ovfl, dx10, ieee;
    logic [1:0] integral_mode, denorm16, denorm32, round16, round32;
    {ovfl, dx10, ieee, denorm16, denorm32, round16, round32} = fp_mode;
    flush_in = !denorm32[0];
    x = fp_pkg::flush_denormal(fp_pkg::input_modifiers(a, neg[0], abs[0]), flush_in);
    y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), flush_in);
    z = fp_pkg::flush_denormal(fp_pkg::input_modifiers(c, neg[2], abs[2]), flush_in);
    f32_result = 1'b0;
    integral_mode = fp_pkg::RoundZero;
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    unique case (op)
      valu_pkg::OpCvtU32F32, valu_pkg::OpCvtI32F32, valu_pkg::OpCvtRpi, valu_pkg::OpCvtFlr: begin
        compute = to_int(op, x);
      end
      valu_pkg::OpCvtF16F32: begin
        compute = to_f16(x, round16, !denorm16[1], ovfl,
                         ieee || denorm16[1] ? 2'd0 : omod, clamp, dx10);
      end
      valu_pkg::OpCvtF32F16: begin
        compute = from_f16({(a[15] && !abs[0]) ^ neg[0], a[14:0]}, !denorm16[0]);
        f32_result = 1'b1;
      end
      valu_pkg::OpTruncF32, valu_pkg::OpCeilF32, valu_pkg::OpRndneF32, valu_pkg::OpFloorF32: begin
        unique case (op)
          valu_pkg::OpTruncF32: integral_mode = fp_pkg::RoundZero;
          valu_pkg::OpCeilF32: integral_mode = fp_pkg::RoundUp;
          valu_pkg::OpRndneF32: integral_mode = fp_pkg::RoundNearest;
          default: integral_mode = fp_pkg::RoundDown;
        endcase
        compute = fp_pkg::is_nan(x) ? fp_pkg::quiet_nan(x) : fp_pkg::round_integral(x, integral_mode);
        f32_result = 1'b1;
      end
      default: begin
        compute = fp_pkg::flush_denormal(min_max_med(op, x, y, z, ieee), !denorm32[1]);
        f32_result = 1'b1;
      end
    endcase
    if (f32_result) begin
      compute = fp_pkg::output_modifiers(compute, ieee || denorm32[1] ? 2'd0 : omod, clamp, round32, dx10);
    end
  endfunction
endpackage
