// SPDX-License-Identifier: Apache-2.0
// A fixed execution unit of three cycles for the bench: its writes would meet those of the units of one cycle. Result:
// lo = a ^ (b + c).
module slow_unit (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               req_valid_i,
  input  cu_pkg::exec_pass_t req_i,
  input  cu_pkg::pass_t      a_i,
  input  cu_pkg::pass_t      b_i,
  input  cu_pkg::pass_t      c_i,
  output logic               rsp_valid_o,
  output cu_pkg::exec_pass_t rsp_o,
  output cu_pkg::pass_t      lo_o
);
  logic [2:0] valid_q;
  cu_pkg::exec_pass_t pass_q [3];
  cu_pkg::pass_t lo_q [3];
  assign rsp_valid_o = valid_q[2];
  assign rsp_o = pass_q[2];
  assign lo_o = lo_q[2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[1:0], req_valid_i};
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 16; i++) begin
      lo_q[0][32*i +: 32] <= a_i[32*i +: 32] ^ (b_i[32*i +: 32] + c_i[32*i +: 32]);
    end
    pass_q[0] <= req_i;
    for (int unsigned n = 1; n < 3; n++) begin
      pass_q[n] <= pass_q[n-1];
      lo_q[n] <= lo_q[n-1];
    end
  end
endmodule
