// SPDX-License-Identifier: Apache-2.0
// Next PC of every scalar instruction but fork and join (control-flow.md section 2.2),
// combinational.
module branch (
  input  front_pkg::sfmt_e fmt_i,
  input  logic [6:0]       op_i,
  input  logic [15:0]      simm_i,
  input  logic [47:0]      npc_i,     // address after this instruction
  input  logic [47:0]      address_i, // s_setpc, s_swappc, s_rfe, s_rfe_restore
  input  logic             scc_i,
  input  logic             vccz_i,
  input  logic             execz_i,
  input  logic             dbg_user_i,
  input  logic             dbg_sys_i,
  output logic [47:0]      target_o,  // NPC + simm * 4
  output logic [47:0]      pc_o
);
  logic taken;

  assign target_o = npc_i + {{30{simm_i[15]}}, simm_i, 2'b00};

  always_comb begin
    taken = 1'b0;
    if (fmt_i == front_pkg::FmtSopp) begin
      unique case (op_i)
        7'd2:    taken = 1'b1;
        7'd4:    taken = !scc_i;
        7'd5:    taken = scc_i;
        7'd6:    taken = vccz_i;
        7'd7:    taken = !vccz_i;
        7'd8:    taken = execz_i;
        7'd9:    taken = !execz_i;
        7'd23:   taken = dbg_sys_i;
        7'd24:   taken = dbg_user_i;
        7'd25:   taken = dbg_sys_i || dbg_user_i;
        7'd26:   taken = dbg_sys_i && dbg_user_i;
        default: taken = 1'b0;
      endcase
    end else if (fmt_i == front_pkg::FmtSopk) begin
      taken = op_i == 7'd21;
    end
    pc_o = taken ? target_o : npc_i;
    if ((fmt_i == front_pkg::FmtSop1 && op_i >= 7'd29 && op_i <= 7'd31) ||
        (fmt_i == front_pkg::FmtSop2 && op_i == 7'd43)) begin
      pc_o = {address_i[47:2], 2'b00};
    end
  end

  logic unused_address;
  assign unused_address = ^address_i[1:0];
endmodule
