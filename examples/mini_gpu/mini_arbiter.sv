// SPDX-License-Identifier: Apache-2.0
// Round robin: of those that request, the first one behind the one that was served last.
module mini_arbiter #(
  parameter int N = 2  // a power of two
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [N-1:0]         request_i,
  input  logic                 taken_i,  // who is chosen is served at this edge
  output logic                 valid_o,
  output logic [$clog2(N)-1:0] chosen_o
);
  logic [$clog2(N)-1:0] last_q, candidate;

  assign valid_o = request_i != '0;
  always_comb begin
    chosen_o  = '0;
    candidate = '0;
    for (int k = N; k > 0; k--) begin
      candidate = last_q + ($clog2(N))'(k);
      if (request_i[candidate]) chosen_o = candidate;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_q <= '1;
    else if (valid_o && taken_i) last_q <= chosen_o;
  end
endmodule
