// SPDX-License-Identifier: Apache-2.0
// Proof about wave_select (control-flow.md 9, D-ARB-1, D-ARB-2, D-ARB-4). It selects a wave exactly when one is
// eligible, and only an eligible one. A wave that could issue, because its unit was ready in the last cycle, goes
// before those that could not. Among these an overdue wave goes before every wave that is not. Without one no wave has
// a higher USER_PRIO than the selected one. Among equals the wave goes first that the policy prefers, if there is one;
// else the next one round after the wave selected last, so each has its turn.
//
// Beside the module stands the account of one wave, which may be any: for how many cycles it has been a candidate since
// USER_PRIO passed it over. After PrioBound + 1 it is overdue.
//
// This text stands before the endmodule of rtl/wave/wave_select.sv (scripts/wl/checks/formal.py).
  localparam int unsigned PrioBound = cu_pkg::PrioBound;
  logic p_started_q;
  initial p_started_q = 1'b0;
  always_ff @(posedge clk_i) p_started_q <= 1'b1;
  always_comb begin
    assume (rst_ni == p_started_q);
    assume ((release_i & ~stalled_q) == '0);  // the module asserts this
    assume (!outcome_i.issued || valid_o);
    assume ((prefer_i & (prefer_i - 16'd1)) == 16'd0);  // it names one wave at most
  end

  logic [15:0] p_eligible, p_can, p_equal, p_late, p_first;
  logic [3:0] p_turn [16];  // 0: the next after the wave selected last
  logic [1:0] p_prio_of_selected, p_top;
  always_comb begin
    p_prio_of_selected = {prio1_i[slot_o], prio0_i[slot_o]};
    for (int s = 0; s < 16; s++) begin
      p_eligible[s] = ready_i[s] && !stalled_q[s] && !blocked_q[s] && !idle_q[s];
      p_can[s] = p_eligible[s] && (!is_valu_i[s] || unit_ready_q.valu) && (!is_smem_i[s] || unit_ready_q.smem) &&
                 (!is_lds_i[s] || unit_ready_q.lds) && (!is_vmem_i[s] || unit_ready_q.vmem) &&
                 (!is_export_i[s] || unit_ready_q.exports);
      p_turn[s] = s[3:0] - last_q - 4'd1;
    end
    p_equal = p_can != 16'd0 ? p_can : p_eligible;
    p_late = p_equal & overdue_q;
    p_first = p_late != 16'd0 ? p_late : p_equal;
    assert (valid_o == (p_eligible != 16'd0));
    if (valid_o) begin
      assert (p_first[slot_o]);
      for (int s = 0; s < 16; s++) begin
        if (p_late != 16'd0) begin
          assert (!p_late[s] || p_turn[s] >= slot_o - last_q - 4'd1);
        end else begin
          assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} <= p_prio_of_selected);
          assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} < p_prio_of_selected || prefer_i[slot_o] ||
                  p_turn[s] >= slot_o - last_q - 4'd1);
          assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} < p_prio_of_selected || !prefer_i[s] || s[3:0] == slot_o);
        end
      end
    end
  end

  logic [3:0]  p_wave_q;   // the wave of the account: any, chosen while in reset
  logic [10:0] p_waits_q;  // cycles since the wave was passed over; 0: it was not, or it issued or was no candidate
  logic        p_passed, p_stays;
  always_ff @(posedge clk_i) begin
    if (!p_started_q) p_wave_q <= launch_slot_i;
  end
  always_comb begin
    p_top = 2'd0;
    for (int s = 0; s < 16; s++) begin
      if (p_equal[s] && {prio1_i[s], prio0_i[s]} > p_top) p_top = {prio1_i[s], prio0_i[s]};
    end
    p_passed = p_equal[p_wave_q] && {prio1_i[p_wave_q], prio0_i[p_wave_q]} < p_top;
    p_stays = p_eligible[p_wave_q] && !(outcome_i.issued && slot_o == p_wave_q);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      p_waits_q <= '0;
    end else if (!p_stays || (p_waits_q == '0 && !p_passed)) begin
      p_waits_q <= '0;
    end else if (p_waits_q <= 11'(PrioBound)) begin
      p_waits_q <= p_waits_q + 11'd1;
    end
  end
  always_comb begin
    if (p_started_q) begin
      assert (p_waits_q <= 11'(PrioBound) || overdue_q[p_wave_q]);
      assert (marked_q[p_wave_q] == (p_waits_q != '0));
      assert (!overdue_q[p_wave_q] || marked_q[p_wave_q]);
      // The mark is no older than the count.
      assert (overdue_q[p_wave_q] || p_waits_q <= 11'(count_q) + 11'd1);
      assert (11'(count_q) < 11'(PrioBound));
    end
  end
