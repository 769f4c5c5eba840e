// SPDX-License-Identifier: Apache-2.0
// Lemma of fork_join_proof about bits_pkg::popcount64. The counts of two disjoint sets of lanes add up to the count
// of their union, and no other set than the empty one counts 0.
//
// The count is a tree of additions. The proof takes each stage by itself, and assumes what the stage before
// guarantees of three words x, y, z. In each field z = x + y, no field is above its maximum, and x = 0 exactly when
// the set is empty.
module popcount_proof (
  input logic [63:0] a_i, b_i,            // sets of lanes
  input logic [63:0] x2_i, y2_i, z2_i,    // fields of 2 bits, 0..2
  input logic [63:0] x4_i, y4_i, z4_i,    // of 4 bits, 0..4
  input logic [63:0] x8_i, y8_i, z8_i,    // of 8 bits, 0..8
  input logic [63:0] x16_i, y16_i, z16_i  // of 16 bits, 0..16
);
  logic [63:0] a2, b2, c2, x4, y4, z4, x8, y8, z8, x16, y16, z16;
  assign a2 = bits_pkg::fields2(a_i);
  assign b2 = bits_pkg::fields2(b_i);
  assign c2 = bits_pkg::fields2(a_i | b_i);
  assign x4 = bits_pkg::fields4(x2_i);
  assign y4 = bits_pkg::fields4(y2_i);
  assign z4 = bits_pkg::fields4(z2_i);
  assign x8 = bits_pkg::fields8(x4_i);
  assign y8 = bits_pkg::fields8(y4_i);
  assign z8 = bits_pkg::fields8(z4_i);
  assign x16 = bits_pkg::fields16(x8_i);
  assign y16 = bits_pkg::fields16(y8_i);
  assign z16 = bits_pkg::fields16(z8_i);

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
    assert ({1'b0, bits_pkg::fields_sum(x16_i)} + {1'b0, bits_pkg::fields_sum(y16_i)} ==
            {1'b0, bits_pkg::fields_sum(z16_i)});
    assert ((bits_pkg::fields_sum(x16_i) == 7'd0) == (x16_i == 64'd0));
  end
endmodule
