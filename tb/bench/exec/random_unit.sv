// SPDX-License-Identifier: Apache-2.0
// A variable execution unit for the bench. It takes requests when accept_i allows it, keeps up to 16, and responds in
// any order, but with the last pass of an instruction last. It offers a response when respond_i allows it, beginning
// its search at pick_i. Result: lo = a ^ (b + c), hi = b ^ (a - c), mask bit = lo[0].
module random_unit (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 accept_i,
  input  logic                 respond_i,
  input  logic [3:0]           pick_i,
  input  logic                 req_valid_i,
  output logic                 req_ready_o,
  input  exec_pkg::exec_pass_t req_i,
  input  cu_pkg::pass_t        a_i,
  input  cu_pkg::pass_t        b_i,
  input  cu_pkg::pass_t        c_i,
  output logic                 rsp_valid_o,
  input  logic                 rsp_ready_i,
  output exec_pkg::exec_pass_t rsp_o,
  output cu_pkg::pass_t        lo_o,
  output cu_pkg::pass_t        hi_o,
  output logic [15:0]          bits_o
);
  logic [15:0] valid_q;
  exec_pkg::exec_pass_t pass_q [16];
  cu_pkg::pass_t lo_q [16];
  cu_pkg::pass_t hi_q [16];

  logic rsp_valid_q;
  exec_pkg::exec_pass_t rsp_q;
  cu_pkg::pass_t rsp_lo_q, rsp_hi_q;
  assign rsp_valid_o = rsp_valid_q;
  assign rsp_o = rsp_q;
  assign lo_o = rsp_lo_q;
  assign hi_o = rsp_hi_q;
  for (genvar g = 0; g < 16; g++) begin : gen_bits
    assign bits_o[g] = rsp_lo_q[32*g];
  end

  logic [3:0] free;
  assign free = bits_pkg::lowest16(~valid_q);
  assign req_ready_o = accept_i && valid_q != '1;

  // The next response. An instruction's last pass waits for the others.
  logic found;
  logic [3:0] next;
  always_comb begin
    logic [3:0] n;
    logic alone;
    found = 1'b0;
    next = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      n = pick_i + 4'(i);
      alone = 1'b1;
      for (int unsigned k = 0; k < 16; k++) begin
        if (valid_q[k] && 4'(k) != n && pass_q[k].tag == pass_q[n].tag) alone = 1'b0;
      end
      if (!found && valid_q[n] && (alone || !pass_q[n].last)) begin
        found = 1'b1;
        next = n;
      end
    end
  end

  logic respond;
  assign respond = found && respond_i && (!rsp_valid_q || rsp_ready_i);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      rsp_valid_q <= 1'b0;
    end else begin
      if (req_valid_i && req_ready_o) valid_q[free] <= 1'b1;
      if (respond) valid_q[next] <= 1'b0;
      rsp_valid_q <= respond || (rsp_valid_q && !rsp_ready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    cu_pkg::pass_t lo, hi;
    if (req_valid_i && req_ready_o) begin
      for (int unsigned i = 0; i < 16; i++) begin
        lo[32*i +: 32] = a_i[32*i +: 32] ^ (b_i[32*i +: 32] + c_i[32*i +: 32]);
        hi[32*i +: 32] = b_i[32*i +: 32] ^ (a_i[32*i +: 32] - c_i[32*i +: 32]);
      end
      pass_q[free] <= req_i;
      lo_q[free] <= lo;
      hi_q[free] <= hi;
    end
    if (respond) begin
      rsp_q <= pass_q[next];
      rsp_lo_q <= lo_q[next];
      rsp_hi_q <= hi_q[next];
    end
  end
endmodule
