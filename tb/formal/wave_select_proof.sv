// SPDX-License-Identifier: Apache-2.0
// Proof about wave_select (control-flow.md 9, D-ARB-1, D-ARB-2), for every state of its registers. It selects a
// wave exactly when one is eligible, and only an eligible one. A wave that could issue, because its unit was ready in
// the last cycle, goes before those that could not. Among these no wave has a higher USER_PRIO than the selected one.
// Among equals the next one round after the wave selected last goes first, so each has its turn.
//
// This text stands before the endmodule of rtl/front/wave_select.sv (scripts/formal.py).
  always_comb begin
    assume (rst_ni);
    assume ((release_i & ~stalled_q) == '0);  // the module asserts this
  end

  logic [15:0] p_eligible, p_can, p_equal;
  logic [3:0] p_turn [16];  // 0: the next after the wave selected last
  logic [1:0] p_prio_of_selected;
  always_comb begin
    p_prio_of_selected = {prio1_i[slot_o], prio0_i[slot_o]};
    for (int s = 0; s < 16; s++) begin
      p_eligible[s] = ready_i[s] && !stalled_q[s] && !blocked_q[s] && !idle_q[s];
      p_can[s] = p_eligible[s] && (!is_valu_i[s] || unit_ready_q[0]) && (!is_smem_i[s] || unit_ready_q[1]) &&
                 (!is_lds_i[s] || unit_ready_q[2]) && (!is_vmem_i[s] || unit_ready_q[3]) &&
                 (!is_export_i[s] || unit_ready_q[4]);
      p_turn[s] = s[3:0] - last_q - 4'd1;
    end
    p_equal = p_can != 16'd0 ? p_can : p_eligible;
    assert (valid_o == (p_eligible != 16'd0));
    if (valid_o) begin
      assert (p_equal[slot_o]);
      for (int s = 0; s < 16; s++) begin
        assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} <= p_prio_of_selected);
        assert (!p_equal[s] || {prio1_i[s], prio0_i[s]} < p_prio_of_selected || p_turn[s] >= slot_o - last_q - 4'd1);
      end
    end
  end
