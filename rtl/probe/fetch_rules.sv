// SPDX-License-Identifier: Apache-2.0
// Asserts what the headers of fetch.sv and icache.sv promise of time. A fetch that breaks it costs cycles and leaves
// all values right, so nothing else would notice. The rules:
//   - There is a lookup in each cycle in which a live wave lacks its instruction and waits for no line. The waves have
//     their turns in the round.
//   - A line that came hits until the cache drops it.
//   - A lookup that misses makes its wave wait for the line. The line is requested if none of its index is in flight or
//     came in the last sixteen cycles. The wave waits until the line is there, and no longer.
//   - A hit gives the whole instruction, unless its second dword lies in the next line.
// Beside the cache stands a plain account of its lines and misses. Bound to fetch; its names are those of fetch.
module fetch_rules (
  input logic clk_i,
  input logic rst_ni
);
  localparam int unsigned Misses = 4;
  localparam int unsigned Stays = 16;  // cycles for which no other line of the index is requested
  localparam int unsigned Lines = 64;

  // ---- turns ---------------------------------------------------------------------------------------
  cu_pkg::wave_mask_t need;
  cu_pkg::slot_t      last_q;  // wave of the last lookup
  assign need = fetch.live_i & ~fetch.ready_o & ~fetch.u_icache.waiting_o;

  // Whether a wave that needs a lookup comes after the last one in the round and before the one looked up.
  function automatic logic passes_over();
    logic [3:0] turn, its_turn;
    turn = 4'(fetch.slot) - 4'(last_q) - 4'd1;
    passes_over = 1'b0;
    for (int unsigned w = 0; w < cu_pkg::NumWaves; w++) begin
      its_turn = 4'(w) - 4'(last_q) - 4'd1;
      if (need[w] && its_turn < turn) passes_over = 1'b1;
    end
  endfunction

  // ---- lines and misses ----------------------------------------------------------------------------
  logic [47:12]        tag_q [Lines];
  logic [Lines-1:0]    has_q;
  logic [47:6]         line_q [Misses];   // of a miss
  cu_pkg::wave_mask_t  waves_q [Misses];  // that wait for it
  logic [Misses-1:0]   open_q, drops_q;   // it is in flight; the line is dropped when it comes
  logic [4:0]          stays_q [Misses];
  logic [1:0]          next_q;            // the next miss
  logic [1:0]          send_q;            // the next request
  logic [2:0]          unsent_q;

  logic [47:6] line;
  logic [5:0]  index;
  logic [1:0]  came;
  logic        misses, barred, opens, sends, fills;
  assign line = fetch.addr[47:6];
  assign index = line[11:6];
  assign came = fetch.imem_rsp_i.id[1:0];
  assign misses = fetch.u_icache.lookup_valid_i && !fetch.u_icache.hit_o;
  assign sends = fetch.imem_req_valid_o && fetch.imem_req_ready_i;
  assign fills = fetch.imem_rsp_valid_i && !drops_q[came] && !fetch.invalidate_i;

  cu_pkg::wave_mask_t waits;
  always_comb begin
    barred = 1'b0;
    waits = '0;
    for (int i = 0; i < Misses; i++) begin
      if ((open_q[i] || stays_q[i] != '0) && line_q[i][11:6] == index) barred = 1'b1;
      if (open_q[i]) waits = waits | waves_q[i];
    end
  end
  assign opens = misses && !barred && !open_q[next_q] && stays_q[next_q] == '0;

  // ---- whole instructions --------------------------------------------------------------------------
  cu_pkg::wave_mask_t half_q;   // waves that have the first dword alone
  logic               whole, came_q;  // in the last cycle a whole instruction came, for the wave of the lookup
  assign whole = half_q[fetch.slot] || fetch.hit_error || fetch.control || !front_pkg::size8_of(fetch.hit_word0) ||
                 fetch.addr[5:2] != '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      half_q <= '0;
      came_q <= 1'b0;
      last_q <= '0;
      has_q <= '0;
      open_q <= '0;
      drops_q <= '0;
      next_q <= '0;
      send_q <= '0;
      unsent_q <= '0;
      for (int i = 0; i < Misses; i++) begin
        line_q[i] <= '0;
        waves_q[i] <= '0;
        stays_q[i] <= '0;
      end
    end else begin
      if (fetch.lookup) last_q <= fetch.slot;
      came_q <= fetch.hit && whole && !fetch.invalidate_i &&
                !(fetch.launch_valid_i && fetch.launch_slot_i == fetch.slot);
      if (fetch.hit) half_q[fetch.slot] <= !whole;
      if (fetch.launch_valid_i) half_q[fetch.launch_slot_i] <= 1'b0;
      if (fetch.invalidate_i) half_q <= '0;
      for (int i = 0; i < Misses; i++) begin
        if (stays_q[i] != '0) stays_q[i] <= stays_q[i] - 5'd1;
        if (misses && open_q[i] && !drops_q[i] && line_q[i] == line) waves_q[i][fetch.slot] <= 1'b1;
      end
      if (opens) begin
        open_q[next_q] <= 1'b1;
        drops_q[next_q] <= 1'b0;
        line_q[next_q] <= line;
        waves_q[next_q] <= cu_pkg::one_wave(fetch.slot);
        next_q <= next_q + 2'd1;
      end
      if (sends) send_q <= send_q + 2'd1;
      unsent_q <= unsent_q + 3'(opens) - 3'(sends);
      if (fetch.imem_rsp_valid_i) open_q[came] <= 1'b0;
      if (fills) begin
        has_q[line_q[came][11:6]] <= 1'b1;
        tag_q[line_q[came][11:6]] <= line_q[came][47:12];
        stays_q[came] <= 5'(Stays);
      end
      if (fetch.invalidate_i) begin
        has_q <= '0;
        for (int i = 0; i < Misses; i++) begin
          if (!(opens && next_q == i[1:0])) drops_q[i] <= 1'b1;
          stays_q[i] <= '0;
        end
      end

      a_lookup: assert (fetch.lookup == (need != '0));
      if (fetch.lookup) a_turn: assert (need[fetch.slot] && !passes_over());
      if (fetch.u_icache.lookup_valid_i) begin
        a_hit: assert (fetch.u_icache.hit_o == (has_q[index] && tag_q[index] == line[47:12]));
      end
      if (came_q) a_whole: assert (fetch.ready_o[last_q]);
      a_waits: assert (fetch.u_icache.waiting_o == waits);
      a_requests: assert (fetch.imem_req_valid_o == (unsent_q != '0));
      if (fetch.imem_req_valid_o) a_line: assert (fetch.imem_req_o.line[47:6] == line_q[send_q]);
    end
  end
endmodule
