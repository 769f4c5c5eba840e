// SPDX-License-Identifier: Apache-2.0
// The compute unit as the testbench sees it: a cycle, a reset, and DPI calls for everything else.
//
// Contract: at every rising edge out of reset the wrapper hands over the requests that transferred at
// this edge (wl_tb_request, wl_tb_message), then calls wl_tb_cycle once with what else happened. The answer says what
// the unit's inputs are in the cycle that follows; wide values are fetched only when they are there.
// So every input of the unit comes from a register, and an idle cycle costs one call.
// Cycle n is the one that ends with the n-th of these edges, counted from 0.
module cu_top (
  input logic clk_i,
  input logic rst_ni
);
  // Ports by number: 0 instruction, 1 scalar, 2 vector memory.
  import "DPI-C" function void wl_tb_config(input int waves, input int phys_vgprs,
                                            input int lds_entries, input int gds_entries);
  // Wait states of the unit's exposed_hazards, by its own table.
  import "DPI-C" function longint wl_tb_exposed_hazards(input longint states);
  import "DPI-C" function void wl_tb_request(input int port, input int id, input bit write,
                                             input longint addr, input longint be,
                                             input bit [511:0] data);
  import "DPI-C" function void wl_tb_message(input int slot, input bit trace, input int simm,
                                             input int m0);
  // status, answer: see status_t and answer_t.
  import "DPI-C" function int wl_tb_cycle(input int status);
  import "DPI-C" function void wl_tb_response(input int port, output int id_error,
                                              output bit [511:0] data);
  import "DPI-C" function void wl_tb_init_sgpr(output int slot_index, output int data);
  import "DPI-C" function void wl_tb_init_vgpr(output int row_pass, output bit [511:0] data);
  import "DPI-C" function void wl_tb_launch(output int slot, output longint pc,
                                            output longint exec, output int mode,
                                            output int group, output int sgpr_size,
                                            output int vgprs, output int lds_base,
                                            output int lds_size, output longint tba,
                                            output longint tma, output int more);
  import "DPI-C" function void wl_tb_fault(output int row, output int where, output int index);

  typedef struct packed {
    logic       active;  // a wave may still issue, or what one issued is under way
    logic       init_vgpr_taken;
    logic       wave_end;
    logic [1:0] wave_end_why;
    logic [3:0] wave_end_slot;
  } status_t;

  typedef struct packed {
    logic [3:0]  resume_slot;
    logic        resume;     // this halted wave is to go on
    logic        msg_ready;  // a message will be taken
    logic        fault;
    logic        launch;
    logic        init_vgpr;  // a value to offer until it is taken
    logic        init_sgpr;
    logic [2:0]  rsp;        // a response, port by port
    logic [2:0]  ready;      // requests will be taken
  } answer_t;

  typedef struct packed {
    cu_pkg::slot_t slot;
    logic [6:0]    index;
    logic [31:0]   data;
  } sgpr_write_t;

  logic [2:0]             ready_q, rsp_valid_q;
  cu_pkg::mem_rsp_t       imem_rsp_q, smem_rsp_q, vmem_rsp_q;
  logic                   imem_req_valid, smem_req_valid, vmem_req_valid;
  cu_pkg::mem_req_t       imem_req, smem_req, vmem_req;
  logic                   init_sgpr_valid_q, init_vgpr_valid_q, init_vgpr_ready, launch_valid_q;
  sgpr_write_t            init_sgpr_q;
  cu_pkg::vgpr_write_t    init_vgpr_q;
  cu_pkg::launch_t        launch_q;
  logic                   wave_end_valid;
  cu_pkg::slot_t          wave_end_slot;
  cu_pkg::wave_end_e      wave_end_why;
  logic                   active;
  cu_pkg::fault_t         fault_q;
  cu_pkg::exposed_hazards_t       exposed_hazards;
  logic                   msg_valid, msg_ready_q, resume_valid_q;
  cu_pkg::slot_t          resume_slot_q;
  cu_pkg::msg_t           msg;

  cu u_cu (
    .clk_i, .rst_ni,
    .init_sgpr_valid_i (init_sgpr_valid_q),
    .init_sgpr_slot_i  (init_sgpr_q.slot),
    .init_sgpr_index_i (init_sgpr_q.index),
    .init_sgpr_data_i  (init_sgpr_q.data),
    .init_vgpr_valid_i (init_vgpr_valid_q),
    .init_vgpr_ready_o (init_vgpr_ready),
    .init_vgpr_i       (init_vgpr_q),
    .launch_valid_i    (launch_valid_q),
    .launch_i          (launch_q),
    .wave_end_valid_o  (wave_end_valid),
    .wave_end_slot_o   (wave_end_slot),
    .wave_end_why_o    (wave_end_why),
    .active_o          (active),
    .msg_valid_o       (msg_valid),
    .msg_ready_i       (msg_ready_q),
    .msg_o             (msg),
    .resume_valid_i    (resume_valid_q),
    .resume_slot_i     (resume_slot_q),
    .imem_req_valid_o  (imem_req_valid),
    .imem_req_ready_i  (ready_q[0]),
    .imem_req_o        (imem_req),
    .imem_rsp_valid_i  (rsp_valid_q[0]),
    .imem_rsp_i        (imem_rsp_q),
    .smem_req_valid_o  (smem_req_valid),
    .smem_req_ready_i  (ready_q[1]),
    .smem_req_o        (smem_req),
    .smem_rsp_valid_i  (rsp_valid_q[1]),
    .smem_rsp_i        (smem_rsp_q),
    .vmem_req_valid_o  (vmem_req_valid),
    .vmem_req_ready_i  (ready_q[2]),
    .vmem_req_o        (vmem_req),
    .vmem_rsp_valid_i  (rsp_valid_q[2]),
    .vmem_rsp_i        (vmem_rsp_q),
    .exposed_hazards_i         (exposed_hazards),
    .fault_i           (fault_q)
  );

  initial exposed_hazards = 51'(wl_tb_exposed_hazards(64'(cu_pkg::HazardStates)));
  initial wl_tb_config(cu_pkg::NumWaves, cu_pkg::PhysVgprs, cu_pkg::LdsEntries, cu_pkg::GdsEntries);

  function automatic void request(input int port, input cu_pkg::mem_req_t req);
    wl_tb_request(port, {24'b0, req.id}, req.write, {req.line, 6'b0}, req.be, req.data);
  endfunction

  // The calls carry fields in ints that are wider than the fields.
  // verilator lint_off UNUSEDSIGNAL
  function automatic cu_pkg::mem_rsp_t response(input int port);
    int           id_error;
    bit [511:0]   data;
    wl_tb_response(port, id_error, data);
    return '{id: id_error[7:0], error: id_error[8], data: data};
  endfunction

  function automatic sgpr_write_t init_sgpr();
    int slot_index, data;
    wl_tb_init_sgpr(slot_index, data);
    return '{slot: slot_index[10:7], index: slot_index[6:0], data: data};
  endfunction

  function automatic cu_pkg::vgpr_write_t init_vgpr();
    int         row_pass;
    bit [511:0] data;
    wl_tb_init_vgpr(row_pass, data);
    return '{vgpr: row_pass[11:2], pass: row_pass[1:0], lanes: 16'hffff, data: data};
  endfunction

  function automatic cu_pkg::launch_t launch();
    int     slot, mode, group, sgpr_size, vgprs, lds_base, lds_size, more;
    longint pc, exec, tba, tma;
    wl_tb_launch(slot, pc, exec, mode, group, sgpr_size, vgprs, lds_base, lds_size, tba, tma, more);
    return '{slot: slot[3:0], pc: pc[47:0], exec: exec, mode: mode,
             group: group[3:0], wave_in_group: group[7:4], waves_in_group: group[12:8],
             sgpr_size: sgpr_size[6:0], vgpr_base: vgprs[9:0], vgpr_size: vgprs[24:16],
             lds_base: lds_base[15:0], lds_size: lds_size[16:0],
             trap_en: more[0], tba: tba[47:0], tma: tma[47:0], cond_dbg: more[2:1],
             shared_global: more[15:8], shared_temps: more[22:16], alignment_mode: more[25:24]};
  endfunction

  function automatic cu_pkg::fault_t fault();
    int row, where, index;
    wl_tb_fault(row, where, index);
    return '{valid: 1'b1, row: cu_pkg::state_row_e'(row[4:0]), wave: where[3:0],
             index: index[15:0], lane: where[9:4], bit_pos: where[15:10]};
  endfunction


  function automatic answer_t cycle(input status_t status);
    int answer_bits;
    answer_bits = wl_tb_cycle({23'b0, status});
    return answer_bits[15:0];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  answer_t answer;

  // The calls have side effects and must come in this order, so this is one sequential block; `answer`
  // is read nowhere else.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q           <= '0;
      rsp_valid_q       <= '0;
      init_sgpr_valid_q <= 1'b0;
      init_vgpr_valid_q <= 1'b0;
      launch_valid_q    <= 1'b0;
      fault_q           <= '0;
      msg_ready_q       <= 1'b0;
      resume_valid_q    <= 1'b0;
      resume_slot_q     <= '0;
    end else begin
      if (imem_req_valid && ready_q[0]) request(0, imem_req);
      if (smem_req_valid && ready_q[1]) request(1, smem_req);
      if (vmem_req_valid && ready_q[2]) request(2, vmem_req);
      if (msg_valid && msg_ready_q) begin
        wl_tb_message({28'b0, msg.slot}, msg.trace, {16'b0, msg.simm}, msg.m0);
      end
      // verilator lint_off BLKSEQ
      answer = cycle('{active: active,
                       init_vgpr_taken: init_vgpr_valid_q && init_vgpr_ready,
                       wave_end: wave_end_valid, wave_end_why: wave_end_why,
                       wave_end_slot: wave_end_slot});
      // verilator lint_on BLKSEQ
      ready_q           <= answer.ready;
      rsp_valid_q       <= answer.rsp;
      init_sgpr_valid_q <= answer.init_sgpr;
      launch_valid_q    <= answer.launch;
      fault_q.valid     <= 1'b0;
      msg_ready_q       <= answer.msg_ready;
      resume_valid_q    <= answer.resume;
      resume_slot_q     <= answer.resume_slot;
      if (answer.rsp[0]) imem_rsp_q <= response(0);
      if (answer.rsp[1]) smem_rsp_q <= response(1);
      if (answer.rsp[2]) vmem_rsp_q <= response(2);
      // Each of these calls is the whole right side of one assignment to one variable: Verilator repeats
      // a call for each part of a concatenation on the left.
      if (answer.init_sgpr) init_sgpr_q <= init_sgpr();
      if (answer.init_vgpr) init_vgpr_q <= init_vgpr();
      init_vgpr_valid_q <= answer.init_vgpr || (init_vgpr_valid_q && !init_vgpr_ready);
      if (answer.launch) launch_q <= launch();
      if (answer.fault) fault_q <= fault();
    end
  end
endmodule
