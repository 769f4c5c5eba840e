// SPDX-License-Identifier: Apache-2.0
// A counter up to a limit, for scripts/tests/test_mutation.py: one expression for each operator of mutants.
module mutants_toy (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       up_i,
  input  logic       down_i,
  input  logic [1:0] step_i,
  input  logic [3:0] limit_i,
  output logic [3:0] count_o,
  output logic       full_o
);
  logic [3:0] count_q, count_d, step;
  logic       full_q, never_q, seen_q;
  // Events that never show: how many slots are in use, of the last one its step, and whether the last event was an up.
  logic [1:0] slot, last_slot_q;
  logic [1:0] step0_q [4], step1_q [4];
  logic [2:0] used_q;
  logic       up_q;

  always_comb begin
    step = 4'd1;
    unique case (step_i)
      2'd1: step = 4'd2;
      2'd2: step = 4'd4;
      2'd3: step = 4'd1;  // as the default
      default: if (up_i) step = 4'd1;  // an if without else, into which a mutant of the other items may not fall
    endcase
  end

  always_comb begin
    count_d = count_q;
    if (up_i && count_q < limit_i) count_d = count_q + step;
    else if (down_i) count_d = count_q[3:0] - (count_q == 4'd0 ? 4'd0 : 4'd1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      full_q <= 1'b0;
      never_q <= 1'b0;
      seen_q <= 1'b0;
      last_slot_q <= '0;
      used_q <= '0;
      up_q <= 1'b0;
      for (int unsigned i = 0; i < 4; i++) begin
        step0_q[i] <= '0;
        step1_q[i] <= '0;
      end
    end else begin
      count_q <= count_d;
      full_q <= count_d >= limit_i;
      never_q <= never_q && up_i;
      seen_q <= seen_q || up_i;
      used_q <= used_q + {2'd0, up_i} - {2'd0, down_i};
      if (up_i) begin
        last_slot_q <= slot;
        step0_q[slot] <= step_i;
      end
      if (down_i) step1_q[last_slot_q] <= step0_q[last_slot_q];
      if (up_i) up_q <= 1'b1;
      if (down_i) up_q <= 1'b0;
      if (up_q) step1_q[slot] <= step_i;
    end
  end
  assign slot = step_i ^ count_q[1:0];
  assign count_o = never_q && seen_q ? 4'd9 : count_q;
  assign full_o = full_q;
endmodule
