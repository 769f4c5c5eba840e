// SPDX-License-Identifier: Apache-2.0
// 16-bit integers of one lane, single or packed (v_pk_*), and conversions that pack integers into 16 or 8
// bits (numerics.md 4 and 7; CLAMP: numerics.md 2). A single operand is in bits 15:0; bits 31:16 of its
// result are zero.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_int16_pkg;
  // Flipping it turns signed order into unsigned order, and back.
  localparam logic [15:0] SignBit = 16'h8000;

  function automatic logic [15:0] umin(input logic [15:0] x, input logic [15:0] y);
    umin = x < y ? x : y;
  endfunction
  function automatic logic [15:0] umax(input logic [15:0] x, input logic [15:0] y);
    umax = x > y ? x : y;
  endfunction
  function automatic logic [15:0] umed(input logic [15:0] x, input logic [15:0] y,
                                       input logic [15:0] z);
    umed = umax(umin(x, y), umin(umax(x, y), z));
  endfunction

  function automatic logic [33:0] sext(input logic [15:0] x);
    sext = {{18{x[15]}}, x};
  endfunction
  // An exact result to 16 bits; with clamp it saturates.
  function automatic logic [15:0] unsigned16(input logic [33:0] x, input logic clamp);
    unsigned16 = x[15:0];
    if (clamp && x[33]) unsigned16 = 16'h0000;
    else if (clamp && x[32:16] != 17'd0) unsigned16 = 16'hffff;
  endfunction
  function automatic logic [15:0] signed16(input logic [33:0] x, input logic clamp);
    signed16 = clamp && x[33:15] != {19{x[33]}} ? {x[33], {15{!x[33]}}} : x[15:0];
  endfunction

  function automatic logic [15:0] compute16(input logic [7:0] op, input logic clamp,
      input logic [15:0] a, input logic [15:0] b, input logic [15:0] c);
    unique case (op)
      valu_pkg::OpAddU16: compute16 = unsigned16({18'd0, a} + {18'd0, b}, clamp);
      valu_pkg::OpSubU16: compute16 = unsigned16({18'd0, a} - {18'd0, b}, clamp);
      valu_pkg::OpSubrevU16: compute16 = unsigned16({18'd0, b} - {18'd0, a}, clamp);
      valu_pkg::OpAddI16: compute16 = signed16(sext(a) + sext(b), clamp);
      valu_pkg::OpSubI16: compute16 = signed16(sext(a) - sext(b), clamp);
      valu_pkg::OpMulLoU16: compute16 = a * b;
      valu_pkg::OpMadU16: compute16 = unsigned16({18'd0, a} * {18'd0, b} + {18'd0, c}, clamp);
      valu_pkg::OpMadI16: compute16 = signed16(sext(a) * sext(b) + sext(c), clamp);
      valu_pkg::OpLshlrev16: compute16 = b << a[3:0];
      valu_pkg::OpLshrrev16: compute16 = b >> a[3:0];
      valu_pkg::OpAshrrev16: compute16 = $signed(b) >>> a[3:0];
      valu_pkg::OpMaxU16: compute16 = umax(a, b);
      valu_pkg::OpMinU16: compute16 = umin(a, b);
      valu_pkg::OpMaxI16: compute16 = umax(a ^ SignBit, b ^ SignBit) ^ SignBit;
      valu_pkg::OpMinI16: compute16 = umin(a ^ SignBit, b ^ SignBit) ^ SignBit;
      valu_pkg::OpMin3I16: compute16 = umin(umin(a ^ SignBit, b ^ SignBit), c ^ SignBit) ^ SignBit;
      valu_pkg::OpMax3I16: compute16 = umax(umax(a ^ SignBit, b ^ SignBit), c ^ SignBit) ^ SignBit;
      valu_pkg::OpMed3I16: compute16 = umed(a ^ SignBit, b ^ SignBit, c ^ SignBit) ^ SignBit;
      valu_pkg::OpMin3U16: compute16 = umin(umin(a, b), c);
      valu_pkg::OpMax3U16: compute16 = umax(umax(a, b), c);
      valu_pkg::OpMed3U16: compute16 = umed(a, b, c);
      default: compute16 = 16'd0;
    endcase
  endfunction

  function automatic logic [15:0] signed_of_32(input logic [31:0] x);
    signed_of_32 = x[31:15] != {17{x[31]}} ? {x[31], {15{!x[31]}}} : x[15:0];
  endfunction
  function automatic logic [7:0] byte_of_i16(input logic [15:0] x);
    if (x[15]) byte_of_i16 = 8'h00;
    else byte_of_i16 = x[14:8] != 7'd0 ? 8'hff : x[7:0];
  endfunction

  function automatic logic [31:0] compute(input logic [7:0] op, input logic clamp,
      input logic [31:0] a, input logic [31:0] b, input logic [15:0] c);
    /* verilator no_inline_task */
    unique case (op)
      valu_pkg::OpCvtPkU16: begin
        compute[15:0] = a[31:16] != 16'd0 ? 16'hffff : a[15:0];
        compute[31:16] = b[31:16] != 16'd0 ? 16'hffff : b[15:0];
      end
      valu_pkg::OpCvtPkI16: compute = {signed_of_32(b), signed_of_32(a)};
      valu_pkg::OpSatPkU8: compute = {16'd0, byte_of_i16(a[31:16]), byte_of_i16(a[15:0])};
      valu_pkg::OpWritelane: compute = a;
      default: compute = {16'd0, compute16(op, clamp, a[15:0], b[15:0], c)};
    endcase
  endfunction

  // Bit i of lo (OP_SEL) and hi (OP_SEL_HI): source i gives its high half to the low or to the high result.
  function automatic logic [31:0] compute_pk(input logic [7:0] op, input logic clamp,
      input logic [2:0] lo, input logic [2:0] hi,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    compute_pk[15:0] = compute16(op, clamp, lo[0] ? a[31:16] : a[15:0],
                              lo[1] ? b[31:16] : b[15:0], lo[2] ? c[31:16] : c[15:0]);
    compute_pk[31:16] = compute16(op, clamp, hi[0] ? a[31:16] : a[15:0],
                               hi[1] ? b[31:16] : b[15:0], hi[2] ? c[31:16] : c[15:0]);
  endfunction
endpackage
