// SPDX-License-Identifier: Apache-2.0
// The probe of wide_core: the levels registers, lds and sweeps.
module wide_probe import wl_probe_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  chandle unit;
  initial begin
    unit = wl_probe_unit($sformatf("%m"));
    wl_probe_version(unit, ProbeVersion);
    wl_probe_capability(unit, "registers");
    wl_probe_capability(unit, "lds");
    wl_probe_capability(unit, "sweeps");
    wl_probe_capability(unit, "one_vector_in_flight");
    wl_probe_capability(unit, "issue_first");
    wl_probe_capability(unit, "keeps_registers");
    wl_probe_config(unit, "wave_lanes", 8);
    wl_probe_config(unit, "lanes", 4);
    wl_probe_config(unit, "vector_bits", 64);
    wl_probe_config(unit, "sgprs", 6);
    wl_probe_config(unit, "phys_vgprs", 4);
    wl_probe_config(unit, "lds_entries", 4);
    wl_probe_config(unit, "entry_bytes", 32);
    wl_probe_state_row(unit, "SGPR", 0);
    wl_probe_state_row(unit, "VGPR", 1);
    wl_probe_state_row(unit, "LDS", 2);
  end

  logic [18*32-1:0] start;
  int bank, row;
  longint put_bytes;
  always_comb begin
    start = '0;
    start[0*32+:32] = 32'd6;  // WL_START_SGPR_SIZE
    start[2*32+:32] = 32'd4;  // WL_START_VGPR_SIZE
    start[7*32+:32] = 32'd1;  // WL_START_WAVES_IN_GROUP
    bank            = 32'(wide_core.word_q[1:0]);
    row             = 32'(wide_core.word_q[3:2]);
    put_bytes       = '0;
    for (int i = 0; i < 4; i++) put_bytes[8*i+:8] = {8{wide_core.exec_q[i]}};
  end

  // A cycle of an instruction that writes registers or the LDS.
  function automatic void write();
    logic memory;
    memory = !wide_core.vector;
    if (wide_core.op == wide_core.Put)
      wl_probe_lds_wide(unit, 0, 0, ProbeStore, 0, 0, bank, row, put_bytes, 512'(wide_core.put));
    if (wide_core.op == wide_core.Take && !wide_core.pass_q)
      wl_probe_lds_wide(unit, 0, 0, ProbeLoad, 0, 0, bank, row, '0, 512'(wide_core.entry));
    if (wide_core.op != wide_core.Put && wide_core.lanes != '0)
      wl_probe_vgpr(unit, memory ? SrcLds : SrcValu, 0, 0, 32'(wide_core.word_q[17:16]), 32'(wide_core.pass_q),
                    32'(wide_core.lanes), 512'(wide_core.result));
    if (wide_core.last && memory) wl_probe_mem_return(unit, SrcLds, 0, 0, 0);
    if (wide_core.last && !memory) wl_probe_valu_done(unit, 0);
  endfunction

  // verilator lint_off UNUSEDSIGNAL
  function automatic void sweep(input int wanted);
  // verilator lint_on UNUSEDSIGNAL
    if (wanted[0]) wl_probe_sweep_sgpr(unit, 0, 4096'(wide_core.s_q[5:0]));
    for (int v = 0; v < 4 && wanted[1]; v++) begin
      wl_probe_sweep_vgpr(unit, v, 0, 512'(wide_core.v_q[v[1:0]][3:0]));
      wl_probe_sweep_vgpr(unit, v, 1, 512'(wide_core.v_q[v[1:0]][7:4]));
    end
    for (int i = 0; i < 16 && wanted[2]; i++)
      wl_probe_sweep_lds_wide(unit, i % 4, i / 4, 512'(wide_core.lds_q[i[3:0]]));
  endfunction

  longint cycle_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= 0;
    end else begin
      if (wide_core.init_valid_i)
        wl_probe_sgpr(unit, SrcInit, 0, 0, 32'(wide_core.init_index_i), 1, 128'(wide_core.init_data_i));
      if (wide_core.launch_i)
        wl_probe_wave_start(unit, 0, wide_core.launch_pc_i, 64'(wide_core.launch_exec_i), 0, start);
      if (wide_core.state_q == wide_core.StWrite) write();
      if (wide_core.issue || wide_core.fault_o) begin
        wl_probe_issue(unit, 0, wide_core.pc_q, wide_core.no_code_q ? 0 : wide_core.word_q, 0, 0, -1);
        if (wide_core.end_o) wl_probe_wave_end(unit, 0, wide_core.fault_o ? WaveFaulted : WaveEnded);
      end
      wl_probe_cycle(unit, cycle_q, '0);
      sweep(wl_probe_sweep(unit));
      cycle_q <= cycle_q + 1;
    end
  end
endmodule

bind wide_core wide_probe u_probe (.clk_i, .rst_ni);
