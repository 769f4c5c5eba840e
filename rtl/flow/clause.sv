// SPDX-License-Identifier: Apache-2.0
// The uninterruptible clause (lds.md 6.1). From the cycle after the issue of `clause n` on, only its wave may be
// selected, until the wave has issued n instructions more. The clause ends early when the wave ends, halts or faults,
// enters its trap handler, or arrives at a barrier. Another `clause` takes its place.
module clause (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               advance_i,  // an instruction leaves the issue stage, or its wave enters the trap handler
  input  cu_pkg::slot_t      slot_i,     // of this wave
  input  logic               pair_i,     // and a second one with it (maxwell-control.md 8.7)
  input  logic               start_i,    // it is `clause` that issues
  input  logic [7:0]         count_i,    // its n: 1..128
  input  logic               stop_i,     // the wave cannot go on alone
  output logic               room_o,     // it has room for a pair, or there is none
  output cu_pkg::wave_mask_t only_o      // waves that may be selected
);
  logic [7:0]         left_q;  // instructions of the clause that have not issued; 0: there is no clause
  cu_pkg::wave_mask_t only_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      only_q <= '1;
    end else if (advance_i) begin
      if (start_i) begin
        left_q <= count_i;
        only_q <= cu_pkg::one_wave(slot_i);
      end else if (left_q != '0) begin
        left_q <= stop_i ? '0 : left_q - (pair_i ? 8'd2 : 8'd1);
        if (stop_i || left_q == (pair_i ? 8'd2 : 8'd1)) only_q <= '1;
        a_alone: assert (only_q == cu_pkg::one_wave(slot_i));
      end
    end
  end

  assign room_o = left_q != 8'd1;
  assign only_o = only_q;
endmodule
