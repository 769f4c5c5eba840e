// Shifts and bit fields of one lane (numerics.md 7). 0 when not enabled.
module valu_shift (
  input  logic        en_i,
  input  logic [4:0]  op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] b_hi_i,
  input  logic [31:0] c_i,
  output logic [63:0] res_o
);
  function automatic logic [31:0] ones(input logic [4:0] width);
    ones = (32'd1 << width) - 32'd1;
  endfunction

  // The field's top bit goes to bit 31 and comes back with its sign; a field that runs past bit 31
  // has its sign there already.
  function automatic logic [31:0] bfe_signed(input logic [31:0] x, input logic [4:0] offset,
                                             input logic [4:0] width);
    logic [31:0] field;
    field = $signed(x) >>> offset;
    if (width == 5'd0) bfe_signed = 32'd0;
    else bfe_signed = $signed(field << (6'd32 - {1'b0, width})) >>> (6'd32 - {1'b0, width});
  endfunction

  always_comb begin
    res_o = 64'd0;
    if (en_i) begin
      unique case ({3'd2, op_i})
        valu_pkg::OpLshrrev: res_o[31:0] = b_i >> a_i[4:0];
        valu_pkg::OpAshrrev: res_o[31:0] = $signed(b_i) >>> a_i[4:0];
        valu_pkg::OpLshlrev: res_o[31:0] = b_i << a_i[4:0];
        valu_pkg::OpLshlrev64: res_o = {b_hi_i, b_i} << a_i[5:0];
        valu_pkg::OpLshrrev64: res_o = {b_hi_i, b_i} >> a_i[5:0];
        valu_pkg::OpAshrrev64: res_o = $signed({b_hi_i, b_i}) >>> a_i[5:0];
        valu_pkg::OpBfeU32: res_o[31:0] = (a_i >> b_i[4:0]) & ones(c_i[4:0]);
        valu_pkg::OpBfeI32: res_o[31:0] = bfe_signed(a_i, b_i[4:0], c_i[4:0]);
        valu_pkg::OpAlignbit: res_o[31:0] = 32'({a_i, b_i} >> c_i[4:0]);
        valu_pkg::OpAlignbyte: res_o[31:0] = 32'({a_i, b_i} >> {c_i[1:0], 3'd0});
        valu_pkg::OpLshlOr: res_o[31:0] = (a_i << b_i[4:0]) | c_i;
        valu_pkg::OpBfm: res_o[31:0] = ones(a_i[4:0]) << b_i[4:0];
        default: ;
      endcase
    end
  end
endmodule
