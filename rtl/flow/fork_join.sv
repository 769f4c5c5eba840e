// SPDX-License-Identifier: Apache-2.0
// s_cbranch_i_fork, s_cbranch_g_fork and s_cbranch_join (control-flow.md section 3), combinational.
// The stack lives in the wave's SGPRs, entry n in s[4n..4n+3]; CSP is MODE[31:29], modulo 8. A fork
// writes at most one entry (push_o); a join reads entry CSP-1, given by the caller as entry_i.
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
  // Adder tree; a loop of 64 additions would be the longest path of the unit.
  function automatic logic [6:0] popcount(logic [63:0] v);
    logic [63:0] a, b, c, d;
    a = (v & 64'h5555555555555555) + ((v >> 1) & 64'h5555555555555555);
    b = (a & 64'h3333333333333333) + ((a >> 2) & 64'h3333333333333333);
    c = (b & 64'h0F0F0F0F0F0F0F0F) + ((b >> 4) & 64'h0F0F0F0F0F0F0F0F);
    d = (c & 64'h00FF00FF00FF00FF) + ((c >> 8) & 64'h00FF00FF00FF00FF);
    popcount = 7'((d + (d >> 16) + (d >> 32) + (d >> 48)) & 64'h7F);
  endfunction

  logic [63:0] pass, fail;
  assign pass = mask_i & exec_i;
  assign fail = ~mask_i & exec_i;

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
    end else if (fail == '0) begin
      pc_o = target_i;  // every live lane, or EXEC is zero
    end else if (pass != '0) begin
      // The smaller side runs first; a tie runs the taken side.
      push_o = 1'b1;
      csp_o = csp_i + 3'd1;
      exec_we_o = 1'b1;
      if (popcount(fail) < popcount(pass)) begin
        push_entry_o = {16'd0, target_i, pass};
        exec_o = fail;
      end else begin
        push_entry_o = {16'd0, npc_i, fail};
        exec_o = pass;
        pc_o = target_i;
      end
    end
  end

  logic unused_entry;
  assign unused_entry = ^{entry_i[127:112], entry_i[65:64]};
endmodule
