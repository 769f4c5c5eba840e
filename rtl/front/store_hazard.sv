// SPDX-License-Identifier: Apache-2.0
// The hazard of control-flow.md 7, row 8, in a unit with exposed hazards. A store of more than 64 bits
// releases its wave when its addresses have been read. It reads its data after the vector ALU instructions that the
// wave issues within the next `wait_states_i` wait states. The hazard ends with these wait states, or before an
// instruction that is neither a vector ALU instruction nor s_nop. Then the store reads its data, and the wave stalls
// until it has. So nothing that the store waits for can wait for the store.
module store_hazard (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [2:0]    wait_states_i,  // 0: no hazard
  // the wave at the issue stage
  input  logic          valid_i,
  input  cu_pkg::slot_t slot_i,
  input  logic          passes_i,      // its instruction is a vector ALU instruction or s_nop
  input  logic [3:0]    states_i,      // wait states of the instruction that issues, 0 if none does
  input  logic          refused_i,     // the wave halts
  input  logic          store_i,       // a store of more than 64 bits issues
  input  logic          valu_i,        // a vector ALU instruction issues
  input  logic          valu_done_i,
  input  cu_pkg::slot_t valu_done_slot_i,
  input  logic          taken_i,       // the data of a store of more than 64 bits has been read
  input  cu_pkg::slot_t taken_slot_i,
  output logic          wait_o,        // the instruction at the issue stage must not issue
  output logic          wave_stall_o,  // and its wave stalls until release_o
  output logic [15:0]   data_stall_o,  // stores of these waves do not read their data yet
  output logic [15:0]   release_o
);
  logic [15:0] store_q;    // the wave's store has not read its data
  logic [15:0] busy_q;     // a vector ALU instruction that the store waits for is in flight
  logic [15:0] stalled_q;
  logic [2:0]  states_left_q [16];

  assign wait_o = valid_i && store_q[slot_i] && !(passes_i && states_left_q[slot_i] != '0);
  assign wave_stall_o = wait_o && !(taken_i && taken_slot_i == slot_i);
  assign release_o = taken_i && stalled_q[taken_slot_i] ? 16'd1 << taken_slot_i : '0;
  always_comb begin
    for (int i = 0; i < 16; i++) data_stall_o[i] = store_q[i] && (states_left_q[i] != '0 || busy_q[i]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_q <= '0;
      busy_q <= '0;
      stalled_q <= '0;
      for (int i = 0; i < 16; i++) states_left_q[i] <= '0;
    end else begin
      if (valu_done_i) busy_q[valu_done_slot_i] <= 1'b0;
      if (taken_i) begin
        store_q[taken_slot_i] <= 1'b0;
        stalled_q[taken_slot_i] <= 1'b0;
      end
      if (store_i) begin
        store_q[slot_i] <= wait_states_i != '0;
        states_left_q[slot_i] <= wait_states_i;
      end else if (wait_o || refused_i || {1'b0, states_left_q[slot_i]} <= states_i) begin
        states_left_q[slot_i] <= '0;
      end else begin
        states_left_q[slot_i] <= states_left_q[slot_i] - states_i[2:0];
      end
      if (valu_i) busy_q[slot_i] <= store_q[slot_i];
      if (wave_stall_o) stalled_q[slot_i] <= 1'b1;
    end
  end
endmodule
