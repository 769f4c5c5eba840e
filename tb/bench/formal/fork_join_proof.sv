// SPDX-License-Identifier: Apache-2.0
// Proof about fork_join (control-flow.md 3.3). Let a program change EXEC by fork and join alone, and pop no
// empty stack. Then popcount(EXEC) <= 64 / 2^CSP and CSP <= 6 at every instant.
//
// The proof is an induction over instructions. Invariant: EXEC keeps the bound at CSP, and the EXEC part of each stack
// entry i < CSP keeps it at i. It holds at launch, where CSP = 0. The step is below. It takes any EXEC, CSP and top of
// the stack that keep the invariant, and any fork or join. Then the result keeps the invariant.
module fork_join_proof (
  input logic         is_join_i,
  input logic [63:0]  mask_i,
  input logic [31:0]  saved_csp_i,
  input logic [47:0]  target_i,
  input logic [47:0]  npc_i,
  input logic [63:0]  exec_i,
  input logic [2:0]   csp_i,
  input logic [127:0] entry_i
);
  logic [2:0]   csp;
  logic [47:0]  pc;
  logic         exec_we, push;
  logic [63:0]  exec, taken, not_taken;
  logic [127:0] push_entry;

  fork_join u_fork_join (
    .is_join_i, .mask_i, .target_i, .saved_csp_i, .entry_i, .exec_i, .csp_i, .npc_i,
    .pc_o(pc), .exec_we_o(exec_we), .exec_o(exec), .csp_o(csp),
    .push_o(push), .push_entry_o(push_entry)
  );
  assign taken = mask_i & exec_i;
  assign not_taken = ~mask_i & exec_i;

  // Bound of the lanes at a stack depth.
  function automatic logic [6:0] most(logic [2:0] depth);
    most = 7'd64 >> depth;
  endfunction

  logic       pops, one_side, low_first, high_first;
  logic [6:0] lanes, passing, failing;
  assign lanes = bits_pkg::popcount64(exec_i);
  assign passing = bits_pkg::popcount64(taken);
  assign failing = bits_pkg::popcount64(not_taken);
  assign pops = is_join_i && saved_csp_i != {29'd0, csp_i};
  assign one_side = taken == 64'd0 || not_taken == 64'd0;
  assign low_first = exec == not_taken && push_entry[63:0] == taken && failing < passing;
  assign high_first = exec == taken && push_entry[63:0] == not_taken && passing <= failing;

  always_comb begin
    // popcount_proof: the counts of disjoint sets add up, and a set that is not empty counts at least 1.
    assume (passing + failing == lanes);
    assume (taken == 64'd0 || passing != 7'd0);
    assume (not_taken == 64'd0 || failing != 7'd0);
    // The invariant before. The program pops no empty stack.
    assume (csp_i <= 3'd6);
    assume (lanes <= most(csp_i));
    assume (!pops || csp_i != 3'd0);
    assume (!pops || bits_pkg::popcount64(entry_i[63:0]) <= most(csp_i - 3'd1));
    // The invariant after.
    assert (csp <= 3'd6);
    if (is_join_i) begin
      assert (!push && exec_we == pops);
      assert (!pops || (exec == entry_i[63:0] && csp == csp_i - 3'd1));
      assert (pops || csp == csp_i);
    end else if (one_side) begin
      assert (!push && !exec_we && csp == csp_i);
    end else begin
      // The side that runs has at most half of the lanes. The side that waits has at most all of them.
      assert (push && exec_we && csp == csp_i + 3'd1 && (low_first || high_first));
      assert (!low_first || failing <= most(csp));
      assert (!high_first || passing <= most(csp));
      assert (passing <= most(csp_i) && failing <= most(csp_i));
    end
  end

  logic unused_pc;
  assign unused_pc = ^{pc, push_entry[127:64]};
endmodule
