// SPDX-License-Identifier: Apache-2.0
// Conversions of one lane: between integers, f32 and f16, and the packing of numbers into 16 or 8 bits
// (numerics.md 4; CLAMP and OMOD: numerics.md 2).
// With no_inline_task Verilator emits one function that all 16 lanes share. `case`, not `unique case`: the
// generated uniqueness checks would run per lane.
package valu_convert_pkg;
  // The result's type comes first, as in the mnemonic.
  typedef enum logic [4:0] {
    F32I32, F32U32, F32Ubyte0, F32Ubyte1, F32Ubyte2, F32Ubyte3,
    U32F32, I32F32, RpiI32F32, FlrI32F32,
    F16F32, F32F16,
    PkU16U32, PkI16I32, SatPkU8I16,
    F32OffI4, PkrtzF16, NormI16, NormU16,
    PkU8F32,  // byte b[1:0] of c becomes a
    F16U16, F16I16, U16F16, I16F16,
    NormI16F16, NormU16F16, PknormI16F16, PknormU16F16,
    PackF16  // a and b, flushed and quiet as results are
  } op_e;

  // To an integer, saturated: a fp_pkg result. The number has 24 fraction bits and is rounded as the operation says.
  function automatic logic [38:0] to_int(input logic [4:0] op, input logic [31:0] x);
    logic [63:0] fixed;
    logic big, inexact, outside;
    logic [31:0] value;
    fixed = {16'd0, fp_pkg::significand(x), 24'd0};
    big = x[30:23] >= 8'd159;
    if (x[30:23] >= 8'd150) fixed = fixed << (big ? 4'd0 : 4'(x[30:23] - 8'd150));
    else fixed = fp_pkg::shift_jam(fixed, {4'd0, 8'd150 - x[30:23]});
    inexact = fixed[23:0] != 24'd0;
    case (op)
      valu_convert_pkg::RpiI32F32: fixed = fixed + (x[31] ? 64'h7fffff : 64'h800000);
      valu_convert_pkg::FlrI32F32: fixed = fixed + (x[31] ? 64'hffffff : 64'd0);
      default: ;
    endcase
    fixed = fixed >> 24;
    if (op == valu_convert_pkg::U32F32) begin
      outside = big || fixed[63:32] != 32'd0 || (x[31] && fixed != 64'd0);
      if (fp_pkg::is_nan(x) || x[31]) value = 32'd0;
      else value = outside ? 32'hffffffff : fixed[31:0];
    end else begin
      outside = big || fixed > (x[31] ? 64'h80000000 : 64'h7fffffff);
      if (op == valu_convert_pkg::I32F32 && fp_pkg::is_nan(x)) value = 32'd0;
      else if (outside) value = x[31] ? 32'h80000000 : 32'h7fffffff;
      else value = x[31] ? -fixed[31:0] : fixed[31:0];
    end
    if (outside) to_int = {fp_pkg::Invalid, value};
    else to_int = {inexact ? fp_pkg::Inexact : 7'd0, value};
  endfunction

  // x * 32767 as i16 or x * 65535 as u16, rounded once to nearest even, saturated to the range of [-1, 1] or [0, 1]:
  // {flags, value}. The product is held with 24 fraction bits.
  function automatic logic [22:0] to_norm(input logic [31:0] x, input logic is_signed);
    logic [39:0] fixed;
    logic [15:0] one, rounded;
    logic outside;
    one = is_signed ? 16'd32767 : 16'd65535;
    fixed = 40'(fp_pkg::shift_jam({40'd0, fp_pkg::significand(x)} * {48'd0, one}, {4'd0, 8'd126 - x[30:23]}));
    rounded = fixed[39:24] + {15'd0, fp_pkg::round_up(fp_pkg::RoundNearest, 1'b0, fixed[24], fixed[23],
                                                      fixed[22:0] != 23'd0)};
    if (x[30:23] >= 8'd127) rounded = one;
    // One and 128 (64) units of its last place are the greatest number whose product is rounded to `one`.
    outside = x[30:0] > fp_pkg::One[30:0] + (is_signed ? 31'd128 : 31'd64) || (!is_signed && x[31] && rounded != 16'd0);
    to_norm[22:16] = outside ? fp_pkg::Invalid : 7'd0;
    if (!outside && (x[30:23] < 8'd127 ? fixed[23:0] != 24'd0 : x[22:0] != 23'd0)) to_norm[22:16] = fp_pkg::Inexact;
    if (fp_pkg::is_nan(x) || (!is_signed && x[31])) to_norm[15:0] = 16'd0;
    else to_norm[15:0] = x[31] ? -rounded : rounded;
  endfunction

  // To u8, saturated: {flags, value}.
  function automatic logic [14:0] to_u8(input logic [31:0] x, input logic [1:0] round);
    logic [31:0] whole;
    logic outside;
    whole = fp_pkg::is_nan(x) ? 32'd0 : fp_pkg::round_integral(x, round);
    outside = fp_pkg::is_nan(x) || whole[30:23] >= 8'd135 || (whole[31] && whole[30:0] != 31'd0);
    if (outside) to_u8[14:8] = fp_pkg::Invalid;
    else to_u8[14:8] = whole != x ? fp_pkg::Inexact : 7'd0;
    if (whole[31]) to_u8[7:0] = 8'd0;
    else if (whole[30:23] >= 8'd135) to_u8[7:0] = 8'd255;
    else to_u8[7:0] = 8'(fp_pkg::significand(whole) >> (8'd150 - whole[30:23]));
  endfunction

  // Exact. A NaN keeps its payload; with ieee it becomes quiet.
  function automatic logic [31:0] from_f16(input logic [15:0] x, input logic flush_in, input logic ieee);
    logic [63:0] number;
    number = fp_pkg::unpack(fp_pkg::F16, {16'd0, x});
    if (x[14:10] == 5'h1f) begin
      from_f16 = {x[15], 8'hff, x[9:0], 13'd0};
      if (x[9:0] != 10'd0) from_f16 = fp_pkg::nan_out(from_f16, ieee);
    end else if (x[14:10] == 5'd0 && flush_in) from_f16 = {x[15], 31'd0};
    else begin
      from_f16 = 32'(fp_pkg::round_pack32(fp_pkg::F32, number[63], number[62:51], number[50:0], fp_pkg::RoundZero,
                                          1'b0, 1'b0));
    end
  endfunction

  // Truncated to u16 or i16, saturated: a fp_pkg result.
  function automatic logic [38:0] to_int16(input logic [31:0] x, input logic is_signed);
    logic [38:0] wide;
    wide = to_int(is_signed ? valu_convert_pkg::I32F32 : valu_convert_pkg::U32F32, x);
    to_int16 = {wide[38:32], 16'd0, is_signed ? signed_of_32(wide[31:0]) : unsigned_of_32(wide[31:0])};
    if (is_signed ? wide[31:15] != {17{wide[31]}} : wide[31:16] != 16'd0) to_int16[38:32] = fp_pkg::Invalid;
  endfunction

  function automatic logic [15:0] signed_of_32(input logic [31:0] x);
    signed_of_32 = x[31:15] != {17{x[31]}} ? {x[31], {15{!x[31]}}} : x[15:0];
  endfunction
  function automatic logic [15:0] unsigned_of_32(input logic [31:0] x);
    unsigned_of_32 = x[31:16] != 16'd0 ? 16'hffff : x[15:0];
  endfunction
  function automatic logic [7:0] byte_of_i16(input logic [15:0] x);
    if (x[15]) byte_of_i16 = 8'h00;
    else byte_of_i16 = x[14:8] != 7'd0 ? 8'hff : x[7:0];
  endfunction

  // An f16 number as a result has it.
  function automatic logic [15:0] canonical_f16(input logic [15:0] x, input logic flush, input logic quiet);
    if (x[14:0] > 15'h7c00) canonical_f16 = x | {6'd0, quiet, 9'd0};
    else canonical_f16 = flush && x[14:10] == 5'd0 ? {x[15], 15'd0} : x;
  endfunction

  // The integer that a conversion to f32 or f16 takes: {sign, magnitude}.
  function automatic logic [32:0] integer_of(input logic [4:0] op, input logic [31:0] x);
    case (op)
      valu_convert_pkg::F32I32:    integer_of = {x[31], x[31] ? -x : x};
      valu_convert_pkg::F32Ubyte0: integer_of = {25'd0, x[7:0]};
      valu_convert_pkg::F32Ubyte1: integer_of = {25'd0, x[15:8]};
      valu_convert_pkg::F32Ubyte2: integer_of = {25'd0, x[23:16]};
      valu_convert_pkg::F32Ubyte3: integer_of = {25'd0, x[31:24]};
      valu_convert_pkg::F16U16:    integer_of = {17'd0, x[15:0]};
      valu_convert_pkg::F16I16:    integer_of = {x[15], 16'd0, x[15] ? -x[15:0] : x[15:0]};
      valu_convert_pkg::F32OffI4:  integer_of = {x[3], 28'd0, x[3] ? -x[3:0] : x[3:0]};
      default: integer_of = {1'b0, x};  // F32U32
    endcase
  endfunction

  // A fp_pkg result. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [38:0] compute(input logic [4:0] op, input logic [1:0] neg, input logic [1:0] abs,
      input logic [1:0] omod, input logic clamp, input logic [10:0] fp_mode,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [31:0] x, y, value;
    logic [6:0] flags;
    logic [38:0] result;
    // verilator lint_off UNUSEDSIGNAL
    logic [38:0] second;
    // verilator lint_on UNUSEDSIGNAL
    logic [22:0] norm, second_norm;
    logic [14:0] u8;
    logic [32:0] whole;
    logic ovfl, dx10, ieee, is_signed;
    logic [1:0] denorm16, denorm32, round16, round32;
    {ovfl, dx10, ieee, denorm16, denorm32, round16, round32} = fp_mode;
    x = fp_pkg::flush_denormal(fp_pkg::input_modifiers(a, neg[0], abs[0]), !denorm32[0]);
    flags = 7'd0;
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    case (op)
      valu_convert_pkg::U32F32, valu_convert_pkg::I32F32,
      valu_convert_pkg::RpiI32F32, valu_convert_pkg::FlrI32F32: begin
        result = to_int(op, x);
        {flags, value} = result;
        flags = flags | fp_pkg::operand_flags(a);
      end
      valu_convert_pkg::F16F32: begin
        result = fp_pkg::to_f16(x, round16, !denorm16[1], ovfl);
        {flags, value} = result;
        flags = flags | fp_pkg::operand_flags(a);
        value = fp_pkg::output_modifiers(fp_pkg::F16, value, ieee || denorm16[1] ? 2'd0 : omod, clamp, round16, dx10,
                                         ovfl);
      end
      valu_convert_pkg::PkrtzF16: begin
        y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), !denorm32[0]);
        // A finite number never becomes infinite, and nothing raises overflow.
        result = fp_pkg::to_f16(x, fp_pkg::RoundZero, !denorm16[1], 1'b0);
        second = fp_pkg::to_f16(y, fp_pkg::RoundZero, !denorm16[1], 1'b0);
        value = {second[15:0], result[15:0]};
        flags = (result[38:32] | second[38:32]) & ~fp_pkg::Overflow;
        flags = flags | fp_pkg::operand_flags(a) | fp_pkg::operand_flags(b);
      end
      valu_convert_pkg::NormI16, valu_convert_pkg::NormU16: begin
        y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), !denorm32[0]);
        norm = to_norm(x, op == valu_convert_pkg::NormI16);
        second_norm = to_norm(y, op == valu_convert_pkg::NormI16);
        value = {second_norm[15:0], norm[15:0]};
        flags = norm[22:16] | second_norm[22:16] | fp_pkg::operand_flags(a) | fp_pkg::operand_flags(b);
      end
      valu_convert_pkg::PkU8F32: begin
        u8 = to_u8(x, round32);
        value = valu_sdwa_pkg::insert_result({24'd0, u8[7:0]}, c, valu_sdwa_pkg::UnusedPreserve, {1'b0, b[1:0]});
        flags = u8[14:8] | fp_pkg::operand_flags(a);
      end
      valu_convert_pkg::PkU16U32: begin
        value = {unsigned_of_32(b), unsigned_of_32(a)};
      end
      valu_convert_pkg::PkI16I32: value = {signed_of_32(b), signed_of_32(a)};
      valu_convert_pkg::SatPkU8I16: value = {16'd0, byte_of_i16(a[31:16]), byte_of_i16(a[15:0])};
      valu_convert_pkg::F16U16, valu_convert_pkg::F16I16: begin
        whole = integer_of(op, a);
        result = fp_pkg::round_pack32(fp_pkg::F16, whole[32], 12'sd29, {whole[31:0], 19'd0}, round16, 1'b0, ovfl);
        {flags, value} = result;
        value = fp_pkg::output_modifiers(fp_pkg::F16, value, ieee || denorm16[1] ? 2'd0 : omod, clamp, round16, dx10,
                                         ovfl);
      end
      valu_convert_pkg::U16F16, valu_convert_pkg::I16F16: begin
        result = to_int16(fp_pkg::operand_f16(a[15:0], neg[0], abs[0], !denorm16[0]), op == valu_convert_pkg::I16F16);
        {flags, value} = result;
        flags = flags | fp_pkg::operand_flags_f16(a[14:0]);
      end
      valu_convert_pkg::NormI16F16, valu_convert_pkg::NormU16F16,
      valu_convert_pkg::PknormI16F16, valu_convert_pkg::PknormU16F16: begin
        is_signed = op == valu_convert_pkg::NormI16F16 || op == valu_convert_pkg::PknormI16F16;
        norm = to_norm(fp_pkg::operand_f16(a[15:0], neg[0], abs[0], !denorm16[0]), is_signed);
        value = {16'd0, norm[15:0]};
        flags = norm[22:16] | fp_pkg::operand_flags_f16(a[14:0]);
        if (op == valu_convert_pkg::PknormI16F16 || op == valu_convert_pkg::PknormU16F16) begin
          second_norm = to_norm(fp_pkg::operand_f16(b[15:0], neg[1], abs[1], !denorm16[0]), is_signed);
          value[31:16] = second_norm[15:0];
          flags = flags | second_norm[22:16] | fp_pkg::operand_flags_f16(b[14:0]);
        end
      end
      valu_convert_pkg::PackF16: begin
        value = {canonical_f16({(b[15] && !abs[1]) ^ neg[1], b[14:0]}, denorm16 != 2'd3, ieee),
                 canonical_f16({(a[15] && !abs[0]) ^ neg[0], a[14:0]}, denorm16 != 2'd3, ieee)};
      end
      default: begin
        if (op == valu_convert_pkg::F32F16) begin
          result = {fp_pkg::operand_flags_f16(a[14:0]),
                    from_f16({(a[15] && !abs[0]) ^ neg[0], a[14:0]}, !denorm16[0], ieee)};
        end else begin
          whole = integer_of(op, a);
          result = fp_pkg::round_pack32(fp_pkg::F32, whole[32], op == valu_convert_pkg::F32OffI4 ? 12'sd25 : 12'sd29,
                                        {whole[31:0], 19'd0}, round32, 1'b0, 1'b0);
        end
        {flags, value} = result;
        value = fp_pkg::output_modifiers(fp_pkg::F32, value, ieee || denorm32[1] ? 2'd0 : omod, clamp, round32, dx10,
                                         1'b0);
      end
    endcase
    compute = {flags, value};
  endfunction
endpackage
