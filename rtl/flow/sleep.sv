// s_sleep and s_wakeup. One beat of 64 clocks is common to all waves: a wave that sleeps for n wakes
// at the beat n + 1, so that it issues nothing for 64n + 1 to 64n + 64 clocks (docs/decisions.md,
// "Control"). A wakeup counts from the next clock on.
module sleep (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  cu_pkg::slot_t slot_i,    // of the instruction that issues
  input  logic          sleep_i,
  input  logic [6:0]    beats_i,
  input  logic          wakeup_i,
  input  logic [15:0]   members_i, // waves of slot_i's group
  output logic [15:0]   asleep_o
);
  logic [5:0]  clock_q;
  logic [15:0] asleep_q, asleep_d;
  logic [6:0]  beats_q [16];
  logic        beat;
  assign beat = clock_q == '1 && asleep_q != '0;

  always_comb begin
    asleep_d = asleep_q;
    if (beat) begin
      for (int i = 0; i < 16; i++) begin
        if (beats_q[i] == '0) asleep_d[i] = 1'b0;
      end
    end
    if (wakeup_i) asleep_d = asleep_d & ~members_i;
    if (sleep_i) asleep_d[slot_i] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clock_q <= '0;
      asleep_q <= '0;
      for (int i = 0; i < 16; i++) beats_q[i] <= '0;
    end else begin
      clock_q <= clock_q + 6'd1;
      asleep_q <= asleep_d;
      if (beat) begin
        for (int i = 0; i < 16; i++) begin
          if (beats_q[i] != '0) beats_q[i] <= beats_q[i] - 7'd1;
        end
      end
      if (sleep_i) beats_q[slot_i] <= beats_i;
      a_awake: assert (!(sleep_i || wakeup_i) || !asleep_q[slot_i]);
    end
  end

  assign asleep_o = asleep_q;
endmodule
