// SPDX-License-Identifier: Apache-2.0
// Proof about fork_join (control-flow.md section 3.3): in a program that changes EXEC by fork and join
// alone and pops no empty stack, popcount(EXEC) <= 64 / 2^CSP and CSP <= 6 at every instant.
//
// By induction over instructions. Invariant: the bound holds of EXEC at CSP and of the EXEC part of
// every stack entry i < CSP at i. It holds at launch (CSP = 0). The step below: any EXEC, CSP, top of
// the stack that keep it, any fork or join; then what the unit makes of them keeps it.
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
  logic [63:0]  exec, pass, fail;
  logic [127:0] push_entry;

  fork_join u_fork_join (
    .is_join_i, .mask_i, .target_i, .saved_csp_i, .entry_i, .exec_i, .csp_i, .npc_i,
    .pc_o(pc), .exec_we_o(exec_we), .exec_o(exec), .csp_o(csp),
    .push_o(push), .push_entry_o(push_entry)
  );
  assign pass = mask_i & exec_i;
  assign fail = ~mask_i & exec_i;

  function automatic logic [6:0] count(logic [63:0] v);
    logic [63:0] a, b, c, d;
    a = (v & 64'h5555555555555555) + ((v >> 1) & 64'h5555555555555555);
    b = (a & 64'h3333333333333333) + ((a >> 2) & 64'h3333333333333333);
    c = (b & 64'h0F0F0F0F0F0F0F0F) + ((b >> 4) & 64'h0F0F0F0F0F0F0F0F);
    d = (c & 64'h00FF00FF00FF00FF) + ((c >> 8) & 64'h00FF00FF00FF00FF);
    count = 7'((d + (d >> 16) + (d >> 32) + (d >> 48)) & 64'h7F);
  endfunction

  // Bound of the lanes at a stack depth.
  function automatic logic [6:0] most(logic [2:0] depth);
    most = 7'd64 >> depth;
  endfunction

  logic       pops, one_side, low_first, high_first;
  logic [6:0] lanes, passing, failing;
  assign lanes = count(exec_i);
  assign passing = count(pass);
  assign failing = count(fail);
  assign pops = is_join_i && saved_csp_i != {29'd0, csp_i};
  assign one_side = pass == 64'd0 || fail == 64'd0;
  assign low_first = exec == fail && push_entry[63:0] == pass && failing < passing;
  assign high_first = exec == pass && push_entry[63:0] == fail && passing <= failing;

  always_comb begin
    // popcount_proof: disjoint sets add up, and a set that is not empty counts at least 1.
    assume (passing + failing == lanes);
    assume (pass == 64'd0 || passing != 7'd0);
    assume (fail == 64'd0 || failing != 7'd0);
    // The invariant before, of a program that does not pop what it has not pushed.
    assume (csp_i <= 3'd6);
    assume (lanes <= most(csp_i));
    assume (!pops || csp_i != 3'd0);
    assume (!pops || count(entry_i[63:0]) <= most(csp_i - 3'd1));
    // The invariant after.
    assert (csp <= 3'd6);
    if (is_join_i) begin
      assert (!push && exec_we == pops);
      assert (!pops || (exec == entry_i[63:0] && csp == csp_i - 3'd1));
      assert (pops || csp == csp_i);
    end else if (one_side) begin
      assert (!push && !exec_we && csp == csp_i);
    end else begin
      // The running side has at most half of the lanes, the waiting one at most as many as were there.
      assert (push && exec_we && csp == csp_i + 3'd1 && (low_first || high_first));
      assert (!low_first || failing <= most(csp));
      assert (!high_first || passing <= most(csp));
      assert (passing <= most(csp_i) && failing <= most(csp_i));
    end
  end

  logic unused_pc;
  assign unused_pc = ^{pc, push_entry[127:64]};
endmodule
