// Integer products of one lane (numerics.md 7; the clamp of 2). 0 when not enabled.
// A multiply-add that clamps saturates the exact sum: the product is not cut to 32 bits before.
module valu_mul (
  input  logic        en_i,
  input  logic [4:0]  op_i,
  input  logic        clamp_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  input  logic [31:0] c_hi_i,
  output logic [63:0] res_o,
  output logic        carry_o
);
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

  // Sums of a 48-bit product at most and 32 bits: no overflow of 64 bits.
  function automatic logic [31:0] usat(input logic [63:0] sum, input logic clamp);
    usat = clamp && sum[63:32] != 32'd0 ? 32'hffffffff : sum[31:0];
  endfunction
  function automatic logic [31:0] ssat(input logic [63:0] sum, input logic clamp);
    ssat = clamp && sum[63:32] != {32{sum[31]}} ? {sum[63], {31{!sum[63]}}} : sum[31:0];
  endfunction

  logic [63:0] product;
  logic [64:0] sum;
  always_comb begin
    res_o = 64'd0;
    carry_o = 1'b0;
    product = 64'd0;
    sum = 65'd0;
    if (en_i) begin
      unique case ({3'd3, op_i})
        valu_pkg::OpMulLo: res_o[31:0] = a_i * b_i;
        valu_pkg::OpMulHiU32: begin
          product = umul(a_i, b_i);
          res_o[31:0] = product[63:32];
        end
        valu_pkg::OpMulHiI32: begin
          product = smul(a_i, b_i);
          res_o[31:0] = product[63:32];
        end
        valu_pkg::OpMulU24: res_o[31:0] = {8'd0, a_i[23:0]} * {8'd0, b_i[23:0]};
        valu_pkg::OpMulHiU24: begin
          product = umul({8'd0, a_i[23:0]}, {8'd0, b_i[23:0]});
          res_o[31:0] = product[63:32];
        end
        valu_pkg::OpMulI24: res_o[31:0] = sext24(a_i[23:0]) * sext24(b_i[23:0]);
        valu_pkg::OpMulHiI24: begin
          product = smul(sext24(a_i[23:0]), sext24(b_i[23:0]));
          res_o[31:0] = product[63:32];
        end
        valu_pkg::OpMadU24: begin
          product = umul({8'd0, a_i[23:0]}, {8'd0, b_i[23:0]}) + {32'd0, c_i};
          res_o[31:0] = usat(product, clamp_i);
        end
        valu_pkg::OpMadI24: begin
          product = smul(sext24(a_i[23:0]), sext24(b_i[23:0])) + {{32{c_i[31]}}, c_i};
          res_o[31:0] = ssat(product, clamp_i);
        end
        valu_pkg::OpMadU16: begin
          product = umul({16'd0, a_i[15:0]}, {16'd0, b_i[15:0]}) + {32'd0, c_i};
          res_o[31:0] = usat(product, clamp_i);
        end
        valu_pkg::OpMadI16: begin
          product = smul(sext16(a_i[15:0]), sext16(b_i[15:0])) + {{32{c_i[31]}}, c_i};
          res_o[31:0] = ssat(product, clamp_i);
        end
        valu_pkg::OpMadU64: begin
          product = umul(a_i, b_i);
          sum = {1'b0, product} + {1'b0, c_hi_i, c_i};
          carry_o = sum[64];
          res_o = clamp_i && sum[64] ? 64'hffffffffffffffff : sum[63:0];
        end
        valu_pkg::OpMadI64: begin
          product = smul(a_i, b_i);
          sum = {product[63], product} + {c_hi_i[31], c_hi_i, c_i};
          carry_o = sum[64];
          res_o = sum[63:0];
        end
        default: ;
      endcase
    end
  end
endmodule
