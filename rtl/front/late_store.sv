// SPDX-License-Identifier: Apache-2.0
// Row 8 of the hazards of control-flow.md 7, in a unit with exposed hazards. It stands between the issue stage and the
// vector memory unit. A store of more than 64 bits issues at once, but it waits here. So the vector ALU instructions
// that its wave issues within the next `wait_states_i` wait states change the data that the store reads.
//
// The store goes to its unit before another instruction of its wave: one after these wait states, one that is neither a
// vector ALU instruction nor s_nop, or one that writes an address VGPR of the store. In that cycle the wave's
// instruction does not issue (replay_o), and when the unit takes the store, the wave stalls as after any store. The
// stores of other waves pass by.
module late_store (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [2:0]         wait_states_i,  // 0: no hazard
  // the wave at the issue stage, and its instruction
  input  logic               valid_i,
  input  cu_pkg::slot_t      slot_i,
  input  logic               passes_i,  // a vector ALU instruction or s_nop
  input  logic               writes_i,  // it writes the `count_i` physical VGPRs from vdst_i on
  input  cu_pkg::phys_vgpr_t vdst_i,
  input  logic [2:0]         count_i,
  input  logic [3:0]         states_i,  // its wait states if it issues, else 0
  output logic               replay_o,  // the wave's store goes first
  output logic               stall_o,   // and the wave stalls until its operands are read
  // a vector memory instruction from the issue stage
  input  logic               issue_valid_i,
  input  logic               issue_wide_i,  // a store of more than 64 bits
  input  logic               issue_addr64_i,
  input  cu_pkg::mem_issue_t issue_i,
  output logic               issue_ready_o,
  output logic               issue_kept_o,  // it waits here: its wave does not stall
  // to the unit
  output logic               unit_valid_o,
  input  logic               unit_ready_i,
  output cu_pkg::mem_issue_t unit_o
);
  cu_pkg::mem_issue_t     store_q [cu_pkg::NumWaves];
  cu_pkg::wave_mask_t     kept_q;    // waves with a store here
  cu_pkg::wave_mask_t     addr64_q;  // its address is two VGPRs
  logic [2:0]             states_left_q [cu_pkg::NumWaves];

  cu_pkg::mem_issue_t store;
  cu_pkg::phys_vgpr_t addr_last, vdst_last;
  logic               writes_address;
  assign store = store_q[slot_i];
  assign addr_last = store.addr + cu_pkg::phys_vgpr_t'(addr64_q[slot_i]);
  assign vdst_last = vdst_i + cu_pkg::phys_vgpr_t'(count_i) - 1'b1;
  assign writes_address = writes_i && vdst_i <= addr_last && vdst_last >= store.addr;

  assign replay_o = valid_i && kept_q[slot_i] && !(passes_i && states_left_q[slot_i] != '0 && !writes_address);
  assign stall_o = replay_o && unit_ready_i;
  assign issue_kept_o = issue_wide_i && wait_states_i != '0;
  assign issue_ready_o = issue_kept_o || unit_ready_i;
  assign unit_valid_o = replay_o || (issue_valid_i && !issue_kept_o);
  assign unit_o = replay_o ? store : issue_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      kept_q <= '0;
      addr64_q <= '0;
      for (int i = 0; i < int'(cu_pkg::NumWaves); i++) states_left_q[i] <= '0;
    end else if (issue_valid_i && issue_kept_o) begin
      kept_q[slot_i] <= 1'b1;
      addr64_q[slot_i] <= issue_addr64_i;
      states_left_q[slot_i] <= wait_states_i;
    end else begin
      if (stall_o) kept_q[slot_i] <= 1'b0;
      states_left_q[slot_i] <= {1'b0, states_left_q[slot_i]} <= states_i ? '0 : states_left_q[slot_i] - states_i[2:0];
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue_valid_i && issue_kept_o) store_q[slot_i] <= issue_i;
  end

  logic unused_fields;
  assign unused_fields = ^store;
endmodule
