// SPDX-License-Identifier: Apache-2.0
// Conversions of one lane: between integers, f32 and f16, and the packing of integers into 16 or 8 bits
// (numerics.md 4; CLAMP and OMOD: numerics.md 2).
// With no_inline_task Verilator emits one function that all 16 lanes share. `case`, not `unique case`: the
// generated uniqueness checks would run per lane.
package valu_convert_pkg;
  // The result's type comes first, as in the mnemonic.
  typedef enum logic [4:0] {
    F32I32, F32U32, F32Ubyte0, F32Ubyte1, F32Ubyte2, F32Ubyte3,
    U32F32, I32F32, RpiI32F32, FlrI32F32,
    F16F32, F32F16,
    PkU16U32, PkI16I32, SatPkU8I16
  } op_e;

  function automatic logic [31:0] from_int(input logic sign, input logic [31:0] magnitude, input logic [1:0] round);
    from_int = fp_today_pkg::round_pack(sign, 12'sd158, {3'd0, magnitude, 29'd0}, round, 1'b0);
  endfunction

  // To an integer, saturated. The number is held with 24 fraction bits and rounded as the operation says.
  function automatic logic [31:0] to_int(input logic [4:0] op, input logic [31:0] x);
    logic [63:0] fixed;
    logic big;
    fixed = {16'd0, fp_today_pkg::significand(x), 24'd0};
    big = x[30:23] >= 8'd159;
    if (x[30:23] >= 8'd150) fixed = fixed << (big ? 4'd0 : 4'(x[30:23] - 8'd150));
    else fixed = fp_today_pkg::shift_jam(fixed, {4'd0, 8'd150 - x[30:23]});
    unique case (op)
      valu_convert_pkg::RpiI32F32: fixed = fixed + (x[31] ? 64'h7fffff : 64'h800000);
      valu_convert_pkg::FlrI32F32: fixed = fixed + (x[31] ? 64'hffffff : 64'd0);
      default: ;
    endcase
    fixed = fixed >> 24;
    if (op == valu_convert_pkg::U32F32) begin
      if (fp_today_pkg::is_nan(x) || x[31]) to_int = 32'd0;
      else to_int = big || fixed[63:32] != 32'd0 ? 32'hffffffff : fixed[31:0];
    end else if (op == valu_convert_pkg::I32F32 && fp_today_pkg::is_nan(x)) to_int = 32'd0;
    else if (big || fixed >= 64'h80000000) to_int = x[31] ? 32'h80000000 : 32'h7fffffff;
    else to_int = x[31] ? -fixed[31:0] : fixed[31:0];
  endfunction

  function automatic logic [31:0] to_f16(input logic [31:0] x, input logic [1:0] round,
      input logic flush_out, input logic ovfl, input logic [1:0] omod, input logic clamp,
      input logic dx10);
    logic signed [11:0] e;
    logic [63:0] s;
    logic [15:0] h;
    e = fp_today_pkg::exponent(x) - 12'sd112;
    s = {fp_today_pkg::significand(x), 40'd0};
    if (fp_today_pkg::is_nan(x)) h = {x[31], 6'h3f, x[21:13]};
    else if (fp_today_pkg::is_inf(x)) h = {x[31], 15'h7c00};
    else begin
      if (e < 12'sd1) begin
        s = fp_today_pkg::shift_jam(s, 12'sd1 - e);
        e = 12'sd1;
      end
      if (e > 12'sd30) h = 16'h7c00;
      else begin
        h = {1'b0, e[4:0] - 5'd1, 10'd0} + {5'd0, s[63:53]} +
            {15'd0, fp_today_pkg::round_up(round, x[31], s[53], s[52], s[51:0] != 52'd0)};
      end
      if (h >= 16'h7c00) begin
        h = fp_today_pkg::stays_finite(round, x[31]) || ovfl ? 16'h7bff : 16'h7c00;
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

  // OMOD of an f16 result, as fp_today_pkg::apply_omod.
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
      omod_f16 = {x[15], fp_today_pkg::stays_finite(round, x[15]) || ovfl ?
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

  function automatic logic [15:0] signed_of_32(input logic [31:0] x);
    signed_of_32 = x[31:15] != {17{x[31]}} ? {x[31], {15{!x[31]}}} : x[15:0];
  endfunction
  function automatic logic [7:0] byte_of_i16(input logic [15:0] x);
    if (x[15]) byte_of_i16 = 8'h00;
    else byte_of_i16 = x[14:8] != 7'd0 ? 8'hff : x[7:0];
  endfunction

  // A conversion to f32. Source 0 of v_cvt_f32_f16 has neg and abs.
  function automatic logic [31:0] to_f32(input logic [4:0] op, input logic neg, input logic abs,
      input logic [1:0] round, input logic flush_f16, input logic [31:0] x);
    case (op)
      valu_convert_pkg::F32I32:    to_f32 = from_int(x[31], x[31] ? -x : x, round);
      valu_convert_pkg::F32U32:    to_f32 = from_int(1'b0, x, round);
      valu_convert_pkg::F32Ubyte0: to_f32 = from_int(1'b0, {24'd0, x[7:0]}, round);
      valu_convert_pkg::F32Ubyte1: to_f32 = from_int(1'b0, {24'd0, x[15:8]}, round);
      valu_convert_pkg::F32Ubyte2: to_f32 = from_int(1'b0, {24'd0, x[23:16]}, round);
      valu_convert_pkg::F32Ubyte3: to_f32 = from_int(1'b0, {24'd0, x[31:24]}, round);
      default: to_f32 = from_f16({(x[15] && !abs) ^ neg, x[14:0]}, flush_f16);  // F32F16
    endcase
  endfunction

  // The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [31:0] compute(input logic [4:0] op, input logic neg, input logic abs,
      input logic [1:0] omod, input logic clamp, input logic [10:0] fp_mode,
      input logic [31:0] a, input logic [31:0] b);
    /* verilator no_inline_task */
    logic [31:0] x;
    logic ovfl, dx10, ieee;
    logic [1:0] denorm16, denorm32, round16, round32;
    {ovfl, dx10, ieee, denorm16, denorm32, round16, round32} = fp_mode;
    x = fp_today_pkg::flush_denormal(fp_today_pkg::input_modifiers(a, neg, abs), !denorm32[0]);
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    case (op)
      valu_convert_pkg::U32F32, valu_convert_pkg::I32F32,
      valu_convert_pkg::RpiI32F32, valu_convert_pkg::FlrI32F32: compute = to_int(op, x);
      valu_convert_pkg::F16F32: begin
        compute = to_f16(x, round16, !denorm16[1], ovfl, ieee || denorm16[1] ? 2'd0 : omod, clamp, dx10);
      end
      valu_convert_pkg::PkU16U32: begin
        compute[15:0] = a[31:16] != 16'd0 ? 16'hffff : a[15:0];
        compute[31:16] = b[31:16] != 16'd0 ? 16'hffff : b[15:0];
      end
      valu_convert_pkg::PkI16I32: compute = {signed_of_32(b), signed_of_32(a)};
      valu_convert_pkg::SatPkU8I16: compute = {16'd0, byte_of_i16(a[31:16]), byte_of_i16(a[15:0])};
      default: begin
        compute = fp_today_pkg::output_modifiers(to_f32(op, neg, abs, round32, !denorm16[0], a),
                                           ieee || denorm32[1] ? 2'd0 : omod, clamp, round32, dx10);
      end
    endcase
  endfunction
endpackage
