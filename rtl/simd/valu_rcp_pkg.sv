// SPDX-License-Identifier: Apache-2.0
// The reciprocal of one lane, correctly rounded, by digit recurrence (numerics.md 5): start, then step in each of
// Cycles cycles, then finish.
//
// The state is {remainder, quotient}. A digit of the quotient is one bit: 1 if the divisor can be taken from the
// remainder. The divisor is the significand of the operand. The first digit has the weight 1, and a quotient is above
// one half. So 24 bits need 25 digits, and one more for rounding. A remainder that is not 0 is the sticky bit.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_rcp_pkg;
  typedef enum logic [4:0] {
    RcpF32, RcpIflagF32
  } op_e;

  parameter int unsigned Digits         = 28;  // of the quotient
  parameter int unsigned DigitsPerCycle = 4;
  parameter int unsigned Cycles         = Digits / DigitsPerCycle;

  function automatic logic [52:0] start();
    start = {25'h0800000, 28'd0};
  endfunction

  function automatic logic [52:0] step(input logic [52:0] state, input logic [23:0] divisor);
    /* verilator no_inline_task */
    logic [24:0] remainder;
    logic [27:0] quotient;
    logic digit;
    {remainder, quotient} = state;
    for (int unsigned n = 0; n < DigitsPerCycle; n++) begin
      digit = remainder >= {1'b0, divisor};
      if (digit) remainder = remainder - {1'b0, divisor};
      remainder = remainder << 1;
      quotient = {quotient[26:0], digit};
    end
    step = {remainder, quotient};
  endfunction

  // The operand as the recurrence has it: denormals are flushed whatever MODE says.
  function automatic logic [31:0] operand(input logic [31:0] x, input logic neg, input logic abs);
    operand = fp_pkg::flush_denormal(fp_pkg::input_modifiers(x, neg, abs), 1'b1);
  endfunction

  // {flags, value}, as fp_pkg has them, of 1 / x. denormal: the operand was flushed. The argument fp_mode is a
  // valu_pkg::fp_mode_t.
  function automatic logic [38:0] finish(input logic [4:0] op, input logic [1:0] omod, input logic clamp,
      input logic [10:0] fp_mode, input logic [31:0] x, input logic denormal, input logic [52:0] state);
    /* verilator no_inline_task */
    logic [31:0] value;
    logic [6:0] flags;
    logic [38:0] result;
    logic [24:0] remainder;
    logic [27:0] quotient;
    logic dx10, ieee;
    logic [1:0] round;
    // verilator lint_off UNUSEDSIGNAL
    logic ovfl;
    logic [1:0] denorm, denorm16, round16;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm16, denorm, round16, round} = fp_mode;
    {remainder, quotient} = state;
    if (fp_pkg::is_nan(x)) begin
      value = fp_pkg::nan_out(x, ieee);
      flags = fp_pkg::is_signalling(x) ? fp_pkg::Invalid : 7'd0;
    end else if (x[30:0] == 31'd0) begin
      value = {x[31], 31'h7f800000};
      flags = fp_pkg::DivByZero;
    end else if (fp_pkg::is_inf(x)) begin
      value = {x[31], 31'd0};
      flags = 7'd0;
    end else begin
      result = fp_pkg::round_pack(fp_pkg::F32, x[31], 12'sd127 - {4'd0, x[30:23]},
                                  {2'd0, quotient, remainder != 25'd0, 20'd0}, fp_pkg::RoundNearest, 1'b1, 1'b0);
      {flags, value} = result;
    end
    if (denormal) flags = flags | fp_pkg::InputDenormal;
    if (op == valu_rcp_pkg::RcpIflagF32) flags = flags[2] && !clamp ? fp_pkg::IntDivByZero : 7'd0;
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    value = fp_pkg::output_modifiers(fp_pkg::F32, value, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10, 1'b0);
    finish = {flags, value};
  endfunction
endpackage
