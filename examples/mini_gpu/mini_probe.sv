// SPDX-License-Identifier: Apache-2.0
// What the mini GPU tells the checker, written from docs/probe.md. It is bound into mini_gpu, whose signals it reads by
// name. Each core is a wave slot. Loads of a wave return in any order; all else is complete at the edge of its issue.
module mini_probe import mini_pkg::*, wl_probe_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  chandle unit;  // of this unit, for every call

  initial begin
    unit = wl_probe_unit($sformatf("%m"));
    wl_probe_version(unit, ProbeVersion);
    wl_probe_capability(unit, "registers");
    wl_probe_capability(unit, "memory");
    wl_probe_capability(unit, "state");
    wl_probe_capability(unit, "sweeps");
    wl_probe_capability(unit, "one_vector_in_flight");
    wl_probe_capability(unit, "state_at_issue");
    wl_probe_capability(unit, "scalar_at_issue");
    wl_probe_capability(unit, "issue_first");
    wl_probe_capability(unit, "clears_registers");
    wl_probe_config(unit, "waves", Cores);
    wl_probe_config(unit, "groups", Cores);
    wl_probe_config(unit, "wave_lanes", Lanes);
    wl_probe_config(unit, "lanes", Lanes);
    wl_probe_config(unit, "vector_bits", Bits);
    wl_probe_config(unit, "phys_vgprs", Cores * Vgprs);
    wl_probe_config(unit, "sgprs", Sgprs);
    wl_probe_config(unit, "line_bytes", 64);
    wl_probe_state_row(unit, "PC", 0);
    wl_probe_state_row(unit, "ACTIVE", 1);
    wl_probe_state_row(unit, "PRED", 2);
    wl_probe_state_row(unit, "DEPTH", 3);
    wl_probe_state_row(unit, "STACK", 4);
    wl_probe_state_row(unit, "SGPR", 5);
    wl_probe_state_row(unit, "VGPR", 6);
  end

  // ---- the signals of each core ------------------------------------------------------------------------------
  logic [Cores-1:0]       issue, alu_write, valu, lsu_start, load_done, lsu_done;
  logic [63:0]            pc [Cores];
  logic [15:0]            word [Cores];
  logic [2:0]             free_entry [Cores], done_entry [Cores];
  logic [3:0]             alu_vgpr [Cores], load_vgpr [Cores];
  mask_t                  active [Cores], load_lanes [Cores];
  vgpr_t                  result [Cores], load_data [Cores];
  state_words_t           state_words [Cores];
  logic [Sgprs-1:0][31:0] sgprs [Cores];
  vgpr_t                  vgprs [Cores][Vgprs];
  logic [7:0]             reason [Cores];  // why its wave does not issue

  for (genvar i = 0; i < Cores; i++) begin : gen_core
    assign issue[i]       = mini_gpu.gen_core[i].u_core.issue;
    assign alu_write[i]   = mini_gpu.gen_core[i].u_core.alu_write;
    assign valu[i]        = mini_gpu.gen_core[i].u_core.execute &&
                            mini_gpu.gen_core[i].u_core.decoded.unit inside {UnitAlu, UnitCompare};
    assign lsu_start[i]   = mini_gpu.gen_core[i].u_core.lsu_start;
    assign load_done[i]   = mini_gpu.gen_core[i].u_core.load_done;
    assign lsu_done[i]    = mini_gpu.gen_core[i].u_core.lsu_done;
    assign pc[i]          = mini_gpu.gen_core[i].u_core.pc_q;
    assign word[i]        = mini_gpu.gen_core[i].u_core.word;
    assign free_entry[i]  = mini_gpu.gen_core[i].u_core.lsu_free;
    assign done_entry[i]  = mini_gpu.gen_core[i].u_core.lsu_entry;
    assign alu_vgpr[i]    = mini_gpu.gen_core[i].u_core.d;
    assign load_vgpr[i]   = mini_gpu.gen_core[i].u_core.load_vgpr;
    assign active[i]      = mini_gpu.gen_core[i].u_core.active;
    assign load_lanes[i]  = mini_gpu.gen_core[i].u_core.load_lanes;
    assign result[i]      = mini_gpu.gen_core[i].u_core.result;
    assign load_data[i]   = mini_gpu.gen_core[i].u_core.load_data;
    assign state_words[i] = mini_gpu.gen_core[i].u_core.state_words;
    assign sgprs[i]       = mini_gpu.gen_core[i].u_core.sgpr_q;
    assign vgprs[i]       = mini_gpu.gen_core[i].u_core.vgpr_q;
    mini_waits u_waits (
      .live_i(mini_gpu.gen_core[i].u_core.live_q), .halted_i(mini_gpu.gen_core[i].u_core.halted_q), .issue_i(issue[i]),
      .fetched_i(mini_gpu.gen_core[i].u_core.fetched), .waits_i(mini_gpu.gen_core[i].u_core.waits),
      .uses_i(mini_gpu.gen_core[i].u_core.decoded.registers), .busy_i(mini_gpu.gen_core[i].u_core.busy_q),
      .drains_i(mini_gpu.gen_core[i].u_core.decoded.drains), .reason_o(reason[i])
    );
  end

  // ---- words of calls ------------------------------------------------------------------------------------------
  // The launch as an array of words, the first in the low bits.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [575:0] start_words(input launch_t l);
  // verilator lint_on UNUSEDSIGNAL
    return {l.issue, l.alignment_mode, l.shared_temps, l.shared_global, 30'b0, l.cond_dbg, l.tma, l.tba, 31'b0,
            l.trap_en, l.waves_in_group, l.wave_in_group, l.group, l.lds_size, l.lds_base, l.vgpr_size, l.vgpr_base,
            l.sgpr_size};
  endfunction

  // A vector register: a word for each lane.
  function automatic logic [511:0] lane_words(input vgpr_t vgpr);
    lane_words = '0;
    for (int lane = 0; lane < Lanes; lane++) lane_words[32*lane+:Bits] = vgpr[lane];
  endfunction

  function automatic void report_vgpr(input int source, input int core, input logic [2:0] tag, input logic [3:0] vgpr,
                                      input mask_t lanes, input vgpr_t data);
    if (lanes != '0) begin
      wl_probe_vgpr(unit, source, core, {29'b0, tag}, core * Vgprs + {28'b0, vgpr}, 0, {24'b0, lanes},
                    lane_words(data));
    end
  endfunction

  function automatic void report_request(input logic core, input mem_req_t req);
    wl_probe_mem_request(unit, SrcVmem, {24'b0, core, req.id}, {31'b0, core}, {29'b0, req.id.entry},
                         req.store ? ProbeStore : ProbeLoad, {req.line, 6'b0}, req.be, 0, {56'b0, req.lanes},
                         req.data);
  endfunction

  // wanted: bits 1:0 are looked at, so a sweep of one wave gets everything. There is no LDS to sweep.
  // verilator lint_off UNUSEDSIGNAL
  function automatic void sweep(input int wanted);
  // verilator lint_on UNUSEDSIGNAL
    for (int core = 0; core < Cores; core++) begin
      if (wanted[0]) wl_probe_sweep_sgpr(unit, core, 4096'(sgprs[core]));
      for (int vgpr = 0; wanted[1] && vgpr < Vgprs; vgpr++) begin
        wl_probe_sweep_vgpr(unit, core * Vgprs + vgpr, 0, lane_words(vgprs[core][vgpr]));
      end
    end
  endfunction

  // 16 words for each of 16 slots.
  function automatic logic [StateBits-1:0] all_state_words();
    all_state_words = '0;
    for (int core = 0; core < Cores; core++) all_state_words[512*core+:32*StateWords] = state_words[core];
  endfunction

  // A byte for each of 16 slots, and the lanes that execute.
  function automatic void report_waits();
    logic [127:0]  reasons;
    logic [1023:0] lanes;
    reasons = '0;
    lanes   = '0;
    for (int core = 0; core < Cores; core++) begin
      reasons[8*core+:8]    = reason[core];
      lanes[64*core+:Lanes] = active[core];
    end
    wl_probe_waits(unit, reasons, lanes);
  endfunction

  longint cycle_q;
  logic   asks_waits_q;  // somebody wants to know why waves wait

  // One block, because the calls must come in this order (docs/probe.md, "Order of the events within a cycle").
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q      <= 0;
      asks_waits_q <= wl_probe_asks_waits(unit) != 0;
    end else begin
      if (asks_waits_q) report_waits();

      // START
      if (mini_gpu.init_sgpr_valid_i) begin
        wl_probe_sgpr(unit, SrcInit, {31'b0, mini_gpu.init_sgpr_i.slot}, 0, {28'b0, mini_gpu.init_sgpr_i.index}, 1,
                      {96'b0, mini_gpu.init_sgpr_i.data});
      end
      if (mini_gpu.launch_valid_i) begin
        wl_probe_wave_start(unit, mini_gpu.launch_i.slot, mini_gpu.launch_i.pc,
                            {56'b0, mini_gpu.launch_i.exec[Lanes-1:0]}, mini_gpu.launch_i.mode,
                            start_words(mini_gpu.launch_i));
      end

      // RESULT
      if (mini_gpu.vmem_req_valid_o && mini_gpu.vmem_req_ready_i) begin
        report_request(mini_gpu.vmem_req_core_o, mini_gpu.vmem_req_o);
      end
      for (int core = 0; core < Cores; core++) begin
        if (load_done[core]) begin
          report_vgpr(SrcVmem, core, done_entry[core], load_vgpr[core], load_lanes[core], load_data[core]);
        end
      end
      for (int core = 0; core < Cores; core++) begin
        if (lsu_done[core]) wl_probe_mem_return(unit, SrcVmem, core, {29'b0, done_entry[core]}, 0);
      end

      // ISSUE, with the results of the instruction
      for (int core = 0; core < Cores; core++) begin
        if (issue[core]) begin
          wl_probe_issue(unit, core, pc[core], {16'b0, word[core]}, 0, lsu_start[core] ? {29'b0, free_entry[core]} : 0,
                         -1);
          if (alu_write[core]) report_vgpr(SrcValu, core, 0, alu_vgpr[core], active[core], result[core]);
          if (valu[core]) wl_probe_valu_done(unit, core);
        end
      end

      // END
      if (mini_gpu.end_valid_o) begin
        wl_probe_wave_end(unit, {31'b0, mini_gpu.end_slot_o}, mini_gpu.end_fault_o ? WaveFaulted : WaveEnded);
      end

      // CLOSE, with the registers as they stand before this edge.
      wl_probe_cycle(unit, cycle_q, all_state_words());
      sweep(wl_probe_sweep(unit));
      cycle_q <= cycle_q + 1;
    end
  end
endmodule

bind mini_gpu mini_probe u_probe (.clk_i, .rst_ni);
