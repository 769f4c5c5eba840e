// SPDX-License-Identifier: Apache-2.0
// The second of a pair (maxwell-control.md 8.7, D-CTRL-39): the instruction behind the vector ALU instruction at the
// issue stage, in the same bundle. It is s_nop, a branch of SOPP, or a DS instruction: none of these reads an SGPR. It
// may go in the cycle of the first when it may issue itself, but for STALL. The issue stage says what the first allows,
// the policy what barriers allow. Combinational.
//
// coverage off toggle mdec_o.addr64, mdec_o.ctl.lds.flat, mdec_o.ctl.vmem.*, mdec_o.dfmt[3:0], mdec_o.flat,
//   mdec_o.mem.counters.vm, mdec_o.mem.destination[1], mdec_o.mem.size[6:5], mdec_o.nfmt[2:0], mdec_o.rsrc_en,
//   mdec_o.saddr[6:0], mdec_o.saddr_en, mdec_o.scratch_en, mdec_o.soffset[7:0], mdec_o.soffset_en,
//   mdec_o.tfe_vgpr[2:0], mdec_o.typed: A DS instruction: lds_decode.sv sets none of these, but LGKM_CNT always. Its
//   result goes to VGPRs or nowhere, and an access has at most 16 bytes.
// coverage off toggle query_o.drains, query_o.no_store, query_o.smem, query_o.twice, query_o.valu: The second of a pair
//   is s_nop, a branch or a DS instruction: u_query of pair.sv has only these as inputs.
// coverage off toggle counts_i.vm[5:4], counts_i.vs[5:4]: In the two units that are measured VmemQueueDepth is 8: no
//   more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it waits/vm_deep counts
//   to 63.
// coverage off toggle pc_o[1:0], next_pc_o[1:0], behind[1:0], branch_pc[1:0], target[1:0]: An instruction lies at a
//   multiple of 4: so do the entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and
//   jumps, forks and joins clear the two bits.
// coverage off toggle mdec_o.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
module pair (
  input  wave_pkg::wave_t         wave_i,
  input  logic                    active_i,    // the wave is in the mode of control words
  input  control_pkg::field_t     first_field_i,
  input  logic                    valid_i,     // there is an instruction in the next slot of the bundle,
  input  logic [31:0]             word0_i,     // which is this one
  input  logic [31:0]             word1_i,
  input  control_pkg::field_t     field_i,
  input  logic                    malformed_i,
  input  issue_pkg::wait_counts_t counts_i,
  input  logic                    lds_ready_i,
  input  logic                    vgprs_ok_i,  // the VGPRs of mdec_o exist
  output logic                    is_lds_o,
  output mem_issue_pkg::mem_dec_t mdec_o,      // of a DS instruction
  output logic                    pairs_o,
  output logic [47:0]             pc_o,        // of the instruction
  output logic [47:0]             next_pc_o,   // behind it
  output control_pkg::demand_t    query_o
);
  logic [6:0]  op;
  logic [15:0] simm;
  logic        is_sopp, is_nop, is_branch, is_lds;
  assign op = word0_i[22:16];
  assign simm = word0_i[15:0];
  assign is_sopp = word0_i[31:23] == isa_pkg::EncSopp;
  assign is_nop = is_sopp && control_pkg::is_nop({1'b0, op});
  assign is_lds = fetch_pkg::class_of(word0_i[31:26]) == fetch_pkg::ClassLds;
  assign is_branch = is_sopp && control_pkg::is_branch({1'b0, op});

  lds_decode u_lds_decode (.go_i(is_lds), .w0_i(word0_i), .w1_i(word1_i), .dec_o(mdec_o));
  assign is_lds_o = is_lds;

  // Its own PC is in slot 2 or 3.
  logic [47:0] behind;
  assign pc_o = wave_i.pc + 48'd8;
  assign behind = pc_o + (pc_o[4:3] == 2'd3 ? 48'd16 : 48'd8);
  logic [47:0] target, branch_pc;
  branch u_branch (
    .fmt_i(scalar_pkg::FmtSopp), .op_i({1'b0, op}), .simm_i(simm), .pc_i(pc_o), .npc_i(behind), .address_i('0),
    .scc_i(wave_i.scc), .vccz_i(wave_i.status.vccz), .execz_i(wave_i.status.execz),
    .dbg_user_i(wave_i.status.cond_dbg_user), .dbg_sys_i(wave_i.status.cond_dbg_sys),
    .target_o(target), .pc_o(branch_pc)
  );
  assign next_pc_o = is_branch ? branch_pc : behind;

  // The control words ask for it and are well formed; a stall of 0 at the second is no pair.
  logic asked, formed, goes;
  assign asked = valid_i && active_i && first_field_i.no_yield && first_field_i.stall == '0 &&
                 field_i.stall != '0 && !wave_i.mode.debug_en;
  assign formed = !malformed_i && !field_i.reuse_bit3 && field_i.write != control_pkg::IllegalBarrier &&
                  field_i.read != control_pkg::IllegalBarrier;
  assign goes = is_nop || is_branch ||
                (is_lds && mdec_o.legal && vgprs_ok_i && lds_ready_i && counts_i.lgkm != '1 &&
                 !(mdec_o.mem.counters.exp && counts_i.exp == '1));
  assign pairs_o = asked && formed && goes;

  control_query u_query (
    .control_i(active_i), .field_i, .class_i(is_lds ? fetch_pkg::ClassLds : fetch_pkg::ClassScalar),
    .skipped_i(1'b0), .effect_i(is_nop ? scalar_pkg::EffectNop : scalar_pkg::EffectNone), .simm_i(simm),
    .drains_i(1'b0),
    .unit_i('0), .mem_i(mdec_o.mem), .flat_i(1'b0), .smem_i('0), .query_o
  );

  logic unused_fields;
  assign unused_fields = ^{wave_i, first_field_i, counts_i, target};
endmodule
