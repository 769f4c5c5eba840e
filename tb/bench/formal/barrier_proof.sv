// SPDX-License-Identifier: Apache-2.0
// Proof about barrier (control-flow.md 4):
//   - A group is released only when all its waves have been launched and all its live waves wait.
//   - In each cycle in which there is such a group, one is released. So no such group blocks the others.
//   - The waves that leave are the group's waves.
//
// The environment behaves like the dispatcher and the issue stage. A launch names a free slot, and a group that has
// waves to launch or an empty group slot. A wave arrives or ends only while it is live and does not wait. Beside the
// module stands a plain account of all waves. The proof is an induction over cycles; its invariant ties the module's
// registers to that account.
//
// This text stands before the endmodule of rtl/flow/barrier.sv (scripts/wl/checks/formal.py).
  // Reset in the first cycle and never again; no faults.
  logic p_started_q;
  initial p_started_q = 1'b0;
  always_ff @(posedge clk_i) p_started_q <= 1'b1;
  always_comb begin
    assume (rst_ni == p_started_q);
  end

  // ---- the account ---------------------------------------------------------------------------------
  logic [15:0] p_live_q, p_waiting_q;
  logic [3:0]  p_of_q [16];       // group of a wave
  logic [4:0]  p_missing_q [16];  // waves still to be launched

  logic [15:0] p_members [16];
  logic [15:0] whole;  // groups that can be released
  always_comb begin
    for (int g = 0; g < 16; g++) begin
      for (int s = 0; s < 16; s++) p_members[g][s] = p_live_q[s] && p_of_q[s] == g[3:0];
      whole[g] = p_missing_q[g] == 5'd0 && p_members[g] != 16'd0 && (p_members[g] & ~p_waiting_q) == 16'd0;
    end
  end

  logic begins;
  assign begins = p_members[launch_i.group] == 16'd0 && p_missing_q[launch_i.group] == 5'd0;

  always_comb begin
    assume (!launch_valid_i || !p_live_q[launch_i.slot]);
    assume (!launch_valid_i || !begins || (launch_i.waves_in_group >= 5'd1 && launch_i.waves_in_group <= 5'd16));
    assume (!launch_valid_i || begins || p_missing_q[launch_i.group] != 5'd0);
    assume (!(arrive_i && end_i));
    assume (!(arrive_i || end_i) || (p_live_q[slot_i] && !p_waiting_q[slot_i]));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      p_live_q <= 16'd0;
      p_waiting_q <= 16'd0;
      for (int i = 0; i < 16; i++) p_missing_q[i] <= 5'd0;
    end else begin
      for (int s = 0; s < 16; s++) begin
        if (release_valid_o && p_members[release_group_o][s]) p_waiting_q[s] <= 1'b0;
        if (arrive_i && slot_i == s[3:0]) p_waiting_q[s] <= 1'b1;
        if (end_i && slot_i == s[3:0]) p_live_q[s] <= 1'b0;
        if (launch_valid_i && launch_i.slot == s[3:0]) begin
          p_live_q[s] <= 1'b1;
          p_waiting_q[s] <= 1'b0;
          p_of_q[s] <= launch_i.group;
        end
      end
      if (launch_valid_i) begin
        p_missing_q[launch_i.group] <= (begins ? launch_i.waves_in_group : p_missing_q[launch_i.group]) - 5'd1;
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      // The module's registers equal the account.
      for (int g = 0; g < 16; g++) begin
        assert (members_q[g] == p_members[g]);
        assert (missing_q[g] == p_missing_q[g]);
        assert (p_missing_q[g] <= 5'd15);
      end
      for (int s = 0; s < 16; s++) assert (!p_live_q[s] || group_q[s] == p_of_q[s]);
      assert (in_barrier_o == p_waiting_q);
      assert ((p_waiting_q & ~p_live_q) == 16'd0);
      // Released exactly when it must be.
      assert (release_valid_o == (whole != 16'd0));
      assert (!release_valid_o || whole[release_group_o]);
    end
  end
