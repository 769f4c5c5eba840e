// SPDX-License-Identifier: Apache-2.0
// Owner of the wave state registers of all waves: PC, EXEC, VCC, SCC, M0, MODE, TRAPSTS, the stored bits of STATUS
// (SCC, USER_PRIO, IN_TG, HALT, VALID), and the allocation that came with the launch. Other owners: flow/barrier.sv has
// IN_BARRIER, flow/trap.sv has PRIV, TRAP_EN and COND_DBG, wait_counters.sv has the wait counters. EXECZ and VCCZ are
// computed. All writes of a cycle are visible after its edge.
//
// coverage off toggle status.allow_replay, status.ecc_err, status.export_rdy, status.fatal_halt, status.must_export,
//   status.perf_en, status.skip_export, status.spi_prio[1:0], status.trap, status.ttrace_cu_en, status.ttrace_en,
//   status.zero26[2:0], status.zero31[3:0]: The unit has no such bit of STATUS: nothing assigns it after the 0 of all
//   bits.
// coverage off toggle valu_trapsts.dp_rate[2:0], valu_trapsts.excp_cycle[5:0], valu_trapsts.savectx,
//   valu_trapsts.xnack_error, valu_trapsts.zero15, valu_trapsts.zero27[5:0], valu_trapsts.zero9: Nothing writes these
//   bits of TRAPSTS: they are outside TrapstsWritable of hwreg_pkg.sv.
// coverage off toggle vgpr_base_q[*][1], vgpr_base_q[*][0], vgpr_size_q[*][1], vgpr_size_q[*][0]: VGPRs are allocated
//   by four.
// coverage off toggle lds_base_q[*][0], lds_base_q[*][1], lds_base_q[*][2], lds_base_q[*][3], lds_base_q[*][4],
//   lds_base_q[*][5], lds_base_q[*][6], lds_base_q[*][7], lds_base_q[*][8]: The LDS is allocated by 512 bytes.
// coverage off toggle sgpr_size_q[*][3], sgpr_size_q[*][0]: SGPRs are allocated by 16, or all 102: 7'b1100110.
// coverage off toggle issue_i.pc[1:0], fetch_pc_o[1:0]: An instruction lies at a multiple of 4: so do the entry of a
//   kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two
//   bits.
// coverage off toggle control_i.setreg.mask[31:15], control_i.setreg.mask[10:9]: The mask has only bits of
//   TrapstsWritable of hwreg_pkg.sv: s_setreg writes no other register by it.
// coverage off toggle vgpr_base_q[0][9:8], vgpr_base_q[1][9], vgpr_size_q[4][8], vgpr_size_q[5][8], vgpr_size_q[6][8],
//   vgpr_size_q[7][8], vgpr_size_q[8][8:7], vgpr_size_q[9][8:7], vgpr_size_q[10][8:7], vgpr_size_q[11][8:7],
//   vgpr_size_q[12][8:7], vgpr_size_q[13][8:7], vgpr_size_q[14][8:7], vgpr_size_q[15][8:7]: All waves of a launch have
//   equally many VGPRs, and the next launch begins when they have ended. Slots and VGPRs are taken from below
//   (place_group of dispatch.c). So slot n begins n sizes behind the shared VGPRs, of which there are 128 at most, and
//   the unit has 1024.
// coverage off toggle wave_in_group_q[0][3:0], wave_in_group_q[1][3:1], wave_in_group_q[2][3:2],
//   wave_in_group_q[3][3:2], wave_in_group_q[4][3], wave_in_group_q[5][3], wave_in_group_q[6][3],
//   wave_in_group_q[7][3]: The waves of a group take free slots from below, in order: wave n of a group is in slot n or
//   higher.
module wave_state (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      launch_valid_i,
  input  wave_pkg::launch_t         launch_i,
  // the instruction that issues
  input  logic                      issue_valid_i,
  input  cu_pkg::slot_t             issue_slot_i,
  input  wave_pkg::wave_write_t     issue_i,
  input  wave_pkg::control_write_t  control_i,
  // end of a vector ALU instruction: it may write VCC, M0 and EXEC, and raise exceptions
  input  logic                      valu_valid_i,
  input  valu_pkg::valu_rsp_t       valu_i,
  output logic                      excp_trap_o,  // one of them is new, and MODE lets it trap
  // scalar load, with second names also an initial SGPR: it may write VCC
  input  logic                      load_valid_i,
  input  sgpr_pkg::sgpr_row_write_t load_i,
  // memory violations of completing instructions
  input  logic                      lds_viol_i,
  input  cu_pkg::slot_t             lds_slot_i,
  input  logic                      vmem_viol_i,
  input  cu_pkg::slot_t             vmem_slot_i,
  // the host resumes a halted wave
  input  logic                      resume_valid_i,
  input  cu_pkg::slot_t             resume_slot_i,
  // the registers of one wave, for the issue stage; without read_i wave_o is 0
  input  logic                      read_i,
  input  cu_pkg::slot_t             slot_i,
  input  cu_pkg::wave_mask_t        in_barrier_i,
  input  flow_pkg::trap_bits_t      trap_bits_i,
  output wave_pkg::wave_t           wave_o,
  input  cu_pkg::slot_t             fetch_slot_i,
  output logic [47:0]               fetch_pc_o,
  output cu_pkg::wave_mask_t        valid_o,
  output cu_pkg::wave_mask_t        stopped_o,  // waves that HALT keeps from issuing
  output cu_pkg::wave_mask_t        prio1_o,
  output cu_pkg::wave_mask_t        prio0_o
);
  logic [47:0]        pc_q [cu_pkg::NumWaves];
  logic [63:0]        exec_q [cu_pkg::NumWaves];
  logic [63:0]        vcc_q [cu_pkg::NumWaves];
  logic [31:0]        m0_q [cu_pkg::NumWaves];
  logic [31:0]        mode_q [cu_pkg::NumWaves];
  logic [31:0]        trapsts_q [cu_pkg::NumWaves];
  cu_pkg::wave_mask_t scc_q, prio1_q, prio0_q, in_tg_q, halt_q, valid_q;
  cu_pkg::wave_mask_t fault_q;  // halted by an illegal instruction or a fetch fault; the host cannot resume them

  logic [6:0]         sgpr_size_q [cu_pkg::NumWaves];
  cu_pkg::phys_vgpr_t vgpr_base_q [cu_pkg::NumWaves];
  logic [8:0]         vgpr_size_q [cu_pkg::NumWaves];
  logic [15:0]        lds_base_q [cu_pkg::NumWaves];
  logic [16:0]        lds_size_q [cu_pkg::NumWaves];
  cu_pkg::slot_t      wave_in_group_q [cu_pkg::NumWaves];
  logic [7:0]         shared_global_q [cu_pkg::NumWaves];
  logic [6:0]         shared_temps_q [cu_pkg::NumWaves];
  logic [1:0]         alignment_mode_q [cu_pkg::NumWaves];

  // Writes of the vector ALU to VCC, M0 and EXEC.
  logic       valu_mask, valu_value, valu_exec_we, valu_m0_we;
  logic [1:0] valu_vcc_we, valu_exec_half;
  assign valu_mask = valu_valid_i && valu_i.sdst_kind == valu_pkg::SdstMask;
  assign valu_value = valu_valid_i && valu_i.sdst_kind == valu_pkg::SdstValue;
  assign valu_vcc_we[0] = (valu_mask || valu_value) && valu_i.sdst == 7'(isa_pkg::SrcVccLo);
  assign valu_vcc_we[1] = (valu_mask && valu_i.sdst == 7'(isa_pkg::SrcVccLo)) ||
                          (valu_value && valu_i.sdst == 7'(isa_pkg::SrcVccHi));
  assign valu_exec_we = (valu_valid_i && valu_i.cmpx) || (valu_mask && valu_i.sdst == 7'(isa_pkg::SrcExecLo));
  assign valu_exec_half = {valu_value && valu_i.sdst == 7'(isa_pkg::SrcExecHi),
                           valu_value && valu_i.sdst == 7'(isa_pkg::SrcExecLo)};
  assign valu_m0_we = valu_value && valu_i.sdst == 7'(isa_pkg::SrcM0);

  // VCC is the upper half of its row of four SGPRs.
  localparam logic [6:0] VccPair = 7'(isa_pkg::SrcVccLo);
  logic [1:0] load_vcc_we;
  assign load_vcc_we = load_valid_i && load_i.row[sgpr_pkg::HighRow +: 5] == VccPair[6:2] ? load_i.we[3:2] : 2'b00;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) pc_q[i] <= '0;
    end else begin
      if (issue_valid_i) begin
        pc_q[issue_slot_i] <= issue_i.pc;
      end
      if (launch_valid_i) begin
        pc_q[launch_i.slot] <= launch_i.pc;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) exec_q[i] <= '0;
    end else begin
      if (valu_exec_we) begin
        exec_q[valu_i.slot] <= valu_i.sdata;
      end else if (|valu_exec_half) begin
        exec_q[valu_i.slot] <= {valu_exec_half[1] ? valu_i.sdata[31:0] : exec_q[valu_i.slot][63:32],
                                valu_exec_half[0] ? valu_i.sdata[31:0] : exec_q[valu_i.slot][31:0]};
      end
      if (issue_valid_i && issue_i.exec_we[0]) begin
        exec_q[issue_slot_i][31:0] <= issue_i.exec[31:0];
      end
      if (issue_valid_i && issue_i.exec_we[1]) begin
        exec_q[issue_slot_i][63:32] <= issue_i.exec[63:32];
      end
      if (launch_valid_i) begin
        exec_q[launch_i.slot] <= launch_i.exec;
      end
    end
  end

  // A new wave finds in VCC what the slot's previous wave left there, as in SGPRs. A load may write one word in the
  // cycle in which an instruction writes the other.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) vcc_q[i] <= '0;
    end else begin
      if (load_vcc_we[0]) begin
        vcc_q[load_i.slot][31:0] <= load_i.data[95:64];
      end
      if (load_vcc_we[1]) begin
        vcc_q[load_i.slot][63:32] <= load_i.data[127:96];
      end
      if (valu_vcc_we[0]) begin
        vcc_q[valu_i.slot][31:0] <= valu_i.sdata[31:0];
      end
      if (valu_vcc_we[1]) begin
        vcc_q[valu_i.slot][63:32] <= valu_mask ? valu_i.sdata[63:32] : valu_i.sdata[31:0];
      end
      if (issue_valid_i && issue_i.vcc_we[0]) begin
        vcc_q[issue_slot_i][31:0] <= issue_i.vcc[31:0];
      end
      if (issue_valid_i && issue_i.vcc_we[1]) begin
        vcc_q[issue_slot_i][63:32] <= issue_i.vcc[63:32];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) begin
        m0_q[i] <= '0;
        mode_q[i] <= '0;
      end
    end else begin
      if (valu_m0_we) begin
        m0_q[valu_i.slot] <= valu_i.sdata[31:0];
      end
      if (issue_valid_i && issue_i.m0_we) begin
        m0_q[issue_slot_i] <= issue_i.m0;
      end
      if (issue_valid_i && issue_i.mode_we) begin
        mode_q[issue_slot_i] <= issue_i.mode;
      end
      if (launch_valid_i) begin
        mode_q[launch_i.slot] <= launch_i.mode;
      end
    end
  end

  // In one cycle a wave may halt, have memory violations and, with control words, exceptions: each sets its bits.
  // s_setreg writes after them.
  logic illegal, fetch_fault, setreg, valu_excp;
  isa_pkg::trapsts_t valu_trapsts;
  isa_pkg::mode_t valu_mode;
  assign valu_excp = valu_valid_i && valu_i.excp != '0;
  assign valu_trapsts = trapsts_q[valu_i.slot];
  assign valu_mode = mode_q[valu_i.slot];
  // D-FLOW-26, 27: a bit that goes from 0 to 1.
  assign excp_trap_o = valu_excp && (valu_i.excp & ~valu_trapsts.excp[6:0] & valu_mode.excp_en[6:0]) != '0;
  assign setreg = issue_valid_i && control_i.setreg.id == isa_pkg::HwregTrapsts && control_i.setreg.mask != '0;
  assign illegal = issue_valid_i && issue_i.illegal;
  assign fetch_fault = issue_valid_i && issue_i.fetch_fault;
  localparam logic [31:0] MemViol = 32'h100, IllegalInst = 32'h800;  // bits of isa_pkg::trapsts_t
  function automatic logic [31:0] trapsts_next(cu_pkg::slot_t slot);
    trapsts_next = trapsts_q[slot];
    // More than one may come in a cycle.
    if ((lds_viol_i && lds_slot_i == slot) || (vmem_viol_i && vmem_slot_i == slot) ||
        (fetch_fault && issue_slot_i == slot)) begin
      trapsts_next = trapsts_next | MemViol;
    end
    if (valu_excp && valu_i.slot == slot) trapsts_next = trapsts_next | {25'd0, valu_i.excp};
    if (illegal && issue_slot_i == slot) trapsts_next = trapsts_next | IllegalInst;
    if (setreg && issue_slot_i == slot) begin
      trapsts_next = (trapsts_next & ~control_i.setreg.mask) | (control_i.setreg.data & control_i.setreg.mask);
    end
  endfunction

  // A wave that begins has no bit of TRAPSTS.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) trapsts_q[i] <= '0;
    end else begin
      if (lds_viol_i) trapsts_q[lds_slot_i] <= trapsts_next(lds_slot_i);
      if (vmem_viol_i) trapsts_q[vmem_slot_i] <= trapsts_next(vmem_slot_i);
      if (valu_excp) trapsts_q[valu_i.slot] <= trapsts_next(valu_i.slot);
      if (illegal || fetch_fault || setreg) trapsts_q[issue_slot_i] <= trapsts_next(issue_slot_i);
      if (launch_valid_i) trapsts_q[launch_i.slot] <= '0;
    end
  end

  // Single bits: each is one vector over the waves.
  cu_pkg::wave_mask_t scc_d, prio1_d, prio0_d, in_tg_d, halt_d, valid_d, fault_d;
  always_comb begin
    scc_d = scc_q;
    prio1_d = prio1_q;
    prio0_d = prio0_q;
    in_tg_d = in_tg_q;
    halt_d = halt_q;
    valid_d = valid_q;
    fault_d = fault_q;
    if (resume_valid_i) halt_d[resume_slot_i] = 1'b0;
    if (issue_valid_i) begin
      if (issue_i.scc_we) scc_d[issue_slot_i] = issue_i.scc;
      if (issue_i.prio_we) begin
        prio1_d[issue_slot_i] = issue_i.prio[1];
        prio0_d[issue_slot_i] = issue_i.prio[0];
      end
      if (control_i.halt_we) halt_d[issue_slot_i] = control_i.halt;
      if (issue_i.illegal || issue_i.fetch_fault) begin
        halt_d[issue_slot_i] = 1'b1;
        fault_d[issue_slot_i] = 1'b1;
      end
      if (issue_i.endpgm) valid_d[issue_slot_i] = 1'b0;
    end
    if (launch_valid_i) begin
      scc_d[launch_i.slot] = 1'b0;
      prio1_d[launch_i.slot] = 1'b0;
      prio0_d[launch_i.slot] = 1'b0;
      in_tg_d[launch_i.slot] = launch_i.waves_in_group > 1;
      halt_d[launch_i.slot] = 1'b0;
      fault_d[launch_i.slot] = 1'b0;
      valid_d[launch_i.slot] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scc_q <= '0;
      prio1_q <= '0;
      prio0_q <= '0;
      in_tg_q <= '0;
      halt_q <= '0;
      valid_q <= '0;
      fault_q <= '0;
    end else begin
      scc_q <= scc_d;
      prio1_q <= prio1_d;
      prio0_q <= prio0_d;
      in_tg_q <= in_tg_d;
      halt_q <= halt_d;
      valid_q <= valid_d;
      fault_q <= fault_d;
      if (launch_valid_i) a_launch_free: assert (!valid_q[launch_i.slot]);
      if (issue_valid_i) a_issue_live: assert (valid_q[issue_slot_i] && !stopped_o[issue_slot_i]);
      if (resume_valid_i) begin
        a_resume_halted: assert (valid_q[resume_slot_i] && stopped_o[resume_slot_i] && !fault_q[resume_slot_i]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (launch_valid_i) begin
      sgpr_size_q[launch_i.slot] <= launch_i.sgpr_size;
      vgpr_base_q[launch_i.slot] <= launch_i.vgpr_base;
      vgpr_size_q[launch_i.slot] <= launch_i.vgpr_size;
      lds_base_q[launch_i.slot] <= launch_i.lds_base;
      lds_size_q[launch_i.slot] <= launch_i.lds_size;
      wave_in_group_q[launch_i.slot] <= launch_i.wave_in_group;
      shared_global_q[launch_i.slot] <= launch_i.shared_global;
      shared_temps_q[launch_i.slot] <= launch_i.shared_temps;
      alignment_mode_q[launch_i.slot] <= launch_i.alignment_mode;
    end
  end

  assign fetch_pc_o = pc_q[fetch_slot_i];
  assign valid_o = valid_q;
  assign stopped_o = fault_q | (halt_q & ~trap_bits_i.priv);
  assign prio1_o = prio1_q;
  assign prio0_o = prio0_q;

  isa_pkg::status_t status;
  always_comb begin
    status = '0;
    wave_o = '0;
    if (read_i) begin
      status.cond_dbg_sys = trap_bits_i.dbg_sys[slot_i];
      status.cond_dbg_user = trap_bits_i.dbg_user[slot_i];
      status.valid = valid_q[slot_i];
      status.halt = halt_q[slot_i];
      status.in_barrier = in_barrier_i[slot_i];
      status.in_tg = in_tg_q[slot_i];
      status.vccz = vcc_q[slot_i] == '0;
      status.execz = exec_q[slot_i] == '0;
      status.trap_en = trap_bits_i.trap_en[slot_i];
      status.priv = trap_bits_i.priv[slot_i];
      status.user_prio = {prio1_q[slot_i], prio0_q[slot_i]};
      status.scc = scc_q[slot_i];
      wave_o.pc = pc_q[slot_i];
      wave_o.exec = exec_q[slot_i];
      wave_o.vcc = vcc_q[slot_i];
      wave_o.scc = scc_q[slot_i];
      wave_o.m0 = m0_q[slot_i];
      wave_o.mode = mode_q[slot_i];
      wave_o.status = status;
      wave_o.trapsts = trapsts_q[slot_i];
      wave_o.solo = !in_tg_q[slot_i];
      wave_o.sgpr_size = sgpr_size_q[slot_i];
      wave_o.vgpr_base = vgpr_base_q[slot_i];
      wave_o.vgpr_size = vgpr_size_q[slot_i];
      wave_o.lds_base = lds_base_q[slot_i];
      wave_o.lds_size = lds_size_q[slot_i];
      wave_o.wave_in_group = wave_in_group_q[slot_i];
      wave_o.shared_global = shared_global_q[slot_i];
      wave_o.shared_temps = shared_temps_q[slot_i];
      wave_o.alignment_mode = alignment_mode_q[slot_i];
    end
  end

  logic unused_bits;
  assign unused_bits = ^{launch_i.group, launch_i.trap_en, launch_i.tba, launch_i.tma,
                         launch_i.cond_dbg, launch_i.issue, load_i.row, load_i.we[1:0], load_i.data[63:0],
                         valu_trapsts, valu_mode, control_i};  // other owners' fields of these
endmodule
