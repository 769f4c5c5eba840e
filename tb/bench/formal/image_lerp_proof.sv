// SPDX-License-Identifier: Apache-2.0
// Proof about image_lerp_pkg::lerp, the weighted sum of a filter (image.md 10.7, D-IMG-28). It says for all numbers and
// weights:
//   - With weight 0 it is the first number, whatever the second one is.
//   - Else NaN, Inf and zero give what the chapter says.
//   - Numbers with one sign give that sign.
// Sums of finite numbers are beyond the solver: the bench tb/bench/sample compares them.
module image_lerp_proof (
  input logic [31:0] a_i, b_i,
  input logic [7:0]  weight_i
);
  localparam logic [31:0] QuietNan = 32'h7fc00000;
  logic [31:0] sum;
  assign sum = image_lerp_pkg::lerp(a_i, b_i, weight_i);

  always_comb begin
    if (weight_i == 8'd0) begin
      assert (sum == a_i);
    end else if (fp_pkg::is_nan(a_i) || fp_pkg::is_nan(b_i)) begin
      assert (sum == QuietNan);
    end else begin
      if (fp_pkg::is_inf(a_i) && fp_pkg::is_inf(b_i)) assert (sum == (a_i == b_i ? a_i : QuietNan));
      if (fp_pkg::is_inf(a_i) && !fp_pkg::is_inf(b_i)) assert (sum == a_i);
      if (fp_pkg::is_inf(b_i) && !fp_pkg::is_inf(a_i)) assert (sum == b_i);
      if (a_i[30:0] == 31'd0 && b_i[30:0] == 31'd0) assert (sum == {a_i[31] && b_i[31], 31'd0});
      if (a_i[31] == b_i[31]) assert (sum[31] == a_i[31]);
    end
  end
endmodule
