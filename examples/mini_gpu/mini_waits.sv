// SPDX-License-Identifier: Apache-2.0
// Why the wave of a core does not issue, for the probe: the reasons of model.c, by their numbers.
module mini_waits import mini_pkg::*, wl_probe_pkg::*; (
  input  logic             live_i,
  input  logic             halted_i,
  input  logic             issue_i,
  input  logic             fetched_i,
  input  logic             waits_i,   // for loads and stores of its own
  input  logic [Vgprs-1:0] uses_i,    // the registers of its next instruction
  input  logic [Vgprs-1:0] busy_i,    // those that loads write
  input  logic             drains_i,  // it waits for all of them
  output logic [7:0]       reason_o
);
  typedef enum logic [2:0] {ForFetch, ForHalt, ForLoad, ForEnd, ForFull, ForDrain} own_e;
  own_e own;

  always_comb begin
    if (halted_i) own = ForHalt;
    else if (!fetched_i) own = ForFetch;
    else if (waits_i && (uses_i & busy_i) != '0) own = ForLoad;
    else if (waits_i) own = drains_i ? ForDrain : ForFull;
    else own = ForEnd;
    reason_o = !live_i ? 8'(WaitEmpty) : issue_i ? 8'(WaitIssues) : 8'(WaitOwn) + 8'(own);
  end
endmodule
