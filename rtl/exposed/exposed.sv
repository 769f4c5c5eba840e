// SPDX-License-Identifier: Apache-2.0
// What a unit with exposed hazards does otherwise (control-flow.md 10). An instruction that follows its producer too
// soon reads older values (exposed_hazards.sv). A wide store reads its data late (late_store.sv). The issue stage gives
// the wave, its operands, what it writes and its requests through here. So its other parts know one wave. In a unit
// that interlocks, nothing changes. Older values of VGPRs are behind the VGPR file (vgpr_before.sv).
//
// coverage off toggle replay_o: In a unit that interlocks it is 0.
// coverage off toggle smem_dec_i.mem.counters.exp, smem_dec_i.mem.counters.vm, smem_dec_i.mem.destination[0],
//   smem_dec_i.mem.size[1:0], smem_dec_i.mem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global
//   memory by dwords, and writes SGPRs or nothing.
// coverage off toggle mdec_i.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in five
//   bits. Only scalar memory has larger sizes.
// coverage off toggle mdec_i.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
// coverage off toggle vdec_i.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0, which is 0.
// coverage off toggle write_i.pc[1:0]: An instruction lies at a multiple of 4: so do the entry of a kernel, which
//   loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two bits.
// coverage off toggle setreg_i.mask[31:15], setreg_i.mask[10:9], setreg_o.mask[31:15], setreg_o.mask[10:9]: The mask
//   has only bits of TrapstsWritable of hwreg_pkg.sv: s_setreg writes no other register by it.
module exposed (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  // the wave at the issue stage, and its instruction
  input  logic                              valid_i,
  input  cu_pkg::slot_t                     slot_i,
  input  logic                              step_i,  // the wave enters its trap handler before the instruction
  input  wave_pkg::wave_t                   wave_i,
  input  fetch_pkg::class_e                 class_i,
  input  scalar_pkg::scalar_dec_t           sdec_i,
  input  smem_pkg::smem_dec_t               smem_dec_i,
  input  scalar_pkg::scalar_effect_e        effect_i,
  input  valu_pkg::valu_dec_t               vdec_i,
  input  mem_issue_pkg::mem_dec_t           mdec_i,
  input  logic                              is_gds_i,
  input  logic                              is_direct_i,
  input  logic [31:0]                       word0_i,
  input  issue_pkg::valu_vgprs_t            valu_vgprs_i,
  input  operand_pkg::vsrc_t                src0_i,  // its scalar operands, and their values as read
  input  operand_pkg::vsrc_t                src1_i,
  input  operand_pkg::vsrc_t                src2_i,
  input  logic [63:0]                       value0_i,
  input  logic [63:0]                       value1_i,
  input  logic [63:0]                       value2_i,
  input  logic [127:0]                      sdata_i,
  input  logic [127:0]                      ssharp_i,
  // the wave and the operands as the instruction reads them
  output wave_pkg::wave_t                   wave_o,
  output logic [63:0]                       value0_o,
  output logic [63:0]                       value1_o,
  output logic [63:0]                       value2_o,
  output logic [127:0]                      sdata_o,
  output logic [127:0]                      ssharp_o,
  output logic                              replay_o,  // a store of the wave goes first, not this instruction
  // what becomes of it, and what it writes
  input  logic                              issues_i,
  input  logic                              traps_i,  // the wave enters its trap handler
  input  logic                              valu_i,
  input  logic                              smem_i,
  input  logic                              scalar_i,
  input  wave_pkg::wave_write_t             write_i,
  input  hwreg_pkg::setreg_t                setreg_i,
  output hwreg_pkg::setreg_t                setreg_o,
  input  logic                              sgpr_valid_i,
  input  sgpr_pkg::sgpr_row_write_t         sgpr_i,
  // with exposed hazards: the fourth read of the SGPR file
  output logic [sgpr_pkg::SgprAddrBits-1:0] raddr_o,
  input  logic [63:0]                       rdata_i,
  // a request to the vector ALU
  input  valu_pkg::valu_req_t               req_i,
  output valu_pkg::valu_req_t               req_o,
  // an instruction of the data share or vector memory
  input  mem_issue_pkg::mem_issue_t         mem_i,
  input  logic                              lds_valid_i,
  input  logic                              vmem_valid_i,
  output logic                              vmem_ready_o,
  input  logic                              stall_i,  // its wave stalls
  output logic                              stall_o,
  // to the units
  output logic                              lds_valid_o,
  input  logic                              lds_ready_i,
  output mem_issue_pkg::mem_issue_t         lds_o,
  output logic                              vmem_valid_o,
  input  logic                              vmem_ready_i,
  output mem_issue_pkg::mem_issue_t         vmem_o
);
  if (cu_pkg::ExposedHazards) begin : g_exposed
    logic [3:0] states;
    logic [2:0] store_states, vdst_count;
    logic       is_valu, is_nop, kept, late_stall, late_lds;
    assign is_valu = class_i == fetch_pkg::ClassValu;
    assign is_nop = effect_i == scalar_pkg::EffectNop;
    assign states = !issues_i ? 4'd0 : is_nop ? {1'b0, sdec_i.simm[2:0]} + 4'd1 : 4'd1;
    exposed_hazards u_exposed_hazards (
      .clk_i, .rst_ni,
      .slot_i, .wave_i, .class_i, .sdec_i, .smem_dec_i, .effect_i, .vdec_i, .mdec_i, .is_gds_i, .is_direct_i, .word0_i,
      .valu_vgprs_i, .src0_i, .src1_i, .src2_i, .value0_i, .value1_i, .value2_i,
      .sdata_i, .ssharp_i, .wave_o, .value0_o, .value1_o, .value2_o, .sdata_o, .ssharp_o,
      .advance_i(issues_i || traps_i), .states_i(states), .valu_i, .load_i(lds_valid_i || vmem_valid_i), .smem_i,
      .scalar_i, .write_i, .setreg_i, .setreg_o, .req_i, .req_o,
      .sgpr_valid_i, .sgpr_i, .raddr_o, .rdata_i,
      .vdst_count_o(vdst_count), .store_states_o(store_states)
    );
    late_store u_late_store (
      .clk_i, .rst_ni, .wait_states_i(store_states),
      .valid_i, .slot_i, .passes_i(!step_i && (is_valu || is_nop)),
      .vgprs_i(valu_vgprs_i), .count_i(is_valu ? vdst_count : '0), .swap_i(is_valu && vdec_i.swap), .states_i(states),
      .replay_o, .stall_o(late_stall),
      .issue_valid_i(vmem_valid_i),
      .issue_wide_i(mdec_i.data0_vgprs >= 3'd3 && !mdec_i.image.en && !(mdec_i.rsrc_en && !mdec_i.soffset[7])),
      .issue_i(mem_i), .issue_ready_o(vmem_ready_o), .issue_kept_o(kept),
      .unit_valid_o(vmem_valid_o), .unit_ready_i(vmem_ready_i), .unit_o(vmem_o),
      .lds_ready_i, .lds_valid_o(late_lds)
    );
    assign lds_valid_o = late_lds || (lds_valid_i && !(mem_i.ctl.lds.flat && kept));
    assign lds_o = late_lds ? vmem_o : mem_i;
    assign stall_o = (stall_i && !(vmem_valid_i && kept)) || late_stall;
  end else begin : g_interlocked
    assign wave_o = wave_i;
    assign value0_o = value0_i;
    assign value1_o = value1_i;
    assign value2_o = value2_i;
    assign sdata_o = sdata_i;
    assign ssharp_o = ssharp_i;
    assign setreg_o = setreg_i;
    assign req_o = req_i;
    assign replay_o = 1'b0;
    assign raddr_o = '0;
    assign vmem_ready_o = vmem_ready_i;
    assign vmem_valid_o = vmem_valid_i;
    assign vmem_o = mem_i;
    assign lds_valid_o = lds_valid_i;
    assign lds_o = mem_i;
    assign stall_o = stall_i;
    logic unused_exposed;
    assign unused_exposed = ^{clk_i, rst_ni, valid_i, slot_i, step_i, class_i, sdec_i, smem_dec_i, effect_i, vdec_i,
                              mdec_i, is_gds_i, is_direct_i, word0_i, valu_vgprs_i, src0_i, src1_i, src2_i, issues_i,
                              traps_i, valu_i, smem_i, scalar_i, write_i, sgpr_valid_i, sgpr_i, rdata_i, lds_ready_i};
  end
endmodule
