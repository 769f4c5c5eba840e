// SPDX-License-Identifier: Apache-2.0
// Queue of messages to the host, from s_sendmsg, s_sendmsghalt and s_ttracedata, first in first out. LGKM_CNT of the
// sender falls when the host takes its message. No counter counts a trace message.
module message #(
  parameter int unsigned Depth = cu_pkg::MessageQueueDepth  // a power of two, from 2 on
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         push_i,     // only when ready_o
  input  cu_pkg::msg_t msg_i,
  output logic         ready_o,
  output cu_pkg::wave_mask_t  pending_o,  // waves that have a message in the queue
  // host
  output logic         msg_valid_o,
  input  logic         msg_ready_i,
  output cu_pkg::msg_t msg_o,
  output logic         taken_o,  // the host takes msg_o in this cycle
  output logic         sent_o    // and LGKM_CNT of msg_o.slot falls
);
  localparam int unsigned Bits = $clog2(Depth);

  cu_pkg::msg_t    queue_q [Depth];
  logic [Bits-1:0] first_q;
  logic [Bits:0]   count_q;

  assign ready_o = count_q != (Bits + 1)'(Depth);
  assign msg_valid_o = count_q != '0;
  assign msg_o = queue_q[first_q];
  assign taken_o = msg_valid_o && msg_ready_i;
  assign sent_o = taken_o && !msg_o.trace;

  cu_pkg::msg_t entry;
  always_comb begin
    pending_o = '0;
    entry = '0;
    if (count_q != '0) begin
      for (int i = 0; i < Depth; i++) begin
        entry = queue_q[first_q + Bits'(i)];
        if ((Bits + 1)'(i) < count_q) pending_o[entry.slot] = 1'b1;
      end
    end
  end

  logic unused_entry;
  assign unused_entry = ^entry;  // its other fields

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= '0;
      count_q <= '0;
    end else begin
      if (push_i || taken_o) count_q <= count_q + (Bits + 1)'(push_i) - (Bits + 1)'(taken_o);
      if (taken_o) first_q <= first_q + 1'b1;
      if (push_i) a_no_overflow: assert (ready_o);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) queue_q[first_q + count_q[Bits-1:0]] <= msg_i;
  end
endmodule
