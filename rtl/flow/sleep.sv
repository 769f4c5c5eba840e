// SPDX-License-Identifier: Apache-2.0
// s_sleep and s_wakeup (D-FLOW-2, D-FLOW-3). All waves have one common beat of 64 cycles. A wave that
// sleeps for n wakes at the beat n + 1, so it issues nothing for 64n + 1 to 64n + 64 cycles. A wakeup takes effect in
// the next cycle.
module sleep (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  cu_pkg::slot_t      slot_i,     // of the instruction that issues
  input  logic               sleep_i,
  input  logic [6:0]         beats_i,
  input  logic               wakeup_i,
  input  cu_pkg::wave_mask_t members_i,  // waves of slot_i's group
  output cu_pkg::wave_mask_t asleep_o
);
  logic [12:0]        cycle_q;                    // [12:6] number of the next beat
  cu_pkg::wave_mask_t asleep_q, asleep_d;
  logic [6:0]         wake_q [cu_pkg::NumWaves];  // number of the beat that wakes the wave
  logic               beat;
  assign beat = cycle_q[5:0] == '1 && asleep_q != '0;

  always_comb begin
    asleep_d = asleep_q;
    if (beat) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) begin
        if (wake_q[i] == cycle_q[12:6]) asleep_d[i] = 1'b0;
      end
    end
    if (wakeup_i) asleep_d = asleep_d & ~members_i;
    if (sleep_i) asleep_d[slot_i] = 1'b1;
  end

  // A beat does not end a sleep that begins in the same cycle.
  logic [6:0] next_beat;
  assign next_beat = cycle_q[12:6] + {6'd0, cycle_q[5:0] == '1};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= '0;
      asleep_q <= '0;
    end else begin
      cycle_q <= cycle_q + 13'd1;
      asleep_q <= asleep_d;
      if (sleep_i || wakeup_i) a_awake: assert (!asleep_q[slot_i]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (sleep_i) wake_q[slot_i] <= next_beat + beats_i;
  end

  assign asleep_o = asleep_q;
endmodule
