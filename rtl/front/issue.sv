// SPDX-License-Identifier: Apache-2.0
// The issue stage. It decodes the instruction of the selected wave, reads its scalar operands, and checks that it is
// legal and that nothing blocks it. Then the instruction issues in this cycle, or nothing changes.
//   - A scalar instruction executes here. Its wave state registers and SGPRs are written at the edge.
//   - A vector ALU instruction goes to its unit, and the wave stalls until it is done. A vector memory instruction
//     stalls the wave until its operands have been read. A GDS instruction does not: its program waits for EXP_CNT.
//   - A scalar load goes to smem. PC and wait counters change at the edge.
//   - A refused instruction halts the wave, and PC stays (gfx9-encoding.md 10).
//   - A wave that single-steps enters its trap handler instead (trap_o). Its instruction is fetched again when the
//     handler returns.
// An instruction does not issue while its wait condition fails, a wait counter would pass its maximum, or its unit is
// not ready. Everything is combinational except the memory tags.
//
// The unit interlocks the wait states that the ISA leaves to the program (docs/wait-states.md). With
// cu_pkg::ExposedHazards it does not: some registers then have their older values.
module issue (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  // the selected wave and its instruction
  input  logic                       valid_i,
  input  cu_pkg::slot_t              slot_i,
  input  front_pkg::wave_t           wave_i,
  input  logic                       returning_i,  // its counters or TRAPSTS may change in this cycle
  input  logic [47:0]                tba_i,
  input  logic [47:0]                tma_i,
  input  logic                       step_i,       // the wave enters its trap handler before the instruction
  input  logic [31:0]                word0_i,
  input  logic [31:0]                word1_i,
  input  logic                       size8_i,
  input  logic                       fetch_error_i,
  // SGPR file
  output logic [9:0]                 raddr0_o,
  output logic [9:0]                 raddr1_o,
  output logic [9:0]                 raddr2_o,
  input  logic [63:0]                rdata0_i,
  input  logic [63:0]                rdata1_i,
  input  logic [63:0]                rdata2_i,
  output logic [9:0]                 raddr3_o,  // to the old value of a destination; only with exposed hazards
  input  logic [63:0]                rdata3_i,
  output logic                       sgpr_valid_o,
  output front_pkg::sgpr_row_write_t sgpr_o,
  // outcome
  output logic                       issued_o,   // the instruction leaves the wave, or halts it
  output logic                       trap_o,     // the wave enters its trap handler; write_o is valid
  output front_pkg::wave_write_t     write_o,
  output front_pkg::control_write_t  control_o,
  output logic                       stall_o,    // issued; the wave stalls until the unit releases it
  output logic                       blocked_o,  // the wave's counters block the instruction
  output logic                       idle_o,     // s_nop of more than one cycle
  output logic [2:0]                 idle_cycles_o,
  output logic                       arrive_o,
  output logic                       icache_inv_o,
  output logic                       sleep_o,
  output logic                       wakeup_o,
  output logic [6:0]                 beats_o,    // of the sleep
  output logic                       count_vmem_o,
  output logic [1:0]                 count_lgkm_o,
  output logic                       count_exp_o,
  output logic [5:0]                 tag_o,      // of the memory instruction that issues, else 0
  // messages to the host
  input  logic                       msg_ready_i,
  input  logic                       msg_pending_i,  // the queue has a message of the wave
  output logic                       msg_valid_o,
  output cu_pkg::msg_t               msg_o,
  // units
  output logic                       valu_valid_o,
  input  logic                       valu_ready_i,
  output cu_pkg::valu_req_t          valu_o,
  input  logic                       valu_done_i,
  input  cu_pkg::slot_t              valu_done_slot_i,
  output logic                       lds_valid_o,
  input  logic                       lds_ready_i,
  output cu_pkg::mem_issue_t         lds_o,
  output logic                       direct_o,       // the instruction reads LDS_DIRECT
  output logic [18:0]                direct_m0_o,
  input  logic                       direct_busy_i,  // LDS_DIRECT cannot be read in this cycle
  input  logic [31:0]                direct_data_i,
  output logic                       vmem_valid_o,
  input  logic                       vmem_ready_i,
  output cu_pkg::mem_issue_t         vmem_o,
  // exposed hazards: their wait states, and stores that read their data late (store_hazard.sv)
  input  cu_pkg::exposed_hazards_t   exposed_hazards_i,
  output logic [15:0]                stall_stores_o,  // waves whose stores do not read their data yet
  input  logic                       store_taken_i,
  input  cu_pkg::slot_t              store_taken_slot_i,
  output logic [15:0]                release_o,
  output logic                       smem_valid_o,
  input  logic                       smem_ready_i,
  input  logic [5:0]                 smem_tag_i,
  output logic [6:0]                 smem_sdst_o,
  output logic [2:0]                 smem_size_o,
  output logic [63:2]                smem_addr_o
);
  // ---- decode ----------------------------------------------------------------------------------
  front_pkg::class_e      instr_class;
  front_pkg::scalar_dec_t sdec;
  cu_pkg::vsrc_t          ssrc0, ssrc1, ssrc2;
  cu_pkg::valu_dec_t      vdec;
  cu_pkg::mem_dec_t       lds_dec, vmem_dec, mdec;
  isa_pkg::ds_t           ds;
  isa_pkg::smem_t         smem;
  isa_pkg::waitcnt_t      waitcnt;
  isa_pkg::hwreg_field_t  hw_field;
  isa_pkg::mode_t         mode;
  isa_pkg::status_t       status;

  assign instr_class = front_pkg::class_of(word0_i[31:26]);
  scalar_decode u_scalar_decode (
    .w0_i(word0_i), .w1_i(word1_i), .dec_o(sdec),
    .src0_o(ssrc0), .src1_o(ssrc1), .src2_o(ssrc2)
  );
  valu_decode u_valu_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(vdec));
  lds_decode u_lds_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(lds_dec));
  vmem_decode u_vmem_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(vmem_dec));
  assign mdec = instr_class == front_pkg::ClassLds ? lds_dec : vmem_dec;
  assign ds = {word1_i, word0_i};
  assign smem = {word1_i, word0_i};
  assign waitcnt = sdec.simm;
  assign hw_field = sdec.simm;
  assign mode = wave_i.mode;
  assign status = wave_i.status;

  logic is_salu, is_sop1, is_sop2, is_sopk, is_sopp;
  assign is_salu = instr_class == front_pkg::ClassScalar;
  assign is_sop1 = is_salu && sdec.fmt == front_pkg::FmtSop1;
  assign is_sop2 = is_salu && sdec.fmt == front_pkg::FmtSop2;
  assign is_sopk = is_salu && sdec.fmt == front_pkg::FmtSopk;
  assign is_sopp = is_salu && sdec.fmt == front_pkg::FmtSopp;

  logic is_gds, is_join, is_fork, is_movrels, is_movreld;
  assign is_gds = instr_class == front_pkg::ClassLds && ds.gds;
  assign is_join = is_sop1 && sdec.op == op_pkg::Sop1CbranchJoin;
  assign is_fork = (is_sop2 && sdec.op == op_pkg::Sop2CbranchGFork) ||
                   (is_sopk && sdec.op == op_pkg::SopkCbranchIFork);
  assign is_movrels = is_sop1 && (sdec.op == op_pkg::Sop1MovrelsB32 || sdec.op == op_pkg::Sop1MovrelsB64);
  assign is_movreld = is_sop1 && (sdec.op == op_pkg::Sop1MovreldB32 || sdec.op == op_pkg::Sop1MovreldB64);

  logic is_nop, is_waitcnt, is_endpgm, is_trap, is_sendmsg, is_message, is_hwreg;
  assign is_nop = is_sopp && sdec.op == op_pkg::SoppNop;
  assign is_waitcnt = is_sopp && sdec.op == op_pkg::SoppWaitcnt;
  assign is_endpgm = is_sopp && (sdec.op == op_pkg::SoppEndpgm || sdec.op == op_pkg::SoppEndpgmSaved ||
                                 sdec.op == op_pkg::SoppEndpgmOrderedPsDone);
  assign is_trap = is_sopp && sdec.op == op_pkg::SoppTrap && status.trap_en;
  assign is_sendmsg = is_sopp && (sdec.op == op_pkg::SoppSendmsg || sdec.op == op_pkg::SoppSendmsghalt);
  assign is_message = is_sendmsg || (is_sopp && sdec.op == op_pkg::SoppTtracedata);
  assign is_hwreg = is_sopk && (sdec.op == op_pkg::SopkGetregB32 || sdec.op == op_pkg::SopkSetregB32 ||
                                sdec.op == op_pkg::SopkSetregImm32B32);

  logic counters_zero, present;  // present: there is an instruction to check
  assign counters_zero = wave_i.vm_cnt == '0 && wave_i.exp_cnt == '0 && wave_i.lgkm_cnt == '0;
  assign present = valid_i && !step_i;
  assign trap_o = valid_i && step_i && counters_zero;

  // ---- operands --------------------------------------------------------------------------------
  cu_pkg::vsrc_t src0, src1, src2;
  logic          operands_ok;
  logic [63:0]   value0, value1, value2;
  logic [2:0]    csp, csp_below;
  assign csp = mode.csp;
  assign direct_o = valid_i && instr_class == front_pkg::ClassValu && vdec.legal && vdec.src0.used &&
                    vdec.src0.code == isa_pkg::SrcLdsDirect;
  assign csp_below = csp - 3'd1;

  always_comb begin
    src0 = ssrc0;
    src1 = ssrc1;
    src2 = ssrc2;
    if (instr_class == front_pkg::ClassValu) begin
      src0 = vdec.src0;
      src1 = vdec.src1;
      src2 = vdec.src2;
      if (direct_o) src0.used = 1'b0;
    end else if (instr_class == front_pkg::ClassVmem) begin
      src0 = '0;
      src0.used = mdec.saddr_en;
      src0.code = {2'd0, mdec.saddr};
      src0.is64 = 1'b1;
      src0.imm = cu_pkg::ImmB64;
      src1 = '0;
      src2 = '0;
    end else if (instr_class != front_pkg::ClassScalar && instr_class != front_pkg::ClassSmem) begin
      src0 = '0;
      src1 = '0;
      src2 = '0;
    end
  end

  front_pkg::operand_view_t view;
  operand_read u_operand_read (
    .slot_i, .wave_i, .view_i(view),
    .literal_i(word1_i),
    .src0_i(src0), .src1_i(src1), .src2_i(src2),
    .src0_rel_i(is_movrels),
    .stack_read_i(is_join),
    .stack_top_i(csp_below),
    .ok_o(operands_ok),
    .value0_o(value0), .value1_o(value1), .value2_o(value2),
    .raddr0_o, .raddr1_o, .raddr2_o, .rdata0_i, .rdata1_i, .rdata2_i
  );

  logic         valu_vgprs_ok, mem_vgprs_ok;
  logic [2:0]   is_vgpr;
  cu_pkg::phys_vgpr_t vgpr0, vgpr1, vgpr2, valu_vdst, addr_vgpr, data0_vgpr, data1_vgpr, mem_vdst;
  logic         conflict;  // another wave writes a shared VGPR that the instruction uses
  logic [127:0] shared_touch, shared_write;
  vgpr_operands u_vgpr_operands (
    .wave_i, .odd_i(slot_i[0]), .valu_i(vdec), .mem_i(mdec),
    .valu_ok_o(valu_vgprs_ok), .is_vgpr_o(is_vgpr),
    .vgpr0_o(vgpr0), .vgpr1_o(vgpr1), .vgpr2_o(vgpr2), .vdst_o(valu_vdst),
    .shared_touch_o(shared_touch), .shared_write_o(shared_write),
    .mem_ok_o(mem_vgprs_ok),
    .addr_o(addr_vgpr), .data0_o(data0_vgpr), .data1_o(data1_vgpr), .mem_vdst_o(mem_vdst)
  );

  // ---- legality --------------------------------------------------------------------------------
  logic [6:0] sdst;          // destination of a scalar instruction, with the index of s_movreld
  logic       sdst_ok, smem_dst_ok, valu_sdst_ok, legal, skipped;
  logic [4:0] smem_count;
  assign sdst = is_movreld ? sdec.sdst + view.m0[6:0] : sdec.sdst;
  assign sdst_ok = !sdec.sdst_en || (front_pkg::scode_ok(sdst, sdec.sdst64, wave_i.sgpr_size,
                                                          status.priv) &&
                                     (!is_movreld || sdst <= 7'(isa_pkg::SrcSgpr101)));
  assign smem_count = 5'd1 << sdec.op[2:0];  // s_load_dword to s_load_dwordx16 are opcodes 0 to 4
  assign smem_dst_ok = front_pkg::sgprs_ok(sdec.sdst, smem_count, wave_i.sgpr_size, status.priv) &&
                       (smem_count == 5'd1 || !sdec.sdst[0]) &&
                       (smem_count <= 5'd2 || !sdec.sdst[1]);
  assign valu_sdst_ok = vdec.sdst_kind == cu_pkg::SdstNone ||
                        front_pkg::scode_ok(vdec.sdst, vdec.sdst_kind == cu_pkg::SdstMask,
                                            wave_i.sgpr_size, status.priv);

  // VSKIP: a vector instruction is skipped, legal or not.
  assign skipped = view.vskip &&
                   (instr_class == front_pkg::ClassValu || instr_class == front_pkg::ClassLds ||
                    instr_class == front_pkg::ClassVmem || instr_class == front_pkg::ClassVother);

  always_comb begin
    unique case (instr_class)
      front_pkg::ClassScalar: legal = sdec.legal && operands_ok && sdst_ok && (!sdec.priv || status.priv);
      front_pkg::ClassSmem:   legal = sdec.legal && operands_ok && smem_dst_ok;
      front_pkg::ClassValu:   legal = vdec.legal && operands_ok && valu_vgprs_ok && valu_sdst_ok;
      front_pkg::ClassLds:    legal = mdec.legal && mem_vgprs_ok;
      // Vector memory has one alignment mode.
      front_pkg::ClassVmem:   legal = mdec.legal && mem_vgprs_ok && operands_ok &&
                                      wave_i.alignment_mode == cu_pkg::Unaligned;
      default:                legal = 1'b0;
    endcase
    if (skipped) legal = 1'b1;
    if (fetch_error_i) legal = 1'b0;
  end

  // ---- waiting ---------------------------------------------------------------------------------
  // A scalar load counts 1 in LGKM_CNT, or 2 when it loads more than a dword.
  logic [1:0] smem_lgkm;
  assign smem_lgkm = sdec.op == op_pkg::SmemLoadDword ? 2'd1 : 2'd2;

  // A wave does not end before the host has its trace messages, which no counter counts.
  logic blocked, can_issue;
  always_comb begin
    blocked = 1'b0;
    unique case (instr_class)
      front_pkg::ClassScalar: begin
        if (is_endpgm) begin
          blocked = !counters_zero || msg_pending_i;
        end else if (is_trap) begin
          blocked = !counters_zero;
        end else if (is_message) begin
          blocked = !msg_ready_i || (is_sendmsg && wave_i.lgkm_cnt == 4'd15);
        end else if (is_waitcnt) begin
          blocked = wave_i.vm_cnt > {waitcnt.vm_cnt_hi, waitcnt.vm_cnt_lo} ||
                    wave_i.exp_cnt > waitcnt.exp_cnt || wave_i.lgkm_cnt > waitcnt.lgkm_cnt;
        end else if (is_hwreg && (hw_field.id == isa_pkg::HwregTrapsts || hw_field.id == isa_pkg::HwregIbSts)) begin
          blocked = returning_i;  // the registers are read after the completion
        end
      end
      front_pkg::ClassSmem: blocked = wave_i.lgkm_cnt > 4'd15 - {2'd0, smem_lgkm};
      front_pkg::ClassLds:  blocked = !skipped && (wave_i.lgkm_cnt == 4'd15 ||
                                                 (is_gds && wave_i.exp_cnt == 3'd7));
      front_pkg::ClassVmem: blocked = !skipped && wave_i.vm_cnt == 6'd63;
      default: ;
    endcase
  end

  assign can_issue = present && legal && !blocked && !(direct_o && direct_busy_i) && !conflict && !store_pending;
  assign blocked_o = (present && legal && blocked) || (valid_i && step_i && !counters_zero);
  assign valu_valid_o = can_issue && !skipped && instr_class == front_pkg::ClassValu;
  assign lds_valid_o = can_issue && !skipped && instr_class == front_pkg::ClassLds;
  assign vmem_valid_o = can_issue && !skipped && instr_class == front_pkg::ClassVmem;
  assign smem_valid_o = can_issue && instr_class == front_pkg::ClassSmem;

  logic refused, issues;  // the instruction halts the wave; it is legal and leaves the issue stage
  assign refused = present && !legal;
  assign issues = can_issue && (!valu_valid_o || valu_ready_i) && (!lds_valid_o || lds_ready_i) &&
                (!vmem_valid_o || vmem_ready_i) && (!smem_valid_o || smem_ready_i);
  assign issued_o = refused || issues;
  assign stall_o = (issues && (valu_valid_o || (lds_valid_o && !is_gds) || vmem_valid_o)) || stall_late;
  assign count_vmem_o = issues && vmem_valid_o;
  logic scalar_issues;  // a scalar instruction executes
  assign scalar_issues = can_issue && is_salu;
  always_comb begin
    count_lgkm_o = 2'd0;
    if ((issues && lds_valid_o) || (scalar_issues && is_sendmsg)) count_lgkm_o = 2'd1;
    if (issues && smem_valid_o) count_lgkm_o = smem_lgkm;
  end

  assign idle_o = scalar_issues && is_nop;
  assign idle_cycles_o = sdec.simm[2:0];
  assign arrive_o = scalar_issues && is_sopp && sdec.op == op_pkg::SoppBarrier && !wave_i.solo;
  assign icache_inv_o = scalar_issues && is_sopp && sdec.op == op_pkg::SoppIcacheInv;
  assign wakeup_o = scalar_issues && is_sopp && sdec.op == op_pkg::SoppWakeup;
  assign sleep_o = scalar_issues && is_sopp && sdec.op == op_pkg::SoppSleep;
  assign beats_o = sdec.simm[6:0];
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

  assign count_exp_o = issues && lds_valid_o && is_gds;

  logic uses_vgprs;
  assign uses_vgprs = present && legal && !skipped && instr_class == front_pkg::ClassValu;
  shared_conflict u_shared_conflict (
    .clk_i, .rst_ni, .slot_i,
    .touch_i(uses_vgprs ? shared_touch : '0), .write_i(shared_write), .conflict_o(conflict),
    .start_i(issues && valu_valid_o), .done_i(valu_done_i), .done_slot_i(valu_done_slot_i)
  );

  // ---- execution of scalar instructions --------------------------------------------------------
  logic [47:0]          npc, branch_pc, branch_target, fork_pc;
  logic [31:0]          hw;
  front_pkg::salu_rsp_t alu;
  front_pkg::trapsts_write_t trapsts;
  logic                 fork_exec_we, push;
  logic [63:0]          fork_exec;
  logic [2:0]           fork_csp;
  logic [127:0]         push_entry;

  assign npc = wave_i.pc + (size8_i ? 48'd8 : 48'd4);

  front_pkg::wave_t hw_wave;
  always_comb begin
    hw_wave = wave_i;
    hw_wave.mode = view.mode;
    hw_wave.trapsts = view.trapsts;
  end
  hwreg u_hwreg (
    .id_i(hw_field.id), .slot_i, .wave_i(hw_wave), .tba_i, .tma_i, .value_o(hw)
  );

  salu u_salu (
    .valid_i(scalar_issues),
    .fmt_i(sdec.fmt), .op_i(sdec.op), .sdst64_i(sdec.sdst64),
    .s0_i(value0), .s1_i(value1), .s2_i(value2),
    .simm_i(sdec.simm),
    .field1_i(word0_i[15:8]),
    .literal_i(word1_i),
    .npc_i(npc),
    .scc_i(wave_i.scc), .exec_i(wave_i.exec), .m0_i(wave_i.m0), .mode_i(wave_i.mode),
    .priv_i(status.priv),
    .hwreg_i(hw),
    .rsp_o(alu), .trapsts_o(trapsts)
  );

  branch u_branch (
    .fmt_i(sdec.fmt), .op_i(sdec.op), .simm_i(sdec.simm),
    .npc_i(npc), .address_i(value0[47:0]),
    .scc_i(wave_i.scc), .vccz_i(view.vccz), .execz_i(view.execz),
    .dbg_user_i(status.cond_dbg_user), .dbg_sys_i(status.cond_dbg_sys),
    .target_o(branch_target), .pc_o(branch_pc)
  );

  logic [63:0] fork_mask;
  logic [47:0] fork_target;
  assign fork_mask = sdec.fmt == front_pkg::FmtSopk ? value2 : value0;
  assign fork_target = sdec.fmt == front_pkg::FmtSopk ? branch_target : {value1[47:2], 2'b00};
  fork_join u_fork_join (
    .is_join_i(is_join),
    .mask_i(fork_mask), .target_i(fork_target),
    .saved_csp_i(value0[31:0]), .entry_i({value2, value1}),
    .exec_i(wave_i.exec), .csp_i(csp), .npc_i(npc),
    .pc_o(fork_pc), .exec_we_o(fork_exec_we), .exec_o(fork_exec), .csp_o(fork_csp),
    .push_o(push), .push_entry_o(push_entry)
  );

  // ---- writes ----------------------------------------------------------------------------------
  // Trap entry: TTMP0 and TTMP1 get PC and the number of the trap. PC is that of s_trap, or after a single step that of
  // the next instruction. Trap return: s_rfe, s_rfe_restore. The wave stops when HALT is set and PRIV is not.
  logic trap_entry, trap_return, sethalt, sendhalt, stops, step_next, sdst_we;
  logic [7:0] trap_id;
  assign trap_entry = trap_o || (scalar_issues && is_trap);
  assign trap_id = trap_o ? 8'd0 : sdec.simm[7:0];
  assign trap_return = scalar_issues && sdec.priv;
  assign sethalt = scalar_issues && is_sopp && sdec.op == op_pkg::SoppSethalt;
  assign sendhalt = scalar_issues && is_sopp && sdec.op == op_pkg::SoppSendmsghalt;
  assign stops = (sethalt && sdec.simm[0] && !status.priv) || (sendhalt && !status.priv) ||
                 (trap_return && status.halt);
  assign step_next = issues && mode.debug_en && status.trap_en && !status.priv && !is_endpgm && !trap_entry && !stops;
  assign sdst_we = scalar_issues && alu.sdst_we;
  localparam logic [6:0] TtmpFirst = 7'(isa_pkg::SrcTtmp0);
  logic restore;
  assign restore = scalar_issues && view.restore;
  assign control_o.trapsts.mask = restore ? front_pkg::TrapstsWritable : trapsts.mask;
  assign control_o.trapsts.data = restore ? (15'(view.trapsts) & ~trapsts.mask) |
                                            (trapsts.data & trapsts.mask) : trapsts.data;
  assign control_o.priv_we = trap_entry || trap_return;
  assign control_o.priv = trap_entry;
  assign control_o.halt_we = sethalt || sendhalt;
  assign control_o.halt = sendhalt || sdec.simm[0];
  assign control_o.stops = stops;
  assign control_o.step = step_next;

  isa_pkg::mode_t fork_mode;
  always_comb begin
    fork_mode = mode;
    fork_mode.csp = fork_csp;
  end

  always_comb begin
    write_o = '0;
    write_o.pc = npc;
    write_o.exec = alu.exec;
    write_o.vcc = wave_i.vcc;
    write_o.scc = alu.scc;
    write_o.m0 = alu.m0;
    write_o.mode = alu.mode;
    write_o.prio = sdec.simm[1:0];
    sgpr_valid_o = 1'b0;
    sgpr_o = '0;
    if (trap_entry) begin
      write_o.pc = tba_i;
      sgpr_valid_o = 1'b1;
      sgpr_o.slot = slot_i;
      sgpr_o.row = TtmpFirst[6:2];
      sgpr_o.we = 4'b0011;
      sgpr_o.data = {64'd0, 8'd0, trap_id, wave_i.pc};
    end else if (refused) begin
      write_o.pc = wave_i.pc;
      write_o.illegal = !fetch_error_i;
      write_o.fetch_fault = fetch_error_i;
    end else if (scalar_issues) begin
      write_o.pc = is_fork || is_join ? fork_pc : branch_pc;
      write_o.exec_we = alu.exec_we;
      write_o.scc_we = alu.scc_we;
      write_o.m0_we = alu.m0_we;
      write_o.mode_we = alu.mode_we;
      write_o.prio_we = is_sopp && sdec.op == op_pkg::SoppSetprio;
      write_o.endpgm = is_endpgm;
      sgpr_o.slot = slot_i;
      if (is_fork || is_join) begin
        write_o.exec_we = fork_exec_we;
        write_o.exec = fork_exec;
        write_o.mode_we = fork_csp != csp;
        write_o.mode = fork_mode;
        sgpr_valid_o = is_fork && push;
        sgpr_o.row = {2'd0, csp};
        sgpr_o.we = 4'b1111;
        sgpr_o.data = push_entry;
      end else if (sdst_we) begin
        unique case ({sdst[6:1], 1'b0})
          7'(isa_pkg::SrcVccLo): begin
            write_o.vcc_we = sdec.sdst64 ? 2'b11 : sdst[0] ? 2'b10 : 2'b01;
            if (sdec.sdst64 || !sdst[0]) write_o.vcc[31:0] = alu.sdst[31:0];
            if (sdec.sdst64) write_o.vcc[63:32] = alu.sdst[63:32];
            else if (sdst[0]) write_o.vcc[63:32] = alu.sdst[31:0];
          end
          7'(isa_pkg::SrcM0): begin
            write_o.m0_we = 1'b1;
            write_o.m0 = alu.sdst[31:0];
          end
          7'(isa_pkg::SrcExecLo): begin
            // An implicit write of EXEC, by s_and_saveexec and its like, wins over the destination.
            write_o.exec_we = 1'b1;
            if (!alu.exec_we) begin
              if (sdec.sdst64 || !sdst[0]) write_o.exec[31:0] = alu.sdst[31:0];
              if (sdec.sdst64) write_o.exec[63:32] = alu.sdst[63:32];
              else if (sdst[0]) write_o.exec[63:32] = alu.sdst[31:0];
            end
          end
          default: begin
            sgpr_valid_o = 1'b1;
            sgpr_o.row = sdst[6:2];
            sgpr_o.we = front_pkg::sgpr_row_we(sdst[1:0], sdec.sdst64);
            sgpr_o.data = sdec.sdst64 ? {2{alu.sdst}} : {4{alu.sdst[31:0]}};
          end
        endcase
      end
    end
  end

  // ---- requests --------------------------------------------------------------------------------
  always_comb begin
    valu_o = '0;
    if (valu_valid_o) begin
      valu_o.slot = slot_i;
      valu_o.exec = view.exec;
      valu_o.mask_in = vdec.reads_vcc ? view.vcc : value2;
      valu_o.is_vgpr = is_vgpr;
      valu_o.dpp_old = view.dpp_old;
      valu_o.vgpr[0] = vgpr0;
      valu_o.vgpr[1] = vgpr1;
      valu_o.vgpr[2] = vgpr2;
      valu_o.scalar[0] = direct_o ? {32'd0, direct_data_i} : value0;
      valu_o.scalar[1] = {value1[63:32], lane_select};
      valu_o.scalar[2] = value2;
      valu_o.vdst = valu_vdst;
      valu_o.mode = wave_i.mode;
      valu_o.sdst_kind = vdec.sdst_kind;
      valu_o.sdst = vdec.sdst;
      valu_o.cmpx = vdec.cmpx;
      valu_o.ctl = vdec.ctl;
    end
  end

  // ---- exposed hazards -------------------------------------------------------------------------
  logic [31:0] lane_select;          // of v_readlane, v_writelane; else as value1
  logic [63:0] saddr;
  logic        store_pending, stall_late;  // the wave's store has not read its data: do not issue, stall
  assign direct_m0_o = view.m0[18:0];

  if (cu_pkg::ExposedHazards) begin : g_exposed_hazards
    logic       wide_store;
    logic [3:0] states;
    assign states = !issues ? 4'd0 :
                    is_nop ? {1'b0, sdec.simm[2:0]} + 4'd1 : 4'd1;
    assign wide_store = issues && vmem_valid_o && mdec.data0_vgprs >= 3'd3;

    exposed_hazards u_exposed_hazards (
      .clk_i, .rst_ni, .exposed_hazards_i,
      .slot_i, .wave_i, .class_i(instr_class), .sdec_i(sdec), .vdec_i(vdec), .mdec_i(mdec),
      .word0_i, .vgpr0_i(vgpr0), .value0_i(value0), .value1_i(value1[31:0]),
      .view_o(view), .saddr_o(saddr), .select_o(lane_select),
      .advance_i(issues || trap_o), .states_i(states),
      .valu_i(valu_valid_o), .valu_vdst_i(valu_vdst),
      .load_i(lds_valid_o || vmem_valid_o), .smem_i(smem_valid_o), .smem_count_i(smem_count),
      .scalar_i(scalar_issues), .write_i(write_o), .trapsts_we_i(control_o.trapsts.mask != '0),
      .sgpr_valid_i(sgpr_valid_o), .sgpr_i(sgpr_o),
      .raddr_o(raddr3_o), .rdata_i(rdata3_i)
    );
    store_hazard u_store_hazard (
      .clk_i, .rst_ni, .wait_states_i(exposed_hazards_i[3*8 +: 3]),
      .valid_i, .slot_i,
      .passes_i(present && (instr_class == front_pkg::ClassValu || is_nop)),
      .states_i(states), .refused_i(refused), .store_i(wide_store),
      .valu_i(issues && valu_valid_o), .valu_done_i, .valu_done_slot_i,
      .taken_i(store_taken_i), .taken_slot_i(store_taken_slot_i),
      .wait_o(store_pending), .wave_stall_o(stall_late), .data_stall_o(stall_stores_o), .release_o
    );
  end else begin : g_interlocked
    logic unused_exposed_hazards;
    assign unused_exposed_hazards = ^{exposed_hazards_i, store_taken_i, store_taken_slot_i, rdata3_i};
    assign raddr3_o = '0;
    assign saddr = value0;
    assign lane_select = value1[31:0];
    assign store_pending = 1'b0;
    assign stall_late = 1'b0;
    assign stall_stores_o = '0;
    assign release_o = '0;
    always_comb begin
      view.vskip = mode.vskip;
      view.mode = wave_i.mode;
      view.trapsts = wave_i.trapsts;
      view.restore = 1'b0;
      view.m0 = wave_i.m0;
      view.vcc = wave_i.vcc;
      view.exec = wave_i.exec;
      view.vccz = status.vccz;
      view.execz = status.execz;
      view.dpp_old = 1'b0;
    end
  end

  // Tags of LDS and VMEM instructions count up. A unit completes a wave's instructions in order, so 64 tags are
  // enough for the 15 or 63 instructions that may be in flight.
  logic [5:0] lds_tag_q [16];
  logic [5:0] vmem_tag_q [16];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < 16; i++) begin
        lds_tag_q[i] <= '0;
        vmem_tag_q[i] <= '0;
      end
    end else begin
      if (issues && lds_valid_o) lds_tag_q[slot_i] <= lds_tag_q[slot_i] + 6'd1;
      if (issues && vmem_valid_o) vmem_tag_q[slot_i] <= vmem_tag_q[slot_i] + 6'd1;
      a_same_size: assert (!valu_valid_o || vdec.size8 == size8_i);
    end
  end

  cu_pkg::mem_issue_t mem;
  always_comb begin
    mem = '0;
    if (lds_valid_o || vmem_valid_o) begin
      mem.slot = slot_i;
      mem.tag = lds_valid_o ? lds_tag_q[slot_i] : vmem_tag_q[slot_i];
      mem.exec = wave_i.exec;
      mem.addr = addr_vgpr;
      mem.data0 = data0_vgpr;
      mem.data1 = data1_vgpr;
      mem.vdst = mem_vdst;
      mem.saddr = mdec.saddr_en ? saddr : '0;
      mem.offset = mdec.offset;
      mem.lds_base = wave_i.lds_base;
      mem.lds_size = wave_i.lds_size;
      mem.wave_in_group = wave_i.wave_in_group;
      mem.m0 = view.m0;
      mem.mode = wave_i.mode;
      mem.alignment_mode = wave_i.alignment_mode;
      mem.ctl = mdec.ctl;
    end
  end
  assign lds_o = mem;
  assign vmem_o = mem;

  always_comb begin
    tag_o = '0;
    if (issues && smem_valid_o) tag_o = smem_tag_i;
    if (issues && (lds_valid_o || vmem_valid_o)) tag_o = mem.tag;
  end

  logic [63:0] smem_addr;
  assign smem_addr = value0 + (smem.imm ? {{43{smem.offset[20]}}, smem.offset} : 64'd0) + value1;
  assign smem_addr_o = smem_addr[63:2];
  assign smem_sdst_o = sdec.sdst;
  assign smem_size_o = sdec.op[2:0];

  logic unused_bits;
  assign unused_bits = ^{vdec.uses_literal, vdec.vdst_vgprs, vdec.is128, vdec.swap, vdec.vdst,
                         vdec.vdst_en, smem_addr[1:0], wave_i.trapsts, ds, smem, waitcnt, hw_field, mode,
                         status};
endmodule
