// SPDX-License-Identifier: Apache-2.0
// Queue of messages to the host, from s_sendmsg, s_sendmsghalt and s_ttracedata, first in first out. LGKM_CNT of the
// sender falls when the host takes its message. No counter counts a trace message.
module message #(
  parameter int unsigned Depth = cu_pkg::MessageQueueDepth  // a power of two, from 2 on
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               push_i,     // only when ready_o
  input  flow_pkg::msg_t     msg_i,
  output logic               ready_o,
  output cu_pkg::wave_mask_t pending_o,  // waves that have a message in the queue
  // host
  output logic               msg_valid_o,
  input  logic               msg_ready_i,
  output flow_pkg::msg_t     msg_o,
  output logic               taken_o,    // the host takes msg_o in this cycle
  output logic               sent_o      // and LGKM_CNT of msg_o.slot falls
);
  localparam int unsigned IndexBits = $clog2(Depth);

  flow_pkg::msg_t       queue_q [Depth];
  logic [IndexBits-1:0] push_index, first;
  logic [IndexBits:0]   push_pointer, first_pointer, count;

  fifo_pointer #(.Depth(Depth)) u_push (
    .clk_i, .rst_ni, .limit_i(first_pointer + (IndexBits + 1)'(Depth)), .valid_o(ready_o), .index_o(push_index),
    .advance_i(push_i), .pointer_o(push_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_first (
    .clk_i, .rst_ni, .limit_i(push_pointer), .valid_o(msg_valid_o), .index_o(first),
    .advance_i(taken_o), .pointer_o(first_pointer)
  );
  assign msg_o = queue_q[first];
  assign taken_o = msg_valid_o && msg_ready_i;
  assign sent_o = taken_o && !msg_o.trace;

  flow_pkg::msg_t entry;
  always_comb begin
    pending_o = '0;
    entry = '0;
    count = '0;
    if (msg_valid_o) begin
      count = push_pointer - first_pointer;
      for (int i = 0; i < Depth; i++) begin
        entry = queue_q[first + IndexBits'(i)];
        if ((IndexBits + 1)'(i) < count) pending_o[entry.slot] = 1'b1;
      end
    end
  end

  logic unused_entry;
  assign unused_entry = ^entry;  // its other fields

  always_ff @(posedge clk_i) begin
    if (push_i) queue_q[push_index] <= msg_i;
  end
endmodule
