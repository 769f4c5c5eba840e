// SPDX-License-Identifier: Apache-2.0
// Logic, selection, bit counting and byte permutation of one lane (numerics.md 7).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_logic_pkg;
  typedef enum logic [4:0] {
    Mov, Not, And, Or, Xor, Xnor, Cndmask, Bfi, AndOr, Or3, Bfrev,
    FfbhU32, FfblB32, FfbhI32, Bcnt, MbcntLo, MbcntHi, Perm
  } op_e;

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

  function automatic logic [31:0] compute(input logic [4:0] op, input logic [5:0] lane,
      input logic mask, input logic [1:0] neg, input logic [1:0] abs, input logic [31:0] a,
      input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    compute = 32'd0;
    unique case (op)
      valu_logic_pkg::Mov: compute = a;
      valu_logic_pkg::Not: compute = ~a;
      valu_logic_pkg::And: compute = a & b;
      valu_logic_pkg::Or: compute = a | b;
      valu_logic_pkg::Xor: compute = a ^ b;
      valu_logic_pkg::Xnor: compute = ~(a ^ b);
      valu_logic_pkg::Cndmask: begin
        compute = mask ? fp_pkg::input_modifiers(b, neg[1], abs[1]) : fp_pkg::input_modifiers(a, neg[0], abs[0]);
      end
      valu_logic_pkg::Bfi: compute = (a & b) | (~a & c);
      valu_logic_pkg::AndOr: compute = (a & b) | c;
      valu_logic_pkg::Or3: compute = a | b | c;
      valu_logic_pkg::Bfrev: compute = reverse(a);
      valu_logic_pkg::FfbhU32: compute = ffbh(a);
      valu_logic_pkg::FfblB32: compute = ffbh(reverse(a));
      valu_logic_pkg::FfbhI32: compute = ffbh(a[31] ? ~a : a);
      valu_logic_pkg::Bcnt: compute = bits_pkg::popcount32(a) + b;
      valu_logic_pkg::MbcntLo: compute = bits_pkg::popcount32(a & below(lane, 1'b0)) + b;
      valu_logic_pkg::MbcntHi: compute = bits_pkg::popcount32(a & below(lane, 1'b1)) + b;
      valu_logic_pkg::Perm: begin
        compute = {perm_byte({a, b}, c[31:24]), perm_byte({a, b}, c[23:16]),
                 perm_byte({a, b}, c[15:8]), perm_byte({a, b}, c[7:0])};
      end
      default: ;
    endcase
  endfunction
endpackage
