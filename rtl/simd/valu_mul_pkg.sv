// SPDX-License-Identifier: Apache-2.0
// Integer products of one lane (numerics.md 7; CLAMP: numerics.md 2).
// With CLAMP a multiply-add saturates the exact sum: the product is not cut to 32 bits first.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_mul_pkg;
  typedef enum logic [4:0] {
    MulLoU32, MulHiU32, MulHiI32, MulU24, MulHiU24, MulI24, MulHiI24, MadU24, MadI24, MadU32U16, MadI32I16,
    MadU64U32, MadI64I32
  } op_e;

  function automatic logic [63:0] umul(input logic [31:0] x, input logic [31:0] y);
    umul = {32'd0, x} * {32'd0, y};
  endfunction
  function automatic logic [63:0] smul(input logic [31:0] x, input logic [31:0] y);
    smul = {{32{x[31]}}, x} * {{32{y[31]}}, y};
  endfunction
  function automatic logic [31:0] sext24(input logic [23:0] x);
    sext24 = {{8{x[23]}}, x};
  endfunction
  function automatic logic [31:0] sext16(input logic [15:0] x);
    sext16 = {{16{x[15]}}, x};
  endfunction

  // Saturation to 32 bits. The sum of a product of at most 48 bits and a 32-bit number fits 64 bits.
  function automatic logic [31:0] usat(input logic [63:0] sum, input logic clamp);
    usat = clamp && sum[63:32] != 32'd0 ? 32'hffffffff : sum[31:0];
  endfunction
  function automatic logic [31:0] ssat(input logic [63:0] sum, input logic clamp);
    ssat = clamp && sum[63:32] != {32{sum[31]}} ? {sum[63], {31{!sum[63]}}} : sum[31:0];
  endfunction

  function automatic logic [63:0] compute(input logic [4:0] op, input logic clamp,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c, input logic [31:0] c_hi);
    /* verilator no_inline_task */
    logic [63:0] product;
    compute = 64'd0;
    product = 64'd0;
    unique case (op)
      valu_mul_pkg::MulLoU32: compute[31:0] = a * b;
      valu_mul_pkg::MulHiU32: begin
        product = umul(a, b);
        compute[31:0] = product[63:32];
      end
      valu_mul_pkg::MulHiI32: begin
        product = smul(a, b);
        compute[31:0] = product[63:32];
      end
      valu_mul_pkg::MulU24: begin
        product = umul({8'd0, a[23:0]}, {8'd0, b[23:0]});
        compute[31:0] = usat(product, clamp);
      end
      valu_mul_pkg::MulHiU24: begin
        product = umul({8'd0, a[23:0]}, {8'd0, b[23:0]});
        compute[31:0] = product[63:32];
      end
      valu_mul_pkg::MulI24: begin
        product = smul(sext24(a[23:0]), sext24(b[23:0]));
        compute[31:0] = ssat(product, clamp);
      end
      valu_mul_pkg::MulHiI24: begin
        product = smul(sext24(a[23:0]), sext24(b[23:0]));
        compute[31:0] = product[63:32];
      end
      valu_mul_pkg::MadU24: begin
        product = umul({8'd0, a[23:0]}, {8'd0, b[23:0]}) + {32'd0, c};
        compute[31:0] = usat(product, clamp);
      end
      valu_mul_pkg::MadI24: begin
        product = smul(sext24(a[23:0]), sext24(b[23:0])) + {{32{c[31]}}, c};
        compute[31:0] = ssat(product, clamp);
      end
      valu_mul_pkg::MadU32U16: begin
        product = umul({16'd0, a[15:0]}, {16'd0, b[15:0]}) + {32'd0, c};
        compute[31:0] = usat(product, clamp);
      end
      valu_mul_pkg::MadI32I16: begin
        product = smul(sext16(a[15:0]), sext16(b[15:0])) + {{32{c[31]}}, c};
        compute[31:0] = ssat(product, clamp);
      end
      valu_mul_pkg::MadU64U32: begin
        product = umul(a, b);
        compute = product + {c_hi, c};
        if (clamp && compute < product) compute = 64'hffffffffffffffff;
      end
      valu_mul_pkg::MadI64I32: begin
        product = smul(a, b);
        compute = product + {c_hi, c};
        // Overflow: both operands have one sign and the sum has the other.
        if (clamp && product[63] == c_hi[31] && compute[63] != c_hi[31]) begin
          compute = {c_hi[31], {63{!c_hi[31]}}};
        end
      end
      default: ;
    endcase
  endfunction

  // Bit 64 of the 65-bit sum of v_mad_u64_u32 and v_mad_i64_i32, unsigned or signed. 0 for other operations.
  function automatic logic carry(input logic [4:0] op, input logic [31:0] a, input logic [31:0] b,
                                 input logic [31:0] c, input logic [31:0] c_hi);
    /* verilator no_inline_task */
    logic [63:0] product, sum;
    carry = 1'b0;
    if (op == valu_mul_pkg::MadU64U32 || op == valu_mul_pkg::MadI64I32) begin
      product = op == valu_mul_pkg::MadU64U32 ? umul(a, b) : smul(a, b);
      sum = product + {c_hi, c};
      carry = sum < product;
      if (op == valu_mul_pkg::MadI64I32) carry = carry ^ product[63] ^ c_hi[31];
    end
  endfunction
endpackage
