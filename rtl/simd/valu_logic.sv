// Logic, selection, bit counting and byte permutation of one lane (numerics.md 7). 0 when not enabled.
module valu_logic (
  input  logic        en_i,
  input  logic [4:0]  op_i,
  input  logic [5:0]  lane_i,
  input  logic        mask_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  output logic [31:0] res_o
);
  function automatic logic [31:0] reverse(input logic [31:0] x);
    for (int unsigned n = 0; n < 32; n++) reverse[n] = x[31-n];
  endfunction

  // Leading zeros; all ones when there is no one.
  function automatic logic [31:0] ffbh(input logic [31:0] x);
    ffbh = 32'hffffffff;
    for (int unsigned n = 0; n < 32; n++) if (x[n]) ffbh = 32'd31 - n;
  endfunction

  function automatic logic [31:0] popcount(input logic [31:0] x);
    logic [31:0] n;
    n = x - ((x >> 1) & 32'h55555555);
    n = (n & 32'h33333333) + ((n >> 2) & 32'h33333333);
    n = (n + (n >> 4)) & 32'h0f0f0f0f;
    popcount = (n * 32'h01010101) >> 24;
  endfunction

  // Lanes below this one in the half that the instruction counts.
  function automatic logic [31:0] below(input logic [5:0] lane, input logic upper);
    if (lane[5] == upper) below = (32'd1 << lane[4:0]) - 32'd1;
    else below = upper ? 32'd0 : 32'hffffffff;
  endfunction

  function automatic logic [7:0] perm_byte(input logic [63:0] data, input logic [7:0] sel);
    if (sel < 8'd8) perm_byte = data[{sel[2:0], 3'd0} +: 8];
    else if (sel < 8'd12) perm_byte = {8{data[{sel[1:0], 4'd15}]}};
    else perm_byte = sel == 8'd12 ? 8'h00 : 8'hff;
  endfunction

  always_comb begin
    res_o = 32'd0;
    if (en_i) begin
      unique case ({3'd0, op_i})
        valu_pkg::OpMov, valu_pkg::OpSwap: res_o = a_i;
        valu_pkg::OpNot: res_o = ~a_i;
        valu_pkg::OpAnd: res_o = a_i & b_i;
        valu_pkg::OpOr: res_o = a_i | b_i;
        valu_pkg::OpXor: res_o = a_i ^ b_i;
        valu_pkg::OpCndmask: res_o = mask_i ? b_i : a_i;
        valu_pkg::OpBfi: res_o = (a_i & b_i) | (~a_i & c_i);
        valu_pkg::OpAndOr: res_o = (a_i & b_i) | c_i;
        valu_pkg::OpOr3: res_o = a_i | b_i | c_i;
        valu_pkg::OpBfrev: res_o = reverse(a_i);
        valu_pkg::OpFfbhU32: res_o = ffbh(a_i);
        valu_pkg::OpFfblB32: res_o = ffbh(reverse(a_i));
        valu_pkg::OpFfbhI32: res_o = ffbh(a_i[31] ? ~a_i : a_i);
        valu_pkg::OpBcnt: res_o = popcount(a_i) + b_i;
        valu_pkg::OpMbcntLo: res_o = popcount(a_i & below(lane_i, 1'b0)) + b_i;
        valu_pkg::OpMbcntHi: res_o = popcount(a_i & below(lane_i, 1'b1)) + b_i;
        valu_pkg::OpPerm: begin
          res_o = {perm_byte({a_i, b_i}, c_i[31:24]), perm_byte({a_i, b_i}, c_i[23:16]),
                   perm_byte({a_i, b_i}, c_i[15:8]), perm_byte({a_i, b_i}, c_i[7:0])};
        end
        default: ;
      endcase
    end
  end
endmodule
