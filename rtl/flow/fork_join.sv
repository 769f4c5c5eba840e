// SPDX-License-Identifier: Apache-2.0
// s_cbranch_i_fork, s_cbranch_g_fork and s_cbranch_join (control-flow.md 3). Combinational. The stack lies in
// the wave's SGPRs, entry n in s[4n..4n+3]. CSP, a field of MODE, counts modulo 8. A fork writes at most one entry
// (push_o). A join reads entry CSP - 1, which the caller gives as entry_i.
//
// coverage off toggle push_entry_o[127:112]: An entry of the fork stack has a PC of 48 bits, and 0 above it.
// coverage off toggle target_i[1:0], npc_i[1:0], pc_o[1:0], push_entry_o[65:64]: An instruction lies at a multiple of
//   4: so do the entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks
//   and joins clear the two bits.
module fork_join (
  input  logic         is_join_i,
  input  logic [63:0]  mask_i,       // fork: lanes that take the branch
  input  logic [47:0]  target_i,     // fork
  input  logic [31:0]  saved_csp_i,  // join
  input  logic [127:0] entry_i,      // join: {PC, EXEC} on top of the stack
  input  logic [63:0]  exec_i,
  input  logic [2:0]   csp_i,
  input  logic [47:0]  npc_i,
  output logic [47:0]  pc_o,
  output logic         exec_we_o,
  output logic [63:0]  exec_o,
  output logic [2:0]   csp_o,
  output logic         push_o,
  output logic [127:0] push_entry_o  // {PC, EXEC}, written at entry csp_i
);
  logic [63:0] taken, not_taken;  // active lanes that take the branch, and that do not
  assign taken = mask_i & exec_i;
  assign not_taken = ~mask_i & exec_i;

  always_comb begin
    pc_o = npc_i;
    exec_we_o = 1'b0;
    exec_o = exec_i;
    csp_o = csp_i;
    push_o = 1'b0;
    push_entry_o = '0;
    if (is_join_i) begin
      if (saved_csp_i != {29'd0, csp_i}) begin
        csp_o = csp_i - 3'd1;
        exec_we_o = 1'b1;
        exec_o = entry_i[63:0];
        pc_o = {entry_i[111:66], 2'b00};
      end
    end else if (not_taken == '0) begin
      pc_o = target_i;  // all active lanes take the branch, or EXEC is zero
    end else if (taken != '0) begin
      // The smaller side runs first. If both are equal, the side that takes the branch does.
      push_o = 1'b1;
      csp_o = csp_i + 3'd1;
      exec_we_o = 1'b1;
      if (bits_pkg::popcount64(not_taken) < bits_pkg::popcount64(taken)) begin
        push_entry_o = {16'd0, target_i, taken};
        exec_o = not_taken;
      end else begin
        push_entry_o = {16'd0, npc_i, not_taken};
        exec_o = taken;
        pc_o = target_i;
      end
    end
  end

  logic unused_entry;
  assign unused_entry = ^{entry_i[127:112], entry_i[65:64]};
endmodule
