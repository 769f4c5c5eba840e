// SPDX-License-Identifier: Apache-2.0
// The tiny compute unit as the testbench sees it (docs/your-unit.md, "What the bench asks of a unit"). At each rising
// edge out of reset it hands over the requests that transferred, then calls wl_tb_cycle once. The answer has the unit's
// inputs of the next cycle.
module cu_top import tiny_pkg::*; (
  input logic clk_i,
  input logic rst_ni
);
  // Ports by number: 0 instructions, 1 scalar memory, 2 vector memory.
  localparam int Imem = 0, Smem = 1, Vmem = 2;

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
  import "DPI-C" function void wl_tb_init_vgpr(input chandle bench, output int row_pass, output bit [511:0] data);
  import "DPI-C" function void wl_tb_launch(input chandle bench, output int slot, output longint pc,
                                            output longint exec, output int mode, output int group,
                                            output int sgpr_size, output int vgprs, output int lds_base,
                                            output int lds_size, output longint tba, output longint tma,
                                            output int more);

  // The bits of wl_tb_cycle's argument and answer (tb/shell/dpi_layout.h), and those of the words of other calls.
  typedef struct packed {
    logic       active;
    logic       init_vgpr_taken;
    logic       wave_end;
    logic [1:0] wave_end_why;
    logic [3:0] wave_end_slot;
  } status_t;
  typedef struct packed {
    logic [3:0] resume_slot;
    logic       resume, msg_ready, launch, init_vgpr, init_sgpr;
    logic [2:0] rsp, ready;  // a bit a port
  } answer_t;

  typedef struct packed {
    logic [6:0]  index;
    logic [31:0] data;
  } init_sgpr_t;
  typedef struct packed {
    logic [6:0] number;  // physical
    logic [1:0] pass;
    pass_t      data;
  } init_vgpr_t;

  logic [2:0] ready_q, rsp_valid_q;
  mem_rsp_t   imem_rsp_q, smem_rsp_q, vmem_rsp_q;
  mem_req_t   imem_req, smem_req, vmem_req;
  logic       imem_valid, smem_valid, vmem_valid;
  logic       init_sgpr_valid_q, init_vgpr_valid_q, launch_valid_q;
  init_sgpr_t init_sgpr_q;
  init_vgpr_t init_vgpr_q;
  launch_t    launch_q;
  logic       wave_end, wave_faulted, active, wrong_carry;

  chandle bench;  // of this unit: the first argument of every call
  initial begin
    bench = wl_tb_bench();
    wl_tb_config(bench, 1, PhysVgprs, 1, 0, Isa, Rdna, VccAlias, 0, 0);
  end
  // +tiny_cu_bug plants a bug: an adder without a carry.
  initial wrong_carry = $test$plusargs("tiny_cu_bug") != 0;

  tiny_cu u_cu (
    .clk_i, .rst_ni,
    .init_sgpr_valid_i(init_sgpr_valid_q), .init_sgpr_index_i(init_sgpr_q.index),
    .init_sgpr_data_i(init_sgpr_q.data), .init_vgpr_valid_i(init_vgpr_valid_q),
    .init_vgpr_number_i(init_vgpr_q.number), .init_vgpr_pass_i(init_vgpr_q.pass),
    .init_vgpr_data_i(init_vgpr_q.data), .launch_valid_i(launch_valid_q), .launch_i(launch_q),
    .wave_end_valid_o(wave_end), .wave_faulted_o(wave_faulted), .active_o(active),
    .imem_req_valid_o(imem_valid), .imem_req_ready_i(ready_q[Imem]), .imem_req_o(imem_req),
    .imem_rsp_valid_i(rsp_valid_q[Imem]), .imem_rsp_i(imem_rsp_q),
    .smem_req_valid_o(smem_valid), .smem_req_ready_i(ready_q[Smem]), .smem_req_o(smem_req),
    .smem_rsp_valid_i(rsp_valid_q[Smem]), .smem_rsp_i(smem_rsp_q),
    .vmem_req_valid_o(vmem_valid), .vmem_req_ready_i(ready_q[Vmem]), .vmem_req_o(vmem_req),
    .vmem_rsp_valid_i(rsp_valid_q[Vmem]), .vmem_rsp_i(vmem_rsp_q),
    .wrong_carry_i(wrong_carry)
  );

  function automatic void request(input int port, input mem_req_t req);
    wl_tb_request(bench, port, 0, int'(req.store), {req.line, 6'b0}, req.be, req.data);
  endfunction

  // The calls carry fields in ints that are wider than the fields.
  // verilator lint_off UNUSEDSIGNAL
  function automatic mem_rsp_t response(input int port);
    int         id_error;
    bit [511:0] data;
    wl_tb_response(bench, port, id_error, data);
    return '{error: id_error[8], data: data};
  endfunction

  function automatic launch_t launch();
    int     slot, mode, group, sgpr_size, vgprs, lds_base, lds_size, more;
    longint pc, exec, tba, tma;
    wl_tb_launch(bench, slot, pc, exec, mode, group, sgpr_size, vgprs, lds_base, lds_size, tba, tma, more);
    return '{slot: slot, mode: mode, sgpr_size: sgpr_size, vgpr_base: {22'b0, vgprs[9:0]},
             vgpr_size: {23'b0, vgprs[24:16]}, lds_base: lds_base, lds_size: lds_size, group: {28'b0, group[3:0]},
             wave_in_group: {28'b0, group[7:4]}, waves_in_group: {27'b0, group[12:8]}, trap_en: more[0],
             cond_dbg: more[2:1], pc: pc, exec: exec, tba: tba, tma: tma, shared_global: {24'b0, more[15:8]},
             shared_temps: {25'b0, more[22:16]}, alignment_mode: {30'b0, more[25:24]}};
  endfunction

  function automatic init_sgpr_t init_sgpr();
    int slot_index, data;
    wl_tb_init_sgpr(bench, slot_index, data);
    return '{index: slot_index[6:0], data: data};
  endfunction

  function automatic init_vgpr_t init_vgpr();
    int         row_pass;
    bit [511:0] data;
    wl_tb_init_vgpr(bench, row_pass, data);
    return '{number: row_pass[8:2], pass: row_pass[1:0], data: data};
  endfunction

  answer_t answer;

  function automatic answer_t cycle(input status_t status);
    int bits;
    bits = wl_tb_cycle(bench, {23'b0, status});
    return bits[14:0];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // One block, because the calls must come in this order.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q           <= '0;
      rsp_valid_q       <= '0;
      init_sgpr_valid_q <= 1'b0;
      init_vgpr_valid_q <= 1'b0;
      launch_valid_q    <= 1'b0;
    end else begin
      if (imem_valid && ready_q[Imem]) request(Imem, imem_req);
      if (smem_valid && ready_q[Smem]) request(Smem, smem_req);
      if (vmem_valid && ready_q[Vmem]) request(Vmem, vmem_req);
      // verilator lint_off BLKSEQ
      answer = cycle('{active: active, init_vgpr_taken: init_vgpr_valid_q, wave_end: wave_end,
                       wave_end_why: wave_faulted ? 2'd2 : 2'd1, wave_end_slot: 4'd0});
      // verilator lint_on BLKSEQ
      ready_q           <= answer.ready;
      rsp_valid_q       <= answer.rsp;
      init_sgpr_valid_q <= answer.init_sgpr;
      init_vgpr_valid_q <= answer.init_vgpr;
      launch_valid_q    <= answer.launch;
      if (answer.rsp[Imem]) imem_rsp_q <= response(Imem);
      if (answer.rsp[Smem]) smem_rsp_q <= response(Smem);
      if (answer.rsp[Vmem]) vmem_rsp_q <= response(Vmem);
      // Each call is the whole right side of an assignment to one variable: a tool may repeat it otherwise.
      if (answer.init_sgpr) init_sgpr_q <= init_sgpr();
      if (answer.init_vgpr) init_vgpr_q <= init_vgpr();
      if (answer.launch) launch_q <= launch();
    end
  end
endmodule
