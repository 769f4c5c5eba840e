// SPDX-License-Identifier: Apache-2.0
// Next PC of every scalar instruction except fork and join (control-flow.md 2.2). Combinational.
//
// coverage off toggle pc_i[1:0], npc_i[1:0], target_o[1:0], pc_o[1:0]: An instruction lies at a multiple of 4: so do
//   the entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins
//   clear the two bits.
module branch (
  input  scalar_pkg::sfmt_e fmt_i,
  input  logic [7:0]        op_i,       // op_pkg: the enum of the format
  input  logic [15:0]       simm_i,
  input  logic [47:0]       pc_i,       // of this instruction
  input  logic [47:0]       npc_i,      // of the next one
  input  logic [47:0]       address_i,  // s_setpc, s_swappc, s_rfe, s_rfe_restore
  input  logic              scc_i,
  input  logic              vccz_i,
  input  logic              execz_i,
  input  logic              dbg_user_i,
  input  logic              dbg_sys_i,
  output logic [47:0]       target_o,   // PC + 4 + simm * 4
  output logic [47:0]       pc_o
);
  logic taken;

  assign target_o = pc_i + 48'd4 + {{30{simm_i[15]}}, simm_i, 2'b00};

  always_comb begin
    taken = 1'b0;
    if (fmt_i == scalar_pkg::FmtSopp) begin
      unique case (op_i)
        op_pkg::SoppBranch:                taken = 1'b1;
        op_pkg::SoppCbranchScc0:           taken = !scc_i;
        op_pkg::SoppCbranchScc1:           taken = scc_i;
        op_pkg::SoppCbranchVccz:           taken = vccz_i;
        op_pkg::SoppCbranchVccnz:          taken = !vccz_i;
        op_pkg::SoppCbranchExecz:          taken = execz_i;
        op_pkg::SoppCbranchExecnz:         taken = !execz_i;
        op_pkg::SoppCbranchCdbgsys:        taken = dbg_sys_i;
        op_pkg::SoppCbranchCdbguser:       taken = dbg_user_i;
        op_pkg::SoppCbranchCdbgsysOrUser:  taken = dbg_sys_i || dbg_user_i;
        op_pkg::SoppCbranchCdbgsysAndUser: taken = dbg_sys_i && dbg_user_i;
        default:                           taken = 1'b0;
      endcase
    end else if (fmt_i == scalar_pkg::FmtSopk) begin
      taken = op_i == op_pkg::SopkCallB64;
    end
    pc_o = taken ? target_o : npc_i;
    if ((fmt_i == scalar_pkg::FmtSop1 && (op_i == op_pkg::Sop1SetpcB64 || op_i == op_pkg::Sop1SwappcB64 ||
                                         op_i == op_pkg::Sop1RfeB64)) ||
        (fmt_i == scalar_pkg::FmtSop2 && op_i == op_pkg::Sop2RfeRestoreB64)) begin
      pc_o = {address_i[47:2], 2'b00};
    end
  end

  logic unused_address;
  assign unused_address = ^address_i[1:0];
endmodule
