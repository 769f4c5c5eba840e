// SPDX-License-Identifier: Apache-2.0
// Shifts and bit fields of one lane (numerics.md 7).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_shift_pkg;
  typedef enum logic [4:0] {
    Lshrrev, Ashrrev, Lshlrev, Lshlrev64, Lshrrev64, Ashrrev64, BfeU32, BfeI32, Alignbit, Alignbyte, LshlOr, Bfm
  } op_e;

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

  function automatic logic [63:0] compute(input logic [4:0] op, input logic [31:0] a,
      input logic [31:0] b, input logic [31:0] b_hi, input logic [31:0] c);
    /* verilator no_inline_task */
    compute = 64'd0;
    unique case (op)
      valu_shift_pkg::Lshrrev: compute[31:0] = b >> a[4:0];
      valu_shift_pkg::Ashrrev: compute[31:0] = $signed(b) >>> a[4:0];
      valu_shift_pkg::Lshlrev: compute[31:0] = b << a[4:0];
      valu_shift_pkg::Lshlrev64: compute = {b_hi, b} << a[5:0];
      valu_shift_pkg::Lshrrev64: compute = {b_hi, b} >> a[5:0];
      valu_shift_pkg::Ashrrev64: compute = $signed({b_hi, b}) >>> a[5:0];
      valu_shift_pkg::BfeU32: compute[31:0] = (a >> b[4:0]) & ones(c[4:0]);
      valu_shift_pkg::BfeI32: compute[31:0] = bfe_signed(a, b[4:0], c[4:0]);
      valu_shift_pkg::Alignbit: compute[31:0] = 32'({a, b} >> c[4:0]);
      valu_shift_pkg::Alignbyte: compute[31:0] = 32'({a, b} >> {c[1:0], 3'd0});
      valu_shift_pkg::LshlOr: compute[31:0] = (a << b[4:0]) | c;
      valu_shift_pkg::Bfm: compute[31:0] = ones(a[4:0]) << b[4:0];
      default: ;
    endcase
  endfunction
endpackage
