// SPDX-License-Identifier: Apache-2.0
// Proof about mem_queue with Split, the queue of vmem with the memory of RDNA, with 8 entries. It has two heads: loads
// return in the order of their issue, and so do stores (buffer-memory.md 14.2). None is lost, none returns twice, and
// none returns at the head of the other kind. VM_CNT and VS_CNT fall with each return, so a wait knows which have
// returned.
//
// The environment ends a step, and the return of a head, only while the queue shows an instruction for it. It may do so
// at any time. Beside the module stands an account: how many loads and stores have not returned. It follows one
// instruction, which may be any: how many of its kind before it have not returned. When none is before it, its head may
// show no other. A head takes a cycle for each instruction of the other kind. So the followed one is shown within a
// number of cycles, whatever the other head waits for.
//
// The proof is an induction over cycles; its invariant ties the pointers to the account. An instruction is four bits
// here, as in mem_queue_proof.sv, which is about the steps before the heads.
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
    assume (!store_finish_i || store_valid_o);
  end

  (* anyseq *) logic p_follow;  // the instruction that issues is the one to follow
  logic                      p_issue, p_begin;
  logic [IndexBits:0]        p_unserved_q, p_loads_q, p_stores_q;  // not served; not returned
  logic                      p_here_q, p_store_q, p_served_q;  // the followed one: not returned, a store, served
  logic [IndexBits:0]        p_before_served_q, p_before_q;  // before it: not served; of its kind, not returned
  logic [IndexBits:0]        p_hidden_q;  // cycles in which it was the next of its kind, not shown
  logic [$bits(issue_i)-1:0] p_value_q;
  logic                      p_valid, p_next;  // its head shows one; it is the next of its kind
  logic [$bits(issue_i)-1:0] p_shown;
  assign p_issue = issue_valid_i && issue_ready_o;
  assign p_begin = p_issue && p_follow && !p_here_q;
  assign p_valid = p_store_q ? store_valid_o : head_valid_o;
  assign p_shown = p_store_q ? store_o : head_o;
  assign p_next = p_here_q && p_served_q && p_before_q == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      p_unserved_q <= '0;
      p_loads_q <= '0;
      p_stores_q <= '0;
      p_here_q <= 1'b0;
    end else begin
      p_unserved_q <= p_unserved_q + {{IndexBits{1'b0}}, p_issue} - {{IndexBits{1'b0}}, svc_finish_i};
      p_loads_q <= p_loads_q + {{IndexBits{1'b0}}, p_issue && !issue_store_i} - {{IndexBits{1'b0}}, head_finish_i};
      p_stores_q <= p_stores_q + {{IndexBits{1'b0}}, p_issue && issue_store_i} - {{IndexBits{1'b0}}, store_finish_i};
      if (p_begin) begin
        p_here_q <= 1'b1;
        p_store_q <= issue_store_i;
        p_served_q <= 1'b0;
        p_value_q <= issue_i;
        p_place_q <= push_pointer;
        p_hidden_q <= '0;
        p_before_served_q <= p_unserved_q - {{IndexBits{1'b0}}, svc_finish_i};
        p_before_q <= issue_store_i ? p_stores_q - {{IndexBits{1'b0}}, store_finish_i} :
                                      p_loads_q - {{IndexBits{1'b0}}, head_finish_i};
      end else if (p_here_q) begin
        if (svc_finish_i && p_before_served_q == '0) p_served_q <= 1'b1;
        else if (svc_finish_i) p_before_served_q <= p_before_served_q - 1'b1;
        if (p_store_q ? store_finish_i : head_finish_i) begin
          if (p_before_q == '0) p_here_q <= 1'b0;
          else p_before_q <= p_before_q - 1'b1;
        end
        if (p_next && !p_valid) p_hidden_q <= p_hidden_q + 1'b1;
      end
    end
  end

  // For the invariant alone.
  logic [IndexBits:0] p_place_q, p_after, p_first, p_distance;  // p_first: the pointer of its head
  logic [IndexBits:0] p_loads, p_stores, p_before;              // the same counts, of the entries behind the pointers
  logic [IndexBits:0] p_of_head, p_of_store;
  assign p_after = push_pointer - p_place_q;
  assign p_first = p_store_q ? g_split.store_pointer : head_pointer;
  assign p_distance = p_place_q - p_first;
  assign p_of_head = push_pointer - head_pointer;
  assign p_of_store = push_pointer - g_split.store_pointer;
  always_comb begin
    p_loads = '0;
    p_stores = '0;
    p_before = '0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (i[IndexBits:0] < p_of_head && !g_split.is_store_q[head_index_o + i[IndexBits-1:0]]) begin
        p_loads = p_loads + 1'b1;
      end
      if (i[IndexBits:0] < p_of_store && g_split.is_store_q[store_index_o + i[IndexBits-1:0]]) begin
        p_stores = p_stores + 1'b1;
      end
      if (i[IndexBits:0] < p_distance &&
          g_split.is_store_q[p_first[IndexBits-1:0] + i[IndexBits-1:0]] == p_store_q) begin
        p_before = p_before + 1'b1;
      end
    end
  end

  always_comb begin
    if (rst_ni) begin
      // A head shows only instructions that are there, and of its kind.
      assert (!head_valid_o || p_loads_q != '0);
      assert (!store_valid_o || p_stores_q != '0);
      // The followed one is shown when none of its kind is before it; then no other is. It is served before.
      if (p_here_q && p_before_q == '0 && p_valid) assert (p_served_q && p_shown == p_value_q);
      assert (!p_here_q || p_hidden_q < (IndexBits + 1)'(Depth));
      // The queue takes none only while a step or a head has one, or a head passes one by.
      assert (issue_ready_o || read_valid_o || svc_valid_o || head_valid_o || store_valid_o || head_passes ||
              g_split.store_passes);

      // The pointers equal the account.
      assert (push_pointer - svc_pointer == p_unserved_q);
      assert (push_pointer - read_pointer <= p_unserved_q);
      assert (p_unserved_q <= p_of_head && p_unserved_q <= p_of_store);
      assert (p_of_head <= (IndexBits + 1)'(Depth) && p_of_store <= (IndexBits + 1)'(Depth));
      assert (p_loads == p_loads_q && p_stores == p_stores_q);
      if (p_here_q) begin
        assert (queue_q[p_place_q[IndexBits-1:0]] == p_value_q);
        assert (g_split.is_store_q[p_place_q[IndexBits-1:0]] == p_store_q);
        assert (p_after != '0 && p_after <= push_pointer - p_first);
        assert (p_before == p_before_q);
        assert (p_served_q == (p_after > p_unserved_q));
        if (!p_served_q) assert (p_place_q - svc_pointer == p_before_served_q && p_hidden_q == '0);
        if (p_before_q != '0) assert (p_hidden_q == '0);
        else assert (p_hidden_q + p_distance < (IndexBits + 1)'(Depth));
      end
    end
  end
