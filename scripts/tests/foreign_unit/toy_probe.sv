// SPDX-License-Identifier: Apache-2.0
// The probe of toy_core: the levels registers, state and sweeps.
module toy_probe import wl_probe_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  chandle unit;
  initial begin
    unit = wl_probe_unit($sformatf("%m"));
    wl_probe_version(unit, ProbeVersion);
    wl_probe_capability(unit, "registers");
    wl_probe_capability(unit, "sweeps");
    wl_probe_capability(unit, "one_vector_in_flight");
    wl_probe_capability(unit, "issue_first");
    wl_probe_capability(unit, "keeps_registers");
    wl_probe_config(unit, "wave_lanes", 8);
    wl_probe_config(unit, "lanes", 8);
    wl_probe_config(unit, "vector_bits", 8);
    wl_probe_config(unit, "sgprs", 6);
    wl_probe_config(unit, "phys_vgprs", 4);
    wl_probe_state_row(unit, "SGPR", 0);
    wl_probe_state_row(unit, "VGPR", 1);
  end

  logic [18*32-1:0] start;
  logic [511:0] data;
  always_comb begin
    start = '0;
    start[0*32+:32] = 32'd6;  // WL_START_SGPR_SIZE
    start[2*32+:32] = 32'd4;  // WL_START_VGPR_SIZE
    start[7*32+:32] = 32'd1;  // WL_START_WAVES_IN_GROUP
    data            = '0;
    for (int l = 0; l < 8; l++) data[32*l+:32] = 32'(toy_core.result[l]);
  end

  function automatic logic [511:0] lanes_of(input logic [1:0] vector);
    logic [511:0] lanes;
    lanes = '0;
    for (int l = 0; l < 8; l++) lanes[32*l+:32] = 32'(toy_core.v_q[vector][l]);
    return lanes;
  endfunction

  // verilator lint_off UNUSEDSIGNAL
  function automatic void sweep(input int wanted);
  // verilator lint_on UNUSEDSIGNAL
    if (wanted[0]) wl_probe_sweep_sgpr(unit, 0, 4096'(toy_core.s_q[5:0]));
    if (wanted[1]) for (int v = 0; v < 4; v++) wl_probe_sweep_vgpr(unit, v, 0, lanes_of(v[1:0]));
  endfunction

  longint cycle_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= 0;
    end else begin
      if (toy_core.init_valid_i)
        wl_probe_sgpr(unit, SrcInit, 0, 0, 32'(toy_core.init_index_i), 1, 128'(toy_core.init_data_i));
      if (toy_core.launch_i)
        wl_probe_wave_start(unit, 0, toy_core.launch_pc_i, 64'(toy_core.launch_exec_i), 0, start);
      if (toy_core.state_q == toy_core.StWrite && toy_core.vector) begin
        if (toy_core.pred_q != '0)
          wl_probe_vgpr(unit, SrcValu, 0, 0, 32'(toy_core.word_q[17:16]), 0, 32'(toy_core.pred_q), data);
        wl_probe_valu_done(unit, 0);
      end
      if (toy_core.issue || toy_core.fault_o) begin
        wl_probe_issue(unit, 0, toy_core.pc_q, toy_core.no_code_q ? 0 : toy_core.word_q, 0, 0, -1);
        if (toy_core.end_o) wl_probe_wave_end(unit, 0, toy_core.fault_o ? WaveFaulted : WaveEnded);
      end
      wl_probe_cycle(unit, cycle_q, '0);
      sweep(wl_probe_sweep(unit));
      cycle_q <= cycle_q + 1;
    end
  end
endmodule

bind toy_core toy_probe u_probe (.clk_i, .rst_ni);
