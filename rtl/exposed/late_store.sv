// SPDX-License-Identifier: Apache-2.0
// Row 8 of the hazards of control-flow.md 7, in a unit with exposed hazards. It stands between the issue stage and the
// vector memory unit. A store of more than 64 bits issues at once, but it waits here, unless a register is its SOFFSET
// (D-WAIT-27). So the vector ALU instructions that its wave issues within the next `wait_states_i` wait states change
// the data that the store reads.
//
// After these wait states the store goes to its unit, one of FLAT to both its units, before the next instruction.
// It goes earlier before an instruction that is neither a vector ALU instruction nor s_nop, or that writes an address
// VGPR of the store. In that cycle the instruction does not issue (replay_o). When the unit takes the store, the wave
// stalls as after any store. Memory instructions of other waves pass by.
module late_store (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [2:0]                wait_states_i,  // 0: no hazard
  // the wave at the issue stage, and its instruction
  input  logic                      valid_i,
  input  cu_pkg::slot_t             slot_i,
  input  logic                      passes_i,       // a vector ALU instruction or s_nop
  input  issue_pkg::valu_vgprs_t    vgprs_i,
  input  logic [2:0]                count_i,        // VGPRs that it writes from vdst on
  input  logic                      swap_i,         // v_swap_b32: it writes source 0 too
  input  logic [3:0]                states_i,       // its wait states if it issues, else 0
  output logic                      replay_o,       // the wave's store goes first
  output logic                      stall_o,        // and the wave stalls until its operands are read
  // a vector memory instruction from the issue stage
  input  logic                      issue_valid_i,
  input  logic                      issue_wide_i,   // a store that the row takes
  input  mem_issue_pkg::mem_issue_t issue_i,
  output logic                      issue_ready_o,
  output logic                      issue_kept_o,   // it waits here: its wave does not stall
  // to the unit
  output logic                      unit_valid_o,
  input  logic                      unit_ready_i,
  output mem_issue_pkg::mem_issue_t unit_o,
  input  logic                      lds_ready_i,
  output logic                      lds_valid_o     // unit_o goes to the data share too
);
  mem_issue_pkg::mem_issue_t store_q [cu_pkg::NumWaves];
  cu_pkg::wave_mask_t        kept_q;  // waves with a store here
  logic [2:0]                states_left_q [cu_pkg::NumWaves];

  mem_issue_pkg::mem_issue_t store;
  cu_pkg::phys_vgpr_t        addr_last, vdst_last;
  logic                      has_address;
  logic                      writes_address;
  assign store = store_q[slot_i];
  always_comb begin
    has_address = store.ctl.vmem.address_vgprs != '0;
    addr_last = store.addr;
    if (store.ctl.vmem.address_vgprs[1]) addr_last = store.addr + 1'b1;
    vdst_last = vgprs_i.vdst + cu_pkg::VgprBits'(count_i) - 1'b1;
  end
  assign writes_address = has_address &&
                          ((count_i != '0 && vgprs_i.vdst <= addr_last && vdst_last >= store.addr) ||
                           (swap_i && vgprs_i.src0 >= store.addr && vgprs_i.src0 <= addr_last));

  assign replay_o = valid_i && kept_q[slot_i] && !(passes_i && states_left_q[slot_i] != '0 && !writes_address);
  logic flat;  // the store that goes first is one of FLAT
  assign flat = replay_o && store.ctl.lds.flat;
  assign stall_o = replay_o && unit_ready_i && (!flat || lds_ready_i);
  assign issue_kept_o = issue_wide_i && wait_states_i != '0;
  assign issue_ready_o = issue_kept_o || unit_ready_i;
  assign unit_valid_o = replay_o ? !flat || lds_ready_i : issue_valid_i && !issue_kept_o;
  assign lds_valid_o = flat && unit_ready_i;
  assign unit_o = replay_o ? store : issue_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      kept_q <= '0;
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) states_left_q[i] <= '0;
    end else if (issue_valid_i && issue_kept_o) begin
      kept_q[slot_i] <= 1'b1;
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
  assign unused_fields = ^{store, vgprs_i};
endmodule
