// SPDX-License-Identifier: Apache-2.0
// The issue stage: takes the instruction of the wave that wave_select chose, decodes it, reads its
// scalar operands, judges it, and either lets it go in this cycle or leaves everything as it was.
//   - Scalar instructions execute here: their wave state registers and SGPRs are written at the edge.
//   - Vector ALU and vector memory instructions go to their unit and hold the wave (until done,
//     until captured; GDS instructions do not, the program waits for EXP_CNT); scalar loads go to
//     smem. PC and wait counters change at the edge.
//   - A refused instruction halts the wave in place (gfx9-encoding.md 10).
//   - A wave that single-steps goes to its trap handler instead (trap_o): what stands at the issue
//     stage is not looked at and is fetched again when the handler returns to it.
// Nothing goes while a wait condition is unmet, a wait counter would pass its maximum, or the unit
// is not ready. Combinational but for the memory tags.
//
// The unit interlocks what the ISA leaves to the program's wait states (docs/wait-states.md). With
// cu_pkg::ExposedHazards it does not: some registers are then seen as they were.
module issue (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // the chosen wave and its instruction
  input  logic                   valid_i,
  input  cu_pkg::slot_t          slot_i,
  input  front_pkg::wave_t       wave_i,
  input  logic                   returning_i,  // counters or TRAPSTS of it may change in this cycle
  input  logic [47:0]            tba_i,
  input  logic [47:0]            tma_i,
  input  logic                   step_i,     // its trap handler comes before the instruction
  input  logic [31:0]            word0_i,
  input  logic [31:0]            word1_i,
  input  logic                   size8_i,
  input  logic                   fetch_error_i,
  // SGPR file
  output logic [9:0]             raddr0_o,
  output logic [9:0]             raddr1_o,
  output logic [9:0]             raddr2_o,
  input  logic [63:0]            rdata0_i,
  input  logic [63:0]            rdata1_i,
  input  logic [63:0]            rdata2_i,
  output logic [9:0]             raddr3_o,     // what a destination held; only with exposed_hazards
  input  logic [63:0]            rdata3_i,
  output logic                   sgpr_valid_o,
  output front_pkg::sgpr_write_t sgpr_o,
  // outcome
  output logic                   issued_o,   // the instruction leaves the wave, or halts it
  output logic                   trap_o,     // the wave steps into its trap handler; write_o holds
  output front_pkg::wave_write_t write_o,
  output front_pkg::control_write_t control_o,
  output logic                   hold_o,
  output logic                   wait_o,
  output logic                   idle_o,
  output logic [2:0]             idle_cycles_o,
  output logic                   arrive_o,
  output logic                   icache_inv_o,
  output logic                   sleep_o,
  output logic                   wakeup_o,
  output logic [6:0]             beats_o,    // of the sleep
  output logic                   count_vmem_o,
  output logic [1:0]             count_lgkm_o,
  output logic                   count_exp_o,
  output logic [5:0]             tag_o,    // of the memory instruction that issues, else 0
  // messages to the host
  input  logic                   msg_ready_i,
  input  logic                   msg_pending_i,  // the queue holds some of the wave
  output logic                   msg_valid_o,
  output cu_pkg::msg_t           msg_o,
  // units
  output logic                   valu_valid_o,
  input  logic                   valu_ready_i,
  output cu_pkg::valu_req_t      valu_o,
  input  logic                   valu_done_i,
  input  cu_pkg::slot_t          valu_done_slot_i,
  output logic                   lds_valid_o,
  input  logic                   lds_ready_i,
  output cu_pkg::mem_issue_t     lds_o,
  output logic                   direct_o,       // the instruction reads LDS_DIRECT
  output logic [18:0]            direct_m0_o,
  input  logic                   direct_busy_i,  // which cannot be read in this cycle
  input  logic [31:0]            direct_data_i,
  output logic                   vmem_valid_o,
  input  logic                   vmem_ready_i,
  output cu_pkg::mem_issue_t     vmem_o,
  // exposed hazards: their states, and stores that give their data late (store_hazard.sv)
  input  cu_pkg::exposed_hazards_t       exposed_hazards_i,
  output logic [15:0]            hold_stores_o,
  input  logic                   store_taken_i,
  input  cu_pkg::slot_t          store_taken_slot_i,
  output logic [15:0]            release_o,
  output logic                   smem_valid_o,
  input  logic                   smem_ready_i,
  input  logic [5:0]             smem_tag_i,
  output logic [6:0]             smem_sdst_o,
  output logic [2:0]             smem_size_o,
  output logic [63:2]            smem_addr_o
);
  // ---- decode ----------------------------------------------------------------------------------
  front_pkg::class_e  kind;
  front_pkg::sdec_t   sdec;
  cu_pkg::vsrc_t      ssrc0, ssrc1, ssrc2;
  cu_pkg::valu_dec_t  vdec;
  cu_pkg::mem_dec_t   lds_dec, vmem_dec, mdec;

  assign kind = front_pkg::class_of(word0_i[31:26]);
  scalar_decode u_scalar_decode (
    .w0_i(word0_i), .w1_i(word1_i), .dec_o(sdec),
    .src0_o(ssrc0), .src1_o(ssrc1), .src2_o(ssrc2)
  );
  valu_decode u_valu_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(vdec));
  lds_decode u_lds_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(lds_dec));
  vmem_decode u_vmem_decode (.w0_i(word0_i), .w1_i(word1_i), .dec_o(vmem_dec));
  assign mdec = kind == front_pkg::ClassLds ? lds_dec : vmem_dec;

  logic is_gds;
  assign is_gds = kind == front_pkg::ClassLds && word0_i[16];

  logic is_salu, is_join, is_fork, is_movrels, is_movreld, is_sopp;
  assign is_salu = kind == front_pkg::ClassScalar;
  assign is_sopp = is_salu && sdec.fmt == front_pkg::FmtSopp;
  assign is_join = is_salu && sdec.fmt == front_pkg::FmtSop1 && sdec.op == 7'd46;
  assign is_fork = is_salu && ((sdec.fmt == front_pkg::FmtSop2 && sdec.op == 7'd41) ||
                               (sdec.fmt == front_pkg::FmtSopk && sdec.op == 7'd16));
  assign is_movrels = is_salu && sdec.fmt == front_pkg::FmtSop1 && sdec.op[6:1] == 6'd21;
  assign is_movreld = is_salu && sdec.fmt == front_pkg::FmtSop1 && sdec.op[6:1] == 6'd22;

  logic priv, trap_en, quiet, go;  // go: there is an instruction to judge
  assign priv = wave_i.status[5];
  assign trap_en = wave_i.status[6];
  assign quiet = wave_i.vm_cnt == '0 && wave_i.exp_cnt == '0 && wave_i.lgkm_cnt == '0;
  assign go = valid_i && !step_i;
  assign trap_o = valid_i && step_i && quiet;

  // ---- operands --------------------------------------------------------------------------------
  cu_pkg::vsrc_t src0, src1, src2;
  logic          operands_ok;
  logic [63:0]   value0, value1, value2;
  logic [2:0]    csp, csp_below;
  assign csp = wave_i.mode[31:29];
  assign direct_o = valid_i && kind == front_pkg::ClassValu && vdec.legal && vdec.src0.used &&
                    vdec.src0.code == 9'd254;
  assign csp_below = csp - 3'd1;

  always_comb begin
    src0 = ssrc0;
    src1 = ssrc1;
    src2 = ssrc2;
    if (kind == front_pkg::ClassValu) begin
      src0 = vdec.src0;
      src1 = vdec.src1;
      src2 = vdec.src2;
      if (direct_o) src0.used = 1'b0;
    end else if (kind == front_pkg::ClassVmem) begin
      src0 = '0;
      src0.used = mdec.saddr_en;
      src0.code = {2'd0, mdec.saddr};
      src0.is64 = 1'b1;
      src0.imm = cu_pkg::ImmB64;
      src1 = '0;
      src2 = '0;
    end else if (kind != front_pkg::ClassScalar && kind != front_pkg::ClassSmem) begin
      src0 = '0;
      src1 = '0;
      src2 = '0;
    end
  end

  front_pkg::seen_t seen;
  operands u_operands (
    .slot_i, .wave_i, .seen_i(seen),
    .literal_i(word1_i),
    .src0_i(src0), .src1_i(src1), .src2_i(src2),
    .src0_rel_i(is_movrels),
    .stack_read_i(is_join),
    .stack_top_i(csp_below),
    .ok_o(operands_ok),
    .value0_o(value0), .value1_o(value1), .value2_o(value2),
    .raddr0_o, .raddr1_o, .raddr2_o, .rdata0_i, .rdata1_i, .rdata2_i
  );

  logic         valu_rows_ok, mem_rows_ok;
  logic [2:0]   is_vgpr;
  cu_pkg::phys_vgpr_t row0, row1, row2, valu_vdst, addr_row, data0_row, data1_row, mem_vdst;
  logic         conflict;  // over a shared row that another wave writes
  logic [127:0] shared_touch, shared_write;
  vector_rows u_vector_rows (
    .wave_i, .odd_i(slot_i[0]), .valu_i(vdec), .mem_i(mdec),
    .valu_ok_o(valu_rows_ok), .is_vgpr_o(is_vgpr),
    .row0_o(row0), .row1_o(row1), .row2_o(row2), .vdst_o(valu_vdst),
    .shared_touch_o(shared_touch), .shared_write_o(shared_write),
    .mem_ok_o(mem_rows_ok),
    .addr_o(addr_row), .data0_o(data0_row), .data1_o(data1_row), .mem_vdst_o(mem_vdst)
  );

  // ---- judgement -------------------------------------------------------------------------------
  logic [6:0] sdst;          // of a scalar instruction, s_movreld applied
  logic       sdst_ok, smem_dst_ok, valu_sdst_ok, legal, discard;
  logic [4:0] smem_count;
  assign sdst = is_movreld ? sdec.sdst + seen.m0[6:0] : sdec.sdst;
  assign sdst_ok = !sdec.sdst_en || (front_pkg::scode_ok(sdst, sdec.sdst64, wave_i.sgpr_size,
                                                          priv) &&
                                     (!is_movreld || sdst <= 7'd101));
  assign smem_count = 5'd1 << sdec.op[2:0];
  assign smem_dst_ok = front_pkg::sgprs_ok(sdec.sdst, smem_count, wave_i.sgpr_size, priv) &&
                       (smem_count == 5'd1 || !sdec.sdst[0]) &&
                       (smem_count <= 5'd2 || !sdec.sdst[1]);
  assign valu_sdst_ok = vdec.sdst_kind == cu_pkg::SdstNone ||
                        front_pkg::scode_ok(vdec.sdst, vdec.sdst_kind == cu_pkg::SdstMask,
                                            wave_i.sgpr_size, priv);

  // VSKIP: vector instructions are passed over unseen.
  assign discard = seen.vskip &&
                   (kind == front_pkg::ClassValu || kind == front_pkg::ClassLds ||
                    kind == front_pkg::ClassVmem || kind == front_pkg::ClassVother);

  always_comb begin
    unique case (kind)
      front_pkg::ClassScalar: legal = sdec.legal && operands_ok && sdst_ok && (!sdec.priv || priv);
      front_pkg::ClassSmem:   legal = sdec.legal && operands_ok && smem_dst_ok;
      front_pkg::ClassValu:   legal = vdec.legal && operands_ok && valu_rows_ok && valu_sdst_ok;
      front_pkg::ClassLds:    legal = mdec.legal && mem_rows_ok;
      // Vector memory knows one alignment mode so far.
      front_pkg::ClassVmem:   legal = mdec.legal && mem_rows_ok && operands_ok &&
                                      wave_i.alignment_mode == cu_pkg::Unaligned;
      default:                legal = 1'b0;
    endcase
    if (discard) legal = 1'b1;
    if (fetch_error_i) legal = 1'b0;
  end

  // ---- waiting ---------------------------------------------------------------------------------
  // A wave's trace messages have no counter: it does not end before they are gone.
  logic unmet, run, endpgm, is_trap, sends, counts, is_hwreg;
  assign is_hwreg = is_salu && sdec.fmt == front_pkg::FmtSopk &&
                    (sdec.op == 7'd17 || sdec.op == 7'd18 || sdec.op == 7'd20);
  assign endpgm = is_sopp && (sdec.op == 7'd1 || sdec.op == 7'd27 || sdec.op == 7'd30);
  assign is_trap = is_sopp && sdec.op == 7'd18 && trap_en;
  assign counts = is_sopp && sdec.op[6:1] == 6'd8;  // s_sendmsg, s_sendmsghalt
  assign sends = counts || (is_sopp && sdec.op == 7'd22);
  always_comb begin
    unmet = 1'b0;
    unique case (kind)
      front_pkg::ClassScalar: begin
        if (endpgm) begin
          unmet = !quiet || msg_pending_i;
        end else if (is_trap) begin
          unmet = !quiet;
        end else if (sends) begin
          unmet = !msg_ready_i || (counts && wave_i.lgkm_cnt == 4'd15);
        end else if (is_sopp && sdec.op == 7'd12) begin
          unmet = wave_i.vm_cnt > {sdec.simm[15:14], sdec.simm[3:0]} ||
                  wave_i.exp_cnt > sdec.simm[6:4] || wave_i.lgkm_cnt > sdec.simm[11:8];
        end else if (is_hwreg && (sdec.simm[5:0] == 6'd3 || sdec.simm[5:0] == 6'd7)) begin
          unmet = returning_i;  // TRAPSTS and IB_STS as they are after the return
        end
      end
      front_pkg::ClassSmem: unmet = wave_i.lgkm_cnt > (sdec.op == '0 ? 4'd14 : 4'd13);
      front_pkg::ClassLds:  unmet = !discard && (wave_i.lgkm_cnt == 4'd15 ||
                                                 (is_gds && wave_i.exp_cnt == 3'd7));
      front_pkg::ClassVmem: unmet = !discard && wave_i.vm_cnt == 6'd63;
      default: ;
    endcase
  end

  assign run = go && legal && !unmet && !(direct_o && direct_busy_i) && !conflict && !late_store;
  assign wait_o = (go && legal && unmet) || (valid_i && step_i && !quiet);
  assign valu_valid_o = run && !discard && kind == front_pkg::ClassValu;
  assign lds_valid_o = run && !discard && kind == front_pkg::ClassLds;
  assign vmem_valid_o = run && !discard && kind == front_pkg::ClassVmem;
  assign smem_valid_o = run && kind == front_pkg::ClassSmem;

  logic refused, done;  // done: an instruction that was not refused leaves
  assign refused = go && !legal;
  assign done = run && (!valu_valid_o || valu_ready_i) && (!lds_valid_o || lds_ready_i) &&
                (!vmem_valid_o || vmem_ready_i) && (!smem_valid_o || smem_ready_i);
  assign issued_o = refused || done;
  assign hold_o = (done && (valu_valid_o || (lds_valid_o && !is_gds) || vmem_valid_o)) || hold_late;
  assign count_vmem_o = done && vmem_valid_o;
  logic scalar;  // a scalar instruction executes in this cycle
  assign scalar = run && is_salu;
  always_comb begin
    count_lgkm_o = 2'd0;
    if ((done && lds_valid_o) || (scalar && counts)) count_lgkm_o = 2'd1;
    if (done && smem_valid_o) count_lgkm_o = sdec.op == '0 ? 2'd1 : 2'd2;
  end

  assign idle_o = scalar && is_sopp && sdec.op == 7'd0;
  assign idle_cycles_o = sdec.simm[2:0];
  assign arrive_o = scalar && is_sopp && sdec.op == 7'd10 && !wave_i.solo;
  assign icache_inv_o = scalar && is_sopp && sdec.op == 7'd19;
  assign wakeup_o = scalar && is_sopp && sdec.op == 7'd3;
  assign sleep_o = scalar && is_sopp && sdec.op == 7'd14;
  assign beats_o = sdec.simm[6:0];
  assign msg_valid_o = scalar && sends;
  always_comb begin
    msg_o = '0;
    if (msg_valid_o) begin
      msg_o.slot = slot_i;
      msg_o.trace = !counts;
      msg_o.simm = sdec.simm;
      msg_o.m0 = seen.m0;
    end
  end

  assign count_exp_o = done && lds_valid_o && is_gds;

  logic uses_vgprs;
  assign uses_vgprs = go && legal && !discard && kind == front_pkg::ClassValu;
  shared_conflict u_shared_conflict (
    .clk_i, .rst_ni, .slot_i,
    .touch_i(uses_vgprs ? shared_touch : '0), .write_i(shared_write), .conflict_o(conflict),
    .start_i(done && valu_valid_o), .done_i(valu_done_i), .done_slot_i(valu_done_slot_i)
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
    hw_wave.mode = seen.mode;
    hw_wave.trapsts = seen.trapsts;
  end
  hwreg u_hwreg (
    .id_i(sdec.simm[5:0]), .slot_i, .wave_i(hw_wave), .tba_i, .tma_i, .value_o(hw)
  );

  salu u_salu (
    .valid_i(scalar),
    .fmt_i(sdec.fmt), .op_i(sdec.op),
    .s0_i(value0), .s1_i(value1), .s2_i(value2),
    .simm_i(sdec.simm),
    .field1_i(word0_i[15:8]),
    .literal_i(word1_i),
    .npc_i(npc),
    .scc_i(wave_i.scc), .exec_i(wave_i.exec), .m0_i(wave_i.m0), .mode_i(wave_i.mode),
    .priv_i(priv),
    .hwreg_i(hw),
    .rsp_o(alu), .trapsts_o(trapsts)
  );

  branch u_branch (
    .fmt_i(sdec.fmt), .op_i(sdec.op), .simm_i(sdec.simm),
    .npc_i(npc), .address_i(value0[47:0]),
    .scc_i(wave_i.scc), .vccz_i(seen.vccz), .execz_i(seen.execz),
    .dbg_user_i(wave_i.status[20]), .dbg_sys_i(wave_i.status[21]),
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
  // Enters the handler: TTMP0 and TTMP1 hold PC (of s_trap; when stepping: of what comes next) and
  // the number of the trap. Leaves it: s_rfe, s_rfe_restore. Stops: HALT is set and PRIV is not.
  logic enter, leave, sethalt, sendhalt, stops, steps, sdst_we;
  logic [7:0] trap_id;
  assign enter = trap_o || (scalar && is_trap);
  assign trap_id = trap_o ? 8'd0 : sdec.simm[7:0];
  assign leave = scalar && sdec.priv;
  assign sethalt = scalar && is_sopp && sdec.op == 7'd13;
  assign sendhalt = scalar && is_sopp && sdec.op == 7'd17;
  assign stops = (sethalt && sdec.simm[0] && !priv) || (sendhalt && !priv) ||
                 (leave && wave_i.status[13]);
  assign steps = done && wave_i.mode[11] && trap_en && !priv && !endpgm && !enter && !stops;
  assign sdst_we = scalar && alu.sdst_we;
  logic restore;
  assign restore = scalar && seen.restore;
  assign control_o.trapsts.mask = restore ? 15'h79FF : trapsts.mask;
  assign control_o.trapsts.data = restore ? (seen.trapsts[14:0] & ~trapsts.mask) |
                                            (trapsts.data & trapsts.mask) : trapsts.data;
  assign control_o.priv_we = enter || leave;
  assign control_o.priv = enter;
  assign control_o.halt_we = sethalt || sendhalt;
  assign control_o.halt = sendhalt || sdec.simm[0];
  assign control_o.stops = stops;
  assign control_o.step = steps;

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
    if (enter) begin
      write_o.pc = tba_i;
      sgpr_valid_o = 1'b1;
      sgpr_o.slot = slot_i;
      sgpr_o.row = 5'd27;  // TTMP0..3
      sgpr_o.we = 4'b0011;
      sgpr_o.data = {64'd0, 8'd0, trap_id, wave_i.pc};
    end else if (refused) begin
      write_o.pc = wave_i.pc;
      write_o.illegal = !fetch_error_i;
      write_o.fetch_fault = fetch_error_i;
    end else if (scalar) begin
      write_o.pc = is_fork || is_join ? fork_pc : branch_pc;
      write_o.exec_we = alu.exec_we;
      write_o.scc_we = alu.scc_we;
      write_o.m0_we = alu.m0_we;
      write_o.mode_we = alu.mode_we;
      write_o.prio_we = is_sopp && sdec.op == 7'd15;
      write_o.endpgm = endpgm;
      sgpr_o.slot = slot_i;
      if (is_fork || is_join) begin
        write_o.exec_we = fork_exec_we;
        write_o.exec = fork_exec;
        write_o.mode_we = fork_csp != csp;
        write_o.mode = {fork_csp, wave_i.mode[28:0]};
        sgpr_valid_o = is_fork && push;
        sgpr_o.row = {2'd0, csp};
        sgpr_o.we = 4'b1111;
        sgpr_o.data = push_entry;
      end else if (sdst_we) begin
        unique case (sdst[6:1])
          6'd53: begin
            write_o.vcc_we = sdec.sdst64 ? 2'b11 : sdst[0] ? 2'b10 : 2'b01;
            if (sdec.sdst64 || !sdst[0]) write_o.vcc[31:0] = alu.sdst[31:0];
            if (sdec.sdst64) write_o.vcc[63:32] = alu.sdst[63:32];
            else if (sdst[0]) write_o.vcc[63:32] = alu.sdst[31:0];
          end
          6'd62: begin
            write_o.m0_we = 1'b1;
            write_o.m0 = alu.sdst[31:0];
          end
          6'd63: begin
            // An instruction that writes EXEC by itself has the last word.
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
            sgpr_o.we = sdec.sdst64 ? (sdst[1] ? 4'b1100 : 4'b0011) : 4'd1 << sdst[1:0];
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
      valu_o.exec = seen.exec;
      valu_o.mask_in = vdec.reads_vcc ? seen.vcc : value2;
      valu_o.is_vgpr = is_vgpr;
      valu_o.dpp_old = seen.dpp_old;
      valu_o.row[0] = row0;
      valu_o.row[1] = row1;
      valu_o.row[2] = row2;
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

  // ---- exposed hazards ----------------------------------------------------------------------
  logic [31:0] lane_select;          // of v_readlane, v_writelane; else as value1
  logic [63:0] saddr;
  logic        late_store, hold_late;  // the wave's store has still to take its data: wait, be held
  assign direct_m0_o = seen.m0[18:0];

  if (cu_pkg::ExposedHazards) begin : g_exposed_hazards
    logic       wide_store;
    logic [3:0] states;
    assign states = !done ? 4'd0 :
                    is_sopp && sdec.op == 7'd0 ? {1'b0, sdec.simm[2:0]} + 4'd1 : 4'd1;
    assign wide_store = done && vmem_valid_o && mdec.data0_rows >= 3'd3;

    exposed_hazards u_exposed_hazards (
      .clk_i, .rst_ni, .exposed_hazards_i,
      .slot_i, .wave_i, .kind_i(kind), .sdec_i(sdec), .vdec_i(vdec), .mdec_i(mdec),
      .word0_i, .row0_i(row0), .value0_i(value0), .value1_i(value1[31:0]),
      .seen_o(seen), .saddr_o(saddr), .select_o(lane_select),
      .advance_i(done || trap_o), .states_i(states),
      .valu_i(valu_valid_o), .valu_vdst_i(valu_vdst),
      .load_i(lds_valid_o || vmem_valid_o), .smem_i(smem_valid_o), .smem_count_i(smem_count),
      .scalar_i(scalar), .write_i(write_o), .trapsts_we_i(control_o.trapsts.mask != '0),
      .sgpr_valid_i(sgpr_valid_o), .sgpr_i(sgpr_o),
      .raddr_o(raddr3_o), .rdata_i(rdata3_i)
    );
    store_hazard u_store_hazard (
      .clk_i, .rst_ni, .window_i(exposed_hazards_i[3*8 +: 3]),
      .valid_i, .slot_i,
      .passes_i(go && (kind == front_pkg::ClassValu || (is_sopp && sdec.op == 7'd0))),
      .states_i(states), .refused_i(refused), .store_i(wide_store),
      .valu_i(done && valu_valid_o), .valu_done_i, .valu_done_slot_i,
      .taken_i(store_taken_i), .taken_slot_i(store_taken_slot_i),
      .wait_o(late_store), .wave_hold_o(hold_late), .data_hold_o(hold_stores_o), .release_o
    );
  end else begin : g_interlocked
    logic unused_exposed_hazards;
    assign unused_exposed_hazards = ^{exposed_hazards_i, store_taken_i, store_taken_slot_i, rdata3_i};
    assign raddr3_o = '0;
    assign saddr = value0;
    assign lane_select = value1[31:0];
    assign late_store = 1'b0;
    assign hold_late = 1'b0;
    assign hold_stores_o = '0;
    assign release_o = '0;
    always_comb begin
      seen.vskip = wave_i.mode[28];
      seen.mode = wave_i.mode;
      seen.trapsts = wave_i.trapsts;
      seen.restore = 1'b0;
      seen.m0 = wave_i.m0;
      seen.vcc = wave_i.vcc;
      seen.exec = wave_i.exec;
      seen.vccz = wave_i.status[10];
      seen.execz = wave_i.status[9];
      seen.dpp_old = 1'b0;
    end
  end

  // Tags of LDS and VMEM instructions count up: a unit returns a wave's instructions in order, so
  // 64 names are enough for the 63 or 15 that may be pending.
  logic [5:0] lds_tag_q [16];
  logic [5:0] vmem_tag_q [16];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < 16; i++) begin
        lds_tag_q[i] <= '0;
        vmem_tag_q[i] <= '0;
      end
    end else begin
      if (done && lds_valid_o) lds_tag_q[slot_i] <= lds_tag_q[slot_i] + 6'd1;
      if (done && vmem_valid_o) vmem_tag_q[slot_i] <= vmem_tag_q[slot_i] + 6'd1;
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
      mem.addr = addr_row;
      mem.data0 = data0_row;
      mem.data1 = data1_row;
      mem.vdst = mem_vdst;
      mem.saddr = mdec.saddr_en ? saddr : '0;
      mem.offset = mdec.offset;
      mem.lds_base = wave_i.lds_base;
      mem.lds_size = wave_i.lds_size;
      mem.wave_in_group = wave_i.wave_in_group;
      mem.m0 = seen.m0;
      mem.mode = wave_i.mode;
      mem.alignment_mode = wave_i.alignment_mode;
      mem.ctl = mdec.ctl;
    end
  end
  assign lds_o = mem;
  assign vmem_o = mem;

  always_comb begin
    tag_o = '0;
    if (done && smem_valid_o) tag_o = smem_tag_i;
    if (done && (lds_valid_o || vmem_valid_o)) tag_o = mem.tag;
  end

  logic [63:0] smem_addr;
  assign smem_addr = value0 + (word0_i[17] ? {{43{word1_i[20]}}, word1_i[20:0]} : 64'd0) + value1;
  assign smem_addr_o = smem_addr[63:2];
  assign smem_sdst_o = sdec.sdst;
  assign smem_size_o = sdec.op[2:0];

  logic unused_bits;
  assign unused_bits = ^{vdec.uses_literal, vdec.vdst_rows, vdec.quad, vdec.swap, vdec.vdst,
                         vdec.vdst_en, smem_addr[1:0], wave_i.status, wave_i.trapsts};
endmodule
