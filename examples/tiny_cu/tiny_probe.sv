// SPDX-License-Identifier: Apache-2.0
// What the tiny compute unit tells the checker, written from docs/probe.md. It is bound into tiny_cu, whose signals it
// reads by name. It offers the levels registers, memory, state and sweeps, and follows the policies of units
// that work on one instruction at a time.
module tiny_probe import tiny_pkg::*, wl_probe_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  localparam int Slot = 0;  // the only one
  localparam int Tag = 0;   // of each memory block's only instruction in flight

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
    wl_probe_capability(unit, "keeps_registers");
    wl_probe_config(unit, "waves", 1);
    wl_probe_config(unit, "lanes", PassLanes);
    wl_probe_config(unit, "phys_vgprs", PhysVgprs);
    wl_probe_config(unit, "lds_entries", 1);
    wl_probe_config(unit, "gds_entries", 0);
    wl_probe_config(unit, "groups", 1);
    wl_probe_config(unit, "sgprs", Sgprs);
    wl_probe_config(unit, "isa", Isa);
    wl_probe_config(unit, "rdna", Rdna);
    wl_probe_config(unit, "vcc_alias", VccAlias);
    wave_state_rows(unit);
    wl_probe_state_row(unit, "SGPR", WaveStateRows);
    wl_probe_state_row(unit, "VGPR", WaveStateRows + 1);
  end

  // The launch as an array of words, the first in the low bits.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [575:0] start_words(input launch_t l);
  // verilator lint_on UNUSEDSIGNAL
    return {32'b0, l.alignment_mode, l.shared_temps, l.shared_global, 30'b0, l.cond_dbg, l.tma, l.tba, 31'b0,
            l.trap_en, l.waves_in_group, l.wave_in_group, l.group, l.lds_size, l.lds_base, l.vgpr_size, l.vgpr_base,
            l.sgpr_size};
  endfunction

  function automatic void report_vgpr(input int source, input logic [6:0] vgpr, input integer pass,
                                      input logic [15:0] lanes, input pass_t data);
    if (lanes != '0) wl_probe_vgpr(unit, source, Slot, Tag, {25'b0, vgpr}, pass, {16'b0, lanes}, data);
  endfunction

  // SGPRs that an instruction of the scalar or the vector ALU writes. VCC, M0 and EXEC are wave state registers.
  function automatic void report_sgprs(input int source, input logic [6:0] first, input logic wide,
                                       input logic [63:0] data);
    if (first < VccLo[6:0]) wl_probe_sgpr(unit, source, Slot, 0, {25'b0, first}, wide ? 2 : 1, {64'b0, data});
  endfunction

  // A scalar load: events of at most four dwords.
  function automatic void report_load(input logic [6:0] first, input logic [4:0] dwords,
                                      input logic [15:0][31:0] data);
    for (int k = 0; k < int'(dwords); k += 4) begin
      wl_probe_sgpr(unit, SrcSmem, Slot, Tag, {25'b0, first} + k, dwords > 5'd4 ? 4 : {27'b0, dwords},
                    data[k[3:0]+:4]);
    end
  endfunction

  function automatic void report_request(input int port, input mem_req_t req, input integer component,
                                         input logic [63:0] lanes);
    wl_probe_mem_request(unit, port, 0, Slot, Tag, req.store ? ProbeStore : ProbeLoad, {req.line, 6'b0}, req.be,
                         component, lanes, req.data);
  endfunction

  // The SGPRs without those that are wave state registers.
  function automatic logic [4095:0] swept_sgprs();
    logic [Sgprs-1:0][31:0] words;
    words          = tiny_cu.sgpr_q;
    words[107:106] = '0;
    words[127:124] = '0;
    return words;
  endfunction

  // wanted: bits 1:0 are looked at, so a sweep of one wave gets everything. There is no LDS to sweep.
  // verilator lint_off UNUSEDSIGNAL
  function automatic void sweep(input int wanted);
  // verilator lint_on UNUSEDSIGNAL
    if (wanted[0]) wl_probe_sweep_sgpr(unit, Slot, swept_sgprs());
    if (wanted[1]) begin
      for (int vgpr = 0; vgpr < PhysVgprs; vgpr++) begin
        for (int pass = 0; pass < 4; pass++) begin
          wl_probe_sweep_vgpr(unit, vgpr, pass, tiny_cu.vgpr_q[vgpr][16*pass+:16]);
        end
      end
    end
  endfunction

  longint cycle_q;

  // One block, because the calls must come in this order (docs/probe.md, "Order of the events within a cycle").
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= 0;
    end else begin
      // START
      if (tiny_cu.init_sgpr_valid_i) begin
        wl_probe_sgpr(unit, SrcInit, Slot, 0, {25'b0, tiny_cu.init_sgpr_index_i}, 1, {96'b0, tiny_cu.init_sgpr_data_i});
      end
      if (tiny_cu.init_vgpr_valid_i) begin
        report_vgpr(SrcInit, tiny_cu.init_vgpr_number_i, {30'b0, tiny_cu.init_vgpr_pass_i}, '1,
                    tiny_cu.init_vgpr_data_i);
      end
      if (tiny_cu.launch_valid_i) begin
        wl_probe_wave_start(unit, Slot, tiny_cu.launch_i.pc, tiny_cu.launch_i.exec, tiny_cu.launch_i.mode,
                            start_words(tiny_cu.launch_i));
      end

      // RESULT
      if (tiny_cu.smem_req_valid_o && tiny_cu.smem_req_ready_i) report_request(SrcSmem, tiny_cu.smem_req_o, 0, 1);
      if (tiny_cu.vmem_req_valid_o && tiny_cu.vmem_req_ready_i) begin
        report_request(SrcVmem, tiny_cu.vmem_req_o, {30'b0, tiny_cu.vmem_component}, tiny_cu.vmem_lanes);
      end
      if (tiny_cu.smem_done) report_load(tiny_cu.smem_first, tiny_cu.smem_dwords, tiny_cu.smem_data);
      if (tiny_cu.last_pass && tiny_cu.sdst_write) begin
        report_sgprs(SrcValu, tiny_cu.d.sdst, tiny_cu.sdst_wide, tiny_cu.sdst_data);
      end
      if (tiny_cu.valu_write) begin
        report_vgpr(SrcValu, tiny_cu.vdst_lo, {30'b0, tiny_cu.pass_q}, tiny_cu.pass_exec, tiny_cu.result_lo);
        if (tiny_cu.d.wide_vdst) begin
          report_vgpr(SrcValu, tiny_cu.vdst_hi, {30'b0, tiny_cu.pass_q}, tiny_cu.pass_exec, tiny_cu.result_hi);
        end
      end
      if (tiny_cu.vmem_write) begin
        for (int pass = 0; pass < 4; pass++) begin
          report_vgpr(SrcVmem, tiny_cu.vmem_vgpr, pass, tiny_cu.vmem_exec[16*pass+:16],
                      tiny_cu.vmem_data[16*pass+:16]);
        end
      end
      if (tiny_cu.last_pass) wl_probe_valu_done(unit, Slot);
      if (tiny_cu.smem_done) wl_probe_mem_return(unit, SrcSmem, Slot, Tag, 0);
      if (tiny_cu.vmem_done) wl_probe_mem_return(unit, SrcVmem, Slot, Tag, {31'b0, tiny_cu.vmem_viol});

      // ISSUE, END
      if (tiny_cu.issue) begin
        wl_probe_issue(unit, Slot, {16'b0, tiny_cu.pc_q}, tiny_cu.word0_q, tiny_cu.word1_q, Tag, -1);
        if (tiny_cu.sdst_write) report_sgprs(SrcSalu, tiny_cu.d.sdst, tiny_cu.sdst_wide, tiny_cu.sdst_data);
      end
      if (tiny_cu.wave_end_valid_o) wl_probe_wave_end(unit, Slot, tiny_cu.wave_faulted_o ? WaveFaulted : WaveEnded);

      // CLOSE, with the registers as they stand before this edge. The words that follow those of tiny_cu are zero: it
      // has no other slot, and a register that it does not have reads as zero.
      wl_probe_cycle(unit, cycle_q, StateBits'(tiny_cu.state_words));
      sweep(wl_probe_sweep(unit));
      cycle_q <= cycle_q + 1;
    end
  end
endmodule

bind tiny_cu tiny_probe u_probe (.clk_i, .rst_ni);
