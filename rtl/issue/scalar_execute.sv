// SPDX-License-Identifier: Apache-2.0
// Executes the scalar instruction at the issue stage: the scalar ALU, branches, forks and joins, and hardware
// registers side by side, then the writes of the one that executes. Combinational. trap_entry.sv has the trap handler.
//
// coverage off toggle hw_writable[31:15], hw_writable[10:9]: Nothing writes these bits of TRAPSTS: they are outside
//   TrapstsWritable of hwreg_pkg.sv.
// coverage off toggle write_o.fetch_fault, write_o.illegal: A scalar instruction that executes is legal. issue.sv sets
//   these bits behind scalar_execute.
// coverage off toggle push_entry[127:112]: An entry of the fork stack has a PC of 48 bits, and 0 above it.
// coverage off toggle counts_i.vm[5:4], counts_i.vs[5:4]: In the two units that are measured VmemQueueDepth is 8: no
//   more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it waits/vm_deep counts
//   to 63.
// coverage off toggle npc_i[1:0], write_o.pc[1:0], branch_pc[1:0], branch_target[1:0], fork_pc[1:0], fork_target[1:0],
//   push_entry[65:64]: An instruction lies at a multiple of 4: so do the entry of a kernel, which loader.c checks, and
//   labels. Branches add multiples of 4, and jumps, forks and joins clear the two bits.
// coverage off toggle tba_i[7:0], tma_i[7:0]: TBA and TMA are multiples of 256.
// coverage off toggle setreg_o.mask[31:15], setreg_o.mask[10:9]: The mask has only bits of TrapstsWritable of
//   hwreg_pkg.sv: s_setreg writes no other register by it.
module scalar_execute (
  input  logic                       valid_i,
  input  cu_pkg::slot_t              slot_i,
  input  wave_pkg::wave_t            wave_i,    // as the instruction reads it
  input  issue_pkg::wait_counts_t    counts_i,
  input  logic [47:0]                tba_i,
  input  logic [47:0]                tma_i,
  input  logic [47:0]                npc_i,     // address of the next instruction
  input  scalar_pkg::scalar_dec_t    sdec_i,
  input  scalar_pkg::scalar_effect_e effect_i,
  input  logic [6:0]                 sdst_i,    // its destination, a first name
  input  logic [63:0]                value0_i,  // its operands
  input  logic [63:0]                value1_i,
  input  logic [63:0]                value2_i,
  input  logic [7:0]                 field1_i,  // its SSRC1 field
  input  logic [31:0]                literal_i,
  output wave_pkg::wave_write_t      write_o,   // without valid_i only PC is not zero: npc_i
  output hwreg_pkg::setreg_t         setreg_o,
  output logic                       sgpr_valid_o,
  output sgpr_pkg::sgpr_row_write_t  sgpr_o
);
  isa_pkg::hwreg_field_t hw_field;
  assign hw_field = sdec_i.simm;

  // ---- hardware registers ----------------------------------------------------------------------
  logic [31:0] hw, hw_writable;
  hwreg u_hwreg (
    .id_i(hw_field.id), .slot_i, .wave_i, .counts_i, .tba_i, .tma_i, .value_o(hw), .writable_o(hw_writable)
  );

  // ---- scalar ALU ------------------------------------------------------------------------------
  scalar_pkg::salu_rsp_t alu;
  salu u_salu (
    .valid_i,
    .fmt_i(sdec_i.fmt), .op_i(sdec_i.op), .sdst64_i(sdec_i.sdst64),
    .s0_i(value0_i), .s1_i(value1_i), .s2_i(value2_i),
    .simm_i(sdec_i.simm),
    .field1_i,
    .literal_i,
    .npc_i,
    .scc_i(wave_i.scc), .exec_i(wave_i.exec), .m0_i(wave_i.m0), .mode_i(wave_i.mode),
    .hwreg_i(hw), .writable_i(hw_writable),
    .rsp_o(alu), .setreg_o
  );

  // ---- PC --------------------------------------------------------------------------------------
  logic [47:0] branch_pc, branch_target, fork_pc;
  branch u_branch (
    .fmt_i(sdec_i.fmt), .op_i(sdec_i.op), .simm_i(sdec_i.simm),
    .pc_i(wave_i.pc), .npc_i, .address_i(value0_i[47:0]),
    .scc_i(wave_i.scc), .vccz_i(wave_i.status.vccz), .execz_i(wave_i.status.execz),
    .dbg_user_i(wave_i.status.cond_dbg_user), .dbg_sys_i(wave_i.status.cond_dbg_sys),
    .target_o(branch_target), .pc_o(branch_pc)
  );

  logic         is_fork, is_join, fork_exec_we, push;
  logic [63:0]  fork_mask, fork_exec;
  logic [47:0]  fork_target;
  logic [2:0]   fork_csp;
  logic [127:0] push_entry;
  assign is_fork = effect_i == scalar_pkg::EffectFork;
  assign is_join = effect_i == scalar_pkg::EffectJoin;
  assign fork_mask = sdec_i.fmt == scalar_pkg::FmtSopk ? value2_i : value0_i;
  assign fork_target = sdec_i.fmt == scalar_pkg::FmtSopk ? branch_target : {value1_i[47:2], 2'b00};
  fork_join u_fork_join (
    .is_join_i(is_join),
    .mask_i(fork_mask), .target_i(fork_target),
    .saved_csp_i(value0_i[31:0]), .entry_i({value2_i, value1_i}),
    .exec_i(wave_i.exec), .csp_i(wave_i.mode.csp), .npc_i,
    .pc_o(fork_pc), .exec_we_o(fork_exec_we), .exec_o(fork_exec), .csp_o(fork_csp),
    .push_o(push), .push_entry_o(push_entry)
  );

  isa_pkg::mode_t fork_mode;
  always_comb begin
    fork_mode = wave_i.mode;
    fork_mode.csp = fork_csp;
  end

  localparam logic [6:0] VccPair = 7'(isa_pkg::SrcVccLo);  // the upper half of its row of four SGPRs

  // ---- STATUS ----------------------------------------------------------------------------------
  // s_setreg in the trap handler writes SCC and USER_PRIO here; trap_entry.sv writes HALT.
  isa_pkg::status_t status, status_mask;
  assign status_mask = setreg_o.id == isa_pkg::HwregStatus ? setreg_o.mask : '0;
  assign status = (wave_i.status & ~status_mask) | (setreg_o.data & status_mask);

  // ---- writes ----------------------------------------------------------------------------------
  always_comb begin
    write_o = '0;
    write_o.pc = npc_i;
    sgpr_valid_o = 1'b0;
    sgpr_o = '0;
    if (valid_i) begin
      write_o.pc = is_fork || is_join ? fork_pc : branch_pc;
      write_o.exec = alu.exec;
      write_o.vcc = wave_i.vcc;
      write_o.scc = alu.scc;
      write_o.m0 = alu.m0;
      write_o.mode = alu.mode;
      write_o.prio = sdec_i.simm[1:0];
      write_o.exec_we = {2{alu.exec_we}};
      write_o.scc_we = alu.scc_we;
      write_o.m0_we = alu.m0_we;
      write_o.mode_we = alu.mode_we;
      write_o.prio_we = effect_i == scalar_pkg::EffectSetprio;
      if (effect_i == scalar_pkg::EffectSetreg && status_mask != '0) begin
        write_o.scc_we = 1'b1;
        write_o.scc = status.scc;
        write_o.prio_we = 1'b1;
        write_o.prio = status.user_prio;
      end
      write_o.endpgm = effect_i == scalar_pkg::EffectEndpgm;
      sgpr_o.slot = slot_i;
      if (is_fork || is_join) begin
        write_o.exec_we = {2{fork_exec_we}};
        write_o.exec = fork_exec;
        write_o.mode_we = fork_csp != wave_i.mode.csp;
        write_o.mode = fork_mode;
        sgpr_valid_o = is_fork && push;
        sgpr_o.row = sgpr_pkg::first_rows({2'd0, wave_i.mode.csp}, wave_i.sgpr_size);
        sgpr_o.we = 4'b1111;
        sgpr_o.data = push_entry;
        if (cu_pkg::VccAlias && sgpr_o.row[sgpr_pkg::HighRow +: 5] == VccPair[6:2]) begin
          sgpr_o.we = 4'b0011;
          write_o.vcc_we = {2{sgpr_valid_o}};
          write_o.vcc = push_entry[127:64];
        end
      end else if (alu.sdst_we) begin
        unique case ({sdst_i[6:1], 1'b0})
          7'(isa_pkg::SrcVccLo): begin
            write_o.vcc_we = sdec_i.sdst64 ? 2'b11 : sdst_i[0] ? 2'b10 : 2'b01;
            if (sdec_i.sdst64 || !sdst_i[0]) write_o.vcc[31:0] = alu.sdst[31:0];
            if (sdec_i.sdst64) write_o.vcc[63:32] = alu.sdst[63:32];
            else if (sdst_i[0]) write_o.vcc[63:32] = alu.sdst[31:0];
          end
          7'(isa_pkg::SrcM0): begin
            write_o.m0_we = 1'b1;
            write_o.m0 = alu.sdst[31:0];
          end
          7'(isa_pkg::SrcExecLo): begin
            // An implicit write of EXEC, by s_and_saveexec and its like, wins over the destination.
            if (!alu.exec_we) begin
              write_o.exec_we = sdec_i.sdst64 ? 2'b11 : sdst_i[0] ? 2'b10 : 2'b01;
              if (sdec_i.sdst64 || !sdst_i[0]) write_o.exec[31:0] = alu.sdst[31:0];
              if (sdec_i.sdst64) write_o.exec[63:32] = alu.sdst[63:32];
              else if (sdst_i[0]) write_o.exec[63:32] = alu.sdst[31:0];
            end
          end
          default: begin
            sgpr_valid_o = 1'b1;
            sgpr_o.row = {sgpr_pkg::SgprHalves{sdst_i[6:2]}};
            sgpr_o.we = sgpr_pkg::sgpr_row_we(sdst_i[1:0], sdec_i.sdst64);
            sgpr_o.data = sdec_i.sdst64 ? {2{alu.sdst}} : {4{alu.sdst[31:0]}};
          end
        endcase
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{wave_i, sdec_i, hw_field, status};
endmodule
