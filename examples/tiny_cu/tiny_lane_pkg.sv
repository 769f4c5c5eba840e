// SPDX-License-Identifier: Apache-2.0
// One lane of the vector ALU (numerics.md 7).
package tiny_lane_pkg;
  import tiny_op_pkg::*;

  typedef enum logic [2:0] {CondF, CondLt, CondEq, CondLe, CondGt, CondNe, CondGe, CondT} condition_e;
  function automatic logic [31:0] lowest(input logic [31:0] x);
    lowest = '1;
    for (int i = 31; i >= 0; i--) if (x[i]) lowest = 32'(i);
  endfunction

  function automatic logic [31:0] ones(input logic [31:0] x);
    ones = '0;
    for (int i = 0; i < 32; i++) ones += 32'(x[i]);
  endfunction

  function automatic logic [31:0] reversed(input logic [31:0] x);
    reversed = '0;
    for (int i = 0; i < 32; i++) reversed[i] = x[31-i];
  endfunction

  function automatic logic [7:0] unsigned8(input logic [15:0] x);
    return x[15] ? 8'd0 : x > 16'd255 ? 8'hff : x[7:0];
  endfunction

  // op: the VOP3 number. wrong_carry: the planted bug, adders lose the carry out of bit 15.
  // data: the result. mask: that of a compare or a carry.
  function automatic void lane_result(input logic [9:0] op, input logic [63:0] a64, input logic [63:0] b64,
                                      input logic [63:0] c64, input logic carry_in, input logic wrong_carry,
                                      output logic [63:0] data, output logic mask);
    // verilator no_inline_task
    logic [31:0] a, b, c, low;
    logic [32:0] sum, difference, reverse;
    logic [63:0] product_u;
    // verilator lint_off UNUSEDSIGNAL
    logic [63:0] product_s;  // its high half
    // verilator lint_on UNUSEDSIGNAL
    logic [47:0] product_u24;
    logic [63:0] product_s24;
    logic [64:0] mad;
    logic [31:0] field;
    logic        wide, without_sign, less, equal, compared;
    a = a64[31:0];
    b = b64[31:0];
    c = c64[31:0];
    sum = wrong_carry ? {1'b0, a[31:16] + b[31:16], a[15:0] + b[15:0]} :
                                       33'(a) + 33'(b) + 33'(carry_in);
    difference = 33'(a) - 33'(b) - 33'(carry_in);
    reverse = 33'(b) - 33'(a) - 33'(carry_in);
    product_u = 64'(a) * 64'(b);
    product_s = 64'($signed(a)) * 64'($signed(b));
    product_u24 = 48'(a[23:0]) * 48'(b[23:0]);
    product_s24 = 64'($signed(a[23:0])) * 64'($signed(b[23:0]));
    mad = wrong_carry ? {1'b0, product_u[63:16] + c64[63:16], product_u[15:0] + c64[15:0]} :
                                       65'(product_u) + 65'(c64);
    wide = op[5];
    without_sign = op[3];
    equal = wide ? a64 == b64 : a == b;

    // Compares (gfx9-encoding.md 8).
    if (wide) less = without_sign ? a64 < b64 : $signed(a64) < $signed(b64);
    else less = without_sign ? a < b : $signed(a) < $signed(b);
    unique case (condition_e'(op[2:0]))
      CondF: compared = 1'b0;
      CondLt: compared = less;
      CondEq: compared = equal;
      CondLe: compared = less || equal;
      CondGt: compared = !less && !equal;
      CondNe: compared = !equal;
      CondGe: compared = !less;
      default: compared = 1'b1;
    endcase

    // v_bfe: bits b[4:0].. of a, c[4:0] of them.
    field = op[0] ? 32'($signed(a) >>> b[4:0]) : a >> b[4:0];
    if (c[4:0] == '0) field = '0;
    else if (6'(b[4:0]) + 6'(c[4:0]) < 6'd32) begin
      field = field << (6'd32 - 6'(c[4:0]));
      field = op[0] ? 32'($signed(field) >>> (6'd32 - 6'(c[4:0]))) : field >> (6'd32 - 6'(c[4:0]));
    end

    low      = '0;
    mask   = 1'b0;
    data = '0;
    unique case (op) inside
      [VCmpFI32:VCmpxTU64]: mask = compared;
      VCndmaskB32: low = carry_in ? b : a;
      VMulI32I24: low = product_s24[31:0];
      VMulHiI32I24: low = product_s24[63:32];
      VMulU32U24: low = product_u24[31:0];
      VMulHiU32U24: low = 32'(product_u24[47:32]);
      VMinI32: low = $signed(a) < $signed(b) ? a : b;
      VMaxI32: low = $signed(a) < $signed(b) ? b : a;
      VMinU32: low = a < b ? a : b;
      VMaxU32: low = a < b ? b : a;
      VLshrrevB32: low = b >> a[4:0];
      VAshrrevI32: low = 32'($signed(b) >>> a[4:0]);
      VLshlrevB32: low = b << a[4:0];
      VAndB32: low = a & b;
      VOrB32: low = a | b;
      VXorB32: low = a ^ b;
      VAddCoU32, VAddcCoU32: begin low = sum[31:0]; mask = sum[32]; end
      VSubCoU32, VSubbCoU32: begin low = difference[31:0]; mask = difference[32]; end
      VSubrevCoU32, VSubbrevCoU32: begin low = reverse[31:0]; mask = reverse[32]; end
      VAddU32: low = sum[31:0];
      VSubU32: low = difference[31:0];
      VSubrevU32: low = reverse[31:0];
      VMovB32, VWritelaneB32: low = a;
      VNotB32: low = ~a;
      VBfrevB32: low = reversed(a);
      VFfbhU32: low = lowest(reversed(a));
      VFfblB32: low = lowest(a);
      VFfbhI32: low = lowest(reversed(a ^ {32{a[31]}}));
      VSatPkU8I16: low = {16'b0, unsigned8(a[31:16]), unsigned8(a[15:0])};
      VMadI32I24: low = product_s24[31:0] + c;
      VMadU32U24: low = product_u24[31:0] + c;
      VBfeU32, VBfeI32: low = field;
      VBfiB32: low = (a & b) | (~a & c);
      VAlignbitB32: low = 32'({a, b} >> c[4:0]);
      VMin3I32: begin
        low = $signed(a) < $signed(b) ? a : b;
        low = $signed(low) < $signed(c) ? low : c;
      end
      VMin3U32: begin
        low = a < b ? a : b;
        low = low < c ? low : c;
      end
      VMax3I32: begin
        low = $signed(a) < $signed(b) ? b : a;
        low = $signed(low) < $signed(c) ? c : low;
      end
      VMax3U32: begin
        low = a < b ? b : a;
        low = low < c ? c : low;
      end
      VMadU64U32: mask = mad[64];
      VXadU32: low = (a ^ b) + c;
      VLshlAddU32: low = (a << b[4:0]) + c;
      VAddLshlU32: low = (a + b) << c[4:0];
      VAdd3U32: low = a + b + c;
      VLshlOrB32: low = (a << b[4:0]) | c;
      VAndOrB32: low = (a & b) | c;
      VOr3B32: low = a | b | c;
      VMulLoU32: low = product_u[31:0];
      VMulHiU32: low = product_u[63:32];
      VMulHiI32: low = product_s[63:32];
      VBcntU32B32: low = ones(a) + b;
      VBfmB32: low = ((32'd1 << a[4:0]) - 32'd1) << b[4:0];
      default: ;
    endcase
    unique case (op)
      VMadU64U32: data = mad[63:0];
      VLshlrevB64: data = b64 << a[5:0];
      VLshrrevB64: data = b64 >> a[5:0];
      VAshrrevI64: data = 64'($signed(b64) >>> a[5:0]);
      default: data = {32'b0, low};
    endcase
  endfunction
endpackage
