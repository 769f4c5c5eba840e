// SPDX-License-Identifier: Apache-2.0
// Instruction queue of a memory unit. The instructions take three steps in issue order: operand read, service,
// and head, where results are written back and the instruction leaves. The steps work on different instructions.
// A step has an instruction while its *_valid_o is 1, and hands it on with *_finish_i. Without *_valid_o its
// instruction is 0.
//
// With Split there are two heads: store_* for the instructions that came with issue_store_i, head_* for the others.
// Each head has its instructions in issue order, whatever the other waits for (buffer-memory.md 14.2). A head passes by
// an instruction of the other in a cycle of its own. An entry is free when both have passed it.
module mem_queue #(
  parameter int unsigned Depth = 8,        // a power of two, from 2 on
  parameter int unsigned MaxRead = Depth,  // instructions with operands read and service not finished
  parameter bit Split = 1'b0,
  parameter bit Stored = 1'b1,             // 0: the parent keeps the instructions, by index; read_o .. store_o are 0
  localparam int unsigned IndexBits = $clog2(Depth)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      issue_valid_i,
  output logic                      issue_ready_o,
  input  mem_issue_pkg::mem_issue_t issue_i,
  input  logic                      issue_store_i,
  output logic [IndexBits-1:0]      issue_index_o,  // where the instruction goes
  output logic                      read_valid_o,
  output logic [IndexBits-1:0]      read_index_o,
  output mem_issue_pkg::mem_issue_t read_o,
  input  logic                      read_finish_i,
  output logic                      svc_valid_o,
  output logic [IndexBits-1:0]      svc_index_o,
  output mem_issue_pkg::mem_issue_t svc_o,
  input  logic                      svc_finish_i,
  output logic                      head_valid_o,
  output logic [IndexBits-1:0]      head_index_o,
  output mem_issue_pkg::mem_issue_t head_o,
  input  logic                      head_finish_i,
  output logic                      store_valid_o,  // without Split 0, and what follows
  output logic [IndexBits-1:0]      store_index_o,
  output mem_issue_pkg::mem_issue_t store_o,
  input  logic                      store_finish_i
);
  logic [$bits(issue_i)-1:0] queue_q [Depth];
  logic                      push, read_waits;
  logic [IndexBits-1:0]      push_index;
  logic [IndexBits:0]        push_pointer, read_pointer, svc_pointer, head_pointer;
  logic [IndexBits:0]        oldest_pointer;  // of the oldest entry that is not free
  logic                      head_there, head_passes;
  assign push = issue_valid_i && issue_ready_o;
  assign issue_index_o = push_index;

  fifo_pointer #(.Depth(Depth)) u_push (
    .clk_i, .rst_ni, .limit_i(oldest_pointer + (IndexBits + 1)'(Depth)), .valid_o(issue_ready_o), .index_o(push_index),
    .advance_i(push), .pointer_o(push_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_read (
    .clk_i, .rst_ni, .limit_i(push_pointer), .valid_o(read_waits), .index_o(read_index_o),
    .advance_i(read_finish_i), .pointer_o(read_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_service (
    .clk_i, .rst_ni, .limit_i(read_pointer), .valid_o(svc_valid_o), .index_o(svc_index_o),
    .advance_i(svc_finish_i), .pointer_o(svc_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_head (
    .clk_i, .rst_ni, .limit_i(svc_pointer), .valid_o(head_there), .index_o(head_index_o),
    .advance_i(head_finish_i || head_passes), .pointer_o(head_pointer)
  );
  assign head_valid_o = head_there && !head_passes;

  if (Split) begin : g_split
    logic [IndexBits:0] store_pointer;
    logic               store_there, store_passes;
    logic [Depth-1:0]   is_store_q;  // entries with instructions of the second head
    fifo_pointer #(.Depth(Depth)) u_store (
      .clk_i, .rst_ni, .limit_i(svc_pointer), .valid_o(store_there), .index_o(store_index_o),
      .advance_i(store_finish_i || store_passes), .pointer_o(store_pointer)
    );
    always_comb begin
      store_o = '0;
      if (Stored && store_valid_o) store_o = queue_q[store_index_o];
    end
    assign head_passes = head_there && is_store_q[head_index_o];
    assign store_passes = store_there && !is_store_q[store_index_o];
    always_ff @(posedge clk_i) begin
      if (push) is_store_q[push_index] <= issue_store_i;
    end
    assign store_valid_o = store_there && !store_passes;
    assign oldest_pointer = svc_pointer - head_pointer >= svc_pointer - store_pointer ? head_pointer : store_pointer;
  end else begin : g_single
    logic unused_store;
    assign unused_store = issue_store_i ^ store_finish_i;
    assign head_passes = 1'b0;
    assign oldest_pointer = head_pointer;
    assign store_valid_o = 1'b0;
    assign store_index_o = '0;
    assign store_o = '0;
  end

  assign read_valid_o = read_waits && (read_pointer - svc_pointer) != (IndexBits + 1)'(MaxRead);
  always_comb begin
    read_o = '0;
    svc_o = '0;
    head_o = '0;
    if (Stored && read_valid_o) read_o = queue_q[read_index_o];
    if (Stored && svc_valid_o) svc_o = queue_q[svc_index_o];
    if (Stored && head_valid_o) head_o = queue_q[head_index_o];
  end

  always_ff @(posedge clk_i) begin
    if (push && Stored) queue_q[push_index] <= issue_i;
  end
endmodule
