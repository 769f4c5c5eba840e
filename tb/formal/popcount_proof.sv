// SPDX-License-Identifier: Apache-2.0
// Lemma of fork_join_proof: of two disjoint sets of lanes the counts add up to that of their union, and
// a set that is not empty counts at least 1. The count is a tree of additions; each stage is proved by
// itself from what the stage before guarantees of three words x, y, z: field by field z = x + y, none
// above its maximum, and x = 0 as a word exactly when the set is empty.
module popcount_proof (
  input logic [63:0] a_i, b_i,        // sets of lanes
  input logic [63:0] x2_i, y2_i, z2_i, // fields of 2 bits, 0..2
  input logic [63:0] x4_i, y4_i, z4_i, // of 4 bits, 0..4
  input logic [63:0] x8_i, y8_i, z8_i, // of 8 bits, 0..8
  input logic [63:0] x16_i, y16_i, z16_i // of 16 bits, 0..16
);
  function automatic logic [63:0] by2(logic [63:0] v);
    by2 = (v & 64'h5555555555555555) + ((v >> 1) & 64'h5555555555555555);
  endfunction
  function automatic logic [63:0] by4(logic [63:0] v);
    by4 = (v & 64'h3333333333333333) + ((v >> 2) & 64'h3333333333333333);
  endfunction
  function automatic logic [63:0] by8(logic [63:0] v);
    by8 = (v & 64'h0F0F0F0F0F0F0F0F) + ((v >> 4) & 64'h0F0F0F0F0F0F0F0F);
  endfunction
  function automatic logic [63:0] by16(logic [63:0] v);
    by16 = (v & 64'h00FF00FF00FF00FF) + ((v >> 8) & 64'h00FF00FF00FF00FF);
  endfunction
  function automatic logic [6:0] total(logic [63:0] d);
    total = 7'((d + (d >> 16) + (d >> 32) + (d >> 48)) & 64'h7F);
  endfunction

  logic [63:0] a2, b2, c2, x4, y4, z4, x8, y8, z8, x16, y16, z16;
  assign a2 = by2(a_i);
  assign b2 = by2(b_i);
  assign c2 = by2(a_i | b_i);
  assign x4 = by4(x2_i);
  assign y4 = by4(y2_i);
  assign z4 = by4(z2_i);
  assign x8 = by8(x4_i);
  assign y8 = by8(y4_i);
  assign z8 = by8(z4_i);
  assign x16 = by16(x8_i);
  assign y16 = by16(y8_i);
  assign z16 = by16(z8_i);

  always_comb begin
    assume ((a_i & b_i) == 64'd0);
    for (int i = 0; i < 32; i++) begin
      assume (x2_i[2*i +: 2] <= 2'd2 && y2_i[2*i +: 2] <= 2'd2 && z2_i[2*i +: 2] <= 2'd2);
      assume ({1'b0, x2_i[2*i +: 2]} + {1'b0, y2_i[2*i +: 2]} == {1'b0, z2_i[2*i +: 2]});
      assert (a2[2*i +: 2] <= 2'd2 && b2[2*i +: 2] <= 2'd2 && c2[2*i +: 2] <= 2'd2);
      assert ({1'b0, a2[2*i +: 2]} + {1'b0, b2[2*i +: 2]} == {1'b0, c2[2*i +: 2]});
    end
    assert ((a2 == 64'd0) == (a_i == 64'd0));
    for (int i = 0; i < 16; i++) begin
      assume (x4_i[4*i +: 4] <= 4'd4 && y4_i[4*i +: 4] <= 4'd4 && z4_i[4*i +: 4] <= 4'd4);
      assume (x4_i[4*i +: 4] + y4_i[4*i +: 4] == z4_i[4*i +: 4]);
      assert (x4[4*i +: 4] <= 4'd4 && y4[4*i +: 4] <= 4'd4 && z4[4*i +: 4] <= 4'd4);
      assert (x4[4*i +: 4] + y4[4*i +: 4] == z4[4*i +: 4]);
    end
    assert ((x4 == 64'd0) == (x2_i == 64'd0));
    for (int i = 0; i < 8; i++) begin
      assume (x8_i[8*i +: 8] <= 8'd8 && y8_i[8*i +: 8] <= 8'd8 && z8_i[8*i +: 8] <= 8'd8);
      assume (x8_i[8*i +: 8] + y8_i[8*i +: 8] == z8_i[8*i +: 8]);
      assert (x8[8*i +: 8] <= 8'd8 && y8[8*i +: 8] <= 8'd8 && z8[8*i +: 8] <= 8'd8);
      assert (x8[8*i +: 8] + y8[8*i +: 8] == z8[8*i +: 8]);
    end
    assert ((x8 == 64'd0) == (x4_i == 64'd0));
    for (int i = 0; i < 4; i++) begin
      assume (x16_i[16*i +: 16] <= 16'd16 && y16_i[16*i +: 16] <= 16'd16 && z16_i[16*i +: 16] <= 16'd16);
      assume (x16_i[16*i +: 16] + y16_i[16*i +: 16] == z16_i[16*i +: 16]);
      assert (x16[16*i +: 16] <= 16'd16 && y16[16*i +: 16] <= 16'd16 && z16[16*i +: 16] <= 16'd16);
      assert (x16[16*i +: 16] + y16[16*i +: 16] == z16[16*i +: 16]);
    end
    assert ((x16 == 64'd0) == (x8_i == 64'd0));
    assert ({1'b0, total(x16_i)} + {1'b0, total(y16_i)} == {1'b0, total(z16_i)});
    assert ((total(x16_i) == 7'd0) == (x16_i == 64'd0));
  end
endmodule
