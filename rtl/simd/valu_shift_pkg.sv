// SPDX-License-Identifier: Apache-2.0
// Shifts and bit fields of one lane (numerics.md 7).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_shift_pkg;
  function automatic logic [31:0] ones(input logic [4:0] width);
    ones = (32'd1 << width) - 32'd1;
  endfunction

  // Shifts the field's top bit to bit 31 and back, with its sign. A field that runs past bit 31 is already
  // filled with the sign.
  function automatic logic [31:0] bfe_signed(input logic [31:0] x, input logic [4:0] offset,
                                             input logic [4:0] width);
    logic [31:0] field;
    field = $signed(x) >>> offset;
    if (width == 5'd0) bfe_signed = 32'd0;
    else bfe_signed = $signed(field << (6'd32 - {1'b0, width})) >>> (6'd32 - {1'b0, width});
  endfunction

  function automatic logic [63:0] compute(input logic [7:0] op, input logic [31:0] a,
      input logic [31:0] b, input logic [31:0] b_hi, input logic [31:0] c);
    /* verilator no_inline_task */
    compute = 64'd0;
    unique case (op)
      valu_pkg::OpLshrrev: compute[31:0] = b >> a[4:0];
      valu_pkg::OpAshrrev: compute[31:0] = $signed(b) >>> a[4:0];
      valu_pkg::OpLshlrev: compute[31:0] = b << a[4:0];
      valu_pkg::OpLshlrev64: compute = {b_hi, b} << a[5:0];
      valu_pkg::OpLshrrev64: compute = {b_hi, b} >> a[5:0];
      valu_pkg::OpAshrrev64: compute = $signed({b_hi, b}) >>> a[5:0];
      valu_pkg::OpBfeU32: compute[31:0] = (a >> b[4:0]) & ones(c[4:0]);
      valu_pkg::OpBfeI32: compute[31:0] = bfe_signed(a, b[4:0], c[4:0]);
      valu_pkg::OpAlignbit: compute[31:0] = 32'({a, b} >> c[4:0]);
      valu_pkg::OpAlignbyte: compute[31:0] = 32'({a, b} >> {c[1:0], 3'd0});
      valu_pkg::OpLshlOr: compute[31:0] = (a << b[4:0]) | c;
      valu_pkg::OpBfm: compute[31:0] = ones(a[4:0]) << b[4:0];
      default: ;
    endcase
  endfunction
endpackage
