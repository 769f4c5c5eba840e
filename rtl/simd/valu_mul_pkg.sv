// SPDX-License-Identifier: Apache-2.0
// Integer products of one lane (numerics.md 7; CLAMP: numerics.md 2), and dot products of gfx906 (numerics.md 3.1).
// With CLAMP a multiply-add saturates the exact sum: the product is not cut to 32 bits first.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_mul_pkg;
  typedef enum logic [4:0] {
    MulLoU32, MulHiU32, MulHiI32, MulU24, MulHiU24, MulI24, MulHiI24, MadU24, MadI24, MadU32U16, MadI32I16,
    MadU64U32, MadI64I32,
    Dot2I32I16, Dot2U32U16, Dot4I32I8, Dot4U32U8, Dot8I32I4, Dot8U32U4
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

  // One product of a dot product: its factors have 16 bits, signed or not.
  function automatic logic [35:0] term(input logic [15:0] x, input logic [15:0] y, input logic is_signed);
    term = {{20{is_signed && x[15]}}, x} * {{20{is_signed && y[15]}}, y};
  endfunction

  // A dot product: c and the exact products of the elements of a and b. With clamp the sum saturates once, at the end.
  // Bit i of lo (OP_SEL) and hi (OP_SEL_HI) says that source i gives its high half to the low or to the high product
  // of v_dot2; the others ignore them.
  function automatic logic [31:0] dot(input logic [4:0] op, input logic clamp, input logic [1:0] lo,
      input logic [1:0] hi, input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    logic is_signed;
    logic [35:0] sum;
    is_signed = op == valu_mul_pkg::Dot2I32I16 || op == valu_mul_pkg::Dot4I32I8 || op == valu_mul_pkg::Dot8I32I4;
    sum = {{4{is_signed && c[31]}}, c};
    unique case (op)
      valu_mul_pkg::Dot2I32I16, valu_mul_pkg::Dot2U32U16: begin
        sum = sum + term(lo[0] ? a[31:16] : a[15:0], lo[1] ? b[31:16] : b[15:0], is_signed);
        sum = sum + term(hi[0] ? a[31:16] : a[15:0], hi[1] ? b[31:16] : b[15:0], is_signed);
      end
      valu_mul_pkg::Dot4I32I8, valu_mul_pkg::Dot4U32U8: begin
        for (int unsigned i = 0; i < 32; i += 8) begin
          sum = sum + term({{8{is_signed && a[i+7]}}, a[i +: 8]}, {{8{is_signed && b[i+7]}}, b[i +: 8]}, is_signed);
        end
      end
      default: begin
        for (int unsigned i = 0; i < 32; i += 4) begin
          sum = sum + term({{12{is_signed && a[i+3]}}, a[i +: 4]}, {{12{is_signed && b[i+3]}}, b[i +: 4]}, is_signed);
        end
      end
    endcase
    dot = sum[31:0];
    if (clamp && is_signed && sum[35:31] != {5{sum[35]}}) dot = {sum[35], {31{!sum[35]}}};
    if (clamp && !is_signed && sum[35:32] != 4'd0) dot = 32'hffffffff;
  endfunction
endpackage
