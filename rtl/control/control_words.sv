// SPDX-License-Identifier: Apache-2.0
// Control words (maxwell-control.md 8): all that a compute unit has for them, but the reuse entries, which lie in the
// operand read (reuse_entries.sv). The other blocks know the structs of control_pkg.sv, and pass on
// policy_pkg::control_sets_t with an instruction.
//   control_bundle        the bundles of all waves         control_query   what control words ask of an instruction
//   issue_policy_control  may it issue now, and the state  pair            the second of a pair
// In a unit without control words the outputs are constant. The registers of control_state are there, and stay 0.
//
// coverage off toggle ends_i.smem_tag[5:3], events_i.smem_tag[5:3]: The tag of scalar memory is the number of one of
//   eight entries.
// coverage off toggle ahead_o.second.addr64, ahead_o.second.ctl.lds.flat, ahead_o.second.ctl.vmem.*,
//   ahead_o.second.dfmt[3:0], ahead_o.second.flat, ahead_o.second.mem.counters.vm, ahead_o.second.mem.destination[1],
//   ahead_o.second.mem.size[6:5], ahead_o.second.nfmt[2:0], ahead_o.second.rsrc_en, ahead_o.second.saddr[6:0],
//   ahead_o.second.saddr_en, ahead_o.second.scratch_en, ahead_o.second.soffset[7:0], ahead_o.second.soffset_en,
//   ahead_o.second.tfe_vgpr[2:0], ahead_o.second.typed: A DS instruction: lds_decode.sv sets none of these, but
//   LGKM_CNT always. Its result goes to VGPRs or nowhere, and an access has at most 16 bytes.
// coverage off toggle ahead_o.second.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two
//   VGPRs.
// coverage off toggle query_i.smem.counters.exp, query_i.smem.counters.vm, query_i.smem.destination[0],
//   query_i.smem.size[1:0], query_i.smem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global
//   memory by dwords, and writes SGPRs or nothing.
// coverage off toggle query_i.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in
//   five bits. Only scalar memory has larger sizes.
// coverage off toggle query_i.counts.vm[5:4], query_i.counts.vs[5:4]: In the two units that are measured VmemQueueDepth
//   is 8: no more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On it
//   waits/vm_deep counts to 63.
// coverage off toggle ahead_o.next_pc[1:0], answer_o.next_pc[1:0]: An instruction lies at a multiple of 4: so do the
//   entry of a kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear
//   the two bits.
// coverage off toggle second_pc[1:0], events_i.pc[1:0]: An instruction lies at a multiple of 4: so do the entry of a
//   kernel, which loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two
//   bits.
// coverage off toggle second.drains, second.no_store, second.smem, second.twice, second.valu: The second of a pair is
//   s_nop, a branch or a DS instruction: u_query of pair.sv has only these as inputs.
// coverage off toggle reason[2:1]: This policy gives only the values 0, 1, 8 and 9 of issue_pkg::policy_reason_e.
// coverage off toggle signals.valu.store, signals.exported.store, ends_i.exported.sets.store: A vector ALU instruction
//   or an export is no store: control_query.sv sets `store` for memory instructions alone.
module control_words (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // the wave at the issue stage
  input  cu_pkg::slot_t         slot_i,
  input  wave_pkg::wave_t       wave_i,
  input  flow_pkg::trap_bits_t  trap_bits_i,
  output cu_pkg::wave_mask_t    waves_o,  // waves with control words that are not in their trap handler
  output control_pkg::ahead_t   ahead_o,
  output control_pkg::arbiter_t arbiter_o,
  // fetch
  input  control_pkg::fetched_t fetched_i,
  output control_pkg::bundle_t  bundle_o,
  output control_pkg::move_t    move_o,
  // the instruction at the issue stage
  input  control_pkg::query_t   query_i,
  input  logic                  pair_room_i,  // a clause has room for a pair
  output control_pkg::answer_t  answer_o,
  // what ends in this cycle, and what becomes of the instruction
  input  control_pkg::ends_t    ends_i,
  input  control_pkg::events_t  events_i
);
  // The probe reads these.
  // verilator lint_off UNUSEDSIGNAL
  control_pkg::field_t       field;      // of the instruction
  control_pkg::next_t        next;       // behind it
  logic [47:0]               second_pc;  // of that
  cu_pkg::wave_mask_t        hold, excp_hold;
  logic                      can_issue;
  issue_pkg::policy_reason_e reason;     // for waveforms too
  // verilator lint_on UNUSEDSIGNAL

  control_pkg::demand_t  first, second;
  control_pkg::signals_t signals;
  control_pkg::waits_t   waits;
  cu_pkg::wave_mask_t    prefer, retry;
  logic                  second_may, pairs, drained, in_flight;
  issue_policy_control u_policy (
    .clk_i, .rst_ni, .launch_valid_i(events_i.launch), .launch_slot_i(events_i.launch_slot),
    .slot_i, .query_i(first), .second_i(second_may), .second_query_i(second), .pairs_o(pairs),
    .can_issue_o(can_issue), .reason_o(reason), .drained_o(drained),
    .issue_i(events_i.issues), .leaves_i(events_i.leaves), .preferred_i(events_i.preferred), .signals_i(signals),
    .retry_o(retry), .in_flight_o(in_flight), .waits_i(waits), .hold_o(hold), .prefer_o(prefer)
  );

  if (cu_pkg::ControlWords) begin : g_words
    // ---- waves -------------------------------------------------------------------------------------
    cu_pkg::wave_mask_t launched_q;  // waves with control words
    logic               active;      // the wave at the issue stage is in the mode of control words
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) launched_q <= '0;
      else if (events_i.launch) launched_q[events_i.launch_slot] <= events_i.launch_control;
    end
    assign waves_o = launched_q & ~trap_bits_i.priv;
    assign ahead_o.launched = launched_q[slot_i];
    assign active = waves_o[slot_i];
    assign ahead_o.active = active;

    // ---- bundles -----------------------------------------------------------------------------------
    // The next slot of a bundle skips the control word of the next one (maxwell-control.md 8.2).
    logic malformed;
    assign ahead_o.next_pc = wave_i.pc + (wave_i.pc[4:3] == 2'd3 ? 48'd16 : 48'd8);
    assign bundle_o.active = active;
    // A wave goes on in its bundle.
    assign move_o.stays = events_i.issues && active && !events_i.leaves && !events_i.returns &&
                          events_i.pc[47:5] == wave_i.pc[47:5] && events_i.pc[4:3] != '0 && events_i.pc[2:0] == '0;
    control_bundle u_bundle (
      .clk_i,
      .load_i(fetched_i.valid), .load_slot_i(fetched_i.slot), .load_place_i(fetched_i.place),
      .bundle_i(fetched_i.bundle),
      .move_i(move_o.stays), .move_slot_i(slot_i), .move_place_i(events_i.pc[4:3]), .move_class_o(move_o.instr_class),
      .waits_o(waits), .read_slot_i(slot_i), .word0_o(bundle_o.word0), .word1_o(bundle_o.word1),
      .size8_o(bundle_o.size8), .field_o(field), .malformed_o(malformed), .next_o(next)
    );
    // C-WORD (maxwell-control.md 8.10)
    assign ahead_o.illegal = active && (malformed || field.reuse_bit3 ||
                             field.write == control_pkg::IllegalBarrier || field.read == control_pkg::IllegalBarrier);

    // ---- the instruction, and the second of a pair -------------------------------------------------
    logic                    second_formed;
    mem_issue_pkg::mem_dec_t second_mdec;
    assign ahead_o.second = second_mdec;
    control_query u_query (
      .control_i(active), .field_i(field), .class_i(query_i.instr_class), .skipped_i(query_i.skipped),
      .effect_i(query_i.effect), .simm_i(query_i.simm), .drains_i(query_i.drains), .unit_i(query_i.unit),
      .mem_i(query_i.mem), .flat_i(query_i.flat), .smem_i(query_i.smem), .query_o(first)
    );
    pair u_pair (
      .wave_i, .active_i(active), .first_field_i(field), .valid_i(next.valid), .word0_i(next.word0),
      .word1_i(next.word1), .field_i(next.field), .malformed_i(next.malformed), .counts_i(query_i.counts),
      .lds_ready_i(query_i.lds_ready), .vgprs_ok_i(query_i.second_ok), .is_lds_o(answer_o.lds),
      .mdec_o(second_mdec), .pairs_o(second_formed), .pc_o(second_pc), .next_pc_o(answer_o.next_pc),
      .query_o(second)
    );
    assign second_may = second_formed && query_i.is_first && !query_i.skipped && pair_room_i;
    assign answer_o.can_issue = can_issue;
    assign answer_o.drained = drained;
    assign answer_o.pairs = pairs;
    assign answer_o.sets = pairs ? second.sets : first.sets;
    // Entries that 'Y' does not keep it from leaving.
    assign answer_o.reuse = first.field.no_yield ? first.field.reuse : '0;

    // ---- the arbiter -------------------------------------------------------------------------------
    // An exception that traps holds a wave from this cycle on (maxwell-control.md 8.9). Others stall.
    assign excp_hold = ends_i.excp_trap && trap_bits_i.trap_en[ends_i.valu_slot] &&
                       !trap_bits_i.priv[ends_i.valu_slot] ? cu_pkg::one_wave(ends_i.valu_slot) : '0;
    assign arbiter_o.hold = (hold & waves_o) | excp_hold;
    assign arbiter_o.prefer = prefer & waves_o;
    assign arbiter_o.retry = retry;
    assign arbiter_o.in_flight = in_flight;

    // ---- what ends ---------------------------------------------------------------------------------
    // Vector ALU instructions in flight, in order of issue. All units are fixed: instructions end in that order
    // (maxwell-control.md D-CTRL-35). rtl/probe/valu_order.sv asserts the order, and that there is room.
    localparam int unsigned Depth = policy_pkg::ValusInFlight;  // an instruction issues every four cycles or later
    localparam int unsigned PointerBits = $clog2(Depth) + 1;
    policy_pkg::control_sets_t valu_q [Depth];
    logic [PointerBits-1:0]    newest_q, oldest_q;
    policy_pkg::control_sets_t valu_sets, smem_sets;
    assign valu_sets = valu_q[oldest_q[PointerBits-2:0]];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        newest_q <= '0;
        oldest_q <= '0;
      end else begin
        if (events_i.valu) newest_q <= newest_q + 1'b1;
        if (ends_i.valu) oldest_q <= oldest_q + 1'b1;
      end
    end
    always_ff @(posedge clk_i) begin
      if (events_i.valu) valu_q[newest_q[PointerBits-2:0]] <= first.sets;
    end

    // Instructions of scalar memory, by tag.
    policy_pkg::control_sets_t smem_q [8];
    assign smem_sets = smem_q[ends_i.smem_tag[2:0]];
    always_ff @(posedge clk_i) begin
      if (events_i.smem) smem_q[events_i.smem_tag[2:0]] <= first.sets;
    end

    // An instruction signals its read barrier when its operands have been read, its write barrier when it returns.
    assign signals.lds_read = {ends_i.lds_read.valid && ends_i.lds_read.sets.control, ends_i.lds_read.slot,
                                ends_i.lds_read.sets.bar_read, ends_i.lds_read.sets.store};
    assign signals.vmem_read = {ends_i.vmem_read.valid && ends_i.vmem_read.sets.control, ends_i.vmem_read.slot,
                                 ends_i.vmem_read.sets.bar_read, ends_i.vmem_read.sets.store};
    assign signals.lds_return = {ends_i.lds_return.valid && ends_i.lds_return.sets.control, ends_i.lds_return.slot,
                                  ends_i.lds_return.sets.bar_write, ends_i.lds_return.sets.store};
    assign signals.vmem_return = {ends_i.vmem_return.valid && ends_i.vmem_return.sets.control, ends_i.vmem_return.slot,
                                   ends_i.vmem_return.sets.bar_write, ends_i.vmem_return.sets.store};
    assign signals.exported = {ends_i.exported.valid && ends_i.exported.sets.control, ends_i.exported.slot,
                                ends_i.exported.sets.bar_read, ends_i.exported.sets.store};
    assign signals.smem_return = {ends_i.smem && smem_sets.control, ends_i.smem_slot,
                                  smem_sets.bar_write, smem_sets.store};
    assign signals.valu = {ends_i.valu && valu_sets.control, ends_i.valu_slot, valu_sets.bar_write, valu_sets.store};

    logic unused_bits;
    assign unused_bits = ^{wave_i, query_i, ends_i, events_i, field, trap_bits_i, smem_sets, valu_sets};
  end else begin : g_no_words
    assign field = '0;
    assign next = '0;
    assign second_pc = '0;
    assign excp_hold = '0;
    assign first = '0;
    assign second = '0;
    assign second_may = 1'b0;
    assign signals = '0;
    assign waits = '0;
    assign waves_o = '0;
    assign ahead_o = '0;
    assign bundle_o = '0;
    assign move_o = '0;
    assign arbiter_o = '0;
    assign answer_o = {2'b11, {($bits(answer_o) - 2){1'b0}}};  // can_issue and drained
    logic unused_words;
    assign unused_words = ^{wave_i, trap_bits_i, fetched_i, query_i, pair_room_i, ends_i, hold, prefer, retry, pairs,
                            drained, in_flight, events_i};
  end
endmodule
