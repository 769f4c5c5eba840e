// SPDX-License-Identifier: Apache-2.0
// Bench and probe of toy.sv. The probe reports retirement and the writes of vector registers.
module tb;
  import wl_probe_pkg::*;

  import "DPI-C" function int bench_open();
  import "DPI-C" function int bench_word(input int pc);
  import "DPI-C" function void bench_launch();
  import "DPI-C" function int bench_go_on(input int ended);
  import "DPI-C" function int bench_close();

  int opened = bench_open();

  logic clk = 1'b0, rst_n = 1'b0;
  logic [15:0] pc;
  logic [31:0] word;
  initial forever #5ns clk = !clk;
  toy i_toy (.clk_i(clk), .rst_ni(rst_n), .pc_o(pc), .word_i(word));
  assign word = bench_word(32'(pc));

  initial begin
    repeat (4) @(negedge clk);
    if (opened == 0) $fatal(1, "no checker");
    bench_launch();
    rst_n = 1'b1;
    do @(negedge clk); while (bench_go_on(32'(i_toy.ended_q)) != 0);
    if (bench_close() != 0) $fatal(1, "the checker found a fault");
    $finish;
  end

  // ---- the probe -----------------------------------------------------------------------------------
  chandle unit;
  initial begin
    unit = wl_probe_unit($sformatf("%m"));
    wl_probe_version(unit, ProbeVersion);
    wl_probe_capability(unit, "registers");
    wl_probe_capability(unit, "one_vector_in_flight");
    wl_probe_capability(unit, "issue_first");
    wl_probe_config(unit, "wave_lanes", 8);
    wl_probe_config(unit, "lanes", 8);
    wl_probe_config(unit, "vector_bits", 8);
    wl_probe_config(unit, "sgprs", 0);
    wl_probe_config(unit, "phys_vgprs", 4);
    wl_probe_state_row(unit, "SGPR", 0);
    wl_probe_state_row(unit, "VGPR", 1);
  end

  longint cycle_q;
  logic [18*32-1:0] start;
  logic [16*32-1:0] data;
  always_comb begin
    start        = '0;
    start[2*32+:32] = 32'd4;  // WL_START_VGPR_SIZE
    start[7*32+:32] = 32'd1;  // WL_START_WAVES_IN_GROUP
    data         = '0;
    for (int l = 0; l < 8; l++) data[32*l+:32] = 32'(i_toy.result[l]);
  end
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      cycle_q <= 0;
    end else begin
      if (!i_toy.started_q) wl_probe_wave_start(unit, 0, 64'(pc), 64'hFF, 0, start);
      if (i_toy.write_q && i_toy.vector) begin
        wl_probe_vgpr(unit, SrcValu, 0, 0, 32'(i_toy.word_q[17:16]), 0, 32'(i_toy.pred_q), data);
        wl_probe_valu_done(unit, 0);
      end
      if (i_toy.issue) begin
        wl_probe_issue(unit, 0, 64'(pc), word, 0, 0, -1);
        if (word[31:24] == 8'd0) wl_probe_wave_end(unit, 0, WaveEnded);
      end
      wl_probe_cycle(unit, cycle_q, '0);
      cycle_q <= cycle_q + 1;
    end
  end
endmodule
