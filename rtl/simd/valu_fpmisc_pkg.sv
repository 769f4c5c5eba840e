// SPDX-License-Identifier: Apache-2.0
// The other float operations of one lane: minimum, maximum, median, rounding to an integral number
// (numerics.md 3.2, 3.4).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_fpmisc_pkg;
  typedef enum logic [4:0] {
    MinF32, MaxF32, Min3F32, Max3F32, Med3F32, TruncF32, CeilF32, RndneF32, FloorF32
  } op_e;

  function automatic logic [31:0] min_max(input logic [31:0] x, input logic [31:0] y, input logic largest,
                                          input logic ieee);
    min_max = 32'(fp_pkg::min_max({x, 32'd0}, {y, 32'd0}, 1'b0, largest, ieee, 1'b0) >> 32);
  endfunction

  // Minimum or maximum of two or three numbers, or the median. med3 with a NaN is min3.
  function automatic logic [31:0] min_max_med(input logic [4:0] op, input logic [31:0] x,
      input logic [31:0] y, input logic [31:0] z, input logic ieee);
    logic median, largest;
    logic [31:0] both, key;
    median = op == valu_fpmisc_pkg::Med3F32 &&
             !(fp_pkg::is_nan(x) || fp_pkg::is_nan(y) || fp_pkg::is_nan(z));
    largest = op == valu_fpmisc_pkg::MaxF32 || op == valu_fpmisc_pkg::Max3F32 || median;
    both = min_max(x, y, largest, ieee);
    if (op == valu_fpmisc_pkg::MinF32 || op == valu_fpmisc_pkg::MaxF32) min_max_med = both;
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

  function automatic logic [31:0] integral(input logic [31:0] x, input logic [1:0] round);
    integral = fp_pkg::is_nan(x) ? fp_pkg::quiet_nan(x) : fp_pkg::round_integral(x, round);
  endfunction

  // The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [31:0] compute(input logic [4:0] op, input logic [2:0] neg,
      input logic [2:0] abs, input logic [1:0] omod, input logic clamp, input logic [10:0] fp_mode,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [31:0] x, y, z;
    logic flush_in, dx10, ieee;
    logic [1:0] denorm, round;
    // verilator lint_off UNUSEDSIGNAL
    logic ovfl;
    logic [1:0] denorm16, round16;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm16, denorm, round16, round} = fp_mode;
    flush_in = !denorm[0];
    x = fp_pkg::flush_denormal(fp_pkg::input_modifiers(a, neg[0], abs[0]), flush_in);
    y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), flush_in);
    z = fp_pkg::flush_denormal(fp_pkg::input_modifiers(c, neg[2], abs[2]), flush_in);
    unique case (op)
      valu_fpmisc_pkg::TruncF32: compute = integral(x, fp_pkg::RoundZero);
      valu_fpmisc_pkg::CeilF32:  compute = integral(x, fp_pkg::RoundUp);
      valu_fpmisc_pkg::RndneF32: compute = integral(x, fp_pkg::RoundNearest);
      valu_fpmisc_pkg::FloorF32: compute = integral(x, fp_pkg::RoundDown);
      default:  compute = fp_pkg::flush_denormal(min_max_med(op, x, y, z, ieee), !denorm[1]);
    endcase
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    compute = fp_pkg::output_modifiers(compute, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10);
  endfunction
endpackage
