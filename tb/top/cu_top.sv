// SPDX-License-Identifier: Apache-2.0
// The compute unit as the testbench sees it: a cycle, a reset, and DPI calls for everything else.
//
// Contract: at every rising edge out of reset the wrapper hands over the requests that transferred
// at this edge (wl_tb_request, wl_tb_atomic, wl_tb_message, wl_tb_export). Then it calls wl_tb_cycle once with what
// else happened. The answer has the unit's inputs of the next cycle; wide values are fetched only when
// they are there. So every input of the unit comes from a register, and an idle cycle costs one
// call. Cycle n ends with the n-th of these edges, counted from 0.
//
// Every call has the handle of the bench first: it comes from wl_tb_bench at time zero.
module cu_top (
  input logic clk_i,
  input logic rst_ni
);
  // Ports by number: 0 instruction, 1 scalar, 2 vector memory.
  import "DPI-C" function chandle wl_tb_bench();
  import "DPI-C" function void wl_tb_config(input chandle bench, input int waves,
                                            input int phys_vgprs, input int lds_entries,
                                            input int gds_entries, input int isa, input int rdna,
                                            input int vcc_alias, input int control,
                                            input int valu_delay);
  // After wl_tb_config: the unit is gfx906 with SRAM-ECC.
  import "DPI-C" function void wl_tb_sramecc(input chandle bench);
  // Wait states of the unit's exposed hazards, 3 bits a row: from its own table, changed by options.
  import "DPI-C" function longint wl_tb_exposed_hazards(input chandle bench,
                                                        input longint states);
  import "DPI-C" function void wl_tb_request(input chandle bench, input int port,
                                             input int id, input int op, input longint addr,
                                             input longint be, input bit [511:0] data);
  // As above, for an atomic (buffer-memory.md 8). atomic: mem_pkg::mem_atomic_e.
  import "DPI-C" function void wl_tb_atomic(input chandle bench, input int port, input int id,
                                            input int atomic, input bit wide, input longint addr,
                                            input longint be, input bit [511:0] data,
                                            input bit [511:0] compare);
  import "DPI-C" function void wl_tb_message(input chandle bench, input int slot,
                                             input bit trace, input int simm, input int m0);
  // A beat of an export: 16 lanes of one register.
  import "DPI-C" function void wl_tb_export(input chandle bench, input int slot, input int target_flags,
                                            input longint exec, input int component, input int pass,
                                            input bit [511:0] data);
  localparam int unsigned SlotBits = $bits(cu_pkg::slot_t);

  // Words of the calls below are packed structs, with room for the largest unit. dpi_layout.h has the same fields.
  import "DPI-C" function int wl_tb_cycle(input chandle bench, input int status);
  import "DPI-C" function void wl_tb_response(input chandle bench, input int port,
                                              output int id_error, output bit [511:0] data);
  import "DPI-C" function void wl_tb_init_sgpr(input chandle bench, output int slot_index,
                                               output int data);
  import "DPI-C" function void wl_tb_init_vgpr(input chandle bench, output int row_pass,
                                               output bit [511:0] data);
  import "DPI-C" function void wl_tb_launch(input chandle bench, output int slot,
                                            output longint pc, output longint exec,
                                            output int mode, output int group, output int sgpr_size,
                                            output int vgprs, output int lds_base,
                                            output int lds_size, output longint tba,
                                            output longint tma, output int more);

  typedef struct packed {
    logic       active;  // a wave may still issue, or an instruction is in flight
    logic       init_vgpr_taken;
    logic       wave_end;
    logic [1:0] wave_end_why;
    logic [3:0] wave_end_slot;
  } status_t;

  typedef struct packed {
    logic       export_ready;  // a beat of an export will be taken
    logic [3:0] resume_slot;
    logic       resume;        // this halted wave is resumed
    logic       msg_ready;     // a message will be taken
    logic       launch;
    logic       init_vgpr;     // a value to offer until it is taken
    logic       init_sgpr;
    logic [2:0] rsp;           // a response, port by port
    logic [2:0] ready;         // requests will be taken
  } answer_t;

  // verilator lint_off UNUSEDSIGNAL
  typedef struct packed {
    logic [22:0] unused;
    logic        error;
    logic [7:0]  id;
  } response_place_t;

  typedef struct packed {
    logic [13:0] unused;
    logic [6:0]  sgpr_size;
    logic [3:0]  slot;
    logic [6:0]  index;
  } sgpr_place_t;

  typedef struct packed {
    logic [19:0] unused;
    logic [9:0]  vgpr;
    logic [1:0]  pass;
  } vgpr_place_t;

  typedef struct packed {
    logic [18:0] unused;
    logic [4:0]  waves_in_group;
    logic [3:0]  wave_in_group;
    logic [3:0]  group;
  } launch_group_t;

  typedef struct packed {
    logic [6:0] unused_high;
    logic [8:0] vgpr_size;
    logic [5:0] unused_low;
    logic [9:0] vgpr_base;
  } launch_vgprs_t;

  typedef struct packed {
    logic [4:0] unused_high;
    logic       issue;
    logic [1:0] alignment_mode;
    logic       unused_middle;
    logic [6:0] shared_temps;
    logic [7:0] shared_global;
    logic [4:0] unused_low;
    logic [1:0] cond_dbg;
    logic       trap_en;
  } launch_more_t;
  // verilator lint_on UNUSEDSIGNAL

  // An initial SGPR on its way to the unit.
  typedef struct packed {
    cu_pkg::slot_t slot;
    logic [6:0]    sgpr_size;
    logic [6:0]    index;
    logic [31:0]   data;
  } init_sgpr_t;

  chandle                   bench;
  logic [2:0]               ready_q, rsp_valid_q;
  mem_pkg::mem_rsp_t        imem_rsp_q, smem_rsp_q, vmem_rsp_q;
  logic                     imem_req_valid, smem_req_valid, vmem_req_valid;
  mem_pkg::mem_req_t        imem_req, smem_req, vmem_req;
  logic                     init_sgpr_valid_q, init_vgpr_valid_q, init_vgpr_ready, launch_valid_q;
  init_sgpr_t               init_sgpr_q;
  vgpr_pkg::vgpr_write_t    init_vgpr_q;
  wave_pkg::launch_t        launch_q;
  logic                     wave_end_valid;
  cu_pkg::slot_t            wave_end_slot;
  wave_pkg::wave_end_e      wave_end_why;
  logic                     active;
  logic                     msg_valid, msg_ready_q, resume_valid_q;
  cu_pkg::slot_t            resume_slot_q;
  flow_pkg::msg_t           msg;
  logic                     export_valid, export_ready_q;
  export_pkg::export_beat_t beat;

  cu u_cu (
    .clk_i, .rst_ni,
    .init_sgpr_valid_i(init_sgpr_valid_q),
    .init_sgpr_slot_i(init_sgpr_q.slot),
    .init_sgpr_size_i(init_sgpr_q.sgpr_size),
    .init_sgpr_index_i(init_sgpr_q.index),
    .init_sgpr_data_i(init_sgpr_q.data),
    .init_vgpr_valid_i(init_vgpr_valid_q),
    .init_vgpr_ready_o(init_vgpr_ready),
    .init_vgpr_i(init_vgpr_q),
    .launch_valid_i(launch_valid_q),
    .launch_i(launch_q),
    .wave_end_valid_o(wave_end_valid),
    .wave_end_slot_o(wave_end_slot),
    .wave_end_why_o(wave_end_why),
    .active_o(active),
    .msg_valid_o(msg_valid),
    .msg_ready_i(msg_ready_q),
    .msg_o(msg),
    .export_valid_o(export_valid),
    .export_ready_i(export_ready_q),
    .export_o(beat),
    .resume_valid_i(resume_valid_q),
    .resume_slot_i(resume_slot_q),
    .imem_req_valid_o(imem_req_valid),
    .imem_req_ready_i(ready_q[0]),
    .imem_req_o(imem_req),
    .imem_rsp_valid_i(rsp_valid_q[0]),
    .imem_rsp_i(imem_rsp_q),
    .smem_req_valid_o(smem_req_valid),
    .smem_req_ready_i(ready_q[1]),
    .smem_req_o(smem_req),
    .smem_rsp_valid_i(rsp_valid_q[1]),
    .smem_rsp_i(smem_rsp_q),
    .vmem_req_valid_o(vmem_req_valid),
    .vmem_req_ready_i(ready_q[2]),
    .vmem_req_o(vmem_req),
    .vmem_rsp_valid_i(rsp_valid_q[2]),
    .vmem_rsp_i(vmem_rsp_q)
  );

  initial begin
    bench = wl_tb_bench();
    wl_tb_config(bench, cu_pkg::NumWaves, cu_pkg::PhysVgprs, cu_pkg::LdsEntries,
                 cu_pkg::GdsEntries, cu_pkg::Isa, int'(cu_pkg::RdnaMemory), int'(cu_pkg::VccAlias),
                 int'(cu_pkg::ControlWords), cu_pkg::ValuDelay);
    if (cu_pkg::Sramecc) wl_tb_sramecc(bench);
  end
  if (cu_pkg::ExposedHazards) begin : g_exposed_hazards
    initial u_cu.u_issue.u_exposed.g_exposed.u_exposed_hazards.wait_states =
        51'(wl_tb_exposed_hazards(wl_tb_bench(), 64'(cu_pkg::HazardStates)));
  end

  function automatic void request(input int port, input mem_pkg::mem_req_t req);
    if (req.op == mem_pkg::MemAtomic) begin
      wl_tb_atomic(bench, port, {24'b0, req.id}, int'(req.atomic), req.wide, {req.line, 6'b0}, req.be, req.data,
                   req.compare);
    end else begin
      wl_tb_request(bench, port, {24'b0, req.id}, int'(req.op), {req.line, 6'b0}, req.be, req.data);
    end
  endfunction

  // The calls carry fields in ints that are wider than the fields.
  // verilator lint_off UNUSEDSIGNAL
  function automatic mem_pkg::mem_rsp_t response(input int port);
    int              id_error;
    response_place_t place;
    bit [511:0]      data;
    wl_tb_response(bench, port, id_error, data);
    place = id_error;
    return '{id: place.id, error: place.error, data: data};
  endfunction

  function automatic init_sgpr_t init_sgpr();
    int          slot_index, data;
    sgpr_place_t place;
    wl_tb_init_sgpr(bench, slot_index, data);
    place = slot_index;
    return '{slot: SlotBits'(place.slot), sgpr_size: place.sgpr_size, index: place.index, data: data};
  endfunction

  function automatic vgpr_pkg::vgpr_write_t init_vgpr();
    int          row_pass;
    vgpr_place_t place;
    bit [511:0]  data;
    wl_tb_init_vgpr(bench, row_pass, data);
    place = row_pass;
    return '{vgpr: cu_pkg::VgprBits'(place.vgpr), pass: place.pass, halves: vgpr_pkg::WholeVgpr, lanes: 16'hffff,
             data: data};
  endfunction

  function automatic wave_pkg::launch_t launch();
    int            slot, mode, group, sgpr_size, vgprs, lds_base, lds_size, more;
    longint        pc, exec, tba, tma;
    launch_group_t g;
    launch_vgprs_t v;
    launch_more_t  m;
    wl_tb_launch(bench, slot, pc, exec, mode, group, sgpr_size, vgprs, lds_base, lds_size, tba,
                 tma, more);
    g = group;
    v = vgprs;
    m = more;
    return '{slot: SlotBits'(slot), pc: pc[47:0], exec: exec, mode: mode,
             group: $bits(cu_pkg::group_t)'(g.group), wave_in_group: SlotBits'(g.wave_in_group),
             waves_in_group: $bits(cu_pkg::wave_count_t)'(g.waves_in_group),
             sgpr_size: sgpr_size[6:0], vgpr_base: cu_pkg::VgprBits'(v.vgpr_base), vgpr_size: v.vgpr_size,
             lds_base: lds_base[15:0], lds_size: lds_size[16:0],
             trap_en: m.trap_en, tba: tba[47:0], tma: tma[47:0], cond_dbg: m.cond_dbg,
             shared_global: m.shared_global, shared_temps: m.shared_temps,
             alignment_mode: m.alignment_mode, issue: m.issue};
  endfunction

  function automatic answer_t cycle(input status_t status);
    int answer_bits;
    answer_bits = wl_tb_cycle(bench, {23'b0, status});
    return answer_bits[15:0];
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  answer_t answer;

  // The calls have side effects and must come in this order, so this is one sequential block. Only
  // this block reads `answer`.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q           <= '0;
      rsp_valid_q       <= '0;
      init_sgpr_valid_q <= 1'b0;
      init_vgpr_valid_q <= 1'b0;
      launch_valid_q    <= 1'b0;
      msg_ready_q       <= 1'b0;
      export_ready_q    <= 1'b0;
      resume_valid_q    <= 1'b0;
      resume_slot_q     <= '0;
    end else begin
      if (imem_req_valid && ready_q[0]) request(0, imem_req);
      if (smem_req_valid && ready_q[1]) request(1, smem_req);
      if (vmem_req_valid && ready_q[2]) request(2, vmem_req);
      if (msg_valid && msg_ready_q) begin
        wl_tb_message(bench, 32'(msg.slot), msg.trace, {16'b0, msg.simm}, msg.m0);
      end
      if (export_valid && export_ready_q) begin
        wl_tb_export(bench, 32'(beat.slot),
                     {18'b0, beat.last, beat.vm, beat.done, beat.compr, beat.en, beat.target}, beat.exec,
                     {29'b0, beat.component}, {30'b0, beat.pass}, beat.data);
      end
      // verilator lint_off BLKSEQ
      answer = cycle('{active: active,
                       init_vgpr_taken: init_vgpr_valid_q && init_vgpr_ready,
                       wave_end: wave_end_valid, wave_end_why: wave_end_why,
                       wave_end_slot: 4'(wave_end_slot)});
      // verilator lint_on BLKSEQ
      ready_q           <= answer.ready;
      rsp_valid_q       <= answer.rsp;
      init_sgpr_valid_q <= answer.init_sgpr;
      launch_valid_q    <= answer.launch;
      msg_ready_q       <= answer.msg_ready;
      export_ready_q    <= answer.export_ready;
      resume_valid_q    <= answer.resume;
      resume_slot_q     <= SlotBits'(answer.resume_slot);
      if (answer.rsp[0]) imem_rsp_q <= response(0);
      if (answer.rsp[1]) smem_rsp_q <= response(1);
      if (answer.rsp[2]) vmem_rsp_q <= response(2);
      // Each of these calls is the whole right side of one assignment to one variable. With a
      // concatenation on the left, Verilator would repeat the call for each part.
      if (answer.init_sgpr) init_sgpr_q <= init_sgpr();
      if (answer.init_vgpr) init_vgpr_q <= init_vgpr();
      init_vgpr_valid_q <= answer.init_vgpr || (init_vgpr_valid_q && !init_vgpr_ready);
      // A launch is there for one cycle. Behind it stands nothing that the unit could use.
      if (answer.launch) launch_q <= launch();
      else if (launch_valid_q) launch_q <= ~launch_q;
    end
  end
endmodule
