// SPDX-License-Identifier: Apache-2.0
// A pointer into a queue, first in first out. A queue is an array of Depth entries and a pointer for each step that its
// entries take, the first of which is the push. Each pointer stands at the entry that takes its step next, and follows
// the pointer of the step before. The push follows the last step at a distance of Depth: its limit is that pointer plus
// Depth.
module fifo_pointer #(
  parameter int unsigned Depth = 4,  // entries: a power of two, from 2 on
  localparam int unsigned IndexBits = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [IndexBits:0]   limit_i,    // up to where entries have taken the step before
  output logic                 valid_o,    // there is an entry for this step; for the push a free one
  output logic [IndexBits-1:0] index_o,    // that entry
  input  logic                 advance_i,  // it takes the step; only with valid_o
  output logic [IndexBits:0]   pointer_o   // one bit more than the index: full and empty differ
);
  logic [IndexBits:0] pointer_q;
  assign pointer_o = pointer_q;
  assign valid_o = pointer_q != limit_i;
  assign index_o = pointer_q[IndexBits-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pointer_q <= '0;
    end else if (advance_i) begin
      pointer_q <= pointer_q + 1'b1;
      a_within_limit: assert (valid_o);
    end
  end
endmodule
