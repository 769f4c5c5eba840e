// SPDX-License-Identifier: Apache-2.0
// Proof about mem_queue, the queue of vmem, with its 8 entries and one head: instructions return in the order of their
// issue. None is lost, and none returns twice. As VM_CNT falls with each return, s_waitcnt knows which have returned
// (control-flow.md 5.3). The same is proved of the two steps before, operand read and service.
//
// The environment ends a step only while the queue shows an instruction for it (an assertion of fifo_pointer). It may
// do so at any time. Beside the module stands an account: how many instructions wait for each step. It follows one
// instruction, which may be any: how many before it wait for each step. So it must be shown at a step when none is
// before it, unchanged.
//
// The proof is an induction over cycles; its invariant ties the pointers to the account. The queue looks at nothing in
// an instruction, so one is four bits here (SHORTENED in scripts/wl/checks/formal.py).
//
// This text stands before the endmodule of rtl/common/mem_queue.sv (scripts/wl/checks/formal.py).
  logic p_started_q;
  initial p_started_q = 1'b0;
  always_ff @(posedge clk_i) p_started_q <= 1'b1;
  always_comb begin
    assume (rst_ni == p_started_q);
    assume (!read_finish_i || read_valid_o);
    assume (!svc_finish_i || svc_valid_o);
    assume (!head_finish_i || head_valid_o);
  end

  (* anyseq *) logic p_follow;  // the instruction that issues is the one to follow
  logic                      p_issue, p_begin;
  logic [IndexBits:0]        p_unread_q, p_unserved_q, p_unreturned_q;  // instructions that have not taken the step
  logic                      p_here_q, p_read_q, p_served_q;  // the followed one has not returned, has taken steps
  logic [IndexBits:0]        p_before_read_q, p_before_served_q, p_before_returned_q;
  logic [$bits(issue_i)-1:0] p_value_q;
  logic [IndexBits:0]        p_place_q, p_after;  // for the invariant alone
  assign p_issue = issue_valid_i && issue_ready_o;
  assign p_after = push_pointer - p_place_q;
  assign p_begin = p_issue && p_follow && !p_here_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      p_unread_q <= '0;
      p_unserved_q <= '0;
      p_unreturned_q <= '0;
      p_here_q <= 1'b0;
    end else begin
      p_unread_q <= p_unread_q + {{IndexBits{1'b0}}, p_issue} - {{IndexBits{1'b0}}, read_finish_i};
      p_unserved_q <= p_unserved_q + {{IndexBits{1'b0}}, p_issue} - {{IndexBits{1'b0}}, svc_finish_i};
      p_unreturned_q <= p_unreturned_q + {{IndexBits{1'b0}}, p_issue} - {{IndexBits{1'b0}}, head_finish_i};
      if (p_begin) begin
        p_here_q <= 1'b1;
        p_read_q <= 1'b0;
        p_served_q <= 1'b0;
        p_value_q <= issue_i;
        p_place_q <= push_pointer;
        p_before_read_q <= p_unread_q - {{IndexBits{1'b0}}, read_finish_i};
        p_before_served_q <= p_unserved_q - {{IndexBits{1'b0}}, svc_finish_i};
        p_before_returned_q <= p_unreturned_q - {{IndexBits{1'b0}}, head_finish_i};
      end else if (p_here_q) begin
        if (read_finish_i && p_before_read_q == '0) p_read_q <= 1'b1;
        else if (read_finish_i) p_before_read_q <= p_before_read_q - 1'b1;
        if (svc_finish_i && p_before_served_q == '0) p_served_q <= 1'b1;
        else if (svc_finish_i) p_before_served_q <= p_before_served_q - 1'b1;
        if (head_finish_i && p_before_returned_q == '0) p_here_q <= 1'b0;
        else if (head_finish_i) p_before_returned_q <= p_before_returned_q - 1'b1;
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      // An instruction waits for a step until it takes it, and comes to it after the steps before.
      assert (issue_ready_o == (p_unreturned_q != (IndexBits + 1)'(Depth)));
      assert (!read_valid_o || p_unread_q != '0);
      assert (svc_valid_o == (p_unserved_q != p_unread_q));
      assert (head_valid_o == (p_unreturned_q != p_unserved_q));
      // The followed one is shown at a step when none is before it.
      if (p_here_q && !p_read_q && p_before_read_q == '0 && read_valid_o) assert (read_o == p_value_q);
      if (p_here_q && p_read_q && !p_served_q && p_before_served_q == '0) begin
        assert (svc_valid_o && svc_o == p_value_q);
      end
      if (p_here_q && p_served_q && p_before_returned_q == '0) assert (head_valid_o && head_o == p_value_q);
      // It takes the steps in their order.
      if (p_here_q && !p_read_q) assert (!p_served_q);
      if (p_here_q && !p_served_q && p_before_returned_q == '0) assert (!head_valid_o);

      // The pointers equal the account.
      assert (push_pointer - read_pointer == p_unread_q);
      assert (push_pointer - svc_pointer == p_unserved_q);
      assert (push_pointer - head_pointer == p_unreturned_q);
      assert (p_unread_q <= p_unserved_q && p_unserved_q <= p_unreturned_q);
      assert (p_unreturned_q <= (IndexBits + 1)'(Depth));
      if (p_here_q) begin
        assert (queue_q[p_place_q[IndexBits-1:0]] == p_value_q);
        assert (p_place_q - head_pointer == p_before_returned_q && p_before_returned_q < p_unreturned_q);
        assert (p_read_q == (p_after > p_unread_q));
        assert (p_served_q == (p_after > p_unserved_q));
        if (!p_read_q) assert (p_place_q - read_pointer == p_before_read_q);
        if (!p_served_q) assert (p_place_q - svc_pointer == p_before_served_q);
      end
    end
  end
