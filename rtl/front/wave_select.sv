// SPDX-License-Identifier: Apache-2.0
// Chooses the wave whose instruction the issue stage looks at in this cycle. Candidates hold a
// whole instruction and are not held back: by a vector instruction under way, a memory instruction
// whose operands are being read, a barrier, an s_nop, or a wait that failed since the wave's
// counters last fell. Among the candidates:
//   1. those whose unit was ready in the last cycle, or that need none, before the others
//      (a try at a busy unit costs the issue slot; `valid` must not look at `ready` of its cycle);
//   2. the highest USER_PRIO;
//   3. round robin after the wave chosen last.
module wave_select (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [15:0]   ready_i,       // live, not halted, instruction present, not at a barrier
  input  logic [15:0]   prio1_i,
  input  logic [15:0]   prio0_i,
  input  logic [15:0]   is_valu_i,
  input  logic [15:0]   is_smem_i,
  input  logic [15:0]   is_lds_i,
  input  logic [15:0]   is_vmem_i,
  input  logic          valu_ready_i,
  input  logic          smem_ready_i,
  input  logic          lds_ready_i,
  input  logic          vmem_ready_i,
  output logic          valid_o,
  output cu_pkg::slot_t slot_o,
  // what the issue stage did with it
  input  logic          hold_i,        // issued; holds its wave until released
  input  logic          wait_i,        // its wait condition is not met
  input  logic          idle_i,        // s_nop issued
  input  logic [2:0]    idle_cycles_i,
  input  logic          launch_valid_i,
  input  cu_pkg::slot_t launch_slot_i,
  input  logic [15:0]   release_i,     // held instructions that let their waves go
  input  logic [15:0]   retry_i        // waves of which a counter falls
);
  logic [15:0] held_q, waiting_q, idle_q;
  logic [3:0]  unit_ready_q;
  cu_pkg::slot_t last_q;

  // Waves whose s_nop ends: one slot a cycle of the next eight, now at 0.
  logic [127:0] wake_q;

  logic [15:0] all, free, tier, high, low, top;
  always_comb begin
    all = ready_i & ~held_q & ~waiting_q & ~idle_q;
    free = all & ~(is_valu_i & {16{!unit_ready_q[0]}}) & ~(is_smem_i & {16{!unit_ready_q[1]}}) &
           ~(is_lds_i & {16{!unit_ready_q[2]}}) & ~(is_vmem_i & {16{!unit_ready_q[3]}});
    tier = free != '0 ? free : all;
    high = tier & prio1_i;
    top = high != '0 ? high : tier;
    low = top & prio0_i;
    if (low != '0) top = low;
  end
  assign valid_o = all != '0;
  assign slot_o = front_pkg::pick16(top, last_q);

  logic [15:0] chosen;
  assign chosen = valid_o ? 16'd1 << slot_o : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= '0;
      waiting_q <= '0;
      idle_q <= '0;
      wake_q <= '0;
      unit_ready_q <= '0;
      last_q <= '0;
    end else begin
      unit_ready_q <= {vmem_ready_i, lds_ready_i, smem_ready_i, valu_ready_i};
      if (valid_o) last_q <= slot_o;
      held_q <= (held_q & ~release_i) | (hold_i ? chosen : '0);
      waiting_q <= (waiting_q | (wait_i ? chosen : '0)) & ~retry_i;
      idle_q <= (idle_q & ~wake_q[15:0]) | (idle_i && idle_cycles_i != '0 ? chosen : '0);
      wake_q <= {16'd0, wake_q[127:16]};
      if (idle_i && idle_cycles_i != '0) begin
        wake_q[{idle_cycles_i - 3'd1, 4'd0} +: 16] <= wake_q[{idle_cycles_i, 4'd0} +: 16] | chosen;
      end
      if (launch_valid_i) begin
        held_q[launch_slot_i] <= 1'b0;
        waiting_q[launch_slot_i] <= 1'b0;
        idle_q[launch_slot_i] <= 1'b0;
      end
      a_release_held: assert ((release_i & ~held_q) == '0);
    end
  end
endmodule
