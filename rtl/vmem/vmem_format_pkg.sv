// SPDX-License-Identifier: Apache-2.0
// Formats of buffers (buffer-memory.md 7): where a component lies in its element, and what it is in a register. The
// functions are of one lane. MODE has no influence (D-MEM-25).
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane. With no_inline_task Verilator emits
// one function that all lanes share.
package vmem_format_pkg;
  // verilator lint_off UNUSEDPARAM
  // DATA_FORMAT. Names list the components from the most significant end.
  parameter logic [3:0] Dfmt8           = 4'd1;
  parameter logic [3:0] Dfmt16          = 4'd2;
  parameter logic [3:0] Dfmt8x2         = 4'd3;
  parameter logic [3:0] Dfmt32          = 4'd4;
  parameter logic [3:0] Dfmt16x2        = 4'd5;
  parameter logic [3:0] Dfmt101111      = 4'd6;
  parameter logic [3:0] Dfmt111110      = 4'd7;
  parameter logic [3:0] Dfmt1010102     = 4'd8;
  parameter logic [3:0] Dfmt2101010     = 4'd9;
  parameter logic [3:0] Dfmt8x4         = 4'd10;
  parameter logic [3:0] Dfmt32x2        = 4'd11;
  parameter logic [3:0] Dfmt16x4        = 4'd12;
  parameter logic [3:0] Dfmt32x3        = 4'd13;
  parameter logic [3:0] Dfmt32x4        = 4'd14;
  // NUM_FORMAT.
  parameter logic [2:0] Unorm   = 3'd0;
  parameter logic [2:0] Snorm   = 3'd1;
  parameter logic [2:0] Uscaled = 3'd2;
  parameter logic [2:0] Sscaled = 3'd3;
  parameter logic [2:0] Uint    = 3'd4;
  parameter logic [2:0] Sint    = 3'd5;
  parameter logic [2:0] Float   = 3'd7;
  // DST_SEL: 0, 1, and the components from X on. X, Y, Z, W in their places.
  parameter logic [2:0]  SelOne   = 3'd1;
  parameter logic [2:0]  SelX     = 3'd4;
  parameter logic [11:0] Identity = {3'd7, 3'd6, 3'd5, 3'd4};
  // verilator lint_on UNUSEDPARAM

  // The access has a format: a legal pair, and one that can be stored (D-MEM-22, D-MEM-23).
  function automatic logic is_bound(input logic [3:0] dfmt, input logic [2:0] nfmt, input logic store);
    case (dfmt)
      Dfmt8, Dfmt8x2, Dfmt8x4, Dfmt2101010, Dfmt1010102: is_bound = nfmt <= Sint;
      Dfmt16, Dfmt16x2, Dfmt16x4, Dfmt101111, Dfmt111110: is_bound = nfmt <= Sint || nfmt == Float;
      Dfmt32, Dfmt32x2, Dfmt32x3, Dfmt32x4: is_bound = nfmt == Uint || nfmt == Sint || nfmt == Float;
      default: is_bound = 1'b0;
    endcase
    if (store && (nfmt == Uscaled || nfmt == Sscaled)) is_bound = 1'b0;
  endfunction

  // The dwords of an element, less one.
  function automatic logic [1:0] last_dword(input logic [3:0] dfmt);
    case (dfmt)
      Dfmt32x2, Dfmt16x4: last_dword = 2'd1;
      Dfmt32x3: last_dword = 2'd2;
      Dfmt32x4: last_dword = 2'd3;
      default: last_dword = 2'd0;
    endcase
  endfunction

  // The bytes of a dword of an element.
  function automatic logic [2:0] dword_bytes(input logic [3:0] dfmt);
    case (dfmt)
      Dfmt8: dword_bytes = 3'd1;
      Dfmt16, Dfmt8x2: dword_bytes = 3'd2;
      default: dword_bytes = 3'd4;
    endcase
  endfunction

  // The place of a component (0: X) in its element: {dword[1:0], first bit[4:0], bits[5:0]}. One that the format lacks
  // has no bits.
  function automatic logic [12:0] place(input logic [3:0] dfmt, input logic [1:0] component);
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
      default: ;
    endcase
  endfunction

  // The functions below make whole numbers and use a part.
  // verilator lint_off UNUSEDSIGNAL
  // The magnitude of a normalized number over its largest, 2^period - 1: the digits of the quotient repeat. It is a
  // fraction of 64 bits, whose bit 0 is sticky: the quotient is inexact, or 1, to which it is rounded.
  function automatic logic [63:0] quotient(input logic [15:0] m, input logic [4:0] period);
    logic [74:0] digits;  // from bit 74 on
    digits = '0;
    case (period)
      5'd1: digits = {75{m[0]}};
      5'd2: digits = {{37{m[1:0]}}, 1'b0};
      5'd7: digits = {{10{m[6:0]}}, 5'd0};
      5'd8: digits = {{9{m[7:0]}}, 3'd0};
      5'd9: digits = {{8{m[8:0]}}, 3'd0};
      5'd10: digits = {{7{m[9:0]}}, 5'd0};
      5'd11: digits = {{6{m[10:0]}}, 9'd0};
      5'd15: digits = {5{m[14:0]}};
      default: digits = {{4{m}}, 11'd0};
    endcase
    quotient = {digits[74:12], m != '0};
  endfunction

  // What a load makes of a component (buffer-memory.md 6, 7.3): an f32 or an integer of 32 bits. With half it has 16
  // bits, and zeros above them. The component is in the low bits, too.
  function automatic logic [31:0] loaded(input logic [31:0] bits, input logic [5:0] width, input logic [2:0] nfmt,
                                         input logic half);
    /* verilator no_inline_task */
    logic [31:0] top, value, magnitude;
    logic [15:0] f16;
    logic [38:0] narrowed;
    logic [63:0] sig;
    logic signed [13:0] exp;
    logic        is_signed, sign;
    logic [6:0]  flags;
    logic [63:0] packed_value;
    is_signed = nfmt == Snorm || nfmt == Sscaled || nfmt == Sint;
    top = 32'd1 << (width - 6'd1);
    value = is_signed ? (bits ^ top) - top : bits;
    loaded = value;
    case (nfmt)
      Uint, Sint: if (half) loaded[31:16] = '0;
      Float: begin
        if (width == 6'd32) begin
          narrowed = fp_pkg::to_f16(bits, fp_pkg::RoundZero, 1'b0, 1'b0);
          loaded = half ? {16'd0, narrowed[15:0]} : bits;
        end else begin
          // Those of 11 and 10 bits are an f16 without its sign and its last bits.
          f16 = width == 6'd16 ? bits[15:0] : width == 6'd11 ? {1'b0, bits[10:0], 4'd0} : {1'b0, bits[9:0], 5'd0};
          loaded = half ? {16'd0, f16} : fp_pkg::widen(f16);
        end
      end
      default: begin
        sign = value[31];
        magnitude = sign ? -value : value;
        if (nfmt == Snorm && magnitude == top) magnitude = top - 32'd1;
        if (nfmt == Unorm || nfmt == Snorm) begin
          sig = quotient(magnitude[15:0], 5'(width - {5'd0, is_signed}));
          exp = -14'sd3;
        end else begin
          sig = {32'd0, magnitude};
          exp = 14'sd61;
        end
        packed_value = fp_pkg::round_pack(half ? fp_pkg::F16 : fp_pkg::F32, sign, exp, sig, fp_pkg::RoundNearest, 1'b0,
                                          1'b0, flags);
        loaded = packed_value[31:0];
      end
    endcase
  endfunction

  // The value 1 of a component.
  function automatic logic [31:0] one(input logic [2:0] nfmt, input logic half);
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

  // f * (2^period - 1), rounded to nearest even; f is the magnitude of an f32 number, from 1 on it counts as 1.
  function automatic logic [15:0] scaled(input logic [30:0] f, input logic [4:0] period);
    logic [63:0] product, whole, rest;
    logic [7:0]  amount;  // by how much the product is shifted
    logic        up;
    product = ({40'd0, 1'b1, f[22:0]} << period) - {40'd0, 1'b1, f[22:0]};
    amount = 8'd150 - f[30:23];
    whole = product >> amount[5:0];
    rest = product << (6'd0 - amount[5:0]);
    up = fp_pkg::round_up(fp_pkg::RoundNearest, 1'b0, whole[0], rest[63], rest[62:0] != '0);
    if (f[30:23] >= 8'd127) scaled = 16'((32'd1 << period) - 32'd1);
    else if (amount > 8'd41) scaled = '0;
    else scaled = whole[15:0] + {15'd0, up};
  endfunction

  // What a store makes of a register component: the bits of the element's component. With half it has 16 bits.
  function automatic logic [31:0] stored(input logic [31:0] given, input logic [5:0] width, input logic [2:0] nfmt,
                                         input logic half);
    /* verilator no_inline_task */
    logic [31:0] value, wide, mask, least, most;
    logic [38:0] narrowed;
    logic [15:0] f16, norm;
    mask = 32'hFFFFFFFF >> (6'd32 - width);
    wide = half ? fp_pkg::widen(given[15:0]) : given;
    narrowed = '0;
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
        if (width == 6'd32) begin
          value = wide;
        end else begin
          if (!half) begin
            narrowed = fp_pkg::to_f16(given, width == 6'd16 ? fp_pkg::RoundNearest : fp_pkg::RoundZero, 1'b0, 1'b0);
          end
          f16 = half ? given[15:0] : narrowed[15:0];
          if (width == 6'd16) value = {16'd0, f16};
          else if (fp_pkg::is_nan_f16(f16)) value = mask;  // D-MEM-28
          else if (!f16[15]) value = {16'd0, f16} >> (6'd15 - width);
        end
      end
      default: begin
        norm = scaled(wide[30:0], 5'(width - {5'd0, nfmt == Snorm}));
        if (fp_pkg::is_nan(wide) || (wide[31] && nfmt == Unorm)) norm = '0;
        value = wide[31] ? -{16'd0, norm} : {16'd0, norm};
      end
    endcase
    stored = value & mask;
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
