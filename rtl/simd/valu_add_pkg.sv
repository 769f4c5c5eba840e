// SPDX-License-Identifier: Apache-2.0
// Integer additions, minimum and maximum, sums of absolute differences of one lane (numerics.md 7;
// CLAMP: numerics.md 2). Bit 32 of the result is the carry or borrow of the two-operand forms.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_add_pkg;
  typedef enum logic [4:0] {
    AddU32, SubU32, SubrevU32, AddcU32, SubbU32, SubbrevU32,  // a + b, a - b, b - a; the mask bit is carry or borrow
    AddI32, SubI32,                                           // signed saturation
    Add3, LshlAdd, AddLshl, Xad,
    MinI32, MaxI32, MinU32, MaxU32, Min3I32, Max3I32, Med3I32, Min3U32, Max3U32, Med3U32,
    SadU8, SadHiU8, SadU16, SadU32, MsadU8, LerpU8
  } op_e;

  // Minimum, maximum and median are unsigned. For signed operands the caller flips the sign bits.
  function automatic logic [31:0] umin(input logic [31:0] x, input logic [31:0] y);
    umin = x < y ? x : y;
  endfunction
  function automatic logic [31:0] umax(input logic [31:0] x, input logic [31:0] y);
    umax = x > y ? x : y;
  endfunction
  function automatic logic [31:0] umed(input logic [31:0] x, input logic [31:0] y,
                                       input logic [31:0] z);
    umed = umax(umin(x, y), umin(umax(x, y), z));
  endfunction

  function automatic logic [31:0] diff8(input logic [7:0] x, input logic [7:0] y);
    diff8 = {24'd0, x > y ? x - y : y - x};
  endfunction
  function automatic logic [31:0] diff16(input logic [15:0] x, input logic [15:0] y);
    diff16 = {16'd0, x > y ? x - y : y - x};
  endfunction
  function automatic logic [31:0] sad8(input logic [31:0] x, input logic [31:0] y);
    sad8 = diff8(x[31:24], y[31:24]) + diff8(x[23:16], y[23:16]) +
           diff8(x[15:8], y[15:8]) + diff8(x[7:0], y[7:0]);
  endfunction

  function automatic logic [7:0] lerp8(input logic [7:0] x, input logic [7:0] y, input logic up);
    lerp8 = 8'((9'(x) + 9'(y) + 9'(up)) >> 1);
  endfunction

  function automatic logic [31:0] usum(input logic [31:0] x, input logic [31:0] y, input logic clamp);
    logic [32:0] sum;
    sum = {1'b0, x} + {1'b0, y};
    usum = clamp && sum[32] ? 32'hffffffff : sum[31:0];
  endfunction

  localparam logic [31:0] SignBit = 32'h80000000;

  function automatic logic [32:0] compute(input logic [4:0] op, input logic clamp,
      input logic carry, input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic [32:0] sum;
    compute = 33'd0;
    sum = 33'd0;
    unique case (op)
      valu_add_pkg::AddU32, valu_add_pkg::AddcU32: begin
        sum = {1'b0, a} + {1'b0, b} + {32'd0, carry && op == valu_add_pkg::AddcU32};
        compute[32] = sum[32];
        compute[31:0] = clamp && sum[32] ? 32'hffffffff : sum[31:0];
      end
      valu_add_pkg::SubU32, valu_add_pkg::SubbU32: begin
        sum = {1'b0, a} - {1'b0, b} - {32'd0, carry && op == valu_add_pkg::SubbU32};
        compute[32] = sum[32];
        compute[31:0] = clamp && sum[32] ? 32'd0 : sum[31:0];
      end
      valu_add_pkg::SubrevU32, valu_add_pkg::SubbrevU32: begin
        sum = {1'b0, b} - {1'b0, a} - {32'd0, carry && op == valu_add_pkg::SubbrevU32};
        compute[32] = sum[32];
        compute[31:0] = clamp && sum[32] ? 32'd0 : sum[31:0];
      end
      valu_add_pkg::AddI32: begin
        sum = {a[31], a} + {b[31], b};
        compute[31:0] = clamp && sum[32] != sum[31] ? {sum[32], {31{!sum[32]}}} : sum[31:0];
      end
      valu_add_pkg::SubI32: begin
        sum = {a[31], a} - {b[31], b};
        compute[31:0] = clamp && sum[32] != sum[31] ? {sum[32], {31{!sum[32]}}} : sum[31:0];
      end
      valu_add_pkg::Add3: compute[31:0] = a + b + c;
      valu_add_pkg::LshlAdd: compute[31:0] = (a << b[4:0]) + c;
      valu_add_pkg::AddLshl: compute[31:0] = (a + b) << c[4:0];
      valu_add_pkg::Xad: compute[31:0] = (a ^ b) + c;
      valu_add_pkg::MinI32: compute[31:0] = umin(a ^ SignBit, b ^ SignBit) ^ SignBit;
      valu_add_pkg::MaxI32: compute[31:0] = umax(a ^ SignBit, b ^ SignBit) ^ SignBit;
      valu_add_pkg::MinU32: compute[31:0] = umin(a, b);
      valu_add_pkg::MaxU32: compute[31:0] = umax(a, b);
      valu_add_pkg::Min3I32: compute[31:0] = umin(umin(a ^ SignBit, b ^ SignBit), c ^ SignBit) ^ SignBit;
      valu_add_pkg::Max3I32: compute[31:0] = umax(umax(a ^ SignBit, b ^ SignBit), c ^ SignBit) ^ SignBit;
      valu_add_pkg::Med3I32: compute[31:0] = umed(a ^ SignBit, b ^ SignBit, c ^ SignBit) ^ SignBit;
      valu_add_pkg::Min3U32: compute[31:0] = umin(umin(a, b), c);
      valu_add_pkg::Max3U32: compute[31:0] = umax(umax(a, b), c);
      valu_add_pkg::Med3U32: compute[31:0] = umed(a, b, c);
      valu_add_pkg::SadU8: compute[31:0] = usum(sad8(a, b), c, clamp);
      valu_add_pkg::MsadU8: compute[31:0] = usum({22'd0, valu_sad_pkg::sad(a, b, 1'b1)}, c, clamp);
      valu_add_pkg::SadHiU8: compute[31:0] = usum(sad8(a, b) << 16, c, clamp);
      valu_add_pkg::SadU16: begin
        compute[31:0] = usum(diff16(a[31:16], b[31:16]) + diff16(a[15:0], b[15:0]), c, clamp);
      end
      valu_add_pkg::SadU32: compute[31:0] = usum(a > b ? a - b : b - a, c, clamp);
      valu_add_pkg::LerpU8: begin
        compute[31:0] = {lerp8(a[31:24], b[31:24], c[24]), lerp8(a[23:16], b[23:16], c[16]),
                 lerp8(a[15:8], b[15:8], c[8]), lerp8(a[7:0], b[7:0], c[0])};
      end
      default: ;
    endcase
  endfunction
endpackage
