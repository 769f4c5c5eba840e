// SPDX-License-Identifier: Apache-2.0
// Loads and stores of a core. Each has an entry from its issue until it is complete. A request serves all bytes of an
// entry that lie in one line, and entries take turns. Responses come in any order, and so do the entries complete, one
// a cycle: a load then writes its whole register.
module mini_lsu import mini_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,  // only without full_o
  input  logic        store_i,
  input  logic [3:0]  vgpr_i,   // of a load
  input  logic [63:0] base_i,   // address of the buffer
  input  vgpr_t       index_i,  // in elements
  input  vgpr_t       data_i,   // of a store
  input  mask_t       lanes_i,
  output logic        full_o,
  output logic        idle_o,   // nothing is in flight
  output logic [2:0]  free_o,   // the entry that start_i takes
  output logic        req_valid_o,
  input  logic        req_ready_i,
  output mem_req_t    req_o,
  input  logic        rsp_valid_i,
  input  mem_rsp_t    rsp_i,
  output logic        done_o,   // an entry is complete: the lanes of a load are written at this edge
  output logic        done_load_o,
  output logic [2:0]  done_entry_o,
  output logic [3:0]  done_vgpr_o,
  output mask_t       done_lanes_o,
  output vgpr_t       done_data_o
);
  logic [Entries-1:0] busy_q, store_q;
  logic [3:0]         vgpr_q [Entries];
  logic [63:0]        base_q [Entries];
  vgpr_t              index_q [Entries], data_q [Entries];
  mask_t              lanes_q [Entries];
  bytes_t             pending_q [Entries];  // bytes without a request
  bytes_t             waiting_q [Entries];  // bytes with a request that has no response

  // Address of a byte of a lane.
  function automatic logic [63:0] address(input logic [63:0] base, input logic [15:0] index, input logic half);
    return base + {47'b0, index, half};
  endfunction

  // ---- entries ---------------------------------------------------------------------------------------------
  logic [Entries-1:0] wants, complete;
  always_comb begin
    free_o = '0;
    for (int e = Entries - 1; e >= 0; e--) begin
      wants[e]    = busy_q[e] && pending_q[e] != '0;
      complete[e] = busy_q[e] && pending_q[e] == '0 && waiting_q[e] == '0;
      if (!busy_q[e]) free_o = 3'(e);
    end
  end
  assign full_o = &busy_q;
  assign idle_o = busy_q == '0;

  // ---- requests --------------------------------------------------------------------------------------------
  logic        pick, pick_valid, req_valid_q;
  logic [2:0]  picked;
  mem_req_t    req_q, req;
  logic [63:0] pick_at [Lanes][2];  // address of each byte
  bytes_t      pending, requested;
  vgpr_t       pick_index, pick_data;
  assign pick        = !req_valid_q || req_ready_i;
  assign pending     = pending_q[picked];
  assign pick_index  = index_q[picked];
  assign pick_data   = data_q[picked];
  assign req_valid_o = req_valid_q;
  assign req_o       = req_q;
  mini_arbiter #(.N(Entries)) u_pick (
    .clk_i, .rst_ni, .request_i(wants), .taken_i(pick), .valid_o(pick_valid), .chosen_o(picked)
  );

  // The line of the first pending byte, and all pending bytes that lie in it. The highest lane of those
  // that store to one place is the last to write it.
  always_comb begin
    req       = '0;
    req.store = store_q[picked];
    for (int lane = Lanes - 1; lane >= 0; lane--) begin
      for (int half = 1; half >= 0; half--) begin
        pick_at[lane][half] = address(base_q[picked], pick_index[lane], half[0]);
        if (pending[lane][half]) begin
          req.line = pick_at[lane][half][63:6];
          req.id   = '{entry: picked, lane: 3'(lane), half: half[0]};
        end
      end
    end
    for (int lane = 0; lane < Lanes; lane++) begin
      for (int half = 0; half < 2; half++) begin
        requested[lane][half] = pending[lane][half] && pick_at[lane][half][63:6] == req.line;
        if (requested[lane][half]) begin
          req.be[pick_at[lane][half][5:0]]              = 1'b1;
          req.data[{pick_at[lane][half][5:0], 3'b0}+:8] = pick_data[lane][8*half+:8];
        end
      end
      req.lanes[lane] = requested[lane] != '0;
    end
  end

  // ---- responses -------------------------------------------------------------------------------------------
  logic [63:0] rsp_at [Lanes][2];
  bytes_t      answered, waiting;
  vgpr_t       rsp_index, loaded;
  logic [57:0] rsp_line;
  assign waiting   = waiting_q[rsp_i.id.entry];
  assign rsp_index = index_q[rsp_i.id.entry];
  assign rsp_line  = rsp_at[rsp_i.id.lane][rsp_i.id.half][63:6];
  always_comb begin
    for (int lane = 0; lane < Lanes; lane++) begin
      for (int half = 0; half < 2; half++) begin
        rsp_at[lane][half] = address(base_q[rsp_i.id.entry], rsp_index[lane], half[0]);
      end
    end
  end
  always_comb begin
    loaded = data_q[rsp_i.id.entry];
    for (int lane = 0; lane < Lanes; lane++) begin
      for (int half = 0; half < 2; half++) begin
        answered[lane][half] = waiting[lane][half] && rsp_at[lane][half][63:6] == rsp_line;
        if (answered[lane][half]) begin
          loaded[lane][8*half+:8] = rsp_i.error ? 8'b0 : rsp_i.data[{rsp_at[lane][half][5:0], 3'b0}+:8];
        end
      end
    end
  end

  // ---- complete entries --------------------------------------------------------------------------------------
  mini_arbiter #(.N(Entries)) u_done (
    .clk_i, .rst_ni, .request_i(complete), .taken_i(1'b1), .valid_o(done_o), .chosen_o(done_entry_o)
  );
  assign done_load_o  = done_o && !store_q[done_entry_o];
  assign done_vgpr_o  = vgpr_q[done_entry_o];
  assign done_lanes_o = lanes_q[done_entry_o];
  assign done_data_o  = data_q[done_entry_o];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q      <= '0;
      req_valid_q <= 1'b0;
    end else begin
      if (done_o) busy_q[done_entry_o] <= 1'b0;
      if (start_i) begin
        busy_q[free_o]    <= 1'b1;
        store_q[free_o]   <= store_i;
        vgpr_q[free_o]    <= vgpr_i;
        base_q[free_o]    <= base_i;
        index_q[free_o]   <= index_i;
        data_q[free_o]    <= data_i;
        lanes_q[free_o]   <= lanes_i;
        waiting_q[free_o] <= '0;
        for (int lane = 0; lane < Lanes; lane++) pending_q[free_o][lane] <= {2{lanes_i[lane]}};
      end
      if (rsp_valid_i && !store_q[rsp_i.id.entry]) data_q[rsp_i.id.entry] <= loaded;
      for (int e = 0; e < Entries; e++) begin
        if (rsp_valid_i && rsp_i.id.entry == 3'(e)) waiting_q[e] <= waiting_q[e] & ~answered;
        if (pick && pick_valid && picked == 3'(e)) begin
          pending_q[e] <= pending_q[e] & ~requested;
          waiting_q[e] <= (waiting_q[e] & ~(rsp_valid_i && rsp_i.id.entry == 3'(e) ? answered : '0)) | requested;
        end
      end
      if (pick) begin
        req_valid_q <= pick_valid;
        req_q       <= req;
      end
    end
  end
endmodule
