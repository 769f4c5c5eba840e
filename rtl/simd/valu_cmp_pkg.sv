// SPDX-License-Identifier: Apache-2.0
// Compares and v_cmp_class of one lane (numerics.md 3.3).
// The argument cond is the set of relations that give 1: {unordered, greater, equal, less}.
// With none and with all of them a float compare raises no exceptions (numerics.md 10).
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_cmp_pkg;
  typedef enum logic [4:0] {
    CmpF32, CmpI32, CmpU32, CmpI64, CmpU64, ClassF32, CmpI16, CmpU16, CmpF16, ClassF16
  } op_e;

  // The relation of x to y: one bit of {unordered, greater, equal, less}.
  function automatic logic [3:0] relate(input logic [63:0] x, input logic [63:0] y);
    relate = {1'b0, x > y, x == y, x < y};
  endfunction

  function automatic logic [3:0] relate_f32(input logic [31:0] x, input logic [31:0] y);
    if (fp_pkg::is_nan(x) || fp_pkg::is_nan(y)) relate_f32 = 4'b1000;
    else relate_f32 = relate({32'd0, fp_pkg::sort_key(x)}, {32'd0, fp_pkg::sort_key(y)});
  endfunction

  function automatic logic class_f32(input logic [31:0] x, input logic [9:0] set);
    logic [3:0] number;
    if (fp_pkg::is_nan(x)) number = {3'd0, x[22]};
    else if (x[30:23] == 8'hff) number = x[31] ? 4'd2 : 4'd9;
    else if (x[30:23] != 8'd0) number = x[31] ? 4'd3 : 4'd8;
    else if (x[22:0] != 23'd0) number = x[31] ? 4'd4 : 4'd7;
    else number = x[31] ? 4'd5 : 4'd6;
    class_f32 = set[number];
  endfunction

  // An f16 number, widened, is a normal f32 number if it is a denormal.
  function automatic logic class_f16(input logic [15:0] x, input logic [9:0] set);
    if (x[14:10] == 5'd0 && x[9:0] != 10'd0) class_f16 = set[x[15] ? 4 : 7];
    else class_f16 = class_f32(fp_pkg::widen(x), set);
  endfunction

  localparam logic [31:0] SignBit = 32'h80000000;

  // {flags, mask bit}. With clamp a NaN that is quiet is invalid too.
  function automatic logic [7:0] compute(input logic [4:0] op, input logic [3:0] cond,
      input logic [1:0] neg, input logic [1:0] abs, input logic clamp, input logic flush_f32, input logic flush_f16,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] a_hi, input logic [31:0] b_hi);
    /* verilator no_inline_task */
    logic [31:0] x, y;
    logic [6:0] flags;
    logic holds;
    flags = 7'd0;
    holds = 1'b0;
    x = 32'd0;
    y = 32'd0;
    unique case (op)
      valu_cmp_pkg::CmpF32: begin
        x = fp_pkg::flush_denormal(fp_pkg::input_modifiers(a, neg[0], abs[0]), flush_f32);
        y = fp_pkg::flush_denormal(fp_pkg::input_modifiers(b, neg[1], abs[1]), flush_f32);
        holds = (relate_f32(x, y) & cond) != 4'd0;
        if (cond != 4'b0000 && cond != 4'b1111) begin
          flags = fp_pkg::operand_flags(a) | fp_pkg::operand_flags(b);
          if (clamp && (fp_pkg::is_nan(a) || fp_pkg::is_nan(b))) flags = flags | fp_pkg::Invalid;
        end
      end
      valu_cmp_pkg::CmpI32: begin
        holds = (relate({32'd0, a ^ SignBit}, {32'd0, b ^ SignBit}) & cond) != 4'd0;
      end
      valu_cmp_pkg::CmpU32: holds = (relate({32'd0, a}, {32'd0, b}) & cond) != 4'd0;
      valu_cmp_pkg::CmpI16: begin
        holds = (relate({48'd0, a[15:0] ^ 16'h8000}, {48'd0, b[15:0] ^ 16'h8000}) & cond) != 4'd0;
      end
      valu_cmp_pkg::CmpU16: holds = (relate({48'd0, a[15:0]}, {48'd0, b[15:0]}) & cond) != 4'd0;
      valu_cmp_pkg::CmpI64: begin
        holds = (relate({a_hi ^ SignBit, a}, {b_hi ^ SignBit, b}) & cond) != 4'd0;
      end
      valu_cmp_pkg::CmpU64: holds = (relate({a_hi, a}, {b_hi, b}) & cond) != 4'd0;
      valu_cmp_pkg::ClassF32: begin
        holds = class_f32(fp_pkg::input_modifiers(a, neg[0], abs[0]), b[9:0]);
      end
      valu_cmp_pkg::CmpF16: begin
        x = fp_pkg::operand_f16(a[15:0], neg[0], abs[0], flush_f16);
        y = fp_pkg::operand_f16(b[15:0], neg[1], abs[1], flush_f16);
        holds = (relate_f32(x, y) & cond) != 4'd0;
        if (cond != 4'b0000 && cond != 4'b1111) begin
          flags = fp_pkg::operand_flags_f16(a[14:0]) | fp_pkg::operand_flags_f16(b[14:0]);
          if (clamp && (fp_pkg::is_nan(x) || fp_pkg::is_nan(y))) flags = flags | fp_pkg::Invalid;
        end
      end
      valu_cmp_pkg::ClassF16: begin
        holds = class_f16({(a[15] && !abs[0]) ^ neg[0], a[14:0]}, b[9:0]);
      end
      default: ;
    endcase
    compute = {flags, holds};
  endfunction
endpackage
