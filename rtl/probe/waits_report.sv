// SPDX-License-Identifier: Apache-2.0
// Why each wave does not issue in this cycle, for wl_probe_waits. Bound to cu; the names below are names in the cu to
// which it is bound. It has functions alone: a run in which nobody asks computes nothing.
module waits_report;
  import wl_probe_pkg::*;

  localparam int NumWaves = int'(cu_pkg::NumWaves);
  typedef bit [7:0] reason_t;

  // What kept the instruction of a wave at its last turn. Until the wave is tried again this is why it waits.
  reason_t kept [NumWaves];

  // The functions are called once in a cycle, in order.
  // verilator lint_off BLKSEQ

  // The reason of a policy: policy_reason_e begins with ReasonNone.
  function automatic reason_t of_policy(issue_pkg::policy_reason_e reason);
    of_policy = reason_t'(WaitPolicy) + reason_t'(reason);
  endfunction

  // Why the selected wave does not issue.
  function automatic reason_t of_selected();
    if (cu.issued) begin
      of_selected = reason_t'(cu.u_issue.refused || cu.u_issue.skipped ? WaitPasses : WaitIssues);
    end else if (cu.stepped) begin
      of_selected = reason_t'(WaitIssues);
    end else if (cu.u_issue.replay) begin
      of_selected = reason_t'(WaitStoreRead);
    end else if (cu.u_issue.step_i) begin
      of_selected = reason_t'(WaitTrap);
    end else if (!cu.u_issue.counters_ok) begin
      of_selected = of_policy(cu.u_issue.reason);
    end else if (!cu.answer.can_issue) begin
      of_selected = of_policy(cu.u_control.reason);
    end else if (cu.u_issue.blocked) begin
      of_selected = reason_t'(WaitMessage);
    end else if (cu.u_issue.conflict) begin
      of_selected = reason_t'(WaitShared);
    end else if (cu.u_issue.direct_o && cu.u_issue.direct_busy_i) begin
      of_selected = reason_t'(WaitDirect);
    end else begin
      of_selected = reason_t'(WaitUnit);
    end
  endfunction

  // Why a wave that is not selected waits. What the wave itself does comes first, then what others do.
  function automatic reason_t of_other(cu_pkg::slot_t w, cu_pkg::wave_mask_t idle, cu_pkg::wave_mask_t blocked);
    if (!cu.live[w]) of_other = reason_t'(WaitEmpty);
    else if (cu.stopped[w]) of_other = reason_t'(WaitHalt);
    else if (cu.in_barrier[w]) of_other = reason_t'(WaitBarrier);
    else if (cu.asleep[w]) of_other = reason_t'(WaitSleep);
    else if (cu.u_wave_select.stalled_q[w]) of_other = reason_t'(WaitBusy);
    else if (idle[w]) of_other = reason_t'(WaitNop);
    else if (!cu.clause_only[w]) of_other = reason_t'(WaitClause);
    else if (cu.bundled[w] && cu.u_control.u_policy.u_state.stall_q[w] != '0) begin
      of_other = reason_t'(WaitStall);
    end else if (!cu.ready[w]) of_other = reason_t'(WaitFetch);
    else if (cu.bundled[w] && cu.u_control.hold[w]) of_other = reason_t'(WaitControl);
    else if (cu.u_control.excp_hold[w]) of_other = reason_t'(WaitTrap);
    else if (blocked[w]) of_other = kept[w];
    else if (!cu.u_wave_select.unit_ready[w]) of_other = reason_t'(WaitUnit);
    else of_other = reason_t'(WaitArbiter);
  endfunction

  function automatic bit [127:0] reasons(cu_pkg::wave_mask_t idle, cu_pkg::wave_mask_t blocked);
    reasons = '0;
    for (int w = 0; w < NumWaves; w++) begin
      if (cu.select_valid && int'(cu.slot) == w) begin
        kept[w] = of_selected();
        reasons[8*w +: 8] = kept[w];
      end else begin
        reasons[8*w +: 8] = of_other(cu_pkg::slot_t'(w), idle, blocked);
      end
    end
  endfunction
  // verilator lint_on BLKSEQ

  function automatic bit [1023:0] execs();
    execs = '0;
    for (int w = 0; w < NumWaves; w++) execs[64*w +: 64] = cu.u_wave_state.exec_q[w];
  endfunction

  // Not inline: the probe's process would keep host registers for it in every run. idle, blocked: registers of the
  // arbiter. The process hands them over, since Verilator runs it before the registers that it names itself.
  function automatic void report(chandle unit, cu_pkg::wave_mask_t idle, cu_pkg::wave_mask_t blocked);
    /*verilator no_inline_task*/
    wl_probe_waits(unit, reasons(idle, blocked), execs());
  endfunction
endmodule
