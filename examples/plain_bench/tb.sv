// SPDX-License-Identifier: Apache-2.0
// A testbench of one's own in plain SystemVerilog: a clock, a memory that answers in two cycles, and one wave. It has
// unit and probe from examples/tiny_cu. What it calls by DPI is in harness.c (docs/your-unit.md).
module tb;
  import tiny_pkg::*;
  import wl_probe_pkg::*;

  localparam int Imem = 0, Smem = 1, Vmem = 2, Ports = 3;
  localparam longint Code = 64'h1_0000_0000, Buffer = 64'h2_0000_0000;
  localparam int CycleLimit = 10000;

  import "DPI-C" function int bench_open(input longint code, input longint buffer);
  import "DPI-C" function void bench_launch(input longint code, input longint buffer);
  import "DPI-C" function int bench_access(input int port, input int store, input longint line, input longint be,
                                           inout bit [511:0] data);
  import "DPI-C" function int bench_go_on(input int ended);
  import "DPI-C" function int bench_close(input string why);

  // Static variables get their values before any initial block runs: the probe's asks for its unit's handle.
  int opened = bench_open(Code, Buffer);

  logic clk = 1'b0, rst_n = 1'b0, wave_end, ended_q;
  int step_q;  // the cycle
  initial forever #5ns clk = !clk;

  // Cycles go on behind the end of the wave, until the checker has swept all registers.
  initial begin
    repeat (4) @(negedge clk);
    if (opened == 0) $fatal(1, "no checker");
    bench_launch(Code, Buffer);
    rst_n = 1'b1;
    do @(negedge clk); while (step_q < CycleLimit && bench_go_on(32'(ended_q)) != 0);
    if (bench_close(step_q < CycleLimit ? "" : "the wave does not end") != 0) $fatal(1, "the checker found a fault");
    $finish;
  end

  // The wave's registers, one a cycle, then its launch.
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      step_q  <= 0;
      ended_q <= 1'b0;
    end else begin
      step_q  <= step_q + 1;
      ended_q <= ended_q || wave_end;
    end
  end
  launch_t launch;
  pass_t   lane_numbers;  // of the pass that is written
  always_comb begin
    launch                = '0;
    launch.pc             = Code;
    launch.exec           = '1;
    launch.sgpr_size      = 32'd16;
    launch.vgpr_size      = 32'd4;
    launch.waves_in_group = 32'd1;
    launch.alignment_mode = 32'd3;
    for (int i = 0; i < PassLanes; i++) lane_numbers[i] = 32'(PassLanes * (step_q - 2) + i);
  end

  // Memory takes every request. It is accessed at the next edge.
  logic [Ports-1:0] valid, pending_q, rsp_valid_q;
  mem_req_t         req [Ports];
  mem_req_t         req_q [Ports];
  mem_rsp_t         rsp_q [Ports];

  function automatic mem_rsp_t access(input int port, input mem_req_t of);
    bit [511:0] data;
    int         source, error;
    data   = of.data;
    source = port == Smem ? SrcSmem : port == Vmem ? SrcVmem : 0;
    error  = bench_access(source, 32'(of.store), {of.line, 6'b0}, of.be, data);
    return '{error: error != 0, data: data};
  endfunction

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      pending_q   <= '0;
      rsp_valid_q <= '0;
    end else begin
      pending_q   <= valid;
      req_q       <= req;
      rsp_valid_q <= pending_q;
      for (int port = 0; port < Ports; port++) begin
        if (pending_q[port]) rsp_q[port] <= access(port, req_q[port]);
      end
    end
  end

  tiny_cu u_cu (
    .clk_i(clk), .rst_ni(rst_n),
    .init_sgpr_valid_i(step_q < 2), .init_sgpr_index_i(step_q[6:0]),
    .init_sgpr_data_i(step_q == 0 ? Buffer[31:0] : Buffer[63:32]),
    .init_vgpr_valid_i(step_q inside {[2:5]}), .init_vgpr_number_i('0), .init_vgpr_pass_i(2'(step_q - 2)),
    .init_vgpr_data_i(lane_numbers), .launch_valid_i(step_q == 6), .launch_i(launch),
    .wave_end_valid_o(wave_end), .wave_faulted_o(), .active_o(),
    .imem_req_valid_o(valid[Imem]), .imem_req_ready_i(1'b1), .imem_req_o(req[Imem]),
    .imem_rsp_valid_i(rsp_valid_q[Imem]), .imem_rsp_i(rsp_q[Imem]),
    .smem_req_valid_o(valid[Smem]), .smem_req_ready_i(1'b1), .smem_req_o(req[Smem]),
    .smem_rsp_valid_i(rsp_valid_q[Smem]), .smem_rsp_i(rsp_q[Smem]),
    .vmem_req_valid_o(valid[Vmem]), .vmem_req_ready_i(1'b1), .vmem_req_o(req[Vmem]),
    .vmem_rsp_valid_i(rsp_valid_q[Vmem]), .vmem_rsp_i(rsp_q[Vmem]),
    .wrong_carry_i($test$plusargs("tiny_cu_bug") != 0)
  );
endmodule
