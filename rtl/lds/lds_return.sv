// SPDX-License-Identifier: Apache-2.0
// The order in which the instructions of the data share return. Those of the LDS return at once, in order of issue, and
// so do those of the GDS. But every second GDS instruction that has others behind it lets one of the LDS return first
// (D-LDS-30). It returns in the next cycle without a return, or when the queue is empty.
module lds_return (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              finish_i,  // an instruction leaves the queue: its VGPRs are written
  input  logic              gds_i,     // one of the GDS
  input  cu_pkg::mem_done_t finish_done_i,
  input  logic              behind_i,  // others are in the queue
  output logic              done_valid_o,
  output cu_pkg::mem_done_t done_o
);
  logic              kept_q;    // a GDS instruction waits here
  logic              passed_q;  // one of the LDS has returned before it
  logic              turn_q;    // the next one waits
  cu_pkg::mem_done_t kept_done_q;
  logic              gds, returns_kept, keeps;
  assign gds = finish_i && gds_i;
  assign returns_kept = kept_q && (gds || (!finish_i && (passed_q || !behind_i)));
  assign keeps = gds && (kept_q || (turn_q && behind_i));

  assign done_valid_o = returns_kept || (finish_i && !keeps);
  assign done_o = returns_kept ? kept_done_q : finish_done_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      kept_q <= 1'b0;
      passed_q <= 1'b0;
      turn_q <= 1'b0;
    end else begin
      if (keeps) kept_q <= 1'b1;
      else if (returns_kept) kept_q <= 1'b0;
      if (keeps) passed_q <= 1'b0;
      else if (finish_i) passed_q <= 1'b1;
      if (gds && behind_i) turn_q <= !turn_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (keeps) kept_done_q <= finish_done_i;
  end
endmodule
