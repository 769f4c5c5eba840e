// SPDX-License-Identifier: Apache-2.0
// Trap handler state of all waves (control-flow.md 6). Owns PRIV, TRAP_EN,
// COND_DBG_USER and COND_DBG_SYS of STATUS, TBA and TMA. Owns also whether a wave enters its handler before its next
// instruction: it single-steps, or its last vector instruction raised an exception that traps. The issue stage decides
// when a wave enters or leaves its handler.
//
// coverage off toggle tba_o[7:0], tma_o[7:0]: TBA and TMA are multiples of 256.
// coverage off toggle control_i.setreg.mask[31:15], control_i.setreg.mask[10:9]: The mask has only bits of
//   TrapstsWritable of hwreg_pkg.sv: s_setreg writes no other register by it.
module trap (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     launch_valid_i,
  input  wave_pkg::launch_t        launch_i,
  // the instruction that issues, or the entry of a wave before its next one
  input  logic                     issue_valid_i,
  input  cu_pkg::slot_t            slot_i,
  input  wave_pkg::control_write_t control_i,
  // a vector ALU instruction that ends raised an exception that MODE lets trap
  input  logic                     excp_valid_i,
  input  cu_pkg::slot_t            excp_slot_i,
  output flow_pkg::trap_bits_t     bits_o,  // of all waves
  output logic                     step_o,  // slot_i enters its handler next
  output logic [47:0]              tba_o,   // of slot_i
  output logic [47:0]              tma_o
);
  flow_pkg::trap_bits_t bits_q, bits_d;
  cu_pkg::wave_mask_t step_q;
  logic [47:0] tba_q [cu_pkg::NumWaves];
  logic [47:0] tma_q [cu_pkg::NumWaves];

  always_comb begin
    bits_d = bits_q;
    if (issue_valid_i && control_i.priv_we) bits_d.priv[slot_i] = control_i.priv;
    if (launch_valid_i) begin
      bits_d.priv[launch_i.slot] = 1'b0;
      bits_d.trap_en[launch_i.slot] = launch_i.trap_en;
      bits_d.dbg_user[launch_i.slot] = launch_i.cond_dbg.user;
      bits_d.dbg_sys[launch_i.slot] = launch_i.cond_dbg.sys;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bits_q <= '0;
      step_q <= '0;
    end else begin
      bits_q <= bits_d;
      if (issue_valid_i) step_q[slot_i] <= control_i.step;
      if (excp_valid_i && bits_q.trap_en[excp_slot_i] && !bits_q.priv[excp_slot_i]) step_q[excp_slot_i] <= 1'b1;
      if (launch_valid_i) step_q[launch_i.slot] <= 1'b0;
      if (issue_valid_i) begin
        a_priv_handler: assert (!control_i.priv_we || !control_i.priv || bits_q.trap_en[slot_i]);
        // The wave of the exception stalls until then, or is held.
        a_excp_stalled: assert (!excp_valid_i || excp_slot_i != slot_i || !bits_q.trap_en[slot_i] ||
                                bits_q.priv[slot_i]);
        a_step_user: assert (!control_i.step || !bits_q.priv[slot_i]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (launch_valid_i) begin
      tba_q[launch_i.slot] <= launch_i.tba;
      tma_q[launch_i.slot] <= launch_i.tma;
    end
  end

  assign bits_o = bits_q;
  assign step_o = step_q[slot_i];
  assign tba_o = tba_q[slot_i];
  assign tma_o = tma_q[slot_i];

  logic unused_bits;
  assign unused_bits = ^{launch_i, control_i};  // their other fields
endmodule
