// SPDX-License-Identifier: Apache-2.0
// Proof about wave_select (control-flow.md 9), for every state of its registers: it chooses a wave when there is
// Decisions: D-ARB-1, D-ARB-2.
// a candidate, and only a candidate; one that could issue (its unit was ready in the last cycle) before those that
// could not; among them never one while another has a higher USER_PRIO; among equals
// the next one round after the wave chosen last, so that each has its turn.
//
// This text stands before the endmodule of rtl/front/wave_select.sv (scripts/formal.py).
  always_comb begin
    assume (rst_ni);
    assume ((release_i & ~held_q) == '0);  // what the unit asserts itself
  end

  logic [15:0] p_candidate, p_can, p_equal;
  logic [3:0] p_turn [16];  // 0: the next after the wave chosen last
  logic [1:0] p_prio_of_chosen;
  always_comb begin
    p_prio_of_chosen = {prio1_i[slot_o], prio0_i[slot_o]};
    for (int s = 0; s < 16; s++) begin
      p_candidate[s] = ready_i[s] && !held_q[s] && !waiting_q[s] && !idle_q[s];
      p_can[s] = p_candidate[s] && (!is_valu_i[s] || unit_ready_q[0]) && (!is_smem_i[s] || unit_ready_q[1]) &&
                 (!is_lds_i[s] || unit_ready_q[2]) && (!is_vmem_i[s] || unit_ready_q[3]);
      p_turn[s] = s[3:0] - last_q - 4'd1;
    end
    p_equal = p_can != 16'd0 ? p_can : p_candidate;
    assert (valid_o == (p_candidate != 16'd0));
    if (valid_o) begin
      assert (p_equal[slot_o]);
      for (int s = 0; s < 16; s++) begin
        assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} <= p_prio_of_chosen);
        assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} < p_prio_of_chosen || p_turn[s] >= slot_o - last_q - 4'd1);
      end
    end
  end
