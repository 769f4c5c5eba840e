// SPDX-License-Identifier: Apache-2.0
// Asserts that an instruction waits for the returns of its cycle alone if it reads or writes a register that they
// change: s_getreg and s_setreg of TRAPSTS and IB_STS (control-flow.md D-SCA-5). Bound to issue; its names are those of
// issue.
module return_rules (
  input logic clk_i,
  input logic rst_ni
);
  logic [4:0] op;
  logic [5:0] register;
  logic       sees;  // by the word of the instruction
  assign op = issue.word0_i[27:23];
  assign register = issue.word0_i[5:0];
  assign sees = issue.word0_i[31:28] == 4'b1011 && (op == 5'd17 || op == 5'd18 || op == 5'd20) &&
                (register == 6'd3 || register == 6'd7);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) a_returns: assert (!(issue.valid_i && issue.query.sees_returns) || sees);
  end
endmodule
