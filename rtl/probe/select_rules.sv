// SPDX-License-Identifier: Apache-2.0
// Asserts what the arbiter of the waves keeps of the cycle before: which units were ready, and which waves an
// instruction in flight stalls. The checker takes the stalled waves from this register (control-flow.md 9). If it were
// wrong, a wrong choice would agree with it. Asserts also that waiting is bounded (D-ARB-4). A wave that USER_PRIO
// passed over is overdue within PrioBound + 1 cycles, if it stays eligible. An overdue wave goes before those that are
// not. The issue policy prefers one wave at most. Bound to wave_select; names resolve in wave_select.
module select_rules (
  input logic clk_i,
  input logic rst_ni
);
  logic               valu_q, smem_q, lds_q, vmem_q, export_q;  // the unit was ready
  cu_pkg::wave_mask_t stalled_q;

  int unsigned        waits_q [cu_pkg::NumWaves];  // cycles since the wave was passed over; 0: it was not, or it left
  logic [1:0]         prio;
  cu_pkg::wave_mask_t waiting;
  // The highest USER_PRIO of the waves that go first.
  always_comb begin
    prio = '0;
    for (int w = 0; w < int'(cu_pkg::NumWaves); w++) begin
      if (wave_select.preferred[w] && {wave_select.prio1_i[w], wave_select.prio0_i[w]} > prio) begin
        prio = {wave_select.prio1_i[w], wave_select.prio0_i[w]};
      end
    end
  end
  assign waiting = wave_select.eligible & ~(wave_select.outcome_i.issued ? wave_select.selected : '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int w = 0; w < int'(cu_pkg::NumWaves); w++) waits_q[w] <= 0;
    end else begin
      for (int w = 0; w < int'(cu_pkg::NumWaves); w++) begin
        if (!waiting[w]) waits_q[w] <= 0;
        else if (waits_q[w] != 0 || (wave_select.preferred[w] &&
                                     {wave_select.prio1_i[w], wave_select.prio0_i[w]} < prio)) begin
          waits_q[w] <= waits_q[w] + 1;
        end
        a_bounded: assert (waits_q[w] <= cu_pkg::PrioBound || wave_select.overdue_q[w]);
        a_marked: assert (wave_select.marked_q[w] == (waits_q[w] != 0));
      end
      a_prefer: assert ($onehot0(wave_select.prefer_i));
      a_overdue: assert ((wave_select.preferred & wave_select.overdue_q) == '0 ||
                         wave_select.overdue_q[wave_select.slot_o]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valu_q, smem_q, lds_q, vmem_q, export_q} <= '0;
      stalled_q <= '0;
    end else begin
      valu_q <= wave_select.valu_ready_i;
      smem_q <= wave_select.smem_ready_i;
      lds_q <= wave_select.lds_ready_i;
      vmem_q <= wave_select.vmem_ready_i;
      export_q <= wave_select.export_ready_i;
      stalled_q <= stalled_q & ~wave_select.release_i;
      if (wave_select.outcome_i.stall) stalled_q[wave_select.slot_o] <= 1'b1;
      if (wave_select.launch_valid_i) stalled_q[wave_select.launch_slot_i] <= 1'b0;
      a_units: assert (wave_select.unit_ready_q == {export_q, vmem_q, lds_q, smem_q, valu_q});
      a_stalled: assert (wave_select.stalled_q == stalled_q);
    end
  end
endmodule
