// SPDX-License-Identifier: Apache-2.0
// exp, log, sin and cos of one lane, by the algorithm of numerics.md 5.1: a table, a parabola, one multiplication, one
// rounding. An f16 operand is widened to f32, which is exact.
// With no_inline_task Verilator emits one function that all lanes share. `case`, not `unique case`: the generated
// uniqueness checks would run per lane.
package valu_trans_pkg;
  typedef enum logic [1:0] {Exp, Log, Sin, Cos} function_e;
  typedef enum logic [4:0] {
    ExpF32, LogF32, SinF32, CosF32, ExpF16, LogF16, SinF16, CosF16
  } op_e;

  function automatic logic is_f16(input logic [4:0] op);
    is_f16 = op == valu_trans_pkg::ExpF16 || op == valu_trans_pkg::LogF16 || op == valu_trans_pkg::SinF16 ||
             op == valu_trans_pkg::CosF16;
  endfunction
  function automatic logic [1:0] function_of(input logic [4:0] op);
    case (op)
      valu_trans_pkg::ExpF32, valu_trans_pkg::ExpF16: function_of = valu_trans_pkg::Exp;
      valu_trans_pkg::LogF32, valu_trans_pkg::LogF16: function_of = valu_trans_pkg::Log;
      valu_trans_pkg::SinF32, valu_trans_pkg::SinF16: function_of = valu_trans_pkg::Sin;
      default: function_of = valu_trans_pkg::Cos;
    endcase
  endfunction

  // The parabola Q(i, d, W) of an entry of the tables.
  function automatic logic [30:0] parabola(input logic [8:0] entry, input logic [22:0] d, input logic [4:0] w);
    /* verilator no_inline_task */
    logic signed [63:0] c0, c1, c2, delta;
    logic [43:0] slopes;
    slopes = valu_trans_table_pkg::slopes(entry);
    c0 = {33'd0, valu_trans_table_pkg::value(entry)};
    c1 = {{38{slopes[43]}}, slopes[43:18]};
    c2 = {{46{slopes[17]}}, slopes[17:0]};
    delta = {41'd0, d};
    parabola = 31'(c0 + (((c1 + ((c2 * delta) >>> w)) * delta) >>> w));
  endfunction

  // A number for round_pack32: {exact, sign, exp[11:0], sig[50:0]} of P * 2^q. What does not fit is sticky.
  function automatic logic [64:0] number(input logic exact, input logic sign, input logic signed [11:0] q,
                                         input logic [63:0] p);
    if (p[63:51] == 13'd0) number = {exact, sign, q + 12'sd48, p[50:0]};
    else number = {exact, sign, q + 12'sd61, 51'(fp_pkg::shift_jam(p, 12'd13))};
  endfunction

  // The significand times 2^n, rounded down. n is at most 17.
  function automatic logic [40:0] scaled(input logic [31:0] x, input logic signed [8:0] n);
    logic [40:0] m;
    m = {17'd0, fp_pkg::significand(x)};
    if (n >= 9'sd0) scaled = m << n[4:0];
    else scaled = n < -9'sd24 ? 41'd0 : m >> (5'd0 - n[4:0]);
  endfunction

  // For |x| < 128.
  function automatic logic [64:0] exp_number(input logic [31:0] x);
    logic [35:0] fixed;
    logic signed [35:0] signed_fixed;
    logic whole;
    logic signed [8:0] shift;
    shift = {1'b0, x[30:23]} - 9'd122;
    fixed = 36'(scaled(x, shift));
    signed_fixed = x[31] ? -fixed : fixed;
    // x is an integer: nothing was shifted out, and the fraction is 0.
    whole = x[30:23] >= 8'd127 && fixed[27:0] == 28'd0;
    exp_number = number(whole, 1'b0, {{4{signed_fixed[35]}}, signed_fixed[35:28]} - 12'sd30,
                        {33'd0, parabola({3'd0, signed_fixed[27:22]}, {1'b0, signed_fixed[21:0]}, 5'd22)});
  endfunction

  // For a normal number above zero.
  function automatic logic [64:0] log_number(input logic [31:0] x);
    logic [24:0] m;
    logic [23:0] k;
    logic signed [8:0] e;
    logic signed [63:0] t, r;
    logic upper;
    upper = x[22];
    m = upper ? {1'b0, fp_pkg::significand(x)} : {fp_pkg::significand(x), 1'b0};
    e = {1'b0, x[30:23]} - 9'd127 + {8'd0, upper};
    t = {39'd0, m} - 64'sd16777216;
    k = 24'(m - 25'h0c00000);
    r = ({{55{e[8]}}, e} <<< 54) +
        t * {33'd0, parabola(valu_trans_table_pkg::Log + {2'd0, k[23:17]}, {6'd0, k[16:0]}, 5'd17)};
    log_number = number(x[22:0] == 23'd0, r < 64'sd0, -12'sd54, r < 64'sd0 ? -r : r);
  endfunction

  // For |x| <= 256, not zero.
  function automatic logic [64:0] sin_number(input logic is_cos, input logic [31:0] x);
    logic [31:0] fixed, u;
    logic [30:0] v;
    logic [8:0] e;  // of the exponent field, 1 of a denormal
    logic sign;
    e = x[30:23] == 8'd0 ? 9'd1 : {1'b0, x[30:23]};
    fixed = 32'(scaled(x, e - 9'd118));
    if (!is_cos && x[30:23] < 8'd118) begin
      sin_number = number(1'b0, x[31], {3'd0, e} - 12'sd178,
                          {40'd0, fp_pkg::significand(x)} *
                          {33'd0, parabola(valu_trans_table_pkg::Sin, fixed[22:0], 5'd23)});
    end else begin
      u = is_cos ? fixed + 32'h40000000 : fixed;
      sign = u[31] ^ (x[31] && !is_cos);
      v = u[30:0] > 31'h40000000 ? 31'(32'h80000000 - {1'b0, u[30:0]}) : u[30:0];
      if (v == 31'd0) sin_number = {1'b1, 64'd0};
      else if (v == 31'h40000000) sin_number = number(1'b1, sign, 12'sd0, 64'd1);
      else begin
        sin_number = number(1'b0, sign, -12'sd60, {33'd0, v} *
                            {33'd0, parabola(valu_trans_table_pkg::Sin + {2'd0, v[29:23]}, v[22:0], 5'd23)});
      end
    end
  endfunction

  // {found, flags, value} of an operand that has no number: the special values of numerics.md 5.
  function automatic logic [39:0] special(input logic [1:0] kind, input logic ieee, input logic [31:0] x);
    logic [31:0] magnitude;
    magnitude = {1'b0, x[30:0]};
    special = 40'd0;
    if (fp_pkg::is_nan(x)) begin
      special = {1'b1, fp_pkg::is_signalling(x) ? fp_pkg::Invalid : 7'd0, fp_pkg::nan_out(x, ieee)};
    end else begin
      case (kind)
        valu_trans_pkg::Exp: begin
          if (fp_pkg::is_inf(x)) special = {1'b1, 7'd0, x[31] ? 32'd0 : x};
          else if (magnitude == 32'd0) special = {1'b1, 7'd0, fp_pkg::One};
        end
        valu_trans_pkg::Log: begin
          if (magnitude == 32'd0) special = {1'b1, fp_pkg::DivByZero, 32'hff800000};
          else if (x[31]) special = {1'b1, fp_pkg::Invalid, fp_pkg::DefaultNan};
          else if (fp_pkg::is_inf(x)) special = {1'b1, 7'd0, x};
        end
        default: begin
          if (fp_pkg::is_inf(x)) special = {1'b1, fp_pkg::Invalid, fp_pkg::DefaultNan};
          else if (magnitude == 32'd0) special = {1'b1, 7'd0, kind == valu_trans_pkg::Cos ? fp_pkg::One : x};
          else if (magnitude > 32'h43800000) begin
            special = {1'b1, 7'd0, kind == valu_trans_pkg::Cos ? fp_pkg::One : 32'd0};
          end
        end
      endcase
    end
  endfunction

  // {flags, value}, as fp_pkg has them. The argument fp_mode is a valu_pkg::fp_mode_t.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [38:0] compute(input logic [4:0] op, input logic neg, input logic abs,
      input logic [1:0] omod, input logic clamp, input logic [10:0] fp_mode, input logic [31:0] a);
    // verilator lint_on UNUSEDSIGNAL
    /* verilator no_inline_task */
    fp_pkg::format_e format;
    logic [1:0] kind;           // a function_e
    logic [31:0] x, value;
    logic [6:0] flags;
    logic [38:0] rounded;
    logic denormal, found, exact, is_sin, dx10, ieee, ovfl, flush_out;
    logic [1:0] denorm, denorm16, round16, round;
    logic [63:0] result;
    logic [64:0] number_found;  // by the function: {exact, result}
    logic [39:0] answer;        // of special
    {ovfl, dx10, ieee, denorm16, denorm, round16, round} = fp_mode;
    kind = function_of(op);
    is_sin = kind == valu_trans_pkg::Sin || kind == valu_trans_pkg::Cos;
    if (is_f16(op)) begin
      format = fp_pkg::F16;
      denorm = denorm16;
      round = round16;
      denormal = a[14:10] == 5'd0 && a[9:0] != 10'd0;
      x = denormal && !denorm[0] ? {a[15], 31'd0} : fp_pkg::widen(a[15:0]);
      flush_out = !denorm[1];
    end else begin
      format = fp_pkg::F32;
      ovfl = 1'b0;
      denormal = fp_pkg::is_denormal(a);
      x = fp_pkg::flush_denormal(a, !denorm[0] || !is_sin);
      flush_out = !denorm[1] || !is_sin;
    end
    x = fp_pkg::input_modifiers(x, neg, abs);
    answer = special(kind, ieee, x);
    {found, flags, value} = answer;
    if (found) begin
      if (is_f16(op)) value = fp_pkg::narrow(value);
    end else if (kind == valu_trans_pkg::Exp && !x[31] && x[30:23] >= 8'd134) begin
      flags = fp_pkg::Overflow | fp_pkg::Inexact;
      value = 32'(fp_pkg::overflow(format, 1'b0, ovfl));
    end else if (kind == valu_trans_pkg::Exp && x[31] && x[30:0] > 31'h42fc0000) begin
      flags = fp_pkg::Underflow | fp_pkg::Inexact;
      value = 32'd0;
    end else begin
      case (kind)
        valu_trans_pkg::Exp: number_found = exp_number(x);
        valu_trans_pkg::Log: number_found = log_number(x);
        default: number_found = sin_number(kind == valu_trans_pkg::Cos, x);
      endcase
      {exact, result} = number_found;
      rounded = fp_pkg::round_pack32(format, result[63], result[62:51], result[50:0], fp_pkg::RoundNearest,
                                     flush_out, ovfl);
      {flags, value} = rounded;
      if (!exact) flags = flags | fp_pkg::Inexact;
    end
    if (denormal) flags = flags | fp_pkg::InputDenormal;
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    value = fp_pkg::output_modifiers(format, value, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10, ovfl);
    compute = {flags, value};
  endfunction
endpackage
