// SPDX-License-Identifier: Apache-2.0
// Another probe of the tiny compute unit, as of a unit that knows retirement alone (docs/probe.md, "Retirement"). It
// keeps what an instruction does until it retires, and then reports all of it as one record. Loads and stores retire
// behind younger instructions, so the records have numbers. +level=N: the step of the ladder, 0 to 3.
module tiny_retire import tiny_pkg::*, wl_probe_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  localparam int Slot = 0;

  typedef struct packed {
    logic        busy;
    logic [47:0] pc;
    logic [31:0] word0, word1;
    int          order;
  } issued_t;
  typedef struct packed {
    mem_req_t    req;
    logic [1:0]  component;
    logic [63:0] lanes;
  } request_t;
  typedef struct packed {
    logic [6:0]  vgpr;
    logic [63:0] lanes;
    vgpr_t       data;
  } load_t;

  chandle   unit;
  int       level, order_q;
  longint   cycle_q;
  issued_t  smem_q, vmem_q, valu_q;  // in flight
  request_t smem_requests [$], vmem_requests [$];
  load_t    loads [$];
  vgpr_t    low_q, high_q;           // of the passes so far

  initial begin
    if ($value$plusargs("level=%d", level) == 0) level = 3;
    unit = wl_probe_unit($sformatf("%m"));
    wl_probe_version(unit, ProbeVersion);
    wl_probe_capability(unit, "retire");
    if (level >= 1) begin
      wl_probe_capability(unit, "registers");
      wl_probe_capability(unit, "sweeps");
      wl_probe_capability(unit, "keeps_registers");
    end
    if (level >= 2) wl_probe_capability(unit, "memory");
    if (level >= 3) wl_probe_capability(unit, "state");
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

  function automatic void retire(input issued_t i, input logic violated);
    wl_probe_retire(unit, Slot, {16'b0, i.pc}, i.word0, i.word1, violated ? RetiredViolation : 0, i.order);
  endfunction

  function automatic void report_vgpr(input logic [6:0] vgpr, input logic [63:0] lanes, input vgpr_t data);
    for (int pass = 0; pass < 4 && level >= 1; pass++) begin
      if (lanes[16*pass+:16] != '0) begin
        wl_probe_vgpr(unit, SrcRetired, Slot, 0, {25'b0, vgpr}, pass, {16'b0, lanes[16*pass+:16]}, data[16*pass+:16]);
      end
    end
  endfunction

  // VCC, M0 and EXEC are wave state registers.
  function automatic void report_sgprs();
    if (level >= 1 && tiny_cu.sdst_write && tiny_cu.d.sdst < VccLo[6:0]) begin
      wl_probe_sgpr(unit, SrcRetired, Slot, 0, {25'b0, tiny_cu.d.sdst}, tiny_cu.sdst_wide ? 2 : 1,
                    {64'b0, tiny_cu.sdst_data});
    end
  endfunction

  function automatic void report_scalar_load();
    for (int k = 0; k < int'(tiny_cu.smem_dwords) && level >= 2; k += 4) begin
      wl_probe_sgpr(unit, SrcRetired, Slot, 0, {25'b0, tiny_cu.smem_first} + k,
                    tiny_cu.smem_dwords > 5'd4 ? 4 : {27'b0, tiny_cu.smem_dwords}, tiny_cu.smem_data[k[3:0]+:4]);
    end
  endfunction

  function automatic void report_request(input int port, input request_t r);
    wl_probe_mem_request(unit, port, 0, Slot, 0, r.req.store ? ProbeStore : ProbeLoad, {r.req.line, 6'b0}, r.req.be,
                         {30'b0, r.component}, r.lanes, r.req.data);
  endfunction

  function automatic logic [4095:0] swept_sgprs();
    logic [Sgprs-1:0][31:0] words;
    words          = tiny_cu.sgpr_q;
    words[107:106] = '0;
    words[127:124] = '0;
    return words;
  endfunction

  // PC of the next instruction to retire: of the oldest in flight.
  function automatic logic [StateBits-1:0] state_words();
    int          oldest;
    logic [47:0] pc;
    oldest = order_q;
    pc     = tiny_cu.pc_q;
    if (smem_q.busy && smem_q.order < oldest) {oldest, pc} = {smem_q.order, smem_q.pc};
    if (vmem_q.busy && vmem_q.order < oldest) {oldest, pc} = {vmem_q.order, vmem_q.pc};
    if (valu_q.busy && valu_q.order < oldest) {oldest, pc} = {valu_q.order, valu_q.pc};
    state_words = StateBits'(tiny_cu.state_words);
    if (tiny_cu.live) state_words[47:0] = pc;
  endfunction

  // verilator lint_off BLKSEQ
  always_ff @(posedge clk_i or negedge rst_ni) begin
    issued_t  now;
    request_t request;
    load_t    load;
    int       wanted;
    if (!rst_ni) begin
      cycle_q <= 0;
      order_q <= 0;
      smem_q  <= '0;
      vmem_q  <= '0;
      valu_q  <= '0;
    end else begin
      if (tiny_cu.init_sgpr_valid_i && level >= 1) begin
        wl_probe_sgpr(unit, SrcInit, Slot, 0, {25'b0, tiny_cu.init_sgpr_index_i}, 1, {96'b0, tiny_cu.init_sgpr_data_i});
      end
      if (tiny_cu.init_vgpr_valid_i && level >= 1) begin
        wl_probe_vgpr(unit, SrcInit, Slot, 0, {25'b0, tiny_cu.init_vgpr_number_i}, {30'b0, tiny_cu.init_vgpr_pass_i},
                      32'hffff, tiny_cu.init_vgpr_data_i);
      end
      if (tiny_cu.launch_valid_i) begin
        wl_probe_wave_start(unit, Slot, tiny_cu.launch_i.pc, tiny_cu.launch_i.exec, tiny_cu.launch_i.mode,
                            start_words(tiny_cu.launch_i));
        order_q <= 0;
      end

      request = {tiny_cu.smem_req_o, 2'b0, 64'd1};
      if (tiny_cu.smem_req_valid_o && tiny_cu.smem_req_ready_i) smem_requests.push_back(request);
      request = {tiny_cu.vmem_req_o, tiny_cu.vmem_component, tiny_cu.vmem_lanes};
      if (tiny_cu.vmem_req_valid_o && tiny_cu.vmem_req_ready_i) vmem_requests.push_back(request);
      load = {tiny_cu.vmem_vgpr, tiny_cu.vmem_exec, tiny_cu.vmem_data};
      if (tiny_cu.vmem_write) loads.push_back(load);

      if (tiny_cu.smem_done) begin
        retire(smem_q, 1'b0);
        report_scalar_load();
        while (smem_requests.size() != 0) begin
          request = smem_requests.pop_front();
          if (level >= 2) report_request(SrcSmem, request);
        end
        wl_probe_retire_end(unit, Slot);
        smem_q.busy <= 1'b0;
      end
      if (tiny_cu.vmem_done) begin
        retire(vmem_q, tiny_cu.vmem_viol);
        while (loads.size() != 0) begin
          load = loads.pop_front();
          if (level >= 2) report_vgpr(load.vgpr, load.lanes, load.data);
        end
        while (vmem_requests.size() != 0) begin
          request = vmem_requests.pop_front();
          if (level >= 2) report_request(SrcVmem, request);
        end
        wl_probe_retire_end(unit, Slot);
        vmem_q.busy <= 1'b0;
      end

      if (tiny_cu.passing) begin
        low_q[16*tiny_cu.pass_q+:16]  = tiny_cu.result_lo;
        high_q[16*tiny_cu.pass_q+:16] = tiny_cu.result_hi;
      end
      if (tiny_cu.last_pass) begin
        retire(valu_q, 1'b0);
        if (tiny_cu.d.has_vdst && tiny_cu.d.op == tiny_op_pkg::VWritelaneB32) begin
          report_vgpr(tiny_cu.vdst_lo, 64'd1 << tiny_cu.selected_lane, low_q);
        end else if (tiny_cu.d.has_vdst) begin
          report_vgpr(tiny_cu.vdst_lo, tiny_cu.exec_q, low_q);
          if (tiny_cu.d.wide_vdst) report_vgpr(tiny_cu.vdst_hi, tiny_cu.exec_q, high_q);
        end
        report_sgprs();
        wl_probe_retire_end(unit, Slot);
        valu_q.busy <= 1'b0;
      end

      if (tiny_cu.issue) begin
        now     = {1'b1, tiny_cu.pc_q, tiny_cu.word0_q, tiny_cu.word1_q, order_q};
        order_q <= order_q + 1;
        if (tiny_cu.smem_start) smem_q <= now;
        else if (tiny_cu.vmem_start) vmem_q <= now;
        else if (!tiny_cu.refused && tiny_cu.d.unit == UnitVector) valu_q <= now;
        else begin
          retire(now, 1'b0);
          report_sgprs();
          wl_probe_retire_end(unit, Slot);
        end
      end
      if (tiny_cu.wave_end_valid_o) wl_probe_wave_end(unit, Slot, tiny_cu.wave_faulted_o ? WaveFaulted : WaveEnded);

      wl_probe_cycle(unit, cycle_q, state_words());
      wanted = wl_probe_sweep(unit);
      if (wanted[0]) wl_probe_sweep_sgpr(unit, Slot, swept_sgprs());
      for (int vgpr = 0; wanted[1] && vgpr < PhysVgprs; vgpr++) begin
        for (int pass = 0; pass < 4; pass++) wl_probe_sweep_vgpr(unit, vgpr, pass, tiny_cu.vgpr_q[vgpr][16*pass+:16]);
      end
      cycle_q <= cycle_q + 1;
    end
  end
  // verilator lint_on BLKSEQ
endmodule

bind tiny_cu tiny_retire u_probe (.clk_i, .rst_ni);
