// SPDX-License-Identifier: Apache-2.0
// Asserts what fetch.sv and icache.sv promise of time (docs/blocks.md, "Fetch"). A fetch that breaks it costs cycles
// and leaves all values right, so nothing else would notice. Beside the unit stands an account of the waves that have
// their instruction, of the lines and of the misses. Bound to fetch; names resolve in fetch.
module fetch_rules (
  input logic clk_i,
  input logic rst_ni
);
  localparam int unsigned Misses = 4;
  localparam int unsigned Lines = 64;

  cu_pkg::wave_mask_t ready_q, half_q;   // waves that have the whole instruction; the first dword alone
  cu_pkg::wave_mask_t waits_q;           // waves that wait for a line
  cu_pkg::slot_t      last_q;            // wave of the last lookup
  logic [47:12]       tag_q [Lines];
  logic [Lines-1:0]   has_q;
  logic [47:6]        line_q [Misses];   // of a miss
  cu_pkg::wave_mask_t waves_q [Misses];  // that wait for it
  logic [Misses-1:0]  open_q, drops_q;   // it is in flight; the line is dropped when it comes
  longint unsigned    begun_q [Misses];  // the cycle in which it began
  longint unsigned    until_q [Misses];  // the last cycle in which no other line of the index is requested
  logic [1:0]         next_q;            // the next miss
  logic [1:0]         send_q;            // the next request
  logic [2:0]         unsent_q;

  cu_pkg::wave_mask_t need;
  logic [15:0]        after, its_turn;  // who needs a lookup, and the wave of the lookup: bit 0 comes after last_q
  logic [47:6]        line;
  logic [5:0]         index;
  logic [1:0]         came;
  logic               bundled, whole, barred;
  int                 same;             // the miss of the line that is looked up; Misses: none

  // The variables are assigned and read in this process alone, in order. So Verilator keeps no second copy of them.
  // verilator lint_off BLKSEQ
  logic in_reset;
  assign in_reset = !rst_ni;
  always_ff @(posedge clk_i) begin
    if (in_reset) begin
      {ready_q, half_q, waits_q} = '0;
      last_q = '0;
      has_q = '0;
      {open_q, drops_q} = '0;
      {next_q, send_q, unsent_q} = '0;
      for (int i = 0; i < Misses; i++) until_q[i] = 0;
    end else begin
      a_whole: assert (fetch.ready_o == ready_q);
      a_waits: assert (fetch.u_icache.waiting_o == waits_q);
      a_requests: assert (fetch.imem_req_valid_o == (unsent_q != '0));
      if (fetch.imem_req_valid_o && fetch.imem_req_ready_i) begin
        a_line: assert (fetch.imem_req_o.line[47:6] == line_q[send_q]);
        send_q = send_q + 2'd1;
        unsent_q = unsent_q - 3'd1;
      end
      need = fetch.live_i & ~ready_q & ~waits_q;
      a_lookup: assert (fetch.lookup == (need != '0));
      if (need != '0) begin
        after = 16'({16'(need), 16'(need)} >> (5'(last_q) + 5'd1));
        its_turn = 16'd1 << 4'(fetch.slot - last_q - 4'd1);
        a_turn: assert ((after & (its_turn | (its_turn - 16'd1))) == its_turn);
        last_q = fetch.slot;
        bundled = fetch.bundled_i[last_q];
        if (fetch.hit) begin
          // The data tell a hit that should be a miss.
          whole = half_q[last_q] || bundled || fetch.pc_i[5:2] != '1 || fetch.hit_error || !fetch.size8;
          ready_q[last_q] = whole;
          half_q[last_q] = !whole;
        end else begin
          // The second half of an instruction begins a line.
          line = fetch.pc_i[47:6] + 42'(half_q[last_q]);
          index = line[11:6];
          a_hit: assert (!(has_q[index] && tag_q[index] == line[47:12]) &&
                         !(bundled && (fetch.pc_i[2:0] != '0 || fetch.pc_i[4:3] == '0)));
          barred = open_q[next_q] || until_q[next_q] >= cu.u_probe.cycle_q;
          same = Misses;
          for (int i = 0; i < Misses; i++) begin
            if ((open_q[i] || until_q[i] >= cu.u_probe.cycle_q) && line_q[i][11:6] == index) barred = 1'b1;
            if (open_q[i] && !drops_q[i] && line_q[i] == line) same = i;
          end
          if (!barred) begin
            same = int'(next_q);
            open_q[same] = 1'b1;
            drops_q[same] = 1'b0;
            begun_q[same] = cu.u_probe.cycle_q;
            line_q[same] = line;
            waves_q[same] = '0;
            next_q = next_q + 2'd1;
            unsent_q = unsent_q + 3'd1;
          end
          if (same != Misses) begin
            waves_q[same][last_q] = 1'b1;
            waits_q[last_q] = 1'b1;
          end
        end
      end
      if (fetch.take_i) begin
        ready_q[fetch.take_slot_i] = fetch.move_i.stays;
        half_q[fetch.take_slot_i] = 1'b0;
      end
      if (fetch.imem_rsp_valid_i) begin
        came = fetch.imem_rsp_i.id[1:0];
        open_q[came] = 1'b0;
        waits_q = waits_q & ~waves_q[came];
        if (!drops_q[came]) begin
          has_q[line_q[came][11:6]] = 1'b1;
          tag_q[line_q[came][11:6]] = line_q[came][47:12];
          until_q[came] = cu.u_probe.cycle_q + 64'd16;
        end
      end
      if (fetch.launch_valid_i) begin
        ready_q[fetch.launch_slot_i] = 1'b0;
        half_q[fetch.launch_slot_i] = 1'b0;
      end
      if (fetch.invalidate_i) begin
        {ready_q, half_q} = '0;
        has_q = '0;
        for (int i = 0; i < Misses; i++) begin
          drops_q[i] = begun_q[i] != cu.u_probe.cycle_q;  // what begins in this cycle brings the new line
          until_q[i] = 0;
        end
      end
    end
  end
  // verilator lint_on BLKSEQ
endmodule
