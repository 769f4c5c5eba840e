// SPDX-License-Identifier: Apache-2.0
// Formats of buffers and images (buffer-memory.md 7, image.md 7): where a component lies in its element, and what it is
// in a register. The functions are of one lane. MODE has no influence (D-MEM-25). Buffers have the
// first numbers of the formats of images.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane. With no_inline_task Verilator emits
// one function that all lanes share.
package vmem_format_pkg;
  // verilator lint_off UNUSEDPARAM
  // DATA_FORMAT. Names list the components from the most significant end.
  parameter logic [4:0] Dfmt8       = 5'd1;
  parameter logic [4:0] Dfmt16      = 5'd2;
  parameter logic [4:0] Dfmt8x2     = 5'd3;
  parameter logic [4:0] Dfmt32      = 5'd4;
  parameter logic [4:0] Dfmt16x2    = 5'd5;
  parameter logic [4:0] Dfmt101111  = 5'd6;
  parameter logic [4:0] Dfmt111110  = 5'd7;
  parameter logic [4:0] Dfmt1010102 = 5'd8;
  parameter logic [4:0] Dfmt2101010 = 5'd9;
  parameter logic [4:0] Dfmt8x4     = 5'd10;
  parameter logic [4:0] Dfmt32x2    = 5'd11;
  parameter logic [4:0] Dfmt16x4    = 5'd12;
  parameter logic [4:0] Dfmt32x3    = 5'd13;
  parameter logic [4:0] Dfmt32x4    = 5'd14;
  parameter logic [4:0] Dfmt565     = 5'd16;
  parameter logic [4:0] Dfmt1555    = 5'd17;
  parameter logic [4:0] Dfmt5551    = 5'd18;
  parameter logic [4:0] Dfmt4444    = 5'd19;
  // NUM_FORMAT.
  parameter logic [3:0] Unorm   = 4'd0;
  parameter logic [3:0] Snorm   = 4'd1;
  parameter logic [3:0] Uscaled = 4'd2;
  parameter logic [3:0] Sscaled = 4'd3;
  parameter logic [3:0] Uint    = 4'd4;
  parameter logic [3:0] Sint    = 4'd5;
  parameter logic [3:0] Float   = 4'd7;
  parameter logic [3:0] Srgb    = 4'd9;
  // DST_SEL: 0, 1, and the components from X on. X, Y, Z, W in their places.
  parameter logic [2:0]  SelOne   = 3'd1;
  parameter logic [2:0]  SelX     = 3'd4;
  parameter logic [11:0] Identity = {3'd7, 3'd6, 3'd5, 3'd4};
  // verilator lint_on UNUSEDPARAM

  // The access to a buffer has a format: a legal pair, and one that can be stored (D-MEM-22, D-MEM-23).
  function automatic logic is_bound(input logic [4:0] dfmt, input logic [3:0] nfmt, input logic store);
    case (dfmt)
      Dfmt8, Dfmt8x2, Dfmt8x4, Dfmt2101010, Dfmt1010102: is_bound = nfmt <= Sint;
      Dfmt16, Dfmt16x2, Dfmt16x4, Dfmt101111, Dfmt111110: is_bound = nfmt <= Sint || nfmt == Float;
      Dfmt32, Dfmt32x2, Dfmt32x3, Dfmt32x4: is_bound = nfmt == Uint || nfmt == Sint || nfmt == Float;
      default: is_bound = 1'b0;
    endcase
    if (store && is_read_only(nfmt)) is_bound = 1'b0;
  endfunction

  // What is stored to it is dropped (D-MEM-22, image.md 7.2).
  function automatic logic is_read_only(input logic [3:0] nfmt);
    is_read_only = nfmt == Uscaled || nfmt == Sscaled || nfmt == Srgb;
  endfunction

  // Images have this pair (image.md 7.1).
  function automatic logic is_image(input logic [5:0] dfmt, input logic [3:0] nfmt);
    case (dfmt[4:0])
      Dfmt8, Dfmt8x2, Dfmt2101010, Dfmt1010102: is_image = nfmt <= Sint;
      Dfmt8x4: is_image = nfmt <= Sint || nfmt == Srgb;
      Dfmt16, Dfmt16x2, Dfmt16x4: is_image = nfmt <= Sint || nfmt == Float;
      Dfmt101111, Dfmt111110: is_image = nfmt == Float;
      Dfmt32, Dfmt32x2, Dfmt32x4: is_image = nfmt == Uint || nfmt == Sint || nfmt == Float;
      Dfmt565, Dfmt1555, Dfmt5551, Dfmt4444: is_image = nfmt == Unorm;
      default: is_image = 1'b0;
    endcase
    if (dfmt[5]) is_image = 1'b0;
  endfunction

  // The dwords of an element, less one.
  function automatic logic [1:0] last_dword(input logic [4:0] dfmt);
    case (dfmt)
      Dfmt32x2, Dfmt16x4: last_dword = 2'd1;
      Dfmt32x3: last_dword = 2'd2;
      Dfmt32x4: last_dword = 2'd3;
      default: last_dword = 2'd0;
    endcase
  endfunction

  // The bytes of a dword of an element.
  function automatic logic [2:0] dword_bytes(input logic [4:0] dfmt);
    case (dfmt)
      Dfmt8: dword_bytes = 3'd1;
      Dfmt16, Dfmt8x2, Dfmt565, Dfmt1555, Dfmt5551, Dfmt4444: dword_bytes = 3'd2;
      default: dword_bytes = 3'd4;
    endcase
  endfunction

  // The place of a component (0: X) in its element: {dword[1:0], first bit[4:0], bits[5:0]}. One that the format lacks
  // has no bits.
  function automatic logic [12:0] place(input logic [4:0] dfmt, input logic [1:0] component);
    place = '0;
    case (dfmt)
      Dfmt8:    if (component == 2'd0) place = {2'd0, 5'd0, 6'd8};
      Dfmt16:   if (component == 2'd0) place = {2'd0, 5'd0, 6'd16};
      Dfmt8x2:  if (!component[1]) place = {2'd0, 1'b0, component[0], 3'd0, 6'd8};
      Dfmt32:   if (component == 2'd0) place = {2'd0, 5'd0, 6'd32};
      Dfmt16x2: if (!component[1]) place = {2'd0, component[0], 4'd0, 6'd16};
      Dfmt101111:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd11};
          2'd1: place = {2'd0, 5'd11, 6'd11};
          2'd2: place = {2'd0, 5'd22, 6'd10};
          default: ;
        endcase
      Dfmt111110:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd10};
          2'd1: place = {2'd0, 5'd10, 6'd11};
          2'd2: place = {2'd0, 5'd21, 6'd11};
          default: ;
        endcase
      Dfmt1010102:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd2};
          2'd1: place = {2'd0, 5'd2, 6'd10};
          2'd2: place = {2'd0, 5'd12, 6'd10};
          default: place = {2'd0, 5'd22, 6'd10};
        endcase
      Dfmt2101010:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd10};
          2'd1: place = {2'd0, 5'd10, 6'd10};
          2'd2: place = {2'd0, 5'd20, 6'd10};
          default: place = {2'd0, 5'd30, 6'd2};
        endcase
      Dfmt8x4:  place = {2'd0, component, 3'd0, 6'd8};
      Dfmt32x2: if (!component[1]) place = {component, 5'd0, 6'd32};
      Dfmt16x4: place = {1'b0, component[1], component[0], 4'd0, 6'd16};
      Dfmt32x3: if (component != 2'd3) place = {component, 5'd0, 6'd32};
      Dfmt32x4: place = {component, 5'd0, 6'd32};
      Dfmt565:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd5};
          2'd1: place = {2'd0, 5'd5, 6'd6};
          2'd2: place = {2'd0, 5'd11, 6'd5};
          default: ;
        endcase
      Dfmt1555:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd5};
          2'd1: place = {2'd0, 5'd5, 6'd5};
          2'd2: place = {2'd0, 5'd10, 6'd5};
          default: place = {2'd0, 5'd15, 6'd1};
        endcase
      Dfmt5551:
        case (component)
          2'd0: place = {2'd0, 5'd0, 6'd1};
          2'd1: place = {2'd0, 5'd1, 6'd5};
          2'd2: place = {2'd0, 5'd6, 6'd5};
          default: place = {2'd0, 5'd11, 6'd5};
        endcase
      Dfmt4444: place = {2'd0, 1'b0, component, 2'd0, 6'd4};
      default: ;
    endcase
  endfunction

  // The functions below make whole numbers and use a part.
  // verilator lint_off UNUSEDSIGNAL
  // The magnitude of a normalized number over its largest, 2^period - 1: the digits of the quotient repeat. These are
  // its first 40 binary places.
  function automatic logic [39:0] quotient(input logic [15:0] m, input logic [4:0] period);
    case (period)
      5'd1: quotient = {40{m[0]}};
      5'd2: quotient = {20{m[1:0]}};
      5'd4: quotient = {10{m[3:0]}};
      5'd5: quotient = {8{m[4:0]}};
      5'd6: quotient = {{6{m[5:0]}}, m[5:2]};
      5'd7: quotient = {{5{m[6:0]}}, m[6:2]};
      5'd8: quotient = {5{m[7:0]}};
      5'd9: quotient = {{4{m[8:0]}}, m[8:5]};
      5'd10: quotient = {4{m[9:0]}};
      5'd11: quotient = {{3{m[10:0]}}, m[10:4]};
      5'd15: quotient = {{2{m[14:0]}}, m[14:5]};
      default: quotient = {{2{m}}, m[15:8]};
    endcase
  endfunction

  // The float of a magnitude that is not 0, rounded to nearest even: an integer, or one over 2^period - 1. It is exact
  // as an integer. A quotient is inexact, or it is 1, to which its places are rounded.
  function automatic logic [31:0] float_of(input logic [15:0] m, input logic is_quotient, input logic [4:0] period,
                                           input logic half);
    logic [39:0] n;         // the leading one goes to bit 39
    logic [7:0]  exponent;  // the exponent field that it then needs
    logic        up;
    n = is_quotient ? quotient(m, period) : {m, 24'd0};
    exponent = (half ? 8'd15 : 8'd127) + (is_quotient ? -8'd1 : 8'd15);
    if (n[39:32] == '0) begin n = n << 8; exponent = exponent - 8'd8; end
    if (n[39:36] == '0) begin n = n << 4; exponent = exponent - 8'd4; end
    if (n[39:38] == '0) begin n = n << 2; exponent = exponent - 8'd2; end
    if (!n[39]) begin n = n << 1; exponent = exponent - 8'd1; end
    // The hidden bit adds one to the exponent field; the carry of rounding can add another.
    if (half) begin
      if (exponent == 8'd0) n = n >> 1;                       // a denormal
      if (exponent == 8'hff) n = n >> 2;
      if (exponent == 8'd0 || exponent == 8'hff) exponent = 8'd1;
      up = fp_pkg::round_up(fp_pkg::RoundNearest, 1'b0, n[29], n[28], is_quotient || n[27:0] != '0);
      float_of = {21'd0, n[39:29]} + {14'd0, exponent - 8'd1, 10'd0} + {31'd0, up};
    end else begin
      up = fp_pkg::round_up(fp_pkg::RoundNearest, 1'b0, n[16], n[15], is_quotient || n[14:0] != '0);
      float_of = {8'd0, n[39:16]} + {1'b0, exponent - 8'd1, 23'd0} + {31'd0, up};
    end
  endfunction

  // An f32 number as an f16 number, rounded toward zero. A NaN keeps its sign and the upper bits of its payload, and
  // becomes quiet.
  function automatic logic [15:0] truncated(input logic [31:0] x);
    logic [10:0] denormal;
    denormal = {1'b1, x[22:13]} >> (8'd113 - x[30:23]);
    if (fp_pkg::is_nan(x)) truncated = {x[31], 6'h3f, x[21:13]};
    else if (fp_pkg::is_inf(x)) truncated = {x[31], 15'h7c00};
    else if (x[30:23] > 8'd142) truncated = {x[31], 15'h7bff};
    else if (x[30:23] > 8'd112) truncated = {x[31], 5'(x[30:23] - 8'd112), x[22:13]};
    else truncated = {x[31], 5'd0, denormal[9:0]};
  endfunction

  // What a load makes of a component (buffer-memory.md 6, 7.3): an f32 or an integer of 32 bits. With half it has 16
  // bits, and zeros above them. The component is in the low bits, too. SRGB is not loaded with half.
  function automatic logic [31:0] loaded(input logic [31:0] bits, input logic [5:0] width, input logic [3:0] nfmt,
                                         input logic half);
    /* verilator no_inline_task */
    logic [31:0] top, value, magnitude;
    logic [15:0] f16;
    logic        is_signed;
    is_signed = nfmt == Snorm || nfmt == Sscaled || nfmt == Sint;
    top = 32'd1 << (width - 6'd1);
    value = is_signed ? (bits ^ top) - top : bits;
    loaded = value;
    case (nfmt)
      Uint, Sint: if (half) loaded[31:16] = '0;
      Srgb: loaded = vmem_srgb_pkg::linear(bits[7:0]);
      Float: begin
        if (width == 6'd32) begin
          loaded = half ? {16'd0, truncated(bits)} : bits;
        end else begin
          // Components of 11 and 10 bits are an f16 without its sign and its last bits.
          f16 = width == 6'd16 ? bits[15:0] : width == 6'd11 ? {1'b0, bits[10:0], 4'd0} : {1'b0, bits[9:0], 5'd0};
          loaded = half ? {16'd0, f16} : fp_pkg::widen(f16);
        end
      end
      default: begin
        magnitude = value[31] ? -value : value;
        if (nfmt == Snorm && magnitude == top) magnitude = top - 32'd1;
        loaded = '0;
        if (magnitude != '0) begin
          loaded = float_of(magnitude[15:0], nfmt == Unorm || nfmt == Snorm, 5'(width - {5'd0, is_signed}), half);
        end
        if (half) loaded[15] = value[31];
        else loaded[31] = value[31];
      end
    endcase
  endfunction

  // The value 1 of a component.
  function automatic logic [31:0] one(input logic [3:0] nfmt, input logic half);
    one = nfmt == Uint || nfmt == Sint ? 32'd1 : half ? {16'd0, fp_pkg::OneF16} : fp_pkg::One;
  endfunction

  // The register component that a store takes for a component of the element: {there is one, its number} (D-MEM-20).
  function automatic logic [2:0] source(input logic [11:0] dst_sel, input logic [1:0] component,
                                        input logic [1:0] last);
    source = '0;
    for (int unsigned i = 4; i > 0; i--) begin
      if (dst_sel[3 * (i - 1) +: 3] == {1'b1, component}) source = {2'(i - 1) <= last, 2'(i - 1)};
    end
  endfunction

  // f is a finite magnitude of an f32 number. The result is an f16 magnitude. With norm it is f * (2^period - 1),
  // where f counts as 1 from 1 on. It is rounded to nearest even, or toward zero.
  function automatic logic [15:0] scaled(input logic [30:0] f, input logic norm, input logic [4:0] period,
                                         input logic truncate);
    logic [63:0] n, whole, rest;
    logic [7:0]  exponent, amount;  // by how much the number is shifted
    logic        normal, up;
    exponent = f[30:23];
    normal = exponent > 8'd112;
    n = {40'd0, exponent != '0, f[22:0]};
    if (norm) n = (n << period) - n;
    amount = norm ? 8'd150 - exponent : normal ? 8'd13 : 8'd126 - exponent;
    whole = n >> amount[5:0];
    rest = n << (6'd0 - amount[5:0]);
    up = !truncate && fp_pkg::round_up(fp_pkg::RoundNearest, 1'b0, whole[0], rest[63], rest[62:0] != '0);
    scaled = whole[15:0] + {15'd0, up};
    if (amount > 8'd41) scaled = '0;
    // The hidden bit adds one to the exponent field; the carry of rounding can add another.
    if (!norm && normal) scaled = scaled + {1'b0, 5'(exponent - 8'd113), 10'd0};
    if (!norm && exponent > 8'd142) scaled = truncate ? 16'h7bff : 16'h7c00;
    if (norm && exponent > 8'd126) scaled = 16'((32'd1 << period) - 32'd1);
  endfunction

  // What a store makes of a register component: the bits of the element's component. With half it has 16 bits.
  function automatic logic [31:0] stored(input logic [31:0] given, input logic [5:0] width, input logic [3:0] nfmt,
                                         input logic half);
    /* verilator no_inline_task */
    logic [31:0] value, wide, mask, least, most;
    logic [15:0] f16, rounded;
    mask = 32'hFFFFFFFF >> (6'd32 - width);
    wide = half ? fp_pkg::widen(given[15:0]) : given;
    rounded = scaled(wide[30:0], nfmt != Float, 5'(width - {5'd0, nfmt == Snorm}),
                     nfmt == Float && width != 6'd16);
    value = '0;
    case (nfmt)
      Uint: begin
        value = half ? {16'd0, given[15:0]} : given;
        if (value > mask) value = mask;
      end
      Sint: begin
        value = half ? {{16{given[15]}}, given[15:0]} : given;
        most = mask >> 1;
        least = ~most;
        if (signed'(value) > signed'(most)) value = most;
        if (signed'(value) < signed'(least)) value = least;
      end
      Float: begin
        f16 = {wide[31], rounded[14:0]};
        if (fp_pkg::is_nan(wide)) f16 = {wide[31], 6'h3f, wide[21:13]};
        if (fp_pkg::is_inf(wide)) f16 = {wide[31], 15'h7c00};
        if (half) f16 = given[15:0];
        if (width == 6'd32) value = wide;
        else if (width == 6'd16) value = {16'd0, f16};
        else if (fp_pkg::is_nan_f16(f16)) value = mask;  // D-MEM-28
        else if (!f16[15]) value = {16'd0, f16} >> (6'd15 - width);
      end
      default: begin
        if (fp_pkg::is_nan(wide) || (wide[31] && nfmt == Unorm)) rounded = '0;
        value = wide[31] ? -{16'd0, rounded} : {16'd0, rounded};
      end
    endcase
    stored = value & mask;
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
