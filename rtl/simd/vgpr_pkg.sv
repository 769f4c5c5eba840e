// SPDX-License-Identifier: Apache-2.0
// Ports of the VGPR file.
package vgpr_pkg;
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned VgprIndexBits = cu_pkg::VgprBits + 2;  // of an index of the VGPR file: {physical VGPR, pass}
  // verilator lint_on UNUSEDPARAM

  // Write port of the VGPR file: lanes of one pass, of one physical VGPR.
  typedef struct packed {
    cu_pkg::phys_vgpr_t vgpr;
    logic [1:0]         pass;
    logic [1:0]         halves;  // that are written in each lane: {high, low}
    logic [15:0]        lanes;
    cu_pkg::pass_t      data;
  } vgpr_write_t;
  // verilator lint_off UNUSEDPARAM
  localparam logic [1:0] WholeVgpr = 2'b11;
  // verilator lint_on UNUSEDPARAM

  // What stands in the VGPR file after a write over `old`.
  function automatic cu_pkg::pass_t merged(cu_pkg::pass_t old, cu_pkg::pass_t data, logic [15:0] lanes,
                                           logic [1:0] halves);
    merged = data;
    if (lanes != 16'hffff || halves != WholeVgpr) begin
      for (int unsigned i = 0; i < 16; i++) begin
        if (!(lanes[i] && halves[0])) merged[32*i +: 16] = old[32*i +: 16];
        if (!(lanes[i] && halves[1])) merged[32*i + 16 +: 16] = old[32*i + 16 +: 16];
      end
    end
  endfunction

  typedef struct packed {
    cu_pkg::phys_vgpr_t vgpr;
    logic [1:0]         pass;
  } vgpr_read_t;
endpackage
