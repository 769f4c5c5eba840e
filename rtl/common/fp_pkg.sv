// SPDX-License-Identifier: Apache-2.0
// Float arithmetic that the execution units and the data share have in common (numerics.md 1 to 3, 10). Rounding and
// output modifiers are of all formats, operands and multiply-add of f32 and f16. fp64_pkg has those for f64.
//
// An operation unpacks its operands, computes on numbers, and rounds with round_pack. yosys 0.23 has no struct
// variables in a package's functions. So vectors stand for structs:
//   number  {sign, exp[11:0], sig[50:0]}: sig * 2^(exp - 48), finite. The leading one of an operand is bit 48. Sums and
//           products may have bits 49 and 50 too. Bit 0 may be sticky. round_pack32 takes the three parts.
//   flags   the exceptions of an operation, as the bits of TRAPSTS.EXCP
//   result  {flags[6:0], value[31:0]}. Above an f16 value are zeros.
//   control {lo, hi, neg, neg_hi, abs, fp_mode[10:0], omod[1:0], clamp, moved, plain, pk, op[4:0]}.
//           It is what an f16 operation has besides its sources. The first five have a bit for each source. lo, hi: it
//           gives its high half to the low result, to the high result. neg_hi: NEG for the high result. abs: for the
//           low one. moved: one of these five changes a source. plain: one of its unit's most frequent operations,
//           without output modifiers. pk: a packed operation. Any other has its half in both places.
//
// What is for all formats has the value in the low bits of 64, and zeros above it. Verilator makes a copy for each
// call, without the other formats if the format is a constant there.
// Where a function has flags as an output, its value goes to a variable that no other branch writes: Verilator makes
// `if (c) v = a; else v = f(flags);` one assignment, and calls f in both cases.
// The value of a function goes to a whole variable: of {a, b} = f(x) Verilator makes two copies of f.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane.
package fp_pkg;
  // verilator lint_off UNUSEDPARAM
  typedef enum logic [1:0] {F32, F16, F64} format_e;
  parameter logic [31:0] DefaultNan    = 32'hffc00000;
  parameter logic [31:0] One           = 32'h3f800000;
  parameter logic [31:0] BelowOne      = 32'h3f7fffff;
  parameter logic [15:0] DefaultNanF16 = 16'hfe00;
  parameter logic [15:0] OneF16        = 16'h3c00;
  parameter logic [15:0] BelowOneF16   = 16'h3bff;
  parameter logic [31:0] Two           = 32'h40000000;
  // Rounding modes, as in MODE.
  parameter logic [1:0] RoundNearest = 2'd0;  // ties to even
  parameter logic [1:0] RoundUp      = 2'd1;
  parameter logic [1:0] RoundDown    = 2'd2;
  parameter logic [1:0] RoundZero    = 2'd3;
  // Flags (numerics.md 10).
  parameter logic [6:0] Invalid       = 7'h01;
  parameter logic [6:0] InputDenormal = 7'h02;
  parameter logic [6:0] DivByZero     = 7'h04;
  parameter logic [6:0] Overflow      = 7'h08;
  parameter logic [6:0] Underflow     = 7'h10;
  parameter logic [6:0] Inexact       = 7'h20;
  parameter logic [6:0] IntDivByZero  = 7'h40;
  // verilator lint_on UNUSEDPARAM

  // The functions take whole numbers and use a part.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic is_nan(input logic [31:0] x);
    is_nan = x[30:0] > 31'h7f800000;
  endfunction

  function automatic logic is_inf(input logic [31:0] x);
    is_inf = x[30:0] == 31'h7f800000;
  endfunction

  function automatic logic is_denormal(input logic [31:0] x);
    is_denormal = x[30:23] == 8'd0 && x[22:0] != 23'd0;
  endfunction

  // Not a normal number: all that needs care.
  function automatic logic is_special(input logic [31:0] x);
    logic [7:0] e;
    e = x[30:23] + 8'd1;
    is_special = e[7:1] == 7'd0;
  endfunction

  // A signalling NaN: its highest fraction bit is 0.
  function automatic logic is_signalling(input logic [31:0] x);
    is_signalling = is_nan(x) && !x[22];
  endfunction

  // A NaN operand as it comes out (numerics.md 1).
  function automatic logic [31:0] nan_out(input logic [31:0] x, input logic quiet);
    nan_out = x | {9'd0, quiet, 22'd0};
  endfunction

  // Flags that an operand raises in most operations.
  function automatic logic [6:0] operand_flags(input logic [31:0] x);
    operand_flags = (is_signalling(x) ? Invalid : 7'd0) | (is_denormal(x) ? InputDenormal : 7'd0);
  endfunction

  // Input modifiers: ABS, then NEG, on the sign bit alone.
  function automatic logic [31:0] input_modifiers(input logic [31:0] x, input logic neg, input logic abs);
    input_modifiers = {(x[31] && !abs) ^ neg, x[30:0]};
  endfunction

  // A denormal becomes a zero of its sign.
  function automatic logic [31:0] flush_denormal(input logic [31:0] x, input logic on);
    flush_denormal = on && x[30:23] == 8'd0 ? {x[31], 31'd0} : x;
  endfunction

  // The keys compare unsigned as the numbers do. Both zeros have the same key.
  function automatic logic [31:0] sort_key(input logic [31:0] x);
    sort_key = x[31] ? 32'h80000000 - {1'b0, x[30:0]} : 32'h80000000 + {1'b0, x[30:0]};
  endfunction

  // Minimum or maximum of two f32 or f64 numbers, -0 below +0 (numerics.md 3.2 and 9). An f32 number is in bits
  // 63:32, above zeros. With ieee a signalling NaN is the result, quieted: x before y. Any other NaN loses
  // against a number; of two NaNs the result is x with nan_x, else y. With flush denormals compare as zeros of their
  // sign. If the operands are equal, y is the result.
  function automatic logic [63:0] min_max(input logic [63:0] x, input logic [63:0] y, input logic is_f64,
      input logic largest, input logic ieee, input logic nan_x, input logic flush);
    logic [63:0] quiet_bit, x_key, y_key;
    quiet_bit = is_f64 ? 64'h0008000000000000 : 64'h0040000000000000;
    x_key = order_key(x, is_f64, flush);
    y_key = order_key(y, is_f64, flush);
    if (ieee && is_nan_wide(x, is_f64) && (x & quiet_bit) == 64'd0) min_max = x | quiet_bit;
    else if (ieee && is_nan_wide(y, is_f64) && (y & quiet_bit) == 64'd0) min_max = y | quiet_bit;
    else if (is_nan_wide(x, is_f64)) min_max = nan_x && is_nan_wide(y, is_f64) ? x : y;
    else if (is_nan_wide(y, is_f64)) min_max = x;
    else min_max = (largest ? x_key > y_key : x_key < y_key) ? x : y;
  endfunction
  function automatic logic is_nan_wide(input logic [63:0] x, input logic is_f64);
    is_nan_wide = x[62:0] > (is_f64 ? 63'h7ff0000000000000 : 63'h7f80000000000000);
  endfunction
  // A zero; with flush a denormal too.
  function automatic logic is_zero_wide(input logic [63:0] x, input logic is_f64, input logic flush);
    if (flush) is_zero_wide = is_f64 ? x[62:52] == 11'd0 : x[62:55] == 8'd0;
    else is_zero_wide = x[62:0] == 63'd0;
  endfunction
  // The keys compare unsigned as the numbers do, -0 below +0.
  function automatic logic [63:0] order_key(input logic [63:0] x, input logic is_f64, input logic flush);
    order_key = {x[63], is_zero_wide(x, is_f64, flush) ? 63'd0 : x[62:0]} ^
                (x[63] ? 64'hffffffffffffffff : 64'h8000000000000000);
  endfunction

  // The 24-bit significand of an f32 number with its hidden bit, 0 in denormals.
  function automatic logic [23:0] significand(input logic [31:0] x);
    significand = {x[30:23] != 8'd0, x[22:0]};
  endfunction

  // The number of a finite f32 or f16 operand.
  function automatic logic [63:0] unpack(input format_e format, input logic [31:0] x);
    logic signed [11:0] e;
    logic [50:0] s;
    e = format == fp_pkg::F16 ? {7'd0, x[14:10]} - 12'sd15 : {4'd0, x[30:23]} - 12'sd127;
    s = format == fp_pkg::F16 ? {3'd1, x[9:0], 38'd0} : {3'd1, x[22:0], 25'd0};
    if (format == fp_pkg::F16 ? x[14:10] == 5'd0 : x[30:23] == 8'd0) begin
      // A zero, or a denormal whose leading one goes to bit 48.
      e = e + 12'sd1;
      s[48] = 1'b0;
      if (s[48:33] == 16'd0) begin s = s << 16; e = e - 12'sd16; end
      if (s[48:41] == 8'd0) begin s = s << 8; e = e - 12'sd8; end
      if (s[48:45] == 4'd0) begin s = s << 4; e = e - 12'sd4; end
      if (s[48:47] == 2'd0) begin s = s << 2; e = e - 12'sd2; end
      if (!s[48]) begin s = s << 1; e = e - 12'sd1; end
    end
    unpack = {format == fp_pkg::F16 ? x[15] : x[31], e, s};
  endfunction

  // An f16 number that is not normal: all that needs care.
  function automatic logic is_special_f16(input logic [14:0] x);
    logic [4:0] e;
    e = x[14:10] + 5'd1;
    is_special_f16 = e[4:1] == 4'd0;
  endfunction

  function automatic logic is_nan_f16(input logic [15:0] x);
    is_nan_f16 = x[14:0] > 15'h7c00;
  endfunction

  // An f16 number as an f32 number. A NaN stays as it is.
  function automatic logic [31:0] widen(input logic [15:0] x);
    logic [63:0] number;
    if (!is_special_f16(x[14:0])) widen = {x[15], {3'd0, x[14:10]} + 8'd112, x[9:0], 13'd0};
    else if (x[14:10] == 5'd31) widen = {x[15], 8'hff, x[9:0], 13'd0};
    else if (x[9:0] == 10'd0) widen = {x[15], 31'd0};
    else begin
      number = unpack(fp_pkg::F16, {16'd0, x});
      widen = {x[15], number[58:51] + 8'd127, number[47:25]};
    end
  endfunction

  // An f32 number as an f16 number: a zero, an infinity, a NaN, or one in the range of the normal numbers. The lower
  // bits of its fraction are lost.
  function automatic logic [31:0] narrow(input logic [31:0] x);
    narrow = {16'd0, x[31], x[30], x[26:23], x[22:13]};
  endfunction

  // An f16 operand after its modifiers and flush, widened to f32.
  function automatic logic [31:0] operand_f16(input logic [15:0] x, input logic neg, input logic abs,
                                              input logic flush);
    operand_f16 = flush && x[14:10] == 5'd0 ? {x[15], 31'd0} : widen(x);
    operand_f16 = input_modifiers(operand_f16, neg, abs);
  endfunction

  // Flags that an f16 operand raises in most operations.
  function automatic logic [6:0] operand_flags_f16(input logic [14:0] x);
    operand_flags_f16 = 7'd0;
    if (x[14:10] == 5'd0 && x[9:0] != 10'd0) operand_flags_f16 = InputDenormal;
    if (x[14:10] == 5'h1f && !x[9] && x[8:0] != 9'd0) operand_flags_f16 = Invalid;
  endfunction

  // Right shift. Bit 0 of the result is sticky: it is set if a 1 was shifted out.
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
    case (mode)
      RoundNearest: round_up = guard && (sticky || lsb);
      RoundUp: round_up = !sign && (guard || sticky);
      RoundDown: round_up = sign && (guard || sticky);
      default: round_up = 1'b0;
    endcase
  endfunction

  // Overflow gives the largest finite number instead of infinity.
  function automatic logic stays_finite(input logic [1:0] mode, input logic sign);
    stays_finite = mode == RoundZero || (mode == RoundUp && sign) || (mode == RoundDown && !sign);
  endfunction

  // The magnitudes of the least normal number, of 1 and of infinity, and the sign bit.
  function automatic logic [63:0] least_normal(input format_e format);
    case (format)
      fp_pkg::F16: least_normal = 64'h0400;
      fp_pkg::F64: least_normal = 64'h0010000000000000;
      default: least_normal = 64'h00800000;
    endcase
  endfunction
  function automatic logic [63:0] one(input format_e format);
    case (format)
      fp_pkg::F16: one = 64'h3c00;
      fp_pkg::F64: one = 64'h3ff0000000000000;
      default: one = 64'h3f800000;
    endcase
  endfunction
  function automatic logic [63:0] infinity(input format_e format);
    case (format)
      fp_pkg::F16: infinity = 64'h7c00;
      fp_pkg::F64: infinity = 64'h7ff0000000000000;
      default: infinity = 64'h7f800000;
    endcase
  endfunction
  function automatic logic [63:0] sign_bit(input format_e format);
    case (format)
      fp_pkg::F16: sign_bit = 64'h8000;
      fp_pkg::F64: sign_bit = 64'h8000000000000000;
      default: sign_bit = 64'h80000000;
    endcase
  endfunction

  // The value of a finite result that is too large: infinity, or the largest finite number.
  function automatic logic [63:0] overflow(input format_e format, input logic sign, input logic max);
    overflow = (sign ? sign_bit(format) : 64'd0) | (infinity(format) - {63'd0, max});
  endfunction

  // The value of sig * 2^(exp - 61), rounded to the format. Bit 0 of sig may be sticky. With flush_out a number that is
  // below the least normal one becomes a zero of its sign; it is rounded with an unbounded exponent first
  // (numerics.md 1). to_max: MODE.FP16_OVFL of an f16 result, else 0.
  function automatic logic [63:0] round_pack(input format_e format, input logic sign, input logic signed [13:0] exp,
      input logic [63:0] sig, input logic [1:0] mode, input logic flush_out, input logic to_max,
      output logic [6:0] flags);
    logic signed [13:0] e;
    logic [63:0] s, rest, magnitude;  // rest: what is behind the last bit
    flags = 7'd0;
    magnitude = 64'd0;
    s = sig;
    if (s != 64'd0) begin
      // The leading one goes to bit 63. e is the exponent field that it needs.
      case (format)
        fp_pkg::F16: e = exp + 14'sd17;
        fp_pkg::F64: e = exp + 14'sd1025;
        default: e = exp + 14'sd129;
      endcase
      if (s[63:61] == 3'd0) begin
        if (s[63:32] == 32'd0) begin s = s << 32; e = e - 14'sd32; end
        if (s[63:48] == 16'd0) begin s = s << 16; e = e - 14'sd16; end
        if (s[63:56] == 8'd0) begin s = s << 8; e = e - 14'sd8; end
        if (s[63:60] == 4'd0) begin s = s << 4; e = e - 14'sd4; end
      end
      if (s[63:62] == 2'd0) begin s = s << 2; e = e - 14'sd2; end
      if (!s[63]) begin s = s << 1; e = e - 14'sd1; end
      if (e < 14'sd1 && !flush_out) begin
        s = shift_jam(s, e < -14'sd63 ? 12'd64 : 12'(14'sd1 - e));
        e = 14'sd1;
      end
      case (format)
        fp_pkg::F16: begin magnitude = s >> 53; rest = s << 11; end
        fp_pkg::F64: begin magnitude = s >> 11; rest = s << 53; end
        default: begin magnitude = s >> 40; rest = s << 24; end
      endcase
      if (round_up(mode, sign, magnitude[0], rest[63], rest[62:0] != 63'd0)) magnitude = magnitude + 64'd1;
      if (e < 14'sd1) begin
        if (e == 14'sd0 && magnitude == (least_normal(format) << 1)) begin
          magnitude = least_normal(format);
          flags = Inexact;
        end else begin
          magnitude = 64'd0;
          flags = Inexact | Underflow;
        end
      end else begin
        // The hidden bit adds one to the exponent field; the carry of rounding can add another.
        case (format)
          fp_pkg::F16: magnitude = magnitude + ({50'd0, e - 14'sd1} << 10);
          fp_pkg::F64: magnitude = e > 14'sd2046 ? infinity(format) : magnitude + ({50'd0, e - 14'sd1} << 52);
          default: magnitude = magnitude + ({50'd0, e - 14'sd1} << 23);
        endcase
        if (rest != 64'd0) flags = Inexact;
        if (magnitude < least_normal(format)) flags = flags | Underflow;
        if (magnitude >= infinity(format)) begin
          flags = Inexact | Overflow;
          magnitude = overflow(format, 1'b0, to_max || stays_finite(mode, sign));
        end
      end
    end
    round_pack = (sign ? sign_bit(format) : 64'd0) | magnitude;
  endfunction

  // The result of an f32 or f16 number, rounded to the format.
  function automatic logic [38:0] round_pack32(input format_e format, input logic sign,
      input logic signed [11:0] exp, input logic [50:0] sig, input logic [1:0] mode, input logic flush_out,
      input logic to_max);
    logic [6:0] flags;
    logic [63:0] value;
    value = round_pack(format, sign, 14'(exp), {sig, 13'd0}, mode, flush_out, to_max, flags);
    round_pack32 = {flags, value[31:0]};
  endfunction

  // The f16 result of an f32 number. A NaN keeps its sign and the upper bits of its payload, and becomes quiet.
  function automatic logic [38:0] to_f16(input logic [31:0] x, input logic [1:0] round, input logic flush_out,
                                         input logic ovfl);
    logic [63:0] number;
    number = unpack(fp_pkg::F32, x);
    if (is_nan(x)) to_f16 = {23'd0, x[31], 6'h3f, x[21:13]};
    else if (is_inf(x)) to_f16 = {23'd0, x[31], 15'h7c00};
    else to_f16 = round_pack32(fp_pkg::F16, number[63], number[62:51], number[50:0], round, flush_out, ovfl);
  endfunction

  // The product of a number that is infinite and one that is zero.
  function automatic logic invalid_product(input logic [31:0] x, input logic [31:0] y);
    invalid_product = (is_inf(x) && y[30:0] == 31'd0) || (is_inf(y) && x[30:0] == 31'd0);
  endfunction

  // (x * y + z) * 2^adjust of f32 numbers, with an f32 or f16 result. With two_roundings the
  // product is rounded too, and one below the least normal number becomes zero. Neither x nor y is a NaN. If the
  // product is invalid, z may be one. to_max: as round_pack takes it.
  // Bits that the alignment shifts out are kept as a sticky bit.
  function automatic logic [38:0] mul_add(input format_e format, input logic [31:0] x, input logic [31:0] y,
      input logic [31:0] z, input logic signed [11:0] adjust, input logic two_roundings,
      input logic [1:0] round, input logic flush_out, input logic to_max);
    logic [63:0] nx, ny, nz, np;
    logic [50:0] p, c;
    logic signed [11:0] ep, ez, d;
    logic sign, infinite;
    logic [38:0] product, sum;
    logic [31:0] special;
    logic [6:0] product_flags;
    product_flags = 7'd0;
    infinite = is_inf(x) || is_inf(y);
    nx = unpack(fp_pkg::F32, x);
    ny = unpack(fp_pkg::F32, y);
    sign = nx[63] ^ ny[63];
    ep = nx[62:51] + ny[62:51];
    p = {1'b0, {24'd0, nx[48:25]} * {24'd0, ny[48:25]}, 2'd0};
    if (two_roundings && !infinite) begin
      product = round_pack32(format, sign, ep, p, round, 1'b1, to_max);
      product_flags = product[38:32];
      infinite = format == fp_pkg::F16 ? product[14:0] == 15'h7c00 : is_inf(product[31:0]);
      np = unpack(format, product[31:0]);
      {sign, ep, p} = np;
    end
    if (infinite || is_inf(z)) begin
      if (!infinite) special = z;
      else if (invalid_product(x, y) || (is_inf(z) && sign != z[31])) begin
        product_flags = product_flags | Invalid;
        special = DefaultNan;
      end else special = {sign, 31'h7f800000};
      mul_add = {product_flags, format == fp_pkg::F16 ? narrow(special) : special};
    end else begin
      nz = unpack(fp_pkg::F32, z);
      ez = nz[62:51];
      c = nz[50:0];
      if (p == 51'd0) ep = ez;
      if (c == 51'd0) ez = ep;
      d = ep - ez;
      if (d >= 12'sd0) c = 51'(shift_jam({13'd0, c}, d));
      else begin
        p = 51'(shift_jam({13'd0, p}, -d));
        ep = ez;
      end
      if (sign == z[31]) p = p + c;
      else if (p > c) p = p - c;
      else if (p < c) begin
        p = c - p;
        sign = z[31];
      end else begin
        p = 51'd0;
        sign = round == RoundDown;
      end
      sum = round_pack32(format, sign, ep + adjust, p, round, flush_out, to_max);
      mul_add = {sum[38:32] | product_flags, sum[31:0]};
    end
  endfunction

  // A source of an f16 operation of a lane: the halves of x that go to the low and to the high result. Each is x[31:16]
  // or x[15:0]. ABS acts on the low one, then NEG on each.
  function automatic logic [31:0] halves_f16(input logic [31:0] x, input logic lo, input logic hi, input logic neg,
                                             input logic neg_hi, input logic abs);
    halves_f16 = {hi ? x[31:16] : x[15:0], lo ? x[31:16] : x[15:0]};
    halves_f16[15] = (halves_f16[15] && !abs) ^ neg;
    halves_f16[31] = halves_f16[31] ^ neg_hi;
  endfunction

  // Bits 31 and 15: the half is a normal number. The others mean nothing. An exponent field is neither 0 nor 31 if one
  // more has a bit above its lowest; adding 15 of them carries from there.
  function automatic logic [31:0] normal_f16(input logic [31:0] x);
    normal_f16 = (((x & 32'h7c007c00) + 32'h04000400) & 32'h78007800) + 32'h78007800;
  endfunction

  // x * y + z of finite f16 numbers, in bits 15:0: sig * 2^(exp - 91), with the sign in bit 15 of sign. Bit i of hidden
  // says that source i is a normal number; else it is a denormal one or a zero. round: the rounding mode.
  // The sum is exact in 64 bits. The one of product and z with the lower exponent is shifted right. No bit is lost: a
  // product that is far below z stays where all of it is below the rounding.
  // All of this is in 32 or 64 bits and unsigned. Verilator masks after each step what is narrower, and extends what is
  // signed for each comparison.
  task automatic sum_f16(input logic [31:0] x, input logic [31:0] y, input logic [31:0] z,
      input logic [2:0] hidden, input logic [1:0] round,
      output logic [31:0] sign, output logic [31:0] exp, output logic [63:0] sig);
    logic [63:0] p, c;
    logic [31:0] e, e_z;
    sign = x ^ y;
    e = {27'd0, x[14:10]} + {27'd0, y[14:10]} + {31'd0, !hidden[0]} + {31'd0, !hidden[1]};
    e_z = {27'd0, z[14:10]} + {31'd0, !hidden[2]} + 32'd15;
    p = {32'd0, {21'd0, hidden[0], x[9:0]} * {21'd0, hidden[1], y[9:0]}} << 41;
    c = {53'd0, hidden[2], z[9:0]} << 51;
    if (e >= e_z) c = c >> 6'(e - e_z);
    else begin
      p = p >> (e_z - e > 32'd41 ? 6'd41 : 6'(e_z - e));
      e = e_z;
    end
    if (sign[15] == z[15]) p = p + c;
    else begin
      p = p - c;
      if (p == 64'd0) sign[15] = round == RoundDown;
      if (p[63]) begin
        p = -p;
        sign = z;
      end
    end
    exp = e;
    sig = p;
  endtask

  // sum_f16 of normal numbers, rounded: {far, flags, value}. hidden_z is 0 if z is a zero. With far the result may be
  // no normal number, and flags and value mean nothing.
  function automatic logic [23:0] near_sum_f16(input logic [31:0] x, input logic [31:0] y, input logic [31:0] z,
                                               input logic hidden_z, input logic [1:0] round);
    logic [63:0] s, rest, most;  // most: the greatest rest that is rounded towards zero
    logic [31:0] sign, e, magnitude;
    sum_f16(x, y, z, {hidden_z, 2'd3}, round, sign, e, s);
    if (s[63:61] == 3'd0) begin
      if (s[63:32] == 32'd0) begin s = s << 32; e = e - 32'd32; end
      if (s[63:48] == 16'd0) begin s = s << 16; e = e - 32'd16; end
      if (s[63:56] == 8'd0) begin s = s << 8; e = e - 32'd8; end
      if (s[63:60] == 4'd0) begin s = s << 4; e = e - 32'd4; end
      if (s[63:62] == 2'd0) begin s = s << 2; e = e - 32'd2; end
    end
    // The last steps have no branches: the host could not predict them.
    e = e - {30'd0, 2'd2 >> s[63:62]};
    s = s << (2'd2 >> s[63:62]);
    // The exponent field is now e - 13. The hidden bit adds one to it; the carry of rounding can add another.
    magnitude = {21'd0, s[63:53]} + ((e - 32'd14) << 10);
    rest = s << 11;
    if (round == RoundNearest) most = 64'h8000000000000000 - {63'd0, s[53]};
    else most = round == (sign[15] ? RoundDown : RoundUp) ? 64'd0 : 64'hffffffffffffffff;
    magnitude = magnitude + {31'd0, rest > most};
    near_sum_f16 = {1'b0, rest != 64'd0 ? Inexact : 7'd0, 16'd0} | {8'd0, sign[15], 15'd0} | {8'd0, magnitude[15:0]};
    near_sum_f16[23] = !s[63] || e - 32'd14 >= 32'd29;
  endfunction

  // (x * y + z) * 2^scaling of finite f16 numbers, rounded: {flags, value}. The argument fp_mode is a
  // valu_pkg::fp_mode_t.
  function automatic logic [22:0] mul_add_f16(input logic [15:0] x, input logic [15:0] y, input logic [15:0] z,
                                              input logic signed [11:0] scaling, input logic [10:0] fp_mode);
    /* verilator no_inline_task */
    logic [63:0] s, value;
    logic [31:0] sign, e;
    logic [6:0] flags;
    logic ovfl, dx10, ieee;
    logic [1:0] denorm, denorm32, round, round32;
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    sum_f16({16'd0, x}, {16'd0, y}, {16'd0, z}, {z[14:10] != 5'd0, y[14:10] != 5'd0, x[14:10] != 5'd0}, round,
            sign, e, s);
    value = round_pack(fp_pkg::F16, sign[15], 14'(e) + 14'(scaling) - 14'sd30, s, round, !denorm[1], ovfl, flags);
    mul_add_f16 = {flags, value[15:0]};
  endfunction

  // The product of an f16 number that is infinite and one that is zero.
  function automatic logic invalid_product_f16(input logic [15:0] x, input logic [15:0] y);
    invalid_product_f16 = (x[14:0] == 15'h7c00 && y[14:0] == 15'd0) || (y[14:0] == 15'h7c00 && x[14:0] == 15'd0);
  endfunction

  // Rounds to an integral f32. x is no NaN.
  function automatic logic [31:0] round_integral(input logic [31:0] x, input logic [1:0] mode);
    logic [4:0] shift;  // fraction bits
    logic [31:0] unit, fraction, base;
    logic away;
    if (x[30:23] >= 8'd150 || x[30:0] == 31'd0) round_integral = x;
    else if (x[30:23] < 8'd127) begin
      case (mode)
        RoundUp: away = !x[31];
        RoundNearest: away = x[30:0] > 31'h3f000000;
        RoundDown: away = x[31];
        default: away = 1'b0;
      endcase
      round_integral = {x[31], away ? One[30:0] : 31'd0};
    end else begin
      shift = 5'(8'd150 - x[30:23]);
      unit = 32'd1 << shift;
      fraction = x & (unit - 32'd1);
      base = x - fraction;
      case (mode)
        RoundUp: away = !x[31] && fraction != 32'd0;
        RoundNearest: away = fraction > (unit >> 1) ||
                             (fraction == (unit >> 1) && (shift == 5'd23 || (x & unit) != 32'd0));
        RoundDown: away = x[31] && fraction != 32'd0;
        default: away = 1'b0;
      endcase
      round_integral = away ? base + unit : base;
    end
  endfunction

  // What v_div_scale of an operand does: {mask bit, exponent of the scaling} (numerics.md 6). The operand is the
  // denominator, the numerator or neither. d, n: the exponent fields of denominator and numerator.
  function automatic logic [14:0] div_scale(input format_e format, input logic [10:0] d, input logic [10:0] n,
      input logic is_denominator, input logic is_numerator);
    logic signed [13:0] gap, far, step, k;  // gap: the exponent of the quotient
    logic flag;
    gap = {3'd0, n} - {3'd0, d};
    far = format == fp_pkg::F64 ? 14'sd768 : 14'sd96;
    step = format == fp_pkg::F64 ? 14'sd128 : 14'sd64;
    flag = 1'b0;
    k = 14'sd0;
    if (gap >= far) begin
      flag = 1'b1;
      if (is_denominator) k = step;
    end else if (d == 11'd0) k = step;
    else if (d >= (format == fp_pkg::F64 ? 11'd2045 : 11'd253)) begin
      flag = gap <= -far;
      if (!flag || !is_numerator) k = -step;
    end else if (gap <= -far) begin
      flag = 1'b1;
      if (is_numerator) k = step;
    end else if (n <= (format == fp_pkg::F64 ? 11'd53 : 11'd24)) k = step;
    div_scale = {flag, k};
  endfunction

  // Output modifiers of a result: OMOD (1 is x2, 2 is x4, 3 is /2), which changes the exponent alone, then CLAMP to
  // [0, 1] (numerics.md 2). to_max: as round_pack takes it.
  function automatic logic [63:0] modify(input format_e format, input logic [63:0] x, input logic [1:0] omod,
      input logic clamp, input logic [1:0] mode, input logic dx10, input logic to_max);
    logic sign;
    logic [63:0] magnitude;
    sign = (x & sign_bit(format)) != 64'd0;
    magnitude = x & ~sign_bit(format);
    if (omod != 2'd0 && magnitude < infinity(format)) begin
      if (magnitude < least_normal(format)) sign = 1'b0;
      else begin
        case (omod)
          2'd1: magnitude = magnitude + least_normal(format);
          2'd2: magnitude = magnitude + (least_normal(format) << 1);
          default: magnitude = magnitude - least_normal(format);
        endcase
      end
      if (magnitude < least_normal(format)) magnitude = 64'd0;
      if (magnitude >= infinity(format)) magnitude = overflow(format, 1'b0, to_max || stays_finite(mode, sign));
    end
    if (clamp) begin
      if (magnitude > infinity(format)) begin
        if (dx10) {sign, magnitude} = 65'd0;
      end else if (sign) {sign, magnitude} = 65'd0;
      else if (magnitude > one(format)) magnitude = one(format);
    end
    modify = (sign ? sign_bit(format) : 64'd0) | magnitude;
  endfunction

  // OMOD and CLAMP for an f32 or f16 result.
  function automatic logic [31:0] output_modifiers(input format_e format, input logic [31:0] x,
      input logic [1:0] omod, input logic clamp, input logic [1:0] mode, input logic dx10, input logic to_max);
    output_modifiers = x;
    if (omod != 2'd0 || clamp) output_modifiers = 32'(modify(format, {32'd0, x}, omod, clamp, mode, dx10, to_max));
  endfunction

  // output_modifiers of two f16 results. OMOD acts only if IEEE and the output denormals of the result's type are off.
  // modifiers: {OMOD, CLAMP}. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [31:0] modified_f16(input logic [31:0] x, input logic [2:0] modifiers,
                                               input logic [10:0] fp_mode);
    /* verilator no_inline_task */
    logic dx10, ieee, ovfl, clamp;
    logic [1:0] denorm, denorm32, round, round32, omod;
    logic [31:0] low, high;
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    {omod, clamp} = modifiers;
    if (ieee || denorm[1]) omod = 2'd0;
    low = output_modifiers(fp_pkg::F16, {16'd0, x[15:0]}, omod, clamp, round, dx10, ovfl);
    high = output_modifiers(fp_pkg::F16, {16'd0, x[31:16]}, omod, clamp, round, dx10, ovfl);
    modified_f16 = {high[15:0], low[15:0]};
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
