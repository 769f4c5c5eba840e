// SPDX-License-Identifier: Apache-2.0
// Asserts that an instruction waits for the returns of its cycle alone if it reads or writes a register that they
// change: s_getreg and s_setreg of TRAPSTS and IB_STS (control-flow.md D-SCA-5). Bound to issue; names resolve
// there.
module return_rules (
  input logic clk_i,
  input logic rst_ni
);
  logic [5:0] register;
  logic       sees;
  assign register = issue.word0_i[5:0];
  assign sees = (issue.effect == scalar_pkg::EffectGetreg || issue.effect == scalar_pkg::EffectSetreg) &&
                (register == isa_pkg::HwregTrapsts || register == isa_pkg::HwregIbSts);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) a_returns: assert (!(issue.valid_i && issue.query.sees_returns) || sees);
  end
endmodule
