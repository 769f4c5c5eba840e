// SPDX-License-Identifier: Apache-2.0
// Instruction queue of a memory unit. The instructions take three steps in issue order: operand read, service,
// and head, where results are written back and the instruction leaves. The steps work on different instructions.
// A step has an instruction while its *_valid_o is 1, and hands it on with *_finish_i. The oldest instruction is
// in head_o even while service works on it; then head_valid_o is 0.
module mem_queue #(
  parameter int unsigned Depth = 8,         // a power of two
  parameter int unsigned MaxRead = Depth,  // instructions with operands read and service not finished
  localparam int unsigned IndexBits = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 issue_valid_i,
  output logic                 issue_ready_o,
  input  cu_pkg::mem_issue_t   issue_i,
  output logic                 read_valid_o,
  output logic [IndexBits-1:0] read_index_o,
  output cu_pkg::mem_issue_t   read_o,
  input  logic                 read_finish_i,
  output logic                 svc_valid_o,
  output logic [IndexBits-1:0] svc_index_o,
  output cu_pkg::mem_issue_t   svc_o,
  input  logic                 svc_finish_i,
  output logic                 head_valid_o,
  output logic [IndexBits-1:0] head_index_o,
  output cu_pkg::mem_issue_t   head_o,
  input  logic                 head_finish_i
);
  localparam int unsigned Bits = IndexBits + 1;

  logic [$bits(issue_i)-1:0] queue_q [Depth];
  logic [Bits-1:0] tail_q, read_q, svc_q, head_q;  // one bit more than the index

  assign issue_ready_o = (tail_q - head_q) != Bits'(Depth);
  assign read_valid_o = read_q != tail_q && (read_q - svc_q) != Bits'(MaxRead);
  assign svc_valid_o = svc_q != read_q;
  assign head_valid_o = head_q != svc_q;
  assign read_index_o = read_q[IndexBits-1:0];
  assign svc_index_o = svc_q[IndexBits-1:0];
  assign head_index_o = head_q[IndexBits-1:0];
  assign read_o = queue_q[read_index_o];
  assign svc_o = queue_q[svc_index_o];
  assign head_o = queue_q[head_index_o];

  always_ff @(posedge clk_i) begin
    if (issue_valid_i && issue_ready_o) queue_q[tail_q[IndexBits-1:0]] <= issue_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tail_q <= '0;
      read_q <= '0;
      svc_q <= '0;
      head_q <= '0;
    end else begin
      if (issue_valid_i && issue_ready_o) tail_q <= tail_q + Bits'(1);
      if (read_finish_i) read_q <= read_q + Bits'(1);
      if (svc_finish_i) svc_q <= svc_q + Bits'(1);
      if (head_finish_i) head_q <= head_q + Bits'(1);
    end
  end
endmodule
