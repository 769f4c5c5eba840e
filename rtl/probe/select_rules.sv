// SPDX-License-Identifier: Apache-2.0
// Asserts what the arbiter of the waves keeps of the cycle before: which units were ready, and which waves an
// instruction in flight stalls. The checker takes the stalled waves from this register (control-flow.md 9). If it were
// wrong, a wrong choice would agree with it. Bound to wave_select; its names are those of wave_select.
module select_rules (
  input logic clk_i,
  input logic rst_ni
);
  logic               valu_q, smem_q, lds_q, vmem_q, export_q;  // the unit was ready
  cu_pkg::wave_mask_t stalled_q;
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
