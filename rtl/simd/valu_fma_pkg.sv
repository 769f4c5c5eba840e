// SPDX-License-Identifier: Apache-2.0
// The rounding f32 and f16 operations of one lane: add, multiply, fused and unfused multiply-add, ldexp,
// fract, div_fmas, div_scale (numerics.md 3.1, 3.4, 6).
//
// Each of them is (x * y + z) * 2^n with one rounding at the end (fp_pkg::mul_add). The product of v_mad and v_mac is
// rounded too. f16 operations have a multiply-add of their own (fp_pkg::sum_f16).
// With no_inline_task Verilator emits one function that all 16 lanes share. `case`, not `unique case`: the
// generated uniqueness checks would run per lane.
package valu_fma_pkg;
  // In the legacy products a zero wins: with it the product is +0, whatever the other operand is. MacF16 is MadF16 that
  // keeps the upper half of c.
  typedef enum logic [4:0] {
    LdexpF32, FractF32,
    AddF32, SubF32, SubrevF32, MulF32, MulLegacyF32,
    FmaF32,
    DivFmasF32,   // fma, scaled by 2^64 or 2^-64 where the mask bit is set
    DivScaleF32,  // a, which is b (the denominator) or c (the numerator), scaled so that the quotient is safe
    MadF32,       // a * b + c, rounded twice
    MadLegacyF32,
    Dot2F32F16,   // gfx906: two fma in f32 of packed f16 products
    LdexpF16 = 5'd16, FractF16,
    AddF16, SubF16, SubrevF16, MulF16,
    FmaF16 = 5'd23,
    MadF16 = 5'd26,
    MacF16 = 5'd28,
    // MadF32 of f32 and f16 sources, or FmaF32 on gfx906. The result is f32, or f16 in the low or high half.
    MixF32, MixloF16, MixhiF16
  } op_e;

  function automatic logic is_f16(input logic [4:0] op);
    case (op)
      valu_fma_pkg::LdexpF16, valu_fma_pkg::FractF16, valu_fma_pkg::AddF16, valu_fma_pkg::SubF16,
      valu_fma_pkg::SubrevF16, valu_fma_pkg::MulF16, valu_fma_pkg::FmaF16, valu_fma_pkg::MadF16,
      valu_fma_pkg::MacF16: is_f16 = 1'b1;
      default: is_f16 = 1'b0;
    endcase
  endfunction
  // An f16 operation that is x * y + z, with one rounding.
  function automatic logic is_plain_f16(input logic [4:0] op);
    is_plain_f16 = op == valu_fma_pkg::AddF16 || op == valu_fma_pkg::SubF16 || op == valu_fma_pkg::SubrevF16 ||
                   op == valu_fma_pkg::MulF16 || op == valu_fma_pkg::FmaF16;
  endfunction
  function automatic logic is_mix(input logic [4:0] op);
    is_mix = op == valu_fma_pkg::MixF32 || op == valu_fma_pkg::MixloF16 || op == valu_fma_pkg::MixhiF16;
  endfunction
  // An f32 operation with one float operand, or with three.
  function automatic logic is_unary(input logic [4:0] op);
    is_unary = op == valu_fma_pkg::LdexpF32 || op == valu_fma_pkg::FractF32;
  endfunction
  function automatic logic is_ternary(input logic [4:0] op);
    is_ternary = op == valu_fma_pkg::FmaF32 || op == valu_fma_pkg::DivFmasF32 || op == valu_fma_pkg::DivScaleF32 ||
                 op == valu_fma_pkg::MadF32 || op == valu_fma_pkg::MadLegacyF32;
  endfunction
  // An f32 operation that rounds its product, too.
  function automatic logic is_unfused(input logic [4:0] op);
    is_unfused = op == valu_fma_pkg::MadF32 || op == valu_fma_pkg::MadLegacyF32;
  endfunction

  // The exponent of ldexp, limited to a range outside which the result does not change.
  function automatic logic signed [11:0] scale(input logic [31:0] n);
    if (!n[31] && n[30:9] != 22'd0) scale = 12'sd511;
    else if (n[31] && n[30:9] != 22'h3fffff) scale = -12'sd512;
    else scale = {n[31], n[31], n[9:0]};
  endfunction

  // A fp_pkg result of an f32 operation. The operands are flushed. They are no NaN, but c may be one if the product is
  // invalid.
  function automatic logic [38:0] arithmetic(input logic [4:0] op, input logic mask, input logic [31:0] a,
      input logic [31:0] b, input logic [31:0] c, input logic signed [11:0] scaling, input logic [1:0] round,
      input logic flush_out);
    logic [31:0] x, y, z;
    logic signed [11:0] adjust;
    x = a;
    y = b;
    z = c;
    adjust = 12'sd0;
    case (op)
      valu_fma_pkg::AddF32, valu_fma_pkg::SubF32: begin
        x = fp_pkg::One;
        y = a;
        z = {b[31] ^ (op == valu_fma_pkg::SubF32), b[30:0]};
      end
      valu_fma_pkg::SubrevF32: begin
        x = fp_pkg::One;
        z = {!a[31], a[30:0]};
      end
      valu_fma_pkg::MulF32, valu_fma_pkg::MulLegacyF32: z = {a[31] ^ b[31], 31'd0};
      valu_fma_pkg::LdexpF32, valu_fma_pkg::DivScaleF32: begin
        x = fp_pkg::One;
        y = a;
        z = {a[31], 31'd0};
        adjust = scaling;
      end
      valu_fma_pkg::DivFmasF32: begin
        // The mask bit says that v_div_scale scaled an operand of the quotient. z is the estimate.
        if (mask) adjust = z[30:0] >= fp_pkg::Two[30:0] ? 12'sd64 : -12'sd64;
      end
      valu_fma_pkg::FractF32: begin
        x = fp_pkg::One;
        y = a;
        z = fp_pkg::round_integral(a, fp_pkg::RoundDown) ^ 32'h80000000;
      end
      default: ;
    endcase
    arithmetic = fp_pkg::mul_add(fp_pkg::F32, x, y, z, adjust, is_unfused(op), round, flush_out, 1'b0);
    if (op == valu_fma_pkg::FractF32) begin
      // Below 1, and an exact 0 is +0 in every rounding mode. A NaN keeps its sign.
      if (arithmetic[31:0] == fp_pkg::One) arithmetic[31:0] = fp_pkg::BelowOne;
      if (arithmetic[30:0] == 31'd0) arithmetic[31] = 1'b0;
    end
  endfunction

  // {mask bit, fp_pkg result}. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [39:0] compute(input logic [4:0] op, input logic mask,
      input logic [2:0] neg, input logic [2:0] abs, input logic [1:0] omod, input logic clamp,
      input logic [10:0] fp_mode, input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [31:0] x, y, z, value;
    logic two, three, unfused, flush_in, flush_out, dx10, ieee, flag, done, nan_sum;
    logic [1:0] denorm, round;
    logic [6:0] flags;
    logic [38:0] result;
    // verilator lint_off UNUSEDSIGNAL
    logic [14:0] scaling;  // {flag, exponent} of v_div_scale
    logic ovfl;
    logic [1:0] denorm16, round16;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm16, denorm, round16, round} = fp_mode;
    two = !is_unary(op);
    three = is_ternary(op);
    unfused = is_unfused(op);
    x = fp_pkg::input_modifiers(a, neg[0], abs[0]);
    y = two ? fp_pkg::input_modifiers(b, neg[1], abs[1]) : b;
    z = fp_pkg::input_modifiers(c, neg[2], abs[2]);
    flags = 7'd0;
    flag = 1'b0;
    scaling = 15'd0;
    done = 1'b0;     // value is the result
    nan_sum = 1'b0;  // value is the result, but the product is rounded too and has flags (D-NUM-45)
    value = 32'd0;
    if (fp_pkg::is_special(a) || (two && fp_pkg::is_special(b)) || (three && fp_pkg::is_special(c))) begin
      flush_in = (!denorm[0] && op != valu_fma_pkg::DivFmasF32) || unfused;
      x = fp_pkg::flush_denormal(x, flush_in);
      if (two) y = fp_pkg::flush_denormal(y, flush_in);
      z = fp_pkg::flush_denormal(z, flush_in);
      if ((op == valu_fma_pkg::MulLegacyF32 || op == valu_fma_pkg::MadLegacyF32) &&
          (x[30:0] == 31'd0 || y[30:0] == 31'd0)) begin
        x = 32'd0;
        y = 32'd0;
      end
      flags = fp_pkg::operand_flags(a);
      if (two) flags = flags | fp_pkg::operand_flags(b);
      if (three) flags = flags | fp_pkg::operand_flags(c);
      done = 1'b1;
      if (op == valu_fma_pkg::DivScaleF32) begin
        // The other operands have no part in the value. A NaN comes out quiet whatever IEEE says.
        flags = flags & fp_pkg::InputDenormal;
        if (y[30:0] == 31'd0 || z[30:0] == 31'd0) value = fp_pkg::DefaultNan;
        else if (fp_pkg::is_nan(x)) value = fp_pkg::nan_out(x, 1'b1);
        else done = 1'b0;
      end else if (fp_pkg::is_nan(x)) value = fp_pkg::nan_out(x, ieee);
      else if (two && fp_pkg::is_nan(y)) value = fp_pkg::nan_out(y, ieee);
      else if (three && fp_pkg::is_nan(z) && !fp_pkg::invalid_product(x, y)) begin
        value = fp_pkg::nan_out(z, ieee);
        nan_sum = unfused;
        done = !nan_sum;
        if (nan_sum) z = 32'd0;
      end else done = 1'b0;
    end
    if (op == valu_fma_pkg::DivScaleF32) begin
      scaling = fp_pkg::div_scale(fp_pkg::F32, {3'd0, y[30:23]}, {3'd0, z[30:23]}, x == y, x == z && x != y);
      flag = scaling[14];
    end else if (op == valu_fma_pkg::LdexpF32) scaling[11:0] = scale(b);
    if (!done) begin
      flush_out = !denorm[1] || unfused;
      result = arithmetic(op, mask, x, y, z, scaling[11:0], round, flush_out);
      if (!nan_sum) value = result[31:0];
      if (op != valu_fma_pkg::DivScaleF32) flags = flags | result[38:32];
    end
    // OMOD acts only if IEEE and the output denormals of the result's type are off.
    value = fp_pkg::output_modifiers(fp_pkg::F32, value, ieee || denorm[1] ? 2'd0 : omod, clamp, round, dx10, 1'b0);
    compute = {flag, flags, value};
  endfunction

  // The greatest integer that is not above x, an f16 number and no NaN.
  function automatic logic [15:0] floor_f16(input logic [15:0] x);
    /* verilator no_inline_task */
    floor_f16 = 16'(fp_pkg::narrow(fp_pkg::round_integral(fp_pkg::widen(x), fp_pkg::RoundDown)));
  endfunction

  // {flags, value} of one half of any f16 operation with any operands, as compute_f16 prepares them. z of v_fract_f16
  // is a zero here. The argument fp_mode is a valu_pkg::fp_mode_t.
  function automatic logic [22:0] any_f16(input logic [4:0] op, input logic [10:0] fp_mode, input logic [15:0] a,
      input logic [15:0] b, input logic [15:0] c, input logic signed [11:0] scaling);
    /* verilator no_inline_task */
    logic [15:0] x, y, z, quiet, value;
    logic mad, flush_in, infinite, invalid;
    logic [10:0] mode;
    logic [6:0] flags;
    logic [22:0] product, sum;
    logic ieee;
    logic [1:0] denorm;
    // verilator lint_off UNUSEDSIGNAL
    logic ovfl, dx10;
    logic [1:0] denorm32, round, round32;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    mad = op == valu_fma_pkg::MadF16 || op == valu_fma_pkg::MacF16;
    flush_in = !denorm[0] || mad;
    mode = {ovfl, dx10, ieee, denorm[1] && !mad, denorm[0], denorm32, round, round32};
    quiet = {6'd0, ieee, 9'd0};
    x = a;
    y = b;
    z = c;
    flags = fp_pkg::operand_flags_f16(x[14:0]) | fp_pkg::operand_flags_f16(y[14:0]) |
            fp_pkg::operand_flags_f16(z[14:0]);
    if (flush_in && x[14:10] == 5'd0) x[9:0] = 10'd0;
    if (flush_in && y[14:10] == 5'd0) y[9:0] = 10'd0;
    if (flush_in && z[14:10] == 5'd0) z[9:0] = 10'd0;
    if (op == valu_fma_pkg::FractF16) z = floor_f16(x) ^ 16'h8000;
    // A NaN comes out with the sign that it has before v_sub or v_subrev negates it.
    if (fp_pkg::is_nan_f16(x)) value = (x | quiet) ^ {op == valu_fma_pkg::SubrevF16, 15'd0};
    else if (fp_pkg::is_nan_f16(y)) value = y | quiet;
    else begin
      if (mad && x[14:10] != 5'd31 && y[14:10] != 5'd31) begin
        product = fp_pkg::mul_add_f16(x, y, {x[15] ^ y[15], 15'd0}, 12'sd0, mode);
        flags = flags | product[22:16];
        x = fp_pkg::OneF16;
        y = product[15:0];
      end
      infinite = x[14:10] == 5'd31 || y[14:10] == 5'd31;
      invalid = fp_pkg::invalid_product_f16(x, y);
      if (fp_pkg::is_nan_f16(z) && !invalid) value = (z | quiet) ^ {op == valu_fma_pkg::SubF16, 15'd0};
      else if (invalid || (infinite && z[14:10] == 5'd31 && (x[15] ^ y[15] ^ z[15]))) begin
        value = fp_pkg::DefaultNanF16;
        flags = flags | fp_pkg::Invalid;
      end else if (infinite) value = {x[15] ^ y[15], 15'h7c00};
      else if (z[14:10] == 5'd31) value = z;
      else begin
        sum = fp_pkg::mul_add_f16(x, y, z, scaling, mode);
        value = sum[15:0];
        flags = flags | sum[22:16];
      end
    end
    if (op == valu_fma_pkg::FractF16) begin  // as in arithmetic
      if (value == fp_pkg::OneF16) value = fp_pkg::BelowOneF16;
      if (value[14:0] == 15'd0) value[15] = 1'b0;
    end
    any_f16 = {flags, value};
  endfunction

  // compute_f16 of any operation with any operands: x * y + z. The operand of LdexpF16 is exponent. What stands above
  // the result of MacF16 is above.
  function automatic logic [38:0] special_f16(input logic [36:0] control, input logic [31:0] x, input logic [31:0] y,
      input logic [31:0] z, input logic [15:0] exponent, input logic [15:0] above);
    /* verilator no_inline_task */
    // verilator lint_off UNUSEDSIGNAL
    logic moved, plain;
    logic [2:0] lo, hi, neg, neg_hi, abs;
    // verilator lint_on UNUSEDSIGNAL
    logic pk;
    logic [2:0] modifiers;
    logic [10:0] fp_mode;
    logic [4:0] op;
    logic signed [11:0] scaling;
    logic [22:0] low, high;
    {lo, hi, neg, neg_hi, abs, fp_mode, modifiers, moved, plain, pk, op} = control;
    scaling = op == valu_fma_pkg::LdexpF16 ? scale({{16{exponent[15]}}, exponent}) : 12'sd0;
    low = any_f16(op, fp_mode, x[15:0], y[15:0], z[15:0], scaling);
    high = 23'd0;
    if (pk) high = any_f16(op, fp_mode, x[31:16], y[31:16], z[31:16], 12'sd0);
    special_f16 = {low[22:16] | high[22:16], high[15:0], low[15:0]};
    special_f16[31:0] = fp_pkg::modified_f16(special_f16[31:0], modifiers, fp_mode);
    if (op == valu_fma_pkg::MacF16) special_f16[31:16] = above;
  endfunction

  // The fp_pkg result of an f16 operation, or with pk of a packed one. The argument control is as in fp_pkg. Without
  // pk zeros are above the result; MacF16 keeps the upper half of c there.
  // Each half is x * y + z.
  function automatic logic [38:0] compute_f16(input logic [36:0] control, input logic [31:0] a, input logic [31:0] b,
                                              input logic [31:0] c);
    /* verilator no_inline_task */
    logic moved, plain, pk;
    logic [2:0] lo, hi, neg, neg_hi, abs;
    // verilator lint_off UNUSEDSIGNAL
    logic [2:0] modifiers;
    logic [10:0] fp_mode;
    logic [31:0] normal;
    // verilator lint_on UNUSEDSIGNAL
    logic [4:0] op;
    logic [31:0] x, y, z;
    logic [23:0] low, high;
    logic [38:0] special;
    {lo, hi, neg, neg_hi, abs, fp_mode, modifiers, moved, plain, pk, op} = control;
    x = a;
    y = b;
    z = c;
    if (moved) begin
      x = fp_pkg::halves_f16(a, lo[0], hi[0], neg[0], neg_hi[0], abs[0]);
      y = fp_pkg::halves_f16(b, lo[1], hi[1], neg[1], neg_hi[1], abs[1]);
      z = fp_pkg::halves_f16(c, lo[2], hi[2], neg[2], neg_hi[2], abs[2]);
    end
    normal = fp_pkg::normal_f16(x) & fp_pkg::normal_f16(y);
    case (op)
      valu_fma_pkg::AddF16: begin
        z = y;
        y = {fp_pkg::OneF16, fp_pkg::OneF16};
      end
      valu_fma_pkg::SubF16: begin
        z = y ^ 32'h80008000;
        y = {fp_pkg::OneF16, fp_pkg::OneF16};
      end
      valu_fma_pkg::SubrevF16: begin
        z = y;
        x = x ^ 32'h80008000;
        y = {fp_pkg::OneF16, fp_pkg::OneF16};
      end
      valu_fma_pkg::MulF16: z = (x ^ y) & 32'h80008000;
      valu_fma_pkg::LdexpF16, valu_fma_pkg::FractF16: begin
        y = {fp_pkg::OneF16, fp_pkg::OneF16};
        z = x & 32'h80008000;
      end
      default: normal = normal & fp_pkg::normal_f16(z);
    endcase
    low = 24'h800000;
    high = 24'd0;
    if (plain && normal[15] && normal[31]) begin
      low = fp_pkg::near_sum_f16(x, y, z, op != valu_fma_pkg::MulF16, fp_mode[3:2]);
      if (pk) begin
        high = fp_pkg::near_sum_f16(x >> 16, y >> 16, z >> 16, op != valu_fma_pkg::MulF16, fp_mode[3:2]);
      end
    end
    compute_f16 = {low[22:16] | high[22:16], high[15:0], low[15:0]};
    if (low[23] || high[23]) begin
      special = special_f16(control, x, y, z, b[15:0], c[31:16]);
      compute_f16 = special;
    end
  endfunction

  // A source of a mixed operation, with the flags that it raises as f16: its f16 half, widened, or itself. A denormal
  // half becomes zero with flush; that of v_mad_mix always (D-NUM-13).
  function automatic logic [38:0] mixed(input logic [31:0] x, input logic is_half, input logic high,
                                        input logic flush);
    logic [15:0] half;
    half = high ? x[31:16] : x[15:0];
    mixed = {7'd0, x};
    if (is_half) begin
      mixed = {fp_pkg::operand_flags_f16(half[14:0]),
               fp_pkg::operand_f16(half, 1'b0, 1'b0, flush || !cu_pkg::Gfx906)};
    end
  endfunction

  // The fp_pkg result of a mixed operation whose sum is wide. old: the destination as it was, for its other half.
  function automatic logic [38:0] finish_mix(input logic [4:0] op, input logic clamp, input logic [10:0] fp_mode,
      input logic [38:0] wide, input logic [31:0] old);
    /* verilator no_inline_task */
    logic [38:0] half;
    logic dx10, ovfl;
    logic [1:0] round;
    // verilator lint_off UNUSEDSIGNAL
    logic ieee;
    logic [1:0] denorm, denorm32, round32;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    finish_mix = wide;
    if (op != valu_fma_pkg::MixF32) begin
      half = fp_pkg::to_f16(wide[31:0], round, 1'b1, ovfl);
      finish_mix[38:32] = wide[38:32] | half[38:32];
      half[31:0] = fp_pkg::output_modifiers(fp_pkg::F16, half[31:0], 2'd0, clamp, round, dx10, ovfl);
      if (op == valu_fma_pkg::MixloF16) finish_mix[31:0] = {old[31:16], half[15:0]};
      else finish_mix[31:0] = {half[15:0], old[15:0]};
    end
  endfunction

  // The fp_pkg result of v_fma_mixlo_f16 and v_fma_mixhi_f16 of gfx906: the exact sum of f32 numbers, rounded once to
  // f16 (numerics.md 3.1). A NaN comes out quiet whatever IEEE says. old: as finish_mix takes it.
  function automatic logic [38:0] fused_half(input logic [4:0] op, input logic [2:0] neg, input logic [2:0] abs,
      input logic clamp, input logic [10:0] fp_mode, input logic [31:0] a, input logic [31:0] b,
      input logic [31:0] c, input logic [31:0] old);
    /* verilator no_inline_task */
    logic [31:0] x, y, z, value;
    logic dx10, ovfl;
    logic [1:0] round;
    logic [6:0] flags;
    logic [38:0] result;
    // verilator lint_off UNUSEDSIGNAL
    logic ieee;
    logic [1:0] denorm, denorm32, round32;
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    x = fp_pkg::flush_denormal(fp_pkg::input_modifiers(a, neg[0], abs[0]), !denorm32[0]);
    y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), !denorm32[0]);
    z = fp_pkg::flush_denormal(fp_pkg::input_modifiers(c, neg[2], abs[2]), !denorm32[0]);
    flags = fp_pkg::operand_flags(a) | fp_pkg::operand_flags(b) | fp_pkg::operand_flags(c);
    if (fp_pkg::is_nan(x)) value = fp_pkg::narrow(fp_pkg::nan_out(x, 1'b1));
    else if (fp_pkg::is_nan(y)) value = fp_pkg::narrow(fp_pkg::nan_out(y, 1'b1));
    else if (fp_pkg::is_nan(z) && !fp_pkg::invalid_product(x, y)) value = fp_pkg::narrow(fp_pkg::nan_out(z, 1'b1));
    else begin
      result = fp_pkg::mul_add(fp_pkg::F16, x, y, z, 12'sd0, 1'b0, round, !denorm[1], ovfl);
      flags = flags | result[38:32];
      value = result[31:0];
    end
    value = fp_pkg::output_modifiers(fp_pkg::F16, value, 2'd0, clamp, round, dx10, ovfl);
    if (op == valu_fma_pkg::MixloF16) fused_half = {flags, old[31:16], value[15:0]};
    else fused_half = {flags, value[15:0], old[15:0]};
  endfunction

  // The fp_pkg result of v_dot2_f32_f16 of gfx906: fma(a.hi, b.hi, fma(a.lo, b.lo, c)) in f32 (numerics.md 3.1). Both
  // sums are rounded to nearest even. f32 denormals are flushed and f16 denormals kept, whatever MODE says (D-NUM-14).
  // OP_SEL (lo) and OP_SEL_HI (hi) pick the halves of a and b.
  function automatic logic [38:0] dot2(input logic [2:0] neg, input logic [1:0] neg_hi, input logic clamp,
      input logic [10:0] fp_mode, input logic [1:0] lo, input logic [1:0] hi, input logic [31:0] a,
      input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [10:0] mode;
    logic [38:0] x, y;
    logic ovfl, dx10, ieee;
    logic [1:0] denorm, round;
    // verilator lint_off UNUSEDSIGNAL
    logic [1:0] denorm32, round32;
    logic [39:0] low, high;  // without a mask bit
    // verilator lint_on UNUSEDSIGNAL
    {ovfl, dx10, ieee, denorm, denorm32, round, round32} = fp_mode;
    mode = {ovfl, dx10, ieee, denorm, 2'd0, round, fp_pkg::RoundNearest};
    x = mixed(a, 1'b1, lo[0], 1'b0);
    y = mixed(b, 1'b1, lo[1], 1'b0);
    low = compute(valu_fma_pkg::FmaF32, 1'b0, neg, 3'd0, 2'd0, 1'b0, mode, x[31:0], y[31:0], c);
    dot2[38:32] = low[38:32] | x[38:32] | y[38:32];
    x = mixed(a, 1'b1, hi[0], 1'b0);
    y = mixed(b, 1'b1, hi[1], 1'b0);
    high = compute(valu_fma_pkg::FmaF32, 1'b0, {1'b0, neg_hi}, 3'd0, 2'd0, clamp, mode, x[31:0], y[31:0], low[31:0]);
    dot2 = {dot2[38:32] | high[38:32] | x[38:32] | y[38:32], high[31:0]};
  endfunction
endpackage
