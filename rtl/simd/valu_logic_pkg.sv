// SPDX-License-Identifier: Apache-2.0
// Logic, selection, bit counting and byte permutation of one lane (numerics.md 7).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_logic_pkg;
  function automatic logic [31:0] reverse(input logic [31:0] x);
    for (int unsigned n = 0; n < 32; n++) reverse[n] = x[31-n];
  endfunction

  // Number of leading zeros; all ones if x is 0.
  function automatic logic [31:0] ffbh(input logic [31:0] x);
    ffbh = 32'hffffffff;
    for (int unsigned n = 0; n < 32; n++) if (x[n]) ffbh = 32'd31 - n;
  endfunction

  // The lanes below this one, in lanes 31:0 or with upper in lanes 63:32.
  function automatic logic [31:0] below(input logic [5:0] lane, input logic upper);
    if (lane[5] == upper) below = (32'd1 << lane[4:0]) - 32'd1;
    else below = upper ? 32'd0 : 32'hffffffff;
  endfunction

  function automatic logic [7:0] perm_byte(input logic [63:0] data, input logic [7:0] sel);
    if (sel < 8'd8) perm_byte = data[{sel[2:0], 3'd0} +: 8];
    else if (sel < 8'd12) perm_byte = {8{data[{sel[1:0], 4'd15}]}};
    else perm_byte = sel == 8'd12 ? 8'h00 : 8'hff;
  endfunction

  function automatic logic [31:0] compute(input logic [7:0] op, input logic [5:0] lane,
      input logic mask, input logic [1:0] neg, input logic [1:0] abs, input logic [31:0] a,
      input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    compute = 32'd0;
    unique case (op)
      valu_pkg::OpMov, valu_pkg::OpSwap: compute = a;
      valu_pkg::OpNot: compute = ~a;
      valu_pkg::OpAnd: compute = a & b;
      valu_pkg::OpOr: compute = a | b;
      valu_pkg::OpXor: compute = a ^ b;
      valu_pkg::OpCndmask: begin
        compute = mask ? fp_pkg::input_modifiers(b, neg[1], abs[1]) : fp_pkg::input_modifiers(a, neg[0], abs[0]);
      end
      valu_pkg::OpBfi: compute = (a & b) | (~a & c);
      valu_pkg::OpAndOr: compute = (a & b) | c;
      valu_pkg::OpOr3: compute = a | b | c;
      valu_pkg::OpBfrev: compute = reverse(a);
      valu_pkg::OpFfbhU32: compute = ffbh(a);
      valu_pkg::OpFfblB32: compute = ffbh(reverse(a));
      valu_pkg::OpFfbhI32: compute = ffbh(a[31] ? ~a : a);
      valu_pkg::OpBcnt: compute = bits_pkg::popcount32(a) + b;
      valu_pkg::OpMbcntLo: compute = bits_pkg::popcount32(a & below(lane, 1'b0)) + b;
      valu_pkg::OpMbcntHi: compute = bits_pkg::popcount32(a & below(lane, 1'b1)) + b;
      valu_pkg::OpPerm: begin
        compute = {perm_byte({a, b}, c[31:24]), perm_byte({a, b}, c[23:16]),
                 perm_byte({a, b}, c[15:8]), perm_byte({a, b}, c[7:0])};
      end
      default: ;
    endcase
  endfunction
endpackage
