// SPDX-License-Identifier: Apache-2.0
// Trace mode (maxwell-control.md 8.12): the issue logic of control words without registers and execution units. A
// testbench walks a listing, offers the next instruction of each warp, and reports what becomes of those in flight as
// signals of barriers. Warp w is slot w.
//
// State, policy and arbiter are the compute unit's: control_state, issue_policy_control and wave_select. So what
// a bench shows of them here holds there: barriers reach 63 here, and there only with the deepest queues.
module trace_unit (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [15:0]  offer_i,         // the next instruction of the slot is offered
  input  logic [47:0]  unit_i,          // its unit, 0 to 4; 7: none. Three bits a slot
  input  logic [335:0] field_i,         // its field, 21 bits a slot; barriers that do not count are 7
  input  logic [15:0]  partner_i,       // the instruction behind it is offered as the second of a pair
  input  logic [47:0]  partner_unit_i,
  input  logic [335:0] partner_field_i,
  input  logic [4:0]   ready_i,         // units that can take an instruction
  input  logic [6:0]   signal_valid_i,  // barriers that are signalled in this cycle
  input  logic [27:0]  signal_slot_i,
  input  logic [20:0]  signal_barrier_i,
  output logic         tried_o,         // a slot is tried
  output logic [3:0]   slot_o,
  output logic         issue_o,         // it issues
  output logic         pair_o,          // with its partner
  // Before the edge of this cycle.
  output logic [63:0]  stall_o,
  output logic [575:0] bar_o,
  output logic [287:0] inc_o,
  output logic [15:0]  yld_o,
  output logic [47:0]  stay_o
);
  localparam int unsigned Slots = 16;
  localparam logic [2:0] NoUnit = 3'd7;

  // ---- the instructions that are offered -----------------------------------------------------------
  control_pkg::waits_t waits;
  logic [Slots-1:0] needs [5];  // slots whose instruction needs the unit
  always_comb begin
    waits = '0;
    for (int unsigned u = 0; u < 5; u++) needs[u] = '0;
    for (int unsigned w = 0; w < Slots; w++) begin
      waits[6 * w +: 6] = field_i[21 * w + 11 +: 6];
      for (int unsigned u = 0; u < 5; u++) needs[u][w] = unit_i[3 * w +: 3] == 3'(u);
    end
  end

  // ---- signals -------------------------------------------------------------------------------------
  function automatic control_pkg::signal_t signal(logic valid, logic [3:0] slot, logic [2:0] barrier);
    signal.valid = valid;
    signal.slot = slot;
    signal.barrier = barrier;
    signal.store = 1'b0;
  endfunction
  // The seven signals take the seven places that the compute unit has for its blocks.
  control_pkg::signals_t signals;
  assign signals.lds_read = signal(signal_valid_i[0], signal_slot_i[3:0], signal_barrier_i[2:0]);
  assign signals.vmem_read = signal(signal_valid_i[1], signal_slot_i[7:4], signal_barrier_i[5:3]);
  assign signals.lds_return = signal(signal_valid_i[2], signal_slot_i[11:8], signal_barrier_i[8:6]);
  assign signals.vmem_return = signal(signal_valid_i[3], signal_slot_i[15:12], signal_barrier_i[11:9]);
  assign signals.smem_return = signal(signal_valid_i[4], signal_slot_i[19:16], signal_barrier_i[14:12]);
  assign signals.exported = signal(signal_valid_i[5], signal_slot_i[23:20], signal_barrier_i[17:15]);
  assign signals.valu = signal(signal_valid_i[6], signal_slot_i[27:24], signal_barrier_i[20:18]);

  // ---- the choice ----------------------------------------------------------------------------------
  logic [Slots-1:0]    hold, prefer, retry;
  logic                preferred;
  issue_pkg::outcome_t outcome;
  wave_select u_select (
    .clk_i, .rst_ni, .ready_i(offer_i & ~hold), .prio1_i('0), .prio0_i('0),
    .is_valu_i(needs[0]), .is_smem_i(needs[1]), .is_lds_i(needs[2]), .is_vmem_i(needs[3]), .is_export_i(needs[4]),
    .prefer_i(prefer), .preferred_o(preferred),
    .valu_ready_i(ready_i[0]), .smem_ready_i(ready_i[1]), .lds_ready_i(ready_i[2]), .vmem_ready_i(ready_i[3]),
    .export_ready_i(ready_i[4]), .valid_o(tried_o), .slot_o, .outcome_i(outcome),
    .launch_valid_i(1'b0), .launch_slot_i('0), .release_i('0), .retry_i(retry)
  );

  // ---- the slot that is tried, and its pair --------------------------------------------------------
  control_pkg::field_t first, second;
  logic [2:0] first_unit, second_unit;
  logic first_ready, second_ready;
  always_comb begin
    first = field_i[21 * slot_o +: 21];
    second = partner_field_i[21 * slot_o +: 21];
    first_unit = unit_i[3 * slot_o +: 3];
    second_unit = partner_unit_i[3 * slot_o +: 3];
    first_ready = first_unit == NoUnit;
    second_ready = second_unit == NoUnit;
    for (int unsigned u = 0; u < 5; u++) begin
      if (first_unit == 3'(u)) first_ready = ready_i[u];
      if (second_unit == 3'(u)) second_ready = ready_i[u];
    end
  end

  // ---- policy and state ----------------------------------------------------------------------------
  function automatic control_pkg::demand_t query(control_pkg::field_t field);
    query = '0;
    query.control = 1'b1;
    query.field = field;
    query.sets.bar_write = field.write;
    query.sets.bar_read = field.read;
  endfunction
  logic can_issue, pairs, drained, in_flight;
  issue_pkg::policy_reason_e reason;
  issue_policy_control u_policy (
    .clk_i, .rst_ni, .launch_valid_i(1'b0), .launch_slot_i('0), .slot_i(slot_o), .query_i(query(first)),
    .second_i(partner_i[slot_o] && second_ready), .second_query_i(query(second)), .pairs_o(pairs),
    .can_issue_o(can_issue), .reason_o(reason), .drained_o(drained), .issue_i(issue_o), .leaves_i(1'b0),
    .preferred_i(preferred), .signals_i(signals), .retry_o(retry), .in_flight_o(in_flight), .waits_i(waits),
    .hold_o(hold), .prefer_o(prefer)
  );
  assign issue_o = tried_o && first_ready && can_issue;
  assign pair_o = issue_o && pairs;
  always_comb begin
    outcome = '0;
    outcome.issued = issue_o;
    outcome.blocked = tried_o && !can_issue;
  end

  always_comb begin
    for (int unsigned w = 0; w < Slots; w++) begin
      stall_o[4 * w +: 4] = u_policy.u_state.stall_q[w];
      bar_o[36 * w +: 36] = u_policy.u_state.bar_q[w];
      inc_o[18 * w +: 18] = u_policy.u_state.inc_q[w];
      yld_o[w] = u_policy.u_state.stay_q[w][3];
      stay_o[3 * w +: 3] = u_policy.u_state.stay_q[w][2:0];
    end
  end

  logic unused_bits;
  assign unused_bits = ^{reason, drained, in_flight};
  initial begin
    if (!cu_pkg::ControlWords || cu_pkg::NumWaves != Slots) begin
      $fatal(1, "trace_unit: build it with control words, 16 slots");
    end
  end
endmodule
