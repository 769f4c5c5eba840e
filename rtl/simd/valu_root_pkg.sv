// SPDX-License-Identifier: Apache-2.0
// Reciprocals, square roots and reciprocal square roots of one lane, correctly rounded, by digit recurrence
// (numerics.md 5), for valu_root.sv.
//
// All three are the greatest y with m * y = n (reciprocal) or m * y * y = n (roots), digit by digit:
//   1 / x       n = 1, m = x            sqrt(x)     n = x, m = 1            1 / sqrt(x)   n = 1, m = x
// The first digit has the weight 1, and y is from one half to two. So 24 bits need 25 digits, 53 bits need 54, and
// rounding one more.
// An f16 operand is widened to f32, which is exact.
// With no_inline_task Verilator emits one function that all 16 lanes share. finish64 is a task, because its result has
// more than 64 bits.
package valu_root_pkg;
  typedef enum logic [4:0] {
    RcpF32, RcpIflagF32, RsqF32, SqrtF32, RcpF16, RsqF16, SqrtF16, RcpF64, RsqF64, SqrtF64
  } op_e;

  function automatic logic is_f16(input logic [4:0] op);
    is_f16 = op == valu_root_pkg::RcpF16 || op == valu_root_pkg::RsqF16 || op == valu_root_pkg::SqrtF16;
  endfunction
  function automatic logic is_sqrt(input logic [4:0] op);
    is_sqrt = op == valu_root_pkg::SqrtF32 || op == valu_root_pkg::SqrtF16 || op == valu_root_pkg::SqrtF64;
  endfunction
  function automatic logic is_rsq(input logic [4:0] op);
    is_rsq = op == valu_root_pkg::RsqF32 || op == valu_root_pkg::RsqF16 || op == valu_root_pkg::RsqF64;
  endfunction

  // The significand. For a root it is doubled if the exponent is odd, so that half of the exponent is a number.
  function automatic logic [24:0] radicand(input logic [31:0] x);
    radicand = x[23] ? {1'b0, fp_pkg::significand(x)} : {fp_pkg::significand(x), 1'b0};
  endfunction

  // m of an operand.
  function automatic logic [24:0] divisor(input logic [4:0] op, input logic [31:0] x);
    if (is_sqrt(op)) divisor = 25'h0800000;
    else if (is_rsq(op)) divisor = radicand(x);
    else divisor = {1'b0, fp_pkg::significand(x)};
  endfunction

  // n of an operand.
  function automatic logic [24:0] dividend(input logic [4:0] op, input logic [31:0] x);
    dividend = is_sqrt(op) ? radicand(x) : 25'h0800000;
  endfunction

  // {denormal, x}: the operand as an f32 number, and whether it is a denormal of its format. f32 flushes denormals
  // whatever MODE says.
  function automatic logic [32:0] operand(input logic [4:0] op, input logic [31:0] x, input logic neg, input logic abs,
      input logic flush_f16);
    logic [31:0] f32;
    logic denormal;
    if (is_f16(op)) begin
      denormal = x[14:10] == 5'd0 && x[9:0] != 10'd0;
      f32 = denormal && flush_f16 ? {x[15], 31'd0} : fp_pkg::widen(x[15:0]);
    end else begin
      denormal = fp_pkg::is_denormal(x);
      f32 = fp_pkg::flush_denormal(x, 1'b1);
    end
    operand = {denormal, fp_pkg::input_modifiers(f32, neg, abs)};
  endfunction

  // {flags, value}, as fp_pkg has them, of an operand that is a NaN, infinite, zero, or below zero under a root.
  function automatic logic [38:0] special(input logic [4:0] op, input logic ieee, input logic [31:0] x);
    logic root;
    root = is_sqrt(op) || is_rsq(op);
    if (fp_pkg::is_nan(x)) special = {fp_pkg::is_signalling(x) ? fp_pkg::Invalid : 7'd0, fp_pkg::nan_out(x, ieee)};
    else if (x[30:0] == 31'd0) begin
      special = is_sqrt(op) ? {7'd0, x} : {fp_pkg::DivByZero, x[31], 31'h7f800000};
    end else if (root && x[31]) special = {fp_pkg::Invalid, fp_pkg::DefaultNan};
    else special = {7'd0, x[31], is_sqrt(op) ? 31'h7f800000 : 31'd0};
  endfunction

  // {flags, value}, as fp_pkg has them. x: the operand, as `operand` gives it. y: the digits; rest: more follow, which
  // are not all 0. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [38:0] finish(input logic [4:0] op, input logic [1:0] omod, input logic clamp,
      input logic [10:0] fp_mode, input logic [31:0] x, input logic denormal, input logic [27:0] y,
      input logic rest);
    /* verilator no_inline_task */
    fp_pkg::format_e format;
    logic [31:0] value;
    logic [38:0] found;
    logic [6:0] flags;
    logic [38:0] result;
    logic signed [11:0] exp;
    logic dx10, ieee, ovfl;
    logic [1:0] round, round16;
    // verilator lint_off UNUSEDSIGNAL
    logic [1:0] denorm, denorm16;  // the output's bit
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm16, denorm, round16, round} = fp_mode;
    format = fp_pkg::F32;
    if (is_f16(op)) begin
      format = fp_pkg::F16;
      denorm = denorm16;
      round = round16;
    end else begin
      ovfl = 1'b0;
    end
    // The exponent of the operand; a root has half of it.
    exp = {4'd0, x[30:23]} - 12'sd127;
    if (is_sqrt(op)) exp = exp >>> 1;
    else if (is_rsq(op)) exp = -(exp >>> 1);
    else exp = -exp;
    if (fp_pkg::is_nan(x) || fp_pkg::is_inf(x) || x[30:0] == 31'd0 || (x[31] && (is_sqrt(op) || is_rsq(op)))) begin
      found = special(op, ieee, x);
      {flags, value} = found;
      if (format == fp_pkg::F16) value = fp_pkg::narrow(value);
    end else begin
      result = fp_pkg::round_pack32(format, x[31], exp, {2'd0, y, rest, 20'd0}, fp_pkg::RoundNearest,
                                    format == fp_pkg::F32 || !denorm[1], ovfl);
      {flags, value} = result;
    end
    if (denormal) flags = flags | fp_pkg::InputDenormal;
    if (op == valu_root_pkg::RcpIflagF32) flags = flags[2] && !clamp ? fp_pkg::IntDivByZero : 7'd0;
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    value = fp_pkg::output_modifiers(format, value, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10, ovfl);
    finish = {flags, value};
  endfunction

  // ---- f64 -----------------------------------------------------------------------------------------------------
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [53:0] radicand64(input logic [63:0] x);
    // verilator lint_on UNUSEDSIGNAL
    radicand64 = x[52] ? {2'b01, x[51:0]} : {1'b1, x[51:0], 1'b0};
  endfunction
  function automatic logic [53:0] divisor64(input logic [4:0] op, input logic [63:0] x);
    if (is_sqrt(op)) divisor64 = 54'h10000000000000;
    else if (is_rsq(op)) divisor64 = radicand64(x);
    else divisor64 = {2'b01, x[51:0]};
  endfunction
  function automatic logic [53:0] dividend64(input logic [4:0] op, input logic [63:0] x);
    dividend64 = is_sqrt(op) ? radicand64(x) : 54'h10000000000000;
  endfunction

  // {denormal, exponent, x}: whether the operand is a denormal, and its exponent as of a normal one. A denormal
  // that is kept has its fraction normalized, behind the sign and an exponent field that says even or odd.
  function automatic logic [77:0] operand64(input logic [63:0] a, input logic neg, input logic abs,
      input logic flush);
    logic denormal;
    logic signed [12:0] exponent;
    // verilator lint_off UNUSEDSIGNAL
    logic signed [13:0] e;
    logic [52:0] s;
    // verilator lint_on UNUSEDSIGNAL
    logic [63:0] x;
    denormal = fp64_pkg::is_denormal(a);
    x = fp64_pkg::flush_denormal(fp64_pkg::input_modifiers(a, neg, abs), flush);
    s = fp64_pkg::unpack(x, e);
    exponent = 13'(e);
    if (denormal && !flush) x = {x[63], 10'd1, !e[0], s[51:0]};
    operand64 = {denormal, exponent, x};
  endfunction

  // result: {flags, value}, as fp64_pkg has them. x and exponent: the operand, as operand64 gives it. The others: as
  // in finish.
  task automatic finish64(input logic [4:0] op, input logic [1:0] omod, input logic clamp,
      input logic [10:0] fp_mode, input logic [63:0] x, input logic signed [12:0] exponent, input logic denormal,
      input logic [54:0] y, input logic rest, output logic [70:0] result);
    /* verilator no_inline_task */
    logic [63:0] value, rounded;
    logic [6:0] flags, rounded_flags;
    logic signed [13:0] exp;
    logic root, dx10, ieee;
    logic [1:0] round;
    // verilator lint_off UNUSEDSIGNAL
    logic ovfl;
    logic [1:0] denorm, denorm32, round32;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    root = is_sqrt(op) || is_rsq(op);
    exp = {exponent[12], exponent};
    if (is_sqrt(op)) exp = exp >>> 1;
    else if (is_rsq(op)) exp = -(exp >>> 1);
    else exp = -exp;
    flags = 7'd0;
    if (fp64_pkg::is_nan(x)) begin
      if (fp64_pkg::is_signalling(x)) flags = fp_pkg::Invalid;
      value = fp64_pkg::nan_out(x, ieee);
    end else if (fp64_pkg::is_zero(x)) begin
      if (!is_sqrt(op)) flags = fp_pkg::DivByZero;
      value = is_sqrt(op) ? x : {x[63], fp64_pkg::Inf[62:0]};
    end else if (root && x[63]) begin
      flags = fp_pkg::Invalid;
      value = fp64_pkg::DefaultNan;
    end else if (fp64_pkg::is_inf(x)) value = is_sqrt(op) ? x : {x[63], 63'd0};
    else begin
      rounded = fp_pkg::round_pack(fp_pkg::F64, x[63], exp, {2'd0, y, rest, 6'd0}, fp_pkg::RoundNearest, !denorm[1],
                                   1'b0, rounded_flags);
      value = rounded;
      flags = rounded_flags;
    end
    if (denormal) flags = flags | fp_pkg::InputDenormal;
    // OMOD acts only if IEEE and the output denormals are off.
    value = fp_pkg::modify(fp_pkg::F64, value, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10, 1'b0);
    result = {flags, value};
  endtask
endpackage
