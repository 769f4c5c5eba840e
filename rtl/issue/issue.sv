// SPDX-License-Identifier: Apache-2.0
// The issue stage: its parts, and the handshake with the units. In each cycle it examines the instruction of the
// selected wave. The instruction issues in this cycle, or nothing changes.
//   issue_decode    what the instruction is          operand_read    scalar operands
//   vgpr_operands   its physical VGPRs               legality        is it legal, or skipped
//   issue_policy_*  may its wave issue now           shared_conflict does a shared VGPR keep it
//   scalar_execute  executes a scalar instruction    trap_entry      trap handler, HALT, single step
//   request_form    requests to the units            exposed         what an instruction sees late
// Beside it stands control_words: with control words it too says whether the wave may issue, and a second instruction
// may issue with one of the vector ALU.
// What becomes of an instruction:
//   - A scalar instruction executes here. Its wave state registers and SGPRs are written at the edge.
//   - A vector ALU instruction goes to its unit, and the wave stalls until it is done. A vector memory instruction
//     stalls the wave until its operands have been read. A GDS instruction does not: its program waits for EXP_CNT.
//   - Exports do not stall the wave. Waves with control words stall only on control words.
//   - Scalar memory goes to smem. PC and wait counters change at the edge.
//   - A refused instruction halts the wave, and PC stays (gfx9-encoding.md 10).
//   - A wave that single-steps or has an exception enters its trap handler instead (trap_o). Its instruction is fetched
//     again when the handler returns.
// Everything is combinational except the wait counters, the memory tags and shared_conflict.
//
// The unit interlocks the wait states that the ISA leaves to the program (docs/wait-states.md). With
// cu_pkg::ExposedHazards it does not: some registers then have their older values.
//
// coverage off toggle smem_o.dec.mem.counters.exp, smem_o.dec.mem.counters.vm, smem_o.dec.mem.destination[0],
//   smem_o.dec.mem.size[1:0], smem_o.dec.mem.space[1:0], smem_dec.mem.counters.exp, smem_dec.mem.counters.vm,
//   smem_dec.mem.destination[0], smem_dec.mem.size[1:0], smem_dec.mem.space[1:0]: An SMEM instruction counts in
//   LGKM_CNT alone, accesses global memory by dwords, and writes SGPRs or nothing.
// coverage off toggle mdec.mem.size[6:5], vgpr_mdec.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the
//   bytes of a lane in five bits. Only scalar memory has larger sizes.
// coverage off toggle reason[3]: This policy gives only the values 0 to 7 of issue_pkg::policy_reason_e.
// coverage off toggle scalar_write.fetch_fault, scalar_write.illegal: A scalar instruction that executes is legal.
//   issue.sv sets these bits behind scalar_execute.
// coverage off toggle entry_sgpr.data[127:56], entry_sgpr.row[2], entry_sgpr.row[7], entry_sgpr.we[3:2]: The entry into
//   the trap handler writes 56 bits to TTMP0 and TTMP1, words 0 and 1 of row 27.
// coverage off toggle smem_tag_i[5:3]: The tag of scalar memory is the number of one of eight entries.
// coverage off toggle vdec.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0, which is 0.
// coverage off toggle counts.vm[5:4], counts.vs[5:4]: In the two units that are measured VmemQueueDepth is 8: no more
//   instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it waits/vm_deep counts to
//   63.
// coverage off toggle export_o.vgpr_base[1:0]: VGPRs are allocated by four.
// coverage off toggle tba_i[7:0], tma_i[7:0]: TBA and TMA are multiples of 256.
// coverage off toggle replay: exposed.sv ties it to 0 in a unit that interlocks. Only late_store.sv sets it.
// coverage off toggle control_o.setreg.mask[31:15], control_o.setreg.mask[10:9], setreg.mask[31:15], setreg.mask[10:9],
//   scalar_setreg.mask[31:15], scalar_setreg.mask[10:9]: The mask has only bits of TrapstsWritable of hwreg_pkg.sv:
//   s_setreg writes no other register by it.
// coverage off toggle ahead_i.second.addr64, ahead_i.second.ctl.lds.flat, ahead_i.second.ctl.vmem.*,
//   ahead_i.second.dfmt[3:0], ahead_i.second.flat, ahead_i.second.mem.counters.vm, ahead_i.second.mem.destination[1],
//   ahead_i.second.mem.size[6:5], ahead_i.second.nfmt[2:0], ahead_i.second.rsrc_en, ahead_i.second.saddr[6:0],
//   ahead_i.second.saddr_en, ahead_i.second.scratch_en, ahead_i.second.soffset[7:0], ahead_i.second.soffset_en,
//   ahead_i.second.tfe_vgpr[2:0], ahead_i.second.typed: A DS instruction: lds_decode.sv sets none of these, but
//   LGKM_CNT always. Its result goes to VGPRs or nowhere, and an access has at most 16 bytes.
// coverage off toggle ahead_i.second.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two
//   VGPRs.
// coverage off toggle query_o.smem.counters.exp, query_o.smem.counters.vm, query_o.smem.destination[0],
//   query_o.smem.size[1:0], query_o.smem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global
//   memory by dwords, and writes SGPRs or nothing.
// coverage off toggle query_o.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in
//   five bits. Only scalar memory has larger sizes.
// coverage off toggle query_o.counts.vm[5:4], query_o.counts.vs[5:4]: In the two units that are measured VmemQueueDepth
//   is 8: no more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it
//   waits/vm_deep counts to 63.
// coverage off toggle ahead_i.next_pc[1:0], answer_i.next_pc[1:0]: An instruction lies at a multiple of 4: so do the
//   entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear
//   the two bits.
// coverage off toggle mdec.data1_vgprs[2], vgpr_mdec.data1_vgprs[2]: The second data of a DS instruction has at most 64
//   bits: two VGPRs.
// coverage off toggle export_o.sets.store: An export is no store: control_query.sv sets `store` for memory instructions
//   alone.
// coverage off toggle write_o.pc[1:0], npc[1:0], scalar_write.pc[1:0], entry_sgpr.data[1:0]: An instruction lies at a
//   multiple of 4: so do the entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and
//   jumps, forks and joins clear the two bits.
module issue (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      launch_valid_i,
  input  cu_pkg::slot_t             launch_slot_i,
  // the selected wave and its instruction
  input  logic                      valid_i,
  input  cu_pkg::slot_t             slot_i,
  input  wave_pkg::wave_t           wave_i,
  input  logic [47:0]               tba_i,
  input  logic [47:0]               tma_i,
  input  logic                      step_i,         // the wave enters its trap handler before the instruction
  input  logic [31:0]               word0_i,
  input  logic [31:0]               word1_i,
  input  logic                      size8_i,
  input  logic                      fetch_error_i,
  // control words (control_words.sv)
  input  control_pkg::ahead_t       ahead_i,
  output control_pkg::query_t       query_o,
  input  control_pkg::answer_t      answer_i,
  // SGPR file
  output sgpr_pkg::sgpr_addrs_t     raddr_o,
  input  sgpr_pkg::sgpr_data_t      rdata_i,
  output sgpr_pkg::sgpr_row_addr_t  row_addr_o,
  input  logic [127:0]              row_data_i,
  output sgpr_pkg::sgpr_row_addr_t  ssharp_addr_o,
  input  logic [127:0]              ssharp_data_i,
  output logic                      sgpr_valid_o,
  output sgpr_pkg::sgpr_row_write_t sgpr_o,
  // what becomes of the instruction
  output logic                      issued_o,       // it leaves the wave, or halts it
  output logic                      trap_o,         // the wave enters its trap handler instead; write_o is valid
  output wave_pkg::wave_write_t     write_o,
  output wave_pkg::control_write_t  control_o,
  output issue_pkg::outcome_t       outcome_o,
  output flow_pkg::flow_t           flow_o,
  output logic [5:0]                tag_o,          // of the memory instruction or export that issues, else 0
  // completions
  input  issue_pkg::completions_t   complete_i,
  output cu_pkg::wave_mask_t        retry_o,        // waves that the policy kept and that may be selected again
  output logic                      in_flight_o,    // memory, export, message
  // messages to the host
  input  logic                      msg_ready_i,
  input  logic                      msg_pending_i,  // the queue has a message of the wave
  output logic                      msg_valid_o,
  output flow_pkg::msg_t            msg_o,
  // units
  output logic                      valu_valid_o,
  input  logic                      valu_ready_i,
  output valu_pkg::valu_req_t       valu_o,
  input  logic                      valu_done_i,
  input  cu_pkg::slot_t             valu_done_slot_i,
  output logic                      lds_valid_o,
  input  logic                      lds_ready_i,
  output mem_issue_pkg::mem_issue_t lds_o,
  output logic                      direct_o,       // the instruction reads LDS_DIRECT
  output logic [18:0]               direct_m0_o,
  input  logic                      direct_busy_i,  // LDS_DIRECT cannot be read in this cycle
  input  logic [31:0]               direct_data_i,
  output logic                      vmem_valid_o,
  input  logic                      vmem_ready_i,
  output mem_issue_pkg::mem_issue_t vmem_o,
  output mimg_pkg::issue_t          image_o,        // beside it, of MIMG
  output logic                      export_valid_o,
  input  logic                      export_ready_i,
  output export_pkg::export_issue_t export_o,
  output logic                      smem_valid_o,
  input  logic                      smem_ready_i,
  input  logic [5:0]                smem_tag_i,
  output smem_pkg::smem_req_t       smem_o
);

  // ---- decode ----------------------------------------------------------------------------------
  fetch_pkg::class_e          instr_class;
  scalar_pkg::scalar_dec_t    sdec;
  smem_pkg::smem_dec_t        smem_dec;
  scalar_pkg::scalar_effect_e effect;
  valu_pkg::valu_dec_t        vdec;
  mem_issue_pkg::mem_dec_t    mdec;
  export_pkg::export_dec_t    edec;
  logic                       is_vector, is_gds, is_direct;
  operand_pkg::vsrc_t         src0, src1, src2;
  issue_decode u_issue_decode (
    .valid_i, .word0_i, .word1_i,
    .class_o(instr_class), .sdec_o(sdec), .smem_o(smem_dec), .effect_o(effect), .vdec_o(vdec), .mdec_o(mdec),
    .edec_o(edec), .is_vector_o(is_vector), .is_gds_o(is_gds), .is_direct_o(is_direct),
    .src0_o(src0), .src1_o(src1), .src2_o(src2)
  );

  // ---- operands --------------------------------------------------------------------------------
  wave_pkg::wave_t view;  // the wave as the instruction reads it
  logic            operands_ok;
  logic [63:0]     read0, read1, read2, value0, value1, value2;
  logic            sdata_read;
  logic [127:0]    sdata_read_value, sdata, ssharp_read_value, ssharp;
  assign sdata_read = instr_class == fetch_pkg::ClassSmem && smem_dec.mem.op != mem_pkg::MemLoad;
  operand_read u_operand_read (
    .slot_i, .wave_i(view),
    .literal_i(word1_i),
    .src0_i(src0), .src1_i(src1), .src2_i(src2),
    .src0_rel_i(effect == scalar_pkg::EffectMovrels),
    .stack_read_i(effect == scalar_pkg::EffectJoin),
    .stack_top_i(wave_i.mode.csp - 3'd1),
    .sdata_read_i(sdata_read), .sdata_i(smem_dec.sdata),
    .image_i(mdec.image.en), .image_op_i(mdec.image.row.op), .ssamp_i(mdec.image.ssamp),
    .ok_o(operands_ok),
    .value0_o(read0), .value1_o(read1), .value2_o(read2), .sdata_o(sdata_read_value),
    .ssharp_o(ssharp_read_value),
    .raddr0_o(raddr_o.pair[0]), .raddr1_o(raddr_o.pair[1]), .raddr2_o(raddr_o.pair[2]),
    .rdata0_i(rdata_i.pair[0]), .rdata1_i(rdata_i.pair[1]), .rdata2_i(rdata_i.pair[2]),
    .row_addr_o, .row_data_i, .ssharp_addr_o, .ssharp_data_i
  );

  logic                   valu_vgprs_ok, mem_vgprs_ok, export_vgprs_ok;
  issue_pkg::valu_vgprs_t valu_vgprs;
  issue_pkg::mem_vgprs_t  mem_vgprs;
  logic [127:0]           shared_touch, shared_write;
  // A vector ALU instruction does not use the memory decoder, so it decodes the second of a pair.
  mem_issue_pkg::mem_dec_t vgpr_mdec;
  logic                    is_first;  // it may be the first of a pair
  assign is_first = ahead_i.active && instr_class == fetch_pkg::ClassValu && !is_direct;
  assign vgpr_mdec = is_first ? ahead_i.second : mdec;
  vgpr_operands u_vgpr_operands (
    .wave_i, .odd_i(slot_i[0]), .valu_i(vdec), .mem_i(vgpr_mdec), .export_i(edec),
    .valu_ok_o(valu_vgprs_ok), .valu_o(valu_vgprs),
    .shared_touch_o(shared_touch), .shared_write_o(shared_write),
    .mem_ok_o(mem_vgprs_ok), .mem_o(mem_vgprs), .export_ok_o(export_vgprs_ok)
  );

  // ---- legality --------------------------------------------------------------------------------
  logic       legal, skipped;
  logic [6:0] sdst;
  legality u_legality (
    .wave_i(view), .class_i(instr_class), .is_vector_i(is_vector),
    .sdec_i(sdec), .smem_i(smem_dec), .effect_i(effect), .vdec_i(vdec), .mdec_i(mdec),
    .edec_i(edec), .export_vgprs_ok_i(export_vgprs_ok),
    .operands_ok_i(operands_ok), .valu_vgprs_ok_i(valu_vgprs_ok), .mem_vgprs_ok_i(mem_vgprs_ok),
    .fetch_error_i, .no_waitcnt_i(ahead_i.active), .word_illegal_i(ahead_i.illegal),
    .legal_o(legal), .skipped_o(skipped), .sdst_o(sdst)
  );

  // ---- policy ----------------------------------------------------------------------------------
  logic                     replay;     // only with exposed hazards: a store of the wave goes first (late_store.sv)
  logic                     examined;   // the wave's turn at the issue stage
  logic                     present;    // the turn of its instruction: no trap handler goes first
  logic                     issues;     // the instruction is legal and leaves the issue stage
  logic                     is_endpgm, is_sendmsg, is_message, drained, policy_ok;
  isa_pkg::hwreg_field_t    hw_field;
  logic [1:0]               smem_lgkm;  // of scalar memory
  issue_pkg::policy_query_t query;
  issue_pkg::wait_counts_t  counts;
  assign examined = valid_i && !replay;
  assign present = examined && !step_i;
  assign trap_o = examined && step_i && drained;
  assign hw_field = sdec.simm;
  assign is_endpgm = effect == scalar_pkg::EffectEndpgm;
  assign is_sendmsg = effect == scalar_pkg::EffectSendmsg || effect == scalar_pkg::EffectSendmsghalt;
  assign is_message = is_sendmsg || effect == scalar_pkg::EffectTtracedata;
  assign smem_lgkm = smem_dec.mem.size == 7'd4 ? 2'd1 : 2'd2;

  // A wave with control words has no way to wait for what its trap handler has in flight (D-CTRL-44).
  logic drains, returns;
  assign drains = is_endpgm || (effect == scalar_pkg::EffectTrap && wave_i.status.trap_en);
  assign returns = ahead_i.launched && effect == scalar_pkg::EffectReturn;

  always_comb begin
    query.drains = drains || returns;
    query.waits = effect == scalar_pkg::EffectWaitcnt;
    query.waits_vs = cu_pkg::RdnaMemory && effect == scalar_pkg::EffectWaitcntVs;
    query.sees_returns = (effect == scalar_pkg::EffectGetreg || effect == scalar_pkg::EffectSetreg) &&
                         (hw_field.id == isa_pkg::HwregTrapsts || hw_field.id == isa_pkg::HwregIbSts);
    query.control = sdec.simm;
    query.counts = '0;
    unique case (instr_class)
      fetch_pkg::ClassScalar: query.counts.lgkm = {1'b0, is_sendmsg};
      // coverage off else: scalar_decode.sv: an SMEM instruction counts in LGKM_CNT, always and alone. It accesses
      //   global memory by dwords, and writes SGPRs or nothing.
      fetch_pkg::ClassSmem:   if (smem_dec.mem.counters.lgkm) query.counts.lgkm = smem_lgkm;
      fetch_pkg::ClassLds, fetch_pkg::ClassVmem: begin
        if (!skipped) begin
          query.counts.vs = cu_pkg::RdnaMemory && instr_class == fetch_pkg::ClassVmem && !mdec.mem.counters.vm;
          query.counts.vm = mdec.mem.counters.vm;
          query.counts.lgkm = {1'b0, mdec.mem.counters.lgkm};
          query.counts.exp = mdec.mem.counters.exp;
        end
      end
      fetch_pkg::ClassExport: query.counts.exp = !skipped;
      default: ;
    endcase
    if (answer_i.pairs && answer_i.lds) begin
      query.counts.lgkm = 2'd1;
      query.counts.exp = ahead_i.second.mem.counters.exp;
    end
  end

  // verilator lint_off UNUSEDSIGNAL
  issue_pkg::policy_reason_e reason;  // for waveforms
  // verilator lint_on UNUSEDSIGNAL
  logic counters_ok, counters_drained;
  issue_policy_gfx9 u_policy (
    .clk_i, .rst_ni, .launch_valid_i, .launch_slot_i,
    .slot_i, .query_i(query), .can_issue_o(counters_ok), .reason_o(reason), .drained_o(counters_drained),
    .issue_i(issues), .complete_i, .retry_o, .counts_o(counts), .in_flight_o
  );

  assign query_o.instr_class = instr_class;
  assign query_o.skipped = skipped;
  assign query_o.effect = effect;
  assign query_o.simm = sdec.simm;
  assign query_o.drains = drains;
  assign query_o.unit = vdec.ctl.unit;
  assign query_o.mem = mdec.mem;
  assign query_o.flat = mdec.flat;
  assign query_o.smem = smem_dec.mem;
  assign query_o.is_first = is_first && legal;
  assign query_o.second_ok = mem_vgprs_ok;
  assign query_o.lds_ready = lds_ready_i;
  assign query_o.counts = counts;
  assign policy_ok = counters_ok && answer_i.can_issue;
  assign drained = counters_drained && answer_i.drained;

  // ---- handshake -------------------------------------------------------------------------------
  // The message queue keeps an instruction too. A wave does not end before the host has its trace messages, which no
  // counter counts.
  logic blocked, can_issue, conflict, vmem_valid, vmem_ready;
  assign blocked = !policy_ok || (is_message && !msg_ready_i) || (is_endpgm && msg_pending_i);
  assign direct_o = examined && is_direct;
  assign direct_m0_o = view.m0[18:0];
  assign can_issue = present && legal && !blocked && !(direct_o && direct_busy_i) && !conflict;
  assign valu_valid_o = can_issue && !skipped && instr_class == fetch_pkg::ClassValu;
  // A FLAT instruction goes to both units in one cycle.
  logic is_flat, wants_lds, wants_vmem, lds_valid;
  assign is_flat = instr_class == fetch_pkg::ClassVmem && mdec.flat;
  assign wants_lds = can_issue && !skipped && (instr_class == fetch_pkg::ClassLds || is_flat);
  assign wants_vmem = can_issue && !skipped && instr_class == fetch_pkg::ClassVmem;
  assign lds_valid = (wants_lds && (!is_flat || vmem_ready)) ||
                     (answer_i.pairs && answer_i.lds && can_issue && valu_ready_i);
  assign vmem_valid = wants_vmem && (!is_flat || lds_ready_i);
  assign export_valid_o = can_issue && !skipped && instr_class == fetch_pkg::ClassExport;
  assign smem_valid_o = can_issue && instr_class == fetch_pkg::ClassSmem;

  logic                       refused;  // the instruction halts the wave
  logic                       scalar_issues;
  scalar_pkg::scalar_effect_e executes;  // effect of the scalar instruction that executes
  assign refused = present && !legal;
  assign issues = can_issue && (!valu_valid_o || valu_ready_i) && (!wants_lds || lds_ready_i) &&
                  (!wants_vmem || vmem_ready) && (!smem_valid_o || smem_ready_i) &&
                  (!export_valid_o || export_ready_i);
  assign issued_o = refused || issues;
  assign scalar_issues = can_issue && instr_class == fetch_pkg::ClassScalar;
  assign executes = scalar_issues ? effect : scalar_pkg::EffectNone;

  logic uses_vgprs;
  assign uses_vgprs = present && legal && !skipped && instr_class == fetch_pkg::ClassValu;
  shared_conflict u_shared_conflict (
    .clk_i, .rst_ni, .slot_i,
    .touch_i(uses_vgprs ? shared_touch : '0), .write_i(shared_write), .conflict_o(conflict),
    .start_i(issues && valu_valid_o), .done_i(valu_done_i), .done_slot_i(valu_done_slot_i)
  );

  logic unit_stall;
  assign unit_stall = issues && !ahead_i.active && (valu_valid_o || (lds_valid && !is_gds) || vmem_valid);
  assign outcome_o.issued = issued_o;
  assign outcome_o.blocked = (present && legal && blocked) || (examined && step_i && !drained);
  assign outcome_o.idle = executes == scalar_pkg::EffectNop && !ahead_i.active;
  assign outcome_o.idle_cycles = sdec.simm[2:0];
  assign flow_o.arrive = executes == scalar_pkg::EffectBarrier && !wave_i.solo;
  assign flow_o.icache_inv = executes == scalar_pkg::EffectIcacheInv;
  assign flow_o.wakeup = executes == scalar_pkg::EffectWakeup;
  assign flow_o.sleep = executes == scalar_pkg::EffectSleep;
  assign flow_o.beats = sdec.simm[6:0];
  assign flow_o.clause = executes == scalar_pkg::EffectClause;
  assign flow_o.count = sdec.simm[7:0];

  assign msg_valid_o = scalar_issues && is_message;
  always_comb begin
    msg_o = '0;
    if (msg_valid_o) begin
      msg_o.slot = slot_i;
      msg_o.trace = !is_sendmsg;
      msg_o.simm = sdec.simm;
      msg_o.m0 = view.m0;
    end
  end

  // ---- execution and writes --------------------------------------------------------------------
  logic [47:0]               npc;
  wave_pkg::wave_write_t     scalar_write;
  hwreg_pkg::setreg_t        scalar_setreg, setreg;
  logic                      scalar_sgpr_valid, entry;
  sgpr_pkg::sgpr_row_write_t scalar_sgpr, entry_sgpr;
  assign npc = ahead_i.active ? ahead_i.next_pc : wave_i.pc + (size8_i ? 48'd8 : 48'd4);
  scalar_execute u_scalar_execute (
    .valid_i(scalar_issues), .slot_i, .wave_i(view), .counts_i(counts), .tba_i, .tma_i, .npc_i(npc),
    .sdec_i(sdec), .effect_i(effect), .sdst_i(sdst),
    .value0_i(value0), .value1_i(value1), .value2_i(value2),
    .field1_i(word0_i[15:8]), .literal_i(word1_i),
    .write_o(scalar_write), .setreg_o(scalar_setreg),
    .sgpr_valid_o(scalar_sgpr_valid), .sgpr_o(scalar_sgpr)
  );

  trap_entry u_trap_entry (
    .slot_i, .wave_i, .step_i(trap_o), .issues_i(issues), .executes_i(executes), .simm_i(sdec.simm),
    .setreg_i(setreg),
    .entry_o(entry), .sgpr_o(entry_sgpr), .control_o
  );

  assign sgpr_valid_o = entry || scalar_sgpr_valid;
  assign sgpr_o = entry ? entry_sgpr : scalar_sgpr;
  always_comb begin
    write_o = scalar_write;
    if (answer_i.pairs) write_o.pc = answer_i.next_pc;
    if (entry) write_o.pc = tba_i;
    if (refused) begin
      write_o.pc = wave_i.pc;
      write_o.illegal = !fetch_error_i;
      write_o.fetch_fault = fetch_error_i;
    end
  end

  // ---- requests --------------------------------------------------------------------------------
  valu_pkg::valu_req_t       valu;
  mem_issue_pkg::mem_issue_t mem;
  request_form u_request_form (
    .clk_i, .rst_ni, .slot_i, .wave_i(view), .smem_dec_i(smem_dec), .vdec_i(vdec), .mdec_i(vgpr_mdec),
    .edec_i(edec), .export_valid_i(export_valid_o), .export_o,
    .smem_i({word1_i, word0_i}), .valu_vgprs_i(valu_vgprs), .mem_vgprs_i(mem_vgprs),
    .value0_i(direct_o ? {32'd0, direct_data_i} : value0), .value1_i(value1), .value2_i(value2),
    .sdata_i(sdata), .ssharp_i(ssharp), .image_o,
    .sets_i(answer_i.sets), .reuse_i(answer_i.reuse),
    .valu_valid_i(valu_valid_o), .lds_valid_i(lds_valid), .vmem_valid_i(vmem_valid),
    .smem_valid_i(smem_valid_o), .issues_i(issues), .smem_tag_i,
    .valu_o(valu), .mem_o(mem), .smem_o, .tag_o
  );

  // ---- older values, and stores that come late ---------------------------------------------------
  logic [sgpr_pkg::SgprAddrBits-1:0] old_addr;
  if (sgpr_pkg::SgprReads == 4) begin : g_fourth_read
    assign raddr_o.pair[3] = old_addr;
  end else begin : g_three_reads
    logic unused_addr;
    assign unused_addr = ^old_addr;
  end
  exposed u_exposed (
    .clk_i, .rst_ni, .valid_i, .slot_i, .step_i, .wave_i,
    .class_i(instr_class), .sdec_i(sdec), .smem_dec_i(smem_dec), .effect_i(effect), .vdec_i(vdec), .mdec_i(mdec),
    .is_gds_i(is_gds), .is_direct_i(is_direct), .word0_i, .valu_vgprs_i(valu_vgprs),
    .src0_i(src0), .src1_i(src1), .src2_i(src2), .value0_i(read0), .value1_i(read1), .value2_i(read2),
    .sdata_i(sdata_read_value), .ssharp_i(ssharp_read_value), .sdata_o(sdata), .ssharp_o(ssharp),
    .wave_o(view), .value0_o(value0), .value1_o(value1), .value2_o(value2), .replay_o(replay),
    .issues_i(issues), .traps_i(trap_o), .valu_i(valu_valid_o), .smem_i(smem_valid_o), .scalar_i(scalar_issues),
    .write_i(write_o), .setreg_i(scalar_setreg), .setreg_o(setreg), .sgpr_valid_i(sgpr_valid_o), .sgpr_i(sgpr_o),
    .raddr_o(old_addr), .rdata_i(rdata_i.pair[sgpr_pkg::SgprReads-1]),
    .req_i(valu), .req_o(valu_o),
    .mem_i(mem), .lds_valid_i(lds_valid), .vmem_valid_i(vmem_valid), .vmem_ready_o(vmem_ready),
    .stall_i(unit_stall), .stall_o(outcome_o.stall),
    .lds_valid_o, .lds_ready_i, .lds_o, .vmem_valid_o, .vmem_ready_i, .vmem_o
  );

  always_ff @(posedge clk_i) begin
    if (valu_valid_o) a_same_size: assert (vdec.size8 == size8_i);
  end

  logic unused_bits;
  assign unused_bits = ^{hw_field, smem_dec};
endmodule
