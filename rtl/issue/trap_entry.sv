// SPDX-License-Identifier: Apache-2.0
// Entry into the trap handler and return from it, HALT, and single step (control-flow.md 6). Combinational. At an entry
// TTMP0 and TTMP1 get PC and the number of the trap. The PC is the address of s_trap, or after a single
// step or an exception the next instruction's. The wave stops when HALT is set and PRIV is not.
//
// coverage off toggle sgpr_o.data[127:56], sgpr_o.row[2], sgpr_o.row[7], sgpr_o.we[3:2]: The entry into the trap
//   handler writes 56 bits to TTMP0 and TTMP1, words 0 and 1 of row 27.
// coverage off toggle sgpr_o.data[1:0]: An instruction lies at a multiple of 4: so do the entry of a kernel, which
//   loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two bits.
// coverage off toggle setreg_i.mask[31:15], setreg_i.mask[10:9], control_o.setreg.mask[31:15],
//   control_o.setreg.mask[10:9]: The mask has only bits of TrapstsWritable of hwreg_pkg.sv: s_setreg writes no other
//   register by it.
module trap_entry (
  input  cu_pkg::slot_t              slot_i,
  input  wave_pkg::wave_t            wave_i,
  input  logic                       step_i,      // the wave enters by single step or for an exception
  input  logic                       issues_i,    // an instruction issues
  input  scalar_pkg::scalar_effect_e executes_i,  // effect of the scalar instruction that executes
  input  logic [15:0]                simm_i,
  input  hwreg_pkg::setreg_t         setreg_i,    // what it writes to a hardware register
  output logic                       entry_o,
  output sgpr_pkg::sgpr_row_write_t  sgpr_o,
  output wave_pkg::control_write_t   control_o
);

  isa_pkg::status_t status, status_mask;  // what a handler writes by s_setreg
  assign status = setreg_i.data;
  assign status_mask = setreg_i.mask;
  logic unused_status;
  assign unused_status = ^{status, status_mask};  // their other fields
  logic is_return, is_sethalt, is_sendhalt, is_setreg, stops;
  assign is_return = executes_i == scalar_pkg::EffectReturn;
  assign is_sethalt = executes_i == scalar_pkg::EffectSethalt;
  assign is_sendhalt = executes_i == scalar_pkg::EffectSendmsghalt;
  assign is_setreg = setreg_i.id == isa_pkg::HwregStatus && status_mask.halt;
  assign entry_o = step_i || (executes_i == scalar_pkg::EffectTrap && wave_i.status.trap_en);

  localparam logic [6:0] TtmpFirst = 7'(isa_pkg::SrcTtmp0);
  always_comb begin
    sgpr_o = '0;
    if (entry_o) begin
      sgpr_o.slot = slot_i;
      sgpr_o.row = {sgpr_pkg::SgprHalves{TtmpFirst[6:2]}};
      sgpr_o.we = 4'b0011;
      sgpr_o.data = {64'd0, 8'd0, step_i ? 8'd0 : simm_i[7:0], wave_i.pc};
    end
  end

  assign control_o.setreg = setreg_i;
  assign control_o.priv_we = entry_o || is_return;
  assign control_o.priv = entry_o;
  assign control_o.halt_we = is_sethalt || is_sendhalt || is_setreg;
  assign control_o.halt = is_setreg ? status.halt : is_sendhalt || simm_i[0];
  assign stops = (is_sethalt && simm_i[0] && !wave_i.status.priv) || (is_sendhalt && !wave_i.status.priv) ||
                 (is_return && wave_i.status.halt);
  assign control_o.stops = stops;
  assign control_o.step = issues_i && wave_i.mode.debug_en && wave_i.status.trap_en && !wave_i.status.priv &&
                          executes_i != scalar_pkg::EffectEndpgm && !entry_o && !stops;

  logic unused_fields;
  assign unused_fields = ^{wave_i, simm_i[15:8]};
endmodule
