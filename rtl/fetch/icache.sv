// SPDX-License-Identifier: Apache-2.0
// Instruction cache of the compute unit: direct mapped, lines of 64 bytes, up to four misses in flight. One lookup
// per cycle, combinational: hit_o with the two dwords from the address on, or 0 without a lookup. The second dword is
// valid only if it lies in the same line. If a fetch gives eight dwords, half_o is the half of the line in which the
// address lies; else it is 0. On a miss the wave waits until its bit of waiting_o falls, and looks up again. A line
// that memory does not map is kept and marked (error_o on a hit). invalidate_i drops all lines, and the lines in flight
// when they arrive.
//
// After a line arrives no other line of its index is requested for sixteen cycles. Lookups go round the waves, so
// each wave that waited for the line has had its turn by then. Without this rule, waves on two lines of one index can
// evict each other's line for ever before either uses it.
//
// coverage off toggle unused_id: A response returns the id of its request, whose upper bits are 0.
module icache #(
  parameter int unsigned Lines = 64,
  parameter int unsigned FetchWords = 2  // dwords that a fetch gives: 2 or 8
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               invalidate_i,
  input  logic               lookup_valid_i,
  input  cu_pkg::slot_t      lookup_slot_i,
  input  logic [47:2]        lookup_addr_i,
  output logic               hit_o,
  output logic               error_o,
  output logic [31:0]        word0_o,
  output logic [31:0]        word1_o,
  output logic               word1_valid_o,
  output logic [255:0]       half_o,
  output cu_pkg::wave_mask_t waiting_o,  // waves whose line is in flight
  output logic               imem_req_valid_o,
  input  logic               imem_req_ready_i,
  output mem_pkg::mem_req_t  imem_req_o,
  input  logic               imem_rsp_valid_i,
  input  mem_pkg::mem_rsp_t  imem_rsp_i
);
  localparam int unsigned IndexBits = $clog2(Lines);

  logic [511:0]          data_q [Lines];
  logic [47:6+IndexBits] tag_q [Lines];
  logic [Lines-1:0]      valid_q, error_q;

  logic [IndexBits-1:0] index;
  assign index = lookup_addr_i[6 +: IndexBits];

  always_comb begin
    hit_o = 1'b0;
    error_o = 1'b0;
    word0_o = '0;
    word1_o = '0;
    half_o = '0;
    if (lookup_valid_i) begin
      hit_o = valid_q[index] && tag_q[index] == lookup_addr_i[47:6+IndexBits];
      error_o = error_q[index];
      word0_o = data_q[index][{lookup_addr_i[5:2], 5'd0} +: 32];
      word1_o = data_q[index][{lookup_addr_i[5:2] + 4'd1, 5'd0} +: 32];
      half_o = FetchWords > 2 ? data_q[index][{lookup_addr_i[5], 8'd0} +: 256] : '0;
    end
  end
  assign word1_valid_o = lookup_addr_i[5:2] != 4'd15;

  // Misses: a ring of four, allocated and requested in order, answered in any order.
  logic [47:6]        miss_line_q [4];
  cu_pkg::wave_mask_t miss_waves_q [4];
  logic [3:0]         miss_valid_q, miss_stale_q;
  logic [1:0]         alloc_q, send_q;
  logic [2:0]         unsent_q;

  logic [4:0] settle_q [4];  // cycles for which the line of a miss still stays
  logic [3:0] same, taken;   // the miss is for the line looked up; the index looked up belongs to the miss
  logic       any_same, allocate, sent;
  logic [1:0] same_index;
  always_comb begin
    same = '0;
    taken = '0;
    allocate = 1'b0;
    if (lookup_valid_i && !hit_o) begin
      for (int i = 0; i < 4; i++) begin
        same[i] = miss_valid_q[i] && !miss_stale_q[i] && miss_line_q[i] == lookup_addr_i[47:6];
        taken[i] = (miss_valid_q[i] || settle_q[i] != '0) && miss_line_q[i][6 +: IndexBits] == index;
      end
      allocate = taken == '0 && !miss_valid_q[alloc_q] && settle_q[alloc_q] == '0 && unsent_q != 3'd4;
    end
    any_same = |same;
    same_index = {same[3] | same[2], same[3] | same[1]};
  end
  assign sent = imem_req_valid_o && imem_req_ready_i;

  assign imem_req_valid_o = unsent_q != '0;
  always_comb begin
    imem_req_o = '0;
    if (imem_req_valid_o) begin
      imem_req_o.id = {6'd0, send_q};
      imem_req_o.line = {{16{miss_line_q[send_q][47]}}, miss_line_q[send_q]};
      imem_req_o.be = '1;
    end
  end

  logic [1:0] rsp;
  assign rsp = imem_rsp_i.id[1:0];
  logic fill;
  assign fill = imem_rsp_valid_i && !miss_stale_q[rsp] && !invalidate_i;

  assign waiting_o = (miss_valid_q[0] ? miss_waves_q[0] : '0) |
                     (miss_valid_q[1] ? miss_waves_q[1] : '0) |
                     (miss_valid_q[2] ? miss_waves_q[2] : '0) |
                     (miss_valid_q[3] ? miss_waves_q[3] : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      miss_valid_q <= '0;
      miss_stale_q <= '0;
      alloc_q <= '0;
      send_q <= '0;
      unsent_q <= '0;
      for (int i = 0; i < 4; i++) begin
        miss_line_q[i] <= '0;
        miss_waves_q[i] <= '0;
        settle_q[i] <= '0;
      end
    end else begin
      for (int i = 0; i < 4; i++) begin
        if (settle_q[i] != '0) settle_q[i] <= settle_q[i] - 5'd1;
        if (invalidate_i) settle_q[i] <= '0;
      end
      if (fill) settle_q[rsp] <= 5'd16;
      if (invalidate_i) miss_stale_q <= '1;
      if (any_same) begin
        miss_waves_q[same_index][lookup_slot_i] <= 1'b1;
      end
      if (allocate) begin
        miss_valid_q[alloc_q] <= 1'b1;
        miss_stale_q[alloc_q] <= 1'b0;
        miss_line_q[alloc_q] <= lookup_addr_i[47:6];
        miss_waves_q[alloc_q] <= cu_pkg::one_wave(lookup_slot_i);
        alloc_q <= alloc_q + 2'd1;
      end
      if (sent) send_q <= send_q + 2'd1;
      unsent_q <= unsent_q + {2'd0, allocate} - {2'd0, sent};
      if (imem_rsp_valid_i) miss_valid_q[rsp] <= 1'b0;
      if (imem_rsp_valid_i) a_response_known: assert (miss_valid_q[rsp]);
    end
  end

  logic [47:6]          fill_line;
  logic [IndexBits-1:0] fill_index;
  assign fill_line = miss_line_q[rsp];
  assign fill_index = fill_line[6 +: IndexBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      error_q <= '0;
    end else begin
      if (invalidate_i) valid_q <= '0;
      if (fill) begin
        valid_q[fill_index] <= 1'b1;
        error_q[fill_index] <= imem_rsp_i.error;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (fill) begin
      tag_q[fill_index] <= fill_line[47:6+IndexBits];
      data_q[fill_index] <= imem_rsp_i.data;
    end
  end

  logic unused_id;
  assign unused_id = ^imem_rsp_i.id[7:2];
endmodule
