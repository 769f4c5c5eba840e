// Integer additions, minimum and maximum, sums of absolute differences of one lane (numerics.md 7;
// the clamp of 2). 0 when not enabled. carry_o is the carry or borrow of the two-operand forms.
module valu_add (
  input  logic        en_i,
  input  logic [4:0]  op_i,
  input  logic        clamp_i,
  input  logic        carry_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  output logic [31:0] res_o,
  output logic        carry_o
);
  // Minimum, maximum and median work unsigned; signed operands have their top bit flipped.
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

  localparam logic [31:0] Top = 32'h80000000;

  logic [32:0] sum;
  always_comb begin
    res_o = 32'd0;
    carry_o = 1'b0;
    sum = 33'd0;
    if (en_i) begin
      unique case ({3'd1, op_i})
        valu_pkg::OpAddU32, valu_pkg::OpAddcU32: begin
          sum = {1'b0, a_i} + {1'b0, b_i} + {32'd0, carry_i && op_i == valu_pkg::OpAddcU32[4:0]};
          carry_o = sum[32];
          res_o = clamp_i && sum[32] ? 32'hffffffff : sum[31:0];
        end
        valu_pkg::OpSubU32, valu_pkg::OpSubbU32: begin
          sum = {1'b0, a_i} - {1'b0, b_i} - {32'd0, carry_i && op_i == valu_pkg::OpSubbU32[4:0]};
          carry_o = sum[32];
          res_o = clamp_i && sum[32] ? 32'd0 : sum[31:0];
        end
        valu_pkg::OpSubrevU32, valu_pkg::OpSubbrevU32: begin
          sum = {1'b0, b_i} - {1'b0, a_i} - {32'd0, carry_i && op_i == valu_pkg::OpSubbrevU32[4:0]};
          carry_o = sum[32];
          res_o = clamp_i && sum[32] ? 32'd0 : sum[31:0];
        end
        valu_pkg::OpAddI32: begin
          sum = {a_i[31], a_i} + {b_i[31], b_i};
          res_o = clamp_i && sum[32] != sum[31] ? {sum[32], {31{!sum[32]}}} : sum[31:0];
        end
        valu_pkg::OpSubI32: begin
          sum = {a_i[31], a_i} - {b_i[31], b_i};
          res_o = clamp_i && sum[32] != sum[31] ? {sum[32], {31{!sum[32]}}} : sum[31:0];
        end
        valu_pkg::OpAdd3: res_o = a_i + b_i + c_i;
        valu_pkg::OpLshlAdd: res_o = (a_i << b_i[4:0]) + c_i;
        valu_pkg::OpAddLshl: res_o = (a_i + b_i) << c_i[4:0];
        valu_pkg::OpXad: res_o = (a_i ^ b_i) + c_i;
        valu_pkg::OpMinI32: res_o = umin(a_i ^ Top, b_i ^ Top) ^ Top;
        valu_pkg::OpMaxI32: res_o = umax(a_i ^ Top, b_i ^ Top) ^ Top;
        valu_pkg::OpMinU32: res_o = umin(a_i, b_i);
        valu_pkg::OpMaxU32: res_o = umax(a_i, b_i);
        valu_pkg::OpMin3I32: res_o = umin(umin(a_i ^ Top, b_i ^ Top), c_i ^ Top) ^ Top;
        valu_pkg::OpMax3I32: res_o = umax(umax(a_i ^ Top, b_i ^ Top), c_i ^ Top) ^ Top;
        valu_pkg::OpMed3I32: res_o = umed(a_i ^ Top, b_i ^ Top, c_i ^ Top) ^ Top;
        valu_pkg::OpMin3U32: res_o = umin(umin(a_i, b_i), c_i);
        valu_pkg::OpMax3U32: res_o = umax(umax(a_i, b_i), c_i);
        valu_pkg::OpMed3U32: res_o = umed(a_i, b_i, c_i);
        valu_pkg::OpSadU8: res_o = sad8(a_i, b_i) + c_i;
        valu_pkg::OpSadHiU8: res_o = (sad8(a_i, b_i) << 16) + c_i;
        valu_pkg::OpSadU16: res_o = diff16(a_i[31:16], b_i[31:16]) + diff16(a_i[15:0], b_i[15:0]) + c_i;
        valu_pkg::OpSadU32: res_o = (a_i > b_i ? a_i - b_i : b_i - a_i) + c_i;
        valu_pkg::OpLerpU8: begin
          res_o = {lerp8(a_i[31:24], b_i[31:24], c_i[24]), lerp8(a_i[23:16], b_i[23:16], c_i[16]),
                   lerp8(a_i[15:8], b_i[15:8], c_i[8]), lerp8(a_i[7:0], b_i[7:0], c_i[0])};
        end
        default: ;
      endcase
    end
  end
endmodule
