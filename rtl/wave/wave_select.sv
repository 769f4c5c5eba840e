// SPDX-License-Identifier: Apache-2.0
// Selects the wave whose instruction the issue stage examines in this cycle. A wave is eligible when it has a whole
// instruction and nothing keeps it from issuing. It is not eligible
//   - while a vector ALU instruction is in flight, or the operands of a memory instruction are being read;
//   - while it is at a barrier or executes s_nop;
//   - after the issue policy kept its instruction, until the policy says retry.
// Among the eligible waves, in this order:
//   1. waves whose unit was ready in the last cycle, or that need no unit, go first. (A selected wave whose unit is
//      busy costs the issue slot. `valid` must not depend on `ready` of the same cycle.)
//   2. those that are overdue, whatever their USER_PRIO;
//   3. the highest USER_PRIO;
//   4. the wave that prefer_i names, if the policy has one (maxwell-control.md 8.5): not of overdue ones;
//   5. round robin after the wave selected last.
//
// A wave that step 3 passes over is marked. Once in PrioBound cycles the marked waves become overdue. A wave that
// issues or is not eligible is neither (control-flow.md D-ARB-4). So one count serves all waves.
//
// coverage off toggle wake_q[127:112]: Nothing is added to the last of the eight sets of waves that s_nop idles:
//   idle_cycles has three bits, so a wave goes to set 6 at most.
module wave_select (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  cu_pkg::wave_mask_t   ready_i,  // live, not halted, instruction present, not at a barrier
  input  cu_pkg::wave_mask_t   prio1_i,
  input  cu_pkg::wave_mask_t   prio0_i,
  input  cu_pkg::wave_mask_t   is_valu_i,
  input  cu_pkg::wave_mask_t   is_smem_i,
  input  cu_pkg::wave_mask_t   is_lds_i,
  input  cu_pkg::wave_mask_t   is_vmem_i,
  input  cu_pkg::wave_mask_t   is_export_i,
  input  cu_pkg::wave_mask_t   prefer_i,     // at most one
  output logic          preferred_o,  // it is selected, and prefer_i decided against another
  input  logic          valu_ready_i,
  input  logic          smem_ready_i,
  input  logic          lds_ready_i,
  input  logic          vmem_ready_i,
  input  logic          export_ready_i,
  output logic          valid_o,
  output cu_pkg::slot_t slot_o,
  input  front_pkg::outcome_t outcome_i,
  input  logic          launch_valid_i,
  input  cu_pkg::slot_t launch_slot_i,
  input  cu_pkg::wave_mask_t   release_i,  // stalled waves that may issue again
  input  cu_pkg::wave_mask_t   retry_i     // waves whose wait may hold now
);
  localparam int unsigned NumWaves = cu_pkg::NumWaves;
  localparam int unsigned SlotBits = $bits(slot_o);
  cu_pkg::wave_mask_t stalled_q, blocked_q, idle_q;
  logic [4:0]  unit_ready_q;
  cu_pkg::slot_t last_q;

  // Waves whose s_nop ends, one set for each of the next eight cycles: the lowest is this cycle's.
  logic [8*NumWaves-1:0] wake_q;

  // Bounded waiting. count_q: of the cycles until the marked waves become overdue.
  localparam int unsigned CountBits = cu_pkg::PrioBound > 1 ? $clog2(cu_pkg::PrioBound) : 1;
  cu_pkg::wave_mask_t   marked_q, overdue_q;
  logic [CountBits-1:0] count_q;

  cu_pkg::wave_mask_t eligible, unit_ready, preferred, prio1, prio0, top, passed, overdue;
  always_comb begin
    eligible = ready_i & ~stalled_q & ~blocked_q & ~idle_q;
    unit_ready = eligible & ~(is_valu_i & {NumWaves{!unit_ready_q[0]}}) & ~(is_smem_i & {NumWaves{!unit_ready_q[1]}}) &
           ~(is_lds_i & {NumWaves{!unit_ready_q[2]}}) & ~(is_vmem_i & {NumWaves{!unit_ready_q[3]}}) &
           ~(is_export_i & {NumWaves{!unit_ready_q[4]}});
    preferred = unit_ready != '0 ? unit_ready : eligible;
    prio1 = preferred & prio1_i;
    top = prio1 != '0 ? prio1 : preferred;
    prio0 = top & prio0_i;
    if (prio0 != '0) top = prio0;
    passed = preferred & ~top;
    overdue = preferred & overdue_q;
    if (overdue != '0) top = overdue;
    preferred_o = overdue == '0 && (top & prefer_i) != '0 && (top & ~prefer_i) != '0;
    if (preferred_o) top = prefer_i;
  end
  assign valid_o = eligible != '0;
  assign slot_o = SlotBits'(bits_pkg::round_robin16(16'(top), 4'(last_q)));

  cu_pkg::wave_mask_t selected;
  assign selected = valid_o ? cu_pkg::one_wave(slot_o) : '0;

  cu_pkg::wave_mask_t stay;  // waves that wait on
  logic               tick;
  assign stay = eligible & ~(outcome_i.issued ? selected : '0);
  assign tick = marked_q != '0 && count_q == CountBits'(cu_pkg::PrioBound - 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= '0;
      blocked_q <= '0;
      idle_q <= '0;
      wake_q <= '0;
      unit_ready_q <= '0;
      last_q <= '0;
      marked_q <= '0;
      overdue_q <= '0;
      count_q <= '0;
    end else begin
      unit_ready_q <= {export_ready_i, vmem_ready_i, lds_ready_i, smem_ready_i, valu_ready_i};
      if (valid_o) last_q <= slot_o;
      marked_q <= (marked_q | passed) & stay;
      overdue_q <= (overdue_q | (tick ? marked_q : '0)) & stay;
      count_q <= marked_q == '0 || tick ? '0 : count_q + 1'b1;
      stalled_q <= (stalled_q & ~release_i) | (outcome_i.stall ? selected : '0);
      blocked_q <= (blocked_q | (outcome_i.blocked ? selected : '0)) & ~retry_i;
      idle_q <= (idle_q & ~wake_q[NumWaves-1:0]) | (outcome_i.idle && outcome_i.idle_cycles != '0 ? selected : '0);
      wake_q <= wake_q >> NumWaves;
      if (outcome_i.idle && outcome_i.idle_cycles != '0) begin
        wake_q[NumWaves * (32'(outcome_i.idle_cycles) - 1) +: NumWaves] <=
            wake_q[NumWaves * 32'(outcome_i.idle_cycles) +: NumWaves] | selected;
      end
      if (launch_valid_i) begin
        stalled_q[launch_slot_i] <= 1'b0;
        blocked_q[launch_slot_i] <= 1'b0;
        idle_q[launch_slot_i] <= 1'b0;
      end
      if (release_i != '0) a_release_stalled: assert ((release_i & ~stalled_q) == '0);
    end
  end
endmodule
