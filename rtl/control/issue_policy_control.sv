// SPDX-License-Identifier: Apache-2.0
// The issue policy of control words (maxwell-control.md 8.4, 8.9), for waves in that mode. It stands beside
// issue_policy_gfx9, which has the wait counters and keeps an instruction of either mode for them. This one keeps it
// when
//   - a barrier that it sets would pass 63;
//   - it ends the wave or enters the trap handler, and something of the wave is in flight;
//   - it is s_barrier, and a store of the wave is in flight.
// A wave whose STALL is not 0, or whose instruction waits for a barrier, is not tried at all: hold_o. The ports
// correspond to issue_policy_gfx9's.
//
// coverage off toggle second_query_i.drains, second_query_i.no_store, second_query_i.smem, second_query_i.twice,
//   second_query_i.valu: The second of a pair is s_nop, a branch or a DS instruction: u_query of pair.sv has only these
//   as inputs.
// coverage off toggle second_adds[2], second_adds[5], second_adds[8], second_adds[11], second_adds[14],
//   second_adds[17]: The second of a pair adds at most 2 to a barrier: one by each of its two fields.
// coverage off toggle reason_o[2:1]: This policy gives only the values 0, 1, 8 and 9 of issue_pkg::policy_reason_e.
// coverage off toggle signals_i.valu.store: A vector ALU instruction is no store: control_query.sv sets `store` for
//   memory instructions alone.
// coverage off toggle valu_q[7:4]: No more than eight are in flight: Depth in control_words.sv. The assertion a_room of
//   rtl/probe/valu_order.sv holds it.
// coverage off toggle signals_i.exported.store: An export is no store: control_query.sv sets `store` for memory
//   instructions alone.
module issue_policy_control (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      launch_valid_i,
  input  cu_pkg::slot_t             launch_slot_i,
  input  cu_pkg::slot_t             slot_i,       // the wave at the issue stage, and its instruction
  input  control_pkg::demand_t      query_i,
  input  logic                      second_i,     // behind it stands one that may go with it,
  input  control_pkg::demand_t      second_query_i,
  output logic                      pairs_o,      // and no barrier keeps that
  output logic                      can_issue_o,
  output issue_pkg::policy_reason_e reason_o,
  output logic                      drained_o,    // nothing that this policy counts is in flight
  input  logic                      issue_i,      // an instruction issues, with control words or without
  input  logic                      leaves_i,     // the wave enters its trap handler
  input  logic                      preferred_i,  // rule 3 of 8.5 chose the wave
  input  control_pkg::signals_t     signals_i,
  output cu_pkg::wave_mask_t        retry_o,
  output logic                      in_flight_o,  // a vector ALU instruction of any wave; others have wait counters
  // the arbiter
  input  control_pkg::waits_t       waits_i,
  output cu_pkg::wave_mask_t        hold_o,
  output cu_pkg::wave_mask_t        prefer_o
);
  // ---- E and STALL (maxwell-control.md 4.1, 8.4) ---------------------------------------------------
  localparam logic [3:0] WideStall = 4'd12;  // from here on a stall without 'Y' is no number of cycles
  localparam logic [3:0] WideCycles = 4'd6;
  control_pkg::demand_t last;  // the second of a pair, or the instruction
  control_pkg::field_t field;
  logic [3:0] cycles, least;
  assign last = pairs_o ? second_query_i : query_i;
  assign field = last.field;
  always_comb begin
    cycles = field.stall >= WideStall && field.no_yield ? WideCycles : field.stall;
    least = last.is_nop ? {1'b0, last.idle} + 4'd1 : 4'd1;
    if (cycles < least) cycles = least;
  end

  // ---- additions to barriers -----------------------------------------------------------------------
  logic [1:0]  once;
  logic [17:0] adds, second_adds;
  assign once = query_i.twice ? 2'd2 : 2'd1;
  always_comb begin
    adds = '0;
    for (int unsigned b = 0; b < 6; b++) begin
      adds[3 * b +: 3] = (query_i.sets.bar_write == 3'(b) ? {1'b0, once} : 3'd0) +
                         (query_i.sets.bar_read == 3'(b) ? {1'b0, once} : 3'd0);
    end
    second_adds = '0;
    if (second_i) begin
      for (int unsigned b = 0; b < 6; b++) begin
        second_adds[3 * b +: 3] = {2'd0, second_query_i.sets.bar_write == 3'(b)} +
                                  {2'd0, second_query_i.sets.bar_read == 3'(b)};
      end
    end
  end

  // ---- state ---------------------------------------------------------------------------------------
  control_pkg::issue_t  issue;
  control_pkg::counts_t counts;
  always_comb begin
    issue = '0;
    if (issue_i || leaves_i) begin
      issue.valid = issue_i;
      issue.leaves = leaves_i;
      issue.slot = slot_i;
      issue.control = query_i.control;
      issue.stall = cycles - 4'd1;
      issue.yields = !field.no_yield;
      issue.preferred = preferred_i;
      issue.adds = adds;
      issue.stores = query_i.sets.store ? once : 2'd0;
      issue.valu = query_i.valu;
      issue.mem = query_i.mem ? once : 2'd0;
      issue.smem = query_i.smem;
      if (pairs_o) begin  // the first is a vector ALU instruction
        for (int unsigned b = 0; b < 6; b++) issue.adds[3 * b +: 3] = adds[3 * b +: 3] + second_adds[3 * b +: 3];
        issue.stores = {1'b0, second_query_i.sets.store};
        issue.mem = {1'b0, second_query_i.mem};
      end
    end
  end

  control_state u_state (
    .clk_i, .rst_ni, .launch_valid_i, .launch_slot_i, .issue_i(issue), .signals_i, .waits_i, .hold_o, .prefer_o,
    .slot_i, .counts_o(counts)
  );

  // ---- may it issue --------------------------------------------------------------------------------
  logic full;
  // verilator lint_off UNUSEDSIGNAL
  logic [6:0] raised;  // past 63 with bit 6
  // verilator lint_on UNUSEDSIGNAL
  always_comb begin
    full = 1'b0;
    raised = '0;
    for (int unsigned b = 0; b < 6; b++) begin
      raised = {1'b0, counts.bar[6 * b +: 6]} + {4'd0, counts.inc[3 * b +: 3]} + {4'd0, adds[3 * b +: 3]};
      if (adds[3 * b +: 3] != '0 && raised[6]) full = 1'b1;
    end
  end
  logic keeps_second;
  // verilator lint_off UNUSEDSIGNAL
  logic [6:0] raised_both;
  // verilator lint_on UNUSEDSIGNAL
  always_comb begin
    keeps_second = 1'b0;
    raised_both = '0;
    for (int unsigned b = 0; b < 6; b++) begin
      raised_both = {1'b0, counts.bar[6 * b +: 6]} + {4'd0, counts.inc[3 * b +: 3]} + {4'd0, adds[3 * b +: 3]} +
                    {4'd0, second_adds[3 * b +: 3]};
      if (raised_both[6] || (second_query_i.field.waits[b] && counts.bar[6 * b +: 6] != '0)) keeps_second = 1'b1;
    end
  end
  assign pairs_o = cu_pkg::ControlWords && second_i && !keeps_second;
  assign drained_o = counts.idle;
  always_comb begin
    reason_o = issue_pkg::ReasonNone;
    if (query_i.control) begin
      if (query_i.drains && !drained_o) reason_o = issue_pkg::ReasonDrain;
      if (query_i.no_store && counts.stores != '0) reason_o = issue_pkg::ReasonStore;
      if (full) reason_o = issue_pkg::ReasonBarrierFull;
    end
  end
  assign can_issue_o = reason_o == issue_pkg::ReasonNone;

  // Waves of which a count falls in this cycle (D-CTRL-34).
  assign retry_o = (signals_i.lds_read.valid ? cu_pkg::one_wave(signals_i.lds_read.slot) : '0) |
                   (signals_i.vmem_read.valid ? cu_pkg::one_wave(signals_i.vmem_read.slot) : '0) |
                   (signals_i.lds_return.valid ? cu_pkg::one_wave(signals_i.lds_return.slot) : '0) |
                   (signals_i.vmem_return.valid ? cu_pkg::one_wave(signals_i.vmem_return.slot) : '0) |
                   (signals_i.smem_return.valid ? cu_pkg::one_wave(signals_i.smem_return.slot) : '0) |
                   (signals_i.exported.valid ? cu_pkg::one_wave(signals_i.exported.slot) : '0) |
                   (signals_i.valu.valid ? cu_pkg::one_wave(signals_i.valu.slot) : '0);

  // Vector ALU instructions in flight, of all waves.
  logic [7:0] valu_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valu_q <= '0;
    else if (cu_pkg::ControlWords) valu_q <= valu_q + {7'd0, issue.valid && issue.valu} - {7'd0, signals_i.valu.valid};
  end
  assign in_flight_o = valu_q != '0;

  logic unused_fields;
  assign unused_fields = ^{field, last, query_i, second_query_i, signals_i};
endmodule
