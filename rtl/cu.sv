// SPDX-License-Identifier: Apache-2.0
// The compute unit: connects its blocks (docs/blocks.md).
//
// coverage off toggle smem_req.dec.mem.counters.exp, smem_req.dec.mem.counters.vm, smem_req.dec.mem.destination[0],
//   smem_req.dec.mem.size[1:0], smem_req.dec.mem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses
//   global memory by dwords, and writes SGPRs or nothing.
// coverage off toggle vmem_rsp.tag[6]: Vector memory has tags of six bits. Bit 6 tells the half of FLAT in the data
//   share apart.
// coverage off toggle mrd_ready: The read port of the memory units is their own: simd.sv ties mrd_ready_o to 1.
// coverage off toggle export_issue.sets.store, export_sets.store, ends.exported.sets.store: An export is no store:
//   control_query.sv sets `store` for memory instructions alone.
// coverage off toggle export_issue.vgpr_base[1:0]: VGPRs are allocated by four.
// coverage off toggle init_sgpr_size_i[3], init_sgpr_size_i[0]: SGPRs are allocated by 16, or all 102: 7'b1100110.
// coverage off toggle fetch_pc[1:0], events.pc[1:0], wave_write.pc[1:0]: An instruction lies at a multiple of 4: so do
//   the entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins
//   clear the two bits.
// coverage off toggle tba[7:0], tma[7:0]: TBA and TMA are multiples of 256.
// coverage off toggle init_sgpr_index_i[6:5]: A launch has at most 32 initial SGPRs (struct wl_wave_init).
// coverage off toggle control.setreg.mask[31:15], control.setreg.mask[10:9]: The mask has only bits of TrapstsWritable
//   of hwreg_pkg.sv: s_setreg writes no other register by it.
// coverage off toggle ahead.second.addr64, ahead.second.ctl.lds.flat, ahead.second.ctl.vmem.*, ahead.second.dfmt[3:0],
//   ahead.second.flat, ahead.second.mem.counters.vm, ahead.second.mem.destination[1], ahead.second.mem.size[6:5],
//   ahead.second.nfmt[2:0], ahead.second.rsrc_en, ahead.second.saddr[6:0], ahead.second.saddr_en,
//   ahead.second.scratch_en, ahead.second.soffset[7:0], ahead.second.soffset_en, ahead.second.tfe_vgpr[2:0],
//   ahead.second.typed: A DS instruction: lds_decode.sv sets none of these, but LGKM_CNT always. Its result goes to
//   VGPRs or nowhere, and an access has at most 16 bytes.
// coverage off toggle ahead.second.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
// coverage off toggle query.smem.counters.exp, query.smem.counters.vm, query.smem.destination[0], query.smem.size[1:0],
//   query.smem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global memory by dwords, and writes
//   SGPRs or nothing.
// coverage off toggle query.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in five
//   bits. Only scalar memory has larger sizes.
// coverage off toggle query.counts.vm[5:4], query.counts.vs[5:4]: In the two units that are measured VmemQueueDepth is
//   8: no more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it waits/vm_deep
//   counts to 63.
// coverage off toggle ahead.next_pc[1:0], answer.next_pc[1:0]: An instruction lies at a multiple of 4: so do the entry
//   of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the
//   two bits.
// coverage off toggle smem_done_tag[5:3], smem_tag[5:3], ends.smem_tag[5:3], events.smem_tag[5:3]: The tag of scalar
//   memory is the number of one of eight entries.
module cu (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // dispatcher: initial registers of a free slot, then the launch of its wave
  input  logic                     init_sgpr_valid_i,
  input  cu_pkg::slot_t            init_sgpr_slot_i,
  input  logic [6:0]               init_sgpr_size_i,  // SGPRs of the wave, for second names
  input  logic [6:0]               init_sgpr_index_i,
  input  logic [31:0]              init_sgpr_data_i,
  input  logic                     init_vgpr_valid_i,
  output logic                     init_vgpr_ready_o,
  input  vgpr_pkg::vgpr_write_t    init_vgpr_i,
  input  logic                     launch_valid_i,
  input  wave_pkg::launch_t        launch_i,
  output logic                     wave_end_valid_o,
  output cu_pkg::slot_t            wave_end_slot_o,
  output wave_pkg::wave_end_e      wave_end_why_o,
  output logic                     active_o,  // a wave may still issue, or an instruction or message is in flight
  // host: takes messages, resumes halted waves
  output logic                     msg_valid_o,
  input  logic                     msg_ready_i,
  output flow_pkg::msg_t           msg_o,
  input  logic                     resume_valid_i,
  input  cu_pkg::slot_t            resume_slot_i,
  // exports, to the sink
  output logic                     export_valid_o,
  input  logic                     export_ready_i,
  output export_pkg::export_beat_t export_o,
  // memory
  output logic                     imem_req_valid_o,
  input  logic                     imem_req_ready_i,
  output mem_pkg::mem_req_t        imem_req_o,
  input  logic                     imem_rsp_valid_i,
  input  mem_pkg::mem_rsp_t        imem_rsp_i,
  output logic                     smem_req_valid_o,
  input  logic                     smem_req_ready_i,
  output mem_pkg::mem_req_t        smem_req_o,
  input  logic                     smem_rsp_valid_i,
  input  mem_pkg::mem_rsp_t        smem_rsp_i,
  output logic                     vmem_req_valid_o,
  input  logic                     vmem_req_ready_i,
  output mem_pkg::mem_req_t        vmem_req_o,
  input  logic                     vmem_rsp_valid_i,
  input  mem_pkg::mem_rsp_t        vmem_rsp_i
);
  // ---- sizes that the blocks are made for ----------------------------------------------------------
  // From 2 on: what it counts has a number of one bit at least.
  // coverage off block: Only checks of parameters call it, while the unit is elaborated.
  function automatic logic power_of_two(logic [31:0] n);
    power_of_two = n >= 32'd2 && (n & (n - 32'd1)) == 32'd0;
  endfunction

  if (cu_pkg::NumWaves < 2 || cu_pkg::NumWaves > 16) begin : g_num_waves
    $error("NumWaves is %0d, expected 2 to 16: a wave slot has one to four bits", cu_pkg::NumWaves);
  end
  if (cu_pkg::PhysVgprs < 256 || cu_pkg::PhysVgprs > 1024) begin : g_phys_vgprs
    $error("PhysVgprs is %0d, expected 256 to 1024: a wave may have 256", cu_pkg::PhysVgprs);
  end
  if (!power_of_two(cu_pkg::LdsEntries) || cu_pkg::LdsEntries > 1024) begin : g_lds_entries
    $error("LdsEntries is %0d, expected a power of two from 2 to 1024: an address has 16 bits", cu_pkg::LdsEntries);
  end
  if (cu_pkg::GdsEntries > 1024) begin : g_gds_entries
    $error("GdsEntries is %0d, expected 0 to 1024: an address has 17 bits, the LDS below", cu_pkg::GdsEntries);
  end
  if (cu_pkg::GdsLatency > 255) begin : g_gds_latency
    $error("GdsLatency is %0d, expected 0 to 255: its counter has 8 bits", cu_pkg::GdsLatency);
  end
  if (!power_of_two(cu_pkg::LdsQueueDepth)) begin : g_lds_queue
    $error("LdsQueueDepth is %0d, expected a power of two from 2 on: its pointers wrap", cu_pkg::LdsQueueDepth);
  end
  if (!power_of_two(cu_pkg::VmemQueueDepth)) begin : g_vmem_queue
    $error("VmemQueueDepth is %0d, expected a power of two from 2 on: its pointers wrap", cu_pkg::VmemQueueDepth);
  end
  if (!power_of_two(cu_pkg::MessageQueueDepth)) begin : g_message_queue
    $error("MessageQueueDepth is %0d, expected a power of two from 2 on: its pointers wrap", cu_pkg::MessageQueueDepth);
  end
  if (!power_of_two(cu_pkg::ExportQueueDepth)) begin : g_export_queue
    $error("ExportQueueDepth is %0d, expected a power of two from 2 on: its pointers wrap", cu_pkg::ExportQueueDepth);
  end
  if (cu_pkg::PrioBound < 1 || cu_pkg::PrioBound > 1024) begin : g_prio_bound
    $error("PrioBound is %0d, expected 1 to 1024: its cycles are counted", cu_pkg::PrioBound);
  end
  if (cu_pkg::Isa != 900 && cu_pkg::Isa != 906) begin : g_isa
    $error("Isa is %0d, expected 900 or 906: gfx900 or gfx906", cu_pkg::Isa);
  end
  if (cu_pkg::Sramecc && !cu_pkg::Gfx906) begin : g_sramecc
    $error("Sramecc is 1 and Isa %0d, expected 906: gfx900 has no SRAM-ECC", cu_pkg::Isa);
  end
  if (cu_pkg::Images > 3) begin : g_images
    $error("Images is %0d, expected 0 to 3: image.md has three stages", cu_pkg::Images);
  end
  if (cu_pkg::ValuDelay > 5) begin : g_valu_delay
    $error("ValuDelay is %0d, expected 0 to 5: the row of an execution unit has five bits", cu_pkg::ValuDelay);
  end

  // ---- waves -----------------------------------------------------------------------------------
  cu_pkg::slot_t             slot, fetch_slot;
  cu_pkg::wave_mask_t        live, stopped, prio1, prio0, in_barrier, asleep, members;
  logic [47:0]               fetch_pc;
  wave_pkg::wave_t           wave;
  logic                      counting;
  logic                      issued, stepped;                 // an instruction leaves the issue stage; its wave traps
  logic                      advance;                         // one of these: PC changes
  wave_pkg::wave_write_t     wave_write;
  wave_pkg::control_write_t  control;
  logic                      valu_done;
  valu_pkg::valu_rsp_t       valu_rsp;
  logic                      excp_trap;                       // an exception of it that traps
  logic                      load_valid;
  sgpr_pkg::sgpr_row_write_t load_write;
  logic                      lds_done, vmem_done, smem_done;
  logic                      vmem_done_vs;                    // the instruction held VS_CNT
  mem_issue_pkg::mem_done_t  lds_rsp, vmem_rsp;
  logic                      transfer_valid, transfer_ready;  // between memory and the LDS
  lds_pkg::lds_transfer_t    transfer;
  logic [127:0]              transfer_data;
  cu_pkg::slot_t             smem_done_slot;
  logic [1:0]                smem_done_count;
  logic [5:0]                smem_done_tag;

  wave_state u_wave_state (
    .clk_i, .rst_ni, .launch_valid_i, .launch_i,
    .issue_valid_i(advance), .issue_slot_i(slot), .issue_i(wave_write), .control_i(control),
    .valu_valid_i(valu_done), .valu_i(valu_rsp), .excp_trap_o(excp_trap),
    .load_valid_i(load_valid || (cu_pkg::VccAlias && init_sgpr_valid_i)),
    .load_i(cu_pkg::VccAlias ? load_port : load_write),
    .lds_viol_i(lds_done && lds_rsp.viol), .lds_slot_i(lds_rsp.slot),
    .vmem_viol_i(vmem_done && vmem_rsp.viol), .vmem_slot_i(vmem_rsp.slot),
    .resume_valid_i, .resume_slot_i,
    .read_i(select_valid), .slot_i(slot), .in_barrier_i(in_barrier),
    .trap_bits_i(trap_bits),
    .wave_o(wave),
    .fetch_slot_i(fetch_slot), .fetch_pc_o(fetch_pc),
    .valid_o(live), .stopped_o(stopped), .prio1_o(prio1), .prio0_o(prio0)
  );

  assign advance = issued || stepped;

  flow_pkg::trap_bits_t trap_bits;
  logic [47:0]          tba, tma;
  logic                 step;
  trap u_trap (
    .clk_i, .rst_ni, .launch_valid_i, .launch_i,
    .issue_valid_i(advance), .slot_i(slot), .control_i(control),
    .excp_valid_i(excp_trap), .excp_slot_i(valu_rsp.slot),
    .bits_o(trap_bits), .step_o(step), .tba_o(tba), .tma_o(tma)
  );

  logic msg_sent, msg_taken, gds_operands_read, exported;
  cu_pkg::slot_t lds_operands_read_slot;
  issue_pkg::completions_t complete;
  assign complete.vmem = vmem_done;
  assign complete.vmem_vs = vmem_done_vs;
  assign complete.vmem_slot = vmem_rsp.slot;
  assign complete.lds = lds_done;
  assign complete.lds_slot = lds_rsp.slot;
  assign complete.gds_read = gds_operands_read;
  assign complete.gds_slot = lds_operands_read_slot;
  assign complete.exported = exported;
  assign complete.export_slot = export_o.slot;
  assign complete.smem = smem_done ? smem_done_count : 2'd0;
  assign complete.smem_slot = smem_done_slot;
  assign complete.msg = msg_sent;
  assign complete.msg_slot = msg_o.slot;
  assign complete.msg_taken = msg_taken;

  // ---- fetch -----------------------------------------------------------------------------------
  cu_pkg::wave_mask_t ready, is_valu, is_smem, is_lds, is_vmem, is_export;
  logic [31:0]        word0, word1;
  logic               size8, fetch_error;

  fetch u_fetch (
    .clk_i, .rst_ni,
    .live_i(live & ~stopped),
    .invalidate_i(flow.icache_inv || (launch_valid_i && live == '0)),
    .launch_valid_i, .launch_slot_i(launch_i.slot),
    .take_i(advance), .take_slot_i(slot),
    .bundled_i(bundled), .move_i(move), .bundle_i(bundle), .fetched_o(fetched),
    .pc_slot_o(fetch_slot), .pc_i(fetch_pc),
    .ready_o(ready),
    .is_valu_o(is_valu), .is_smem_o(is_smem), .is_lds_o(is_lds), .is_vmem_o(is_vmem),
    .is_export_o(is_export),
    .read_slot_i(slot),
    .word0_o(word0), .word1_o(word1), .size8_o(size8), .error_o(fetch_error),
    .imem_req_valid_o, .imem_req_ready_i, .imem_req_o, .imem_rsp_valid_i, .imem_rsp_i
  );

  // ---- issue -----------------------------------------------------------------------------------
  logic                select_valid;
  issue_pkg::outcome_t outcome;
  flow_pkg::flow_t     flow;
  logic                msg_push, msg_queue_ready;
  cu_pkg::wave_mask_t  msg_pending, retry;
  flow_pkg::msg_t      msg;
  logic                valu_valid, valu_ready, lds_valid, lds_ready, vmem_valid, vmem_ready;
  logic                smem_valid, smem_ready, export_valid, export_ready;
  logic                lds_operands_read, vmem_operands_read;
  cu_pkg::slot_t       vmem_operands_read_slot;
  logic                lds_direct, lds_direct_busy;
  logic [18:0]         lds_direct_m0;
  logic [31:0]         lds_direct_data;

  // Waves whose operands a memory unit has read. A wave with a FLAT instruction goes on when both units have read.
  // Waves with control words do not stall. They drain before they enter their trap handler or come back.
  cu_pkg::wave_mask_t lds_read, vmem_read, half_read;
  cu_pkg::wave_mask_t lds_unread_q, vmem_unread_q;  // waves whose FLAT instruction the unit has not read
  always_comb begin
    lds_read = '0;
    vmem_read = '0;
    if (lds_operands_read && !gds_operands_read && !bundled[lds_operands_read_slot]) begin
      lds_read = cu_pkg::one_wave(lds_operands_read_slot);
    end
    if (vmem_operands_read && !bundled[vmem_operands_read_slot]) begin
      vmem_read = cu_pkg::one_wave(vmem_operands_read_slot);
    end
    half_read = (lds_unread_q & ~lds_read) | (vmem_unread_q & ~vmem_read);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lds_unread_q <= '0;
      vmem_unread_q <= '0;
    end else begin
      lds_unread_q <= lds_unread_q & ~lds_read;
      vmem_unread_q <= vmem_unread_q & ~vmem_read;
      if (lds_valid && lds_ready && vmem_valid && vmem_ready && !bundled[vmem_issue.slot]) begin
        lds_unread_q[vmem_issue.slot] <= 1'b1;
        vmem_unread_q[vmem_issue.slot] <= 1'b1;
      end
    end
  end

  // Waves whose oldest FLAT instruction has one half about to write a result, and one that has not read its operands.
  cu_pkg::wave_mask_t lds_half_waits, vmem_half_waits;
  logic               lds_flat_read, lds_flat_done, vmem_flat_read, vmem_flat_done;
  if (policy_pkg::FlatsInFlight > 1) begin : g_flat_halves
    flat_halves u_lds_half (
      .clk_i, .rst_ni, .read_i(vmem_flat_read), .read_slot_i(vmem_operands_read_slot),
      .done_i(lds_flat_done), .done_slot_i(lds_rsp.slot), .waits_o(lds_half_waits)
    );
    flat_halves u_vmem_half (
      .clk_i, .rst_ni, .read_i(lds_flat_read), .read_slot_i(lds_operands_read_slot),
      .done_i(vmem_flat_done), .done_slot_i(vmem_rsp.slot), .waits_o(vmem_half_waits)
    );
  end else begin : g_one_flat
    assign lds_half_waits = vmem_unread_q;
    assign vmem_half_waits = lds_unread_q;
    logic unused_flat;
    assign unused_flat = ^{lds_flat_read, lds_flat_done, vmem_flat_read, vmem_flat_done};
  end

  logic preferred;
  wave_select u_wave_select (
    .clk_i, .rst_ni,
    .ready_i(ready & live & ~stopped & ~in_barrier & ~asleep & clause_only & ~arbiter.hold),
    .prefer_i(arbiter.prefer), .preferred_o(preferred),
    .prio1_i(prio1), .prio0_i(prio0),
    .is_valu_i(is_valu), .is_smem_i(is_smem), .is_lds_i(is_lds), .is_vmem_i(is_vmem),
    .is_export_i(is_export), .export_ready_i(export_ready),
    .valu_ready_i(valu_ready), .smem_ready_i(smem_ready),
    .lds_ready_i(lds_ready), .vmem_ready_i(vmem_ready),
    .valid_o(select_valid), .slot_o(slot),
    .outcome_i(outcome),
    .launch_valid_i, .launch_slot_i(launch_i.slot),
    .release_i((valu_done && !bundled[valu_rsp.slot] ? cu_pkg::one_wave(valu_rsp.slot) : '0) |
               ((lds_read | vmem_read) & ~half_read)),
    .retry_i(retry | arbiter.retry)
  );

  sgpr_pkg::sgpr_addrs_t     raddr;
  sgpr_pkg::sgpr_data_t      rdata;
  sgpr_pkg::sgpr_row_addr_t  row_addr, ssharp_addr;
  logic [127:0]              row_data, ssharp_data;
  logic                      sgpr_valid;
  sgpr_pkg::sgpr_row_write_t sgpr_write;
  logic [5:0]                tag, smem_tag;
  valu_pkg::valu_req_t       valu_req;
  mem_issue_pkg::mem_issue_t lds_issue, vmem_issue;
  mimg_pkg::issue_t          image_issue;
  export_pkg::export_issue_t export_issue;
  smem_pkg::smem_req_t       smem_req;

  issue u_issue (
    .clk_i, .rst_ni, .launch_valid_i, .launch_slot_i(launch_i.slot),
    .valid_i(select_valid), .slot_i(slot), .wave_i(wave),
    .word0_i(word0), .word1_i(word1), .size8_i(size8), .fetch_error_i(fetch_error),
    .ahead_i(ahead), .query_o(query), .answer_i(answer),
    .tba_i(tba), .tma_i(tma), .step_i(step),
    .msg_ready_i(msg_queue_ready), .msg_pending_i(msg_pending[slot]), .msg_valid_o(msg_push), .msg_o(msg),
    .raddr_o(raddr), .rdata_i(rdata), .row_addr_o(row_addr), .row_data_i(row_data),
    .ssharp_addr_o(ssharp_addr), .ssharp_data_i(ssharp_data),
    .sgpr_valid_o(sgpr_valid), .sgpr_o(sgpr_write),
    .issued_o(issued), .trap_o(stepped), .write_o(wave_write), .control_o(control),
    .outcome_o(outcome), .flow_o(flow), .tag_o(tag),
    .complete_i(complete), .retry_o(retry), .in_flight_o(counting),
    .valu_valid_o(valu_valid), .valu_ready_i(valu_ready), .valu_o(valu_req),
    .valu_done_i(valu_done), .valu_done_slot_i(valu_rsp.slot),
    .lds_valid_o(lds_valid), .lds_ready_i(lds_ready), .lds_o(lds_issue),
    .direct_o(lds_direct), .direct_m0_o(lds_direct_m0),
    .direct_busy_i(lds_direct_busy), .direct_data_i(lds_direct_data),
    .vmem_valid_o(vmem_valid), .vmem_ready_i(vmem_ready), .vmem_o(vmem_issue), .image_o(image_issue),
    .export_valid_o(export_valid), .export_ready_i(export_ready), .export_o(export_issue),
    .smem_valid_o(smem_valid), .smem_ready_i(smem_ready), .smem_tag_i(smem_tag),
    .smem_o(smem_req)
  );

  // ---- control words ---------------------------------------------------------------------------
  cu_pkg::wave_mask_t        bundled;  // waves with control words that are not in their trap handler
  control_pkg::ahead_t       ahead;
  control_pkg::arbiter_t     arbiter;
  control_pkg::fetched_t     fetched;
  control_pkg::bundle_t      bundle;
  control_pkg::move_t        move;
  control_pkg::query_t       query;
  control_pkg::answer_t      answer;
  control_pkg::ends_t        ends;
  control_pkg::events_t      events;
  policy_pkg::control_sets_t lds_read_sets, vmem_read_sets, export_sets;
  logic                      paired;  // a second instruction issues with one of the vector ALU
  control_words u_control (
    .clk_i, .rst_ni, .slot_i(slot), .wave_i(wave), .trap_bits_i(trap_bits),
    .waves_o(bundled), .ahead_o(ahead), .arbiter_o(arbiter),
    .fetched_i(fetched), .bundle_o(bundle), .move_o(move),
    .query_i(query), .pair_room_i(pair_room), .answer_o(answer),
    .ends_i(ends), .events_i(events)
  );
  assign ends.lds_read = {lds_operands_read, lds_operands_read_slot, lds_read_sets};
  assign ends.vmem_read = {vmem_operands_read, vmem_operands_read_slot, vmem_read_sets};
  assign ends.lds_return = {lds_done, lds_rsp.slot, lds_rsp.sets};
  assign ends.vmem_return = {vmem_done, vmem_rsp.slot, vmem_rsp.sets};
  assign ends.exported = {exported, export_o.slot, export_sets};
  assign ends.smem = smem_done;
  assign ends.smem_slot = smem_done_slot;
  assign ends.smem_tag = smem_done_tag;
  assign ends.valu = valu_done;
  assign ends.valu_slot = valu_rsp.slot;
  assign ends.excp_trap = excp_trap;
  assign events.launch = launch_valid_i;
  assign events.launch_slot = launch_i.slot;
  assign events.launch_control = launch_i.issue;
  assign events.issues = issued && !wave_write.illegal && !wave_write.fetch_fault;
  assign events.leaves = control.priv_we && control.priv;
  assign events.returns = control.priv_we && !control.priv;
  assign events.pc = wave_write.pc;
  assign events.preferred = preferred;
  assign events.valu = valu_valid && valu_ready;
  assign events.smem = smem_valid && smem_ready;
  assign events.smem_tag = smem_tag;
  assign paired = answer.pairs && events.issues;

  assign wave_end_valid_o = issued && (wave_write.endpgm || wave_write.illegal ||
                                       wave_write.fetch_fault || control.stops);
  assign wave_end_slot_o = slot;
  assign wave_end_why_o = !wave_end_valid_o ? wave_pkg::EndNone :
                          wave_write.endpgm ? wave_pkg::EndPgm :
                          control.stops ? wave_pkg::EndHalt : wave_pkg::EndFault;

  // A wave without control words that is halted or waits at a barrier has no vector ALU instruction in flight.
  assign active_o = (live & ~stopped & ~in_barrier) != '0 || arbiter.in_flight || counting || msg_valid_o;

  logic           barrier_release;
  cu_pkg::group_t barrier_group;
  barrier u_barrier (
    .clk_i, .rst_ni, .launch_valid_i, .launch_i,
    .arrive_i(flow.arrive), .end_i(issued && wave_write.endpgm), .slot_i(slot),
    .members_o(members),
    .in_barrier_o(in_barrier),
    .release_valid_o(barrier_release), .release_group_o(barrier_group)
  );

  sleep u_sleep (
    .clk_i, .rst_ni,
    .slot_i(slot), .sleep_i(flow.sleep), .beats_i(flow.beats), .wakeup_i(flow.wakeup), .members_i(members),
    .asleep_o(asleep)
  );

  cu_pkg::wave_mask_t clause_only;
  logic               pair_room;
  clause u_clause (
    .clk_i, .rst_ni,
    .advance_i(advance), .slot_i(slot), .pair_i(paired), .room_o(pair_room),
    .start_i(flow.clause), .count_i(flow.count),
    .stop_i(wave_end_valid_o || (control.priv_we && control.priv) || flow.arrive),
    .only_o(clause_only)
  );

  message u_message (
    .clk_i, .rst_ni,
    .push_i(msg_push), .msg_i(msg), .ready_o(msg_queue_ready), .pending_o(msg_pending),
    .msg_valid_o, .msg_ready_i, .msg_o, .taken_o(msg_taken), .sent_o(msg_sent)
  );

  // ---- scalar registers and memory -------------------------------------------------------------
  logic                      valu_sgpr_valid;
  sgpr_pkg::sgpr_row_write_t valu_write, load_port;

  valu_writeback u_valu_writeback (
    .valid_i(valu_done), .rsp_i(valu_rsp), .valid_o(valu_sgpr_valid), .write_o(valu_write)
  );
  sgpr_init u_sgpr_init (
    .init_valid_i(init_sgpr_valid_i), .init_slot_i(init_sgpr_slot_i),
    .init_size_i(init_sgpr_size_i), .init_index_i(init_sgpr_index_i), .init_data_i(init_sgpr_data_i),
    .load_i(load_write), .write_o(load_port)
  );

  sgpr_file u_sgpr_file (
    .clk_i,
    .read_i(select_valid), .raddr_i(raddr), .rdata_o(rdata), .row_addr_i(row_addr), .row_data_o(row_data),
    .ssharp_addr_i(ssharp_addr), .ssharp_data_o(ssharp_data),
    .issue_valid_i(sgpr_valid), .issue_i(sgpr_write),
    .valu_valid_i(valu_sgpr_valid), .valu_i(valu_write),
    .load_valid_i(load_valid || init_sgpr_valid_i), .load_i(load_port)
  );

  smem u_smem (
    .clk_i, .rst_ni,
    .issue_valid_i(smem_valid), .issue_ready_o(smem_ready), .issue_tag_o(smem_tag),
    .issue_slot_i(slot), .issue_i(smem_req), .issue_sgpr_size_i(wave.sgpr_size),
    .smem_req_valid_o, .smem_req_ready_i, .smem_req_o, .smem_rsp_valid_i, .smem_rsp_i,
    .write_blocked_i(init_sgpr_valid_i),
    .write_valid_o(load_valid), .write_o(load_write),
    .done_valid_o(smem_done), .done_slot_o(smem_done_slot), .done_count_o(smem_done_count),
    .done_tag_o(smem_done_tag)
  );

  // ---- vector units ----------------------------------------------------------------------------
  logic                  mrd_valid, mrd_ready, mwr_valid, mwr_ready;
  logic                  lds_mrd_valid, lds_mrd_ready, lds_mwr_valid, lds_mwr_ready;
  logic                  vmem_mrd_valid, vmem_mrd_ready, vmem_mwr_valid, vmem_mwr_ready;
  logic                  export_mrd_valid, export_mrd_ready;
  vgpr_pkg::vgpr_read_t  mrd, lds_mrd, vmem_mrd, export_mrd;
  vgpr_pkg::vgpr_write_t mwr, lds_mwr, vmem_mwr;
  cu_pkg::pass_t         mrd_data;

  vgpr_arbiter u_vgpr_arbiter (
    .clk_i, .rst_ni,
    .init_valid_i(init_vgpr_valid_i), .init_ready_o(init_vgpr_ready_o), .init_i(init_vgpr_i),
    .lds_read_valid_i(lds_mrd_valid), .lds_read_ready_o(lds_mrd_ready), .lds_read_i(lds_mrd),
    .vmem_read_valid_i(vmem_mrd_valid), .vmem_read_ready_o(vmem_mrd_ready),
    .vmem_read_i(vmem_mrd),
    .export_read_valid_i(export_mrd_valid), .export_read_ready_o(export_mrd_ready),
    .export_read_i(export_mrd),
    .lds_write_valid_i(lds_mwr_valid), .lds_write_ready_o(lds_mwr_ready), .lds_write_i(lds_mwr),
    .vmem_write_valid_i(vmem_mwr_valid), .vmem_write_ready_o(vmem_mwr_ready),
    .vmem_write_i(vmem_mwr),
    .read_valid_o(mrd_valid), .read_ready_i(mrd_ready), .read_o(mrd),
    .write_valid_o(mwr_valid), .write_ready_i(mwr_ready), .write_o(mwr)
  );

  simd u_simd (
    .clk_i, .rst_ni,
    .req_valid_i(valu_valid), .req_ready_o(valu_ready), .req_i(valu_req),
    .done_valid_o(valu_done), .done_o(valu_rsp),
    .mrd_valid_i(mrd_valid), .mrd_ready_o(mrd_ready), .mrd_i(mrd), .mrd_data_o(mrd_data),
    .mwr_valid_i(mwr_valid), .mwr_ready_o(mwr_ready), .mwr_i(mwr)
  );

  lds u_lds (
    .clk_i, .rst_ni,
    .issue_valid_i(lds_valid), .issue_ready_o(lds_ready), .issue_i(lds_issue),
    .operands_read_o(lds_operands_read), .operands_read_slot_o(lds_operands_read_slot),
    .operands_read_gds_o(gds_operands_read), .operands_read_sets_o(lds_read_sets),
    .flat_read_o(lds_flat_read), .flat_done_o(lds_flat_done), .half_unread_i(lds_half_waits),
    .direct_valid_i(lds_direct), .direct_m0_i(lds_direct_m0),
    .direct_base_i(wave.lds_base), .direct_size_i(wave.lds_size),
    .direct_busy_o(lds_direct_busy), .direct_data_o(lds_direct_data),
    .mrd_valid_o(lds_mrd_valid), .mrd_ready_i(lds_mrd_ready), .mrd_o(lds_mrd),
    .mrd_data_i(mrd_data),
    .mwr_valid_o(lds_mwr_valid), .mwr_ready_i(lds_mwr_ready), .mwr_o(lds_mwr),
    .done_valid_o(lds_done), .done_o(lds_rsp),
    .transfer_valid_i(transfer_valid), .transfer_ready_o(transfer_ready), .transfer_i(transfer),
    .transfer_data_o(transfer_data)
  );

  vmem u_vmem (
    .clk_i, .rst_ni,
    .transfer_valid_o(transfer_valid), .transfer_ready_i(transfer_ready), .transfer_o(transfer),
    .transfer_data_i(transfer_data),
    .issue_valid_i(vmem_valid), .issue_ready_o(vmem_ready), .issue_i(vmem_issue), .image_i(image_issue),
    .operands_read_o(vmem_operands_read), .operands_read_slot_o(vmem_operands_read_slot),
    .operands_read_sets_o(vmem_read_sets),
    .flat_read_o(vmem_flat_read), .flat_done_o(vmem_flat_done), .half_unread_i(vmem_half_waits),
    .mrd_valid_o(vmem_mrd_valid), .mrd_ready_i(vmem_mrd_ready), .mrd_o(vmem_mrd),
    .mrd_data_i(mrd_data),
    .mwr_valid_o(vmem_mwr_valid), .mwr_ready_i(vmem_mwr_ready), .mwr_o(vmem_mwr),
    .done_valid_o(vmem_done), .done_vs_o(vmem_done_vs), .done_o(vmem_rsp),
    .vmem_req_valid_o, .vmem_req_ready_i, .vmem_req_o, .vmem_rsp_valid_i, .vmem_rsp_i
  );

  logic [2:0] export_tag;
  export_unit u_export (
    .clk_i, .rst_ni,
    .issue_valid_i(export_valid), .issue_ready_o(export_ready), .issue_i(export_issue),
    .mrd_valid_o(export_mrd_valid), .mrd_ready_i(export_mrd_ready), .mrd_o(export_mrd), .mrd_data_i(mrd_data),
    .export_valid_o, .export_ready_i, .export_o, .tag_o(export_tag), .sets_o(export_sets),
    .done_valid_o(exported)
  );

  // Only the probe reads these.
  logic unused_probe;
  assign unused_probe = ^{tag, smem_done_tag, lds_rsp.tag, vmem_rsp.tag, export_tag, barrier_release,
                          barrier_group};

endmodule
