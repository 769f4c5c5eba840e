// SPDX-License-Identifier: Apache-2.0
// The issue policy of GFX9: may the instruction at the issue stage issue now? The program says by s_waitcnt how long it
// waits for the wait counters (control-flow.md 5), by s_waitcnt_vscnt for VS_CNT of a unit with RdnaMemory
// (buffer-memory.md 14.2). So the unit keeps an instruction only when
//   - its s_waitcnt or s_waitcnt_vscnt does not hold;
//   - a counter that it raises would pass its maximum;
//   - it ends the wave or enters the trap handler, and something of the wave is in flight;
//   - it reads a register that a completion of this cycle may change.
// A second policy is another module with these ports. It must provide
//   can_issue    can_issue_o, combinational from query_i. It does not depend on issue_i or on a unit's ready.
//   on_issue     issue_i: the instruction of query_i issues in this cycle, so can_issue_o is 1.
//   on_complete  complete_i: what completes in this cycle, of any wave.
//   retry        retry_o: wave_select does not select a wave again after can_issue_o was 0, until its bit is 1.
//   drained      nothing of the wave at the issue stage is in flight.
//   reason       why can_issue_o is 0. Only waveforms show it.
// What it needs of an instruction stands in front_pkg::policy_query_t: another policy's control words go there too.
//
// coverage off toggle reason_o[3]: This policy gives only the values 0 to 7 of front_pkg::policy_reason_e.
// coverage off toggle counts_o.vm[5:4], counts_o.vs[5:4]: In the two units that are measured VmemQueueDepth is 8: no
//   more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it waits/vm_deep counts
//   to 63.
module issue_policy_gfx9 (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      launch_valid_i,
  input  cu_pkg::slot_t             launch_slot_i,
  input  cu_pkg::slot_t             slot_i,  // the wave at the issue stage, and its instruction
  input  front_pkg::policy_query_t  query_i,
  output logic                      can_issue_o,
  output front_pkg::policy_reason_e reason_o,
  output logic                      drained_o,
  input  logic                      issue_i,
  input  front_pkg::completions_t   complete_i,
  output cu_pkg::wave_mask_t        retry_o,
  output front_pkg::wait_counts_t   counts_o,     // read by s_getreg of IB_STS
  output logic                      in_flight_o  // something of any wave is in flight
);
  front_pkg::count_t counted;
  assign counted = issue_i ? query_i.counts : '0;
  logic completes_vs;
  assign completes_vs = cu_pkg::RdnaMemory && complete_i.vmem_vs;
  wait_counters u_wait_counters (
    .clk_i, .rst_ni, .launch_valid_i, .launch_slot_i,
    .issue_slot_i(slot_i), .issue_vmem_i(counted.vm), .issue_vs_i(cu_pkg::RdnaMemory && counted.vs),
    .issue_lgkm_i(counted.lgkm), .issue_exp_i(counted.exp),
    .vmem_done_i(complete_i.vmem && !completes_vs), .vs_done_i(complete_i.vmem && completes_vs),
    .vmem_slot_i(complete_i.vmem_slot),
    .lds_done_i(complete_i.lds), .lds_slot_i(complete_i.lds_slot),
    .gds_read_i(complete_i.gds_read), .gds_slot_i(complete_i.gds_slot),
    .exported_i(complete_i.exported), .export_slot_i(complete_i.export_slot),
    .smem_done_i(complete_i.smem), .smem_slot_i(complete_i.smem_slot),
    .msg_done_i(complete_i.msg), .msg_slot_i(complete_i.msg_slot),
    .slot_i, .vm_cnt_o(counts_o.vm), .vs_cnt_o(counts_o.vs), .exp_cnt_o(counts_o.exp), .lgkm_cnt_o(counts_o.lgkm),
    .pending_o(in_flight_o)
  );

  // Waves with a counter that falls in this cycle. When the host takes a message, any wave may send one.
  assign retry_o = {cu_pkg::NumWaves{complete_i.msg_taken}} |
                   (complete_i.lds ? cu_pkg::one_wave(complete_i.lds_slot) : '0) |
                   (complete_i.vmem ? cu_pkg::one_wave(complete_i.vmem_slot) : '0) |
                   (complete_i.smem != '0 ? cu_pkg::one_wave(complete_i.smem_slot) : '0) |
                   (complete_i.gds_read ? cu_pkg::one_wave(complete_i.gds_slot) : '0) |
                   (complete_i.exported ? cu_pkg::one_wave(complete_i.export_slot) : '0);

  isa_pkg::waitcnt_t limit;
  assign limit = query_i.control;
  assign drained_o = counts_o == '0;

  always_comb begin
    reason_o = front_pkg::ReasonNone;
    if (query_i.drains && !drained_o) reason_o = front_pkg::ReasonDrain;
    if (query_i.waits) begin
      if (counts_o.lgkm > limit.lgkm_cnt) reason_o = front_pkg::ReasonLgkmCnt;
      if (counts_o.exp > limit.exp_cnt) reason_o = front_pkg::ReasonExpCnt;
      if (counts_o.vm > {limit.vm_cnt_hi, limit.vm_cnt_lo}) reason_o = front_pkg::ReasonVmCnt;
    end
    if (query_i.waits_vs && counts_o.vs > query_i.control[5:0]) reason_o = front_pkg::ReasonVsCnt;
    if (query_i.sees_returns && retry_o[slot_i]) reason_o = front_pkg::ReasonReturn;
    if ((query_i.counts.vm && counts_o.vm == '1) || (query_i.counts.vs && counts_o.vs == '1) ||
        (query_i.counts.exp && counts_o.exp == '1) ||
        counts_o.lgkm > 4'd15 - {2'd0, query_i.counts.lgkm}) begin
      reason_o = front_pkg::ReasonCounterFull;
    end
  end
  assign can_issue_o = reason_o == front_pkg::ReasonNone;

  logic unused_fields;
  assign unused_fields = ^limit;
endmodule
