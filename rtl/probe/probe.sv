// SPDX-License-Identifier: Apache-2.0
// Reports events and state of the compute unit to the checker (tb/probe/events.def). probe_bind.sv binds it to cu;
// bare builds and synthesis do without it. At rising edge n it reports the events of cycle n in the order of that list.
// Then it gives the state before the edge: the wave state registers, and the register files and the LDS for a sweep.
// Cycle 0 is the first rising edge after reset. The probe only reads. The names below are names in the cu to which it
// is bound.
module probe (
  input logic clk_i,
  input logic rst_ni
);
  import wl_probe_pkg::*;

  // Events of every cycle are passed by reference to Verilator's own variables (tb/top/probe_direct.h). Imported
  // functions would copy their arguments twice, which costs more than the checker. An argument of $c is read like any
  // other signal, before the writes of the edge. It must be a whole variable, an element or a word, because $c does
  // not mask expressions.
`systemc_header
#include "probe_direct.h"
`verilog

  chandle unit;  // this unit's handle
  valu_pkg::unit_e exec_unit;
  exec_units_pkg::row_t row;
  // verilator lint_off UNUSEDSIGNAL
  valu_pkg::valu_control_t control;  // of the vector instruction that issues; only its unit counts here
  // verilator lint_on UNUSEDSIGNAL

  localparam int NumWaves = int'(cu_pkg::NumWaves);
  localparam int PhysVgprs = int'(cu_pkg::PhysVgprs);
  localparam int LdsRows = int'(cu_pkg::LdsEntries + cu_pkg::GdsEntries);
  // verilator lint_off UNUSEDPARAM
  localparam int Zeros = 0;  // waveforms show these bits where an address has none (scripts/wl/failures/waves.py)
  // verilator lint_on UNUSEDPARAM

  // The C++ half is compiled for as many waves.
  initial $c("static_assert(kUnitWaves == ", NumWaves, ");");

  initial begin
    unit = wl_probe_unit($sformatf("%m"));
    wl_probe_version(unit, ProbeVersion);
    wl_probe_capability(unit, "registers");
    wl_probe_capability(unit, "memory");
    wl_probe_capability(unit, "lds");
    wl_probe_capability(unit, "exports");
    wl_probe_capability(unit, "state");
    wl_probe_capability(unit, "sweeps");
    wl_probe_capability(unit, "arbiter");
    wl_probe_capability(unit, "lds_timing");
    wl_probe_capability(unit, "barrier_latency");
    wl_probe_capability(unit, "writeback_slots");
    wl_probe_capability(unit, "one_vector_in_flight");
    wl_probe_capability(unit, "state_at_issue");
    wl_probe_capability(unit, "scalar_at_issue");
    wl_probe_capability(unit, "issue_first");
    wl_probe_capability(unit, "keeps_registers");
    wl_probe_capability(unit, "flat_halves");
    wl_probe_config(unit, "waves", cu_pkg::NumWaves);
    wl_probe_config(unit, "lanes", cu_pkg::NumLanes);
    wl_probe_config(unit, "phys_vgprs", cu_pkg::PhysVgprs);
    wl_probe_config(unit, "lds_entries", cu_pkg::LdsEntries);
    wl_probe_config(unit, "gds_entries", cu_pkg::GdsEntries);
    wl_probe_config(unit, "groups", cu_pkg::MaxGroups);
    wl_probe_config(unit, "sgprs", 128);
    wl_probe_config(unit, "isa", cu_pkg::Isa);
    wl_probe_config(unit, "rdna", int'(cu_pkg::RdnaMemory));
    wl_probe_config(unit, "vcc_alias", int'(cu_pkg::VccAlias));
    wl_probe_config(unit, "prio_bound", cu_pkg::PrioBound);
    wl_probe_config(unit, "sramecc", int'(cu_pkg::Sramecc));
    wl_probe_config(unit, "images", int'(cu_pkg::Images));
    wl_probe_config(unit, "dpp_read_cycles", exec_units_pkg::DppReadCycles);
    if (policy_pkg::Declared) begin
      // The least cycles of operations that may take any time (maxwell-control.md D-CTRL-37).
      wl_probe_capability(unit, "control");
      wl_probe_config(unit, "lds_read", 2);
      wl_probe_config(unit, "vmem_read", 2);
      wl_probe_config(unit, "export_read", 3);
      wl_probe_config(unit, "lds_return", 5);
      wl_probe_config(unit, "vmem_return", 5);
      wl_probe_config(unit, "smem_return", 2);
    end
    exec_unit = exec_unit.first();
    do begin
      row = exec_units_pkg::row(exec_unit);
      wl_probe_exec_unit(unit, int'(exec_unit), exec_unit.name(), int'(row.fixed), int'(row.first), int'(row.step));
      exec_unit = exec_unit.next();
    end while (exec_unit != exec_unit.first());
    wave_state_rows(unit);
    wl_probe_state_row(unit, "SGPR", WaveStateRows);
    wl_probe_state_row(unit, "VGPR", WaveStateRows + 1);
    wl_probe_state_row(unit, "LDS", WaveStateRows + 2);
  end

  // A write of an SGPR row is one event: the words written are neighbours. A load to VCC is reported here too,
  // although VCC is a wave state register: no other event has its value. With second names the halves of a row may lie
  // in two rows, as first names: then they are two events.
  function automatic void sgpr_event(int source, int tag, sgpr_pkg::sgpr_row_write_t w);
    if (w.row[4:0] == w.row[sgpr_pkg::HighRow +: 5]) begin
      sgpr_words(source, tag, int'(w.slot), int'(w.row[4:0]), w.we, w.data);
    end else begin
      if (w.we[1:0] != '0) sgpr_words(source, tag, int'(w.slot), int'(w.row[4:0]), w.we & 4'b0011, w.data);
      if (w.we[3:2] != '0) begin
        sgpr_words(source, tag, int'(w.slot), int'(w.row[sgpr_pkg::HighRow +: 5]), w.we & 4'b1100, w.data);
      end
    end
  endfunction

  function automatic void sgpr_words(int source, int tag, int slot, int number, bit [3:0] we, bit [127:0] data);
    int first, count;
    first = we[0] ? 0 : we[1] ? 1 : we[2] ? 2 : 3;
    count = $countones(we);
    wl_probe_sgpr(unit, source, slot, tag, 4 * number + first, count, data >> (32 * first));
  endfunction

  // The registers that a memory unit writes, whole, as they are after the write.
  function automatic cu_pkg::pass_t written(vgpr_pkg::vgpr_write_t w);
    written = w.data;
    if (w.halves != vgpr_pkg::WholeVgpr) begin
      written = vgpr_pkg::merged(cu.u_simd.u_vgpr.mem_q[{w.vgpr, w.pass}], w.data, w.lanes, w.halves);
    end
  endfunction

  bit [4:0] selected;
  longint unsigned cycle_q;
  logic asks_waits_q;  // somebody wants to know why waves wait
  // The units that were ready in the cycle before, as they said it: {export, vmem, lds, smem, valu}. The arbiter has a
  // register of its own, which may be wrong.
  logic [4:0] ready_units_q;
  cu_pkg::slot_t valu_slot;

  // The variables above are no registers: they are assigned and read within one cycle.
  // verilator lint_off BLKSEQ

  // Not sensitive to rst_ni: Verilator would put this process among the registers with an asynchronous reset. Its calls
  // cost them more than the probe's own work, because no value stays in a host register across a call.
  logic in_reset;
  assign in_reset = !rst_ni;
  always_ff @(posedge clk_i) begin
    if (in_reset) begin
      cycle_q <= 0;
      ready_units_q <= '0;
      asks_waits_q <= wl_probe_asks_waits(unit) != 0;
      // Addresses of the registers; they do not change. The first element gives the address of its array, the first
      // word that of a wide element. wl_probe_close reads there. Verilator runs a process before the registers that it
      // names are written, so this process names them.
      $c("wl_probe_place(", unit, ", {",
         ".pc = &", cu.u_wave_state.pc_q[0],
         ", .exec = &", cu.u_wave_state.exec_q[0],
         ", .vcc = &", cu.u_wave_state.vcc_q[0],
         ", .m0 = &", cu.u_wave_state.m0_q[0],
         ", .mode = &", cu.u_wave_state.mode_q[0],
         ", .trapsts = &", cu.u_wave_state.trapsts_q[0],
         ", .vm_cnt = &", cu.u_issue.u_policy.u_wait_counters.vm_q[0],
         ", .exp_cnt = &", cu.u_issue.u_policy.u_wait_counters.exp_q[0],
         ", .lgkm_cnt = &", cu.u_issue.u_policy.u_wait_counters.lgkm_q[0],
         ", .vs_cnt = &", cu.u_issue.u_policy.u_wait_counters.vs_q[0],
         ", .stall = &", cu.u_control.u_policy.u_state.stall_q[0],
         ", .stay = &", cu.u_control.u_policy.u_state.stay_q[0],
         ", .st = &", cu.u_control.u_policy.u_state.st_q[0],
         ", .valu_n = &", cu.u_control.u_policy.u_state.valu_n_q[0],
         ", .mem_n = &", cu.u_control.u_policy.u_state.mem_n_q[0],
         ", .smem_n = &", cu.u_control.u_policy.u_state.smem_n_q[0],
         ", .bar = &", cu.u_control.u_policy.u_state.bar_q[0],
         ", .inc = &", cu.u_control.u_policy.u_state.inc_q[0],
         ", .trap = &", cu.u_trap.bits_q,
         ", .valid = &", cu.u_wave_state.valid_q,
         ", .halt = &", cu.u_wave_state.halt_q,
         ", .in_barrier = &", cu.u_barrier.waiting_q,
         ", .in_tg = &", cu.u_wave_state.in_tg_q,
         ", .prio1 = &", cu.u_wave_state.prio1_q,
         ", .prio0 = &", cu.u_wave_state.prio0_q,
         ", .scc = &", cu.u_wave_state.scc_q,
         ", .sgpr = &", cu.u_sgpr_file.mem_q[0],
         ", .vgpr = &", cu.u_simd.u_vgpr.mem_q[0][31:0],
         ", .lds = {&", cu.u_lds.u_banks.g_bank[0].mem_q[0][31:0],
         ", &", cu.u_lds.u_banks.g_bank[1].mem_q[0][31:0],
         ", &", cu.u_lds.u_banks.g_bank[2].mem_q[0][31:0],
         ", &", cu.u_lds.u_banks.g_bank[3].mem_q[0][31:0], "}, .phys_vgprs = ", PhysVgprs,
         ", .lds_rows = ", LdsRows, "});");
    end else begin
      // the arbiter; the slot number after the last one means that none is selected
      selected = cu.select_valid ? 5'(cu.slot) : 5'd16;
      $c("wl_probe_arbiter(", unit, ", ", cu.u_fetch.ready_q, ", ", cu.u_wave_select.stalled_q, ", ",
         ready_units_q, ", ", selected, ");");
      if (asks_waits_q) begin
        cu.u_waits.report(unit, cu.u_wave_select.idle_q, cu.u_wave_select.blocked_q);
        if (cu.imem_rsp_valid_i) begin
          wl_probe_line(unit, int'(cu.u_fetch.u_icache.miss_waves_q[cu.u_fetch.u_icache.rsp]));
        end
      end
      // init writes
      if (cu.init_sgpr_valid_i) begin
        sgpr_event(SrcInit, 0, cu.load_port);
      end
      if (cu.init_vgpr_valid_i && cu.init_vgpr_ready_o) begin
        wl_probe_vgpr(unit, SrcInit, 0, 0, int'(cu.init_vgpr_i.vgpr), int'(cu.init_vgpr_i.pass),
                      int'(cu.init_vgpr_i.lanes), cu.init_vgpr_i.data);
      end
      if (cu.launch_valid_i) begin
        wl_probe_wave_start(unit, int'(cu.launch_i.slot), longint'(cu.launch_i.pc), cu.launch_i.exec,
                            cu.launch_i.mode,
                            {32'(cu.launch_i.issue), 32'(cu.launch_i.alignment_mode),
                             32'(cu.launch_i.shared_temps), 32'(cu.launch_i.shared_global),
                             32'(cu.launch_i.cond_dbg), 64'(cu.launch_i.tma),
                             64'(cu.launch_i.tba), 32'(cu.launch_i.trap_en),
                             32'(cu.launch_i.waves_in_group), 32'(cu.launch_i.wave_in_group),
                             32'(cu.launch_i.group), 32'(cu.launch_i.lds_size),
                             32'(cu.launch_i.lds_base), 32'(cu.launch_i.vgpr_size),
                             32'(cu.launch_i.vgpr_base), 32'(cu.launch_i.sgpr_size)});
      end
      // VGPRs that memory units and exports of waves with control words read
      if (policy_pkg::Declared) begin
        if (cu.lds_mrd_valid && cu.lds_mrd_ready && cu.u_lds.u_report.read_control) begin
          wl_probe_vgpr_read(unit, SrcLds, int'(cu.lds_operands_read_slot), int'(cu.u_lds.u_report.read_tag),
                             int'(cu.lds_mrd.vgpr), int'(cu.lds_mrd.pass));
        end
        if (cu.vmem_mrd_valid && cu.vmem_mrd_ready && cu.u_vmem.u_report.read_control) begin
          wl_probe_vgpr_read(unit, SrcVmem, int'(cu.vmem_operands_read_slot), int'(cu.u_vmem.u_report.read_tag),
                             int'(cu.vmem_mrd.vgpr), int'(cu.vmem_mrd.pass));
        end
        if (cu.export_mrd_valid && cu.export_mrd_ready && cu.u_export.export_q.sets.control) begin
          wl_probe_vgpr_read(unit, SrcExport, int'(cu.u_export.export_q.slot), int'(cu.export_tag),
                             int'(cu.export_mrd.vgpr), int'(cu.export_mrd.pass));
        end
      end
      // operands that come from a reuse entry
      if (policy_pkg::Declared) begin
        for (int s = 0; s < 3; s++) begin
          if (cu.u_simd.u_read.reuse_hit[s]) begin
            wl_probe_reuse_hit(unit, int'(cu.u_simd.u_read.rd_q.vgpr[s]), int'(cu.u_simd.u_read.rd_pass_q), s,
                               cu.u_simd.u_read.u_reuse.reused[s]);
          end
        end
      end
      // memory requests
      if (cu.smem_req_valid_o && cu.smem_req_ready_i) begin
        if (cu.smem_req_o.op == mem_pkg::MemAtomic) begin
          wl_probe_mem_atomic(unit, SrcSmem, int'(cu.smem_req_o.id),
                              int'(cu.u_smem.slot_q[cu.u_smem.request_q]), int'(cu.u_smem.request_q),
                              int'(cu.smem_req_o.atomic), int'(cu.smem_req_o.wide), {cu.smem_req_o.line, 6'd0},
                              cu.smem_req_o.be, 64'd1, cu.smem_req_o.data, cu.smem_req_o.compare);
        end else begin
          wl_probe_mem_request(unit, SrcSmem, int'(cu.smem_req_o.id),
                               int'(cu.u_smem.slot_q[cu.u_smem.request_q]), int'(cu.u_smem.request_q),
                               int'(cu.smem_req_o.op), {cu.smem_req_o.line, 6'd0}, cu.smem_req_o.be, 0, 64'd1,
                               cu.smem_req_o.data);
        end
      end
      if (cu.vmem_req_valid_o && cu.vmem_req_ready_i) begin
        if (cu.vmem_req_o.op == mem_pkg::MemAtomic) begin
          wl_probe_mem_atomic(unit, SrcVmem, int'(cu.vmem_req_o.id), int'(cu.u_vmem.u_report.slot_q),
                              int'(cu.u_vmem.u_report.tag_q), int'(cu.vmem_req_o.atomic), int'(cu.vmem_req_o.wide),
                              {cu.vmem_req_o.line, 6'd0}, cu.vmem_req_o.be, cu.u_vmem.u_report.lanes_q,
                              cu.vmem_req_o.data, cu.vmem_req_o.compare);
        end else begin
          wl_probe_mem_request(unit, SrcVmem, int'(cu.vmem_req_o.id), int'(cu.u_vmem.u_report.slot_q),
                               int'(cu.u_vmem.u_report.tag_q), int'(cu.vmem_req_o.op),
                               {cu.vmem_req_o.line, 6'd0}, cu.vmem_req_o.be,
                               int'(cu.u_vmem.u_report.component_q), cu.u_vmem.u_report.lanes_q,
                               cu.vmem_req_o.data);
        end
      end
      if (cu.u_smem.samples_clock) begin
        wl_probe_clock(unit, int'(cu.u_smem.slot_q[cu.u_smem.begin_entry]), int'(cu.u_smem.begin_entry));
      end
      // LDS
      if (cu.u_lds.u_report.valid != '0) begin
        for (int b = 0; b < 4; b++) begin
          if (cu.u_lds.u_report.valid[b]) begin
            wl_probe_lds(unit, int'(cu.u_lds.u_report.slot), int'(cu.u_lds.u_report.tag),
                         int'(cu.u_lds.u_report.kind), int'(cu.u_lds.u_report.quad),
                         int'(cu.u_lds.u_report.access), b,
                         int'(cu.u_lds.u_report.row[11*b +: 11]),
                         int'(cu.u_lds.u_report.be[16*b +: 16]),
                         cu.u_lds.u_report.data(b));
          end
        end
      end
      if (cu.transfer_valid && cu.transfer_ready) begin
        wl_probe_lds_transfer(unit, int'(cu.u_vmem.u_report.transfer_slot), int'(cu.u_vmem.u_report.transfer_tag),
                              int'(cu.transfer.write), int'(cu.transfer.entry[1:0]), int'(cu.transfer.entry[11:2]),
                              int'(cu.transfer.be), cu.u_vmem.u_report.transfer_data());
      end
      // SGPRs of scalar loads and vector instructions, in the order in which they are written
      if (cu.load_valid) sgpr_event(SrcSmem, int'(cu.smem_done_tag), cu.load_write);
      if (cu.valu_sgpr_valid) sgpr_event(SrcValu, 0, cu.valu_write);
      // VGPRs. With exposed hazards a pass of no lanes uses its port.
      valu_slot = cu.u_simd.late.tag.slot;
      if (cu.u_simd.write_valid[0] && cu.u_simd.write0.lanes != '0) begin
        $c("wl_probe_valu_write(", unit, ", ", valu_slot, ", ", cu.u_simd.write0, ");");
      end
      // The second write port; the memory units use it too.
      if (cu.u_simd.write_valid[1] && !(cu.mwr_valid && cu.mwr_ready) && cu.u_simd.write1.lanes != '0) begin
        $c("wl_probe_valu_write(", unit, ", ", valu_slot, ", ", cu.u_simd.write1, ");");
      end
      if (cu.lds_mwr_valid && cu.lds_mwr_ready) begin
        wl_probe_vgpr(unit, SrcLds, int'(cu.u_lds.u_report.write_slot), int'(cu.u_lds.u_report.write_tag),
                      int'(cu.lds_mwr.vgpr), int'(cu.lds_mwr.pass), int'(cu.lds_mwr.lanes),
                      written(cu.lds_mwr));
      end
      if (cu.vmem_mwr_valid && cu.vmem_mwr_ready) begin
        wl_probe_vgpr(unit, SrcVmem, int'(cu.u_vmem.u_report.write_slot), int'(cu.u_vmem.u_report.write_tag),
                      int'(cu.vmem_mwr.vgpr), int'(cu.vmem_mwr.pass), int'(cu.vmem_mwr.lanes),
                      written(cu.vmem_mwr));
      end
      if (cu.valu_done) wl_probe_valu_done(unit, int'(cu.valu_rsp.slot));
      // events of the data share
      if (cu.gds_operands_read || (cu.lds_operands_read && cu.u_lds.u_report.read_control)) begin
        wl_probe_operands_read(unit, int'(cu.lds_operands_read_slot), int'(cu.u_lds.u_report.read_tag), SrcLds);
      end
      if (cu.u_lds.u_report.cycles_valid) begin
        wl_probe_lds_cycles(unit, int'(cu.u_lds.u_report.slot), int'(cu.u_lds.u_report.tag),
                            int'(cu.u_lds.u_report.cycles), int'(cu.u_lds.u_report.conflicts));
      end
      if (cu.vmem_operands_read && cu.u_vmem.u_report.read_control) begin
        wl_probe_operands_read(unit, int'(cu.vmem_operands_read_slot), int'(cu.u_vmem.u_report.read_tag), SrcVmem);
      end
      if (cu.export_valid_o && cu.export_ready_i) begin
        wl_probe_export(unit, int'(cu.export_o.slot), int'(cu.export_tag), int'(cu.export_o.target),
                        int'({cu.export_o.last, cu.export_o.vm, cu.export_o.done, cu.export_o.compr, cu.export_o.en}),
                        cu.export_o.exec, int'(cu.export_o.component), int'(cu.export_o.pass), cu.export_o.data);
      end
      // completions
      if (cu.smem_done) begin
        wl_probe_mem_return(unit, SrcSmem, int'(cu.smem_done_slot), int'(cu.smem_done_tag), 0);
      end
      if (cu.lds_done) begin
        wl_probe_mem_return(unit, SrcLds, int'(cu.lds_rsp.slot), int'(cu.lds_rsp.tag),
                            int'(cu.lds_rsp.viol));
      end
      if (cu.vmem_done) begin
        wl_probe_mem_return(unit, SrcVmem, int'(cu.vmem_rsp.slot), int'(cu.vmem_rsp.tag),
                            int'(cu.vmem_rsp.viol));
      end
      if (cu.msg_valid_o && cu.msg_ready_i) begin
        wl_probe_message(unit, int'(cu.msg_o.slot), int'(cu.msg_o.trace), int'(cu.msg_o.simm),
                         cu.msg_o.m0);
      end
      if (cu.resume_valid_i) wl_probe_resume(unit, int'(cu.resume_slot_i));
      if (cu.barrier_release) wl_probe_barrier_release(unit, int'(cu.barrier_group));
      // issue
      if (cu.stepped) begin
        wl_probe_trap(unit, int'(cu.slot));
        sgpr_event(SrcSalu, 0, cu.sgpr_write);
      end
      if (cu.issued) begin
        control = cu.valu_req.ctl;
        if (policy_pkg::Declared && cu.ahead.active) begin
          wl_probe_control(unit, int'(cu.slot), cu.fetch_error ? 0 : int'(cu.u_control.field));
        end
        wl_probe_issue(unit, int'(cu.slot), longint'(cu.wave.pc), cu.fetch_error ? 0 : cu.word0,
                       cu.fetch_error ? 0 : cu.word1, cu.paired ? 0 : int'(cu.tag),
                       cu.valu_valid && cu.valu_ready ? int'(control.unit) : -1);
        if (cu.sgpr_valid) sgpr_event(SrcSalu, 0, cu.sgpr_write);
        if (policy_pkg::Declared && cu.paired) begin
          wl_probe_control(unit, int'(cu.slot), int'(cu.u_control.next.field));
          wl_probe_issue(unit, int'(cu.slot), longint'(cu.u_control.second_pc), cu.u_control.next.word0,
                         cu.u_control.next.word1, int'(cu.tag), -1);
        end
      end
      if (cu.wave_end_valid_o) begin
        wl_probe_wave_end(unit, int'(cu.wave_end_slot_o), int'(cu.wave_end_why_o));
      end

      $c("wl_probe_close(", unit, ", ", cycle_q, ");");
      cycle_q <= cycle_q + 1;
      ready_units_q <= {cu.export_ready, cu.vmem_ready, cu.lds_ready, cu.smem_ready, cu.valu_ready};
    end
  end
  // verilator lint_on BLKSEQ
endmodule
