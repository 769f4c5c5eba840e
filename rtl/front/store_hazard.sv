// SPDX-License-Identifier: Apache-2.0
// The window of control-flow.md section 7, row 8, in a unit with exposed hazards: a store of
// more than 64 bits lets its wave go when its addresses have been read, and takes its data only
// after the vector ALU instructions that the wave issues within `window_i` wait states. Anything but
// a vector ALU instruction or an s_nop ends the window, and so does the end of the states: then the
// data is read, and the wave waits for that as it does without a window. So nothing that the store
// could wait for waits for the store.
module store_hazard (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [2:0]    window_i,      // wait states, 0: none
  // the wave at the issue stage
  input  logic          valid_i,
  input  cu_pkg::slot_t slot_i,
  input  logic          passes_i,      // it has a vector ALU instruction or an s_nop
  input  logic [3:0]    states_i,      // wait states of what issues
  input  logic          refused_i,     // the wave halts
  input  logic          store_i,       // such a store issues
  input  logic          valu_i,        // a vector ALU instruction issues
  input  logic          valu_done_i,
  input  cu_pkg::slot_t valu_done_slot_i,
  input  logic          taken_i,       // the data of such a store has been read
  input  cu_pkg::slot_t taken_slot_i,
  output logic          wait_o,        // the instruction at the issue stage must not go
  output logic          wave_hold_o,   // and its wave is held until release_o
  output logic [15:0]   data_hold_o,   // data of these waves' stores is not read yet
  output logic [15:0]   release_o
);
  logic [15:0] store_q;  // has not taken its data
  logic [15:0] busy_q;   // a vector ALU instruction of the window is under way
  logic [15:0] held_q;
  logic [2:0]  left_q [16];

  assign wait_o = valid_i && store_q[slot_i] && !(passes_i && left_q[slot_i] != '0);
  assign wave_hold_o = wait_o && !(taken_i && taken_slot_i == slot_i);
  assign release_o = taken_i && held_q[taken_slot_i] ? 16'd1 << taken_slot_i : '0;
  always_comb begin
    for (int i = 0; i < 16; i++) data_hold_o[i] = store_q[i] && (left_q[i] != '0 || busy_q[i]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      store_q <= '0;
      busy_q <= '0;
      held_q <= '0;
      for (int i = 0; i < 16; i++) left_q[i] <= '0;
    end else begin
      if (valu_done_i) busy_q[valu_done_slot_i] <= 1'b0;
      if (taken_i) begin
        store_q[taken_slot_i] <= 1'b0;
        held_q[taken_slot_i] <= 1'b0;
      end
      if (store_i) begin
        store_q[slot_i] <= window_i != '0;
        left_q[slot_i] <= window_i;
      end else if (wait_o || refused_i || {1'b0, left_q[slot_i]} <= states_i) begin
        left_q[slot_i] <= '0;
      end else begin
        left_q[slot_i] <= left_q[slot_i] - states_i[2:0];
      end
      if (valu_i) busy_q[slot_i] <= store_q[slot_i];
      if (wave_hold_o) held_q[slot_i] <= 1'b1;
    end
  end
endmodule
