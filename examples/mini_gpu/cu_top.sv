// SPDX-License-Identifier: Apache-2.0
// The mini GPU as the testbench sees it (docs/your-unit.md, "What the bench asks of a unit"). At each rising edge out
// of reset it hands over the requests that transferred, then calls wl_tb_cycle once. The answer has the unit's inputs
// of the next cycle. The unit has no scalar memory and no initial VGPRs.
module cu_top import mini_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  localparam int Imem = 0, Vmem = 2;  // ports by number

  import "DPI-C" function chandle wl_tb_bench();
  import "DPI-C" function void wl_tb_config(input chandle bench, input int waves, input int phys_vgprs,
                                            input int lds_entries, input int gds_entries, input int isa,
                                            input int rdna, input int vcc_alias, input int control,
                                            input int valu_delay);
  import "DPI-C" function void wl_tb_request(input chandle bench, input int port, input int id, input int op,
                                             input longint addr, input longint be, input bit [511:0] data);
  import "DPI-C" function int wl_tb_cycle(input chandle bench, input int status);
  import "DPI-C" function void wl_tb_response(input chandle bench, input int port, output int id_error,
                                              output bit [511:0] data);
  import "DPI-C" function void wl_tb_init_sgpr(input chandle bench, output int slot_index, output int data);
  import "DPI-C" function void wl_tb_launch(input chandle bench, output int slot, output longint pc,
                                            output longint exec, output int mode, output int group,
                                            output int sgpr_size, output int vgprs, output int lds_base,
                                            output int lds_size, output longint tba, output longint tma,
                                            output int more);

  // The bits of wl_tb_cycle's argument and answer (tb/shell/dpi_layout.h).
  typedef struct packed {
    logic       active;
    logic       init_vgpr_taken;
    logic       wave_end;
    logic [1:0] wave_end_why;
    logic [3:0] wave_end_slot;
  } status_t;
  typedef struct packed {
    logic       launch, init_vgpr, init_sgpr;
    logic [2:0] rsp, ready;  // a bit a port
  } answer_t;

  typedef struct packed {
    logic       core;
    fetch_rsp_t rsp;
  } imem_rsp_t;
  typedef struct packed {
    logic     core;
    mem_rsp_t rsp;
  } vmem_rsp_t;

  logic       imem_ready_q, vmem_ready_q, imem_rsp_valid_q, vmem_rsp_valid_q, init_sgpr_valid_q, launch_valid_q;
  imem_rsp_t  imem_rsp_q;
  vmem_rsp_t  vmem_rsp_q;
  init_sgpr_t init_sgpr_q;
  launch_t    launch_q;

  logic        imem_valid, imem_core, vmem_valid, vmem_core, wave_end, wave_end_slot, wave_faulted, active, frees_all;
  logic [57:0] imem_line;
  // verilator lint_off UNUSEDSIGNAL
  mem_req_t    vmem_req;  // the probe reports its lanes
  // verilator lint_on UNUSEDSIGNAL

  chandle bench;  // of this unit: the first argument of every call
  initial begin
    bench = wl_tb_bench();
    wl_tb_config(bench, Cores, Cores * Vgprs, 0, 0, 0, 0, 0, 0, 0);
  end
  // +mini_gpu_bug plants a bug: a load that completes frees the registers of all loads in flight.
  initial frees_all = $test$plusargs("mini_gpu_bug") != 0;

  mini_gpu u_gpu (
    .clk_i, .rst_ni, .init_sgpr_valid_i(init_sgpr_valid_q), .init_sgpr_i(init_sgpr_q),
    .launch_valid_i(launch_valid_q), .launch_i(launch_q), .end_valid_o(wave_end), .end_slot_o(wave_end_slot),
    .end_fault_o(wave_faulted), .active_o(active), .imem_req_valid_o(imem_valid), .imem_req_ready_i(imem_ready_q),
    .imem_req_core_o(imem_core), .imem_req_line_o(imem_line), .imem_rsp_valid_i(imem_rsp_valid_q),
    .imem_rsp_core_i(imem_rsp_q.core), .imem_rsp_i(imem_rsp_q.rsp), .vmem_req_valid_o(vmem_valid),
    .vmem_req_ready_i(vmem_ready_q), .vmem_req_core_o(vmem_core), .vmem_req_o(vmem_req),
    .vmem_rsp_valid_i(vmem_rsp_valid_q), .vmem_rsp_core_i(vmem_rsp_q.core), .vmem_rsp_i(vmem_rsp_q.rsp),
    .frees_all_i(frees_all)
  );

  // The calls carry fields in ints that are wider than the fields.
  // verilator lint_off UNUSEDSIGNAL
  function automatic imem_rsp_t imem_response();
    int         id_error;
    bit [511:0] data;
    wl_tb_response(bench, Imem, id_error, data);
    return '{core: id_error[0], rsp: '{error: id_error[8], data: data}};
  endfunction

  function automatic vmem_rsp_t vmem_response();
    int         id_error;
    bit [511:0] data;
    wl_tb_response(bench, Vmem, id_error, data);
    return '{core: id_error[7], rsp: '{id: id_error[6:0], error: id_error[8], data: data}};
  endfunction

  function automatic launch_t launch();
    int     slot, mode, group, sgpr_size, vgprs, lds_base, lds_size, more;
    longint pc, exec, tba, tma;
    wl_tb_launch(bench, slot, pc, exec, mode, group, sgpr_size, vgprs, lds_base, lds_size, tba, tma, more);
    return '{slot: slot, mode: mode, sgpr_size: sgpr_size, vgpr_base: {22'b0, vgprs[9:0]},
             vgpr_size: {23'b0, vgprs[24:16]}, lds_base: lds_base, lds_size: lds_size, group: {28'b0, group[3:0]},
             wave_in_group: {28'b0, group[7:4]}, waves_in_group: {27'b0, group[12:8]}, trap_en: more[0],
             cond_dbg: more[2:1], pc: pc, exec: exec, tba: tba, tma: tma, shared_global: {24'b0, more[15:8]},
             shared_temps: {25'b0, more[22:16]}, alignment_mode: {30'b0, more[25:24]}, issue: {31'b0, more[26]}};
  endfunction

  function automatic init_sgpr_t init_sgpr();
    int slot_index, data;
    wl_tb_init_sgpr(bench, slot_index, data);
    return '{slot: slot_index[7], index: slot_index[3:0], data: data};
  endfunction

  answer_t answer;

  function automatic answer_t cycle(input status_t status);
    int bits;
    bits = wl_tb_cycle(bench, {23'b0, status});
    return bits[8:0];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // One block, because the calls must come in this order.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      imem_ready_q      <= 1'b0;
      vmem_ready_q      <= 1'b0;
      imem_rsp_valid_q  <= 1'b0;
      vmem_rsp_valid_q  <= 1'b0;
      init_sgpr_valid_q <= 1'b0;
      launch_valid_q    <= 1'b0;
    end else begin
      if (imem_valid && imem_ready_q) wl_tb_request(bench, Imem, {31'b0, imem_core}, 0, {imem_line, 6'b0}, '1, '0);
      if (vmem_valid && vmem_ready_q) begin
        wl_tb_request(bench, Vmem, {24'b0, vmem_core, vmem_req.id}, {31'b0, vmem_req.store}, {vmem_req.line, 6'b0},
                      vmem_req.be, vmem_req.data);
      end
      // verilator lint_off BLKSEQ
      answer = cycle('{active: active, init_vgpr_taken: 1'b0, wave_end: wave_end,
                       wave_end_why: wave_faulted ? 2'd2 : 2'd1, wave_end_slot: {3'b0, wave_end_slot}});
      // verilator lint_on BLKSEQ
      imem_ready_q      <= answer.ready[Imem];
      vmem_ready_q      <= answer.ready[Vmem];
      imem_rsp_valid_q  <= answer.rsp[Imem];
      vmem_rsp_valid_q  <= answer.rsp[Vmem];
      init_sgpr_valid_q <= answer.init_sgpr;
      launch_valid_q    <= answer.launch;
      // Each call is the whole right side of an assignment to one variable: a tool may repeat it otherwise.
      if (answer.rsp[Imem]) imem_rsp_q <= imem_response();
      if (answer.rsp[Vmem]) vmem_rsp_q <= vmem_response();
      if (answer.init_sgpr) init_sgpr_q <= init_sgpr();
      if (answer.launch) launch_q <= launch();
    end
  end
endmodule
